import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncTree } from '../../runtime/embedded/durable.server.ts'
import { takeLock } from '../../runtime/embedded/lock.server.ts'
import { placeBelow, readArchive } from './archive.server.ts'
import type { Manifest } from './backup.ts'
import { addressOfDatabase, besideDatabase, connectionsTo, DATABASE, removeDatabase, isDatabase, nameOfDatabase, restoreServer } from './database.server.ts'
import { requireDiskRoom, WORK } from './make.server.ts'
import { backupProblems } from './problems.ts'
import { beginSwitch, databaseNames, endSwitch, moveOne, planSwitch, recoverSwitch, renameDatabases, undoSwitch, type Switch } from './switch.server.ts'

/** A restored state that nobody uses yet. */
export interface Restored {
  manifest: Manifest
  dataDir: string
  /** address of its database; '' = embedded */
  url: string
  /** SHA-256 of what was in the archive, by name */
  sums: ReadonlyMap<string, string>
}
export interface RestoreOptions {
  archive: string
  passphrase: string
  dataDir: string
  /** of the settings; '' = embedded */
  url: string
  programs: string
  /** the folder of backups, which stays as it is */
  folder: string
  /** the master key's place where it is not the data folder; '' = it is */
  sealKeyFile: string
  /** names of the migrations that this version knows */
  migrations: readonly string[]
  /** looks whether a restored state is whole, and brings its schema up to date; throws what is wrong */
  healthy(r: Restored): Promise<void>
  say(line: string): void
}

/** What has to be free, as a multiple of the archive: what is unpacked, what migrations write, and the former state stays besides. */
const ROOM = 3

/** Unpacks a backup into a folder and, of a server, its database into one beside; everything is compared with its checksum. */
export async function restoreBeside(o: Omit<RestoreOptions, 'healthy' | 'say'>, dataDir: string, database: string): Promise<Restored> {
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o700 })
  const { size } = await stat(o.archive)
  await requireDiskRoom(dirname(dataDir), ROOM * size)
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  let manifest: Manifest | undefined
  const placeOf = (name: string): string | undefined => {
    if (name === DATABASE.server) return join(dataDir, 'database.dump')
    const [, part, rest = ''] = /^(keys|files|database\/pgdata)(?:\/(.*))?$/.exec(name) ?? []
    if (!part) return undefined
    return placeBelow(part === 'database/pgdata' ? join(dataDir, 'db', 'pgdata') : dataDir, rest)
  }
  const sums = await readArchive(o.archive, o.passphrase, {
    manifest(text) {
      manifest = manifestOf(text)
      requireFit(manifest, o)
    },
    placeOf,
  })
  if (!sums.has('keys/seal-key')) throw backupProblems.noKey()
  await requireSameKey(o.sealKeyFile, join(dataDir, 'seal-key'))
  const dump = join(dataDir, 'database.dump')
  if (manifest!.engine === 'server') {
    await restoreServer({ url: o.url, name: database, dump, owner: manifest!.owner, programs: o.programs })
    await rm(dump)
  }
  syncTree(dataDir)
  return { manifest: manifest!, dataDir, url: o.url && addressOfDatabase(o.url, database), sums }
}
function manifestOf(text: string): Manifest {
  try {
    const m = JSON.parse(text) as Manifest
    if (m.format === 1 && m.engine && m.migration) return m
  } catch {
    // said below
  }
  throw backupProblems.noBackup()
}
function requireFit(m: Manifest, o: { url: string; migrations: readonly string[] }): void {
  const number = (name = '') => Number(name.slice(0, 4))
  if (number(m.migration) > number(o.migrations.at(-1))) throw backupProblems.newer({ version: m.version, migration: m.migration })
  if ((m.engine === 'server') !== (o.url !== '')) throw backupProblems.otherEngine({ engine: m.engine })
}
async function requireSameKey(file: string, restored: string): Promise<void> {
  if (!file || !existsSync(file)) return
  const [there, own] = await Promise.all([readFile(file, 'utf8'), readFile(restored, 'utf8')])
  if (there.trim() !== own.trim()) throw backupProblems.otherKey({ file })
}

/** @throws inUse, where somebody else is connected to the database, or a server has the folder open */
async function requireUnused(o: Pick<RestoreOptions, 'dataDir' | 'url'>): Promise<void> {
  if (existsSync(join(o.dataDir, 'db'))) {
    try {
      takeLock(join(o.dataDir, 'db', 'lock')).release()
    } catch {
      throw backupProblems.inUse({ n: 1 })
    }
  }
  if (!o.url) return
  const name = nameOfDatabase(o.url)
  const n = await besideDatabase(o.url, (server) => connectionsTo(server, name))
  if (n > 0) throw backupProblems.inUse({ n })
}

/**
 * Restores a backup in the place of what is there. The former state is untouched until the restored one has passed its checks beside it; then it is put aside,
 * as the restore point, and the restored one takes its place. Whatever goes wrong, also a kill, leaves the former state.
 * @param stamp names the restore point
 * @returns what was restored, and the folder and database (none: '') of the restore point
 */
export async function restore(o: RestoreOptions, stamp: string): Promise<{ manifest: Manifest; before: string; databaseBefore: string }> {
  await mkdir(o.dataDir, { recursive: true, mode: 0o700 })
  const lock = takeLock(join(o.dataDir, 'restore.lock'))
  const from = join(WORK, 'restoring')
  try {
    await recoverSwitch(o.dataDir, o.url)
    await requireUnused(o)
    const names = o.url ? databaseNames(o.url, stamp) : undefined
    const restored = await restoreBeside(o, join(o.dataDir, from), names?.restored ?? '')
    o.say(`unpacked: ${restored.sums.size} files hold their checksums`)
    await o.healthy(restored)
    const there = names && (await besideDatabase(o.url, (server) => isDatabase(server, names.name)))
    const database = names && { ...names, before: there ? names.before : '' }
    const s = await planSwitch(o.dataDir, { from, before: `before-restore-${stamp}`, ...(database ? { database } : {}) }, o.folder)
    await requireUnused(o)
    await change(o, s)
    if (o.sealKeyFile && !existsSync(o.sealKeyFile)) await cp(join(o.dataDir, 'seal-key'), o.sealKeyFile)
    return { manifest: restored.manifest, before: join(o.dataDir, s.before), databaseBefore: database?.before ?? '' }
  } finally {
    await rm(join(o.dataDir, from), { recursive: true, force: true })
    if (o.url) await removeDatabase(o.url, databaseNames(o.url, stamp).restored).catch(() => {})
    lock.release()
  }
}
async function change(o: RestoreOptions, s: Switch): Promise<void> {
  o.say('changing places')
  await beginSwitch(o.dataDir, s)
  try {
    for (const one of s.names) await moveOne(o.dataDir, s, one)
    if (s.database) await renameDatabases(o.url, s.database)
  } catch (e) {
    await undoSwitch(o.dataDir, s)
    throw e
  }
  await endSwitch(o.dataDir)
}
