import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { sign_event } from './event.ts'

/** Keeps acts on contracts, in the transaction that does them. */
export async function recordActs(
  ctx: Ctx,
  acts: readonly { contract: Pick<ContractFile, 'id' | 'regionCode' | 'cbhtbm'>; event: string; fileHash?: string | null; detail?: string | null }[],
): Promise<void> {
  await rows.insertMany(
    ctx,
    sign_event,
    acts.map(({ contract, event, fileHash, detail }) => ({
      regionCode: contract.regionCode,
      contractId: contract.id,
      cbhtbm: contract.cbhtbm,
      event,
      person: ctx.who.realName,
      ip: ctx.ip || null,
      fileHash: fileHash ?? null,
      detail: detail?.slice(0, 500) ?? null,
    })),
  )
}
