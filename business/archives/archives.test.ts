// Archives through the server: a finished business lies in its volume by itself, nothing filed goes or changes, and what is changed on disk is found.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PDFDocument } from '@cantoo/pdf-lib'
import { openMaintenance } from '../../runtime/maintenance.server.ts'
import { folderStorage } from '../../services/files/storage/storage.server.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { closeRenderer } from '../../services/typeset/typeset.server.ts'
import { buildCase, buildContract, correctContact } from '../../tests/factories.ts'
import { world, type Account, type World } from '../../tests/world.ts'
import { excerpt, pageText } from './page-text.ts'
import { archiveRoutine } from './nightly.server.ts'
import { tesseract } from './recognise.server.ts'
import { textRoutine } from './texts.server.ts'
import { readRev } from '../../tests/samples.ts'

const AT = '/cbjyq/da'
let w: World
const folder = mkdtempSync(join(tmpdir(), 'archives-'))
beforeAll(async () => {
  w = await world()
  w.jobs.start()
})
afterAll(async () => {
  await w.end()
  await closeRenderer()
  rmSync(folder, { recursive: true })
})

const get = async (path: string, query: Record<string, unknown> = {}, who: Account = 'county') => (await w.as(who)).get(`${AT}/${path}`, query)
const post = async (path: string, body: object = {}, who: Account = 'county', query: Record<string, unknown> = {}) =>
  (await w.as(who)).post(`${AT}/${path}`, body, query)
async function ok(who: Account, path: string, body: object = {}, query: Record<string, unknown> = {}): Promise<any> {
  const r = await (await w.as(who)).post(path, body, query)
  expect([path, r.msg]).toEqual([path, '操作成功'])
  return r.data
}
const attached = async (businessId: string, businessItem: string): Promise<string> =>
  (
    await (
      await w.as('admin')
    ).upload('/cpt-resource/attach/endpoint/upload', { name: `${businessItem}.pdf`, bytes: PDF, type: 'application/pdf' }, { businessId, businessItem })
  ).data.id
/** A signing of a new household that is registered, and what follows of it done; `meanwhile`: what somebody does with the case before it is signed. */
async function finished(name: string, meanwhile?: (id: string) => Promise<void>): Promise<{ id: string; cbfbm: string }> {
  const { id } = await buildCase(w, { name, task: 'sign' })
  await meanwhile?.(id)
  const [c] = (await (await w.as('admin')).get('/dzzw/contract-to-sign', { businessId: id })).data
  await ok('admin', '/dzzw/choose-sign-way', { businessId: id, contractIds: [c.id], signWay: '3' })
  await ok('town', '/dzzw/upload-contract-file', { contractId: c.id, attachId: await attached(id, 'CBHT'), qdsj: '2026-03-17' })
  await ok('admin', '/dzzw/contract/examine', { contractId: c.id, pass: 1 })
  const { taskId, processInstanceId } = (await (await w.as('admin')).get('/yw-accept/business/detail', { id })).data
  await ok('admin', '/yw-accept/business/commit', { taskId, processInstanceId })
  return { id, cbfbm: c.cbfbm }
}
const settled = async () => {
  await w.outbox.deliverDue()
  await w.jobs.idle()
}
let night = 18
/** The nightly look, at half past three of the next day. */
async function lookAtNight(): Promise<void> {
  w.setNow(`2026-03-${String(night)} 03:30:00`)
  night += 1
  expect(await w.maintenance.runDue()).toContain('archive-check')
}
const volumeOf = async (cbfbm: string) => (await get('fileGroup/page', { cbfbm })).data.records[0]
/** What is said to who did something with a row that somebody else has changed since, and to who does not say what he read. */
const STALE = ['changed', { field: 'rev', msg: '缺少数据版本（rev），请刷新后重新提交' }]
const lateAndUnsaid = async (path: string, body: object, rev: number) => [
  (await post(path, { ...body, rev: rev - 1 })).key,
  (await post(path, { ...body, rev: undefined })).data?.fields?.[0],
]
/** A volume as who does something with it has read it. */
const asRead = async (id: string) => ({ id, ...(await readRev(w.db, 'file_group', id)) })
const papersOf = async (groupId: string) => (await get('fileDetail/page', { groupId, size: 100 })).data.records
const text = (bytes: Buffer, ...how: string[]): string => {
  const file = join(folder, 'x.pdf')
  writeFileSync(file, bytes)
  return execFileSync('pdftotext', [...how, file, '-'], { encoding: 'utf8' }).replace(/\s/g, '')
}
const sql = async (text: string, values: unknown[] = []) => (await w.db.pool.query(text, values)).rows

