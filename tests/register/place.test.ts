// A planted fault is found in its file by what the code says, so a formatter does not lose it; code that has become another tells at once.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import { FAULTS } from './faults.ts'
import { placesOf } from './place.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8')

test.each(FAULTS.map((f) => [f.name, f] as const))('%s: it stands once in its file', (_, { file, from, to }) => {
  expect(placesOf(read(file), from)).toHaveLength(1)
  expect(to).not.toBe(from)
})
test('files that a formatter of another taste has written have each of them once too', async () => {
  const taste = { semi: true, singleQuote: false, printWidth: 60, tabWidth: 4, trailingComma: 'none' } as const
  const lost: string[] = []
  for (const file of new Set(FAULTS.map((f) => f.file))) {
    const { code, errors } = await format(file, read(file), taste)
    expect([errors, code === read(file)]).toEqual([[], false])
    for (const f of FAULTS) if (f.file === file && placesOf(code, f.from).length !== 1) lost.push(f.name)
  }
  expect(lost).toEqual([])
})
test('what is not there is not found, and what stands twice is found twice', () => {
  expect(placesOf("a('x', b)", 'a("y", b)')).toEqual([])
  expect(placesOf('f(\n  a,\n  b,\n);\nf(a, b)', 'f(a, b)')).toEqual([
    [0, 14],
    [16, 23],
  ])
})
