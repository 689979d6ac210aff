import { expect, test } from 'vitest'
import { text } from '../../../../kit/model/field.ts'
import type { Lang } from '../../../../kit/model/lang.ts'
import { faultPlaces, isSameValue, type PlacesOf } from './places.web.ts'

const Part = () => null
const screen: PlacesOf = {
  type: {
    shape: {
      cbf: { one: { cbfmc: text('承包方名称', { en: 'Name' }) }, label: { zh: '承包方', en: 'Contractor' } },
      jtcyList: { many: { cyxm: text('成员姓名', { en: 'Name' }) }, label: { zh: '成员', en: 'Member' } },
    },
  },
  parts: [
    { key: 'household', title: { zh: '承包方信息', en: 'Household' }, names: ['cbf', 'fbfbm'], Part },
    { key: 'members', title: { zh: '家庭成员', en: 'Members' }, names: ['jtcyList'], alters: true, Part },
  ],
}
const places = (lang: Lang = 'zh') => faultPlaces(screen, ['obligeName'], (t) => t[lang], lang)
const fault = (field: string, msg = 'x') => ({ field, msg })

test('a fault belongs to the part that shows its field', () => {
  const { partOf } = places()
  expect(['cbf.cbfmc', 'jtcyList.0.cyxm', 'fbfbm', 'doubles.0.reason', 'obligeName', 'businessName', 'nowhere'].map(partOf)).toEqual([
    'household',
    'members',
    'household',
    'doubles',
    'applicant',
    'base',
    undefined,
  ])
})
test('a fault says whose row and which field it means, unless its words do', () => {
  expect(places().place(fault('jtcyList.1.cyxm', '请输入'))).toEqual({ field: 'jtcyList.1.cyxm', part: 'members', msg: '成员第2行 成员姓名：请输入' })
  expect(places().place(fault('jtcyList.1.cyxm', '请输入成员姓名')).msg).toBe('成员第2行：请输入成员姓名')
  expect(places('en').place(fault('cbf.cbfmc', 'Too long')).msg).toBe('Contractor Name: Too long')
  expect(places('en').place(fault('businessName', 'Too long')).msg).toBe('Business: Too long')
})
test('faults stand in the order in which the form asks', () => {
  const order = places()
    .inOrder(['businessName', 'obligeName', 'jtcyList.0.cyxm', 'cbf.cbfmc'].map((f) => fault(f)))
    .map((f) => f.part)
  expect(order).toEqual(['household', 'members', 'applicant', 'base'])
})
test('an issuer that comes with the book is named only when nothing else is wrong', () => {
  const ofBook = faultPlaces({ ...screen, type: { shape: { ...screen.type.shape, cbjyqzbm: text('证书编码') } } }, [], (t) => t.zh, 'zh')
  expect(ofBook.inOrder([fault('fbfbm'), fault('cbf.cbfmc')]).map((f) => f.field)).toEqual(['cbf.cbfmc'])
  expect(ofBook.inOrder([fault('fbfbm')]).map((f) => f.field)).toEqual(['fbfbm'])
})
test('a part that only repeats the register is told, one that is incomplete or changed is not', () => {
  const register = { jtcyList: [{ cyxm: '张三', csrq: null }] }
  const unchanged = (form: object, wrong = [] as ReturnType<typeof fault>[]) => places().unchanged({ ...form }, register, wrong)
  expect(unchanged({ jtcyList: [{ csrq: '', cyxm: '张三' }] })).toMatchObject([{ part: 'members' }])
  expect(unchanged({ jtcyList: [{ cyxm: '张四' }] })).toEqual([])
  expect(unchanged({ jtcyList: [{ cyxm: '张三' }] }, [fault('jtcyList.0.cyxm')])).toEqual([])
})
test('nothing and empty are the same value, an empty list and a row are not', () => {
  expect([isSameValue('', null), isSameValue({ a: null }, {}), isSameValue([], [{ a: 1 }]), isSameValue({ a: 1, b: 2 }, { b: 2, a: 1 })]).toEqual([
    true,
    true,
    false,
    true,
  ])
})
