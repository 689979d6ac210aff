// The export centre, driven through its HTTP door: what is written is what the person who asked may see, and a cell is never a formula.
import { inflateRawSync } from 'node:zlib'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock } from '../../../kit/server/clock.server.ts'
import { CROWD, villageWorld, type Answer, type Client, type World } from '../../../tests/world.ts'
import { exportRoutine } from './routine.server.ts'
import { folderStorage } from '../../files/storage/storage.server.ts'

let w: World
let admin: Client, county: Client
beforeAll(async () => {
  w = await villageWorld({}, CROWD)
  admin = await w.as('admin')
  county = await w.as('county')
})
afterAll(() => w?.end())

const sql = async (text: string, values: unknown[] = []) => (await w.db.pool.query(text, values)).rows
const ask = async (who: Client, query: Record<string, unknown>): Promise<string> => {
  const a = await who.get('/widget/export', query)
  expect([a.code, a.msg]).toEqual([200, expect.any(String)])
  return a.data.id
}
const record = async (who: Client, id: string) => (await who.get('/exportRecord/page')).data.records.find((r: any) => r.id === id)
async function exported(who: Client, query: Record<string, unknown>): Promise<{ row: any; file: Answer }> {
  const id = await ask(who, query)
  await w.jobs.idle()
  const row = await record(who, id)
  return { row, file: await who.get('/exportRecord/download', { fileId: row.fileId }) }
}
const sheetOf = async (file: Answer): Promise<unknown[][]> => (await readXlsx(file.raw)).sheets[0]!.rows as unknown[][]
/** The text of one part of a ZIP whose headers carry no sizes, found by the central directory. */
function partOf(zip: Buffer, path: string): string {
  for (let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06') + 16); zip.readUInt32LE(at) === 0x02014b50;) {
    const [method, packed, name, extra, note, head] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      ...[28, 30, 32].map((o) => zip.readUInt16LE(at + o)),
      zip.readUInt32LE(at + 42),
    ] as number[]
    if (zip.toString('utf8', at + 46, at + 46 + name!) === path) {
      const from = head! + 30 + zip.readUInt16LE(head! + 26) + zip.readUInt16LE(head! + 28)
      const bytes = zip.subarray(from, from + packed!)
      return (method === 8 ? inflateRawSync(bytes) : bytes).toString('utf8')
    }
    at += 46 + name! + extra! + note!
  }
  throw new Error(`no ${path}`)
}

/** Names of the PDFs of an archive. */
const names = (zip: Buffer) => [...zip.toString('latin1').matchAll(/PK\x01\x02.{42}([A-Z]+\d+)\.pdf/gs)].map((m) => m[1])

test('a list is exported whole, with its columns, its words and its numbers, in its order', async () => {
  const { row, file } = await exported(county, { type: '1013', entity: 'dk' })
  expect(row).toMatchObject({ status: 2, progress: 100, failReason: '', type: '1013', typeName: '地块' })
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(row.fileName)
  const [heads, ...lines] = await sheetOf(file)
  const list = (await county.get('/base-dlxx/dk/page', { size: 200 })).data
  expect(lines.length).toBe(1979)
  expect(heads!.slice(0, 3)).toEqual(['地块编码', '地块名称', '地块类别'])
  expect(lines.slice(0, 200).map((l) => l[0])).toEqual(list.records.map((r: any) => r.dkbm))
  expect(lines[0]![2]).toBe('承包地块')
  const area = heads!.indexOf('实测面积（亩）')
  expect(lines[0]![area]).toBe(Number(list.records[0].scmjm))
  const total = (await sql('select sum(scmjm) as n from dk'))[0].n
  expect(lines.reduce((s, l) => s + Number(l[area] ?? 0), 0)).toBeCloseTo(Number(total), 2)
})

