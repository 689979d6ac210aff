// Dates that parties are reminded of by text message, once each: a contract that must be signed tomorrow, a posting that ends soon.
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { CONTENTS } from '../../platform/messages/contents.ts'
import { sendingTenants } from '../../platform/messages/send.server.ts'
import { tellPhones } from '../../platform/messages/worded.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { piecewise } from '../../runtime/piecewise.server.ts'
import { contract_file } from '../../business/cases/definitions/business.ts'
import { postingsEnding, remindOfPosting, type PostingParts } from '../../business/publicity/parties.server.ts'
import { REMOTE, SIGNING_OPEN } from '../contract/flow.ts'
import { FLOW, NODE, PROVIDER, sign_flow } from '../contract/sign-flow.ts'
import { dueName, nodesOfFlow } from './sign-flow.server.ts'

const [DAY, HOUR] = [86_400, 3600]
/** Whoever got his link within these hours needs no reminder. */
const LINK_HOURS = 6

/** Contracts of a tenant that must be signed by phone within a day. */
const contractsDue = (ctx: Ctx) =>
  scoped(ctx, contract_file)
    .select(['contract_file.id', 'contract_file.countyCode', 'contract_file.signDeadline'])
    .where('contract_file.signStatus', 'in', SIGNING_OPEN)
    .where('contract_file.signWay', '=', REMOTE)
    .where('contract_file.signDeadline', '>', ctx.now)
    .where('contract_file.signDeadline', '<=', moved(ctx.now, DAY))
    .orderBy('contract_file.id')
    .execute()
type DueContract = Awaited<ReturnType<typeof contractsDue>>[number]

/** Reminds whose turn it is to sign a contract. A service outside reminds its signers itself. */
async function remindOfSigning(ctx: Ctx, { sms }: PostingParts, c: DueContract): Promise<number> {
  const flow = await scoped(ctx, sign_flow)
    .selectAll('sign_flow')
    .where('sign_flow.countyCode', '=', c.countyCode)
    .where('sign_flow.contractId', '=', c.id)
    .where('sign_flow.state', '=', FLOW.open)
    .executeTakeFirst()
  if (!flow || flow.provider === PROVIDER.outside) return 0
  const node = (await nodesOfFlow(ctx, flow)).find((n) => n.state === NODE.open)
  if (!node || (node.sendTime ?? '') > moved(ctx.now, -LINK_HOURS * HOUR)) return 0
  const deadline = String(c.signDeadline)
  const params = { name: node.signerName ?? '', deadline: deadline.slice(0, 16) }
  return tellPhones(ctx, sms, [node.signerPhone], { of: CONTENTS.signDue, params, once: `${dueName(node.id)}:${deadline}`, until: deadline })
}
/** Every morning: signing that ends within a day, postings that end within two. */
export const dateReminders = (parts: PostingParts): Routine => ({
  name: 'date-reminders',
  label: '期限短信提醒',
  due: { at: '09:00' },
  async run(r) {
    const { piece, end } = piecewise(r)
    let told = 0
    for (const tenant of await r.system(sendingTenants)) {
      const due = await piece(tenant, `tenant ${tenant}`, async (ctx) => ({ contracts: await contractsDue(ctx), postings: await postingsEnding(ctx) }))
      for (const c of due?.contracts ?? []) told += (await piece(tenant, `contract ${c.id}`, (ctx) => remindOfSigning(ctx, parts, c))) ?? 0
      for (const p of due?.postings ?? []) told += (await piece(tenant, `posting ${p.id}`, (ctx) => remindOfPosting(ctx, parts, p))) ?? 0
    }
    return end(`${told} messages`)
  },
})
