// A written package is taken back: the register is as before it, history stays, and the same package comes in again under its old codes.
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { dk } from '../../land/definitions/dk.ts'
import { write } from '../../land/register/write.server.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { unpack } from '../package/archive.server.ts'
import { Problem } from '../../kit/model/problem.ts'
import { HJB } from './flow.ts'
import { hjbJobs, WRITE } from './jobs.server.ts'
import { noLocks, type Locks } from './withdraw.server.ts'

let w: World
let admin: Client
let id = ''
let another: Buffer
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  w.jobs.start()
  const { files } = await unpack(join(import.meta.dirname, '../../tests/packages/B-variants.zip'), join(w.dataDir, 'variants'))
  const variant = (name: string) => readFile(files.find((f) => f.path.endsWith(name))!.abs)
  const bytes = await variant('v00-clean.zip')
  another = await variant('v04-utf8-cpg.zip')
  const a = await admin.upload('/hjb/hjbinfo/upload', { name: 'v00.zip', bytes }, { regionCode: '512021', name: '大井村', year: '2016', packageKind: 'full' })
  id = a.data.id
})
afterAll(() => w?.end())

const q = async <T = any>(text: string): Promise<T[]> => (await w.db.pool.query(text)).rows
const within = async <T>(work: (ctx: Ctx) => Promise<T>, cause?: Ctx['cause']): Promise<T> => {
  const who = await whoOf(w.db, '000000', 'admin')
  const now = localTime(clock())
  return w.db.transaction({ tenantId: '000000' }, (tx) =>
    work({ who, db: tx, lang: 'zh', now, newId: () => newId(), requestId: 't', ip: '', enqueue: async () => '0', ...(cause ? { cause } : {}) }),
  )
}
/** What the tables say, without ids and moments. */
const TABLES = [
  'fbf cbf jtcy dk jzd jzx dk_jz djb djb_cbf djb_jtcy djb_lineage cbht cbdkxx cbjyqz cbjyqz_event lzht qslyzlfj restriction djb_note',
  'fbf_round row_count code_counter region',
].flatMap((line) => line.split(' '))
const MOVES = '{id,djbId,dkId,cbfId,jzId,infoId,validFrom,createTime,updateTime,createUser,updateUser}'
/** Counters that count nothing are none; a restriction that was taken back stays as evidence. */
const THESE: Readonly<Record<string, string>> = { row_count: 'where n <> 0', restriction: `where "endCauseKind" is distinct from 'undo'` }
async function register(): Promise<Record<string, string[]>> {
  const out: Record<string, string[]> = {}
  for (const t of TABLES) out[t] = (await q(`select (to_jsonb(x) - '${MOVES}'::text[])::text as v from ${t} x ${THESE[t] ?? ''} order by 1`)).map((r) => r.v)
  return out
}
async function pass(path: string, body: object): Promise<any> {
  const r = await admin.post(`/hjb/hjbinfo/${path}`, body)
  expect([path, r.msg]).toEqual([path, '操作成功'])
  await w.jobs.idle()
  return r.data
}
const statusOf = async () => (await admin.get('/hjb/hjbinfo/detail', { id })).data.status
const check = async () => (await admin.get('/hjb/hjbinfo/emptyCheck', { id })).data
async function written(): Promise<void> {
  await pass('analysis', { id })
  await pass('submit', { id, toAudit: true })
  await pass('audit', { id, result: 1, opinion: '同意' })
  await pass('transfer', { id })
  expect(await statusOf()).toBe(HJB.initialised)
}
const reason = '包有误'
const numbers = (of: Record<string, string[]>) => Object.fromEntries(Object.entries(of).map(([t, list]) => [t, list.length]))

