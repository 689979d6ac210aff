// Extending contracts as pure functions: one entry a household word for word, what the case holds, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import { onGrid, shapeToWkt } from '../../../land/geometry/crs.ts'
import type { ContractFile, Form } from '../../cases/definitions/business.ts'
import { ownerOf } from '../../cases/definitions/form.ts'
import type { CutParcel } from '../../cases/land/pieces.ts'
import type { NewHousehold } from '../../cases/definitions/new-household.ts'
import type { ParcelStanding, Standing, StandingLine, StandingMember } from '../../cases/definitions/standing.ts'
import { consequences } from './consequences.ts'
import { entries, faults, renewed, termWarnings, type Facts } from './plan.ts'
import { contractRenew, ITEM, type RenewForm } from './type.ts'

const FBFBM = '51011210120100'
const cbf = (n: number) => `${FBFBM}000${n}`
const dkbm = (n: number) => `${FBFBM}0000${n}`
const line = (n: number, more: Partial<StandingLine['line']> = {}, others: string[] = [], parcel: object = {}): StandingLine => ({
  line: { dkbm: dkbm(n), sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110', yhtmj: '900.00', yhtmjm: '1.35', ...more },
  parcel: { dkbm: dkbm(n), dkmc: `田${n}`, scmj: '1020.00', scmjm: '1.53', qqmjm: null, yyzt: '0', dyzt: '0', ...parcel } as StandingLine['parcel'],
  others,
})
const book = (n: number, more: Partial<Standing['books'][number]> = {}): Standing['books'][number] => ({
  djbId: `7${n}`,
  code: `${cbf(n)}J`,
  fbfbm: FBFBM,
  terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-01-01', cbqxz: '2027-12-31' },
  former: { ycbhtbm: 'OLD', yhtzmj: '800.00', yhtzmjm: '1.20' },
  remark: null,
  dyzt: '0',
  yyzt: '0',
  lines: [line(n), line(n + 4)],
  ...more,
})
const standing = (n: number, b = book(n), holder: object = {}): Standing => ({
  holder: { cbfbm: cbf(n), cbfmc: `户${n}`, cbflx: '1', fbfbm: FBFBM, yyzt: '0', lxdh: '13800000000', ...holder } as Standing['holder'],
  members: [],
  books: [b],
  today: '2026-03-17',
})
const ROUND = { fromDay: '2028-01-01', toDay: '2057-12-31' }
const facts = (standings: Facts['standings'] = [standing(1)], more: Partial<Facts> = {}): Facts => ({
  standings,
  rounds: [ROUND],
  years: 3,
  cuts: new Map(),
  elsewhere: [],
  cbfbms: new Map(),
  added: new Map(),
  ...more,
})
const house = (n: number, more: Form = {}) => ({ cbjyqzbm: `${cbf(n)}J`, djbId: `7${n}`, ybddlx: '1', ...more })
const about = (item: string) => ({ item, doSign: true })
const readAs = (item: string, nh: Form[], more: Form = {}) => contractRenew.read({ fbfbm: FBFBM, bgyy: '二轮延包', nh, ...more }, about(item))
const formOf = (item: string, nh: Form[], more: Form = {}): RenewForm => {
  const { form, wrong } = readAs(item, nh, more)
  expect(wrong).toEqual([])
  return form
}
const signed = (n: number) =>
  ({ cbhtbm: `${cbf(n)}J`, htlx: '3', qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: `${n}`, fileHash: 'f' }) as ContractFile
const entriesOf = (item: string, nh: Form[], x = facts(), contracts = [signed(1), signed(2)], more: Form = {}) => entries(formOf(item, nh, more), x, contracts)
const area = (n: number, qqmjm: string) => ({ act: 'setParcel', dkbm: dkbm(n), fields: { qqmjm }, bgfs: '50' })
const after = (n: number, more: object = {}) => ({
  dkbm: dkbm(n),
  sfqqqg: '2',
  htmj: '1000.00',
  htmjm: '1.50',
  cbjyqqdfs: '110',
  yhtmj: '1000.00',
  yhtmjm: '1.50',
  ...more,
})
/** What lines were contracted with before, together; nothing where one of them has none. */
const together = (lines: readonly { yhtmj?: string | null | undefined; yhtmjm?: string | null | undefined; [name: string]: unknown }[]) => {
  const of = (name: 'yhtmj' | 'yhtmjm') => (lines.every((l) => l[name]) ? lines.reduce((s, l) => s + Number(l[name]), 0).toFixed(2) : null)
  return { yhtzmj: of('yhtmj'), yhtzmjm: of('yhtmjm') }
}
/** The acts that end the book of household `n` and make the next one. */
const next = (n: number, lines: Parameters<typeof together>[0] = [after(n), after(n + 4)], more: object = {}) => [
  { act: 'endBook', djbId: `7${n}`, qszt: '2', reason: '二轮延包' },
  {
    act: 'newBook',
    code: `${cbf(n)}J`,
    fbfbm: FBFBM,
    cbfbm: cbf(n),
    from: [`7${n}`],
    djlx: '1',
    djxl: '9',
    terms: { cbfs: '110', cbqx: 30, cbqxq: '2028-01-01', cbqxz: '2057-12-31', prevCbqxz: '2027-12-31' },
    lines,
    contract: {
      ycbhtbm: `${cbf(n)}J`,
      ...together(lines),
      htlx: '3',
      file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: `${n}`, fileHash: 'f' },
    },
    ...more,
  },
  { act: 'certificate', code: `${cbf(n)}J`, event: 'replace', reason: '二轮延包' },
]

const ID = (n: number) => {
  const digits = `5101121970010110${n}`
  return digits + idCardCheck(digits)
}
const person = (id: string, cyxm: string, cyxb: string, yhzgx: string, cyzjhm: string) =>
  ({ id, cyxm, cyxb, yhzgx, cyzjlx: '1', cyzjhm, sfgyr: '1', cybz: null, cybzsm: null }) as StandingMember
/** A household of two, with its members. */
const people = (n: number, more: Partial<Standing['books'][number]> = {}): Standing => ({
  ...standing(n, book(n, more)),
  members: [person(`${n}1`, `户${n}`, '1', '02', ID(2 * n - 1)), person(`${n}2`, `妻${n}`, '2', '12', ID(2 * n))],
})
const sentOf = (n: number) => people(n).members.map((m) => ({ ...m }))
const child = { cyxm: '新生', cyxb: '1', yhzgx: '20', cyzjlx: '1', cyzjhm: ID(9), sfgyr: '1' }
const told = (id: string | undefined, cyxm: string, cyxb: string, yhzgx: string, cyzjhm: string) => ({
  ...(id ? { id } : {}),
  cyxm,
  cyxb,
  yhzgx,
  cyzjlx: '1',
  cyzjhm,
  sfgyr: '1',
  cybz: null,
  cybzsm: null,
})
const ALL = [...sentOf(1), ...sentOf(2).map((m) => ({ ...m, yhzgx: m.id === '21' ? '51' : '52' }))]
const MERGED = [house(1, { ybddlx: '5', jtcyList: ALL }), house(2, { ybddlx: '5', into: `${cbf(1)}J` })]
const ZONE = 35
/** A strip of 25 m from `from` to `to` metres east. */
const strip = (from: number, to: number) =>
  shapeToWkt(
    [
      [
        [500_000 + from, 3_300_000],
        [500_000 + to, 3_300_000],
        [500_000 + to, 3_300_025],
        [500_000 + from, 3_300_025],
      ],
    ],
    ZONE,
  )
const P = (n: number) => `${FBFBM}9000${n}`
/** Parcel 1 as it is cut. */
const CUTS: Facts['cuts'] = new Map([
  [
    dkbm(1),
    {
      parcel: { dkbm: dkbm(1), fbfbm: FBFBM, dkmc: '田', dklb: '10', scmj: '1000.00' } as unknown as CutParcel['parcel'],
      wkt: strip(0, 40),
      zone: ZONE,
      codes: [P(1), P(2)],
    },
  ],
])
const drawnCut = (...pieces: readonly (readonly [string, number, number])[]) => ({
  dkbm: dkbm(1),
  pieces: pieces.map(([to, a, b]) => ({ to, geom: strip(a, b) })),
})

