// The extension campaign beside random businesses: what people say of households, versions of plans, and that the list is the register with rows that say where
// the others went. The list is told again by loops over the tables.
import { sql } from 'kysely'
import { householdPage, countHouseholds } from '../../business/extension/households/households.server.ts'
import { setAside, submitSurvey, takeBackAside } from '../../business/extension/households/survey.server.ts'
import { Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { MAKING, making_plan, PLAN_MODE } from '../../land/fbf/making-plan.ts'
import { NEXT_ROUND, YB } from '../../land/definitions/extension.ts'
import { FBFBM, VILLAGE, type Bench } from '../case-bench.ts'
import type { Choices } from './generate.ts'

type Row = Readonly<Record<string, any>>
const all = async (b: Bench, words: string): Promise<Row[]> => (await sql<Row>`${sql.raw(words)}`.execute(b.db.owner)).rows
/** Contractors that have ended as part of another: split up, or merged (dictionary zxyylx). */
const WENT = ['6', '7']
/** The states in which a plan may be under way. */
const UNDER_WAY = [MAKING.draft, MAKING.posted, MAKING.voted, MAKING.reported, MAKING.returned]

/** One thing that people do in the campaign, to a random household or plan. Answers what it was; what the state of a household forbids is refused and changes nothing. */
export async function campaignStep(b: Bench, c: Choices, day: string): Promise<string> {
  const homes = (await all(b, `select cbfbm from cbf where cbflx = '1' order by cbfbm`)).map((r) => String(r.cbfbm))
  const surveyed = (await all(b, `select distinct cbfbm from extension_household where round = '${NEXT_ROUND}' order by cbfbm`)).map((r) => String(r.cbfbm))
  const name = c.one(['surveyed', 'aside', 'back', 'plan'] as const)!
  // who was not surveyed is left out by nobody: most of a village would be refused
  const cbfbm = c.one(name === 'aside' && surveyed.length && c.is(0.7) ? surveyed : homes)!
  const [last] = await all(b, `select id::text as id, version from making_plan where fbfbm = '${FBFBM}' order by version desc limit 1`)
  const steps: Readonly<Record<typeof name, (ctx: Ctx) => Promise<unknown>>> = {
    surveyed: (ctx) =>
      submitSurvey(ctx, {
        cbfbm,
        wish: '1',
        ybddlx: '1',
        surveyDay: day,
        surveyor: '调查员',
        finished: c.is(0.7) ? '1' : '0',
        survey: { members: [], parcels: [], circulation: [] },
      }),
    aside: (ctx) =>
      setAside(ctx, { cbfbms: cbfbm, ybStatus: c.is(0.5) ? YB.left : YB.postponed, reasonTag: c.one(['2', '4', '9'])!, reason: '外出', decider: undefined }),
    back: (ctx) => takeBackAside(ctx, { cbfbms: cbfbm, reason: '已返乡' }),
    plan: async (ctx) => {
      if (last) await rows.update(ctx, making_plan, last.id, { status: MAKING.replaced })
      const plan = { regionCode: VILLAGE, fbfbm: FBFBM, planName: '方案', planYear: 2026, mode: PLAN_MODE.direct, roundEnd: '2028-09-30', newTermYears: 30 }
      return rows.insert(ctx, making_plan, { ...plan, version: Number(last?.version ?? 0) + 1, status: c.one(UNDER_WAY)! })
    },
  }
  try {
    await b.as('admin', steps[name])
    return name
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `refused ${name} ${error.key}`
  }
}

/** What of the list of the campaign is not as the register has it. */
export async function campaignBroken(b: Bench): Promise<string[]> {
  const [homes, said, plans] = await Promise.all([
    all(b, `select id::text as id, cbfbm, fbfbm, zt, zxyylx, "regFrom"::text as day from cbf where cbflx = '1'`),
    all(
      b,
      `select fbfbm, cbfbm, "ybStatus", ("createTime" at time zone 'Asia/Shanghai')::date::text as day from extension_household where round = '${NEXT_ROUND}'`,
    ),
    all(b, `select status from making_plan where fbfbm = '${FBFBM}' and status <> '${MAKING.replaced}' order by version desc limit 1`),
  ])
  const began = said.map((h) => String(h.day)).toSorted()[0]
  const valid = new Set(homes.filter((h) => h.zt === '1').map((h) => h.cbfbm))
  const should = homes.filter(
    (h) => h.zt === '1' || (h.zt === '2' && !valid.has(h.cbfbm) && (said.some((s) => s.cbfbm === h.cbfbm) || (began !== undefined && h.day >= began))),
  )
  const q = { regionCode: VILLAGE, size: '200', current: '1' }
  const { list, counts } = await b.as('admin', async (ctx) => ({
    list: await householdPage(ctx, q, async () => new Map()),
    counts: await countHouseholds(ctx, { regionCode: VILLAGE }),
  }))
  const found = list.records as unknown as Row[]
  const out: string[] = []
  const codes = (of: readonly Row[]) => of.map((h) => `${h.cbfbm} ${h.zt}`).toSorted()
  const [is, was] = [codes(found), codes(should)]
  out.push(
    ...is.filter((x) => !was.includes(x)).map((x) => `${x} is in the list, and should not be`),
    ...was.filter((x) => !is.includes(x)).map((x) => `${x} is not in the list`),
  )
  if (is.length !== new Set(is).size) out.push('a household stands in the list twice')
  const sum = Object.values(counts.status).reduce((n, x) => n + x, 0)
  if (counts.total !== found.length || sum !== found.length || list.total !== found.length) out.push(`${found.length} rows, ${counts.total} and ${sum} counted`)
  for (const h of found) {
    const own = homes.find((x) => x.cbfbm === h.cbfbm && x.zt === h.zt)
    const mark = said.find((s) => s.cbfbm === h.cbfbm)?.ybStatus
    if (h.zt !== '1') {
      if (h.ybStatus !== YB.left && ![YB.toSign, YB.signed, YB.certified].includes(h.ybStatus)) out.push(`${h.cbfbm} has ended and stands at ${h.ybStatus}`)
      // a row that says where it went, to households that were made then
      if (WENT.includes(own?.zxyylx) && (h.wentTo.length === 0 || h.wentTo.some((x: string) => !homes.some((o) => o.cbfbm === x))))
        out.push(`${h.cbfbm} went to ${JSON.stringify(h.wentTo)}`)
    } else if (!h.businessCode && [YB.left, YB.postponed].includes(mark) && ![mark, YB.toSign, YB.signed, YB.certified].includes(h.ybStatus))
      out.push(`${h.cbfbm} was put aside and stands at ${h.ybStatus}`)
    if ((h.planStatus ?? undefined) !== plans[0]?.status) out.push(`${h.cbfbm} has plan ${h.planStatus}, not ${plans[0]?.status}`)
  }
  return out
}
