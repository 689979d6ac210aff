// Tells the register again from its entries: `node tools/register-replay.mjs [--county=510112] [--tenant=000000]`. Exit 0: every current book is what the
// packages' books and the entries since give; 1: the differences are printed, one a line; 2: it could not be read.
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { localTime, clock } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { replayCounty } from '../../land/register/content/replay.server.ts'
import { readConfig } from './config.server.ts'
import { openConfigured } from './database.server.ts'

const nobody = (tenantId: string): Ctx['who'] => ({
  userId: '0',
  account: '',
  realName: '',
  tenantId,
  deptId: '0',
  roleIds: [],
  roles: [],
  regionCode: '',
  perms: new Set(),
})
const refused = async (): Promise<never> => {
  throw new Error('nothing is written here')
}

async function main(): Promise<number> {
  const { county, tenant } = parseArgs({ options: { county: { type: 'string' }, tenant: { type: 'string' } } }).values
  if (county !== undefined && !/^\d{6}$/.test(county)) throw new Error(`--county=${county} is no county`)
  const db = await openConfigured(readConfig(process.env))
  let told = 0
  try {
    const { rows } = await sql<{ tenant: string; county: string }>`select distinct "tenantId" as tenant, "countyCode" as county from djb order by 1, 2`.execute(
      db.owner,
    )
    for (const at of rows.filter((r) => (!county || r.county === county) && (!tenant || r.tenant === tenant))) {
      const so = await db.transaction({ tenantId: at.tenant, readOnly: true }, (tx) => {
        const ctx: Ctx = {
          who: nobody(at.tenant),
          db: tx,
          lang: 'zh',
          now: localTime(clock()),
          newId: () => '0',
          requestId: 'replay',
          ip: '',
          enqueue: refused,
        }
        return replayCounty(ctx, at.county)
      })
      for (const d of so.differences) console.log(`tenant ${at.tenant}, county ${at.county}, ${d.code}: ${d.what}`)
      told += so.differences.length
      console.log(`tenant ${at.tenant}, county ${at.county}: ${so.books} current books, ${so.entries} entries, ${so.differences.length} differences`)
    }
    return told > 0 ? 1 : 0
  } finally {
    await db.close()
  }
}

process.exitCode = await main().catch((e: Error) => {
  console.error(`the register could not be read: ${e.message}`)
  return 2
})
