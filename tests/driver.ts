// Set-up of every test file; a worker may have many of them and is prepared once. What the environment asks of the driver: RECORD_STATEMENTS=<folder> writes
// down every SQL text that the product sends, for the statement lint; CLOCK_AT=<yyyy-MM-ddTHH:mm of Asia/Shanghai> is the moment at which product and test
// begin in each file (tools/moments.mjs); TEST_PROFILE=partitioned makes every land table PARTITION BY HASH ("countyCode") while
// it is migrated.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** What a worker keeps between its files. */
const worker = globalThis as { driven?: string; spent?: { own: number; children: number; drawn: number }; drawn?: Map<string, number> }
const at = process.env.CLOCK_AT
if (at) process.env.CLOCK_AHEAD_MS = String(Date.parse(`${at}+08:00`) - Date.now())
const folder = process.env.RECORD_STATEMENTS
const partitioned = process.env.TEST_PROFILE === 'partitioned'
if (process.env.TEST_PROFILE && !partitioned) throw new Error(`TEST_PROFILE '${process.env.TEST_PROFILE}' is not known`)

/** How often the pages of a browser are looked at, ms: what one takes after the last look is not known. */
const LOOK_MS = 1000
const ROOT = resolve(import.meta.dirname, '..')
/** Frames that only carry statements; who wrote one stands above them. */
const CARRIERS = /node_modules|node:|\/tests\/driver\.ts|\/(kit\/server\/db|runtime\/embedded\/[a-z-]+)\.server\.ts/

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

// TEST_TIMES=<file> writes down what processor time each test file took, with the processes it started and saw to their end
if (process.env.TEST_TIMES) {
  const { afterAll, expect } = await import('vitest')
  const file = relative(ROOT, expect.getState().testPath!)
  if (file.startsWith('tests/browser/') && !worker.drawn) {
    worker.drawn = new Map()
    setInterval(() => lookAtPages(worker.drawn!), LOOK_MS).unref()
  }
  afterAll(() => {
    const { user, system } = process.cpuUsage()
    const drawn = [...(worker.drawn?.values() ?? [])].reduce((sum, x) => sum + x, 0)
    const now = { own: (user + system) / 1e6, children: ofChildren(), drawn }
    const before = worker.spent ?? { own: 0, children: 0, drawn: 0 }
    worker.spent = now
    const line = {
      part: JSON.parse(process.env.TEST_PARTS!)[file],
      file,
      own: now.own - before.own,
      children: now.children - before.children,
      drawn: now.drawn - before.drawn,
    }
    appendFileSync(process.env.TEST_TIMES!, `${JSON.stringify(line)}\n`)
  })
}
/** Seconds of processor time of the children that have ended; 0 where the system does not tell. */
function ofChildren(): number {
  const own = statOf('self')
  return own ? (Number(own[13]) + Number(own[14])) / 100 : 0
}
/** Fields of /proc/<pid>/stat after the name, from the state on; nothing when there is no such process or system. */
function statOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  } catch {
    return undefined
  }
}
/** Chromium's pages are children of its zygote, which it ends without waiting: nobody is told what they took, so they are looked at while they live. */
function lookAtPages(seen: Map<string, number>): void {
  if (process.platform !== 'linux') return
  const all = new Map(readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? [[pid, statOf(pid)] as const] : [])))
  const ours = (pid: string): boolean => pid === String(process.pid) || (Number(pid) > 1 && ours(all.get(pid)?.[1] ?? '0'))
  for (const [pid, fields] of all) {
    const isPage = fields && ours(pid) && /--type=(renderer|gpu-process)/.test(commandOf(pid))
    if (isPage) seen.set(`${pid} ${fields[19]}`, (Number(fields[11]) + Number(fields[12])) / 100)
  }
}
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
