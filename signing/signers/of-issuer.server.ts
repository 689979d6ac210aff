import { regionPath } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { signer_auth } from './agents.ts'
import { plainId } from './document.ts'

/** Whether a number is that of a person whom the office has entered for the issuer of a contract: its principal, or an agent of its region or of one above. */
export async function isOfIssuer(ctx: Ctx, c: Pick<ContractFile, 'cbhtbm' | 'regionCode' | 'countyCode'>, idCard: string | null): Promise<boolean> {
  const number = plainId(idCard)
  const issuer = await joinable(ctx, fbf)
    .select(['fbf.fzrzjhm'])
    .where('fbf.countyCode', '=', c.countyCode)
    .where('fbf.fbfbm', '=', c.cbhtbm!.slice(0, 14))
    .executeTakeFirst()
  if (issuer && plainId(issuer.fzrzjhm) === number) return true
  const agents = await joinable(ctx, signer_auth)
    .select(['signer_auth.signerIdCard'])
    .where('signer_auth.nodeCode', '=', 'fbf')
    .where('signer_auth.regionCode', 'in', regionPath(c.regionCode!))
    .execute()
  return agents.some((a) => plainId(a.signerIdCard) === number)
}
