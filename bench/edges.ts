// Cuts and moves of parcels beside registered neighbours: what happens to the neighbours' edges. Figures of docs/adr/0021; the functions are the writer's own.
// DATABASE_URL: a database with parcels, such as an imported package A. node tools/run.mjs bench/edges.ts [--n=1000] [--seed=1]
import pg from 'pg'
import { shapeFromWkt, shapeToWkt, zoneOf } from '../land/geometry/crs.ts'
import { insidePoint } from '../land/geometry/neighbours.ts'
import { overlapsOf } from '../land/geometry/overlap.ts'
import {
  boundsOf,
  boxesMeet,
  edgesOf,
  insertIntoShape,
  isGeometryError,
  keyOf,
  nearestOnEdge,
  onEdge,
  roundPoint,
  samePoint,
  shapeArea,
  type Parcel,
  type Point,
  type Shape,
} from '../land/geometry/shape.ts'
import { splitParcel } from '../land/geometry/split.ts'
import { MOST_DRIFT, withVertices } from '../land/register/acts/boundaries.ts'

const given = (name: string, or: number) => Number(process.argv.find((a) => a.startsWith(`--${name}=`))?.split('=')[1] ?? or)
let seed = given('seed', 1)
const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
/** Points, each once: both pieces of a cut bring its ends. */
const once = (points: readonly Point[]) => [...new Map(points.map((p) => [keyOf(p), p])).values()]
const at = (list: readonly number[], share: number) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0

const db = new pg.Client({ connectionString: process.env.DATABASE_URL })
await db.connect()
const { rows } = await db.query<{ dkbm: string; wkt: string }>(
  `select dkbm, ST_AsText(geom, 15) as wkt from dk where zt = '1' and djzt = '2' and geom is not null order by dkbm`,
)
await db.end()
const zone = zoneOf(Number(/-?\d+(\.\d+)?/.exec(rows[0]!.wkt)![0]))
const wkts = new Map(rows.map((r) => [r.dkbm, r.wkt]))
const field: Parcel[] = rows.map((r) => ({ id: r.dkbm, shape: shapeFromWkt(r.wkt, zone) }))
const touches = (a: Shape, b: Shape) => {
  const on = (x: Shape, y: Shape) => x.flat().some((p) => y.some((ring) => edgesOf(ring).some(([s, e]) => nearestOnEdge(s, e, p).gap <= samePoint)))
  return boxesMeet(a, b, samePoint) && (on(a, b) || on(b, a))
}
const around = new Map(field.map((p) => [p.id, field.filter((o) => o !== p && touches(p.shape, o.shape))]))
const beside = field.filter((p) => around.get(p.id)!.length >= 3)
console.log(
  `${field.length} registered parcels, ${beside.length} with three registered neighbours or more; ${new Set(field.flatMap((p) => p.shape.flat().map(keyOf))).size} vertices`,
)
/** Vertices of a shape that lie on an edge of a neighbour and are none of its own. */
const loose = (shapes: readonly Shape[], neighbours: readonly Shape[]) =>
  neighbours.reduce((n, shape) => n + (insertIntoShape(shape, once(shapes.flatMap((s) => s.flat()))).flat().length - shape.flat().length), 0)
const overlapping = (shapes: readonly Shape[], neighbours: readonly Parcel[]) =>
  shapes.reduce((n, s) => n + overlapsOf(s, neighbours).reduce((m, o) => m + o.area, 0), 0)

