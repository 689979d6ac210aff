import { join } from 'node:path'
import { openDatabase, openServer, type DatabaseHandle } from '../../kit/server/db.server.ts'
import { openEmbedded } from '../../runtime/embedded/embedded.server.ts'
import type { Config } from './config.server.ts'

/** Opens the database the settings name: the embedded one under DATA_DIR, or PostgreSQL. Throws when another process has the embedded one open. */
export async function openConfigured(config: Config): Promise<DatabaseHandle> {
  if (config.databaseUrl) return openServer(config.databaseUrl)
  const engine = await openEmbedded({ dir: join(config.dataDir, 'db'), log: (m) => console.error(m) })
  return openDatabase(engine.pool(), 'embedded', () => engine.close())
}
