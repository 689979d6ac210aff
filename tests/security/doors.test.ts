// K01, K10, K11: who is nobody gets nowhere, by any token, method, cookie or origin. Every sweep is over the routes that the application registers.
import { plantHomes } from '../contract/rows.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../kit/server/route.server.ts'
import { door } from '../../platform/people/testing.server.ts'
import { ANONYMOUS, CITIZENS, DEVICES, KEYED, SIGNED, SIGNERS, VERIFYING } from '../anonymous.ts'
import { faults } from '../contract/faults.ts'
import { changed, fingerprint } from '../contract/rows.ts'
import { PASSWORD, world, type World } from '../world.ts'
import { PDF } from '../../services/files/testing.server.ts'

let w: World, d: ReturnType<typeof door>
let routes: readonly Route[]
beforeAll(async () => {
  w = await world()
  await plantHomes(w, '77')
  d = door(w.app)
  routes = w.routes
})
afterAll(() => w?.end())

const OWN = '000000'
const START = '2027-03-01 09:00:00'
const pathOf = (r: Route) => `/api${r.path.replace(/\{\w+\}/g, '1')}`
const closed = () => routes.filter((r) => r.perm !== 'public')
/** The call as it leaves a program: `headers` is all that it brings along. */
async function ask(method: string, url: string, headers: Record<string, string> = {}) {
  const r = await w.app.inject({ method: method as 'GET', url, headers, ...(method === 'GET' || method === 'HEAD' ? {} : { payload: {} }) })
  return { status: r.statusCode, headers: r.headers, body: r.body }
}

test('the calls open to strangers are these nine, those that an application signs, those of signers and the one that verifies documents, and answer them', async () => {
  const open = routes.filter((r) => r.perm === 'public')
  expect(open.map((r) => `${r.method} ${r.path}`).toSorted()).toEqual(
    [...ANONYMOUS, ...CITIZENS, ...DEVICES, ...KEYED, ...SIGNED, ...SIGNERS, ...VERIFYING].toSorted(),
  )
  // what the sign-in page and a monitor ask waits behind no stranger; everything else does, also what is added
  expect(
    open
      .filter((r) => r.entrance)
      .map((r) => `${r.method} ${r.path}`)
      .toSorted(),
  ).toEqual(ANONYMOUS.filter((c) => !c.endsWith('/register-guest')))
  // refused for what is missing, or answered; never for want of a token
  for (const r of open) expect([r.path, (await w.nobody.send(r.method, r.path, r.method === 'POST' ? { body: {} } : {})).key]).not.toEqual([r.path, 'sign-in'])
})

const INVENTED: readonly string[] = [
  'an empty token',
  'bytes at random',
  'half of a token',
  'a token and a sign',
  'a signed text of another product',
  'a forged link',
]
/** Tokens that open nothing any more, or never did; each with what makes it so. */
async function deadTokens(): Promise<Record<string, string | undefined>> {
  const access = async (account: string) => (await d.signIn(OWN, account, PASSWORD)).access_token as string
  w.setNow(START)
  const [over, idle] = [await access('county'), await access('town')]
  w.setNow('2027-03-01 09:40:00')
  const idleWorks = (await d.as(idle).get('/cpt-auth/oauth/user-info')).status
  const renewed = await d.signIn(OWN, 'village', PASSWORD)
  const left = await access('sign')
  await d.as(left).get('/cpt-auth/oauth/logout')
  const shut = await access('large')
  await w.db.pool.query(`update sys_user set status = 2 where account = 'large' and "tenantId" = $1`, [OWN])
  const key = (await d.call('GET', '/cpt-auth/oauth/public-key')).data
  w.setNow('2027-03-01 10:10:00')
  // half an hour without a call ended the session of the town; its token has still half an hour to go
  expect(idleWorks).toBe(401)
  return {
    'no token': undefined,
    'an empty token': '',
    'bytes at random': randomBytes(32).toString('base64url'),
    'half of a token': renewed.access_token.slice(0, 22),
    'a token and a sign': `${renewed.access_token}A`,
    'a signed text of another product': 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
    'an hour old': over,
    'idle for half an hour': idle,
    'signed out': left,
    'of a disabled account': shut,
    'a refresh token': renewed.refresh_token,
    'a nonce for passwords': key.nonce,
    'a forged link': `link.${Buffer.from(JSON.stringify({ tenantId: OWN, account: 'admin', session: '1', id: '1', mode: 'preview', expires: 9e9 })).toString('base64url')}.${'0'.repeat(64)}`,
  }
}

