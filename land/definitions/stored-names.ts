// Names (format `name`) that the register holds from a package, whatever signs they are of ("/", "—"): they bar no other change of their row. Pure.
import { checkValue } from '../../kit/model/check.ts'
import type { Field } from '../../kit/model/field.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'

type Values = Readonly<Record<string, unknown>>
/** A field whose values may be no names. */
export function ofAnyFormat<F extends Field>(f: F): F {
  const { format: _, ...rest } = f
  return rest as F
}
const nameWrong = (f: Field, v: unknown) => (f.format === 'name' ? checkValue({ ...f, required: false }, v) : undefined)

/** The definition by which a change of a row is read: a name that comes back as it is `stored` is not asked once more whether it is one. `sent`: on a screen the row itself. */
export function withStoredNames<T extends AnyResource>(r: T, stored: Values | undefined, sent: Values | undefined = stored): T {
  const kept = entries(r).flatMap(([n, f]) => (stored && sent?.[n] === stored[n] && nameWrong(f, stored[n]) ? [[n, ofAnyFormat(f)] as const] : []))
  return kept.length ? { ...r, fields: { ...r.fields, ...Object.fromEntries(kept) } } : r
}
/** What is wrong with names that a change says anew. */
export const changedNamesWrong = (r: AnyResource, changed: Values): Wrong[] =>
  entries(r).flatMap(([field, f]) => {
    const msg = Object.hasOwn(changed, field) ? nameWrong(f, changed[field]) : undefined
    return msg ? [{ field, msg }] : []
  })
