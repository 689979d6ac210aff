// The watch over a demonstration village: clean as it was delivered; each rule finds exactly what was planted against it, and forgets it when it is mended.
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { business as BUSINESS } from '../../business/cases/definitions/business.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as store from '../../kit/server/rows.server.ts'
import { correction } from '../../land/correction/correction.ts'
import { hashOf } from '../../land/register/content/frozen.server.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { actsText } from '../../land/register/content/entry-faults.server.ts'
import { djb_note, fbf_round, restriction } from '../../land/register/acts/tables.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import { systemWho } from '../../runtime/maintenance.server.ts'
import { asSystem } from '../../runtime/system.server.ts'
import { folderStorage } from '../../services/files/storage/storage.server.ts'
import { ctxOf } from '../../tests/contract/rows.ts'
import { keysOf } from '../../tests/samples.ts'
import { villageWorld, type Client, type World } from '../../tests/world.ts'
import { OBJECTS, SEVERITIES } from './findings.ts'
import { watchRoutine } from './job.server.ts'
import { repairOf } from './repair.ts'
import { ELSEWHERE, RULES } from './rules.ts'

const COUNTY = '512021'
let w: World
let county: Client
/** Current household books of the village in the order of their codes. */
let k: { id: string; code: string; cbfbm: string; cbf: string; cbht: string; dkbm: string; dk: string }[]
beforeAll(async () => {
  w = await villageWorld()
  county = await w.as('county')
  k =
    await rows(`select d.id::text as id, d.cbjyqzbm as code, d.cbfbm, c.id::text as cbf, h.id::text as cbht, x.dkbm, x."dkId"::text as dk from djb d join cbf c on c.cbfbm = d.cbfbm
    join cbht h on h."djbId" = d.id join lateral (select l.dkbm, l."dkId" from cbdkxx l where l."djbId" = d.id order by l.dkbm limit 1) x on true
    where d.qszt = '1' and c.cbflx = '1' and d.cbdkzs > 1 and d.cbfcysl > 1 order by 2`)
})
afterAll(() => w?.end())

const rows = async <T>(text: string): Promise<T[]> => (await sql<T>`${sql.raw(text)}`.execute(w.db.owner)).rows
const columns = async (table: string) =>
  (
    await rows<{ n: string }>(
      `select column_name as n from information_schema.columns where table_name = '${table}' and is_generated = 'NEVER' order by ordinal_position`,
    )
  ).map((r) => r.n)
let next = 1
const storage = () => folderStorage(join(w.dataDir, 'files'))
const undo: string[] = []
/** Changes rows past everything that guards them, and knows how they were. */
async function change(table: string, where: string, set: string) {
  const keep = `kept_${next++}`
  await rows(`create table ${keep} as select * from ${table} where ${where}`)
  const n = await rows(`update ${table} set ${set} where ${where} returning 1`)
  expect(n.length, `${table} ${where}`).toBeGreaterThan(0)
  const names = (await columns(table)).map((c) => `"${c}"`).join(', ')
  undo.push(
    `update ${table} t set (${names}) = (select ${names} from ${keep} where ${keep}.id = t.id) where id in (select id from ${keep}); drop table ${keep}`,
  )
}
/** A copy of a row under another id, with other values. */
async function copy(table: string, where: string, values: Record<string, string>, into = table) {
  const id = `77${String(next++).padStart(5, '0')}`
  const own: Record<string, string> = { ...(into === table ? { id } : {}), ...values }
  const names = await columns(table)
  const all = [...names, ...Object.keys(own).filter((n) => !names.includes(n))]
  const from = all.map((n) => own[n] ?? `"${n}"`).join(', ')
  await rows(`insert into ${into} (${all.map((n) => `"${n}"`).join(', ')}) select ${from} from ${table} where ${where}`)
  undo.push(into === table ? `delete from ${into} where id = ${id}` : `delete from ${into} where id in (select id from ${table} where ${where})`)
}
/** A row that nobody accepted. Answers its id. */
async function add(table: string, values: Record<string, unknown>): Promise<string> {
  const id = `77${String(next++).padStart(5, '0')}`
  const all: Record<string, unknown> = {
    countyCode: COUNTY,
    id,
    tenantId: '000000',
    createUser: 1,
    createTime: '2026-01-01',
    updateUser: 1,
    updateTime: '2026-01-01 00:00:00+08',
    rev: 1,
    regionCode: '512021119203',
    ...values,
  }
  const text = Object.values(all).map((v) => (v === null ? 'null' : `'${v}'`))
  await rows(
    `insert into ${table} (${Object.keys(all)
      .map((n) => `"${n}"`)
      .join(', ')}) values (${text.join(', ')})`,
  )
  undo.push(`delete from ${table} where id = ${id}`)
  return id
}
/** A row that the product itself wrote, with what the audit log says of it. Answers its id. */
async function logged(r: AnyResource, values: Record<string, unknown>): Promise<string> {
  const who = await whoOf(w.db, '000000', 'county')
  const id = await w.db.transaction({ tenantId: '000000' }, (tx) =>
    store.insert({ ...ctxOf(tx), who, now: w.ago(0) } as Ctx, r, { regionCode: '512021119203', ...values } as never),
  )
  undo.push(`delete from ${r.name} where id = ${id}`)
  return id
}
async function mend() {
  for (const text of undo.splice(0).toReversed()) for (const one of text.split('; ')) await rows(one)
}
const opened = async (): Promise<string[]> =>
  (await rows<{ f: string }>(`select rule || ' ' || "objectCode" as f from watch_finding where "isOpen" = 1 order by rule, "objectCode", "objectId"`)).map(
    (r) => r.f,
  )
