// Papers that a book lacks, from the window to the register, item by item: what stands in its rows then, and that a case without effect leaves none.
import { freeze } from '../../../land/register/content/content.server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../../kit/server/audit.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { param } from '../../../platform/definitions/system.ts'
import { bench, FBFBM, registered as household, saveAgain, type Bench } from '../../../tests/case-bench.ts'
import { stories, type House } from '../../../tests/type-stories.ts'

let b: Bench
let { detail, step, to, all, one, current, tasksOf, application, accepted, send, finished, registered, revokedAt, undo, broken } = {} as ReturnType<
  typeof stories
>
const FILES = ['SQS', 'CBFSFZ', 'QT', 'GSB', 'CBJYQZ']
beforeAll(async () => {
  b = await bench()
  const told = stories(b, { typeCode: 'contract_supplement', name: '合同补签', files: FILES })
  ;({ detail, step, to, all, one, current, tasksOf, accepted, send, finished, registered, revokedAt, undo, broken } = told)
  application = (h, item, form) => told.application(h, item, { bgyy: '补办', ...form })
})
afterAll(() => b.end())

/** A household that was registered before anything of these stories. */
const made = (n: number, ...more: Rest): Promise<House> => {
  b.setDay('2026-03-01')
  return household(b, n, ...more)
}
type Rest = Parameters<typeof household> extends [unknown, unknown, ...infer R] ? R : never
/** What a contract says otherwise than its first book did, and the log with it: the watch compares the two. */
async function otherwise(h: House, values: Record<string, string | null>) {
  const { id, regionCode, rev, ...before } = await one('cbht', `cbhtbm = '${h.code}'`)
  await b.db.owner
    .updateTable('cbht')
    .set({ ...values, rev: Number(rev) + 1 })
    .where('cbhtbm', '=', h.code)
    .execute()
  const diff = Object.fromEntries(Object.entries(values).map(([n, v]) => [n, [before[n], v]]))
  await b.as('admin', (ctx) => audit(ctx, { action: 'cbht.update', object: 'cbht', objectId: String(id), regionCode, diff }))
}
/** A household whose contract has not been signed yet: its book was frozen so. */
async function unsigned(n: number, ...parcels: string[]): Promise<House> {
  const h = await made(n, parcels)
  await otherwise(h, { signStatus: '99', signWay: null, qdsj: null })
  const { id } = await one('djb', `cbjyqzbm = '${h.code}' and qszt = '1'`)
  await b.db.owner.deleteFrom('djb_content').where('djbId', '=', String(id)).execute()
  await b.db.owner.updateTable('djb').set({ contentHash: null }).where('id', '=', String(id)).execute()
  await b.as('admin', (ctx) => freeze(ctx, FBFBM.slice(0, 6), [String(id)]))
  return h
}
const contractOf = async (h: House) => {
  const c = await one('cbht', `cbhtbm = '${h.code}'`)
  return [c.version, c.qszt, c.htlx, c.signStatus, c.signWay, c.qdsj, c.attachId && String(c.attachId)]
}
const notesOf = async (h: House) => (await all('djb_note', `"onCode" = '${h.code}'`)).map((n) => [n.djlx, n.djxl, n.words])
/** The book as it stands, without what is counted beside it. */
const bookOf = async (h: House) => JSON.stringify(await all('djb', `cbjyqzbm = '${h.code}'`))

test('_1 never signed: signed as its book has it, the book and its term stay, the day of signing is that of today; undone it is unsigned again', async () => {
  const h = await unsigned(1, '00001')
  const before = await bookOf(h)
  const id = await registered(await accepted(await application(h, '1')))
  expect(await tasksOf(id)).toEqual(['register', 'check', 'recheck', 'sign'])
  const file = (await all('attach', `"businessId" = ${id} and "businessItem" = 'CBHT'`))[0].id
  expect(await contractOf(h)).toEqual([1, '1', '10', '2', '3', '2026-03-17', String(file)])
  expect([await bookOf(h), await notesOf(h)]).toEqual([before, []])
  expect((await all('business_book', `"businessId" = ${id}`)).map((k) => [k.code, k.status, k.newDjbId])).toEqual([[h.code, 'finished', null]])
  expect((await send(await application(h, '1'))).data.fields).toEqual([{ field: 'cbjyqzbm', msg: '合同已签订，不需要补签' }])
  expect((await undo(id)).msg).toBe('操作成功')
  expect(await contractOf(h)).toEqual([1, '1', '1', '99', null, null, null])
  expect(await broken()).toEqual([])
})

