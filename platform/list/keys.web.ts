import { useEffect, useRef, useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { usePageState } from '../../kit/web/session.web.ts'

/** Where keys belong to what has the focus, or lies over the list. */
const OWN_KEYS = 'input, textarea, select, button, a, [contenteditable], [role="menu"], [role="dialog"], [role="combobox"], [role="tree"]'
const OVER = ':not(.list-split) > .record-page, .ant-modal-wrap, .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden)'

interface KeysOf {
  rows: readonly AnyRow[]
  /** the row whose record stands beside the list: the keys stand there, and the record's own go on */
  beside?: string | undefined
  onOpen(row: AnyRow): void
  onSelect?: ((row: AnyRow) => void) | undefined
  /** takes back what is selected */
  onClear(): void
}
/** The keys of a list: j and k go from row to row, x selects, Enter opens, Escape takes the selection back. Answers the row they stand at. */
export function useListKeys(of: KeysOf): string | undefined {
  const { visible } = usePageState()
  const [at, setAt] = useState<string>()
  const now = useRef({ ...of, at })
  now.current = { ...of, at }
  useEffect(() => {
    if (!visible) return
    const onKey = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return
      const on = e.target instanceof Element ? e.target : document.body
      const isRowButton = on.closest('.list-actions, .ant-table-selection-column') !== null
      if (on.closest(OWN_KEYS) && !(isRowButton && 'jkx'.includes(e.key))) return
      if ([...document.querySelectorAll<HTMLElement>(OVER)].some((x) => x.checkVisibility())) return
      const { rows, beside, onOpen, onSelect, onClear } = now.current
      const id = beside ?? now.current.at
      const i = rows.findIndex((r) => r.id === id)
      const row = rows[i]
      if (beside && e.key !== 'x' && e.key !== 'Escape') return
      if (e.key === 'j' || e.key === 'k') {
        const next = rows[Math.min(rows.length - 1, Math.max(0, i < 0 ? 0 : i + (e.key === 'j' ? 1 : -1)))]
        setAt(next?.id)
      } else if (e.key === 'x' && row) onSelect?.(row)
      else if (e.key === 'Enter' && row) onOpen(row)
      else if (e.key === 'Escape') {
        onClear()
        setAt(undefined)
      } else return
      e.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [visible])
  const shown = of.beside ?? at
  useEffect(() => {
    if (shown) document.querySelector('.list-at')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return shown
}
