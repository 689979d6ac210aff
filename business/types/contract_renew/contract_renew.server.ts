import { draftOf } from '../../cases/handling/case.server.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { handling, type TaskStep } from '../../cases/handling/handling.server.ts'
import { undrawn } from '../../cases/land/pieces.ts'
import { contract, contracts, factsOf, waitsOf } from './facts.server.ts'
import { consequences } from './consequences.ts'
import { entries, faults } from './plan.ts'
import { contractRenew } from './type.ts'

/** The survey of an extension: it is passed when the pieces of every parcel that is cut are drawn. */
const survey: TaskStep = {
  async ready(ctx, { business }) {
    const { form } = await draftOf(ctx, business.id)
    formsIn(form.nh).forEach((h, i) => {
      const [first] = undrawn(
        formsIn(h.cuts).map((c) => ({ dkbm: String(c.dkbm), pieces: formsIn(c.pieces) })),
        `nh.${i}.cuts`,
      )
      if (first) throw first
    })
  },
}
/** 延包 on the server. */
export const contractRenewHandling = handling({
  type: contractRenew,
  facts: factsOf,
  faults,
  consequences,
  entries,
  contract,
  contracts,
  waits: waitsOf,
  steps: { survey },
})
