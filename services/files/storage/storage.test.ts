// Where files lie, in a folder and in a bucket: both keep the same promises; and an attachment over HTTP with a bucket behind it.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world } from '../../../tests/world.ts'
import { openOutbound } from '../../../runtime/outbound.server.ts'
import { ATTACH_PATH } from '../attachments.server.ts'
import { placeOfBucket, type StorageBucket } from './buckets.server.ts'
import { s3Storage, type S3Place } from './s3-storage.server.ts'
import { folderStorage, isStorageName, type Storage } from './storage.server.ts'
import { PDF } from '../testing.server.ts'

const BUCKET = 'land'
/** Two parts of an upload in parts, and a little. */
const LARGE = 11 * 2 ** 20
let dir: string, server: S3rver, place: S3Place
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'storage-'))
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(dir, 'bucket'), configureBuckets: [{ name: BUCKET }] })
  const { port } = await server.run()
  place = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: BUCKET, accessKey: 'S3RVER', secretKey: 'S3RVER', inPath: true }
})
afterAll(async () => {
  await server.close()
  await rm(dir, { recursive: true, force: true })
})

describe.each<[string, () => Storage]>([
  ['a folder', () => folderStorage(join(dir, 'files'))],
  ['a bucket', () => s3Storage(place)],
])('%s', (_name, open) => {
  test('keeps bytes under a random name, gives them whole and as a stream, and lists them', async () => {
    const storage = open()
    const name = await storage.put(Buffer.from('承包合同'), '000000')
    expect(isStorageName(name)).toBe(true)
    expect(await storage.has(name)).toBe(true)
    expect(String(await storage.read(name))).toBe('承包合同')
    expect(String(await buffer(storage.stream(name)))).toBe('承包合同')
    const listed: { name: string; changed: number }[] = []
    for await (const f of storage.all()) listed.push(f)
    expect(listed.map((f) => f.name)).toContain(name)
    expect(Math.abs(listed.find((f) => f.name === name)!.changed - Date.now())).toBeLessThan(60_000)
  })
  test('takes a file from its path, which is gone then', async () => {
    const storage = open()
    const path = join(dir, 'large.bin')
    await writeFile(path, Buffer.alloc(LARGE, 7))
    const name = await storage.put(path, '000000')
    expect(await readdir(dir)).not.toContain('large.bin')
    const kept = await buffer(storage.stream(name))
    expect([kept.length, kept.every((b) => b === 7)]).toEqual([LARGE, true])
  })
  test('forgets what is removed, twice as well as once; what is not there fails to be read', async () => {
    const storage = open()
    const name = await storage.put(Buffer.from('x'), '000000')
    await storage.remove(name)
    await storage.remove(name)
    expect(await storage.has(name)).toBe(false)
    await expect(storage.read(name)).rejects.toThrow()
    await expect(buffer(storage.stream(name))).rejects.toThrow()
  })
  test('knows no names but its own', async () => {
    const storage = open()
    for (const name of ['../secret', 'a'.repeat(31), 'A'.repeat(32), '']) await expect((async () => storage.read(name))()).rejects.toThrow('not a storage name')
  })
})

test('an attachment lies in the bucket and is fetched from it', async () => {
  const w = await world({ S3_ENDPOINT: place.endpoint, S3_BUCKET: BUCKET, S3_ACCESS_KEY: place.accessKey, S3_SECRET_KEY: place.secretKey })
  try {
    const county = await w.as('county')
    const { data } = await county.upload(`${ATTACH_PATH}/upload`, { name: '委托书.pdf', bytes: PDF })
    const { ossName } = await w.db.transaction({ tenantId: '000000', system: true, readOnly: true }, (tx) =>
      tx.selectFrom('attach').select('ossName').where('id', '=', data.id).executeTakeFirstOrThrow(),
    )
    expect(await s3Storage(place).read(ossName)).toEqual(PDF)
    const fetched = await county.get(`${ATTACH_PATH}/download`, { id: data.id })
    expect(fetched.raw).toEqual(PDF)
  } finally {
    await w.end()
  }
})

