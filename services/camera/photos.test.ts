import { expect, test } from 'vitest'
import { afterSending, idsOf, inOrder, type ShownPhoto } from './photos.ts'

const stored = (id: string): ShownPhoto => ({ key: id, name: `${id}.jpg`, attachId: id })
const draft = (key: string): ShownPhoto => ({ key, name: `${key}.jpg`, file: new File(['x'], `${key}.jpg`) })
const keys = (list: readonly ShownPhoto[]) => list.map((s) => s.key).join()

test('an order puts the pictures that it knows first, the others stay as they were', () => {
  const list = [stored('1'), stored('2'), draft('d1'), draft('d2')]
  expect(inOrder(list, [])).toBe(list)
  expect(keys(inOrder(list, ['d1', '2']))).toBe('d1,2,1,d2')
  expect(keys(inOrder(list, ['gone', 'd2']))).toBe('d2,1,2,d1')
})
test('pictures that were sent stand where they stood, those that were refused stay with the browser', () => {
  const next = afterSending([draft('d1'), stored('1'), draft('d2')], new Map([['d1', '7']]))
  expect(next).toEqual([{ key: '7', name: 'd1.jpg', attachId: '7' }, stored('1'), expect.objectContaining({ key: 'd2', file: expect.anything() })])
  expect(idsOf(next)).toEqual(['7', '1'])
})
