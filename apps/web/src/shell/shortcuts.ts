import { useEffect } from 'react'
import { openDialog, useDialog, type OpenDialog } from '../../../../platform/shell/dialogs.web.ts'

/** Whether a person is writing there. */
const isWriting = (at: EventTarget | null): boolean => at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))

/** What a key opens: Ctrl K (also while writing) the palette, `?` the help; undefined for every other key. */
export function dialogOf(e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): OpenDialog | undefined {
  if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'k') return 'palette'
  if (e.key === '?' && !e.ctrlKey && !e.metaKey && !e.altKey && !isWriting(e.target)) return 'keys'
  return undefined
}
/** Listens to the keys of the shell while it stands. A dialog that is open keeps them. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const dialog = dialogOf(e)
      if (!dialog) return
      e.preventDefault()
      if (!useDialog.getState().open) openDialog(dialog)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
