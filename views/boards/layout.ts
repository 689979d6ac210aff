// Where panels lie on the grid while somebody lays them out: what is put somewhere pushes others down, and nothing floats. Pure.
import { GRID } from './board.ts'

export interface PanelPlace {
  x: number
  y: number
  w: number
  h: number
}
const covers = (a: PanelPlace, b: PanelPlace): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
const isFree = (p: PanelPlace, others: readonly PanelPlace[]): boolean => !others.some((o) => covers(p, o))
const within = (n: number, from: number, to: number): number => Math.min(Math.max(Math.round(n), from), to)
/** The nearest place and size that the grid has. */
function fitted<P extends PanelPlace>(p: P): P {
  const [w, h] = [within(p.w, 1, GRID.columns), within(p.h, 1, GRID.rows)]
  return { ...p, w, h, x: within(p.x, 0, GRID.columns - w), y: within(p.y, 0, GRID.rows - h) }
}
/** Moves each up as far as nothing lies above it, the topmost first; `first` comes before its equals. */
function settled<P extends PanelPlace>(panels: readonly P[], first: number): P[] {
  const order = panels
    .map((_, i) => i)
    .toSorted((a, b) => panels[a]!.y - panels[b]!.y || Number(b === first) - Number(a === first) || panels[a]!.x - panels[b]!.x)
  const out: P[] = [...panels]
  const done: P[] = []
  for (const i of order) {
    const p = { ...panels[i]! }
    while (!isFree(p, done)) p.y++
    while (p.y > 0 && isFree({ ...p, y: p.y - 1 }, done)) p.y--
    done.push(p)
    out[i] = p
  }
  return out
}
/** The panels after one of them was put somewhere or made another size: it lies there, what it would cover goes below it. The same where the grid has no room. */
export function withPlaced<P extends PanelPlace>(panels: readonly P[], at: number, to: PanelPlace): readonly P[] {
  const next = settled(
    panels.map((p, i) => (i === at ? fitted({ ...p, x: to.x, y: to.y, w: to.w, h: to.h }) : p)),
    at,
  )
  return next.every((p) => p.y + p.h <= GRID.rows) ? next : panels
}
/** The panels without one; those below it move up. */
export const without = <P extends PanelPlace>(panels: readonly P[], at: number): P[] =>
  settled(
    panels.filter((_, i) => i !== at),
    -1,
  )
/** The first free place for a panel of a size; undefined where the grid is full. */
export function freePlace(panels: readonly PanelPlace[], w: number, h: number): { x: number; y: number } | undefined {
  for (let y = 0; y + h <= GRID.rows; y++) for (let x = 0; x + w <= GRID.columns; x++) if (isFree({ x, y, w, h }, panels)) return { x, y }
  return undefined
}
