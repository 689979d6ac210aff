import { stepText } from './words.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { endOf, endWords, stopOf, type DeadJob, type JobKind, type JobRun } from '../../runtime/jobs.server.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { messageJson } from '../../runtime/said.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { analysePackage } from './analyse.server.ts'
import { HJB, RESULT } from './flow.ts'
import { hjb, hjb_log, INCREMENT, type HjbInfo } from '../package/hjb.ts'
import type { IssuerRound } from '../package/rounds.ts'
import { openInWorker, type TableReader } from '../package/apart.server.ts'
import { isPackageUnreadable, type StagedPackage } from '../package/staged.ts'
import { hjbProblems } from '../package/problems.ts'
import { heldBy, noLocks, requireFree, withdraw, type Locks } from './withdraw.server.ts'
import { acceptedRepairs, foundRepairs, REPAIRS } from './repairs.server.ts'
import { keepFiles } from './scans.server.ts'
import { dropFolder, hasPackage, packageFile, workFolder } from './storage.server.ts'
import { textOf } from '../package/mapping.ts'
import { QSZT } from '../../land/definitions/statuses.ts'
import { raiseSerials } from '../../land/register/codes.server.ts'
import { freeze } from '../../land/register/content/content.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { overlapsWithBase } from '../intake/overlaps.server.ts'
import { openedChanges, chosenOf, type IntakeSource, type OpenChanges } from '../intake/changes-source.server.ts'
import { layerParcels } from '../intake/village.server.ts'
import { writeIncrement } from '../intake/increment.server.ts'
import { writePackage } from '../intake/write.server.ts'
import { progressOutside } from '../../runtime/progress.server.ts'
import type { Tell, WriteRun } from '../intake/write-run.server.ts'

export const ANALYSE = 'hjb-analyse',
  WRITE = 'hjb-write',
  INITIALISE = 'hjb-initialise',
  EMPTY = 'hjb-empty'
/** Every kind of job on a package. */
export const PACKAGE_JOBS = [ANALYSE, WRITE, INITIALISE, REPAIRS, EMPTY] as const
/** A job is never repeated by accident: a person sees the fault and asks again. A killed one begins again by itself. */
const ATTEMPTS = 1

/** Progress of a step by its word, callable inside a transaction. */
export function teller(job: JobRun): Tell {
  const report = progressOutside(job)
  return (percent, step, done, total) => report(percent, stepText(step), done, total)
}

/** `failed`, `stopped`: the state of the package afterwards, where the step changes it. */
interface Step {
  code: string
  failed?: string
  stopped?: string
  failCode: number
}
type Kind = (typeof PACKAGE_JOBS)[number]
const STEPS: Readonly<Record<Kind, Step>> = {
  [ANALYSE]: { code: 'analysis', failed: HJB.uploaded, stopped: HJB.uploaded, failCode: RESULT.unknown },
  [WRITE]: { code: 'transfer', failed: HJB.writeFailed, stopped: HJB.accepted, failCode: RESULT.write },
  // written it stays, whatever comes of it
  [INITIALISE]: { code: 'initialize', failCode: RESULT.unknown },
  [REPAIRS]: { code: 'repairs', failCode: RESULT.unknown },
  [EMPTY]: { code: 'empty', failCode: RESULT.unknown },
}

/** A package that is open for a job, in the job's own folder. */
interface Opened extends TableReader {
  pkg: StagedPackage
  info: HjbInfo
  tell: Tell
  folder: string
}
/** The transaction that ends the job, with its result; and the result code, where it is not that all is well. */
interface Ending {
  end(ctx: Ctx): Promise<Record<string, unknown>>
  code?: number
}
type Work = (opened: Opened) => Promise<Ending>

/** Every job there has been of a package; at most one of them is open. */
async function jobsOf(ctx: Ctx, infoId: string): Promise<string[]> {
  const q = ctx.db
    .selectFrom('job')
    .select('id')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('kind', 'in', [...PACKAGE_JOBS])
  return (await q.where(sql<string>`payload->>'infoId'`, '=', infoId).execute()).map((j) => j.id)
}

