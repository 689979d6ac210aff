// The campaign from the first question to the certificate, by the roles over HTTP: where each household stands, who is in the list, and what is refused.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registryOf } from '../../../apps/server/handlings.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { planRoutes } from '../../../land/fbf/plan.server.ts'
import type { Act } from '../../../land/register/acts/acts.ts'
import { write } from '../../../land/register/write.server.ts'
import { dict_biz } from '../../../platform/definitions/system.ts'
import { householdFields, POSTED } from '../../../tests/applications.ts'
import { attachTo, bench, FBFBM, land, memberId, registered, VILLAGE, type Bench } from '../../../tests/case-bench.ts'
import { stories, type House } from '../../../tests/type-stories.ts'
import { batchJob } from '../../cases/batch.server.ts'
import { Problem } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { YB } from '../../../land/definitions/extension.ts'
import { startExtension } from './start.server.ts'
import { whyStopped } from './stops.ts'
import { extensionSlice } from './routes.server.ts'
import { setAside, submitSurvey, takeBackAside } from './survey.server.ts'
import type { HouseholdActs } from './survey.ts'

const registry = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'HYJL', 'DKSYT', 'GSB']
const PERMS = ['extension_household_view', 'extension_household_edit', 'cbf_view', 'cbf_edit', 'fbf_plan_add', 'fbf_plan_check']
const AT = '/ybProcess/cbfBusiness'
let b: Bench
let told: ReturnType<typeof stories>
let houses: House[]
beforeAll(async () => {
  b = await bench({ routes: [...planRoutes, ...extensionSlice(registry).routes], perms: PERMS })
  told = stories(b, { typeCode: 'contract_renew', name: '延包', files: FILES })
  await land(b, [])
  houses = []
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const h = await registered(b, n, [`0000${n}`])
    await attachTo(b, String((await told.one('cbf', `cbfbm = '${h.cbfbm}'`)).id), ['CBFSFZ', 'CBFHKB'])
    houses.push(h)
  }
  await b.as('admin', async (ctx) => {
    for (const dictKey of ['-1', '2', '4', '6'])
      await rows.insert(ctx, dict_biz, { code: 'household_tag', dictKey, dictValue: dictKey, parentId: dictKey === '-1' ? null : '1', isSealed: 0 } as never)
  })
})
afterAll(() => b?.end())

const call = (verb: string, body: object, who: 'village' | 'town' | 'other' = 'village') => b.call(who)('POST', `${AT}/${verb}`, body)
const look = async (query: Record<string, string> = {}) => {
  const r = await b.call('town')('GET', `${AT}/page`, {}, { regionCode: VILLAGE, size: '100', ...query })
  expect(r.msg).toBe('操作成功')
  return r.data
}
const stands = async (query: Record<string, string> = {}): Promise<Record<string, string>> =>
  Object.fromEntries((await look(query)).records.map((r: { cbfbm: string; ybStatus: string }) => [r.cbfbm.slice(-4), r.ybStatus]))
const counted = async () => (await b.call('town')('GET', `${AT}/count`, {}, { regionCode: VILLAGE })).data
const DONE = { wish: '1', ybddlx: '1', surveyDay: '2026-03-01', surveyor: '李四', finished: 1 }
const survey = (h: House, more: object = DONE) => call('submit', { cbfbm: h.cbfbm, ...more })
const begun = async (id: string) => {
  const d = await told.detail(id)
  await attachTo(b, id, FILES)
  const { form, obligeName, obligeIdType, obligeIdCard, obligePhone, businessName, businessTypeCode, businessItemCode, doSign, businessReceiver } = d
  const sent = { obligeName, obligeIdType, obligeIdCard, obligePhone, businessName, businessTypeCode, businessItemCode, doSign, businessReceiver }
  const r = await b.call('village')('POST', '/yw-accept/business/save-commit', { ...sent, businessReceiveTime: d.businessReceiveTime, form, id, rev: d.rev })
  expect(r.msg).toBe('操作成功')
}

