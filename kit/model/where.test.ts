import { expect, test } from 'vitest'
import { cbf } from '../../land/definitions/cbf.ts'
import { dk } from '../../land/definitions/dk.ts'
import { post } from '../../platform/definitions/system.ts'
import type { AnyResource } from './resource.ts'
import { daysWithin, operatorsOf, readWhere, requireServed, WHERE_LIMITS, type WhereCondition } from './where.ts'

const TODAY = '2026-02-28'
const said = (r: AnyResource, sent: unknown): string => {
  try {
    readWhere(r, sent, TODAY)
    return ''
  } catch (e) {
    return (e as Error).message
  }
}
const is = (field: string, op: WhereCondition['op'], value?: unknown) => ({ field, op, ...(value === undefined ? {} : { value }) })

test('values come out as they are stored: names clean, numbers of persons in one form, days without a time', () => {
  const read = (c: WhereCondition, r: AnyResource = cbf) => readWhere(r, c, TODAY)
  expect(read(is('cbfmc', 'contains', ' 许 ·　明 '))).toMatchObject({ name: 'cbfmc', op: 'contains', values: ['许·明'] })
  expect(read(is('cbfzjhm', 'eq', '51202119800101001x'))).toMatchObject({ values: ['51202119800101001X'] })
  expect(read(is('cbqxz', 'le', '2026-01-02 03:04:05'))).toMatchObject({ values: ['2026-01-02'] })
  expect(read(is('cbfcysl', 'in', [2, '3']))).toMatchObject({ values: ['2', '3'] })
  expect(read(is('cbqxz', 'within', { next: 30 }))).toMatchObject({ op: 'between', values: ['2026-02-28', '2026-03-30'] })
  expect(read({ and: [is('cbfbm', 'startsWith', '512'), { or: [is('djzt', 'ne', '2')] }] } as never)).toMatchObject({ and: [{}, { or: [{ op: 'ne' }] }] })
})

test('days from today', () => {
  expect(daysWithin('today', TODAY)).toEqual([TODAY, TODAY])
  expect(daysWithin('thisMonth', TODAY)).toEqual(['2026-02-01', '2026-02-28'])
  expect(daysWithin('thisMonth', '2024-02-11')).toEqual(['2024-02-01', '2024-02-29'])
  expect(daysWithin('thisYear', TODAY)).toEqual(['2026-01-01', '2026-12-31'])
  expect(daysWithin({ last: 59 }, TODAY)).toEqual(['2025-12-31', TODAY])
  expect(daysWithin({ next: 0 }, TODAY)).toEqual([TODAY, TODAY])
  for (const wrong of [{ last: -1 }, { last: 1.5 }, { next: 99_999 }, { last: 1, next: 2 }, {}, 'yesterday', null, 3])
    expect(daysWithin(wrong, TODAY)).toBeUndefined()
})

test('what is not the definition’s is refused in words', () => {
  for (const [sent, words] of [
    ['{', '筛选条件不正确：格式不正确'],
    ['[]', '筛选条件不正确：格式不正确'],
    [{}, '筛选条件不正确：格式不正确'],
    [{ and: [] }, '筛选条件不正确：格式不正确'],
    [{ and: [is('djzt', 'eq', '1')], or: [] }, '筛选条件不正确：格式不正确'],
    [{ not: [is('djzt', 'eq', '1')] }, '筛选条件不正确：格式不正确'],
    [{ ...is('djzt', 'eq', '1'), more: 1 }, '筛选条件不正确：格式不正确'],
    [is('cbfdz', 'eq', 'x'), '筛选条件不正确：不能按该列筛选：cbfdz'],
    [is('constructor', 'eq', 'x'), '筛选条件不正确：不能按该列筛选：constructor'],
    [is('tenantId', 'eq', '000000'), '筛选条件不正确：不能按该列筛选：tenantId'],
    [is('djzt', 'contains', '1'), '筛选条件不正确：登记状态不支持该条件：contains'],
    [is('cbfzjhm', 'startsWith', '5120'), '筛选条件不正确：承包方证件号码不支持该条件：startsWith'],
    [is('lxdh', 'contains', '13'), '筛选条件不正确：联系电话不支持该条件：contains'],
    [is('cbfcysl', 'ge', '1.5'), '筛选条件不正确：成员数量的值不正确'],
    [is('htzmjm', 'ge', '1.234'), '筛选条件不正确：合同总面积（亩）的值不正确'],
    [is('cbqxz', 'ge', '2026-02-30'), '筛选条件不正确：承包期限止的值不正确'],
    [is('cbqxz', 'within', { last: 'x' }), '筛选条件不正确：承包期限止的天数不正确'],
    [is('regionCode', 'startsWith', '5120211'), '筛选条件不正确：行政区划的值不正确'],
    [is('cbfmc', 'contains', '\0'), '筛选条件不正确：承包方名称的值不正确'],
    [is('cbfmc', 'contains', ' '), '筛选条件不正确：承包方名称的值不正确'],
    [is('cbfmc', 'contains', { x: 1 }), '筛选条件不正确：格式不正确'],
    [is('djzt', 'in', []), '筛选条件不正确：格式不正确'],
    [is('djzt', 'in', Array.from({ length: WHERE_LIMITS.values + 1 }, String)), '筛选条件不正确：格式不正确'],
    [is('cbfcysl', 'between', [1]), '筛选条件不正确：格式不正确'],
    [is('djzt', 'empty', '1'), '筛选条件不正确：格式不正确'],
    ['x'.repeat(WHERE_LIMITS.text + 1), '筛选条件不正确：条件过长'],
    [{ or: Array.from({ length: 21 }, () => is('djzt', 'eq', '1')) }, '筛选条件不正确：最多20个条件'],
    [{ or: [{ and: [{ or: [{ and: [is('djzt', 'eq', '1')] }] }] }] }, '筛选条件不正确：最多嵌套3层'],
  ] as const)
    expect([sent, said(cbf, sent)]).toEqual([sent, words])
  expect(said(cbf, { or: [{ and: [{ or: [is('djzt', 'eq', '1')] }] }] })).toBe('')
})

