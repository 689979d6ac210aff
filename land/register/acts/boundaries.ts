// Boundary points, lines and key points that follow from the geometry of parcels: what comes, what changes, what goes. Pure; read and written by
// boundaries.server.ts. Decided in docs/adr/0021.
import type { Draft, FlatRow } from '../../../kit/model/resource.ts'
import type { dk_jz, jzd, jzx } from '../../definitions/dk.ts'
import { boundaryOf, wayEnds, wayOf, type BoundaryLine, type BoundaryPoint, type KnownBoundary } from '../../geometry/boundary.ts'
import { toDegrees, toMetres } from '../../geometry/crs.ts'
import { distance, edgesOf, insertIntoShape, keyOf, nearestOnEdge, onEdge, shapeArea, type Parcel, type Point, type Shape } from '../../geometry/shape.ts'
import { formatWkt, parseWkt, type Position } from '../../../kit/model/wkt.ts'

export type PointRow = FlatRow<typeof jzd>
export type EdgeRow = FlatRow<typeof jzx> & { lines: unknown }
export type LinkRow = FlatRow<typeof dk_jz>
/** What tells of the parcel behind a line. */
export interface BoundaryHolder {
  fbfbm: string
  regionCode: string
  cbfmc?: string | null
  zjrxm?: string | null
}
/** The parcels concerned, in metres of the zone, and what the register has of their boundaries. */
export interface Ground {
  zone: number
  /** parcels with a new shape */
  drawn: readonly Parcel[]
  /** codes of parcels that end */
  ended: readonly string[]
  /** their neighbours, with the vertices that were put into them */
  near: readonly Parcel[]
  /** what lies around the neighbours */
  far: readonly Parcel[]
  holders: ReadonlyMap<string, BoundaryHolder>
  points: readonly PointRow[]
  lines: readonly EdgeRow[]
  /** all links of those points and lines */
  links: readonly LinkRow[]
}
/** A row that comes: where it is (`keyOf`, `wayOf`), what it holds, whose it is. */
type Fresh<R extends typeof jzd | typeof jzx> = { at: string; values: Draft<R>; parcels: readonly string[] }
export interface Redrawn {
  points: { fresh: Fresh<typeof jzd>[]; changed: { row: PointRow; values: { dkbm: string } }[]; gone: PointRow[] }
  lines: { fresh: Fresh<typeof jzx>[]; changed: { row: EdgeRow; values: { dkbm: string } }[]; gone: EdgeRow[] }
  /** links that come to what is there already, and links that go */
  links: { fresh: { dkbm: string; kind: 'd' | 'x'; jzId: string }[]; gone: LinkRow[] }
  /** key points of the drawn parcels, and of the neighbours whose points changed */
  kjzb: ReadonlyMap<string, string>
}

/** A vertex within this distance (m) is the place of a stored point. */
export const SAME_PLACE = 0.005
/** Before eastings the number of their zone stands in millions of metres. */
export const ZONE_NUMBER = 1_000_000
/** More than this (m²) no neighbour may change by vertices that are put into its edges. Source: register.md 3. */
export const MOST_DRIFT = 0.01

/** The vertex at which a stored point stands. */
function placer(parcels: readonly Parcel[]): (p: Point) => Point | undefined {
  const cell = (v: number) => Math.round(v * 100)
  const cells = Map.groupBy(
    parcels.flatMap(({ shape }) => shape.flat()),
    ([x, y]) => `${cell(x)},${cell(y)}`,
  )
  return (p) => {
    const near = [-1, 0, 1].flatMap((i) => [-1, 0, 1].flatMap((j) => cells.get(`${cell(p[0]) + i},${cell(p[1]) + j}`) ?? []))
    const best = near.toSorted((a, b) => distance(a, p) - distance(b, p))[0]
    return best && distance(best, p) <= SAME_PLACE ? best : undefined
  }
}
const placeOf = (row: PointRow): Point => [Number(row.yzbz) % ZONE_NUMBER, Number(row.xzbz)]
/** The ways of a stored line, in metres. */
export function waysOf(row: Pick<EdgeRow, 'lines'>, zone: number): Point[][] {
  const lines = Array.isArray(row.lines) ? row.lines : []
  return lines.map((line: Position[]) => line.map((p) => toMetres(p, zone)))
}

