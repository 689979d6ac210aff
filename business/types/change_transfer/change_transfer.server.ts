import { handling } from '../../cases/handling/handling.server.ts'
import { cuttingSurvey } from '../../cases/land/pieces.server.ts'
import { contract, factsOf } from './facts.server.ts'
import { faults } from './faults.ts'
import { entries, consequences } from './plan.ts'
import { changeTransfer } from './type.ts'

/** 转让 on the server. */
export const changeTransferHandling = handling({
  type: changeTransfer,
  facts: factsOf,
  faults,
  consequences,
  entries,
  contract,
  steps: { survey: cuttingSurvey('cuts') },
})
