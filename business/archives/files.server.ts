// The rows of filed files, and what a look at them needs.
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import type { Attach } from '../../services/files/attach.ts'
import { attach } from '../../services/files/attach.ts'
import type { StoredFile } from './inspect.server.ts'

/** Attachments by their ids. */
export async function attachmentsById(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Attach>> {
  const found = ids.length
    ? ((await joinable(ctx, attach)
        .selectAll('attach')
        .where('attach.id', 'in', [...ids])
        .execute()) as unknown as Attach[])
    : []
  return new Map(found.map((a) => [String(a.id), a]))
}
/** An attachment as a look at it takes it. */
export const storedFile = (a: Attach): StoredFile => ({
  ossName: a.ossName ?? '',
  sha256: a.sha256 ?? '',
  contentType: a.contentType ?? '',
  size: Number(a.attachSize ?? 0),
})
