import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ACTIONS, admits, eventsOf, next, STATUS, type Machine } from './flow.ts'

const run = (m: Machine, from: string | null, events: readonly string[]) =>
  events.reduce<string | null>((s, e) => {
    const to = next(m, s, e)
    return to === undefined ? s : to
  }, from)
const anyEvents = (m: Machine) => fc.array(fc.constantFrom(...eventsOf(m)), { maxLength: 30 })

test('no path of events leaves a finished business or a finished publicity', () => {
  fc.assert(
    fc.property(anyEvents('business'), (e) => {
      expect(run('business', STATUS.done, e)).toBe(STATUS.done)
    }),
  )
  for (const end of ['2', '3'])
    fc.assert(
      fc.property(anyEvents('publicity'), (e) => {
        expect(run('publicity', end, e)).toBe(end)
      }),
    )
})
test('a revoked business can only be removed', () => {
  fc.assert(
    fc.property(anyEvents('business'), (e) => {
      expect(['4', null, '1', '2', '3']).toContain(
        run(
          'business',
          STATUS.revoked,
          e.filter((x) => x !== 'remove-revoked'),
        ),
      )
      expect(
        run(
          'business',
          STATUS.revoked,
          e.filter((x) => x !== 'remove-revoked'),
        ),
      ).toBe('4')
    }),
  )
})
test('a signed contract moves only by taking a paper upload back', () => {
  fc.assert(
    fc.property(anyEvents('signing'), (e) => {
      expect(
        run(
          'signing',
          '2',
          e.filter((x) => x !== 'revoke-signed'),
        ),
      ).toBe('2')
    }),
  )
})
test('every reachable state of a machine is a state of its dictionary', () => {
  fc.assert(
    fc.property(anyEvents('signing'), (e) => {
      expect(['99', '0', '1', '2', '3', '4', '5', '7']).toContain(run('signing', '99', e))
    }),
  )
})
test('a finished business admits nothing but printing, whoever asks', () => {
  fc.assert(
    fc.property(fc.record({ creator: fc.boolean(), assignee: fc.boolean(), admin: fc.boolean() }), fc.constantFrom(...ACTIONS), (who, a) => {
      expect(admits({ status: STATUS.done, taskKey: 'sign' }, a, who)).toBe(a === 'print')
    }),
  )
})
test('nobody passes or returns a task that is not his', () => {
  for (const taskKey of ['register', 'survey', 'check', 'publicity', 'recheck', 'sign'])
    for (const a of ['pass', 'return', 'update'] as const) {
      expect(admits({ status: STATUS.doing, taskKey }, a, { creator: true, assignee: false, admin: true })).toBe(false)
    }
})
