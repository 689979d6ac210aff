import { problem, problems } from '../../kit/model/problem.ts'
import { ADMINISTRATOR, type Ctx } from '../../kit/server/ctx.server.ts'
import { listNames, scoped } from '../../kit/server/query.server.ts'
import { answering, asKept, crud, ids, route, textIn, type RequestFacts, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { menuName, rolesOf } from './menu-words.ts'
import { requireNoChildren, level, levelNames, listForest, read, saveNode } from '../parts/parts.server.ts'
import { menu, top_menu } from '../definitions/system.ts'
import { asNode, forest } from '../parts/tree.ts'
import { grantedMenus, withAncestors } from './grant.server.ts'
import { isId } from '../../kit/model/resource.ts'

const wrong = {
  token: problem(400, 'menu-token', () => ({ zh: '路由地址不能带用户令牌', en: 'An address must not carry the token of the user' })),
  buttonParent: problem(400, 'menu-button', () => ({ zh: '按钮必须有上级菜单', en: 'A button must be below a menu' })),
}

/** A menu or button. The compatible API's \${token} in addresses would give the token away to other sites and is refused. Source: platform-api.md 3.1. */
async function submit(ctx: Ctx, input: SentRow<typeof menu>): Promise<string> {
  if (textIn(input, 'path').includes('${')) throw wrong.token()
  const parent = input.parentId && input.parentId !== '0' ? await rows.find(ctx, menu, { id: textIn(input, 'parentId') }) : undefined
  if (Number(input.category) === 2 && (!parent || parent.category === 2)) throw wrong.buttonParent()
  return saveNode(ctx, menu, input)
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  rows.requirePerm(ctx, menu, 'delete')
  await requireNoChildren(ctx, menu, gone)
  await rows.remove(ctx, menu, gone)
}
async function detail(ctx: Ctx, q: TextInput<'id'>) {
  const row = await rows.get(ctx, menu, q.id ?? '')
  const parent = row.parentId ? await rows.find(ctx, menu, { id: row.parentId }) : undefined
  return { ...row, parentName: parent?.name ?? null }
}
const tree: Route['run'] = async (ctx) =>
  forest((await scoped(ctx, menu).selectAll().where('category', '=', 1).orderBy('sort').orderBy('id').execute()).map((m) => asNode(m, menuName(ctx.lang, m))))

const plain = crud(menu)
/** Menus with buttons below those that have any: the client flattens the leaf codes into its set of permissions. */
async function buttons(ctx: Ctx) {
  const granted = await grantedMenus(ctx)
  const parents = new Set(granted.filter((m) => m.category === 2).map((m) => m.parentId))
  const byId = new Map(granted.map((m) => [m.id, m]))
  const keep = new Set<string>()
  for (const p of parents)
    for (let at = p ? byId.get(p) : undefined; at && !keep.has(at.id); at = at.parentId ? byId.get(at.parentId) : undefined) keep.add(at.id)
  return forest(granted.filter((m) => m.category === 2 || keep.has(m.id)))
}

const isAdministrator = (roles: readonly string[]): boolean => roles.some((r) => r === ADMINISTRATOR || r === 'admin')
/** Whether a menu that names roles names one of the caller's; administrators have the full menu. Source: platform.md 2 (Sidebar), 6. */
const seenBy = (roles: readonly string[], m: { roles: string | null }): boolean =>
  !m.roles || isAdministrator(roles) || rolesOf(m.roles).some((r) => roles.includes(r))
/** Pages in the reader's language; a folder none of whose pages are granted, or that is not the caller's to see, leads nowhere and is left out. */
async function pages(ctx: Ctx, q: TextInput<'topMenuId'>, { headers }: Pick<RequestFacts, 'headers'>) {
  const all = await grantedMenus(ctx, q.topMenuId)
  const hidden = new Set(all.filter((m) => !seenBy(ctx.who.roles, m)).map((m) => m.id))
  const parent = new Map(all.map((m) => [m.id, m.parentId]))
  const isHidden = (id: string | null | undefined): boolean => !!id && (hidden.has(id) || isHidden(parent.get(id)))
  const granted = all.filter((m) => m.category === 1 && !isHidden(m.id))
  const parents = await ctx.db.selectFrom('menu').select('parentId').distinct().where('category', '=', 1).where('parentId', 'is not', null).execute()
  const folders = new Set(parents.map((p) => p.parentId as string))
  const whole = forest(withAncestors(granted, (m) => !folders.has(m.id)).map((m) => ({ ...m, name: menuName(ctx.lang, m) })))
  return headers['system-id'] === OWN_SYSTEM && !isAdministrator(ctx.who.roles) ? below(whole) : whole
}
/** System-Id of our own front end when it is not embedded in another; embedded it says 'htwq', and other programs say nothing. Source: platform.md 6. */
const OWN_SYSTEM = 'chengbao'
/** The menu that narrows the tree of ordinary people to what stands below it. */
const NARROWING = 'htwq'
interface Node {
  code: string | null
  children?: Node[]
}
const find = (nodes: readonly Node[]): Node | undefined => {
  for (const n of nodes) {
    const found = n.code === NARROWING ? n : find(n.children ?? [])
    if (found) return found
  }
  return undefined
}
function below<T extends Node>(whole: T[]): T[] {
  const only = find(whole)
  return only ? ((only.children ?? []) as T[]) : whole
}

/** What the caller's own rights show: the tree of the sidebar, his buttons, his top menus; any who is signed in. Source: platform-api.md 3.1. */
const own: readonly Route[] = [
  answering(asKept(read('/cpt-system/menu/routes', '当前用户菜单', pages, ['topMenuId'])), { as: 'forest', of: menu }),
  answering(asKept(read('/cpt-system/menu/buttons', '当前用户按钮', buttons)), { as: 'forest', of: menu }),
  answering(asKept(read('/cpt-system/menu/top-menu', '当前用户顶部菜单', (ctx) => scoped(ctx, top_menu).selectAll().orderBy('sort').execute())), {
    as: 'rows',
    of: top_menu,
  }),
]
/** Menus and buttons. Source: platform-api.md 3.1. */
export const menuRoutes: readonly Route[] = [
  ...own,
  route({ ...plain.list, answer: { as: 'forest', of: menu }, run: listForest(menu) }),
  answering(
    read(
      '/cpt-system/menu/menu-list',
      '菜单列表（不含按钮）',
      listForest(menu, (m) => m.category === 1),
      listNames(menu),
      'menu_view',
    ),
    { as: 'forest', of: menu },
  ),
  answering(read('/cpt-system/menu/lazy-list', '菜单下级列表', level(menu), levelNames(menu), 'menu_view'), { as: 'rows', of: menu }),
  answering(
    read(
      '/cpt-system/menu/lazy-menu-list',
      '菜单下级列表（不含按钮）',
      level(menu, (q) => q.where('menu.category', '=', 1)),
      levelNames(menu),
      'menu_view',
    ),
    { as: 'rows', of: menu },
  ),
  read('/cpt-system/menu/tree', '菜单树', tree, ['tenantId']),
  route({ ...plain.detail, run: detail }),
  { ...plain.submit, run: submit },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
]

const idList = (v: unknown): string[] => {
  const list = Array.isArray(v)
    ? v.map(String)
    : String(v ?? '')
        .split(',')
        .filter(Boolean)
  if (list.some((x) => !isId(x))) throw problems.badRequest({ zh: '编号格式不正确', en: 'An id is malformed' })
  return [...new Set(list)]
}
/** The menus that stand below each of these top menus, all at once: what was there before is gone, of one alone as it was seen. @throws changed */
async function grant(ctx: Ctx, b: { readonly topMenuIds?: unknown; readonly menuIds?: unknown; readonly rev?: unknown }): Promise<void> {
  const tops = idList(b.topMenuIds),
    menus = idList(b.menuIds)
  if (tops.length === 0) throw problems.noneSelected()
  for (const id of tops) {
    const row = await rows.get(ctx, top_menu, id, true)
    if (tops.length === 1) rows.requireSeen(ctx, row, b.rev)
  }
  if (menus.length) {
    const known = await ctx.db.selectFrom('menu').select('id').where('id', 'in', menus).execute()
    if (known.length !== menus.length) throw problems.notFound({ zh: menu.label, en: menu.en })
  }
  await ctx.db.deleteFrom('top_menu_setting').where('tenantId', '=', ctx.who.tenantId).where('topMenuId', 'in', tops).execute()
  const list = tops.flatMap((topMenuId) => menus.map((menuId) => ({ topMenuId, menuId, tenantId: ctx.who.tenantId })))
  if (list.length) await ctx.db.insertInto('top_menu_setting').values(list).execute()
  for (const id of tops) await rows.update(ctx, top_menu, id, {})
}

const tops = crud(top_menu)
const topRoutes: readonly Route[] = [
  tops.list,
  tops.detail,
  tops.submit,
  tops.save,
  tops.update,
  tops.remove,
  {
    method: 'POST',
    path: '/cpt-system/top-menu/grant',
    perm: 'top_menu_grant',
    scope: 'tenant',
    audit: 'top_menu.grant',
    summary: '顶部菜单配置',
    body: 'any',
    run: grant,
  },
]
/** Top menus; the open compatible API writes `topmenu`, and both spellings are heard. Source: platform-api.md 3.2, 8. */
export const topMenuRoutes: readonly Route[] = [...topRoutes, ...topRoutes.map((r) => ({ ...r, path: r.path.replace('/top-menu/', '/topmenu/') }))]
