import { datetime, int, json, note, text } from '../../../kit/model/field.ts'
import { both as p, type Text } from '../../../kit/model/lang.ts'
import { defineResource } from '../../../kit/model/resource.ts'
import { hiddenColumn, readOnlyShown } from '../../operations/read-only.ts'

/** 导入批次: one workbook that a person brought, with what became of its rows. Each sees the own ones. Source: screens.md A27; platform.md 7. */
export const import_batch = defineResource({
  name: 'import_batch',
  label: '导入批次',
  en: 'Imports',
  path: '/importBatch',
  scope: 'tenant',
  title: 'fileName',
  fields: {
    fileName: text('文件名称', { en: 'File', ...readOnlyShown, search: 'like', width: 160 }),
    entity: text('业务对象', { en: 'Object', ...readOnlyShown, width: 90 }),
    status: text('状态', { en: 'State', ...readOnlyShown, width: 116 }),
    total: int('行数', { en: 'Rows', ...readOnlyShown, width: 64 }),
    fresh: int('新增', { en: 'New', ...readOnlyShown, width: 64 }),
    changed: int('变更', { en: 'Changed', ...readOnlyShown, width: 84 }),
    same: int('无变化', { en: 'Same', ...readOnlyShown, width: 64 }),
    wrong: int('有误', { en: 'Wrong', ...readOnlyShown, width: 64 }),
    done: int('已写入', { en: 'Written', ...readOnlyShown, width: 64 }),
    createTime: datetime('上传时间', { en: 'Uploaded', ...readOnlyShown, width: 160 }),
    failReason: note('说明', { en: 'Note', ...hiddenColumn }),
    heads: json('列', { en: 'Columns', ...hiddenColumn }),
  },
})

/** States of a batch. `ready` waits for decisions; `written` has written rows and may still have open ones. */
export const BATCH = {
  reading: 'reading',
  ready: 'ready',
  writing: 'writing',
  written: 'written',
  withdrawing: 'withdrawing',
  withdrawn: 'withdrawn',
  failed: 'failed',
} as const
export type BatchStatus = (typeof BATCH)[keyof typeof BATCH]
export type BatchAct = 'accept' | 'withdraw' | 'cancel'
/** From which states each act may begin. */
export const IMPORT_FLOW: Readonly<Record<BatchAct, readonly BatchStatus[]>> = {
  accept: [BATCH.ready, BATCH.written],
  withdraw: [BATCH.written],
  cancel: [BATCH.reading, BATCH.writing, BATCH.withdrawing],
}
/** Whether an act may begin in a state. */
export const importMay = (act: BatchAct, status: unknown): boolean => (IMPORT_FLOW[act] as readonly unknown[]).includes(status)
/** Whether a batch will move by itself. */
export const isMoving = (status: unknown): boolean => importMay('cancel', status)

export const BATCH_WORDS: Readonly<Record<BatchStatus, Text & { color: string }>> = {
  reading: { ...p('读取中', 'Reading'), color: 'processing' },
  ready: { ...p('待确认', 'To be decided'), color: 'warning' },
  writing: { ...p('写入中', 'Writing'), color: 'processing' },
  written: { ...p('已导入', 'Imported'), color: 'success' },
  withdrawing: { ...p('撤回中', 'Withdrawing'), color: 'processing' },
  withdrawn: { ...p('已撤回', 'Withdrawn'), color: 'default' },
  failed: { ...p('失败', 'Failed'), color: 'error' },
}

/** What a row of the sheet is against the register, as it was read. */
export const ROW = { fresh: 'new', change: 'change', same: 'same', wrong: 'wrong' } as const
export type RowState = (typeof ROW)[keyof typeof ROW]
/** What became of it: nothing yet, written, refused when it was to be written, taken back. */
export const OUTCOME = { open: '', done: 'done', failed: 'failed', withdrawn: 'withdrawn' } as const

/** What the preview can be narrowed to; `blocked` are written rows that keep a batch from being withdrawn. */
export const SHOWN = ['new', 'change', 'same', 'wrong', 'done', 'failed', 'blocked', 'withdrawn'] as const
export type ShownRow = (typeof SHOWN)[number]
export const SHOWN_WORDS: Readonly<Record<ShownRow, Text & { color: string }>> = {
  new: { ...p('新增', 'New'), color: 'success' },
  change: { ...p('变更', 'Changed'), color: 'processing' },
  same: { ...p('无变化', 'Same'), color: 'default' },
  wrong: { ...p('有误', 'Wrong'), color: 'error' },
  done: { ...p('已写入', 'Written'), color: 'success' },
  failed: { ...p('写入失败', 'Refused'), color: 'error' },
  blocked: { ...p('不能撤回', 'Conflicts'), color: 'warning' },
  withdrawn: { ...p('已撤回', 'Withdrawn'), color: 'default' },
}

/** One column of the sheet as it was read: where it stands, what it says, and the field it means (none: it is not read). */
export interface Head {
  at: string
  title: string
  field: string | null
}
/** A changed value: what the row had, what it gets, and how the old one is shown. */
export interface ImportChange {
  from: unknown
  to: unknown
  was: string
}
/** Sentences by field; '' = the row as a whole. */
export type ImportFaults = Readonly<Record<string, Text>>

/** Rows and columns of one sheet, characters of all its cells, bytes of one file. More comes in several files. */
export const IMPORT_LIMITS = { rows: 10_000, bytes: 10 * 2 ** 20, characters: 16_000_000, columns: 200 } as const
