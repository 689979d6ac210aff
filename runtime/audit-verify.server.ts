import { sql } from 'kysely'
import type { Text } from '../kit/model/lang.ts'
import type { Db, Tx } from '../kit/server/db.server.ts'
import type { Checkpoint, SignHead } from './audit-signature.server.ts'
import { AUDIT_CONTENT, chainHash, GENESIS, type AuditContent } from './sequencer.server.ts'

/** The first place where a chain is broken. `id` is the row found there, null when there is none. */
export interface Break {
  tenantId: string
  chainSeq: number
  id: string | null
  why: 'changed' | 'missing' | 'cut' | 'rewritten' | 'unsigned'
}
export interface ChainReport {
  tenants: number
  /** rows walked */
  rows: number
  /** rows that the sequencer has not reached yet */
  waiting: number
  broken?: Break
}

/** What each break means, for people. */
export const BREAKS: Readonly<Record<Break['why'], Text>> = {
  changed: { zh: '内容或位置被改动', en: 'its content or place was changed' },
  missing: { zh: '记录缺失', en: 'the row is missing' },
  cut: { zh: '链尾与链头记录不符', en: 'the end of the chain does not match its head' },
  unsigned: { zh: '链头没有本系统的签名，链可能被整体重写', en: 'its head is not signed by this system: the chain was rebuilt' },
  rewritten: { zh: '与库外保存的链头不符', en: 'the chain differs from the one whose head is kept outside the database' },
}
const PAGE = 2000

type Walked = AuditContent & { chainSeq: string; hash: string }

/** Walks one chain up to its head. Answers the rows walked and the first break. */
async function walk(db: Db | Tx, tenantId: string, checkpoints: ReadonlyMap<number, string>, sign?: SignHead): Promise<{ rows: number; broken?: Break }> {
  const { rows: heads } = await sql<{
    chainSeq: string
    hash: string
    sign: string | null
  }>`select "chainSeq", hash, sign from audit_chain where "tenantId" = ${tenantId}`.execute(db)
  const end = Number(heads[0]?.chainSeq ?? 0)
  let seq = 0
  let hash = GENESIS
  const at = (why: Break['why'], chainSeq: number, id: string | null) => ({ rows: seq, broken: { tenantId, chainSeq, id, why } })
  while (seq < end) {
    const { rows } = await sql<Walked>`select ${AUDIT_CONTENT}, "chainSeq", hash from audit_event
      where "tenantId" = ${tenantId} and "chainSeq" > ${seq} and "chainSeq" <= ${end} order by "chainSeq" limit ${PAGE}`.execute(db)
    if (rows.length === 0) return at('missing', seq + 1, null)
    for (const r of rows) {
      if (Number(r.chainSeq) !== seq + 1) return at('missing', seq + 1, null)
      if (r.hash !== chainHash(hash, seq + 1, r)) return at('changed', seq + 1, r.id)
      seq += 1
      hash = r.hash
      const kept = checkpoints.get(seq)
      if (kept !== undefined && kept !== hash) return at('rewritten', seq, r.id)
    }
  }
  // what was written while this walked stands beyond the head that was read; a row there without any head does not
  const beyond = heads[0]
    ? []
    : (await sql<{ id: string }>`select id from audit_event where "tenantId" = ${tenantId} and "chainSeq" is not null limit 1`.execute(db)).rows
  if (beyond.length || (heads[0] && heads[0].hash !== hash)) return at('cut', seq, beyond[0]?.id ?? null)
  const longest = Math.max(0, ...checkpoints.keys())
  if (longest > seq) return at('missing', seq + 1, null)
  const isForged = sign && heads[0] && heads[0].sign !== sign({ tenantId, chainSeq: end, hash })
  return isForged ? at('unsigned', end, null) : { rows: seq }
}

/**
 * Walks the chain of one tenant, or of every tenant, and stops at the first break: a changed row, a removed one, rows that changed places, a cut
 * end, a chain that is not the one whose heads (`checkpoints`) were kept, or one whose head is not signed (`sign`). Runs beside the sequencer. Source: security.md 5.9, K30.
 */
export async function verifyAudit(
  db: Db | Tx,
  o: { tenantId?: string; checkpoints?: readonly Checkpoint[]; sign?: SignHead | undefined } = {},
): Promise<ChainReport> {
  const checkpoints = (o.checkpoints ?? []).filter((a) => o.tenantId === undefined || a.tenantId === o.tenantId)
  const { rows: found } =
    o.tenantId === undefined
      ? await sql<{ tenantId: string }>`select "tenantId" from audit_chain union select distinct "tenantId" from audit_event`.execute(db)
      : { rows: [{ tenantId: o.tenantId }] }
  const tenants = [...new Set([...found.map((t) => t.tenantId), ...checkpoints.map((a) => a.tenantId)])].sort()
  const only = o.tenantId === undefined ? sql`` : sql`and "tenantId" = ${o.tenantId}`
  const { rows: open } = await sql<{ n: string }>`select count(*) as n from audit_event where "chainSeq" is null ${only}`.execute(db)
  let rows = 0
  for (const tenantId of tenants) {
    const w = await walk(db, tenantId, new Map(checkpoints.filter((a) => a.tenantId === tenantId).map((a) => [a.chainSeq, a.hash])), o.sign)
    rows += w.rows
    if (w.broken) return { tenants: tenants.length, rows, waiting: Number(open[0]!.n), broken: w.broken }
  }
  return { tenants: tenants.length, rows, waiting: Number(open[0]!.n) }
}
