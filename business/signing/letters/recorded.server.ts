import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable } from '../../../kit/server/query.server.ts'
import type { ContractFile } from '../../cases/business.ts'
import { sign_letter, type SignLetter } from './letter.ts'

/** The letters that are recorded for a contract, one a node at most. */
export const lettersFor = async (ctx: Ctx, c: Pick<ContractFile, 'id' | 'regionCode'>): Promise<SignLetter[]> =>
  (await joinable(ctx, sign_letter)
    .selectAll('sign_letter')
    .where('sign_letter.countyCode', '=', countyOf(c.regionCode!))
    .where('sign_letter.contractId', '=', c.id)
    .orderBy('sign_letter.nodeCode')
    .execute()) as SignLetter[]
