// Two clocks: what the row layer writes against the simplest account of it, the list of changes walked from the beginning (docs/adr/0016).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { When } from '../kit/server/history.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { restoreTable } from '../land/register/restore.server.ts'
import { ctxOf } from './contract/rows.ts'
import { world, type World } from './world.ts'

let w: World
beforeAll(async () => {
  w = await world()
  // where PostgreSQL admits it, it watches too
  if (w.db.engine === 'server' && process.env.TEST_PROFILE !== 'partitioned')
    await w.db.pool.query(`create extension if not exists btree_gist; alter table fbf_v add exclude using gist ("countyCode" with =, id with =,
      tstzrange("validFrom", "validTo") with &&, daterange("regFrom", "regTo") with &&)`)
})
afterAll(() => w?.end())

/** A sequence that is the same for the same seed. */
function chance(seed: number) {
  let s = seed
  return (n: number) => (s = (s * 1103515245 + 12345) % 2147483648) % n
}
const DAYS = Array.from({ length: 28 }, (_, i) => `2026-03-${String(i + 1).padStart(2, '0')}`)
interface Done {
  at: string
  from: string
  to: string | undefined
  what: string | null
  first?: boolean
}
/** What the register says of an object on a day, as it was known after `n` of its changes. */
function account(list: readonly Done[], n: number, day: string): string | null {
  let now: string | null = null
  for (const d of list.slice(0, n)) if (day >= d.from && (!d.to || day < d.to) && (d.first || now !== null)) now = d.what
  return now
}

const seen = async (id: string, day: string, at?: string) => {
  const moment = at ? sql`v."validFrom" <= ${at}::timestamptz and v."validTo" > ${at}::timestamptz` : sql`v."validTo" = 'infinity'`
  const found = await sql<{ fbfmc: string }>`select fbfmc from (
      select id, fbfmc, "validFrom", timestamptz 'infinity' as "validTo", "regFrom", date 'infinity' as "regTo" from fbf
      union all select id, fbfmc, "validFrom", "validTo", "regFrom", "regTo" from fbf_v) v
    where v.id = ${id} and ${moment} and v."regFrom" <= ${day}::date and v."regTo" > ${day}::date`.execute(w.db.owner)
  expect(found.rows.length).toBeLessThan(2)
  return found.rows[0]?.fbfmc ?? null
}
/** Objects of which two rectangles share a point. */
const clashes = async () =>
  (
    await sql`with v as (
      select id, "validFrom" vf, timestamptz 'infinity' vt, "regFrom" rf, date 'infinity' rt, 0 as n from fbf
      union all select id, "validFrom", "validTo", "regFrom", "regTo", row_number() over () from fbf_v)
    select a.id from v a join v b on a.id = b.id and a.n < b.n and a.vf < b.vt and b.vf < a.vt and a.rf < b.rt and b.rf < a.rt`.execute(w.db.owner)
  ).rows
const inside = <T>(work: (ctx: ReturnType<typeof ctxOf>) => Promise<T>, causeId = '1') =>
  w.db.transaction({ tenantId: '000000' }, (tx) => work({ ...ctxOf(tx), cause: { kind: 'correction', id: causeId } }))
const moments = async (id: string) => {
  const { rows: found } = await sql<{ m: string }>`select max(m)::text as m from (
    select "validFrom" as m from fbf where id = ${id} union all select "validFrom" from fbf_v where id = ${id}
    union all select "validTo" from fbf_v where id = ${id} and "validTo" < 'infinity') x`.execute(w.db.owner)
  return found[0]!.m
}

test('random changes, corrections of past days and ends: every day as known at every moment is what the list of changes says', async () => {
  for (const seed of [1, 2, 3]) {
    const pick = chance(seed * 7919)
    const code = (i: number) => `51202110020${seed}${String(i).padStart(2, '0')}`
    const start = DAYS[pick(10)]!
    const base = { regionCode: '512021100200', fbfbm: '', fbfmc: '起' }
    const ids = await inside((ctx) =>
      rows.insertMany(
        ctx,
        fbf,
        [0, 1, 2].map((i) => ({ ...base, fbfbm: code(i) })),
        { day: start },
      ),
    )
    const told = new Map<string, Done[]>()
    for (const id of ids) told.set(id, [{ at: await moments(id), from: start, to: undefined, what: '起', first: true }])
    const gone = new Set<string>()
    for (let step = 0; step < 14; step++) {
      const some = ids.filter((id) => !gone.has(id) && pick(3) > 0)
      if (some.length === 0) continue
      const from = DAYS[pick(28)]!,
        until = pick(2) ? DAYS[pick(28)]! : undefined
      if (until && until <= from) continue
      const when: When = { day: from, ...(until ? { until } : {}), why: 'correction' }
      const ends = !until && pick(6) === 0
      const what = ends ? null : `名${step}`
      await inside(async (ctx) => {
        const read = []
        for (const id of some) read.push(await rows.get(ctx, fbf, id))
        if (ends) await rows.eraseMany(ctx, fbf, read, when)
        else
          await rows.updateMany(
            ctx,
            fbf,
            read.map((row) => ({ row, values: { fbfmc: what } })),
            when,
          )
      }, String(step))
      for (const id of some) {
        told.get(id)!.push({ at: await moments(id), from, to: until, what })
        if (ends) gone.add(id)
      }
    }
    for (const [id, list] of told)
      for (let n = 1; n <= list.length; n++)
        for (const day of ['2026-02-01', ...DAYS.filter((_, i) => (i + n) % 4 === 0), '2026-12-31'])
          expect([seed, id, n, day, await seen(id, day, list[n - 1]!.at)]).toEqual([seed, id, n, day, account(list, n, day)])
  }
  expect(await clashes()).toEqual([])
})

