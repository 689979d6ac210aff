import { problem, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { FileAnswer, ids, type Input, type RequestFacts, type Route, type Slice, type Upload } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { attach, type Attach } from './attach.ts'
import { ACCEPTED, contentType, extensionOf } from './content.server.ts'
import type { Storage } from './storage.server.ts'
import { isId } from '../../kit/model/resource.ts'

export const fileProblems = {
  nameTooLong: problem(400, 'file-name', () => ({ zh: '上传失败，文件名称长度不能超过64位', en: 'Upload failed: the file name has more than 64 characters' })),
  type: problem<{ accept: string }>(400, 'file-type', (d) => ({ zh: `上传失败，只允许上传${d.accept}文件`, en: `Upload failed: only ${d.accept} files` })),
  archived: problem(409, 'E5001', () => ({ zh: '附件已归档，不能删除', en: 'The attachment is archived and cannot be removed' })),
}
const NAME_MAX = 64
const MAX_BYTES = 200 * 1024 * 1024
const out = (a: Attach) => ({
  id: a.id,
  name: a.name,
  url: `/api/cpt-resource/attach/endpoint/preview?id=${a.id}`,
  ossName: a.ossName,
  ossUrl: '',
  extension: a.extension,
  attachSize: a.attachSize,
  status: 'success',
  businessId: a.businessId,
  businessItem: a.businessItem,
  sha256: a.sha256,
  createTime: a.createTime,
})

/** Stores bytes that our own code made (a PDF) as an attachment. Answers the row. */
export async function storeBuffer(
  ctx: Ctx,
  storage: Storage,
  bytes: Buffer,
  a: { name: string; contentType: string; sha256: string; regionCode: string; businessId?: string; businessItem: string },
): Promise<string> {
  const ossName = await storage.put(bytes)
  return rows.insert(ctx, attach, { ...a, ossName, extension: extensionOf(a.name), attachSize: bytes.length, locked: 0, businessId: a.businessId ?? null })
}
/** Attachments of a business (and kind), oldest first. */
export function attachmentsOf(ctx: Ctx, businessId: string, businessItem?: string): Promise<Attach[]> {
  let q = scoped(ctx, attach).selectAll('attach').where('attach.businessId', '=', businessId)
  if (businessItem) q = q.where('attach.businessItem', '=', businessItem)
  return q.orderBy('attach.id').execute() as Promise<Attach[]>
}
/** Bytes of an attachment within the caller's scope. */
export async function readAttachment(ctx: Ctx, storage: Storage, id: string): Promise<{ row: Attach; bytes: Buffer }> {
  const row = (await rows.get(ctx, attach, id)) as unknown as Attach
  return { row, bytes: await storage.read(row.ossName!) }
}

/** Takes an uploaded file into the store as an attachment. Answers the family's upload shape. */
export async function storeUpload(ctx: Ctx, storage: Storage, upload: Upload, input: Input) {
  const name = String(input.fileName || upload.name).normalize('NFC')
  if ([...name.replace(/\.[^.]*$/, '')].length > NAME_MAX) throw fileProblems.nameTooLong()
  const type = await contentType(upload.path, name)
  if (!type) throw fileProblems.type({ accept: ACCEPTED.join('、') })
  if (input.businessId && !isId(String(input.businessId))) throw problems.badRequest({ zh: '业务编号不正确', en: 'The business id is malformed' })
  const ossName = await storage.put(upload.path)
  const id = await rows.insert(ctx, attach, {
    regionCode: ctx.who.regionCode.length >= 6 ? ctx.who.regionCode : '510000',
    name,
    ossName,
    extension: extensionOf(name),
    contentType: type,
    attachSize: upload.size,
    sha256: upload.sha256,
    businessId: input.businessId ? String(input.businessId) : null,
    businessItem: String(input.businessItem ?? '').slice(0, 64),
    locked: 0,
  })
  return out((await rows.get(ctx, attach, id)) as unknown as Attach)
}

/** The attachment calls that the main job needs. Chunks, rename and archives come with the file slice's full set. */
export function filesSlice(storage: Storage): Slice {
  const at = (p: string) => `/cpt-resource/attach/endpoint/${p}`
  const send = async (ctx: Ctx, q: Input, inline: boolean) => {
    const row = (await rows.get(ctx, attach, String(q.id ?? ''))) as unknown as Attach
    return new FileAnswer(row.name, row.contentType ?? 'application/octet-stream', storage.stream(row.ossName!), inline)
  }
  const routes: Route[] = [
    {
      method: 'POST',
      path: at('upload'),
      perm: 'attach_add',
      scope: 'land',
      audit: 'attach.add',
      summary: '上传附件',
      upload: { maxBytes: MAX_BYTES },
      run: (ctx, input, f: RequestFacts) => storeUpload(ctx, storage, f.upload!, input),
    },
    {
      method: 'GET',
      path: at('list-by-businessId'),
      perm: 'attach_view',
      scope: 'land',
      audit: 'read',
      summary: '按业务查询附件',
      query: ['businessId', 'businessItem'],
      run: async (ctx, q) =>
        isId(String(q.businessId ?? '')) ? (await attachmentsOf(ctx, String(q.businessId), q.businessItem ? String(q.businessItem) : undefined)).map(out) : [],
    },
    {
      method: 'GET',
      path: at('download'),
      perm: 'attach_view',
      scope: 'land',
      audit: 'read',
      summary: '下载附件',
      query: ['id'],
      run: (ctx, q) => send(ctx, q, false),
    },
    {
      method: 'GET',
      path: at('preview'),
      perm: 'attach_view',
      scope: 'land',
      audit: 'read',
      summary: '预览附件',
      query: ['id', 'fileName'],
      run: (ctx, q) => send(ctx, q, true),
    },
    {
      method: 'DELETE',
      path: at('remove'),
      perm: 'attach_delete',
      scope: 'land',
      audit: 'attach.delete',
      summary: '删除附件',
      query: ['ids'],
      run: async (ctx, q) => {
        for (const id of ids(q)) if ((await rows.get(ctx, attach, id)).locked) throw fileProblems.archived()
        await rows.remove(ctx, attach, ids(q))
      },
    },
  ]
  return { name: 'files', resources: [attach], routes }
}
