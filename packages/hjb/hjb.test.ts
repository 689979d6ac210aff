import { copyFile, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '../../kit/model/problem.ts'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import { openJobs } from '../../runtime/job-queue.server.ts'
import type { Jobs } from '../../runtime/jobs.server.ts'
import { DeferredResponse, type FileResponse } from '../../kit/server/route.server.ts'
import { page } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dk } from '../../land/definitions/dk.ts'
import { GROUND_LAYERS } from '../../land/map/tiles/feature.ts'
import { freshDatabase } from '../../tests/world.ts'
import { importDemo } from './demo.server.ts'
import { HJB, RESULT } from './flow.ts'
import { analyse, auditPackage, hjbSlice, receivePackage, submitPackage, transferPackage } from './hjb.server.ts'
import { hjb } from '../package/hjb.ts'
import { hjbJobs } from './jobs.server.ts'
import { hasPackage } from './storage.server.ts'
import { unpack } from '../package/archive.server.ts'
import { readTable } from '../package/mdb.server.ts'
import { openPackage } from '../package/open.server.ts'
import { writePackage } from '../intake/write.server.ts'
import { messageOf, ruleText } from '../checks/limits.ts'
import { endWords, contextFor } from '../../runtime/jobs.server.ts'
import { heard, messageJson } from '../../runtime/said.ts'

const PACKAGES = join(import.meta.dirname, '../../tests/packages')
const PERMS = ['view', 'add', 'edit', 'delete', 'audit', 'transfer'].map((v) => `hjb_${v}`)
const person = (userId: string, tenantId = '000000', more: Partial<Who> = {}): Who => ({
  userId,
  account: `u${userId}`,
  realName: '',
  tenantId,
  deptId: '1',
  roleIds: [],
  roles: ['administrator'],
  regionCode: '',
  perms: new Set(PERMS),
  ...more,
})
const who = person('1')
/** register tables and everything beside them that an import fills */
const TABLES = [
  'fbf',
  'cbf',
  'jtcy',
  'dk',
  'jzd',
  'jzx',
  'dk_jz',
  'djb',
  'djb_cbf',
  'djb_jtcy',
  'cbht',
  'cbdkxx',
  'cbjyqz',
  'cbjyqz_event',
  'lzht',
  'qslyzlfj',
  'region',
  'row_count',
  'code_counter',
  'dk_v',
  'djb_v',
]

let fresh: Awaited<ReturnType<typeof freshDatabase>>, db: DatabaseHandle, dataDir: string, jobs: Jobs, expected: any
/** a package of 70 parcels of the same county, with five warnings: for what does not grow with the rows */
let small: string
const faults: unknown[] = []
const queue = () => openJobs(db, hjbJobs({ dataDir }), (e) => faults.push(e))
const ask = <T>(w: Who, work: (ctx: Ctx) => Promise<T>) =>
  db.transaction({ tenantId: w.tenantId }, (tx) => work(contextFor(tx, w, clock, 'test', jobs.enqueue)))
const one = async (text: string) => (await db.pool.query(text)).rows[0]
const all = async (text: string): Promise<any[]> => (await db.pool.query(text)).rows
const count = async (table: string, where = 'true') => Number((await one(`select count(*) n from "${table}" where ${where}`)).n)
const stand = async () => Object.fromEntries(await Promise.all(TABLES.map(async (t) => [t, await count(t)] as const)))
const uploaded = async (name: string, sha = name, w = who) => {
  const path = join(dataDir, `up-${newId()}`)
  await copyFile(resolve(PACKAGES, name), path)
  const upload = { path, name, size: 1, sha256: sha, type: 'application/zip' }
  return receivePackage((work) => ask(w, work), dataDir, upload, { regionCode: '512021', name, year: 2016, packageKind: 'full' })
}
const statusOf = async (id: string) =>
  (await one(`select status, "errorCount" e, "warnCount" w from hjb where id = ${id}`)) as { status: string; e: number; w: number }