async function run(regionCode = COUNTY) {
  const r = await county.post('/watch/start', { regionCode })
  expect(r.msg).toBe('操作成功')
  await w.jobs.idle()
  return (await county.get('/watch/state', { regionCode })).data.last
}

test('every number from I1 to I36 is a rule or has its place elsewhere; rules, severities and objects have their words in the dictionaries', () => {
  const asked = new Set([...RULES.map((r) => r.id.replace(/^(I\d+)[A-Z]$/, '$1')), ...Object.keys(ELSEWHERE)])
  expect(Array.from({ length: 36 }, (_, i) => `I${i + 1}`).filter((n) => !asked.has(n))).toEqual([])
  expect(RULES.map((r) => r.id).toSorted()).toEqual(keysOf('watch_rule').toSorted())
  expect([keysOf('watch_severity'), keysOf('watch_object')]).toEqual([SEVERITIES, OBJECTS])
  const forms = RULES.map(
    (r) => repairOf({ rule: r.id, kind: r.of, objectId: '1', objectCode: '512021119203010001J', detail: '512021119203010001J' }, () => true)?.to,
  )
  expect(forms.every((to) => to?.startsWith('/'))).toBe(true)
})

/** The two joint parcels of the village: each household's share was rounded down to 0.01 mu, together they are 0.987 and 0.998 of the parcel. */
const DELIVERED = ['S1 5120211192030400274', 'S1 5120211192030400352']
test('a village as it was delivered has no finding but two joint parcels whose shares make up less than 1; its health is whole', async () => {
  const last = await run()
  expect(last).toMatchObject({ status: 'done', mode: 'all', found: 2, closed: 0, regionCode: COUNTY })
  expect(last.looked).toBeGreaterThan(3000)
  expect(await opened()).toEqual(DELIVERED)
  const { data } = await county.get('/watch/health', { regionCode: COUNTY })
  expect(data).toMatchObject({ errors: 0, warnings: 2, health: '1.0000', total: 4 })
  expect(data.objects).toBe(data.issuers.reduce((n: number, i: any) => n + i.objects, 0))
})

