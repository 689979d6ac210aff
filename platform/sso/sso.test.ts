// Sign-in through another service, over HTTP against the OpenID simulator: bound accounts, strangers, and returns that are not to be believed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock } from '../../kit/server/clock.server.ts'
import { startEnterpriseSimulator, type EnterpriseKind } from '../../apps/simulators/enterprise.server.ts'
import { startOidcSimulator, type OidcSimulator } from '../../apps/simulators/oidc.server.ts'
import { PASSWORD, world, type Client, type World } from '../../tests/world.ts'
import { variantOf } from './variant.ts'
import { door } from '../people/testing.server.ts'

const OWN = '000000'
const HOST = 'chengbao.test:8080'
const RETURN = `http://${HOST}/login`
let w: World, d: ReturnType<typeof door>, sim: OidcSimulator, admin: Client, sourceId: string
beforeAll(async () => {
  w = await world()
  d = door(w.app)
  admin = await w.as('admin')
  sim = await startOidcSimulator({ clientId: 'chengbao', clientSecret: 'sso:secret' })
  const made = await admin.post('/cpt-system/oauth-source/submit', row({ clientSecret: 'sso:secret' }))
  expect([made.code, made.msg]).toEqual([200, '操作成功'])
  sourceId = made.data
})
afterAll(async () => {
  await w?.end()
  await sim?.close()
})
const row = (o: object) => ({
  category: 'oidc',
  source: 'gov',
  sourceName: '统一身份认证',
  issuer: sim.url,
  oauthClientId: 'chengbao',
  oauthScope: 'openid profile',
  isEnabled: 1,
  sort: 1,
  ...o,
})
const begin = (o: object = {}, lang = 'zh') =>
  w.nobody.send('POST', '/cpt-auth/oauth/prepare', {
    body: { step: 'authorize', tenantId: OWN, source: 'gov', redirectUri: RETURN, ...o },
    headers: { host: HOST, 'accept-language': lang },
  })
/** Goes there as a person of the other service and comes back with what the address holds. */
async function journey(person = 'person-1') {
  const { data } = await begin()
  const back = await fetch(`${data.url}&person=${person}`, { redirect: 'manual' })
  const to = new URL(back.headers.get('location')!)
  expect(`${to.origin}${to.pathname}`).toBe(RETURN)
  return { code: to.searchParams.get('code')!, state: to.searchParams.get('state')!, browser: data.browser as string }
}
const enter = (j: Record<string, string>, grant_type = 'social', lang = 'zh') => d.grant({ tenantId: OWN, source: 'gov', grant_type, ...j }, lang)

test('a tenant’s ways to sign in are told by name; the secret stays', async () => {
  const ways = async (tenantId: string) => (await w.nobody.post('/cpt-auth/oauth/prepare', { step: 'ways', tenantId })).data
  expect(await ways(OWN)).toEqual({ system: '', tenant: true, phone: false, register: false, sources: [{ source: 'gov', sourceName: '统一身份认证' }] })
  expect((await ways('100001')).sources).toEqual([])
  const seen = JSON.stringify([await admin.get('/cpt-system/oauth-source/list'), await admin.get('/cpt-system/oauth-source/detail', { id: sourceId })])
  expect([seen.includes('sso:secret'), seen.includes('"has_clientSecret":1')]).toEqual([false, true])
  expect((await (await w.as('village')).get('/cpt-system/oauth-source/list')).code).toBe(403)
})

