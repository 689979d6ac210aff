import { handling } from '../../cases/handling/handling.server.ts'
import { factsOf } from './facts.server.ts'
import { entries, faults, consequences } from './plan.ts'
import { correctFbf } from './type.ts'

/** 发包方信息更正 on the server. */
export const correctFbfHandling = handling({ type: correctFbf, facts: factsOf, faults, consequences, entries })
