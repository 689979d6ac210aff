// Answers against the OpenAPI document: as much of JSON Schema as the document uses.
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
