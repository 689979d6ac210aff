// The pre-flight beside the steps: what a step refuses, it has named before in the same words; where it names nothing, every step passes; and it writes nothing.
// Each story of a business type asks it too before its case is sent (tests/type-stories.ts).
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as rows from '../../kit/server/rows.server.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { findingsOf, orderedFindings, pathOf } from './definitions/findings.ts'
import { refusal } from './rules/problems.ts'
import { application, attachTo, bench, FBFBM, land, people, REGISTER_FILES, walk, type Bench, type Person } from '../../tests/case-bench.ts'
import { readRev } from '../../tests/samples.ts'

let b: Bench
let { detail, begun, step, to, publish, signOnPaper } = {} as ReturnType<typeof walk>
const ALL = [...REGISTER_FILES, 'DCB', 'GSB']
beforeAll(async () => {
  b = await bench()
  ;({ detail, begun, step, to, publish, signOnPaper } = walk(b))
  await land(
    b,
    Array.from({ length: 40 }, (_, i) => String(i + 1).padStart(5, '0')),
  )
  await b.as('admin', async (ctx) => {
    const base = { tenantId: '000000', createUser: '1', createTime: ctx.now, updateUser: '1', updateTime: ctx.now, rev: 1 }
    for (const [id, roleAlias, who] of [
      ['91', 'town', 'town'],
      ['92', 'county', 'county'],
    ] as const) {
      await ctx.db
        .insertInto('sys_role')
        .values({ ...base, id, roleName: roleAlias, roleAlias, sort: 1 })
        .execute()
      const { userId, account, realName, regionCode } = people[who]
      await ctx.db
        .insertInto('sys_user')
        .values({ ...base, id: userId, account, name: account, realName, roleId: id, deptId: '0', regionCode, status: 1 })
        .execute()
    }
  })
})
afterAll(() => b.end())

interface Told {
  code: string
  msg: string
  severity: string
  task: string
  field?: string
  paper?: string
  at?: { kind: string; code: string }
}
interface Answer {
  findings: Told[]
  next: { taskKey: string; taskName: string; names: string[] } | null
}
async function preflight(person: Person, body: object, lang: 'zh' | 'en' = 'zh'): Promise<Answer> {
  const r = await b.call(person, lang)('POST', '/yw-accept/business/pre-flight', body)
  expect([r.code, r.code === 200 ? '' : r.msg]).toEqual([200, ''])
  return r.data
}
const bars = ({ findings }: Answer) => findings.filter((f) => f.severity === 'bars').map((f) => [f.code, f.task])
/** Everything that the database holds, as one text. */
async function everything(): Promise<string> {
  const tables = ['business', 'business_draft', 'business_lock', 'contract_file', 'process_task', 'process_history', 'process_definition', 'publicity']
  const more = ['code_counter', 'outbox', 'audit_event', 'cbf', 'dk', 'djb', 'cbht', 'register_entry', 'business_input', 'attach', 'row_count', 'job']
  const found = []
  for (const t of [...tables, ...more]) found.push([t, (await b.db.pool.query(`select * from "${t}" order by 1, 2, 3, 4`)).rows])
  return JSON.stringify(found)
}

