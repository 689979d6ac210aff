import { boundsOf, cross, distance, edgesOf, keyOf, ringArea, type Parcel, type Point, type Ring } from './shape.ts'

/** 界址点 with the parcels it belongs to. */
export type BoundaryPoint = { jzdh: string; point: Point; parcels: string[] }
/** 界址线 between two consecutive points; along the boundary, clockwise round the first of `parcels`; the second is the one behind it, if known. */
export type BoundaryLine = { jzxh: string; qjzdh: string; zjzdh: string; points: Point[]; length: number; parcels: string[] }
export type Boundary = { points: BoundaryPoint[]; lines: BoundaryLine[]; kjzb: Map<string, string> }
/** What is there already: a boundary that is drawn anew keeps the numbers of places and lines that stay. */
export interface KnownBoundary {
  /** neighbours that keep their points and get those that the parcels share with them; each has one */
  beside: readonly Parcel[]
  /** numbers of points by place (`keyOf`) */
  points: ReadonlyMap<string, string>
  /** numbers of lines by their way (`wayOf`), in either direction */
  lines: ReadonlyMap<string, string>
  /** places at which one of those lines ends */
  ends: ReadonlySet<string>
  /** the number of a point or a line that comes, at this place or along this way, of this parcel's issuer */
  next(kind: 'point' | 'line', parcel: string, at: string): string
}
/** The name of a line: the places that it passes. */
export const wayOf = (points: readonly Point[]): string => points.map(keyOf).join('>')
/** The places at which a way (`wayOf`) begins and ends. */
export function wayEnds(way: string): string[] {
  const places = way.split('>')
  return [places[0]!, places.at(-1)!]
}

const longest = 254
const bend = (5 * Math.PI) / 180

/** The ring clockwise from its north-west point (the one nearest to the corner of its box). */
export function clockwiseFromNorthWest(ring: Ring): Ring {
  const turned = ringArea(ring) > 0 ? ring.toReversed() : ring
  const [west, , , north] = boundsOf([ring])
  const corner: Point = [west, north]
  const start = turned.reduce((best, p, i) => (distance(p, corner) < distance(turned[best]!, corner) ? i : best), 0)
  return [...turned.slice(start), ...turned.slice(0, start)]
}

function turnAt(ring: Ring, i: number): number {
  const a = ring[(i + ring.length - 1) % ring.length]!,
    p = ring[i]!,
    b = ring[(i + 1) % ring.length]!
  const along = (p[0] - a[0]) * (b[0] - p[0]) + (p[1] - a[1]) * (b[1] - p[1])
  return Math.abs(Math.atan2(cross(a, p, b), along))
}

/** Key point numbers in order joined by "/"; when too long for the field the straightest points go first. */
function kjzbText(entries: { jzdh: string; turn: number }[]): string {
  const kept = [...entries]
  const text = () => kept.map((e) => e.jzdh).join('/')
  while (text().length > longest)
    kept.splice(
      kept.reduce((least, e, i) => (e.turn < kept[least]!.turn ? i : least), 0),
      1,
    )
  return text()
}

/**
 * Names of the points that describe the form: where three or more edges meet or a ring turns by more than 5°;
 * all points of a ring that would keep less than three.
 */
function keyPoints(parcels: readonly Parcel[], around: readonly Parcel[]): Map<string, number> {
  const ways = new Map<string, Set<string>>()
  const meet = (a: Point, b: Point) => ways.set(keyOf(a), (ways.get(keyOf(a)) ?? new Set()).add(keyOf(b)))
  for (const { shape } of [...parcels, ...around])
    for (const [a, b] of shape.flatMap(edgesOf)) {
      meet(a, b)
      meet(b, a)
    }
  // the weight tells the indispensable points from those that may go when the text is too long
  const weight = (ring: Ring, i: number) => turnAt(ring, i) + (ways.get(keyOf(ring[i]!))!.size >= 3 ? Math.PI : 0)
  return new Map(
    parcels
      .flatMap((parcel) => parcel.shape)
      .flatMap((ring) => {
        const all = ring.map((point, i) => [keyOf(point), weight(ring, i)] as const)
        const keys = all.filter(([, w]) => w > bend)
        return keys.length < 3 ? all : keys
      }),
  )
}

