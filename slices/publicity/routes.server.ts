import { problems } from '../../kit/model/problem.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { page, scoped } from '../../kit/server/query.server.ts'
import { crud, ids, type Input, type Route, type Slice } from '../../kit/server/route.server.ts'
import { text } from '../../kit/model/field.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { commit, draftOf } from '../business/accept.server.ts'
import { business, type Business } from '../business/business.ts'
import { rulesFor } from '../business/config.server.ts'
import { demandFiles } from '../business/files.server.ts'
import { notYourTask, refusal } from '../business/problems.ts'
import { cbf } from '../land/cbf/cbf.ts'
import { idWrong } from '../land/cbf/rules.ts'
import { dk } from '../land/dk/dk.ts'
import { mayTake } from '../process/process.server.ts'
import { process_task, type ProcessTask } from '../process/process.ts'
import { held } from '../process/rows.server.ts'
import { djb } from '../registry/cbht.ts'
import { daysAfter, endDateOf, handleable, LATE_DAYS, OBJECTION, OPEN_OBJECTIONS, PUBLICITY } from './clock.ts'
import { objection, publicity, resources, type Objection, type Publicity } from './publicity.ts'
import { demandRipe, moveRound, newestRound, openObjections, openRound, today } from './rounds.server.ts'
import { isId } from '../../kit/model/resource.ts'

const isAdmin = (ctx: Ctx) => isAdministrator(ctx.who) || ctx.who.roles.includes('admin')
const roundOf = async (ctx: Ctx, id: unknown) => (await rows.get(ctx, publicity, String(id ?? ''))) as unknown as Publicity
/** The business of a publicity, held: the same order of locks as a commit. */
const holdBusiness = async (ctx: Ctx, id: string | null) => (await held(ctx, business, id)) as unknown as Business

/** The open task of a publicity, which the caller must be able to take. */
async function demandTask(ctx: Ctx, taskId: string | null): Promise<ProcessTask> {
  const t = (await rows.get(ctx, process_task, String(taskId ?? ''))) as unknown as ProcessTask
  if (t.status !== 'open' || t.taskKey !== 'publicity') throw refusal('E2002')
  if (!mayTake(ctx.who, t)) throw notYourTask()
  return t
}

/** What is posted, frozen when the publicity begins: contractor (number masked) and parcels. */
async function snapshotOf(ctx: Ctx, b: Business): Promise<unknown> {
  const { form, codes } = await draftOf(ctx, b.id)
  return { businessName: b.businessName, obligeName: b.obligeName, cbfbm: codes?.cbfbm ?? null, dk: form.dk, cbht: form.cbht }
}
/** 0 → 1 when the first day has come. Called by whatever writes, and by a daily job. */
export async function startIfDue(ctx: Ctx, p: Publicity): Promise<Publicity> {
  if (p.status !== PUBLICITY.todo || !p.startDate || !p.endDate || p.startDate > today(ctx)) return p
  await moveRound(ctx, p, 'start', { snapshot: await snapshotOf(ctx, (await rows.get(ctx, business, p.businessId!)) as unknown as Business) })
  return roundOf(ctx, p.id)
}

/** {taskId, title, startDate, days, place}: fills the round of the task; begins at once when the first day has come. A cancelled round is followed by a new one. */
async function save(ctx: Ctx, input: Input): Promise<string> {
  const { taskId, ...raw } = input
  const t = await demandTask(ctx, String(taskId ?? (input.id ? (await roundOf(ctx, input.id)).taskId : '')))
  const b = await holdBusiness(ctx, t.businessId)
  let p = await newestRound(ctx, t.id)
  if (!p || p.status === PUBLICITY.cancelled)
    p = await roundOf(ctx, await openRound(ctx, { taskId: t.id, businessId: b.id, regionCode: b.regionCode, title: `${b.businessName}公示` }))
  if (p.status !== PUBLICITY.todo) throw problems.notAllowedNow({ zh: '修改公示', en: 'change the publicity' })
  const draft = rows.checkedDraft(ctx, publicity, { ...raw, id: p.id }) as Record<string, any>
  const { minDays } = await rulesFor(ctx, b.businessTypeCode!, b.regionCode)
  if (draft.days < minDays) throw problems.invalid([{ field: 'days', msg: `公示天数不能少于${minDays}天` }])
  // a round opened just now was seen by nobody
  const seenRev = input.id === p.id ? input.rev : undefined
  await rows.update(ctx, publicity, p.id, { ...draft, endDate: endDateOf(draft.startDate, draft.days) }, seenRev)
  await startIfDue(ctx, await roundOf(ctx, p.id))
  return p.id
}

