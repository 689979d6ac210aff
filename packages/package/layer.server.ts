import { open } from 'node:fs/promises'
import { openBytes, readWhole } from './bytes.server.ts'
import type { ByteReader } from './bytes.server.ts'
import { detectCrs, makeVotes, prefixShift } from './crs.ts'
import { chooseEncoding, readDbfHeader, readDbfRecord } from './dbf.ts'
import type { DbfHeader } from './dbf.ts'
import { readShape } from './shape.ts'
import { layerNames, layerOf } from './staged.ts'
import type { Layer, LayerRow, ReadingProblem, StagedFile, StagedPackage, XmlElement } from './staged.ts'
import type { LayerName } from '../../land/definitions/national/format.ts'

const sampledRecords = 500
const largestNote = 2 ** 16
const largestRecord = 64 * 2 ** 20
// kind of shape and two doubles
const firstNumbers = 20
const mostRecords = 5_000_000

/**
 * Finds the vector file sets of the 14 standard layers (name + county6 + year4, digits optional so a misnamed set is still seen) and reads
 * their headers, counts and coordinate systems. A set that cannot be read is listed with null counts and a problem.
 */
export async function readLayers(
  files: StagedFile[],
  metadata: XmlElement | null,
  problems: ReadingProblem[],
  options: { countyLongitude?: number; signal?: AbortSignal } = {},
): Promise<Layer[]> {
  const layers: Layer[] = []
  for (const layer of findSets(files)) {
    options.signal?.throwIfAborted()
    const note = (part: StagedFile, error: unknown) => problems.push({ path: part.path, message: error instanceof Error ? error.message : String(error) })
    const { shp, shx, dbf, prj, cpg } = layer.parts
    layer.hasPrj = prj !== undefined
    if (prj)
      await readWhole(prj, largestNote)
        .then((bytes) => {
          layer.prj = bytes.toString('utf8')
        })
        .catch((error) => note(prj, error))
    if (cpg)
      await readWhole(cpg, largestNote)
        .then((bytes) => {
          layer.cpg = bytes.toString('latin1')
        })
        .catch((error) => note(cpg, error))
    if (dbf) await readDbfFacts(layer, dbf).catch((error) => note(dbf, error))
    if (shp && shx) await readIndex(layer, shp, shx).catch((error) => note(shx, error))
    if (shp) await readShpFacts(layer, shp, options.signal).catch((error) => note(shp, error))
    if (shx) layer.counts.shx = Math.max(0, Math.floor((shx.size - 100) / 8))
    options.signal?.throwIfAborted()
    layers.push(layer)
  }
  const county = layers.find((layer) => layer.name === 'XJXZQ')?.numbers ?? null
  for (const layer of layers) {
    // where the records do not agree, the county's own place decides
    layer.numbers ??= county
    layer.crs = detectCrs(layer.prj, metadata, layer.numbers, options.countyLongitude)
  }
  return layers
}

function findSets(files: StagedFile[]): Layer[] {
  const sets = new Map<string, Layer>()
  for (const part of files) {
    const found = /^((?:.*\/)?([A-Z]+)(\d*))\.(shp|shx|dbf|prj|cpg)$/i.exec(part.path)
    const name = layerNames.find((known) => known === found?.[2]?.toUpperCase())
    if (!found || !name || !found[1]) continue
    const digits = found[3] ?? ''
    const key = found[1].toUpperCase()
    const set = sets.get(key) ?? {
      name,
      file: found[1],
      county: digits.slice(0, 6),
      year: digits.slice(6),
      parts: {},
      shapeType: 0,
      fields: [],
      counts: { shp: null, shx: null, dbf: null },
      hasPrj: false,
      crs: null,
      numbers: null,
      ldid: 0,
      encoding: 'gb18030',
      deadBytes: 0,
    }
    set.parts[found[4]?.toLowerCase() as keyof Layer['parts']] = part
    sets.set(key, set)
  }
  return [...sets.values()]
}

