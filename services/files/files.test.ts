// The attachment calls over HTTP: upload, rename, list, archive, links, photos to PDF, and the nightly sweep.
import { plant, plantHomes } from '../../tests/contract/rows.ts'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clock, localDay, localTime } from '../../kit/server/clock.server.ts'
import { world, type Answer, type Client, type World } from '../../tests/world.ts'
import { ATTACH_PATH } from './attachments.server.ts'
import { cleanFileName, distinctNames } from './names.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { md5, PDF, picture, chunksOf, unzipped, video } from './testing.server.ts'

let w: World
let county: Client
beforeAll(async () => {
  w = await world()
  await plantHomes(w, '501', '502', '503', '504', '505', '509', '9')
  county = await w.as('county')
})
afterAll(() => w?.end())
const put = async (name: string, bytes: Buffer, fields: Record<string, string> = {}) =>
  (await county.upload(`${ATTACH_PATH}/upload`, { name, bytes }, fields)).data
/** Anonymous: the path of an answer, as a browser opens it. */
const open = (url: string, headers: Record<string, string> = {}): Promise<Answer> => w.nobody.send('GET', url.replace(/^\/api/, ''), { headers })

test('an upload answers the compatible API’s shape; it is renamed with its extension kept, and listed', async () => {
  const a = await put('合同.pdf', PDF, { businessId: '501', businessItem: 'CBHT' })
  expect(a).toMatchObject({
    name: '合同.pdf',
    extension: 'pdf',
    attachSize: PDF.length,
    sha256: sha256(PDF),
    businessId: '501',
    businessItem: 'CBHT',
    status: 'success',
  })
  expect((await county.post(`${ATTACH_PATH}/update`, { id: a.id, name: '新名' })).data).toMatchObject({ id: a.id, name: '新名.pdf' })
  expect((await county.post(`${ATTACH_PATH}/update`, { id: a.id, name: 'x.exe' })).data.name).toBe('x.exe.pdf')
  expect((await county.post(`${ATTACH_PATH}/update`, { id: a.id, name: '名'.repeat(65) })).msg).toBe('上传失败，文件名称长度不能超过64位')
  const page = (await county.get('/cpt-resource/attach/list', { name: 'x.exe' })).data
  expect(page).toMatchObject({ total: 1, records: [{ id: a.id, originalName: 'x.exe.pdf', link: `/api${ATTACH_PATH}/preview?id=${a.id}` }] })
  await w.db.pool.query(`update attach set locked = 1 where id = ${a.id}`)
  expect((await county.post(`${ATTACH_PATH}/update`, { id: a.id, name: 'y' })).key).toBe('file-archived')
  expect((await county.post(`${ATTACH_PATH}/remove`, {}, { ids: a.id })).key).toBe('E5001')
  await w.db.pool.query(`update attach set locked = 0 where id = ${a.id}`)
  expect((await county.post(`${ATTACH_PATH}/remove`, {}, { ids: a.id })).code).toBe(200)
  expect((await county.get(`${ATTACH_PATH}/download`, { id: a.id })).status).toBe(404)
})

test('a file whose bytes were changed in the store is refused with words, alone and in an archive', async () => {
  const a = await put('合同.pdf', PDF, { businessId: '505', businessItem: 'CBHT' })
  expect((await county.get(`${ATTACH_PATH}/download`, { id: a.id })).status).toBe(200)
  const { ossName } = (await w.db.pool.query(`select "ossName" from attach where id = ${a.id}`)).rows[0] as { ossName: string }
  const path = join(w.dataDir, 'files', ossName.slice(0, 2), ossName.slice(2, 4), ossName)
  await writeFile(path, Buffer.concat([PDF, Buffer.from(' ')]))
  for (const answer of [
    await county.get(`${ATTACH_PATH}/download`, { id: a.id }),
    await county.get(`${ATTACH_PATH}/preview`, { id: a.id }),
    await county.get(`${ATTACH_PATH}/download-zip`, { businessId: '505' }),
  ])
    expect([answer.status, answer.key, answer.msg]).toEqual([
      409,
      'file-changed',
      '附件【合同.pdf】的内容与其摘要不一致，文件可能被改动，不能打开，请联系管理员',
    ])
  await writeFile(path, PDF)
  expect((await county.get(`${ATTACH_PATH}/download`, { id: a.id })).status).toBe(200)
})

