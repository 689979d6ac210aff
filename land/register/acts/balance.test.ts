// What an entry must balance, without a database: each refusal by name in both languages, and what just passes.
import { expect, test } from 'vitest'
import type { Act, Line, Member, NewBook } from './acts.ts'
import type { Found, LineRow } from './found.ts'
import { book, cbfbm, code, dkbm, ends, FBFBM, found, KEPT, line, member, person, row, said } from './testing.ts'

test('a change that keeps what it touches has no fault', () => {
  expect(said([ends(1), book(1, '5', [line(1), line(2)])])).toEqual([])
  expect(said([ends(1), ends(2), book(1, '4', [line(3), line(2)], { from: ['b1', 'b2'] }), book(2, '4', [line(1)], { from: ['b2', 'b1'] })])).toEqual([])
})

test('one current version of a code, and the next comes from the last', () => {
  expect(said([book(1, '5', [line(4)])])).toEqual([['book-current', `登记簿【${code(1)}】仍为现势，不能再登记`, `Book ${code(1)} is still current`]])
  expect(said([ends(1), book(1, '5', [line(1), line(2)], { from: ['b2'] })])).toEqual([
    ['book-lineage', `登记簿【${code(1)}】必须由其上一版本变更而来`, `Book ${code(1)} comes from the last version of its code`],
    ['book-source', `来源登记簿【${code(2)}】不存在，或不在本次登记中终止`, `The book ${code(2)} that another comes from is not there, or stays current`],
    [
      'book-successor',
      `登记簿【${code(1)}】的终止方式与后续登记簿不符：变更应有后续登记簿，注销不应有`,
      `The way book ${code(1)} ends does not match what follows: a change is followed by a book, the end of a right is not`,
    ],
  ])
})

test('a parcel stands in one current book, shares apart, in an import too', () => {
  const taken = [['E1015', `地块【${dkbm(3)}】已在合同【${code(2)}】中`, `Parcel ${dkbm(3)} is already in contract ${code(2)}`]]
  const acts = [ends(1), book(1, '5', [line(1), line(2), line(3)])]
  expect(said(acts)).toEqual(taken)
  expect(said(acts, {}, 'import')).toEqual(taken)
  const half = (l: LineRow) => (l.dkbm === dkbm(3) ? { htmj: '500.00', htmjm: '0.75' } : {})
  const shared = found().lines.map((l) => ({ ...l, sfqqqg: '1', ...half(l) }))
  const takes = (mu: string) => [ends(1), book(1, '5', [line(1, '1.50', '1'), line(2, '1.50', '1'), line(3, mu, '1')])]
  expect(said(takes('0.75'), { lines: shared })).toEqual([])
  // the shares of a parcel are together the parcel, and no more; a package may say otherwise, and what it said may stay
  expect(said(takes('0.80'), { lines: shared })).toEqual([
    [
      'shares-beyond',
      `地块【${dkbm(3)}】各户份额之和超过1（合同面积合计大于实测面积1000.00平方米）`,
      `The shares of parcel ${dkbm(3)} are more than 1 (their areas together exceed its 1000.00 m²)`,
    ],
  ])
  expect(said(takes('0.80'), { lines: shared }, 'import')).toEqual([])
  const more = shared.map((l) => (l.dkbm === dkbm(3) ? { ...l, htmj: '1200.00', htmjm: '1.80' } : l))
  const own = { ...more.find((l) => l.dkbm === dkbm(1))!, dkbm: dkbm(3), htmj: '200.00', htmjm: '0.30' }
  expect(said(takes('0.30'), { lines: [...more, own] })).toEqual([])
  // a survey of the same entry counts
  const smaller: Act = { act: 'setParcel', dkbm: dkbm(3), bgfs: '0', fields: { scmj: '900.00', scmjm: '1.35' } }
  expect(said([smaller, ...takes('0.75')], { lines: shared }).map(([key]) => key)).toContain('shares-beyond')
})

test('what ends is in no current book', () => {
  expect(said([{ act: 'endParcel', dkbm: dkbm(3), bgfs: '3', bgyy: '灭失' }])).toEqual([
    ['parcel-held', `地块【${dkbm(3)}】仍在合同【${code(2)}】中，不能终止`, `Parcel ${dkbm(3)} is still in contract ${code(2)} and cannot end`],
  ])
  expect(said([ends(2, '3'), { act: 'endParcel', dkbm: dkbm(3), bgfs: '3', bgyy: '灭失' }])).toEqual([])
  expect(said([{ act: 'endContractor', cbfbm: cbfbm(2), zxyylx: '2' }])).toEqual([
    ['contractor-held', `承包方【${cbfbm(2)}】仍有现势登记簿，不能终止`, `Contractor ${cbfbm(2)} still has a current book and cannot end`],
  ])
})

