import { checkValue } from '../../kit/model/check.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { ids, type Input } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { readNewPassword, storePassword, type SessionSettings } from '../session/change.server.ts'
import { wrong } from '../session/problems.ts'
import { bindTicket } from '../sso/ticket.server.ts'
import { isWaiting } from '../session/admit.server.ts'
import { idList } from '../session/who.server.ts'
import { refusal } from './people-problems.ts'
import { user } from './system.ts'
import { accountTaken, demandMayAssign, demandQuota, syncSessions, type User } from './user-guard.server.ts'

/** What a form must not leave empty, in the specification's words. Source: platform.md 5 (Registration). */
const NEEDED = [
  ['tenantId', '请先输入租户编号', 'Please enter the tenant id'],
  ['account', '请先输入账号名称', 'Please enter the account'],
  ['password', '请先输入密码', 'Please enter the password'],
] as const

/**
 * POST register-guest: a stranger asks a tenant for an account. The row has no role, department or post (-1), is not enabled and waits for approval.
 * The password comes SM2-encrypted. Source: platform-api.md 2.8; platform.md 5.
 */
export async function registerGuest(ctx: Ctx, input: Input, s: SessionSettings): Promise<string> {
  const given = NEEDED.find(([n]) => !String(input[n] ?? '').trim())
  if (given) throw problems.invalid([{ field: given[0], msg: ctx.lang === 'en' ? given[2] : given[1] }])
  const tenantId = String(input.tenantId),
    account = String(input.account).normalize('NFKC').trim()
  const name = String(input.name || account)
  for (const [field, v, f] of [
    ['account', account, user.fields.account],
    ['name', name, user.fields.realName],
  ] as const) {
    const msg = checkValue(f, v, ctx.lang)
    if (msg) throw problems.invalid([{ field, msg }])
  }
  const tenant = await ctx.db.selectFrom('tenant').select(['status', 'expireTime']).where('code', '=', tenantId).executeTakeFirst()
  if (!tenant || tenant.status !== 1 || (tenant.expireTime && tenant.expireTime <= ctx.now)) throw wrong.tenantUnknown()
  const there: Ctx = { ...ctx, who: { ...ctx.who, tenantId, account } }
  const plain = await readNewPassword(there, s.keys, { tenantId, account }, input.password)
  if (await accountTaken(there, account)) throw problems.invalid([{ field: 'account', msg: wrong.accountTaken().say(ctx.lang) }])
  const id = await rows.insert(there, user, {
    account,
    name: name.slice(0, 20),
    realName: name,
    roleId: '-1',
    deptId: '-1',
    postId: '-1',
    status: 0,
    userType: 1,
  } as never)
  await storePassword(there, { id, tenantId }, plain, 0)
  // an identity of another tenant's service is none here: the ticket is not found
  if (input.oauthId) await bindTicket(there, String(input.oauthId), id)
  return id
}

/** POST approve: lets waiting guests in, with the roles and departments that the administrator gives them; they count against the licence from now on. */
export async function approve(ctx: Ctx, input: Input): Promise<void> {
  const wanted = ids(input)
  if (wanted.length === 0) throw refusal.noUser()
  const roleId = idList(input.roleIds).join(','),
    deptId = idList(input.deptIds).join(',')
  const need = (field: 'roleId' | 'deptId') => {
    const f = user.fields[field]
    throw problems.invalid([{ field, msg: checkValue(f, '', ctx.lang)! }])
  }
  if (!roleId) need('roleId')
  if (!deptId) need('deptId')
  await demandMayAssign(ctx, { roleId, deptId })
  for (const id of wanted) {
    const u = (await rows.get(ctx, user, id, true)) as unknown as User
    if (!isWaiting(u)) throw refusal.notWaiting()
    await demandQuota(ctx)
    await rows.update(ctx, user, id, { roleId, deptId, postId: null, status: 1 } as never)
    await syncSessions(ctx, { id, roleId, deptId, status: 1 })
  }
}
