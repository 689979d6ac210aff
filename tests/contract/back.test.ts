// What the server answers it takes back: every resource its own detail and its own list row, unchanged, as a foreign front end sends them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entries, isEditable } from '../../kit/model/resource.ts'
import { columnsOf } from '../../kit/server/columns.server.ts'
import { ANSWERS } from '../../apps/server/answers/answers.server.ts'
import { textsIn } from '../../apps/server/answer-schemas.server.ts'
import { openApi } from '../../apps/server/openapi.server.ts'
import { answerFaults } from './documents.ts'
import { faults } from './faults.ts'
import { stored, type Values } from './rows.ts'
import { stage, type Stage } from './stage.ts'
import { bodyOf, recordsOf, type Made, type Way } from './ways.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

const changing = () => s.ways.filter((way) => way.change)
const standing = (way: Way): Made | Promise<Made> => (way.add ? s.make(way) : s.made(way.r))
const read = async (way: Way, of: Made): Promise<Values> => (await s.p.admin.get(way.read!.path, way.read!.ask(of))).data
/** A value without what each change moves on. */
const MOVED = ['rev', 'updateUser', 'updateTime']
/** Columns that a change moves on by a rule of its own, each with the reason. */
const FOLLOWS: Readonly<Record<string, string>> = { 'dk.sjly': 'a parcel that a person stored was entered by hand' }
function lasting(v: unknown): unknown {
  if (Array.isArray(v)) return v.map(lasting)
  return v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).flatMap(([n, x]) => (MOVED.includes(n) ? [] : [[n, lasting(x)]]))) : v
}

test('every resource takes back its own detail unchanged, and is afterwards what it was', async () => {
  const f = faults()
  let tried = 0
  for (const way of changing()) {
    if (!way.read) continue
    tried += 1
    const of = await standing(way)
    const seen = await read(way, of)
    const a = await way.change!.send(s.p.admin, seen)
    f.same(`${way.r.name}`, [a.code, a.key, a.data && a.msg], [200, undefined, a.data && '操作成功'])
    const now = await read(way, of)
    for (const n of Object.keys(seen)) if (!MOVED.includes(n) && !FOLLOWS[`${way.r.name}.${n}`]) f.same(`${way.r.name}.${n}`, lasting(now[n]), lasting(seen[n]))
  }
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(30)
})

test('every resource takes back a row of its list: only what the row lacks or masks is refused, never a name', async () => {
  const f = faults()
  for (const way of changing()) {
    if (!way.list || way.list.kind === 'array') continue
    const of = await standing(way)
    const rows = recordsOf(await s.p.admin.get(way.list.path, { ...way.list.ask(of), size: 200 }))
    const a = await way.change!.send(s.p.admin, rows.find((x) => x.id === of.id) ?? rows[0]!)
    f.same(way.r.name, a.code === 200 || a.key === 'invalid' ? [] : [a.code, a.key, a.msg], [])
  }
  // rows of one level say whether there is something below
  for (const [path, ask] of [
    ['/cpt-system/dept/lazy-list', { parentId: '0' }],
    ['/cpt-system/menu/lazy-list', { parentId: '0' }],
    ['/cpt-system/region/lazy-list', { parentCode: '51' }],
  ] as const) {
    const [row] = (await s.p.admin.get(path, ask)).data
    expect([path, 'hasChildren' in row]).toEqual([path, true])
    f.same(path, (await s.p.admin.post(path.replace('lazy-list', 'submit'), row)).code, 200)
  }
  expect(f.found).toEqual([])
})

