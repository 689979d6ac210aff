import { clock } from '../kit/server/clock.server.ts'
import { entries, type AnyResource } from '../kit/model/resource.ts'
import { cbf } from '../land/definitions/cbf.ts'
import { cbht, djb } from '../land/definitions/cbht.ts'
import { cbjyqz } from '../land/definitions/cbjyqz.ts'
import { dk } from '../land/definitions/dk.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { jtcy } from '../land/definitions/jtcy.ts'
import { asSystem } from '../runtime/system.server.ts'
import { figuresRoutine } from '../views/home/figures.server.ts'
import { openCounty } from './county.ts'
import { figure, print } from './measure.ts'
import { COUNTY, TENANT, type Bench, type Statement } from './setup.ts'

/** How much dearer a question may be over ten times the parcels. Source: the table of limits in README.md. */
const FLAT = 2
/** Milliseconds of the database up to which a growth is none: the count of ten thousand rows, where every list stops counting. */
const FELT = 40
/** A question's cost is the least of so many. */
const TRIES = 5

interface Node {
  'Node Type': string
  'Index Name'?: string
  Plans?: Node[]
}
const all = (n: Node): Node[] => [n, ...(n.Plans ?? []).flatMap(all)]

/** Books have a page for those in force. */
const PAGES: Readonly<Record<string, string>> = { djb: '/base-qssj/djb/wzx/page' }
const LISTS = [fbf, cbf, jtcy, dk, cbht, djb, cbjyqz] as readonly AnyResource[]
/** A value that no row has, by kind of field. */
const ABSENT: Readonly<Record<string, string>> = {
  int: '9876',
  area: '987654.32',
  decimal: '987654.32',
  date: '2099-12-31',
  datetime: '2099-12-31',
  ref: '1',
  flag: '1',
}
const absent = (kind: string, search: string) => ABSENT[kind] ?? (search === 'name' ? '龘龘' : kind === 'dict' ? '97' : '999999999999999999')

/** Every filter and sort that a list offers: with a value that one of its rows has, and with one that none has, for a page and for the few rows of the palette. */
async function offered(b: Bench, r: AnyResource): Promise<[name: string, query: Record<string, string>][]> {
  const { rows } = await b.bare.query(`select * from "${r.name}" where "tenantId" = $1 order by id limit 1`, [TENANT])
  const row = rows[0] as Record<string, unknown> | undefined
  const fields = entries(r).flatMap(([n, f]): [string, Record<string, string>][] => {
    if (!f.search || n === 'regionCode') return []
    const v = row?.[n]
    const has = v === null || v === undefined ? undefined : String(v).slice(0, 19)
    const none = absent(f.kind, f.search)
    if (f.search === 'range')
      return [
        ...(has === undefined
          ? []
          : ([
              [`${n} from`, { [`${n}Start`]: has }],
              [`${n} to`, { [`${n}End`]: has }],
            ] as [string, Record<string, string>][])),
        [`${n} from, none`, { [`${n}Start`]: none }],
      ]
    return [
      ...(has === undefined ? [] : ([[n, { [n]: has }]] as [string, Record<string, string>][])),
      [`${n}, none`, { [n]: none }],
      ...(f.search === 'name' ? ([[`${n}, none, of five`, { [n]: 'wangguilan', size: '5' }]] as [string, Record<string, string>][]) : []),
    ]
  })
  const sorts = ['createTime', 'updateTime', ...entries(r).flatMap(([n, f]) => (f.sort ? [n] : []))]
  return [
    ...fields,
    ...sorts.flatMap((n): [string, Record<string, string>][] => [
      [`${n} up`, { ascs: n }],
      [`${n} down`, { descs: n }],
    ]),
    ['page 9', { current: '9' }],
    ['last page', { current: 'last' }],
    ['last by time', { current: 'last', descs: 'updateTime' }],
  ]
}
/** Questions beside the lists of the registers: what a case's form offers, what the start and the statistics say, and lists with conditions of their own. */
const OTHERS: Readonly<Record<string, string>> = {
  'case form, held land': '/ywbl/register-contract/qqdk/page',
  'case form, held land, named': '/ywbl/register-contract/qqdk/page?dkmc=龘龘',
  'case form, collective land': '/ywbl/register-contract/jtdk/page',
  'unsigned contractors': '/base-qssj/cbf/unsignedPage',
  'collective land': '/base-dlxx/dk/statisticsJtd',
  'certificates by registry': '/base-qssj/cbjyqz/statisticsBdcfz',
  'analysis of parcels': '/dzzw/analyze/dk',
  'analysis of a category': '/dzzw/analyze/dk?dklb=10',
  'analysis of parcels, past day': '/dzzw/analyze/dk?asOf=2020-01-01',
  'analysis of contracted parcels': '/dzzw/analyze/cbdk',
  'analysis of contracted parcels, past day': '/dzzw/analyze/cbdk?asOf=2020-01-01',
  'analysis by region': '/dzzw/analyze',
  'figures of the region': '/dzzw/statistics',
  'screen on the wall': '/data/statistics/large',
  'start, what waits': '/yw-accept/business/work',
  'start, messages': '/cpt-desk/inbox/page?size=5',
  bell: '/cpt-desk/inbox/bell',
  'start, counts': '/data/statistics/home?view=counts',
  'start, contracts': '/data/statistics/home?view=contract',
  'start, renewal': '/data/statistics/home?view=renewal',
  'start, months': '/data/statistics/home?view=monthly',
  'households with contract': '/base-qssj/cbf/page?hasContract=1',
  'households without contract': '/base-qssj/cbf/page?hasContract=2',
  'households with certificate': '/base-qssj/cbf/page?hasCertificate=1',
  'books signed electronically': '/base-qssj/djb/wzx/page?signed=1',
  'books transferred': '/base-qssj/djb/wzx/page?transferred=1',
  'ended books': '/data/dzzw-djb/yzx/page',
  'parcels without outline': '/base-dlxx/dk/page?hasGeom=2',
}

