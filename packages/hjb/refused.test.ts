// What the package centre refuses, through the server and in both languages; and what a write refuses inside its job, which leaves the base as it was.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { unpack } from '../package/archive.server.ts'
import { hjb } from '../package/hjb.ts'
import { readTable } from '../package/mdb.server.ts'
import { openPackage } from '../package/open.server.ts'
import type { StagedPackage } from '../package/staged.ts'
import { bulk } from '../intake/bulk.server.ts'
import { writePackage } from '../intake/write.server.ts'
import { HJB } from './flow.ts'

const PACKAGES = join(import.meta.dirname, '../../tests/packages')
let w: World
let county: Client, admin: Client
beforeAll(async () => {
  w = await world()
  ;[county, admin] = await Promise.all([w.as('county'), w.as('admin')])
})
afterAll(() => w?.end())

const within = async <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const who = await whoOf(w.db, '000000', 'admin')
  const now = localTime(clock())
  return w.db.transaction({ tenantId: '000000' }, (tx) =>
    work({ who, db: tx, lang: 'zh', now, newId: () => newId(), requestId: 't', ip: '', enqueue: async () => '0' }),
  )
}
const uploaded = async (bytes: Buffer, name = 'x.zip'): Promise<string> => {
  const a = await county.upload('/hjb/hjbinfo/upload', { name, bytes }, { regionCode: '512021', name, year: '2016', packageKind: 'full' })
  expect(a.msg).toBe('操作成功')
  return a.data.id
}
type Words = [status: number, key: string | undefined, zh: string, en: string]
async function refused(person: Client, verb: string, body: object): Promise<Words> {
  const ask = (lang: string) => person.send('POST', `/hjb/hjbinfo/${verb}`, { body, headers: { 'accept-language': lang } })
  const [zh, en] = [await ask('zh'), await ask('en')]
  return [zh.code, zh.key, zh.msg, en.msg]
}
const stand = async () => (await w.db.pool.query(`select (select count(*) from fbf) fbf, (select count(*) from dk) dk, (select count(*) from djb) djb`)).rows[0]

test('a package with errors is not accepted, whatever state it came to', async () => {
  const id = await uploaded(Buffer.from('with errors'))
  // checks let none with errors go to audit: this lock is the second one
  await within((ctx) => rows.update(ctx, hjb, id, { status: HJB.waiting, errorCount: 3 }))
  expect(await refused(admin, 'audit', { id, result: 1, opinion: '同意' })).toEqual([
    409,
    'E6001',
    '该包存在3条错误，不能审核通过',
    'The package has 3 errors and cannot be accepted',
  ])
  expect((await refused(admin, 'audit', { id, result: 2 })).slice(1)).toEqual(['bad-request', '请选择审核结果', 'Please select the result'])
  expect((await admin.post('/hjb/hjbinfo/audit', { id, result: 0, opinion: '有错误' })).msg).toBe('操作成功')
  expect((await refused(admin, 'transfer', { id })).slice(1)).toEqual(['not-allowed-now', '当前状态不能入库', 'Cannot write in this state'])
})

test('while a job of a package runs nothing else is done with it, and what is not written is not withdrawn', async () => {
  const id = await uploaded(Buffer.from('running'))
  const job = await county.post('/hjb/hjbinfo/analysis', { id })
  expect(job.msg).toBe('操作成功')
  expect(await refused(county, 'analysis', { id })).toEqual([409, 'running', '该汇交包有正在执行的任务', 'A job of this package is running'])
  expect((await county.post('/hjb/hjbinfo/om', { jobLogId: job.data, action: 'cancel' })).msg).toBe('操作成功')
  expect((await refused(county, 'om', { jobLogId: job.data, action: 'cancel' }))[1]).toBe('not-allowed-now')
  expect(await refused(admin, 'empty', { id, reason: '误' })).toEqual([409, 'not-allowed-now', '当前状态不能撤回入库', 'Cannot withdraw in this state'])
})

