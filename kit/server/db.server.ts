import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

/** One entry per table; each slice adds its own with `declare module`. */
export interface Database {
  [table: string]: any
}
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** Whose rows a transaction may touch, as the second wall (row-level policies) knows it. */
export interface Wall {
  tenantId: string
  system?: boolean
  readOnly?: boolean
  /** its statements are few, always the same, and need no plan of their own for each value: a connection plans them once */
  prepared?: boolean
}

// Values come as the text that the wire shows: no Date (it would bring in the machine's zone), no floats for areas.
const asText = (v: string) => v
for (const oid of [20, 1700, 1082, 1186]) pg.types.setTypeParser(oid, asText)
for (const oid of [1114, 1184]) pg.types.setTypeParser(oid, (v) => v.slice(0, 19))

const inTransaction = new AsyncLocalStorage<string>()

export interface DatabaseHandle {
  pool: pg.Pool
  /** One transaction on one connection, under the wall. Nesting, or touching the pool inside it, throws. */
  transaction<T>(wall: Wall, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The owner's door for migrations and maintenance: no wall. */
  owner: Db
  engine: 'embedded' | 'server'
  close(): Promise<void>
}

/** A second connection inside a transaction would dead-lock the embedded engine; refused on every engine so that tests see it. */
function guard(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool)
  return new Proxy(pool, {
    get(target, key) {
      if (key !== 'connect') return Reflect.get(target, key, target)
      return (...a: []) => {
        const where = inTransaction.getStore()
        if (where) throw new Error(`the pool was used inside a transaction (${where})`)
        return connect(...a)
      }
    },
  })
}

const TENANT = /^[0-9A-Za-z]{1,12}$/

/** Wraps a pool of either engine. Connections speak Asia/Shanghai. */
export function openDatabase(pool: pg.Pool, engine: DatabaseHandle['engine'], close: () => Promise<void>): DatabaseHandle {
  const owner = new Kysely<Database>({ dialect: new PostgresDialect({ pool: guard(pool) }) })
  return {
    pool,
    engine,
    owner,
    close,
    async transaction(wall, work) {
      if (inTransaction.getStore()) throw new Error('a transaction was opened inside a transaction')
      if (!TENANT.test(wall.tenantId)) throw new Error('no tenant for the transaction')
      const client = await pool.connect()
      const single = new Kysely<Database>({ dialect: new PostgresDialect({ pool: one(client, wall.prepared) }) })
      let ended: Promise<unknown> | undefined
      try {
        return await inTransaction.run('request', async () => {
          await client.query(
            `begin${wall.readOnly ? ' read only' : ''}; set local role ${wall.system ? 'cpt_system' : 'cpt_app'}; set local app.tenant = '${wall.tenantId}'`,
          )
          try {
            const result = await work(single as Tx)
            const commit = client.query('commit')
            // what was read cannot change any more: the answer does not wait for the end, the connection does
            if (wall.readOnly) ended = commit
            else await commit
            return result
          } catch (e) {
            await client.query('rollback').catch(() => {})
            throw e
          }
        })
      } finally {
        if (ended)
          ended.then(
            () => client.release(),
            (e) => client.release(e),
          )
        else client.release()
      }
    },
  }
}

/** A pool that hands out the one connection of a transaction and never closes it. */
function one(client: pg.PoolClient, prepared = false) {
  const query = prepared ? (text: string, values: unknown[]) => client.query({ name: nameOf(text), text, values }) : client.query.bind(client)
  const lent = { query, release: () => {} } as unknown as pg.PoolClient
  return { connect: async () => lent, end: async () => {} }
}

const names = new Map<string, string>()
/** The name of a prepared statement, the same for the same text on every connection. */
function nameOf(text: string): string {
  if (!names.has(text)) names.set(text, `p${names.size}`)
  return names.get(text)!
}

/** Opens PostgreSQL with PostGIS by address. */
export function openServer(url: string, max = 10): DatabaseHandle {
  const pool = new pg.Pool({ connectionString: url, max, options: '-c timezone=Asia/Shanghai' })
  pool.on('error', () => {})
  return openDatabase(pool, 'server', () => pool.end())
}
