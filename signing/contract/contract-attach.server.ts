/** Files of contracts: how they are kept beside their business. */
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { attach } from '../../services/files/attach.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { CONTRACT_KIND } from '../../business/cases/definitions/materials.ts'
import { signingProblems } from './problems.ts'

/** The bytes of a file as they were signed. @throws sign-file-changed where its digest is another by now */
export async function signedBytes(storage: Pick<Storage, 'read'>, file: { ossName: string | null; fileHash: string | null }): Promise<Buffer> {
  const bytes = await storage.read(file.ossName!)
  if (sha256(bytes) !== file.fileHash) throw signingProblems.changed()
  return bytes
}
/**
 * Keeps a PDF that lies in the store as the contract's attachment; answers its id. A signed one is `locked`: it is not removed like an ordinary attachment (I29).
 * @param file `size` in bytes, `hash` its SHA-256
 */
export const attachContract = (ctx: Ctx, c: ContractFile, file: { ossName: string; size: number; hash: string; locked?: true }): Promise<string> =>
  rows.insert(ctx, attach, {
    regionCode: c.regionCode,
    name: `${c.cbhtbm}.pdf`,
    ossName: file.ossName,
    extension: 'pdf',
    contentType: 'application/pdf',
    attachSize: file.size,
    sha256: file.hash,
    businessId: c.businessId,
    businessItem: CONTRACT_KIND,
    ...(file.locked ? { locked: 1 } : {}),
  })
