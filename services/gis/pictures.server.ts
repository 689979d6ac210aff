import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { int, note, ref, region, text } from '../../kit/model/field.ts'
import { invalidField, Problem } from '../../kit/model/problem.ts'
import { isId, type Row } from '../../kit/model/resource.ts'
import { typedRows } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { requireRegion, scoped } from '../../kit/server/query.server.ts'
import {
  asFile,
  asKept,
  DeferredResponse,
  FileResponse,
  ids,
  isSame,
  tagOf,
  reading,
  route,
  Unchanged,
  type RequestFacts,
  type Route,
  type TextInput,
} from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { standingThread } from '../../runtime/standing-thread.server.ts'
import { inThread } from '../../runtime/thread.server.ts'
import type { Storage } from '../files/storage/storage.server.ts'
import { gis_layer, LAYER_SOURCE } from './gis.ts'
import { FORMATS, image_config, image_log, IMAGE_STATE, MOST_MB } from './image.ts'
import type { PartTask, PictureFacts, PictureWork, PlacedPicture, TileMosaic, TileTask } from './picture.server.ts'
import { shownLayers } from './layers.server.ts'
import { gisProblems } from './problems.ts'
import { seen } from './seen.server.ts'
import { numberOfTile } from './tile-number.ts'
import { readFormats } from './texts.ts'

/** Where pictures lie, and where copies of them lie while tiles are drawn. */
export interface PictureParts {
  storage: Storage
  dataDir: string
}
/** The time of an upload, when its file has come. Source: land-contract.md 7. */
const UPLOAD_SECONDS = 20
const WORKER = new URL('./picture-worker.server.ts', import.meta.url)
/** A file as a reader of pictures gets it. */
const work = <Out>(task: PictureWork): Promise<Out> =>
  inThread<Out>(WORKER, task, { heapMb: 256, workMs: UPLOAD_SECONDS * 1000, tooLarge: () => gisProblems.slow({ seconds: UPLOAD_SECONDS }) })

/** Tiles of pictures that were read whole when they came; a map asks for a dozen of them at once. */
const drawTile = standingThread<TileTask, Uint8Array | undefined>(new URL('./tile-worker.server.ts', import.meta.url), {
  heapMb: 256,
  workMs: UPLOAD_SECONDS * 1000,
  tooLarge: () => gisProblems.slow({ seconds: UPLOAD_SECONDS }),
})

