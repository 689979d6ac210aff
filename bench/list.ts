import { pathToFileURL } from 'node:url'
import { openCounty } from './county.ts'
import { compare, figure, judge, print, sizesOf, type Compared } from './measure.ts'
import { COUNTY, type Bench, type Statement } from './setup.ts'

/** The whole route : the same SQL through bare `pg`. Source: the table of limits in README.md. */
const LIMIT = 1.5
/** How much dearer the same page may be over ten times the parcels; noise of a shared machine included. */
const FLAT = 1.5

/** Calls of every page before the first is measured. */
const WARM = 20

const LISTS = { households: '/base-qssj/cbf/page', parcels: '/base-dlxx/dk/page' }
const REGIONS = { county: COUNTY, town: `${COUNTY}102`, village: `${COUNTY}102205` }
const CODE: Record<keyof typeof LISTS, Record<string, string>> = { households: { cbfbm: `${COUNTY}102205030012` }, parcels: { dkbm: `${COUNTY}1022050300100` } }
const NAMES: Record<string, Record<string, string>> = {
  'no filter': {},
  'name 桂兰': { cbfmc: '桂兰' },
  'name wgl': { cbfmc: 'wgl' },
  'name 李': { cbfmc: '李' },
}

interface Case {
  name: string
  path: string
}
/** Every list that is measured: two registers, three regions, names in signs and in pinyin, a code, 10 and 200 rows, the 100th page. */
function cases(): Case[] {
  return Object.entries(LISTS).flatMap(([list, path]) => {
    const of = (name: string, query: Record<string, string>): Case => ({ name: `${list}, ${name}`, path: `${path}?${new URLSearchParams(query)}` })
    return [
      ...Object.entries(REGIONS).flatMap(([region, regionCode]) =>
        Object.entries(NAMES).map(([name, filter]) => of(`${region}, ${name}`, { current: '1', size: '10', regionCode, ...filter })),
      ),
      of('county, code', { current: '1', size: '10', regionCode: COUNTY, ...CODE[list as keyof typeof LISTS] }),
      of('county, 200 rows', { current: '1', size: '200', regionCode: COUNTY }),
      of('village, 200 rows, name 李', { current: '1', size: '200', regionCode: REGIONS.village, cbfmc: '李' }),
      of('county, page 100', { current: '100', size: '10', regionCode: COUNTY }),
    ]
  })
}

export interface Measured extends Compared<'ours' | 'sql' | 'selects'> {
  rows: number
  total: number
}

const isSelect = (s: Statement) => /^(select|with)\b/i.test(s.text)
/** The page's own statements: what follows the second `begin`, after the one that finds the caller. */
const ofPage = (all: readonly Statement[]) => all.slice(all.findLastIndex((s) => s.text.startsWith('begin')))

/**
 * The whole route against every statement it sends, on one bare connection and nothing else (`sql`, the limit), and against the page's two selects
 * alone (`selects`, for information: without finding the caller, his rights, and row-level security).
 */
async function measure(b: Bench, c: Case): Promise<Measured> {
  const page = JSON.parse(String(await b.get(c.path))).data as { records: unknown[]; total: number }
  const statements = await b.record(() => b.get(c.path)),
    selects = ofPage(statements).filter(isSelect)
  const client = await b.bare.connect()
  const send = async (list: readonly Statement[]) => {
    for (const s of list) await client.query(s)
  }
  try {
    // the page itself comes first; words of the codes on it may be more than its rows
    const rows = (await b.bare.query(selects[0]!.text, selects[0]!.values)).rows.length
    if (page.records.length > 1 && rows !== page.records.length) throw new Error(`${c.name}: the bare statements and the route give different rows`)
    const m = await compare({ ours: () => b.get(c.path), sql: () => send(statements), selects: () => send(selects) }, { rounds: 9 })
    return { ...m, rows: page.records.length, total: page.total }
  } finally {
    client.release()
  }
}

/** Measures every list on an open county and prints it. Answers the figures by name. */
export async function lists(b: Bench, parcels: number): Promise<Map<string, Measured>> {
  const out = new Map<string, Measured>()
  // a server that has run for a minute, not one that has just started: the compiler has seen the path
  for (let i = 0; i < WARM; i++) for (const c of cases()) await b.get(c.path)
  for (const c of cases()) out.set(c.name, await measure(b, c))
  console.log(`\nList pages, ${parcels} parcels, ${b.engine}; limit ${LIMIT} for route : its statements through pg`)
  print(
    ['page', 'rows', 'total', 'route ms', 'sql ms', 'selects ms', 'route : sql', 'route : selects', ''],
    [...out].map(([name, m]) => [
      name,
      String(m.rows),
      String(m.total),
      ...[m.ms.ours, m.ms.sql, m.ms.selects].map(figure),
      m.ratio.sql.toFixed(2),
      m.ratio.selects.toFixed(2),
      m.ratio.sql > LIMIT ? 'OVER' : '',
    ]),
  )
  return out
}
/** Names of the lists over their limit. */
export const listsOver = (measured: Map<string, Measured>): string[] => [...measured].filter(([, m]) => m.ratio.sql > LIMIT).map(([name]) => name)

const totalOf = async (b: Bench, c: Case): Promise<number> => JSON.parse(String(await b.get(c.path))).data.total
/** What a page may cost over the larger county: the same, or, where names are searched, as many times more as rows are found and counted. */
const allowed = (c: Case, small: number, large: number): number => (c.name.includes('name') ? Math.max(FLAT, large / (small || 1)) : FLAT)

/** Runs the same pages over a smaller and a larger county alternately and prints what the larger costs. Answers the names that are not flat. */
export async function flatness(small: Bench, large: Bench): Promise<string[]> {
  const shown: string[][] = [],
    over: string[] = []
  for (const c of cases()) {
    const totals = [await totalOf(small, c), await totalOf(large, c)] as const
    const m = await compare({ ours: () => large.get(c.path), small: () => small.get(c.path) }, { rounds: 9 })
    const limit = allowed(c, ...totals),
      isOver = m.ratio.small > limit
    if (isOver) over.push(`${c.name} (not flat)`)
    shown.push([c.name, ...totals.map(String), figure(m.ms.small), figure(m.ms.ours), m.ratio.small.toFixed(2), limit.toFixed(1), isOver ? 'OVER' : ''])
  }
  console.log(`\nThe larger county against the smaller, ${large.engine}`)
  print(['page', 'total', 'total', 'ms', 'ms', 'larger : smaller', 'limit', ''], shown)
  return over
}
/** The same for the two counties of these sizes. */
export async function flatnessOf([small, large]: readonly number[]): Promise<string[]> {
  const both = [await openCounty(small!), await openCounty(large!)] as const
  try {
    return await flatness(...both)
  } finally {
    for (const b of both) await b.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const sizes = sizesOf(process.argv.slice(2)),
    over: string[] = []
  for (const parcels of sizes) {
    const b = await openCounty(parcels)
    over.push(...listsOver(await lists(b, parcels)))
    await b.close()
  }
  if (sizes.length === 2) over.push(...(await flatnessOf(sizes)))
  judge(over)
}
