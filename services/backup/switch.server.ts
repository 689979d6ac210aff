import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { takeLock } from '../../runtime/embedded/lock.server.ts'
import { toDisk } from '../../runtime/keep-file.server.ts'
import { besideDatabase, connectionsTo, isDatabase, nameOfDatabase } from './database.server.ts'

/**
 * What is written down before a restored state takes the place of the former one: whoever finds it after a kill brings the former one back. Things are moved one
 * by one, each in one step of the file system; the databases of a server change their names last, both in one transaction, and from then on the new state holds.
 */
export interface Switch {
  /** folder in the data folder where the restored state stands */
  from: string
  /** folder in the data folder that takes the former one */
  before: string
  /** what is moved, and whether the former state and the restored one have it */
  names: readonly { name: string; had: boolean; has: boolean }[]
  /** of a server: the database that people use, the restored one, and what the former one is called afterwards ('' = there was none) */
  database?: { name: string; restored: string; before: string }
}
const NOTE = 'restore.json'
/** What stays where it is: it belongs to the folder, not to its state. */
const STAYS = /^(backups|backup-work|before-restore-.*|restore\.(lock|json)|backup\.sock)$/

/** Plans the change of everything that stands in either state. `folder`: the folder of the backups, which stays where it is. */
export async function planSwitch(dataDir: string, o: Omit<Switch, 'names'>, folder: string): Promise<Switch> {
  const had = (await readdir(dataDir)).filter((name) => !STAYS.test(name) && join(dataDir, name) !== folder)
  const has = await readdir(join(dataDir, o.from))
  const names = [...new Set([...had, ...has])].toSorted().map((name) => ({ name, had: had.includes(name), has: has.includes(name) }))
  return { ...o, names }
}

/** Begins: from here until `endSwitch` a kill brings the former state back. */
export async function beginSwitch(dataDir: string, s: Switch): Promise<void> {
  await mkdir(join(dataDir, s.before), { recursive: true, mode: 0o700 })
  const part = join(dataDir, `${NOTE}.part`)
  await writeFile(part, JSON.stringify(s), { mode: 0o600 })
  await toDisk(part)
  await rename(part, join(dataDir, NOTE))
  await toDisk(dataDir)
}
/** Moves one name: the former aside, the restored into its place. */
export async function moveOne(dataDir: string, s: Switch, { name, had, has }: Switch['names'][number]): Promise<void> {
  if (had) await rename(join(dataDir, name), join(dataDir, s.before, name))
  if (has) await rename(join(dataDir, s.from, name), join(dataDir, name))
}
/** Gives the databases of a server their new names, both or none. */
export const renameDatabases = (url: string, { name, restored, before }: NonNullable<Switch['database']>): Promise<unknown> =>
  besideDatabase(url, async (server) => {
    await connectionsTo(server, restored)
    await server.transaction().execute(async (tx) => {
      if (before) await sql`alter database ${sql.id(name)} rename to ${sql.id(before)}`.execute(tx)
      await sql`alter database ${sql.id(restored)} rename to ${sql.id(name)}`.execute(tx)
    })
  })
export const endSwitch = (dataDir: string): Promise<void> => rm(join(dataDir, NOTE), { force: true })

/** Puts the former state back, from wherever the change stopped. May be stopped and done again itself. */
export async function undoSwitch(dataDir: string, s: Switch): Promise<void> {
  for (const { name, had, has } of s.names) {
    const [here, aside, restored] = [join(dataDir, name), join(dataDir, s.before, name), join(dataDir, s.from, name)]
    const isMoved = had ? existsSync(aside) : has && !existsSync(restored)
    if (!isMoved) continue
    if (existsSync(here)) await (existsSync(restored) ? rm(here, { recursive: true }) : rename(here, restored))
    if (had) await rename(aside, here)
  }
  await toDisk(dataDir)
  await endSwitch(dataDir)
}

/**
 * What a kill left half done is undone before anybody uses the data: at every start, backup and restore. A change whose databases have their new names is over.
 * Answers what it found. `url`: of the settings, '' = embedded.
 */
export async function recoverSwitch(dataDir: string, url: string): Promise<'nothing' | 'undone' | 'done'> {
  const text = await readFile(join(dataDir, NOTE), 'utf8').catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') return undefined
    throw e
  })
  if (text === undefined) return 'nothing'
  const s = JSON.parse(text) as Switch
  if (s.database && url) {
    const { restored } = s.database
    if (!(await besideDatabase(url, (server) => isDatabase(server, restored)))) {
      await endSwitch(dataDir)
      return 'done'
    }
  }
  await undoSwitch(dataDir, s)
  return 'undone'
}

/** The same at a start. @throws where a restore is under way */
export async function recoverRestore(dataDir: string, url: string): Promise<void> {
  const lock = takeLock(join(dataDir, 'restore.lock'))
  try {
    const found = await recoverSwitch(dataDir, url)
    if (found === 'undone') console.error('恢复未完成，已回到原有数据 / a restore was stopped half way: the former state is back')
  } finally {
    lock.release()
  }
}

/** Names of the databases of a change: what is restored stands beside what people use. */
export function databaseNames(url: string, stamp: string): { name: string; restored: string; before: string } {
  const name = nameOfDatabase(url)
  return { name, restored: `${name.slice(0, 40)}_restored`, before: `${name.slice(0, 40)}_before_${stamp}` }
}
