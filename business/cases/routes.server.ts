import { json, text } from '../../kit/model/field.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Fields } from '../../kit/model/resource.ts'
import { filterNames, listNames } from '../../kit/server/query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { answering, asFile, reading, route, type Route, type Run, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { workbookOf } from '../../services/exchange/exports/workbook.server.ts'
import type { Owners } from '../../services/files/owners.server.ts'
import { getFbf } from '../../land/fbf/fbf.server.ts'
import { dk } from '../../land/definitions/dk.ts'
import { issuerLacks, removeCase, revoke, saveCommit, submit, updateCase } from './accept.server.ts'
import { business, resources } from './definitions/business.ts'
import type { SentCase } from './definitions/sent.server.ts'
import { commit } from './commit.server.ts'
import { businessExport } from './handling/export.server.ts'
import { confirmDouble } from './handling/doubles.server.ts'
import { eligibilityRoutes } from './eligible/eligibility.server.ts'
import { absenceRoutes } from './office/absence.server.ts'
import { submitOfBooks } from './of-books.server.ts'
import { routes as config } from './definitions/config.server.ts'
import type { Registry } from './handling/handling.server.ts'
import { delegate, giveOpinion, takeBack } from './office/delegate.server.ts'
import { differences } from './handling/differences.server.ts'
import { copyCase, giveUpInput, inputOf, keepInput } from './handling/inputs.server.ts'
import { contractorRoutes } from './eligible/of-contractor.server.ts'
import { issuerRoutes } from './eligible/issuers.server.ts'
import { processing } from './handling/processing.server.ts'
import { preflight } from './preflight.server.ts'
import { takeOut } from './take-out.server.ts'
import { workdayRoutes, type RequireFreeDays } from './rules/workdays.server.ts'
import { peopleOf, transfer } from './office/transfer.server.ts'
import { undoBusiness, undoCheck } from './undo.server.ts'
import * as lists from './handling/lists.server.ts'
import { followedWork, myWork } from './office/work.server.ts'

const look = reading('land', 'business_view')
const act = <const Q extends string = never, B extends Fields = Record<never, never>>(
  path: string,
  summary: string,
  audit: string,
  perm: Route['perm'],
  o: { query?: readonly Q[]; body?: B },
  run: Run<NoInfer<Q>, NoInfer<B>, 'POST'>,
): Route => route({ method: 'POST', path, perm, scope: 'land', audit, summary, ...o, run })
/** A call that takes a whole case as it was sent: what saves it checks it. */
const caseCall = (path: string, summary: string, audit: string, perm: Route['perm'], run: (ctx: Ctx, input: SentCase) => Promise<unknown>): Route => ({
  method: 'POST',
  path,
  perm,
  scope: 'land',
  audit,
  summary,
  body: form,
  edits: true,
  derived: business.derived!,
  run,
})
const at = (verb: string) => `/yw-accept/business/${verb}`
/** A case with its form. */
const WHOLE = { as: 'row', of: business, also: ['form'] } as const
const form = { ...business.fields, form: json('业务表单'), draftId: text('草稿', { max: 19 }) }
const word = (label: string) => text(label, { max: 254 })
const either = ['business_add', 'business_edit']
const filters = listNames(business),
  parcels = listNames(dk)

async function checkFbfInfo(ctx: Ctx, b: TextInput<'fbfbm'>) {
  const missing = issuerLacks(await getFbf(ctx, b.fbfbm ?? ''))
  return { ok: missing.length === 0, missing: missing.map((f) => f[ctx.lang]) }
}