const n = given('n', 1000)
const cut = {
  done: 0,
  refused: 0,
  touched: 0,
  vertices: 0,
  over: 0,
  drifts: [] as number[],
  sums: [] as number[],
  loose: 0,
  left: 0,
  exact: 0,
  before: [] as number[],
  after: [] as number[],
}
while (cut.done < n) {
  const p = pick(beside)
  const [x, y] = insidePoint(p.shape)
  const [west, south, east, north] = boundsOf(p.shape)
  const reach = Math.hypot(east - west, north - south) + 10
  const turn = random() * Math.PI
  const line: Point[] = [-1, 1].map((k) => [x + k * reach * Math.cos(turn), y + k * reach * Math.sin(turn)])
  let pieces: Shape[]
  try {
    pieces = splitParcel(p.shape, line).pieces
  } catch (e) {
    if (!isGeometryError(e)) throw e
    cut.refused += 1
    continue
  }
  cut.done += 1
  // as they come from the form: text of nine decimals
  const stored = pieces.map((s) => shapeFromWkt(shapeToWkt(s, zone), zone))
  cut.exact += Number(stored.every((s, i) => s.flat().every((v, k) => keyOf(v) === keyOf(pieces[i]!.flat()[k]!))))
  cut.sums.push(Math.abs(stored.reduce((sum, s) => sum + shapeArea(s), 0) - shapeArea(p.shape)))
  const drawn = stored.map((shape, i) => ({ id: `${p.id}/${i}`, shape }))
  const own = new Set(p.shape.flat().map(keyOf))
  const fresh = drawn.map((d) => ({ ...d, shape: d.shape.map((ring) => ring.filter((v) => !own.has(keyOf(v)))) }))
  const neighbours = around.get(p.id)!
  const grown = neighbours.map((o): Parcel => {
    const full = insertIntoShape(o.shape, once(fresh.flatMap((d) => d.shape.flat())))
    if (full === o.shape) return o
    cut.touched += 1
    cut.vertices += full.flat().length - o.shape.flat().length
    const drift = Math.abs(shapeArea(full) - shapeArea(o.shape))
    cut.drifts.push(drift)
    const more = withVertices(wkts.get(o.id)!, o.shape, fresh, zone)
    if (!more) cut.over += 1
    return { id: o.id, shape: more ? shapeFromWkt(more.wkt, zone) : o.shape }
  })
  cut.loose += loose(
    fresh.map((d) => d.shape),
    neighbours.map((o) => o.shape),
  )
  cut.left += loose(
    fresh.map((d) => d.shape),
    grown.map((o) => o.shape),
  )
  cut.before.push(overlapping(stored, neighbours))
  cut.after.push(overlapping(stored, grown))
}
const m2 = (v: number) => `${v.toFixed(5)} m²`
console.log(`cuts: ${n}, ${cut.refused} lines refused; ${cut.touched} neighbours get ${cut.vertices} vertices; area of a neighbour changes by ${m2(at(cut.drifts, 0.5))} in the middle,
  ${m2(at(cut.drifts, 0.99))} at 99 %, ${m2(at(cut.drifts, 1))} at most; ${cut.over} of them by more than ${MOST_DRIFT} m²
  pieces against parent: ${m2(at(cut.sums, 0.5))} in the middle, ${m2(at(cut.sums, 1))} at most; nine decimals of a degree bring the vertices back in ${cut.exact} of ${n}
  new vertices that lie on a neighbour's edge and are none of its own: ${cut.loose} before, ${cut.left} after; overlap with neighbours ${m2(cut.before.reduce((a, b) => a + b, 0))} before, ${m2(cut.after.reduce((a, b) => a + b, 0))} after`)

const move = { shared: 0, free: 0, over: [0, 0, 0], neighbours: 0 }
const STEPS = [0.05, 0.5, 2]
for (let i = 0; i < n; i++) {
  const p = pick(beside)
  const corner = pick(p.shape[0]!)
  const way = random() * 2 * Math.PI
  const sharing = around
    .get(p.id)!
    .filter(
      (o) =>
        o.shape.flat().some((v) => keyOf(v) === keyOf(corner)) || o.shape.some((r) => edgesOf(r).some(([a, b]) => nearestOnEdge(a, b, corner).gap <= onEdge)),
    )
  if (sharing.length === 0) {
    move.free += 1
    continue
  }
  move.shared += 1
  for (const [k, step] of STEPS.entries()) {
    const to = roundPoint([corner[0] + step * Math.cos(way), corner[1] + step * Math.sin(way)])
    const changes = sharing.map((o) => {
      const moved = o.shape.map((ring) => ring.map((v) => (keyOf(v) === keyOf(corner) ? to : v)))
      return Math.abs(shapeArea(moved) - shapeArea(o.shape))
    })
    move.over[k]! += Number(changes.some((c) => c > MOST_DRIFT))
  }
}
console.log(
  `moves of a corner: ${n}, ${move.free} touch no neighbour; of ${move.shared} shared corners a neighbour changes by more than ${MOST_DRIFT} m² in ${STEPS.map((s, k) => `${((100 * move.over[k]!) / move.shared).toFixed(1)} % (${s} m)`).join(', ')}`,
)
console.log('transfers of whole parcels and shares: no shape, no vertex')
