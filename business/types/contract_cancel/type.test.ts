// Ending a contract as pure functions: its acts word for word for each item, what it holds, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import type { ContractFile, Form } from '../../cases/definitions/business.ts'
import type { Standing, StandingLine } from '../../cases/definitions/standing.ts'
import { acts, faults, consequences, type Facts } from './plan.ts'
import { contractCancel, ITEM } from './type.ts'

const FBFBM = '51011210120100'
const CBFBM = `${FBFBM}0001`
const CODE = `${CBFBM}J`
const dkbm = (n: number) => `${FBFBM}0000${n}`
const line = (n: number, sfqqqg = '2', others: readonly string[] = [], parcel: Partial<StandingLine['parcel']> = {}): StandingLine => ({
  line: { dkbm: dkbm(n), sfqqqg, htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110' },
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
const book = (more: Partial<Standing['books'][number]> = {}): Standing['books'][number] => ({
  djbId: '77',
  code: CODE,
  fbfbm: FBFBM,
  terms: { cbfs: '110', cbqx: 30, cbqxq: '1993-10-01', cbqxz: '2023-09-30' },
  former: { ycbhtbm: null, yhtzmj: null, yhtzmjm: null },
  remark: null,
  dyzt: '0',
  yyzt: '0',
  lines: [line(1), line(2)],
  ...more,
})
const second = book({ djbId: '78', code: `${CBFBM}Q`, lines: [line(3)] })
const facts = (books: readonly Standing['books'][number][] = [book()], holder: Partial<Standing['holder']> = {}): Facts => ({
  standing: {
    holder: { cbfbm: CBFBM, cbfmc: '张三', cbflx: '1', fbfbm: FBFBM, yyzt: '0', ...holder } as Standing['holder'],
    members: [],
    books,
    today: '2026-03-17',
  },
})
const readAs = (item: string, more: Form = {}) =>
  contractCancel.read({ fbfbm: FBFBM, cbjyqzbm: CODE, djbId: '77', zxyy: '自愿交回', ...more }, { item, doSign: true })
const formOf = (item: string, more: Form = {}) => {
  const { form, wrong } = readAs(item, more)
  expect(wrong).toEqual([])
  return form
}
const signed = { cbhtbm: CODE, htlx: '9', attachId: '9' } as ContractFile
const actsOf = (item: string, more: Form = {}, x = facts(), contracts = [signed]) =>
  acts(formOf(item, more), x, contracts, { item, doSign: contracts.length > 0 })
const ended = (zxyylx: string) => [
  { act: 'endBook', djbId: '77', qszt: '3', reason: '自愿交回', zxyylx, entry: { djlx: '2', djxl: '6' }, agreement: '9' },
  { act: 'certificate', code: CODE, event: 'cancel', reason: '自愿交回' },
]
const reserve = (n: number) => ({ act: 'setParcel', dkbm: dkbm(n), fields: { dklb: '22' }, bgfs: '51' })
const state = (n: number) => ({ act: 'setParcel', dkbm: dkbm(n), fields: { dklb: '99', tdyt: '5' }, bgfs: '51' })
const lost = (n: number) => ({ act: 'endParcel', dkbm: dkbm(n), bgfs: '3', bgyy: '自愿交回' })

describe('acts, item by item', () => {
  test('_1: all land back to the reserve, a share of others is only left out, another book of the contractor stays', () => {
    expect(actsOf(ITEM.returned, {}, facts([book(), second]))).toEqual([...ended('1'), reserve(1), reserve(2)])
    expect(actsOf(ITEM.returned, {}, facts([book({ lines: [line(1), line(2, '1', ['X'])] })]))).toEqual([...ended('1'), reserve(1)])
  })
  test('_2: the household ends with every book of it', () => {
    expect(actsOf(ITEM.extinct, {}, facts([book(), second]))).toEqual([
      ...ended('2'),
      { act: 'endBook', djbId: '78', qszt: '3', reason: '自愿交回', zxyylx: '2', entry: { djlx: '2', djxl: '6' } },
      { act: 'certificate', code: `${CBFBM}Q`, event: 'cancel', reason: '自愿交回' },
      reserve(1),
      reserve(2),
      reserve(3),
      { act: 'endContractor', cbfbm: CBFBM, zxyylx: '2' },
    ])
  })
  test('_3: all land is lost, the contractor stays; without agreement none is named', () => {
    const [end, cancel] = ended('3')
    const { agreement: _, ...bare } = end as { agreement: string }
    expect(actsOf(ITEM.lost, {}, facts(), [])).toEqual([bare, cancel, lost(1), lost(2)])
  })
  test('_4: land of the state, or lost, as the form says', () => {
    expect(actsOf(ITEM.taken, { dk: [{ dkbm: dkbm(2), fate: 'lost' }] })).toEqual([...ended('4'), state(1), lost(2)])
  })
  test('_9: by another reason or taken back by law, each parcel as the form says', () => {
    const dk = [
      { dkbm: dkbm(1), fate: 'state' },
      { dkbm: dkbm(2), fate: 'lost' },
    ]
    expect(actsOf(ITEM.other, { zxyylx: '8', dk })).toEqual([...ended('8'), state(1), lost(2)])
    expect(actsOf(ITEM.other, { zxyylx: '9' })).toEqual([...ended('9'), reserve(1), reserve(2)])
  })
})

test('what the case holds, has signed and posts', () => {
  const x = facts([book({ lines: [line(1), line(2, '1', ['X'])] })])
  const m = consequences(formOf(ITEM.returned), x, { item: ITEM.returned, doSign: true })
  expect(m.locks).toEqual([
    { objectType: 'cbf', objectCode: CBFBM },
    { objectType: 'djb', objectCode: CODE },
    { objectType: 'dk', objectCode: dkbm(1) },
    { objectType: 'share', objectCode: `${dkbm(2)}:${CBFBM}` },
  ])
  expect(m.contracts).toEqual([{ cbhtbm: CODE, cbfbm: CBFBM, cbfmc: '张三', htlx: '9', qdsj: null }])
  expect(m.posted).toEqual({
    targets: [CBFBM, CODE, dkbm(1), dkbm(2)],
    cbfbm: CBFBM,
    // of a share that others hold too nothing goes back
    dk: [1, 2].map((n) => ({ dkbm: dkbm(n), dkmc: `田${n}`, htmj: '1000.00', htmjm: '1.50', sfqqqg: `${3 - n}`, fate: n === 1 ? 'reserve' : 'left' })),
    cbht: { cbqxq: '1993-10-01', cbqxz: '2023-09-30' },
  })
  expect(m.books).toEqual([{ code: CODE, djbId: '77', role: 'source' }])
  expect(consequences(formOf(ITEM.returned), x, { item: ITEM.returned, doSign: false }).contracts).toEqual([])
})

describe('what is refused, at its field, in both languages', () => {
  test.each([
    [ITEM.returned, { zxyy: null }, 'zxyy', '请输入注销原因说明', 'Please enter the reason'],
    [ITEM.returned, { cbjyqzbm: null }, 'cbjyqzbm', '请选择登记簿', 'Please select the book'],
    [ITEM.extinct, { zxyylx: '4' }, 'zxyylx', '注销原因与业务事项不符', 'The reason does not match the item'],
    [
      ITEM.extinct,
      { jtcyList: ['dead', 'moved'].map((qx) => ({ id: '1', cyxm: '张三', qx, rq: '2026-01-01' })) },
      'jtcyList.1.qx',
      '成员【张三】重复',
      'Member 张三 is listed twice',
    ],
    [ITEM.other, { zxyylx: '1' }, 'zxyylx', '请选择依法收回或其他', 'Select taken back by law, or other'],
    [ITEM.other, {}, 'zxyylx', '请选择注销原因', 'Please select the reason'],
    [ITEM.taken, { dk: [{ dkbm: dkbm(1), fate: 'reserve' }] }, 'dk.0.fate', '地块去向与业务事项不符', 'The outcome does not match the item'],
    [ITEM.taken, { dk: [1, 1].map((n) => ({ dkbm: dkbm(n), fate: 'lost' })) }, 'dk', '地块重复', 'A parcel is listed twice'],
  ] as const)('%s %j', (item, more, field, zh, en) => {
    expect(readAs(item, more).wrong).toContainEqual({ field, msg: { zh, en } })
  })
  const joint = [book({ lines: [line(1, '1', ['X'])] })]
  test.each([
    ['no such book', ITEM.returned, {}, { standing: undefined }, 'E1004', '登记簿已注销或已变更，请刷新'],
    ['a later version', ITEM.returned, { djbId: '76' }, facts(), 'E1004', '登记簿已注销或已变更，请刷新'],
    ['another issuer', ITEM.returned, {}, facts(undefined, { fbfbm: 'X' }), 'cbjyqzbm', '登记簿不属于所选发包方'],
    ['objected to', ITEM.returned, {}, facts([book({ yyzt: '1' })]), 'E1003', `承包方【张三 ${CBFBM}】存在异议，请先处理异议`],
    ['mortgaged', ITEM.returned, {}, facts([book({ dyzt: '1' })]), 'E1002', `地块【${dkbm(1)}】处于抵押状态，不能办理该业务`],
    ['parcel of another book', ITEM.taken, { dk: [{ dkbm: dkbm(9), fate: 'lost' }] }, facts(), 'dk.0.dkbm', `地块【${dkbm(9)}】不在该登记簿中`],
    ['joint parcel lost', ITEM.lost, {}, facts(joint), 'dk', `地块【${dkbm(1)}】为共有地块，须由全部承包方一并办理`],
  ] as const)('%s', (_name, item, more, x, at, zh) => {
    const [first] = faults(formOf(item, more), x as Facts, { item, doSign: true })
    const [w] = first!.key === 'invalid' ? (first!.details as { field: string; msg: { zh: string; en: string } }[]) : []
    expect(w ? [w.field, w.msg.zh] : [first!.key, first!.words.zh]).toEqual([at, zh])
    expect((w?.msg ?? first!.words).en).not.toBe('')
  })
  test('an end is for what is over too, a joint parcel may be given back', () => {
    expect(faults(formOf(ITEM.returned), facts(joint), { item: ITEM.returned, doSign: true })).toEqual([])
  })
})
