import { problems } from '../../kit/model/problem.ts'
import { isId } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { personName } from '../../platform/people/name.ts'
import { attach, type Attach } from './attach.ts'
import type { Stored } from './intake/intake.server.ts'
import { keepInBin } from './bin.server.ts'
import { extensionOf } from './names.ts'
import { regionOfFile, type Filing, type Frozen } from './owners.server.ts'
import { fileProblems } from './problems.ts'
import { requireRoom, weigh } from './quota.server.ts'
import type { Storage } from './storage/storage.server.ts'

export const ATTACH_PATH = '/cpt-resource/attach/endpoint'
/** An attachment as the compatible API's calls answer it. Source: platform.md 3; platform-api.md 3.17. */
export const out = (a: Attach) => ({
  id: a.id,
  name: a.name,
  url: `/api${ATTACH_PATH}/preview?id=${a.id}`,
  ossName: a.ossName,
  ossUrl: '',
  extension: a.extension,
  attachSize: a.attachSize,
  status: 'success',
  businessId: a.businessId,
  businessItem: a.businessItem,
  sha256: a.sha256,
  createUser: a.createUser,
  createTime: a.createTime,
})
export type AttachOut = ReturnType<typeof out>

/** Where a file belongs: the row it hangs on and its kind, as the upload names them, and the region of that row, whose people see the file. */
export interface AttachmentPlace {
  businessId: string | null
  businessItem: string
  regionCode: string
}
/** @throws when the id cannot be one, names no row that the caller may see, or one to which no such file comes any more */
export async function attachmentPlace(ctx: Ctx, { owners, frozen }: Filing, input: TextInput<'businessId' | 'businessItem'>): Promise<AttachmentPlace> {
  const businessId = input.businessId ?? ''
  if (businessId && !isId(businessId)) throw problems.badRequest({ zh: '业务编号不正确', en: 'The business id is malformed' })
  const regionCode = await regionOfFile(ctx, owners, businessId)
  if (regionCode === undefined) throw fileProblems.nowhere()
  const businessItem = (input.businessItem ?? '').slice(0, 64)
  await frozen(ctx, { businessId, businessItem, files: [] })
  return { businessId: businessId || null, businessItem, regionCode }
}
/** The row of a file in the caller's scope; `r` is the definition by which it is read. */
export const attachmentRow = async (ctx: Ctx, id: unknown, lock = false, r = attach): Promise<Attach> => await rows.get(ctx, r, String(id ?? ''), lock)

