import { area, date, datetime, dict, int, json, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const
/** `draft`: being entered, whoever may edit it may change it; `registered`: stands as a restriction (lz) on what it names; `ended`: before its time. */
export const LZHT = { draft: '0', registered: '1', ended: '2' } as const

/** 流转合同: the operating right of contracted land goes to another for a term; the contract of the land stays. Source: NY/T 2539 B.6; business-flows.md 1.9. */
export const lzht = defineResource({
  name: 'lzht',
  label: '流转合同',
  en: 'Circulation contract',
  path: '/base-qssj/lzht',
  scope: 'land',
  title: 'lzhtbm',
  order: ['lzhtbm'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    lzhtbm: text('流转合同编码', { en: 'Circulation code', fixed: true, max: 18, ...none, search: 'prefix', width: 190 }),
    cbhtbm: text('承包合同编码', { en: 'Contract code', fixed: true, required: true, max: 19, search: 'prefix', width: 190 }),
    cbfbm: text('承包方编码', { en: 'Contractor code', max: 18, ...none, search: 'prefix', width: 190 }),
    srfbm: text('受让方编码', { en: 'Transferee', required: true, max: 18, width: 190 }),
    lzfs: dict('流转方式', 'cbjyqqdfs', { en: 'Way', required: true, search: 'eq', width: 120 }),
    lzqx: text('流转期限', { en: 'Term', required: true, max: 10, width: 90 }),
    lzqxksrq: date('流转期限开始日期', { en: 'From', required: true, search: 'range', width: 120 }),
    lzqxjsrq: date('流转期限结束日期', { en: 'To', required: true, search: 'range', width: 120 }),
    lzmj: area('流转面积（平方米）', { en: 'Area (m²)', required: true }),
    lzmjm: area('流转面积（亩）', { en: 'Area (mu)', ...none }),
    lzdks: int('流转地块数', { en: 'Parcels', ...none, width: 100 }),
    lzqtdyt: dict('流转前土地用途', 'tdyt', { en: 'Use before', column: false }),
    lzhtdyt: dict('流转后土地用途', 'tdyt', { en: 'Use after', column: false }),
    lzjgsm: text('流转费用说明', { en: 'Price', required: true, max: 100 }),
    htqdrq: date('合同签订日期', { past: true, en: 'Signed on', column: false }),
    status: dict('状态', 'lzht_status', { en: 'State', ...none, values: Object.values(LZHT), search: 'eq', width: 100 }),
    enteredBy: text('录入人', { en: 'Entered by', max: 50, ...none, column: false }),
    checker: text('登记人', { en: 'Registered by', max: 50, ...none, column: false }),
    checkTime: datetime('登记时间', { en: 'Registered', ...none, column: false }),
    endDay: date('终止日期', { en: 'Ended on', ...none, column: false }),
    endWords: note('终止原因', { en: 'Reason for ending', max: 500, ...none, column: false }),
    causeId: ref('汇交包', 'hjb', { en: 'Package', ...none, column: false }),
    parcels: json<readonly string[]>('流转地块', { en: 'Parcels', ...none }),
  },
})
export type Lzht = Row<typeof lzht>