test('a field takes the operators that its search is made for, and none without one', () => {
  expect(operatorsOf(cbf.fields.cbfdz)).toEqual([])
  expect(operatorsOf(cbf.fields.cbfzjhm)).toEqual(['eq', 'ne', 'in', 'empty', 'notEmpty'])
  expect(operatorsOf(cbf.fields.cbqxz)).toContain('within')
  expect(operatorsOf(cbf.fields.htzmjm)).not.toContain('within')
  expect(operatorsOf(cbf.fields.cbfmc)).toContain('contains')
  expect(operatorsOf(cbf.fields.cbfbm)).not.toContain('contains')
})

test('of a county and wider, what no index finds is refused; a town, or a condition that finds few, carries it', () => {
  const refused = (r: AnyResource, sent: unknown, region: string): boolean => {
    const tests = readWhere(r, sent, TODAY)
    try {
      requireServed(r, tests, region)
      return false
    } catch (e) {
      expect(e).toMatchObject({ key: 'narrow-region', status: 400 })
      return true
    }
  }
  const walked = is('sfjbnt', 'ne', '1')
  for (const region of ['', '51', '512021']) expect(refused(dk, walked, region)).toBe(true)
  for (const region of ['512021119', '512021119203']) expect(refused(dk, walked, region)).toBe(false)
  const county = (sent: unknown) => refused(dk, sent, '512021')
  expect(county(is('cbfbm', 'empty'))).toBe(true)
  expect(county(is('sfjbnt', 'eq', '2'))).toBe(false)
  // few parcels carry what must be looked at, many do not
  expect(county({ and: [walked, is('dkmc', 'contains', '竹林')] })).toBe(false)
  expect(county({ and: [walked, is('dkmc', 'contains', '竹')] })).toBe(true)
  expect(county({ and: [walked, is('dklb', 'eq', '10')] })).toBe(true)
  expect(county({ and: [walked, is('fbfbm', 'startsWith', '512021119203')] })).toBe(false)
  expect(county({ and: [walked, is('fbfbm', 'startsWith', '512')] })).toBe(true)
  expect(county({ and: [walked, is('regionCode', 'startsWith', '512021119')] })).toBe(false)
  expect(county({ and: [walked, is('regionCode', 'startsWith', '512021')] })).toBe(true)
  // each side of an or is read
  expect(county({ or: [walked, is('dkmc', 'contains', '竹林')] })).toBe(true)
  expect(county({ or: [is('dkbm', 'eq', '5120211192030100001'), is('dkmc', 'contains', '竹林')] })).toBe(false)
  expect(county({ and: [is('dklb', 'eq', '10'), { or: [walked, is('dkmc', 'contains', '竹林')] }] })).toBe(true)
  // letters begin no name in the index of names
  expect(county(is('dkmc', 'startsWith', 'A'))).toBe(true)
  expect(county(is('dkmc', 'contains', 'wgl'))).toBe(false)
  // small lists are looked at as they are
  expect(refused(post, is('postName', 'ne', 'x'), '')).toBe(false)
})
