import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyField, anyShape, origin } from './arbitrary.ts'
import { areaText } from './area.ts'
import { withChanges } from './edit.ts'
import { mergeParcels } from './merge.ts'
import { commonArea } from './overlap.ts'
import { boundsOf, contains, distance, edgesOf, keyOf, nearestOnEdge, samePoint, shapeArea, type Point, type Shape } from './shape.ts'
import { splitParcel } from './split.ts'
import { checkShape } from './validity.ts'

const at = (x: number, y: number): Point => [origin[0] + x, origin[1] + y]
const square: Shape = [[at(0, 0), at(20, 0), at(20, 10), at(0, 10)]]
const cents = (shape: Shape) => BigInt(areaText(shape).replace('.', ''))
/** a zigzag through the middle that starts and ends outside */
const anyLine = fc
  .record({
    angle: fc.double({ min: 0, max: Math.PI, noNaN: true }),
    offsets: fc.array(fc.double({ min: -6, max: 6, noNaN: true }), { minLength: 0, maxLength: 4 }),
  })
  .map(({ angle, offsets }) =>
    [0, ...offsets, 0].map((side, i, all): Point => {
      const along = -50 + (100 * i) / (all.length - 1)
      return at(along * Math.cos(angle) - side * Math.sin(angle), along * Math.sin(angle) + side * Math.cos(angle))
    }),
  )

/** Whether no point of the line lies farther within the shape than a corner that takes the place of its crossings (looked at every 0.02 m). */
function passesBy(shape: Shape, line: readonly Point[]): boolean {
  return line.slice(1).every((q, i) => {
    const p = line[i]!
    const steps = Math.ceil(distance(p, q) / 0.02)
    return Array.from({ length: steps + 1 }, (_, k): Point => [p[0] + ((q[0] - p[0]) * k) / steps, p[1] + ((q[1] - p[1]) * k) / steps]).every(
      (point) => !contains(shape, point) || shape.flatMap(edgesOf).some(([a, b]) => nearestOnEdge(a, b, point).gap <= samePoint + 0.001),
    )
  })
}

/** Cuts unless the pieces would be invalid (a sliver below 1 m²) or the line passes the parcel by: those refusals have their own test. */
function trySplit(...args: Parameters<typeof splitParcel>) {
  try {
    return splitParcel(...args)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'line-misses') expect(passesBy(args[0], args[1] as Point[])).toBe(true)
    else expect(code).toBe('split-invalid')
    return undefined
  }
}
const names = (shape: Shape) => new Set(shape.flat().map(keyOf))
const ringNames = (shape: Shape) =>
  shape.map((ring) => {
    const keys = ring.map(keyOf)
    const start = keys.indexOf(keys.toSorted()[0]!)
    return [...keys.slice(start), ...keys.slice(0, start)]
  })

