import { join } from 'node:path'
import product from '../../package.json' with { type: 'json' }
import type { BackupPlace } from '../../services/backup/make.server.ts'
import type { BackupParts } from '../../services/backup/backup.server.ts'
import { ROOT, type Config } from './config.server.ts'

/** What backups of this installation are made of. Keys that lie outside the data folder get the names that they have in it. */
export const backupPlace = (config: Config): BackupPlace => ({
  dataDir: config.dataDir,
  folder: config.backup.folder,
  passphrase: config.backup.passphrase,
  programs: config.backup.programs,
  keys: { 'seal-key': config.site.sealKeyFile, 'sm2-key.json': config.sm2KeyFile },
  withFiles: config.s3 === undefined,
  version: product.version,
})

/** The program that restores, with the settings of this server and its own database. */
export function drillOf(config: Config, databaseUrl: string): BackupParts['drill'] {
  const env = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: databaseUrl,
    BACKUP_DIR: config.backup.folder,
    PG_BIN: config.backup.programs,
    SEAL_KEY_FILE: config.site.sealKeyFile,
  }
  return { program: join(ROOT, 'apps/server/restore.server.ts'), env }
}
