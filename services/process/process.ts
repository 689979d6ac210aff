import { datetime, dict, int, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { SIGN_MODES } from './several.ts'

const none = { form: 'none' } as const
const at = () => region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false })

/** A definition's text as instances run it; `hash` is its sha256. Never changed once stored. */
export const process_definition = defineResource({
  name: 'process_definition',
  label: '流程定义',
  en: 'Process definition',
  path: '/cpt-flow/definition',
  scope: 'tenant',
  title: 'name',
  unique: [['hash']],
  fields: {
    typeCode: dict('业务类型', 'business_type', { ...none, search: 'eq' }),
    name: text('流程名称', { max: 100, ...none, search: 'like' }),
    hash: text('摘要', { length: 64, ...none, search: 'eq' }),
    xml: note('BPMN', { ...none, column: false }),
  },
})

/** What a process is about: 'business' is land business and belongs to the built-in definitions. */
const category = () => dict('流程分类', 'flow_category', { en: 'Category', ...none, search: 'eq' })
/** The form of a process that is no land business. */
const formId = () => ref('表单', 'leave', { ...none, column: false })

/** One running process. `state` is the engine's text, `definition` the hash of the definition it was started with. */
export const process_instance = defineResource({
  name: 'process_instance',
  label: '流程实例',
  en: 'Process',
  path: '/cpt-flow/instance',
  scope: 'land',
  fields: {
    regionCode: at(),
    businessId: ref('业务', 'business', none),
    typeCode: dict('业务类型', 'business_type', none),
    definition: text('流程定义', { length: 64, ...none }),
    state: note('状态', { ...none, column: false }),
    status: text('流程状态', { max: 12, ...none, values: ['open', 'done', 'deleted'] }),
    endTime: datetime('结束时间', none),
    reason: text('原因', { max: 254, ...none }),
    category: category(),
    processName: text('流程名称', { en: 'Process', max: 100, ...none, search: 'like' }),
    version: int('版本', { en: 'Version', ...none }),
    formId: formId(),
    startUserName: text('发起人', { en: 'Started by', max: 50, ...none, search: 'like' }),
  },
})
export type ProcessInstance = Row<typeof process_instance>

/** One task of a process. `engineTaskId` is unique in its instance only; people see `id`. */
export const process_task = defineResource({
  name: 'process_task',
  label: '任务',
  en: 'Task',
  path: '/cpt-flow/task',
  scope: 'land',
  order: ['createTime'],
  fields: {
    regionCode: at(),
    instanceId: ref('流程实例', 'process_instance', none),
    businessId: ref('业务', 'business', none),
    engineTaskId: text('引擎任务', { max: 64, ...none, column: false }),
    // land business uses the keys of dictionary task_key, a drawn process the ids of its own user tasks
    taskKey: text('环节', { max: 40, ...none, search: 'eq' }),
    name: text('环节名称', { max: 50, ...none }),
    status: text('任务状态', { max: 12, ...none, values: ['open', 'done', 'cancelled'] }),
    candidateGroup: text('候选角色', { max: 64, ...none }),
    assignee: ref('办理人', 'sys_user', none),
    assigneeName: text('办理人姓名', { max: 50, ...none }),
    claimTime: datetime('签收时间', none),
    doneTime: datetime('办理时间', none),
    outcome: text('办理结果', { max: 12, ...none, values: ['pass', 'return'] }),
    target: text('退回环节', { max: 40, ...none }),
    comment: text('意见', { max: 254, ...none }),
    // of a countersigned task candidateGroup holds the seats whose opinion is missing
    signMode: text('会签方式', { en: 'Signed by', max: 4, ...none, values: SIGN_MODES }),
    signers: text('已会签', { en: 'Signed by', max: 700, ...none, column: false }),
    // who has given the task to another for an opinion; it comes back to him
    owner: ref('委托人', 'sys_user', { en: 'Delegated by', ...none }),
    ownerName: text('委托人姓名', { en: 'Delegated by', max: 50, ...none }),
    opinionUser: ref('受托人', 'sys_user', { en: 'Delegate', ...none }),
    opinionName: text('受托人姓名', { en: 'Delegate', max: 50, ...none }),
    opinionResult: text('受托意见', { en: 'Advice', max: 12, ...none, values: ['pass', 'return'] }),
    opinion: text('受托意见说明', { en: 'Opinion', max: 254, ...none }),
    category: category(),
    processName: text('流程名称', { en: 'Process', max: 100, ...none, search: 'like' }),
    formId: formId(),
  },
})
export type ProcessTask = Row<typeof process_task>

// sign: one of several performers agrees; delegate, opinion, take-back: a task is given away for an opinion
const HISTORY_ACTIONS = [
  'start',
  'claim',
  'pass',
  'return',
  'revoke',
  'finish',
  'undo',
  'skip',
  'transfer',
  'sign',
  'delegate',
  'opinion',
  'take-back',
] as const
/** What happened to a process, step by step; written once. */
export const process_history = defineResource({
  name: 'process_history',
  label: '流转记录',
  en: 'Process history',
  path: '/cpt-flow/history',
  scope: 'land',
  order: ['createTime'],
  fields: {
    regionCode: at(),
    instanceId: ref('流程实例', 'process_instance', none),
    businessId: ref('业务', 'business', none),
    taskId: ref('任务', 'process_task', none),
    taskKey: text('环节', { max: 40, ...none }),
    name: text('环节名称', { max: 50, ...none }),
    action: text('动作', { max: 12, ...none, values: HISTORY_ACTIONS }),
    userName: text('办理人', { max: 50, ...none }),
    comment: text('意见', { max: 254, ...none }),
  },
})
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]
export const resources = [process_definition, process_instance, process_task, process_history]
