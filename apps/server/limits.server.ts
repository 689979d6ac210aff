import { createHash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '../../kit/model/problem.ts'
import type { Route } from '../../kit/server/route.server.ts'

const MINUTE = 60_000
/** So many times what one person may do an address may do: an office stands behind it. */
const PEOPLE = 20
/** Keys that are remembered at most, for each limit. */
const KEYS = 50_000

type Class = NonNullable<Route['rate']>
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
const textIn = (body: unknown, name: string): string => {
  const v = (body as Record<string, unknown> | null | undefined)?.[name]
  return typeof v === 'string' ? v : ''
}
/** Whether a call renews a token. Refreshes are counted apart: nobody's screens that stay open shut out who signs in. */
const isRefresh = (request: FastifyRequest): boolean =>
  textIn(request.body, 'grant_type') === 'refresh_token' || textIn(request.query, 'grant_type') === 'refresh_token'

/**
 * Who calls, as far as limits go: by a token its session, before a sign-in the account that is tried; together with the address, so that nobody shuts
 * another one out by using his account's name from elsewhere. Undefined where nothing tells one person of an office from the others: before an account is
 * typed (keys, pictures, what the page shows) only the address is bounded.
 */
function personOf(request: FastifyRequest): string | undefined {
  const token = request.headers['cpt-auth']
  if (typeof token === 'string' && token) return `token ${digest(token)}`
  if (isRefresh(request)) return `refresh ${digest(textIn(request.body, 'refresh_token').split('.')[1] ?? '')} ${request.ip}`
  const names = ['username', 'account', 'phone'].map((n) => textIn(request.body, n).toLowerCase().slice(0, 64))
  if (names.every((n) => n === '')) return undefined
  const account = [textIn(request.body, 'tenantId').slice(0, 64), ...names].join('\n')
  return `account ${digest(account)} ${request.ip}`
}

/**
 * Bounds what one person and what one address asks in a minute, by class of call and call. `request.ip` is the caller's own address where the proxies
 * before the server are trusted (TRUSTED_PROXIES). Source: security.md K42.
 * @param limits calls of one person in a minute, by class; an address has twenty times as many
 */
export async function limitCalls(app: FastifyInstance, limits: Readonly<Record<Class, number>>): Promise<void> {
  await app.register(rateLimit, { global: false, cache: KEYS })
  const limiter = (max: number, key: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: MINUTE, keyGenerator: (request: FastifyRequest) => `${request.routeOptions.url} ${key(request)}` })
  const person = (request: FastifyRequest) => personOf(request) ?? ''
  const all = Object.fromEntries(
    (Object.entries(limits) as [Class, number][]).map(([c, max]) => [
      c,
      { person: limiter(max, person), address: limiter(max * PEOPLE, (r) => `${r.ip} ${isRefresh(r) ? 'refresh' : ''}`) },
    ]),
  ) as Record<Class, Record<'person' | 'address', ReturnType<typeof limiter>>>
  // after the body is read: accounts stand in it
  app.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    const { rate } = request.routeOptions.config as { rate?: Class }
    if (!rate) return
    for (const limit of [all[rate].address, ...(personOf(request) === undefined ? [] : [all[rate].person])]) {
      const r = await limit(request)
      if (r.isAllowed || !r.isExceeded) continue
      reply.header('retry-after', r.ttlInSeconds)
      throw problems.tooMany()
    }
  })
}
