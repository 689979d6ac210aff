// The scan of a contract that was signed on paper: taken when the case is sent, looked at by who checks and rechecks. Source: rulings.md 2.
import { both } from '../../../kit/model/lang.ts'
import { problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { contract_file, type Business, type ContractFile } from '../../cases/definitions/business.ts'
import { filedContracts } from '../../cases/handling/contracts.server.ts'
import { ON_PAPER } from '../../cases/rules/flow.ts'
import { SIGN } from '../../../land/definitions/statuses.ts'
import type { At, FiledContract, Steps } from '../../cases/handling/handling.server.ts'
import { CONTRACT_KIND } from '../../cases/definitions/materials.ts'
import { otherPersonStep } from '../../cases/handling/persons.server.ts'
import { ITEM } from './type.ts'

const isScan = (b: Business): boolean => b.businessItemCode === ITEM.scan
const PDF = 'application/pdf'

/** The one file that is the contract. @throws bad-request where there is none, several, or no PDF */
async function scanOf(ctx: Ctx, businessId: string): Promise<{ id: string; sha256: string | null }> {
  const found = await ctx.db
    .selectFrom('attach')
    .select(['id', 'sha256', 'contentType'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessId', '=', businessId)
    .where('businessItem', '=', CONTRACT_KIND)
    .limit(2)
    .execute()
  const [file] = found
  if (!file || found.length > 1 || file.contentType !== PDF)
    throw problems.badRequest(both('合同扫描件须为一个PDF文件，多页请合成一个文件', 'The scanned contract must be one PDF file: merge its pages'))
  return { id: String(file.id), sha256: file.sha256 }
}
async function change(ctx: Ctx, b: Business, set: Partial<ContractFile>): Promise<FiledContract[]> {
  const all = await filedContracts(ctx, b)
  await rows.updateMany(
    ctx,
    contract_file,
    all.map((row) => ({ row, values: set })),
  )
  return all.map((row) => ({ ...row, ...set, rev: row.rev + 1 }))
}
async function take(ctx: Ctx, { business: b }: At): Promise<void> {
  if (!isScan(b)) return
  const { id, sha256 } = await scanOf(ctx, b.id)
  await change(ctx, b, { attachId: id, fileHash: sha256, signWay: ON_PAPER, signStatus: SIGN.toExamine, reason: null })
}
/** Sent back the file is free again, so that a better one can come. */
async function letGo(ctx: Ctx, { business: b }: At, comment: string | null): Promise<void> {
  if (isScan(b)) await change(ctx, b, { attachId: null, fileHash: null, signStatus: SIGN.rejected, reason: comment })
}

/** Check and recheck as every type does them, and what the scan asks besides. */
export const scanSteps: Partial<Steps> = {
  check: { ...otherPersonStep, onOpen: take, onReturn: letGo },
  recheck: {
    ready: async (ctx, at, rules, passed) => {
      await otherPersonStep.ready?.(ctx, at, rules, passed)
      return isScan(at.business) ? change(ctx, at.business, { signStatus: SIGN.signed }) : undefined
    },
    onReturn: letGo,
  },
}
