import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { build, type Application } from '../apps/server/app.server.ts'
import { readConfig, ROOT } from '../apps/server/config.server.ts'
import { clock, localTime } from '../kit/server/clock.server.ts'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import { openDatabase, SESSION_OPTIONS, type DatabaseHandle, type Tx } from '../kit/server/db.server.ts'
import { openEmbedded } from '../runtime/embedded/embedded.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import { randomToken, tokenHash } from '../platform/credentials/secrets.server.ts'
import { seedDemoAccounts } from '../platform/seed/accounts.server.ts'
import { contextFor } from '../runtime/jobs.server.ts'

export const TENANT = '000000'
export const COUNTY = '512021'

/** One statement as it went over the wire. */
export interface Statement {
  /** of a prepared one */
  name?: string
  text: string
  values: unknown[]
}
export interface Bench {
  /** 'PostgreSQL 15.20' or 'embedded PostgreSQL 18.3' */
  engine: string
  embedded: boolean
  db: DatabaseHandle
  app: Application['app']
  /** the queue, not started */
  jobs: Application['jobs']
  /** a second pool without anything of ours: the bare limit */
  bare: pg.Pool
  /** a GET through the whole route as the county's clerk; answers the body's bytes. Throws on any status but 200. */
  get(path: string): Promise<Buffer>
  /** the statements that `work` sends through the product's pool */
  record(work: () => Promise<unknown>): Promise<Statement[]>
  close(): Promise<void>
}

const server = (): string | undefined => process.env.DATABASE_URL || undefined
const folder = (name: string) => join(ROOT, 'data/bench', name)

/** Address of a benchmark's own database on the server of DATABASE_URL. Throws when none is set. */
export function addressOf(name: string): string {
  const url = server()
  if (!url) throw new Error('this benchmark needs DATABASE_URL: a PostgreSQL with PostGIS on which it may make its own databases')
  const at = new URL(url)
  at.pathname = `/${name}`
  return at.toString()
}

/** bench100k, bench1m …: the database that holds a county of so many parcels. */
export const nameOf = (parcels: number): string =>
  `bench${parcels % 1_000_000 === 0 ? `${parcels / 1_000_000}m` : parcels % 1000 === 0 ? `${parcels / 1000}k` : parcels}`

/** Removes a database of the benchmarks. */
export async function drop(name: string): Promise<void> {
  if (server()) await admin((client) => client.query(`drop database if exists ${name} with (force)`))
  else await rm(folder(name), { recursive: true, force: true })
}
async function admin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes a database that is missing, with the roles that its grants name, and has it filled. */
export const ifMissing = (name: string, fill: () => Promise<void>): Promise<void> =>
  admin(async (client) => {
    if ((await client.query('select from pg_database where datname = $1', [name])).rowCount) return
    for (const role of ['cpt_app', 'cpt_system'])
      if (!(await client.query('select from pg_roles where rolname = $1', [role])).rowCount) await client.query(`create role ${role} nologin`)
    await client.query(`create database ${name}`)
    await fill()
  })

/** Two pools on the database, the product's and the bare one; the database is made when it is missing. */
async function pools(name: string): Promise<{ pool: pg.Pool; bare: pg.Pool; end(): Promise<void> }> {
  if (!server()) {
    const engine = await openEmbedded({ dir: join(folder(name), 'db'), watchdogMs: 600_000, log: (m) => console.error(m) })
    return { pool: engine.pool(), bare: engine.pool(2), end: () => engine.close() }
  }
  await admin(async (client) => {
    if ((await client.query('select from pg_database where datname = $1', [name])).rowCount === 0) await client.query(`create database ${name}`)
  })
  const options = { connectionString: addressOf(name), max: 4, options: SESSION_OPTIONS }
  const pool = new pg.Pool(options),
    bare = new pg.Pool(options)
  for (const p of [pool, bare]) p.on('error', () => {})
  return { pool, bare, end: async () => void (await Promise.all([pool.end(), bare.end()])) }
}

/** Opens the whole application on a database of the benchmarks with the present schema, and signs the county's clerk in. */
export async function open(name: string): Promise<Bench> {
  const { pool, bare, end } = await pools(name)
  let seen: Statement[] | undefined
  pool.on('connect', (client: any) => {
    const query = client.query.bind(client)
    client.query = (text: any, values: any, ...rest: any[]) => {
      if (seen) seen.push(typeof text === 'string' ? { text, values: values ?? [] } : text)
      return query(text, values, ...rest)
    }
  })
  const dataDir = folder(name)
  await mkdir(dataDir, { recursive: true })
  const db = openDatabase(pool, server() ? 'server' : 'embedded', end)
  const application = await build(readConfig({ DATA_DIR: dataDir, CAPTCHA: 'off', PAGE_CHECK: 'off', RATE_LIMITS: 'off' }), db)
  await seedDemoAccounts(db, { dataDir })
  const headers = { 'cpt-auth': `bearer ${await signedIn(bare)}` }
  const version = (await bare.query('show server_version')).rows[0].server_version.split(' ')[0]
  return {
    engine: `${server() ? '' : 'embedded '}PostgreSQL ${version}`,
    embedded: !server(),
    db,
    app: application.app,
    jobs: application.jobs,
    bare,
    async get(path) {
      // the bytes that a socket would take: `inject` otherwise makes a text of the whole body, which no server does
      const r = await application.app.inject({ method: 'GET', url: `/api${path}`, headers, payloadAsStream: true })
      const body = await buffer(r.stream())
      if (r.statusCode !== 200) throw new Error(`${path}: ${r.statusCode} ${String(body).slice(0, 300)}`)
      return body
    },
    async record(work) {
      seen = []
      try {
        await work()
        return seen
      } finally {
        seen = undefined
      }
    },
    close: () => application.close(),
  }
}

/** A session of the county's clerk for a day, as sign-in leaves it. */
async function signedIn(bare: pg.Pool): Promise<string> {
  const token = randomToken()
  await bare.query(
    `insert into session (id, "tenantId", "userId", "deptId", "roleIds", "accessHash", "refreshHash", "accessExpires", "refreshExpires", "absoluteEnd", "lastSeen", "createTime", ip, agent)
    select $1, "tenantId", id, split_part("deptId"::text, ',', 1)::bigint, "roleId", $2, $3, t.at + '1 day', t.at + '1 day', t.at + '1 day', t.at, t.at, '', 'bench'
    from sys_user, (select $5::timestamptz as at) t where "tenantId" = $4 and account = 'county'`,
    [newId(), tokenHash(token), tokenHash(randomToken()), TENANT, localTime(clock())],
  )
  return token
}

/** What a handler gets from mount. Work that is queued is only numbered: the benchmark runs it itself. */
export const contextOf = (tx: Tx, who: Who): Ctx => contextFor(tx, who, clock, 'bench', async () => newId())
