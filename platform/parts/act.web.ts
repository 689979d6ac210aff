import { useState } from 'react'

const saidBy = (e: unknown): string => (e instanceof Error ? e.message : String(e))
/**
 * One call at a time; its last refusal is kept to be told where it was asked.
 * @param failed what a refusal says, '' for nothing
 */
export function useAct(failed: (e: unknown) => string = saidBy) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFault('')
    await work().catch((e: unknown) => setFault(failed(e)))
    setBusy(false)
  }
  return { busy, fault, run, setFault }
}
