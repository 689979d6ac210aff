/** Who signs a contract by phone: each node's person with the number of his identity document and his own mobile phone. */

import { both, type Text } from '../../kit/model/lang.ts'
import { formats } from '../../kit/model/formats.ts'
import type { Problem } from '../../kit/model/problem.ts'
import type { ContractData } from '../../land/paper/read.server.ts'
import { textOf, type HolderRow } from '../../land/paper/rows.ts'
import type { SignNode } from '../contract/nodes.ts'
import { nodeWords, signerFaults, signersThere, type Agents } from './signers.server.ts'
import { plainId } from './document.ts'
import { remoteProblems } from '../contract/remote-problems.ts'

export interface SigningPerson {
  node: SignNode
  name: string
  idCard: string
  phone: string
}
/** Number of the identity document and phone of who signs at a node. */
export function papersOf(node: SignNode, d: ContractData, agents: Agents): readonly [idCard: unknown, phone: unknown] {
  const { issuer } = d.contract
  const agent = agents[node]
  if (agent) return [agent.signerIdCard, agent.signerPhone]
  if (node === 'fbf' || node === 'jz') return [issuer.fzrzjhm, issuer.lxdh]
  const own = contractorOf(node, d)
  return [own?.cbfzjhm, own?.lxdh]
}
/** The contractor who signs at a node of his own: of a transfer who gives signs as cbf. */
function contractorOf(node: SignNode, { contract: { holder, other } }: ContractData): HolderRow | undefined {
  const [gives, receives] = other?.kind === 'transfer' ? [other.holder, holder] : [holder, other?.holder]
  return node === 'cbf' ? gives : receives
}
/** The row in which number and phone of a node's own person stand; none where somebody signs in his place. */
export function rowOf(node: SignNode, d: ContractData, agents: Agents): { cbfbm?: string; fbfbm?: string } {
  if (agents[node]) return {}
  if (node === 'fbf' || node === 'jz') return { fbfbm: d.contract.issuer.fbfbm }
  const own = contractorOf(node, d)
  return own ? { cbfbm: own.cbfbm } : {}
}

/** The persons that are known, in their order, and everything that keeps a contract from being signed by phone. */
function looked(d: ContractData, agents: Agents, flow?: readonly SignNode[]): { people: SigningPerson[]; faults: Problem[] } {
  const faults = signerFaults(d, agents, flow)
  const people = signersThere(d, agents, flow).map(({ node, name }): SigningPerson => {
    const [idCard, phone] = papersOf(node, d, agents)
    return { node, name, idCard: plainId(idCard), phone: textOf(phone as string | null).trim() }
  })
  for (const p of people) {
    const lacks = (what: Text) => void faults.push(remoteProblems.incomplete({ node: nodeWords(p.node), what, ...rowOf(p.node, d, agents) }))
    if (!p.idCard) lacks(both('证件号码', 'ID number'))
    if (!p.phone || formats.phone(p.phone)) lacks(both('手机号码', 'mobile number'))
  }
  for (const [i, a] of people.entries()) {
    const b = people.slice(i + 1).find((x) => x.phone && x.phone === a.phone && x.idCard !== a.idCard)
    if (b) faults.push(remoteProblems.samePhone({ names: [a.name, b.name] }))
  }
  return { people, faults }
}
/** The persons that are known, whatever is missing. */
export const personsKnown = (d: ContractData, agents: Agents, flow?: readonly SignNode[]): SigningPerson[] => looked(d, agents, flow).people
/** Everything that personsOf would refuse, one after the other. */
export const personFaults = (d: ContractData, agents: Agents, flow?: readonly SignNode[]): Problem[] => looked(d, agents, flow).faults
/**
 * The persons in their order. @throws E3002 for a node without person, `signer-incomplete` without number or mobile phone, `signer-phone` where two
 * persons have one phone
 */
export function signingPersons(d: ContractData, agents: Agents, flow?: readonly SignNode[]): SigningPerson[] {
  const { people, faults } = looked(d, agents, flow)
  if (faults[0]) throw faults[0]
  return people
}
