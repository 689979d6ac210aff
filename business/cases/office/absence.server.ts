// Somebody is away: his tasks go to the substitute whom he named, and the log of each case records for whom they were done. Why: docs/adr/0071.
import { typedRows } from '../../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { both } from '../../../kit/model/lang.ts'
import { invalidField, problem, problems } from '../../../kit/model/problem.ts'
import { isId } from '../../../kit/model/resource.ts'
import { localDay } from '../../../kit/server/clock.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable } from '../../../kit/server/query.server.ts'
import { route, type Route, type TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { hasRole, isPerson, standsOver } from '../../../platform/people/reach.server.ts'
import type { Routine } from '../../../runtime/maintenance.server.ts'
import { piecewise } from '../../../runtime/piecewise.server.ts'
import { typeCodes } from '../../../services/process/engine/definitions.ts'
import { LAND } from '../../../services/process/process.server.ts'
import { process_task, type ProcessTask } from '../../../services/process/process.ts'
import { absenceDaysWrong, holdsOn, type Absence } from '../rules/absence.ts'
import { business, type Business } from '../definitions/business.ts'
import { contentsOf } from '../handling/case.server.ts'
import { rulesOf } from '../definitions/config.server.ts'
import { STATUS } from '../rules/flow.ts'
import { fitsTask } from '../handling/persons.server.ts'
import { taskText, tellOfGiven } from '../handling/told.server.ts'
import { tell } from './transfer.server.ts'

export const absenceProblems = {
  overlaps: problem(409, 'absence-overlaps', () => ({ zh: '这段时间已有外出委托，请先结束', en: 'There is an absence in these days already; end it first' })),
  delegateAway: problem<{ name: string }>(409, 'absence-delegate-away', (d) => ({
    zh: `${d.name}这段时间也外出，请选择其他人`,
    en: `${d.name} is away in these days as well; choose somebody else`,
  })),
}
const columns = sql`a.id::text as id, a."userId"::text as "userId", coalesce(u."realName", u.account) as "userName", a."delegateId"::text as "delegateId",
  coalesce(d."realName", d.account) as "delegateName", a."fromDay"::text as "fromDay", a."toDay"::text as "toDay", a.kinds, a.reason`
const from = sql`work_absence a join sys_user u on u.id = a."userId" join sys_user d on d.id = a."delegateId"`
const open = (ctx: Ctx) => sql`a."tenantId" = ${ctx.who.tenantId} and a."endTime" is null and a."toDay" >= ${ctx.now.slice(0, 10)}::date`

/** The caller's absences that are not over, and those in which he stands in for somebody. */
async function list(ctx: Ctx): Promise<Absence[]> {
  const me = ctx.who.userId
  const today = ctx.now.slice(0, 10)
  const { rows: found } =
    await sql<Absence>`select ${columns} from ${from} where ${open(ctx)} and (a."userId" = ${me}::bigint or a."delegateId" = ${me}::bigint)
    order by a."fromDay", a.id limit 100`.execute(ctx.db)
  return found.map((a) => ({ ...a, isNow: a.fromDay <= today ? 1 : 0 }))
}
/** Who could do the caller's tasks: people of one of his roles, at or above his region. */
const people = async (ctx: Ctx, only?: string): Promise<{ id: string; name: string }[]> =>
  (
    await sql<{ id: string; name: string }>`select u.id::text as id, coalesce(u."realName", u.account) as name from sys_user u
      where u."tenantId" = ${ctx.who.tenantId} and u.status = 1 and u.id <> ${ctx.who.userId}::bigint and ${hasRole([...ctx.who.roles])} and ${standsOver(ctx.who.regionCode)}
        and (${only ?? null}::bigint is null or u.id = ${only ?? null}::bigint) order by u.id limit 100`.execute(ctx.db)
  ).rows

/** The absences of a person that are under way or to come. */
const absencesOf = async (ctx: Ctx, userId: string): Promise<Absence[]> =>
  (await sql<Absence>`select ${columns} from ${from} where ${open(ctx)} and a."userId" = ${userId}::bigint order by a.id`.execute(ctx.db)).rows
/** Whether a delegate may do a task by himself: he has a role of the person's, stands over its place, and did nothing that it stands apart from. */
async function mayStandIn(ctx: Ctx, b: Business, task: ProcessTask, away: Absence): Promise<boolean> {
  const contents = await contentsOf(ctx, b.id)
  const { performers, threePersons } = await rulesOf(ctx, b, contents)
  const key = task.taskKey ?? ''
  // what is meant for one person is meant for his delegate then
  const now = performers[key]?.user ? { ...performers, [key]: { user: { id: away.delegateId, name: away.delegateName } } } : performers
  const { rows: found } = await sql`select 1 from sys_user u join sys_user p on p."tenantId" = u."tenantId" and p.id = ${away.userId}::bigint
      and string_to_array(p."roleId", ',') && string_to_array(u."roleId", ',')
    where u."tenantId" = ${ctx.who.tenantId} and u.status = 1 and ${isPerson(away.delegateId)} and ${fitsTask(b, task, { performers: now, threePersons }, contents.passed)}`.execute(
    ctx.db,
  )
  return found.length > 0
}
/**
 * An open task of somebody who is away goes to the one who stands in for him, where that one may do it; the story says for whom. Answers the task as it is then.
 * `absences`: those of its person.
 */
async function handedOver(ctx: Ctx, absences: readonly Absence[], b: Business, task: ProcessTask): Promise<ProcessTask> {
  if (task.owner || task.signMode || task.status !== 'open') return task
  const away = absences.find((a) => holdsOn(a, ctx.now.slice(0, 10), b.businessTypeCode ?? ''))
  if (!away || !(await mayStandIn(ctx, b, task, away))) return task
  const given = await rows.change(ctx, process_task, task, { assignee: away.delegateId, assigneeName: away.delegateName, claimTime: ctx.now })
  const { zh, en } = taskText(task)
  await tellOfGiven(ctx, b, given, away.delegateId, both(`代他人办理：${zh}`, `For somebody who is away: ${en}`))
  const words = both(
    `${away.userName}外出至${away.toDay}，由${away.delegateName}代办`,
    `${away.userName} is away until ${away.toDay}; ${away.delegateName} stands in`,
  )
  await tell(ctx, b, task, 'transfer', words, '')
  return given
}
/** The same of a task that has just opened, whomever it is meant for. */
export const standIn = async (ctx: Ctx, b: Business, task: ProcessTask): Promise<ProcessTask> =>
  task.assignee ? handedOver(ctx, await absencesOf(ctx, task.assignee), b, task) : task
/** What somebody who goes away holds goes over as well; answers how many tasks. */
async function handOver(ctx: Ctx, userId: string): Promise<number> {
  const absences = await absencesOf(ctx, userId)
  const held = await typedRows<ProcessTask>(
    joinable(ctx, process_task)
      .selectAll('process_task')
      .where('process_task.assignee', '=', userId)
      .where('process_task.status', '=', 'open')
      .where('process_task.category', '=', LAND)
      .orderBy('process_task.id'),
  )
  let n = 0
  for (const task of held) {
    const b = await rows.find(ctx, business, { id: task.businessId! })
    if (b?.status === STATUS.doing && (await handedOver(ctx, absences, b, task)) !== task) n += 1
  }
  return n
}

/** Keeps {delegateId, fromDay, toDay, kinds?, reason?}; one that begins today hands over at once. @throws invalid, absence-overlaps, absence-delegate-away */
async function save(ctx: Ctx, b: TextInput<'delegateId' | 'fromDay' | 'toDay' | 'kinds' | 'reason'>): Promise<{ id: string; given: number }> {
  const today = ctx.now.slice(0, 10)
  const wrong = absenceDaysWrong(b.fromDay, b.toDay, today)
  if (wrong) throw invalidField(wrong.field, wrong.msg)
  const kinds = [...new Set((b.kinds ?? '').split(',').filter(Boolean))]
  if (!kinds.every((k) => (typeCodes as readonly string[]).includes(k)))
    throw invalidField('kinds', both('业务类型不正确', 'There is no such type of business'))
  const reason = (b.reason ?? '').trim()
  if (reason.length > 200) throw invalidField('reason', both('原因不能超过200字', 'At most 200 characters'))
  const [to] = isId(b.delegateId ?? '') ? await people(ctx, b.delegateId) : []
  if (!to) throw invalidField('delegateId', both('请选择与您角色相同、可以代办的人员', 'Choose somebody of your role who can do your tasks'))
  const days = sql`a."tenantId" = ${ctx.who.tenantId} and a."endTime" is null and a."fromDay" <= ${b.toDay}::date and a."toDay" >= ${b.fromDay}::date`
  // two at once: the second waits for the first
  await sql`select id from sys_user where id = ${ctx.who.userId}::bigint for update`.execute(ctx.db)
  const { rows: others } = await sql<{ userId: string }>`select a."userId"::text as "userId" from work_absence a where ${days}
    and a."userId" in (${ctx.who.userId}::bigint, ${to.id}::bigint)`.execute(ctx.db)
  if (others.some((a) => a.userId === ctx.who.userId)) throw absenceProblems.overlaps()
  if (others.length) throw absenceProblems.delegateAway({ name: to.name })
  const id = ctx.newId()
  await ctx.db
    .insertInto('work_absence')
    .values({
      tenantId: ctx.who.tenantId,
      id,
      userId: ctx.who.userId,
      delegateId: to.id,
      fromDay: b.fromDay,
      toDay: b.toDay,
      kinds: kinds.join(','),
      reason,
      createTime: ctx.now,
    })
    .execute()
  return { id, given: b.fromDay === today ? await handOver(ctx, ctx.who.userId) : 0 }
}
/** Ends an absence of the caller's; what was handed over stays where it is. @throws not-found */
async function end(ctx: Ctx, q: TextInput<'id'>): Promise<void> {
  const done = isId(q.id ?? '')
    ? await ctx.db
        .updateTable('work_absence')
        .set({ endTime: ctx.now })
        .where('tenantId', '=', ctx.who.tenantId)
        .where('userId', '=', ctx.who.userId)
        .where('id', '=', q.id!)
        .where('endTime', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!done?.numUpdatedRows) throw problems.notFound({ zh: '外出委托', en: 'Absence' })
}

/** Every night: absences that begin hand over what their persons hold. */
export const absenceRoutine: Routine = {
  name: 'absences',
  label: '外出委托',
  due: { at: '00:10' },
  async run(r) {
    const day = localDay(r.now)
    const { piece, end } = piecewise(r)
    const begun = await r.system((tx) =>
      tx.selectFrom('work_absence').select(['tenantId', 'userId']).where('fromDay', '=', day).where('endTime', 'is', null).orderBy('id').execute(),
    )
    let given = 0
    for (const a of begun) given += (await piece(String(a.tenantId), `person ${String(a.userId)}`, (ctx) => handOver(ctx, String(a.userId)))) ?? 0
    return end(`${given} tasks`)
  },
}
const at = (verb: string) => `/yw-accept/business/absence/${verb}`
const look = { method: 'GET', perm: 'business_view', scope: 'own', audit: 'read' } as const
/** Absences of the caller. */
export const absenceRoutes: readonly Route[] = [
  { ...look, path: at('list'), summary: '外出委托', run: list },
  { ...look, path: at('people'), summary: '可代办人员', run: (ctx) => people(ctx) },
  route({
    method: 'POST',
    path: at('save'),
    perm: 'business_commit',
    scope: 'own',
    audit: 'absence.save',
    summary: '登记外出委托',
    query: ['delegateId', 'fromDay', 'toDay', 'kinds', 'reason'],
    body: {},
    run: save,
  }),
  route({
    method: 'POST',
    path: at('end'),
    perm: 'business_commit',
    scope: 'own',
    audit: 'absence.end',
    summary: '结束外出委托',
    query: ['id'],
    body: {},
    run: end,
  }),
]