/** Opens the package of a job in its own folder, does the work, and leaves no folder behind. What went wrong stands in the package's log. */
async function withPackage(job: JobRun, kind: Kind, infoId: string, dataDir: string, work: Work): Promise<Record<string, unknown>> {
  const begun = await job.tx(async (ctx) => ({ info: await rows.get(ctx, hjb, infoId), now: ctx.now, jobs: await jobsOf(ctx, infoId) }))
  const info = { ...begun.info, countyCode: begun.info.regionCode.slice(0, 6) }
  const folder = workFolder(dataDir, job.id)
  let opened: (TableReader & { pkg: StagedPackage }) | undefined
  // the folder of this job's last beginning, and of jobs whose servers died under them too often
  for (const id of begun.jobs) await dropFolder(workFolder(dataDir, id))
  try {
    if (!(await hasPackage(dataDir, info.tenantId, info.sha256!))) throw hjbProblems.noFile()
    await mkdir(folder, { recursive: true })
    const tell = teller(job)
    const onProgress = (step: string, percent: number) => tell(percent * 0.2, step)
    const question = { zip: packageFile(dataDir, info.tenantId, info.sha256!), dir: join(folder, 'package'), options: { rowsOnly: kind === WRITE } }
    opened = await openInWorker(question, { signal: job.signal, onProgress })
    const repairs = await job.tx((ctx) => acceptedRepairs(ctx, info))
    if (repairs) opened.pkg.repairs = repairs
    const { end, code = RESULT.ok } = await work({ ...opened, info, tell, folder })
    return await job.finish(async (ctx) => {
      const result = await end(ctx)
      await log(ctx, job, kind, info, begun.now, code, null, result)
      // before the commit: nobody comes back to the folder of a job that is done
      await dropFolder(folder)
      job.signal.throwIfAborted()
      return result
    })
  } catch (e) {
    const problem = isPackageUnreadable(e) ? hjbProblems.unreadable(e.words) : e
    await fail(job, kind, info, begun.now, problem, isPackageUnreadable(e))
    throw problem
  } finally {
    await opened?.close()
    await dropFolder(folder)
  }
}

const log = (ctx: Ctx, job: Pick<JobRun, 'id'>, kind: Kind, info: HjbInfo, startTime: string, resultCode: number, message: Text | null, detail: unknown) =>
  rows.insert(ctx, hjb_log, {
    regionCode: info.regionCode,
    infoId: info.id,
    jobLogId: job.id,
    stepCode: STEPS[kind].code,
    resultCode,
    message: message ? messageJson(message) : '',
    detail,
    startTime,
    endTime: ctx.now,
  })

/** A stopped server changes nothing: the job is taken again. A cancelled or failed one gives the package back to the state before it. */
async function fail(job: JobRun, kind: Kind, info: HjbInfo, startTime: string, e: unknown, unreadable: boolean): Promise<void> {
  const stop = stopOf(job.signal)
  if (stop === 'stopping' || stop === 'lost') return
  const cancelled = stop === 'cancelled'
  const step = STEPS[kind]
  const code = cancelled ? RESULT.cancelled : unreadable ? RESULT.unreadable : step.failCode
  await job.tx(async (ctx) => {
    const status = cancelled ? step.stopped : unreadable ? HJB.failed : step.failed
    if (status) await rows.update(ctx, hjb, info.id, { status })
    await log(ctx, job, kind, info, startTime, code, endOf(e, job.signal), null)
  })
}

/** A job that was set aside because its servers died: the package is as after a failure, and its log says why. */
async function setAside(ctx: Ctx, job: DeadJob, kind: Kind, infoId: string): Promise<void> {
  const info = await rows.get(ctx, hjb, infoId)
  const { failed } = STEPS[kind]
  if (failed) await rows.update(ctx, hjb, infoId, { status: failed })
  await log(ctx, job, kind, info, job.startTime, STEPS[kind].failCode, endWords.died, null)
}

