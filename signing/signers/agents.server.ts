/** Who signs for an issuer and a certifying body. Source: land-contract.md 3 (signing agent configuration); business-flows.md 7. */
import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { countyOf, padRegion, regionPath } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { crud, rowIdOf, type Route, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { changedIdWrong } from '../../land/definitions/household.ts'
import { ACTS, requireNamedPerson } from '../../land/register/whose-number.server.ts'
import { signer_auth, type AgentNode, type SignerAuth } from './agents.ts'

/** Names of the nodes that agents sign, as dictionary sign_node has them. */
export const NODE_WORDS: Readonly<Record<AgentNode, Text>> = { fbf: both('发包方', 'issuer'), jz: both('鉴证（备案）机构', 'certifying body') }

/** The agents of a kind of contract in a region by their node: of each node the one of the nearest region at or above. */
export async function agentsFor(ctx: Ctx, contractType: string, regionCode: string): Promise<Partial<Record<AgentNode, SignerAuth>>> {
  const found = await typedRows<SignerAuth>(
    joinable(ctx, signer_auth)
      .selectAll('signer_auth')
      .where('signer_auth.contractType', '=', contractType)
      .where('signer_auth.regionCode', 'in', regionPath(regionCode))
      .orderBy(sql`length("regionCode")`),
  )
  // the nearest comes last
  return Object.fromEntries(found.map((a) => [a.nodeCode, a]))
}

/** Saves an agent; the number must fit its kind of document. @throws invalid */
async function save(ctx: Ctx, input: SentRow<typeof signer_auth>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, signer_auth, input)
  const before = input.id ? await rows.get(ctx, signer_auth, rowIdOf(input), true) : undefined
  const wrong = changedIdWrong(draft.signerIdType, draft.signerIdCard, before && { zjlx: before.signerIdType, zjhm: before.signerIdCard })
  if (wrong) throw invalidField('signerIdCard', wrong)
  const was = before && { name: before.signerName, number: before.signerIdCard }
  // who signs for an issuer under its principal's name is its principal
  const among = draft.nodeCode === 'fbf' ? [padRegion(String(draft.regionCode))] : []
  const place = { field: 'signerIdCard', county: countyOf(String(draft.regionCode)), was, acts: ACTS.agent, among }
  await requireNamedPerson(ctx, { name: draft.signerName, number: draft.signerIdCard }, place)
  const values = { ...draft, nodeName: NODE_WORDS[draft.nodeCode as AgentNode].zh }
  if (!before) return rows.insert(ctx, signer_auth, { ...values, phoneSince: ctx.now })
  // who came in another's place has a number that nobody has known for long
  const isOther = (['signerPhone', 'signerIdCard'] as const).some((n) => draft[n] !== before[n])
  const told = isOther ? { phoneSince: ctx.now, formerPhone: draft.signerIdCard === before.signerIdCard ? before.signerPhone : null } : {}
  return rows.update(ctx, signer_auth, before.id, { ...values, ...told }, input)
}

const plain = crud(signer_auth)
export const agentRoutes: readonly Route[] = [plain.page, plain.detail, { ...plain.save, run: save }, { ...plain.update, run: save }, plain.remove]
