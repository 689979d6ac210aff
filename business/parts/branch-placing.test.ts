// Moving members and parcels between the households of a split.
import { expect, test } from 'vitest'
import {
  chooseHead,
  headOf,
  isShare,
  isRelationUnknown,
  keepCode,
  moveParcel,
  placeMember,
  placeParcel,
  setRelation,
  setShare,
  withoutHousehold,
  type PlacedPerson,
} from './branch-placing.ts'

const people: PlacedPerson[] = [
  { id: '1', cyxm: '张三', yhzgx: '02', cyxb: '1' },
  { id: '2', cyxm: '李梅', yhzgx: '12', cyxb: '2' },
  { id: '3', cyxm: '张小', yhzgx: '20', cyxb: '1' },
  { id: '4', cyxm: '王芳', yhzgx: '38', cyxb: '2' },
  { id: '5', cyxm: '张孙', yhzgx: '41', cyxb: '1' },
]
const said = (households: readonly Record<string, unknown>[]) =>
  households.map((h) => (h.jtcyList as { id: string; yhzgx: string | null }[]).map((m) => `${m.id}:${m.yhzgx}`).join(' '))
const start = [
  { kept: '1', jtcyList: people.map(({ id, cyxm, yhzgx }) => ({ id, cyxm, yhzgx })), dk: [{ dkbm: 'A' }, { dkbm: 'B' }] },
  { kept: '2', jtcyList: [], dk: [] },
]

test('the first who comes heads the household, the others are related to him; back with the old head all is as it was', () => {
  const one = placeMember(start, '3', 1, people)
  expect(said(one)).toEqual(['1:02 2:12 4:38 5:41', '3:02'])
  const two = placeMember(placeMember(one, '4', 1, people), '5', 1, people)
  // the one son of the house: its one daughter-in-law is his wife, its grandson his son
  expect(said(two)).toEqual(['1:02 2:12', '3:02 4:12 5:20'])
  expect(said(placeMember(two, '3', 0, people))).toEqual(['1:02 2:12 3:20', '4:12 5:20'])
  expect(said(placeMember(two, '2', undefined, people))).toEqual(['1:02', '3:02 4:12 5:20'])
  expect(placeMember(two, '2', 1, people)[0]!.jtcyList).toHaveLength(1)
  expect(said(placeMember(placeMember(start, '1', 1, people), '2', 1, people))).toEqual(['3:20 4:38 5:41', '1:02 2:12'])
})
test('where another son leaves a doubt, nobody can tell: such a relation is to be checked, one that was so before is not', () => {
  const more = [...people, { id: '6', cyxm: '张二', yhzgx: '23', cyxb: '1' }, { id: '7', cyxm: '周远', yhzgx: '97', cyxb: '1' }]
  const parted = ['3', '4', '5', '7'].reduce((hs: readonly Record<string, unknown>[], id) => placeMember(hs, id, 1, more), start)
  expect(said(parted)[1]).toBe('3:02 4:97 5:97 7:97')
  expect((parted[1]!.jtcyList as Record<string, unknown>[]).map((m) => isRelationUnknown(m, more))).toEqual([false, true, true, false])
})
test('another head: all of the household are related anew', () => {
  const two = placeMember(placeMember(start, '3', 1, people), '2', 1, people)
  expect(said(two)[1]).toBe('3:02 2:52')
  const led = chooseHead(two, 1, '2', people)
  expect([said(led)[1], headOf(led[1]!)]).toEqual(['3:20 2:02', '2'])
})
test('a parcel goes to one, to none, or in shares to all', () => {
  const dk = (list: readonly Record<string, unknown>[]) => list.map((h) => h.dk)
  expect(dk(placeParcel(start, 'A', 1))).toEqual([[{ dkbm: 'B' }], [{ dkbm: 'A' }]])
  expect(dk(placeParcel(start, 'A', undefined))).toEqual([[{ dkbm: 'B' }], []])
  const share = { dkbm: 'A', htmj: null, htmjm: null }
  expect(dk(placeParcel(start, 'A', 'all'))).toEqual([[{ dkbm: 'B' }, share], [share]])
})
test('one keeps the code; a household that is taken out leaves pieces to the others', () => {
  expect(keepCode(start, 1).map((h) => h.kept)).toEqual(['2', '1'])
  expect(keepCode(start, undefined).map((h) => h.kept)).toEqual(['2', '2'])
  const pieces = ['1', '2', '3'].map((to) => ({ to, geom: 'G' }))
  const left = withoutHousehold({ households: [...start, start[1]], cuts: [{ dkbm: 'A', pieces }] }, 1)
  expect([(left.households as unknown[]).length, left.cuts]).toEqual([2, [{ dkbm: 'A', pieces: ['1', '', '2'].map((to) => ({ to, geom: 'G' })) }]])
})

test('a parcel that is cut belongs to no household, and one that is given again is cut no more', () => {
  const cut = moveParcel({ households: start, cuts: [] }, 'A', 'cut')
  expect(cut).toMatchObject({ households: [{ dk: [{ dkbm: 'B' }] }, { dk: [] }], cuts: [{ dkbm: 'A', pieces: [] }] })
  expect(moveParcel(cut, 'A', 1)).toMatchObject({ households: [{ dk: [{ dkbm: 'B' }] }, { dk: [{ dkbm: 'A' }] }], cuts: [] })
  expect(moveParcel(cut, 'A', 'none')).toMatchObject({ households: [{ dk: [{ dkbm: 'B' }] }, { dk: [] }], cuts: [] })
})
test('a share in mu has its part of the whole in m²; what is no area has none', () => {
  const { households } = moveParcel({ households: start, cuts: [] }, 'A', 'all') as { households: typeof start }
  const [first] = households[0]!.dk.filter((d) => d.dkbm === 'A')
  expect([isShare(households, first), isShare(start, start[0]!.dk[0])]).toEqual([true, false])
  const shareOf = (mu: string) => setShare(households, 1, 'A', mu, { htmj: '2000.00', htmjm: '3.00' })[1]!.dk
  expect(shareOf('1.50')).toEqual([{ dkbm: 'A', htmjm: '1.50', htmj: '1000.00' }])
  expect(shareOf('1.555')).toEqual([{ dkbm: 'A', htmjm: '1.555', htmj: null }])
})
test('who becomes the head has the others related to him, another relation changes one member', () => {
  expect(said(setRelation(start, 0, '3', '02', people))).toEqual(said(chooseHead(start, 0, '3', people)))
  expect(said(setRelation(start, 0, '3', '30', people))).toEqual(['1:02 2:12 3:30 4:38 5:41', ''])
})
