import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyField, anyShape, origin } from './arbitrary.ts'
import { areaText } from './area.ts'
import { boundaryOf, fromOne } from './boundary.ts'
import { epsgOf, shapeFromWkt, shapeToWkt, toDegrees, toMetres, zoneOf, zoneOfEpsg } from './crs.ts'
import { deleteVertex, insertVertex, moveVertex, snapPoint, withChanges } from './edit.ts'
import { centroidOf, fourNeighbours, insidePoint } from './neighbours.ts'
import { overlapsOf } from './overlap.ts'
import { boxOfPoints, contains, edgesOf, equalPoints, keyOf, roundPoint, shapeArea, type Parcel, type Point, type Shape } from './shape.ts'
import { checkShape } from './validity.ts'
import { formatWkt, parseWkt } from '../../kit/model/wkt.ts'

const at = (x: number, y: number): Point => [origin[0] + x, origin[1] + y]
const box = (x: number, y: number, w: number, h: number): Shape => [[at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h)]]
const byId = (field: Parcel[], id: string) => field.find((parcel) => parcel.id === id)!
const codes = (shape: Shape) => checkShape(shape).map((issue) => issue.code)

describe('boxOfPoints', () => {
  it('takes as many points as there are', () => {
    expect(boxOfPoints(Array.from({ length: 400_000 }, (_, i): Point => [i, i + 1]))).toEqual([0, 1, 399_999, 400_000])
  })
})
describe('areaText', () => {
  it('is exact, rounds half up, and takes holes off', () => {
    expect(areaText(box(0, 0, 10, 10))).toBe('100.00')
    expect(areaText([...box(0, 0, 10, 10), ...box(1, 1, 2, 2)])).toBe('96.00')
    expect(areaText(box(0, 0, 0.1, 0.05))).toBe('0.01')
    expect(areaText(box(0, 0, 0.1, 0.049))).toBe('0.00')
  })
  it('does not depend on where the shape lies', () => {
    fc.assert(
      fc.property(anyShape, fc.integer({ min: -10_000_000, max: 10_000_000 }), (shape, shift) => {
        expect(areaText([shape[0]!.map((p) => roundPoint([p[0] + shift, p[1] - shift]))])).toBe(areaText(shape))
      }),
    )
  })
})

describe('checkShape', () => {
  it('accepts ordinary parcels', () => {
    expect(codes(box(0, 0, 20, 10))).toEqual([])
    fc.assert(
      fc.property(anyShape, (shape) => {
        expect(codes(shape)).not.toContain('self-intersection')
      }),
    )
  })
  it('names each fault', () => {
    expect(codes([[at(0, 0), at(10, 10), at(10, 0), at(0, 10)]])).toContain('self-intersection')
    expect(codes([[at(0, 0), at(10, 0), at(5, 5), at(10, 10), at(0, 10), at(5, 5)]])).toContain('self-intersection')
    expect(codes([[at(0, 0), at(10, 0), at(10, 10), at(10, 5), at(10, 12), at(0, 10)]])).toContain('self-intersection')
    expect(codes([[at(0, 0), at(10, 0), at(10, 0.04), at(10, 10), at(0, 10)]])).toEqual(['repeated-point'])
    expect(codes([[at(0, 0), at(50, 0), at(50, 2)]])).toEqual(['narrow-angle'])
    expect(codes(box(0, 0, 0.9, 1))).toEqual(['too-small'])
    expect(codes([...box(0, 0, 9, 9), ...box(2, 2, 2, 2)])).toEqual(['hole'])
    expect(codes([[at(0, 0), at(1, 1)]])).toEqual(['too-few-points'])
  })
})

