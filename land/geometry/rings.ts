import type { Text } from '../../kit/model/lang.ts'

/** A place in any plane: metres, or degrees as they are stored. */
type Place = readonly [number, number]
/** Why rings are no polygon. */
export type RingsFault = 'too-few-points' | 'self-intersection' | 'hole-outside' | 'holes-nested' | 'interior-split'

/** Words of what keeps rings from being one polygon. */
export const RINGS_WORDS: Readonly<Record<RingsFault, Text>> = {
  'too-few-points': { zh: '图形至少要有三个点', en: 'a shape needs at least three points' },
  'self-intersection': { zh: '边界自相交或自相接', en: 'the boundary crosses or touches itself' },
  'hole-outside': { zh: '内环（空洞）在外边界之外', en: 'a hole lies outside the boundary' },
  'holes-nested': { zh: '内环（空洞）之中又有内环', en: 'a hole lies in another hole' },
  'interior-split': { zh: '内环与边界相接，把地块分成了几块', en: 'holes and boundary divide the parcel' },
}

interface Edge {
  a: Place
  b: Place
  ring: number
  /** place in its ring, and how many edges that has */
  i: number
  n: number
}

/** The points of a ring once each: neither its end, nor what is repeated. */
function open(ring: readonly (readonly number[])[]): Place[] {
  const points = ring as readonly Place[]
  const once = points.filter((p, i) => i === 0 || p[0] !== points[i - 1]![0] || p[1] !== points[i - 1]![1])
  const [first, last] = [once[0], once.at(-1)]
  return once.length > 1 && first![0] === last![0] && first![1] === last![1] ? once.slice(0, -1) : once
}
/** Above this share of what was subtracted the sign of a difference of products is certain. Source: Shewchuk, Adaptive precision predicates, orient2d. */
const CERTAIN = 3.3306690738754716e-16
/** On which side of o→p the point q lies: above 0 to the left, 0 on the line, exactly. */
function side(o: Place, p: Place, q: Place): number {
  const [l, r] = [(p[0] - o[0]) * (q[1] - o[1]), (p[1] - o[1]) * (q[0] - o[0])]
  return Math.abs(l - r) > CERTAIN * (Math.abs(l) + Math.abs(r)) ? l - r : exactSide(o, p, q)
}
/** The same in whole numbers: every double is one of them, times a power of two that all six have. */
function exactSide(o: Place, p: Place, q: Place): number {
  const all = [...o, ...p, ...q].map(parts)
  const least = Math.min(...all.map(([, e]) => e))
  const [ox, oy, px, py, qx, qy] = all.map(([m, e]) => BigInt(m) << BigInt(e - least)) as [bigint, bigint, bigint, bigint, bigint, bigint]
  const is = (px - ox) * (qy - oy) - (py - oy) * (qx - ox)
  return is > 0n ? 1 : is < 0n ? -1 : 0
}
/** A double as a whole number and the power of two that it is to be multiplied with. */
function parts(v: number): [whole: number, power: number] {
  if (v === 0) return [0, 0]
  let e = Math.max(-1022, Math.floor(Math.log2(Math.abs(v)))) - 52
  // the logarithm may be rounded up
  if (!Number.isInteger(v / 2 ** e)) e--
  return [v / 2 ** e, e]
}
const same = (p: Place, q: Place): boolean => p[0] === q[0] && p[1] === q[1]
const key = (p: Place): string => `${p[0] + 0} ${p[1] + 0}`

/** Where two lines cross that are not parallel; exact to the rounding of its coordinates. */
function crossing(a: Place, b: Place, c: Place, d: Place): Place {
  const [x, y, u, v] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]]
  const part = ((c[0] - a[0]) * v - (c[1] - a[1]) * u) / (x * v - y * u)
  return [a[0] + part * x, a[1] + part * y]
}
/** How two edges meet: not at all, in one point that is an end of one of them, or otherwise, which no polygon does; and where. */
function meeting({ a, b }: Edge, { a: c, b: d }: Edge): { at: Place; isCross?: true } | undefined {
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return undefined
  const [s, t] = [side(a, b, c), side(a, b, d)]
  if ((s > 0 && t > 0) || (s < 0 && t < 0)) return undefined
  const [u, v] = [side(c, d, a), side(c, d, b)]
  if ((u > 0 && v > 0) || (u < 0 && v < 0)) return undefined
  if (s === 0 && t === 0) {
    // on one line: what of it both cover
    const along = Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]) ? 0 : 1
    const from = Math.max(Math.min(a[along], b[along]), Math.min(c[along], d[along]))
    const to = Math.min(Math.max(a[along], b[along]), Math.max(c[along], d[along]))
    if (from > to) return undefined
    const at = [a, b, c, d].find((p) => p[along] === from)!
    return from === to ? { at } : { at, isCross: true }
  }
  if (s !== 0 && t !== 0 && u !== 0 && v !== 0) return { at: crossing(a, b, c, d), isCross: true }
  return { at: s === 0 ? c : t === 0 ? d : u === 0 ? a : b }
}

