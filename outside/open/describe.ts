// The document of an application's own calls (OpenAPI 3.1): what it may call, how a call is signed, with an example of each. Pure. Source: docs/adr/0069.
import { labelOf, type Field } from '../../kit/model/field.ts'
import { isEditable, type Fields } from '../../kit/model/resource.ts'
import type { OpenScope } from '../push/scopes.ts'
import { OPEN_BODIES } from './bodies.ts'
import { OPEN_CALLS } from './calls.ts'

export interface DescribedApp {
  name: string
  appId: string
  algorithm: string
  /** scopes that it holds */
  scopes: readonly OpenScope[]
  isSandbox: boolean
  dailyQuota: number | null
}
/** One signed call, to compare one's own signature with. */
export interface SignedExample {
  secret: string
  method: string
  path: string
  timestamp: string
  nonce: string
  body: string
  sign: string
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
    '应答为JSON：code（200为成功）、success、data、msg，失败时另有key。',
  ].join('\n'),
  en: [
    'Calls are POST with a JSON body in UTF-8, Content-Type application/json.',
    'Headers: X-App-Id; X-Timestamp in milliseconds (13 digits, within 5 minutes of the server); X-Nonce (16 to 64 letters, digits, _ or -, never used twice); X-Sign.',
    'The text to sign has five lines joined by \\n: method in capitals, path (with /api, without query), timestamp, nonce, SHA-256 of the body in lower-case hex.',
    'The signature is the HMAC of that text in lower-case hex, keyed with the app secret as it is written; its algorithm stands in x-signing.algorithm.',
    'Answers are JSON: code (200 = done), success, data, msg, and key where it failed.',
  ].join('\n'),
}
function schemaOfField(f: Field): Record<string, unknown> {
  const label = labelOf(f)
  return {
    type: f.kind === 'int' || f.kind === 'flag' ? 'integer' : 'string',
    title: label.zh,
    description: label.en,
    ...(f.values ? { enum: f.values } : {}),
    ...(f.kind === 'date' ? { pattern: '^\\d{4}-\\d{2}-\\d{2}$' } : {}),
    ...(f.kind === 'datetime' ? { pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' } : {}),
    ...(f.length ? { minLength: f.length, maxLength: f.length } : {}),
    ...(f.kind !== 'int' && f.max && !f.length ? { maxLength: f.max } : {}),
    ...(f.kind === 'int' ? { ...(f.min === undefined ? {} : { minimum: f.min }), ...(f.max === undefined ? {} : { maximum: f.max }) } : {}),
  }
}
const sent = (fields: Fields) => Object.entries(fields).filter(([, f]) => isEditable(f))
const bodySchema = (fields: Fields) => ({
  type: 'object',
  additionalProperties: false,
  required: sent(fields).flatMap(([n, f]) => (f.required ? [n] : [])),
  properties: Object.fromEntries(sent(fields).map(([n, f]) => [n, schemaOfField(f)])),
})
/** What the envelope of every call that succeeds says. */
const DONE = '操作成功'
function operation(scope: OpenScope) {
  const { label, example, answer } = OPEN_CALLS[scope]
  return {
    post: {
      operationId: scope,
      summary: label.zh,
      description: label.en,
      parameters: ['X-App-Id', 'X-Timestamp', 'X-Nonce', 'X-Sign'].map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
      requestBody: { required: true, content: { 'application/json': { schema: bodySchema(OPEN_BODIES[scope]), example } } },
      responses: {
        '200': { description: DONE, content: { 'application/json': { example: { code: 200, success: true, data: answer, msg: DONE } } } },
        default: { description: 'x-faults' },
      },
    },
  }
}
/** What a partner is given: nothing of it is secret. */
export function describeApp(app: DescribedApp, signed: SignedExample, faults: readonly DescribedFault[]) {
  return {
    openapi: '3.1.0',
    info: { title: `${app.name} 开放接口`, version: '1', description: `${SIGNING.zh}\n\n${SIGNING.en}` },
    servers: [{ url: '/api' }],
    'x-application': { appId: app.appId, scopes: app.scopes, isSandbox: app.isSandbox, dailyQuota: app.dailyQuota },
    'x-signing': { algorithm: app.algorithm, encoding: 'hex', example: signed },
    'x-faults': faults,
    paths: Object.fromEntries(app.scopes.map((s) => [OPEN_CALLS[s].path, operation(s)])),
  }
}
