// Outlines that a survey brings as a shapefile: which parcels of a form they are, and the form with them. Pure.
import type { Form } from '../definitions/business.ts'
import { formsIn, type FormShape } from '../definitions/form.ts'

/** A record of the file: the parcel that it names, its outline (WKT in degrees); `to`: whose this piece becomes, where that is said. */
export interface SurveyRecord {
  dkbm: string
  geom: string
  to?: string
}
/** Whether there is anything in a form that a survey draws. */
export const isDrawn = (shape: FormShape, form: Form): boolean => placesIn(shape, form).length > 0
/** What a form takes of the file, at its row: the outline of a parcel, or the pieces of one that is cut, in the order of the file. */
export interface SurveyTaken {
  at: string
  dkbm: string
  geom?: string
  pieces?: { to: string; geom: string }[]
}
interface Place {
  at: string
  dkbm: string
  /** whose the pieces that are drawn already become; absent where the parcel is not cut */
  to?: string[]
}
/** The rows of a form that a survey draws: those with an outline of their own, and those with pieces. */
function placesIn(shape: FormShape, form: Form, under = ''): Place[] {
  return Object.entries(shape).flatMap(([name, part]): Place[] => {
    if (!('many' in part)) return []
    return formsIn(form[name]).flatMap((row, i): Place[] => {
      const at = `${under}${name}.${i}`
      const dkbm = String(row.dkbm ?? '')
      if ('dkbm' in part.many && 'pieces' in part.many) return [{ at, dkbm, to: formsIn(row.pieces).map((p) => String(p.to ?? '')) }]
      if ('dkbm' in part.many && 'geom' in part.many) return [{ at, dkbm }]
      return placesIn(part.many, row, `${at}.`)
    })
  })
}
/**
 * What a form takes of the records: one outline a parcel, and all that name a parcel which is cut as its pieces. What `to` said of a piece at the same place
 * stays where the record does not say it. `unknown`: codes that no row of the form waits for; `twice`: of which there is more than one outline although the parcel is not cut.
 */
export function takenOf(shape: FormShape, form: Form, records: readonly SurveyRecord[]): { taken: SurveyTaken[]; unknown: string[]; twice: string[] } {
  const places = new Map(placesIn(shape, form).map((p) => [p.dkbm, p]))
  const byCode = [...Map.groupBy(records, (r) => r.dkbm)]
  return {
    unknown: byCode.flatMap(([dkbm]) => (places.has(dkbm) ? [] : [dkbm])),
    twice: byCode.flatMap(([dkbm, of]) => (of.length > 1 && places.has(dkbm) && !places.get(dkbm)!.to ? [dkbm] : [])),
    taken: byCode.flatMap(([dkbm, of]): SurveyTaken[] => {
      const place = places.get(dkbm)
      if (!place) return []
      const { at, to } = place
      return [to ? { at, dkbm, pieces: of.map((r, i) => ({ to: r.to ?? to[i] ?? '', geom: r.geom })) } : { at, dkbm, geom: of[0]!.geom }]
    }),
  }
}
/** The form with what it takes. */
export function withTaken(form: Form, taken: readonly SurveyTaken[]): Form {
  const set = (of: Form, path: readonly string[], patch: Form): Form => {
    const [name = '', i = '', ...rest] = path
    const rows = formsIn(of[name])
    return { ...of, [name]: rows.map((row, j) => (j === Number(i) ? (rest.length ? set(row, rest, patch) : { ...row, ...patch }) : row)) }
  }
  return taken.reduce((out, { at, geom, pieces }) => set(out, at.split('.'), pieces ? { pieces } : { geom }), form)
}
