import { date, dict, int, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type FlatRow } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const
/** The largest number of a blank that its column holds. */
const MOST = 999_999_999

/** 空白权证: a range of numbered blanks that a county, town or village has received. Source: codes.md 1 (cbjyqzlsh); business-flows.md 8. */
export const cert_blank = defineResource({
  name: 'cert_blank',
  label: '空白权证',
  en: 'Blank certificates',
  path: '/base-qssj/cert-blank',
  scope: 'land',
  title: 'prefix',
  derived: ['first', 'last', 'next', 'spoilt', 'left'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', width: 150 }),
    prefix: text('流水号前缀', { en: 'Before the number', required: true, max: 100, column: false }),
    suffix: text('流水号后缀', { en: 'After the number', max: 20, default: '号', column: false }),
    digits: int('号码位数', { en: 'Digits', required: true, min: 1, max: 9, default: 6, column: false }),
    fromNo: int('起始号码', { en: 'First number', required: true, min: 1, max: MOST, width: 110 }),
    toNo: int('截止号码', { en: 'Last number', required: true, min: 1, max: MOST, width: 110 }),
    receiveDay: date('领入日期', { past: true, en: 'Received on', required: true, search: 'range', width: 120 }),
    remark: note('备注', { en: 'Remark', max: 254, width: 200 }),
    // every number below it is used or spoilt
    nextNo: int('下一号码', { en: 'Next number', ...none, column: false }),
  },
})
export type Blank = FlatRow<typeof cert_blank>

/** `status` of a serial number (dictionary cert_serial_state): on a certificate, spoilt, on a certificate that the ledger does not know. */
export const SERIAL = { used: '1', spoilt: '2', elsewhere: '3' } as const

/** 证书流水号: every serial number that is no blank any more; none is given twice in a county. */
export const cert_serial = defineResource({
  name: 'cert_serial',
  label: '证书流水号',
  en: 'Serial numbers',
  path: '/base-qssj/cert-serial',
  scope: 'land',
  unique: [['serial']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    serial: text('流水号', { en: 'Serial', ...none, max: 254, search: 'prefix', width: 400 }),
    status: dict('状态', 'cert_serial_state', { en: 'State', ...none, values: Object.values(SERIAL), search: 'eq', width: 110 }),
    cbjyqzbm: text('经营权证编码', { fixed: true, en: 'Certificate', ...none, max: 19, search: 'prefix', width: 190 }),
    reason: text('作废原因', { en: 'Reason for spoiling', ...none, max: 200, width: 240 }),
    day: date('日期', { en: 'Day', ...none, search: 'range', width: 120 }),
    blankId: ref('空白权证', 'cert_blank', { en: 'Blank certificates', ...none, column: false }),
    blankNo: int('号码', { en: 'Number', ...none, column: false }),
    cbjyqzId: ref('权证', 'cbjyqz', { en: 'Certificate', ...none, column: false }),
  },
})
export type Serial = FlatRow<typeof cert_serial>
