// What waits leaves: for the end of the quiet hours, or for the template of its provider.
import { localTime } from '../../kit/server/clock.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { piecewise } from '../../runtime/piecewise.server.ts'
import { SMS_JOB, type SmsParts } from './send.server.ts'
import { SEND_STATUS, sms_history } from './sms.ts'
import { releaseWaiting } from './worded.server.ts'

/** Messages of a tenant that one pass of the routine lets go. */
const MOST = 1000
/** Every five minutes: what waited for the end of the quiet hours leaves, and what waited for a template that there is now. */
export const dueMessages = (p: SmsParts): Routine => ({
  name: 'messages-due',
  label: '发送到时消息',
  due: { minutes: 5 },
  async run(r) {
    const time = localTime(r.now)
    const { piece, end } = piecewise(r)
    const due = await r.system((tx) =>
      tx
        .selectFrom('sms_history')
        .select(['id', 'tenantId'])
        .where('dueTime', '<=', time)
        .where('status', '=', SEND_STATUS.waiting)
        .orderBy('id')
        .limit(MOST)
        .execute(),
    )
    for (const m of due)
      await piece(String(m.tenantId), `message ${String(m.id)}`, async (ctx) => {
        const row = await rows.get(ctx, sms_history, String(m.id), true)
        if (!row.dueTime || row.status !== SEND_STATUS.waiting) return
        await rows.update(ctx, sms_history, row.id, { dueTime: null, sendTime: ctx.now })
        await ctx.enqueue(SMS_JOB, { id: row.id })
      })
    const waiting = await r.system((tx) =>
      tx.selectFrom('sms_history').select('tenantId').distinct().where('status', '=', SEND_STATUS.noTemplate).orderBy('tenantId').execute(),
    )
    let released = 0
    for (const { tenantId } of waiting) released += (await piece(String(tenantId), `tenant ${String(tenantId)}`, (ctx) => releaseWaiting(ctx, p, MOST))) ?? 0
    return end(`${due.length + released} messages`)
  },
})
