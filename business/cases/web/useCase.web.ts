import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { api, isApiError } from '../../../kit/web/client.web.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { useGuard } from '../../../kit/web/dialogs.web.tsx'
import { bodyOf } from '../../../kit/web/ResourceForm.web.tsx'
import { usePageState } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { business, type Form as CaseData } from '../business.ts'
import { DOUBLE, readDoubles } from '../doubles.ts'
import { fieldLabel, formIn, formsIn, ownerOf } from '../form.ts'
import type { About } from '../type.ts'
import type { PartState, Placed } from './CaseParts.web.tsx'
import { businessFaults, doublesIn, faultsOf, isMissing, type CaseRow, type Editing, type Told } from './form.web.ts'
import type { PartProps, TypeScreen } from './screen.web.ts'
import { useTouched } from './useDraft.web.ts'
import { words } from './words.ts'

const AT = 'yw-accept/business'
/** What is typed into a form of fields is on the screen at once; all that follows from it (faults, marks, map) after this many milliseconds without typing. */
const PAUSE = 250
/** Parts of the frame's own that hold business fields. */
export const APPLICANT = 'applicant',
  BASE = 'base',
  DOUBLES = 'doubles'
const isSamePerson = (a: CaseData, b: CaseData) => a.cbfbm === b.cbfbm && a.cyxm === b.cyxm
/** The same value of a form, in whatever order it came back: what is empty is the same as nothing. */
function isSame(a: unknown, b: unknown): boolean {
  if (!a || !b || typeof a !== 'object' || typeof b !== 'object') return (a ?? '') === (b ?? '')
  const [x, y] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))]
  return [...new Set([...x.keys(), ...y.keys()])].every((n) => isSame(x.get(n), y.get(n)))
}
const topOf = (field: string): string => field.split('.')[0]!

