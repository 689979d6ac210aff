// Extending contracts as pure functions: one entry a household word for word, what the case holds, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import type { ContractFile, Form } from '../../cases/business.ts'
import type { Standing, StandingLine } from '../../cases/standing.ts'
import { entries, faults, means, type Facts } from './plan.ts'
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
  ...{ djbId: `7${n}`, code: `${cbf(n)}J`, fbfbm: FBFBM, terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-01-01', cbqxz: '2027-12-31' } },
  ...{ former: { ycbhtbm: 'OLD', yhtzmj: '800.00', yhtzmjm: '1.20' }, remark: null, dyzt: '0', yyzt: '0', lines: [line(n), line(n + 4)] },
  ...more,
})
const standing = (n: number, b = book(n), holder: object = {}): Standing => ({
  holder: { cbfbm: cbf(n), cbfmc: `户${n}`, cbflx: '1', fbfbm: FBFBM, yyzt: '0', lxdh: '13800000000', ...holder } as Standing['holder'],
  ...{ members: [], books: [b], today: '2026-03-17' },
})
const ROUND = { fromDay: '2028-01-01', toDay: '2057-12-31' }
const facts = (standings: Facts['standings'] = [standing(1)], more: Partial<Facts> = {}): Facts => ({ standings, rounds: [ROUND], years: 3, ...more })
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
  ...{ dkbm: dkbm(n), sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110', yhtmj: '1000.00', yhtmjm: '1.50' },
  ...more,
})
/** The acts that end the book of household `n` and make the next one. */
const next = (n: number, lines: object[] = [after(n), after(n + 4)], more: object = {}) => [
  { act: 'endBook', djbId: `7${n}`, qszt: '2', reason: '二轮延包' },
  {
    ...{ act: 'newBook', code: `${cbf(n)}J`, fbfbm: FBFBM, cbfbm: cbf(n), from: [`7${n}`], djlx: '1', djxl: '9' },
    terms: { cbfs: '110', cbqx: 30, cbqxq: '2028-01-01', cbqxz: '2057-12-31', prevCbqxz: '2027-12-31' },
    lines,
    contract: {
      ...{ ycbhtbm: `${cbf(n)}J`, yhtzmj: '2000.00', yhtzmjm: '3.00', htlx: '3' },
      file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: `${n}`, fileHash: 'f' },
    },
    ...more,
  },
  { act: 'certificate', code: `${cbf(n)}J`, event: 'replace', reason: '二轮延包' },
]

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
  test('a term that is over is no more the former one; a household that did not sign has its contract open', () => {
    const over = book(1, { terms: { cbfs: '110', cbqx: 30, cbqxq: '1993-10-01', cbqxz: '2023-09-30' } })
    const [one] = entriesOf(ITEM.plain, [house(1)], facts([standing(1, over)]), [])
    expect(one!.acts.find((a) => a.act === 'newBook')).toMatchObject({
      terms: { cbfs: '110', cbqx: 30, cbqxq: '2023-10-01', cbqxz: '2053-09-30' },
      contract: { unsigned: true, htlx: '3', ycbhtbm: `${cbf(1)}J`, yhtzmj: '2000.00', yhtzmjm: '3.00' },
    })
    expect(JSON.stringify(one)).not.toContain('prevCbqxz')
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
          ...{ ycbhtbm: `${cbf(1)}J`, yhtzmj: '3000.00', yhtzmjm: '4.50', htlx: '3' },
          file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '1', fileHash: 'f' },
        },
      }),
    ])
  })
  test('8 shares instead of parcels', () => {
    const [one] = entriesOf(ITEM.changed, [house(1, { ybddlx: '8' })])
    expect(one!.acts.slice(2)).toEqual(next(1, [after(1, { sfqqqg: '1' }), after(5, { sfqqqg: '1' })]))
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
  const m = means(formOf(ITEM.plain, [house(1), house(2)]), x)
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
test('the survey changes the areas of its households and nothing else', () => {
  const before = formOf(ITEM.plain, [house(1), house(2, { dk: [{ dkbm: dkbm(2), qqmjm: '1.50' }] })])
  const sent = { ...before, bgyy: '改', nh: [{ ...before.nh[0]!, ybddlx: '8', dk: [{ dkbm: dkbm(1), qqmjm: '1.60' }] }] }
  expect(contractRenew.surveyed(before, sent)).toEqual({ ...before, nh: [{ ...before.nh[0]!, dk: [{ dkbm: dkbm(1), qqmjm: '1.60' }] }, before.nh[1]] })
})

describe('what is refused, at its row, in both languages', () => {
  const area1 = (more: object) => [{ dkbm: dkbm(1), qqmjm: '1.60', ...more }]
  test.each([
    [ITEM.plain, [], {}, 'nh', '请至少选择一户', 'Select at least one household'],
    [ITEM.plain, [house(1), house(1)], {}, 'nh.1.cbjyqzbm', '该户已在本业务中', 'This household stands in the case already'],
    [ITEM.plain, [house(1)], { bgyy: null }, 'bgyy', '请输入延包说明', 'Please enter the reason'],
    [ITEM.changed, [house(1, { ybddlx: '3' })], {}, 'nh.0.ybddlx', '延包方式不在可选范围内', 'Way of extension is not one of the choices'],
    [ITEM.changed, [house(1, { ybddlx: '6' })], {}, 'nh.0.leaving', '请选择交回的地块', 'Select the parcels that are returned'],
    [
      ITEM.plain,
      [house(1, { dk: area1({ htmj: '1000.00', htmjm: '9.00' }) })],
      {},
      'nh.0.dk.0.htmj',
      '合同面积应大于0，且亩与平方米一致',
      'The contract area is above 0 and mu fits m²',
    ],
    [ITEM.plain, [house(1, { dk: [...area1({}), ...area1({})] })], {}, 'nh.0.dk', '地块重复', 'A parcel stands twice'],
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
      '发包方没有生效的延包方案',
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
      'a joint parcel confirmed in two ways',
      ITEM.plain,
      [house(1, { dk: area1({}) }), house(2, { dk: area1({ qqmjm: '1.61' }) })],
      facts(two),
      'nh.1.dk.0.qqmjm',
      `共有地块【${dkbm(1)}】的确权面积不一致`,
    ],
  ] as const)('%s', (_name, item, nh, x, at, zh) => {
    const [first] = faults(formOf(item, [...nh]), x)
    const [w] = first!.key === 'invalid' ? (first!.details as { field: string; msg: { zh: string; en: string } }[]) : []
    expect(w ? [w.field, w.msg.zh] : [first!.key, first!.words.zh]).toEqual([at, zh])
    expect((w?.msg ?? first!.words).en).not.toBe('')
  })
  test('a mortgage stops no extension; a term that ends to the day within the years is taken', () => {
    const edge = book(1, { dyzt: '1', terms: { cbfs: '110', cbqx: 30, cbqxq: '1999-03-18', cbqxz: '2029-03-17' } })
    expect(faults(formOf(ITEM.plain, [house(1)]), facts([standing(1, edge)]))).toEqual([])
  })
})