/** What every button of a household does when it is pressed; `leave` and `postpone` are both foretold by `aside`. */
const PRESSED: readonly (readonly [keyof HouseholdActs, (ctx: Ctx, cbfbm: string) => Promise<unknown>])[] = [
  ['survey', (ctx, cbfbm) => submitSurvey(ctx, { cbfbm, ...DONE })],
  ['start', (ctx, cbfbms) => startExtension(registry, ctx, { cbfbms, regionCode: undefined, fbfbm: undefined, as: '1' })],
  ['aside', (ctx, cbfbms) => setAside(ctx, { cbfbms, ybStatus: YB.left, reasonTag: '6', reason: '原因', decider: undefined })],
  ['aside', (ctx, cbfbms) => setAside(ctx, { cbfbms, ybStatus: YB.postponed, reasonTag: undefined, reason: '原因', decider: undefined })],
  ['back', (ctx, cbfbms) => takeBackAside(ctx, { cbfbms, reason: '原因' })],
]
const pressedIn = new Set<string>()
class Undone extends Error {}
/** Presses every button of every household of the list as it stands, each in a transaction that is undone, and compares with what the list foretold. */
async function foretold(): Promise<void> {
  for (const h of (await look()).records as { cbfbm: string; ybStatus: string; zt: string; acts: HouseholdActs }[])
    for (const [act, press] of PRESSED) {
      const said = await b
        .as('village', async (ctx) => {
          await press(ctx, h.cbfbm)
          throw new Undone()
        })
        .catch((e: unknown) => {
          if (e instanceof Undone) return null
          if (e instanceof Problem) return e.say('zh')
          throw e
        })
      const why = h.acts[act]
      expect([h.cbfbm, h.ybStatus, act, said]).toEqual([h.cbfbm, h.ybStatus, act, why === null ? null : expect.stringContaining(why)])
      if (why === null) pressedIn.add(`${h.zt === '1' ? h.ybStatus : 'ended'} ${act}`)
    }
}

test('every household of the register is in the list before anybody has asked about it, and nobody of another county sees it', async () => {
  expect(await stands()).toEqual({ '0001': '0', '0002': '0', '0003': '0', '0004': '0', '0005': '0', '0006': '0' })
  expect(await counted()).toEqual({ total: 6, status: { 0: 6, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0, 8: 0 } })
  const other = await b.call('other')('GET', `${AT}/page`, {}, {})
  expect(other.data.total).toBe(0)
  expect((await b.call('other')('GET', `${AT}/page`, {}, { regionCode: VILLAGE })).key).toBe('out-of-region')
  expect((await call('submit', { cbfbm: houses[0]!.cbfbm, ...DONE }, 'other')).key).toBe('extension-none')
})

test('a survey that says too little or something impossible changes nothing, and says what', async () => {
  const [h] = houses
  const member = (await told.membersOf(h!))[0]!
  const refusedAt = async (more: object) => (await survey(h!, more)).data?.fields?.map((f: { field: string }) => f.field)
  expect(await refusedAt({ finished: 1 })).toEqual(['wish', 'ybddlx', 'surveyDay', 'surveyor'])
  expect(await refusedAt({ ...DONE, ybddlx: '9' })).toEqual(['ybddlx'])
  expect(await refusedAt({ ...DONE, surveyDay: '2026-03-09' })).toEqual(['surveyDay'])
  const members = [{ is: member.id, cyxm: '张一' }, { is: member.id, cyxm: '张一' }, { is: '77', cyxm: '谁' }, { cyxm: '' }]
  expect((await refusedAt({ survey: { members, parcels: [{ dkbm: `${FBFBM}00002`, change: '1' }] } })).toSorted()).toEqual(
    ['survey.members.1.is', 'survey.members.2.is', 'survey.members.3.cyxm', 'survey.parcels.0.dkbm'].toSorted(),
  )
  expect((await call('submit', { cbfbm: `${FBFBM}9999`, ...DONE })).key).toBe('extension-none')
  expect(await told.all('extension_household', 'true')).toEqual([])
})

