import { mkdir } from 'node:fs/promises'
import { seedDemoAccounts } from '../../slices/system/accounts.server.ts'
import { build, importDemonstration } from './app.server.ts'
import { readConfig } from './config.server.ts'
import { openConfigured } from './database.server.ts'

const config = readConfig(process.env)
await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
const db = await openConfigured(config)
const application = await build(config, db)
const demo = config.demo
  ? await seedDemoAccounts(db, { ...(config.demoPassword ? { password: config.demoPassword } : {}), dataDir: config.dataDir })
  : undefined
application.workers.start()
if (config.demo) await importDemonstration(application, config)
const address = await application.app.listen({ port: config.port, host: config.host })
console.log(`\n农村土地承包管理系统 Chengbao\n${address}\n`)
for (const a of demo?.accounts ?? []) console.log(`  ${a.tenantId}  ${a.account.padEnd(10)} ${a.password}  ${a.realName}`)

let closing = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (closing) process.exit(1)
    closing = true
    application.close().then(
      () => process.exit(0),
      (e) => {
        console.error(e)
        process.exit(1)
      },
    )
  })
}
