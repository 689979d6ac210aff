import { YB } from '../../../land/definitions/extension.ts'
import { PLACES } from '../../../platform/seed/places.ts'
import type { Application } from '../app.server.ts'
import { demoCalls, demoDay, type DemoCall } from './calls.server.ts'

const PLAN = '/ybProcess/makingPlan',
  STEP = '/ybProcess/comment',
  HOUSEHOLDS = '/ybProcess/cbfBusiness',
  FIELD = '/ybProcess/field'
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
  (await call('village', `${HOUSEHOLDS}/page`, { fbfbm, size, current: 1 })).records

/** The first group: its plan is in force. */
async function inForce(call: DemoCall): Promise<void> {
  const draft = {
    fbfbm: GROUP(1),
    mode: '1',
    planName: '玉顶村一组二轮延包方案',
    ...ROUND,
    workGroup: WORK_GROUP,
    moves: [],
    specialGroups: '外嫁女在婚入地未取得承包地的，保留原承包地',
    content: '坚持“大稳定、小调整”，总体顺延，不打乱重分。',
  }
  const makingPlanId = await call('village', `${PLAN}/submit`, draft, { daysAgo: 40 })
  await call('village', `${STEP}/report`, { makingPlanId, ...posting(38) }, { daysAgo: 38 })
  const stands = await call('village', `${PLAN}/detail`, { id: makingPlanId })
  const vote = { meetingDate: demoDay(-20), votersTotal: 96, attendees: 88, agreeCount: 85 }
  await call('village', `${PLAN}/submit`, { ...stands, ...vote }, { daysAgo: 20 })
  await call('town', `${STEP}/report`, { makingPlanId, opinion: '程序齐全，请审核' }, { daysAgo: 18 })
  await call('town2', `${STEP}/audit`, { makingPlanId, result: '1', opinion: '同意' }, { daysAgo: 16 })
  // what it writes into the register is written today: the households came with today's import
  await call('county', `${STEP}/audit`, { makingPlanId, result: '1', opinion: '同意备案' })
}
const posting = (daysAgo: number) => ({ startDate: demoDay(-daysAgo), days: 15, place: '村务公开栏' })
/** The second group: its plan with one small move is posted. */
async function posted(call: DemoCall): Promise<void> {
  const fbfbm = GROUP(2)
  const [from, to] = await households(call, fbfbm, 2)
  const parcels = (await call('village', '/base-dlxx/dk/page', { cbfbm: from!.cbfbm, contracted: '1', size: 1, current: 1 })).records
  const moves = parcels.map((p: { dkbm: string }) => ({
    fromCbfbm: from!.cbfbm,
    toCbfbm: to!.cbfbm,
    dkbm: p.dkbm,
    areaMu: '0.10',
    reason: '调出方人口减少，自愿交回',
  }))
  const draft = { fbfbm, mode: '2', planName: '玉顶村二组二轮延包方案', ...ROUND, workGroup: WORK_GROUP, moves }
  const makingPlanId = await call('village', `${PLAN}/submit`, draft, { daysAgo: 6 })
  await call('village', `${STEP}/report`, { makingPlanId, ...posting(5) }, { daysAgo: 5 })
}
/** Surveys the first so many of a group's households, every twelfth of them not to its end; answers them. */
async function surveyed(call: DemoCall, group: number, share: number): Promise<DemoHousehold[]> {
  const list = await households(call, GROUP(group), 200)
  const asked = list.slice(0, Math.round(list.length * share))
  for (const [n, { cbfbm }] of asked.entries()) {
    const [surveyDay, surveyor, finished] = [demoDay(-(1 + (n % 14))), WORK_GROUP[(n + 1) % 2]!.name, n % 12 === 11 ? 0 : 1]
    await call('village', `${HOUSEHOLDS}/submit`, { cbfbm, wish: '1', ybddlx: '1', surveyDay, surveyor, finished })
  }
  return asked
}
/**
 * Two collectors with phones at households of the second group: of one both said otherwise, which a person decides at the desk; of another one brought a survey and a
 * remark on a boundary.
 */
async function collected(call: DemoCall): Promise<void> {
  const fbfbm = GROUP(2)
  const phone = async (who: string, serial: number) => {
    const device = { deviceId: `00000000-0000-4000-8000-00000000000${serial}`, deviceName: `Android ${serial}` }
    const { households: list } = await call(who, `${FIELD}/take`, { fbfbm, ...device })
    const bring = (n: number, item: number, kind: string, content: object, base?: object) => {
      const sent = { itemId: `00000000-0000-4000-8000-0000000${serial}000${item}`, cbfbm: list[n].cbfbm, kind, deviceTime: `${demoDay(-1)} 15:20:00` }
      return call(who, `${FIELD}/deliver`, { ...device, ...sent, content, ...(base ? { base } : {}) })
    }
    const survey = (n: number, item: number, said: object) =>
      bring(
        n,
        item,
        '1',
        { ...list[n].said, wish: '1', ybddlx: '1', surveyDay: demoDay(-1), surveyor: WORK_GROUP[serial - 1]!.name, finished: 1, ...said },
        list[n].said,
      )
    return { bring, survey }
  }
  const [first, second] = [await phone('village', 1), await phone('town', 2)]
  await first.survey(4, 1, { landNote: '东侧以水沟为界' })
  await second.survey(4, 1, { wish: '2', landNote: '东侧以田埂为界，面积有异议' })
  await first.survey(5, 2, {})
  await first.bring(5, 3, '3', { lon: 105.352, lat: 29.934, note: '南侧界桩已被冲毁，需重新埋设' })
}

/**
 * Brings the demonstration's village some way into the campaign, so that each of its screens has something to show: a plan in force, one posted, the first
 * group surveyed all but a few, the third by half, with one household that waits and one that is not extended, and what two collectors brought from the second. Nothing where a plan is there already.
 */
export async function demonstrateCampaign(a: Application): Promise<void> {
  const call = demoCalls(a)
  if ((await call('county', `${PLAN}/page`, { size: 1, current: 1 })).total > 0) return
  await inForce(call)
  await posted(call)
  await surveyed(call, 1, 0.9)
  const half = await surveyed(call, 3, 0.5)
  const aside = (n: number, why: object) => call('village', `${HOUSEHOLDS}/set-aside`, { cbfbms: half[n]!.cbfbm, ...why })
  await aside(2, { ybStatus: YB.postponed, reason: '户主外出，约定春节返乡后办理' })
  await collected(call)
  await aside(5, { ybStatus: YB.left, reasonTag: '6', reason: '全家自愿交回承包地，已书面申请' })
}