test('an export says in itself who made it and when, and who fetched it is in the audit log', async () => {
  const { row, file } = await exported(county, { type: '1013', entity: 'fbf' })
  const mark = (name: string) => /^(.+) (county) (\d{10})$/.exec(name)?.slice(2)
  const [sheet] = (await readXlsx(file.raw)).sheets
  expect(mark(sheet!.name)).toEqual(['county', row.createTime.slice(2, 16).replace(/\D/g, '')])
  const rows = await sql(`select account, "objectId", "requestId" from audit_event where action = 'export_record.download' order by id desc limit 1`)
  expect(rows).toEqual([{ account: 'county', objectId: row.id, requestId: expect.any(String) }])
  const [{ cbfbm }] = await sql(`select cbfbm from cbf where zt = '1' order by 1 limit 1`)
  const forms = await exported(county, { type: '1004', cbfbm })
  expect(partOf(forms.file.raw, '导出说明.txt')).toMatch(/^\ufeff导出人、时间： county \d{10}\r\n$/)
  // so is a list that is fetched at once
  await county.get('/base-qssj/cbf/unsignedCbfExport', { regionCode: '512021119203' })
  expect((await sql(`select count(*)::int as n from audit_event where action = 'cbf.export' and account = 'county'`))[0].n).toBe(1)
})

test('of rows that are ticked these alone are exported, within what the person may see; what is no choice is refused', async () => {
  const list = (await county.get('/base-dlxx/dk/page', { size: 20 })).data.records as { id: string; dkbm: string }[]
  const chosen = [list[3]!, list[7]!]
  const ids = chosen.map((r) => r.id).join(',')
  const lines = async (who: Client, query: Record<string, string>) =>
    (await sheetOf((await exported(who, { type: '1013', entity: 'dk', ...query })).file)).slice(1)
  expect((await lines(county, { ids })).map((l) => l[0])).toEqual(chosen.map((r) => r.dkbm))
  // the filter of the list still holds, and so do the scopes: a foreign id adds nothing
  expect(await lines(county, { ids, dkbm: list[3]!.dkbm })).toHaveLength(1)
  await sql(`update dk set "regionCode" = '512021118001' where id = ${list[3]!.id}`)
  expect(await lines(await w.as('town'), { ids })).toHaveLength(1)
  await sql(`update dk set "regionCode" = '512021119203' where id = ${list[3]!.id}`)
  for (const bad of ['x', ',', Array.from({ length: 501 }, (_, i) => i + 1).join(',')]) {
    const a = await county.get('/widget/export', { type: '1013', entity: 'dk', ids: bad })
    expect([a.code, a.key, a.msg]).toEqual([400, 'export-chosen', '所选数据不正确，一次最多选择500条'])
  }
  expect((await county.get('/widget/export', { type: '1004', ids })).key).toBe('unknown-parameter')
})

test('filters and language travel with the export, and an unknown filter is refused', async () => {
  const list = (await county.get('/base-qssj/cbf/page', { cbfmc: '李', size: 200 })).data
  const a = await county.send('GET', '/widget/export', { query: { type: '1013', entity: 'cbf', cbfmc: '李' }, headers: { 'accept-language': 'en' } })
  await w.jobs.idle()
  const row = await record(county, a.data.id)
  const [heads, ...lines] = await sheetOf(await county.get('/exportRecord/download', { fileId: row.fileId }))
  expect(heads).toContain('Code')
  const code = heads!.indexOf('Code')
  expect(lines.map((l) => l[code]).sort()).toEqual(list.records.map((r: any) => r.cbfbm).sort())
  for (const query of [{ type: '1013', entity: 'cbf', dklb: '10' }, { type: '1013', entity: 'sys_user' }, { type: '1099' }, {}])
    expect((await county.get('/widget/export', query)).code).toBe(400)
})

test('an export holds what its list shows the person: the region, and personal data masked', async () => {
  const town = await w.as('town')
  const id = (heads: unknown[]) => heads.indexOf('承包方证件号码')
  const same = async (who: Client) => {
    const [heads, ...lines] = await sheetOf((await exported(who, { type: '1013', entity: 'cbf' })).file)
    const seen = (await who.get('/base-qssj/cbf/page', { size: 200 })).data
    expect(lines.length).toBe(seen.total)
    expect(lines.slice(0, 200).map((l) => l[id(heads!)])).toEqual(seen.records.map((r: any) => r.cbfzjhm))
    return String(lines[0]![id(heads!)])
  }
  expect(await same(town)).toMatch(/^[0-9X]{18}$/)
  await sql(`delete from role_menu where "menuId" in (select id from menu where code = 'cbf_plain')`)
  expect(await same(town)).toMatch(/^\d{3}\*+\w{4}$/)
})

