import { datetime, int, note, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { hiddenColumn, readOnlyShown } from './read-only.ts'

/** Columns a list has although no form ever sets them. */

/** 接口日志: every call that was answered. Read only; source: platform-api.md 3.15. */
export const api_log = defineResource({
  name: 'api_log',
  label: '接口日志',
  en: 'Call log',
  path: '/cpt-log/api',
  scope: 'tenant',
  title: 'path',
  fields: {
    at: datetime('时间', { en: 'Time', ...readOnlyShown, search: 'range' }),
    account: text('操作人', { en: 'Who', ...readOnlyShown, search: 'eq', width: 100 }),
    method: text('请求方法', { en: 'Method', ...readOnlyShown, search: 'eq', values: ['GET', 'POST', 'DELETE'], width: 80 }),
    path: text('请求地址', { en: 'Call', ...readOnlyShown, search: 'prefix', width: 260 }),
    status: int('状态码', { en: 'Status', ...readOnlyShown, search: 'range', width: 80 }),
    ms: int('耗时(毫秒)', { en: 'Time (ms)', ...readOnlyShown, search: 'range', width: 100 }),
    ip: text('来源地址', { en: 'From', ...readOnlyShown, search: 'eq', width: 120 }),
    dropped: int('漏记', { en: 'Lost', ...readOnlyShown, width: 60 }),
    requestId: text('请求编号', { en: 'Request', ...hiddenColumn, search: 'eq' }),
    params: note('请求参数', { en: 'Query', ...hiddenColumn }),
    agent: text('浏览器', { en: 'Browser', ...hiddenColumn }),
  },
})

/** 错误日志: what went wrong in browsers and in the server. Read only; source: platform.md 3 (Log entry); platform-api.md 3.15. */
export const error_log = defineResource({
  name: 'error_log',
  label: '错误日志',
  en: 'Error log',
  path: '/cpt-log/error',
  scope: 'tenant',
  title: 'message',
  fields: {
    createTime: datetime('记录时间', { en: 'Kept at', ...readOnlyShown, search: 'range' }),
    source: text('来源', { en: 'Source', ...readOnlyShown, search: 'eq', values: ['browser', 'server'], width: 90 }),
    account: text('操作人', { en: 'Who', ...readOnlyShown, search: 'eq', width: 110 }),
    type: text('类型', { en: 'Type', ...readOnlyShown, search: 'eq', width: 120 }),
    url: text('地址', { en: 'Address', ...readOnlyShown, search: 'like', width: 220 }),
    message: note('错误信息', { en: 'Message', ...readOnlyShown, search: 'like', width: 320 }),
    time: text('发生时间', { en: 'Happened at', ...hiddenColumn }),
    requestId: text('请求编号', { en: 'Request', ...hiddenColumn, search: 'eq' }),
    ip: text('来源地址', { en: 'From', ...hiddenColumn }),
    agent: text('浏览器', { en: 'Browser', ...hiddenColumn }),
    info: note('附加信息', { en: 'More', ...hiddenColumn }),
    stack: note('堆栈', { en: 'Stack', ...hiddenColumn }),
  },
})
