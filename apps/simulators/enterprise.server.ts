// Sign-in by WeCom or DingTalk for development and tests: KIND=wecom CLIENT_SECRET=… PORT=8094 node tools/run.mjs apps/simulators/enterprise.server.ts
// WeCom: wwlogin/sso/login, gettoken, auth/getuserinfo, user/get. DingTalk: oauth2/auth, v1.0/oauth2/userAccessToken, v1.0/contact/users/me. It imports nothing of what it judges.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sayLine, serve } from './serve.server.ts'

export type EnterpriseKind = 'wecom' | 'dingtalk'
export interface EnterpriseSimulator {
  /** address of its calls; the page to sign in at is `page` */
  url: string
  page: string
  /** what it does from now on: answers; fails (500); talks nonsense; hides names; knows the person as no member */
  behaviour: 'answers' | 'fails' | 'garbles' | 'hidesNames' | 'noMember'
  /** done once, while the next call of the product waits for its answer */
  whileAsked?: (() => Promise<unknown>) | undefined
  close(): Promise<void>
}
interface Settings {
  clientId: string
  clientSecret: string
  agentId?: string
  port?: number
}
const PEOPLE: Readonly<Record<string, string>> = { 'person-1': '李登', 'person-2': '王访' }
const PAGES = { wecom: '/wwlogin/sso/login', dingtalk: '/oauth2/auth' } as const

/** Starts one of them. `&person=` in the address of its page says who signs in. */
export async function startEnterpriseSimulator(kind: EnterpriseKind, o: Settings): Promise<EnterpriseSimulator> {
  const codes = new Map<string, string>()
  const tokens = new Map<string, string>()
  const s: EnterpriseSimulator = { url: '', page: '', behaviour: 'answers', close: async () => {} }
  const grant = (to: Map<string, string>, person: string): string => {
    const key = randomBytes(16).toString('hex')
    to.set(key, person)
    return key
  }
  /** a code is good once, whatever comes of it */
  const used = (code: string | null): string | undefined => {
    const person = codes.get(code ?? '')
    codes.delete(code ?? '')
    return person
  }
  function signIn(q: URLSearchParams, reply: ServerResponse): unknown {
    const asked =
      kind === 'wecom'
        ? q.get('login_type') === 'CorpApp' && q.get('appid') === o.clientId && q.get('agentid') === (o.agentId ?? '')
        : q.get('response_type') === 'code' &&
          q.get('client_id') === o.clientId &&
          q.get('prompt') === 'consent' &&
          /^openid( corpid)?$/.test(q.get('scope') ?? '')
    const person = q.get('person') ?? ''
    if (!asked || !q.get('redirect_uri') || !Object.hasOwn(PEOPLE, person)) return reply.writeHead(400).end('invalid request')
    const back = new URL(q.get('redirect_uri')!)
    back.searchParams.set(kind === 'wecom' ? 'code' : 'authCode', grant(codes, person))
    back.searchParams.set('state', q.get('state') ?? '')
    return reply.writeHead(302, { location: back.href }).end()
  }
  function ofWeCom(path: string, q: URLSearchParams, reply: ServerResponse): unknown {
    const no = (errcode: number, errmsg: string) => sayLine(reply, 200, { errcode, errmsg })
    if (path === '/cgi-bin/gettoken') {
      if (q.get('corpid') !== o.clientId) return no(40013, 'invalid corpid')
      if (q.get('corpsecret') !== o.clientSecret) return no(40001, 'invalid credential')
      return sayLine(reply, 200, { errcode: 0, errmsg: 'ok', access_token: grant(tokens, ''), expires_in: 7200 })
    }
    if (!tokens.has(q.get('access_token') ?? '')) return no(40014, 'invalid access_token')
    if (path === '/cgi-bin/auth/getuserinfo') {
      const person = used(q.get('code'))
      if (!person) return no(40029, 'invalid code')
      return sayLine(reply, 200, { errcode: 0, errmsg: 'ok', ...(s.behaviour === 'noMember' ? { openid: 'o-1' } : { userid: person }) })
    }
    if (path !== '/cgi-bin/user/get') return reply.writeHead(404).end()
    if (s.behaviour === 'hidesNames') return no(60011, 'no privilege to access/modify contact/party/agent')
    return sayLine(reply, 200, { errcode: 0, errmsg: 'ok', userid: q.get('userid'), name: PEOPLE[q.get('userid') ?? ''] ?? '' })
  }
  function ofDingTalk(path: string, request: IncomingMessage, body: string, reply: ServerResponse): unknown {
    const no = (status: number, code: string) => sayLine(reply, status, { code, message: 'refused', requestid: 'r' })
    if (path === '/v1.0/oauth2/userAccessToken') {
      const b = JSON.parse(body) as Record<string, string>
      if (b.grantType !== 'authorization_code' || b.clientId !== o.clientId || b.clientSecret !== o.clientSecret) return no(400, 'invalidClientIdOrSecret')
      const person = used(b.code ?? '')
      return person ? sayLine(reply, 200, { accessToken: grant(tokens, person), refreshToken: 'r', expireIn: 7200 }) : no(400, 'invalidAuthCode')
    }
    if (path !== '/v1.0/contact/users/me') return reply.writeHead(404).end()
    const person = tokens.get(String(request.headers['x-acs-dingtalk-access-token'] ?? ''))
    if (!person) return no(401, 'InvalidAuthentication')
    const name = s.behaviour === 'hidesNames' ? {} : { nick: PEOPLE[person] }
    return sayLine(reply, 200, s.behaviour === 'noMember' ? { openId: 'o-1' } : { unionId: person, openId: `o-${person}`, ...name })
  }
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '/', s.url)
    let body = ''
    for await (const part of request) if ((body += String(part)).length > 1 << 16) throw new Error('too large')
    if (url.pathname === PAGES[kind]) return signIn(url.searchParams, reply)
    const meanwhile = s.whileAsked
    s.whileAsked = undefined
    await meanwhile?.()
    if (s.behaviour === 'fails') return reply.writeHead(500).end('down')
    if (s.behaviour === 'garbles') return reply.writeHead(200).end('<html>')
    return kind === 'wecom' ? ofWeCom(url.pathname, url.searchParams, reply) : ofDingTalk(url.pathname, request, body, reply)
  }
  const served = await serve(o.port ?? 0, (request, reply) => void answer(request, reply).catch(() => reply.writeHead(400).end()))
  return Object.assign(s, served, { page: `${served.url}${PAGES[kind]}` })
}

if (import.meta.main) {
  const { KIND = 'wecom', CLIENT_ID = 'chengbao', CLIENT_SECRET, AGENT_ID = '1000002', PORT = '8094' } = process.env
  if (!CLIENT_SECRET) throw new Error('CLIENT_SECRET is missing')
  const s = await startEnterpriseSimulator(KIND as EnterpriseKind, { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, agentId: AGENT_ID, port: Number(PORT) })
  console.log(`${KIND} sign-in at ${s.page}, calls at ${s.url}`)
}
