import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { factOf } from '../checks/tables.ts'
import { openShelves } from './shelf.server.ts'

const dir = mkdtempSync(join(tmpdir(), 'hjb-shelf-'))
const shelves = openShelves(dir)

interface Row {
  code: string
  holder: string | null
  area: number
}

afterAll(() => {
  shelves.close()
  const left = readdirSync(dir)
  rmSync(dir, { recursive: true })
  expect(left).toEqual([])
})

test('a shelf is a map in the order of first arrival: a key set again keeps its place and gets the new value', () => {
  const shelf = shelves.make<number>()
  // more than is read or kept at once, so that the file answers and not the memory
  for (let i = 0; i < 2500; i++) shelf.set(`k${(i * 7) % 2500}`, i)
  shelf.set('k7', -1)
  expect(shelf.size).toBe(2500)
  expect([...shelf.keys()].slice(0, 3)).toEqual(['k0', 'k7', 'k14'])
  expect([...shelf].slice(0, 3)).toEqual([
    ['k0', 0],
    ['k7', -1],
    ['k14', 2],
  ])
  expect([...shelf.values()]).toHaveLength(2500)
  expect([shelf.get('k7'), shelf.get('k2499'), shelf.has('k2500'), shelf.get('k2500')]).toEqual([-1, 357, false, undefined])
})

test('what was asked for in vain is found once it is there', () => {
  const shelf = shelves.make<string>()
  expect(shelf.has('a')).toBe(false)
  shelf.set('a', 'one')
  expect([shelf.has('a'), shelf.get('a'), shelf.size]).toEqual([true, 'one', 1])
})

test('rows without a key are found by their fields, in order, and grouped by first appearance', () => {
  const shelf = shelves.make<Row>(['code', 'holder'])
  for (const [i, code] of ['b', 'a', 'b', 'c', 'a', 'b'].entries()) shelf.add({ code, holder: i % 2 ? null : 'h', area: i })
  expect(shelf.of('code', 'b').map((row) => row.area)).toEqual([0, 2, 5])
  expect([shelf.holds('code', 'c'), shelf.holds('code', 'd')]).toEqual([true, false])
  expect(shelf.of('holder', '').map((row) => row.area)).toEqual([1, 3, 5])
  const groups = (least?: number) => [...shelf.groups('code', least)].map(([code, rows]) => [code, ...rows.map((row) => row.area)])
  expect(groups()).toEqual([
    ['b', 0, 2, 5],
    ['a', 1, 4],
    ['c', 3],
  ])
  expect(groups(3)).toEqual([['b', 0, 2, 5]])
})

test('a field of a key set again is found by its new text only', () => {
  const shelf = shelves.make<Row>(['holder'])
  shelf.set('x', { code: 'x', holder: 'old', area: 1 })
  shelf.set('x', { code: 'x', holder: 'new', area: 1 })
  expect([shelf.holds('holder', 'old'), shelf.of('holder', 'new').length, shelf.size]).toEqual([false, 1, 1])
})

test('another shelf may be filled while one is iterated', () => {
  const from = shelves.make<Row>(['code']),
    to = shelves.make<number>()
  for (let i = 0; i < 1200; i++) from.add({ code: String(i % 600), holder: '', area: i })
  for (const [code, rows] of from.groups('code')) to.set(code, rows.length)
  expect(to.size).toBe(600)
  expect(new Set(to.values())).toEqual(new Set([2]))
})

test('a missing number of a fact comes back as no number, not as null', () => {
  const shelf = shelves.make<Row>([], factOf)
  // the second entry pushes the first out of what is kept in memory
  shelf.set('a', { code: 'a', holder: '', area: Number.NaN })
  for (let i = 0; i < 1000; i++) shelf.set(String(i), { code: '', holder: '', area: 0 })
  expect(shelf.get('a')).toEqual({ code: 'a', holder: '', area: Number.NaN })
})
