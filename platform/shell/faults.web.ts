import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** One fault of this browser, as the server takes it: texts only. Source: platform.md 3 (Log entry). */
export interface ClientFault {
  url: string
  time: string
  type: string
  message: string
  stack: string
  info: string
}
/** How many are kept: the newest. Texts are cut as the server cuts them. */
export const MOST = 200
const cut = (v: unknown, max: number): string => String(v ?? '').slice(0, max)

/** Faults that nobody handled, newest first, kept in this browser until they are uploaded or cleared. */
export const useFaults = create<{ list: readonly ClientFault[] }>()(
  persist((): { list: readonly ClientFault[] } => ({ list: [] }), { name: 'chengbao.faults' }),
)

/** What of a thrown thing is worth telling. Refused calls are told to the person by the client and are no fault of the browser. */
export function clientFault(type: string, thrown: unknown, info: string, url: string, time: string): ClientFault | undefined {
  if (thrown instanceof Error && 'code' in thrown && 'msg' in thrown) return undefined
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return undefined
  const error = thrown instanceof Error ? thrown : undefined
  return {
    url: cut(url, 500),
    time,
    type: cut(type, 40),
    message: cut(error ? `${error.name}: ${error.message}` : thrown, 2000),
    stack: cut(error?.stack, 8000),
    info: cut(info, 2000),
  }
}
/** Notes a fault; answers whether it is one. The address goes without its query: people's names are searched for there. */
export function noteFault(type: string, thrown: unknown, info = ''): boolean {
  const fault = clientFault(type, thrown, info, window.location.pathname, new Date().toISOString())
  if (fault) useFaults.setState(({ list }) => ({ list: [fault, ...list].slice(0, MOST) }))
  return !!fault
}
export const clearFaults = (): void => void useFaults.setState({ list: [] })
/** '' for none, '3', and '99+' from a hundred on. Source: platform.md 9 (log badge maximum). */
export const badgeOf = (n: number): string => (n === 0 ? '' : n > 99 ? '99+' : String(n))

/** A broken observer loop is the browser's own remark and harms nothing. */
const HARMLESS = /ResizeObserver loop/
/** Begins to note what nobody handles. */
export function watchFaults(): void {
  window.addEventListener('error', (e) => {
    if (!HARMLESS.test(e.message) && (e.error || e.message)) noteFault('error', e.error ?? e.message, e.filename)
  })
  window.addEventListener('unhandledrejection', (e) => {
    // of a refused call the person was told: the console has nothing to add
    if (!noteFault('promise', e.reason)) e.preventDefault()
  })
}
