// The plan of extension of an issuer, what it moves between households, and its steps. Source: business-flows.md 9.2; screens.md D3.
import { area, date, datetime, dict, int, json, note, ref, refs, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const
const at = () => region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false })

/** States of a plan (dictionary plan_status). `replaced`: a corrected version is in force in its place. */
export const MAKING = { draft: '0', posted: '1', voted: '2', reported: '3', passed: '4', effective: '5', returned: '6', replaced: '7' } as const
/** How a plan extends (dictionary plan_mode): every household as it stands, or with a small adjustment. A plan that was approved on paper says neither. */
export const PLAN_MODE = { direct: '1', adjusted: '2' } as const
/** One of the group that makes the plan. */
export interface PlanWorker {
  name: string
  role: string
  phone: string
}

/** 延包方案: an issuer has at most one that is under way and one that is in force; both follow from the database. Source: business-flows.md 9.2. */
export const making_plan = defineResource({
  name: 'making_plan',
  label: '延包方案',
  en: 'Plan of extension',
  path: '/ybProcess/makingPlan',
  scope: 'land',
  title: 'planName',
  derived: ['fbfmc'],
  fields: {
    regionCode: at(),
    fbfbm: text('发包方', { en: 'Issuer', required: true, fixed: true, length: 14, search: 'prefix', width: 150 }),
    planName: text('方案名称', { en: 'Plan', required: true, max: 100, width: 240 }),
    planYear: int('方案年度', { en: 'Year', required: true, min: 1990, max: 2100, search: 'eq', width: 90 }),
    version: int('版本', { en: 'Version', ...none, width: 70 }),
    status: dict('方案状态', 'plan_status', { en: 'State', ...none, values: Object.values(MAKING), search: 'eq', width: 160 }),
    mode: dict('延包方式', 'plan_mode', { en: 'Mode', required: true, values: Object.values(PLAN_MODE), search: 'eq', width: 100 }),
    roundEnd: date('本轮承包期止', { en: 'Present round ends', required: true, width: 120 }),
    newTermYears: int('延包年限', { en: 'New term in years', required: true, default: 30, min: 1, max: 30, width: 90 }),
    specialGroups: note('特殊人群处理', { en: 'Special groups', max: 4000, column: false }),
    content: note('方案内容', { en: 'Content', max: 4000, column: false }),
    workGroup: json<readonly PlanWorker[]>('工作组', { en: 'Work group', ...none }),
    publicityId: ref('公示', 'publicity', { en: 'Posting', ...none, column: false }),
    meetingDate: date('会议日期', { past: true, en: 'Meeting', ...none, width: 110 }),
    attendees: int('实到人数', { en: 'Attendees', ...none, width: 80 }),
    votersTotal: int('应到人数', { en: 'Voters', ...none, width: 80 }),
    agreeCount: int('同意人数', { en: 'In favour', ...none, width: 80 }),
    effectiveDay: date('生效日期', { en: 'In force since', ...none, width: 110 }),
    roundPlanId: ref('承包轮次登记', 'fbf_plan', { en: 'Round', ...none, column: false }),
    documentsBy: text('资料提交人', { en: 'Documents by', max: 50, ...none, column: false }),
    documentsTime: datetime('资料提交时间', { en: 'Documents', ...none, column: false }),
  },
})

export type MakingPlan = Row<typeof making_plan>

/** 方案调整: land that a plan moves. Without `fromCbfbm` it comes from the reserve, without `toCbfbm` it goes back to it. */
export const making_plan_move = defineResource({
  name: 'making_plan_move',
  label: '方案调整',
  en: 'Adjustment of a plan',
  path: '/ybProcess/makingPlan/move',
  scope: 'land',
  title: 'dkbm',
  fields: {
    regionCode: at(),
    planId: ref('延包方案', 'making_plan', { en: 'Plan', ...none, column: false }),
    fromCbfbm: text('调出承包方', { fixed: true, en: 'From', length: 18, format: 'code', width: 180 }),
    toCbfbm: text('调入承包方', { fixed: true, en: 'To', length: 18, format: 'code', width: 180 }),
    dkbm: text('地块编码', { fixed: true, en: 'Parcel', required: true, length: 19, format: 'code', width: 190 }),
    areaMu: area('调整面积（亩）', { en: 'Area (mu)', required: true, width: 110 }),
    reason: text('调整原因', { en: 'Reason', required: true, max: 254, width: 240 }),
  },
})

export type PlanMove = Row<typeof making_plan_move>

/** Steps of a plan (dictionary plan_step). */
export const STEP = { made: '1', posted: '2', voted: '3', reported: '4', town: '5', county: '6', objected: '7' } as const
/** How a step ended (dictionary plan_result). */
export const STEP_RESULT = { done: '0', pass: '1', back: '2' } as const
/** 方案办理过程: what was done with a plan, by whom and when; written once. */
export const making_plan_step = defineResource({
  name: 'making_plan_step',
  label: '方案办理过程',
  en: 'Step of a plan',
  path: '/ybProcess/makingPlan/step',
  scope: 'land',
  order: ['id'],
  fields: {
    regionCode: at(),
    planId: ref('延包方案', 'making_plan', { en: 'Plan', ...none, column: false }),
    step: dict('环节', 'plan_step', { en: 'Step', ...none, values: Object.values(STEP), width: 120 }),
    user: text('办理人', { en: 'By', max: 50, ...none, width: 110 }),
    time: datetime('办理时间', { en: 'Time', ...none, width: 170 }),
    result: dict('结果', 'plan_result', { en: 'Result', ...none, values: Object.values(STEP_RESULT), width: 90 }),
    opinion: note('意见', { en: 'Opinion', max: 254, ...none, width: 260 }),
    attachments: refs('附件', 'attach', { en: 'Files', ...none, column: false }),
  },
})
export const makingResources = [making_plan, making_plan_move, making_plan_step] as const

/** The plan in force by which the adjustments of renewals are judged. */
export interface BindingPlan {
  planName: string
  version: number
  moves: readonly Pick<PlanMove, 'fromCbfbm' | 'toCbfbm' | 'dkbm'>[]
}
/** Whether a plan lets a parcel, or pieces of it, go from one household to another. */
export const isPlanned = ({ moves }: BindingPlan, from: string, to: string, dkbm: string): boolean =>
  moves.some((m) => m.dkbm === dkbm && m.fromCbfbm === from && m.toCbfbm === to)
