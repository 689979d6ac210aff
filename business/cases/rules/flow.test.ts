import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PUBLICITY_FLOW } from '../../publicity/clock.ts'
import { SIGNING } from '../../../signing/contract/flow.ts'
import { ACTIONS, admits, BUSINESS, next, STATUS, type Machine } from './flow.ts'

const states = (m: Machine) => [...new Set(m.flatMap(([from, , to]) => [from, to]))]
const events = (m: Machine) => [...new Set(m.map(([, e]) => e))]
/** Everything a machine admits, read through the function that the server asks: 'from event → to'. */
const admitted = (m: Machine) =>
  states(m).flatMap((from) =>
    events(m).flatMap((e) => {
      const to = next(m, from, e)
      return to === undefined ? [] : [`${from} ${e} → ${to}`]
    }),
  )

test('a business is saved, begun, finished or revoked; a finished one may be undone, and nothing follows what was revoked', () => {
  expect(admitted(BUSINESS).sort()).toEqual(
    ['1 remove → null', '1 revoke → 4', '1 save-commit → 2', '2 finish → 3', '2 revoke → 4', '3 undo → 4', 'null submit → 1'].sort(),
  )
})
test('a round of publicity begins and completes or is cancelled, and nothing follows either', () => {
  expect(admitted(PUBLICITY_FLOW).sort()).toEqual(['0 revoke → 3', '0 start → 1', '1 complete → 2', '1 revoke → 3'])
})
test('a contract that is signed moves only by taking a paper upload back, and none is signed without a start or an upload', () => {
  expect(admitted(SIGNING).filter((a) => a.startsWith('2 '))).toEqual(['2 revoke-signed → 99'])
  expect(admitted(SIGNING).filter((a) => a.endsWith(' 2'))).toEqual(['0 all-signed → 2', '1 all-signed → 2', '3 examine-pass → 2'])
  expect(admitted(SIGNING).filter((a) => a.endsWith(' 3'))).toEqual([
    '99 upload → 3',
    '0 all-signed-to-examine → 3',
    '4 upload → 3',
    '1 all-signed-to-examine → 3',
  ])
})
test('no machine answers one event of one state in two ways', () => {
  for (const m of [BUSINESS, PUBLICITY_FLOW, SIGNING] as Machine[]) expect(new Set(m.map(([from, e]) => `${from} ${e}`)).size).toBe(m.length)
})
test('a finished business admits nothing but printing, and taking its registration back by an administrator', () => {
  fc.assert(
    fc.property(fc.record({ creator: fc.boolean(), assignee: fc.boolean(), admin: fc.boolean() }), fc.constantFrom(...ACTIONS), (who, a) => {
      expect(admits({ status: STATUS.done, taskKey: 'sign' }, a, who)).toBe(a === 'print' || (a === 'undo' && who.admin))
    }),
  )
})
test('a business under way has a way out wherever it stands: an administrator may revoke it', () => {
  const nobody = { creator: false, assignee: false, admin: false }
  for (const taskKey of ['register', 'survey', 'check', 'publicity', 'recheck', 'sign', null, undefined]) {
    expect(admits({ status: STATUS.doing, taskKey }, 'revoke', { ...nobody, admin: true })).toBe(true)
    expect(admits({ status: STATUS.doing, taskKey }, 'revoke', nobody)).toBe(false)
  }
})
test('nobody passes or returns a task that is not his', () => {
  for (const taskKey of ['register', 'survey', 'check', 'publicity', 'recheck', 'sign'])
    for (const a of ['pass', 'return', 'update'] as const) {
      expect(admits({ status: STATUS.doing, taskKey }, a, { creator: true, assignee: false, admin: true })).toBe(false)
    }
})
