import { datetime, int, json, note, region, text } from '../../kit/model/field.ts'
import type { Text } from '../../kit/model/lang.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { hiddenColumn, readOnlyShown } from './read-only.ts'

/** Columns a list has although no form ever sets them. */

/** 后台任务: what the queue does and did. The table is the queue's own (runtime/jobs.server.ts); here it is only read. */
export const job = defineResource({
  name: 'job',
  label: '后台任务',
  en: 'Jobs',
  path: '/cpt-system/job',
  scope: 'tenant',
  title: 'title',
  fields: {
    title: text('任务名称', { en: 'Title', ...readOnlyShown, search: 'like', width: 220 }),
    kind: text('任务类型', { en: 'Kind', ...readOnlyShown, width: 130 }),
    status: text('状态', { en: 'State', ...readOnlyShown, width: 100 }),
    percent: int('进度', { en: 'Progress', ...readOnlyShown, width: 150 }),
    step: text('当前步骤', { en: 'Step', ...hiddenColumn }),
    account: text('发起人', { en: 'Requested by', ...readOnlyShown, width: 110 }),
    createTime: datetime('创建时间', { en: 'Created', ...readOnlyShown, search: 'range' }),
    startTime: datetime('开始时间', { en: 'Started', ...hiddenColumn }),
    endTime: datetime('完成时间', { en: 'Finished', ...readOnlyShown }),
    message: note('失败原因', { en: 'Reason', ...readOnlyShown, width: 150 }),
    attempts: int('尝试次数', { en: 'Attempts', ...hiddenColumn }),
    regionCode: region('行政区划', { en: 'Region', ...hiddenColumn }),
  },
})

/** 审计日志: who did what to which row, when and from where. Read only; source: platform-api.md 3.15 (usual log); security.md 5.9. */
export const auditRow = defineResource({
  name: 'audit',
  label: '审计日志',
  en: 'Audit log',
  path: '/cpt-log/usual',
  scope: 'tenant',
  title: 'action',
  fields: {
    at: datetime('时间', { en: 'Time', ...readOnlyShown, search: 'range' }),
    account: text('操作人', { en: 'Who', ...readOnlyShown, search: 'eq', width: 120 }),
    action: text('操作类型', { en: 'Action', ...readOnlyShown, search: 'eq', width: 150 }),
    object: text('对象', { en: 'Object', ...readOnlyShown, search: 'eq', width: 140 }),
    objectId: text('对象编号', { en: 'Object id', ...readOnlyShown, search: 'eq', width: 190 }),
    regionCode: region('行政区划', { en: 'Region', ...readOnlyShown, search: 'prefix', width: 160 }),
    ip: text('来源地址', { en: 'From', ...readOnlyShown, search: 'eq', width: 130 }),
    chainSeq: int('链序号', { en: 'Number', ...readOnlyShown, width: 90 }),
    requestId: text('请求编号', { en: 'Request', ...hiddenColumn, search: 'eq' }),
    hash: text('校验值', { en: 'Hash', ...hiddenColumn }),
    diff: json('变更内容', { en: 'Changes', ...hiddenColumn }),
  },
})

/** States of a job in the words people read. */
export const JOB_STATES: Readonly<Record<string, Text>> = {
  queued: { zh: '排队中', en: 'Waiting' },
  running: { zh: '执行中', en: 'Running' },
  cancelling: { zh: '取消中', en: 'Stopping' },
  done: { zh: '已完成', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
}
/** A running job that was asked to stop shows so. */
export const jobState = (row: { status: string; cancelAsked: number }): string => (row.status === 'running' && row.cancelAsked ? 'cancelling' : row.status)

/** One line of a change: a field with its values before and after. */
export interface Difference {
  field: string
  before: unknown
  after: unknown
}
/** The differences of an audit row, in the order of their names. A list of two is a field's before and after; anything else is a fact of the act. */
export const differencesOf = (diff: Readonly<Record<string, unknown>>): Difference[] =>
  Object.entries(diff)
    .map(([field, v]) => (Array.isArray(v) && v.length === 2 ? { field, before: v[0], after: v[1] } : { field, before: null, after: v }))
    .sort((a, b) => (a.field < b.field ? -1 : 1))
