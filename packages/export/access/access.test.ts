import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayPlus } from '../../../kit/model/days.ts'
import { openPackage } from '../../package/open.server.ts'
import { MDBReader } from '../../package/mdb-reader.server.ts'
import { readTable } from '../../package/mdb.server.ts'
import type { MdbRow, StagedPackage } from '../../package/staged.ts'
import standard from '../../../land/definitions/national/tables.json' with { type: 'json' }
import { accessFile } from './database.server.ts'
import type { StagedTable } from '../../../land/definitions/national/format.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'access-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

type Rows = Readonly<Record<string, readonly MdbRow[]>>
function written(name: string, tables: Rows): string {
  const path = join(dir, name)
  const file = accessFile(path)
  for (const [table, rows] of Object.entries(tables)) for (const row of rows) file.add(table, row)
  file.end()
  return path
}
/** The rows of a file as the package reader gives them. */
function readBack(path: string, name: StagedTable): MdbRow[] {
  const reader = new MDBReader(readFileSync(path))
  const pkg = {
    mdb: { state: 'ok', file: { path, abs: path, size: statSync(path).size }, all: [], message: '' },
    tables: reader.getTableNames().map((n) => ({ name: n, columns: [], count: 0 })),
  } as unknown as StagedPackage
  return [...readTable(pkg, name)]
}

type FieldFacts = { name: string; type: string; length: number; decimals: number }
const text = (max: number) => fc.string({ unit: 'binary', maxLength: max }).map((s) => s.replace(/[\0\ufffe\ufeff]/g, '').slice(0, max))
/** Any value that a column of the standard may have, none included; empty text is none. */
function anyValue(table: string, field: FieldFacts): fc.Arbitrary<string | number | null> {
  const isLong = (table === 'FBF' && field.name === 'FBFDCJS') || (table === 'CBF' && field.name === 'CBFDCJS')
  const of = (): fc.Arbitrary<string | number> => {
    if (field.type === 'Int') return fc.integer({ min: -32_768, max: 32_767 })
    if (field.type === 'Float')
      return fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }).map((n) => {
        const digits = (n < 0n ? -n : n).toString().padStart(3, '0')
        return `${n < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
      })
    if (field.type === 'Date') return fc.integer({ min: -25_000, max: 2_932_000 }).map((day) => dayPlus('1970-01-01', day))
    return isLong
      ? fc.oneof(
          text(20),
          fc.integer({ min: 30, max: 9000 }).map((n) => '地块'.repeat(n)),
        )
      : text(field.length)
  }
  return fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 6, arbitrary: of() }).map((v) => (v === '' ? null : v))
}
const anyTable = (name: string, fields: readonly FieldFacts[]) =>
  fc.array(fc.record(Object.fromEntries(fields.map((f) => [f.name, anyValue(name, f)]))), { maxLength: 40 })

test('whatever rows are written into the twelve tables come back as they are', () => {
  const all = fc.record(Object.fromEntries(Object.entries(standard.tables).map(([name, t]) => [name, anyTable(name, t.fields)])))
  fc.assert(
    fc.property(all, (tables) => {
      const path = written('any.mdb', tables as Rows)
      for (const [name, rows] of Object.entries(tables)) expect(readBack(path, name as StagedTable)).toEqual(rows)
    }),
    { numRuns: 25 },
  )
})

test('a table of many pages leaves its map for pages of bits, and every row is found', () => {
  const rows = Array.from({ length: 60_000 }, (_, i) => ({ CBJYQZBM: String(i).padStart(19, '0'), ZXYY: '注销'.repeat(20), ZXRQ: '2024-02-29' }))
  const path = written('many.mdb', { FBF: [{ FBFBM: '51202111920401' }], CBJYQZ_QZZX: rows })
  expect(statSync(path).size).toBeGreaterThan(512 * 4096)
  expect(readBack(path, 'CBJYQZ_QZZX')).toEqual(rows)
  expect(readBack(path, 'FBF').map((r) => r.FBFBM)).toEqual(['51202111920401'])
})

test('a value that its column does not hold is refused, and nothing is cut', () => {
  const file = accessFile(join(dir, 'refused.mdb'))
  expect(() => file.add('FBF', { FBFBM: '512021119204011' })).toThrow('FBFBM')
  expect(() => file.add('CBHT', { HTZMJ: '1.234' })).toThrow('HTZMJ')
  expect(() => file.add('CBHT', { CBDKZS: 40_000 })).toThrow('CBDKZS')
  expect(() => file.add('CBHT', { QDSJ: 'gestern' })).toThrow('QDSJ')
  file.close()
})

test('the tables of a real package are written anew, row for row, with the columns that the standard asks', async () => {
  const pkg = await openPackage('tests/packages/A.zip', join(dir, 'A'), { rowsOnly: true })
  const tables = Object.fromEntries(pkg.tables.map((t) => [t.name, [...readTable(pkg, t.name)]]))
  const path = written('again.mdb', tables)
  const layerColumns = (bytes: Buffer) => new Map(new MDBReader(bytes).getTableNames().map((n) => [n, new MDBReader(bytes).getTable(n).getColumns()]))
  expect(layerColumns(readFileSync(path))).toEqual(layerColumns(readFileSync(pkg.mdb.file!.abs)))
  for (const [name, rows] of Object.entries(tables)) expect(readBack(path, name as StagedTable)).toEqual(rows)
})
