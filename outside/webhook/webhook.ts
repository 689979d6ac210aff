import { datetime, dict, flag, int, note, region, text } from '../../kit/model/field.ts'
import type { Text } from '../../kit/model/lang.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { hiddenColumn, readOnlyShown } from '../../services/operations/read-only.ts'

/** What a partner may subscribe to. */
export const WEBHOOK_EVENTS: Readonly<Record<string, Text>> = {
  'case.finished': { zh: '业务办结', en: 'A case is finished' },
  'case.undone': { zh: '业务登记已撤回', en: 'A finished case was taken back' },
  'registry.arrived': { zh: '不动产登记机构已接收', en: 'The registry took a case' },
  'registry.failed': { zh: '不动产登记推送失败', en: 'A push to the registry failed' },
  'registry.notice': { zh: '收到登记机构通知', en: 'A notice of the registry' },
}
export type WebhookEvent = 'case.finished' | 'case.undone' | 'registry.arrived' | 'registry.failed' | 'registry.notice'

/** 事件订阅: a partner that is told of events by Standard Webhooks. The secret is sealed. Source: standardwebhooks.com; docs/adr/0069. */
export const webhook = defineResource({
  name: 'webhook',
  label: '事件订阅',
  en: 'Event subscriptions',
  path: '/cpt-system/webhook',
  scope: 'tenant',
  order: ['name'],
  title: 'name',
  fields: {
    name: text('名称', { en: 'Name', required: true, max: 100, search: 'like', width: 160 }),
    url: text('接收地址', { en: 'Address', required: true, max: 500, format: 'url', width: 260 }),
    events: text('订阅事件', { en: 'Events', required: true, max: 300, width: 300 }),
    regionCode: region('行政区划', { en: 'Region', everywhere: true, width: 130 }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})
/** How a secret is written: whsec_ and 24 to 64 bytes in base 64. Source: standardwebhooks.com (symmetric). */
export const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

/** 事件投递: what was told to whom; the rows are those of the outbox. */
export const webhook_log = defineResource({
  name: 'webhook_log',
  label: '事件投递',
  en: 'Event deliveries',
  path: '/webhookLog',
  scope: 'tenant',
  title: 'about',
  fields: {
    target: text('订阅', { en: 'Subscription', ...readOnlyShown, search: 'eq', width: 160 }),
    event: dict('事件', 'webhook_event', { en: 'Event', ...readOnlyShown, search: 'eq', width: 200 }),
    about: text('业务编号或登记编码', { en: 'About', ...readOnlyShown, search: 'eq', width: 214 }),
    regionCode: region('行政区划', { en: 'Region', ...readOnlyShown, search: 'prefix', width: 120 }),
    status: text('投递状态', { en: 'State', ...readOnlyShown, search: 'eq', width: 100 }),
    attempts: int('投递次数', { en: 'Tries', ...readOnlyShown, width: 80 }),
    createTime: datetime('产生时间', { en: 'Occurred', ...readOnlyShown, search: 'range' }),
    nextTime: datetime('下次投递', { en: 'Next try', ...hiddenColumn }),
    doneTime: datetime('送达时间', { en: 'Delivered', ...readOnlyShown }),
    error: note('应答', { en: 'Answer', ...readOnlyShown, width: 150 }),
  },
})
/** States of a delivery. */
export const DELIVERY_STATES: Readonly<Record<string, Text>> = {
  '0': { zh: '待投递', en: 'Waiting' },
  '1': { zh: '重试中', en: 'Retrying' },
  '2': { zh: '已送达', en: 'Delivered' },
  '3': { zh: '未送达', en: 'Dead letter' },
}