test('survey forms and sketches come as an archive of PDFs, one for each; what cannot be printed is named', async () => {
  const [{ code, n }] = await sql(`select "regionCode" as code, count(*) as n from cbf where zt = '1' group by 1 order by 2, 1 limit 1`)
  const [{ cbfbm }] = await sql(`select cbfbm from cbf where zt = '1' and "regionCode" = $1 order by 1 limit 1`, [code])
  const forms = await exported(county, { type: '1004', cbfbm })
  expect(forms.row.fileName).toMatch(/^承包方调查表-\d{14}\.zip$/)
  expect(names(forms.file.raw)).toEqual([`CBFDC${cbfbm}`])
  expect(forms.file.raw.includes('%PDF-')).toBe(true)
  const all = names((await exported(county, { type: '1004', regionCode: code })).file.raw)
  expect(all.length).toBe(Number(n))
  expect(names((await exported(county, { type: '1006', cbfbm })).file.raw)).toEqual([`DKSYT${cbfbm}`])
  expect(names((await exported(county, { type: '1003' })).file.raw).length).toBe(Number((await sql(`select count(*) as n from fbf where zt = '1'`))[0].n))
  const [{ cbfmc }] = await sql('select cbfmc from cbf where cbfbm = $1', [cbfbm])
  await sql(`update cbf set cbfmc = U&'\\+0F0000' where cbfbm = $1`, [cbfbm])
  const broken = (await exported(county, { type: '1004', cbfbm })).file.raw
  await sql('update cbf set cbfmc = $2 where cbfbm = $1', [cbfbm, cbfmc])
  expect(names(broken)).toEqual([])
  expect(partOf(broken, '未能生成.txt')).toContain(cbfbm)
})

test('every type makes a file, but for files of contracts, which no register holds, and packages', async () => {
  const [{ cbfbm }] = await sql(`select cbfbm from cbf where zt = '1' order by 1 limit 1`)
  const types = (await county.get('/exportRecord/types')).data as { type: string; typeName: string; mayStart: boolean }[]
  expect(types.map((t) => t.type)).toEqual([...Array.from({ length: 12 }, (_, i) => String(1001 + i)), '1014', '1015'])
  for (const { type } of types.filter((t) => !['1003', '1004', '1006', '1014', '1015'].includes(t.type))) {
    const { row, file } = await exported(admin, { type, ...(['1008', '1009', '1010'].includes(type) ? { cbfbm } : {}) })
    expect([type, row.status, row.failReason]).toEqual([type, 2, ''])
    expect([type, (await sheetOf(file))[0]!.length]).toEqual([type, expect.any(Number)])
  }
})

test('a type that has forms comes as them where they are asked for, and no other does', async () => {
  const [{ cbfbm }] = await sql(`select cbfbm from cbf where zt = '1' order by 1 limit 1`)
  const { row, file } = await exported(admin, { type: '1010', as: 'form', cbfbm })
  expect([row.fileName.endsWith('.zip'), names(file.raw)]).toEqual([true, [`GHB${cbfbm}`]])
  const [{ dkbm, fbfbm }] = await sql(`select dkbm, fbfbm from dk where zt = '1' and cbfbm = $1 order by 1 limit 1`, [cbfbm])
  const forms = async (type: string, query: object) => names((await exported(admin, { type, as: 'form', ...query })).file.raw)
  expect(await forms('1005', { dkbm })).toEqual([`DKDC${dkbm}`])
  // the posting is about an issuer, and is found as issuers are
  expect(await forms('1007', { fbfbm })).toEqual([`GSB${fbfbm}`])
  expect(await forms('1009', { cbfbm })).toEqual([`YBSQ${cbfbm}`])
  expect(await forms('1011', { cbfbm })).toEqual([`BDCSQ${cbfbm}`])
  expect((await admin.get('/widget/export', { type: '1002', as: 'form' })).key).toBe((await admin.get('/widget/export', { type: '9999' })).key)
})

