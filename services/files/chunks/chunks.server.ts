import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRefusal, problems, type Problem } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { route, DeferredResponse, type Again, type RequestFacts, type Route, type TextInput, type Run, reading } from '../../../kit/server/route.server.ts'
import type { Fields } from '../../../kit/model/resource.ts'
import type { Attach } from '../attach.ts'
import { addRow, ATTACH_PATH, out, placed, attachmentPlace, attachmentRow, sameFile, type AttachmentPlace } from '../attachments.server.ts'
import { bodies, CHECK, CHUNK_LIMITS, MARK, percentOf, UPLOAD_STATUS } from './chunk.ts'
import * as store from './chunk-store.server.ts'
import { digestsOf, keptName, MAX_FILE, takeIn } from '../intake/intake.server.ts'
import type { Filing, Frozen } from '../owners.server.ts'
import { fileProblems } from '../problems.ts'
import type { Scan } from '../intake/scan.server.ts'
import type { Storage } from '../storage/storage.server.ts'

type Merging = TextInput<'attachMd5' | 'attachName' | 'businessId' | 'businessItem' | 'fileName' | 'sha256'>
const malformed = (zh: string, en: string) => problems.badRequest({ zh: `${zh}不正确`, en: `${en} is malformed` })
/** The browser's key of a file. It names an upload of this person and nothing else. */
function keyOf(input: TextInput<'attachMd5'>): string {
  const key = (input.attachMd5 ?? '').toLowerCase()
  if (!/^[0-9a-z]{16,64}$/.test(key)) throw malformed('文件摘要', 'The digest of the file')
  return key
}
function shaOf(input: TextInput<'sha256'>): string | undefined {
  const sha = (input.sha256 ?? '').toLowerCase()
  if (sha && !/^[0-9a-f]{64}$/.test(sha)) throw malformed('文件摘要', 'The digest of the file')
  return sha || undefined
}
function whole(v: unknown, max: number, zh: string, en: string, min = 1, tooMany: (max: number) => Problem = () => malformed(zh, en)): number {
  const n = Number(v)
  if (!/^\d{1,10}$/.test(String(v ?? '')) || n < min) throw malformed(zh, en)
  if (n > max) throw tooMany(max)
  return n
}
interface Sent extends store.Facts {
  chunkMd5: string
  chunkIndex: number
}
/** A chunk's facts as the form names them. Source: platform.md 3 (chunk upload record). */
function sentOf(input: TextInput<keyof typeof bodies.uploadChunk>, size: number): Sent {
  const chunkMd5 = (input.chunkMd5 ?? '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(chunkMd5)) throw malformed('分片摘要', 'The digest of the chunk')
  if (whole(input.chunkSize, CHUNK_LIMITS.chunkBytes, '分片大小', 'chunkSize') !== size) throw fileProblems.damaged()
  return {
    attachMd5: keyOf(input),
    attachName: keptName(input.attachName ?? ''),
    attachSize: whole(input.attachSize, MAX_FILE, '文件大小', 'attachSize', 1, (max) => fileProblems.tooLarge({ kb: Math.floor(max / 1024) })),
    attachChunk: whole(input.attachChunk, CHUNK_LIMITS.chunks, '分片数量', 'attachChunk'),
    chunkMd5,
    chunkIndex: whole(input.chunkIndex, CHUNK_LIMITS.chunks, '分片序号', 'chunkIndex', 0),
  }
}

/** Where an upload of the caller stands: status, percent and what is there. */
async function standOf(ctx: Ctx, attachMd5: string) {
  const upload = await store.uploadOf(ctx, attachMd5)
  if (!upload) return { status: UPLOAD_STATUS.fileAbsent, percentage: 0, uploaded: 0, total: 0, attachId: null }
  if (upload.attachId !== null)
    return { status: UPLOAD_STATUS.complete, percentage: MARK.done, uploaded: upload.attachChunk, total: upload.attachChunk, attachId: upload.attachId }
  const chunks = await store.chunksOf(ctx, upload.id)
  return {
    status: chunks.length ? UPLOAD_STATUS.chunkUploaded : UPLOAD_STATUS.chunkAbsent,
    percentage: percentOf(chunks, upload.attachSize),
    uploaded: chunks.length,
    total: upload.attachChunk,
    attachId: null,
  }
}
/** What is to be done with a file: the code of check-file. Source: platform.md 4. */
async function checked(ctx: Ctx, input: TextInput<'attachMd5' | 'sha256'>) {
  const key = keyOf(input)
  const same = await sameFile(ctx, key, shaOf(input))
  if (same) return { code: CHECK.exists, attachId: same.id }
  const upload = await store.uploadOf(ctx, key)
  const chunks = upload?.attachId === null ? await store.chunksOf(ctx, upload.id) : []
  if (chunks.length === 0) return { code: CHECK.absent, attachId: null }
  return { code: store.isUploadComplete(upload!, chunks) ? CHECK.whole : CHECK.partly, attachId: null }
}

/** What was merged already, at the place that a merge asks for. */
async function mergedAt(ctx: Ctx, frozen: Frozen, row: Attach, name: string, place: AttachmentPlace): Promise<Attach> {
  const same = (row.businessId ?? null) === place.businessId && (row.businessItem ?? '') === place.businessItem
  return same ? row : placed(ctx, frozen, row, name, place)
}

type ChunkFiling = Filing & { storage: Storage; dataDir: string; scan?: Scan | undefined }
type ChunkParts = ChunkFiling & { folder: ReturnType<typeof store.chunkFolder> }
/** Keeps a chunk that arrived. */
async function receive({ folder }: ChunkParts, ctx: Ctx, input: TextInput<keyof typeof bodies.uploadChunk>, f: RequestFacts) {
  const { path, size } = f.upload!
  const sent = sentOf(input, size)
  const upload = await store.begin(ctx, sent)
  return new DeferredResponse(async (again) => {
    if ((await digestsOf([path])).md5 !== sent.chunkMd5) throw fileProblems.damaged()
    const file = await folder.keep(upload.id, path)
    const kept = await again((next) => store.addChunk(next, upload, { chunkIndex: sent.chunkIndex, chunkMd5: sent.chunkMd5, chunkSize: size, file }))
    if (!kept) await folder.drop(upload.id, file)
    return { code: kept ? UPLOAD_STATUS.chunkUploaded : UPLOAD_STATUS.chunkExists, chunkIndex: sent.chunkIndex, chunkMd5: sent.chunkMd5 }
  })
}

const done = (row: Attach) => ({ code: UPLOAD_STATUS.merged, attachId: row.id, ...out(row) })
/** Lays the chunks end to end, takes the file in, and makes its row in one transaction with the end of the upload. */
async function merged(
  { storage, dataDir, frozen, scan, folder }: ChunkParts,
  again: Again,
  upload: store.UploadRow,
  chunks: readonly store.ChunkRow[],
  o: { tenantId: string; place: AttachmentPlace; name: string; sha256?: string },
) {
  /** What the upload has become when another merge of it was first, at the place that this one asks for. */
  const become = async (next: Ctx): Promise<Attach | undefined> => {
    const held = await store.uploadOf(next, upload.attachMd5, true)
    return held?.id === upload.id && held.attachId !== null ? mergedAt(next, frozen, await attachmentRow(next, held.attachId), o.name, o.place) : undefined
  }
  /** Chunks that are not there: another merge has used them, or they are lost and have to be sent again. */
  const without = async (lost: readonly store.ChunkRow[]) => {
    const row = await again(async (next) => {
      const there = await become(next)
      if (!there && lost.length)
        await store.dropChunks(
          next,
          upload.id,
          lost.map((c) => c.chunkIndex),
        )
      return there
    })
    return row ? done(row) : { code: CHECK.partly, attachId: null }
  }
  const lost = await folder.lost(upload.id, chunks)
  if (lost.length) return without(lost)
  const temp = join(dataDir, 'tmp', `up-merge-${randomUUID()}`)
  await mkdir(join(dataDir, 'tmp'), { recursive: true })
  try {
    const paths = chunks.map((c) => folder.pathOf(upload.id, c.file))
    const digests = await digestsOf(paths, temp).catch((e: NodeJS.ErrnoException) => {
      if (e.code !== 'ENOENT') throw e
    })
    if (!digests) return await without(await folder.lost(upload.id, chunks))
    if (o.sha256 && o.sha256 !== digests.sha256) {
      await again((next) => store.dropChunks(next, upload.id))
      throw fileProblems.damaged()
    }
    const file = await takeIn(storage, temp, o.name, { tenantId: o.tenantId, known: digests, scan }).catch(async (e: unknown) => {
      // bytes that are refused once are refused for ever: nothing is left to resume
      if (isRefusal(e)) {
        await again((next) => store.dropUpload(next, upload.id))
        await folder.drop(upload.id)
      }
      throw e
    })
    const row = await again(async (next) => {
      const there = await become(next)
      if (there) return there
      // begun anew meanwhile
      if ((await store.uploadOf(next, upload.attachMd5))?.id !== upload.id) return undefined
      const id = await addRow(next, frozen, file, o.place)
      await store.closeChunks(next, upload.id, id)
      return attachmentRow(next, id)
    })
    if (row?.ossName !== file.ossName) await storage.remove(file.ossName)
    if (!row) throw problems.changed()
    await folder.drop(upload.id)
    return done(row)
  } finally {
    await rm(temp, { force: true })
  }
}

/** Merges an upload whose chunks are all there, at the place that is named. */
async function merge(p: ChunkParts, ctx: Ctx, input: Merging) {
  const upload = await store.uploadOf(ctx, keyOf(input))
  if (!upload) return { code: CHECK.absent, attachId: null }
  const place = await attachmentPlace(ctx, p, input)
  const name = keptName(input.attachName || input.fileName || upload.attachName)
  const sha256 = shaOf(input)
  const at = async (attachId: string) => done(await mergedAt(ctx, p.frozen, await attachmentRow(ctx, attachId), name, place))
  if (upload.attachId !== null) return at(upload.attachId)
  const chunks = await store.chunksOf(ctx, upload.id)
  if (!store.isUploadComplete(upload, chunks)) {
    // another merge may have ended between these two readings
    const now = await store.uploadOf(ctx, upload.attachMd5)
    if (now?.id === upload.id && now.attachId !== null) return at(now.attachId)
    return { code: chunks.length ? CHECK.partly : CHECK.absent, attachId: null }
  }
  return new DeferredResponse((again) => merged(p, again, upload, chunks, { tenantId: ctx.who.tenantId, place, name, ...(sha256 ? { sha256 } : {}) }))
}

/** Puts a file that is stored already at a further place. */
async function copy(p: ChunkParts, ctx: Ctx, input: Merging) {
  const source = await sameFile(ctx, keyOf(input), shaOf(input))
  if (!source || !(await p.storage.has(source.ossName!))) return { code: UPLOAD_STATUS.fileAbsent, attachId: null }
  const name = keptName(input.attachName || input.fileName || String(source.name))
  // another extension would promise another content
  if (!name.toLowerCase().endsWith(`.${source.extension}`)) throw fileProblems.type({ accept: source.extension ?? '' })
  const row = await placed(ctx, p.frozen, source, name, await attachmentPlace(ctx, p, input))
  return { code: UPLOAD_STATUS.copied, attachId: row.id, ...out(row) }
}

/** Chunked upload. Everything on disk happens between two short transactions; what a killed server leaves is resumed or swept. */
export function chunkRoutes(filing: ChunkFiling): Route[] {
  const folder = store.chunkFolder(filing.dataDir)
  const p: ChunkParts = { ...filing, folder }
  const post = <B extends Fields>(verb: string, summary: string, body: B, run: Run<NoInfer<keyof B & string>, NoInfer<B>, 'POST'>) =>
    route({
      method: 'POST',
      path: `${ATTACH_PATH}/${verb}`,
      perm: 'attach_add',
      scope: 'land',
      audit: `attach.${verb}`,
      summary,
      body,
      query: Object.keys(body) as (keyof B & string)[],
      run,
    })
  const get = <const Q extends string>(verb: string, summary: string, query: readonly Q[], run: Run<NoInfer<Q>>) =>
    reading('land', 'attach_add')(`${ATTACH_PATH}/${verb}`, summary, query, run)

  return [
    {
      ...post('upload-chunk', '上传分片', bodies.uploadChunk, (ctx, input, f) => receive(p, ctx, input, f)),
      query: [],
      upload: { maxBytes: CHUNK_LIMITS.chunkBytes, chunk: true },
    },
    post('check-file', '检查文件', bodies.checkFile, checked),
    post('check-chunk', '检查分片', bodies.checkChunk, async (ctx, input) => {
      const upload = await store.uploadOf(ctx, keyOf(input))
      const chunks = upload?.attachId === null ? await store.chunksOf(ctx, upload.id) : []
      const known = chunks.some((c) => c.chunkMd5 === (input.chunkMd5 ?? '').toLowerCase())
      return { code: known ? UPLOAD_STATUS.chunkExists : UPLOAD_STATUS.chunkAbsent }
    }),
    post('merge-chunk', '合并分片', bodies.mergeChunk, (ctx, input) => merge(p, ctx, input)),
    post('copy-file', '复制已有文件', bodies.copyFile, (ctx, input) => copy(p, ctx, input)),
    post('give-up', '放弃上传', bodies.giveUp, async (ctx, input) => {
      const upload = await store.uploadOf(ctx, keyOf(input), true)
      if (upload?.attachId !== null) return null
      await store.dropUpload(ctx, upload.id)
      return new DeferredResponse(() => folder.drop(upload.id))
    }),
    get('list-chunkMd5', '已上传分片', ['attachMd5'], async (ctx, q) => {
      const upload = await store.uploadOf(ctx, keyOf(q))
      return upload?.attachId === null ? (await store.chunksOf(ctx, upload.id)).map((c) => c.chunkMd5) : []
    }),
    get('chunk-upload-progress', '分片上传进度', ['attachMd5'], (ctx, q) => standOf(ctx, keyOf(q))),
    get('uploadPercentage', '未完成的上传', [], async (ctx) => {
      const uploads = []
      for (const u of await store.underWay(ctx)) {
        const { percentage } = await standOf(ctx, u.attachMd5)
        uploads.push({ attachMd5: u.attachMd5, attachName: u.attachName, attachSize: u.attachSize, percentage })
      }
      const percentage = uploads.length ? Math.floor(uploads.reduce((n, u) => n + u.percentage, 0) / uploads.length) : MARK.done
      return { percentage, uploads }
    }),
  ]
}
