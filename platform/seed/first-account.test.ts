// An installation without demonstration: its one account, what it is asked for at once, that nothing of the demonstration is there, and how a county begins in it.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sm2 } from 'sm-crypto-v2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, type Application } from '../../apps/server/app.server.ts'
import { readConfig } from '../../apps/server/config.server.ts'
import { freshDatabase } from '../../tests/world.ts'
import { FIRST_ACCOUNT, seedFirstAccount } from './accounts.server.ts'
import { roles } from './roles.ts'
import { door } from '../people/testing.server.ts'

let place: Awaited<ReturnType<typeof freshDatabase>>
let a: Application
let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'chengbao-first-'))
  place = await freshDatabase()
  a = await build(readConfig({ DATA_DIR: dataDir, CAPTCHA: 'off', DEMO: 'off', RATE_LIMITS: 'off' }), place.db)
})
afterAll(async () => {
  await a?.close()
  await place?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('begins with the administrator alone, whose password stands in a file of the server and who needs a second factor and a new password', async () => {
  const [first, ...others] = await seedFirstAccount(place.db, { dataDir })
  expect(others).toEqual([])
  expect(first).toMatchObject({ tenantId: '000000', account: 'admin' })
  const file = join(dataDir, FIRST_ACCOUNT)
  expect(await readFile(file, 'utf8')).toContain(`000000\tadmin\t${first!.password}\t`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { rows } = await place.db.pool.query(
    `select u.account, s."mustModify", p."secondFactor" from sys_user u join user_secret s on s."userId" = u.id
      join password_strategy p on p."tenantId" = u."tenantId"`,
  )
  expect(rows).toEqual([{ account: 'admin', mustModify: 1, secondFactor: '3' }])

  const key = (await a.app.inject('/api/cpt-auth/oauth/public-key')).json().data
  const r = await a.app.inject({
    method: 'POST',
    url: '/api/cpt-auth/oauth/token',
    payload: new URLSearchParams({
      tenantId: '000000',
      username: 'admin',
      password: sm2.doEncrypt(`${key.nonce}|${key.timestamp}|${first!.password}`, key.publicKey, 0),
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    }).toString(),
    headers: { authorization: `Basic ${Buffer.from('chengbao:chengbao_secret').toString('base64')}`, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(r.json()).toMatchObject({ error_code: 'second-factor-enroll', data: { enroll: 1 } })
})

test('a later start makes nobody and hands out nothing', async () => {
  expect(await seedFirstAccount(place.db, { dataDir })).toEqual([])
})

test('nothing of the demonstration is there; a county is made from its regions on, and its administrator sees only it', async () => {
  const { rows } = await place.db.pool.query(
    `select (select string_agg(code, ',') from tenant) as tenants, (select string_agg("regionCode", ',') from sys_dept) as depts,
      (select count(*)::int from region) as regions, (select max(length(code)) from region) as deepest, (select count(*)::int from sys_role) as roles`,
  )
  expect(rows).toEqual([{ tenants: '000000', depts: '', regions: 31, deepest: 2, roles: roles.length }])
  const password = (await readFile(join(dataDir, FIRST_ACCOUNT), 'utf8')).split('\n')[1]!.split('\t')[2]!
  const d = door(a.app)
  const enter = async (tenantId: string, words: string) => {
    await place.db.pool.query(`update password_strategy set "secondFactor" = '0'`)
    await place.db.pool.query('update user_secret set "mustModify" = 0')
    return d.as((await d.signIn(tenantId, 'admin', words)).access_token)
  }
  const admin = await enter('000000', password)
  expect((await admin.get('/data/statistics/home')).data).toMatchObject({ regionCode: '', children: [] })
  for (const [code, name] of [
    ['5120', '资阳市'],
    ['512021', '安岳县'],
  ])
    expect((await admin.post('/cpt-system/region/submit', { code, name })).msg).toBe('操作成功')
  const made = await admin.post('/cpt-system/tenant/submit', { tenantName: '安岳县', linkman: '张三', regionCode: '512021' })
  expect(made.msg).toBe('操作成功')
  const { code } = (await admin.get('/cpt-system/tenant/detail', { id: made.data })).data
  const own = await enter(code, (await admin.post('/cpt-system/tenant/reset-admin', {}, { tenantId: code })).data.password)
  expect((await own.get('/cpt-system/region/lazy-tree')).data.map((r: { fullName: string }) => r.fullName)).toEqual(['四川省资阳市安岳县'])
})