/** The ring cut at its key points: paths from key point to key point, clockwise. */
function pathsBetween(ring: Ring, keys: ReadonlyMap<string, number>): Point[][] {
  const start = ring.findIndex((p) => keys.has(keyOf(p)))
  if (start < 0) return []
  const turned = [...ring.slice(start), ...ring.slice(0, start + 1)]
  const cuts = turned.flatMap((p, i) => (keys.has(keyOf(p)) ? [i] : []))
  return cuts.slice(1).map((to, k) => turned.slice(cuts[k]!, to + 1))
}

function pathLength(path: Point[]): number {
  return Math.round(path.slice(1).reduce((sum, p, i) => sum + distance(path[i]!, p), 0) * 1000) / 1000
}

/** Numbers from 1, where nothing is there yet. */
export function fromOne(): KnownBoundary {
  const last = { point: 0, line: 0 }
  const next = (kind: 'point' | 'line') => `${kind === 'point' ? 'J' : ''}${(last[kind] += 1)}`
  return { beside: [], points: new Map(), lines: new Map(), ends: new Set(), next }
}

/**
 * Boundary points and lines of parcels from their geometry, numbered J1.. and 1.. parcel by parcel (in the given order), each clockwise
 * from its north-west point; shared points and lines are numbered once, known ones keep their number. Every vertex is a point. Lines run between key points: the boundary
 * turns by more than 5°, three or more edges join (`around` gives neighbours that are not numbered themselves), or a known line ends there.
 * `kjzb` by parcel: the key points "J1/J2/…", at most 254 characters (the straightest points are left out first).
 * Source: NY/T 2539 tables of JZD and JZX, note f on KJZB; the scope of a numbering is one fbf.
 */
export function boundaryOf(parcels: readonly Parcel[], around: readonly Parcel[] = [], known: KnownBoundary = fromOne()): Boundary {
  const keys = keyPoints(parcels, [...known.beside, ...around])
  for (const place of known.ends) if (!keys.has(place)) keys.set(place, 0)
  const points = new Map<string, BoundaryPoint>()
  const lines = new Map<string, BoundaryLine>()
  const kjzb = new Map<string, string>()
  const numbered = (point: Point, id: string) => {
    const place = keyOf(point)
    const is = points.get(place) ?? { jzdh: known.points.get(place) ?? known.next('point', id, place), point, parcels: [] }
    points.set(place, is)
    if (!is.parcels.includes(id)) is.parcels.push(id)
    return is.jzdh
  }
  for (const { id, shape } of [...parcels, ...known.beside]) {
    const paths = shape.flatMap((ring) => pathsBetween(clockwiseFromNorthWest(ring), keys))
    const starts = paths.map((path) => {
      const [jzdh] = path.slice(0, -1).map((p) => numbered(p, id))
      return { jzdh: jzdh!, turn: keys.get(keyOf(path[0]!))! }
    })
    kjzb.set(id, kjzbText(starts))
    for (const path of paths) {
      const [way, back] = [wayOf(path), wayOf(path.toReversed())]
      const shared = lines.get(back)
      if (shared) {
        if (!shared.parcels.includes(id)) shared.parcels.push(id)
      } else
        lines.set(way, {
          jzxh: known.lines.get(way) ?? known.lines.get(back) ?? known.next('line', id, way),
          qjzdh: numbered(path[0]!, id),
          zjzdh: numbered(path.at(-1)!, id),
          points: path,
          length: pathLength(path),
          parcels: [id],
        })
    }
  }
  const outside = new Map(
    around.flatMap(({ id, shape }) =>
      shape.flatMap(edgesOf).flatMap(
        ([a, b]) =>
          [
            [wayOf([a, b]), id],
            [wayOf([b, a]), id],
          ] as const,
      ),
    ),
  )
  for (const line of lines.values()) {
    const behind = outside.get(wayOf(line.points.slice(0, 2)))
    if (line.parcels.length === 1 && behind) line.parcels.push(behind)
  }
  return { points: [...points.values()], lines: [...lines.values()], kjzb }
}
