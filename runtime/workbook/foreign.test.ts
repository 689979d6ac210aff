// Workbooks as other programs and people leave them (tests/foreign).
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readWorkbook } from './workbook.server.ts'

const LIMITS = { rows: 100, columns: 100, characters: 100_000 }
const read = (name: string) => readWorkbook(fileURLToPath(new URL(`../../tests/foreign/${name}.xlsx`, import.meta.url)), LIMITS)

test('a hidden sheet in front is passed over, and the name of the one that was read is told', async () => {
  const sheet = await read('x-hidden-first')
  expect(sheet.name).toBe('数据')
  expect(sheet.rows.length).toBeGreaterThan(0)
  expect((await read('x-formula')).name).toBe(undefined)
})

test('a formula is told by where it stands, whether its cell names its place or not', async () => {
  const [named, nameless] = [await read('x-formula'), await read('x-formula-no-ref')]
  expect([...named.formulas]).toEqual(['H2'])
  expect([...nameless.formulas]).toEqual(['H2'])
  expect(nameless.rows.map((r) => [r.no, r.cells.length])).toEqual(named.rows.map((r) => [r.no, r.cells.length]))
})
