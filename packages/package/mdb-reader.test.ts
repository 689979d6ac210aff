import fc from 'fast-check'
import { expect, test } from 'vitest'
import './mdb-reader.server.ts'

type ReadNumeric = (value: Buffer, column: { scale: number }) => string
const file = new URL('./data/numeric.js', import.meta.resolve('mdb-reader')).href
const { readNumeric: ours } = (await import(/* @vite-ignore */ file)) as { readNumeric: ReadNumeric }
const { readNumeric: shipped } = (await import(/* @vite-ignore */ `${file}?shipped`)) as { readNumeric: ReadNumeric }

test('numbers of Access are read as mdb-reader reads them, by another function', () => {
  expect(String(ours)).not.toBe(String(shipped))
  const numbers = fc.oneof(fc.uint8Array({ minLength: 17, maxLength: 17 }), fc.integer({ min: 0, max: 99_999_999 }).map(small))
  fc.assert(
    fc.property(numbers, fc.integer({ min: 0, max: 28 }), (bytes, scale) => {
      const value = Buffer.from(bytes)
      expect(ours(value, { scale })).toBe(shipped(value, { scale }))
    }),
  )
})

/** As an area is stored: everything but the last word is zero. */
function small(n: number): Uint8Array {
  const value = Buffer.alloc(17)
  value.writeUInt32LE(n, 13)
  return value
}
