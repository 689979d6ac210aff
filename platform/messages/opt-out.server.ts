import { sql } from 'kysely'
import { maskText } from '../../kit/model/mask.ts'
import { formats } from '../../kit/model/formats.ts'
import { invalidField, problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { phoneDigits, typedPhone } from './phone-number.ts'
import { sms_opt_out } from './sms.ts'

const wrong = {
  optOutFixed: problem(409, 'opt-out-fixed', () => ({ zh: '退订号码不能修改，请删除后重新登记', en: 'A number that opted out is removed, not changed' })),
}
/** By what a number is known again. It stands in a table of its own (`sms_opt_out_number`), goes with its row, and is never answered. */
const hashOf = (sealer: Sealer, phone: string): string => sealer.sign(phoneDigits(phone), 'sms-opt-out')

/** The row of a number that wants no messages, by its hash. */
async function knownBy(ctx: Ctx, hash: string): Promise<string | undefined> {
  const found = await ctx.db
    .selectFrom('sms_opt_out_number')
    .select('optOutId')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return found && String(found.optOutId)
}
/** Whether a number wants no messages. */
export const hasOptedOut = async (ctx: Ctx, p: { sealer: Sealer }, phone: string): Promise<boolean> => !!(await knownBy(ctx, hashOf(p.sealer, phone)))
/** Records that a number has opted out of messages; one that had opted out before is left as it is. Answers the id of its row. */
export async function optOut(ctx: Ctx, p: { sealer: Sealer }, phone: string, reason: string | null): Promise<string> {
  const [hash, id] = [hashOf(p.sealer, phone), ctx.newId()]
  // of two at once the second waits for the first
  const { rows: made } = await sql`insert into sms_opt_out_number ("tenantId", hash, "optOutId") values (${ctx.who.tenantId}, ${hash}, ${id})
    on conflict ("tenantId", hash) do nothing returning hash`.execute(ctx.db)
  return made.length > 0 ? rows.insert(ctx, sms_opt_out, { id, phone: maskText(phone), reason }) : (await knownBy(ctx, hash))!
}
/** The same by hand, of a number that somebody named. @throws opt-out-fixed */
export async function saveOptOut(ctx: Ctx, p: { sealer: Sealer }, b: Readonly<Record<string, unknown>>): Promise<string> {
  if (b.id) throw wrong.optOutFixed()
  const draft = await rows.checkedDraft(ctx, sms_opt_out, typeof b.phone === 'string' ? { ...b, phone: typedPhone(b.phone) } : b)
  const malformed = formats.phone(draft.phone)
  if (malformed) throw invalidField('phone', malformed)
  return optOut(ctx, p, draft.phone, draft.reason ?? null)
}
