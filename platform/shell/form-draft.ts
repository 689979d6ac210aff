/** Bounds of what people have typed and not saved. Source: rulings.md 62. */
export const DRAFT_LIMITS = {
  /** days that a draft is kept after its last change */
  days: 30,
  /** characters of one draft as JSON */
  size: 300_000,
  /** drafts of one person: of one more the oldest goes */
  forms: 50,
} as const
/** A draft of a form: on which page it was typed, and what. */
export interface FormDraft {
  form: string
  /** the page and its query, where the form opens again */
  page: string
  /** yyyy-MM-dd HH:mm:ss at which it was kept last */
  at: string
}
/** Seconds after which somebody who says nothing more has the record no longer open; and how often an open record is said again. */
export const PRESENCE_SECONDS = 45
export const PRESENCE_AGAIN_SECONDS = 20
/** Name of the state on the live channel: who else has each of the records open that the person has, by record. */
export const PRESENCE = 'presence'
export const presenceKey = (record: string, id: string): string => `${record}.${id}`
/** Somebody else who has a record open. */
export interface OpenBy {
  name: string
  /** 1 = to edit it */
  isEditing: number
}
/** Names of what lies aside of cases begin with this: their draft is the case itself, whose form takes it up (business/cases). */
export const CASES_ASIDE = 'case '
/** Names of what no draft holds, in whatever form it was typed. */
const SECRET = /passw|pwd|secret|token|captcha|credential|access_?key|private_?key|recovery|totp/i
/** A file chosen on this computer, bare or as an upload holds it: the page has it, its contents are not in the form. */
const isFile = (v: unknown): boolean => v instanceof Blob || (!!v && typeof v === 'object' && Object.hasOwn(v, 'originFileObj'))
/** A value without what no draft holds, however deep: secrets, and files that are chosen but not sent. */
export function keepable(v: unknown): unknown {
  if (Array.isArray(v)) return v.filter((x) => !isFile(x)).map(keepable)
  if (!v || typeof v !== 'object') return v
  return Object.fromEntries(Object.entries(v).flatMap(([n, x]) => (SECRET.test(n) || isFile(x) ? [] : [[n, keepable(x)]])))
}
/** How many values of a form are filled in. */
const filled = (v: unknown): number =>
  isFile(v) ? 1 : v && typeof v === 'object' ? Object.values(v).reduce<number>((n, x) => n + filled(x), 0) : v === undefined || v === null || v === '' ? 0 : 1
/** How much of what is filled in no draft holds: nothing of it, a part, or all. */
export function unkeptPart(v: unknown): 'none' | 'part' | 'all' {
  const kept = filled(keepable(v))
  return kept === filled(v) ? 'none' : kept ? 'part' : 'all'
}
/** A name by which a form is known: that of its definition or dialog, and the row that it is about. */
export const isFormName = (v: unknown): v is string => typeof v === 'string' && /^[\p{L}\w .,:'/()-]{1,120}$/u.test(v)
