import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import * as rows from '../../kit/server/rows.server.ts'
import { djb_note } from '../../land/register/acts/tables.ts'
import { invariantsBroken } from '../../views/watch/check.server.ts'
import { contract_file } from './definitions/business.ts'
import { application, attachTo, bench, FBFBM, land, REGISTER_FILES, walk, type Bench } from '../../tests/case-bench.ts'
import { readRev } from '../../tests/samples.ts'

let b: Bench
let { detail, step, begun, publish, to, signOnPaper, finished } = {} as ReturnType<typeof walk>
beforeAll(async () => {
  b = await bench({ perms: ['attach_view'] })
  ;({ detail, step, begun, publish, to, signOnPaper, finished } = walk(b))
  await land(b, ['00001', '00002', '00003', '00004', '00005', '00006', '00007', '00008', '00009', '00010', '00011', '00012', '00014', '00015'])
})
afterAll(async () => {
  await b.end()
})

const count = async (table: string, where = 'true') =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(b.db.owner)).rows[0]!.n)
const broken = () => b.as('admin', (ctx) => invariantsBroken(ctx, '510112'))

test('a contract is signed from the village window to the register, and every rule of the register holds', async () => {
  const id = await begun(['00001', '00002'])
  const d = await detail(id)
  expect(d.businessCode).toBe('51011220260302000001')
  expect([d.taskKey, d.codes.cbhtbm]).toEqual(['survey', `${FBFBM}0001J`])
  await to(id, 'sign')
  expect((await step(id, 'town')).key).toBe('E2005')
  await signOnPaper(id)
  expect((await step(id, 'town')).msg).toBe('操作成功')
  const done = await detail(id)
  expect([done.status, done.progress, done.actions]).toEqual(['3', 100, ['undo', 'print']])
  const book = (await sql<any>`select * from djb where cbjyqzbm = ${`${FBFBM}0001J`}`.execute(b.db.owner)).rows[0]
  expect([book.version, book.qszt, book.htzmj, book.htzmjm, book.cbdkzs]).toEqual([1, '1', '2000.00', '3.00', 2])
  expect(await count('dk', `"djzt" = '2' and dklb = '10' and cbfmc = '张三'`)).toBe(2)
  // who ended the posting has looked at what was posted, on that day
  const looked = await sql<any>`select gsjsr, gsshr, gsshrq::text as gsshrq from cbf where cbfbm = ${book.cbfbm}`.execute(b.db.owner)
  expect(looked.rows).toEqual([{ gsjsr: '镇经办', gsshr: '镇经办', gsshrq: '2026-03-17' }])
  expect(await count('outbox', `key = '${id}'`)).toBe(8)
  expect(await count('business_lock')).toBe(0)
  expect(await broken()).toEqual([])
  const view = await b.call('town')('GET', '/cpt-flow/process/model-view', {}, { processInstanceId: done.processInstanceId })
  expect(view.data.xml).toContain('BPMNDiagram')
})

test.each([
  ['contract_sign_2', '121', 'Q', '2', '00016'],
  ['contract_sign_3', '110', 'J', '1', '00017'],
])('each other item is registered as well: %s', async (businessItemCode, cbfs, letter, htlx, parcel) => {
  await land(b, [parcel])
  const a = application([parcel], Number(parcel))
  const sent = { ...a, businessItemCode, form: { ...a.form, dk: a.form.dk.map((l) => ({ ...l, cbjyqqdfs: cbfs })), cbht: { ...a.form.cbht, cbfs } } }
  const id = await begun([parcel], 0, sent)
  await finished(id)
  const { status, codes } = await detail(id)
  expect([status, codes.cbhtbm.at(-1)]).toEqual(['3', letter])
  const { rows } = await sql<any>`select d.version, d.qszt, d.cbfs, d.djlx, d.djxl, h.htlx, x.cbjyqqdfs, x.htmjm, k.dklb, k.djzt, c.cbfmc = k.cbfmc as own
    from djb d join cbht h on h.cbhtbm = d.cbjyqzbm join cbdkxx x on x.cbhtbm = d.cbjyqzbm join dk k on k.dkbm = x.dkbm join cbf c on c.cbfbm = d.cbfbm
    where d.cbjyqzbm = ${codes.cbhtbm}`.execute(b.db.owner)
  expect(rows).toEqual([{ version: 1, qszt: '1', cbfs, djlx: '0', djxl: '0', htlx, cbjyqqdfs: cbfs, htmjm: '1.50', dklb: '10', djzt: '2', own: true }])
  expect(await broken()).toEqual([])
})

