import { checkValue } from '../../../kit/model/check.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { isApiError } from '../../../kit/web/client.web.ts'
import { formPlace } from '../../../land/parts/LandForm.web.tsx'
import type { FormInstance } from 'antd'
import { business, type Form } from '../definitions/business.ts'
import { formIn, formsIn } from '../definitions/form.ts'
import { STATUS } from '../rules/flow.ts'

/** A fault as it is shown: its path in the form and its words in the reader's language. */
export interface FieldFault {
  field: string
  msg: string
}
/** What a person may change now: everything, what the survey measures, nothing. */
export type Editing = 'all' | 'areas' | 'nothing'
export interface CaseRow extends AnyRow {
  actions: string[]
  form: Form
  files: Requirement[]
  contracts: AnyRow[]
  /** the open task */
  task: AnyRow | null
  /** roles whose opinion a countersigned task waits for */
  missing: { role: string; name: string; n: number }[]
  /** persons of two households, and how each stands */
  doubles: AnyRow[]
  /** books of a case under way that could not be registered, and why */
  unregistered: { code: string; djbId: string | null; reason: string }[]
}
export interface Requirement {
  taskKey: string
  businessItem: string
  fileName: string
  isRequired: string
  fileType: string
  fileNumber: number
  fileSize: number
  given?: number
}

/** A new case or an unsent one and the task register take everything, the survey takes what it measures. Source: business-flows.md 3.1. */
export function editingOf(row: CaseRow | undefined, view: boolean): Editing {
  if (!row) return 'all'
  if (view || !row.actions.includes('update')) return 'nothing'
  return row.status === STATUS.todo || row.taskKey === 'register' ? 'all' : 'areas'
}

/** What stands at a path of a form: `cbf.jtcyList.0.cyxm`. */
export function valueAt(form: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((v, n) => (v && typeof v === 'object' ? Object.entries(v).find(([k]) => k === n)?.[1] : undefined), form)
}
const empty = (v: unknown) => v === undefined || v === null || v === '' || (Array.isArray(v) && v.length === 0)
/** Whether a fault is of something that is not there yet, not of something wrong. */
export const isMissing = (form: Form, field: string): boolean => empty(valueAt(form, field))

/** Names of the business fields that a person fills. */
export const businessFields = Object.entries(business.fields).filter(([, f]) => (f.form ?? 'edit') === 'edit')
/** What is wrong with the business fields, in the reader's language; what is masked was accepted before. */
export const businessFaults = (values: Readonly<Record<string, unknown>>, say: (t: { zh: string; en: string }) => string): FieldFault[] =>
  businessFields.flatMap(([field, f]) => {
    const v = values[field]
    const msg = typeof v === 'string' && f.mask && v.includes('*') ? undefined : checkValue(f, empty(v) ? null : v)
    return msg ? [{ field, msg: say(msg) }] : []
  })

/** The faults that a call was answered with, by path; those of the form without its name. */
export const formFaults = (e: unknown): FieldFault[] => (isApiError(e) ? e.fields.map(({ field, msg }) => ({ field: field.replace(/^form\./, ''), msg })) : [])
/** Persons and other households that a call was refused for: reason, proof and a second person may let each stand. */
export const doublesIn = (e: unknown): Form[] =>
  isApiError(e) ? formsIn(formIn(e.data).fields).flatMap(({ cbfbm, cyxm }) => (cbfbm && cyxm ? [{ cbfbm, cyxm }] : [])) : []
/** Shows faults at the items of an antd form whose names begin at `at` of the case's form; those that went are cleared. Answers the paths shown. */
export function showAt(inst: FormInstance, at: string, faults: readonly FieldFault[], shown: readonly string[]): string[] {
  const own = faults.filter((f) => f.field.startsWith(`${at}.`)).map((f) => ({ name: f.field.slice(at.length + 1), msg: f.msg }))
  const gone = shown.filter((n) => !own.some((o) => o.name === n))
  const known = [...own, ...gone.map((name) => ({ name, msg: '' }))]
  inst.setFields(known.map(({ name, msg }) => ({ name: formPlace(name), errors: msg ? [msg] : [] })))
  return own.map((o) => o.name)
}
