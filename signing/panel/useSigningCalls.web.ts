import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { words as remoteWords } from '../acts/words.ts'
import { BEGUN_AT_ONCE } from '../contract/flow.ts'
import { words as signWords } from '../contract/words.ts'

/** How many contracts of a long start are begun. */
export interface StartProgress {
  done: number
  of: number
}
/** The calls of signing, one at a time. What a call refuses the client has told; the panel only goes on. `onDone`: contracts were changed. */
export function useSigningCalls(businessId: unknown, onDone: () => Promise<void>) {
  const toast = useToast()
  const { busy, run } = useOneCall()
  const [progress, setProgress] = useState<StartProgress>()
  const keysOf = (contracts: readonly AnyRow[]) => ({ uniqueKey: businessId, businessKeys: contracts.map((c) => c.id) })
  const call = async (path: string, body: object, then: () => unknown) => void (await run(() => api.post(path, body).then(then)))
  /** Many are begun part by part, each contract whole or not at all; what was begun before a refusal stays so. */
  const startAll = async (contracts: readonly AnyRow[]) => {
    const of = contracts.length
    let n = 0
    try {
      for (; n < of; n += BEGUN_AT_ONCE) {
        if (of > BEGUN_AT_ONCE) setProgress({ done: n, of })
        await api.post('sign/start', keysOf(contracts.slice(n, n + BEGUN_AT_ONCE)))
      }
    } catch {
      if (n) toast.warn(signWords.begunOf(n, of))
    }
    setProgress(undefined)
    // after a refusal, too, some are begun
    if (n) await onDone()
    return n >= of
  }
  return {
    busy,
    progress,
    /** whether all of them are begun */
    start: async (contracts: readonly AnyRow[]) => {
      let isWhole = false
      await run(async () => (isWhole = await startAll(contracts)))
      return isWhole
    },
    remind: (contracts: readonly AnyRow[]) => call('sign/remind', keysOf(contracts), () => toast.done(remoteWords.reminded)),
    cancel: (contracts: readonly AnyRow[]) => call('sign/cancel', keysOf(contracts), onDone),
    takeBack: (c: AnyRow) => call('dzzw/contract/revoke', { contractId: c.id }, onDone),
  }
}
export type SigningCalls = ReturnType<typeof useSigningCalls>
