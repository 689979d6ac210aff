// import → export → import into an empty tenant → export: the same in every field of the standard. Of a whole village: tests/long/export.test.ts.
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsOf, packageContent, packageRegister, withoutAdded } from '../../tests/national.ts'
import { unpack } from '../package/archive.server.ts'
import { readLayer } from '../package/layer.server.ts'
import { readTable } from '../package/mdb.server.ts'
import { openPackage } from '../package/open.server.ts'

let register: Awaited<ReturnType<typeof packageRegister>>
/** a package of 70 parcels */
let small: string
beforeAll(async () => {
  register = await packageRegister('512021')
  const { files } = await unpack(join(import.meta.dirname, '../../tests/packages/B-variants.zip'), join(register.dataDir, 'variants'))
  small = files.find((file) => file.path.endsWith('v00-clean.zip'))!.abs
})
afterAll(() => register?.end())

test('what came in goes out and comes in again: equal in every field of the standard, and found as good by the checks', async () => {
  await register.imported('000000', small)
  const original = await openPackage(small, join(register.dataDir, 'open-small'))
  const first = await register.exported('000000', 'first.zip')
  const expected = await packageContent(original)
  const out = await packageContent(first.pkg)
  // the corners that the package numbers nowhere have got their points
  const { content: is, added } = withoutAdded(out, expected)
  expect(added).toBe(75)
  for (const [name, rows] of Object.entries(expected.tables)) expect([name, is.tables[name]]).toEqual([name, rows])
  for (const [name, rows] of Object.entries(expected.layers)) expect([name, is.layers[name]]).toEqual([name, rows])
  expect(is.fields).toEqual(expected.fields)
  expect(is.summary).toEqual(expected.summary)
  expect(is.codes).toEqual(expected.codes)
  expect(is.paths).toEqual(expected.paths)
  expect(await findingsOf(first.pkg, register.dataDir)).toEqual(await findingsOf(original, register.dataDir))
  await register.imported('100001', first.path)
  const second = await register.exported('100001', 'second.zip')
  expect(await packageContent(second.pkg)).toEqual(out)
  expect(second.rows).toBe(first.rows)
  expect((await readdir(register.dataDir)).filter((n) => n.endsWith('.work'))).toEqual([])
})

test('of a group only its own rows and what lies around them', async () => {
  const { pkg, path } = await register.exported('000000', 'group.zip', '51202111920401')
  expect([...readTable(pkg, 'FBF')].map((r) => r.FBFBM)).toEqual(['51202111920401'])
  const regions: unknown[] = []
  for await (const { attrs } of readLayer(pkg, 'ZJQY')) regions.push(attrs.ZJQYDM)
  expect(regions).toEqual(['51202111920401'])
  for await (const { attrs } of readLayer(pkg, 'DK')) expect(String(attrs.DKBM).slice(0, 14)).toBe('51202111920401')
  expect((await readFile(path)).includes('检查报告.xlsx')).toBe(true)
})

test('the layers around the parcels come out of what is kept: of a package whose file is gone too', async () => {
  const layersOf = async (name: string) => (await packageContent((await register.exported('000000', name)).pkg)).layers
  const before = await layersOf('with-file.zip')
  expect(Object.keys(before)).toHaveLength(14)
  await rm(join(register.dataDir, 'packages', '000000'), { recursive: true })
  expect(await layersOf('without-file.zip')).toEqual(before)
})
