// What it takes to open an embedded database in memory, ours against the engine's own way (`loadDataDir`), each in a process of its own: docs/adr/0039.
// node tools/run.mjs bench/opening.ts [archive.tar.zst]
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { PGlite, type Extension } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { openEmbedded } from '../runtime/embedded/embedded.server.ts'
import { defaultCache, postgisArchive, TEMPLATE } from '../runtime/embedded/slim.server.ts'
import { median, print } from './measure.ts'

/** The later openings of a process, ours : the engine's own way, in processor time. */
const LIMIT = 0.75
const OPENINGS = 6
const [template = TEMPLATE, side] = process.argv.slice(2)
const postgis: Extension = {
  name: 'postgis',
  setup: async (_, emscriptenOpts) => ({
    emscriptenOpts: { ...emscriptenOpts, PGLITE_ENV: { ...emscriptenOpts.PGLITE_ENV, PROJ_DATA: '/pglite/share/proj' } },
    bundlePath: postgisArchive(defaultCache()),
  }),
}
const sides: Record<string, () => Promise<{ close(): Promise<void> }>> = {
  ours: () => openEmbedded({ template }),
  bare: async () => {
    const archive = new Blob([zstdDecompressSync(readFileSync(template))], { type: 'application/x-tar' })
    const engine = await PGlite.create({ loadDataDir: archive, extensions: { postgis, pg_trgm, btree_gist } })
    await engine.exec('create extension if not exists postgis; create extension if not exists pg_trgm; create extension if not exists btree_gist')
    return engine
  },
}
/** Processor seconds and pages touched anew of each opening. */
async function openings(open: () => Promise<{ close(): Promise<void> }>) {
  const taken: { seconds: number; pages: number }[] = []
  for (let i = 0; i < OPENINGS; i++) {
    const [from, pages] = [process.cpuUsage(), process.resourceUsage().minorPageFault]
    const opened = await open()
    const { user, system } = process.cpuUsage(from)
    taken.push({ seconds: (user + system) / 1e6, pages: process.resourceUsage().minorPageFault - pages })
    await opened.close()
  }
  return taken
}

if (side) console.log(JSON.stringify(await openings(sides[side]!)))
else {
  const of = (name: string): Awaited<ReturnType<typeof openings>> =>
    JSON.parse(spawnSync(process.execPath, [...process.execArgv, import.meta.filename, template, name], { encoding: 'utf8' }).stdout)
  const [ours, bare] = [of('ours'), of('bare')]
  const later = (taken: typeof ours, what: 'seconds' | 'pages') => median(taken.slice(1).map((t) => t[what]))
  print(
    ['', 'first', 'later', 'pages of a later one'],
    [ours, bare].map((t, i) => [
      i ? "the engine's own way" : 'ours',
      `${t[0]!.seconds.toFixed(2)} s`,
      `${later(t, 'seconds').toFixed(2)} s`,
      String(later(t, 'pages')),
    ]),
  )
  const ratio = later(ours, 'seconds') / later(bare, 'seconds')
  console.log(`${ratio.toFixed(2)} of the engine's own way, limit ${LIMIT}`)
  process.exitCode = ratio > LIMIT ? 1 : 0
}
