// Pictures from above: GeoTIFF and picture with world file become layers and tiles; bombs, lies and foreign regions are refused and stand in the log.
import { execFileSync } from 'node:child_process'
import { writeArrayBuffer } from 'geotiff'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLACES } from '../../platform/seed/places.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { extentOfPicture, projectionOfEpsg, readWorldFile } from './projection.ts'
import { boxOfTile } from './requests.ts'

let w: World, admin: Client, village: Client
beforeAll(async () => {
  w = await world()
  ;[admin, village] = [await w.as('admin'), await w.as('village')]
})
afterAll(() => w?.end())
const UPLOAD = '/yzt/upload/uploadYztFile'
const CONFIG = { name: '航片', formats: 'tif,png', maxSize: 1, groupName: '航片', sort: 1 }
/** The zone of 105°E without its number: 35. */
const EPSG = 4544
const SIDE = 200
/** A picture in metres of the zone, red at the west and blue at the east, its corner at a place. */
const at = projectionOfEpsg(EPSG)!.forward([105.3, 29.8])
const pixels = (bands: number) =>
  Uint8Array.from({ length: SIDE * SIDE * bands }, (_, k) => {
    const [x, b] = [Math.floor(k / bands) % SIDE, k % bands]
    return b === (x < SIDE / 2 ? 0 : 2) ? 200 : 10
  })
const geoTiff = async () =>
  Buffer.from(
    (await writeArrayBuffer(
      pixels(3) as never,
      {
        width: SIDE,
        height: SIDE,
        SamplesPerPixel: 3,
        BitsPerSample: [8, 8, 8],
        PhotometricInterpretation: 2,
        GTModelTypeGeoKey: 1,
        GTRasterTypeGeoKey: 1,
        ProjectedCSTypeGeoKey: EPSG,
        ModelPixelScale: [1, 1, 0],
        ModelTiepoint: [0, 0, 0, at[0], at[1], 0],
      } as never,
    )) as ArrayBuffer,
  )
