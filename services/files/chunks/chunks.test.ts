// Files in chunks: the codes of the specification, what is shared and what is not, and that only the server's own digests count.
import { plantHomes } from '../../../tests/contract/rows.ts'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CROWD, world, type Client, type World } from '../../../tests/world.ts'
import { ATTACH_PATH } from '../attachments.server.ts'
import { isWhole, missingOf } from './chunk.ts'
import { sha256 } from '../../../runtime/sha256.server.ts'
import { md5, PDF, picture, chunksOf, video } from '../testing.server.ts'

const KB = 1024
let w: World
let admin: Client, county: Client, other: Client
beforeAll(async () => {
  w = await world({}, 'people', CROWD)
  await plantHomes(w, '77', '78', '79', '81', '82', '83', '84', '85')
  ;[admin, county, other] = await Promise.all([w.as('admin'), w.as('county'), w.as('other')])
})
afterAll(() => w?.end())

type Chunk = ReturnType<typeof chunksOf>[number]
const send = (who: Client, p: Chunk) => who.upload(`${ATTACH_PATH}/upload-chunk`, { name: 'blob', bytes: p.bytes }, p.fields)
const check = async (who: Client, attachMd5: string, more = {}) => (await who.post(`${ATTACH_PATH}/check-file`, { attachMd5, sliceOffset: 0, ...more })).data
const merge = (who: Client, attachMd5: string, more = {}) => who.post(`${ATTACH_PATH}/merge-chunk`, { attachMd5, ...more })
const progress = async (who: Client, attachMd5: string) => (await who.get(`${ATTACH_PATH}/chunk-upload-progress`, { attachMd5 })).data
async function whole(who: Client, bytes: Buffer, name: string, more = {}) {
  for (const p of chunksOf(bytes, name, 40 * KB)) expect((await send(who, p)).data).toMatchObject({ code: 5 })
  return (await merge(who, md5(bytes), more)).data
}

test('a file goes through the codes 0, 2, 10 and 1, sends only the chunks that are missing, and comes back as it went', async () => {
  const bytes = video(130 * KB)
  const key = md5(bytes)
  const chunks = chunksOf(bytes, '现场.mp4', 40 * KB)
  expect(await check(county, key)).toEqual({ code: 0, attachId: null })
  expect(await progress(county, key)).toMatchObject({ status: 3, percentage: 0 })
  expect((await send(county, chunks[2]!)).data).toMatchObject({ code: 5, chunkIndex: 2 })
  expect((await send(county, chunks[0]!)).data).toMatchObject({ code: 5 })
  expect((await send(county, chunks[0]!)).data).toMatchObject({ code: 2 })
  expect(await check(county, key)).toEqual({ code: 2, attachId: null })
  expect((await county.get(`${ATTACH_PATH}/list-chunkMd5`, { attachMd5: key })).data).toEqual([chunks[0]!.fields.chunkMd5, chunks[2]!.fields.chunkMd5])
  expect((await county.post(`${ATTACH_PATH}/check-chunk`, { attachMd5: key, chunkMd5: chunks[0]!.fields.chunkMd5 })).data).toEqual({ code: 2 })
  expect((await county.post(`${ATTACH_PATH}/check-chunk`, { attachMd5: key, chunkMd5: chunks[1]!.fields.chunkMd5 })).data).toEqual({ code: 4 })
  expect(await progress(county, key)).toMatchObject({ status: 5, uploaded: 2, total: 4, percentage: 49 })
  expect((await county.get(`${ATTACH_PATH}/uploadPercentage`)).data).toMatchObject({ percentage: 49, uploads: [{ attachMd5: key, attachName: '现场.mp4' }] })
  expect((await merge(county, key)).data).toEqual({ code: 2, attachId: null })
  for (const i of [1, 3]) await send(county, chunks[i]!)
  expect(await check(county, key)).toEqual({ code: 10, attachId: null })
  expect(await progress(county, key)).toMatchObject({ percentage: 80 })
  const done = await merge(county, key, { businessId: '77', businessItem: 'QT' })
  expect(done.data).toMatchObject({ code: 6, name: '现场.mp4', extension: 'mp4', attachSize: bytes.length, sha256: sha256(bytes), businessId: '77' })
  expect(await progress(county, key)).toMatchObject({ status: 10, percentage: 100, attachId: done.data.id })
  expect((await merge(county, key, { businessId: '77', businessItem: 'QT' })).data.id).toBe(done.data.id)
  expect(await check(county, key)).toEqual({ code: 1, attachId: done.data.id })
  expect((await county.get(`${ATTACH_PATH}/download`, { id: done.data.id })).raw.equals(bytes)).toBe(true)
  expect(await readdir(join(w.dataDir, 'chunks'))).toEqual([])
})

