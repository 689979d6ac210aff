import { date, datetime, dict, note, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'

/** Kinds of notices (dictionary registry_notice_kind). */
export const NOTICE_KINDS = ['mortgage', 'objection', 'seizure', 'end', 'registered', 'refused'] as const
const none = { form: 'none' } as const

/** 登记机构通知: what the registry tells of a book, a parcel or a case of ours. Source: business-flows.md 10.3; docs/adr/0067. */
export const registry_notice = defineResource({
  name: 'registry_notice',
  label: '登记机构通知',
  en: 'Notice of the registry',
  path: '/registryNotice',
  scope: 'land',
  grows: true,
  title: 'msgId',
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', width: 120 }),
    kind: dict('通知类别', 'registry_notice_kind', { en: 'Kind', required: true, values: NOTICE_KINDS, search: 'eq', width: 100 }),
    objectCode: text('登记簿、地块或承包方编码', { en: 'Code of book, parcel or contractor', max: 19, format: 'code', search: 'eq', width: 190 }),
    status: dict('处理状态', 'registry_notice_status', { en: 'State', ...none, search: 'eq', width: 110 }),
    reason: note('未写入原因', { en: 'Why not written', max: 500, ...none, width: 220 }),
    businessCode: text('业务编号', { en: 'Business', max: 20, format: 'code', width: 150 }),
    ref: text('登记机构编号', { en: 'Number at the registry', max: 40, format: 'code', width: 170 }),
    fromDay: date('起始日期', { en: 'From', width: 110 }),
    toDay: date('截止日期', { en: 'To', width: 110 }),
    content: note('通知内容', { en: 'Text', max: 500, width: 240 }),
    bdcdyh: text('不动产单元号', { en: 'Real-estate unit number', max: 28, column: false }),
    bdcqzh: text('不动产权证号', { en: 'Real-estate certificate', max: 100, column: false }),
    msgId: text('消息编号', { en: 'Message', required: true, max: 64, format: 'code', column: false }),
    appName: text('来源应用', { en: 'Told by', max: 100, ...none, width: 140 }),
    handler: text('处理人', { en: 'Handled by', max: 50, ...none, column: false }),
    handleTime: datetime('处理时间', { en: 'Handled at', ...none, column: false }),
  },
})
const { msgId, kind, objectCode, businessCode, ref, fromDay, toDay, content, bdcqzh, bdcdyh } = registry_notice.fields
/** What the registry sends of a notice; the rest is ours. */
export const NOTICE_SENT = { msgId, kind, objectCode, businessCode, ref, fromDay, toDay, content, bdcqzh, bdcdyh }
export type RegistryNotice = Row<typeof registry_notice>
/** States of a notice (dictionary registry_notice_status). */
export const NOTICE = { coming: '0', written: '1', waiting: '2', disposed: '3' } as const