/** What is planted for each rule, and all that must be found of it: `rule code`. */
async function plant(): Promise<string[]> {
  const out: string[] = [...DELIVERED]
  const at = (i: number) => k[i]!
  const found = (i: number, name: 'code' | 'cbfbm' | 'dkbm', ...rules: string[]) => out.push(...rules.map((r) => `${r} ${at(i)[name]}`))
  const of = (i: number, n: 'id' | 'cbf' | 'cbht' | 'dk' = 'id') => `id = ${at(i)[n]}`
  for (const index of ['djb_current_key', 'cbdkxx_current_key', 'cbjyqz_current_key', 'business_lock_objectType_objectCode_key', 'cbht_current_key'])
    await rows(`drop index "${index}"`)
  for (const c of await rows<{ t: string; name: string }>(
    `select conrelid::regclass::text as t, conname as name from pg_constraint where contype = 'f' and conparentid = 0`,
  ))
    await rows(`alter table ${c.t} drop constraint "${c.name}"`)
  // a second current version, without contract, lines, members and lineage: the sums of the contractor follow
  await copy('djb', of(0), { version: '2' })
  found(0, 'code', 'I1', 'I1', 'I2', 'I3', 'I6', 'I12', 'C2', 'B1')
  found(0, 'cbfbm', 'C4')
  await change('djb', of(1), 'version = 3')
  found(1, 'code', 'I2', 'I12', 'B2')
  await change('djb_cbf', `"djbId" = ${at(2).id}`, `"djbId" = 1`)
  found(2, 'code', 'I3', 'B2')
  await change('cbdkxx', `"djbId" = ${at(3).id} and dkbm = '${at(3).dkbm}'`, 'htmjm = htmjm + 1')
  found(3, 'code', 'I6', 'B2')
  found(3, 'dkbm', 'A3_dk')
  await add('djb_lineage', { djbId: at(4).id, prevDjbId: at(4).id })
  found(4, 'code', 'I12')
  await add('djb_lineage', { djbId: at(5).id, prevDjbId: at(6).id })
  await change('djb', of(5), `djlx = '1', djxl = '1', cbqxz = '2050-01-01'`)
  found(5, 'code', 'I16', 'B2')
  found(5, 'cbfbm', 'C6')
  await change('cbdkxx', `"djbId" = ${at(7).id} and dkbm = '${at(7).dkbm}'`, `qszt = '2'`)
  found(7, 'code', 'C1')
  found(7, 'dkbm', 'C5')
  await change('djb', of(8), 'cbfcysl = 99')
  found(8, 'code', 'C2', 'B2')
  await copy('cbjyqz', `"djbId" = ${at(9).id}`, {})
  found(9, 'code', 'C3')
  await change('djb_content', `"djbId" = ${at(10).id}`, `text = text || ' '`)
  found(10, 'code', 'B1')
  await change('djb', of(11), `cbfmc = '另一人'`)
  found(11, 'code', 'B2')
  // the parcel of one book in another too
  await copy('cbdkxx', `"djbId" = ${at(12).id} and dkbm = '${at(12).dkbm}'`, { djbId: at(13).id, cbfbm: `'${at(13).cbfbm}'`, cbhtbm: `'${at(13).code}'` })
  found(12, 'dkbm', 'I4', 'A3_dk')
  // it is true since another day than its book
  found(13, 'code', 'I6', 'B2', 'H3_djb')
  await change('dk', of(14, 'dk'), `dklb = '99'`)
  found(14, 'dkbm', 'I5')
  found(14, 'code', 'B2')
  await change('dk', of(15, 'dk'), `zt = '2'`)
  found(15, 'dkbm', 'I5', 'I17')
  const [loose] = await rows<{ id: string; dkbm: string }>(`select id::text as id, dkbm from dk where djzt = '0' order by dkbm limit 1`)
  await copy('dk', `id = ${loose!.id}`, { zt: `'2'` })
  out.push(...['I19D', 'I19D'].map((r) => `${r} ${loose!.dkbm}`))
  await change('dk', of(16, 'dk'), `cbfbm = '${at(17).cbfbm}'`)
  found(16, 'dkbm', 'C5')
  await change('cbf', of(18, 'cbf'), 'cbfcysl = 99')
  found(18, 'cbfbm', 'I7')
  await change('jtcy', `"cbfId" = ${at(19).cbf} and yhzgx in ('01', '02')`, `cybz = '7'`)
  found(19, 'cbfbm', 'I8')
  found(19, 'code', 'B2')
  await change('cbf', of(20, 'cbf'), `zt = '2'`)
  found(20, 'cbfbm', 'I17C')
  await copy('cbf', of(21, 'cbf'), { zt: `'2'` })
  found(21, 'cbfbm', 'I17C', 'I19C', 'I19C')
  await change('cbf', of(22, 'cbf'), 'htzmjm = 0')
  found(22, 'cbfbm', 'C4')
  // the head of one household heads another; a member of one stands in another without a share
  const head = `(select cbfzjhm from cbf where id = ${at(23).cbf})`
  await change('jtcy', `"cbfId" = ${at(24).cbf} and yhzgx in ('01', '02')`, `cyzjhm = lower(${head}), cyzjlx = '9'`)
  await change('cbf', of(24, 'cbf'), `cbfzjhm = lower(${head}), cbfzjlx = '9'`)
  for (const i of [23, 24]) found(i, 'cbfbm', 'P1', 'P2')
  found(24, 'code', 'B2')
  await change(
    'jtcy',
    `"cbfId" = ${at(26).cbf} and sort = (select max(sort) from jtcy where "cbfId" = ${at(26).cbf})`,
    `sfgyr = '2', cyzjlx = '4', cyzjhm = (select cbfzjhm from cbf where id = ${at(25).cbf})`,
  )
  found(25, 'cbfbm', 'P3')
  found(26, 'code', 'B2')
  await change('cbht', of(27, 'cbht'), `cbfs = '121'`)
  found(27, 'code', 'I9', 'B2')
  await change('cbht', of(28, 'cbht'), 'cbqx = 31')
  found(28, 'code', 'I10', 'B2')
  await copy('cbht', of(29, 'cbht'), { cbhtbm: `'${at(29).cbfbm.slice(0, 14)}9999J'` })
  found(29, 'code', 'B2')
  out.push(`I11 ${at(29).code}`, `I11 ${at(29).cbfbm.slice(0, 14)}9999J`)
  const file = await add('attach', { name: 'a.pdf', sha256: 'a'.repeat(64) })
  await change('cbht', of(30, 'cbht'), `"attachId" = ${file}, "fileHash" = '${'b'.repeat(64)}'`)
  found(30, 'code', 'I27', 'B2')
  await change('cbht', of(31, 'cbht'), `"attachId" = 1, "fileHash" = '${'b'.repeat(64)}'`)
  found(31, 'code', 'F1', 'B2')
  await change('cbht', of(32, 'cbht'), `cbqxq = '1990-01-01', cbqxz = '2019-12-31', cbqx = 30`)
  await add('fbf_round', { fbfbm: at(32).code.slice(0, 14), roundNo: 9, fromDay: '1990-01-01', toDay: '1995-12-31' })
  found(32, 'code', 'R1', 'B2')
  // a file other than the one that was signed: the rows agree, the bytes do not
  const signed = Buffer.from('what was signed')
  const scan = await add('attach', { name: 'b.pdf', ossName: await storage().put(Buffer.from('something else'), '000000'), sha256: hashOf(signed.toString()) })
  await change('cbht', of(34, 'cbht'), `"attachId" = ${scan}, "fileHash" = '${hashOf(signed.toString())}'`)
  found(34, 'code', 'F2', 'B2')
  // its term ends with the other households of its issuer, as it is proposed where no round is recorded: no finding of its own
  const handed = Buffer.from('what was handed in')
  const papers = await add('business', { businessCode: 'F3-1', status: '2', processInstanceId: 1, businessTypeCode: 'contract_sign' })
  await add('attach', {
    name: '申请书.pdf',
    businessId: papers,
    ossName: await storage().put(Buffer.from('another'), '000000'),
    sha256: hashOf(handed.toString()),
  })
  out.push('F3 F3-1')
  await change('cbht', of(34, 'cbht'), `cbqxq = '2010-01-01', cbqx = 19, cbqxz = '2028-09-30'`)
  // acts of an entry that somebody changed
  await add('register_entry', {
    causeKind: 'desk',
    causeId: 'x',
    unit: 'B3-1',
    day: '2026-01-01',
    acts: '[]',
    counts: '{}',
    made: '{"books": []}',
    sha256: hashOf('[{}]'),
  })
  out.push('B3 B3-1')
  // one parcel drawn over another: both are named
  const two = await rows<{ dkbm: string }>(`select dkbm from dk where djzt = '0' and zt = '1' order by dkbm desc limit 2`)
  await change('dk', `dkbm = '${two[0]!.dkbm}'`, `geom = (select geom from dk where dkbm = '${two[1]!.dkbm}')`)
  out.push(...two.map((t) => `L1 ${t.dkbm}`))
  // businesses, each by its code
  const business = (code: string, status: string) => {
    out.push(`${code.split('-')[0]!} ${code}`)
    return add('business', { businessCode: code, status, processInstanceId: next, businessTypeCode: 'contract_sign' })
  }
  const task = (businessId: string, taskKey: string, more: object = {}) =>
    add('process_task', { businessId, instanceId: 1, taskKey, status: 'done', outcome: 'pass', ...more })
  await add('business_lock', { objectType: 'djb', objectCode: 'I20-1', businessId: 1 })
  out.push('I20 I20-1')
  const done = async (id: string) => {
    const [b] = await rows<{ p: string }>(`select "processInstanceId"::text as p from business where id = ${id}`)
    return add('process_history', { businessId: id, instanceId: b!.p, action: 'finish' })
  }
  const i21 = await business('I21', '3')
  await done(i21)
  await task(i21, 'check', { status: 'open', outcome: null })
  await business('I22', '3')
  await task(await business('I23', '2'), 'publicity')
  const i24 = await business('I24', '3')
  await done(i24)
  await task(i24, 'check', { assignee: 5 })
  await task(i24, 'recheck', { assignee: 5 })
  for (const b of ['I26-1', 'I26-2']) await add('contract_file', { businessId: await business(b, '2'), cbhtbm: 'I26', signStatus: '1' })
  await add('contract_file', { businessId: await business('I29', '2'), cbhtbm: 'I29', signStatus: '2' })
  const publicity = { taskId: 1, round: 1, status: '2', startDate: '2026-01-01' }
  await add('publicity', { ...publicity, businessId: await business('I30', '2'), days: 15, endDate: '2026-01-15' })
  await add('publicity', { ...publicity, businessId: await business('I31', '2'), days: 1, startDate: '2025-01-01', endDate: '2025-01-01' })
  // rows that are no longer what the audit log says was written, and statuses that no restriction brought
  await change('cbht', of(35, 'cbht'), `"signWay" = '3'`)
  found(35, 'code', 'A1_cbht')
  await change('cbjyqz', `"djbId" = ${at(36).id} and sfzx = 0`, `sfbdcfz = '1'`)
  found(36, 'code', 'A1_cbjyqz')
  await change('djb', of(37), `dyzt = '1'`)
  found(37, 'code', 'A2_djb')
  await change('cbf', of(38, 'cbf'), `lzzt = '1'`)
  found(38, 'cbfbm', 'A2_cbf')
  await change('dk', of(39, 'dk'), `yyzt = '1'`)
  found(39, 'dkbm', 'A2_dk')
  const fbfbm = at(0).code.slice(0, 14)
  const round = await logged(fbf_round, { fbfbm, roundNo: 8, fromDay: '2070-01-01', toDay: '2099-12-31' })
  await change('fbf_round', `id = ${round}`, `"toDay" = '2099-12-30'`)
  out.push(`A1_fbf ${fbfbm}`)
  const paper = await logged(correction, {
    objectKind: 'dk',
    objectCode: at(39).dkbm,
    paperNo: '勘1号',
    reason: '笔误',
    status: '1',
    changes: [],
    proposer: '甲',
  })
  await add('register_entry', {
    causeKind: 'correction',
    causeId: paper,
    unit: 'A1-1',
    day: '2026-01-01',
    acts: '[]',
    counts: '{}',
    made: '{"books": []}',
    sha256: hashOf('[]'),
  })
  await change('correction', `id = ${paper}`, `"paperNo" = '勘2号'`)
  out.push('A1_register_entry A1-1')
  const other = { reason: '录入他人', status: '1', paperNo: 'P-1', changes: [], proposer: 'A. Clerk', checker: 'B. Officer', checkTime: '2026-03-02 10:00:00' }
  await logged(correction, { ...other, objectKind: 'person', objectCode: at(40).cbfbm })
  await logged(correction, { ...other, objectKind: 'principal', objectCode: fbfbm })
  // one that nobody has confirmed is told of nobody
  await logged(correction, { ...other, status: '0', objectKind: 'person', objectCode: at(41).cbfbm })
  found(40, 'cbfbm', 'K1')
  out.push(`K2 ${fbfbm}`)
  const asked = { businessTypeCode: 'contract_sign', businessItemCode: 'contract_sign_1', businessName: '签订', obligeName: '李四', progress: 0 }
  const late = await logged(BUSINESS, { ...asked, businessCode: 'A1-2', status: '2', fbfbm, businessReceiveTime: '2026-03-02 10:00:00' })
  await change('business', `id = ${late}`, `"businessReceiveTime" = "businessReceiveTime" - interval '1 day'`)
  out.push('A1_business A1-2')
  const limit = (ref: string, on: Record<string, string>) =>
    logged(restriction, { ref, kind: 'cf', ...on, fromDay: '2026-01-01', words: '查封', causeKind: 'desk', causeId: '1' })
  await change('restriction', `id = ${await limit('CF-1', { cbfbm: at(41).cbfbm })}`, `words = '未查封'`)
  found(41, 'cbfbm', 'A1_cbf')
  await change('restriction', `id = ${await limit('CF-2', { dkbm: at(41).dkbm })}`, `"toDay" = '2026-01-02'`)
  found(41, 'dkbm', 'A1_dk')
  const note = { djbId: at(41).id, onCode: at(41).code, words: '变动', noteDay: '2026-01-01', causeKind: 'desk', causeId: '1' }
  await change('djb_note', `id = ${await logged(djb_note, note)}`, `words = '无变动'`)
  found(41, 'code', 'A1_djb')
  await add('lzht', { lzhtbm: 'A3-LZ', cbhtbm: at(42).code, lzqxksrq: '2026-01-01', lzqxjsrq: '2026-12-31', status: '1' })
  await add('restriction', { ref: 'A3-LZ', kind: 'lz', cbjyqzbm: at(42).code, fromDay: '2026-01-01', toDay: '2027-12-31', causeKind: 'desk', causeId: '1' })
  found(42, 'code', 'A3_cbht')
  const gone: Act[] = [{ act: 'restrict', ref: 'gone', kind: 'cf', on: { dkbm: at(42).dkbm }, from: '2026-01-01', text: '查封' }]
  const { text: acts, sha256 } = actsText(gone)
  await add('register_entry', { causeKind: 'desk', causeId: 'x', unit: 'A4-1', day: '2026-01-01', acts, counts: '{}', made: '{"books": []}', sha256 })
  out.push('A4_register_entry A4-1')
  // thirty days before it that were believed for a second and are no more
  const [since, until] = [`"validFrom" + interval '1 second'`, `"validFrom" + interval '2 seconds'`]
  const early = { validFrom: since, validTo: until, regFrom: `"regFrom" - 30`, regTo: `"regFrom"`, closedBy: 'null' }
  await copyVersion('djb', `id = ${at(42).id}`, await columns('djb_v'), early)
  found(42, 'code', 'H2_djb')
  // days since which rows are true, and since which they are believed; terms of a contractor; a book of which the content alone is left
  await change('cbf', of(43, 'cbf'), `cbqxz = cbqxz + 365`)
  found(43, 'cbfbm', 'C6')
  await change('djb', of(44), `"regFrom" = "regFrom" + 400`)
  found(44, 'code', 'H3_djb')
  await change('dk', of(45, 'dk'), `"regFrom" = "regFrom" + 400`)
  found(45, 'dkbm', 'H3_dk')
  await change('cbf', of(46, 'cbf'), `"validFrom" = "validFrom" + interval '400 days'`)
  found(46, 'cbfbm', 'H3_cbf')
  await change('cbht', of(48, 'cbht'), `"validFrom" = "validFrom" + interval '400 days'`)
  found(48, 'code', 'H3_cbht')
  await change('cbjyqz', `"djbId" = ${at(49).id} and sfzx = 0`, `"validFrom" = "validFrom" + interval '400 days'`)
  found(49, 'code', 'H3_cbjyqz')
  await copy('djb_content', `"djbId" = ${at(47).id}`, { djbId: '1' })
  out.push(`B4 ${at(47).code.slice(0, 14)}`)
  const versions = { validTo: `'infinity'`, regTo: `'infinity'`, closedBy: 'null' }
  for (const [t, id, code] of [
    ['cbf', at(33).cbf, at(33).cbfbm],
    ['dk', at(33).dk, at(33).dkbm],
    ['djb', at(33).id, at(33).code],
    ['cbht', at(33).cbht, at(33).code],
    ['fbf', `(select min(id) from fbf)`, (await rows<{ f: string }>('select fbfbm as f from fbf order by id limit 1'))[0]!.f],
  ] as const) {
    await copyVersion(t, `id = ${id}`, await columns(`${t}_v`), versions)
    out.push(`H1_${t} ${code}`)
  }
  // another issuer of the village is called as the first: both are named
  await copy('fbf', `fbfbm = '${fbfbm}'`, { fbfbm: `'${fbfbm.slice(0, 12)}99'` })
  out.push(`N1 ${fbfbm}`, `N1 ${fbfbm.slice(0, 12)}99`)
  return out.toSorted()
}
/** The live row once more among the former ones, believed and true as long. */
async function copyVersion(t: string, where: string, names: readonly string[], own: Record<string, string>) {
  await rows(`insert into ${t}_v (${names.map((n) => `"${n}"`).join(', ')}) select ${names.map((n) => own[n] ?? `"${n}"`).join(', ')} from ${t} where ${where}`)
  undo.push(`delete from ${t}_v where ${where}`)
}

