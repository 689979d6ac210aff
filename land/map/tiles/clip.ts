/** Flat coordinate list x0,y0,x1,y1 … */
export type Path = number[]

/** Sutherland-Hodgman: clips an open ring against the square lo..hi on both axes. May give an empty ring. */
export function clipRing(ring: Path, lo: number, hi: number): Path {
  let current = ring
  for (let side = 0; side < 4 && current.length > 0; side++) {
    const axis = side >> 1
    const limit = side & 1 ? hi : lo
    const sign = side & 1 ? -1 : 1
    const out: Path = []
    const n = current.length
    for (let i = 0; i < n; i += 2) {
      const ax = current[i]!,
        ay = current[i + 1]!
      const bx = current[(i + 2) % n]!,
        by = current[(i + 3) % n]!
      const da = sign * ((axis ? ay : ax) - limit),
        db = sign * ((axis ? by : bx) - limit)
      if (da >= 0) out.push(ax, ay)
      if (da >= 0 !== db >= 0) {
        const t = da / (da - db)
        out.push(ax + t * (bx - ax), ay + t * (by - ay))
      }
    }
    current = out
  }
  return current
}

function clipSegment(ax: number, ay: number, bx: number, by: number, lo: number, hi: number): [number, number] | undefined {
  let from = 0,
    to = 1
  for (const [p, d] of [
    [ax, bx - ax],
    [ay, by - ay],
  ] as const) {
    if (d === 0) {
      if (p < lo || p > hi) return undefined
      continue
    }
    const t0 = (lo - p) / d,
      t1 = (hi - p) / d
    from = Math.max(from, Math.min(t0, t1))
    to = Math.min(to, Math.max(t0, t1))
  }
  return from <= to ? [from, to] : undefined
}

/** Liang-Barsky: the pieces of a line inside the square lo..hi on both axes, in order. */
export function clipLine(line: Path, lo: number, hi: number): Path[] {
  const out: Path[] = []
  let open: Path | undefined
  for (let i = 0; i + 3 < line.length; i += 2) {
    const ax = line[i]!,
      ay = line[i + 1]!,
      bx = line[i + 2]!,
      by = line[i + 3]!
    const span = clipSegment(ax, ay, bx, by, lo, hi)
    if (!span) {
      open = undefined
      continue
    }
    if (!open || span[0] > 0) {
      open = [ax + span[0] * (bx - ax), ay + span[0] * (by - ay)]
      out.push(open)
    }
    open.push(ax + span[1] * (bx - ax), ay + span[1] * (by - ay))
    if (span[1] < 1) open = undefined
  }
  return out
}
