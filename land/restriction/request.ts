import { date, datetime, dict, note, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { REGISTER_KINDS } from '../register/acts/tables.ts'

const none = { form: 'none' } as const
export const DEED = { set: 'set', end: 'end' } as const
export const REQUEST = { open: '0', confirmed: '1', refused: '2', withdrawn: '3' } as const

/**
 * 限制办理: somebody asks that a restriction be entered or ended, with reason and document; somebody else confirms it, and only then the register changes.
 * `ref`: the restriction that is to end, or the one that was entered. Source: rulings.md 3.
 */
export const restriction_request = defineResource({
  name: 'restriction_request',
  label: '限制办理',
  en: 'Request',
  path: '/base-qssj/restriction-request',
  scope: 'land',
  title: 'objectCode',
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    deed: dict('办理事项', 'restriction_deed', { en: 'Operation', ...none, values: Object.values(DEED), search: 'eq', width: 110 }),
    status: dict('办理状态', 'request_status', { en: 'State', ...none, values: Object.values(REQUEST), search: 'eq', width: 130 }),
    kind: dict('限制种类', 'restriction_kind', { en: 'Kind', required: true, values: REGISTER_KINDS, search: 'eq', width: 90 }),
    objectCode: text('限制对象编码', { en: 'Object', required: true, fixed: true, max: 19, format: 'code', search: 'prefix', width: 200 }),
    fromDay: date('起始日期', { past: true, en: 'From', required: true, width: 110 }),
    toDay: date('截止日期', { en: 'To', width: 110 }),
    paperNo: text('文书编号', { en: 'Document number', required: true, max: 100, width: 180 }),
    reason: note('办理原因', { en: 'Reason', required: true, max: 500, width: 240 }),
    ref: text('限制编号', { en: 'Reference', max: 64, ...none, column: false }),
    proposer: text('申请人', { en: 'Proposed by', max: 50, ...none, width: 100 }),
    checker: text('复核人', { en: 'Checked by', max: 50, ...none, width: 100 }),
    checkTime: datetime('复核时间', { en: 'Checked', ...none, column: false }),
    opinion: note('复核意见', { en: 'Opinion', max: 500, ...none, column: false }),
  },
})
