import { request } from 'node:http'

/** A call that a page made. `path` is the last part of the address, 'device' for a call to the reader's own desk. */
export interface PageCall {
  path: string
  method: string
  query: string
  body: unknown
}
/** A call as the browser makes it, to a device or its simulator: the window of these tests would ask for CORS as no browser does. */
const toDevice = (url: string, init: RequestInit) =>
  new Promise<Response>((done, failed) => {
    const r = request(url, { method: init.method, headers: init.headers as Record<string, string> }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (p: Buffer) => parts.push(p)).on('end', () => done(new Response(Buffer.concat(parts).toString())))
    })
    r.on('error', failed)
    r.end(init.body)
  })
/** `fetch` of a page under test: what goes to the loopback address goes there over HTTP, everything else is answered from a table. Every call is kept. */
export const pageFetch =
  (answers: Readonly<Record<string, () => unknown>>, calls: PageCall[]) =>
  async (input: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET'
    if (input.startsWith('http://127.0.0.1:')) {
      calls.push({ path: 'device', method, query: input, body: init.body })
      return toDevice(input, init)
    }
    const url = new URL(input, 'http://test')
    const path = url.pathname.split('/').at(-1)!
    calls.push({ path, method, query: decodeURIComponent(url.search), body: init.body })
    if (path === 'preview') return new Response(new Uint8Array([0xff, 0xd8, 0xff]), { headers: { 'content-type': 'image/jpeg' } })
    return new Response(JSON.stringify({ code: 200, success: true, msg: '', data: answers[path]?.() ?? null }), {
      headers: { 'content-type': 'application/json' },
    })
  }
