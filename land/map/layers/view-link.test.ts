import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMetres } from '../../geometry/crs.ts'
import { parcelsAsked } from '../find.ts'
import { middleBeside, paddingFor } from './padding.ts'
import { chosenLayers, linkedChoices, drawnOnce, layersText, placeTyped, pointsCsv, readLinkedLayers, readPoints, readView, viewText } from './view-link.ts'

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
  // map and sheet show them so: those that a link names in its order and state, then the others as they are listed; of two that show the same the upper one
  const listed = ['jzd', 'dk', 'region', '19876', '7'].map((id) => ({
    id,
    key: id === '7' ? 'dk' : /^\d+$/.test(id) ? '' : id,
    isDefault: Number(id !== 'jzd'),
    opacity: 80,
  }))
  const shown = (text: string) => {
    const said = readLinkedLayers(text)
    const order = said.map((l) => l.id)
    return drawnOnce(chosenLayers(listed, linkedChoices(said), order).filter((l) => l.isOn)).map((l) => `${l.id} ${l.opacity}`)
  }
  expect([shown(''), shown('7~60 jzd -region')]).toEqual([
    ['dk 80', 'region 80', '19876 80'],
    ['7 60', 'jzd 100', '19876 80'],
  ])
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

test('what is shown whole stands in the middle of what its covers leave of a map, and they are given half of it at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 2000 }), fc.integer({ min: 200, max: 1200 }), fc.nat(500), fc.nat(500), (width, height, left, right) => {
      const padding = paddingFor([width, height], { left, right, below: 120 })
      const [top, right_, bottom, left_] = padding
      expect(left_ + right_).toBeLessThanOrEqual(Math.max(width / 2, 0) + 1)
      expect(top + bottom).toBeLessThanOrEqual(height / 2 + 1)
      // pixels of the middle of the bounds from the left, as the map with that middle draws them
      const bounds = [105, 30, 105.01, 30.01] as const
      const resolution = 1e-5
      const [x, y] = middleBeside([...bounds], padding, resolution)
      expect(width / 2 + (105.005 - x) / resolution).toBeCloseTo(left_ + (width - left_ - right_) / 2, 3)
      expect(height / 2 + (y - 30.005) / resolution).toBeCloseTo(top + (height - top - bottom) / 2, 3)
    }),
  )
  expect(paddingFor([1000, 600], { left: 96, right: 48, below: 120 })).toEqual([24, 72, 24, 120])
  // a telephone looks over its legend, and has its width for the land
  expect(paddingFor([366, 650], { left: 170, right: 48, below: 160 })).toEqual([24, 60, 184, 12])
})

test('digits are a parcel, a holder or his contract, and words are a name of either', () => {
  const cbfbm = '512021119203010001'
  expect(parcelsAsked('5120211192')).toEqual([{ dkbm: '5120211192' }])
  expect(parcelsAsked(cbfbm)).toEqual([{ dkbm: cbfbm }, { cbfbm }])
  expect(parcelsAsked(`${cbfbm}j`)).toEqual([{ cbfbm }])
  expect(parcelsAsked(`${cbfbm}2`)).toEqual([{ dkbm: `${cbfbm}2` }])
  expect(parcelsAsked(' 尖角土 ')).toEqual([{ cbfmc: '尖角土' }, { dkmc: '尖角土' }])
})
