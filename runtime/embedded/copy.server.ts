import { constants, existsSync } from 'node:fs'
import { cp, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { syncTree } from './durable.server.ts'
import { freeBytes, sizeOfFolder } from '../disk.server.ts'

const COPY = /^before-\d{4}$/
/** Copies that stay: the newest and the one before it. */
const KEPT = 2
/** What has to stay free beside a copy, bytes: the changes that follow are written too. */
const ROOM = 256 * 2 ** 20

/**
 * Copies the database of a folder beside it, as `before-<number>`. The database is open: the caller keeps everybody else away by a transaction, and has made a
 * checkpoint in it. Answers the copy's folder; nothing where there is no database in the folder. To go back to it: stop the server, put the copy in the place
 * of `pgdata`, start the version of then. Throws when there is no room on the disk.
 * @param number of the first migration that follows, four digits
 */
export async function copyFolder(dir: string, number: string): Promise<string | undefined> {
  const pgdata = join(dir, 'pgdata')
  if (!existsSync(pgdata)) return undefined
  const needed = (await sizeOfFolder(pgdata)) + ROOM
  if ((await freeBytes(dir)) < needed)
    throw new Error(
      `no room for a copy of the database: ${Math.ceil(needed / 2 ** 20)} MB have to be free in ${dir} (MIGRATION_COPY=off starts without a copy)`,
    )
  const copy = join(dir, `before-${number}`)
  const making = `${copy}.making`
  await rm(making, { recursive: true, force: true })
  try {
    await cp(pgdata, making, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: (from) => basename(from) !== 'postmaster.pid' })
    syncTree(making)
    // one of an earlier try is older than what the database holds now
    await rm(copy, { recursive: true, force: true })
    await rename(making, copy)
  } catch (e) {
    await rm(making, { recursive: true, force: true })
    throw e
  }
  const old = (await readdir(dir)).filter((name) => COPY.test(name)).sort()
  for (const name of old.slice(0, -KEPT)) await rm(join(dir, name), { recursive: true })
  return copy
}
