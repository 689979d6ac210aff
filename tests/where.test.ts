// Filter expressions of lists, each against a plain judge in JavaScript over the rows that are there.
import fc from 'fast-check'
import { pinyin } from 'pinyin-pro'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { business } from '../business/cases/definitions/business.ts'
import { entries, type AnyResource } from '../kit/model/resource.ts'
import { operatorsOf, type WhereCondition, type Where } from '../kit/model/where.ts'
import { page } from '../kit/server/query.server.ts'
import { cbf } from '../land/definitions/cbf.ts'
import { post } from '../platform/definitions/system.ts'
import { VILLAGE } from './contract/people.ts'
import { ctxOf, plant } from './contract/rows.ts'
import { world, type World } from './world.ts'

let w: World
beforeAll(async () => {
  w = await world()
  for (let n = 0; n < 48; n++) {
    const one = <T>(list: readonly T[], by = 1) => list[Math.floor(n / by) % list.length]
    const names = ['许明', '许玉兰', '张桂兰', '王·明', '许', 'AB农场', '桂%_兰', null]
    const own = { regionCode: `${VILLAGE}0${1 + (n % 3)}`, fbfbm: `${VILLAGE}0${1 + (n % 3)}` }
    await plant(w, cbf, 1, {
      ...own,
      cbfbm: `${own.fbfbm}${String(n).padStart(4, '0')}`,
      cbfmc: one(names),
      cbfzjhm: one(['512021198001010011', '51202119900101002X', '128001013'], 3),
      lxdh: one(['13800000001', null, ''], 2),
      cbfcysl: one([0, 1, 2, 5, null], 1),
      cbqxz: one(['2025-12-31', '2026-01-01', '2026-01-15', '2026-02-01', '2028-02-29', null], 2),
      htzmjm: one(['0.00', '1.50', '1.51', '12345.67', null], 3),
      cbfs: one(['110', '120', '121'], 5),
      djzt: one(['0', '1', '2'], 7),
      dyzt: one(['0', '1', null], 4),
    })
    await plant(w, business, 1, {
      ...own,
      removed: null,
      businessCode: `b${n}`,
      obligeName: one(names),
      status: one(['1', '2', '3'], 3),
      businessReceiveTime: one(['2026-01-01 00:00:00', '2026-01-01 23:59:59', '2025-12-31 23:59:59', '2026-01-02 00:00:00', null], 2),
      finishTime: one(['2026-01-01 08:00:00', null]),
      dueDay: one(['2026-01-01', '2026-01-31', '2025-06-01', null], 4),
    })
    await plant(w, post, 1, { postCode: `p${n}`, postName: one(['会计', '出纳员', '100%', 'a_b', '会计主管']), category: one(['1', '2', null], 2), sort: n })
  }
})
afterAll(() => w?.end())

const rowsOf = (r: AnyResource, filter: Record<string, unknown>) =>
  w.db.transaction({ tenantId: '000000', readOnly: true }, async (tx) => {
    const ctx = ctxOf(tx)
    ctx.who = { ...ctx.who, perms: new Set([`${r.name}_plain`]) }
    return (await page(ctx, r, { size: 500, ...(r.scope === 'land' ? { regionCode: VILLAGE } : {}), ...filter })).records as Record<string, unknown>[]
  })
const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map((x) => String(x.id)).toSorted()

/** Today of the context is 2026-01-01. */
const DAYS: readonly [unknown, string, string][] = [
  ['today', '2026-01-01', '2026-01-01'],
  ['thisMonth', '2026-01-01', '2026-01-31'],
  ['thisYear', '2026-01-01', '2026-12-31'],
  [{ last: 1 }, '2025-12-31', '2026-01-01'],
  [{ next: 30 }, '2026-01-01', '2026-01-31'],
]
const NUMBERS = ['int', 'area', 'decimal']
/** What a condition says of a row, told without the product's reader or SQL. */
function holds(r: AnyResource, row: Record<string, unknown>, { field, op, value }: WhereCondition): boolean {
  const f = r.fields[field]!
  const v = row[field]
  if (op === 'empty') return v === null || v === ''
  if (op === 'notEmpty') return v !== null && v !== ''
  const is = (x: unknown) => {
    if (v === null) return false
    if (NUMBERS.includes(f.kind)) return Number(v) === Number(x)
    if (f.mask === 'idNumber') return v === x || (v === '128001013' && x === '128001013')
    return f.kind === 'datetime' && String(x).length === 10 ? String(v).slice(0, 10) === x : String(v) === String(x)
  }
  if (op === 'ne') return !is(value)
  if (v === null) return false
  const t = String(v)
  const known = (x: unknown) =>
    NUMBERS.includes(f.kind) ? Number(v) - Number(x) : t.slice(0, String(x).length) < String(x) ? -1 : t.slice(0, String(x).length) > String(x) ? 1 : 0
  const list = value as unknown[]
  const [, from, to] = DAYS.find(([x]) => JSON.stringify(x) === JSON.stringify(value)) ?? []
  const typed = String(value)
  switch (op) {
    case 'eq':
      return is(value)
    case 'in':
      return list.some((x) => String(v) === String(x) || (NUMBERS.includes(f.kind) && Number(v) === Number(x)))
    case 'contains': {
      if (f.search !== 'name' || !/^[a-z]+$/i.test(typed)) return t.includes(typed)
      const read = pinyin(t, { toneType: 'none', type: 'array' })
        .map((s) => s.toLowerCase().replace(/[^a-z]/g, ''))
        .filter(Boolean)
      return [read.map((s) => s[0]).join(''), read.join('')].some((s) => s.startsWith(typed.toLowerCase()))
    }
    case 'startsWith':
      return t.startsWith(typed)
    case 'gt':
      return known(value) > 0
    case 'ge':
      return known(value) >= 0
    case 'lt':
      return known(value) < 0
    case 'le':
      return known(value) <= 0
    case 'between':
      return known(list[0]) >= 0 && known(list[1]) <= 0
    case 'within':
      return known(from) >= 0 && known(to) <= 0
  }
}
const judged = (r: AnyResource, row: Record<string, unknown>, e: Where): boolean =>
  'and' in e ? e.and.every((x) => judged(r, row, x)) : 'or' in e ? e.or.some((x) => judged(r, row, x)) : holds(r, row, e)

