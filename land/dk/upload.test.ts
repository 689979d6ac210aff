// A shapefile beside the register: what each of its records is, pure; and through the door: listed without storing, stored with codes by the writer, refused by name.
import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import { ZipArchive } from 'archiver'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bench, FBFBM, land, registered, strip, VILLAGE, type Bench, type Person } from '../../tests/case-bench.ts'
import { readSurvey } from '../../packages/package/survey.server.ts'
import { shapeFromWkt } from '../geometry/crs.ts'
import { shapefileOf, type DbfColumn } from '../geometry/shapefile.ts'
import { columnsOfZip, pairsIn, pairsText } from './shape-columns.ts'
import { changesIn, type Incoming, type Present } from './upload.ts'
import { uploadSlice } from './upload.server.ts'

const dkbm = (n: number) => FBFBM + String(n).padStart(5, '0')
const outline = (n: number, from = 0, to = 40) => strip(String(n).padStart(5, '0'), from, to)
/** Two parcels side by side as one. */
const WIDE = outline(1, 0, 80)

describe('what a record is', () => {
  const row = (code: string, wkt: string, more: Partial<Present> = {}): Present => ({
    dkbm: code,
    fbfbm: FBFBM,
    cbfbm: null,
    cbfmc: null,
    scmj: '1000.00',
    wkt,
    isRegistered: false,
    by: null,
    seen: true,
    dkmc: '东地',
    ...more,
  })
  const came = (no: number, code: string, geom: string, said = {}): Incoming => ({ no, dkbm: code, geom, said })
  const [A, B] = [dkbm(1), dkbm(2)]
  const kinds = (records: readonly Incoming[], present: readonly Present[]) =>
    changesIn(records, present, 35).map((c) => [c.no, c.change, c.dkbm, c.ydkbm.join(), c.issues.map((i) => i.en).join('; ')])
  test('new where nothing lies, the same, moved, or only other words where its parcel lies', () => {
    expect(kinds([came(1, '', outline(5))], [row(A, outline(1))])).toEqual([[1, 'new', '', '', '']])
    expect(kinds([came(1, A, outline(1), { dkmc: '东地' })], [row(A, outline(1))])).toEqual([[1, 'same', A, '', '']])
    expect(kinds([came(1, A, outline(1), { dkmc: '西地' })], [row(A, outline(1))])).toEqual([[1, 'attribute', A, '', '']])
    expect(kinds([came(1, '', outline(1, 0, 41))], [row(A, outline(1))])).toEqual([[1, 'modify', A, '', '']])
  })
  test('pieces of one parcel are a cut, one over two is a join; the areas before and after agree', () => {
    const cut = [came(1, '', outline(1, 0, 15)), came(2, A, outline(1, 15))]
    expect(kinds(cut, [row(A, outline(1))])).toEqual([
      [1, 'cut', '', A, ''],
      [2, 'cut', '', A, ''],
    ])
    expect(kinds([cut[0]!, came(2, A, outline(1, 15, 39))], [row(A, outline(1))])[0]![4]).toBe('The areas before and after are -25.00 m² apart')
    expect(kinds([came(1, '', WIDE)], [row(A, outline(1)), row(B, outline(1, 40, 80))])).toEqual([[1, 'merge', '', `${A},${B}`, '']])
    expect(kinds([came(1, '', WIDE)], [row(A, outline(1)), row(B, outline(1, 40, 80), { cbfbm: 'x' })])[0]![4]).toBe('The parcels have different holders')
  })
  test('what lies inside of the file and is not in it is told; what is registered, held or outside the region is not stored', () => {
    const far = [came(1, '', outline(0, 0, 10)), came(2, '', outline(3))]
    expect(kinds(far, [row(A, outline(1))])).toEqual([
      [1, 'new', '', '', ''],
      [2, 'new', '', '', ''],
      [0, 'lost', A, '', ''],
    ])
    const moved = came(1, A, outline(1, 0, 41))
    expect(kinds([moved], [row(A, outline(1), { isRegistered: true })])[0]![4]).toBe(`${A} is registered: change it by a contract change`)
    expect(kinds([moved], [row(A, outline(1), { by: '7' })])[0]![4]).toBe(`${A} is in the open case 7: upload the survey in that case`)
    expect(kinds([moved], [row(A, outline(1), { seen: false })])[0]![4]).toBe(`${A} lies outside your region`)
    const [other] = changesIn([moved], [row(A, outline(1), { seen: false, cbfbm: 'x', cbfmc: '王五' })], 35)
    expect([other!.cbfbm, other!.cbfmc, other!.was]).toEqual([null, null, []])
  })
  test('no code that nobody has, no overlap with a neighbour or with another record, no broken outline', () => {
    expect(kinds([came(1, B, outline(5))], [row(A, outline(1))])[0]![4]).toBe(`There is no valid parcel ${B}`)
    expect(kinds([came(1, '', outline(1, 30, 80))], [row(A, outline(1))])[0]!.slice(1)).toEqual(['new', '', '', `It overlaps ${A} by 250.00 m²`])
    expect(kinds([came(1, '', outline(5)), came(2, '', outline(5, 20, 60))], [])[0]![4]).toContain('by 500.00 m²')
    // land of another county is covered by nothing, and nothing comes from it
    const abroad = [{ dkbm: `510113${A.slice(6)}`, wkt: outline(1) }]
    const beside = (from: number) => changesIn([came(1, '', outline(1, from, 80))], [], 35, abroad).map((c) => [c.change, c.ydkbm, c.issues.map((i) => i.en)])
    expect([beside(40), beside(0)]).toEqual([[['new', [], []]], [['new', [], [`It overlaps ${abroad[0]!.dkbm} by 1000.00 m²`]]]])
    expect(kinds([came(1, '', 'POLYGON((105 29,105.001 29.001,105.001 29,105 29.001,105 29))')], [])[0]![4]).toMatch(
      /^The outline is not valid: the boundary crosses or touches itself \(105\.\d+, 29\.\d+\)$/,
    )
  })
})

