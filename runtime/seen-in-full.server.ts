import { audit } from '../kit/server/audit.server.ts'
import { clock, localTime } from '../kit/server/clock.server.ts'
import type { Who } from '../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import { contextFor } from './jobs.server.ts'
import { loop, type Worker } from './jobs-loop.server.ts'

const FLUSH_MS = 1000
/** Calls that wait for the next batch at most; above that the answer waits for nobody, and the log says what is not kept. */
const MOST = 5000
interface Seen {
  who: Who
  at: Date
  requestId: string
  ip: string
  rows: ReadonlyMap<string, string>
}
const none = async () => '0'

export interface SeenInFull {
  put(who: Who, rows: ReadonlyMap<string, string>, at: { requestId: string; ip: string }): void
  /** writes what waits */
  flush(): Promise<void>
  worker: Worker
}

/**
 * The audit of personal data that somebody saw in full: a row for each household, member, issuer … whose detail was answered without stars, with who, when and from
 * where, and what he said why (`Who.purpose`). A reading call only puts it on a list; it is written a second later at most, and at the end of the server. Source: security.md 4.4.
 */
export function openSeenInFull(db: DatabaseHandle, log: (e: unknown, id: string) => void, now: () => Date = clock): SeenInFull {
  let waiting: Seen[] = []
  async function flush(): Promise<void> {
    const batch = waiting.splice(0)
    for (const tenantId of new Set(batch.map((s) => s.who.tenantId)))
      await db
        .transaction({ tenantId, beside: true }, async (tx) => {
          for (const s of batch.filter((x) => x.who.tenantId === tenantId)) {
            const ctx = { ...contextFor(tx, s.who, now, s.requestId, none), now: localTime(s.at), ip: s.ip }
            const diff = s.who.purpose ? { purpose: [null, s.who.purpose] as const } : undefined
            for (const [key, object] of s.rows)
              await audit(ctx, { action: 'person.seen', object, objectId: key.slice(object.length + 1), ...(diff ? { diff } : {}) })
          }
        })
        .catch((e) => {
          waiting = [...batch.filter((s) => s.who.tenantId === tenantId), ...waiting].slice(0, MOST)
          throw e
        })
  }
  const turns = loop(FLUSH_MS, flush, (e) => log(e, 'seen-in-full'))
  return {
    put(who, rows, at) {
      if (waiting.length < MOST) waiting.push({ who, rows, at: now(), ...at })
      else log(new Error(`${who.account} saw personal data in full, and the audit could not be written`), 'seen-in-full')
    },
    flush,
    worker: {
      start: turns.start,
      async stop() {
        await turns.stop()
        await flush().catch((e) => log(e, 'seen-in-full'))
      },
    },
  }
}
