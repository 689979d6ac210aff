import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import { cleaned } from '../model/clean.ts'
import { idForms } from '../model/id-card.ts'
import type { Field } from '../model/field.ts'
import { MAX_PAGE_PROGRAM, PAGING_NAMES, type Page } from '../model/page.ts'
import { problems } from '../model/problem.ts'
import { countyOf, inRegion, isRegionCode, regionRange } from '../model/region-code.ts'
import { entries, type AnyResource, type FlatRow, type Listed, type Row } from '../model/resource.ts'
import { isAskable } from '../model/where.ts'
import type { AnyQuery, RowQuery } from './any-query.server.ts'
import { storedColumns } from './columns.server.ts'
import type { Ctx } from './ctx.server.ts'
import { alike, containing, withNames } from './names.server.ts'
import { demanded, isNarrowed, narrowed, shown, visible } from './narrow.server.ts'
import { expressed } from './where.server.ts'

export type Filter = Readonly<Record<string, unknown>>

/** Narrows a query to a region's subtree: a half-open range, and the county when the region lies inside one. */
export function underRegion<Q extends AnyQuery>(q: Q, table: string, region: string): Q
export function underRegion(q: AnyQuery, table: string, region: string): AnyQuery {
  if (region === '') return q
  const { lo, hi } = regionRange(region)
  const narrowed = q.where(`${table}.regionCode`, '>=', lo).where(`${table}.regionCode`, '<', hi)
  return region.length >= 6 ? narrowed.where(`${table}.countyCode`, '=', countyOf(region)) : narrowed
}

/** The rows of `r` that the caller may see, as they stand or stood at `ctx.asOf` and `ctx.knownAt`, or all `versions` ever. Every read starts here: the query scope. */
export function scoped<T extends AnyResource>(ctx: Ctx, r: T, all?: 'versions'): RowQuery<T> {
  return joinable(ctx, r, all)
}
/** Whether reads are of the register as it was. */
export const isPast = (ctx: Ctx): boolean => !!(ctx.asOf || ctx.knownAt)
/** The same for joins with other tables and for code that works for every definition: names are known only when it runs. */
export function joinable(ctx: Ctx, r: AnyResource, all?: 'versions'): AnyQuery {
  const isThen = r.versioned && !all && isPast(ctx)
  let q = ctx.db.selectFrom(isThen || all ? believed(r).as(r.name) : r.name) as AnyQuery
  if (isThen) {
    const day = sql`${ctx.asOf ?? ctx.knownAt?.slice(0, 10)}::date`
    q = q.where(`${r.name}.regFrom`, '<=', day).where(`${r.name}.regTo`, '>', day)
    if (ctx.knownAt) {
      const moment = sql`${ctx.knownAt}::timestamptz`
      q = q.where(`${r.name}.validFrom`, '<=', moment).where(`${r.name}.validTo`, '>', moment)
    } else q = q.where(`${r.name}.validTo`, '=', sql`timestamptz 'infinity'`)
  }
  if (r.scope !== 'platform') q = q.where(`${r.name}.tenantId`, '=', ctx.who.tenantId)
  if (r.scope === 'land') q = underRegion(q, r.name, ctx.who.regionCode)
  return isNarrowed(ctx, r) ? narrowed(ctx, q, r) : q
}
const everything = new WeakMap<AnyResource, RawBuilder<unknown>>()
/**
 * Live rows and history as one source. Neither part has a condition of its own: only then does the planner take both apart, give each its index and
 * merge them in the order of a list (docs/adr/0016).
 */
export function believed(r: AnyResource): RawBuilder<unknown> {
  const known = everything.get(r)
  if (known) return known
  const names = storedColumns(r)
    .map((c) => `"${c.name}"`)
    .join(', ')
  // names come from the definition
  const text = `(select ${names}, timestamptz 'infinity' as "validTo", date 'infinity' as "regTo" from "${r.name}"
    union all select ${names}, "validTo", "regTo" from "${r.name}_v")`
  const made = sql.raw(text)
  everything.set(r, made)
  return made
}

