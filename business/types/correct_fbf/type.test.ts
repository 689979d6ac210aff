// Correcting an issuer as pure functions: its entries word for word for each item, what it holds, and every reason why it is refused.
import { describe, expect, test } from 'vitest'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import type { Fbf } from '../../../land/definitions/fbf.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { entries, faults, consequences, type Facts } from './plan.ts'
import { correctFbf, ITEM, type IssuerForm } from './type.ts'

const FBFBM = '51011210120100'
const resident = (digits: string) => digits + idCardCheck(digits)
const [OLD_ID, NEW_ID] = [resident('51011219600101123'), resident('51011219700101123')]
const issuer = {
  fbfbm: FBFBM,
  fbfmc: '石坝村',
  tyshxydm: null,
  fbffzrxm: '王村长',
  fzrzjlx: '1',
  fzrzjhm: OLD_ID,
  lxdh: '13800000000',
  fbfdz: '石坝村1组',
  yzbm: null,
  fbfdcy: '李',
  fbfdcrq: '2020-01-01',
  fbfdcjs: null,
} as unknown as Fbf
const BOOKS = [
  { code: `${FBFBM}0001J`, fbfmc: '石坝村' },
  { code: `${FBFBM}0002J`, fbfmc: '石坝村经济合作社' },
]
const facts = (books: Facts['books'] = [], wrong: Facts['wrong'] = []): Facts => ({ issuer, books, wrong })
const PRINCIPAL = { fbffzrxm: '赵村长', fzrzjlx: '1', fzrzjhm: NEW_ID, lxdh: '13900000000' }
const NAME = { fbfmc: '石坝村经济合作社', fbfdz: '石坝村1组', fbfdcy: '李', fbfdcrq: '2020-01-01' }
const readAs = (item: string, more: Form) => correctFbf.read({ fbfbm: FBFBM, bgyy: '换届', ...more }, { item, doSign: false })
const formOf = (item: string, more: Form): IssuerForm => {
  const { form, wrong } = readAs(item, more)
  expect(wrong).toEqual([])
  return form
}
const entriesOf = (item: string, more: Form, x = facts()) => entries(formOf(item, more), x, [], { item, doSign: false })
const set = (fields: object) => ({ acts: [{ act: 'setIssuer', fbfbm: FBFBM, fields }] })

describe('entries, item by item', () => {
  test('_1 principal: the issuer alone, only what differs; what came back masked stays', () => {
    expect(entriesOf(ITEM.principal, PRINCIPAL)).toEqual([set({ fbffzrxm: '赵村长', fzrzjhm: NEW_ID, lxdh: '13900000000' })])
    expect(entriesOf(ITEM.principal, { ...PRINCIPAL, fzrzjhm: '510***********1234', lxdh: '138****0000', fbfmc: 'X', zbdj: '1' })).toEqual([
      set({ fbffzrxm: '赵村长' }),
    ])
  })
  test('_2 name and address: the issuer, no book', () => {
    const more = { ...NAME, fbfdz: '石坝村2组', yzbm: '610000', tyshxydm: null, fbfdcy: '周', fbfdcrq: '2026-01-01', fbfdcjs: '更名', fbffzrxm: 'X' }
    expect(entriesOf(ITEM.name, more)).toEqual([
      set({ fbfmc: '石坝村经济合作社', fbfdz: '石坝村2组', yzbm: '610000', fbfdcy: '周', fbfdcrq: '2026-01-01', fbfdcjs: '更名' }),
    ])
  })
  const first = (text: string) => ({ group: `${FBFBM}0001J`, acts: [{ act: 'note', on: `${FBFBM}0001J`, djlx: '8', djxl: '13', text }] })
  const second = { group: `${FBFBM}0002J`, acts: [{ act: 'note', on: `${FBFBM}0002J`, djlx: '8', djxl: '13', text: '发包方信息更正：换届' }] }
  test('_2 with a line in every book: one entry each, which says the name that the book keeps', () => {
    expect(entriesOf(ITEM.name, { ...NAME, zbdj: '1' }, facts(BOOKS))).toEqual([
      set({ fbfmc: '石坝村经济合作社' }),
      first('发包方名称由“石坝村”更正为“石坝村经济合作社”：换届'),
      second,
    ])
  })
  test('one line alone is asked of its own book and brings nothing else', () => {
    const part = correctFbf.part!(formOf(ITEM.name, { ...NAME, zbdj: '1' }), `${FBFBM}0002J`)
    expect(entriesOf(ITEM.name, part, facts(BOOKS.slice(1)))).toEqual([second])
    const about = { item: ITEM.name, doSign: false }
    const corrected = { issuer: { ...issuer, fbfmc: '石坝村经济合作社' }, wrong: [], books: BOOKS.slice(1) }
    expect(faults(formOf(ITEM.name, part), corrected, about)).toEqual([])
    expect(faults(formOf(ITEM.name, part), { ...corrected, books: [] }, about).map((f) => f.key)).toEqual(['E1004'])
  })
})

