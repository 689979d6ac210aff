// The server is killed while a file goes up in chunks, and while it is merged: the next one has every chunk that was answered, and the attachment is
// there whole or not at all.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ATTACH_PATH } from '../../services/files/attachments.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { md5, chunksOf, video } from '../../services/files/testing.server.ts'
import { client, deaths, LONG, preparedPlace, signIn, programs, STRUCK, endWhereItFails, type Client, type Place, type Program } from './program.ts'
import { plantHomes } from '../contract/rows.ts'
import { seeded } from '../seeded.ts'
import { MOMENTS, volume } from '../volume.ts'
import type { Death } from './words.ts'

const random = seeded(MOMENTS)
const KB = 1024
const NEVER: Death = { from: 'request', at: 0, how: 'before', wait: 0 }
let stock: ReturnType<typeof programs>,
  place: Place,
  token = ''

beforeAll(async () => {
  place = await preparedPlace((a) => plantHomes(a, '9'))
  stock = programs()
})
beforeEach(endWhereItFails)
afterAll(async () => {
  await stock?.end()
  await place?.drop()
})

const points = { chunk: 0, merge: 0 }
const send = (c: Client, p: ReturnType<typeof chunksOf>[number]) => c.upload(`${ATTACH_PATH}/upload-chunk`, { name: 'blob', bytes: p.bytes }, p.fields)
const known = async (c: Client, bytes: Buffer) => (await c.get(`${ATTACH_PATH}/list-chunkMd5`, { attachMd5: md5(bytes) }))!.data as string[]
const merge = (c: Client, bytes: Buffer) =>
  c.post(`${ATTACH_PATH}/merge-chunk`, { attachMd5: md5(bytes), sha256: sha256(bytes), businessId: '9', businessItem: 'QT' })
const check = async (c: Client, bytes: Buffer) => (await c.post(`${ATTACH_PATH}/check-file`, { attachMd5: md5(bytes), sliceOffset: 0 }))!.data
async function begun(): Promise<{ p: Program; c: Client; address: string }> {
  const p = stock.take()
  await p.start(place)
  const address = await p.serving()
  token ||= await signIn(address, 'county')
  return { p, c: client(address, token), address }
}
/** Attachments of these bytes, each read back. */
async function got(c: Client, address: string, bytes: Buffer): Promise<string[]> {
  const all = (await c.get(`${ATTACH_PATH}/list-by-businessId`, { businessId: '9' }))!.data as { id: string; attachSize: number }[]
  const digests = []
  for (const a of all) {
    const r = await fetch(`${address}/api${ATTACH_PATH}/download?id=${a.id}`, { headers: { 'cpt-auth': `bearer ${token}` } })
    digests.push(
      createHash('sha256')
        .update(Buffer.from(await r.arrayBuffer()))
        .digest('hex'),
    )
  }
  return digests.filter((d) => d === sha256(bytes))
}

test(
  'an upload that nobody disturbs passes these points',
  async () => {
    const { p, c, address } = await begun()
    const bytes = video(100 * KB)
    const [first, second] = chunksOf(bytes, 'a.mp4', 60 * KB)
    await p.arm(NEVER)
    expect((await send(c, first!))!.data.code).toBe(5)
    points.chunk = (await p.points()).length
    await send(c, second!)
    await p.arm(NEVER)
    expect((await merge(c, bytes))!.data.code).toBe(6)
    points.merge = (await p.points()).length
    expect(points.chunk).toBeGreaterThan(10)
    expect(points.merge).toBeGreaterThan(15)
    expect(await got(c, address, bytes)).toHaveLength(1)
    await p.kill('SIGTERM')
  },
  LONG,
)

test(
  'killed at any point of a chunk, the next server has what was answered, takes the rest, and the file is whole',
  async () => {
    for (const death of deaths(random, volume(20, 3), 1, points.chunk, 'request')) {
      const { p, c } = await begun()
      const bytes = video(150 * KB)
      const chunks = chunksOf(bytes, 'a.mp4', 60 * KB)
      await send(c, chunks[0]!)
      await p.arm(death)
      const answered = await send(c, chunks[1]!)
      // whoever got past the point is ended here
      if (answered) await p.kill('SIGKILL')
      expect((await p.ended).signal).toBe('SIGKILL')
      const { p: after, c: again, address } = await begun()
      const have = await known(again, bytes)
      expect(have).toContain(chunks[0]!.fields.chunkMd5)
      if (answered) expect(have).toContain(chunks[1]!.fields.chunkMd5)
      expect((await check(again, bytes)).code).toBe(2)
      for (const x of chunks) if (!have.includes(x.fields.chunkMd5!)) expect((await send(again, x))!.data.code).toBe(5)
      expect((await merge(again, bytes))!.data).toMatchObject({ code: 6, sha256: sha256(bytes) })
      expect(await got(again, address, bytes)).toHaveLength(1)
      await after.kill('SIGTERM')
    }
  },
  LONG,
)

test(
  'killed at any point of the merge, the attachment is there once and whole, or the chunks are and it is merged again',
  async () => {
    let struck = 0
    const plan = deaths(random, volume(20, 3), 1, points.merge, 'request')
    for (const death of plan) {
      const { p, c } = await begun()
      const bytes = video(150 * KB)
      for (const x of chunksOf(bytes, 'a.mp4', 60 * KB)) await send(c, x)
      await p.arm(death)
      const answered = await merge(c, bytes)
      if (answered) await p.kill('SIGKILL')
      const end = await p.ended
      if (end.output.includes(STRUCK)) struck += 1
      const { p: after, c: again, address } = await begun()
      const there = await got(again, address, bytes)
      const { code } = await check(again, bytes)
      if (answered) expect(there).toHaveLength(1)
      expect([there.length, code]).toEqual(there.length ? [1, 1] : [0, 10])
      expect((await merge(again, bytes))!.data).toMatchObject({ code: 6, sha256: sha256(bytes) })
      expect(await got(again, address, bytes)).toHaveLength(1)
      expect(await readdir(join(place.dataDir, 'chunks')).then((names) => names.length)).toBeLessThanOrEqual(struck)
      await after.kill('SIGTERM')
    }
    // points after the answer come too late for some
    expect(struck).toBeGreaterThanOrEqual(plan.length - volume(4, 1))
  },
  LONG,
)
