import type { FC } from 'react'
import type { Pages } from '../../kit/web/session.web.ts'

const gis = (name: 'ServicePage' | 'LayerPage' | 'ImageConfigPage' | 'ImageLogPage') => async () => ({
  default: (await import('../../services/gis/GisPages.web.tsx'))[name] as FC,
})
/** Screens of the map and its resources by menu path; each is loaded when it is first opened. */
export const pages: Pages = {
  '/map/index': () => import('./MapPage.web.tsx'),
  '/gis/layer': gis('LayerPage'),
  '/gis/service': gis('ServicePage'),
  '/gis/image-config': gis('ImageConfigPage'),
  '/gis/image-log': gis('ImageLogPage'),
  '/gis/nhdkxx': () => import('./PlotPage.web.tsx'),
}
