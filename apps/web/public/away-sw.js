// The pages that work without network (/away and what lies below) open from what they kept: their own address, and the files that each named. Everything else goes to
// the network.
const SCOPE = '/away'
/** Each page keeps what it named in a cache of its own, so that none takes away what another needs. */
const cacheOf = (page) => `chengbao${page.replaceAll('/', '-')}`

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (e) => e.waitUntil(self.clients.claim()))
self.addEventListener('message', (e) => {
  const answer = (v) => e.ports[0]?.postMessage(v)
  e.waitUntil(
    keep(e.data.page ?? SCOPE, e.data.files).then(
      () => answer('kept'),
      () => answer('failed'),
    ),
  )
})
/** Keeps these files and the page; what a former version named is left behind. All or none. */
async function keep(page, files) {
  const wanted = [page, ...files].map((f) => new URL(f, self.location.origin).href)
  const kept = await caches.open(cacheOf(page))
  const old = await kept.keys()
  // what is named by its content is there already
  const has = new Set(old.map((r) => r.url))
  await kept.addAll(wanted.filter((u) => !has.has(u) || !new URL(u).pathname.startsWith('/assets/')))
  await Promise.all(old.filter((r) => !wanted.includes(r.url)).map((r) => kept.delete(r)))
}
const isPage = (path) => path === SCOPE || path.startsWith(`${SCOPE}/`)
self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url)
  if (e.request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api/')) return
  if (e.request.mode === 'navigate')
    e.respondWith(
      fetch(e.request).catch(async () => (isPage(url.pathname) && (await (await caches.open(cacheOf(url.pathname))).match(url.pathname))) || Response.error()),
    )
  else e.respondWith(caches.match(url.href).then((found) => found ?? fetch(e.request)))
})
