/** The signer's page on a tablet of the desk: it needs no code, since the desk has compared the document of its person. */

import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Route, TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { recordActs } from '../contract/record.server.ts'
import { ON_SITE } from '../contract/flow.ts'
import { sign_node } from '../contract/sign-flow.ts'
import { atLink, newSecret } from '../acts/link.server.ts'
import { remoteProblems } from '../contract/remote-problems.ts'
import { link, signerCall } from '../remote/signer.server.ts'

/** Opens the contract on the tablet; the desk's own pass is over with it. Answers the pass, which only this page has. @throws sign-link, sign-pass by phone */
async function begin(ctx: Ctx, input: TextInput<'link'>) {
  const { ctx: own, node, contract } = await atLink(ctx, input.link)
  if (contract.signWay !== ON_SITE) throw remoteProblems.pass()
  const { secret: pass, hash } = newSecret()
  await rows.change(own, sign_node, node, { passHash: hash, readHash: null })
  await recordActs(own, [{ contract, event: 'identified', detail: `${node.nodeCode} 证件已由办理台 ${node.deskName} 核对，平板打开` }])
  return { pass, signerName: node.signerName, cbhtbm: contract.cbhtbm, cbfmc: contract.cbfmc }
}
/** The public call of a tablet. */
export const tabletRoute: Route = signerCall('begin', '平板打开待签合同', 'sign_node.begin', { link }, begin)