test('a row that has moved on is changed by nobody, and its history stays as it was', async () => {
  const id = await inside((ctx) => rows.insert(ctx, fbf, { regionCode: '512021100200', fbfbm: '51202110020099', fbfmc: '甲' }))
  const stale = await inside((ctx) => rows.get(ctx, fbf, id))
  await inside((ctx) => rows.update(ctx, fbf, id, { fbfmc: '乙' }))
  const count = async () => (await sql<{ n: string }>`select count(*) as n from fbf_v where id = ${id}`.execute(w.db.owner)).rows[0]!.n
  const before = await count()
  await expect(inside((ctx) => rows.updateMany(ctx, fbf, [{ row: stale, values: { fbfmc: '丙' } }]))).rejects.toMatchObject({ key: 'changed' })
  await expect(inside((ctx) => rows.eraseMany(ctx, fbf, [stale]))).rejects.toMatchObject({ key: 'changed' })
  expect(await count()).toBe(before)
})

test('what a cause wrote is taken back: its changes, its ends and what it made; free columns changed since stay', async () => {
  const name = (rows_: { fbfmc: string | null; lxdh: string | null }[]) => rows_.map((x) => [x.fbfmc, x.lxdh])
  const now = async (id: string) =>
    name((await sql<{ fbfmc: string; lxdh: string | null }>`select fbfmc, lxdh from fbf where id = ${id}`.execute(w.db.owner)).rows)
  const base = { regionCode: '512021100200', lxdh: '13800000001' }
  const [a, b, c] = (await inside((ctx) =>
    rows.insertMany(
      ctx,
      fbf,
      ['甲', '乙', '丙'].map((fbfmc, i) => ({ ...base, fbfmc, fbfbm: `5120211002017${i}` })),
      { day: '2026-03-01' },
    ),
  )) as [string, string, string]
  const read = (ctx: ReturnType<typeof ctxOf>, id: string) => rows.get(ctx, fbf, id)
  const made = await inside(async (ctx) => {
    await rows.updateMany(ctx, fbf, [{ row: await read(ctx, a), values: { fbfmc: '甲二', lxdh: '13800000002' } }], { day: '2026-03-10' })
    await rows.updateMany(ctx, fbf, [{ row: await read(ctx, a), values: { fbfmc: '甲三' } }], { day: '2026-03-10' })
    await rows.eraseMany(ctx, fbf, [await read(ctx, b)], { day: '2026-03-10' })
    await rows.updateMany(ctx, fbf, [{ row: await read(ctx, c), values: { fbfmc: '丙旧' } }], { day: '2026-03-02', until: '2026-03-05' })
    return rows.insert(ctx, fbf, { ...base, fbfmc: '丁', fbfbm: '51202110020179' })
  }, '77')
  // a phone edit after it
  await inside(async (ctx) => rows.updateMany(ctx, fbf, [{ row: await read(ctx, a), values: { lxdh: '13900000000' } }], { day: '2026-03-20' }), '78')
  expect([await now(a), await now(b), await now(made)]).toEqual([[['甲三', '13900000000']], [], [['丁', '13800000001']]])
  expect(await seen(c, '2026-03-03')).toBe('丙旧')
  const from = await moments(a)
  const regions = await inside((ctx) => restoreTable(ctx, fbf, { county: '512021', cause: { kind: 'correction', id: '77' }, undone: [] }, ['lxdh']), '79')
  expect(regions).toEqual(['512021100200'])
  expect([await now(a), await now(b), await now(c), await now(made)]).toEqual([[['甲', '13900000000']], [['乙', '13800000001']], [['丙', '13800000001']], []])
  for (const [id, name_] of [
    [a, '甲'],
    [b, '乙'],
    [c, '丙'],
  ] as const)
    for (const day of ['2026-03-01', '2026-03-03', '2026-03-10', '2026-03-15', '2026-03-25']) expect([day, await seen(id, day)]).toEqual([day, name_])
  expect(await seen(made, '2026-12-31')).toBeNull()
  // and what the system showed before that is as it was
  expect([await seen(a, '2026-03-15', from), await seen(a, '2026-03-05', from)]).toEqual(['甲三', '甲'])
  expect(await clashes()).toEqual([])
})
