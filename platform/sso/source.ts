import { dict, flag, int, note, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** 第三方登录: a service that tells who somebody is: by OpenID Connect, or by the protocols of WeCom and DingTalk. Its secret is sealed in a table of its own. Source: platform.md 7 (social); ours. */
export const oauth_source = defineResource({
  name: 'oauth_source',
  label: '第三方登录',
  en: 'Identity provider',
  path: '/cpt-system/oauth-source',
  scope: 'tenant',
  order: ['sort', 'source'],
  unique: [['source']],
  title: 'sourceName',
  fields: {
    source: text('标识', { en: 'Code', required: true, max: 40, format: 'code', search: 'like', width: 120 }),
    sourceName: text('名称', { en: 'Name', required: true, max: 40, search: 'like', width: 160 }),
    category: dict('协议', 'oauth_source_kind', {
      en: 'Protocol',
      required: true,
      values: ['oidc', 'wecom', 'dingtalk'],
      default: 'oidc',
      search: 'eq',
      width: 150,
    }),
    issuer: text('签发地址', { en: 'Issuer', required: true, max: 500, format: 'url', width: 280 }),
    oauthClientId: text('应用编号', { en: 'Client id', required: true, max: 128, width: 160 }),
    agentId: text('企业应用编号', { en: 'Agent id', max: 60, column: false }),
    pageUrl: text('登录页地址', { en: 'Sign-in page', max: 500, format: 'url', column: false }),
    oauthScope: text('授权范围', { en: 'Scope', required: true, max: 128, default: 'openid profile', column: false }),
    isEnabled: flag('启用', { en: 'Enabled', default: 0, width: 80 }),
    sort: int('排序', { en: 'Order', min: 0, max: 9999, default: 1, width: 80 }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})