describe('moving, inserting and deleting points', () => {
  it('moves a shared point in all parcels and keeps the total area and the topology', () => {
    fc.assert(
      fc.property(anyField(2), fc.double({ min: -4, max: 4, noNaN: true }), fc.double({ min: -4, max: 4, noNaN: true }), (field, dx, dy) => {
        const shared = byId(field, '0-0').shape[0]![2]!
        const to = roundPoint([shared[0] + dx, shared[1] + dy])
        if (equalPoints(shared, to)) return
        let changes: Parcel[]
        try {
          changes = moveVertex(field, shared, to)
        } catch (error) {
          expect((error as Error).message).toBe('移动后地块图形无效')
          return
        }
        expect(changes.length).toBe(4)
        const after = withChanges(field, changes)
        expect(after.every((parcel) => parcel.shape.flat().some((p) => equalPoints(p, to)))).toBe(true)
        const total = (parcels: Parcel[]) => parcels.reduce((sum, parcel) => sum + shapeArea(parcel.shape), 0)
        expect(total(after)).toBeCloseTo(total(field), 4)
      }),
    )
  })
  it('inserts into both parcels of an edge and deletes from both', () => {
    const field = [
      { id: 'a', shape: box(0, 0, 10, 10) },
      { id: 'b', shape: box(10, 0, 10, 10) },
      { id: 'c', shape: box(30, 0, 5, 5) },
    ]
    const added = insertVertex(field, at(10, 4))
    expect(added.map((parcel) => [parcel.id, parcel.shape[0]!.length])).toEqual([
      ['a', 5],
      ['b', 5],
    ])
    expect(withChanges(field, deleteVertex(withChanges(field, added), at(10, 4)))).toEqual(field)
    expect(() => deleteVertex([{ id: 't', shape: [[at(0, 0), at(9, 0), at(0, 9)]] }], at(9, 0))).toThrow('删除后地块图形无效')
    expect(() => moveVertex(field, at(0, 10), at(20, 5))).toThrow('移动后地块图形无效')
  })
  it('snaps to a vertex before an edge, and not beyond the tolerance', () => {
    const field = [{ id: 'a', shape: box(0, 0, 10, 10) }]
    expect(snapPoint(at(9.8, 0.3), field, 0.5)).toEqual({ point: at(10, 0), kind: 'vertex', id: 'a' })
    expect(snapPoint(at(5, 0.3), field, 0.5)).toEqual({ point: at(5, 0), kind: 'edge', id: 'a' })
    expect(snapPoint(at(5, 0.6), field, 0.5)).toBeUndefined()
  })
})

describe('overlapsOf', () => {
  it('finds no overlap in a field and the overlap of a grown parcel', () => {
    fc.assert(
      fc.property(anyField(3), (field) => {
        const middle = byId(field, '1-1')
        const others = field.filter((parcel) => parcel !== middle)
        expect(overlapsOf(middle.shape, others)).toEqual([])
      }),
    )
    const [found] = overlapsOf(box(0, 0, 10, 10), [
      { id: 'n', shape: box(9, 0, 10, 10) },
      { id: 'm', shape: box(-10, 0, 10, 10) },
      { id: 'k', shape: box(0, 9.9995, 10, 5) },
    ])
    expect(found).toMatchObject({ id: 'n', area: expect.closeTo(10, 6) })
    expect(overlapsOf(box(0, 0, 10, 10), [{ id: 'k', shape: box(0, 9.9995, 10, 5) }])).toEqual([])
  })
})

