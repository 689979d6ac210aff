import type { Lang, Text } from './lang.ts'

/** One thing wrong with one field. */
export interface Wrong {
  field: string
  msg: Text
}

/**
 * Everything that may go wrong on purpose. `status` is the HTTP status and the envelope's code at once;
 * `key` is stable and for programs; the words are for people.
 */
export class Problem extends Error {
  readonly status: number
  readonly key: string
  readonly words: Text
  readonly details: unknown
  constructor(status: number, key: string, words: Text, details?: unknown) {
    super(words.zh)
    this.status = status
    this.key = key
    this.words = words
    this.details = details
  }
  say(lang: Lang): string {
    return this.words[lang]
  }
}

/** Whether what was thrown is told to people with its words; anything else is a fault of ours. */
export const isRefusal = (e: unknown): e is Problem => e instanceof Problem && e.status < 500

/** Declares a problem of a catalogue: status, key, and its words made from details. */
export function problem<D = void>(status: number, key: string, words: (d: D) => Text) {
  return Object.assign((d: D) => new Problem(status, key, words(d), d), { status, key, words })
}

/** Problems every slice shares. A slice's own stand in its problems.ts. */
export const problems = {
  invalid: problem<readonly Wrong[]>(400, 'invalid', (d) => d[0]!.msg),
  badRequest: problem<Text>(400, 'bad-request', (d) => d),
  unknownParameter: problem<{ name: string }>(400, 'unknown-parameter', (d) => ({ zh: `不支持的参数：${d.name}`, en: `Unknown parameter: ${d.name}` })),
  signIn: problem(401, 'sign-in', () => ({ zh: '请求未授权', en: 'Please sign in' })),
  forbidden: problem<{ perm: string }>(403, 'forbidden', () => ({ zh: '没有操作权限', en: 'You are not allowed to do this' })),
  onlyLooking: problem(403, 'only-looking', () => ({ zh: '正在查看他人界面，不能操作', en: 'You are viewing as another person and cannot change anything' })),
  outOfRegion: problem<{ regionCode: string }>(403, 'out-of-region', () => ({ zh: '不在您的管辖区域', en: 'Outside your region' })),
  notFound: problem<Text>(404, 'not-found', (d) => ({ zh: `${d.zh}不存在`, en: `${d.en} not found` })),
  noRoute: problem(404, 'no-route', () => ({ zh: '接口不存在', en: 'No such call' })),
  wrongMethod: problem<{ allow: string }>(405, 'wrong-method', (d) => ({
    zh: `请求方法不支持，可用：${d.allow}`,
    en: `This method is not supported here: use ${d.allow}`,
  })),
  tooSlow: problem(408, 'too-slow', () => ({ zh: '请求超时', en: 'The request took too long' })),
  tooLarge: problem<{ kb: number }>(413, 'too-large', (d) => ({ zh: `请求内容不能超过 ${d.kb}kb`, en: `The request may have at most ${d.kb} kB` })),
  fileTooLarge: problem<{ kb: number }>(413, 'file-size', (d) => ({ zh: `上传失败，上传文件不能超过 ${d.kb}kb`, en: `Upload failed: at most ${d.kb} kB` })),
  mediaType: problem(415, 'media-type', () => ({ zh: '不支持的内容类型', en: 'This content type is not supported' })),
  headersTooLarge: problem(431, 'headers-too-large', () => ({ zh: '请求头过大', en: 'The headers are too large' })),
  duplicate: problem<Text>(400, 'duplicate', (d) => ({ zh: `${d.zh}已存在`, en: `${d.en} already exists` })),
  inUse: problem<Text>(409, 'in-use', (d) => ({ zh: `${d.zh}已被使用，不能删除`, en: `${d.en} is in use and cannot be deleted` })),
  changed: problem(409, 'changed', () => ({ zh: '数据已被他人修改，请刷新后重试', en: 'Somebody else changed this; reload and try again' })),
  notAllowedNow: problem<Text>(409, 'not-allowed-now', (d) => ({ zh: `当前状态不能${d.zh}`, en: `Cannot ${d.en} in this state` })),
  noneSelected: problem(400, 'none-selected', () => ({ zh: '请选择至少一条数据', en: 'Select at least one row' })),
  pageTooLarge: problem<{ max: number }>(400, 'page-too-large', (d) => ({ zh: `每页最多${d.max}条`, en: `At most ${d.max} rows a page` })),
  tooMany: problem(429, 'too-many', () => ({ zh: '请求过于频繁，请稍后再试', en: 'Too many requests, try again later' })),
  violated: problem<{ rule: Text }>(400, 'violated', ({ rule }) => ({ zh: `数据库拒绝了该数据：${rule.zh}`, en: `The database refused this: ${rule.en}` })),
  broken: problem(500, 'broken', () => ({ zh: '服务器异常', en: 'Server error' })),
  full: problem(507, 'full', () => ({ zh: '服务器存储空间不足，请联系管理员', en: 'The server is out of disk space; contact the administrator' })),
  busy: problem(503, 'busy', () => ({ zh: '系统繁忙，请稍后重试', en: 'The system is busy, try again' })),
}

/** The refusal of one field. */
export const invalidField = (field: string, msg: Text): Problem => problems.invalid([{ field, msg }])
const isWords = (v: object): v is Text => 'zh' in v && 'en' in v
/** Details as a caller reads them: words in one language only. */
const inOne = (v: unknown, lang: Lang): unknown => {
  if (Array.isArray(v)) return v.map((x) => inOne(x, lang))
  if (!v || typeof v !== 'object') return v
  return isWords(v) ? v[lang] : Object.fromEntries(Object.entries(v).map(([n, x]) => [n, inOne(x, lang)]))
}
/** What a refusal tells a program beside its words: the wrong fields, or its details, in the caller's language; null where there are none but its words. */
export function detailsIn(p: Problem, lang: Lang): unknown {
  const { details } = p
  if (p.status >= 500 || !details || typeof details !== 'object' || isWords(details)) return null
  return inOne(p.key === 'invalid' ? { fields: details } : details, lang)
}
