// What is set at an application acts: what its tokens may call and do, the roles of its own tokens, and where people are led back to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, world, type Client, type World } from '../../tests/world.ts'
import { boundTo, GRANT_TYPES, grantWords, scopeFits } from '../clients/client.ts'
import { door } from '../people/testing.server.ts'

const SECRET = 'a-secret-of-16-signs'
const BACK = 'https://gis.example.org/back?from=chengbao'
let w: World, admin: Client
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
})
afterAll(() => w?.end())
const ok = (a: { code: number; msg: string; data: any }) => {
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  return a.data
}
const submit = (o: object) => admin.post('/cpt-system/client/submit', o)
test('grant types are told in words in both languages', () => {
  expect([grantWords('captcha,refresh_token', 'zh'), grantWords('password', 'en'), grantWords('', 'zh')]).toEqual(['验证码登录、续期', 'Password', ''])
  expect(GRANT_TYPES.filter((g) => grantWords(g, 'zh') === g)).toEqual([])
})

async function made(clientId: string, o: object = {}): Promise<object> {
  const body = {
    clientId,
    clientSecret: SECRET,
    authorizedGrantTypes: 'password,refresh_token,client_credentials,authorization_code',
    scope: 'all',
    accessTokenValidity: 600,
    refreshTokenValidity: 3600,
    ...o,
  }
  return { ...body, id: ok(await submit(body)) }
}
const tokenOf = (clientId: string, form: Record<string, string>): Promise<any> =>
  w.nobody.send('POST', '/cpt-auth/oauth/token', {
    body: { tenantId: '000000', scope: 'all', ...form },
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${SECRET}`).toString('base64')}` },
  })
async function signedIn(clientId: string, account: string, o: Record<string, string> = {}) {
  const [password] = await door(w.app).seal(PASSWORD)
  return tokenOf(clientId, { username: account, password: password!, grant_type: 'password', ...o })
}
/** What the calls are answered with under a token: their status. */
const status = async (token: string, method: 'GET' | 'POST', path: string, body: object = {}) =>
  (await w.nobody.send(method, path, { ...(method === 'POST' ? { body } : {}), headers: { 'cpt-auth': `bearer ${token}` } })).status

test('scope: what a token asks for must be the application’s, and with `read` it only looks', async () => {
  expect([
    scopeFits('read', ''),
    scopeFits('read', 'read'),
    scopeFits('read', 'all'),
    scopeFits('all', 'read write'),
    scopeFits('read, write', 'write'),
  ]).toEqual([true, true, false, true, true])
  expect((await submit({ ...(await made('words')), scope: 'root' })).data.fields[0].field).toBe('scope')
  await made('looker', { scope: 'read' })
  expect(await signedIn('looker', 'county')).toMatchObject({ code: 400, error_code: 'scope', msg: '应用没有所申请的授权范围' })
  const { access_token, refresh_token } = await signedIn('looker', 'county', { scope: 'read' })
  expect(await status(access_token, 'GET', '/base-qssj/cbf/page')).toBe(200)
  const refused = await w.nobody.send('POST', '/base-qssj/cbf/save', { body: { cbfmc: 'x' }, headers: { 'cpt-auth': `bearer ${access_token}` } })
  expect([refused.status, refused.msg]).toEqual([403, '该应用只能查询，不能操作'])
  // another application, which may do more, does not renew it
  expect((await tokenOf('words', { grant_type: 'refresh_token', refresh_token })).code).toBe(401)
  expect((await tokenOf('looker', { grant_type: 'refresh_token', refresh_token })).access_token).toMatch(/./)
})

test('resourceIds: tokens call those parts of the API and no other, within what the roles may call', async () => {
  expect(boundTo(['cpt-system'], undefined)).toEqual(['/cpt-system/**'])
  expect(boundTo(['cpt-system', 'land'], ['/land/**', '/*/page', '/x/cpt-system/a'])).toEqual(['/cpt-system/page', '/land/**', '/land/page'])
  expect(boundTo(['cpt-system'], ['/land/**'])).toEqual(['/-'])
  await made('regions', { resourceIds: 'cpt-system' })
  const { access_token } = await signedIn('regions', 'admin')
  const paths = ['/cpt-system/client/list', '/base-qssj/cbf/page', '/cpt-user/page', '/cpt-auth/oauth/user-info']
  expect(await Promise.all(paths.map((p) => status(access_token, 'GET', p)))).toEqual([200, 403, 403, 200])
  expect((await submit({ ...(await made('parts')), resourceIds: '/cpt-system/**' })).data.fields[0].field).toBe('resourceIds')
})

