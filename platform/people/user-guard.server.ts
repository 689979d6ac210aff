import { sql } from 'kysely'
import { invalidField, type Problem } from '../../kit/model/problem.ts'
import { inRegion } from '../../kit/model/region-code.ts'
import { ADMINISTRATOR, isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { PLATFORM_TENANT } from '../seed/tenant-codes.ts'
import { requireCompatible } from '../rights/exclusion.server.ts'
import { requireRolesBelow } from '../rights/grant.server.ts'
import { refusal } from '../rights/people-problems.ts'
import { user } from '../definitions/system.ts'
import { idList, isId, type Row } from '../../kit/model/resource.ts'

export const LABEL = { zh: user.label, en: user.en }
export type GuardedUser = Row<typeof user>

const numbers = (v: unknown): string[] => idList(v).filter((x) => isId(x))
/** Rows of the tenant by ids, with what is asked of them. */
export const ofTenant = (ctx: Ctx, table: 'sys_role' | 'sys_dept' | 'sys_post', ids: readonly string[]): Promise<Record<string, unknown>[]> =>
  ctx.db
    .selectFrom(table)
    .selectAll()
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', 'in', ids.length ? [...ids] : ['0'])
    .execute()

/**
 * Users of the tenant, locked, whom the caller may administer: nobody whose roles hold more than his own, nobody of a wider region.
 * Otherwise resetting a password would be a way up. Source: security.md K02.
 */
export async function usersBelow(ctx: Ctx, ids: readonly string[], problem: Problem = refusal.above(LABEL)): Promise<GuardedUser[]> {
  const found: GuardedUser[] = []
  for (const id of new Set(ids)) {
    const u = await rows.get(ctx, user, id, true)
    found.push(u)
    if (id === ctx.who.userId) continue
    if (!isAdministrator(ctx.who)) await requireRolesBelow(ctx, numbers(u.roleId), problem)
    const depts = await ofTenant(ctx, 'sys_dept', numbers(u.deptId))
    const regions = u.regionCode ? [u.regionCode] : depts.map((d) => d.regionCode as string)
    if (regions.some((r) => r && !inRegion(r, ctx.who.regionCode))) throw problem
  }
  return found
}

/** Refuses roles, departments and a region that the caller could not stand for himself, those that do not exist in the tenant, and roles that
 * exclude one another, unless they are those that the person has (`before`). */
export async function requireMayAssign(
  ctx: Ctx,
  to: { roleId?: unknown; deptId?: unknown; postId?: unknown; regionCode?: unknown },
  before?: { roleId: unknown },
): Promise<void> {
  const missing = (field: string, zh: string, en: string) => invalidField(field, { zh: `${zh}不存在`, en: `${en} not found` })
  const roleIds = numbers(to.roleId)
  const roles = await requireRolesBelow(ctx, roleIds)
  if (roles.length !== new Set(idList(to.roleId)).size) throw missing('roleId', '角色', 'Role')
  const held = before ? await ofTenant(ctx, 'sys_role', numbers(before.roleId)) : []
  await requireCompatible(
    ctx,
    roles.map((r) => r.roleAlias),
    held.map((r) => String(r.roleAlias)),
  )
  const depts = await ofTenant(ctx, 'sys_dept', numbers(to.deptId))
  if (depts.length !== new Set(idList(to.deptId)).size) throw missing('deptId', '部门', 'Department')
  if ((await ofTenant(ctx, 'sys_post', numbers(to.postId))).length !== new Set(idList(to.postId)).size) throw missing('postId', '岗位', 'Post')
  const regions = [...depts.map((d) => d.regionCode), to.regionCode].filter(Boolean) as string[]
  if (regions.some((r) => !inRegion(r, ctx.who.regionCode))) throw refusal.outside()
}

/** Refuses a change after which the tenant would have no enabled administrator. Call it after the change; it serialises such changes. */
export async function requireAdminRemains(ctx: Ctx): Promise<void> {
  const alias = ctx.who.tenantId === PLATFORM_TENANT ? ADMINISTRATOR : 'admin'
  const role = await ctx.db
    .selectFrom('sys_role')
    .select('id')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('roleAlias', '=', alias)
    .forUpdate()
    .executeTakeFirst()
  if (!role) return
  const left = await ctx.db
    .selectFrom('sys_user')
    .select('id')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('status', '=', 1)
    .where(sql<boolean>`${role.id} = any(string_to_array("roleId", ','))`)
    .limit(1)
    .executeTakeFirst()
  if (!left) throw refusal.lastAdmin()
}

/** Makes open sessions of a person follow the row: ended when disabled, other roles and department at once. Source: security.md K25. */
export async function syncSessions(ctx: Ctx, u: { id: string; roleId?: unknown; deptId?: unknown; status?: unknown }): Promise<void> {
  const own = ctx.db.updateTable('session').where('userId', '=', u.id).where('tenantId', '=', ctx.who.tenantId).where('revoked', '=', 0)
  if (Number(u.status) !== 1) {
    await own.set({ revoked: 1 }).execute()
    return
  }
  const depts = numbers(u.deptId)
  await own.set({ roleIds: numbers(u.roleId).join(',') }).execute()
  await own
    .set({ deptId: depts[0] ?? null })
    .where((e) => e.or([e('deptId', 'is', null), e('deptId', 'not in', depts.length ? depts : ['0'])]))
    .execute()
}

/** Refuses one account more than the tenant's licence; waiting guests do not count. The tenant's row is locked, so that two cannot take the last place. */
export async function requireQuota(ctx: Ctx, more = 1): Promise<void> {
  const t = await ctx.db.selectFrom('tenant').select('accountNumber').where('code', '=', ctx.who.tenantId).forUpdate().executeTakeFirst()
  const most = t?.accountNumber ?? -1
  if (most < 0) return
  const { n } = await ctx.db
    .selectFrom('sys_user')
    .select(sql<string>`count(*)`.as('n'))
    .where('tenantId', '=', ctx.who.tenantId)
    .where('roleId', '<>', '-1')
    .executeTakeFirstOrThrow()
  if (Number(n) + more > most) throw refusal.quota()
}

/** Whether the tenant has this account, whatever its case; `but` is the row that may have it. */
export async function accountTaken(ctx: Ctx, account: string, but?: string): Promise<boolean> {
  const twin = await ctx.db
    .selectFrom('sys_user')
    .select('id')
    .where('tenantId', '=', ctx.who.tenantId)
    .where(sql<boolean>`lower(account) = lower(${account})`)
    .executeTakeFirst()
  return !!twin && twin.id !== but
}
