import { invalidField } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { crud, ids, rowIdOf, type Route, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { idList } from '../../kit/model/resource.ts'
import { allMenus } from '../rights/grant.server.ts'
import { packageHolds } from '../seed/package-menus.ts'
import { refusal } from '../rights/people-problems.ts'
import { tenant_package } from '../definitions/system.ts'
import { grantAdmin } from './tenant-setup.server.ts'
import { requirePlatform } from './tenant.server.ts'

/** Stores a package with everything its ticks mean; administrators of tenants that have it get what is new in it. */
async function submit(ctx: Ctx, input: SentRow<typeof tenant_package>): Promise<string> {
  requirePlatform(ctx)
  const draft = (await rows.checkedDraft(ctx, tenant_package, input)) as { menuId: string }
  const all = await allMenus(ctx)
  const ticked = idList(draft.menuId)
  if (ticked.some((id) => !all.some((m) => m.id === id))) throw invalidField('menuId', { zh: '菜单不存在', en: 'Menu not found' })
  const values = { ...draft, menuId: packageHolds(all, ticked).join(',') }
  if (!input.id) return rows.insert(ctx, tenant_package, values)
  const id = await rows.update(ctx, tenant_package, rowIdOf(input), values, input)
  const users = await ctx.db.selectFrom('tenant').select('code').where('packageId', '=', id).execute()
  for (const t of users) await grantAdmin(ctx, t.code)
  return id
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  requirePlatform(ctx)
  for (const id of gone) {
    const row = await rows.get(ctx, tenant_package, id, true)
    if (await ctx.db.selectFrom('tenant').select('id').where('packageId', '=', row.id).limit(1).executeTakeFirst()) throw refusal.packageInUse()
  }
  await rows.remove(ctx, tenant_package, gone)
}

const c = crud(tenant_package)
/** Calls of tenant packages: which menus a tenant may have. Source: platform-api.md 3.8. */
export const packageRoutes: readonly Route[] = [
  c.list,
  c.detail,
  { ...c.submit, run: submit, asSystem: "administrators of the package's tenants get what is new in it" },
  { ...c.remove, run: (ctx, q) => remove(ctx, ids(q)) },
]