const OLD = { kept: '1', jtcyList: [{ id: '11', cyxm: '户1', yhzgx: '02' }], dk: [{ dkbm: dkbm(1) }] }
const SON = { kept: '2', jtcyList: [{ id: '12', cyxm: '妻1', yhzgx: '02' }], dk: [{ dkbm: dkbm(5) }], cbfdz: '2组', lxdh: '13812345678' }
const LESS = { htmj: '933.33', htmjm: '1.40' }
const FORMER = { ycbhtbm: `${cbf(1)}J`, yhtzmj: '1000.00', yhtzmjm: '1.50', htlx: '3' }
const file = (n: number) => ({ qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: `${n}`, fileHash: 'f' })
const CARD = { cyxm: '新户', cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: ID(9), sfgyr: '1' }
const SURVEYED = { cbfdcrq: '2026-03-01', cbfdcy: '李', gsjsr: '刘', gsshrq: '2026-03-02', gsshr: '王' }
const NEWCOMER = {
  bh: 'N1',
  cbf: { cbflx: '1', cbfmc: '新户', cbfzjlx: '1', cbfzjhm: ID(9), cbfdz: '3组', yzbm: '610000', lxdh: '13812345678', ...SURVEYED, jtcyList: [CARD] },
  dk: [{ dkbm: dkbm(3), htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' }],
}
const FREE = { ...line(3).parcel, dklb: '22', fbfbm: FBFBM, cbfbm: null, contracts: [] } as unknown as ParcelStanding
const ADDED: Facts['added'] = new Map([
  ['N1', { household: { draft: { cbfmc: '新户' }, members: [{ values: CARD }] } as unknown as NewHousehold, cbfbm: cbf(9), parcels: [FREE] }],
])

describe('entries, one a household', () => {
  test('1 as it is: the term goes on from its end for thirty years, areas confirmed, the former ones beside them, phone where it is told', () => {
    expect(entriesOf(ITEM.plain, [house(1, { lxdh: '13900000000' }), house(2)], facts([standing(1), standing(2)]))).toEqual([
      { group: `${cbf(1)}J`, acts: [{ act: 'setContractor', cbfbm: cbf(1), fields: { lxdh: '13900000000' } }, area(1, '1.53'), area(5, '1.53'), ...next(1)] },
      { group: `${cbf(2)}J`, acts: [area(2, '1.53'), area(6, '1.53'), ...next(2)] },
    ])
  })
  test('what the survey confirmed, and the contract area by its decision; without new paper the certificate is annotated', () => {
    const dk = [{ dkbm: dkbm(1), qqmjm: '1.60', htmj: '1066.67', htmjm: '1.60' }]
    const [one] = entriesOf(
      ITEM.plain,
      [house(1, { dk })],
      facts([standing(1, book(1, { lines: [line(1), line(5, {}, [], { qqmjm: '1.44' })] }))]),
      [signed(1)],
      { hfqz: '2' },
    )
    expect(one!.acts).toEqual([
      area(1, '1.60'),
      area(5, '1.44'),
      ...next(1, [after(1, { htmj: '1066.67', htmjm: '1.60' }), after(5)]).slice(0, 2),
      { act: 'certificate', code: `${cbf(1)}J`, event: 'keep' },
      { act: 'note', on: `${cbf(1)}J`, djlx: '1', djxl: '9', text: '二轮延包' },
    ])
  })
  test('terms that are not those of the recorded round are pointed at once each, with how many households have them', () => {
    const other = book(3, { terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-07-01', cbqxz: '2028-06-30' } })
    const form = formOf(ITEM.plain, [house(1), house(2), house(3)])
    const told = (fromDay: string, toDay: string) => {
      const x = facts([standing(1, book(1)), standing(2, book(2)), standing(3, other)], { rounds: [{ fromDay, toDay }] as Facts['rounds'] })
      return termWarnings(renewed(form, x), x).map(({ key, field, msg }) => [key, field, msg.zh])
    }
    const third = [
      'round-differs',
      'nh.2.cbjyqzbm',
      '1户的新期限（2028-07-01至2058-06-30）与已登记的承包期（2028-01-01至2057-12-31）不一致，请核对方案与原期限',
    ]
    expect(told('2028-01-01', '2057-12-31')).toEqual([third])
    expect(told('2027-01-01', '2056-12-31').map(([, field, zh]) => [field, zh!.slice(0, 6)])).toEqual([
      ['nh.0.cbjyqzbm', '2户的新期限'],
      ['nh.2.cbjyqzbm', '1户的新期限'],
    ])
  })
  test('a term that is over is no more the former one; a household that did not sign has its contract open', () => {
    const over = book(1, { terms: { cbfs: '110', cbqx: 30, cbqxq: '1993-10-01', cbqxz: '2023-09-30' } })
    const [one] = entriesOf(ITEM.plain, [house(1)], facts([standing(1, over)]), [])
    expect(one!.acts.find((a) => a.act === 'newBook')).toMatchObject({
      terms: { cbfs: '110', cbqx: 30, cbqxq: '2023-10-01', cbqxz: '2053-09-30' },
      contract: { unsigned: true, htlx: '3', ycbhtbm: `${cbf(1)}J`, yhtzmj: '2000.00', yhtzmjm: '3.00' },
    })
    expect(JSON.stringify(one)).not.toContain('prevCbqxz')
    // on its last day it still counts
    const today = book(1, { terms: { cbfs: '110', cbqx: 30, cbqxq: '1996-03-18', cbqxz: '2026-03-17' } })
    const [last] = entriesOf(ITEM.plain, [house(1)], facts([standing(1, today)]), [])
    expect(last!.acts.find((a) => a.act === 'newBook')).toMatchObject({ terms: { cbqxq: '2026-03-18', cbqxz: '2056-03-17', prevCbqxz: '2026-03-17' } })
  })
  test('6 part returned: reserve land, a share of others only left out', () => {
    const lines = [line(1), line(5), line(9, { sfqqqg: '1' }, ['X'])]
    const leaving = [{ dkbm: dkbm(5) }, { dkbm: dkbm(9) }]
    const [one] = entriesOf(ITEM.changed, [house(1, { ybddlx: '6', leaving })], facts([standing(1, book(1, { lines }))]), [signed(1)])
    expect(one!.acts).toEqual([
      area(1, '1.53'),
      { act: 'setParcel', dkbm: dkbm(5), fields: { dklb: '22' }, bgfs: '51' },
      ...next(1, [after(1)], {
        contract: {
          ycbhtbm: `${cbf(1)}J`,
          yhtzmj: '1000.00',
          yhtzmjm: '1.50',
          htlx: '3',
          file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '1', fileHash: 'f' },
        },
      }),
    ])
  })
  test('8 shares instead of parcels', () => {
    const [one] = entriesOf(ITEM.changed, [house(1, { ybddlx: '8' })])
    expect(one!.acts.slice(2)).toEqual(next(1, [after(1, { sfqqqg: '1' }), after(5, { sfqqqg: '1' })]))
  })
  test('6 a part returned: the parcel is cut, the piece is reserve land, the rest has its share of the areas', () => {
    const cuts = [drawnCut(['keep', 0, 30], ['reserve', 30, 40])]
    const [one] = entriesOf(ITEM.changed, [house(1, { ybddlx: '6', cuts })], facts(undefined, { cuts: CUTS }), [signed(1)])
    const left = { htmj: '750.00', htmjm: '1.13', yhtmj: '750.00', yhtmjm: '1.13' }
    expect(one!.acts).toEqual([
      {
        act: 'replaceParcels',
        parents: [dkbm(1)],
        bgfs: '1',
        bgyy: '二轮延包',
        children: [
          { dkbm: P(1), fields: { fbfbm: FBFBM, dkmc: '田', dklb: '10', geom: onGrid(strip(0, 30), ZONE), scmj: '750.00', scmjm: '1.13' } },
          { dkbm: P(2), fields: { fbfbm: FBFBM, dkmc: '田', dklb: '10', geom: onGrid(strip(30, 40), ZONE), scmj: '250.00', scmjm: '0.38' }, fate: 'reserve' },
        ],
      },
      area(5, '1.53'),
      ...next(1, [{ ...after(1), dkbm: P(1), ...left }, after(5)]),
    ])
  })
  test('2 members: the new member, the next version, and another book of the household that goes on as it is', () => {
    const other = book(1, { djbId: '91', code: `${cbf(1)}Q`, terms: { cbfs: '121', cbqx: 30, cbqxq: '2010-01-01', cbqxz: '2039-12-31' }, lines: [line(8)] })
    const x = facts([{ ...people(1), books: [book(1), other] }])
    const [one] = entriesOf(ITEM.changed, [house(1, { ybddlx: '2', lxdh: '13900000000', jtcyList: [...sentOf(1), child] })], x, [signed(1)])
    expect(one!.acts).toEqual([
      {
        act: 'setContractor',
        cbfbm: cbf(1),
        fields: { lxdh: '13900000000' },
        members: [told('11', '户1', '1', '02', ID(1)), told('12', '妻1', '2', '12', ID(2)), told(undefined, '新生', '1', '20', ID(9))],
      },
      area(1, '1.53'),
      area(5, '1.53'),
      ...next(1),
      { act: 'endBook', djbId: '91', qszt: '2', reason: '二轮延包' },
      {
        act: 'newBook',
        code: `${cbf(1)}Q`,
        fbfbm: FBFBM,
        cbfbm: cbf(1),
        from: ['91'],
        djlx: '1',
        djxl: '5',
        terms: { cbfs: '121', cbqx: 30, cbqxq: '2010-01-01', cbqxz: '2039-12-31' },
        lines: [line(8).line],
        contract: { carry: true },
      },
      { act: 'certificate', code: `${cbf(1)}Q`, event: 'replace', reason: '二轮延包' },
    ])
    const m = consequences(formOf(ITEM.changed, [house(1, { ybddlx: '2', jtcyList: [...sentOf(1), child] })]), x)
    expect(m.books).toEqual([
      { code: `${cbf(1)}J`, djbId: '71', role: 'source', group: `${cbf(1)}J` },
      { code: `${cbf(1)}Q`, djbId: '91', role: 'source', group: `${cbf(1)}J`, beside: true },
    ])
    expect(m.locks.map((l) => l.objectCode)).toEqual([cbf(1), `${cbf(1)}J`, `${cbf(1)}Q`, dkbm(1), dkbm(5), dkbm(8)])
    const persons = contractRenew.persons(formOf(ITEM.changed, [house(1, { ybddlx: '2', jtcyList: [...sentOf(1), child] })]))
    expect(persons).toEqual([{ at: 'nh.0.jtcyList.2', cyzjlx: '1', cyzjhm: ID(9) }])
  })
  test('2 another representative: name and number of the contractor follow, in the contract too', () => {
    const jtcyList = sentOf(1).map((m) => ({ ...m, yhzgx: m.id === '11' ? '11' : '02' }))
    const form = formOf(ITEM.changed, [house(1, { ybddlx: '2', jtcyList })])
    const x = facts([people(1)])
    expect(entries(form, x, [])[0]!.acts[0]).toMatchObject({ act: 'setContractor', fields: { cbfmc: '妻1', cbfzjlx: '1', cbfzjhm: ID(2) } })
    expect(consequences(form, x).contracts).toEqual([{ cbhtbm: `${cbf(1)}J`, cbfbm: cbf(1), cbfmc: '妻1', htlx: '3', qdsj: null }])
  })
  test('3 adjustment: giver and receiver in one entry, what comes is contracted anew; a piece of a cut parcel goes the same way', () => {
    const nh = [
      house(1, { ybddlx: '3', moves: [{ dkbm: dkbm(5), to: `${cbf(2)}J` }], cuts: [drawnCut(['keep', 0, 30], [`${cbf(2)}J`, 30, 40])] }),
      house(2, { ybddlx: '3' }),
      house(3),
    ]
    const all = entriesOf(ITEM.changed, nh, facts([standing(1), standing(2, book(2, { lines: [line(2)] })), standing(3)], { cuts: CUTS }))
    expect(all.map((e) => e.group)).toEqual([`${cbf(1)}J`, `${cbf(3)}J`])
    const left = { htmj: '750.00', htmjm: '1.13', yhtmj: '750.00', yhtmjm: '1.13' }
    const came = { htmj: '250.00', htmjm: '0.37', yhtmj: '250.00', yhtmjm: '0.37' }
    const [cut, ...rest] = all[0]!.acts
    expect(cut).toMatchObject({ act: 'replaceParcels', parents: [dkbm(1)], children: [{ dkbm: P(1) }, { dkbm: P(2) }] })
    expect(JSON.stringify(cut)).not.toContain('fate')
    expect(rest).toEqual([
      area(5, '1.53'),
      ...next(1, [{ ...after(1), dkbm: P(1), ...left }]),
      area(2, '1.53'),
      ...next(2, [after(2), after(5), { ...after(1), dkbm: P(2), ...came }], {
        from: ['72', '71'],
        contract: {
          ycbhtbm: `${cbf(2)}J`,
          yhtzmj: '2250.00',
          yhtzmjm: '3.37',
          htlx: '3',
          file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '2', fileHash: 'f' },
        },
      }),
    ])
  })
  test('3 who gives everything has no contract any more: the right ends, and its certificate', () => {
    const moves = [dkbm(1), dkbm(5)].map((d) => ({ dkbm: d, to: `${cbf(2)}J` }))
    const form = formOf(ITEM.changed, [house(1, { ybddlx: '3', moves }), house(2, { ybddlx: '3' })])
    const x = facts([standing(1), standing(2)])
    expect(faults(form, x, about(ITEM.changed))).toEqual([])
    expect(entries(form, x, [])[0]!.acts.slice(0, 4)).toEqual([
      area(1, '1.53'),
      area(5, '1.53'),
      { act: 'endBook', djbId: '71', qszt: '3', reason: '二轮延包', zxyylx: '9', entry: { djlx: '1', djxl: '9' } },
      { act: 'certificate', code: `${cbf(1)}J`, event: 'cancel', reason: '二轮延包' },
    ])
    expect(consequences(form, x).contracts.map((c) => c.cbhtbm)).toEqual([`${cbf(2)}J`])
    expect(consequences(form, x).posted.dk.map((d) => [d.dkbm.slice(-1), d.cbfbm])).toEqual(['2', '6', '1', '5'].map((n) => [n, cbf(2)]))
  })
  test('5 merge: who is taken in ends with its book, everybody and all land stand in the other with the renewed term', () => {
    const x = facts([people(1), people(2, { lines: [line(2), line(1, { sfqqqg: '1', htmj: '200.00', htmjm: '0.30' })] })])
    const one = { ...people(1), books: [book(1, { lines: [line(1, { sfqqqg: '1', htmj: '300.00', htmjm: '0.45' }), line(5)] })] }
    const form = formOf(ITEM.changed, MERGED)
    const shares = { ...x, standings: [one, x.standings[1]] }
    expect(faults(form, shares, about(ITEM.changed))).toEqual([])
    const [entry] = entries(form, shares, [signed(1), signed(2)])
    expect(entry!.acts).toEqual([
      {
        act: 'setContractor',
        cbfbm: cbf(1),
        fields: {},
        members: [
          told('11', '户1', '1', '02', ID(1)),
          told('12', '妻1', '2', '12', ID(2)),
          told('21', '户2', '1', '51', ID(3)),
          told('22', '妻2', '2', '52', ID(4)),
        ],
      },
      area(1, '1.53'),
      area(5, '1.53'),
      ...next(1, [after(1, { sfqqqg: '1', htmj: '500.00', htmjm: '0.75', yhtmj: '500.00', yhtmjm: '0.75' }), after(5), after(2)], {
        from: ['71', '72'],
        contract: {
          ycbhtbm: `${cbf(1)}J`,
          yhtzmj: '2500.00',
          yhtzmjm: '3.75',
          htlx: '3',
          file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '1', fileHash: 'f' },
        },
      }),
      { act: 'endContractor', cbfbm: cbf(2), zxyylx: '7', successor: [cbf(1)] },
      area(2, '1.53'),
      { act: 'endBook', djbId: '72', reason: '二轮延包', qszt: '2' },
      { act: 'certificate', code: `${cbf(2)}J`, event: 'cancel', reason: '二轮延包' },
    ])
    // what is decided of a parcel of who is taken in stands in the other's book
    const decided = formOf(ITEM.changed, [MERGED[0]!, { ...MERGED[1]!, dk: [{ dkbm: dkbm(2), qqmjm: '1.40', ...LESS }] }])
    const made = entries(decided, shares, [signed(1), signed(2)])[0]!.acts.find((a) => a.act === 'newBook')
    expect(made!.lines.find((l) => l.dkbm === dkbm(2))).toEqual({ ...after(2), ...LESS })
    const m = consequences(form, shares)
    expect(m.contracts.map((c) => c.cbhtbm)).toEqual([`${cbf(1)}J`])
    expect(m.persons).toEqual([ID(3), ID(4)].map((cyzjhm) => ({ at: 'nh.1', cyzjlx: '1', cyzjhm })))
    expect(m.books!.map((k) => [k.code, k.group])).toEqual([1, 2].map((n) => [`${cbf(n)}J`, `${cbf(1)}J`]))
    expect(contractRenew.part!(form, `${cbf(1)}J`).nh).toEqual(form.nh)
    expect(contractRenew.without!({ ...form, nh: [...form.nh, house(3)] }, `${cbf(1)}J`).nh).toEqual([house(3)])
  })
  test('5 two merges in one case: each takes in its own household alone', () => {
    const nh = [...[1, 3].map((n) => house(n, { ybddlx: '5', jtcyList: sentOf(n) })), ...[2, 4].map((n) => house(n, { ybddlx: '5', into: `${cbf(n - 1)}J` }))]
    const form = formOf(ITEM.changed, nh)
    const x = facts([people(1), people(3), people(2), people(4)])
    expect(entries(form, x, []).map((e) => [e.group, e.acts.flatMap((a) => (a.act === 'newBook' ? [a.from] : []))])).toEqual([
      [`${cbf(1)}J`, [['71', '72']]],
      [`${cbf(3)}J`, [['73', '74']]],
    ])
    expect(consequences(form, x).posted.dk.map((d) => [d.dkbm.slice(-1), d.cbfbm?.slice(-1)])).toEqual([
      ...['1', '5', '2', '6'].map((n) => [n, '1']),
      ...['3', '7', '4', '8'].map((n) => [n, '3']),
    ])
  })
  test('4 split: each household with its members and land has the renewed term; the old head keeps the code, the son gets one and a certificate', () => {
    const x = facts([people(1)], { cbfbms: new Map([[`${cbf(1)}J`, [cbf(8)]]]) })
    const form = formOf(ITEM.changed, [house(1, { ybddlx: '4', lxdh: '13900000000', households: [OLD, SON], dk: [{ dkbm: dkbm(5), qqmjm: '1.60', ...LESS }] })])
    expect(faults(form, x, about(ITEM.changed))).toEqual([])
    expect(entries(form, x, [signed(1), signed(8)])).toEqual([
      {
        group: `${cbf(1)}J`,
        acts: [
          { act: 'setContractor', cbfbm: cbf(1), fields: { lxdh: '13900000000' }, members: [told('11', '户1', '1', '02', ID(1))] },
          {
            act: 'newContractor',
            cbfbm: cbf(8),
            fields: { fbfbm: FBFBM, cbflx: '1', cbfmc: '妻1', cbfzjlx: '1', cbfzjhm: ID(2), cbfdz: '2组', lxdh: '13812345678' },
            members: [told('12', '妻1', '2', '02', ID(2))],
          },
          area(1, '1.53'),
          area(5, '1.60'),
          next(1)[0],
          { ...next(1, [after(1)])[1], contract: { ...FORMER, file: file(1) } },
          { act: 'certificate', code: `${cbf(1)}J`, event: 'replace', reason: '二轮延包' },
          { ...next(1, [after(5, LESS)])[1], code: `${cbf(8)}J`, cbfbm: cbf(8), contract: { ...FORMER, file: file(8) } },
          { act: 'certificate', code: `${cbf(8)}J`, event: 'new' },
        ],
      },
    ])
    const m = consequences(form, x)
    expect(m.codes).toEqual({ cbfbm: cbf(1), cbhtbm: `${cbf(1)}J`, households: { [`${cbf(1)}J`]: [cbf(8)] } })
    expect(m.locks.map((l) => l.objectCode)).toEqual([cbf(1), `${cbf(1)}J`, dkbm(1), dkbm(5), cbf(8), `${cbf(8)}J`])
    expect(m.contracts.map((c) => [c.cbhtbm, c.cbfmc, c.htlx])).toEqual([
      [`${cbf(1)}J`, '户1', '3'],
      [`${cbf(8)}J`, '妻1', '3'],
    ])
    expect(m.posted.targets).toEqual([cbf(1), `${cbf(1)}J`, dkbm(1), dkbm(5), cbf(8), `${cbf(8)}J`])
    const term = { cbqxq: '2028-01-01', cbqxz: '2057-12-31', before: '2027-12-31' }
    expect(m.posted.terms).toEqual({ [cbf(1)]: term, [cbf(8)]: term })
    expect(m.posted.dk.map((d) => [d.dkbm, d.cbfbm])).toEqual([
      [dkbm(1), cbf(1)],
      [dkbm(5), cbf(8)],
    ])
    expect(m.books).toEqual([
      { code: `${cbf(1)}J`, djbId: '71', role: 'source', group: `${cbf(1)}J` },
      { code: `${cbf(8)}J`, role: 'target', group: `${cbf(1)}J` },
    ])
    expect(m.persons).toEqual([{ at: 'nh.0.households.1.jtcyList', cyzjlx: '1', cyzjhm: ID(2) }])
  })
  test('4 nobody keeps the code, a parcel is cut and a share divided: the household ends into the new ones, its certificate with it', () => {
    const lines = [line(1), line(5, { sfqqqg: '1' })]
    const x = facts([people(1, { lines })], { cbfbms: new Map([[`${cbf(1)}J`, [cbf(7), cbf(8)]]]), cuts: CUTS })
    const part = (htmj: string, htmjm: string) => [{ dkbm: dkbm(5), htmj, htmjm }]
    const households = [
      { ...OLD, kept: '2', dk: part('600.00', '0.90') },
      { ...SON, dk: part('400.00', '0.60') },
    ]
    const form = formOf(ITEM.changed, [house(1, { ybddlx: '4', households, cuts: [drawnCut(['1', 0, 30], ['2', 30, 40])] })])
    expect(faults(form, x, about(ITEM.changed))).toEqual([])
    const [{ acts: all } = { acts: [] }] = entries(form, x, [])
    expect(all[0]).toEqual({ act: 'endContractor', cbfbm: cbf(1), zxyylx: '6', successor: [cbf(7), cbf(8)] })
    expect(all.flatMap((a) => (a.act === 'newBook' ? [[a.cbfbm, a.lines.map((l) => [l.dkbm, l.htmj, l.yhtmj])]] : []))).toEqual([
      [
        cbf(7),
        [
          [P(1), '750.00', '750.00'],
          [dkbm(5), '600.00', '600.00'],
        ],
      ],
      [
        cbf(8),
        [
          [P(2), '250.00', '250.00'],
          [dkbm(5), '400.00', '400.00'],
        ],
      ],
    ])
    expect(all.flatMap((a) => (a.act === 'replaceParcels' ? a.children.map((c) => [c.dkbm, c.fate]) : []))).toEqual([
      [P(1), undefined],
      [P(2), undefined],
    ])
    expect(all.filter((a) => a.act === 'certificate')).toEqual([
      { act: 'certificate', code: `${cbf(7)}J`, event: 'new' },
      { act: 'certificate', code: `${cbf(8)}J`, event: 'new' },
      { act: 'certificate', code: `${cbf(1)}J`, event: 'cancel', reason: '二轮延包' },
    ])
  })
  test('7 a new contractor gets land with the term of the added round, to its end at most; nothing was before', () => {
    const form = formOf(ITEM.changed, [], { xz: [NEWCOMER] })
    const x = facts([], { added: ADDED })
    expect(faults(form, x, about(ITEM.changed))).toEqual([])
    expect(entries(form, x, [{ ...signed(9), htlx: '1' }])).toEqual([
      {
        group: 'N1',
        acts: [
          { act: 'newContractor', cbfbm: cbf(9), fields: { cbfmc: '新户' }, members: [expect.objectContaining({ cyxm: '新户', cyzjhm: ID(9) })] },
          { act: 'setParcel', dkbm: dkbm(3), fields: { dklb: '10' }, bgfs: '10' },
          {
            act: 'newBook',
            code: `${cbf(9)}J`,
            fbfbm: FBFBM,
            cbfbm: cbf(9),
            from: [],
            djlx: '0',
            djxl: '9',
            terms: { cbfs: '110', cbqx: 30, cbqxq: '2028-01-01', cbqxz: '2057-12-31' },
            lines: [{ dkbm: dkbm(3), sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110', yhtmj: null, yhtmjm: null }],
            contract: { htlx: '1', file: file(9) },
          },
          { act: 'certificate', code: `${cbf(9)}J`, event: 'new' },
        ],
      },
    ])
    const short = facts([], {
      added: ADDED,
      rounds: [
        { fromDay: '2000-01-01', toDay: '2029-12-31' },
        { fromDay: '2028-01-01', toDay: '2040-06-30' },
      ],
    })
    const terms = entries(form, short, [])[0]!.acts.flatMap((a) => (a.act === 'newBook' ? [a.terms, a.contract] : []))
    expect(terms).toEqual([
      { cbfs: '110', cbqx: 13, cbqxq: '2028-01-01', cbqxz: '2040-06-30' },
      { unsigned: true, htlx: '1' },
    ])
    const long = facts([], { added: ADDED, rounds: [{ fromDay: '2028-01-01', toDay: '2070-12-31' }] })
    expect(entries(form, long, [])[0]!.acts.flatMap((a) => (a.act === 'newBook' ? [a.terms.cbqxz, a.terms.cbqx] : []))).toEqual(['2057-12-31', 30])
    const m = consequences(form, x)
    expect(m.codes).toEqual({ cbfbm: cbf(9), cbhtbm: `${cbf(9)}J`, added: { N1: cbf(9) } })
    expect(m.locks.map((l) => l.objectCode)).toEqual([cbf(9), `${cbf(9)}J`, dkbm(3)])
    expect([m.books, m.contracts.map((c) => [c.cbfmc, c.htlx]), m.posted.cbht]).toEqual([
      [{ code: `${cbf(9)}J`, role: 'target', group: 'N1' }],
      [['新户', '1']],
      { cbqxq: '2028-01-01', cbqxz: '2057-12-31' },
    ])
    expect(contractRenew.persons(form)).toEqual([{ at: 'xz.0.cbf.jtcyList.0', cyzjlx: '1', cyzjhm: ID(9) }])
    expect(contractRenew.part!({ ...form, nh: [house(1)] }, 'N1')).toMatchObject({ nh: [], xz: [{ bh: 'N1' }] })
    expect(contractRenew.without!({ ...form, nh: [house(1)] }, 'N1')).toMatchObject({ nh: [house(1)], xz: [] })
  })
  test('9 not extended: nothing is told, held, signed or posted of it; its book says why', () => {
    const form = formOf(ITEM.changed, [house(1), house(2, { ybddlx: '9', byyy: '举家迁出', dk: [{ dkbm: dkbm(2), qqmjm: '1.00' }] })])
    const x = facts([standing(1), standing(2, book(2, { terms: { cbfs: '110', cbqx: 30, cbqxq: '2020-01-01', cbqxz: '2049-12-31' } }))])
    expect(faults(form, x, about(ITEM.changed))).toEqual([])
    expect(entries(form, x, []).map((e) => e.group)).toEqual([`${cbf(1)}J`])
    const m = consequences(form, x)
    expect(JSON.stringify([m.locks, m.contracts, m.posted, m.codes])).not.toContain(cbf(2))
    expect(m.books).toEqual([
      { code: `${cbf(1)}J`, djbId: '71', role: 'source', group: `${cbf(1)}J` },
      { code: `${cbf(2)}J`, djbId: '72', role: 'source', leftOut: '举家迁出' },
    ])
  })
  test('one entry alone has what belongs to it; the direct item extends as it is, whatever came', () => {
    const form = formOf(ITEM.plain, [house(1, { ybddlx: '6', leaving: [{ dkbm: dkbm(5) }] }), house(2)])
    expect(form.nh[0]).toMatchObject({ ybddlx: '1', leaving: [] })
    expect(contractRenew.part!(form, `${cbf(2)}J`).nh).toEqual([form.nh[1]])
    expect(contractRenew.without!(form, `${cbf(2)}J`).nh).toEqual([form.nh[0]])
  })
})

test('what the case holds, has signed and posts', () => {
  const x = facts([standing(1, book(1, { lines: [line(1, { sfqqqg: '1' }, ['X']), line(5)] })), standing(2)])
  const m = consequences(formOf(ITEM.plain, [house(1), house(2)]), x)
  expect(m.locks).toEqual([
    { objectType: 'cbf', objectCode: cbf(1) },
    { objectType: 'djb', objectCode: `${cbf(1)}J` },
    { objectType: 'dk', objectCode: dkbm(1) },
    { objectType: 'dk', objectCode: dkbm(5) },
    { objectType: 'cbf', objectCode: cbf(2) },
    { objectType: 'djb', objectCode: `${cbf(2)}J` },
    { objectType: 'dk', objectCode: dkbm(2) },
    { objectType: 'dk', objectCode: dkbm(6) },
  ])
  expect(m.contracts).toEqual([1, 2].map((n) => ({ cbhtbm: `${cbf(n)}J`, cbfbm: cbf(n), cbfmc: `户${n}`, htlx: '3', qdsj: null })))
  expect(m.books).toEqual([1, 2].map((n) => ({ code: `${cbf(n)}J`, djbId: `7${n}`, role: 'source', group: `${cbf(n)}J` })))
  expect(m.posted.targets).toEqual([cbf(1), `${cbf(1)}J`, dkbm(1), dkbm(5), cbf(2), `${cbf(2)}J`, dkbm(2), dkbm(6)])
  expect(m.posted.cbht).toEqual({ cbqxq: '2028-01-01', cbqxz: '2057-12-31' })
  expect(m.posted.dk[0]).toEqual({ dkbm: dkbm(1), dkmc: '田1', htmj: '1000.00', htmjm: '1.50', sfqqqg: '1', cbfbm: cbf(1) })
})

describe('what is posted of the terms', () => {
  const THIRD = { roundNo: 3, ...ROUND }
  const RENEWED = { cbqxq: '2028-01-01', cbqxz: '2057-12-31', before: '2027-12-31', roundNo: 3 }
  const termsOf = (nh: Form[], x: Facts, more: Form = {}) => consequences(formOf(ITEM.changed, nh, more), x).posted.terms
  test('each household has its own: a term that is over is the one before too, and a round without a number is not named', () => {
    const late = book(2, { terms: { cbfs: '110', cbqx: 30, cbqxq: '1996-01-01', cbqxz: '2025-12-31' } })
    expect(termsOf([house(1), house(2)], facts([standing(1), standing(2, late)], { rounds: [THIRD] }))).toEqual({
      [cbf(1)]: RENEWED,
      // it begins before the round does
      [cbf(2)]: { cbqxq: '2026-01-01', cbqxz: '2055-12-31', before: '2025-12-31' },
    })
    const { roundNo: _, ...unnumbered } = RENEWED
    expect(termsOf([house(1)], facts())).toEqual({ [cbf(1)]: unnumbered })
  })
  test('none of who is not extended, is taken in by another or gives up all its land', () => {
    const x = facts([standing(1), standing(2)], { rounds: [THIRD] })
    expect(termsOf([house(1), house(2, { ybddlx: '9', byyy: '举家迁出' })], x)).toEqual({ [cbf(1)]: RENEWED })
    const moves = [dkbm(1), dkbm(5)].map((d) => ({ dkbm: d, to: `${cbf(2)}J` }))
    expect(termsOf([house(1, { ybddlx: '3', moves }), house(2, { ybddlx: '3' })], x)).toEqual({ [cbf(2)]: RENEWED })
    expect(termsOf(MERGED, facts([people(1), people(2)], { rounds: [THIRD] }))).toEqual({ [cbf(1)]: RENEWED })
  })
  test('a new contractor has that of the added round, with nothing before', () => {
    const x = facts([standing(1)], { added: ADDED, rounds: [{ roundNo: 3, fromDay: '2028-01-01', toDay: '2040-06-30' }] })
    expect(termsOf([house(1)], x, { xz: [NEWCOMER] })).toEqual({ [cbf(1)]: RENEWED, [cbf(9)]: { cbqxq: '2028-01-01', cbqxz: '2040-06-30', roundNo: 3 } })
  })
})
test('the survey changes the areas of its households and nothing else', () => {
  const before = formOf(ITEM.plain, [house(1), house(2, { dk: [{ dkbm: dkbm(2), qqmjm: '1.50' }] })])
  const sent = { ...before, bgyy: '改', nh: [{ ...before.nh[0]!, ybddlx: '8', dk: [{ dkbm: dkbm(1), qqmjm: '1.60' }] }] }
  expect(contractRenew.surveyed(before, sent)).toEqual({ ...before, nh: [{ ...before.nh[0]!, dk: [{ dkbm: dkbm(1), qqmjm: '1.60' }] }, before.nh[1]] })
})

describe('what is refused, at its row, in both languages', () => {
  const area1 = (more: object) => [{ dkbm: dkbm(1), qqmjm: '1.60', ...more }]
  test.each([
    [ITEM.plain, [], {}, 'nh', '请至少选择一户', 'Select at least one household'],
    [ITEM.plain, [house(1), house(1)], {}, 'nh.1.cbjyqzbm', '该户已在本业务中', 'This household is already in the case'],
    [ITEM.plain, [house(1)], { bgyy: null }, 'bgyy', '请输入延包说明', 'Please enter the reason'],
    [ITEM.changed, [house(1, { ybddlx: '7' })], {}, 'nh.0.ybddlx', '延包方式不在可选范围内', 'Way of extension is not one of the options'],
    [
      ITEM.changed,
      [house(1, { ybddlx: '3' }), house(2)],
      {},
      'nh.0.moves',
      '请选择调出的地块和调入的农户',
      'Select the parcels that go, and the household that gets them',
    ],
    [
      ITEM.changed,
      [house(1, { ybddlx: '3', moves: [{ dkbm: dkbm(1), to: `${cbf(2)}J` }] }), house(2)],
      {},
      'nh.0.moves.0.to',
      '请选择本业务中同一延包方式的农户',
      'Select a household of the case that is extended in the same way',
    ],
    [
      ITEM.changed,
      [
        house(1, { ybddlx: '3', moves: [{ dkbm: dkbm(1), to: `${cbf(2)}J` }], cuts: [drawnCut(['keep', 0, 10], ['reserve', 10, 40])] }),
        house(2, { ybddlx: '3' }),
      ],
      {},
      'nh.0.cuts.0.pieces.1.to',
      '请选择该块的归属',
      'Select whose this piece becomes',
    ],
    [
      ITEM.changed,
      [
        house(1, { ybddlx: '3', moves: [{ dkbm: dkbm(1), to: `${cbf(2)}J` }], cuts: [drawnCut(['keep', 0, 10], [`${cbf(2)}J`, 10, 40])] }),
        house(2, { ybddlx: '3' }),
      ],
      {},
      'nh.0.cuts.0.dkbm',
      '该地块已整块选择',
      'The whole parcel is already transferred',
    ],
    [ITEM.changed, [house(1, { ybddlx: '5' })], {}, 'nh.0.into', '请选择并入的农户', 'Select the household that it is merged into'],
    [
      ITEM.changed,
      [house(1, { ybddlx: '5', into: `${cbf(2)}J` }), house(2)],
      {},
      'nh.0.into',
      '请选择本业务中同一延包方式的农户',
      'Select a household of the case that is extended in the same way',
    ],
    [
      ITEM.changed,
      [house(1, { ybddlx: '5' }), house(2, { ybddlx: '5', into: `${cbf(1)}J` })],
      {},
      'nh.0.jtcyList',
      '合并后必须有且只有一位户主',
      'The merged household has exactly one head',
    ],
    [ITEM.changed, [house(1, { ybddlx: '2' })], {}, 'nh.0.jtcyList', '请至少登记一名家庭成员', 'A household has at least one member'],
    [ITEM.changed, [house(1, { ybddlx: '6' })], {}, 'nh.0.leaving', '请选择交回的地块', 'Select the parcels that are returned'],
    [
      ITEM.plain,
      [house(1, { dk: area1({ htmj: '1000.00', htmjm: '9.00' }) })],
      {},
      'nh.0.dk.0.htmj',
      '合同面积1000.00平方米与9.00亩不一致，1000.00平方米为1.50亩',
      'The contract area of 1000.00 m² does not match 9.00 mu: 1000.00 m² are 1.50 mu',
    ],
    [ITEM.plain, [house(1, { dk: [...area1({}), ...area1({})] })], {}, 'nh.0.dk', '地块重复', 'A parcel is listed twice'],
    [ITEM.changed, [house(1), house(2, { ybddlx: '9' })], {}, 'nh.1.byyy', '请填写不延包原因', 'State why it is not extended'],
    [ITEM.changed, [house(1, { ybddlx: '9', byyy: '放弃' })], {}, 'nh', '请至少选择一户', 'Select at least one household'],
    [ITEM.changed, [house(1, { ybddlx: '4', households: [OLD] })], {}, 'nh.0.households', '分户后至少应有两户', 'Split a household into at least two'],
    [
      ITEM.changed,
      [],
      { xz: [{ ...NEWCOMER, cbf: { cbfbm: cbf(1) } }] },
      'xz.0.cbf.cbfbm',
      '请录入新的承包方，已登记的承包方请办理承包合同签订',
      'Enter a new contractor: an existing one signs a first contract instead',
    ],
    [
      ITEM.changed,
      [],
      { xz: [{ ...NEWCOMER, cbf: { ...NEWCOMER.cbf, cbflx: '2' } }] },
      'xz.0.cbf.cbflx',
      '新增承包方应为农户',
      'A new contractor must be a household',
    ],
    [ITEM.changed, [], { xz: [NEWCOMER, NEWCOMER] }, 'xz.1.bh', '编号重复', 'This number is given twice'],
    [
      ITEM.changed,
      [],
      { xz: [NEWCOMER, { ...NEWCOMER, bh: 'N2' }] },
      'xz.1.dk.0.dkbm',
      '该地块已分给另一新增承包方',
      'Another new contractor gets this parcel',
    ],
    [ITEM.changed, [], { xz: [{ ...NEWCOMER, dk: [] }] }, 'xz.0.dk', '请至少选择一个地块', 'Select at least one parcel'],
  ] as const)('%s %j %j', (item, nh, more, field, zh, en) => {
    expect(readAs(item, [...nh], more).wrong).toContainEqual({ field, msg: { zh, en } })
  })
  const late = book(1, { terms: { cbfs: '110', cbqx: 30, cbqxq: '1999-03-18', cbqxz: '2029-03-18' } })
  const two = [standing(1), standing(2, book(2, { lines: [line(1, { sfqqqg: '1' }, ['Y'])] }))]
  test.each([
    ['no such book', ITEM.plain, [house(1)], facts([undefined]), 'E1004', '登记簿已注销或已变更，请刷新'],
    ['a later version', ITEM.plain, [house(1, { djbId: '1' })], facts(), 'E1004', '登记簿已注销或已变更，请刷新'],
    ['another issuer', ITEM.plain, [house(1)], facts([standing(1, book(1), { fbfbm: 'X' })]), 'nh.0.cbjyqzbm', '登记簿不属于所选发包方'],
    ['too early', ITEM.plain, [house(1)], facts([standing(1, late)]), 'nh.0.cbjyqzbm', '承包期限至2029-03-18，尚未到延包时间'],
    [
      'no plan',
      ITEM.plain,
      [house(1)],
      facts([standing(1)], { rounds: [{ fromDay: '1998-01-01', toDay: '2028-01-01' }] }),
      'nh.0.cbjyqzbm',
      '发包方尚未登记下一轮承包期（延包方案）',
    ],
    ['objected to', ITEM.plain, [house(1)], facts([standing(1, book(1), { yyzt: '1' })]), 'E1003', `承包方【户1 ${cbf(1)}】存在异议，请先处理异议`],
    [
      'a parcel of another book',
      ITEM.plain,
      [house(1, { dk: [{ dkbm: dkbm(9), qqmjm: '1.00' }] })],
      facts(),
      'nh.0.dk.0.dkbm',
      `地块【${dkbm(9)}】不在该登记簿中`,
    ],
    [
      'a parcel returned that is not its own',
      ITEM.changed,
      [house(1, { ybddlx: '6', leaving: [{ dkbm: dkbm(9) }] })],
      facts(),
      'nh.0.leaving.0.dkbm',
      `地块【${dkbm(9)}】不在该登记簿中`,
    ],
    [
      'all land returned',
      ITEM.changed,
      [house(1, { ybddlx: '6', leaving: [{ dkbm: dkbm(1) }, { dkbm: dkbm(5) }] })],
      facts(),
      'E1018',
      '变更后地块数为0，请办理合同注销',
    ],
    [
      'a parcel given that is not its own',
      ITEM.changed,
      [house(1, { ybddlx: '3', moves: [{ dkbm: dkbm(9), to: `${cbf(2)}J` }] }), house(2, { ybddlx: '3' })],
      facts([standing(1), standing(2)]),
      'nh.0.moves.0.dkbm',
      `地块【${dkbm(9)}】不在该登记簿中`,
    ],
    [
      'a joint parcel cut',
      ITEM.changed,
      [house(1, { ybddlx: '6', cuts: [{ dkbm: dkbm(1), pieces: [] }] })],
      facts([standing(1, book(1, { lines: [line(1, {}, ['X']), line(5)] }))], { cuts: CUTS }),
      'nh.0.cuts.0.dkbm',
      `地块【${dkbm(1)}】为共有地块，须由全部承包方一并办理`,
    ],
    [
      'all of a cut parcel kept',
      ITEM.changed,
      [house(1, { ybddlx: '6', cuts: [drawnCut(['keep', 0, 10], ['keep', 10, 40])] })],
      facts(undefined, { cuts: CUTS }),
      'nh.0.cuts.0.pieces',
      '分割后双方应各得至少一块',
    ],
    [
      'pieces that leave something out',
      ITEM.changed,
      [house(1, { ybddlx: '6', cuts: [drawnCut(['keep', 0, 10], ['reserve', 10, 36])] })],
      facts(undefined, { cuts: CUTS }),
      'nh.0.cuts.0.pieces',
      '各块未覆盖原地块，缺100.00平方米',
    ],
    ['members that stay', ITEM.changed, [house(1, { ybddlx: '2', jtcyList: sentOf(1) })], facts([people(1)]), 'nh.0.jtcyList', '家庭成员没有变更'],
    [
      'a co-owner elsewhere',
      ITEM.changed,
      [house(1, { ybddlx: '2', jtcyList: [...sentOf(1), child] })],
      facts([people(1)], { elsewhere: [{ cyzjlx: '1', cyzjhm: ID(9), cyxm: '新生', cbfbm: 'B' }] }),
      'nh.0.jtcyList.2.cyzjhm',
      '【新生】已是承包方【B】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认',
    ],
    [
      'terms that end on two days',
      ITEM.changed,
      MERGED,
      facts([people(1), people(2, { terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-01-02', cbqxz: '2028-01-01' } })]),
      'nh.1.into',
      '承包期限至2028-01-01，与并入农户不一致，不能在延包中合户',
    ],
    [
      'a term that ends before that of the other',
      ITEM.changed,
      MERGED,
      facts([people(1), people(2, { terms: { cbfs: '110', cbqx: 30, cbqxq: '1997-12-31', cbqxz: '2027-12-30' } })]),
      'nh.1.into',
      '承包期限至2027-12-30，与并入农户不一致，不能在延包中合户',
    ],
    [
      'another book of who is taken in',
      ITEM.changed,
      MERGED,
      facts([people(1), { ...people(2), books: [book(2), book(2, { code: `${cbf(2)}Q`, djbId: '92' })] }]),
      'nh.1.cbjyqzbm',
      `该户还有登记簿【${cbf(2)}Q】，请先办理合户`,
    ],
    [
      'somebody is missing',
      ITEM.changed,
      [house(1, { ybddlx: '5', jtcyList: ALL.slice(0, 3) }), MERGED[1]!],
      facts([people(1), people(2)]),
      'nh.0.jtcyList',
      '成员【妻2】未列入合并后的农户',
    ],
    [
      'a stranger in the merged household',
      ITEM.changed,
      [house(1, { ybddlx: '5', jtcyList: [...ALL, { ...child, id: '99' }] }), MERGED[1]!],
      facts([people(1), people(2)]),
      'nh.0.jtcyList.4.cyxm',
      '该成员不在所选农户中',
    ],
    [
      'another head',
      ITEM.changed,
      [house(1, { ybddlx: '5', jtcyList: ALL.map((m) => ({ ...m, yhzgx: m.id === '21' ? '02' : '51' })) }), MERGED[1]!],
      facts([people(1), people(2)]),
      'nh.0.jtcyList',
      '户主应为存续农户的户主【户1】',
    ],
    [
      'no household',
      ITEM.changed,
      MERGED,
      facts([people(1), { ...people(2), holder: { ...people(2).holder, cbflx: '2' } }]),
      'nh.1.cbjyqzbm',
      '承包方不是农户，不能合户',
    ],
    [
      'a confirmed area far from the measured one',
      ITEM.plain,
      [house(1, { dk: area1({ qqmjm: '99.00' }) })],
      facts(),
      'nh.0.dk.0.qqmjm',
      `地块【${dkbm(1)}】的确权面积与实测面积【1.53亩】相差超过100%，请更正`,
    ],
    [
      'a contract area far from the measured one',
      ITEM.plain,
      [house(1, { dk: area1({ qqmjm: null, htmj: '2100.00', htmjm: '3.15' }) })],
      facts(),
      'nh.0.dk.0.htmj',
      `地块【${dkbm(1)}】的合同面积与实测面积【1020.00平方米】相差超过100%，请更正`,
    ],
    [
      'a contract area a third above the measured one without a reason',
      ITEM.plain,
      [house(1, { dk: area1({ qqmjm: null, htmj: '1333.33', htmjm: '2.00' }) })],
      facts(),
      'nh.0.dk.0.areaReason',
      `地块【${dkbm(1)}】的合同面积与实测面积【1020.00平方米】相差超过10%，请填写面积差异原因`,
    ],
    [
      'a contract area far from the registered one where nothing was measured',
      ITEM.plain,
      [house(1, { dk: area1({ qqmjm: null, htmj: '1333.33', htmjm: '2.00' }) })],
      facts([standing(1, book(1, { lines: [line(1, {}, [], { scmj: null, scmjm: null })] }))]),
      'nh.0.dk.0.areaReason',
      `地块【${dkbm(1)}】的合同面积与登记的合同面积【1000.00平方米】相差超过10%，请填写面积差异原因`,
    ],
    [
      'a joint parcel confirmed in two ways',
      ITEM.plain,
      [house(1, { dk: area1({}) }), house(2, { dk: area1({ qqmjm: '1.61' }) })],
      facts(two),
      'nh.1.dk.0.qqmjm',
      `共有地块【${dkbm(1)}】的确权面积不一致`,
    ],
    [
      'a joint parcel confirmed as less the second time',
      ITEM.plain,
      [house(1, { dk: area1({}) }), house(2, { dk: area1({ qqmjm: '1.59' }) })],
      facts(two),
      'nh.1.dk.0.qqmjm',
      `共有地块【${dkbm(1)}】的确权面积不一致`,
    ],
    [
      'split with another book',
      ITEM.changed,
      [house(1, { ybddlx: '4', households: [OLD, SON] })],
      facts([{ ...people(1), books: [book(1), book(1, { djbId: '91', code: `${cbf(1)}Q` })] }], { cbfbms: new Map([[`${cbf(1)}J`, [cbf(8)]]]) }),
      'nh.0.cbjyqzbm',
      `该户还有登记簿【${cbf(1)}Q】，请先办理分户`,
    ],
    [
      'split of no household',
      ITEM.changed,
      [house(1, { ybddlx: '4', households: [OLD, SON] })],
      facts([{ ...people(1), holder: { ...people(1).holder, cbflx: '2' } }]),
      'nh.0.cbjyqzbm',
      '承包方不是农户，不能分户',
    ],
    [
      'a parcel that no household gets',
      ITEM.changed,
      [house(1, { ybddlx: '4', households: [OLD, { ...SON, dk: [], wdyy: '无' }] })],
      facts([people(1)], { cbfbms: new Map([[`${cbf(1)}J`, [cbf(8)]]]) }),
      'nh.0.households',
      `地块【${dkbm(5)}】未分配`,
    ],
    [
      'a member of another household in a split',
      ITEM.changed,
      [house(1, { ybddlx: '4', households: [OLD, { ...SON, jtcyList: [{ id: '21', cyxm: '户2', yhzgx: '02' }] }] })],
      facts([people(1)], { cbfbms: new Map([[`${cbf(1)}J`, [cbf(8)]]]) }),
      'nh.0.households.1.jtcyList.0.yhzgx',
      '该成员不在本户',
    ],
    [
      'not extended: its book is gone',
      ITEM.changed,
      [house(1), house(2, { ybddlx: '9', byyy: '放弃' })],
      facts([standing(1), undefined]),
      'E1004',
      '登记簿已注销或已变更，请刷新',
    ],
  ] as const)('%s', (_name, item, nh, x, at, zh) => {
    const [first] = faults(formOf(item, [...nh]), x, about(item))
    const [w] = first!.key === 'invalid' ? (first!.details as { field: string; msg: { zh: string; en: string } }[]) : []
    expect(w ? [w.field, w.msg.zh] : [first!.key, first!.words.zh]).toEqual([at, zh])
    expect((w?.msg ?? first!.words).en).not.toBe('')
  })
  test.each([
    ['no plan', { rounds: [] }, {}, 'xz.0.cbf.cbfmc', '发包方尚未登记下一轮承包期（延包方案）'],
    [
      'a co-owner elsewhere',
      { elsewhere: [{ cyzjlx: '1', cyzjhm: ID(9), cyxm: '新户', cbfbm: 'B' }] },
      {},
      'xz.0.cbf.jtcyList.0.cyzjhm',
      '【新户】已是承包方【B】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认',
    ],
    ['no such parcel', {}, undefined, 'not-found', `地块【${dkbm(3)}】不存在`],
    ['a parcel of another issuer', {}, { fbfbm: 'X' }, 'xz.0.dk.0.dkbm', `地块【${dkbm(3)}】不属于所选发包方`],
    ['private plots', {}, { dklb: '21' }, 'xz.0.dk.0.dkbm', `地块【${dkbm(3)}】的类别不能承包`],
    ['a parcel with a contractor', {}, { cbfbm: cbf(1) }, 'xz.0.dk.0.dkbm', `地块【${dkbm(3)}】的承包方不是【新户】`],
    ['seized', {}, { standing: ['cf'] }, 'seized', `地块【${dkbm(3)}】已被查封，不能办理该业务`],
    ['contracted already', {}, { contracts: [{ cbhtbm: 'C', sfqqqg: '2' }] }, 'E1015', `地块【${dkbm(3)}】已在合同【C】中`],
    ['far from what was measured', {}, { scmj: '1900.00' }, 'xz.0.dk.0.areaReason', ''],
  ] as const)('a new contractor: %s', (_name, more, parcel, at, zh) => {
    const added: Facts['added'] = new Map([['N1', { ...ADDED.get('N1')!, parcels: [parcel && ({ ...FREE, ...parcel } as ParcelStanding)] }]])
    const [first] = faults(formOf(ITEM.changed, [], { xz: [NEWCOMER] }), facts([], { added, ...more }), about(ITEM.changed))
    const [w] = first!.key === 'invalid' ? (first!.details as { field: string; msg: { zh: string; en: string } }[]) : []
    expect([w?.field ?? first!.key, (w?.msg ?? first!.words).zh]).toEqual([at, zh || (w?.msg ?? first!.words).zh])
    expect((w?.msg ?? first!.words).en).not.toBe('')
  })
  test('pieces may be drawn until the survey is passed', () => {
    const form = formOf(ITEM.changed, [house(1, { ybddlx: '6', cuts: [{ dkbm: dkbm(1), pieces: [] }] })])
    const x = facts(undefined, { cuts: CUTS })
    expect(faults(form, x, about(ITEM.changed))).toEqual([])
    const [late] = faults(form, x, { ...about(ITEM.changed), task: 'check' })
    expect(late!.details).toMatchObject([{ field: 'nh.0.cuts.0.pieces', msg: { zh: `地块【${dkbm(1)}】尚未分割` } }])
  })
  test('the reason for an area is asked for until the survey is passed, one that is far off at every task', () => {
    const at = (decided: object, task?: string) =>
      faults(formOf(ITEM.plain, [house(1, { dk: area1(decided) })]), facts(), { ...about(ITEM.plain), ...(task ? { task } : {}) }).map(
        (f) => (f.details as { field: string }[])[0]!.field,
      )
    for (const decided of [{ qqmjm: '2.00' }, { qqmjm: null, htmj: '1333.33', htmjm: '2.00' }])
      expect([undefined, 'register', 'survey', 'check', 'audit'].map((task) => at(decided, task))).toEqual([
        ...Array.from({ length: 3 }, () => ['nh.0.dk.0.areaReason']),
        [],
        [],
      ])
    expect([at({ qqmjm: '99.00' }, 'check'), at({ qqmjm: null, htmj: '2100.00', htmjm: '3.15' }, 'check')]).toEqual([['nh.0.dk.0.qqmjm'], ['nh.0.dk.0.htmj']])
  })
  test('a mortgage stops no extension; a term that ends to the day within the years is taken', () => {
    const edge = book(1, { dyzt: '1', terms: { cbfs: '110', cbqx: 30, cbqxq: '1999-03-18', cbqxz: '2029-03-17' } })
    expect(faults(formOf(ITEM.plain, [house(1)]), facts([standing(1, edge)]), about(ITEM.plain))).toEqual([])
  })
})

test('a fault of a list says what its row is called on the screen', () => {
  expect(ownerOf(contractRenew.shape, 'nh.0.households.1.jtcyList.2.yhzgx')).toEqual({
    zh: '农户第1行 第2户 成员第3行',
    en: 'Household 1 Household 2 Member 3',
  })
  expect(ownerOf(contractRenew.shape, 'nh.0.cuts.0.pieces.1.geom')).toEqual({
    zh: '农户第1行 分割地块第1行 分块第2行',
    en: 'Household 1 Divided parcel 1 Piece 2',
  })
})

test('once a plan of extension is in force land goes from household to household as it says, whole or cut, and not otherwise', () => {
  const [one, two] = [standing(1), standing(2)]
  const moves = [{ dkbm: dkbm(5), to: `${cbf(2)}J` }]
  const form = formOf(ITEM.changed, [house(1, { ybddlx: '3', moves }), house(2, { ybddlx: '3' })])
  const plan = (...planned: { fromCbfbm: string; toCbfbm: string; dkbm: string }[]) => ({ planName: '一组方案', version: 2, moves: planned })
  const said = (x: Facts['plan']) =>
    faults(form, facts([one, two], x ? { plan: x } : {}), about(ITEM.changed)).map((p) => (p.details as { field: string; msg: { zh: string } }[])[0]!)
  const same = { fromCbfbm: cbf(1), toCbfbm: cbf(2), dkbm: dkbm(5) }
  expect([said(undefined), said(plan(same))]).toEqual([[], []])
  expect(said(plan())).toEqual([
    {
      field: 'nh.0.moves.0.to',
      msg: {
        zh: `《一组方案》（第2版）没有将地块【${dkbm(5)}】由${cbf(1)}调给${cbf(2)}，不能按此调整`,
        en: `The plan in force (一组方案, version 2) does not move parcel ${dkbm(5)} from ${cbf(1)} to ${cbf(2)}`,
      },
    },
  ])
  for (const more of [{ toCbfbm: cbf(3) }, { fromCbfbm: cbf(2) }, { dkbm: dkbm(1) }])
    expect(said(plan({ ...same, ...more })).map((f) => f.field)).toEqual(['nh.0.moves.0.to'])
})
