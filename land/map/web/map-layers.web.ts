// Layers of services, pictures and the product over the parcels' ground: made of what the tree says, kept in the order and strength that the person chose.
import type OlMap from 'ol/Map.js'
import Feature from 'ol/Feature.js'
import GeoJSON from 'ol/format/GeoJSON.js'
import MVT from 'ol/format/MVT.js'
import type BaseLayer from 'ol/layer/Base.js'
import TileLayer from 'ol/layer/Tile.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorTileLayer from 'ol/layer/VectorTile.js'
import { bbox as byBox } from 'ol/loadingstrategy.js'
import { unByKey } from 'ol/Observable.js'
import { getRenderPixel } from 'ol/render.js'
import XYZ from 'ol/source/XYZ.js'
import VectorSource from 'ol/source/Vector.js'
import VectorTileSource from 'ol/source/VectorTile.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import TileGrid from 'ol/tilegrid/TileGrid.js'
import type ImageTile from 'ol/ImageTile.js'
import type VectorTile from 'ol/VectorTile.js'
import type { FeatureLike } from 'ol/Feature.js'
import { useEffect } from 'react'

/** A layer that is shown: what the tree says of it, and how strong it is (0 to 1). */
export interface ShownLayer {
  id: string
  kind: 'picture' | 'vector' | 'shapes'
  grid: string
  url: string
  minZoom: number
  maxZoom: number
  opacity: number
  style: { color?: string; fill?: string; width?: number }
  extent: number[]
  attribution: string
}
type Load = (url: string) => Promise<ArrayBuffer>

const side = 512
/** The grid of the product, and of national map services (matrix set c: tiles of 256, one level more). */
const GRIDS: Readonly<Record<string, TileGrid>> = {
  own: new TileGrid({ origin: [-180, 90], tileSize: side, resolutions: Array.from({ length: 23 }, (_, z) => 360 / side / 2 ** z) }),
  c: new TileGrid({ origin: [-180, 90], tileSize: 256, resolutions: Array.from({ length: 20 }, (_, z) => 360 / 256 / 2 ** z) }),
}
/** Zoom of the tree (grid of the product) as the resolution of the view in degrees a pixel. */
const resolutionAt = (zoom: number): number => 360 / side / 2 ** zoom

function pictureSource(layer: ShownLayer, load: Load): XYZ {
  const grid = GRIDS[layer.grid]
  return new XYZ({
    url: layer.url,
    ...(grid ? { projection: 'EPSG:4326', tileGrid: grid } : {}),
    attributions: layer.attribution || undefined,
    transition: 0,
    tileLoadFunction: (tile, address) => {
      const image = (tile as ImageTile).getImage() as HTMLImageElement
      load(address).then(
        (bytes) => {
          const url = URL.createObjectURL(new Blob([bytes]))
          image.addEventListener('load', () => URL.revokeObjectURL(url), { once: true })
          image.src = url
        },
        () => tile.setState(3),
      )
    },
  })
}
function vectorSource(layer: ShownLayer, load: Load): VectorTileSource {
  const format = new MVT()
  return new VectorTileSource({
    format,
    url: layer.url,
    tileLoadFunction: (tile, address) =>
      (tile as VectorTile<FeatureLike>).setLoader(async (extent, _r, projection) => {
        try {
          const found: FeatureLike[] = format.readFeatures(await load(address), { extent, featureProjection: projection })
          ;(tile as VectorTile<FeatureLike>).setFeatures(found)
          return found
        } catch {
          tile.setState(3)
          return []
        }
      }),
  })
}
function shapeSource(layer: ShownLayer, load: Load): VectorSource {
  const format = new GeoJSON()
  const source: VectorSource = new VectorSource({
    strategy: byBox,
    attributions: layer.attribution || undefined,
    loader: async (extent, _r, _p, done, failed) => {
      try {
        const bytes = await load(`${layer.url}&bbox=${extent.join(',')}`)
        const { data } = JSON.parse(new TextDecoder().decode(bytes)) as { data: object }
        const found = format.readFeatures(data) as Feature[]
        // the same shape comes with each box that it reaches into
        source.clear(true)
        source.addFeatures(found)
        done?.(found)
        return found
      } catch {
        source.removeLoadedExtent(extent)
        failed?.()
        return []
      }
    },
  })
  return source
}
function shapeStyle({ style }: ShownLayer): Style {
  const stroke = new Stroke({ color: style.color ?? '#027cff', width: style.width ?? 2 })
  const fill = new Fill({ color: style.fill ?? 'rgba(2,124,255,0.12)' })
  return new Style({
    stroke,
    fill,
    image: new CircleStyle({ radius: 3, fill: new Fill({ color: style.color ?? '#027cff' }), stroke: new Stroke({ color: '#fff', width: 1 }) }),
  })
}
function layerOf(layer: ShownLayer, load: Load): BaseLayer {
  const bounds = {
    opacity: layer.opacity,
    // half a step more than the zoom says, so that it is there when that zoom is reached
    maxResolution: resolutionAt(layer.minZoom) * 1.5,
    minResolution: layer.maxZoom >= 22 ? 0 : resolutionAt(layer.maxZoom) / 1.5,
    ...(layer.extent.length === 4 && layer.extent.every(Number.isFinite) ? { extent: layer.extent } : {}),
  }
  if (layer.kind === 'picture') return new TileLayer({ ...bounds, source: pictureSource(layer, load) })
  if (layer.kind === 'vector') return new VectorTileLayer({ ...bounds, source: vectorSource(layer, load), style: shapeStyle(layer) })
  return new VectorLayer({ ...bounds, source: shapeSource(layer, load), style: shapeStyle(layer) })
}