/** Whether q lies in the angle at o that is swept from p to r against the clock. */
function within(o: Place, p: Place, r: Place, q: Place): boolean {
  const turn = side(o, p, r)
  if (turn === 0) return side(o, p, q) > 0
  return turn > 0 ? side(o, p, q) > 0 && side(o, q, r) > 0 : !(side(o, r, q) >= 0 && side(o, q, p) >= 0)
}
/** Where a ring comes from and goes to at a point of one of its edges. */
function around({ a, b, i, n }: Edge, ring: readonly Place[], at: Place): [Place, Place] {
  if (same(at, a)) return [ring[(i + n - 1) % n]!, b]
  return same(at, b) ? [a, ring[(i + 2) % n]!] : [a, b]
}

/** Where a point lies: 1 inside a ring, -1 outside, 0 on it. */
function location(p: Place, ring: readonly Place[]): -1 | 0 | 1 {
  let odd = false
  for (const [i, a] of ring.entries()) {
    const b = ring[(i + 1) % ring.length]!
    if (p[1] < Math.min(a[1], b[1]) || p[1] > Math.max(a[1], b[1]) || p[0] > Math.max(a[0], b[0])) continue
    const s = side(a, b, p)
    if (s === 0 && p[0] >= Math.min(a[0], b[0])) return 0
    if (a[1] > p[1] !== b[1] > p[1] && s > 0 === b[1] > a[1]) odd = !odd
  }
  return odd ? 1 : -1
}
/** Whether a ring lies inside another one that it neither crosses nor touches twice. */
const isIn = (ring: readonly Place[], outer: readonly Place[]): boolean => ring.map((p) => location(p, outer)).find((l) => l !== 0) === 1

/**
 * What keeps rings (the outer one first, each closed or open, in any direction) from being one polygon, and where; undefined of a valid one; a place only where a point is known. It is the database's
 * rule (ST_IsValid), exactly and for any unit: no ring crosses, touches or runs back on itself, every hole lies inside the outer ring and outside the others,
 * and the inside is one piece. Source: OGC 06-103r4 6.1.11; a test compares it with the database.
 */
export function ringsFault(rings: readonly (readonly (readonly number[])[])[]): { kind: RingsFault; at?: [number, number] } | undefined {
  const fault = (kind: RingsFault, at?: Place) => ({ kind, ...(at ? { at: [at[0], at[1]] as [number, number] } : {}) })
  const all = rings.map(open)
  const short = all.find((ring) => ring.length < 3 || ring.some((p) => !Number.isFinite(p[0]) || !Number.isFinite(p[1])))
  if (all.length === 0 || short) return fault('too-few-points', short?.[0])
  const edges = all
    .flatMap((ring, r) => ring.map((a, i): Edge => ({ a, b: ring[(i + 1) % ring.length]!, ring: r, i, n: ring.length })))
    .sort((e, f) => Math.min(e.a[0], e.b[0]) - Math.min(f.a[0], f.b[0]))
  const touches = new Set<string>()
  const joined = new Map<string, string>()
  const root = (k: string): string => {
    let at = k
    while (joined.has(at)) at = joined.get(at)!
    return at
  }
  let split: Place | undefined
  /** A ring and a point of it that another ring has too: where both are joined already, they go round a part of the inside. */
  const join = (ring: number, p: Place) => {
    const [r, k] = [`${ring}`, key(p)]
    if (touches.size === touches.add(`${r} ${k}`).size) return
    const [x, y] = [root(r), root(`@${k}`)]
    if (x === y) split = p
    else joined.set(x, y)
  }
  for (const [k, e] of edges.entries()) {
    const right = Math.max(e.a[0], e.b[0])
    for (let j = k + 1; j < edges.length; j++) {
      const f = edges[j]!
      if (Math.min(f.a[0], f.b[0]) > right) break
      const met = meeting(e, f)
      if (!met) continue
      const { at } = met
      if (met.isCross) return fault('self-intersection', at)
      if (e.ring === f.ring) {
        const step = Math.abs(e.i - f.i)
        if (step === 1 || step === e.n - 1) continue
        return fault('self-intersection', at)
      }
      const [p, r] = around(e, all[e.ring]!, at)
      const [q, s] = around(f, all[f.ring]!, at)
      if (within(at, p, r, q) !== within(at, p, r, s)) return fault('self-intersection', at)
      join(e.ring, at)
      join(f.ring, at)
    }
  }
  if (split) return fault('interior-split', split)
  const [outer, ...holes] = all as [Place[], ...Place[][]]
  const outside = holes.find((hole) => !isIn(hole, outer))
  if (outside) return fault('hole-outside', outside[0])
  const nested = holes.find((hole, i) => holes.some((other, j) => i !== j && isIn(hole, other)))
  return nested && fault('holes-nested', nested[0])
}
