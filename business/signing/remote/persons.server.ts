/** Who signs a contract by phone: each node's person with the number of his identity document and his own mobile phone. */

import { both } from '../../../kit/model/lang.ts'
import { formats } from '../../../kit/model/formats.ts'
import type { ContractData } from '../../../land/paper/read.server.ts'
import { textOf } from '../../../land/paper/rows.ts'
import type { SignNode } from '../nodes.ts'
import { nodeWords, signersOf, type Agents } from '../signers.server.ts'
import { plainId } from './document.ts'
import { remoteProblems } from './problems.ts'

export interface Person {
  node: SignNode
  name: string
  idCard: string
  phone: string
}
/** Number of the identity document and phone of who signs at a node. */
export function papersOf(node: SignNode, d: ContractData, agents: Agents): readonly [idCard: unknown, phone: unknown] {
  const { holder, other, issuer } = d.contract
  const agent = agents[node]
  if (agent) return [agent.signerIdCard, agent.signerPhone]
  if (node === 'fbf' || node === 'jz') return [issuer.fzrzjhm, issuer.lxdh]
  // of a transfer who gives signs as cbf
  const gives = other?.kind === 'transfer' ? other.holder : holder
  const receives = other?.kind === 'transfer' ? holder : other?.holder
  const own = node === 'cbf' ? gives : receives
  return [own?.cbfzjhm, own?.lxdh]
}

/**
 * The persons in their order. @throws E3002 for a node without person, `signer-incomplete` without number or mobile phone, `signer-phone` where two
 * persons have one phone
 */
export function personsOf(d: ContractData, agents: Agents, flow?: readonly SignNode[]): Person[] {
  const all = signersOf(d, agents, flow).map(({ node, name }) => {
    const [idCard, phone] = papersOf(node, d, agents)
    const person = { node, name, idCard: plainId(idCard), phone: textOf(phone as string | null).trim() }
    const lacks = (what: ReturnType<typeof both>) => remoteProblems.incomplete({ node: nodeWords(node), what })
    if (!person.idCard) throw lacks(both('证件号码', 'ID number'))
    if (!person.phone || formats.phone(person.phone)) throw lacks(both('手机号码', 'mobile number'))
    return person
  })
  for (const a of all) {
    const b = all.find((x) => x.phone === a.phone && x.idCard !== a.idCard)
    if (b) throw remoteProblems.samePhone({ names: [a.name, b.name] })
  }
  return all
}
