import { flag, int, note, text } from '../../kit/model/field.ts'
import type { Lang, Text } from '../../kit/model/lang.ts'
import { defineResource, idList } from '../../kit/model/resource.ts'

/**
 * 应用: who may ask for tokens, and what these are good for. Only the hash of the secret is kept, and no call answers it.
 * `scope`, `resourceIds` narrow every token; `authorities` are the roles of the client's own (client_credentials); `webServerRedirectUri` and
 * `autoapprove` are about leading people back to a site of the client's. `userType` is the platform (1 web, 2 app, 3 other) whose people sign in through it; none: all. Source: platform-api.md 2.3, 3.13.
 */
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
    userType: int('用户平台（1网页，2移动端，3其他）', {
      help: { zh: '只允许该类账号从本客户端登录，不填不限', en: 'Only accounts of this kind may sign in with this client; empty for all' },
      en: 'Platform (1 web, 2 app, 3 other)',
      min: 1,
      max: 3,
      column: false,
    }),
    additionalInformation: note('附加说明', { en: 'More', max: 4000, column: false }),
  },
})
/** Grants that a client may be given; what the session slice understands. Source: platform-api.md 2.3. */
export const GRANT_TYPES = ['captcha', 'password', 'refresh_token', 'social', 'authorization_code', 'sms_code', 'client_credentials'] as const
/** What people call them. */
export const GRANT_WORDS: Readonly<Record<(typeof GRANT_TYPES)[number], Text>> = {
  captcha: { zh: '验证码登录', en: 'Sign-in with a captcha' },
  password: { zh: '密码登录', en: 'Password' },
  refresh_token: { zh: '续期', en: 'Renewal' },
  social: { zh: '第三方登录', en: 'Other providers' },
  authorization_code: { zh: '授权码', en: 'Authorisation code' },
  sms_code: { zh: '短信登录', en: 'Text message' },
  client_credentials: { zh: '应用自身', en: 'The client itself' },
}
/** Grant types of a client in words; what nobody has named by its key. */
export const grantWords = (held: unknown, lang: Lang): string =>
  idList(held)
    .map((g) => Object.entries(GRANT_WORDS).find(([key]) => key === g)?.[1][lang] ?? g)
    .join(lang === 'zh' ? '、' : ', ')
/**
 * What a client's tokens may do: `all` and `write` everything that their people may, `read` only look. Words of a comma list, of which one that lets
 * more counts. Source: platform-api.md 2.3 (scope), 3.13.
 */
export const CLIENT_SCOPES = ['all', 'read', 'write'] as const
/** Whether tokens of a client with this scope only look. */
export const onlyLooks = (scope: string | null): boolean => !idList(scope).some((s) => s === 'all' || s === 'write')
/** Whether a token call may ask a client of scope `held` for `asked` (words with blanks or commas between; nothing asked = what the client has). */
export const scopeFits = (held: string | null, asked: string): boolean => {
  const has = idList(held)
  return asked.split(/[ ,]+/).every((s) => s === '' || has.includes('all') || has.includes(s))
}
/** Parts of the API that a client may be bound to: the first name of their paths, as `cpt-system` or `base-qssj`. */
export const RESOURCE_ID = /^[a-z][\w-]{0,40}$/i
/** Where a client may have people sent back to: whole addresses, commas between. */
export const returnsOf = (c: { webServerRedirectUri?: string | null }): string[] => idList(c.webServerRedirectUri)
/**
 * The patterns of paths (API scope) of somebody whose roles narrow him to `own` (none = not at all), through a client bound to `parts` of the API:
 * what lies in both. Never empty: a list without a pattern would be no bound.
 */
export function boundTo(parts: readonly string[], own: readonly string[] | undefined): string[] {
  const both = own?.length
    ? parts.flatMap((part) => own.filter((p) => p.startsWith(`/${part}/`) || p.startsWith('/*/')).map((p) => p.replace(/^\/\*\//, `/${part}/`)))
    : parts.map((part) => `/${part}/**`)
  return both.length ? both : ['/-']
}
