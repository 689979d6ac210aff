import { freezeJob, verifyJob } from '../land/register/content/jobs.server.ts'
import type { JobKind, JobRun } from '../runtime/jobs.server.ts'
import { systemWho } from '../runtime/maintenance.server.ts'
import { openCounty } from './county.ts'
import { figure, judge, print, sizesOf } from './measure.ts'
import { contextOf, COUNTY, TENANT } from './setup.ts'

// What others wait for while the books of a county are frozen, and while they are verified: turns of a few seconds with the job and without it, in one process as on a server.

/** The slowest twentieth of others' calls, with a job : without it. */
const LIMIT = 2
const TURNS = 3
const SECONDS = 5
/** What others look at. */
const LOOKS = [
  `/base-dlxx/dk/page?regionCode=${COUNTY}102205`,
  `/base-dlxx/dk/page?regionCode=${COUNTY}`,
  `/base-qssj/cbf/page?regionCode=${COUNTY}102&size=50`,
]

const percentile = (list: readonly number[], share: number) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)]!
const over: string[] = []
for (const parcels of sizesOf(process.argv.slice(2))) {
  const b = await openCounty(parcels)
  const who = systemWho(TENANT)
  /** The job until it is stopped: how many books it did. */
  const working = async (of: JobKind, signal: AbortSignal): Promise<number> => {
    const tx = <T>(work: (ctx: ReturnType<typeof contextOf>) => Promise<T>) => b.db.transaction({ tenantId: TENANT }, (t) => work(contextOf(t, who)))
    let books = 0
    const job: JobRun = { id: '1', who, lang: 'zh', signal, tx, finish: async () => ({}), progress: async (_p, _step, done) => void (books = done ?? books) }
    await of.run(job, { regionCode: COUNTY }).catch((e: unknown) => {
      if (!signal.aborted) throw e
    })
    return books
  }
  /** Somebody who opens one list after the other. */
  const look = async (into: number[]): Promise<void> => {
    for (const until = performance.now() + SECONDS * 1000; performance.now() < until;)
      for (const path of LOOKS) {
        const from = performance.now()
        await b.get(path)
        into.push(performance.now() - from)
        await new Promise((r) => setTimeout(r, 20))
      }
  }
  // what was frozen is what is verified afterwards
  const works = [freezeJob, verifyJob].map((of) => ({ of, books: 0, without: [] as number[], with: [] as number[] }))
  try {
    await look([])
    for (const work of works)
      for (let turn = 0; turn < TURNS; turn++) {
        await look(work.without)
        const stop = new AbortController()
        const job = working(work.of, stop.signal)
        await look(work.with)
        stop.abort()
        work.books += await job
      }
  } finally {
    // the county is as it was: its books have no content
    await b.bare.query('delete from djb_content where "countyCode" = $1', [COUNTY])
    await b.bare.query('update djb set "contentHash" = null where "countyCode" = $1 and "contentHash" is not null', [COUNTY])
  }
  for (const work of works) {
    if (work.books === 0) throw new Error(`${work.of.kind}: nothing was done; every book of the county has its content`)
    const [p95, p50] = [0.95, 0.5].map((s) => [percentile(work.without, s), percentile(work.with, s)] as const) as [[number, number], [number, number]]
    const ratio = p95[1] / p95[0]
    if (ratio > LIMIT) over.push(`${parcels}: p95 with ${work.of.kind} : without`)
    console.log(`\nOthers during ${work.of.kind}, ${parcels} parcels, ${b.engine}, ${work.books} books done meanwhile; limit ${LIMIT} at p95`)
    print(
      ['calls', 'p50 ms', 'p50 with the job', 'p95 ms', 'p95 with the job', 'ratio', ''],
      [[String(work.with.length), figure(p50[0]), figure(p50[1]), figure(p95[0]), figure(p95[1]), ratio.toFixed(2), ratio > LIMIT ? 'OVER' : '']],
    )
  }
  await b.close()
}
judge(over)