test('a finished business lies in the volume of its household by itself, in order, its pages numbered, its files locked; once, however often it is filed', async () => {
  const { id, cbfbm } = await finished('丁一')
  await settled()
  const v = await volumeOf(cbfbm)
  expect(v).toMatchObject({
    archiveNo: `${cbfbm.slice(0, 14)}-C-${cbfbm.slice(14)}-2026-001`,
    groupType: 'C',
    title: '丁一土地承包经营权档案',
    isOpen: '0',
    status: '0',
  })
  const papers = await papersOf(v.id)
  const kinds = papers.map((p: any) => p.docType)
  expect(kinds).toEqual(kinds.toSorted())
  expect(new Set(kinds)).toEqual(new Set(['02', '03', '04', '05', '06', '07', '08', '09', '21']))
  expect(papers.map((p: any) => p.title)).toEqual(
    expect.arrayContaining(['登记（变更）申请书', '审批表', '承包合同（已签署）', '承包经营权登记簿', '承包地块示意图']),
  )
  for (const [i, p] of papers.entries()) expect(p.pageFrom).toBe(i === 0 ? 1 : papers[i - 1].pageTo + 1)
  expect([v.files, v.pages]).toEqual([papers.length, papers.at(-1).pageTo])
  const [{ n }] = await sql('select count(*)::int as n from attach where "businessId" = $1 and locked is distinct from 1', [id])
  expect(n).toBe(0)
  // once
  expect((await post('cbf/submit', { businessId: id })).data).toMatchObject({ filed: 0 })
  expect((await post('cbf/submit', { cbfbm })).key).toBe('archive-nothing')
  expect((await papersOf(v.id)).length).toBe(papers.length)
})

test('what a household does later adds to its volume; what was taken back stays there with its decision; behind a closed volume the next one is begun', async () => {
  const { id: first, cbfbm } = await finished('丁十二')
  await settled()
  const v = await volumeOf(cbfbm)
  const before = await papersOf(v.id)
  const second = await correctContact(w, cbfbm, '13900000000')
  // it made no book: it is found by whom it is about
  expect((await post('cbf/submit', { cbfbm })).data).toMatchObject({ volumes: [v.archiveNo] })
  await settled()
  const after = await papersOf(v.id)
  expect(after.slice(0, before.length)).toEqual(before)
  const came = after.slice(before.length)
  expect(came.map((p: any) => p.businessId)).toEqual(came.map(() => second))
  expect(came.map((p: any) => p.title)).toEqual(expect.arrayContaining(['登记（变更）申请书', '审批表', '申请书：SQS.pdf']))
  expect(came[0].pageFrom).toBe(before.at(-1).pageTo + 1)
  expect((await get('fileGroup/page', { cbfbm })).data.total).toBe(1)
  // taken back
  await ok('admin', '/yw-accept/business/undo', { reason: '办错' }, { businessId: second })
  await settled()
  const [decision, ...more] = (await papersOf(v.id)).slice(after.length)
  expect([decision.title, decision.businessId, more]).toEqual(['撤销决定书', second, []])
  expect((await post('cbf/submit', { businessId: second })).data).toMatchObject({ filed: 0 })
  // what was closed is no more taken back, and what comes later lies in the next volume
  expect((await post('fileGroup/close', await asRead(v.id))).data).toEqual([])
  const undone = await (await w.as('admin')).post('/yw-accept/business/undo', { reason: '办错' }, { businessId: first })
  expect([undone.key, undone.msg.includes(`案卷【${v.archiveNo}】已归档封卷`)]).toEqual(['not-undone', true])
  // two at once, one waiting for the other
  for (const phone of ['13900000001', '13900000002']) await correctContact(w, cbfbm, phone)
  await settled()
  const volumes = (await get('fileGroup/page', { cbfbm })).data.records
  expect(volumes.map((x: any) => [x.archiveNo, x.title, x.status])).toEqual([
    [v.archiveNo, '丁十二土地承包经营权档案', '1'],
    [v.archiveNo.replace(/001$/, '002'), '丁十二土地承包经营权档案（第2卷）', '0'],
  ])
  expect((await papersOf(volumes[1].id)).map((p: any) => p.title)).toEqual([...came, ...came].map((p: any) => p.title))
  expect((await post('cbf/submit', { businessId: first })).data).toMatchObject({ filed: 0 })
  // the household sees those that were opened to it, one behind the other
  const opened = { isOpen: '1', reason: '农户申请' }
  expect(await lateAndUnsaid('fileDetail/updateIsOpen', { ids: volumes[1].id, ...opened }, volumes[1].rev)).toEqual(STALE)
  const all = volumes.map((x: any) => x.id).join()
  expect((await post('fileDetail/updateIsOpen', { ids: all, ...opened, rev: 99 })).key).toBe('changed')
  for (const x of volumes) expect((await post('fileDetail/updateIsOpen', { ids: x.id, rev: x.rev, isOpen: '1', reason: '农户申请' })).msg).toBe('操作成功')
  const seen = (await get('fileDetail/farmerPage', { cbfbm }, 'village')).data
  expect([seen.archiveNo, seen.records.length]).toEqual([volumes.map((x: any) => x.archiveNo).join('、'), volumes[0].files + volumes[1].files])
  // one that is taken back while it is being filed: its papers wait for that, and do not come
  const third = await correctContact(w, cbfbm, '13900000003')
  const holder = await w.db.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from business where id = $1 for update', [third])
  let isFiled = false
  const filing = post('cbf/submit', { businessId: third }).finally(() => {
    isFiled = true
  })
  // the embedded engine has one session: there it is taken back before the first look
  const waits = 'select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0'
  if (w.db.engine === 'server') while ((await w.db.pool.query(waits)).rows.length === 0) expect(isFiled).toBe(false)
  await holder.query('update business set undone = 1, rev = rev + 1 where id = $1', [third])
  await holder.query('commit')
  holder.release()
  expect((await filing).data).toEqual({ filed: 0, volumes: [] })
  expect((await papersOf(volumes[1].id)).filter((p: any) => p.businessId === third)).toEqual([])
})

