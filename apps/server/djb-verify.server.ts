// Verifies what is kept of books: `node tools/djb-verify.mjs [--county=510112] [--tenant=000000]`. Exit 0: all is as it was registered; 1: the differences
// are printed, one a line; 2: it could not be read.
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { isRegionCode } from '../../kit/model/region-code.ts'
import {
  booksIn,
  countiesWithEntries,
  nothingYet,
  verifyEntries,
  verifyNext,
  verifyWords,
  type BookPlace,
  type Verified,
} from '../../land/register/content/verify.server.ts'
import { readConfig } from './config.server.ts'
import { openConfigured } from './database.server.ts'

/** Prints what was found since the last time. Answers how much. */
function tell(tenantId: string, so: Verified): number {
  const found = so.found.splice(0)
  for (const d of found) {
    const { zh, en } = verifyWords(d)
    const what = d.djbId ? `${d.code} version ${d.version}, edition ${d.edition}, book ${d.djbId}` : `register entry ${d.code}`
    console.log(`tenant ${tenantId}, ${what}: ${zh} / ${en}`)
  }
  return found.length
}

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
      let at: BookPlace | undefined
      do {
        at = await verifyNext(db.owner, scope, so, at)
        told += tell(tenantId, so)
        if (so.books) console.error(`${so.books} of ${total} books`)
      } while (at)
      for (const at of await countiesWithEntries(db.owner, scope))
        for (let last: string | undefined = ''; last !== undefined; told += tell(tenantId, so)) last = await verifyEntries(db.owner, tenantId, at, so, last)
    }
    console.log(
      `${so.books} books, ${so.entries} entries, ${so.contents} contents, ${so.waiting} not frozen yet, ${so.differences} differences${told < so.differences ? ` (${told} told)` : ''}`,
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