test('no dead, half, foreign or forged token opens any call, in the header or in the query', async () => {
  const f = faults()
  const tokens = Object.entries(await deadTokens())
  const before = await fingerprint(w)
  const once = tokens.filter(([what]) => !INVENTED.includes(what))
  for (const [n, r] of closed().entries()) {
    // tokens that were good once at every call, the invented ones in turn
    for (const [what, token] of [...once, tokens.find(([w]) => w === INVENTED[n % INVENTED.length])!]) {
      const a = await ask(r.method, pathOf(r), token === undefined ? {} : { 'cpt-auth': `bearer ${token}` })
      f.same(`${r.method} ${r.path} with ${what}`, [a.status, JSON.parse(a.body).code], [401, 401])
    }
    const [, refresh] = tokens.find(([what]) => what === 'a refresh token')!
    for (const name of ['token', 'cpt-auth'])
      f.same(`${r.method} ${r.path} with a refresh token in the query`, (await ask(r.method, `${pathOf(r)}?${name}=${refresh}`)).status, 401)
    f.same(
      `${r.method} ${r.path} with the pair of the browser's client`,
      (await ask(r.method, pathOf(r), { authorization: `Basic ${btoa('chengbao:chengbao_secret')}` })).status,
      401,
    )
  }
  expect(f.found).toEqual([])
  expect(changed(before, await fingerprint(w))).toEqual([])
})

