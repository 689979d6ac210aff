import { collect, newClient, nextFrame, type ClientState } from './session-messages.server.ts'
import { copyInReply, errorReply, expectedOf, frame, greeting, isComplete, query, scanReply } from './wire.server.ts'

const POST_SIZE = 256 * 1024

/** What the queue needs from its surroundings. `execute` runs one batch on the engine; all others report outward. */
export interface SessionQueueOptions {
  execute: (batch: Uint8Array, onData: (chunk: Uint8Array) => void) => Promise<void>
  send: (id: number, data: Buffer) => void
  /** a reply was incomplete: the engine can no longer be trusted */
  dead: (id: number, reason: string) => void
  /** a connection is ended by the queue */
  drop: (id: number, code: string, reason: string) => void
  version: string
  timeZone: string
  /** ms an idle transaction may keep others waiting */
  idleTxMs: number
}

/** The queue before the one session of the engine, with its virtual connections. */
export interface SessionQueue {
  open: (id: number) => void
  data: (id: number, bytes: Uint8Array) => void
  close: (id: number) => void
  /** runs SQL of our own when the session is free; resolves when done */
  run: (sql: string) => Promise<void>
  /** true when nothing runs, waits, or is inside a transaction */
  isFree: () => boolean
  /** Date.now() at the end of the last batch of a connection */
  lastUse: () => number
}

interface Batch {
  id: number
  messages: Buffer[]
  copyIn: boolean
  done?: () => void
}

/** Passes the reply of a batch on in pieces, and scans it for what it says of the session. */
function replyOf(batch: Batch, send: (data: Buffer) => void) {
  const scan = scanReply()
  let pieces: Buffer[] = []
  let size = 0
  let stripped = !batch.copyIn
  const flush = (): void => {
    let data = Buffer.concat(pieces)
    pieces = []
    size = 0
    // the client already has its CopyInResponse
    if (!stripped && data[0] === 0x47) data = data.subarray(1 + data.readInt32BE(1))
    stripped = true
    if (data.length > 0) send(data)
  }
  return {
    push(chunk: Uint8Array): void {
      const copy = Buffer.from(chunk)
      scan.push(copy)
      pieces.push(copy)
      size += copy.length
      if (size >= POST_SIZE) flush()
    },
    flush,
    isComplete: () => isComplete(expectedOf(batch.messages), scan),
    /** the session is inside a transaction after it */
    inTransaction: () => scan.status() !== 'I',
  }
}

/** Batches that wait for the one session of the engine. A connection inside a transaction owns the session: only its batches run until it ends. */
function sessionOf(o: SessionQueueOptions, connections: ReadonlyMap<number, ClientState>, end: (id: number) => void) {
  const ready: Batch[] = []
  let owner: number | null = null
  let running = false
  let isDead = false
  let used = Date.now()
  let idleTimer: NodeJS.Timeout | undefined

  const runBatch = async (batch: Batch): Promise<void> => {
    const reply = replyOf(batch, (data) => {
      if (connections.has(batch.id)) o.send(batch.id, data)
    })
    await o.execute(Buffer.concat(batch.messages), reply.push)
    if (!reply.isComplete()) {
      isDead = true
      o.dead(batch.id, 'the reply of a statement was incomplete (invalid geometry in an overlay, GBK conversion in SQL, or an engine fault)')
      return
    }
    owner = reply.inTransaction() ? batch.id : null
    reply.flush()
    if (batch.id !== 0) used = Date.now()
    batch.done?.()
  }

  const watchIdle = (): void => {
    clearTimeout(idleTimer)
    if (owner === null || ready.length === 0) return
    const holder = owner
    idleTimer = setTimeout(() => {
      if (owner !== holder || running) return
      o.drop(holder, '25P03', `the transaction was idle for ${o.idleTxMs} ms while others waited for the embedded database`)
      end(holder)
    }, o.idleTxMs)
  }

  const pump = async (): Promise<void> => {
    if (running) return
    running = true
    while (!isDead) {
      const at = owner === null ? 0 : ready.findIndex((b) => b.id === owner)
      const batch = ready[at]
      if (!batch) break
      ready.splice(at, 1)
      try {
        await runBatch(batch)
      } catch (error) {
        isDead = true
        o.dead(batch.id, `the engine failed: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    running = false
    watchIdle()
  }

  return {
    submit(batch: Batch): void {
      ready.push(batch)
      void pump()
    },
    /** Forgets what a connection had waiting, rolls its transaction back and closes its statements. */
    release(id: number, names: ReadonlySet<string>): void {
      const others = ready.filter((b) => b.id !== id)
      ready.splice(0, ready.length, ...others)
      if (owner === id) ready.unshift({ id, messages: [query('rollback')], copyIn: false })
      if (names.size > 0) {
        const closes = [...names].map((name) => frame('C', Buffer.from(`S${name}\0`)))
        ready.push({ id: 0, messages: [...closes, frame('S')], copyIn: false })
      }
      void pump()
    },
    isFree: () => !running && owner === null && ready.length === 0,
    lastUse: () => used,
  }
}

/**
 * Virtual connections over one single-session engine: messages are collected per connection and run as one batch at Sync or
 * simple Query; a connection inside a transaction keeps the session until it ends; names of statements are kept apart.
 */
export function createSessionQueue(o: SessionQueueOptions): SessionQueue {
  const connections = new Map<number, ClientState>()
  const session = sessionOf(o, connections, (id) => close(id))

  function close(id: number): void {
    const connection = connections.get(id)
    if (!connection) return
    connections.delete(id)
    session.release(id, connection.names)
  }

  const take = (id: number, c: ClientState, message: Buffer): void => {
    const step = collect(c, id, message)
    if (step.do === 'run') session.submit({ id, messages: step.messages, copyIn: step.copyIn })
    else if (step.do === 'askForCopy') o.send(id, copyInReply())
    else if (step.do === 'refuseCursor') {
      o.drop(id, '0A000', 'cursors are not supported by the embedded database; read in pages by key')
      close(id)
    }
  }

  const data = (id: number, bytes: Uint8Array): void => {
    const c = connections.get(id)
    if (!c) return
    c.rest = c.rest.length > 0 ? Buffer.concat([c.rest, bytes]) : Buffer.from(bytes)
    while (connections.has(id)) {
      const next = nextFrame(c)
      if (!next) return
      if ('message' in next) take(id, c, next.message)
      else o.send(id, c.started ? greeting(id, o.version, o.timeZone) : errorReply('FATAL', '08P01', 'unknown protocol'))
    }
  }

  return {
    open: (id) => {
      connections.set(id, newClient())
    },
    data,
    close,
    run: (sql) =>
      new Promise((done) => {
        session.submit({ id: 0, messages: [query(sql)], copyIn: false, done })
      }),
    isFree: session.isFree,
    lastUse: session.lastUse,
  }
}
