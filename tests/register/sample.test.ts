// Three of the planted faults, one of put, codes and restore each: what the long run does with all of them (tests/long/planted.test.ts).
import { expect, test } from 'vitest'
import { FAULTS } from './faults.ts'
import { plantFaults } from './planting.ts'

const SAMPLE = ['put: a remainder takes the why of the change', 'codes: a code is used again', 'restore: the row is true from the undo on only']

test('a fault of put, one of codes and one of restore are noticed by the model', async () => {
  expect(FAULTS.filter((f) => SAMPLE.includes(f.name))).toHaveLength(3)
  const [status, said] = await plantFaults(SAMPLE.join('|'))
  expect([status, said]).toEqual([0, expect.stringContaining('Tests  4 passed')])
})
