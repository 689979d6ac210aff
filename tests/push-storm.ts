// A storm over the pushes to the registry, for tests that drive the product's own outbox: what finishes, how the registry behaves, and what must be so afterwards.
import { expect } from 'vitest'
import type { Application } from '../apps/server/app.server.ts'
import type { RegistrySimulator } from '../apps/simulators/registry.server.ts'
import { secretOf } from './secrets.ts'
import { seeded } from './seeded.ts'
import { SEED } from './volume.ts'
import type { Client } from './world.ts'

/** Where it storms. */
export interface Stormy extends Pick<Application, 'db' | 'outbox'> {
  admin: Client
  registry: RegistrySimulator
  /** the product's time so many seconds ago */
  ago(seconds: number): string
}

const BASE = `"countyCode", "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode"`
/** Finished cases as their last steps leave them, all at once: four of each contractor, every case of the book that the one before it made. Answers their codes. */
export async function finishedMany({ db, ago }: Stormy, from: number, to: number): Promise<string[]> {
  const of = (sql: string) => db.pool.query(sql, [from, to - 1])
  const base = `'512021', '000000', 1, '2026-01-02', 1, '2026-01-02', 1, '512021119203'`
  const code = `'S' || lpad(i::text, 5, '0')`
  await of(`insert into djb (id, ${BASE}, cbjyqzbm, cbfmc, htzmjm, "businessId", "validFrom", "regFrom", why, "causeKind")
    select 20000000 + i, ${base}, '51202111920301' || lpad((i / 4)::text, 4, '0') || 'J', '张三', 12.34, 10000000 + i, '2026-01-02', '2026-01-02', 'change', 'business'
    from generate_series($1::int, $2::int) i`)
  await of(`insert into business (id, ${BASE}, "businessCode", "businessTypeCode", status, "finishTime")
    select 10000000 + i, ${base}, ${code}, 'contract_sign', '3', '${ago(120)}' from generate_series($1::int, $2::int) i`)
  await of(`insert into business_book (id, ${BASE}, "businessId", "djbId", "newDjbId")
    select 40000000 + i, ${base}, 10000000 + i, case when i % 4 > 0 then 20000000 + i - 1 end, 20000000 + i from generate_series($1::int, $2::int) i`)
  await of(`insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime")
    select 30000000 + i, '000000', 'business.push', (10000000 + i)::text, jsonb_build_object('businessId', (10000000 + i)::text, 'businessCode', ${code},
      'typeCode', 'contract_sign', 'regionCode', '512021119203', 'djbIds', jsonb_build_array((20000000 + i)::text)), '${ago(60)}', '${ago(60)}'
    from generate_series($1::int, $2::int) i`)
  // as the database does by itself once so many rows are new
  await db.pool.query('analyze djb, business, business_book, outbox')
  return Array.from({ length: to - from }, (_, i) => `S${String(from + i).padStart(5, '0')}`)
}

/** Some are refused for good, whenever they come. */
export const isBad = (code: string): boolean => Number(code.slice(1)) % 13 === 5
const chance = seeded(SEED)
const below = (n: number) => Math.floor(chance() * n)
const MOODS = ['fails', 'busy', 'silent', 'slow', 'gone', 'loses'] as const
/** How the registry answers about a case: a third of the calls it fails, is busy, answers late or not at all, is away, or forgets. */
export const moodFor = (code: string) => (isBad(code) ? 'refuses' : below(3) === 0 ? MOODS[below(MOODS.length)]! : 'takes')

/** As if the delay before the next attempt were over. */
const later = ({ db, ago }: Stormy) => db.pool.query('update outbox set "nextTime" = $1 where "doneTime" is null', [ago(60)])
/** What has not arrived and is neither given up nor behind one that is. */
async function waiting({ db }: Stormy): Promise<number> {
  const { rows } = await db.pool.query(
    `select count(*)::int as n from outbox where "doneTime" is null and "parkTime" is null and error is distinct from '前置业务未推送成功'`,
  )
  return rows[0].n
}
interface Standing {
  code: string
  status: string
  reason: string | null
}
const standing = async ({ db }: Stormy): Promise<Standing[]> =>
  (await db.pool.query(`select "businessCode" as code, status, reason from push_state order by 1`)).rows
const config = async ({ admin }: Stormy) => (await admin.get('/cpt-system/dataPushConfig/list')).data.records[0]
/** Writes settings of the one configuration. */
export const saveConfig = async (s: Stormy, set: Record<string, unknown>): Promise<void> =>
  expect((await s.admin.post('/cpt-system/dataPushConfig/submit', { ...(await config(s)), ...set })).msg).toBe('操作成功')
