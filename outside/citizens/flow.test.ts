import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formats } from '../../kit/model/formats.ts'
import { codeFrom, DEMAND_STEPS, hasBegun, INQUIRE_STEPS, isOwnTail, isSlot, overlaps, parseCode, RESERVE_STEPS, stepTo, weekdayOf, withPhone } from './flow.ts'
import { citizenText, officeText } from '../../platform/public/numbers.ts'
import { readWhere, WHERE_LIMITS } from '../../kit/model/where.ts'
import { inquire } from './citizens.ts'
import { wherePhones } from './phone-filter.ts'

test('a filter expression asks for a phone in all the ways in which it may stand, and for everything else as it was sent', () => {
  const is = (op: string, value?: unknown) => ({ field: 'phone', op, ...(value === undefined ? {} : { value }) })
  const all = ['13800008181', '138-00008181', '1380-0008181', '013800008181', '013-800008181', '0138-00008181']
  const spelled = (of: object): any => wherePhones(JSON.stringify(of))
  const open = { field: 'status', op: 'eq', value: '0' }
  for (const typed of ['13800008181', '138-0000-8181', '+86 138 0000 8181']) {
    expect(spelled({ and: [is('eq', typed), open] })).toEqual({ and: [is('in', all), open] })
    expect(spelled(is('ne', typed))).toEqual({ and: all.map((v) => is('ne', v)) })
    expect(spelled({ or: [is('in', ['x', typed]), open] })).toEqual({ or: [is('in', ['x', ...all]), open] })
  }
  // as many as an expression takes are asked for in several lists, and it is still one that is taken
  const many = Array.from({ length: WHERE_LIMITS.values }, (_, n) => `1390000${1000 + n}`)
  expect(spelled(is('in', many)).or.flatMap((l: { value: string[] }) => l.value)).toHaveLength(many.length * all.length)
  expect(() => readWhere(inquire, spelled(is('in', many)), '2026-03-02')).not.toThrow()
  for (const as of [is('empty'), is('eq', 'x'), { field: 'title', op: 'contains', value: '13800008181' }]) {
    expect(() => readWhere(inquire, spelled(as), '2026-03-02')).not.toThrow()
    expect(spelled(as)).toEqual((as as { value?: string }).value === 'x' ? is('in', ['x']) : as)
  }
  // what is none is refused as it was
  for (const none of ['{"field":"phone"', '', undefined, '1'.repeat(WHERE_LIMITS.text + 1)]) expect(wherePhones(none)).toBe(none)
})

test('a text that becomes public hides numbers of residents and phones, however they are written, and nothing else', () => {
  for (const [written, shown] of [
    ['电话13812345678，急', '电话138****5678，急'],
    ['138 1234 5678', '138****5678'],
    ['１３８-1234-5678', '138****5678'],
    ['1.3.8.1.2.3.4.5.6.7.8', '138****5678'],
    ['138\u200b12345678', '138****5678'],
    ['+86 13812345678', '+861******5678'],
    ['身份证51202119900101123x', '身份证512***********123X'],
    ['512021 19900101 1234', '512***********1234'],
    ['512021900101123', '512********1123'],
    ['两个：13812345678、13987654321', '两个：138****5678、139****4321'],
  ]) {
    expect([written, citizenText(written)]).toEqual([written, shown])
    expect([written, officeText(written)]).toEqual([written, shown])
  }
  // the telephone of a window is what a guide is read for
  for (const landline of ['028-87654321', '02887654321', '0288-7654321'])
    expect([officeText(`咨询${landline}`), citizenText(`联系${landline}`)]).toEqual([`咨询${landline}`, '联系028****4321'])
  for (const stays of [
    '2026-03-02至2026-12-31，3.50亩，每亩500元',
    '承包方512021119203040012',
    '承包方513022203205070012',
    '合同513022202001010012J',
    '地块5120211192030400123',
    '示例〔2026〕12号',
    '12345',
  ])
    expect([officeText(stays), citizenText(stays)]).toEqual([stays, stays])
})

