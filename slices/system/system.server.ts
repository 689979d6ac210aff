import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { Input, Route, Slice } from '../../kit/server/route.server.ts'
import { clientRoutes } from './client.server.ts'
import { client } from './client.ts'
import { deptRoutes } from './dept.server.ts'
import { dictRoutes } from './dict.server.ts'
import { dict } from './dict.ts'
import { heldMenus, withAncestors } from './grant.server.ts'
import { menuName } from './menu-words.ts'
import { menuRoutes, topMenuRoutes } from './menu.server.ts'
import { read } from './parts.server.ts'
import { postRoutes } from './post.server.ts'
import { regionRoutes } from './region.server.ts'
import { dept, dict_biz, menu, post, region_, top_menu } from './system.ts'
import { forest } from './tree.ts'

/** Menus with buttons below those that have any: the client flattens the leaf codes into its set of permissions. */
async function buttons(ctx: Ctx) {
  const held = await heldMenus(ctx)
  const parents = new Set(held.filter((m) => m.category === 2).map((m) => m.parentId))
  const byId = new Map(held.map((m) => [m.id, m]))
  const keep = new Set<string>()
  for (const p of parents)
    for (let at = p ? byId.get(p) : undefined; at && !keep.has(at.id); at = at.parentId ? byId.get(at.parentId) : undefined) keep.add(at.id)
  return forest(held.filter((m) => m.category === 2 || keep.has(m.id)))
}

/** Pages in the reader's language; a folder none of whose pages are held leads nowhere and is left out. */
async function pages(ctx: Ctx, q: Input) {
  const held = (await heldMenus(ctx, q.topMenuId)).filter((m) => m.category === 1)
  const parents = await ctx.db.selectFrom('menu').select('parentId').distinct().where('category', '=', 1).where('parentId', 'is not', null).execute()
  const folders = new Set(parents.map((p: any) => p.parentId as string))
  return forest(withAncestors(held, (m) => !folders.has(m.id)).map((m) => ({ ...m, name: menuName(ctx.lang, m) })))
}

const routes: Route[] = [
  read('/cpt-system/menu/routes', '当前用户菜单', pages, ['topMenuId']),
  read('/cpt-system/menu/buttons', '当前用户按钮', buttons),
  read('/cpt-system/menu/top-menu', '当前用户顶部菜单', (ctx) => scoped(ctx, top_menu).selectAll().orderBy('sort').execute()),
  ...menuRoutes,
  ...topMenuRoutes,
  ...regionRoutes,
  ...dictRoutes,
  ...deptRoutes,
  ...postRoutes,
  ...clientRoutes,
]

export const slice: Slice = { name: 'system', resources: [dept, post, menu, top_menu, region_, dict, dict_biz, client], routes }
