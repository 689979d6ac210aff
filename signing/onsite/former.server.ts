/** Contracts were signed on site by one job, for both parties in the same second. What of it is still waiting goes back to the clerk, who begins anew. */

import * as rows from '../../kit/server/rows.server.ts'
import type { JobKind } from '../../runtime/jobs.server.ts'
import { lockRow } from '../../services/process/rows.server.ts'
import { business, contract_file } from '../../business/cases/definitions/business.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { openFlow } from '../acts/sign-flow.server.ts'
import { moveContract } from '../acts/step.server.ts'
import { onsiteProblems } from '../contract/onsite-problems.ts'

/** Its payload names a contract, and the `rev` that its row had after the start. It signs nothing, and gives the reserved signature back. */
export const formerJob: JobKind = {
  kind: 'contract-sign',
  label: '签署承包合同',
  en: 'Contract signing',
  repeatable: true,
  run: async (job, { contractId, rev }) =>
    job.finish(async (ctx) => {
      const seen = await rows.find(ctx, contract_file, { id: String(contractId) })
      if (!seen) return { given: false }
      await lockRow(ctx, business, seen.businessId)
      const c = await rows.get(ctx, contract_file, seen.id)
      if (c.signStatus !== SIGN.unsigned || Number(c.rev) !== Number(rev) || (await openFlow(ctx, c.id))) return { given: false }
      await moveContract(ctx, c, 'cancel', { reason: onsiteProblems.former().say(job.lang) })
      return { given: true }
    }),
}
