import type { Answers, Data } from './answer-schemas.server.ts'
import { ANSWERS } from './answers/answers.server.ts'
import type { Field, Kind } from '../../kit/model/field.ts'
import { isEditable, type AnyResource, type Fields } from '../../kit/model/resource.ts'
import { OPERATORS, WHERE_LIMITS } from '../../kit/model/where.ts'
import { BASE_COLUMNS } from '../../kit/server/columns.server.ts'
import { openOperations } from '../../outside/open/describe.server.ts'
import { isRepeatable, type Route, type AnswerShape } from '../../kit/server/route.server.ts'

type Schema = Readonly<Record<string, unknown>>
const DECIMAL = '^-?\\d+(\\.\\d{1,2})?$',
  ID = '^\\d{1,19}$',
  MOMENT = '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$'

const bounds = (f: Field): Schema => told({ minimum: f.min, maximum: f.max })
const lengths = (f: Field): Schema => told({ minLength: f.length ?? f.min, maxLength: f.length ?? f.max })
const told = (all: Readonly<Record<string, unknown>>): Schema => Object.fromEntries(Object.entries(all).filter(([, v]) => v !== undefined))
/** The value of each kind on the wire, as answers have it and bodies send it. */
const VALUES: Readonly<Record<Kind, (f: Field) => Schema>> = {
  text: (f) => ({ type: 'string', ...lengths(f), ...told({ enum: f.values }) }),
  note: (f) => ({ type: 'string', ...lengths(f) }),
  int: (f) => ({ type: 'integer', ...bounds(f) }),
  decimal: () => ({ type: 'string', pattern: DECIMAL }),
  area: () => ({ type: 'string', pattern: DECIMAL }),
  date: () => ({ type: 'string', format: 'date' }),
  datetime: () => ({ type: 'string', pattern: MOMENT }),
  dict: (f) => ({ type: 'string', maxLength: 40, ...told({ enum: f.values, 'x-dictionary': f.dict }) }),
  flag: () => ({ type: 'integer', enum: [0, 1] }),
  region: () => ({ type: 'string', pattern: '^(\\d{2}|\\d{4}|\\d{6}|\\d{9}|\\d{12}|\\d{14})$' }),
  ref: () => ({ type: 'string', pattern: ID }),
  refs: () => ({ type: 'string', pattern: '^\\d{1,19}(,\\d{1,19})*$' }),
  geom: () => ({ type: 'string', description: 'WKT, EPSG:4326' }),
  json: (f) => (f.items ? { type: 'array', items: bodySchema(f.items) } : {}),
}
const valueSchema = (f: Field): Schema => ({ title: f.label, ...VALUES[f.kind](f) })
/** What a body may have. Numbers may come as text of digits as well. */
const bodySchema = (fields: Fields): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([n, f]) => [n, valueSchema(f)])),
  required: Object.entries(fields)
    .filter(([, f]) => f.required && isEditable(f))
    .map(([n]) => n),
})
/** Every call that changes something may be told which row, and the revision of it that was read (TextInput of route.server.ts): no body declares them. */
const ROW_OF: Schema = { id: { type: 'string', pattern: ID, title: '数据编号' }, rev: { type: 'integer', title: '读取时的数据版本' } }
const ofRow = (body: Schema): Schema => ({ ...body, properties: { ...ROW_OF, ...(body.properties as Schema) } })

const nullable = ({ type, enum: some, ...s }: Schema): Schema => ({
  ...s,
  ...told({ type: type && [type, 'null'], enum: some && [...(some as unknown[]), null] }),
})
/** Values that an answer may hold: what is masked or no longer fits its check is told as it stands. */
const answered = (f: Field): Schema => nullable(told({ title: f.label, type: VALUES[f.kind](f).type }))
const BASE: Schema = Object.fromEntries(Object.keys(BASE_COLUMNS).map((n) => [n, { type: n === 'rev' ? 'integer' : 'string' }]))
const isDefinition = (of: AnyResource | Fields): of is AnyResource => typeof of.path === 'string'
/** A row as calls answer it; no other name stands in it. */
function rowSchema(of: AnyResource | Fields, also: readonly string[]): Schema {
  const [fields, r] = isDefinition(of) ? [of.fields, of] : [of, undefined]
  const land = r?.scope === 'land' ? { countyCode: { type: 'string' }, regionCode: { type: 'string' } } : {}
  const names = [...(r?.derived ?? []), ...also]
  return {
    type: 'object',
    properties: {
      ...(r ? { ...BASE, ...land } : {}),
      ...Object.fromEntries(names.map((n) => [n, {}])),
      ...Object.fromEntries(Object.entries(fields).map(([n, f]) => [n, answered(f)])),
    },
    additionalProperties: false,
  }
}

