import type { FormInstance } from 'antd'
import { mu, m2, toM2, toMu, type M2, type Mu } from '../../../kit/model/area.ts'
import { placeOf } from '../../../land/parts/LandForm.web.tsx'
import { bodyOf } from '../../../kit/web/ResourceForm.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { isApiError } from '../../../kit/web/client.web.ts'
import type { Drafted } from '../../../kit/web/session.web.ts'
import { contractArea, parcelAreaFits } from '../../../land/definitions/contract-area.ts'
import { business } from '../business.ts'
import { STATUS } from '../flow.ts'

/** A chosen parcel: what is sent, and what is only shown. Areas are decimal text, m² (htmj, scmj) and mu (htmjm, scmjm). */
export interface Line {
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
}
const SENT = ['dkbm', 'cbjyqqdfs', 'htmj', 'htmjm', 'yhtmj', 'yhtmjm', 'sfqqqg'] as const
const AREA = /^\d{1,13}(\.\d{1,2})?$/

/** The parcels with an area typed in one unit; the other one follows. */
export function withArea(line: Line, unit: 'htmj' | 'htmjm', typed: string | null): Line {
  const text = typed ?? ''
  if (!AREA.test(text)) return { ...line, [unit]: text }
  return unit === 'htmj' ? { ...line, htmj: text, htmjm: toMu(m2(text)) } : { ...line, htmjm: text, htmj: toM2(mu(text)) }
}
export const areaReady = (l: Line): boolean => AREA.test(l.htmj) && AREA.test(l.htmjm) && parcelAreaFits(l)
/** Sum of the parcels that have an area, by the one rule of the register. */
export const totalOf = (lines: readonly Line[]): { htzmj: M2; htzmjm: Mu; cbdkzs: number } => ({
  ...contractArea(lines.filter(areaReady)),
  cbdkzs: lines.length,
})
/** What a line of a picker (a parcel of the register) becomes in the form: its measured area is the first proposal. */
export const lineOf = (dk: AnyRow): Line => ({
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

/** What a person may change now. */
export type Editing = 'all' | 'areas' | 'nothing'
/** What this page reads of the form of a business, as the server keeps it. */
export type StoredForm = { fbfbm?: string; cbf?: Readonly<Record<string, unknown>> & { cbfbm?: string }; dk?: Line[]; cbht?: Record<string, unknown> }
export interface CaseRow extends AnyRow {
  actions: string[]
  form: StoredForm
  files: Requirement[]
  contracts: AnyRow[]
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

/** A new case or an unsent one and the task register take everything, the survey takes areas. Source: business-flows.md 3.1. */
export function editingOf(row: CaseRow | undefined, view: boolean): Editing {
  if (!row) return 'all'
  if (view || !row.actions.includes('update')) return 'nothing'
  return row.status === STATUS.todo || row.taskKey === 'register' ? 'all' : 'areas'
}

export interface Forms {
  base: FormInstance
  holder: FormInstance
  terms: FormInstance
}
/** What stands beside the forms: issuer, who the contractor is, the parcels. */
export interface Chosen {
  fbfbm?: string
  isNew: boolean
  cbfbm?: string
  lines: readonly Line[]
}

/** The terms of the contract that the form shows; the day of signing comes with the signature. */
export const caseTermFields = ['cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'ycbhtbm', 'yhtzmjm', 'yhtzmj']
const termNames = ['cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'qdsj', 'ycbhtbm', 'yhtzmj', 'yhtzmjm'] as const
const sentLine = (l: Line) => Object.fromEntries(SENT.map((n) => [n, l[n]]))
/** The body of submit, save-commit and update. Source: the slice's README (Wire). */
export function caseBody(forms: Forms, chosen: Chosen, row: CaseRow | undefined, editing: Editing): Record<string, unknown> {
  if (editing === 'areas') return { id: row!.id, rev: row!.rev, form: { ...row!.form, dk: chosen.lines.map(sentLine) } }
  const terms = forms.terms.getFieldsValue() as Record<string, unknown>
  const before = row?.form.cbht ?? {}
  return {
    ...bodyOf(business, forms.base.getFieldsValue() as Record<string, unknown>, row),
    form: {
      fbfbm: chosen.fbfbm,
      cbf: chosen.isNew ? forms.holder.getFieldsValue() : { cbfbm: chosen.cbfbm },
      dk: chosen.lines.map((l) => ({ ...sentLine(l), cbjyqqdfs: terms.cbfs ?? l.cbjyqqdfs })),
      cbht: Object.fromEntries(termNames.map((n) => [n, (n in terms ? terms[n] : before[n]) || null])),
    },
  }
}

/** Shows the server's faults at their fields; answers those that have no field on the screen. */
export function placeFaults(e: unknown, forms: Forms, isNew: boolean): string[] {
  const rest: string[] = []
  for (const { field, msg } of isApiError(e) ? e.fields : []) {
    const [head, ...tail] = field.replace(/^form\./, '').split('.')
    const [form, name] =
      head === 'cbht'
        ? ([forms.terms, tail.join('.')] as const)
        : head === 'cbf'
          ? ([forms.holder, tail.join('.')] as const)
          : head !== 'dk' && head! in business.fields && head !== 'fbfbm'
            ? ([forms.base, head!] as const)
            : ([forms.holder, field] as const)
    const known = form !== forms.holder || (isNew && head !== 'dk' && head !== 'fbfbm')
    if (known) form.setFields([{ name: placeOf(name) as never, errors: [msg] }])
    rest.push(head === 'dk' && tail[0] !== undefined ? `${Number(tail[0]) + 1}. ${msg}` : msg)
  }
  return rest
}

/** What is typed into a case, as it is kept when the page is taken away and put back; `before`: what was chosen when the case was opened. */
export const draftOf = (forms: Forms, chosen: Chosen, before: Chosen, choose: (c: Chosen) => void): Drafted => ({
  take: () => {
    const typed = [forms.base, forms.holder, forms.terms].some((f) => f.isFieldsTouched()) || JSON.stringify(chosen) !== JSON.stringify(before)
    return typed
      ? { chosen, base: forms.base.getFieldsValue(true), holder: forms.holder.getFieldsValue(true), terms: forms.terms.getFieldsValue(true) }
      : undefined
  },
  put: (kept: { chosen: Chosen; base: object; holder: object; terms: object }) => {
    choose(kept.chosen)
    forms.base.setFieldsValue(kept.base)
    forms.holder.setFieldsValue(kept.holder)
    forms.terms.setFieldsValue(kept.terms)
  },
})
