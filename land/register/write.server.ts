import { countyOf } from '../../kit/model/region-code.ts'
import type { AnyResource, Draft, FlatRow } from '../../kit/model/resource.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { audit } from '../../kit/server/audit.server.ts'
import { problems } from '../../kit/model/problem.ts'
import { dictionariesOf, keysOf } from '../../kit/server/dictionary.server.ts'
import type { When } from '../../kit/server/history.server.ts'
import { flatRows, joinable, requireRegion } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { jzd, jzx, type dk } from '../definitions/dk.ts'
import { ZT } from '../definitions/statuses.ts'
import type { Cause, Entry, Printed, Terms } from './acts/acts.ts'
import { requireAllowed } from './acts/allowed.ts'
import { balance } from './acts/balance.ts'
import { boundariesOf, type BoundarySet } from './boundaries.server.ts'
import type { BookInput } from './content/book1.ts'
import { carry } from './acts/carry.ts'
import { TABLES, type Changes, type TableChanges, type TableName, type ChangeTables } from './acts/changes.ts'
import { freeze } from './content/content.server.ts'
import { actsText, loggedFacts } from './content/entry-faults.server.ts'
import { fillBefore } from './fill.server.ts'
import { findRegister } from './found.server.ts'
import type { Found } from './acts/found.ts'
import { guard, notBefore } from './acts/guard.ts'
import { registerProblems } from './acts/problems.ts'
import { register_entry, type StoredResult } from './acts/tables.ts'

/** What an entry made: its id, the ids of new book versions in the order of the acts; `isRepeated` where the same unit was written before. */
export interface WrittenEntry extends StoredResult {
  id: string
  isRepeated: boolean
}

/**
 * Carries out one entry in the caller's transaction: whole or not at all, whatever the order of its acts. The one way by which anything changes in the
 * register. Reads what the acts name in a fixed number of statements, ends before it begins, writes in sets, and keeps the entry. The same unit a second
 * time changes nothing and answers what it made. Source: README.md of this room.
 * @throws problems of acts/problems.ts; nothing is written then
 */
export async function write(ctx: Ctx, entry: Entry): Promise<WrittenEntry> {
  requireAllowed(entry, ctx.now.slice(0, 10))
  requireRegion(ctx, entry.regionCode)
  const inside: Ctx = { ...ctx, cause: { ...entry.cause } }
  const books = entry.acts.flatMap((a) => (a.act === 'newBook' ? [ctx.newId()] : []))
  const id = await keep(inside, entry, { books })
  if (!id) return keptOf(inside, entry)
  const found = await findRegister(inside, entry)
  guard(entry, found)
  const [fault] = balance(entry, found)
  const changes = carry(entry, found, ctx.now, books, () => ctx.newId())
  if (fault) throw fault
  notBefore(entry, found, changes)
  await keysOf(inside, DICTIONARIES)
  const boundaries = await drawBoundaries(inside, entry, found, changes)
  const said = entry.acts.flatMap((a) => (a.act === 'reviseBook' && a.content.members && !found.books.get(a.djbId)?.contentHash ? [a.djbId] : []))
  // an older certificate's content is needed to restore it
  if (said.length) await freeze(inside, countyOf(entry.regionCode), said)
  await store(inside, entry, found, changes)
  await boundaries.write(WHY[entry.cause.kind]?.[1])
  await freezeBooks(inside, entry, books)
  return { id, books, isRepeated: false }
}

/** What the unit of an entry has made already. */
async function keptOf(ctx: Ctx, entry: Entry): Promise<WrittenEntry> {
  const found = await joinable(ctx, register_entry)
    .select(['register_entry.id', 'register_entry.made'])
    .where('register_entry.countyCode', '=', countyOf(entry.regionCode))
    .where('register_entry.unit', '=', entry.unit)
    .executeTakeFirst()
  // written by somebody whose region the caller does not see
  if (!found) throw problems.duplicate({ zh: register_entry.label, en: register_entry.en })
  return { id: String(found.id), ...(found.made as StoredResult), isRepeated: true }
}

/**
 * Points, lines and key points of every parcel whose shape an entry writes or that it ends, before the parcels are written: key points, and the vertices
 * that neighbours get, are written with them.
 */
