// An outline that a case draws anew is that of the same parcel: beside the former one, and of a size that a contract can say.
import { expect, test } from 'vitest'
import { rectangle as box } from '../../../tests/samples.ts'
import { shapeToWkt } from '../../../land/geometry/crs.ts'
import type { Shape } from '../../../land/geometry/shape.ts'
import { outlineFaults } from './outlines.ts'
import type { CutParcel, PieceNeighbour } from './pieces.ts'

const ZONE = 35
const wkt = (s: Shape) => shapeToWkt(s, ZONE)
const dkbm = '5101121012010000001'
const fact = { parcel: { dkbm, scmj: '1000.00' }, wkt: wkt(box(0, 0, 40, 25)), zone: ZONE, codes: [] } as unknown as CutParcel
const said = (shape: Shape, near: readonly PieceNeighbour[] = []) =>
  outlineFaults([{ at: 'corrected.0', dkbm, geom: wkt(shape) }], [fact], near).map((p) => (p.details as { field: string; msg: { zh: string } }[])[0])

test('a new outline lies within a hundred metres of the former one', () => {
  expect(said(box(5, 5, 40, 25))).toEqual([])
  expect(said(box(130, 0, 40, 25))).toEqual([])
  for (const shape of [box(150, 0, 40, 25), box(0, 48_000, 40, 25)])
    expect(said(shape)).toMatchObject([{ field: 'corrected.0.geom', msg: { zh: `地块【${dkbm}】的新图形距原图形超过100米，不是同一地块，请检查坐标` } }])
})

test('it may touch land of another county, registered or not, and covers none of it by more than a form lets pass', () => {
  const other = '5101131012010000009'
  const beside = (code: string | null) => [{ dkbm: other, wkt: wkt(box(40, 0, 20, 25)), code }]
  for (const code of [null, 'X']) {
    expect([said(box(0, 0, 40, 25), beside(code)), said(box(0, 0, 38, 25), beside(code)), said(box(0, 0, 40.003, 25), beside(code))]).toEqual([[], [], []])
    expect(said(box(0, 0, 42, 25), beside(code))).toMatchObject([
      { field: 'corrected.0.geom', msg: { zh: `地块【${dkbm}】的图形与地块【${other}】重叠50.00平方米` } },
    ])
  }
})

test('it has at least a hundredth of a mu and at most 100,000 mu', () => {
  expect(said(box(0, 0, 1, 1))[0]).toMatchObject({ field: 'corrected.0.geom', msg: { zh: expect.stringContaining('不合理') } })
  expect(said(box(0, 0, 10_000, 10_000))[0]!.msg.zh).toContain('不合理')
})
