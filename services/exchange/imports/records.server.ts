import { sql } from 'kysely'
import { problems } from '../../../kit/model/problem.ts'
import { isId } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { holdTurn } from '../../../platform/definitions/turn.server.ts'
import { BATCH, type BatchStatus, type ImportChange, type ImportFaults, type Head, type RowState } from './imports.ts'
import { importProblems } from './problems.ts'

export interface Batch {
  id: string
  createUser: string
  createTime: string
  entity: string
  tplId: string | null
  fileName: string
  fileId: string | null
  lang: 'zh' | 'en'
  heads: readonly Head[]
  status: BatchStatus
  total: number
  done: number
  failReason: string
  jobId: string | null
}
/** What a job of an import is told. */
export type OfBatch = { batchId: string }
export interface ImportRow {
  no: number
  state: RowState
  cells: Readonly<Record<string, string>>
  faults: ImportFaults
  changes: Readonly<Record<string, ImportChange>>
  targetId: string | null
  targetRev: number | null
  outcome: string
  writtenRev: number | null
}
/** The columns that people get. */
export const IMPORT_COLUMNS = [
  'id',
  'entity',
  'fileName',
  'status',
  'total',
  'fresh',
  'changed',
  'same',
  'wrong',
  'done',
  'createTime',
  'endTime',
  'failReason',
  'heads',
  'lang',
].map((c) => `import_batch.${c}`)

const own = (ctx: Ctx) => ctx.db.selectFrom('import_batch').where('tenantId', '=', ctx.who.tenantId).where('createUser', '=', ctx.who.userId)
/** One of the caller's own batches, locked when `lock` is set; others do not exist. */
export async function batchOf(ctx: Ctx, id: unknown, lock = false): Promise<Batch> {
  const q = isId(String(id ?? '')) ? own(ctx).selectAll().where('id', '=', String(id)) : undefined
  const row = await (lock ? q?.forUpdate() : q)?.executeTakeFirst()
  if (!row) throw problems.notFound({ zh: '导入批次', en: 'Import' })
  return row as Batch
}

/** Imports of one person that may wait or run at once: the queue is everybody's. */
const MOST_OPEN = 3
export async function requireImportSlot(ctx: Ctx): Promise<void> {
  await holdTurn(ctx)
  const { n } = await own(ctx)
    .select(sql<string>`count(*)`.as('n'))
    .where('status', 'in', [BATCH.reading, BATCH.writing, BATCH.withdrawing])
    .executeTakeFirstOrThrow()
  if (Number(n) >= MOST_OPEN) throw importProblems.busy({ max: MOST_OPEN })
}

/** Changes a batch that is in one of these states; answers whether it was. */
export async function changeImport(ctx: Ctx, id: string, from: readonly BatchStatus[], set: Record<string, unknown>): Promise<boolean> {
  const r = await ctx.db
    .updateTable('import_batch')
    .set(set)
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return Number(r.numUpdatedRows) > 0
}

/** Rows of a batch of the caller's tenant. */
export const rowsIn = (ctx: Ctx, batchId: string) =>
  ctx.db.selectFrom('import_row').where('import_row.tenantId', '=', ctx.who.tenantId).where('import_row.batchId', '=', batchId)
/** Changes rows of a batch. */
export const changeRows = (ctx: Ctx, batchId: string, set: Record<string, unknown>) =>
  ctx.db.updateTable('import_row').set(set).where('import_row.tenantId', '=', ctx.who.tenantId).where('import_row.batchId', '=', batchId)

/** How many rows stand in each state, as the batch keeps them. */
export async function countsOf(ctx: Ctx, batchId: string): Promise<Record<'total' | 'fresh' | 'changed' | 'same' | 'wrong' | 'done', number>> {
  const list = await rowsIn(ctx, batchId)
    .select(['state', 'outcome', sql<string>`count(*)`.as('n')])
    .groupBy(['state', 'outcome'])
    .execute()
  const sum = (fits: (r: { state: string; outcome: string }) => boolean) =>
    list.reduce((n, r) => n + (fits(r as { state: string; outcome: string }) ? Number(r.n) : 0), 0)
  return {
    total: sum(() => true),
    fresh: sum((r) => r.state === 'new'),
    changed: sum((r) => r.state === 'change'),
    same: sum((r) => r.state === 'same'),
    wrong: sum((r) => r.state === 'wrong'),
    done: sum((r) => r.outcome === 'done'),
  }
}
