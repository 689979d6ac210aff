// A registration that is taken back: the register is as before, and the case says so.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { update } from '../../kit/server/rows.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { write } from '../../land/register/write.server.ts'
import { invariantsBroken } from '../../views/watch/check.server.ts'
import { FBFBM, bench, land, walk, type Bench } from '../../tests/case-bench.ts'

let b: Bench
let { detail, begun, finished } = {} as ReturnType<typeof walk>
beforeAll(async () => {
  b = await bench()
  ;({ detail, begun, finished } = walk(b))
  await land(b, ['00001', '00002', '00003', '00004', '00005', '00006'])
})
afterAll(() => b?.end())

const TABLES = [
  'fbf',
  'cbf',
  'jtcy',
  'dk',
  'djb',
  'djb_cbf',
  'djb_jtcy',
  'djb_lineage',
  'cbht',
  'cbdkxx',
  'cbjyqz',
  'cbjyqz_event',
  'djb_note',
  'restriction',
  'row_count',
]
/** What the live tables say, without what every write moves. */
async function register(): Promise<Record<string, unknown>> {
  const out: Record<string, unknown> = {}
  for (const t of TABLES) {
    const { rows } = await sql<{ v: string }>`select (to_jsonb(x) - '{rev,validFrom,regFrom,why,causeKind,causeId,updateUser,updateTime}'::text[])::text as v
      from ${sql.table(t)} x ${t === 'row_count' ? sql`where n <> 0 and resource in ('fbf', 'cbf', 'dk', 'djb', 'cbht', 'cbjyqz')` : sql``} order by 1`.execute(
      b.db.owner,
    )
    out[t] = rows.map((r) => r.v)
  }
  return out
}
const undo = (id: string, person: 'admin' | 'town' = 'admin', reason = '误登') => b.call(person)('POST', '/yw-accept/business/undo', { businessId: id, reason })
const check = async (id: string) => (await b.call('admin')('GET', '/yw-accept/business/undo-check', {}, { businessId: id })).data

test('a finished case is taken back whole, another one begins and ends on the same land, and every rule holds', async () => {
  const before = await register()
  const id = await begun(['00001', '00002'])
  await finished(id)
  expect(await register()).not.toEqual(before)
  expect(await check(id)).toEqual({ ok: true, reason: '' })
  expect((await undo(id, 'town')).key).toBe('E2002')
  expect((await b.call('admin')('POST', '/yw-accept/business/undo', { businessId: id })).code).toBe(400)
  expect((await undo(id)).msg).toBe('操作成功')
  expect(await register()).toEqual(before)
  const d = await detail(id)
  expect([d.status, d.undone, d.revokeReason]).toEqual(['4', 1, '登记已撤回：误登'])
  const { rows: open } = await sql<{ n: number }>`select count(*)::int as n from outbox where key = ${id} and "doneTime" is null`.execute(b.db.owner)
  expect(open[0]!.n).toBe(0)
  // history is kept: the book was believed until then
  const { rows: was } = await sql<{ n: number }>`select count(*)::int as n from djb_v where "validTo" < 'infinity' and "closedBy" is not null`.execute(
    b.db.owner,
  )
  expect(was[0]!.n).toBe(1)
  expect((await undo(id)).key).toBe('E2002')
  const again = await begun(['00001', '00002'])
  await finished(again)
  expect(await b.as('admin', (ctx) => invariantsBroken(ctx, '510112'))).toEqual([])
})

test('what another cause changed since stays, and says so; a phone edit does not count and is kept', async () => {
  const id = await begun(['00003'], 2)
  await finished(id)
  const { rows } = await sql<{
    cbfbm: string
    id: string
  }>`select c.id::text, c.cbfbm from cbf c join djb b on b.cbfbm = c.cbfbm where b."businessId" = ${id} or b."causeId" = ${id}`.execute(b.db.owner)
  const { cbfbm, id: cbfId } = rows[0]!
  await b.as('admin', (ctx) => update(ctx, cbf, cbfId, { lxdh: '13900001111' }))
  expect((await check(id)).ok).toBe(true)
  await b.as('admin', (ctx) => update(ctx, cbf, cbfId, { cbfmc: '改了' }))
  expect(await check(id)).toEqual({ ok: false, reason: `承包方【${cbfbm}】此后又有变更`, counter: { typeCode: 'contract_cancel', start: cbfbm } })
  const refused = await undo(id)
  expect([refused.key, refused.msg]).toEqual(['not-undone', `不能撤回登记：承包方【${cbfbm}】此后又有变更`])
  expect(cbfbm.startsWith(FBFBM)).toBe(true)
})

test('what was entered at the desk on its book since keeps a registration as a notice does, until it is ended', async () => {
  const id = await begun(['00006'], 5)
  await finished(id)
  const { rows } = await sql<{ code: string; region: string }>`select d.cbjyqzbm as code, d."regionCode" as region from djb d
    join business_book k on k."newDjbId" = d.id where k."businessId" = ${id}`.execute(b.db.owner)
  const { code, region } = rows[0]!
  const entered = (unit: string, acts: readonly Act[]) =>
    b.as('admin', (ctx) => write(ctx, { cause: { kind: 'desk', id: '9' }, unit, regionCode: region, day: '2026-03-17', acts }))
  await entered('seized', [{ act: 'restrict', ref: 'cf-6', kind: 'cf', on: { cbjyqzbm: code }, from: '2026-03-01', text: '法院查封' }])
  expect(await check(id)).toMatchObject({ ok: false, reason: `此后已在【${code}】上登记查封` })
  expect((await undo(id)).msg).toBe(`不能撤回登记：此后已在【${code}】上登记查封`)
  await entered('lifted', [{ act: 'endRestriction', ref: 'cf-6', text: '解除查封' }])
  expect((await check(id)).ok).toBe(true)
})

test('what the registry of real estate was told is not taken back', async () => {
  const id = await begun(['00004'], 3)
  await finished(id)
  await sql`update outbox set "doneTime" = "createTime" where key = ${id} and topic = 'business.push'`.execute(b.db.owner)
  expect(await check(id)).toMatchObject({ ok: false, reason: '已向不动产登记机构推送成功', counter: { typeCode: 'contract_cancel' } })
  expect((await undo(id)).key).toBe('not-undone')
})
test('nor is what the province has accepted into its chain', async () => {
  const id = await begun(['00005'], 4)
  await finished(id)
  await sql`insert into access_message ("countyCode", id, "tenantId", "regionCode", "businessId", "businessCode", "businessTypeCode", kind, seq, former, guid, day, "knownAt",
      status, tries, "createTime")
    select "countyCode", id, "tenantId", "regionCode", id, "businessCode", 'contract_sign', '101', 1, '', 'g', '2026-03-01', '', '1', 1, "createTime" from business
    where id = ${id}`.execute(b.db.owner)
  expect(await check(id)).toMatchObject({ ok: false, reason: '已被省级平台接收' })
})