test('a clean case: at every task the pre-flight is empty but for what later tasks bring, says who is next, writes nothing, and the step passes', async () => {
  const sent = application(['00001'], 1)
  const typed = await preflight('village', sent)
  expect(typed.findings.map(({ code, severity, task, paper }) => [code, severity, task, paper])).toEqual([
    ['E1014', 'bars', 'register', 'SQS'],
    ['E1014', 'warns', 'survey', 'DCB'],
    ['E1014', 'warns', 'publicity', 'GSB'],
  ])
  expect(typed.findings[0]!.msg).toBe('必传材料缺失：申请书、身份证、户口簿、会议记录（决议）、地块示意图')
  const saved = String((await b.call('village')('POST', '/yw-accept/business/submit', sent)).data)
  await attachTo(b, saved, ALL)
  const before = await everything()
  for (const asked of [{ ...sent, id: saved }, { id: saved }]) {
    const { findings, next } = await preflight('village', asked)
    expect([findings, next]).toEqual([[], { taskKey: 'survey', taskName: '调查核实', names: ['镇经办'] }])
  }
  expect(await everything()).toBe(before)
  expect((await b.call('village')('POST', '/yw-accept/business/save-commit', { ...sent, id: saved })).msg).toBe('操作成功')
  const nexts: unknown[] = []
  for (const [task, person] of [
    ['survey', 'town'],
    ['check', 'town'],
    ['publicity', 'town'],
    ['recheck', 'county'],
    ['sign', 'town'],
  ] as const) {
    expect((await detail(saved)).taskKey).toBe(task)
    if (task === 'publicity') {
      const p = await publish(saved)
      b.setDay('2026-03-17')
      expect((await b.call('town')('POST', '/yw-publicity/publicity/complete', await readRev(b.db, 'publicity', p), { id: p })).msg).toBe('操作成功')
    }
    if (task === 'sign') await signOnPaper(saved)
    const still = await everything()
    const { findings, next } = await preflight(person, { id: saved })
    expect([task, findings]).toEqual([task, []])
    expect(await everything()).toBe(still)
    nexts.push(next?.taskKey ?? null)
    expect((await step(saved, person)).msg).toBe('操作成功')
  }
  expect(nexts).toEqual(['check', 'publicity', 'recheck', 'sign', null])
  expect((await detail(saved)).status).toBe('3')
  expect(await preflight('town', { id: saved })).toEqual({ findings: [], next: null })
})

test('what is missing or wrong in the form is named field by field, in both languages, with what its issuer, its land and its papers lack beside it', async () => {
  const sent = application(['00002'], 2)
  await b.db.pool.query('update fbf set lxdh = null where fbfbm = $1', [FBFBM])
  const bad = { ...sent, obligePhone: '1', form: { ...sent.form, cbht: { ...sent.form.cbht, cbqx: null } } }
  const zh = await preflight('village', bad),
    en = await preflight('village', bad, 'en')
  expect(zh.findings.filter((f) => f.severity === 'bars').map(({ code, msg, field, at }) => [code, msg, field ?? at])).toEqual([
    ['invalid', '手机号码应为11位', 'obligePhone'],
    ['E1007', '发包方信息不完整：联系电话', 'fbfbm'],
    ['invalid', '请输入承包期限', 'cbht.cbqx'],
    ['E1014', '必传材料缺失：申请书、身份证、户口簿、会议记录（决议）、地块示意图', undefined],
  ])
  expect(en.findings.slice(0, 2).map((f) => f.msg)).toEqual(['A mobile number has 11 digits', 'The issuer is incomplete: Phone'])
  const issuer = zh.findings.find((f) => f.code === 'E1007')
  expect(issuer?.at).toEqual({ kind: 'issuer', code: FBFBM })
  await b.db.pool.query(`update fbf set lxdh = '13800000000' where fbfbm = $1`, [FBFBM])
})

