import fc from 'fast-check'
import { expect, test } from 'vitest'
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
