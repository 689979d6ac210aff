// Pieces of a parcel in a case: what they must be, what they get of its areas, and what the register is told of them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rectangle as box } from '../../../tests/samples.ts'
import type { Problem } from '../../../kit/model/problem.ts'
import { areaText } from '../../../land/geometry/area.ts'
import { onGrid, shapeFromWkt, shapeToWkt, toDegrees, toMetres } from '../../../land/geometry/crs.ts'
import { parseWkt, type Position } from '../../../kit/model/wkt.ts'
import type { Point, Shape } from '../../../land/geometry/shape.ts'
import { splitPieces } from '../../../land/geometry/split.ts'
import { cutAct, cutFaults, cutsWrong, drawnIn, lateUndrawn, pieceLines, piecesOf, sharedOut, type Cut, type CutParcel } from './pieces.ts'

const ZONE = 35
const PARENT = '5101121012010000001'
const wkt = (s: Shape) => shapeToWkt(s, ZONE)
const parcel = {
  dkbm: PARENT,
  dkmc: '大田',
  fbfbm: '51011210120100',
  dklb: '10',
  tdyt: '1',
  cbfbm: 'C',
  cbfmc: '张三',
  zjrxm: '李四',
  dkdz: '沟',
  dkxz: '路',
  scmj: '1000.00',
  scmjm: '1.50',
  qqmjm: '1.51',
  yhtmjm: null,
  djzt: '2',
  zt: '1',
  kjzb: 'K',
  id: '7',
}
const fact: CutParcel = { parcel: parcel as unknown as CutParcel['parcel'], wkt: wkt(box(0, 0, 40, 25)), zone: ZONE, codes: ['A1', 'A2', 'A3'] }
const cut = (...pieces: readonly (readonly [string, Shape])[]): Cut => ({ dkbm: PARENT, pieces: pieces.map(([to, s]) => ({ to, geom: wkt(s) })) })
const HALVES = cut(['1', box(0, 0, 24, 25)], ['2', box(24, 0, 16, 25)])

test('areas are shared by measure, exactly: what is given out so far is rounded, the last gets the rest', () => {
  expect(sharedOut('1.51', ['600.00', '400.00'])).toEqual(['0.91', '0.60'])
  expect(
    sharedOut(
      '1.55',
      Array.from({ length: 10 }, () => '103.33'),
    ),
  ).toEqual(['0.16', '0.15', '0.16', '0.15', '0.16', '0.15', '0.16', '0.15', '0.16', '0.15'])
  expect(sharedOut('1000.00', ['1', '1', '1'])).toEqual(['333.33', '333.34', '333.33'])
})

test('each piece measures itself, its line has its share, and the parcel is replaced by them with all it had but what was measured', () => {
  expect(piecesOf(HALVES, fact).map(({ dkbm, to, scmj, scmjm }) => [dkbm, to, scmj, scmjm])).toEqual([
    ['A1', '1', '600.00', '0.90'],
    ['A2', '2', '400.00', '0.60'],
  ])
  const line = { dkbm: PARENT, sfqqqg: '2', htmj: '900.00', htmjm: '1.35', cbjyqqdfs: '110', yhtmj: '800.00', yhtmjm: '1.20' }
  expect(pieceLines(line, piecesOf(HALVES, fact))).toEqual([
    { to: '1', dkbm: 'A1', sfqqqg: '2', htmj: '540.00', htmjm: '0.81', cbjyqqdfs: '110', yhtmj: '480.00', yhtmjm: '0.72' },
    { to: '2', dkbm: 'A2', sfqqqg: '2', htmj: '360.00', htmjm: '0.54', cbjyqqdfs: '110', yhtmj: '320.00', yhtmjm: '0.48' },
  ])
  const own = { dkmc: '大田', fbfbm: '51011210120100', dklb: '10', tdyt: '1', cbfbm: 'C', cbfmc: '张三', zjrxm: '李四', dkdz: '沟', dkxz: '路' }
  const [a, b] = HALVES.pieces
  expect(cutAct(HALVES, fact, '分户')).toEqual({
    act: 'replaceParcels',
    parents: [PARENT],
    children: [
      { dkbm: 'A1', fields: { ...own, geom: onGrid(a!.geom, ZONE), scmj: '600.00', scmjm: '0.90', qqmjm: '0.91' } },
      { dkbm: 'A2', fields: { ...own, geom: onGrid(b!.geom, ZONE), scmj: '400.00', scmjm: '0.60', qqmjm: '0.60' } },
    ],
    bgfs: '1',
    bgyy: '分户',
  })
})

