// What changed goes out household by household, and comes into another register that then says the same; who missed a package begins anew.
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '../../land/register/write.server.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { packageContent, packageRegister } from '../../tests/national.ts'
import { unpack } from '../package/archive.server.ts'
import { HJB } from '../hjb/flow.ts'
import { hjbSlice } from '../hjb/hjb.server.ts'
import { changeIn, headIn } from '../package/changes.ts'
import { packageExport } from './target.server.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'

const [A, B] = ['000000', '100001']
let register: Awaited<ReturnType<typeof packageRegister>>, small: string
beforeAll(async () => {
  register = await packageRegister('512021')
  const { files } = await unpack(join(import.meta.dirname, '../../tests/packages/B-variants.zip'), join(register.dataDir, 'variants'))
  small = files.find((file) => file.path.endsWith('v00-clean.zip'))!.abs
  await register.imported(A, small)
})
afterAll(() => register?.end())
const all = async (text: string): Promise<any[]> => (await register.db.pool.query(text)).rows
/** What a change package brings, of the whole register: boundary points, and so their numbers, the register makes of the outlines. */
async function said(tenantId: string, name: string) {
  const { tables, layers } = await packageContent((await register.exported(tenantId, name)).pkg)
  const land = layers.DK!.map((row) => JSON.stringify([{ ...JSON.parse(row)[0], BSM: 0, KJZB: '' }, JSON.parse(row)[1]])).toSorted()
  return { ...Object.fromEntries(['FBF', 'CBF', 'CBF_JTCY', 'CBHT', 'CBDKXX', 'CBJYQZDJB'].map((t) => [t, tables[t]])), land }
}
const enter = (acts: Act[], day: string) =>
  register.as(A, (ctx) =>
    write(ctx, { cause: { kind: 'business', id: ctx.newId() }, unit: ctx.newId(), regionCode: '512021119204', day, registrar: '县经办', acts }),
  )
const day = (ctx: Ctx) => Promise.resolve(ctx.now.slice(0, 10))

let first: Awaited<ReturnType<typeof register.changes>>
test('from the beginning everything is a change, and an empty register takes it and says the same', async () => {
  register.later(60)
  const today = await register.as(A, day)
  await expect(register.changes(A, 'none.zip', 'last')).rejects.toMatchObject({
    key: 'package-first-change',
    words: { zh: '该区域还没有导出过变更包，请指定起始日期' },
  })
  first = await register.changes(A, 'changes-1.zip', '2016-01-01')
  const [{ n }] = await all(`select count(*)::int n from cbf where "tenantId" = '${A}' and zt = '1'`)
  expect(first.units.filter((u) => u.unit === 'household').length).toBe(n)
  expect(first.head).toMatchObject({ previous: null, regionCode: '512021', changes: first.units.length, left: 0, from: '2016-01-01 00:00:00' })
  expect(first.units.map((u) => u.no)).toEqual(first.units.map((_, i) => i + 1))
  // an issuer comes before what it gave out
  expect(first.units[0]!.unit).toBe('issuer')
  for (const { was, becomes } of first.units) expect([was, becomes?.version.length]).toEqual([null, 64])
  expect(today >= first.head.to.slice(0, 10)).toBe(true)
  expect(await register.taken(B, first.path, undefined, 'full')).toMatchObject({ status: HJB.uploaded })
  expect((await all(`select message from hjb_log where "tenantId" = '${B}' order by id desc limit 1`))[0].message).toContain('变更包应按增量汇交')
  await all(`update hjb set "packageKind" = 'increment', sha256 = 'x' where "tenantId" = '${B}'`)
  expect(await register.taken(B, first.path)).toMatchObject({ status: HJB.initialised })
  expect(await said(B, 'b1.zip')).toEqual(await said(A, 'a1.zip'))
})

