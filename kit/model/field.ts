import type { Text } from './lang.ts'

/**
 * The closed list of field kinds. Every kind fills one record in check.ts (model), columns.server.ts (database)
 * and kinds.web.tsx (screen): the compiler asks for the half that is missing.
 */
export const KINDS = ['text', 'note', 'int', 'decimal', 'area', 'date', 'datetime', 'dict', 'flag', 'region', 'ref', 'refs', 'geom', 'json'] as const
export type Kind = (typeof KINDS)[number]

/**
 * How a list may be filtered by a field. A field without `search` cannot be filtered on. `like` is for small tables;
 * `name` finds parts of names and pinyin in large ones by an index of tokens (name-tokens.ts).
 */
export type Search = 'eq' | 'like' | 'name' | 'prefix' | 'range' | 'in'
/** Named checks of text; their code and wording stand in formats.ts. */
type Numbers = 'idCard' | 'idNumber' | 'creditCode' | 'phone' | 'contactPhone' | 'postcode'
export type Format = Numbers | 'version' | 'url' | 'place' | 'account' | 'noBlank' | 'code' | 'email' | 'plain' | 'name' | 'address'
/** How personal data is shown to people without the right to see it in full. */
export type Mask = 'idNumber' | 'phone'

export interface FieldOptions {
  /** English label; the Chinese one is the field's first argument */
  en?: string
  /** longest text in characters, or largest number */
  max?: number
  min?: number
  /** room in the column where the standard allows imported data more than a form does */
  store?: number
  /** exact length of a text, for codes */
  length?: number
  search?: Search
  /** lists may be ordered by this column (an index must serve it) */
  sort?: boolean
  /** `false` keeps the field out of the list; what only the server fills is listed all the same */
  column?: boolean
  /** a code by which people and other tables name the row: set while it is empty, never changed after */
  fixed?: true
  /** `read` shows it disabled, `none` keeps it out of the form; neither is ever taken from a request */
  form?: 'edit' | 'read' | 'none'
  default?: string | number
  /** the closed list of values that code depends on; a dictionary entry beyond it is refused */
  values?: readonly string[]
  format?: Format
  /** `idNumber` is also how a person's number is written (clean.ts) */
  mask?: Mask
  /** kind text, a person's number: the field that says of which document, and its key of a resident's card, whose old number of 15 digits is stored as its 18 */
  resident?: readonly [type: string, card: string]
  /** kind date or datetime: it has come, and is not later than today (days.ts) */
  past?: true
  /** kind date: the first day that it may be; 1949-10-01 where nothing is said */
  since?: string
  /** the text is a name of somebody or something, and written like one (clean.ts) */
  name?: true
  /** group of the form under which the field stands (a key of the resource's `groups`) */
  group?: string
  /** what a form says beneath the field: what it means, where it comes from, what follows from it */
  help?: Text
  /** replaces the derived '请输入…' or '请选择…' */
  requiredMessage?: Text
  /** width of the list column in pixels */
  width?: number
  /** kind region: an empty one stands for the whole tenant, so it is written by who sees all of it */
  everywhere?: true
  /** what each entry of a list holds; kind json, bodies only */
  items?: Readonly<Record<string, Field>>
}

export interface Field<T = unknown, Req extends boolean = boolean> extends FieldOptions {
  readonly kind: Kind
  readonly label: string
  readonly required: Req
  /** dictionary code, for kind `dict` */
  readonly dict?: string
  /** name of the resource that a `ref` or `refs` points to */
  readonly to?: string
  /** phantom: carries the value's type, never set */
  readonly $type?: T
}

/** What a field is called; what only the server fills has no English name. */
export const labelOf = (f: Field): Text => ({ zh: f.label, en: f.en ?? f.label })

/** A field that lists leave out. */
type Detail<T, Req extends boolean, K extends Kind> = Field<T, Req> & { readonly kind: K }
type Options<Req extends boolean> = FieldOptions & { required?: Req }

function field<T, Req extends boolean>(kind: Kind, label: string, o: Options<Req>, more: { dict?: string; to?: string } = {}): Field<T, Req> {
  return Object.freeze({ ...o, kind, label, required: (o.required ?? false) as Req, ...more })
}

/** One line of text. */
export const text = <const Req extends boolean = false>(label: string, o: Options<Req> = {}) => field<string, Req>('text', label, o)
/** Several lines of text. */
export const note = <const Req extends boolean = false>(label: string, o: Options<Req> = {}) => field<string, Req>('note', label, o)
/** A whole number. */
export const int = <const Req extends boolean = false>(label: string, o: Options<Req> = {}) => field<number, Req>('int', label, o)
/** A decimal number of at most two decimals; travels and is stored as text of digits. */
export const decimal = <const Req extends boolean = false>(label: string, o: Options<Req> = {}) => field<string, Req>('decimal', label, o)
/** An area (unit in the label: 亩 or 平方米): decimal text, 0 to 9999999999999.99, two decimals. Source: land-contract.md 5. */
export const area = <const Req extends boolean = false>(label: string, o: Options<Req> = {}) =>
  field<string, Req>('area', label, { min: 0, max: 9999999999999.99, ...o })
/** A calendar day, yyyy-MM-dd. */
export const date = <const Req extends boolean = false>(label: string, o: Options<Req> = {}) => field<string, Req>('date', label, o)
/** A moment, yyyy-MM-dd HH:mm:ss in Asia/Shanghai. */
export const datetime = <const Req extends boolean = false>(label: string, o: Options<Req> = {}) => field<string, Req>('datetime', label, o)
/** A key of a dictionary; keys are text. */
export const dict = <const Req extends boolean = false>(label: string, code: string, o: Options<Req> = {}) =>
  field<string, Req>('dict', label, o, { dict: code })
/** A platform flag, 0 or 1. Not the national 是否, which is the dictionary yes_no (1 是, 2 否). */
export const flag = <const Req extends boolean = false>(label: string, o: Options<Req> = {}) => field<number, Req>('flag', label, o)
/** A region code of 2, 4, 6, 9, 12 or 14 digits. */
export const region = <const Req extends boolean = false>(label: string, o: Options<Req> = {}) => field<string, Req>('region', label, o)
/** The id of one row of another resource. */
export const ref = <const Req extends boolean = false>(label: string, to: string, o: Options<Req> = {}) => field<string, Req>('ref', label, o, { to })
/** Ids of rows of another resource, joined by commas on the wire. */
export const refs = <const Req extends boolean = false>(label: string, to: string, o: Options<Req> = {}) => field<string, Req>('refs', label, o, { to })
/** A polygon as WKT in EPSG:4326 on the wire. */
export const geom = <const Req extends boolean = false>(label: string, o: Options<Req> = {}) =>
  field<string, Req>('geom', label, o) as Detail<string, Req, 'geom'>
/** Structured data that only code reads; what reads it as `T` is code that wrote it. */
export const json = <T = unknown, const Req extends boolean = false>(label: string, o: Options<Req> = {}) =>
  field<T, Req>('json', label, o) as Detail<T, Req, 'json'>
/** A list that a body carries: its entries have the fields of another definition. */
export const listOf = (label: string, en: string, items: Readonly<Record<string, Field>>) => json(label, { en, items })
