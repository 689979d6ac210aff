/** What is asked of contracts of one business before their signing begins, read of all of them at once. */

import type { Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { ContractData } from '../../land/paper/read.server.ts'
import type { Business, ContractFile } from '../../business/cases/definitions/business.ts'
import type { StoredForm } from '../../business/cases/handling/case.server.ts'
import { readDraftContracts } from '../../business/cases/handling/draft-contract.server.ts'
import type { Registry } from '../../business/cases/handling/handling.server.ts'
import { agentsFor } from '../signers/agents.server.ts'
import { letterFaults, recordedLetters } from '../signers/recorded.server.ts'
import type { SignNode } from '../contract/nodes.ts'
import { withLetters, type Agents } from '../signers/signers.server.ts'
import { flowNodes } from '../templates/flow-def.server.ts'
import { templateFaults } from '../templates/template.server.ts'

/** One of them: as it will be printed, who signs in the place of its parties, at which nodes, and what its letters of authorisation and its template lack. */
export interface Asked {
  contract: ContractFile
  data: ContractData
  agents: Agents
  flow: readonly SignNode[] | undefined
  letterFaults: readonly Problem[]
  templateFaults: readonly Problem[]
}

/** What contracts have in common is read once for those that have it: those of one business are of one kind and region, or of few. */
function common<V>(keyOf: (c: ContractFile) => readonly unknown[], read: (c: ContractFile) => Promise<V>): (c: ContractFile) => Promise<V> {
  const known = new Map<string, { v: V }>()
  return async (c) => {
    const key = JSON.stringify(keyOf(c))
    const found = known.get(key) ?? { v: await read(c) }
    known.set(key, found)
    return found.v
  }
}
const kind = ({ htlx, regionCode }: ContractFile) => [htlx, regionCode]

/** @param stored the business and its stored form. Statements: a fixed number for contracts of one kind and region, however many. @throws as readDraftContract */
export async function askedOf(
  of: Pick<Registry, 'handlings'>,
  ctx: Ctx,
  contracts: readonly ContractFile[],
  stored: { business: Business; draft: Pick<StoredForm, 'form' | 'codes'> },
): Promise<Asked[]> {
  const data = await readDraftContracts(of, ctx, contracts, stored)
  const letters = await recordedLetters(ctx, contracts)
  const faults = await letterFaults(ctx, letters)
  const agents = common(kind, (c) => agentsFor(ctx, c.htlx ?? '', c.regionCode!))
  const flow = common(
    (c) => [...kind(c), c.signStatus, c.signNodes],
    (c) => flowNodes(ctx, c),
  )
  const template = common(kind, (c) => templateFaults(ctx, c))
  const asked: Asked[] = []
  for (const [i, contract] of contracts.entries()) {
    const own = letters.filter((l) => l.contractId === contract.id)
    asked.push({
      contract,
      data: data[i]!,
      agents: withLetters(await agents(contract), own),
      flow: await flow(contract),
      letterFaults: own.flatMap((l) => faults.get(l.id) ?? []),
      templateFaults: await template(contract),
    })
  }
  return asked
}
