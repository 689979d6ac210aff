// Correcting a contractor as pure functions: its acts word for word for each item, what it holds, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import type { ContractFile, Form } from '../../cases/definitions/business.ts'
import type { Standing, StandingLine, StandingMember } from '../../cases/definitions/standing.ts'
import { faults } from './faults.ts'
import { acts, consequences, type Facts } from './plan.ts'
import { correctCbf, ITEM, type CorrectForm } from './type.ts'

const FBFBM = '51011210120100'
const CBFBM = `${FBFBM}0001`
const CODE = `${CBFBM}J`
const resident = (digits: string) => digits + idCardCheck(digits)
const HEAD_ID = resident('51011219700101123')
const RIGHT_ID = resident('51011219700111123')
const WIFE_ID = resident('51011219720101126')
const WIFE_RIGHT = resident('51011219720111126')
const person = (id: string, cyxm: string, yhzgx: string, cyzjhm: string) =>
  ({ id, cyxm, cyxb: yhzgx === '12' ? '2' : '1', yhzgx, cyzjlx: '1', cyzjhm, sfgyr: '1', cybz: null, cybzsm: null }) as StandingMember
const members = [person('1', '张三', '02', HEAD_ID), person('2', '李梅', '12', WIFE_ID)]
const line = (n: number, sfqqqg = '2'): StandingLine => ({
  line: { dkbm: `${FBFBM}0000${n}`, sfqqqg, htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110' },
  parcel: { dkbm: `${FBFBM}0000${n}`, dkmc: `田${n}`, yyzt: '0', dyzt: '0' } as StandingLine['parcel'],
  others: [],
})
const TERMS = { cbfs: '110', cbqx: 30, cbqxq: '1993-10-01', cbqxz: '2023-09-30' }
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
  lines: [line(1), line(2, '1')],
  ...more,
})
const second = book({ djbId: '78', code: `${CBFBM}Q`, remark: null, terms: { ...TERMS, cbfs: '121' }, lines: [line(3)] })
const holder = { cbfbm: CBFBM, cbfmc: '张三', cbflx: '1', cbfzjlx: '1', cbfzjhm: HEAD_ID, cbfdz: '一组', lxdh: '13800000000', yzbm: '610000' }
const facts = (more: Partial<Facts & Standing> = {}, of: Partial<Standing['holder']> = {}): Facts => ({
  standing: { holder: { ...holder, fbfbm: FBFBM, yyzt: '0', ...of } as Standing['holder'], members, books: [book()], today: '2026-03-17', ...more },
  elsewhere: more.elsewhere ?? [],
})
const base = { fbfbm: FBFBM, cbjyqzbm: CODE, djbId: '77', bgyy: '笔误' }
const readAs = (item: string, more: Form) => correctCbf.read({ ...base, ...more }, { item, doSign: false })
const formOf = (item: string, more: Form): CorrectForm => {
  const { form, wrong } = readAs(item, more)
  expect(wrong).toEqual([])
  return form
}
const NAME = { cbfmc: '张珊', cbfzjlx: '1', cbfzjhm: HEAD_ID }
/** Another number, the name stays: never both. */
const NUMBER = { cbfmc: '张三', cbfzjlx: '1', cbfzjhm: RIGHT_ID }
const CONTACT = { lxdh: '13900000000', cbfdz: '二组5号', yzbm: '610001' }
const list = (change: (m: StandingMember) => object | undefined = () => ({})) =>
  members.flatMap((m) => {
    const to = change(m)
    return to ? [{ ...m, ...to }] : []
  })
const corrected = list((m) => (m.id === '2' ? { cyzjhm: WIFE_RIGHT } : {}))
const signed = { cbhtbm: CODE, htlx: '4', qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'f' } as ContractFile
const actsOf = (item: string, more: Form, x = facts(), contracts: ContractFile[] = []) =>
  acts(formOf(item, more), x, contracts, { item, doSign: contracts.length > 0 })
