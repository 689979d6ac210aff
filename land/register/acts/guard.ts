// What is registered changes only by who may change it, and never before the day since when it is known. Source: register.md 2 and 3; rulings.md 3. Pure.
import type { Entry } from './acts.ts'
import { BRINGS_HISTORY } from './allowed.ts'
import type { Changes, TableName } from './changes.ts'
import { DJZT } from '../../definitions/statuses.ts'
import type { Found } from './found.ts'
import { FREE_FIELDS } from './free.ts'
import { registerProblems } from './problems.ts'

interface Named {
  table: 'fbf' | 'cbf' | 'dk'
  code: string
  row: { id: string; djzt?: string | null } | undefined
  /** what changes; an end changes the status */
  columns: readonly string[]
}
function changed({ acts }: Entry, found: Found): Named[] {
  const issuer = (code: string, columns: readonly string[]): Named => ({ table: 'fbf', code, row: found.issuers.get(code), columns })
  const contractor = (code: string, columns: readonly string[]): Named => ({ table: 'cbf', code, row: found.contractors.get(code), columns })
  const parcel = (code: string, columns: readonly string[]): Named => ({ table: 'dk', code, row: found.parcels.get(code), columns })
  const ends = ['zt']
  return acts.flatMap((a) => {
    switch (a.act) {
      case 'setIssuer':
        return a.fields ? [issuer(a.fbfbm, Object.keys(a.fields))] : []
      case 'setContractor':
        return [contractor(a.cbfbm, [...Object.keys(a.fields ?? {}), ...(a.members ? ['members'] : [])])]
      case 'endContractor':
        return [contractor(a.cbfbm, ends)]
      case 'setParcel':
        return [parcel(a.dkbm, Object.keys(a.fields ?? {}))]
      case 'endParcel':
        return [parcel(a.dkbm, ends)]
      case 'replaceParcels':
        return a.parents.map((dkbm) => parcel(dkbm, ends))
      default:
        return []
    }
  })
}
/**
 * A form changes of what is registered only the free columns; a correction mends only what no business has touched.
 * @throws registered, correction-touched
 */
export function guard(entry: Entry, found: Found): void {
  const { kind } = entry.cause
  if (kind !== 'form' && kind !== 'correction') return
  for (const { table, code, row, columns } of changed(entry, found)) {
    if (!row) continue
    const isRegistered = table === 'fbf' ? found.named.has(code) : row.djzt === DJZT.registered || row.djzt === DJZT.ended
    if (kind === 'form' && isRegistered && !columns.every((c) => FREE_FIELDS[table]?.includes(c))) throw registerProblems.registered({ code })
    if (kind === 'correction' && found.touched.has(row.id)) throw registerProblems.touched({ code })
  }
  for (const a of entry.acts)
    if (a.act === 'reviseBook' && found.touched.has(a.djbId)) throw registerProblems.touched({ code: found.books.get(a.djbId)?.cbjyqzbm ?? a.djbId })
}

/** What tells a row to people. */
const CODE = { fbf: 'fbfbm', cbf: 'cbfbm', jtcy: 'cyxm', dk: 'dkbm', djb: 'cbjyqzbm', cbht: 'cbhtbm', cbdkxx: 'dkbm', cbjyqz: 'cbjyqzbm' } as const
const TABLES = Object.keys(CODE) as (keyof typeof CODE & TableName)[]
/** Nothing is written before the day from which the live row holds, but by who brings history. @throws entry-day-before */
export function notBefore(entry: Entry, found: Found, changes: Changes): void {
  if (BRINGS_HISTORY.includes(entry.cause.kind)) return
  for (const table of TABLES) {
    const { changed: of, later, gone } = changes[table]
    const days = [
      ...[...of.values()].map(({ row, values, day }) => ({ row, day, columns: Object.keys(values) })),
      ...gone.map((g) => ({ ...g, columns: ['zt'] })),
    ]
    for (const { row, day, columns } of days) {
      const since = found.days.get(row.id)?.at(-1)
      const first = later.get(row.id)?.[0]?.day
      const from = first && first < day ? first : day
      const code = String(Object.entries(row).find(([n]) => n === CODE[table])?.[1] ?? row.id)
      if (since && from < since && !columns.every((n) => UNVERSIONED.includes(n))) throw registerProblems.tooEarly({ code, day: since })
    }
  }
}
/** Statuses beside the versions. */
const UNVERSIONED: readonly string[] = ['dyzt', 'yyzt', 'lzzt']
