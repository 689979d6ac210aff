// Three of the planted faults, one of put, codes and restore each: what the long run does with all of them (tests/long/planted.test.ts).
import { expect, test } from 'vitest'
import { testFaults } from './caught.ts'
import { FAULTS } from './faults.ts'

const SAMPLE = ['put: a remainder takes the why of the change', 'codes: a code is used again', 'restore: the row is true from the undo on only']
const sample = FAULTS.filter((f) => SAMPLE.includes(f.name))

test('all of the sample are planted', () => {
  expect(sample).toHaveLength(SAMPLE.length)
})
testFaults(sample)
