import type { Kind, Search } from '../../kit/model/field.ts'
import type { AnyResource, Scope } from '../../kit/model/resource.ts'
import type { ForeignColumn } from '../../platform/settings/datasource.ts'

/** A column as the database's own catalogue tells it. */
export interface DbColumn {
  name: string
  /** information_schema's data_type */
  type: string
  /** information_schema's udt_name */
  udt: string
  length: number | null
  scale: number | null
  collation: string | null
}
/** A field that will be generated. */
export interface GenField {
  name: string
  kind: Kind
  label: string
  en: string
  max?: number
  dict?: string
  to?: string
  search?: Search
  required: boolean
  column: boolean
}
export interface Suggested {
  /** land tables have the county in every key; only a definition can tell that rows are for everybody */
  scope: Scope
  fields: GenField[]
  /** columns of the kit that are missing: no definition fits such a table */
  missing: string[]
  /** columns of types that no field has */
  skipped: string[]
}

/** Columns that every register table has: its clocks. */
const CLOCKS = ['validFrom', 'regFrom', 'why', 'causeKind', 'causeId']
/** Columns of every table of a definition. */
const BASE = ['id', 'tenantId', 'createUser', 'createTime', 'updateUser', 'updateTime', 'rev']
const KINDS: Readonly<Record<string, Kind>> = {
  text: 'note',
  integer: 'int',
  smallint: 'flag',
  date: 'date',
  'timestamp with time zone': 'datetime',
  bigint: 'ref',
  jsonb: 'json',
}
const TOKENS = /Ix$/
/** Which kind holds what a column holds; the definition's own type of column is this one again (columns.server.ts). */
function kindOf(c: DbColumn): Kind | undefined {
  if (c.udt === 'geometry') return 'geom'
  if (c.type === 'numeric') return c.scale === 2 ? 'decimal' : undefined
  if (c.type !== 'character varying') return KINDS[c.type]
  return c.name === 'regionCode' && c.length === 14 ? 'region' : 'text'
}
/** A column of one table as a field. Words and dictionary come from the definition that the product has of it, if it has one. */
function fieldOf(c: DbColumn, kind: Kind, tokens: boolean, known: AnyResource | undefined): GenField {
  const old = known?.fields[c.name]
  const coded = kind === 'text' && old?.kind === 'dict' && c.length === 40
  const search: Search | undefined = tokens ? 'name' : kind === 'text' && c.collation === 'C' ? 'prefix' : kind === 'region' ? 'prefix' : undefined
  return {
    name: c.name,
    kind: coded ? 'dict' : kind,
    label: old?.label ?? c.name,
    en: old?.en ?? c.name,
    ...(kind === 'text' && !coded && c.length ? { max: c.length } : {}),
    ...(coded ? { dict: old!.dict! } : {}),
    ...(kind === 'ref' ? { to: old?.to ?? c.name.replace(/Id$/, '') } : {}),
    ...(search ? { search } : {}),
    required: old?.required ?? false,
    column: kind !== 'note' && kind !== 'json' && kind !== 'geom',
  }
}

/** The fields that a table suggests, in the order of its columns. Pure: `columns` were read before. */
export function suggest(columns: readonly DbColumn[], known?: AnyResource): Suggested {
  const names = new Set(columns.map((c) => c.name))
  const clocks = CLOCKS.every((n) => names.has(n)) ? CLOCKS : []
  const own = columns.filter(
    (c) => !BASE.includes(c.name) && !clocks.includes(c.name) && c.name !== 'countyCode' && !(TOKENS.test(c.name) && c.type === 'ARRAY'),
  )
  const kinds = own.map((c) => [c, kindOf(c)] as const)
  return {
    scope: names.has('countyCode') ? 'land' : (known?.scope ?? 'tenant'),
    fields: kinds.flatMap(([c, kind]) => (kind ? [fieldOf(c, kind, names.has(`${c.name}Ix`), known)] : [])),
    missing: BASE.filter((n) => !names.has(n)),
    skipped: kinds.flatMap(([c, kind]) => (kind ? [] : [c.name])),
  }
}

