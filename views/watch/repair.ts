import { RULES } from './rules.ts'

/** What a repair needs of a finding. */
export interface RepairSubject {
  rule: string
  kind: string
  objectId: string
  objectCode: string
  detail: string | null
}
/** A page and its query. */
export interface RepairWay {
  to: string
  search: Readonly<Record<string, string>>
}
const FORMS: Readonly<Record<string, string>> = { fbf: '/land/fbf', cbf: '/land/cbf', dk: '/land/dk' }
const CONTRACTOR = /^\d{18}/

/** Where a finding is mended: the form of the object where it is edited by hand (`mayEdit`), a business begun on its contractor, the case itself, or the list that shows it. */
export function repairOf(f: RepairSubject, mayEdit: (kind: string) => boolean): RepairWay | undefined {
  const repair = RULES.find((r) => r.id === f.rule)?.repair
  if (!repair) return
  if ('case' in repair) return { to: '/business/all', search: { open: `view.${f.objectId}` } }
  const form = FORMS[f.kind]
  const own = form ? { to: form, search: { open: `${mayEdit(f.kind) ? 'edit' : 'view'}.${f.objectId}` } } : undefined
  if ('business' in repair) {
    // a parcel names the book that it stands in; codes of books and contracts begin with that of their contractor
    const cbfbm = CONTRACTOR.exec(f.kind === 'dk' ? (f.detail ?? '') : f.objectCode)?.[0]
    return cbfbm ? { to: '/business/all', search: { open: `add.${repair.business}.${cbfbm}` } } : own
  }
  if (own && repair.page === form) return own
  return { to: repair.page, search: repair.name ? { [repair.name]: f.kind === 'business_lock' ? (f.detail ?? '') : f.objectCode } : {} }
}
