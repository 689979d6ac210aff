import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { problems } from '../../kit/model/problem.ts'
import { inThread } from '../../runtime/thread.server.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { inspected } from './inspect.server.ts'
import { digestOf, type Storage } from '../../services/files/storage/storage.server.ts'
import { Readable } from 'node:stream'
import { archiveNo, docTypeOf, gaps, byKindOfPaper, withPages } from './order.ts'

test('the number of a volume says issuer, kind, household, year and serial', () => {
  expect(archiveNo({ groupType: 'C', fbfbm: '51202111920303', cbfbm: '512021119203030007', year: 2026 }, 1)).toBe('51202111920303-C-0007-2026-001')
  expect(archiveNo({ groupType: 'F', fbfbm: '51202111920303', year: 2026 }, 12)).toBe('51202111920303-F-0000-2026-012')
})

test('a kind that nobody knows lies among the others', () => {
  expect(['SQS', 'CBFSFZ', 'GSB', 'NEW', null].map(docTypeOf)).toEqual(['02', '03', '06', '12', '12'])
})

const papers = fc.array(fc.record({ title: fc.string(), docType: fc.constantFrom('02', '05', '09', '12'), pages: fc.integer({ min: 0, max: 30 }) }), {
  maxLength: 30,
})
test('papers are withPages without a gap, whatever comes later; a removed or moved one is told', () => {
  fc.assert(
    fc.property(papers, papers, (first, later) => {
      const one = withPages(byKindOfPaper(first), 0)
      const last = Math.max(0, ...one.map((p) => p.pageTo))
      const all = [...one, ...withPages(byKindOfPaper(later), last)]
      expect(gaps(all)).toEqual([])
      expect(all.reduce((n, p) => n + Math.max(1, p.pages), 0)).toBe(Math.max(0, ...all.map((p) => p.pageTo)))
      if (all.length > 2) expect(gaps(all.filter((_, i) => i !== 1)).length).toBeGreaterThan(0)
    }),
  )
})

test('order among papers that come together is by kind, and stable within it', () => {
  fc.assert(
    fc.property(papers, (list) => {
      const marked = list.map((p, i) => ({ ...p, i }))
      const sorted = byKindOfPaper(marked)
      for (const [n, p] of sorted.entries()) {
        const next = sorted[n + 1]
        if (next) expect(p.docType < next.docType || (p.docType === next.docType && p.i < next.i)).toBe(true)
      }
    }),
  )
})

/** A store with this one file, and how often it was read whole. */
function storeOf(bytes: Buffer) {
  const reads = { n: 0 }
  const store = { has: async () => true, stream: () => Readable.from([bytes]), read: async () => ((reads.n += 1), bytes) } as unknown as Storage
  return { reads, store }
}
test('a PDF too large to be looked through is not read whole', async () => {
  const { store, reads } = storeOf(PDF)
  const f = { ossName: 'a', sha256: await digestOf(store, 'a'), contentType: 'application/pdf', size: 101 * 2 ** 20 }
  expect([(await inspected(store, f)).faults, reads.n]).toEqual([[], 0])
  expect([(await inspected(store, { ...f, size: PDF.length })).pages, reads.n]).toEqual([1, 1])
})
test('a look that may wait waits for a thread, however long others have them', async () => {
  const { store } = storeOf(PDF)
  const f = { ossName: 'a', sha256: await digestOf(store, 'a'), contentType: 'application/pdf', size: PDF.length }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const held = new AbortController()
    const idle = new URL('data:text/javascript,setInterval(() => {}, 1000)')
    const o = { heapMb: 16, tooLarge: problems.busy, workMs: 600_000, signal: held.signal }
    const others = [1, 2].map(() => inThread(idle, null, o).catch(() => 'ended'))
    const waits = inspected(store, f, new AbortController().signal)
    const hurries = inspected(store, f).then(
      () => 'looked',
      (e: { key: string }) => e.key,
    )
    // both stand in line now
    await vi.waitUntil(() => vi.getTimerCount() >= 3)
    vi.advanceTimersByTime(30_000)
    expect(await hurries).toBe('busy')
    held.abort()
    expect((await waits).pages).toBe(1)
    expect(await Promise.all(others)).toEqual(['ended', 'ended'])
  } finally {
    vi.useRealTimers()
  }
})
