// What is promised to an applicant: the day is fixed when the case begins, by the process that its region has then.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, attachTo, bench, land, REGISTER_FILES, VILLAGE, type Bench } from '../../../tests/case-bench.ts'
import { previousDay, daysAfter, daysToDue } from './promise.ts'
import { ninetieth, PLAIN_CALENDAR, workingDayAfter, workingDaysBetween } from './workdays.ts'

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
  expect([daysAfter('2026-03-02', 28), daysAfter('2026-12-20', 20), daysAfter('2028-02-27', 2)]).toEqual(['2026-03-30', '2027-01-09', '2028-02-29'])
  const b = { status: '2', dueDay: '2026-03-30' }
  expect([daysToDue(b, '2026-03-29'), daysToDue(b, '2026-03-30'), daysToDue(b, '2026-03-31')]).toEqual([1, 0, -1])
  expect([daysToDue({ ...b, status: '3' }, '2026-03-31'), daysToDue({ status: '2' }, '2026-03-31')]).toEqual([undefined, undefined])
})

test('working days leave out weekends and holidays and take in weekends that are worked', () => {
  // the spring festival of 2026: free from Sunday 15 to Monday 23 February, Saturdays 14 and 28 are worked
  const free = Array.from({ length: 9 }, (_, i) => [`2026-02-${15 + i}`, false] as const)
  const festival = new Map<string, boolean>([...free, ['2026-02-14', true], ['2026-02-28', true]])
  expect(['2026-02-13', '2026-02-11'].map((d) => workingDayAfter(d, 3, PLAIN_CALENDAR))).toEqual(['2026-02-18', '2026-02-16'])
  expect(['2026-02-13', '2026-02-11'].map((d) => workingDayAfter(d, 3, festival))).toEqual(['2026-02-25', '2026-02-14'])
  expect(workingDayAfter('2026-02-13', 0, festival)).toBe('2026-02-13')
  expect([workingDaysBetween('2026-03-06', '2026-03-09', PLAIN_CALENDAR), workingDaysBetween('2026-03-02', '2026-03-30', PLAIN_CALENDAR)]).toEqual([1, 20])
  expect([workingDaysBetween('2026-02-13', '2026-02-25', festival), workingDaysBetween('2026-02-13', '2026-02-28', festival)]).toEqual([3, 6])
  expect([workingDaysBetween('2026-03-07', '2026-03-08', PLAIN_CALENDAR), workingDaysBetween('2026-03-08', '2026-03-07', PLAIN_CALENDAR)]).toEqual([0, 0])
  // what is reached by counting forward is as far as it was counted, from every day of two months
  for (let i = 0; i < 60; i += 1) {
    const from = daysAfter('2026-01-20', i)
    expect([from, workingDaysBetween(from, workingDayAfter(from, i % 13, festival), festival)]).toEqual([from, i % 13])
  }
  expect([
    ninetieth([]),
    ninetieth([{ value: 4, n: 1 }]),
    ninetieth([
      { value: 30, n: 1 },
      { value: 2, n: 9 },
    ]),
    ninetieth([
      { value: 30, n: 2 },
      { value: 2, n: 9 },
    ]),
  ]).toEqual([undefined, 4, 2, 30])
})

test('a holiday that is entered moves the day that is promised afterwards', async () => {
  const before = await begun('2026-04-02')
  const admin = b.call('admin')
  for (const [day, isWorked, dayName] of [
    ['2026-04-06', 0, '清明节'],
    ['2026-04-11', 1, '调休上班'],
  ])
    said(await admin('POST', '/yw-accept/work-day/save', { day, isWorked, dayName }))
  const after = await begun('2026-04-02')
  expect([await dueDay(before), await dueDay(after)]).toEqual(['2026-04-30', '2026-04-30'])
  const [worked] = said(await admin('GET', '/yw-accept/work-day/page', {}, { dayStart: '2026-04-11' })).records.filter((r: any) => r.day === '2026-04-11')
  said(await admin('POST', '/yw-accept/work-day/remove', {}, { ids: worked.id }))
  expect(await dueDay(await begun('2026-04-02'))).toBe('2026-05-01')
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
  expect([await dueDay(soon), await dueDay(usual)]).toEqual(['2026-03-17', '2026-03-30'])
  said(await admin('POST', '/yw-accept/process-config/update', { ...config, id, promisedDays: 60 }))
  expect(await dueDay(soon)).toBe('2026-03-17')

  const overdue = async (day: string) => {
    b.setDay(day)
    const found = (await ask('page', { status: '2', dueDayEnd: previousDay(day) })).records.map((r: any) => r.id)
    return [(await ask('page-total')).overdue, found.length, found.includes(soon), found.includes(usual)]
  }
  expect(await overdue('2026-03-17')).toEqual([0, 0, false, false])
  expect(await overdue('2026-03-18')).toEqual([1, 1, true, false])
  expect(await overdue('2026-03-31')).toEqual([2, 2, true, true])
  said(await b.call('village')('POST', '/yw-accept/business/revoke', {}, { businessId: soon }))
  expect(await overdue('2026-03-31')).toEqual([1, 1, false, true])
})
