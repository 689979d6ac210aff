import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { wrongIn } from './device.web.ts'
import { words, wrongText } from './words.ts'

/** What the device is asked for beside photos. */
export type Hinted = keyof typeof words.hints

/**
 * One thing at a time that the device does for somebody: what it waits for is said meanwhile, every refusal is told, and what comes after the screen was
 * closed is dropped. `work` answers what is done with what the device gave.
 */
export function useDoing<A extends Hinted>() {
  const { say } = useSay()
  const { message } = App.useApp()
  const toast = useToast()
  const [busy, setBusy] = useState<A>()
  const told = useRef<() => void>(undefined)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      told.current?.()
    }
  }, [])
  async function doing(act: A, work: () => Promise<() => unknown>): Promise<void> {
    setBusy(act)
    const done = (told.current = message.loading(say(words.hints[act]), 0))
    try {
      const finish = await work()
      done()
      if (here.current) await finish()
    } catch (e) {
      if (here.current) toast.warn(wrongText(wrongIn(e)))
    } finally {
      done()
      setBusy(undefined)
    }
  }
  return { busy, doing }
}
