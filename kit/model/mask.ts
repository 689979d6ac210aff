import { entries, type AnyResource } from './resource.ts'

/** First three and last four characters stay; nothing of short texts. Source: security.md 4.4. */
export const maskText = (v: string): string => (v.length <= 7 ? '*'.repeat(v.length) : `${v.slice(0, 3)}${'*'.repeat(v.length - 7)}${v.slice(-4)}`)

/** A row as people without the right to full personal data see it. */
export function masked<T extends object>(r: AnyResource, row: T): T {
  const hide = personal(r)
  if (hide.length === 0) return row
  const shown = { ...row } as Record<string, unknown>
  for (const n of hide) {
    const v = shown[n]
    if (typeof v === 'string') shown[n] = maskText(v)
  }
  return shown as T
}
const known = new WeakMap<AnyResource, readonly string[]>()
/** Names of the fields with personal data; kept, because every row of a list asks. */
function personal(r: AnyResource): readonly string[] {
  const names =
    known.get(r) ??
    entries(r)
      .filter(([, f]) => f.mask)
      .map(([n]) => n)
  known.set(r, names)
  return names
}
/** The button that shows personal data in full. */
export const plainPerm = (r: Pick<AnyResource, 'name'>) => `${r.name}_plain`
