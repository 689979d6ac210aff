import { sql } from 'kysely'
import { pinyin } from 'pinyin-pro'
import { requiredMessage } from '../model/required.ts'
import { readDraft } from '../model/check.ts'
import { daysWrong } from '../model/days.ts'
import { masked } from '../model/mask.ts'
import { cleanName } from '../model/clean.ts'
import type { Field } from '../model/field.ts'
import { nameTokens, pinyinTokens } from '../model/name-tokens.ts'
import { invalidField, problems, type Wrong } from '../model/problem.ts'
import { countyOf, inRegion } from '../model/region-code.ts'
import {
  entries,
  isEditable,
  isId,
  permOf,
  type AnyResource,
  type Checked,
  type Draft,
  type Fields,
  type FlatRow,
  type Row,
  type Verb,
} from '../model/resource.ts'
import { regionColumn } from '../model/scope-rules.ts'
import { audit, diffOf } from './audit.server.ts'
import { columnsOf, regionTokens, storedColumns, tokensOf } from './columns.server.ts'
import { countRows, markRegion } from './counters.server.ts'
import { requireInDictionary } from './dictionary.server.ts'
import { isAdministrator, type Ctx } from './ctx.server.ts'
import { clockOf, put, type Put, type When } from './history.server.ts'
import { requireRegion, joinable, listColumns } from './query.server.ts'
import { chunks, rowSet, type Values } from './sets.server.ts'

const labels = (r: AnyResource) => ({ zh: r.label, en: r.en })

/** The row, locked until the transaction ends when `lock` is set. A row out of scope does not exist. */
export async function get<T extends AnyResource>(ctx: Ctx, r: T, id: string, lock = false): Promise<Row<T>> {
  const row = await find(ctx, r, { id } as Draft<T> & { id: string }, lock)
  if (!row) throw problems.notFound(labels(r))
  return row
}

/** The first row that has these values, or undefined. Geometry comes as WKT. */
export async function find<T extends AnyResource>(
  ctx: Ctx,
  r: T,
  by: Draft<T> & { id?: string; countyCode?: string },
  lock = false,
): Promise<Row<T> | undefined> {
  if (by.id !== undefined && !isId(String(by.id))) return undefined
  let q = joinable(ctx, r).select(listColumns(r))
  if (r.scope === 'land') q = q.select(`${r.name}.countyCode`)
  for (const [n, f] of entries(r)) {
    if (f.kind === 'geom') q = q.select(sql<string>`ST_AsText(${sql.ref(`${r.name}.${n}`)}, 10)`.as(n))
    if (f.kind === 'json') q = q.select(`${r.name}.${n}`)
  }
  for (const [n, v] of Object.entries(by)) q = q.where(`${r.name}.${n}`, v === null ? 'is' : '=', v)
  if (lock && r.scope !== 'land') q = q.forUpdate()
  const row = (await q.limit(1).executeTakeFirst()) as (Row<T> & { countyCode?: string }) | undefined
  if (lock && row && r.scope === 'land') {
    // a lock on a distributed table must name its county, which only the row tells
    const held = await joinable(ctx, r)
      .select(`${r.name}.rev`)
      .where(`${r.name}.countyCode`, '=', row.countyCode!)
      .where(`${r.name}.id`, '=', row.id)
      .forUpdate()
      .executeTakeFirst()
    if (held?.rev !== row.rev) throw problems.changed()
  }
  return row
}

/** Refuses to write a row that lies outside the caller's region, as it was or will be; its region is its own, or that of the row it belongs to. */
async function requireOwnRegion(ctx: Ctx, r: AnyResource, row: Values): Promise<void> {
  const at = regionColumn(r)
  // tables of the platform are its administrators' own, wherever they sit
  if (ctx.who.regionCode === '' || (r.scope === 'platform' && isAdministrator(ctx.who))) return
  if (at && row[at]) return requireRegion(ctx, row[at])
  if (at && r.fields[at]!.everywhere) {
    const own = await ctx.db.selectFrom('tenant').select('regionCode').where('code', '=', ctx.who.tenantId).executeTakeFirst()
    if (!inRegion(String(own?.regionCode ?? ''), ctx.who.regionCode)) throw invalidField(at, requiredMessage(r.fields[at]!))
  }
  const of = r.under && row[r.under.own] && (await find(ctx, r.under.to, { id: String(row[r.under.own]) }))
  if (of) await requireOwnRegion(ctx, r.under!.to, of)
}