test('files of a business come as one archive with a folder for each kind; names that repeat are told apart', async () => {
  const bytes = video(300_000)
  await put('a.pdf', PDF, { businessId: '502', businessItem: 'CBHT' })
  await put('a.pdf', Buffer.concat([PDF, PDF]), { businessId: '502', businessItem: 'CBHT' })
  await put('现场.mp4', bytes, { businessId: '502' })
  const zip = await county.get(`${ATTACH_PATH}/download-zip`, { businessId: '502' })
  expect(zip.headers['content-disposition']).toContain('502.zip')
  const got = Object.fromEntries([...(await unzipped(zip.raw))].map(([name, bytes]) => [name, sha256(bytes)]))
  expect(got).toEqual({ 'CBHT/a.pdf': sha256(PDF), 'CBHT/a(2).pdf': sha256(Buffer.concat([PDF, PDF])), '现场.mp4': sha256(bytes) })
  expect((await county.get(`${ATTACH_PATH}/download-zip`, { businessId: '599' })).status).toBe(404)
  // more than one archive takes
  const weigh = (bytes: number) => w.db.pool.query(`update attach set "attachSize" = $1 where "businessId" = '502'`, [bytes])
  const { rows: sizes } = await w.db.pool.query(`select id, "attachSize" as n from attach where "businessId" = '502'`)
  await weigh(2 ** 31 - 1)
  const large = await county.get(`${ATTACH_PATH}/download-zip`, { businessId: '502' })
  expect([large.status, large.key, large.msg]).toEqual([
    409,
    'zip-too-large',
    `附件共${sizes.length}个、${sizes.length * 2048}MB，一次最多打包1000个、2048MB，请按附件类别分别下载`,
  ])
  for (const r of sizes) await w.db.pool.query('update attach set "attachSize" = $2 where id = $1', [r.id, r.n])
  expect((await (await w.as('other')).get(`${ATTACH_PATH}/download-zip`, { businessId: '502' })).status).toBe(404)
})

describe('a file belongs where its row stands', () => {
  const CASE = '550',
    ELSEWHERE = '551'
  const bytes = video(5000)
  const place = (r: string, id: string) =>
    plant(
      w,
      w.slices.flatMap((s) => s.resources).find((x) => x.name === 'business')!,
      1,
      { id, regionCode: r, removed: null, businessCode: `b${id}` },
    )
  beforeAll(async () => {
    await place('512021119203', CASE)
    await place('512021119001', ELSEWHERE)
    // bytes that a copy finds
    await put('副本.mp4', bytes)
  })
  /** Every call that gives a file a place, as this person for the row `businessId`. */
  const ways: Record<string, (who: Client, businessId: string) => Promise<Answer>> = {
    upload: (who, businessId) => who.upload(`${ATTACH_PATH}/upload`, { name: 'a.pdf', bytes: PDF }, { businessId }),
    'merge-chunk': async (who, businessId) => {
      const own = video(3000)
      for (const p of chunksOf(own, '段.mp4', 3000)) await who.upload(`${ATTACH_PATH}/upload-chunk`, { name: 'blob', bytes: p.bytes }, p.fields)
      const a = await who.post(`${ATTACH_PATH}/merge-chunk`, { attachMd5: md5(own), businessId })
      await who.post(`${ATTACH_PATH}/give-up`, { attachMd5: md5(own) })
      return a
    },
    'copy-file': (who, businessId) => who.post(`${ATTACH_PATH}/copy-file`, { attachMd5: md5(bytes), businessId }),
    offline_pdf: async (who, businessId) =>
      who.post(`${ATTACH_PATH}/offline_pdf`, { offlineFileList: [{ file: (await picture('jpeg')).toString('base64'), order: 1 }], businessId }),
    'offline_pdf by contract': async (who, cbhtId) =>
      who.post(`${ATTACH_PATH}/offline_pdf`, { offlineFileList: [{ file: (await picture('jpeg')).toString('base64'), order: 1 }], cbhtId }),
    'offline_pdf by both': async (who, cbhtId) =>
      who.post(`${ATTACH_PATH}/offline_pdf`, { offlineFileList: [{ file: (await picture('jpeg')).toString('base64'), order: 1 }], businessId: CASE, cbhtId }),
  }

  test('nobody gives a file to a row of another village or tenant, or to one that does not exist', async () => {
    const village = await w.as('village'),
      other = await w.as('other')
    const mine = await put('其他.mp4', bytes)
    expect(mine.id).toBeTruthy()
    for (const [name, send] of Object.entries(ways))
      for (const [who, client, id] of [
        ['a sibling', village, ELSEWHERE],
        ['another tenant', other, CASE],
        ['anybody', county, '9999'],
      ] as const) {
        // of a file that is not there for the caller a copy tells so before it asks where to
        if (name === 'copy-file' && who !== 'anybody') continue
        const a = await send(client, id)
        expect([name, who, a.status, a.key]).toEqual([name, who, 404, 'file-nowhere'])
        expect([a.msg, /[a-z]/i.test(a.msg)]).toEqual(['上传失败，附件所属的数据不存在或不在您的管辖范围内', false])
      }
    expect((await w.db.pool.query(`select count(*)::int as n from attach where "businessId" in (551, 9999)`)).rows[0].n).toBe(0)
  })

  test('what county and town give to a village’s case is seen in the village, by whatever way it came', async () => {
    const village = await w.as('village')
    for (const [account, send] of [
      ['county', ways.upload!],
      ['town', ways.upload!],
      ['town', ways['merge-chunk']!],
      ['county', ways['copy-file']!],
      ['town', ways['offline_pdf by contract']!],
      ['village', ways.upload!],
    ] as const)
      expect((await send(await w.as(account), CASE)).msg).toBe('操作成功')
    const list = (await village.get(`${ATTACH_PATH}/list-by-businessId`, { businessId: CASE })).data as { id: string; createUserName: string }[]
    expect(list).toHaveLength(6)
    expect(new Set(list.map((a) => a.createUserName)).size).toBe(3)
    for (const a of list) expect((await village.get(`${ATTACH_PATH}/download`, { id: a.id })).status).toBe(200)
    const { rows } = await w.db.pool.query(`select distinct "regionCode" as r from attach where "businessId" = 550`)
    expect(rows).toEqual([{ r: '512021119203' }])
  })
})