/** Ends a publicity after its last day, without open objections, with its proof files (I30). */
async function complete(ctx: Ctx, q: Input): Promise<void> {
  const seen = await roundOf(ctx, q.id)
  const b = await holdBusiness(ctx, seen.businessId)
  await demandTask(ctx, seen.taskId)
  const p = await startIfDue(ctx, await roundOf(ctx, seen.id))
  if (p.status === PUBLICITY.doing) await demandRipe(ctx, p)
  await demandFiles(ctx, b, 'publicity')
  const any = await rows.find(ctx, objection, { publicityId: p.id })
  await moveRound(ctx, p, 'complete', { objectionResult: any ? '1' : '0' })
}
async function revoke(ctx: Ctx, q: Input): Promise<void> {
  const seen = await roundOf(ctx, q.id)
  await holdBusiness(ctx, seen.businessId)
  await demandTask(ctx, seen.taskId)
  await moveRound(ctx, await roundOf(ctx, seen.id), 'revoke')
}
async function pageOf(ctx: Ctx, q: Input) {
  const p = await page(ctx, publicity, q)
  const rounds = p.records as unknown as Publicity[]
  const open = await openObjections(
    ctx,
    rounds.map((r) => r.id),
  )
  return { ...p, records: rounds.map((r) => ({ ...r, objectionsOpen: open.get(r.id) ?? 0 })) }
}

/** The object an objection is about shows 异议 while one is open. Target: parcel (19 digits), contractor (18), book (18 and a letter). */
async function flagTarget(ctx: Ctx, code: string): Promise<void> {
  const open = await scoped(ctx, objection)
    .select('objection.id')
    .where('objection.targetCode', '=', code)
    .where('objection.status', 'in', [...OPEN_OBJECTIONS])
    .limit(1)
    .executeTakeFirst()
  const yyzt = open ? '1' : '0'
  if (/^\d{18}[JQ]$/.test(code)) return flag(await rows.find(ctx, djb, { cbjyqzbm: code, qszt: '1' }), (id) => rows.update(ctx, djb, id, { yyzt }))
  if (code.length === 19) return flag(await rows.find(ctx, dk, { dkbm: code, zt: '1' }), (id) => rows.update(ctx, dk, id, { yyzt }))
  return flag(await rows.find(ctx, cbf, { cbfbm: code, zt: '1' }), (id) => rows.update(ctx, cbf, id, { yyzt }))

  async function flag(row: { id: string; yyzt: string | null } | undefined, write: (id: string) => Promise<unknown>): Promise<void> {
    if (row && row.yyzt !== yyzt) await write(row.id)
  }
}

/** Records an objection while the publicity runs, or up to three days late by an administrator. */
async function object(ctx: Ctx, input: Input): Promise<string> {
  const draft = rows.checkedDraft(ctx, objection, input) as Record<string, any>
  const bad = idWrong(draft.objectorIdType, draft.objectorIdCard, ctx.lang)
  if (bad) throw problems.invalid([{ field: 'objectorIdCard', msg: bad }])
  const seen = await roundOf(ctx, draft.publicityId)
  await holdBusiness(ctx, seen.businessId)
  if (input.id) {
    const o = (await rows.get(ctx, objection, String(input.id))) as unknown as Objection
    if (o.status !== OBJECTION.open || o.publicityId !== draft.publicityId) throw problems.notAllowedNow({ zh: '修改异议', en: 'change the objection' })
    await rows.update(ctx, objection, o.id, draft, input.rev)
    await flagTarget(ctx, o.targetCode)
    await flagTarget(ctx, draft.targetCode)
    return o.id
  }
  const p = await startIfDue(ctx, await roundOf(ctx, seen.id))
  const late = p.endDate ? daysAfter(p.endDate, today(ctx)) : 0
  if (p.status !== PUBLICITY.doing || late > LATE_DAYS || (late > 0 && !isAdmin(ctx)))
    throw problems.notAllowedNow({ zh: '登记异议', en: 'record an objection' })
  const id = await rows.insert(ctx, objection, {
    ...draft,
    regionCode: p.regionCode,
    businessId: p.businessId,
    status: OBJECTION.open,
    receivedTime: ctx.now,
    receiver: ctx.who.realName,
  })
  await flagTarget(ctx, draft.targetCode)
  return id
}

