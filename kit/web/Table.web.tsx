import { Checkbox, Table as Antd, type CheckboxChangeEvent, type TableProps } from 'antd'
import { createContext, memo, use, useEffect, useMemo, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'
import type { AnyRow } from './calls.web.ts'
import { phrases } from './phrases.ts'
import { useSay } from './words.web.ts'

/**
 * Scrolling parts of a table can be reached and moved with the keyboard, whether or not a row holds a button. The row that only measures widths
 * repeats the head with its boxes: nobody may get into it.
 */
function reach(table: HTMLElement): void {
  for (const e of table.querySelectorAll<HTMLElement>('.ant-table-content, .ant-table-body')) e.tabIndex = 0
  for (const e of table.querySelectorAll<HTMLElement>('.ant-table-measure-row')) e.inert = true
}

/** antd's Table, usable without a mouse, whose box over all rows is named in the reader's language. Every table of the product is this one. */
export function Table<T extends object>(props: TableProps<T>) {
  const { say } = useSay()
  const { rowSelection } = props
  const named = rowSelection && { getTitleCheckboxProps: () => ({ 'aria-label': say(phrases.selectAll) }), ...rowSelection }
  const at = useRef<{ nativeElement: HTMLElement }>(null)
  useEffect(() => {
    if (at.current) reach(at.current.nativeElement)
  })
  return <Antd<T> {...props} {...(named ? { rowSelection: named } : {})} ref={at as never} />
}
Table.Summary = Antd.Summary

interface MarkedProps {
  selected?: readonly AnyRow[] | undefined
  onSelect?: ((rows: AnyRow[]) => void) | undefined
  /** all rows are selected by the question that they match: none is taken out */
  isWhole?: boolean | undefined
  /** the row at which the keys stand */
  at?: string | undefined
}
interface Marks {
  ids: ReadonlySet<string>
  isWhole: boolean
  at: string | undefined
  /** selects a row of these, or takes it out; with the shift key all up to the one that was pressed before */
  press(row: AnyRow, rows: readonly AnyRow[], isRange: boolean): void
  /** selects all of these, or takes them out where all are */
  pressAll(rows: readonly AnyRow[]): void
}
const NOTHING: readonly AnyRow[] = []
const MarksContext = createContext<Marks>({ ids: new Set(), isWhole: false, at: undefined, press: () => {}, pressAll: () => {} })
const without = (all: readonly AnyRow[], some: readonly AnyRow[]): AnyRow[] => {
  const gone = new Set(some.map((x) => x.id))
  return all.filter((x) => !gone.has(x.id))
}
/** Rows as the page has them by now. */
const asNow = (all: readonly AnyRow[], page: readonly AnyRow[]): AnyRow[] => {
  const fresh = new Map(page.map((x) => [x.id, x]))
  return all.map((x) => fresh.get(x.id) ?? x)
}

/** Says what is marked in the rows of a list below it. A mark is drawn in its own row, and no row or cell anew with it. */
export function Marked({ selected = NOTHING, onSelect, isWhole = false, at, children }: MarkedProps & { children: ReactNode }) {
  const now = useRef({ selected, onSelect })
  now.current = { selected, onSelect }
  const last = useRef<string>(undefined)
  const marks = useMemo<Marks>(() => {
    const ids = new Set(selected.map((x) => x.id))
    return {
      ids,
      isWhole,
      at,
      press(row, rows, isRange) {
        const to = rows.findIndex((x) => x.id === row.id)
        const from = isRange && rows.some((x) => ids.has(x.id)) ? rows.findIndex((x) => x.id === last.current) : to
        const range = rows.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1)
        const adds = range.some((x) => !ids.has(x.id))
        last.current = adds ? row.id : undefined
        const had = asNow(now.current.selected, rows)
        now.current.onSelect?.(adds ? [...had, ...without(range, had)] : without(had, range))
      },
      pressAll(rows) {
        last.current = undefined
        const had = asNow(now.current.selected, rows)
        const more = without(rows, had)
        now.current.onSelect?.(more.length > 0 ? [...had, ...more] : without(had, rows))
      },
    }
  }, [selected, isWhole, at])
  return <MarksContext value={marks}>{children}</MarksContext>
}

interface BoxProps {
  name: string
  isOn: boolean
  isSome?: boolean
  isOff: boolean
  onPress(isRange: boolean): void
}
/** One box; drawn anew with its own mark alone. */
const Box = memo(
  function Box({ name, isOn, isSome, isOff, onPress }: BoxProps) {
    const press = (e: CheckboxChangeEvent) => onPress(e.nativeEvent.shiftKey)
    return <Checkbox aria-label={name} checked={isOn} indeterminate={isSome} disabled={isOff} onClick={(e) => e.stopPropagation()} onChange={press} />
  },
  (a, b) => a.name === b.name && a.isOn === b.isOn && a.isSome === b.isSome && a.isOff === b.isOff,
)
/** The box of a row among these. */
export function RowBox({ row, rows, name }: { row: AnyRow; rows: readonly AnyRow[]; name: string }) {
  const marks = use(MarksContext)
  const latest = useRef({ marks, row, rows })
  latest.current = { marks, row, rows }
  const press = (isRange: boolean) => latest.current.marks.press(latest.current.row, latest.current.rows, isRange)
  return <Box name={name} isOn={marks.isWhole || marks.ids.has(row.id)} isOff={marks.isWhole} onPress={press} />
}
/** The box of all these rows. */
export function AllBox({ rows }: { rows: readonly AnyRow[] }) {
  const { say } = useSay()
  const marks = use(MarksContext)
  const latest = useRef({ marks, rows })
  latest.current = { marks, rows }
  const n = marks.isWhole ? rows.length : rows.filter((x) => marks.ids.has(x.id)).length
  const isAll = rows.length > 0 && n === rows.length
  const press = () => latest.current.marks.pressAll(latest.current.rows)
  return <Box name={say(phrases.selectAll)} isOn={isAll} isSome={n > 0 && !isAll} isOff={marks.isWhole || rows.length === 0} onPress={press} />
}

type RowProps<Tag extends 'tr' | 'div'> = ComponentProps<Tag> & { 'data-row-key'?: string }
/** What a row is called by its marks beside what the table calls it. */
function useMarked({ 'data-row-key': id = '', className = '' }: RowProps<'tr' | 'div'>): string {
  const { ids, isWhole, at } = use(MarksContext)
  return `${className}${id !== '' && (isWhole || ids.has(id)) ? ' ant-table-row-selected' : ''}${id !== '' && at === id ? ' list-at' : ''}`
}
/** A row with its marks. */
export function MarkedRow(props: RowProps<'tr'>) {
  return <tr {...props} className={useMarked(props as RowProps<'tr' | 'div'>)} />
}
/** The same in a long page, which draws what is seen alone. */
export function MarkedLine(props: RowProps<'div'> & { ref?: Ref<HTMLDivElement> }) {
  return <div {...props} className={useMarked(props as RowProps<'tr' | 'div'>)} />
}
