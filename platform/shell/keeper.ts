/** What is known of a draft: when it was kept last, why what stands in the form now is not kept, whether it lies aside in this browser. */
export interface KeptState {
  /** HH:mm:ss at which the server had all that was typed */
  at?: string
  /** something was typed that is on its way */
  isPending?: boolean
  /** why it could not be kept; it is tried again */
  unkept?: string
  /** it lies sealed in this browser until it can be sent */
  isAside?: boolean
}
interface KeeperOf {
  /** what stands in the form; undefined = nothing was typed */
  read(): unknown
  /** gives it to the server; answers the time at which it was kept */
  send(value: unknown): Promise<string>
  /** lays aside what could not be sent; false where the browser cannot */
  layAside(value: unknown): Promise<boolean>
  tell(state: KeptState): void
  /** what to say of a call that failed, and of one that hangs */
  wordsOf(e: unknown): string
  waits(): string
  /** milliseconds between two looks at the form */
  every: number
}
export interface Keeper {
  /** something was typed: nobody reads "kept" until it is */
  typed(): void
  /** tries at once: the line or the session is there again, or the page may be about to go */
  atOnce(): void
  /** resolves when nothing is on its way any more */
  settled(): Promise<void>
  /** nothing is kept any more */
  stop(): void
}
/** Turns between two tries of what could not be kept, at most. */
const LONGEST = 12

/** Keeps what stands in a form, one call after the other. What could not be kept is said, laid aside and tried again after 1, 2, 4 … turns. */
export function openKeeper({ read, send, layAside, tell, wordsOf, waits, every }: KeeperOf): Keeper {
  let state: KeptState = {}
  /** what the server has, and what lies aside */
  let held: string | undefined
  let aside: string | undefined
  let flight: Promise<void> | undefined
  let isOver = false
  const failed = { times: 0, wait: 0 }
  const say = (next: KeptState) => {
    state = next
    if (!isOver) tell(state)
  }
  const lay = async (value: unknown, text: string) => {
    if (aside === text) return
    const isAside = await layAside(value).catch(() => false)
    aside = isAside ? text : undefined
    say({ ...state, isAside })
  }
  const keep = async (value: unknown, text: string) => {
    try {
      const at = (await send(value)).slice(11, 19)
      Object.assign(failed, { times: 0, wait: 0 })
      held = text
      aside = undefined
      const now = read()
      say({ at, isPending: now !== undefined && JSON.stringify(now) !== text })
    } catch (e) {
      failed.times++
      failed.wait = Math.min(2 ** (failed.times - 1), LONGEST) - 1
      say({ ...state, isPending: false, unkept: wordsOf(e), isAside: aside === text })
      await lay(value, text)
    }
  }
  const turn = () => {
    if (isOver) return
    const value = read()
    if (value === undefined) return
    const text = JSON.stringify(value)
    if (text === held) {
      if (state.isPending || state.unkept) say(state.at ? { at: state.at } : {})
      return
    }
    // a call that hangs keeps as little as one that fails
    if (flight) return void (state.unkept ?? say({ ...state, isPending: false, unkept: waits() }), lay(value, text))
    if (failed.wait > 0) {
      failed.wait--
      return void lay(value, text)
    }
    flight = keep(value, text).finally(() => (flight = undefined))
  }
  const timer = setInterval(turn, every)
  return {
    typed: () => {
      if (!state.isPending && !state.unkept) say({ ...state, isPending: true })
    },
    atOnce: () => {
      failed.wait = 0
      turn()
    },
    settled: async () => flight,
    stop: () => {
      isOver = true
      clearInterval(timer)
    },
  }
}