type Config = Row<typeof image_config>
/** The configuration that is named, or the first that is enabled. @throws image-no-config */
async function configFor(ctx: Ctx, id: string | undefined): Promise<Config> {
  let q = seen(ctx, image_config).selectAll('image_config').where('image_config.isEnabled', '=', 1)
  if (id) q = q.where('image_config.id', '=', isId(id) ? id : '0')
  const found = await q.orderBy('image_config.sort').orderBy('image_config.id').limit(1).executeTakeFirst()
  if (!found) throw gisProblems.noUpload()
  return found as Config
}
const formatOf = (name: string) => {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const format = extension === 'tiff' ? 'tif' : extension === 'jpeg' ? 'jpg' : extension
  return FORMATS.find((f) => f === format)
}
type Fields = 'name' | 'regionCode' | 'configId' | 'worldFile' | 'epsg' | 'remark'
/** Takes a picture: it is read in a thread, kept, and becomes a layer. What became of it stands in the log either way. */
async function upload(ctx: Ctx, p: PictureParts, input: TextInput<Exclude<Fields, 'epsg'>> & { epsg?: number | undefined }, f: RequestFacts) {
  const file = f.upload!
  const regionCode = input.regionCode || ctx.who.regionCode
  if (regionCode.length < 6) throw invalidField('regionCode', { zh: '请选择行政区划', en: 'Please select a region' })
  requireRegion(ctx, regionCode)
  const config = await configFor(ctx, input.configId)
  const format = formatOf(file.name)
  const isFit = !!format && (readFormats(config.formats) ?? []).includes(format)
  if (!isFit) throw gisProblems.picture({ why: { zh: `只接受${config.formats}`, en: `only ${config.formats} is taken` } })
  if (file.size > config.maxSize * 2 ** 20)
    throw gisProblems.picture({ why: { zh: `大小超过${config.maxSize}MB`, en: `it has more than ${config.maxSize} MB` } })
  const name = (input.name || file.name.replace(/\.\w+$/, '')).slice(0, 100)
  const common = {
    regionCode,
    name,
    configId: config.id,
    fileName: file.name.slice(0, 255),
    fileSize: file.size,
    format,
    sha256: file.sha256,
    remark: input.remark ?? null,
  }
  return new DeferredResponse(async (again) => {
    let facts: PictureFacts
    try {
      facts = await work<PictureFacts>({ do: 'read', path: file.path, format, worldFile: input.worldFile, epsg: input.epsg })
    } catch (e) {
      if (e instanceof Problem)
        await again((next) => rows.insert(next, image_log, { ...common, state: IMAGE_STATE.failed, message: e.words.zh.slice(0, 254), finishTime: next.now }))
      throw e
    }
    const ossName = await p.storage.put(file.path, ctx.who.tenantId)
    return again(async (next) => {
      const { width, height, epsg, place, extent } = facts
      const id = await rows.insert(next, image_log, {
        ...common,
        width,
        height,
        epsg,
        ossName,
        place: JSON.stringify(place),
        extent: extent.map((v) => v.toFixed(7)).join(','),
        state: IMAGE_STATE.done,
        message: `${width}×${height}，EPSG:${epsg}`,
        finishTime: next.now,
      })
      const layerId = await rows.insert(next, gis_layer, {
        name: name.slice(0, 60),
        uuid: randomUUID(),
        groupName: config.groupName,
        source: LAYER_SOURCE.image,
        imageId: id,
        opacity: 100,
        isDefault: 0,
        isQueryable: 0,
        regionCode,
        isEnabled: 1,
        sort: 1,
      })
      return { id, layerId, width, height, epsg, extent }
    })
  })
}

/** Removes pictures with the layers that show them; their bytes go with the nightly sweep. */
async function removePictures(ctx: Ctx, list: readonly string[]): Promise<void> {
  const of = list.filter(isId)
  const shown = of.length ? await scoped(ctx, gis_layer).select('gis_layer.id').where('gis_layer.imageId', 'in', of).execute() : []
  await rows.remove(ctx, image_log, list)
  await rows.erase(
    ctx,
    gis_layer,
    shown.map((l) => l.id),
  )
}
/** Names of stored pictures that stand in a row, for the sweep of files. */
export async function filesOfPictures(tx: Tx, names: string[]): Promise<(string | null)[]> {
  const found = await tx.selectFrom('image_log').select('ossName').where('ossName', 'in', names).execute()
  return found.map((f) => f.ossName)
}

/** Copies that are being made, by name: whoever asks meanwhile waits for the same one. */
const copying = new Map<string, Promise<string>>()
/** The path of a stored picture: tiles are read out of the middle of a file, which a store elsewhere cannot do. */
async function localCopy(p: PictureParts, name: string): Promise<string> {
  const folder = join(p.dataDir, 'pictures')
  const path = join(folder, name)
  if (
    await stat(path).then(
      () => true,
      () => false,
    )
  )
    return path
  const made =
    copying.get(name) ??
    (async () => {
      await mkdir(folder, { recursive: true })
      const part = `${path}.${randomUUID()}.part`
      await pipeline(p.storage.stream(name), createWriteStream(part, { mode: 0o600 }))
      await rename(part, path)
      return path
    })().finally(() => copying.delete(name))
  copying.set(name, made)
  return made
}
/** A tile of one pixel that shows nothing: what lies beside a picture. */
const NOTHING = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
/** Changed whenever tiles are drawn differently. */
const DRAWN = 1
async function tile(ctx: Ctx, p: PictureParts, f: RequestFacts) {
  const { z, x, y } = numberOfTile(f)
  const row = await rows.get(ctx, image_log, f.params.id ?? '')
  if (row.state !== IMAGE_STATE.done || !row.ossName || !row.place) throw gisProblems.noLayer()
  const tag = tagOf([DRAWN, row.sha256, z, x, y].join(' '))
  if (isSame(f.headers['if-none-match'], tag)) return new Unchanged(tag)
  const { ossName, width, height, epsg, place, format } = row
  return new DeferredResponse(async () => {
    const path = await localCopy(p, ossName)
    const png = await drawTile({ path, format: format as 'tif', width: width!, height: height!, epsg: epsg!, place: JSON.parse(place), z, x, y })
    return new FileResponse(`${z}-${x}-${y}.png`, 'image/png', png ? Buffer.from(png) : NOTHING, true, tag)
  })
}

