/** What two persons did to one record from the same beginning, put together field by field: nothing of either is overwritten unseen. */

export type FilledValues = Readonly<Record<string, unknown>>
/** Where a value stands: a field; in a list of rows also the row's id and the field of that row. */
export type MergePlace = readonly string[]
/** What the other person changed: both values of it. */
export interface Theirs {
  at: MergePlace
  before: unknown
  after: unknown
}
/** What both changed, each to something else. A row that one of them took out is undefined there. */
export interface Conflict {
  at: MergePlace
  before: unknown
  mine: unknown
  theirs: unknown
}
export interface Merged {
  /** what is in force where both agree; in places of conflict it holds theirs until somebody chooses */
  values: Record<string, unknown>
  /** changes of the other person that were taken over, to be shown */
  taken: Theirs[]
  conflicts: Conflict[]
}

type Line = FilledValues & { id: string }
const isEmpty = (v: unknown): boolean => v === undefined || v === null || v === '' || (Array.isArray(v) && v.length === 0)
const isObject = (v: unknown): v is FilledValues => typeof v === 'object' && v !== null && !Array.isArray(v)
/** Whether two values say the same: emptied fields come as nothing, null or no text; ids as numbers or text. */
export function saysSame(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((x, i) => saysSame(x, b[i]))
  if (isObject(a) && isObject(b)) return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((n) => saysSame(a[n], b[n]))
  return String(a) === String(b)
}
/** Columns that a server fills: they differ after every change and say nothing. */
const FILLED = /^(rev|updateTime|updateUser|createTime|createUser|tenantId|countyCode)$/
const idOf = (v: unknown): string => (isObject(v) && !isEmpty(v.id) ? String(v.id) : '')
/** Rows that carry ids, each another. */
const areLines = (v: unknown): v is readonly Line[] => {
  if (!Array.isArray(v)) return false
  const ids = v.map(idOf)
  return ids.every(Boolean) && new Set(ids).size === ids.length
}
/** A list that may be put together row by row: what both began from and what stands now carry ids; new rows of the form may lack theirs. */
const isLinewise = (base: unknown, mine: unknown, theirs: unknown): boolean =>
  Array.isArray(mine) && areLines(base) && areLines(theirs) && mine.every(isObject) && areLines(mine.filter((x) => idOf(x)))

/** One value from three: of `base` as both read it, `mine` as it stands in the form, `theirs` as it is stored now. */
function one(at: MergePlace, base: unknown, mine: unknown, theirs: unknown, out: Merged): unknown {
  if (saysSame(mine, theirs)) return mine
  if (saysSame(theirs, base)) return mine
  if (isLinewise(base, mine, theirs)) return lines(at, base as readonly Line[], mine as readonly FilledValues[], theirs as readonly Line[], out)
  if (saysSame(mine, base)) {
    out.taken.push({ at, before: base, after: theirs })
    return theirs
  }
  out.conflicts.push({ at, before: base, mine, theirs })
  return theirs
}
/** The names of both rows that people fill. */
const namesOf = (...rows: FilledValues[]): string[] => [...new Set(rows.flatMap(Object.keys))].filter((n) => !FILLED.test(n))

function lines(at: MergePlace, base: readonly Line[], mine: readonly FilledValues[], theirs: readonly Line[], out: Merged): unknown[] {
  const of = (rows: readonly FilledValues[]) => new Map(rows.filter((x) => idOf(x)).map((x) => [idOf(x), x]))
  const [was, own, now] = [of(base), of(mine), of(theirs)]
  const rows: unknown[] = []
  for (const id of new Set([...now.keys(), ...own.keys(), ...was.keys()])) {
    const [b, m, t] = [was.get(id), own.get(id), now.get(id)]
    const place = [...at, id]
    if (b && m && t) rows.push(row(place, b, m, t, out))
    else if (b && m) {
      // they took it out: what nobody touched goes with them, and is told
      if (saysSame(strip(m), strip(b))) out.taken.push({ at: place, before: b, after: undefined })
      else out.conflicts.push({ at: place, before: b, mine: m, theirs: undefined })
    } else if (b && t) {
      if (saysSame(strip(t), strip(b))) continue
      out.conflicts.push({ at: place, before: b, mine: undefined, theirs: t })
      rows.push(t)
    } else if (t) {
      if (!m) out.taken.push({ at: place, before: undefined, after: t })
      rows.push(m ? row(place, {}, m, t, out) : t)
    } else if (m) rows.push(m)
  }
  return [...rows, ...mine.filter((x) => !idOf(x))]
}
const strip = (v: FilledValues): FilledValues => Object.fromEntries(Object.entries(v).filter(([n]) => !FILLED.test(n)))
function row(at: MergePlace, base: FilledValues, mine: FilledValues, theirs: FilledValues, out: Merged): FilledValues {
  const values: Record<string, unknown> = { ...theirs, ...mine }
  // what the server fills is theirs: a row is stored by the revision that it has now
  for (const n of Object.keys(theirs)) if (FILLED.test(n)) values[n] = theirs[n]
  // a form need not hold every field of the row: what it lacks nobody there changed
  for (const n of namesOf(base, mine, theirs)) values[n] = one([...at, n], base[n], Object.hasOwn(mine, n) ? mine[n] : base[n], theirs[n], out)
  return values
}
/**
 * Puts two changes of a record together. `base`: as both read it; `mine`: what stands in the form (fields that it lacks are unchanged); `theirs`: as it is
 * stored now. `names`: the fields that count; all of them by default.
 */
export function merge(base: FilledValues, mine: FilledValues, theirs: FilledValues, names: readonly string[] = namesOf(base, mine, theirs)): Merged {
  const out: Merged = { values: { ...mine }, taken: [], conflicts: [] }
  for (const n of names) {
    if (FILLED.test(n) || n === 'id') continue
    const merged = one([n], base[n], Object.hasOwn(mine, n) ? mine[n] : base[n], theirs[n], out)
    if (merged !== undefined || Object.hasOwn(mine, n)) out.values[n] = merged
  }
  return out
}

/** The values with one's own choice in places of conflict: `isMine` says of each whether mine counts. */
export function resolved({ values, conflicts }: Merged, isMine: (c: Conflict) => boolean): Record<string, unknown> {
  return conflicts.filter(isMine).reduce<Record<string, unknown>>((v, c) => placed(v, c.at, c.mine) as Record<string, unknown>, values)
}
/** The value with another one at a place; undefined takes a row of a list out, or puts one in that was taken out. */
function placed(of: unknown, at: MergePlace, value: unknown): unknown {
  const [first, ...rest] = at
  if (first === undefined) return value
  if (!Array.isArray(of)) return { ...(of as FilledValues), [first]: placed((of as FilledValues | undefined)?.[first], rest, value) }
  const known = of.some((x) => idOf(x) === first)
  if (rest.length === 0 && value === undefined) return of.filter((x) => idOf(x) !== first)
  return known ? of.map((x) => (idOf(x) === first ? placed(x, rest, value) : x)) : [...of, value]
}
/** The value at a place. */
export const valueOf = (of: unknown, at: MergePlace): unknown =>
  at.reduce<unknown>((v, n) => (Array.isArray(v) ? v.find((x) => idOf(x) === n) : isObject(v) ? v[n] : undefined), of)
