import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { ADMINISTRATOR, isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { filtered, scoped } from '../../kit/server/query.server.ts'
import { crud, ids, reading, rowIdOf, type Route, type Run, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { idList } from '../../kit/model/resource.ts'
import { ADMINS, requireRolesBelow, GRANT_BODY, grantRoles } from './grant.server.ts'
import { grantTreeRoutes } from './grant-trees.server.ts'
import { refusal } from './people-problems.ts'
import { role, user } from '../definitions/system.ts'
import { asNode, forest } from '../parts/tree.ts'
import { isId } from '../../kit/model/resource.ts'

const label = { zh: role.label, en: role.en }
type Role = { id: string; parentId: string | null; roleName: string; roleAlias: string }

/** Roles of the tenant that the caller may know of: the administrators' only for those who have it. Source: platform-api.md 3.3. */
async function known(ctx: Ctx, from = scoped(ctx, role)): Promise<Role[]> {
  const all = await from.selectAll('sys_role').orderBy('sys_role.sort').orderBy('sys_role.id').execute()
  if (isAdministrator(ctx.who)) return all
  return all.filter((r) => r.roleAlias !== ADMINISTRATOR && (r.roleAlias !== 'admin' || ctx.who.roles.includes('admin')))
}

/** The role and everything below it. */
function below(all: readonly Role[], id: string): Set<string> {
  const out = new Set([id])
  for (let n = 0; n !== out.size;) {
    n = out.size
    for (const r of all) if (r.parentId && out.has(r.parentId)) out.add(r.id)
  }
  return out
}

async function submit(ctx: Ctx, input: SentRow<typeof role>): Promise<string> {
  const draft = (await rows.checkedDraft(ctx, role, input)) as { parentId?: string | null; roleAlias: string }
  const before = input.id ? await rows.get(ctx, role, rowIdOf(input), true) : undefined
  if (before) await requireRolesBelow(ctx, [before.id], refusal.above(label))
  const admin = before && ADMINS.includes(before.roleAlias)
  if (admin && (draft.roleAlias !== before.roleAlias || (draft.parentId ?? null) !== (before.parentId ?? null))) throw refusal.adminRole()
  // the names by which the product knows its administrators are not for taking
  if (!admin && ADMINS.includes(draft.roleAlias)) throw refusal.adminRole()
  if (draft.parentId && draft.parentId !== '0') {
    const all = await known(ctx)
    if (!all.some((r) => r.id === draft.parentId)) throw problems.notFound({ zh: '上级角色', en: 'Parent role' })
    if (before && below(all, before.id).has(draft.parentId)) throw refusal.circle()
  }
  const values = { ...draft, parentId: draft.parentId === '0' ? null : draft.parentId }
  return before ? rows.update(ctx, role, before.id, values, input) : rows.insert(ctx, role, values)
}

async function remove(ctx: Ctx, wanted: readonly string[]): Promise<void> {
  rows.requirePerm(ctx, role, 'delete')
  if (wanted.length === 0) throw problems.noneSelected()
  const all = await scoped(ctx, role).select(['sys_role.id', 'sys_role.parentId', 'sys_role.roleAlias']).execute()
  for (const id of wanted) {
    const row = await rows.get(ctx, role, id, true)
    if (ADMINS.includes(row.roleAlias)) throw refusal.adminRole()
    if (all.some((r) => r.parentId === id && !wanted.includes(r.id))) throw refusal.children()
    const used = await scoped(ctx, user)
      .select('sys_user.id')
      .where(sql<boolean>`${id} = any(string_to_array(sys_user."roleId", ','))`)
      .limit(1)
      .executeTakeFirst()
    if (used) throw problems.inUse(label)
  }
  await requireRolesBelow(ctx, wanted, refusal.above(label))
  await rows.remove(ctx, role, wanted)
}

/** Roles of a user, for switching: those of one department's people cannot be told apart, so the department only must be the user's. */
async function select(ctx: Ctx, q: TextInput<'deptId' | 'userId'>) {
  const userId = q.userId || ctx.who.userId
  if (userId !== ctx.who.userId && !ctx.who.perms.has('sys_user_view')) throw problems.forbidden({ perm: 'sys_user_view' })
  const u = await rows.get(ctx, user, userId)
  if (q.deptId && !idList(u.deptId).includes(q.deptId)) return []
  const own = idList(u.roleId).filter((id) => isId(id))
  return scoped(ctx, role)
    .select(['sys_role.id', 'sys_role.roleName', 'sys_role.roleAlias'])
    .where('sys_role.id', 'in', own.length ? own : ['0'])
    .orderBy('sys_role.sort')
    .execute()
}

const tree = async (ctx: Ctx, root?: string) => {
  const all = await known(ctx)
  const keep = root ? below(all, root) : undefined
  return forest(all.filter((r) => !keep || keep.has(r.id)).map((r) => asNode(r, r.roleName)))
}

const c = crud(role)
const get = <const Q extends string = never>(name: string, summary: string, query: readonly Q[], perm: Route['perm'], run: Run<NoInfer<Q>>) =>
  reading('tenant', perm)(`${role.path}/${name}`, summary, query, run)
/** Calls of roles and of what they are granted. A tenant's people see and grant within the tenant; `tenantId` is taken and means the own one. */
export const roleRoutes: readonly Route[] = [
  { ...c.list, answer: { as: 'forest', of: role }, run: async (ctx, q) => forest(await known(ctx, filtered(ctx, scoped(ctx, role), role, q))) },
  c.detail,
  { ...c.submit, run: submit },
  { ...c.remove, run: (ctx, q) => remove(ctx, ids(q)) },
  get('tree', '角色树', ['tenantId'], 'signed-in', (ctx) => tree(ctx)),
  get('tree-by-id', '角色及下级', ['roleId'], 'sys_role_view', (ctx, q) => tree(ctx, q.roleId ?? '')),
  get('select', '用户的角色', ['userId', 'deptId'], 'signed-in', select),
  {
    method: 'POST',
    path: `${role.path}/grant`,
    perm: 'sys_role_grant',
    scope: 'tenant',
    audit: 'sys_role.grant',
    summary: '角色授权',
    body: GRANT_BODY,
    run: (ctx, b) => grantRoles(ctx, b),
  },
  ...grantTreeRoutes,
]