async function drawBoundaries(ctx: Ctx, entry: Entry, found: Found, { dk }: Changes): Promise<BoundarySet> {
  // a package brings its own points and lines
  const isDrawn = entry.cause.kind !== 'import' || entry.isIncrement
  const all = [
    ...dk.fresh.flatMap(({ values, day }) => (values.geom ? [{ ...values, dkbm: values.dkbm!, wkt: values.zt === ZT.valid ? values.geom : null, day }] : [])),
    ...[...dk.changed.values()].flatMap(({ row, values, day }) =>
      values.zt === ZT.historic || values.geom ? [{ ...row, ...values, dkbm: row.dkbm!, wkt: values.zt === ZT.historic ? null : values.geom!, day }] : [],
    ),
  ]
  const drawn = (isDrawn ? all : []).map((d) => ({ ...d, fbfbm: d.fbfbm ?? d.dkbm.slice(0, 14), regionCode: d.regionCode ?? entry.regionCode }))
  const boundaries = await boundariesOf(ctx, countyOf(entry.regionCode), drawn)
  if (boundaries.beside) throw registerProblems.neighbour(boundaries.beside)
  for (const { values } of dk.fresh) set(values, boundaries.kjzb.get(values.dkbm!))
  for (const { row, values } of dk.changed.values()) set(values, boundaries.kjzb.get(row.dkbm!))
  for (const { row, values } of boundaries.neighbours) {
    const known = dk.changed.get(row.id)
    const day = known?.day ?? drawn.map((d) => d.day).toSorted()[0]!
    dk.changed.set(row.id, { ...known, row: found.parcels.get(row.dkbm!) ?? row, values: { ...known?.values, ...values }, day })
  }
  return boundaries
}
const set = (values: Draft<typeof dk>, kjzb: string | undefined): void => void (kjzb && (values.kjzb = kjzb))

