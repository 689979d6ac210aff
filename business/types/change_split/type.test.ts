// Splitting a household as pure functions: what the form must say, its acts word for word, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import { onGrid, shapeToWkt } from '../../../land/geometry/crs.ts'
import type { ContractFile, Form } from '../../cases/definitions/business.ts'
import { ownerOf } from '../../cases/definitions/form.ts'
import type { CutParcel } from '../../cases/land/pieces.ts'
import type { Standing, StandingBook, StandingLine, StandingMember } from '../../cases/definitions/standing.ts'
import { faults } from './faults.ts'
import { acts, consequences, type Facts } from './plan.ts'
import { changeSplit, ITEM, type SplitForm } from './type.ts'

const FBFBM = '51011210120100'
const [OLD, NEW, NEW2] = [`${FBFBM}0001`, `${FBFBM}0008`, `${FBFBM}0009`]
const CODE = `${OLD}J`
const dkbm = (n: number) => `${FBFBM}0000${n}`
const person = (id: string, cyxm: string, yhzgx: string, more: object = {}) =>
  ({ id, cyxm, cyxb: '1', yhzgx, cyzjlx: '1', cyzjhm: `N${id}`, sfgyr: '1', cybz: null, cybzsm: null, ...more }) as unknown as StandingMember
const members = [person('1', '张三', '02'), person('2', '李梅', '12'), person('3', '张小', '20'), person('4', '王芳', '38')]
const line = (n: number, more: object = {}, parcel: object = {}, others: readonly string[] = []) =>
  ({
    line: { dkbm: dkbm(n), sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110', yhtmj: '900.00', yhtmjm: '1.35', ...more },
    parcel: { dkbm: dkbm(n), dkmc: `田${n}`, fbfbm: FBFBM, dklb: '10', dyzt: '0', yyzt: '0', ...parcel },
    others,
  }) as unknown as StandingLine
const TERMS = { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' }
const book = (more: Partial<StandingBook> = {}): StandingBook => ({
  djbId: '77',
  code: CODE,
  fbfbm: FBFBM,
  terms: TERMS,
  former: { ycbhtbm: 'X', yhtzmj: '1.00', yhtzmjm: '1.00' },
  remark: '原附记',
  dyzt: '0',
  yyzt: '0',
  lines: [line(1), line(2)],
  ...more,
})
const HOLDER = {
  cbfbm: OLD,
  cbfmc: '张三',
  cbflx: '1',
  fbfbm: FBFBM,
  yyzt: '0',
  cbfdz: '测试村1组',
  yzbm: '610000',
  lxdh: '13800000000',
  cbfdcrq: '2020-01-01',
  cbfdcy: '李',
  cbfdcjs: null,
  gsjs: null,
  gsjsr: '刘',
  gsshrq: '2020-02-01',
  gsshr: '王',
}
const standing = (more: Partial<Standing> = {}, holder: object = {}): Standing => ({
  holder: { ...HOLDER, ...holder } as unknown as Standing['holder'],
  members,
  books: [book()],
  today: '2026-03-17',
  ...more,
})
const facts = (more: Partial<Facts> = {}): Facts => ({ standing: standing(), cbfbms: [NEW, NEW2], cuts: [], begins: '2026-03-16', ...more })
const at = (id: string, yhzgx: string) => ({ id, cyxm: members[Number(id) - 1]!.cyxm, yhzgx })
const KEPT = { kept: '1', jtcyList: [at('1', '02'), at('2', '12')], dk: [{ dkbm: dkbm(1) }] }
const SON = { kept: '2', jtcyList: [at('3', '02'), at('4', '12')], dk: [{ dkbm: dkbm(2) }], lxdh: '13912345678', cbfdz: '测试村2组' }
const base = { fbfbm: FBFBM, cbjyqzbm: CODE, djbId: '77', bgyy: '分户', households: [KEPT, SON] }
const about = (doSign = true, item: string = ITEM.whole, task?: string) => ({ item, doSign, ...(task ? { task } : {}) })
const formOf = (more: Form = {}, item: string = ITEM.whole): SplitForm => {
  const { form, wrong } = changeSplit.read({ ...base, ...more }, about(true, item))
  expect(wrong).toEqual([])
  return form
}
const SIGNED = { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'a'.repeat(64) }
const contracts = [CODE, `${NEW}J`].map((cbhtbm) => ({ cbhtbm, htlx: '7', ...SIGNED }) as unknown as ContractFile)
const told = (id: string, yhzgx: string) => ({
  id,
  cyxm: members[Number(id) - 1]!.cyxm,
  cyxb: '1',
  yhzgx,
  cyzjlx: '1',
  cyzjhm: `N${id}`,
  sfgyr: '1',
  cybz: null,
  cybzsm: null,
})
const AFTER = { cbfs: '110', cbqx: 30, cbqxq: '2026-03-16', cbqxz: '2028-09-30' }
const made = (code: string, lines: readonly object[], contract: object, more: object = {}) => ({
  act: 'newBook',
  code,
  fbfbm: FBFBM,
  cbfbm: code.slice(0, -1),
  from: ['77'],
  djlx: '1',
  djxl: '1',
  terms: AFTER,
  lines,
  contract,
  remark: '原附记',
  ...more,
})
const FILE = { ycbhtbm: CODE, yhtzmj: '900.00', yhtzmjm: '1.35', file: SIGNED, htlx: '7' }
const newSon = (more: object = {}) => ({
  act: 'newContractor',
  cbfbm: NEW,
  fields: {
    fbfbm: FBFBM,
    cbflx: '1',
    cbfmc: '张小',
    cbfzjlx: '1',
    cbfzjhm: 'N3',
    cbfdz: '测试村2组',
    yzbm: '610000',
    lxdh: '13912345678',
    cbfdcrq: '2020-01-01',
    cbfdcy: '李',
    cbfdcjs: null,
    gsjs: null,
    gsjsr: '刘',
    gsshrq: '2020-02-01',
    gsshr: '王',
    ...more,
  },
  members: [told('3', '02'), told('4', '12')],
})

describe('acts', () => {
  test('_1: the old head keeps the code; the others get one, their address where they named one; both books come from the old one', () => {
    expect(acts(formOf(), facts(), contracts, about())).toEqual([
      { act: 'setContractor', cbfbm: OLD, fields: {}, members: [told('1', '02'), told('2', '12')] },
      newSon(),
      { act: 'endBook', djbId: '77', qszt: '2', reason: '分户' },
      made(CODE, [line(1).line], FILE),
      { act: 'certificate', code: CODE, event: 'replace', reason: '分户' },
      made(`${NEW}J`, [line(2).line], FILE),
      { act: 'certificate', code: `${NEW}J`, event: 'new' },
    ])
  })
  test('_1: unsigned the contracts lie open and begin on the day of the entry, not before the old one; a kept certificate gets its note', () => {
    const OPEN = { ycbhtbm: CODE, yhtzmj: '900.00', yhtzmjm: '1.35', unsigned: true, htlx: '4' }
    expect(acts(formOf({ hfqz: '2' }), facts(), contracts, about(false)).slice(3)).toEqual([
      made(CODE, [line(1).line], OPEN, { terms: { ...AFTER, cbqxq: '2026-03-17' } }),
      { act: 'certificate', code: CODE, event: 'keep' },
      { act: 'note', on: CODE, djlx: '1', djxl: '1', text: '分户' },
      made(`${NEW}J`, [line(2).line], OPEN, { terms: { ...AFTER, cbqxq: '2026-03-17' } }),
      { act: 'certificate', code: `${NEW}J`, event: 'new' },
    ])
    const later = standing({ books: [book({ terms: { ...TERMS, cbqxq: '2027-01-01', prevCbqxz: '2026-12-31' } })] })
    const found = acts(formOf(), facts({ standing: later }), contracts, about(false)).flatMap((a) => (a.act === 'newBook' ? [a.terms] : []))
    expect(found[0]).toEqual({ cbfs: '110', cbqx: 30, cbqxq: '2027-01-01', cbqxz: '2028-09-30', prevCbqxz: '2026-12-31' })
  })
  test('_1: nobody keeps the code: the old contractor ends into the new ones, the old certificate is cancelled; old address and no phone where nothing is typed', () => {
    const form = formOf({
      households: [
        { ...KEPT, kept: '2' },
        { ...SON, cbfdz: null, lxdh: null },
      ],
    })
    const all = acts(form, facts(), [], about(false))
    expect(all[0]).toEqual({ act: 'endContractor', cbfbm: OLD, zxyylx: '6', successor: [NEW, NEW2] })
    expect(all[1]).toMatchObject({ act: 'newContractor', cbfbm: NEW, fields: { cbfmc: '张三', cbfzjhm: 'N1' }, members: [told('1', '02'), told('2', '12')] })
    expect(all[2]).toEqual({ ...newSon({ cbfdz: '测试村1组', lxdh: null }), cbfbm: NEW2 })
    expect(all.filter((a) => a.act === 'certificate')).toEqual([
      { act: 'certificate', code: `${NEW}J`, event: 'new' },
      { act: 'certificate', code: `${NEW2}J`, event: 'new' },
      { act: 'certificate', code: CODE, event: 'cancel', reason: '分户' },
    ])
  })
  test('_1: who gets no land gets no book and no certificate; the code that was kept without land has none any more', () => {
    const all = acts(
      formOf({
        households: [
          { ...KEPT, dk: [], wdyy: '协议' },
          { ...SON, dk: [{ dkbm: dkbm(1) }, { dkbm: dkbm(2) }] },
        ],
      }),
      facts(),
      contracts,
      about(),
    )
    expect(all.filter((a) => a.act !== 'newContractor')).toEqual([
      { act: 'setContractor', cbfbm: OLD, fields: {}, members: [told('1', '02'), told('2', '12')] },
      { act: 'endBook', djbId: '77', qszt: '2', reason: '分户' },
      made(`${NEW}J`, [line(1).line, line(2).line], { ...FILE, yhtzmj: '1800.00', yhtzmjm: '2.70' }),
      { act: 'certificate', code: `${NEW}J`, event: 'new' },
      { act: 'certificate', code: CODE, event: 'cancel', reason: '分户' },
    ])
  })
  test('_1: both books of the contractor are shared out; of a share that is divided the former area goes by its part', () => {
    const books = [
      book({ lines: [line(1, { sfqqqg: '1' }), line(2)] }),
      book({ djbId: '78', code: `${OLD}Q`, lines: [line(3, { cbjyqqdfs: '121' })], remark: null }),
    ]
    const form = formOf({
      households: [
        { ...KEPT, dk: [{ dkbm: dkbm(1), htmj: '600.00', htmjm: '0.90' }] },
        { ...SON, dk: [{ dkbm: dkbm(1), htmj: '400.00', htmjm: '0.60' }, { dkbm: dkbm(2) }, { dkbm: dkbm(3) }] },
      ],
    })
    const all = acts(form, facts({ standing: standing({ books }) }), contracts, about())
    const share = { ...line(1).line, sfqqqg: '1' }
    expect(all.flatMap((a) => (a.act === 'newBook' ? [[a.code, a.from, a.lines]] : []))).toEqual([
      [CODE, ['77'], [{ ...share, htmj: '600.00', htmjm: '0.90', yhtmj: '540.00', yhtmjm: '0.81' }]],
      [`${NEW}J`, ['77'], [{ ...share, htmj: '400.00', htmjm: '0.60', yhtmj: '360.00', yhtmjm: '0.54' }, line(2).line]],
      [`${NEW}Q`, ['78'], [{ ...line(3).line, cbjyqqdfs: '121' }]],
    ])
    expect(all.filter((a) => a.act === 'certificate').map((a) => [a.code, a.event])).toEqual([
      [CODE, 'replace'],
      [`${NEW}J`, 'new'],
      [`${NEW}Q`, 'new'],
      [`${OLD}Q`, 'cancel'],
    ])
  })
})

const strip = (from: number, to: number): string =>
  shapeToWkt(
    [
      [
        [500_000 + from, 3_300_000],
        [500_000 + to, 3_300_000],
        [500_000 + to, 3_300_025],
        [500_000 + from, 3_300_025],
      ],
    ],
    35,
  )
const PARCEL = { dkbm: dkbm(2), dkmc: '田2', fbfbm: FBFBM, dklb: '10', tdyt: '1', scmj: '1000.00', scmjm: '1.50', qqmjm: null, yhtmjm: null, cbfmc: '张三' }
const cutParcel = (more: object = {}): CutParcel => ({
  parcel: PARCEL as unknown as CutParcel['parcel'],
  wkt: strip(0, 40),
  zone: 35,
  codes: ['P1', 'P2'],
  ...more,
})
const PIECES = [
  { to: '1', geom: strip(0, 24) },
  { to: '2', geom: strip(24, 40) },
]
const cutting = (pieces: readonly object[] = PIECES) => ({ households: [KEPT, { ...SON, dk: [] }], cuts: [{ dkbm: dkbm(2), pieces }] })
describe('_2: a parcel is cut', () => {
  test('its pieces replace it, each household has its own with its share of the areas', () => {
    const all = acts(formOf(cutting(), ITEM.cut), facts({ cuts: [cutParcel()] }), contracts, about(true, ITEM.cut))
    const own = { dkmc: '田2', fbfbm: FBFBM, dklb: '10', tdyt: '1', cbfmc: '张三' }
    expect(all[2]).toEqual({
      act: 'replaceParcels',
      parents: [dkbm(2)],
      children: [
        { dkbm: 'P1', fields: { ...own, geom: onGrid(strip(0, 24), 35), scmj: '600.00', scmjm: '0.90' } },
        { dkbm: 'P2', fields: { ...own, geom: onGrid(strip(24, 40), 35), scmj: '400.00', scmjm: '0.60' } },
      ],
      bgfs: '1',
      bgyy: '分户',
    })
    expect(all.flatMap((a) => (a.act === 'newBook' ? [[a.code, a.lines]] : []))).toEqual([
      [CODE, [line(1).line, { ...line(2).line, dkbm: 'P1', htmj: '600.00', htmjm: '0.90', yhtmj: '540.00', yhtmjm: '0.81' }]],
      [`${NEW}J`, [{ ...line(2).line, dkbm: 'P2', htmj: '400.00', htmjm: '0.60', yhtmj: '360.00', yhtmjm: '0.54' }]],
    ])
  })
  test('the parcel is held whole, its pieces are posted, their codes kept', () => {
    const share = standing({ books: [book({ lines: [line(1, { sfqqqg: '1' }), line(2, { sfqqqg: '1' })] })] })
    const m = consequences(formOf(cutting(), ITEM.cut), facts({ standing: share, cuts: [cutParcel()] }), about(true, ITEM.cut))
    expect(m.locks.map((l) => `${l.objectType}:${l.objectCode}`)).toEqual([
      `cbf:${OLD}`,
      `djb:${CODE}`,
      `share:${dkbm(1)}:${OLD}`,
      `dk:${dkbm(2)}`,
      `cbf:${NEW}`,
      `cbf:${NEW2}`,
      `djb:${NEW}J`,
    ])
    expect(m.codes).toEqual({ cbfbm: OLD, cbhtbm: CODE, households: [NEW, NEW2], pieces: { [dkbm(2)]: ['P1', 'P2'] }, begins: null })
    expect(m.posted.targets).toEqual([OLD, CODE, NEW, NEW2, `${NEW}J`, dkbm(1), dkbm(2), 'P1', 'P2'])
    expect(m.posted.dk.map((p) => [p.dkbm, p.dkmc, p.htmjm, p.cbfbm])).toEqual([
      [dkbm(1), '田1', '1.50', OLD],
      ['P1', '田2', '0.90', OLD],
      ['P2', '田2', '0.60', NEW],
    ])
  })
  test('the survey changes pieces alone', () => {
    const before = { ...base, ...cutting([]) }
    expect(
      changeSplit.surveyed(before, {
        ...before,
        bgyy: '别的',
        households: [],
        cuts: [
          { dkbm: dkbm(2), pieces: PIECES },
          { dkbm: dkbm(1), pieces: [] },
        ],
      }),
    ).toEqual({ ...before, cuts: [{ dkbm: dkbm(2), pieces: PIECES }] })
  })
})

test('what the case has signed, posts and takes; whoever goes is held; publicity unless the form says no, the survey where something is cut', () => {
  const m = consequences(formOf(), facts({ cbfbms: [NEW] }), about())
  expect(m.contracts).toEqual([
    { cbhtbm: CODE, cbfbm: OLD, cbfmc: '张三', htlx: '7', qdsj: null },
    { cbhtbm: `${NEW}J`, cbfbm: NEW, cbfmc: '张小', htlx: '7', qdsj: null },
  ])
  expect(consequences(formOf(), facts(), about(false)).contracts).toEqual([])
  expect(m.books).toEqual([
    { code: CODE, djbId: '77', role: 'source' },
    { code: `${NEW}J`, role: 'target' },
  ])
  expect(m.persons).toEqual([
    { at: 'households.1.jtcyList', cyzjlx: '1', cyzjhm: 'N3' },
    { at: 'households.1.jtcyList', cyzjlx: '1', cyzjhm: 'N4' },
  ])
  expect(m.posted.cbht).toEqual({ cbqxz: '2028-09-30' })
  expect(changeSplit.gates(formOf(), about(false))).toEqual({ needSurvey: false, needPublicity: true, doSign: false })
  expect(changeSplit.gates(formOf({ sfgs: '2' }), about(true, ITEM.cut))).toEqual({ needSurvey: true, needPublicity: false, doSign: true })
  expect(changeSplit.papers(formOf(), about(true, ITEM.cut))).toEqual({ with: ['DCB', 'GSB'] })
  expect(changeSplit.papers(formOf({ sfgs: '2' }), about())).toEqual({ with: [] })
})

describe('what is refused, at its field, in both languages', () => {
  const FORM: readonly (readonly [string, Form, string, string])[] = [
    [ITEM.whole, { households: [KEPT] }, 'households', '分户后至少应有两户'],
    [ITEM.whole, { households: [KEPT, { ...SON, kept: '1' }] }, 'households.1.kept', '只能有一户保留原编码'],
    [ITEM.whole, { households: [KEPT, { ...SON, jtcyList: [] }] }, 'households.1.jtcyList', '请为该户分配成员'],
    [ITEM.whole, { households: [KEPT, { ...SON, jtcyList: [at('3', '20')] }] }, 'households.1.jtcyList', '每户必须有且只有一位户主'],
    [ITEM.whole, { households: [KEPT, { ...SON, jtcyList: [at('3', '02'), at('4', '01')] }] }, 'households.1.jtcyList.1.yhzgx', '每户必须有且只有一位户主'],
    [ITEM.whole, { households: [KEPT, { ...SON, jtcyList: [...SON.jtcyList, at('2', '52')] }] }, 'households.1.jtcyList.2.yhzgx', '该成员已在另一户中'],
    [ITEM.whole, { households: [KEPT, { ...SON, dk: [] }] }, 'households.1.wdyy', '请分配地块，或说明无地原因'],
    [ITEM.whole, { households: [KEPT, { ...SON, dk: [{ dkbm: 'x' }] }] }, 'households.1.dk.0.dkbm', '请选择地块'],
    [ITEM.whole, { households: [KEPT, { ...SON, dk: [{ dkbm: dkbm(2) }, { dkbm: dkbm(2) }] }] }, 'households.1.dk.1.dkbm', '地块重复'],
    [ITEM.whole, { households: [KEPT, { ...SON, dk: [{ dkbm: dkbm(2), htmj: '100.00' }] }] }, 'households.1.dk.0.htmj', '合同面积的平方米数与亩数应同时填写'],
    [ITEM.whole, { households: [KEPT, { ...SON, lxdh: '12' }] }, 'households.1.lxdh', '联系电话格式不正确'],
    [ITEM.cut, {}, 'cuts', '请选择要分割的地块'],
    [ITEM.cut, { ...cutting(), households: [KEPT, SON] }, 'households.1.dk.0.dkbm', '该地块将被分割，不能整块分配'],
    [ITEM.cut, cutting([PIECES[0]!, { ...PIECES[1], to: '3' }]), 'cuts.0.pieces.1.to', '请选择该块的归属'],
    [ITEM.cut, cutting([PIECES[0]!]), 'cuts.0.pieces', '分割后至少应有两块'],
    [ITEM.whole, { bgyy: null }, 'bgyy', '请输入变更原因'],
    [ITEM.whole, { cbjyqzbm: null }, 'cbjyqzbm', '请选择登记簿'],
  ]
  test.each(FORM)('%s %j', (item, more, field, zh) => {
    const found = changeSplit.read({ ...base, ...more }, about(true, item)).wrong.find((w) => w.field === field)
    expect(found?.msg.zh).toBe(zh)
    expect(found?.msg.en).toMatch(/^[A-Z]/)
  })

  const said = (item: string, more: Form, x: Facts, task?: string) => {
    const [first] = faults(formOf(more, item), x, about(false, item, task))
    if (!first) return undefined
    const { fields } = (Array.isArray(first.details) ? { fields: first.details } : (first.details ?? {})) as {
      fields?: { field: string; msg: { zh: string; en: string } }[]
    }
    if (!fields?.[0]) return [first.key, first.words.zh]
    expect(fields[0].msg.en).not.toBe('')
    return [fields[0].field, fields[0].msg.zh]
  }
  const withBook = (more: Partial<StandingBook>) => facts({ standing: standing({ books: [book(more)] }) })
  const withMember = (n: number, more: object) =>
    facts({ standing: standing({ members: members.map((m, i) => (i === n ? ({ ...m, ...more } as StandingMember) : m)) }) })
  const sons = (...list: object[]) => ({ households: [KEPT, { ...SON, jtcyList: list }] })
  const shares = [{ dkbm: dkbm(1), htmj: '600.00', htmjm: '0.90' }, { dkbm: dkbm(2) }]
  const divided = (dk: object[]) => ({
    households: [
      { ...KEPT, dk: [{ dkbm: dkbm(1), htmj: '300.00', htmjm: '0.45' }] },
      { ...SON, dk },
    ],
  })
  const shareBook = withBook({ lines: [line(1, { sfqqqg: '1' }), line(2)] })
  const PLAN: readonly (readonly [string, string, Form, Facts, string, string])[] = [
    ['no such contractor', ITEM.whole, {}, facts({ standing: undefined }), 'E1004', '登记簿已注销或已变更，请刷新'],
    ['a later version', ITEM.whole, { djbId: '76' }, facts(), 'E1004', '登记簿已注销或已变更，请刷新'],
    ['another issuer', ITEM.whole, {}, facts({ standing: standing({}, { fbfbm: 'X' }) }), 'cbjyqzbm', '登记簿不属于所选发包方'],
    ['no household', ITEM.whole, {}, facts({ standing: standing({}, { cbflx: '3' }) }), 'cbjyqzbm', '承包方不是农户，不能分户'],
    ['objection', ITEM.whole, {}, facts({ standing: standing({}, { yyzt: '1' }) }), 'E1003', `承包方【张三 ${OLD}】存在异议，请先处理异议`],
    ['mortgage', ITEM.whole, {}, withBook({ lines: [line(1, {}, { dyzt: '1' }), line(2)] }), 'E1002', `地块【${dkbm(1)}】处于抵押状态，不能办理该业务`],
    ['term over', ITEM.whole, {}, withBook({ terms: { ...TERMS, cbqxz: '2026-03-16' } }), 'E1005', '承包期限已届满'],
    [
      'no term left',
      ITEM.whole,
      {},
      withBook({ terms: { ...TERMS, cbqxz: '2026-03-17' } }),
      'cbjyqzbm',
      `【${CODE}】的承包期限止于2026-03-17，分户后没有剩余期限，请先办理延包`,
    ],
    ['a stranger', ITEM.whole, sons(...SON.jtcyList, { id: '9', yhzgx: '97' }), facts(), 'households.1.jtcyList.2.yhzgx', '该成员不在本户'],
    [
      'another name',
      ITEM.whole,
      sons(SON.jtcyList[0]!, { ...at('4', '12'), cyxm: '王方' }),
      facts(),
      'households.1.jtcyList.1.yhzgx',
      '成员信息已变更为【王芳】，请刷新',
    ],
    ['somebody left out', ITEM.whole, sons(at('3', '02')), facts(), 'households', '分户前后家庭成员不一致：【王芳】未分配'],
    ['a dead head', ITEM.whole, {}, withMember(2, { cybz: '7' }), 'households.1.jtcyList.0.yhzgx', '户主必须在世且为共有人'],
    ['a head who is no co-owner', ITEM.whole, {}, withMember(2, { sfgyr: '2' }), 'households.1.jtcyList.0.yhzgx', '户主必须在世且为共有人'],
    ['a head without number', ITEM.whole, {}, withMember(2, { cyzjhm: null }), 'households.1.jtcyList.0.yhzgx', '户主【张小】缺少证件号码'],
    [
      'the code goes with another head',
      ITEM.whole,
      { households: [{ ...KEPT, jtcyList: [at('1', '11'), at('2', '02')] }, SON] },
      facts(),
      'households.0.jtcyList.1.yhzgx',
      '保留原编码的一户应由原户主【张三】任户主',
    ],
    [
      'a parcel of others',
      ITEM.whole,
      { households: [KEPT, { ...SON, dk: [{ dkbm: dkbm(2) }, { dkbm: dkbm(5) }] }] },
      facts(),
      'households.1.dk.1.dkbm',
      `地块【${dkbm(5)}】不在该登记簿中`,
    ],
    ['a parcel left out', ITEM.whole, { households: [KEPT, { ...SON, dk: [], wdyy: 'x' }] }, facts(), 'households', `地块【${dkbm(2)}】未分配`],
    [
      'a parcel twice',
      ITEM.whole,
      { households: [KEPT, { ...SON, dk: [{ dkbm: dkbm(2) }, { dkbm: dkbm(1) }] }] },
      facts(),
      'households.1.dk.1.dkbm',
      `地块【${dkbm(1)}】已分给另一户`,
    ],
    ['a share without area', ITEM.whole, divided([{ dkbm: dkbm(1) }, { dkbm: dkbm(2) }]), shareBook, 'households.1.dk.0.htmj', '请填写该户所得份额的面积'],
    ['shares that are not the whole', ITEM.whole, divided(shares), shareBook, 'households.1.dk.0.htmj', '分户前后地块面积不一致，差额0.15亩'],
    [
      'a cut parcel of others',
      ITEM.cut,
      {
        ...cutting(),
        households: [
          { ...KEPT, dk: [{ dkbm: dkbm(1) }, { dkbm: dkbm(2) }] },
          { ...SON, dk: [], wdyy: 'x' },
        ],
        cuts: [{ dkbm: dkbm(5), pieces: [] }],
      },
      facts({ cuts: [cutParcel()] }),
      'cuts.0.dkbm',
      `地块【${dkbm(5)}】不在该登记簿中`,
    ],
    [
      'a joint parcel',
      ITEM.cut,
      cutting(),
      { ...withBook({ lines: [line(1), line(2, { sfqqqg: '1' }, {}, ['Z'])] }), cuts: [cutParcel()] },
      'cuts.0.dkbm',
      `地块【${dkbm(2)}】为共有地块，须由全部承包方一并办理`,
    ],
    [
      'pieces that overlap',
      ITEM.cut,
      cutting([PIECES[0]!, { to: '2', geom: strip(20, 40) }]),
      facts({ cuts: [cutParcel()] }),
      'cuts.0.pieces.1.geom',
      '第2块与第1块重叠100.00平方米',
    ],
  ]
  test.each(PLAN)('%s', (_name, item, more, x, place, zh) => {
    expect(said(item, more, x)).toEqual([place, zh])
  })
  test('beyond the survey nothing is undrawn; a split without fault has none; a divided share may be 0.01 off', () => {
    const open = facts({ cuts: [cutParcel()] })
    expect(said(ITEM.cut, cutting([]), open, 'survey')).toBeUndefined()
    expect(said(ITEM.cut, cutting([]), open, 'check')).toEqual(['cuts.0.pieces', `地块【${dkbm(2)}】尚未分割`])
    expect(said(ITEM.whole, {}, facts())).toBeUndefined()
    expect(said(ITEM.whole, divided([{ dkbm: dkbm(1), htmj: '700.01', htmjm: '1.05' }, { dkbm: dkbm(2) }]), shareBook)).toBeUndefined()
  })
})

test('a fault says of which household it is as the screen numbers them', () => {
  expect(ownerOf(changeSplit.shape, 'households.1.jtcyList')).toEqual({ zh: '第2户', en: 'Household 2' })
  expect(ownerOf(changeSplit.shape, 'cuts.0.pieces.1.geom')).toEqual({ zh: '分割地块第1行 分块第2行', en: 'Divided parcel 1 Piece 2' })
})