let planted: string[]
test('each rule finds exactly what was planted against it, by one run over the county', async () => {
  planted = await plant()
  const last = await run()
  expect(last.status).toBe('done')
  expect((await opened()).toSorted()).toEqual(planted)
  expect(last.found).toBe(planted.length)
  // every rule of the room was broken at least once
  const broken = new Set(planted.map((p) => p.split(' ')[0]))
  expect(RULES.map((r) => r.id).filter((id) => !broken.has(id))).toEqual([])
})

test('findings are listed by rule, severity, region, issuer and state, and opened, in both languages', async () => {
  const page = async (q: object) => (await county.get('/watch/finding/page', { size: 200, ...q })).data
  expect((await page({})).total).toBe(planted.length)
  expect((await page({ rule: 'I7' })).records.map((r: any) => [r.objectCode, r.severity, r.kind, r.isOpen, r.detail])).toEqual([
    [k[18]!.cbfbm, 'error', 'cbf', 1, '99'],
  ])
  expect((await page({ severity: 'warn' })).records.map((r: any) => r.rule).toSorted()).toEqual(['F1', 'N1', 'N1', 'P1', 'P1', 'P2', 'P2', 'S1', 'S1'])
  expect((await page({ severity: 'notice', rule: 'K1' })).records.map((r: any) => [r.objectCode, r.kind, r.detail])).toEqual([
    [k[40]!.cbfbm, 'cbf', '2026-03-02更正人员，A. Clerk申请，B. Officer复核，依据文件【P-1】'],
  ])
  expect((await page({ fbfbm: k[0]!.code.slice(0, 14), isOpen: 1 })).total).toBeGreaterThan(10)
  expect((await page({ regionCode: '512021119999' })).total).toBe(0)
  const [first] = (await page({ rule: 'I7' })).records
  expect((await county.get('/watch/finding/detail', { id: first.id })).data.objectCode).toBe(k[18]!.cbfbm)
  const other = await w.as('other')
  expect((await other.get('/watch/finding/page', {})).data?.total ?? 0).toBe(0)
})

