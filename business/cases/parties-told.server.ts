// Who a case is about is told by text message that it has ended: the applicant, and the households whose books it made. Source: business-flows.md 3.4 step 10.
import { formats } from '../../kit/model/formats.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../kit/server/query.server.ts'
import { djb } from '../../land/definitions/cbht.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import { filled, paramsInOrder } from '../../platform/messages/message.ts'
import { hasProvider, queueMessage, type SmsParts } from '../../platform/messages/send.server.ts'
import { sms_content } from '../../platform/messages/sms.ts'
import type { Handler } from '../../runtime/outbox.server.ts'
import { typeName, type TypeCode } from '../../services/process/engine/definitions.ts'
import { business } from './business.ts'

/** The content by which an office words it; `{code}` and `{type}` are filled. */
export const DONE_CONTENT = 'CASE_DONE'
const WORDS = '您申请的{type}业务（编号{code}）已办结登记，可到村委会或政务窗口领取材料。'

/** Mobile numbers of the parties, each once: the applicant's, and those of the households that hold the books of the case. */
async function phonesOf(ctx: Ctx, businessId: string, djbIds: readonly string[], countyCode: string): Promise<string[]> {
  const own = await joinable(ctx, business).select('business.obligePhone').where('business.id', '=', businessId).executeTakeFirst()
  const holders = djbIds.length
    ? await joinable(ctx, djb)
        .innerJoin('cbf', (j) =>
          j.onRef('cbf.countyCode', '=', 'djb.countyCode').onRef('cbf.tenantId', '=', 'djb.tenantId').onRef('cbf.cbfbm', '=', 'djb.cbfbm'),
        )
        .select('cbf.lxdh as phone')
        .where('djb.countyCode', '=', countyCode)
        .where('djb.id', 'in', [...djbIds])
        .where('cbf.zt', '=', ZT.valid)
        .execute()
    : []
  const all = [own?.obligePhone, ...holders.map((h) => h.phone)].map((p) => String(p ?? ''))
  return [...new Set(all.filter((p) => p !== '' && !formats.phone(p)))]
}

/** The reader of business.sms: each party is told once, whatever happens to the delivery; nobody where no message can be sent. */
export const partiesHandler = (p: SmsParts): Handler => ({
  topic: 'business.sms',
  label: '办结短信',
  async deliver(e, { tx }) {
    const { businessId, businessCode, typeCode, regionCode, djbIds } = e.payload as Record<string, string> & { djbIds?: string[] }
    await tx(async (ctx) => {
      if (!businessId || !regionCode || !(await hasProvider(ctx))) return
      const content = await scoped(ctx, sms_content).selectAll('sms_content').where('sms_content.contentCode', '=', DONE_CONTENT).executeTakeFirst()
      if (content && content.isEnabled !== 1) return
      const template = content?.content ?? WORDS
      const params = paramsInOrder(template, { code: businessCode ?? '', type: typeName(typeCode as TypeCode) })
      const text = filled(template, params)
      for (const phone of await phonesOf(ctx, businessId, djbIds ?? [], countyOf(regionCode)))
        await queueMessage(ctx, p, {
          phone,
          contentCode: DONE_CONTENT,
          shown: text,
          text,
          templateId: content?.templateId ?? '',
          params,
          isUnasked: true,
          canWait: true,
          once: `case-done:${businessId}:${p.sealer.sign(phone, 'sms-once').slice(0, 24)}`,
        })
    })
  },
})
