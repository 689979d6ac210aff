import type { Pages } from '../../kit/web/session.web.ts'

const page = (name: 'ParcelFigures' | 'ContractedFigures' | 'RegionFigures' | 'ItemFigures') => async () => ({
  default: (await import('./FiguresPage.web.tsx'))[name],
})
/** Screens of the analyses by menu path. */
export const figurePages: Pages = {
  '/figures/parcels': page('ParcelFigures'),
  '/figures/contracted': page('ContractedFigures'),
  '/figures/regions': page('RegionFigures'),
  '/figures/items': page('ItemFigures'),
  '/figures/population': async () => ({ default: (await import('./PopulationPage.web.tsx')).PopulationPage }),
  '/figures/land-book': async () => ({ default: (await import('./LandBookPage.web.tsx')).LandBookPage }),
}
