import { typedRows } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../../kit/server/query.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { contract_file, type Business, type ContractFile } from '../definitions/business.ts'
import { SIGN } from '../../../land/definitions/statuses.ts'
import type { FiledContract } from './handling.server.ts'
import type { ContractPlan } from '../definitions/meaning.ts'

/** The contracts of a business that are to be signed. */
export const contractsOf = async (ctx: Ctx, b: Pick<Business, 'id'>): Promise<ContractFile[]> =>
  await typedRows<ContractFile>(
    scoped(ctx, contract_file).selectAll('contract_file').where('contract_file.businessId', '=', b.id).orderBy('contract_file.cbhtbm'),
  )

/** The contracts of a business that is held, with the files that they name: what a finish looks at. */
export const filedContracts = async (ctx: Ctx, b: Pick<Business, 'id'>): Promise<FiledContract[]> =>
  await typedRows<FiledContract>(
    joinable(ctx, contract_file)
      .leftJoin('attach', (on) =>
        on
          .onRef('attach.countyCode', '=', 'contract_file.countyCode')
          .onRef('attach.tenantId', '=', 'contract_file.tenantId')
          .onRef('attach.businessId', '=', 'contract_file.businessId')
          .onRef('attach.id', '=', 'contract_file.attachId'),
      )
      .selectAll('contract_file')
      .select(['attach.ossName', 'attach.name'])
      .where('contract_file.businessId', '=', b.id)
      .orderBy('contract_file.cbhtbm'),
  )

/** Makes the contracts to sign those of the plan; one whose data changed is begun anew. */
export async function syncContracts(ctx: Ctx, b: Business, plans: readonly ContractPlan[]): Promise<void> {
  const have = await contractsOf(ctx, b)
  const begun = plans.map((p) => ({ ...p, signStatus: SIGN.notBegun, attachId: null, fileHash: null }))
  const known = new Map(have.map((h) => [h.cbhtbm, h]))
  await rows.eraseMany(
    ctx,
    contract_file,
    have.filter((h) => !plans.some((p) => p.cbhtbm === h.cbhtbm)),
  )
  await rows.updateMany(
    ctx,
    contract_file,
    begun.flatMap((values) => {
      const row = known.get(values.cbhtbm)
      return row ? [{ row, values }] : []
    }),
  )
  await rows.insertMany(
    ctx,
    contract_file,
    begun.filter((p) => !known.has(p.cbhtbm)).map((p) => ({ ...p, regionCode: b.regionCode, businessId: b.id })),
  )
}
