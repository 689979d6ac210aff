import type { Ctx } from '../../../kit/server/ctx.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { readContractData, readDraftsData, type ContractData, type DraftContract } from '../../../land/paper/read.server.ts'
import { business, type Business, type ContractFile } from '../definitions/business.ts'
import { draftOf, type StoredForm } from './case.server.ts'
import { aboutOf, handlingOf, type Registry } from './handling.server.ts'

/**
 * Reads a contract of a business as it will be printed: from the stored form, by its type, completed by the register. Areas in mu.
 * @param o `qdsj`: day of signing that the contract shows (yyyy-MM-dd), the contract's own when absent; `business`, `draft`: the case and its stored form, where the caller has read them
 * @throws not-found where the type has no such contract, or who signs it is no longer there
 */
export async function readDraftContract(
  of: Pick<Registry, 'handlings'>,
  ctx: Ctx,
  c: ContractFile,
  o: { qdsj?: string | null; business?: Business; draft?: Pick<StoredForm, 'form' | 'codes'> } = {},
): Promise<ContractData> {
  const { qdsj = c.qdsj } = o
  const b = o.business ?? (await rows.get(ctx, business, c.businessId!))
  const draft = await draftContractOf(of, ctx, c, b, o.draft ?? (await draftOf(ctx, b.id)))
  return readContractData(ctx, { draft: { ...draft, terms: { ...draft.terms, qdsj } } })
}
/** A contract of a business as its type says it, without what the register says of issuer and parcels. @throws as readDraftContract */
export const draftContractOf = async (
  of: Pick<Registry, 'handlings'>,
  ctx: Ctx,
  c: Pick<ContractFile, 'cbhtbm'>,
  b: Business,
  draft: Pick<StoredForm, 'form' | 'codes'>,
): Promise<DraftContract> => (await draftContractsOf(of, ctx, [c], b, draft))[0]!
/** A household without a phone is reached by the one that its representative gave with the application: the paper says it; the register is told by a correction of contact data. */
function reached<D extends Pick<DraftContract, 'holder'>>(d: D, { obligeIdCard, obligePhone }: Business): D {
  const { lxdh, cbfzjhm } = d.holder
  return lxdh || !obligePhone || !cbfzjhm || cbfzjhm !== obligeIdCard ? d : { ...d, holder: { ...d.holder, lxdh: obligePhone } }
}
const draftContractsOf = async (
  of: Pick<Registry, 'handlings'>,
  ctx: Ctx,
  list: readonly Pick<ContractFile, 'cbhtbm'>[],
  b: Business,
  { form, codes }: Pick<StoredForm, 'form' | 'codes'>,
): Promise<DraftContract[]> => {
  const drafts = await handlingOf(of, b).contracts(
    ctx,
    form,
    aboutOf(b),
    codes ?? {},
    list.map((c) => c.cbhtbm!),
  )
  return drafts.map((d) => reached(d, b))
}
/**
 * Reads contracts of one business as readDraftContract does each of them: of a type with many contracts in as many statements for all as for one.
 * @param stored the case and its stored form
 */
export async function readDraftContracts(
  of: Pick<Registry, 'handlings'>,
  ctx: Ctx,
  list: readonly ContractFile[],
  { business: b, draft }: { business: Business; draft: Pick<StoredForm, 'form' | 'codes'> },
): Promise<ContractData[]> {
  const drafts = await draftContractsOf(of, ctx, list, b, draft)
  return readDraftsData(
    ctx,
    drafts.map((d, i) => ({ ...d, terms: { ...d.terms, qdsj: list[i]!.qdsj } })),
  )
}