const route = (path: string, method?: string) => hjbSlice({ dataDir }).routes.find((r) => r.path === path && (!method || r.method === method))!
const facts = { headers: {}, params: {}, cookies: {} }
const accepted = async (id: string) => {
  await ask(who, (ctx) => analyse(ctx, id))
  await jobs.idle()
  await ask(who, (ctx) => submitPackage(ctx, { id, toAudit: true }))
  await ask(who, (ctx) => auditPackage(ctx, { id, result: '1', opinion: '飞地属实' }))
}

beforeAll(async () => {
  fresh = await freshDatabase('schema')
  db = fresh.db
  dataDir = await mkdtemp(join(tmpdir(), 'hjb-'))
  expected = JSON.parse(await readFile(join(PACKAGES, 'A-expected.json'), 'utf8'))
  const { files } = await unpack(join(PACKAGES, 'B-variants.zip'), join(dataDir, 'variants'))
  small = files.find((file) => file.path.endsWith('v00-clean.zip'))!.abs
  jobs = queue()
  jobs.start()
})
afterAll(async () => {
  await jobs?.stop()
  await db?.close()
  await fresh?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/**
 * How long this thread, the one that answers people, was longest busy without a pause while `work` went on: its share of the processor time that all threads
 * took for the work. Both grow with the slowness of the machine.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  const begun = process.cpuUsage()
  let longest = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    longest = Math.max(longest, msOf(process.threadCpuUsage(last)))
    last = process.threadCpuUsage()
  }, 2)
  await work().finally(() => clearInterval(timer))
  return longest / msOf(process.cpuUsage(begun))
}

let idA = ''
test('checks leave the base as it was and find what the package is known to have', async () => {
  const before = await stand()
  idA = (await uploaded('A.zip')).id
  await ask(who, (ctx) => analyse(ctx, idA))
  expect((await statusOf(idA)).status).toBe(HJB.detecting)
  await jobs.idle()
  expect(faults).toEqual([])
  expect(await statusOf(idA)).toEqual({ status: HJB.passed, e: 0, w: expected.expectedFindings.length })
  const found = (await db.pool.query(`select rule, object, lon, lat from hjb_issue where "infoId" = ${idA} and severity = 'W' order by rule, object`)).rows
  expect(found.map((f) => `${f.rule} ${f.object}`)).toEqual(expected.expectedFindings.map((f: any) => `${f.rule} ${f.object}`).sort())
  expect(Number(found[0].lon)).toBeCloseTo(105.03, 1)
  expect(Number(found[0].lat)).toBeCloseTo(30.15, 1)
  expect(await stand()).toEqual(before)
  expect(await readdir(join(dataDir, 'work'))).toEqual([])
})

test('a second analysis begins clean', async () => {
  const c = person('1', '100006'),
    { id } = await uploaded(small, 'twice', c)
  const analysed = async () => {
    await ask(c, (ctx) => analyse(ctx, id))
    await jobs.idle()
    return count('hjb_issue', `"infoId" = ${id}`)
  }
  expect([await analysed(), await analysed()]).toEqual([5, 5])
})

test('warnings need a reason, and nobody but the administrator accepts an own submission', async () => {
  await ask(who, (ctx) => submitPackage(ctx, { id: idA, toAudit: true }))
  await expect(ask(who, (ctx) => auditPackage(ctx, { id: idA, result: '1' }))).rejects.toMatchObject({ key: 'reason-needed' })
  await expect(ask(person('1', '000000', { roles: [] }), (ctx) => auditPackage(ctx, { id: idA, result: '1', opinion: 'x' }))).rejects.toMatchObject({
    key: 'own-audit',
  })
  await expect(ask(who, (ctx) => transferPackage(ctx, idA))).rejects.toMatchObject({ key: 'not-allowed-now' })
  // what is confirmed with it: its day and the rounds of its issuers, as its books show them
  const shown = await one(`select "packageDay"::text as day, rounds from hjb where id = ${idA}`)
  expect([shown.day, shown.rounds.length]).toEqual(['2016-11-07', expected.counts.issuers])
  expect(shown.rounds[0]).toMatchObject({ roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30' })
  const auditing = (more: object) => ask(who, (ctx) => auditPackage(ctx, { id: idA, result: '1', opinion: '飞地属实', ...more }))
  for (const more of [{ packageDay: '9999-12-31' }, { packageDay: '' }, { rounds: [{ ...shown.rounds[0], toDay: '2030-09-30' }] }])
    await expect(auditing(more)).rejects.toMatchObject({ key: 'invalid' })
  await auditing({})
})

test('a write that breaks off in the middle of its rows leaves nothing behind', async () => {
  const before = await stand()
  const folder = join(dataDir, 'opened'),
    stop = new AbortController()
  const pkg = await openPackage(join(PACKAGES, 'A.zip'), folder)
  const steps = new Set<string>()
  const tell = (_: number, step: string) => {
    steps.add(step)
    if (step === 'JZX') stop.abort(new Error('killed'))
  }
  await expect(ask(who, (ctx) => writePackage({ ctx, pkg, table: (name) => readTable(pkg, name), signal: stop.signal, tell }, idA))).rejects.toThrow('killed')
  expect([...steps]).toEqual(['regions', 'holders', 'parcels', 'DK', 'JZD', 'JZX'])
  expect(await stand()).toEqual(before)
  await rm(folder, { recursive: true })
})

test('a write whose server stops is taken up again by the next one', async () => {
  await jobs.stop()
  jobs = queue()
  const job = await ask(who, (ctx) => transferPackage(ctx, idA))
  const before = await stand()
  jobs.start()
  while ((await one(`select status from job where id = ${job}`)).status !== 'running') await new Promise((r) => setTimeout(r, 10))
  await jobs.stop()
  expect(await stand()).toEqual(before)
  expect((await one(`select status from job where id = ${job}`)).status).toBe('queued')
  expect((await statusOf(idA)).status).toBe(HJB.writing)
  jobs = queue()
  jobs.start()
  await jobs.idle()
  expect(faults).toEqual([])
  expect((await statusOf(idA)).status).toBe(HJB.initialised)
})

test('a write or a check that killed its servers leaves its package as after a failure, with a line in its log', async () => {
  const c = person('1', '100005'),
    { id } = await uploaded('A.zip', 'dies', c)
  await jobs.stop()
  const ended = async (begin: (ctx: Ctx) => Promise<unknown>) => {
    const jobLogId = await ask(c, begin)
    await db.pool.query(
      `update job set status = 'running', runner = 'dead', deaths = 1, heartbeat = $2::timestamptz - interval '1 hour', "startTime" = $2::timestamptz where id = $1`,
      [jobLogId, localTime(clock())],
    )
    jobs = queue()
    jobs.start()
    await jobs.idle()
    await jobs.stop()
    return [(await statusOf(id)).status, await one(`select "stepCode", "resultCode", message from hjb_log where "jobLogId" = ${jobLogId}`)]
  }
  const message = messageJson(endWords.died)
  expect(await ended((ctx) => analyse(ctx, id))).toEqual([HJB.uploaded, { stepCode: 'analysis', resultCode: 9, message }])
  await ask(c, (ctx) => rows.update(ctx, hjb, id, { status: HJB.accepted }))
  expect(await ended((ctx) => transferPackage(ctx, id))).toEqual([HJB.writeFailed, { stepCode: 'transfer', resultCode: 4, message }])
  jobs = queue()
  jobs.start()
})

test('the base holds exactly what the package has', async () => {
  const { tables, layers, ...c } = expected.counts
  const is = {
    FBF: await count('fbf'),
    CBF: await count('cbf'),
    CBF_JTCY: await count('jtcy'),
    CBHT: await count('cbht', `qszt = '1'`),
    CBDKXX: await count('cbdkxx', `qszt = '1'`),
    LZHT: await count('lzht'),
    QSLYZLFJ: await count('qslyzlfj'),
    CBJYQZDJB: await count('djb', `qszt = '1' and version = 1 and djlx = '0' and djxl = '0'`),
    CBJYQZ: await count('cbjyqz'),
    CBJYQZ_QZBF: await count('cbjyqz_event', `kind = 'bf'`),
    CBJYQZ_QZHF: await count('cbjyqz_event', `kind = 'hf'`),
    CBJYQZ_QZZX: await count('cbjyqz_event', `kind = 'zx'`),
  }
  expect(is).toEqual(tables)
  // points of the package are numbered as features, those of corners that it names nowhere are not
  const around = await Promise.all(GROUND_LAYERS.map(async ({ key }) => [key, await count('land_feature', `layer = '${key}' and attrs ? 'BSM'`)]))
  const boundaries = { JZD: await count('jzd', 'bsm is not null'), JZX: await count('jzx') }
  expect({ DK: await count('dk'), ...boundaries, ...Object.fromEntries(around) }).toEqual(layers)
  const sums = await one('select sum(scmjm) scmjm, sum(scmj) scmj from dk')
  expect(sums).toEqual({ scmjm: c.scmjm.toFixed(2), scmj: c.scmj.toFixed(2) })
  const contracts = await one('select sum(htzmjm) htzmjm, sum(htzmj) htzmj from cbht')
  expect(contracts).toEqual({ htzmjm: c.htzmjm.toFixed(2), htzmj: c.htzmj.toFixed(2) })
  expect(await one('select sum(htzmjm) h from cbf')).toEqual({ h: c.htzmjm.toFixed(2) })
  expect(await count('djb_cbf')).toBe(c.books)
  expect(await count('dk', `djzt = '2'`)).toBe(c.parcelsContracted)
  expect(await count('dk', 'cbfbm is not null and "cbfmcIx" is null')).toBe(0)
  expect(await count('cbdkxx', '"dkId" is null or "djbId" is null')).toBe(0)
})

test('every circulation contract stands as a restriction for its own days, and statuses say what stands today', async () => {
  expect((await one(`select count(distinct ref)::int as n from restriction where kind = 'lz'`)).n).toBe(expected.counts.tables.LZHT)
  expect(await count('lzht', `status is distinct from '1'`)).toBe(0)
  const today = localTime(clock()).slice(0, 10)
  for (const [table, code] of [
    ['dk', 'dkbm'],
    ['djb', 'cbjyqzbm'],
    ['cbf', 'cbfbm'],
  ]) {
    const stands = `exists (select 1 from restriction x where x.${code} = t.${code} and x."fromDay" <= '${today}' and x."toDay" >= '${today}')`
    expect([table, (await one(`select count(*)::int as n from ${table} t where (t.lzzt = '1') is distinct from ${stands}`)).n]).toEqual([table, 0])
    expect((await one(`select count(${code})::int as n from restriction`)).n).toBeGreaterThan(0)
  }
})

test('polygons lie where they were measured: area and place agree to the centimetre', async () => {
  const worst = await one(`select max(abs(ST_Area(ST_Transform(geom, 4544)) - scmj)) a, min(ST_NPoints(geom)) n, bool_and(ST_IsValid(geom)) v from dk`)
  expect(Number(worst.a)).toBeLessThan(0.02)
  expect(worst.v).toBe(true)
  const far = await one(`select max(ST_Distance(ST_Transform(geom, 4544), ST_SetSRID(ST_MakePoint(p.yzbz::float8, p.xzbz::float8), 4544))) d
    from dk join dk_jz l on l.dkbm = dk.dkbm and l.kind = 'd' join jzd p on p.id = l."jzId"`)
  expect(Number(far.d)).toBeLessThan(0.001)
})

test('every corner of every parcel is a point of it; what the package names nowhere is numbered after its points, once for all parcels that meet there', async () => {
  const without = await one(`select count(*)::int n from dk cross join lateral ST_DumpPoints(ST_Transform(geom, 4544)) c where not exists (select from dk_jz l
    join jzd p on p.id = l."jzId" where l.dkbm = dk.dkbm and l.kind = 'd' and ST_Distance(c.geom, ST_SetSRID(ST_MakePoint(p.yzbz::float8, p.xzbz::float8), 4544)) <= 0.005)`)
  expect(without.n).toBe(0)
  const added =
    await one(`select count(*)::int n, min(jzdxh) first, max(jzdxh) last, count(distinct xzbz || ' ' || yzbz)::int places, bool_and(jzdh = 'J' || jzdxh) named
    from jzd where bsm is null`)
  const last = expected.counts.layers.JZD
  expect(added).toEqual({ n: 2119, first: last + 1, last: last + 2119, places: 2119, named: true })
  expect(
    (
      await one(`select count(*)::int n from jzd p where dkbm is distinct from
    (select string_agg(l.dkbm, '/' order by l.dkbm) from dk_jz l where l."jzId" = p.id and l.kind = 'd') and bsm is null`)
    ).n,
  ).toBe(0)
})

test('what comes in is believed since now and true since its day, what follows from a later book since that; every list has its total, every counter the largest serial', async () => {
  for (const t of ['fbf', 'cbf', 'jtcy', 'dk', 'djb', 'cbht', 'cbdkxx', 'cbjyqz'])
    expect([t, await count(t, `why <> 'import' or "causeKind" <> 'import' or "causeId" is null or "regFrom" > '2026-12-31'`)]).toEqual([t, 0])
  for (const t of ['fbf', 'jtcy', 'djb', 'cbht', 'cbdkxx', 'cbjyqz']) expect([t, await count(`${t}_v`)]).toEqual([t, 0])
  const own = `select count(*) n from djb b join cbdkxx l on l."djbId" = b.id where b."regFrom" <> b.djsj or l."regFrom" <> b.djsj`
  expect(Number((await one(own)).n)).toBe(0)
  // contractors and parcels since the earliest book that names them, and registered since then
  for (const [t, books] of [
    ['cbf', 'select djsj, cbfbm from djb b where b.cbfbm = x.cbfbm'],
    ['dk', 'select djsj, b.cbfbm from djb b join cbdkxx l on l."djbId" = b.id where l.dkbm = x.dkbm'],
  ] as const) {
    const since = `select count(*) n, count(*) filter (where d.first < d.last) later, count(*) filter (where v.since is distinct from d.first or v.free or x.djzt <> '2' or x."regFrom" > d.last) wrong
      from ${t} x cross join lateral (select min(djsj) first, max(djsj) last from (${books}) b) d
      cross join lateral (select min("regFrom") since, bool_or(djzt <> '2') free from (select "regFrom", djzt from ${t}_v v where v.id = x.id and "validTo" = 'infinity'
        union all select x."regFrom", x.djzt) a) v where d.last is not null`
    const { n, later, wrong } = await one(since)
    // in package A both books of a contractor are of one day; the shares of its two shared parcels are not
    expect([t, Number(n) > 300, Number(later) > 0, Number(wrong)]).toEqual([t, true, t === 'dk', 0])
  }
  // on each day a joint parcel says of its books what those of that day say: one holder holds it alone, two do not
  const ofDays = await all(`select x.dkbm, d.day::text, count(distinct b.cbfbm) n, min(b.cbfbm) first,
      (select a.djzt || coalesce(a.cbfbm, '') from (select "regFrom", 'infinity'::date as "regTo", djzt, cbfbm from dk where id = x.id
        union all select "regFrom", "regTo", djzt, cbfbm from dk_v where id = x.id and "validTo" = 'infinity') a where a."regFrom" <= d.day and d.day < a."regTo") said
    from dk x cross join lateral (select distinct b.djsj as day from djb b join cbdkxx l on l."djbId" = b.id where l.dkbm = x.dkbm
        union select distinct b.djsj + 1 from djb b join cbdkxx l on l."djbId" = b.id where l.dkbm = x.dkbm) d
      join cbdkxx l on l.dkbm = x.dkbm join djb b on b.id = l."djbId" and b.djsj <= d.day where x.sfqqqg = '1' group by x.id, x.dkbm, d.day`)
  expect(ofDays.length).toBeGreaterThan(4)
  for (const { dkbm, day, n, first, said } of ofDays) expect([dkbm, day, said]).toEqual([dkbm, day, Number(n) === 1 ? `2${first}` : '2'])
  // what no book names is true since the day of the package, which is that of its entry; each issuer has its round, with the package as its cause
  const [days, entries] = [
    await all(`select distinct "regFrom"::text as day from dk where djzt = '0'`),
    await all(`select distinct day::text from register_entry`),
  ]
  expect([days, entries]).toEqual([[{ day: '2016-11-07' }], [{ day: '2016-11-07' }]])
  const rounds = `"roundNo" = 2 and "toDay" = '2028-09-30' and "fromDay" = '1998-10-01' and "planId" is null and "causeKind" = 'import' and "causeId" = '${idA}'`
  expect([await count('fbf_round'), await count('fbf_round', rounds)]).toEqual([expected.counts.issuers, expected.counts.issuers])
  // a list of a past day says how many rows it has, as one of today does
  const past = await ask(who, (ctx) => page({ ...ctx, asOf: '2020-01-01' }, dk, { size: 1 }))
  expect([past.total, past.totalIsEstimate]).toEqual([await count('dk'), undefined])
  expect(past.total).toBeGreaterThan(1500)
  // several households hold a share: nobody holds the parcel alone
  expect(await count('dk', `sfqqqg = '1' and cbfbm is not null`)).toBe(0)
  expect(await count('dk', `sfqqqg = '1'`)).toBe(2)
  for (const t of ['fbf', 'cbf', 'dk', 'djb', 'cbht', 'cbjyqz'])
    expect([t, Number((await one(`select sum(n) n from row_count where resource = '${t}'`)).n)]).toEqual([t, await count(t)])
  const wrong = await one(
    `select count(*) n from code_counter c where kind = 'dk' and last <> (select max(right(dkbm, 5)::int) from dk where dk.fbfbm = c.prefix)`,
  )
  expect(Number(wrong.n)).toBe(0)
  expect(await count('code_counter', `kind = 'dk'`)).toBe(expected.counts.issuers)
  expect(await one(`select "fullName" f, "parentCode" p, level l from region where code = '51202111920302'`)).toEqual({
    f: '四川省资阳市安岳县周礼镇玉顶村2组',
    p: '512021119203',
    l: 6,
  })
  expect(await count('audit_event', `action = 'hjb.write'`)).toBe(1)
})

test('the same package is recognised, and the same land is refused from another file', async () => {
  expect(await uploaded('A.zip')).toEqual({ id: idA, existing: true, status: HJB.initialised })
  const before = await stand()
  const { id } = await uploaded('A.zip', 'another')
  await accepted(id)
  await ask(who, (ctx) => transferPackage(ctx, id))
  await jobs.idle()
  expect((await statusOf(id)).status).toBe(HJB.writeFailed)
  const told = (await one(`select message from hjb_log where "infoId" = ${id} order by id desc limit 1`)).message
  expect(heard(told, 'zh')).toBe('区域已有业务数据，不能初始化.')
  expect(heard(told, 'en')).not.toMatch(/[\u3400-\u9fff]/)
  expect(await stand()).toEqual(before)
})

test('another tenant sees neither package nor base, and may import the same land', async () => {
  const other = person('9', '100001')
  await expect(ask(other, (ctx) => rows.get(ctx, hjb, idA))).rejects.toBeInstanceOf(Problem)
  await jobs.idle()
  let id = ''
  const turn = await longestTurn(async () => {
    id = await importDemo(
      { as: ask, who: other, idle: () => jobs.idle(), dataDir },
      { file: join(PACKAGES, 'A.zip'), regionCode: '512021', name: '演示县', year: 2016 },
    )
  })
  // unpacking, the Access file and the rules are the work of other threads: nobody waits for them
  expect(turn).toBeLessThan(0.08)
  expect((await statusOf(id)).status).toBe(HJB.initialised)
  expect(await count('dk', `"tenantId" = '100001'`)).toBe(expected.counts.parcels)
  // it ends with the rounds of its issuers recorded, as it showed them
  expect(await count('fbf_round', `"tenantId" = '100001' and "roundNo" = 2 and "toDay" = '2028-09-30'`)).toBe(expected.counts.issuers)
  const again = await importDemo(
    { as: ask, who: other, idle: () => jobs.idle(), dataDir },
    { file: join(PACKAGES, 'A.zip'), regionCode: '512021', name: '演示县', year: 2016 },
  )
  expect(again).toBe(id)
  // nor does another one of the year come over it, as a later version may bring it
  const later = { file: join(PACKAGES, 'B.zip'), regionCode: '512021', name: '演示县', year: 2016 }
  expect(await importDemo({ as: ask, who: other, idle: () => jobs.idle(), dataDir }, later)).toBe(id)
  expect(await count('hjb', `"tenantId" = '100001'`)).toBe(1)
})

test('a cancelled job leaves its package where it was', async () => {
  const c = person('1', '100004'),
    { id } = await uploaded('A.zip', 'c', c)
  const cancelled = async (wait: string) => {
    const jobLogId = await ask(c, (ctx) => analyse(ctx, id))
    while ((await one(`select status from job where id = ${jobLogId}`)).status !== wait) await new Promise((r) => setTimeout(r, 10))
    await ask(c, (ctx) => route('/hjb/hjbinfo/om', 'POST').run(ctx, { jobLogId, action: 'cancel' }, facts))
    await jobs.idle()
    expect(await ask(c, (ctx) => route('/hjb/hjbinfo/progressById').run(ctx, { jobLogId }, facts))).toMatchObject({ status: 'cancelled', code: 6 })
    expect((await statusOf(id)).status).toBe(HJB.uploaded)
  }
  await cancelled('running')
  await jobs.stop()
  jobs = queue()
  await cancelled('queued')
  jobs.start()
  expect(await readdir(join(dataDir, 'work'))).toEqual([])
})

test('a write that was cancelled begins again for who may write alone', async () => {
  const c = person('1', '100004')
  const [{ id }] = await all(`select id from hjb where "tenantId" = '100004'`)
  await ask(c, (ctx) => rows.update(ctx, hjb, id, { status: HJB.accepted }))
  await jobs.stop()
  jobs = queue()
  const jobLogId = await ask(c, (ctx) => transferPackage(ctx, id))
  await ask(c, (ctx) => route('/hjb/hjbinfo/om', 'POST').run(ctx, { jobLogId, action: 'cancel' }, facts))
  const repeat = (w: Who) => ask(w, (ctx) => route('/hjb/hjbinfo/retransmission').run(ctx, { jobLogId }, facts))
  await expect(repeat({ ...c, perms: new Set(PERMS.filter((p) => p !== 'hjb_transfer')) })).rejects.toMatchObject({ status: 403 })
  expect((await statusOf(id)).status).toBe(HJB.accepted)
  expect(await repeat(c)).toMatch(/^\d+$/)
  expect((await statusOf(id)).status).toBe(HJB.writing)
  await db.pool.query(`update job set status = 'cancelled' where "tenantId" = '100004' and status = 'queued'`)
  await ask(c, (ctx) => rows.update(ctx, hjb, id, { status: HJB.uploaded }))
  jobs.start()
})

test('a package with errors is never written, and its findings can be taken home', async () => {
  const { id } = await uploaded('B.zip', 'b', person('1', '100002'))
  const b = person('1', '100002')
  await ask(b, (ctx) => analyse(ctx, id))
  await jobs.idle()
  const { status, e } = await statusOf(id)
  expect(status).toBe(HJB.failed)
  // its root folder, its layers and its tables are not as they should be
  expect((await one(`select "resultCode" r from hjb_log where "infoId" = ${id}`)).r).toBe(RESULT.structure)
  expect(e).toBeGreaterThan(0)
  await expect(ask(b, (ctx) => submitPackage(ctx, { id, toAudit: true }))).rejects.toMatchObject({ key: 'not-allowed-now' })
  await expect(ask(b, (ctx) => transferPackage(ctx, id))).rejects.toMatchObject({ key: 'not-allowed-now' })
  expect(await count('dk', `"tenantId" = '100002'`)).toBe(0)
  const errors: any = await ask(b, (ctx) => route('/hjb/hjbinfo/issues').run(ctx, { infoId: id, severity: 'E', size: 5 }, facts))
  expect([errors.total, errors.records.length]).toEqual([e, 5])
  // the same finding in the words of either reader
  const [zh, en] = [
    errors.records[0],
    ((await ask(b, (ctx) => route('/hjb/hjbinfo/issues').run({ ...ctx, lang: 'en' }, { infoId: id, severity: 'E', size: 5 }, facts))) as any).records[0],
  ]
  expect(en).toEqual({ ...zh, message: messageOf(zh, 'en') })
  expect([zh.message, en.message.startsWith(ruleText(zh.rule).en)]).toEqual([expect.stringMatching(/[\u3400-\u9fff]/), true])
  const detail: any = await ask(b, (ctx) => route('/hjb/hjbinfo/detail').run(ctx, { id }, facts))
  expect(detail.rules.filter((r: any) => r.severity === 'E').reduce((n: number, r: any) => n + r.count, 0)).toBe(e)
  const file = (await ask(b, (ctx) => route('/hjb/hjblog/export').run(ctx, { infoId: id }, facts))) as FileResponse
  const sheet = (await readXlsx(file.body as Buffer)).sheets[0]!
  expect(sheet.rows.length).toBe(1 + (await count('hjb_issue', `"infoId" = ${id}`)))
})

test('a file that is no package fails with words, and can be removed with its findings', async () => {
  const path = join(dataDir, 'broken')
  await copyFile(join(PACKAGES, 'A-expected.json'), path)
  const c = person('1', '100003')
  // in the request's own transaction nothing is put on disk: all others wait for its connection
  const upload = { path, name: 'x.zip', size: 1, sha256: 'x', type: '' }
  const sent = (await ask(c, (ctx) =>
    route('/hjb/hjbinfo/upload').run(ctx, { regionCode: '512021', name: 'x', year: 2016 }, { ...facts, upload }),
  )) as DeferredResponse
  expect([sent instanceof DeferredResponse, await hasPackage(dataDir, '100003', 'x'), await count('hjb', `"tenantId" = '100003'`)]).toEqual([true, false, 0])
  const { id } = (await sent.make((work) => ask(c, work))) as { id: string }
  const job = await ask(c, (ctx) => analyse(ctx, id))
  await jobs.idle()
  expect(await ask(c, (ctx) => route('/hjb/hjbinfo/progressById').run(ctx, { jobLogId: job }, facts))).toMatchObject({
    status: 'failed',
    code: 1,
    message: '压缩包不完整或已损坏，无法读取',
  })
  await ask(c, (ctx) => route('/hjb/hjbinfo/remove').run(ctx, { ids: id }, facts))
  expect(await count('hjb', `id = ${id}`)).toBe(0)
  expect(await readdir(join(dataDir, 'packages/100003'))).toEqual([])
})