const COLUMNS: readonly DbfColumn[] = (['DKBM', 'DKMC', 'DKLB', 'DLDJ', 'TDYT', 'SFJBNT', 'DKDZ', 'DKXZ', 'DKNZ', 'DKBZ', 'ZJRXM'] as const).map(
  (n): DbfColumn => [n, 'C', 50],
)
const SAYS = { DKMC: '新地', DKLB: '22', DLDJ: '01', TDYT: '1', SFJBNT: '1', DKDZ: '路', DKXZ: '渠', DKNZ: '路', DKBZ: '王五', ZJRXM: '王五' }
/** A shapefile of some records; with so many of them in its table, and what a Mac or Windows puts beside it. `names`: columns that are called otherwise. */
async function zipOf(
  records: readonly (readonly [dkbm: string, wkt: string, says?: object])[],
  rows = records.length,
  junk: readonly string[] = [],
  names: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const layer = {
    kind: 'Polygon' as const,
    columns: COLUMNS.map(([n, type, width]): DbfColumn => [names[n] ?? n, type, width]),
    records: records.map(([code, wkt, says = SAYS]) => ({
      parts: shapeFromWkt(wkt, 35).map((ring) => [...ring, ring[0]!]),
      values: Object.fromEntries(Object.entries({ DKBM: code, ...says }).map(([n, v]) => [names[n] ?? n, v])) as never,
    })),
  }
  const zip = new ZipArchive({})
  const table = shapefileOf({ ...layer, records: layer.records.slice(0, rows) }, 35, '2026-03-02').dbf
  for (const name of junk) zip.append(Readable.from([Buffer.from('x')]), { name })
  for (const [extension, bytes] of Object.entries({ ...shapefileOf(layer, 35, '2026-03-02'), dbf: table }))
    zip.append(Readable.from([bytes]), { name: `DK5101122026.${extension}` })
  void zip.finalize()
  const parts: Buffer[] = []
  for await (const part of zip) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

let b: Bench
beforeAll(async () => {
  b = await bench({ routes: uploadSlice(readSurvey, async () => []).routes, perms: ['dk_import', 'dk_add', 'dk_edit'] })
  await land(b, [])
  await registered(b, 1, ['00001'], [], { drawn: true })
})
afterAll(() => b?.end())
/** Sends a shapefile as a form of a browser does. */
async function sent(bytes: Buffer, person: Person = 'town', lang = 'zh', fields: Readonly<Record<string, string>> = { regionCode: VILLAGE }) {
  const mark = 'a-boundary'
  const field = ([n, v]: [string, string]) => `--${mark}\r\ncontent-disposition: form-data; name="${n}"\r\n\r\n${v}\r\n`
  const head = `${Object.entries(fields).map(field).join('')}--${mark}\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\ncontent-type: application/zip\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${mark}--\r\n`)])
  const headers = { 'x-person': person, 'accept-language': lang, 'content-type': `multipart/form-data; boundary=${mark}` }
  return (await b.app.inject({ method: 'POST', url: '/api/dzzw/upload-shp', headers, payload })).json() as {
    code: number
    key?: string
    msg: string
    data: any
  }
}
const assign = (parcels: readonly object[], person: Person = 'town', lang: 'zh' | 'en' = 'zh', fbfbm = FBFBM) =>
  b.call(person, lang)('POST', '/dzzw/re-assign', { fbfbm, parcels })