/** Saving and submitting at once is both: who may only save is told so. */
const startCase: typeof saveCommit = async (of, ctx, input) => {
  if (!ctx.who.perms.has('business_commit')) throw problems.forbidden({ perm: 'business_commit' })
  return saveCommit(of, ctx, input)
}
/** The address of the call that corrects an issuer, and the type that it says. */
const ISSUER_CALL = 'correct-fbf'
const CORRECT_FBF = ISSUER_CALL.replaceAll('-', '_')
/** What the specification calls POST /ywbl/correct-fbf: the same for a correction of an issuer, whose type the address says. */
const correctIssuer: typeof saveCommit = (of, ctx, input) => {
  const type = input.businessTypeCode ?? CORRECT_FBF
  if (type !== CORRECT_FBF) throw problems.badRequest({ zh: '该接口只受理发包方信息更正', en: 'This call accepts corrections of issuers only' })
  return startCase(of, ctx, { ...input, businessTypeCode: type })
}
/** Names under which the specification has the detail of a business, by its type. */
const BY_TYPE = [
  'register-contract',
  'change-split',
  'change-merge',
  'change-transfer',
  'change-exchange',
  'change-contract',
  'cancel-contract',
  'correct-cbf',
  ISSUER_CALL,
  'renew-contract',
  'supplement-contract',
] as const
/** How a step of the frame is given the registry. */
const given =
  <I>(of: Registry, run: (of: Registry, ctx: Ctx, input: I) => Promise<unknown>) =>
  (ctx: Ctx, input: I) =>
    run(of, ctx, input)
