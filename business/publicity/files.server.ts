import { isId } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { TouchedFiles } from '../../services/files/owners.server.ts'
import { OBJECTION } from './clock.ts'
import { ANSWER, objection } from './publicity.ts'
import { publicityProblems } from './problems.ts'

/** What an objector brought is fixed once it was decided; only the answer and its proof may still come. @throws objection-decided */
export async function requireOpenObjection(ctx: Ctx, { businessId, businessItem, files }: TouchedFiles): Promise<void> {
  if (!isId(businessId)) return
  const o = await rows.find(ctx, objection, { id: businessId }, true)
  const isOver = o && [OBJECTION.upheld, OBJECTION.rejected, OBJECTION.withdrawn].some((s) => s === o.status)
  if (isOver && (businessItem !== ANSWER || files.length > 0)) throw publicityProblems.decided()
}