/** Whether the caller's region covers `code`; a land row elsewhere cannot be written. */
export function requireRegion(ctx: Ctx, code: unknown): void {
  if (typeof code !== 'string' || !isRegionCode(code) || !inRegion(code, ctx.who.regionCode)) throw problems.outOfRegion({ regionCode: String(code) })
}

/** The region that is asked for, or the caller's own; inside of his. @throws bad-request for what is no code, out-of-region */
export function regionAsked(ctx: Ctx, asked: unknown): string {
  const code = String(asked ?? '')
  if (code !== '' && !isRegionCode(code)) throw problems.badRequest({ zh: '行政区划格式不正确', en: 'The region is malformed' })
  if (code !== '') requireRegion(ctx, code)
  return code || ctx.who.regionCode
}

/** The compatible API's suffixes are accepted where they name the operator that the definition declares. Source: platform-api.md 1.6. */
const SUFFIX: Readonly<Record<string, readonly string[]>> = { eq: ['_equal'], like: ['_like'], name: ['_like'], prefix: ['_likeright'], in: [], range: [] }
const RANGE_SUFFIX: Readonly<Record<string, 'Start' | 'End'>> = { _ge: 'Start', _datege: 'Start', _le: 'End', _datele: 'End' }
/** The query name of the filter expression (kit/model/where.ts). */
const EXPRESSION = 'where'

/** Every query name that a list of `r` understands; anything else is refused. */
export function filterNames(r: AnyResource): string[] {
  const names = entries(r).flatMap(([n, f]) => {
    if (!f.search) return []
    if (f.search === 'range') return [`${n}Start`, `${n}End`, ...Object.keys(RANGE_SUFFIX).map((s) => n + s)]
    return [n, ...SUFFIX[f.search]!.map((s) => n + s)]
  })
  return names.length ? [...names, EXPRESSION] : names
}
/** Names that a list accepts: its filters and paging, and the day of the register where there are versions. */
export const listNames = (r: AnyResource): string[] => [...filterNames(r), ...PAGING_NAMES, ...dayName(r)]
/** The query names of the two clocks where a definition has versions: the registered day, and the moment of knowing. */
export const dayName = (r: AnyResource): string[] => (r.versioned ? ['asOf', 'knownAt'] : [])

const given = (v: unknown) => v !== undefined && v !== null && v !== ''
function value(filter: Filter, n: string, f: Field): unknown {
  for (const name of [n, ...SUFFIX[f.search!]!.map((s) => n + s)]) if (given(filter[name])) return filter[name]
  return undefined
}
function bound(filter: Filter, n: string, side: 'Start' | 'End'): unknown {
  const names = [
    `${n}${side}`,
    ...Object.entries(RANGE_SUFFIX)
      .filter(([, s]) => s === side)
      .map(([s]) => n + s),
  ]
  return names.map((x) => filter[x]).find(given)
}

/**
 * Adds the declared filters and the filter expression. Values are parameters; names come from the definition, never from the request. `isDense` says that the
 * rows stand close together in the order of the list.
 */