const png = () =>
  sharp(pixels(3), { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer()
const WORLD_FILE = `1\n0\n0\n-1\n${at[0] + 0.5}\n${at[1] - 0.5}`
const send = (who: Client, name: string, bytes: Buffer, fields: Record<string, string> = {}) =>
  who.upload(UPLOAD, { name, bytes }, { regionCode: PLACES.village, ...fields })
const logs = async () => (await admin.get('/yzt/manage/uploadlog/page', { size: 100 })).data.records as { state: string; message: string; fileName: string }[]

/** The colour at so many millimetres from the left of a printed page, in the line a little below the middle of its frame, where no grid is drawn. */
async function printed({ raw }: { raw: Buffer }): Promise<(mm: number) => number[]> {
  const png = execFileSync('pdftoppm', ['-r', '254', '-png', '-singlefile', '-'], { input: raw, maxBuffer: 1 << 28 })
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const line = Math.round((12 + 14 + 142 / 2 + 3) * 10)
  return (mm) => [...data.subarray((line * info.width + Math.round(mm * 10)) * 3).subarray(0, 3)]
}

test('without a configuration for the region nothing is taken', async () => {
  expect((await send(admin, 'a.tif', await geoTiff())).key).toBe('image-no-config')
  expect((await admin.post('/yzt/manage/uploadconfiguration/submit', CONFIG)).code).toBe(200)
})

test('a GeoTIFF, and a PNG with its world file, become layers whose tiles have the colours of their places', async () => {
  const tif = await send(admin, '村.tif', await geoTiff())
  expect([tif.code, tif.msg]).toEqual([200, '操作成功'])
  expect(tif.data).toMatchObject({ width: SIDE, height: SIDE, epsg: EPSG })
  const other = await send(admin, '村.png', await png(), { worldFile: WORLD_FILE, epsg: String(EPSG) })
  expect([other.code, other.data.extent.map((v: number) => v.toFixed(7))]).toEqual([200, tif.data.extent.map((v: number) => v.toFixed(7))])
  const listed = (await village.get('/yzt/layer/list')).data.filter((l: any) => l.source === 'image')
  expect(listed.map((l: any) => [l.title, l.group])).toEqual([
    ['村', '航片'],
    ['村', '航片'],
  ])
  // a tile that holds the middle: what lies west of it is red, east of it blue
  const [west, south, east, north] = tif.data.extent as [number, number, number, number]
  const [lon, lat] = [(west + east) / 2, (south + north) / 2]
  const z = 14,
    side = 360 / 2 ** z
  const [x, y] = [Math.floor((lon + 180) / side), Math.floor((90 - lat) / side)]
  const [w0, , , n0] = boxOfTile(z, x, y)
  for (const of of [tif, other]) {
    const a = await village.get(`/yzt/image/${of.data.id}/${z}/${x}/${y}`)
    expect([a.status, a.headers['content-type']]).toEqual([200, 'image/png'])
    const { data, info } = await sharp(a.raw).raw().toBuffer({ resolveWithObject: true })
    const colour = (shift: number) => {
      const [i, j] = [Math.floor(((lon + shift - w0) / side) * info.width), Math.floor(((n0 - lat) / side) * info.height)]
      return [...data.subarray((j * info.width + i) * 4, (j * info.width + i) * 4 + 4)]
    }
    expect(colour(-0.0005)).toEqual([200, 10, 10, 255])
    expect(colour(0.0005)).toEqual([10, 10, 200, 255])
    const again = await village.send('GET', `/yzt/image/${of.data.id}/${z}/${x}/${y}`, { headers: { 'if-none-match': String(a.headers.etag) } })
    expect(again.status).toBe(304)
  }
  // on paper it lies under the map where the scale says, as strong as it is shown; 1:1000, so that its metres are millimetres
  const middleOfPaper = 12 + 273 / 2
  for (const [layers, red, blue] of [
    [tif.data.layerId, [200, 10, 10], [10, 10, 200]],
    [`${tif.data.layerId}~50`, [228, 133, 133], [133, 133, 228]],
    [`-${tif.data.layerId}`, [255, 255, 255], [255, 255, 255]],
  ] as const) {
    const colour = await printed(await village.send('GET', '/map/dk/sheet', { query: { x: lon, y: lat, scale: 1000, paper: 'A4', layers } }))
    for (const [mm, is] of [
      [-101, [255, 255, 255]],
      [-99, red],
      [-1, red],
      [1, blue],
      [99, blue],
      [101, [255, 255, 255]],
    ] as const)
      expect([layers, mm, colour(middleOfPaper + mm).map((v, b) => Math.abs(v - is[b]!) < 12)]).toEqual([layers, mm, [true, true, true]])
  }
  // far away there is nothing of it
  expect((await sharp((await village.get(`/yzt/image/${tif.data.id}/${z}/0/0`)).raw).metadata()).width).toBe(1)
  const town2 = await w.as('other')
  expect((await town2.get(`/yzt/image/${tif.data.id}/${z}/${x}/${y}`)).status).toBe(404)
  // a layer of its own shows the same picture
  const own = await admin.post('/yzt/gis-layer/submit', { name: '另一层', source: 'image', imageId: other.data.id, sort: 9 })
  expect((await village.get('/yzt/layer/list')).data.find((l: any) => l.id === own.data)).toMatchObject({ title: '另一层', source: 'image' })
  await admin.post('/yzt/gis-layer/remove', {}, { ids: own.data })
  await admin.post('/yzt/manage/uploadlog/remove', {}, { ids: tif.data.id })
  expect((await village.get('/yzt/layer/list')).data.filter((l: any) => l.source === 'image')).toHaveLength(1)
})

/** A TIFF whose first picture says another number in one of its tags (256 its width, 257 its height). */
function retagged(bytes: Buffer, tag: number, value: number): Buffer {
  const out = Buffer.from(bytes)
  const isLittle = out.toString('latin1', 0, 2) === 'II'
  const [u16, u32] = isLittle
    ? [(at: number) => out.readUInt16LE(at), (at: number) => out.readUInt32LE(at)]
    : [(at: number) => out.readUInt16BE(at), (at: number) => out.readUInt32BE(at)]
  const first = u32(4)
  for (let i = 0, at = first + 2; i < u16(first); i++, at += 12) {
    if (u16(at) !== tag) continue
    // 4: a number of 32 bits
    if (isLittle) out.writeUInt32LE(value, out.writeUInt16LE(4, at + 2) + 4)
    else out.writeUInt32BE(value, out.writeUInt16BE(4, at + 2) + 4)
  }
  return out
}
test('what is no picture, says no place, is a bomb or too large is refused in words, and stands in the log as failed', async () => {
  const before = (await logs()).length
  const why = async (name: string, bytes: Buffer, fields: Record<string, string> = {}) => {
    const a = await send(admin, name, bytes, fields)
    return `${a.key}: ${a.msg}`
  }
  expect(await why('a.png', await png())).toContain('没有坐标，')
  expect(await why('a.png', await png(), { worldFile: WORLD_FILE })).toContain('没有坐标系')
  expect(await why('a.png', await png(), { worldFile: WORLD_FILE, epsg: '2437' })).toContain('不支持坐标系EPSG:2437')
  expect(await why('a.png', await png(), { worldFile: '1 2 3', epsg: '4544' })).toContain('坐标文件不正确')
  expect(await why('a.tif', Buffer.from('<html>no picture</html>'))).toContain('不完整或已损坏')
  const huge = await sharp({ create: { width: 12_000, height: 9000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(huge.length).toBeLessThan(2 ** 20)
  expect(await why('a.png', huge, { worldFile: WORLD_FILE, epsg: '4544' })).toContain('12000×9000超出上限')
  // a GeoTIFF that says of itself to be as large as a country, or to have a block of gigabytes: told by its head, no pixel is read
  const tif = await geoTiff()
  expect(await why('a.tif', retagged(tif, 256, 2_000_000_000))).toContain('2000000000×')
  expect(await why('a.tif', retagged(tif, 257, 4_000_000_000))).toContain('超出上限')
  const after = await logs()
  expect(after.length - before).toBe(8)
  expect(after.filter((l) => l.state === '2')).toHaveLength(8)
  // refused before it is read: nothing stands in the log
  expect(await why('a.jpg', await png())).toContain('image-unfit')
  expect(await why('a.png', Buffer.alloc(2 ** 20 + 1))).toContain('大小超过1MB')
  expect((await admin.upload(UPLOAD, { name: 'a.png', bytes: await png() }, { regionCode: '51' })).data.fields[0].field).toBe('regionCode')
  const county = await w.as('county')
  expect((await county.upload(UPLOAD, { name: 'a.tif', bytes: await geoTiff() }, { regionCode: PLACES.otherCounty })).key).toBe('out-of-region')
  expect((await send(village, 'a.tif', await geoTiff())).code).toBe(403)
  expect((await logs()).length).toBe(after.length)
})

test('world files and places are read as they are', () => {
  expect(readWorldFile('0.5\n0\n0\n-0.5\n100.25\n199.75\n')).toEqual({ x: 100, y: 200, dx: 0.5, dy: 0.5 })
  for (const bad of ['', '1 0 0 1 0 0', '1 0.1 0 -1 0 0', 'a 0 0 -1 0 0']) expect([bad, readWorldFile(bad)]).toEqual([bad, undefined])
  expect(extentOfPicture({ x: 500_000, y: 3_300_000, dx: 1, dy: 1 }, 100, 100, 4544)![0]).toBeCloseTo(105, 6)
  expect(extentOfPicture({ x: 35_500_000, y: 3_300_000, dx: 1, dy: 1 }, 100, 100, 4523)![0]).toBeCloseTo(105, 6)
  expect(extentOfPicture({ x: 1e12, y: 0, dx: 1, dy: 1 }, 100, 100, 4544)).toBeUndefined()
  expect(projectionOfEpsg(2437)).toBeUndefined()
})
