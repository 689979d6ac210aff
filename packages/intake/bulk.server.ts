import { sql } from 'kysely'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { regionTokens, storedColumns, tokensOf } from '../../kit/server/columns.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { clockOf } from '../../kit/server/history.server.ts'
import { searchTokens } from '../../kit/server/rows.server.ts'
import { hjbProblems } from '../package/problems.ts'

export type ColumnValues = Record<string, unknown>
const BATCH = 1000
/** Names repeat (contractors on their parcels, places); their tokens are kept up to this many. */
const KEPT_NAMES = 5000

/** Rows of one table on their way in: `add` collects and sends, `end` writes the rest, waits for all and answers the number of rows. Geometry is hex EWKB; `regFrom` says since when a register row is true. */
export interface Bulk {
  add(row: ColumnValues): Promise<string>
  end(): Promise<number>
}

const literal = (list: readonly string[]) => `{${list.map((t) => `"${t.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`

/** Opens a bulk writer: batches of 1000 by unnest, one text array a column, each cast to the column's type. Too long text is a Problem, never cut. */
export function bulk(ctx: Ctx, r: AnyResource, signal?: AbortSignal): Bulk {
  const columns = storedColumns(r).map((c) => ({
    ...c,
    max: Number(/^varchar\((\d+)\)/.exec(c.type)?.[1] ?? Infinity),
    type: c.type.replace(/ collate "C"$/, ''),
  }))
  const named = entries(r)
    .filter(([, f]) => f.search === 'name')
    .map(([n]) => n)
  const structured = entries(r)
    .filter(([, f]) => f.kind === 'json')
    .map(([n]) => n)
  const tokens = new Map<string, string | null>()
  const base = {
    tenantId: ctx.who.tenantId,
    rev: 1,
    createUser: ctx.who.userId,
    createTime: ctx.now,
    updateUser: ctx.who.userId,
    updateTime: ctx.now,
    ...(r.versioned ? clockOf(ctx, {}, 'import') : {}),
  }
  const names = sql.join(columns.map((c) => sql.ref(c.name)))
  let waiting: (string | null)[][] = columns.map(() => [])
  let total = 0

  const tokensOfName = (v: unknown): string | null => {
    if (v === null || v === undefined || v === '') return null
    const name = String(v)
    const known = tokens.get(name)
    if (known !== undefined) return known
    if (tokens.size >= KEPT_NAMES) tokens.clear()
    const made = literal(searchTokens(name))
    tokens.set(name, made)
    return made
  }
  const withRegion = (made: string | null, region: string): string | null =>
    made === null || r.scope !== 'land'
      ? made
      : `${made.slice(0, -1)}${regionTokens(region)
          .map((t) => `,"${t}"`)
          .join('')}}`
  const flush = async () => {
    if (waiting[0]!.length === 0) return
    signal?.throwIfAborted()
    // what is the same in every row goes once: of most tables that is every second column
    const all = columns.map((c, i) => {
      const values = waiting[i]!
      const isSame = c.name !== 'id' && values.every((v) => v === values[0])
      return { values, isSame, alias: sql.ref(`c${i}`), cast: sql`${isSame ? values[0] : sql.ref(`u.c${i}`)}::${sql.raw(c.type)}` }
    })
    const rows = all.filter((c) => !c.isSame)
    const casts = sql.join(all.map((c) => c.cast))
    const [arrays, alias] = [sql.join(rows.map((c) => sql`${c.values}::text[]`)), sql.join(rows.map((c) => c.alias))]
    waiting = columns.map(() => [])
    await behind(ctx.db, () =>
      ruled(r, () => sql`insert into ${sql.table(r.name)} (${names}) select ${casts} from unnest(${arrays}) as u(${alias})`.execute(ctx.db)),
    )
  }
  return {
    async add(row) {
      const id = ctx.newId()
      const full: ColumnValues = { ...base, id, ...(r.scope === 'land' ? { countyCode: countyOf(String(row.regionCode)) } : {}), ...row }
      for (const n of named) full[tokensOf(n)] = withRegion(tokensOfName(row[n]), String(row.regionCode))
      for (const n of structured) if (row[n] !== null && row[n] !== undefined) full[n] = JSON.stringify(row[n])
      columns.forEach((c, i) => {
        const v = full[c.name]
        const text = v === null || v === undefined || v === '' ? null : String(v)
        if (text !== null && text.length > c.max) throw hjbProblems.tooLong({ table: r.label, field: c.name, value: text.slice(0, 60), max: c.max })
        waiting[i]!.push(text)
      })
      total++
      if (waiting[0]!.length >= BATCH) await flush()
      return id
    },
    async end() {
      await flush()
      await settled(ctx.db)
      return total
    },
  }
}

/** The statement of a transaction that has not answered yet: the next rows are made meanwhile. */
const underWay = new WeakMap<object, Promise<unknown>>()
async function behind(tx: object, statement: () => Promise<unknown>): Promise<void> {
  await settled(tx)
  const one = statement()
  // it throws where it is waited for
  one.catch(() => {})
  underWay.set(tx, one)
}
/** Waits for the last rows of a transaction. @throws what the database said of them */
const settled = async (tx: object): Promise<void> => void (await underWay.get(tx))
/** Work with bulk writers: where it goes wrong, nothing of it is still being written when its transaction ends. */
export async function bulkWriting<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await settled(ctx.db).catch(() => {})
  }
}

/** A broken constraint names itself to the person who imports; the transaction is dead and nothing stays. */
export async function ruled<T>(r: AnyResource, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (e) {
    const { code, constraint, column, detail } = e as { code?: string; constraint?: string; column?: string; detail?: string }
    if (code?.startsWith('23'))
      throw hjbProblems.refusedByBase({ table: r.label, rule: [constraint ?? column, code === '23505' ? detail : ''].filter(Boolean).join(' ') })
    throw e
  }
}

/** List totals of the imported rows: one upsert a table, per village and status. */
export async function countAll(ctx: Ctx, r: AnyResource, county: string, regions: readonly string[]): Promise<void> {
  if (!r.countBy) return
  await sql`insert into row_count ("countyCode", "tenantId", resource, "regionCode", status, n)
    select ${county}, ${ctx.who.tenantId}, ${r.name}, left("regionCode", 12), coalesce(${sql.ref(r.countBy)}::text, ''), count(*) from ${sql.table(r.name)}
    where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and "regionCode" = any(${regions}::text[]) group by 4, 5
    on conflict ("countyCode", "tenantId", resource, "regionCode", status) do update set n = row_count.n + excluded.n`.execute(ctx.db)
}