/** Lists of cases, what stands behind one, and who works on it. */
const workRoutes = (of: Registry): Route[] => [
  answering(look(at('page'), '业务分页', filters, lists.all), { as: 'page', of: business }),
  answering(look(at('handled-list'), '经办业务', filters, lists.handled), { as: 'page', of: business }),
  look(at('page-total'), '业务统计', filters, lists.totals),
  answering(look(at('todo-list'), '待办业务', [...filters, 'whose'], lists.todo), { as: 'page', of: business }),
  look(at('work'), '我的工作', [], myWork),
  look(at('followed'), '与他人相关的业务', [], followedWork),
  answering(look(at('done-list'), '办结业务', filters, lists.done), { as: 'page', of: business }),
  answering(look(at('revoke-list'), '撤销业务', filters, lists.revoked), { as: 'page', of: business }),
  answering(
    look(at('detail'), '业务详情', ['id'], (ctx, q) => lists.detail(of, ctx, q.id ?? '')),
    WHOLE,
  ),
  look(at('input'), '未保存的录入', ['businessId', 'businessTypeCode'], inputOf),
  act(
    at('keep-input'),
    '保留录入',
    'business.keep',
    either,
    { body: { businessId: word('业务'), businessTypeCode: word('业务类型'), body: json('内容') } },
    keepInput,
  ),
  act(at('drop-input'), '放弃录入', 'business.keep', either, { query: ['businessId'], body: { businessId: word('业务') } }, giveUpInput),
  look(at('task-people'), '可移交人员', ['taskId'], peopleOf),
  act(
    at('transfer'),
    '移交任务',
    'business.transfer',
    'business_commit',
    { body: { taskId: word('任务'), userId: word('接收人'), comment: word('说明') } },
    transfer,
  ),
  act(
    at('delegate'),
    '委托他人提出意见',
    'business.delegate',
    'business_commit',
    { body: { taskId: word('任务'), userId: word('受托人'), comment: word('说明') } },
    delegate,
  ),
  act(
    at('opinion'),
    '提出受托意见',
    'business.opinion',
    'business_commit',
    { body: { taskId: word('任务'), result: word('意见'), comment: word('说明') } },
    giveOpinion,
  ),
  act(at('take-back'), '收回委托', 'business.take-back', 'business_commit', { body: { taskId: word('任务'), comment: word('说明') } }, takeBack),
  act(at('copy'), '复制为新业务', 'business.copy', 'business_add', { query: ['businessId'], body: { businessId: word('业务') } }, copyCase),
  look(at('differences'), '登记前后对比', ['businessId'], differences),
  look('/map/dk/processing_data', '业务涉及地块', ['businessId', 'cbhtbm', 'codes'], processing),
  look(at('done-task'), '已办环节', ['processInstanceId'], lists.doneTasks),
]
/** From the form to the register, and out of it again. */
const caseRoutes = (of: Registry): Route[] => [
  caseCall(at('submit'), '保存业务', 'business.save', either, given(of, submit)),
  act(
    at('submit-of-books'),
    '批量受理登记簿业务',
    'business.save',
    'business_add',
    {
      body: {
        businessTypeCode: word('业务类型'),
        businessItemCode: word('业务事项'),
        djbIds: text('登记簿', { en: 'Books', required: true, max: 4000 }),
        bgyy: word('原因'),
      },
    },
    given(of, submitOfBooks),
  ),
  caseCall(at('save-commit'), '保存并提交业务', 'business.start', either, given(of, startCase)),
  caseCall(`/ywbl/${ISSUER_CALL}`, '受理发包方信息更正', 'business.start', either, given(of, correctIssuer)),
  {
    ...asFile(
      look(at('export'), '导出业务', filterNames(business), (ctx, q) => workbookOf(ctx, businessExport, q)),
      'business.export',
    ),
    perm: 'business_export',
  },
  caseCall(at('update'), '修改业务', 'business.update', 'business_edit', given(of, updateCase)),
  act(
    at('commit'),
    '办理任务',
    'business.commit',
    'business_commit',
    {
      query: ['taskId', 'processInstanceId'],
      body: { taskId: word('任务'), processInstanceId: word('流程'), result: word('结果'), target: word('退回环节'), comment: word('意见') },
    },
    given(of, commit),
  ),
  act(
    at('confirm-double'),
    '确认两户人员',
    'business.confirm',
    ['business_check', 'business_recheck'],
    { body: { businessId: word('业务'), id: word('两户人员') } },
    confirmDouble,
  ),
  act(
    at('revoke'),
    '撤销业务',
    'business.revoke',
    'business_revoke',
    { query: ['businessId', 'processInstanceId'], body: { businessId: word('业务'), processInstanceId: word('流程'), reason: word('原因') } },
    given(of, revoke),
  ),
  look(at('undo-check'), '能否撤回登记', ['businessId'], given(of, undoCheck)),
  act(
    at('undo'),
    '撤回登记',
    'business.undo',
    'business_revoke',
    { query: ['businessId'], body: { businessId: word('业务'), reason: text('撤回原因', { en: 'Reason', required: true, max: 200 }) } },
    undoBusiness,
  ),
  act(
    '/ywbl/renew-contract/cancel',
    '移出延包业务中的一户',
    'business.take-out',
    'business_edit',
    { query: ['businessId', 'djbId', 'cbhtbm'], body: { businessId: word('业务'), djbId: word('登记簿'), cbhtbm: word('合同编码'), reason: word('原因') } },
    given(of, takeOut),
  ),
  act(at('remove'), '删除业务', 'business.delete', 'business_delete', { query: ['ids'] }, removeCase),
  caseCall(at('pre-flight'), '办理前检查', 'business.check', either, given(of, preflight)),
  act(at('checkFbfInfo'), '检查发包方信息', 'business.check', 'business_view', { query: ['fbfbm'], body: { fbfbm: word('发包方编码') } }, checkFbfInfo),
]
const routes = (of: Registry, owners: Owners): Route[] => [
  ...workRoutes(of),
  ...caseRoutes(of),
  look('/ywbl/register-contract/jtdk/page', '集体地块', parcels, lists.jtdk),
  look('/ywbl/register-contract/qqdk/page', '确权地块', parcels, lists.qqdk),
  look('/ywbl/register-contract/cbdk/page', '承包地块', parcels, lists.cbdk),
  ...BY_TYPE.map((name) =>
    answering(
      look(`/ywbl/${name}/detail-by-business`, '业务详情', ['businessId'], (ctx, q) => lists.detail(of, ctx, q.businessId ?? '')),
      WHOLE,
    ),
  ),
  ...issuerRoutes,
  ...contractorRoutes(owners),
  ...eligibilityRoutes(of),
  ...config(of),
]
/** The frame of all business types; the application hands in the types and what their tasks do, on what files hang, and what keeps a day worked. */
export const casesSlice = (of: Registry, owners: Owners, requireFree: RequireFreeDays): Slice => ({
  name: 'business',
  resources,
  routes: [...routes(of, owners), ...workdayRoutes(requireFree), ...absenceRoutes],
})
