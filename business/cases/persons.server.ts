import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { ProcessTask } from '../../services/process/process.ts'
import type { At, PassedTask, TaskStep } from './handling.server.ts'
import type { Business } from './business.ts'
import type { Rules } from './config.server.ts'
import { threePersons } from './problems.ts'

/** Tasks that three people do, as what somebody did. */
const DID = { register: { zh: '受理', en: 'accepted' }, check: { zh: '初审', en: 'checked' } } as const
type Did = keyof typeof DID

/** So many are named in a refusal. */
const NAMED = 5

/** Names of the people who may do a task instead: of its roles, or the one it is meant for, at or above the place of the business, and none of `others`. */
async function namesOf(ctx: Ctx, b: Business, task: ProcessTask, rules: Rules, others: readonly string[]): Promise<string[]> {
  const meant = rules.performers[task.taskKey!]
  const roles = (meant?.role ?? task.candidateGroup ?? '').split(',')
  const isMeant = meant?.user
    ? sql`u.id::text = ${meant.user.id}`
    : sql`exists (select 1 from sys_role r where r."tenantId" = u."tenantId"
    and r.id::text = any(string_to_array(u."roleId", ',')) and r."roleAlias" = any(${roles}::text[]))`
  const { rows } = await sql<{ name: string }>`select coalesce(u."realName", u.account) as name from sys_user u
    where u."tenantId" = ${ctx.who.tenantId} and u.status = 1 and u.id::text <> all(${[...others]}::text[]) and ${isMeant}
      and (starts_with(${b.regionCode}, u."regionCode") or u."regionCode" is null and exists (select 1 from sys_dept d where d."tenantId" = u."tenantId"
        and d.id::text = any(string_to_array(u."deptId", ',')) and starts_with(${b.regionCode}, d."regionCode")))
    order by u.id limit ${NAMED}`.execute(ctx.db)
  return rows.map((r) => r.name)
}

/** Refuses who passed one of these tasks the last time it was passed, and says who may. */
async function requireAnother(ctx: Ctx, { business: b, task }: At, rules: Rules, all: readonly PassedTask[], before: readonly Did[]): Promise<void> {
  const passed = all.filter((t) => t.instanceId === task.instanceId)
  const did = before.flatMap((key) => passed.findLast((t) => t.taskKey === key) ?? [])
  const own = did.find((t) => t.assignee === ctx.who.userId)
  if (!own) return
  const others = did.flatMap((t) => t.assignee ?? [])
  throw threePersons({ did: DID[own.taskKey as Did], names: await namesOf(ctx, b, task, rules, others) })
}

/** Who accepted does not check, unless the county's configuration allows it. Source: rulings on three persons. */
export const checkStep: TaskStep = {
  ready: async (ctx, at, rules, passed) => (rules.threePersons ? requireAnother(ctx, at, rules, passed, ['register']) : undefined),
}
/** Who accepted or checked does not recheck: nothing allows that, whether there was a check or it was skipped (I24). */
export const recheckStep: TaskStep = { ready: (ctx, at, rules, passed) => requireAnother(ctx, at, rules, passed, ['register', 'check']) }
