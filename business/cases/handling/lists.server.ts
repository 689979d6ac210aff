import { sql } from 'kysely'
import { problems } from '../../../kit/model/problem.ts'
import { masked, maskText } from '../../../kit/model/mask.ts'
import type { Page } from '../../../kit/model/page.ts'
import { isId, permOf, type Listed } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import { filtered, page, scoped } from '../../../kit/server/query.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { typeName, type TypeCode } from '../../../services/process/engine/definitions.ts'
import { missingVariables, ofRole, signedBy, tasksOf, unsignedBy } from '../../../services/process/process.server.ts'
import { process_task } from '../../../services/process/process.ts'
import { hasSigned } from '../../../services/process/several.ts'
import { BOOK_STATUS, business, type Business, type Form } from '../definitions/business.ts'
import { booksOf } from './books.server.ts'
import { aheadOf } from './ahead.server.ts'
import { actorIn, contentsOf, openTask } from './case.server.ts'
import { rulesOf } from '../definitions/config.server.ts'
import { contractsOf } from './contracts.server.ts'
import { shownDoubles } from './doubles.server.ts'
import { filesOfTask } from './files.server.ts'
import { allowedActions, STATUS, WHOSE } from '../rules/flow.ts'
import { formsIn, maskedForm } from '../definitions/form.ts'
import { handlingOf, type Registry } from './handling.server.ts'
import { regionNames } from '../../../platform/regions/lookup.server.ts'
import { DJZT, ZT } from '../../../land/definitions/statuses.ts'
import { seesNumbers, TYPED } from '../people/sees.server.ts'

/** Cases that are not deleted. */
export const visibleCase = (ctx: Ctx): AnyQuery => scoped(ctx, business).where('business.removed', 'is', null)

/** Adds to each row what the list shows of its open task and its region. */
async function dressed(ctx: Ctx, p: Page<Listed<typeof business>>) {
  const list = p.records
  if (list.length === 0) return p
  const tasks = await scoped(ctx, process_task)
    .selectAll('process_task')
    .where(
      'process_task.businessId',
      'in',
      list.map((b) => b.id),
    )
    .where('process_task.status', '=', 'open')
    .execute()
  const regions = await regionNames(
    ctx,
    list.map((b) => b.regionCode),
  )
  const records = list.map((b) => {
    const t = tasks.find((x) => x.businessId === b.id)
    return {
      ...b,
      businessTypeName: typeName(b.businessTypeCode as TypeCode),
      regionName: regions.get(b.regionCode) ?? null,
      taskId: t?.id ?? null,
      taskName: t?.name ?? null,
      taskKey: t?.taskKey ?? null,
      assignee: t?.assignee ?? null,
      assigneeName: t?.assigneeName ?? null,
      signMode: t?.signMode ?? null,
      ownerName: t?.owner ? t.ownerName : null,
    }
  })
  return { ...p, records }
}
/** A page of these cases, the newest first unless asked otherwise. */
export const casesWhere = async (ctx: Ctx, q: TextInput, from: AnyQuery) =>
  dressed(ctx, await page(ctx, business, q.ascs || q.descs ? q : { ...q, descs: 'createTime' }, from))

export const all = (ctx: Ctx, q: TextInput) => casesWhere(ctx, q, visibleCase(ctx))
export const done = (ctx: Ctx, q: TextInput) => casesWhere(ctx, q, visibleCase(ctx).where('business.status', '=', STATUS.done))
export const revoked = (ctx: Ctx, q: TextInput) => casesWhere(ctx, q, visibleCase(ctx).where('business.status', '=', STATUS.revoked))

