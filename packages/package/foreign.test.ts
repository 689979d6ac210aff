// Shapefiles as other programs leave them (tests/foreign): what is read of each, and what is told.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { outlineOf } from '../../land/geometry/validity.ts'
import { shapefileOf } from '../../land/geometry/shapefile.ts'
import { readSurvey } from './survey.server.ts'
import type { Surveyed } from './survey.ts'

async function read(name: string): Promise<Surveyed[]> {
  const bytes = await readFile(new URL(`../../tests/foreign/${name}.zip`, import.meta.url))
  return readSurvey({ files: [{ name: `${name}.zip`, bytes: new Uint8Array(bytes) }], countyLongitude: 105, most: 200, attributes: true })
}
const hints = (of: Surveyed[]) => of[0]!.hints!.map((h) => h.zh)
const names = (of: Surveyed[]) => of.map((r) => r.attrs!.dkmc)
const wrong = (of: Surveyed[]) => of.map((r) => outlineOf(r.geom, 35)).map((o) => ('wrong' in o ? o.wrong.zh.replace(/（[\d., ]+）$/, '') : ''))

test('a hole beside the outline and a hole in a hole are read as holes, and named', async () => {
  expect(wrong(await read('03-hole-in-notch'))).toEqual(['内环（空洞）在外边界之外'])
  expect(wrong(await read('14-hole-in-hole'))).toEqual(['内环（空洞）之中又有内环'])
  expect(wrong(await read('02b-hole-right'))).toEqual([''])
})

test('a declared encoding yields to the bytes, which is told; four bytes of GB 18030 are one character', async () => {
  const said = await read('04-cpg-wrong')
  for (const name of names(said)) expect(name).toMatch(/^[\p{Script=Han}\d]+$/u)
  expect(said.flatMap((r) => r.issues!)).toEqual([])
  expect(hints(said)).toEqual(['文字编码声明为UTF-8，实际为GB 18030，已按实际编码读取'])
  const rare = await read('05-gb18030')
  expect(names(rare).join()).toContain('𬭎')
  expect(names(rare).join()).toContain('䶮')
  expect([rare.flatMap((r) => r.issues!), hints(rare)]).toEqual([[], []])
})

test('a code in a column of numbers keeps its nineteen digits', async () => {
  const [first] = await read('06-code-number')
  expect(first!.dkbm).toMatch(/^512021119203010\d{3}[1-9]$/)
})

test('UTM is converted by its own scale to the same ground, and told', async () => {
  const [utm, gk] = [await read('07-utm48'), await read('07b-same-in-gk')]
  const points = (of: Surveyed[]) => [...of[0]!.geom.matchAll(/[\d.]+/g)].map(Number)
  points(utm).forEach((v, i) => expect(Math.abs(v - points(gk)[i]!)).toBeLessThan(2e-7))
  expect([hints(utm).length, hints(utm)[0], hints(gk)]).toEqual([1, expect.stringMatching(/^投影为【.*UTM.*】，已按其参数换算$/), []])
})

test('a .shp that was edited and not packed is read by its .shx: no dead record, and each outline with its own row', async () => {
  const [old, swapped] = [await read('08-not-repacked'), await read('08b-other-order')]
  for (const of of [old, swapped]) {
    expect(of.every((r) => /^\d{19}$/.test(r.dkbm) || r.attrs!.dkmc)).toBe(true)
    expect(hints(of)[0]).toMatch(/^shp文件编辑后未整理.*已按shx索引读取$/)
  }
  expect(old).toHaveLength(2)
  expect(hints(old)[0]).toMatch(/含\d+字节废弃数据/)
  expect(hints(swapped)[0]).not.toContain('废弃')
})

/** One parcel as this product writes it (or of some of its corners), its parts to be damaged. */
const made = (corners = [0, 1, 2, 3, 4], code = ''): Record<string, Buffer> => {
  const ring = [
    [500_000, 3_300_000],
    [500_000, 3_300_050],
    [500_050, 3_300_050],
    [500_050, 3_300_000],
    [500_000, 3_300_000],
  ] as [number, number][]
  const columns = [
    ['DKBM', 'C', 19],
    ['DKMC', 'C', 20],
  ] as const
  const records = [{ parts: [corners.map((i) => ring[i]!)], values: { DKBM: code, DKMC: '新地' } }]
  return Object.fromEntries(
    Object.entries(shapefileOf({ kind: 'Polygon', columns, records } as never, 35, '2026-03-02')).map(([extension, bytes]) => [extension, Buffer.from(bytes)]),
  )
}
const survey = (parts: Record<string, Buffer>) =>
  readSurvey({
    files: Object.entries(parts).map(([extension, bytes]) => ({ name: `DK.${extension}`, bytes: new Uint8Array(bytes) })),
    countyLongitude: 105,
    most: 9,
    attributes: true,
  })

test('an index that leads nowhere is not used, which is told; the records are read in their order', async () => {
  const sound = made()
  const shx = (change: (b: Buffer) => Buffer) => ({ ...sound, shx: change(Buffer.from(sound.shx!)) })
  const at = (place: number, value: number) =>
    shx((b) => {
      b.writeInt32BE(value, place)
      return b
    })
  const damaged = [
    at(100, 0x7000000),
    at(100, -50),
    at(104, 7),
    at(104, -1),
    shx((b) => b.subarray(0, 100)),
    shx((b) => b.subarray(0, 104)),
    shx(() => Buffer.alloc(0)),
  ]
  for (const parts of damaged) expect(hints(await survey(parts))).toEqual(['shx索引损坏，已按shp中记录的先后顺序读取，请核对图形与属性是否对应'])
  const { shx: _, ...without } = sound
  expect(hints(await survey(without))).toEqual([])
})

test('text that cannot be read is an issue of its record, and a projection that nothing converts is refused by its name', async () => {
  const sound = made()
  expect(await survey(sound)).toMatchObject([{ attrs: { dkmc: '新地' }, issues: [], hints: [] }])
  const dbf = Buffer.from(sound.dbf!)
  const at = Math.max(dbf.indexOf(Buffer.from('新地')), dbf.indexOf(Buffer.from([0xd0, 0xc2, 0xb5, 0xd8])))
  expect(at).toBeGreaterThan(0)
  dbf.fill(0xff, at, at + 4)
  const [garbled] = await survey({ ...sound, dbf })
  expect(garbled!.issues).toEqual([{ zh: '第1条记录的DKMC中有无法识别的字符（乱码、半个汉字或造字）', en: 'Record 1 has unreadable text in DKMC' }])
  const prj = Buffer.from(
    sound
      .prj!.toString()
      .replace(/PROJECTION\["[^"]*"\]/, 'PROJECTION["Nobody_Knows"]')
      .replace(/PROJCS\["[^"]*"/, 'PROJCS["地方坐标系"'),
  )
  await expect(survey({ ...sound, prj })).rejects.toMatchObject({
    words: { zh: '投影【地方坐标系】无法换算，请转换为2000国家大地坐标系高斯-克吕格投影（比例因子1，单位米）' },
  })
})

test('a ring of fewer than three corners is said of its record', async () => {
  const said = (code?: string) => expect(survey(made([0, 1, 0], code))).rejects
  await said().toMatchObject({ words: { zh: 'shp文件第1条记录的图形有不足三个角点的环' } })
  await said('5120211192030100001').toMatchObject({ words: { zh: 'shp文件第1条记录（地块【5120211192030100001】）的图形有不足三个角点的环' } })
})
