import { handling } from '../../cases/handling/handling.server.ts'
import { contract, factsOf } from './facts.server.ts'
import { entries, faults, consequences } from './plan.ts'
import { scanSteps } from './scan.server.ts'
import { contractSupplement } from './type.ts'

/** 合同补签（补发） on the server. */
export const contractSupplementHandling = handling({ type: contractSupplement, facts: factsOf, faults, consequences, entries, contract, steps: scanSteps })
