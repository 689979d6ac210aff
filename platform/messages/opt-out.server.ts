import { maskText } from '../../kit/model/mask.ts'
import { formats } from '../../kit/model/formats.ts'
import { invalidField, problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { phoneDigits } from './phone-number.ts'
import { sms_opt_out } from './sms.ts'

const wrong = {
  optOutFixed: problem(409, 'opt-out-fixed', () => ({ zh: '退订号码不能修改，请删除后重新登记', en: 'A number that opted out is removed, not changed' })),
}
const hashOf = (sealer: Sealer, phone: string): string => sealer.sign(phoneDigits(phone), 'sms-opt-out')

/** Whether a number wants no messages. */
export const hasOptedOut = async (ctx: Ctx, p: { sealer: Sealer }, phone: string): Promise<boolean> =>
  !!(await rows.find(ctx, sms_opt_out, { phoneHash: hashOf(p.sealer, phone) }))
/** Records that a number has opted out of messages; one that had opted out before is left as it is. Answers the id of its row. */
export async function optOut(ctx: Ctx, p: { sealer: Sealer }, phone: string, reason: string | null): Promise<string> {
  const phoneHash = hashOf(p.sealer, phone)
  const known = await rows.find(ctx, sms_opt_out, { phoneHash })
  return known?.id ?? rows.insert(ctx, sms_opt_out, { phone: maskText(phone), phoneHash, reason })
}
/** The same by hand, of a number that somebody named. @throws opt-out-fixed */
export async function saveOptOut(ctx: Ctx, p: { sealer: Sealer }, b: Readonly<Record<string, unknown>>): Promise<string> {
  if (b.id) throw wrong.optOutFixed()
  const draft = await rows.checkedDraft(ctx, sms_opt_out, b)
  const malformed = formats.phone(draft.phone)
  if (malformed) throw invalidField('phone', malformed)
  return optOut(ctx, p, draft.phone, draft.reason ?? null)
}