/** Shows only what lies right of a part (0 to 1) of the map's width of a layer. Answers how to end that. */
function swiped(map: OlMap, layer: BaseLayer, part: number): () => void {
  const keys = [
    layer.on(
      'prerender' as never,
      ((event: { context: CanvasRenderingContext2D }) => {
        const c = event.context
        const [width = 0, height = 0] = map.getSize() ?? []
        const corners = [
          [width * part, 0],
          [width, 0],
          [width, height],
          [width * part, height],
        ].map((p) => getRenderPixel(event as never, p))
        c.save()
        c.beginPath()
        corners.forEach(([x, y], i) => (i === 0 ? c.moveTo(x!, y!) : c.lineTo(x!, y!)))
        c.closePath()
        c.clip()
      }) as never,
    ),
    layer.on('postrender' as never, ((event: { context: CanvasRenderingContext2D }) => event.context.restore()) as never),
  ] as unknown as Parameters<typeof unByKey>[0]
  map.render()
  return () => {
    unByKey(keys)
    map.render()
  }
}

/** Puts layers into a map, the first uppermost: pictures below the parcels, shapes above them. `swipe`: the uppermost picture is cut there. */
export function useMapLayers(
  map: OlMap | undefined,
  shown: readonly ShownLayer[] | undefined,
  load: Load,
  swipe: number | undefined,
  parcels: BaseLayer,
): void {
  const key = JSON.stringify(shown?.map(({ opacity: _, ...l }) => l) ?? [])
  useEffect(() => {
    if (!map) return
    const made = (shown ?? []).toReversed().map((l) => {
      const layer = layerOf(l, load)
      layer.set('shown', l.id)
      layer.set('kind', l.kind)
      const all = map.getLayers()
      if (l.kind === 'picture')
        all.insertAt(
          all.getArray().findIndex((x) => x === parcels || x instanceof VectorTileLayer),
          layer,
        )
      else all.push(layer)
      return layer
    })
    return () => {
      for (const layer of made) map.removeLayer(layer)
    }
    // how strong they are is set below, without loading anything anew
  }, [map, key, load, parcels])
  useEffect(() => {
    for (const layer of map?.getLayers().getArray() ?? []) {
      const of = shown?.find((l) => l.id === layer.get('shown'))
      if (of) layer.setOpacity(of.opacity)
    }
  }, [map, shown])
  useEffect(() => {
    if (!map || swipe === undefined) return
    const top = map
      .getLayers()
      .getArray()
      .findLast((l) => l.get('kind') === 'picture')
    return top && swiped(map, top, swipe)
  }, [map, key, swipe])
}