test('what a finding tells is said in the language of who reads it, whatever rule found it; one that was kept in Chinese alone is read as it is', async () => {
  const all = async (lang: string) => {
    const { data } = await county.send('GET', '/watch/finding/page', { query: { size: 200, isOpen: 1 }, headers: { 'accept-language': lang } })
    return new Map<string, string>(data.records.map((r: any) => [`${r.rule} ${r.objectCode} ${r.id}`, String(r.detail ?? '')]))
  }
  const [zh, en] = [await all('zh'), await all('en')]
  // names of persons and of papers are as the register has them, whoever reads
  const names = [...(await rows<{ n: string }>('select distinct cyxm as n from jtcy')).map((r) => r.n), '勘2号', '申请书.pdf']
  const chinese = (t: string) => /\p{Script=Han}/u.test(names.reduce((rest, n) => rest.replaceAll(n, ''), t))
  expect([...en].filter(([, t]) => chinese(t) || t.startsWith('{'))).toEqual([])
  expect([...zh].filter(([, t]) => t.startsWith('{'))).toEqual([])
  // whatever has words in one language has them in the other
  const worded = [...zh].filter(([, t]) => chinese(t)).map(([k]) => k)
  expect(worded.filter((k) => !/[a-z]{4}/.test(en.get(k)!))).toEqual([])
  expect(new Set(worded.map((k) => k.split(' ')[0])).size).toBeGreaterThan(15)
  expect([zh, en].map((m) => [...m].find(([k]) => k.startsWith('I16 '))![1])).toEqual([
    expect.stringMatching(/^承包期限止2050-01-01，原为\d{4}-/),
    expect.stringMatching(/^term ends 2050-01-01, before \d{4}-/),
  ])
  const [, id] = /^I16 \S+ (\d+)$/.exec([...zh.keys()].find((x) => x.startsWith('I16 '))!)!
  await rows(`update watch_finding set detail = '承包期限止2050-01-01' where id = ${id}`)
  const old = await county.send('GET', '/watch/finding/detail', { query: { id }, headers: { 'accept-language': 'en' } })
  expect(old.data.detail).toBe('承包期限止2050-01-01')
})

