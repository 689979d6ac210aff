import { typedRow } from '../../../kit/server/any-query.server.ts'
import { words } from './words.ts'
import { Problem, problems } from '../../../kit/model/problem.ts'
import { entries, type AnyResource } from '../../../kit/model/resource.ts'
import { audit } from '../../../kit/server/audit.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { endWords, stopOf, type JobKind, type JobRun } from '../../../runtime/jobs.server.ts'
import { messageJson } from '../../../runtime/said.ts'
import { listColumns, scoped } from '../../../kit/server/query.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { rowBody, faultsOf, existingRow, type InTransaction } from './compare.server.ts'
import { BATCH, OUTCOME, ROW, type BatchStatus } from './imports.ts'
import { batchStill, importObject, speaking, type ImportParts } from './job-read.server.ts'
import { cellFaults, importProblems } from './problems.ts'
import { batchOf, changeImport, changeRows, countsOf, rowsIn, type ImportRow, type OfBatch } from './records.server.ts'
import { importWriting, type RowValues } from './writers.server.ts'

export const WRITE_JOB = 'import-write',
  WITHDRAW_JOB = 'import-withdraw'
type Of = ReturnType<typeof importObject>
/** Rows that are written in one transaction, with their audit and versions. */
const PART = 50

const stored = (ctx: Ctx, r: AnyResource, id: string): Promise<RowValues> => rows.get(importWriting(ctx, r), r, id)

/** Writes one row as its form would. A row that changed since the preview is not overwritten, one that came meanwhile is not doubled. */
async function writeRow(ctx: Ctx, o: Of, batchId: string, row: ImportRow): Promise<void> {
  let before: RowValues | undefined
  if (row.targetId) {
    before = await stored(ctx, o.r, row.targetId)
    if (before.rev !== row.targetRev) throw problems.changed()
  } else {
    const values = Object.fromEntries(Object.entries(row.changes).map(([n, c]) => [n, c.to]))
    if ((await existingRow(ctx, { r: o.r, t: o.t, columns: [] }, values)).row) throw problems.badRequest(cellFaults.existing)
  }
  const id = await o.w.save(ctx, rowBody(o.r, row.changes, before), before)
  const { rev } = await stored(ctx, o.r, id)
  await changeRows(ctx, batchId, { outcome: OUTCOME.done, targetId: id, writtenRev: rev, chosen: 0, faults: '{}' }).where('no', '=', row.no).execute()
}

const chosen = (ctx: Ctx, id: string, size: number) =>
  rowsIn(ctx, id).selectAll().where('chosen', '=', 1).where('outcome', '=', OUTCOME.open).orderBy('no').limit(size).execute() as Promise<ImportRow[]>

/** Writes one part in one transaction. When a row is refused the part is taken back and its rows are written one by one, so that each stands for itself. */
async function writePart(tx: InTransaction, o: Of, id: string, part: readonly ImportRow[]): Promise<void> {
  const all = (list: readonly ImportRow[]) =>
    tx(async (ctx) => {
      await batchStill(ctx, id, BATCH.writing)
      for (const row of list) await writeRow(ctx, o, id, row)
      await audit(ctx, { action: 'import_batch.write', object: 'import_batch', objectId: id, diff: { entity: o.r.name, rows: list.length } })
    })
  try {
    await all(part)
  } catch (e) {
    if (!(e instanceof Problem) || e.status >= 500) throw e
    if (part.length > 1) for (const row of part) await writePart(tx, o, id, [row])
    else
      await tx(async (ctx) => {
        await batchStill(ctx, id, BATCH.writing)
        const faults = faultsOf(e, new Set(Object.keys(o.r.fields)))
        await changeRows(ctx, id, { outcome: OUTCOME.failed, chosen: 0, faults: JSON.stringify(faults) })
          .where('no', '=', part[0]!.no)
          .execute()
      })
  }
}

