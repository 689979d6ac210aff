/** Who signs a contract, in order. */

import { both, type Text } from '../../kit/model/lang.ts'
import type { Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { ContractData } from '../../land/paper/read.server.ts'
import { textOf } from '../../land/paper/rows.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import type { SignerAuth } from './agents.ts'
import { agentsFor, NODE_WORDS } from './agents.server.ts'
import type { SignLetter } from './letter.ts'
import { lettersFor } from './recorded.server.ts'
import type { SignNode } from '../contract/nodes.ts'

interface Node {
  node: SignNode
  words: Text
  name(d: ContractData, agents: Agents): string | undefined
}
/** Who signs in the place of a node's own person, by node: for an organisation, or by a letter of authorisation. */
export type Agents = Partial<
  Record<SignNode, Pick<SignerAuth, 'signerName'> & Partial<Pick<SignerAuth, 'unitName' | 'signerIdCard' | 'signerPhone' | 'phoneSince' | 'formerPhone'>>>
>
const isTransfer = (d: ContractData) => d.contract.other?.kind === 'transfer'
/** Every node in the order in which they sign: the contractor first, so the issuer never signs what the farmer refuses. Of a transfer who gives signs before who receives, of an exchange the other party second. Source: rulings.md 13. */
const NODES: readonly Node[] = [
  {
    node: 'cbf',
    words: both('承包方代表', "contractor's representative"),
    name: (d, { cbf }) => cbf?.signerName ?? (isTransfer(d) ? d.contract.other!.holder.cbfmc : d.contract.holder.cbfmc),
  },
  {
    node: 'cbf_zr',
    words: both('受让方（互换对方）代表', "other contractor's representative"),
    name: (d, a) => a.cbf_zr?.signerName ?? (isTransfer(d) ? d.contract.holder.cbfmc : d.contract.other!.holder.cbfmc),
  },
  { node: 'fbf', words: NODE_WORDS.fbf, name: (d, { fbf }) => fbf?.signerName ?? textOf(d.contract.issuer.fbffzrxm) },
  { node: 'jz', words: NODE_WORDS.jz, name: (_, { jz }) => jz?.signerName },
]
/**
 * The nodes that a contract has: another contractor only where it is of three; a certifying body where the `flow` of its kind names one, and without a
 * flow where one has an agent.
 */
export const nodesFor = (d: ContractData, agents: Agents, flow?: readonly SignNode[]) =>
  NODES.filter(({ node }) => {
    if (node === 'cbf_zr') return d.contract.other !== undefined
    if (node === 'jz') return flow ? flow.includes('jz') : agents.jz !== undefined
    return true
  })

/** The nodes of a contract that nobody signs: E3002 for each. */
export const signerFaults = (d: ContractData, agents: Agents, flow?: readonly SignNode[]): Problem[] =>
  nodesFor(d, agents, flow).flatMap(({ words, name }) => (name(d, agents) ? [] : [refusal('E3002', { node: words })]))
/** The nodes of a contract that somebody signs, in their order. */
export const signersThere = (d: ContractData, agents: Agents, flow?: readonly SignNode[]): { node: SignNode; name: string }[] =>
  nodesFor(d, agents, flow).flatMap(({ node, name }) => {
    const who = name(d, agents)
    return who ? [{ node, name: who }] : []
  })
/** @returns the signers of a contract in their order; throws E3002 for a node without person */
export function signersOf(d: ContractData, agents: Agents, flow?: readonly SignNode[]): { node: SignNode; name: string }[] {
  const [fault] = signerFaults(d, agents, flow)
  if (fault) throw fault
  return signersThere(d, agents, flow)
}
/** What a node's person is called. */
export const nodeWords = (node: SignNode): Text => NODES.find((n) => n.node === node)!.words
/** The agents who sign a contract of a business: those of its region, and before them those by letter. */
export async function agentsOf(ctx: Ctx, c: Pick<ContractFile, 'id' | 'htlx' | 'regionCode'>): Promise<Agents> {
  return withLetters(await agentsFor(ctx, c.htlx ?? '', c.regionCode!), await lettersFor(ctx, c))
}
/** The agents of a region, and before them those by letter. */
export function withLetters(agents: Agents, letters: readonly SignLetter[]): Agents {
  const byLetter = letters.map((l) => [l.nodeCode, { signerName: l.agentName, signerIdCard: l.agentIdCard, signerPhone: l.agentPhone }])
  return { ...agents, ...(Object.fromEntries(byLetter) as Agents) }
}