const told = (id: string, cyxm: string, cyxb: string, yhzgx: string, cyzjhm: string) => ({
  id,
  cyxm,
  cyxb,
  yhzgx,
  cyzjlx: '1',
  cyzjhm,
  sfgyr: '1',
  cybz: null,
  cybzsm: null,
})
const REWRITTEN = [
  { act: 'endBook', djbId: '77', qszt: '2', reason: '笔误' },
  {
    act: 'newBook',
    code: CODE,
    fbfbm: FBFBM,
    cbfbm: CBFBM,
    from: ['77'],
    djlx: '8',
    djxl: '13',
    terms: { cbfs: '110', cbqx: 30, cbqxq: '1993-10-01', cbqxz: '2023-09-30' },
    lines: [
      { dkbm: `${FBFBM}00001`, sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110' },
      { dkbm: `${FBFBM}00002`, sfqqqg: '1', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110' },
    ],
    contract: { carry: true },
    remark: '原附记',
  },
  { act: 'certificate', code: CODE, event: 'replace', reason: '笔误' },
  { act: 'note', on: CODE, djlx: '8', djxl: '13', text: '笔误' },
]

describe('acts, item by item', () => {
  test('_1 name and ID: contractor and head say the same, the book is written anew with its contract, noted, its certificate replaced', () => {
    expect(actsOf(ITEM.name, NAME)).toEqual([
      {
        act: 'setContractor',
        cbfbm: CBFBM,
        fields: { cbfmc: '张珊', cbfzjlx: '1', cbfzjhm: HEAD_ID },
        members: [told('1', '张珊', '1', '02', HEAD_ID), told('2', '李梅', '2', '12', WIFE_ID)],
      },
      ...REWRITTEN,
    ])
  })
  test('_1 of an organisation touches no member; a number that came back masked stays', () => {
    const x = facts({ members: [] }, { cbflx: '3', cbfzjlx: '6' })
    expect(actsOf(ITEM.name, { cbfmc: '合作社', cbfzjlx: '6', cbfzjhm: '510***********1239' }, x)[0]).toEqual({
      act: 'setContractor',
      cbfbm: CBFBM,
      fields: { cbfmc: '合作社', cbfzjlx: '6', cbfzjhm: HEAD_ID },
    })
  })
  test('_1: the head is corrected wherever he stands; a household has no name of an organisation', () => {
    const [set] = actsOf(ITEM.name, { ...NAME, dwmc: '合作社' }, facts({ members: members.toReversed() }))
    expect(set).toEqual({
      act: 'setContractor',
      cbfbm: CBFBM,
      fields: { cbfmc: '张珊', cbfzjlx: '1', cbfzjhm: HEAD_ID },
      members: [told('2', '李梅', '2', '12', WIFE_ID), told('1', '张珊', '1', '02', HEAD_ID)],
    })
  })
  test('_2 members, in every current book; a certificate that is kept brings the one line of the running page', () => {
    const all = actsOf(ITEM.members, { jtcyList: corrected, hfqz: '2' }, facts({ books: [book(), second] }))
    expect(all).toEqual([
      { act: 'setContractor', cbfbm: CBFBM, fields: {}, members: [told('1', '张三', '1', '02', HEAD_ID), told('2', '李梅', '2', '12', WIFE_RIGHT)] },
      ...REWRITTEN.slice(0, 2),
      { act: 'certificate', code: CODE, event: 'keep' },
      { act: 'note', on: CODE, djlx: '8', djxl: '13', text: '笔误' },
      { act: 'endBook', djbId: '78', qszt: '2', reason: '笔误' },
      {
        act: 'newBook',
        code: `${CBFBM}Q`,
        fbfbm: FBFBM,
        cbfbm: CBFBM,
        from: ['78'],
        djlx: '8',
        djxl: '13',
        terms: { cbfs: '121', cbqx: 30, cbqxq: '1993-10-01', cbqxz: '2023-09-30' },
        lines: [{ dkbm: `${FBFBM}00003`, sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110' }],
        contract: { carry: true },
      },
      { act: 'certificate', code: `${CBFBM}Q`, event: 'keep' },
      { act: 'note', on: `${CBFBM}Q`, djlx: '8', djxl: '13', text: '笔误' },
    ])
  })
  test('signed anew, the contract is a changed one over the same former one', () => {
    const made = actsOf(ITEM.name, NAME, facts(), [signed]).find((a) => a.act === 'newBook')
    expect(made).toMatchObject({
      contract: { ...FORMER, file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'f' }, htlx: '4' },
    })
  })
  test('_3 contact data: the contractor alone, no book; a phone that came back masked stays', () => {
    const fields = { lxdh: '13900000000', cbfdz: '二组5号', yzbm: '610001' }
    expect(actsOf(ITEM.contact, CONTACT)).toEqual([{ act: 'setContractor', cbfbm: CBFBM, fields }])
    expect(actsOf(ITEM.contact, { ...CONTACT, lxdh: '138****0000' })).toEqual([
      { act: 'setContractor', cbfbm: CBFBM, fields: { ...fields, lxdh: '13800000000' } },
    ])
  })
})

test('what the case holds, has signed and which books it takes', () => {
  const x = facts({ books: [book(), second] })
  const about = { item: ITEM.members, doSign: true }
  const m = consequences(formOf(ITEM.members, { jtcyList: corrected }), x, about)
  expect(m.locks).toEqual([
    { objectType: 'cbf', objectCode: CBFBM },
    { objectType: 'djb', objectCode: CODE },
    { objectType: 'djb', objectCode: `${CBFBM}Q` },
    { objectType: 'dk', objectCode: `${FBFBM}00001` },
    { objectType: 'share', objectCode: `${FBFBM}00002:${CBFBM}` },
    { objectType: 'dk', objectCode: `${FBFBM}00003` },
  ])
  expect(m.contracts).toEqual([CODE, `${CBFBM}Q`].map((cbhtbm) => ({ cbhtbm, cbfbm: CBFBM, cbfmc: '张三', htlx: '4', qdsj: null })))
  expect(m.books).toEqual([
    { code: CODE, djbId: '77', role: 'source' },
    { code: `${CBFBM}Q`, djbId: '78', role: 'source' },
  ])
  expect(m.codes).toEqual({ cbfbm: CBFBM, cbhtbm: CODE })
  expect(consequences(formOf(ITEM.name, NAME), x, { item: ITEM.name, doSign: false }).contracts).toEqual([])
  expect(consequences(formOf(ITEM.name, NAME), x, { item: ITEM.name, doSign: true }).contracts[0]!.cbfmc).toBe('张珊')
  const contact = consequences(formOf(ITEM.contact, CONTACT), x, { item: ITEM.contact, doSign: false })
  expect([contact.locks, contact.books, contact.judgedBy]).toEqual([[{ objectType: 'cbf', objectCode: CBFBM }], [], ['77', '78']])
})
test('what is signed, what is asked for, and whose numbers are held', () => {
  const gate = (item: string, doSign: boolean) => correctCbf.gates(formOf(ITEM.name, NAME), { item, doSign })
  expect([gate(ITEM.name, true), gate(ITEM.members, false), gate(ITEM.contact, true)]).toEqual([{ doSign: true }, { doSign: false }, { doSign: false }])
  const papers = [ITEM.name, ITEM.contact].map((item) => correctCbf.papers(formOf(ITEM.name, NAME), { item, doSign: false }))
  expect(papers).toEqual([{ with: ['CBFHKB'] }, {}])
  expect(correctCbf.persons(formOf(ITEM.name, NAME))).toEqual([{ at: 'cbfzjhm', cyzjlx: '1', cyzjhm: HEAD_ID }])
  const jtcyList = list((m) => (m.id === '2' ? { sfgyr: '2' } : {}))
  expect(correctCbf.persons(formOf(ITEM.members, { jtcyList }))).toEqual([{ at: 'jtcyList.0', cyzjlx: '1', cyzjhm: HEAD_ID }])
})

describe('what is refused, at its field, in both languages', () => {
  test.each([
    [ITEM.name, { ...NAME, bgyy: null }, 'bgyy', '请输入更正原因', 'Please enter the reason'],
    [ITEM.name, { ...NAME, cbfmc: null }, 'cbfmc', '请输入承包方名称', 'Please enter the name'],
    [ITEM.name, { ...NAME, cbfzjhm: '510112197001011230' }, 'cbfzjhm', '证件号码校验位不正确', 'The check digit of the identity number is wrong'],
    [ITEM.contact, { ...CONTACT, cbfdz: null }, 'cbfdz', '请输入承包方地址', 'Please enter the address'],
    [ITEM.contact, { ...CONTACT, yzbm: null }, 'yzbm', '请输入邮政编码', 'Please enter the postcode'],
    [ITEM.contact, { ...CONTACT, lxdh: '12' }, 'lxdh', '联系电话格式不正确', 'The telephone number is wrong'],
    [ITEM.members, { jtcyList: list((m) => ({ cyxm: m.id === '2' ? null : m.cyxm })) }, 'jtcyList.1.cyxm', '请输入成员姓名', 'Please enter the name'],
    [
      ITEM.members,
      { jtcyList: [...list(), { ...list()[1]!, cyxm: '李玫', cyzjhm: '510***********1234' }] },
      'jtcyList.2.cyxm',
      '成员【李梅】重复',
      'Member 李梅 is listed twice',
    ],
    [
      ITEM.members,
      { jtcyList: list((m) => (m.id === '2' ? { cyzjhm: HEAD_ID } : {})) },
      'jtcyList.1.cyzjhm',
      '家庭成员证件号码重复',
      'This identity number is listed twice',
    ],
    [
      ITEM.members,
      { jtcyList: list((m) => (m.id === '2' ? { cybz: '7' } : {})) },
      'jtcyList.1.sfgyr',
      '已去世的成员不能为共有人',
      'A deceased member cannot be a co-owner',
    ],
  ] as const)('%s %j', (item, more, field, zh, en) => {
    expect(readAs(item, more).wrong).toContainEqual({ field, msg: { zh, en } })
  })
  const also = (change: (m: StandingMember) => object | undefined) => ({ jtcyList: list(change) })
  const isWife = (m: StandingMember, to: object | undefined) => (m.id === '2' ? to : {})
  const isHead = (m: StandingMember, to: object) => (m.id === '1' ? to : {})
  const child = { cyxm: '张新', cyxb: '1', yhzgx: '20', cyzjlx: '1', cyzjhm: resident('51011220250101123'), sfgyr: '1' }
  test.each([
    ['no such book', ITEM.name, NAME, { ...facts(), standing: undefined }, 'E1004', '登记簿已注销或已变更，请刷新'],
    ['a later version', ITEM.name, { ...NAME, djbId: '76' }, facts(), 'E1004', '登记簿已注销或已变更，请刷新'],
    ['another issuer', ITEM.name, NAME, facts({}, { fbfbm: 'X' }), 'cbjyqzbm', '登记簿不属于所选发包方'],
    ['objected to', ITEM.contact, CONTACT, facts({}, { yyzt: '1' }), 'E1003', `承包方【张三 ${CBFBM}】存在异议，请先处理异议`],
    ['the name stays', ITEM.name, { ...NAME, cbfmc: '张三', cbfzjhm: HEAD_ID }, facts(), 'cbfmc', '姓名、证件没有更正'],
    ['no head', ITEM.name, NAME, facts({ members: members.slice(1) }), 'cbfmc', '本户没有户主，请先更正家庭成员信息'],
    ['the number of a member', ITEM.name, { ...NUMBER, cbfzjhm: WIFE_ID }, facts(), 'cbfzjhm', '证件号码与家庭成员【李梅】相同'],
    [
      'the number of a co-owner elsewhere',
      ITEM.name,
      NUMBER,
      facts({ elsewhere: [{ cyxm: '赵六', cyzjlx: '1', cyzjhm: RIGHT_ID, cbfbm: 'Z' }] }),
      'cbfzjhm',
      '【赵六】已是承包方【Z】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认',
    ],
    [
      "a member's number of a co-owner elsewhere",
      ITEM.members,
      { jtcyList: corrected },
      facts({ elsewhere: [{ cyxm: '赵六', cyzjlx: '1', cyzjhm: WIFE_RIGHT, cbfbm: 'Z' }] }),
      'jtcyList.1.cyzjhm',
      '【赵六】已是承包方【Z】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认',
    ],
    ['the name of a member', ITEM.name, { ...NAME, cbfmc: '李梅' }, facts(), 'cbfmc', '姓名不能更正为本户另一在世成员的姓名【李梅】'],
    [
      'the name of the head',
      ITEM.members,
      also((m) => isWife(m, { cyxm: '张三' })),
      facts(),
      'jtcyList.1.cyxm',
      '姓名不能更正为本户另一在世成员的姓名【张三】',
    ],
    ['no household', ITEM.members, { jtcyList: corrected }, facts({}, { cbflx: '3' }), 'cbjyqzbm', '承包方不是农户，没有家庭成员'],
    ['a member left', ITEM.members, also((m) => isWife(m, undefined)), facts(), 'jtcyList', '减少成员【李梅】请办理合同变更'],
    ['a member came', ITEM.members, { jtcyList: [...list(), child] }, facts(), 'jtcyList.2.cyxm', '新增成员请办理合同变更'],
    ['a member of another household', ITEM.members, { jtcyList: [...list(), { ...child, id: '99' }] }, facts(), 'jtcyList.2.cyxm', '新增成员请办理合同变更'],
    ['a member died', ITEM.members, also((m) => isWife(m, { cybz: '7', sfgyr: '2' })), facts(), 'jtcyList.1.cybz', '成员去世请办理合同变更'],
    [
      'another contractor',
      ITEM.name,
      { ...NUMBER, cbfmc: '张珊' },
      facts(),
      'cbfmc',
      '更正（含历次更正）不能同时更改姓名（名称）和证件号码：换人请办理合同变更',
    ],
    [
      'another organisation',
      ITEM.name,
      { cbfmc: '王法人', dwmc: '乙合作社', cbfzjlx: '3', cbfzjhm: 'X12345678' },
      facts({ members: [] }, { cbflx: '3', cbfmc: '王法人', dwmc: '甲合作社', cbfzjlx: '3', cbfzjhm: 'A12345678' }),
      'dwmc',
      '更正（含历次更正）不能同时更改姓名（名称）和证件号码：换人请办理合同变更',
    ],
    [
      'the same number under another document',
      ITEM.name,
      { ...NAME, cbfzjlx: '9' },
      facts(),
      'cbfzjhm',
      '号码像居民身份证号码，证件类型请选择“居民身份证”（凭户口簿办理的选择“户口簿”）',
    ],
    ['a name of digits', ITEM.name, { ...NAME, cbfmc: '12345' }, facts(), 'cbfmc', '姓名（名称）不能只有数字或符号，也不能含有尖括号'],
    ['the head of another sex', ITEM.name, { ...NUMBER, cbfzjhm: resident('51011219700111126') }, facts(), 'cbfzjhm', '性别与身份证号码（女）不一致'],
    [
      'another member',
      ITEM.members,
      also((m) => isWife(m, { cyxm: '李玫', cyzjhm: WIFE_RIGHT })),
      facts(),
      'jtcyList.1.cyxm',
      '更正（含历次更正）不能同时更改姓名（名称）和证件号码：换人请办理合同变更',
    ],
    ['a right taken', ITEM.members, also((m) => isWife(m, { sfgyr: '2' })), facts(), 'jtcyList.1.sfgyr', '是否共有人不能更正，请办理合同变更（家庭成员）'],
    ['a member of the other sex', ITEM.members, also((m) => isWife(m, { cyxb: '1' })), facts(), 'jtcyList.1.cyxb', '性别与身份证号码（女）不一致'],
    ['another head', ITEM.members, also((m) => ({ yhzgx: m.id === '2' ? '02' : '11' })), facts(), 'jtcyList.1.yhzgx', '更换户主请办理合同变更（承包方代表）'],
    ["the head's name", ITEM.members, also((m) => isHead(m, { cyxm: '张珊' })), facts(), 'jtcyList.0.cyxm', '户主姓名、证件请办理姓名、证件更正'],
    ["the head's number", ITEM.members, also((m) => isHead(m, { cyzjhm: RIGHT_ID })), facts(), 'jtcyList.0.cyzjhm', '户主姓名、证件请办理姓名、证件更正'],
    ['the members stay', ITEM.members, also(() => ({})), facts(), 'jtcyList', '家庭成员信息没有更正'],
    ['the members stay, 无 for an imported blank', ITEM.members, also(() => ({ cybz: '0', cybzsm: '' })), facts(), 'jtcyList', '家庭成员信息没有更正'],
    ['the contact data stay', ITEM.contact, { lxdh: '138****0000', cbfdz: '一组', yzbm: '610000' }, facts(), 'lxdh', '联系方式没有更正'],
  ] as const)('%s', (_name, item, more, x, at, zh) => {
    const [first] = faults(formOf(item, more), x as Facts, { item, doSign: false })
    const [w] = first!.key === 'invalid' ? (first!.details as { field: string; msg: { zh: string; en: string } }[]) : []
    expect(w ? [w.field, w.msg.zh] : [first!.key, first!.words.zh]).toEqual([at, zh])
    expect((w?.msg ?? first!.words).en).not.toBe('')
  })
  test('a mortgage and an end of the term stop no correction; who is without head gets one by a correction of the members', () => {
    const mortgaged = facts({ books: [book({ dyzt: '1' })] })
    expect(faults(formOf(ITEM.name, NAME), mortgaged, { item: ITEM.name, doSign: false })).toEqual([])
    const [head, wife] = members as [StandingMember, StandingMember]
    const headless = facts({ members: [{ ...head, yhzgx: '20' }, wife] })
    expect(faults(formOf(ITEM.members, { jtcyList: list() }), headless, { item: ITEM.members, doSign: false })).toEqual([])
  })
  test('a name that is none bars no other correction where a package brought it, and is refused where it is corrected', () => {
    const company = facts({ members: [] }, { cbflx: '3', cbfmc: '—', dwmc: '/', cbfzjlx: '3', cbfzjhm: 'A12345678' })
    const of = (more: Form) => faults(formOf(ITEM.name, { cbfmc: '—', dwmc: '/', cbfzjlx: '3', cbfzjhm: 'A12345678', ...more }), company, about)
    const about = { item: ITEM.name, doSign: false }
    expect([of({ cbfzjhm: 'A12345679' }), of({ cbfmc: '王法人' })]).toEqual([[], []])
    for (const wrong of [{ cbfmc: '12' }, { dwmc: '12' }])
      expect(of(wrong).map((f) => f.details)).toEqual([
        [{ field: Object.keys(wrong)[0], msg: expect.objectContaining({ zh: '姓名（名称）不能只有数字或符号，也不能含有尖括号' }) }],
      ])
  })
  test('who was dead already stays so, and a head who differs from the contractor is made the same', () => {
    const [head, wife] = members as [StandingMember, StandingMember]
    const late = { ...wife, sfgyr: '2', cybz: '7' }
    const jtcyList = [head, { ...late, cyxm: '李玫' }]
    expect(faults(formOf(ITEM.members, { jtcyList }), facts({ members: [head, late] }), { item: ITEM.members, doSign: false })).toEqual([])
    const other = facts({ members: [{ ...head, cyxm: '张叁' }, wife] })
    expect(faults(formOf(ITEM.name, { ...NAME, cbfmc: '张三', cbfzjhm: HEAD_ID }), other, { item: ITEM.name, doSign: false })).toEqual([])
  })
})
