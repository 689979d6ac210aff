import { useEffect, useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { usePageState } from '../../../kit/web/session.web.ts'
import { listPhrases as words } from '../words.ts'
import { useKeys, type KeyAct } from './keyed.web.ts'

/** Where keys belong to what has the focus, or lies over the list. */
const OWN_KEYS = 'input, textarea, select, button, a, [contenteditable], [role="menu"], [role="dialog"], [role="combobox"], [role="tree"]'
const OVER = ':not(.list-split) > .record-page, .ant-modal-wrap, .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden)'
/** Buttons and links have no use for these keys, which are the list's whatever was pressed last; a row's leave it Delete, too. */
const BUTTONS = 'button, a'
const OVER_BUTTONS = ['j', 'k', 'x']

interface KeysOf {
  rows: readonly AnyRow[]
  /** the row whose record stands beside the list: the keys stand there, and the record's own go on */
  beside?: string | undefined
  /** a record lies over the list */
  isUnder: boolean
  onOpen(row: AnyRow): void
  onSelect?: ((row: AnyRow) => void) | undefined
  /** deletes a row, which asks first; not where the list has no such button */
  onDelete?: ((row: AnyRow) => void) | undefined
  /** takes back what is selected */
  onClear(): void
}
const isListKey = (e: KeyboardEvent): boolean => {
  if (e.ctrlKey || e.metaKey || e.altKey) return false
  const on = e.target instanceof Element ? e.target : document.body
  const owner = on.closest(OWN_KEYS)
  const isRowButton = on.closest('.list-actions, .ant-table-selection-column') !== null
  const leaves = owner?.matches(BUTTONS) || isRowButton ? [...OVER_BUTTONS, ...(isRowButton ? ['Delete'] : [])] : []
  if (owner && !leaves.includes(e.key)) return false
  return ![...document.querySelectorAll<HTMLElement>(OVER)].some((x) => x.checkVisibility())
}
/** The keys of a list: j and k go from row to row, x selects, Enter opens, Delete deletes, Escape takes the selection back. Answers the row they stand at. */
export function useListKeys({ rows, beside, isUnder, onOpen, onSelect, onDelete, onClear }: KeysOf): string | undefined {
  const { visible } = usePageState()
  const [at, setAt] = useState<string>()
  const i = rows.findIndex((r) => r.id === (beside ?? at))
  const row = rows[i]
  const go = (by: number) => () => setAt(rows[Math.min(rows.length - 1, Math.max(0, i < 0 ? 0 : i + by))]?.id)
  const onRow = (does: (row: AnyRow) => void) => () => (row ? does(row) : false)
  const select: KeyAct[] = onSelect ? [{ keys: ['x'], what: words.keySelect, run: onRow(onSelect) }] : []
  const clear: KeyAct = { keys: ['Escape'], shown: 'Esc', what: beside ? words.keyCloseBeside : words.keyClear, run: () => (onClear(), setAt(undefined)) }
  // a record that stands beside the list has the others for itself
  const acts: KeyAct[] = beside
    ? [...select, clear]
    : [
        { keys: ['j'], what: words.keyDown, run: go(1) },
        { keys: ['k'], what: words.keyUp, run: go(-1) },
        ...select,
        { keys: ['Enter'], what: words.keyOpen, run: onRow(onOpen) },
        ...(onDelete ? [{ keys: ['Delete'], shown: 'Del', what: words.keyDelete, run: onRow(onDelete) }] : []),
        clear,
      ]
  useKeys(visible && !isUnder, words.keysOfList, acts, isListKey)
  const shown = beside ?? at
  useEffect(() => {
    if (shown) document.querySelector('.list-at')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return shown
}
