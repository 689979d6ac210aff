import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPages } from './pages.server.ts'

const size = 3 * 2 ** 20 + 1234
const whole = Buffer.alloc(size)
let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hjb-pages-'))
  for (let at = 0; at + 4 <= size; at += 4) whole.writeUInt32LE(at, at)
  await writeFile(join(dir, 'file'), whole)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('slices of a file are those of its bytes, at borders of blocks, across them and at its end', () => {
  const pages = openPages(join(dir, 'file'))
  expect(pages.bytes.length).toBe(size)
  expect([pages.bytes[4], pages.bytes.readUInt32LE(400)]).toEqual([4, 400])
  const from = [0, 4096, 65_536 - 4096, 65_536 - 2048, 65_536, 2 ** 20 + 4096, size - 4096, size - 10]
  // twice, so that kept blocks answer as well; the file has more blocks than are kept
  for (const at of [...from, ...Array.from({ length: size >> 16 }, (_, i) => i * 65_536), ...from]) {
    expect(pages.bytes.slice(at, at + 4096).equals(whole.subarray(at, at + 4096))).toBe(true)
  }
  expect(pages.bytes.slice(size, size + 4096)).toHaveLength(0)
  pages.close()
})
