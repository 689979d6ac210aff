import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { problem } from '../kit/model/problem.ts'
import { localTime, moved } from '../kit/server/clock.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { DeferredResponse, isRepeatable, type Route } from '../kit/server/route.server.ts'
import type { Routine } from './maintenance.server.ts'
import type { Sealer } from './seal.server.ts'

/** How long an answer is kept for its key. */
const KEPT_HOURS = 24
const KEY = /^[\x21-\x7e]{1,200}$/

export const idempotencyProblems = {
  key: problem(400, 'idempotency-key', () => ({
    zh: 'Idempotency-Key 须为1至200个可见的英文字符',
    en: 'An Idempotency-Key has 1 to 200 visible ASCII characters',
  })),
  other: problem(409, 'idempotency-other', () => ({
    zh: '该 Idempotency-Key 已用于另一个请求，请换一个',
    en: 'This Idempotency-Key was used for another call: use a new one',
  })),
  underWay: problem(409, 'idempotency-under-way', () => ({
    zh: '该请求正在处理或处理中断，请核对结果后换一个 Idempotency-Key 重试',
    en: 'This call is in progress or was interrupted: check what it did, then try again with a new Idempotency-Key',
  })),
}

/**
 * Does a call that changes something once for its key: who sends the same again within a day gets the first answer, who sends another call under the
 * key is refused. The key stands in the transaction of the change, so that neither is there without the other and two at once come one after the other;
 * a refused call leaves no key. What is made after the transaction is answered when it is made. Answers are sealed, they hold what the call answered.
 * @param sent what tells this call from another one of the route: names in its path, query, body, digest of a file
 */
export const openIdempotency = (sealer: Sealer) =>
  async function once(ctx: Ctx, route: Route, key: string, sent: readonly unknown[], work: () => Promise<unknown>): Promise<unknown> {
    if (!isRepeatable(route)) return work()
    if (!KEY.test(key)) throw idempotencyProblems.key()
    const digest = createHash('sha256')
      .update(JSON.stringify([route.method, route.path, sent]))
      .digest('hex')
    const { tenantId, userId } = ctx.who
    const place = `idempotency.${tenantId}.${userId}.${key}`
    const own = sql`"tenantId" = ${tenantId} and "userId" = ${userId} and key = ${key}`
    const expires = moved(ctx.now, KEPT_HOURS * 3600)
    const { rows } = await sql`insert into idempotency_key as k ("tenantId", "userId", key, digest, expires)
      values (${tenantId}, ${userId}, ${key}, ${digest}, ${expires}::timestamptz)
      on conflict ("tenantId", "userId", key) do update set digest = excluded.digest, answer = null, expires = excluded.expires
        where k.expires <= ${ctx.now}::timestamptz returning 1`.execute(ctx.db)
    if (rows.length === 0) {
      const { rows: kept } = await sql<{ digest: string; answer: string | null }>`select digest, answer from idempotency_key where ${own}`.execute(ctx.db)
      if (kept[0]?.digest !== digest) throw idempotencyProblems.other()
      if (kept[0].answer === null) throw idempotencyProblems.underWay()
      return JSON.parse(sealer.open(kept[0].answer, place))
    }
    const keep = async (at: Ctx, answer: unknown) => {
      await sql`update idempotency_key set answer = ${sealer.seal(JSON.stringify(answer ?? null), place)} where ${own}`.execute(at.db)
      return answer
    }
    const made = await work()
    if (!(made instanceof DeferredResponse)) return keep(ctx, made)
    return new DeferredResponse(async (again) => {
      try {
        const answer = await made.make(again)
        return await again((next) => keep(next, answer))
      } catch (e) {
        await again((next) => sql`delete from idempotency_key where ${own}`.execute(next.db)).catch(() => undefined)
        throw e
      }
    })
  }

/** Hourly: keys past their day go. */
export const idempotencyCleanup: Routine = {
  name: 'idempotency-cleanup',
  label: '清理重复提交记录',
  due: { minutes: 60 },
  run: ({ now, system }) =>
    system(async (tx) => {
      const gone = await tx.deleteFrom('idempotency_key').where('expires', '<', localTime(now)).executeTakeFirst()
      return `${gone.numDeletedRows} keys`
    }),
}
