import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../kit/model/problem.ts'

export const cookieProblems = {
  elsewhere: problem(403, 'cookie-origin', () => ({
    zh: '请求来源与本站地址不一致，已拒绝；如经代理访问，请检查代理是否传递原始主机名',
    en: 'The call does not come from this site and is refused; behind a proxy, check that it forwards the host name',
  })),
}

/**
 * The header by which our own pages ask for cookies instead of tokens (`new`), and with every later call name the sign-in whose cookies are meant. Pages of
 * other sites cannot send it.
 */
const MARK_HEADER = 'cpt-cookie'
const OAUTH = '/api/cpt-auth/oauth'
const [TOKEN, LOGOUT, VIEW_AS] = [`${OAUTH}/token`, `${OAUTH}/logout`, '/api/basic/view-as']
/** Seconds that the refresh token's cookie stays at most: the longest time that may be set for it. The server's own time judges. */
const MONTH = 2_592_000
/** The access token, the refresh token, and the token of a look through another person's eyes, which stands beside one's own. */
type Kind = 'access' | 'refresh' | 'look'
const NAMES = { safe: (k: Kind) => `__Host-cpt-${k}`, plain: (k: Kind) => `cpt-${k}` }

const markOf = (request: FastifyRequest): string => String(request.headers[MARK_HEADER] ?? '')
/** The token of a cookie, where it was given together with the mark that the call names: two people of one browser are not mixed up. */
function held(request: FastifyRequest, kind: Kind): string | undefined {
  const [mark, token] = (request.cookies[NAMES.safe(kind)] ?? request.cookies[NAMES.plain(kind)] ?? '').split(/\.(.*)/s)
  return mark && mark === markOf(request) ? token : undefined
}

/**
 * Refuses a cookie's call of another site. Browsers say where a call comes from by themselves: Sec-Fetch-Site where the site is served by TLS, Origin
 * wherever something may change. A page elsewhere cannot send the header with the mark either. Source: security.md K10, K11.
 */
function requireOwnSite(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin') return
  if (site !== undefined) throw cookieProblems.elsewhere()
  const own = [`http://${request.host}`, `https://${request.host}`, ...(URL.canParse(publicUrl) ? [new URL(publicUrl).origin] : [])]
  if (origin === undefined ? !['GET', 'HEAD'].includes(request.method) : !own.includes(origin)) throw cookieProblems.elsewhere()
}

type Answer = Record<string, unknown>
const objectOf = (payload: unknown): Answer | undefined =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? (JSON.parse(payload.toString()) as Answer) : undefined

/**
 * Keeps the tokens of our own pages in cookies that no script reads: who asks for them by the header gets a body without tokens and with a mark, and says
 * that mark at every call. Every other caller has the body and sends Cpt-Auth. Before the limits, which count by token. Source: rulings.md 31.
 */
export function keepTokens(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const put = (request: FastifyRequest, reply: FastifyReply, kind: Kind, value: string, maxAge: number) => {
    const secure = (request.headers.origin ?? publicUrl).startsWith('https:') || request.protocol === 'https'
    const name = secure ? NAMES.safe(kind) : NAMES.plain(kind)
    reply.setCookie(name, value, { httpOnly: true, sameSite: 'strict', secure, path: secure ? '/' : '/api', maxAge })
  }
  const drop = (request: FastifyRequest, reply: FastifyReply, kinds: readonly Kind[]) => {
    for (const kind of kinds) put(request, reply, kind, '', 0)
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const token = request.headers['cpt-auth'] || !markOf(request) ? undefined : (held(request, 'look') ?? held(request, 'access'))
    if (token) {
      requireOwnSite(request, publicUrl)
      request.headers['cpt-auth'] = `bearer ${token}`
    }
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const body = request.body as Answer | null | undefined
    if (request.routeOptions.url === TOKEN && body?.grant_type === 'refresh_token' && !body.refresh_token) {
      const token = held(request, 'refresh')
      if (token) {
        requireOwnSite(request, publicUrl)
        body.refresh_token = token
      }
    }
    done()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { url } = request.routeOptions
    if (url === LOGOUT) {
      if (held(request, 'look')) return void drop(request, reply, ['look'])
      // what the browser kept of answers goes; what people set for themselves (language, columns) stays
      reply.header('clear-site-data', '"cache"')
      if (held(request, 'access')) drop(request, reply, ['access', 'refresh'])
      return undefined
    }
    if ((url !== TOKEN && url !== VIEW_AS) || !markOf(request) || reply.statusCode !== 200) return undefined
    const body = objectOf(payload)
    const told = (url === TOKEN ? body : body?.data) as Answer | undefined
    if (!body || typeof told?.access_token !== 'string') return undefined
    // renewed tokens belong to the same sign-in
    const isRenewed = url === TOKEN && held(request, 'refresh') !== undefined && (request.body as Answer).grant_type === 'refresh_token'
    const mark = isRenewed ? markOf(request) : randomBytes(12).toString('base64url')
    put(request, reply, url === TOKEN ? 'access' : 'look', `${mark}.${told.access_token}`, Number(told.expires_in))
    if (told.refresh_token) put(request, reply, 'refresh', `${mark}.${String(told.refresh_token)}`, MONTH)
    delete told.access_token
    delete told.refresh_token
    told.mark = mark
    reply.removeHeader('content-length')
    return JSON.stringify(body)
  })
}
