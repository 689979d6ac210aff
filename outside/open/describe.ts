// The document of an application's own calls (OpenAPI 3.1): what it may call, how a call is signed, with an example of each. Pure. Source: docs/adr/0069.
import { labelOf, type Field } from '../../kit/model/field.ts'
import { FIRST_DAY, MOST_YEARS } from '../../kit/model/days.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { isEditable, type Fields } from '../../kit/model/resource.ts'
import type { OpenScope } from '../push/scopes.ts'
import type { NOTICE_KINDS } from '../push/notice.ts'
import type { SignedExample } from '../push/document/describe-push.ts'
import { NOTICE_NEEDS, NOTICE_SENT, NUMBER, OBJECT_CODE } from '../push/notice.ts'
import { OPEN_BODIES } from './bodies.ts'
import { exampleOf, OPEN_CALLS } from './calls.ts'

export interface DescribedApp {
  name: string
  appId: string
  algorithm: string
  /** scopes that it holds */
  scopes: readonly OpenScope[]
  isSandbox: boolean
  dailyQuota: number | null
  /** where it may call; '' = everywhere */
  regionCode: string
}
export interface DescribedFault {
  status: number
  key: string
  zh: string
  en: string
}
const SIGNING = {
  zh: [
    '请求为POST，请求体为UTF-8编码的JSON，Content-Type为application/json。',
    '请求头：X-App-Id应用标识；X-Timestamp毫秒时间戳（13位，与服务器相差不超过5分钟）；X-Nonce随机串（16至64位字母、数字、_、-，不可重复使用）；X-Sign签名。',
    '待签名串由五行组成，以换行符（\\n）连接：请求方法（大写）、请求路径（含/api，不含查询串）、时间戳、随机串、请求体的SHA-256（小写十六进制）。',
    '签名为以应用密钥（原样文本）为键对待签名串所做的HMAC，小写十六进制；算法见x-signing.algorithm。',
    '应答为JSON：code（200为成功，失败时与HTTP状态相同）、success、data、msg，失败时另有key：程序应按key判断，不应按msg。',
    '429和503的应答头Retry-After为应等待的秒数。同一地址60次无效签名后，该地址的未签名或签名无效的请求在10分钟内返回too-many；签名正确的请求不受影响，只受应用每日次数上限约束。',
    '已通过签名的请求无论成败都计入每日次数，其随机串不能再用。更换密钥后旧密钥7天内仍有效，除非被管理员停用。',
  ].join('\n'),
  en: [
    'Calls are POST with a JSON body in UTF-8, Content-Type application/json.',
    'Headers: X-App-Id; X-Timestamp in milliseconds (13 digits, within 5 minutes of the server); X-Nonce (16 to 64 letters, digits, _ or -, never used twice); X-Sign.',
    'The text to sign has five lines joined by \\n: method in capitals, path (with /api, without query), timestamp, nonce, SHA-256 of the body in lower-case hex.',
    'The signature is the HMAC of that text in lower-case hex, keyed with the app secret as it is written; its algorithm stands in x-signing.algorithm.',
    'Answers are JSON: code (200 = done, else that of HTTP), success, data, msg, and key where it failed: programs read key, never msg.',
    'Retry-After of 429 and 503 is the seconds to wait. After 60 calls of an address that are not signed well, such calls of that address are answered too-many for 10 minutes; a right signature passes, within the calls of the day.',
    'Whatever becomes of it, a call that is signed well counts among those of the day, and its nonce is used. The former secret stays good for 7 days after a change, unless it is ended.',
  ].join('\n'),
}
/** Between which days one lies. */
function daysOf(f: Field): Text[] {
  if (f.kind !== 'date' && f.kind !== 'datetime') return []
  const since = f.since ?? FIRST_DAY
  return [
    f.past
      ? both(`不早于${since}，不晚于当前时间`, `not before ${since}, not later than now`)
      : both(`不早于${since}，不晚于${MOST_YEARS}年以后`, `not before ${since}, at most ${MOST_YEARS} years ahead`),
  ]
}
/** Forms of texts that their call checks beyond their lengths. */
const FORMS = new Map<Field, RegExp>([
  [NOTICE_SENT.objectCode, OBJECT_CODE],
  [NOTICE_SENT.ref, NUMBER],
])
function schemaOfField(f: Field): Record<string, unknown> {
  const label = labelOf(f)
  const more = [...(f.help ? [f.help] : []), ...daysOf(f)]
  const form = FORMS.get(f)?.source ?? (f.format === 'code' ? '^[\\w:.-]+$' : undefined)
  return {
    type: f.kind === 'int' || f.kind === 'flag' ? 'integer' : 'string',
    title: more.length ? `${label.zh}（${more.map((t) => t.zh).join('；')}）` : label.zh,
    description: more.length ? `${label.en} (${more.map((t) => t.en).join('; ')})` : label.en,
    ...(form ? { pattern: form } : {}),
    ...(f.values ? { enum: f.values } : {}),
    ...(f.kind === 'date' ? { pattern: '^\\d{4}-\\d{2}-\\d{2}$' } : {}),
    ...(f.kind === 'datetime' ? { pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' } : {}),
    ...(f.length ? { minLength: f.length, maxLength: f.length } : {}),
    ...(f.kind !== 'int' && f.max && !f.length ? { maxLength: f.max } : {}),
    ...(f.kind === 'int' ? { ...(f.min === undefined ? {} : { minimum: f.min }), ...(f.max === undefined ? {} : { maximum: f.max }) } : {}),
  }
}
const sent = (fields: Fields) => Object.entries(fields).filter(([, f]) => isEditable(f))
const bodySchema = (fields: Fields, scope?: OpenScope) => ({
  type: 'object',
  additionalProperties: false,
  required: sent(fields).flatMap(([n, f]) => (f.required ? [n] : [])),
  properties: Object.fromEntries(sent(fields).map(([n, f]) => [n, schemaOfField(f)])),
  ...(scope === 'notice' ? { 'x-needs': NEEDS, allOf: Object.entries(NOTICE_NEEDS).map(([kind, required]) => neededOf(kind, required)) } : {}),
})
// a condition of JSON Schema, which nothing awaits
// eslint-disable-next-line unicorn/no-thenable
const neededOf = (kind: string, required: readonly string[]) => ({ if: { properties: { kind: { const: kind } }, required: ['kind'] }, then: { required } })
const NEEDS: Readonly<Record<(typeof NOTICE_KINDS)[number], Text>> = {
  mortgage: both('objectCode（登记簿或地块）、ref；可填fromDay、toDay、content', 'objectCode (a book or a parcel), ref; fromDay, toDay, content if known'),
  objection: both(
    'objectCode（登记簿、地块或承包方）、ref；可填fromDay、toDay、content',
    'objectCode (a book, a parcel or a contractor), ref; fromDay, toDay, content if known',
  ),
  seizure: both(
    'objectCode（登记簿、地块或承包方）、ref；可填fromDay、toDay、content',
    'objectCode (a book, a parcel or a contractor), ref; fromDay, toDay, content if known',
  ),
  end: both('objectCode和ref：与设立时相同', 'objectCode and ref as they were told when it began'),
  registered: both('objectCode；登记簿填bdcqzh，地块填bdcdyh', 'objectCode; of a book bdcqzh, of a parcel bdcdyh'),
  refused: both('businessCode（被退回的业务）；content填退回原因', 'businessCode of the case that is sent back; content says why'),
}
/** What the envelope of every call that succeeds says. */
const DONE = '操作成功'
const WAIT = { 'Retry-After': { description: '应等待的秒数 / seconds to wait', schema: { type: 'integer' } } }
/** The answers to a refusal, by their status. */
const refused = (faults: readonly DescribedFault[]) =>
  Object.fromEntries(
    [...Map.groupBy(faults, (f) => String(f.status))].map(([status, of]) => [
      status,
      {
        description: of.map((f) => `${f.key}: ${f.zh} / ${f.en}`).join('\n'),
        ...(status === '429' || status === '503' ? { headers: WAIT } : {}),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'success', 'msg', 'key'],
              properties: { code: { const: Number(status) }, key: { enum: of.map((f) => f.key) } },
            },
          },
        },
      },
    ]),
  )