async function readShpFacts(layer: Layer, file: StagedFile, signal?: AbortSignal): Promise<void> {
  const bytes = await openBytes(file.abs)
  try {
    const header = await shpHeader(bytes)
    layer.shapeType = header.shapeType
    const votes = makeVotes()
    let count = 0
    const next = recordsOf(bytes, layer)
    for (let length = await next(); length !== null; length = await next()) {
      let rest = length
      if (length >= firstNumbers && (bytes.has(firstNumbers) || (await bytes.fill(firstNumbers)))) {
        const first = bytes.take(firstNumbers)
        rest -= firstNumbers
        // of points their place, of all else the south-western corner of their box
        if (first.readInt32LE(0) !== 0) votes.add(first.readDoubleLE(4), first.readDoubleLE(12))
      }
      bytes.skip(rest)
      count++
      if (count % 10_000 === 0) signal?.throwIfAborted()
    }
    layer.counts.shp = count
    layer.numbers = votes.most()
  } finally {
    await bytes.close()
  }
}

async function shpHeader(bytes: ByteReader): Promise<{ shapeType: number }> {
  if (!(await bytes.fill(100))) throw new Error('shp 文件头不完整')
  const header = bytes.take(100)
  if (header.readInt32BE(0) !== 9994) throw new Error('不是 shapefile 文件')
  return { shapeType: header.readInt32LE(32) }
}

/**
 * Reads where the records are: the .shx names them in their order. It is kept only where it does not lead through the .shp record by record: a file that was
 * edited and not packed again has records in another order, and dead ones that it names no more. One that leads nowhere is not used, which is told. Source: ESRI 1998.
 */
async function readIndex(layer: Layer, shp: StagedFile, shx: StagedFile): Promise<void> {
  const index = await readWhole(shx, 100 + 8 * mostRecords)
  let [named, inOrder] = [100, true]
  for (let i = 100; i + 8 <= index.length; i += 8) {
    const [at, length] = [index.readInt32BE(i) * 2, index.readInt32BE(i + 4) * 2]
    if (at < 100 || length < 0 || length > largestRecord || at + 8 + length > shp.size) return broken(layer)
    inOrder &&= at === named
    named += 8 + length
  }
  if (index.length < 100 || (index.length - 100) % 8 !== 0) return broken(layer)
  if (inOrder && named === shp.size) return
  // an index of another number than the table has rows is itself what is wrong
  if (layer.counts.dbf !== null && layer.counts.dbf !== Math.floor((index.length - 100) / 8)) return broken(layer)
  const places = Array.from({ length: Math.floor((index.length - 100) / 8) }, (_, i) => index.readInt32BE(100 + i * 8) * 2)
  if (places.length === 0 || !(await isTold(shp, places, index))) return broken(layer)
  layer.places = places
  layer.deadBytes = Math.max(0, shp.size - named)
}
function broken(layer: Layer): void {
  layer.isIndexBroken = true
}
/** Whether a record of the length that the index says stands at each of its places. */
async function isTold(shp: StagedFile, places: readonly number[], index: Buffer): Promise<boolean> {
  const file = await open(shp.abs)
  try {
    const head = Buffer.alloc(8)
    for (const [i, at] of places.entries()) {
      await file.read(head, 0, 8, at)
      if (head.readInt32BE(4) !== index.readInt32BE(104 + i * 8)) return false
    }
    return true
  } finally {
    await file.close()
  }
}
/** Steps from record to record, as the index says or else as they stand: the length of the next content, where the reader then stands; null at the end. */
function recordsOf(bytes: ByteReader, { places }: Layer): () => Promise<number | null> {
  if (!places) return () => nextRecord(bytes)
  let n = 0
  return async () => {
    const at = places[n++]
    if (at === undefined) return null
    bytes.seek(at)
    return nextRecord(bytes)
  }
}

/** Content length in bytes of the next shp record, null at the end; the reader then stands at the content. */
async function nextRecord(bytes: ByteReader): Promise<number | null> {
  if (!bytes.has(8) && !(await bytes.fill(8))) return null
  const length = bytes.take(8).readInt32BE(4) * 2
  if (length < 0 || length > largestRecord) throw new Error('shp 记录长度损坏')
  return length
}

