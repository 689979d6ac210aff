import { SHELF } from './delivery.ts'

/** Whether anything was ever kept on this device for pages without network: what looks after it is fetched only then. A browser that does not say so is taken at its worst. */
export async function isKeptHere(): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return false
  if (!indexedDB.databases) return true
  return (await indexedDB.databases().catch(() => [])).some((d) => d.name === SHELF)
}
/** What goes from this device when somebody signs out (stay.web.ts). */
export async function stayHere(userId: string): Promise<{ waiting: number } | undefined> {
  if (!userId || !(await isKeptHere())) return undefined
  const [{ stayOf }, { browserShelf }] = await Promise.all([import('./stay.web.ts'), import('./shelf.web.ts')])
  return browserShelf().then(
    (shelf) => stayOf(shelf, userId),
    () => undefined,
  )
}
/** Somebody has signed out: what he took along goes, but for what waits for its delivery. */
export async function leaveHere(userId: string): Promise<void> {
  if (!userId || !(await isKeptHere())) return
  const [{ endStay }, { browserShelf }] = await Promise.all([import('./stay.web.ts'), import('./shelf.web.ts')])
  await browserShelf()
    .then((shelf) => endStay(shelf, userId))
    .catch(() => undefined)
}
