/** Worker thread that reads one PDF and checks its signatures. */
import { problems } from '../../kit/model/problem.ts'
import { workOn } from '../../runtime/thread-work.server.ts'
import { verify } from './verify.server.ts'

export interface VerifyTask {
  pdf: Uint8Array
  /** certificates as PEM */
  authorities: readonly string[]
}

await workOn(({ pdf, authorities }: VerifyTask) =>
  verify(Buffer.from(pdf), authorities).catch((e: unknown) => {
    throw e instanceof RangeError ? problems.badRequest({ zh: e.message, en: 'The file is not a valid PDF' }) : e
  }),
)