/** Refuses a caller without the button. Stands here, not in routes, so that a replaced route keeps it. */
export function requirePerm(ctx: Ctx, r: AnyResource, verb: Verb): void {
  const perm = permOf(r, verb)
  if (!ctx.who.perms.has(perm)) throw problems.forbidden({ perm })
}

/**
 * Checks what a person sent: the button for it, known and editable fields only, what no form sets as it is stored, every fault at once. Of our own
 * forms, which send editable fields only, no row is read for that. What a new row is `given` by the server may stand there as well: that is equal then.
 */
export async function checkedDraft<T extends AnyResource>(ctx: Ctx, r: T, raw: Values, also: readonly string[] = [], given: Values = {}): Promise<Checked<T>> {
  requirePerm(ctx, r, raw.id ? 'edit' : 'add')
  // a new row gets its place from what it belongs to
  const derived = [...(r.derived ?? []), ...(raw.id ? [] : ['regionCode', 'countyCode'])]
  const alone = judgedFields(r, raw, also, {}, ctx)
  const isStarred = entries(r).some(([n, f]) => f.mask && String(raw[n] ?? '').includes('*'))
  if (!isStarred && alone.wrong.length + protectedWrong(r, raw, {}, derived).length === 0) return alone.draft as Checked<T>
  const row = raw.id ? await find(ctx, r, { id: String(raw.id) } as Draft<T> & { id: string }) : { ...presets(r), tenantId: ctx.who.tenantId, ...given }
  const draft = faultless(raw.id ? judgedFields(r, unmaskedRow(r, raw, row), also, row, ctx) : alone)
  return faultless<T>({ draft, wrong: row ? protectedWrong(r, raw, row, derived) : [] })
}
/** Personal data that came back as it was shown, masked, is what is stored: nobody changed it. */
export function unmaskedRow(r: AnyResource, sent: Values, stored: Values | undefined): Values {
  const told = stored && (masked(r, stored) as Values)
  const kept = Object.keys(told ?? {}).filter((n) => r.fields[n]?.mask && sent[n] === told![n])
  return kept.length ? { ...sent, ...Object.fromEntries(kept.map((n) => [n, stored![n]])) } : sent
}
/** What columns hold of a row of which nothing was said. */
const presets = (r: AnyResource): Values =>
  Object.fromEntries(entries(r).flatMap(([n, f]) => ('default' in f && f.default !== undefined ? [[n, f.default]] : [])))

/** The same without a look at the stored row. */
export function checkedFields<T extends AnyResource>(ctx: Ctx, r: T, raw: Values, also: readonly string[] = []): Checked<T> {
  requirePerm(ctx, r, raw.id ? 'edit' : 'add')
  return faultless(judgedFields(r, raw, also, {}, ctx))
}
/** Refuses days that cannot be, at their fields; of a row that is changed, those that do not stand in it already (`before`). */
export function requireDays(ctx: Ctx, fields: Fields, draft: Values, before: Values = {}): void {
  faultless({ draft, wrong: daysWrong(fields, draft, ctx.now.slice(0, 10)).filter(({ field }) => !isUnchanged(draft[field], before[field])) })
}
/** The same without the button: for what another form carries inside it, whose own button was asked. `before`: the row that is changed. */
export const readFields = <T extends AnyResource>(r: T, raw: Values, also: readonly string[] = [], before?: Values): Checked<T> =>
  faultless(judgedFields(r, raw, also, before))
