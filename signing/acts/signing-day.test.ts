// The day on which a contract was signed on paper: not before its case came in, nor before the contract that it replaces, nor before a later posting ended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as rows from '../../kit/server/rows.server.ts'
import { attachTo, bench, registered, VILLAGE, type Bench } from '../../tests/case-bench.ts'
import { publicity } from '../../business/publicity/publicity.ts'
import { stories } from '../../tests/type-stories.ts'

let b: Bench
beforeAll(async () => {
  b = await bench()
})
afterAll(() => b.end())

/** A correction of the contact's name that is signed anew, at its task sign: it is never posted. */
async function toSign(n: number, received = '2026-03-02') {
  const s = stories(b, { typeCode: 'correct_cbf', name: '更正', files: ['SQS', 'CBFSFZ', 'CBFHKB'] })
  const h = await registered(b, n, [String(n).padStart(5, '0')])
  const { cbfzjlx, cbfzjhm } = await s.one('cbf', `cbfbm = '${h.cbfbm}'`)
  const sent = await s.application(h, '1', { bgyy: '笔误', cbfmc: `${h.name}改`, cbfzjlx, cbfzjhm }, '1')
  const id = await s.accepted({ ...sent, businessReceiveTime: `${received} 09:00:00` })
  await s.to(id, 'sign')
  b.setDay('2026-03-17')
  const [c] = (await b.call('town')('GET', '/dzzw/contract-to-sign', {}, { businessId: id })).data
  expect((await b.call('town')('POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [c.id], signWay: '3' })).msg).toBe('操作成功')
  const upload = async (qdsj: string, lang: 'zh' | 'en' = 'zh') =>
    (await b.call('admin', lang)('POST', '/dzzw/upload-contract-file', { contractId: c.id, attachId: await attachTo(b, id, ['CBHT']), qdsj })).msg
  return { s, h, id, c, upload }
}

test('not before the day on which the case came in where nothing was posted, even where it was entered later', async () => {
  const { h, upload } = await toSign(1)
  expect(await upload('2026-03-01')).toBe(`合同【${h.code}】的签订时间不能早于受理日期2026-03-02`)
  expect(await upload('1990-01-01', 'en')).toBe(`Contract ${h.code} cannot have been signed before the acceptance, 2026-03-02`)
  expect(await upload('2026-03-02')).toBe('操作成功')
  const late = await toSign(4, '2026-02-20')
  expect(await late.upload('2026-02-19')).toBe(`合同【${late.h.code}】的签订时间不能早于受理日期2026-02-20`)
  expect(await late.upload('2026-02-20')).toBe('操作成功')
})

test('a case came in within 30 days before it was entered, and not before its book was registered', async () => {
  const s = stories(b, { typeCode: 'correct_cbf', name: '更正', files: ['SQS', 'CBFSFZ'] })
  const h = await registered(b, 5, ['00005'])
  const contact = { bgyy: '笔误', lxdh: '13900000000', cbfdz: '二组5号', yzbm: '610001' }
  const on = async (day: string, lang: 'zh' | 'en' = 'zh') => {
    b.setDay('2026-03-02')
    const sent = { ...(await s.application(h, '3', contact)), businessReceiveTime: `${day} 09:00:00` }
    const told = (await b.call('village', lang)('POST', '/yw-accept/business/pre-flight', sent)).data.findings[0]
    const r = await b.call('village', lang)('POST', '/yw-accept/business/submit', sent)
    if (r.code === 200) return r.msg
    expect([told.code, told.severity, told.msg]).toEqual(['invalid', 'bars', r.data.fields[0].msg])
    return r.data.fields.map((f: { field: string; msg: string }) => [f.field, f.msg])
  }
  expect(await on('1950-01-13')).toEqual([['businessReceiveTime', '受理时间不能早于录入日期前30天（2026-01-31）']])
  expect(await on('2026-01-30', 'en')).toEqual([['businessReceiveTime', 'Received at: not before 2026-01-31, 30 days before the day of entry']])
  expect(await on('2026-01-31')).toBe('操作成功')
  await b.db.owner.updateTable('djb').set({ djsj: '2026-02-25' }).where('cbjyqzbm', '=', h.code).execute()
  const sent = await s.application(h, '3', contact)
  const early = { ...sent, businessReceiveTime: '2026-02-24 09:00:00' }
  expect((await s.send(early)).msg).toBe(`受理时间不能早于登记簿【${h.code}】的登记日期2026-02-25`)
  await s.accepted({ ...sent, businessReceiveTime: '2026-02-25 09:00:00' })
})

test('not before the contract that it replaces was signed', async () => {
  const { h, upload } = await toSign(2)
  await b.db.owner.updateTable('cbht').set({ qdsj: '2026-03-10' }).where('cbhtbm', '=', h.code).execute()
  expect(await upload('2026-03-09')).toBe(`合同【${h.code}】的签订时间不能早于原合同的签订时间2026-03-10`)
  expect(await upload('2026-03-10')).toBe('操作成功')
})

test('what was signed before a later posting ended does not pass the task sign', async () => {
  const { s, id, c, upload } = await toSign(3)
  expect(await upload('2026-03-10')).toBe('操作成功')
  expect((await b.call('town')('POST', '/dzzw/contract/examine', { contractId: c.id, pass: 1 })).msg).toBe('操作成功')
  const round = { businessId: id, taskId: id, round: 2, title: '再次公示', status: '2', startDate: '2026-03-02', endDate: '2026-03-16' }
  await b.as('admin', (ctx) => rows.insert(ctx, publicity, { regionCode: VILLAGE, ...round }))
  const said = (await s.step(id, 'town')).msg
  expect(said).toBe(`合同【${c.cbhtbm}】的签订时间早于本次公示截止日，请撤回签署文件，公示期满后重新签订`)
})
