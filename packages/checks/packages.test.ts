import { mkdtemp, readFile, rm, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpack } from '../package/archive.server.ts'
import { openPackage } from '../package/open.server.ts'
import { pointsIn, spoiled } from '../package/testing.server.ts'
import { checkPackage } from './checks.server.ts'
import { checkInWorker } from './apart.server.ts'
import { openInWorker } from '../package/apart.server.ts'
import { readTable } from '../package/mdb.server.ts'
import type { CheckOptions, PackageFinding } from './checks.server.ts'
import { BUILT } from './rules.ts'
import { summaryRules } from './summary.ts'
import type { Facts } from './facts.ts'
import { limits } from './limits.ts'
import { ownLimits, THRESHOLDS, type RuleSetting, type Threshold } from './settings.ts'

interface Truth {
  rule: string
  severity: string
  object: string
}
interface Defect {
  check: string
  severity: string
  object: string
  what: string
}

const data = join(import.meta.dirname, '../../tests/packages')
const today = '2026-06-30'
let base = ''
let next = 0
let variants: Map<string, string>

const place = () => join(base, String(next++))
const json = async (path: string) => JSON.parse(await readFile(path, 'utf8'))

async function findingsOf(zip: string, options: Partial<CheckOptions> = {}): Promise<PackageFinding[]> {
  const dir = place()
  const pkg = await openPackage(zip, dir)
  const found: PackageFinding[] = []
  for await (const finding of checkPackage(pkg, { today, workDir: base, ...options })) found.push(finding)
  await rm(dir, { recursive: true })
  return found
}

/** Pair rules accept the pair in either order or one of its members; numbers of the truth may carry '.0'. */
function sameObject(reported: string, expected: string): boolean {
  const name = expected.replace(/\.0$/, '')
  const members = name.split('|')
  return reported === name || reported === members.toSorted().join('|') || (members.length > 1 && members.includes(reported))
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'hjb-checks-'))
  const { files } = await unpack(join(data, 'B-variants.zip'), place())
  variants = new Map(files.map((file) => [file.path, file.abs]))
})

afterAll(() => rm(base, { recursive: true, force: true }))

test('all 117 rules of the package are built', () => {
  expect(BUILT.filter((id) => !id.startsWith('J'))).toHaveLength(117)
})

test('the clean package A gives its eleven parcels outside their region and nothing else', async () => {
  const { expectedFindings } = (await json(join(data, 'A-expected.json'))) as { expectedFindings: Truth[] }
  const found = await findingsOf(join(data, 'A.zip'))
  const short = ({ rule, severity, object }: Truth) => `${rule} ${severity} ${object}`
  expect(found.map(short).sort()).toEqual(expectedFindings.map(short).sort())
  expect(found.every(({ x, y }) => x !== undefined && y !== undefined)).toBe(true)
})

test('every defect of package B is found and every finding of B is a true one with its severity', async () => {
  const { defects, findings } = (await json(join(data, 'B-defects.json'))) as { defects: Defect[]; findings: Truth[] }
  const found = await findingsOf(join(data, 'B.zip'))
  const invalid = new Set(defects.filter((defect) => defect.check === 'C02').map((defect) => defect.object))
  // the area of an invalid polygon depends on its repair
  const judged = found.filter(({ rule, object }) => !(rule === 'D07' && invalid.has(object)))
  const table = BUILT.map((rule) => {
    const wanted = defects.filter((defect) => defect.check === rule)
    const reported = judged.filter((finding) => finding.rule === rule)
    const missed = wanted.filter(({ object, severity }) => !reported.some((finding) => sameObject(finding.object, object) && finding.severity === severity))
    const truth = findings.filter((finding) => finding.rule === rule)
    const wrong = reported.filter(({ object, severity }) => !truth.some((entry) => sameObject(object, entry.object) && entry.severity === severity))
    const recall = `${wanted.length - missed.length}/${wanted.length}`
    return { rule, recall, precision: `${reported.length - wrong.length}/${reported.length}`, missed, wrong }
  })
  expect(table.filter(({ missed, wrong }) => missed.length || wrong.length)).toEqual([])
  const unreported = findings.filter((entry) => !judged.some(({ rule, object }) => rule === entry.rule && sameObject(object, entry.object)))
  expect(unreported).toEqual([])
  expect(judged.every(({ message }) => /[\u4e00-\u9fff]/.test(message))).toBe(true)
})