interface Asked {
  screen: TypeScreen
  base: FormInstance
  row?: CaseRow
  editing: Editing
  /** where a new case was begun: a code of contractor, parcel or book */
  start?: string
  /** what the person typed before and did not save */
  typed?: CaseData
  /** the fields of the applicant's part; the other business fields stand in the base part */
  applicant: readonly string[]
}
/** A case as a person fills it: its form, its faults, how its parts stand, and the calls that store it. The type's own knowledge is asked of `screen`. */
export function useCase({ screen, base, row, editing, start, typed, applicant }: Asked) {
  const { say, lang } = useSay()
  const guard = useGuard()
  const [form, setForm] = useState<CaseData>(() => (typed ? formIn(typed.form) : (row?.form ?? screen.first(start))))
  const opened = useRef(form).current
  /** What stands in the form now: what is stored is this. The page is drawn of `form`, which follows. */
  const latest = useRef(form)
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const draw = () => {
    clearTimeout(soon.current)
    soon.current = undefined
    setForm(latest.current)
    redraw()
  }
  const drawSoon = () => {
    clearTimeout(soon.current)
    soon.current = setTimeout(draw, PAUSE)
  }
  useEffect(() => () => clearTimeout(soon.current), [])
  usePageState().tables?.useDraft(editing === 'nothing' ? undefined : `business ${row?.id ?? ''}`, {
    take: () => (base.isFieldsTouched() || latest.current !== opened ? { form: latest.current, base: base.getFieldsValue(true) } : undefined),
    put: (kept: { form: CaseData; base: object }) => {
      change(kept.form)
      base.setFieldsValue(kept.base)
    },
  })
  const [register, setRegister] = useState<CaseData>({})
  const [told, setTold] = useState<readonly Told[]>([])
  const [hinders, setHinders] = useState<Readonly<Record<string, Told>>>({})
  /** What a part knows to stand in the way of the case. */
  const hinder = useCallback((id: string, of: Told | undefined) => setHinders(({ [id]: _, ...rest }) => (of ? { ...rest, [id]: of } : rest)), [])
  const [asked, setAsked] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [faults, setFaults] = useState<readonly Placed[]>([])
  const [busy, setBusy] = useState<string>()
  // of the business fields only these change what the type asks for; the others are read when the page is drawn
  Form.useWatch((v) => [v.businessItemCode, v.doSign], base)
  const valuesNow = (): Readonly<Record<string, unknown>> => {
    const held = base.getFieldsValue(true) as Record<string, unknown>
    return Object.keys(held).length ? held : (row ?? {})
  }
  const values = valuesNow()
  const about: About = { item: String(values.businessItemCode ?? row?.businessItemCode ?? ''), doSign: (values.doSign ?? row?.doSign) !== '2' }

  const editable = editing !== 'nothing'
  const wrongIn = (of: CaseData): Told[] =>
    editable ? [...screen.type.read(of, about).wrong, ...readDoubles(of, true).wrong].map(({ field, msg }) => ({ field, msg: say(msg) })) : []
  const against = (screen.useAgainst?.(form, editing) ?? []).map(({ field, msg }) => ({ field, msg: say(msg) }))
  const wrong = [...wrongIn(form), ...against]
  const baseWrongIn = (of: typeof values) => (editing === 'all' ? businessFaults(of, say) : [])
  const baseWrong = baseWrongIn(values)
  const partOf = (field: string): string | undefined =>
    topOf(field) in business.fields && topOf(field) !== 'fbfbm'
      ? applicant.includes(topOf(field))
        ? APPLICANT
        : BASE
      : topOf(field) === DOUBLES
        ? DOUBLES
        : screen.parts.find((p) => p.names.includes(topOf(field)))?.key
  const titleOf = (key?: string): Text | undefined =>
    key === APPLICANT ? words.applicant : key === BASE ? words.base : screen.parts.find((p) => p.key === key)?.title
  /** A fault with its place in words, so that a list of faults says whose name and which of three numbers it means. */
  const placed = ({ field, msg }: Told): Placed => {
    const shape = { ...screen.type.shape, doubles: { many: DOUBLE } }
    const part = partOf(field)
    const owner = say(ownerOf(shape, field))
    const title = titleOf(part)
    // labels of the form itself are full in Chinese; in English 'Name' may be anybody's
    const whose = owner || (lang === 'en' && title ? say(title) : '')
    const isSaid = (w: string) => !w || msg.toLowerCase().includes(w.toLowerCase())
    // a code that is chosen says itself what it is
    const own = owner && !field.endsWith('.cbfbm') ? say(fieldLabel(shape, field)) : ''
    const where = [whose, own].filter((w) => !isSaid(w)).join(' ')
    return { field, part, msg: where ? `${where}${say({ zh: '：', en: ': ' })}${msg}` : msg }
  }
  const places = [...screen.parts.map((p) => p.key), DOUBLES, APPLICANT, BASE]
  const placeOf = (field: string) => places.indexOf(partOf(field) ?? '')
  /** In the order in which the form asks. The issuer of a form that begins with a book comes with it: nobody chooses it. */
  const inOrder = (own: readonly Told[]): Placed[] =>
    own
      .filter((f) => f.field !== 'fbfbm' || (placeOf('fbfbm') >= 0 && !('cbjyqzbm' in screen.type.shape)) || own.length === 1)
      .toSorted((a, b) => placeOf(a.field) - placeOf(b.field))
      .map(placed)
  const missing = (f: Told) => isMissing(topOf(f.field) in business.fields ? values : form, f.field)
  const shownIn = (key: string): Told[] => [
    ...wrong.filter((f) => partOf(f.field) === key && (asked || (left.has(key) && !missing(f)))),
    ...told.filter((f) => partOf(f.field) === key),
  ]
  /** What nothing that is filled in would help comes before all that is missing. */
  const hindrances: Placed[] = Object.values(hinders).map((h) => ({ ...h, part: partOf(h.field), bars: true }))
  /** Parts that are to change what the register says and only repeat it. */
  const unchanged: Placed[] = screen.parts.flatMap(({ key, title, names, alters }) => {
    const known = editable && alters ? names.filter((n) => Object.hasOwn(register, n)) : []
    const lacksMore = wrong.some((f) => partOf(f.field) === key)
    if (known.length === 0 || lacksMore || !known.every((n) => isSame(form[n], register[n]))) return []
    return [{ field: key, part: key, msg: `${say(title)}${say({ zh: '：', en: ': ' })}${say(words.nothingChanged)}` }]
  })
  const stateOf = (key: string): PartState | undefined => {
    if (!editable) return undefined
    const own = [...wrong, ...baseWrong, ...told].filter((f) => partOf(f.field) === key)
    const lacking = own.filter(missing).length
    const barred = Object.values(hinders).filter((h) => partOf(h.field) === key).length
    return { wrong: own.length - lacking + barred, missing: lacking + unchanged.filter((u) => u.part === key).length }
  }

  /** Those of the last try that still stand: what was mended is told no more. What no field says stays until the next try. */
  const open = (f: Placed): boolean => f.field === '' || !partOf(f.field) || [...baseWrong, ...wrong, ...told].some((w) => w.field === f.field)

  // what a form fills by itself before anybody touches it is nothing that could be lost
  const touched = useTouched()
  const dirty = () => touched.current && guard.set(true)
  const take = (patch: CaseData) => {
    latest.current = { ...latest.current, ...patch }
    setTold((t) => (t.some((f) => topOf(f.field) in patch) ? t.filter((f) => !(topOf(f.field) in patch)) : t))
    dirty()
  }
  const change = (patch: CaseData) => {
    take(patch)
    draw()
  }
  /** The same of fields that hold themselves what is typed. */
  const type = (patch: CaseData) => {
    take(patch)
    drawSoon()
  }
  /** What must be right before a call: everything, or for an unsent case only the business fields and the issuer. */
  const checked = (complete: boolean): Placed[] => {
    const now = wrongIn(latest.current).filter((f) => complete || f.field === 'fbfbm')
    return editable ? inOrder([...baseWrongIn(valuesNow()), ...now, ...(complete ? against : [])]) : []
  }
  /** Runs one call; refusals stand above the form and at their fields. `papers`: those that are missing, told with what is wrong in the form. Answers what it answered, undefined when refused. */
  const run = async <T>(key: string, complete: boolean, call: () => Promise<T>, papers: readonly Placed[] = []): Promise<T | undefined> => {
    setBusy(key)
    draw()
    try {
      if (complete) setAsked(true)
      if (editing === 'all') await base.validateFields().catch(() => undefined)
      const bad = checked(complete)
      setFaults(bad.length ? [...bad, ...papers] : [])
      if (bad.length) return undefined
      const answer = await call()
      guard.set(false)
      return answer
    } catch (e) {
      const found = faultsOf(e)
      const doubles = editing === 'all' ? doublesIn(e) : []
      // the rows are there at once: nothing is typed but why
      if (doubles.length) {
        const others = formsIn(latest.current.doubles).filter((d) => !doubles.some((x) => isSamePerson(d, x)))
        latest.current = { ...latest.current, doubles: [...others, ...doubles] }
        draw()
      }
      base.setFields(found.filter((f) => Object.hasOwn(business.fields, f.field)).map((f) => ({ name: f.field, errors: [f.msg] })))
      setTold(found)
      const msg = e instanceof Error ? e.message : String(e)
      // nobody can put right that no answer came: what was typed stands
      setFaults(found.length ? found.map(placed) : [{ field: '', msg: isApiError(e) && e.code === 0 ? `${say(words.notSent)}${msg}` : msg }])
      return undefined
    } finally {
      setBusy(undefined)
    }
  }
  /** The body of submit, save-commit and update. Source: the room's README (Wire). */
  const body = (): Record<string, unknown> =>
    editing === 'areas'
      ? { id: row!.id, rev: row!.rev, form: latest.current }
      : { ...bodyOf(business, base.getFieldsValue() as Record<string, unknown>, row), form: latest.current }
  const post = (verb: string, draftId?: string) => api.post<string>(`${AT}/${verb}`, { ...body(), ...(draftId ? { draftId } : {}) }, undefined, { quiet: true })

  return {
    guard,
    form,
    about,
    busy,
    faults: faults.filter(open),
    /** the last try: another list whenever something was refused */
    tried: faults,
    clear: () => setFaults([]),
    lacks: editable ? [...hindrances, ...unchanged, ...inOrder([...baseWrong, ...wrong])] : [],
    hinder,
    stateOf,
    partOf,
    /** business fields were filled after another person */
    drawSoon,
    /** a business field was typed */
    typed: () => {
      dirty()
      drawSoon()
    },
    change,
    leave: (key: string) => {
      setLeft((l) => (l.has(key) ? l : new Set([...l, key])))
      if (soon.current) draw()
    },
    item: (code: string) => screen.onItem && change(screen.onItem(latest.current, code)),
    run,
    body,
    post,
    props: (key: string): Omit<PartProps, 'onApplicant' | 'onParty' | 'onShow'> => ({
      form,
      onChange: change,
      onType: type,
      onRegister: (of) => setRegister((r) => ({ ...r, ...of })),
      about,
      editing,
      faults: shownIn(key),
      ...(row ? { row } : {}),
    }),
  }
}
