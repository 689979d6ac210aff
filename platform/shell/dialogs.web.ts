import { create } from 'zustand'
import type { Refused } from '../../kit/web/session.web.ts'

/** The dialogs of the shell that open over any page. */
export type OpenDialog =
  | 'palette'
  | 'exports'
  | 'errors'
  | 'manual'
  | 'notes'
  | 'lock'
  | 'switch'
  | 'keys'
  | 'tours'
  | 'password'
  | 'why'
  | 'whyMissing'
  | 'viewAs'
  | 'signOut'
/** Which of them is open; `refused` is the greyed command that is asked about. */
export const useDialog = create<{ open?: OpenDialog; refused?: Refused }>(() => ({}))
export const openDialog = (open: OpenDialog, refused?: Refused): void => useDialog.setState({ open, refused })
export const closeDialog = (): void => useDialog.setState({ open: undefined, refused: undefined })

/** Full screen on or off; a browser that refuses leaves it as it is. */
export const toggleFullscreen = (): void =>
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)
