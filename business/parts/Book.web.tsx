import { useQueries, useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { useEffect, useRef } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { djb } from '../../land/definitions/cbht.ts'
import { searchOf, useFinder, type Hit } from '../../land/parts/finder.web.ts'
import type { Form } from '../cases/definitions/business.ts'
import { CaseBlocker } from '../cases/web/form/Hindrance.web.tsx'
import { Facts } from '../cases/web/Facts.web.tsx'
import type { PartProps } from '../cases/web/screen.web.ts'
import { words } from '../cases/web/words.ts'

const quiet = { quiet: true }
/** A household's contractor as it is in the register, its members with their ids. */
export type OpenHolder = AnyRow & { jtcyList: AnyRow[] }
/** What a book says: the version that the form names (later ones do not matter to a case), else the current one of its code. */
export interface OpenBook {
  book: AnyRow
  members: AnyRow[]
  lines: AnyRow[]
}
function bookQuery({ cbjyqzbm: code, djbId }: Form) {
  const known = typeof code === 'string' && code.length === 19 ? code : undefined
  const id = typeof djbId === 'string' && djbId ? djbId : undefined
  return {
    queryKey: queryKeyOf('djb', 'case', known, id),
    enabled: !!known,
    retry: false,
    staleTime: 60_000,
    placeholderData: (before: OpenBook | undefined) => (before?.book.cbjyqzbm === known ? before : undefined),
    queryFn: async (): Promise<OpenBook> => {
      const book = await (id ? api.get<AnyRow>('base-qssj/djb/detailById', { id }, quiet) : api.get<AnyRow>('base-qssj/djb/detail', { cbjyqzbm: known }, quiet))
      return { book, members: (book.jtcyList ?? []) as AnyRow[], lines: (book.dkList ?? []) as AnyRow[] }
    },
  }
}
export const useBook = (form: Form) => useQuery(bookQuery(form))
/** Several books at once, in their order. */
export const useBooks = (forms: readonly Form[]) => useQueries({ queries: forms.map(bookQuery) })
/** The contractor of a book as it is today, where somebody changes it. */
const holderQuery = (code: unknown, wanted: boolean) => ({
  queryKey: queryKeyOf('cbf', 'case', code),
  enabled: wanted && typeof code === 'string' && code.length === 19,
  retry: false,
  staleTime: 60_000,
  queryFn: () => api.get<OpenHolder>('base-qssj/cbf/detail', { cbfbm: String(code).slice(0, -1) }, quiet),
})
export const useHolder = (code: unknown, wanted: boolean) => useQuery(holderQuery(code, wanted))
/** Several contractors at once, in the order of their books. */
export const useHolders = (codes: readonly unknown[], wanted: boolean) => useQueries({ queries: codes.map((code) => holderQuery(code, wanted)) })

type Judged = AnyRow & { eligible: boolean; reasons: string[] }
/** Current books by a name or code, with what the type of business says of each. */
async function lookUp(item: string, among: Readonly<Record<string, string>>, typed: string): Promise<Judged[]> {
  const of = { current: 1, size: 30, ...among, ...searchOf(typed, 'cbjyqzbm', 'cbfmc') }
  const businessTypeCode = item.replace(/_\d+$/, '')
  if (businessTypeCode) return (await api.get<Page<Judged>>('base-qssj/djb/listEligibleForBusiness', { ...of, businessTypeCode }, quiet)).records
  // before an item is chosen nothing is asked of them
  return (await api.get<Page<AnyRow>>('base-qssj/djb/wzx/page', of, quiet)).records.map((b) => ({ ...b, eligible: true, reasons: [] }))
}
const hitOf = (b: AnyRow, against: readonly string[]): Hit => ({
  value: String(b.cbjyqzbm),
  label: `${b.cbfmc} ${b.cbjyqzbm}${against.length ? `（${against.join('、')}）` : ''}`,
  ...(against.length ? { disabled: true } : {}),
})

interface PickerProps {
  value?: string
  named?: string
  /** what of the lists is looked through, an issuer for instance */
  among?: Readonly<Record<string, string>>
  /** a form begins with it: it has the focus, and the only book that there is is chosen */
  first?: boolean
  /** the item of the business: what stands against a book is said beside it, which is not chosen then */
  item: string
  /** where a name is looked for that is not among these, only to say why it is not */
  beyond?: { among: Readonly<Record<string, string>>; why: Text }
  onChange(code: string | undefined): void
}
/** Finds a current book by the name of its holder (pinyin) or its code. */
export function BookPicker({ value, named, among = {}, first = false, item, beyond, onChange }: PickerProps) {
  const { say } = useSay()
  const { hits, select } = useFinder({
    key: ['djb', 'pick', among],
    sole: first && !value,
    take: onChange,
    look: async (typed) => {
      const found = await lookUp(item, among, typed)
      if (found.length || !beyond || !typed.trim()) return found.map((b) => hitOf(b, b.eligible ? [] : b.reasons))
      return (await lookUp(item, beyond.among, typed)).map((b) => hitOf(b, [say(beyond.why)]))
    },
  })
  const own = value && named && !hits.some((h) => h.value === value) ? [{ value, label: `${named} ${value}` }] : []
  return (
    <ClearSelect
      {...select}
      value={value}
      autoFocus={first && !value}
      style={{ width: '100%', maxWidth: 560 }}
      placeholder={say(words.findBook)}
      aria-label={say(words.book)}
      options={[...own, ...hits]}
      onChange={onChange}
    />
  )
}

const SHOWN = ['cbjyqzbm', 'version', 'cbfmc', 'cbfzjhm', 'fbfmc', 'cbfs', 'cbqxq', 'cbqxz', 'htzmjm', 'cbdkzs', 'cbfcysl', 'djsj'] as const
/** What is shown of it where two books stand side by side. */
const NARROW = ['cbfmc', 'cbfzjhm', 'cbjyqzbm', 'fbfmc', 'cbqxq', 'cbqxz', 'htzmjm', 'cbdkzs'] as const
/** Where the book stands with which a form begins. */
const FIRST = 'cbjyqzbm'
interface BookPartProps extends PartProps {
  filled(holder: OpenHolder, book: OpenBook): Form
  among?: Readonly<Record<string, string>>
  narrow?: boolean
  /** path of the book in the form */
  at?: string
}
/**
 * The part of a type that begins with a book: which one, and what it says. `filled`: what of the form follows from a book that was just chosen; the
 * holder becomes the applicant.
 */
export function BookPart({ form, about, onChange, onRegister, editing, onApplicant, filled, among, narrow = false, at = FIRST }: BookPartProps) {
  const code = typeof form.cbjyqzbm === 'string' ? form.cbjyqzbm : undefined
  const open = useBook(form),
    holder = useHolder(code, editing === 'all').data
  const book = open.data?.book
  const taken = useRef(form.djbId ? code : undefined)
  useEffect(() => {
    if (!book || !holder || editing !== 'all') return
    onApplicant(holder)
    const own = filled(holder, open.data!)
    onRegister(own)
    if (taken.current === code) return
    taken.current = code
    onChange({ fbfbm: holder.fbfbm, djbId: String(book.id), ...own })
  }, [book, holder])
  // of a contractor from whose row a case was begun the household's book is meant, or where there is none the one in another way
  const other = open.error && code?.endsWith('J') && !form.djbId && editing === 'all' ? `${code.slice(0, -1)}Q` : undefined
  useEffect(() => {
    if (other) choose(other)
  }, [other])
  const choose = (next: string | undefined) => {
    taken.current = undefined
    onChange({ cbjyqzbm: next ?? null, djbId: null, fbfbm: next?.slice(0, 14) ?? null })
  }
  return (
    <>
      {editing === 'all' && (
        <div data-field={at}>
          <BookPicker item={about.item} value={code} named={book?.cbfmc} first={at === FIRST} {...(among ? { among } : {})} onChange={choose} />
        </div>
      )}
      {open.error && <CaseBlocker field={at} style={{ marginTop: 8 }} title={open.error.message} />}
      {open.isFetching && !book && <Spin />}
      {book && (
        <div style={{ marginTop: editing === 'all' ? 12 : 0 }}>
          <Facts of={djb} names={narrow ? NARROW : SHOWN} row={book} narrow={narrow} />
        </div>
      )}
    </>
  )
}

/** What a new case begins with: the book of a row, or of a household its contract; nothing else is known yet. */
export const startOf = (start: string | undefined): Form => {
  const code = start && /^\d{18}[JQ]$/.test(start) ? start : start && /^\d{18}$/.test(start) ? `${start}J` : undefined
  return code ? { cbjyqzbm: code, fbfbm: code.slice(0, 14) } : {}
}
