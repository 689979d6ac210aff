import { typedRows } from '../../../kit/server/any-query.server.ts'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { holdTurn } from '../../../platform/definitions/turn.server.ts'
import { toDisk } from '../../../runtime/keep-file.server.ts'
import { isWhole, CHUNK_LIMITS, type Chunk } from './chunk.ts'
import { fileProblems } from '../problems.ts'
import { requireRoom } from '../quota.server.ts'

/** An upload of the caller, as its row. Sizes in bytes. */
export interface UploadRow {
  id: string
  attachMd5: string
  attachName: string
  attachSize: number
  attachChunk: number
  attachId: string | null
}
export interface ChunkRow extends Chunk {
  chunkMd5: string
  file: string
}
export interface Facts {
  attachMd5: string
  attachName: string
  attachSize: number
  attachChunk: number
}

const numbers = <T extends { attachSize: unknown }>(row: T) => ({ ...row, attachSize: Number(row.attachSize) }) as T & { attachSize: number }
const mine = (ctx: Ctx) =>
  ctx.db
    .selectFrom('attach_upload')
    .select(['id', 'attachMd5', 'attachName', 'attachSize', 'attachChunk', 'attachId'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('userId', '=', ctx.who.userId)

/** The caller's own upload under a key; other people's do not exist. Locked until the transaction ends when `lock` is set. */
export async function uploadOf(ctx: Ctx, attachMd5: string, lock = false): Promise<UploadRow | undefined> {
  let q = mine(ctx).where('attachMd5', '=', attachMd5)
  if (lock) q = q.forUpdate()
  const row = await q.executeTakeFirst()
  return row && (numbers(row) as UploadRow)
}
/** Uploads of the caller that are not merged yet, newest first. */
export const underWay = async (ctx: Ctx): Promise<UploadRow[]> =>
  (await typedRows<UploadRow>(mine(ctx).where('attachId', 'is', null).orderBy('updateTime', 'desc'))).map(numbers)
/** Chunks of an upload that have arrived, in order. */
export const chunksOf = (ctx: Ctx, uploadId: string): Promise<ChunkRow[]> =>
  ctx.db
    .selectFrom('attach_chunk')
    .select(['chunkIndex', 'chunkMd5', 'chunkSize', 'file'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('uploadId', '=', uploadId)
    .orderBy('chunkIndex')
    .execute() as Promise<ChunkRow[]>

/** The caller's upload of a file, begun if there is none; one that was merged, or is about a file of other measures, begins anew. */
export async function begin(ctx: Ctx, f: Facts): Promise<UploadRow> {
  const known = await uploadOf(ctx, f.attachMd5, true)
  if (known && known.attachId === null && known.attachSize === f.attachSize && known.attachChunk === f.attachChunk) return known
  if (known) await dropUpload(ctx, known.id)
  await holdTurn(ctx)
  if ((await underWay(ctx)).length >= CHUNK_LIMITS.uploads) throw fileProblems.tooManyUploads({ max: CHUNK_LIMITS.uploads })
  await requireRoom(ctx, f.attachSize)
  const { attachMd5, attachName, attachSize, attachChunk } = f
  const measures = { attachMd5, attachName, attachSize, attachChunk }
  const row = { id: ctx.newId(), tenantId: ctx.who.tenantId, userId: ctx.who.userId, ...measures, createTime: ctx.now, updateTime: ctx.now }
  // of two chunks that come first at once, one begins the upload
  await ctx.db
    .insertInto('attach_upload')
    .values(row)
    .onConflict((c) => c.columns(['tenantId', 'userId', 'attachMd5']).doNothing())
    .execute()
  return (await uploadOf(ctx, f.attachMd5))!
}
/** Forgets an upload; the rows of its chunks go with it. */
export async function dropUpload(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.deleteFrom('attach_upload').where('tenantId', '=', ctx.who.tenantId).where('id', '=', id).execute()
}
/** Forgets chunks, so that they are sent again. */
export async function dropChunks(ctx: Ctx, uploadId: string, indexes?: readonly number[]): Promise<void> {
  let q = ctx.db.deleteFrom('attach_chunk').where('tenantId', '=', ctx.who.tenantId).where('uploadId', '=', uploadId)
  if (indexes) q = q.where('chunkIndex', 'in', indexes)
  await q.execute()
}
/** Keeps a chunk that lies on disk. Answers false when the same chunk was there already (or its upload is over): its file is not needed. */
export async function addChunk(ctx: Ctx, upload: UploadRow, c: ChunkRow): Promise<boolean> {
  const held = await uploadOf(ctx, upload.attachMd5, true)
  if (held?.id !== upload.id || held.attachId !== null) return false
  const before = (await chunksOf(ctx, upload.id)).find((x) => x.chunkIndex === c.chunkIndex)
  if (before?.chunkMd5 === c.chunkMd5 && before.chunkSize === c.chunkSize) return false
  if (before) await dropChunks(ctx, upload.id, [c.chunkIndex])
  await ctx.db
    .insertInto('attach_chunk')
    .values({ tenantId: ctx.who.tenantId, uploadId: upload.id, ...c })
    .execute()
  await ctx.db.updateTable('attach_upload').set({ updateTime: ctx.now }).where('tenantId', '=', ctx.who.tenantId).where('id', '=', upload.id).execute()
  return true
}
/** The upload has become an attachment; its chunks are forgotten. */
export async function closeChunks(ctx: Ctx, uploadId: string, attachId: string): Promise<void> {
  await dropChunks(ctx, uploadId)
  await ctx.db.updateTable('attach_upload').set({ attachId, updateTime: ctx.now }).where('tenantId', '=', ctx.who.tenantId).where('id', '=', uploadId).execute()
}
/** Whether merging may begin. */
export const isUploadComplete = (upload: UploadRow, chunks: readonly ChunkRow[]): boolean => isWhole(chunks, upload)

const NAME = /^[0-9a-f]{32}$/
/** The folder of chunks: one folder an upload, random names, so that a chunk that comes twice never touches the first one. */
export function chunkFolder(dataDir: string) {
  const root = join(dataDir, 'chunks')
  const folderOf = (uploadId: string) => {
    if (!/^\d{1,19}$/.test(uploadId)) throw new Error('not an upload')
    return join(root, uploadId)
  }
  const pathOf = (uploadId: string, file: string) => {
    if (!NAME.test(file)) throw new Error('not a name of a chunk')
    return join(folderOf(uploadId), file)
  }
  return {
    root,
    pathOf,
    /** Moves a received file here; it is on disk when this returns. Answers its name. */
    async keep(uploadId: string, received: string): Promise<string> {
      const file = randomBytes(16).toString('hex')
      await mkdir(folderOf(uploadId), { recursive: true })
      await toDisk(received)
      await rename(received, pathOf(uploadId, file)).catch(async (e: NodeJS.ErrnoException) => {
        if (e.code !== 'EXDEV') throw e
        await copyFile(received, pathOf(uploadId, file))
      })
      await toDisk(folderOf(uploadId))
      return file
    },
    /** Chunks whose file is not there, or not whole. */
    async lost(uploadId: string, chunks: readonly ChunkRow[]): Promise<ChunkRow[]> {
      const sizes = await Promise.all(
        chunks.map((c) =>
          stat(pathOf(uploadId, c.file)).then(
            (s) => s.size,
            () => -1,
          ),
        ),
      )
      return chunks.filter((c, i) => sizes[i] !== c.chunkSize)
    },
    drop: (uploadId: string, file?: string) => rm(file ? pathOf(uploadId, file) : folderOf(uploadId), { recursive: true, force: true }),
  }
}
