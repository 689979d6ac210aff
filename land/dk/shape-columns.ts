// Which column of a shapefile's table says what of a parcel: read where the file is chosen, paired by a person once, sent with the file. Pure.
import { UPLOAD_COLUMNS } from './upload.ts'

/** What columns may be paired with, as the standard calls it. */
export const SHAPE_COLUMNS: readonly string[] = ['DKBM', ...UPLOAD_COLUMNS.map((n) => n.toUpperCase())]
/** Columns of a file by their names there, each with what it says of a parcel. */
export type ColumnPairs = Readonly<Record<string, string>>

/** A name of a column has eleven bytes at most. */
const LONGEST = 11
/** Pairs as they are sent: `name=DKBM;other=DKMC`. */
export const pairsText = (pairs: ColumnPairs): string =>
  Object.entries(pairs)
    .map(([from, to]) => `${from}=${to}`)
    .join(';')
/** Pairs as they were sent; undefined where they are none: another word than the standard's, or two columns for one. */
export function pairsIn(text: string): ColumnPairs | undefined {
  if (!text.trim()) return {}
  const all = text.split(';').map((p) => [p.slice(0, p.lastIndexOf('=')).trim(), p.slice(p.lastIndexOf('=') + 1).trim()] as const)
  const isGood = all.every(([from, to]) => from.length > 0 && from.length <= LONGEST && SHAPE_COLUMNS.includes(to))
  const apart = (i: 0 | 1) => new Set(all.map((p) => p[i])).size === all.length
  return isGood && apart(0) && apart(1) ? Object.fromEntries(all) : undefined
}

const END = 0x06054b50,
  ENTRY = 0x02014b50,
  STORED = 0,
  DEFLATED = 8
/** Bytes of a table's head that are looked at: 255 columns and more. */
const HEAD = 32 * 260
/** Where the table of parcels lies in an archive. */
function tableIn(view: DataView, bytes: Uint8Array): { at: number; size: number; method: number } | undefined {
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== END) end--
  if (end < 0) return undefined
  const found: { name: string; at: number; size: number; method: number }[] = []
  let at = view.getUint32(end + 16, true)
  for (let n = view.getUint16(end + 10, true); n > 0 && at + 46 <= bytes.length && view.getUint32(at, true) === ENTRY; n--) {
    const name = new TextDecoder('gb18030').decode(bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)))
    const local = view.getUint32(at + 42, true)
    if (/\.dbf$/i.test(name) && local + 30 <= bytes.length)
      found.push({
        name,
        method: view.getUint16(at + 10, true),
        size: view.getUint32(at + 20, true),
        at: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
      })
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return found.length > 1 ? found.find((f) => /(^|[/\\])DK[^/\\]*$/i.test(f.name)) : found[0]
}
/** The first bytes of what a stream gives. */
async function firstBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const out = new Uint8Array(HEAD)
  let n = 0
  const reader = stream.getReader()
  while (n < HEAD) {
    const { done, value } = await reader.read()
    if (done) break
    out.set(value.subarray(0, HEAD - n), n)
    n += value.length
  }
  await reader.cancel()
  return out.subarray(0, Math.min(n, HEAD))
}
/** The names of the columns of a zipped shapefile's table (of several that of parcels); none where there is no such table. */
export async function columnsOfZip(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const table = tableIn(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes)
  if (!table || (table.method !== STORED && table.method !== DEFLATED)) return []
  const packed = new Blob([bytes.subarray(table.at, table.at + table.size)]).stream()
  const head = await firstBytes(table.method === DEFLATED ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed)
  const names: string[] = []
  for (let at = 32; at + 32 <= head.length && head[at] !== 0x0d; at += 32) {
    const name = head.subarray(at, at + LONGEST)
    const end = name.indexOf(0)
    names.push(new TextDecoder('gb18030').decode(name.subarray(0, end < 0 ? LONGEST : end)).trim())
  }
  return names
}
