import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { ids, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { attach, type Attach } from './attach.ts'
import { ATTACH_PATH, requireNotFrozen, attachmentRow } from './attachments.server.ts'
import type { Frozen } from './owners.server.ts'
import { fileProblems } from './problems.ts'

/** Files that are put in order at once. */
const MOST = 200

/** Puts the files of one business in this order. Archived ones and evidence stay where they are. @throws not found, archived, frozen, or files of two businesses */
async function putInOrder(ctx: Ctx, frozen: Frozen, list: readonly string[]): Promise<void> {
  if (list.length === 0) throw problems.badRequest({ zh: '请选择至少一条数据', en: 'Select at least one row' })
  if (list.length > MOST || new Set(list).size < list.length) throw problems.badRequest({ zh: '附件顺序不正确', en: 'The file order is malformed' })
  let business: string | null | undefined
  const found: Attach[] = []
  for (const id of list) found.push(await attachmentRow(ctx, id, true))
  for (const row of found) {
    if (row.locked) throw fileProblems.sealed()
    if (business !== undefined && row.businessId !== business)
      throw problems.badRequest({ zh: '只能排列同一业务的附件', en: 'Only files of one business can be reordered' })
    business = row.businessId ?? null
  }
  await requireNotFrozen(ctx, frozen, found)
  for (const [i, row] of found.entries()) if (row.attachSort !== i + 1) await rows.update(ctx, attach, row.id, { attachSort: i + 1 })
}

/** Attachments keep the order in which a person dragged them. Source: screens.md A25, A28. */
export const orderRoute = (frozen: Frozen): Route => ({
  method: 'POST',
  path: `${ATTACH_PATH}/sort`,
  perm: 'attach_edit',
  scope: 'land',
  audit: 'attach.update',
  summary: '附件排序',
  query: ['ids'],
  run: (ctx, q) => putInOrder(ctx, frozen, ids(q)),
})
