import { PLACES } from '../../platform/seed/places.ts'
import type { Application } from './app.server.ts'
import { demoCalls, demoDay, type DemoAs, type DemoCall } from './demo-calls.server.ts'

const PLAN = '/ybProcess/makingPlan',
  STEP = '/ybProcess/comment',
  HOUSEHOLDS = '/ybProcess/cbfBusiness'
const GROUP = (n: number) => `${PLACES.village}0${n}`
/** The last day of the second round in the village, and the years of the next. */
const ROUND = { roundEnd: '2028-09-30', newTermYears: 30, planYear: 2026 }
const WORK_GROUP = [
  { name: '周德明', role: '组长', phone: '19900001001' },
  { name: '李秀英', role: '成员', phone: '19900001002' },
]

interface DemoHousehold {
  cbfbm: string
}
const households = async (call: DemoCall, fbfbm: string, size: number): Promise<DemoHousehold[]> =>
  (await call(`${HOUSEHOLDS}/page`, { fbfbm, size, current: 1 })).records

/** The first group: its plan is in force, its households are surveyed. */
async function inForce(as: DemoAs): Promise<void> {
  const fbfbm = GROUP(1)
  const text = { fbfbm, mode: '1', planName: '玉顶村一组二轮延包方案', ...ROUND, workGroup: WORK_GROUP, moves: [] }
  const draft = await as('village', 40)
  const makingPlanId = await draft(`${PLAN}/submit`, {
    ...text,
    specialGroups: '外嫁女在婚入地未取得承包地的，保留原承包地',
    content: '坚持“大稳定、小调整”，总体顺延，不打乱重分。',
  })
  await (
    await as('village', 38)
  )(`${STEP}/report`, { makingPlanId, startDate: demoDay(-38), days: 15, place: '村务公开栏' })
  const vote = await as('village', 20)
  const stands = await vote(`${PLAN}/detail`, { id: makingPlanId })
  await vote(`${PLAN}/submit`, { ...stands, meetingDate: demoDay(-20), votersTotal: 96, attendees: 88, agreeCount: 85 })
  await (
    await as('town', 18)
  )(`${STEP}/report`, { makingPlanId, opinion: '程序齐全，请审核' })
  await (
    await as('town2', 16)
  )(`${STEP}/audit`, { makingPlanId, result: '1', opinion: '同意' })
  await (
    await as('county')
  )(`${STEP}/audit`, { makingPlanId, result: '1', opinion: '同意备案' })
}
/** The second group: its plan with one small move is posted. */
async function posted(as: DemoAs): Promise<void> {
  const fbfbm = GROUP(2)
  const call = await as('village', 6)
  const [from, to] = await households(call, fbfbm, 2)
  const parcels = (await call('/base-dlxx/dk/page', { cbfbm: from!.cbfbm, contracted: '1', size: 1, current: 1 })).records
  const moves = parcels.map((p: { dkbm: string }) => ({
    fromCbfbm: from!.cbfbm,
    toCbfbm: to!.cbfbm,
    dkbm: p.dkbm,
    areaMu: '0.10',
    reason: '调出方人口减少，自愿交回',
  }))
  const makingPlanId = await call(`${PLAN}/submit`, { fbfbm, mode: '2', planName: '玉顶村二组二轮延包方案', ...ROUND, workGroup: WORK_GROUP, moves })
  await (
    await as('village', 5)
  )(`${STEP}/report`, { makingPlanId, startDate: demoDay(-5), days: 15, place: '村务公开栏' })
}
/** The third group: half of its households are surveyed, one waits, one is not extended. The first group's are surveyed all but a few. */
async function surveyed(as: DemoAs): Promise<void> {
  const SHARES = [
    [1, 0.9],
    [3, 0.5],
  ] as const
  for (const [group, share] of SHARES) {
    const call = await as('village')
    const list = await households(call, GROUP(group), 200)
    const asked = list.slice(0, Math.round(list.length * share))
    for (const [n, { cbfbm }] of asked.entries()) {
      const surveyDay = demoDay(-(1 + (n % 14)))
      // every twelfth was begun and is not finished
      const finished = n % 12 === 11 ? 0 : 1
      await call(`${HOUSEHOLDS}/submit`, { cbfbm, wish: '1', ybddlx: '1', surveyDay, surveyor: n % 2 ? '周德明' : '李秀英', finished })
    }
    const aside = (n: number, more: object) => call(`${HOUSEHOLDS}/set-aside`, { cbfbms: asked[n]!.cbfbm, ...more })
    if (group === 3) {
      await aside(2, { ybStatus: '8', reason: '户主外出，约定春节返乡后办理' })
      await aside(5, { ybStatus: '7', reasonTag: '6', reason: '全家自愿交回承包地，已书面申请' })
    }
  }
}

/** Brings the demonstration's village some way into the campaign, so that each of its screens has something to show. Nothing where a plan is there already. */
export async function demonstrateCampaign(a: Application): Promise<void> {
  const as = demoCalls(a)
  if ((await (await as('county'))(`${PLAN}/page`, { size: 1, current: 1 })).total > 0) return
  await inForce(as)
  await posted(as)
  await surveyed(as)
}
