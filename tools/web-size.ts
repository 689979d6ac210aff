// node tools/run.mjs tools/web-size.ts: what a browser receives before the login, the shell and the start can be seen: the gzip forms of
// the build, which every browser takes (Brotli comes with TLS alone). Fails above the ceilings.
// Reads the build in dist/web (or the folder that is named): the entry with everything that its chunks import statically.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist/web'))
const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, { file: string; name?: string; imports?: string[] }>
/** The chunk of each first sight (GROUPS of apps/web/vite.config.ts), and its ceiling in kB of 1,000 bytes. */
const SIGHTS: readonly (readonly [name: string, ceiling: number])[] = [
  ['login', 160],
  ['shell', 260],
  ['start', 275],
]
/** What no first sight may wait for: it is fetched when it is needed. */
const LATER = /node_modules[\\/](echarts|zrender|ol|bpmn-js|pdfjs-dist)[\\/]|AreaBars|Chart\.web|ParcelMap/

function needed(key: string, had = new Set<string>()): Set<string> {
  if (!had.has(key)) {
    had.add(key)
    for (const k of chunks[key]?.imports ?? []) needed(k, had)
  }
  return had
}
for (const [name, ceiling] of SIGHTS) {
  const chunk = Object.keys(chunks).find((k) => chunks[k]!.name === name)!
  const files = new Set([...needed('index.html'), ...needed(chunk)].map((k) => chunks[k]!.file))
  const received = (f: string) => statSync(join(folder, existsSync(join(folder, `${f}.gz`)) ? `${f}.gz` : f)).size
  const size = [...files].reduce((sum, f) => sum + received(f), 0) / 1000
  console.log(`${name}: ${size.toFixed(1)} of ${ceiling} kB in ${files.size} files`)
  if (size > ceiling) process.exitCode = 1
  const early = [...needed('index.html'), ...needed(chunk)].filter((k) => LATER.test(k))
  if (early.length > 0) {
    console.log(`${name}: waits for ${early.join(', ')}`)
    process.exitCode = 1
  }
}

/** Files that the page waits for which waits for most; six come at a time. */
const MOST_FILES = 60
const pages = Object.keys(chunks).map((k) => [new Set([...needed('index.html'), ...needed(k)]).size, k] as const)
const [most, page] = pages.toSorted(([a], [b]) => b - a)[0]!
console.log(`files of a page: ${most} of ${MOST_FILES} (${page})`)
if (most > MOST_FILES) process.exitCode = 1