const stands = async () =>
  (await sql<any>`select dkbm, dkmc, scmj, zt, djzt, sjly, ydkbm from dk where "countyCode" = '510112' order by dkbm`.execute(b.db.owner)).rows
async function listed(...records: Parameters<typeof zipOf>[0]) {
  const a = await sent(await zipOf(records))
  expect(a.msg).toBe('操作成功')
  return a.data as any[]
}

test('a file is listed and nothing stored; new outlines get the next codes of their issuer, are cut, moved and joined, each as one entry', async () => {
  const before = await stands()
  const told = await listed(['', outline(20)], ['', outline(20, 40, 80)], [dkbm(1), outline(1)])
  expect(told.map((c) => [c.no, c.change, c.store, c.newScmjm])).toEqual([
    [1, 'new', true, '1.50'],
    [2, 'new', true, '1.50'],
    [3, 'attribute', false, '1.50'],
  ])
  expect(await stands()).toEqual(before)
  const made = await assign(told.slice(0, 2))
  expect(made.msg).toBe('操作成功')
  const [one, two] = made.data.map((m: any) => m.dkbm) as [string, string]
  expect([one, two]).toEqual([dkbm(2), dkbm(3)])
  expect((await stands()).slice(-2)).toMatchObject([
    { dkbm: one, dkmc: '新地', scmj: '1000.00', zt: '1', djzt: '0', sjly: '1' },
    { dkbm: two, zt: '1' },
  ])
  // the points and lines of both come with them
  expect((await sql<any>`select count(*)::int as n from dk_jz where dkbm in (${one}, ${two}) and kind = 'd'`.execute(b.db.owner)).rows[0].n).toBe(8)
  const cut = await listed([one, outline(20, 0, 10)], ['', outline(20, 10, 40)])
  expect((await assign(cut.slice(0, 1))).key).toBe('upload-changed')
  const pieces = (await assign(cut)).data.map((m: any) => m.dkbm)
  expect(pieces).toEqual([dkbm(4), dkbm(5)])
  expect((await stands()).filter((p) => [one, ...pieces].includes(p.dkbm)).map((p) => [p.zt, p.djzt, p.sjly, p.ydkbm])).toEqual([
    ['2', '9', '1', null],
    ['1', '0', '3', [one]],
    ['1', '0', '3', [one]],
  ])
  const joined = await assign(await listed(['', outline(20, 10, 80)]))
  expect(joined.data).toEqual([{ no: 1, dkbm: dkbm(6) }])
  const moved = await listed([dkbm(6), outline(20, 10, 90), { ...SAYS, DKMC: '大地' }])
  expect(moved.map((c) => [c.change, c.diffM2])).toEqual([['modify', '250.00']])
  expect((await assign(moved)).msg).toBe('操作成功')
  expect((await stands()).at(-1)).toMatchObject({ dkbm: dkbm(6), dkmc: '大地', scmj: '2000.00', sjly: '2', ydkbm: [two, dkbm(5)].toSorted() })
})

