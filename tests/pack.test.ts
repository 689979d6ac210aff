// What npm run pack puts into the archive, without packing: whole for the server, nothing of tests, licences that may be handed on.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import product from '../package.json' with { type: 'json' }
import { packedFiles } from '../tools/pack/files.ts'
import { installedPackages, isGood, isUnread, nodePackage, serverPackages, textsOf } from '../tools/pack/packages.ts'

const ROOT = resolve(import.meta.dirname, '..')
const files = packedFiles()
const code = files.filter((f) => f.endsWith('.ts'))
/** What a file of code asks for: modules, and files beside it that become workers or are read; not what stands in code that the generator writes. */
const wishes = (f: string): string[] => {
  const text = readFileSync(join(ROOT, f), 'utf8')
  const imports = [...text.matchAll(/^(?:import|export)\b(?! type)[^'\n]*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|^\} from '([^']+)'/gm)]
  return [
    ...imports.map(([, a, b, c, d]) => (a ?? b ?? c ?? d)!).filter((w) => !w.includes('${')),
    ...[...text.matchAll(/new URL\('(\.[^']+\w)', import\.meta\.url\)/g)].map(([, x]) => x!),
  ]
}

test('every module and file that packed code asks for is packed, or is a package that a server has', () => {
  const there = new Set(files)
  const missing = code.flatMap((f) =>
    wishes(f)
      .filter((w) =>
        w.startsWith('.') ? !there.has(join(dirname(f), w)) : !isBuiltin(w) && !Object.keys(product.dependencies).some((d) => `${w}/`.startsWith(`${d}/`)),
      )
      .map((w) => `${f}: ${w}`),
  )
  expect(missing).toEqual([])
  expect(files).toEqual(
    expect.arrayContaining([
      'apps/server/main.server.ts',
      'db/migrations/0001_kit.sql',
      'demo/512021-2016.zip',
      'demo/regions.geojson',
      'runtime/fonts/NotoSerifSC-Regular.ttf.zst',
    ]),
  )
})

test('nothing of tests, simulators and screens is packed', () => {
  expect(files.filter((f) => /\.test\.|testing|simulators|\.web\.|\.tsx$|^(tests|bench|docs)\//.test(f))).toEqual([])
  // nor a copy of a package of the tests, whose outlines nobody may hand on
  const sums = (folder: string) =>
    readdirSync(join(ROOT, folder)).map((f) =>
      createHash('sha256')
        .update(readFileSync(join(ROOT, folder, f)))
        .digest('hex'),
    )
  const [demo, ours] = [sums('demo'), new Set(sums('tests/packages'))]
  expect(demo.filter((sum) => ours.has(sum))).toEqual([])
})

test('of packages, declarations, maps and what people read is left out, and no module, data or licence', () => {
  const unread = [
    'a/README.md',
    'a/Readme.zh-CN.md',
    'a/README_CN.md',
    'HISTORY.md',
    'a/changelog.markdown',
    'a/x.d.ts',
    'a/x.d.cts',
    'a/x.js.map',
    'a/x.js.flow',
  ]
  const read = [
    'a/history.js',
    'history.server.ts',
    'a/lib/History.js',
    'a/readme.json',
    'a/history.md.js',
    'a/README/x.js',
    'a/LICENSE.md',
    'a/NOTICE',
    'a/x.ts',
  ]
  expect([unread.filter((f) => !isUnread(f)), read.filter(isUnread)]).toEqual([[], []])
})

test('every package of the server has a licence under which it may be handed on, and the large ones bring its text', () => {
  expect(
    serverPackages()
      .filter((p) => !isGood(p.licence))
      .map((p) => [p.name, p.licence]),
  ).toEqual([])
  expect([isGood('MIT'), isGood('(MIT AND Zlib)'), isGood('GPL-3.0'), isGood('MIT AND SSPL-1.0'), isGood('')]).toEqual([true, true, false, false, false])
  const named = ['fastify', 'kysely', 'pg', '@electric-sql/pglite', 'sharp']
  for (const p of [...installedPackages().filter((q) => named.includes(q.name)), nodePackage()]) expect([p.name, textsOf(p).length > 0]).toEqual([p.name, true])
})