const dk = (...n5: string[]) => n5.map((n) => ({ dkbm: FBFBM + n, htmjm: '1.50' }))
test('_2 signed on paper: what the paper says is what the book says, its one scan is looked at twice and becomes the file of the contract', async () => {
  const h = await made(2, ['00002', '00003'])
  // the register has a day already: another one is refused, whatever the paper says
  const otherDay = await send(await application(h, '2', { qdsj: '2017-12-01', htzmjm: '3.00', dk: dk('00002', '00003') }), 'zh', [...FILES, 'CBHT'])
  expect(otherDay.msg).toBe('签订时间与登记的1998-10-01不一致，登记有误的请先更正')
  expect((await contractOf(h)).slice(5)).toEqual(['1998-10-01', null])
  await otherwise(h, { qdsj: null })
  const before = await bookOf(h)
  const form = { qdsj: '2017-12-01', htzmjm: '3.00', dk: dk('00002', '00003') }
  expect((await send(await application(h, '2', form))).msg).toBe('必传材料缺失：原合同')
  const several = await send(await application(h, '2', form), 'zh', [...FILES, 'CBHT', 'CBHT'])
  expect(several.msg).toBe('合同扫描件须为一个PDF文件，多页请合成一个文件')
  const id = await accepted(await application(h, '2', form), [...FILES, 'CBHT'])
  const scan = String((await all('attach', `"businessId" = ${id} and "businessItem" = 'CBHT'`))[0].id)
  const [held] = await all('contract_file', `"businessId" = ${id}`)
  expect([String(held.attachId), held.signStatus, held.signWay, held.qdsj, held.htlx]).toEqual([scan, '3', '3', '2017-12-01', '1'])
  // sent back the scan is free, and taken again when it comes
  await to(id, 'recheck')
  expect((await step(id, 'county', { result: 'return', target: 'register', comment: '扫描不清' })).msg).toBe('操作成功')
  expect((await all('contract_file', `"businessId" = ${id}`)).map((c) => [c.attachId, c.signStatus, c.reason])).toEqual([[null, '4', '扫描不清']])
  expect((await step(id, 'village')).msg).toBe('操作成功')
  await registered(id)
  expect(await tasksOf(id)).toEqual(['register', 'check', 'recheck', 'register', 'check', 'recheck'])
  expect(await contractOf(h)).toEqual([1, '1', '1', '2', '3', '2017-12-01', scan])
  expect((await all('contract_file', `"businessId" = ${id}`)).map((c) => c.signStatus)).toEqual(['2'])
  expect([await bookOf(h), await notesOf(h)]).toEqual([before, []])
})

const certificates = async (h: House) => (await all('cbjyqz', `cbjyqzbm = '${h.code}'`)).map((c) => [c.cbjyqzlsh, c.sfzx, c.zt, c.fzrq])
const events = async (h: House) => (await all('cbjyqz_event', `cbjyqzbm = '${h.code}'`)).map((e) => [e.kind, e.reason, e.sjrq])
test('_3 lost: the certificate is void, another waits for its serial, the book notes it and makes no version; taken back the old one is in force', async () => {
  const h = await made(3, ['00004'])
  const id = await registered(await accepted(await application(h, '3', { bgyy: '搬家遗失' })))
  expect(await tasksOf(id)).toEqual(['register', 'check', 'recheck'])
  expect(await certificates(h)).toEqual([
    ['3', 1, '2', '2018-01-01'],
    [null, 0, '0', null],
  ])
  expect([await events(h), await notesOf(h)]).toEqual([[['bf', '搬家遗失', '2026-03-02']], [['3', '7', '搬家遗失']]])
  expect((await current(h)).version).toBe(1)
  expect((await undo(id)).msg).toBe('操作成功')
  expect(await certificates(h)).toEqual([['3', 0, '1', '2018-01-01']])
  expect((await all('djb_note', `"onCode" = '${h.code}' and "endTime" is null`)).length).toBe(0)
  expect(await broken()).toEqual([])
})

test('_3 where the loss is posted: after the check, for as many days as the process asks', async () => {
  const h = await made(4, ['00005'])
  const id = await b.as('admin', (ctx) => rows.insert(ctx, param, { paramName: '遗失公示', paramKey: 'supplement.loss.publicity', paramValue: '1' }))
  const posted = await accepted(await application(h, '3'))
  await to(posted, 'publicity')
  const round = { taskId: (await detail(posted)).taskId, title: '遗失公示', startDate: '2026-03-02', days: 0, place: '村委会' }
  expect((await b.call('town')('POST', '/yw-publicity/publicity/save', round)).data.fields[0].field).toBe('days')
  await registered(posted)
  expect(await tasksOf(posted)).toEqual(['register', 'check', 'publicity', 'recheck'])
  // a damaged one is not posted
  const damaged = await accepted(await application(await made(5, ['00006']), '4'))
  await finished(damaged)
  expect(await tasksOf(damaged)).toEqual(['register', 'check', 'recheck'])
  await b.as('admin', (ctx) => rows.erase(ctx, param, [id]))
})

