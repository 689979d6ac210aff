import { startTransition, useEffect, useReducer, useRef, useState, type RefObject } from 'react'
import type { FormInstance } from 'antd'
import { usePageState } from '../../../../kit/web/session.web.ts'
import type { Form as CaseData } from '../../definitions/business.ts'

/** What is typed into a form of fields is on the screen at once; all that follows from it (faults, marks, map) after this many milliseconds without typing. */
const PAUSE = 250

/** The form of a case in two states (docs/adr/0034): what is stored, and what the page is drawn of, which follows. */
export interface CaseValues {
  /** what the page is drawn of */
  form: CaseData
  /** what stands in the form now: what is stored is this */
  latest: RefObject<CaseData>
  /** the form as it was opened */
  opened: CaseData
  /** takes new values of names of the form, without drawing */
  merge(patch: CaseData): void
  draw(): void
  /** draws when the typing pauses */
  drawSoon(): void
  /** draws at once what waits for a pause */
  flush(): void
}
/** Keeps the form of a case, drawn when the typing pauses. */
export function useCaseValues(first: () => CaseData): CaseValues {
  const [form, setForm] = useState(first)
  const opened = useRef(form).current
  const latest = useRef(form)
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const draw = () => {
    clearTimeout(soon.current)
    soon.current = undefined
    setForm(latest.current)
    redraw()
  }
  useEffect(() => () => clearTimeout(soon.current), [])
  return {
    form,
    latest,
    opened,
    merge: (patch) => {
      latest.current = { ...latest.current, ...patch }
    },
    draw,
    drawSoon: () => {
      clearTimeout(soon.current)
      // a key that is pressed meanwhile goes first
      soon.current = setTimeout(() => startTransition(draw), PAUSE)
    },
    flush: () => {
      if (soon.current) draw()
    },
  }
}

/** Lets the page keep what is typed, form and business fields, when it is left and come back to. `key`: nothing where nothing may be changed. */
export function useKeptOnPage(key: string | undefined, { latest, opened }: CaseValues, base: FormInstance, put: (form: CaseData) => void): void {
  usePageState().tables?.useDraft(key, {
    inWindow: true,
    take: () => (base.isFieldsTouched() || latest.current !== opened ? { form: latest.current, base: base.getFieldsValue(true) } : undefined),
    put: (kept: { form: CaseData; base: object }) => {
      put(kept.form)
      base.setFieldsValue(kept.base)
    },
  })
}