test('columns of other names are paired once and read so; a pair that is none is refused and nothing is read', async () => {
  const names: Readonly<Record<string, string>> = { DKBM: '编码', DKMC: '小地名' }
  const file = await zipOf([[dkbm(1), outline(1), { ...SAYS, DKMC: '坡上' }]], 1, [], names)
  expect(await columnsOfZip(new Uint8Array(file))).toEqual(expect.arrayContaining(['编码', '小地名', 'DKLB']))
  const read = async (columns: string) => sent(file, 'town', 'zh', { regionCode: VILLAGE, columns })
  const said = (a: any) => a.data.filter((c: any) => c.no > 0).map((c: any) => [c.dkbm, c.said.dkmc ?? ''])
  // without pairs the parcel is found by its place alone, and its name is not read
  expect(said(await read(''))).toEqual([[dkbm(1), '']])
  const pairs = pairsText({ 编码: 'DKBM', 小地名: 'DKMC' })
  expect([pairs, said(await read(pairs))]).toEqual(['编码=DKBM;小地名=DKMC', [[dkbm(1), '坡上']]])
  for (const wrong of ['编码', '编码=SCMJ', '编码=DKBM;小地名=DKBM', '编码=DKBM;编码=DKMC', '一个比表里的任何字段都长的名字=DKBM'])
    expect([wrong, pairsIn(wrong), (await read(wrong)).msg]).toEqual([wrong, undefined, '字段对应有误'])
  expect(await columnsOfZip(new Uint8Array(Buffer.from('no archive at all, of more than twenty-two bytes')))).toEqual([])
})

test('a file with an issue is listed with it, or refused whole where that is asked, in both languages', async () => {
  const file = await zipOf([
    ['', outline(40)],
    [dkbm(1), outline(1, 0, 41)],
  ])
  const how = (validate: string, lang: string) => sent(file, 'town', lang, { regionCode: VILLAGE, validate })
  const warned = await how('warn', 'zh')
  expect(warned.data.filter((c: any) => c.no > 0).map((c: any) => [c.no, c.store, c.issues.length])).toEqual([
    [1, true, 0],
    [2, false, 1],
  ])
  expect(await Promise.all(['zh', 'en'].map(async (l) => (await how('block', l)).msg))).toEqual([
    `第2条记录不能入库：【${dkbm(1)}】已登记，请办理【合同变更】`,
    `Record 2 cannot be stored: ${dkbm(1)} is registered: change it by a contract change`,
  ])
  // an outline on land of the next county is an issue as one at home is
  await land(b, ['00077'])
  const abroad = `510113${dkbm(77).slice(6)}`
  await sql`update dk set "countyCode" = '510113', dkbm = ${abroad}, fbfbm = '510113' || substr(fbfbm, 7), "regionCode" = '510113' || substr("regionCode", 7),
    geom = ST_GeomFromText(${outline(77)}, 4326) where dkbm = ${dkbm(77)}`.execute(b.db.owner)
  const [covers] = await listed(['', outline(77, 30, 60)])
  expect([covers.change, covers.store, covers.issues]).toEqual(['new', false, [`与【${abroad}】重叠250.00平方米`]])
  expect((await listed(['', outline(77, 40, 60)]))[0].issues).toEqual([])
  await sql`delete from dk where dkbm = ${abroad}`.execute(b.db.owner)
  // as many records as outlines, or nothing is read; what a system left in the archive is no shapefile
  const two = [
    ['', outline(40)],
    ['', outline(41)],
  ] as const
  expect(await Promise.all(['zh', 'en'].map(async (l) => (await sent(await zipOf(two, 1), 'town', l)).msg))).toEqual([
    'shp文件有2个图形，dbf文件有1条记录，数量不一致',
    'The .shp has 2 outlines and the .dbf 1 records: they must be as many',
  ])
  const left = ['__MACOSX/._DK5101122026.shp', '._DK5101122026.dbf', '.DS_Store', 'Thumbs.db']
  expect((await sent(await zipOf([['', outline(40)]], 1, left))).data).toHaveLength(1)
  // a file without one passes as it is
  expect((await sent(await zipOf([['', outline(40)]]), 'town', 'zh', { regionCode: VILLAGE, validate: 'block' })).code).toBe(200)
  expect(await Promise.all(['zh', 'en'].map(async (l) => (await how('never', l)).msg))).toEqual(['校验方式应为warn或block', 'validate is warn or block'])
})

