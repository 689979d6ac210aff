// A publicity from its first day to its end, and the objections against it, through the server: days, states, and every refusal in both languages.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { application, attachTo, bench, FBFBM, land, REGISTER_FILES, walk, type Bench, type Person } from '../../tests/case-bench.ts'
import { registryOf } from '../../apps/server/handlings.server.ts'
import { requireOpenObjection } from './files.server.ts'
import { publicityRoutine } from './daily.server.ts'
import { caseSubject } from './subjects.server.ts'
import { readRev } from '../../tests/samples.ts'

let b: Bench
let { detail, begun, step, to } = {} as ReturnType<typeof walk>
let next = 0
/** A fresh case in its task publicity, and the parcel it is about. */
let id = '',
  dkbm = ''
beforeAll(async () => {
  b = await bench()
  ;({ detail, begun, step, to } = walk(b))
  await land(
    b,
    Array.from({ length: 20 }, (_, i) => String(i + 1).padStart(5, '0')),
  )
})
afterAll(() => b.end())
beforeEach(async () => {
  next += 1
  const n = String(next).padStart(5, '0')
  dkbm = FBFBM + n
  id = await begun([n], next)
  await to(id, 'publicity')
})

type Words = [key: string | undefined, zh: string, en: string]
const words = (r: { key?: string; msg: string; data: any }) => r.data?.fields?.[0]?.msg ?? r.msg
/** A call that is refused: its key and words in both languages. */
async function refused(person: Person, path: string, body: object = {}, query: Record<string, string> = {}): Promise<Words> {
  const [zh, en] = [await b.call(person, 'zh')('POST', path, body, query), await b.call(person, 'en')('POST', path, body, query)]
  return [zh.key, words(zh), words(en)]
}
async function done(person: Person, path: string, body: object = {}, query: Record<string, string> = {}): Promise<any> {
  const r = await b.call(person)('POST', path, body, query)
  expect([path, r.msg]).toEqual([path, '操作成功'])
  return r.data
}
const PUBLICITY = '/yw-publicity/publicity',
  OBJECTION = '/yw-publicity/objection'
const round = async () => (await b.call('town')('GET', `${PUBLICITY}/detail-by-task`, {}, { taskId: (await detail(id)).taskId })).data
const plan = async (more: object = {}) => ({ taskId: (await detail(id)).taskId, title: '公示', startDate: '2026-03-02', days: 15, place: '村委会', ...more })
const published = async (more: object = {}): Promise<string> => done('town', `${PUBLICITY}/save`, await plan(more))
const objection = (publicityId: string, more: object = {}) => ({
  publicityId,
  objector: '李四',
  objectorIdType: '2',
  objectorIdCard: 'A1',
  phone: '13800000001',
  targetCode: dkbm,
  content: '界线不对',
  ...more,
})
/** An objection as who handles it sees it. */
const seen = async (id: string) => (await b.db.pool.query('select id::text, rev from objection where id = $1', [id])).rows[0]
const objected = async (): Promise<boolean> => (await b.db.pool.query('select yyzt from dk where dkbm = $1', [dkbm])).rows[0].yyzt === '1'

/** What the task says to whoever would pass it now. */
async function passed(): Promise<Words> {
  const { taskId, processInstanceId } = await detail(id)
  return refused('town', '/yw-accept/business/commit', { taskId, processInstanceId })
}

