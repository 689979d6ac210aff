// A plan of extension from its draft until it is in force, by the people of village, town and county over HTTP; what is refused on the way, and what it does then.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import { Problem } from '../../../kit/model/problem.ts'
import { localTime } from '../../../kit/server/clock.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { bindingPlan } from '../../../land/fbf/binding.server.ts'
import { PDF } from '../../../services/files/testing.server.ts'
import { ctxOf } from '../../../tests/contract/rows.ts'
import { idCard } from '../../../tests/samples.ts'
import { buildContract, buildParcels } from '../../../tests/factories.ts'
import { world, type Account, type Answer, type World } from '../../../tests/world.ts'
import { whoOf } from '../../../platform/session/session.server.ts'
import { issuersSlice } from '../issuers/issuers.server.ts'
import type { PlanAct } from './flow.ts'
import { plansSlice } from './routes.server.ts'

let w: World
/** Two households and a parcel of reserve land. */
let zhang: Awaited<ReturnType<typeof buildContract>>, li: typeof zhang, reserve: string, fbfbm: string
beforeAll(async () => {
  w = await world()
  w.setNow('2026-03-02')
  zhang = await buildContract(w, { name: '张三', parcels: 2 })
  li = await buildContract(w, { name: '李四' })
  fbfbm = zhang.household.fbfbm!
  reserve = (await buildParcels(w, 1, fbfbm))[0]!.dkbm!
})
afterAll(() => w?.end())

const AT = '/ybProcess/makingPlan',
  STEPS = '/ybProcess/comment',
  ISSUERS = '/ybProcess/fbfBusiness'
const done = async (who: Account, path: string, body: object, query: Record<string, unknown> = {}): Promise<any> => {
  const a = await (await w.as(who)).post(path, body, query)
  expect([path, a.msg]).toEqual([path, '操作成功'])
  return a.data
}
/** What a call is refused with: its code, the words in both languages (of the first field where it is one). */
const refused = async (who: Account, path: string, body: object, query: Record<string, unknown> = {}): Promise<[number, string, string]> => {
  const ask = async (lang: string): Promise<Answer> => (await w.as(who)).send('POST', path, { body, query, headers: { 'accept-language': lang } })
  const [zh, en] = [await ask('zh'), await ask('en')]
  return [zh.code, zh.msg, en.msg]
}
const detail = async (id: string, who: Account = 'village') => (await (await w.as(who)).get(`${AT}/detail`, { id })).data
const drafted = (more: object = {}) => ({
  fbfbm,
  planName: '三组二轮延包方案',
  planYear: 2026,
  mode: '2',
  roundEnd: '2028-09-30',
  newTermYears: 30,
  specialGroups: '外嫁女在婚入地未取得承包地的，保留原承包地',
  content: '先摸底，后公示',
  workGroup: [{ name: '王五', role: '组长', phone: '13800000001' }],
  moves: [{ fromCbfbm: zhang.household.cbfbm, toCbfbm: li.household.cbfbm, dkbm: zhang.parcels[1]!.dkbm, areaMu: '1.50', reason: '人口减少' }],
  ...more,
})
const POSTING = { startDate: '2026-03-02', days: 15, place: '村务公开栏' }
const VOTE = { meetingDate: '2026-03-17', votersTotal: 10, attendees: 9, agreeCount: 7 }
const statusOf = async (id: string) => (await detail(id)).status
const change = async (id: string, more: object) => ({ ...(await detail(id)), ...more })
let id: string

