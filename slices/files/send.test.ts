// @vitest-environment happy-dom
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openGate, sendSliced } from './send.web.ts'

const md5 = (b: Uint8Array) => createHash('md5').update(b).digest('hex')
const SIZE = 10 << 20
/** The worker's answer for any file, without a thread. */
let chunks: string[] = []
let calls: { path: string; index?: number }[] = []
let check: number[] = []
let merges: number[] = []
let listed: string[] = []
let hold: ((index: number, signal: AbortSignal) => Promise<void>) | undefined
beforeEach(() => {
  ;[calls, listed, merges, check, hold] = [[], [], [6], [0], undefined]
  vi.stubGlobal(
    'Worker',
    class {
      hear?: (e: { data: unknown }) => void
      addEventListener(kind: string, hear: (e: { data: unknown }) => void) {
        if (kind === 'message') this.hear = hear
      }
      postMessage() {
        queueMicrotask(() => this.hear!({ data: { done: { attachMd5: 'k', sha256: 's', chunks } } }))
      }
      terminate() {}
    },
  )
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const path = new URL(input, 'http://test').pathname.split('/').at(-1)!
    const index = init.body instanceof FormData ? Number(init.body.get('chunkIndex')) : undefined
    calls.push({ path, ...(index === undefined ? {} : { index }) })
    if (index !== undefined) await hold?.(index, init.signal as AbortSignal)
    const data =
      path === 'check-file'
        ? { code: check.shift() }
        : path === 'copy-file'
          ? { code: 3 }
          : path === 'list-chunkMd5'
            ? listed
            : path === 'merge-chunk'
              ? { code: merges.shift(), id: '9' }
              : { code: 5 }
    return new Response(JSON.stringify({ code: 200, success: true, msg: '', data }), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

function file(pieces: number): File {
  const bytes = randomBytes(SIZE * pieces)
  chunks = Array.from({ length: pieces }, (_, i) => md5(bytes.subarray(i * SIZE, (i + 1) * SIZE)))
  return new File([bytes], 'a.mp4')
}
const marks: number[] = []
const go = (f: File, parallel = false, gate = openGate()) => {
  marks.length = 0
  return sendSliced(f, { size: SIZE, parallel }, { place: {}, gate, told: (p) => p.phase === 'send' && marks.push(p.percent) })
}
const pieces = () => calls.flatMap((c) => (c.path === 'upload-chunk' ? [c.index] : []))

test('an absent file is sent whole and merged; the marks run to 80 and 100', async () => {
  expect((await go(file(2))).id).toBe('9')
  expect(calls.map((c) => c.path)).toEqual(['check-file', 'upload-chunk', 'upload-chunk', 'merge-chunk'])
  expect(marks).toEqual([0, 0, 40, 80, 80, 100])
})
test('of a known file only the missing pieces are sent; of a whole one none', async () => {
  const f = file(3)
  check = [2, 10]
  listed = [chunks[1]!]
  await go(f)
  expect(pieces()).toEqual([0, 2])
  merges = [6]
  calls = []
  await go(f)
  expect(calls.map((c) => c.path)).toEqual(['check-file', 'merge-chunk'])
})
test('a copy begins at half; when it fails the pieces are sent', async () => {
  check = [1]
  await go(file(1))
  expect(calls.map((c) => c.path)).toEqual(['check-file', 'copy-file', 'upload-chunk', 'merge-chunk'])
  expect(marks[1]).toBe(50)
})
test('a pause ends the piece on its way, which is sent again after it; giving up sends nothing more', async () => {
  const gate = openGate()
  let held = 0
  hold = (index, signal) =>
    index === 1 && held++ === 0
      ? new Promise((_go, end) => {
          signal.addEventListener('abort', () => end(new DOMException('aborted', 'AbortError')))
          gate.pause()
          queueMicrotask(() => gate.resume())
        })
      : Promise.resolve()
  await go(file(3), false, gate)
  expect(pieces()).toEqual([0, 1, 1, 2])
  const over = openGate()
  ;[check, merges, calls] = [[0], [6], []]
  hold = async (index) => {
    if (index === 0) over.cancel()
  }
  await expect(go(file(3), false, over)).rejects.toThrow()
  expect(calls.some((c) => c.path === 'merge-chunk')).toBe(false)
})
test('in parallel several pieces are on their way at once', async () => {
  const all = Promise.withResolvers<void>()
  let now = 0
  // none is answered before all three have been asked for
  hold = () => {
    now += 1
    if (now === 3) all.resolve()
    return all.promise
  }
  await go(file(3), true)
  expect(pieces().sort()).toEqual([0, 1, 2])
})
test('when pieces are lost at the merge, the server is asked again; not for ever', async () => {
  merges = [2, 6]
  check = [0, 2]
  expect((await go(file(1))).id).toBe('9')
  merges = [2, 2, 2]
  check = [0, 0, 0]
  await expect(go(file(1))).rejects.toThrow('分片在服务器上丢失')
})