test('the task opens a round that waits; who has not the task cannot fill it, and it takes what the law asks', async () => {
  expect(await round()).toMatchObject({ status: '0', round: 1, title: '张三承包合同签订公示', endDate: null })
  const sent = await plan()
  expect(await passed()).toEqual([
    'not-posted',
    '尚未公示：请在公示环节填写公示日期、天数和地点并保存公示',
    'Nothing is posted yet: in the task publicity, enter first day, days and place and save the publicity',
  ])
  expect(await refused('county', `${PUBLICITY}/save`, sent)).toEqual(['not-your-task', '任务不属于您，不能办理', 'This task is not yours'])
  expect((await refused('other', `${PUBLICITY}/save`, sent))[0]).toBe('not-found')
  for (const [more, zh, en] of [
    [{ days: 14 }, '公示天数不能少于15天', 'The publicity lasts at least 15 days'],
    [{ days: null }, '请输入公示天数', 'Please enter the days'],
    [{ place: '' }, '请输入公示地点', 'Please enter the place'],
    [{ startDate: null }, '请选择公示开始日期', 'Please select the first day'],
    [{ title: '' }, '请输入公示标题', 'Please enter the title'],
    [{ startDate: '2026-02-30' }, '公示开始日期格式不正确', 'First day is malformed'],
    [{ startDate: '2026-03-01' }, '公示开始日期不能早于今天', 'A publicity cannot begin before today'],
    [{ startDate: '2026-06-01' }, '公示开始日期不能晚于2026-05-31（90天内）', 'A publicity begins by 2026-05-31, within 90 days'],
    [{ startDate: '2050-01-01' }, '公示开始日期不能晚于2026-05-31（90天内）', 'A publicity begins by 2026-05-31, within 90 days'],
    [{ startDate: '2025-01-27' }, '公示开始日期不能早于今天', 'A publicity cannot begin before today'],
  ] as const)
    expect(await refused('town', `${PUBLICITY}/save`, { ...sent, ...more })).toEqual(['invalid', zh, en])
  expect(await round()).toMatchObject({ status: '0', endDate: null })
})

test('the day of posting is day 1: fifteen days from the 2nd end on the 16th, and the 17th is the first day to complete', async () => {
  const p = await published()
  expect(await round()).toMatchObject({ status: '1', endDate: '2026-03-16', snapshot: { obligeName: '张三', dk: [{ dkbm }] } })
  for (const [day, left] of [
    ['2026-03-02', 15],
    ['2026-03-16', 1],
  ] as const) {
    b.setDay(day)
    // the window shows what the server counts
    expect((await round()).daysLeft).toBe(left)
    const early: Words = ['E2003', `公示期未满，还剩${left}天`, `The publicity is not over; days left: ${left}`]
    expect(await refused('town', `${PUBLICITY}/complete`, await readRev(b.db, 'publicity', p), { id: p })).toEqual(early)
    // nor can the step be passed around it
    expect(await passed()).toEqual(early)
  }
  b.setDay('2026-03-17')
  expect(await passed()).toEqual([
    'posting-not-completed',
    '公示期已满：请在公示环节点击“完成公示”',
    'The days of the publicity are over: press “Complete” in the task publicity',
  ])
  await done('town', `${PUBLICITY}/complete`, await readRev(b.db, 'publicity', p), { id: p })
  expect(await round()).toMatchObject({ status: '2', objectionResult: '0' })
  for (const verb of ['complete', 'revoke'])
    expect(await refused('town', `${PUBLICITY}/${verb}`, await readRev(b.db, 'publicity', p), { id: p })).toEqual([
      'not-allowed-now',
      '当前状态不能办理该公示',
      'Cannot do this with the publicity in this state',
    ])
  expect((await refused('town', `${PUBLICITY}/save`, await plan()))[0]).toBe('not-allowed-now')
  expect((await step(id, 'town')).msg).toBe('操作成功')
  // the task is behind it
  expect((await refused('town', `${PUBLICITY}/complete`, await readRev(b.db, 'publicity', p), { id: p }))[0]).toBe('E2002')
})