/** Random expressions over the searchable fields of a definition, with values that its rows have and others. */
function expressions(r: AnyResource, rows: readonly Record<string, unknown>[]): fc.Arbitrary<Where> {
  const fields = entries(r).filter(([n, f]) => f.search && f.kind !== 'region' && rows.some((x) => x[n] !== null))
  const parts: Readonly<Record<string, readonly string[]>> = {
    name: ['兰', '许', '桂兰', '玉兰', 'xu', 'gl', 'x', '·明', '%', '农场'],
    like: ['会计', '%', '_', '主管', '10'],
  }
  const condition = fc.constantFrom(...fields).chain(([field, f]) => {
    const own = [...new Set(rows.map((x) => x[field]).filter((v) => v !== null && v !== ''))].map(String)
    const one = fc.constantFrom(...own.slice(0, 8), ...(f.kind === 'datetime' ? own.map((v) => v.slice(0, 10)) : []))
    return fc.constantFrom(...operatorsOf(f)).chain((op): fc.Arbitrary<WhereCondition> => {
      if (op === 'empty' || op === 'notEmpty') return fc.constant({ field, op })
      if (op === 'within') return fc.constantFrom(...DAYS).map(([value]) => ({ field, op, value }))
      if (op === 'between') return fc.tuple(one, one).map((value) => ({ field, op, value }))
      // a day among moments is a whole day for every other operator
      if (op === 'in') return fc.array(fc.constantFrom(...own), { minLength: 1, maxLength: 3 }).map((value) => ({ field, op, value }))
      if (op === 'contains') return fc.oneof(one, fc.constantFrom(...parts[f.search!]!)).map((value) => ({ field, op, value }))
      if (op === 'startsWith') return fc.tuple(one, fc.integer({ min: 1, max: 16 })).map(([v, n]) => ({ field, op, value: v.slice(0, n).trim() || v }))
      return one.map((value) => ({ field, op, value }))
    })
  })
  const group = (of: fc.Arbitrary<Where>): fc.Arbitrary<Where> =>
    fc.tuple(fc.boolean(), fc.array(of, { minLength: 1, maxLength: 3 })).map(([isAnd, list]) => (isAnd ? { and: list } : { or: list }))
  return fc.oneof(condition, group(fc.oneof(condition, group(condition))))
}

test.each([cbf, business, post] as AnyResource[])('a list of $name finds what a plain judge of its rows finds, whatever the expression', async (r) => {
  const all = await rowsOf(r, {})
  expect(all.length).toBeGreaterThan(40)
  await fc.assert(
    fc.asyncProperty(expressions(r, all), async (where) => {
      const found = await rowsOf(r, { where: JSON.stringify(where) })
      expect(idsOf(found)).toEqual(idsOf(all.filter((x) => judged(r, x, where))))
    }),
    { numRuns: 120 },
  )
})

test('over HTTP an expression stands beside filters, in lists and exports; a county is told to narrow the region', async () => {
  const county = await w.as('county')
  const ask = (where: unknown, more: object = {}) => county.get('/base-qssj/cbf/page', { size: 500, where: JSON.stringify(where), ...more })
  const name = { field: 'cbfmc', op: 'contains', value: '许' }
  const both = await ask({ or: [name, { field: 'cbfcysl', op: 'eq', value: 5 }] }, { djzt: '1' })
  expect([both.code, both.data.records.length > 3]).toEqual([200, true])
  for (const x of both.data.records) expect([x.djzt, x.cbfmc?.includes('许') || x.cbfcysl === 5]).toEqual(['1', true])
  const wide = await ask({ field: 'djzt', op: 'ne', value: '1' })
  expect([wide.code, wide.key, wide.msg]).toEqual([
    400,
    'narrow-region',
    '“登记状态”的这种条件不能在县级及以上范围查询，请缩小行政区划到乡镇或村，或再加名称、编码等条件',
  ])
  expect((await ask({ field: 'djzt', op: 'ne', value: '1' }, { regionCode: VILLAGE })).code).toBe(200)
  const wrong = await ask({ field: 'cbfdz', op: 'eq', value: '1' })
  expect([wrong.code, wrong.key, wrong.msg]).toEqual([400, 'where', '筛选条件不正确：不能按该列筛选：cbfdz'])
  // statuses that no version keeps are not those of a past day
  const past = await ask({ field: 'dyzt', op: 'eq', value: '1' }, { asOf: '2026-01-01' })
  expect([past.code, past.msg]).toEqual([400, '筛选条件不正确：历史日期不能按“抵押状态”组合筛选'])
  // a village clerk is not about a county, and sees his own rows alone
  const village = await w.as('village')
  const own = await village.get('/base-qssj/cbf/page', { size: 500, where: JSON.stringify({ field: 'djzt', op: 'ne', value: '1' }) })
  expect([own.code, own.data.records.every((x: { fbfbm: string }) => x.fbfbm.startsWith(VILLAGE))]).toEqual([200, true])
})
