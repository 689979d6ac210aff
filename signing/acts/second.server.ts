/** Nobody signs for everybody: what must be looked at by a second person before it counts, and who that cannot be. Source: rulings.md 53; docs/adr/0044. */

import { both, type Text } from '../../kit/model/lang.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { choiceParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { ON_PAPER } from '../../business/cases/rules/flow.ts'
import { ON_SITE, REMOTE } from '../contract/flow.ts'
import { sign_letter } from '../signers/letter.ts'
import { isOfIssuer } from '../signers/of-issuer.server.ts'
import { lettersFor } from '../signers/recorded.server.ts'
import { DOC_MEANS, FLOW, NODE, type SignNodeRow } from '../contract/sign-flow.ts'
import { latestFlow, nodesOfFlow } from './sign-flow.server.ts'

/** Values of the parameter sign.examine. */
const NONE_ON_SITE = 0
const ALL = 1

const words = (names: readonly string[], zh: string, en: string): Text[] =>
  names.length ? [both(`【${names.join('、')}】${zh}`, `${names.join(', ')}: ${en}`)] : []
const namesOf = (nodes: readonly SignNodeRow[]) => [...new Set(nodes.map((n) => n.signerName ?? ''))]
/** Nobody but the clerk has seen it: he typed the document, and no photo of the act was kept. */
const isUnproved = (n: SignNodeRow) => n.docMeans !== DOC_MEANS.reader && !n.photo

/**
 * Why what was signed electronically counts only after a second person has looked at it; empty where it counts at once. By phone a number that is young; at
 * the desk a typed document without a photo; a person whom a letter alone names for the issuer.
 */
export async function doubtsOf(ctx: Ctx, c: ContractFile): Promise<Text[]> {
  const chosen = await choiceParam(ctx, PARAMS.signExamined)
  const flow = await latestFlow(ctx, c.id)
  const nodes = flow ? await nodesOfFlow(ctx, flow) : []
  const young = c.signWay === REMOTE ? nodes.filter((n) => n.phoneNew === 1) : []
  const unproved = c.signWay === ON_SITE && chosen !== NONE_ON_SITE ? nodes.filter(isUnproved) : []
  const sent: string[] = []
  for (const l of await lettersFor(ctx, c)) if (l.nodeCode === 'fbf' && !(await isOfIssuer(ctx, c, l.agentIdCard))) sent.push(l.agentName!)
  const found = [
    ...words(namesOf(young), '的手机号码登记或变更不足三十日', 'the phone number is younger than thirty days'),
    ...words(namesOf(unproved), '的证件为人工录入且没有现场照片', 'the document was typed, and there is no photo of the act'),
    ...words(sent, '仅凭委托书代发包方签署', 'signs for the issuer by a letter alone'),
  ]
  return found.length === 0 && chosen === ALL ? [both('系统参数要求全部审核', 'the parameter asks for it')] : found
}

/** Who had a hand in the signing of a contract, by its id: who began it or brought its scan, who sat at the desk, who recorded a letter. */
export interface Hands {
  began: string
  desk: ReadonlySet<string>
  letters: ReadonlySet<string>
}
/** The hands of contracts of one county. Two statements. */
export async function handsOf(ctx: Ctx, contracts: readonly ContractFile[]): Promise<ReadonlyMap<string, Hands>> {
  const out = new Map(contracts.map((c) => [c.id, { began: c.uploadUser ?? '', desk: new Set<string>(), letters: new Set<string>() }]))
  const [first] = contracts
  if (!first) return out
  const county = countyOf(first.regionCode!)
  const ids = contracts.filter((c) => c.signWay !== ON_PAPER).map((c) => c.id)
  if (ids.length === 0) return out
  const sat = await ctx.db
    .selectFrom('sign_flow as f')
    .innerJoin('sign_node as n', (on) => on.onRef('n.countyCode', '=', 'f.countyCode').onRef('n.tenantId', '=', 'f.tenantId').onRef('n.flowId', '=', 'f.id'))
    .select(['f.contractId', 'n.deskUser'])
    .where('f.countyCode', '=', county)
    .where('f.tenantId', '=', ctx.who.tenantId)
    .where('f.contractId', 'in', ids)
    .where('f.state', '=', FLOW.signed)
    .where('n.state', '=', NODE.signed)
    .where('n.deskUser', 'is not', null)
    .execute()
  for (const { contractId, deskUser } of sat) out.get(String(contractId))?.desk.add(String(deskUser))
  const recorded = await joinable(ctx, sign_letter)
    .select(['sign_letter.contractId', 'sign_letter.createUser'])
    .where('sign_letter.countyCode', '=', county)
    .where('sign_letter.contractId', 'in', ids)
    .execute()
  for (const { contractId, createUser } of recorded) out.get(String(contractId))?.letters.add(String(createUser))
  return out
}
