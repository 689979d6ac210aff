import { date, datetime, dict, flag, int, json, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import type { Posted } from '../cases/definitions/business.ts'
import type { PostedHousehold } from './posted.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'

/** What a round posts, where it is a case (`subjectKind`). */
export const CASE = 'business'
const none = { form: 'none' } as const
const at = () => region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false })

/** What is posted, as it was when the publicity began. Older rounds name no targets. */
export type Snapshot = Partial<Posted> & { businessName: string | null; obligeName: string | null; households?: readonly PostedHousehold[] }
/** What an objection of a round may be about: contractors, parcels and books of its case. */
export const targetsOf = ({ targets, cbfbm, dk = [] }: Snapshot): readonly string[] =>
  targets ?? [...(cbfbm ? [cbfbm, `${cbfbm}J`, `${cbfbm}Q`] : []), ...dk.map((d) => d.dkbm)]
/** 公示: one round of publicity of a task. Source: business-flows.md 5.1; screens.md C7. */
export const publicity = defineResource({
  name: 'publicity',
  label: '公示',
  en: 'Publicity',
  path: '/yw-publicity/publicity',
  scope: 'land',
  title: 'title',
  order: ['startDate'],
  derived: ['daysLeft', 'objectionsOpen', 'objectionsTotal', 'businessCode', 'businessName', 'businessTypeCode', 'regionName'],
  fields: {
    regionCode: at(),
    businessId: ref('业务', 'business', { en: 'Business', ...none, search: 'eq' }),
    taskId: ref('任务', 'process_task', { en: 'Task', ...none, search: 'eq' }),
    subjectKind: text('公示对象类型', { max: 20, ...none, column: false }),
    subjectId: text('公示对象', { max: 19, ...none, column: false }),
    round: int('公示轮次', { en: 'Posting', ...none }),
    title: text('公示标题', { en: 'Title', required: true, max: 100, search: 'like', width: 220 }),
    startDate: date('公示开始日期', { en: 'First day', required: true, search: 'range' }),
    days: int('公示天数', { en: 'Days', required: true, min: 1, max: 365, default: 15, width: 90 }),
    place: text('公示地点', { en: 'Place', required: true, max: 100, format: 'address', width: 200 }),
    contentType: text('公示内容类型', { en: 'Content', max: 20, default: 'list', column: false }),
    endDate: date('公示结束日期', { en: 'Last day', ...none, search: 'range' }),
    status: dict('公示状态', 'publicity_status', { en: 'Status', ...none, search: 'eq' }),
    objectionResult: dict('异议结果', 'objection_result', { en: 'Objections', ...none, search: 'eq' }),
    snapshot: json<Snapshot>('公示内容', none),
  },
})
export type Publicity = Row<typeof publicity>

/** 异议: an objection against a publicity. Source: business-flows.md 5.2; screens.md C7. */
export const objection = defineResource({
  name: 'objection',
  label: '异议',
  en: 'Objection',
  path: '/yw-publicity/objection',
  scope: 'land',
  title: 'objector',
  order: ['receivedTime'],
  fields: {
    regionCode: at(),
    publicityId: ref('公示', 'publicity', { en: 'Publicity', required: true, search: 'eq' }),
    businessId: ref('业务', 'business', { en: 'Business', ...none, search: 'eq' }),
    objector: text('异议人', { name: true, format: 'name', en: 'Objector', required: true, max: 50, search: 'like', width: 120 }),
    objectorIdType: dict('证件类型', 'zjlx', { en: 'ID type', required: true, default: '1', column: false }),
    objectorIdCard: text('证件号码', { en: 'ID number', required: true, max: 20, mask: 'idNumber', resident: ['objectorIdType', ZJLX.idCard], width: 190 }),
    phone: text('联系电话', { en: 'Phone', required: true, max: 20, format: 'contactPhone', mask: 'phone', width: 130 }),
    relation: text('与异议对象关系', { en: 'Relation', max: 50, column: false }),
    targetCode: text('异议对象编码', {
      en: 'Target',
      required: true,
      max: 19,
      format: 'code',
      search: 'prefix',
      width: 190,
      requiredMessage: { zh: '请选择异议对象', en: 'Please select the target' },
    }),
    content: note('异议内容', { en: 'Content', required: true, max: 500 }),
    receivedTime: datetime('受理时间', { en: 'Received', ...none, search: 'range' }),
    receiver: text('受理人', { en: 'Receiver', max: 50, ...none }),
    status: dict('处理状态', 'objection_status', { en: 'Status', ...none, search: 'eq' }),
    handler: text('处理人', { en: 'Handler', max: 50, ...none }),
    handleTime: datetime('处理时间', { en: 'Handled', ...none }),
    opinion: note('处理意见', { en: 'Opinion', max: 500, ...none }),
    answerDay: date('答复日期', { en: 'Answered on', ...none }),
    disputed: flag('争议', { en: 'Disputed', ...none, search: 'eq' }),
    arbitration: text('仲裁（调解）文书', { en: 'Award', max: 254, ...none, column: false }),
  },
})
export type Objection = Row<typeof objection>
/** Kinds of files that hang on an objection (dictionary attach_kind): what its objector brought; the written answer, the award and the proof of delivery. */
export const BROUGHT = 'QT',
  ANSWER = 'GSB'
export const resources = [publicity, objection]
