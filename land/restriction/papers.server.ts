import type { AnyResource } from '../../kit/model/resource.ts'
import { isId } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { attach } from '../../services/files/attach.ts'
import type { TouchedFiles } from '../../services/files/owners.server.ts'
import { contract_draft, contract_scan, DRAFT, SCAN } from '../definitions/contract-draft.ts'
import { LZHT, lzht } from '../definitions/lzht.ts'
import { restrictionProblems } from './problems.ts'
import { REQUEST, restriction_request } from './request.ts'

/** Refuses what comes without a document: a file that hangs on its row, of this kind where one is asked for. */
export async function requirePaper(ctx: Ctx, { id, countyCode }: { id: string; countyCode: string }, kind?: string): Promise<void> {
  const files = scoped(ctx, attach).select('attach.id').where('attach.countyCode', '=', countyCode).where('attach.businessId', '=', id)
  const found = await (kind ? files.where('attach.businessItem', '=', kind) : files).executeTakeFirst()
  if (!found) throw restrictionProblems.noPaper()
}
/** Refuses that who entered something confirms it. */
export function requireSecond(ctx: Ctx, entered: readonly string[]): void {
  if (entered.includes(ctx.who.userId)) throw restrictionProblems.samePerson()
}

/** A definition of what two persons do, and the status in which documents of a row may come and go. */
export type OpenWhile = readonly [r: AnyResource, status: string]
const OPEN: readonly OpenWhile[] = [
  [restriction_request, REQUEST.open],
  [lzht, LZHT.draft],
  [contract_draft, DRAFT.draft],
  [contract_scan, SCAN.waiting],
]
/** Refuses a change of the documents of what somebody has confirmed: they are what it was confirmed by. Its row is held until the transaction ends. */
export async function requireOpenPapers(ctx: Ctx, { businessId }: TouchedFiles, more: readonly OpenWhile[] = []): Promise<void> {
  if (!isId(businessId)) return
  for (const [r, status] of [...OPEN, ...more]) {
    const row: Record<string, unknown> | undefined = await rows.find(ctx, r, { id: businessId }, true)
    if (row && row.status !== status) throw restrictionProblems.paperFixed()
  }
}
