import { datetime, dict, flag, int, note, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { PUSH_DEFAULTS } from './retry.ts'

/** The outbox gives a delivery 30 seconds: a longer wait would have no effect. */
export const LONGEST_TIMEOUT_S = 25

/** 推送配置: where finished businesses of a region are told, and how. The app secret is sealed. Source: business-flows.md 10.2; screens.md F3. */
export const data_push_config = defineResource({
  name: 'data_push_config',
  label: '推送配置',
  en: 'Push configuration',
  path: '/cpt-system/dataPushConfig',
  scope: 'tenant',
  order: ['regionCode'],
  unique: [['appId']],
  title: 'name',
  fields: {
    name: text('名称', { en: 'Name', required: true, max: 100, search: 'like', width: 160 }),
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', width: 130 }),
    url: text('推送地址', { en: 'Address', required: true, max: 500, format: 'url', width: 260 }),
    appId: text('应用标识', { en: 'App id', required: true, length: 16, format: 'idNumber', search: 'eq', width: 170 }),
    format: dict('报文格式', 'push_format', { en: 'Format', required: true, values: ['json', 'xml'], default: 'json', width: 90 }),
    algorithm: dict('签名算法', 'sign_algorithm', { en: 'Signature', required: true, values: ['HMAC-SHA256', 'HMAC-SM3'], default: 'HMAC-SHA256', width: 130 }),
    businessTypes: text('业务类型', { en: 'Business types', max: 500, column: false }),
    autoPush: flag('自动推送', { en: 'Automatic', default: 1, width: 100 }),
    maxTries: int('最多次数', { en: 'Tries', min: 1, max: 24, default: PUSH_DEFAULTS.maxTries, column: false }),
    retryMinutes: text('重试间隔（分钟）', { en: 'Minutes before each further try', max: 100, default: PUSH_DEFAULTS.retryMinutes, column: false }),
    timeoutSeconds: int('超时秒数', { en: 'Timeout (s)', min: 1, max: LONGEST_TIMEOUT_S, default: PUSH_DEFAULTS.timeoutSeconds, column: false }),
    callbackUrl: text('回调地址', { en: 'Callback', max: 500, format: 'url', column: false }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})

/** 应用授权: a foreign application that may call us, by signature. The app secret is sealed. Source: screens.md F4; land-contract.md 7. */
export const empower = defineResource({
  name: 'empower',
  label: '应用授权',
  en: 'App authorisation',
  path: '/cpt-system/empower',
  scope: 'tenant',
  order: ['name'],
  unique: [['appId']],
  title: 'name',
  fields: {
    name: text('应用名称', { en: 'Name', required: true, max: 100, search: 'like', width: 160 }),
    appId: text('应用标识', { en: 'App id', required: true, length: 16, format: 'idNumber', search: 'eq', width: 170 }),
    algorithm: dict('签名算法', 'sign_algorithm', { en: 'Signature', required: true, values: ['HMAC-SHA256', 'HMAC-SM3'], default: 'HMAC-SHA256', width: 130 }),
    scopes: text('授权范围', { en: 'Scopes', max: 500, width: 200 }),
    ipList: text('地址名单', { en: 'Addresses', max: 1000, width: 200 }),
    regionCode: region('行政区划', { en: 'Region', everywhere: true, width: 130 }),
    dailyQuota: int('每日次数上限', { en: 'Calls a day', min: 1, max: 1_000_000, column: false }),
    isSandbox: flag('沙箱', { en: 'Sandbox', default: 0, width: 80 }),
    expireTime: datetime('到期时间', { en: 'Expires', width: 160 }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})