test('a returned business goes back to survey and comes forward again', async () => {
  const id = await begun(['00003'], 2)
  expect((await step(id, 'town')).code).toBe(200)
  expect((await step(id, 'town', { result: 'return', target: 'survey', comment: '面积不清' })).msg).toBe('操作成功')
  expect((await detail(id)).taskKey).toBe('survey')
  const story = await b.call('town')('GET', '/cpt-flow/process/history-flow-list', {}, { processInstanceId: (await detail(id)).processInstanceId })
  expect(story.data.map((h: any) => h.action)).toEqual(['start', 'pass', 'pass', 'return'])
  await to(id, 'sign')
  expect((await detail(id)).taskKey).toBe('sign')
})

test.each(['survey', 'check', 'publicity', 'recheck', 'sign'])(
  'a business that is revoked at %s leaves the register as it was and frees its parcels',
  async (task) => {
    const registered = async () =>
      JSON.stringify(
        await Promise.all(
          ['djb', 'cbht', 'cbdkxx', 'cbf', 'dk'].map(async (t) => (await sql`select * from ${sql.table(t)} order by id`.execute(b.db.owner)).rows),
        ),
      )
    const before = await registered()
    const id = await begun(['00004'], 3)
    await to(id, task)
    const { processInstanceId, taskKey } = await detail(id)
    expect(taskKey).toBe(task)
    // who began it takes it back while nobody has checked it; then an administrator does
    const by = task === 'survey' ? 'village' : 'admin'
    expect((await b.call(by)('POST', '/yw-accept/business/revoke', { reason: '误录' }, { businessId: id, processInstanceId })).msg).toBe('操作成功')
    expect(await registered()).toBe(before)
    expect(await count('business_lock', `"businessId" = ${id}`)).toBe(0)
    expect((await step(id, 'town')).code).toBe(404)
    expect(await broken()).toEqual([])
  },
)

test('a revoked case is begun anew as it was: its fields and form are the draft of a new one, of which nothing is held yet', async () => {
  const copy = (id: string, lang: 'zh' | 'en' = 'zh') => b.call('village', lang)('POST', '/yw-accept/business/copy', { businessId: id })
  const id = await begun(['00014'], 14)
  expect([(await copy(id)).msg, (await copy(id, 'en')).msg]).toEqual(['当前状态不能复制为新业务', 'Cannot copy it as a new case in this state'])
  expect((await b.call('village')('POST', '/yw-accept/business/revoke', { businessId: id, reason: '误录' })).msg).toBe('操作成功')
  const made = (await copy(id)).data
  expect(made).toEqual({ businessId: expect.stringMatching(/^[0-9]{19}$/), businessTypeCode: 'contract_sign' })
  const kept = (await b.call('village')('GET', '/yw-accept/business/input', {}, { businessTypeCode: 'contract_sign' })).data
  const { form, businessReceiver: _r, businessReceiveTime: _t, ...fields } = application(['00014'], 14)
  expect(kept).toMatchObject({ businessId: made.businessId, body: { ...fields, form: { fbfbm: form.fbfbm } } })
  expect([kept.body.businessReceiver, kept.body.form.dk[0].dkbm]).toEqual([undefined, `${FBFBM}00014`])
  // another person has no part in it, and it goes its own way
  expect((await b.call('town')('GET', '/yw-accept/business/input', {}, { businessId: made.businessId })).data).toBeNull()
  const sent = { ...application(['00014'], 14), form: kept.body.form, draftId: made.businessId }
  await attachTo(b, made.businessId, REGISTER_FILES)
  expect((await b.call('village')('POST', '/yw-accept/business/save-commit', sent)).data).toBe(made.businessId)
  expect((await b.call('other')('POST', '/yw-accept/business/copy', { businessId: id })).code).toBe(404)
})

test('a case that one has handled is found wherever it stands, with what one did last', async () => {
  const id = await begun(['00015'], 15)
  const mine = async (person: 'town' | 'town2' | 'village') =>
    (await b.call(person)('GET', '/yw-accept/business/handled-list', {}, { size: '100' })).data.records
      .filter((r: any) => r.id === id)
      .map((r: any) => [r.currentActive, r.handledTask, r.handledResult, r.handledTime])
  expect([await mine('village'), await mine('town')]).toEqual([[['survey', 'register', 'pass', '2026-03-02 09:00:00']], []])
  expect((await step(id, 'town')).msg).toBe('操作成功')
  expect((await step(id, 'town2', { result: 'return', target: 'survey', comment: '面积不清' })).msg).toBe('操作成功')
  expect([await mine('town'), await mine('town2')]).toEqual([
    [['survey', 'survey', 'pass', '2026-03-02 09:00:00']],
    [['survey', 'check', 'return', '2026-03-02 09:00:00']],
  ])
})