describe('fourNeighbours', () => {
  it('finds the parcels on the four sides of the middle of a field', () => {
    fc.assert(
      fc.property(anyField(3), (field) => {
        const middle = byId(field, '1-1')
        const found = fourNeighbours(
          middle.shape,
          field.filter((parcel) => parcel !== middle),
        )
        expect(Object.keys(found)).toEqual(['east', 'south', 'west', 'north'])
        expect(Object.values(found).every((id) => id !== undefined && id !== '1-1')).toBe(true)
      }),
    )
    const cross = [box(10, 0, 10, 10), box(0, -10, 10, 10), box(-10, 0, 10, 10), box(0, 12, 10, 10)].map((shape, i) => ({ id: String(i), shape }))
    expect(fourNeighbours(box(0, 0, 10, 10), cross)).toEqual({ east: '0', south: '1', west: '2', north: '3' })
    expect(fourNeighbours(box(0, 0, 10, 10), cross, 1).north).toBeUndefined()
    const sloped: Shape = [[at(0, 0), at(40, 8), at(40, 18), at(0, 10)]]
    const above = { id: 'above', shape: [[at(0, 10), at(40, 18), at(40, 30), at(0, 30)]] }
    expect(fourNeighbours(sloped, [above])).toEqual({ east: undefined, south: undefined, west: undefined, north: 'above' })
    expect(fourNeighbours(sloped, [{ id: 'low', shape: box(40, 9, 5, 2) }]).east).toBe('low')
  })
  it('gives a label point inside every shape, and the centre of a square', () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        expect(contains(shape, insidePoint(shape))).toBe(true)
      }),
    )
    expect(centroidOf(box(0, 0, 10, 4))).toEqual(at(5, 2))
    const hook: Shape = [[at(0, 0), at(30, 0), at(30, 2), at(2, 2), at(2, 30), at(0, 30)]]
    expect(contains(hook, insidePoint(hook))).toBe(true)
  })
})

describe('boundaryOf', () => {
  it('numbers clockwise from the north-west, shares points and lines, and joins the key points', () => {
    const { points, lines, kjzb } = boundaryOf([
      { id: 'a', shape: box(0, 0, 10, 10) },
      { id: 'b', shape: box(10, 0, 10, 10) },
    ])
    expect(points.slice(0, 4).map((p) => [p.jzdh, p.point])).toEqual([
      ['J1', at(0, 10)],
      ['J2', at(10, 10)],
      ['J3', at(10, 0)],
      ['J4', at(0, 0)],
    ])
    expect([points.length, lines.length]).toEqual([6, 7])
    expect([...kjzb]).toEqual([
      ['a', 'J1/J2/J3/J4'],
      ['b', 'J2/J5/J6/J3'],
    ])
    expect(lines.find((l) => l.parcels.length === 2)).toMatchObject({ qjzdh: 'J2', zjzdh: 'J3', parcels: ['a', 'b'], length: 10 })
  })
  it('takes a straight point as key only where three edges meet', () => {
    const long: Parcel = { id: 'a', shape: [[at(0, 0), at(10, 0), at(10, 10), at(5, 10), at(0, 10)]] }
    expect(boundaryOf([long]).kjzb.get('a')).toBe('J1/J3/J4/J5')
    expect(boundaryOf([long]).lines[0]).toMatchObject({ qjzdh: 'J1', zjzdh: 'J3', points: [at(0, 10), at(5, 10), at(10, 10)] })
    expect(boundaryOf([long], [{ id: 'n', shape: box(5, 10, 5, 5) }]).kjzb.get('a')).toBe('J1/J2/J3/J4/J5')
  })
  it('gives every vertex one point of all parcels that meet there, known numbers kept; a straight one ends no line', () => {
    fc.assert(
      fc.property(anyField(3), fc.nat(), (field, seed) => {
        // a vertex in the middle of each edge that two parcels share, and of one more
        const withMiddles = field.map(({ id, shape }) => ({
          id,
          shape: shape.map((ring) => edgesOf(ring).flatMap(([a, b]) => [a, roundPoint([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])])),
        }))
        const taken = withMiddles[seed % withMiddles.length]!.shape[0]![1]!
        const known = { ...fromOne(), points: new Map([[keyOf(taken), 'J900']]) }
        const { points, lines } = boundaryOf(withMiddles, [], known)
        const places = new Map(points.map((p) => [keyOf(p.point), p]))
        expect(places.size).toBe(points.length)
        expect(new Set(points.map((p) => p.jzdh)).size).toBe(points.length)
        for (const { id, shape } of withMiddles) for (const p of shape.flat()) expect(places.get(keyOf(p))?.parcels).toContain(id)
        expect(places.get(keyOf(taken))!.jzdh).toBe('J900')
        expect(lines.length).toBe(boundaryOf(field).lines.length)
        const ends = new Set(lines.flatMap((l) => [l.qjzdh, l.zjzdh]))
        expect(ends.has('J900')).toBe(false)
        expect(boundaryOf(withMiddles, [], { ...known, ends: new Set([keyOf(taken)]) }).lines.length).toBeGreaterThan(lines.length)
      }),
    )
  })
  it("holds Euler's formula for a field and keeps kjzb within 254 characters", () => {
    fc.assert(
      fc.property(anyField(3), (field) => {
        const { points, lines, kjzb } = boundaryOf(field)
        const ends = new Set(lines.flatMap((l) => [l.qjzdh, l.zjzdh]))
        expect(ends.size - lines.length + field.length).toBe(1)
        expect(points.length).toBe(new Set(field.flatMap((p) => p.shape.flat().map(keyOf))).size)
        for (const text of kjzb.values()) expect(text).toMatch(/^J\d+(\/J\d+)*$/)
      }),
    )
    const round: Shape = [Array.from({ length: 90 }, (_, i) => roundPoint(at(500 * Math.cos((i / 45) * Math.PI), 500 * Math.sin((i / 45) * Math.PI))))]
    expect(boundaryOf([{ id: 'a', shape: round }]).points.length).toBe(90)
    const bumpy: Shape = [
      Array.from({ length: 200 }, (_, i) => roundPoint(at(500 * Math.cos((i / 100) * Math.PI), (i % 2 ? 480 : 500) * Math.sin((i / 100) * Math.PI)))),
    ]
    const text = boundaryOf([{ id: 'a', shape: bumpy }]).kjzb.get('a')!
    expect(text.length).toBeLessThanOrEqual(254)
    expect(text.length).toBeGreaterThan(245)
  })
})

