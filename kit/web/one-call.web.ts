import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Text } from '../model/lang.ts'
import { isApiError } from './client.web.ts'
import { useToast } from './dialogs.web.tsx'

interface After {
  /** told when it is done */
  done?: Text
  /** keys of kept answers that it changes: they are asked for again before it counts as done */
  touches?: readonly (readonly unknown[])[]
  /** takes a refusal that is shown elsewhere, as at the fields of a form; true: it was */
  refused?(e: unknown): boolean
}
/**
 * One act at a time, from the press to what is told of it: `busy` while it runs, in which a second press does nothing; afterwards its words, and what it touches
 * is asked for again. A refused call is told by the client, any other fault here. `run` answers whether it was done.
 */
export function useOneCall(): { busy: boolean; run(act: () => Promise<unknown>, after?: After): Promise<boolean> } {
  const toast = useToast()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const run = async (act: () => Promise<unknown>, { done, touches = [], refused }: After = {}) => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    try {
      await act()
      await Promise.all(touches.map((queryKey) => client.invalidateQueries({ queryKey })))
      if (done) toast.done(done)
      return true
    } catch (e) {
      if (!refused?.(e) && !isApiError(e)) toast.failed(e)
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
