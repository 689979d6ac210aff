// What a correction may change of whom: every field of a member by itself, and none of them together so that it is another person or another right.
import { expect, test } from 'vitest'
import { CONTRACTOR_ID, memberCorrected, MEMBER_ID, ORGANISATION_ID, personReplaced, PRINCIPAL_ID } from './corrections.ts'
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
    expect([w!.field, w!.msg.zh]).toEqual([of.name, `更正不能同时更改姓名（名称）和证件号码：换人请办理${zh}`])
    expect(personReplaced(one, { ...one, [of.number]: '512021197001011998' }, of)).toEqual([])
  }
})