test('a stranger is told so, registers with the identity, waits, is approved, and comes in without a password', async () => {
  const stranger = await enter(await journey())
  expect(stranger).toMatchObject({
    code: 400,
    error_code: 'sso-unbound',
    error_description: '该第三方账号尚未绑定系统账号',
    data: { name: '李登', tenantId: OWN },
  })
  expect((await enter(await journey(), 'social', 'en')).error_description).toBe('No account is linked to this identity yet')
  const { oauthId } = (await enter(await journey())).data
  await admin.post('/cpt-system/param/submit', { paramName: '开放注册', paramKey: 'login.register', paramValue: '1' })
  expect((await w.nobody.post('/cpt-auth/oauth/prepare', { step: 'ways', tenantId: OWN })).data.register).toBe(true)
  const [password] = await d.seal('Guest-Words-2026!')
  const guest = (o: object, lang = 'zh') =>
    d.call('POST', '/cpt-user/register-guest', { body: { tenantId: OWN, name: '李登', account: 'lideng', password, ...o }, lang })
  expect((await guest({ oauthId: 'x' })).msg).toBe('第三方账号信息已失效，请重新登录')
  const [other] = await d.seal('Guest-Words-2026!')
  expect((await guest({ password: other, oauthId: 'x' }, 'en')).msg).toBe('The identity has expired; sign in there again')
  const [again] = await d.seal('Guest-Words-2026!')
  expect(await guest({ password: again, oauthId })).toMatchObject({ code: 200 })
  expect((await enter(await journey())).error_description).toBe('账号正在等待管理员审核')
  const { rows } = await w.db.pool.query(
    `select u.id, r.id as role, v."deptId" as dept from sys_user u, sys_role r, sys_user v
    where u.account = 'lideng' and r."roleAlias" = 'village' and v.account = 'village' and r."tenantId" = $1 and v."tenantId" = $1`,
    [OWN],
  )
  const done = await admin.post('/cpt-user/approve', {}, { ids: rows[0].id, roleIds: rows[0].role, deptIds: rows[0].dept })
  expect([done.code, done.msg]).toEqual([200, '操作成功'])
  const a = await enter(await journey(), 'authorization_code')
  expect([a.account, (await d.as(a.access_token).get('/cpt-auth/oauth/user-info')).data.account]).toEqual(['lideng', 'lideng'])
})

test('a person binds an identity to the own account, signs in with it, and unbinds it again', async () => {
  const { data } = await enter(await journey('person-2'))
  const p = d.as((await d.signIn(OWN, 'town', PASSWORD)).access_token)
  const other = await w.as('other')
  expect((await other.post('/cpt-auth/oauth/bind', { oauthId: data.oauthId })).msg).toBe('第三方账号信息已失效，请重新登录')
  expect((await p.post('/cpt-auth/oauth/bind', { oauthId: data.oauthId })).code).toBe(200)
  expect((await p.post('/cpt-auth/oauth/bind', { oauthId: data.oauthId })).code).toBe(400)
  expect((await enter(await journey('person-2'))).account).toBe('town')
  const [bound] = (await p.get('/cpt-auth/oauth/bindings')).data
  expect(bound).toMatchObject({ nickname: '王访', source: 'gov' })
  expect((await admin.post('/cpt-auth/oauth/unbind', { id: bound.id })).code).toBe(404)
  expect((await p.post('/cpt-auth/oauth/unbind', { id: bound.id })).code).toBe(200)
  expect((await enter(await journey('person-2'))).error_code).toBe('sso-unbound')
})

test('a return is good once, in the browser it began in, within ten minutes, and only with its own source', async () => {
  const j = await journey()
  const over = { error_code: 'sso-state', error_description: '登录已失效，请重新发起第三方登录' }
  expect(await enter({ ...j, browser: 'another' })).toMatchObject(over)
  expect(await enter({ ...j, state: 'another' })).toMatchObject(over)
  expect((await enter(j)).account).toBe('lideng')
  expect(await enter(j)).toMatchObject(over)
  const old = await journey()
  await w.db.pool.query(`update oauth_state set expires = expires - interval '11 minutes'`)
  expect(await enter(old)).toMatchObject(over)
  expect(await enter({ ...(await journey()), redirect_uri: 'http://evil.example/login' }, 'authorization_code')).toMatchObject(over)
  const stolen = await journey()
  expect(await enter({ ...stolen, code: 'made-up' })).toMatchObject({ error_code: 'sso-rejected', error_description: '第三方登录失败' })
  const faked = await enter({ ...(await journey()), code: 'made-up' }, 'social', 'en')
  expect(faked.error_description).toBe('The other service did not confirm the sign-in')
  expect(await enter({ ...(await journey()), iss: 'https://evil.example' })).toMatchObject({ error_code: 'sso-rejected' })
  expect((await enter({ ...(await journey()), iss: sim.url })).account).toBe('lideng')
  expect(await enter({ ...(await journey()), source: 'other' })).toMatchObject({ error_code: 'sso-source' })
})

test('an ID token of another key, algorithm, issuer, audience, time or nonce opens nothing', async () => {
  const seconds = Math.floor(clock().getTime() / 1000)
  const twists: OidcSimulator['twist'][] = [
    { otherKey: true },
    { header: { alg: 'none' } },
    { header: { alg: 'HS256' } },
    { header: { kid: 'k2' } },
    { claims: { iss: 'https://evil.example' } },
    { claims: { aud: 'another' } },
    { claims: { aud: ['chengbao', 'another'] } },
    { claims: { exp: seconds - 61 } },
    { claims: { iat: seconds + 120 } },
    { claims: { nonce: 'another' } },
    { claims: { sub: '' } },
  ]
  for (const twist of twists) {
    const j = await journey()
    sim.twist = twist
    expect([twist, (await enter(j)).error_code]).toEqual([twist, 'sso-rejected'])
  }
  const j = await journey()
  sim.twist = { claims: { aud: ['chengbao', 'another'], azp: 'chengbao' } }
  expect((await enter(j)).account).toBe('lideng')
})