/** A task (`alias`) waits for the caller: he holds it, or it is of his roles and nobody holds it. */
export const waitsForCaller = (ctx: Ctx, alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.assignee`)} = ${ctx.who.userId} or (${sql.ref(`${alias}.assignee`)} is null and ${unsignedBy(ctx, alias)} and ${ofRole(ctx, alias)}))`

/** Whose what waits for the caller is: his own, or of his roles, which nobody has taken. */
function waitingAs(ctx: Ctx, whose: string | undefined) {
  if (whose && whose !== WHOSE.me && whose !== WHOSE.role)
    throw problems.badRequest({ zh: '请选择我承办的或本岗位待签收的', en: 'Name mine or those of my role' })
  const task = whose === WHOSE.me ? sql<boolean>`t.assignee = ${ctx.who.userId}` : waitsForCaller(ctx, 't')
  const open = sql<boolean>`exists (select 1 from process_task t where t."countyCode" = business."countyCode" and t."businessId" = business.id
    and t.status = 'open' and ${task}${whose === WHOSE.role ? sql` and t.assignee is null` : sql``})`
  if (whose === WHOSE.role) return open
  return sql<boolean>`((business.status = ${STATUS.todo} and business."createUser" = ${ctx.who.userId}) or ${open})`
}
/** What waits for the caller: his own unsent cases, tasks he holds, tasks of his role that nobody holds; `whose` narrows it to his own, or to those of his role. */
export async function todo(ctx: Ctx, { whose, ...q }: TextInput) {
  const mine = waitingAs(ctx, whose)
  const found = await casesWhere(ctx, q, visibleCase(ctx).where(mine))
  const ahead = await aheadOf(
    ctx,
    found.records.filter((b) => b.status === STATUS.doing),
  )
  return { ...found, records: found.records.map((b) => ({ ...b, ...ahead.get(b.id) })) }
}

/** Cases in which the caller has done a task, wherever they stand now, and which of their tasks he did last. Source: screens.md C1 (done-task). */
export async function handled(ctx: Ctx, q: TextInput) {
  const mine = sql<boolean>`exists (select 1 from process_task t where t."countyCode" = business."countyCode" and t."businessId" = business.id
    and (t.status = 'done' and t.assignee = ${ctx.who.userId} or ${signedBy(ctx, 't')}))`
  const found = await casesWhere(ctx, q, visibleCase(ctx).where(mine))
  const ids = found.records.map((b) => b.id)
  const did = ids.length
    ? await scoped(ctx, process_task)
        .select(['process_task.businessId', 'process_task.taskKey', 'process_task.outcome', 'process_task.doneTime', 'process_task.signers'])
        .where('process_task.businessId', 'in', ids)
        .where(sql<boolean>`(process_task.status = 'done' and process_task.assignee = ${ctx.who.userId} or ${signedBy(ctx, 'process_task')})`)
        .orderBy('process_task.id')
        .execute()
    : []
  const records = found.records.map((b) => {
    const t = did.findLast((x) => x.businessId === b.id)
    // one of several who signed has agreed, whatever the others say
    return {
      ...b,
      handledTask: t?.taskKey ?? null,
      handledResult: t && hasSigned(t, ctx.who.userId) ? 'pass' : (t?.outcome ?? null),
      handledTime: t?.doneTime ?? null,
    }
  })
  return { ...found, records }
}

/** Number of businesses by status under the same filters, and of those under way past their promised day. */
export async function totals(ctx: Ctx, q: TextInput) {
  const counts = await filtered(ctx, visibleCase(ctx), business, { ...q, status: undefined })
    .select([
      'business.status',
      sql<string>`count(*)`.as('n'),
      sql<string>`count(*) filter (where business.status = ${STATUS.doing} and business."dueDay" < ${ctx.now.slice(0, 10)}::date)`.as('late'),
    ])
    .groupBy('business.status')
    .execute()
  const of = (s: string) => Number(counts.find((c) => c.status === s)?.n ?? 0)
  return {
    todo: of(STATUS.todo),
    doing: of(STATUS.doing),
    done: of(STATUS.done),
    revoked: of(STATUS.revoked),
    overdue: counts.reduce((n, c) => n + Number(c.late), 0),
    total: counts.reduce((n, c) => n + Number(c.n), 0),
  }
}

/** Tasks of a process that are done. */
export const doneTasks = async (ctx: Ctx, q: TextInput<'processInstanceId'>) => {
  const { processInstanceId = '' } = q
  if (!isId(processInstanceId)) throw problems.badRequest({ zh: '请选择流程', en: 'Name a process' })
  return (await tasksOf(ctx, processInstanceId)).filter((t) => t.status === 'done')
}

/** Number and phone of the applicant as the register has them are shown as the register's own lists show them: masked to who may not see those in full. */
const seenApplicant = (ctx: Ctx, row: Business): Partial<Business> => {
  if (seesNumbers(ctx)) return {}
  const { obligeIdCard, obligePhone } = row
  return { obligeIdCard: obligeIdCard && maskText(obligeIdCard), obligePhone: obligePhone && maskText(obligePhone) }
}
const plain = (ctx: Ctx, taskKey: string | null) => seesNumbers(ctx) || (TYPED.includes(taskKey ?? '') && ctx.who.perms.has(permOf(business, 'edit')))
/** The form with personal data masked, wherever its type says that they stand, for those who may not see them. */
const seenForm = (of: Registry, b: Business, form: Form, isPlain: boolean): Form => (isPlain ? form : maskedForm(handlingOf(of, b).type.shape, form))

/** A business with all a page needs: form, open task, admitted actions, contracts, files of the task. */
export async function detail(of: Registry, ctx: Ctx, id: string) {
  const row = await rows.get(ctx, business, id)
  const [task, contents, contracts] = [await openTask(ctx, row), await contentsOf(ctx, id), await contractsOf(ctx, row)]
  const taskKey = task?.taskKey ?? (row.status === STATUS.todo ? 'register' : null)
  const rules = taskKey ? await rulesOf(ctx, row, contents) : undefined
  const isPlain = plain(ctx, taskKey)
  return {
    ...(isPlain ? { ...row, ...seenApplicant(ctx, row) } : masked(business, row)),
    businessTypeName: typeName(row.businessTypeCode as TypeCode),
    taskId: task?.id ?? null,
    taskKey,
    taskName: task?.name ?? null,
    form: seenForm(of, row, contents.form, isPlain),
    codes: contents.codes,
    task: task ?? null,
    ...(task ? (await aheadOf(ctx, [row])).get(row.id) : {}),
    missing: task ? await missingVariables(ctx, task) : [],
    actions: allowedActions({ status: row.status!, taskKey: task?.taskKey }, await actorIn(ctx, row, task)),
    contracts,
    unregistered:
      row.status === STATUS.doing
        ? (await booksOf(ctx, row)).filter((k) => k.status === BOOK_STATUS.failed).map(({ code, djbId, reason }) => ({ code, djbId, reason }))
        : [],
    doubles: formsIn(contents.form.doubles).length ? await shownDoubles(ctx, row, task) : [],
    files: taskKey && rules ? filesOfTask(rules, contents, taskKey) : [],
  }
}

/**
 * Parcels offered to 承包合同签订: valid, without a current contract (djzt is 2 while there is one), not held by another business. The words of both lists are those of the indexes of such land
 * (dk_free_held, dk_free_land), which hold a few parcels of a county. Source: business-flows.md 4.1.
 */
function free(ctx: Ctx): AnyQuery {
  return scoped(ctx, dk)
    .where(sql<boolean>`dk.zt = ${sql.lit(ZT.valid)} and dk.djzt is distinct from ${sql.lit(DJZT.registered)}`)
    .where(
      sql<boolean>`not exists (select 1 from business_lock l where l."countyCode" = dk."countyCode" and l."tenantId" = dk."tenantId" and l."objectType" = 'dk' and l."objectCode" = dk.dkbm)`,
    )
}
/** 集体地块: collective land, or contract land without a holder. */
export const jtdk = (ctx: Ctx, q: TextInput) =>
  page(ctx, dk, q, free(ctx).where(sql<boolean>`(dk.dklb in ('22', '23', '99') or dk.dklb = '10' and dk.cbfbm is null)`))
/** 确权地块: surveyed, holder known, no contract. */
export const qqdk = (ctx: Ctx, q: TextInput) => page(ctx, dk, q, free(ctx).where(sql<boolean>`dk.dklb = '10' and dk.cbfbm is not null`))
/** 承包地块: those of one contractor (`cbfbm`), to be signed anew. */
export const cbdk = (ctx: Ctx, q: TextInput) =>
  page(
    ctx,
    dk,
    q,
    free(ctx)
      .where('dk.dklb', '=', '10')
      .where('dk.cbfbm', '=', q.cbfbm ?? ''),
  )
