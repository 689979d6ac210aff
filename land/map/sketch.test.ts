// Outlines on a small plane of metres.
import { expect, test } from 'vitest'
import { SELECTED, STATUS_COLOURS } from './layers/colours.ts'
import { tileStyle } from './web/parcel-style.web.ts'
import { barOf, flattenBox, flattenRings, frameAround, meet, originOf, widened } from './sketch.ts'

const at = (lon: number, lat: number, side: number) =>
  `POLYGON((${lon} ${lat}, ${lon + side} ${lat}, ${lon + side} ${lat + side}, ${lon} ${lat + side}, ${lon} ${lat}))`
const whole = (f: readonly number[]) => f.map((v) => Math.round(v) + 0)

test('degrees become metres east and south of the origin; the label stands inside', () => {
  const origin = originOf(at(105, 30, 0.001))!
  expect(origin).toEqual([105, 30])
  // a thousandth of a degree: 111 m along the meridian, cos 30° of it along the parallel
  const flat = flattenRings(at(105, 30, 0.001), origin)!
  expect(whole(flat.box)).toEqual([0, -111, 96, 0])
  expect([flat.at[0] > 0 && flat.at[0] < 97, flat.at[1] < 0 && flat.at[1] > -111]).toEqual([true, true])
  // a picture of the same ground lies under it
  expect(whole(flattenBox([105, 30, 105.001, 30.001], origin))).toEqual(whole(flat.box))
  expect(flattenRings(`MULTIPOLYGON(${[at(105, 30, 0.001), at(105.002, 30, 0.001)].map((w) => w.slice(7)).join(', ')})`, origin)!.rings).toHaveLength(2)
  expect([flattenRings('POINT(105 30)', origin), flattenRings('nonsense', origin), originOf('nonsense')]).toEqual([undefined, undefined, undefined])
})

test('frames: around others, widened by a share or by the least, meeting or apart', () => {
  const [one, two] = [
    [0, 0, 10, 20],
    [30, -5, 40, 5],
  ] as const
  expect(frameAround([one, two])).toEqual([0, -5, 40, 20])
  expect(widened(one, 0.5, 3)).toEqual([-10, -10, 20, 30])
  expect(widened(one, 0, 3)).toEqual([-3, -3, 13, 23])
  expect([meet(one, two), meet(one, [10, 20, 11, 21]), meet(widened(one, 1, 0), two), meet(widened(one, 0.9, 0), two)]).toEqual([false, true, true, false])
})

test('a scale bar is 1, 2 or 5 times a power of ten, as long as there is room', () => {
  expect([0.9, 1, 4.9, 5, 99, 240, 1999].map(barOf).map((n) => Number(n.toFixed(3)))).toEqual([0.5, 1, 2, 5, 50, 200, 1000])
})

test('the parcel that is chosen has a colour that no status of the legend has', () => {
  expect(Object.values(STATUS_COLOURS)).not.toContain(SELECTED)
  const legend = Object.entries(STATUS_COLOURS).map(([code, color]) => ({ code, label: '', color }))
  const parcel = (dkbm: string) => ({ get: (n: string) => ({ dkbm, djzt: '1' })[n] }) as never
  const style = tileStyle(legend, 'djzt', 'scmjm', { dark: false, selected: '1' }, String)
  expect(['1', '2'].map((dkbm) => style(parcel(dkbm), 1)!.getStroke()!.getColor())).toEqual([SELECTED, STATUS_COLOURS[1]])
})

test('parcels of a class that is left out are not drawn, nor those that were not found', () => {
  const parcel = (dkbm: string, djzt: string) => ({ get: (n: string) => ({ dkbm, djzt })[n] }) as never
  const leftOut = (dkbm: string, code: string) => code === '2' || dkbm === '3'
  const style = tileStyle([], 'djzt', 'scmjm', { dark: false, leftOut }, String)
  expect([parcel('1', '1'), parcel('2', '2'), parcel('3', '1')].map((p) => style(p, 1) !== undefined)).toEqual([true, false, false])
})
