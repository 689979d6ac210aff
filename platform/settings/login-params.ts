import type { Lang } from '../../kit/model/lang.ts'

/** Parameters whose keys begin so are for everybody, before sign-in too. */
export const PUBLIC_PREFIX = 'login.'
/** What the sign-in page takes from parameters of its tenant instead of its own words; `<key>.en` where it differs in English. */
export const LOGIN_PARAMS = {
  'login.title': '系统名称',
  'login.slogan': '宣传语',
  'login.lead': '说明文字',
  'login.hint': '登录提示',
  'login.notice': '登录页通知',
  'login.footer': '页脚（版权、备案号）',
} as const
export type LoginParam = keyof typeof LOGIN_PARAMS

/** The text of a parameter in a language, or undefined where the tenant has none. */
export const loginText = (values: Readonly<Record<string, string>>, key: LoginParam, lang: Lang): string | undefined =>
  (lang === 'en' && values[`${key}.en`]) || values[key] || undefined