test('a signed link opens its one file for five minutes, and nothing else opens', async () => {
  const a = await put('a.pdf', PDF, { businessId: '503' })
  const b = await put('b.pdf', PDF, { businessId: '503' })
  const [{ url, downloadUrl }] = (await county.get(`${ATTACH_PATH}/link`, { ids: a.id })).data
  const shown = await open(url)
  expect(shown.raw.equals(PDF)).toBe(true)
  expect(String(shown.headers['content-disposition'])).toMatch(/^inline/)
  expect(String((await open(downloadUrl)).headers['content-disposition'])).toMatch(/^attachment/)
  const [path, query] = [url.split('?')[0]!, new URLSearchParams(url.split('?')[1])]
  const token = query.get('token')!
  const [head, said, sign] = token.split('.') as [string, string, string]
  const other = (change: object) => Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(said, 'base64url').toString()), ...change })).toString('base64url')
  for (const forged of [
    other({ id: b.id }),
    other({ account: 'admin' }),
    other({ tenantId: '100001' }),
    other({ expires: 9e9 }),
    other({ mode: 'download' }),
    'e30',
    '',
  ]) {
    const { id = a.id } = forged ? JSON.parse(Buffer.from(forged, 'base64url').toString()) : {}
    expect([forged, (await open(`${path}?id=${id}&token=${head}.${forged}.${sign}`)).status]).toEqual([forged, 401])
  }
  expect((await open(`${path}?id=${b.id}&token=${token}`)).key).toBe('file-link')
  for (const elsewhere of ['download', 'link'])
    expect((await open(`/api${ATTACH_PATH}/${elsewhere}?id${elsewhere === 'link' ? 's' : ''}=${a.id}&token=${token}`)).status).toBe(
      elsewhere === 'download' ? 403 : 401,
    )
  expect((await (await w.as('other')).get(`${ATTACH_PATH}/link`, { ids: a.id })).status).toBe(404)
  const [gone] = (await (await w.as('admin')).get(`${ATTACH_PATH}/link`, { ids: a.id })).data
  expect((await open(gone.url)).status).toBe(200)
  await (await w.as('admin')).get('/cpt-auth/oauth/logout')
  expect((await open(gone.url)).status).toBe(401)
  await county.post(`${ATTACH_PATH}/remove`, {}, { ids: a.id })
  expect((await open(url)).status).toBe(404)
  const [late] = (await county.get(`${ATTACH_PATH}/link`, { ids: b.id })).data
  w.setNow('2031-01-01')
  expect((await open(late.url)).status).toBe(401)
  w.setNow(localTime(clock()))
  county = await w.as('county')
})

