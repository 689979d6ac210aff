// Pages, filters and orders of every list, each against the rows that the same list shows without them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field } from '../../kit/model/field.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { faults } from './faults.ts'
import { djb } from '../../land/definitions/cbht.ts'
import { PLACES } from '../../platform/seed/places.ts'
import { VILLAGE } from './people.ts'
import { plant, type Values } from './rows.ts'
import { stage, type Stage } from './stage.ts'
import { recordsOf, type Way } from './ways.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

const ask = (way: Way, q: Values) => s.p.admin.get(way.list!.path, { ...way.list!.ask(s.made(way.r)), ...q })
const paged = () => s.ways.filter((x) => x.list?.kind === 'page')
const filtering = () => s.ways.filter((x) => x.list?.filters)
/** Everything a list shows, page by page. */
async function all(way: Way, q: Values = {}, size = 500): Promise<Values[]> {
  const rows: Values[] = []
  for (let current = 1; ; current++) {
    const a = await ask(way, way.list!.kind === 'page' ? { ...q, current, size } : q)
    const got = recordsOf(a)
    rows.push(...got)
    if (way.list!.kind !== 'page' || got.length !== size) return rows
  }
}
/** How many rows a list has, by its own total where it has one. */
const count = async (way: Way, q: Values = {}): Promise<number> =>
  way.list!.kind === 'page' ? (await ask(way, { ...q, size: 1 })).data?.total : (await all(way, q)).length
const ids = (rows: Values[]) => rows.map((x) => x.id as string).sort()

test('pages are disjoint and complete, and the total is right', async () => {
  const f = faults()
  for (const way of paged()) {
    const whole = await all(way)
    const size = Math.max(1, Math.ceil(whole.length / 5) - 1)
    const parts = await all(way, {}, size)
    f.same(
      `${way.r.name} in pages of ${size}`,
      parts.map((x) => x.id),
      whole.map((x) => x.id),
    )
    const a = (await ask(way, { current: 1, size })).data
    f.same(`${way.r.name} total, size, pages`, [a.total, a.size, a.current, a.pages], [whole.length, size, 1, Math.ceil(whole.length / size)])
    f.same(`${way.r.name} twice`, new Set(ids(whole)).size, whole.length)
    const after = (await ask(way, { current: a.pages + 1, size })).data
    f.same(`${way.r.name} after the last page`, [after.records, after.total], [[], whole.length])
  }
  expect(f.found).toEqual([])
})

/** Places that people ask about: their own, those above and below, and those of others, also of another county. */
const PLACES_ASKED = ['', '512021', VILLAGE, `${VILLAGE}01`, PLACES.otherVillage, PLACES.otherCounty]
/** Lists that answer all they have, whatever page is asked for. */
const WHOLE = ['/cpt-flow/work/start-list']

test('on every page of every list, for a village and a county and about every place, the total is that of the rows', async () => {
  const f = faults()
  let lists = 0
  const pages = (s.w.routes as readonly Route[]).filter(
    (r) => r.method === 'GET' && r.query?.includes('current') && r.query.includes('size') && !WHOLE.includes(r.path),
  )
  // every definition has rows in two villages and in another county, whose counters are there to be told
  const counted = s.resources.filter((r) => r.countBy)
  for (const [n, region] of [PLACES.otherVillage, PLACES.otherCounty].entries()) {
    const djbId = { djbId: (await plant(s.w, djb, n + 1, { regionCode: region, qszt: '1', ...elsewhere(djb, n, region) })).id }
    for (const r of counted)
      if (r !== djb) await plant(s.w, r, n + 1, { regionCode: region, [r.countBy!]: '1', ...elsewhere(r, n, region), ...('djbId' in r.fields ? djbId : {}) })
  }
  for (const route of pages) {
    const places = route.query!.includes('regionCode') ? PLACES_ASKED : ['']
    const ids = Object.fromEntries(
      ['cbhtbm', 'infoId', 'dkbm'].flatMap((n) => (route.query!.includes(n) && NEEDED[route.path]?.includes(n) ? [[n, of(n)]] : [])),
    )
    for (const [who, client, about] of [
      ['a sibling village', s.p.nextVillage, places],
      ['a sibling county', s.p.nextCounty, places],
      // who sees the rows, about a place of which no counter knows
      ['its own people', s.p.admin, places.filter((x) => x.length > 12)],
    ] as const)
      for (const regionCode of about) {
        const asked = (q: Values) => client.get(route.path, { ...ids, ...(regionCode ? { regionCode } : {}), ...q })
        const whole = await asked({ size: 500 })
        if (whole.status !== 200 || !Array.isArray(whole.data?.records) || whole.data.records.length === 500) continue
        lists += 1
        const n = whole.data.records.length
        const at = [
          [1, 1],
          [n + 1, 1],
          [2, Math.max(1, n)],
        ]
        for (const [current, size] of at) {
          const { total, records } = (await asked({ current: current!, size: size! })).data
          const here = Math.max(0, Math.min(size!, n - (current! - 1) * size!))
          f.same(`${route.path} about ${regionCode || 'all'} by ${who}, page ${current} of ${size}`, [total, records.length], [n, here])
        }
      }
  }
  expect(f.found).toEqual([])
  expect(lists).toBeGreaterThan(200)
})
/** Lists that are about one row. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  '/base-qssj/cbht/dk/page': ['cbhtbm'],
  '/hjb/hjbinfo/issues': ['infoId'],
  '/hjb/hjbcell/page': ['infoId'],
  '/hjb/hjbrepair/page': ['infoId'],
}
const of = (n: string) => (n === 'cbhtbm' ? s.planted.get('cbht')![0]!.cbhtbm : n === 'infoId' ? s.planted.get('hjb')![0]!.id : s.planted.get('dk')![0]!.dkbm)
/** What a planted row elsewhere needs to be another one: codes begin with their place. */
const elsewhere = (r: AnyResource, n: number, region: string): Values =>
  Object.fromEntries(
    entries(r).flatMap(([name, x]) =>
      x.fixed && x.kind === 'text' ? [[name, `${region}${n}9`.slice(0, x.length ?? x.max ?? 18).padEnd(x.length ?? 0, '0')]] : [],
    ),
  )

