import { handling } from '../../cases/handling.server.ts'
import { contract, factsOf } from './facts.server.ts'
import { entries, faults, means } from './plan.ts'
import { contractRenew } from './type.ts'

/** 延包 on the server. */
export const contractRenewHandling = handling({ type: contractRenew, facts: factsOf, faults, means, entries, contract })