test('every file is served so that it runs nothing here, and to no other site', async () => {
  const mp4 = await put('a.mp4', video(4000))
  const xls = await put('a.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))
  for (const [id, mode, disposition] of [
    [mp4.id, 'preview', 'inline'],
    [mp4.id, 'download', 'attachment'],
    [xls.id, 'preview', 'attachment'],
  ]) {
    const { headers } = await county.get(`${ATTACH_PATH}/${mode}`, { id })
    expect(String(headers['content-disposition'])).toMatch(new RegExp(`^${disposition};`))
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' })
    expect(String(headers['content-security-policy'])).toMatch(/^sandbox; default-src 'none'/)
  }
  const foreign = await county.send('GET', `${ATTACH_PATH}/preview`, { query: { id: mp4.id }, headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.key).toBe('file-site')
})

test('a picture is drawn again: what hides in it is gone, it stands upright', async () => {
  const photo = await sharp(await picture('jpeg', 40))
    .resize(40, 20, { fit: 'fill' })
    .withExif({ IFD0: { Copyright: '51.2N 104E' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const a = await put('照片.jpg', Buffer.concat([photo, Buffer.from('<script>alert(1)</script>PK\x03\x04')]))
  const { raw } = await county.get(`${ATTACH_PATH}/preview`, { id: a.id })
  expect(raw.includes('script')).toBe(false)
  const facts = await sharp(raw).metadata()
  expect([facts.width, facts.height, facts.exif]).toEqual([20, 40, undefined])
  expect([a.sha256, a.attachSize]).toEqual([sha256(raw), raw.length])
})

test('photos become one PDF in their order', async () => {
  const wide = await sharp(await picture('png', 40))
    .resize(80, 40, { fit: 'fill' })
    .png()
    .toBuffer()
  const offlineFileList = [
    { file: wide.toString('base64'), fileName: '2.png', order: 2 },
    { file: `data:image/jpeg;base64,${(await picture('jpeg')).toString('base64')}`, fileName: '1.jpg', order: 1 },
  ]
  const a = (await county.post(`${ATTACH_PATH}/offline_pdf`, { offlineFileList, businessId: '504', cbhtId: '9', cbhtbm: '512021119203900001J' })).data
  expect(a).toMatchObject({ name: '512021119203900001J.pdf', businessId: '504', businessItem: 'CBHT', extension: 'pdf' })
  const pages = (await PDFDocument.load((await county.get(`${ATTACH_PATH}/download`, { id: a.id })).raw)).getPages()
  expect(pages.map((p) => p.getWidth() > p.getHeight())).toEqual([false, true])
  const refused = async (list: unknown) => (await county.post(`${ATTACH_PATH}/offline_pdf`, { offlineFileList: list, businessId: '504' })).msg
  expect(await refused([])).toBe('请选择图片')
  expect(await refused([{ file: Buffer.from('<svg/>').toString('base64') }])).toBe('上传失败，只允许上传png、jpg、jpeg文件')
  expect(await refused([{ file: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10_485_758)]).toString('base64') }])).toBe(
    '上传失败，上传文件不能超过 10240kb',
  )
  expect(await refused([{ file: Buffer.from([0xff, 0xd8, 0xff, 1, 2]).toString('base64') }])).toBe('上传失败，图片不完整或已损坏')
})

test('a removed file lies in the bin for thirty days and is put back where it was, under its own id', async () => {
  const BIN = '/cpt-resource/attach-bin'
  const businessId = '509'
  const a = (await county.upload(`${ATTACH_PATH}/upload`, { name: '旧版.pdf', bytes: PDF }, { businessId, businessItem: 'CBHT' })).data
  await county.post(`${ATTACH_PATH}/remove`, {}, { ids: a.id })
  const inBin = async () => (await county.get(`${BIN}/list`, { businessId })).data
  const [b] = await inBin()
  expect([b.name, b.businessItem, (await inBin()).length]).toEqual(['旧版.pdf', 'CBHT', 1])
  expect((await county.get(`${ATTACH_PATH}/download`, { id: a.id })).status).toBe(404)
  // strangers find nothing in it
  expect((await (await w.as('other')).post(`${BIN}/restore`, { id: b.id })).status).toBe(404)
  expect((await (await w.as('audit')).post(`${BIN}/restore`, { id: b.id })).status).toBe(403)
  expect((await county.post(`${BIN}/restore`, { id: b.id })).data).toBe(a.id)
  expect((await county.get(`${ATTACH_PATH}/download`, { id: a.id })).raw.equals(PDF)).toBe(true)
  expect([(await inBin()).length, (await county.post(`${BIN}/restore`, { id: b.id })).status]).toEqual([0, 404])
  const [listed] = (await county.get(`${ATTACH_PATH}/list-by-businessId`, { businessId })).data
  expect([listed.id, listed.sha256, listed.attachSize]).toEqual([a.id, a.sha256, a.attachSize])
})

test('the sweep takes stored files without a row and old chunks, tells rows without their file, and weighs anew', async () => {
  const [kept, removed, lost] = [await put('kept.pdf', PDF), await put('removed.pdf', PDF), await put('lost.pdf', PDF)]
  await county.post(`${ATTACH_PATH}/remove`, {}, { ids: removed.id })
  // its days in the bin are over
  await w.db.pool.query(`update attach_bin set "removedTime" = $2 where "attachId" = $1`, [removed.id, w.ago(31 * 86_400)])
  await w.storage.remove(lost.ossName)
  const young = await w.storage.put(Buffer.from('on its way'), '000000')
  // a contract that is being signed is no attachment yet
  const signing = await w.storage.put(Buffer.from('being signed'), '000000')
  await w.db.pool.query(
    `insert into sign_flow ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", "fileName")
     values ('512021', 71, '000000', 1, $2, 1, $2, 0, '512021', $1)`,
    [signing, w.ago(0)],
  )
  const day = (n: number) => new Date(Date.now() - n * 86_400_000)
  const at = (name: string) => join(w.dataDir, 'files', name.slice(0, 2), name.slice(2, 4), name)
  for await (const { name } of w.storage.all()) {
    const stored = day([kept.ossName, removed.ossName, signing].includes(name) ? 2 : 0)
    await utimes(at(name), stored, stored)
  }
  // the next time that it is three at night: what was stored a moment ago is not a day old then
  const night = `${localDay(new Date(clock().getTime() + 21 * 3_600_000))} 03:00:00`
  const chunks = {
    attachMd5: md5(PDF),
    attachName: 'a.mp4',
    attachSize: '9',
    attachChunk: '2',
    chunkMd5: md5(Buffer.from('1234')),
    chunkSize: '4',
    chunkIndex: '0',
  }
  await county.upload(`${ATTACH_PATH}/upload-chunk`, { name: 'b', bytes: Buffer.from('1234') }, chunks)
  const [upload] = await readdir(join(w.dataDir, 'chunks'))
  await mkdir(join(w.dataDir, 'chunks', '12345'))
  for (const n of [upload!, '12345']) await utimes(join(w.dataDir, 'chunks', n), day(8), day(8))
  await w.db.pool.query(`update attach_usage set bytes = 1`)
  w.setNow(night)
  await w.maintenance.runDue()
  const told = (await w.db.pool.query(`select message from routine where name = 'upload-cleanup'`)).rows[0].message as string
  expect(told).toContain('1 stored files without row')
  expect(told).toContain(`rows without file: ${lost.id}`)
  expect([await w.storage.has(kept.ossName), await w.storage.has(removed.ossName), await w.storage.has(young)]).toEqual([true, false, true])
  expect(await w.storage.has(signing)).toBe(true)
  expect(await readdir(join(w.dataDir, 'chunks'))).toEqual([upload])
  await w.db.pool.query(`update attach_upload set "updateTime" = $1`, [w.ago(8 * 86_400)])
  w.setNow(localTime(new Date(clock().getTime() + 2 * 86_400_000)))
  await w.maintenance.runDue()
  expect(await readdir(join(w.dataDir, 'chunks'))).toEqual([])
  const weighed = await w.db.pool.query(
    `select (select bytes from attach_usage where "tenantId" = '000000')::text as is, (select sum("attachSize") from attach where "tenantId" = '000000')::text as should`,
  )
  expect(weighed.rows[0].is).toBe(weighed.rows[0].should)
})

test('names keep nothing that a path, a terminal or an eye could be misled by', () => {
  for (const [raw, kept] of [
    ['..\\..\\a.pdf', 'a.pdf'],
    ['/etc/passwd', 'passwd'],
    ['a\u202efdp.exe', 'afdp.exe'],
    [' .a.pdf. ', 'a.pdf'],
    ['a\0b\n.pdf', 'ab.pdf'],
    ['a:b|c.pdf', 'a_b_c.pdf'],
    ['../..', ''],
  ] as const)
    expect([raw, cleanFileName(raw)]).toEqual([raw, kept])
  expect(distinctNames(['a.pdf', 'A.pdf', 'a.pdf', 'b', 'b'])).toEqual(['a.pdf', 'A(2).pdf', 'a(3).pdf', 'b', 'b(2)'])
})