test('a change package that is written is initialised as any other: all its books have their contents', async () => {
  const [{ id }] = await all(`select id from hjb where "tenantId" = '${B}' and status = '${HJB.initialised}'`)
  const initialise = hjbSlice({ dataDir: register.dataDir }).routes.find((r) => r.path === '/hjb/hjbinfo/initialize')!
  const job = await register.as(B, (ctx) => initialise.run(ctx, { id }, { headers: {}, params: {}, cookies: {} }))
  await register.idle()
  const [{ n }] = await all(`select count(*)::int n from djb where "tenantId" = '${B}' and qszt = '1'`)
  expect(n).toBeGreaterThan(0)
  expect((await all(`select status, result from job where id = ${String(job)}`))[0]).toMatchObject({ status: 'done', result: { books: n, frozen: 0 } })
})

let second: typeof first
test('since the last one only households that changed come, whole, with what they were; chosen ones come in alone', async () => {
  const today = await register.as(A, day)
  const books = await all(
    `select id, cbfbm, cbjyqzbm, fbfbm, cbfs, cbqx, cbqxq::text q, cbqxz::text z, djsj::text d from djb where "tenantId" = '${A}' and qszt = '1' and cbjyqzbm like '%J' order by cbjyqzbm limit 2`,
  )
  register.later(10)
  for (const b of books) {
    const lines = await all(
      `select dkbm, cbjyqqdfs, htmj, htmjm, yhtmj, yhtmjm, sfqqqg from cbdkxx where "tenantId" = '${A}' and "djbId" = ${b.id} and qszt = '1'`,
    )
    await enter(
      [
        { act: 'endBook', djbId: String(b.id), qszt: '2', reason: '变更' },
        {
          act: 'newBook',
          code: b.cbjyqzbm,
          fbfbm: b.fbfbm,
          cbfbm: b.cbfbm,
          from: [String(b.id)],
          djlx: '1',
          djxl: '5',
          terms: { cbfs: b.cbfs, cbqx: Number.parseInt(b.cbqx, 10), cbqxq: b.q, cbqxz: b.z },
          lines,
          as: { djbfj: '地块面积复核' },
          contract: { paper: { qdsj: today, signWay: '3', signStatus: '2' }, htlx: '1' },
        } as Act,
        { act: 'certificate', code: b.cbjyqzbm, event: 'keep' } as Act,
      ],
      today,
    )
  }
  register.later(10)
  second = await register.changes(A, 'changes-2.zip', 'last')
  expect(second.head).toMatchObject({ previous: first.head.id, from: first.head.to, left: 0 })
  expect(second.units.map((u) => u.code)).toEqual(books.map((b) => b.cbfbm))
  for (const u of second.units) {
    expect([u.was!.books[0]!.version, u.becomes!.books.find((x) => x.version === 2) !== undefined]).toEqual([1, true])
    expect(u.was!.version).toBe(first.units.find((x) => x.code === u.code)!.becomes!.version)
    expect(u.becomes!.tables.CBF_JTCY!.length).toBeGreaterThan(0)
  }
  // one household alone, then the other says still what it said
  const [one, other] = books.map((b) => b.cbfbm as string)
  const { id, status } = await register.taken(B, second.path, [one!])
  expect(status).toBe(HJB.initialised)
  const since = (cbfbm: string) => all(`select djsj::text d from djb where "tenantId" = '${B}' and cbfbm = '${cbfbm}' and qszt = '1' and cbjyqzbm like '%J'`)
  expect([(await since(one!))[0].d, (await since(other!))[0].d]).toEqual([today, books[1].d])
  // compared cell by cell, before anything was written
  const cells = await all(`select cbfbm, layer, field, was, becomes from hjb_cell where "infoId" = ${id} and field = 'djsj' order by cbfbm`)
  expect(cells).toEqual(books.map((b) => ({ cbfbm: b.cbfbm, layer: 'CBJYQZDJB', field: 'djsj', was: b.d, becomes: today })))
})