function faultless<T extends AnyResource>({ draft, wrong }: { draft: Values; wrong: readonly Wrong[] }): Checked<T> {
  if (wrong.length) throw problems.invalid(wrong)
  return draft as Checked<T>
}
/** A draft and its faults, with `ctx` those of days too. What comes back as it stood `before` bars no other change of its row, whatever bounds came since. */
export function judgedFields(r: AnyResource, raw: Values, also: readonly string[], before: Values = {}, ctx?: Ctx) {
  const { draft, wrong, unknown } = readDraft(r.fields, raw, ['id', 'rev', ...also])
  const extra = unknown.filter((n) => !storedColumns(r).some((c) => c.name === n))
  if (extra.length) throw problems.unknownParameter({ name: extra[0]! })
  const all = [...wrong, ...(ctx ? daysWrong(r.fields, draft, ctx.now.slice(0, 10)) : [])]
  const isOld = ({ field }: Wrong) => isUnchanged((draft as Values)[field] ?? raw[field], before[field])
  return { draft: { ...draft, ...Object.fromEntries(all.filter(isOld).map(({ field }) => [field, before[field]])) }, wrong: all.filter((w) => !isOld(w)) }
}
/** Whether a value is the stored one; what nobody said is none. */
export const isUnchanged = (sent: unknown, before: unknown): boolean => (before ?? '') !== '' && plain(sent) === plain(before)

const plain = (v: unknown): string => (v && typeof v === 'object' ? JSON.stringify(v) : String(v))
const fixedWrong = (field: string, f?: Field): Wrong => ({ field, msg: { zh: `${f?.label ?? field}不能修改`, en: `${f?.en ?? field} cannot be changed` } })
/** What the server counts or writes with every change: it is never compared. */
const BOOKKEEPING: readonly string[] = ['id', 'rev', 'updateUser', 'updateTime']
/**
 * Values for columns that no form sets, where they differ from the `stored` row: each is refused by name. What equals it or is empty is ignored: a
 * client sends back what it read. `derived` columns are ignored whatever they hold.
 */
export function protectedWrong(r: AnyResource, raw: Values, stored: Values = {}, derived: readonly string[] = []): Wrong[] {
  const ignored = [...BOOKKEEPING, ...derived]
  return storedColumns(r).flatMap(({ name }) => {
    const f = (r.fields as Fields)[name],
      v = raw[name] ?? ''
    if ((f && isEditable(f)) || ignored.includes(name) || v === '' || plain(v) === plain(stored[name])) return []
    return [fixedWrong(name, f)]
  })
}

/** Values of a change without the codes that the row has: they name it, and are in no update. @throws where one of them would be another */
function movable(r: AnyResource, values: Values, before: Values): Values {
  const has = entries(r).filter(([n, f]) => f.fixed && Object.hasOwn(values, n) && (before[n] ?? '') !== '')
  const moved = has.filter(([n]) => plain(values[n]) !== plain(before[n]))
  if (moved.length) throw problems.invalid(moved.map(([n, f]) => fixedWrong(n, f)))
  return Object.fromEntries(Object.entries(values).filter(([n]) => !has.some(([x]) => x === n)))
}

/** Stores what a person sent: inserts without id, updates with it. Answers the id. */
export async function save<T extends AnyResource>(ctx: Ctx, r: T, raw: Values): Promise<string> {
  const draft = (await checkedDraft(ctx, r, raw)) as Draft<T>
  return raw.id ? update(ctx, r, String(raw.id), draft, raw) : insert(ctx, r, draft)
}

/** What a name is found by: its signs, pairs of them, and its pinyin. */
export const searchTokens = (name: string): string[] => tokensOfClean(cleanName(name))
const tokensOfClean = (name: string) => [...nameTokens(name), ...pinyinTokens(pinyin(name, { toneType: 'none', type: 'array' }))]

