import { PassThrough, Readable } from 'node:stream'
import type { RawBuilder } from 'kysely'
import { localTime } from '../kit/server/clock.server.ts'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import { loop, type Worker } from './jobs-loop.server.ts'

/** A person with a page open. */
export interface Listener {
  tenantId: string
  userId: string
  sessionId: string
}
/** One reading statement of the product's own, across tenants. */
export type LiveRead = <T>(statement: RawBuilder<T>) => Promise<T[]>
/**
 * Something that open pages are told as soon as it is otherwise. It is a state and no event: whoever comes back after a break is told what stands then, so
 * that nothing can be missed; and it is read from the database, so that it does not matter which of several servers a page is connected to.
 */
export interface LiveSource {
  name: string
  /** What stands for each of these people, by user id, in one statement for all of them; who is not named is told nothing. */
  read(read: LiveRead, people: readonly Listener[], now: string): Promise<ReadonlyMap<string, unknown>>
}

/** How often the sources are looked at, ms; and after how many looks a silent stream says that it lives, and sessions are looked at. */
const LOOK_MS = 1000
const BEAT_LOOKS = 15
const SESSION_LOOKS = 5
/** Streams of one person (the oldest goes), and of all; bytes that wait for a reader who takes none. */
const MOST = { person: 12, all: 5000, waiting: 65_536 }
/** When a page whose stream ended comes back, ms. */
const RETRY_MS = 3000

interface Stream {
  who: Listener
  out: PassThrough
  told: Map<string, string>
}
type State = readonly (readonly [name: string, text: string])[]

const eventOf = (name: string, text: string): string => `event: ${name}\ndata: ${text}\n\n`
const byUser = (people: readonly Listener[]): Listener[] => [...new Map(people.map((p) => [p.userId, p])).values()]

/** The open streams of this server: each holds a person and what he was told. */
export class LiveHub {
  readonly #streams = new Set<Stream>()
  readonly #sources: readonly LiveSource[]
  readonly #stillOpen: (read: LiveRead, sessionIds: readonly string[], now: string) => Promise<ReadonlySet<string>>
  #read: LiveRead = () => Promise.resolve([])
  #now = (): Date => new Date(0)
  #looks = 0

  /** `stillOpen`: those of these sessions that are neither over nor idle; the others' streams end. */
  constructor(sources: readonly LiveSource[], stillOpen: (read: LiveRead, sessionIds: readonly string[], now: string) => Promise<ReadonlySet<string>>) {
    this.#sources = sources
    this.#stillOpen = stillOpen
  }

  async #statesOf(people: readonly Listener[]): Promise<Map<string, State>> {
    const each = byUser(people)
    const now = localTime(this.#now())
    const found = await Promise.all(this.#sources.map(async (s) => [s.name, await s.read(this.#read, each, now)] as const))
    return new Map(each.map((p) => [p.userId, found.flatMap(([name, of]) => (of.has(p.userId) ? [[name, JSON.stringify(of.get(p.userId))] as const] : []))]))
  }
  #tell(s: Stream, state: State): void {
    for (const [name, text] of state) {
      if (s.told.get(name) === text) continue
      s.told.set(name, text)
      s.out.write(eventOf(name, text))
    }
    if (s.out.readableLength > MOST.waiting) this.#end(s)
  }
  #end(s: Stream): void {
    this.#streams.delete(s)
    s.out.end()
  }

  /** How many streams are open here. */
  get size(): number {
    return this.#streams.size
  }

  /** What a page is told: at once what stands, then, where it listens on, what changes; without `listens` the text ends there. */
  async open(who: Listener, listens: boolean): Promise<Readable> {
    const state = (await this.#statesOf([who])).get(who.userId) ?? []
    const first = `retry: ${RETRY_MS}\n\n`
    if (!listens || this.#streams.size >= MOST.all) return Readable.from([first + state.map(([name, text]) => eventOf(name, text)).join('')])
    const own = [...this.#streams].filter((s) => s.who.userId === who.userId)
    if (own.length >= MOST.person) this.#end(own[0]!)
    const s: Stream = { who, out: new PassThrough(), told: new Map() }
    this.#streams.add(s)
    s.out.on('close', () => this.#streams.delete(s))
    s.out.write(first)
    this.#tell(s, state)
    return s.out
  }

  async #look(): Promise<void> {
    if (this.#streams.size === 0) return
    this.#looks += 1
    if (this.#looks % SESSION_LOOKS === 0) {
      const open = await this.#stillOpen(this.#read, [...new Set([...this.#streams].map((s) => s.who.sessionId))], localTime(this.#now()))
      for (const s of this.#streams) if (!open.has(s.who.sessionId)) this.#end(s)
    }
    const states = await this.#statesOf([...this.#streams].map((s) => s.who))
    for (const s of this.#streams) this.#tell(s, states.get(s.who.userId) ?? [])
    // proxies cut what is silent
    if (this.#looks % BEAT_LOOKS === 0) for (const s of this.#streams) s.out.write(': \n\n')
  }

  /** Looks at the sources while pages are open, until the server stops; then the streams end. */
  worker(db: DatabaseHandle, log: (e: unknown) => void, now: () => Date): Worker {
    this.#read = (statement) => db.read({ tenantId: '000000', system: true, beside: true }, statement)
    this.#now = now
    let failing = false
    const looks = loop(
      LOOK_MS,
      async () => {
        await this.#look()
        failing = false
      },
      (e) => {
        // once, not every second while the database is away
        if (!failing) log(e)
        failing = true
      },
    )
    return {
      start: looks.start,
      stop: async () => {
        await looks.stop()
        for (const s of this.#streams) this.#end(s)
      },
    }
  }
}
