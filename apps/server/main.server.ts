import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from './config.server.ts'
import { requireMasterKey } from '../../runtime/seal.server.ts'
import { makeBackup } from '../../services/backup/make.server.ts'
import { recoverRestore } from '../../services/backup/switch.server.ts'
import { openBackupDoor } from './backup-door.server.ts'
import { backupPlace } from './backup-place.server.ts'
import { openConfigured } from './database.server.ts'
import { requireSharedStore } from './shared-store.server.ts'
import { demonstrate } from './demo/demonstrate.server.ts'

// of two machines or containers the processes may have one number: chance keeps their ids apart where nobody did
process.env.WORKER_ID ||= String(randomInt(1024))
const mayListen = process.env.WAIT_TO_LISTEN ? once(process, 'message') : undefined
const config = readConfig(process.env)
await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
await recoverRestore(config.dataDir, config.databaseUrl)
// judged before anything is asked or touched
requireMasterKey(config.dataDir, config.site.sealKeyFile)
// the embedded database opens in a thread of its own while this one loads the application
const [db, { build, importDemonstration }, { FIRST_ACCOUNT, seedDemoAccounts, seedFirstAccount }, { checkStart }] = await Promise.all([
  openConfigured(config),
  import('./app.server.ts'),
  import('../../platform/seed/accounts.server.ts'),
  import('./start-checks.server.ts'),
])
await checkStart(config, db)
const application = await build(config, db)
await requireSharedStore(config, db)
const { dataDir, demoPassword } = config
const accounts = config.demo
  ? (await seedDemoAccounts(db, { ...(demoPassword ? { password: demoPassword } : {}), dataDir })).accounts
  : await seedFirstAccount(db, { dataDir })
// the import needs its queue alone; what else works beside requests would work on what is not there yet
application.jobs.start()
if (config.demo) {
  const isFirst = (await db.pool.query('select 1 from dk limit 1')).rowCount === 0
  await demonstrate(() => importDemonstration(application, config))
  const { demonstrateMore } = await import('./demo/more.server.ts')
  await demonstrateMore(application, config)
  // what an import held stays with its process: whoever keeps this one up starts a small one in its place
  if (isFirst && process.env.START_AGAIN) {
    await application.close()
    process.exit(Number(process.env.START_AGAIN))
  }
}
db.serving()
application.workers.start()
const cases = config.demo ? (await import('./demo/cases.server.ts')).demonstrationCases(application, config) : undefined
const door = await openBackupDoor(config.dataDir, (o) => makeBackup(db, backupPlace(config), { ...o, isScheduled: false }))
// npm start builds the web application meanwhile, and says when it stands
await mayListen
const address = await application.app.listen({ port: config.port, host: config.host })
cases?.start()
// whoever keeps this process up (tools/serve.mjs) starts it again from now on
if (mayListen && process.connected) process.send?.('serving', () => process.disconnect())
console.log(`\n农村土地承包管理系统 Chengbao\n${address}\n`)
// a password that is printed stays in the logs of an installation
if (!config.demo && accounts.length > 0) console.log(`  ${accounts[0]!.tenantId}  ${accounts[0]!.account}: ${join(dataDir, FIRST_ACCOUNT)}\n`)
for (const a of config.demo ? accounts : []) console.log(`  ${a.tenantId}  ${a.account.padEnd(10)} ${a.password}  ${a.realName}`)

let closing = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (closing) process.exit(1)
    closing = true
    door.close()
    const stopped = async () => {
      await cases?.stop()
      await application.close()
    }
    stopped().then(
      () => process.exit(0),
      (e) => {
        console.error(e)
        process.exit(1)
      },
    )
  })
}
