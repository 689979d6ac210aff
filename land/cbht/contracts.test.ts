// Contracts made outside, scans of signed ones, serials: who may do what, what is refused by name, and what the register says afterwards.
import { PDFDocument } from '@cantoo/pdf-lib'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachTo, bench, FBFBM, land, memberId, people, registered, VILLAGE, type Bench, type Person } from '../../tests/case-bench.ts'
import { DeferredResponse, FileResponse, type Input } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { folderStorage } from '../../services/files/storage/storage.server.ts'
import { paperFault } from '../paper/pages/paper-fault.server.ts'
import { withPageCodes } from '../../services/typeset/stamp.server.ts'
import { PDF, zipOf } from '../../services/files/testing.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { param } from '../../platform/definitions/system.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { write } from '../register/write.server.ts'
import { slice as registry } from '../djb/registry.server.ts'
import { requireOpenPapers } from '../restriction/papers.server.ts'
import { contractsSlice } from './routes.server.ts'
import { scansJob } from './scans-job.server.ts'

const PERMS = [
  ...['view', 'add', 'edit', 'delete', 'check'].map((v) => `contract_draft_${v}`),
  ...['view', 'add', 'check'].map((v) => `contract_scan_${v}`),
  'cbht_view',
  'cbht_edit',
  'cbht_export',
  'djb_view',
  'cbjyqz_view',
]
const folder = mkdtempSync(join(tmpdir(), 'contracts-'))
const held: { type: string; code: string; by: string }[] = []
const parts = { storage: folderStorage(join(folder, 'files')), dataDir: folder, frozen: requireOpenPapers }
const slice = contractsSlice({ ...parts, locks: async () => held })
let b: Bench
/** A household of the land that has no contract yet. */
const HOLDER = `${FBFBM}0101`
const draft = (over: Input = {}) => ({
  cbfbm: HOLDER,
  cbfs: '110',
  cbqx: 30,
  cbqxq: '1998-10-01',
  qdsj: '1998-10-01',
  dkList: [line('00051'), line('00052')],
  ...over,
})
const line = (n: string, over: Input = {}) => ({ dkbm: FBFBM + n, cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', yhtmj: '900.00', yhtmjm: '1.35', ...over })

beforeAll(async () => {
  b = await bench({ routes: [...registry.routes, ...slice.routes], perms: PERMS })
  b.setDay('2026-03-02')
  await land(b, ['00051', '00052', '00053'])
  await registered(b, 1, ['00001'])
  await registered(b, 2, ['00002', '00003'], ['00004'])
  await registered(b, 3, ['00005'])
  await b.as('admin', async (ctx) => {
    const head = { cbfmc: '张外', cbfzjlx: '1', cbfzjhm: memberId(101, 0) }
    const cbfId = await rows.insert(ctx, cbf, { regionCode: VILLAGE, cbfbm: HOLDER, fbfbm: FBFBM, cbflx: '1', ...head, cbfdz: '村', zt: '1', djzt: '0' })
    const one = { regionCode: VILLAGE, cbfId, cbfbm: HOLDER, sort: 1, cyxm: '张外', cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: head.cbfzjhm, sfgyr: '1' }
    await rows.insert(ctx, jtcy, one)
  })
})
afterAll(async () => {
  await b?.end()
  rmSync(folder, { recursive: true })
})

const post = (who: Person, path: string, body: object = {}, query: Record<string, string> = {}) => b.call(who)('POST', path, body, query)
const done = async (...a: Parameters<typeof post>) => {
  const r = await post(...a)
  expect([a[1], r.msg, r.data?.fields]).toEqual([a[1], '操作成功', undefined])
  return r.data
}
/** What is refused, in both languages: the first field's words, or the whole message. */
async function words(path: string, body: object, query: Record<string, string> = {}, who: Person = 'town') {
  const said = async (lang: 'zh' | 'en') => {
    const r = await b.call(who, lang)('POST', path, body, query)
    return r.data?.fields?.[0]?.msg ?? r.msg
  }
  return [await said('zh'), await said('en')]
}
const got = async (path: string, query: Record<string, string> = {}) => (await b.call('county')('GET', path, {}, query)).data
const SAVE = '/base-qssj/cbht/save'

test('a contract made outside is refused by what is wrong with it, each named in both languages', async () => {
  expect(await words('/base-qssj/cbht/save', draft({ cbfbm: `${FBFBM}0999` }))).toEqual([
    `承包方【${FBFBM}0999】不存在或已注销`,
    `There is no valid contractor ${FBFBM}0999`,
  ])
  const wrong = async (over: Input) => words(SAVE, draft(over))
  expect(await wrong({ cbqx: 0 })).toEqual(['承包期限必须大于0', 'The term must be longer than 0'])
  expect(await wrong({ qdsj: '2026-03-03' })).toEqual(['签订时间不能晚于今天', 'Signed on: not later than today'])
  expect(await wrong({ qdsj: '1950-01-01' })).toEqual([
    '签订时间不能早于1995-10-01（承包期限起1998-10-01前3年）',
    'It cannot have been signed before 1995-10-01, 3 years before the term begins on 1998-10-01',
  ])
  expect(await wrong({ cbqxq: '1990-10-01', cbqx: 10, qdsj: '2001-01-01' })).toEqual([
    '签订时间不能晚于承包期限止2000-09-30',
    'It cannot have been signed after the term ended on 2000-09-30',
  ])
  expect(await wrong({ dkList: [line('00051', { cbjyqqdfs: '300' })] })).toEqual([
    '首次登记的合同，地块取得方式应与承包方式一致',
    'In a first contract the parcels are acquired in the same way as the contract',
  ])
  expect(await wrong({ cbqxz: '2020-01-01' })).toEqual([
    '承包期限止与承包期限不一致，请输入调整原因',
    'The end does not match the term: please give the reason',
  ])
  expect(await wrong({ dkList: [] })).toEqual(['请选择承包地块', 'Please select the parcels'])
  expect(await wrong({ dkList: [line('00051', { htmj: '0.00', htmjm: '0.00' })] })).toEqual(['合同面积必须大于0', 'Contract area must be greater than 0'])
  expect((await wrong({ dkList: [line('00051', { htmjm: '2.50' })] }))[0]).toContain('亩与平方米面积不一致')
  expect(await wrong({ dkList: [line('00051'), line('00051')] })).toEqual(['地块重复', 'This parcel is listed twice'])
  expect((await wrong({ dkList: [line('00099')] }))[1]).toBe(`There is no valid parcel ${FBFBM}00099`)
  expect((await wrong({ dkList: [line('00001')] }))[0]).toBe(`地块【${FBFBM}00001】已在合同【${FBFBM}0001J】中`)
  expect((await wrong({ cbfbm: `${FBFBM}0099` }))[1]).toBe(`There is no valid contractor ${FBFBM}0099`)
  expect((await wrong({ cbfbm: `${FBFBM}0001` }))[0]).toBe(`承包方已有登记簿【${FBFBM}0001J】（现势或已注销），请办理相应业务`)
  expect((await got('/base-qssj/contract-draft/page')).total).toBe(0)
})

test('what is entered stands beside the register with its sums, until a second person makes a book of it', async () => {
  expect(await words(SAVE, draft({ fbfbm: `${FBFBM.slice(0, 12)}99` }))).toEqual(['承包方不属于所选发包方', 'The contractor belongs to another issuer'])
  const id = await done('town', SAVE, draft({ fbfbm: FBFBM, cbfmc: '张外' }))
  expect((await words(SAVE, draft()))[0]).toBe(`合同【${HOLDER}J】已有一份待登记合同`)
  const d = await got('/base-qssj/contract-draft/detail', { id })
  expect(d).toMatchObject({
    cbhtbm: `${HOLDER}J`,
    cbfmc: '张外',
    cbqxz: '2028-09-30',
    htzmj: '2000.00',
    htzmjm: '3.00',
    yhtzmjm: '2.70',
    cbdkzs: 2,
    status: '0',
  })
  expect([d.dkList.length, d.dkList[0].scmjm]).toEqual([2, '1.50'])
  await done('town', '/base-qssj/cbht/update', { ...draft({ dkList: [line('00051')] }), id, rev: d.rev })
  expect((await got('/base-qssj/contract-draft/detail', { id })).htzmjm).toBe('1.50')
  expect((await got('/base-qssj/cbht/page', { cbhtbm: `${HOLDER}J` })).total).toBe(0)

  const INIT = '/data/dzzw-djb/init'
  expect((await words(INIT, {}, { id }))[1]).toContain('another person must')
  expect(await words(INIT, { rev: d.rev + 1 }, { id }, 'county')).toEqual(['请先上传合同扫描件（PDF）', 'Upload the scanned contract (PDF) first'])
  const attachId = await attachTo(b, id, ['CBHT'])
  held.push({ type: 'dk', code: `${FBFBM}00051`, by: 'YW1' })
  expect((await words(INIT, { rev: d.rev + 1 }, { id }, 'county'))[0]).toBe(`【${FBFBM}00051】正在办理业务【YW1】，不能同时登记`)
  held.length = 0
  // what was entered before these rules were is asked again by who makes the book
  for (const [set, was, said] of [
    [`qdsj = '1950-01-01'`, `qdsj = '1998-10-01'`, '签订时间不能早于1995-10-01'],
    [`cbqxz = '9999-01-01'`, `cbqxz = '2028-09-30'`, '耕地的承包期限最长30年'],
    [`lines = jsonb_set(lines::jsonb, '{0,cbjyqqdfs}', '"300"')`, `lines = jsonb_set(lines::jsonb, '{0,cbjyqqdfs}', '"110"')`, '地块取得方式应与承包方式一致'],
  ] as const) {
    await b.db.pool.query(`update contract_draft set ${set}, "termReason" = 'x' where id = $1`, [id])
    expect((await words(INIT, { rev: d.rev + 1 }, { id }, 'county'))[0]).toContain(said)
    await b.db.pool.query(`update contract_draft set ${was} where id = $1`, [id])
  }
  expect([(await post('county', INIT, { rev: d.rev }, { id })).key, (await words(INIT, {}, { id }, 'county'))[0]]).toEqual([
    'changed',
    '缺少数据版本（rev），请刷新后重新提交',
  ])
  const djbId = await done('county', INIT, { rev: d.rev + 1 }, { id })
  const book = await got('/base-qssj/djb/detailById', { id: djbId })
  expect(book).toMatchObject({ version: 1, qszt: '1', djlx: '0', djxl: '0', djsj: '2026-03-02', dbr: '县经办', htzmjm: '1.50', cbqxz: '2028-09-30' })
  expect(book.cbht).toMatchObject({ qdsj: '1998-10-01', signWay: '3', signStatus: '2', attachId, yhtzmjm: '1.35', htlx: '1' })
  expect(book.cbjyqz).toMatchObject({ zt: '0', sfzx: 0 })
  const { rows: parcels } = await b.db.pool.query('select dklb, djzt, cbfbm from dk where dkbm = $1', [`${FBFBM}00051`])
  expect(parcels).toEqual([{ dklb: '10', djzt: '2', cbfbm: HOLDER }])
  // once, and only so long as it is not registered
  expect((await post('county', INIT, { rev: d.rev + 1 }, { id })).code).toBe(409)
  expect((await post('town', '/base-qssj/cbht/remove', {}, { ids: id })).code).toBe(409)
  const entry = await b.db.pool.query(`select "causeKind", unit from register_entry where unit = $1`, [`djb-init/${id}`])
  expect(entry.rows).toEqual([{ causeKind: 'desk', unit: `djb-init/${id}` }])
})

test('a registered contract is neither changed nor removed by hand', async () => {
  const [c] = (await got('/base-qssj/cbht/page', { cbhtbm: `${FBFBM}0003J` })).records
  const says = [`合同【${FBFBM}0003J】已登记，只能通过业务变更`, `Contract ${FBFBM}0003J is registered: it can only be changed by a business`]
  expect(await words('/base-qssj/cbht/update', { ...draft(), id: c.id, rev: c.rev })).toEqual(says)
  expect(await words('/base-qssj/cbht/remove', {}, { ids: c.id })).toEqual(says)
})

test('serials follow one another by county and year, and a contract keeps the one it has', async () => {
  const GIVE = '/data/dzzw-cbht/generateHtxlh'
  const give = (query: Record<string, string>) => b.call('town')('GET', GIVE, {}, query)
  const [c] = (await got('/base-qssj/cbht/page', { cbhtbm: `${FBFBM}0002J` })).records
  expect((await give({ ids: c.id })).data).toEqual({ given: 1, left: false })
  expect((await give({ ids: c.id })).data).toEqual({ given: 0, left: false })
  expect((await give({ regionCode: VILLAGE })).data.given).toBe((await got('/base-qssj/cbht/page')).total - 1)
  const all = (await got('/base-qssj/cbht/page')).records.map((r: any) => r.htxlh)
  expect(all.toSorted()).toEqual(all.map((_: unknown, i: number) => `5101122026${String(i + 1).padStart(6, '0')}`))
  expect((await got('/base-qssj/cbht/page', { cbhtbm: `${FBFBM}0002J` })).records[0].htxlh).toBe('5101122026000001')
  expect((await give({ regionCode: '510113' })).code).toBe(403)
})

/** Sends a file as the mount hands it over. */
async function send(path: string, name: string, bytes: Buffer, input: Input, who: Person = 'town', served = slice.routes) {
  const route = served.find((r) => r.path === path)!
  const at = join(folder, `up-${Math.random()}`)
  writeFileSync(at, bytes)
  const facts = { headers: {}, params: {}, cookies: {}, upload: { path: at, name, size: bytes.length, sha256: '', type: '' } }
  const later = await b.as(who, (ctx) => route.run(ctx, input, facts))
  return (later as DeferredResponse).make((work) => b.as(who, work))
}
const sent = (cbhtbm: string, o: { name?: string; bytes?: Buffer; qdsj?: string } = {}, served = slice.routes) =>
  send('/base-qssj/cbht/upload', o.name ?? '合同.pdf', o.bytes ?? PDF, { cbhtbm, ...(o.qdsj ? { qdsj: o.qdsj } : {}) }, 'town', served)
const refusal = (p: Promise<unknown>) =>
  p.then(
    () => '',
    (e) => e.say?.('zh') ?? String(e),
  )

test('a scan becomes the file of its contract by a second person, once', async () => {
  const code = `${FBFBM}0001J`
  expect(await refusal(sent(`${FBFBM}0077J`))).toBe(`没有编码或承包方为【${FBFBM}0077J】的现势合同`)
  expect(await refusal(sent(`${FBFBM}0002`))).toBe(`承包方【${FBFBM}0002】有多份现势合同，请以合同编码命名`)
  expect(await refusal(sent(code, { bytes: Buffer.from('no pdf') }))).toBe('文件【合同.pdf】不是可以读取的PDF，或者没有页')
  const id = (await sent(code)) as string
  expect(await refusal(sent(code))).toBe(`合同【${code}】已有待复核的扫描件`)
  expect(await got('/base-qssj/contract-scan/detail', { id })).toMatchObject({ cbhtbm: code, pages: 1, status: '0', proposer: '镇经办', fileName: '合同.pdf' })
  const CONFIRM = '/base-qssj/contract-scan/confirm'
  expect((await words(CONFIRM, {}, { ids: id }))[0]).toBe('录入或修改该事项的人员不能复核，请由其他人员复核')
  await done('county', CONFIRM, {}, { ids: id })
  const [c] = (await got('/base-qssj/cbht/page', { cbhtbm: code })).records
  expect(c.attachId).toBe((await got('/base-qssj/contract-scan/detail', { id })).attachId)
  expect(await refusal(sent(code))).toBe(`合同【${code}】已有签署文件，不能更换`)
  // its papers stay as they were looked at
  const frozen = b.as('admin', (ctx) => requireOpenPapers(ctx, { businessId: id, businessItem: 'CBHT', files: [] }))
  expect(await refusal(frozen)).toBe('事项已复核，证明文件不能再更改')
  // refused with a reason, and another may come; taken back by who sent it
  const second = (await sent(`${FBFBM}0002J`)) as string
  expect((await words('/base-qssj/contract-scan/refuse', {}, { ids: second }, 'county'))[1]).toBe('Please give the reason')
  await done('county', '/base-qssj/contract-scan/refuse', { reason: '缺页' }, { ids: second })
  const third = (await sent(`${FBFBM}0002J`)) as string
  expect((await post('county', '/base-qssj/contract-scan/withdraw', {}, { ids: third })).code).toBe(409)
  await done('town', '/base-qssj/contract-scan/withdraw', {}, { ids: third })
})

test('a scan of old paper has the bounds of any paper that is supplied: not before the contract that it replaces, asked again when it is taken', async () => {
  const code = `${FBFBM}0002J`
  const run = async (text: string) => void (await b.db.pool.query(text, [code]))
  await run(`update cbht set qdsj = null, version = 2 where cbhtbm = $1`)
  await run(
    `insert into cbht select (jsonb_populate_record(null::cbht, to_jsonb(c) || '{"id": 7, "version": 1, "qszt": "2", "qdsj": "2010-05-01"}')).* from cbht c where cbhtbm = $1`,
  )
  expect(await refusal(sent(code, { qdsj: '2010-04-30' }))).toBe('签订时间不能早于原合同的签订时间2010-05-01')
  expect(await refusal(sent(code, { qdsj: '2018-01-02' }))).toBe('签订时间不能晚于登记时间2018-01-01')
  expect(await refusal(sent(code, { qdsj: '2026-03-03' }))).toBe('签订时间不能晚于今天')
  const id = (await sent(code, { qdsj: '2010-05-01' })) as string
  await run(`update cbht set qdsj = '2011-01-01' where cbhtbm = $1 and version = 1`)
  expect((await words('/base-qssj/contract-scan/confirm', {}, { ids: id }, 'county'))[0]).toBe('签订时间不能早于原合同的签订时间2011-01-01')
  await done('county', '/base-qssj/contract-scan/refuse', { reason: '日期有误' }, { ids: id })
  await run(`delete from cbht where cbhtbm = $1 and version = 1`)
  await run(`update cbht set qdsj = '1998-10-01', version = 1 where cbhtbm = $1`)
})

test('the pages of a scan are read: a blank one and one of another contract are refused with their numbers, of the archive too; paper made elsewhere has no codes and is taken', async () => {
  const read = { ...parts, faultOf: paperFault }
  const { routes } = contractsSlice({ ...read, locks: async () => held })
  const code = `${FBFBM}0002J`
  const paper = async (words: readonly string[]) => {
    const doc = await PDFDocument.create()
    for (const w of words) doc.addPage().drawText(w.repeat(9), { size: 20, x: 30, y: 400 })
    return Buffer.from(await doc.save())
  }
  const foreign = await withPageCodes(await paper(['ours ', 'ours ']), { cbhtbm: `${FBFBM}0003J`, edition: '0123456789AB', part: 'H' })
  expect(await refusal(sent(code, { bytes: await paper(['old paper ', '']) }, routes))).toBe('第2页是空白页')
  expect(await refusal(sent(code, { bytes: foreign }, routes))).toBe(`第1、2页是合同【${FBFBM}0003J】的页，不属于本合同`)
  const stored = await parts.storage.put(Buffer.from(zipOf([{ name: `${code}.pdf`, bytes: foreign }])), '000000')
  expect(await b.run(scansJob(read), { ossName: stored, qdsj: null })).toMatchObject({ failed: 1 })
  const id = (await sent(code, { bytes: await paper(['old paper ']) }, routes)) as string
  await done('town', '/base-qssj/contract-scan/withdraw', {}, { ids: id })
  await b.db.owner.deleteFrom('contract_scan').where('batchId', '=', '1').execute()
})

test('an archive of scans is filed by the names in it; what is not is told in a workbook', async () => {
  const name = (code: string) => `扫描/${code}.pdf`
  const archive = zipOf([
    { name: name(`${FBFBM}0002Q`), bytes: PDF },
    { name: name(`${FBFBM}0003`), bytes: PDF },
    { name: name(`${FBFBM}0001J`), bytes: PDF },
    { name: name(`${FBFBM}0088J`), bytes: PDF },
    { name: '扫描/说明.pdf', bytes: PDF },
  ])
  await send('/base-qssj/cbht/upload-batch', '合同.zip', archive, {})
  const stored = await parts.storage.put(Buffer.from(archive), '000000')
  const job = scansJob(parts)
  expect(await b.run(job, { ossName: stored, qdsj: null })).toEqual({ taken: 2, failed: 3 })
  expect(await parts.storage.has(stored)).toBe(false)
  const list = (await b.call('admin')('GET', '/base-qssj/contract-scan/page', {}, { size: '100' })).data.records.filter((r: any) => r.batchId === '1')
  const said = list.map((r: any) => [r.cbhtbm, r.status, r.reason]).toSorted()
  expect(said).toEqual(
    [
      [`${FBFBM}0001J`, '3', `合同【${FBFBM}0001J】已有签署文件，不能更换`],
      [`${FBFBM}0002Q`, '0', null],
      [`${FBFBM}0003J`, '0', null],
      [`${FBFBM}0088J`, '3', `没有编码或承包方为【${FBFBM}0088J】的现势合同`],
      [null, '3', '文件【说明.pdf】应以合同编码（19位）或承包方编码（18位）命名的PDF'],
    ].toSorted(),
  )
  // killed and begun again it files nothing twice
  const again = await parts.storage.put(Buffer.from(archive), '000000')
  expect(await b.run(job, { ossName: again, qdsj: null })).toEqual({ taken: 2, failed: 3 })
  await b.db.pool.query(
    `insert into job (id, "tenantId", kind, title, status, payload, "runAfter", who, "createUser", "createTime") values (1, '000000', 'contract-scans', 't', 'done', '{}', $2, '{}', $1, $2)`,
    [people.admin.userId, '2026-03-02T09:00:00+08:00'],
  )
  const route = slice.routes.find((r) => r.path === '/base-qssj/cbht/upload-failure/download')!
  const facts = { headers: {}, params: {}, cookies: {} }
  const file = (await b.as('admin', (ctx) => route.run(ctx, { batchId: '1' }, facts))) as FileResponse
  expect([file.name, (await readXlsx(file.body as Buffer)).sheets[0]!.rows.length]).toEqual(['合同上传失败数据-1.xlsx', 4])
  // another person's batch is none, nor one of which nothing failed
  await b.db.pool.query(
    `insert into job (id, "tenantId", kind, title, status, payload, "runAfter", who, "createUser", "createTime") values (2, '000000', 'contract-scans', 't', 'done', '{}', $2, '{}', $1, $2)`,
    [people.admin.userId, '2026-03-02T09:00:00+08:00'],
  )
  expect(await refusal(b.as('admin', (ctx) => route.run(ctx, { batchId: '2' }, facts)))).toBe('该批次没有失败数据')
  expect(await refusal(b.as('county', (ctx) => route.run(ctx, { batchId: '1' }, facts)))).toContain('不存在')
})

test('what is no archive, holds too much, or is for a contract that is not signed is refused by name', async () => {
  expect(await refusal(send('/base-qssj/cbht/upload-batch', '合同.rar', PDF, {}))).toBe('请上传ZIP压缩包')
  const job = scansJob(parts)
  const run = async (files: { name: string; bytes: Buffer }[]) =>
    b.run(job, { ossName: await parts.storage.put(Buffer.from(zipOf(files)), '000000'), qdsj: null })
  const many = Array.from({ length: 5001 }, (_, i) => ({ name: `${i}.pdf`, bytes: Buffer.alloc(1) }))
  expect(await refusal(run(many))).toBe('压缩包内有5001个文件，最多5000个')
  expect(await run([{ name: `${FBFBM}0077J.pdf`, bytes: Buffer.alloc(50 * 2 ** 20 + 1) }])).toMatchObject({ failed: expect.any(Number) })
  const list = (await b.call('admin')('GET', '/base-qssj/contract-scan/page', {}, { size: '100' })).data.records.map((r: any) => r.reason)
  expect(list).toContain(`文件【${FBFBM}0077J.pdf】超过50MB`)
  await b.db.pool.query(`update cbht set "signStatus" = '99' where cbhtbm = $1`, [`${FBFBM}0003J`])
  await b.db.pool.query(`delete from contract_scan where cbhtbm = $1`, [`${FBFBM}0003J`])
  expect(await refusal(sent(`${FBFBM}0003J`))).toBe(`合同【${FBFBM}0003J】尚未签署，请办理合同补签`)
})

test('the serials of a year end with the last of six digits', async () => {
  await b.db.pool.query(`update cbht set htxlh = null where cbhtbm = $1`, [`${FBFBM}0002J`])
  await b.db.pool.query(`update code_counter set last = 999999 where kind = 'htxlh'`)
  const r = await b.call('town')('GET', '/data/dzzw-cbht/generateHtxlh', {}, { regionCode: VILLAGE })
  expect([r.key, r.msg]).toEqual(['serials-used-up', '【5101122026】的合同序列号已用完'])
})

test('chosen contracts of a region come as a workbook, none of another region', async () => {
  const route = slice.routes.find((r) => r.path === '/base-qssj/cbht/export')!
  const facts = { headers: {}, params: {}, cookies: {} }
  const asked = (input: Input) => b.as('county', (ctx) => route.run(ctx, input, facts)) as Promise<FileResponse>
  const [c] = (await got('/base-qssj/cbht/page', { cbhtbm: `${FBFBM}0001J` })).records
  const sheet = async (input: Input) => (await readXlsx((await asked(input)).body as Buffer)).sheets[0]!.rows as string[][]
  const [heads, one, ...more] = await sheet({ regionCode: VILLAGE, htIds: [c.id] })
  const cell = (title: string) => one![heads!.indexOf(title)]
  // the columns of the list, numbers of persons masked
  expect([cell('合同编码'), cell('承包方证件号码'), more.length]).toEqual([`${FBFBM}0001J`, expect.stringContaining('*'), 0])
  expect((await sheet({ regionCode: VILLAGE })).length - 1).toBe((await got('/base-qssj/cbht/page')).total)
  expect(await refusal(asked({ regionCode: '510113' }))).toContain('区域')
  expect(await refusal(asked({ regionCode: VILLAGE, htIds: ['999'] }))).toContain('不存在')
})

test('the term of a draft lies inside the rounds that are recorded, and a term by another way ends unless the parameter says otherwise', async () => {
  const rounds = [{ no: 2, from: '1998-10-01', to: '2028-09-30' }]
  await b.as('admin', (ctx) =>
    write(ctx, {
      cause: { kind: 'plan', id: '902' },
      unit: 'round',
      regionCode: VILLAGE,
      day: '2026-03-02',
      acts: [{ act: 'setIssuer', fbfbm: FBFBM, rounds }],
    }),
  )
  const other = `${FBFBM}0102`
  await b.as('admin', (ctx) =>
    rows.insert(ctx, cbf, {
      regionCode: VILLAGE,
      cbfbm: other,
      fbfbm: FBFBM,
      cbflx: '1',
      cbfmc: '王外',
      cbfzjlx: '1',
      cbfzjhm: memberId(102, 0),
      cbfdz: '村',
      zt: '1',
      djzt: '0',
    }),
  )
  const wrong = async (over: Input) => words(SAVE, draft({ cbfbm: other, dkList: [line('00053')], ...over }))
  expect(await wrong({ cbqxq: '2028-10-01', qdsj: '2026-03-01' })).toEqual([
    '承包期限起不得晚于已登记的本轮承包期止【2028-09-30】；属下一轮承包的，请先登记下一轮承包期',
    'The term may not begin after the last recorded round, which ends on 2028-09-30: record the next round first',
  ])
  expect((await wrong({ cbqxq: '1999-10-01', qdsj: '1999-10-01' }))[0]).toBe('承包期限止不得超过本轮承包期【2028-09-30】')
  const tendered = { cbfs: '121', cbqx: 50, cbqxq: '2025-01-01', qdsj: '2025-01-01', cbqxz: '9999-01-01', dkList: [line('00053', { cbjyqqdfs: '121' })] }
  expect((await wrong(tendered))[0]).toBe('以其他方式承包的，承包期限最长50年，自2025-01-01起最晚至2074-12-31')
  await b.as('admin', (ctx) => rows.insert(ctx, param, { paramName: '长期', paramKey: PARAMS.termEndless.key, paramValue: '1' } as never))
  await done('town', SAVE, draft({ cbfbm: other, ...tendered }))
})