/**
 * The neighbour with those vertices of drawn shapes that lie on its edges, as WKT with all its own coordinates kept; none where it has them all, or would
 * change by more than MOST_DRIFT.
 */
export function withVertices(wkt: string, shape: Shape, drawn: readonly Parcel[], zone: number): { wkt: string; shape: Shape; drift: number } | undefined {
  const own = new Set(shape.flat().map(keyOf))
  // both pieces of a cut bring its ends
  const fresh = [...new Map(drawn.flatMap((d) => d.shape.flat()).map((p) => [keyOf(p), p])).values()].filter((p) => !own.has(keyOf(p)))
  const next = fresh.length ? insertIntoShape(shape, fresh) : shape
  if (next === shape) return undefined
  const drift = Math.abs(shapeArea(next) - shapeArea(shape))
  if (drift > MOST_DRIFT) return undefined
  const geometry = parseWkt(wkt)
  const rings = geometry.type === 'POLYGON' ? geometry.coordinates : geometry.type === 'MULTIPOLYGON' ? geometry.coordinates[0]! : []
  const filled = rings.map((ring) =>
    ring.flatMap((at, i): Position[] => {
      const to = ring[i + 1]
      if (!to) return [at]
      const [a, b] = [toMetres(at, zone), toMetres(to, zone)]
      const here = fresh.map((p) => ({ p, ...nearestOnEdge(a, b, p) })).filter((h) => h.gap <= onEdge && h.t > 0 && h.t < 1)
      return [at, ...here.toSorted((x, y) => x.t - y.t).map((h) => toDegrees(h.p, zone))]
    }),
  )
  return { wkt: formatWkt({ type: 'POLYGON', coordinates: filled }, 15), shape: next, drift }
}

/**
 * The first of `neighbours` that would have to change by more than MOST_DRIFT (m²) to stay beside a parcel whose shape becomes another: a corner that they shared has moved
 * or gone. Answers it and by how much. Source: acts.md 3 (change_contract_6), register.md 3.
 */
export function movedBeside(before: Shape, after: Shape, neighbours: readonly Parcel[]): { id: string; drift: number } | undefined {
  const [old, now] = [corners(before), corners(after)]
  const has = (list: readonly Point[], p: Point) => list.some((q) => distance(p, q) <= SAME_PLACE)
  const [gone, come] = [old.filter((p) => !has(now, p)), now.filter((p) => !has(old, p))]
  for (const { id, shape } of neighbours) {
    const shared = gone.filter((p) => has(shape.flat(), p))
    if (shared.length === 0) continue
    const followed = shape.map((ring) =>
      ring.flatMap((p) => {
        if (!has(shared, p)) return [p]
        const nearest = come.toSorted((a, b) => distance(a, p) - distance(b, p))[0]
        return nearest ? [nearest] : []
      }),
    )
    const drift = Math.abs(shapeArea(followed) - shapeArea(shape))
    if (drift > MOST_DRIFT) return { id, drift }
  }
  return undefined
}
const corners = (shape: Shape): Point[] => shape.flat()

/** What the register has at which place and along which way. */
function stored(g: Ground) {
  const all = [...g.drawn, ...g.near]
  const place = placer(all)
  const points = new Map<string, PointRow>(),
    lines = new Map<string, EdgeRow>()
  for (const row of g.points) {
    const at = place(placeOf(row))
    if (at && row.jzdh && !points.has(keyOf(at))) points.set(keyOf(at), row)
  }
  for (const row of g.lines)
    for (const way of waysOf(row, g.zone)) {
      const at = way.map((p) => place(p) ?? p)
      if (!lines.has(wayOf(at.toReversed()))) lines.set(wayOf(at), row)
    }
  return { points, lines }
}
/** A point or line that comes: where, and whose issuer numbers it. */
export type Coming = { kind: 'point' | 'line'; at: string; fbfbm: string }
/** What comes, before it has numbers. */
export function coming(g: Ground): Coming[] {
  const out: Coming[] = []
  draw(g, stored(g), (kind, parcel, at) => {
    out.push({ kind, at, fbfbm: g.holders.get(parcel)!.fbfbm })
    return 'J0'
  })
  return out
}
function draw(g: Ground, is: ReturnType<typeof stored>, next: KnownBoundary['next']) {
  const linked = new Set(g.links.map((l) => l.dkbm))
  const beside = g.near.filter((p) => linked.has(p.id))
  const around = [...g.near.filter((p) => !linked.has(p.id)), ...g.far]
  const known: KnownBoundary = {
    beside,
    points: new Map([...is.points].map(([at, row]) => [at, row.jzdh!])),
    lines: new Map([...is.lines].map(([way, row]) => [way, row.jzxh ?? ''])),
    ends: new Set([...is.lines.keys()].flatMap(wayEnds)),
    next,
  }
  return { beside, ...boundaryOf(g.drawn, around, known) }
}

