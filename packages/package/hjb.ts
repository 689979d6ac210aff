import { date, dict, int, json, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import type { IssuerRound } from './rounds.ts'

/** `packageKind` of a package over a region that has rows: it brings what is later. */
export const INCREMENT = 'increment'

/** 汇交包: an uploaded national submission package and where it stands. Source: NY/T 2539-2016; data-format.md 10. */
export const hjb = defineResource({
  name: 'hjb',
  label: '汇交包',
  en: 'Submission package',
  path: '/hjb/hjbinfo',
  scope: 'land',
  title: 'name',
  order: ['year', 'name'],
  unique: [['sha256']],
  derived: ['rules'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', column: false }),
    name: text('汇交包名称', { en: 'Name', required: true, max: 100, search: 'like', width: 220 }),
    year: int('年度', {
      en: 'Year',
      required: true,
      min: 1980,
      max: 9999,
      search: 'eq',
      sort: true,
      width: 90,
      requiredMessage: { zh: '请输入年度', en: 'Please enter the year' },
    }),
    packageKind: dict('汇交类型', 'hjb_package_kind', { en: 'Kind', required: true, default: 'full', values: ['full', INCREMENT], width: 100 }),
    status: dict('状态', 'hjb_status', { en: 'Status', form: 'none', search: 'eq', width: 110 }),
    fileName: text('文件名', { en: 'File', max: 255, form: 'none', width: 200 }),
    fileSize: text('文件大小', { en: 'Size', max: 20, form: 'none', column: false }),
    sha256: text('文件摘要', { en: 'SHA-256', max: 64, form: 'none', column: false }),
    errorCount: int('错误数', { en: 'Errors', form: 'none', width: 90 }),
    warnCount: int('警告数', { en: 'Warnings', form: 'none', width: 90 }),
    hintCount: int('提示数', { en: 'Hints', form: 'none', width: 90 }),
    counts: json('数量', { form: 'none', column: false }),
    jobLogId: ref('后台任务', 'job', { en: 'Job', form: 'none', column: false }),
    submitter: ref('送审人', 'sys_user', { en: 'Submitted by', form: 'none', column: false }),
    auditor: ref('审核人', 'sys_user', { en: 'Audited by', form: 'none', column: false }),
    auditTime: text('审核时间', { en: 'Audited at', max: 19, form: 'none', column: false }),
    packageDay: date('数据日期', { en: 'Day of the data', form: 'none', column: false }),
    changesId: text('变更包', { en: 'Change package', max: 19, form: 'none', column: false }),
    rounds: json<readonly IssuerRound[]>('承包轮次', { en: 'Rounds', form: 'none', column: false }),
    auditOpinion: note('审核意见', { en: 'Opinion', max: 500, form: 'none', column: false }),
  },
})
export type HjbInfo = Row<typeof hjb>

/** 检查结果: one finding of the last analysis of a package. lon, lat in degrees as text, null where the finding has no place. */
export const hjb_issue = defineResource({
  name: 'hjb_issue',
  label: '检查结果',
  en: 'Finding',
  path: '/hjb/hjbinfo',
  scope: 'land',
  order: ['sort'],
  fields: {
    regionCode: region('行政区划', { form: 'none', column: false }),
    infoId: ref('汇交包', 'hjb', { form: 'none', search: 'eq', column: false }),
    sort: int('序号', { en: 'No.', form: 'none', width: 80 }),
    rule: text('规则', { en: 'Rule', max: 4, form: 'none', search: 'eq', width: 80 }),
    severity: dict('级别', 'hjb_severity', { en: 'Severity', form: 'none', search: 'eq', values: ['E', 'W', 'T'], width: 80 }),
    layer: text('图层或表', { en: 'Layer or table', max: 40, form: 'none', search: 'eq', width: 120 }),
    object: text('对象', { en: 'Object', max: 100, form: 'none', search: 'prefix', width: 190 }),
    field: text('字段', { en: 'Field', max: 60, form: 'none', width: 110 }),
    value: note('值', { en: 'Value', max: 500, form: 'none', width: 160 }),
    message: note('说明', { en: 'Message', max: 1000, form: 'none', width: 360 }),
    causeRule: text('起因规则', { en: 'Follows from', max: 4, form: 'none', width: 100 }),
    isCause: int('起因', { en: 'Cause', form: 'none', search: 'eq', column: false }),
    surveyor: text('调查员', { en: 'Surveyor', max: 50, form: 'none', column: false }),
    lon: text('经度', { en: 'Longitude', max: 16, form: 'none', column: false }),
    lat: text('纬度', { en: 'Latitude', max: 16, form: 'none', column: false }),
  },
})

/** 步骤日志: what each run of a job did to a package. resultCode as in data-format.md 10. */
export const hjb_log = defineResource({
  name: 'hjb_log',
  label: '汇交日志',
  en: 'Package log',
  path: '/hjb/hjblog',
  scope: 'land',
  order: ['endTime'],
  fields: {
    regionCode: region('行政区划', { form: 'none', column: false }),
    infoId: ref('汇交包', 'hjb', { form: 'none', search: 'eq', column: false }),
    jobLogId: ref('后台任务', 'job', { form: 'none', search: 'eq', column: false }),
    stepCode: text('步骤', { en: 'Step', max: 20, form: 'none', search: 'eq', width: 120 }),
    resultCode: int('结果', { en: 'Result', form: 'none', search: 'eq', width: 90 }),
    message: note('说明', { en: 'Message', max: 4100, form: 'none', width: 360 }),
    detail: json('明细', { form: 'none', column: false }),
    startTime: text('开始时间', { en: 'Started', max: 19, form: 'none', width: 170 }),
    endTime: text('结束时间', { en: 'Ended', max: 19, form: 'none', width: 170 }),
  },
})

/** 权属来源资料附件: a source document of a book, by its path in the package. Source: NY/T 2539 B.7. */
export const qslyzlfj = defineResource({
  name: 'qslyzlfj',
  label: '权属来源资料附件',
  en: 'Source document',
  path: '/base-qssj/qslyzlfj',
  scope: 'land',
  order: ['cbjyqzbm', 'zlfjbh'],
  fields: {
    regionCode: region('行政区划', { form: 'none', search: 'prefix', column: false }),
    cbjyqzbm: text('登记簿编码', { fixed: true, max: 19, form: 'none', search: 'prefix' }),
    zlfjbh: text('资料附件编号', { max: 20, form: 'none' }),
    zlfjmc: text('资料附件名称', { max: 100, form: 'none' }),
    zlfjrq: date('资料附件日期', { form: 'none' }),
    fj: note('附件', { max: 254, form: 'none' }),
    causeId: ref('汇交包', 'hjb', { form: 'none', column: false }),
  },
})

/** 变更包: a hand-in of what changed in a region, from the end of the one before it (`previous`) or from a day. */
export const hjb_change = defineResource({
  name: 'hjb_change',
  label: '变更包',
  en: 'Change package',
  path: '/hjb/hjbchange',
  scope: 'land',
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix' }),
    fromTime: text('起', { en: 'From', max: 19, form: 'none', width: 170 }),
    toTime: text('止', { en: 'To', max: 19, form: 'none', width: 170 }),
    previous: text('上一包', { en: 'Goes on from', max: 19, form: 'none', width: 180 }),
    changes: int('变更数', { en: 'Changes', form: 'none', width: 90 }),
    leavers: int('迁出或终止数', { en: 'Left', form: 'none', width: 110 }),
  },
})

