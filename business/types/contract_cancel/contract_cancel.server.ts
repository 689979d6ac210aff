import { handling } from '../../cases/handling/handling.server.ts'
import { contract, factsOf } from './facts.server.ts'
import { entries, faults, consequences } from './plan.ts'
import { contractCancel } from './type.ts'

/** 合同注销 on the server. */
export const contractCancelHandling = handling({ type: contractCancel, facts: factsOf, faults, consequences, entries, contract })
