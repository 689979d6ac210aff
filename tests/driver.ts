// Set-up of every test file; a worker may have many of them and is prepared once. What the environment asks of the driver: RECORD_STATEMENTS=<folder> writes
// down every SQL text that the product sends, for the statement lint; CLOCK_AT=<yyyy-MM-ddTHH:mm of Asia/Shanghai> is the moment at which product and test
// begin in each file (tools/moments.mjs); TEST_PROFILE=partitioned makes every land table PARTITION BY HASH ("countyCode") while
// it is migrated; SEED=<number> is what property tests are sown with.
import { appendFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import fc from 'fast-check'
import { SEED } from './volume.ts'

fc.configureGlobal({ seed: SEED })

/** What a worker keeps between its files. */
const worker = globalThis as { driven?: string }
const at = process.env.CLOCK_AT
if (at) process.env.CLOCK_AHEAD_MS = String(Date.parse(`${at}+08:00`) - Date.now())
const folder = process.env.RECORD_STATEMENTS
const partitioned = process.env.TEST_PROFILE === 'partitioned'
if (process.env.TEST_PROFILE && !partitioned) throw new Error(`TEST_PROFILE '${process.env.TEST_PROFILE}' is not known`)

const ROOT = resolve(import.meta.dirname, '..')
/** Frames that only carry statements; who wrote one stands above them. */
const CARRIERS = /node_modules|node:|\/tests\/driver\.ts|\/(kit\/server\/db|runtime\/trace|runtime\/embedded\/[a-z-]+)\.server\.ts/

/**
 * Who wrote a statement, as `path function`: the nearest frame of our own code, also across awaits. Empty when the trace is lost. Frames are read as the
 * engine has them: to map every one to its source costs more than the statement.
 */
const origin = (): string => traced(20) || traced(60)
function traced(depth: number): string {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = depth
  Error.prepareStackTrace = (_, frames) => {
    for (const frame of frames) {
      const line = String(frame)
      if (line.includes(ROOT) && !CARRIERS.test(line)) return line
    }
    return ''
  }
  const frame = new Error('origin').stack!
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  const at = /^(?:async )?(?:([\w.<>]+) \()?(?:file:\/\/)?(\/[^\s()]+?):\d+:\d+/.exec(frame)
  return at ? `${relative(ROOT, at[2]!)} ${at[1] ?? ''}`.trim() : ''
}

/** Texts that came through pool.query: it hands them on from a callback, where the trace is lost. */
const pooled = new Set<string>()
const seen = new Set<string>()
/** How often a text was sent. Who wrote it is found out at its 1st, 2nd, 4th, 8th … time: a trace takes a tenth of what a test takes. The long run asks always. */
const times = new Map<string, number>()
function isTraced(text: string, via: string): boolean {
  const n = (times.get(via + text) ?? 0) + 1
  times.set(via + text, n)
  return (n & (n - 1)) === 0 || process.env.TEST_VOLUME === 'whole'
}
/** Appends a text once per place. What a test itself asks is not the product's. */
function record(text: string, via: 'pool' | 'client'): void {
  if (!isTraced(text, via)) return
  const from = origin()
  if (from === '' && pooled.has(text)) return
  if (/\.test\.tsx?\b|^tests\//.test(from) || seen.has(from + text)) return
  seen.add(from + text)
  appendFileSync(join(folder!, `${process.pid}.jsonl`), `${JSON.stringify({ from, text })}\n`)
}

if ((folder || partitioned) && worker.driven === undefined) {
  const { default: pg } = await import('pg')
  const split = partitioned ? (await import('../tools/sql/partitioned.ts')).partitionedBy(ROOT) : undefined
  const ask = pg.Pool.prototype.query as (...a: any[]) => any
  pg.Pool.prototype.query = function (this: unknown, first: any, ...rest: any[]) {
    const text = typeof first === 'string' ? first : first?.text
    if (folder && typeof text === 'string') {
      record(text, 'pool')
      pooled.add(text)
    }
    return ask.call(this, first, ...rest)
  } as typeof pg.Pool.prototype.query
  const query = pg.Client.prototype.query as (...a: any[]) => any
  pg.Client.prototype.query = function (this: unknown, first: any, ...rest: any[]) {
    const text = typeof first === 'string' ? first : first?.text
    if (folder && typeof text === 'string') record(text, 'client')
    return query.call(this, split && typeof first === 'string' ? split(first) : first, ...rest)
  } as typeof pg.Client.prototype.query
}

const asked = `${folder ?? ''} ${partitioned}`
if ((worker.driven ??= asked) !== asked) throw new Error('a worker serves one profile: its driver was prepared for another')
