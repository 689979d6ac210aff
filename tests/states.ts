// Databases in the states that tests begin with. A state is made once and copied: on PostgreSQL from a template database, on the embedded engine from
// an archive. Its name says all that it was made of (product, migrations, seeds, bundled package, packages installed, day), so a change of any of
// them makes it anew.
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import pg from 'pg'
import { build, importDemonstration } from '../apps/server/app.server.ts'
import { readConfig, ROOT } from '../apps/server/config.server.ts'
import { STARTING_MS } from '../apps/server/database.server.ts'
import { clock, localDay } from '../kit/server/clock.server.ts'
import { openDatabase, openServer, type DatabaseHandle } from '../kit/server/db.server.ts'
import { openEmbedded } from '../runtime/embedded/embedded.server.ts'
import { defaultCache } from '../runtime/embedded/slim.server.ts'
import { migrate } from '../runtime/migrate.server.ts'
import { seedDemoAccounts } from '../platform/seed/accounts.server.ts'
import { contentKey } from './states-key.ts'
import { watchVersions } from './register/apart.ts'

/** Password of every demonstration account in tests. */
export const PASSWORD = 'Chengbao-Test-2026'
/** Settings of every application in tests. */
export const SETTINGS = { CAPTCHA: 'off', PAGE_CHECK: 'off', RATE_LIMITS: 'off', BACKUP: 'off', SHED_AFTER_MS: '0', DEMO_PASSWORD: PASSWORD } as const

/** `schema` = migrated; `people` = with the platform's rows and the demonstration accounts; `village` = with the demonstration village imported. */
export type State = 'schema' | 'people' | 'village'
interface Kind {
  /** the state it is made from */
  from?: State
  make(db: DatabaseHandle, dataDir: string): Promise<void>
}
const STATES: Readonly<Record<State, Kind>> = {
  schema: {
    async make(db) {
      await migrate(db.pool, join(ROOT, 'db/migrations'))
      if (db.engine === 'server' && process.env.TEST_PROFILE !== 'partitioned') await watchVersions({ query: (words) => db.pool.query(words) })
      await db.close()
    },
  },
  people: {
    from: 'schema',
    async make(db, dataDir) {
      const a = await build(readConfig({ ...SETTINGS, DATA_DIR: dataDir }), db)
      await seedDemoAccounts(db, { password: PASSWORD, dataDir })
      await a.close()
    },
  },
  village: {
    from: 'people',
    async make(db, dataDir) {
      const config = readConfig({ ...SETTINGS, DATA_DIR: dataDir })
      const a = await build(config, db)
      a.jobs.start()
      await importDemonstration(a, config)
      await a.jobs.idle()
      await a.close()
    },
  },
}

let key: string | undefined
/** The name of the content that states are made of. A run takes it once and hands it to its workers (STATES_KEY). */
const statesKey = () => process.env.STATES_KEY ?? (key ??= contentKey())
/** Rows say when they were made, so the state of another day or moment is not this one's; and land tables are cut only under their profile. */
const nameOf = (state: State) =>
  `${state}_${(process.env.CLOCK_AT ?? localDay(clock())).replace(/\W/g, '')}_${process.env.TEST_PROFILE ?? 'plain'}_${statesKey()}`

/** A state as it is copied from. */
export interface Stock {
  /** the archive of an embedded database (`openEmbedded({ template })`), or the name of a template database */
  database: string
  /** the folder with what lies beside the database in a data folder */
  files: string
}
const FOLDER = join(defaultCache(), 'states')
/** Kept states that no later day asks for are forgotten after so long, ms. */
const OLD = 2 * 24 * 3600 * 1000

