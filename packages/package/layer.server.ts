import { openBytes, readWhole } from './bytes.server.ts'
import type { ByteReader } from './bytes.server.ts'
import { detectCrs, makeVotes, prefixShift } from './crs.ts'
import { chooseEncoding, readDbfHeader, readDbfRecord } from './dbf.ts'
import type { DbfHeader } from './dbf.ts'
import { readShape } from './shape.ts'
import { layerNames, layerOf } from './staged.ts'
import type { Layer, LayerName, LayerRow, Problem, StagedFile, StagedPackage, XmlElement } from './staged.ts'

const sampledRecords = 500
const largestNote = 2 ** 16
const largestRecord = 64 * 2 ** 20
// kind of shape and two doubles
const firstNumbers = 20

/**
 * Finds the vector file sets of the 14 standard layers (name + county6 + year4, digits optional so a misnamed set is still seen) and reads
 * their headers, counts and coordinate systems. A set that cannot be read is listed with null counts and a problem.
 */
export async function readLayers(
  files: StagedFile[],
  metadata: XmlElement | null,
  problems: Problem[],
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
    if (shp) await readShpFacts(layer, shp, options.signal).catch((error) => note(shp, error))
    if (shx) layer.counts.shx = Math.max(0, Math.floor((shx.size - 100) / 8))
    if (dbf) await readDbfFacts(layer, dbf).catch((error) => note(dbf, error))
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
      encoding: 'gbk',
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
    for (let length = await nextRecord(bytes); length !== null; length = await nextRecord(bytes)) {
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
 * Streams the records of a layer in file order with constant memory; shp and dbf run side by side by position. Where one file has fewer
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
    for (let index = 0; ; index++) {
      if (index % 1000 === 0) signal?.throwIfAborted()
      const shape = shp && (await nextShape(shp, shift))
      const record = dbf && header && index < header.count ? await nextDbf(dbf, header, layer) : undefined
      if (!shape && record === undefined) return
      if (record !== null) yield { index, attrs: record?.attrs ?? {}, bad: record?.bad ?? [], geometry: shape?.geometry ?? null }
    }
  } finally {
    await shp?.close()
    await dbf?.close()
  }
}

async function nextShape(bytes: ByteReader, shift: number) {
  const length = await nextRecord(bytes)
  if (length === null || (!bytes.has(length) && !(await bytes.fill(length)))) return null
  const content = bytes.take(length)
  return { geometry: readShape(new DataView(content.buffer, content.byteOffset, length), shift) }
}

async function nextDbf(bytes: ByteReader, header: DbfHeader, layer: Layer) {
  if (!bytes.has(header.recordLength) && !(await bytes.fill(header.recordLength))) return undefined
  return readDbfRecord(bytes.take(header.recordLength), header.fields, layer.encoding)
}
