import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import type { Sealer } from './seal.server.ts'
import { asSystem } from './system.server.ts'

/** A head as it stood once, kept outside the database. */
export interface Checkpoint {
  tenantId: string
  chainSeq: number
  hash: string
}
/** The signature of a head: hex HMAC-SHA256 under a key of its own, made from the master key, which lies outside the database. */
export type SignHead = (head: Checkpoint) => string
export const signHeadWith =
  (sealer: Sealer): SignHead =>
  ({ tenantId, chainSeq, hash }) =>
    sealer.sign(`${tenantId}\n${chainSeq}\n${hash}`, 'audit-head')

const markOf = (dataDir: string) => join(dataDir, 'audit-signed')
/** Whether heads are signed here since some start: from then on one without a signature was not written by the product. */
export const areHeadsSigned = (dataDir: string): boolean => existsSync(markOf(dataDir))

/** Signs the heads that an older version left, once in the life of a data folder. */
export async function beginSigning(db: DatabaseHandle, dataDir: string, sign: SignHead): Promise<void> {
  if (areHeadsSigned(dataDir)) return
  await asSystem(db)(async (tx) => {
    const heads = await tx.selectFrom('audit_chain').select(['tenantId', 'chainSeq', 'hash']).where('sign', 'is', null).forUpdate().execute()
    for (const h of heads) {
      const head = { tenantId: String(h.tenantId), chainSeq: Number(h.chainSeq), hash: String(h.hash) }
      await tx
        .updateTable('audit_chain')
        .set({ sign: sign(head) })
        .where('tenantId', '=', head.tenantId)
        .execute()
    }
  })
  await mkdir(dataDir, { recursive: true })
  await writeFile(markOf(dataDir), '', { mode: 0o600 })
}
