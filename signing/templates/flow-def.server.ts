/** Signing flows: which nodes a kind of contract has in a region. Source: screens.md C6; business-flows.md 7. */

import { text } from '../../kit/model/field.ts'
import { invalidField } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { answering, crud, ids, rowIdOf, type Route, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import type { SignNode } from '../contract/nodes.ts'
import { disable, enableOnly, idOf, nearestEnabled } from './enabling.server.ts'
import { nodesOfText, nodesWrong, sign_flow_def, type SignFlowDef } from './flow-def.ts'
import { templateProblems } from './problems.ts'

/** The nodes that a contract is signed by: those it began with, before that those of the flow enabled for it; undefined where none is. */
export async function flowNodes(ctx: Ctx, c: Pick<ContractFile, 'htlx' | 'regionCode' | 'signNodes' | 'signStatus'>): Promise<readonly SignNode[] | undefined> {
  if (c.signStatus !== SIGN.notBegun && c.signNodes) return nodesOfText(c.signNodes) as SignNode[]
  const flow = await nearestEnabled<SignFlowDef>(ctx, sign_flow_def, c.htlx ?? '', c.regionCode!)
  return flow && (nodesOfText(flow.nodes) as SignNode[])
}

async function save(ctx: Ctx, input: SentRow<typeof sign_flow_def>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, sign_flow_def, input)
  const nodes = nodesOfText(draft.nodes).join()
  const wrong = nodesWrong(draft.flowType, nodes)
  if (wrong) throw invalidField('nodes', wrong)
  if (!input.id) return rows.insert(ctx, sign_flow_def, { ...draft, nodes, isEnabled: 0 })
  if ((await rows.get(ctx, sign_flow_def, rowIdOf(input), true)).isEnabled === 1) throw templateProblems.enabledStays()
  return rows.update(ctx, sign_flow_def, rowIdOf(input), { ...draft, nodes }, input)
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  for (const id of gone) if ((await rows.get(ctx, sign_flow_def, id, true)).isEnabled === 1) throw templateProblems.enabledStays()
  await rows.remove(ctx, sign_flow_def, gone)
}
async function enable(ctx: Ctx, b: { readonly id?: unknown }): Promise<void> {
  rows.requirePerm(ctx, sign_flow_def, 'edit')
  await enableOnly(ctx, sign_flow_def, idOf(b))
}

const plain = crud(sign_flow_def)
const change = { method: 'POST', perm: 'sign_flow_def_edit', scope: 'tenant', audit: 'sign_flow_def.enable' } as const
export const flowRoutes: readonly Route[] = [
  plain.page,
  plain.detail,
  { ...plain.save, run: save },
  { ...plain.update, run: save },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
  answering(
    { ...change, path: '/sign-base/flow-def/enable', summary: '启用签署流程', query: ['id'], body: { id: text('流程', { en: 'Flow', max: 19 }) }, run: enable },
    'nothing',
  ),
  answering(
    { ...change, path: '/sign-base/flow-def/disable', summary: '停用签署流程', query: ['ids'], body: {}, run: (ctx, b) => disable(ctx, sign_flow_def, ids(b)) },
    'nothing',
  ),
]
