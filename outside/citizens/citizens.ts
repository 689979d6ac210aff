// What citizens ask, offer and book, and what is published for them. Source: business-flows.md 12; screens.md H1-H3.
import { area, date, datetime, dict, int, note, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { DEMAND, INQUIRE, POLICY, RESERVE_STATE } from './flow.ts'

const none = { form: 'none' } as const
const where = () => region('行政区划', { en: 'Region', required: true, search: 'prefix', width: 150 })
const person = () => text('联系人', { name: true, en: 'Person', required: true, max: 50, format: 'name', search: 'like', width: 110 })
const phone = () => text('联系电话', { en: 'Phone', required: true, max: 20, format: 'contactPhone', mask: 'phone', search: 'eq', width: 130 })

/** What is told to the citizen, who finds his matter by it again: not to be guessed. */
const code = (label: string, en: string) => text(label, { fixed: true, en, max: 20, form: 'read', search: 'eq', width: 170 })

/** 咨询: a question, its answer and its end. */
export const inquire = defineResource({
  name: 'inquire',
  label: '咨询',
  en: 'Inquiry',
  path: '/usr/inquire',
  scope: 'land',
  title: 'title',
  fields: {
    code: code('咨询编号', 'Code'),
    title: text('咨询标题', { en: 'Title', required: true, max: 100, format: 'plain', search: 'like', width: 240 }),
    regionCode: where(),
    content: note('咨询内容', { en: 'Question', required: true, max: 1000, format: 'plain', column: false }),
    person: person(),
    phone: phone(),
    status: dict('状态', 'inquire_status', { en: 'Status', ...none, search: 'eq', sort: true, values: Object.values(INQUIRE), width: 90 }),
    reply: note('答复内容', { en: 'Answer', max: 500, format: 'plain', ...none, column: false }),
    replier: text('答复人', { en: 'Answered by', max: 50, ...none, width: 110 }),
    replyTime: datetime('答复时间', { en: 'Answered at', ...none, search: 'range', width: 170 }),
  },
})
export type Inquire = Row<typeof inquire>

/** 供求信息: land that somebody offers or looks for; seen by others once a second person has passed it. */
export const demand = defineResource({
  name: 'demand',
  label: '流转供求',
  en: 'Land offer or request',
  path: '/usr/demand',
  scope: 'land',
  title: 'title',
  fields: {
    title: text('标题', { en: 'Title', required: true, max: 100, format: 'plain', search: 'like', width: 240 }),
    demandType: dict('供求类型', 'demand_type', { en: 'Kind', required: true, search: 'eq', width: 100 }),
    regionCode: where(),
    mj: area('面积（亩）', { en: 'Area (mu)', required: true, width: 110 }),
    price: area('价格（元/亩·年）', { en: 'Price (CNY per mu and year)', width: 150 }),
    untilDay: date('有效期至', { en: 'Valid until', required: true, width: 120 }),
    content: note('说明', { en: 'Description', required: true, max: 1000, format: 'plain', column: false }),
    person: person(),
    phone: phone(),
    status: dict('状态', 'demand_status', { en: 'Status', ...none, search: 'eq', values: Object.values(DEMAND), width: 100 }),
    opinion: text('审核意见', { en: 'Opinion', max: 254, ...none, column: false }),
    auditor: text('审核人', { en: 'Checked by', max: 50, ...none, width: 110 }),
    auditTime: datetime('审核时间', { en: 'Checked at', ...none, width: 170 }),
  },
})
export type Demand = Row<typeof demand>

/** 预约: a time at the window that a person has taken. */
export const reservation = defineResource({
  name: 'reserve',
  label: '预约',
  en: 'Appointment',
  path: '/usr/reserve',
  scope: 'land',
  title: 'person',
  order: ['day', 'slot'],
  fields: {
    code: code('预约编号', 'Code'),
    regionCode: where(),
    windowCode: text('办理窗口', { en: 'Window', max: 14, ...none, column: false }),
    day: date('预约日期', { en: 'Day', required: true, search: 'range', sort: true, width: 120 }),
    slot: text('预约时段', { en: 'Time', required: true, max: 11, width: 120 }),
    matter: dict('办理事项', 'business_type', { en: 'Matter', required: true, search: 'eq', width: 140 }),
    person: person(),
    phone: phone(),
    status: dict('状态', 'reserve_status', { en: 'Status', ...none, search: 'eq', values: Object.values(RESERVE_STATE), width: 90 }),
    checkInTime: datetime('签到时间', { en: 'Checked in', ...none, width: 170 }),
    handler: text('处理人', { en: 'Handled by', max: 50, ...none, width: 110 }),
    handleTime: datetime('处理时间', { en: 'Handled at', ...none, width: 170 }),
    note: text('备注', { en: 'Note', max: 254, format: 'plain', width: 160 }),
  },
})
export type Reserve = Row<typeof reservation>

/** 预约时段: when a window is open on a weekday, and how many it serves in that time. */
export const reserve_slot = defineResource({
  name: 'reserve_slot',
  label: '预约时段',
  en: 'Hours of the window',
  path: '/usr/reserve-slot',
  scope: 'land',
  title: 'slot',
  unique: [['regionCode', 'weekday', 'slot']],
  order: ['regionCode', 'weekday', 'slot'],
  fields: {
    regionCode: where(),
    weekday: dict('星期', 'weekday', { en: 'Weekday', required: true, search: 'eq', values: ['1', '2', '3', '4', '5', '6', '7'], width: 100 }),
    slot: text('时段', { en: 'Time', required: true, max: 11, width: 140 }),
    capacity: int('可预约数', { en: 'Places', required: true, min: 1, max: 200, width: 110 }),
  },
})
export type ReserveSlot = Row<typeof reserve_slot>

const published = () =>
  dict('状态', 'publish_status', { en: 'Status', required: true, default: POLICY.draft, search: 'eq', values: Object.values(POLICY), width: 90 })
/** When it was read by strangers for the first time: such a text is taken back, not removed. */
const publishedTime = () => datetime('首次发布时间', { en: 'First published', ...none, column: false })
/** 政策信息. */
export const policy = defineResource({
  name: 'policy',
  label: '政策信息',
  en: 'Policy',
  path: '/usr/policy',
  scope: 'tenant',
  title: 'title',
  order: ['publishDate'],
  fields: {
    title: text('标题', { en: 'Title', required: true, max: 200, format: 'plain', search: 'like', width: 300 }),
    policyType: dict('政策类型', 'policy_type', { en: 'Kind', required: true, search: 'eq', width: 120 }),
    origin: text('发文机关', { en: 'Issued by', max: 100, format: 'plain', width: 180 }),
    docNo: text('文号', { en: 'Number', max: 60, format: 'plain', width: 160 }),
    publishDate: date('发布日期', { en: 'Day', required: true, search: 'range', sort: true, width: 120 }),
    content: note('正文', { en: 'Text', required: true, max: 20000, format: 'plain', column: false }),
    status: published(),
    publishedTime: publishedTime(),
  },
})
/** 应用说明. */
export const app_description = defineResource({
  name: 'app_description',
  label: '应用说明',
  en: 'Description',
  path: '/app/application/description',
  scope: 'tenant',
  title: 'title',
  order: ['sort'],
  fields: {
    title: text('标题', { en: 'Title', required: true, max: 100, format: 'plain', search: 'like', width: 280 }),
    type: dict('说明类型', 'description_type', { en: 'Kind', required: true, search: 'eq', width: 130 }),
    content: note('内容', { en: 'Text', required: true, max: 20000, format: 'plain', column: false }),
    sort: int('排序', { en: 'Order', default: 0, min: 0, max: 9999, sort: true, width: 80 }),
    status: published(),
    publishedTime: publishedTime(),
  },
})
/** 办事指南: of each matter what to bring, where to go and how long it takes; one that is published is the guide of its matter. */
export const guide = defineResource({
  name: 'guide',
  label: '办事指南',
  en: 'Guide',
  path: '/app/application/guide',
  scope: 'tenant',
  title: 'title',
  order: ['sort'],
  fields: {
    title: text('标题', { en: 'Title', required: true, max: 100, format: 'plain', search: 'like', width: 280 }),
    type: dict('办理事项', 'business_type', { en: 'Matter', required: true, search: 'eq', width: 150 }),
    content: note('办事指南', { en: 'Guide', required: true, max: 20000, format: 'plain', column: false }),
    notice: note('申请须知', { en: 'Before you apply', max: 5000, format: 'plain', column: false }),
    sort: int('排序', { en: 'Order', default: 0, min: 0, max: 9999, sort: true, width: 80 }),
    status: published(),
    publishedTime: publishedTime(),
  },
})
