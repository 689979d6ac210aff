import { handling } from '../../cases/handling/handling.server.ts'
import { contract, factsOf } from './facts.server.ts'
import { faults } from './faults.ts'
import { entries, consequences } from './plan.ts'
import { changeMerge } from './type.ts'

/** 合户 on the server. */
export const changeMergeHandling = handling({ type: changeMerge, facts: factsOf, faults, consequences, entries, contract })
