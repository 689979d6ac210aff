import { expect, test } from 'vitest'
import { openTurns } from './turns.server.ts'

/** Work that ends when it is told to, and what has begun and ended so far. */
function bench(turn: ReturnType<typeof openTurns>) {
  const said: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (address: string, name: string) =>
    turn(address, async () => {
      said.push(name)
      await new Promise<void>((end) => ends.set(name, end))
    }).catch((e) => said.push(`${name} ${e.key}`))
  const end = async (name: string) => {
    ends.get(name)!()
    await new Promise((done) => setImmediate(done))
  }
  return { said, begin, end }
}

test('two work at once, the others wait, one address after the other, and who is one too many of his address or of all is told so', async () => {
  const { said, begin, end } = bench(openTurns({ atOnce: 2, all: 4, ofOne: 3 }))
  for (const n of [1, 2, 3, 4, 5, 6]) void begin('a', `a${n}`)
  void begin('b', 'b1')
  void begin('c', 'c1')
  await end('a1')
  // the sixth of one address, and the fifth who would wait
  expect(said).toEqual(['a1', 'a2', 'a6 busy', 'c1 busy', 'a3'])
  await end('a2')
  // who came last has his turn before the others of an address that sends many
  expect(said.slice(5)).toEqual(['b1'])
  await end('b1')
  await end('a3')
  expect(said.slice(6)).toEqual(['a4', 'a5'])
})

test('a turn is given on whatever becomes of the work, and nobody waits once all have had theirs', async () => {
  const turn = openTurns({ atOnce: 1, all: 9, ofOne: 9 })
  const failing = turn('a', () => Promise.reject(new Error('broken')))
  const next = turn('a', async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect([await next, await turn('b', async () => 'alone')]).toEqual(['next', 'alone'])
})
