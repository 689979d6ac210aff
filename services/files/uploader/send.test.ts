// @vitest-environment happy-dom
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openGate } from './gate.web.ts'
import { sendSliced, type Progress } from './send.web.ts'
import { RETRY, words } from './upload-rules.ts'

const md5 = (b: Uint8Array) => createHash('md5').update(b).digest('hex')
const SIZE = 10 << 20
/** The worker's answer for any file, without a thread. */
let chunks: string[] = []
let calls: { path: string; index?: number }[] = []
let check: number[] = []
let merges: number[] = []
let listed: string[] = []
let hold: ((index: number, signal: AbortSignal) => Promise<void>) | undefined
/** What a call does instead of being answered: throws as a broken network, or answers something else. */
let fails: ((path: string, index?: number) => Response | undefined) | undefined
beforeEach(() => {
  ;[calls, listed, merges, check, hold, fails] = [[], [], [6], [0], undefined, undefined]
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
    const failed = fails?.(path, index)
    if (failed) return failed
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

function file(count: number): File {
  const bytes = randomBytes(SIZE * count)
  chunks = Array.from({ length: count }, (_, i) => md5(bytes.subarray(i * SIZE, (i + 1) * SIZE)))
  return new File([bytes], 'a.mp4')
}
const marks: number[] = []
const phases: string[] = []
const go = (f: File, parallel = false, gate = openGate()) => {
  marks.length = 0
  phases.length = 0
  const onProgress = (p: Progress) => {
    if (p.phase === 'send') marks.push(p.percent)
    if (phases.at(-1) !== p.phase) phases.push(p.phase)
  }
  return sendSliced(f, { size: SIZE, parallel }, { place: {}, gate, onProgress })
}
const sent = () => calls.flatMap((c) => (c.path === 'upload-chunk' ? [c.index] : []))

test('an absent file is sent whole and merged; the marks run to 80 and 100', async () => {
  expect((await go(file(2))).id).toBe('9')
  expect(calls.map((c) => c.path)).toEqual(['check-file', 'upload-chunk', 'upload-chunk', 'merge-chunk'])
  expect(marks).toEqual([0, 0, 40, 80, 100])
  expect(phases).toEqual(['send', 'merge', 'send'])
})
test('of a known file only the missing chunks are sent; of a whole one none', async () => {
  const f = file(3)
  check = [2, 10]
  listed = [chunks[1]!]
  await go(f)
  expect(sent()).toEqual([0, 2])
  merges = [6]
  calls = []
  await go(f)
  expect(calls.map((c) => c.path)).toEqual(['check-file', 'merge-chunk'])
})
test('a copy begins at half; when it fails the chunks are sent', async () => {
  check = [1]
  await go(file(1))
  expect(calls.map((c) => c.path)).toEqual(['check-file', 'copy-file', 'upload-chunk', 'merge-chunk'])
  expect(marks[1]).toBe(50)
})
test('a pause ends the chunk on its way, which is sent again after it; giving up sends nothing more', async () => {
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
  expect(sent()).toEqual([0, 1, 1, 2])
  const over = openGate()
  ;[check, merges, calls] = [[0], [6], []]
  hold = async (index) => {
    if (index === 0) over.cancel()
  }
  await expect(go(file(3), false, over)).rejects.toThrow()
  expect(calls.some((c) => c.path === 'merge-chunk')).toBe(false)
  const early = openGate()
  ;[check, calls, hold] = [[1], [], undefined]
  early.cancel()
  await expect(go(file(1), false, early)).rejects.toThrow()
  expect(calls).toEqual([])
})

/** A network that is broken, or a server that is not there. */
const broken = () => {
  throw new TypeError('Failed to fetch')
}
const answer = (code: number, msg = '') => new Response(JSON.stringify({ code, success: false, msg }), { status: code })
/** Runs what is given while the clock jumps from rest to rest; answers the ms that passed on it. */
async function hurried<T>(work: () => Promise<T>): Promise<{ ms: number; settled: PromiseSettledResult<T> }> {
  vi.useFakeTimers()
  const from = Date.now()
  try {
    let over = false
    const all = Promise.allSettled([work().finally(() => (over = true))])
    while (!over) {
      await new Promise<void>((go) => setImmediateNow(go))
      await vi.advanceTimersByTimeAsync(100)
    }
    return { ms: Date.now() - from, settled: (await all)[0]! }
  } finally {
    vi.useRealTimers()
  }
}
const setImmediateNow = setImmediate

test('a server that is away is waited for at every call, with longer rests; each chunk arrives once, and nothing is told as failed', async () => {
  const away: Record<string, number> = { 'check-file': 1, 'upload-chunk': 6, 'merge-chunk': 2 }
  fails = (path) => {
    if ((away[path] ?? 0) < 1) return undefined
    away[path]! -= 1
    return path === 'merge-chunk' ? answer(502) : broken()
  }
  const { ms, settled } = await hurried(() => go(file(2)))
  expect(settled).toMatchObject({ status: 'fulfilled', value: { id: '9' } })
  expect(calls.map((c) => c.path)).toEqual([...Array(2).fill('check-file'), ...Array(8).fill('upload-chunk'), ...Array(3).fill('merge-chunk')])
  expect(phases).toEqual(['send', 'wait', 'send', 'wait', 'send', 'merge', 'wait', 'send'])
  // 1; 1 2 4 8 10 10; 1 2 seconds
  expect(ms).toBeGreaterThanOrEqual(39_000)
})
test('a server that stays away ends the upload after ten minutes; a pause ends the rest, and going on asks at once', async () => {
  fails = (path) => (path === 'upload-chunk' ? broken() : undefined)
  const { ms, settled } = await hurried(() => go(file(1)))
  expect(settled.status).toBe('rejected')
  expect(ms).toBeGreaterThanOrEqual(RETRY.mostMs)
  const gate = openGate()
  ;[check, calls] = [[0], []]
  let times = 0
  fails = (path) => {
    if (path !== 'upload-chunk' || ++times > 8) return undefined
    // the rest that follows is over before it has begun
    setImmediateNow(() => {
      gate.pause()
      gate.resume()
    })
    return broken()
  }
  const second = await hurried(() => go(file(1), false, gate))
  expect(second.settled.status).toBe('fulfilled')
  expect(second.ms).toBeLessThan(RETRY.longestMs)
})
test('what the server refuses ends every chunk on its way: nothing more is sent', async () => {
  const ended: number[] = []
  hold = (index, signal) =>
    index === 1
      ? Promise.resolve()
      : new Promise((_go, end) =>
          signal.addEventListener('abort', () => {
            ended.push(index)
            end(new DOMException('aborted', 'AbortError'))
          }),
        )
  fails = (_path, index) => (index === 1 ? answer(409, '上传失败，存储空间不足，上限 2048MB') : undefined)
  await expect(go(file(6), true)).rejects.toThrow('上传失败，存储空间不足，上限 2048MB')
  expect(sent()).toEqual([0, 1])
  expect(ended).toEqual([0])
})
test('a copy that is refused is followed by the chunks', async () => {
  check = [1]
  fails = (path) => (path === 'copy-file' ? answer(400, '上传失败，只允许上传mov文件') : undefined)
  expect((await go(file(1))).id).toBe('9')
  expect(calls.map((c) => c.path)).toEqual(['check-file', 'copy-file', 'upload-chunk', 'merge-chunk'])
})
test('a file that can no longer be read is told so, and not waited for', async () => {
  const f = file(1)
  fails = (path) => (path === 'upload-chunk' ? broken() : undefined)
  const whole = f.slice.bind(f)
  f.slice = (...a) => {
    const chunk = whole(...a)
    chunk.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as Blob
    return chunk
  }
  await expect(go(f)).rejects.toThrow(words.gone.zh)
  expect(sent()).toEqual([0])
})
test('in parallel several chunks are on their way at once', async () => {
  const all = Promise.withResolvers<void>()
  let now = 0
  // none is answered before all three have been asked for
  hold = () => {
    now += 1
    if (now === 3) all.resolve()
    return all.promise
  }
  await go(file(3), true)
  expect(sent().sort()).toEqual([0, 1, 2])
})
test('when chunks are lost at the merge, the server is asked again; not for ever', async () => {
  merges = [2, 6]
  check = [0, 2]
  expect((await go(file(1))).id).toBe('9')
  merges = [2, 2, 2]
  check = [0, 0, 0]
  await expect(go(file(1))).rejects.toThrow('分片在服务器上丢失')
})
