import { handling } from '../../cases/handling/handling.server.ts'
import { contract, factsOf } from './facts.server.ts'
import { faults } from './faults.ts'
import { entries, consequences } from './plan.ts'
import { correctCbf } from './type.ts'

/** 承包方信息更正 on the server. */
export const correctCbfHandling = handling({ type: correctCbf, facts: factsOf, faults, consequences, entries, contract })
