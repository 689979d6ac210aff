import { typedRows } from '../../kit/server/any-query.server.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Problem } from '../../kit/model/problem.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { attach } from '../../services/files/attach.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { sign_letter, type SignLetter } from './letter.ts'
import { letterProblems } from './letter-problems.ts'

/** The letters that are recorded for a contract, one a node at most. */
export const lettersFor = (ctx: Ctx, c: Pick<ContractFile, 'id' | 'regionCode'>): Promise<SignLetter[]> => recordedLetters(ctx, [c])
/** Those of several contracts of one county. One statement. */
export const recordedLetters = async (ctx: Ctx, list: readonly Pick<ContractFile, 'id' | 'regionCode'>[]): Promise<SignLetter[]> =>
  await typedRows<SignLetter>(
    joinable(ctx, sign_letter)
      .selectAll('sign_letter')
      .where('sign_letter.countyCode', '=', countyOf(list[0]!.regionCode!))
      .where(
        'sign_letter.contractId',
        'in',
        list.map((c) => c.id),
      )
      .orderBy('sign_letter.nodeCode'),
  )
/** Of each letter by its id that it is not good today, or its file no longer the one that was recorded: letter-expired, letter-file. One statement at most. */
export async function letterFaults(ctx: Ctx, letters: readonly SignLetter[]): Promise<Map<string, Problem[]>> {
  const today = ctx.now.slice(0, 10)
  const hashes = await digestsOf(ctx, [...new Set(letters.map((l) => l.attachId!))])
  return new Map(
    letters.map((l) => {
      const agent = l.agentName!
      const isOver = today < l.fromDay! || today > l.toDay!
      const isOther = hashes.get(l.attachId!) !== l.fileHash
      return [
        l.id,
        [...(isOver ? [letterProblems.expired({ agent, from: l.fromDay!, to: l.toDay! })] : []), ...(isOther ? [letterProblems.file({ agent })] : [])],
      ]
    }),
  )
}
/** The digests of files that are there. */
async function digestsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const found = await joinable(ctx, attach).select(['attach.id', 'attach.sha256']).where('attach.id', 'in', ids).execute()
  return new Map(found.map((f) => [f.id, f.sha256]))
}
/** Refuses them. @throws letter-expired, letter-file */
export async function requireLetters(ctx: Ctx, letters: readonly SignLetter[]): Promise<void> {
  const [fault] = [...(await letterFaults(ctx, letters)).values()].flat()
  if (fault) throw fault
}