const isSelect = (s: Statement) => /^(select|with)\b/i.test(s.text)
/** Milliseconds of the database that the statements of a request take, as the serving role, and what they read by. */
async function explained(b: Bench, path: string): Promise<{ ms: number; by: string[] }> {
  const statements = (await b.record(() => b.get(path))).filter(isSelect)
  const client = await b.bare.connect()
  let ms = Infinity
  const by = new Set<string>()
  try {
    for (let i = 0; i < TRIES; i++) {
      let sum = 0
      await client.query(`begin read only; set local role cpt_app; set local app.tenant = '${TENANT}'`)
      for (const s of statements) {
        const { rows } = await client.query({ text: `explain (analyze, timing off, format json) ${s.text}`, values: s.values })
        const { Plan, 'Execution Time': took } = rows[0]['QUERY PLAN'][0] as { Plan: Node; 'Execution Time': number }
        sum += took
        for (const n of all(Plan)) if (n['Node Type'] === 'Seq Scan') by.add('walked')
        for (const n of all(Plan)) if (n['Index Name']) by.add(n['Index Name'])
      }
      await client.query('rollback')
      ms = Math.min(ms, sum)
    }
  } catch (e) {
    await client.query('rollback')
    throw e
  } finally {
    client.release()
  }
  return { ms, by: [...by] }
}
export type Costs = Map<string, { ms: number; by: string[] }>

/** What every filter, sort and page that the lists of the register offer, and every question beside them, costs the database of an open county. */
export async function plans(b: Bench, parcels: number): Promise<Costs> {
  await figuresRoutine.run({ db: b.db, now: clock(), signal: new AbortController().signal, system: asSystem(b.db), as: undefined as never })
  for (const r of LISTS) await b.bare.query(`analyze "${r.name}"`)
  const costs: Costs = new Map()
  for (const r of LISTS)
    for (const [name, { current = '1', ...query }] of await offered(b, r)) {
      const at = (page: string) => `${PAGES[r.name] ?? `${r.path}/page`}?${new URLSearchParams({ size: '50', regionCode: COUNTY, ...query, current: page })}`
      const last = async () => String(Math.max(1, JSON.parse(String(await b.get(at('1')))).data.pages))
      costs.set(`${r.name} ${name}`, await explained(b, at(current === 'last' ? await last() : current)))
    }
  for (const [name, path] of Object.entries(OTHERS)) costs.set(name, await explained(b, encodeURI(path)))
  console.log(`\nFilters, sorts, pages and figures as the serving role, ${parcels} parcels, ${b.engine}: ${costs.size} questions`)
  return costs
}

/** Compares two counties, the second ten times the first, and answers the questions that grow. */
export function grown(small: Costs, large: Costs): string[] {
  const shown = [...large].map(([name, { ms, by }]) => {
    const before = small.get(name)!.ms
    const isOver = ms > FELT && ms > FLAT * before
    return { row: [name, figure(before), figure(ms), (ms / before).toFixed(1), isOver ? 'OVER' : '', by.join(' ')], isOver, name }
  })
  print(
    ['asked', 'ms', 'ms of ten times', 'growth', '', 'read by'],
    shown.map((s) => s.row),
  )
  return shown.filter((s) => s.isOver).map((s) => s.name)
}

/** Opens both counties, one after the other, and compares them. */
export async function flatPlans([small, large]: readonly number[]): Promise<string[]> {
  const costs: Costs[] = []
  for (const parcels of [small!, large!]) {
    const b = await openCounty(parcels)
    costs.push(await plans(b, parcels))
    await b.close()
  }
  return grown(costs[0]!, costs[1]!)
}
if (process.argv[1]?.endsWith('plans.ts')) {
  const { judge, sizesOf } = await import('./measure.ts')
  judge(await flatPlans(sizesOf(process.argv.slice(2).length ? process.argv.slice(2) : ['100000', '1000000'])))
}
