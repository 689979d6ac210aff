/** Keeps the page itself for a day without network, by a service worker whose scope is this page alone. */

const WORKER = '/away-sw.js'
const PAGE = '/away'
/** Files that the page fetches when they are wanted first, in either language. */
const wanted = () =>
  Promise.all([
    import('../../../services/files/preview/PdfView.web.tsx'),
    import('../../../platform/shell/locale-zh.web.ts'),
    import('../onsite/DeskAct.web.tsx'),
  ])

/** Fetches everything that the page needs and keeps it. Answers whether it opens without network now. */
export async function keepPage(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  await wanted()
  const worker = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).pathname
  const fetched = performance.getEntriesByType('resource').map((e) => new URL(e.name))
  const files = fetched.filter((u) => u.origin === window.location.origin && !u.pathname.startsWith('/api/') && u.pathname !== WORKER).map((u) => u.pathname)
  const registration = await navigator.serviceWorker.register(WORKER, { scope: PAGE })
  await navigator.serviceWorker.ready
  const active = registration.active ?? registration.waiting ?? registration.installing
  if (!active) return false
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (e) => resolve(e.data === 'kept')
    active.postMessage({ files: [...new Set([...files, worker, '/icon.svg'])] }, [port2])
  })
}
