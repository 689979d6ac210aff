// Which tiles a phone takes along: all under the parcels and close around them, no more than it carries, at the finest zoom at which they are few enough.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEED } from '../../../tests/volume.ts'
import { boxAround, groundMeets, boxOfShapes, MOST_TILES, tilesUnder, type TileGridName } from './ground.ts'
import type { DegreeBox } from '../../../services/gis/requests.ts'

test('outlines have their box, whether they are told as GeoJSON or as WKT', () => {
  const polygon = '{"type":"Polygon","coordinates":[[[104,30],[104.001,30],[104.001,30.002],[104,30]]]}'
  expect(boxOfShapes([polygon, null, 'POLYGON((103.5 30.001, 103.6 30.001, 103.6 29.9, 103.5 30.001))'])).toEqual([103.5, 29.9, 104.001, 30.002])
  expect(boxOfShapes([null, ''])).toBeUndefined()
})
test('whatever lies where: the tiles cover every parcel, are told once, are never too many, and would be too many one zoom finer', () => {
  const parcel = fc.tuple(
    fc.double({ min: 105, max: 105.05, noNaN: true }),
    fc.double({ min: 29.9, max: 29.95, noNaN: true }),
    fc.double({ min: 0.0001, max: 0.002, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(parcel, { minLength: 1, maxLength: 40 }), fc.constantFrom<TileGridName>('own', 'c', 'web'), (parcels, grid) => {
      const boxes = parcels.map(([x, y, side]): DegreeBox => [x, y, x + side, y + side])
      const tiles = tilesUnder(grid, boxes, { least: 0, most: 24 })
      expect([tiles.length > 0, tiles.length <= MOST_TILES, new Set(tiles.map((t) => `${t.x}/${t.y}`)).size]).toEqual([true, true, tiles.length])
      const holds = (lon: number, lat: number) => tiles.some(({ box: [w, s, e, n] }) => w <= lon && lon <= e && s <= lat && lat <= n)
      for (const b of boxes) for (const [lon, lat] of [[b[0], b[1]], [b[2], b[3]], [(b[0] + b[2]) / 2, (b[1] + b[3]) / 2]] as const) expect(holds(lon, lat)).toBe(true) // prettier-ignore
      // none lies where nothing is
      for (const t of tiles) expect(boxes.some((b) => groundMeets(boxAround(b, 0.000_500_1), t.box))).toBe(true)
      const { z } = tiles[0]!
      if (z < 18) expect(tilesUnder(grid, boxes, { least: z + 1, most: z + 1 })).toEqual([])
    }),
    { seed: SEED, numRuns: 60 },
  )
})
