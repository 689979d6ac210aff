import { expect, test, vi } from 'vitest'
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
    }).catch((e) => said.push(`${name} ${e.key} ${e.details.retryAfter}`))
  const end = async (name: string) => {
    ends.get(name)!()
    await new Promise((done) => setImmediate(done))
  }
  return { said, begin, end }
}

test('two work at once, the others wait, one address after the other, and who is one too many of his address or of all is told so', async () => {
  const { said, begin, end } = bench(openTurns({ atOnce: 2, all: 4, ofOne: 3, mostMs: 60_000 }))
  for (const n of [1, 2, 3, 4, 5, 6]) void begin('a', `a${n}`)
  void begin('b', 'b1')
  void begin('c', 'c1')
  await end('a1')
  // the sixth of one address, and the fifth who would wait
  expect(said).toEqual(['a1', 'a2', 'a6 strangers-many 2', 'c1 strangers-many 2', 'a3'])
  await end('a2')
  // who came last has his turn before the others of an address that sends many
  expect(said.slice(5)).toEqual(['b1'])
  await end('b1')
  await end('a3')
  expect(said.slice(6)).toEqual(['a4', 'a5'])
})

test('a turn is given on whatever becomes of the work, and nobody waits once all have had theirs', async () => {
  const turn = openTurns({ atOnce: 1, all: 9, ofOne: 9, mostMs: 60_000 })
  const failing = turn('a', () => Promise.reject(new Error('broken')))
  const next = turn('a', async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect([await next, await turn('b', async () => 'alone')]).toEqual(['next', 'alone'])
})

test('nobody waits longer than people do: who would is told so at once, who does after all then, and once turns are short again they wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const { said, begin, end } = bench(openTurns({ atOnce: 1, all: 200, ofOne: 50, mostMs: 3000 }))
    void begin('a', 'slow')
    vi.advanceTimersByTime(8000)
    await end('slow')
    // turns take a second as far as is known: some few wait, who comes then would wait five
    for (const n of [1, 2, 3, 4, 5, 6]) void begin(`${n}`, `s${n}`)
    await vi.advanceTimersByTimeAsync(0)
    expect(said).toEqual(['slow', 's1', 's6 strangers-many 5'])
    // s1 stands still
    await vi.advanceTimersByTimeAsync(3000)
    expect(said.slice(3)).toEqual(['s2 strangers-many 4', 's3 strangers-many 3', 's4 strangers-many 2', 's5 strangers-many 2'])
    await end('s1')
    for (let n = 0; n < 40; n += 1) {
      void begin('b', `quick${n}`)
      await end(`quick${n}`)
    }
    said.length = 0
    for (let n = 0; n < 40; n += 1) void begin('c', `c${n}`)
    await vi.advanceTimersByTimeAsync(2999)
    for (let n = 0; n < 40; n += 1) await end(`c${n}`)
    expect(said).toEqual(Array.from({ length: 40 }, (_, n) => `c${n}`))
  } finally {
    vi.useRealTimers()
  }
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
