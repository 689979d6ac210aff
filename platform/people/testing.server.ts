import { sm2 } from 'sm-crypto-v2'
import type { FastifyInstance } from 'fastify'

const BASIC = `Basic ${Buffer.from('chengbao:chengbao_secret').toString('base64')}`

/** The sign-in of stories: any account of any tenant with any password, as a browser does it. */
export function door(app: FastifyInstance) {
  const call = async (method: 'GET' | 'POST', url: string, o: { token?: string; body?: unknown; query?: Record<string, string>; lang?: string } = {}) => {
    const r = await app.inject({
      method,
      url: `/api${url}`,
      ...(o.query ? { query: o.query } : {}),
      ...(o.body === undefined ? {} : { payload: o.body as object }),
      headers: { ...(o.token ? { 'cpt-auth': `bearer ${o.token}` } : {}), ...(o.lang ? { 'accept-language': o.lang } : {}) },
    })
    return { ...(String(r.headers['content-type']).includes('json') ? r.json() : {}), status: r.statusCode, raw: r.rawPayload } as any
  }
  /** encrypts passwords under one fresh nonce */
  const seal = async (...passwords: string[]): Promise<string[]> => {
    const key = (await call('GET', '/cpt-auth/oauth/public-key')).data
    return passwords.map((p) => sm2.doEncrypt(`${key.nonce}|${key.timestamp}|${p}`, key.publicKey, 0))
  }
  const grant = async (form: Record<string, string>, lang = 'zh') => {
    const r = await app.inject({
      method: 'POST',
      url: '/api/cpt-auth/oauth/token',
      payload: new URLSearchParams({ scope: 'all', type: 'account', ...form }).toString(),
      headers: { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded', 'accept-language': lang },
    })
    return r.json() as any
  }
  /** the whole answer of the token call */
  const signIn = async (tenantId: string, username: string, password: string) =>
    grant({ tenantId, username, password: (await seal(password))[0]!, grant_type: 'password' })
  /** calls in somebody's name */
  const as = (token: string) => ({
    token,
    get: (url: string, query: Record<string, string> = {}) => call('GET', url, { token, query }),
    post: (url: string, body: unknown = {}, query: Record<string, string> = {}) => call('POST', url, { token, body, query }),
  })
  return { call, seal, grant, signIn, as }
}
export type Person = ReturnType<ReturnType<typeof door>['as']>