/** Dictionaries that the rows of an entry and the boundaries that follow from them are judged by, read at once. */
export const DICTIONARIES = dictionariesOf(...Object.values(TABLES), jzd, jzx)
const NAMES = Object.keys(TABLES) as TableName[]
/** Writes all changes: first what changes (whatever ends frees its code), then what goes, then what comes. */
async function store(ctx: Ctx, { cause, regionCode }: Entry, { days }: Found, changes: Changes): Promise<void> {
  const county = countyOf(regionCode)
  const [came, changed]: readonly [Why, Why] = WHY[cause.kind] ?? ['new', 'change']
  for (const name of NAMES) await update(ctx, name, changes, changed, county, days)
  for (const name of NAMES) await erase(ctx, name, changes, changed)
  for (const name of NAMES) await insert(ctx, name, changes, came)
  for (const name of NAMES) await later(ctx, name, changes, changed, county)
}
type Why = When['why']
/** Why rows are written, where not by a plain change: what comes, what changes. */
const WHY: Readonly<Partial<Record<Cause['kind'], readonly [Why, Why]>>> = {
  import: ['import', 'import'],
  correction: ['correction', 'correction'],
  undo: ['restore', 'restore'],
}
/** What is written together: all that is true from the same day on, and until the same day. */
function byDay<X extends { day: string; until?: string | undefined }>(list: readonly X[]): [{ day: string; until?: string }, X[]][] {
  return [...Map.groupBy(list, (x) => `${x.day} ${x.until ?? ''}`).values()].map((of) => {
    const { day, until } = of[0]!
    return [{ day, ...(until && { until }) }, of]
  })
}
const same = (a: unknown, b: unknown) => String(a ?? '') === String(b ?? '')
/** Rows that would stand as they do are left alone, but where the change reaches days before theirs. */
async function update<K extends TableName>(ctx: Ctx, name: K, changes: Changes, why: Why, county: string, days: Found['days']): Promise<void> {
  const of: TableChanges<ChangeTables[K]> = changes[name]
  const list = [...of.changed.values()].filter(
    ({ row, values, day, until }) =>
      until ||
      why === 'correction' ||
      day < (days.get(row.id)?.at(-1) ?? day) ||
      Object.entries(values).some(([n, v]) => !same(v, Object.entries(row).find(([x]) => x === n)?.[1])),
  )
  for (const [{ day, until }, some] of byDay(list)) {
    await rows.updateMany(ctx, TABLES[name], some, { day, why, ...(until && { until }) })
    if (until) await fillBefore(ctx, TABLES[name], county, some, { day, until })
  }
}
/** What holds from another day than the row's own change or coming, on the rows as they are by then. */
async function later<K extends TableName>(ctx: Ctx, name: K, changes: Changes, why: Why, county: string): Promise<void> {
  const of: TableChanges<ChangeTables[K]> = changes[name]
  if (of.later.size === 0) return
  const r: AnyResource = TABLES[name]
  const q = flatRows(joinable(ctx, r), r) as AnyQuery
  const pieces = [...of.later].flatMap(([id, list]) => list.map((piece) => ({ id, ...piece })))
  // the earlier first: what holds from a day on is laid over what was said of the days after it
  for (const [day, some] of [...Map.groupBy(pieces, (x) => x.day)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const values = new Map(some.map((x) => [x.id, x.values]))
    const found = await typedRows<FlatRow<AnyResource>>(q.where(`${r.name}.countyCode`, '=', county).where(`${r.name}.id`, 'in', [...values.keys()]))
    await rows.updateMany(
      ctx,
      r,
      found.map((row): rows.RowChange<AnyResource> => ({ row, values: values.get(row.id)! })),
      { day, why },
    )
  }
}
async function erase<K extends TableName>(ctx: Ctx, name: K, changes: Changes, why: Why): Promise<void> {
  const of: TableChanges<ChangeTables[K]> = changes[name]
  for (const [when, some] of byDay(of.gone)) {
    const list = some.map(({ row }) => row)
    await rows.eraseMany(ctx, TABLES[name], list, { ...when, why })
  }
}
async function insert<K extends TableName>(ctx: Ctx, name: K, changes: Changes, why: Why): Promise<void> {
  const of: TableChanges<ChangeTables[K]> = changes[name]
  for (const [when, some] of byDay(of.fresh)) {
    const list = some.map(({ values }) => values)
    await rows.insertMany(ctx, TABLES[name], list, { ...when, why })
  }
}

/** What the books say that the entry made or corrected is frozen with it: what the paper says and no row keeps comes from the acts. */
async function freezeBooks(ctx: Ctx, entry: Entry, books: readonly string[]): Promise<void> {
  const corrected = entry.acts.flatMap((a) => (a.act === 'setParcel' ? [a.dkbm] : []))
  const made = entry.acts.filter((a) => a.act === 'newBook').map((a, i) => [books[i]!, givenOf({ content: a.as, terms: a.terms })] as const)
  const revised = entry.acts.flatMap((a) => (a.act === 'reviseBook' ? [[a.djbId, { ...givenOf(a), corrected }] as const] : []))
  const given = new Map([...made, ...revised])
  if (given.size) await freeze(ctx, countyOf(entry.regionCode), [...given.keys()], given)
}
const givenOf = ({ content, terms }: { content?: Printed | undefined; terms?: Terms | undefined }): BookInput => ({
  ...(content?.fzjg ? { fzjg: content.fzjg } : {}),
  ...(terms?.prevCbqxz ? { prevCbqxz: terms.prevCbqxz } : {}),
})

/**
 * Keeps the entry, before anything of it is written: of two that come with the same unit the second waits for the first and writes nothing. Of an import
 * only how many acts of a kind it had and their digest: the acts stand in the package, but those of an increment. Answers its id, or none where the unit is there.
 */
async function keep(ctx: Ctx, entry: Entry, made: StoredResult): Promise<string | undefined> {
  const { cause, unit, day, regionCode } = entry
  const { text: acts, sha256 } = actsText(entry.acts)
  const counts = Object.fromEntries([...Map.groupBy(entry.acts, (a) => a.act)].map(([act, of]) => [act, of.length]))
  const [id, by] = [ctx.newId(), ctx.who.userId]
  const row = {
    countyCode: countyOf(regionCode),
    id,
    tenantId: ctx.who.tenantId,
    rev: 1,
    createUser: by,
    createTime: ctx.now,
    updateUser: by,
    updateTime: ctx.now,
    regionCode,
    causeKind: cause.kind,
    causeId: cause.id,
    unit,
    day,
    registrar: entry.registrar ?? null,
    sha256,
    acts: cause.kind === 'import' && !entry.isIncrement ? null : acts,
    counts: JSON.stringify(counts),
    made: JSON.stringify(made),
  }
  const at = ['countyCode', 'tenantId', 'unit'] as const
  const kept = await ctx.db
    .insertInto('register_entry')
    .values(row)
    .onConflict((c) => c.columns(at).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!kept) return undefined
  await audit(ctx, {
    action: 'register_entry.insert',
    object: 'register_entry',
    objectId: id,
    regionCode,
    diff: { unit, counts, sha256, made, ...loggedFacts(row) },
  })
  return id
}
