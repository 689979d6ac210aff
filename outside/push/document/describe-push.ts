// The document for a registry that receives what we push (OpenAPI 3.1): what it is sent, how that is signed, what it answers, when it is tried again, what it is asked. Pure.
// Source: business-flows.md 10.1, 10.2; docs/adr/0067, 0069.
import { labelOf, type Field } from '../../../kit/model/field.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import { cbdkxx, cbht, djb, djb_cbf, djb_jtcy } from '../../../land/definitions/cbht.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { messageText, type RegistryMessage } from '../message.ts'
import { withEnglish } from './english.ts'
import { PUSH_DEFAULTS } from '../retry.ts'
import { RIGHT, SURVEYED, messageFields } from './message-fields.ts'

/** Part of JSON Schema, as far as a message needs it. */
interface Schema {
  type: string | readonly string[]
  title?: string
  description?: string
  pattern?: string
  enum?: readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: false
  items?: Schema
}
const said = (title: string, more: Partial<Schema> = {}): Schema => ({ type: ['string', 'null'], title, ...more })
const must = (title: string, pattern: string): Schema => ({ type: 'string', title, pattern })
/** Forms of texts, by the kind of their field; an empty text is none. */
const FORMS: Partial<Record<Field['kind'], string>> = { date: '^(\\d{4}-\\d\\d-\\d\\d)?$', area: '^(\\d+(\\.\\d+)?)?$' }
const ofField = (f: Field): Schema => {
  const { zh, en } = labelOf(f)
  const form = FORMS[f.kind]
  const type = f.kind === 'int' || f.kind === 'flag' ? (['number', 'null'] as const) : (['string', 'null'] as const)
  return { type, title: zh, description: en, ...(form ? { pattern: form } : {}) }
}
const ofRow = (r: AnyResource): Record<string, Schema> => Object.fromEntries(messageFields(r).map(([n, f]) => [n, ofField(f)]))
const object = (title: string, properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  title,
  properties,
  required: Object.keys(properties).filter((n) => !optional.includes(n)),
  additionalProperties: false,
})
const listOf = (title: string, items: Schema): Schema => ({ type: 'array', title, items })

const CODE = '^\\w{1,40}$'
const BOOK = must('登记簿（承包合同、经营权证）编码', '^\\d{18}[JQ]$')
const SIDE: Schema = { type: 'string', title: '属于业务前（before）还是业务后（after）', enum: ['before', 'after'] }
const book = object('登记簿', {
  ...ofRow(djb),
  parcels: listOf('承包地块', object('承包地块', ofRow(cbdkxx))),
  ql: object('QLF_QL_NYDSYQ', Object.fromEntries(Object.entries(RIGHT).map(([n, title]) => [n, said(title)]))),
})
const surveyed = Object.fromEntries(messageFields(cbf).flatMap(([n, f]) => ((SURVEYED as readonly string[]).includes(n) ? [[n, ofField(f)]] : [])))
/** One message: what a finished business changed. */
export const MESSAGE_SCHEMA: Schema = withEnglish(
  object('已办结业务报文', {
    head: object(
      '报文头',
      {
        msgId: must('消息编号：同一业务、同一版本不变，用于去重', '^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'),
        bizCode: must('业务编号', CODE),
        bizType: must('业务类型', CODE),
        bizItem: must('业务事项', '^\\w{0,40}$'),
        bdcCode: must('登记业务代码', '^\\d{7}$'),
        regionCode: must('行政区划代码', '^\\d{6,14}$'),
        sendTime: must('首次发送时间（北京时间）：同一消息编号重发时不变', '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$'),
        version: { type: 'integer', title: '版本：数据变化后重新推送时加一，消息编号随之改变' },
        prevBizCode: must('同一登记簿上一笔业务的编号：应先于本报文到达', CODE),
        callbackUrl: { type: 'string', title: '登记结果通知地址' },
      },
      ['prevBizCode', 'callbackUrl'],
    ),
    before: listOf('业务前的登记簿', book),
    after: listOf('业务后的登记簿', book),
    parcels: listOf(
      '业务前后的地块',
      object('地块', {
        ...ofRow(dk),
        ydkbm: listOf('原地块编码（分割、合并的来源）', must('地块编码', '^\\d{19}$')),
        wkt: said('图形（WKT，EPSG:4490，经度在前）', { pattern: '^((MULTI)?POLYGON ?\\(\\([\\s\\S]+\\)\\))?$' }),
        crs: must('坐标系', '^EPSG:4490$'),
        areaM2: said('实测面积（平方米）'),
        areaMu: said('实测面积（亩）'),
        op: { type: 'string', title: '操作：01保持 02新增 03变更 04注销', enum: ['01', '02', '03', '04'] },
      }),
    ),
    parties: object('当事人', {
      fbf: { ...object('发包方', ofRow(fbf)), type: ['object', 'null'] },
      cbf: listOf(
        '承包方',
        object('承包方', { ...surveyed, ...ofRow(djb_cbf), cbfcysl: said('承包方成员数量', { type: ['number', 'null'] }), cbjyqzbm: BOOK, side: SIDE }),
      ),
      members: listOf('家庭成员', object('家庭成员', { ...ofRow(djb_jtcy), cbjyqzbm: BOOK, side: SIDE })),
    }),
    contract: listOf('承包合同', object('承包合同', { ...ofRow(cbht), fileId: said('合同文件编号'), sha256: said('合同文件SHA-256'), side: SIDE })),
    files: listOf(
      '业务附件',
      object('附件', {
        kind: said('附件类别'),
        name: said('文件名'),
        fileId: must('附件编号：用应用标识和签名向本系统/api/openApi/file取内容', '^\\d{1,19}$'),
        url: must('取附件的路径', '^/'),
        sha256: said('内容的SHA-256'),
        size: said('字节数', { type: ['number', 'null'] }),
      }),
    ),
  }),
)

