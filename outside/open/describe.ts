// The document of an application's own calls (OpenAPI 3.1): what it may call, how a call is signed, with an example of each. Pure. Source: docs/adr/0069.
import { labelOf, type Field } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { isEditable, type Fields } from '../../kit/model/resource.ts'
import type { OpenScope } from '../push/scopes.ts'
import type { NOTICE_KINDS } from '../push/notice.ts'
import type { SignedExample } from '../push/document/describe-push.ts'
import { NOTICE_NEEDS } from '../push/notice.ts'
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
function schemaOfField(f: Field): Record<string, unknown> {
  const label = labelOf(f)
  return {
    type: f.kind === 'int' || f.kind === 'flag' ? 'integer' : 'string',
    title: f.help ? `${label.zh}（${f.help.zh}）` : label.zh,
    description: f.help ? `${label.en} (${f.help.en})` : label.en,
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
interface DescribedCall {
  id: string
  label: Text
  about: Text
  schema: object
  example: unknown
  answer: unknown
  faults: readonly DescribedFault[]
  signed: SignedExample
}
const HEADERS = ['X-App-Id', 'X-Timestamp', 'X-Nonce', 'X-Sign'].map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } }))
const operation = ({ id, label, about, schema, example, answer, faults, signed }: DescribedCall) => ({
  post: {
    operationId: id,
    summary: label.zh,
    'x-summary-en': label.en,
    description: `${about.zh}\n\n${about.en}`,
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '200': { description: DONE, content: { 'application/json': { example: { code: 200, success: true, data: answer, msg: DONE } } } },
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
} as const
/** What a partner is given: nothing of it is secret. `signed` and `faults` of one call by its scope, `of` the call itself where it has none. */
export function describeApp(
  app: DescribedApp,
  signed: (path: string, body: string) => SignedExample,
  faults: { ofAll: readonly DescribedFault[]; of(scope: OpenScope): readonly DescribedFault[] },
) {
  const signedOf = (path: string, example: unknown) => signed(`/api${path}`, JSON.stringify(example))
  const calls = app.scopes.map((scope) => {
    const { path, label, about } = OPEN_CALLS[scope]
    const { example, answer } = exampleOf(scope, app.regionCode)
    const all = [...faults.ofAll, ...faults.of(scope)]
    const schema = bodySchema(OPEN_BODIES[scope], scope)
    return [path, operation({ id: scope, label, about, schema, example, answer, faults: all, signed: signedOf(path, example) })] as const
  })
  const { path, label, about } = OPEN_DOCUMENTS
  const answer = { calls: {}, push: {} }
  const own = operation({ id: 'description', label, about, schema: bodySchema({}), example: {}, answer, faults: faults.ofAll, signed: signedOf(path, {}) })
  return {
    openapi: '3.1.0',
    info: { title: `${app.name} 开放接口`, version: '1', description: `${SIGNING.zh}\n\n${SIGNING.en}` },
    servers: [{ url: '/api' }],
    'x-application': { appId: app.appId, scopes: app.scopes, isSandbox: app.isSandbox, dailyQuota: app.dailyQuota, regionCode: app.regionCode },
    'x-signing': { algorithm: app.algorithm, encoding: 'hex', example: calls[0]?.[1].post['x-signed-example'] ?? own.post['x-signed-example'] },
    'x-faults': faults.ofAll,
    paths: { ...Object.fromEntries(calls), [path]: own },
  }
}