/** Refuses what would change files that are evidence, of one business and kind after the other. */
export async function requireNotFrozen(ctx: Ctx, frozen: Frozen, list: readonly Attach[]): Promise<void> {
  const groups = Map.groupBy(list, (a) => JSON.stringify([a.businessId, a.businessItem]))
  for (const files of groups.values()) await frozen(ctx, { businessId: files[0]!.businessId ?? '', businessItem: files[0]!.businessItem ?? '', files })
}
/** Makes the row of a file that lies in the store. Answers its id. @throws where no file may come any more */
export async function addRow(ctx: Ctx, frozen: Frozen, file: Stored, place: AttachmentPlace): Promise<string> {
  await frozen(ctx, { businessId: place.businessId ?? '', businessItem: place.businessItem, files: [] })
  await weigh(ctx, file.attachSize)
  return rows.insert(ctx, attach, { ...file, ...place, locked: 0 })
}
/** Attachments of a business (and kind), in the order they were put in by hand, then oldest first. */
export function attachmentsOf(ctx: Ctx, businessId: string, businessItem?: string, r = attach): Promise<Attach[]> {
  let q = scoped(ctx, r).selectAll('attach').where('attach.businessId', '=', businessId)
  if (businessItem) q = q.where('attach.businessItem', '=', businessItem)
  return q.orderBy('attach.attachSort').orderBy('attach.id').execute()
}
/** Attachments as they are answered in lists: with the names of those who sent them. Source: screens.md A28 (column uploader). */
export async function outWithNames(ctx: Ctx, list: readonly Attach[]): Promise<(AttachOut & { createUserName: string })[]> {
  const senders = [...new Set(list.map((a) => a.createUser))]
  const people = senders.length
    ? await ctx.db.selectFrom('sys_user').select(['id', 'realName', 'account']).where('tenantId', '=', ctx.who.tenantId).where('id', 'in', senders).execute()
    : []
  const names = new Map(people.map((p) => [String(p.id), personName(p)]))
  return list.map((a) => ({ ...out(a), createUserName: names.get(a.createUser) ?? '' }))
}
/** The kinds of attachments (dictionary attach_kind), key to word. */
export async function attachKinds(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const found = await ctx.db
    .selectFrom('dict_biz')
    .select(['dictKey', 'dictValue'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', '=', 'attach_kind')
    .where('parentId', 'is not', null)
    .execute()
  return new Map(found.map((d) => [d.dictKey, d.dictValue]))
}
/** Bytes of an attachment within the caller's scope. */
export async function readAttachment(ctx: Ctx, storage: Storage, id: string): Promise<{ row: Attach; bytes: Buffer }> {
  const row = await attachmentRow(ctx, id)
  return { row, bytes: await storage.read(row.ossName!) }
}
/** Removes attachments that are neither archived nor evidence: they lie in the bin for a while (bin.server.ts). */
export async function removeAttachments(ctx: Ctx, frozen: Frozen, list: readonly string[]): Promise<void> {
  const found: Attach[] = []
  for (const id of new Set(list)) {
    const row = await attachmentRow(ctx, id)
    if (row.locked) throw fileProblems.archived()
    found.push(row)
  }
  await requireNotFrozen(ctx, frozen, found)
  const bytes = found.reduce((n, a) => n + (a.attachSize ?? 0), 0)
  await keepInBin(ctx, found)
  await rows.remove(ctx, attach, list)
  await weigh(ctx, -bytes)
}
/**
 * The newest file in the caller's scope with these bytes, by the server's own digests, or undefined. Two different contents under one MD5 are a
 * forgery, of which none is handed out.
 */
export async function sameFile(ctx: Ctx, md5: string, sha256?: string): Promise<Attach | undefined> {
  let q = scoped(ctx, attach).selectAll('attach').where('attach.attachMd5', '=', md5.toLowerCase())
  if (sha256) q = q.where('attach.sourceSha256', '=', sha256.toLowerCase())
  const found = await q.orderBy('attach.id', 'desc').limit(100).execute()
  return new Set(found.map((a) => a.sourceSha256)).size === 1 ? found[0] : undefined
}
/** A second row over the same stored bytes; the first one is held until the transaction ends, so the sweep never sees them without a row. */
async function copyRow(ctx: Ctx, frozen: Frozen, source: Attach, name: string, place: AttachmentPlace): Promise<string> {
  const a = await attachmentRow(ctx, source.id, true)
  const { ossName, contentType, attachSize, sha256, attachMd5, sourceSha256 } = a as Stored
  return addRow(ctx, frozen, { name, ossName, extension: extensionOf(name), contentType, attachSize, sha256, attachMd5, sourceSha256 }, place)
}
/**
 * The attachment of stored bytes at a place: the row that stands there under this name, or a second row. So a call whose answer was lost can be made again,
 * and the same file sent twice at once is there once. @throws when the tenant has no room
 */
export async function placed(ctx: Ctx, frozen: Frozen, source: Attach, name: string, place: AttachmentPlace): Promise<Attach> {
  const there = place.businessId ? await attachmentsOf(ctx, place.businessId) : []
  const same = there.find((a) => a.ossName === source.ossName && a.name === name && (a.businessItem ?? '') === place.businessItem)
  if (same) return same
  const id = await copyRow(ctx, frozen, source, name, place)
  await requireRoom(ctx, 0)
  return attachmentRow(ctx, id)
}
