import { expect, test } from 'vitest'
import { openComplaints } from './complaints.server.ts'

test('the same error of one place is told once a minute, with the number of times; another error, another place and each call are told', () => {
  let ms = 0
  const lines: string[][] = []
  const complain = openComplaints(
    (...parts) => void lines.push(parts),
    () => 'now',
    () => ms,
  )
  const starved = (n: number) => new Error(`timeout of ${n} ms while connecting`)
  const said = () => lines.splice(0).map(([, where, words = '', more]) => [where, words.split('\n')[0], ...(more ? [more] : [])])
  for (let n = 0; n < 100; n++) complain(starved(n), 'outbox')
  expect(said()).toEqual([['outbox', 'Error: timeout of 0 ms while connecting']])
  complain(starved(1), 'jobs')
  complain(new Error('another'), 'outbox')
  expect(said()).toEqual([
    ['jobs', 'Error: timeout of 1 ms while connecting'],
    ['outbox', 'Error: another'],
  ])
  const [one, two] = ['6f1c6a0e-3f7e-4d0a-9a53-2f9c3c1f7a10', '6f1c6a0e-3f7e-4d0a-9a53-2f9c3c1f7a11']
  complain(starved(2), one)
  complain(starved(3), two)
  expect(lines.map((l) => l[2]!.includes('\n'))).toEqual([true, false])
  expect(said().map(([where]) => where)).toEqual([one, two])
  ms += 60_001
  complain(starved(7), 'outbox')
  expect(said()).toEqual([['outbox', 'Error: timeout of 7 ms while connecting', '(99 more of it in the meantime)']])
})
