import type { Kind } from '../../kit/model/field.ts'
import type { AnyResource, Fields } from '../../kit/model/resource.ts'
import type { Route, AnswerShape } from '../../kit/server/route.server.ts'

/** A piece of JSON Schema, or rows of a definition within one. */
export type Schema = Readonly<Record<string, unknown>>
/** Data of an answer that no definition describes. */
export interface Data {
  readonly data: Schema
}
/** Answers by method and path. */
export type Answers = Readonly<Record<string, AnswerShape | Data>>
export const data = (schema: Schema): Data => ({ data: schema })

export const ANY: Schema = {}
export const TEXT: Schema = { type: ['string', 'null'] }
export const INT: Schema = { type: ['integer', 'null'] }
const NUMBER: Schema = { type: ['number', 'null'] }
const YES_NO: Schema = { type: ['boolean', 'null'] }
/** An object whose names are data, and one whose values are texts. */
export const MAP: Schema = { type: ['object', 'null'] }
export const TEXTS: Schema = { type: 'object', additionalProperties: { type: 'string' } }
const LIST: Schema = { type: ['array', 'null'] }

/** Names of values by their kind, blanks between. */
interface Names {
  text?: string
  int?: string
  number?: string
  bool?: string
  any?: string
  /** lists whose entries are told by their kin: the same nodes again, or whatever was kept */
  list?: string
  map?: string
}
const KINDS: Readonly<Record<keyof Names, Schema>> = { text: TEXT, int: INT, number: NUMBER, bool: YES_NO, any: ANY, list: LIST, map: MAP }
/** An object with these names and no other; each may be missing. `more`: names with a shape of their own. */
export function object(names: Names, more: Readonly<Record<string, Schema>> = {}): Schema {
  const plain = (Object.entries(names) as [keyof Names, string][]).flatMap(([kind, all]) => all.split(' ').map((n) => [n, KINDS[kind]] as const))
  return { type: ['object', 'null'], properties: { ...Object.fromEntries(plain), ...more }, additionalProperties: false }
}
export const list = (items: Schema): Schema => ({ type: ['array', 'null'], items })
/** A page of rows; `more` stands beside them. */
export const pageSchema = (row: Schema, more: Readonly<Record<string, Schema>> = {}): Schema => {
  const counts = { total: INT, size: INT, current: INT, pages: INT, totalIsEstimate: YES_NO }
  return { type: 'object', properties: { records: list(row), ...counts, ...more }, required: ['records', 'total'], additionalProperties: false }
}
const TEXT_KINDS: readonly Kind[] = ['text', 'note', 'dict', 'region', 'date', 'datetime', 'refs']
/** Names of texts and dates of a definition. */
function textsOf(of: AnyResource | Fields): string[] {
  const fields = ('fields' in of ? of.fields : of) as Fields
  return Object.keys(fields).filter((n) => TEXT_KINDS.includes(fields[n]!.kind))
}
/**
 * Names of texts in an answer, however deep they stand. A name that is a text in one place and something else in another is none: by names alone nobody
 * tells them apart.
 */
export function textsIn(answer: Route['answer'] | Data): string[] {
  if (typeof answer !== 'object') return []
  if (!('data' in answer)) return textsOf(answer.of)
  const texts = new Set<string>(),
    others = new Set<string>()
  const look = (s: Schema): void => {
    const { of, properties, items } = s as { of?: AnyResource; properties?: Record<string, Schema>; items?: Schema }
    if (of) for (const n of Object.keys(of.fields)) (textsOf(of).includes(n) ? texts : others).add(n)
    for (const [n, x] of Object.entries(properties ?? {})) {
      ;(x === TEXT ? texts : others).add(n)
      look(x)
    }
    if (items) look(items)
  }
  look(answer.data)
  return [...texts].filter((n) => !others.has(n))
}
/** A row of a definition within other data, `also` with derived names. */
export const row = (of: AnyResource, also: readonly string[] = []): Schema => ({ of, also })
