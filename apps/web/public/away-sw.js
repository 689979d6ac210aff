// The page of signing without network (/away) opens from what it kept: its own address, and the files that it named. Everything else goes to the network.
const KEPT = 'chengbao-away'
const PAGE = '/away'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (e) => e.waitUntil(self.clients.claim()))
self.addEventListener('message', (e) => {
  const answer = (v) => e.ports[0]?.postMessage(v)
  e.waitUntil(
    keep(e.data.files).then(
      () => answer('kept'),
      () => answer('failed'),
    ),
  )
})
/** Keeps these files and the page; what a former version named is left behind. All or none. */
async function keep(files) {
  const wanted = [PAGE, ...files].map((f) => new URL(f, self.location.origin).href)
  const kept = await caches.open(KEPT)
  const old = await kept.keys()
  // what is named by its content is there already
  const has = new Set(old.map((r) => r.url))
  await kept.addAll(wanted.filter((u) => !has.has(u) || !new URL(u).pathname.startsWith('/assets/')))
  await Promise.all(old.filter((r) => !wanted.includes(r.url)).map((r) => kept.delete(r)))
}
self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url)
  if (e.request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api/')) return
  const kept = (address) => caches.open(KEPT).then((c) => c.match(address))
  if (e.request.mode === 'navigate')
    e.respondWith(fetch(e.request).catch(async () => (url.pathname === PAGE && (await kept(PAGE))) || Response.error()))
  else e.respondWith(kept(url.href).then((found) => found ?? fetch(e.request)))
})