/** Takes the package out, for the nth time, and looks what is left of it. */
async function gone(nth: number): Promise<void> {
  await pass('empty', { id, reason })
  expect(await statusOf()).toBe(HJB.emptied)
  const after = await register()
  // names of places and used serials stay
  expect({ ...after, region: [], code_counter: [] }).toEqual({ ...nothing, region: [], code_counter: [] })
  expect(await q(`select count(*)::int n from land_feature where "toDay" is null`)).toEqual([{ n: 0 }])
  const history = await q(`select count(*)::int n, count(*) filter (where "validTo" < 'infinity' and "closedBy" is not null)::int closed from djb_v`)
  expect(history).toEqual([{ n: 20 * nth, closed: 20 * nth }])
  for (const [t, n] of [
    ['jzd', 401],
    ['jzx', 376],
  ] as const)
    expect((await q(`select count(*)::int n from ${t}_v where "validTo" < 'infinity'`))[0].n).toBe(n * nth)
  expect((await q('select count(*)::int n from djb_content'))[0].n).toBe(20 * nth)
  expect((await q(`select count(*)::int n from register_entry where "causeKind" = 'undo'`))[0].n).toBe(nth)
}

let nothing: Record<string, string[]>, whole: Record<string, string[]>
test('import, withdraw, import again: tables equal, codes kept; what was believed stays, and the texts of the books', async () => {
  nothing = await register()
  await written()
  whole = await register()
  expect([whole.djb!.length, whole.fbf_round!.length]).toEqual([20, 2])
  expect((await q(`select count(*)::int n from land_feature where "toDay" is null`))[0].n).toBeGreaterThan(0)
  const [entry] = await q(`select unit, "causeId", sha256, counts, acts from register_entry where acts is null`)
  expect(entry).toMatchObject({ unit: expect.stringMatching(`^hjb/${id}/512021\\d{6}$`), causeId: id, acts: null })
  expect(entry.counts).toMatchObject({ newIssuer: 2, newContractor: 15, newParcel: 70, newBook: 20, certificate: 20 })
  expect(entry.sha256).toBe((await q(`select sha256 from hjb where id = ${id}`))[0].sha256)
  expect(await check()).toEqual({ ok: true, reason: '', counts: { fbf: 2, cbf: 15, dk: 70, cbht: 20, djb: 20 } })

  await gone(1)
  await written()
  const again = await register()
  expect(numbers(again)).toEqual(numbers(whole))
  expect(again).toEqual(whole)
  expect((await q(`select count(*)::int n from register_entry where "causeKind" = 'import' and "undoneBy" is null`))[0].n).toBe(2)
})

const refusedBy = async (why: string | RegExp) => {
  const { ok, reason: said } = await check()
  expect([ok, said]).toEqual([false, expect.stringMatching(why)])
  const r = await admin.post('/hjb/hjbinfo/empty', { id, reason })
  expect([r.code, r.key]).toEqual([409, 'not-undone'])
}
const any = async <T>(text: string): Promise<T> => (await q<T>(text))[0]!

const made = () => ({ countyCode: '512021', tenantId: '000000', createUser: 1, updateUser: 1, rev: 1, createTime: clock(), updateTime: clock() })
/** The open case YW1 takes a parcel. */
const take = (db: Pick<Ctx['db'], 'insertInto'>, p: { dkbm: string; regionCode: string }) =>
  db
    .insertInto('business_lock')
    .values({ ...made(), id: newId(), regionCode: p.regionCode, objectType: 'dk', objectCode: p.dkbm, businessId: '1', businessCode: 'YW1' })
    .execute()
const letGo = () => w.db.owner.deleteFrom('business_lock').where('countyCode', '=', '512021').execute()