test('custom types are the templates of the county, with their columns, and a hidden column stays hidden', async () => {
  const make = async (tplCode: string, regionCode?: string, mergeRule?: string) => {
    const made = await admin.post('/cpt-expimp/tpl/submit', { tplCode, tplName: `清单${tplCode}`, entity: 'cbf', kind: 'export', regionCode })
    expect(made.msg).toBe('操作成功')
    const tplId = made.data
    for (const [i, [field, title, format, dictCode]] of [
      ['cbfmc', '户主'],
      ['cbfzjlx', '证件', 'text', 'zjlx'],
      ['lxdh', '电话', 'mask'],
      ['createTime', '建档', 'date'],
    ].entries())
      expect((await admin.post('/expimp/expimpexcelexpconfig/submit', { tplId, field, title, format, dictCode, mergeRule, sort: i + 1 })).msg).toBe('操作成功')
  }
  await make('mine', '512021', 'none')
  await make('every', undefined, 'same')
  await make('elsewhere')
  await sql(`update exp_tpl set "regionCode" = '330102' where "tplCode" = 'elsewhere'`)
  const types = (await county.get('/exportRecord/types')).data as { type: string; typeName: string; custom: boolean }[]
  expect(types.filter((t) => t.custom).map((t) => [t.type, t.typeName])).toEqual([
    ['every', '清单every（自定义）'],
    ['mine', '清单mine（自定义）'],
  ])
  expect((await county.get('/widget/export', { type: 'elsewhere' })).key).toBe('export-type')
  const { row, file } = await exported(county, { type: 'mine' })
  expect(row.typeName).toBe('清单mine（自定义）')
  const [heads, first] = await sheetOf(file)
  expect(heads).toEqual(['户主', '证件', '电话', '建档'])
  expect(first![1]).toBe('居民身份证')
  expect(String(first![3])).toMatch(/^\d{4}-\d\d-\d\d$/)
  // merged, a value stands once for all rows below each other that have it
  const lines = (await sheetOf(file)).slice(1)
  const merged = (await sheetOf((await exported(county, { type: 'every' })).file)).slice(1)
  expect(merged).toEqual(lines.map((l, i) => l.map((v, at) => (i > 0 && v === lines[i - 1]![at] ? null : v))))
  expect(merged.flat().filter((v) => v === '居民身份证').length).toBeLessThan(lines.flat().filter((v) => v === '居民身份证').length)
})

test('no cell of an export is a formula, whatever a name begins with', async () => {
  const evil = ['=HYPERLINK("http://x","y")', '+1+1', '-1+1', '@SUM(A1)', '\t=1', "=cmd|'/c calc'!A1"]
  const old = await sql('select id, dkmc from dk order by "regionCode", dkbm, id limit 6')
  for (const [i, r] of old.entries()) await sql('update dk set dkmc = $1 where id = $2', [evil[i], r.id])
  const { file } = await exported(county, { type: '1013', entity: 'dk' })
  const xml = partOf(file.raw, 'xl/worksheets/sheet1.xml')
  expect(xml).not.toMatch(/<f[ >/]/)
  // every text is a typed text of the format text: typing in the cell does not make it a formula either
  expect(xml).not.toMatch(/<c r="B\d+" t="inlineStr"><is>/)
  expect((await sheetOf(file)).slice(1, 7).map((l) => l[1])).toEqual(evil)
  for (const r of old) await sql('update dk set dkmc = $1 where id = $2', [r.dkmc, r.id])
})

test('an export belongs to whoever asked for it', async () => {
  const { row } = await exported(county, { type: '1013', entity: 'fbf' })
  for (const who of [admin, await w.as('town'), await w.as('other')]) {
    expect((await who.get('/exportRecord/download', { fileId: row.fileId })).code).toBe(404)
    expect((await who.post('/exportRecord/reexport', undefined, { id: row.id })).code).toBe(404)
    expect((await who.post('/exportRecord/cancel', undefined, { id: row.id })).code).toBe(404)
    expect(await record(who, row.id)).toBeUndefined()
  }
  expect((await (await w.as('large')).get('/widget/export', { type: '1013', entity: 'dk' })).code).toBe(403)
})

