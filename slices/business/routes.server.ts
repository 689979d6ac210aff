import { json, text } from '../../kit/model/field.ts'
import { listNames } from '../../kit/server/query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { reading, type Input, type Route, type Slice } from '../../kit/server/route.server.ts'
import { getFbf } from '../land/fbf/fbf.server.ts'
import { dk } from '../land/dk/dk.ts'
import { commit, issuerLacks, remove, revoke, saveCommit, submit, update } from './accept.server.ts'
import { business, resources } from './business.ts'
import { routes as config } from './config.server.ts'
import { chooseSignWay, contractsOf, revokeUpload, uploadContract } from './contracts.server.ts'
import * as lists from './lists.server.ts'

const look = reading('land', 'business_view')
const act = (path: string, summary: string, audit: string, perm: Route['perm'], o: Pick<Route, 'query' | 'body'>, run: Route['run']): Route => ({
  method: 'POST',
  path,
  perm,
  scope: 'land',
  audit,
  summary,
  ...o,
  run,
})
const at = (verb: string) => `/yw-accept/business/${verb}`
const form = { ...business.fields, form: json('业务表单') }
const word = (label: string) => text(label, { max: 254 })
const either = ['business_add', 'business_edit']
const filters = listNames(business),
  parcels = listNames(dk)

async function checkFbfInfo(ctx: Ctx, b: Input) {
  const missing = issuerLacks(await getFbf(ctx, String(b.fbfbm ?? '')))
  return { ok: missing.length === 0, missing }
}
async function contractsToSign(ctx: Ctx, q: Input) {
  const b = await lists.detail(ctx, String(q.businessId ?? ''))
  return contractsOf(ctx, b)
}

const routes: Route[] = [
  look(at('page'), '业务分页', filters, lists.all),
  look(at('page-total'), '业务统计', filters, lists.totals),
  look(at('todo-list'), '待办业务', filters, lists.todo),
  look(at('done-list'), '办结业务', filters, lists.done),
  look(at('revoke-list'), '撤销业务', filters, lists.revoked),
  look(at('detail'), '业务详情', ['id'], (ctx, q) => lists.detail(ctx, String(q.id ?? ''))),
  look(at('done-task'), '已办环节', ['processInstanceId'], lists.doneTasks),
  act(at('submit'), '保存业务', 'business.save', either, { body: form }, submit),
  act(at('save-commit'), '保存并提交业务', 'business.start', either, { body: form }, saveCommit),
  act(at('update'), '修改业务', 'business.update', 'business_edit', { body: form }, update),
  act(
    at('commit'),
    '办理任务',
    'business.commit',
    'business_edit',
    {
      query: ['taskId', 'processInstanceId'],
      body: { taskId: word('任务'), processInstanceId: word('流程'), result: word('结果'), target: word('退回环节'), comment: word('意见') },
    },
    commit,
  ),
  act(
    at('revoke'),
    '撤销业务',
    'business.revoke',
    'business_edit',
    { query: ['businessId', 'processInstanceId'], body: { businessId: word('业务'), processInstanceId: word('流程'), reason: word('原因') } },
    revoke,
  ),
  act(at('remove'), '删除业务', 'business.delete', 'business_delete', { query: ['ids'] }, remove),
  act(at('checkFbfInfo'), '检查发包方信息', 'business.check', 'business_view', { query: ['fbfbm'], body: { fbfbm: word('发包方编码') } }, checkFbfInfo),
  look('/ywbl/register-contract/jtdk/page', '集体地块', parcels, lists.jtdk),
  look('/ywbl/register-contract/qqdk/page', '确权地块', parcels, lists.qqdk),
  look('/ywbl/register-contract/cbdk/page', '承包地块', parcels, lists.cbdk),
  look('/ywbl/register-contract/detail-by-business', '承包合同签订详情', ['businessId'], (ctx, q) => lists.detail(ctx, String(q.businessId ?? ''))),
  look('/dzzw/contract-to-sign', '待签合同', ['businessId', 'taskId'], contractsToSign),
  act(
    '/dzzw/choose-sign-way',
    '选择签署方式',
    'contract_file.way',
    'business_edit',
    { body: { businessId: word('业务'), contractIds: json('合同'), signWay: word('签署方式') } },
    chooseSignWay,
  ),
  act(
    '/dzzw/upload-contract-file',
    '上传已签合同',
    'contract_file.upload',
    'business_edit',
    { body: { contractId: word('合同'), attachId: word('附件'), qdsj: word('签订时间') } },
    uploadContract,
  ),
  act(
    '/dzzw/contract/revoke',
    '撤回已传合同',
    'contract_file.revoke',
    'business_edit',
    { query: ['contractId'], body: { contractId: word('合同') } },
    revokeUpload,
  ),
  ...config,
]
export const slice: Slice = { name: 'business', resources, routes }
