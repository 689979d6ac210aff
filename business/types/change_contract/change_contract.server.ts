import { handling } from '../../cases/handling/handling.server.ts'
import { changeSurvey } from './survey.server.ts'
import { contract, factsOf } from './facts.server.ts'
import { faults } from './faults.ts'
import { entries, consequences } from './plan.ts'
import { changeContract } from './type.ts'

/** 合同变更 on the server. */
export const changeContractHandling = handling({
  type: changeContract,
  facts: factsOf,
  faults,
  consequences,
  entries,
  contract,
  steps: { survey: changeSurvey },
})
