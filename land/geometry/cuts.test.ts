import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editorReducer, startEditor, type EditorState } from '../map/web/editor-state.ts'
import { anyField, anyShape, origin } from './arbitrary.ts'
import { cutParcel, type CutWay } from './cuts.ts'
import { isGeometryError, keyOf, shapeArea, type Parcel, type Point, type Shape } from './shape.ts'
import { checkShape } from './validity.ts'

const at = (x: number, y: number): Point => [origin[0] + x, origin[1] + y]
const square: Shape = [[at(0, 0), at(40, 0), at(40, 20), at(0, 20)]]
const total = (shapes: readonly Shape[]) => shapes.reduce((sum, s) => sum + shapeArea(s), 0)
const angle = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
const share = fc.double({ min: 0.1, max: 0.9, noNaN: true })
/** Cuts unless the land would fall apart, or into slivers, from that side. */
function tried(shape: Shape, way: CutWay, neighbours: readonly Parcel[] = []) {
  try {
    return cutParcel(shape, way, neighbours)
  } catch (e) {
    if (!isGeometryError(e)) throw e
    expect(['cut-apart', 'split-invalid', 'line-misses', 'cut-corner']).toContain(e.code)
    return undefined
  }
}
/** What every cut keeps: the area of the parent, valid pieces, and points that pieces and neighbours share exactly. */
function sound(parent: Shape, cut: NonNullable<ReturnType<typeof tried>>): void {
  // the law of one line is 0.01 m²
  expect(Math.abs(total(cut.pieces) - shapeArea(parent))).toBeLessThanOrEqual(0.0100001 * (cut.pieces.length - 1))
  for (const piece of cut.pieces) expect(checkShape(piece).filter((i) => i.level === 'error')).toEqual([])
  const known = new Set([...parent.flat(), ...cut.inserted].map(keyOf))
  for (const p of cut.pieces.flat(2) as Point[]) expect(known.has(keyOf(p))).toBe(true)
}

