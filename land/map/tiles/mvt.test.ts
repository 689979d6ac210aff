import fc from 'fast-check'
import MVT from 'ol/format/MVT.js'
import RenderFeature from 'ol/render/Feature.js'
import { describe, expect, it } from 'vitest'
import { encodeTile, tileEnvelope } from './mvt.ts'
import { tileAt } from './testing.ts'

type Ring = [number, number][]

function u32(n: number, little = true): number[] {
  const b = new Uint8Array(4)
  new DataView(b.buffer).setUint32(0, n, little)
  return [...b]
}
function f64(n: number, little = true): number[] {
  const b = new Uint8Array(8)
  new DataView(b.buffer).setFloat64(0, n, little)
  return [...b]
}
const path = (points: Ring) => [...u32(points.length), ...points.flatMap((p) => [...f64(p[0]), ...f64(p[1])])]
const closed = (ring: Ring): Ring => [...ring, ring[0]!]
const polygonBytes = (rings: Ring[]) => [1, ...u32(3), ...u32(rings.length), ...rings.flatMap((r) => path(closed(r)))]
const polygon = (...rings: Ring[]) => new Uint8Array(polygonBytes(rings))
const multiPolygon = (...parts: Ring[][]) => new Uint8Array([1, ...u32(6), ...u32(parts.length), ...parts.flatMap(polygonBytes)])
const line = (points: Ring) => new Uint8Array([1, ...u32(2), ...path(points)])
const point = (p: [number, number]) => new Uint8Array([0, ...u32(1, false), ...f64(p[0], false), ...f64(p[1], false)])

function decode(tile: Uint8Array): RenderFeature[] {
  return new MVT().readFeatures(tile.slice().buffer) as RenderFeature[]
}
function shoelace(flat: number[]): number {
  let sum = 0
  for (let i = 0, n = flat.length; i < n; i += 2) sum += flat[i]! * flat[(i + 3) % n]! - flat[(i + 2) % n]! * flat[i + 1]!
  return sum / 2
}
function rings(feature: RenderFeature): number[] {
  let from = 0
  return ((feature.getEnds() ?? []) as number[]).map((end) => {
    const part = feature.getFlatCoordinates().slice(from, end)
    from = end
    return shoelace(part as number[])
  })
}

/** a star-shaped ring round the centre, in degrees */
const star = (centre: [number, number], size: number) =>
  fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 4, maxLength: 20 }).map((radii) =>
    radii.map((r, i): [number, number] => {
      const a = (i / radii.length) * 2 * Math.PI
      return [centre[0] + r * size * Math.cos(a), centre[1] + r * size * Math.sin(a)]
    }),
  )

const z = 14,
  x = 12969,
  y = 2730
const box = tileEnvelope(z, x, y)
const side = box[2] - box[0]
const middle: [number, number] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]

describe('tileEnvelope', () => {
  it('is the box of the tile that holds the place', () => {
    expect(tileAt(z, middle)).toEqual([z, x, y])
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.double({ min: -179.9, max: 179.9, noNaN: true }),
        fc.double({ min: -89.9, max: 89.9, noNaN: true }),
        (zoom, lon, lat) => {
          const [w, s, e, n] = tileEnvelope(...tileAt(zoom, [lon, lat]))
          expect(w - 1e-9 <= lon && lon <= e + 1e-9 && s - 1e-9 <= lat && lat <= n + 1e-9).toBe(true)
        },
      ),
    )
  })
  it('agrees with the tile grid of OpenLayers', async () => {
    const { default: TileGrid } = await import('ol/tilegrid/TileGrid.js')
    const grid = new TileGrid({ origin: [-180, 90], tileSize: 512, resolutions: Array.from({ length: 21 }, (_, i) => 360 / 512 / 2 ** i) })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), fc.nat(), fc.nat(), (tz, a, b) => {
        const tx = a % 2 ** tz,
          ty = b % 2 ** tz
        tileEnvelope(tz, tx, ty).forEach((v, i) => expect(v).toBeCloseTo(grid.getTileCoordExtent([tz, tx, ty])[i]!, 9))
      }),
    )
  })
})

