import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { ADMINISTRATOR, isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { audit } from '../../kit/server/audit.server.ts'
import { text } from '../../kit/model/field.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { SentDraft } from '../../kit/server/route.server.ts'
import { requireOneDuty } from './exclusion.server.ts'
import { refusal } from './people-problems.ts'
import { API, DATA } from './scopes.server.ts'
import { role } from '../definitions/system.ts'
import { idList, isId } from '../../kit/model/resource.ts'

export type Menu = { id: string; parentId: string | null; category: number; code: string; name: string; roles: string | null }
type Scope = { id: string; menuId: string | null; scopeName: string; class: string }

export const allMenus = async (ctx: Ctx): Promise<Menu[]> => await typedRows<Menu>(ctx.db.selectFrom('menu').selectAll().orderBy('sort').orderBy('id'))

/** A tenant's package: its name and the menus that it allows; undefined = no package, all menus. */
export async function packageOf(ctx: Ctx, tenantId: string): Promise<{ name: string; menus: Set<string> } | undefined> {
  const p = await ctx.db
    .selectFrom('tenant as t')
    .innerJoin('tenant_package as p', 'p.id', 't.packageId')
    .select(['p.packageName', 'p.menuId'])
    .where('t.code', '=', tenantId)
    .executeTakeFirst()
  return p && { name: String(p.packageName), menus: new Set(idList(p.menuId)) }
}

/** Ids of menus and buttons that roles of the caller's tenant were given; undefined stands for all: one of them is the administrator's. */
async function givenTo(ctx: Ctx, roleIds: readonly string[]): Promise<Set<string> | undefined> {
  if (roleIds.length === 0) return new Set()
  const roles = await ctx.db
    .selectFrom('sys_role')
    .select('roleAlias')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', 'in', [...roleIds])
    .execute()
  if (ctx.who.tenantId === '000000' && roles.some((r) => r.roleAlias === ADMINISTRATOR)) return undefined
  const granted = await ctx.db
    .selectFrom('role_menu')
    .select('menuId')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('roleId', 'in', [...roleIds])
    .execute()
  return new Set(granted.map((r) => r.menuId))
}

/** Adds everything that stands above the chosen ones, so that a tree can be drawn. */
export function withAncestors(all: readonly Menu[], chosen: (m: Menu) => boolean): Menu[] {
  const byId = new Map(all.map((m) => [m.id, m]))
  const keep = new Set<string>()
  for (const m of all)
    if (chosen(m)) for (let at: Menu | undefined = m; at && !keep.has(at.id); at = at.parentId ? byId.get(at.parentId) : undefined) keep.add(at.id)
  return all.filter((m) => keep.has(m.id))
}

/** Menus and buttons that the caller's roles hold within the tenant's package, with all their ancestors; `topMenuId` narrows to one top menu. */
export async function grantedMenus(ctx: Ctx, topMenuId?: unknown): Promise<Menu[]> {
  const all = await allMenus(ctx)
  const granted = isAdministrator(ctx.who) ? undefined : await givenTo(ctx, ctx.who.roleIds)
  const allowed = (await packageOf(ctx, ctx.who.tenantId))?.menus
  const top = topMenuId
    ? new Set(
        (
          await ctx.db
            .selectFrom('top_menu_setting')
            .select('menuId')
            .where('tenantId', '=', ctx.who.tenantId)
            .where('topMenuId', '=', isId(String(topMenuId)) ? String(topMenuId) : '0')
            .execute()
        ).map((r) => r.menuId),
      )
    : undefined
  return withAncestors(all, (m) => (!granted || granted.has(m.id)) && (!allowed || allowed.has(m.id)) && (!top || top.has(m.id)))
}

/** Data or API scopes of the tenant; of some roles only, when they are given. */
export async function scopesOfRoles(ctx: Ctx, category: typeof DATA | typeof API, roleIds?: readonly string[]): Promise<Scope[]> {
  const table = category === DATA ? 'data_scope' : 'api_scope'
  const { rows: found } = await sql<Scope>`select distinct s.id, s."menuId", s."scopeName", ${sql.raw(category === DATA ? 's."scopeClass"' : `'api'`)} as class
    from ${sql.table(table)} s ${roleIds ? sql`join role_scope rs on rs."scopeId" = s.id and rs.category = ${category} and rs."tenantId" = s."tenantId"` : sql``}
    where s."tenantId" = ${ctx.who.tenantId} ${roleIds ? sql`and rs."roleId"::text = any(${[...roleIds]}::text[])` : sql``}`.execute(ctx.db)
  return found
}

/**
 * Whether scopes of a role let through more than the granter's own. Scopes narrow: where the granter is narrowed, the role must be narrowed
 * too, and by nothing but scopes that the granter has.
 */
export function scopesBeyond(own: readonly Pick<Scope, 'id' | 'class'>[], given: readonly Pick<Scope, 'id' | 'class'>[]): boolean {
  const ids = new Set(own.map((s) => s.id))
  return [...new Set(own.map((s) => s.class))].some((c) => {
    const here = given.filter((s) => s.class === c)
    return here.length === 0 || here.some((s) => !ids.has(s.id))
  })
}

/** Refuses roles of the tenant that hold more than the caller does: menus, the administrator's name, wider scopes. Answers the roles' rows. */
export async function requireRolesBelow(ctx: Ctx, roleIds: readonly string[], problem = refusal.beyond()): Promise<{ id: string; roleAlias: string }[]> {
  if (roleIds.length === 0) return []
  const found = await ctx.db
    .selectFrom('sys_role')
    .select(['id', 'roleAlias'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', 'in', roleIds.filter((id) => isId(id)).concat('0'))
    .execute()
  if (isAdministrator(ctx.who)) return found as { id: string; roleAlias: string }[]
  if (found.some((r) => ADMINS.includes(r.roleAlias) && !ctx.who.roles.includes(r.roleAlias))) throw problem
  const own = new Set((await grantedMenus(ctx)).map((m) => m.id))
  const allowed = (await packageOf(ctx, ctx.who.tenantId))?.menus
  for (const r of found) {
    const given = await givenTo(ctx, [r.id])
    // what the package takes away counts for nobody, so it is nothing more
    if (!given || [...given].some((id) => !own.has(id) && (!allowed || allowed.has(id)))) throw problem
    // a role that opens nothing yet needs no narrowing
    if (given.size === 0) continue
    for (const category of [DATA, API] as const)
      if (scopesBeyond(await scopesOfRoles(ctx, category, ctx.who.roleIds), await scopesOfRoles(ctx, category, [r.id]))) throw problem
  }
  return found as { id: string; roleAlias: string }[]
}

/** Aliases of the roles that administer: of the platform, and of a tenant. */
export const ADMINS: readonly string[] = [ADMINISTRATOR, 'admin']

const idsOf = (sent: unknown): string[] => {
  const v = sent ?? []
  const all = Array.isArray(v) ? v : idList(v)
  if (all.some((x) => !isId(String(x)))) throw problems.badRequest({ zh: '请求格式不正确', en: 'The request is malformed' })
  return [...new Set(all.map(String))]
}

/** What is granted to roles: ids joined by commas, or a list of them. */
export const GRANT_BODY = {
  roleIds: text('角色', { en: 'Roles', required: true }),
  menuIds: text('菜单', { en: 'Menus' }),
  dataScopeIds: text('数据权限', { en: 'Data scopes' }),
  apiScopeIds: text('接口权限', { en: 'API scopes' }),
}
/**
 * POST role/grant: replaces menus, data scopes and API scopes of roles. Nobody grants what he lacks; a role that holds more than the caller is not
 * his to change; the administrators' roles follow the platform. A kind of right that is not sent stays. Of one role it is as it was seen, for what another has
 * granted meanwhile would be gone; several get one set, whatever each had. Source: platform-api.md 3.3. @throws changed
 */
export async function grantRoles(ctx: Ctx, input: SentDraft<typeof GRANT_BODY>): Promise<void> {
  const roleIds = idsOf(input.roleIds)
  if (roleIds.length === 0) throw refusal.noRole()
  const found = await requireRolesBelow(ctx, roleIds, refusal.above({ zh: role.label, en: role.en }))
  if (found.length !== roleIds.length) throw problems.notFound({ zh: role.label, en: role.en })
  if (found.some((r) => r.roleAlias === ADMINISTRATOR || (r.roleAlias === 'admin' && !isAdministrator(ctx.who)))) throw refusal.adminRole()
  const roles = []
  for (const id of roleIds) roles.push(await rows.get(ctx, role, id, true))
  if (roles.length === 1) rows.requireSeen(ctx, roles[0]!, input.rev)
  const menus = input.menuIds === undefined ? undefined : idsOf(input.menuIds)
  if (menus) {
    const mine = new Set((await grantedMenus(ctx)).map((m) => m.id))
    if (menus.some((id) => !mine.has(id))) throw refusal.beyond()
    const wanted = new Set(menus)
    await requireOneDuty(
      ctx,
      (await allMenus(ctx)).flatMap((m) => (wanted.has(m.id) ? [m.code] : [])),
    )
    await ctx.db.deleteFrom('role_menu').where('tenantId', '=', ctx.who.tenantId).where('roleId', 'in', roleIds).execute()
    const given = roleIds.flatMap((roleId) => menus.map((menuId) => ({ roleId, menuId, tenantId: ctx.who.tenantId })))
    if (given.length) await ctx.db.insertInto('role_menu').values(given).execute()
  }
  for (const [name, category] of [
    ['dataScopeIds', DATA],
    ['apiScopeIds', API],
  ] as const)
    await grantScopes(ctx, roleIds, category, input[name] === undefined ? undefined : idsOf(input[name]))
  for (const row of roles) await rows.change(ctx, role, row, {})
  for (const id of roleIds)
    await audit(ctx, { action: 'sys_role.grant', object: role.name, objectId: id, diff: { menuIds: menus?.length ?? null, roleIds: roleIds.length } })
}

async function grantScopes(ctx: Ctx, roleIds: readonly string[], category: typeof DATA | typeof API, wanted?: readonly string[]): Promise<void> {
  const known = await scopesOfRoles(ctx, category)
  if (wanted?.some((id) => !known.some((s) => s.id === id))) throw refusal.beyond()
  if (wanted) {
    await ctx.db
      .deleteFrom('role_scope')
      .where('tenantId', '=', ctx.who.tenantId)
      .where('category', '=', category)
      .where('roleId', 'in', [...roleIds])
      .execute()
    const given = roleIds.flatMap((roleId) => wanted.map((scopeId) => ({ roleId, scopeId, category, tenantId: ctx.who.tenantId })))
    if (given.length) await ctx.db.insertInto('role_scope').values(given).execute()
  }
  if (isAdministrator(ctx.who)) return
  const own = await scopesOfRoles(ctx, category, ctx.who.roleIds)
  for (const id of roleIds) if (scopesBeyond(own, await scopesOfRoles(ctx, category, [id]))) throw refusal.beyond()
}
