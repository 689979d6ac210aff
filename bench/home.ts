import { pathToFileURL } from 'node:url'
import { clock } from '../kit/server/clock.server.ts'
import { asSystem } from '../runtime/system.server.ts'
import { figuresRoutine } from '../views/home/figures.server.ts'
import { openCounty } from './county.ts'
import { compare, figure, judge, print, sizesOf } from './measure.ts'
import { TENANT, type Bench } from './setup.ts'

/** The whole route : every statement of that request on one connection, in order. Source: the table of limits in README.md. */
const LIMIT = 1.5
const VIEWS = ['counts', 'region'] as const
/** Calls of each view before the first is measured: a server that has run for a minute, as for the lists. */
const WARM = 50
const STALE = `select count(*)::int as n from region_stale`

/** Measures the start page of an open county: all villages kept, and one changed since. Answers what is over the limit. */
export async function start(b: Bench, parcels: number): Promise<string[]> {
  const begun = performance.now()
  await figuresRoutine.run({ db: b.db, now: clock(), signal: new AbortController().signal, system: asSystem(b.db), as: undefined as never })
  const counted = performance.now() - begun
  const c = await b.bare.connect()
  const { rows } = await b.bare.query(`select "countyCode", "regionCode" from region_figure where "tenantId" = $1 order by "regionCode" limit 1`, [TENANT])
  const over: string[] = []
  const shown: string[][] = []
  for (let i = 0; i < WARM; i++) for (const view of VIEWS) await b.get(`/data/statistics/home?view=${view}`)
  for (const view of VIEWS) {
    const path = `/data/statistics/home?view=${view}`
    for (const stale of [0, 1]) {
      if (stale) await b.bare.query(`insert into region_stale values ($1, $2, $3, 1)`, [rows[0].countyCode, TENANT, rows[0].regionCode])
      const statements = await b.record(() => b.get(path))
      const bare = async () => {
        for (const s of statements) await c.query(s as never)
      }
      const m = await compare({ ours: () => b.get(path), bare }, { rounds: 9 })
      if (!stale && m.ratio.bare > LIMIT) over.push(`home ${view}`)
      shown.push([
        view,
        String((await b.bare.query(STALE)).rows[0].n),
        figure(m.ms.ours),
        figure(m.ms.bare),
        m.ratio.bare.toFixed(2),
        !stale && m.ratio.bare > LIMIT ? 'OVER' : '',
      ])
      await b.bare.query('delete from region_stale')
    }
  }
  console.log(`\nStart page, ${parcels} parcels, ${b.engine}; limit ${LIMIT} for route : its own statements; all villages counted in ${figure(counted)} ms`)
  c.release()
  print(['view', 'changed villages', 'route ms', 'bare ms', 'ratio', ''], shown)
  return over
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const over: string[] = []
  for (const parcels of sizesOf(process.argv.slice(2))) {
    const b = await openCounty(parcels)
    over.push(...(await start(b, parcels)))
    await b.close()
  }
  judge(over)
}
