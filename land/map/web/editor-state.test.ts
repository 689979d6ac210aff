import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyField, origin } from '../../geometry/arbitrary.ts'
import { checkShape } from '../../geometry/validity.ts'
import { shapeArea, type Point } from '../../geometry/shape.ts'
import { editedShape, editorReducer, otherChanges, startEditor, type EditorAction } from './editor-state.ts'
import { mapWords, translator } from './words.ts'

const at = (x: number, y: number): Point => [origin[0] + x, origin[1] + y]
const anyMove = fc.constantFrom<EditorAction>(
  { type: 'split', line: [at(10, 36), at(70, 40)] },
  { type: 'split', line: [at(36, 10), at(39, 70)] },
  { type: 'merge', id: '2-1' },
  { type: 'merge', id: '1-1+1' },
  { type: 'merge', id: '0-1' },
  { type: 'move', from: at(25, 25), to: at(27, 24) },
  { type: 'undo' },
  { type: 'redo' },
  { type: 'split', line: [at(0, 0), at(1, 1)] },
)

describe('the editor', () => {
  it('keeps the total area whatever is split and merged, and undo leads back to the beginning', () => {
    fc.assert(
      fc.property(anyField(3), fc.array(anyMove, { maxLength: 12 }), (field, actions) => {
        const start = startEditor('1-1', field.find((p) => p.id === '1-1')!.shape, field)
        const end = actions.reduce(editorReducer, start)
        const total = (parcels: typeof field) => parcels.reduce((sum, p) => sum + shapeArea(p.shape), 0)
        expect(Math.abs(total(end.parcels) - total(start.parcels))).toBeLessThan(0.3)
        for (const { shape } of end.parcels) expect(checkShape(shape).filter((issue) => issue.level === 'error')).toEqual([])
        const undone = Array.from({ length: end.past.length }).reduce<typeof end>((s) => editorReducer(s, { type: 'undo' }), end)
        expect(undone.parcels).toBe(start.parcels)
        expect(otherChanges(undone)).toEqual([])
      }),
    )
  })

  it('reports new pieces, neighbours with a new point and parcels taken in', () => {
    const box = (x: number): Point[][] => [[at(x, 0), at(x + 10, 0), at(x + 10, 10), at(x, 10)]]
    const start = startEditor('a', box(0), [
      { id: 'b', shape: box(10) },
      { id: 'c', shape: box(-10) },
    ])
    const split = editorReducer(start, { type: 'split', line: [at(-1, 5), at(11, 5)] })
    expect(otherChanges(split).map((o) => [o.id, o.kind])).toEqual([
      ['b', 'changed'],
      ['c', 'changed'],
      ['a+1', 'added'],
    ])
    const merged = editorReducer(editorReducer(start, { type: 'merge', id: 'b' }), { type: 'undo' })
    expect(otherChanges(editorReducer(merged, { type: 'redo' }))).toEqual([{ id: 'b', kind: 'removed' }])
  })

  it('gives the points of a drawn outline to the neighbours and theirs to it', () => {
    const left = { id: 'l', shape: [[at(0, 0), at(10, 0), at(10, 4), at(10, 20), at(0, 20)]] }
    const drawn = editorReducer(startEditor('new', undefined, [left]), { type: 'draw', shape: [[at(10, 0), at(20, 0), at(20, 10), at(10, 10)]] })
    expect(editedShape(drawn)![0]).toContainEqual(at(10, 4))
    expect(otherChanges(drawn)[0]!.shape![0]).toContainEqual(at(10, 10))
  })

  it('gives a moved point to the parcel on whose edge it lands', () => {
    const start = startEditor('a', [[at(0, 0), at(10, 0), at(10, 10), at(0, 10)]], [{ id: 'n', shape: [[at(12, -5), at(20, -5), at(20, 15), at(12, 15)]] }])
    const moved = editorReducer(start, { type: 'move', from: at(10, 0), to: at(12, 0) })
    expect(otherChanges(moved)).toEqual([{ id: 'n', kind: 'changed', shape: [[at(12, -5), at(20, -5), at(20, 15), at(12, 15), at(12, 0)]] }])
  })

  it('says why it refuses, with words for every refusal in both languages', () => {
    const start = startEditor('a', [[at(0, 0), at(10, 0), at(10, 10)]], [{ id: 'far', shape: [[at(50, 0), at(60, 0), at(60, 9)]] }])
    const refused = editorReducer(start, { type: 'merge', id: 'far' })
    expect([refused.refusal, refused.parcels]).toEqual(['merge-apart', start.parcels])
    expect(translator(undefined)(refused.refusal!)).toBe('地块之间没有公共边，不能合并')
    for (const text of Object.values(mapWords)) expect(text.zh && text.en).toBeTruthy()
  })
})