export function filtered(ctx: Ctx, q: AnyQuery, r: AnyResource, filter: Filter, isDense = false): AnyQuery {
  const region = regionOf(ctx, filter)
  let out = q
  for (const [n, f] of entries(r)) {
    if (!f.search) continue
    const col = `${r.name}.${n}`
    if (f.search === 'range') {
      const from = bound(filter, n, 'Start'),
        to = bound(filter, n, 'End')
      if (from !== undefined) out = out.where(col, '>=', wellFormed(f, from))
      if (to !== undefined) out = out.where(col, '<=', endOf(f, wellFormed(f, to)))
      continue
    }
    const v = value(filter, n, f)
    if (v === undefined) continue
    // looked for as it is written where it is stored
    const t = f.kind === 'text' || f.kind === 'note' ? cleaned(f, String(v)) : String(v)
    if (t === '') {
      // signs of which nothing is left are asked for all the same, and nothing has them: a quote does not find everybody
      if (String(v).trim() !== '') out = out.where(sql<boolean>`false`)
      continue
    }
    if (f.kind === 'region') out = r.scope === 'land' && n === 'regionCode' ? underRegion(out, r.name, t) : out.where(col, '>=', t).where(col, '<', `${t}~`)
    else if (f.search === 'eq' && f.mask === 'idNumber') out = out.where(col, 'in', idForms(wellFormed(f, v)))
    else if (f.search === 'eq') out = out.where(col, '=', wellFormed(f, f.kind === 'text' ? t : v))
    else if (f.search === 'in')
      out = out.where(
        col,
        'in',
        t.split(',').map((x) => wellFormed(f, x)),
      )
    else if (f.search === 'prefix') out = out.where(col, '>=', t).where(col, '<', `${t}~`)
    else if (f.search === 'like') out = out.where(col, 'like', containing(t))
    else {
      const hit = isDense ? alike(r, n, t) : withNames(r, n, t, region)
      if (hit) out = out.where(hit)
    }
  }
  return given(filter[EXPRESSION]) ? expressed(ctx, out, r, { sent: filter[EXPRESSION], region, isDense }) : out
}
/** A filter value that the column cannot hold is the caller's fault, not a server error. */
function wellFormed(f: Field, v: unknown): string {
  const t = String(v)
  if (!isAskable(f, t)) throw problems.badRequest({ zh: `${f.label}格式不正确`, en: `${f.en ?? f.label} is malformed` })
  return t
}
const endOf = (f: Field, v: string) => (f.kind === 'datetime' && v.length === 10 ? `${v} 23:59:59` : v)

const snake = (n: string) => n.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
/** Columns that rows may be put in order by, whether asked or by definition; that of regions comes with codes. */
const sortNames = (r: AnyResource): string[] => [
  ...entries(r).flatMap(([n, f]) => (f.sort || r.order?.includes(n) ? [n] : [])),
  'createTime',
  'updateTime',
  'id',
]
/** Adds the order that is asked for, else the definition's own; `back` reads it from its end. */
function ordered(q: AnyQuery, r: AnyResource, filter: Filter, back = false): AnyQuery {
  const way = (d: 'asc' | 'desc') => (!back ? d : d === 'asc' ? 'desc' : 'asc')
  const sortable = new Map(sortNames(r).flatMap((n): [string, string][] => [n, snake(n)].map((asked) => [asked, n])))
  let out = q,
    last: 'asc' | 'desc' | undefined
  for (const [key, direction] of [
    ['ascs', 'asc'],
    ['descs', 'desc'],
  ] as const) {
    for (const n of String(filter[key] ?? '')
      .split(',')
      .filter(Boolean)) {
      // a minus turns a name of ascs round, so that several columns go each its own way
      const col = sortable.get(n.replace(/^-/, ''))
      if (!col) throw problems.badRequest({ zh: `不支持按该列排序：${n}`, en: `Cannot sort by ${n}` })
      last = n.startsWith('-') ? 'desc' : direction
      out = out.orderBy(`${r.name}.${col}`, way(last))
    }
  }
  if (!last) {
    // codes begin with their region's, so this changes no order; it lets every region's page be read off the index of regions and codes
    if (isByRegion(r)) out = out.orderBy(`${r.name}.regionCode`, way('asc'))
    for (const c of r.order ?? []) out = out.orderBy(`${r.name}.${c}`, way('asc'))
  }
  // in the direction of the last column, so that an index of both is read either way
  return out.orderBy(`${r.name}.id`, way(last ?? 'asc'))
}
/** Whether a definition's own order goes by codes that begin with their region's. */
const isByRegion = (r: AnyResource): boolean => r.scope === 'land' && r.fields[r.order?.[0] ?? '']?.search === 'prefix'

