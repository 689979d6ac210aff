/** Bounds of what people have typed and not saved. Source: rulings.md 62. */
export const DRAFT_LIMITS = {
  /** days that a draft is kept after its last change */
  days: 30,
  /** characters of one draft as JSON */
  size: 300_000,
  /** drafts of one person */
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
/** Names of what no draft holds, in whatever form it was typed. */
const SECRET = /passw|pwd|secret|token|captcha|credential|access_?key|private_?key|recovery|totp/i
/** A value without what is secret in it, however deep. */
export function withoutSecrets(v: unknown): unknown {
  if (Array.isArray(v)) return v.map(withoutSecrets)
  if (!v || typeof v !== 'object') return v
  return Object.fromEntries(Object.entries(v).flatMap(([n, x]) => (SECRET.test(n) ? [] : [[n, withoutSecrets(x)]])))
}
/** A name by which a form is known: that of its definition or dialog, and the row that it is about. */
export const isFormName = (v: unknown): v is string => typeof v === 'string' && /^[\p{L}\w .,:'/()-]{1,120}$/u.test(v)
