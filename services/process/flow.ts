import { datetime, dict, int, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { typeCodes } from './engine/definitions.ts'

const none = { form: 'none' } as const

/** A process as an administrator draws it; it runs only after it was deployed. Source: platform-api.md 3.18. */
export const flow_model = defineResource({
  name: 'flow_model',
  label: '流程模型',
  en: 'Process model',
  path: '/cpt-flow/model',
  scope: 'tenant',
  title: 'name',
  order: ['modelKey'],
  unique: [['modelKey']],
  derived: ['created', 'lastUpdated'],
  fields: {
    modelKey: text('模型标识', { en: 'Key', required: true, max: 40, format: 'code', search: 'like', width: 160 }),
    name: text('模型名称', { en: 'Name', required: true, max: 100, search: 'like', width: 200 }),
    category: dict('流程分类', 'flow_category', { en: 'Category', required: true, default: 'leave', search: 'eq', width: 110 }),
    // the drawing is another process of this type of land business
    typeCode: dict('业务类型', 'business_type', { en: 'Land business', values: typeCodes, width: 150 }),
    version: int('已部署版本', { en: 'Deployed version', ...none, width: 160 }),
    description: note('说明', { en: 'Description', max: 254 }),
    xml: note('BPMN', { en: 'BPMN', column: false }),
  },
})
export type FlowModel = Row<typeof flow_model>

export const SUSPENSION = ['active', 'suspended'] as const

/** A deployed version of a model. Its text is a process_definition of that hash, which stays for the instances that ran it. */
export const flow_deployment = defineResource({
  name: 'flow_deployment',
  label: '流程部署',
  en: 'Deployed process',
  path: '/cpt-flow/manager',
  scope: 'tenant',
  title: 'name',
  order: ['key', 'version'],
  unique: [['key', 'version'], ['processDefinitionId']],
  fields: {
    key: text('流程标识', { en: 'Key', max: 40, ...none, search: 'like', width: 160 }),
    name: text('流程名称', { en: 'Name', max: 100, ...none, search: 'like', width: 200 }),
    category: dict('流程分类', 'flow_category', { en: 'Category', ...none, search: 'eq', width: 110 }),
    version: int('版本', { en: 'Version', ...none, width: 80 }),
    modelId: ref('流程模型', 'flow_model', { en: 'Model', ...none, column: false }),
    processDefinitionId: text('流程定义', { en: 'Definition', length: 64, ...none, search: 'eq', column: false }),
    suspensionState: text('状态', { en: 'State', max: 12, ...none, values: SUSPENSION, search: 'eq', width: 100 }),
    deploymentTime: datetime('部署时间', { en: 'Deployed', ...none, width: 170 }),
  },
})
export type FlowDeployment = Row<typeof flow_deployment>

/** A request for leave: the form of the leave process. Source: platform-api.md 3.18 (leave); reason at most 200 (platform.md 9). */
export const leave = defineResource({
  name: 'leave',
  label: '请假',
  en: 'Leave',
  path: '/cpt-flow/leave-form',
  scope: 'land',
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    applicantName: text('申请人', { en: 'Applicant', max: 50, ...none }),
    startTime: datetime('开始时间', { en: 'From', required: true }),
    endTime: datetime('结束时间', { en: 'Until', required: true }),
    taskUser: ref('审批人', 'sys_user', { en: 'Approver', required: true }),
    taskUserName: text('审批人姓名', { en: 'Approver', max: 50, ...none }),
    reason: note('请假事由', { en: 'Reason', required: true, max: 200 }),
    applyTime: datetime('申请时间', { en: 'Applied', ...none }),
    processInstanceId: ref('流程实例', 'process_instance', { ...none, column: false }),
    processDefinitionId: text('流程定义', { length: 64, ...none, column: false }),
    status: text('状态', { en: 'State', max: 12, ...none, values: ['doing', 'passed', 'revoked'] }),
  },
})
export type Leave = Row<typeof leave>

/** Candidate groups that mean one person instead of a role: who asked, and whom he named. */
export const PERSONS = ['applicant', 'approver'] as const
/** Hours of leave above which `longLeave` is true. */
const LONG_HOURS = 72
const at = (time: string) => Date.parse(`${time.replace(' ', 'T')}+08:00`)
/** What a drawn leave process may ask for in its conditions: `days` (begun ones) and `longLeave` (more than three). */
export function leaveVariables(l: Pick<Leave, 'startTime' | 'endTime'>): { days: number; longLeave: boolean } {
  const hours = (at(l.endTime) - at(l.startTime)) / 3_600_000
  return { days: Math.ceil(hours / 24), longLeave: hours > LONG_HOURS }
}
export const resources = [flow_model, flow_deployment, leave]
