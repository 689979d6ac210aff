import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { nhdkxx } from './layers/plot.ts'

/** Plots of households as the land lies today. Source: screens.md G4. */
export default function PlotPage() {
  return <ResourcePage of={nhdkxx} verb="list" />
}
