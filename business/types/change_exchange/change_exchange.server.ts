import { handling } from '../../cases/handling/handling.server.ts'
import { cuttingSurvey } from '../../cases/land/pieces.server.ts'
import { contract, factsOf } from './facts.server.ts'
import { entries, faults, consequences } from './plan.ts'
import { changeExchange } from './type.ts'

/** 互换 on the server. */
export const changeExchangeHandling = handling({
  type: changeExchange,
  facts: factsOf,
  faults,
  consequences,
  entries,
  contract,
  steps: { survey: cuttingSurvey('cuts') },
})