/** Codes of parcels as a row holds them, as many as its column takes. */
export function joinedCodes(parcels: readonly string[]): string {
  const all = [...new Set(parcels)].toSorted()
  return all.slice(0, Math.floor(255 / 20)).join('/')
}
/** The former line that a new one is a part of: the attributes of the former one are kept. */
function wasPartOf(line: BoundaryLine, before: readonly EdgeRow[], zone: number): EdgeRow | undefined {
  const lies = (p: Point, ways: readonly Point[][]) =>
    ways.some((way) =>
      edgesOf(way)
        .slice(0, -1)
        .some(([a, b]) => nearestOnEdge(a, b, p).gap <= SAME_PLACE),
    )
  return before.find((row) => {
    const ways = waysOf(row, zone)
    return line.points.every((p) => lies(p, ways))
  })
}
const rounded = (v: number) => Math.round(v * 1e10) / 1e10

/**
 * The boundary of what was drawn, its neighbours' along: points and lines that stay keep row and number, others come and go; a parcel that ended has none.
 * @param next the number of what comes, as `coming` told it
 */
export function redraw(g: Ground, next: KnownBoundary['next']): Redrawn {
  const is = stored(g)
  const now = draw(g, is, next)
  const inside = new Set([...g.drawn.map((p) => p.id), ...now.beside.map((p) => p.id)])
  const concerned = new Set([...inside, ...g.ended])
  const byRow = Map.groupBy(g.links, (l) => `${l.kind} ${l.jzId}`)
  const out: Redrawn = {
    points: { fresh: [], changed: [], gone: [] },
    lines: { fresh: [], changed: [], gone: [] },
    links: { fresh: [], gone: [] },
    kjzb: new Map(),
  }
  const touched = new Set(g.drawn.map((p) => p.id))
  /** Brings the links of a stored row to the parcels that it belongs to now; answers the parcels it has in the end. */
  const relink = (kind: 'd' | 'x', jzId: string, wanted: readonly string[]): string[] => {
    const has = byRow.get(`${kind} ${jzId}`) ?? []
    const gone = has.filter((l) => concerned.has(l.dkbm!) && !wanted.includes(l.dkbm!))
    const fresh = wanted.filter((dkbm) => inside.has(dkbm) && !has.some((l) => l.dkbm === dkbm))
    out.links.gone.push(...gone)
    out.links.fresh.push(...fresh.map((dkbm) => ({ dkbm, kind, jzId })))
    if (kind === 'd') for (const dkbm of [...gone.map((l) => l.dkbm!), ...fresh]) touched.add(dkbm)
    return [...has.flatMap((l) => (concerned.has(l.dkbm!) ? [] : [l.dkbm!])), ...wanted]
  }
  const kept = new Set<string>()
  for (const p of now.points) {
    const row = is.points.get(keyOf(p.point))
    if (row) {
      kept.add(row.id)
      const dkbm = joinedCodes(relink('d', row.id, p.parcels))
      if (dkbm !== joinedCodes((row.dkbm ?? '').split('/'))) out.points.changed.push({ row, values: { dkbm } })
    } else {
      for (const dkbm of p.parcels) touched.add(dkbm)
      out.points.fresh.push({ at: keyOf(p.point), values: freshPoint(g, p), parcels: p.parcels })
    }
  }
  for (const l of now.lines) {
    const row = is.lines.get(wayOf(l.points)) ?? is.lines.get(wayOf(l.points.toReversed()))
    const own = l.parcels.filter((dkbm) => inside.has(dkbm))
    if (row) {
      kept.add(row.id)
      const dkbm = joinedCodes([...relink('x', row.id, own), ...l.parcels])
      if (dkbm !== joinedCodes((row.dkbm ?? '').split('/'))) out.lines.changed.push({ row, values: { dkbm } })
    } else out.lines.fresh.push({ at: wayOf(l.points), values: freshLine(g, l), parcels: own })
  }
  const leave = <R extends PointRow | EdgeRow>(kind: 'd' | 'x', rows: readonly R[], gone: R[], changed: { row: R; values: { dkbm: string } }[]) => {
    for (const row of rows) {
      if (kept.has(row.id)) continue
      const left = relink(kind, row.id, [])
      if (left.length === 0) gone.push(row)
      else if (joinedCodes(left) !== joinedCodes((row.dkbm ?? '').split('/'))) changed.push({ row, values: { dkbm: joinedCodes(left) } })
    }
  }
  leave('d', g.points, out.points.gone, out.points.changed)
  leave('x', g.lines, out.lines.gone, out.lines.changed)
  return { ...out, kjzb: new Map([...now.kjzb].filter(([dkbm, text]) => touched.has(dkbm) && text !== '')) }
}
const MEASURED = '1'
const NO_MARK = '6'
/** The number of the zone before eastings, where the points around have it. */
const prefixOf = (g: Ground): number => g.points.map((p) => Math.floor(Number(p.yzbz) / ZONE_NUMBER)).find((n) => n > 0) ?? 0
/** North and east of a place (`keyOf`), as points hold them, with this number of the zone (0: none). */
export function coordinatesAt(at: string, zone: number): [string, string] {
  const [x = 0, y = 0] = at.split(',').map((mm) => Number(mm) / 1000)
  return [y.toFixed(3), (x + zone * ZONE_NUMBER).toFixed(3)]
}
/** North and east of a place (`keyOf`), as the points around hold them. */
export const coordinatesOf = (g: Ground, at: string): [string, string] => coordinatesAt(at, prefixOf(g))
function freshPoint(g: Ground, { jzdh, point, parcels }: BoundaryPoint): Draft<typeof jzd> {
  const { fbfbm, regionCode } = g.holders.get(parcels[0]!)!
  return newPoint({ jzdh, coordinates: coordinatesOf(g, keyOf(point)), fbfbm, regionCode, parcels })
}
/** The row of a point that the product makes: where no survey says how it was measured and marked. `coordinates`: north and east, as points hold them. */
export function newPoint(p: {
  jzdh: string
  coordinates: readonly [xzbz: string, yzbz: string]
  fbfbm: string
  regionCode: string
  parcels: readonly string[]
}): Draft<typeof jzd> {
  const { jzdh, fbfbm, regionCode, parcels } = p
  const [xzbz, yzbz] = p.coordinates
  return { regionCode, fbfbm, jzdh, jzdxh: Number(jzdh.slice(1)), jzdlx: MEASURED, jblx: NO_MARK, xzbz, yzbz, dkbm: joinedCodes(parcels) }
}
/** 已定界, 两点连线, 中: what is said of a line of which nothing is known. Source: codes.md 4 (jxxz, jzxlb, jzxwz). */
const PLAIN = { jxxz: '600001', jzxlb: '08', jzxwz: '2' }
function freshLine(g: Ground, l: BoundaryLine): Draft<typeof jzx> {
  const { fbfbm, regionCode } = g.holders.get(l.parcels[0]!)!
  const was = wasPartOf(l, g.lines, g.zone)
  const behind = l.parcels[1] ? g.holders.get(l.parcels[1]) : undefined
  const said = was ? { jxxz: was.jxxz, jzxlb: was.jzxlb, jzxwz: was.jzxwz } : PLAIN
  return {
    regionCode,
    fbfbm,
    jzxh: l.jzxh,
    qjzdh: l.qjzdh,
    zjzdh: l.zjzdh,
    ...said,
    jzxsm: `${l.qjzdh}至${l.zjzdh}，长${l.length.toFixed(2)}米`,
    dkbm: joinedCodes(l.parcels),
    pldwqlr: behind?.cbfmc ?? was?.pldwqlr ?? null,
    pldwzjr: behind?.zjrxm ?? was?.pldwzjr ?? null,
    lines: [l.points.map((p) => toDegrees(p, g.zone).map(rounded))],
  }
}
