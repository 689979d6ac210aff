import { useCallback, useState } from 'react'
import { useSay } from '../../../../kit/web/words.web.ts'
import { business, type Form as CaseData } from '../../definitions/business.ts'
import { readDoubles } from '../../people/doubles.ts'
import type { About } from '../../definitions/type.ts'
import type { PartState, Placed } from '../CaseParts.web.tsx'
import { businessFaults, isMissing, type Editing, type FieldFault } from '../form.web.ts'
import { faultPlaces, topOf } from './places.web.ts'
import type { TypeScreen } from '../screen.web.ts'

interface FaultsOf {
  screen: TypeScreen
  editing: Editing
  about: About
  /** the form as it is drawn */
  form: CaseData
  /** the business fields as they are now */
  values: Readonly<Record<string, unknown>>
  applicant: readonly string[]
}
/** What is wrong with a case, found in the browser, answered by the server and reported by its parts, and where each fault is shown. */
export function useCaseFaults({ screen, editing, about, form, values, applicant }: FaultsOf) {
  const { say, lang } = useSay()
  const [register, setRegister] = useState<CaseData>({})
  const [answered, setAnswered] = useState<readonly FieldFault[]>([])
  const [blockers, setBlockers] = useState<Readonly<Record<string, FieldFault>>>({})
  /** whether everything was asked for, so that what is missing is shown too */
  const [isAsked, setIsAsked] = useState(false)
  /** parts that the person has left */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const isEditable = editing !== 'nothing'
  const { partOf, place, inOrder, unchanged: unchangedIn } = faultPlaces(screen, applicant, say, lang)

  const inWords = (list: readonly { field: string; msg: { zh: string; en: string } }[]): FieldFault[] =>
    list.map(({ field, msg }) => ({ field, msg: say(msg) }))
  const wrongIn = (of: CaseData): FieldFault[] => (isEditable ? inWords([...screen.type.read(of, about).wrong, ...readDoubles(of, true).wrong]) : [])
  const baseWrongIn = (of: typeof values): FieldFault[] => (editing === 'all' ? businessFaults(of, say) : [])
  const against = inWords(screen.useAgainst?.(form, editing) ?? [])
  const wrong = [...wrongIn(form), ...against]
  const baseWrong = baseWrongIn(values)
  const inPart = (key: string) => (f: FieldFault) => partOf(f.field) === key
  const missing = (f: FieldFault) => isMissing(topOf(f.field) in business.fields ? values : form, f.field)
  const unchanged = isEditable ? unchangedIn(form, register, wrong) : []
  /** What nothing that is filled in would help comes before all that is missing. */
  const barring: Placed[] = Object.values(blockers).map((b) => ({ ...b, part: partOf(b.field), bars: true }))

  return {
    partOf,
    place,
    /** What is wrong or missing, in the order in which the form asks. */
    lacks: isEditable ? [...barring, ...unchanged, ...inOrder([...baseWrong, ...wrong])] : [],
    /** Faults to be shown in a part: what is missing only once the person asked for everything. */
    shownIn: (key: string): FieldFault[] => [
      ...wrong.filter((f) => inPart(key)(f) && (isAsked || (left.has(key) && !missing(f)))),
      ...answered.filter(inPart(key)),
    ],
    stateOf(key: string): PartState | undefined {
      if (!isEditable) return undefined
      const own = [...wrong, ...baseWrong, ...answered].filter(inPart(key))
      const lacking = own.filter(missing).length
      const barred = Object.values(blockers).filter(inPart(key)).length
      return { wrong: own.length - lacking + barred, missing: lacking + unchanged.filter((u) => u.part === key).length }
    },
    /** Whether a fault of the last try still stands: what was mended is told no more. What no field says stays until the next try. */
    isOpen: (f: Placed): boolean => f.field === '' || !partOf(f.field) || [...baseWrong, ...wrong, ...answered].some((w) => w.field === f.field),
    /** What must be right before a call, of the form and the business fields as they are now: everything, or only the business fields and the issuer. */
    checked(complete: boolean, latest: CaseData, base: typeof values): Placed[] {
      const now = wrongIn(latest).filter((f) => complete || f.field === 'fbfbm')
      return isEditable ? inOrder([...baseWrongIn(base), ...now, ...(complete ? against : [])]) : []
    },
    ask: () => setIsAsked(true),
    setAnswered,
    /** What the server answered about names that are typed anew is over. */
    forget: (patch: CaseData) => setAnswered((list) => (list.some((f) => topOf(f.field) in patch) ? list.filter((f) => !(topOf(f.field) in patch)) : list)),
    leave: (key: string) => setLeft((l) => (l.has(key) ? l : new Set([...l, key]))),
    /** A part reports what it knows to stand in the way of the case, or that nothing does any more. */
    hinder: useCallback(
      (id: string, blocker: FieldFault | undefined) => setBlockers(({ [id]: _, ...rest }) => (blocker ? { ...rest, [id]: blocker } : rest)),
      [],
    ),
    onRegister: (of: CaseData) => setRegister((r) => ({ ...r, ...of })),
  }
}