describe('splitParcel', () => {
  it('gives pieces whose areas add up to the parent within 0.01 m²', () => {
    let cut = 0
    fc.assert(
      fc.property(anyShape, anyLine, (shape, line) => {
        const split = trySplit(shape, line)
        if (!split) return
        cut++
        const sum = split.pieces.reduce((total, piece) => total + cents(piece), 0n)
        const exact = split.pieces.reduce((total, piece) => total + shapeArea(piece), 0)
        expect(Math.abs(exact - shapeArea(shape))).toBeLessThanOrEqual(0.0100001)
        // each rounded area may be off by half a hundredth of its own
        expect(Number(sum - cents(shape))).toBeLessThanOrEqual(1 + split.pieces.length / 2)
      }),
      { numRuns: 500 },
    )
    expect(cut).toBeGreaterThan(300)
  })

  it('keeps the area where it cuts a long edge nearly parallel to an axis, which lies between the grid lines for decimetres', () => {
    const shape: Shape = [[at(12.695, 19.834), at(-11.127, 27.86), at(-10.82, -26.454), at(13.862, 0)]]
    const { pieces, inserted } = splitParcel(shape, [at(-50, 0), at(0, 0), at(50, 0)])
    expect(Math.abs(pieces.reduce((sum, piece) => sum + shapeArea(piece), 0) - shapeArea(shape))).toBeLessThanOrEqual(0.005)
    expect(inserted).toHaveLength(1)
    expect(Math.abs(inserted[0]![1] - at(0, 0)[1])).toBeLessThanOrEqual(0.16)
  })

  it('gives valid pieces that do not overlap', () => {
    fc.assert(
      fc.property(anyShape, anyLine, (shape, line) => {
        const pieces = trySplit(shape, line)?.pieces ?? []
        pieces.forEach((piece, i) => {
          expect(checkShape(piece).filter((issue) => issue.level === 'error')).toEqual([])
          pieces.slice(i + 1).forEach((other) => expect(commonArea(piece, other).reduce((sum, part) => sum + shapeArea(part), 0)).toBeLessThan(0.01))
        })
      }),
    )
  })

  it('is undone by merging the pieces where the cut runs through a corner and again beside it', () => {
    const ring =
      '515007.286,3330003.304 515005.073,3330006.186 514999.819,3330007.998 514995.766,3330006.788 514992.111,3330001.33 514992.452,3329997.348 514994.271,3329994.417 514997.086,3329992.55 515002.484,3329992.395 515005.374,3329994.074 515016.664,3329993.499 515009.928,3330000'
    const shape: Shape = [ring.split(' ').map((p) => p.split(',').map(Number) as [number, number])]
    const { pieces } = splitParcel(shape, [
      [514950, 3330000],
      [514970, 3330000],
      [514990, 3330000],
      [515010, 3330000],
      [515030, 3330000],
      [515050, 3330000],
    ])
    expect(ringNames(mergeParcels(pieces).shape)).toEqual(ringNames(shape))
  })

  it('is undone by merging the pieces', () => {
    fc.assert(
      fc.property(anyShape, anyLine, (shape, line) => {
        // a corner that is none (straight to 0.002 m) may go when the cut ran through it
        fc.pre(shape[0]!.every((p, i, ring) => nearestOnEdge(ring.at(i - 1)!, ring[(i + 1) % ring.length]!, p).gap > 0.002))
        const split = trySplit(shape, line)
        if (split) expect(ringNames(mergeParcels(split.pieces).shape).join()).toBe(ringNames(shape).join())
      }),
      { numRuns: 300 },
    )
  })

  it('gives the new points to the neighbours whose edge was cut, and merging takes them back', () => {
    fc.assert(
      fc.property(anyField(3), fc.double({ min: -9, max: 9, noNaN: true }), (field, shift) => {
        const middle = field.find((parcel) => parcel.id === '1-1')!
        const others = field.filter((parcel) => parcel !== middle)
        const line = [at(15, 37.5 + shift), at(60, 37.5 - shift)]
        const { pieces, touched, inserted } = splitParcel(middle.shape, line, others)
        expect(pieces.length).toBe(2)
        expect(touched.length).toBe(inserted.length)
        const after = withChanges(others, touched)
        const nodes = new Set(after.flatMap((parcel) => [...names(parcel.shape)]))
        inserted.forEach((point) => expect(nodes.has(keyOf(point))).toBe(true))
        for (const point of middle.shape.flat()) expect(pieces.some((piece) => names(piece).has(keyOf(point)))).toBe(true)
        const merged = mergeParcels(pieces, after)
        expect(ringNames(merged.shape)).toEqual(ringNames(middle.shape))
        expect(withChanges(after, merged.touched)).toEqual(others)
      }),
    )
  })

  it('puts every inserted point within 0.001 m of the edge it cuts', () => {
    fc.assert(
      fc.property(anyShape, anyLine, (shape, line) => {
        for (const point of trySplit(shape, line)?.inserted ?? []) {
          expect(Math.min(...shape.flatMap(edgesOf).map(([a, b]) => nearestOnEdge(a, b, point).gap))).toBeLessThanOrEqual(0.001)
        }
      }),
    )
  })

  it('cuts a comb into as many pieces as the line makes', () => {
    const comb: Shape = [
      [at(0, 0), at(50, 0), at(50, 20), at(40, 20), at(40, 5), at(30, 5), at(30, 20), at(20, 20), at(20, 5), at(10, 5), at(10, 20), at(0, 20)],
    ]
    const { pieces } = splitParcel(comb, [at(-1, 10), at(51, 10)])
    expect(pieces.map(areaText)).toEqual(['400.00', '100.00', '100.00', '100.00'])
  })

  it('cuts through a hole and leaves an untouched hole in its piece', () => {
    const hole = (x: number) => [at(x, 4), at(x, 6), at(x + 2, 6), at(x + 2, 4)]
    const through = splitParcel([...square, hole(4)], [at(-1, 5), at(21, 5)])
    expect(through.pieces.map(areaText)).toEqual(['98.00', '98.00'])
    const beside = splitParcel([...square, hole(4)], [at(10, -1), at(10, 11)])
    expect(beside.pieces.map((piece) => [piece.length, areaText(piece)])).toEqual([
      [1, '100.00'],
      [2, '96.00'],
    ])
  })

  it('cuts from corner to corner without new points and from a point drawn near the edge', () => {
    expect(splitParcel(square, [at(0, 0), at(20, 10)]).inserted).toEqual([])
    expect(splitParcel(square, [at(0.03, 0.01), at(20, 10)]).pieces.map(areaText)).toEqual(['100.00', '100.00'])
    expect(splitParcel(square, [at(10, 0.04), at(10, 9.97)]).pieces.map(areaText)).toEqual(['100.00', '100.00'])
  })

  it('refuses lines that do not cross, cross themselves or leave a sliver', () => {
    const refusal = (line: Point[]) => {
      try {
        splitParcel(square, line)
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    expect(refusal([at(10, -1), at(10, 5)])).toBe('line-misses')
    expect(refusal([at(-5, 20), at(25, 20)])).toBe('line-misses')
    expect(refusal([at(0, 0), at(20, 0)])).toBe('line-misses')
    expect(refusal([at(10, -1)])).toBe('line-short')
    expect(refusal([at(-1, 5), at(15, 5), at(10, 8), at(10, -1)])).toBe('line-crosses-itself')
    expect(refusal([at(1, -0.5), at(-0.5, 1)])).toBe('split-invalid')
  })

  it('refuses a bent line that passes a parcel by, or cuts less than a corner off', () => {
    const far: Shape = [[at(29.625, 0), at(-7.612, 2.462), at(-6.311, -7.019), at(6.546, -15.517)]]
    expect(() => splitParcel(far, [at(50, 0), at(0, 6), at(-50, 0)])).toThrow('分割线没有完全穿过地块')
    const near: Shape = [[at(8, 0), at(-6.098, 5.178), at(-6.701, -4.37), at(2.279, -7.668)]]
    expect(() => splitParcel(near, [at(37.2595, -33.342610272), at(4.00054, 4.4705), at(-37.2595, 33.342610272)])).toThrow('分割线没有完全穿过地块')
  })
})

describe('mergeParcels', () => {
  it('unites a whole field into one parcel with the sum of the areas', () => {
    fc.assert(
      fc.property(anyField(3), (field) => {
        const { shape } = mergeParcels(field.map((parcel) => parcel.shape))
        expect(shape.length).toBe(1)
        // each of the eight border points may be taken out when it is straight to 0.002 m over 50 m
        expect(Math.abs(shapeArea(shape) - field.reduce((sum, parcel) => sum + shapeArea(parcel.shape), 0))).toBeLessThan(0.4)
      }),
    )
  })

  it('leaves a hole where the middle parcel is missing', () => {
    fc.assert(
      fc.property(anyField(3), (field) => {
        const { shape } = mergeParcels(field.filter((parcel) => parcel.id !== '1-1').map((parcel) => parcel.shape))
        expect(shape.length).toBe(2)
      }),
    )
  })

  it('unites along a part of an edge', () => {
    const upper: Shape = [[at(5, 10), at(12, 10), at(12, 15), at(5, 15)]]
    const { shape } = mergeParcels([square, upper])
    expect(areaText(shape)).toBe('235.00')
    expect(boundsOf(shape)).toEqual([...at(0, 0), ...at(20, 15)])
  })

  it('keeps a straight point that a neighbour needs as a corner', () => {
    const left: Shape = [[at(0, 0), at(10, 0), at(10, 10), at(0, 10)]]
    const right: Shape = [[at(10, 0), at(20, 0), at(20, 10), at(10, 10)]]
    const needs = { id: 'n', shape: [[at(10, 10), at(20, 10), at(20, 15), at(10, 15)]] }
    expect(mergeParcels([left, right]).shape[0]!.length).toBe(4)
    expect(mergeParcels([left, right], [needs]).shape[0]!.length).toBe(5)
  })

  it('refuses parcels that only touch, lie apart, or are the same, in Chinese', () => {
    const corner: Shape = [[at(20, 10), at(30, 10), at(30, 20), at(20, 20)]]
    expect(() => mergeParcels([square, corner])).toThrow('地块之间没有公共边，不能合并')
    expect(() => mergeParcels([square, [[at(50, 0), at(60, 0), at(60, 9)]]])).toThrow('没有公共边')
    expect(() => mergeParcels([square, square])).toThrow('重叠')
    expect(() => mergeParcels([square])).toThrow('两个')
  })
})