test('a source that becomes another one opens no account by what the former one said; one that is only renamed does', async () => {
  const stranger = await enter(await journey('person-2'))
  const p = d.as((await d.signIn(OWN, 'town', PASSWORD)).access_token)
  expect((await p.post('/cpt-auth/oauth/bind', { oauthId: stranger.data.oauthId })).code).toBe(200)
  const saved = async (o: object) => {
    const { rev } = (await admin.get('/cpt-system/oauth-source/detail', { id: sourceId })).data
    expect((await admin.post('/cpt-system/oauth-source/submit', row({ id: sourceId, rev, ...o }))).msg).toBe('操作成功')
  }
  await saved({ sourceName: '政务认证' })
  expect((await enter(await journey('person-2'))).account).toBe('town')
  const begun = await journey('person-2')
  await saved({ oauthClientId: 'another' })
  await saved({})
  expect((await enter(begun)).error_code).toBe('sso-state')
  const again = await enter(await journey('person-2'))
  expect(again.error_code).toBe('sso-unbound')
  expect((await p.get('/cpt-auth/oauth/bindings')).data).toEqual([])
  const told = `select diff from audit_event where action = 'session.unbind' and object = 'oauth_source'`
  // town and the guest
  expect((await w.db.pool.query(told)).rows).toEqual([{ diff: { bindings: [2, 0] } }])
  // the guest is bound again for what follows
  const guest = await enter(await journey())
  await w.db.pool.query(`update oauth_user set "userId" = (select id from sys_user where account = 'lideng') where nickname = $1`, [guest.data.name])
})

test('a source that is changed, disabled or removed while it is asked who somebody is lets him in as nobody, and nothing of him is kept', async () => {
  const there = await startEnterpriseSimulator('wecom', { clientId: 'corp-2', clientSecret: 'corp:secret', agentId: '1' })
  try {
    const own = { source: 'between', category: 'wecom', issuer: there.url, pageUrl: there.page, oauthClientId: 'corp-2', agentId: '1' }
    const at = '/cpt-system/oauth-source/submit'
    const { data: id } = await admin.post(at, row({ ...own, clientSecret: 'corp:secret' }))
    const noted = async () => Number((await w.db.pool.query(`select count(*)::int as n from oauth_user where "sourceId" = $1`, [id])).rows[0].n)
    const go = async () => {
      const { data } = await begin({ source: 'between' })
      const q = new URL((await fetch(`${data.url}&person=person-1`, { redirect: 'manual' })).headers.get('location')!).searchParams
      return enter({ source: 'between', code: q.get('code')!, state: q.get('state')!, browser: data.browser })
    }
    expect((await go()).error_code).toBe('sso-unbound')
    const saves = async (o: object) => {
      const { rev } = (await admin.get('/cpt-system/oauth-source/detail', { id })).data
      expect((await admin.post(at, row({ ...own, id, rev, ...o }))).msg).toBe('操作成功')
    }
    for (const change of [
      // whom the former enterprise named is forgotten, and he who stands between is not noted
      () => saves({ oauthClientId: 'corp-3' }),
      () => saves({ isEnabled: 0 }),
      () => admin.post('/cpt-system/oauth-source/remove', {}, { ids: id }),
    ]) {
      there.whileAsked = change
      expect(await go()).toMatchObject({ code: 404, error_code: 'sso-source' })
      expect([there.whileAsked, await noted()]).toEqual([undefined, 0])
      if ((await admin.get('/cpt-system/oauth-source/detail', { id })).code === 200) await saves({})
    }
  } finally {
    await there.close()
  }
})

test('the sign-in page depends on the system key', async () => {
  expect(variantOf('sx')).toEqual({ tenant: false, phone: true, sources: true, register: false })
  expect(variantOf('intranet')).toMatchObject({ tenant: true, phone: false, sources: false, register: true })
  expect(variantOf('constructor')).toEqual(variantOf(''))
})

