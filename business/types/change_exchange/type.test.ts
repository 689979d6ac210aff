// Exchanging parcels as pure functions: what the form must say, its acts word for word, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import { onGrid, shapeToWkt } from '../../../land/geometry/crs.ts'
import type { ContractFile, Form } from '../../cases/definitions/business.ts'
import type { CutParcel } from '../../cases/land/pieces.ts'
import type { Standing, StandingBook, StandingLine } from '../../cases/definitions/standing.ts'
import { acts, contractFor, faults, consequences, type Facts } from './plan.ts'
import { changeExchange, ITEM, type ExchangeForm } from './type.ts'

const FBFBM = '51011210120100'
const [A, B] = [`${FBFBM}0001`, `${FBFBM}0002`]
const dkbm = (n: number) => `${FBFBM}0000${n}`
const line = (n: number, more: Partial<StandingLine['line']> = {}, parcel: Partial<StandingLine['parcel']> = {}, others: string[] = []): StandingLine => ({
  line: { dkbm: dkbm(n), sfqqqg: '2', htmj: `${n}000.00`, htmjm: (n * 1.5).toFixed(2), cbjyqqdfs: '110', yhtmj: '900.00', yhtmjm: '1.35', ...more },
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
const book = (code: string, djbId: string, lines: StandingLine[], more: Partial<StandingBook> = {}): StandingBook => ({
  djbId,
  code,
  fbfbm: FBFBM,
  remark: null,
  dyzt: '0',
  yyzt: '0',
  lines,
  terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
  former: { ycbhtbm: null, yhtzmj: null, yhtzmjm: null },
  ...more,
})
const party = (cbfbm: string, cbfmc: string, books: StandingBook[], holder: Partial<Standing['holder']> = {}): Standing => ({
  holder: { cbfbm, cbfmc, cbflx: '1', fbfbm: FBFBM, yyzt: '0', ...holder } as Standing['holder'],
  members: [],
  books,
  today: '2026-03-17',
})
const BOOK_A = book(`${A}J`, '71', [line(1), line(2)], { remark: '原附记', former: { ycbhtbm: 'OLD', yhtzmj: '1800.00', yhtzmjm: '2.70' } })
const BOOK_B = book(`${B}J`, '72', [line(3), line(4)], { terms: { cbfs: '110', cbqx: 30, cbqxq: '2028-01-01', cbqxz: '2057-12-31', prevCbqxz: '2027-12-31' } })
const facts = (more: Partial<Facts> = {}): Facts => ({ a: party(A, '张三', [BOOK_A]), b: party(B, '李四', [BOOK_B]), cuts: [], isVillageWide: false, ...more })
const base = {
  fbfbm: FBFBM,
  cbjyqzbm: `${A}J`,
  djbId: '71',
  cbjyqzbmB: `${B}J`,
  djbIdB: '72',
  xyrq: '2026-03-01',
  bgyy: '方便耕种',
  dk: [{ dkbm: dkbm(2) }],
  dkB: [{ dkbm: dkbm(3) }],
}
const about = { item: ITEM.whole, doSign: true }
const readAs = (more: Form = {}) => changeExchange.read({ ...base, ...more }, about)
const formOf = (more: Form = {}): ExchangeForm => {
  const { form, wrong } = readAs(more)
  expect(wrong).toEqual([])
  return form
}
const signed = (code: string, attachId: string) =>
  ({ cbhtbm: code, htlx: '6', qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId, fileHash: 'a'.repeat(64) }) as ContractFile
const CONTRACTS = [signed(`${A}J`, '8'), signed(`${B}J`, '9')]
const file = (attachId: string) => ({ file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId, fileHash: 'a'.repeat(64) }, htlx: '6' })
const EXCHANGED = { cbjyqqdfs: '300' }

describe('acts', () => {
  test('_1: both books go on with what the other gave, each from both, terms and codes kept, certificates replaced', () => {
    expect(acts(formOf(), facts(), CONTRACTS)).toEqual([
      { act: 'endBook', djbId: '71', qszt: '2', reason: '方便耕种' },
      {
        act: 'newBook',
        code: `${A}J`,
        fbfbm: FBFBM,
        cbfbm: A,
        from: ['71', '72'],
        djlx: '1',
        djxl: '4',
        remark: '原附记',
        terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
        lines: [
          { dkbm: dkbm(1), sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110', yhtmj: '900.00', yhtmjm: '1.35' },
          { dkbm: dkbm(3), sfqqqg: '2', htmj: '3000.00', htmjm: '4.50', cbjyqqdfs: '300', yhtmj: '900.00', yhtmjm: '1.35' },
        ],
        contract: { ycbhtbm: 'OLD', yhtzmj: '1800.00', yhtzmjm: '2.70', ...file('8') },
      },
      { act: 'certificate', code: `${A}J`, event: 'replace', reason: '方便耕种' },
      { act: 'endBook', djbId: '72', qszt: '2', reason: '方便耕种' },
      {
        act: 'newBook',
        code: `${B}J`,
        fbfbm: FBFBM,
        cbfbm: B,
        from: ['72', '71'],
        djlx: '1',
        djxl: '4',
        terms: { cbfs: '110', cbqx: 30, cbqxq: '2028-01-01', cbqxz: '2057-12-31', prevCbqxz: '2027-12-31' },
        lines: [line(4).line, { ...line(2).line, ...EXCHANGED }],
        contract: { ycbhtbm: null, yhtzmj: '1800.00', yhtzmjm: '2.70', ...file('9') },
      },
      { act: 'certificate', code: `${B}J`, event: 'replace', reason: '方便耕种' },
    ])
  })
  test('without new paper the certificates are kept, each with a line on its running page', () => {
    const all = acts(formOf({ hfqz: '2' }), facts(), CONTRACTS)
    expect(all.filter((a) => a.act === 'certificate' || a.act === 'note')).toEqual(
      [`${A}J`, `${B}J`].flatMap((code) => [
        { act: 'certificate', code, event: 'keep' },
        { act: 'note', on: code, djlx: '1', djxl: '4', text: '方便耕种' },
      ]),
    )
  })
  test('a share that comes is added to the share that is there, which stays acquired as it was', () => {
    const own = line(4, { sfqqqg: '1', htmj: '400.00', htmjm: '0.60', yhtmj: '300.00', yhtmjm: '0.45' }, {}, [`${A}J`])
    const a = party(A, '张三', [book(`${A}J`, '71', [line(1), { ...own, others: [`${B}J`] }])])
    const b = party(B, '李四', [book(`${B}J`, '72', [line(3), own])])
    const [, nextA, , , nextB] = acts(formOf({ dk: [{ dkbm: dkbm(4) }] }), facts({ a, b }), CONTRACTS)
    expect([nextA, nextB].map((x) => x!.act === 'newBook' && x!.lines)).toEqual([
      [line(1).line, { ...line(3).line, ...EXCHANGED }],
      [{ ...own.line, htmj: '800.00', htmjm: '1.20', yhtmj: '600.00', yhtmjm: '0.90', cbjyqqdfs: '110' }],
    ])
  })
})

/** Strips of a parcel of 40 × 25 m. */
const strip = (from: number, to: number) => {
  const [x, y] = [500_000, 3_300_000]
  return shapeToWkt([[[x + from, y] as const, [x + to, y] as const, [x + to, y + 25] as const, [x + from, y + 25] as const]], 35)
}
const OF_PARCEL = { dkmc: '田2', fbfbm: FBFBM, dklb: '10', tdyt: '1', cbfbm: A, cbfmc: '张三' }
const cutParcel = (more: Partial<CutParcel> = {}): CutParcel => ({
  parcel: { ...OF_PARCEL, dkbm: dkbm(2), scmj: '1000.00', scmjm: '1.50' } as CutParcel['parcel'],
  wkt: strip(0, 40),
  zone: 35,
  codes: ['P1', 'P2'],
  ...more,
})
const cut = (...to: string[]) => [{ dkbm: dkbm(2), pieces: to.map((t, i) => ({ to: t, geom: i ? strip(24, 40) : strip(0, 24) })) }]
const PART = { item: ITEM.part, doSign: true }
const partOf = (more: Form): ExchangeForm => {
  const { form, wrong } = changeExchange.read({ ...base, dk: [], cuts: cut('a', 'b'), ...more }, PART)
  expect(wrong).toEqual([])
  return form
}
/** Areas of 600 and 400 of 1000 m². */
const piece = (dkbm: string, n: 6 | 4, cbjyqqdfs: string) => ({
  ...line(2).line,
  dkbm,
  cbjyqqdfs,
  htmj: `${n * 200}.00`,
  htmjm: n === 6 ? '1.80' : '1.20',
  yhtmj: `${n * 90}.00`,
  yhtmjm: n === 6 ? '0.81' : '0.54',
})
describe('_2: parcels are cut first', () => {
  test('the parcel is replaced by its pieces, each party has its own in its book, areas by their share', () => {
    const all = acts(partOf({}), facts({ cuts: [cutParcel()] }), CONTRACTS)
    expect(all[0]).toEqual({
      act: 'replaceParcels',
      parents: [dkbm(2)],
      children: [
        { dkbm: 'P1', fields: { ...OF_PARCEL, geom: onGrid(strip(0, 24), 35), scmj: '600.00', scmjm: '0.90' } },
        { dkbm: 'P2', fields: { ...OF_PARCEL, geom: onGrid(strip(24, 40), 35), scmj: '400.00', scmjm: '0.60' } },
      ],
      bgfs: '1',
      bgyy: '方便耕种',
    })
    expect(all.flatMap((a) => (a.act === 'newBook' ? [a.lines] : []))).toEqual([
      [line(1).line, piece('P1', 6, '110'), { ...line(3).line, ...EXCHANGED }],
      [line(4).line, piece('P2', 4, '300')],
    ])
  })
  test('the cut parcel is held whole, its pieces are posted and no targets yet, their codes are kept; the contract has their outlines', () => {
    const x = facts({ cuts: [cutParcel()] })
    const m = consequences(partOf({}), x)
    expect(m.locks.filter((l) => l.objectType === 'dk').map((l) => l.objectCode)).toEqual([dkbm(1), dkbm(2), dkbm(3), dkbm(3), dkbm(4)])
    expect(m.codes.pieces).toEqual({ [dkbm(2)]: ['P1', 'P2'] })
    expect(m.posted.dk.map((d) => [d.dkbm, d.dkmc, d.htmjm, d.cbfbm])).toContainEqual(['P2', '田2', '1.20', B])
    expect(m.posted.targets).not.toContain('P2')
    expect(contractFor(partOf({}), x, `${B}J`).parcels[1]).toMatchObject({
      dkbm: 'P2',
      dkmc: '田2',
      geom: onGrid(strip(24, 40), 35),
      scmjm: '0.60',
      htmjm: '1.20',
    })
  })
  test('before the survey has drawn them nothing of the parcel moves', () => {
    const form = partOf({ cuts: cut() })
    expect(faults(form, facts({ cuts: [cutParcel({ codes: [] })] }), PART)).toEqual([])
    expect(consequences(form, facts({ cuts: [cutParcel({ codes: [] })] })).posted.dk.map((d) => d.dkbm)).toEqual([1, 2, 3, 4].map(dkbm))
  })
  test('the survey draws and changes nothing else; it and its form are asked for', () => {
    const before = { ...base, cuts: cut() }
    expect(changeExchange.surveyed(before, { ...before, bgyy: '改', dk: [], cuts: [...cut('a', 'b'), { dkbm: dkbm(9), pieces: [] }] })).toEqual({
      ...before,
      cuts: cut('a', 'b'),
    })
    expect([changeExchange.gates(partOf({}), PART), changeExchange.papers(partOf({}), PART)]).toEqual([{ needSurvey: true }, { with: ['DCB'] }])
  })
  test.each([
    [{ cuts: [] }, 'cuts', '请选择需要分割的地块'],
    [{ dk: [{ dkbm: dkbm(2) }] }, 'cuts.0.dkbm', '该地块已整块选择'],
    [{ dkB: [{ dkbm: dkbm(2) }] }, 'cuts.0.dkbm', '该地块已整块选择'],
    [{ cuts: cut('a') }, 'cuts.0.pieces', '分割后至少应有两块'],
    [{ cuts: cut('a', 'c') }, 'cuts.0.pieces.1.to', '请选择该块的归属'],
  ])('%j', (more, field, zh) => {
    const { wrong } = changeExchange.read({ ...base, dk: [], cuts: cut('a', 'b'), ...more }, PART)
    expect(wrong.map((w) => [w.field, w.msg.zh])).toContainEqual([field, zh])
  })
  test.each([
    ['in neither book', { cuts: [{ ...cut('a', 'b')[0]!, dkbm: dkbm(9) }] }, {}, PART, 'cuts.0.dkbm', `地块【${dkbm(9)}】不在双方登记簿中`],
    ['both pieces of one party', { cuts: cut('a', 'a') }, {}, PART, 'cuts.0.pieces', '分割后双方应各得至少一块'],
    ['all pieces given', { cuts: cut('b', 'b') }, {}, PART, 'cuts.0.pieces', '分割后双方应各得至少一块'],
    ['without outline', {}, { wkt: null }, PART, 'cuts.0.dkbm', `地块【${dkbm(2)}】没有图形，不能分割`],
    ['not drawn at the check', { cuts: cut() }, {}, { ...PART, task: 'check' }, 'cuts.0.pieces', `地块【${dkbm(2)}】尚未分割`],
    ['A gives nothing', { dk: [], cuts: [{ ...cut('a', 'b')[0]!, dkbm: dkbm(4) }] }, {}, PART, 'dk', '甲方请至少选择一个地块'],
    ['B gives nothing', { dkB: [] }, {}, PART, 'dkB', '乙方请至少选择一个地块'],
  ] as const)('%s', (_name, more, parcel, at, field, zh) => {
    const said = faults(partOf(more), facts({ cuts: [cutParcel(parcel)] }), at).flatMap((p) => (p.details as { field: string; msg: { zh: string } }[]) ?? [])
    expect(said.map((w) => [w.field, w.msg.zh])).toContainEqual([field, zh])
  })
  test('a share is no ground to divide', () => {
    const shared = party(A, '张三', [book(`${A}J`, '71', [line(1), line(2, { sfqqqg: '1' })])])
    const [first] = faults(partOf({}), facts({ a: shared, cuts: [cutParcel()] }), PART)
    expect(first!.words).toEqual({ zh: `地块【${dkbm(2)}】为确权确股，不能分割`, en: `Parcel ${dkbm(2)} is held in shares and cannot be cut` })
  })
})

test('what is held, signed and posted', () => {
  const m = consequences(formOf(), facts())
  expect([...new Set(m.locks.map((l) => `${l.objectType} ${l.objectCode}`))].toSorted()).toEqual(
    [`cbf ${A}`, `cbf ${B}`, `djb ${A}J`, `djb ${B}J`, ...[1, 2, 3, 4].map((n) => `dk ${dkbm(n)}`)].toSorted(),
  )
  expect(m.contracts).toEqual([
    { cbhtbm: `${A}J`, cbfbm: A, cbfmc: '张三', htlx: '6', qdsj: null },
    { cbhtbm: `${B}J`, cbfbm: B, cbfmc: '李四', htlx: '6', qdsj: null },
  ])
  expect(m.posted.targets).toEqual([A, `${A}J`, B, `${B}J`, ...[1, 2, 3, 4].map(dkbm)])
  expect(m.posted.dk.map((d) => [d.dkbm, d.dkmc, d.cbfbm])).toEqual([
    [dkbm(1), '田1', A],
    [dkbm(3), '田3', A],
    [dkbm(4), '田4', B],
    [dkbm(2), '田2', B],
  ])
  expect(m.posted.dk[1]).toEqual({ dkbm: dkbm(3), dkmc: '田3', htmj: '3000.00', htmjm: '4.50', sfqqqg: '2', cbfbm: A })
  expect([m.posted.cbfbm, m.posted.cbht]).toEqual([A, { cbqxq: '1998-10-01', cbqxz: '2028-09-30' }])
  expect(m.books).toEqual([
    { code: `${A}J`, djbId: '71', role: 'partyA' },
    { code: `${B}J`, djbId: '72', role: 'partyB' },
  ])
})
test('a share is held as a share of who gives and of who receives it', () => {
  const share = line(2, { sfqqqg: '1' }, {}, ['X'])
  const m = consequences(formOf(), facts({ a: party(A, '张三', [book(`${A}J`, '71', [line(1), share])]) }))
  expect(m.locks.filter((l) => l.objectType === 'share').map((l) => l.objectCode)).toEqual([`${dkbm(2)}:${A}`, `${dkbm(2)}:${B}`])
})
test('the contract of a party has its own terms, the land it holds then, and the other party', () => {
  const c = contractFor(formOf(), facts(), `${B}J`)
  expect([c.standing.holder.cbfmc, c.book.terms.cbqxz, c.parcels.map((l) => l.dkbm), c.other.cbfmc]).toEqual(['李四', '2057-12-31', [dkbm(4), dkbm(2)], '张三'])
})
test('gates and papers: whole parcels are not surveyed', () => {
  const form = formOf()
  expect([changeExchange.gates(form, about), changeExchange.papers(form, about)]).toEqual([{ needSurvey: false }, {}])
})

describe('what is refused, at its field, in both languages', () => {
  const FORM: readonly (readonly [Form, string, string, string])[] = [
    [{ cbjyqzbm: null }, 'cbjyqzbm', '请选择甲方登记簿', 'Please select the book of party A'],
    [{ cbjyqzbmB: null }, 'cbjyqzbmB', '请选择乙方登记簿', 'Please select the book of party B'],
    [{ cbjyqzbmB: `${A}J` }, 'cbjyqzbmB', '互换双方不能为同一承包方', 'The parties must be different contractors'],
    [{ dk: [] }, 'dk', '甲方请至少选择一个地块', 'Select at least one parcel of party A'],
    [{ dkB: [] }, 'dkB', '乙方请至少选择一个地块', 'Select at least one parcel of party B'],
    [{ dkB: [{ dkbm: dkbm(3) }, { dkbm: dkbm(3) }] }, 'dkB', '地块重复', 'A parcel is listed twice'],
    [{ dk: [{ dkbm: 'x' }] }, 'dk.0.dkbm', '请选择地块', 'Please select the parcel'],
    [{ xyrq: null }, 'xyrq', '请选择互换协议日期', 'Please select the day of the agreement'],
    [{ bgyy: null }, 'bgyy', '请输入变更原因', 'Please enter the reason'],
  ]
  test.each(FORM)('%j', (more, field, zh, en) => {
    expect(readAs(more).wrong).toContainEqual({ field, msg: { zh, en } })
  })
  /** Key and place of the first fault, and its words. */
  const said = (more: Form, x: Facts) => {
    const [first] = faults(formOf(more), x, about)
    if (!first) return undefined
    const { details } = first as { details: any }
    const fields = first.key === 'invalid' ? details : (details.fields ?? [])
    for (const f of fields) expect(f.msg.en).not.toBe('')
    return [first.key, fields[0]?.field ?? '', first.words.zh]
  }
  const a = (b: Partial<StandingBook>, holder: Partial<Standing['holder']> = {}) => facts({ a: party(A, '张三', [{ ...BOOK_A, ...b }], holder) })
  const b = (of: Partial<StandingBook>, holder: Partial<Standing['holder']> = {}) => facts({ b: party(B, '李四', [{ ...BOOK_B, ...of }], holder) })
  const PLAN: readonly (readonly [string, Form, Facts, string, string, string])[] = [
    ['no party A', {}, facts({ a: undefined }), 'E1004', 'cbjyqzbm', '登记簿已注销或已变更，请刷新'],
    ['no party B', {}, facts({ b: undefined }), 'E1004', 'cbjyqzbmB', '登记簿已注销或已变更，请刷新'],
    ['a later version of A', { djbId: '70' }, facts(), 'E1004', 'cbjyqzbm', '登记簿已注销或已变更，请刷新'],
    ['a later version of B', { djbIdB: '70' }, facts(), 'E1004', 'cbjyqzbmB', '登记簿已注销或已变更，请刷新'],
    ['another issuer', {}, a({}, { fbfbm: 'X' }), 'invalid', 'cbjyqzbm', '登记簿不属于所选发包方'],
    ['two issuers', {}, b({}, { fbfbm: 'X' }), 'E1011', 'cbjyqzbmB', '互换双方必须属于同一发包方'],
    ['two groups of one village', {}, b({}, { fbfbm: `${FBFBM.slice(0, 12)}07` }), 'E1011', 'cbjyqzbmB', '互换双方必须属于同一发包方'],
    [
      'two villages where villages are let',
      {},
      { ...b({}, { fbfbm: '51011210120200' }), isVillageWide: true },
      'E1011',
      'cbjyqzbmB',
      '互换双方必须属于同一发包方',
    ],
    ['objection against A', {}, a({}, { yyzt: '1' }), 'E1003', '', `承包方【张三 ${A}】存在异议，请先处理异议`],
    ['objection against B', {}, b({ yyzt: '1' }), 'E1003', '', `承包方【李四 ${B}】存在异议，请先处理异议`],
    ['parcel objected to', {}, b({ lines: [line(3, {}, { yyzt: '1' })] }), 'E1003', '', `地块【${dkbm(3)}】存在异议，请先处理异议`],
    ['mortgage of A', {}, a({ dyzt: '1' }), 'E1002', '', `地块【${dkbm(1)}】处于抵押状态，不能办理该业务`],
    ['mortgage of a parcel of B', {}, b({ lines: [line(3, {}, { dyzt: '1' })] }), 'E1002', '', `地块【${dkbm(3)}】处于抵押状态，不能办理该业务`],
    ['term of A over', {}, a({ terms: { ...BOOK_A.terms, cbqxz: '2026-03-16' } }), 'E1005', '', '承包期限已届满'],
    ['term of B over', {}, b({ terms: { ...BOOK_A.terms, cbqxz: '2026-03-16' } }), 'E1005', '', '承包期限已届满'],
    ['parcel not of A', { dk: [{ dkbm: dkbm(3) }] }, facts(), 'invalid', 'dk.0.dkbm', `地块【${dkbm(3)}】不在该登记簿中`],
    ['parcel not of B', { dkB: [{ dkbm: dkbm(4) }, { dkbm: dkbm(1) }] }, facts(), 'invalid', 'dkB.1.dkbm', `地块【${dkbm(1)}】不在该登记簿中`],
    ['agreed tomorrow', { xyrq: '2026-03-18' }, facts(), 'invalid', 'xyrq', '互换协议日期不能晚于今天'],
  ]
  test.each(PLAN)('%s', (_name, more, x, key, field, zh) => {
    expect(said(more, x)).toEqual([key, field, zh])
  })
  test('on the last day of a term it may be done, and terms may differ; groups of a village where the tenant lets them', () => {
    expect(said({}, { ...b({}, { fbfbm: `${FBFBM.slice(0, 12)}07` }), isVillageWide: true })).toBeUndefined()
    expect(said({}, a({ terms: { ...BOOK_A.terms, cbqxz: '2026-03-17' } }))).toBeUndefined()
    expect(said({ xyrq: '2026-03-17' }, facts())).toBeUndefined()
  })
})
