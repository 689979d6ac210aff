// The next round of an issuer is recorded with its plan by two persons: what is refused, what the register and its rounds say then.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachTo, bench, FBFBM, land, memberId, registered, VILLAGE, type Bench, type Person } from '../../tests/case-bench.ts'
import { both } from '../../kit/model/lang.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { householdFields, parcelOf } from '../../tests/applications.ts'
import { fbf } from '../definitions/fbf.ts'
import type { Act } from '../register/acts/acts.ts'
import { write } from '../register/write.server.ts'
import { requireOpenPapers } from '../restriction/papers.server.ts'
import { REQUEST } from '../restriction/request.ts'
import { routes } from './fbf.server.ts'
import { extendsContracts, fbf_plan, leavesGap, nextRound, roundBefore, roundWrong, shortRound } from './plan.ts'

let b: Bench
beforeAll(async () => {
  b = await bench({ routes, perms: ['fbf_view', ...['view', 'add', 'edit', 'check'].map((v) => `fbf_plan_${v}`)] })
  b.setDay('2026-03-02')
  await land(b, ['00001'])
})
afterAll(() => b?.end())

const AT = '/base-qssj/fbf-plan'
const DAYS = { roundNo: 3, fromDay: '2028-10-01', toDay: '2058-09-30', approvedDay: '2026-02-10' }
const asked = (more: object = {}) => ({ fbfbm: FBFBM, ...DAYS, planName: '玉顶村1组二轮延包方案', reason: '周府发〔2026〕3号', ...more })
const post = (who: Person, verb: string, body: object = {}, id?: string, lang: 'zh' | 'en' = 'zh') =>
  b.call(who, lang)('POST', `${AT}/${verb}`, body, id ? { id } : {})
const done = async (...a: Parameters<typeof post>): Promise<string> => {
  const r = await post(...a)
  expect(r.msg).toBe('操作成功')
  return r.data
}
const refused = async (...[who, verb, body, id]: Parameters<typeof post>) => {
  const [zh, en] = [await post(who, verb, body, id), await post(who, verb, body, id, 'en')]
  return [zh.key, zh.msg, en.msg]
}
const rounds = async () => (await b.call('village')('GET', '/base-qssj/fbf/rounds', {}, { fbfbm: FBFBM })).data