/** Beyond any register: what is asked there is a slip of the keyboard. */
const MAX_OFFSET = 100_000_000
/** From here on the rows before a page are walked by their keys alone, off the index. */
const DEEP = 2000
export const isPlainNumber = (v: unknown): boolean => /^\d{1,10}$/.test(String(v))
export const notPaging = () => problems.badRequest({ zh: '分页参数不正确', en: 'Paging is malformed' })
/** Reads paging from a query; sizes above the limit are refused, not cut. */
export function paging(filter: Filter): { current: number; size: number; offset: number } {
  const num = (v: unknown, d: number) => (!given(v) ? d : isPlainNumber(v) ? Number(v) : 0)
  const current = num(filter.current, 1),
    size = num(filter.size, 10)
  if (current < 1 || size < 1) throw notPaging()
  if (size > MAX_PAGE_PROGRAM) throw problems.pageTooLarge({ max: MAX_PAGE_PROGRAM })
  const offset = (current - 1) * size
  if (offset > MAX_OFFSET) throw problems.badRequest({ zh: '页码过大，请缩小查询范围', en: 'Too far down the list; narrow the search' })
  return { current, size, offset }
}

/** Exact counting stops here for wide regions with other filters, and on past days, of which no counter knows. Source: data-stack.md 8. */
const COUNT_CAP = 10_000
type Total = { total: number; totalIsEstimate?: boolean }

/** Digits of a village: counters know the rows of each, and one is small enough to be looked through. */
const VILLAGE = 12
/** The region that a list is about: the one asked for, or the caller's. */
const regionOf = (ctx: Ctx, filter: Filter): string => {
  const asked = String(filter.regionCode ?? '')
  return asked.length > ctx.who.regionCode.length ? asked : ctx.who.regionCode
}
/** Whether counters know the total: only region and status filter, at the current time. They know nothing of data scopes, nor of places below a village. */
function isCounted(ctx: Ctx, r: AnyResource, filter: Filter): boolean {
  if (r.scope !== 'land' || !r.countBy || isPast(ctx) || regionOf(ctx, filter).length > VILLAGE || demanded(ctx, r)) return false
  return !filterNames(r).some((n) => given(filter[n]) && n !== 'regionCode' && n !== r.countBy)
}

