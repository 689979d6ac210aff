import { flag, int, note, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** 应用: who may ask for tokens. Only the hash of the secret is kept, and no call answers it. Source: platform-api.md 3.13. */
export const client = defineResource({
  name: 'client',
  label: '应用',
  en: 'Client',
  path: '/cpt-system/client',
  scope: 'platform',
  order: ['clientId'],
  unique: [['clientId']],
  title: 'clientId',
  fields: {
    clientId: text('应用编号', { en: 'Client id', required: true, max: 48, format: 'code', search: 'like', width: 160 }),
    authorizedGrantTypes: text('授权类型', { en: 'Grant types', required: true, max: 256, default: 'captcha,password,refresh_token', width: 320 }),
    scope: text('授权范围', { en: 'Scope', required: true, max: 256, default: 'all', width: 100 }),
    accessTokenValidity: int('令牌秒数', { en: 'Access seconds', required: true, min: 60, max: 86400, default: 3600, width: 140 }),
    refreshTokenValidity: int('刷新令牌秒数', { en: 'Refresh seconds', required: true, min: 60, max: 2592000, default: 43200, width: 150 }),
    webServerRedirectUri: text('回调地址', { en: 'Redirect address', max: 256, format: 'place', column: false }),
    resourceIds: text('资源集合', { en: 'Resource ids', max: 256, column: false }),
    authorities: text('权限', { en: 'Authorities', max: 256, column: false }),
    autoapprove: flag('自动授权', { en: 'Auto approve', default: 0, column: false }),
    additionalInformation: note('附加说明', { en: 'More', max: 4000, column: false }),
  },
})
/** Grants that a client may be given; what the session slice understands. Source: platform-api.md 2.3. */
export const GRANT_TYPES = ['captcha', 'password', 'refresh_token', 'social', 'authorization_code', 'sms_code', 'client_credentials'] as const