test('a round is entered by one person with its plan and recorded when another has confirmed it; what does not follow it is refused by name', async () => {
  expect(await rounds()).toEqual([])
  expect((await refused('town', 'submit', asked({ fbfbm: '51202111999999' })))[0]).toBe('no-fbf')
  expect((await refused('other', 'submit', asked()))[0]).toBe('no-fbf')
  expect(await refused('town', 'submit', asked({ toDay: '2028-10-01' }))).toEqual([
    'invalid',
    '承包期止应晚于承包期起',
    'The round must end after its first day',
  ])
  expect(await refused('town', 'submit', asked({ approvedDay: '2026-03-03' }))).toEqual([
    'invalid',
    '乡镇批准日期不能晚于今天',
    'Day of approval: not later than today',
  ])
  expect(await refused('town', 'submit', asked({ approvedDay: '1950-01-01' }))).toEqual([
    'invalid',
    '乡镇批准日期应在2023-10-01（承包期起前5年）至承包期止之间',
    'The day of approval is between 2023-10-01, 5 years before the round begins, and its last day',
  ])
  const id = await done('town', 'submit', asked({ toDay: '2058-09-29' }))
  expect(await refused('town2', 'submit', asked())).toEqual([
    'round-open',
    `发包方【${FBFBM}】已有待复核的承包轮次，请先复核或撤回`,
    `Issuer ${FBFBM} has a round waiting for a second person: decide or withdraw it first`,
  ])
  const [{ rev }] = (await b.call('town')('GET', `${AT}/page`, {}, { fbfbm: FBFBM })).data.records
  await done('town', 'submit', { ...asked(), id, rev })
  expect(await refused('county', 'confirm', { rev: rev + 1 }, id)).toEqual(['no-document', '请先上传证明文件', 'Upload the document first'])
  await attachTo(b, id, ['fbf_plan'])
  expect((await refused('town', 'confirm', { rev: rev + 1 }, id))[0]).toBe('second-person')
  // sent back or withdrawn nothing is recorded, and it may be asked for again
  const other = '51011210120202'
  await b.as('admin', (ctx) => rows.insert(ctx, fbf, { regionCode: other, fbfbm: other, fbfmc: '玉顶村2组', zt: '1' }))
  for (const [who, verb] of [
    ['county', 'refuse'],
    ['town', 'withdraw'],
  ] as const)
    await done(who, verb, verb === 'refuse' ? { opinion: '方案未附表决情况', rev: 1 } : { rev: 1 }, await done('town', 'submit', asked({ fbfbm: other })))
  expect(await rounds()).toEqual([])
  const touch = () => b.as('town', (ctx) => requireOpenPapers(ctx, { businessId: id, businessItem: 'fbf_plan', files: [] }, [[fbf_plan, REQUEST.open]]))
  await touch()
  // it was changed since it was first read, and nobody confirms what he does not say that he read
  expect([(await refused('county', 'confirm', { rev }, id))[0], (await refused('county', 'confirm', {}, id))[1]]).toEqual([
    'changed',
    '缺少数据版本（rev），请刷新后重新提交',
  ])
  await done('county', 'confirm', { rev: rev + 1 }, id)
  await expect(touch()).rejects.toMatchObject({ key: 'document-fixed' })
  expect((await refused('county', 'confirm', { rev: 1 }, id))[0]).toBe('not-allowed-now')
  const round = { roundNo: 3, fromDay: '2028-10-01', toDay: '2058-09-30' }
  expect(await rounds()).toEqual([{ ...round, planId: id, causeKind: 'plan', planName: '玉顶村1组二轮延包方案', day: '2026-03-02' }])
  const [entry] = (await b.db.pool.query(`select "causeKind", unit, day::text, acts, "regionCode" from register_entry`)).rows
  expect(entry).toEqual({
    causeKind: 'plan',
    unit: `plan/${id}`,
    day: '2026-03-02',
    regionCode: expect.stringContaining(VILLAGE),
    acts: [{ act: 'setIssuer', fbfbm: FBFBM, rounds: [{ no: 3, from: '2028-10-01', to: '2058-09-30', planId: id }] }],
  })
  expect(await refused('town', 'submit', asked({ fromDay: '2059-01-01', toDay: '2088-12-31' }))).toEqual([
    'round-exists',
    '第3轮承包期已登记（2028-10-01至2058-09-30），不能重复登记；登记有误的，请由有复核权限的人员先撤销该轮登记',
    'Round 3 is already recorded, 2028-10-01 to 2058-09-30; if that is wrong, somebody who may confirm rounds must take it back first',
  ])
  expect((await refused('town', 'submit', asked({ roundNo: 4 })))[1]).toBe('与第3轮承包期（2028-10-01至2058-09-30）重叠')
})

