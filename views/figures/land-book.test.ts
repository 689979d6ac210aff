// Each difference of contracted land by what became of it.
import { expect, test } from 'vitest'
import { balanced, landRows, type LandEvent, type LandFacts, type ParcelPiece } from './land-book.ts'

const DAY = '2026-03-02'
const event = (dkbm: string, cbfbm: string, got: number, gave: number, more: Partial<LandEvent> = {}): LandEvent => ({
  day: DAY,
  kind: 'business',
  cause: '1',
  dkbm,
  cbfbm,
  got,
  gave,
  ...more,
})
const piece = (dkbm: string, more: Partial<ParcelPiece> = {}): ParcelPiece => ({
  dkbm,
  from: '2018-01-01',
  to: '9999-12-31',
  zt: '1',
  dklb: '10',
  parents: [],
  ...more,
})
const facts = (pieces: readonly ParcelPiece[], more: Partial<LandFacts> = {}): LandFacts => ({ pieces, before: new Set(), after: new Set(), ...more })
const ways = (events: readonly LandEvent[], of: LandFacts) => landRows(events, of).map((r) => [r.dkbm, r.got - r.gave, r.way])

test('land that changes its holder stays; land that comes or goes says from where and to where', () => {
  expect(landRows([event('p', 'a', 0, 150), event('p', 'b', 150, 0)], facts([piece('p')]))[0]).toMatchObject({ way: 'within', from: ['a'], to: ['b'] })
  expect(ways([event('p', 'a', 150, 0)], facts([piece('p')]))).toEqual([['p', 150, 'first']])
  expect(ways([event('p', 'a', 150, 0)], facts([piece('p')], { before: new Set([`${DAY} p`]) }))).toEqual([['p', 150, 'movedIn']])
  const gone = [event('p', 'a', 0, 150)]
  expect(ways(gone, facts([piece('p')], { after: new Set([`${DAY} p`]) }))).toEqual([['p', -150, 'movedOut']])
  for (const [dklb, zt, way] of [
    ['22', '1', 'reserve'],
    ['99', '1', 'state'],
    ['10', '2', 'lost'],
  ])
    expect(ways(gone, facts([piece('p', { to: DAY }), piece('p', { from: DAY, dklb: dklb!, zt: zt! })]))).toEqual([['p', -150, way]])
})
test('a cut parcel is one with its pieces: what nobody has any more says what became of it, cents that are left are rounding', () => {
  const cut = (more: Partial<ParcelPiece>) => facts([piece('p'), piece('c', { parents: ['p'], from: DAY }), piece('d', { parents: ['p'], from: DAY, ...more })])
  const part = [event('p', 'a', 0, 300), event('c', 'a', 200, 0)]
  expect(ways(part, cut({ dklb: '22' }))).toEqual([['p', -100, 'reserve']])
  expect(ways(part, cut({ dklb: '99' }))).toEqual([['p', -100, 'state']])
  expect(ways(part, cut({ zt: '2' }))).toEqual([['p', -100, 'lost']])
  expect(ways([...part, event('d', 'b', 99, 0)], cut({}))).toEqual([['p', -1, 'rounding']])
  expect(ways([event('p', 'a', 310, 300)], facts([piece('p')]))).toEqual([['p', 10, 'measured']])
  expect(ways([event('p', 'a', 310, 300, { kind: 'correction' })], facts([piece('p')]))).toEqual([['p', 10, 'corrected']])
  expect(ways([event('', '', 500, 20, { kind: 'import' })], facts([]))).toEqual([['', 480, 'imported']])
})
test('opening and what came are what went and closing; what has no cause is the difference', () => {
  const rows = landRows(
    [event('p', 'a', 150, 0), event('q', 'a', 0, 100), event('q', 'b', 100, 0), event('r', 'a', 0, 40)],
    facts([piece('p'), piece('q'), piece('r')]),
  )
  expect(balanced(1000, 1110, rows)).toEqual({
    came: [{ way: 'first', mu: 150, n: 1 }],
    went: [{ way: 'reserve', mu: 40, n: 1 }],
    within: { way: 'within', mu: 100, n: 1 },
    difference: 0,
  })
  expect(balanced(1000, 1111, rows).difference).toBe(-1)
})
