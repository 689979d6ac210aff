import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { problems } from '../model/problem.ts'
import { problemOf } from './mount.server.ts'

test('a full disk is told as such, a wrong request as wrong, and anything else as a fault of the server', async () => {
  const full = await writeFile('/dev/full', 'one byte').catch((e: unknown) => e)
  expect(problemOf(full)).toMatchObject({ status: 507, key: 'full' })
  expect(problemOf({ code: '53100' })).toMatchObject({ status: 507 })
  expect(problemOf({ statusCode: 429 })).toMatchObject({
    status: 429,
    key: 'too-many',
    words: { zh: '请求过于频繁，请稍后再试', en: 'Too many requests, try again later' },
  })
  expect(problemOf({ statusCode: 413 })).toMatchObject({ status: 400 })
  expect(problemOf({ code: '23503' })).toMatchObject({ status: 409, key: 'in-use' })
  expect(problemOf(problems.changed())).toMatchObject({ key: 'changed' })
  for (const e of [new Error('x'), undefined, 'text', { code: '23505' }]) expect(problemOf(e)).toMatchObject({ status: 500, key: 'broken' })
})
