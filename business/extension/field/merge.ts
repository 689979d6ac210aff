// Two surveys of one household, both begun from the same state: what each changed is put together, and where both changed the same thing otherwise, a person decides. Pure.
import type { SurveyFindings } from '../../../land/definitions/extension.ts'

/** What a survey says of a household, beside who made it. */
export interface SurveySaid {
  wish?: string | null
  ybddlx?: string | null
  landNote?: string | null
  tags?: string | null
  surveyDay?: string | null
  surveyor?: string | null
  survey?: SurveyFindings | null
}
/** One thing that two surveys say otherwise; `path`: a field, or list/row/field, or list/row where one of them has no such row. Values as text, null for none. */
export interface SurveyDifference {
  path: string
  base: string | null
  theirs: string | null
  mine: string | null
}
/** Fields of which each is compared by itself. */
const PLAIN = ['wish', 'ybddlx', 'landNote', 'tags'] as const
/** Who surveyed and when goes with what he said and is nothing to decide. */
const COMPANY = ['surveyDay', 'surveyor'] as const
const LISTS = ['members', 'parcels', 'circulation'] as const
type ListName = (typeof LISTS)[number]
type Cells = Readonly<Record<string, string>>
interface Flat {
  fields: ReadonlyMap<string, string>
  rows: Readonly<Record<ListName, ReadonlyMap<string, Cells>>>
}

/** As text that the database can keep; undefined for nothing. */
function asText(v: unknown): string | undefined {
  const text = typeof v === 'string' || typeof v === 'number' ? String(v).toWellFormed().replaceAll('\u0000', '') : ''
  return text.trim() === '' ? undefined : text
}
const tagsOf = (v: unknown): string | undefined => asText([...new Set((asText(v) ?? '').split(',').flatMap((t) => t.trim() || []))].toSorted().join(','))
/** By what a row is known: a member of the register by his id, one who came by his name, a parcel by its code, land given away by parcel and whom it went to. */
const KEY: Readonly<Record<ListName, (r: Cells) => string>> = {
  members: (r) => (r.is ? r.is : `+${r.cyxm ?? ''}`),
  parcels: (r) => r.dkbm ?? '',
  circulation: (r) => `${r.dkbm ?? ''}>${r.to ?? ''}`,
}
function rowsOf(name: ListName, list: unknown): ReadonlyMap<string, Cells> {
  const found = new Map<string, Cells>()
  for (const row of Array.isArray(list) ? list : []) {
    if (!row || typeof row !== 'object') continue
    const cells = Object.fromEntries(Object.entries(row as object).flatMap(([n, v]) => ((t) => (t === undefined ? [] : [[n, t] as const]))(asText(v))))
    // names with a slash would be read as another place
    const key = KEY[name](cells).replaceAll('/', '／')
    let own = key
    for (let n = 2; found.has(own); n += 1) own = `${key}#${n}`
    found.set(own, cells)
  }
  return found
}
function flat(s: SurveySaid): Flat {
  const fields = new Map<string, string>()
  for (const n of [...PLAIN, ...COMPANY]) ((v) => v !== undefined && fields.set(n, v))(n === 'tags' ? tagsOf(s.tags) : asText(s[n]))
  // the remark on the land stands with the household; findings of former surveys have one of their own, which is kept
  const rows = Object.fromEntries(LISTS.map((n) => [n, rowsOf(n, s.survey?.[n])])) as Flat['rows']
  return { fields, rows }
}
function full(f: Flat, landNote: string | null | undefined): SurveySaid {
  const of = (n: string) => f.fields.get(n) ?? null
  const list = (n: ListName) => [...f.rows[n].values()] as never
  return {
    wish: of('wish'),
    ybddlx: of('ybddlx'),
    landNote: of('landNote'),
    tags: of('tags') ?? '',
    surveyDay: of('surveyDay'),
    surveyor: of('surveyor'),
    survey: { members: list('members'), parcels: list('parcels'), circulation: list('circulation'), landNote: landNote ?? null },
  }
}

/** The three states of one thing: `undefined` theirs and mine differ and both were changed. */
const settled = <T>(base: T, theirs: T, mine: T, same: (a: T, b: T) => boolean): { value: T } | undefined =>
  same(theirs, mine) || same(mine, base) ? { value: theirs } : same(theirs, base) ? { value: mine } : undefined
const sameText = (a: string | undefined, b: string | undefined): boolean => a === b
const sameCells = (a: Cells | undefined, b: Cells | undefined): boolean => {
  if (!a || !b) return a === b
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((n) => a[n] === b[n])
}
const rowText = (r: Cells | undefined): string | null => (r ? JSON.stringify(r) : null)

