/** Who signs a contract on site: each node's person with the number of his identity document; nobody needs a phone. */

import type { ContractData } from '../../../land/paper/read.server.ts'
import { textOf } from '../../../land/paper/rows.ts'
import type { SignNode } from '../nodes.ts'
import { plainId, plainName } from '../remote/document.ts'
import { papersOf, type Person } from '../remote/persons.server.ts'
import { nodeWords, signersOf, type Agents } from '../signers.server.ts'
import { onsiteProblems } from './problems.ts'

/** The persons in their order. @throws E3002 for a node without person, `signer-no-number` */
export function personsOnSite(d: ContractData, agents: Agents, flow?: readonly SignNode[]): (Omit<Person, 'phone'> & { phone?: string })[] {
  return signersOf(d, agents, flow).map(({ node, name }) => {
    const [number, lxdh] = papersOf(node, d, agents)
    const [idCard, phone] = [plainId(number), textOf(lxdh as string | null).trim()]
    if (!idCard) throw onsiteProblems.noNumber({ node: nodeWords(node) })
    return { node, name, idCard, ...(phone && phone.length <= 11 ? { phone } : {}) }
  })
}

/** Whether a document is that of a node's person: undefined, or the refusal. */
export function differsFrom(of: { signerName: string | null; signerIdCard: string | null }, shown: { name: unknown; number: unknown }) {
  const signer = of.signerName ?? ''
  if (plainName(shown.name) !== plainName(signer)) return onsiteProblems.notHis({ signer, shown: String(shown.name ?? '').trim() })
  return plainId(shown.number) === of.signerIdCard ? undefined : onsiteProblems.otherNumber({ signer })
}