test('a tenant that enables a bucket stores there from then on; what lies elsewhere is found; the place of what lies there stays', async () => {
  const w = await world()
  try {
    const [admin, county] = [await w.as('admin'), await w.as('county')]
    const at = (verb: string) => `/cpt-resource/oss/${verb}`
    const store = async (name: string) => (await county.upload(`${ATTACH_PATH}/upload`, { name, bytes: PDF })).data
    const kept = async (id: string) =>
      w.db.transaction({ tenantId: '000000', system: true, readOnly: true }, (tx) =>
        tx.selectFrom('attach').select('ossName').where('id', '=', id).executeTakeFirstOrThrow(),
      )
    const body = { category: '1', ossCode: 'minio', endpoint: place.endpoint, bucketName: BUCKET, accessKey: place.accessKey }
    const before = await store('甲.pdf')

    const keyless = (await admin.post(at('submit'), { ...body, ossCode: 'keyless' })).data
    expect((await admin.post(at('enable'), {}, { id: keyless })).msg).toBe('请先填写访问密钥')
    const wrong = (await admin.post(at('submit'), { ...body, ossCode: 'wrong', bucketName: 'nowhere', secretKey: place.secretKey })).data
    for (const verb of ['test', 'enable']) expect((await admin.post(at(verb), {}, { id: wrong })).key).toBe('oss-failed')
    expect(isStorageName((await kept((await store('乙.pdf')).id)).ossName)).toBe(true)
    for (const endpoint of ['http://10.1.2.3', 'https://192.168.1.1', 'ftp://x'])
      expect([endpoint, (await admin.post(at('submit'), { ...body, ossCode: 'inner', endpoint })).code]).toEqual([endpoint, 400])

    const { data: id } = await admin.post(at('submit'), { ...body, secretKey: place.secretKey })
    expect((await admin.post(at('test'), {}, { id })).code).toBe(200)
    expect((await admin.post(at('enable'), {}, { id })).code).toBe(200)
    const own = await store('丙.pdf')
    const { ossName } = await kept(own.id)
    expect(ossName).toMatch(new RegExp(`^${id}-[0-9a-f]{32}$`))
    expect(await s3Storage(place).read(ossName.split('-')[1]!)).toEqual(PDF)
    for (const x of [before, own]) expect((await county.get(`${ATTACH_PATH}/download`, { id: x.id })).raw).toEqual(PDF)
    // another tenant is where it was
    const foreign = await (await w.as('other')).upload(`${ATTACH_PATH}/upload`, { name: '丁.pdf', bytes: PDF })
    expect(isStorageName((await kept(foreign.data.id)).ossName)).toBe(true)

    // with a public address of the service, files are handed out under it, to whoever was given the link
    const linkOf = async () => (await county.get(`${ATTACH_PATH}/link`, { ids: own.id })).data[0]
    expect((await linkOf()).downloadUrl).toMatch(/^\/api\/.*download/)
    const transformEndpoint = place.endpoint.replace('127.0.0.1', 'localhost')
    expect((await admin.post(at('submit'), { ...(await admin.get(at('detail'), { id })).data, transformEndpoint })).code).toBe(200)
    const { url, downloadUrl } = await linkOf()
    expect([url.startsWith('/api/'), downloadUrl.startsWith(`${transformEndpoint}/${BUCKET}/`)]).toEqual([true, true])
    const handed = await fetch(downloadUrl)
    expect([handed.status, handed.headers.get('content-disposition')]).toEqual([200, `attachment; filename*=UTF-8''${encodeURIComponent('丙.pdf')}`])
    expect(Buffer.from(await handed.arrayBuffer())).toEqual(PDF)
    expect((await county.get(`${ATTACH_PATH}/link`, { ids: before.id })).data[0].downloadUrl).toMatch(/^\/api\//)

    const row = (await admin.get(at('detail'), { id })).data
    expect((await admin.post(at('submit'), { ...row, bucketName: 'other' })).msg).toBe('该配置已存有附件，不能修改存放位置')
    expect((await admin.post(at('remove'), {}, { ids: id })).key).toBe('oss-used')
    const second = (await admin.post(at('submit'), { ...body, ossCode: 'second', secretKey: place.secretKey })).data
    expect((await admin.post(at('enable'), {}, { id: second })).code).toBe(200)
    const on = (await admin.get(at('list'))).data.records.filter((r: any) => r.status === 1)
    expect(on.map((r: any) => r.id)).toEqual([second])
    expect((await kept((await store('己.pdf')).id)).ossName).toMatch(new RegExp(`^${second}-`))
    expect((await admin.post(at('disable'), {}, { id: second })).code).toBe(200)
    expect(isStorageName((await kept((await store('戊.pdf')).id)).ossName)).toBe(true)
    expect((await county.get(`${ATTACH_PATH}/download`, { id: own.id })).raw).toEqual(PDF)
  } finally {
    await w.end()
  }
})

test('a configuration becomes a place: its region signs, and at one provider the bucket ends in the number of the application', () => {
  const c = {
    category: '4',
    endpoint: 'https://cos.example.org',
    bucketName: 'land',
    accessKey: 'A',
    appId: '1250000000',
    region: 'ap-chengdu',
  } as StorageBucket
  const of = (o: Partial<StorageBucket>) => placeOfBucket({ ...c, ...o }, 'S', openOutbound([]))
  expect(of({})).toMatchObject({ region: 'ap-chengdu', bucket: 'land-1250000000', inPath: false })
  expect([of({ appId: null }).bucket, of({ category: '3' }).bucket, of({ region: null }).region]).toEqual(['land', 'land', 'us-east-1'])
  // MinIO and plain S3 want the bucket in the path, the clouds before the host's name
  expect(['1', '2', '3', '4', '5', '6'].map((category) => of({ category }).inPath)).toEqual([true, false, false, false, false, true])
})
test('a bucket is named whole or not at all', async () => {
  await expect(world({ S3_BUCKET: BUCKET })).rejects.toThrow(/set together/)
})
