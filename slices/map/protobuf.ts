/** A growing protobuf message. */
export type Message = { bytes: Uint8Array; length: number }

/** An empty message with room for `size` bytes; it grows by itself. */
export function message(size = 256): Message {
  return { bytes: new Uint8Array(size), length: 0 }
}

function reserve(m: Message, count: number): void {
  if (m.length + count <= m.bytes.length) return
  const bigger = new Uint8Array(Math.max(m.bytes.length * 2, m.length + count))
  bigger.set(m.bytes.subarray(0, m.length))
  m.bytes = bigger
}

/** Appends an unsigned varint; numbers up to 2^53 as they are, larger ones as bigint. */
export function putVarint(m: Message, value: number | bigint): void {
  reserve(m, 10)
  if (typeof value === 'bigint') {
    for (; value > 127n; value >>= 7n) m.bytes[m.length++] = Number(value & 127n) | 128
    m.bytes[m.length++] = Number(value)
    return
  }
  // bit operators only below 2^31: beyond that they would wrap
  for (; value > 127; value = value > 0x7fffffff ? Math.floor(value / 128) : value >>> 7) m.bytes[m.length++] = (value % 128) | 128
  m.bytes[m.length++] = value
}

/** Appends field `tag` as a varint. */
export function putNumber(m: Message, tag: number, value: number | bigint): void {
  putVarint(m, tag << 3)
  putVarint(m, value)
}

/** Appends field `tag` as a length-delimited run of bytes. */
export function putBytes(m: Message, tag: number, bytes: Uint8Array): void {
  putVarint(m, (tag << 3) | 2)
  putVarint(m, bytes.length)
  reserve(m, bytes.length)
  m.bytes.set(bytes, m.length)
  m.length += bytes.length
}

/** Appends field `tag` as UTF-8 text. */
export function putText(m: Message, tag: number, text: string): void {
  putBytes(m, tag, new TextEncoder().encode(text))
}

/** Appends field `tag` as a little-endian double. */
export function putDouble(m: Message, tag: number, value: number): void {
  putVarint(m, (tag << 3) | 1)
  reserve(m, 8)
  new DataView(m.bytes.buffer).setFloat64(m.length, value, true)
  m.length += 8
}

/** The bytes written so far (a view, not a copy). */
export function done(m: Message): Uint8Array {
  return m.bytes.subarray(0, m.length)
}