/** What lies twice or bare in package B is longer than any county may let pass. */
const LONGEST = 1000
test('each threshold that a county may put otherwise decides what its rule finds', async () => {
  const at = (figure: (t: Threshold) => number) =>
    Object.fromEntries(Object.entries(THRESHOLDS).map(([rule, t]): [string, RuleSetting] => [rule, { severity: null, threshold: figure(t) }]))
  const counts = async (figure: (t: Threshold) => number) => {
    const found = await findingsOf(join(data, 'B.zip'), { of: ownLimits(at(figure)) })
    return (rule: string) => found.filter((f) => f.rule === rule).length
  }
  const [low, high] = [await counts((t) => t.min), await counts((t) => (t.name === 'stretch_m' ? LONGEST : t.max))]
  expect(Object.keys(THRESHOLDS).filter((rule) => low(rule) === high(rule))).toEqual([])
})

const baseline = ['C16 W']
const expected: Record<string, string[]> = {
  v00: [],
  v01: [],
  v02: [],
  v03: [],
  v04: [],
  v05: ['A03 W'],
  v06: ['B01 E', 'I05 T'],
  v07: ['E03 E', 'G06 E', 'H07 E'],
  v09: ['A04 E'],
  v10: ['A04 E'],
  v11: ['A10 E'],
  v12: ['A10 E'],
  v14: ['A01 E'],
  v15: ['A04 E'],
  v16: [],
  v17: [],
  v18: [],
}

test.each(Object.keys(expected))('variant %s gives the rules of its description and no others', async (name) => {
  const zip = variants.get([...variants.keys()].find((path) => path.startsWith(name)) ?? '') ?? ''
  const kinds = new Set((await findingsOf(zip)).map(({ rule, severity }) => `${rule} ${severity}`))
  expect([...kinds].sort()).toEqual([...baseline, ...(expected[name] ?? [])].sort())
})

test('geographic coordinates are one error per layer and no measured finding', async () => {
  const zip = variants.get('v08-geographic.zip') ?? ''
  expect(new Set((await findingsOf(zip)).map((finding) => finding.rule))).toEqual(new Set(['B06']))
})

test('the expectations above are those of the list that came with the variants', async () => {
  const list = (await json(variants.get('variants.json') ?? '')) as { variants: { file: string; expect: [string, string][] }[] }
  const given = Object.fromEntries(list.variants.map(({ file, expect: rules }) => [file.slice(0, 3), rules.map((rule) => rule.join(' '))]))
  expect(given).toEqual({ ...expected, v08: ['B06 E'], v13: ['unreadable E'] })
})

test('checking tells its progress, stops when aborted and leaves no file behind', async () => {
  const zip = variants.get('v00-clean.zip') ?? ''
  const steps: string[] = []
  await findingsOf(zip, { onProgress: (step) => steps.push(step) })
  expect(steps).toEqual(expect.arrayContaining(['tables', 'DK', 'JZX', 'villages', 'files', 'package']))
  const stop = new AbortController()
  const run = findingsOf(zip, {
    signal: stop.signal,
    onProgress: (step) => {
      if (step === 'JZD') stop.abort()
    },
  })
  await expect(run).rejects.toThrow(/abort/i)
  expect((await readdir(base)).filter((name) => name.startsWith('checks-'))).toEqual([])
})

test('a threshold given by the caller replaces the standard one', async () => {
  const found = await findingsOf(variants.get('v00-clean.zip') ?? '', { limits: { sliverArea_m2: 1e9 } })
  expect(found.filter((finding) => finding.rule === 'C06')).toHaveLength(70)
})

const variant = (name: string) => variants.get([...variants.keys()].find((path) => path.startsWith(name)) ?? '') ?? ''
/** Findings of a variant whose files were changed, without those that every variant has. */
async function found(name: string, change: (path: string, bytes: Buffer) => Buffer | undefined): Promise<PackageFinding[]> {
  const zip = `${place()}.zip`
  await writeFile(zip, await spoiled(variant(name), change))
  return (await findingsOf(zip)).filter(({ rule }) => rule !== 'C16')
}
const kindsOf = (all: readonly PackageFinding[]) => [...new Set(all.map(({ rule, severity }) => `${rule} ${severity}`))].sort()
const inDk = (change: (shp: Buffer) => void) => (path: string, bytes: Buffer) => {
  if (/\/DK\d+\.shp$/.test(path)) change(bytes)
  return bytes
}

