// Ending a contract from the window to the register, item by item: what stands in its rows then, and that a case without effect leaves none.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handlings } from '../../../apps/server/handlings.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { contractDoc } from '../../../land/paper/contract-doc.ts'
import { contractModel } from '../../../land/paper/documents/contract.ts'
import { contract_file } from '../../cases/definitions/business.ts'
import { readDraftContract } from '../../cases/handling/draft-contract.server.ts'
import { attachTo, bench, FBFBM, registered, type Bench } from '../../../tests/case-bench.ts'
import { signersOf } from '../../../signing/signers/signers.server.ts'
import { layoutOf } from '../../../signing/templates/template.server.ts'
import { stories, type House } from '../../../tests/type-stories.ts'
import { readRev } from '../../../tests/samples.ts'

let b: Bench
let { detail, step, to, all, one, broken, accepted, revokedAt, send, undo } = {} as ReturnType<typeof stories>
let application: ReturnType<typeof stories>['application']
beforeAll(async () => {
  b = await bench()
  const told = stories(b, { typeCode: 'contract_cancel', name: '合同注销', files: ['SQS', 'CBFSFZ', 'CBHT', 'CBJYQZ', 'HJZM', 'HYJL', 'QT', 'GSB'] })
  ;({ detail, step, to, all, one, broken, accepted, revokedAt, send, undo } = told)
  application = (h, item, form, doSign) => told.application(h, item, { zxyy: '注销原因', ...form }, doSign)
})
afterAll(() => b.end())

const dkbm = (n5: string) => FBFBM + n5
const bookOf = (code: string) => one('djb', `cbjyqzbm = '${code}'`)
/** Through check, publicity and recheck into the register; answers the case. */
async function cancelled(h: House, item: string, form: object = {}, own: object = {}): Promise<string> {
  const id = await accepted({ ...(await application(h, item, form)), ...own })
  await to(id, 'recheck')
  expect((await step(id, 'county')).msg).toBe('操作成功')
  expect((await detail(id)).status).toBe('3')
  expect(await broken()).toEqual([])
  return id
}
const parcels = async (...n5: string[]) =>
  (await Promise.all(n5.map((n) => one('dk', `dkbm = '${dkbm(n)}'`)))).map((p) => [p.zt, p.djzt, p.dklb, p.tdyt, p.cbfbm, p.cbfmc])
const FREE = ['1', '0', '22', '1', null, null]
const OF_STATE = ['1', '0', '99', '5', null, null]
const LOST = ['2', '9', '10', '1', null, null]

test('_1 returned: the book ends with its contract, lines and certificate, the land is reserve, the contractor stays and may contract again', async () => {
  const h = await registered(b, 1, ['00001', '00002'])
  const id = await cancelled(h, '1')
  expect((await all('process_task', `"businessId" = ${id}`)).map((t) => t.taskKey)).toEqual(['register', 'check', 'publicity', 'recheck'])
  const book = await bookOf(h.code)
  expect([book.version, book.qszt, book.endTime, book.endReason, String(book.endBusinessId)]).toEqual([1, '3', '2026-03-17', '注销原因', id])
  expect((await all('cbht', `cbhtbm = '${h.code}'`)).map((c) => c.qszt)).toEqual(['3'])
  expect((await all('cbdkxx', `cbhtbm = '${h.code}'`)).map((l) => l.qszt)).toEqual(['3', '3'])
  expect((await all('cbjyqz', `cbjyqzbm = '${h.code}'`)).map((c) => [c.sfzx, c.zt])).toEqual([[1, '2']])
  expect((await all('cbjyqz_event', `cbjyqzbm = '${h.code}'`)).map((e) => [e.kind, e.reason, e.sjrq])).toEqual([['zx', '注销原因', '2026-03-17']])
  expect((await all('djb_note', `"onCode" = '${h.code}'`)).map((n) => [n.djlx, n.djxl, n.words, n.attachId])).toEqual([['2', '6', '注销原因', null]])
  const holder = await one('cbf', `cbfbm = '${h.cbfbm}'`)
  expect([holder.zt, holder.djzt, holder.zxyylx, holder.htzmjm, holder.cbdkzs, holder.cbjyqzbm]).toEqual(['1', '0', '1', '0.00', 0, null])
  expect(await parcels('00001', '00002')).toEqual([FREE, FREE])
  expect(await all('business_lock', 'true')).toEqual([])
  const [ended, ...more] = (await b.call('town')('GET', '/yw-accept/business/differences', {}, { businessId: id })).data
  expect([ended.code, ended.status, more]).toEqual([h.code, 'ended', []])
  expect(ended.changes.filter((c: any) => c.field === 'htmjm').map((c: any) => [c.at, c.before, c.after])).toEqual([
    [dkbm('00001'), '1.50', ''],
    [dkbm('00002'), '1.50', ''],
  ])
})
/** Of an extinct household the issuer applies. */
const ISSUER = { obligeName: '王村长', obligeIdCard: undefined, obligePhone: undefined }
/** What became of everybody of a household. */
const gone = async (h: House) =>
  (await all('jtcy', `cbfbm = '${h.cbfbm}'`)).map((m, i) => ({ id: String(m.id), cyxm: m.cyxm, qx: i === 2 ? 'moved' : 'dead', rq: `2026-01-0${i + 1}` }))
