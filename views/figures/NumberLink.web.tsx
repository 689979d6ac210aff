import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { area, count, Press } from '../home/parts.web.tsx'
import { ROW_LISTS, type Rows, type Unit } from './indicators.ts'
import { openRows } from './words.ts'

const COUNTED: readonly Unit[] = ['issuers', 'groups', 'villages', 'households', 'people', 'parcels', 'contracts', 'books', 'objections']
/** A value as it is written: whole things without decimals, a dash where there is none. */
export const figureText = (v: number | null | undefined, unit: Unit): string =>
  v === null || v === undefined ? '—' : COUNTED.includes(unit) ? count(v) : unit === 'percent' ? `${v.toFixed(2)}%` : area(v)

export interface FigurePlace {
  regionCode: string
  asOf?: string | undefined
  dklb?: string | undefined
}
interface NumberLinkProps {
  value: number | null | undefined
  unit: Unit
  label: string
  rows?: Rows | undefined
  at: FigurePlace
}
/** A number; for who may see the list behind it, the way to exactly its rows. Source: statistics.md 1 S1. */
export function NumberLink({ value, unit, label, rows, at }: NumberLinkProps) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const text = figureText(value, unit)
  if (!rows || !value || !can(ROW_LISTS[rows.list].perm)) return text
  const { regionCode, asOf, dklb } = at
  const search = { ...(rows.list === 'dk' && dklb ? { dklb } : {}), ...rows.filter, ...(regionCode ? { regionCode } : {}), ...(asOf ? { asOf } : {}) }
  const run = () => openPage(ROW_LISTS[rows.list].page, search)
  return (
    <Press label={say(openRows(label, value))} run={run}>
      {text}
    </Press>
  )
}