/** 变更单元格: a cell in which an increment says otherwise than the register, found by the check. */
export const hjb_cell = defineResource({
  name: 'hjb_cell',
  label: '变更对照',
  en: 'Changed cell',
  path: '/hjb/hjbcell',
  scope: 'land',
  order: ['sort'],
  fields: {
    regionCode: region('行政区划', { form: 'none', column: false }),
    infoId: ref('汇交包', 'hjb', { form: 'none', search: 'eq', column: false }),
    sort: int('序号', { en: 'No.', form: 'none', width: 80 }),
    cbfbm: text('承包方编码', { fixed: true, en: 'Household', max: 18, form: 'none', search: 'prefix', width: 180 }),
    layer: text('表', { en: 'Table', max: 20, form: 'none', search: 'eq', width: 120 }),
    object: text('对象', { en: 'Object', max: 100, form: 'none', width: 190 }),
    field: text('字段', { en: 'Field', max: 60, form: 'none', width: 110 }),
    was: note('库内', { en: 'In the register', max: 500, form: 'none', width: 220 }),
    becomes: note('包内', { en: 'In the package', max: 500, form: 'none', width: 220 }),
  },
})

/** 修复建议: a cell of a package as it would be (`becomes`), proposed by rule; what a person accepted is read so by the check and the write. `row`: place in the file from 0. */
export const hjb_repair = defineResource({
  name: 'hjb_repair',
  label: '修复建议',
  en: 'Proposed repair',
  path: '/hjb/hjbrepair',
  scope: 'land',
  order: ['sort'],
  fields: {
    regionCode: region('行政区划', { form: 'none', column: false }),
    infoId: ref('汇交包', 'hjb', { form: 'none', search: 'eq', column: false }),
    sort: int('序号', { en: 'No.', form: 'none', width: 80 }),
    kind: text('修复方式', { en: 'Repair', max: 10, form: 'none', search: 'eq', width: 150 }),
    layer: text('图层或表', { en: 'Layer or table', max: 20, form: 'none', search: 'eq', width: 120 }),
    row: int('记录', { en: 'Record', form: 'none', width: 80 }),
    object: text('对象', { en: 'Object', max: 100, form: 'none', width: 200 }),
    field: text('字段', { en: 'Field', max: 60, form: 'none', width: 110 }),
    was: note('原值', { en: 'As it stands', max: 500, form: 'none', width: 200 }),
    becomes: note('修复后', { en: 'Repaired', max: 500, form: 'none', width: 200 }),
    accepted: int('采纳', { en: 'Accepted', form: 'none', search: 'eq', width: 80 }),
  },
})

/** An outline as it is kept of what was taken back or put in place: GeoJSON in degrees. */
type KeptOutline = Readonly<Record<string, unknown>> | null
/** 界线调整: the outline of a region as it was and as a package had it taken over; `returnTime`: when it was given back. */
export const hjb_border = defineResource({
  name: 'hjb_border',
  label: '界线调整',
  en: 'Moved border',
  path: '/hjb/hjbborder',
  scope: 'land',
  fields: {
    regionCode: region('行政区划', { form: 'none', search: 'prefix', column: false }),
    infoId: ref('汇交包', 'hjb', { form: 'none', search: 'eq', column: false }),
    code: text('区划代码', { fixed: true, en: 'Code', max: 14, form: 'none', width: 150 }),
    was: json<KeptOutline>('原界线', { en: 'Before', form: 'none', column: false }),
    wasPlace: json<KeptOutline>('原注记位置', { en: 'Place of the name before', form: 'none', column: false }),
    becomes: json<KeptOutline>('新界线', { en: 'After', form: 'none', column: false }),
    returnTime: text('恢复时间', { en: 'Given back', max: 19, form: 'none', width: 170 }),
  },
})

/** Everything this slice keeps. */
export const hjbResources = [hjb, hjb_issue, hjb_log, hjb_change, hjb_cell, hjb_repair, hjb_border, qslyzlfj] as const
