import { handling } from '../../cases/handling/handling.server.ts'
import { contract } from './contract.server.ts'
import { factsOf } from './facts.server.ts'
import { entries, faults, consequences } from './plan.ts'
import { contractSign } from './type.ts'

/** 承包合同签订 on the server. */
export const contractSignHandling = handling({ type: contractSign, facts: factsOf, faults, consequences, entries, contract })
