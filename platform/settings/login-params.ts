import { both, type Lang, type Text } from '../../kit/model/lang.ts'

/** Parameters whose keys begin so are for everybody, before sign-in too. */
export const PUBLIC_PREFIX = 'login.'
/** What the sign-in page takes from parameters of its tenant instead of its own words; `<key>.en` where it differs in English. */
export const LOGIN_PARAMS = {
  'login.title': both('系统名称', 'Name of the system'),
  'login.slogan': both('宣传语', 'Slogan'),
  'login.lead': both('说明文字', 'Description'),
  'login.hint': both('登录提示', 'Hint'),
  'login.notice': both('登录页通知', 'Notice'),
  'login.footer': both('页脚（版权、备案号）', 'Footer (copyright, registration)'),
} as const satisfies Readonly<Record<string, Text>>
export type LoginParam = keyof typeof LOGIN_PARAMS

/** The text of a parameter in a language, or undefined where the tenant has none. */
export const loginText = (values: Readonly<Record<string, string>>, key: LoginParam, lang: Lang): string | undefined =>
  (lang === 'en' && values[`${key}.en`]) || values[key] || undefined
