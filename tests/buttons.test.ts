import { expect, test } from 'vitest'
import { checkRoutes } from '../kit/server/mount.server.ts'
import { composed } from '../tools/composed.ts'
import { missingButtons } from '../platform/seed/testing.ts'

const { routes } = composed()

test('every button that a route asks for can be granted', () => {
  expect(missingButtons(routes.flatMap((r) => [r.perm].flat()))).toEqual([])
})
test('the route table has no hole: permission, scope, audit, summary, one route a path', () => {
  expect(() => checkRoutes(routes)).not.toThrow()
  expect(() => checkRoutes([{ ...routes[0]!, perm: '' }])).toThrow('perm')
  expect(() => checkRoutes([routes[0]!, routes[0]!])).toThrow('two routes')
})
