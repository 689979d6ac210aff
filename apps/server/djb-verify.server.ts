// Verifies what is kept of books: `node tools/djb-verify.mjs [--county=510112] [--tenant=000000]`. Exit 0: all is as it was registered; 1: the differences
// are printed, one a line; 2: it could not be read.
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { isRegionCode } from '../../kit/model/region-code.ts'
import { nothingYet, verifyNext, booksIn, WHYS, type Place } from '../../land/register/verify.server.ts'
import { readConfig } from './config.server.ts'
import { openConfigured } from './database.server.ts'

async function main(): Promise<number> {
  const { county = '', tenant } = parseArgs({ options: { county: { type: 'string' }, tenant: { type: 'string' } } }).values
  if (county !== '' && !isRegionCode(county)) throw new Error(`--county=${county} is no region code`)
  const db = await openConfigured(readConfig(process.env))
  try {
    const tenants = tenant ? [tenant] : (await sql<{ code: string }>`select code from tenant order by code`.execute(db.owner)).rows.map((t) => t.code)
    const so = nothingYet()
    let told = 0
    for (const tenantId of tenants) {
      const scope = { tenantId, region: county }
      const total = so.books + (await booksIn(db.owner, scope))
      let at: Place | undefined
      do {
        at = await verifyNext(db.owner, scope, so, at)
        for (const d of so.found.splice(0)) {
          told++
          console.log(`tenant ${tenantId}, ${d.code} version ${d.version}, edition ${d.edition}, book ${d.djbId}: ${WHYS[d.why].zh} / ${WHYS[d.why].en}`)
        }
        if (so.books) console.error(`${so.books} of ${total} books`)
      } while (at)
    }
    console.log(
      `${so.books} books, ${so.contents} contents, ${so.waiting} not frozen yet, ${so.differences} differences${told < so.differences ? ` (${told} told)` : ''}`,
    )
    return so.differences > 0 ? 1 : 0
  } finally {
    await db.close()
  }
}

process.exitCode = await main().catch((e: Error) => {
  console.error(`the books could not be read: ${e.message}`)
  return 2
})
