import { create } from 'zustand'

const KEPT = 'chengbao.lock'
const read = (): string | null => localStorage.getItem(KEPT)
/** Whether the screen is locked; the same in every window of this browser. */
export const useLock = create<{ locked: boolean }>(() => ({ locked: read() !== null }))
// what another window locked or opened counts here too
window.addEventListener('storage', (e) => {
  if (e.key === KEPT || e.key === null) useLock.setState({ locked: read() !== null })
})

/** The lock keeps bystanders off an open screen in all windows; of its word only a salted digest is kept. */
export const isScreenLocked = (): boolean => read() !== null
const digest = async (salt: string, word: string): Promise<string> => (await import('./lock-digest.ts')).lockDigest(salt, word)
export async function lock(word: string): Promise<void> {
  const salt = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(KEPT, `${salt}.${await digest(salt, word)}`)
  useLock.setState({ locked: true })
}
/** Opens the lock and forgets its word. False when the word is wrong. */
export async function unlock(word: string): Promise<boolean> {
  const [salt, kept] = read()?.split('.') ?? []
  if (!salt || (await digest(salt, word)) !== kept) return false
  forgetLock()
  return true
}
export function forgetLock(): void {
  localStorage.removeItem(KEPT)
  useLock.setState({ locked: false })
}
