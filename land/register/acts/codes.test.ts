import { expect, test } from 'vitest'
import { SERIALS } from './codes.ts'

test('serials of contractors by their kind leave no number to two kinds', () => {
  expect(SERIALS).toEqual({ 1: { from: 1, to: 8000 }, 2: { from: 8001, to: 9000 }, 3: { from: 9001, to: 9999 } })
})
