import { text } from '../../kit/model/field.ts'
import { problem } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { regionName } from '../regions/lookup.server.ts'
import { route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { secondsAfter } from '../credentials/change.server.ts'
import { randomToken, tokenHash } from '../credentials/secrets.server.ts'
import { ofTenant, usersBelow } from '../people/user-guard.server.ts'
import { idList } from '../../kit/model/resource.ts'

/** How long one look lasts, in seconds; it cannot be renewed. */
const LOOK = 1800
/** Aliases of the roles that may look as somebody else, and are told every rule behind a button. */
const LOOKERS: readonly string[] = ['administrator', 'admin']
export const mayLook = (roles: readonly string[]): boolean => roles.some((r) => LOOKERS.includes(r))
const wrong = {
  notAdministrator: problem(403, 'view-as', () => ({ zh: '只有管理员可以查看他人界面', en: 'Only administrators may view as another person' })),
  narrowed: problem(403, 'view-as-narrowed', () => ({
    zh: '您受数据或接口权限限定，不能查看他人界面',
    en: 'Your access is limited by a scope, so you may not view as another person',
  })),
  self: problem(400, 'view-as-self', () => ({ zh: '不能查看自己的界面', en: 'This is your own account' })),
  closed: problem(409, 'view-as-closed', () => ({ zh: '该用户已停用或未审批', en: 'The person is disabled or was not approved' })),
}

/**
 * Opens a read-only session of another person of the own tenant, for half an hour: that person's menus, buttons and rows, and nothing can be done.
 * Only for people whose roles hold no more than the caller's and whose region is the caller's or below; written to the audit log.
 * Answers the compatible API's token fields without a refresh token.
 */
async function viewAs(ctx: Ctx, b: TextInput<'userId'>) {
  if (!mayLook(ctx.who.roles)) throw wrong.notAdministrator()
  if (ctx.who.dataScopes?.length || ctx.who.apiPaths?.length) throw wrong.narrowed()
  const id = b.userId ?? ''
  if (id === ctx.who.userId) throw wrong.self()
  const [u] = await usersBelow(ctx, [id])
  const roleIds = idList(u!.roleId).filter((r) => r !== '-1')
  if (u!.status !== 1 || roleIds.length === 0) throw wrong.closed()
  const deptId = idList(u!.deptId)[0]
  const [dept] = deptId ? await ofTenant(ctx, 'sys_dept', [deptId]) : []
  const roles = await ofTenant(ctx, 'sys_role', roleIds)
  const token = randomToken()
  const end = secondsAfter(ctx, LOOK)
  await ctx.db
    .insertInto('session')
    .values({
      id: ctx.newId(),
      tenantId: ctx.who.tenantId,
      userId: id,
      viewerId: ctx.who.userId,
      deptId: deptId ?? null,
      roleIds: roleIds.join(','),
      accessHash: tokenHash(token),
      // nobody holds the other half of this one
      refreshHash: tokenHash(randomToken()),
      accessExpires: end,
      refreshExpires: end,
      absoluteEnd: end,
      lastSeen: ctx.now,
      createTime: ctx.now,
      ip: ctx.ip,
      agent: `view-as ${ctx.who.account}`.slice(0, 300),
    })
    .execute()
  const region = String(u!.regionCode ?? dept?.regionCode ?? '')
  await audit(ctx, { action: 'session.view-as', object: 'sys_user', objectId: id, diff: { account: u!.account } })
  return {
    access_token: token,
    refresh_token: '',
    expires_in: LOOK,
    tenant_id: ctx.who.tenantId,
    user_id: id,
    account: u!.account,
    user_name: u!.account,
    nick_name: u!.realName,
    real_name: u!.realName,
    role_name: roles.map((r) => r.roleAlias).join(','),
    role_id: roleIds.join(','),
    dept_id: deptId ?? '',
    dept_name: dept?.deptName ?? '',
    dept_region: region,
    dept_region_name: region ? ((await regionName(ctx, region)) ?? '') : '',
    avatar: '',
  }
}

export const viewAsRoute: Route = route({
  method: 'POST',
  path: '/basic/view-as',
  perm: 'sys_user_edit',
  scope: 'tenant',
  audit: 'session.view-as',
  summary: '查看他人界面（只读）',
  body: { userId: text('用户', { en: 'User', required: true, max: 19 }) },
  run: (ctx, b) => viewAs(ctx, b),
})
