import { useEffect } from 'react'
import { openOver, useOver, type Over } from '../../../../platform/shell/open.web.ts'

/** Whether a person is writing there. */
const isWriting = (at: EventTarget | null): boolean => at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))

/** What a key opens: Ctrl K (also while writing) the palette, `?` the help; undefined for every other key. */
export function overOf(e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): Over | undefined {
  if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'k') return 'palette'
  if (e.key === '?' && !e.ctrlKey && !e.metaKey && !e.altKey && !isWriting(e.target)) return 'keys'
  return undefined
}
/** Listens to the keys of the shell while it stands. A dialog that is open keeps them. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const over = overOf(e)
      if (!over) return
      e.preventDefault()
      if (!useOver.getState().over) openOver(over)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