const LONGEST = 4000
/** Types of PostgreSQL and MySQL by what holds their values here; a number of 19 digits is a text, no form takes it as a number. */
function typeOf({ type, length, scale, precision }: ForeignColumn): Pick<DbColumn, 'type' | 'length' | 'scale'> {
  const as = (t: string, l: number | null = null, s: number | null = null) => ({ type: t, length: l, scale: s })
  if (/^(character varying|character|varchar|char|enum|set)$/.test(type)) return as('character varying', Math.min(length ?? LONGEST, LONGEST))
  if (/^(text|tinytext|mediumtext|longtext)$/.test(type)) return as('text')
  if (/^(boolean|tinyint|bit)$/.test(type)) return as('smallint')
  if (/^(smallint|integer|int|mediumint)$/.test(type)) return as('integer')
  if (type === 'bigint') return as('character varying', 20)
  if (/^(numeric|decimal)$/.test(type)) return scale === 0 && (precision ?? 99) < 10 ? as('integer') : as('numeric', null, 2)
  if (type === 'date') return as('date')
  if (/^(timestamp.*|datetime)$/.test(type)) return as('timestamp with time zone')
  if (/^jsonb?$/.test(type)) return as('jsonb')
  return as(type)
}
/** A foreign column as one of ours would be. */
export const columnOf = (c: ForeignColumn): DbColumn => ({ name: c.name, udt: '', collation: null, ...typeOf(c) })
/** The fields that a foreign table suggests: its comments are the labels. Nothing is missing, since a table of ours is made for it. */
export function suggestForeign(columns: readonly ForeignColumn[]): Suggested {
  const { fields, skipped } = suggest(columns.map(columnOf))
  const named = fields.map((f) => {
    const c = columns.find((x) => x.name === f.name)!
    return { ...f, label: c.comment.trim().slice(0, 60) || f.label, required: !c.nullable }
  })
  return { scope: 'tenant', fields: named, missing: [], skipped }
}

/** What people may change of a field: words, whether it is required, listed and searched. Searches that the kind cannot have are left as suggested. */
const SEARCHES: Readonly<Partial<Record<Kind, readonly Search[]>>> = {
  text: ['eq', 'like'],
  int: ['eq', 'range'],
  decimal: ['range'],
  date: ['range'],
  datetime: ['range'],
  dict: ['eq', 'in'],
  flag: ['eq'],
  ref: ['eq'],
}
/** The searches that a field may be given; a field that the table indexes in its own way (prefix, names) keeps that. */
export const searchesOf = (f: GenField): readonly Search[] => (f.search === 'prefix' || f.search === 'name' ? [] : (SEARCHES[f.kind] ?? []))

const short = (v: unknown, otherwise: string): string => (typeof v === 'string' && v.trim() ? v.trim().slice(0, 60) : otherwise)
/** The suggestion with what people changed; names that the table has not are left out. `changed` is what a form sent and may be anything. */
export function overlay(fields: readonly GenField[], changed: unknown): GenField[] {
  const list = Array.isArray(changed) ? (changed as Record<string, unknown>[]).filter((x) => x && typeof x === 'object') : []
  return fields.map((f) => {
    const c = list.find((x) => x.name === f.name)
    if (!c) return f
    const { search, ...rest } = f
    const asked = searchesOf(f).find((s) => s === c.search)
    const kept = searchesOf(f).length === 0 ? search : asked
    return {
      ...rest,
      label: short(c.label, f.label),
      en: short(c.en, f.en),
      required: c.required === undefined ? f.required : c.required === true || c.required === 1,
      column: c.column === undefined ? f.column : c.column === true || c.column === 1,
      ...(kept ? { search: kept } : {}),
    }
  })
}
