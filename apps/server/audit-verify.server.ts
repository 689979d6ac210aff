// Walks the audit chain: `node tools/audit-verify.mjs [tenant]`. Exit 0: it holds; 1: each broken row is printed; 2: it could not be read.
import { BREAKS, verifyAudit } from '../../runtime/audit-verify.server.ts'
import { signHeadWith } from '../../runtime/audit-signature.server.ts'
import { openSealer } from '../../runtime/seal.server.ts'
import { witnessesOf } from '../../services/operations/checkpoints.server.ts'
import { readConfig } from './config.server.ts'
import { openConfigured } from './database.server.ts'

async function main(tenantId: string | undefined): Promise<number> {
  const config = readConfig(process.env)
  const sign = signHeadWith(openSealer(config.dataDir, config.site.sealKeyFile || undefined))
  const heads = { dataDir: config.dataDir, copy: config.site.auditHeadsCopy, sign }
  const db = await openConfigured(config)
  try {
    const report = await verifyAudit(db.owner, { ...(await witnessesOf(heads)), ...(tenantId ? { tenantId } : {}) })
    for (const b of report.breaks ?? [])
      console.log(`broken: tenant ${b.tenantId}, number ${b.chainSeq}, row ${b.id ?? '-'}: ${BREAKS[b.why].zh} / ${BREAKS[b.why].en}`)
    if (report.broken) return 1
    console.log(`the chain holds: ${report.rows} rows of ${report.tenants} tenants, ${report.waiting} not chained yet`)
    return 0
  } finally {
    await db.close()
  }
}

process.exitCode = await main(process.argv[2]).catch((e: Error) => {
  console.error(`the audit log could not be read: ${e.message}`)
  return 2
})
