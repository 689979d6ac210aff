import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely'
import pg from 'pg'
import { problems } from '../model/problem.ts'

// tables that have no definition are read by the file that owns them, which says what it reads; those with one are typed by `scoped` and `rows`
export interface Database {
  [table: string]: any
}
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** Whose rows a transaction may touch, as row-level security knows it. */
export interface TxScope {
  tenantId: string
  system?: boolean
  readOnly?: boolean
  /** work beside people: its statements take the time they need, it waits longer for a lock, and its failures are told as they are */
  beside?: boolean
  /** the address of a caller without session: such callers wait for one another */
  stranger?: string
}

// Values come as the text that the wire shows: no Date (it would bring in the machine's zone), no floats for areas.
const asText = (v: string) => v
for (const oid of [20, 1700, 1082, 1186]) pg.types.setTypeParser(oid, asText)
for (const oid of [1114, 1184]) pg.types.setTypeParser(oid, (v) => v.slice(0, 19))

const inTransaction = new AsyncLocalStorage<string>()
const endings = new WeakMap<Tx, (() => Promise<unknown>)[]>()

/** Puts work at the end of a transaction, just before its commit. Answers whether it did: a connection that is in no transaction of ours has no end. */
export function beforeCommit(tx: Tx, work: () => Promise<unknown>): boolean {
  endings.get(tx)?.push(work)
  return endings.has(tx)
}