test('a code is its contractor’s with the letter of the method, and a book has parcels', () => {
  const first = (more: Partial<NewBook>) => said([book(3, '0', [line(4)], { from: [], cbfbm: cbfbm(3), terms: { ...KEPT, cbqxq: '2020-01-01' }, ...more })])
  expect(first({})).toEqual([])
  expect(first({ cbfbm: cbfbm(1) })).toEqual([['book-holder', `【${code(3)}】不是该承包方的编码`, `${code(3)} is not a code of this contractor`]])
  expect(first({ terms: { ...KEPT, cbfs: '121' } })).toEqual([
    ['book-letter', `【${code(3)}】的编码与承包方式不符`, `The code ${code(3)} does not fit the method of contracting`],
  ])
  expect(first({ lines: [] })).toEqual([
    ['E1018', `登记簿【${code(3)}】变更后地块数为0，请办理合同注销`, `Book ${code(3)} has no parcels left: cancel the contract`],
  ])
})

test('a household has one head, alive and co-owner; what a package brings is listed elsewhere', () => {
  const head = [
    [
      'household-head',
      `承包方【${cbfbm(2)}】必须有且只有一位在世且为共有人的户主`,
      `Contractor ${cbfbm(2)} needs exactly one head who is alive and a co-owner`,
    ],
  ]
  const set = (members: readonly Member[]): Act[] => [{ act: 'setContractor', cbfbm: cbfbm(2), members }]
  expect(said(set([member('3')]))).toEqual([])
  for (const members of [[], [member('3', '20')], [member('3'), member('9')], [member('3', '02', { cybz: '7' })], [member('3', '02', { sfgyr: '2' })]]) {
    expect(said(set(members))).toEqual(head)
    expect(said(set(members), {}, 'import')).toEqual([])
  }
})

test('a split and a merge keep their persons', () => {
  const split = (kept: readonly Member[], gone: readonly Member[]): Act[] => [
    { act: 'setContractor', cbfbm: cbfbm(1), members: kept },
    { act: 'newContractor', cbfbm: cbfbm(3), fields: { cbflx: '1' }, members: gone },
    ends(1),
    book(1, '1', [line(1)]),
    book(3, '1', [line(2)], { from: ['b1'] }),
  ]
  const lost = [['E1009', '分户、合户前后家庭成员不一致', 'The members before and after the split or merge differ']]
  expect(said(split([member('1')], [member('2')]))).toEqual([])
  expect(said(split([member('1')], [member('9')]))).toEqual(lost)
  expect(said(split([member('1'), member('2', '20')], [member('2')])).map(([key]) => key)).toEqual(['E1009', 'person-elsewhere'])
  const merge = (members: readonly Member[]): Act[] => [
    { act: 'setContractor', cbfbm: cbfbm(1), members },
    { act: 'endContractor', cbfbm: cbfbm(2), zxyylx: '7' },
    ends(1),
    ends(2),
    book(1, '2', [line(1), line(2), line(3)], { from: ['b1', 'b2'] }),
  ]
  expect(said(merge([member('1'), member('2', '20'), member('3', '20')]))).toEqual([])
  expect(said(merge([member('1'), member('2', '20')]))).toEqual(lost)
  // one person stood in both households, typed in two ways
  const doubled = { members: [...found().members.slice(0, 2), person('3', { cbfbm: cbfbm(2), cyzjhm: ' n2 ' })] }
  expect(said(merge([member('1'), member('2', '20')]), doubled)).toEqual([])
})

test('terms are in order, no longer than what they come from, and of whole years or to the end of the round where they begin', () => {
  const changed = (terms: Partial<NewBook['terms']>, djxl = '5', more: Partial<Found> = {}) =>
    said([ends(1), book(1, djxl, [line(1), line(2)], { terms: { ...KEPT, ...terms } })], more)
  expect(changed({ cbqxz: '2020-01-01' })).toEqual([
    ['term-order', `【${code(1)}】的承包期限起应早于承包期限止`, `The term of ${code(1)} ends before it begins`],
  ])
  expect(changed({ cbqxz: '2050-01-01' })).toEqual([
    ['E1017', `【${code(1)}】变更后合同期限不得超过原合同剩余期限`, `The term of ${code(1)} may not extend beyond that of the previous contract`],
  ])
  expect(changed({ cbqxz: '2040-06-30' })).toEqual([])
  const renewed = { cbqxq: '2050-01-01', cbqxz: '2079-12-31' }
  expect(changed(renewed, '9')).toEqual([])
  const whole = [['term-years', `【${code(1)}】的承包期限应为整年`, `The term of ${code(1)} is not a whole number of years`]]
  expect(changed({ ...renewed, cbqxz: '2079-06-30' }, '9')).toEqual(whole)
  const round = { fbfbm: FBFBM, roundNo: 3, fromDay: '2050-01-01', toDay: '2079-06-30', planId: null, causeKind: 'plan', causeId: '1' }
  expect(changed({ ...renewed, cbqxz: '2079-06-30' }, '9', { rounds: [row({ id: 'r', ...round })] })).toEqual([])
  // a household's term ends; only what was contracted by another way may have no end
  const long = changed({ cbqxq: '2050-01-01', cbqx: null, cbqxz: '9999-01-01' }, '9')
  expect(long).toEqual([
    [
      'term-long',
      `【${code(1)}】耕地的承包期限最长30年，自2050-01-01起最晚至2079-12-31`,
      `${code(1)}: At most 30 years for a contract of arable land: from 2050-01-01 until 2079-12-31 at the latest`,
    ],
  ])
  expect(changed({ cbqxq: '2050-01-01', cbqx: null, cbqxz: '9999-01-01', cbfs: '121' }, '9').map(([key]) => key)).toEqual(['book-letter'])
  // a household's first book may end with those of the others where no round is recorded; it need not, and a renewal may not
  const shared = [{ fbfbm: FBFBM, fromDay: '1998-10-01', toDay: '2079-06-30' }]
  expect(changed({ ...renewed, cbqxz: '2079-06-30' }, '0', { shared })).toEqual([])
  expect(changed(renewed, '0', { shared })).toEqual([])
  expect(changed({ ...renewed, cbqxz: '2079-06-30' }, '9', { shared })).toEqual(whole)
  expect(changed({ ...renewed, cbqxz: '2079-05-30' }, '0', { shared })).toEqual(whole)
  // a book of the same code that had ended before bounds nothing, what the next one comes from besides does
  const books = new Map(found().books)
  books.set('b9', row({ id: 'b9', cbjyqzbm: code(3), version: 1, qszt: '3', cbfbm: cbfbm(3), cbqxz: '2030-01-01' }))
  const again = (cbqxz: string) => said([ends(2), book(3, '3', [line(3)], { from: ['b9', 'b2'], cbfbm: cbfbm(3), terms: { ...KEPT, cbqxz } })], { books })
  expect([again('2050-01-01')[0]![0], again(KEPT.cbqxz).map((p) => p[0])]).toEqual(['E1017', []])
  // a first book of a split ends with what it comes from
  expect(said([ends(2), book(3, '3', [line(3)], { from: ['b2'], cbfbm: cbfbm(3), terms: { ...KEPT, cbqxz: '2050-01-01' } })])[0]![0]).toBe('E1017')
})

