// K18: with a virus scanner nothing comes in that it refuses, through any door; where it is required, nothing without its answer.
import { plantHomes } from '../contract/rows.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EICAR, startClamdSimulator, type ClamdSimulator } from '../../apps/simulators/clamd.server.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { md5, chunksOf } from '../../services/files/testing.server.ts'
import { world, type Client, type World } from '../world.ts'

const AT = '/cpt-resource/attach/endpoint'
const bad = Buffer.from(`${EICAR}\n`)
const good = Buffer.from('张三，3.2 亩\n')

let scanner: ClamdSimulator
beforeAll(async () => {
  scanner = await startClamdSimulator()
})
afterAll(() => scanner?.close())

/** A world with this scanner, and its administrator. */
async function scanned(env: Readonly<Record<string, string>>): Promise<{ w: World; me: Client }> {
  const w = await world(env)
  await plantHomes(w, '77')
  return { w, me: await w.as('admin') }
}
const send = (me: Client, bytes: Buffer, name = '名单.txt') => me.upload(`${AT}/upload`, { name, bytes }, { businessId: '77', businessItem: 'QT' })
/** Files that are left anywhere in a data folder of those that came in. */
const left = async (w: World) =>
  (await Promise.all(['tmp', 'chunks', 'files', 'imports', 'packages'].map((d) => readdir(join(w.dataDir, d), { recursive: true }).catch(() => [])))).flat()

describe('with a scanner', () => {
  let w: World
  let me: Client
  beforeAll(async () => {
    ;({ w, me } = await scanned({ CLAMD: `127.0.0.1:${scanner.port}` }))
  })
  afterAll(() => w?.end())

  test('every door that takes a file refuses one with a virus, and keeps nothing of it', async () => {
    const doors = (w.routes as readonly Route[]).filter((r) => r.upload && !r.upload.chunk)
    expect(doors.length).toBeGreaterThanOrEqual(4)
    for (const r of doors) {
      const a = await me.upload(r.path, { name: '名单.txt', bytes: bad }, {})
      expect([r.path, a.status, a.key, a.msg]).toEqual([r.path, 400, 'file-infected', '上传失败，文件含有恶意代码：Eicar-Test-Signature'])
    }
    expect(await left(w)).toEqual([])
    expect((await me.get(`${AT}/list-by-businessId`, { businessId: '77' })).data).toEqual([])
  })

  test('a file that comes in pieces is looked through when it is whole; then nothing is left to resume', async () => {
    const bytes = Buffer.concat([Buffer.alloc(300, 'a'), bad, Buffer.alloc(300, 'b')])
    const before = scanner.answers.length
    // the virus lies across two pieces
    for (const p of chunksOf(bytes, '名单.txt', 330)) expect((await me.upload(`${AT}/upload-chunk`, { name: 'blob', bytes: p.bytes }, p.fields)).code).toBe(200)
    expect(scanner.answers.length).toBe(before)
    expect((await me.post(`${AT}/merge-chunk`, { attachMd5: md5(bytes), attachName: '名单.txt' })).key).toBe('file-infected')
    expect((await me.post(`${AT}/check-file`, { attachMd5: md5(bytes) })).data.code).toBe(0)
    expect(await left(w)).toEqual([])
  })

  test('a clean file comes in; one that is larger than the scanner takes does not', async () => {
    expect((await send(me, good)).msg).toBe('操作成功')
    expect(scanner.answers.at(-1)).toBe('stream: OK')
    const most = scanner.most
    scanner.most = 1000
    const a = await send(me, Buffer.alloc(3_000_000, 'a'))
    scanner.most = most
    expect([a.status, a.key]).toEqual([400, 'file-unscannable'])
  })
})

test('a scanner that is required and away keeps every file out; pieces stay until it is back', async () => {
  const own = await startClamdSimulator()
  const { w, me } = await scanned({ CLAMD: `127.0.0.1:${own.port}` })
  try {
    await own.close()
    const a = await send(me, good)
    expect([a.status, a.key, a.msg]).toEqual([503, 'file-unscanned', '上传失败，病毒扫描服务不可用，请稍后重试'])
    const bytes = Buffer.alloc(900, 'c')
    for (const p of chunksOf(bytes, '名单.txt', 400)) await me.upload(`${AT}/upload-chunk`, { name: 'blob', bytes: p.bytes }, p.fields)
    const merge = () => me.post(`${AT}/merge-chunk`, { attachMd5: md5(bytes), attachName: '名单.txt' })
    expect((await merge()).key).toBe('file-unscanned')
    const back = await startClamdSimulator(own.port)
    expect((await merge()).data).toMatchObject({ code: 6, name: '名单.txt' })
    await back.close()
  } finally {
    await w.end()
  }
})

test('a scanner that is not required and away lets files in', async () => {
  const { w, me } = await scanned({ CLAMD: '127.0.0.1:1', CLAMD_REQUIRED: 'off' })
  try {
    expect((await send(me, good)).msg).toBe('操作成功')
  } finally {
    await w.end()
  }
})