test('one vertex at the origin is one misplaced parcel, told at once, and its neighbours are judged as before', async () => {
  const begun = performance.now()
  const all = await found(
    'v00',
    inDk((shp) => {
      const [first] = pointsIn(shp)
      for (const at of [first!.points[1]!, first!.box, 36]) shp.writeDoubleLE(0, at)
      for (const at of [first!.points[1]! + 8, first!.box + 8, 44]) shp.writeDoubleLE(0, at)
    }),
  )
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(all.filter(({ rule }) => rule === 'B10')).toMatchObject([{ layer: 'DK', severity: 'E', message: expect.stringContaining('0，0') }])
  // beside it only that its outline crosses itself, and the lines and points that lay along it
  expect(kindsOf(all)).toEqual(['B10 E', 'C02 E', 'C12 E', 'C13 E'])
  const far = inDk((shp) => {
    const [first] = pointsIn(shp)
    shp.writeDoubleLE(shp.readDoubleLE(first!.points[1]!) + 90_000, first!.points[1]!)
  })
  expect((await found('v00', far)).filter(({ rule }) => rule === 'B10')).toHaveLength(1)
})

test('a layer that was edited and not packed is read by its index: a hint, and no parcel is missing or doubled', async () => {
  const parts = new Map<string, Buffer>()
  await spoiled(variant('v00'), (path, bytes) => {
    const extension = /\/DK\d+\.(shp|shx)$/.exec(path)?.[1]
    if (extension) parts.set(extension, Buffer.from(bytes))
    return bytes
  })
  // as an editor leaves it whose outline got one vertex more and was undone: the same record again at the end, the old bytes dead
  const [shp, shx] = [parts.get('shp')!, parts.get('shx')!]
  const at = 100 + 8 * 20
  const [from, length] = [shx.readInt32BE(at) * 2, shx.readInt32BE(at + 4) * 2 + 8]
  const edited = Buffer.concat([shp, shp.subarray(from, from + length)])
  edited.writeInt32BE(edited.length / 2, 24)
  shx.writeInt32BE(shp.length / 2, at)
  const all = await found('v00', (path, bytes) => (/\/DK\d+\.shp$/.test(path) ? edited : /\/DK\d+\.shx$/.test(path) ? shx : bytes))
  expect(kindsOf(all)).toEqual(['B07 T'])
  expect(all.map((f) => f.message)).toEqual([`shp文件编辑后未整理（含${length}字节废弃数据），已按shx索引读取，建议整理后再提交`])
})

test('a person in two households is one person, whether the x of his number is small or not', async () => {
  let numbers: string[] = []
  const mdb = (change: (bytes: Buffer) => Buffer) => (path: string, bytes: Buffer) => (path.endsWith('.mdb') ? change(bytes) : bytes)
  await spoiled(
    variant('v00'),
    mdb((bytes) => {
      numbers = [...bytes.toString('latin1').matchAll(/5\x001\x002\x000\x002\x001\x00(?:1\x009|2\x000)\x00(?:\d\0){9}[\dX]\0/g)].map((m) =>
        m[0].replaceAll('\0', ''),
      )
      return bytes
    }),
  )
  const wide = (v: string) => Buffer.from(v, 'utf16le').toString('latin1')
  // members that are no head stand once
  const once = numbers.filter((n) => numbers.indexOf(n) === numbers.lastIndexOf(n))
  const [own, other] = [once.find((n) => n.endsWith('X'))!, once.filter((n) => !n.endsWith('X')).at(-1)!]
  const twice = async (typed: string) => {
    const put = mdb((bytes) => Buffer.from(bytes.toString('latin1').replaceAll(wide(other), wide(typed)), 'latin1'))
    return (await found('v00', put)).filter(({ rule }) => rule === 'F08')
  }
  const plain = await twice(own)
  expect(plain.length).toBeGreaterThan(0)
  expect((await twice(own.toLowerCase())).map((f) => [f.object, f.severity])).toEqual(plain.map((f) => [f.object, f.severity]))
})

test('random numbers in every parcel and every region are as many findings, not minutes of silence', async () => {
  const noise = (shp: Buffer) => {
    for (const { points } of pointsIn(shp)) for (const [n, at] of points.entries()) shp.writeDoubleLE(Math.sin(at) * 10 ** ((at % 613) - 306), at + (n % 2) * 8)
  }
  const begun = performance.now()
  const all = await found('v00', (path, bytes) => {
    if (/\/(DK|XJXZQ|XJQY|CJQY|ZJQY|JBNTBHQ)\d+\.shp$/.test(path)) noise(bytes)
    return bytes
  })
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(all.filter(({ rule, layer }) => rule === 'B10' && layer === 'DK').length).toBeGreaterThan(60)
})

