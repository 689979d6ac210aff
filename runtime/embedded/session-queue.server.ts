import { copyInReply, errorReply, expectedOf, frame, greeting, isComplete, isCopyIn, query, renamed, scanReply } from './wire.server.ts'

/** Bytes of COPY ... FROM STDIN one statement may carry; the engine takes them only in one piece. */
export const COPY_LIMIT = 32 * 1024 * 1024

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

interface Connection {
  rest: Buffer
  started: boolean
  buffered: Buffer[]
  names: Set<string>
  copy: 'none' | 'collect' | 'discard'
  copied: number
}

interface Batch {
  id: number
  messages: Buffer[]
  copyIn: boolean
  done?: () => void
}

/**
 * Virtual connections over one single-session engine: messages are collected per connection and run as one batch at Sync or
 * simple Query; a connection inside a transaction keeps the session until it ends; names of statements are kept apart.
 */
export function createSessionQueue(o: SessionQueueOptions): SessionQueue {
  const connections = new Map<number, Connection>()
  const ready: Batch[] = []
  let owner: number | null = null
  let running = false
  let isDead = false
  let used = Date.now()
  let idleTimer: NodeJS.Timeout | undefined

  const runBatch = async (batch: Batch): Promise<void> => {
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
      if (data.length > 0 && connections.has(batch.id)) o.send(batch.id, data)
    }
    await o.execute(Buffer.concat(batch.messages), (chunk) => {
      const copy = Buffer.from(chunk)
      scan.push(copy)
      pieces.push(copy)
      size += copy.length
      if (size >= POST_SIZE) flush()
    })
    if (!isComplete(expectedOf(batch.messages), scan)) {
      isDead = true
      o.dead(batch.id, 'the reply of a statement was incomplete (invalid geometry in an overlay, GBK conversion in SQL, or an engine fault)')
      return
    }
    owner = scan.status() === 'I' ? null : batch.id
    flush()
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
      close(holder)
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

  const submit = (batch: Batch): void => {
    ready.push(batch)
    void pump()
  }

  const close = (id: number): void => {
    const connection = connections.get(id)
    if (!connection) return
    connections.delete(id)
    const kept = ready.filter((b) => b.id !== id)
    ready.splice(0, ready.length, ...kept)
    if (owner === id) ready.unshift({ id, messages: [query('rollback')], copyIn: false })
    if (connection.names.size > 0) {
      const closes = [...connection.names].map((name) => frame('C', Buffer.from(`S${name}\0`)))
      ready.push({ id: 0, messages: [...closes, frame('S')], copyIn: false })
    }
    void pump()
  }

  const collect = (id: number, c: Connection, message: Buffer): void => {
    const type = String.fromCharCode(message[0]!)
    const isCopyData = type === 'd' || type === 'c' || type === 'f'
    if (c.copy === 'discard' && isCopyData) {
      if (type !== 'd') c.copy = 'none'
      return
    }
    if (c.copy === 'collect' && isCopyData) {
      c.copied += message.length
      const tooMuch = c.copied > COPY_LIMIT
      if (tooMuch) c.buffered.splice(1)
      c.buffered.push(tooMuch ? frame('f', Buffer.from(`more than ${COPY_LIMIT} bytes in one COPY; send several\0`)) : Buffer.from(message))
      if (type === 'd' && !tooMuch) return
      c.copy = tooMuch && type === 'd' ? 'discard' : 'none'
      submit({ id, messages: c.buffered.splice(0), copyIn: true })
      return
    }
    if (type === 'X') return
    if (type === 'H') {
      // Flush asks for a reply in the middle of a batch: server-side cursors do this
      o.drop(id, '0A000', 'cursors are not supported by the embedded database; read in pages by key')
      close(id)
      return
    }
    c.buffered.push(Buffer.from(renamed(message, id, c.names)))
    if (isCopyIn(message)) {
      c.copy = 'collect'
      c.copied = 0
      o.send(id, copyInReply())
      return
    }
    if (type === 'S' || type === 'Q') submit({ id, messages: c.buffered.splice(0), copyIn: false })
  }

  const data = (id: number, bytes: Uint8Array): void => {
    const c = connections.get(id)
    if (!c) return
    c.rest = c.rest.length > 0 ? Buffer.concat([c.rest, bytes]) : Buffer.from(bytes)
    while (connections.has(id)) {
      if (!c.started) {
        if (c.rest.length < 8 || c.rest.length < c.rest.readInt32BE(0)) return
        const packet = c.rest.subarray(0, c.rest.readInt32BE(0))
        c.rest = c.rest.subarray(packet.length)
        c.started = packet.readInt16BE(4) === 3
        o.send(id, c.started ? greeting(id, o.version, o.timeZone) : errorReply('FATAL', '08P01', 'unknown protocol'))
        continue
      }
      if (c.rest.length < 5) return
      const length = 1 + c.rest.readInt32BE(1)
      if (c.rest.length < length) return
      const message = c.rest.subarray(0, length)
      c.rest = c.rest.subarray(length)
      collect(id, c, message)
    }
  }

  return {
    open: (id) => {
      connections.set(id, { rest: Buffer.alloc(0), started: false, buffered: [], names: new Set(), copy: 'none', copied: 0 })
    },
    data,
    close,
    run: (sql) =>
      new Promise((done) => {
        submit({ id: 0, messages: [query(sql)], copyIn: false, done })
      }),
    isFree: () => !running && owner === null && ready.length === 0,
    lastUse: () => used,
  }
}