const PAGE = {
  total: { type: 'integer' },
  size: { type: 'integer' },
  current: { type: 'integer' },
  pages: { type: 'integer' },
  totalIsEstimate: { type: 'boolean' },
}
/** Rows of a definition within other data, named by the definition, wherever they stand in a schema. */
function filledIn(v: unknown, components: Record<string, Schema>): unknown {
  if (!v || typeof v !== 'object' || Array.isArray(v)) return v
  const s = v as Schema & { of?: AnyResource; also?: readonly string[] }
  if (s.of) return dataSchema({ as: 'row', of: s.of, also: s.also ?? [] }, components)
  return Object.fromEntries(Object.entries(s).map(([n, x]) => [n, filledIn(x, components)]))
}
/** The `data` of an answer; rows of definitions stand among the components. */
function dataSchema(answer: AnswerShape | Data, components: Record<string, Schema>): Schema {
  if (typeof answer === 'object' && 'data' in answer) return filledIn(answer.data, components) as Schema
  if (answer === 'id') return { type: ['string', 'null'], pattern: ID }
  if (answer === 'nothing') return { type: ['string', 'boolean', 'number', 'null'] }
  const also = answer.also ?? []
  let row = rowSchema(answer.of, also)
  if (isDefinition(answer.of)) {
    const name = [answer.of.name, ...(also.length ? ['with', ...also] : [])].join('_')
    components[name] = row
    row = { $ref: `#/components/schemas/${name}` }
  }
  if (answer.as === 'row') return { anyOf: [row, { type: 'null' }] }
  return answer.as === 'page'
    ? { type: 'object', properties: { records: { type: 'array', items: row }, ...PAGE }, required: ['records', 'total', 'size', 'current', 'pages'] }
    : { type: 'array', items: row }
}
const envelope = (data: Schema): Schema => ({
  type: 'object',
  properties: { code: { const: 200 }, success: { const: true }, data, msg: { type: 'string' } },
  required: ['code', 'success', 'data', 'msg'],
})

/** Names of queries that mean the same everywhere. */
const QUERIES: Readonly<Record<string, Schema>> = {
  current: { type: 'integer', minimum: 1 },
  size: { type: 'integer', minimum: 1, maximum: 500 },
  ascs: { type: 'string', description: 'column,column' },
  descs: { type: 'string', description: 'column,column' },
  exactTotal: { type: 'boolean' },
  where: {
    type: 'string',
    maxLength: WHERE_LIMITS.text,
    description: 'JSON: {"and": […]}, {"or": […]} or {"field", "op", "value"}; operators: ' + OPERATORS.join(', '),
  },
  asOf: { type: 'string', format: 'date' },
  knownAt: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' },
  id: { type: 'string', pattern: ID },
  ids: { type: 'string', pattern: '^\\d{1,19}(,\\d{1,19})*$' },
}
/** What a query name holds: a part of a text, a value or a bound of the field that it begins with, else text. */
function querySchema(name: string, fields: Fields): Schema {
  const base = name.replace(/(_[a-z]+|Start|End)$/, '')
  const f = fields[name] ?? fields[base]
  if (!f) return QUERIES[name] ?? { type: 'string' }
  const { title, type, ...rest } = valueSchema(f)
  return { title, type: type ?? 'string', ...(f.search === 'eq' || f.search === 'range' ? rest : {}) }
}

