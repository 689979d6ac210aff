// What a correction may change of whom: every field of a member by itself, and none of them together so that it is another person or another right.
import { expect, test } from 'vitest'
import {
  CONTRACTOR_ID,
  memberCorrected,
  MEMBER_ID,
  membersExchanged,
  namesTaken,
  ORGANISATION_ID,
  personReplaced,
  PRINCIPAL_ID,
  uncorrected,
} from './corrections.ts'
import { jtcy } from './jtcy.ts'

const was = { cyxm: '张三', cyxb: '1', yhzgx: '20', cyzjlx: '1', cyzjhm: '51202119700101101X', sfgyr: '1', cybz: '0', cybzsm: null }
const other = { cyxm: '张山', cyxb: '2', yhzgx: '21', cyzjlx: '5', cyzjhm: '512021197001011998', sfgyr: '2', cybz: '7', cybzsm: '说明' }
const NEVER = ['sfgyr', 'cybz']
test('of a member each word by itself, co-ownership and a death never', () => {
  const fields = Object.keys(jtcy.fields).filter((n) => n in was)
  expect(fields.toSorted()).toEqual(Object.keys(was).toSorted())
  for (const n of fields as (keyof typeof was)[])
    expect([n, memberCorrected(was, { ...was, [n]: other[n] }).map((w) => w.field)]).toEqual([n, NEVER.includes(n) ? [n] : []])
})
test('name and number never together, however the number is typed; a blank number that is filled with another name is another person too', () => {
  const fields = (is: object, from: object = was) => memberCorrected({ ...from }, { ...was, ...is }).map((w) => w.field)
  expect(fields({ cyxm: '李四', cyzjhm: '512021197001011998' })).toEqual(['cyxm'])
  expect(fields({ cyxm: '张山', cyzjhm: ' 51202119700101101x' })).toEqual([])
  expect(fields({ cyxm: '张山', cyzjhm: '512021700101101' }, { ...was, cyzjhm: '512021700101101' })).toEqual([])
  expect(fields({ cyxm: '张山' }, { ...was, cyzjhm: null })).toEqual(['cyxm'])
})
test('the same of a contractor, an organisation and the principal of an issuer, each with what changes it instead', () => {
  for (const [of, zh] of [
    [MEMBER_ID, '合同变更'],
    [CONTRACTOR_ID, '合同变更'],
    [ORGANISATION_ID, '合同变更'],
    [PRINCIPAL_ID, '发包方信息更正（负责人）'],
  ] as const) {
    const one = { [of.name]: '甲', [of.idType!]: '1', [of.number]: '51202119700101101X' }
    const [w] = personReplaced(one, { ...one, [of.name]: '乙', [of.number]: '512021197001011998' }, of)
    expect([w!.field, w!.msg.zh]).toEqual([of.name, `更正（含历次更正）不能同时更改姓名（名称）和证件号码：换人请办理${zh}`])
    expect(personReplaced(one, { ...one, [of.number]: '512021197001011998' }, of)).toEqual([])
  }
})

test('not by several corrections either: a name that was corrected goes back before the number changes', () => {
  const first = { ...was }
  const renamed = { ...was, cyxm: '李四' }
  const fields = (from: object, is: object) => memberCorrected({ ...from }, { ...from, ...is }, first).map((w) => w.field)
  expect(fields(renamed, { cyzjhm: other.cyzjhm })).toEqual(['cyxm'])
  expect(fields(renamed, { cyzjhm: other.cyzjhm, cyxm: was.cyxm })).toEqual([])
  expect(fields(renamed, { cyxm: '李五' })).toEqual([])
  // what was replaced already bars no other word
  expect(fields({ ...renamed, cyzjhm: other.cyzjhm }, { cybzsm: '说明' })).toEqual([])
})
test('what anything but a correction said last of a field stands before the corrections', () => {
  const version = (isCorrected: boolean, cyxm: string, cyzjhm: string) => ({ isCorrected, values: { cyxm, cyzjhm } })
  const of = (...versions: ReturnType<typeof version>[]) => Object.values(uncorrected(versions, ['cyxm', 'cyzjhm']))
  expect(of(version(false, '甲', '1'), version(true, '乙', '1'), version(true, '乙', '2'))).toEqual(['甲', '1'])
  // a change of something else carries what was corrected; a change of the name itself does not
  expect(of(version(false, '甲', '1'), version(true, '乙', '1'), version(false, '乙', '1'))).toEqual(['甲', '1'])
  expect(of(version(false, '甲', '1'), version(true, '乙', '1'), version(false, '丙', '1'))).toEqual(['丙', '1'])
  // a correction that was taken back
  expect(of(version(false, '甲', '1'), version(false, '乙', '1'), version(false, '甲', '1'))).toEqual(['甲', '1'])
})
test('two members do not take each other’s names or numbers, at once or one after the other', () => {
  const [a, b] = [was, { ...was, cyxm: '李四', cyzjhm: '512021197001011998' }]
  const at = (...members: Parameters<typeof membersExchanged>[0][number][]) => membersExchanged(members).map((w) => w.field)
  const both = ['jtcyList.0.cyxm', 'jtcyList.1.cyxm']
  expect(at({ was: a, is: { ...a, cyxm: b.cyxm } }, { was: b, is: { ...b, cyxm: a.cyxm } })).toEqual(both)
  expect(at({ was: a, is: { ...a, cyzjhm: b.cyzjhm } }, { was: b, is: { ...b, cyzjhm: a.cyzjhm } })).toEqual(both)
  const half = { ...a, cyxm: b.cyxm }
  expect(at({ was: half, is: half, first: a }, { was: b, is: { ...b, cyxm: a.cyxm }, first: b })).toEqual(both)
  expect(at({ was: a, is: half }, { was: b, is: b })).toEqual([])
})
test('nobody is renamed to what another living member is called; who is called so already, or died, bars no other word', () => {
  const [a, b] = [was, { ...was, cyxm: '李四', cyzjhm: '512021197001011998' }]
  const at = (...members: Parameters<typeof namesTaken>[0][number][]) => namesTaken(members).map((w) => w.field)
  expect(at({ was: a, is: { ...a, cyxm: ' 李 四' } }, { was: b, is: b })).toEqual(['jtcyList.0.cyxm'])
  expect(at({ was: a, is: { ...a, cyxm: '李四' } }, { was: b, is: { ...b, cybz: '7' } })).toEqual([])
  expect(at({ was: a, is: { ...a, cyxm: '李四' } }, { was: b, is: { ...b, cyxm: '李思' } })).toEqual([])
  const same = { ...b, cyxm: a.cyxm }
  expect(at({ was: a, is: { ...a, cybzsm: '说明' } }, { was: same, is: same })).toEqual([])
})