test('of two clerks who commit the same task at once, one wins', async () => {
  const id = await begun(['00005'], 4)
  const { taskId, processInstanceId } = await detail(id)
  const both = await Promise.all((['town', 'town2'] as const).map((p) => b.call(p)('POST', '/yw-accept/business/commit', { taskId, processInstanceId })))
  expect(both.map((r) => r.key ?? 'ok').sort()).toEqual(['E2001', 'ok'])
  expect(both.find((r) => r.key)!.msg).toBe('任务已办理')
  expect(await count('process_task', `"businessId" = ${id}`)).toBe(3)
})

test('a parcel in another open business is refused with its code, and is not offered', async () => {
  const id = await begun(['00006'], 5)
  const r = await b.call('village')('POST', '/yw-accept/business/submit', application(['00006'], 6))
  await attachTo(b, r.data, REGISTER_FILES)
  const again = await b.call('village')('POST', '/yw-accept/business/save-commit', { ...application(['00006'], 6), id: r.data })
  expect([again.key, again.msg]).toEqual(['E1001', `该登记簿存在在办业务【${(await detail(id)).businessCode}】，不能重复受理`])
  const offered = await b.call('village')('GET', '/ywbl/register-contract/jtdk/page', {}, { size: '100' })
  expect(offered.data.records.map((p: any) => p.dkbm)).not.toContain(`${FBFBM}00006`)
})

test('somebody of another county sees no business and cannot touch one', async () => {
  const id = await begun(['00007'], 7)
  const { taskId, processInstanceId } = await detail(id)
  const other = b.call('other')
  expect((await other('GET', '/yw-accept/business/page')).data.records).toEqual([])
  expect((await other('GET', '/yw-accept/business/detail', {}, { id })).code).toBe(404)
  expect((await other('POST', '/yw-accept/business/commit', { taskId, processInstanceId })).code).toBe(404)
  expect((await other('POST', '/cpt-flow/work/claim-task', {}, { taskId })).code).toBe(404)
})

test('a task belongs to the role of its step', async () => {
  const id = await begun(['00008'], 8)
  expect((await step(id, 'village')).key).toBe('not-your-task')
  expect((await b.call('village')('GET', '/yw-accept/business/todo-list', {}, { size: '100' })).data.records.map((r: any) => r.id)).not.toContain(id)
  const waiting = async (query: Record<string, string> = {}) =>
    (await b.call('town')('GET', '/yw-accept/business/todo-list', {}, { size: '100', ...query })).data?.records.some((r: any) => r.id === id)
  // of his role until he takes it, then his own
  expect([await waiting(), await waiting({ whose: 'role' }), await waiting({ whose: 'me' })]).toEqual([true, true, false])
  const { taskId } = await detail(id)
  expect((await b.call('town')('POST', '/cpt-flow/work/claim-task', {}, { taskId })).code).toBe(200)
  expect([await waiting(), await waiting({ whose: 'role' }), await waiting({ whose: 'me' })]).toEqual([true, false, true])
  expect((await b.call('town')('GET', '/yw-accept/business/todo-list', {}, { whose: 'x' })).code).toBe(400)
})

test('a publicity ends only after its fifteen days and without an open objection', async () => {
  const id = await begun(['00009'], 9)
  for (const p of ['town', 'town'] as const) await step(id, p)
  const { taskId } = await detail(id)
  expect(
    (await b.call('town')('POST', '/yw-publicity/publicity/save', { taskId, title: '公示', startDate: '2026-03-02', days: 14, place: '村委会' })).msg,
  ).toBe('公示天数不能少于15天')
  const publicity = await publish(id)
  b.setDay('2026-03-16')
  const early = await b.call('town')('POST', '/yw-publicity/publicity/complete', await readRev(b.db, 'publicity', publicity), { id: publicity })
  expect([early.key, early.msg]).toEqual(['E2003', '公示期未满，还剩1天'])
  const o = await b.call('town')('POST', '/yw-publicity/objection/save', {
    publicityId: publicity,
    objector: '李四',
    objectorIdType: '2',
    objectorIdCard: 'A1',
    phone: '13800000001',
    targetCode: `${FBFBM}00009`,
    content: '界线不对',
  })
  expect(o.msg).toBe('操作成功')
  b.setDay('2026-03-17')
  expect((await b.call('town')('POST', '/yw-publicity/publicity/complete', await readRev(b.db, 'publicity', publicity), { id: publicity })).key).toBe('E2004')
  expect(await count('dk', `dkbm = '${FBFBM}00009' and yyzt = '1'`)).toBe(1)
  expect((await b.call('town')('POST', '/yw-publicity/objection/handle', { id: o.data, rev: 1, handleResult: '2', opinion: '重新测量' })).msg).toBe('操作成功')
  expect((await detail(id)).taskKey).toBe('survey')
  expect(await count('dk', `dkbm = '${FBFBM}00009' and yyzt = '0'`)).toBe(1)
  expect(await broken()).toEqual([])
})