/** Refusals that a call can meet, by status. Source: decisions, wire dialect. */
function refusals(r: Route): Record<string, Schema> {
  const writes = r.method !== 'GET' || r.writes
  const codes = [400, ...(r.perm === 'public' ? [] : [401, 403]), 404, ...(writes ? [409] : []), ...(r.body || r.upload ? [413, 415] : []), 429, 500, 503]
  return Object.fromEntries(codes.map((c) => [c, { $ref: '#/components/responses/Refusal' }]))
}
const FILE = { description: 'a file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
const ok = (schema: Schema): Schema => ({ description: 'done', content: { 'application/json': { schema } } })
const LANGUAGE = { $ref: '#/components/parameters/Language' }
const KEY = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', pattern: '^[!-~]{1,200}$' }, description: 'done once in a day' }
const REFUSED: Schema = {
  type: 'object',
  properties: { code: { type: 'integer' }, success: { const: false }, data: {}, msg: { type: 'string' }, key: { type: 'string' } },
  required: ['code', 'success', 'msg'],
}

/** A call of applications as their own documents tell it (body, examples, every refusal), in its place among all. */
function openCall(path: string, said: ReturnType<typeof openOperations>): object {
  const post = said.get(path)?.post
  if (!post) return {}
  const { operationId: _, parameters, requestBody, ...words } = post
  const sends = Object.keys(requestBody.content['application/json'].schema.properties).length > 0
  return { ...words, ...(sends ? { requestBody } : {}), parameters: [...parameters, LANGUAGE] }
}

/** The whole contract as OpenAPI 3.1, made from the route table and the definitions: nothing is written twice. */
export function openApi(routes: readonly Route[], version: string, answers: Answers = ANSWERS): object {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, Schema> = { Refusal: REFUSED }
  const ofApplications = openOperations()
  for (const r of routes) {
    const answer = r.answer ?? answers[`${r.method} ${r.path}`]
    const fields = {
      ...(r.body && r.body !== 'any' ? r.body : {}),
      ...(typeof answer === 'object' && 'of' in answer ? (isDefinition(answer.of) ? answer.of.fields : answer.of) : {}),
    }
    const body = r.upload
      ? { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] } } }
      : r.body === 'any'
        ? { 'application/json': { schema: { type: 'object', additionalProperties: true } } }
        : r.body && Object.keys(r.body).length
          ? { 'application/json': { schema: r.perm === 'public' ? bodySchema(r.body) : ofRow(bodySchema(r.body)) } }
          : undefined
    ;(paths[`/api${r.path}`] ??= {})[r.method.toLowerCase()] = {
      operationId: `${r.method.toLowerCase()}${r.path
        .replace(/-(\w)/g, (_, c: string) => c.toUpperCase())
        .replace(/[^\w]+/g, '_')
        .replace(/_$/, '')}`,
      tags: [
        r.path
          .split('/')
          .slice(1, -1)
          .filter((p) => !p.startsWith('{'))
          .slice(0, 2)
          .join('/') || r.path.slice(1),
      ],
      summary: r.summary,
      'x-perm': r.perm,
      'x-scope': r.scope,
      'x-audit': r.audit,
      parameters: [
        ...[...r.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...(r.query ?? []).map((name) => ({ name, in: 'query', schema: querySchema(name, fields) })),
        ...(r.headers ?? []).map((name) => ({ name, in: 'header', schema: { type: 'string' } })),
        LANGUAGE,
        ...(isRepeatable(r) ? [{ $ref: '#/components/parameters/Key' }] : []),
      ],
      ...(body ? { requestBody: { content: body } } : {}),
      responses: {
        200: answer === 'file' ? FILE : answer === 'bare' ? ok({ type: 'object' }) : ok(envelope(answer ? dataSchema(answer, schemas) : {})),
        ...(r.kept ? { 304: { description: 'what the caller has still holds' } } : {}),
        ...refusals(r),
      },
      ...(r.perm === 'public' ? { security: [] } : {}),
      ...(r.rate === 'partners' ? openCall(r.path, ofApplications) : {}),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Chengbao', version },
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Cpt-Auth', description: 'bearer <access token>' } },
      parameters: { Key: KEY, Language: { name: 'Accept-Language', in: 'header', schema: { type: 'string' }, description: 'zh or en' } },
      responses: { Refusal: { description: 'refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } } },
      schemas,
    },
    paths,
  }
}
