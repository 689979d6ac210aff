import { sql } from 'kysely'
import { readDraft } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { containing } from '../../kit/server/names.server.ts'
import { paging } from '../../kit/server/query.server.ts'
import { ids, reading, route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { isId } from '../../kit/model/resource.ts'
import { usersBelow } from '../people/user-guard.server.ts'

/** Live sessions of the caller's tenant, latest first; `userId` narrows to one person. Tokens never leave the table. */
async function list(ctx: Ctx, q: TextInput<'current' | 'size' | 'userId' | 'account'>) {
  const { current, size, offset } = paging(q)
  if (q.userId && !isId(q.userId)) throw problems.badRequest({ zh: '用户不正确', en: 'The user is malformed' })
  let live = ctx.db
    .selectFrom('session as s')
    .innerJoin('sys_user as u', 'u.id', 's.userId')
    .where('s.tenantId', '=', ctx.who.tenantId)
    .where('s.revoked', '=', 0)
    .where(sql<boolean>`s."refreshExpires" > ${ctx.now}::timestamptz and s."absoluteEnd" > ${ctx.now}::timestamptz`)
  if (q.userId) live = live.where('s.userId', '=', q.userId)
  if (q.account) live = live.where('u.account', 'like', containing(q.account))
  const total = Number((await live.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)
  const records = await live
    .select(['s.id', 's.userId', 'u.account', 'u.realName', 's.ip', 's.agent', 's.createTime', 's.lastSeen', 's.absoluteEnd'])
    .orderBy('s.lastSeen', 'desc')
    .orderBy('s.id')
    .limit(size)
    .offset(offset)
    .execute()
  return { records: records.map((r) => ({ ...r, own: r.id === ctx.who.sessionId ? 1 : 0 })), total, size, current, pages: Math.ceil(total / size) }
}

/** Ends sessions of people whom the caller may administer at once: their tokens are refused from the next call on. */
async function forceOff(ctx: Ctx, wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) throw problems.noneSelected()
  for (const id of wanted) {
    const own = ctx.db
      .selectFrom('session')
      .select(['userId', 'viewerId'])
      .where('id', '=', isId(id) ? id : '0')
      .where('tenantId', '=', ctx.who.tenantId)
    const found = await own.executeTakeFirst()
    if (!found) throw problems.notFound({ zh: '会话', en: 'Session' })
    // of a look through somebody's eyes, it is the session of both
    await usersBelow(ctx, [found.userId, found.viewerId].filter(Boolean).map(String))
    await ctx.db.updateTable('session').set({ revoked: 1 }).where('id', '=', id).where('tenantId', '=', ctx.who.tenantId).execute()
    await audit(ctx, { action: 'session.force-off', object: 'sys_user', objectId: String(found.userId) })
  }
}

/** Calls about sessions of others. */
export const sessionsRoutes: readonly Route[] = [
  reading('tenant', 'session_view')('/cpt-user/session/list', '在线会话', ['current', 'size', 'userId', 'account'], list),
  {
    method: 'POST',
    path: '/cpt-user/session/force-off',
    perm: 'session_offline',
    scope: 'tenant',
    audit: 'session.force-off',
    summary: '强制下线',
    query: ['ids'],
    run: (ctx, q) => forceOff(ctx, ids(q)),
  },
]

const PURPOSE = { purpose: text('用途', { en: 'Purpose', required: true, max: 100 }) } as const
/** A purpose has so many signs at least. */
const LEAST_SIGNS = 2

/** Why somebody sees personal data in full, kept with his session and in the log. Said once more it is another purpose, from then on. */
async function sayPurpose(ctx: Ctx, input: { purpose: string | undefined }): Promise<void> {
  const { draft, wrong } = readDraft(PURPOSE, { purpose: input.purpose })
  if (wrong.length) throw problems.invalid(wrong)
  const { purpose } = draft
  if ([...purpose.trim()].length < LEAST_SIGNS) throw invalidField('purpose', both('请写明用途', 'Say what it is for'))
  const id = ctx.who.sessionId ?? '0'
  await ctx.db.updateTable('session').set({ purpose }).where('id', '=', id).execute()
  await audit(ctx, { action: 'session.purpose', object: 'session', objectId: id, diff: { purpose: [ctx.who.purpose ?? null, purpose] } })
}
/** The call that says it. */
export const purposeRoute = route({
  method: 'POST',
  path: '/cpt-user/purpose',
  perm: 'signed-in',
  scope: 'own',
  audit: 'session.purpose',
  summary: '说明查看个人信息的用途',
  body: PURPOSE,
  answer: 'nothing',
  asSystem: 'writes the own session',
  run: sayPurpose,
})
