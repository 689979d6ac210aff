// The screens of the extension campaign over a county: lists, counts and progress through the whole route, against every statement that they send on one bare connection.
import { pathToFileURL } from 'node:url'
import { extension_household, NEXT_ROUND, YB } from '../land/definitions/extension.ts'
import { making_plan, MAKING, PLAN_MODE } from '../land/fbf/making-plan.ts'
import { openCounty } from './county.ts'
import { filler } from './fill.ts'
import { codeOf, GROUP, GROUPS_OF_VILLAGE, pick } from './ground.ts'
import { compare, figure, judge, print, sizesOf } from './measure.ts'
import { COUNTY, TENANT, type Bench } from './setup.ts'

/** The whole route : its statements through bare `pg`. */
const LIMIT = { list: 1.5, count: 1.2 } as const
const WARM = 5
const TOWN = `${COUNTY}102`
const VILLAGE = `${TOWN}205`
const LIST = '/ybProcess/cbfBusiness'
/** What is measured: the list of households as it is opened and filtered, the issuers, and what is counted. */
const CASES: readonly (readonly [kind: keyof typeof LIMIT, name: string, path: string, query: Readonly<Record<string, string>>])[] = [
  ...([COUNTY, TOWN, VILLAGE] as const).flatMap((regionCode) => [
    ['list', 'households', `${LIST}/page`, { regionCode, current: '1', size: '10' }] as const,
    ['list', 'households, surveyed', `${LIST}/page`, { regionCode, current: '1', size: '10', ybStatus: YB.surveyed }] as const,
    ['count', 'households by state', `${LIST}/count`, { regionCode }] as const,
    ['count', 'progress', '/ybProcess/common/progress', { regionCode }] as const,
    ['count', 'signing', '/dzzw/analyze/htqd/renew', { regionCode }] as const,
  ]),
  ['list', 'households, by name', `${LIST}/page`, { regionCode: COUNTY, current: '1', size: '10', cbfmc: '桂兰' }],
  ['list', 'households, 200 rows', `${LIST}/page`, { regionCode: VILLAGE, current: '1', size: '200' }],
  ['list', 'issuers', '/ybProcess/fbfBusiness/page', { regionCode: COUNTY, current: '1', size: '10' }],
  ['count', 'issuers by plan', '/ybProcess/fbfBusiness/count', { regionCode: COUNTY }],
]

const PLANNED = [MAKING.effective, MAKING.posted, MAKING.draft, MAKING.effective] as const
/** A plan of every issuer, and what was said of six households in ten, as a county stands in the middle of its campaign. */
async function fillCampaign(b: Bench): Promise<void> {
  if ((await b.bare.query('select from making_plan limit 1')).rowCount) return
  const { rows } = await b.bare.query('select count(*)::int as n from fbf')
  await filler(b, TENANT, [making_plan, extension_household], async (to) => {
    for (let group = 0; group < rows[0].n; group++) {
      const fbfbm = codeOf(COUNTY, group)
      const at = { regionCode: fbfbm, fbfbm }
      const term = { planYear: '2026', mode: PLAN_MODE.direct, roundEnd: '2028-09-29', newTermYears: '30' }
      to.add(making_plan, { ...at, ...term, planName: '延包方案', version: '1', status: PLANNED[group % PLANNED.length]! })
      for (let h = 0; h < GROUP.households; h++) {
        const chance = pick(10, group, h, 7)
        if (chance > 5) continue
        const said = { round: String(NEXT_ROUND), cbfbm: `${fbfbm}${String(h + 1).padStart(4, '0')}`, wish: '1', ybddlx: '1', surveyor: '调查员' }
        to.add(extension_household, { ...at, ...said, surveyDay: '2026-03-01', ybStatus: chance === 0 ? YB.survey : chance === 1 ? YB.postponed : YB.surveyed })
      }
      if (group % GROUPS_OF_VILLAGE === GROUPS_OF_VILLAGE - 1) await to.flush()
    }
  })
  await b.bare.query('vacuum analyze')
}

/** Measures every call on an open county and prints it. Answers the names of those over their limit. */
export async function campaignCalls(b: Bench, parcels: number): Promise<string[]> {
  await fillCampaign(b)
  const [lines, over]: [string[][], string[]] = [[], []]
  for (const [kind, name, path, query] of CASES) {
    const whole = `${path}?${new URLSearchParams(query)}`
    for (let i = 0; i < WARM; i++) await b.get(whole)
    const statements = await b.record(() => b.get(whole))
    const client = await b.bare.connect()
    const bare = async () => {
      for (const s of statements) await client.query(s)
    }
    const { ms, ratio } = await compare({ ours: () => b.get(whole), sql: bare }, { rounds: 5, calls: 4 }).finally(() => client.release())
    const at = `${name}, ${query.regionCode}`
    const isOver = ratio.sql > LIMIT[kind]
    if (isOver) over.push(at)
    lines.push([at, String(statements.length), figure(ms.ours), figure(ms.sql), ratio.sql.toFixed(2), String(LIMIT[kind]), isOver ? 'OVER' : ''])
  }
  const { rows } = await b.bare.query(`select count(*)::int as n from cbf where zt = '1'`)
  console.log(`\nThe extension campaign, ${rows[0].n} households (${parcels} parcels), ${b.engine}`)
  print(['call', 'statements', 'route ms', 'sql ms', 'route : sql', 'limit', ''], lines)
  return over
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const over: string[] = []
  for (const parcels of sizesOf(process.argv.slice(2))) {
    const b = await openCounty(parcels)
    over.push(...(await campaignCalls(b, parcels)))
    await b.close()
  }
  judge(over)
}
