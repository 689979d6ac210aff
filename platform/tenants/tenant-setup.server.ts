import { typedRows } from '../../kit/server/any-query.server.ts'
import { randomInt } from 'node:crypto'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { storePassword } from '../credentials/change.server.ts'
import { strategyOf } from '../credentials/strategy.server.ts'
import { packageOf } from '../rights/grant.server.ts'
import { role_exclusion } from '../rights/exclusion.ts'
import { EXCLUDED, grantsOf, roles } from '../seed/roles.ts'
import { seedDictionaries } from '../seed/seed.server.ts'
import { dept, post, role, user } from '../definitions/system.ts'
import { fittingPassword } from '../people/user-write.server.ts'

const ADMIN = roles.find((r) => r.alias === 'admin')!

/** The same request as somebody of another tenant: only for calls that say asSystem. */
export const inTenant = (ctx: Ctx, tenantId: string): Ctx => ({ ...ctx, who: { ...ctx.who, tenantId } })

/** A tenant number of six digits that nobody has. Source: platform-api.md 3.7. */
export async function freshCode(ctx: Ctx): Promise<string> {
  for (;;) {
    const code = String(randomInt(100_000, 1_000_000))
    if (!(await ctx.db.selectFrom('tenant').select('id').where('code', '=', code).executeTakeFirst())) return code
  }
}

/** Gives the tenant's administrators every menu that a tenant's administrator may have, within the package; what other roles hold stays. */
export async function grantAdmin(ctx: Ctx, tenantId: string): Promise<void> {
  const found = await ctx.db.selectFrom('sys_role').select('id').where('tenantId', '=', tenantId).where('roleAlias', '=', 'admin').executeTakeFirst()
  if (!found) return
  const allowed = (await packageOf(ctx, tenantId))?.menus
  const menus = await typedRows<{ id: string }>(ctx.db.selectFrom('menu').select('id').where('code', 'in', grantsOf(ADMIN)))
  const given = menus.filter((m) => !allowed || allowed.has(m.id)).map((m) => ({ roleId: found.id, menuId: m.id, tenantId }))
  if (given.length)
    await ctx.db
      .insertInto('role_menu')
      .values(given)
      .onConflict((c) => c.doNothing())
      .execute()
}

/**
 * What a new tenant begins with: its department, the role 管理员, a post, the dictionaries, and the account `admin`, whose password nobody
 * knows until tenant/reset-admin makes one. Source: platform-api.md 3.7.
 */
export async function furnish(ctx: Ctx, t: { code: string; tenantName: string; regionCode: string }): Promise<void> {
  const there = inTenant(ctx, t.code)
  const deptId = await rows.insert(there, dept, {
    deptName: t.tenantName.slice(0, 45),
    fullName: t.tenantName,
    deptCategory: '1',
    regionCode: t.regionCode,
    sort: 1,
  })
  const roleId = await rows.insert(there, role, { roleName: ADMIN.name, roleAlias: 'admin', sort: 1 })
  const postId = await rows.insert(there, post, { category: '1', postCode: 'ceo', postName: '负责人', sort: 1 })
  for (const [oneAlias, otherAlias] of EXCLUDED) await rows.insert(there, role_exclusion, { oneAlias, otherAlias })
  await grantAdmin(ctx, t.code)
  await seedDictionaries(ctx.db, t.code, ctx.now)
  const id = await rows.insert(there, user, { account: 'admin', name: ADMIN.name, realName: ADMIN.name, roleId, deptId, postId, userType: 1, status: 1 })
  await storePassword(ctx, { id, tenantId: t.code }, fittingPassword('admin', await strategyOf(ctx.db, t.code)), 1)
}

/** Tables in which any row beyond the furniture means that the tenant is in use. */
const WORK = ['fbf', 'cbf', 'dk', 'hjb', 'business'] as const
/** Furniture, in the order in which it can be taken away. */
const FURNITURE = [
  'role_exclusion',
  'role_scope',
  'role_menu',
  'top_menu_setting',
  'session',
  'user_secret',
  'sys_user',
  'sys_role',
  'sys_post',
  'sys_dept',
  'top_menu',
  'dict_biz',
  'param',
] as const

/** Whether a tenant has more people than its first account, or land data. */
export async function isInUse(ctx: Ctx, tenantId: string): Promise<boolean> {
  const people = await ctx.db.selectFrom('sys_user').select('id').where('tenantId', '=', tenantId).limit(2).execute()
  if (people.length > 1) return true
  for (const table of WORK) if (await ctx.db.selectFrom(table).select('id').where('tenantId', '=', tenantId).limit(1).executeTakeFirst()) return true
  return false
}
export async function unfurnish(ctx: Ctx, tenantId: string): Promise<void> {
  for (const table of FURNITURE) await ctx.db.deleteFrom(table).where('tenantId', '=', tenantId).execute()
}
