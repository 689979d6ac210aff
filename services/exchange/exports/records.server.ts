import { sql } from 'kysely'
import { problems } from '../../../kit/model/problem.ts'
import { isId } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { holdTurn } from '../../../platform/definitions/turn.server.ts'
import { hub } from './hub.server.ts'
import { EXPORT_STATUS } from './exports.ts'
import { exportProblems } from './problems.ts'

/** What an export was asked for, as the record keeps it. */
export interface Params {
  /** entity of a list (type 1013) or, by its type, of everything else */
  entity: string
  filter: Record<string, string>
  /** the register as it stood on this day, and as it was known at this moment */
  asOf?: string
  knownAt?: string
  /** template of a custom type */
  tplId?: string
  /** documents in place of the sheet */
  asForm?: true
  lang: 'zh' | 'en'
}
export interface ExportRecord {
  id: string
  createUser: string
  fileName: string
  fileId: string | null
  exportParams: Params
  type: string
  typeName: string
  progress: number
  status: number
  failReason: string
  createTime: string
  jobId: string | null
}
/** The columns that people get. Source: platform.md 3 (Export job). */
export const EXPORT_COLUMNS = ['id', 'fileName', 'fileId', 'exportParams', 'type', 'typeName', 'progress', 'status', 'createTime', 'failReason'].map(
  (c) => `export_record.${c}`,
)

const own = (ctx: Ctx) => ctx.db.selectFrom('export_record').where('tenantId', '=', ctx.who.tenantId).where('createUser', '=', ctx.who.userId)
/** One of the caller's own records; others do not exist. */
export async function recordOf(ctx: Ctx, id: unknown): Promise<ExportRecord> {
  const row = isId(String(id ?? '')) ? await own(ctx).selectAll().where('id', '=', String(id)).executeTakeFirst() : undefined
  if (!row) throw problems.notFound({ zh: '导出记录', en: 'Export' })
  return row as ExportRecord
}
/** The record of a file of the caller's. */
export async function recordOfFile(ctx: Ctx, fileId: unknown): Promise<ExportRecord> {
  const row = await own(ctx)
    .selectAll()
    .where('fileId', '=', String(fileId ?? ''))
    .executeTakeFirst()
  if (!row) throw problems.notFound({ zh: '导出文件', en: 'File' })
  return row as ExportRecord
}

/** Exports of one person that may wait or run at once: the queue is everybody's. */
const MOST_OPEN = 5
/** Refuses one export more when a person has several under way. */
export async function requireExportSlot(ctx: Ctx): Promise<void> {
  await holdTurn(ctx)
  const { n } = await own(ctx)
    .select(sql<string>`count(*)`.as('n'))
    .where('status', 'in', [EXPORT_STATUS.queued, EXPORT_STATUS.exporting])
    .executeTakeFirstOrThrow()
  if (Number(n) >= MOST_OPEN) throw exportProblems.busy({ max: MOST_OPEN })
}

/** Changes a record that is in one of these states; answers whether it was. Whoever looks at the list is told. */
export async function changeExport(ctx: Ctx, id: string, from: readonly number[], set: Record<string, unknown>): Promise<boolean> {
  const r = await ctx.db
    .updateTable('export_record')
    .set(set)
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  hub.tell(ctx.who.userId)
  return Number(r.numUpdatedRows) > 0
}