/**
 * Puts together what `theirs` (stored meanwhile) and `mine` (delivered now) changed of `base` (as it was taken along). Where both changed the same thing otherwise,
 * `merged` keeps theirs and the difference is told.
 */
export function mergeSurveys(base: SurveySaid, theirs: SurveySaid, mine: SurveySaid): { merged: SurveySaid; differences: SurveyDifference[] } {
  const [b, t, m] = [flat(base), flat(theirs), flat(mine)]
  const differences: SurveyDifference[] = []
  const tell = (path: string, values: readonly [base: string | null, theirs: string | null, mine: string | null]) =>
    differences.push({ path, base: values[0], theirs: values[1], mine: values[2] })
  const fields = new Map<string, string>()
  for (const n of [...PLAIN, ...COMPANY]) {
    const of = [b, t, m].map((f) => f.fields.get(n)) as [string | undefined, string | undefined, string | undefined]
    const found = settled(...of, sameText)
    if (!found && PLAIN.some((p) => p === n)) tell(n, [of[0] ?? null, of[1] ?? null, of[2] ?? null])
    const value = found ? found.value : of[1]
    if (value !== undefined) fields.set(n, value)
  }
  const rows = Object.fromEntries(LISTS.map((n) => [n, mergedRows(n, [b.rows[n], t.rows[n], m.rows[n]], tell)])) as unknown as Flat['rows']
  return { merged: full({ fields, rows }, theirs.survey?.landNote ?? mine.survey?.landNote), differences }
}
type Rows = ReadonlyMap<string, Cells>
type Tell = (path: string, values: readonly [string | null, string | null, string | null]) => unknown
function mergedRows(name: ListName, [base, theirs, mine]: readonly [Rows, Rows, Rows], tell: Tell): Rows {
  const out = new Map<string, Cells>()
  for (const key of new Set([...theirs.keys(), ...mine.keys()])) {
    const [b, t, m] = [base.get(key), theirs.get(key), mine.get(key)]
    const whole = settled(b, t, m, sameCells)
    if (whole) {
      if (whole.value) out.set(key, whole.value)
      continue
    }
    if (!t || !m) {
      tell(`${name}/${key}`, [rowText(b), rowText(t), rowText(m)])
      if (t) out.set(key, t)
      continue
    }
    const cells: Record<string, string> = {}
    for (const n of new Set([...Object.keys(t), ...Object.keys(m)])) {
      const of = [b?.[n], t[n], m[n]] as const
      const found = settled<string | undefined>(...of, sameText)
      if (!found) tell(`${name}/${key}/${n}`, [of[0] ?? null, of[1] ?? null, of[2] ?? null])
      const value = found ? found.value : of[1]
      if (value !== undefined) cells[n] = value
    }
    out.set(key, cells)
  }
  return out
}

/** A survey as it was sent, without what has no place in one. */
export const surveyIn = (v: unknown): SurveySaid => {
  const sent = v && typeof v === 'object' ? (v as SurveySaid) : {}
  return full(flat(sent), asText(sent.survey?.landNote))
}
/** What a survey says at the place of a difference, null for nothing. */
export function saidAt(s: SurveySaid, path: string): string | null {
  const [name, key, cell] = path.split('/')
  const f = flat(s)
  if (key === undefined) return f.fields.get(name!) ?? null
  const row = f.rows[name as ListName]?.get(key)
  return cell === undefined ? rowText(row) : (row?.[cell] ?? null)
}
/** The survey with what `mine` says at these places. A row of which a cell is taken must be there. */
export function taking(s: SurveySaid, mine: SurveySaid, paths: readonly string[]): SurveySaid {
  const [f, m] = [flat(s), flat(mine)]
  const fields = new Map(f.fields)
  const rows = Object.fromEntries(LISTS.map((n) => [n, new Map(f.rows[n])])) as Record<ListName, Map<string, Cells>>
  for (const path of paths) {
    const [name, key, cell] = path.split('/') as [string, string?, string?]
    if (key === undefined) put(fields, name, m.fields.get(name))
    else {
      const list = rows[name as ListName]
      const own = m.rows[name as ListName]?.get(key)
      if (!list) continue
      if (cell === undefined) put(list, key, own)
      else {
        const { [cell]: _, ...rest } = list.get(key) ?? {}
        list.set(key, own?.[cell] === undefined ? rest : { ...rest, [cell]: own[cell] })
      }
    }
  }
  return full({ fields, rows }, s.survey?.landNote)
}
function put<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}
