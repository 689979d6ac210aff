import { join } from 'node:path'
import { BOUNDS, openDatabase, openServer, type DatabaseHandle } from '../../kit/server/db.server.ts'
import { openEmbedded, WATCHDOG_MS } from '../../runtime/embedded/embedded.server.ts'
import type { Config } from './config.server.ts'

/** Maximum time of one statement during the start, ms: schema, seeds and import are written by large ones, on a machine that may be busy. */
export const STARTING_MS = 1_200_000

/** A database, and how to say that people are served from now on: then a statement has the time that others can wait. */
export type Opened = DatabaseHandle & { serving(): void }

/** Opens the database the settings name: the embedded one under DATA_DIR, or PostgreSQL. Throws when another process has the embedded one open. */
export async function openConfigured(config: Config): Promise<Opened> {
  if (config.databaseUrl) {
    const bounds = { ...BOUNDS, statement: STARTING_MS, lock: STARTING_MS }
    return { ...openServer(config.databaseUrl, undefined, bounds), serving: () => void Object.assign(bounds, BOUNDS) }
  }
  const engine = await openEmbedded({ dir: join(config.dataDir, 'db'), watchdogMs: STARTING_MS, log: (m) => console.error(m) })
  await engine.reserve(config.diskReserveMb * 2 ** 20)
  return { ...openDatabase(engine.pool(), 'embedded', () => engine.close(), undefined, engine.hasRoom), serving: () => engine.bound(WATCHDOG_MS) }
}
