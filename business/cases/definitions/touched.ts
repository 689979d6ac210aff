// What land a form speaks of, whatever its type: codes wherever they stand in it, and what it draws. Pure.
import type { Form } from './business.ts'
import { formIn, formsIn } from './form.ts'

/** An outline that a form draws: a piece of a parcel or its new outline; `geom` as WKT in degrees. */
export interface TouchedOutline {
  dkbm: string
  geom: string
}
/** A parcel, or a piece or new outline of one (`drawn` 1: not registered yet); `geom` as WKT in degrees. */
export interface TouchedParcel {
  dkbm: string
  dkmc: string
  cbfmc: string
  scmjm: string
  geom: string
  drawn: number
}
/** Whatever a form draws, wherever it stands: pieces of a parcel, or its new outline. */
export function drawnOf(form: Form): TouchedOutline[] {
  const dkbm = typeof form.dkbm === 'string' ? form.dkbm : undefined
  const shaped = (f: Form): TouchedOutline[] => (dkbm && typeof f.geom === 'string' && f.geom ? [{ dkbm, geom: f.geom }] : [])
  return [
    ...shaped(form),
    ...formsIn(form.pieces).flatMap(shaped),
    ...Object.entries(form).flatMap(([name, v]) => (name === 'pieces' ? [] : Array.isArray(v) ? formsIn(v).flatMap(drawnOf) : drawnOf(formIn(v)))),
  ]
}

const PARCEL = /^\d{19}$/
const BOOK = /^\d{18}[JQ]$/
const CONTRACTOR = /^\d{18}$/
/** The name of a form under which a parcel stands, and those of books; a second book of a form has a letter behind its name. */
const PARCEL_NAME = 'dkbm'
const BOOK_NAME = /^cbjyqzbm[A-Z]?$/
/** The code that a value stands for: of a contractor its book of household land. */
function codeIn(name: string, v: string): string | undefined {
  if (name === PARCEL_NAME && PARCEL.test(v)) return v
  if (BOOK_NAME.test(name) && BOOK.test(v)) return v
  return name === 'cbfbm' && CONTRACTOR.test(v) ? `${v}J` : undefined
}
/** Parts of a form that name a contractor whose land is no part of the case: who else has a person of it, and whom it gives land that it names itself. */
const OTHERS: readonly string[] = ['doubles', 'cbf']
/** The most codes that are asked at once: more parcels than that are a village, not a case. */
export const MOST_CODES = 300
/** Codes of the parcels and books that a form names, each once, at most MOST_CODES. */
export function landNamed(form: Form): string[] {
  const found = new Set<string>()
  const walk = (f: Form): void => {
    for (const [name, v] of Object.entries(f)) {
      if (OTHERS.includes(name)) continue
      if (typeof v === 'string') {
        const code = codeIn(name, v)
        if (code) found.add(code)
      } else if (Array.isArray(v)) formsIn(v).forEach(walk)
      else walk(formIn(v))
    }
  }
  walk(form)
  return [...found].slice(0, MOST_CODES)
}
/** Codes as somebody sent them, told apart; what is neither is left out. */
export const landCodes = (codes: readonly string[]): { parcels: string[]; books: string[] } => ({
  parcels: codes.filter((c) => PARCEL.test(c)).slice(0, MOST_CODES),
  books: codes.filter((c) => BOOK.test(c)).slice(0, MOST_CODES),
})
/** Whether a form is about the contractor, book, parcel or issuer with this code: a book's begins with its contractor's. */
export const isAbout = (form: Form, code: string): boolean => JSON.stringify(form).includes(`"${code}`)
