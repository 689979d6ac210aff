import { problems } from '../../kit/model/problem.ts'
import { inThread } from '../../runtime/thread.server.ts'
import type { VerifyTask } from './verify-worker.server.ts'
import type { VerifiedSignature } from './verify.server.ts'

/** Megabytes that the thread may hold while it reads a PDF. */
const HEAP_MB = 192

/** `verify` in a thread of its own: the file is one that somebody sent. @throws 400 for what is no PDF */
export function verifyApart(pdf: Buffer, authorities: readonly string[] = []): Promise<VerifiedSignature[]> {
  const task: VerifyTask = { pdf, authorities }
  return inThread(new URL('./verify-worker.server.ts', import.meta.url), task, {
    heapMb: HEAP_MB,
    tooLarge: () => problems.badRequest({ zh: '文件内容过大，无法验证', en: 'The file holds too much to be verified' }),
  })
}
