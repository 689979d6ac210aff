import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { clock } from '../kit/server/clock.server.ts'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import type { SignHead } from './audit-signature.server.ts'
import { loop, type Worker } from './jobs-loop.server.ts'
import { asSystem } from './system.server.ts'

/** What stands before the first row of every chain. */
export const GENESIS = '0'.repeat(64)
const BATCH = 1000
const POLL_MS = 1000

/** The columns of an audit row that the chain covers, every one as text. */
export interface AuditContent {
  id: string
  tenantId: string
  userId: string
  account: string
  at: string
  ip: string
  requestId: string
  action: string
  object: string
  objectId: string
  regionCode: string | null
  diff: string
}
/** Reads them the same on every engine, driver and machine: the time to the microsecond in one zone, the differences as PostgreSQL writes jsonb. */
export const AUDIT_CONTENT: RawBuilder<unknown> = sql`id, "tenantId", "userId", account, to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS.US') as at,
  ip, "requestId", action, object, "objectId", "regionCode", diff::text as diff`

/** The hash of a row in its place: sha256 over the hash before it, its number and its content. 64 lower-case hex digits. Source: security.md 5.9. */
export function chainHash(previous: string, chainSeq: number, r: AuditContent): string {
  const content = [chainSeq, r.id, r.tenantId, r.userId, r.account, r.at, r.ip, r.requestId, r.action, r.object, r.objectId, r.regionCode, r.diff]
  return createHash('sha256')
    .update(`${previous}\n${JSON.stringify(content)}`)
    .digest('hex')
}

/**
 * Gives rows without a number theirs, at most `batch`, in the order of their ids, tenant by tenant. One runner at a time: the row lock of its
 * turn holds until the commit, so a second one finds it taken and goes away, and a killed one leaves nothing half done. Answers how many.
 */
export async function chainAudit(db: DatabaseHandle, now: () => Date = clock, batch = BATCH, sign?: SignHead): Promise<number> {
  return asSystem(db)(async (tx) => {
    const turn = await sql`select name from routine where name = 'audit-chain' for update skip locked`.execute(tx)
    if (turn.rows.length === 0) return 0
    const { rows } = await sql<AuditContent>`select ${AUDIT_CONTENT} from audit_event where "chainSeq" is null order by id limit ${batch}`.execute(tx)
    if (rows.length === 0) return 0
    const tenants = [...new Set(rows.map((r) => r.tenantId))]
    const heads = await sql<{
      tenantId: string
      chainSeq: string
      hash: string
      sign: string | null
    }>`select "tenantId", "chainSeq", hash, sign from audit_chain
      where "tenantId" = any(${tenants}::text[])`.execute(tx)
    // a head whose signature is wrong is gone on with, but never signed again: it would pass for ours
    const forged = new Map(heads.rows.flatMap((h) => (sign && h.sign !== sign({ ...h, chainSeq: Number(h.chainSeq) }) ? [[h.tenantId, h.sign] as const] : [])))
    const head = new Map(heads.rows.map((h) => [h.tenantId, { seq: Number(h.chainSeq), hash: h.hash }]))
    const chained = rows.map((r) => {
      const last = head.get(r.tenantId) ?? { seq: 0, hash: GENESIS }
      const next = { seq: last.seq + 1, hash: chainHash(last.hash, last.seq + 1, r) }
      head.set(r.tenantId, next)
      return { id: r.id, ...next }
    })
    await sql`update audit_event e set "chainSeq" = v.seq, hash = v.hash from (select * from unnest(${chained.map((c) => c.id)}::bigint[],
      ${chained.map((c) => c.seq)}::bigint[], ${chained.map((c) => c.hash)}::text[]) as v(id, seq, hash)) v where e.id = v.id`.execute(tx)
    const ends = [...head]
      .map(([tenantId, h]) => ({ tenantId, chainSeq: h.seq, hash: h.hash, updateTime: now() }))
      .map((h) => ({ ...h, sign: forged.has(h.tenantId) ? forged.get(h.tenantId) : (sign?.(h) ?? null) }))
    await tx
      .insertInto('audit_chain')
      .values(ends)
      .onConflict((c) =>
        c
          .column('tenantId')
          .doUpdateSet((e) => ({
            chainSeq: e.ref('excluded.chainSeq'),
            hash: e.ref('excluded.hash'),
            sign: e.ref('excluded.sign'),
            updateTime: e.ref('excluded.updateTime'),
          })),
      )
      .execute()
    return rows.length
  })
}

/** Chains everything that waits, now. Answers how many rows. */
export async function chainAll(db: DatabaseHandle, now?: () => Date, batch: number = BATCH, sign?: SignHead): Promise<number> {
  let all = 0
  for (;;) {
    const n = await chainAudit(db, now, batch, sign)
    all += n
    if (n < batch) return all
  }
}

/** The sequencer beside the server: once a second, whatever waits. `sign` signs the heads. */
export const openSequencer = (db: DatabaseHandle, log: (e: unknown, id: string) => void, now?: () => Date, sign?: SignHead): Worker =>
  loop(
    POLL_MS,
    () => chainAll(db, now, undefined, sign),
    (e) => log(e, 'audit-chain'),
  )
