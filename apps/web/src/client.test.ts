// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, CALLBACK, endSession, isApiError, nameOf, onFault, onSignOut, refresh, requestToken, urlOf } from '../../../kit/web/client.web.ts'
import {
  can,
  forgetUnsaved,
  isSignedIn,
  session,
  sessionStore,
  setButtons,
  signIn,
  useUnsaved,
  type MenuNode,
  type TokenAnswer,
} from '../../../kit/web/session.web.ts'

const answer = (mark: string): TokenAnswer => ({
  mark,
  expires_in: 3600,
  tenant_id: '000000',
  user_id: '1',
  account: 'ann',
  user_name: 'ann',
  nick_name: 'Ann',
  real_name: 'Ann',
  role_name: 'county',
  role_id: '2',
  dept_id: '3',
  dept_name: 'D',
  dept_region: '510101',
  avatar: '',
  password_expired: 1,
  password_must_modify: false,
})
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const said: string[] = []
let left = 0
const calls: { url: string; init: RequestInit }[] = []
let reply: (url: string, init: RequestInit) => Response | Promise<Response> = () => json({ code: 200, data: 1 })

beforeEach(() => {
  said.length = calls.length = left = 0
  // forms of other files that ran in this process
  forgetUnsaved()
  sessionStorage.clear()
  onFault((m) => said.push(m))
  onSignOut(() => {
    left += 1
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ url, init })
    return Promise.resolve(reply(url, init))
  })
  signIn(answer('one'))
})
afterEach(() => vi.unstubAllGlobals())
const caught = (p: Promise<unknown>) =>
  p.then(
    () => expect.unreachable(),
    (e: unknown) => (isApiError(e) ? e : expect.unreachable()),
  )

test('a query leaves absent values out and joins lists by commas', () => {
  expect(urlOf('cpt-system/post/list', { a: 1, b: '', c: null, d: undefined, ids: ['1', '2'], e: 0 })).toBe('/api/cpt-system/post/list?a=1&ids=1%2C2&e=0')
  expect(urlOf('/api/x')).toBe('/api/x')
})

test('a call carries client, the mark of its sign-in and language, and answers the data', async () => {
  reply = () => json({ code: 200, success: true, data: { x: 1 } })
  expect(await api.post('cpt-x/submit', { n: 1 })).toEqual({ x: 1 })
  expect(calls[0]!.init.headers).toMatchObject({
    'Cpt-Cookie': 'one',
    Authorization: `Basic ${btoa('chengbao:chengbao_secret')}`,
    'Accept-Language': 'zh',
    'X-Nulls': 'keep',
    'Content-Type': 'application/json',
  })
  expect(calls[0]!.init.body).toBe('{"n":1}')
})

test('a refusal shows its message once and hands over the faulty fields', async () => {
  reply = () => json({ code: 400, success: false, msg: '名称格式不正确', data: { fields: [{ field: 'name', msg: '名称格式不正确' }] } }, 400)
  const e = await caught(api.get('x'))
  expect(e.fields).toEqual([{ field: 'name', msg: '名称格式不正确' }])
  expect(said).toEqual(['名称格式不正确'])
})

test('a code other than 200 refuses even under HTTP 200, and without a message says 未知错误', async () => {
  reply = () => json({ code: 500 })
  expect((await caught(api.get('x'))).code).toBe(500)
  expect(said).toEqual(['未知错误'])
})

test('a fault says whether its words are the answer’s own or ours', async () => {
  reply = () => json({ code: 400, msg: '账号已存在' }, 400)
  expect((await caught(api.post('x'))).wordless).toBe(false)
  reply = () => json({ code: 400 }, 400)
  expect((await caught(api.post('x'))).wordless).toBe(true)
})

test('an answer that is no JSON is a fault and not a success', async () => {
  reply = () => new Response('<html>', { status: 200 })
  expect((await caught(api.get('x'))).msg).toBe('未知错误')
})

test('several 401 together sign out once and speak once', async () => {
  reply = () => json({ code: 401, msg: '请求未授权' }, 401)
  await Promise.all([caught(api.get('a')), caught(api.get('b')), caught(api.blob('c'))])
  expect([left, said, isSignedIn()]).toEqual([1, ['请求未授权'], false])
})

test('403 does not sign out', async () => {
  reply = () => json({ code: 403, msg: '没有操作权限' }, 403)
  await caught(api.get('a'))
  expect([left, isSignedIn()]).toEqual([0, true])
})

test('a file that turns out to be a JSON error is shown and refused', async () => {
  reply = () => json({ code: 400, msg: '文件不存在' })
  await caught(api.blob('f'))
  expect(said).toEqual(['文件不存在'])
})

test('a refusal says its message, else its description, else 未知错误; a file that is one too', async () => {
  for (const [body, words] of [
    [{ code: 500, msg: '服务器异常', error_description: 'x' }, '服务器异常'],
    [{ code: 500, error_description: '描述' }, '描述'],
    [{ code: 500 }, '未知错误'],
  ] as const) {
    reply = () => json(body)
    expect([(await caught(api.get('x'))).msg, (await caught(api.blob('f'))).msg]).toEqual([words, words])
  }
  expect(said).toHaveLength(6)
})

