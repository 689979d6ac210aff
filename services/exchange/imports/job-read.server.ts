import { words } from './words.ts'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { idKey } from '../../../kit/model/id-card.ts'
import { Problem, problems } from '../../../kit/model/problem.ts'
import { permOf, type AnyResource } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { endWords, stopOf, type JobKind, type JobRun } from '../../../runtime/jobs.server.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { messageJson } from '../../../runtime/said.ts'
import type { Route } from '../../../kit/server/route.server.ts'
import type { SheetRow } from '../../../runtime/workbook/reader.server.ts'
import { readWorkbook } from '../../../runtime/workbook/workbook.server.ts'
import type { Storage } from '../../files/storage/storage.server.ts'
import { importColumns } from './columns.server.ts'
import { compareRows, triedRows, type Compared, type Comparing, type InTransaction } from './compare.server.ts'
import { headsOf, sameTitle } from './heads.ts'
import { BATCH, IMPORT_LIMITS, ROW, type BatchStatus } from './imports.ts'
import { cellFaults, importProblems } from './problems.ts'
import { batchOf, changeImport, countsOf, type Batch, type OfBatch } from './records.server.ts'
import { targetOf, type Target } from './targets.ts'
import { writerOf, type ImportWriting, type Writer } from './writers.server.ts'

export const READ_JOB = 'import-read'
export interface ImportParts {
  dataDir: string
  storage: Storage
  known: () => readonly AnyResource[]
  routes: () => readonly Route[]
  /** what rooms say of the writing of their rows */
  writing: ImportWriting
}
/** Everything about what a batch is of. */
export function importObject(p: ImportParts, entity: unknown): { t: Target; r: AnyResource; w: Writer } {
  const t = targetOf(entity)
  const r = t && p.known().find((x) => x.name === t.entity)
  if (!t || !r) throw importProblems.type()
  return { t, r, w: writerOf(r, p.routes(), p.writing) }
}

/** Rows that are compared in one transaction. */
const PART = 50

/** The job's transactions in the language of the person who asked. */
export const speaking =
  (job: JobRun, lang: Batch['lang']): InTransaction =>
  (work) =>
    job.tx((ctx) => work({ ...ctx, lang }))