test('_2 extinct: refused while members live; when for each a death or a removal is told, the household ends with every book and its members', async () => {
  const h = await registered(b, 2, ['00003'], ['00004'])
  const told = await gone(h)
  const sent = async (jtcyList: object[], files?: string[], own: object = ISSUER) =>
    (await send({ ...(await application(h, '2', { jtcyList })), ...own }, 'zh', files)).msg
  expect(await sent([])).toBe(`成员【${h.name}、李2、张小2】仍在世，承包方消亡须逐人登记去世或户口迁出`)
  expect(await sent(told.slice(0, 2))).toBe('成员【张小2】仍在世，承包方消亡须逐人登记去世或户口迁出')
  expect(await sent([{ ...told[0], rq: '2026-03-03' }, ...told.slice(1)])).toBe('日期不能晚于今天')
  expect(await sent([{ ...told[0], rq: '2017-12-31' }, ...told.slice(1)])).toBe(
    `成员【${h.name}】的日期不能早于其登记日期2018-01-01，登记前的情况请先办理合同变更`,
  )
  expect(await sent([...told, { ...told[0], qx: 'moved' }])).toBe(`成员【${h.name}】重复`)
  expect(await sent(told, undefined, {})).toBe(`【${h.name}】已去世或不再是本户成员，不能作为申请人：请由在世的共有人、发包方或代理人申请`)
  expect(await sent(told, ['SQS', 'CBFSFZ', 'CBHT', 'CBJYQZ', 'HYJL', 'QT', 'GSB'])).toBe('必传材料缺失：死亡、婚嫁、落户证明')
  await cancelled(h, '2', { jtcyList: told }, ISSUER)
  expect((await all('djb', `cbfbm = '${h.cbfbm}'`)).map((x) => x.qszt)).toEqual(['3', '3'])
  const holder = await one('cbf', `cbfbm = '${h.cbfbm}'`)
  expect([holder.zt, holder.djzt, holder.zxyylx]).toEqual(['2', '9', '2'])
  expect(await all('jtcy', `cbfbm = '${h.cbfbm}'`)).toEqual([])
  expect(await parcels('00003', '00004')).toEqual([FREE, FREE])
})
test('_3 lost, _4 taken, _9 taken back by law: each parcel as its item or the form says, the contractor stays with the reason', async () => {
  const [lost, taken, back] = [
    await registered(b, 3, ['00005']),
    await registered(b, 4, ['00006', '00007']),
    await registered(b, 5, ['00008', '00009', '00010']),
  ]
  await cancelled(lost, '3')
  await cancelled(taken, '4', { dk: [{ dkbm: dkbm('00007'), fate: 'lost' }] })
  const dk = [
    { dkbm: dkbm('00008'), fate: 'state' },
    { dkbm: dkbm('00009'), fate: 'lost' },
  ]
  await cancelled(back, '9', { zxyylx: '8', dk })
  expect(await parcels('00005', '00006', '00007', '00008', '00009', '00010')).toEqual([LOST, OF_STATE, LOST, OF_STATE, LOST, FREE])
  const holders = await Promise.all([lost, taken, back].map((h) => one('cbf', `cbfbm = '${h.cbfbm}'`)))
  expect(holders.map((c) => [c.zt, c.djzt, c.zxyylx])).toEqual([
    ['1', '0', '3'],
    ['1', '0', '4'],
    ['1', '0', '8'],
  ])
})
test('an agreement that was signed stands on the running page; of two finishes one counts, and it can be taken back', async () => {
  const h = await registered(b, 6, ['00011'])
  const before = await one('dk', `dkbm = '${dkbm('00011')}'`)
  const id = await accepted(await application(h, '1', {}, '1'))
  await to(id, 'recheck')
  expect((await step(id, 'county', { result: 'return', target: 'register', comment: '材料不全' })).msg).toBe('操作成功')
  expect((await step(id, 'village')).msg).toBe('操作成功')
  expect((await step(id, 'town')).msg).toBe('操作成功')
  const { taskId: posting } = await detail(id)
  const post = { taskId: posting, title: '公示', startDate: '2026-03-17', days: 15, place: '村委会' }
  const round = await b.call('town')('POST', '/yw-publicity/publicity/save', post)
  b.setDay('2026-04-17')
  expect((await b.call('town')('POST', '/yw-publicity/publicity/complete', await readRev(b.db, 'publicity', round.data), { id: round.data })).msg).toBe(
    '操作成功',
  )
  expect((await step(id, 'town')).msg).toBe('操作成功')
  // what the task sign would ask is there: the agreement is printed and has its signers
  const ahead = (await b.call('county')('POST', '/yw-accept/business/pre-flight', { id })).data
  expect([ahead.next.taskKey, ahead.findings.map((f: any) => f.code)]).toEqual(['sign', ['nobody']])
  await to(id, 'sign')
  const [c] = (await b.call('town')('GET', '/dzzw/contract-to-sign', {}, { businessId: id })).data
  expect([c.cbhtbm, c.htlx]).toEqual([h.code, '9'])
  const told = await b.as('town', async (ctx) => {
    const file = await rows.get(ctx, contract_file, c.id)
    const data = await readDraftContract({ handlings }, ctx, file)
    return { ...contractModel(contractDoc(data.contract, data.words, (await layoutOf(ctx, file)).contract)), signers: signersOf(data, {}) }
  })
  expect([told.title, told.cbhtbm, told.cbf.cbfmc, told.dk.map((d) => d.dkbm), told.htzmjm]).toEqual([
    '农村土地承包合同终止（解除）协议',
    h.code,
    h.name,
    [dkbm('00011')],
    '1.50',
  ])
  expect([told.jtcy.map((m) => m.cyxm), told.cbqxq, told.cbqxz]).toEqual([[h.name, '李6', '张小6'], '1998年10月01日', '2028年09月30日'])
  expect(told.signers.map((s) => s.node)).toEqual(['cbf', 'fbf'])
  await b.call('town')('POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [c.id], signWay: '3' })
  const attachId = await attachTo(b, id, ['CBHT'])
  expect((await b.call('admin')('POST', '/dzzw/upload-contract-file', { contractId: c.id, attachId, qdsj: '2026-04-17' })).msg).toBe('操作成功')
  expect((await b.call('town')('POST', '/dzzw/contract/examine', { contractId: c.id, pass: 1 })).msg).toBe('操作成功')
  const { taskId, processInstanceId } = await detail(id)
  const answers = await Promise.all([0, 1].map(() => b.call('town')('POST', '/yw-accept/business/commit', { taskId, processInstanceId })))
  expect(answers.map((r) => r.key ?? 'ok').sort()).toEqual(['E2001', 'ok'])
  expect((await all('djb_note', `"onCode" = '${h.code}'`)).map((n) => String(n.attachId))).toEqual([String(attachId)])
  expect(await broken()).toEqual([])
  expect((await undo(id)).msg).toBe('操作成功')
  expect([(await bookOf(h.code)).qszt, (await one('dk', `dkbm = '${dkbm('00011')}'`)).dklb, before.dklb]).toEqual(['1', '10', '10'])
  expect(await broken()).toEqual([])
})
test('revoked at every task: the register is as it was and everything is free', async () => {
  const h = await registered(b, 7, ['00012'])
  await revokedAt(['check', 'publicity', 'recheck', 'sign'], { ...(await application(h, '2', { jtcyList: await gone(h) }, '1')), ...ISSUER })
})