test('a job tells why it failed, and the base stays as it was: a file that is gone, a parcel without a polygon', async () => {
  const before = await stand()
  const gone = [await uploaded(Buffer.from('gone')), await uploaded(Buffer.from('gone too'))]
  await rm(join(w.dataDir, 'packages'), { recursive: true })
  const check = (id: string, lang: string) => county.send('POST', '/hjb/hjbinfo/analysis', { body: { id }, headers: { 'accept-language': lang } })
  const lost = [await check(gone[0]!, 'zh'), await check(gone[1]!, 'en')]
  const broken = await uploaded(await readFile(join(PACKAGES, 'B.zip')), 'B.zip')
  // accepted in spite of its errors: the base itself refuses it
  await within((ctx) => rows.update(ctx, hjb, broken, { status: HJB.accepted }))
  const write = await admin.post('/hjb/hjbinfo/transfer', { id: broken })
  expect([...lost, write].map((a) => a.msg)).toEqual(['操作成功', 'Done', '操作成功'])
  w.jobs.start()
  await w.jobs.idle()
  const told = async (jobLogId: string, lang = 'zh') =>
    (await admin.send('GET', '/hjb/hjbinfo/om', { query: { jobLogId }, headers: { 'accept-language': lang } })).data
  // whoever began it, each reader reads it in his own language
  for (const { data } of lost)
    for (const [lang, message] of [
      ['zh', '汇交包文件不存在，请重新上传'],
      ['en', 'The package file no longer exists; upload it again'],
    ] as const)
      expect((await told(data, lang)).logs[0]).toMatchObject({ resultCode: 9, message })
  expect(await told(write.data)).toMatchObject({
    job: { status: 'failed', code: 4, kind: 'hjb-write' },
    logs: [{ message: expect.stringMatching(/^DK的数据不符合基础库约束（\d{19}: null），未入库任何数据$/) }],
  })
  expect((await admin.get('/hjb/hjbinfo/detail', { id: broken })).data.status).toBe(HJB.writeFailed)
  // which of the two calls repeats it says its result code
  expect(await refused(admin, 'executeSql', { jobLogId: lost[0]!.data })).toEqual([
    409,
    'not-write-failed',
    '该任务不是入库失败，请使用“重新执行任务”（retransmission）',
    'This job did not fail while writing: ask for retransmission',
  ])
  expect(await refused(admin, 'retransmission', { jobLogId: write.data })).toEqual([
    409,
    'write-failed',
    '该任务在入库时失败，请使用“重新执行入库”（executeSql）',
    'This job failed while writing: ask for executeSql',
  ])
  const again = await admin.post('/hjb/hjbinfo/executeSql', { jobLogId: write.data })
  await w.jobs.idle()
  expect(await told(again.data)).toMatchObject({ job: { status: 'failed', code: 4, kind: 'hjb-write' } })
  expect(await stand()).toEqual(before)
})

test('a write refuses what would be cut, what is not all there and what has no coordinate system', async () => {
  const before = await stand()
  const { files } = await unpack(join(PACKAGES, 'B-variants.zip'), join(w.dataDir, 'variants'))
  const pkg = await openPackage(files.find((f) => f.path.endsWith('v00-clean.zip'))!.abs, join(w.dataDir, 'opened'))
  const write = (over: Partial<StagedPackage>) =>
    within((ctx) =>
      writePackage({ ctx, pkg: { ...pkg, ...over }, table: (name) => readTable(pkg, name), signal: new AbortController().signal, tell: () => {} }, '1'),
    )
  const says = (key: string, zh: string | RegExp, en: string | RegExp) => ({ key, words: { zh: expect.stringMatching(zh), en: expect.stringMatching(en) } })
  const layers = pkg.layers.map((l) => (l.name === 'DK' ? { ...l, counts: { ...l.counts, dbf: l.counts.dbf! + 1 } } : l))
  await expect(write({ layers })).rejects.toMatchObject(
    says('counts-differ', /^DK入库70条，应为71条，未入库任何数据$/, /^DK: 70 rows instead of 71; nothing was written$/),
  )
  const tables = pkg.tables.map((t) => (t.name === 'FBF' ? { ...t, count: t.count + 1 } : t))
  await expect(write({ tables })).rejects.toMatchObject(says('counts-differ', /^发包方入库\d+条，应为\d+条/, /rows instead of/))
  await expect(write({ crs: null })).rejects.toMatchObject(says('unreadable', '无法确定坐标系', /^The package cannot be read: /))
  const long = within((ctx) => bulk(ctx, fbf).add({ regionCode: '512021119203', fbfmc: '长'.repeat(51) }))
  await expect(long).rejects.toMatchObject(says('too-long', /^发包方\.fbfmc的值“长{51}”超过50个字符，无法入库$/, /^发包方\.fbfmc: "长{51}" is longer than 50$/))
  expect(await stand()).toEqual(before)
})
