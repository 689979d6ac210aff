/** What the watch keeps: findings, figures of health by day, and its runs. Source: register.md 9; business-flows.md 13. */
import { datetime, date, dict, flag, int, json, note, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const
/** `error`: what the register says is wrong; `warn`: somebody has to look; `hint`: worth knowing; `notice`: done as it should be, and told to whoever watches. */
export const SEVERITIES = ['error', 'warn', 'hint', 'notice'] as const
export type Severity = (typeof SEVERITIES)[number]
/** Tables whose rows a finding may be about. */
export const OBJECTS = ['fbf', 'cbf', 'dk', 'djb', 'cbht', 'cbjyqz', 'business', 'business_lock', 'register_entry'] as const
export type ObjectKind = (typeof OBJECTS)[number]

/** 监测发现: an object that breaks a rule, once a rule and object. Open while `closedTime` is empty; found again, it opens anew. */
export const watch_finding = defineResource({
  name: 'watch_finding',
  label: '监测发现',
  en: 'Finding',
  path: '/watch/finding',
  scope: 'land',
  title: 'objectCode',
  unique: [['rule', 'objectId']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    rule: dict('规则', 'watch_rule', { en: 'Rule', ...none, search: 'eq', width: 300 }),
    severity: dict('程度', 'watch_severity', { en: 'Severity', ...none, values: SEVERITIES, search: 'eq', width: 90 }),
    kind: dict('对象', 'watch_object', { en: 'Object', ...none, values: OBJECTS, search: 'eq', width: 100 }),
    objectId: text('对象编号', { en: 'Object id', max: 19, ...none, column: false }),
    objectCode: text('对象编码', { en: 'Code', max: 64, ...none, fixed: true, search: 'prefix', width: 200 }),
    fbfbm: text('发包方编码', { en: 'Issuer', max: 14, ...none, fixed: true, search: 'prefix', width: 150 }),
    /** codes and figures, or words in both languages (runtime/said.ts) */
    detail: note('涉及内容', { en: 'Detail', max: 4000, ...none, width: 220 }),
    firstSeen: datetime('首次发现', { en: 'First seen', ...none, search: 'range', width: 160 }),
    lastSeen: datetime('最近发现', { en: 'Last seen', ...none, width: 160 }),
    isOpen: flag('未消除', { en: 'Open', ...none, search: 'eq', width: 90 }),
    closedTime: datetime('消除时间', { en: 'Resolved', ...none, width: 160 }),
  },
})
export type Finding = Row<typeof watch_finding>

/** 监测健康度: by how much the figures of an issuer changed on a day; what stands on a day is the sum up to it. */
export const watch_health = defineResource({
  name: 'watch_health',
  label: '监测健康度',
  en: 'Health',
  path: '/watch/health-day',
  scope: 'land',
  unique: [['fbfbm', 'day']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    fbfbm: text('发包方编码', { en: 'Issuer', max: 14, ...none, fixed: true, search: 'prefix' }),
    day: date('日期', { en: 'Day', ...none }),
    objects: int('对象数', { en: 'Objects', ...none }),
    errors: int('有错误的对象数', { en: 'Objects with errors', ...none }),
    warnings: int('需关注的对象数', { en: 'Objects with warnings', ...none }),
  },
})

/** Where a run stands: the table, and the last of its rows that was looked at. */
export interface FindingPlace {
  table: number
  after?: readonly [key: string, id: string]
}
/** 监测运行: a run over a county or a part of it. `mode`: new = what was written since the last run and its neighbours, all = everything. */
export const watch_run = defineResource({
  name: 'watch_run',
  label: '监测运行',
  en: 'Check run',
  path: '/watch/runs',
  scope: 'land',
  unique: [['jobId']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix' }),
    jobId: text('任务', { en: 'Job', max: 19, ...none }),
    mode: text('方式', { en: 'Mode', max: 8, ...none, values: ['new', 'all'] }),
    since: datetime('起始时间', { en: 'Since', ...none }),
    begun: datetime('开始时间', { en: 'Started', ...none }),
    ended: datetime('完成时间', { en: 'Ended', ...none }),
    looked: int('已检查对象', { en: 'Checked', ...none }),
    found: int('发现', { en: 'Found', ...none }),
    closed: int('消除', { en: 'Resolved', ...none }),
    place: json<FindingPlace>('进度', none),
    villages: json<readonly string[]>('涉及村', none),
  },
})