const statement = async (s: Stormy) =>
  s.admin.get('/dataPushLog/statement', { id: (await config(s)).id, from: s.ago(86_400).slice(0, 10), to: s.ago(-86_400).slice(0, 10) })

/** It storms until all has arrived or is given up; the registry changes its key meanwhile. `asked` is told of each call, `round` is done before each look of the outbox. */
export async function storm(s: Stormy, o: { asked?: (code: string) => void; round?: (n: number) => Promise<unknown> } = {}): Promise<void> {
  // these books are no entries of the register: nothing there could take a number
  s.registry.gives = () => ({})
  s.registry.chaos = (_call, code) => {
    o.asked?.(code)
    return moodFor(code)
  }
  const fresh = secretOf('e5')
  for (let round = 0; round < 80 && (round < 8 || (await waiting(s)) > 0); round++) {
    if (round === 3) await saveConfig(s, { appSecret: fresh })
    if (round === 5) s.registry.key(fresh)
    await o.round?.(round)
    await s.outbox.deliverDue()
    await later(s)
  }
}
/** The registry is away for a day: what finishes on it is tried as often as the configuration says, and then stands among the not pushed. */
async function dayAway(s: Stormy, codes: readonly string[]): Promise<void> {
  s.registry.chaos = () => 'gone'
  for (let round = 0; round < 25; round++) {
    await s.outbox.deliverDue()
    // those behind another wait meanwhile
    await s.db.pool.query('update outbox set "nextTime" = $1 where "doneTime" is null and attempts > 0', [s.ago(60)])
  }
  const theirs = (await standing(s)).filter((x) => codes.includes(x.code))
  expect(theirs.map((x) => x.code)).toEqual(codes)
  for (const { code, status, reason } of theirs)
    expect([code, status, reason]).toEqual(
      Number(code.slice(1)) % 4 ? [code, '0', '前置业务未推送成功'] : [code, '3', expect.stringMatching(/^推送失败：已推送 24 次：/)],
    )
}
/** The registry is well again: what differs is pushed by one click, the older first, until nothing does. */
async function mendAll(s: Stormy): Promise<void> {
  delete s.registry.chaos
  for (let i = 0; i < 200; i++) {
    const { data } = await statement(s)
    const mendable: string[] = data.differences.map((d: any) => d.businessCode)
    if (mendable.length === 0) return
    // those behind a failed one wait until it has arrived
    const stands = new Map((await standing(s)).map((x) => [x.code, x.status]))
    const heads = mendable.filter((c) => stands.get(c) !== '0').slice(0, 500)
    expect((await s.admin.post('/dataPushLog/mend', { businessCodes: heads.join() })).msg).toBe('操作成功')
    for (let k = 0; k < 4; k++) {
      await later(s)
      await s.outbox.deliverDue()
    }
  }
}

/**
 * What must be so after a storm over the cases `first`: with a day on which the registry is away each stands as arrived, once and in the order of its contractor, or
 * among the not pushed with its reason; then the two sides are made equal. `n`: how many cases there are with those of that day.
 */
export async function expectEachOnce(s: Stormy, first: readonly string[], n: number): Promise<void> {
  const then = await finishedMany(s, first.length, n)
  await dayAway(s, then)
  const states = await standing(s)
  expect(states.map((x) => x.code)).toEqual([...first, ...then])
  const arrived = states.filter((x) => x.status === '2').map((x) => x.code)
  const left = states.filter((x) => x.status !== '2')
  expect(left.filter((x) => !x.reason)).toEqual([])
  // of the storm only those are given up that are refused for good
  expect(left.filter((x) => x.status === '3' && first.includes(x.code) && !isBad(x.code))).toEqual([])
  expect([arrived.length > n / 3, left.length > 0]).toEqual([true, true])
  const told = s.registry.messages.map((m) => m.head.bizCode)
  expect(new Set(told).size).toBe(told.length)
  for (const four of Map.groupBy(told, (code) => Math.floor(Number(code.slice(1)) / 4)).values()) expect(four).toEqual(four.toSorted())
  // what stands in the not pushed list is the rest, each with a reason
  expect((await s.admin.get('/dataPushLog/notPushPage', { size: 200 })).data.total).toBe(left.length)
  const { countReportInfo: sum } = (await s.admin.get('/dataPushLog/count')).data
  expect([sum.total, sum.success, sum.failed + sum.pending]).toEqual([n, arrived.length, left.length])
  await mendAll(s)
  const end = (await statement(s)).data
  expect([end.total, end.here, end.there, end.differences]).toEqual([n, n, n, []])
  // nor has the storm filled the notices, of which each waits for a person
  expect((await s.db.pool.query(`select 1 from registry_notice where "businessCode" = any($1)`, [[...first, ...then]])).rows).toEqual([])
}
