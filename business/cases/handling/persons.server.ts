import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { hasRole, isPerson, standsOver } from '../../../platform/people/reach.server.ts'
import type { ProcessTask } from '../../../services/process/process.ts'
import { severalSigners } from '../../../services/process/several.ts'
import type { At, PassedTask, TaskStep } from './handling.server.ts'
import type { Business } from '../definitions/business.ts'
import type { CaseRules } from '../definitions/config.server.ts'
import { threePersons } from '../rules/problems.ts'

/** Tasks that three people do, as what somebody did. */
const DID = { register: { zh: '受理', en: 'accepted' }, check: { zh: '初审', en: 'checked' } } as const
type Did = keyof typeof DID

/** How many are named in a refusal. */
const NAMED = 5

type Placed = Pick<Business, 'regionCode'>
type Offered = Pick<ProcessTask, 'taskKey' | 'candidateGroup' | 'signMode'>
type Performed = Pick<CaseRules, 'performers'>
/** The people who may do a task, as a condition on `u`: of its roles, or the one it is meant for, at or above the place of the business, and none of `others`. */
function fits(b: Placed, task: Offered, rules: Performed, others: readonly string[]): RawBuilder<boolean> {
  const meant = rules.performers[task.taskKey!]
  // of several who sign, those whose opinion is missing
  const roles = ((task.signMode ? undefined : meant?.role) ?? task.candidateGroup ?? '').split(',')
  const isMeant = meant?.user ? isPerson(meant.user.id) : hasRole(roles)
  return sql<boolean>`u.id::text <> all(${[...others]}::text[]) and ${isMeant} and ${standsOver(b.regionCode)}`
}
/** Those people; `most` of them. */
async function peopleFor(
  ctx: Ctx,
  b: Placed,
  task: Offered,
  rules: Performed,
  others: readonly string[],
  most = NAMED,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`select u.id::text as id, coalesce(u."realName", u.account) as name from sys_user u
    where u."tenantId" = ${ctx.who.tenantId} and u.status = 1 and ${fits(b, task, rules, others)} order by u.id limit ${most}`.execute(ctx.db)
  return rows
}

/** Tasks whose doers do not do this one as well. Acceptance and check may be one person's where the county's configuration says so, recheck is always another's (I24). */
const apartFrom = (taskKey: string | null, rules: Pick<CaseRules, 'threePersons'>): readonly Did[] =>
  taskKey === 'recheck' ? ['register', 'check'] : taskKey === 'check' && rules.threePersons ? ['register'] : []
/** Who passed those the last time. `all`: the tasks of the business that were passed, oldest first. */
function doersBefore(task: Pick<ProcessTask, 'taskKey' | 'instanceId'>, rules: Pick<CaseRules, 'threePersons'>, all: readonly PassedTask[]): PassedTask[] {
  const passed = all.filter((t) => t.instanceId === task.instanceId)
  return apartFrom(task.taskKey, rules).flatMap((key) => passed.findLast((t) => t.taskKey === key) ?? [])
}
/** Everybody who did a task: who passed it, and who countersigned it. */
const doersOf = (t: PassedTask): string[] => [...(t.assignee ? [t.assignee] : []), ...severalSigners(t)]
/** What a person did in a case that keeps him from this task of it. `all`: the tasks of the case that were passed, oldest first. */
export const didBefore = (
  userId: string,
  task: Pick<ProcessTask, 'taskKey' | 'instanceId'>,
  rules: Pick<CaseRules, 'threePersons'>,
  all: readonly PassedTask[],
): Did | undefined => doersBefore(task, rules, all).find((t) => doersOf(t).includes(userId))?.taskKey as Did | undefined
/** Names of the people who may do a task of a case, five at most. */
export const whoMay = async (ctx: Ctx, b: Pick<Business, 'regionCode'>, task: ProcessTask, rules: CaseRules, all: readonly PassedTask[]): Promise<string[]> =>
  (await peopleWhoMay(ctx, b, task, rules, all)).map((p) => p.name)
/** Names of the people who may do a task of a case in the place of these, five at most. */
export const othersWhoMay = async (
  ctx: Ctx,
  b: Pick<Business, 'regionCode'>,
  task: ProcessTask,
  rules: CaseRules,
  others: readonly string[],
): Promise<string[]> => (await peopleFor(ctx, b, task, rules, others)).map((p) => p.name)
/** The people who may do a task of a case, with their ids; `most` of them. */
export const peopleWhoMay = (ctx: Ctx, b: Pick<Business, 'regionCode'>, task: ProcessTask, rules: CaseRules, all: readonly PassedTask[], most = NAMED) =>
  peopleFor(ctx, b, task, rules, [...doersBefore(task, rules, all).flatMap(doersOf), ...severalSigners(task)], most)
/** The same people as a condition on `u`. `all`: the tasks of the case that were passed, as far as they are known. */
export const fitsTask = (b: Placed, task: ProcessTask, rules: Performed & Pick<CaseRules, 'threePersons'>, all: readonly PassedTask[]): RawBuilder<boolean> =>
  fits(b, task, rules, [...doersBefore(task, rules, all).flatMap(doersOf), ...severalSigners(task)])
/** Refuses who did a task that this one stands apart from, and says who may. */
async function requireAnother(ctx: Ctx, { business: b, task }: At, rules: CaseRules, all: readonly PassedTask[]): Promise<void> {
  const own = doersBefore(task, rules, all).find((t) => doersOf(t).includes(ctx.who.userId))
  if (own) throw threePersons({ did: DID[own.taskKey as Did], names: await whoMay(ctx, b, task, rules, all) })
}

/** Check and recheck: refused to who did what they stand apart from. Source: rulings.md 24. */
export const otherPersonStep: TaskStep = { ready: requireAnother }