/** Turns values into what the columns hold: tokens of names (with those of the region, which may stand in the row `before`), geometry as EWKT, structures as JSON. */
function stored(r: AnyResource, values: Values, before: Values = {}): Values {
  const out: Values = { ...values }
  const land = r.scope === 'land',
    moves = land && values.regionCode !== undefined && 'id' in before
  const where = land ? regionTokens(String(values.regionCode ?? before.regionCode ?? '')) : []
  for (const [n, f] of entries(r)) {
    if (f.search === 'name' && (Object.hasOwn(values, n) || moves)) {
      const name = n in values ? values[n] : before[n]
      out[tokensOf(n)] = name === null || name === undefined ? null : [...searchTokens(String(name)), ...where]
    }
    if (!Object.hasOwn(values, n)) continue
    const v = values[n]
    if (f.kind === 'geom' && v !== null) out[n] = `SRID=4326;${v}`
    if (f.kind === 'json' && v !== null) out[n] = JSON.stringify(v)
  }
  return out
}
/** Stores values that our own code made. Answers the new id. */
export const insert = async <T extends AnyResource>(ctx: Ctx, r: T, values: Draft<T> & { id?: string }): Promise<string> =>
  (await insertMany(ctx, r, [values]))[0]!
/** The same; answers the row without geometry and structured data, as a list shows it. */
export const insertRow = async <T extends AnyResource>(ctx: Ctx, r: T, values: Draft<T> & { id?: string }): Promise<FlatRow<T>> =>
  (await store(ctx, r, [values], {}, true))[0] as FlatRow<T>
/** Stores many rows in as many statements as one. Answers their ids in order. */
export const insertMany = async <T extends AnyResource>(ctx: Ctx, r: T, list: readonly (Draft<T> & { id?: string })[], when: When = {}): Promise<string[]> =>
  (await store(ctx, r, list, when)).map((row) => row.id)

async function store(ctx: Ctx, r: AnyResource, list: readonly Values[], when: When, isAsked = false): Promise<Values[]> {
  const land = r.scope === 'land'
  for (const v of list) {
    if (land) requireRegion(ctx, v.regionCode)
    await requireOwnRegion(ctx, r, v)
    await requireInDictionary(ctx, r, v)
  }
  const base = { tenantId: ctx.who.tenantId, rev: 1, createUser: ctx.who.userId, createTime: ctx.now, updateUser: ctx.who.userId, updateTime: ctx.now }
  const clocks = r.versioned ? clockOf(ctx, when, 'new') : {}
  const made = list.map(
    (v) => ({ ...stored(r, v), id: v.id ?? ctx.newId(), ...base, ...clocks, ...(land ? { countyCode: countyOf(v.regionCode) } : {}) }) as Values,
  )
  const columns = storedColumns(r).filter((c) => made.some((row) => row[c.name] !== undefined))
  const asked = isAsked ? sql`returning ${sql.join([...listColumns(r), ...(land ? [sql.ref('countyCode')] : [])])}` : sql``
  const out: Values[] = isAsked ? [] : made
  for (const rows of chunks(made)) {
    const u = rowSet(columns, rows)
    const names = sql.join(columns.map((c) => sql.ref(c.name))),
      values = sql.join(columns.map((c) => u.of(c.name)))
    const done = await guarded(r, () => sql<Values>`insert into ${sql.table(r.name)} (${names}) select ${values} from ${u.source} ${asked}`.execute(ctx.db))
    out.push(...done.rows)
  }
  if (r.versioned) for (const v of list) await markRegion(ctx, v.regionCode)
  await countRows(
    ctx,
    r,
    list.map((v) => [v.regionCode, v[r.countBy ?? ''], 1]),
  )
  for (const [i, { id, regFrom }] of made.entries())
    await audit(ctx, { action: `${r.name}.insert`, object: r.name, objectId: id, regionCode: list[i]!.regionCode, diff: diffOf({}, { ...list[i], regFrom }) })
  return out
}