test('only sign-in pages of this site are returned to', async () => {
  for (const redirectUri of [
    'http://evil.example/login',
    `http://${HOST}/wel/index`,
    `http://${HOST}/login?x=1`,
    `http://${HOST}/login#x`,
    `ftp://${HOST}/login`,
    'x',
    '',
  ])
    expect([redirectUri, (await begin({ redirectUri })).msg]).toEqual([redirectUri, '回调地址不正确'])
  expect((await begin({ redirectUri: 'x' }, 'en')).msg).toBe('The return address is not on this site')
  expect((await begin({ source: 'none' })).msg).toBe('该登录方式不存在或未启用')
  expect((await begin({ step: 'constructor' })).msg).toBe('登录步骤不正确')
  expect((await begin({ step: 'constructor' }, 'en')).msg).toBe('This step does not exist')
  expect((await begin({ source: 'none' }, 'en')).msg).toBe('This sign-in method does not exist')
})

test('a disabled account or source lets nobody in, and a service that does not answer is told as such', async () => {
  await w.db.pool.query(`update sys_user set status = 0 where account = 'lideng'`)
  expect((await enter(await journey())).error_code).toBe('credentials')
  await w.db.pool.query(`update sys_user set status = 1 where account = 'lideng'`)
  const j = await journey()
  await sim.close()
  expect(await enter(j)).toMatchObject({ code: 503, error_description: '外部服务没有应答' })
  expect((await begin()).msg).toBe('外部服务没有应答')
  const { data } = await admin.get('/cpt-system/oauth-source/detail', { id: sourceId })
  const { has_clientSecret: _, ...kept } = data
  expect((await admin.post('/cpt-system/oauth-source/submit', { ...row({}), id: kept.id, rev: kept.rev, isEnabled: 0 })).msg).toBe('操作成功')
  expect((await begin()).code).toBe(404)
})

test.each(['wecom', 'dingtalk'] as const)(
  'a member signs in by %s; a wrong secret, a used code, a stranger, a 500 and nonsense open nothing',
  async (category: EnterpriseKind) => {
    const there = await startEnterpriseSimulator(category, { clientId: 'corp-1', clientSecret: 'corp:secret', agentId: '1000002' })
    try {
      const own = { source: category, sourceName: category, issuer: there.url, pageUrl: there.page, oauthClientId: 'corp-1', clientSecret: 'corp:secret' }
      const at = '/cpt-system/oauth-source/submit'
      if (category === 'wecom') expect((await admin.post(at, row({ ...own, category }))).data.fields).toEqual([{ field: 'agentId', msg: '请填写企业应用编号' }])
      const made = await admin.post(at, row({ ...own, category, agentId: '1000002' }))
      expect(made.msg).toBe('操作成功')
      const go = async (person = 'person-1') => {
        const { data } = await begin({ source: category })
        const back = await fetch(`${data.url}&person=${person}`, { redirect: 'manual' })
        const q = new URL(back.headers.get('location')!).searchParams
        return { source: category, code: q.get('code') ?? q.get('authCode')!, state: q.get('state')!, browser: data.browser as string }
      }
      const stranger = await enter(await go())
      expect(stranger).toMatchObject({ error_code: 'sso-unbound', data: { name: '李登' } })
      const p = d.as((await d.signIn(OWN, 'town', PASSWORD)).access_token)
      expect((await p.post('/cpt-auth/oauth/bind', { oauthId: stranger.data.oauthId })).code).toBe(200)
      expect((await enter(await go())).account).toBe('town')
      there.behaviour = 'hidesNames'
      expect((await enter(await go())).account).toBe('town')
      for (const behaviour of ['noMember', 'fails', 'garbles'] as const) {
        there.behaviour = behaviour
        expect([behaviour, (await enter(await go())).error_code]).toEqual([behaviour, 'sso-rejected'])
      }
      there.behaviour = 'answers'
      const once = await go()
      expect((await enter(once)).account).toBe('town')
      expect((await enter({ ...(await go()), code: once.code })).error_code).toBe('sso-rejected')
      expect((await enter({ ...(await go('person-2')), browser: 'another' })).error_code).toBe('sso-state')
      const { rev } = (await admin.get('/cpt-system/oauth-source/detail', { id: made.data })).data
      expect((await admin.post(at, row({ ...own, id: made.data, rev, category, agentId: '1000002', clientSecret: 'another' }))).msg).toBe('操作成功')
      expect((await enter(await go())).error_code).toBe('sso-rejected')
      await admin.post('/cpt-system/oauth-source/remove', {}, { ids: made.data })
    } finally {
      await there.close()
    }
  },
)
