// Three of the planted faults, one of put, codes and restore each: what the long run does with all of them (tests/long/planted.test.ts).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCatcher, type Catcher } from './caught.ts'
import { FAULTS } from './faults.ts'

const SAMPLE = ['put: a remainder takes the why of the change', 'codes: a code is used again', 'restore: the row is true from the undo on only']

let c: Catcher
beforeAll(async () => {
  c = await openCatcher()
})
afterAll(() => c?.end())

test.each(SAMPLE)('%s: the model notices it, and nothing on the same entries without it', async (name) => {
  const n = FAULTS.findIndex((f) => f.name === name)
  const { seed } = FAULTS[n]!
  const { said, tried } = await c.caught(n, seed, 500)
  expect([name, said]).toEqual([name, expect.any(String)])
  expect([seed, (await c.caught(undefined, seed, tried)).said]).toEqual([seed, undefined])
})
