import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { both, type Text } from '../../kit/model/lang.ts'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { takeLock } from '../../runtime/embedded/lock.server.ts'
import { MANIFEST, writeArchive, type ArchivePiece } from './archive.server.ts'
import type { Backup, Manifest } from './backup.ts'
import { takeDatabase } from './database.server.ts'
import { backupProblems } from './problems.ts'
import { freeBytes, sizeOfFolder } from '../../runtime/disk.server.ts'

/** What backups are made of, and where they go. */
export interface BackupPlace {
  dataDir: string
  /** the folder of the archives */
  folder: string
  /** encrypts every archive; '' = they are plain */
  passphrase: string
  /** folder of pg_dump and pg_restore; '' = where PATH has them */
  programs: string
  /** keys that the site keeps outside the data folder: their name in it, and where they are */
  keys: Readonly<Record<string, string>>
  /** false: files lie in a bucket */
  withFiles: boolean
  /** of the product */
  version: string
}

/** Folder in the data folder in which a backup is put together and a restore prepared. */
export const WORK = 'backup-work'
/** What of the data folder is in no backup: what is made of other things, belongs to a moment, or is the database, which is taken by itself. */
const APART = /^(db|tmp|work|office|backups|backup-work|before-restore-.*|restore\.(lock|json)|backup\.sock|.*\.part)$/
/** Folders whose files change in place: they are copied, the others are linked. */
const CHANGING = /^chunks$/

const MB = 2 ** 20
/** @throws room, where a folder's disk has not so many bytes free */
export async function requireDiskRoom(folder: string, needed: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free < needed) throw backupProblems.room({ needed: Math.ceil(needed / MB), free: Math.floor(free / MB), folder })
}

/** Where something of the data folder stands in a backup: what lies in it itself, and the authority of signatures, are keys; folders hold files. */
const placeInArchive = (name: string, isFolder: boolean): string => (isFolder && name !== 'signing' ? `files/${name}` : `keys/${name}`)

/** Links, or copies, what of a folder is not there yet; a file that goes meanwhile is not missed: nothing at this moment names it. */
async function mirror(from: string, to: string, isCopied: boolean): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true }).catch(() => [])) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await mirror(source, target, isCopied)
    else if (entry.isFile() && !entry.name.endsWith('.part')) {
      const copied = () => copyFile(source, target, constants.COPYFILE_FICLONE)
      await (isCopied ? copied() : link(source, target).catch((e: NodeJS.ErrnoException) => (e.code === 'EEXIST' ? undefined : copied()))).catch(gone)
    }
  }
}
function gone(e: NodeJS.ErrnoException): void {
  if (e.code !== 'ENOENT') throw e
}
function known(e: NodeJS.ErrnoException): void {
  if (e.code !== 'EEXIST') gone(e)
}
const isTaken = (p: BackupPlace, name: string): boolean =>
  !APART.test(name) && !(name === 'files' && !p.withFiles) && resolve(p.dataDir, name) !== resolve(p.folder)
/** Everything beside the database, as it stands: a second call adds what came meanwhile. */
async function mirrorFiles(p: BackupPlace, work: string): Promise<void> {
  for (const entry of await readdir(p.dataDir, { withFileTypes: true })) {
    if (!isTaken(p, entry.name)) continue
    const to = join(work, ...placeInArchive(entry.name, entry.isDirectory()).split('/'))
    if (entry.isDirectory()) await mirror(join(p.dataDir, entry.name), to, CHANGING.test(entry.name))
    else if (entry.isFile()) {
      await mkdir(join(work, 'keys'), { recursive: true })
      // what was kept before the database's moment stays: heads of the audit that are later than the database would be told as rows that are missing
      await copyFile(join(p.dataDir, entry.name), to, constants.COPYFILE_EXCL).catch(known)
    }
  }
  for (const [name, file] of Object.entries(p.keys)) if (file) await copyFile(file, join(work, 'keys', name), constants.COPYFILE_EXCL).catch(known)
}