/** Refuses who changes a row that he has not seen: another revision, or none said where somebody else wrote last. */
export function requireSeen(ctx: Ctx, before: { rev: number; updateUser?: string | null }, rev: unknown): void {
  const isUnsaid = rev === undefined || rev === null || rev === ''
  if (isUnsaid ? String(before.updateUser) !== ctx.who.userId : Number(rev) !== before.rev) throw problems.changed()
}
/** The same where it must be said, by every caller: of what the register holds. @throws invalid without it, changed */
export function requireRevSaid(before: { rev: number }, rev: unknown): void {
  if (rev === undefined || rev === null || rev === '')
    throw invalidField('rev', { zh: '缺少数据版本（rev），请刷新后重新提交', en: 'The revision (rev) that was read is missing: reload and send it' })
  if (Number(rev) !== before.rev) throw problems.changed()
}
/** What a call sends that sets single values which it names: it may leave the revision out, and one that it says is compared. */
export const ifSaid = <T extends { readonly rev?: unknown }>(sent: T): T | undefined => ((sent.rev ?? '') === '' ? undefined : sent)
/** Changes a row in scope: what a form `sent` only as it was seen (`requireSeen`), what our own code changes as it is. */
export async function update<T extends AnyResource>(ctx: Ctx, r: T, id: string, values: Draft<T>, sent?: { readonly rev?: unknown }): Promise<string> {
  const before = await get(ctx, r, id, true)
  if (sent) requireSeen(ctx, before, sent.rev)
  return (await change(ctx, r, before as FlatRow<T>, values)).id
}

/** A change of a row that this transaction has read, of land with its county. */
export interface RowChange<T extends AnyResource> {
  row: FlatRow<T>
  values: Draft<T>
}
/** Changes a row that this transaction has read (of land with its county), while it still is of that revision. Answers it with its new values. */
export async function change<T extends AnyResource, B extends FlatRow<T>>(ctx: Ctx, r: T, read: B, values: Draft<T>): Promise<B> {
  const [v] = await updateMany(ctx, r, [{ row: read, values }])
  return { ...read, ...v, rev: read.rev + 1, updateUser: ctx.who.userId, updateTime: ctx.now }
}

/** Changes many rows, each once, in as many statements as one where they set the same columns. Answers what each was given. */
export async function updateMany<T extends AnyResource>(ctx: Ctx, r: T, list: readonly RowChange<T>[], when: When = {}): Promise<Values[]> {
  const land = r.scope === 'land'
  const changes = list.map(({ row, values }) => {
    const before = row as Values,
      v = movable(r, values, before)
    return { before, v, after: { ...before, ...v } as Values, told: { regTo: when.until, ...v } }
  })
  for (const { before, v, after } of changes) {
    for (const row of [before, after]) await requireOwnRegion(ctx, r, row)
    await requireInDictionary(ctx, r, v, before)
    if (land && v.regionCode !== undefined && countyOf(v.regionCode) !== before.countyCode)
      throw problems.badRequest({ zh: '不能改到其他县', en: 'A row cannot move to another county' })
  }
  const puts = changes.map(({ before, v }) => {
    const values: Values = { ...stored(r, v, before), updateUser: ctx.who.userId, updateTime: ctx.now }
    return { id: before.id, rev: before.rev, county: before.countyCode ?? '', values }
  })
  await written(ctx, r, puts, when)
  for (const { before, told, after } of changes) {
    if (r.versioned) for (const row of [before, after]) await markRegion(ctx, row.regionCode)
    await audit(ctx, { action: `${r.name}.update`, object: r.name, objectId: before.id, regionCode: before.regionCode, diff: diffOf(before, told) })
  }
  const by = r.countBy ?? ''
  const moved = changes.filter(({ before, after }) => land && (after.regionCode.slice(0, 12) !== before.regionCode.slice(0, 12) || after[by] !== before[by]))
  await countRows(
    ctx,
    r,
    moved.flatMap(
      ({ before, after }) =>
        [
          [before.regionCode, before[by], -1],
          [after.regionCode, after[by], 1],
        ] as const,
    ),
  )
  return changes.map(({ v }) => v)
}