describe('WKT and coordinate systems', () => {
  it('brings the millimetre grid back through nine decimals of a degree', () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        expect(shapeFromWkt(shapeToWkt(shape, 35), 35).flat().map(keyOf)).toEqual(shape.flat().map(keyOf))
      }),
    )
  })
  it('agrees with the known point of the zone', () => {
    expect([zoneOf(104.2), zoneOf(103.4), epsgOf(35), zoneOfEpsg(4523), zoneOfEpsg(4544), zoneOfEpsg(3857)]).toEqual([35, 34, 4544, 35, 35, undefined])
    expect(toMetres([105, 30], 35)).toEqual([500_000, 3_320_113.398])
    const [lon, lat] = toDegrees([500_000, 3_320_113.398], 35)
    expect([lon.toFixed(8), lat.toFixed(8)]).toEqual(['105.00000000', '30.00000000'])
    expect(() => zoneOf(2)).toThrow('中国境内')
  })
  it('reads and writes every geometry type', () => {
    for (const text of [
      'POINT(105.1 30.2)',
      'LINESTRING(1 2, 3 4)',
      'POLYGON((0 0, 1 0, 1 1, 0 0), (0.2 0.1, 0.3 0.1, 0.3 0.2, 0.2 0.1))',
      'MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))',
    ]) {
      expect(formatWkt(parseWkt(text))).toBe(text)
    }
    expect(formatWkt(parseWkt('SRID=4490;polygon z ((0 0 1,1 0 1,1 1 1,0 0 1))'))).toBe('POLYGON((0 0, 1 0, 1 1, 0 0))')
  })
  it('refuses broken text in Chinese', () => {
    for (const text of [
      '',
      'POLYGON',
      'POLYGON((0 0, 1 0, 1 1))',
      'POLYGON((0 0, 1 0, 1 1, 0 1))',
      'POLYGON((0 0, 1 x, 1 1, 0 0))',
      'POLYGON((0 0, 1 0, 1 1, 0 0)',
      'CURVE(1 2)',
      'POINT(1)',
    ]) {
      expect(() => parseWkt(text)).toThrow('WKT 文本有误')
    }
    expect(() => shapeFromWkt('POINT(105 30)', 35)).toThrow('单个多边形')
  })
})
