/** A picture in grey, row by row, one byte a pixel. */
export interface Grey {
  width: number
  height: number
  data: Uint8Array
}
/** Degrees to either side that are looked for: who lays paper more askew means it. */
const FAR = 15
/** Difference of brightness between neighbours that counts as an edge. */
const EDGE = 24
/** How much sharper than without turning the lines must become, so that noise turns nothing. */
const CLEARER = 1.08

interface Points {
  x: Float32Array
  y: Float32Array
  n: number
}
/** Places where brightness jumps downwards (lines of writing, upper and lower edges) or sideways (left and right edges). */
function edges(g: Grey, dx: number, dy: number): Points {
  const [x, y] = [new Float32Array(g.data.length), new Float32Array(g.data.length)]
  let n = 0
  for (let j = 0; j < g.height - dy; j++)
    for (let i = 0; i < g.width - dx; i++) {
      const at = j * g.width + i
      if (Math.abs(g.data[at + dy * g.width + dx]! - g.data[at]!) < EDGE) continue
      x[n] = i - g.width / 2
      y[n++] = j - g.height / 2
    }
  return { x, y, n }
}
/** How sharply the points fall into rows when the picture is turned back by `angle`: the sum of squares of what falls into each row. */
function sharpness(p: Points, angle: number, sideways: boolean, size: number): number {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const rows = new Uint32Array(2 * size + 2)
  for (let i = 0; i < p.n; i++) {
    const at = sideways ? p.x[i]! * cos + p.y[i]! * sin : p.y[i]! * cos - p.x[i]! * sin
    rows[Math.round(at) + size]! += 1
  }
  return rows.reduce((sum, r) => sum + r * r, 0)
}

/**
 * Degrees (clockwise) by which a page lies askew in a picture, at most 15 to either side, to a tenth; 0 when no lines say so. The picture is
 * straightened by turning it back by as much. A few hundred pixels a side are enough.
 */
export function skewOf(g: Grey): number {
  const [down, side] = [edges(g, 0, 1), edges(g, 1, 0)]
  const size = Math.ceil(Math.hypot(g.width, g.height))
  const clear = (angle: number) => sharpness(down, angle, false, size) + sharpness(side, angle, true, size)
  const best = (from: number, to: number, step: number) => {
    let [angle, most] = [0, -1]
    for (let a = from; a <= to + step / 2; a += step) {
      const s = clear(a)
      if (s > most) [angle, most] = [a, s]
    }
    return { angle, most }
  }
  const rough = best(-FAR, FAR, 0.5)
  const fine = best(rough.angle - 0.5, rough.angle + 0.5, 0.1)
  return fine.most > clear(0) * CLEARER ? Math.round(fine.angle * 10) / 10 : 0
}