test('paging beyond its limits, and names that a list does not have, are refused', async () => {
  const f = faults()
  for (const way of s.ways.filter((x) => x.list)) {
    const name = way.r.name
    if (way.list!.kind === 'page') {
      for (const q of [
        { size: 501 },
        { size: 0 },
        { size: -1 },
        { size: '1.5' },
        { size: 'abc' },
        { current: 0 },
        { current: -1 },
        { current: 'abc' },
        { current: 1e9 },
      ])
        f.same(`${name} ${JSON.stringify(q)}`, (await ask(way, q)).code, 400)
      f.same(`${name} of 500 rows`, (await ask(way, { size: 500 })).code, 200)
    }
    for (const bad of ['nonsense', 'tenantId', 'id;drop table x', 'order by'])
      f.same(`${name} by ${bad}`, (await ask(way, { [bad]: '1' })).key, 'unknown-parameter')
    for (const part of [way.read?.path, way.add?.path, way.remove?.path]) {
      if (!part || way.r.name === 'attach') continue
      const method = part === way.read?.path ? 'GET' : 'POST'
      f.same(`${part} with an unknown parameter`, (await s.p.admin.send(method, part, { query: { nonsense: '1' } })).key, 'unknown-parameter')
    }
  }
  expect(f.found).toEqual([])
})

/** Spellings of each operator. Source: decisions.md 4 (filters), platform-api.md 1.6. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  eq: ['', '_equal'],
  like: ['', '_like'],
  name: ['', '_like'],
  prefix: ['', '_likeright'],
  in: [''],
  range: ['Start', 'End', '_ge', '_le', '_datege', '_datele'],
}
/** Part of a value that its operator finds it by. */
const typed = (f: Field, v: unknown): string => {
  const t = String(v)
  if (f.search === 'prefix') return t.slice(0, Math.max(2, t.length - 2))
  return f.search === 'like' || f.search === 'name' ? t.slice(1, 5) : t
}
const matches = (f: Field, cell: unknown, q: string): boolean => {
  if (cell === null || cell === undefined) return false
  const t = String(cell)
  if (f.search === 'prefix') return t.startsWith(q)
  return f.search === 'like' || f.search === 'name' ? t.includes(q) : t === q
}
const order = (f: Field, a: unknown, b: unknown) =>
  ['int', 'area', 'decimal', 'flag', 'ref'].includes(f.kind) ? Number(a) - Number(b) : String(a) < String(b) ? -1 : Number(String(a) > String(b))
/** Names of lists beyond filters and paging. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  fbf: ['complete'],
  cbf: ['hasContract', 'hasCertificate', 'tag'],
  dk: ['contracted', 'hasGeom', 'bbox'],
  djb: ['transferred', 'signed'],
  cbjyqz: ['stage', 'renamed'],
  jzd: ['dkbm'],
  jzx: ['dkbm'],
  sys_user: ['deptId'],
  flow_deployment: ['builtIn'],
  restriction: ['state', 'objectCode', 'asOf', 'knownAt'],
}
/** Lists that show one state unless asked for another. */
const STATED = ['cbht', 'djb']