/** The pieces of a prepared folder in their order: keys, database, files. */
async function* piecesOf(work: string, manifest: Manifest): AsyncGenerator<ArchivePiece> {
  yield { name: MANIFEST, kind: 'text', text: `${JSON.stringify(manifest, undefined, 2)}\n` }
  for (const part of ['keys', 'database', 'files']) {
    const entries = await readdir(join(work, part), { withFileTypes: true, recursive: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      const name = relative(work, path).split(sep).join('/')
      if (entry.isDirectory()) yield { name, kind: 'folder' }
      else if (entry.isFile()) yield { name, kind: 'file', path, bytes: (await stat(path)).size }
    }
  }
}

/** A name that says when, and is unlike those of the same second. */
const nameOf = (at: string, isEncrypted: boolean): string =>
  `chengbao-${at.replace(/[-:]/g, '').replace(' ', '-')}-${randomBytes(2).toString('hex')}.tar${isEncrypted ? '.enc' : ''}`

export interface Making {
  isScheduled: boolean
  /** in the place of the passphrase of the settings */
  passphrase?: string
  signal?: AbortSignal
  progress?(percent: number, step: Text): unknown
  now?: () => Date
}

/**
 * Makes one backup while people work: files are linked, the database is taken at one moment, the files that came meanwhile are linked too (a row is written
 * after its file, so every file that a row of that moment names is there), then all is written into one archive. @throws isRunning, room, inMemory, noProgram
 */
export async function makeBackup(db: DatabaseHandle, p: BackupPlace, o: Making): Promise<Backup> {
  const now = o.now ?? clock
  const begun = performance.now()
  const parent = join(p.dataDir, WORK)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await mkdir(p.folder, { recursive: true, mode: 0o700 })
  const lock = lockOf(join(parent, 'lock'))
  const work = join(parent, 'making')
  try {
    // what a killed one left
    await rm(work, { recursive: true, force: true })
    await mkdir(join(work, 'database'), { recursive: true })
    const database = await sizeOfFolder(join(p.dataDir, 'db', 'pgdata'))
    const files = (await Promise.all((await readdir(p.dataDir)).filter((n) => isTaken(p, n)).map((n) => sizeOfFolder(join(p.dataDir, n))))).reduce(
      (a, b) => a + b,
      0,
    )
    await requireDiskRoom(p.dataDir, database)
    await requireDiskRoom(p.folder, database + files)
    const passphrase = o.passphrase ?? p.passphrase
    const at = localTime(now())
    await o.progress?.(5, both('整理文件', 'Files'))
    await mirrorFiles(p, work)
    await o.progress?.(15, both('复制数据库', 'Database'))
    const moment = await takeDatabase(db, { dataDir: p.dataDir, to: join(work, 'database'), programs: p.programs, signal: o.signal })
    await mirrorFiles(p, work)
    const manifest: Manifest = { format: 1, version: p.version, engine: db.engine, at, withFiles: p.withFiles, ...moment }
    await o.progress?.(40, both('写入备份文件', 'Writing the archive'))
    const name = nameOf(at, passphrase !== '')
    const written = await writeArchive(join(p.folder, name), piecesOf(work, manifest), { passphrase, signal: o.signal })
    const backup: Backup = {
      name,
      at,
      ...written,
      isScheduled: o.isScheduled,
      isEncrypted: passphrase !== '',
      seconds: Math.round((performance.now() - begun) / 100) / 10,
      manifest,
    }
    await keepBackup(p.folder, backup)
    return backup
  } finally {
    await rm(work, { recursive: true, force: true })
    lock.release()
  }
}
function lockOf(file: string) {
  try {
    return takeLock(file)
  } catch {
    throw backupProblems.isRunning()
  }
}

/** Writes what is known of a backup beside it. */
export const keepBackup = (folder: string, b: Backup): Promise<void> =>
  writeFile(join(folder, `${b.name}.json`), `${JSON.stringify(b, undefined, 2)}\n`, { mode: 0o600 })
/** The backups of a folder that are whole, newest first. */
export async function backupsIn(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => [] as string[])
  const all = await Promise.all(
    names
      .filter((n) => names.includes(`${n}.json`))
      .map(async (n) => {
        const kept = await readFile(join(folder, `${n}.json`), 'utf8').then(
          (text) => JSON.parse(text) as Backup,
          () => undefined,
        )
        // cut short while it was copied
        return kept && (await stat(join(folder, n))).size === kept.bytes ? [{ ...kept, name: n }] : []
      }),
  )
  return all.flat().toSorted((a, b) => (a.at < b.at ? 1 : -1))
}
/** Removes a backup with what was known of it. */
export async function removeBackup(folder: string, name: string): Promise<void> {
  await rm(join(folder, basename(name)), { force: true })
  await rm(join(folder, `${basename(name)}.json`), { force: true })
}
