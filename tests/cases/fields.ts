// Fields of case forms, made from the shapes of the types: where they stand, another value for each, and what a case changed of the register, by table and column.
import { sql, type Kysely } from 'kysely'
import type { Field } from '../../kit/model/field.ts'
import type { FormShape } from '../../business/cases/definitions/form.ts'
import { keysOf, sampleValue } from '../samples.ts'
import type { Village } from './generate.ts'

type Form = Record<string, any>
const isField = (x: FormShape[string]): x is Field => 'kind' in x
/** A field of a form at its place: `dk.0.htmj`. */
export interface Place {
  path: string
  name: string
  field: Field
}
/** Every place of a shape in a form: the groups that it has, the rows that stand there. */
export function placesOf(shape: FormShape, form: Form, under = ''): Place[] {
  return Object.entries(shape).flatMap(([name, part]): Place[] => {
    const path = under + name
    if (isField(part)) return [{ path, name, field: part }]
    if ('one' in part) return form[name] ? placesOf(part.one, form[name], `${path}.`) : []
    return ((form[name] ?? []) as Form[]).flatMap((row, i) => placesOf(part.many, row, `${path}.${i}.`))
  })
}
/** The groups of a form, by path, '' for the form itself, with the names that each takes; none where it takes what it is sent. */
export function groupsOf(shape: FormShape, form: Form, under = ''): { path: string; takes: readonly string[] | undefined }[] {
  const parts = Object.entries(shape)
  return [
    { path: under, takes: Object.keys(shape) },
    ...parts.flatMap(([name, part]) => {
      if (isField(part)) return []
      const at = under ? `${under}.${name}` : name
      if ('one' in part) return part.own ? [{ path: at, takes: undefined }] : groupsOf(part.one, form[name] ?? {}, at)
      return ((form[name] ?? []) as Form[]).flatMap((row, i) => groupsOf(part.many, row, `${at}.${i}`))
    }),
  ]
}
/** A form of a shape with one row in each list, every field as its definition takes it. */
export const shapeSample = (shape: FormShape): Form =>
  Object.fromEntries(
    Object.entries(shape).map(([name, part]) => {
      if (isField(part)) return [name, sampleValue(name, part) ?? '1']
      return [name, 'one' in part ? shapeSample(part.one) : [shapeSample(part.many)]]
    }),
  )
/** A copy of a form with values put in at a place, where there is one. */
export function withAt(form: Form, path: string, values: Form): Form {
  const out = structuredClone(form)
  let at: any = out
  for (const part of path ? path.split('.') : []) at = at[part] ??= {}
  Object.assign(at, values)
  return out
}
export const valueAt = (form: Form, path: string): unknown => path.split('.').reduce<any>((v, k) => v?.[k], form)

/** Another value for a field: of codes and ids one that stands in the register and is somebody else's. */
export function otherValue({ name, field: f }: Pick<Place, 'name' | 'field'>, is: unknown, v: Village): unknown {
  const books = v.holders.flatMap((h) => h.books)
  const others: Readonly<Record<string, readonly unknown[]>> = {
    dkbm: books.flatMap((b) => b.lines.map((l) => l.dkbm)),
    cbjyqzbm: books.map((b) => b.cbjyqzbm),
    djbId: books.map((b) => b.id),
    cbfbm: v.holders.map((h) => h.cbfbm),
    id: v.holders.flatMap((h) => h.members.map((m) => m.id)),
    fbfbm: [`${v.fbfbm.slice(0, -1)}1`],
  }
  const known = others[name.replace(/B$/, '')]?.findLast((x) => x !== is)
  if (known !== undefined) return known
  if (f.kind === 'dict') return (f.values ?? keysOf(f.dict!)).find((k) => k !== is)
  if (f.values) return f.values.find((k) => k !== is)
  const some = sampleValue(name, f)
  if (String(some) !== String(is)) return some
  return f.kind === 'int' ? Number(some) + 1 : String(some).replace(/.$/, '7')
}

/** Tables whose rows are registered, and the object that a row of each belongs to. */
const TABLES = {
  fbf: 'fbfbm',
  fbf_round: 'fbfbm',
  cbf: 'cbfbm',
  jtcy: 'cbfbm',
  dk: 'dkbm',
  djb: 'cbfbm',
  cbht: 'cbfbm',
  cbdkxx: 'dkbm',
  cbjyqz: 'cbjyqzbm',
} as const
/** What every write moves. */
const MOVED = new Set(['rev', 'validFrom', 'regFrom', 'why', 'causeKind', 'causeId', 'updateUser', 'updateTime'])
type Rows = ReadonlyMap<string, Form>
/** The registered rows, by table and id. */
export async function rowsOf(db: Kysely<any>): Promise<Rows> {
  const each = Object.keys(TABLES).map((t) => sql`select ${sql.lit(t)} as t, id::text as id, to_jsonb(x) as row from ${sql.table(t)} x`)
  const { rows } = await sql<{ t: string; id: string; row: Form }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map(rows.map((r) => [`${r.t}:${r.id}`, r.row]))
}
/** A change of a registered row: `jtcy.cyxm`; `cbf+` a new row, `jtcy-` one that left. `of`: its object. */
export interface Change {
  what: string
  of: string
}
/** What differs between two states of the register. */
export function changesOf(before: Rows, after: Rows): Change[] {
  const changes: Change[] = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const table = key.split(':')[0] as keyof typeof TABLES
    const [was, is] = [before.get(key), after.get(key)]
    const of = String((is ?? was)![TABLES[table]])
    if (!was || !is) changes.push({ what: `${table}${is ? '+' : '-'}`, of })
    else
      for (const n of Object.keys(is))
        // what a name is searched by is part of the name
        if (!MOVED.has(n) && !n.endsWith('Ix') && JSON.stringify(was[n]) !== JSON.stringify(is[n])) changes.push({ what: `${table}.${n}`, of })
  }
  return changes
}