test('who missed a package is told to begin anew, and takes nothing', async () => {
  const before = await all(`select count(*)::int n from djb where "tenantId" = '100003'`)
  const { status } = await register.taken('100003', second.path)
  expect(status).toBe(HJB.uploaded)
  const [{ message }] = await all(`select message from hjb_log where "tenantId" = '100003' order by id desc limit 1`)
  expect(message).toContain(`该变更包接在变更包【${first.head.id}】之后，而后者未入库；请先导入后者，或请对方自某日起重新导出`)
  expect(message).toContain(
    `This change package goes on from ${first.head.id}, which was not taken in: import that one first, or have it begin anew from a day`,
  )
  expect(await all(`select count(*)::int n from djb where "tenantId" = '100003'`)).toEqual(before)
})

test('with chosen households of an increment the names of its regions come too', async () => {
  const [{ cbfbm }] = await all(`select cbfbm from cbf where "tenantId" = '${A}' and zt = '1' order by cbfbm limit 1`)
  const village = String(cbfbm).slice(0, 12)
  const known = () => all(`select code, name, "fullName" from region where code like '${village}%' order by code`)
  const before = await known()
  expect(before.length).toBeGreaterThan(0)
  await all(`delete from region where code like '${village}%'`)
  expect(await register.taken('100004', small, [cbfbm])).toMatchObject({ status: HJB.initialised })
  expect(await known()).toEqual(before)
  expect(await all(`select cbfbm from cbf where "tenantId" = '100004' and zt = '1'`)).toEqual([{ cbfbm }])
})

test('households are chosen of an increment alone and by their codes; what is no day or to come begins no package; what is no change is no line', async () => {
  const who = { regionCode: '512021', perms: new Set(['fbf', 'cbf', 'cbht', 'djb', 'cbjyqz'].map((t) => `${t}_plain`)) } as unknown as Who
  const asked = (since: string) => () =>
    packageExport('').archive!.ready({ who, lang: 'zh', now: '2026-03-02 09:00:00' } as Ctx, { regionCode: '512021119', since })
  for (const since of ['last', '2026-03-01']) expect(asked(since)).not.toThrow()
  for (const since of ['2026-03-03', '2026-02-30', 'ever']) expect(asked(since)).toThrow('变更起始日期应为过去的日期（yyyy-MM-dd）')
  const { transferPackage } = await import('../hjb/hjb.server.ts')
  const [full] = await all(`select id from hjb where "tenantId" = '${A}' limit 1`)
  await sql`update hjb set status = ${HJB.accepted} where id = ${full.id}::bigint`.execute(register.db.owner)
  await expect(register.as(A, (ctx) => transferPackage(ctx, full.id, ['5']))).rejects.toMatchObject({
    key: 'chosen-whole',
    words: { zh: '只有增量汇交可以选择部分农户入库' },
  })
  await sql`update hjb set "packageKind" = 'increment' where id = ${full.id}::bigint`.execute(register.db.owner)
  for (const none of [[], '512021119204010001'])
    await expect(register.as(A, (ctx) => transferPackage(ctx, full.id, none))).rejects.toMatchObject({ key: 'chosen-codes' })
  await expect(register.as(A, (ctx) => transferPackage(ctx, full.id, ['5']))).rejects.toMatchObject({
    key: 'chosen-codes',
    words: { zh: '承包方编码应为18位数字' },
  })
  const line = JSON.stringify(first.units[0])
  expect(changeIn(line)).toMatchObject({ no: 1 })
  for (const bad of [
    '',
    '{}',
    line.slice(0, -5),
    JSON.stringify({ ...first.units[0], unit: 'x' }),
    JSON.stringify({ ...first.units[0], code: '1' }),
    JSON.stringify({ ...first.units[0], becomes: { version: 'x', parcels: [null] } }),
  ])
    expect(changeIn(bad)).toBeUndefined()
  expect(headIn(JSON.stringify(first.head))).toEqual(first.head)
  for (const bad of ['', '[]', JSON.stringify({ ...first.head, format: 'x' }), JSON.stringify({ ...first.head, regionCode: '../..' })])
    expect(headIn(bad)).toBeUndefined()
})
