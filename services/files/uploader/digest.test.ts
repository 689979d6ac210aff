import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { md5, browserSha256 } from './digest.ts'

test('digests of bytes that come in any parts are those of the standard', () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 70_001]) {
    const bytes = randomBytes(length)
    for (const [name, make] of [
      ['md5', md5],
      ['sha256', browserSha256],
    ] as const)
      for (const step of [1, 63, 64, 65, 4096, length || 1]) {
        if (step === 1 && length > 1000) continue
        const d = make()
        for (let at = 0; at < length; at += step) d.add(bytes.subarray(at, at + step))
        expect([name, length, step, d.end()]).toEqual([name, length, step, createHash(name).update(bytes).digest('hex')])
      }
  }
})
