// npm run restore -- <backup>: puts a backup in the place of what is there, after it has passed its checks; the former state is put aside.
// npm run restore -- --drill <backup>: restores it beside what is there, checks it, says what it saw, and removes it again.
// npm run restore -- --open <backup> <file.tar>: writes the plain archive of an encrypted one.
// Exit 0: done; 1: not done and nothing was changed, and why.
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import { audit } from '../../kit/server/audit.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import { systemWho } from '../../runtime/maintenance.server.ts'
import { openArchive } from '../../services/backup/archive.server.ts'
import { removeDatabase, nameOfDatabase } from '../../services/backup/database.server.ts'
import { WORK } from '../../services/backup/make.server.ts'
import { backupProblems } from '../../services/backup/problems.ts'
import { restore, restoreBeside, type Restored, type RestoreOptions } from '../../services/backup/restore.server.ts'
import { readConfig, type Config } from './config.server.ts'
import { openConfigured } from './database.server.ts'
import { checkRestored, migrationNames } from './health.server.ts'
import { askPassphrase, bothWords } from './passphrase.server.ts'

/** With the passphrase of the settings, else with one that is asked for where the backup needs one. */
async function withPassphrase<T>(config: Config, work: (passphrase: string) => Promise<T>): Promise<T> {
  try {
    return await work(config.backup.passphrase)
  } catch (e) {
    if ((e as { key?: string }).key !== backupProblems.needsPassphrase.key) throw e
    const asked = await askPassphrase('口令 / passphrase: ')
    if (!asked) throw e
    return work(asked)
  }
}

/** Restores a backup with the settings of the environment. @throws why not; nothing was changed then */
export async function restoreHere(config: Config, archive: string, passphrase: string, say: (line: string) => void = console.log): Promise<void> {
  const now = localTime(clock())
  const o = { ...optionsOf(config, archive, passphrase), say, healthy: (r: Restored) => settle(config, r, archive, say) }
  const done = await restore(o, now.replace(/\D/g, ''))
  const upTo = done.manifest.mark.at || done.manifest.at
  say(`恢复完成，含 ${upTo} 之前的全部数据 / restored: every write up to ${upTo} is there`)
  say(`原有数据 / the former state: ${done.before}${done.databaseBefore ? `, ${done.databaseBefore}` : ''}`)
}
async function settle(config: Config, r: Restored, archive: string, say: (line: string) => void): Promise<void> {
  for (const line of await checkRestored(config, r)) say(line)
  const db = await openConfigured({ ...config, dataDir: r.dataDir, databaseUrl: r.url })
  try {
    await db.transaction({ tenantId: '000000' }, (tx) =>
      audit(
        contextFor(tx, systemWho('000000'), clock, 'restore', async () => '0'),
        {
          action: 'backup.restore',
          object: 'backup',
          objectId: '0',
          diff: { file: archive.split(/[\\/]/).at(-1), at: r.manifest.at, version: r.manifest.version },
        },
      ),
    )
  } finally {
    await db.close()
  }
}
const optionsOf = (config: Config, archive: string, passphrase: string): Omit<RestoreOptions, 'healthy' | 'say'> => ({
  archive: resolve(archive),
  passphrase,
  dataDir: config.dataDir,
  url: config.databaseUrl,
  programs: config.backup.programs,
  folder: config.backup.folder,
  sealKeyFile: config.site.sealKeyFile,
  migrations: migrationNames(),
})

/** Restores beside, checks and removes. Answers what was seen. */
export async function drillHere(config: Config, archive: string, passphrase: string): Promise<string[]> {
  const place = join(config.dataDir, WORK, 'drill')
  const name = config.databaseUrl && `${nameOfDatabase(config.databaseUrl).slice(0, 40)}_drill`
  try {
    const restored = await restoreBeside({ ...optionsOf(config, archive, passphrase), sealKeyFile: '' }, place, name)
    return await checkRestored(config, restored)
  } finally {
    await rm(place, { recursive: true, force: true })
    if (name) await removeDatabase(config.databaseUrl, name)
  }
}

async function main([first = '', ...rest]: readonly string[]): Promise<void> {
  const config = readConfig(process.env)
  if (first === '--drill' && rest[0]) for (const line of await withPassphrase(config, (p) => drillHere(config, rest[0]!, p))) console.log(line)
  else if (first === '--open' && rest[1]) await withPassphrase(config, (p) => openArchive(rest[0]!, p, rest[1]!))
  else if (first && !first.startsWith('--')) await withPassphrase(config, (p) => restoreHere(config, first, p))
  else throw new Error('npm run restore -- <backup> | --drill <backup> | --open <backup> <file.tar>')
}

if (import.meta.main)
  await main(process.argv.slice(2)).catch((e) => {
    console.error(bothWords(e))
    process.exitCode = 1
  })
