import { pathToFileURL } from 'node:url'
import type { Route } from '../kit/server/route.server.ts'
import { slice as land } from '../slices/land/land.server.ts'
import { openCounty } from './county.ts'
import { compare, figure, judge, print, type Compared } from './measure.ts'
import { CLERK, contextOf, COUNTY, TENANT, type Bench, type Statement } from './setup.ts'

/** Ours : the same SQL through bare `pg`. Source: the table of limits in README.md. */
const LIMIT = 1.5
/** How much dearer the same page may be over ten times the parcels; noise of a shared machine included. */
const FLAT = 1.5

const FACTS = { headers: {}, params: {}, cookies: {} }
const REGIONS = { county: COUNTY, town: `${COUNTY}102`, village: `${COUNTY}102205` }
const NAMES = { none: undefined, '2 signs': '桂兰', pinyin: 'wgl' }

interface Case {
  name: string
  route: Route
  query: Record<string, unknown>
}
/** Every list that is measured: both pages, 10 and 200 rows, three regions, three ways to search a name. */
function cases(): Case[] {
  return ['/base-qssj/cbf/page', '/base-dlxx/dk/page'].flatMap((path) => {
    const route = land.routes.find((r) => r.path === path && r.method === 'GET')!
    return [10, 200].flatMap((size) =>
      Object.entries(REGIONS).flatMap(([region, regionCode]) =>
        Object.entries(NAMES).map(([name, cbfmc]) => ({
          name: `${path.split('/')[2]} ${size} ${region} ${name}`,
          route,
          query: { current: '1', size: String(size), regionCode, ...(cbfmc ? { cbfmc } : {}) },
        })),
      ),
    )
  })
}

/** The handler as mount runs it: one read-only transaction under the wall, a context, the route. */
const asMounted = (b: Bench, c: Case) =>
  b.db.transaction({ tenantId: TENANT, readOnly: c.route.method === 'GET' && !c.route.writes }, (tx) =>
    c.route.run(contextOf(tx, CLERK), c.query, FACTS),
  ) as Promise<{ records: unknown[]; total: number }>

type Figures = Compared<'ours' | 'sql' | 'selects'>
const isSelect = (s: Statement) => /^(select|with)\b/i.test(s.text)

/** Ours against its statements on one bare connection (`sql`, the limit) and against the selects alone, without begin and commit. */
async function measure(b: Bench, c: Case): Promise<Figures & { rows: number; total: number }> {
  const { records, total } = await asMounted(b, c)
  const statements = await b.record(() => asMounted(b, c))
  const client = await b.bare.connect()
  const send = async (list: readonly Statement[]) => {
    let last = 0
    for (const s of list) last = (await client.query(s.text, s.values)).rows?.length ?? last
    return last
  }
  const selects = statements.filter(isSelect)
  try {
    if ((await send(selects)) !== records.length) throw new Error(`${c.name}: the bare statements and the handler give different numbers of rows`)
    return { ...(await compare({ ours: () => asMounted(b, c), sql: () => send(statements), selects: () => send(selects) })), rows: records.length, total }
  } finally {
    client.release()
  }
}

/** Measures every list at one size and prints it. Answers the figures by name. */
async function lists(parcels: number): Promise<Map<string, Figures>> {
  const b = await openCounty(parcels),
    out = new Map<string, Figures>(),
    shown: string[][] = []
  for (const c of cases()) {
    const m = await measure(b, c)
    out.set(c.name, m)
    shown.push([
      c.name,
      String(m.rows),
      String(m.total),
      ...[m.ms.ours, m.ms.sql, m.ms.selects].map(figure),
      m.ratio.sql.toFixed(2),
      m.ratio.selects.toFixed(2),
      m.ratio.sql > LIMIT ? 'OVER' : '',
    ])
  }
  await b.close()
  console.log(`\n${parcels} parcels, limit ${LIMIT} for ours : sql`)
  print(['page', 'rows', 'total', 'ours ms', 'sql ms', 'selects ms', 'ours:sql', 'ours:selects', ''], shown)
  return out
}

/** Compares two sizes of the same county. Answers the names that are not flat. */
function flatness(small: Map<string, Figures>, large: Map<string, Figures>): string[] {
  const ratios = [...small].map(([name, m]) => ({ name, ratio: large.get(name)!.ms.ours / m.ms.ours }))
  console.log(`\nthe larger county against the smaller, limit ${FLAT}`)
  print(
    ['page', 'cost', ''],
    ratios.map((r) => [r.name, r.ratio.toFixed(2), r.ratio > FLAT ? 'OVER' : '']),
  )
  return ratios.filter((r) => r.ratio > FLAT).map((r) => `${r.name} (not flat)`)
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100_000]
  const measured: Map<string, Figures>[] = []
  for (const parcels of sizes) measured.push(await lists(parcels))
  const over = measured.flatMap((m) => [...m].filter(([, c]) => c.ratio.sql > LIMIT).map(([name]) => name))
  if (measured.length === 2) over.push(...flatness(measured[0]!, measured[1]!))
  judge(over)
}