test('where none is recorded the term that most household books share stands for it; a first book may end with it as long as none is', async () => {
  const own = `${VILLAGE}03`
  const settled = async (years: number, ns: readonly number[], way: 'J' | 'Q' = 'J') => {
    for (const n of ns) await registered(b, n, way === 'J' ? [`000${n}`] : [], way === 'Q' ? [`000${n}`] : [], { years, fbfbm: own })
  }
  await settled(32, [61])
  await settled(30, [62, 63])
  await settled(35, [64, 65, 66])
  await b.db.pool.query(`update djb set qszt = '3' where "cbqxz" = '2033-09-30'`)
  await settled(40, [67, 68, 69], 'Q')
  const said = async () => (await b.call('village')('GET', '/base-qssj/fbf/rounds', {}, { fbfbm: own })).data
  const shared = { roundNo: null, fromDay: '1998-10-01', toDay: '2028-09-30', planId: null, causeKind: null, planName: null, day: null }
  expect(await said()).toEqual([shared])
  // eighteen years and nine months: whole only because the others end then
  const first = (n: number, cbqxz: string) => {
    const [cbfbm, name] = [`${own}${String(n).padStart(4, '0')}`, `赵${n}`]
    const number = memberId(n, 0)
    const acts: Act[] = [
      {
        act: 'newContractor',
        cbfbm,
        fields: { ...householdFields(name, number), fbfbm: own },
        members: [{ cyxm: name, cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: number, sfgyr: '1' }],
      },
      { act: 'newParcel', dkbm: `${FBFBM}000${n}`, fields: parcelOf(FBFBM, `${FBFBM}000${n}`, { dklb: '10' }) },
      {
        act: 'newBook',
        code: `${cbfbm}J`,
        fbfbm: own,
        cbfbm,
        from: [],
        djlx: '0',
        djxl: '0',
        terms: { cbfs: '110', cbqx: 18, cbqxq: '2010-01-01', cbqxz },
        lines: [{ dkbm: `${FBFBM}000${n}`, sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110' }],
        contract: { paper: { qdsj: '2026-03-01', signWay: '3', signStatus: '2' }, htlx: '1' },
      },
    ]
    const cause = { kind: 'business', id: String(900 + n) } as const
    return b.as('admin', (ctx) => write(ctx, { cause, unit: `first ${n}`, regionCode: own, day: '2026-03-02', registrar: '甲', acts }))
  }
  await expect(first(71, '2040-12-31')).rejects.toMatchObject({ key: 'term-long' })
  await expect(first(71, '2028-08-31')).rejects.toMatchObject({ key: 'term-years' })
  await first(71, '2028-09-30')
  b.setDay('2026-03-03')
  const id = await done('town', 'submit', asked({ fbfbm: own, fromDay: '2010-01-01', toDay: '2029-06-30' }))
  await attachTo(b, id, ['fbf_plan'])
  await done('county', 'confirm', { rev: 1 }, id)
  expect((await said()).map((r: { roundNo: number; toDay: string }) => [r.roundNo, r.toDay])).toEqual([[3, '2029-06-30']])
  await expect(first(72, '2028-09-30')).rejects.toMatchObject({ key: 'term-years' })
  await first(72, '2029-06-30')
  expect(await refused('county', 'undo', { opinion: '日期有误', rev: 2 }, id)).toEqual([
    'round-used',
    `登记簿【${own}0072J】已按第3轮承包期登记，不能撤销该轮登记`,
    `Book ${own}0072J was registered in round 3, which cannot be taken back`,
  ])
})
test('a round that was recorded wrongly is taken back with a reason, by who may confirm rounds, and the right one recorded', async () => {
  const own = `${VILLAGE}04`
  await b.as('admin', (ctx) => rows.insert(ctx, fbf, { regionCode: own, fbfbm: own, fbfmc: '玉顶村4组', zt: '1' }))
  const of = async () =>
    (await b.call('village')('GET', '/base-qssj/fbf/rounds', {}, { fbfbm: own })).data.map((r: { fromDay: string; toDay: string }) => [r.fromDay, r.toDay])
  const recorded = async (more: object) => {
    const id = await done('town', 'submit', asked({ fbfbm: own, ...more }))
    await attachTo(b, id, ['fbf_plan'])
    await done('county', 'confirm', { rev: 1 }, id)
    return id
  }
  const id = await recorded({ fromDay: '2027-10-01', toDay: '2057-09-30' })
  expect(await refused('county', 'undo', { opinion: ' ', rev: 2 }, id)).toEqual(['invalid', '请输入撤销原因', 'Please give the reason for taking it back'])
  expect(await of()).toEqual([['2027-10-01', '2057-09-30']])
  await done('county', 'undo', { opinion: '日期有误', rev: 2 }, id)
  expect(await of()).toEqual([])
  const [{ status, opinion }] = (await b.call('town')('GET', `${AT}/page`, {}, { fbfbm: own })).data.records
  expect([status, opinion]).toEqual(['4', '日期有误'])
  expect(await refused('county', 'undo', { opinion: '日期有误', rev: 2 }, id)).toEqual([
    'not-allowed-now',
    '当前状态不能撤销该轮登记',
    expect.stringContaining('take the round back'),
  ])
  await recorded({})
  expect(await of()).toEqual([['2028-10-01', '2058-09-30']])
})
test('a plan on paper that extends is the plan in force of its issuer as long as its round stands; one recorded behind time is none', async () => {
  const own = `${VILLAGE}06`
  await b.as('admin', (ctx) => rows.insert(ctx, fbf, { regionCode: own, fbfbm: own, fbfmc: '玉顶村6组', zt: '1' }))
  const plans = async () =>
    (await b.db.pool.query(`select status, version, mode, "roundEnd"::text as until, "newTermYears" as years from making_plan where fbfbm = $1`, [own])).rows
  const recorded = async (more: object) => {
    const id = await done('town', 'submit', asked({ fbfbm: own, ...more }))
    await attachTo(b, id, ['fbf_plan'])
    await done('county', 'confirm', { rev: 1 }, id)
    return id
  }
  const id = await recorded({})
  expect(await plans()).toEqual([{ status: '5', version: 1, mode: null, until: '2028-09-30', years: 30 }])
  await recorded({ roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30' })
  expect(await plans()).toHaveLength(1)
  await done('county', 'undo', { opinion: '日期有误', rev: 2 }, id)
  expect((await plans()).map((p) => p.status)).toEqual(['7'])
})
test('the present round is recorded after the next one, by its own paper, and extends nothing by itself', async () => {
  const present = asked({ roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30', planName: '玉顶村1组第二轮承包方案' })
  expect((await refused('town', 'submit', { ...present, fromDay: '1999-01-01', toDay: '2028-10-31' }))[1]).toContain('重叠')
  const id = await done('town', 'submit', present)
  await attachTo(b, id, ['fbf_plan'])
  await done('county', 'confirm', { rev: 1 }, id)
  const shown = (await rounds()).map((r: any) => [r.roundNo, r.fromDay, r.toDay, r.planId === null, r.planName])
  expect(shown).toEqual([
    [2, '1998-10-01', '2028-09-30', true, '玉顶村1组第二轮承包方案'],
    [3, '2028-10-01', '2058-09-30', false, '玉顶村1组二轮延包方案'],
  ])
})
test('a round that a package showed is put right by two persons with its paper; taken back, it is as the package had it', async () => {
  const own = `${VILLAGE}05`
  await b.as('admin', (ctx) => rows.insert(ctx, fbf, { regionCode: own, fbfbm: own, fbfmc: '玉顶村5组', zt: '1' }))
  const acts: Act[] = [{ act: 'setIssuer', fbfbm: own, rounds: [{ no: 2, from: '1998-01-01', to: '2027-12-31' }] }]
  await b.as('admin', (ctx) =>
    write(ctx, { cause: { kind: 'import', id: '77' }, unit: 'hjb/77/rounds', regionCode: VILLAGE, day: '2026-03-02', isIncrement: true, acts }),
  )
  const of = async () =>
    (await b.call('village')('GET', '/base-qssj/fbf/rounds', {}, { fbfbm: own })).data.map((r: any) => [r.roundNo, r.fromDay, r.toDay, r.causeKind])
  const present = asked({ fbfbm: own, roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30' })
  const id = await done('town', 'submit', present)
  await attachTo(b, id, ['fbf_plan'])
  await done('county', 'confirm', { rev: 1 }, id)
  expect(await of()).toEqual([[2, '1998-10-01', '2028-09-30', 'plan']])
  expect((await refused('town', 'submit', present))[0]).toBe('round-exists')
  await done('county', 'undo', { opinion: '日期有误', rev: 2 }, id)
  expect(await of()).toEqual([[2, '1998-01-01', '2027-12-31', 'import']])
})
test('a list of rounds names their issuers', async () => {
  const { records } = (await b.call('town')('GET', `${AT}/page`, {}, { fbfbm: FBFBM })).data
  expect(new Set(records.map((r: { fbfmc: string }) => r.fbfmc))).toEqual(
    new Set([(await b.call('town')('GET', '/base-qssj/fbf/detail', {}, { fbfbm: FBFBM })).data.fbfmc]),
  )
})

test('a round overlaps none, begins the day after the last and has the next number; the same is proposed', () => {
  const known = [
    { roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30' },
    { roundNo: 1, fromDay: '1983-10-01', toDay: '1998-09-30' },
  ]
  const next = { roundNo: 3, fromDay: '2028-10-01', toDay: '2058-09-30' }
  expect([nextRound(known), nextRound([])]).toEqual([next, { roundNo: 3 }])
  const wrong = (more: object) => roundWrong({ ...next, approvedDay: '2026-02-10', ...more }, known, '2026-03-02').map((w) => [w.field, w.msg])
  expect(wrong({})).toEqual([])
  expect(wrong({ roundNo: 5 })).toEqual([['roundNo', both('该发包方已登记到第2轮，下一轮应为第3轮', 'Round 2 is the last one recorded: the next is round 3')]])
  expect(wrong({ fromDay: '2028-09-30', toDay: '2058-09-29' })).toEqual([
    ['fromDay', both('与第2轮承包期（1998-10-01至2028-09-30）重叠', 'Overlaps round 2, 1998-10-01 to 2028-09-30')],
  ])
  expect(wrong({ fromDay: '2028-10-02' })).toEqual([
    ['fromDay', both('第2轮承包期至2028-09-30，新一轮应自次日2028-10-01起', 'Round 2 ends on 2028-09-30: the next begins the day after, 2028-10-01')],
  ])
})

test('an earlier round is recorded after a later one: it ends the day before that begins; one of more than thirty years is refused, a shorter one is pointed at', () => {
  const third = { roundNo: 3, fromDay: '2028-10-01', toDay: '2058-09-30' }
  const wrong = (more: object, known = [third]) =>
    roundWrong({ roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30', approvedDay: '1998-09-01', ...more }, known, '2026-03-02').map((w) => [
      w.field,
      w.msg.zh,
    ])
  expect(wrong({})).toEqual([])
  expect(wrong({ roundNo: 1 })).toEqual([['roundNo', '该发包方已登记的最早一轮为第3轮，补登的应为第2轮']])
  expect(wrong({ toDay: '2028-09-29' })).toEqual([['toDay', '第3轮承包期自2028-10-01起，上一轮应至前一日2028-09-30止']])
  expect(wrong({ fromDay: '1999-01-01', toDay: '2028-10-01' })).toEqual([['toDay', '与第3轮承包期（2028-10-01至2058-09-30）重叠']])
  for (const roundNo of [1, 2, 3, 4])
    expect(wrong({ roundNo, fromDay: '1998-10-01', toDay: '2030-09-30' }, [])).toEqual([
      ['toDay', `耕地的承包期为30年，第${roundNo}轮承包期自1998-10-01起最晚至2028-09-30`],
    ])
  expect(wrong({ roundNo: 4, fromDay: '2058-10-01', toDay: '2090-09-30' })[0]![1]).toContain('最晚至2088-09-30')
  expect([roundBefore([third]), roundBefore([{ roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30' }])]).toEqual([
    { roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30' },
    { roundNo: 1, fromDay: '1983-10-01', toDay: '1998-09-30' },
  ])
  expect([roundBefore([]), roundBefore([{ roundNo: null, fromDay: '1998-10-01', toDay: '2028-09-30' }])]).toEqual([undefined, undefined])
  expect(shortRound({ roundNo: 3, fromDay: '2028-10-01', toDay: '2048-09-30' })?.zh).toContain('一般为30年（自2028-10-01至2058-09-30）')
  expect([shortRound(third), shortRound({ roundNo: 1, fromDay: '1983-10-01', toDay: '1998-09-30' })]).toEqual([undefined, undefined])
  // only what goes on after all others extends contracts
  expect([extendsContracts(3, []), extendsContracts(2, [third]), extendsContracts(2, []), extendsContracts(4, [third])]).toEqual([true, false, false, true])
})

test('a first round that does not follow the term which the books share is pointed at; one that follows, or stands beside recorded ones, is not', () => {
  const shared = [{ roundNo: null, fromDay: '1998-10-01', toDay: '2028-09-30' }]
  expect(leavesGap(shared, '2027-10-01')).toEqual(
    both(
      '各户登记簿共同的承包期至2028-09-30，新一轮一般自次日2028-10-01起：请与方案核对，确认无误后再提交复核。',
      'The term that the household books share ends on 2028-09-30, so that the next usually begins on 2028-10-01: compare it with the plan before it is confirmed.',
    ),
  )
  const recorded = [{ roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30' }]
  expect([leavesGap(shared, '2028-10-01'), leavesGap(shared, undefined), leavesGap(recorded, '2027-10-01'), leavesGap([], '2027-10-01')]).toEqual(
    Array(4).fill(undefined),
  )
})
