import fc from 'fast-check'
import { expect, test } from 'vitest'
import { envelope } from './json.server.ts'

test('an answer is the JSON of its envelope, however many rows it has and whatever signs they hold', () => {
  const row = fc.record(
    { id: fc.string(), cbfmc: fc.oneof(fc.constant('𠅤张德龙'), fc.string({ unit: 'binary' })), rev: fc.option(fc.integer()) },
    { requiredKeys: ['id'] },
  )
  const page = fc.record(
    { records: fc.array(row, { maxLength: 130 }), total: fc.nat(), note: fc.option(fc.string(), { nil: undefined }) },
    { requiredKeys: ['records'] },
  )
  fc.assert(
    fc.property(fc.oneof(page, fc.constant(null), fc.array(row), fc.string()), (data) => {
      expect(JSON.parse(String(envelope(data, '操作成功')))).toEqual(JSON.parse(JSON.stringify({ code: 200, success: true, data, msg: '操作成功' })))
    }),
    { numRuns: 300 },
  )
})
test('a page larger than any before leaves the next one whole', () => {
  const of = (n: number) => ({ records: Array.from({ length: n }, (_, i) => ({ i, text: '承'.repeat(3000) })), total: n })
  for (const n of [300, 30, 21]) expect(JSON.parse(String(envelope(of(n), ''))).data).toEqual(of(n))
})