test('_4 damaged: the old one is taken in, replaced and noted; what was never given out is not', async () => {
  const h = await made(6, ['00007'])
  const sent = await application(h, '4', { bgyy: '水浸破损' })
  await registered(await accepted(sent))
  expect(await certificates(h)).toEqual([
    ['6', 1, '2', '2018-01-01'],
    [null, 0, '0', null],
  ])
  expect([await events(h), await notesOf(h)]).toEqual([[['hf', '水浸破损', '2026-03-02']], [['3', '8', '水浸破损']]])
  expect((await send(sent, 'en')).data.fields).toEqual([{ field: 'cbjyqzbm', msg: 'The certificate was never issued' }])
})

test('what the paper says otherwise than the book is refused with all of it; revoked at every task the register is as it was', async () => {
  const h = await unsigned(7, '00008', '00009')
  const form = { qdsj: '2017-12-01', htzmjm: '3.10', dk: [{ dkbm: `${FBFBM}00008`, htmjm: '1.60' }] }
  const r = await send(await application(h, '2', form), 'zh', [...FILES, 'CBHT'])
  expect([r.key, r.data.fields]).toEqual([
    'E1008',
    [
      { field: 'htzmjm', msg: '合同面积合计与登记簿不一致，差额0.10亩' },
      { field: 'dk.0.htmjm', msg: `地块【${FBFBM}00008】合同记载1.60亩，登记簿为1.50亩` },
      { field: 'dk', msg: `登记簿中的地块【${FBFBM}00009】合同没有记载` },
    ],
  ])
  await revokedAt(['check', 'recheck', 'sign'], await application(h, '1'))
})

test('returned and corrected, what is registered is what the last form says', async () => {
  const h = await made(15, ['00085'])
  const sent = await application(h, '4', { bgyy: '水浸破损' })
  const id = await accepted(sent)
  await to(id, 'recheck')
  expect((await step(id, 'county', { result: 'return', target: 'register', comment: '原因不清' })).msg).toBe('操作成功')
  const again = { ...sent, form: { ...(sent.form as object), bgyy: '虫蛀破损' }, id }
  expect((await saveAgain(b, 'village', again)).msg).toBe('操作成功')
  expect((await step(id, 'village')).msg).toBe('操作成功')
  await registered(id)
  expect(await events(h)).toEqual([['hf', '虫蛀破损', '2026-03-02']])
})

test('late signings are drafted for many books at once: each that stands, and why the others have none', async () => {
  const [one_, two, signed] = [await unsigned(11, '00081'), await unsigned(12, '00082'), await made(13, ['00083'])]
  const mute = await unsigned(14, '00084')
  await b.db.owner.updateTable('cbf').set({ lxdh: '13812345678' }).where('cbfbm', 'in', [one_.cbfbm, two.cbfbm]).execute()
  const ids = await Promise.all([one_, two, signed, mute].map(async (h) => String((await current(h)).id)))
  const ask = (body: object, lang: 'zh' | 'en' = 'zh') => b.call('village', lang)('POST', '/yw-accept/business/submit-of-books', body)
  const sent = { businessTypeCode: 'contract_supplement', djbIds: ids.join(','), bgyy: '当年漏签' }
  // without a reason no form is right
  expect((await ask({ ...sent, bgyy: '' })).data).toMatchObject({ made: 0, left: { length: 4 } })
  const en = (await ask({ ...sent, djbIds: ids[2]! }, 'en')).data
  expect(en).toEqual({ made: 0, left: [{ cbjyqzbm: signed.code, reason: 'The contract is already signed' }] })
  expect((await ask(sent)).data).toEqual({
    made: 2,
    left: [
      { cbjyqzbm: signed.code, reason: '合同已签订，不需要补签' },
      { cbjyqzbm: mute.code, reason: '请输入权利人联系电话' },
    ],
  })
  const drafts = (await all('business', `"businessTypeCode" = 'contract_supplement' and status = '1'`)).filter((x) => ['张11', '张12'].includes(x.obligeName))
  expect(drafts.map((x) => [x.obligeName, x.businessItemCode, x.businessReceiver, x.businessCode])).toEqual([
    ['张11', 'contract_supplement_1', '村经办', null],
    ['张12', 'contract_supplement_1', '村经办', null],
  ])
  expect((await ask({ ...sent, businessTypeCode: 'contract_sign' })).key).toBe('of-books-type')
  // what is no id is no book
  expect((await ask({ ...sent, djbIds: '99999999999999999999, abc' })).key).toBe('none-selected')
  expect((await ask({ ...sent, djbIds: Array.from({ length: 101 }, (_, i) => i + 1).join(',') })).key).toBe('of-books-most')
  expect((await ask({ ...sent, djbIds: '7' })).key).toBe('not-found')
  // the list that they are chosen from says which books may be taken
  const listed = (await b.call('village')('GET', '/ywbl/supplement-contract/djb/page', {}, { cbjyqzbm: one_.code })).data.records
  expect(listed.map((r: any) => [r.cbjyqzbm, r.eligible, r.reasons])).toEqual([[one_.code, true, []]])
})