type Schema = Readonly<Record<string, unknown>>
/** What an answer may hold, by its example: the names of an object and no other, each of them a value or none. `leaf`: of texts and of whole numbers. */
export function answerSchema(example: unknown, leaf: Readonly<Record<'text' | 'int', Schema>> = LEAF): Schema {
  if (Array.isArray(example)) return { type: ['array', 'null'], items: answerSchema(example[0], leaf) }
  if (!example || typeof example !== 'object') return typeof example === 'number' ? leaf.int : leaf.text
  const properties = Object.fromEntries(Object.entries(example).map(([n, v]) => [n, answerSchema(v, leaf)]))
  return Object.keys(properties).length ? { type: ['object', 'null'], properties, additionalProperties: false } : { type: ['object', 'null'] }
}
const LEAF = { text: { type: ['string', 'null'] }, int: { type: ['integer', 'null'] } } as const
/** The envelope around the data of an answer. */
const done = (data: Schema) => ({
  type: 'object',
  properties: { code: { const: 200 }, success: { const: true }, data, msg: { type: 'string' } },
  required: ['code', 'success', 'data', 'msg'],
})
interface DescribedCall {
  id: string
  label: Text
  about: Text
  schema: ReturnType<typeof bodySchema>
  example: unknown
  answer: unknown
  faults: readonly DescribedFault[]
  signed: SignedExample
}
/** Forms of the headers of a signed call. */
const SIGNED = { 'X-App-Id': '^[0-9A-Za-z]{16}$', 'X-Timestamp': '^\\d{13}$', 'X-Nonce': '^[\\w-]{16,64}$', 'X-Sign': '^[0-9a-f]{64}$' } as const
const HEADERS = Object.entries(SIGNED).map(([name, pattern]) => ({ name, in: 'header', required: true, schema: { type: 'string', pattern } }))
const operation = ({ id, label, about, schema, example, answer, faults, signed }: DescribedCall) => ({
  post: {
    operationId: id,
    summary: label.zh,
    'x-summary-en': label.en,
    description: `${about.zh}\n\n${about.en}`,
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '200': {
        description: DONE,
        content: { 'application/json': { schema: done(answerSchema(answer)), example: { code: 200, success: true, data: answer, msg: DONE } } },
      },
      ...refused(faults),
    },
    'x-signed-example': signed,
    'x-faults': faults,
  },
})
/** The call by which an application fetches its own documents. */
export const OPEN_DOCUMENTS = {
  path: '/openApi/description',
  label: both('接口文档', 'Documents'),
  about: both(
    '返回本应用的接口文档（calls）和登记机构接收推送的接口文档（push），均为OpenAPI 3.1。',
    'The document of the own calls (calls), and that for a registry which receives pushes (push), both OpenAPI 3.1.',
  ),
  answer: { calls: {}, push: {} },
} as const
/** How a call is signed in the examples. */
type Signs = (path: string, body: string) => SignedExample
interface Faults {
  ofAll: readonly DescribedFault[]
  of(scope: OpenScope): readonly DescribedFault[]
}
/** The calls of these scopes, and that for the own documents, each by its path. `regionCode`: where the codes of the examples lie; '' = everywhere. */
export function describeCalls(scopes: readonly OpenScope[], regionCode: string, signed: Signs, faults: Faults) {
  const signedOf = (path: string, example: unknown) => signed(`/api${path}`, JSON.stringify(example))
  const calls = scopes.map((scope) => {
    const { path, label, about } = OPEN_CALLS[scope]
    const { example, answer } = exampleOf(scope, regionCode)
    const all = [...faults.ofAll, ...faults.of(scope)]
    const schema = bodySchema(OPEN_BODIES[scope], scope)
    return [path, operation({ id: scope, label, about, schema, example, answer, faults: all, signed: signedOf(path, example) })] as const
  })
  const { path, label, about, answer } = OPEN_DOCUMENTS
  const own = operation({ id: 'description', label, about, schema: bodySchema({}), example: {}, answer, faults: faults.ofAll, signed: signedOf(path, {}) })
  return new Map([...calls, [path, own] as const])
}
/** What a partner is given: nothing of it is secret. `signed` and `faults` of one call by its scope, `of` the call itself where it has none. */
export function describeApp(app: DescribedApp, signed: Signs, faults: Faults) {
  const calls = describeCalls(app.scopes, app.regionCode, signed, faults)
  return {
    openapi: '3.1.0',
    info: { title: `${app.name} 开放接口`, version: '1', description: `${SIGNING.zh}\n\n${SIGNING.en}` },
    servers: [{ url: '/api' }],
    'x-application': { appId: app.appId, scopes: app.scopes, isSandbox: app.isSandbox, dailyQuota: app.dailyQuota, regionCode: app.regionCode },
    'x-signing': { algorithm: app.algorithm, encoding: 'hex', example: [...calls.values()][0]!.post['x-signed-example'] },
    'x-faults': faults.ofAll,
    paths: Object.fromEntries(calls),
  }
}
