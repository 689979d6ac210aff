import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FolderLock, takeLock } from './lock.server.ts'

/** A database folder held by this process: `pgdata` inside it belongs to the engine. */
export interface Folder {
  pgdata: string
  lock: FolderLock
  /** no database is in it yet */
  isFresh: boolean
  /** to be called when the new database is complete and on disk */
  settled: () => void
}

/**
 * Takes the folder for this process. A database whose making was cut short (its mark `initialising` is still there) never
 * served anyone and is made again from nothing. Throws when another process holds the folder.
 */
export function takeFolder(dir: string): Folder {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const lock = takeLock(join(dir, 'lock'))
  try {
    const pgdata = join(dir, 'pgdata')
    const mark = join(dir, 'initialising')
    if (existsSync(mark)) rmSync(pgdata, { recursive: true, force: true })
    const isFresh = !existsSync(join(pgdata, 'PG_VERSION'))
    if (isFresh) writeFileSync(mark, '')
    mkdirSync(pgdata, { recursive: true, mode: 0o700 })
    return {
      pgdata,
      lock,
      isFresh,
      settled: () => {
        rmSync(mark, { force: true })
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