test('pieces measure what was cut, within a thousandth or 0.1 m² each', () => {
  const cut = (...areas: string[]): Act[] => [
    ends(1),
    {
      act: 'replaceParcels',
      parents: [dkbm(1)],
      children: areas.map((scmj, i) => ({ dkbm: dkbm(6 + i), fields: { scmj, dklb: '10' } })),
      bgfs: '1',
      bgyy: '分割',
    },
    book(1, '5', [line(2), ...areas.map((_, i) => line(6 + i, '0.75'))]),
  ]
  expect(said(cut('400.00', '601.00'))).toEqual([])
  expect(said(cut('400.00', '601.01'))).toEqual([
    ['E1010', '分割或合并前后地块面积不一致，差额1.01平方米', 'The areas of the pieces differ from those before by 1.01 m²'],
  ])
})

test('moves keep the contract area within 0.01 mu a line; what leaves says so by an act', () => {
  const lost = (n: string) => [['E1008', `变更前后合同面积不一致，差额${n}亩`, `The contract areas before and after differ by ${n} mu`]]
  const transfer = (moved: Line): Act[] => [ends(1), ends(2), book(1, '3', [line(1)]), book(2, '3', [line(3), moved], { from: ['b2', 'b1'] })]
  expect(said(transfer(line(2)))).toEqual([])
  expect(said(transfer(line(2, '1.47')))).toEqual([])
  expect(said(transfer(line(2, '1.40')))).toEqual(lost('0.10'))
  // all of a source goes to the receiver, whose right ends with it
  expect(said([ends(1, '3'), ends(2), book(2, '3', [line(1), line(2), line(3)], { from: ['b2', 'b1'] })])).toEqual([])
  expect(said([ends(1, '3'), ends(2), book(2, '3', [line(1), line(3)], { from: ['b2', 'b1'] })])).toEqual(lost('1.50'))
  // a parcel that is left out is given back by an act of its own
  const given: Act = { act: 'setParcel', dkbm: dkbm(2), fields: { dklb: '22' }, bgfs: '51' }
  expect(said([ends(1), book(1, '5', [line(1)])])).toEqual(lost('1.50'))
  expect(said([ends(1), given, book(1, '5', [line(1)])])).toEqual([])
  // a decision may change the area of a line, a survey all of them
  expect(said([ends(1), book(1, '5', [line(1, '1.20'), line(2)])])).toEqual([])
  expect(
    said([ends(1), { act: 'setParcel', dkbm: dkbm(1), fields: {}, bgfs: '0' }, ends(2), book(1, '4', [line(3), line(2)]), book(2, '4', [line(1, '1.20')])]),
  ).toEqual([])
})

test('a piece that is lost takes its area with it', () => {
  const acts: Act[] = [
    ends(1),
    {
      act: 'replaceParcels',
      parents: [dkbm(1)],
      children: [
        { dkbm: dkbm(6), fields: { scmj: '600.00', dklb: '10' } },
        { dkbm: dkbm(7), fields: { scmj: '400.00' }, fate: 'state' },
      ],
      bgfs: '1',
      bgyy: '征收',
    },
    book(1, '5', [line(2), line(6, '0.90')]),
  ]
  expect(said(acts)).toEqual([])
})
