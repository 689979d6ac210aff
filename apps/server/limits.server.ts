import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem, problems, type Problem } from '../../kit/model/problem.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { DatabaseHandle, TxScope } from '../../kit/server/db.server.ts'
import { envelopeOf, langOf } from '../../kit/server/refusal.server.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { countWrong, shutBy } from '../../platform/session/guesses.server.ts'
import { networkOf } from '../../runtime/network-of.ts'
import { sha256Bytes } from '../../runtime/sha256.server.ts'
import { looksSigned } from '../../runtime/signature.server.ts'

const MINUTE = 60_000
/** How many times the limit of one person an address has: there may be a whole office behind it. */
const PEOPLE = 20
/** Keys that are remembered at most, for each limit. */
const KEYS = 50_000

/**
 * Guesses that an address, and an address at one account, may get wrong within a time: an office mistypes a few, a list of names or words is long. An account is
 * locked besides (password strategy); from elsewhere nobody is shut out by its name. Each kind of call (sign-in, citizens, partners, signers) is counted apart: an address
 * may be that of a hall, or of a whole county. Citizens' codes have a bound of their own, from wherever they are asked (outside/citizens/stranger.server.ts).
 * A partner guesses at nothing but signatures: only calls that are not signed well are counted, and only such calls are shut out.
 */
const GUESSES = { address: 60, account: 20 }

/**
 * What is told whose address has come to an end: it may be that of a library or of a whole office, so that who reads it need not be who did it. The same key as of
 * any other limit.
 */
const ofNetwork = {
  guessed: problem<{ retryAfter: number }>(429, 'too-many', (d) => ({
    zh: `您所在的网络多次输入有误，约${minutesOf(d)}分钟后可再试；使用其他网络的人不受影响`,
    en: `Too many wrong entries came from the network that you use: try again in about ${minutesOf(d)} minutes. People on other networks are not affected`,
  })),
  asked: problem<{ retryAfter: number }>(429, 'too-many', (d) => ({
    zh: `您所在的网络请求过多，请${d.retryAfter}秒后再试；使用其他网络的人不受影响`,
    en: `Too many requests came from the network that you use: try again in ${d.retryAfter} seconds. People on other networks are not affected`,
  })),
}
const minutesOf = ({ retryAfter }: { retryAfter: number }): number => Math.ceil(retryAfter / 60)
/** Why a call is refused, and after how many seconds it may come again. */
interface Refused {
  seconds: number
  why: Problem
}

type Class = NonNullable<Route['rate']>
/** Calls at which nothing is guessed. */
const FREE: ReadonlySet<Class | undefined> = new Set(['write', 'read', undefined])
const digest = (text: string): string => sha256Bytes(text).toString('base64url').slice(0, 22)
const textIn = (from: unknown, name: string): string => {
  const v = (from as Record<string, unknown> | null | undefined)?.[name]
  return typeof v === 'string' ? v : ''
}
/** What a call says under a name, in its body or, as clients of the family do, in its address. */
const saidBy = (request: FastifyRequest, name: string): string => textIn(request.body, name) || textIn(request.query, name)
/** Whether a call renews a token. Refreshes are counted apart: nobody's screens that stay open shut out who signs in. */
const isRefresh = (request: FastifyRequest): boolean => saidBy(request, 'grant_type') === 'refresh_token'

/**
 * Who calls, as far as limits go: by a token its session, before a sign-in the account that is tried; together with the address, so that nobody shuts
 * another one out by using his account's name from elsewhere. Undefined where nothing tells one person of an office from the others: before an account is
 * typed (keys, pictures, what the page shows) only the address is bounded.
 */
function personOf(request: FastifyRequest): string | undefined {
  const token = request.headers['cpt-auth']
  if (typeof token === 'string' && token) return `token ${digest(token)}`
  if (isRefresh(request)) return `refresh ${digest(saidBy(request, 'refresh_token').split('.')[1] ?? '')} ${networkOf(request.ip)}`
  const names = ['username', 'account', 'phone'].map((n) => saidBy(request, n).toLowerCase().slice(0, 64))
  if (names.every((n) => n === '')) return undefined
  const account = [saidBy(request, 'tenantId').slice(0, 64), ...names].join('\n')
  return `account ${digest(account)} ${networkOf(request.ip)}`
}

/**
 * Counts what was refused at doors where one guesses (sign-in, codes), by address and by account, and then shuts the door for the rest of the window: a right password
 * among a list of wrong ones is none that somebody knew. What is right is not counted, so an office of hundreds behind one address stays inside. All servers of a
 * database count together.
 */
function guesses(db: DatabaseHandle, now: () => Date) {
  const scope: TxScope = { tenantId: '000000', system: true }
  const limitsOf = (request: FastifyRequest): Map<string, number> => {
    const names = ['username', 'account', 'phone'].map((n) => saidBy(request, n).toLowerCase().slice(0, 64))
    const account = names.some(Boolean) ? digest([saidBy(request, 'tenantId').slice(0, 64), ...names].join('\n')) : ''
    const { rate = '' } = request.routeOptions.config as { rate?: Class }
    return new Map([
      [`${rate} address ${networkOf(request.ip)}`, GUESSES.address],
      ...(account ? ([[`${rate} account ${account} ${networkOf(request.ip)}`, GUESSES.account]] as const) : []),
    ])
  }
  return {
    /** why and for how long the door is shut to this caller, undefined when it is open */
    async shutFor(request: FastifyRequest): Promise<Refused | undefined> {
      const { rate } = request.routeOptions.config as { rate?: Class }
      // who guesses at sign-in or signs his calls is not kept behind strangers; who guesses elsewhere is one
      const stranger = rate === 'login' || rate === 'partners' ? undefined : request.ip
      const shut = await db.transaction({ ...scope, stranger, readOnly: true }, (tx) => shutBy(tx, localTime(now()), limitsOf(request)))
      if (!shut) return undefined
      const { key, seconds } = shut
      return { seconds, why: key.startsWith(`${rate} address `) ? ofNetwork.guessed({ retryAfter: seconds }) : problems.tooMany() }
    },
    // it is counted whoever else waits: few rows
    wrong: (request: FastifyRequest): Promise<void> => db.transaction(scope, (tx) => countWrong(tx, localTime(now()), [...limitsOf(request).keys()])),
  }
}
/** @throws what this call is refused with, saying when it may come again */
function refuse(reply: FastifyReply, refused: Refused | undefined): void {
  if (!refused) return
  reply.header('retry-after', refused.seconds)
  throw refused.why
}
/** Whether an answer says that somebody guessed wrong. */
const isWrong = (rate: Class | undefined, status: number): boolean => (rate === 'partners' ? status === 401 : status >= 400 && status < 500 && status !== 429)