/** The person who presses, as the route would let him: undefined where he has no button. */
async function pressed(account: Account, path: string, input: object, query: object = {}): Promise<string | null | undefined> {
  const route = [...plansSlice.routes, ...issuersSlice.routes].find((r) => r.path === path && r.method === 'POST')!
  const who = await whoOf(w.db, '000000', account)
  if (![route.perm].flat().some((p) => who.perms.has(String(p)))) return undefined
  class Undone extends Error {}
  return w.db
    .transaction({ tenantId: '000000' }, async (tx) => {
      const ctx: Ctx = { ...ctxOf(tx), who, now: localTime(w.now()), clock: w.now }
      const sent = Object.fromEntries(Object.entries({ ...query, ...input }).filter(([n]) => !route.derived?.includes(n)))
      await route.run(ctx, sent as never, {} as never)
      throw new Undone()
    })
    .catch((e: unknown) => {
      if (e instanceof Undone) return null
      if (e instanceof Problem) return e.say('zh')
      throw e
    })
}
const today = () => localTime(w.now()).slice(0, 10)
const seenIn = new Set<string>()
/** Presses every button that a plan offers to each person as it stands, in a transaction that is undone: none of them is refused; and the button of the issuer's documents does what its row says. */
async function foretold(): Promise<void> {
  for (const account of ['village', 'town', 'town2', 'county'] as const) {
    const p = await detail(id, account)
    const of = { makingPlanId: id }
    const vote = { meetingDate: today(), votersTotal: 10, attendees: 9, agreeCount: 7 }
    const does: Readonly<Record<PlanAct, () => Promise<(string | null | undefined)[]>>> = {
      submit: async () => [await pressed(account, `${AT}/submit`, p)],
      post: async () => [await pressed(account, `${STEPS}/report`, { ...of, ...POSTING, startDate: today() })],
      vote: async () => [await pressed(account, `${AT}/submit`, { id, rev: p.rev, ...vote })],
      report: async () => [await pressed(account, `${STEPS}/report`, of)],
      audit: async () => [
        await pressed(account, `${STEPS}/audit`, { ...of, result: '1' }),
        await pressed(account, `${STEPS}/audit`, { ...of, result: '2', opinion: '退回' }),
      ],
      remove: async () => [await pressed(account, `${AT}/remove`, {}, { ids: id })],
      correct: async () => [await pressed(account, `${AT}/submit`, drafted({ mode: '1', moves: [], planName: '更正' }))],
    }
    for (const [act, press] of Object.entries(does) as [PlanAct, () => Promise<(string | null | undefined)[]>][]) {
      if (p.acts[act] !== null) continue
      const said = (await press()).filter((x) => x !== undefined)
      expect([account, p.status, act, said.filter((x) => x !== null)]).toEqual([account, p.status, act, []])
      if (said.length) seenIn.add(`${p.status} ${act}`)
    }
    const [issuer] = (await (await w.as(account)).get(`${ISSUERS}/page`, { fbfbm })).data.records
    const said = await pressed(account, `${ISSUERS}/submit`, { fbfbm })
    if (said !== undefined) expect([account, p.status, 'documents', said]).toEqual([account, p.status, 'documents', issuer.why])
  }
}

