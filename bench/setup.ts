import { join } from 'node:path'
import pg from 'pg'
import { localTime } from '../kit/server/clock.server.ts'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import { openDatabase, type DatabaseHandle, type Tx } from '../kit/server/db.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import { migrate } from '../kit/server/migrate.server.ts'

export const TENANT = '000000'
export const COUNTY = '512021'

/** One statement as it went over the wire. */
export interface Statement {
  text: string
  values: unknown[]
}
export interface Bench {
  db: DatabaseHandle
  /** a second pool without anything of ours: the bare limit */
  bare: pg.Pool
  /** the statements that `work` sends through the product's pool */
  record(work: () => Promise<unknown>): Promise<Statement[]>
  close(): Promise<void>
}

/** Address of a database on the server of TEST_DATABASE_URL. Throws without it: a benchmark needs a PostgreSQL with PostGIS. */
export function addressOf(name: string): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('set TEST_DATABASE_URL to a PostgreSQL with PostGIS; the benchmarks make their own databases on it')
  const at = new URL(url)
  at.pathname = `/${name}`
  return at.toString()
}

/** bench100k, bench1m …: the database that holds a county of so many parcels. */
export const nameOf = (parcels: number): string =>
  `bench${parcels % 1_000_000 === 0 ? `${parcels / 1_000_000}m` : parcels % 1000 === 0 ? `${parcels / 1000}k` : parcels}`

/** Drops a database of the benchmarks. */
export async function drop(name: string): Promise<void> {
  await admin((client) => client.query(`drop database if exists ${name} with (force)`))
}
async function admin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Opens a database of the benchmarks with the present schema; makes it when it is missing. */
export async function open(name: string): Promise<Bench> {
  const url = addressOf(name)
  await admin(async (client) => {
    if ((await client.query('select from pg_database where datname = $1', [name])).rowCount === 0) await client.query(`create database ${name}`)
  })
  const options = { connectionString: url, max: 2, options: '-c timezone=Asia/Shanghai' }
  const pool = new pg.Pool(options),
    bare = new pg.Pool(options)
  let seen: Statement[] | undefined
  pool.on('connect', (client: any) => {
    const query = client.query.bind(client)
    client.query = (text: any, values: any, ...rest: any[]) => {
      if (seen && typeof text === 'string') seen.push({ text, values: values ?? [] })
      return query(text, values, ...rest)
    }
  })
  await migrate(bare, join(import.meta.dirname, '../db/migrations'))
  const db = openDatabase(pool, 'server', () => pool.end())
  return {
    db,
    bare,
    async record(work) {
      seen = []
      try {
        await work()
        return seen
      } finally {
        seen = undefined
      }
    },
    async close() {
      await db.close()
      await bare.end()
    },
  }
}

/** A clerk of the whole tenant who sees lists and the map but no personal data in full: the path that also masks. */
export const CLERK: Who = {
  userId: '1',
  account: 'bench',
  realName: '',
  tenantId: TENANT,
  deptId: '1',
  roleIds: [],
  roles: [],
  regionCode: '',
  perms: new Set(['cbf_view', 'dk_view', 'map_view']),
}

/** What a handler gets from mount. Work that is queued is only numbered. */
export const contextOf = (tx: Tx, who: Who): Ctx => ({
  who,
  db: tx,
  lang: 'zh',
  now: localTime(new Date()),
  newId: () => newId(),
  requestId: 'bench',
  ip: '',
  enqueue: async () => newId(),
})
