import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GRID, readPanels, type BoardPanel } from './board.ts'
import { freePlace, withPlaced, without } from './layout.ts'

const of = (x: number, y: number, w = 3, h = 2): BoardPanel => ({ set: 'home', key: 'issuers', shape: 'number', x, y, w, h })

test('a panel that is put onto another pushes it down; taken away, those below move up', () => {
  const panels = [of(0, 0), of(3, 0), of(0, 2)]
  expect(withPlaced(panels, 1, of(0, 0)).map(({ x, y }) => [x, y])).toEqual([
    [0, 2],
    [0, 0],
    [0, 4],
  ])
  expect(without(panels, 0).map(({ x, y }) => [x, y])).toEqual([
    [3, 0],
    [0, 0],
  ])
  expect(freePlace(panels, 6, 2)).toEqual({ x: 6, y: 0 })
})
test('whatever is done, the panels are a layout that the server takes, and no panel is lost', () => {
  const places = fc.record({
    x: fc.integer({ min: -5, max: 15 }),
    y: fc.integer({ min: -5, max: 30 }),
    w: fc.integer({ min: -1, max: 14 }),
    h: fc.integer({ min: -1, max: 6 }),
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), places), { maxLength: 30 }), (acts) => {
      let panels: readonly BoardPanel[] = []
      for (const [n, to] of acts) {
        if (panels.length <= n) {
          const place = freePlace(panels, 3, 2)
          panels = [...panels, { ...of(0, 0), ...place! }]
        }
        const at = n % panels.length
        const before = panels.length
        panels = n === 9 ? without(panels, at) : withPlaced(panels, at, to)
        expect(panels.length).toBe(n === 9 ? before - 1 : before)
      }
      expect(readPanels(panels)).toEqual({ panels })
    }),
  )
  expect(GRID.columns).toBe(12)
})