test('the map is told the parcels of a parcel, book or holder with a finding, the worst first; a wider region than a county is refused', async () => {
  const { data } = await county.get('/watch/finding/parcels', { regionCode: COUNTY })
  const of = new Map(data.records.map((r: any) => [r.dkbm, r.severity]))
  expect([of.get(k[14]!.dkbm), of.get(k[3]!.dkbm), of.get(k[18]!.dkbm), of.get('5120211192030400274'), of.get(k[40]!.dkbm)]).toEqual([
    'error',
    'error',
    'error',
    'warn',
    undefined,
  ])
  // what is to be looked at is worse than what is worth knowing, and the parcel leads to the worst
  const warned = (await county.get('/watch/finding/page', { kind: 'cbf', objectCode: k[23]!.cbfbm })).data.records
  expect(warned.map((r: any) => r.rule).toSorted()).toEqual(['P1', 'P2'])
  await rows(
    `insert into watch_finding select r.* from watch_finding f, lateral jsonb_populate_record(f, '{"id": 77, "rule": "P3", "severity": "hint"}') r where f.id = ${warned[0].id}`,
  )
  const again = (await county.get('/watch/finding/parcels', { regionCode: COUNTY })).data.records.find((r: any) => r.dkbm === k[23]!.dkbm)
  await rows('delete from watch_finding where id = 77')
  expect([again.severity, warned.map((r: any) => r.id).includes(again.finding)]).toEqual(['warn', true])
  expect((await county.get('/watch/finding/parcels', { regionCode: COUNTY, rule: 'I5' })).data.records.map((r: any) => r.dkbm)).toEqual(
    [k[14]!.dkbm, k[15]!.dkbm].toSorted(),
  )
  const admin = await w.as('admin')
  const wide = await admin.get('/watch/finding/parcels', { regionCode: '51' })
  expect([wide.status, wide.key, wide.msg]).toEqual([400, 'watch-narrower', '请选择县或县以下的行政区划'])
  const english = await admin.send('POST', '/watch/start', { body: { regionCode: '51' }, headers: { 'accept-language': 'en' } })
  expect([english.key, english.msg]).toEqual(['watch-narrower', 'Please choose a county or a region below it'])
  expect((await county.post('/watch/start', { regionCode: '510112' })).key).toBe('out-of-region')
  const village = await w.as('village')
  expect([(await village.post('/watch/start', { regionCode: COUNTY })).status, (await village.get('/watch/finding/page')).status]).toEqual([403, 200])
})

