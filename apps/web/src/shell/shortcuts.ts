import { openDialog, useDialog, type OpenDialog } from '../../../../platform/shell/dialogs.web.ts'
import { frameWords as words } from '../../../../platform/shell/words.ts'
import { useKeys, type KeyAct } from '../../../../platform/list/keys/keyed.web.ts'

/** Whether a person is writing there. */
const isWriting = (at: EventTarget | null): boolean => at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))

/** What a key opens: Ctrl K (also while writing) the palette, `?` the help; undefined for every other key. */
export function dialogOf(e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): OpenDialog | undefined {
  if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'k') return 'palette'
  if (e.key === '?' && !e.ctrlKey && !e.metaKey && !e.altKey && !isWriting(e.target)) return 'keys'
  return undefined
}
// a dialog that is open keeps them
const open = (dialog: OpenDialog) => () => void (useDialog.getState().open || openDialog(dialog))
const ACTS: readonly KeyAct[] = [
  { keys: ['k', 'K'], shown: 'Ctrl + K', what: words.keyPalette, run: open('palette') },
  { keys: ['?'], what: words.keyHelp, run: open('keys') },
]
/** Listens to the keys of the shell while it stands. */
export const useShortcuts = (): void => useKeys(true, words.keysOfShell, ACTS, (e) => dialogOf(e) !== undefined)
