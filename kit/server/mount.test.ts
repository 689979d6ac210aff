import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { detailsIn, problem, problems } from '../model/problem.ts'
import { answerUnreadable, languageOf, problemOf } from './refusal.server.ts'

test('a full disk is told as such, a wrong request as wrong, and anything else as a fault of the server', async () => {
  const full = await writeFile('/dev/full', 'one byte').catch((e: unknown) => e)
  expect(problemOf(full)).toMatchObject({ status: 507, key: 'full' })
  expect(problemOf({ code: '53100' })).toMatchObject({ status: 507 })
  expect(problemOf({ statusCode: 429 })).toMatchObject({
    status: 429,
    key: 'too-many',
    words: { zh: '请求过于频繁，请稍后再试', en: 'Too many requests, try again later' },
  })
  expect(problemOf({ statusCode: 413 }, 2048)).toMatchObject({ status: 413, words: { zh: '请求内容不能超过 2kb', en: 'The request may have at most 2 kB' } })
  expect(problemOf({ statusCode: 415 })).toMatchObject({ status: 415, key: 'media-type' })
  expect(problemOf({ statusCode: 414 })).toMatchObject({ status: 400 })
  expect(problemOf({ code: '23503' })).toMatchObject({ status: 409, key: 'in-use' })
  expect(problemOf({ code: '23514', constraint: 'dk_geom_valid' })).toMatchObject({
    status: 400,
    key: 'violated',
    words: { zh: '数据库拒绝了该数据：图形无效（边界自相交，或空洞不在边界之内、互相嵌套）' },
  })
  expect(problemOf({ code: '23514', constraint: 'nameless' })).toMatchObject({ status: 400, words: { en: 'The database refused this: nameless' } })
  expect(problemOf(problems.changed())).toMatchObject({ key: 'changed' })
  for (const e of [new Error('x'), undefined, 'text', { code: '23505' }]) expect(problemOf(e)).toMatchObject({ status: 500, key: 'broken' })
})

test('the language of an answer is the best that the caller takes, by weight', () => {
  for (const header of ['en', 'en-US,en;q=0.9', 'fr, en;q=0.5', 'zh;q=0.2, en;q=0.8', 'de-DE,EN-gb;q=0.1', 'zh;q=0,en'])
    expect([header, languageOf(header)]).toEqual([header, 'en'])
  for (const header of [undefined, '', 'zh-CN,zh;q=0.9,en;q=0.8', 'fr', '*', 'en;q=0', 'en;q=0.3,zh;q=0.4', 'fr,zh-TW;q=0.2', ';;;,,q=', 'en;q=x,zh;q=0.1'])
    expect([header, languageOf(header)]).toEqual([header, 'zh'])
})

test('details of a refusal are in one language, and words alone are no details', () => {
  expect(detailsIn(problems.notFound({ zh: '户', en: 'Household' }), 'en')).toBeNull()
  expect(detailsIn(problems.invalid([{ field: 'a', msg: { zh: '错', en: 'wrong' } }]), 'en')).toEqual({ fields: [{ field: 'a', msg: 'wrong' }] })
  const deep = problem<object>(409, 'deep', () => ({ zh: '错', en: 'wrong' }))
  expect(detailsIn(deep({ row: 1, why: { zh: '错', en: 'wrong' }, list: [{ zh: '一', en: 'one' }, 2] }), 'zh')).toEqual({ row: 1, why: '错', list: ['一', 2] })
  expect(detailsIn(problems.broken(), 'zh')).toBeNull()
})

test('a request that does not come to its end is told so, in both languages', async () => {
  const server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 })
  server.on('clientError', (e, socket) => answerUnreadable(e as NodeJS.ErrnoException, socket as Socket, { 'x-frame-options': 'DENY' }))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let said = ''
    socket.on('data', (d: Buffer) => (said += d.toString()))
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
    await once(socket, 'close')
    expect(said).toMatch(/^HTTP\/1\.1 408 .*x-frame-options: DENY/s)
    expect(JSON.parse(said.split('\r\n\r\n')[1]!)).toMatchObject({ code: 408, key: 'too-slow', msg: '请求超时 / The request took too long' })
  } finally {
    server.close()
  }
})
