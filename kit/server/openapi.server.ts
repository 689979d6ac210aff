import { z } from 'zod'
import { schemaOf } from '../model/check.ts'
import type { Field, Kind } from '../model/field.ts'
import type { Fields } from '../model/resource.ts'
import type { Route } from './route.server.ts'

/** Kinds whose `min` and `max` bound a number; they bound the length of the others. */
const NUMBERS: readonly Kind[] = ['int', 'decimal', 'area']
function limitsOf(f: Field): object {
  const [least, most] = NUMBERS.includes(f.kind) ? ['minimum', 'maximum'] : ['minLength', 'maxLength']
  return Object.fromEntries(Object.entries({ [least!]: f.length ?? f.min, [most!]: f.length ?? f.max }).filter(([, v]) => v !== undefined))
}
function valueSchema(f: Field): object {
  if (f.items) return { type: 'array', items: bodySchema(f.items) }
  const { $schema: _, ...schema } = z.toJSONSchema(schemaOf(f), { io: 'input', unrepresentable: 'any' })
  return schema
}
const bodySchema = (fields: Fields): object => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([n, f]) => [n, { ...valueSchema(f), title: f.label, ...limitsOf(f) }])),
  required: Object.entries(fields)
    .filter(([, f]) => f.required)
    .map(([n]) => n),
})

/** The whole contract as OpenAPI 3.1, made from the route table: nothing is written twice. */
export function openApi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const r of routes) {
    const parameters = [
      ...[...r.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(r.query ?? []).map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    ]
    const body = r.upload
      ? { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } }
      : r.body
        ? { 'application/json': { schema: r.body === 'any' ? { type: 'object' } : bodySchema(r.body) } }
        : undefined
    ;(paths[`/api${r.path}`] ??= {})[r.method.toLowerCase()] = {
      summary: r.summary,
      'x-perm': r.perm,
      'x-scope': r.scope,
      'x-audit': r.audit,
      ...(parameters.length ? { parameters } : {}),
      ...(body ? { requestBody: { content: body } } : {}),
      responses: { 200: { description: 'envelope {code, success, data, msg}' } },
      ...(r.perm === 'public' ? { security: [] } : {}),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Chengbao', version },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Cpt-Auth' } } },
    paths,
  }
}
