/** The place of a part on the page. */
export const partId = (key: string): string => `case-part-${key}`

/** The part in whose place a field is drawn. */
export const partAt = (field: string): string | undefined =>
  document
    .querySelector(`[data-field="${CSS.escape(field)}"]`)
    ?.closest(`section[id^="${partId('')}"]`)
    ?.id.slice(partId('').length)
/** A link that fills its line, wraps, and begins where the line begins. */
export const LINK = { padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start', justifyContent: 'start' } as const
/** Where a person types a field that has no id of its own: `data-field` names what stands around it. What files are chosen by is a button. */
const INPUTS = 'input:enabled:not([type=file]), textarea:enabled, button:enabled'
/** The forms of the frame itself: ids of their fields begin with their name. */
const FORMS = ['', 'business_']
/**
 * Leads to the field of a fault: into its part, then to the input that has its path as id or stands in the place of its path. What is not there yet, since
 * something before it must be chosen, leads to the first thing that can be done in its part, or to the part.
 */
export function leadTo(part: string, field?: string): void {
  const section = document.getElementById(partId(part))
  section?.scrollIntoView({ block: 'start' })
  const place = field && section?.querySelector(`[data-field="${CSS.escape(field)}"]`)
  const byId = field ? FORMS.map((f) => document.getElementById(f + field.replaceAll('.', '_'))).find(Boolean) : undefined
  const own = byId ?? (place ? place.querySelector<HTMLElement>(INPUTS) : null)
  const input = own ?? section?.querySelector<HTMLElement>(INPUTS) ?? section
  input?.scrollIntoView({ block: input === section ? 'start' : 'center' })
  input?.focus({ preventScroll: true })
}
