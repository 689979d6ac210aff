import type { Field, Kind } from './field.ts'
import type { Text } from './lang.ts'

export type Fields = Record<string, Field>

/**
 * Who may see a row. `platform`: everybody signed in. `tenant`: the tenant's users.
 * `land`: the tenant's users at or above the row's region; such tables are distributed by countyCode.
 */
export type Scope = 'platform' | 'tenant' | 'land'

/** What every definition says; code that works for all of them takes this. */
export interface AnyResource {
  /** table name, and the prefix of its button codes (`post_add`) */
  readonly name: string
  readonly label: string
  readonly en: string
  /** API path below /api */
  readonly path: string
  readonly scope: Scope
  readonly fields: Fields
  /** default order of a list */
  readonly order?: readonly string[]
  /** columns that must be unique within the tenant (and, for land, within the county) */
  readonly unique?: readonly (readonly string[])[]
  /** register tables keep every version in `<name>_v` (time travel) */
  readonly versioned?: boolean
  /** columns of those that follow from other tables and make no version */
  readonly unversioned?: readonly string[]
  /** dictionary field by which a land list is counted per village without scanning (row_count) */
  readonly countBy?: string
  /** a land list that grows with the county though it keeps no versions: nothing may look at its rows one by one */
  readonly grows?: true
  /** definitions whose data scope counts here too: a row is hidden with the row whose column `its` its own column `own` names (land rows of one county) */
  readonly follows?: readonly { to: AnyResource; own: string; its: string }[]
  /** a row without a region of its own belongs where the row of `to` lies that its column `own` names */
  readonly under?: { readonly to: AnyResource; readonly own: string }
  /** field that names a row to people, used by pickers and audit */
  readonly title?: string
  /** names that calls answer beside the fields (joined, counted, said by the server); they are ignored where they come back */
  readonly derived?: readonly string[]
  /** groups of the form in their order */
  readonly groups?: Readonly<Record<string, Text>>
}
/** A definition with its own names and types: rows, drafts and lists of it are inferred from this. */
export interface Resource<F extends Fields = Fields, N extends string = string, S extends Scope = Scope> extends AnyResource {
  readonly name: N
  readonly scope: S
  readonly fields: F
  readonly order?: readonly ((keyof F & string) | 'id' | 'createTime' | 'updateTime')[]
  readonly unique?: readonly (readonly (keyof F & string)[])[]
  readonly countBy?: keyof F & string
  readonly title?: keyof F & string
}

/** Declares an entity. The result is frozen data: no functions, no SQL, no React in it. */
export function defineResource<const N extends string, F extends Fields, const S extends Scope>(r: Resource<F, N, S>): Resource<F, N, S> {
  return Object.freeze(r)
}

/** Columns every table has; the server fills them. */
export type Base = {
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
export type LandBase = Base & { countyCode: string; regionCode: string }

type Value<X> = X extends Field<infer T, infer Req> ? (Req extends true ? T : T | null) : never
type BaseOf<R extends AnyResource> = R['scope'] extends 'land' ? LandBase : Base
/** Fields of a row that only a detail needs. */
type Flat<F extends Fields> = { [K in keyof F as F[K] extends { kind: 'geom' | 'json' } ? never : K]: Value<F[K]> }
/** A stored row, as `rows.get` answers it: its fields and the columns that the server fills. */
export type Row<R extends AnyResource> = BaseOf<R> & { [K in keyof R['fields']]: Value<R['fields'][K]> }
/** A row without geometry and structured data. */
export type FlatRow<R extends AnyResource> = BaseOf<R> & Flat<R['fields']>
/** A row as lists answer it: flat, and without the county, which is how the region begins. */
export type Listed<R extends AnyResource> = (R['scope'] extends 'land' ? Omit<LandBase, 'countyCode'> : Base) & Flat<R['fields']>
/** Values of a row before it is stored. */
export type Draft<R extends AnyResource> = Partial<{ [K in keyof R['fields']]: Value<R['fields'][K]> | null }>

/** What the checks of fields let through: what is required is there (every required field stands in the form). */
export type CheckedFields<F extends Fields> = { [K in keyof F as F[K] extends { required: true } ? K : never]: Value<F[K]> } & {
  [K in keyof F as F[K] extends { required: true } ? never : K]?: Value<F[K]>
}
/** Values of a definition that its checks let through. */
export type Checked<R extends AnyResource> = CheckedFields<R['fields']>

export type Verb = 'view' | 'add' | 'edit' | 'delete'
export const permOf = (r: AnyResource, verb: Verb) => `${r.name}_${verb}`
/** The fields of a definition in their order, typed for loops. */
export const entries = (r: AnyResource) => Object.entries(r.fields)
/** Whether a form may set this field. */
export const isEditable = (f: Field) => (f.form ?? 'edit') === 'edit'
/** Whether a text is an id: at most 19 digits that a bigint holds. */
export const isId = (v: string): boolean => /^[1-8]?\d{1,18}$/.test(v)
/** Ids of a comma-joined column. */
export const idList = (v: unknown): string[] =>
  String(v ?? '')
    .split(',')
    .map((x) => x.trim())
    .filter(Boolean)
const PICKED: readonly Kind[] = ['dict', 'date', 'datetime', 'region', 'ref', 'refs', 'flag']
/** Whether a person picks the value rather than types it: decides between 请选择 and 请输入. */
export const isPicked = (f: Field) => PICKED.includes(f.kind)
