import { problems } from '../../kit/model/problem.ts'
import { inThread } from '../../runtime/thread.server.ts'
import type { VerifyTask } from './verify-worker.server.ts'
import { MOST_SIGNATURES, tooManySignatures, type VerifiedSignature } from './verify.ts'

/** Whether a file names more signatures than are judged: seen in its bytes, before a thread is begun for it. */
function namesTooMany(pdf: Buffer): boolean {
  let [n, at] = [0, pdf.indexOf('/ByteRange')]
  for (; at >= 0 && n <= MOST_SIGNATURES; at = pdf.indexOf('/ByteRange', at + 1)) n += 1
  return n > MOST_SIGNATURES
}

/** Megabytes that the thread may hold while it reads a PDF. */
const HEAP_MB = 192

/** `verify` in a thread of its own: the file is one that somebody sent. `workMs`: how long it may take; with a `signal` it waits for its turn as long as it takes. @throws 400 for what is no PDF, or holds too much */
export async function verifyInWorker(
  pdf: Buffer,
  authorities: readonly string[] = [],
  o: { workMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<VerifiedSignature[]> {
  if (namesTooMany(pdf)) throw tooManySignatures()
  const task: VerifyTask = { pdf, authorities }
  return inThread(new URL('./verify-worker.server.ts', import.meta.url), task, {
    heapMb: HEAP_MB,
    ...(o.workMs === undefined ? {} : { workMs: o.workMs }),
    ...(o.signal ? { signal: o.signal } : {}),
    tooLarge: () => problems.badRequest({ zh: '文件内容过大，无法验证', en: 'The file is too large to be verified' }),
  })
}
