import { Form, type FormInstance } from 'antd'
import { useRef } from 'react'
import { useGuard } from '../../../../kit/web/dialogs.web.tsx'
import { useStable } from '../../../../platform/parts/stable.web.ts'
import type { Form as CaseData } from '../../definitions/business.ts'
import { formIn } from '../../definitions/form.ts'
import type { About } from '../../definitions/type.ts'
import type { CaseRow, Editing } from '../form.web.ts'
import type { PartProps, TypeScreen } from '../screen.web.ts'
import { useCaseCalls } from './useCaseCalls.web.ts'
import { useCaseFaults } from './useCaseFaults.web.ts'
import { useCaseValues, useKeptOnPage } from './useCaseValues.web.ts'
import { useTouched } from './useDraft.web.ts'

interface CaseOf {
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
export function useCase({ screen, base, row, editing, start, typed, applicant }: CaseOf) {
  const guard = useGuard()
  const values = useCaseValues(() => (typed ? formIn(typed.form) : (row?.form ?? screen.first(start))))
  const { form, latest } = values
  useKeptOnPage(editing === 'nothing' ? undefined : `business ${row?.id ?? ''}`, values, base, (kept) => change(kept))
  // of the business fields only these change what the type asks for; the others are read when the page is drawn
  Form.useWatch((v) => [v.businessItemCode, v.doSign], base)
  const baseNow = (): Readonly<Record<string, unknown>> => {
    const fields = base.getFieldsValue(true) as Record<string, unknown>
    return Object.keys(fields).length ? fields : (row ?? {})
  }
  const drawn = baseNow()
  const about: About = { item: String(drawn.businessItemCode ?? row?.businessItemCode ?? ''), doSign: (drawn.doSign ?? row?.doSign) !== '2' }
  const faults = useCaseFaults({ screen, editing, about, form, values: drawn, applicant })

  // what a form fills by itself before anybody touches it is nothing that could be lost
  const touched = useTouched()
  const dirty = () => touched.current && guard.set(true)
  const take = (patch: CaseData) => {
    values.merge(patch)
    faults.forget(patch)
    dirty()
  }
  /** what is told now is typed in a cell, which holds it */
  const isTyping = useRef(false)
  const change = (patch: CaseData) => {
    take(patch)
    if (isTyping.current) values.drawSoon()
    else values.draw()
  }
  /** The same of fields that hold themselves what is typed. */
  const type = (patch: CaseData) => {
    take(patch)
    values.drawSoon()
  }
  const { busy, tried, clear, run, body, post } = useCaseCalls({
    values,
    base,
    row,
    editing,
    guard,
    checked: (complete) => faults.checked(complete, latest.current, baseNow()),
    place: faults.place,
    onAsked: faults.ask,
    onRefused: faults.setAnswered,
  })

  return {
    guard,
    form,
    about,
    busy,
    faults: tried.filter(faults.isOpen),
    /** the last try: another list whenever something was refused */
    tried,
    clear,
    lacks: faults.lacks,
    hinder: faults.hinder,
    stateOf: faults.stateOf,
    partOf: faults.partOf,
    whileTyping: useStable((run: () => void) => {
      isTyping.current = true
      try {
        run()
      } finally {
        isTyping.current = false
      }
    }),
    /** business fields were filled after another person */
    drawSoon: values.drawSoon,
    /** a business field was typed */
    typed: useStable(() => {
      dirty()
      values.drawSoon()
    }),
    change,
    leave: (key: string) => {
      faults.leave(key)
      values.flush()
    },
    item: useStable((code: string) => void (screen.onItem && change(screen.onItem(latest.current, code)))),
    run,
    body,
    post,
    props: (key: string): Omit<PartProps, 'onApplicant' | 'onParty' | 'onShow'> => ({
      form,
      onChange: change,
      onType: type,
      onRegister: faults.onRegister,
      about,
      editing,
      faults: faults.shownIn(key),
      ...(row ? { row } : {}),
    }),
  }
}