test('a phone edit does not keep a package in; a change of another cause does, by name, and what is open in a case', async () => {
  expect((await admin.post('/hjb/hjbinfo/empty', { id })).code).toBe(400)
  const c = await any<{ id: string; cbfbm: string; cbfmc: string }>('select id::text, cbfbm, cbfmc from cbf order by cbfbm limit 1')
  await within((ctx) => rows.update(ctx, cbf, c.id, { lxdh: '13900001111' }))
  expect((await check()).ok).toBe(true)
  await within((ctx) => rows.update(ctx, cbf, c.id, { cbfmc: '改名' }))
  await refusedBy(`承包方【${c.cbfbm}】此后又有变更`)
  await within((ctx) => rows.update(ctx, cbf, c.id, { cbfmc: c.cbfmc }))
  expect((await check()).ok).toBe(true)

  const p = await any<{ dkbm: string; regionCode: string }>(`select dkbm, "regionCode" from dk where djzt = '0' order by dkbm limit 1`)
  const lock = made()
  await w.db.owner
    .insertInto('business')
    .values({ ...lock, id: '1', regionCode: p.regionCode, businessCode: 'YW1', status: '2' })
    .execute()
  await take(w.db.owner, p)
  await refusedBy(`地块【${p.dkbm}】正在办理业务【YW1】`)
  await letGo()
  expect((await check()).ok).toBe(true)
})

test('a household that others entered under an issuer of the package keeps it in; once that is taken away the package leaves', async () => {
  const f = await any<{ fbfbm: string; regionCode: string }>('select fbfbm, "regionCode" from fbf order by fbfbm limit 1')
  const parcel = `${f.fbfbm}99999`
  const acts: Act[] = [{ act: 'newParcel', dkbm: parcel, fields: { dkmc: '新地', dklb: '10', scmj: '100.00', scmjm: '0.15' } }]
  const day = localTime(clock()).slice(0, 10)
  await within((ctx) => write(ctx, { cause: { kind: 'form', id: '77' }, unit: 'form/77', regionCode: f.regionCode, day, acts }))
  await refusedBy(`发包方【${f.fbfbm}】已被其他业务登记的地块引用`)
  const row = await within((ctx) => rows.find(ctx, dk, { dkbm: parcel }))
  await within((ctx) => rows.erase(ctx, dk, [row!.id]))
  expect((await check()).ok).toBe(true)
  await gone(2)
  // checked again it could be removed, were it not for its history
  await pass('analysis', { id })
  const removed = await admin.post(`/hjb/hjbinfo/remove?ids=${id}`, {})
  expect([removed.key, removed.msg]).toEqual(['not-allowed-now', '当前状态不能删除'])
})