type Engine = 'embedded' | 'server'
export interface DatabaseHandle {
  pool: pg.Pool
  /** One transaction on one connection, under row-level security. Nesting, or touching the pool inside it, throws. */
  transaction<T>(scope: TxScope, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The rows of one statement in a reading transaction of its own, sent in one piece with its beginning and end. For texts that are few and always
   * the same and need no plan of their own for each value: a connection plans them once.
   */
  read<T>(scope: Omit<TxScope, 'readOnly'>, statement: RawBuilder<T>): Promise<T[]>
  /** The owner's door for migrations and maintenance: without row-level security. */
  owner: Db
  engine: Engine
  /** callers that wait for a connection, and for how long the one who is next has waited, ms. Work beside requests is not counted. */
  queue(): { callers: number; ms: number }
  /** whether something may be written: false while the disk of the embedded database is nearly full; `system`: what the product notes of its own work, which is little */
  hasRoom(system?: boolean): boolean
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
export function openDatabase(pool: pg.Pool, engine: Engine, close: () => Promise<void>, bounds?: Bounds, hasRoom = (_?: boolean) => true): DatabaseHandle {
  const owner = new Kysely<Database>({ dialect: new PostgresDialect({ pool: guard(pool) }) })
  // in the order in which they came
  const waiting = new Set<{ since: number }>()
  async function connect(scope: TxScope): Promise<pg.PoolClient> {
    const mine = { since: performance.now() }
    if (!scope.beside) waiting.add(mine)
    try {
      return await pool.connect().catch((e: unknown) => told(scope, e))
    } finally {
      waiting.delete(mine)
    }
  }
  return {
    pool,
    engine,
    owner,
    close,
    hasRoom,
    queue() {
      const [next] = waiting
      return { callers: waiting.size, ms: next ? performance.now() - next.since : 0 }
    },
    async transaction(scope, work) {
      const begin = beginOf(scope, bounds)
      if (!scope.readOnly && !hasRoom(scope.system)) throw problems.full()
      const client = await connect(scope)
      const single = new Kysely<Database>({ dialect: new PostgresDialect({ pool: one(client) }) }) as Tx
      const atEnd: (() => Promise<unknown>)[] = []
      endings.set(single, atEnd)
      let ended: Promise<unknown> | undefined
      try {
        return await inTransaction.run('request', async () => {
          const begun = scope.readOnly ? together(client, () => client.query(begin)) : apart(client, () => client.query(begin))
          // a reading transaction sends its first statement along; what it reads counts only once the role and the tenant are known to be set
          if (scope.readOnly) begun.catch(() => {})
          else await begun
          try {
            const result = await work(single)
            await begun
            for (const end of atEnd) await end()
            // what was read cannot change any more: the answer does not wait for the end, the connection does
            if (scope.readOnly) ended = later(() => client.query('commit'))
            else await client.query('commit')
            return result
          } catch (e) {
            await client.query('rollback').catch(() => {})
            return told(scope, e)
          }
        })
      } finally {
        give(client, ended)
      }
    },
    async read<T>(scope: TxScope, statement: RawBuilder<T>) {
      // or each connection would plan it six times before it believes that one plan is as good
      const begin = beginOf({ ...scope, readOnly: true }, bounds) + '; set local plan_cache_mode = force_generic_plan',
        { sql: text, parameters } = statement.compile(owner)
      const client = await connect(scope)
      const [begun, found, ended] = together(client, () => [
        client.query(begin),
        client.query({ name: nameOf(text), text, values: parameters as unknown[] }),
        client.query('commit'),
      ])
      give(client, Promise.all([begun, found, ended]))
      return begun.then(async () => (await found).rows as T[]).catch((e) => told(scope, e))
    },
  }
}

/** Milliseconds after which PostgreSQL ends what people wait for: one statement, waiting for a lock, a transaction in which nothing is asked. */
export interface Bounds {
  statement: number
  lock: number
  idle: number
}
export const BOUNDS: Bounds = { statement: 30_000, lock: 8_000, idle: 60_000 }
const BESIDE: Bounds = { statement: 0, lock: 60_000, idle: 900_000 }
/** How long a caller waits for a connection, free or new. */
const CONNECT_MS = 10_000

// ended by a bound, by an operator or with the connection: nothing is wrong with what was asked
const LOST = /^(57014|55P03|25P0[34]|57P0[1-5]|53300|08...|ECONN\w+|EPIPE|ETIMEDOUT)$/
function told(scope: TxScope, e: unknown): never {
  const { code = '', message } = e as { code?: string; message: string }
  const lost = LOST.test(code) || /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(message)
  throw lost && !scope.beside ? problems.busy() : e
}

/** How every transaction begins. Throws inside another one and without a tenant. */
function beginOf(scope: TxScope, given?: Bounds): string {
  if (inTransaction.getStore()) throw new Error('a transaction was opened inside a transaction')
  if (!TENANT.test(scope.tenantId)) throw new Error('no tenant for the transaction')
  const b = given && (scope.beside ? BESIDE : given)
  const set = b
    ? `; set local statement_timeout = ${b.statement}; set local lock_timeout = ${b.lock}; set local idle_in_transaction_session_timeout = ${b.idle}`
    : ''
  return `begin${scope.readOnly ? ' read only' : ''}; set local role ${scope.system ? 'cpt_system' : 'cpt_app'}; set local app.tenant = '${scope.tenantId}'${set}`
}

/** What the driver has and its types do not show: sending ahead can be switched per transaction, and its stream can gather what is written. */
type Sender = pg.PoolClient & { pipeline: boolean; connection: { stream: { cork(): void; uncork(): void } } }

/**
 * Statements of this turn leave in one write, each without waiting for the one before: a write to the database costs more than most of what it asks.
 * COPY and cursors cannot share a connection like that, so only reading transactions do.
 */
function together<T>(client: pg.PoolClient, send: () => T): T {
  const sender = client as Sender
  sender.pipeline = true
  sender.connection.stream.cork()
  setImmediate(() => sender.connection.stream.uncork())
  return send()
}
function apart<T>(client: pg.PoolClient, send: () => T): T {
  ;(client as Sender).pipeline = false
  return send()
}
const later = <T>(work: () => Promise<T>): Promise<T> => new Promise((done) => setImmediate(done)).then(work)

/** Gives a connection back, when `ended` says so; a broken one is thrown away. */
function give(client: pg.PoolClient, ended: Promise<unknown> | undefined): void {
  if (!ended) return client.release()
  ended.then(
    () => client.release(),
    (e) => client.release(e),
  )
}

/** A pool that hands out the one connection of a transaction and never closes it. */
function one(client: pg.PoolClient) {
  const lent = { query: client.query.bind(client), release: () => {} } as pg.PoolClient
  return { connect: async () => lent, end: async () => {} }
}

const names = new Map<string, string>()
/** The name of a prepared statement, the same for the same text on every connection. */
function nameOf(text: string): string {
  if (!names.has(text)) names.set(text, `p${names.size}`)
  return names.get(text)!
}

/** How long a connection stays that nobody uses, ms: it keeps what it prepared, and a new one costs what a dozen statements do. */
const IDLE_MS = 300_000

/** What a connection is told. Statements are many and short: to compile one (PostgreSQL's own default) took up to ten times what it then ran. */
export const SESSION_OPTIONS = '-c timezone=Asia/Shanghai -c jit=off'

/** Opens PostgreSQL with PostGIS by address. */
export function openServer(url: string, max = 10, bounds = BOUNDS, connectionTimeoutMillis = CONNECT_MS): DatabaseHandle {
  const waits = { connectionTimeoutMillis, idleTimeoutMillis: IDLE_MS }
  const pool = new pg.Pool({ connectionString: url, max, ...waits, keepAlive: true, options: SESSION_OPTIONS })
  pool.on('error', () => {})
  // one that is checked out has no listener of the pool's: without this a lost connection would end the process
  pool.on('connect', (client) => client.on('error', () => {}))
  return openDatabase(pool, 'server', () => pool.end(), bounds)
}