test('a signed link opens its file and no other call, not even those that need no button', async () => {
  const f = faults()
  w.setNow(START)
  const county = await w.as('county')
  const file = (await county.upload('/cpt-resource/attach/endpoint/upload', { name: 'a.pdf', bytes: PDF }, { businessId: '77' })).data
  const [{ url }] = (await county.get('/cpt-resource/attach/endpoint/link', { ids: file.id })).data
  const token = new URL(url, 'http://x').searchParams.get('token')!
  expect((await ask('GET', url)).status).toBe(200)
  const before = await fingerprint(w)
  for (const r of closed()) {
    if (r.path === '/cpt-resource/attach/endpoint/preview') continue
    f.same(`${r.method} ${r.path}`, (await ask(r.method, pathOf(r), { 'cpt-auth': `bearer ${token}` })).status, 403)
    // those that change something do not even look at it
    if (r.method === 'GET') f.same(`${r.path} in the query`, (await ask('GET', `${pathOf(r)}?token=${token}`)).status, r.answer === 'file' ? 403 : 401)
  }
  expect(f.found).toEqual([])
  expect(changed(before, await fingerprint(w))).toEqual([])
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH']

test('a path answers the methods that are declared, and no other has an effect', async () => {
  const f = faults()
  w.setNow(START)
  const token = (await d.signIn(OWN, 'admin', PASSWORD)).access_token as string
  const known = new Set(routes.map((r) => `${r.method} ${pathOf(r)}`))
  const allowed = (path: string) => {
    const at = routes.filter((r) => pathOf(r) === path)
    return [...new Set(at.flatMap((r) => (r.method === 'GET' && !r.writes ? ['GET', 'HEAD'] : [r.method])))].toSorted().join(', ')
  }
  const before = await fingerprint(w)
  for (const path of new Set(routes.map(pathOf)))
    for (const method of METHODS) {
      if (known.has(`${method} ${path}`) || (method === 'HEAD' && allowed(path).includes('HEAD'))) continue
      const a = await ask(method, path, { 'cpt-auth': `bearer ${token}` })
      f.same(`${method} ${path}`, [a.status, a.headers.allow, a.headers['access-control-allow-methods']], [405, allowed(path), undefined])
    }
  // no header and no field makes one method into another
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    f.same(name, (await ask('GET', '/api/cpt-system/post/remove?ids=1', { 'cpt-auth': `bearer ${token}`, [name]: 'POST' })).status, 405)
  expect(f.found).toEqual([])
  expect(changed(before, await fingerprint(w))).toEqual([])
})

/** Names of calls that sound as if they changed something. */
const ACTS = /save|submit|update|remove|delete|grant|reset|enable|commit|revoke|upload|import|generate|clear|logout|export$|start|stop|deploy/i
/** GETs of the dialect with such a name that change nothing, each with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  '/accessMessage/export': 'the messages of a day as files',
  '/base-qssj/cbf/unsignedCbfExport': 'a sheet of what the list shows',
  '/sms/message/history/cost-export': 'a workbook of what messages cost',
  '/yb-attach/cbfattachinfo/export': 'a sheet of what the list shows',
  '/ybProcess/contract/export': 'a sheet of what the list shows',
  '/cpt-auth/oauth/clear-cache': 'there is no cache: it answers true',
  '/cpt-system/password-strategy/clear-cache': 'there is no cache: it answers true',
  '/cpt-develop/code/generate-columns': 'reads the columns of a table',
  '/cpt-flow/work/start-list': 'a list',
  '/cpt-resource/attach/endpoint/chunk-upload-progress': 'tells how far an upload is',
  '/cpt-resource/attach/endpoint/uploadPercentage': 'tells how far uploads are',
  '/cpt-system/accessConfig/generateAppSecret': 'answers bytes at random, which the form sends back',
  '/cpt-system/webhook/generateSecret': 'answers bytes at random, which the form sends back',
  '/cpt-system/dataPushConfig/generateAppId': 'answers bytes at random, which the form sends back',
  '/cpt-system/dataPushConfig/generateAppSecret': 'answers bytes at random, which the form sends back',
  '/cpt-system/empower/generateAppId': 'answers bytes at random, which the form sends back',
  '/cpt-system/empower/generateAppSecret': 'answers bytes at random, which the form sends back',
  '/cpt-system/menu/grant-top-tree': 'a tree',
  '/cpt-system/menu/grant-tree': 'a tree',
  '/data/board/export': 'a board as a file',
  '/dataPushLog/export': 'a sheet of what the list shows',
  '/dzzw/analyze/export': 'a workbook of figures',
  '/dzzw/land-book/export': 'a workbook of land by parcel and contractor',
  '/ybProcess/common/progress/export': 'a workbook of figures',
  '/hjb/hjblog/export': 'a sheet of what the list shows',
  '/yw-accept/business/export': 'a sheet of what the list shows',
  '/yw-accept/business/revoke-list': 'a list',
}

test('a GET that changes something says so in the route table; the others run in transactions that cannot write', async () => {
  // what a traced call hands out is written in the audit log beside it, and changes nothing else
  const writing = routes.filter((r) => r.method === 'GET' && (r.writes || r.audit !== 'read') && !r.traced).map((r) => r.path)
  expect(writing.toSorted()).toEqual([
    '/basic/presence',
    '/cpt-auth/oauth/captcha',
    '/cpt-auth/oauth/logout',
    '/cpt-auth/oauth/public-key',
    '/data/dzzw-cbht/generateHtxlh',
    '/sign/check',
    '/sign/url-mini',
    '/widget/export',
  ])
  const traced = routes.filter((r) => r.method === 'GET' && r.traced).map((r) => `${r.path} ${r.traced}`)
  expect(traced.toSorted()).toEqual([
    '/accessMessage/export access_message.export',
    '/base-qssj/cbf/unsignedCbfExport cbf.export',
    '/cbjyq/da/fileDetail/download archive.download',
    '/cbjyq/da/fileDetail/farmerDownload archive.download',
    '/cbjyq/da/fileGroup/handOver archive.handover',
    '/cpt-resource/attach/endpoint/download-zip attach.download',
    '/cpt-user/export-user sys_user.export',
    '/data/board/export board.export',
    '/data/export/sumdata sign_account.export',
    '/dataPushLog/export push_log.export',
    '/dataPushLog/print push_log.export',
    '/dzzw/analyze/export figure.export',
    '/dzzw/download-shp dk.export',
    '/dzzw/land-book/export figure.export',
    '/dzzw/print-job/download print_job.download',
    '/dzzw/statistics/print figure.export',
    '/dzzw/summary/print figure.export',
    '/exportRecord/download export_record.download',
    '/hjb/hjblog/export hjb_log.export',
    '/map/dk/selection dk.export',
    '/sign/court-bundle sign_bundle.download',
    '/sign/evidence sign_evidence.download',
    '/sms/message/history/cost-export sms_history.export',
    '/yb-attach/cbfattachinfo/download-zip-by-cbfbm attach.download',
    '/yb-attach/cbfattachinfo/export attach.export',
    '/ybProcess/cbfBusiness/example/download extension_household.download',
    '/ybProcess/common/progress/export extension_household.progress',
    '/ybProcess/common/progress/print extension_household.progress',
    '/ybProcess/contract/export cbht.export',
    '/yw-accept/business/export business.export',
  ])
  const sounding = routes.filter((r) => r.method === 'GET' && ACTS.test(r.path.split('/').at(-1)!) && !writing.includes(r.path)).map((r) => r.path)
  expect(sounding.toSorted()).toEqual(Object.keys(HARMLESS).toSorted())
})

test('a GET that changes something takes its token in the header alone, and from this site alone', async () => {
  w.setNow(START)
  const token = (await d.signIn(OWN, 'admin', PASSWORD)).access_token as string
  const acting = routes.filter((r) => r.method === 'GET' && r.writes && r.perm !== 'public')
  expect(acting.length).toBeGreaterThan(1)
  const before = await fingerprint(w)
  for (const r of acting) {
    for (const name of ['token', 'cpt-auth']) expect([r.path, (await ask('GET', `${pathOf(r)}?${name}=${token}`)).status]).toEqual([r.path, 401])
    for (const site of ['cross-site', 'same-site', 'none'])
      expect([r.path, site, (await ask('GET', pathOf(r), { 'cpt-auth': `bearer ${token}`, 'sec-fetch-site': site })).status]).toEqual([r.path, site, 403])
  }
  expect(changed(before, await fingerprint(w))).toEqual([])
  expect((await ask('GET', '/api/cpt-auth/oauth/logout', { 'cpt-auth': `bearer ${token}`, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await d.as(token).get('/cpt-auth/oauth/user-info')).status).toBe(401)
})

test('cookies of other names open nothing, and none is set for programs; no other origin is let in', async () => {
  const f = faults()
  w.setNow(START)
  const signedIn = await d.signIn(OWN, 'admin', PASSWORD)
  const token = signedIn.access_token as string
  const cookie = ['cpt-auth', 'Cpt-Auth', 'token', 'access_token', 'saber-access-token', 'chengbao.session'].map((n) => `${n}=${token}`).join('; ')
  for (const r of routes) {
    const by = await ask(r.method, pathOf(r), { cookie, origin: 'https://evil.example', referer: 'https://evil.example/' })
    if (r.perm !== 'public') f.same(`${r.method} ${r.path} by cookie`, by.status, 401)
    const own = r.method === 'GET' && !r.writes ? await ask('GET', pathOf(r), { 'cpt-auth': `bearer ${token}`, origin: 'https://evil.example' }) : by
    for (const a of [by, own]) {
      f.same(`${r.path} sets a cookie`, a.headers['set-cookie'], undefined)
      f.same(
        `${r.path} lets another origin in`,
        Object.keys(a.headers).filter((n) => n.startsWith('access-control-')),
        [],
      )
    }
  }
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:8080.evil.example']) {
    const a = await ask('OPTIONS', '/api/cpt-system/post/submit', {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'cpt-auth',
    })
    f.same(`a preflight from ${origin}`, [a.status, a.headers['access-control-allow-origin']], [405, undefined])
  }
  expect(f.found).toEqual([])
})

/** The cookies of an answer as a browser keeps them: name and value; and how each was set. */
const cookiesOf = (a: { headers: Record<string, unknown> }) => {
  const set = [a.headers['set-cookie'] ?? []].flat() as string[]
  return { header: set.map((c) => c.split(';')[0]!).join('; '), set: set.toSorted() }
}
const SITE = 'http://localhost:80'
const form = (fields: Record<string, string>) => new URLSearchParams({ scope: 'all', type: 'account', tenantId: OWN, ...fields }).toString()
/** A call of the token path as our own pages make it. */
async function asPage(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const r = await w.app.inject({
    method: 'POST',
    url: '/api/cpt-auth/oauth/token',
    payload: form(fields),
    headers: {
      authorization: `Basic ${Buffer.from('chengbao:chengbao_secret').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'cpt-cookie': 'new',
      origin: SITE,
      ...headers,
    },
  })
  return { status: r.statusCode, headers: r.headers as Record<string, unknown>, body: r.json() as any, raw: r.body }
}
const enter = async (username: string, headers: Record<string, string> = {}) =>
  asPage({ username, password: (await d.seal(PASSWORD))[0]!, grant_type: 'password' }, headers)

test('our own pages get cookies that no script reads, and a body without tokens; everybody else the body', async () => {
  w.setNow(START)
  const page = await enter('county')
  expect([page.status, page.body.account, page.body.expires_in, typeof page.body.mark]).toEqual([200, 'county', 3600, 'string'])
  const tokens = cookiesOf(page)
    .header.split('; ')
    .map((c) => c.slice(c.indexOf('.') + 1))
  for (const token of tokens) expect([token.length > 30, page.raw.includes(token)]).toEqual([true, false])
  expect([page.body.access_token, page.body.refresh_token]).toEqual([undefined, undefined])
  expect(cookiesOf(page).set.map((c) => c.replace(/=[^;]*/, ''))).toEqual([
    'cpt-access; Max-Age=3600; Path=/api; HttpOnly; SameSite=Strict',
    'cpt-refresh; Max-Age=2592000; Path=/api; HttpOnly; SameSite=Strict',
  ])
  const safe = await enter('county', { origin: 'https://localhost:80' })
  expect(cookiesOf(safe).set.map((c) => c.replace(/=[^;]*/, ''))).toEqual([
    '__Host-cpt-access; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-cpt-refresh; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict',
  ])
  const program = await d.signIn(OWN, 'county', PASSWORD)
  expect([typeof program.access_token, typeof program.refresh_token, program.mark]).toEqual(['string', 'string', undefined])
  const refused = await asPage({ username: 'county', password: 'x', grant_type: 'password' })
  expect([refused.status, refused.headers['set-cookie']]).toEqual([400, undefined])
})

test('a cookie counts for calls of our own pages alone: with its mark, and from this site', async () => {
  w.setNow(START)
  const f = faults()
  const page = await enter('admin')
  const cookie = cookiesOf(page).header
  const mark = page.body.mark as string
  const own = { cookie, 'cpt-cookie': mark, origin: SITE }
  const READ = '/api/cpt-auth/oauth/user-info'
  expect((await ask('GET', READ, own)).status).toBe(200)
  // a page of our own says no origin where nothing changes, and says where it comes from where it can
  expect((await ask('GET', READ, { cookie, 'cpt-cookie': mark })).status).toBe(200)
  expect((await ask('GET', READ, { cookie, 'cpt-cookie': mark, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  const before = await fingerprint(w)
  for (const r of closed()) {
    const say = async (what: string, headers: Record<string, string>, status: number) =>
      f.same(`${r.method} ${r.path} ${what}`, (await ask(r.method, pathOf(r), { cookie, ...headers })).status, status)
    await say('without a mark', { origin: SITE }, 401)
    await say('with another mark', { 'cpt-cookie': 'new', origin: SITE }, 401)
    await say('from another site', { 'cpt-cookie': mark, origin: 'https://evil.example' }, 403)
    await say('from a site of the same name and another port', { 'cpt-cookie': mark, origin: 'http://localhost:8081' }, 403)
    await say('from nowhere', { 'cpt-cookie': mark, origin: 'null' }, 403)
    await say('from a neighbour', { 'cpt-cookie': mark, 'sec-fetch-site': 'same-site' }, 403)
    if (r.method !== 'GET') await say('by something that does not say where it is', { 'cpt-cookie': mark }, 403)
  }
  expect(f.found).toEqual([])
  expect(changed(before, await fingerprint(w))).toEqual([])
  for (const [lang, msg] of [
    ['zh', '请求来源与本站地址不一致，已拒绝；如经代理访问，请检查代理是否传递原始主机名'],
    ['en', 'The call does not come from this site and is refused; behind a proxy, check that it forwards the host name'],
  ] as const)
    expect(JSON.parse((await ask('GET', READ, { ...own, origin: 'https://evil.example', 'accept-language': lang })).body)).toMatchObject({
      key: 'cookie-origin',
      msg,
    })
  // a program's own token wins, and a token in the query of another person's is none of the cookie's
  const village = (await d.signIn(OWN, 'village', PASSWORD)).access_token as string
  expect(JSON.parse((await ask('GET', READ, { ...own, 'cpt-auth': `bearer ${village}` })).body).data.account).toBe('village')
})

test('cookies are renewed by the refresh cookie, of our own pages only and once; the sign-in keeps its mark', async () => {
  w.setNow(START)
  const page = await enter('town')
  const before = { cookie: cookiesOf(page).header, 'cpt-cookie': page.body.mark as string }
  const renew = (headers: Record<string, string>) => asPage({ grant_type: 'refresh_token' }, headers)
  for (const bad of [{ 'cpt-cookie': 'new' }, { 'cpt-cookie': 'x' }, { cookie: '' }])
    expect((await renew({ ...before, ...bad })).body.error_code).toBe('refresh')
  expect((await renew({ ...before, origin: 'https://evil.example' })).body.key).toBe('cookie-origin')
  const renewed = await renew(before)
  expect([renewed.status, renewed.body.mark, renewed.body.refresh_token]).toEqual([200, page.body.mark, undefined])
  const after = { ...before, cookie: cookiesOf(renewed).header }
  expect((await renew(before)).body.error_code).toBe('refresh')
  const READ = '/api/cpt-auth/oauth/user-info'
  expect([(await ask('GET', READ, before)).status, (await ask('GET', READ, after)).status]).toEqual([401, 200])
  // by a program, which says the token itself
  const s = await d.signIn(OWN, 'town', PASSWORD)
  expect(typeof (await d.grant({ grant_type: 'refresh_token', refresh_token: s.refresh_token, tenantId: OWN })).access_token).toBe('string')
})

test('signing out takes the cookies away and what the browser kept; a look through other eyes has a cookie beside the own ones', async () => {
  w.setNow(START)
  const page = await enter('admin')
  const own = { cookie: cookiesOf(page).header, 'cpt-cookie': page.body.mark as string, origin: SITE }
  const READ = '/api/cpt-auth/oauth/user-info'
  const whose = async (headers: Record<string, string>) => JSON.parse((await ask('GET', READ, headers)).body).data?.account
  const { rows } = await w.db.pool.query(`select id from sys_user where account = 'village' and "tenantId" = $1`, [OWN])
  const r = await w.app.inject({ method: 'POST', url: '/api/basic/view-as', payload: { userId: String(rows[0].id) }, headers: own })
  const { data } = r.json()
  expect([r.statusCode, data.account, data.access_token, typeof data.mark, data.mark !== page.body.mark]).toEqual([200, 'village', undefined, 'string', true])
  const seen = cookiesOf(r as never)
  expect(seen.set.map((c) => c.replace(/=[^;]*/, ''))).toEqual(['cpt-look; Max-Age=1800; Path=/api; HttpOnly; SameSite=Strict'])
  const both = `${own.cookie}; ${seen.header}`
  const looking = { cookie: both, 'cpt-cookie': data.mark as string, origin: SITE }
  expect([await whose(looking), await whose({ ...own, cookie: both })]).toEqual(['village', 'admin'])
  const end = await ask('GET', '/api/cpt-auth/oauth/logout', looking)
  expect([end.status, cookiesOf(end).set.map((c) => c.split(';')[0]), end.headers['clear-site-data']]).toEqual([200, ['cpt-look='], undefined])
  expect([await whose(looking), await whose({ ...own, cookie: both })]).toEqual([undefined, 'admin'])
  const out = await ask('GET', '/api/cpt-auth/oauth/logout', own)
  expect([out.status, cookiesOf(out).set.map((c) => c.split(';').slice(0, 2).join(';')), out.headers['clear-site-data']]).toEqual([
    200,
    ['cpt-access=; Max-Age=0', 'cpt-refresh=; Max-Age=0'],
    '"cache"',
  ])
  expect(await whose(own)).toBeUndefined()
  // cookies whose session is over go as well
  expect(cookiesOf(await ask('GET', '/api/cpt-auth/oauth/logout', own)).set.length).toBe(2)
})

test('a form of another site, which can send no header of ours, changes nothing', async () => {
  const signedIn = await d.signIn(OWN, 'admin', PASSWORD)
  const before = await fingerprint(w)
  const f = faults()
  for (const r of closed().filter((x) => x.method !== 'GET'))
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
      const a = await w.app.inject({
        method: r.method,
        url: `${pathOf(r)}?token=${signedIn.access_token}`,
        headers: { 'content-type': type, cookie: `cpt-auth=${signedIn.access_token}`, origin: 'https://evil.example' },
        payload: type.startsWith('multipart') ? '--x--\r\n' : 'a=1',
      })
      f.same(`${r.method} ${r.path} as ${type}`, a.statusCode >= 400 && a.statusCode < 500, true)
    }
  expect(f.found).toEqual([])
  expect(changed(before, await fingerprint(w))).toEqual([])
})

/** What is wrong with the calls that take the token in their query: those that are no files take it, those that are do not, or what they answer is no file. */
async function queryTokenFaults(asked: readonly Route[], token: string): Promise<{ found: string[]; files: number }> {
  const f = faults()
  let files = 0
  for (const [n, r] of asked.entries()) {
    if (r.perm === 'public' || r.path.endsWith('/news')) continue
    const isFile = r.method === 'GET' && r.answer === 'file' && !r.writes
    if (isFile) files += 1
    // one name at each call, all of them at files
    const names = ['cpt-auth', 'Cpt-Auth', 'CPT-AUTH', 'token', 'Token']
    for (const name of isFile ? names : [names[n % names.length]!]) {
      const a = await ask(r.method, `${pathOf(r)}?${name}=${token}`)
      f.same(`${r.method} ${r.path} by ${name}`, a.status === 401, !isFile)
      if (isFile && a.status === 200) f.same(`${r.path} answers JSON`, String(a.headers['content-type']).startsWith('application/json'), false)
    }
  }
  return { found: f.found, files }
}
test('the token stands in the query of files, pictures and tiles alone, under both names in any case', async () => {
  w.setNow(START)
  const token = (await d.signIn(OWN, 'admin', PASSWORD)).access_token as string
  const { found, files } = await queryTokenFaults(routes, token)
  expect(found).toEqual([])
  expect(files).toBeGreaterThan(20)
  // the sweep sees what it is for: a list that says it were a file, and so takes the token
  const slip = routes.find((r) => r.path === '/cpt-user/info')!
  const { answer } = slip
  slip.answer = 'file'
  try {
    expect((await queryTokenFaults([slip], token)).found).toContainEqual(expect.stringMatching(/^\/cpt-user\/info answers JSON/))
  } finally {
    if (answer) slip.answer = answer
    else delete slip.answer
  }
})
