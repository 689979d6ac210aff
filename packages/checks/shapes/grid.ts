/** A plain square grid over boxes: the only spatial index the checks need. */
import type { Bbox } from '../../package/staged.ts'

export interface Grid<Item> {
  add(box: Bbox, item: Item): void
  near(box: Bbox, margin: number): Set<Item>
}

// columns times this plus rows stays below 2^53 for any projected coordinate and cells of a millimetre
const columns = 2 ** 26
// a box over more cells than this is kept aside and offered to every question, and is answered with everything: one stray feature cannot fill the memory
const widest = 4096

/** True if a box (widened by `margin` m) lies over more cells of `size` m than are ever walked one by one; also for one that is no box. */
export function isWide(box: Bbox, size: number, margin = 0): boolean {
  const side = (from: number, to: number) => (to - from + 2 * margin) / size + 1
  return !(side(box[0], box[2]) * side(box[1], box[3]) <= widest)
}

/** Numbers of the cells a box (widened by `margin` m) touches; `size` = side of a cell in m. Not for a wide box: see `isWide`. */
export function cellsOf(box: Bbox, size: number, margin = 0): number[] {
  const cells: number[] = []
  const top = Math.floor((box[3] + margin) / size)
  const right = Math.floor((box[2] + margin) / size)
  for (let x = Math.floor((box[0] - margin) / size); x <= right; x++) {
    for (let y = Math.floor((box[1] - margin) / size); y <= top; y++) cells.push(x * columns + y)
  }
  return cells
}

/** An empty grid with cells of `size` m. `near` returns every item whose cells touch the widened box: a superset of the true neighbours. */
export function makeGrid<Item>(size: number): Grid<Item> {
  const cells = new Map<number, Item[]>()
  const wide: Item[] = []
  return {
    add: (box, item) => {
      if (isWide(box, size)) {
        wide.push(item)
        return
      }
      for (const cell of cellsOf(box, size)) {
        const list = cells.get(cell)
        if (list) list.push(item)
        else cells.set(cell, [item])
      }
    },
    near: (box, margin) => {
      const found = new Set<Item>(wide)
      if (isWide(box, size, margin)) {
        for (const list of cells.values()) for (const item of list) found.add(item)
        return found
      }
      for (const cell of cellsOf(box, size, margin)) for (const item of cells.get(cell) ?? []) found.add(item)
      return found
    },
  }
}
