/** Links of signers: a secret in the fragment of an address, which no server log and no referrer sees; the database has its digest. */

import { typedRow } from '../../kit/server/any-query.server.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { randomToken, tokenHash } from '../../platform/credentials/secrets.server.ts'
import { contract_file, type ContractFile } from '../../business/cases/definitions/business.ts'
import { isTooLate, isSigningOpen, ON_SITE } from '../contract/flow.ts'
import { FLOW, NODE, sign_flow, type SignFlow, type SignNodeRow } from '../contract/sign-flow.ts'
import { remoteProblems } from '../contract/remote-problems.ts'

/** A new secret of 256 bits; with the county in front for a link, by which its row is found. */
export function newSecret(countyCode = ''): { secret: string; hash: string } {
  const secret = countyCode + randomToken()
  return { secret, hash: tokenHash(secret) }
}
/** The page of a signer, at the product's own address. */
export const linkAddress = (publicUrl: string, secret: string): string => `${new URL(publicUrl).origin}/sign#${secret}`

const LINK = /^\d{6}[\w-]{43}$/
const PASS = /^[\w-]{43}$/

/** The node's person as the one who acts: in his tenant, without any button. */
const whoOf = (node: Pick<SignNodeRow, 'tenantId' | 'signerName'>): Who => ({
  userId: '0',
  account: 'signer',
  realName: node.signerName ?? '',
  tenantId: node.tenantId,
  deptId: '0',
  roleIds: [],
  roles: [],
  regionCode: '',
  perms: new Set<string>(),
})

/** A signer at his node, and the context in which he acts. */
export interface AtNode {
  ctx: Ctx
  node: SignNodeRow
  flow: SignFlow
  contract: ContractFile
}

/** Whose link this is, while it opens something. @throws sign-link, the same whatever is wrong */
export async function atLink(ctx: Ctx, link = ''): Promise<AtNode> {
  if (!LINK.test(link)) throw remoteProblems.link()
  const node = await typedRow<SignNodeRow>(
    ctx.db.selectFrom('sign_node').selectAll().where('countyCode', '=', link.slice(0, 6)).where('linkHash', '=', tokenHash(link)),
  )
  if (node?.state !== NODE.open) throw remoteProblems.link()
  const own: Ctx = { ...ctx, who: whoOf(node) }
  const [flow, contract] = [await rows.find(own, sign_flow, { id: node.flowId! }), await rows.find(own, contract_file, { id: node.contractId! })]
  const isOpen = flow?.state === FLOW.open && contract && isSigningOpen(contract.signStatus) && !isTooLate(contract, ctx.now)
  // on site a link is good for as long as the comparison of its person's document at the desk
  const isLate = contract?.signWay === ON_SITE && !(node.passUntil && node.passUntil > ctx.now)
  if (!isOpen || isLate) throw remoteProblems.link()
  return { ctx: own, node, flow, contract }
}

/** The same for who was identified. @throws sign-link, sign-pass */
export async function atPass(ctx: Ctx, link: string | undefined, pass = ''): Promise<AtNode> {
  const at = await atLink(ctx, link)
  const { passHash, passUntil } = at.node
  if (!PASS.test(pass) || passHash !== tokenHash(pass) || !passUntil || passUntil <= ctx.now) throw remoteProblems.pass()
  return at
}
