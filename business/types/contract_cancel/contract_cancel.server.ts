import { handling } from '../../cases/handling.server.ts'
import { standingOf } from '../../cases/standing.server.ts'
import { entries, faults, means } from './plan.ts'
import { contractCancel } from './type.ts'

/** 合同注销 on the server. */
export const contractCancelHandling = handling({
  type: contractCancel,
  facts: async (ctx, form) => ({ standing: await standingOf(ctx, form.cbjyqzbm.slice(0, -1)) }),
  faults,
  means,
  entries,
})
