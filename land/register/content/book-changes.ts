// What is different between two contents of a book, value by value. Pure.
import { labelOf, type Field } from '../../../kit/model/field.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { PARTS, wordIn, type Book1, type Part } from './book1.ts'

type PartName = keyof typeof PARTS
/** One value that is not the same before and after; '' = nothing there. */
export interface BookChange {
  /** issuer, holder, member, book, contract, certificate or line */
  part: string
  /** which one of many: name of the member, code of the parcel */
  at: string
  field: string
  label: Text
  before: string
  after: string
  /** personal data */
  isMasked: boolean
}
/** What counts versions, orders lines or seals a file says nothing to a reader. */
const TECHNICAL: readonly string[] = ['version', 'sort', 'fileHash', 'scmj', 'htmj', 'yhtmj', 'htzmj', 'yhtzmj']
const fieldIn = (part: string, name: string): Field | undefined => {
  const of = part === 'line' ? [PARTS.line, PARTS.parcel] : [PARTS[part as PartName]]
  return of.map((p) => (p.of.fields as Readonly<Record<string, Field>>)[name]).find(Boolean)
}
function between(part: string, at: string, before: Part = {}, after: Part = {}): BookChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((n) => !TECHNICAL.includes(n))
  return names.flatMap((field) => {
    const [was, is] = [wordIn(before, field), wordIn(after, field)]
    const f = fieldIn(part, field)
    return was === is || !f ? [] : [{ part, at, field, label: labelOf(f), before: was, after: is, isMasked: !!f.mask }]
  })
}
/** Rows of many by what they are known by. */
function each(part: string, before: readonly Part[], after: readonly Part[], key: (p: Part) => string, name: (p: Part) => string): BookChange[] {
  const keys = [...new Set([...before, ...after].map(key))]
  return keys.flatMap((k) => {
    const [was, is] = [before.find((p) => key(p) === k), after.find((p) => key(p) === k)]
    return between(part, name((is ?? was)!), was, is)
  })
}
const WHOLE = ['issuer', 'holder', 'book', 'contract', 'certificate'] as const
/** A member is known by his number, else by his name; a line by its parcel. Without one of both everything is new, or gone. */
export function bookChanges(before: Book1 | undefined, after: Book1 | undefined): BookChange[] {
  const member = (p: Part) => wordIn(p, 'cyzjhm') || wordIn(p, 'cyxm')
  const lines = (b: Book1 | undefined) => b?.lines.map((l) => l.values) ?? []
  return [
    ...WHOLE.flatMap((part) => between(part, '', before?.[part], after?.[part])),
    ...each('member', before?.members ?? [], after?.members ?? [], member, (p) => wordIn(p, 'cyxm')),
    ...each(
      'line',
      lines(before),
      lines(after),
      (p) => wordIn(p, 'dkbm'),
      (p) => wordIn(p, 'dkbm'),
    ),
  ]
}
