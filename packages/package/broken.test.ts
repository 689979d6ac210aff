// Packages that are broken in every way that a file can be: each is refused in words or found by the checks, in threads of their own, whatever is in it. `npm test` takes a few of each kind, the long run two hundred. SEED repeats a run.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../../tests/seeded.ts'
import { SEED, volume } from '../../tests/volume.ts'
import { checkInWorker } from '../checks/apart.server.ts'
import { unpack } from './archive.server.ts'
import { openInWorker } from './apart.server.ts'
import { isPackageUnreadable } from './staged.ts'
import { spoiled } from './testing.server.ts'

let dir: string, small: string, clean: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'broken-'))
  const { files } = await unpack(join(import.meta.dirname, '../../tests/packages/B-variants.zip'), join(dir, 'variants'))
  small = files.find((file) => file.path.endsWith('v00-clean.zip'))!.abs
  clean = await judged(await readFile(small))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

let turn = 0
/** What comes of a file: the words of its refusal, or what the checks find. Anything else throws. */
async function judged(bytes: Buffer): Promise<string> {
  const folder = join(dir, `n${++turn}`)
  const zip = `${folder}.zip`
  await writeFile(zip, bytes)
  try {
    const { pkg, close } = await openInWorker({ zip, dir: folder })
    await close()
    const found: string[] = []
    for await (const f of checkInWorker({ pkg, options: { today: '2026-03-02', workDir: dir } }, {})) {
      // a rule that breaks on its input says so under its own id: that is no clear finding
      expect(f.message).not.toContain('未能完成')
      found.push(`${f.rule} ${f.layer} ${f.object} ${f.field} ${f.value}`)
    }
    return found.toSorted().join('\n')
  } catch (e) {
    if (!isPackageUnreadable(e)) throw e
    expect(e.words.zh).toMatch(/[\u3400-\u9fff]/)
    return `refused: ${e.words.zh}`
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(zip, { force: true })
  }
}
type Break = (chance: () => number, whole: Buffer) => Promise<Buffer>
const below = (chance: () => number, n: number) => Math.floor(chance() * n)
const inFile =
  (of: RegExp, change: (bytes: Buffer, chance: () => number) => Buffer): Break =>
  (chance) => {
    let isDone = false
    return spoiled(small, (path, bytes) => {
      if (isDone || !of.test(path)) return undefined
      isDone = true
      return change(Buffer.from(bytes), chance)
    })
  }
const noise = (bytes: Buffer, chance: () => number, from: number): Buffer => {
  const at = from + below(chance, Math.max(1, bytes.length - from - 400))
  for (let i = at; i < Math.min(at + 400, bytes.length); i++) bytes[i] = below(chance, 256)
  return bytes
}
/** Kinds of breaking, each of which is seen. An index (.shx) of random bytes is none: the records are read in their order without it. */
const BREAKS: Readonly<Record<string, Break>> = {
  'random bytes in the archive': async (chance, whole) => noise(whole, chance, 0),
  'an archive that is cut': async (chance, whole) => whole.subarray(0, 1 + below(chance, whole.length - 100)),
  'outlines of random bytes': inFile(/DK\d+\.shp$/, (b, chance) => noise(b, chance, 100)),
  'a table of random bytes': inFile(/DK\d+\.dbf$/, (b, chance) => noise(b, chance, 700)),
  'a table head of random bytes': inFile(/DK\d+\.dbf$/, (b, chance) => {
    for (let i = 0; i < 96; i++) b[i] = below(chance, 256)
    return b
  }),
  'a count of records that is huge': inFile(/JZD\d+\.dbf$/, (b) => {
    b.writeUInt32LE(0xfffffff0, 4)
    return b
  }),
  'a count of points that is huge': inFile(/DK\d+\.shp$/, (b) => {
    b.writeUInt32LE(0x7fffffff, 100 + 8 + 40)
    return b
  }),
  'coordinates that are none': inFile(/DK\d+\.shp$/, (b, chance) => {
    const wild = [Number.NaN, Number.POSITIVE_INFINITY, 1e308, -1e308, 0]
    b.writeDoubleLE(wild[below(chance, wild.length)]!, 100 + 8 + 48)
    return b
  }),
  'a layer that is cut': inFile(/JZX\d+\.shp$/, (b, chance) => b.subarray(0, 100 + below(chance, b.length - 150))),
  'a database of random bytes': inFile(/\.mdb$/, (b, chance) => noise(b, chance, 4096)),
  'a database that is cut': inFile(/\.mdb$/, (b, chance) => b.subarray(0, below(chance, b.length - 5000))),
  'a workbook of random bytes': inFile(/按地块汇总表\.xls$/, (b, chance) => {
    for (let i = 0; i < 512; i++) b[i] = below(chance, 256)
    return b
  }),
  'metadata that is no tree': inFile(/SL\d+\.xml$/, (b, chance) => b.subarray(0, below(chance, b.length - 20))),
}

test.each(Object.entries(BREAKS))('%s: a finding or a refusal, and nothing else', async (kind, broken) => {
  const whole = await readFile(small)
  const times = volume(15, 1)
  for (let n = 0; n < times; n++) {
    const told = await judged(await broken(seeded(SEED * 1000 + n), Buffer.from(whole)))
    expect([kind, SEED, n, told === clean]).toEqual([kind, SEED, n, false])
  }
})
