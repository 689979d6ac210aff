import type { Problem } from '../../../kit/model/problem.ts'
import { paperFaults } from './judge.ts'
import { lookAt } from './look-apart.server.ts'
import { togetherOf } from './together.ts'

/** All that the pages of a scan tell against it as the paper of a contract of the register; undefined where it is fit. Its pages are read by a thread. */
export const paperFault = async (pdf: Buffer, cbhtbm: string): Promise<Problem | undefined> => togetherOf(paperFaults(await lookAt(pdf), cbhtbm))