type Payload = { infoId: string }
/** Takes a written package out of the register: one transaction, with its state, its log and the job's end. */
function emptyJob(locks: Locks): JobKind {
  return {
    kind: EMPTY,
    label: '汇交包撤回入库',
    en: 'Package withdrawal',
    opens: '/hjb/index',
    attempts: ATTEMPTS,
    long: true,
    bulk: true,
    died: (ctx, { infoId }: Payload, job) => setAside(ctx, job, EMPTY, infoId),
    async run(job, { infoId, reason }: Payload & { reason?: string }) {
      const begun = await job.tx(async (ctx) => ({ info: await rows.get(ctx, hjb, infoId), now: ctx.now }))
      try {
        return await job.finish(async (ctx) => {
          const { counts } = await withdraw(ctx, begun.info, locks)
          job.signal.throwIfAborted()
          await rows.update(ctx, hjb, infoId, { status: HJB.emptied })
          await log(ctx, job, EMPTY, begun.info, begun.now, RESULT.ok, reason ? both(reason, reason) : null, { counts })
          return { counts }
        })
      } catch (e) {
        await fail(job, EMPTY, begun.info, begun.now, e, false)
        throw e
      }
    },
  }
}

/** The change package that was uploaded, if it is one. @throws changes-kind, changes-missed where the one before it was not taken in */
async function takenChanges(job: JobRun, pkg: StagedPackage, info: HjbInfo): Promise<OpenChanges | undefined> {
  const changes = await openedChanges(pkg)
  if (!changes) return undefined
  if (info.packageKind !== INCREMENT) throw hjbProblems.changesKind()
  const { previous } = changes.head
  if (previous === null) return changes
  const known = await job.tx((ctx) =>
    scoped(ctx, hjb)
      .select('hjb.id')
      .where('hjb.countyCode', '=', info.regionCode.slice(0, 6))
      .where('hjb.changesId', '=', previous)
      .where('hjb.status', 'in', [HJB.initialised, HJB.finished])
      .executeTakeFirst(),
  )
  if (!known) throw hjbProblems.changesMissed({ previous })
  return changes
}

/** How many skipped objects the log of a write names; the check before it lists all. */
const LOGGED = 500
/** What the auditor confirmed. */
const givenIn = ({ packageDay, rounds }: HjbInfo) => ({ day: packageDay, rounds: rounds as readonly IssuerRound[] | null })
/** Writes an increment. What a case has taken meanwhile stops it: its rows are locked by then, so nobody takes more. */
async function add(run: WriteRun, info: HjbInfo, locks: Locks): Promise<Record<string, unknown>> {
  const { refused, ...done } = await writeIncrement(run, info.id, heldBy(await locks(run.ctx, run.pkg.county)), givenIn(info))
  await requireFree(run.ctx, info, locks)
  return { ...done, refusedCount: refused.length, refused: refused.slice(0, LOGGED) }
}

/** What follows from the books of a written package, made whole: contents of books, serials that are taken, and its scans as attachments. The same again changes nothing. */
function initialiseJob(dataDir: string, storage: Storage | undefined): JobKind {
  return {
    kind: INITIALISE,
    label: '汇交包初始化',
    en: 'Package initialisation',
    opens: '/hjb/index',
    attempts: ATTEMPTS,
    long: true,
    died: (ctx, { infoId }: Payload, job) => setAside(ctx, job, INITIALISE, infoId),
    run: (job, { infoId }: Payload) =>
      withPackage(job, INITIALISE, infoId, dataDir, async ({ close, info, tell, folder, ...opened }) => {
        const { pkg, table } = (await openedChanges(opened.pkg)) ?? opened
        const issuers = new Set<string>()
        for await (const row of table('FBF')) issuers.add(textOf(row.FBFBM))
        await close()
        const books = await completed(job, pkg.county, info, [...issuers])
        const told = (done: number, total: number) => tell(25 + (70 * done) / Math.max(total, 1), 'scans', done, total)
        const files = storage && (await keepFiles({ tx: job.tx, storage, tenantId: info.tenantId, folder, signal: job.signal, tell: told }, pkg))
        return { end: async () => ({ ...books, ...(files ? { files } : {}) }) }
      }),
  }
}
/** What of a package can be mended by rule, for people to accept or leave. The same again proposes what is not accepted. */
const repairsJob = (dataDir: string): JobKind => ({
  kind: REPAIRS,
  label: '汇交包修复建议',
  en: 'Repairs of a package',
  opens: '/hjb/index',
  attempts: ATTEMPTS,
  long: true,
  died: (ctx, { infoId }: Payload, job) => setAside(ctx, job, REPAIRS, infoId),
  run: (job, { infoId }: Payload) =>
    withPackage(job, REPAIRS, infoId, dataDir, async ({ pkg, table, info, tell, folder }) => {
      const found = await foundRepairs({ job, pkg, table, info, folder, tell })
      return { end: async () => found }
    }),
})

