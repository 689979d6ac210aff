import { create } from 'zustand'
import { listen } from '../../kit/web/client.web.ts'
import { session } from '../../kit/web/session.web.ts'

/** How long to wait before the stream is asked for again, ms: after an end, and after a refusal; doubled each time until the longest. */
const AGAIN_MS = { first: 2000, longest: 60_000 }
const NAME = 'chengbao.live'

/** What the server has told of this person, by the name of what is told; `isOpen`: whether somebody of this browser listens. */
const useStates = create<{ states: Readonly<Record<string, unknown>>; isOpen: boolean }>(() => ({ states: {}, isOpen: false }))
/** What stands of one thing that the live channel tells; undefined before it is told. */
export const useLive = <T>(name: string): T | undefined => useStates((s) => s.states[name]) as T | undefined
/** Whether the channel is open: what it tells need not be asked for. */
export const useIsLive = (): boolean => useStates((s) => s.isOpen)

/** Whether the person has asked this browser to save data: nobody listens then, and the bell asks now and then. */
function savesData(): boolean {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator
  return connection?.saveData === true
}

type Heard = { mark: string; states?: Record<string, unknown>; isOpen?: boolean; asks?: true }
const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })

/**
 * Listens to the live channel while the shell is open; the answer stops it. One window of a browser listens for all of them, since a browser opens few connections to
 * a server: it holds a lock, and tells the others.
 * Who saves data is not listened for.
 */
export function startListening(): () => void {
  if (savesData()) return () => {}
  const stop = new AbortController()
  const others = new BroadcastChannel(NAME)
  const tell = (h: Omit<Heard, 'mark'>): void => others.postMessage({ mark: session().mark, ...h } satisfies Heard)
  const take = (h: Pick<Heard, 'states' | 'isOpen'>): void =>
    useStates.setState((s) => ({ states: { ...s.states, ...h.states }, isOpen: h.isOpen ?? s.isOpen }))
  const put = (h: Pick<Heard, 'states' | 'isOpen'>): void => {
    take(h)
    tell(h)
  }
  let leads = false
  others.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
    // another person's window of the same browser
    if (data.mark !== session().mark) return
    if (leads && data.asks) tell(useStates.getState())
    if (!leads && !data.asks) take(data)
  })
  tell({ asks: true })
  const lead = async (): Promise<void> => {
    leads = true
    let pause = AGAIN_MS.first
    while (!stop.signal.aborted) {
      await listen(
        'basic/live',
        (name, data) => {
          pause = AGAIN_MS.first
          put({ states: { [name]: JSON.parse(data) as unknown }, isOpen: true })
        },
        stop.signal,
      ).catch(() => void (pause = Math.min(pause * 2, AGAIN_MS.longest)))
      // whoever stopped it has closed the channel to the others, and forgotten what was told
      if (stop.signal.aborted) break
      put({ isOpen: false })
      await wait(pause, stop.signal)
    }
    leads = false
  }
  // the lock is one of each sign-in: its windows share a stream, and nobody else's
  if (navigator.locks) navigator.locks.request(`${NAME}.${session().mark}`, { signal: stop.signal }, lead).catch(() => undefined)
  else void lead()
  return () => {
    stop.abort()
    others.close()
    useStates.setState({ states: {}, isOpen: false })
  }
}
