import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { factOf } from '../checks/tables.ts'
import { openDiskMaps } from './disk-map.server.ts'

const dir = mkdtempSync(join(tmpdir(), 'hjb-map-'))
const maps = openDiskMaps(dir)

interface Row {
  code: string
  holder: string | null
  area: number
}

afterAll(() => {
  maps.close()
  const left = readdirSync(dir)
  rmSync(dir, { recursive: true })
  expect(left).toEqual([])
})

test('a disk map is in the order of first arrival: a key set again keeps its place and gets the new value', () => {
  const map = maps.make<number>()
  // more than is read or kept at once, so that the file answers and not the memory
  for (let i = 0; i < 2500; i++) map.set(`k${(i * 7) % 2500}`, i)
  map.set('k7', -1)
  expect(map.size).toBe(2500)
  expect([...map.keys()].slice(0, 3)).toEqual(['k0', 'k7', 'k14'])
  expect([...map].slice(0, 3)).toEqual([
    ['k0', 0],
    ['k7', -1],
    ['k14', 2],
  ])
  expect([...map.values()]).toHaveLength(2500)
  expect([map.get('k7'), map.get('k2499'), map.has('k2500'), map.get('k2500')]).toEqual([-1, 357, false, undefined])
})

test('what was asked for in vain is found once it is there', () => {
  const map = maps.make<string>()
  expect(map.has('a')).toBe(false)
  map.set('a', 'one')
  expect([map.has('a'), map.get('a'), map.size]).toEqual([true, 'one', 1])
})

test('rows without a key are found by their fields, in order, and grouped by first appearance', () => {
  const map = maps.make<Row>(['code', 'holder'])
  for (const [i, code] of ['b', 'a', 'b', 'c', 'a', 'b'].entries()) map.add({ code, holder: i % 2 ? null : 'h', area: i })
  expect(map.of('code', 'b').map((row) => row.area)).toEqual([0, 2, 5])
  expect([map.holds('code', 'c'), map.holds('code', 'd')]).toEqual([true, false])
  expect(map.of('holder', '').map((row) => row.area)).toEqual([1, 3, 5])
  const groups = (least?: number) => [...map.groups('code', least)].map(([code, rows]) => [code, ...rows.map((row) => row.area)])
  expect(groups()).toEqual([
    ['b', 0, 2, 5],
    ['a', 1, 4],
    ['c', 3],
  ])
  expect(groups(3)).toEqual([['b', 0, 2, 5]])
})

test('a field of a key set again is found by its new text only', () => {
  const map = maps.make<Row>(['holder'])
  map.set('x', { code: 'x', holder: 'old', area: 1 })
  map.set('x', { code: 'x', holder: 'new', area: 1 })
  expect([map.holds('holder', 'old'), map.of('holder', 'new').length, map.size]).toEqual([false, 1, 1])
})

test('another map may be filled while one is iterated', () => {
  const from = maps.make<Row>(['code']),
    to = maps.make<number>()
  for (let i = 0; i < 1200; i++) from.add({ code: String(i % 600), holder: '', area: i })
  for (const [code, rows] of from.groups('code')) to.set(code, rows.length)
  expect(to.size).toBe(600)
  expect(new Set(to.values())).toEqual(new Set([2]))
})

test('a missing number of a fact comes back as no number, not as null', () => {
  const map = maps.make<Row>([], factOf)
  // the second entry pushes the first out of what is kept in memory
  map.set('a', { code: 'a', holder: '', area: Number.NaN })
  for (let i = 0; i < 1000; i++) map.set(String(i), { code: '', holder: '', area: 0 })
  expect(map.get('a')).toEqual({ code: 'a', holder: '', area: Number.NaN })
})
