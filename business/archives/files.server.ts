// The rows of filed files, and what a look at them needs.
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import type { Attach } from '../../services/files/attach.ts'
import { attach } from '../../services/files/attach.ts'
import type { FileDetail } from './archive.ts'
import type { StoredFile } from './inspect.server.ts'
import { countiesOf } from './volumes.server.ts'

/** Attachments by their ids; `counties`: where they are looked for, everywhere when left out. */
export async function attachmentsById(ctx: Ctx, ids: readonly string[], counties?: readonly string[]): Promise<ReadonlyMap<string, Attach>> {
  const q = joinable(ctx, attach)
    .selectAll('attach')
    .where('attach.id', 'in', [...ids])
  const found = ids.length ? ((await (counties ? q.where('attach.countyCode', 'in', [...counties]) : q).execute()) as unknown as Attach[]) : []
  return new Map(found.map((a) => [String(a.id), a]))
}
/** Attachments of papers: most lie in the county of their volume, where an index finds them. */
export async function attachmentsOfPapers(ctx: Ctx, papers: readonly FileDetail[]): Promise<ReadonlyMap<string, Attach>> {
  const ids = papers.flatMap((d) => d.attachId ?? [])
  const near = await attachmentsById(ctx, ids, countiesOf(papers))
  const far = await attachmentsById(
    ctx,
    ids.filter((id) => !near.has(id)),
  )
  return new Map([...near, ...far])
}
/** An attachment as a look at it takes it. */
export const storedFile = (a: Attach): StoredFile => ({
  ossName: a.ossName ?? '',
  sha256: a.sha256 ?? '',
  contentType: a.contentType ?? '',
  size: Number(a.attachSize ?? 0),
})
