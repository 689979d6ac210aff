import { datetime, decimal, dict, flag, int, note, text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** 短信配置: a provider; at most one a tenant is enabled, others stand by in their order. The secret key is sealed in a table of its own. Source: platform-api.md 3.17. */
export const sms = defineResource({
  name: 'sms',
  label: '短信配置',
  en: 'SMS provider',
  path: '/cpt-resource/sms',
  scope: 'tenant',
  order: ['smsCode'],
  unique: [['smsCode']],
  title: 'smsCode',
  fields: {
    category: dict('服务商', 'sms_category', {
      en: 'Provider',
      required: true,
      values: ['http', 'aliyun', 'tencent', 'mas'],
      default: 'http',
      search: 'eq',
      width: 120,
    }),
    smsCode: text('资源编号', { en: 'Code', required: true, max: 60, format: 'code', search: 'like', width: 140 }),
    endpoint: text('服务地址', { en: 'Address', required: true, max: 500, format: 'url', width: 260 }),
    accessKey: text('访问标识', { en: 'Access key', required: true, max: 128, column: false }),
    appId: text('应用编号', { en: 'Application', max: 60, column: false }),
    regionId: text('服务区域', { en: 'Provider region', max: 60, column: false }),
    signName: text('短信签名', { en: 'Signature', required: true, max: 40, width: 140 }),
    templateId: text('验证码模板', { en: 'Code template', required: true, max: 64, width: 140 }),
    fallbackOrder: int('备用顺序', { en: 'Stands by as', min: 1, max: 9, width: 90 }),
    price: decimal('单价（分/条）', {
      en: 'Price of a part (fen)',
      min: 0,
      max: 1000,
      width: 110,
      help: both('按计费条数计算费用；短信含签名不超过70字为1条，超过的每67字1条', 'Of a part: 70 signs with the signature, of a longer message 67 each'),
    }),
    dailyQuota: int('每日上限', { en: 'Messages a day', min: 1, max: 1_000_000, width: 90 }),
    status: flag('启用', { en: 'Enabled', form: 'none', width: 80 }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})

/** 短信内容: text with {name} for what differs. Source: screens.md A21. */
export const sms_content = defineResource({
  name: 'sms_content',
  label: '短信内容',
  en: 'SMS content',
  path: '/sms/message/content/config',
  scope: 'tenant',
  order: ['contentCode'],
  unique: [['contentCode']],
  title: 'contentName',
  fields: {
    contentCode: text('内容编号', { en: 'Code', required: true, max: 60, format: 'code', search: 'like', width: 140 }),
    contentName: text('内容名称', { en: 'Name', required: true, max: 100, search: 'like', width: 160 }),
    content: note('模板内容', {
      en: 'Text',
      required: true,
      max: 500,
      help: both(
        '变量写作{变量名}；系统短信只能用系统提供的变量，其他短信的变量由发送人填写',
        "Names are written {name}; the product's own messages have theirs alone, in others whoever sends fills them",
      ),
    }),
    templateId: text('服务商模板', { en: 'Provider template', required: true, max: 64, width: 140 }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})

/**
 * 短信记录: what left by whatever channel. The number or address is masked before it is stored: nobody reads it in full, here or in a dump. `once`: what is told, so
 * that it is not told twice. What it costs is counted once a provider took it. Source: screens.md A21; security.md 4.4.
 */
export const sms_history = defineResource({
  name: 'sms_history',
  label: '短信记录',
  en: 'SMS history',
  path: '/sms/message/history',
  scope: 'tenant',
  order: ['sendTime'],
  title: 'content',
  unique: [['once']],
  fields: {
    channel: dict('渠道', 'message_channel', { en: 'Channel', form: 'none', search: 'eq', width: 120 }),
    phone: text('手机号码', { en: 'Phone', required: true, max: 100, width: 130 }),
    contentCode: text('内容编号', { en: 'Content', max: 60, search: 'eq', width: 130 }),
    content: note('短信内容', { en: 'Text', required: true, max: 500 }),
    status: dict('状态', 'sms_status', { en: 'Status', form: 'none', values: ['0', '1', '2', '3', '4', '5', '6'], search: 'eq', width: 90 }),
    answer: text('服务商应答', { en: 'Answer', form: 'none', max: 255, width: 180 }),
    providerId: text('服务商编号', { en: 'Provider id', form: 'none', max: 64, column: false }),
    providerCode: text('服务商', { en: 'Provider', form: 'none', max: 60, search: 'eq', width: 110 }),
    parts: int('计费条数', { en: 'Parts', form: 'none', width: 90 }),
    price: decimal('单价（分/条）', { en: 'Price of a part (fen)', form: 'none', column: false }),
    cost: decimal('费用（分）', { en: 'Cost (fen)', form: 'none', width: 100 }),
    sendTime: datetime('发送时间', { en: 'Sent', form: 'none', search: 'range', sort: true, width: 160 }),
    dueTime: datetime('待发时间', { en: 'Leaves at', form: 'none', column: false }),
    untilTime: datetime('有效至', { en: 'Worth telling until', form: 'none', column: false }),
    receiptTime: datetime('送达时间', { en: 'Arrived', form: 'none', column: false }),
    once: text('发送标识', { form: 'none', max: 120, column: false }),
  },
})

/** 邮件与机器人: by what else messages leave. A robot writes to one group; the key of its address is the secret, of DingTalk the key that signs. */
export const message_outlet = defineResource({
  name: 'message_outlet',
  label: '邮件与机器人',
  en: 'Mail and robots',
  path: '/cpt-resource/outlet',
  scope: 'tenant',
  order: ['outletCode'],
  unique: [['outletCode']],
  title: 'outletCode',
  fields: {
    category: dict('类型', 'message_outlet', { en: 'Kind', required: true, values: ['mail', 'wecom', 'dingtalk'], default: 'mail', search: 'eq', width: 120 }),
    outletCode: text('资源编号', { en: 'Code', required: true, max: 60, format: 'code', search: 'like', width: 140 }),
    endpoint: text('服务地址', { en: 'Address', required: true, max: 500, format: 'place', width: 300 }),
    account: text('账号', { en: 'Account', max: 128, column: false }),
    sender: text('发件人', { en: 'Sender', max: 100, format: 'email', width: 180 }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})

/** 短信退订: numbers that want no messages. The number is masked; what knows it again stands apart (`opt-out.server.ts`). */
export const sms_opt_out = defineResource({
  name: 'sms_opt_out',
  label: '短信退订',
  en: 'Numbers opted out',
  path: '/sms/opt-out',
  scope: 'tenant',
  title: 'phone',
  fields: { phone: text('手机号码', { en: 'Phone', required: true, max: 20, width: 150 }), reason: text('原因', { en: 'Reason', max: 100, width: 240 }) },
})

/** States of a message on its way (dictionary sms_status). */
export const SEND_STATUS = { waiting: '0', sent: '1', failed: '2', arrived: '3', lost: '4', unknown: '5', noTemplate: '6' } as const
