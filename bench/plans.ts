import { entries, type AnyResource } from '../kit/model/resource.ts'
import { cbf } from '../land/definitions/cbf.ts'
import { cbht } from '../land/definitions/cbht.ts'
import { dk } from '../land/definitions/dk.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { figure, print } from './measure.ts'
import { COUNTY, TENANT, type Bench, type Statement } from './setup.ts'

/** Milliseconds that the rows of a page may take the database, whatever filter or sort a list offers. Source: the table of limits in README.md. */
const LIMIT = 250
/** How far the planner may be off before its choice is luck. */
const OFF = 100

interface Node {
  'Node Type': string
  'Index Name'?: string
  'Plan Rows': number
  'Actual Rows': number
  'Actual Total Time': number
  Plans?: Node[]
}
const all = (n: Node): Node[] => [n, ...(n.Plans ?? []).flatMap(all)]

/** Every filter and sort that a list offers, with a value that one of its rows has. */
async function offered(b: Bench, r: AnyResource): Promise<[name: string, query: Record<string, string>][]> {
  const { rows } = await b.bare.query(`select * from "${r.name}" where "tenantId" = $1 order by id limit 1`, [TENANT])
  const row = rows[0] as Record<string, unknown> | undefined
  const fields = entries(r).flatMap(([n, f]): [string, Record<string, string>][] => {
    const v = row?.[n]
    const value = v === null || v === undefined ? (f.kind === 'dict' ? '9' : undefined) : String(v).slice(0, 19)
    if (!f.search || n === 'regionCode' || value === undefined) return []
    if (f.search === 'range')
      return [
        [`${n} from`, { [`${n}Start`]: value }],
        [`${n} to`, { [`${n}End`]: value }],
      ]
    return [[n, { [n]: value }]]
  })
  const sorts = ['createTime', 'updateTime', ...entries(r).flatMap(([n, f]) => (f.sort ? [n] : []))]
  return [
    ...fields,
    ...sorts.flatMap((n): [string, Record<string, string>][] => [
      [`${n} up`, { ascs: n }],
      [`${n} down`, { descs: n }],
    ]),
  ]
}

/** How the serving role reads the rows of a page: the statement that the route sends, explained while it runs. */
async function explained(b: Bench, s: Statement): Promise<Node> {
  const client = await b.bare.connect()
  try {
    await client.query(`begin read only; set local role cpt_app; set local app.tenant = '${TENANT}'`)
    const { rows } = await client.query({ text: `explain (analyze, timing off, format json) ${s.text}`, values: s.values })
    const { Plan, 'Execution Time': ms } = rows[0]['QUERY PLAN'][0] as { Plan: Node; 'Execution Time': number }
    return { ...Plan, 'Actual Total Time': ms }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Explains every filter and sort that the lists of the register offer, as the serving role, and prints the plans. Answers those over the limit. */
export async function plans(b: Bench, parcels: number): Promise<string[]> {
  const shown: string[][] = [],
    over: string[] = []
  for (const r of [fbf, cbf, dk, cbht] as AnyResource[]) {
    for (const [name, query] of await offered(b, r)) {
      const path = `${r.path}/page?${new URLSearchParams({ current: '1', size: '50', regionCode: COUNTY, ...query })}`
      const page = (await b.record(() => b.get(path))).findLast(
        (s) => s.text.includes(`from "${r.name}"`) && / limit /.test(s.text) && !s.text.startsWith('select count'),
      )
      if (!page) throw new Error(`${path}: no statement reads the page`)
      const plan = await explained(b, page)
      const nodes = all(plan)
      const reads = nodes.filter((n) => n['Index Name'] || n['Node Type'] === 'Seq Scan').map((n) => n['Index Name'] ?? 'walked')
      const read = nodes.at(-1)!
      const off = Math.max(read['Plan Rows'], 1) / Math.max(read['Actual Rows'], 1)
      const ms = plan['Actual Total Time']
      const isOver = ms > LIMIT
      if (isOver) over.push(`${r.name} ${name}`)
      // a page stops at its fiftieth row, so only a guess that is too low tells of blindness
      const note = [isOver ? 'OVER' : '', off < 1 / OFF ? 'guessed too low' : ''].filter(Boolean).join(', ')
      shown.push([r.name, name, [...new Set(reads)].join(' '), String(read['Plan Rows']), String(read['Actual Rows']), figure(ms), note])
    }
  }
  console.log(`\nFilters and sorts as the serving role, ${parcels} parcels, ${b.engine}; limit ${LIMIT} ms of the database`)
  print(['list', 'asked', 'read by', 'guessed', 'read', 'ms', ''], shown)
  return over
}