test('whoever shows a refusal is told its code with its message', async () => {
  const codes: number[] = []
  onFault((_msg, code) => codes.push(code))
  reply = () => json({ code: 418, msg: 'x' })
  await caught(api.get('a'))
  reply = () => json({ code: 401, msg: 'x' }, 401)
  await caught(api.get('a'))
  expect(codes).toEqual([418, 401])
})

test('a file keeps the name of its header', async () => {
  reply = () => new Response('x', { headers: { 'content-disposition': "attachment; filename=a.txt; filename*=UTF-8''%E5%90%88%E5%90%8C.pdf" } })
  expect((await api.blob('f')).name).toBe('合同.pdf')
  expect([nameOf('attachment; filename="a b.txt"'), nameOf('inline'), nameOf('attachment; filename="100%.txt"')]).toEqual(['a b.txt', '', '100%.txt'])
})

test('a failed login carries the description and shows nothing itself', async () => {
  reply = () => json({ error_code: 400, error_description: '用户名或密码错误' }, 400)
  expect((await caught(requestToken({ grant_type: 'captcha' }))).msg).toBe('用户名或密码错误')
  expect(said).toEqual([])
})

test('a token is renewed only when it is 3000 seconds old, and once for all who ask', async () => {
  reply = () => json(answer('two'))
  await refresh()
  expect(calls).toHaveLength(0)
  sessionStore.setState({ tokenAt: Date.now() - 3_000_000, tokenLasts: 3600 })
  await Promise.all([refresh(), refresh(), refresh()])
  expect([calls.length, session().mark]).toEqual([1, 'two'])
  expect([String(calls[0]!.init.body), calls[0]!.init.headers]).toEqual([
    'grant_type=refresh_token&tenantId=000000&scope=all',
    expect.objectContaining({ 'Cpt-Cookie': 'one' }),
  ])
})

test('a token of a minute is renewed after fifty seconds', async () => {
  reply = () => json({ ...answer('two'), expires_in: 60 })
  sessionStore.setState({ tokenAt: Date.now() - 49_000, tokenLasts: 60 })
  await refresh()
  expect(calls).toHaveLength(0)
  sessionStore.setState({ tokenAt: Date.now() - 50_000 })
  await refresh()
  expect([calls.length, session().mark, session().tokenLasts]).toEqual([1, 'two', 60])
})

test('a refused refresh signs out, an unreachable server does not', async () => {
  const old = () => sessionStore.setState({ tokenAt: 0 })
  old()
  reply = () => Promise.reject(new TypeError('offline'))
  await refresh()
  expect(isSignedIn()).toBe(true)
  reply = () => json({ error_description: 'x' }, 400)
  await refresh()
  expect([isSignedIn(), left]).toEqual([false, 1])
})

test('a 401 leads back to a stored callback with type=logout, whatever else the address says', async () => {
  const went = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  sessionStorage.setItem(CALLBACK, 'https://gov.example/back?a=1')
  reply = () => json({ code: 401, msg: '请求未授权' }, 401)
  await caught(api.get('a'))
  expect([went.mock.calls.map(([to]) => String(to)), left, isSignedIn()]).toEqual([['https://gov.example/back?a=1&type=logout'], 0, false])
  went.mockRestore()
})

test('signing out returns to a stored callback, but never to a script', () => {
  sessionStorage.setItem('chengbao.callback', 'javascript:alert(1)')
  endSession()
  expect(left).toBe(1)
})

test('only the leaves of the button tree are permissions, and signing in keeps the flags', () => {
  const node = (code: string, children?: MenuNode[]): MenuNode => ({ id: code, parentId: '0', code, name: code, path: '', category: 2, sort: 1, children })
  setButtons([node('post', [node('post_add'), node('post_edit')])])
  expect([can('post_add'), can('post'), can('toString'), can(undefined)]).toEqual([true, false, false, true])
  expect([session().passwordExpired, session().passwordMustModify]).toEqual([true, false])
})

test('a session that ends by itself says so; where something typed would be lost its person stays known, and a wish to leave is never held up', async () => {
  const ends: boolean[] = []
  onSignOut((expired) => ends.push(expired))
  reply = () => json({ code: 401, msg: '请求未授权' }, 401)
  await caught(api.get('cpt-x/list'))
  expect([ends, session().user]).toEqual([[true], null])
  signIn(answer('two'))
  const unsaved = renderHook(() => useUnsaved(true))
  await caught(api.get('cpt-x/list'))
  expect([ends.length, session().mark, session().user?.account]).toEqual([1, '', answer('two').account])
  signIn(answer('three'))
  endSession()
  expect([ends, session().user]).toEqual([[true, false], null])
  unsaved.unmount()
})