/** Books of a package: how many stand, and how many had no content until now. */
async function completed(job: JobRun, county: string, info: HjbInfo, issuers: readonly string[]): Promise<{ books: number; frozen: number }> {
  return job.tx(async (ctx) => {
    await raiseSerials(ctx, county, issuers)
    const { rows: books } = await sql<{ id: string; open: boolean }>`select id, "contentHash" is null as open from djb where "countyCode" = ${county}
      and "tenantId" = ${ctx.who.tenantId} and "causeId" = ${info.id}::bigint and qszt = ${QSZT.current}`.execute(ctx.db)
    const open = books.filter((b) => b.open).map((b) => b.id)
    if (open.length) await freeze(ctx, county, open)
    return { books: books.length, frozen: open.length }
  })
}

/** The jobs of this room. `locks`: what open cases hold; `storage`: where attachments lie. */
export function hjbJobs({ dataDir, locks = noLocks, storage }: { dataDir: string; locks?: Locks; storage?: Storage }): JobKind[] {
  return [
    emptyJob(locks),
    initialiseJob(dataDir, storage),
    repairsJob(dataDir),
    {
      kind: ANALYSE,
      label: '汇交包检查',
      en: 'Package check',
      opens: '/hjb/index',
      attempts: ATTEMPTS,
      long: true,
      withdrawn: (ctx, { infoId }: Payload) => rows.update(ctx, hjb, infoId, { status: STEPS[ANALYSE].stopped }),
      died: (ctx, { infoId }: Payload, job) => setAside(ctx, job, ANALYSE, infoId),
      run: (job, { infoId }: Payload) =>
        withPackage(job, ANALYSE, infoId, dataDir, async ({ pkg, table, close, info, tell, folder }) => {
          const changes = await takenChanges(job, pkg, info)
          const { counts, proposal, code, ...found } = await analysePackage({
            job,
            pkg: changes?.pkg ?? pkg,
            table: changes?.table ?? table,
            close,
            info,
            tell,
            workDir: folder,
            locks,
            changes,
          })
          const end: Ending['end'] = async (ctx) => {
            await rows.update(ctx, hjb, info.id, {
              status: found.E > 0 ? HJB.failed : HJB.passed,
              errorCount: found.E,
              warnCount: found.W,
              hintCount: found.T,
              counts,
              changesId: changes?.head.id ?? null,
              ...proposal,
            })
            return { ...found, counts }
          }
          return { end, code }
        }),
    },
    {
      kind: WRITE,
      label: '汇交包入库',
      en: 'Package write',
      attempts: ATTEMPTS,
      long: true,
      bulk: true,
      withdrawn: (ctx, { infoId }: Payload) => rows.update(ctx, hjb, infoId, { status: STEPS[WRITE].stopped }),
      died: (ctx, { infoId }: Payload, job) => setAside(ctx, job, WRITE, infoId),
      run: (job, { infoId, cbfbms = [] }: Payload & { cbfbms?: readonly string[] }) =>
        withPackage(job, WRITE, infoId, dataDir, async ({ pkg: opened, table, info, tell }) => {
          const end: Ending['end'] = async (ctx) => {
            const changes = await openedChanges(opened)
            const whole: IntakeSource = changes ?? { pkg: opened, table }
            const { pkg, ...source } = await chosenOf(whole, whole.parcels ?? (() => layerParcels(opened, job.signal)), cbfbms)
            // land may have been registered there since the check
            const [taken] = (await overlapsWithBase(pkg, (work) => work(ctx), job.signal, source.parcels)).filter((o) => o.isError)
            if (taken) throw hjbProblems.landTaken(taken)
            const run: WriteRun = { ctx, pkg, ...source, signal: job.signal, tell: (percent, ...rest) => tell(20 + percent * 0.8, ...rest) }
            const done = info.packageKind === INCREMENT ? await add(run, info, locks) : { counts: await writePackage(run, info.id, givenIn(info)) }
            await rows.update(ctx, hjb, info.id, { status: HJB.initialised })
            return done
          }
          return { end }
        }),
    },
  ]
}
