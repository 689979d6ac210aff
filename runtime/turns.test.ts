import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'
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

test('of IPv6 the addresses of one household are one, of IPv4 each is its own', () => {
  for (const [ip, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::'],
    ['2001:db8::9', '2001:db8:0:0::'],
    ['fe80::1%eth0', 'fe80:0:0:0::'],
    ['::1', '0:0:0:0::'],
    ['', ''],
  ])
    expect([ip, networkOf(ip!)]).toEqual([ip, network])
})
