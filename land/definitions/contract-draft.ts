import { area, date, datetime, dict, int, json, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { cbht } from './cbht.ts'

const none = { form: 'none' } as const
const { ycbhtbm, cbqx, cbqxq } = cbht.fields
/** `draft`: being entered, whoever may edit it may change it; `registered`: a second person has made a book of it. */
export const DRAFT = { draft: '0', registered: '1' } as const

/** One parcel of a draft, as the form sends it and the book will have it: areas in m² (htmj, yhtmj, scmj) and mu, decimal text. */
export interface DraftLine {
  dkbm: string
  dkmc?: string | null
  cbjyqqdfs: string
  htmjm: string
  htmj: string
  yhtmjm?: string | null
  yhtmj?: string | null
  scmjm?: string | null
  scmj?: string | null
  sfqqqg: string
}

/**
 * 待登记合同: a contract made outside, being completed; no register table knows of it until a second person makes a book of it.
 * Source: screens.md B4; land-contract.md 3 (contract, contract parcel).
 */
export const contract_draft = defineResource({
  name: 'contract_draft',
  label: '待登记合同',
  en: 'Unregistered contract',
  path: '/base-qssj/contract-draft',
  scope: 'land',
  title: 'cbhtbm',
  order: ['cbhtbm'],
  groups: { contract: { zh: '合同信息', en: 'Contract' }, area: { zh: '面积', en: 'Areas' } },
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    status: dict('状态', 'contract_draft_status', { en: 'State', ...none, values: Object.values(DRAFT), search: 'eq', width: 100 }),
    cbhtbm: text('合同编码', { en: 'Code', fixed: true, max: 19, form: 'read', search: 'prefix', sort: true, group: 'contract', width: 190 }),
    cbfbm: text('承包方编码', { en: 'Contractor code', fixed: true, required: true, length: 18, search: 'prefix', group: 'contract', width: 190 }),
    cbfmc: text('承包方名称', { name: true, en: 'Contractor', max: 50, form: 'read', group: 'contract', width: 120 }),
    fbfbm: text('发包方编码', { en: 'Issuer code', fixed: true, max: 14, form: 'read', group: 'contract', width: 150 }),
    ycbhtbm,
    cbfs: dict('承包方式', 'cbjyqqdfs', { en: 'Method', required: true, default: '110', search: 'eq', group: 'contract', width: 110 }),
    cbqx,
    cbqxq,
    cbqxz: date('承包期限止', { en: 'To', group: 'contract' }),
    termReason: note('承包期限止调整原因', { en: 'Reason for the different end', max: 200, group: 'contract', column: false }),
    qdsj: date('签订时间', { past: true, en: 'Signed on', required: true, search: 'range', group: 'contract' }),
    htzmjm: area('合同总面积（亩）', { en: 'Total area (mu)', form: 'read', group: 'area', width: 130 }),
    htzmj: area('合同总面积（平方米）', { en: 'Total area (m²)', form: 'read', group: 'area', column: false }),
    yhtzmjm: area('原合同总面积（亩）', { en: 'Former total area (mu)', form: 'read', group: 'area', column: false }),
    yhtzmj: area('原合同总面积（平方米）', { en: 'Former total area (m²)', form: 'read', group: 'area', column: false }),
    cbdkzs: int('地块总数', { en: 'Parcels', form: 'read', group: 'area', width: 90 }),
    lines: json<readonly DraftLine[]>('承包地块', { en: 'Parcels of the contract', ...none }),
    enteredBy: text('录入人', { en: 'Entered by', max: 50, ...none, width: 100 }),
    checker: text('登记人', { en: 'Registered by', max: 50, ...none, width: 100 }),
    checkTime: datetime('登记时间', { en: 'Registered', ...none, column: false }),
    djbId: ref('登记簿', 'djb', { en: 'Book', ...none, column: false }),
  },
})
export type ContractDraft = Row<typeof contract_draft>

/** `waiting` for a second person; `taken`: the contract's file; `refused`; `failed`: nothing was filed, and `reason` says why. */
export const SCAN = { waiting: '0', taken: '1', refused: '2', failed: '3' } as const

/**
 * 合同扫描件: a signed contract as it was scanned; it becomes the file of its contract once a second person has looked at it. `batchId`: the job that took it
 * out of an archive. Source: screens.md B4; land-contract.md 7 (upload, batch upload, failures).
 */
export const contract_scan = defineResource({
  name: 'contract_scan',
  label: '合同扫描件',
  en: 'Scanned contract',
  path: '/base-qssj/contract-scan',
  scope: 'land',
  title: 'cbhtbm',
  order: ['createTime'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    status: dict('状态', 'contract_scan_status', { en: 'State', ...none, values: Object.values(SCAN), search: 'eq', width: 100 }),
    cbhtbm: text('合同编码', { en: 'Contract code', fixed: true, ...none, max: 19, search: 'prefix', width: 190 }),
    cbfmc: text('承包方名称', { name: true, en: 'Contractor', ...none, max: 50, width: 120 }),
    fileName: text('文件名称', { en: 'File', ...none, max: 255, width: 240 }),
    pages: int('页数', { en: 'Pages', ...none, width: 80 }),
    qdsj: date('签订时间', { en: 'Signed on', ...none, width: 120 }),
    attachId: ref('附件', 'attach', { en: 'File', ...none, column: false }),
    fileHash: text('文件摘要', { en: 'Digest', ...none, max: 64, column: false }),
    batchId: ref('批次', 'job', { en: 'Batch', ...none, column: false }),
    proposer: text('上传人', { en: 'Sent by', ...none, max: 50, width: 100 }),
    checker: text('复核人', { en: 'Checked by', ...none, max: 50, width: 100 }),
    checkTime: datetime('复核时间', { en: 'Checked', ...none, column: false }),
    reason: note('原因', { en: 'Reason', ...none, max: 500, width: 240 }),
  },
})
export type ContractScan = Row<typeof contract_scan>