async function write(job: JobRun, p: ImportParts, id: string): Promise<Record<string, unknown>> {
  const batch = await job.tx((ctx) => batchOf(ctx, id))
  const tx = speaking(job, batch.lang)
  const o = importObject(p, batch.entity)
  const { n: left } = (await job.tx((ctx) =>
    rowsIn(ctx, id)
      .select((w) => w.fn.countAll<string>().as('n'))
      .where('chosen', '=', 1)
      .where('outcome', '=', OUTCOME.open)
      .executeTakeFirstOrThrow(),
  )) as { n: string }
  const total = Number(left)
  let done = 0
  for (;;) {
    job.signal.throwIfAborted()
    const part = await tx((ctx) => chosen(ctx, id, PART))
    if (part.length === 0) break
    await writePart(tx, o, id, part)
    done += part.length
    await job.progress(Math.min(99, (done / Math.max(1, total)) * 100), words.writing, done, total)
  }
  return job.finish(async (ctx) => {
    await settled(ctx, id, BATCH.writing)
    return { rows: done }
  })
}
/** After writing or a stop: what is not written is free again, and the batch tells where it stands. */
async function settle(job: JobRun, id: string, from: BatchStatus, more: Record<string, unknown> = {}): Promise<void> {
  await job.tx((ctx) => settled(ctx, id, from, more))
}
async function settled(ctx: Ctx, id: string, from: BatchStatus, more: Record<string, unknown> = {}): Promise<void> {
  await changeRows(ctx, id, { chosen: 0 }).where('chosen', '=', 1).execute()
  const counts = await countsOf(ctx, id)
  await changeImport(ctx, id, [from], { status: counts.done > 0 ? BATCH.written : BATCH.ready, endTime: ctx.now, ...counts, ...more })
}

/** Writes the chosen rows of a batch, part by part; a killed run is gone on with, and no row is written twice. */
export const writeJob = (p: ImportParts): JobKind => ({
  kind: WRITE_JOB,
  label: '导入写入',
  en: 'Import',
  opens: '/desk/import',
  bulk: true,
  withdrawn: (ctx, { batchId }: OfBatch) => settled(ctx, batchId, BATCH.writing),
  died: (ctx, { batchId }: OfBatch) => settled(ctx, batchId, BATCH.writing, { failReason: messageJson(endWords.died) }),
  run: (job, { batchId }: OfBatch) => orSettle(job, batchId, BATCH.writing, () => write(job, p, batchId)),
})
async function orSettle<T>(job: JobRun, id: string, from: BatchStatus, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    const stop = stopOf(job.signal)
    if (stop === 'cancelled') await settle(job, id, from)
    else if (!stop && e instanceof Problem) await settle(job, id, from, { failReason: messageJson(e.words) })
    throw e
  }
}

/**
 * Gives a row back what it had: of the register the version that the import closed, whatever a form would say of it today (an import may have filled
 * in what was missing); of anything else the old values, through the form's call.
 */
