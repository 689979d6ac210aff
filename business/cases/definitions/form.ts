// The form of a business type as data: fields of the kit, groups of them and lists of groups. What checks, masks and types a form is derived from this. Pure.
import { labelOf } from '../../../kit/model/field.ts'
import { requiredMessage } from '../../../kit/model/required.ts'
import { readDraft } from '../../../kit/model/check.ts'
import { dayWrong } from '../../../kit/model/days.ts'
import type { Field } from '../../../kit/model/field.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { maskText } from '../../../kit/model/mask.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import type { Form } from './business.ts'

/** Fields that stand together. `own`: they are the form of another room (a household), which checks them itself; here they are taken as they are sent. */
export interface One {
  readonly one: FormShape
  readonly own?: true
  /** whose fields they are, where their own labels do not say it */
  readonly label?: Text
}
/** A list of such groups. */
export interface Many {
  readonly many: FormShape
  /** what each of them is */
  readonly label?: Text
  /** what is counted in Chinese: 第2行 where nothing is said */
  readonly counted?: '户'
}
/** What a form consists of. Every form names its issuer (`fbfbm`): that decides the region of the business. */
export interface FormShape {
  readonly [name: string]: Field | One | Many
}
type Value<X> =
  X extends Field<infer T, infer Req>
    ? Req extends true
      ? T
      : T | null
    : X extends { readonly one: infer S extends FormShape }
      ? X extends { readonly own: true }
        ? Partial<FormOf<S>>
        : FormOf<S>
      : X extends { readonly many: infer S extends FormShape }
        ? FormOf<S>[]
        : never
/** The values of a form whose checks have let it through. */
export type FormOf<S extends FormShape> = { [K in keyof S]: Value<S[K]> }

/** A form as far as it could be read, and every fault with its path: `dk.0.htmj`. It is whole when there is none. */
export interface Read<F> {
  form: F
  wrong: Wrong[]
}

const isField = (x: Field | One | Many): x is Field => 'kind' in x
const isForm = (v: unknown): v is Form => !!v && typeof v === 'object' && !Array.isArray(v)
/** A group of a form that a person sent; none where something else stands there. */
export const formIn = (v: unknown): Form => (isForm(v) ? v : {})
/** The rows of a list that a person sent. */
export const formsIn = (v: unknown): Form[] => (Array.isArray(v) ? v.filter(isForm) : [])
const under = (name: string, wrong: readonly Wrong[]): Wrong[] => wrong.map((w) => ({ ...w, field: `${name}.${w.field}` }))

/** Checks a form by its shape: each field by its kind, in Chinese and English; names that the shape lacks are left out. */
export function readForm<S extends FormShape>(shape: S, raw: Form): Read<FormOf<S>> {
  const { draft, wrong } = readDraft(Object.fromEntries(Object.entries(shape).flatMap(([n, f]) => (isField(f) ? [[n, f]] : []))), raw)
  const form: Record<string, unknown> = { ...draft }
  for (const [name, part] of Object.entries(shape)) {
    if (isField(part)) continue
    if ('many' in part) {
      const rows = formsIn(raw[name]).map((r) => readForm(part.many, r))
      form[name] = rows.map((r) => r.form)
      wrong.push(...rows.flatMap((r, i) => under(`${name}.${i}`, r.wrong)))
    } else if (part.own) form[name] = formIn(raw[name])
    else {
      const group = readForm(part.one, formIn(raw[name]))
      form[name] = group.form
      wrong.push(...under(name, group.wrong))
    }
  }
  return { form: form as FormOf<S>, wrong }
}

/** What is wrong with the days of a form, wherever they stand; a contractor of the register has its own behind it. `today`: yyyy-MM-dd. */
export function formDays(shape: FormShape, form: Form, today: string): Wrong[] {
  return Object.entries(shape).flatMap(([name, part]): Wrong[] => {
    const v = form[name]
    if (isField(part)) {
      const msg = dayWrong(part, v, today)
      return msg ? [{ field: name, msg }] : []
    }
    if ('many' in part) return formsIn(v).flatMap((row, i) => under(`${name}.${i}`, formDays(part.many, row, today)))
    const own = formIn(v)
    return part.own && own.cbfbm ? [] : under(name, formDays(part.one, own, today))
  })
}