test('nothing filed is removed, renamed or replaced, neither here nor among the files of its business', async () => {
  const { cbfbm } = await finished('丁二')
  await settled()
  const v = await volumeOf(cbfbm)
  const [paper] = await papersOf(v.id)
  expect(await post('fileDetail/remove', {}, 'admin', { ids: paper.id })).toMatchObject({
    key: 'archive-filed',
    msg: `【${paper.title}】已归档，不能删除、替换或修改`,
  })
  const remove = await (await w.as('admin')).send('DELETE', '/cpt-resource/attach/endpoint/remove', { query: { ids: paper.attachId } })
  expect(remove.key).toBe('E5001')
  const rename = await (await w.as('admin')).post('/cpt-resource/attach/endpoint/update', { id: paper.attachId, name: 'x.pdf' })
  expect(rename.code).not.toBe(200)
  expect((await post('fileGroup/remove', {}, 'admin', { ids: v.id })).key).toBe('archive-not-empty')
  // a later version stands beside it
  const file = await attached(v.id, 'QT')
  // one that takes the place of a paper takes that of what was read
  const instead = { id: paper.id, groupId: v.id, docType: paper.docType, title: paper.title, attachId: file }
  expect(await lateAndUnsaid('fileDetail/update', instead, paper.rev)).toEqual(STALE)
  const added = await post('fileDetail/update', { id: paper.id, rev: paper.rev, groupId: v.id, docType: paper.docType, title: paper.title, attachId: file })
  expect(added.msg).toBe('操作成功')
  const after = await papersOf(v.id)
  const [former, later] = [after.find((p: any) => p.id === paper.id), after.at(-1)]
  expect([former.isCurrent, former.sha256, former.version, later.version, later.isCurrent]).toEqual([0, paper.sha256, 1, 2, 1])
  expect((await post('fileDetail/update', { id: paper.id, rev: former.rev, groupId: v.id, docType: paper.docType, title: '再改', attachId: file })).key).toBe(
    'archive-filed',
  )
})

test('a paper that is not filed yet keeps its former versions, each put back as it was; once the case is filed none comes back', async () => {
  const [FILES, BIN] = ['/cpt-resource/attach/endpoint', '/cpt-resource/attach-bin']
  const versions = [1, 2, 3].map((n) => Buffer.concat([PDF, Buffer.from(`\n% version ${n}\n`)]))
  const admin = await w.as('admin')
  const bin = async (businessId: string) => (await admin.get(`${BIN}/list`, { businessId })).data as { id: string; name: string }[]
  const put = async (bytes: Buffer, businessId: string): Promise<string> =>
    (await admin.upload(`${FILES}/upload`, { name: '情况说明.pdf', bytes, type: 'application/pdf' }, { businessId, businessItem: 'QT' })).data.id
  const bytesOf = async (id: string): Promise<Buffer> => (await admin.get(`${FILES}/download`, { id })).raw
  let given: string[] = []
  const { id } = await finished('丁十一', async (businessId) => {
    // each version in the place of the one before
    for (const bytes of versions) {
      if (given.length) expect((await admin.send('DELETE', `${FILES}/remove`, { query: { ids: given.at(-1)! } })).msg).toBe('操作成功')
      given = [...given, await put(bytes, businessId)]
    }
    const former = await bin(businessId)
    expect(former.map((f) => f.name)).toEqual(['情况说明.pdf', '情况说明.pdf'])
    // the last removed first; each comes back under its own id with its own bytes, and goes again
    for (const [n, f] of former.entries()) {
      const back = (await admin.post(`${BIN}/restore`, { id: f.id })).data
      expect([n, back, (await bytesOf(back)).equals(versions[1 - n]!)]).toEqual([n, given[1 - n], true])
      expect((await admin.send('DELETE', `${FILES}/remove`, { query: { ids: back } })).msg).toBe('操作成功')
    }
    expect((await bytesOf(given[2]!)).equals(versions[2]!)).toBe(true)
  })
  await settled()
  const [filed] = await sql('select sha256 from file_detail where "businessId" = $1 and "attachId" = $2', [id, given[2]])
  expect(filed.sha256).toBe(createHash('sha256').update(versions[2]!).digest('hex'))
  const [left] = await bin(id)
  expect((await admin.post(`${BIN}/restore`, { id: left!.id })).key).toBe('file-evidence')
})