/** Totals without scanning: exact below township, capped above and on past days. */
async function totalOf(ctx: Ctx, r: AnyResource, q: AnyQuery, filter: Filter): Promise<Total> {
  const exact = async (over: AnyQuery): Promise<number> => Number((await over.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)
  if (r.scope !== 'land') return { total: await exact(q) }
  const isOld = isPast(ctx) && r.versioned
  if ((!isOld && regionOf(ctx, filter).length >= 9) || given(filter.exactTotal)) return { total: await exact(q) }
  const n = await countTo(ctx, q, COUNT_CAP)
  return n > COUNT_CAP ? { total: COUNT_CAP, totalIsEstimate: true } : { total: n }
}
/** The number of rows, or one more than `most`. */
async function countTo(ctx: Ctx, q: AnyQuery, most: number): Promise<number> {
  const some = q
    .select(sql`1`.as('x'))
    .limit(most + 1)
    .as('some')
  const row = await ctx.db
    .selectFrom(some)
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
/** The counter rows of a list: its villages and, where it is asked for, its status. */
function counters(ctx: Ctx, r: AnyResource, filter: Filter): AnyQuery {
  let q = ctx.db.selectFrom('row_count').where('tenantId', '=', ctx.who.tenantId).where('resource', '=', r.name) as AnyQuery
  // the range of the rows: what was asked for, within what the caller sees
  for (const region of [ctx.who.regionCode, String(filter.regionCode ?? '')]) q = underRegion(q, 'row_count', region)
  if (given(filter[r.countBy!])) q = q.where('status', '=', String(filter[r.countBy!]))
  return q
}
async function counted(ctx: Ctx, r: AnyResource, filter: Filter): Promise<number> {
  const row = await counters(ctx, r, filter)
    .select(sql<string>`coalesce(sum(n), 0)`.as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
/** The village in which the row `offset` of a counted list stands, and how many stand before its first. */
async function villageAt(ctx: Ctx, r: AnyResource, filter: Filter, offset: number): Promise<{ village: string; before: number } | undefined> {
  const villages = counters(ctx, r, filter)
    .select(['row_count.regionCode as village', sql`sum(sum(n)) over (order by "row_count"."regionCode") - sum(n)`.as('before')])
    .groupBy('row_count.regionCode')
    .as('villages')
  const q = ctx.db.selectFrom(villages).select(['village', 'before']).where('before', '<=', offset).orderBy('village', 'desc').limit(1)
  const found = await q.executeTakeFirst()
  return found && { village: String(found.village), before: Number(found.before) }
}

const listed = new WeakMap<AnyResource, readonly [AliasedRawBuilder<unknown, string>]>()
/**
 * Columns of a list: everything but geometry, structured data and search tokens, which only a detail needs. One text, made once per definition:
 * forty columns built anew cost a request more than its filters.
 */
export function listColumns(r: AnyResource): readonly [AliasedRawBuilder<unknown, string>] {
  const known = listed.get(r)
  if (known) return known
  const own = entries(r).flatMap(([n, f]) => (f.kind === 'geom' || f.kind === 'json' ? [] : [n]))
  const names = ['id', 'tenantId', 'createUser', 'createTime', 'updateUser', 'updateTime', 'rev', ...own]
  // names come from the definition; the last one is also the name that the builder asks for
  const text = names.map((n) => `"${r.name}"."${n}"`).join(', ')
  const made = [sql.raw(text).as(names.at(-1)!)] as const
  listed.set(r, made)
  return made
}

/** Columns of a definition as a query selects them. */
export const pick = <T extends AnyResource, K extends keyof Row<T> & string>(r: T, ...names: readonly K[]): `${T['name']}.${K}`[] =>
  names.map((n) => `${r.name}.${n}` as const)
/** Rows of a query with every column but geometry and structured data. */
export const flatRows = <T extends AnyResource>(q: RowQuery<T>, r: T): RowQuery<T, FlatRow<T>> =>
  (q as AnyQuery).select([...listColumns(r), ...(r.scope === 'land' ? [`${r.name}.countyCode`] : [])])

/**
 * Whether rows are counted before they are read: where something narrows a list of more than a village. For a word that no name has, the planner guesses a
 * thousandth of the rows, and reads a million of them in the order of the list for the first five; counted without an order, the indexes of the filters
 * themselves are all it has. Those that it could count are found by them and then put in order; the others stand so close that the order finds a page soon.
 */
const isCountedFirst = (ctx: Ctx, r: AnyResource, filter: Filter, of?: AnyQuery): boolean =>
  r.scope === 'land' &&
  !isPast(ctx) &&
  regionOf(ctx, filter).length < VILLAGE &&
  (!!of || filterNames(r).some((n) => given(filter[n]) && n !== 'regionCode' && n !== r.countBy))
/** What is known of a list before it is read: its total, whether all of its rows are found before they are put in order, and whether it is a query of its own. */
interface Known {
  total?: number | undefined
  isFew?: boolean
  isJoined?: boolean
}
/** The rows of one page. Few ones are found before they are put in order, and only those of the page are read whole; a far one, or one of a query of its own, is found by its keys. */
async function rowsAt(ctx: Ctx, r: AnyResource, filter: Filter, q: AnyQuery, { size, offset }: { size: number; offset: number }, known: Known) {
  const keysOf = (of: AnyQuery) => of.select([`${r.name}.countyCode`, `${r.name}.id`])
  const withKeys = (db: AnyQuery, back = false) => {
    const own = db.where(`${r.name}.tenantId`, '=', ctx.who.tenantId)
    const page = own.innerJoin('k', (on) => on.onRef('k.countyCode', '=', `${r.name}.countyCode`).onRef('k.id', '=', `${r.name}.id`))
    return ordered(page, r, filter, back).select(listColumns(r))
  }
  const keyed = (keys: AnyQuery) => {
    const db = ctx.db.with(
      (name) => name('k').materialized(),
      () => keys,
    )
    return db.selectFrom(r.name) as unknown as AnyQuery
  }
  if (known.total === 0) return []
  if (known.isFew) {
    const narrow = ['countyCode', ...new Set(['regionCode', ...sortNames(r)])].map((n) => `${r.name}.${n}`)
    const found = ctx.db.with((name) => name('found').materialized(), () => q.select(narrow)).selectFrom(`found as ${r.name}`) // prettier-ignore
    return withKeys(keyed(ordered(keysOf(found), r, filter).limit(size).offset(offset))).execute()
  }
  if (known.isJoined && offset < DEEP) return withKeys(keyed(ordered(keysOf(q), r, filter).limit(size).offset(offset))).execute()
  if (offset < DEEP || r.scope !== 'land' || isPast(ctx)) return ordered(q, r, filter).limit(size).offset(offset).select(listColumns(r)).execute()
  const { total } = known
  const isOwnOrder = !given(filter.ascs) && !given(filter.descs) && isByRegion(r)
  const start = total !== undefined && isOwnOrder ? await villageAt(ctx, r, filter, offset) : undefined
  if (start) {
    const rest = q.where(`${r.name}.regionCode`, '>=', start.village)
    return withKeys(
      keyed(
        ordered(keysOf(rest), r, filter)
          .limit(size)
          .offset(offset - start.before),
      ),
    ).execute()
  }
  // whatever the order, the last page is as near as the first: rows behind the middle are counted from the end
  const back = total !== undefined && offset > total / 2
  if (back && offset >= total) return []
  const [limit, skip] = back ? [Math.min(size, total - offset), Math.max(0, total - offset - size)] : [size, offset]
  return withKeys(keyed(ordered(keysOf(q), r, filter, back).limit(limit).offset(skip))).execute()
}

/** One page of what the caller may see. `of` may be a scoped query with joins or more conditions, of which the counters know nothing. */
export async function page<T extends AnyResource>(ctx: Ctx, r: T, filter: Filter, of?: AnyQuery): Promise<Page<Listed<T>>> {
  const from = of ?? joinable(ctx, r)
  const { current, size, offset } = paging(filter)
  // a list is always for people: narrowed in jobs (exports) too
  const within = isNarrowed(ctx, r) ? from : narrowed(ctx, from, r)
  const asked = (isDense: boolean) => filtered(ctx, within, r, filter, isDense)
  const q = asked(false)
  if (ctx.instead) return (await ctx.instead(q, r)) as Page<Listed<T>>
  const counts = !of && isCounted(ctx, r, filter) ? () => counted(ctx, r, filter) : undefined
  const first: Total | undefined = isCountedFirst(ctx, r, filter, of) ? await totalOf(ctx, r, q, filter) : undefined
  const known: Known = {
    total: first?.totalIsEstimate ? undefined : (first?.total ?? (offset < DEEP ? undefined : await counts?.())),
    isFew: !!first && !first.totalIsEstimate && first.total <= COUNT_CAP,
    isJoined: !!first && !!of,
  }
  const records = await rowsAt(ctx, r, filter, first && !known.isFew ? asked(true) : q, { size, offset }, known)
  // a page that is not full is the last one and tells the total itself
  const last = records.length < size && (records.length > 0 || offset === 0)
  const { total, totalIsEstimate }: Total = last
    ? { total: offset + records.length }
    : (first ?? (counts ? { total: known.total ?? (await counts()) } : await totalOf(ctx, r, q, filter)))
  const seen = records.map((row) => visible(ctx, r, shown(ctx, r, row)))
  return { records: seen as Listed<T>[], total, size, current, pages: Math.ceil(total / size), ...(totalIsEstimate ? { totalIsEstimate } : {}) }
}
