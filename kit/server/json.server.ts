/** Rows written in one piece; and room that is kept between answers, bytes. */
const PIECE = 20
const KEPT = 1 << 20
let room = Buffer.allocUnsafe(1 << 16)
let used = 0

function put(text: string): void {
  // UTF-8 takes at most three bytes for one unit of a text
  const needed = used + text.length * 3
  if (needed > room.length) {
    const larger = Buffer.allocUnsafe(needed * 2)
    room.copy(larger, 0, 0, used)
    room = larger
  }
  used += room.write(text, used)
}

type Replacer = (name: string, value: unknown) => unknown
/** Texts and dates that are null as '', as the compatible API's clients know them; numbers stay null. Source: platform-api.md 1.4. */
export function blanksOf(texts: readonly string[]): Replacer | undefined {
  const names = new Set(texts)
  return names.size ? (name, v) => (v === null && names.has(name) ? '' : v) : undefined
}

/**
 * JSON of the envelope as bytes. The rows of a long page are written piece by piece: one long text that holds Chinese signs is grown, measured and
 * encoded at twice the cost.
 */
export function envelope(data: unknown, msg: string, replace?: Replacer): Buffer {
  const rows = (data as { records?: unknown } | null)?.records
  if (!Array.isArray(rows) || rows.length <= PIECE) return Buffer.from(JSON.stringify({ code: 200, success: true, data, msg }, replace))
  used = 0
  put('{"code":200,"success":true,"data":{"records":[')
  for (let i = 0; i < rows.length; i += PIECE) {
    if (i > 0) put(',')
    put(JSON.stringify(rows.slice(i, i + PIECE), replace).slice(1, -1))
  }
  put(']')
  for (const [name, value] of Object.entries(data as object)) {
    const text = name === 'records' ? undefined : JSON.stringify(value, replace)
    if (text !== undefined) put(`,${JSON.stringify(name)}:${text}`)
  }
  put(`},"msg":${JSON.stringify(msg)}}`)
  const body = Buffer.from(room.subarray(0, used))
  if (room.length > KEPT) room = Buffer.allocUnsafe(1 << 16)
  return body
}