test('the papers of a new case are those of its person’s draft: another’s, and what is no id, name none', async () => {
  const body = application(['00003'], 3)
  const kept = await b.call('village')('POST', '/yw-accept/business/keep-input', { businessTypeCode: 'contract_sign', body })
  expect(kept.msg).toBe('操作成功')
  const draftId = kept.data.businessId
  await attachTo(b, draftId, ALL)
  const lacks = async (person: Person, id?: string) =>
    (await preflight(person, { ...body, ...(id ? { draftId: id } : {}) })).findings.some((f) => f.code === 'E1014' && f.task === 'register')
  expect([await lacks('village', draftId), await lacks('town', draftId), await lacks('village', '样1266'), await lacks('village')]).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('land that another case holds is named with that case; what both lack is told at once', async () => {
  const first = await begun(['00003'], 3)
  const { businessCode } = await detail(first)
  b.setDay('2026-03-02')
  const sent = application(['00003', '00004'], 4)
  await b.db.pool.query('update dk set dyzt = 1 where dkbm = $1', [`${FBFBM}00004`])
  const saved = String((await b.call('village')('POST', '/yw-accept/business/submit', sent)).data)
  const told = await preflight('village', { ...sent, id: saved })
  expect(told.next).toBeNull()
  expect(told.findings.filter((f) => f.severity === 'bars').map(({ code, at, field }) => [code, at?.kind, at?.code, field])).toEqual([
    ['E1001', 'business', businessCode, 'dk.0.dkbm'],
    ['E1002', 'parcel', `${FBFBM}00004`, 'dk.1.dkbm'],
    ['E1014', undefined, undefined, undefined],
  ])
  await attachTo(b, saved, ALL)
  const send = async () => {
    const { key, msg } = await b.call('village')('POST', '/yw-accept/business/save-commit', { ...sent, id: saved })
    return [key, msg]
  }
  const named = told.findings.map((f) => [f.code, f.msg])
  const held = ['E1001', `该登记簿存在在办业务【${businessCode}】，不能重复受理`]
  expect([await send(), named]).toEqual([held, expect.arrayContaining([held])])
  expect((await b.call('admin')('POST', '/yw-accept/business/revoke', { businessId: first })).msg).toBe('操作成功')
  const mortgaged = ['E1002', `地块【${FBFBM}00004】处于抵押状态，不能办理该业务`]
  expect([await send(), named]).toEqual([mortgaged, expect.arrayContaining([mortgaged])])
})

test('at each task: papers, days, objections, contracts and persons are named before the pass refuses them', async () => {
  const id = await begun(['00005'], 5)
  /** The pre-flight and then the pass, by the same person: the same refusal. Answers what barred. */
  const both = async (person: Person) => {
    const told = await preflight(person, { id })
    const r = await step(id, person)
    expect(told.findings.filter((f) => f.severity === 'bars').map((f) => [f.code, f.msg])).toContainEqual([r.key, r.msg])
    return bars(told)
  }
  await b.db.pool.query(`update attach set "businessItem" = 'QT' where "businessId" = $1 and "businessItem" in ('DCB', 'GSB')`, [id])
  expect(await both('town')).toEqual([['E1014', 'survey']])
  await attachTo(b, id, ['DCB'])
  expect((await step(id, 'town')).msg).toBe('操作成功')
  // who accepted does not check
  await b.db.pool.query(`update process_task set assignee = $2 where "businessId" = $1 and "taskKey" = 'register'`, [id, people.town.userId])
  expect(await both('town')).toEqual([['three-persons', 'check']])
  await b.db.pool.query(`update process_task set assignee = $2 where "businessId" = $1 and "taskKey" = 'register'`, [id, people.village.userId])
  expect((await step(id, 'town')).msg).toBe('操作成功')
  expect(await both('town')).toEqual([
    ['not-posted', 'publicity'],
    ['E1014', 'publicity'],
  ])
  await attachTo(b, id, ['GSB'])
  const publicityId = await publish(id)
  const objection = { publicityId, objector: '李四', objectorIdType: '2', objectorIdCard: 'A1', phone: '13800000001', targetCode: `${FBFBM}00005` }
  const o = await b.call('town')('POST', '/yw-publicity/objection/save', { ...objection, content: '界线不对' })
  expect(o.msg).toBe('操作成功')
  const told = await preflight('town', { id })
  expect(bars(told)).toEqual([
    ['E2004', 'publicity'],
    ['E2003', 'publicity'],
    ['E1003', 'publicity'],
  ])
  await both('town')
  expect((await b.call('town')('POST', '/yw-publicity/objection/handle', { id: o.data, rev: 1, handleResult: '4', opinion: '撤回' })).msg).toBe('操作成功')
  expect(await both('town')).toEqual([['E2003', 'publicity']])
  await b.call('town')('POST', '/yw-publicity/publicity/revoke', await readRev(b.db, 'publicity', publicityId), { id: publicityId })
  await to(id, 'recheck')
  // nobody of the county is left to do the next task but one
  expect(bars(await preflight('county', { id }))).toEqual([])
  expect((await step(id, 'county')).msg).toBe('操作成功')
  expect(await both('town')).toEqual([['E2005', 'sign']])
  // what befalls the land meanwhile bars the registration
  await b.db.pool.query('update dk set dyzt = 1 where dkbm = $1', [`${FBFBM}00005`])
  await signOnPaper(id)
  expect(await both('town')).toContainEqual(['E1002', 'sign'])
})

test('nobody for the next task, and an issuer without a principal to sign, are told before they stop anybody', async () => {
  const id = await begun(['00006'], 6)
  await b.db.pool.query(`update sys_user set status = 0 where id = $1`, [people.town.userId])
  const told = await preflight('town', { id })
  expect(told.findings.map(({ code, msg, severity, task, at }) => [code, msg, severity, task, at?.kind])).toEqual([
    ['nobody', '下一环节【初审】暂无可办理人员', 'warns', 'check', 'people'],
  ])
  await b.db.pool.query(`update sys_user set status = 1 where id = $1`, [people.town.userId])
  const principal = await b.as('admin', async (ctx) => (await rows.find(ctx, fbf, { fbfbm: FBFBM }))!.fbffzrxm)
  await b.db.pool.query(`update fbf set fbffzrxm = '' where fbfbm = $1`, [FBFBM])
  expect((await preflight('town', { id })).findings.map((f) => [f.code, f.msg, f.severity, f.task])).toEqual([
    ['E3002', '未配置签署代理人（发包方）', 'warns', 'sign'],
  ])
  await b.db.pool.query('update fbf set fbffzrxm = $2 where fbfbm = $1', [FBFBM, principal])
  // somebody whose task it is not sees what stands, and takes no step
  expect(await preflight('county', { id })).toEqual({ findings: [], next: null })
})

test('as many statements for twenty parcels as for one', async () => {
  const count = async (parcels: readonly string[], seq: number) => {
    const sent = application(parcels, seq)
    const saved = String((await b.call('village')('POST', '/yw-accept/business/submit', sent)).data)
    await attachTo(b, saved, ALL)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      expect((await preflight('village', { ...sent, id: saved })).findings).toEqual([])
      return query.mock.calls.length
    } finally {
      query.mockRestore()
    }
  }
  await count(['00010'], 10)
  const one = await count(['00010'], 11)
  expect(
    await count(
      Array.from({ length: 20 }, (_, i) => String(i + 11).padStart(5, '0')),
      12,
    ),
  ).toBe(one)
  expect(one).toBeLessThan(110)
})

test('findings are one where refusal, details and place are the same', () => {
  const [bars, warns] = [{ severity: 'bars', task: 'register' } as const, { severity: 'warns', task: 'recheck' } as const]
  const form = { dk: [{ dkbm: 'a' }, { dkbm: 'b' }] }
  const [a, b] = ['a', 'b'].map((dkbm) => refusal('E1003', { dkbm }))
  const found = [...findingsOf(a!, warns, form), ...findingsOf(b!, bars, form), ...findingsOf(a!, bars, form), ...findingsOf(b!, warns, form)]
  expect(orderedFindings(found)).toEqual([found[1], found[0]])
  // the same words at another place are another finding
  const twice = orderedFindings([...findingsOf(a!, bars, form), ...findingsOf(a!, bars, { dk: [{ dkbm: 'b' }, { dkbm: 'a' }] })])
  expect(twice.map((f) => f.field)).toEqual(['dk.0.dkbm', 'dk.1.dkbm'])
})

test('a refusal is put at its fault, or where the form names its code, and means its row', () => {
  const at = { severity: 'bars', task: 'register' } as const
  const form = { fbfbm: '1', dk: [{ dkbm: 'a' }, { dkbm: 'b' }] }
  expect(pathOf(form, 'b')).toBe('dk.1.dkbm')
  expect(findingsOf(refusal('E1003', { dkbm: 'b' }), at, form)).toMatchObject([{ code: 'E1003', field: 'dk.1.dkbm', at: { kind: 'parcel', code: 'b' } }])
  expect(findingsOf(refusal('E1004'), at, form)).toEqual([{ code: 'E1004', msg: refusal('E1004').words, ...at }])
})
