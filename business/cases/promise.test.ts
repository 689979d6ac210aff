// What is promised to an applicant: the day is fixed when the case begins, by the process that its region has then.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, attachTo, bench, land, REGISTER_FILES, VILLAGE, type Bench } from './testing.server.ts'
import { dayBefore, daysToDue, dueDayOf } from './promise.ts'

let b: Bench
beforeAll(async () => {
  b = await bench()
})
afterAll(() => b.end())
const said = (a: { msg: string; data: any }) => {
  expect(a.msg).toBe('操作成功')
  return a.data
}
let seq = 0
/** A case that the village began on this day. */
async function begun(day: string): Promise<string> {
  b.setDay(day)
  const own = `0${String(4000 + (seq += 1))}`
  await land(b, [own])
  const sent = { ...application([own], 400 + seq), businessReceiveTime: `${day} 09:00:00` }
  const id = said(await b.call('village')('POST', '/yw-accept/business/submit', sent))
  await attachTo(b, id, REGISTER_FILES)
  return said(await b.call('village')('POST', '/yw-accept/business/save-commit', { ...sent, id }))
}
const dueDay = async (id: string) => said(await b.call('village')('GET', '/yw-accept/business/detail', {}, { id })).dueDay
const ask = async (path: string, query: Record<string, string> = {}) => said(await b.call('village')('GET', `/yw-accept/business/${path}`, {}, query))

test('days run from the day of receipt, over ends of months and years', () => {
  expect([dueDayOf('2026-03-02', 28), dueDayOf('2026-12-20', 20), dueDayOf('2028-02-27', 2)]).toEqual(['2026-03-30', '2027-01-09', '2028-02-29'])
  const b = { status: '2', dueDay: '2026-03-30' }
  expect([daysToDue(b, '2026-03-29'), daysToDue(b, '2026-03-30'), daysToDue(b, '2026-03-31')]).toEqual([1, 0, -1])
  expect([daysToDue({ ...b, status: '3' }, '2026-03-31'), daysToDue({ status: '2' }, '2026-03-31')]).toEqual([undefined, undefined])
})

test('promisedDays of the process sets the day; a later change moves no case under way; past it, a case is counted and found as overdue', async () => {
  const usual = await begun('2026-03-02')
  expect(await dueDay(usual)).toBe('2026-03-30')
  const admin = b.call('admin')
  const [definition] = said(await admin('GET', '/yw-accept/process-config/list-process')).filter((d: any) => d.typeCode === 'contract_sign')
  const config = {
    regionCode: VILLAGE,
    businessTypeCode: 'contract_sign',
    processName: '合同签订',
    processVersion: '1',
    processDefinitionId: definition.id,
    minDays: 15,
    promisedDays: 10,
  }
  const id = said(await admin('POST', '/yw-accept/process-config/save', config))
  said(await admin('POST', '/yw-accept/process-config/enable', {}, { id }))
  expect(said(await admin('GET', '/yw-accept/process-config/detail', {}, { id })).isEnabled).toBe(1)
  const soon = await begun('2026-03-03')
  expect([await dueDay(soon), await dueDay(usual)]).toEqual(['2026-03-13', '2026-03-30'])
  said(await admin('POST', '/yw-accept/process-config/update', { ...config, id, promisedDays: 60 }))
  expect(await dueDay(soon)).toBe('2026-03-13')

  const overdue = async (day: string) => {
    b.setDay(day)
    const found = (await ask('page', { status: '2', dueDayEnd: dayBefore(day) })).records.map((r: any) => r.id)
    return [(await ask('page-total')).overdue, found.length, found.includes(soon), found.includes(usual)]
  }
  expect(await overdue('2026-03-13')).toEqual([0, 0, false, false])
  expect(await overdue('2026-03-14')).toEqual([1, 1, true, false])
  expect(await overdue('2026-03-31')).toEqual([2, 2, true, true])
  said(await b.call('village')('POST', '/yw-accept/business/revoke', {}, { businessId: soon }))
  expect(await overdue('2026-03-31')).toEqual([1, 1, false, true])
})
