import { frame, isCopyIn, renamed } from './wire.server.ts'

/** Bytes of COPY ... FROM STDIN one statement may carry; the engine takes them only in one piece. */
export const COPY_LIMIT = 32 * 1024 * 1024

/** Protocol 3, the only one that is spoken. */
const PROTOCOL = 3

/** What one connection has sent and the engine has not seen yet. */
export interface ClientState {
  /** bytes of a message that is not there whole */
  rest: Buffer
  /** the startup packet was taken */
  started: boolean
  /** messages since the last batch */
  buffered: Buffer[]
  /** statements and portals of this connection, as the engine knows them */
  names: Set<string>
  /** data of COPY ... FROM STDIN is awaited, or is thrown away because there was too much of it */
  copy: 'none' | 'collect' | 'discard'
  copied: number
}
export const newClient = (): ClientState => ({ rest: Buffer.alloc(0), started: false, buffered: [], names: new Set(), copy: 'none', copied: 0 })

/** What a connection's next bytes are: its startup packet, or a message. */
export type WireFrame = { startup: true } | { message: Buffer }

/** Takes the next whole frame of what a connection has sent; nothing while it is not whole. A startup packet of protocol 3 starts the connection. */
export function nextFrame(c: ClientState): WireFrame | undefined {
  if (!c.started) {
    if (c.rest.length < 8 || c.rest.length < c.rest.readInt32BE(0)) return undefined
    const packet = c.rest.subarray(0, c.rest.readInt32BE(0))
    c.rest = c.rest.subarray(packet.length)
    c.started = packet.readInt16BE(4) === PROTOCOL
    return { startup: true }
  }
  if (c.rest.length < 5) return undefined
  const length = 1 + c.rest.readInt32BE(1)
  if (c.rest.length < length) return undefined
  const message = c.rest.subarray(0, length)
  c.rest = c.rest.subarray(length)
  return { message }
}

/**
 * What is to be done after a message: nothing yet, run what was collected, ask the client for the data of its COPY, or end the connection because it
 * asks for a reply in the middle of a batch (server-side cursors do).
 */
export type MessageStep = { do: 'wait' | 'askForCopy' | 'refuseCursor' } | { do: 'run'; messages: Buffer[]; copyIn: boolean }
const WAIT: MessageStep = { do: 'wait' }

const tooMuch = () => frame('f', Buffer.from(`more than ${COPY_LIMIT} bytes in one COPY; send several\0`))

/** A message of a COPY that is under way: data, its end, or its failure. Too much data becomes a failure, and what follows of it is thrown away. */
function collectCopy(c: ClientState, type: string, message: Buffer): MessageStep {
  if (c.copy === 'discard') {
    if (type !== 'd') c.copy = 'none'
    return WAIT
  }
  c.copied += message.length
  const isOver = c.copied > COPY_LIMIT
  if (isOver) c.buffered.splice(1)
  c.buffered.push(isOver ? tooMuch() : Buffer.from(message))
  if (type === 'd' && !isOver) return WAIT
  c.copy = isOver && type === 'd' ? 'discard' : 'none'
  return { do: 'run', messages: c.buffered.splice(0), copyIn: true }
}

/** Collects a message of connection `id`; a batch ends at Sync, at a simple Query, and at the end of a COPY. */
export function collect(c: ClientState, id: number, message: Buffer): MessageStep {
  const type = String.fromCharCode(message[0]!)
  if (c.copy !== 'none' && (type === 'd' || type === 'c' || type === 'f')) return collectCopy(c, type, message)
  if (type === 'X') return WAIT
  if (type === 'H') return { do: 'refuseCursor' }
  c.buffered.push(Buffer.from(renamed(message, id, c.names)))
  if (isCopyIn(message)) {
    c.copy = 'collect'
    c.copied = 0
    return { do: 'askForCopy' }
  }
  return type === 'S' || type === 'Q' ? { do: 'run', messages: c.buffered.splice(0), copyIn: false } : WAIT
}
