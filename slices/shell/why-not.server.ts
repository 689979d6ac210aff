import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Input } from '../../kit/server/route.server.ts'
import { packageMenus } from '../system/grant.server.ts'
import { menus as seeded } from '../system/seed/menus.ts'
import { denialOf, type WhyNot } from './why-not.ts'

type Row = { id: string; code: string; name: string; parentId: string | null }
const english = new Map(seeded.map((m) => [`${m.code} ${m.name}`, m.en]))

/** The buttons below the menu with this path, each with the rule that keeps it from the caller; and what narrows the caller's rows and calls. */
export async function whyNot(ctx: Ctx, q: Input): Promise<WhyNot> {
  const path = String(q.path ?? '')
  if (!/^\/[\w/:.-]{1,200}$/.test(path)) throw problems.badRequest({ zh: '页面路径不正确', en: 'The path of the page is malformed' })
  const pages = (await ctx.db.selectFrom('menu').select(['id', 'code']).where('category', '=', 1).where('path', '=', path).execute()) as Row[]
  const under = pages.map((p) => p.id)
  const list = (
    under.length
      ? await ctx.db
          .selectFrom('menu')
          .select(['id', 'code', 'name', 'parentId'])
          .where('category', '=', 2)
          .where('parentId', 'in', under)
          .orderBy('sort')
          .execute()
      : []
  ) as Row[]
  const secret = await ctx.db.selectFrom('user_secret').select('mustModify').where('userId', '=', ctx.who.userId).executeTakeFirst()
  const facts = { held: ctx.who.perms, mustModify: secret?.mustModify === 1, allowed: await packageMenus(ctx, ctx.who.tenantId) }
  const holders = list.length
    ? ((await ctx.db
        .selectFrom('role_menu as rm')
        .innerJoin('sys_role as r', 'r.id', 'rm.roleId')
        .select(['rm.menuId', 'r.roleName'])
        .where('rm.tenantId', '=', ctx.who.tenantId)
        .where('r.tenantId', '=', ctx.who.tenantId)
        .where(
          'rm.menuId',
          'in',
          list.map((b) => b.id),
        )
        .orderBy('r.sort')
        .orderBy('r.id')
        .execute()) as { menuId: string; roleName: string }[])
    : []
  return {
    buttons: list.map((b) => {
      const denied = denialOf(b, facts)
      return {
        code: b.code,
        name: (ctx.lang === 'en' && english.get(`${b.code} ${b.name}`)) || b.name,
        held: !denied,
        ...(denied ? { denied } : {}),
        roles: holders.filter((h) => h.menuId === b.id).map((h) => h.roleName),
      }
    }),
    regionCode: ctx.who.regionCode,
    dataScopes: [...new Set((ctx.who.dataScopes ?? []).map((s) => s.resource))],
    apiPaths: [...(ctx.who.apiPaths ?? [])],
  }
}
