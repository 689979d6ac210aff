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

/** What is wrong with names that a change says anew. */
export const changedNamesWrong = (r: AnyResource, changed: Values): Wrong[] =>
  entries(r).flatMap(([field, f]) => {
    const msg = Object.hasOwn(changed, field) ? nameWrong(f, changed[field]) : undefined
    return msg ? [{ field, msg }] : []
  })
