import { both, type Text } from '../../kit/model/lang.ts'
import { Problem } from '../../kit/model/problem.ts'
import type { Row } from '../../kit/model/resource.ts'
import { clock } from '../../kit/server/clock.server.ts'
import type { Outbound, OutboundAnswer } from '../../runtime/outbound.server.ts'
import type { gis_service } from './gis.ts'
import { gisProblems } from './problems.ts'
import type { ServiceAddress } from './requests.ts'

/** A service that may be asked: its row, and its key opened. */
export interface OpenService extends ServiceAddress {
  row: Pick<Row<typeof gis_service>, 'id' | 'rev' | 'name'>
}
/** So many failures one after another, and a service is left alone for so long. */
const FAILURES = 3
const REST_MS = 60_000
/** A map asks for many tiles at once; a service gets so many of them, and one that hangs holds no more. */
const AT_ONCE = 6
const TIMEOUT_MS = 6000
/** What is kept of answers: bytes, and how long. */
const CACHE_BYTES = 64 * 2 ** 20
const CACHE_MS = 10 * 60_000

interface Health {
  failures: number
  until: number
  busy: number
  waiting: (() => void)[]
}
interface KeptAnswer {
  body: Buffer
  type: string
  until: number
}
type Fault = Text | undefined
/** Whether an answer is what was asked for; why not, where it is not. */
export type Judge = (a: OutboundAnswer) => Fault | Promise<Fault>

/** Asks services on behalf of people. */
export interface ServiceCaller {
  /** @throws gis-away, gis-answer, outbound-address, outbound-failed */
  ask(s: OpenService, url: string, judge: Judge): Promise<{ body: Buffer; type: string }>
  /** seconds until a service that failed is asked again; 0 = it may be asked */
  awayFor(row: Pick<OpenService['row'], 'id' | 'rev'>): number
}

/**
 * Asks services through the one door to other machines. What they answered is kept for a while; one that fails three times is left alone for a minute, and every
 * question to it is refused at once meanwhile. A service that was changed is another one.
 */
export function openAsker(outbound: Outbound, time: () => Date = clock): ServiceCaller {
  const health = new Map<string, Health>()
  const cache = new Map<string, KeptAnswer>()
  let bytes = 0
  const now = () => time().getTime()
  const nameOf = (row: Pick<OpenService['row'], 'id' | 'rev'>) => `${row.id}.${row.rev}`
  const healthOf = (key: string): Health => {
    const h = health.get(key) ?? { failures: 0, until: 0, busy: 0, waiting: [] }
    health.set(key, h)
    return h
  }
  const awayFor: ServiceCaller['awayFor'] = (row) => Math.max(0, Math.ceil(((health.get(nameOf(row))?.until ?? 0) - now()) / 1000))
  const requireThere = (s: OpenService) => {
    const seconds = awayFor(s.row)
    if (seconds > 0) throw gisProblems.away({ name: s.row.name, seconds })
  }
  const keep = (key: string, a: Omit<KeptAnswer, 'until'>) => {
    // two who asked at the same moment bring the same answer
    bytes += a.body.length - (cache.get(key)?.body.length ?? 0)
    cache.set(key, { ...a, until: now() + CACHE_MS })
    for (const [k, old] of cache) {
      if (bytes <= CACHE_BYTES) break
      cache.delete(k)
      bytes -= old.body.length
    }
  }
  const kept = (key: string): KeptAnswer | undefined => {
    const found = cache.get(key)
    if (!found) return undefined
    cache.delete(key)
    if (found.until < now()) {
      bytes -= found.body.length
      return undefined
    }
    // the youngest stands last
    cache.set(key, found)
    return found
  }
  async function call(s: OpenService, url: string, judge: Judge): Promise<{ body: Buffer; type: string }> {
    const a = await outbound.call(url, { method: 'GET', timeoutMs: TIMEOUT_MS, headers: { accept: '*/*' } })
    const why = a.status === 200 ? await judge(a) : both(`状态${a.status}`, `status ${a.status}`)
    if (why) throw gisProblems.answer({ name: s.row.name, why })
    return { body: a.body, type: a.type }
  }
  return {
    awayFor,
    async ask(s, url, judge) {
      const key = `${nameOf(s.row)} ${url}`
      const before = kept(key)
      if (before) return before
      requireThere(s)
      const h = healthOf(nameOf(s.row))
      if (h.busy >= AT_ONCE) await new Promise<void>((go) => h.waiting.push(go))
      else h.busy += 1
      try {
        requireThere(s)
        const got = await call(s, url, judge)
        h.failures = 0
        keep(key, got)
        return got
      } catch (e) {
        if (!(e instanceof Problem) || e.key !== gisProblems.away.key) {
          h.failures += 1
          if (h.failures >= FAILURES) Object.assign(h, { until: now() + REST_MS, failures: 0 })
        }
        throw e
      } finally {
        const next = h.waiting.shift()
        if (next) next()
        else h.busy -= 1
      }
    },
  }
}
