/** Keeps a page for a day without network, by a service worker whose scope are these pages alone. */

const WORKER = '/away-sw.js'
/** Pages below which nothing else lies; their worker is one. */
const SCOPE = '/away'

/**
 * Fetches everything that a page needs and keeps it. Answers whether it opens without network now.
 * @param page its address, in the scope of the worker
 * @param wanted fetches what the page fetches when it is wanted first; answers addresses beside
 */
export async function keepPage(page: string, wanted: () => Promise<readonly string[]>): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  const [more] = await Promise.all([wanted(), import('../shell/locale-zh.web.ts')])
  const fetched = performance.getEntriesByType('resource').map((e) => new URL(e.name))
  const files = fetched.filter((u) => u.origin === window.location.origin && !u.pathname.startsWith('/api/') && u.pathname !== WORKER).map((u) => u.pathname)
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  await navigator.serviceWorker.ready
  const active = registration.active ?? registration.waiting ?? registration.installing
  if (!active) return false
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (e) => resolve(e.data === 'kept')
    active.postMessage({ page, files: [...new Set([...files, ...more, '/icon.svg'])] }, [port2])
  })
}
