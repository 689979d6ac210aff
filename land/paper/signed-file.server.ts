/** The file that was signed of a registered contract: it is what is shown and printed of it, never its text typeset anew. Source: register.md 4. */

import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { cbht } from '../definitions/cbht.ts'
import { printProblems } from './problems.ts'

const PDF = 'application/pdf'
/**
 * @returns what reads the signed PDF of the contract of a book, after the transaction; undefined where none was kept
 * @throws signed-file-changed when it is read and its bytes are not those that were signed
 */
export async function signedFileOf(ctx: Ctx, storage: Pick<Storage, 'read'>, djbId: string): Promise<(() => Promise<Buffer>) | undefined> {
  const contract = await rows.find(ctx, cbht, { djbId })
  if (!contract?.attachId) return undefined
  const file = await ctx.db
    .selectFrom('attach')
    .select(['ossName', 'contentType'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', contract.attachId)
    .executeTakeFirst()
  if (!file?.ossName || file.contentType !== PDF) return undefined
  const { ossName } = file
  return async () => {
    const bytes = await storage.read(ossName)
    if (sha256(bytes) !== contract.fileHash) throw printProblems.otherFile()
    return bytes
  }
}