const cornersOf = (text: string) => (parseWkt(text).coordinates as Position[][]).flat()
test('whatever lies between the millimetres in what is sent, pieces are stored on the grid: each measures its own polygon, a shared corner is one point', () => {
  const off = fc.double({ min: -0.000_49, max: 0.000_49, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 35 }), fc.array(off, { minLength: 16, maxLength: 16 }), (x, noise) => {
      let n = 0
      const jittered = (s: Shape) => {
        const ring = s[0]!.map(([px, py]) => toDegrees([px + noise[n++]!, py + noise[n++]!], ZONE))
        return `POLYGON((${[...ring, ring[0]!].map((p) => p.join(' ')).join(', ')}))`
      }
      const sent: Cut = { dkbm: PARENT, pieces: [box(0, 0, x, 25), box(x, 0, 40 - x, 25)].map((s, i) => ({ to: `${i + 1}`, geom: jittered(s) })) }
      const [a, b] = piecesOf(sent, fact)
      for (const p of [a!, b!]) {
        expect(areaText(shapeFromWkt(p.geom, ZONE))).toBe(p.scmj)
        // the stored degrees are those of whole millimetres
        for (const at of cornersOf(p.geom)) {
          const [lon, lat] = toDegrees(toMetres(at, ZONE), ZONE)
          expect(Math.max(Math.abs(lon - at[0]), Math.abs(lat - at[1]))).toBeLessThan(1e-11)
        }
      }
      const near = (p: Position) => cornersOf(b!.geom).some((q) => Math.max(Math.abs(p[0] - q[0]), Math.abs(p[1] - q[1])) < 1e-9)
      expect(new Set(cornersOf(a!.geom).filter(near).map(String)).size).toBe(2)
      expect(onGrid(a!.geom, ZONE)).toBe(a!.geom)
    }),
  )
})

test('a piece that covers another valid parcel by more than 0.1 m² is refused, whatever village the parcel is of', () => {
  const beside = (w: number) => ({ dkbm: '5101129990990000001', wkt: wkt(box(40 - w, 0, 10, 25)), code: null })
  expect(cutFaults(HALVES, { ...fact, near: [beside(0.003)] }, 'cuts.0')).toEqual([])
  expect(cutFaults(HALVES, { ...fact, near: [beside(0.02)] }, 'cuts.0').map(said)).toEqual([
    ['cuts.0.pieces.1.geom', '第2块与地块【5101129990990000001】重叠0.50平方米'],
  ])
})

