/** A growing protobuf message. */
export type ProtobufMessage = { bytes: Uint8Array; length: number }

/** An empty message with room for `size` bytes; it grows by itself. Setting its length to 0 empties it for another use. */
export function message(size = 256): ProtobufMessage {
  return { bytes: new Uint8Array(size), length: 0 }
}

function reserve(m: ProtobufMessage, count: number): void {
  if (m.length + count <= m.bytes.length) return
  const bigger = new Uint8Array(Math.max(m.bytes.length * 2, m.length + count))
  bigger.set(m.bytes.subarray(0, m.length))
  m.bytes = bigger
}

/** Appends an unsigned varint; numbers up to 2^53 as they are, larger ones up to 2^64 as bigint. */
export function putVarint(m: ProtobufMessage, value: number | bigint): void {
  reserve(m, 10)
  const { bytes } = m
  let at = m.length
  // two halves of 32 bits: arithmetic on numbers is many times cheaper than on bigints
  let low = typeof value === 'bigint' ? Number(value & 0xffffffffn) : value >>> 0
  let high = typeof value === 'bigint' ? Number(value >> 32n) : value > 0xffffffff ? Math.floor(value / 0x100000000) : 0
  while (high > 0) {
    bytes[at++] = (low & 127) | 128
    low = ((low >>> 7) | (high << 25)) >>> 0
    high >>>= 7
  }
  for (; low > 127; low >>>= 7) bytes[at++] = (low & 127) | 128
  bytes[at++] = low
  m.length = at
}

/** Appends field `tag` as a varint. */
export function putNumber(m: ProtobufMessage, tag: number, value: number | bigint): void {
  putVarint(m, tag << 3)
  putVarint(m, value)
}

/** Appends field `tag` as a message inside this one. */
export function putMessage(m: ProtobufMessage, tag: number, inner: ProtobufMessage): void {
  const { bytes: from, length } = inner
  putVarint(m, (tag << 3) | 2)
  putVarint(m, length)
  reserve(m, length)
  // a view of a short run costs more than copying it byte by byte
  if (length > 256) m.bytes.set(from.subarray(0, length), m.length)
  else for (let i = 0, to = m.bytes, at = m.length; i < length; i++) to[at + i] = from[i]!
  m.length += length
}

const utf8 = new TextEncoder()
const written = message(1024)
/** Appends field `tag` as UTF-8 text. */
export function putText(m: ProtobufMessage, tag: number, text: string): void {
  written.length = 0
  reserve(written, text.length * 3)
  written.length = utf8.encodeInto(text, written.bytes).written
  putMessage(m, tag, written)
}

/** Appends field `tag` as a little-endian double. */
export function putDouble(m: ProtobufMessage, tag: number, value: number): void {
  putVarint(m, (tag << 3) | 1)
  reserve(m, 8)
  new DataView(m.bytes.buffer).setFloat64(m.length, value, true)
  m.length += 8
}

/** The bytes written so far (a view, not a copy). */
export function finished(m: ProtobufMessage): Uint8Array {
  return m.bytes.subarray(0, m.length)
}