/** Makes the folder of a state in one move. Whoever was quicker is right as well. */
async function keep(kept: string, before: string | undefined, fill: (files: string, folder: string) => Promise<void>): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  const folder = await mkdtemp(join(FOLDER, 'making-'))
  const files = join(folder, 'files')
  try {
    if (before) await cp(before, files, { recursive: true })
    else await mkdir(files)
    await fill(files, folder)
    await rename(folder, kept).catch((e: NodeJS.ErrnoException) => {
      if (e.code !== 'ENOTEMPTY' && e.code !== 'EEXIST') throw e
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  for (const name of await readdir(FOLDER)) {
    const s = await stat(join(FOLDER, name)).catch(() => undefined)
    if (s && Date.now() - s.mtimeMs > OLD) await rm(join(FOLDER, name), { recursive: true, force: true })
  }
}

/** A state and those it is made from, the first of them first. */
const lineOf = (state: State): State[] => [...(STATES[state].from ? lineOf(STATES[state].from) : []), state]
/** The archive of a state, made when there is none: one engine makes it and whatever it is made from, as opening one is a good part of the work. */
async function archive(state: State): Promise<Stock> {
  const line = lineOf(state).map((s) => ({ s, kept: join(FOLDER, nameOf(s)) }))
  const stockOf = (kept: string): Stock => ({ database: join(kept, 'database.tar.zst'), files: join(kept, 'files') })
  const wanted = stockOf(line.at(-1)!.kept)
  const there = line.findLastIndex(({ kept }) => existsSync(kept))
  if (there === line.length - 1) return wanted
  let before = there < 0 ? undefined : stockOf(line[there]!.kept)
  const engine = await openEmbedded({ watchdogMs: STARTING_MS, ...(before ? { template: before.database } : {}) })
  try {
    for (const { s, kept } of line.slice(there + 1)) {
      await keep(kept, before?.files, async (files, folder) => {
        await STATES[s].make(
          openDatabase(engine.pool(), 'embedded', async () => {}),
          files,
        )
        await writeFile(join(folder, 'database.tar.zst'), zstdCompressSync(await engine.dump()))
      })
      before = stockOf(kept)
    }
  } finally {
    await engine.close()
  }
  return wanted
}

let owners: pg.Pool | undefined
/** Speaks with the server under test as its owner. A connection is kept for the next time: each new one is a process of the server. */
export async function asOwner<T>(work: (owner: pg.PoolClient) => Promise<T>): Promise<T> {
  owners ??= new pg.Pool({ connectionString: process.env.TEST_DATABASE_URL!, allowExitOnIdle: true, idleTimeoutMillis: 0 }).on('error', () => {})
  const owner = await owners.connect()
  return work(owner).finally(() => owner.release())
}
/** The address of a database on the server under test. */
export const addressOf = (database: string): string => new URL(`/${database}`, process.env.TEST_DATABASE_URL).toString()

/** The same by the server's socket, where the run says which folder it is in: what goes by the network's loop costs more than many a statement. */
const nearby = (address: string): string => (process.env.TEST_SOCKET ? `${address}?${new URLSearchParams({ host: process.env.TEST_SOCKET })}` : address)

/** The template database of a state on the server under test, made when there is none; the others wait. Rows name their files, so a server has its own. */
async function template(state: State): Promise<Stock> {
  const database = nameOf(state)
  const kept = join(FOLDER, `${database}_${new URL(process.env.TEST_DATABASE_URL!).port}`)
  const found = { database, files: join(kept, 'files') }
  const isThere = async (owner: pg.PoolClient) =>
    (await owner.query('select 1 from pg_database where datname = $1', [database])).rowCount === 1 && existsSync(kept)
  if (await asOwner(isThere)) return found
  const { from, make } = STATES[state]
  const before = from && (await template(from))
  await asOwner(async (owner) => {
    await owner.query('select pg_advisory_lock(hashtext($1))', [database])
    try {
      if (await isThere(owner)) return
      const making = `${database}_making`
      for (const name of [making, database]) await owner.query(`drop database if exists "${name}" with (force)`)
      await rm(kept, { recursive: true, force: true })
      await owner.query(`create database "${making}"${before ? ` template "${before.database}"` : ''}`)
      await keep(kept, before?.files, (files) => make(openServer(addressOf(making)), files))
      await owner.query(`alter database "${making}" rename to "${database}"`)
    } finally {
      await owner.query('select pg_advisory_unlock(hashtext($1))', [database])
    }
  })
  return found
}

/** What a database in this state is copied from; made by the first who asks. */
export const stock = (state: State): Promise<Stock> => (process.env.TEST_DATABASE_URL ? template(state) : archive(state))

let made = 0
/** Makes a database on the server under test, empty or as a copy of one that nobody is connected to. Answers its name. */
export async function createDatabase(from?: string): Promise<string> {
  made += 1
  const name = `t_${process.pid}_${made}`
  // copied as files: written through the log, as is usual, a village takes more than twice the processor time
  await asOwner((owner) => owner.query(`create database "${name}"${from ? ` template "${from}" strategy file_copy` : ''}`))
  return name
}
export const dropDatabase = (name: string): Promise<void> =>
  asOwner(async (owner) => void (await owner.query(`drop database if exists "${name}" with (force)`)))

/** Connections that an application under test has: a product's own ten begin cold in each database, which took a fifth of the server's time. */
const CONNECTIONS = 4
/** The product's own, for a test of what a crowd does at once. */
export const CROWD = 10

/**
 * A new database of the engine under test: on the server of TEST_DATABASE_URL, else the embedded one, in memory. Without a state it is empty, and whoever
 * brings it up has the time for a statement that a start has; with one, `dataDir` is given the files that lie beside it. A server's database stays when it is
 * closed and goes with `drop`.
 */
export async function freshDatabase(state?: State, dataDir?: string, connections = CONNECTIONS): Promise<{ db: DatabaseHandle; drop(): Promise<void> }> {
  const from = state && (await stock(state))
  if (from && dataDir) await cp(from.files, dataDir, { recursive: true })
  if (process.env.TEST_DATABASE_URL) {
    const name = await createDatabase(from?.database)
    return { db: openServer(nearby(addressOf(name)), connections), drop: () => dropDatabase(name) }
  }
  const engine = await openEmbedded(from ? { template: from.database } : { watchdogMs: STARTING_MS })
  return { db: openDatabase(engine.pool(), 'embedded', () => engine.close()), drop: async () => {} }
}