test('an upload that is given up is gone with its chunks; another person’s of the same file stays, and so does what was merged', async () => {
  const bytes = video(90 * KB)
  const key = md5(bytes)
  const chunks = chunksOf(bytes, 'b.mp4', 40 * KB)
  for (const who of [admin, county]) expect((await send(who, chunks[0]!)).data).toMatchObject({ code: 5 })
  const folders = () => readdir(join(w.dataDir, 'chunks'))
  expect((await folders()).length).toBe(2)
  for (const attachMd5 of [key, key, md5(Buffer.from('never begun'))]) expect((await county.post(`${ATTACH_PATH}/give-up`, { attachMd5 })).code).toBe(200)
  expect((await folders()).length).toBe(1)
  expect(await check(county, key)).toEqual({ code: 0, attachId: null })
  expect((await county.get(`${ATTACH_PATH}/uploadPercentage`)).data.uploads).toEqual([])
  expect(await progress(admin, key)).toMatchObject({ uploaded: 1 })
  const { id } = await whole(county, bytes, 'b.mp4')
  await county.post(`${ATTACH_PATH}/give-up`, { attachMd5: key })
  expect((await county.get(`${ATTACH_PATH}/download`, { id })).raw.equals(bytes)).toBe(true)
  await admin.post(`${ATTACH_PATH}/give-up`, { attachMd5: key })
  expect(await folders()).toEqual([])
})

test('a second person of the tenant gets it by copy', async () => {
  const bytes = video(60 * KB)
  const key = md5(bytes)
  const first = await whole(county, bytes, 'a.mp4')
  expect(await check(admin, key)).toEqual({ code: 1, attachId: first.id })
  const copied = (await admin.post(`${ATTACH_PATH}/copy-file`, { attachMd5: key, attachName: 'b.mp4', businessId: '78' })).data
  expect(copied).toMatchObject({ code: 8, name: 'b.mp4', ossName: first.ossName, businessId: '78' })
  expect(copied.id).not.toBe(first.id)
  expect((await admin.get(`${ATTACH_PATH}/download`, { id: copied.id })).raw.equals(bytes)).toBe(true)
})

test('another tenant does not learn from any call that a file exists: every answer is, byte for byte, that for a digest of chance', async () => {
  const bytes = video(60 * KB)
  const [key, chance] = [md5(bytes), md5(video(KB))]
  const quiet = (await other.get(`${ATTACH_PATH}/uploadPercentage`)).raw.toString()
  await whole(county, bytes, 'a.mp4', { businessId: '79' })
  const under = video(60 * KB)
  await send(county, chunksOf(under, 'b.mp4', 40 * KB)[0]!)
  const [chunk] = chunksOf(bytes, 'a.mp4', 40 * KB)
  /** What every call of the compatible API answers about a file: status and body, without the digest that was asked for. */
  const about = async (attachMd5: string, of: Buffer) => {
    const all = []
    const asked = { attachMd5, sha256: sha256(of) }
    for (const [path, body] of [
      ['check-file', { attachMd5 }],
      ['check-file', { ...asked, sliceOffset: 0 }],
      ['copy-file', { ...asked, attachName: 'a.mp4', businessId: '79' }],
      ['copy-file', { attachMd5 }],
      ['merge-chunk', { ...asked, attachName: 'a.mp4', businessId: '79' }],
      ['check-chunk', { attachMd5, chunkMd5: chunk!.fields.chunkMd5 }],
    ] as const)
      all.push([path, await other.post(`${ATTACH_PATH}/${path}`, body)] as const)
    for (const path of ['list-chunkMd5', 'chunk-upload-progress']) all.push([path, await other.get(`${ATTACH_PATH}/${path}`, { attachMd5 })] as const)
    return all.map(([path, a]) => `${path} ${a.status} ${a.raw.toString()}`)
  }
  const absent = await about(chance, video(KB))
  expect(absent[0]).toContain('"code":0')
  for (const [k, of] of [
    [key, bytes],
    [md5(under), under],
  ] as const)
    expect(await about(k, of)).toEqual(absent)
  expect((await other.get(`${ATTACH_PATH}/uploadPercentage`)).raw.toString()).toBe(quiet)
  // they send it themselves, and it goes as with any other file
  const begun = []
  for (const attachMd5 of [key, chance]) {
    const sent = await send(other, { ...chunk!, fields: { ...chunk!.fields, attachMd5 } })
    begun.push([sent.status, sent.raw.toString(), await about(attachMd5, bytes)])
  }
  expect(begun[0]).toEqual(begun[1])
  expect(begun[0]![1]).toContain('"code":5')
  await w.db.pool.query(`delete from attach_upload where "tenantId" = '100001'`)
})