/** Removes what a person selected: the button for it, at least one. */
export async function remove(ctx: Ctx, r: AnyResource, ids: readonly string[]): Promise<void> {
  requirePerm(ctx, r, 'delete')
  if (ids.length === 0) throw problems.noneSelected()
  await erase(ctx, r, ids)
}

/** All or nothing: one id out of scope and none is removed. Versions of register rows stay for ever. For our own code. */
export async function erase(ctx: Ctx, r: AnyResource, ids: readonly string[]): Promise<void> {
  const list: Values[] = []
  for (const id of new Set(ids)) list.push((await get(ctx, r, id, true)) as Values)
  await eraseMany(ctx, r, list as FlatRow<AnyResource>[])
}
/** Takes rows that this transaction has read out of the live table, all of them or none; of register rows what was believed stays. */
export async function eraseMany<T extends AnyResource>(ctx: Ctx, r: T, list: readonly FlatRow<T>[], when: When = {}): Promise<void> {
  const rows: readonly Values[] = list
  for (const row of rows) await requireOwnRegion(ctx, r, row)
  await written(
    ctx,
    r,
    rows.map((row) => ({ id: row.id, rev: row.rev, county: row.countyCode ?? '' })),
    when,
  )
  if (r.versioned) for (const row of rows) await markRegion(ctx, row.regionCode)
  await countRows(
    ctx,
    r,
    rows.map((row) => [row.regionCode, row[r.countBy ?? ''], -1]),
  )
  for (const row of rows) await audit(ctx, { action: `${r.name}.delete`, object: r.name, objectId: row.id, regionCode: row.regionCode, diff: diffOf(row, {}) })
}

/** Carries changes out (without values: ends), those of one county that set the same columns together. Refuses where a row is no longer of its revision. */
async function written(ctx: Ctx, r: AnyResource, list: readonly (Put & { county: string })[], when: When): Promise<void> {
  const alike = Map.groupBy(list, (p) => `${p.county} ${p.values ? Object.keys(p.values).toSorted().join(' ') : ''}`)
  for (const group of alike.values())
    for (const some of chunks(group)) {
      const county = some[0]!.county
      const told = Object.keys(some[0]!.values ?? { id: '' }).filter((n) => !/^update(User|Time)$/.test(n))
      const isPut = r.versioned && !told.every((n) => r.unversioned?.includes(n))
      const done = await guarded(r, () => (isPut ? put(ctx, r, county, some, when) : plainly(ctx, r, county, some)))
      if (done !== some.length) throw problems.changed()
    }
}
/** The same where nothing makes versions. */
async function plainly(ctx: Ctx, r: AnyResource, county: string, list: readonly Put[]): Promise<number> {
  const set = columnsOf(r).filter((c) => c.name in (list[0]!.values ?? {}))
  const u = rowSet(
    [{ name: '#id', type: 'bigint' }, { name: '#rev', type: 'integer' }, ...set],
    list.map((p) => ({ '#id': p.id, '#rev': p.rev, ...p.values })),
  )
  const own = r.scope === 'platform' ? sql`` : sql`and t."tenantId" = ${ctx.who.tenantId}`
  const mine = sql`where t.id = ${u.of('#id')} and t.rev = ${u.of('#rev')} ${own} ${r.scope === 'land' ? sql`and t."countyCode" = ${county}` : sql``}`
  const setting = sql.join([...set.map((c) => sql`${sql.ref(c.name)} = ${u.of(c.name)}`), sql`rev = t.rev + 1`])
  const write = list[0]!.values ? sql`update ${sql.table(r.name)} t set ${setting} from` : sql`delete from ${sql.table(r.name)} t using`
  return Number((await sql`${write} ${u.source} ${mine}`.execute(ctx.db)).numAffectedRows)
}

/** Constraints speak the catalogue's language. The transaction is dead afterwards, and that is right. */
async function guarded<T>(r: AnyResource, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (e) {
    const code = (e as { code?: string }).code
    if (code === '23505') throw problems.duplicate(labels(r))
    if (code === '23503') throw problems.inUse(labels(r))
    throw e
  }
}
