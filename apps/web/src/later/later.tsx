import { useEffect, useState, type ComponentType, type ReactElement } from 'react'

/** What is done with the real thing when it has come. */
export type Pending<Api> = (api: Api) => void
export interface HolderProps<Api> {
  queue: Pending<Api>[]
  /** rises with each act that waits */
  wanted: number
  /** as the real hook takes it */
  config?: object | undefined
}

/** How long the first page has the browser to itself, ms. */
const AFTER = 1500
/**
 * A part of antd's App that no first sight shows, in the place of its own hook (UNUSED in vite.config.ts): it is fetched when the browser rests after the first page,
 * because a message of a lost line could not be fetched any more, and what was asked of it before is done then. A call answers how to end what it began.
 */
export function useLater<Api extends object>(kinds: readonly (keyof Api & string)[], load: () => Promise<ComponentType<HolderProps<Api>>>, config?: object) {
  const [queue] = useState<Pending<Api>[]>(() => [])
  const [wanted, setWanted] = useState(0)
  const [Holder, setHolder] = useState<ComponentType<HolderProps<Api>>>()
  useEffect(() => {
    if (Holder) return
    // a file that did not come is asked for again with the next act: who asks a question must not wait for ever
    const fetch = () =>
      void load().then(
        (real) => setHolder(() => real),
        () => undefined,
      )
    if (wanted > 0) return fetch()
    let pause = 0
    const after = setTimeout(() => (pause = requestIdleCallback(fetch)), AFTER)
    return () => {
      clearTimeout(after)
      cancelIdleCallback(pause)
    }
  }, [wanted])
  const [api] = useState(() => {
    const asked =
      (kind: keyof Api & string) =>
      (...given: unknown[]) => {
        let end: unknown
        let over = false
        const act: Pending<Api> = (real) => {
          if (!over) end = (real[kind] as (...a: unknown[]) => unknown)(...given)
        }
        queue.push(act)
        setWanted((n) => n + 1)
        return () => {
          over = true
          if (typeof end === 'function') end()
        }
      }
    return Object.fromEntries(kinds.map((kind) => [kind, asked(kind)]))
  })
  const holder: ReactElement | null = Holder ? <Holder queue={queue} wanted={wanted} config={config} /> : null
  return [api, holder] as const
}