test('persons who stand twice are shown with all their households side by side', async () => {
  const { data } = await county.get('/watch/finding/doubles', { regionCode: COUNTY })
  const sides = data.records.map((d: any) => d.stands.map((s: any) => s.cbfbm))
  expect(sides).toContainEqual([k[23]!.cbfbm, k[24]!.cbfbm])
  expect(sides).toContainEqual([k[25]!.cbfbm, k[26]!.cbfbm])
  expect(data.records.flatMap((d: any) => d.stands).map((s: any) => s.htzmjm !== null)).not.toContain(false)
  const village = await w.as('village')
  const shown = (await village.get('/watch/finding/doubles', { regionCode: k[23]!.code.slice(0, 12) })).data.records
  expect(shown.every((d: any) => /^\d{3}\*+.{4}$/.test(d.number) || d.number.length === 18)).toBe(true)
})

test('health is the share of objects without an error, by issuer with the worst first and by day', async () => {
  const { data } = await county.get('/watch/health', { regionCode: COUNTY })
  const board = (await county.get('/watch/quality', { regionCode: COUNTY })).data
  expect(board.total).toMatchObject({ objects: data.objects, errors: data.errors, warnings: data.warnings, health: data.health })
  for (const name of ['objects', 'errors', 'warnings']) expect(board.children.reduce((n: number, c: any) => n + c[name], 0)).toBe(data[name])
  for (const { rule, severity, n } of board.rules)
    expect([rule, n, (await county.get('/watch/finding/page', { regionCode: COUNTY, rule, severity, isOpen: 1, size: 1 })).data.total]).toEqual([rule, n, n])
  expect(board.issuers.every((x: any) => x.errors + x.warnings > 0) && board.issuers.length <= 20).toBe(true)
  const errors = (
    await rows<{ n: string }>(
      `select count(distinct kind || "objectId") as n from watch_finding where "isOpen" = 1 and severity = 'error' and fbfbm is not null`,
    )
  )[0]!.n
  expect(data.errors).toBe(Number(errors))
  expect(data.health).toBe((1 - data.errors / data.objects).toFixed(4))
  expect(data.issuers.map((i: any) => i.errors)).toEqual(data.issuers.map((i: any) => i.errors).toSorted((a: number, b: number) => b - a))
  expect(data.days.at(-1)).toMatchObject({ errors: data.errors, health: data.health })
})