describe('encodeTile', () => {
  it('keeps the area and the winding of a polygon inside the tile', () => {
    fc.assert(
      fc.property(star(middle, side * 0.4), fc.boolean(), (ring, turn) => {
        const [feature] = decode(encodeTile(z, x, y, [{ name: 'dk', features: [{ wkb: polygon(turn ? ring.toReversed() : ring), properties: {} }] }]))
        const truth = Math.abs(shoelace(ring.map((p) => [p[0] - middle[0], p[1] - middle[1]]).flat())) * (4096 / side) ** 2
        const [area] = rings(feature!)
        expect(area).toBeGreaterThan(0)
        expect(Math.abs(area! - truth)).toBeLessThan(truth * 0.005)
      }),
    )
  })

  it('gives the sum of the area over four neighbouring tiles when nothing is buffered', () => {
    fc.assert(
      fc.property(star([box[2], box[1]], side * 0.9), (ring) => {
        const layers = [{ name: 'dk', features: [{ wkb: polygon(ring), properties: {} }] }]
        const sum = [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ].reduce(
          (total, [dx, dy]) =>
            total +
            decode(encodeTile(z, x + dx!, y + dy!, layers, { buffer: 0 }))
              .flatMap(rings)
              .reduce((a, b) => a + b, 0),
          0,
        )
        const truth = Math.abs(shoelace(ring.map((p) => [p[0] - box[2], p[1] - box[1]]).flat())) * (4096 / side) ** 2
        expect(Math.abs(sum - truth)).toBeLessThan(truth * 0.005)
      }),
    )
  })

  it('never leaves the buffered tile', () => {
    fc.assert(
      fc.property(star(middle, side * 3), (ring) => {
        const features = decode(
          encodeTile(z, x, y, [
            {
              name: 'dk',
              features: [{ wkb: polygon(ring), properties: {} }, { wkb: line(ring), properties: {} }, ...ring.map((p) => ({ wkb: point(p), properties: {} }))],
            },
          ]),
        )
        for (const f of features)
          for (const v of f.getFlatCoordinates()) {
            expect(v).toBeGreaterThanOrEqual(-64)
            expect(v).toBeLessThanOrEqual(4096 + 64)
          }
      }),
    )
  })

  it('writes holes against the outer ring and every part of a multipolygon', () => {
    const square = (cx: number, cy: number, r: number): Ring =>
      [
        [-r, -r],
        [r, -r],
        [r, r],
        [-r, r],
      ].map(([a, b]) => [middle[0] + (cx + a!) * side, middle[1] + (cy + b!) * side])
    const wkb = multiPolygon([square(-0.2, 0, 0.1), square(-0.2, 0, 0.05)], [square(0.2, 0, 0.1)])
    const [feature] = decode(encodeTile(z, x, y, [{ name: 'dk', features: [{ wkb, properties: {} }] }]))
    const areas = (feature!.getEnds() as unknown as number[] | number[][]).flat().length
    expect(areas).toBe(3)
    const flat = feature!.getFlatCoordinates() as number[]
    expect([shoelace(flat.slice(0, 10)) > 0, shoelace(flat.slice(10, 20)) > 0, shoelace(flat.slice(20)) > 0]).toEqual([true, false, true])
  })

  it('carries properties of every type, the id, and leaves out null', () => {
    const properties = { dkbm: '5120211192030100001', zt: 3, tz: -42, scmj: 1234.56, big: 9007199254740991, sealed: true, none: null, 名称: '秧田' }
    const [feature] = decode(encodeTile(z, x, y, [{ name: 'dk', features: [{ id: '123456789', wkb: point(middle), properties }] }]))
    const { none, ...kept } = properties
    expect(none).toBeNull()
    expect(feature!.getProperties()).toEqual({ ...kept, layer: 'dk' })
    expect(feature!.getId()).toBe(123456789)
  })

  it('drops polygons below the asked pixel area and only those', () => {
    const square = (pixels: number): Ring =>
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ].map(([a, b]) => [middle[0] + ((a! * pixels) / 512) * side, middle[1] + ((b! * pixels) / 512) * side])
    const layers = [{ name: 'dk', features: [0.9, 1.1, 4].map((p) => ({ wkb: polygon(square(p)), properties: { p } })) }]
    expect(decode(encodeTile(z, x, y, layers, { minArea: 1 })).map((f) => f.get('p'))).toEqual([1.1, 4])
    expect(decode(encodeTile(z, x, y, layers)).length).toBe(3)
  })

  it('leaves out layers without features and refuses unknown geometry', () => {
    expect(encodeTile(z, x, y, [{ name: 'dk', features: [{ wkb: point([0, 0]), properties: {} }] }]).length).toBe(0)
    expect(() => encodeTile(z, x, y, [{ name: 'dk', features: [{ wkb: new Uint8Array([1, 7, 0, 0, 0, 0, 0, 0, 0]), properties: {} }] }])).toThrow('WKB type 7')
  })

  it('clips a line that leaves and enters again into pieces', () => {
    const wkb = line([
      [middle[0], middle[1]],
      [middle[0] + side, middle[1]],
      [middle[0] + side, middle[1] + side * 0.2],
      [middle[0], middle[1] + side * 0.2],
    ])
    const [feature] = decode(encodeTile(z, x, y, [{ name: 'l', features: [{ wkb, properties: {} }] }]))
    expect((feature!.getEnds() as number[]).length).toBe(2)
  })
})