test('a business that is not finished, or lacks what must be filed, is refused with its list', async () => {
  const open = await buildCase(w, { name: '丁三', task: 'check' })
  expect(await post('cbf/submit', { businessId: open.id })).toMatchObject({ key: 'archive-not-done', msg: `业务【${open.businessCode}】未办结，不能归档` })
  const { id } = await finished('丁四')
  await sql(`delete from attach where "businessId" = $1 and "businessItem" in ('SQS', 'GSB')`, [id])
  expect(await post('cbf/submit', { businessId: id })).toMatchObject({ key: 'archive-missing', msg: '缺少必需的归档材料：申请书、公示材料' })
  expect((await get('fileGroup/page', { title: '丁四' })).data.total).toBe(0)
  // by itself it is not filed either, and a region says why
  await w.outbox.deliverDue()
  await w.jobs.idle()
  const { jobId } = (await post('cbf/submitBatch', { regionCode: '512021' })).data
  await w.jobs.idle()
  const [job] = await sql('select status, result from job where id = $1', [jobId])
  const result = typeof job.result === 'string' ? JSON.parse(job.result) : job.result
  expect([job.status, result.left.map((l: any) => l.zh)]).toEqual(['done', ['缺少必需的归档材料：申请书、公示材料']])
})

test('a changed byte and a missing file are named by household and page in the next look, in both languages; what is mended goes', async () => {
  const { cbfbm } = await finished('丁五')
  await settled()
  const v = await volumeOf(cbfbm)
  for (const verb of ['check', 'close'])
    expect([verb, ...(await lateAndUnsaid(`fileGroup/${verb}`, { id: v.id }, (await asRead(v.id)).rev))]).toEqual([verb, ...STALE])
  expect((await post('fileGroup/check', await asRead(v.id))).data).toEqual([])
  const papers = await papersOf(v.id)
  const [a, b] = papers.filter((p: any) => ['登记（变更）申请书', '审批表'].includes(p.title))
  const where = async (p: any) => {
    const [{ ossName }] = await sql('select "ossName" from attach where id = $1', [p.attachId])
    const all = await readdir(w.dataDir, { recursive: true })
    return join(
      w.dataDir,
      all.find((f) => f.endsWith(ossName))!,
    )
  }
  const [one, two] = [await where(a), await where(b)]
  const bytes = await readFile(one)
  const [kept, other] = [Buffer.from(bytes), await readFile(two)]
  bytes[bytes.length - 9]! ^= 1
  await writeFile(one, bytes)
  await rm(two)
  await lookAtNight()
  const found = (await get('check/page', { archiveNo: v.archiveNo })).data.records
  // whose they are, and of which case
  expect(new Set(found.map((f: any) => `${f.volumeTitle} ${f.businessCode}`))).toEqual(new Set([`丁五土地承包经营权档案 ${a.businessCode}`]))
  expect(found.map((f: any) => [f.title, f.pageFrom, f.msg, f.msgEn]).toSorted()).toEqual(
    [
      [a.title, a.pageFrom, '内容与摘要不一致，文件可能被改动', 'its bytes are not those of its digest: it was changed'],
      [b.title, b.pageFrom, '文件缺失', 'the file is missing'],
    ].toSorted(),
  )
  // an English reader is told in English where others read Chinese
  const { records } = (
    await (await w.as('county')).send('GET', `${AT}/check/page`, { query: { archiveNo: v.archiveNo }, headers: { 'accept-language': 'en' } })
  ).data
  expect(records.map((f: any) => f.msg).toSorted()).toEqual(found.map((f: any) => f.msgEn).toSorted())
  expect((await get('fileDetail/download', { groupId: v.id })).code).not.toBe(200)
  expect((await post('fileGroup/close', await asRead(v.id))).key).toBe('archive-unfit')
  const handed = await get('fileGroup/handOver', { ids: v.id })
  expect([handed.key, handed.msg.includes(`${b.title}：文件缺失`)]).toEqual(['archive-unfit', true])
  await writeFile(one, kept)
  await writeFile(two, other)
  await lookAtNight()
  expect((await get('check/page', { archiveNo: v.archiveNo })).data.total).toBe(0)
  // what is still itself, and yet does not open, is no more handed over than filed
  const holds = async (p: any, other: Buffer, contentType: string) => {
    const digest = createHash('sha256').update(other).digest('hex')
    await writeFile(await where(p), other)
    await sql('update attach set sha256 = $2, "contentType" = $3 where id = $1', [p.attachId, digest, contentType])
    await sql('update file_detail set sha256 = $2 where id = $1', [p.id, digest])
  }
  const photo = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#a53' } })
    .jpeg()
    .toBuffer()
  for (const [bad, type, why] of [
    [photo.subarray(0, photo.length - 200), 'image/jpeg', '图片不完整或已损坏'],
    [Buffer.from('%PDF-1.7\nnothing'), 'application/pdf', '文件无法打开'],
  ] as const) {
    await holds(a, bad, type)
    const refused = await get('fileGroup/handOver', { ids: v.id })
    expect([refused.key, refused.msg]).toEqual(['archive-unfit', expect.stringContaining(`${a.title}：${why}`)])
  }
  await holds(a, photo, 'image/jpeg')
  expect((await get('fileGroup/handOver', { ids: v.id })).raw.subarray(0, 2).toString()).toBe('PK')
})

