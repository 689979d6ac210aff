// Answers against the OpenAPI document: as much of JSON Schema as the document uses.
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { openApi } from '../../apps/server/openapi.server.ts'
import type { Route } from '../../kit/server/route.server.ts'

type Schema = Record<string, any>
const TYPES: Readonly<Record<string, (v: unknown) => boolean>> = {
  string: (v) => typeof v === 'string',
  integer: Number.isInteger,
  number: (v) => typeof v === 'number',
  boolean: (v) => typeof v === 'boolean',
  null: (v) => v === null,
  array: Array.isArray,
  object: (v) => typeof v === 'object' && v !== null && !Array.isArray(v),
}
/** What of a value is not as its schema says, each with its place; at most a few of a long list. */
export function schemaFaults(doc: Schema, schema: Schema, v: unknown, at = ''): string[] {
  if (schema.$ref)
    return schemaFaults(
      doc,
      schema.$ref
        .slice(2)
        .split('/')
        .reduce((o: Schema, n: string) => o[n], doc),
      v,
      at,
    )
  if (schema.anyOf) {
    const each = (schema.anyOf as Schema[]).map((x) => schemaFaults(doc, x, v, at))
    return each.some((f) => f.length === 0) ? [] : each[0]!
  }
  const found: string[] = []
  if ('const' in schema && v !== schema.const) found.push(`${at} is ${JSON.stringify(v)}`)
  if (schema.type && ![schema.type].flat().some((t: string) => TYPES[t]!(v))) return [`${at} is ${JSON.stringify(v)?.slice(0, 40)} and no ${schema.type}`]
  if (schema.enum && !schema.enum.includes(v)) found.push(`${at} is ${JSON.stringify(v)}`)
  if (schema.pattern && typeof v === 'string' && !new RegExp(schema.pattern).test(v)) found.push(`${at} is ${v}`)
  if (Array.isArray(v)) return [...found, ...v.slice(0, 50).flatMap((x) => schemaFaults(doc, schema.items ?? {}, x, `${at}[]`))]
  if (!TYPES.object!(v)) return found
  for (const n of schema.required ?? []) if (!(n in (v as object))) found.push(`${at}.${n} is missing`)
  for (const [n, x] of Object.entries(v as object)) {
    const known = schema.properties?.[n]
    if (known) found.push(...schemaFaults(doc, known, x, `${at}.${n}`))
    else if (schema.additionalProperties === false) found.push(`${at}.${n} is not in the document`)
    else if (typeof schema.additionalProperties === 'object') found.push(...schemaFaults(doc, schema.additionalProperties, x, `${at}.${n}`))
  }
  return found
}
/** What of an answer is not as the document says for this call and status. */
export function answerFaults(doc: Schema, method: string, path: string, a: { status: number; raw: Buffer; headers: Record<string, unknown> }): string[] {
  const op = doc.paths[`/api${path}`]?.[method.toLowerCase()]
  if (!op) return ['is not in the document']
  const said = op.responses[a.status]
  if (!said) return [`answers ${a.status}, which the document does not name`]
  const { content } = said.$ref ? doc.components.responses.Refusal : said
  if (content['*/*']) return String(a.headers['content-type']).includes('json') ? ['answers JSON instead of a file'] : []
  return [...new Set(schemaFaults(doc, content['application/json'].schema, JSON.parse(a.raw.toString())))]
}

/** So many answers of each call are compared, none longer than this. */
const COMPARED = 3
const LONGEST = 100_000
/** What is known of the calls of an application; those that follow in a worker have the same, and to describe them took a fifth of making one. */
interface Described {
  /** the call of a method and path, by its own */
  callOf(method: string, path: string): Route | undefined
  readonly doc: Schema
}
const described = new Map<string, Described>()
function describedBy(routes: readonly Route[]): Described {
  const key = routes.map((r) => `${r.method} ${r.path}`).join('\n')
  const known = described.get(key)
  if (known) return known
  const named = new Map(routes.map((r) => [`${r.method} /api${r.path}`, r]))
  const shaped = routes.filter((r) => r.path.includes('{')).map((r) => ({ r, fits: new RegExp(`^/api${r.path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  let doc: Schema | undefined
  const made: Described = {
    callOf: (method, path) => named.get(`${method} ${path}`) ?? shaped.find((x) => x.r.method === method && x.fits.test(path))?.r,
    get doc() {
      return (doc ??= openApi(routes, 'x') as Schema)
    },
  }
  described.set(key, made)
  return made
}
/** Compares what the application answers its tests, the first answers of each call, with the document. @throws in the test that asked */
export function watchAnswers(app: FastifyInstance, routes: readonly Route[]): void {
  const known = describedBy(routes)
  const seen = new Map<Route, number>()
  const plain = app.inject.bind(app) as (o: InjectOptions | string) => Promise<LightMyRequestResponse>
  const watched = async (o: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const a = await plain(o)
    const { method = 'GET', url = '' } = typeof o === 'string' ? { url: o } : o
    if (
      a.statusCode !== 200 ||
      a.headers['content-encoding'] ||
      a.rawPayload.length > LONGEST ||
      !String(a.headers['content-type']).startsWith('application/json')
    )
      return a
    const path = String(url).split('?')[0]!
    const route = known.callOf(method.toUpperCase(), path)
    const n = (route && seen.get(route)) ?? 0
    if (!route || n >= COMPARED) return a
    seen.set(route, n + 1)
    const faults = answerFaults(known.doc, route.method, route.path, { status: 200, raw: a.rawPayload, headers: a.headers })
    if (faults.length) throw new Error(`${method} ${path} answers otherwise than its description says: ${faults.slice(0, 5).join('; ')}`)
    return a
  }
  app.inject = watched as typeof app.inject
}
