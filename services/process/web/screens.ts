import { date, datetime, dict, int, text } from '../../../kit/model/field.ts'
import { defineResource } from '../../../kit/model/resource.ts'

const name = text('流程名称', { en: 'Process', search: 'like', width: 180 })
const category = dict('流程分类', 'flow_category', { en: 'Category', search: 'eq', width: 100 })
const day = (label: string, en: string) => date(label, { en, search: 'eq', column: false })
const shared = { scope: 'land', title: 'processDefinitionName' } as const

/** Columns and filters of the lists of tasks; the lists themselves are the calls below `path`. */
export const work_task = defineResource({
  ...shared,
  name: 'work_task',
  label: '任务',
  en: 'Task',
  path: '/cpt-flow/work',
  fields: {
    processDefinitionName: name,
    category,
    taskName: text('环节', { en: 'Task', width: 120 }),
    startUserName: text('发起人', { en: 'Started by', width: 110 }),
    startTime: datetime('发起时间', { en: 'Started at', width: 170 }),
    createTime: datetime('到达时间', { en: 'Arrived', width: 170 }),
    endTime: datetime('办理时间', { en: 'Done at', width: 170 }),
    outcome: text('结果', { en: 'Result', width: 90 }),
    comment: text('意见', { en: 'Opinion', width: 180 }),
    beginDate: day('到达日期起', 'Arrived from'),
    endDate: day('到达日期止', 'Arrived until'),
  },
})
/** The same for processes that somebody began. */
export const work_sent = defineResource({
  ...shared,
  name: 'work_sent',
  label: '流程',
  en: 'Process',
  path: '/cpt-flow/work',
  fields: {
    processDefinitionName: name,
    category,
    processDefinitionVersion: int('版本', { en: 'Version', width: 80 }),
    startTime: datetime('发起时间', { en: 'Started at', width: 170 }),
    status: text('状态', { en: 'State', width: 110 }),
    endTime: datetime('结束时间', { en: 'Ended at', width: 170 }),
    reason: text('原因', { en: 'Reason', width: 180 }),
    beginDate: day('发起日期起', 'Started from'),
    endDate: day('发起日期止', 'Started until'),
  },
})
/** The same for what can be started. */
export const work_start = defineResource({
  name: 'work_start',
  label: '流程',
  en: 'Process',
  path: '/cpt-flow/work',
  scope: 'tenant',
  title: 'name',
  fields: {
    name,
    category,
    key: text('流程标识', { en: 'Key', width: 160 }),
    version: int('版本', { en: 'Version', width: 90 }),
    deploymentTime: datetime('部署时间', { en: 'Deployed', width: 170 }),
  },
})
/** The same for running processes. */
export const running = defineResource({
  name: 'process_instance',
  label: '流程实例',
  en: 'Process',
  path: '/cpt-flow/follow',
  scope: 'land',
  title: 'processName',
  fields: {
    processName: name,
    category,
    version: int('版本', { en: 'Version', width: 80 }),
    activityName: text('当前环节', { en: 'Current task', width: 130 }),
    assigneeName: text('办理人', { en: 'Holder', width: 110 }),
    startUserName: text('发起人', { en: 'Started by', search: 'like', width: 110 }),
    startTime: datetime('发起时间', { en: 'Started at', width: 170 }),
  },
})
