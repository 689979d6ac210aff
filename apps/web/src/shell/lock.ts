const KEPT = 'chengbao.lock'

/** The lock keeps bystanders off an open screen; it guards no data, so the word stays in this window's own store. */
export const isLocked = (): boolean => sessionStorage.getItem(KEPT) !== null
export const lock = (word: string): void => sessionStorage.setItem(KEPT, word)
/** Opens the lock and forgets its word. False when the word is wrong. */
export function unlock(word: string): boolean {
  if (sessionStorage.getItem(KEPT) !== word) return false
  sessionStorage.removeItem(KEPT)
  return true
}
export const forgetLock = (): void => sessionStorage.removeItem(KEPT)
