// Merging households as pure functions: what the form must say, its acts word for word, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import type { ContractFile, Form } from '../../cases/definitions/business.ts'
import type { Standing, StandingBook, StandingLine, StandingMember } from '../../cases/definitions/standing.ts'
import { faults } from './faults.ts'
import { acts, consequences, type Facts } from './plan.ts'
import { changeMerge, ITEM, type MergeForm } from './type.ts'

const FBFBM = '51011210120100'
const [A, B] = [`${FBFBM}0001`, `${FBFBM}0002`]
const dkbm = (n: number) => `${FBFBM}0000${n}`
const person = (id: string, cyxm: string, yhzgx: string, cyzjhm: string, more: object = {}) =>
  ({ id, cyxm, cyxb: '1', yhzgx, cyzjlx: '1', cyzjhm, sfgyr: '1', cybz: null, cybzsm: null, ...more }) as unknown as StandingMember
const line = (n: number, more: object = {}, parcel: object = {}, others: readonly string[] = []) =>
  ({
    line: { dkbm: dkbm(n), sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110', yhtmj: '900.00', yhtmjm: '1.35', ...more },
    parcel: { dkbm: dkbm(n), dkmc: `田${n}`, fbfbm: FBFBM, dklb: '10', dyzt: '0', yyzt: '0', ...parcel },
    others,
  }) as unknown as StandingLine
const TERMS = { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' }
const EXTENDED = { ...TERMS, cbqxq: '2028-10-01', cbqxz: '2058-09-30', prevCbqxz: '2028-09-30' }
const book = (djbId: string, code: string, lines: readonly StandingLine[], more: object = {}): StandingBook => ({
  djbId,
  code,
  fbfbm: FBFBM,
  terms: TERMS,
  former: { ycbhtbm: 'OLD', yhtzmj: '1.00', yhtzmjm: '1.00' },
  remark: null,
  dyzt: '0',
  yyzt: '0',
  lines,
  ...more,
})
const holder = (cbfbm: string, cbfmc: string, more: object = {}) =>
  ({ cbfbm, cbfmc, cbflx: '1', fbfbm: FBFBM, yyzt: '0', ...more }) as unknown as Standing['holder']
const a = (more: Partial<Standing> = {}): Standing => ({
  holder: holder(A, '张三'),
  members: [person('1', '张三', '02', 'N1'), person('2', '李梅', '12', 'N2')],
  books: [book('77', `${A}J`, [line(1)], { remark: '原附记' })],
  today: '2026-03-17',
  ...more,
})
const c = (more: Partial<Standing> = {}): Standing => ({
  holder: holder(B, '张四'),
  members: [person('3', '张四', '02', 'N3'), person('4', '王芳', '12', 'N4')],
  books: [book('78', `${B}J`, [line(2)], { terms: { ...TERMS, cbqxq: '2000-01-01', cbqxz: '2027-12-31' } })],
  today: '2026-03-17',
  ...more,
})
const facts = (...standings: readonly (Standing | undefined)[]): Facts => ({
  standings: standings.length ? standings : [a(), c()],
  last: new Map([[`${A}J`, '77']]),
})
const list = [
  { id: '1', cyxm: '张三', yhzgx: '02' },
  { id: '2', cyxm: '李梅', yhzgx: '12' },
  { id: '3', cyxm: '张四', yhzgx: '70' },
  { id: '4', cyxm: '王芳', yhzgx: '97' },
]
const base = { fbfbm: FBFBM, cbjyqzbm: `${A}J`, djbId: '77', sources: [{ cbjyqzbm: `${B}J`, djbId: '78' }], jtcyList: list, bgyy: '合户' }
const about = (doSign = true) => ({ item: ITEM, doSign })
const formOf = (more: Form = {}): MergeForm => {
  const { form, wrong } = changeMerge.read({ ...base, ...more }, about())
  expect(wrong).toEqual([])
  return form
}
const SIGNED = { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'a'.repeat(64) }
const contracts = [{ cbhtbm: `${A}J`, htlx: '8', ...SIGNED } as unknown as ContractFile]
const told = (id: string, cyxm: string, yhzgx: string, cyzjhm: string) => ({
  id,
  cyxm,
  cyxb: '1',
  yhzgx,
  cyzjlx: '1',
  cyzjhm,
  sfgyr: '1',
  cybz: null,
  cybzsm: null,
})
const EVERYBODY = [told('1', '张三', '02', 'N1'), told('2', '李梅', '12', 'N2'), told('3', '张四', '70', 'N3'), told('4', '王芳', '97', 'N4')]

describe('acts', () => {
  test('the survivor takes everybody and all lines, begins as it did and ends with the first that ends; the other ends into it', () => {
    expect(acts(formOf(), facts(), contracts, about())).toEqual([
      { act: 'setContractor', cbfbm: A, fields: {}, members: EVERYBODY },
      { act: 'endContractor', cbfbm: B, zxyylx: '7', successor: [A] },
      { act: 'endBook', djbId: '77', qszt: '2', reason: '合户' },
      { act: 'endBook', djbId: '78', qszt: '2', reason: '合户' },
      {
        act: 'newBook',
        code: `${A}J`,
        fbfbm: FBFBM,
        cbfbm: A,
        from: ['77', '78'],
        djlx: '1',
        djxl: '2',
        terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2027-12-31' },
        lines: [line(1).line, line(2).line],
        contract: { ycbhtbm: 'OLD', yhtzmj: '1800.00', yhtzmjm: '2.70', file: SIGNED, htlx: '8' },
        remark: '原附记',
      },
      { act: 'certificate', code: `${A}J`, event: 'replace', reason: '合户' },
      { act: 'certificate', code: `${B}J`, event: 'cancel', reason: '合户' },
    ])
  })
  test('unsigned it lies open, without new paper the certificate is kept with a note; lines of which one has no former area have none together', () => {
    const found = acts(
      formOf({ hfqz: '2' }),
      facts(a(), c({ books: [book('78', `${B}J`, [line(2, { yhtmj: null, yhtmjm: null })])] })),
      contracts,
      about(false),
    )
    expect(found.find((x) => x.act === 'newBook')).toMatchObject({ contract: { ycbhtbm: 'OLD', yhtzmj: null, yhtzmjm: null, unsigned: true, htlx: '4' } })
    expect(found.filter((x) => x.act === 'certificate' || x.act === 'note')).toEqual([
      { act: 'certificate', code: `${A}J`, event: 'keep' },
      { act: 'note', on: `${A}J`, djlx: '1', djxl: '2', text: '合户' },
      { act: 'certificate', code: `${B}J`, event: 'cancel', reason: '合户' },
    ])
  })
  test('shares of one parcel are added together, acquired as the survivor had it', () => {
    const own = line(3, { sfqqqg: '1', htmj: '400.00', htmjm: '0.60', yhtmj: '300.00', yhtmjm: '0.45' }, {}, [`${B}J`])
    const more = line(3, { sfqqqg: '1', htmj: '200.00', htmjm: '0.30', cbjyqqdfs: '200', yhtmj: '100.00', yhtmjm: '0.15' }, {}, [`${A}J`])
    const [made] = acts(
      formOf(),
      facts(a({ books: [book('77', `${A}J`, [own])] }), c({ books: [book('78', `${B}J`, [more, line(2)])] })),
      contracts,
      about(),
    ).flatMap((x) => (x.act === 'newBook' ? [x] : []))
    expect(made!.lines).toEqual([
      { dkbm: dkbm(3), sfqqqg: '1', htmj: '600.00', htmjm: '0.90', cbjyqqdfs: '110', yhtmj: '400.00', yhtmjm: '0.60' },
      line(2).line,
    ])
  })
  test('every current book of all goes along: another way’s comes under the surviving code, from its last version where there was one', () => {
    const x = {
      ...facts(a(), c({ books: [...c().books, book('79', `${B}Q`, [line(4)], { terms: { ...TERMS, cbfs: '121' } })] })),
      last: new Map([[`${A}Q`, '70']]),
    }
    const all = acts(formOf(), x, contracts, about())
    expect(all.filter((o) => o.act === 'endBook').map((o) => o.djbId)).toEqual(['77', '78', '79'])
    expect(all.filter((o) => o.act === 'newBook').map((o) => [o.code, o.from, o.terms.cbfs])).toEqual([
      [`${A}J`, ['77', '78'], '110'],
      [`${A}Q`, ['70', '79'], '121'],
    ])
    expect(all.filter((o) => o.act === 'certificate').map((o) => [o.code, o.event])).toEqual([
      [`${A}J`, 'replace'],
      [`${A}Q`, 'replace'],
      [`${B}J`, 'cancel'],
      [`${B}Q`, 'cancel'],
    ])
  })
  test('who stands in two households stands once, by the row that was chosen', () => {
    const twice = c({ members: [...c().members, person('5', '李梅', '30', 'N2', { sfgyr: '2' })] })
    const found = acts(formOf({ jtcyList: list.map((m) => (m.id === '2' ? { ...m, id: '5' } : m)) }), facts(a(), twice), contracts, about())
    expect(found[0]).toMatchObject({ members: [EVERYBODY[0], { ...EVERYBODY[1], id: '5', sfgyr: '2' }, EVERYBODY[2], EVERYBODY[3]] })
  })
})

test('what the case holds, has signed, posts and takes; whoever moves is held', () => {
  const m = consequences(formOf(), facts(), about())
  expect(m.locks.map((l) => `${l.objectType}:${l.objectCode}`)).toEqual([`cbf:${A}`, `djb:${A}J`, `dk:${dkbm(1)}`, `cbf:${B}`, `djb:${B}J`, `dk:${dkbm(2)}`])
  expect(m.persons).toEqual([
    { at: 'jtcyList', cyzjlx: '1', cyzjhm: 'N3' },
    { at: 'jtcyList', cyzjlx: '1', cyzjhm: 'N4' },
  ])
  expect(m.contracts).toEqual([{ cbhtbm: `${A}J`, cbfbm: A, cbfmc: '张三', htlx: '8', qdsj: null }])
  expect(consequences(formOf(), facts(), about(false)).contracts).toEqual([])
  expect(m.books).toEqual([
    { code: `${A}J`, djbId: '77', role: 'target' },
    { code: `${B}J`, djbId: '78', role: 'source' },
  ])
  expect(m.codes).toEqual({ cbfbm: A, cbhtbm: `${A}J` })
  expect(m.posted).toEqual({
    targets: [A, B, `${A}J`, `${B}J`, dkbm(1), dkbm(2)],
    cbfbm: A,
    dk: [1, 2].map((n) => ({ dkbm: dkbm(n), dkmc: `田${n}`, htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' })),
    cbht: { cbqxq: '1998-10-01', cbqxz: '2027-12-31' },
    people: [{ cbfbm: A, members: list.map((m) => expect.objectContaining({ yhzgx: m.yhzgx })) }],
  })
  expect(changeMerge.gates(formOf(), about())).toEqual({ doSign: true })
})

describe('what is refused, at its field, in both languages', () => {
  const FORM: readonly (readonly [Form, string, string, string])[] = [
    [{ sources: [] }, 'sources', '请至少选择一个被合并的农户', 'Select at least one household to merge'],
    [{ sources: [{ cbjyqzbm: `${A}Q` }] }, 'sources.0.cbjyqzbm', '该农户已在本业务中', 'This household is already in the case'],
    [{ sources: [{ cbjyqzbm: null }] }, 'sources.0.cbjyqzbm', '请选择登记簿', 'Please select the book'],
    [{ jtcyList: [] }, 'jtcyList', '请登记合并后的家庭成员', 'Enter the members of the merged household'],
    [{ jtcyList: [...list, list[1]] }, 'jtcyList.4.yhzgx', `成员【${list[1]!.cyxm}】重复`, `Member ${list[1]!.cyxm} is listed twice`],
    [{ jtcyList: list.map((m) => ({ ...m, yhzgx: '97' })) }, 'jtcyList', '合并后必须有且只有一位户主', 'The merged household has exactly one head'],
    [
      { jtcyList: list.map((m) => (m.id === '3' ? { ...m, yhzgx: '02' } : m)) },
      'jtcyList.2.yhzgx',
      '合并后必须有且只有一位户主',
      'The merged household has exactly one head',
    ],
    [{ bgyy: null }, 'bgyy', '请输入变更原因', 'Please enter the reason'],
    [{ cbjyqzbm: null }, 'cbjyqzbm', '请选择登记簿', 'Please select the book'],
  ]
  test.each(FORM)('%j', (more, field, zh, en) => {
    expect(changeMerge.read({ ...base, ...more }, about()).wrong).toContainEqual({ field, msg: { zh, en } })
  })
  const said = (x: Facts, more: Form) => {
    const [first] = faults(formOf(more), x)
    if (!first) return undefined
    if (first.key !== 'invalid') return [first.key, first.words.zh]
    const [w] = first.details as { field: string; msg: { zh: string; en: string } }[]
    expect(w!.msg.en).not.toBe('')
    return [w!.field, w!.msg.zh]
  }
  const gone = a({ members: [person('1', '张三', '02', 'N1', { cybz: '7', sfgyr: '2' }), a().members[1]!] })
  const double = c({ members: [...c().members, person('5', '李梅', '30', 'N2')] })
  const blocked = (more: object) => facts(a(), c({ books: [book('78', `${B}J`, [line(2, {}, more)])] }))
  const PLAN: readonly (readonly [string, Facts, Form, string, string])[] = [
    ['no such household', facts(a(), undefined), {}, 'E1004', '登记簿已注销或已变更，请刷新'],
    ['a later version', facts(), { sources: [{ cbjyqzbm: `${B}J`, djbId: '76' }] }, 'E1004', '登记簿已注销或已变更，请刷新'],
    ['a later version of the survivor', facts(), { djbId: '76' }, 'E1004', '登记簿已注销或已变更，请刷新'],
    ['survivor of another issuer', facts(a({ holder: holder(A, '张三', { fbfbm: 'X' }) }), c()), {}, 'cbjyqzbm', '登记簿不属于所选发包方'],
    ['another issuer', facts(a(), c({ holder: holder(B, '张四', { fbfbm: 'X' }) })), {}, 'sources.0.cbjyqzbm', '被合并农户与存续农户不属于同一发包方'],
    ['no household', facts(a(), c({ holder: holder(B, '合作社', { cbflx: '3' }) })), {}, 'sources.0.cbjyqzbm', '承包方不是农户，不能合户'],
    [
      'another way of contracting',
      facts(a(), c({ books: [book('78', `${B}Q`, [line(2)])] })),
      { sources: [{ cbjyqzbm: `${B}Q`, djbId: '78' }] },
      'sources.0.cbjyqzbm',
      '承包方式与存续农户不同，不能合户',
    ],
    ['objection', facts(a(), c({ holder: holder(B, '张四', { yyzt: '1' }) })), {}, 'E1003', `承包方【张四 ${B}】存在异议，请先处理异议`],
    ['objection to a parcel', blocked({ yyzt: '1' }), {}, 'E1003', `地块【${dkbm(2)}】存在异议，请先处理异议`],
    ['mortgage', blocked({ dyzt: '1' }), {}, 'E1002', `地块【${dkbm(2)}】处于抵押状态，不能办理该业务`],
    ['term over', facts(a(), c({ books: [book('78', `${B}J`, [line(2)], { terms: { ...TERMS, cbqxz: '2026-03-16' } })] })), {}, 'E1005', '承包期限已届满'],
    ['a stranger', facts(), { jtcyList: [...list, { id: '99', cyxm: '某', yhzgx: '97' }] }, 'jtcyList.4.yhzgx', '该成员不在所选农户中'],
    [
      'another name',
      facts(),
      { jtcyList: list.map((m) => (m.id === '4' ? { ...m, cyxm: '王方' } : m)) },
      'jtcyList.3.yhzgx',
      '成员信息已变更为【王芳】，请刷新',
    ],
    ['somebody left out', facts(), { jtcyList: list.slice(0, 3) }, 'jtcyList', '成员【王芳】未列入合并后的农户'],
    ['a double', facts(a(), double), { jtcyList: [...list, { id: '5', cyxm: '李梅', yhzgx: '97' }] }, 'jtcyList.4.yhzgx', '【李梅】在多个农户中，请只保留一条'],
    [
      'the head of another',
      facts(),
      { jtcyList: list.map((m) => ({ ...m, yhzgx: m.id === '3' ? '02' : '97' })) },
      'jtcyList.2.yhzgx',
      '户主应为存续农户的户主【张三】',
    ],
    ['a dead head', facts(gone, c()), {}, 'jtcyList.0.yhzgx', '户主必须在世且为共有人'],
    [
      'begins after the first end',
      facts(a({ books: [book('77', `${A}J`, [line(1)], { terms: { ...TERMS, cbqxq: '2027-12-31', cbqxz: '2040-12-30' } })] }), c()),
      {},
      'sources.0.cbjyqzbm',
      `【${B}J】的承包期限止于2027-12-31，早于存续农户的承包期限起2027-12-31，请先办理延包`,
    ],
    [
      'the survivor is extended, the other is not',
      facts(a({ books: [book('77', `${A}J`, [line(1)], { terms: EXTENDED })] }), c()),
      {},
      'sources.0.cbjyqzbm',
      `【${B}J】尚未延包（承包期限至2027-12-31），其他农户已延包，请先办理延包再合户`,
    ],
    [
      'the survivor is not extended, the other is',
      facts(a(), c({ books: [book('78', `${B}J`, [line(2)], { terms: EXTENDED })] })),
      {},
      'cbjyqzbm',
      `【${A}J】尚未延包（承包期限至2028-09-30），其他农户已延包，请先办理延包再合户`,
    ],
    [
      'the old term of the extended one is past',
      facts(a(), c({ books: [book('78', `${B}J`, [line(2)], { terms: { ...EXTENDED, prevCbqxz: undefined, cbqxq: '2027-10-01', cbqxz: '2057-09-30' } })] })),
      {},
      'cbjyqzbm',
      `【${A}J】尚未延包（承包期限至2028-09-30），其他农户已延包，请先办理延包再合户`,
    ],
  ]
  test.each(PLAN)('%s', (_name, x, more, at, zh) => {
    expect(said(x, more)).toEqual([at, zh])
  })
  test('nothing is refused of households without fault, nor of two that are extended both', () => {
    expect(said(facts(), {})).toBeUndefined()
    const both = facts(a({ books: [book('77', `${A}J`, [line(1)], { terms: EXTENDED })] }), c({ books: [book('78', `${B}J`, [line(2)], { terms: EXTENDED })] }))
    expect(said(both, {})).toBeUndefined()
  })
})
