// A browser that goes away in the middle of a chunk (killed, paused, unplugged) leaves nothing on the server's disk.
import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../tests/crash/program.ts'
import { world, type World } from '../../tests/world.ts'
import { ATTACH_PATH } from './attachments.server.ts'
import { chunksOf, video } from './testing.server.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

/** Files that are being received, with their sizes. */
async function receiving(): Promise<number[]> {
  const dir = join(w.dataDir, 'tmp')
  const names = (await readdir(dir).catch(() => [])).filter((n) => n.startsWith('up-'))
  // one that goes between the two looks is not there
  const sizes = await Promise.all(
    names.map((n) =>
      stat(join(dir, n)).then(
        (f) => f.size,
        () => [],
      ),
    ),
  )
  return sizes.flat()
}
async function until(so: () => Promise<boolean>): Promise<void> {
  while (!(await so())) await new Promise((r) => setTimeout(r, 10))
}

test('of a chunk whose connection breaks nothing stays on disk, and no upload has begun', async () => {
  const url = await w.app.listen({ port: 0, host: '127.0.0.1' })
  const [chunk] = chunksOf(video(400_000), 'a.mp4', 300_000)
  const mark = 'the-mark'
  const fields = Object.entries(chunk!.fields).map(([k, v]) => `--${mark}\r\nContent-Disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`)
  const head = `${fields.join('')}--${mark}\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\n`
  const call = request(`${url}/api${ATTACH_PATH}/upload-chunk`, {
    method: 'POST',
    headers: { 'cpt-auth': `bearer ${await signIn(url, 'county')}`, 'content-type': `multipart/form-data; boundary=${mark}`, 'content-length': 1_000_000 },
  })
  call.on('error', () => {})
  call.write(head)
  call.write(chunk!.bytes.subarray(0, 200_000))
  await until(async () => (await receiving()).some((size) => size > 0))
  call.destroy()
  await until(async () => (await receiving()).length === 0)
  expect((await (await w.as('county')).get(`${ATTACH_PATH}/uploadPercentage`)).data.uploads).toEqual([])
})
