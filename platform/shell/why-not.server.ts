import { typedRows } from '../../kit/server/any-query.server.ts'
import { problems } from '../../kit/model/problem.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { packageOf } from '../rights/grant.server.ts'
import { menuName } from '../rights/menu-words.ts'
import { mayLook } from './view-as.server.ts'
import { chainOf, denialOf, type Facts, type WhyNot } from './why-not.ts'

type Row = { id: string; code: string; name: string; parentId: string | null }
type Holder = { menuId: string; roleId: string; roleName: string }

/** Buttons below the pages with this path, in their order. */
async function buttonsAt(ctx: Ctx, path: string): Promise<Row[]> {
  const pages = await typedRows<Row>(ctx.db.selectFrom('menu').select(['id', 'code']).where('category', '=', 1).where('path', '=', path))
  if (pages.length === 0) return []
  const buttons = ctx.db.selectFrom('menu').select(['id', 'code', 'name', 'parentId']).where('category', '=', 2)
  const under = pages.map((p) => p.id)
  return await typedRows<Row>(buttons.where('parentId', 'in', under).orderBy('sort'))
}

/** The tenant's roles that hold these buttons, in their order. */
async function holdersOf(ctx: Ctx, buttons: readonly Row[]): Promise<Holder[]> {
  if (buttons.length === 0) return []
  return await typedRows<Holder>(
    ctx.db
      .selectFrom('role_menu as rm')
      .innerJoin('sys_role as r', 'r.id', 'rm.roleId')
      .select(['rm.menuId', 'rm.roleId', 'r.roleName'])
      .where('rm.tenantId', '=', ctx.who.tenantId)
      .where('r.tenantId', '=', ctx.who.tenantId)
      .where(
        'rm.menuId',
        'in',
        buttons.map((b) => b.id),
      )
      .orderBy('r.sort')
      .orderBy('r.id'),
  )
}

/** What the rules about buttons are asked about, for the caller. */
async function factsOf(ctx: Ctx, holders: readonly Holder[]): Promise<Facts> {
  const { tenantId, userId, roleIds } = ctx.who
  const secret = await ctx.db.selectFrom('user_secret').select('mustModify').where('userId', '=', userId).executeTakeFirst()
  const pack = await packageOf(ctx, tenantId)
  const own = roleIds.length
    ? await typedRows<{ id: string; roleName: string }>(
        ctx.db
          .selectFrom('sys_role')
          .select(['id', 'roleName'])
          .where('tenantId', '=', tenantId)
          .where('id', 'in', [...roleIds])
          .orderBy('sort')
          .orderBy('id'),
      )
    : []
  const all = isAdministrator(ctx.who)
  return {
    held: ctx.who.perms,
    mustModify: secret?.mustModify === 1,
    allowed: pack?.menus,
    ...(pack ? { packageName: pack.name } : {}),
    ownRoles: own.map((r) => ({ name: r.roleName, gives: (menuId) => all || holders.some((h) => h.menuId === menuId && h.roleId === r.id) })),
  }
}

/**
 * The buttons below the menu with this path, each with the rule that keeps it from the caller, and what narrows the caller's rows and calls.
 * An administrator, also one who looks as somebody else, is told every rule of a button with the names behind it.
 */
export async function whyNot(ctx: Ctx, q: TextInput<'path'>): Promise<WhyNot> {
  const path = q.path ?? ''
  if (!/^\/[\w/:.-]{1,200}$/.test(path)) throw problems.badRequest({ zh: '页面路径不正确', en: 'The path of the page is malformed' })
  const buttons = await buttonsAt(ctx, path)
  const holders = await holdersOf(ctx, buttons)
  const facts = await factsOf(ctx, holders)
  const whole = !!ctx.who.viewer || mayLook(ctx.who.roles)
  return {
    buttons: buttons.map((b) => {
      const denied = denialOf(b, facts)
      return {
        code: b.code,
        name: menuName(ctx.lang, b),
        held: !denied,
        ...(denied ? { denied } : {}),
        roles: holders.filter((h) => h.menuId === b.id).map((h) => h.roleName),
        ...(whole ? { chain: chainOf(b, facts) } : {}),
      }
    }),
    regionCode: ctx.who.regionCode,
    dataScopes: [...new Set((ctx.who.dataScopes ?? []).map((s) => s.resource))],
    apiPaths: [...(ctx.who.apiPaths ?? [])],
  }
}
