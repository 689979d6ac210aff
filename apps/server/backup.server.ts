// npm run backup [-- --ask]: makes one backup now. The server that runs makes it; where none runs, this program does. --ask: encrypted by a passphrase that is
// asked for, in the place of BACKUP_PASSPHRASE. Exit 0: its path stands in the last line; 1: there is none, and why.
import { join } from 'node:path'
import type { Text } from '../../kit/model/lang.ts'
import { requireMasterKey } from '../../runtime/seal.server.ts'
import { makeBackup } from '../../services/backup/make.server.ts'
import { recoverRestore } from '../../services/backup/switch.server.ts'
import { askServer } from './backup-door.server.ts'
import { backupPlace } from './backup-place.server.ts'
import { readConfig } from './config.server.ts'
import { openConfigured } from './database.server.ts'
import { askPassphrase, bothWords } from './passphrase.server.ts'

async function main(args: readonly string[]): Promise<void> {
  const config = readConfig(process.env)
  const place = backupPlace(config)
  const asked = args.includes('--ask') ? { passphrase: await askPassphrase('口令 / passphrase: ') } : {}
  if (asked.passphrase === '') throw new Error('没有口令 / no passphrase was given')
  const progress = (percent: number, step: Text) => console.log(`${percent}% ${step.zh} / ${step.en}`)
  // without it no backup could be restored
  requireMasterKey(config.dataDir, config.site.sealKeyFile)
  let made = await askServer(config.dataDir, asked, progress)
  if (!made) {
    await recoverRestore(config.dataDir, config.databaseUrl)
    const db = await openConfigured(config)
    try {
      made = await makeBackup(db, place, { ...asked, isScheduled: false, progress })
    } finally {
      await db.close()
    }
  }
  console.log(
    `${made.bytes} bytes, sha256 ${made.sha256}, every write up to ${made.manifest.mark.at || made.at} is in it${made.isEncrypted ? '' : '; it is not encrypted'}`,
  )
  console.log(join(place.folder, made.name))
}

await main(process.argv.slice(2)).catch((e) => {
  console.error(bothWords(e))
  process.exitCode = 1
})
