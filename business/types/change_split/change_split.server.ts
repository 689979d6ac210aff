import { cuttingSurvey } from '../../cases/land/pieces.server.ts'
import { handling } from '../../cases/handling/handling.server.ts'
import { contract, factsOf } from './facts.server.ts'
import { faults } from './faults.ts'
import { entries, consequences } from './plan.ts'
import { changeSplit } from './type.ts'

/** 分户 on the server. */
export const changeSplitHandling = handling({
  type: changeSplit,
  facts: factsOf,
  faults,
  consequences,
  entries,
  contract,
  steps: { survey: cuttingSurvey('cuts') },
})
