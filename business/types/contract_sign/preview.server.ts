import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { Route } from '../../../kit/server/route.server.ts'
import { problems } from '../../../kit/model/problem.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { findCbf, membersOf } from '../../../land/cbf/cbf.server.ts'
import { readContractData, readContractSketch, type ContractData, type DraftContract } from '../../../land/paper/read.server.ts'
import { pdfLater, renderContract, renderSketch } from '../../../land/paper/render.server.ts'
import { draftOf } from '../../cases/case.server.ts'
import { contract_file, type ContractFile } from '../../cases/business.ts'
import type { SignCodes, SignForm } from './type.ts'
import { householdOf } from './facts.server.ts'

/** The contractor and members that a form names: those of the register, or the new household with the code it got at save-commit. */
async function partyOf(ctx: Ctx, form: SignForm, codes: SignCodes): Promise<Pick<DraftContract, 'holder' | 'members'>> {
  if (codes.isNew) {
    const { draft, members } = householdOf(form)
    return { holder: { ...draft, cbfbm: codes.cbfbm, cbfmc: draft.cbfmc }, members: members.map((m) => m.values) }
  }
  const known = await findCbf(ctx, codes.cbfbm)
  if (!known) throw problems.notFound({ zh: '承包方', en: 'Contractor' })
  return { holder: { ...known, cbfbm: codes.cbfbm, cbfmc: known.cbfmc }, members: await membersOf(ctx, codes.cbfbm) }
}

/**
 * Reads a contract of a business as it will be printed: from the stored form of 承包合同签订, completed by the register. Areas in mu.
 * @param qdsj day of signing that the contract shows (yyyy-MM-dd); the day typed in the form when absent
 * @throws not-found when the contractor is no longer there
 */
export async function readDraftContract(ctx: Ctx, c: ContractFile, qdsj: string | null = c.qdsj): Promise<ContractData> {
  const stored = await draftOf(ctx, c.businessId!)
  const form = stored.form as SignForm
  const party = await partyOf(ctx, form, stored.codes as SignCodes)
  return readContractData(ctx, { draft: { fbfbm: form.fbfbm, terms: { ...form.cbht, cbhtbm: c.cbhtbm!, qdsj }, ...party, parcels: form.dk } })
}

/** Contract and sketch of a running business in one PDF, before anything is in the register. Source: business-flows.md 7. */
export const previewRoute: Route = {
  method: 'GET',
  answer: 'file',
  path: '/dzzw/preview-contract-draft',
  perm: 'print_view',
  scope: 'land',
  audit: 'read',
  summary: '预览待签合同及地块示意图',
  query: ['contractId'],
  run: async (ctx, q) => {
    const c = await rows.get(ctx, contract_file, String(q.contractId ?? ''))
    const data = await readDraftContract(ctx, c)
    const sketch = await readContractSketch(ctx, data)
    return pdfLater(`${c.cbhtbm}-待签合同及地块示意图`, ctx.now, [async (t) => (await renderContract(data, t)).pdf, (t) => renderSketch(sketch, t)])
  },
}
