import { mkdtemp, readFile, rm, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpack } from '../package/archive.server.ts'
import { openPackage } from '../package/open.server.ts'
import { checkPackage } from './checks.server.ts'
import type { CheckOptions, Finding } from './checks.server.ts'
import { BUILT } from './rules.ts'

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

async function findingsOf(zip: string, options: Partial<CheckOptions> = {}): Promise<Finding[]> {
  const dir = place()
  const pkg = await openPackage(zip, dir)
  const found: Finding[] = []
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

test('all 114 rules of the package are built', () => {
  expect(BUILT.filter((id) => !id.startsWith('J'))).toHaveLength(114)
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
