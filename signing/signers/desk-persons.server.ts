/** Who signs a contract on site: each node's person with the number of his identity document; nobody needs a phone. */

import type { Problem } from '../../kit/model/problem.ts'
import type { ContractData } from '../../land/paper/read.server.ts'
import { textOf } from '../../land/paper/rows.ts'
import type { SignNode } from '../contract/nodes.ts'
import { plainId, plainName } from './document.ts'
import { papersOf, rowOf, type SigningPerson } from './persons.server.ts'
import { nodeWords, signerFaults, signersThere, type Agents } from './signers.server.ts'
import { onsiteProblems } from '../contract/onsite-problems.ts'

/** Who signs on site: a phone is kept where there is one. */
type OnSite = Omit<SigningPerson, 'phone'> & { phone?: string }
/** The persons that are known, in their order, and everything that keeps a contract from being signed on site. */
function looked(d: ContractData, agents: Agents, flow?: readonly SignNode[]): { people: OnSite[]; faults: Problem[] } {
  const faults = signerFaults(d, agents, flow)
  const people = signersThere(d, agents, flow).map(({ node, name }): OnSite => {
    const [number, lxdh] = papersOf(node, d, agents)
    const [idCard, phone] = [plainId(number), textOf(lxdh as string | null).trim()]
    if (!idCard) faults.push(onsiteProblems.noNumber({ node: nodeWords(node), ...rowOf(node, d, agents) }))
    return { node, name, idCard, ...(phone && phone.length <= 11 ? { phone } : {}) }
  })
  return { people, faults }
}
/** Everything that personsOnSite would refuse, one after the other. */
export const faultsOnSite = (d: ContractData, agents: Agents, flow?: readonly SignNode[]): Problem[] => looked(d, agents, flow).faults
/** The persons in their order. @throws E3002 for a node without person, `signer-no-number` */
export function personsOnSite(d: ContractData, agents: Agents, flow?: readonly SignNode[]): OnSite[] {
  const { people, faults } = looked(d, agents, flow)
  if (faults[0]) throw faults[0]
  return people
}

/** Whether a document is that of a node's person: undefined, or the refusal. */
export function differsFrom(of: { signerName: string | null; signerIdCard: string | null }, shown: { name: unknown; number: unknown }) {
  const signer = of.signerName ?? ''
  if (plainName(shown.name) !== plainName(signer)) return onsiteProblems.notHis({ signer, shown: String(shown.name ?? '').trim() })
  return plainId(shown.number) === of.signerIdCard ? undefined : onsiteProblems.otherNumber({ signer })
}
