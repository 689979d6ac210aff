import { sql } from 'kysely'
import type { Text } from '../kit/model/lang.ts'
import type { Db, Tx } from '../kit/server/db.server.ts'
import type { Checkpoint, SignHead } from './audit-signature.server.ts'
import { AUDIT_CONTENT, chainHash, GENESIS, type AuditContent } from './sequencer.server.ts'

/** A place where a chain is broken. `id` is the row found there, null when there is none. */
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
  /** the first break */
  broken?: Break
  /** all of them in their order, at most BREAKS_KEPT */
  breaks?: Break[]
}
/** Breaks that are told by place: what was rewritten as a whole is broken at every row. */
const BREAKS_KEPT = 100

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

/**
 * Walks one chain up to its head. Answers the rows walked and every break: a row after a gap is believed as it stands, and a changed one keeps the hash that it
 * says, so that one act is told once and what was done behind it is told too.
 */
async function walk(db: Db | Tx, tenantId: string, checkpoints: ReadonlyMap<number, string>, sign?: SignHead): Promise<{ rows: number; breaks: Break[] }> {
  const { rows: heads } = await sql<{
    chainSeq: string
    hash: string
    sign: string | null
  }>`select "chainSeq", hash, sign from audit_chain where "tenantId" = ${tenantId}`.execute(db)
  const end = Number(heads[0]?.chainSeq ?? 0)
  const breaks: Break[] = []
  const at = (why: Break['why'], chainSeq: number, id: string | null) => breaks.push({ tenantId, chainSeq, id, why })
  let [seq, walked] = [0, 0]
  // of the row before; none after a gap
  let hash: string | undefined = GENESIS
  while (seq < end && breaks.length < BREAKS_KEPT) {
    const { rows } = await sql<Walked>`select ${AUDIT_CONTENT}, "chainSeq", hash from audit_event
      where "tenantId" = ${tenantId} and "chainSeq" > ${seq} and "chainSeq" <= ${end} order by "chainSeq" limit ${PAGE}`.execute(db)
    for (const r of rows) {
      const own = Number(r.chainSeq)
      if (own !== seq + 1) at('missing', seq + 1, null)
      const before = own === seq + 1 ? hash : undefined
      if (before !== undefined && r.hash !== chainHash(before, own, r)) at('changed', own, r.id)
      const kept = checkpoints.get(own)
      if (kept !== undefined && kept !== r.hash) at('rewritten', own, r.id)
      walked += 1
      seq = own
      hash = r.hash
    }
    if (rows.length === 0) {
      at('missing', seq + 1, null)
      seq = end
      hash = undefined
    }
  }
  if (breaks.length >= BREAKS_KEPT) return { rows: walked, breaks: breaks.slice(0, BREAKS_KEPT) }
  // what was written while this walked stands beyond the head that was read; a row there without any head does not
  const beyond = heads[0]
    ? []
    : (await sql<{ id: string }>`select id from audit_event where "tenantId" = ${tenantId} and "chainSeq" is not null limit 1`.execute(db)).rows
  if (beyond.length || (heads[0] && hash !== undefined && heads[0].hash !== hash)) at('cut', seq, beyond[0]?.id ?? null)
  const longest = Math.max(0, ...checkpoints.keys())
  if (longest > seq) at('missing', seq + 1, null)
  if (sign && heads[0] && heads[0].sign !== sign({ tenantId, chainSeq: end, hash: heads[0].hash })) at('unsigned', end, null)
  return { rows: walked, breaks }
}

/**
 * Walks the chain of one tenant, or of every tenant, and tells every break: a changed row, a removed one, rows that changed places, a cut
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
  const breaks: Break[] = []
  for (const tenantId of tenants) {
    const w = await walk(db, tenantId, new Map(checkpoints.filter((a) => a.tenantId === tenantId).map((a) => [a.chainSeq, a.hash])), o.sign)
    rows += w.rows
    breaks.push(...w.breaks)
  }
  const [broken] = breaks
  return { tenants: tenants.length, rows, waiting: Number(open[0]!.n), ...(broken ? { broken, breaks: breaks.slice(0, BREAKS_KEPT) } : {}) }
}
