/** Worker thread that reads the outlines of one shapefile. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workOn } from '../../runtime/thread-work.server.ts'
import { isRounded } from '../../runtime/workbook/rounded.ts'
import { unpack } from './archive.server.ts'
import { UNREADABLE } from '../../kit/model/clean.ts'
import type { Text } from '../../kit/model/lang.ts'
import { groundCrs, toLonLat } from './crs.ts'
import { otherDeclared } from './dbf.ts'
import { readLayer, readLayers } from './layer.server.ts'
import { isPackageUnreadable, type Layer, type StagedPoint, type StagedFile } from './staged.ts'
import { surveyHints } from './hints.ts'
import { surveyReadProblems } from './problems.ts'
import type { Surveyed, SurveyTask } from './survey.ts'

const PART = /\.(shp|shx|dbf|prj|cpg)$/i
/** Bytes that an archive of one survey may unpack to. */
const LIMITS = { entryBytes: 64 * 2 ** 20, totalBytes: 128 * 2 ** 20, entries: 200, ratio: 100, ratioFrom: 2 ** 20 }

/** The parts of the one shapefile, named as the reader knows a layer of parcels. @throws what of the files is not as it should be */
async function partsOf({ files, attributes }: SurveyTask, dir: string): Promise<StagedFile[]> {
  const found: StagedFile[] = []
  for (const [i, { name, bytes }] of files.entries()) {
    const abs = join(dir, `${i}`)
    await writeFile(abs, bytes)
    if (/\.zip$/i.test(name)) found.push(...(await unpack(abs, join(dir, `${i}.d`), {}, LIMITS)).files)
    else found.push({ path: name, size: bytes.length, abs })
  }
  const all = found.filter((f) => /\.shp$/i.test(f.path))
  const shapes = attributes && all.length > 1 ? all.filter((f) => /(^|\/)DK[^/]*$/i.test(f.path)) : all
  if (shapes.length !== 1) throw surveyReadProblems.oneShape({ n: shapes.length })
  const base = shapes[0]!.path.slice(0, -4).toLowerCase()
  const own = found.filter((f) => PART.test(f.path) && f.path.slice(0, -4).toLowerCase() === base)
  if (!own.some((f) => /\.dbf$/i.test(f.path))) throw surveyReadProblems.noTable()
  return own.map((f) => ({ ...f, path: `DK${f.path.slice(-4)}` }))
}
/** The layer with coordinates that can be read. @throws surveyProblems.system where nothing says what its numbers mean, or they are of another datum */
async function layerOf(parts: StagedFile[], { countyLongitude, datums = {} }: SurveyTask): Promise<Layer> {
  const [layer] = await readLayers(parts, null, [], { countyLongitude })
  if (!layer || layer.counts.shp === null || layer.counts.dbf === null) throw surveyReadProblems.unreadable()
  // an outline without its record, or a record without its outline, would be left out in silence
  if (layer.counts.shp !== layer.counts.dbf) throw surveyReadProblems.counts({ shapes: layer.counts.shp, rows: layer.counts.dbf })
  const { crs } = layer
  // without a .prj only numbers that name their own zone, or are degrees, can be believed
  const said = layer.hasPrj ? crs?.source === 'prj' : layer.numbers?.kind === 'degrees' || (layer.numbers?.zone ?? 0) >= 25
  if (!crs || !said) throw surveyReadProblems.noSystem()
  const ground = groundCrs(crs, datums)
  if (ground) return { ...layer, crs: ground }
  throw crs.other && (crs.datum === 'cgcs2000' || crs.datum === 'wgs84')
    ? surveyReadProblems.projection({ name: crs.other.name })
    : surveyReadProblems.system({ datum: crs.datum })
}
/** How the files were read otherwise than they say of themselves. */
function hintsOf(layer: Layer): Text[] {
  const [declared, { other }] = [otherDeclared(layer), layer.crs!]
  return [
    ...(declared ? [surveyHints.encoding(declared, layer.encoding)] : []),
    ...(layer.places ? [surveyHints.places(layer.deadBytes)] : []),
    ...(layer.isIndexBroken ? [surveyHints.index] : []),
    ...(other ? [surveyHints.projection(other.name)] : []),
  ]
}
/** Points of the smallest ring, the first named again at its end. */
const RING = 4
const ringText = (ring: readonly StagedPoint[]) => `(${ring.map(([x, y]) => `${x.toFixed(9)} ${y.toFixed(9)}`).join(', ')})`

await workOn(async (task: SurveyTask): Promise<Surveyed[]> => {
  const { most, attributes, columns = {} } = task
  const calledAs = (name: string) => (Object.hasOwn(columns, name) ? columns[name]! : name)
  const dir = await mkdtemp(join(tmpdir(), 'survey-'))
  try {
    const layer = await layerOf(await partsOf(task, dir), task)
    const code = (layer.fields.find((f) => columns[f.name] === 'DKBM') ?? layer.fields.find((f) => f.name.toUpperCase() === 'DKBM'))?.name
    if (!code && !attributes) throw surveyReadProblems.noCode()
    const n = Math.max(layer.counts.shp ?? 0, layer.counts.dbf ?? 0)
    if (n > most) throw surveyReadProblems.tooMany({ n, most })
    const pkg = { layers: [layer] } as Parameters<typeof readLayer>[0]
    const out: Surveyed[] = []
    const hints = hintsOf(layer)
    for await (const { index, attrs, bad, geometry } of readLayer(pkg, layer)) {
      const garbled = [...new Set([...bad, ...Object.keys(attrs).filter((n) => UNREADABLE.test(String(attrs[n] ?? '')))])]
      if (code && garbled.includes(code)) throw surveyReadProblems.garbled({ n: index + 1, fields: code })
      const issues = garbled.length ? [surveyReadProblems.garbled({ n: index + 1, fields: garbled.join('、') }).words] : []
      const dkbm = code ? String(attrs[code] ?? '').trim() : ''
      if (isRounded(dkbm)) throw surveyReadProblems.rounded({ n: index + 1, code: dkbm })
      if (!dkbm && !attributes) throw surveyReadProblems.codeless({ n: index + 1 })
      if (geometry?.type !== 'Polygon') throw surveyReadProblems.notOne({ dkbm: dkbm || `${index + 1}` })
      if (geometry.coordinates.some((ring) => ring.length < RING)) throw surveyReadProblems.fewPoints({ n: index + 1, dkbm })
      // what was paired counts before a column that only is called so
      const named = Object.entries(attrs).toSorted(([a], [b]) => Number(Object.hasOwn(columns, a)) - Number(Object.hasOwn(columns, b)))
      const said = Object.fromEntries(named.map(([n, v]) => [calledAs(n).toLowerCase(), String(v ?? '').trim()]))
      const geom = `POLYGON(${geometry.coordinates.map((ring) => ringText(ring.map((p) => toLonLat(layer.crs!, p)))).join(', ')})`
      out.push({ dkbm, geom, ...(attributes ? { attrs: said, issues, hints } : {}) })
    }
    if (out.length === 0) throw surveyReadProblems.empty()
    return out
  } catch (e) {
    throw isPackageUnreadable(e) ? surveyReadProblems.unreadable() : e
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
