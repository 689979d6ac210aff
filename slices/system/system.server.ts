import { sql } from 'kysely'
import { problem, problems } from '../../kit/model/problem.ts'
import { parentRegion, regionLevel } from '../../kit/model/region-code.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { crud, ids, type Input, type Route, type Slice } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dept, dict_biz, menu, param, post, region_, role, tenant, tenant_package, top_menu, user } from './system.ts'
import { asNode, forest } from './tree.ts'

const wrong = {
  hasChildren: problem(409, 'has-children', () => ({ zh: '请先删除子节点!', en: 'Remove the children first!' })),
  dictKey: problem(400, 'dict-key', () => ({ zh: '当前字典键值已存在!', en: 'This key exists already!' })),
}

type Menu = { id: string; parentId: string | null; category: number; code: string; name: string }

/** Menus and buttons that the caller's roles hold, with all their ancestors. */
async function granted(ctx: Ctx, topMenuId?: unknown): Promise<Menu[]> {
  const all = (await ctx.db.selectFrom('menu').selectAll().orderBy('sort').orderBy('id').execute()) as Menu[]
  const admin = isAdministrator(ctx.who)
  const held = admin
    ? undefined
    : new Set(
        (
          await ctx.db
            .selectFrom('role_menu')
            .select('menuId')
            .where('tenantId', '=', ctx.who.tenantId)
            .where('roleId', 'in', ctx.who.roleIds.length ? [...ctx.who.roleIds] : ['0'])
            .execute()
        ).map((r: any) => r.menuId),
      )
  const top = topMenuId
    ? new Set(
        (
          await ctx.db
            .selectFrom('top_menu_setting')
            .select('menuId')
            .where('tenantId', '=', ctx.who.tenantId)
            .where('topMenuId', '=', String(topMenuId))
            .execute()
        ).map((r: any) => r.menuId),
      )
    : undefined
  const byId = new Map(all.map((m) => [m.id, m]))
  const keep = new Set<string>()
  for (const m of all) {
    if ((held && !held.has(m.id)) || (top && !top.has(m.id))) continue
    for (let at: Menu | undefined = m; at && !keep.has(at.id); at = at.parentId ? byId.get(at.parentId) : undefined) keep.add(at.id)
  }
  return all.filter((m) => keep.has(m.id))
}

/** Menus with buttons below those that have any: the client flattens the leaf codes into its set of permissions. */
async function buttons(ctx: Ctx) {
  const held = await granted(ctx)
  const parents = new Set(held.filter((m) => m.category === 2).map((m) => m.parentId))
  const byId = new Map(held.map((m) => [m.id, m]))
  const keep = new Set<string>()
  for (const p of parents)
    for (let at = p ? byId.get(p) : undefined; at && !keep.has(at.id); at = at.parentId ? byId.get(at.parentId) : undefined) keep.add(at.id)
  return forest(held.filter((m) => m.category === 2 || keep.has(m.id)))
}

async function submitRegion(ctx: Ctx, input: Input): Promise<string> {
  const code = String(input.code ?? '')
  const up = parentRegion(code)
  const parent: any = up ? await rows.find(ctx, region_, { code: up }) : undefined
  const known = await rows.find(ctx, region_, { code })
  const draft: any = rows.checkedDraft(ctx, region_, { ...input, id: known?.id })
  const values = { ...draft, parentCode: up ?? '0', level: regionLevel(code), fullName: `${parent?.fullName ?? ''}${draft.name}` }
  return known ? rows.update(ctx, region_, known.id, values) : rows.insert(ctx, region_, values)
}
async function removeRegion(ctx: Ctx, q: Input): Promise<void> {
  const found = await rows.find(ctx, region_, { code: String(q.id ?? '') })
  if (!found) throw problems.notFound({ zh: region_.label, en: region_.en })
  const child = await ctx.db.selectFrom('region').select('id').where('parentCode', '=', found.code).limit(1).executeTakeFirst()
  if (child) throw wrong.hasChildren()
  await rows.remove(ctx, region_, [found.id])
}

/** One level of regions within the caller's subtree; the tree's root is the caller's own region. */
async function lazyRegions(ctx: Ctx, q: Input) {
  const own = ctx.who.regionCode
  let parent = String(q.parentCode ?? '')
  const found = ctx.db
    .selectFrom('region as r')
    .select([
      'r.id',
      'r.code',
      'r.name',
      'r.fullName',
      'r.level',
      'r.parentCode',
      sql<boolean>`exists (select 1 from region c where c."parentCode" = r.code)`.as('hasChildren'),
    ])
    .orderBy('r.sort')
    .orderBy('r.code')
  if (parent === '' || parent === '0' || parent === '00') {
    const top = own === '' ? found.where('r.parentCode', '=', '0') : found.where('r.code', '=', own)
    return nodesOf(await top.execute())
  }
  if (!parent.startsWith(own)) throw problems.outOfRegion({ regionCode: parent })
  return nodesOf(await found.where('r.parentCode', '=', parent).execute())
}
const nodesOf = (list: any[]) => list.map((r) => ({ ...r, title: r.name, key: r.code, value: r.code }))

