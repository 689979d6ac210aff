import { sql } from 'kysely'
import { invalidField, problem, problems } from '../../kit/model/problem.ts'
import { inRegion } from '../../kit/model/region-code.ts'
import type { Fields } from '../../kit/model/resource.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { listColumns, paging, scoped } from '../../kit/server/query.server.ts'
import { answering, ids, reading, route, rowIdOf, type Route, type SentRow, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { role } from '../definitions/system.ts'
import { holdTurn } from '../definitions/turn.server.ts'
import { expressionWrong, layoutWrong, list_view, VIEW_LIMITS, type ListView } from './view.ts'

const words = { zh: list_view.label, en: list_view.en }
const viewProblems = {
  tooMany: problem(400, 'view-too-many', () => ({ zh: `每个列表最多保存${VIEW_LIMITS.views}个视图`, en: `At most ${VIEW_LIMITS.views} views of one list` })),
  roleTaken: problem(400, 'view-role-taken', () => ({ zh: '该角色已有此列表的默认视图', en: 'This role has a default view of this list' })),
}
const ADMINISTRATORS: readonly string[] = ['administrator', 'admin']
/** The button of those who show a view to everybody of their region. */
const SHARE = 'list_view_share'

/** Whether the caller may make or change a view of this kind; `region`: of its maker. */
function mayWrite(ctx: Ctx, view: Pick<ListView, 'kind' | 'userId' | 'regionCode'>): boolean {
  const { userId, perms, roles, regionCode } = ctx.who
  if (view.kind === 'role') return roles.some((r) => ADMINISTRATORS.includes(r))
  if (view.kind === 'shared') return perms.has(SHARE) && inRegion(view.regionCode ?? '', regionCode)
  return view.userId === userId
}
function requireKind(ctx: Ctx, kind: string): void {
  if (kind === 'own') throw invalidField('kind', { zh: '个人布局由系统保存', en: 'The system keeps the last layout of a list itself' })
  if (!mayWrite(ctx, { kind, userId: ctx.who.userId, regionCode: ctx.who.regionCode || null })) throw problems.forbidden({ perm: SHARE })
}
/** The views that a person sees: his own, those shared at or above his region, and what his roles begin with. */
function seen(ctx: Ctx): AnyQuery {
  const { userId, regionCode, roleIds } = ctx.who
  return (scoped(ctx, list_view) as AnyQuery).where(
    sql<boolean>`(list_view.kind in ('own', 'private') and list_view."userId" = ${userId}
      or list_view.kind = 'shared' and starts_with(${regionCode}::text, coalesce(list_view."regionCode", ''))
      or list_view.kind = 'role' and list_view."roleId"::text = any(${[...roleIds]}::text[]))`,
  )
}
/** The last look first, then what a role begins with, what is shared, and what the person keeps. */
const RANK = sql`case list_view.kind when 'own' then 0 when 'role' then 1 when 'shared' then 2 else 3 end`
async function page(ctx: Ctx, q: TextInput<'list' | 'kind' | 'current' | 'size'>) {
  const { current, size, offset } = paging({ ...q, size: q.size || '200' })
  const of = (kind?: string) => (kind ? seen(ctx).where('list_view.kind', '=', kind) : seen(ctx))
  const from = q.list ? of(q.kind).where('list_view.list', '=', q.list) : of(q.kind)
  const found = await from
    .select([...listColumns(list_view), 'list_view.layout', 'list_view.where'])
    .orderBy(RANK)
    .orderBy('list_view.title')
    .orderBy('list_view.id')
    .limit(size)
    .offset(offset)
    .execute()
  const { n } = await from.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()
  const total = Number(n)
  return { records: found.map((v) => ({ ...v, mayEdit: mayWrite(ctx, v as ListView) ? 1 : 0 })), total, size, current, pages: Math.ceil(total / size) }
}

/** The views of a list that the caller sees; more than a page of them nobody chooses from. */
export const viewsOf = async (ctx: Ctx, list: string) => (await page(ctx, { list, kind: '', current: '', size: '' })).records

type SentView = SentRow<typeof list_view>
/** What a person sent of a view, looked through. */
function drafted(b: SentView, stored: Partial<ListView> = {}) {
  const wrong = rows.protectedWrong(list_view, b, stored, list_view.derived)
  if (wrong.length) throw problems.invalid(wrong)
  const draft = rows.readFields(list_view, b, list_view.derived, stored)
  if (!/^[\w/.:-]+$/.test(draft.list)) throw invalidField('list', { zh: '列表名称不正确', en: 'The name of the list is malformed' })
  for (const [name, msg] of [
    ['layout', layoutWrong(draft.layout)],
    ['where', expressionWrong(draft.where)],
  ] as const)
    if (msg) throw invalidField(name, msg)
  return draft
}
/** A view of a role names one of the tenant, which has no other of the list; a view of nobody's role names none. */
async function roleOf(ctx: Ctx, draft: { kind: string; list: string; roleId?: string | null }, id?: string): Promise<string | null> {
  if (draft.kind !== 'role') return null
  if (!draft.roleId) throw invalidField('roleId', { zh: '请选择角色', en: 'Please select the role' })
  await rows.get(ctx, role, draft.roleId)
  const others = scoped(ctx, list_view)
    .where('list_view.kind', '=', 'role')
    .where('list_view.list', '=', draft.list)
    .where('list_view.roleId', '=', draft.roleId)
  const taken = await (others as AnyQuery).select('list_view.id').executeTakeFirst()
  if (taken && taken.id !== id) throw viewProblems.roleTaken()
  return draft.roleId
}
async function save(ctx: Ctx, b: SentView): Promise<string> {
  if (b.id) return update(ctx, b)
  const draft = drafted(b)
  requireKind(ctx, draft.kind)
  await holdTurn(ctx)
  const own = scoped(ctx, list_view).where('list_view.userId', '=', ctx.who.userId).where('list_view.list', '=', draft.list)
  const { n } = await (own as AnyQuery).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()
  if (Number(n) >= VIEW_LIMITS.views) throw viewProblems.tooMany()
  const roleId = await roleOf(ctx, draft)
  return rows.insert(ctx, list_view, { ...draft, roleId, userId: ctx.who.userId, regionCode: regionOf(ctx, draft.kind) })
}
/** Where a view is shown: a shared one in the region of who shows it, and below. */
const regionOf = (ctx: Ctx, kind: string): string | null => (kind === 'shared' && ctx.who.regionCode) || null
/** The row, where the caller may change it; what he does not see does not exist for him. */
async function mine(ctx: Ctx, id: string): Promise<ListView> {
  const row = await rows.get(ctx, list_view, id, true)
  const isSeen = mayWrite(ctx, row) || (await seen(ctx).select('list_view.id').where('list_view.id', '=', row.id).executeTakeFirst())
  if (!isSeen || row.kind === 'own') throw problems.notFound(words)
  if (!mayWrite(ctx, row)) throw problems.forbidden({ perm: SHARE })
  return row
}
async function update(ctx: Ctx, b: SentView): Promise<string> {
  const before = await mine(ctx, rowIdOf(b))
  const draft = drafted(b, before)
  requireKind(ctx, draft.kind)
  const roleId = await roleOf(ctx, draft, before.id)
  const regionCode = draft.kind === before.kind ? before.regionCode : regionOf(ctx, draft.kind)
  return rows.update(ctx, list_view, before.id, { ...draft, roleId, regionCode }, b)
}
async function remove(ctx: Ctx, list: readonly string[]): Promise<void> {
  if (list.length === 0) throw problems.noneSelected()
  for (const id of list) await mine(ctx, id)
  await rows.erase(ctx, list_view, list)
}
/** Keeps the look that the caller left a list with, one a list. */
async function keep(ctx: Ctx, b: SentView): Promise<string> {
  const draft = drafted({ ...b, title: '上次布局', kind: 'own', roleId: null })
  await holdTurn(ctx)
  const found = scoped(ctx, list_view)
    .where('list_view.kind', '=', 'own')
    .where('list_view.userId', '=', ctx.who.userId)
    .where('list_view.list', '=', draft.list)
  const last = await (found as AnyQuery).select('list_view.id').executeTakeFirst()
  if (last) return rows.update(ctx, list_view, String(last.id), { layout: draft.layout ?? null, where: draft.where ?? null })
  return rows.insert(ctx, list_view, { ...draft, userId: ctx.who.userId })
}

const at = (verb: string) => `${list_view.path}/${verb}`
const plain = { perm: 'signed-in', scope: 'tenant' } as const
const OWN: Fields = { list: list_view.fields.list, layout: list_view.fields.layout, where: list_view.fields.where }
const writing = (verb: string, summary: string, body: Fields, run: Route['run']): Route => ({
  ...plain,
  method: 'POST',
  path: at(verb),
  audit: 'list_view.save',
  summary,
  body,
  derived: list_view.derived!,
  answer: 'id',
  run,
})
/** Views of lists: a person's own, those shared in a region, those that roles begin with. Source: docs/adr/0053. */
export const viewSlice: Slice = {
  name: 'list-views',
  resources: [list_view],
  routes: [
    answering(reading('tenant', 'signed-in')(at('page'), '列表视图分页', ['list', 'kind', 'current', 'size'], page), { as: 'page', of: list_view }),
    writing('save', '保存列表视图', list_view.fields, save),
    writing('update', '修改列表视图', list_view.fields, update),
    writing('own', '保存个人上次布局', OWN, keep),
    route({
      ...plain,
      method: 'POST',
      path: at('remove'),
      audit: 'list_view.delete',
      summary: '删除列表视图',
      query: ['ids'],
      answer: 'nothing',
      run: (ctx, q) => remove(ctx, ids(q)),
    }),
  ],
}