/** {id, handleResult 1 handling | 2 upheld | 3 rejected | 4 withdrawn, opinion, target?}: an upheld one sends the business back to survey (or `target`). */
async function handle(ctx: Ctx, input: Input): Promise<void> {
  const seen = (await rows.get(ctx, objection, String(input.id ?? ''))) as unknown as Objection
  await holdBusiness(ctx, seen.businessId)
  const o = (await rows.get(ctx, objection, seen.id, true)) as unknown as Objection
  const to = String(input.handleResult ?? ''),
    opinion = String(input.opinion ?? '').trim()
  if (!handleable[o.status!]?.includes(to)) throw problems.notAllowedNow({ zh: '处理该异议', en: 'handle the objection so' })
  if ((to === OBJECTION.upheld || to === OBJECTION.rejected) && !opinion) throw problems.invalid([{ field: 'opinion', msg: '请输入处理意见' }])
  if (opinion.length > 500) throw problems.invalid([{ field: 'opinion', msg: '处理意见长度不能超过500位' }])
  await rows.update(ctx, objection, o.id, { status: to, opinion: opinion || null, handler: ctx.who.realName, handleTime: ctx.now })
  await flagTarget(ctx, o.targetCode)
  if (to !== OBJECTION.upheld) return
  const p = await roundOf(ctx, o.publicityId)
  const t = (await rows.get(ctx, process_task, p.taskId!)) as unknown as ProcessTask
  await commit(ctx, {
    taskId: t.id,
    processInstanceId: t.instanceId,
    result: 'return',
    target: input.target ?? 'survey',
    comment: `异议成立：${opinion}`.slice(0, 254),
  })
}

/** Only one entered by mistake: open, by its recorder, on the same day. */
async function withdrawEntry(ctx: Ctx, q: Input): Promise<void> {
  rows.demand(ctx, objection, 'delete')
  if (ids(q).length === 0) throw problems.noneSelected()
  for (const id of ids(q)) {
    const o = (await rows.get(ctx, objection, id)) as unknown as Objection
    const mine = o.createUser === ctx.who.userId && o.createTime.slice(0, 10) === today(ctx)
    if (o.status !== OBJECTION.open || !mine || (q.publicityId && q.publicityId !== o.publicityId))
      throw problems.notAllowedNow({ zh: '删除异议', en: 'delete the objection' })
    await rows.erase(ctx, objection, [id])
    await flagTarget(ctx, o.targetCode)
  }
}

const rounds = crud(publicity),
  objections = crud(objection)
const act = { method: 'POST', perm: 'publicity_edit', scope: 'land', query: ['id'] } as const
const word = (label: string) => text(label, { max: 500 })
const routes: Route[] = [
  { ...rounds.page, run: pageOf },
  { ...rounds.save, perm: 'publicity_edit', body: { ...publicity.fields, taskId: publicity.fields.title }, run: save },
  { ...act, path: '/yw-publicity/publicity/revoke', audit: 'publicity.revoke', summary: '取消公示', run: revoke },
  { ...act, path: '/yw-publicity/publicity/complete', audit: 'publicity.complete', summary: '完成公示', run: complete },
  {
    ...rounds.detail,
    path: '/yw-publicity/publicity/detail-by-task',
    summary: '任务的公示',
    query: ['taskId'],
    run: async (ctx, q) => {
      const p = isId(String(q.taskId ?? '')) ? await newestRound(ctx, String(q.taskId)) : undefined
      return p ? { ...p, objectionsOpen: (await openObjections(ctx, [p.id])).get(p.id) ?? 0 } : null
    },
  },
  objections.page,
  objections.detail,
  { ...objections.save, run: object },
  { ...objections.update, run: object },
  { ...objections.remove, query: ['ids', 'publicityId'], run: withdrawEntry },
  {
    method: 'POST',
    path: '/yw-publicity/objection/handle',
    perm: 'objection_edit',
    scope: 'land',
    audit: 'objection.handle',
    summary: '处理异议',
    body: { handleResult: word('处理结果'), opinion: word('处理意见'), target: word('退回环节') },
    run: handle,
  },
]
export const slice: Slice = { name: 'publicity', resources, routes }