/** Personal data that were shown masked and came back so: they stay as they are stored. */
export const cameMasked = (v: unknown): v is string => typeof v === 'string' && v.includes('*')
/** A value of a form, or what is stored where it came back masked. */
export const unmasked = <T>(sent: T, stored: T): T => (cameMasked(sent) ? stored : sent)
/** A field of a form that only some items fill. */
export const optional = <F extends Field>(f: F) => ({ ...f, required: false }) as const
/** Fields at the top of a form by the item that fills them. */
export type FieldsByItem = Readonly<Record<string, Readonly<Record<string, Field>>>>
/**
 * Checks a form of which an item fills some fields at the top: those of other items are left out, the item's own are required as their definition says,
 * and what came back masked is not checked again.
 */
export function readItem<S extends FormShape>(shape: S, raw: Form, fields: FieldsByItem, item: string): Read<FormOf<S>> {
  const own = fields[item] ?? {}
  const others = Object.values(fields).flatMap(Object.keys)
  const left = Object.fromEntries(others.filter((n) => !Object.hasOwn(own, n)).map((n) => [n, null]))
  const kept = Object.fromEntries(Object.keys(own).flatMap((n) => (own[n]!.mask && cameMasked(raw[n]) ? [[n, raw[n]]] : [])))
  const { form, wrong } = readForm(shape, { ...raw, ...left, ...Object.fromEntries(Object.keys(kept).map((n) => [n, null])) })
  const values: Readonly<Record<string, unknown>> = { ...form, ...kept }
  const missing = Object.entries(own).flatMap(([n, f]): Wrong[] => (f.required && !values[n] ? [{ field: n, msg: requiredMessage(f) }] : []))
  return { form: { ...form, ...kept }, wrong: [...wrong, ...missing] }
}

/** A form as people without the right to full personal data see it: every field that its shape masks, wherever it stands. */
export function maskedForm(shape: FormShape, form: Form): Form {
  const out: Record<string, unknown> = { ...form }
  for (const [name, part] of Object.entries(shape)) {
    const v = form[name]
    if (v === undefined || v === null) continue
    if (isField(part)) {
      if (part.mask && typeof v === 'string') out[name] = maskText(v)
    } else if ('many' in part) out[name] = Array.isArray(v) ? v.map((r) => (isForm(r) ? maskedForm(part.many, r) : r)) : v
    else if (isForm(v)) out[name] = maskedForm(part.one, v)
  }
  return out
}

/** Whose a path of a form is, as people read it: '成员第2行', '第2户', 'Contractor Member 2'; empty for a field of the form itself. */
export function ownerOf(shape: FormShape, path: string): Text {
  const [name = '', ...rest] = path.split('.')
  const part = shape[name]
  if (!part || isField(part)) return { zh: '', en: '' }
  const own = part.label ?? { zh: '', en: 'Row' }
  if ('one' in part) return joined(part.label ?? { zh: '', en: '' }, ownerOf(part.one, rest.join('.')))
  const [row, ...inside] = rest
  if (row === undefined) return { zh: '', en: '' }
  return joined({ zh: `${own.zh}第${Number(row) + 1}${part.counted ?? '行'}`, en: `${own.en} ${Number(row) + 1}` }, ownerOf(part.many, inside.join('.')))
}
const joined = (a: Text, b: Text): Text => ({ zh: `${a.zh} ${b.zh}`.trim(), en: `${a.en} ${b.en}`.trim() })
/** The field at the end of a path of a form, by its label; empty where the path ends at a group or list. */
export function fieldLabel(shape: FormShape, path: string): Text {
  const [name = '', ...rest] = path.split('.')
  const part = shape[name]
  if (!part) return { zh: '', en: '' }
  if (isField(part)) return labelOf(part)
  return 'one' in part ? fieldLabel(part.one, rest.join('.')) : fieldLabel(part.many, rest.slice(1).join('.'))
}