const said = (p: Problem | undefined) => {
  if (!p || p.key !== 'invalid') return p && [p.key, p.words.zh]
  const [w] = p.details as { field: string; msg: { zh: string; en: string } }[]
  expect(w!.msg.en).not.toBe('')
  return [w!.field, w!.msg.zh]
}
const fault = (c: Cut, f: CutParcel | undefined = fact) => said(cutFaults(c, f, 'cuts.0')[0])
test('pieces are disjoint, cover the parcel and measure what it measures', () => {
  expect(cutFaults(HALVES, fact, 'cuts.0')).toEqual([])
  expect(cutFaults({ dkbm: PARENT, pieces: [] }, fact, 'cuts.0')).toEqual([])
  // what stands within 0.05 m of the edge is on it
  expect(fault(cut(['1', box(0, 0, 24, 25)], ['2', box(24, 0, 16.003, 25)]))).toBeUndefined()
  expect(fault(HALVES, { ...fact, wkt: null })).toEqual(['cuts.0.dkbm', `地块【${PARENT}】没有图形，不能分割`])
  expect(said(cutFaults(HALVES, undefined, 'cuts.0')[0])).toEqual(['not-found', `地块【${PARENT}】不存在`])
  expect(fault(cut(['1', box(0, 0, 25, 25)], ['2', box(24, 0, 16, 25)]))).toEqual(['cuts.0.pieces.1.geom', '第2块与第1块重叠25.00平方米'])
  expect(fault(cut(['1', box(0, 0, 24, 25)], ['2', box(24, 0, 17, 25)]))).toEqual(['cuts.0.pieces.1.geom', '第2块超出原地块25.00平方米'])
  expect(fault(cut(['1', box(0, 0, 24, 25)], ['2', box(26, 0, 14, 25)]))).toEqual(['cuts.0.pieces', '各块未覆盖原地块，缺50.00平方米'])
  const bow: Shape = [[...box(0, 0, 24, 25)[0]!].toSpliced(1, 2, [500_024, 3_300_025], [500_024, 3_300_000])]
  expect(fault(cut(['1', bow], ['2', box(24, 0, 16, 25)]))).toEqual([
    'cuts.0.pieces.0.geom',
    expect.stringMatching(/^第1块的图形无效：边界自相交或自相接（105\.\d+, 29\.\d+）$/),
  ])
})
test('the areas may be 0.1 m² a piece or one thousandth from the measured area, no more', () => {
  const measured = (scmj: string) => fault(HALVES, { ...fact, parcel: { ...fact.parcel, scmj } })
  expect([measured('1001.00'), measured('999.01')]).toEqual([undefined, undefined])
  expect(measured('1001.01')).toEqual(['cuts.0.pieces', '各块面积之和1000.00平方米与原地块实测面积1001.01平方米相差1.01平方米'])
  const small = { ...fact, wkt: wkt(box(0, 0, 10, 5)), parcel: { ...fact.parcel, scmj: '50.20' } }
  const two = cut(['1', box(0, 0, 5, 5)], ['2', box(5, 0, 5, 5)])
  expect(fault(two, small)).toBeUndefined()
  expect(fault(two, { ...small, parcel: { ...small.parcel, scmj: '50.21' } })![1]).toContain('相差0.21平方米')
})

test('a form names parcel and pieces; beyond the survey every parcel has its pieces', () => {
  expect(cutsWrong([HALVES], 'cuts', ['1', '2'])).toEqual([])
  const wrong = (cuts: readonly Cut[]) => cutsWrong(cuts, 'cuts', ['1']).map((w) => [w.field, w.msg.zh])
  expect(wrong([HALVES])).toEqual([['cuts.0.pieces.1.to', '请选择该块的归属']])
  expect(wrong([cut(['1', box(0, 0, 40, 25)])])).toEqual([['cuts.0.pieces', '分割后至少应有两块']])
  expect(wrong([{ dkbm: 'x', pieces: [] }])).toEqual([['cuts.0.dkbm', '请选择地块']])
  const open = { dkbm: PARENT, pieces: [] }
  expect(wrong([open, open])).toEqual([['cuts', '地块重复']])
  const at = (task: string | null | undefined) => said(lateUndrawn([open], 'cuts', { item: 'x', doSign: true, ...(task === undefined ? {} : { task }) })[0])
  expect([at(undefined), at(null), at('register'), at('survey')]).toEqual([undefined, undefined, undefined, undefined])
  expect(at('check')).toEqual(['cuts.0.pieces', `地块【${PARENT}】尚未分割`])
  // the survey draws pieces and takes no parcel in
  expect(drawnIn([open], [HALVES, { dkbm: 'other', pieces: [] }])).toEqual([HALVES])
  expect(drawnIn([HALVES], [])).toEqual([HALVES])
})

test('a line cuts every piece that it crosses, and tells of which each part is', () => {
  const halves = [box(0, 0, 24, 25), box(24, 0, 16, 25)]
  const at = (y: number): Point[] => [
    [499_990, 3_300_000 + y],
    [500_050, 3_300_000 + y],
  ]
  const cutTwice = splitPieces(halves, at(10))
  expect(cutTwice.map((p) => p.of)).toEqual([0, 0, 1, 1])
  expect(cutTwice.map(({ shape }) => shape[0]!.length)).toEqual([4, 4, 4, 4])
  // a line over one piece only leaves the other, but for the point on the common edge
  const one = splitPieces(halves, [
    [499_990, 3_300_010],
    [500_024, 3_300_010],
  ])
  expect(one.map((p) => p.of)).toEqual([0, 0, 1])
  expect(one[2]!.shape[0]).toHaveLength(5)
  expect(() => splitPieces(halves, at(90))).toThrow('分割线没有完全穿过地块')
})
