// The reader of a database in the shape of the model, tried on what the row layer has written.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Act, Cause, Entry } from '../../land/register/acts/acts.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { ctxOf } from '../contract/rows.ts'
import { world, type World } from '../world.ts'
import { compare, compareMore, stateOf } from './compare.ts'
import { apply, asOf } from './model.ts'
import { empty, isRefused, rowOf, type State } from './state.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())
const COUNTY = '512021'
const codes = ['51202119900101', '51202119900102', '51202119900103']
const inside = <T>(cause: Cause, work: (ctx: ReturnType<typeof ctxOf>) => Promise<T>) =>
  w.db.transaction({ tenantId: '000000' }, (tx) => work({ ...ctxOf(tx), cause }))
const source = { query: (words: string, values?: unknown[]) => w.db.pool.query(words, values) }
const base = (fbfbm: string) => ({
  regionCode: fbfbm,
  fbfbm,
  fbfmc: '一组',
  fbffzrxm: '李二',
  fzrzjlx: '1',
  fzrzjhm: '512021196001010015',
  lxdh: '13900000001',
  fbfdz: '村委会',
  yzbm: '642350',
  fbfdcy: '调查员',
  fbfdcrq: '2015-06-01',
  zt: '1',
})
async function microseconds(): Promise<number> {
  const { rows: found } = await w.db.pool.query(`select (extract(epoch from max(m)) * 1000000)::bigint::text as us from (select max("validFrom") as m from fbf
    union all select max("validFrom") from fbf_v union all select max("validTo") from fbf_v where "validTo" < 'infinity') x`)
  return Number(found[0].us ?? 0)
}

test('what the row layer writes of three issuers is what the model writes, rectangle by rectangle; one changed value is told', async () => {
  let s: State = await stateOf(source, COUNTY, '2026-03-20')
  const since = s.moment
  const moments: number[] = []
  let n = 800
  const step = async (kind: Cause['kind'], day: string, acts: Act[], write: (ctx: ReturnType<typeof ctxOf>) => Promise<unknown>) => {
    const entry: Entry = { cause: { kind, id: String(++n) }, unit: `u${n}`, regionCode: COUNTY, day, acts }
    const next = apply(s, entry)
    if (isRefused(next)) throw new Error(next.refused)
    s = next
    moments.push((await microseconds()) + 1)
    await inside(entry.cause, write)
  }
  let ids: string[] = []
  await step(
    'form',
    '2026-01-05',
    codes.map((fbfbm): Act => ({ act: 'newIssuer', fbfbm, fields: base(fbfbm) })),
    async (ctx) => {
      ids = await rows.insertMany(ctx, fbf, codes.map(base), { day: '2026-01-05' })
    },
  )
  const set = (kind: Cause['kind'], day: string, which: number[], values: { fbfmc?: string; lxdh?: string }) =>
    step(
      kind,
      day,
      which.map((i): Act => ({ act: 'setIssuer', fbfbm: codes[i]!, fields: values, ...(kind === 'correction' && { day }) })),
      async (ctx) => {
        const list = await Promise.all(which.map(async (i) => ({ row: await rows.get(ctx, fbf, ids[i]!), values })))
        await rows.updateMany(ctx, fbf, list, { day, ...(kind === 'correction' && { why: 'correction' as const }) })
      },
    )
  await set('form', '2026-02-01', [0, 1], { fbfmc: '二组' })
  await set('form', '2026-03-01', [1, 2], { lxdh: '13900000002' })
  await set('correction', '2026-01-05', [1], { fbfmc: '三组' })
  await set('form', '2026-03-01', [1], { lxdh: '13900000003' })
  expect(await compare(source, COUNTY, s, moments, since, { form: 'rectangles' })).toEqual([])
  expect(await compare(source, COUNTY, s, moments, since, { form: 'beliefs' })).toEqual([])
  // read again, the register says the same of every day
  const read = await stateOf(source, COUNTY, '2026-03-20')
  for (const day of ['2026-01-04', '2026-01-05', '2026-02-15', '2026-03-01'])
    for (const code of codes) expect(asOf(read, `fbf:${code}`, read.moment, day)?.fbfmc).toBe(asOf(s, `fbf:${code}`, s.moment, day)?.fbfmc)
  expect(rowOf(read, `fbf:${codes[1]}`)).toMatchObject({ fbfmc: '三组', lxdh: '13900000003' })
  await inside({ kind: 'form', id: '999' }, (ctx) => rows.update(ctx, fbf, ids[0]!, { fbfdz: '新址' }))
  const only = new Set([`fbf:${codes[0]}`, `fbf:${codes[1]}`])
  expect(await compare(source, COUNTY, s, moments, since, { form: 'beliefs', only })).toHaveLength(2)
  const [told] = await compare(source, COUNTY, s, moments, since, { form: 'rectangles', only })
  expect(told).toMatch(/^fbf 51202119900101: \[.*\] \/ \[/)
  expect(await compareMore(source, COUNTY, empty('2026-03-20'))).toEqual([])
})
