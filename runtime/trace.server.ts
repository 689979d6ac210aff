import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** One call, job or delivery: what it is found by in the logs of several programs, and what it cost the database. Source: W3C Trace Context. */
export interface Span {
  /** the header with which it goes on to others: version, trace, this span, flags */
  traceparent: string
  /** what its statements took together, ms; of statements sent together each counts */
  dbMs: number
  statements: number
}
const current = new AsyncLocalStorage<Span>()
const HEADER = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** A span of the trace that a header names; of a new one where there is none, or none that can be read. */
export function spanOf(header: unknown): Span {
  const [, trace = randomBytes(16).toString('hex')] = HEADER.exec(String(header ?? '')) ?? []
  return { traceparent: `00-${trace}-${randomBytes(8).toString('hex')}-01`, dbMs: 0, statements: 0 }
}
/** The trace that a span belongs to, 32 hexadecimal digits. */
export const traceOf = (s: Span): string => s.traceparent.slice(3, 35)
/** Does something as part of a span; what it asks the database is counted there. */
export const inSpan = <T>(span: Span, work: () => T): T => current.run(span, work)
/** The header of the span in which this is asked, for what goes out or is done later. */
export const traceNow = (): string | undefined => current.getStore()?.traceparent

const timed = new WeakSet<pg.PoolClient>()
/** Lets the connections of a pool count what they are asked, in the span that asks. */
export function timeStatements(pool: pg.Pool): void {
  pool.on('acquire', (client) => {
    if (timed.has(client)) return
    timed.add(client)
    const query = client.query.bind(client) as (...a: unknown[]) => unknown
    const counted = (...a: unknown[]): unknown => {
      const [span, begun, out] = [current.getStore(), performance.now(), query(...a)]
      if (!span || !(out instanceof Promise)) return out
      span.statements += 1
      const end = () => void (span.dbMs += performance.now() - begun)
      out.then(end, end)
      return out
    }
    client.query = counted as typeof client.query
  })
}
