import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { reading, type Route, type TextInput, type Run } from '../../kit/server/route.server.ts'
import { idList } from '../../kit/model/resource.ts'
import { allMenus, grantedMenus, scopesOfRoles } from './grant.server.ts'
import { menuName } from './menu-words.ts'
import { API, DATA } from './scopes.server.ts'
import { asNode, forest } from '../parts/tree.ts'
import { isId } from '../../kit/model/resource.ts'

const numbers = (v: unknown): string[] => idList(v).filter((x) => isId(x))

/** Scopes as leaves below their menus; a scope whose menu is gone stands at the top. */
async function scopeTree(ctx: Ctx, category: typeof DATA | typeof API) {
  // scopes narrow, so whoever is not narrowed may hand out any of them
  const own = isAdministrator(ctx.who) ? [] : await scopesOfRoles(ctx, category, ctx.who.roleIds)
  const narrowed = new Set(own.map((s) => s.class)),
    granted = new Set(own.map((s) => s.id))
  const scopes = (await scopesOfRoles(ctx, category)).filter((s) => !narrowed.has(s.class) || granted.has(s.id))
  const menus = new Map((await allMenus(ctx)).map((m) => [m.id, m]))
  const above = new Set<string>()
  for (const s of scopes)
    for (let at = s.menuId ? menus.get(s.menuId) : undefined; at && !above.has(at.id); at = at.parentId ? menus.get(at.parentId) : undefined) above.add(at.id)
  return forest([
    ...[...menus.values()].filter((m) => above.has(m.id)).map((m) => asNode(m, menuName(ctx.lang, m))),
    ...scopes.map((s) => asNode({ id: s.id, parentId: s.menuId }, s.scopeName)),
  ])
}

/** What the caller may give: menus with buttons, data scopes, API scopes, each as a tree. Source: platform-api.md 3.1 (grant-tree). */
async function grantTree(ctx: Ctx) {
  const menu = forest((await grantedMenus(ctx)).map((m) => asNode(m, menuName(ctx.lang, m))))
  return { menu, dataScope: await scopeTree(ctx, DATA), apiScope: await scopeTree(ctx, API) }
}

/** What roles of the caller's tenant hold, as the keys that a check tree shows. */
async function roleTreeKeys(ctx: Ctx, q: TextInput<'roleIds'>) {
  const roleIds = numbers(q.roleIds)
  const menus = await ctx.db
    .selectFrom('role_menu')
    .select('menuId')
    .distinct()
    .where('tenantId', '=', ctx.who.tenantId)
    .where('roleId', 'in', roleIds.length ? roleIds : ['0'])
    .execute()
  const scopes = async (category: typeof DATA | typeof API) => (await scopesOfRoles(ctx, category, roleIds)).map((s) => s.id)
  return { menu: menus.map((m) => m.menuId as string), dataScope: await scopes(DATA), apiScope: await scopes(API) }
}

/** Pages that a top menu may show: what the caller holds, without buttons. */
const grantTopTree = async (ctx: Ctx) => ({
  menu: forest((await grantedMenus(ctx)).filter((m) => m.category === 1).map((m) => asNode(m, menuName(ctx.lang, m)))),
})

async function topTreeKeys(ctx: Ctx, q: TextInput<'topMenuIds'>) {
  const tops = numbers(q.topMenuIds)
  const set = await ctx.db
    .selectFrom('top_menu_setting')
    .select('menuId')
    .distinct()
    .where('tenantId', '=', ctx.who.tenantId)
    .where('topMenuId', 'in', tops.length ? tops : ['0'])
    .execute()
  return { menu: set.map((m) => m.menuId as string) }
}

const tree = <const Q extends string = never>(name: string, summary: string, perm: Route['perm'], run: Run<NoInfer<Q>>, query: readonly Q[] = []) =>
  reading('tenant', perm)(`/cpt-system/menu/${name}`, summary, query, run)
/** The trees and keys of the grant dialogs. */
export const grantTreeRoutes: readonly Route[] = [
  tree('grant-tree', '可授权的菜单与权限范围', ['sys_role_grant', 'tenant_package_view'], grantTree),
  tree('role-tree-keys', '角色已有权限', 'sys_role_grant', roleTreeKeys, ['roleIds']),
  tree('grant-top-tree', '顶部菜单可选菜单', 'top_menu_grant', grantTopTree),
  tree('top-tree-keys', '顶部菜单已选菜单', 'top_menu_grant', topTreeKeys, ['topMenuIds']),
]
