import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import { containing } from '../../kit/server/names.server.ts'
import { page, scoped } from '../../kit/server/query.server.ts'
import { detail, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { idList } from '../../kit/model/resource.ts'
import { dept, user } from '../definitions/system.ts'

type Row = Record<string, unknown> & { id: string }

const NAMED = [
  ['roleId', 'roleName', 'sys_role', 'roleName'],
  ['deptId', 'deptName', 'sys_dept', 'deptName'],
  ['postId', 'postName', 'sys_post', 'postName'],
] as const
/** Adds the names of roles, departments and posts, joined by commas, to users of the tenant. */
export async function withUserNames<T extends Row>(ctx: Ctx, users: readonly T[]): Promise<T[]> {
  const names: Map<string, string>[] = []
  for (const [, , table, column] of NAMED) {
    const all = await ctx.db.selectFrom(table).select(['id', column]).where('tenantId', '=', ctx.who.tenantId).execute()
    names.push(new Map(all.map((r) => [r.id, r[column]])))
  }
  return users.map((u) => ({
    ...u,
    ...Object.fromEntries(
      NAMED.map(([ids, to], i) => [
        to,
        idList(u[ids])
          .flatMap((id) => names[i]!.get(id) ?? [])
          .join(','),
      ]),
    ),
  }))
}

/** Narrows to people of a department and of those below it. */
export async function underDept(ctx: Ctx, q: AnyQuery, deptId: unknown): Promise<AnyQuery> {
  if (!deptId) return q
  const all = await typedRows<{ id: string; parentId: string | null }>(scoped(ctx, dept).select(['sys_dept.id', 'sys_dept.parentId']))
  const inside = new Set([String(deptId)])
  for (let n = 0; n !== inside.size;) {
    n = inside.size
    for (const d of all) if (d.parentId && inside.has(d.parentId)) inside.add(d.id)
  }
  return q.where(sql<boolean>`string_to_array(sys_user."deptId", ',') && ${[...inside]}::text[]`)
}

/** A page of users with names and whether the account is locked. Source: platform-api.md 3.6; screens.md A9. */
export async function userPage(ctx: Ctx, q: TextInput) {
  const found = await page(ctx, user, q, await underDept(ctx, scoped(ctx, user), q.deptId))
  const records = await withUserNames(ctx, found.records as Row[])
  const secrets = await ctx.db
    .selectFrom('user_secret')
    .select(['userId', 'lockedUntil'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('userId', 'in', records.length ? records.map((r) => r.id) : ['0'])
    .execute()
  const until = new Map(secrets.map((s) => [s.userId, s.lockedUntil as string | null]))
  return { ...found, records: records.map((r) => ({ ...r, isLocked: (until.get(r.id) ?? '') > ctx.now ? 1 : 0, waiting: r.roleId === '-1' ? 1 : 0 })) }
}

export const userDetail = async (ctx: Ctx, q: { readonly id?: unknown }) => (await withUserNames(ctx, [(await detail(ctx, user, q)) as Row]))[0]
/** The caller's own row. */
export const ownInfo = async (ctx: Ctx) => (await withUserNames(ctx, [await rows.get(ctx, user, ctx.who.userId)]))[0]

export async function platformDetail(ctx: Ctx, q: TextInput<'id'>) {
  const u = await rows.get(ctx, user, q.id ?? '')
  return { id: u.id, userId: u.id, rev: u.rev, account: u.account, realName: u.realName, userType: u.userType ?? 1, userExt: u.userExt ?? null }
}

const MOST_LISTED = 500
/** Users to pick from, by part of account or name: no contact data. */
export async function userList(ctx: Ctx, q: TextInput) {
  let found = await underDept(ctx, scoped(ctx, user).where('sys_user.status', '=', 1), q.deptId)
  for (const n of ['account', 'realName'] as const) if (q[n]) found = found.where(`sys_user.${n}`, 'like', containing(q[n] ?? ''))
  return found
    .select(['sys_user.id', 'sys_user.account', 'sys_user.realName', 'sys_user.name', 'sys_user.deptId', 'sys_user.roleId'])
    .orderBy('sys_user.account')
    .limit(MOST_LISTED)
    .execute()
}