describe('cutParcel', () => {
  it('gives the wanted area from any side, 200 times', () => {
    let cuts = 0
    const misses: number[] = []
    fc.assert(
      fc.property(anyShape, angle, share, (shape, from, part) => {
        const m2 = shapeArea(shape) * part
        const cut = tried(shape, { kind: 'area', m2, angle: from })
        if (!cut) return
        cuts++
        sound(shape, cut)
        misses.push(Math.min(...cut.pieces.map((p) => Math.abs(shapeArea(p) - m2))))
      }),
      { numRuns: 200 },
    )
    expect(cuts).toBeGreaterThan(120)
    expect(Math.max(...misses)).toBeLessThan(0.3)
    expect(misses.filter((m) => m > 0.05).length).toBeLessThan(cuts / 5)
  })

  it('cuts a rectangle where one expects it: by the side, into parts, at a corner', () => {
    const west = cutParcel(square, { kind: 'area', m2: 200, angle: 0 })
    expect(west.pieces.map((p) => shapeArea(p))).toEqual([600, 200])
    expect(west.pieces[1]![0]!.map((p) => p[0] - origin[0]).toSorted((a, b) => a - b)).toEqual([0, 0, 10, 10])
    const south = cutParcel(square, { kind: 'area', m2: 200, angle: Math.PI / 2 })
    expect(Math.max(...south.pieces[1]![0]!.map((p) => p[1] - origin[1]))).toBe(5)
    expect(cutParcel(square, { kind: 'parts', parts: 4, angle: 0 }).pieces.map((p) => shapeArea(p))).toEqual([200, 200, 200, 200])
    const corner = cutParcel(square, { kind: 'corner', corner: at(40, 20), m2: 50 })
    expect([shapeArea(corner.pieces[1]!), corner.pieces[1]![0]!.some((p) => keyOf(p) === keyOf(at(40, 20)))]).toEqual([50, true])
    expect(corner.pieces[1]![0]).toHaveLength(3)
  })

  it('divides into parts of one area each', () => {
    let cuts = 0
    fc.assert(
      fc.property(anyShape, angle, fc.integer({ min: 2, max: 6 }), (shape, from, parts) => {
        const cut = tried(shape, { kind: 'parts', parts, angle: from })
        if (!cut) return
        cuts++
        sound(shape, cut)
        expect(cut.pieces).toHaveLength(parts)
        for (const p of cut.pieces) expect(Math.abs(shapeArea(p) - shapeArea(shape) / parts)).toBeLessThan(0.8)
      }),
      { numRuns: 200 },
    )
    expect(cuts).toBeGreaterThan(80)
  })

  it('gives neighbours the points that come into their edges', () => {
    fc.assert(
      fc.property(anyField(3), angle, share, (field, from, part) => {
        const own = field.find((p) => p.id === '1-1')!
        const others = field.filter((p) => p !== own)
        const cut = tried(own.shape, { kind: 'area', m2: shapeArea(own.shape) * part, angle: from }, others)
        if (!cut) return
        const around = new Map([...others, ...cut.touched].map((p) => [p.id, p.shape]))
        const points = new Set([...around.values()].flat(2).map(keyOf))
        // of a parcel in the middle every edge is shared
        for (const p of cut.inserted) expect(points.has(keyOf(p))).toBe(true)
        expect(Math.abs(total([...cut.pieces, ...around.values()]) - total(field.map((p) => p.shape)))).toBeLessThan(0.05)
      }),
      { numRuns: 100 },
    )
  })

  it('refuses areas, parts and corners that are none, and land that would fall apart', () => {
    const code = (shape: Shape, way: CutWay) => {
      try {
        cutParcel(shape, way)
        return 'cut'
      } catch (e) {
        return (e as { code: string }).code
      }
    }
    expect([0, -1, 800, Number.NaN].map((m2) => code(square, { kind: 'area', m2, angle: 0 }))).toEqual(Array(4).fill('cut-area'))
    expect([1, 2.5, 51].map((parts) => code(square, { kind: 'parts', parts, angle: 0 }))).toEqual(Array(3).fill('cut-parts'))
    expect(code(square, { kind: 'corner', corner: at(1, 1), m2: 5 })).toBe('cut-corner')
    // a U, open to the north
    const u: Shape = [[at(0, 0), at(30, 0), at(30, 20), at(20, 20), at(20, 5), at(10, 5), at(10, 20), at(0, 20)]]
    expect(code(u, { kind: 'area', m2: 100, angle: -Math.PI / 2 })).toBe('cut-apart')
    expect(code(u, { kind: 'corner', corner: at(10, 5), m2: 5 })).toBe('cut-corner')
    expect(code(u, { kind: 'area', m2: 100, angle: 0 })).toBe('cut')
  })
})

it('a hundred cuts, merges and moves are taken back and done again bit by bit', () => {
  const field = fc.sample(anyField(3, 60), { numRuns: 1, seed: 7 })[0]!
  const own = field.find((p) => p.id === '1-1')!
  const states: EditorState[] = [startEditor('1-1', own.shape, field)]
  const step = (action: Parameters<typeof editorReducer>[1]) => {
    const before = states.at(-1)!
    const next = editorReducer(before, action)
    if (next.past.length > before.past.length) states.push(next)
  }
  for (let n = 0; states.length <= 100 && n < 400; n++) {
    const state = states.at(-1)!
    const shape = state.parcels.find((p) => p.id === '1-1')!.shape
    const added = state.parcels.find((p) => p.id.startsWith('1-1+'))
    const m2 = shapeArea(shape) * (0.2 + (n % 5) / 10)
    if (added) step({ type: 'merge', id: added.id })
    if (added && states.at(-1) !== state) continue
    step({ type: 'cut', way: n % 3 ? { kind: 'area', m2, angle: n } : { kind: 'parts', parts: 2, angle: n * 1.7 } })
  }
  expect(states.length).toBeGreaterThan(100)
  const told = (s: EditorState) => JSON.stringify(s.parcels)
  const all = states.map(told)
  let state = states.at(-1)!
  for (let i = all.length - 2; i >= 0; i--) {
    state = editorReducer(state, { type: 'undo' })
    expect(told(state)).toBe(all[i])
  }
  for (const next of all.slice(1)) {
    state = editorReducer(state, { type: 'redo' })
    expect(told(state)).toBe(next)
  }
})