test('a round of a later day waits for it, takes no objection before, and begins by the clock', async () => {
  const p = await published({ startDate: '2026-03-05' })
  expect(await round()).toMatchObject({ status: '0', endDate: '2026-03-19' })
  expect(await passed()).toEqual([
    'posting-later',
    '公示将于2026-03-05开始，期满后在公示环节完成公示',
    'The publicity begins on 2026-03-05; complete it in the task publicity when its days are over',
  ])
  expect(await refused('town', `${OBJECTION}/save`, objection(p))).toEqual([
    'not-allowed-now',
    '当前状态不能登记异议',
    'Cannot record an objection in this state',
  ])
  expect((await refused('town', `${PUBLICITY}/complete`, await readRev(b.db, 'publicity', p), { id: p }))[0]).toBe('not-allowed-now')
  const midnight = async (day: string) =>
    publicityRoutine([caseSubject(registryOf({ digestOf: async () => '', sealer: { sign: (t) => t } }), async () => {})]).run({
      db: b.db,
      now: new Date(`${day}T00:05:00+08:00`),
      signal: new AbortController().signal,
      as: (_tenant, work) => b.as('admin', work),
      system: (work) => b.db.transaction({ tenantId: '000000', system: true }, work),
    })
  expect(await midnight('2026-03-04')).toBe('0 begun')
  b.setDay('2026-03-05')
  expect([await midnight('2026-03-05'), await midnight('2026-03-05')]).toEqual(['1 begun', '0 begun'])
  expect(await round()).toMatchObject({ status: '1' })
})

test('a cancelled round is followed by a new one, which counts its days anew', async () => {
  const p = await published()
  b.setDay('2026-03-10')
  // what was read is ended: who comes with what the round was before, or does not say what he read, is told, whatever state it is in
  const { rev } = await readRev(b.db, 'publicity', p)
  for (const verb of ['complete', 'revoke'])
    for (const [said, key, zh] of [
      [{ rev: rev - 1 }, 'changed', '数据已被他人修改，请刷新后重试'],
      [{ rev: 0 }, 'changed', '数据已被他人修改，请刷新后重试'],
      [{}, 'invalid', '缺少数据版本（rev），请刷新后重新提交'],
    ] as const)
      expect([verb, said, ...(await refused('town', `${PUBLICITY}/${verb}`, said, { id: p })).slice(0, 2)]).toEqual([verb, said, key, zh])
  await done('town', `${PUBLICITY}/revoke`, await readRev(b.db, 'publicity', p), { id: p })
  expect(await round()).toMatchObject({ id: p, status: '3' })
  expect(await passed()).toEqual([
    'posting-cancelled',
    '公示已取消：请在公示环节重新填写并保存公示',
    'The publicity was cancelled: enter and save it again in the publicity task',
  ])
  const again = await published({ startDate: '2026-03-10' })
  expect(await round()).toMatchObject({ id: again, round: 2, status: '1', endDate: '2026-03-24' })
  b.setDay('2026-03-17')
  expect(await refused('town', `${PUBLICITY}/complete`, await readRev(b.db, 'publicity', again), { id: again })).toEqual([
    'E2003',
    '公示期未满，还剩8天',
    'The publicity is not over; days left: 8',
  ])
  // against the cancelled one nobody objects any more
  expect((await refused('town', `${OBJECTION}/save`, objection(p)))[0]).toBe('not-allowed-now')
})

