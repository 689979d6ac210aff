import { join } from 'node:path'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { copyFolder } from '../../runtime/embedded/copy.server.ts'
import type { BeforeMigrating } from '../../runtime/migrate.server.ts'
import type { Config } from './config.server.ts'

/**
 * Before a database is changed to this version: the embedded one is copied in its folder. A server's is not, and the log says so: only its operator can copy
 * it as a whole, and what fails is taken back by the one transaction.
 */
export const copyBefore =
  (config: Config, db: DatabaseHandle, say: (line: string) => void = console.log): BeforeMigrating =>
  async ({ applied, pending, client }) => {
    const from = applied.at(-1)
    say(`the database is brought from ${from} to this version: ${pending.length} steps, in one transaction`)
    if (db.engine === 'server')
      return say(
        'no copy is made of a database on a server: what fails changes nothing, and the way back afterwards is its own backup (pg_dump -Fc, before the start)',
      )
    if (!config.migrationCopy) return say('no copy is made of it: MIGRATION_COPY is off')
    await client.query('checkpoint')
    const copy = await copyFolder(join(config.dataDir, 'db'), pending[0]!.slice(0, 4))
    if (copy) say(`it is copied to ${copy} (the way back: stop, put it in the place of pgdata, start the version of then)`)
  }