test('a file outside of the caller’s region is not there, and chunks of one person are not those of another', async () => {
  const bytes = video(60 * KB)
  const village = await w.as('village')
  await whole(county, bytes, 'a.mp4')
  expect((await check(village, md5(bytes))).code).toBe(0)
  const mine = video(60 * KB)
  await send(county, chunksOf(mine, 'a.mp4', 40 * KB)[0]!)
  expect((await check(admin, md5(mine))).code).toBe(0)
  expect((await merge(admin, md5(mine))).data.code).toBe(0)
})

test('the browser’s digest is only a key: a false one finds nothing, and bytes that do not fit what was said are refused', async () => {
  const [bytes, target] = [video(60 * KB), video(60 * KB)]
  await whole(county, target, 'a.mp4')
  const lied = chunksOf(bytes, 'b.mp4', 40 * KB).map((p) => ({ ...p, fields: { ...p.fields, attachMd5: md5(PDF) } }))
  for (const p of lied) await send(county, p)
  expect((await merge(county, md5(PDF))).data).toMatchObject({ code: 6, sha256: sha256(bytes) })
  expect((await check(admin, md5(PDF))).code).toBe(0)
  expect((await check(admin, md5(bytes))).code).toBe(1)
  expect((await check(admin, md5(target), { sha256: sha256(bytes) })).code).toBe(0)
  expect((await admin.post(`${ATTACH_PATH}/copy-file`, { attachMd5: md5(target), sha256: sha256(bytes) })).data).toEqual({ code: 3, attachId: null })
  const [chunk] = chunksOf(video(50 * KB), 'c.mp4', 40 * KB)
  expect((await send(county, { ...chunk!, fields: { ...chunk!.fields, chunkMd5: md5(PDF) } })).key).toBe('file-damaged')
  expect((await send(county, { ...chunk!, fields: { ...chunk!.fields, chunkSize: '1' } })).key).toBe('file-damaged')
  const again = video(50 * KB)
  for (const p of chunksOf(again, 'd.mp4', 40 * KB)) await send(county, p)
  expect((await merge(county, md5(again), { sha256: sha256(bytes) })).key).toBe('file-damaged')
  expect((await check(county, md5(again))).code).toBe(0)
})

test('two contents under one MD5 are handed to nobody', async () => {
  const bytes = video(50 * KB)
  const { id } = await whole(county, bytes, 'a.mp4')
  await whole(admin, bytes, 'b.mp4')
  await w.db.pool.query(`update attach set "sourceSha256" = 'forged' where id = ${id}`)
  expect((await check(county, md5(bytes))).code).toBe(1)
  expect((await check(admin, md5(bytes))).code).toBe(0)
  expect((await admin.post(`${ATTACH_PATH}/copy-file`, { attachMd5: md5(bytes) })).data.code).toBe(3)
})