async function restore(ctx: Ctx, o: Of, row: ImportRow, now: RowValues): Promise<void> {
  if (!o.r.versioned) return void (await o.w.save(ctx, rowBody(o.r, row.changes, now, 'from'), now))
  rows.requirePerm(ctx, o.r, 'edit')
  const was = await typedRow<RowValues>(
    scoped(ctx, o.r, 'versions')
      .select(listColumns(o.r))
      .where(`${o.r.name}.countyCode`, '=', now.countyCode)
      .where(`${o.r.name}.id`, '=', now.id)
      .where(`${o.r.name}.rev`, '=', row.targetRev),
  )
  if (!was) throw problems.changed()
  const names = entries(o.r).flatMap(([n]) => (Object.hasOwn(was, n) && String(was[n] ?? '') !== String(now[n] ?? '') ? [n] : []))
  await rows.update(importWriting(ctx, o.r), o.r, now.id, Object.fromEntries(names.map((n) => [n, was[n]])), now)
  await o.w.restored?.(ctx, now, was)
}
/** Takes the batch back, last row first, in one transaction. @throws when one row stands in the way; then nothing was changed. */
async function withdrawAll(ctx: Ctx, o: Of, list: readonly ImportRow[]): Promise<void> {
  for (const row of list) {
    try {
      const now = await stored(ctx, o.r, row.targetId!)
      if (now.rev !== row.writtenRev) throw problems.changed()
      if (row.state === ROW.fresh) await o.w.remove(ctx, now)
      else await restore(ctx, o, row, now)
    } catch (e) {
      if (!(e instanceof Problem) || e.status >= 500) throw e
      throw importProblems.oneInTheWay({ row: row.no, why: e.words })
    }
  }
}
/** Written rows that somebody changed or removed since, marked in the preview. */
async function blockers(tx: InTransaction, o: Of, id: string, list: readonly ImportRow[]): Promise<number[]> {
  return tx(async (ctx) => {
    const found: number[] = []
    await changeRows(ctx, id, { faults: '{}' }).where('outcome', '=', OUTCOME.done).execute()
    for (const row of list) {
      const now = await rows.find(importWriting(ctx, o.r), o.r, { id: row.targetId! })
      if (now && (now as RowValues).rev === row.writtenRev) continue
      found.push(row.no)
      const words = now ? cellFaults.changedSince : cellFaults.removedSince
      await changeRows(ctx, id, { faults: JSON.stringify({ '': words }) })
        .where('no', '=', row.no)
        .execute()
    }
    return found
  })
}
/** Numbers of rows as a sentence has them: the first twenty. */
const some = (list: readonly number[]) => `${list.slice(0, 20).join('、')}${list.length > 20 ? '…' : ''}`

async function withdraw(job: JobRun, p: ImportParts, id: string): Promise<Record<string, unknown>> {
  const batch = await job.tx((ctx) => batchOf(ctx, id))
  const tx = speaking(job, batch.lang)
  const o = importObject(p, batch.entity)
  const list = (await tx((ctx) => rowsIn(ctx, id).selectAll().where('outcome', '=', OUTCOME.done).orderBy('no', 'desc').execute())) as ImportRow[]
  await job.progress(0, words.checking, 0, list.length)
  const found = await blockers(tx, o, id, list)
  if (found.length > 0) throw importProblems.inTheWay({ rows: some(found.toReversed()) })
  job.signal.throwIfAborted()
  return job.finish(async (plain) => {
    const ctx = { ...plain, lang: batch.lang }
    await batchStill(ctx, id, BATCH.withdrawing)
    await withdrawAll(ctx, o, list)
    await changeRows(ctx, id, { outcome: OUTCOME.withdrawn }).where('outcome', '=', OUTCOME.done).execute()
    await audit(ctx, { action: 'import_batch.withdraw', object: 'import_batch', objectId: id, diff: { entity: o.r.name, rows: list.length } })
    await changeImport(ctx, id, [BATCH.withdrawing], { status: BATCH.withdrawn, failReason: '', endTime: ctx.now, ...(await countsOf(ctx, id)) })
    return { rows: list.length }
  })
}
/** Withdraws a whole batch or nothing: new rows go, changed ones get back what they had; what changed later keeps it as it is. */
export const withdrawJob = (p: ImportParts): JobKind => ({
  kind: WITHDRAW_JOB,
  label: '撤回导入',
  en: 'Withdraw an import',
  bulk: true,
  withdrawn: (ctx, { batchId }: OfBatch) => settled(ctx, batchId, BATCH.withdrawing),
  died: (ctx, { batchId }: OfBatch) => settled(ctx, batchId, BATCH.withdrawing, { failReason: messageJson(endWords.died) }),
  run: (job, { batchId }: OfBatch) => orSettle(job, batchId, BATCH.withdrawing, () => withdraw(job, p, batchId)),
})