test('a survey is begun, finished, and read beside the register, which stays as it is', async () => {
  const [h] = houses
  const before = await told.register()
  const [head] = await told.membersOf(h!)
  const found = {
    members: [
      { is: head!.id, cyxm: '张壹', kind: '9' },
      { cyxm: '张新', yhzgx: '20' },
    ],
    parcels: [{ dkbm: `${FBFBM}00001`, change: '5', area: '0.30' }],
  }
  expect((await survey(h!, { wish: '2', survey: found, tags: '6' })).msg).toBe('操作成功')
  expect((await stands())['0001']).toBe('1')
  expect((await survey(h!)).msg).toBe('操作成功')
  const [row] = (await look({ cbfbm: h!.cbfbm })).records
  expect([row.ybStatus, row.wish, row.ybddlx, row.tags, row.surveyor]).toEqual(['2', '1', '1', '6', '李四'])
  expect(await stands({ tag: '6' })).toEqual({ '0001': '2' })
  const one = (await b.call('town')('GET', `${AT}/detail`, {}, { id: row.id })).data
  expect(one.survey.members.map((m: { cyxm: string }) => m.cyxm)).toEqual(['张壹', '张新'])
  expect(one.members.map((m: { cyxm: string }) => m.cyxm)).toEqual(['张1', '李1', '张小1'])
  expect(await told.register()).toBe(before)
  // somebody who read it before the last word does not overwrite it
  expect((await survey(h!, { ...DONE, rev: 1 })).key).toBe('changed')
  // nor does another who saw none, or says nothing of what he saw
  for (const none of [{}, { rev: null }]) expect((await call('submit', { cbfbm: h!.cbfbm, ...DONE, ...none }, 'town')).key).toBe('changed')
  const form = await b.raw('town')('GET', `${AT}/example/download`, { cbfbms: h!.cbfbm })
  expect([form.statusCode, form.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect((await b.raw('town')('GET', `${AT}/example/download`)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('not extended and postponed: from a survey that began, with a reason, all or none of those that are named; taken back by an act that is recorded', async () => {
  const [a, c, d] = [houses[1]!, houses[2]!, houses[3]!]
  const aside = (list: readonly House[], more: object) =>
    call('set-aside', { cbfbms: list.map((h) => h.cbfbm).join(','), ybStatus: '8', reason: '地界争议', ...more })
  expect((await aside([a], {})).msg).toContain(`【${a.cbfbm} 张2】${whyStopped.notBegun.zh}`)
  for (const h of [a, c]) expect((await survey(h, { wish: '1' })).msg).toBe('操作成功')
  expect((await aside([a], { reason: '' })).data.fields[0].field).toBe('reason')
  expect((await aside([a], { ybStatus: '5' })).data.fields[0].field).toBe('ybStatus')
  expect((await aside([a], { ybStatus: '7' })).data.fields[0].field).toBe('reasonTag')
  expect((await aside([a, d], {})).key).toBe('extension-stopped')
  expect((await stands())['0002']).toBe('1')
  const board = '县农村土地承包仲裁委员会'
  const disputed = async () => (await look()).records.flatMap((h: { cbfbm: string; decider: string | null }) => (h.decider ? [[h.cbfbm, h.decider]] : []))
  expect((await aside([a], { ybStatus: '7', reasonTag: '6', decider: board })).data.fields[0].field).toBe('decider')
  expect((await aside([a], { decider: board })).msg).toBe('操作成功')
  expect(await disputed()).toEqual([[a.cbfbm, board]])
  expect((await aside([c], { ybStatus: '7', reasonTag: '6', reason: '自愿放弃' })).msg).toBe('操作成功')
  expect(await counted()).toMatchObject({ total: 6, status: { 0: 3, 2: 1, 7: 1, 8: 1 } })
  await foretold()
  expect((await survey(a)).msg).toContain(whyStopped.postponed.zh)
  expect((await aside([c], {})).msg).toContain(whyStopped.left.zh)
  const back = (h: House, reason = '争议已解决') => call('take-back', { cbfbms: h.cbfbm, reason })
  expect((await back(a, '')).data.fields[0].field).toBe('reason')
  expect((await back(d)).msg).toContain(whyStopped.notHeld.zh)
  expect((await back(a)).msg).toBe('操作成功')
  expect([(await stands())['0002'], await disputed()]).toEqual(['1', []])
  const acts = (await sql<{ diff: any }>`select diff from audit_event where action = 'extension_household.back'`.execute(b.db.owner)).rows
  expect(acts.map((x) => x.diff.reason)).toEqual([['地界争议', '争议已解决']])
  await foretold()
})

test('the extension begins for those that are ready alone, and the case carries them to the certificate; undone, they stand where they stood', async () => {
  const [one1, two, left] = [houses[0]!, houses[1]!, houses[2]!]
  const start = (more: object) => call('start', more)
  expect((await start({ cbfbms: `${one1.cbfbm},${left.cbfbm}` })).msg).toContain(whyStopped.left.zh)
  expect((await start({ cbfbms: two.cbfbm })).msg).toContain(whyStopped.notFinished.zh)
  expect((await survey(two)).msg).toBe('操作成功')
  // without a round of the issuer nothing is begun
  expect((await start({ cbfbms: one1.cbfbm })).msg).toContain('发包方尚未登记下一轮承包期')
  expect((await start({ regionCode: VILLAGE })).key).toBe('extension-nothing')
  await foretold()
  const days = { fromDay: '2028-10-01', toDay: '2058-09-30', approvedDay: '2026-02-10' }
  const plan = await b.call('town')('POST', '/base-qssj/fbf-plan/submit', { fbfbm: FBFBM, roundNo: 3, ...days, planName: '延包方案', reason: '镇政府批准' })
  await attachTo(b, plan.data, ['fbf_plan'])
  expect((await b.call('county')('POST', '/base-qssj/fbf-plan/confirm', { rev: 1 }, { id: plan.data })).msg).toBe('操作成功')

  await foretold()
  const linesOf = async () =>
    new Map(
      (await told.all('cbdkxx', `qszt = '1' and cbfbm in ('${one1.cbfbm}', '${two.cbfbm}')`)).map((x) => [String(x.dkbm), [Number(x.htmjm), Number(x.htmj)]]),
    )
  const before = await linesOf()
  const made = await start({ regionCode: VILLAGE, as: '1' })
  expect([made.msg, made.data.households, made.data.left]).toEqual(['操作成功', 2, []])
  const [id] = made.data.businessIds
  expect((await told.detail(id)).form.nh.map((h: { cbjyqzbm: string }) => h.cbjyqzbm)).toEqual([one1.code, two.code])
  await begun(id)
  const of = async () => Object.values(await stands({ ybStatus: '2,3,4,5,6' }))
  const { businessCode } = await told.detail(id)
  expect([(await look({ businessCode })).total, await of()]).toEqual([2, ['2', '2']])
  expect((await survey(one1)).msg).toContain(whyStopped.inCase(businessCode).zh)
  expect((await start({ cbfbms: one1.cbfbm })).msg).toContain(whyStopped.inCase(businessCode).zh)
  await told.to(id, 'publicity')
  expect(await of()).toEqual(['3', '3'])
  await foretold()
  await told.to(id, 'sign')
  expect(await of()).toEqual(['4', '4'])
  await foretold()
  await told.signOnPaper(id)
  expect(await of()).toEqual(['5', '5'])
  await foretold()
  expect((await survey(one1)).msg).toContain(whyStopped.signed.zh)
  expect((await told.step(id, 'town')).msg).toBe('操作成功')
  await b.run(batchJob(registry), b.queued.at(-1)!.payload)
  expect((await told.detail(id)).status).toBe('3')
  expect(await of()).toEqual(['5', '5'])
  // the balance closes parcel by parcel: what was contracted before, and nothing adjusted, is what is contracted now; and the contracts say the sum of both
  expect([...(await linesOf())]).toEqual([...before])
  for (const h of [one1, two]) {
    const [t] = await told.all('cbht', `cbfbm = '${h.cbfbm}' and qszt = '1' and htlx = '3'`)
    const sum = (await told.all('cbdkxx', `qszt = '1' and cbfbm = '${h.cbfbm}'`)).reduce((n, x) => n + Math.round(Number(x.htmjm) * 100), 0)
    expect([h.cbfbm, ...[t!.htzmjm, t!.yhtzmjm].map((v) => Math.round(Number(v) * 100))]).toEqual([h.cbfbm, sum, sum])
  }
  // the certificate of one of them is given out
  const issue: Act[] = [
    { act: 'certificate', code: one1.code, event: 'print', serial: '900' },
    { act: 'certificate', code: one1.code, event: 'issue', fzrq: '2026-03-17', fzjg: '县政府', bznf: 2026 },
  ]
  for (const [i, one] of issue.entries())
    await b.as('admin', (ctx) => write(ctx, { cause: { kind: 'desk', id: '9' }, unit: `issue ${i}`, regionCode: VILLAGE, day: '2026-03-17', acts: [one] }))
  expect(await stands()).toMatchObject({ '0001': '6', '0002': '5' })
  expect((await survey(one1)).msg).toContain(whyStopped.registered.zh)
  await foretold()
})

test('a household that comes is in the list at once; one that ends stays and says where it went; the counts are those of the register', async () => {
  const code = (n: number) => FBFBM + String(n).padStart(4, '0')
  const person = (n: number) => ({ cyxm: `新${n}`, cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: memberId(800 + n, 3), sfgyr: '1' })
  const act = (unit: string, acts: Act[]) =>
    b.as('admin', (ctx) => write(ctx, { cause: { kind: 'import', id: '2' }, unit, regionCode: VILLAGE, day: '2026-03-17', acts }))
  const comes = (n: number): Act => ({
    act: 'newContractor',
    cbfbm: code(n),
    fields: { ...householdFields(`新${n}`, person(n).cyzjhm), ...POSTED, fbfbm: FBFBM },
    members: [person(n)],
  })
  /** What must be in the list, by a slow look at the register and the rows of the survey. */
  async function expected() {
    const known = new Map((await told.all('extension_household', 'true')).map((h) => [h.cbfbm, h.ybStatus]))
    const all = await told.all('cbf', `cbflx = '1' and "regionCode" like '${VILLAGE}%'`)
    const renewed = new Set((await told.all('cbht', `htlx = '3' and qszt = '1'`)).map((t) => t.cbfbm))
    return new Map(all.map((c) => [c.cbfbm.slice(-4), c.zt === '1' ? (renewed.has(c.cbfbm) ? 'renewed' : (known.get(c.cbfbm) ?? '0')) : '7']))
  }
  async function same() {
    const [is, should] = [await stands(), await expected()]
    expect(Object.keys(is).toSorted()).toEqual([...should.keys()].toSorted())
    for (const [c, s] of should) expect([c, s === 'renewed' ? ['5', '6'].includes(is[c]!) : is[c] === s]).toEqual([c, true])
    const { total, status } = await counted()
    expect(total).toBe(should.size)
    for (const s of Object.keys(status)) expect([s, status[s]]).toEqual([s, Object.values(is).filter((x) => x === s).length])
  }
  // operations of a fixed walk: every second one that came ends again, whether or not it was surveyed
  for (let i = 0, x = 7; i < 14; i++) {
    x = (x * 5 + 3) % 16
    const n = 100 + Math.floor(i / 2)
    if (i % 2 === 0) await act(`comes ${n}`, [comes(n)])
    else if (x % 3 === 0) await act(`ends ${n}`, [{ act: 'endContractor', cbfbm: code(n), zxyylx: '2' }])
    else expect((await call('submit', { cbfbm: code(n), wish: '1' })).msg).toBe('操作成功')
    await same()
  }
  const ended = Object.entries(Object.fromEntries(await expected())).filter(([, s]) => s === '7')
  expect(ended.length).toBeGreaterThan(1)
  // one household is taken in by another: its book goes to the other
  const [from, into] = [houses[4]!, houses[5]!]
  const [mine, theirs] = [await told.current(from), await told.current(into)]
  const joined = [...(await told.membersOf(into)), ...(await told.membersOf(from)).map((m) => ({ ...m, yhzgx: '97' }))]
  const line = (n: number) => ({ dkbm: `${FBFBM}0000${n}`, sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110' })
  await act('merge', [
    { act: 'endContractor', cbfbm: from.cbfbm, zxyylx: '7', successor: [into.cbfbm] },
    { act: 'setContractor', cbfbm: into.cbfbm, fields: {}, members: joined },
    { act: 'endBook', djbId: String(mine.id), reason: '合户', qszt: '2' },
    { act: 'certificate', code: from.code, event: 'cancel', reason: '合户' },
    { act: 'endBook', djbId: String(theirs.id), reason: '合户', qszt: '2' },
    {
      act: 'newBook',
      code: into.code,
      fbfbm: FBFBM,
      cbfbm: into.cbfbm,
      from: [String(theirs.id), String(mine.id)],
      djlx: '1',
      djxl: '5',
      terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
      lines: [line(5), line(6)],
      contract: { unsigned: true, htlx: '1' },
    },
    { act: 'certificate', code: into.code, event: 'keep' },
  ] as Act[])
  await same()
  const [gone] = (await look({ cbfbm: from.cbfbm })).records
  expect([gone.ybStatus, gone.wentTo]).toEqual(['7', [into.cbfbm]])
  expect((await survey(from)).msg).toContain(whyStopped.ended.zh)
  await foretold()
  // every button was pressed where it is enabled, and where it is none of them refused otherwise than it was foretold
  expect([...pressedIn].toSorted()).toEqual(['0 survey', '1 aside', '1 survey', '2 aside', '2 start', '2 survey', '7 back', '8 back'])
})

test('no more households at once than one call takes', async () => {
  const cbfbms = Array.from({ length: 201 }, (_, i) => FBFBM + String(i).padStart(4, '0')).join(',')
  expect((await call('take-back', { cbfbms: cbfbms.slice(0, 3999), reason: '误标' })).key).toBe('extension-most')
  expect((await call('take-back', { cbfbms: '', reason: '误标' })).key).toBe('none-selected')
})
