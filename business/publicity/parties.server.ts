// Who a posting is about is told by text message that it has begun and that it ends soon, with its short link. Source: business-flows.md 5.1.
import { dayPlus } from '../../kit/model/days.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { moved } from '../../kit/server/clock.server.ts'
import { CONTENTS, type ProductContent } from '../../platform/messages/contents.ts'
import type { SmsParts } from '../../platform/messages/send.server.ts'
import { sms_history } from '../../platform/messages/sms.ts'
import { tellPhones } from '../../platform/messages/worded.server.ts'
import type { Handler } from '../../runtime/outbox.server.ts'
import { applicantPhone, householdPhones } from '../cases/people/parties.server.ts'
import { PUBLICITY } from './clock.ts'
import { postingAddress } from './link.ts'
import { publicity, targetsOf, type Publicity } from './publicity.ts'
import { POSTING_TOPIC, postingToday, noticeName } from './rounds.server.ts'

/** How parties are reached, and the product's own address as they know it; '' = not known. */
export interface PostingParts {
  sms: SmsParts
  publicUrl: string
}
const CONTRACTOR = /^\d{18}$/
/** Tells the applicant and the households of a posting, each once. */
async function tellParties(ctx: Ctx, { sms, publicUrl }: PostingParts, p: Publicity, of: ProductContent): Promise<number> {
  const households = p.snapshot ? targetsOf(p.snapshot).filter((code) => CONTRACTOR.test(code)) : []
  const phones = [...(await applicantPhone(ctx, p.businessId)), ...(await householdPhones(ctx, households))]
  // who knows no address of the product is shown where the list hangs
  const url = postingAddress(publicUrl, p.countyCode, p.id) || p.place || ''
  const params = { from: String(p.startDate), to: String(p.endDate), url }
  return tellPhones(ctx, sms, phones, { of, params, once: noticeName(of, p.id), until: `${dayPlus(String(p.endDate), 1)} 00:00:00` })
}
/** The reader of postings that begin; one that was withdrawn meanwhile is told to nobody. */
export const postingHandler = (parts: PostingParts): Handler => ({
  topic: POSTING_TOPIC,
  label: '公示短信',
  async deliver(e, { tx }) {
    await tx(async (ctx) => {
      const p = (await rows.find(ctx, publicity, { countyCode: String(e.payload.countyCode), id: String(e.payload.id) })) as Publicity | undefined
      if (p?.status === PUBLICITY.doing) await tellParties(ctx, parts, p, CONTENTS.posting)
    })
  },
})
/** Days before the last one of a posting on which its parties are reminded. */
const END_DAYS = 2
/** The address of a posting. */
export interface PostingKey {
  id: string
  countyCode: string
}
/** Postings of a tenant that end soon and whose parties were not reminded yet. */
export async function postingsEnding(ctx: Ctx): Promise<PostingKey[]> {
  const today = postingToday(ctx)
  const told = await scoped(ctx, sms_history)
    .select('sms_history.once')
    .where('sms_history.contentCode', '=', CONTENTS.postingEnd.code)
    .where('sms_history.sendTime', '>=', moved(ctx.now, -(END_DAYS + 1) * 86_400))
    .execute()
  const reminded = new Set(told.map((h) => String(h.once).split(':')[1]))
  const ending = await scoped(ctx, publicity)
    .select(['publicity.id', 'publicity.countyCode'])
    .where('publicity.status', '=', PUBLICITY.doing)
    .where('publicity.endDate', '>=', today)
    .where('publicity.endDate', '<=', dayPlus(today, END_DAYS))
    .orderBy('publicity.id')
    .execute()
  return (ending as PostingKey[]).filter((p) => !reminded.has(p.id))
}
/** Reminds the parties of a posting that ends soon, unless it was withdrawn meanwhile; answers how many messages it were. */
export async function remindOfPosting(ctx: Ctx, parts: PostingParts, { id, countyCode }: PostingKey): Promise<number> {
  const p = (await rows.find(ctx, publicity, { countyCode, id })) as Publicity | undefined
  return p?.status === PUBLICITY.doing ? tellParties(ctx, parts, p, CONTENTS.postingEnd) : 0
}