test('without the photo of the posted list a publicity is not complete', async () => {
  const sent = application([String(next + 1).padStart(5, '0')], next + 20)
  next += 1
  b.setDay('2026-03-02')
  id = await done('village', '/yw-accept/business/submit', sent)
  await attachTo(b, id, [...REGISTER_FILES, 'DCB'])
  await done('village', '/yw-accept/business/save-commit', { ...sent, id })
  await to(id, 'publicity')
  const p = await published()
  // whoever passes the task too early hears of the photo and of the days at once, and of what is objected
  const told = async (lang: 'zh' | 'en') => {
    const { key, msg, data } = await step(id, 'town', {}, lang)
    return [key, msg, data.fields.map((f: { msg: string }) => f.msg)]
  }
  const photo = ['必传材料缺失：公示材料', 'Files are missing: Proof of the posting']
  expect(await told('zh')).toEqual(['E1014', photo[0], [photo[0], '公示期未满，还剩15天']])
  expect(await told('en')).toEqual(['E1014', photo[1], [photo[1], 'The publicity is not over; days left: 15']])
  // what is not in the register yet bars nothing there
  const { codes } = await detail(id)
  const o = await done('town', `${OBJECTION}/save`, objection(p, { targetCode: codes.cbfbm }))
  expect((await told('zh'))[2]).toEqual([photo[0], '存在未处理异议1条', '公示期未满，还剩15天'])
  await done('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '4' })
  expect((await told('zh'))[2]).toEqual([photo[0], '公示期未满，还剩15天'])
  b.setDay('2026-03-17')
  expect(await refused('town', `${PUBLICITY}/complete`, await readRev(b.db, 'publicity', p), { id: p })).toEqual([
    'E1014',
    '必传材料缺失：公示材料',
    'Files are missing: Proof of the posting',
  ])
  await attachTo(b, id, ['GSB'])
  await done('town', `${PUBLICITY}/complete`, await readRev(b.db, 'publicity', p), { id: p })
})

test('what is objected and the days that are left are told together', async () => {
  const { codes } = await detail(id)
  const p = await published()
  await done('town', `${OBJECTION}/save`, objection(p, { targetCode: codes.cbfbm }))
  const { key, data } = await step(id, 'town')
  expect([key, data.fields.map((f: { msg: string }) => f.msg)]).toEqual(['E2004', ['存在未处理异议1条', '公示期未满，还剩15天']])
})

test('an open objection keeps the publicity open and marks its parcel; rejected with its reason it does neither', async () => {
  const p = await published()
  expect(await refused('town', `${OBJECTION}/save`, objection(p, { objectorIdType: '1', objectorIdCard: '51011219800101121' }))).toEqual([
    'invalid',
    '证件号码长度应为18位',
    'The identity number must have 18 characters',
  ])
  expect(await refused('town', `${OBJECTION}/save`, objection(p, { targetCode: '' }))).toEqual(['invalid', '请选择异议对象', 'Please select the target'])
  const o = await done('town', `${OBJECTION}/save`, objection(p))
  expect([await objected(), (await round()).objectionsOpen]).toEqual([true, 1])
  b.setDay('2026-03-17')
  expect(await refused('town', `${PUBLICITY}/complete`, await readRev(b.db, 'publicity', p), { id: p })).toEqual([
    'E2004',
    '存在未处理异议1条',
    'Objections not yet handled: 1',
  ])
  const handle = async (handleResult: string, opinion = '') => refused('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult, opinion })
  for (const result of ['2', '3']) expect(await handle(result)).toEqual(['invalid', '请输入处理意见', 'Please enter the opinion'])
  expect(await handle('3', '不'.repeat(501))).toEqual(['invalid', '处理意见长度不能超过500位', 'Opinion: at most 500 characters'])
  for (const result of ['0', '5', ''])
    expect(await handle(result)).toEqual(['not-allowed-now', '当前状态不能处理该异议', 'Cannot handle the objection so in this state'])
  // what was read is handled: who comes with what it said before is told, and so is who does not say
  const { rev, ...read } = await seen(o)
  await done('town', `${OBJECTION}/update`, { ...objection(p, { content: '界线与面积均不对' }), ...read, rev })
  for (const verb of ['handle', 'dispute']) {
    const said = { ...read, handleResult: '3', opinion: '界线无误' }
    const late = await refused('town', `${OBJECTION}/${verb}`, verb === 'handle' ? { ...said, rev } : { ...read, opinion: '界线无误', rev })
    const unsaid = await refused('town', `${OBJECTION}/${verb}`, verb === 'handle' ? said : { ...read, opinion: '界线无误' })
    expect([verb, late[0], unsaid[1]]).toEqual([verb, 'changed', '缺少数据版本（rev），请刷新后重新提交'])
  }
  await done('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '1' })
  expect((await round()).objectionsOpen).toBe(1)
  await done('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '3', opinion: '界线已复核' })
  for (const result of ['1', '2', '3', '4']) expect((await handle(result, '再议'))[0]).toBe('not-allowed-now')
  expect(await objected()).toBe(false)
  await done('town', `${PUBLICITY}/complete`, await readRev(b.db, 'publicity', p), { id: p })
  expect(await round()).toMatchObject({ status: '2', objectionResult: '1' })
  // the list names the case, its type and its region, and counts what was objected
  const { records } = (await b.call('town')('GET', `${PUBLICITY}/page`, {}, { size: '100' })).data
  expect(records.find((r: any) => r.id === p)).toMatchObject({
    businessTypeCode: 'contract_sign',
    objectionsOpen: 0,
    objectionsTotal: 1,
    businessCode: expect.stringMatching(/^\d{20}$/),
    businessName: expect.stringContaining('承包合同签订'),
  })
})

test('two objections against one parcel: it stays marked until the last is handled', async () => {
  const p = await published()
  const [first, second] = [await done('town', `${OBJECTION}/save`, objection(p)), await done('town', `${OBJECTION}/save`, objection(p, { objector: '王五' }))]
  await done('town', `${OBJECTION}/handle`, { ...(await seen(first)), handleResult: '4' })
  expect(await objected()).toBe(true)
  await done('town', `${OBJECTION}/handle`, { ...(await seen(second)), handleResult: '4' })
  expect(await objected()).toBe(false)
})

test('an upheld objection sends the case back to where it says and ends the round', async () => {
  const p = await published()
  const o = await done('town', `${OBJECTION}/save`, objection(p))
  await done('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '2', opinion: '重新测量', target: 'register' })
  expect([(await detail(id)).taskKey, await objected()]).toEqual(['register', false])
  const ended = (await b.call('town')('GET', `${PUBLICITY}/page`, {}, { businessId: id, size: '10' })).data.records
  expect(ended.map((r: any) => r.status)).toEqual(['3'])
  const story = await b.call('town')('GET', '/cpt-flow/process/history-flow-list', {}, { processInstanceId: (await detail(id)).processInstanceId })
  expect(story.data.at(-1)).toMatchObject({ action: 'return', comment: '异议成立：重新测量' })
})

test('after the last day an objection is recorded by an administrator alone, for three days', async () => {
  const p = await published()
  const late = (person: Person) => refused(person, `${OBJECTION}/save`, objection(p))
  b.setDay('2026-03-16')
  await done('town', `${OBJECTION}/save`, objection(p))
  b.setDay('2026-03-17')
  expect((await late('town'))[0]).toBe('not-allowed-now')
  b.setDay('2026-03-19')
  await done('office', `${OBJECTION}/save`, objection(p))
  b.setDay('2026-03-20')
  expect((await late('office'))[0]).toBe('not-allowed-now')
})

test('an entry made by mistake is taken back by who made it, on the same day, while nobody has begun with it', async () => {
  const p = await published()
  const o = await done('town', `${OBJECTION}/save`, objection(p))
  const away = (person: Person) => refused(person, `${OBJECTION}/remove`, {}, { ids: o, publicityId: p })
  expect(await away('town2')).toEqual(['not-allowed-now', '当前状态不能删除异议', 'Cannot delete the objection in this state'])
  expect((await refused('town', `${OBJECTION}/remove`, {}, { ids: '' }))[0]).toBe('none-selected')
  b.setDay('2026-03-03')
  expect((await away('town'))[0]).toBe('not-allowed-now')
  b.setDay('2026-03-02')
  await done('town', `${OBJECTION}/remove`, {}, { ids: o, publicityId: p })
  expect(await objected()).toBe(false)
  const begunWith = await done('town', `${OBJECTION}/save`, objection(p))
  await done('town', `${OBJECTION}/handle`, { ...(await seen(begunWith)), handleResult: '1' })
  expect((await refused('town', `${OBJECTION}/remove`, {}, { ids: begunWith, publicityId: p }))[0]).toBe('not-allowed-now')
  expect(await refused('town', `${OBJECTION}/update`, { ...objection(p), id: begunWith })).toEqual([
    'not-allowed-now',
    '当前状态不能修改异议',
    'Cannot change the objection in this state',
  ])
})

test('an objection is a restriction of what it is about, follows it to another object, and ends with a case that is revoked', async () => {
  const restricted = async () =>
    (await b.db.pool.query(`select dkbm, cbfbm, "endDay" is null as open, "endWords" from restriction where "causeId" = $1 order by id`, [id])).rows
  const p = await published()
  const o = await done('town', `${OBJECTION}/save`, objection(p))
  expect(await restricted()).toEqual([{ dkbm, cbfbm: null, open: true, endWords: null }])
  // what is not in the register yet has nothing to show an objection
  const { codes } = await detail(id)
  await done('town', `${OBJECTION}/update`, { ...objection(p, { targetCode: codes.cbfbm }), id: o, rev: 1 })
  expect(await objected()).toBe(false)
  // as it was read: what somebody changed meanwhile is not overwritten, and nobody leaves out what he read
  expect((await refused('town', `${OBJECTION}/update`, { ...objection(p), id: o, rev: 1 }))[0]).toBe('changed')
  expect((await refused('town', `${OBJECTION}/update`, { ...objection(p), id: o }))[0]).toBe('invalid')
  await done('town', `${OBJECTION}/update`, { ...objection(p), id: o, rev: 2 })
  expect([await objected(), (await restricted()).map((r) => r.open)]).toEqual([true, [false, true]])
  await done('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '1' })
  expect(await objected()).toBe(true)
  const { processInstanceId } = await detail(id)
  await done('office', '/yw-accept/business/revoke', { reason: '误录' }, { businessId: id, processInstanceId })
  expect([await objected(), (await restricted()).at(-1)]).toEqual([false, { dkbm, cbfbm: null, open: false, endWords: '误录' }])
  // it is still answered
  await done('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '3', opinion: '不成立' })
  expect(await objected()).toBe(false)
})

test('a posting that would say too little is refused with everything that lacks, when it is filled in', async () => {
  await b.db.pool.query(`update dk set dkmc = '' where dkbm = $1`, [dkbm])
  await b.db.pool.query(`update business_draft set posted = jsonb_set(posted, '{dk,0}', (posted -> 'dk' -> 0) - 'dkmc') where "businessId" = $1`, [id])
  expect(await refused('town', `${PUBLICITY}/save`, await plan())).toEqual([
    'posting-incomplete',
    `公示内容不完整：地块${dkbm}缺少名称`,
    `What is to be posted is incomplete: parcel ${dkbm} has no name`,
  ])
  await b.db.pool.query(`update dk set dkmc = '沟边田' where dkbm = $1`, [dkbm])
  const p = await published()
  expect((await round()).snapshot.households).toMatchObject([
    { cbfmc: '张三', members: [{ cyxm: '张三', yhzgx: '02' }], parcels: [{ dkbm, dkmc: '沟边田', scmjm: '1.50', htmjm: '1.50', geom: null }] },
  ])
  expect((await round()).snapshot.households[0].members[0].cyzjhm).toMatch(/^\d{3}\*{11}[\dX]{4}$/)
  expect((await b.call('town')('GET', `${PUBLICITY}/changed`, {}, { id: p })).data).toEqual({ changes: [] })
})

test('the answer to an objection has a day: not before it came, not to come; of today where nobody says', async () => {
  const p = await published()
  b.setDay('2026-03-05')
  const o = await done('town', `${OBJECTION}/save`, objection(p))
  const say = async (answerDay: string) => refused('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '3', opinion: '无误', answerDay })
  const days = ['invalid', '答复日期应在受理日期之后且不晚于今天', 'The day of the answer must be between the objection and today']
  expect([await say('2026-03-04'), await say('2026-03-06')]).toEqual([days, days])
  expect(await say('2026-02-30')).toEqual(['invalid', '答复日期格式不正确', 'Answered on is malformed'])
  await done('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '3', opinion: '无误' })
  const row = (await b.call('town')('GET', `${OBJECTION}/detail`, {}, { id: o })).data
  expect([row.status, row.answerDay, row.handler]).toEqual(['3', '2026-03-05', '镇经办'])
  // its papers are fixed with it, but for the answer
  await expect(b.as('town', (ctx) => requireOpenObjection(ctx, { businessId: o, businessItem: 'QT', files: [] }))).rejects.toMatchObject({
    key: 'objection-decided',
  })
  await b.as('town', (ctx) => requireOpenObjection(ctx, { businessId: o, businessItem: 'GSB', files: [] }))
})

test('what nobody can settle is disputed: the publicity may end, its land is barred beyond the case until the award is entered', async () => {
  const p = await published()
  const o = await done('town', `${OBJECTION}/save`, objection(p))
  expect(await refused('town', `${OBJECTION}/dispute`, { ...(await seen(o)) })).toEqual([
    'invalid',
    '请输入移送仲裁的原因',
    'Please give the reason for the referral to arbitration',
  ])
  await done('town', `${OBJECTION}/dispute`, { ...(await seen(o)), opinion: '双方各执一词' })
  expect((await refused('town', `${OBJECTION}/dispute`, { ...(await seen(o)), opinion: '再送' })).slice(0, 2)).toEqual([
    'not-allowed-now',
    '当前状态不能移送仲裁',
  ])
  expect(await objected()).toBe(true)
  b.setDay('2026-03-17')
  await done('town', `${PUBLICITY}/complete`, await readRev(b.db, 'publicity', p), { id: p })
  // the case waits: what is in dispute is not registered
  const passed = await step(id, 'town')
  expect([passed.key, passed.msg]).toEqual(['E1003', `地块【${dkbm}】存在异议，请先处理异议`])
  await done('admin', '/yw-accept/business/revoke', { businessId: id, reason: '等待仲裁' })
  expect(await objected()).toBe(true)
  const award = async (more: object) => refused('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '2', opinion: '以裁决为准', ...more })
  expect(await award({})).toEqual(['invalid', '争议事项请填写仲裁或调解文书', 'Name the award or agreement on the dispute'])
  await done('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '2', opinion: '以裁决为准', arbitration: '安农仲裁〔2026〕3号' })
  expect(await objected()).toBe(false)
  const row = (await b.call('town')('GET', `${OBJECTION}/detail`, {}, { id: o })).data
  expect([row.status, row.disputed, row.arbitration]).toEqual(['2', 1, '安农仲裁〔2026〕3号'])
})

test('an objection is about something of its case, and nothing else is barred by it', async () => {
  const p = await published()
  const { codes } = await detail(id)
  const foreign = `${FBFBM}09999`
  for (const targetCode of [foreign, `${FBFBM}0999`, `${FBFBM}0999J`])
    expect(await refused('town', `${OBJECTION}/save`, objection(p, { targetCode }))).toEqual([
      'invalid',
      '异议对象不属于本业务',
      'The target is not part of this case',
    ])
  for (const targetCode of [dkbm, codes.cbfbm, codes.cbhtbm]) {
    const o = await done('town', `${OBJECTION}/save`, objection(p, { targetCode }))
    expect((await refused('town', `${OBJECTION}/update`, { ...objection(p, { targetCode: foreign }), id: o }))[1]).toBe('异议对象不属于本业务')
    await done('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '4' })
  }
})

test('an objection of a database from before restrictions is carried over as one', async () => {
  const p = await published()
  const o = await done('town', `${OBJECTION}/save`, objection(p))
  const rows = async () =>
    (
      await b.db.pool.query(
        `select id::text, ref, kind, dkbm, cbjyqzbm, cbfbm, "fromDay", words, "causeKind", "causeId" from restriction where "causeId" = $1`,
        [id],
      )
    ).rows
  const [made] = await rows()
  await b.db.pool.query('delete from restriction')
  const [, carry] = readFileSync(resolve(import.meta.dirname, '../../db/migrations/0042_objections.sql'), 'utf8').split(';')
  await b.db.pool.query(carry!)
  expect(await rows()).toEqual([{ ...made, id: o }])
  await done('town', `${OBJECTION}/handle`, { ...(await seen(o)), handleResult: '4' })
  expect(await objected()).toBe(false)
})
