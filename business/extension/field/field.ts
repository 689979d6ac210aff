import { datetime, dict, json, note, ref, region, text } from '../../../kit/model/field.ts'
import { defineResource, type Row } from '../../../kit/model/resource.ts'
import type { SurveyDifference, SurveySaid } from './merge.ts'

const none = { form: 'none' } as const
const hidden = { form: 'none', column: false } as const

/** What is collected in the field (dictionary field_kind): a survey, a photo of a paper, a remark on a boundary, a signature. */
export const FIELD_KIND = { survey: '1', paper: '2', boundary: '3', signature: '4' } as const
/**
 * What became of an item that was delivered (dictionary field_state): it is in force, another collector said otherwise, it is kept for a person because its household
 * ended or moved on, a person has taken it, a person has left it aside.
 */
export const FIELD_STATE = { accepted: '1', conflict: '2', held: '3', taken: '4', left: '5' } as const
/** A device of a collector (dictionary field_device_state): in use, revoked, revoked and emptied. */
export const DEVICE_STATE = { active: '1', revoked: '2', wiped: '3' } as const

/** What an item holds, by its kind. */
export type FieldContent =
  | (SurveySaid & { finished?: number })
  | { paperKind: string }
  | { dkbm?: string | null; lon: number; lat: number; note: string }
  | { signer: string }

/**
 * 外业采集: what a collector brought back from the field, item by item, each kept as it was collected whatever became of it. Source: business-flows.md 9.3; rulings.md 43.
 */
export const field_item = defineResource({
  name: 'field_item',
  label: '外业采集',
  en: 'Field work',
  path: '/ybProcess/field',
  scope: 'land',
  title: 'cbfmc',
  unique: [['itemId']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    fbfbm: text('发包方编码', { fixed: true, en: 'Issuer code', length: 14, ...none, search: 'prefix', column: false }),
    state: dict('处理状态', 'field_state', { en: 'State', ...none, search: 'in', values: Object.values(FIELD_STATE), width: 120 }),
    kind: dict('采集内容', 'field_kind', { en: 'What', ...none, search: 'in', values: Object.values(FIELD_KIND), width: 110 }),
    cbfmc: text('承包方名称', { name: true, en: 'Household', max: 50, ...none, width: 120 }),
    cbfbm: text('承包方编码', { fixed: true, en: 'Contractor code', length: 18, ...none, search: 'prefix', width: 180 }),
    collector: text('采集人', { name: true, en: 'Collector', max: 50, ...none, width: 110 }),
    deviceTime: datetime('设备时间', { en: 'Time of the device', ...none, width: 160 }),
    arrivedTime: datetime('送达时间', { en: 'Arrived', ...none, search: 'range', width: 160 }),
    why: note('原因', { en: 'Reason', max: 254, ...none, width: 220 }),
    decidedBy: text('处理人', { name: true, en: 'Decided by', max: 50, ...none, width: 100 }),
    decidedTime: datetime('处理时间', { en: 'Decided', ...none, width: 160 }),
    decision: note('处理意见', { en: 'Opinion', max: 254, ...none, width: 180 }),
    itemId: text('采集编号', { en: 'Item', length: 36, ...hidden }),
    deviceId: text('设备编号', { en: 'Device', length: 36, ...hidden }),
    attachId: ref('附件', 'attach', { en: 'File', ...hidden }),
    content: json<FieldContent>('采集内容', { en: 'Content', ...none }),
    base: json<SurveySaid>('带走时的摸底', { en: 'Survey when taken along', ...none }),
    differences: json<readonly SurveyDifference[]>('不一致项', { en: 'Differences', ...none }),
  },
})
export type FieldItem = Row<typeof field_item>

/** 采集设备: a device on which somebody took the households of a group along. Source: docs/adr/0076. */
export const field_device = defineResource({
  name: 'field_device',
  label: '采集设备',
  en: 'Device of field work',
  path: '/ybProcess/fieldDevice',
  scope: 'land',
  title: 'person',
  unique: [['deviceId', 'fbfbm', 'userId']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    person: text('采集人', { name: true, en: 'Collector', max: 50, ...none, search: 'like', width: 110 }),
    deviceName: text('设备', { en: 'Device', max: 100, ...none, width: 200 }),
    state: dict('状态', 'field_device_state', { en: 'State', ...none, search: 'in', values: Object.values(DEVICE_STATE), width: 130 }),
    fbfmc: text('发包方名称', { name: true, en: 'Issuer', max: 100, ...none, width: 180 }),
    fbfbm: text('发包方编码', { fixed: true, en: 'Issuer code', length: 14, ...none, search: 'prefix', width: 150 }),
    takenTime: datetime('带走时间', { en: 'Taken along', ...none, width: 160 }),
    contactTime: datetime('最近联系', { en: 'Last contact', ...none, width: 160 }),
    revokedTime: datetime('停用时间', { en: 'Revoked', ...none, width: 160 }),
    revokedBy: text('停用人', { name: true, en: 'Revoked by', max: 50, ...none, width: 100 }),
    reason: note('停用原因', { en: 'Reason', max: 254, ...none, width: 180 }),
    wipedTime: datetime('清除时间', { en: 'Emptied', ...none, width: 160 }),
    deviceId: text('设备编号', { en: 'Device number', length: 36, ...hidden }),
    userId: text('采集人编号', { en: 'Account', max: 19, ...hidden }),
    households: json<readonly string[]>('带走的农户', { en: 'Households taken along', ...none }),
  },
})
export type FieldDevice = Row<typeof field_device>
