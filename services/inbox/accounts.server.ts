// Persons are told that their password ends soon, and they and who may unlock them that their account is locked.
import { sql } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { passwordAge } from '../../platform/credentials/password.ts'
import { strategyOf } from '../../platform/credentials/strategy.server.ts'
import { hasButton, hasRole, isPerson } from '../../platform/people/reach.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { piecewise } from '../../runtime/piecewise.server.ts'
import { tellPeople } from './tell.server.ts'

interface Found {
  userId: string
  account: string
  setTime: string
  lockedUntil: string | null
}
async function tellOfAccounts(ctx: Ctx): Promise<void> {
  const strategy = await strategyOf(ctx.db, ctx.who.tenantId)
  const { rows } =
    await sql<Found>`select u.id::text as "userId", u.account, k."setTime", k."lockedUntil" from user_secret k join sys_user u on u.id = k."userId"
    where k."tenantId" = ${ctx.who.tenantId} and u.status = 1`.execute(ctx.db)
  for (const u of rows) {
    const { expired, daysLeft } = passwordAge(u.setTime, ctx.now, strategy)
    if (expired || daysLeft !== null)
      await tellPeople(ctx, isPerson(u.userId), {
        kind: 'account',
        subject: expired ? both('密码已过期，请立即修改', 'Your password has expired') : both('密码即将到期，请及时修改', 'Your password expires soon'),
        link: '/info/index',
        once: `password:${u.setTime}:${expired ? 'over' : 'near'}`,
      })
    if (!u.lockedUntil || u.lockedUntil <= ctx.now) continue
    const once = `locked:${u.userId}:${u.lockedUntil}`
    await tellPeople(ctx, isPerson(u.userId), {
      kind: 'account',
      subject: both('账号因多次输错密码被锁定', 'Your account was locked after wrong passwords'),
      once,
    })
    await tellPeople(ctx, sql<boolean>`(${hasButton('sys_user_unlock')} or ${hasRole(['administrator'])})`, {
      kind: 'account',
      subject: both(`账号${u.account}因多次输错密码被锁定`, `Account ${u.account} was locked after wrong passwords`),
      link: '/system/user',
      once: `${once}:office`,
    })
  }
}
/** Every ten minutes; nobody is told the same twice. */
export const accountMessages: Routine = {
  name: 'account-messages',
  label: '账号提醒',
  due: { minutes: 10 },
  async run(r) {
    const { piece, end } = piecewise(r)
    const tenants = await r.system((tx) => tx.selectFrom('tenant').select('code').where('status', '=', 1).orderBy('code').execute())
    for (const { code } of tenants) await piece(String(code), `tenant ${String(code)}`, tellOfAccounts)
    return end(`${tenants.length} tenants`)
  },
}