const XML = {
  zh: 'XML与JSON内容相同：根元素message；对象的每个成员为同名子元素；数组的每项为子元素item；空值为nil="true"的空元素。结构见x-xsd。',
  en: 'XML says the same: the root is message; a member of an object is an element of its name; an entry of a list is an element item; null is an empty element with nil="true". See x-xsd.',
}
/** An element of the XML form, by the schema of what it holds. */
function element(name: string, s: Schema, mayMiss = false): string {
  const [head, nil] = [`<xs:element name="${name}"${mayMiss ? ' minOccurs="0"' : ''}`, '<xs:attribute name="nil" type="xs:boolean"/>']
  if (s.items) {
    const item = element('item', s.items).replace('<xs:element', '<xs:element minOccurs="0" maxOccurs="unbounded"')
    return `${head}><xs:complexType><xs:sequence>${item}</xs:sequence></xs:complexType></xs:element>`
  }
  if (!s.properties)
    return `${head}><xs:complexType><xs:simpleContent><xs:extension base="xs:string">${nil}</xs:extension></xs:simpleContent></xs:complexType></xs:element>`
  const inner = Object.entries(s.properties).map(([n, of]) => element(n, of, !s.required?.includes(n)))
  // one that is null has none of them
  const all = `<xs:all${[s.type].flat().includes('null') ? ' minOccurs="0"' : ''}>${inner.join('')}</xs:all>`
  return `${head}><xs:complexType>${all}${nil}</xs:complexType></xs:element>`
}
const XSD = `<?xml version="1.0" encoding="UTF-8"?>\n<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${element('message', MESSAGE_SCHEMA)}</xs:schema>`

/** A message as short as one can be: a contract that was cancelled, without parcels or papers. */
const EXAMPLE: RegistryMessage = {
  head: {
    msgId: '6f1c6a0e-3f7e-5d0a-9a53-2f9c3c1f7a10',
    bizCode: 'YW20260501001',
    bizType: 'contract_cancel',
    bizItem: 'contract_cancel_1',
    bdcCode: '4000101',
    regionCode: '512021119203',
    sendTime: '2026-05-01 10:00:00',
    version: 1,
  },
  before: [],
  after: [],
  parcels: [],
  parties: { fbf: null, cbf: [], members: [] },
  contract: [],
  files: [],
}

