// Transferring land as pure functions: what each item's form must say, its acts word for word, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import { onGrid, shapeToWkt } from '../../../land/geometry/crs.ts'
import type { ContractFile, Form } from '../../cases/definitions/business.ts'
import type { CutParcel } from '../../cases/land/pieces.ts'
import { divided } from '../../parts/moves.ts'
import type { Standing, StandingBook, StandingLine } from '../../cases/definitions/standing.ts'
import { faults } from './faults.ts'
import { acts, mattersOf, consequences, ownershipWarnings, termsOf, type Facts } from './plan.ts'
import { changeTransfer, ITEM, type TransferForm } from './type.ts'

const FBFBM = '51011210120100'
const [S, R] = [`${FBFBM}0001`, `${FBFBM}0002`]
const dkbm = (n: number) => `${FBFBM}0000${n}`
const resident = (digits: string) => digits + idCardCheck(digits)
const line = (n: number, more: Partial<StandingLine['line']> = {}, parcel: Partial<StandingLine['parcel']> = {}, others: string[] = []): StandingLine => ({
  line: { dkbm: dkbm(n), sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110', yhtmj: '900.00', yhtmjm: '1.35', ...more },
  parcel: {
    dkbm: dkbm(n),
    dkmc: `田${n}`,
    fbfbm: FBFBM,
    syqxz: '31',
    dklb: '10',
    tdyt: '1',
    scmj: '1000.00',
    scmjm: '1.50',
    qqmjm: '1.50',
    dyzt: '0',
    yyzt: '0',
    ...parcel,
  },
  others,
})
const NONE = { ycbhtbm: null, yhtzmj: null, yhtzmjm: null }
const TERMS = { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' }
const book = (code: string, djbId: string, lines: StandingLine[], more: Partial<StandingBook> = {}): StandingBook => ({
  djbId,
  code,
  fbfbm: FBFBM,
  remark: null,
  dyzt: '0',
  yyzt: '0',
  lines,
  terms: TERMS,
  former: NONE,
  ...more,
})
const member = (cyxm: string) => ({ cyxm, yhzgx: '02', cyzjlx: '1', cyzjhm: 'N', sfgyr: '1' }) as Standing['members'][number]
const party = (cbfbm: string, cbfmc: string, books: StandingBook[], holder: Partial<Standing['holder']> = {}): Standing => ({
  holder: { cbfbm, cbfmc, cbflx: '1', cbfzjhm: 'N', fbfbm: FBFBM, yyzt: '0', ...holder } as Standing['holder'],
  members: [member(cbfmc)],
  books,
  today: '2026-03-17',
})
const SOURCE = book(`${S}J`, '71', [line(1), line(2)], { remark: '原附记', former: { ycbhtbm: 'OLD', yhtzmj: '1800.00', yhtzmjm: '2.70' } })
const OWN = book(`${R}J`, '72', [line(3)], { terms: { ...TERMS, cbqx: 25, cbqxz: '2028-06-30' } })
const facts = (more: Partial<Facts> = {}): Facts => ({
  source: party(S, '张三', [SOURCE]),
  receiver: party(R, '李四', [OWN]),
  household: undefined,
  elsewhere: [],
  cbfbm: R,
  lastBook: '72',
  isContracted: true,
  barred: new Set(),
  cuts: [],
  begins: '2026-03-16',
  ...more,
})
/** A receiver of the register that has no book. */
const bookless = (more: Partial<Facts> = {}) => facts({ receiver: party(R, '李四', []), lastBook: undefined, isContracted: false, ...more })
const HEAD = resident('51011219800101123')
const NEW = {
  cbfmc: '王五',
  cbflx: '1',
  cbfzjlx: '1',
  cbfzjhm: HEAD,
  cbfdz: '测试村1组',
  yzbm: '610000',
  cbfdcrq: '2026-01-01',
  cbfdcy: '李',
  gsjsr: '李',
  gsshrq: '2026-01-20',
  gsshr: '王',
  jtcyList: [{ cyxm: '王五', cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: HEAD, sfgyr: '1' }],
}
const base = { fbfbm: FBFBM, cbjyqzbm: `${S}J`, djbId: '71', cbfZr: { cbfbm: R }, djbIdZr: '72', xyrq: '2026-03-01', bgyy: '进城落户' }
const readAs = (item: string, more: Form = {}) => changeTransfer.read({ ...base, ...more }, { item, doSign: true })
const formOf = (item: string, more: Form = {}): TransferForm => {
  const { form, wrong } = readAs(item, more)
  expect(wrong).toEqual([])
  return form
}
const signed = { cbhtbm: `${R}J`, htlx: '5', qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'a'.repeat(64) } as ContractFile
const FILE = { file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'a'.repeat(64) }, htlx: '5' }
const actsOf = (item: string, more: Form = {}, x: Facts = facts()) => acts(formOf(item, more), x, [signed], { item, doSign: true })
const given = (n: number, more: object = {}) => ({ ...line(n).line, cbjyqqdfs: '200', ...more })
const SOURCE_ENDS = [
  { act: 'endBook', djbId: '71', qszt: '3', reason: '进城落户', zxyylx: '5', entry: { djlx: '1', djxl: '3' } },
  { act: 'certificate', code: `${S}J`, event: 'cancel', reason: '进城落户' },
]
/** What lines were contracted with before, together; nothing where one of them has none. */
const together = (lines: readonly { yhtmj?: string | null | undefined; yhtmjm?: string | null | undefined; [name: string]: unknown }[]) => {
  const of = (name: 'yhtmj' | 'yhtmjm') => (lines.every((l) => l[name]) ? lines.reduce((s, l) => s + Number(l[name]), 0).toFixed(2) : null)
  return { yhtzmj: of('yhtmj'), yhtzmjm: of('yhtmjm') }
}
const RECEIVER_GOES_ON = (lines: Parameters<typeof together>[0]) => [
  { act: 'endBook', djbId: '72', qszt: '2', reason: '进城落户' },
  {
    act: 'newBook',
    code: `${R}J`,
    fbfbm: FBFBM,
    cbfbm: R,
    from: ['72', '71'],
    djlx: '1',
    djxl: '3',
    terms: { cbfs: '110', cbqx: 25, cbqxq: '1998-10-01', cbqxz: '2028-06-30' },
    lines,
    contract: { ycbhtbm: null, ...together(lines), ...FILE },
  },
  { act: 'certificate', code: `${R}J`, event: 'replace', reason: '进城落户' },
]
const SOURCE_GOES_ON = (lines: Parameters<typeof together>[0]) => [
  { act: 'endBook', djbId: '71', qszt: '2', reason: '进城落户' },
  {
    act: 'newBook',
    code: `${S}J`,
    fbfbm: FBFBM,
    cbfbm: S,
    from: ['71'],
    djlx: '1',
    djxl: '3',
    remark: '原附记',
    terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
    lines,
    contract: { ycbhtbm: 'OLD', ...together(lines), ...FILE },
  },
  { act: 'certificate', code: `${S}J`, event: 'replace', reason: '进城落户' },
]

/** Strips of a parcel of 40 × 25 m. */
const strip = (from: number, to: number) => {
  const [x, y] = [500_000, 3_300_000]
  return shapeToWkt([[[x + from, y] as const, [x + to, y] as const, [x + to, y + 25] as const, [x + from, y + 25] as const]], 35)
}
const OF_PARCEL = { dkmc: '田2', fbfbm: FBFBM, dklb: '10', tdyt: '1', cbfbm: S, cbfmc: '张三' }
const CUT_PARCEL: CutParcel = {
  parcel: { ...OF_PARCEL, dkbm: dkbm(2), scmj: '1000.00', scmjm: '1.50' } as CutParcel['parcel'],
  wkt: strip(0, 40),
  zone: 35,
  codes: ['P1', 'P2'],
}
const pieces = (...to: string[]) => to.map((t, i) => ({ to: t, geom: i ? strip(24, 40) : strip(0, 24) }))
const CUTS = [{ dkbm: dkbm(2), pieces: pieces('zc', 'zr') }]

describe('acts, item by item', () => {
  test('_1: the right of the source ends for good, the receiver’s book goes on with its own term and all parcels', () => {
    expect(actsOf(ITEM.all)).toEqual([...SOURCE_ENDS, ...RECEIVER_GOES_ON([line(3).line, given(1), given(2)])])
  })
  test('_1: a receiver without book gets the first one, from the day on to the end of the source’s term', () => {
    expect(actsOf(ITEM.all, {}, bookless())).toEqual([
      ...SOURCE_ENDS,
      {
        act: 'newBook',
        code: `${R}J`,
        fbfbm: FBFBM,
        cbfbm: R,
        from: ['71'],
        djlx: '1',
        djxl: '3',
        terms: { cbfs: '110', cbqx: 30, cbqxq: '2026-03-16', cbqxz: '2028-09-30' },
        lines: [given(1), given(2)],
        contract: { ycbhtbm: null, yhtzmj: '1800.00', yhtzmjm: '2.70', ...FILE },
      },
      { act: 'certificate', code: `${R}J`, event: 'new' },
    ])
  })
  test('_1: a household that had a book once comes from its last version too', () => {
    expect(actsOf(ITEM.all, {}, bookless({ lastBook: '60' }))[2]).toMatchObject({ act: 'newBook', from: ['60', '71'] })
  })
  test('_1: a new household comes with its members, its first book is of its own issuer', () => {
    const household = { draft: { cbfmc: '王五', cbflx: '1' }, members: [{ values: NEW.jtcyList[0] }] } as unknown as NonNullable<Facts['household']>
    const all = actsOf(ITEM.all, { cbfZr: NEW }, bookless({ receiver: undefined, household, cbfbm: `${FBFBM}0009` }))
    expect(all[0]).toEqual({
      act: 'newContractor',
      cbfbm: `${FBFBM}0009`,
      fields: { cbfmc: '王五', cbflx: '1' },
      members: [{ cyxm: '王五', cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: HEAD, sfgyr: '1', cybz: undefined, cybzsm: undefined }],
    })
    expect(all[3]).toMatchObject({ act: 'newBook', code: `${FBFBM}0009J`, cbfbm: `${FBFBM}0009`, fbfbm: FBFBM, from: ['71'] })
  })
  test('_1: the book of a receiver of another group is of its own issuer', () => {
    const group = `${FBFBM.slice(0, 12)}01`
    expect(actsOf(ITEM.all, {}, bookless({ receiver: party(R, '李四', [], { fbfbm: group }) }))[2]).toMatchObject({ act: 'newBook', fbfbm: group })
  })
  test('_2: the source goes on with the rest and its term, the assignment is the contract of both', () => {
    const whole = [...SOURCE_GOES_ON([line(1).line]), ...RECEIVER_GOES_ON([line(3).line, given(2)])]
    expect(actsOf(ITEM.some, { dk: [{ dkbm: dkbm(2) }] })).toEqual(whole)
    // a part is of a share alone
    expect(actsOf(ITEM.some, { dk: [{ dkbm: dkbm(2), htmj: '400.00', htmjm: '0.60' }] })).toEqual(whole)
  })
  test('_2: without new paper the certificates of both are kept with a note', () => {
    const all = actsOf(ITEM.some, { dk: [{ dkbm: dkbm(2) }], hfqz: '2' })
    expect(all.filter((a) => a.act === 'certificate' || a.act === 'note')).toEqual(
      [`${S}J`, `${R}J`].flatMap((code) => [
        { act: 'certificate', code, event: 'keep' },
        { act: 'note', on: code, djlx: '1', djxl: '3', text: '进城落户' },
      ]),
    )
  })
  test('_3: the parcel is replaced by its pieces, the receiver gets its own, the source keeps the rest and what is not cut', () => {
    const all = actsOf(ITEM.part, { cuts: CUTS }, facts({ cuts: [CUT_PARCEL] }))
    const piece = (code: string, more: object) => ({ ...line(2).line, dkbm: code, ...more })
    expect(all).toEqual([
      {
        act: 'replaceParcels',
        parents: [dkbm(2)],
        bgfs: '1',
        bgyy: '进城落户',
        children: [
          { dkbm: 'P1', fields: { ...OF_PARCEL, geom: onGrid(strip(0, 24), 35), scmj: '600.00', scmjm: '0.90' } },
          { dkbm: 'P2', fields: { ...OF_PARCEL, geom: onGrid(strip(24, 40), 35), scmj: '400.00', scmjm: '0.60' } },
        ],
      },
      ...SOURCE_GOES_ON([line(1).line, piece('P1', { htmj: '600.00', htmjm: '0.90', yhtmj: '540.00', yhtmjm: '0.81' })]),
      ...RECEIVER_GOES_ON([line(3).line, piece('P2', { htmj: '400.00', htmjm: '0.60', yhtmj: '360.00', yhtmjm: '0.54', cbjyqqdfs: '200' })]),
    ])
  })
  test('_3: whole parcels may go beside', () => {
    const all = actsOf(ITEM.part, { cuts: CUTS, dk: [{ dkbm: dkbm(1) }] }, facts({ cuts: [CUT_PARCEL] }))
    expect(all.flatMap((a) => (a.act === 'newBook' ? [a.lines.map((l) => [l.dkbm, l.cbjyqqdfs])] : []))).toEqual([
      [['P1', '110']],
      [
        [dkbm(3), '110'],
        [dkbm(1), '200'],
        ['P2', '200'],
      ],
    ])
  })
  test('_4: a part of a share goes, what was contracted before by its share, the parcel stands in both books', () => {
    const share = line(2, { sfqqqg: '1' })
    const x = facts({ source: party(S, '张三', [{ ...SOURCE, lines: [line(1), share] }]) })
    expect(actsOf(ITEM.shares, { dk: [{ dkbm: dkbm(2), htmj: '400.00', htmjm: '0.60' }] }, x)).toEqual([
      ...SOURCE_GOES_ON([line(1).line, { ...share.line, htmj: '600.00', htmjm: '0.90', yhtmj: '540.00', yhtmjm: '0.81' }]),
      ...RECEIVER_GOES_ON([line(3).line, { ...share.line, htmj: '400.00', htmjm: '0.60', yhtmj: '360.00', yhtmjm: '0.54', cbjyqqdfs: '200' }]),
    ])
  })
  test('_4: it is added to the share that the receiver has, which stays acquired as it was; the whole share leaves the source', () => {
    const [share, own] = [line(2, { sfqqqg: '1' }), line(2, { sfqqqg: '1', htmj: '500.00', htmjm: '0.75', yhtmj: '450.00', yhtmjm: '0.68' })]
    const x = facts({ source: party(S, '张三', [{ ...SOURCE, lines: [line(1), share] }]), receiver: party(R, '李四', [{ ...OWN, lines: [own] }]) })
    expect(actsOf(ITEM.shares, { dk: [{ dkbm: dkbm(2), htmj: '1000.00', htmjm: '1.50' }] }, x)).toEqual([
      ...SOURCE_GOES_ON([line(1).line]),
      ...RECEIVER_GOES_ON([{ ...own.line, htmj: '1500.00', htmjm: '2.25', yhtmj: '1350.00', yhtmjm: '2.03', cbjyqqdfs: '110' }]),
    ])
  })
  test('_4: all shares gone, the right of the source ends as with all parcels', () => {
    const x = facts({ source: party(S, '张三', [{ ...SOURCE, lines: [line(2, { sfqqqg: '1' })] }]) })
    expect(actsOf(ITEM.shares, { dk: [{ dkbm: dkbm(2), htmj: '1000.00', htmjm: '1.50' }] }, x).slice(0, 2)).toEqual(SOURCE_ENDS)
  })
})

test('what was contracted before goes by the share, rounded half up, its rest stays', () => {
  const { given, kept } = divided({ ...line(1).line, sfqqqg: '1', yhtmj: '0.05', yhtmjm: null }, { htmj: '500.00', htmjm: '0.75' })
  expect([given, kept].map(([l]) => [l!.htmj, l!.htmjm, l!.yhtmj, l!.yhtmjm])).toEqual([
    ['500.00', '0.75', '0.03', null],
    ['500.00', '0.75', '0.02', null],
  ])
})
test('the rest of a term begins with the day of the signing, or when the source’s own begins; a former term that still runs goes on', () => {
  expect(termsOf(SOURCE, facts())).toEqual({ cbfs: '110', cbqx: 25, cbqxq: '1998-10-01', cbqxz: '2028-06-30' })
  expect(termsOf(SOURCE, bookless({ begins: '1998-01-01' }))).toEqual({ cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' })
  const renewed = { ...SOURCE, terms: { cbfs: '110', cbqx: 30, cbqxq: '2028-10-01', cbqxz: '2058-09-30', prevCbqxz: '2028-09-30' } }
  expect(termsOf(renewed, bookless())).toEqual({ cbfs: '110', cbqx: 30, cbqxq: '2028-10-01', cbqxz: '2058-09-30', prevCbqxz: '2028-09-30' })
})

describe('what the case takes', () => {
  const about = { item: ITEM.some, doSign: true }
  const meant = (x: Facts, more: Form = {}) => consequences(formOf(ITEM.some, { dk: [{ dkbm: dkbm(2) }], ...more }), x, about)
  const locks = (x: Facts) => [...new Set(meant(x).locks.map((l) => `${l.objectType} ${l.objectCode}`))].toSorted()
  test('both households, both books and all their parcels; one contract, of the receiver', () => {
    expect(locks(facts())).toEqual([`cbf ${S}`, `cbf ${R}`, `djb ${S}J`, `djb ${R}J`, ...[1, 2, 3].map((n) => `dk ${dkbm(n)}`)].toSorted())
    const m = meant(facts())
    expect(m.contracts).toEqual([{ cbhtbm: `${R}J`, cbfbm: R, cbfmc: '李四', htlx: '5', qdsj: null }])
    expect(m.codes).toEqual({ cbfbm: R, cbflx: '1', isNew: false, cbhtbm: `${R}J`, pieces: {} })
    expect(m.books).toEqual([
      { code: `${S}J`, djbId: '71', role: 'source' },
      { code: `${R}J`, djbId: '72', role: 'target' },
    ])
    expect(m.posted.targets).toEqual([S, `${S}J`, R, `${R}J`, dkbm(1), dkbm(2), dkbm(3)])
    expect(m.posted.dk.map((d) => [d.dkbm, d.cbfbm])).toEqual([
      [dkbm(1), S],
      [dkbm(3), R],
      [dkbm(2), R],
    ])
    expect(m.posted.dk[2]).toEqual({ dkbm: dkbm(2), dkmc: '田2', htmj: '1000.00', htmjm: '1.50', sfqqqg: '2', cbfbm: R })
    expect(m.posted.cbht).toEqual({ cbqxq: '1998-10-01', cbqxz: '2028-06-30' })
    // of a first book the day of its signing is not known yet
    expect([meant(bookless()).posted.cbht, meant(bookless()).codes.begins]).toEqual([{ cbqxz: '2028-09-30' }, null])
  })
  test('the one contract says what goes, and what stays with the transferor, who signs no other', () => {
    const said = (item: string) => mattersOf(formOf(item, { dk: [{ dkbm: dkbm(2) }] }), facts().source!.books[0]!, facts(), { ...about, item })
    expect(said(ITEM.some).slice(0, 2)).toEqual([
      `转让地块：${dkbm(2)}，共1块1.50亩，发包方同意转让。`,
      `转让方继续承包地块：${dkbm(1)}，共1块1.50亩，承包期限至2028年09月30日不变；转让方就上述地块的承包合同按本合同变更，不另行签订。`,
    ])
    expect(said(ITEM.all)[1]).toMatch(/^转让方与受让方于/)
  })
  test('of a receiver without book its code, and of a share the receiver’s too', () => {
    const source = party(S, '张三', [{ ...SOURCE, lines: [line(1), line(2, { sfqqqg: '1' })] }])
    expect(locks(bookless({ source }))).toEqual(
      [`cbf ${S}`, `cbf ${R}`, `djb ${S}J`, `djb ${R}J`, `dk ${dkbm(1)}`, `share ${dkbm(2)}:${S}`, `share ${dkbm(2)}:${R}`].toSorted(),
    )
    expect(meant(bookless()).books![1]).toEqual({ code: `${R}J`, role: 'target' })
  })
  test('of a parcel that is cut the parcel itself, the codes of its pieces; the survey draws them and nothing else', () => {
    const part = { item: ITEM.part, doSign: true }
    const form = formOf(ITEM.part, { cuts: CUTS })
    const m = consequences(form, facts({ cuts: [CUT_PARCEL] }), part)
    expect(m.locks.flatMap((l) => (l.objectType === 'dk' ? [l.objectCode] : []))).toEqual([dkbm(1), dkbm(2), dkbm(3)])
    expect(m.codes.pieces).toEqual({ [dkbm(2)]: ['P1', 'P2'] })
    expect(m.posted.dk.map((d) => [d.dkbm, d.dkmc, d.cbfbm])).toContainEqual(['P2', '田2', R])
    expect(m.posted.targets).not.toContain('P2')
    const before = { ...base, cuts: [{ dkbm: dkbm(2), pieces: [] }] }
    expect(changeTransfer.surveyed(before, { ...before, bgyy: '改', cuts: CUTS })).toEqual({ ...before, cuts: CUTS })
    expect([changeTransfer.gates(form, part), changeTransfer.papers(form, part)]).toEqual([{ needSurvey: true }, { with: ['DCB'] }])
  })
  test('a new household is held by its persons and brings its register', () => {
    const form = formOf(ITEM.all, { cbfZr: NEW })
    expect(changeTransfer.persons(form)).toEqual([{ at: 'cbfZr.jtcyList.0', cyzjlx: '1', cyzjhm: HEAD }])
    expect(changeTransfer.papers(form, about)).toEqual({ with: ['CBFHKB'] })
    expect(changeTransfer.persons(formOf(ITEM.all))).toEqual([])
    expect([changeTransfer.papers(formOf(ITEM.all), about), changeTransfer.gates(form, about)]).toEqual([{ with: [] }, { needSurvey: false }])
  })
})

describe('what is refused, at its field, in both languages', () => {
  const FORM: readonly (readonly [string, Form, string, string, string])[] = [
    [ITEM.all, { cbjyqzbm: null }, 'cbjyqzbm', '请选择登记簿', 'Please select the book'],
    [ITEM.all, { cbfZr: {} }, 'cbfZr.cbfbm', '请选择受让方', 'Please select the receiver'],
    [ITEM.all, { cbfZr: { cbfbm: S } }, 'cbfZr.cbfbm', '受让方不能为转出方本人', 'The receiver must be another contractor'],
    [ITEM.all, { cbfZr: { ...NEW, cbflx: '2', jtcyList: [] } }, 'cbfZr.cbflx', '受让方应为农户', 'The receiver must be a household'],
    [ITEM.all, { cbfZr: { ...NEW, jtcyList: [] } }, 'cbfZr.jtcyList', '请至少登记一名家庭成员', 'A household has at least one member'],
    [ITEM.some, { dk: [] }, 'dk', '请至少选择一个地块', 'Select at least one parcel'],
    [ITEM.some, { dk: [{ dkbm: dkbm(1) }, { dkbm: dkbm(1) }] }, 'dk', '地块重复', 'A parcel is listed twice'],
    [ITEM.shares, { dk: [{ dkbm: dkbm(1) }] }, 'dk.0.htmj', '转让面积应大于0，且亩与平方米一致', 'The area must be above 0, and mu must match m²'],
    [
      ITEM.shares,
      { dk: [{ dkbm: dkbm(1), htmj: '100.00', htmjm: '1.50' }] },
      'dk.0.htmj',
      '转让面积应大于0，且亩与平方米一致',
      'The area must be above 0, and mu must match m²',
    ],
    [ITEM.part, { cuts: [] }, 'cuts', '请选择需要分割的地块', 'Select the parcel that is cut'],
    [ITEM.part, { cuts: CUTS, dk: [{ dkbm: dkbm(2) }] }, 'cuts.0.dkbm', '该地块已整块选择', 'The whole parcel is already transferred'],
    [ITEM.part, { cuts: [{ dkbm: dkbm(2), pieces: pieces('zc', 'a') }] }, 'cuts.0.pieces.1.to', '请选择该块的归属', 'Select whose this piece becomes'],
    [ITEM.all, { xyrq: null }, 'xyrq', '请选择转让协议日期', 'Please select the day of the agreement'],
    [ITEM.all, { bgyy: null }, 'bgyy', '请输入变更原因', 'Please enter the reason'],
  ]
  test.each(FORM)('%s %j', (item, more, field, zh, en) => {
    expect(readAs(item, more).wrong).toContainEqual({ field, msg: { zh, en } })
  })

  /** Key and place of the first fault, and its words. */
  const said = (item: string, more: Form, x: Facts) => {
    const seen = x.receiver?.books.length ? {} : { djbIdZr: null }
    const [first] = faults(formOf(item, { ...seen, ...more }), x, { item, doSign: true })
    if (!first) return undefined
    const { details } = first as { details: any }
    const fields = first.key === 'invalid' ? details : (details.fields ?? [])
    for (const f of fields) expect(f.msg.en).not.toBe('')
    return [first.key, fields[0]?.field ?? '', first.words.zh]
  }
  const source = (b: Partial<StandingBook>, holder: Partial<Standing['holder']> = {}) => facts({ source: party(S, '张三', [{ ...SOURCE, ...b }], holder) })
  const receiver = (b: Partial<StandingBook>, holder: Partial<Standing['holder']> = {}) => facts({ receiver: party(R, '李四', [{ ...OWN, ...b }], holder) })
  const share = source({ lines: [line(1), line(2, { sfqqqg: '1' })] })
  const E1017 = '变更后合同期限不得超过原合同剩余期限：受让方合同至【2028-10-01】，转出方合同至【2028-09-30】，一份合同只能有一个期限，请先使两者一致'
  const HEADLESS = `承包方【李四】的户主与承包方代表的姓名、证件类型或证件号码不一致，请先更正`
  const PLAN: readonly (readonly [string, string, Form, Facts, string, string, string])[] = [
    ['no source', ITEM.all, {}, facts({ source: undefined }), 'E1004', 'cbjyqzbm', '登记簿已注销或已变更，请刷新'],
    ['a later version of the source', ITEM.all, { djbId: '70' }, facts(), 'E1004', 'cbjyqzbm', '登记簿已注销或已变更，请刷新'],
    ['a later version of the receiver', ITEM.all, { djbIdZr: '70' }, facts(), 'E1004', 'cbfZr.cbfbm', '登记簿已注销或已变更，请刷新'],
    ["the receiver's book has ended", ITEM.all, { djbIdZr: '72' }, bookless(), 'E1004', 'cbfZr.cbfbm', '登记簿已注销或已变更，请刷新'],
    ['another issuer', ITEM.all, {}, source({}, { fbfbm: 'X' }), 'invalid', 'cbjyqzbm', '登记簿不属于所选发包方'],
    ['no receiver', ITEM.all, {}, facts({ receiver: undefined }), 'invalid', 'cbfZr.cbfbm', '受让方不存在'],
    ['another village', ITEM.all, {}, receiver({}, { fbfbm: '51011210120200' }), 'E1012', 'cbfZr.cbfbm', '受让方必须为本集体经济组织成员'],
    ['no household', ITEM.all, {}, receiver({}, { cbflx: '3' }), 'E1012', 'cbfZr.cbfbm', '受让方必须为本集体经济组织成员'],
    ['seized', ITEM.all, {}, facts({ barred: new Set(['cf'] as const) }), 'seized', '', `承包方【李四 ${R}】的承包经营权已被查封，不能办理该业务`],
    [
      'objection against the receiver',
      ITEM.all,
      {},
      bookless({ receiver: party(R, '李四', [], { yyzt: '1' }) }),
      'E1003',
      '',
      `承包方【李四 ${R}】存在异议，请先处理异议`,
    ],
    ['mortgage of the receiver', ITEM.all, {}, receiver({ dyzt: '1' }), 'E1002', '', `地块【${dkbm(3)}】处于抵押状态，不能办理该业务`],
    ['term of the receiver over', ITEM.all, {}, receiver({ terms: { ...TERMS, cbqxz: '2026-03-16' } }), 'E1005', '', '承包期限已届满'],
    ['another head', ITEM.all, {}, receiver({}, { cbfzjhm: 'M' }), 'invalid', 'cbfZr.cbfbm', HEADLESS],
    ['a contract without book', ITEM.all, {}, bookless({ isContracted: true }), 'E1013', 'cbfZr.cbfbm', '一个农户只能有一份家庭承包合同'],
    ['objection against the source', ITEM.all, {}, source({ yyzt: '1' }), 'E1003', '', `承包方【张三 ${S}】存在异议，请先处理异议`],
    ['mortgage of the source', ITEM.all, {}, source({ lines: [line(1, {}, { dyzt: '1' })] }), 'E1002', '', `地块【${dkbm(1)}】处于抵押状态，不能办理该业务`],
    ['objection against a parcel', ITEM.all, {}, source({ lines: [line(1, {}, { yyzt: '1' })] }), 'E1003', '', `地块【${dkbm(1)}】存在异议，请先处理异议`],
    ['term of the source over', ITEM.all, {}, source({ terms: { ...TERMS, cbqxz: '2026-03-16' } }), 'E1005', '', '承包期限已届满'],
    ['a longer term', ITEM.all, {}, receiver({ terms: { ...TERMS, cbqxz: '2028-10-01' } }), 'E1017', 'cbfZr.cbfbm', E1017],
    [
      'a parcel of another book',
      ITEM.some,
      { dk: [{ dkbm: dkbm(1) }, { dkbm: dkbm(3) }] },
      facts(),
      'invalid',
      'dk.1.dkbm',
      `地块【${dkbm(3)}】不在该登记簿中`,
    ],
    ['every parcel chosen', ITEM.some, { dk: [{ dkbm: dkbm(1) }, { dkbm: dkbm(2) }] }, facts(), 'invalid', 'dk', '已选择全部地块，请办理全部地块转让'],
    [
      'no share',
      ITEM.shares,
      { dk: [{ dkbm: dkbm(1), htmj: '100.00', htmjm: '0.15' }] },
      share,
      'invalid',
      'dk.0.dkbm',
      `地块【${dkbm(1)}】不是确权确股，请办理地块转让`,
    ],
    [
      'more than the share',
      ITEM.shares,
      { dk: [{ dkbm: dkbm(2), htmj: '1000.01', htmjm: '1.50' }] },
      share,
      'invalid',
      'dk.0.htmj',
      '转让面积1000.01平方米（1.50亩）超过本户份额1000.00平方米（1.50亩）',
    ],
    [
      'units that no longer agree',
      ITEM.shares,
      { dk: [{ dkbm: dkbm(2), htmj: '400.00', htmjm: '0.61' }] },
      source({ lines: [line(1), line(2, { sfqqqg: '1', htmjm: '1.49' })] }),
      'invalid',
      'dk.0.htmjm',
      '转让后的份额：合同面积600.00平方米与0.88亩不一致，600.00平方米为0.90亩',
    ],
    [
      'a rest of a share that is no mu',
      ITEM.shares,
      { dk: [{ dkbm: dkbm(2), htmj: '999.99', htmjm: '1.50' }] },
      share,
      'invalid',
      'dk.0.htmjm',
      '转让后的份额：合同面积应大于0，现为0.01平方米、0.00亩',
    ],
    [
      'a cut parcel of another book',
      ITEM.part,
      { cuts: [{ dkbm: dkbm(3), pieces: [] }] },
      facts({ cuts: [CUT_PARCEL] }),
      'invalid',
      'cuts.0.dkbm',
      `地块【${dkbm(3)}】不在该登记簿中`,
    ],
    [
      'pieces of one party alone',
      ITEM.part,
      { cuts: [{ dkbm: dkbm(2), pieces: pieces('zr', 'zr') }] },
      facts({ cuts: [CUT_PARCEL] }),
      'invalid',
      'cuts.0.pieces',
      '分割后双方应各得至少一块',
    ],
    [
      'no outline',
      ITEM.part,
      { cuts: CUTS },
      facts({ cuts: [{ ...CUT_PARCEL, wkt: null }] }),
      'invalid',
      'cuts.0.dkbm',
      `地块【${dkbm(2)}】没有图形，不能分割`,
    ],
    ['agreed tomorrow', ITEM.all, { xyrq: '2026-03-18' }, facts(), 'invalid', 'xyrq', '转让协议日期不能晚于今天'],
  ]
  test.each(PLAN)('%s', (_name, item, more, x, key, field, zh) => {
    expect(said(item, more, x)).toEqual([key, field, zh])
  })
  test('what is not drawn is refused beyond the survey', () => {
    const form = formOf(ITEM.part, { cuts: [{ dkbm: dkbm(2), pieces: [] }] })
    const at = (task: string) => faults(form, facts({ cuts: [{ ...CUT_PARCEL, codes: [] }] }), { item: ITEM.part, doSign: true, task }).map((p) => p.words.zh)
    expect([at('survey'), at('check')]).toEqual([[], [`地块【${dkbm(2)}】尚未分割`]])
  })
  test('admitted: a receiver of another group of the village, an equal term, without book, the book that was chosen', () => {
    expect(said(ITEM.all, {}, receiver({}, { fbfbm: `${FBFBM.slice(0, 12)}07` }))).toBeUndefined()
    expect(said(ITEM.all, { djbIdZr: '72' }, receiver({ terms: TERMS }))).toBeUndefined()
    expect(said(ITEM.all, {}, bookless())).toBeUndefined()
    expect(said(ITEM.shares, { dk: [{ dkbm: dkbm(2), htmj: '400.00', htmjm: '0.60' }] }, share)).toBeUndefined()
  })
  test('a receiver of another group: land that is not known to be the village’s is named, and only what goes', () => {
    const [own, villages] = [line(1), line(2, {}, { syqxz: '32' })]
    const other = party(R, '李四', [OWN], { fbfbm: `${FBFBM.slice(0, 12)}07` })
    const told = (goes: number, receiver: Standing | null = other) =>
      ownershipWarnings(formOf(ITEM.some, { dk: [{ dkbm: dkbm(goes) }] }), book(`${S}J`, '71', [own, villages]), facts({ receiver: receiver ?? undefined }), {
        item: ITEM.some,
        doSign: true,
      })
    expect(told(1).map(({ key, field, msg }) => [key, field, msg])).toEqual([
      [
        'ownership',
        'cbfZr.cbfbm',
        {
          zh: `受让方属于本村其他发包方，只能受让村集体所有的土地：请核对地块【${dkbm(1)}】的所有权性质`,
          en: `The receiver belongs to another issuer of the village and can take only land that the village owns: check the ownership of ${dkbm(1)}`,
        },
      ],
    ])
    expect([told(2), told(1, party(R, '李四', [OWN])), told(1, null)]).toEqual([[], [], []])
  })
})
