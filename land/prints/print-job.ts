// 打印任务: forms of many households as one job, and what was printed of whom, by whom and when. Source: documents.md 0; screens.md E.
import { both, type Text } from '../../kit/model/lang.ts'
import { datetime, dict, flag, int, json, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const
/** States of a print job (dictionary print_status). */
export const PRINT = { queued: '0', printing: '1', done: '2', failed: '3' } as const
/** What a job hands out: one PDF an issuer with a bookmark a household, or a file each in a ZIP (dictionary print_packing). */
export const PACKING = { bound: '1', files: '2' } as const

/** A household of a job. */
export interface PrintHousehold {
  code: string
  name: string
}
/** What was not printed, and why. */
export interface Unprinted extends PrintHousehold {
  zh: string
  en: string
}
/** 打印任务: forms in an order, of the households of a region or issuer. Its households are fixed when it is asked for. */
export const print_job = defineResource({
  name: 'print_job',
  label: '打印任务',
  en: 'Print job',
  path: '/dzzw/print-job',
  scope: 'land',
  title: 'title',
  order: ['createTime'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', width: 120 }),
    title: text('任务名称', { en: 'Title', max: 200, ...none, width: 240 }),
    forms: text('表单', { en: 'Forms', max: 400, ...none, column: false }),
    packing: dict('装订方式', 'print_packing', { en: 'Packing', ...none, values: Object.values(PACKING), width: 220 }),
    duplex: flag('双面', { en: 'Both sides', ...none, width: 70 }),
    status: dict('状态', 'print_status', { en: 'State', ...none, search: 'eq', values: Object.values(PRINT), width: 90 }),
    total: int('户数', { en: 'Households', ...none, width: 80 }),
    done: int('已完成', { en: 'Done', ...none, width: 80 }),
    pages: int('页数', { en: 'Pages', ...none, width: 80 }),
    sheets: int('纸张数', { en: 'Sheets', ...none, width: 80 }),
    left: int('未打印', { en: 'Left out', ...none, width: 80 }),
    reason: note('重印原因', { en: 'Reason of the reprint', max: 254, ...none, width: 180 }),
    printer: text('打印人', { en: 'By', max: 50, ...none, width: 110 }),
    endTime: datetime('完成时间', { en: 'Ended', ...none, width: 170 }),
    ofId: ref('原任务', 'print_job', { en: 'Reprint of', ...none, column: false }),
    households: json('打印对象', { en: 'Households of the job', ...none, column: false }),
    unprinted: json('未打印内容', { en: 'What was left out', ...none, column: false }),
    fileId: text('文件', { max: 200, ...none, column: false }),
    jobId: text('后台任务', { max: 19, ...none, column: false }),
    failReason: text('失败原因', { en: 'Why it failed', max: 500, ...none, column: false }),
  },
})
export type PrintJob = Row<typeof print_job>

/** 打印记录: one form of one household in one job; written once, however often the job is begun again. */
export const print_record = defineResource({
  name: 'print_record',
  label: '打印记录',
  en: 'Print record',
  path: '/dzzw/print-record',
  scope: 'land',
  order: ['printedTime'],
  unique: [['printId', 'code', 'form']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    printId: ref('打印任务', 'print_job', { en: 'Job', ...none, search: 'eq', column: false }),
    code: text('承包方编码', { fixed: true, en: 'Contractor', max: 18, ...none, search: 'prefix', width: 190 }),
    name: text('承包方', { en: 'Name', max: 100, ...none, width: 140 }),
    form: text('表单', { en: 'Form', max: 40, ...none, width: 190 }),
    pages: int('页数', { en: 'Pages', ...none, width: 80 }),
    sha256: text('摘要', { en: 'Digest', max: 64, ...none, column: false }),
    printer: text('打印人', { en: 'By', max: 50, ...none, width: 110 }),
    reason: text('重印原因', { en: 'Reason of the reprint', max: 254, ...none, width: 200 }),
    printedTime: datetime('打印时间', { en: 'When', ...none, width: 170 }),
  },
})

/** Forms that a job may print, in the order in which they are offered, and what they are called. */
export const PRINT_TITLES = {
  contract: both('承包合同', 'Contract'),
  'contract-sketch': both('承包合同及地块示意图', 'Contract and sketch'),
  djb: both('登记簿', 'Book'),
  sketch: both('承包地块示意图', 'Sketch'),
  location: both('空间方位示意图', 'Sketch of locations'),
  'cbf-survey': both('承包方调查表', 'Survey form'),
  'register-survey': both('调查登记表', 'Register survey'),
  'publicity-confirm': both('公示结果归户表', 'Household confirmation'),
  extension: both('延包申请书', 'Extension application'),
  'real-estate': both('不动产登记申请书', 'Real-estate application'),
  'give-up': both('放弃（交回）承包地声明书', 'Declaration of giving land up'),
  mandate: both('代签委托书', 'Mandate to sign'),
  extinct: both('消亡户认定表', 'Finding of an extinct household'),
} as const satisfies Readonly<Record<string, Text>>
export type PrintForm = keyof typeof PRINT_TITLES
export const isPrintForm = (v: unknown): v is PrintForm => typeof v === 'string' && Object.hasOwn(PRINT_TITLES, v)
export const formsOfJob = (forms: string | null): PrintForm[] => (forms ?? '').split(',').filter(isPrintForm)
/** Households of one job at most. */
export const MOST_PRINTED_HOUSEHOLDS = 5000
/** Sheets of paper that pages need. */
export const paperSheets = (pages: number, duplex: boolean): number => (duplex ? Math.ceil(pages / 2) : pages)
