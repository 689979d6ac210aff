import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMetres } from '../geometry/crs.ts'
import { layersText, placeTyped, pointsCsv, readLinkedLayers, readPoints, readView, viewText } from './view-link.ts'

test('a link says the view and the layers, and what is no view is none', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 74, max: 136, noNaN: true }),
      fc.double({ min: 4, max: 53, noNaN: true }),
      fc.double({ min: 0, max: 22, noNaN: true }),
      (x, y, zoom) => {
        const read = readView(viewText({ x, y, zoom }))!
        expect(Math.abs(read.x - x) + Math.abs(read.y - y)).toBeLessThan(2e-6)
        expect(Math.abs(read.zoom - zoom)).toBeLessThan(0.01)
      },
    ),
  )
  for (const none of [undefined, '', '1,2', '105,30', '105,30,x', '10,30,5', '105,30,99', '105,30,5,1', '105,,5'])
    expect([none, readView(none)]).toEqual([none, undefined])
  const layers = [
    { id: 'MZDW', isOn: true, opacity: 100 },
    { id: '19876', isOn: true, opacity: 60 },
    { id: 'dk', isOn: false, opacity: 100 },
  ]
  expect(layersText(layers)).toBe('MZDW 19876~60 -dk')
  expect(readLinkedLayers(layersText(layers))).toEqual(layers)
  expect(readLinkedLayers('a~999 <script> -')).toEqual([{ id: 'a', isOn: true, opacity: 100 }])
})

test('a place is typed in degrees or metres, in either order, with the zone before it or by that of the map', () => {
  const at = [105.0133, 30.1477] as const
  const [east, north] = toMetres(at, 35)
  const near = (found: readonly number[] | undefined) => found && Math.abs(found[0]! - at[0]) + Math.abs(found[1]! - at[1]) < 1e-7
  for (const text of [
    '105.0133,30.1477',
    '30.1477 105.0133',
    '105.0133°，30.1477°',
    `${north} ${east}`,
    `${north},${35_000_000 + east}`,
    `${35_000_000 + east};${north}`,
  ])
    expect([text, near(placeTyped(text, 35))]).toEqual([text, true])
  expect(near(placeTyped(`${north} ${35_000_000 + east}`, undefined))).toBe(true)
  for (const none of ['', '周礼镇', '105.0133', '1 2', '5120211192030100001', '0,0', `${north} ${99_000_000 + east}`])
    expect([none, placeTyped(none, 35)]).toEqual([none, undefined])
  expect(placeTyped(`${north} ${east}`, undefined)).toBeUndefined()
})

test('a table of points is read with its faulty lines named, and comes back as it went', () => {
  const { points, wrong } = readPoints('点名,X,Y\nJ1,3336540,501780\nJ2\t3336560.5\t35501790\n\nJ3,abc,1\n105.01,30.14\n"J4",105.02,30.15', 35)
  expect([points.map((p) => p.name), wrong]).toEqual([['J1', 'J2', '3', 'J4'], [5]])
  const csv = pointsCsv(points, ['点名', '经度', '纬度', 'X', 'Y'])
  const again = readPoints(
    csv
      .split('\r\n')
      .map((l) => l.split(',').slice(0, 3).join(','))
      .join('\n'),
    35,
  )
  expect(again.wrong).toEqual([])
  expect(again.points.map((p) => [p.name, p.lon.toFixed(8)])).toEqual(points.map((p) => [p.name, p.lon.toFixed(8)]))
  expect(csv).toContain('J1,')
  expect(csv).toContain('3336540.000,35501780.000')
  expect(pointsCsv([{ name: '=1+1', lon: 105, lat: 30 }], ['n'])).toContain("'=1+1,")
})
