import type { Ctx } from './ctx.server.ts'
import { beforeCommit, type Tx } from './db.server.ts'

export interface Change {
  action: string
  object: string
  objectId: string
  regionCode?: string | null
  diff?: Record<string, unknown>
}

/** Names whose values never enter the log in full. Source: security.md 4.4 and 5.9. */
const PERSONAL = /zjhm|IdCard|IdCode|lxdh|phone|contactNumber|password|secret|token/i
function hidden(name: string, v: unknown): unknown {
  if (Array.isArray(v)) return v.map((x) => hidden(name, x))
  if (v && typeof v === 'object') return Object.fromEntries(Object.entries(v).map(([n, x]) => [n, hidden(n, x)]))
  return PERSONAL.test(name) && typeof v === 'string' && v ? `***${v.slice(-4)}` : v
}

/** What differs between two rows, personal data masked. */
export function diffOf(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const n of Object.keys(after)) {
    if (/Ix$/.test(n) || n === 'geom' || n === 'rev' || /^update(Time|User)$/.test(n)) continue
    if (String(before[n] ?? '') !== String(after[n] ?? '')) out[n] = [hidden(n, before[n] ?? null), hidden(n, after[n] ?? null)]
  }
  return out
}

/** Events of a transaction that are not written yet; they are written in batches, so that a long transaction does not gather them all. */
const gathered = new WeakMap<Tx, Record<string, unknown>[]>()
const AT_ONCE = 500
const write = async (db: Tx, events: Record<string, unknown>[]) => events.length && db.insertInto('audit_event').values(events.splice(0)).execute()

/**
 * Notes who did what to which row. It is written in the same transaction as the change itself, at its end and together with the others: no audit,
 * no change.
 */
export async function audit(ctx: Ctx, c: Change): Promise<void> {
  if (ctx.call) ctx.call.audited = true
  const events = gathered.get(ctx.db) ?? []
  events.push({
    id: ctx.newId(),
    tenantId: ctx.who.tenantId,
    userId: ctx.who.userId,
    account: ctx.who.account,
    at: ctx.now,
    ip: ctx.ip,
    requestId: ctx.requestId,
    action: c.action,
    object: c.object,
    objectId: c.objectId,
    regionCode: c.regionCode ?? null,
    diff: JSON.stringify(c.diff ?? {}),
  })
  const isKept = gathered.has(ctx.db) || beforeCommit(ctx.db, () => write(ctx.db, events))
  if (isKept) gathered.set(ctx.db, events)
  if (!isKept || events.length >= AT_ONCE) await write(ctx.db, events)
}
