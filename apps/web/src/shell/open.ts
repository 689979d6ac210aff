import { create } from 'zustand'

/** The dialogs of the shell that open over any page. */
export type Over = 'palette' | 'exports' | 'errors' | 'manual' | 'notes' | 'lock' | 'switch' | 'keys' | 'password' | 'why' | 'viewAs' | 'signOut'
/** Which of them is open. */
export const useOver = create<{ over?: Over }>(() => ({}))
export const openOver = (over: Over): void => useOver.setState({ over })
export const closeOver = (): void => useOver.setState({ over: undefined })

/** Full screen on or off; a browser that refuses leaves it as it is. */
export const toggleFullscreen = (): void =>
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)