/**
 * Bounds what one person and what one address asks in a minute, by class of call and call. `request.ip` is the caller's own address where the proxies
 * before the server are trusted (TRUSTED_PROXIES). Source: security.md K42.
 * @param limits calls of one person in a minute, by class; an address has twenty times as many
 * @param signerOf the application that signed a call of partners well, asked where its address has come to an end: nobody else behind an address, and nobody
 *   who says its name, shuts it out. It is bounded by its number of the day, and in a minute like an address.
 */
export async function limitCalls(
  app: FastifyInstance,
  limits: Readonly<Record<Class, number>>,
  o: { db: DatabaseHandle; now: () => Date; signerOf(request: FastifyRequest): Promise<string | undefined> },
): Promise<void> {
  const { db, now } = o
  const guessed = guesses(db, now)
  const isDoor = (request: FastifyRequest) =>
    !FREE.has((request.routeOptions.config as { rate?: Class }).rate) && request.method !== 'GET' && !isRefresh(request)
  await app.register(rateLimit, { global: false, cache: KEYS })
  const limiter = (max: number, key: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: MINUTE, keyGenerator: (request: FastifyRequest) => `${request.routeOptions.url} ${key(request)}` })
  const person = (request: FastifyRequest) => personOf(request) ?? ''
  const all = Object.fromEntries(
    (Object.entries(limits) as [Class, number][]).map(([c, max]) => [
      c,
      { person: limiter(max, person), address: limiter(max * PEOPLE, (r) => `${networkOf(r.ip)} ${isRefresh(r) ? 'refresh' : ''}`) },
    ]),
  ) as Record<Class, Record<'person' | 'address', ReturnType<typeof limiter>>>
  const signers = limiter(limits.partners * PEOPLE, (r) => `signed ${String(r.headers['x-app-id'])}`)
  type Limiter = ReturnType<typeof limiter>
  /** seconds until the first of these limits that is exceeded lets more through, 0 where none is */
  const exceeded = async (request: FastifyRequest, of: readonly Limiter[]): Promise<number> => {
    for (const limit of of) {
      const r = await limit(request)
      if (!r.isAllowed && r.isExceeded) return r.ttlInSeconds
    }
    return 0
  }
  /** the limits of a minute that this call exceeds */
  const oftenOf = async (request: FastifyRequest, { address, person }: Record<'person' | 'address', Limiter>): Promise<Refused | undefined> => {
    const ofAddress = await exceeded(request, [address])
    if (ofAddress > 0) return { seconds: ofAddress, why: ofNetwork.asked({ retryAfter: ofAddress }) }
    const ofPerson = personOf(request) === undefined ? 0 : await exceeded(request, [person])
    return ofPerson > 0 ? { seconds: ofPerson, why: problems.tooMany() } : undefined
  }
  /** why this call has come too often, of guesses or of calls, undefined where it has not; each call is asked for once */
  const refusedOf = async (request: FastifyRequest, rate: Class): Promise<Refused | undefined> => {
    const refused = (isDoor(request) ? await guessed.shutFor(request) : undefined) ?? (await oftenOf(request, all[rate]))
    if (!refused || rate !== 'partners' || (await o.signerOf(request)) === undefined) return refused
    const seconds = await exceeded(request, [signers])
    return seconds > 0 ? { seconds, why: problems.tooMany() } : undefined
  }
  // whose headers show that nothing is signed is shut out before his body is read
  app.addHook('preParsing', async (request: FastifyRequest, reply: FastifyReply) => {
    const { rate } = request.routeOptions.config as { rate?: Class }
    if (rate !== 'partners' || !isDoor(request) || looksSigned(request.headers, now().getTime())) return
    refuse(reply, await guessed.shutFor(request))
  })
  const asked = new WeakSet<FastifyRequest>()
  // after the body is read: accounts stand in it
  app.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    const { rate } = request.routeOptions.config as { rate?: Class }
    if (!rate) return
    asked.add(request)
    refuse(reply, await refusedOf(request, rate))
  })
  // before the answer leaves: whoever hears that he was wrong is counted already, and whose body could not be read has passed no bound yet
  app.addHook('onSend', async (request, reply, payload) => {
    const { rate } = request.routeOptions.config as { rate?: Class }
    if (!rate || !isDoor(request) || !isWrong(rate, reply.statusCode)) return payload
    const refused = asked.has(request) ? undefined : await refusedOf(request, rate)
    if (refused) {
      reply.code(refused.why.status).header('retry-after', refused.seconds)
      return JSON.stringify(envelopeOf(refused.why, langOf(request)))
    }
    await guessed.wrong(request)
    return payload
  })
}