/** Entries of a dictionary: the tenant's own, else the platform tenant's. No heading, nothing sealed. */
async function dictionary(ctx: Ctx, q: Input) {
  const of = (tenantId: string) =>
    ctx.db
      .selectFrom('dict_biz')
      .select(['id', 'code', 'dictKey', 'dictValue', 'en', 'parentKey', 'selectable', 'sort', 'extra', 'remark'])
      .where('tenantId', '=', tenantId)
      .where('code', '=', String(q.code ?? ''))
      .where('parentId', 'is not', null)
      .where('isSealed', '=', 0)
      .orderBy('sort')
      .orderBy('dictKey')
      .execute()
  return of(ctx.who.tenantId)
}
async function submitDict(ctx: Ctx, input: Input): Promise<string> {
  if (input.parentId) {
    const twin = await ctx.db
      .selectFrom('dict_biz')
      .select('id')
      .where('tenantId', '=', ctx.who.tenantId)
      .where('code', '=', String(input.code))
      .where('dictKey', '=', String(input.dictKey))
      .where('parentId', 'is not', null)
      .executeTakeFirst()
    if (twin && twin.id !== input.id) throw wrong.dictKey()
  }
  return rows.save(ctx, dict_biz, input)
}

const tree =
  (label: (r: any) => string, r: typeof role | typeof dept | typeof menu): Route['run'] =>
  async (ctx) =>
    forest((await scoped(ctx, r).selectAll().orderBy('sort').execute()).filter((x) => x.category !== 2).map((x) => asNode(x as any, label(x))))
const listForest =
  (r: typeof role | typeof dept | typeof menu): Route['run'] =>
  async (ctx) =>
    forest((await scoped(ctx, r).selectAll().orderBy('sort').execute()) as any[])

const menus = crud(menu),
  regions = crud(region_),
  dicts = crud(dict_biz),
  roles = crud(role),
  depts = crud(dept),
  users = crud(user)
const read = (path: string, summary: string, run: Route['run'], query: readonly string[] = [], perm: Route['perm'] = 'signed-in'): Route => ({
  method: 'GET',
  path,
  perm,
  scope: 'platform',
  audit: 'read',
  summary,
  query,
  run,
})

const routes: Route[] = [
  read('/cpt-system/menu/routes', '当前用户菜单', async (ctx, q) => forest((await granted(ctx, q.topMenuId)).filter((m) => m.category === 1)), ['topMenuId']),
  read('/cpt-system/menu/buttons', '当前用户按钮', buttons),
  read('/cpt-system/menu/top-menu', '当前用户顶部菜单', (ctx) => scoped(ctx, top_menu).selectAll().orderBy('sort').execute()),
  read(
    '/cpt-system/menu/tree',
    '菜单树',
    tree((m) => m.name, menu),
    ['tenantId'],
  ),
  { ...menus.list, query: ['current', 'size', 'code', 'name', 'alias'], run: listForest(menu) },
  menus.detail,
  menus.submit,
  menus.remove,
  read('/cpt-system/region/lazy-tree', '行政区划下级', lazyRegions, ['parentCode']),
  { ...regions.list },
  {
    ...regions.detail,
    perm: 'signed-in',
    query: ['code', 'id'],
    run: async (ctx, q) => {
      const r = await rows.find(ctx, region_, q.code ? { code: String(q.code) } : ({ id: String(q.id ?? '') } as never))
      if (!r) throw problems.notFound({ zh: region_.label, en: region_.en })
      return r
    },
  },
  { ...regions.submit, run: submitRegion },
  { ...regions.remove, query: ['id'], run: removeRegion },
  read('/cpt-system/dict-biz/dictionary', '业务字典项', dictionary, ['code']),
  { ...dicts.list },
  dicts.detail,
  { ...dicts.submit, run: submitDict },
  dicts.remove,
  { ...roles.list, run: listForest(role) },
  roles.detail,
  roles.submit,
  roles.remove,
  read(
    '/cpt-system/role/tree',
    '角色树',
    tree((r) => r.roleName, role),
    ['tenantId'],
  ),
  { ...depts.list, run: listForest(dept) },
  depts.detail,
  depts.submit,
  { ...depts.remove, run: removeDept },
  read(
    '/cpt-system/dept/tree',
    '部门树',
    tree((d) => d.deptName, dept),
    ['tenantId'],
  ),
  users.page,
  users.detail,
  read('/cpt-user/info', '本人信息', (ctx) => rows.get(ctx, user, ctx.who.userId)),
  ...(['list', 'detail', 'submit', 'remove'] as const).flatMap((k) => [crud(post)[k], crud(param)[k], crud(top_menu)[k]]),
]

async function removeDept(ctx: Ctx, q: Input): Promise<void> {
  for (const id of ids(q)) {
    const child = await scoped(ctx, dept).select('sys_dept.id').where('sys_dept.parentId', '=', id).executeTakeFirst()
    if (child) throw wrong.hasChildren()
    const used = await scoped(ctx, user).select('sys_user.id').where(sql<boolean>`${id} = any(string_to_array(sys_user."deptId", ','))`).executeTakeFirst()
    if (used) throw problems.inUse({ zh: dept.label, en: dept.en })
  }
  await rows.remove(ctx, dept, ids(q))
}

export const slice: Slice = { name: 'system', resources: [tenant, tenant_package, user, role, dept, post, menu, top_menu, region_, dict_biz, param], routes }