test('one parcel without the zone number of all the others is the wrong one, and they are not', async () => {
  const without = inDk((shp) => {
    const [first] = pointsIn(shp)
    for (const at of [...first!.points, first!.box, 36]) shp.writeDoubleLE(shp.readDoubleLE(at) % 1e6, at)
  })
  const all = await found('v17', without)
  expect(all.filter(({ rule }) => rule === 'B10')).toHaveLength(1)
  expect(kindsOf(all)).toEqual(['B10 E', 'C12 E', 'C13 E'])
  const wrong = await found('v17', (path, bytes) =>
    path.endsWith('.prj') ? Buffer.from(String(bytes).replaceAll('105', '108').replaceAll('35500000', '36500000')) : undefined,
  )
  expect(new Set(wrong.filter(({ rule }) => rule === 'B06').map(({ message }) => message))).toEqual(new Set(['坐标带号为35，与中央经线108度不符']))
})

test('a .prj whose degrees are counted from elsewhere, or are none, is told as that and not as a wrong projection', async () => {
  const told = async (from: RegExp, to: string) => {
    const all = await found('v00', (path, bytes) => (path.endsWith('.prj') ? Buffer.from(String(bytes).replace(from, to)) : undefined))
    return [...new Set(all.filter(({ rule }) => rule === 'B06').map(({ message }) => message.replace(/【.*】/, '')))]
  }
  expect(await told(/PRIMEM\["Greenwich",[\d.]+\]/i, 'PRIMEM["Paris",2.337229166667]')).toEqual(['坐标系的经度不从格林尼治子午线起算，应从格林尼治子午线起算'])
  expect(await told(/0\.01745329\d+/, '0.01570796326794897')).toEqual(['坐标系的角度单位不是度，应为度'])
})

test('a .prj that contradicts the numbers, or is none, is told for each layer, and the numbers are measured', async () => {
  const prj = (text: string | Buffer) => (path: string) => (path.endsWith('.prj') ? Buffer.from(text) : undefined)
  const degrees = 'GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000",SPHEROID["CGCS2000",6378137.0,298.257222101]]]'
  const [geographic, garbage] = [await found('v00', prj(degrees)), await found('v00', prj(Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 37) % 256))))]
  expect([kindsOf(geographic), kindsOf(garbage)]).toEqual([['B06 E'], ['B06 E']])
  expect([geographic, garbage].map((all) => [...new Set(all.map(({ message }) => message))])).toEqual([
    ['坐标系文件.prj写的是经纬度，而坐标是投影坐标'],
    ['坐标系文件.prj无法识别'],
  ])
  const metres =
    'PROJCS["CGCS2000_3_Degree_GK_CM_105E",GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000"]],PARAMETER["False_Easting",500000],PARAMETER["Central_Meridian",105]]'
  expect(new Set((await found('v08', prj(metres))).map(({ message }) => message))).toEqual(new Set(['坐标为经纬度，而坐标系文件.prj写的是投影坐标']))
})

test('a NUL within a value is a byte that cannot be read', async () => {
  const all = await found('v00', (path, bytes) => {
    if (!/\/DK\d+\.dbf$/.test(path)) return undefined
    const name = bytes.indexOf('5120211192040')
    bytes[name + 3] = 0
    return bytes
  })
  expect(all.filter(({ rule }) => rule === 'B09')).toMatchObject([{ layer: 'DK', field: 'DKBM' }])
  expect(all.some(({ object, value }) => `${object}${value}`.includes('\0'))).toBe(false)
})

test('a row that a summary table does not have is missed, table by table', async () => {
  const pkg = await openPackage(variant('v00'), place())
  const rows = (name: string) => pkg.summary[name]!
  pkg.summary['按地块汇总表'] = rows('按地块汇总表').filter(([code]) => code !== '51202111920402')
  pkg.summary['按承包方汇总表'] = rows('按承包方汇总表').filter(([code]) => !/^\d{14}$/.test(code ?? ''))
  const all: PackageFinding[] = []
  for await (const finding of checkPackage(pkg, { today, workDir: base })) if (/^H/.test(finding.rule)) all.push(finding)
  expect(all.filter(({ rule }) => rule === 'H07').map(({ object, message }) => [object, message])).toEqual([
    ['按地块汇总表|51202111920402', '按地块汇总表中缺少51202111920402的行'],
    ['按承包方汇总表', '按承包方汇总表中没有数据行'],
  ])
  // the rows above a missing one are not told a second time that they do not add up
  expect(all.filter(({ rule }) => rule === 'H08')).toEqual([])
})

