// Changing a contract as pure functions: what each item's form must say, its acts word for word, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import { onGrid, shapeToWkt, toDegrees } from '../../../land/geometry/crs.ts'
import type { ContractFile, Form } from '../../cases/definitions/business.ts'
import type { CutParcel } from '../../cases/land/pieces.ts'
import type { ParcelStanding, Standing, StandingLine, StandingMember } from '../../cases/definitions/standing.ts'
import { faults } from './faults.ts'
import { acts, changed, followers, consequences, type Facts } from './plan.ts'
import { restated } from '../../parts/relations.ts'
import { changeContract, ITEM, type ChangeForm } from './type.ts'

const FBFBM = '51011210120100'
const CBFBM = `${FBFBM}0001`
const CODE = `${CBFBM}J`
const dkbm = (n: number) => `${FBFBM}0000${n}`
const resident = (digits: string) => digits + idCardCheck(digits)
const HEAD_ID = resident('51011219700101123')
const WIFE_ID = resident('51011219720101126')
const SON_ID = resident('51011219950101121')
const person = (id: string, cyxm: string, yhzgx: string, cyzjhm: string, more: Partial<StandingMember> = {}) =>
  ({ id, cyxm, cyxb: yhzgx === '12' ? '2' : '1', yhzgx, cyzjlx: '1', cyzjhm, sfgyr: '1', cybz: null, cybzsm: null, ...more }) as StandingMember
