/** PostgreSQL wire protocol, version 3: the bytes the virtual connections need. Source: PostgreSQL manual, "Frontend/Backend Protocol". */

/** What a batch must be answered with, so that a statement lost inside the engine is noticed. */
export interface Expected {
  parsed: number
  bound: number
  closed: number
  executed: number
  simple: boolean
}

/** What a reply held so far. `status` is the transaction byte of the last ReadyForQuery (I, T or E), '' before it. */
export interface WireScan {
  push: (chunk: Uint8Array) => void
  count: (type: string) => number
  status: () => string
}

/** One message: type letter, 4-byte length, body. */
export function frame(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

/** A zero-terminated string. */
export function cstring(text: string): Buffer {
  return Buffer.from(`${text}\0`)
}

/** A simple query message. */
export function query(sql: string): Buffer {
  return frame('Q', cstring(sql))
}

/** An ErrorResponse; `code` is the SQLSTATE. */
export function errorReply(severity: 'ERROR' | 'FATAL', code: string, text: string): Buffer {
  return frame('E', cstring(`S${severity}`), cstring(`V${severity}`), cstring(`C${code}`), cstring(`M${text}`), Buffer.alloc(1))
}

/** The answer to a start-up packet: signed in, session parameters, ready. `id` stands in for the process number. */
export function greeting(id: number, version: string, timeZone: string): Buffer {
  const parameters = {
    server_version: version,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    TimeZone: timeZone,
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  }
  const key = Buffer.alloc(8)
  key.writeInt32BE(id, 0)
  return Buffer.concat([
    frame('R', Buffer.alloc(4)),
    ...Object.entries(parameters).map(([name, value]) => frame('S', cstring(name), cstring(value))),
    frame('K', key),
    frame('Z', Buffer.from('I')),
  ])
}

/** The CopyInResponse given before the engine is asked: text format, column count not told (drivers do not use it). */
export function copyInReply(): Buffer {
  return frame('G', Buffer.alloc(3))
}

/** True for COPY ... FROM STDIN, whose data the shim has to collect first. */
export function isCopyIn(message: Buffer): boolean {
  return String.fromCharCode(message[0]!) === 'Q' && /^\s*copy\s[^;]*\sfrom\s+stdin\b/i.test(message.toString('utf8', 5, Math.min(message.length, 20_000)))
}

/** Reads the zero-terminated string at `at`: [text, offset behind it]. */
function readString(buffer: Buffer, at: number): [string, number] {
  const end = buffer.indexOf(0, at)
  return [buffer.toString('utf8', at, end), end + 1]
}

/**
 * Gives statement and portal names a prefix of their connection, because the engine has one session for all of them.
 * `names` collects the renamed statements the connection holds (for clean-up when it ends).
 */
export function renamed(message: Buffer, id: number, names: Set<string>): Buffer {
  const type = String.fromCharCode(message[0]!)
  const own = (name: string): Buffer => cstring(name ? `c${id}_${name}` : '')
  if (type === 'P') {
    const [name, end] = readString(message, 5)
    if (name) names.add(`c${id}_${name}`)
    return name ? frame('P', own(name), message.subarray(end)) : message
  }
  if (type === 'B') {
    const [portal, afterPortal] = readString(message, 5)
    const [name, end] = readString(message, afterPortal)
    return name || portal ? frame('B', own(portal), own(name), message.subarray(end)) : message
  }
  if (type === 'D' || type === 'C') {
    const [name] = readString(message, 6)
    if (type === 'C' && message[5] === 0x53) names.delete(`c${id}_${name}`)
    return name ? frame(type, message.subarray(5, 6), own(name)) : message
  }
  if (type === 'E') {
    const [portal, end] = readString(message, 5)
    return portal ? frame('E', own(portal), message.subarray(end)) : message
  }
  return message
}

/** Counts what a batch of messages has to be answered with. */
export function expectedOf(messages: Buffer[]): Expected {
  const count = (type: string): number => messages.filter((m) => m[0] === type.charCodeAt(0)).length
  return { parsed: count('P'), bound: count('B'), closed: count('C'), executed: count('E'), simple: count('Q') > 0 }
}

/** Walks a reply that arrives in pieces and counts its messages by type, without holding the data. */
export function scanReply(): WireScan {
  const counts = new Map<string, number>()
  let head = Buffer.alloc(0)
  let skip = 0
  let type = ''
  let status = ''
  const push = (chunk: Uint8Array): void => {
    const data = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let at = 0
    while (at < data.length) {
      if (skip > 0) {
        const step = Math.min(skip, data.length - at)
        at += step
        skip -= step
        if (skip === 0 && type === 'Z') status = String.fromCharCode(data[at - 1]!)
        continue
      }
      const step = Math.min(5 - head.length, data.length - at)
      head = Buffer.concat([head, data.subarray(at, at + step)])
      at += step
      if (head.length < 5) return
      type = String.fromCharCode(head[0]!)
      skip = head.readInt32BE(1) - 4
      head = Buffer.alloc(0)
      counts.set(type, (counts.get(type) ?? 0) + 1)
    }
  }
  return { push, count: (t) => counts.get(t) ?? 0, status: () => status }
}

/**
 * True when the reply answers the whole batch. A statement stopped by a C++ exception leaves either no ReadyForQuery
 * (simple query) or a ReadyForQuery with a completion missing and no error (extended query): both count as lost.
 */
export function isComplete(expected: Expected, scan: WireScan): boolean {
  if (scan.status() === '') return false
  if (scan.count('E') > 0) return true
  const finished = scan.count('C') + scan.count('I') + scan.count('s')
  if (expected.simple) return finished > 0
  // a bind that was lost makes the engine answer "empty query" to the rest, so the kinds are compared one by one
  return scan.count('1') === expected.parsed && scan.count('2') === expected.bound && scan.count('3') === expected.closed && finished === expected.executed
}
