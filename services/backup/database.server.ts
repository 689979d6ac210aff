import { existsSync } from 'node:fs'
import { constants, cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { openServer, type DatabaseHandle } from '../../kit/server/db.server.ts'
import { type RowCounts, type Manifest } from './backup.ts'
import { backupProblems } from './problems.ts'
import { runPostgres } from './programs.server.ts'

/** What a backup's database says of itself at its moment. */
export type BackupMoment = Pick<Manifest, 'migration' | 'mark' | 'counts' | 'owner'>

const COUNTS = `select (select count(*) from fbf)::int as fbf, (select count(*) from cbf)::int as cbf, (select count(*) from jtcy)::int as jtcy,
  (select count(*) from dk)::int as dk, (select count(*) from cbht)::int as cbht, (select count(*) from djb)::int as djb,
  (select count(*) from cbjyqz)::int as cbjyqz, (select count(*) from business)::int as business, (select count(*) from attach)::int as attach,
  (select count(*) from sys_user)::int as sys_user, (select count(*) from audit_event)::int as audit_event`
const LAST = `select id::text as id, to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at from audit_event order by id desc limit 1`

/** How many rows stand in the tables that are compared, as the owner sees them. */
export const rowsCounted = async (from: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<RowCounts> => (await from.query(COUNTS)).rows[0]
async function momentOf(client: pg.PoolClient): Promise<BackupMoment> {
  const { rows: applied } = await client.query('select name from schema_migration order by name desc limit 1')
  const { rows: last } = await client.query(LAST)
  const { rows: account } = await client.query('select current_user::text as owner')
  return { owner: account[0].owner, migration: String(applied[0]?.name ?? ''), mark: last[0] ?? { id: '0', at: '' }, counts: await rowsCounted(client) }
}

/** An idle transaction that keeps others waiting is ended after a minute: so often the embedded engine hears that it is not idle, ms. */
const PULSE = 10_000
/**
 * The embedded database, copied as it stands between two transactions: its one session is held meanwhile, and whoever writes waits for as long as the copy
 * takes (on file systems that share blocks, no time). @throws inMemory
 */
async function copyEmbedded(db: DatabaseHandle, pgdata: string, to: string): Promise<BackupMoment> {
  if (!existsSync(join(pgdata, 'PG_VERSION'))) throw backupProblems.inMemory()
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    const moment = await momentOf(client)
    await client.query('checkpoint')
    const pulse = setInterval(() => void client.query('select 1').catch(() => {}), PULSE)
    try {
      await cp(pgdata, to, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: (from) => basename(from) !== 'postmaster.pid' })
    } finally {
      clearInterval(pulse)
    }
    return moment
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
/** A server's database by pg_dump, of one snapshot with what is said of it: nobody waits. */
async function dumpServer(db: DatabaseHandle, to: string, url: string, folder: string, signal?: AbortSignal): Promise<BackupMoment> {
  const client = await db.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query('select pg_export_snapshot() as id')
    const moment = await momentOf(client)
    // the owner's policies let it read every row; without the word it refuses tables that have any
    const args = ['--format=custom', '--compress=3', '--enable-row-security', `--snapshot=${rows[0].id}`, `--file=${to}`]
    await runPostgres('pg_dump', args, { url, folder, signal })
    return moment
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** The name of the database's part in a backup: a folder of files, or one file that pg_restore reads. */
export const DATABASE = { embedded: 'database/pgdata', server: 'database/database.dump' } as const

/** Takes the database as it is at one moment into a folder of the backup's. */
export async function takeDatabase(
  db: DatabaseHandle,
  o: { dataDir: string; to: string; programs: string; signal?: AbortSignal | undefined },
): Promise<BackupMoment> {
  if (db.engine === 'embedded') return copyEmbedded(db, join(o.dataDir, 'db', 'pgdata'), join(o.to, 'pgdata'))
  return dumpServer(db, join(o.to, 'database.dump'), String(db.pool.options.connectionString), o.programs, o.signal)
}

/** The database that an address names. */
export const nameOfDatabase = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))
/** The same server's database of another name. */
export function addressOfDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(name)}`
  return other.toString()
}
/** Speaks with a server beside the database that its address names. */
export async function besideDatabase<T>(url: string, work: (server: DatabaseHandle['owner']) => Promise<T>): Promise<T> {
  const db = openServer(addressOfDatabase(url, 'postgres'), 1)
  try {
    return await work(db.owner)
  } finally {
    await db.close()
  }
}
export const isDatabase = async (server: DatabaseHandle['owner'], name: string): Promise<boolean> =>
  (await sql`select 1 from pg_database where datname = ${name}`.execute(server)).rows.length === 1
/** How long connections that were just closed may take to be gone, ms. */
const GOING = 5_000
/** How many are connected to a database; those that are about to go are waited for. */
export async function connectionsTo(server: DatabaseHandle['owner'], name: string): Promise<number> {
  for (const begun = performance.now(); ; await new Promise((done) => setTimeout(done, 100))) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where datname = ${name}`.execute(server)
    if (rows[0]!.n === 0 || performance.now() - begun > GOING) return rows[0]!.n
  }
}
/** Removes a database, if it is there. */
export const removeDatabase = (url: string, name: string): Promise<unknown> =>
  besideDatabase(url, (server) => sql`drop database if exists ${sql.id(name)} with (force)`.execute(server))

const ROLES = ['cpt_app', 'cpt_system'] as const
/** Makes a role that serves nobody, where there is none of the name; answers whether it did. */
async function makeRole(server: DatabaseHandle['owner'], role: string): Promise<boolean> {
  if ((await sql`select 1 from pg_roles where rolname = ${role}`.execute(server)).rows.length > 0) return false
  await sql`create role ${sql.id(role)} nologin nobypassrls`.execute(server)
  return true
}

/**
 * Makes a database of this name from the dump. Roles belong to the whole server and are in no dump: they are made first, so that every grant and policy finds
 * its own, and the policies of the owner are given to the account that restores.
 */
export async function restoreServer(o: {
  url: string
  name: string
  dump: string
  owner: string
  programs: string
  signal?: AbortSignal | undefined
}): Promise<void> {
  await removeDatabase(o.url, o.name)
  // the policies of the owner name the account of then, which need not be here
  const made = await besideDatabase(o.url, async (server) => {
    await sql`create database ${sql.id(o.name)} template template0 encoding 'UTF8'`.execute(server)
    for (const role of ROLES) await makeRole(server, role)
    return makeRole(server, o.owner)
  })
  const url = addressOfDatabase(o.url, o.name)
  const args = ['--no-owner', '--exit-on-error', `--dbname=${o.name}`, o.dump]
  await runPostgres('pg_restore', args, { url, folder: o.programs, signal: o.signal })
  const db = openServer(url, 1)
  try {
    const { rows } = await sql<{ tablename: string }>`select tablename from pg_policies where schemaname = 'public' and policyname = 'owner_all'`.execute(
      db.owner,
    )
    for (const { tablename } of rows) await sql`alter policy owner_all on ${sql.id(tablename)} to current_user`.execute(db.owner)
    for (const role of ROLES)
      if (!(await sql<{ isIn: boolean }>`select pg_has_role(current_user, ${role}, 'member') as "isIn"`.execute(db.owner)).rows[0]!.isIn)
        await sql`grant ${sql.id(role)} to current_user`.execute(db.owner)
    if (made) await sql`drop role ${sql.id(o.owner)}`.execute(db.owner)
  } finally {
    await db.close()
  }
}