test('a foreign front end gets texts and dates that are empty as "", numbers as null, and may send them back so', async () => {
  const f = faults()
  let blank = 0
  for (const way of changing()) {
    if (!way.read) continue
    const of = await standing(way)
    const seen: Values = (await s.p.admin.send('GET', way.read.path, { query: way.read.ask(of), headers: { 'x-nulls': '' } })).data
    for (const [n, field] of entries(way.r)) {
      if (!(n in seen)) continue
      const isText = ['text', 'note', 'dict', 'region', 'date', 'datetime', 'refs'].includes(field.kind)
      f.same(`${way.r.name}.${n}`, seen[n] === null, !isText && seen[n] === null)
      if (isText && seen[n] === '') blank += 1
    }
    const before = await read(way, of)
    const a = await way.change!.send(s.p.admin, seen)
    f.same(way.r.name, [a.code, a.data && a.msg], [200, a.data && '操作成功'])
    const now = await read(way, of)
    for (const n of Object.keys(before))
      if (!MOVED.includes(n) && !FOLLOWS[`${way.r.name}.${n}`]) f.same(`${way.r.name}.${n}`, lasting(now[n]), lasting(before[n]))
  }
  expect(f.found).toEqual([])
  expect(blank).toBeGreaterThan(20)
})

test('results that no definition describes tell their texts to a foreign front end in the same way, however deep', async () => {
  const f = faults()
  const { dkbm } = s.planted.get('dk')![0]!
  const asked: readonly [path: string, query: Values][] = [
    ['/base-dlxx/dk/history', { dkbm }],
    ['/data/dzzw-djb/detail-by-id', { id: s.planted.get('djb')![0]!.id }],
    ['/data/statistics/home', {}],
    ['/cpt-expimp/tpl/objects', {}],
    ['/yw-accept/process-config/list-process', {}],
  ]
  /** What stands at each place, nulls that became texts by their names. */
  const pairs = (was: unknown, is: unknown, name: string): [name: string, was: unknown, is: unknown][] =>
    was && typeof was === 'object'
      ? Object.entries(was).flatMap(([n, v]) => pairs(v, (is as Values)?.[n], Array.isArray(was) ? name : n))
      : was === is
        ? []
        : [[name, was, is]]
  let blanks = 0
  for (const [path, query] of asked) {
    const texts = textsIn(ANSWERS[`GET ${path}`])
    const [kept, told] = [await s.p.admin.get(path, query), await s.p.admin.send('GET', path, { query, headers: { 'x-nulls': '' } })]
    f.same(path, [kept.code, told.code], [200, 200])
    const moved = pairs(kept.data, told.data, 'data')
    f.same(
      path,
      moved.filter(([n, was, is]) => was !== null || is !== '' || !texts.includes(n)),
      [],
    )
    // none is left
    const left = (v: unknown, name: string): string[] =>
      v && typeof v === 'object'
        ? Object.entries(v).flatMap(([n, x]) => left(x, Array.isArray(v) ? name : n))
        : v === null && texts.includes(name)
          ? [name]
          : []
    f.same(`${path} nulls`, left(told.data, 'data'), [])
    blanks += moved.length
  }
  expect(f.found).toEqual([])
  expect(blanks).toBeGreaterThan(0)
})

test('details and lists of every resource are as the OpenAPI document says', async () => {
  const f = faults()
  const doc = openApi(s.w.routes, 'x')
  let seen = 0
  for (const way of s.ways) {
    const of = s.made(way.r)
    for (const x of [way.read, way.list]) {
      if (!x || x.path.endsWith('/download')) continue
      const a = await s.p.admin.get(x.path, x.ask(of))
      f.same(`${x.path} ${a.status}`, answerFaults(doc, 'GET', x.path, a), [])
      if (a.status === 200) seen += 1
    }
  }
  expect(f.found).toEqual([])
  expect(seen).toBeGreaterThan(70)
})