test('what comes in chunks passes the same gate: type by content, picture drawn again, name', async () => {
  const script = Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), Buffer.alloc(60 * KB)])
  for (const p of chunksOf(script, 'a.mp4', 40 * KB)) await send(county, p)
  expect((await merge(county, md5(script))).key).toBe('file-not-sound')
  expect((await check(county, md5(script))).code).toBe(0)
  const png = Buffer.concat([await picture('png', 64), Buffer.from('<script>'.repeat(9000))])
  const stored = await whole(county, png, 'a.png')
  expect((await county.get(`${ATTACH_PATH}/download`, { id: stored.id })).raw.includes('script')).toBe(false)
  expect(await check(admin, md5(png), { sha256: sha256(png) })).toEqual({ code: 1, attachId: stored.id })
  const [chunk] = chunksOf(video(50 * KB), 'a.exe', 40 * KB)
  expect((await send(county, chunk!)).key).toBe('file-type')
  expect((await send(county, { ...chunk!, fields: { ...chunk!.fields, attachName: `${'名'.repeat(65)}.mp4` } })).msg).toBe('上传失败，文件名称长度不能超过64位')
})

test('merging twice at once makes one attachment; a chunk whose file was lost is asked for again', async () => {
  const bytes = video(130 * KB)
  for (const p of chunksOf(bytes, 'a.mp4', 40 * KB)) await send(county, p)
  const two = await Promise.all([merge(county, md5(bytes)), merge(county, md5(bytes))])
  const done = two.filter((a) => a.data?.code === 6)
  expect(done).toHaveLength(2)
  expect(new Set(done.map((a) => a.data.id)).size).toBe(1)
  const rows = await w.db.pool.query(`select count(*)::int as n from attach where "attachMd5" = '${md5(bytes)}'`)
  expect(rows.rows[0].n).toBe(1)
  const next = video(130 * KB)
  for (const p of chunksOf(next, 'b.mp4', 40 * KB)) await send(county, p)
  const { rows: kept } = await w.db.pool.query(
    `select file, "uploadId"::text as id from attach_chunk where "chunkMd5" = '${chunksOf(next, '', 40 * KB)[1]!.fields.chunkMd5}'`,
  )
  await rm(join(w.dataDir, 'chunks', kept[0].id, kept[0].file))
  expect((await merge(county, md5(next))).data.code).toBe(2)
  expect((await county.get(`${ATTACH_PATH}/list-chunkMd5`, { attachMd5: md5(next) })).data).toHaveLength(3)
  await send(county, chunksOf(next, 'b.mp4', 40 * KB)[1]!)
  expect((await merge(county, md5(next))).data).toMatchObject({ code: 6, sha256: sha256(next) })
})

test('two browsers of one person send the same file at once, to one household or to two: it stands once at each, over the same bytes', async () => {
  for (const [places, rows] of [
    [['81', '81'], 1],
    [['82', '83'], 2],
  ] as const) {
    const bytes = video(130 * KB)
    const chunks = chunksOf(bytes, 'a.mp4', 40 * KB)
    const sent = await Promise.all([...chunks, ...chunks].map((p) => send(county, p)))
    // of a chunk that comes twice at once one is kept, and nothing of the other
    expect(sent.map((a) => a.data.code).sort()).toEqual([2, 2, 2, 2, 5, 5, 5, 5])
    const { rows: under } = await w.db.pool.query(`select id::text from attach_upload where "attachMd5" = '${md5(bytes)}'`)
    expect(await readdir(join(w.dataDir, 'chunks', under[0].id))).toHaveLength(4)
    const merges = await Promise.all(places.map((businessId) => merge(county, md5(bytes), { attachName: 'a.mp4', businessId })))
    expect(merges.map((a) => [a.data?.code, a.data?.businessId])).toEqual(places.map((p) => [6, p]))
    const { rows: kept } = await w.db.pool.query(`select "ossName" from attach where "attachMd5" = '${md5(bytes)}'`)
    expect([kept.length, new Set(kept.map((k: { ossName: string }) => k.ossName)).size]).toEqual([rows, 1])
  }
  expect((await readdir(join(w.dataDir, 'tmp'))).filter((n) => n.startsWith('up-merge'))).toEqual([])
})

test('a copy that is asked for again, because its answer was lost, is made once at its place', async () => {
  const bytes = video(60 * KB)
  await whole(county, bytes, 'a.mp4')
  const copy = async (attachName: string, businessId: string) =>
    (await admin.post(`${ATTACH_PATH}/copy-file`, { attachMd5: md5(bytes), attachName, businessId, businessItem: 'QT' })).data.id as string
  const first = await copy('b.mp4', '84')
  expect(await copy('b.mp4', '84')).toBe(first)
  expect(await copy('c.mp4', '84')).not.toBe(first)
  expect(await copy('b.mp4', '85')).not.toBe(first)
})

