// Papers that a book lacks as pure functions: the acts word for word for each item, what the case holds, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import type { ContractFile, Form } from '../../cases/definitions/business.ts'
import type { Standing, StandingLine } from '../../cases/definitions/standing.ts'
import { entries, faults, consequences, type BookPapers, type Facts } from './plan.ts'
import { contractSupplement, ITEM, type SupplementForm } from './type.ts'

const FBFBM = '51011210120100'
const CBFBM = `${FBFBM}0001`
const CODE = `${CBFBM}J`
const dkbm = (n: number) => `${FBFBM}0000${n}`
const line = (n: number, sfqqqg = '2', parcel: object = {}): StandingLine => ({
  line: { dkbm: dkbm(n), sfqqqg, htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110' },
  parcel: { dkbm: dkbm(n), dkmc: `田${n}`, yyzt: '0', dyzt: '0', ...parcel } as StandingLine['parcel'],
  others: [],
})
const book = (more: Partial<Standing['books'][number]> = {}): Standing['books'][number] => ({
  djbId: '77',
  code: CODE,
  fbfbm: FBFBM,
  terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
  former: { ycbhtbm: null, yhtzmj: null, yhtzmjm: null },
  remark: null,
  dyzt: '0',
  yyzt: '0',
  lines: [line(1), line(2, '1')],
  ...more,
})
const PAPERS: BookPapers = { djsj: '2018-01-01', qdsj: null, formerQdsj: null, htlx: '1', signStatus: '99', attachId: null, fzrq: '2018-02-01', sfbdcfz: '2' }
const facts = (papers: Partial<BookPapers> = {}, b = book(), holder: object = {}, postsLoss = false): Facts => ({
  standing: {
    holder: { cbfbm: CBFBM, cbfmc: '张三', cbflx: '1', fbfbm: FBFBM, yyzt: '0', ...holder } as Standing['holder'],
    members: [],
    books: [b],
    today: '2026-03-17',
  },
  papers: { ...PAPERS, ...papers },
  postsLoss,
})
const SCAN = { qdsj: '2017-12-01', htzmjm: '3.00', dk: [1, 2].map((n) => ({ dkbm: dkbm(n), htmjm: '1.50' })) }
const FORM: Readonly<Record<string, Form>> = { [ITEM.sign]: {}, [ITEM.scan]: SCAN, [ITEM.lost]: {}, [ITEM.damaged]: {} }
const about = (item: string) => ({ item, doSign: true })
const readAs = (item: string, more: Form = {}) =>
  contractSupplement.read({ fbfbm: FBFBM, cbjyqzbm: CODE, djbId: '77', bgyy: '遗失', ...FORM[item], ...more }, about(item))
const formOf = (item: string, more: Form = {}): SupplementForm => {
  const { form, wrong } = readAs(item, more)
  expect(wrong).toEqual([])
  return form
}
const file = (more: object) => ({ cbhtbm: CODE, attachId: '9', fileHash: 'f', ...more }) as ContractFile
const actsOf = (item: string, ...contracts: ContractFile[]) => entries(formOf(item), facts(), contracts, about(item))

describe('acts, item by item', () => {
  test('_1: the contract that was never signed gets its file and day', () => {
    expect(actsOf(ITEM.sign, file({ htlx: '10', qdsj: '2026-03-17', signWay: '2', signStatus: '2' }))).toEqual([
      { acts: [{ act: 'setContract', cbhtbm: CODE, qdsj: '2026-03-17', attachId: '9', fileHash: 'f', signWay: '2', signStatus: '2', htlx: '10' }] },
    ])
  })
  test('_2: the contract on paper gets its scan, its kind stays', () => {
    expect(actsOf(ITEM.scan, file({ htlx: '1', qdsj: '2017-12-01', signWay: '3', signStatus: '2' }))).toEqual([
      { acts: [{ act: 'setContract', cbhtbm: CODE, qdsj: '2017-12-01', attachId: '9', fileHash: 'f', signWay: '3', signStatus: '2' }] },
    ])
  })
  test('_3: the lost certificate is made anew, the book notes it', () => {
    expect(actsOf(ITEM.lost)).toEqual([
      {
        acts: [
          { act: 'certificate', code: CODE, event: 'reissue', reason: '遗失' },
          { act: 'note', on: CODE, djlx: '3', djxl: '7', text: '遗失' },
        ],
      },
    ])
  })
  test('_4: the damaged certificate is replaced, the book notes it', () => {
    expect(actsOf(ITEM.damaged)).toEqual([
      {
        acts: [
          { act: 'certificate', code: CODE, event: 'replace', reason: '遗失' },
          { act: 'note', on: CODE, djlx: '3', djxl: '8', text: '遗失' },
        ],
      },
    ])
  })
})

test('what the case holds, has signed and posts', () => {
  const m = consequences(formOf(ITEM.sign), facts(), about(ITEM.sign))
  expect(m).toEqual({
    codes: { cbfbm: CBFBM, cbhtbm: CODE },
    locks: [
      { objectType: 'cbf', objectCode: CBFBM },
      { objectType: 'djb', objectCode: CODE },
      { objectType: 'dk', objectCode: dkbm(1) },
      { objectType: 'share', objectCode: `${dkbm(2)}:${CBFBM}` },
    ],
    contracts: [{ cbhtbm: CODE, cbfbm: CBFBM, cbfmc: '张三', htlx: '10', qdsj: null }],
    posted: {
      targets: [CBFBM, CODE, dkbm(1), dkbm(2)],
      cbfbm: CBFBM,
      dk: [
        { dkbm: dkbm(1), dkmc: '田1', htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' },
        { dkbm: dkbm(2), dkmc: '田2', htmj: '1000.00', htmjm: '1.50', sfqqqg: '1' },
      ],
      cbht: { cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
    },
    books: [{ code: CODE, djbId: '77', role: 'source' }],
    gates: { needPublicity: false },
  })
  const contractsOf = (item: string, x = facts()) => consequences(formOf(item), x, about(item)).contracts
  expect(contractsOf(ITEM.scan)).toEqual([{ cbhtbm: CODE, cbfbm: CBFBM, cbfmc: '张三', htlx: '1', qdsj: '2017-12-01' }])
  expect(contractsOf(ITEM.scan, facts({ htlx: '4' }))[0]!.htlx).toBe('4')
  expect(contractsOf(ITEM.scan, facts({ htlx: null }))[0]!.htlx).toBe('1')
  expect([contractsOf(ITEM.lost), contractsOf(ITEM.damaged)]).toEqual([[], []])
})
test('only the first item is signed, only a loss is posted, and only where the setting says so', () => {
  const all = Object.values(ITEM)
  expect(all.map((item) => contractSupplement.gates(formOf(item), about(item)).item1)).toEqual([true, false, false, false])
  const posted = all.map((item) => consequences(formOf(item), facts({}, book(), {}, true), about(item)).gates)
  expect(posted.map((g) => g?.needPublicity)).toEqual([false, false, true, false])
  expect(all.map((item) => contractSupplement.papers(formOf(item), about(item)))).toEqual([
    {},
    { with: ['CBHT'] },
    { with: ['QT', 'GSB'] },
    { with: ['CBJYQZ'] },
  ])
})

describe('what is refused, at its field, in both languages', () => {
  const twice = [dkbm(1), dkbm(1)].map((d) => ({ dkbm: d, htmjm: '1.50' }))
  test.each([
    [ITEM.sign, { bgyy: null }, 'bgyy', '请输入补办原因', 'Please enter the reason'],
    [ITEM.scan, { qdsj: null }, 'qdsj', '请输入合同记载的签订时间', 'Please enter the day of signing that the contract says'],
    [ITEM.scan, { htzmjm: null }, 'htzmjm', '请输入合同记载的总面积', 'Please enter the total area that the contract says'],
    [ITEM.scan, { dk: [{ dkbm: dkbm(1), htmjm: null }] }, 'dk.0.htmjm', '请输入合同记载的面积（亩）', 'Please enter the area (mu) that the contract says'],
    [ITEM.scan, { dk: twice }, 'dk', '地块重复', 'A parcel is listed twice'],
  ] as const)('%s %j', (item, more, field, zh, en) => {
    expect(readAs(item, more).wrong).toEqual([{ field, msg: { zh, en } }])
  })
  const over = book({ terms: { cbfs: '110', cbqx: 30, cbqxq: '1993-10-01', cbqxz: '2023-09-30' } })
  test.each([
    ['no such book', ITEM.sign, {}, { ...facts(), standing: undefined }, 'E1004', '登记簿已注销或已变更，请刷新'],
    ['no papers of it', ITEM.sign, {}, { ...facts(), papers: undefined }, 'E1004', '登记簿已注销或已变更，请刷新'],
    ['a later version', ITEM.lost, { djbId: '76' }, facts(), 'E1004', '登记簿已注销或已变更，请刷新'],
    ['another issuer', ITEM.lost, {}, facts({}, book(), { fbfbm: 'X' }), 'cbjyqzbm', '登记簿不属于所选发包方'],
    ['objected to', ITEM.lost, {}, facts({}, book(), { yyzt: '1' }), 'E1003', `承包方【张三 ${CBFBM}】存在异议，请先处理异议`],
    ['mortgaged', ITEM.lost, {}, facts({}, book({ lines: [line(1, '2', { dyzt: '1' })] })), 'E1002', `地块【${dkbm(1)}】处于抵押状态，不能办理该业务`],
    ['term over', ITEM.sign, {}, facts({}, over), 'E1005', '承包期限已届满'],
    ['signed already', ITEM.sign, {}, facts({ signStatus: '2' }), 'cbjyqzbm', '合同已签订，不需要补签'],
    ['file there already', ITEM.scan, {}, facts({ attachId: '8' }), 'cbjyqzbm', '合同已有签署文件，不需要补录'],
    ['signed tomorrow', ITEM.scan, { qdsj: '2026-03-18' }, facts({ djsj: null }), 'qdsj', '签订时间不能晚于今天'],
    ['signed after the registration', ITEM.scan, { qdsj: '2018-01-02' }, facts(), 'qdsj', '签订时间不能晚于登记时间2018-01-01'],
    ['another day than the register has', ITEM.scan, {}, facts({ qdsj: '2015-12-01' }), 'qdsj', '签订时间与登记的2015-12-01不一致，登记有误的请先更正'],
    ['before the contract that it replaces', ITEM.scan, {}, facts({ formerQdsj: '2017-12-02' }), 'qdsj', '签订时间不能早于原合同的签订时间2017-12-02'],
    ['never issued', ITEM.lost, {}, facts({ fzrq: null }), 'cbjyqzbm', '权证尚未发放，不能补发、换发'],
    ['never issued, damaged', ITEM.damaged, {}, facts({ fzrq: null }), 'cbjyqzbm', '权证尚未发放，不能补发、换发'],
    ['a certificate of real estate', ITEM.damaged, {}, facts({ sfbdcfz: '1' }), 'cbjyqzbm', '已颁发不动产权证，请向不动产登记机构申请'],
  ] as const)('%s', (_name, item, more, x, at, zh) => {
    const [first] = faults(formOf(item, more), x as Facts, about(item))
    const [w] = first!.key === 'invalid' ? (first!.details as { field: string; msg: { zh: string; en: string } }[]) : []
    expect(w ? [w.field, w.msg.zh] : [first!.key, first!.words.zh]).toEqual([at, zh])
    expect((w?.msg ?? first!.words).en).not.toBe('')
  })
  test('a total that differs is E1008 with every difference; parcels that differ within the same total are listed', () => {
    const dk = [
      { dkbm: dkbm(1), htmjm: '1.40' },
      { dkbm: dkbm(9), htmjm: '1.50' },
    ]
    const [total, ...others] = faults(formOf(ITEM.scan, { htzmjm: '2.90', dk }), facts(), about(ITEM.scan))
    expect([total!.key, total!.words.zh, others]).toEqual(['E1008', '合同面积合计与登记簿不一致，差额-0.10亩', []])
    const { fields } = total!.details as { fields: { field: string; msg: { zh: string; en: string } }[] }
    const listed = [
      ['dk.0.htmjm', `地块【${dkbm(1)}】合同记载1.40亩，登记簿为1.50亩`],
      ['dk.1.dkbm', `地块【${dkbm(9)}】不在该登记簿中`],
      ['dk', `登记簿中的地块【${dkbm(2)}】合同没有记载`],
    ]
    expect(fields.map((f) => [f.field, f.msg.zh])).toEqual([['htzmjm', '合同面积合计与登记簿不一致，差额-0.10亩'], ...listed])
    const [same] = faults(formOf(ITEM.scan, { dk }), facts(), about(ITEM.scan))
    expect((same!.details as { field: string; msg: { zh: string } }[]).map((f) => [f.field, f.msg.zh])).toEqual(listed)
  })
  test('what is right is let through: signed on the day of the registration, a contract that counts as signed but has no file', () => {
    expect(faults(formOf(ITEM.scan, { qdsj: '2018-01-01' }), facts({ signStatus: '2' }), about(ITEM.scan))).toEqual([])
    // the day that the register has already, and the day of the contract before it
    expect(faults(formOf(ITEM.scan), facts({ qdsj: '2017-12-01', formerQdsj: '2017-12-01' }), about(ITEM.scan))).toEqual([])
    expect(faults(formOf(ITEM.scan, { qdsj: '2026-03-17' }), facts({ djsj: null }), about(ITEM.scan))).toEqual([])
    expect([ITEM.sign, ITEM.lost, ITEM.damaged].flatMap((item) => faults(formOf(item), facts(), about(item)))).toEqual([])
  })
})