test('papers that went with their rows and files, from the end of a volume too, are told by what was counted and audited; so is a volume that went as a whole', async () => {
  const { cbfbm } = await finished('丁十')
  await settled()
  const v = await volumeOf(cbfbm)
  const papers = await papersOf(v.id)
  const found = async () => (await get('check/page', { archiveNo: v.archiveNo })).data.records.map((f: any) => [f.title, f.property, f.msg, f.msgEn])
  /** Takes rows away as somebody with the database does; answers what puts them back. */
  const taken = async (table: string, where: string, id: string) => {
    const gone = await sql(`with gone as (delete from ${table} where ${where} = $1 returning *) select to_jsonb(gone)::text as row from gone`, [id])
    return async () => {
      for (const { row } of gone) await sql(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [row])
    }
  }
  const last = papers.at(-1)
  const back = [await taken('file_detail', 'id', last.id), await taken('attach', 'id', last.attachId)]
  const told = [
    v.title,
    '2',
    `已归档${papers.length}件、${v.pages}页，现存${papers.length - 1}件、${last.pageFrom - 1}页，卷内文件记录缺失`,
    `${papers.length} papers of ${v.pages} pages were filed, ${papers.length - 1} of ${last.pageFrom - 1} pages are there: records of papers are missing`,
  ]
  await lookAtNight()
  expect(await found()).toEqual([told])
  expect((await post('fileGroup/close', await asRead(v.id))).key).toBe('archive-unfit')
  // who counts anew what is left has not written the audit log anew
  await sql('update file_group set files = files - 1, pages = $2 where id = $1', [v.id, last.pageFrom - 1])
  await lookAtNight()
  expect((await post('fileGroup/check', await asRead(v.id))).data.map((f: any) => f.msg)).toEqual([
    told[2]!.replace(`、${v.pages}页`, `、${last.pageFrom - 1}页`),
  ])
  // nor is the volume an empty one once all of its papers are taken away, whatever its row counts
  const rest = await taken('file_detail', '"groupId"', v.id)
  await sql('update file_group set files = 0 where id = $1', [v.id])
  expect((await post('fileGroup/remove', {}, 'admin', { ids: v.id })).key).toBe('archive-not-empty')
  await sql('update file_group set files = $2 where id = $1', [v.id, papers.length - 1])
  await rest()
  for (const put of back) await put()
  await sql('update file_group set files = files + 1, pages = $2 where id = $1', [v.id, v.pages])
  await lookAtNight()
  expect(await found()).toEqual([])

  const all = [await taken('file_group', 'id', v.id), await taken('file_detail', '"groupId"', v.id)]
  // nor does a removal that the log knows of cover a volume in which something lay
  await sql(
    `insert into audit_event select (jsonb_populate_record(e, jsonb_build_object('action', 'file_group.delete', 'diff', '{}'::jsonb, 'chainSeq', null,
      'id', (select max(id) + 1 from audit_event)))).* from audit_event e where object = 'file_group' and "objectId" = $1 order by id limit 1`,
    [v.id],
  )
  await lookAtNight()
  expect(await found()).toEqual([
    [
      v.title,
      '2',
      '案卷记录缺失，审计日志中没有空卷的删除记录',
      'the record of the volume is missing, and the audit log knows of no removal of an empty volume',
    ],
  ])
  for (const put of all) await put()
  await lookAtNight()
  expect(await found()).toEqual([])
})

