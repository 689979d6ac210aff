import { isId, type AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { narrowed } from '../../kit/server/narrow.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { attach } from './attach.ts'

/** Definitions on whose rows files hang, those asked first that have most files. All of them have a region. */
export type Owners = readonly AnyResource[]

/** Files that somebody is about to change: those of a place by their ids, or none where one is to come. `businessId` is '' for a file that hangs on nothing. */
export interface TouchedFiles {
  businessId: string
  businessItem: string
  /** rows that stand there and would change */
  files: readonly { id: string; createTime: string }[]
}
/**
 * Refuses a change of files that are evidence: what a room above names as such. It holds what decides until the transaction ends, so that nobody names a
 * file while it goes.
 */
export type Frozen = (ctx: Ctx, at: TouchedFiles) => Promise<void>

/** What the calls that write files are given: on what files hang, and which of them stay as they are. */
export interface Filing {
  owners: Owners
  frozen: Frozen
}

/** Attachments for reading: a data scope that hides a row hides the files that hang on it. */
export const filedUnder = (owners: Owners): typeof attach => ({ ...attach, follows: owners.map((to) => ({ to, own: 'businessId', its: 'id' })) })

/** Files of people whose region is wider than a county lie in the province's own key. */
const ownRegion = (ctx: Ctx): string => (ctx.who.regionCode.length >= 6 ? ctx.who.regionCode : '510000')

/**
 * The region of the row with this id that the caller may see, whatever the call does; undefined where there is none in tenant, region and data scope.
 * Somebody's own account stands for what nobody else needs: the files that are tried out.
 */
async function seenRegion(ctx: Ctx, owners: Owners, id: string): Promise<string | undefined> {
  if (id === ctx.who.userId) return ownRegion(ctx)
  for (const r of owners) {
    const found = await narrowed(ctx, joinable(ctx, r), r).select(`${r.name}.regionCode`).where(`${r.name}.id`, '=', id).executeTakeFirst()
    if (found) return String(found.regionCode)
  }
  return undefined
}

/** The region that a file takes: that of the row it hangs on, else the caller's own. Undefined where the caller sees no such row. */
export const regionOfFile = async (ctx: Ctx, owners: Owners, id: string): Promise<string | undefined> =>
  id === '' ? ownRegion(ctx) : isId(id) ? seenRegion(ctx, owners, id) : undefined