test('a random walk leaves none of the three tables, and what is over stays over', () => {
  for (const [steps, over] of [
    [INQUIRE_STEPS, ['2']],
    [DEMAND_STEPS, ['4']],
    [RESERVE_STEPS, ['2', '3', '4']],
  ] as const)
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('reply', 'close', 'submit', 'pass', 'refuse', 'offline', 'confirm', 'checkin', 'handle', 'absent', 'cancel', 'toString')),
        (acts) => {
          let at = '0'
          for (const act of acts) {
            const next = stepTo(steps, at, act)
            if ((over as readonly string[]).includes(at)) expect(next).toBeUndefined()
            at = next ?? at
            expect(Object.keys(steps)).toContain(at)
          }
        },
      ),
    )
})

test('a time of a window begins before it ends; a day knows its weekday', () => {
  expect(['09:00-10:00', '9:00-10:00', '10:00-09:00', '09:00-09:00', '23:00-24:00', '00:00-23:59', 'x'].map(isSlot)).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
    false,
  ])
  expect(['13:00-14:00', '13:00-14:01', '14:59-15:01', '15:00-16:00', '14:10-14:20', '13:00-16:00'].map((s) => overlaps(s, '14:00-15:00'))).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
  ])
  expect(['2026-03-02', '2026-03-08', '2024-02-29'].map(weekdayOf)).toEqual(['1', '7', '4'])
})

test('markup is told from what a farmer writes', () => {
  expect(
    ['<b>', '</p>', '<script>alert(1)</script>', '<!-- -->', '&lt;', '&#60;', '<img src=x onerror=alert(1)', '<a\nhref=x', 'javascript:x'].map(formats.plain),
  ).not.toContain(undefined)
  expect(['面积 < 3 亩', 'a<b 亩', 'a<b，b<c', '3<5 且 5>3', '甲&乙', 'A & B；', '价格>500'].filter((t) => formats.plain(t))).toEqual([])
})

test('a code is typed as people type it, of another kind or length it is none; four digits show whose it is', () => {
  const code = codeFrom(
    'Y',
    '512021',
    new Uint8Array(40).map((_, i) => (i * 37) % 256),
  )
  expect(parseCode('Y', ` ${code.toLowerCase().slice(0, 7)} ${code.toLowerCase().slice(7)}`)).toBe(code)
  expect([parseCode('Z', code), parseCode('Y', code.slice(1)), parseCode('Y', `${code}A`), parseCode('Y', 'Y512021IIIIIIII')]).toEqual(Array(4).fill(undefined))
  for (const [phone, tail] of [
    ['13800001234', '1234'],
    ['028-1234567', '4567'],
  ])
    expect([isOwnTail(phone, tail), isOwnTail(phone, '0000'), isOwnTail(phone, phone), isOwnTail(phone, undefined)]).toEqual([true, false, false, false])
  // of a matter without a phone nothing shows whose it is
  for (const phone of [null, undefined, '', '无', '/', '12', '-']) expect(['', '12', '0000', undefined].some((tail) => isOwnTail(phone, tail))).toBe(false)
})
test('a phone is taken by its digits, however it is typed; what is none stays as it was', () => {
  for (const [typed, taken] of [
    ['136-1111-2222', '13611112222'],
    ['+86 136 1111 2222', '13611112222'],
    ['+86-13611112222', '13611112222'],
    ['１３６１１１１２２２２', '13611112222'],
    ['028-87654321', '028-87654321'],
    ['(028) 8765 4321', '02887654321'],
    ['136****2222', '136****2222'],
    ['abc13611112222', 'abc13611112222'],
    ['12', '12'],
  ])
    expect([typed, withPhone({ phone: typed })]).toEqual([typed, { phone: taken }])
})
test('an appointment begins with the minute in which its time begins', () => {
  const at = { day: '2026-05-04', slot: '09:00-09:30' }
  expect(['2026-05-04 08:59:59', '2026-05-04 09:00:00', '2026-05-05 00:00:00'].map((now) => hasBegun(at, now))).toEqual([false, true, true])
})