test('a nightly look that was stopped goes on at the next volume, and begins anew once it came to the end', async () => {
  const storage = folderStorage(join(w.dataDir, 'files'))
  const groups = await sql('select g.id, (select count(*)::int from file_detail d where d."groupId" = g.id) as n from file_group g order by "countyCode", id')
  const n = groups.length
  expect(n).toBeGreaterThan(2)
  let day = 1
  /** One night; `stops`: after so many files were read. Answers what it said. */
  const look = async (stops = Infinity): Promise<string> => {
    const stop = new AbortController()
    let asked = 0
    const has: typeof storage.has = (name) => {
      if (++asked > stops) stop.abort(new Error('stopped'))
      stop.signal.throwIfAborted()
      return storage.has(name)
    }
    const routine = archiveRoutine({ ...storage, has })
    const none = { enqueue: () => Promise.reject(new Error()), log: () => {} }
    const at = new Date(`2026-05-${String(day++).padStart(2, '0')}T04:00:00+08:00`)
    const run: typeof routine.run = (r) => routine.run({ ...r, signal: stop.signal })
    expect(await openMaintenance(w.db, [{ ...routine, run }], { ...none, now: () => at }).runDue()).toEqual(['archive-check'])
    return (await sql(`select message from routine where name = 'archive-check'`))[0].message
  }
  // in the middle of the third
  expect(await look(groups[0].n + groups[1].n + 1)).toContain('stopped')
  expect(await sql('select id from archive_cursor')).toEqual([{ id: groups[1].id }])
  expect(await look()).toMatch(new RegExp(`^${n - 2} volumes`))
  expect(await look()).toMatch(new RegExp(`^${n} volumes`))
})

test('a volume is closed once nothing is wrong with it, and then takes nothing more', async () => {
  const { cbfbm } = await finished('丁六')
  await settled()
  const v = await volumeOf(cbfbm)
  const papers = await papersOf(v.id)
  const turned = papers.map((p: any) => p.id).toReversed()
  expect((await post('fileDetail/sort', { groupId: v.id, ids: turned.slice(1).join(',') })).code).toBe(400)
  expect((await post('fileDetail/sort', { groupId: v.id, ids: turned.join(',') })).msg).toBe('操作成功')
  expect((await papersOf(v.id)).map((p: any) => [p.id, p.pageFrom]).at(0)).toEqual([turned[0], 1])
  expect((await post('fileGroup/close', await asRead(v.id))).data).toEqual([])
  const closed = `案卷【${v.archiveNo}】已归档封卷`
  expect(await post('fileDetail/sort', { groupId: v.id, ids: turned.join(',') })).toMatchObject({ key: 'archive-closed', msg: closed })
  expect((await post('fileDetail/save', { groupId: v.id, docType: '12', title: 'x', attachId: papers[0].attachId })).msg).toBe(closed)
  expect((await post('fileGroup/update', { id: v.id, title: '改', retention: '1', securityLevel: '0' })).msg).toBe(closed)
})

test('one PDF has every page and a bookmark a paper; cover, index and note say what lies in it; a hand-over is read without the product', async () => {
  const { cbfbm } = await finished('丁七')
  await settled()
  const v = await volumeOf(cbfbm)
  const papers = await papersOf(v.id)
  const pdf = (await get('fileDetail/download', { groupId: v.id, as: 'pdf' })).raw
  expect((await PDFDocument.load(pdf)).getPageCount()).toBe(v.pages)
  await sql('update file_detail set pages = 3000 where id = $1', [papers[0].id])
  expect(await get('fileDetail/download', { groupId: v.id, as: 'pdf' })).toMatchObject({ key: 'archive-too-large' })
  await sql('update file_detail set pages = $1 where id = $2', [papers[0].pages, papers[0].id])
  const file = join(folder, 'v.pdf')
  writeFileSync(file, pdf)
  const outline = execFileSync('pdftohtml', ['-xml', '-stdout', '-i', file], { encoding: 'utf8' })
  for (const p of papers) expect(outline).toContain(p.title)
  const words = text((await get('fileGroup/print', { id: v.id })).raw)
  for (const said of [v.archiveNo, '丁七土地承包经营权档案', `本卷共有文件${papers.length}件，${v.pages}页`, '安岳县农村土地承包经营权档案'])
    expect(words).toContain(said)
  const zip = join(folder, 'h.zip')
  writeFileSync(zip, (await get('fileGroup/handOver', { ids: v.id })).raw)
  execFileSync('python3', ['-c', `import zipfile,sys; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])`, zip, join(folder, 'h')])
  const sums = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: join(folder, 'h'), encoding: 'utf8' })
  expect(sums.split('\n').filter((l) => l.endsWith(': OK')).length).toBe(papers.length + 3)
  expect(await readFile(join(folder, 'h', 'checks.xml'), 'utf8')).toContain('<check item="signature" property="真实性" result="passed">')
  // one too large to be read is handed over as it is, and the list says what was not asked of it
  const large = papers[0]
  await sql('update attach set "attachSize" = $1 where id = $2', [101 * 2 ** 20, large.attachId])
  const parts = (await get('fileGroup/handOver', { ids: v.id })).raw.toString('utf8')
  await sql('update attach set "attachSize" = $1 where id = $2', [large.size, large.attachId])
  expect(parts).toContain(`<check item="signature" property="真实性" result="not-asked" of="${large.sort}">`)
  expect(parts).toContain('<check item="hash" property="真实性" result="passed">')
  expect(await readFile(join(folder, 'h', 'index.xml'), 'utf8')).toContain(`<volume no="${v.archiveNo}"`)
  expect((await readFile(join(folder, 'h', 'SM3SUMS'), 'utf8')).split('\n')[0]).toMatch(/^[0-9a-f]{64} {2}/)
})