test('alternatives are reckoned from the register and stored by nobody: one that is chosen is taken as it is', async () => {
  const ask = async (query: object = {}) => (await w.as('village')).get(`${AT}/alternatives`, { fbfbm, ...query })
  const { data } = await ask()
  const by = Object.fromEntries(data.alternatives.map((a: any) => [a.name, a]))
  expect(Object.keys(by)).toEqual(['direct', 'landless', 'small'])
  expect([by.direct.mode, by.direct.moves, by.direct.area, by.direct.reserveLeft]).toEqual(['1', [], '4.50', '1.50'])
  // one household has twice the land of the other: nobody is without land, and the reserve alone fits nobody below half of the mean
  expect(by.landless.moves).toEqual([])
  const poor = (await ask({ lower: 100, upper: 100 })).data.alternatives[2]
  expect(poor.moves).toEqual(
    [{ dkbm: reserve, toCbfbm: li.household.cbfbm, areaMu: '1.50', reason: '机动地安排给无地、少地农户' }].filter(() => poor.moves.length > 0),
  )
  expect((await ask({ lower: 101 })).data.fields).toEqual([{ field: 'lower', msg: '请输入0至100的整数' }])
  expect((await (await w.as('village')).get(`${AT}/alternatives`, { fbfbm: '51202111999999' })).msg).toBe('发包方【51202111999999】不存在')
  expect((await (await w.as('village')).get(`${AT}/page`, { fbfbm })).data.total).toBe(0)
})
test('a plan is drafted with what it moves; what it names wrongly is refused by parcel and person', async () => {
  const wrong = async (move: object) => (await refused('village', `${AT}/submit`, drafted({ moves: [{ ...drafted().moves[0], ...move }] })))[1]
  const [a, b, c] = [zhang.parcels[0]!.dkbm, zhang.parcels[1]!.dkbm, li.parcels[0]!.dkbm]
  expect(await wrong({ dkbm: `${fbfbm}99999` })).toBe(`地块【${fbfbm}99999】不是该发包方的有效地块`)
  expect(await wrong({ toCbfbm: `${fbfbm}9999` })).toBe(`承包方【${fbfbm}9999】不是该发包方的有效承包方`)
  expect(await wrong({ dkbm: c })).toBe(`地块【${c}】不在张三的合同中`)
  expect(await wrong({ dkbm: a, fromCbfbm: null })).toBe(`地块【${a}】由张三承包，请填写调出承包方`)
  expect(await wrong({ toCbfbm: zhang.household.cbfbm })).toBe('调出和调入不能是同一承包方')
  expect(await wrong({ areaMu: '1.51' })).toBe(`地块【${b}】共调出1.51亩，超过1.50亩`)
  expect(await refused('village', `${AT}/submit`, drafted({ mode: '1' }))).toEqual([
    400,
    '直接延包的方案不调整地块',
    'A plan that extends directly moves no parcel',
  ])
  expect((await refused('village', `${AT}/submit`, drafted({ fbfbm: '51202111999999' })))[1]).toBe('发包方【51202111999999】不存在')
  expect((await refused('village', `${AT}/submit`, drafted({ roundEnd: '2040-12-31' })))[1]).toContain('乡镇批准日期应在')
  id = await done('village', `${AT}/submit`, drafted())
  expect(await refused('village', `${AT}/submit`, drafted())).toEqual([
    409,
    '该发包方已有在办的延包方案（第1版），请先办完或删除',
    'The issuer has a plan under way (version 1): finish or remove it first',
  ])
  const p = await detail(id)
  expect([p.status, p.version, p.fbfmc, p.workGroup[0].name, p.moves.map((m: any) => [m.fromCbfmc, m.toCbfmc, m.areaMu, m.isDone])]).toEqual([
    '0',
    1,
    p.fbfmc,
    '王五',
    [['张三', '李四', '1.50', false]],
  ])
  expect([p.acts.submit, p.acts.post, p.acts.vote, p.acts.audit]).toEqual([null, null, '当前状态不能登记会议表决', '当前状态不能审核方案'])
  await foretold()
})
test('a draft without a move is no small adjustment; a posting lasts fifteen days, and one of fewer is refused by the number', async () => {
  await done('village', `${AT}/submit`, await change(id, { moves: [] }))
  expect(await refused('village', `${STEPS}/report`, { makingPlanId: id, ...POSTING })).toEqual([
    409,
    '小调整方案没有调整地块，请先填写调整或改为直接延包',
    'A plan with a small adjustment moves no parcel: enter what it moves, or extend directly',
  ])
  await done('village', `${AT}/submit`, await change(id, { moves: drafted().moves }))
  expect(await refused('village', `${STEPS}/report`, { makingPlanId: id, ...POSTING, days: 14 })).toEqual([
    400,
    '公示天数不能少于15天',
    'The publicity lasts at least 15 days',
  ])
  expect((await refused('village', `${STEPS}/report`, { makingPlanId: id }))[1]).toBe('请选择公示开始日期')
  await done('village', `${STEPS}/report`, { makingPlanId: id, ...POSTING })
  expect(await statusOf(id)).toBe('1')
  const listed = (await (await w.as('village')).get('/yw-publicity/publicity/page', { regionCode: fbfbm })).data.records[0]
  expect([listed.title, listed.status, listed.endDate, listed.businessId]).toEqual(['三组二轮延包方案公示', '1', '2026-03-16', null])
  await foretold()
})
test('the vote waits for the end of the posting and for open objections; an upheld one returns the plan, which is posted anew', async () => {
  expect((await refused('village', `${AT}/submit`, await change(id, { ...VOTE, meetingDate: POSTING.startDate })))[1]).toBe('公示期未满，还剩15天')
  const posting = (await detail(id)).posting.id
  const said = { publicityId: posting, objector: '赵六', objectorIdType: '1', objectorIdCard: idCard(), phone: '13800000002', content: '不同意调整' }
  expect((await refused('village', '/yw-publicity/objection/save', { ...said, targetCode: li.parcels[0]!.dkbm }))[1]).toBe('异议对象不属于本业务')
  // a name of the household that holds the land is its own person's, and a child objects by a guardian
  const asked = { ...said, targetCode: zhang.parcels[1]!.dkbm }
  expect((await refused('village', '/yw-publicity/objection/save', { ...asked, objector: '张三' })).slice(1)).toEqual([
    '【张三】在登记簿中的证件号码与填写的证件号码不一致',
    'In the register 张三 has another number than the one given',
  ])
  const child = `51202120180101951${idCardCheck('51202120180101951')}`
  expect((await refused('village', '/yw-publicity/objection/save', { ...asked, objectorIdCard: child }))[1]).toBe(
    '未满18周岁的人员不能提出异议，应由监护人代为提出',
  )
  const objection = await done('village', '/yw-publicity/objection/save', { ...said, targetCode: zhang.parcels[1]!.dkbm })
  w.setNow('2026-03-17')
  expect((await refused('village', `${AT}/submit`, await change(id, VOTE)))[1]).toBe('存在未处理异议1条')
  // what is said against a plan bars nobody's land
  expect((await w.db.pool.query(`select yyzt from dk where dkbm = $1`, [zhang.parcels[1]!.dkbm])).rows[0].yyzt).not.toBe('1')
  await done('town', '/yw-publicity/objection/handle', { id: objection, rev: 1, handleResult: '2', opinion: '调整面积有误' })
  expect(await statusOf(id)).toBe('6')
  await foretold()
  await done('village', `${AT}/submit`, await change(id, { planName: '三组二轮延包方案（修订）' }))
  await done('village', `${STEPS}/report`, { makingPlanId: id, ...POSTING, startDate: '2026-03-17' })
  expect((await detail(id)).posting).toMatchObject({ startDate: '2026-03-17', endDate: '2026-03-31', status: '1' })
})
test('a vote below two thirds is refused by its numbers and changes nothing', async () => {
  w.setNow('2026-04-01')
  const vote = async (more: object) => refused('village', `${AT}/submit`, await change(id, { ...VOTE, meetingDate: '2026-04-01', ...more }))
  expect(await vote({ agreeCount: 6 })).toEqual([
    400,
    '同意6人，不足应到10人的三分之二（至少7人），方案未通过',
    '6 of 10 agreed, fewer than two thirds (7): the plan is not passed',
  ])
  expect((await vote({ attendees: 11 }))[1]).toBe('实到11人，多于应到10人')
  expect((await vote({ agreeCount: 10 }))[1]).toBe('同意10人，多于实到9人')
  expect((await vote({ meetingDate: '2026-03-31' }))[1]).toBe('会议应在公示结束（2026-03-31）之后召开')
  await foretold()
  expect(await statusOf(id)).toBe('1')
  await done('village', `${AT}/submit`, await change(id, { ...VOTE, meetingDate: '2026-04-01' }))
  expect([(await detail(id)).status, (await detail(id)).posting.status]).toEqual(['2', '2'])
  await foretold()
})
test('the township audits what another person reported, then the county; a return says why', async () => {
  await done('town', `${STEPS}/report`, { makingPlanId: id, opinion: '请审核' })
  await foretold()
  expect(await refused('town', `${STEPS}/audit`, { makingPlanId: id, result: '1' })).toEqual([
    403,
    '方案由镇级经办上报或已由其审核，须由其他人员审核',
    expect.stringContaining('another person must audit it'),
  ])
  expect((await refused('village', `${STEPS}/audit`, { makingPlanId: id, result: '1' }))[0]).toBe(403)
  expect((await refused('town2', `${STEPS}/audit`, { makingPlanId: id, result: '2' }))[1]).toBe('请输入退回意见')
  await done('town2', `${STEPS}/audit`, { makingPlanId: id, result: '1', opinion: '同意' })
  await foretold()
  expect(await refused('town', `${STEPS}/audit`, { makingPlanId: id, result: '1' })).toEqual([403, '方案由县级备案（批复）', 'The county audits the plan'])
  expect((await (await w.as('county')).get('/base-qssj/fbf/rounds', { fbfbm })).data.every((r: any) => r.roundNo === null)).toBe(true)
  await done('county', `${STEPS}/audit`, { makingPlanId: id, result: '1', opinion: '同意备案' })
  const p = await detail(id)
  expect([p.status, p.effectiveDay]).toEqual(['5', '2026-04-01'])
  await foretold()
  const steps = (await (await w.as('village')).get(`${STEPS}/getProcessList`, { makingPlanId: id })).data
  expect(steps.map((s: any) => [s.step, s.result, s.opinion])).toEqual([
    ['1', '0', null],
    ['2', '0', null],
    ['7', '2', '异议成立：调整面积有误'],
    ['2', '0', null],
    ['3', '1', null],
    ['4', '0', '请审核'],
    ['5', '1', '同意'],
    ['6', '1', '同意备案'],
  ])
})
test('a plan in force has its round in the register, cannot be edited, and is replaced by a correction alone', async () => {
  const [round] = (await (await w.as('county')).get('/base-qssj/fbf/rounds', { fbfbm })).data
  expect(round).toMatchObject({ roundNo: 3, fromDay: '2028-10-01', toDay: '2058-09-30', causeKind: 'plan', planName: '三组二轮延包方案（修订）' })
  expect(await refused('county', '/base-qssj/fbf-plan/undo', { opinion: '有误', rev: 1 }, { id: round.planId })).toEqual([
    409,
    '该轮承包期由延包方案《三组二轮延包方案（修订）》生效登记，不能单独撤销，请更正方案',
    'The plan of extension 三组二轮延包方案（修订） recorded this round: correct the plan instead',
  ])
  // renewals of its issuer are judged by what it moves
  expect(await w.db.transaction({ tenantId: '000000' }, (tx) => bindingPlan(ctxOf(tx), fbfbm))).toEqual({
    planName: '三组二轮延包方案（修订）',
    version: 1,
    moves: [{ fromCbfbm: zhang.household.cbfbm, toCbfbm: li.household.cbfbm, dkbm: zhang.parcels[1]!.dkbm }],
  })
  expect(await refused('village', `${AT}/submit`, await change(id, { planName: '改' }))).toEqual([
    409,
    '方案已生效，不能修改；确需更正的，请发起更正，经公示、表决、审核后由新版本替代',
    'The plan is in force and cannot be changed: a correction is a new version, which is posted, voted on and audited',
  ])
  expect((await refused('village', `${AT}/remove`, {}, { ids: id }))[1]).toBe('当前状态不能删除方案')
  const next = await done('village', `${AT}/submit`, drafted({ planName: '三组方案更正', mode: '1', moves: [] }))
  expect((await detail(next)).version).toBe(2)
  expect((await detail(id)).acts.correct).toBe('该发包方已有在办的延包方案（第2版），请先办完或删除')
  await done('village', `${STEPS}/report`, { makingPlanId: next, ...POSTING, startDate: '2026-04-01' })
  w.setNow('2026-04-16')
  await done('village', `${AT}/submit`, await change(next, { ...VOTE, meetingDate: '2026-04-16' }))
  await done('village', `${STEPS}/report`, { makingPlanId: next })
  await done('town', `${STEPS}/audit`, { makingPlanId: next, result: '1' })
  await done('county', `${STEPS}/audit`, { makingPlanId: next, result: '2', opinion: '缺会议记录' })
  expect([await statusOf(next), await statusOf(id)]).toEqual(['6', '5'])
  await done('village', `${AT}/remove`, {}, { ids: next })
  expect((await (await w.as('village')).get(`${AT}/page`, { fbfbm })).data.records.map((p: any) => [p.version, p.status])).toEqual([[1, '5']])
})
test('issuers are listed with plan, posting and documents; what lacks is named by the button and by the call, and what is submitted stays', async () => {
  const own = async () => (await (await w.as('village')).get(`${ISSUERS}/page`, { fbfbm })).data.records[0]
  expect(await own()).toMatchObject({ planStatus: '5', postedUntil: '2026-03-31', meetingDate: '2026-04-01', should: 2, signed: 0, isComplete: false })
  const why = '资料不齐，缺：工作组名单、延包方案、会议记录（决议）、公示材料、汇总表'
  expect([(await own()).why, (await refused('village', `${ISSUERS}/submit`, { fbfbm }))[1]]).toEqual([why, why])
  const attach = async (kind: string) =>
    (await w.as('village')).upload('/cpt-resource/attach/endpoint/upload', { name: '样张.pdf', bytes: PDF }, { businessId: id, businessItem: kind })
  for (const kind of ['GZZ', 'YBFA', 'HYJL', 'GSB', 'HZB']) expect((await attach(kind)).code).toBe(200)
  expect(await own()).toMatchObject({ isComplete: true, why: null })
  await done('village', `${ISSUERS}/submit`, { fbfbm })
  expect((await refused('village', `${ISSUERS}/submit`, { fbfbm }))[1]).toBe('资料已提交，不能增减')
  expect((await attach('GZZ')).msg).toBe('资料已提交，不能增减')
  const counted = (await (await w.as('county')).get(`${ISSUERS}/count`)).data
  expect(counted.states.find((s: any) => s.state === '5').n).toBe(1)
  expect(counted.states.reduce((n: number, s: any) => n + s.n, 0)).toBe(counted.total)
  expect((await (await w.as('county')).get(`${ISSUERS}/page`, { planStatus: '5' })).data.total).toBe(1)
  expect((await (await w.as('county')).get(`${ISSUERS}/page`, { planStatus: 'none' })).data.total).toBe(counted.total - 1)
  expect((await (await w.as('county')).get(`${ISSUERS}/page`, { planStatus: '9' })).msg).toBe('方案状态格式不正确')
  await foretold()
  expect(reserve).toHaveLength(19)
  // every button was pressed where somebody has it enabled
  expect([...seenIn].toSorted()).toEqual(['0 post', '0 remove', '0 submit', '1 vote', '2 report', '3 audit', '4 audit', '5 correct', '6 remove', '6 submit'])
})
test('its papers are PDF, and there is a sample of each', async () => {
  for (const paper of ['plan', 'vote', 'notice', 'approval']) {
    const a = await (await w.as('village')).get(`${AT}/print`, { id, paper })
    expect([paper, a.raw.subarray(0, 5).toString()]).toEqual([paper, '%PDF-'])
    expect((await (await w.as('village')).get(`${ISSUERS}/example/download`, { paper })).raw.subarray(0, 5).toString()).toBe('%PDF-')
  }
  expect((await (await w.as('village')).get(`${AT}/print`, { id, paper: 'nothing' })).msg).toBe('文书不存在')
})
test('nobody of another region or tenant reaches a plan', async () => {
  expect((await (await w.as('other')).get(`${AT}/detail`, { id })).code).toBe(404)
  expect((await refused('other', `${STEPS}/audit`, { makingPlanId: id, result: '1' }))[0]).toBe(404)
})
