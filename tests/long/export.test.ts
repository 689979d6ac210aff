// A whole village out of the register: equal to what went in, and read by programs that others wrote, Debian's mdbtools and GDAL.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpack } from '../../packages/package/archive.server.ts'
import { readTable } from '../../packages/package/mdb.server.ts'
import { openPackage } from '../../packages/package/open.server.ts'
import { findingsOf, packageContent, packageRegister, withoutAdded } from '../national.ts'

const A = join(import.meta.dirname, '../packages/A.zip')
let register: Awaited<ReturnType<typeof packageRegister>>
let made: Awaited<ReturnType<Awaited<ReturnType<typeof packageRegister>>['exported']>>
beforeAll(async () => {
  register = await packageRegister('512021')
  await register.imported('000000', A)
  made = await register.exported('000000', 'first.zip')
}, 1_200_000)
afterAll(() => register?.end())
const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })

test('the village comes out as it went in, and goes in again', async () => {
  const original = await openPackage(A, join(register.dataDir, 'open-A'))
  const is = await packageContent(made.pkg)
  const came = await packageContent(original)
  expect(withoutAdded(is, came)).toEqual({ content: came, added: 2119 })
  expect(await findingsOf(made.pkg, register.dataDir)).toEqual(await findingsOf(original, register.dataDir))
  await register.imported('100001', made.path)
  expect(await packageContent((await register.exported('100001', 'second.zip')).pkg)).toEqual(is)
}, 1_200_000)

test('mdbtools has the same tables and rows', () => {
  const path = made.pkg.mdb.file!.abs
  expect(run('mdb-ver', path).trim()).toBe('JET4')
  expect(run('mdb-tables', '-1', path).trim().split('\n').toSorted()).toEqual(made.pkg.tables.map((t) => t.name).toSorted())
  for (const { name } of made.pkg.tables) {
    const rows = run('mdb-json', '--datetime-format=%Y-%m-%d', path, name)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const ours = [...readTable(made.pkg, name)]
    expect([name, rows.length]).toEqual([name, ours.length])
    // it has question marks for signs beyond the basic plane, and goes wrong on the year 9999
    const isPlain = (v: unknown) => !(typeof v === 'string' && (v.startsWith('9999') || /[\u{10000}-\u{10ffff}]/u.test(v)))
    rows.forEach((row, i) => {
      for (const [column, value] of Object.entries(ours[i]!)) {
        if (value === null || !isPlain(value)) continue
        // it tells figures without their last zeros
        const isFigure = typeof row[column] === 'number'
        expect([name, column, isFigure ? row[column] : String(row[column])]).toEqual([name, column, isFigure ? Number(value) : value])
      }
    })
  }
}, 600_000)

test('GDAL opens every layer, in its system, with its records', async () => {
  const dir = join(register.dataDir, 'gdal')
  mkdirSync(dir)
  const { files } = await unpack(made.path, join(dir, 'all'))
  // it finds the parts of a layer by their names beside each other
  const folder = join(dir, 'layers')
  mkdirSync(folder)
  for (const { path, abs } of files) if (path.startsWith('矢量数据/')) copyFileSync(abs, join(folder, path.slice('矢量数据/'.length)))
  for (const layer of made.pkg.layers) {
    const said = run('ogrinfo', '-so', '-al', join(folder, `${layer.name}5120212016.shp`))
    expect(said).toContain(`Feature Count: ${layer.counts.dbf}`)
    expect(said).toContain('CGCS2000')
    for (const field of layer.fields) expect(said).toContain(`${field.name}: ${field.type === 'C' ? 'String' : field.decimals ? 'Real' : 'Integer'}`)
  }
}, 600_000)