test('a household sees its volume once it was opened for a reason, without what concerns others, and with a watermark; a classified volume stays shut to who has no right', async () => {
  const { cbfbm } = await finished('丁八')
  await settled()
  const v = await volumeOf(cbfbm)
  expect((await get('fileDetail/farmerPage', { cbfbm })).status).toBe(404)
  expect((await post('fileDetail/updateIsOpen', { ids: v.id, ...(await readRev(w.db, 'file_group', v.id)), isOpen: '1' })).key).toBe('archive-no-reason')
  expect((await post('fileDetail/updateIsOpen', { ids: v.id, ...(await readRev(w.db, 'file_group', v.id)), isOpen: '1', reason: '农户申请' })).msg).toBe(
    '操作成功',
  )
  const seen = (await get('fileDetail/farmerPage', { cbfbm }, 'village')).data
  expect(seen.records.length).toBe((await papersOf(v.id)).length)
  const copy = (await get('fileDetail/farmerDownload', { cbfbm }, 'village')).raw
  // ten to a page, in the order of the page's content: what leans is torn apart when it is read by its place
  const marks = text(copy, '-raw').split('仅供本户查阅').length - 1
  expect([marks, (await PDFDocument.load(copy)).getPageCount()]).toEqual([10 * v.pages, v.pages])
  // what a look finds names titles
  await sql(`update file_detail set "pageFrom" = 99 where "groupId" = $1 and sort = 1`, [v.id])
  expect((await post('fileGroup/check', await asRead(v.id))).data.length).toBeGreaterThan(0)
  const findings = async (who: Account) => (await get('check/page', { groupId: v.id }, who)).data?.total
  expect([await findings('county'), await findings('town')]).toEqual([expect.any(Number), expect.any(Number)])
  expect((await post('fileGroup/update', { id: v.id, title: v.title, retention: '1', securityLevel: '2' })).msg).toBe('操作成功')
  expect([(await findings('county'))! > 0, await findings('town')]).toEqual([true, 0])
  for (const who of ['village', 'town'] as const)
    expect([
      (await get('fileGroup/page', { cbfbm }, who)).data.total,
      (await get('fileGroup/detail', { id: v.id }, who)).key,
      (await get('fileDetail/page', { groupId: v.id }, who)).key,
      (await get('fileDetail/download', { groupId: v.id }, who)).key,
      (await get('fileDetail/page', {}, who)).data.records.filter((p: any) => p.groupId === v.id).length,
    ]).toEqual([0, 'archive-level', 'archive-level', 'archive-level', 0])
})

test('a volume begun by hand gets its number, one a household; who has no right files nothing', async () => {
  const { household } = await buildContract(w, { name: '丁九', fbfbm: '51202111920304' })
  const body = { title: '丁九户档案', groupType: 'C', fbfbm: household.fbfbm, cbfbm: household.cbfbm, year: 2026, retention: '1', securityLevel: '0' }
  expect((await post('fileGroup/save', body, 'village')).status).toBe(403)
  expect((await post('fileGroup/save', body)).msg).toBe('操作成功')
  const again = await post('fileGroup/save', { ...body, year: 2027 })
  expect([again.key, again.msg]).toEqual(['archive-exists', `该户已有案卷【${household.fbfbm}-C-${household.cbfbm!.slice(14)}-2026-001】`])
  expect((await post('fileGroup/save', { ...body, cbfbm: '510112101201000001' })).code).toBe(400)
  expect((await post('cbf/submitBatch', { regionCode: '51' }, 'village')).status).toBe(403)
})

