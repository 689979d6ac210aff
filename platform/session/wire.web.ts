import type { Wire } from '../../kit/web/client.web.ts'
import { answerContext, bodyContext, IV_BYTES, KEY_HEADER, MAC_BYTES, queryContext, SEALED_HEADER } from './wire.ts'

const hexOf = (b: Uint8Array): string => Array.from(b, (x) => x.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (x) => parseInt(x, 16))
const base64 = (b: Uint8Array): string => btoa(Array.from(b, (x) => String.fromCharCode(x)).join(''))
const fromBase64 = (t: string): Uint8Array => Uint8Array.from(atob(t), (c) => c.charCodeAt(0))
const utf8 = new TextEncoder()
function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0))
  let at = 0
  for (const p of parts) {
    all.set(p, at)
    at += p.length
  }
  return all
}

/** The key of this page load, and what seals with it; made at the first sealed call. */
async function begin() {
  const [{ sm2, sm3, sm4 }, answer] = await Promise.all([import('sm-crypto-v2'), fetch('/api/cpt-auth/oauth/public-key').then((r) => r.json())])
  const { publicKey, timestamp } = (answer as { data: { publicKey: string; timestamp: number } }).data
  const key = hexOf(crypto.getRandomValues(new Uint8Array(32)))
  const [cipher, mac] = [key.slice(0, 32), key.slice(32)]
  const macOf = (context: string, body: Uint8Array) => sm3(joined(utf8.encode(`${context}\n`), body), { key: mac })
  return {
    header: sm2.doEncrypt(key, publicKey, 0),
    // the server's clock judges
    ahead: timestamp - Date.now(),
    seal(text: string, context: string): string {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const body = joined(iv, bytesOf(sm4.encrypt(utf8.encode(text), cipher, { mode: 'cbc', iv: hexOf(iv), padding: 'pkcs#7' })))
      return base64(joined(body, bytesOf(macOf(context, body))))
    },
    open(sealed: string, context: string): string {
      const bytes = fromBase64(sealed)
      const body = bytes.subarray(0, -MAC_BYTES)
      if (macOf(context, body) !== hexOf(bytes.subarray(-MAC_BYTES))) throw new Error('the sealed answer was changed')
      return sm4.decrypt(body.subarray(IV_BYTES), cipher, { mode: 'cbc', iv: hexOf(body.subarray(0, IV_BYTES)), padding: 'pkcs#7' })
    },
  }
}
let begun: ReturnType<typeof begin> | undefined

/** The browser's end of the encrypted interface; the client uses it once the server asks for it. Source: platform.md 7. */
export const wire: Wire = {
  async seal(c) {
    const w = await (begun ??= begin())
    const timestamp = Math.round(Date.now() + w.ahead)
    const query = w.seal(JSON.stringify(Object.fromEntries(c.url.searchParams)), queryContext(c.method, c.url.pathname, timestamp))
    const url = new URL(c.url.pathname, c.url)
    url.searchParams.set('data', query)
    url.searchParams.set('timestamp', String(timestamp))
    const text = c.body instanceof URLSearchParams ? JSON.stringify(Object.fromEntries(c.body)) : typeof c.body === 'string' ? c.body : undefined
    const headers: Record<string, string> = { [KEY_HEADER]: w.header, ...(text === undefined ? {} : { 'Content-Type': 'application/json' }) }
    return {
      url,
      headers,
      body: text === undefined ? c.body : JSON.stringify({ data: w.seal(text, bodyContext(query)), timestamp }),
      async open(r) {
        if (!r.headers.has(SEALED_HEADER)) return r
        const text = w.open(await r.text(), answerContext(query))
        return new Response(text, { status: r.status, headers: { 'content-type': 'application/json' } })
      },
    }
  },
}
