// Who a case is about is told by text message that it has ended: the applicant, and the households whose books it made. Source: business-flows.md 3.4 step 10.
import { countyOf } from '../../../kit/model/region-code.ts'
import { moved } from '../../../kit/server/clock.server.ts'
import { CONTENTS } from '../../../platform/messages/contents.ts'
import type { SmsParts } from '../../../platform/messages/send.server.ts'
import { tellPhones } from '../../../platform/messages/worded.server.ts'
import type { Handler } from '../../../runtime/outbox.server.ts'
import { typeName, type TypeCode } from '../../../services/process/engine/definitions.ts'
import { applicantPhone, holderPhones } from './parties.server.ts'

/** Days for which it is worth telling. */
const TOLD_DAYS = 7
/** The name of what parties of a case are told when it ends. */
export const doneName = (businessId: string): string => `case-done:${businessId}`

/** The reader of business.sms: each party is told once, whatever happens to the delivery; nobody where no message can be sent. */
export const partiesHandler = (p: SmsParts): Handler => ({
  topic: 'business.sms',
  label: '办结短信',
  async deliver(e, { tx }) {
    const { businessId, businessCode, typeCode, regionCode, djbIds } = e.payload as Record<string, string> & { djbIds?: string[] }
    if (!businessId || !regionCode) return
    await tx(async (ctx) => {
      const phones = [...(await applicantPhone(ctx, businessId)), ...(await holderPhones(ctx, djbIds ?? [], countyOf(regionCode)))]
      const params = { code: businessCode ?? '', type: typeName(typeCode as TypeCode) }
      await tellPhones(ctx, p, phones, { of: CONTENTS.caseDone, params, once: doneName(businessId), until: moved(ctx.now, TOLD_DAYS * 86_400) })
    })
  },
})