test('what the case holds: the issuer, and the books by code alone, so that running cases of them go on', () => {
  expect(consequences(formOf(ITEM.name, { ...NAME, zbdj: '1' }), facts(BOOKS))).toEqual({
    codes: { fbfbm: FBFBM },
    locks: [{ objectType: 'fbf', objectCode: FBFBM }],
    contracts: [],
    posted: { targets: [], cbfbm: '', dk: [] },
    books: [
      { code: `${FBFBM}0001J`, role: 'source', group: `${FBFBM}0001J` },
      { code: `${FBFBM}0002J`, role: 'source', group: `${FBFBM}0002J` },
    ],
  })
  expect(consequences(formOf(ITEM.principal, PRINCIPAL), facts()).books).toEqual([])
})
test('a name is rechecked, a principal asks for the minutes', () => {
  const [a, b] = [ITEM.principal, ITEM.name].map((item) => ({ item, doSign: false }))
  const form = formOf(ITEM.principal, PRINCIPAL)
  expect([correctFbf.gates(form, a!), correctFbf.gates(form, b!)]).toEqual([{ option: false }, { option: true }])
  expect([correctFbf.papers(form, a!), correctFbf.papers(form, b!)]).toEqual([{ with: ['HYJL'] }, {}])
  expect([correctFbf.ofIssuer, formOf(ITEM.principal, { ...PRINCIPAL, zbdj: '1' }).zbdj]).toEqual([true, '2'])
})

describe('what is refused, at its field, in both languages', () => {
  test.each([
    [ITEM.principal, { ...PRINCIPAL, bgyy: null }, 'bgyy', '请输入更正原因', 'Please enter the reason'],
    [ITEM.principal, { ...PRINCIPAL, fbffzrxm: null }, 'fbffzrxm', '请输入负责人姓名', 'Please enter the principal'],
    [ITEM.principal, { ...PRINCIPAL, fzrzjhm: '510112196001011230' }, 'fzrzjhm', '证件号码校验位不正确', 'The check digit of the identity number is wrong'],
    [ITEM.principal, { ...PRINCIPAL, lxdh: '12' }, 'lxdh', '联系电话格式不正确', 'The telephone number is wrong'],
    [ITEM.principal, { ...PRINCIPAL, fbfbm: null }, 'fbfbm', '请选择发包方', 'Please select the issuer'],
    [ITEM.name, { ...NAME, fbfmc: null }, 'fbfmc', '请输入发包方名称', 'Please enter the name'],
    [ITEM.name, { ...NAME, fbfdz: null }, 'fbfdz', '请输入发包方地址', 'Please enter the address'],
  ] as const)('%s %j', (item, more, field, zh, en) => {
    expect(readAs(item, more).wrong).toEqual([{ field, msg: { zh, en } }])
  })
  test.each([
    [ITEM.principal, { fbffzrxm: '王村长', fzrzjlx: '1', fzrzjhm: '510***********1234', lxdh: '13800000000' }, 'fbffzrxm'],
    [ITEM.name, { ...NAME, fbfmc: '石坝村' }, 'fbfmc'],
  ] as const)('%s where nothing was corrected', (item, more, field) => {
    const [f, ...others] = faults(formOf(item, more), facts(), { item, doSign: false })
    expect([f!.details, others]).toEqual([[{ field, msg: { zh: '发包方信息没有更正', en: 'Nothing about the issuer was corrected' } }], []])
  })
  test('a resident’s number under another document, where it is typed anew', () => {
    const [f] = faults(formOf(ITEM.principal, { ...PRINCIPAL, fzrzjlx: '9' }), facts(), { item: ITEM.principal, doSign: false })
    expect(f!.details).toMatchObject([{ field: 'fzrzjhm', msg: { zh: expect.stringContaining('证件类型请选择“居民身份证”') } }])
  })
  test('a name that is none, where it is corrected; one that a package brought bars no other correction', () => {
    const brought = { ...facts(), issuer: { ...issuer, fbfdcy: '/', fbffzrxm: '—' } }
    const of = (item: string, more: Form) => faults(formOf(item, more), brought, { item, doSign: false }).map((f) => f.details)
    const none = { zh: '姓名（名称）不能只有数字或符号，也不能含有尖括号', en: 'A name cannot consist of digits or symbols alone, nor have angle brackets' }
    expect([of(ITEM.name, { ...NAME, fbfdcy: '/' }), of(ITEM.principal, { ...PRINCIPAL, fbffzrxm: '—' })]).toEqual([[], []])
    expect(of(ITEM.name, { ...NAME, fbfmc: '123', fbfdcy: '—' })).toEqual([
      [
        { field: 'fbfmc', msg: none },
        { field: 'fbfdcy', msg: none },
      ],
    ])
    expect(of(ITEM.principal, { ...PRINCIPAL, fbffzrxm: '/' })).toEqual([[{ field: 'fbffzrxm', msg: none }]])
  })
  test('and nothing where something was', () => {
    for (const [item, more] of [
      [ITEM.principal, PRINCIPAL],
      [ITEM.name, NAME],
    ] as const)
      expect(faults(formOf(item, more), facts(), { item, doSign: false })).toEqual([])
  })
})
