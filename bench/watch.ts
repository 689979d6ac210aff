import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { systemWho } from '../runtime/maintenance.server.ts'
import { watchJob } from '../views/watch/job.server.ts'
import { openCounty } from './county.ts'
import { figure, forget, judge, memory, print, sizesOf } from './measure.ts'
import { contextOf, COUNTY, TENANT } from './setup.ts'

// The watch over a whole county, then over what was written since: minutes, cost of 100,000 parcels, slowest statement, memory. Source: register.md 9.

/** Minutes for 100,000 parcels when everything is looked at. */
const MINUTES = 1
/** Megabytes over the idle process, whatever the county has. */
const MB = 150
/** Seconds of one statement: the lane of the embedded engine is not held longer. */
const SECONDS = 2
/** The heap in which a county of any size is looked at: without a cap garbage lies until the engine feels like collecting it, with it what needs more dies. */
const CAPPED = ['--max-old-space-size=128', '--max-semi-space-size=2']
if (!process.execArgv.includes(CAPPED[0]!)) {
  // a county that is missing is made here: its rows wait in the heap, and are no part of what is measured
  for (const parcels of sizesOf(process.argv.slice(2))) await (await openCounty(parcels)).close()
  process.exit(spawnSync(process.execPath, [...process.execArgv, ...CAPPED, import.meta.filename, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1)
}

/** The county of the benchmark has no signed files. */
const noFiles = { has: async () => false, stream: () => Readable.from([]) }
const over: string[] = []
for (const parcels of sizesOf(process.argv.slice(2))) {
  const b = await openCounty(parcels)
  const who = systemWho(TENANT)
  let slowest = 0
  let which = ''
  /** One run as the runner does it, each step a transaction. */
  const run = async (id: string, mode: string) => {
    const tx = <T>(work: (ctx: ReturnType<typeof contextOf>) => Promise<T>) => b.db.transaction({ tenantId: TENANT }, (t) => work(contextOf(t, who)))
    const began = performance.now()
    const result: Record<string, unknown> = {}
    const finish: typeof tx = async (work) => Object.assign(result, await tx(work))
    await watchJob(noFiles).run(
      { id, who, lang: 'zh', signal: new AbortController().signal, tx, finish, progress: async () => undefined },
      { regionCode: COUNTY, mode },
    )
    return { minutes: (performance.now() - began) / 60_000, result: result as { looked: number; found: number } }
  }
  const timed = new WeakSet<object>()
  b.db.pool.on('acquire', (client: any) => {
    if (timed.has(client)) return
    timed.add(client)
    const query = client.query.bind(client)
    client.query = (...args: unknown[]) => {
      const from = performance.now()
      const answer = query(...args)
      const ended = () => {
        const took = (performance.now() - from) / 1000
        if (took <= slowest) return
        slowest = took
        which = String(typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string }).text)
      }
      if (typeof answer?.then === 'function') answer.then(ended, ended)
      return answer
    }
  })
  await sql`delete from watch_finding where "countyCode" = ${COUNTY}`.execute(b.db.owner)
  await sql`delete from watch_run where "countyCode" = ${COUNTY}`.execute(b.db.owner)
  const idle = memory(process.pid, 'VmRSS')
  forget(process.pid)
  const shown: string[][] = []
  for (const [id, name, mode] of [
    ['1', 'everything', 'all'],
    ['2', 'since the last run', 'new'],
  ] as const) {
    slowest = 0
    which = ''
    const { minutes, result } = await run(id, mode)
    const mb = (memory(process.pid, 'VmHWM') - idle) / 1e6
    const each = (minutes * 100_000) / parcels
    const isOver = (mode === 'all' && each > MINUTES) || mb > MB || slowest > SECONDS
    if (isOver) over.push(`${parcels}: ${name}`)
    if (isOver && slowest > SECONDS) console.log(`slowest of ${name}: ${which.replace(/\s+/g, ' ').slice(0, 600)}`)
    shown.push([name, String(result.looked), String(result.found), figure(minutes), figure(each), figure(slowest), figure(mb), isOver ? 'OVER' : ''])
  }
  console.log(`\nWatch, ${parcels} parcels, ${b.engine}; limits ${MINUTES} minute for 100,000 parcels, ${SECONDS} s a statement, ${MB} MB`)
  print(['run', 'looked at', 'found', 'minutes', 'per 100,000', 'slowest s', 'MB over idle', ''], shown)
  await b.close()
}
judge(over)
