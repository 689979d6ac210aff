import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { requireRegion, scoped } from '../../kit/server/query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { answering, crud, ids, route, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { requireNoChildren, level, levelNames, listForest, nodes, read, saveNode } from '../parts/parts.server.ts'
import { dept, user } from '../definitions/system.ts'
import { asNode, forest } from '../parts/tree.ts'

/** A department's people see its region and below: nobody makes one that sees more than its maker. */
async function submit(ctx: Ctx, input: SentRow<typeof dept>): Promise<string> {
  if (input.regionCode) requireRegion(ctx, input.regionCode)
  return saveNode(ctx, dept, input)
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  rows.requirePerm(ctx, dept, 'delete')
  await requireNoChildren(ctx, dept, gone)
  for (const id of gone) {
    const used = await ctx.db
      .selectFrom('sys_user')
      .select('id')
      .where('tenantId', '=', ctx.who.tenantId)
      .where(sql<boolean>`${id} = any(string_to_array("deptId", ','))`)
      .limit(1)
      .executeTakeFirst()
    if (used) throw problems.inUse({ zh: dept.label, en: dept.en })
  }
  await rows.remove(ctx, dept, gone)
}
/** The departments of a user, for switching between them; without a user, the caller's own. */
async function select(ctx: Ctx, q: TextInput<'userId'>) {
  const id = q.userId || ctx.who.userId
  const person = id === ctx.who.userId ? await ctx.db.selectFrom('sys_user').select('deptId').where('id', '=', id).executeTakeFirst() : await other(ctx, id)
  const own = String(person?.deptId ?? '')
    .split(',')
    .filter(Boolean)
  if (own.length === 0) return []
  const list = await ctx.db
    .selectFrom('sys_dept')
    .select(['id', 'deptName', 'fullName', 'regionCode'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', 'in', own)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return list.map((d) => ({ ...d, title: d.deptName, key: d.id, value: d.id }))
}
async function other(ctx: Ctx, id: string): Promise<{ deptId: string | null }> {
  rows.requirePerm(ctx, user, 'view')
  return await rows.get(ctx, user, id)
}

const plain = crud(dept)
const tree: Route['run'] = async (ctx) =>
  forest((await scoped(ctx, dept).selectAll().orderBy('sort').orderBy('id').execute()).map((d) => asNode(d, d.deptName)))
/** Departments. Source: platform-api.md 3.4. */
export const deptRoutes: readonly Route[] = [
  route({ ...plain.list, answer: { as: 'forest', of: dept }, run: listForest(dept) }),
  answering(read('/cpt-system/dept/lazy-list', '部门下级列表', level(dept), levelNames(dept), 'sys_dept_view'), { as: 'rows', of: dept }),
  read('/cpt-system/dept/lazy-tree', '部门下级', nodes(dept, 'deptName'), ['parentId']),
  read('/cpt-system/dept/tree', '部门树', tree, ['tenantId']),
  read('/cpt-system/dept/select', '用户的部门', select, ['userId']),
  plain.detail,
  { ...plain.submit, run: submit },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
]