test('authorities: the application’s own token holds those roles, of this moment, and ends with its time or the application', async () => {
  const client = await made('program', { authorities: 'county, nobody' })
  const given = await tokenOf('program', { grant_type: 'client_credentials' })
  expect(given).toMatchObject({ token_type: 'bearer', expires_in: 600, scope: 'all' })
  expect(given.refresh_token).toBeUndefined()
  const asked = async () => [await status(given.access_token, 'GET', '/base-qssj/cbf/page'), await status(given.access_token, 'GET', '/cpt-system/client/list')]
  expect(await asked()).toEqual([200, 403])
  ok(await submit({ ...client, authorities: 'large' }))
  expect((await asked())[0]).toBe(403)
  ok(await submit({ ...client, authorities: 'county', scope: 'read' }))
  expect([await asked(), await status(given.access_token, 'POST', '/base-qssj/cbf/save', { cbfmc: 'x' })]).toEqual([[200, 403], 403])
  expect((await submit({ ...client, authorities: 'administrator' })).data.fields[0].field).toBe('authorities')
  const person = (await signedIn('program', 'county', { scope: 'read' })).access_token
  expect(await status(person, 'GET', '/cpt-auth/oauth/user-info')).toBe(200)
  ok(await admin.post('/cpt-system/client/remove', {}, { ids: (client as { id: string }).id }))
  expect([(await asked())[0], await status(person, 'GET', '/cpt-auth/oauth/user-info')]).toEqual([401, 401])
})

test('webServerRedirectUri and autoapprove: a person is led to an address of the application after agreeing, unless it needs no consent', async () => {
  const client = await made('gis', { webServerRedirectUri: `https://other.example.org/,${BACK}` })
  const county = await w.as('county')
  const go = (o: object = {}) => county.post('/cpt-auth/oauth/authorize', { clientId: 'gis', redirectUri: BACK, scope: 'all', state: 's-1', ...o })
  expect((await go({ redirectUri: 'https://gis.example.org/else' })).msg).toBe('回调地址未在应用中登记')
  expect((await go({ clientId: 'nobody' })).key).toBe('sso-client')
  await made('narrow', { webServerRedirectUri: BACK, scope: 'read' })
  expect(await go({ clientId: 'narrow' })).toMatchObject({ key: 'sso-client-scope', msg: '应用没有所申请的授权范围' })
  expect(ok(await go())).toEqual({ asks: { clientId: 'gis', scope: 'all', site: 'gis.example.org' }, url: null })
  const codeOf = (a: { url: string }) => {
    const url = new URL(a.url)
    expect([url.origin, url.pathname, url.searchParams.get('from'), url.searchParams.get('state')]).toEqual([
      'https://gis.example.org',
      '/back',
      'chengbao',
      's-1',
    ])
    return url.searchParams.get('code')!
  }
  const code = codeOf(ok(await go({ agreed: 1 })))
  const enter = (c: string, o: Record<string, string> = {}, by = 'gis') => tokenOf(by, { grant_type: 'authorization_code', code: c, redirect_uri: BACK, ...o })
  const token = await enter(code)
  expect(token).toMatchObject({ account: 'county', expires_in: 600 })
  expect(await status(token.access_token, 'GET', '/base-qssj/cbf/page')).toBe(200)
  expect((await enter(code)).code).toBe(400)
  await made('thief')
  expect((await enter(codeOf(ok(await go({ agreed: 1 }))), {}, 'thief')).code).toBe(400)
  expect((await enter(codeOf(ok(await go({ agreed: 1 }))), { redirect_uri: 'https://other.example.org/' })).code).toBe(400)

  ok(await submit({ ...client, autoapprove: 1 }))
  expect((await enter(codeOf(ok(await go())))).account).toBe('county')
  // a journey to another service may come back to its page as well
  const begin = (redirectUri: string) =>
    w.nobody.send('POST', '/cpt-auth/oauth/prepare', {
      body: { step: 'authorize', tenantId: '000000', source: 'none', redirectUri },
      headers: { authorization: `Basic ${Buffer.from(`gis:${SECRET}`).toString('base64')}` },
    })
  expect([(await begin(BACK)).key, (await begin('https://gis.example.org/else')).key]).toEqual(['sso-source', 'sso-redirect'])
})

test('the application of the product itself cannot be narrowed', async () => {
  const own = (await admin.get('/cpt-system/client/list', { clientId: 'chengbao' })).data.records[0]
  for (const o of [{ scope: 'read' }, { resourceIds: 'cpt-system' }]) expect((await submit({ ...own, ...o })).key).toBe('own-client-whole')
})

test('userType: people sign in through the clients of their own platform alone; a client without one takes all', async () => {
  await made('field-app', { userType: 2 })
  await made('any-front')
  const county = (await admin.get('/cpt-user/page', { account: 'county' })).data.records[0]
  const tries = async () => Promise.all(['field-app', 'any-front'].map(async (c) => !!(await signedIn(c, 'county')).access_token))
  expect(await tries()).toEqual([false, true])
  expect(await signedIn('field-app', 'county')).toMatchObject({ code: 403, error_code: 'other-platform', msg: '该账号不能在此平台登录，请联系管理员' })
  // with a wrong password nobody learns where an account works
  expect(await tokenOf('field-app', { username: 'county', password: 'wrong', grant_type: 'password' })).toMatchObject({ code: 400 })
  ok(await admin.post('/cpt-user/update-platform', {}, { userId: county.id, userType: '2' }))
  expect(await tries()).toEqual([true, true])
  expect((await w.signIn('county')).code).toBe(403)
  ok(await admin.post('/cpt-user/update-platform', {}, { userId: county.id, userType: '1' }))
  expect((await submit({ ...(await made('no-such')), userType: 4 })).data.fields[0].field).toBe('userType')
})
