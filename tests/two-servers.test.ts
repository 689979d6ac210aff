// Two servers of one database and data folder behind a proxy that gives each request to the other one: what one begins the other ends.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../apps/server/config.server.ts'
import { requireSharedStore } from '../apps/server/shared-store.server.ts'
import { openServer } from '../kit/server/db.server.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { ATTACH_PATH } from '../services/files/attachments.server.ts'
import { chunksOf, md5, video } from '../services/files/testing.server.ts'
import { plantHomes } from './contract/rows.ts'
import { buildCase } from './factories.ts'
import { sample } from './samples.ts'
import { SETTINGS } from './states.ts'
import { world, type World } from './world.ts'

let w: World
beforeAll(async () => {
  w = await world({ SERVERS: '2', RATE_LIMITS: 'on' })
})
afterAll(() => w?.end())

test('people sign in, write, read and are signed out at whichever server they meet', async () => {
  const signed = (await w.signIn('county')) as unknown as { access_token: string; refresh_token: string }
  expect(signed.access_token).toEqual(expect.any(String))
  const county = await w.as('county')
  const asked = { body: sample(fbf, { regionCode: '51202111920390', fbfmc: '轮流村' }), headers: { 'idempotency-key': 'two-servers' } }
  const made = await county.send('POST', '/base-qssj/fbf/save', asked)
  expect(made.msg).toBe('操作成功')
  const again = await county.send('POST', '/base-qssj/fbf/save', asked)
  expect(again.data).toBe(made.data)
  for (let i = 0; i < 4; i++) expect((await county.get('/base-qssj/fbf/detail', { id: made.data })).data.fbfmc).toBe('轮流村')
  expect((await county.get('/cpt-auth/oauth/logout')).status).toBe(200)
  for (let i = 0; i < 2; i++) expect((await county.get('/base-qssj/fbf/detail', { id: made.data })).status).toBe(401)
})

test('a file whose pieces go to both is put together by either, and read at both', async () => {
  await plantHomes(w, '77')
  const admin = await w.as('admin')
  const bytes = video(130 * 1024)
  for (const p of chunksOf(bytes, '现场.mp4', 40 * 1024))
    expect((await admin.upload(`${ATTACH_PATH}/upload-chunk`, { name: 'blob', bytes: p.bytes }, p.fields)).data).toMatchObject({ code: 5 })
  const { data } = await admin.post(`${ATTACH_PATH}/merge-chunk`, { attachMd5: md5(bytes), businessId: '77', businessItem: 'QT' })
  expect(data).toMatchObject({ code: 6, attachSize: bytes.length })
  for (let i = 0; i < 2; i++) expect((await admin.get(`${ATTACH_PATH}/download`, { id: data.id })).raw.equals(bytes)).toBe(true)
})

test('what one exports both hand out', async () => {
  const admin = await w.as('admin')
  w.jobs.start()
  expect((await admin.get('/widget/export', { type: '1013', entity: 'fbf' })).code).toBe(200)
  await w.jobs.idle()
  const [row] = (await admin.get('/exportRecord/page')).data.records
  for (let i = 0; i < 2; i++)
    expect((await readXlsx((await admin.get('/exportRecord/download', { fileId: row.fileId })).raw)).sheets[0]!.rows.length).toBeGreaterThan(1)
})

test('a case is accepted and handled by both in turn', async () => {
  expect(await buildCase(w, { task: 'sign' })).toMatchObject({ status: '2' })
})

test('who guesses at both in turn is shut out of both', async () => {
  const guess = () =>
    w.nobody.send('POST', '/cpt-auth/oauth/token', {
      body: new URLSearchParams({
        tenantId: '000000',
        username: 'nobody-here',
        password: 'wrong',
        grant_type: 'password',
        scope: 'all',
        type: 'account',
      }).toString(),
      headers: { authorization: `Basic ${Buffer.from('chengbao:chengbao_secret').toString('base64')}`, 'content-type': 'application/x-www-form-urlencoded' },
    })
  for (let i = 0; i < 20; i++) expect([i, (await guess()).status]).toEqual([i, 400])
  const shut = [await guess(), await guess()]
  expect(shut.map((r) => [r.status, Number(r.headers['retry-after']) > 500])).toEqual([
    [429, true],
    [429, true],
  ])
  await w.db.pool.query(`update wrong_guess set until = '2020-01-01'`)
  expect((await guess()).status).toBe(400)
  expect((await w.db.pool.query(`select max(n)::int as n from wrong_guess`)).rows).toEqual([{ n: 1 }])
})

test('a server that keeps files or keys apart does not join the others, and is told what to set; one start may say that they moved', async () => {
  const other = await mkdtemp(join(tmpdir(), 'chengbao-other-'))
  const config = (dataDir: string, env = {}) => readConfig({ ...SETTINGS, DATA_DIR: dataDir, ...env })
  // the embedded database lies in its own data folder and has one server
  const db = w.db.engine === 'server' ? openServer(String(w.db.pool.options.connectionString), 2) : w.db
  try {
    await requireSharedStore(config(w.dataDir), db)
    await requireSharedStore(config(w.dataDir), db)
    const refused = requireSharedStore(config(other), db)
    if (w.db.engine === 'embedded') return void (await refused)
    await expect(refused).rejects.toThrow(/DATA_DIR：不是本数据库[\s\S]*SEAL_KEY_FILE：主密钥[\s\S]*SM2_KEY_FILE：口令私钥[\s\S]*INSTALLATION=renew/)
    // of the same folder another key is a fault by itself
    const keys = requireSharedStore(config(w.dataDir, { SM2_KEY_FILE: join(other, 'sm2-key.json') }), db)
    await expect(keys).rejects.toThrow(/^this server may not join the others:\nSM2_KEY_FILE/)
    await requireSharedStore(config(other, { INSTALLATION: 'renew' }), db)
    await requireSharedStore(config(other), db)
    await expect(requireSharedStore(config(w.dataDir), db)).rejects.toThrow('DATA_DIR')
  } finally {
    if (db !== w.db) await db.close()
    await rm(other, { recursive: true })
  }
  expect(() => readConfig({ ...SETTINGS, INSTALLATION: 'x' })).toThrow('INSTALLATION must be renew or empty')
})
