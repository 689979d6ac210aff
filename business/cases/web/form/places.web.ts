import type { Lang, Text } from '../../../../kit/model/lang.ts'
import { business, type Form as CaseData } from '../../definitions/business.ts'
import { DOUBLE } from '../../people/doubles.ts'
import { fieldLabel, ownerOf } from '../../definitions/form.ts'
import type { Placed } from '../CaseParts.web.tsx'
import type { FieldFault } from '../form.web.ts'
import type { TypeScreen } from '../screen.web.ts'
import { words } from '../words.ts'

/** Parts of the frame's own that hold business fields. */
export const APPLICANT = 'applicant',
  BASE = 'base',
  DOUBLES = 'doubles'

/** The name at the top level of a form that a path begins with: `cbf` of `cbf.jtcyList.0.cyxm`. */
export const topOf = (field: string): string => field.split('.')[0]!

/** The same value of a form, in whatever order it came back: what is empty is the same as nothing. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!a || !b || typeof a !== 'object' || typeof b !== 'object') return (a ?? '') === (b ?? '')
  const [x, y] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))]
  return [...new Set([...x.keys(), ...y.keys()])].every((n) => isSameValue(x.get(n), y.get(n)))
}

/** What is asked of a screen to find the place of a fault. */
export type PlacesOf = Pick<TypeScreen, 'parts'> & { type: Pick<TypeScreen['type'], 'shape'> }

/** Where the faults of a case are shown: their part, their place in words, and the order in which the form asks. `applicant`: fields of the applicant's part. */
export function faultPlaces(screen: PlacesOf, applicant: readonly string[], say: (t: Text) => string, lang: Lang) {
  const shape = { ...screen.type.shape, doubles: { many: DOUBLE } }
  const colon = say({ zh: '：', en: ': ' })
  const order = [...screen.parts.map((p) => p.key), DOUBLES, APPLICANT, BASE]

  /** Key of the part in which a field is shown. */
  function partOf(field: string): string | undefined {
    const top = topOf(field)
    if (Object.hasOwn(business.fields, top) && top !== 'fbfbm') return applicant.includes(top) ? APPLICANT : BASE
    return top === DOUBLES ? DOUBLES : screen.parts.find((p) => p.names.includes(top))?.key
  }
  function titleOf(key: string | undefined): Text | undefined {
    if (key === APPLICANT) return words.applicant
    if (key === BASE) return words.base
    return screen.parts.find((p) => p.key === key)?.title
  }
  /** A fault with its place in words, so that a list of faults says whose name and which of three numbers it means. */
  function place({ field, msg }: FieldFault): Placed {
    const part = partOf(field)
    const owner = say(ownerOf(shape, field))
    const title = titleOf(part)
    // labels of the form itself are full in Chinese; in English 'Name' may be anybody's
    const whose = owner || (lang === 'en' && title ? say(title) : '')
    // a code that is chosen says itself what it is
    const label = owner && !field.endsWith('.cbfbm') ? say(fieldLabel(shape, field)) : ''
    const isNamed = (w: string) => !w || msg.toLowerCase().includes(w.toLowerCase())
    const where = [whose, label].filter((w) => !isNamed(w)).join(' ')
    return { field, part, msg: where ? `${where}${colon}${msg}` : msg }
  }
  const rank = (field: string) => order.indexOf(partOf(field) ?? '')
  /** Faults in the order in which the form asks. The issuer of a form that begins with a book comes with it: nobody chooses it. */
  const inOrder = (faults: readonly FieldFault[]): Placed[] =>
    faults
      .filter((f) => f.field !== 'fbfbm' || (rank('fbfbm') >= 0 && !Object.hasOwn(screen.type.shape, 'cbjyqzbm')) || faults.length === 1)
      .toSorted((a, b) => rank(a.field) - rank(b.field))
      .map(place)
  /** Parts that are to change what the register says and only repeat it. `wrong`: a part that is incomplete has not been filled yet. */
  const unchanged = (form: CaseData, register: CaseData, wrong: readonly FieldFault[]): Placed[] =>
    screen.parts.flatMap(({ key, title, names, alters }) => {
      const known = alters ? names.filter((n) => Object.hasOwn(register, n)) : []
      const isIncomplete = wrong.some((f) => partOf(f.field) === key)
      if (known.length === 0 || isIncomplete || !known.every((n) => isSameValue(form[n], register[n]))) return []
      return [{ field: key, part: key, msg: `${say(title)}${colon}${say(words.nothingChanged)}` }]
    })
  return { partOf, place, inOrder, unchanged }
}
