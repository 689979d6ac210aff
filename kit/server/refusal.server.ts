import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Lang, Text } from '../model/lang.ts'
import { detailsIn, Problem, problems } from '../model/problem.ts'
import { weighted } from './accept.server.ts'
import { malformed } from './input.server.ts'
import type { Route } from './route.server.ts'

/** No room on a disk, for a file or for the database. */
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
/** What the checks of the tables say, by the ends of their names; a check without words here is named as it stands. */
const CHECKS: readonly (readonly [end: string, rule: Text])[] = [
  [
    '_geom_valid',
    {
      zh: '图形无效（边界自相交，或空洞不在边界之内、互相嵌套）',
      en: 'the outline is not valid (it crosses itself, or a hole lies outside or in another one)',
    },
  ],
  ['_codes', { zh: '编码的前六位与所在县不符', en: 'the first six digits of the code are not those of the county' }],
  ['_believed', { zh: '版本的记录时间颠倒', en: 'a version ends before it begins' }],
  ['_true', { zh: '版本的生效日期颠倒', en: 'a version holds from after its end' }],
  ['_check', { zh: '状态或类别不在可选范围内', en: 'the state or kind does not exist' }],
  ['_status_known', { zh: '状态不在可选范围内', en: 'the status does not exist' }],
]
/** A violated check of a table as a refusal of what was sent. */
export function violated(constraint: string): Problem {
  const [, rule] = CHECKS.find(([end]) => constraint.endsWith(end)) ?? []
  return problems.violated({ rule: rule ?? { zh: constraint, en: constraint } })
}
/** What people are told of an error that a handler threw; `limit`: bytes that the call's body may have. */
export function problemOf(error: unknown, limit = 1 << 20): Problem {
  if (error instanceof Problem) return error
  const { statusCode = 500, code, constraint } = (error ?? {}) as { statusCode?: number; code?: string; constraint?: string }
  if (statusCode === 429) return problems.tooMany()
  if (statusCode === 413) return problems.tooLarge({ kb: Math.floor(limit / 1024) })
  if (statusCode === 415) return problems.mediaType()
  if (statusCode >= 400 && statusCode < 500) return malformed()
  // a reference that is checked when the transaction ends, after every handler
  if (code === '23503') return problems.inUse({ zh: '数据', en: 'The row' })
  if (code === '23514') return violated(constraint ?? '')
  return FULL.includes(code) ? problems.full() : problems.broken()
}

/** The first of our two languages that an Accept-Language header asks for, by its weights; Chinese where it asks for none of them. Source: RFC 9110 12.5.4. */
export function languageOf(header: string | undefined): Lang {
  const wanted = weighted(header).map(({ name, q }) => ({ lang: name.split('-')[0], q }))
  const [best] = wanted.filter((w) => w.q > 0 && (w.lang === 'zh' || w.lang === 'en')).toSorted((a, b) => b.q - a.q)
  return best?.lang === 'en' ? 'en' : 'zh'
}
export const langOf = (request: FastifyRequest): Lang => languageOf(request.headers['accept-language'])

/** A refusal as it is answered. */
export const envelopeOf = (p: Problem, lang: Lang) => ({ code: p.status, success: false, data: detailsIn(p, lang), msg: p.say(lang), key: p.key })
/** After how many seconds who was told that the system is busy may come again. */
const BUSY_S = 2
/** Answers a refusal: its envelope with its status; a wrong method with those that the path has; with the seconds after which to come again, where it has them. */
export function answerProblem(p: Problem, lang: Lang, reply: FastifyReply) {
  if (p.key === problems.wrongMethod.key) reply.header('allow', (p.details as { allow: string }).allow)
  const wait = p.key === problems.busy.key ? BUSY_S : (p.details as { retryAfter?: number } | undefined)?.retryAfter
  if (wait) reply.header('retry-after', wait)
  return reply.code(p.status).send(envelopeOf(p, lang))
}

/** Refusals of what the parser of HTTP itself stumbles over. */
const UNREADABLE: Readonly<Record<string, () => Problem>> = { HPE_HEADER_OVERFLOW: problems.headersTooLarge, ERR_HTTP_REQUEST_TIMEOUT: problems.tooSlow }
/** Answers what never became a request (malformed, headers without end): its language is not known, so that both are told. */
export function answerUnreadable(error: { code?: string }, socket: Socket, headers: Readonly<Record<string, string>>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const p = (UNREADABLE[error.code ?? ''] ?? malformed)()
  const body = JSON.stringify({ ...envelopeOf(p, 'zh'), msg: `${p.words.zh} / ${p.words.en}` })
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  socket.end(`HTTP/1.1 ${p.status} Refused\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n${body}`)
}

/** The methods that a path (without query) has among the routes, as an Allow header tells them; '' where there is no such path. */
export function methodsOf(routes: readonly Route[]): (path: string) => string {
  const plain = new Map<string, Route[]>()
  for (const r of routes) plain.set(`/api${r.path}`, [...(plain.get(`/api${r.path}`) ?? []), r])
  const shaped = [...plain].filter(([path]) => path.includes('{')).map(([path, at]) => ({ fits: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), at }))
  return (path) => {
    const at = plain.get(path) ?? shaped.find((s) => s.fits.test(path))?.at ?? []
    return [...new Set(at.flatMap((r) => (r.method === 'GET' && !r.writes ? ['GET', 'HEAD'] : [r.method])))].toSorted().join(', ')
  }
}
