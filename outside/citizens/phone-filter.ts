// A filter expression that asks for a phone finds it however the number was typed, and however it stands in the row. Pure.
import { formats } from '../../kit/model/formats.ts'
import { WHERE_LIMITS } from '../../kit/model/where.ts'
import { spellingsOf, typedPhone } from '../../platform/messages/phone-number.ts'

/** The ways in which a number that was typed may stand in a row; what is no number is looked for as it is. */
export function phonesLike(typed: string): string[] {
  const phone = typedPhone(typed)
  return formats.contactPhone(phone) ? [typed] : spellingsOf(phone)
}
/** One condition on the phone: `eq` and `in` as parts of a list, `ne` as none of it. Others say nothing about a number. */
function likewise(c: { field: string; op?: unknown; value?: unknown }): object {
  if (c.op === 'ne') return { and: phonesLike(String(c.value)).map((value) => ({ ...c, value })) }
  const typed = c.op === 'eq' ? [c.value] : c.op === 'in' && Array.isArray(c.value) ? c.value : undefined
  if (!typed?.length || typed.length > WHERE_LIMITS.values) return c
  const all = typed.flatMap((v) => phonesLike(String(v)))
  const lists = []
  for (let n = 0; n < all.length; n += WHERE_LIMITS.values) lists.push({ ...c, op: 'in', value: all.slice(n, n + WHERE_LIMITS.values) })
  return lists.length === 1 ? lists[0]! : { or: lists }
}
const spelled = (v: unknown): unknown => {
  if (Array.isArray(v)) return v.map(spelled)
  if (!v || typeof v !== 'object') return v
  const { field, and, or } = v as Readonly<Record<string, unknown>>
  if (field === 'phone') return likewise({ ...v, field })
  return { ...v, ...(and === undefined ? {} : { and: spelled(and) }), ...(or === undefined ? {} : { or: spelled(or) }) }
}
/** An expression of the wire as its data, its phones spelled out, which may be more than the wire takes; what is none is left to be refused. */
export function wherePhones(where: unknown): unknown {
  if (typeof where !== 'string' || where === '' || where.length > WHERE_LIMITS.text) return where
  try {
    return spelled(JSON.parse(where))
  } catch {
    return where
  }
}