/** A picture of a layer that stands on a part of the ground, and how strong it is (0 to 1). */
export interface PictureOnGround {
  ossName: string
  picture: Omit<PlacedPicture, 'path'>
  opacity: number
}
/** The pictures of layers that are named, by the layer; what became of none is left out. */
export async function picturesOf(ctx: Ctx, layers: readonly string[]): Promise<ReadonlyMap<string, Omit<PictureOnGround, 'opacity'>>> {
  if (layers.length === 0) return new Map()
  const shown = await shownLayers(ctx).select(['gis_layer.id', 'gis_layer.imageId']).where('gis_layer.id', 'in', layers).execute()
  const wanted = shown.flatMap((l) => (l.imageId ? [l.imageId] : []))
  const found = wanted.length ? await typedRows<Row<typeof image_log>>(scoped(ctx, image_log).selectAll('image_log').where('image_log.id', 'in', wanted)) : []
  return new Map(
    shown.flatMap((l) => {
      const row = found.find((r) => r.id === l.imageId)
      if (row?.state !== IMAGE_STATE.done || !row.ossName || !row.place) return []
      const { ossName, width, height, epsg, place, format } = row
      return [[String(l.id), { ossName, picture: { format: format as 'tif', width: width!, height: height!, epsg: epsg!, place: JSON.parse(place) } }] as const]
    }),
  )
}
/** Pictures and tiles on a part of the ground, the lowest first, as JPEG; undefined where they have nothing of it. After the transaction. */
export async function drawnOnGround(
  p: PictureParts,
  part: Omit<PartTask, 'layers'>,
  layers: readonly (PictureOnGround | (TileMosaic & { opacity: number }))[],
): Promise<Uint8Array | undefined> {
  const own = await Promise.all(layers.map(async (l) => ('ossName' in l ? { ...l.picture, opacity: l.opacity, path: await localCopy(p, l.ossName) } : l)))
  return work<Uint8Array | undefined>({ do: 'part', ...part, layers: own })
}

/** Pictures: upload, tiles, and the removal of what the log holds. Source: land-contract.md 7; screens.md G3. */
export const pictureRoutes = (p: PictureParts): Route[] => [
  route({
    method: 'POST',
    path: '/yzt/upload/uploadYztFile',
    perm: 'image_log_add',
    scope: 'land',
    audit: 'image_log.upload',
    summary: '上传影像',
    body: {
      name: text('影像名称', { en: 'Name', max: 100 }),
      regionCode: region('行政区划', { en: 'Region' }),
      configId: ref('上传配置', 'image_config', { en: 'Configuration' }),
      worldFile: note('坐标文件', { en: 'World file', max: 500 }),
      epsg: int('坐标系', { en: 'Coordinate system', min: 1, max: 99_999 }),
      remark: note('备注', { en: 'Remark', max: 254 }),
    },
    upload: { maxBytes: MOST_MB * 2 ** 20 },
    run: (ctx, input, f) => upload(ctx, p, input, f),
  }),
  asKept(asFile(reading('land', 'map_view')('/yzt/image/{id}/{z}/{x}/{y}', '影像瓦片', [], (ctx, _, f) => tile(ctx, p, f)))),
  {
    method: 'POST',
    path: `${image_log.path}/remove`,
    perm: 'image_log_delete',
    scope: 'land',
    audit: 'image_log.delete',
    summary: '删除影像',
    query: ['ids'],
    answer: 'nothing',
    run: (ctx, q) => removePictures(ctx, ids(q)),
  },
]