export interface DescribedTarget {
  url: string
  appId: string
  algorithm: string
  format: string
  maxTries: number
  /** minutes before each further attempt, by comma */
  retryMinutes: string
  timeoutSeconds: number
}
/** A call that nobody makes, signed by one algorithm: to compare one's own signature with. */
export interface SignedExample {
  algorithm: string
  secret: string
  method: string
  path: string
  timestamp: string
  nonce: string
  body: string
  sign: string
}
/** The text of the message that is signed in the examples. */
export const EXAMPLE_BODY = messageText(EXAMPLE, 'json')

const RULES = {
  zh: [
    '本文档说明登记机构如何接收农村土地承包业务的推送。接口由登记机构实现，本系统调用。',
    '签名：请求头X-App-Id、X-Timestamp（毫秒，与服务器相差不超过5分钟）、X-Nonce（10分钟内不重复）、X-Sign。待签名串为五行：请求方法、路径（不含查询串）、时间戳、随机串、请求体SHA-256（小写十六进制），以\\n连接；以应用密钥（原样文本）为键做HMAC-SHA256或HMAC-SM3，小写十六进制。两种算法的示例见x-signing。',
    '更换密钥后7天内，如登记机构以401拒绝新密钥的签名，本系统用旧密钥再发一次。',
    '去重：以head.msgId为准，同一msgId每次发送的请求体逐字节相同（签名请求头不同）。重复收到同一msgId时应返回第一次的应答，不再次处理。',
    '顺序：同一登记簿的业务逐笔推送，前一笔（head.prevBizCode）未到达时后一笔不推送。',
    '应答：HTTP 2xx且code为100表示已接收，可同时返回不动产单元号和不动产权证号；其他code、其他4xx和无法识别的2xx应答为未接收，401为签名错误，都不再自动重试，由工作人员处理。408、429、5xx、超时和断开按x-retry重试，msgId不变。',
    '登记结果：登簿、抵押、异议、查封、解除、退回等结果由登记机构用本系统“应用授权”的接口/api/openApi/notice发来；附件用/api/openApi/file取得。',
    '对账：本系统向“推送地址/arrived”询问一段日期内登记机构已接收的报文，逐笔比对；同一业务有多条时以最后一条为准。',
    XML.zh,
  ],
  en: [
    'How a registry receives what is pushed to it. The registry implements these calls; this system makes them.',
    'Signature: headers X-App-Id, X-Timestamp (milliseconds, within 5 minutes of the server), X-Nonce (not twice within 10 minutes), X-Sign. The text to sign has five lines joined by \\n: method, path without query, timestamp, nonce, SHA-256 of the body in lower-case hex; X-Sign is its HMAC-SHA256 or HMAC-SM3 in lower-case hex, keyed with the app secret as it is written. See x-signing for both.',
    'For 7 days after a change of the secret a call whose signature is answered with 401 is sent once more, signed with the former secret.',
    'Repeats: head.msgId is the key; the body of a message is the same, byte for byte, at every attempt (the headers of the signature are not). A message that comes again is answered as the first time and has no second effect.',
    'Order: businesses of one book come one after another; while the one before (head.prevBizCode) has not arrived, the next is not sent.',
    'Answers: HTTP 2xx with code 100 = taken, with unit numbers and certificates if there are any; another code, another 4xx, an answer of 2xx that cannot be read, and 401 are final and go to a person. 408, 429, 5xx, no answer and a cut connection are tried again by x-retry, with the same msgId.',
    'Outcome: the registry tells registrations, mortgages, objections, seizures, their ends and refusals by our call /api/openApi/notice, and fetches papers by /api/openApi/file, as an authorised application.',
    'Reconciliation: we ask <address>/arrived which messages of a span of days the registry has, and compare them one by one; of several of one case the last counts.',
    XML.en,
  ],
}
const HEADERS = ['X-App-Id', 'X-Timestamp', 'X-Nonce', 'X-Sign'].map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } }))
const numbers = (code: string, name: string) => ({
  type: 'array',
  items: { type: 'object', required: [code, name], properties: { [code]: { type: 'string' }, [name]: { type: 'string' } } },
})
const ANSWER = {
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'integer', description: '100 = 已接收 / taken' },
    message: { type: 'string', description: '拒绝原因，也可写在msg中 / why it was refused; it may stand in msg' },
    bdcdyh: numbers('dkbm', 'bdcdyh'),
    bdcqzh: numbers('cbjyqzbm', 'bdcqzh'),
  },
}
const json = (schema: object, example: object) => ({ 'application/json': { schema, example } })
const TAKEN = {
  code: 100,
  message: 'OK',
  bdcdyh: [{ dkbm: '5120211192030100001', bdcdyh: '512021119203NB00001W00000000' }],
  bdcqzh: [{ cbjyqzbm: '512021119203010001J', bdcqzh: '川（2026）安岳县不动产权第0000001号' }],
}
const ASKED = { regionCode: '512021', from: '2026-05-01', to: '2026-05-31' }
const HAD = { code: 100, messages: [{ bizCode: 'YW20260501001', msgId: EXAMPLE.head.msgId, time: '2026-05-01 10:00:02' }] }
/** As a registry says it, in its own language. */
const SIGN_WRONG = '签名不正确'
const responses = (schema: object, example: object) => ({
  '200': { description: '已接收，或业务拒绝（code不为100） / taken, or refused (another code)', content: json(schema, example) },
  '401': { description: '签名错误 / the signature is wrong', content: json(ANSWER, { code: 101, message: SIGN_WRONG }) },
  '503': { description: '暂时不能接收，按x-retry重试 / tried again by x-retry' },
})
/** One document for a registry; `target`: a configuration, where one is described. Nothing of it is secret. */
export function describePush(signed: readonly SignedExample[], target?: DescribedTarget) {
  const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
  const asked = { type: 'object', required: ['regionCode', 'from', 'to'], properties: { regionCode: { type: 'string' }, from: day, to: day } }
  const entry = {
    type: 'object',
    required: ['bizCode', 'msgId'],
    properties: { bizCode: { type: 'string' }, msgId: { type: 'string' }, time: { type: 'string' } },
  }
  const had = { type: 'object', required: ['code', 'messages'], properties: { code: { type: 'integer' }, messages: { type: 'array', items: entry } } }
  const { url, ...settings } = target ?? { url: '{推送地址}' }
  return {
    openapi: '3.1.0',
    info: { title: '登记数据推送（登记机构接收）', version: '1', description: `${RULES.zh.join('\n')}\n\n${RULES.en.join('\n')}` },
    servers: [{ url }],
    ...(target ? { 'x-target': settings } : {}),
    'x-signing': { encoding: 'hex', examples: signed },
    'x-retry': {
      minutes: target?.retryMinutes ?? PUSH_DEFAULTS.retryMinutes,
      maxTries: target?.maxTries ?? PUSH_DEFAULTS.maxTries,
      timeoutSeconds: target?.timeoutSeconds ?? PUSH_DEFAULTS.timeoutSeconds,
      again: ['408', '429', '5xx', 'timeout', 'network'],
      final: ['401', '4xx', 'code ≠ 100', 'unreadable 2xx'],
    },
    paths: {
      '/': {
        post: {
          operationId: 'push',
          summary: '接收已办结业务',
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: {
              ...json(MESSAGE_SCHEMA, EXAMPLE),
              'application/xml': { schema: { type: 'string', description: XML.zh }, example: messageText(EXAMPLE, 'xml') },
            },
          },
          responses: responses(ANSWER, TAKEN),
        },
      },
      '/arrived': {
        post: {
          operationId: 'arrived',
          summary: '对账：已接收的报文',
          parameters: HEADERS,
          requestBody: { required: true, content: json(asked, ASKED) },
          responses: responses(had, HAD),
        },
      },
    },
    'x-xsd': XSD,
  }
}
