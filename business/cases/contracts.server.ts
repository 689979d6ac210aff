import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { contract_file, type Business, type ContractFile } from './business.ts'
import { SIGN } from './flow.ts'
import type { ContractPlan } from './meaning.ts'

/** The contracts of a business that are to be signed. */
export const contractsOf = async (ctx: Ctx, b: Pick<Business, 'id'>): Promise<ContractFile[]> =>
  (await scoped(ctx, contract_file)
    .selectAll('contract_file')
    .where('contract_file.businessId', '=', b.id)
    .orderBy('contract_file.cbhtbm')
    .execute()) as ContractFile[]

/** Makes the contracts to sign those of the plan; one whose data changed is begun anew. */
export async function syncContracts(ctx: Ctx, b: Business, plans: readonly ContractPlan[]): Promise<void> {
  const have = await contractsOf(ctx, b)
  await rows.erase(
    ctx,
    contract_file,
    have.filter((h) => !plans.some((p) => p.cbhtbm === h.cbhtbm)).map((h) => h.id),
  )
  for (const p of plans) {
    const known = have.find((h) => h.cbhtbm === p.cbhtbm)
    const fresh = { ...p, signStatus: SIGN.notBegun, attachId: null, fileHash: null }
    if (known) await rows.change(ctx, contract_file, known, fresh)
    else await rows.insert(ctx, contract_file, { ...fresh, regionCode: b.regionCode, businessId: b.id })
  }
}
