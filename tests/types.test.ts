// A business type is a folder: nothing but the two registries imports it, and the frame names none. Removing a folder and its two lines breaks nothing else.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { typeCodes } from '../services/process/engine/definitions.ts'
import { CODE } from '../tools/floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const REGISTRIES = ['apps/server/handlings.server.ts', 'apps/web/src/lists/cases.tsx']
const FRAME = ['business/cases', 'business/parts', 'business/publicity', 'signing']

const sources = CODE.flatMap((floor) => readdirSync(join(ROOT, floor), { recursive: true, withFileTypes: true }))
  .filter((f) => f.isFile() && /\.(ts|tsx|mjs)$/.test(f.name) && !/node_modules|\/dist\//.test(f.parentPath))
  .map((f) => relative(ROOT, join(f.parentPath, f.name)))
/** Files outside a folder of a type that import from it. */
const importers = (text: (file: string) => string) =>
  sources.flatMap((file) =>
    [...text(file).matchAll(/(?:from|import\()\s*'([^']+)'/g)].flatMap((m) => {
      const to = relative(ROOT, resolve(ROOT, file, '..', m[1]!))
      const type = /^business\/types\/([a-z_]+)\//.exec(to)?.[1]
      return type && !file.startsWith(`business/types/${type}/`) ? [{ file, type }] : []
    }),
  )
const onDisk = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('only the two registries import a type', () => {
  const found = importers(onDisk)
  expect([...new Set(found.map((f) => f.file))].toSorted()).toEqual(REGISTRIES)
  // one import a type and registry: a type is taken out by one line in each
  expect(new Set(found.map((f) => f.file + f.type)).size).toBe(found.length)
  const planted = importers((file) => (file === 'signing/contract/flow.ts' ? `import { x } from '../../business/types/contract_sign/type.ts'` : onDisk(file)))
  expect(planted.map((f) => f.file)).toContain('signing/contract/flow.ts')
})

test('the frame names no type', () => {
  const frame = sources.filter((f) => FRAME.some((d) => f.startsWith(`${d}/`)) && !/\.test\.tsx?$|testing\.server\.ts$/.test(f))
  expect(frame.length).toBeGreaterThan(50)
  const named = frame.flatMap((f) => typeCodes.filter((t) => new RegExp(`['"\`]${t}(_\\d)?['"\`]`).test(onDisk(f))).map((t) => `${f}: ${t}`))
  expect(named).toEqual([])
})