test('what is neither a field nor derived is refused by its name, and so is what no form sets where it differs', async () => {
  const f = faults()
  let tried = 0
  for (const way of changing()) {
    if (!way.read || !way.add?.checked) continue
    const of = await standing(way)
    const { rev: _, ...body } = bodyOf(way, await read(way, of))
    const before = await stored(s.w, way.r, of.id)
    const unknown = await way.change!.send(s.p.admin, { ...body, isDerived: 1 })
    f.same(`${way.r.name} with an unknown name`, [unknown.code, unknown.key, unknown.data], [400, 'unknown-parameter', { name: 'isDerived' }])
    const editable = new Map(entries(way.r).map(([n, x]) => [n, isEditable(x)]))
    for (const { name } of columnsOf(way.r)) {
      if (editable.get(name) || ['id', 'rev', 'updateUser', 'updateTime'].includes(name) || way.r.derived?.includes(name)) continue
      // searched forms of a name are never told
      if (!editable.has(name) && !['tenantId', 'createUser', 'createTime', 'countyCode', 'regionCode'].includes(name)) continue
      // the task names the round
      if (name === 'taskId' && way.r.name === 'publicity') continue
      tried += 1
      // what all tables have is tried in turn
      if (!editable.has(name) && tried % 4 !== 0) continue
      const a = await way.change!.send(s.p.admin, { ...body, [name]: '1999' })
      f.same(`${way.r.name}.${name}`, [a.code, a.key, (a.data as Values)?.fields?.[0]?.field], [400, 'invalid', name])
      f.same(`${way.r.name}.${name} empty`, (await way.change!.send(s.p.admin, { ...body, rev: (await read(way, of)).rev, [name]: '' })).code, 200)
    }
    const [now, then] = [await stored(s.w, way.r, of.id), before].map((x) => JSON.parse(x!) as Values)
    for (const { name } of columnsOf(way.r))
      if (!MOVED.includes(name) && !FOLLOWS[`${way.r.name}.${name}`]) f.same(`${way.r.name}.${name} stays`, now![name], then![name])
  }
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(100)
})

test('a new row takes no values for columns that the server fills', async () => {
  const post = s.ways.find((way) => way.r.name === 'sys_post')!
  for (const [name, value] of [
    ['tenantId', '100001'],
    ['createUser', '1'],
    ['createTime', '2020-01-01 00:00:00'],
  ] as const) {
    const a = await post.add!.send(s.p.admin, await s.draft(post.r, { [name]: value }))
    expect([name, a.code, a.data?.fields?.[0]]).toEqual([name, 400, { field: name, msg: `${name}不能修改` }])
  }
  expect((await post.add!.send(s.p.admin, await s.draft(post.r, { tenantId: '000000', createUser: '', createTime: null }))).code).toBe(200)
})

test('a tenant says its own number, takes it back, and no other', async () => {
  for (const path of ['list', 'page']) {
    const { records } = (await s.p.admin.get(`/cpt-system/tenant/${path}`)).data
    expect(records.map((t: Values) => t.tenantId)).toEqual(records.map((t: Values) => t.code))
    expect(new Set(records.map((t: Values) => t.tenantId)).size).toBe(records.length)
  }
  const [{ id }] = (await s.p.admin.get('/cpt-system/tenant/list', { code: '100001' })).data.records
  const t = (await s.p.admin.get('/cpt-system/tenant/detail', { id })).data
  expect(t.tenantId).toBe('100001')
  const a = await s.p.admin.post('/cpt-system/tenant/submit', { ...t, tenantId: '000000' })
  expect([a.code, a.data.fields]).toEqual([400, [{ field: 'tenantId', msg: '租户编号不能修改' }]])
})

test('days may come with a time, keys of dictionaries as numbers', async () => {
  const user = s.ways.find((way) => way.r.name === 'sys_user')!
  const of = await s.make(user, { birthday: '1980-02-29 00:00:00' })
  expect((await read(user, of)).birthday).toBe('1980-02-29')
  const bad = await user.add!.send(s.p.admin, await s.draft(user.r, { birthday: '1981-02-29 00:00:00' }))
  expect([bad.code, bad.msg]).toEqual([400, '生日格式不正确'])
  for (const name of ['dict', 'dict_biz']) {
    const way = s.ways.find((x) => x.r.name === name)!
    const head = await s.make(way, { code: `numbers_${name}` })
    const made = await way.add!.send(s.p.admin, { code: `numbers_${name}`, parentId: head.id, dictKey: 7, dictValue: '七', sort: 1 })
    expect([name, made.code, (await read(way, { id: made.data, body: {} })).dictKey]).toEqual([name, 200, '7'])
    const again = await way.add!.send(s.p.admin, { code: `numbers_${name}`, parentId: head.id, dictKey: '7', dictValue: '七', sort: 1 })
    expect([again.code, again.msg]).toEqual([400, '当前字典键值已存在!'])
  }
})