test('one falsified group row is one cause: named by its own figures, not again by each row above it', async () => {
  const pkg = await openPackage(variant('v00'), place())
  pkg.summary['按承包方汇总表'] = pkg.summary['按承包方汇总表']!.map((row) => (row[0] === '51202111920402' ? row.with(4, '999') : row))
  const all: PackageFinding[] = []
  for await (const finding of checkPackage(pkg, { today, workDir: base })) if (/^H0[78]/.test(finding.rule)) all.push(finding)
  expect(all.map(({ rule, object }) => [rule, object])).toEqual([['H07', '按承包方汇总表|51202111920402']])
})

test('a village that is itself an issuer has parcels of its own beside those of its groups', () => {
  const row = (code: string, parcels: number, mu: number) => [code, '', '1', String(parcels), String(mu), '0', '0', '0']
  const of = (code: string, parcels: number, mu: number) => [code, { parcels, scmj: 0, by: { n10: parcels, a10: mu } }] as const
  const none = new Map<string, never>()
  const sums = new Map([of('51202111920300', 3, 4.5), of('51202111920301', 10, 20)])
  const tables = { fbf: new Map([...sums.keys()].map((code) => [code, {}])), cbf: none, cbht: none, memberRows: none, qzRows: none }
  const judged = (village: string[]) => {
    const heads = ['51202100000000', '51202111900000'].map((code) => ['', '', '', ...village.slice(3)].with(0, code).with(2, '2'))
    const pkg = { county: '512021', tables: [{}], summary: { 按地块汇总表: [...heads, village.with(2, '2'), row('51202111920301', 10, 20)] } }
    return [...summaryRules.H08({ pkg, sums, tables } as object as Facts, limits)]
  }
  expect(judged(row('51202111920300', 13, 24.5))).toEqual([])
  // what neither the village nor its groups have
  expect(judged(row('51202111920300', 14, 24.5)).map(({ object, message }) => [object, message])).toEqual([
    ['按地块汇总表|51202111920300', '51202111920300的承包地块总数填14，本级与下级各行相加为13'],
  ])
})

async function gathered<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of all) found.push(one)
  return found
}

test('a thread of its own opens, reads and judges a package as this one does', async () => {
  const here = await openPackage(variant('v00'), place())
  const { pkg: there, ...reader } = await openInWorker({ zip: variant('v00'), dir: place() })
  await reader.close()
  expect({ ...there, dir: '', files: there.files.length, sha256: there.sha256 }).toMatchObject({
    county: here.county,
    files: here.files.length,
    sha256: here.sha256,
  })
  const { pkg: rows, ...tables } = await openInWorker({ zip: variant('v00'), dir: place(), options: { rowsOnly: true } })
  expect(rows.files.map((f) => f.path)).toEqual(here.files.map((f) => f.path).filter((path) => !/\.(pdf|jpg|tif|docx?)$/i.test(path)))
  expect(rows.files.length).toBeLessThan(here.files.length)
  expect([rows.folders, rows.tables, rows.summary, rows.layers.map((l) => l.counts)]).toEqual([
    here.folders,
    here.tables,
    here.summary,
    here.layers.map((l) => l.counts),
  ])
  for (const name of ['CBF', 'CBHT'] as const) expect(await gathered(tables.table(name))).toEqual([...readTable(here, name)])
  await tables.close()
  expect(await gathered(tables.table('CBJYQZ_QZZX')), 'in another thread').toEqual([...readTable(here, 'CBJYQZ_QZZX')])
  await tables.close()
  const judged = (all: PackageFinding[]) => all.map(({ rule, object }) => `${rule} ${object}`)
  const task = { pkg: there, options: { today, workDir: base } }
  expect(judged(await gathered(checkInWorker(task, {})))).toEqual(judged(await gathered(checkPackage(here, { today, workDir: base }))))
  await expect(openInWorker({ zip: variant('v13'), dir: place() })).rejects.toMatchObject({
    name: 'PackageUnreadable',
    words: { zh: '压缩包不完整或已损坏，无法读取' },
  })
})

test('a thread that needs too much memory, or is stopped, ends alone', async () => {
  const pkg = await openPackage(join(data, 'A.zip'), place())
  const task = { pkg, options: { today, workDir: base } }
  await expect(gathered(checkInWorker(task, { heapMb: 24 }))).rejects.toMatchObject({
    name: 'PackageUnreadable',
    words: { zh: '内容超出检查所允许的内存，文件可能已损坏', en: 'its content needs more memory than a check may use; it may be damaged' },
  })
  const stop = new AbortController()
  const run = gathered(checkInWorker(task, { signal: stop.signal, onProgress: (step) => step === 'DK' && stop.abort() }))
  await expect(run).rejects.toThrow(/abort/i)
})
