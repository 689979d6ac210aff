import { expect, test } from 'vitest'
import { flag, int, json, ref, text } from '../model/field.ts'
import type { Ctx } from './ctx.server.ts'
import { reading, route, type Route } from './route.server.ts'

const asked = async (r: Route, input: Record<string, unknown>): Promise<unknown> => r.run({} as Ctx, input, { headers: {}, params: {}, cookies: {} })

test('a handler reads each value in the type of its field: text, numbers, structured data as they came; what is null or left out is undefined', async () => {
  const r = route({
    method: 'POST',
    path: '/x',
    perm: 'x_edit',
    scope: 'tenant',
    audit: 'x.save',
    summary: 'x',
    query: ['day'],
    body: { reason: text('原因'), book: ref('登记簿', 'djb'), pages: int('页数'), isLast: flag('最后'), rows: json('行') },
    run: async (_ctx, { id, day, reason, book, pages, isLast, rows }) => {
      // the compiler is asked: no value is of a wider type
      const texts: (string | undefined)[] = [id, day, reason, book]
      const numbers: (number | undefined)[] = [pages, isLast]
      return [texts, numbers, rows]
    },
  })
  const sent = { id: 7, day: '2026-01-01', reason: 'so', book: 12, pages: '3', isLast: true, rows: [{ n: 1 }] }
  expect(await asked(r, sent)).toEqual([['7', '2026-01-01', 'so', '12'], [3, 1], [{ n: 1 }]])
  expect(await asked(r, { reason: null, pages: '', isLast: 'yes' })).toEqual([[undefined, undefined, undefined, undefined], [undefined, NaN], undefined])
  // what was sent stays as it was for whoever looks at it after the handler
  expect(sent.id).toBe(7)
})
test('a reading call has its query names and no others', async () => {
  const r = reading('land', 'x_view')('/x', 'x', ['from', 'to'], async (_ctx, q) => {
    // @ts-expect-error a name that the route does not declare
    const undeclared: unknown = q.size
    return [q.from, q.to, undeclared]
  })
  expect([r.query, await asked(r, { from: 'a' })]).toEqual([
    ['from', 'to'],
    ['a', undefined, undefined],
  ])
})
