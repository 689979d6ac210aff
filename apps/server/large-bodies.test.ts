import { expect, test } from 'vitest'
import { clock } from '../../kit/server/clock.server.ts'
import { mount } from '../../kit/server/mount.server.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { gateOfLargeBodies } from './large-bodies.server.ts'

test('large bodies are read two at a time, small ones beside them, and who hangs up gives up the place', async () => {
  let inside = 0,
    most = 0,
    answered = 0
  const waiting: (() => void)[] = []
  const route: Route = {
    method: 'POST',
    path: '/echo',
    perm: 'public',
    scope: 'none',
    audit: 'read',
    summary: 'echo',
    body: 'any',
    async run(_ctx, input) {
      if (String(input.text).length < 10) return 'small'
      most = Math.max(most, ++inside)
      await new Promise<void>((go) => waiting.push(go))
      inside -= 1
      answered += 1
      return 'large'
    },
  }
  const gate = gateOfLargeBodies()
  const app = await mount([route], {
    db: undefined as never,
    headers: {},
    whoIs: async () => undefined,
    now: clock,
    enqueue: async () => '',
    log: () => undefined,
    gate: gate.read,
  })
  gate.watch(app)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const post = (text: string, signal?: AbortSignal) =>
    fetch(`${address}/api/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      ...(signal ? { signal } : {}),
    }).then(async (r) => ((await r.json()) as { data: unknown }).data)
  const left = [new AbortController(), new AbortController()]
  const large = 'a'.repeat(300 * 1024)
  try {
    // one that leaves while it is worked on, one while it waits
    const gone = [post(large, left[0]!.signal)]
    await expect.poll(() => waiting.length).toBe(1)
    const kept = [post(large)]
    await expect.poll(() => waiting.length).toBe(2)
    gone.push(post(large, left[1]!.signal))
    kept.push(post(large), post(large))
    expect(await post('a')).toBe('small')
    expect(waiting).toHaveLength(2)
    // the one that waits first: its place is not given to it
    for (const n of [1, 0]) {
      left[n]!.abort()
      await expect(gone[n]).rejects.toThrow('aborted')
      expect(await post('a')).toBe('small')
    }
    const each = setInterval(() => waiting.shift()?.(), 20)
    expect(await Promise.all(kept)).toEqual(['large', 'large', 'large'])
    expect({ most, answered }).toEqual({ most: 3, answered: 4 })
    clearInterval(each)
  } finally {
    await app.close()
  }
})