test('a failed export says why and is repeated, and a finished one is not', async () => {
  const id = await ask(county, { type: '1003', regionCode: '110101' })
  await w.jobs.idle()
  expect(await record(county, id)).toMatchObject({ status: 3, failReason: '没有可导出的数据', fileId: null })
  expect((await county.get('/exportRecord/page', { status: 3, type: '1003' })).data.total).toBe(1)
  expect((await county.post('/exportRecord/reexport', undefined, { id })).code).toBe(200)
  await w.jobs.idle()
  expect((await record(county, id)).status).toBe(3)
  const { row } = await exported(county, { type: '1002' })
  expect((await county.post('/exportRecord/reexport', undefined, { id: row.id })).key).toBe('export-not-failed')
})

test('a waiting export is cancelled and can be asked for again, once though two ask; five may wait', async () => {
  await w.jobs.stop()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push(await ask(county, { type: '1013', entity: 'fbf' }))
  expect((await county.get('/widget/export', { type: '1013', entity: 'fbf' })).key).toBe('export-busy')
  expect(await record(county, ids[0]!)).toMatchObject({ status: 0, progress: 0 })
  const seen = (await county.get('/exportRecord/news')).data.version
  const news = county.get('/exportRecord/news', { seen })
  for (const id of ids) expect((await county.post('/exportRecord/cancel', undefined, { id })).code).toBe(200)
  expect((await news).data.version).not.toBe(seen)
  expect(await record(county, ids[0]!)).toMatchObject({ status: 3, failReason: '已取消' })
  expect((await county.post('/exportRecord/cancel', undefined, { id: ids[0] })).code).toBe(409)
  // nothing runs, so the repetition stays one: two ask for it at the same moment
  const answers = await Promise.all([1, 2].map(() => county.post('/exportRecord/reexport', undefined, { id: ids[1] })))
  expect(answers.map((a) => a.code).sort()).toEqual([200, 409])
  expect((await county.post('/exportRecord/cancel', undefined, { id: ids[1] })).code).toBe(200)
})

test('of thirteen exports asked for at the same moment five wait, and so it is when they are repeated', async () => {
  await w.jobs.stop()
  const answers = await Promise.all(Array.from({ length: 13 }, () => county.get('/widget/export', { type: '1013', entity: 'fbf' })))
  expect(answers.map((a) => a.key ?? a.code).sort()).toEqual([...Array(5).fill(200), ...Array(8).fill('export-busy')])
  const open = `select count(*)::int as n from export_record where status in (0, 1) and "createUser" = (select id from sys_user where account = 'county' and "tenantId" = '000000')`
  expect(await sql(open)).toEqual([{ n: 5 }])
  const cancelAll = async () => {
    const waiting = await sql('select id from export_record where status = 0')
    for (const { id } of waiting) expect((await county.post('/exportRecord/cancel', undefined, { id: String(id) })).code).toBe(200)
  }
  await cancelAll()
  const failed = await sql(
    `select id from export_record where status = 3 and "createUser" = (select id from sys_user where account = 'county' and "tenantId" = '000000')`,
  )
  const again = await Promise.all(failed.map(({ id }: { id: string }) => county.post('/exportRecord/reexport', undefined, { id: String(id) })))
  expect([failed.length > 6, again.filter((a) => a.code === 200).length]).toEqual([true, 5])
  expect(await sql(open)).toEqual([{ n: 5 }])
  await cancelAll()
})

test('what a dead server left unfinished has failed, and old files go with their records', async () => {
  const [{ id }] = await sql(`select id from export_record where status = 3 order by id desc limit 1`)
  await sql('update export_record set status = 1 where id = $1', [id])
  const [{ fileId }] = await sql('select "fileId" from export_record where status = 2 order by id limit 1')
  await sql(`update export_record set "createTime" = $2 where "fileId" = $1`, [fileId, w.ago(31 * 86_400)])
  const storage = folderStorage(join(w.dataDir, 'exports'))
  const system = (work: any) => w.db.transaction({ tenantId: '000000', system: true }, work)
  const said = await exportRoutine(storage).run({ now: clock(), system, signal: new AbortController().signal } as never)
  expect(said).toBe('1 failed, 1 expired, 0 loose files')
  expect((await sql('select status from export_record where id = $1', [id]))[0].status).toBe(3)
  expect(await storage.has(fileId)).toBe(false)
  expect((await readdir(join(w.dataDir, 'tmp')).catch(() => [])).filter((f) => f.startsWith('up-export-'))).toEqual([])
})