test('what was mended is closed by the next run, and found again it is open anew; the night looks at what was written and its neighbours', async () => {
  await mend()
  const system = { now: w.now(), db: w.db, signal: new AbortController().signal, system: asSystem(w.db) }
  const as = <T>(tenantId: string, work: Parameters<Parameters<typeof watchRoutine.run>[0]['as']>[1]) =>
    w.db.transaction({ tenantId }, (tx) => work(contextFor(tx, systemWho(tenantId), w.now, 'night', w.jobs.enqueue))) as Promise<T>
  const night = async () => {
    expect(await watchRoutine.run({ ...system, as: as as never })).toBe('1 jobs')
    await w.jobs.idle()
    return (
      await rows<{ mode: string; looked: number; closed: number; found: number }>('select mode, looked, closed, found from watch_run order by id desc limit 1')
    )[0]!
  }
  // the run before was another night's: times are whole seconds, and what was seen in the second in which a run begins counts as seen by it
  await rows(`update watch_finding set "lastSeen" = '${w.ago(86_400)}+08' where "isOpen" = 1`)
  const healed = await night()
  expect(await opened()).toEqual(DELIVERED)
  expect(healed.found).toBe(2)
  expect((await rows(`select 1 from watch_finding where "closedTime" is null`)).length).toBe(2)
  expect((await county.get('/watch/health', { regionCode: COUNTY })).data).toMatchObject({ errors: 0, health: '1.0000' })
  // a line of a book that was not written itself: its parcel was
  await change('cbdkxx', `"djbId" = ${k[3]!.id} and dkbm = '${k[3]!.dkbm}'`, 'htmjm = htmjm + 1')
  await change('dk', `id = ${k[3]!.dk}`, `"updateTime" = '${w.ago(-60)}+08'`)
  await night()
  expect(await opened()).toEqual([`A3_dk ${k[3]!.dkbm}`, `B2 ${k[3]!.code}`, `I6 ${k[3]!.code}`, ...DELIVERED])
  const [again] = await rows<{ first: boolean }>(
    `select "firstSeen" >= (select max(begun) from watch_run) as first from watch_finding where "isOpen" = 1 and rule = 'I6'`,
  )
  expect(again!.first).toBe(true)
  await mend()
})
