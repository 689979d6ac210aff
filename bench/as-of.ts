import { sql } from 'kysely'
import type { AnyResource, FlatRow } from '../kit/model/resource.ts'
import { clock, localTime } from '../kit/server/clock.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../kit/server/query.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { cbf } from '../land/definitions/cbf.ts'
import { dk } from '../land/definitions/dk.ts'
import { newId } from '../kit/server/ids.server.ts'
import { whoOf } from '../platform/session/session.server.ts'
import { asSystem } from '../runtime/system.server.ts'
import { figuresRoutine } from '../views/home/figures.server.ts'
import { openCounty } from './county.ts'
import { compare, figure, judge, median, print, sizesOf } from './measure.ts'
import { COUNTY, type Bench, type Statement } from './setup.ts'

// A past day against today: the same list through the whole HTTP route and as its SQL alone, after a fifth of the rows changed once. Also what a change of a
// thousand rows costs in sets, and what history weighs. docs/adr/0016.

/** As-of list : today's list. Source: rulings.md 29. */
const LIMIT = { http: 2, sql: 5 } as const
/** A day before anything was changed; the county is registered since 2016-06-01. */
const DAY = '2020-01-01'
const AT_ONCE = 1000

async function inside<T>(b: Bench, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const who = await whoOf(b.db, '000000', 'admin')
  return b.db.transaction({ tenantId: '000000', beside: true }, (tx) =>
    work({ who, db: tx, lang: 'zh', now: localTime(clock()), newId: () => newId(), requestId: 'bench', ip: '', enqueue: async () => '0' }),
  )
}
/** Changes every fifth row of a register once, a thousand in a transaction; answers the seconds of each thousand. */
async function change<T extends AnyResource>(b: Bench, r: T, values: (row: FlatRow<T>) => object): Promise<number[]> {
  const taken: number[] = []
  for (let after = '0'; ;) {
    const from = performance.now()
    const last = await inside(b, async (ctx) => {
      const found = await flatRows(scoped(ctx, r), r)
        .where(sql<boolean>`${sql.ref(`${r.name}.countyCode`)} = ${COUNTY} and ${sql.ref(`${r.name}.id`)} > ${after} and ${sql.ref(`${r.name}.id`)} % 5 = 0`)
        .orderBy(sql`${sql.ref(`${r.name}.id`)}`)
        .limit(AT_ONCE)
        .execute()
      const list = found as unknown[] as FlatRow<T>[]
      if (list.length)
        await rows.updateMany(
          ctx,
          r,
          list.map((row) => ({ row, values: values(row) as never })),
        )
      return list.at(-1)?.id
    })
    if (!last) return taken
    after = last
    taken.push((performance.now() - from) / 1000)
  }
}

const REGIONS = { county: COUNTY, town: `${COUNTY}102`, village: `${COUNTY}102205` }
function cases(): { name: string; path: string }[] {
  const of = (name: string, path: string, query: Record<string, string>) => ({
    name,
    path: `${path}?${new URLSearchParams({ current: '1', size: '10', ...query })}`,
  })
  return [
    ...Object.entries(REGIONS).flatMap(([name, regionCode]) => [
      of(`parcels, ${name}`, '/base-dlxx/dk/page', { regionCode }),
      of(`households, ${name}`, '/base-qssj/cbf/page', { regionCode }),
    ]),
    of('parcels, county, page 100', '/base-dlxx/dk/page', { regionCode: COUNTY, current: '100' }),
    of('households, village, name 李', '/base-qssj/cbf/page', { regionCode: REGIONS.village, cbfmc: '李' }),
    { name: 'start page', path: '/data/statistics/home?view=counts' },
    { name: 'regions of the county', path: `/data/statistics/home?view=region&regionCode=${COUNTY}` },
    { name: 'groups of a village', path: `/data/statistics/home?view=region&regionCode=${REGIONS.village}` },
    of('parcel by code', '/base-dlxx/dk/page', { dkbm: `${COUNTY}1022050300100` }),
  ]
}
const ofPage = (all: readonly Statement[]) => all.slice(all.findLastIndex((s) => s.text.startsWith('begin'))).filter((s) => /^(select|with)\b/i.test(s.text))

const over: string[] = []
for (const parcels of sizesOf(process.argv.slice(2))) {
  const b = await openCounty(parcels)
  const {
    rows: [has],
  } = await b.bare.query('select exists (select from dk_v) as any')
  if (!has.any) {
    for (const [name, taken] of [
      ['parcels', await change(b, dk, (p) => ({ dkmc: `${p.dkmc}改` }))],
      ['households', await change(b, cbf, () => ({ cbfdz: '新址' }))],
    ] as const)
      console.log(
        `${name}: ${taken.length} transactions of ${AT_ONCE} changes, ${figure(median(taken) * 1000)} ms each in the middle, audit and counters with them`,
      )
    await b.bare.query('vacuum analyze')
  }
  await figuresRoutine.run({ db: b.db, now: clock(), signal: new AbortController().signal, system: asSystem(b.db), as: undefined as never })
  const { rows: sizes } = await b.bare.query(
    `select t, pg_size_pretty(pg_total_relation_size(t::regclass)) as size, (select reltuples::bigint from pg_class where oid = t::regclass) as n from unnest(array['dk', 'dk_v', 'cbf', 'cbf_v', 'region_figure_day']) t`,
  )
  console.log(sizes.map((s) => `${s.t} ${s.n} rows ${s.size}`).join(', '))
  const shown: string[][] = []
  const client = await b.bare.connect()
  const send = async (list: readonly Statement[]) => {
    for (const s of list) await client.query(s)
  }
  for (const c of cases()) {
    const then = `${c.path}&asOf=${DAY}`
    const [now, past] = [ofPage(await b.record(() => b.get(c.path))), ofPage(await b.record(() => b.get(then)))]
    const m = await compare({ ours: () => b.get(then), today: () => b.get(c.path) }, { rounds: 7 })
    const s = await compare({ ours: () => send(past), today: () => send(now) }, { rounds: 7 })
    const isOver = m.ratio.today > LIMIT.http || s.ratio.today > LIMIT.sql
    if (isOver) over.push(`${parcels}: ${c.name}`)
    shown.push([
      c.name,
      figure(m.ms.today),
      figure(m.ms.ours),
      m.ratio.today.toFixed(2),
      figure(s.ms.today),
      figure(s.ms.ours),
      s.ratio.today.toFixed(2),
      isOver ? 'OVER' : '',
    ])
  }
  client.release()
  console.log(`\nLists as of ${DAY} : today's, ${parcels} parcels, ${b.engine}; limits ${LIMIT.http} through HTTP, ${LIMIT.sql} in SQL`)
  print(['list', 'today ms', 'as of ms', 'HTTP', 'today sql ms', 'as of sql ms', 'SQL', ''], shown)
  await b.close()
}
judge(over)
