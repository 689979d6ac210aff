// Whom a case tells what, in the transaction of what happens to it. The words name no person: whoever may see the case reads its name beside them.
import { sql, type RawBuilder } from 'kysely'
import { dayPlus } from '../../../kit/model/days.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import { localDay } from '../../../kit/server/clock.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { namesFrom } from '../../../services/inbox/names.server.ts'
import { INTO_INBOX, settleInbox, tellPeople, wantsKind } from '../../../services/inbox/tell.server.ts'
import type { ProcessTask } from '../../../services/process/process.ts'
import { hasRole, isPerson, standsOver } from '../../../platform/people/reach.server.ts'
import type { Routine } from '../../../runtime/maintenance.server.ts'
import { piecewise } from '../../../runtime/piecewise.server.ts'
import { inBoth } from '../../../services/inbox/both.ts'
import { business, type Business } from '../definitions/business.ts'
import { STATUS } from '../rules/flow.ts'

type Case = Pick<Business, 'id'>
type Task = Pick<ProcessTask, 'id' | 'taskKey' | 'name'>
const TASKS: Readonly<Record<string, string>> = {
  register: 'acceptance',
  survey: 'survey',
  check: 'check',
  publicity: 'posting',
  recheck: 'recheck',
  sign: 'signing',
}
/** A task as both languages call it. */
export const taskText = (t: Pick<Task, 'taskKey' | 'name'>): Text => both(t.name ?? '', TASKS[t.taskKey ?? ''] ?? t.name ?? '')
/** Where a case is handled. */
const handles = (b: Case) => `/business/todo?open=edit.${b.id}`
const about = (b: Case) => ({ of: business.name, id: b.id })
/** What waits for somebody until the next step of a case. */
const WAITING = ['task', 'return', 'due'] as const

/** Names of cases that a reader may see. */
export const caseNames = namesFrom(business, 'businessName', (q) => q.where('business.removed', 'is', null))

/** A task has opened: whoever may do it is told. */
export async function tellOfTask(ctx: Ctx, b: Case, t: Task, who: RawBuilder<boolean>, kind: 'task' | 'return'): Promise<void> {
  const task = taskText(t)
  const subject = kind === 'return' ? both(`退回到${task.zh}`, `Returned to ${task.en}`) : both(`待办：${task.zh}`, `To do: ${task.en}`)
  await tellPeople(ctx, who, { kind, subject, about: about(b), link: handles(b), once: `task:${t.id}` })
}
/** An open task is now this person's: he is told. `subject`: what he is to do. */
export async function tellOfGiven(ctx: Ctx, b: Case, t: Task & Pick<ProcessTask, 'rev'>, to: string, subject: Text): Promise<void> {
  await tellPeople(ctx, isPerson(to), { kind: 'task', subject, about: about(b), link: handles(b), once: `task:${t.id}:${t.rev}` })
}
/** A task of a case is passed, or the case has ended: nothing that was told of it waits for anybody. */
export const settleTasks = (ctx: Ctx, b: Case): Promise<void> => settleInbox(ctx, business.name, b.id, WAITING)

/** Days before the promised one on which those who have the task are told. */
const NEAR_DAYS = 2
/** Tells those who may do the open task of a case that its promised day comes, or is over; once each. */
async function tellOfDays(ctx: Ctx, now: Date): Promise<number> {
  const today = localDay(now)
  const { rows } = await sql`${INTO_INBOX}
    select u."tenantId", u.id, 'due:' || b.id || case when b."dueDay" < ${today}::date then ':over' else ':near' end,
      ${ctx.newId()}::bigint + row_number() over (partition by u.id order by b."dueDay", b.id), 'due',
      case when b."dueDay" < ${today}::date then ${inBoth(both('已超过承诺办结日', 'Past its promised day'))} else ${inBoth(both('临近承诺办结日', 'Its promised day is near'))} end,
      ${business.name}, b.id, '/business/todo?open=edit.' || b.id, 0, ${ctx.now}::timestamptz
    from business b join process_task t on t."countyCode" = b."countyCode" and t."tenantId" = b."tenantId" and t."businessId" = b.id and t.status = 'open'
      join sys_user u on u."tenantId" = b."tenantId" and u.status = 1 and (u.id = t.assignee or t.assignee is null
        and ${standsOver(sql`b."regionCode"`)} and ${hasRole(sql`string_to_array(t."candidateGroup", ',')`)})
    where b."tenantId" = ${ctx.who.tenantId} and b.removed is null and b.status = ${STATUS.doing} and b."dueDay" <= ${dayPlus(today, NEAR_DAYS)}::date
      and ${wantsKind('due')}
    on conflict ("tenantId", "userId", once) do nothing returning 1`.execute(ctx.db)
  return rows.length
}
/** Every morning: promised days that come, and those that are over. */
export const dueRoutine: Routine = {
  name: 'case-days',
  label: '业务期限提醒',
  due: { at: '06:30' },
  async run(r) {
    const { piece, end } = piecewise(r)
    const tenants = await r.system((tx) => tx.selectFrom('tenant').select('code').where('status', '=', 1).orderBy('code').execute())
    let told = 0
    for (const { code } of tenants) told += (await piece(String(code), `tenant ${String(code)}`, (ctx) => tellOfDays(ctx, r.now))) ?? 0
    return end(`${told} messages`)
  },
}
