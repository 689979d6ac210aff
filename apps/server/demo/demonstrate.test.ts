import { expect, test } from 'vitest'
import { demonstrate } from './demonstrate.server.ts'

test('an import that was cut short goes on, and one that cannot end leaves the start alone and says so', async () => {
  const said: string[] = []
  let left = 2
  const twice = async () => {
    if (left-- > 0) throw new Error('the embedded database was started again: a statement ran longer than 30000 ms')
  }
  expect(await demonstrate(twice, (line) => said.push(line), 0)).toBe(true)
  expect(said).toHaveLength(2)
  let tries = 0
  const never = async () => {
    tries += 1
    throw new Error('the package 512021-2016.zip stays in state 3')
  }
  expect(await demonstrate(never, (line) => said.push(line), 0)).toBe(false)
  expect([tries, said.at(-1)]).toEqual([5, 'the demonstration is not there; the server serves without it, and the next start goes on with its import'])
})
