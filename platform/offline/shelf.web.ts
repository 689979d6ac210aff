import type { Shelf } from './safe.web.ts'
import { SHELF } from './delivery.ts'

const STORE = 'kept'

/** The browser's own place, IndexedDB. Rejects where the browser has none or it is full. */
export async function browserShelf(): Promise<Shelf> {
  const asked = indexedDB.open(SHELF, 1)
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE)
  const db = await done(asked)
  const store = (mode: IDBTransactionMode) => db.transaction(STORE, mode).objectStore(STORE)
  const write = (work: (s: IDBObjectStore) => void) =>
    new Promise<void>((resolve, reject) => {
      const s = store('readwrite')
      work(s)
      s.transaction.oncomplete = () => resolve()
      s.transaction.onerror = s.transaction.onabort = () => reject(s.transaction.error ?? new Error('aborted'))
    })
  return {
    get: (name) => done<unknown>(store('readonly').get(name)),
    put: (entries) => write((s) => entries.forEach(([name, value]) => s.put(value, name))),
    remove: (names) => write((s) => names.forEach((name) => s.delete(name))),
    names: async () => (await done(store('readonly').getAllKeys())).map(String),
  }
}
const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no database'))
  })