const members = [person('1', '张三', '02', HEAD_ID), person('2', '李梅', '12', WIFE_ID), person('3', '张小', '20', SON_ID)]
const line = (
  n: number,
  more: Partial<StandingLine['line']> = {},
  others: readonly string[] = [],
  parcel: Partial<StandingLine['parcel']> = {},
): StandingLine => ({
  line: { dkbm: dkbm(n), sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110', yhtmj: '900.00', yhtmjm: '1.35', ...more },
  parcel: {
    dkbm: dkbm(n),
    dkmc: `田${n}`,
    fbfbm: FBFBM,
    dklb: '10',
    tdyt: '1',
    syqxz: '31',
    scmj: '1000.00',
    scmjm: '1.50',
    qqmjm: '1.50',
    dyzt: '0',
    yyzt: '0',
    ...parcel,
  },
  others,
})
const TERMS = { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' }
const FORMER = { ycbhtbm: 'OLD', yhtzmj: '1800.00', yhtzmjm: '2.70' }
const book = (more: Partial<Standing['books'][number]> = {}): Standing['books'][number] => ({
  djbId: '77',
  code: CODE,
  fbfbm: FBFBM,
  terms: TERMS,
  former: FORMER,
  remark: '原附记',
  dyzt: '0',
  yyzt: '0',
  lines: [line(1), line(2)],
  ...more,
})
const standing = (more: Partial<Standing> = {}, holder: Partial<Standing['holder']> = {}): Standing => ({
  holder: { cbfbm: CBFBM, cbfmc: '张三', cbflx: '1', fbfbm: FBFBM, yyzt: '0', ...holder } as Standing['holder'],
  members,
  books: [book()],
  today: '2026-03-17',
  ...more,
})
const facts = (more: Partial<Facts> = {}): Facts => ({
  standing: standing(),
  parcels: [],
  elsewhere: [],
  cuts: [],
  drawn: new Map(),
  near: [],
  neighbours: new Map(),
  ...more,
})
const base = { fbfbm: FBFBM, cbjyqzbm: CODE, djbId: '77', bgyy: '按协议' }
const sentMembers = (change: (m: StandingMember) => Partial<StandingMember> | undefined = () => ({})) =>
  members.flatMap((m) => {
    const to = change(m)
    return to ? [{ ...m, ...to }] : []
  })
const readAs = (item: string, more: Form, doSign = true) => changeContract.read({ ...base, ...more }, { item, doSign })
const formOf = (item: string, more: Form): ChangeForm => {
  const { form, wrong } = readAs(item, more)
  expect(wrong).toEqual([])
  return form
}
const signed = { cbhtbm: CODE, htlx: '4', qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'a'.repeat(64) } as ContractFile
const FILE = { ...FORMER, file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'a'.repeat(64) }, htlx: '4' }
const actsOf = (item: string, more: Form, x: Facts = facts(), doSign = true) => acts(formOf(item, more), x, doSign ? [signed] : [], { item, doSign })
const OLD_LINES = [line(1).line, line(2).line]
/** What lines were contracted with before, together; nothing where one of them has none. */
const together = (lines: readonly { yhtmj?: string | null | undefined; yhtmjm?: string | null | undefined; [name: string]: unknown }[]) => {
  const of = (name: 'yhtmj' | 'yhtmjm') => (lines.every((l) => l[name]) ? lines.reduce((s, l) => s + Number(l[name]), 0).toFixed(2) : null)
  return { yhtzmj: of('yhtmj'), yhtzmjm: of('yhtmjm') }
}
/** The acts that end the book and make the next one. */
const rewritten = (more: object = {}) => [
  { act: 'endBook', djbId: '77', qszt: '2', reason: '按协议' },
  {
    act: 'newBook',
    code: CODE,
    fbfbm: FBFBM,
    cbfbm: CBFBM,
    from: ['77'],
    djlx: '1',
    djxl: '5',
    terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
    lines: OLD_LINES,
    contract: { ...FILE, ...together((more as { lines?: typeof OLD_LINES }).lines ?? OLD_LINES) },
    remark: '原附记',
    ...more,
  },
  { act: 'certificate', code: CODE, event: 'replace', reason: '按协议' },
]
const told = (id: string | undefined, cyxm: string, cyxb: string, yhzgx: string, cyzjhm: string, more: object = {}) => ({
  ...(id ? { id } : {}),
  cyxm,
  cyxb,
  yhzgx,
  cyzjlx: '1',
  cyzjhm,
  sfgyr: '1',
  cybz: null,
  cybzsm: null,
  ...more,
})
const BABY = resident('51011220250101123')
const baby = { cyxm: '张新', cyxb: '1', yhzgx: '41', cyzjlx: '1', cyzjhm: BABY, sfgyr: '1', cybz: '6' }

describe('acts, item by item', () => {
  test('_1: members as they are to be, a death stays in the household, the next version signed', () => {
    const jtcyList = [...sentMembers((m) => (m.id === '2' ? { sfgyr: '2', cybz: '7' } : m.id === '3' ? undefined : {})), baby]
    expect(actsOf(ITEM.members, { jtcyList })).toEqual([
      {
        act: 'setContractor',
        cbfbm: CBFBM,
        fields: {},
        members: [
          told('1', '张三', '1', '02', HEAD_ID),
          told('2', '李梅', '2', '12', WIFE_ID, { sfgyr: '2', cybz: '7' }),
          told(undefined, '张新', '1', '41', BABY, { cybz: '6' }),
        ],
      },
      ...rewritten(),
    ])
  })
  test('_1: unsigned the contract is carried, without new paper the certificate is kept with a note, and every current book is written anew', () => {
    const second = book({
      djbId: '78',
      code: `${CBFBM}Q`,
      remark: null,
      lines: [line(3, { cbjyqqdfs: '121' })],
      terms: { ...TERMS, cbfs: '121', prevCbqxz: '2026-12-31' },
    })
    const all = actsOf(ITEM.members, { jtcyList: [...sentMembers(), baby], hfqz: '2' }, facts({ standing: standing({ books: [book(), second] }) }), false)
    expect(all.slice(1)).toEqual([
      rewritten()[0],
      { ...rewritten()[1], contract: { carry: true } },
      { act: 'certificate', code: CODE, event: 'keep' },
      { act: 'note', on: CODE, djlx: '1', djxl: '5', text: '按协议' },
      { act: 'endBook', djbId: '78', qszt: '2', reason: '按协议' },
      {
        act: 'newBook',
        code: `${CBFBM}Q`,
        fbfbm: FBFBM,
        cbfbm: CBFBM,
        from: ['78'],
        djlx: '1',
        djxl: '5',
        terms: { cbfs: '121', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30', prevCbqxz: '2026-12-31' },
        lines: [{ ...line(3).line, cbjyqqdfs: '121' }],
        contract: { carry: true },
      },
      { act: 'certificate', code: `${CBFBM}Q`, event: 'keep' },
      { act: 'note', on: `${CBFBM}Q`, djlx: '1', djxl: '5', text: '按协议' },
    ])
  })
  test('_2: name, number and phone of the new head, relations of all, the former head may die', () => {
    const relations: Record<string, object> = { '1': { yhzgx: '11', sfgyr: '2', cybz: '7' }, '2': { yhzgx: '02' }, '3': { yhzgx: '20' } }
    expect(actsOf(ITEM.head, { jtcyList: sentMembers((m) => relations[m.id]), lxdh: '13900000000' })).toEqual([
      {
        act: 'setContractor',
        cbfbm: CBFBM,
        fields: { cbfmc: '李梅', cbfzjlx: '1', cbfzjhm: WIFE_ID, lxdh: '13900000000' },
        members: [
          told('1', '张三', '1', '11', HEAD_ID, { sfgyr: '2', cybz: '7' }),
          told('2', '李梅', '2', '02', WIFE_ID),
          told('3', '张小', '1', '20', SON_ID),
        ],
      },
      ...rewritten(),
    ])
  })
  test('a remark 0 says what an imported blank says: nothing was changed by it', () => {
    const relations: Record<string, object> = { '1': { yhzgx: '11' }, '2': { yhzgx: '02' } }
    const said = (cybz: string) => (m: StandingMember) => ({ ...relations[m.id], cybz })
    const of = (item: string, more: Form) => faults(formOf(item, more), facts(), { item, doSign: true }).map((p) => p.words.zh)
    expect(of(ITEM.head, { jtcyList: sentMembers(said('0')) })).toEqual([])
    expect(of(ITEM.head, { jtcyList: sentMembers((m) => ({ ...relations[m.id], cybz: m.id === '3' ? '1' : '0' })) })).toHaveLength(1)
    expect(of(ITEM.members, { jtcyList: sentMembers(() => ({ cybz: '0' })) })).toEqual(of(ITEM.members, { jtcyList: sentMembers() }))
  })
  test('_3: reserve land comes in, contracted land stays what it is, unsigned the contract lies open', () => {
    const added = [3, 4].map((n) => ({ dkbm: dkbm(n), cbjyqqdfs: '110', htmj: '500.00', htmjm: '0.75', sfqqqg: '2' }))
    const parcels = [parcelOf(3, { dklb: '22' }), parcelOf(4, { dklb: '10' })]
    const lines = [...OLD_LINES, ...added.map((l) => ({ ...l, yhtmj: null, yhtmjm: null }))]
    expect(actsOf(ITEM.added, { dk: added }, facts({ parcels }), false)).toEqual([
      { act: 'setParcel', dkbm: dkbm(3), fields: { dklb: '10' }, bgfs: '10' },
      ...rewritten({ lines, contract: { ycbhtbm: 'OLD', yhtzmj: null, yhtzmjm: null, unsigned: true, htlx: '4' } }),
    ])
  })
  test('_3: a line says itself that it is no share; what was signed before the case was changed to one without a contract does not count', () => {
    const dk = [{ dkbm: dkbm(3), cbjyqqdfs: '110', htmj: '500.00', htmjm: '0.75' }]
    const all = acts(formOf(ITEM.added, { dk }), facts({ parcels: [parcelOf(3, { dklb: '10' })] }), [signed], { item: ITEM.added, doSign: false })
    const added = { ...dk[0], sfqqqg: '2', yhtmj: null, yhtmjm: null }
    expect(all).toEqual(rewritten({ lines: [...OLD_LINES, added], contract: { ycbhtbm: 'OLD', yhtzmj: null, yhtzmjm: null, unsigned: true, htlx: '4' } }))
  })
  test('_4: lost land ends, land of the state changes category and use, a share is only left out', () => {
    const leaving = [
      { dkbm: dkbm(1), fate: 'lost' },
      { dkbm: dkbm(2), fate: 'state' },
    ]
    const x = facts({ standing: standing({ books: [book({ lines: [line(1), line(2), line(3)] })] }) })
    expect(actsOf(ITEM.taken, { leaving }, x)).toEqual([
      { act: 'endParcel', dkbm: dkbm(1), bgfs: '3', bgyy: '按协议' },
      { act: 'setParcel', dkbm: dkbm(2), fields: { dklb: '99', tdyt: '5' }, bgfs: '51' },
      ...rewritten({ lines: [line(3).line] }),
    ])
  })
  test('_5: returned land goes to the reserve, a share of others only leaves the book', () => {
    const x = facts({ standing: standing({ books: [book({ lines: [line(1), line(2, { sfqqqg: '1' }, ['X']), line(3)] })] }) })
    expect(actsOf(ITEM.returned, { leaving: [{ dkbm: dkbm(1) }, { dkbm: dkbm(2) }] }, x)).toEqual([
      { act: 'setParcel', dkbm: dkbm(1), fields: { dklb: '22' }, bgfs: '51' },
      ...rewritten({ lines: [line(3).line] }),
    ])
  })
  test('_4 in part: the parcel is cut, the rest stays in the book under a new code, the piece is lost or the state’s', () => {
    const cuts = [drawnCut(1, ['keep', 0, 24], ['lost', 24, 30], ['state', 30, 40])]
    const other = line(2, { htmj: '500.00', htmjm: '0.75', yhtmj: '400.00', yhtmjm: '0.60' })
    const x = facts({ cuts: [cutFact(1)], standing: standing({ books: [book({ lines: [other, line(1)] })] }) })
    expect(actsOf(ITEM.taken, { cuts }, x)).toEqual([
      {
        act: 'replaceParcels',
        parents: [dkbm(1)],
        children: [
          { dkbm: P(1), fields: pieceFields(0, 24, '600.00', '0.90', '0.90') },
          { dkbm: P(2), fields: pieceFields(24, 30, '150.00', '0.23', '0.23'), fate: 'lost' },
          { dkbm: P(3), fields: pieceFields(30, 40, '250.00', '0.38', '0.37'), fate: 'state' },
        ],
        bgfs: '1',
        bgyy: '按协议',
      },
      ...rewritten({ lines: [other.line, { ...line(1).line, dkbm: P(1), htmj: '600.00', htmjm: '0.90', yhtmj: '540.00', yhtmjm: '0.81' }] }),
    ])
  })
  test('_5 in part: the piece goes to the reserve, beside a parcel that goes whole; before the survey the line is as it was', () => {
    const cuts = [drawnCut(1, ['reserve', 0, 10], ['keep', 10, 40])]
    const sent = { leaving: [{ dkbm: dkbm(2) }], cuts }
    const [set, replace, ...books] = actsOf(ITEM.returned, sent, facts({ cuts: [cutFact(1)] }), false)
    expect(set).toEqual({ act: 'setParcel', dkbm: dkbm(2), fields: { dklb: '22' }, bgfs: '51' })
    expect(replace).toMatchObject({ parents: [dkbm(1)], children: [{ dkbm: P(1), fate: 'reserve' }, { dkbm: P(2) }] })
    const left = { ...line(1).line, dkbm: P(2), htmj: '750.00', htmjm: '1.12', yhtmj: '675.00', yhtmjm: '1.01' }
    expect(books).toEqual(rewritten({ lines: [left], contract: { ycbhtbm: 'OLD', yhtzmj: '675.00', yhtzmjm: '1.01', unsigned: true, htlx: '4' } }))
    const open = { cuts: [{ dkbm: dkbm(1), pieces: [] }] }
    expect(actsOf(ITEM.returned, open, facts({ cuts: [cutFact(1)] }))).toEqual(rewritten())
  })
  test('_6 drawn anew: the outline as bgfs 0 with what it measures; a neighbour that follows gets its outline and the next version of its book', () => {
    const x = beside()
    const signedBoth = [signed, { ...signed, cbhtbm: OTHER.books[0]!.code, attachId: '8' } as ContractFile]
    const form = formOf(ITEM.area, SHIFTED)
    expect(acts(form, x, signedBoth, { item: ITEM.area, doSign: true })).toEqual([
      { act: 'setParcel', dkbm: dkbm(1), fields: { geom: onGrid(strip(0, 44), ZONE), scmj: '1100.00', scmjm: '1.65', qqmjm: '1.65' }, bgfs: '0' },
      { act: 'setParcel', dkbm: dkbm(5), fields: { geom: onGrid(strip(44, 80), ZONE), scmj: '900.00', scmjm: '1.35' }, bgfs: '0' },
      ...rewritten({ lines: [{ ...line(1).line, htmj: '1100.00', htmjm: '1.65' }, line(2).line] }),
      { act: 'endBook', djbId: '88', qszt: '2', reason: '按协议' },
      {
        act: 'newBook',
        code: `${FBFBM}0002J`,
        fbfbm: FBFBM,
        cbfbm: `${FBFBM}0002`,
        from: ['88'],
        djlx: '1',
        djxl: '5',
        terms: TERMS,
        lines: [{ ...line(5).line, htmj: '900.00', htmjm: '1.35' }, line(6).line],
        contract: { ...FILE, file: { ...FILE.file, attachId: '8' } },
        remark: '原附记',
      },
      { act: 'certificate', code: `${FBFBM}0002J`, event: 'replace', reason: '按协议' },
    ])
    const m = consequences(form, x, { item: ITEM.area, doSign: true })
    expect(m.locks).toEqual([
      { objectType: 'cbf', objectCode: CBFBM },
      { objectType: 'djb', objectCode: CODE },
      { objectType: 'dk', objectCode: dkbm(1) },
      { objectType: 'dk', objectCode: dkbm(2) },
      { objectType: 'cbf', objectCode: `${FBFBM}0002` },
      { objectType: 'djb', objectCode: `${FBFBM}0002J` },
      { objectType: 'dk', objectCode: dkbm(5) },
      { objectType: 'dk', objectCode: dkbm(6) },
    ])
    expect(m.contracts.map((c) => [c.cbhtbm, c.cbfmc])).toEqual([
      [CODE, '张三'],
      [`${FBFBM}0002J`, '王五'],
    ])
    expect(m.books).toEqual([
      { code: CODE, djbId: '77', role: 'source' },
      { code: `${FBFBM}0002J`, djbId: '88', role: 'source' },
    ])
    expect(m.posted.dk.map((d) => [d.dkbm, d.htmjm, d.cbfbm])).toEqual([
      [dkbm(1), '1.65', CBFBM],
      [dkbm(2), '1.50', CBFBM],
      [dkbm(5), '1.35', `${FBFBM}0002`],
      [dkbm(6), '1.50', `${FBFBM}0002`],
    ])
    expect(m.posted.targets).toEqual([CBFBM, `${FBFBM}0002`, CODE, `${FBFBM}0002J`, dkbm(1), dkbm(2), dkbm(5), dkbm(6)])
  })
  test('_6: the contract area by decision, measured and confirmed area where they changed', () => {
    const corrected = [
      { dkbm: dkbm(1), htmj: '1100.00', htmjm: '1.65' },
      { dkbm: dkbm(2), htmj: '1200.00', htmjm: '1.80', scmj: '1200.00', qqmjm: '1.80' },
    ]
    expect(actsOf(ITEM.area, { corrected })).toEqual([
      { act: 'setParcel', dkbm: dkbm(2), fields: { scmj: '1200.00', scmjm: '1.80', qqmjm: '1.80' }, bgfs: '50' },
      ...rewritten({
        lines: [
          { ...line(1).line, htmj: '1100.00', htmjm: '1.65' },
          { ...line(2).line, htmj: '1200.00', htmjm: '1.80' },
        ],
      }),
    ])
  })
  test('_6: a measured or confirmed area that is as it was is not told again', () => {
    const corrected = [{ dkbm: dkbm(1), htmj: '1100.00', htmjm: '1.65', scmj: '1000.00', qqmjm: '1.50' }]
    expect(actsOf(ITEM.area, { corrected })).toEqual(rewritten({ lines: [{ ...line(1).line, htmj: '1100.00', htmjm: '1.65' }, line(2).line] }))
  })
  test('_9: only what was agreed besides', () => {
    expect(actsOf(ITEM.other, { djbfj: '双方另行约定' }, facts(), false)).toEqual(rewritten({ contract: { carry: true }, remark: '双方另行约定' }))
  })
})

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
/** An outline that touches itself, and where: degrees as a refusal says them. */
const WAIST: [number, number] = [500_022, 3_300_012]
const WAISTED = shapeToWkt([[[500_000, 3_300_000], [500_044, 3_300_000], WAIST, [500_044, 3_300_025], [500_000, 3_300_025], WAIST]], ZONE)
const WAIST_AT = toDegrees(WAIST, ZONE)
  .map((n) => n.toFixed(7))
  .join(', ')
const P = (n: number) => `${FBFBM}9000${n}`
const cutFact = (n: number, from = 0, more: object = {}): CutParcel => ({
  parcel: { dkbm: dkbm(n), fbfbm: FBFBM, dkmc: '田', dklb: '10', scmj: '1000.00', qqmjm: '1.50', djzt: '2', ...more } as unknown as CutParcel['parcel'],
  wkt: strip(from, from + 40),
  zone: ZONE,
  codes: [P(1), P(2), P(3)],
})
const drawnCut = (n: number, ...pieces: readonly (readonly [string, number, number])[]) => ({
  dkbm: dkbm(n),
  pieces: pieces.map(([to, a, b]) => ({ to, geom: strip(a, b) })),
})
const pieceFields = (a: number, b: number, scmj: string, scmjm: string, qqmjm: string) => ({
  fbfbm: FBFBM,
  dkmc: '田',
  dklb: '10',
  geom: onGrid(strip(a, b), ZONE),
  scmj,
  scmjm,
  qqmjm,
})
const OTHER: Standing = standing({ books: [book({ djbId: '88', code: `${FBFBM}0002J`, lines: [line(5), line(6)] })] }, { cbfbm: `${FBFBM}0002`, cbfmc: '王五' })
/** Parcel 1 grows by 4 m into parcel 5 of another household, which follows. */
const SHIFTED = {
  corrected: [{ dkbm: dkbm(1), htmj: '1100.00', htmjm: '1.65', qqmjm: '1.65', scmj: '7.00', cxch: '1', geom: strip(0, 44) }],
  beside: [{ dkbm: dkbm(5), cbjyqzbm: `${FBFBM}0002J`, djbId: '88', htmj: '900.00', htmjm: '1.35', geom: strip(44, 80) }],
}
const beside = (more: Partial<Facts> = {}): Facts =>
  facts({
    drawn: new Map([
      [dkbm(1), cutFact(1)],
      [dkbm(5), cutFact(5, 40)],
    ]),
    neighbours: new Map([[`${FBFBM}0002J`, OTHER]]),
    ...more,
  })

const parcelOf = (n: number, more: Partial<ParcelStanding> = {}): ParcelStanding =>
  ({ dkbm: dkbm(n), dkmc: `田${n}`, fbfbm: FBFBM, dklb: '22', cbfbm: null, dyzt: '0', yyzt: '0', scmj: '500.00', contracts: [], ...more }) as ParcelStanding

test('whose boundary follows: the neighbours that stand with a current book, each once', () => {
  const form = formOf(ITEM.area, SHIFTED)
  const of = (neighbours: Facts['neighbours']) => followers(form, { neighbours }).map((f) => [f.standing.holder.cbfmc, f.book.djbId])
  expect(of(new Map([[`${FBFBM}0002J`, OTHER]]))).toEqual([['王五', '88']])
  expect(of(new Map([[`${FBFBM}0002J`, { ...OTHER, books: [] }]]))).toEqual([])
  expect(of(new Map())).toEqual([])
})

test('what the case takes, holds and posts: a share that is left alone only as a share', () => {
  const x = facts({ standing: standing({ books: [book({ lines: [line(1), line(2, { sfqqqg: '1' }, ['X'])] })] }), parcels: [parcelOf(3)] })
  const form = formOf(ITEM.added, { dk: [{ dkbm: dkbm(3), cbjyqqdfs: '110', htmj: '500.00', htmjm: '0.75' }] })
  const m = consequences(form, x, { item: ITEM.added, doSign: true })
  expect(m.locks).toEqual([
    { objectType: 'cbf', objectCode: CBFBM },
    { objectType: 'djb', objectCode: CODE },
    { objectType: 'dk', objectCode: dkbm(1) },
    { objectType: 'share', objectCode: `${dkbm(2)}:${CBFBM}` },
    { objectType: 'dk', objectCode: dkbm(3) },
  ])
  expect(m.contracts).toEqual([{ cbhtbm: CODE, cbfbm: CBFBM, cbfmc: '张三', htlx: '4', qdsj: null }])
  expect(m.books).toEqual([{ code: CODE, djbId: '77', role: 'source' }])
  expect(m.posted).toEqual({
    targets: [CBFBM, CODE, dkbm(1), dkbm(2), dkbm(3)],
    cbfbm: CBFBM,
    dk: [1, 2, 3].map((n) => ({
      dkbm: dkbm(n),
      dkmc: `田${n}`,
      htmj: n === 3 ? '500.00' : '1000.00',
      htmjm: n === 3 ? '0.75' : '1.50',
      sfqqqg: n === 2 ? '1' : '2',
    })),
    cbht: { cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
  })
  expect(consequences(form, x, { item: ITEM.added, doSign: false }).contracts).toEqual([])
})
test('a share that the survey is to draw anew is held whole, a neighbour without book too; pieces are held as their parcel', () => {
  const share = facts({ standing: standing({ books: [book({ lines: [line(1, { sfqqqg: '1' }), line(2)] })] }) })
  const locks = (item: string, form: ChangeForm, x: Facts) => consequences(form, x, { item, doSign: true }).locks.map((l) => `${l.objectType} ${l.objectCode}`)
  const anew = formOf(ITEM.area, { corrected: [{ dkbm: dkbm(1), htmj: '1000.00', htmjm: '1.50', cxch: '1' }] })
  const own = [`cbf ${CBFBM}`, `djb ${CODE}`]
  expect(locks(ITEM.area, anew, share)).toEqual([...own, `dk ${dkbm(1)}`, `dk ${dkbm(2)}`])
  // of which the area alone is decided, it is held as a share
  const decided = formOf(ITEM.area, { corrected: [{ dkbm: dkbm(1), htmj: '990.00', htmjm: '1.49', cxch: '2' }] })
  expect(locks(ITEM.area, decided, share)).toEqual([...own, `share ${dkbm(1)}:${CBFBM}`, `dk ${dkbm(2)}`])
  const loose = formOf(ITEM.area, { ...SHIFTED, beside: [{ dkbm: dkbm(5), geom: strip(44, 80) }] })
  expect(locks(ITEM.area, loose, beside({ neighbours: new Map() }))).toEqual([...own, `dk ${dkbm(1)}`, `dk ${dkbm(2)}`, `dk ${dkbm(5)}`])
  const cut = formOf(ITEM.returned, { cuts: [drawnCut(1, ['reserve', 0, 10], ['keep', 10, 40])] })
  expect(locks(ITEM.returned, cut, facts({ cuts: [cutFact(1)] }))).toEqual([...own, `dk ${dkbm(1)}`, `dk ${dkbm(2)}`])
})
test('a version of the book that is no longer the current one changes nothing', () => {
  const old = { ...formOf(ITEM.other, { djbfj: 'x' }), djbId: '1' }
  expect(changed(old, facts(), { item: ITEM.other, doSign: false }).books).toEqual([])
})
test('gates and persons: land is surveyed, members are not posted, whoever comes is held', () => {
  const gates = (item: string) => changeContract.gates(formOf(ITEM.other, { djbfj: 'x' }), { item, doSign: false })
  expect(Object.values(ITEM).map((i) => [i.at(-1), ...Object.values(gates(i))])).toEqual([
    ['1', false, false, false],
    ['2', false, true, false],
    ['3', true, true, false],
    ['4', true, true, false],
    ['5', true, true, false],
    ['6', true, true, false],
    ['9', false, false, false],
  ])
  expect(changeContract.persons(formOf(ITEM.members, { jtcyList: [...sentMembers(), baby] }))).toEqual([{ at: 'jtcyList.3', cyzjlx: '1', cyzjhm: BABY }])
})
test('a number that came back masked is the stored one', () => {
  const jtcyList = [...sentMembers((m) => ({ cyzjhm: `${m.cyzjhm!.slice(0, 3)}***********${m.cyzjhm!.slice(-4)}` })), baby]
  const [set] = actsOf(ITEM.members, { jtcyList })
  expect(set).toMatchObject({ members: [{ cyzjhm: HEAD_ID }, { cyzjhm: WIFE_ID }, { cyzjhm: SON_ID }, { cyzjhm: BABY }] })
})
test('relations to another head', () => {
  expect(restated({ yhzgx: '02', cyxb: '1' }, { yhzgx: '12', cyxb: '2' })).toBe('11')
  expect(restated({ yhzgx: '22', cyxb: '1' }, { yhzgx: '12', cyxb: '2' })).toBe('22')
  expect(restated({ yhzgx: '02', cyxb: '1' }, { yhzgx: '20', cyxb: '1' })).toBe('51')
  expect(restated({ yhzgx: '12', cyxb: '2' }, { yhzgx: '20', cyxb: '1' })).toBe('52')
  expect(restated({ yhzgx: '02', cyxb: '1' }, { yhzgx: '51', cyxb: '1' })).toBe('20')
  expect(restated({ yhzgx: '99', cyxb: '1' }, { yhzgx: '20', cyxb: '1' })).toBe('97')
  // husband, wife and children of a child follow from the household where it has one such child alone
  const all = (...codes: string[]) => codes.map((yhzgx) => ({ yhzgx, cyxb: null }))
  const to = (member: string, head: string, ...more: string[]) => restated(all(member)[0]!, all(head)[0]!, all('02', member, head, ...more))
  expect([to('38', '20'), to('28', '31'), to('20', '38'), to('30', '28')]).toEqual(['12', '11', '11', '12'])
  expect([to('41', '20'), to('42', '20', '38'), to('43', '30'), to('44', '30')]).toEqual(['20', '30', '20', '30'])
  expect([to('38', '20', '22'), to('38', '20', '38'), to('41', '20', '23'), to('43', '20'), to('28', '20'), to('40', '20')]).toEqual(Array(6).fill('97'))
})

describe('what is refused, at its field, in both languages', () => {
  const FORM: readonly (readonly [string, Form, string, string, string])[] = [
    [ITEM.members, { jtcyList: [] }, 'jtcyList', '请至少登记一名家庭成员', 'A household has at least one member'],
    ...[ITEM.members, ITEM.head].map(
      (item) =>
        [
          item,
          { jtcyList: [...sentMembers(), { ...sentMembers()[1]!, cyxm: '李玫' }] },
          'jtcyList.3.cyxm',
          '成员【李梅】重复',
          'Member 李梅 is listed twice',
        ] as const,
    ),
    [
      ITEM.members,
      { jtcyList: sentMembers((m) => (m.id === '2' ? { cybz: '7' } : {})) },
      'jtcyList.1.sfgyr',
      '已去世的成员不能为共有人',
      'A deceased member cannot be a co-owner',
    ],
    [
      ITEM.members,
      { jtcyList: sentMembers((m) => (m.id === '1' ? { sfgyr: '2' } : {})) },
      'jtcyList',
      '户主必须在世且为共有人',
      'The head must be alive and a co-owner',
    ],
    [ITEM.added, { dk: [] }, 'dk', '请至少选择一个地块', 'Select at least one parcel'],
    [ITEM.taken, { leaving: [] }, 'leaving', '请至少选择一个地块', 'Select at least one parcel'],
    [ITEM.taken, { leaving: [{ dkbm: dkbm(1) }] }, 'leaving.0.fate', '请选择地块去向', 'Select what happens to the parcel'],
    [ITEM.taken, { leaving: [{ dkbm: dkbm(1), fate: 'reserve' }] }, 'leaving.0.fate', '地块去向与业务事项不符', 'The outcome does not match the item'],
    [ITEM.returned, { leaving: [{ dkbm: dkbm(1) }, { dkbm: dkbm(1) }] }, 'leaving', '地块重复', 'A parcel is listed twice'],
    [
      ITEM.area,
      { corrected: [{ dkbm: dkbm(1), htmj: '1000.00', htmjm: '3.00' }] },
      'corrected.0.htmj',
      '合同面积1000.00平方米与3.00亩不一致，1000.00平方米为1.50亩',
      'The contract area of 1000.00 m² does not match 3.00 mu: 1000.00 m² are 1.50 mu',
    ],
    [ITEM.returned, { leaving: [{ dkbm: dkbm(1) }], cuts: [drawnCut(1)] }, 'cuts.0.dkbm', '该地块已整块选择', 'The whole parcel is already transferred'],
    [ITEM.returned, { cuts: [drawnCut(1, ['keep', 0, 10], ['lost', 10, 40])] }, 'cuts.0.pieces.1.to', '请选择该块的归属', 'Select whose this piece becomes'],
    [
      ITEM.area,
      { corrected: [{ dkbm: dkbm(1), htmj: '1000.00', htmjm: '1.50', scmj: '9.00' }], beside: SHIFTED.beside },
      'beside.0.dkbm',
      '没有重新测绘的地块，不能纳入相邻地块',
      'No outline is redrawn that a neighbour could follow',
    ],
    [ITEM.area, { ...SHIFTED, beside: [{ ...SHIFTED.beside[0], dkbm: dkbm(1) }] }, 'beside.0.dkbm', '地块重复', 'A parcel is listed twice'],
    [
      ITEM.area,
      { ...SHIFTED, beside: [{ ...SHIFTED.beside[0], cbjyqzbm: CODE }] },
      'beside.0.cbjyqzbm',
      '该地块在本登记簿中，请直接重新测绘',
      'This parcel is in the same book: draw it there',
    ],
    [
      ITEM.area,
      { ...SHIFTED, beside: [{ ...SHIFTED.beside[0], htmj: null }] },
      'beside.0.htmj',
      '合同面积的平方米数与亩数应同时填写',
      'Give the contract area in m² and in mu',
    ],
    [
      ITEM.area,
      { corrected: [{ ...SHIFTED.corrected[0], geom: 'POLYGON((1 1, 2 2, 1 2))' }] },
      'corrected.0.geom',
      '新图形格式不正确：WKT 文本有误：环至少要有四个坐标',
      'New outline is malformed: The WKT text is not valid: a ring needs at least four coordinates',
    ],
    [ITEM.other, {}, 'djbfj', '请输入约定事项', 'Please enter the agreed matters'],
    [ITEM.other, { djbfj: 'x', bgyy: null }, 'bgyy', '请输入变更原因', 'Please enter the reason'],
    [ITEM.other, { djbfj: 'x', cbjyqzbm: null }, 'cbjyqzbm', '请选择登记簿', 'Please select the book'],
  ]
  test.each(FORM)('%s %j', (item, more, field, zh, en) => {
    expect(readAs(item, more).wrong).toContainEqual({ field, msg: { zh, en } })
  })

  const said = (item: string, more: Form, x: Facts) => {
    const [first] = faults(formOf(item, more), x, { item, doSign: true })
    if (!first) return undefined
    if (first.key !== 'invalid') return [first.key, first.words.zh]
    const [w] = first.details as { field: string; msg: { zh: string; en: string } }[]
    expect(w!.msg.en).not.toBe('')
    return [w!.field, w!.msg.zh]
  }
  const other = { djbfj: 'x' }
  const withBook = (more: Partial<Standing['books'][number]>) => facts({ standing: standing({ books: [book(more)] }) })
  const add = { dk: [{ dkbm: dkbm(3), cbjyqqdfs: '110', htmj: '500.00', htmjm: '0.75' }] }
  const parcel = (more: Partial<ParcelStanding>) => facts({ parcels: [parcelOf(3, more)] })
  const children = { jtcyList: sentMembers((m) => (m.id === '3' ? { yhzgx: '02' } : m.id === '1' ? { yhzgx: '51' } : { yhzgx: '52' })) }
  const PLAN: readonly (readonly [string, string, Form, Facts, string, string])[] = [
    ['no such contractor', ITEM.other, other, facts({ standing: undefined }), 'E1004', '登记簿已注销或已变更，请刷新'],
    ['a later version', ITEM.other, { ...other, djbId: '76' }, facts(), 'E1004', '登记簿已注销或已变更，请刷新'],
    ['another issuer', ITEM.other, other, facts({ standing: standing({}, { fbfbm: 'X' }) }), 'cbjyqzbm', '登记簿不属于所选发包方'],
    [
      'objection against the contractor',
      ITEM.other,
      other,
      facts({ standing: standing({}, { yyzt: '1' }) }),
      'E1003',
      `承包方【张三 ${CBFBM}】存在异议，请先处理异议`,
    ],
    [
      'objection against a parcel',
      ITEM.other,
      other,
      withBook({ lines: [line(1, {}, [], { yyzt: '1' })] }),
      'E1003',
      `地块【${dkbm(1)}】存在异议，请先处理异议`,
    ],
    ['mortgage', ITEM.other, other, withBook({ lines: [line(1, {}, [], { dyzt: '1' })] }), 'E1002', `地块【${dkbm(1)}】处于抵押状态，不能办理该业务`],
    ['term over', ITEM.other, other, withBook({ terms: { ...TERMS, cbqxz: '2026-03-16' } }), 'E1005', '承包期限已届满'],
    [
      'no household',
      ITEM.members,
      { jtcyList: [...sentMembers(), baby] },
      facts({ standing: standing({}, { cbflx: '2' }) }),
      'cbjyqzbm',
      '承包方不是农户，没有家庭成员',
    ],
    ['a stranger', ITEM.members, { jtcyList: [...sentMembers(), { ...baby, id: '99' }] }, facts(), 'jtcyList.3.cyxm', '该成员不在本户'],
    ['another head', ITEM.members, children, facts(), 'jtcyList.2.yhzgx', '更换户主请办理承包方代表变更'],
    [
      'name of the head',
      ITEM.members,
      { jtcyList: sentMembers((m) => (m.id === '1' ? { cyxm: '张山' } : {})) },
      facts(),
      'jtcyList.0.cyxm',
      '户主姓名或证件有误请办理承包方信息更正',
    ],
    [
      'the name of another',
      ITEM.members,
      { jtcyList: sentMembers((m) => (m.id === '2' ? { cyxm: '张三' } : {})) },
      facts(),
      'jtcyList.1.cyxm',
      '姓名不能更正为本户另一在世成员的姓名【张三】',
    ],
    ['nothing changed', ITEM.members, { jtcyList: sentMembers() }, facts(), 'jtcyList', '家庭成员没有变更'],
    [
      'owner elsewhere',
      ITEM.members,
      { jtcyList: [...sentMembers(), baby] },
      facts({ elsewhere: [{ cyzjlx: '1', cyzjhm: BABY, cyxm: '张新', cbfbm: 'B' }] }),
      'jtcyList.3.cyzjhm',
      '【张新】已是承包方【B】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认',
    ],
    ['same head', ITEM.head, { jtcyList: sentMembers() }, facts(), 'jtcyList', '请选择新的承包方代表'],
    [
      'new member as head',
      ITEM.head,
      { jtcyList: [...sentMembers((m) => (m.id === '1' ? { yhzgx: '51' } : {})), { ...baby, yhzgx: '02' }] },
      facts(),
      'jtcyList.3.yhzgx',
      '新的代表须为本户现有成员',
    ],
    [
      'more than relations',
      ITEM.head,
      { jtcyList: children.jtcyList.map((m) => (m.id === '2' ? { ...m, cyxm: '李美' } : m)) },
      facts(),
      'jtcyList.1.cyxm',
      '代表变更时只能变更与户主关系',
    ],
    [
      'an area that its outline denies',
      ITEM.area,
      { corrected: [{ dkbm: dkbm(1), htmj: '1000.00', htmjm: '1.50', scmj: '1500.00', areaReason: '复测' }] },
      facts({ drawn: new Map([[dkbm(1), cutFact(1)]]) }),
      'corrected.0.scmj',
      `地块【${dkbm(1)}】的实测面积1500.00平方米与图形面积1000.00平方米不符：面积重新测量的，请选择重新测绘并绘制新图形`,
    ],
    [
      'a confirmed area far from the measured one',
      ITEM.area,
      { corrected: [{ dkbm: dkbm(1), htmj: '1000.00', htmjm: '1.50', qqmjm: '99.00', areaReason: '复测' }] },
      facts(),
      'corrected.0.qqmjm',
      `地块【${dkbm(1)}】的确权面积与实测面积【1.50亩】相差超过100%，请更正`,
    ],
    [
      'a confirmed area beside the measured one without a reason',
      ITEM.area,
      { corrected: [{ dkbm: dkbm(1), htmj: '1000.00', htmjm: '1.50', qqmjm: '1.80' }] },
      facts(),
      'corrected.0.areaReason',
      `地块【${dkbm(1)}】的确权面积与实测面积【1.50亩】相差超过10%，请填写面积差异原因`,
    ],
    ['a newcomer', ITEM.head, { jtcyList: [...children.jtcyList, baby] }, facts(), 'jtcyList.3.cyxm', '代表变更时不能新增成员'],
    ['a member less', ITEM.head, { jtcyList: children.jtcyList.filter((m) => m.id !== '2') }, facts(), 'jtcyList', '代表变更时不能减少成员【李梅】'],
    ['no such parcel', ITEM.added, add, facts({ parcels: [undefined] }), 'not-found', `地块【${dkbm(3)}】不存在`],
    ['parcel of another issuer', ITEM.added, add, parcel({ fbfbm: 'X' }), 'dk.0.dkbm', `地块【${dkbm(3)}】不属于所选发包方`],
    ['private plot', ITEM.added, add, parcel({ dklb: '21' }), 'dk.0.dkbm', `地块【${dkbm(3)}】的类别不能承包`],
    ['parcel of another contractor', ITEM.added, add, parcel({ cbfbm: 'X' }), 'dk.0.dkbm', `地块【${dkbm(3)}】的承包方不是【张三】`],
    ['mortgaged parcel', ITEM.added, add, parcel({ dyzt: '1' }), 'E1002', `地块【${dkbm(3)}】处于抵押状态，不能办理该业务`],
    ['parcel objected to', ITEM.added, add, parcel({ yyzt: '1' }), 'E1003', `地块【${dkbm(3)}】存在异议，请先处理异议`],
    ['parcel under contract', ITEM.added, add, parcel({ contracts: [{ cbhtbm: 'Z', sfqqqg: '2' }] }), 'E1015', `地块【${dkbm(3)}】已在合同【Z】中`],
    ['other way', ITEM.added, { dk: [{ ...add.dk[0], cbjyqqdfs: '121' }] }, parcel({}), 'dk.0.cbjyqqdfs', '取得方式与合同的承包方式不符'],
    [
      'far more than measured',
      ITEM.added,
      add,
      parcel({ scmj: '249.99' }),
      'dk.0.htmj',
      `地块【${dkbm(3)}】的合同面积与实测面积【249.99平方米】相差超过100%，请更正`,
    ],
    [
      'more than measured',
      ITEM.added,
      add,
      parcel({ scmj: '400.00' }),
      'dk.0.areaReason',
      `地块【${dkbm(3)}】的合同面积与实测面积【400.00平方米】相差超过10%，请填写面积差异原因`,
    ],
    ['parcel of another book', ITEM.returned, { leaving: [{ dkbm: dkbm(9) }] }, facts(), 'leaving.0.dkbm', `地块【${dkbm(9)}】不在该登记簿中`],
    [
      'joint parcel lost',
      ITEM.taken,
      { leaving: [{ dkbm: dkbm(2), fate: 'lost' }] },
      withBook({ lines: [line(1), line(2, { sfqqqg: '1' }, ['X'])] }),
      'leaving.0.dkbm',
      `地块【${dkbm(2)}】为共有地块，须由全部承包方一并办理`,
    ],
    ['cut parcel of another book', ITEM.taken, { cuts: [drawnCut(9)] }, facts({ cuts: [cutFact(9)] }), 'cuts.0.dkbm', `地块【${dkbm(9)}】不在该登记簿中`],
    [
      'a joint parcel cut',
      ITEM.returned,
      { cuts: [drawnCut(1)] },
      { ...withBook({ lines: [line(1, { sfqqqg: '1' }, ['X'])] }), cuts: [cutFact(1)] },
      'cuts.0.dkbm',
      `地块【${dkbm(1)}】为共有地块，须由全部承包方一并办理`,
    ],
    [
      'all pieces kept',
      ITEM.returned,
      { cuts: [drawnCut(1, ['keep', 0, 10], ['keep', 10, 40])] },
      facts({ cuts: [cutFact(1)] }),
      'cuts.0.pieces',
      '分割后双方应各得至少一块',
    ],
    [
      'a piece outside',
      ITEM.taken,
      { cuts: [drawnCut(1, ['keep', 0, 10], ['lost', 10, 44])] },
      facts({ cuts: [cutFact(1)] }),
      'cuts.0.pieces.1.geom',
      '第2块超出原地块100.00平方米',
    ],
    [
      'an outline of a joint parcel',
      ITEM.area,
      { corrected: [{ ...SHIFTED.corrected[0], geom: null }] },
      { ...withBook({ lines: [line(1, {}, ['X'])] }) },
      'corrected.0.dkbm',
      `地块【${dkbm(1)}】为共有地块，须由全部承包方一并办理`,
    ],
    [
      'an outline that is none',
      ITEM.area,
      { corrected: [{ ...SHIFTED.corrected[0], geom: WAISTED }] },
      beside(),
      'corrected.0.geom',
      `地块【${dkbm(1)}】的图形无效：边界自相交或自相接（${WAIST_AT}）`,
    ],
    [
      'into a registered neighbour',
      ITEM.area,
      { corrected: SHIFTED.corrected },
      beside({ near: [{ dkbm: dkbm(5), wkt: strip(40, 80), code: 'X' }] }),
      'corrected.0.geom',
      `地块【${dkbm(1)}】与已登记地块【${dkbm(5)}】的公共界址点有移动，后者面积将变化100.00平方米，请将该地块及其登记簿一并办理`,
    ],
    [
      'away from a registered neighbour',
      ITEM.area,
      { corrected: [{ ...SHIFTED.corrected[0], geom: strip(0, 39), areaReason: '重新测绘' }] },
      beside({ near: [{ dkbm: dkbm(5), wkt: strip(40, 80), code: 'X' }] }),
      'corrected.0.geom',
      `地块【${dkbm(1)}】与已登记地块【${dkbm(5)}】的公共界址点有移动，后者面积将变化25.00平方米，请将该地块及其登记簿一并办理`,
    ],
    [
      'into a neighbour that is not registered',
      ITEM.area,
      { corrected: SHIFTED.corrected },
      beside({ near: [{ dkbm: dkbm(5), wkt: strip(40, 80), code: null }] }),
      'corrected.0.geom',
      `地块【${dkbm(1)}】的图形与地块【${dkbm(5)}】重叠100.00平方米`,
    ],
    [
      'far from the new outline',
      ITEM.area,
      { corrected: [{ ...SHIFTED.corrected[0], htmj: '2300.00', htmjm: '3.45' }] },
      beside(),
      'corrected.0.htmj',
      `地块【${dkbm(1)}】的合同面积与实测面积【1100.00平方米】相差超过100%，请更正`,
    ],
    [
      'a neighbour in a later version',
      ITEM.area,
      { ...SHIFTED, beside: [{ ...SHIFTED.beside[0], djbId: '87' }] },
      beside(),
      'E1004',
      '登记簿已注销或已变更，请刷新',
    ],
    [
      'a neighbour whose book has ended',
      ITEM.area,
      SHIFTED,
      beside({ neighbours: new Map([[`${FBFBM}0002J`, { ...OTHER, books: [] }]]) }),
      'E1004',
      '登记簿已注销或已变更，请刷新',
    ],
    [
      'a neighbour of another book',
      ITEM.area,
      SHIFTED,
      beside({ neighbours: new Map([[`${FBFBM}0002J`, { ...OTHER, books: [{ ...OTHER.books[0]!, lines: [line(6)] }] }]]) }),
      'beside.0.dkbm',
      `地块【${dkbm(5)}】不在该登记簿中`,
    ],
    [
      'a registered neighbour without its book',
      ITEM.area,
      { ...SHIFTED, beside: [{ dkbm: dkbm(5), geom: strip(44, 80) }] },
      beside(),
      'beside.0.dkbm',
      `地块【${dkbm(5)}】已登记，请一并选择其登记簿`,
    ],
    [
      'a mortgaged neighbour',
      ITEM.area,
      SHIFTED,
      beside({ neighbours: new Map([[`${FBFBM}0002J`, { ...OTHER, books: [{ ...OTHER.books[0]!, dyzt: '1' }] }]]) }),
      'E1002',
      `地块【${dkbm(5)}】处于抵押状态，不能办理该业务`,
    ],
    ['nothing left', ITEM.returned, { leaving: [{ dkbm: dkbm(1) }, { dkbm: dkbm(2) }] }, facts(), 'E1018', '变更后地块数为0，请办理合同注销'],
    [
      'no area changed',
      ITEM.area,
      { corrected: [{ dkbm: dkbm(1), htmj: '1000.00', htmjm: '1.50' }] },
      facts(),
      'corrected.0.htmj',
      `地块【${dkbm(1)}】的面积没有变更`,
    ],
    [
      'a share that grows beyond what the others leave',
      ITEM.area,
      { corrected: [{ dkbm: dkbm(1), htmj: '500.03', htmjm: '0.75' }] },
      withBook({ lines: [{ ...line(1, { sfqqqg: '1', htmj: '400.00', htmjm: '0.60' }, ['X']), othersM2: ['500.00'] }] }),
      'corrected.0.htmj',
      `地块【${dkbm(1)}】各户份额之和超过1（合同面积合计大于实测面积1000.00平方米）`,
    ],
    [
      'area of a joint parcel',
      ITEM.area,
      { corrected: [{ dkbm: dkbm(1), htmj: '1000.00', htmjm: '1.50', qqmjm: '1.40' }] },
      withBook({ lines: [line(1, { sfqqqg: '1' }, ['X'])] }),
      'corrected.0.dkbm',
      `地块【${dkbm(1)}】为共有地块，须由全部承包方一并办理`,
    ],
    [
      'area far off',
      ITEM.area,
      { corrected: [{ dkbm: dkbm(1), htmj: '2100.00', htmjm: '3.15' }] },
      facts(),
      'corrected.0.htmj',
      `地块【${dkbm(1)}】的合同面积与实测面积【1000.00平方米】相差超过100%，请更正`,
    ],
  ]
  test.each(PLAN)('%s', (_name, item, more, x, at, zh) => {
    expect(said(item, more, x)).toEqual([at, zh])
  })
  test('what the survey draws may be open until it is passed', () => {
    const cut = { cuts: [drawnCut(1)] }
    const open = { corrected: [{ ...SHIFTED.corrected[0], scmj: null, geom: null }] }
    const cutting = facts({ cuts: [cutFact(1)] })
    const late = (item: string, more: Form, x: Facts) =>
      faults(formOf(item, more), x, { item, doSign: true, task: 'check' }).map((p) => (p.details as { field: string; msg: { zh: string } }[])[0])
    expect([said(ITEM.returned, cut, cutting), said(ITEM.area, open, facts())]).toEqual([undefined, undefined])
    expect(late(ITEM.returned, cut, cutting)).toMatchObject([{ field: 'cuts.0.pieces', msg: { zh: `地块【${dkbm(1)}】尚未分割` } }])
    expect(late(ITEM.area, open, facts())).toMatchObject([{ field: 'corrected.0.geom', msg: { zh: `地块【${dkbm(1)}】的图形尚未绘制` } }])
    expect(said(ITEM.area, SHIFTED, beside())).toBeUndefined()
    // nor is a reason for a confirmed area asked for where nobody can give it any more
    const confirmed = { corrected: [{ dkbm: dkbm(1), htmj: '1000.00', htmjm: '1.50', qqmjm: '1.80' }] }
    expect(late(ITEM.area, confirmed, facts())).toEqual([])
  })
  test('members may change while the land is mortgaged, shares of one parcel may stand in two books', () => {
    expect(said(ITEM.members, { jtcyList: [...sentMembers(), baby] }, withBook({ dyzt: '1', lines: [line(1, {}, [], { dyzt: '1' })] }))).toBeUndefined()
    const share = { dk: [{ ...add.dk[0], sfqqqg: '1' }] }
    expect(said(ITEM.added, share, parcel({ contracts: [{ cbhtbm: 'Z', sfqqqg: '1' }] }))).toBeUndefined()
  })
})
