/** Rows written in one piece. */
const PIECE = 10

type Blank = (value: unknown) => unknown
/**
 * Texts and dates that are null as '', as the compatible API's clients know them; numbers stay null. A copy of what changes, made before it is written:
 * asked for each value while writing, it takes JSON twice as long. Source: platform-api.md 1.4.
 */
export function blanksOf(texts: readonly string[]): Blank | undefined {
  const names = new Set(texts)
  const blank = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
    if (Array.isArray(value)) return value.map(blank)
    let out = value as Record<string, unknown>
    for (const name in value) {
      const old = (value as Record<string, unknown>)[name]
      if (typeof old !== 'object') continue
      const now = old === null ? (names.has(name) ? '' : null) : blank(old)
      if (now === old) continue
      if (out === value) out = { ...value }
      out[name] = now
    }
    return out
  }
  return names.size ? blank : undefined
}

/**
 * JSON of the envelope as bytes. The rows of a long page are written piece by piece: one long text that holds Chinese signs is grown, measured and
 * encoded at twice the cost.
 */
export function envelope(answer: unknown, msg: string, blank: Blank = (value) => value): Buffer {
  const data = blank(answer)
  const rows = (data as { records?: unknown } | null)?.records
  if (!Array.isArray(rows) || rows.length <= PIECE) return Buffer.from(JSON.stringify({ code: 200, success: true, data, msg }))
  const { records: _, ...rest } = data as { records: unknown }
  const pieces = [Buffer.from(`{"code":200,"success":true,"data":${JSON.stringify({ ...rest, records: [] }).slice(0, -2)}`)]
  for (let i = 0; i < rows.length; i += PIECE) pieces.push(Buffer.from((i ? ',' : '') + JSON.stringify(rows.slice(i, i + PIECE)).slice(1, -1)))
  pieces.push(Buffer.from(`]},"msg":${JSON.stringify(msg)}}`))
  return Buffer.concat(pieces)
}