test('of two uploads that begin at once, each within the room of the tenant and not both, one is refused', async () => {
  const who = await w.as('other')
  const { rows } = await w.db.pool.query(`select coalesce(sum(n), 0)::bigint as n from (select sum(bytes) as n from attach_usage where "tenantId" = '100001'
    union all select sum("attachSize") from attach_upload where "tenantId" = '100001' and "attachId" is null) x`)
  const used = Math.ceil(Number(rows[0].n) / 2 ** 20)
  await w.db.pool.query(`insert into param (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "paramName", "paramKey", "paramValue")
    values (2, '100001', 0, '2026-01-02', 0, '2026-01-02', 1, 'q', 'attach.quota.mb', '${used + 10}')`)
  const one = () => {
    const [p] = chunksOf(video(50 * KB), 'q.mp4', 40 * KB)
    return send(who, { ...p!, fields: { ...p!.fields, attachSize: String(8 * 2 ** 20) } })
  }
  const two = await Promise.all([one(), one()])
  expect(two.map((a) => a.key ?? a.data.code).sort()).toEqual([5, 'file-quota'])
  expect((await who.get(`${ATTACH_PATH}/uploadPercentage`)).data.uploads.filter((u: { attachName: string }) => u.attachName === 'q.mp4')).toHaveLength(1)
  await w.db.pool.query(`delete from param where id = 2`)
  await w.db.pool.query(`delete from attach_upload where "tenantId" = '100001'`)
})

test('uploads under way are counted: twenty a person, and their size against the room of the tenant', async () => {
  const sign = await w.as('other')
  const one = (i: number, size = 50 * KB) => {
    const [p] = chunksOf(video(50 * KB), `${i}.mp4`, 40 * KB)
    return { ...p!, fields: { ...p!.fields, attachSize: String(size) } }
  }
  const huge = await send(sign, one(0, 2 ** 31 - 1))
  expect(huge.data.code).toBe(5)
  await w.db.pool.query(`insert into param (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "paramName", "paramKey", "paramValue")
    values (1, '100001', 0, '2026-01-02', 0, '2026-01-02', 1, 'q', 'attach.quota.mb', '2048')`)
  expect(await send(sign, one(1))).toMatchObject({ code: 409, key: 'file-quota', msg: '上传失败，存储空间不足，上限 2048MB' })
  expect((await sign.upload(`${ATTACH_PATH}/upload`, { name: 'a.pdf', bytes: PDF })).key).toBe('file-quota')
  await w.db.pool.query(`delete from param where id = 1`)
  // of those that begin at the same moment no more than there is room for
  const begun = await Promise.all(Array.from({ length: 26 }, (_, i) => send(sign, one(i + 1))))
  expect(begun.map((a) => a.key ?? a.data.code).sort()).toEqual([...Array(19).fill(5), ...Array(7).fill('file-uploads')].sort())
  expect((await send(sign, one(30))).key).toBe('file-uploads')
  expect((await send(sign, { ...one(0), fields: { ...one(0).fields, attachSize: String(2 ** 31) } })).key).toBe('file-size')
})

test('chunks are whole when they follow one another from 0 or 1 with all bytes', () => {
  const of = (...p: [number, number][]) => p.map(([chunkIndex, chunkSize]) => ({ chunkIndex, chunkSize }))
  const o = { attachChunk: 2, attachSize: 30 }
  expect(isWhole(of([1, 10], [0, 20]), o)).toBe(true)
  expect(isWhole(of([1, 20], [2, 10]), o)).toBe(true)
  for (const wrong of [of([0, 20]), of([0, 20], [2, 10]), of([2, 20], [3, 10]), of([0, 20], [1, 9]), of()]) expect(isWhole(wrong, o)).toBe(false)
})

test('chunks to send are those the server does not hold; of chunks that are alike all, until each is held', () => {
  expect(missingOf(['a', 'b', 'c'], ['b'])).toEqual([0, 2])
  expect(missingOf(['a', 'z', 'z'], ['z', 'a'])).toEqual([1, 2])
  expect(missingOf(['a', 'z', 'z'], ['z', 'a', 'z'])).toEqual([])
})