async function fetched<T>(p: ImportParts, batch: Batch, jobId: string, work: (path: string) => Promise<T>): Promise<T> {
  if (!batch.fileId || !(await p.storage.has(batch.fileId))) throw importProblems.gone()
  await mkdir(join(p.dataDir, 'tmp'), { recursive: true })
  const path = join(p.dataDir, 'tmp', `up-import-${jobId}.xlsx`)
  try {
    await pipeline(p.storage.stream(batch.fileId), createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** The number of a person as a row of the sheet says it, however it is written; none where it is shown with stars, and who asks must not learn whose it is. */
function personIn({ t: { person }, r }: Comparing, c: Compared): string {
  const [field, where] = person ?? []
  const kind = where && (c.changes[where[0]]?.to ?? c.before?.[where[0]] ?? r.fields[where[0]]?.default)
  const typed = field === undefined || (where && kind !== where[1]) ? '' : (c.cells[field] ?? '')
  return typed.includes('*') ? '' : idKey(typed)
}
/** Two rows of one sheet that mean the same row or person, or hold the same value where none may repeat: the later one is wrong. */
function repeated(k: Comparing, seen: Map<string, number>, c: Compared): void {
  const say = (mark: string, field: string, words = cellFaults.twice) => {
    const first = seen.get(mark)
    if (first === undefined) seen.set(mark, c.no)
    else {
      c.faults[field] ??= words(first)
      c.state = ROW.wrong
    }
  }
  const [number] = k.t.person ?? []
  const person = personIn(k, c)
  // whom the register has twice already is no fault of a row that changes something else of him
  if (number !== undefined && person !== '' && (!seen.has(`person ${person}`) || !c.before || Object.hasOwn(c.changes, number)))
    say(`person ${person}`, number, cellFaults.samePerson)
  if (c.mark !== '') say(c.mark, '')
  for (const col of k.columns) if (col.once && c.cells[col.name]) say(`${col.name} ${c.cells[col.name]}`, col.name)
}

/** Compares a part of the sheet, tries what would be written, and keeps the result: all in the person's own scope. */
async function readPart(tx: InTransaction, p: ImportParts, batch: Batch, k: Comparing, w: Writer, seen: Map<string, number>, part: readonly SheetRow[]) {
  const compared = await tx(async (ctx) => {
    const out: Compared[] = []
    for (const row of part) out.push(await compareRows(ctx, k, row))
    return out
  })
  const fields = new Set(k.columns.map((c) => c.name))
  for (const c of compared) {
    repeated(k, seen, c)
    if (c.state !== ROW.fresh && c.state !== ROW.change) continue
    Object.assign(c.faults, await triedRows(tx, w, k.r, c, fields))
    if (Object.keys(c.faults).length > 0) c.state = ROW.wrong
  }
  await tx(async (ctx) => {
    await batchStill(ctx, batch.id, BATCH.reading)
    await ctx.db
      .insertInto('import_row')
      .values(
        compared.map((c) => ({
          tenantId: ctx.who.tenantId,
          batchId: batch.id,
          no: c.no,
          state: c.state,
          cells: JSON.stringify(c.cells),
          faults: JSON.stringify(c.faults),
          changes: JSON.stringify(c.changes),
          targetId: c.before?.id ?? null,
          targetRev: c.before?.rev ?? null,
        })),
      )
      .execute()
  })
}
/** Refuses to go on with a batch that is somewhere else by now. */
export async function batchStill(ctx: Ctx, id: string, status: BatchStatus): Promise<Batch> {
  const batch = await batchOf(ctx, id, true)
  if (batch.status !== status) throw problems.notAllowedNow({ zh: '继续', en: 'continue' })
  return batch
}

async function read(job: JobRun, p: ImportParts, id: string): Promise<Record<string, unknown>> {
  const batch = await job.tx((ctx) => batchOf(ctx, id))
  const tx = speaking(job, batch.lang)
  const { t, r, w } = importObject(p, batch.entity)
  await job.progress(0, words.reading)
  const sheet = await fetched(p, batch, job.id, (path) => readWorkbook(path, IMPORT_LIMITS, job.signal))
  if (sheet.rows.length === 0) throw importProblems.empty()
  const columns = await tx((ctx) => importColumns(ctx, r, t, p.known(), batch.tplId))
  const heads = headsOf(sheet.heads, (title) => columns.find((c) => c.titles.some((t) => sameTitle(t, title)))?.name)
  const k: Comparing = { r, t, columns, heads, formulas: sheet.formulas }
  await tx(async (ctx) => {
    // what a killed run has left of this batch is read anew
    await ctx.db.deleteFrom('import_row').where('tenantId', '=', ctx.who.tenantId).where('batchId', '=', id).execute()
    await changeImport(ctx, id, [BATCH.reading], { heads: JSON.stringify(heads) })
  })
  const seen = new Map<string, number>()
  for (let at = 0; at < sheet.rows.length; at += PART) {
    job.signal.throwIfAborted()
    await readPart(tx, p, batch, k, w, seen, sheet.rows.slice(at, at + PART))
    const done = Math.min(at + PART, sheet.rows.length)
    await job.progress(Math.min(99, (done / sheet.rows.length) * 100), words.checking, done, sheet.rows.length)
  }
  await tx(async (ctx) => {
    await requireVerbs(ctx, id, r)
    await changeImport(ctx, id, [BATCH.reading], {
      status: BATCH.ready,
      endTime: ctx.now,
      fileId: null,
      failReason: sheet.name ? messageJson(words.otherSheet(sheet.name)) : '',
      ...(await countsOf(ctx, id)),
    })
  })
  if (batch.fileId) await p.storage.remove(batch.fileId)
  return { rows: sheet.rows.length }
}
/** Rows of a kind that the person has no button for are told as wrong at once, not when they are to be written. */
async function requireVerbs(ctx: Ctx, id: string, r: AnyResource): Promise<void> {
  for (const [state, verb] of [
    [ROW.fresh, 'add'],
    [ROW.change, 'edit'],
  ] as const) {
    if (ctx.who.perms.has(permOf(r, verb))) continue
    const { words } = problems.forbidden({ perm: permOf(r, verb) })
    await ctx.db
      .updateTable('import_row')
      .set({ state: ROW.wrong, faults: sql`${JSON.stringify({ '': words })}::jsonb` })
      .where('tenantId', '=', ctx.who.tenantId)
      .where('batchId', '=', id)
      .where('state', '=', state)
      .execute()
  }
}

/** Ends a batch that came to nothing: its rows and its file go, the reason stays. */
export async function failImport(ctx: Ctx, p: ImportParts, id: string, reason: Text): Promise<void> {
  const batch = await batchOf(ctx, id)
  if (!(await changeImport(ctx, id, [BATCH.reading], { status: BATCH.failed, failReason: messageJson(reason), endTime: ctx.now, fileId: null }))) return
  await ctx.db.deleteFrom('import_row').where('tenantId', '=', ctx.who.tenantId).where('batchId', '=', id).execute()
  if (batch.fileId) await p.storage.remove(batch.fileId)
}

/** Reads a workbook and compares it with the register, row by row. Writes nothing but the preview; begun anew after a kill. */
export const readJob = (p: ImportParts): JobKind => ({
  kind: READ_JOB,
  label: '导入预览',
  en: 'Import preview',
  opens: '/desk/import',
  withdrawn: (ctx, { batchId }: OfBatch) => failImport(ctx, p, batchId, endWords.cancelled),
  died: (ctx, { batchId }: OfBatch) => failImport(ctx, p, batchId, endWords.died),
  async run(job, { batchId }: OfBatch) {
    try {
      return await read(job, p, batchId)
    } catch (e) {
      const stop = stopOf(job.signal)
      // another server goes on with it, or this one does after its start
      if (stop === 'stopping' || stop === 'lost') throw e
      const reason = stop === 'cancelled' ? endWords.cancelled : e instanceof Problem ? e.words : undefined
      // a fault of ours is tried again by the queue; the last time the routine ends it
      if (reason) await job.tx((ctx) => failImport(ctx, p, batchId, reason))
      throw e
    }
  },
})
