import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import type { Cluster } from '../tiles/cluster.ts'
import { PARCEL_ZOOM } from '../tiles/mvt.ts'
import { vectorGrid } from './grid.web.ts'
import { font, ink } from './parcel-style.web.ts'

/** Coarsest resolution (degrees a pixel) at which tiles have parcels. */
export const parcelResolution = vectorGrid.getResolution(PARCEL_ZOOM)

/** A circle for each village (or county), its size by the number of parcels; seen until the parcels themselves are. `countText`: the number in words. */
export function overviewLayer(clusters: readonly Cluster[], dark: boolean, countText: (c: Cluster) => string): VectorLayer {
  const { text, halo } = ink(dark)
  const source = new VectorSource({ features: clusters.map((c) => new Feature({ geometry: new Point([c.x, c.y]), cluster: c })) })
  return new VectorLayer({
    source,
    declutter: true,
    minResolution: parcelResolution * 1.001,
    style: (feature) => {
      const c = feature.get('cluster') as Cluster
      const radius = Math.min(28, 8 + 2.5 * Math.log2(c.count + 1) * 0.8)
      return new Style({
        image: new CircleStyle({ radius, fill: new Fill({ color: '#2e8b5799' }), stroke: new Stroke({ color: halo, width: 2 }) }),
        text: new Text({
          text: `${c.regionName}\n${countText(c)}`,
          offsetY: radius + 16,
          font,
          fill: new Fill({ color: text }),
          stroke: new Stroke({ color: halo, width: 3 }),
        }),
      })
    },
  })
}
