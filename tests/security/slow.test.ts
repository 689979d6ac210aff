// K13: clients that send drop by drop are cut off, and the others are served meanwhile. Real sockets; what is measured is what happens, not how fast.
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from '../world.ts'

let w: World
let port = 0
beforeAll(async () => {
  w = await world()
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  port = (w.app.server.address() as AddressInfo).port
})
afterAll(() => w?.end())

const SOCKETS = 300
/** What a slow client has said by now, after which it says one more sign a second. */
const BEGINNINGS = [
  '',
  'GET /api/health HT',
  'GET /api/health HTTP/1.1\r\nhost: x\r\nx: ',
  'POST /api/cpt-auth/oauth/prepare HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"step":"',
  'POST /api/cpt-auth/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\n\r\n',
] as const

interface Slow {
  socket: Socket
  began: number
  /** milliseconds until the server ended it; undefined while it is open */
  lasted?: number
}
function slow(beginning: string): Slow {
  const s: Slow = { socket: connect(port, '127.0.0.1'), began: performance.now() }
  const drop = setInterval(() => s.socket.write(beginning.includes('chunked') ? '1\r\na\r\n' : 'a'), 1000)
  s.socket.write(beginning)
  s.socket.on('error', () => {})
  s.socket.on('data', () => {})
  s.socket.on('close', () => {
    clearInterval(drop)
    s.lasted = performance.now() - s.began
  })
  return s
}

test('three hundred slow sockets are all cut off, and every other caller is answered while they are open', async () => {
  const all = Array.from({ length: SOCKETS }, (_, i) => slow(BEGINNINGS[i % BEGINNINGS.length]!))
  const address = `http://127.0.0.1:${port}/api/health`
  let answered = 0,
    open = 0
  const until = performance.now() + 40_000
  while (all.some((s) => s.lasted === undefined) && performance.now() < until) {
    const r = await fetch(address)
    expect([r.status, await r.json()]).toEqual([200, { status: 'ok' }])
    answered += 1
    open = Math.max(open, all.filter((s) => s.lasted === undefined).length)
    await new Promise((done) => setTimeout(done, 100))
  }
  for (const s of all) s.socket.destroy()
  expect(open).toBeGreaterThan(SOCKETS / 2)
  expect(answered).toBeGreaterThan(20)
  expect(all.filter((s) => s.lasted === undefined)).toHaveLength(0)
  // headers after 8 seconds, bodies after 15; what a busy machine adds is not the server's
  expect(Math.max(...all.map((s) => s.lasted!))).toBeLessThan(30_000)
})

test('the limits of time are those of the design, and a file alone may take its time', () => {
  const { headersTimeout, requestTimeout } = w.app.server
  expect([headersTimeout, requestTimeout]).toEqual([8000, 600_000])
})
