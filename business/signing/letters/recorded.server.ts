import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { Problem } from '../../../kit/model/problem.ts'
import { joinable } from '../../../kit/server/query.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { attach } from '../../../services/files/attach.ts'
import type { ContractFile } from '../../cases/business.ts'
import { sign_letter, type SignLetter } from './letter.ts'
import { letterProblems } from './problems.ts'

/** The letters that are recorded for a contract, one a node at most. */
export const lettersFor = async (ctx: Ctx, c: Pick<ContractFile, 'id' | 'regionCode'>): Promise<SignLetter[]> =>
  (await joinable(ctx, sign_letter)
    .selectAll('sign_letter')
    .where('sign_letter.countyCode', '=', countyOf(c.regionCode!))
    .where('sign_letter.contractId', '=', c.id)
    .orderBy('sign_letter.nodeCode')
    .execute()) as SignLetter[]
/** Letters that are not good today, or whose file is no longer the one that was recorded: letter-expired, letter-file. */
export async function letterFaults(ctx: Ctx, letters: readonly SignLetter[]): Promise<Problem[]> {
  const today = ctx.now.slice(0, 10)
  const faults: Problem[] = []
  for (const l of letters) {
    if (today < l.fromDay! || today > l.toDay!) faults.push(letterProblems.expired({ agent: l.agentName!, from: l.fromDay!, to: l.toDay! }))
    const file = await rows.find(ctx, attach, { id: l.attachId! })
    if (!file || file.sha256 !== l.fileHash) faults.push(letterProblems.file({ agent: l.agentName! }))
  }
  return faults
}
/** Refuses them. @throws letter-expired, letter-file */
export async function requireLetters(ctx: Ctx, letters: readonly SignLetter[]): Promise<void> {
  const [fault] = await letterFaults(ctx, letters)
  if (fault) throw fault
}
