// K35: a call that changes something is done once for its key, whoever sends it how often, at once or later, and answered the same each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../kit/server/route.server.ts'
import { isRepeatable } from '../../kit/server/route.server.ts'
import { openMaintenance } from '../../runtime/maintenance.server.ts'
import { idempotencyCleanup } from '../../runtime/idempotency.server.ts'
import { picture } from '../../services/files/testing.server.ts'
import { plantHomes } from '../contract/rows.ts'
import { CROWD, world, type Client, type World } from '../world.ts'

let w: World
let admin: Client, county: Client
beforeAll(async () => {
  w = await world({}, 'people', CROWD)
  w.setNow('2027-01-04 09:00:00')
  ;[admin, county] = await Promise.all([w.as('admin'), w.as('county')])
  await plantHomes(w, '88')
})
afterAll(() => w?.end())

const SUBMIT = '/cpt-system/post/submit'
const send = (who: Client, key: string, body: object, lang = 'zh', path = SUBMIT) =>
  who.send('POST', path, { body, headers: { 'idempotency-key': key, 'accept-language': lang } })
const post = (n: string) => ({ category: '1', postCode: n, postName: n, sort: 1 })
const count = async (n: string) => Number((await w.db.pool.query('select count(*) as n from sys_post where "postCode" = $1', [n])).rows[0].n)
const keys = async () => Number((await w.db.pool.query('select count(*) as n from idempotency_key')).rows[0].n)

test('the same call under its key is done once and answered the same; another one is refused in both languages; without a key each counts', async () => {
  const first = await send(admin, 'a-1', post('once'))
  expect([first.code, await count('once')]).toEqual([200, 1])
  const again = await send(admin, 'a-1', post('once'))
  expect([again.status, again.code, again.data, again.msg]).toEqual([200, 200, first.data, '操作成功'])
  expect((await send(admin, 'a-1', post('once'), 'en')).data).toBe(first.data)
  expect(await count('once')).toBe(1)
  const events = await w.db.pool.query(`select id from audit_event where "objectId" = $1`, [first.data])
  expect(events.rows.length).toBe(1)
  for (const [lang, msg] of [
    ['zh', '该 Idempotency-Key 已用于另一个请求，请换一个'],
    ['en', 'This Idempotency-Key was used for another call: use a new one'],
  ] as const) {
    const other = await send(admin, 'a-1', post('other'), lang)
    expect([other.status, other.key, other.msg]).toEqual([409, 'idempotency-other', msg])
    expect((await send(admin, 'a-1', post('once'), lang, '/cpt-system/post/save')).key).toBe('idempotency-other')
  }
  expect(await count('other')).toBe(0)
})

test('ten at once are done once, and all hear the same', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(admin, 'crowd', post('crowd'))))
  expect([answers.map((a) => a.code), new Set(answers.map((a) => a.data)).size, await count('crowd')]).toEqual([Array(10).fill(200), 1, 1])
})

test('a key is its person’s own: neither a colleague nor another tenant hears the answer', async () => {
  const mine = await send(admin, 'own', post('own'))
  const other = await send(await w.as('other'), 'own', post('own'))
  expect([other.key === undefined || other.key === 'forbidden', other.data !== mine.data]).toEqual([true, true])
  const setting = (who: Client, value: string) => send(who, 'own-2', { page: 'p', value }, 'zh', '/basic/user-setting/submit')
  const [a, b] = [await setting(admin, '{"a":1}'), await setting(county, '{"b":1}')]
  expect([a.key, b.key]).not.toContain('idempotency-other')
})

test('what is refused leaves no key: mended, it goes through under the same', async () => {
  const before = await keys()
  const bad = await send(admin, 'mend', { ...post('mend'), postName: '' })
  expect([bad.code, await keys()]).toEqual([400, before])
  expect([(await send(admin, 'mend', post('mend'))).code, await count('mend')]).toEqual([200, 1])
})

test('malformed keys are refused in both languages, before anything happens', async () => {
  const before = await keys()
  for (const key of ['', 'a b', 'é', 'x'.repeat(201)]) {
    const a = await send(admin, key, post('malformed'))
    expect([key, a.status, a.key, a.msg]).toEqual([key, 400, 'idempotency-key', 'Idempotency-Key 须为1至200个可见的英文字符'])
    expect((await send(admin, key, post('malformed'), 'en')).msg).toBe('An Idempotency-Key has 1 to 200 visible ASCII characters')
  }
  expect([await count('malformed'), await keys()]).toEqual([0, before])
})

test('what is made after the transaction is made once; broken off, it is told as such in both languages', async () => {
  const file = (await picture('jpeg')).toString('base64')
  const make = (lang = 'zh') =>
    send(county, 'photos', { offlineFileList: [{ file, order: 1 }], businessId: '88' }, lang, '/cpt-resource/attach/endpoint/offline_pdf')
  const files = async () => Number((await w.db.pool.query(`select count(*) as n from attach where "businessId" = '88'`)).rows[0].n)
  const first = await make()
  expect([first.code, (await make()).data, await files()]).toEqual([200, first.data, 1])
  await w.db.pool.query(`update idempotency_key set answer = null where key = 'photos'`)
  expect([(await make()).key, (await make()).msg]).toEqual(['idempotency-under-way', '该请求正在处理或处理中断，请核对结果后换一个 Idempotency-Key 重试'])
  expect((await make('en')).msg).toBe('This call is in progress or was interrupted: check what it did, then try again with a new Idempotency-Key')
  expect(await files()).toBe(1)
})

test('answers are sealed where they are kept, a day long; then the key is free and goes', async () => {
  const { data } = await send(admin, 'day', post('day'))
  const kept = async () => (await w.db.pool.query(`select answer from idempotency_key where key = 'day'`)).rows[0]?.answer as string | undefined
  expect([(await kept())?.startsWith('a1.'), (await kept())?.includes(data)]).toEqual([true, false])
  w.setNow('2027-01-05 09:00:01')
  admin = await w.as('admin')
  const other = await send(admin, 'day', post('day2'))
  expect([other.code, other.data !== data, await count('day2')]).toEqual([200, true, 1])
  w.setNow('2027-01-06 10:00:00')
  await openMaintenance(w.db, [idempotencyCleanup], { enqueue: async () => '', log: () => {}, now: w.now }).runDue()
  expect(await keys()).toBe(0)
})

test('the key is named in the description of exactly those calls that may be sent again', async () => {
  const { paths } = (await (await w.as('admin')).get('/openapi.json')) as unknown as {
    paths: Record<string, Record<string, { parameters: { $ref?: string }[] }>>
  }
  for (const r of w.routes as readonly Route[]) {
    const named = paths[`/api${r.path}`]![r.method.toLowerCase()]!.parameters.some((p) => p.$ref === '#/components/parameters/Key')
    expect([r.method, r.path, named]).toEqual([r.method, r.path, isRepeatable(r)])
  }
})