test('a list takes the names of its searchable fields in the spellings of their operators, and no others', () => {
  const f = faults()
  for (const way of filtering()) {
    const filters = entries(way.r).flatMap(([n, x]) => (x.search ? SPELLINGS[x.search]!.map((suffix) => n + suffix) : []))
    const paging = ['current', 'size', 'ascs', 'descs', 'exactTotal', ...(way.r.versioned ? ['asOf', 'knownAt'] : [])]
    const route = (s.w.routes as readonly Route[]).find((x) => x.path === way.list!.path)!
    f.same(way.r.name, route.query!.toSorted(), [...new Set([...filters, ...(filters.length ? ['where'] : []), ...paging, ...(MORE[way.r.name] ?? [])])].sort())
  }
  expect(f.found).toEqual([])
})

test('each searchable field filters by its operator in each of its spellings', async () => {
  const f = faults()
  for (const way of filtering()) {
    const whole = await all(way)
    const [row] = s.planted.get(way.r.name)!
    for (const [name, field] of entries(way.r)) {
      if (!field.search || (STATED.includes(way.r.name) && name === 'qszt')) continue
      const what = `${way.r.name}.${name}`
      const q = field.search === 'range' ? row![name] : typed(field, row![name])
      for (const x of SPELLINGS[field.search]!) {
        const fits = field.search === 'range' ? within(field, ['Start', '_ge', '_datege'].includes(x), q) : (cell: unknown) => matches(field, cell, q)
        const should = ids(whole.filter((r) => fits(r[name])))
        f.same(`${what}${x} finds its planted row`, should.includes(row!.id), true)
        f.same(`${what}${x} = ${q}`, ids(await all(way, { [name + x]: q })), should)
      }
    }
  }
  expect(f.found).toEqual([])
})
const within = (f: Field, from: boolean, q: unknown) => (cell: unknown) => cell !== null && (from ? order(f, cell, q) >= 0 : order(f, cell, q) <= 0)

test('a filter takes signs as they are, and what its column cannot hold is refused', async () => {
  const f = faults()
  for (const way of filtering()) {
    const whole = await count(way)
    for (const [name, field] of entries(way.r)) {
      if (!field.search) continue
      const n = field.search === 'range' ? `${name}Start` : name
      if (field.kind === 'text' || field.kind === 'dict' || field.kind === 'region')
        for (const sign of ['%', "_'--", '\\']) f.same(`${way.r.name}.${n} = ${sign}`, await count(way, { [n]: sign }), 0)
      else
        for (const bad of ['x', "1' or '1'='1", '9999999999999999999', '2026-02-30', '2026-01-01 25:00:00'])
          f.same(`${way.r.name}.${n} = ${bad}`, (await ask(way, { [n]: bad })).code, 400)
      f.same(`${way.r.name}.${n} empty filters nothing`, await count(way, { [n]: '' }), whole)
    }
  }
  expect(f.found).toEqual([])
})

const snake = (n: string) => n.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
test('each sortable column sorts both ways, and other columns are refused', async () => {
  const f = faults()
  for (const way of filtering().filter((x) => x.list!.kind === 'page')) {
    // the order of planted rows is looked for in lists of one page only
    const large = (await count(way)) > 500
    const base = ['id', 'createTime', 'updateTime'].map((n) => [n, undefined] as const)
    for (const [name, field] of [...entries(way.r), ...base]) {
      const what = `${way.r.name} by ${name}`
      if (field && !field.sort && !way.r.order?.includes(name)) {
        f.same(what, (await ask(way, { ascs: name })).code, 400)
        continue
      }
      if (large) {
        const [up, down] = [await ask(way, { ascs: name, size: 5 }), await ask(way, { descs: snake(name), size: 5 })]
        f.same(`${what} both ways`, [up.code, down.code], [200, 200])
        continue
      }
      const planted = s.planted.get(way.r.name)!.map((x) => x.id)
      const of = async (q: Values) => (await all(way, q)).filter((x) => planted.includes(x.id)).map((x) => x.id)
      f.same(`${what} up`, await of({ ascs: name }), planted)
      // rows of one moment, or of one state, stand in the order of their ids, the same way
      f.same(`${what} down`, await of({ descs: snake(name) }), planted.toReversed())
    }
    for (const bad of ['nonsense', 'id;drop table x', '1', 'tenantId', 'id desc']) f.same(`${way.r.name} by ${bad}`, (await ask(way, { ascs: bad })).code, 400)
  }
  expect(f.found).toEqual([])
})
