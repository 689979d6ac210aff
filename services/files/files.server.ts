import { route, DeferredResponse, crud, ids, type RequestFacts, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { text } from '../../kit/model/field.ts'
import { problems } from '../../kit/model/problem.ts'
import { isId } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { attach_bin } from './bin.ts'
import { binRoutes } from './bin.server.ts'
import { attach, type Attach } from './attach.ts'
import {
  addRow,
  ATTACH_PATH,
  attachmentsOf,
  out,
  outWithNames,
  attachmentPlace,
  removeAttachments,
  requireNotFrozen,
  attachmentRow,
} from './attachments.server.ts'
import { bodies } from './chunks/chunk.ts'
import { chunkRoutes } from './chunks/chunks.server.ts'
import { keptName, takeIn } from './intake/intake.server.ts'
import { extensionOf } from './names.ts'
import { offlinePdfRoute } from './offline-pdf.server.ts'
import { orderRoute } from './order.server.ts'
import { filedUnder, type Filing } from './owners.server.ts'
import { fileProblems } from './problems.ts'
import { requireRoom } from './quota.server.ts'
import { servingRoutes } from './serve.server.ts'
import type { Scan } from './intake/scan.server.ts'
import type { Storage } from './storage/storage.server.ts'
import { zipRoute } from './zip.server.ts'

export { attachmentsOf, readAttachment } from './attachments.server.ts'

/** Bytes of a file that comes in one piece. */
const MAX_BYTES = 200 * 1024 * 1024

/** The attachment calls; `owners` are the definitions on whose rows files hang, `frozen` says which of them are evidence. Source: platform.md 7 (cpt-resource); platform-api.md 3.17. */
export function filesSlice(o: Filing & { storage: Storage; dataDir: string; sealer: Sealer; scan?: Scan | undefined }): Slice {
  const { storage, sealer, owners, frozen } = o
  const filed = filedUnder(owners)
  const upload = async (ctx: Ctx, input: TextInput<'businessId' | 'businessItem' | 'fileName'>, f: RequestFacts) => {
    const file = f.upload!
    const name = keptName(input.fileName || file.name)
    const place = await attachmentPlace(ctx, o, input)
    await requireRoom(ctx, file.size)
    return new DeferredResponse(async (again) => {
      const stored = await takeIn(storage, file.path, name, { tenantId: ctx.who.tenantId })
      return again(async (next) => out(await attachmentRow(next, await addRow(next, frozen, stored, place))))
    })
  }
  /** Another name; what the extension promises stays. */
  const rename = async (ctx: Ctx, input: TextInput<'id' | 'name'> & { readonly rev?: unknown }) => {
    if (!isId(input.id ?? '')) throw problems.notFound({ zh: attach.label, en: attach.en })
    const row = await attachmentRow(ctx, input.id, true)
    if (row.locked) throw fileProblems.sealed()
    await requireNotFrozen(ctx, frozen, [row])
    const typed = input.name ?? ''
    const name = keptName(extensionOf(typed) === row.extension ? typed : `${typed}.${row.extension}`)
    await rows.update(ctx, attach, row.id, { name }, rows.ifSaid(input))
    return out(await attachmentRow(ctx, row.id))
  }
  const list: Route['run'] = async (ctx, q) => {
    const page = (await crud(filed).list.run(ctx, q, { headers: {}, params: {}, cookies: {} })) as { records: Attach[] }
    return { ...page, records: page.records.map((a) => ({ ...a, originalName: a.name, link: `/api${ATTACH_PATH}/preview?id=${a.id}` })) }
  }
  const remove = {
    method: 'DELETE',
    path: `${ATTACH_PATH}/remove`,
    perm: 'attach_delete',
    scope: 'land',
    audit: 'attach.delete',
    summary: '删除附件',
    query: ['ids'],
    run: (ctx, q) => removeAttachments(ctx, frozen, ids(q)),
  } satisfies Route
  const routes: Route[] = [
    route({
      method: 'POST',
      path: `${ATTACH_PATH}/upload`,
      perm: 'attach_add',
      scope: 'land',
      audit: 'attach.add',
      summary: '上传附件',
      body: bodies.upload,
      upload: { maxBytes: MAX_BYTES },
      run: upload,
    }),
    route({
      method: 'GET',
      path: `${ATTACH_PATH}/list-by-businessId`,
      perm: 'attach_view',
      scope: 'land',
      audit: 'read',
      summary: '按业务查询附件',
      query: ['businessId', 'businessItem'],
      run: async (ctx, q) =>
        q.businessId && isId(q.businessId) ? outWithNames(ctx, await attachmentsOf(ctx, q.businessId, q.businessItem || undefined, filed)) : [],
    }),
    route({
      method: 'POST',
      path: `${ATTACH_PATH}/update`,
      perm: 'attach_edit',
      scope: 'land',
      audit: 'attach.update',
      summary: '附件重命名',
      body: { name: text('文件名称', { en: 'File name', required: true, max: 255 }) },
      query: ['id', 'name'],
      run: rename,
    }),
    { ...crud(attach).list, answer: { as: 'page', of: attach, also: ['originalName', 'link'] }, run: list },
    ...servingRoutes(storage, sealer, filed),
    zipRoute(storage, filed),
    offlinePdfRoute(storage, o),
    orderRoute(frozen),
    ...binRoutes(frozen),
    ...chunkRoutes(o),
    remove,
    { ...remove, method: 'POST' },
  ]
  return { name: 'files', resources: [attach, attach_bin], routes }
}