let other = ''
const FULL = { regionCode: '512021', name: '大井村增量', year: '2017', packageKind: 'full' }
test('another package over what is there: as a whole it is refused, as an increment it says what the register knows better, and changes nothing else', async () => {
  await written()
  const b = await any<{ id: string; code: string; fbfbm: string; cbfbm: string }>(
    `select id::text, cbjyqzbm as code, fbfbm, cbfbm from djb where cbjyqzbm = '512021119204020004J'`,
  )
  const lines: any = await q(`select dkbm, cbjyqqdfs, htmj::text, htmjm::text, yhtmj::text, yhtmjm::text, sfqqqg from cbdkxx where "djbId" = ${b.id}`)
  const terms = { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' }
  const day = localTime(clock()).slice(0, 10)
  const acts: Act[] = [
    { act: 'endBook', djbId: b.id, qszt: '2', reason: '变更' },
    { act: 'newBook', code: b.code, fbfbm: b.fbfbm, cbfbm: b.cbfbm, from: [b.id], djlx: '1', djxl: '5', terms, lines, contract: { carry: true } },
  ]
  await within((ctx) =>
    write(ctx, { cause: { kind: 'business', id: '91' }, unit: 'business/91', regionCode: b.fbfbm.slice(0, 12), day, registrar: '县经办', acts }),
  )
  const before = await register()

  other = (await admin.upload('/hjb/hjbinfo/upload', { name: 'v04.zip', bytes: another }, FULL)).data.id as string
  const accepted = async () => {
    await pass('analysis', { id: other })
    await pass('submit', { id: other, toAudit: true })
    await pass('audit', { id: other, result: 1, opinion: '库内为准' })
    await pass('transfer', { id: other })
    return (await admin.get('/hjb/hjbinfo/detail', { id: other })).data
  }
  expect((await accepted()).status).toBe(HJB.writeFailed)
  const logs = (await admin.get('/hjb/hjblog/page', { infoId: other })).data.records
  expect(logs.map((l: any) => l.message)).toContain('区域已有业务数据，不能初始化.')
  expect(await register()).toEqual(before)

  // of another kind it is checked again
  await pass('submit', { ...FULL, id: other, packageKind: 'increment' })
  expect((await admin.get('/hjb/hjbinfo/detail', { id: other })).data.status).toBe(HJB.uploaded)
  const info = await accepted()
  expect([info.status, info.errorCount]).toEqual([HJB.initialised, 0])
  const found = await admin.get('/hjb/hjbinfo/issues', { infoId: other, rule: 'J04' })
  expect(found.data.records.map((r: any) => [r.severity, r.layer, r.object, r.message])).toEqual([
    ['W', 'CBJYQZDJB', b.code, `登记簿【${b.code}】库内登记时间为${day}，晚于汇交包的2015-11-26，不予入库`],
  ])
  const [last] = await q(`select detail from hjb_log where "infoId" = ${other} order by id desc limit 1`)
  expect(last.detail).toMatchObject({ counts: {}, same: 106, refusedCount: 1, refused: [{ rule: 'J04', object: b.code }] })
  expect(await register()).toEqual(before)
})

test('what an open case takes while an increment is written stops it: nothing is written, and the log says which case; let go, the same increment is written', async () => {
  const p = await any<{ id: string; dkbm: string; regionCode: string; dkmc: string }>(
    `select id::text, dkbm, "regionCode", dkmc from dk where djzt = '0' and zt = '1' and "causeKind" = 'import' order by dkbm limit 1`,
  )
  // nobody has registered it: as though an older survey had called it so, the package will set its name
  await q(`update dk set dkmc = '改名', "regFrom" = '2001-01-01' where id = ${p.id}`)
  const before = await register()
  let asked = 0
  const beside = AsyncLocalStorage.snapshot()
  /** What cases hold; between the first answer and the writing a case takes the parcel (the embedded engine has one connection, and nobody beside it). */
  const locks: Locks = async (ctx) => {
    const found = await ctx.db.selectFrom('business_lock').select(['objectType as type', 'objectCode as code', 'businessCode as by']).execute()
    if (++asked === 1) await (w.db.engine === 'server' ? beside(() => take(w.db.owner, p)) : take(ctx.db, p))
    return found as { type: string; code: string; by: string }[]
  }
  const who = await whoOf(w.db, '000000', 'admin')
  const run = (given: Locks) => {
    const job = { id: newId(), who, lang: 'zh' as const, signal: new AbortController().signal, tx: within, finish: within, progress: async () => {} }
    return hjbJobs({ dataDir: w.dataDir, locks: given })
      .find((k) => k.kind === WRITE)!
      .run(job, { infoId: other })
  }
  const refused = await run(locks).then(
    () => undefined,
    (e: unknown) => {
      if (e instanceof Problem) return e
      throw e
    },
  )
  expect([refused?.status, refused?.key, refused?.say('zh'), refused?.say('en')]).toEqual([
    409,
    'held-meanwhile',
    `地块【${p.dkbm}】正在办理业务【YW1】，未入库任何数据`,
    `Parcel ${p.dkbm} is locked by the open business YW1; nothing was written`,
  ])
  expect(asked).toBe(2)
  expect(await register()).toEqual(before)
  expect((await admin.get('/hjb/hjbinfo/detail', { id: other })).data.status).toBe(HJB.writeFailed)
  const logs = (await admin.get('/hjb/hjblog/page', { infoId: other })).data.records
  expect(logs.map((l: any) => l.message)).toContain(`地块【${p.dkbm}】正在办理业务【YW1】，未入库任何数据`)

  await letGo()
  expect(await run(noLocks)).toMatchObject({ refusedCount: 1, refused: [{ rule: 'J04' }] })
  expect(await q(`select dkmc from dk where id = ${p.id}`)).toEqual([{ dkmc: p.dkmc }])
})