async function readDbfFacts(layer: Layer, file: StagedFile): Promise<void> {
  const bytes = await openBytes(file.abs)
  try {
    const header = await dbfHeader(bytes)
    const records: Buffer[] = []
    while (records.length < sampledRecords && records.length < header.count && (await bytes.fill(header.recordLength))) {
      records.push(Buffer.from(bytes.take(header.recordLength)))
    }
    layer.fields = header.fields
    layer.ldid = header.ldid
    layer.counts.dbf = header.count
    layer.encoding = chooseEncoding(layer.cpg, header, records)
  } finally {
    await bytes.close()
  }
}

async function dbfHeader(bytes: ByteReader): Promise<DbfHeader> {
  if (!(await bytes.fill(32))) throw new Error('dbf 文件头不完整')
  // The header's own length stands in its first 32 bytes; fill keeps what is not yet taken.
  const length = bytes.take(32).readUInt16LE(8)
  bytes.skip(-32)
  if (length < 33 || !(await bytes.fill(length))) throw new Error('dbf 文件头不完整')
  return readDbfHeader(bytes.take(length))
}

/**
 * Streams the records of a layer in file order with constant memory; shp and dbf run side by side by the places of the .shx. Where one file has fewer
 * records its half is empty (geometry null, attrs {}); deleted dbf records are left out, indexes stay those of the file.
 * `from` is a layer, or the name of the first layer so called (none: no rows). Throws on a damaged record and on abort.
 */
export async function* readLayer(pkg: StagedPackage, from: Layer | LayerName, signal?: AbortSignal): AsyncGenerator<LayerRow> {
  const layer = typeof from === 'string' ? layerOf(pkg, from) : from
  if (!layer) return
  const shp = layer.counts.shp === null || !layer.parts.shp ? null : await openBytes(layer.parts.shp.abs)
  const dbf = layer.counts.dbf === null || !layer.parts.dbf ? null : await openBytes(layer.parts.dbf.abs)
  try {
    if (shp) await shpHeader(shp)
    const header = dbf && (await dbfHeader(dbf))
    const shift = prefixShift(layer.crs, layer.numbers)
    const next = shp && recordsOf(shp, layer)
    const mended = pkg.repairs?.[layer.name] ?? {}
    for (let index = 0; ; index++) {
      if (index % 1000 === 0) signal?.throwIfAborted()
      const shape = shp && next && (await nextShape(shp, next, shift))
      const record = dbf && header && index < header.count ? await nextDbf(dbf, header, layer) : undefined
      if (!shape && record === undefined) return
      if (record !== null)
        yield { index, attrs: { ...record?.attrs, ...typed(layer, mended[index]) }, bad: record?.bad ?? [], geometry: shape?.geometry ?? null }
    }
  } finally {
    await shp?.close()
    await dbf?.close()
  }
}

/** Accepted cells as the reader gives a column's values. */
const typed = ({ fields }: Layer, cells: Readonly<Record<string, string>> = {}): LayerRow['attrs'] =>
  Object.fromEntries(Object.entries(cells).map(([name, v]) => [name, /^[NF]$/.test(fields.find((f) => f.name === name)?.type ?? '') ? Number(v) : v]))

async function nextShape(bytes: ByteReader, next: () => Promise<number | null>, shift: number) {
  const length = await next()
  if (length === null || (!bytes.has(length) && !(await bytes.fill(length)))) return null
  const content = bytes.take(length)
  return { geometry: readShape(new DataView(content.buffer, content.byteOffset, length), shift) }
}

async function nextDbf(bytes: ByteReader, header: DbfHeader, layer: Layer) {
  if (!bytes.has(header.recordLength) && !(await bytes.fill(header.recordLength))) return undefined
  return readDbfRecord(bytes.take(header.recordLength), header.fields, layer.encoding)
}
