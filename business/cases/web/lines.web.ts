// Lines of a contract as a screen holds them: what is sent, and what is only shown.
import { mu, m2, toM2, toMu, type M2, type Mu } from '../../../land/definitions/area.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { contractArea, parcelAreaFits } from '../../../land/definitions/contract-area.ts'
import { formsIn } from '../definitions/form.ts'

/** A chosen parcel. Areas are decimal text, m² (htmj, scmj) and mu (htmjm, scmjm). */
export interface FormLine {
  dkbm: string
  dkmc?: string
  dklb?: string
  regionCode?: string
  scmj?: string
  scmjm?: string
  cbjyqqdfs?: string
  htmj: string
  htmjm: string
  yhtmj?: string | null
  yhtmjm?: string | null
  sfqqqg: string
  areaReason?: string | null
}
/** The lines of a form, and whose they are. */
export interface Chosen {
  fbfbm?: string
  cbfbm?: string
  lines: readonly FormLine[]
}
const AREA = /^\d{1,13}(\.\d{1,2})?$/

/** The parcels with an area typed in one unit; the other one follows. */
export function withArea(line: FormLine, unit: 'htmj' | 'htmjm', typed: string | null): FormLine {
  const text = typed ?? ''
  if (!AREA.test(text)) return { ...line, [unit]: text }
  return unit === 'htmj' ? { ...line, htmj: text, htmjm: toMu(m2(text)) } : { ...line, htmjm: text, htmj: toM2(mu(text)) }
}
export const areaReady = (l: FormLine): boolean => AREA.test(l.htmj) && AREA.test(l.htmjm) && parcelAreaFits(l)
/** Sum of the parcels that have an area, by the one rule of the register. */
export const totalOf = (lines: readonly FormLine[]): { htzmj: M2; htzmjm: Mu; cbdkzs: number } => ({
  ...contractArea(lines.filter(areaReady)),
  cbdkzs: lines.length,
})
/** What a line of a picker (a parcel of the register) becomes in the form: its measured area is the first proposal. */
export const lineOf = (dk: AnyRow): FormLine => ({
  dkbm: dk.dkbm,
  dkmc: dk.dkmc,
  dklb: dk.dklb,
  regionCode: dk.regionCode,
  scmj: dk.scmj,
  scmjm: dk.scmjm,
  htmj: dk.scmj ?? '',
  htmjm: dk.scmj ? toMu(m2(String(dk.scmj))) : '',
  yhtmjm: dk.yhtmjm ?? null,
  sfqqqg: dk.sfqqqg === '1' ? '1' : '2',
})
const textOr = (v: unknown): string | undefined => (typeof v === 'string' ? v : undefined)
/** Lines as a form holds them. */
export const linesIn = (v: unknown): FormLine[] =>
  formsIn(v).map((l) => ({ ...l, dkbm: String(l.dkbm ?? ''), htmj: textOr(l.htmj) ?? '', htmjm: textOr(l.htmjm) ?? '', sfqqqg: textOr(l.sfqqqg) ?? '2' }))
