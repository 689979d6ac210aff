import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import copyStreams from 'pg-copy-streams'
import { countyOf } from '../kit/model/region-code.ts'
import { entries, type AnyResource } from '../kit/model/resource.ts'
import { clock, localTime } from '../kit/server/clock.server.ts'
import { regionTokens, storedColumns, tokensOf } from '../kit/server/columns.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import { searchTokens } from '../kit/server/rows.server.ts'
import type { Bench } from './setup.ts'

export type Values = Record<string, string | null | undefined>
/** Rows on their way into a database. */
export interface Filler {
  /** Collects a row and answers its id. Values are the text the column reads; geometry is hex EWKB. */
  add(r: AnyResource, row: Values): string
  /** Sends what was collected. */
  flush(): Promise<void>
  query(text: string, values: unknown[]): Promise<unknown>
}

/** Search tokens as an array literal. Names repeat, so each is made once. */
function tokenMaker(): (r: AnyResource, v: string, region: string) => string {
  const known = new Map<string, string[]>()
  return (r, v, region) => {
    const own = known.get(v) ?? searchTokens(v)
    known.set(v, own)
    return `{${[...own, ...(r.scope === 'land' ? regionTokens(region) : [])].map((t) => `"${t}"`).join(',')}}`
  }
}

/**
 * Fills empty tables by COPY in one transaction of the owner; their secondary indexes are taken off before and made again after, which is several
 * times cheaper. Answers the number of rows. Anything that throws leaves the database as it was.
 */
export async function filler(b: Bench, tenantId: string, resources: readonly AnyResource[], work: (to: Filler) => Promise<void>): Promise<number> {
  const client = await b.bare.connect()
  const now = localTime(clock()),
    tokens = tokenMaker()
  const base: Values = { tenantId, rev: '1', createUser: '1', createTime: now, updateUser: '1', updateTime: now }
  const clocks: Values = { validFrom: now, regFrom: '2016-06-01', why: 'import', causeKind: 'import' }
  const tables = new Map(
    resources.map((r) => [
      r,
      {
        columns: storedColumns(r).map((c) => c.name),
        named: entries(r)
          .filter(([, f]) => f.search === 'name')
          .map(([n]) => n),
        lines: [] as string[],
      },
    ]),
  )
  let rows = 0
  const to: Filler = {
    add(r, row) {
      const { columns, named, lines } = tables.get(r)!
      const id = row.id ?? newId()
      const full: Values = { ...base, ...(r.versioned ? clocks : {}), ...row, id }
      if (r.scope === 'land') full.countyCode = countyOf(row.regionCode!)
      for (const n of named) if (row[n]) full[tokensOf(n)] = tokens(r, row[n], row.regionCode ?? '')
      lines.push(`${columns.map((c) => full[c] ?? '\\N').join('\t')}\n`)
      rows++
      return id
    },
    async flush() {
      for (const [r, { columns, lines }] of tables) {
        if (lines.length === 0) continue
        const text = lines.splice(0).join('')
        const names = columns.map((c) => `"${c}"`).join(', ')
        await pipeline(Readable.from([Buffer.from(text)]), client.query(copyStreams.from(`copy "${r.name}" (${names}) from stdin`)))
      }
    },
    query: (text, values) => client.query(text, values),
  }
  try {
    await client.query('begin')
    if (!b.embedded) await client.query(`set local maintenance_work_mem = '512MB'`)
    const { rows: indexes } = await client.query<{ name: string; make: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as make from pg_index i where i.indrelid = any($1::regclass[]) and not i.indisunique`,
      [resources.filter((r) => r.scope === 'land').map((r) => `"${r.name}"`)],
    )
    for (const i of indexes) await client.query(`drop index ${i.name}`)
    await work(to)
    await to.flush()
    // no index is made while deferred checks wait
    await client.query('set constraints all immediate')
    for (const i of indexes) await client.query(i.make)
    await client.query('commit')
    return rows
  } catch (e) {
    await client.query('rollback').catch(() => {})
    throw e
  } finally {
    client.release()
  }
}