test('a page is found by what is written on it, of a scan by what is recognised; of a volume that is shut to a person he finds no page', async () => {
  const { cbfbm } = await finished('欧阳丁十')
  await settled()
  const v = await volumeOf(cbfbm)
  w.setNow('2026-03-29 10:00:00')
  expect(await w.maintenance.runDue()).toContain('archive-text')
  const found = async (asked: Record<string, unknown>, who: Account = 'county') => (await get('filePage/page', { size: 50, ...asked }, who)).data.records
  const pages = await found({ text: '欧阳丁十', cbfbm })
  expect(pages.map((p: any) => p.title)).toEqual(expect.arrayContaining(['登记（变更）申请书', '审批表', '承包经营权登记簿']))
  for (const p of pages) {
    expect(p).toMatchObject({ cbfbm, archiveNo: v.archiveNo, groupId: v.id, text: expect.stringContaining('欧阳丁十') })
    expect(p.text.length).toBeLessThan(80)
  }
  // the page is the one on which it stands
  const book = pages.find((p: any) => p.title === '承包经营权登记簿')
  const bytes = (await get('fileDetail/download', { id: book.detailId })).raw
  expect(text(bytes, '-f', String(book.page), '-l', String(book.page))).toContain('欧阳丁十')
  expect(await found({ text: '欧阳丁十', cbfbm, docType: '99' })).toEqual([])
  expect(await found({ text: '无此内容甲乙' })).toEqual([])
  // numbers of persons are masked to who may not read them in full, and nobody is found by them
  const [{ number }] = (await sql(`select cbfzjhm as number from cbf where cbfbm = $1`, [cbfbm])) as [{ number: string }]
  expect((await found({ text: number })).length).toBeGreaterThan(0)
  expect(await found({ text: number }, 'village')).toEqual([])
  expect(await found({ text: number.slice(0, 12) }, 'village')).toEqual([])
  const around = JSON.stringify(await found({ text: '证件号码', cbfbm }, 'village'))
  expect([around.includes(number), around.includes(`${number.slice(0, 3)}***********${number.slice(-4)}`)]).toEqual([false, true])
  expect((await found({ text: cbfbm }, 'village')).length).toBeGreaterThan(0)
  // scans wait until somebody sets up the recognition, which is a program of its own
  expect((await sql(`select distinct "textBy" from file_detail where "groupId" = $1 order by 1`, [v.id])).map((r) => r.textBy)).toEqual(['0', '1'])
  const program = join(folder, 'tesseract')
  writeFileSync(program, '#!/bin/sh\n[ "$*" = "stdin stdout -l chi_sim --psm 3" ] && [ "$(head -c 2)" = P5 ] && echo "户 口 簿\n王小明之户"\n', { mode: 0o755 })
  const storage = folderStorage(join(w.dataDir, 'files'))
  const reading = openMaintenance(w.db, [textRoutine(storage, tesseract(program))], {
    enqueue: () => Promise.reject(new Error()),
    log: () => {},
    now: () => new Date('2026-03-29T03:00:00Z'),
  })
  expect(await reading.runDue()).toEqual(['archive-text'])
  const scans = await found({ text: '户口簿王小明', cbfbm })
  expect(scans.length).toBeGreaterThan(2)
  expect(await sql(`select id from file_detail where "groupId" = $1 and ("textBy" is null or "textBy" = '0')`, [v.id])).toEqual([])
  // what was read once is not read again; what takes longer than any paper may keeps the others from nothing
  expect((await sql(`select message from routine where name = 'archive-text'`))[0].message).toMatch(/^[1-9]\d* papers$/)
  await sql(`update file_detail set "textBy" = null where "groupId" = $1`, [v.id])
  const hasty = openMaintenance(w.db, [textRoutine(storage, undefined, 1)], {
    enqueue: () => Promise.reject(new Error()),
    log: () => {},
    now: () => new Date('2026-03-29T04:00:00Z'),
  })
  expect(await hasty.runDue()).toEqual(['archive-text'])
  expect(await sql(`select status, message from routine where name = 'archive-text'`)).toEqual([
    { status: 'done', message: `${(await papersOf(v.id)).length} papers` },
  ])
  expect((await sql(`select distinct "textBy" from file_detail where "groupId" = $1`, [v.id])).map((r) => r.textBy)).toEqual(['0'])
  await sql(`update file_detail set "textBy" = null where "groupId" = $1`, [v.id])
  w.setNow('2026-03-29 13:00:00')
  await w.maintenance.runDue()
  expect((await found({ text: '欧阳丁十', cbfbm })).length).toBe(pages.length)
  // what was filed meanwhile has changed the volume
  const { rev } = (await get('fileGroup/detail', { id: v.id })).data
  expect((await post('fileGroup/update', { id: v.id, rev, title: v.title, retention: '1', securityLevel: '2' })).msg).toBe('操作成功')
  expect(await found({ text: '欧阳丁十' }, 'town')).toEqual([])
})

test('a text is one line without blanks beside Chinese characters, and is shown with what stands around it', () => {
  expect(pageText('土 地\r\n承包 合同  No. 12\u0000 张 三')).toBe('土地承包合同No. 12张三')
  expect(pageText(pageText('甲 乙\nab  c'))).toBe(pageText('甲 乙\nab  c'))
  const long = `${'前'.repeat(50)}承包方${'后'.repeat(50)}`
  expect(excerpt(long, '承包方')).toBe(`…${'前'.repeat(30)}承包方${'后'.repeat(30)}…`)
  expect(excerpt('承包方', '发包方')).toBe('承包方')
})