test('the rules of the register see a book whose area is not the sum of its parcels', async () => {
  await b.db.pool.query(`update djb set htzmj = htzmj + 1 where cbjyqzbm = '${FBFBM}0001J'`)
  // the sum is wrong, and the row is not what the book said when it was frozen, nor what the log says was written
  expect(await broken()).toEqual([`I6: ${FBFBM}0001J`, `B2: ${FBFBM}0001J`, `A1_djb: ${FBFBM}0001J`])
  await b.db.pool.query(`update djb set htzmj = htzmj - 1 where cbjyqzbm = '${FBFBM}0001J'`)
})

test('a missing file is named', async () => {
  b.setDay('2026-03-02')
  const r = await b.call('village')('POST', '/yw-accept/business/save-commit', application(['00010'], 77))
  expect([r.key, r.msg]).toEqual(['E1014', '必传材料缺失：申请书、身份证、户口簿、会议记录（决议）、地块示意图'])
})

test('a finish that dies on its last writes leaves no half state and can be tried again', async () => {
  const id = await begun(['00011'], 0)
  await to(id, 'sign')
  await signOnPaper(id)
  const before = await count('djb')
  await b.db.pool.query(
    `create function no_more() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$; create trigger no_more before insert on outbox for each row execute function no_more()`,
  )
  expect((await step(id, 'town')).code).toBe(500)
  // held: book, contractor, parcel and the person of the new household
  expect([await count('djb'), (await detail(id)).taskKey, await count('business_lock', `"businessId" = ${id}`)]).toEqual([before, 'sign', 4])
  await b.db.pool.query('drop trigger no_more on outbox; drop function no_more()')
  expect((await step(id, 'town')).msg).toBe('操作成功')
  expect(await count('djb')).toBe(before + 1)
  expect(await broken()).toEqual([])
})

test('a contractor tells its cases, whatever became of them, and the files that are kept of them; of its neighbours nothing', async () => {
  const ask = (what: 'of' | 'files-of', cbfbm: string, person: 'town' | 'village' | 'other' = 'town', lang: 'zh' | 'en' = 'zh') =>
    b.call(person, lang)('GET', `/yw-accept/business/${what}-cbf`, {}, { cbfbm })
  const cases = async (cbfbm: string, person?: 'other') => (await ask('of', cbfbm, person)).data.records.map((r: any) => [r.id, r.status])
  const own = `${FBFBM}0001`
  // cases of parcels whose codes begin as its own does are none of its
  const first = await cases(own)
  expect(first).toEqual([[expect.any(String), '3']])
  await land(b, ['00018'])
  const id = await begun(['00018'], 18)
  const { cbfbm } = (await detail(id)).codes
  expect([await cases(cbfbm), await cases(cbfbm, 'other'), await cases(own)]).toEqual([[[id, '2']], [], first])
  // a note that a case left in the book of somebody whom its form does not name
  await b.as('admin', (ctx) => rows.insert(ctx, djb_note, { regionCode: FBFBM, onCode: `${own}J`, words: '更正', causeKind: 'business', causeId: id }))
  expect(await cases(own)).toEqual([[id, '2'], ...first])
  await sql`delete from djb_note where "causeId" = ${id}`.execute(b.db.owner)

  const { id: household } = (await sql<any>`select id from cbf where cbfbm = ${own}`.execute(b.db.owner)).rows[0]
  await attachTo(b, String(household), ['CBFSFZ'])
  const files = async () => (await ask('files-of', own)).data.map((f: any) => [f.businessItem, f.held, f.code])
  const kept = await files()
  expect(kept[0]).toEqual(['CBFSFZ', 'household', own])
  expect(kept).toContainEqual(['SQS', 'case', '51011220260302000001'])
  expect(kept).toContainEqual(['CBHT', 'case', '51011220260302000001'])
  // the signed contract of another household that the same case had signed
  const another = await attachTo(b, first[0][0], ['CBHT'])
  expect(await files()).toHaveLength(kept.length + 1)
  const contract = { regionCode: FBFBM, businessId: first[0][0], cbhtbm: `${FBFBM}0099J`, cbfbm: `${FBFBM}0099`, attachId: another }
  await b.as('admin', (ctx) => rows.insert(ctx, contract_file, contract))
  expect(await files()).toEqual(kept)
  expect([(await ask('files-of', own, 'other')).msg, (await ask('files-of', own, 'other', 'en')).msg]).toEqual(['承包方不存在', 'Contractor not found'])
  expect([(await ask('of', '1')).msg, (await ask('files-of', '1', 'town', 'en')).msg]).toEqual([
    '承包方编码应为18位数字',
    'The code of a contractor must have 18 digits',
  ])

  expect((await b.call('village')('POST', '/yw-accept/business/revoke', { businessId: id, reason: '误录' })).msg).toBe('操作成功')
  expect(await cases(cbfbm)).toEqual([[id, '4']])
})
