import type { Field, Kind } from './field.ts'
import type { Text } from './lang.ts'

export type Fields = Record<string, Field<any, boolean>>

/**
 * Who may see a row. `platform`: everybody signed in. `tenant`: the tenant's users.
 * `land`: the tenant's users at or above the row's region; such tables are distributed by countyCode.
 */
export type Scope = 'platform' | 'tenant' | 'land'

export interface Resource<F extends Fields = Fields, N extends string = string> {
  /** table name, and the prefix of its button codes (`post_add`) */
  readonly name: N
  readonly label: string
  readonly en: string
  /** API path below /api */
  readonly path: string
  readonly scope: Scope
  readonly fields: F
  /** default order of a list */
  readonly order?: readonly ((keyof F & string) | 'id' | 'createTime' | 'updateTime')[]
  /** columns that must be unique within the tenant (and, for land, within the county) */
  readonly unique?: readonly (readonly (keyof F & string)[])[]
  /** register tables keep every version in `<name>_v` (time travel) */
  readonly versioned?: boolean
  /** dictionary field by which a land list is counted per village without scanning (row_count) */
  readonly countBy?: keyof F & string
  /** field that names a row to people, used by pickers and audit */
  readonly title?: keyof F & string
  /** groups of the form in their order */
  readonly groups?: Readonly<Record<string, Text>>
}

export type AnyResource = Resource<any, any>

/** Declares an entity. The result is frozen data: no functions, no SQL, no React in it. */
export function defineResource<const N extends string, F extends Fields>(r: Resource<F, N>): Resource<F, N> {
  return Object.freeze(r)
}

/** Columns every table has; the server fills them. */
export interface Base {
  id: string
  tenantId: string
  createUser: string
  createTime: string
  updateUser: string
  updateTime: string
  /** raised by one with each change; a form sends back what it read */
  rev: number
}
/** What a land row has beyond that. */
export interface LandBase extends Base {
  countyCode: string
  regionCode: string
}

type Value<X> = X extends Field<infer T, infer Req> ? (Req extends true ? T : T | null) : never
/** A stored row. */
export type Row<R extends Resource<any, any>> = Base & { [K in keyof R['fields']]: Value<R['fields'][K]> }
/** Values of a row before it is stored. */
export type Draft<R extends Resource<any, any>> = Partial<{ [K in keyof R['fields']]: Value<R['fields'][K]> | null }>

export type Verb = 'view' | 'add' | 'edit' | 'delete'
export const permOf = (r: AnyResource, verb: Verb) => `${r.name}_${verb}`
/** The fields of a definition in their order, typed for loops. */
export const entries = (r: AnyResource) => Object.entries(r.fields as Fields)
/** Whether a form may set this field. */
export const isEditable = (f: Field<any>) => (f.form ?? 'edit') === 'edit'
/** Whether a text is an id: at most 19 digits that a bigint holds. */
export const isId = (v: string): boolean => /^[1-8]?\d{1,18}$/.test(v)
const PICKED: readonly Kind[] = ['dict', 'date', 'datetime', 'region', 'ref', 'refs', 'flag']
/** Whether a person picks the value rather than types it: decides between 请选择 and 请输入. */
export const isPicked = (f: Field<any>) => PICKED.includes(f.kind)
