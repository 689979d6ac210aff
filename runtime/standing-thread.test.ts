// A thread that stays: one for many pieces of work, in their order; what goes wrong in one is told of it alone.
import { expect, test } from 'vitest'
import { problems } from '../kit/model/problem.ts'
import { standingThread } from './standing-thread.server.ts'

type Task = 'who' | 'problem' | 'fault' | 'end' | 'stay' | 'deaf'
const code = `
import { threadId } from 'node:worker_threads'
import { problems } from '${new URL('../kit/model/problem.ts', import.meta.url)}'
import { workOnMany } from '${new URL('./standing-work.server.ts', import.meta.url)}'
workOnMany(async (task) => {
  if (task === 'problem') throw problems.busy()
  if (task === 'fault') throw new Error('odd')
  if (task === 'end') process.exit(3)
  if (task === 'deaf') for (const until = Date.now() + 3200; Date.now() < until;);
  if (task === 'stay') await new Promise(() => setInterval(() => {}, 1000))
  return threadId
})`
const thread = (workMs: number, mostWaiting?: number) =>
  standingThread<Task, number>(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
    heapMb: 64,
    workMs,
    ...(mostWaiting === undefined ? {} : { mostWaiting }),
    tooLarge: () => problems.tooLarge({ kb: 1 }),
  })

test('one thread does all work; what one piece is refused for, or fails of, is not the fault of the next', async () => {
  const ask = thread(60_000)
  const all = await Promise.allSettled((['who', 'problem', 'who', 'fault', 'who'] as const).map(ask))
  const [first] = all as [PromiseFulfilledResult<number>]
  expect(all.map((r) => (r.status === 'fulfilled' ? r.value === first.value : (r.reason as Error).message))).toEqual([
    true,
    problems.busy().message,
    true,
    'odd',
    true,
  ])
  // a thread that ends is told of what it was at, and another does the next
  await expect(ask('end')).rejects.toThrow('thread ended with code 3')
  expect(await ask('who')).not.toBe(first.value)
})

test('what takes longer than it may ends with its thread, and the next has another', async () => {
  const ask = thread(3000)
  const before = await ask('who')
  const [late, next] = await Promise.allSettled([ask('stay'), ask('who')])
  expect([late.status, (late as PromiseRejectedResult).reason.message]).toEqual(['rejected', problems.tooLarge({ kb: 1 }).message])
  expect(next).toMatchObject({ status: 'fulfilled' })
  expect((next as PromiseFulfilledResult<number>).value).not.toBe(before)
})

test('a late answer of a thread that was given up is not taken for that of the next; one too many is told to come again', async () => {
  const ask = thread(3000, 2)
  const before = await ask('who')
  const [late, next, many] = await Promise.allSettled([ask('deaf'), ask('who'), ask('who')])
  expect([late.status, many.status, (many as PromiseRejectedResult).reason.message]).toEqual(['rejected', 'rejected', problems.busy().message])
  expect(next).toMatchObject({ status: 'fulfilled' })
  expect((next as PromiseFulfilledResult<number>).value).not.toBe(before)
})