test('registered land, land in a case, what lacks a word, an issuer or a button is refused by name in both languages, and nothing is stored', async () => {
  const before = await stands()
  const register = (await listed([dkbm(1), outline(1, 0, 41)])).slice(0, 1)
  expect(register).toMatchObject([{ change: 'modify', store: false, issues: [`【${dkbm(1)}】已登记，请办理【合同变更】`] }])
  const say = async (parcels: readonly object[], fbfbm?: string) =>
    Promise.all((['zh', 'en'] as const).map(async (l) => (await assign(parcels, 'town', l, fbfbm)).msg))
  expect(await say(register)).toEqual([
    `第1条记录不能入库：【${dkbm(1)}】已登记，请办理【合同变更】`,
    `Record 1 cannot be stored: ${dkbm(1)} is registered: change it by a contract change`,
  ])
  const [fresh] = await listed(['', outline(30), { ...SAYS, DLDJ: '', DKDZ: '' }])
  expect(await say([fresh])).toEqual(['第1条记录：请选择地力等级', 'Record 1: Please select the soil grade'])
  expect(await say([fresh], '')).toEqual(['新增地块请选择发包方', 'Choose the issuer of the new parcels'])
  expect(await say([])).toEqual(['请选择要入库的图形', 'Choose the outlines to store'])
  expect((await assign([fresh], 'other')).key).toBe('no-fbf')
  expect((await sent(await zipOf([['', outline(30)]]), 'other')).key).toBe('out-of-region')
  const broken = await Promise.all(['zh', 'en'].map(async (l) => (await sent(deflateRawSync(Buffer.from('x')), 'town', l)).msg))
  expect(broken).toEqual(['文件无法读取，可能已损坏', 'The file cannot be read; it may be damaged'])
  const province = await Promise.all(['zh', 'en'].map(async (l) => (await sent(await zipOf([['', outline(30)]]), 'town', l, { regionCode: '51' })).msg))
  expect(province).toEqual(['请选择县级或以下的行政区划，或选择发包方', 'Select a county or a region within one, or an issuer'])
  expect(await stands()).toEqual(before)
})

test('an outline far from the land of its village is told so in the list, in the words by which it would be refused', async () => {
  const away = (wkt: string, degrees: number) => wkt.replace(/(\d+\.\d+) (\d+\.\d+)/g, (_, x, y) => `${x} ${(Number(y) + degrees).toFixed(9)}`)
  const file = await zipOf([
    ['', outline(30)],
    ['', away(outline(30), 0.25)],
    ['', away(outline(30), -0.3)],
  ])
  const told = async (lang: string, fields: Readonly<Record<string, string>>) =>
    (await sent(file, 'county', lang, fields)).data.map((c: any) => [c.no, c.store, c.issues.join()])
  const far = (no: number, km: number) => [no, false, `地块图形距本村已有地块约${km}千米，超过20千米，请检查坐标；确有更远的地块，请在系统参数中调整距离`]
  const inVillage = [[1, true, ''], far(2, 28), far(3, 33)]
  expect([await told('zh', { fbfbm: FBFBM }), await told('zh', { regionCode: VILLAGE })]).toEqual([inVillage, inVillage])
  const english =
    'The outline is about 28 km from the land of its village, more than 20 km: check its coordinates, or set a larger distance among the parameters'
  expect((await told('en', { fbfbm: FBFBM }))[1]).toEqual([2, false, english])
  // stored all the same it is refused so, and where an upload is refused whole it is for this too
  const second = (await sent(file, 'county', 'zh', { fbfbm: FBFBM })).data.slice(1, 2)
  expect([(await assign(second, 'county')).key, (await assign(second, 'county')).msg]).toEqual(['outside-village', far(2, 28)[2]])
  expect((await sent(file, 'county', 'zh', { fbfbm: FBFBM, validate: 'block' })).msg).toBe(`第2条记录不能入库：${far(2, 28)[2]}`)
  // of a county the land of the county decides, until somebody chooses a village
  expect((await told('zh', { regionCode: VILLAGE.slice(0, 6) })).map((c: unknown[]) => c[1])).toEqual([true, true, true])
})

test('outlines beside which there are more parcels than one call compares are refused', async () => {
  await sql`insert into dk select r.* from dk p, generate_series(1, 2001) g,
    lateral jsonb_populate_record(p, jsonb_build_object('id', 9000000 + g, 'dkbm', ${FBFBM}::text || '9' || lpad(g::text, 4, '0'))) r
    where p.dkbm = ${dkbm(1)}`.execute(b.db.owner)
  const told = await Promise.all(['zh', 'en'].map(async (l) => (await sent(await zipOf([['', outline(1)]]), 'town', l)).msg))
  await sql`delete from dk where id > 9000000 and id <= 9002001`.execute(b.db.owner)
  expect(told).toEqual(['图形附近的地块超过2000个，请分次上传', 'There are more than 2000 parcels around these outlines: send them in parts'])
})
