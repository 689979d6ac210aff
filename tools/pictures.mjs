// node tools/pictures.mjs: takes anew the pictures that README.md and docs/design.md show, by the journeys through the browser over the demonstration village.
// docs/screens/shown.json says which journey takes each and of which village it was; a picture that is shown and not there, or of another village, is told (tests/docs.test.ts).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const JOURNEYS = 'tests/browser'
const read = (f) => readFileSync(join(ROOT, f), 'utf8')
export const SHOWN = 'docs/screens/shown.json'

/** The pictures that pages show, each with the journey that takes it, and the village that they are of. */
export function shownPictures() {
  const pages = ['README.md', 'docs/design.md']
  const names = new Set(pages.flatMap((p) => [...read(p).matchAll(/\]\((?:docs\/)?screens\/([\w-]+)\.png\)/g)].map((m) => m[1])))
  const journeys = readdirSync(join(ROOT, JOURNEYS)).flatMap((f) => (f.endsWith('.test.ts') ? [[f, read(`${JOURNEYS}/${f}`)]] : []))
  const taker = (name) => journeys.find(([, text]) => text.includes(`'${name}'`))?.[0] ?? null
  const village = createHash('sha256')
    .update(readFileSync(join(ROOT, 'demo/512021-2016.zip')))
    .digest('hex')
    .slice(0, 16)
  return { village, pictures: Object.fromEntries([...names].toSorted().map((n) => [n, taker(n)])) }
}

if (process.argv[1] === import.meta.filename) {
  const shown = shownPictures()
  const words = [...new Set(Object.values(shown.pictures))].map((f) => `browser/${f.replace('.test.ts', '')}`)
  const { status } = spawnSync(process.execPath, [join(ROOT, 'tools/test.mjs'), ...words], {
    stdio: 'inherit',
    cwd: ROOT,
    env: { ...process.env, SCREENS: '1' },
  })
  if (status === 0) writeFileSync(join(ROOT, SHOWN), `${JSON.stringify(shown, null, 2)}\n`)
  process.exitCode = status ?? 1
}
