// The messages of a person outside of the product: what he chose, by kind and channel, and the routine that hands them over. Nothing of it names whom it is about.
import { sql } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { maskText } from '../../kit/model/mask.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { localTime, moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { CONTENTS } from '../../platform/messages/contents.ts'
import { queueMail, queueMessage, queueRobots, type SmsParts } from '../../platform/messages/send.server.ts'
import { wordedUnlessOff } from '../../platform/messages/worded.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { piecewise } from '../../runtime/piecewise.server.ts'
import { inLang } from './both.ts'
import { isInboxKind, type InboxKind } from './inbox.ts'
import { digestLine, isOutside, isTime, NO_TIMES, OUTSIDE, outsideLine, type OutsideChannel, type OutsideTimes } from './outside.ts'

interface Times {
  quietFrom: number
  quietTo: number
  digestHour: number | null
  digestDay: string | null
}
const mine = (ctx: Ctx) => sql`"tenantId" = ${ctx.who.tenantId} and "userId" = ${ctx.who.userId}::bigint`

/** What the caller chose, and where it would reach him. */
async function settings(ctx: Ctx) {
  const { rows: chosen } = await sql<{
    kind: string
    channel: string
  }>`select kind, channel from inbox_outside where ${mine(ctx)} order by kind, channel`.execute(ctx.db)
  const { rows: times } = await sql<Times>`select "quietFrom", "quietTo", "digestHour" from inbox_times where ${mine(ctx)}`.execute(ctx.db)
  const { rows: me } = await sql<{
    phone: string | null
    email: string | null
  }>`select phone, email from sys_user where id = ${ctx.who.userId}::bigint`.execute(ctx.db)
  const { quietFrom = NO_TIMES.from, quietTo = NO_TIMES.to, digestHour = null } = times[0] ?? {}
  return {
    channels: Object.entries(OUTSIDE).map(([channel, t]) => ({ channel, name: t[ctx.lang] })),
    chosen: chosen.map((c) => `${c.kind}:${c.channel}`),
    quietFrom,
    quietTo,
    digestHour: digestHour === null ? '' : String(digestHour),
    phone: maskText(me[0]?.phone ?? ''),
    email: maskText(me[0]?.email ?? ''),
  }
}
const hourWrong = both('请填写0至23的整点', 'An hour from 0 to 23')
function hourOf(field: string, v: unknown): number | null {
  if (v === undefined || v === null || v === '') return null
  const n = Number(v)
  if (!Number.isInteger(n) || n < 0 || n > 23) throw invalidField(field, hourWrong)
  return n
}
/** Keeps {chosen: 'task:mail,due:sms', quietFrom, quietTo, digestHour}; without a digest hour each message leaves by itself. */
async function choose(ctx: Ctx, b: TextInput<'chosen' | 'quietFrom' | 'quietTo' | 'digestHour'>): Promise<void> {
  const pairs = [...new Set((b.chosen ?? '').split(',').filter(Boolean))].map((p) => p.split(':'))
  if (!pairs.every(([kind, channel, ...more]) => isInboxKind(kind) && isOutside(channel) && more.length === 0))
    throw invalidField('chosen', both('消息类型或渠道不正确', 'There is no such kind of message or channel'))
  const [from, to, digest] = [hourOf('quietFrom', b.quietFrom) ?? 0, hourOf('quietTo', b.quietTo) ?? 0, hourOf('digestHour', b.digestHour)]
  const { tenantId, userId } = ctx.who
  await sql`delete from inbox_outside where ${mine(ctx)}`.execute(ctx.db)
  if (pairs.length)
    await sql`insert into inbox_outside ("tenantId", "userId", kind, channel) select ${tenantId}, ${userId}::bigint, k, c
      from unnest(${pairs.map((p) => p[0]!)}::text[], ${pairs.map((p) => p[1]!)}::text[]) as x(k, c)`.execute(ctx.db)
  await sql`insert into inbox_times ("tenantId", "userId", "quietFrom", "quietTo", "digestHour") values (${tenantId}, ${userId}::bigint, ${from}, ${to}, ${digest})
    on conflict ("tenantId", "userId") do update set "quietFrom" = excluded."quietFrom", "quietTo" = excluded."quietTo", "digestHour" = excluded."digestHour"`.execute(
    ctx.db,
  )
}
const own = { perm: 'signed-in', scope: 'own' } as const
export const inboxOutsideRoutes: readonly Route[] = [
  { ...own, method: 'GET', path: '/cpt-desk/inbox/outside', audit: 'read', summary: '消息外部渠道设置', run: settings },
  route({
    ...own,
    method: 'POST',
    path: '/cpt-desk/inbox/choose-outside',
    audit: 'inbox.choose',
    summary: '修改消息外部渠道设置',
    query: ['chosen', 'quietFrom', 'quietTo', 'digestHour'],
    body: {},
    run: choose,
  }),
]

interface Waiting extends Times {
  id: string
  userId: string
  kind: InboxKind
  subject: string
  phone: string | null
  email: string | null
  channels: OutsideChannel[]
}
/** Hours after which nobody is told outside any more of what he has not read. */
const FRESH_HOURS = 36
const MOST = 2000

/** The unread messages of a tenant that somebody, or this person, wants outside and has not got there, the oldest first. */
const waiting = async (ctx: Ctx, userId?: string): Promise<Waiting[]> =>
  (
    await sql<Waiting>`select m.id::text as id, m."userId"::text as "userId", m.kind, m.subject, u.phone, u.email, coalesce(t."quietFrom", 0) as "quietFrom",
      coalesce(t."quietTo", 0) as "quietTo", t."digestHour", t."digestDay"::text as "digestDay",
      (select json_agg(o.channel order by o.channel) from inbox_outside o where o."tenantId" = m."tenantId" and o."userId" = m."userId" and o.kind = m.kind) as channels
    from inbox_message m join sys_user u on u.id = m."userId" left join inbox_times t on t."tenantId" = m."tenantId" and t."userId" = m."userId"
    where m."tenantId" = ${ctx.who.tenantId} and m."createTime" > ${moved(ctx.now, -FRESH_HOURS * 3600)}::timestamptz and m."readTime" is null and m."outsideTime" is null
      and u.status = 1 and (${userId ?? null}::bigint is null or m."userId" = ${userId ?? null}::bigint) and exists (select 1 from inbox_outside o where o."tenantId" = m."tenantId" and o."userId" = m."userId" and o.kind = m.kind)
    order by m."userId", m.id limit ${MOST}`.execute(ctx.db)
  ).rows

/** Hands one line over by one channel; a person without an address or number there is not told that way. */
async function hand(ctx: Ctx, p: SmsParts, to: Waiting, channel: OutsideChannel, text: string, once: string): Promise<void> {
  if (channel === 'mail' && to.email) await queueMail(ctx, p, { to: to.email, subject: text.split('。')[0]!, text, once })
  if (channel === 'robot') await queueRobots(ctx, p, { text, mobiles: to.phone ? [to.phone] : [], once })
  const words = channel === 'sms' && to.phone ? await wordedUnlessOff(ctx, CONTENTS.inbox, { text }) : undefined
  if (words) await queueMessage(ctx, p, { ...words, phone: to.phone!, once, until: moved(ctx.now, FRESH_HOURS * 3600) })
}

/** Hands over what waits of one person; answers how many messages it was. */
async function tellOutside(ctx: Ctx, p: SmsParts, userId: string): Promise<number> {
  const today = ctx.now.slice(0, 10)
  const own = await waiting(ctx, userId)
  const [first] = own
  if (!first) return 0
  const times: OutsideTimes = { from: first.quietFrom, to: first.quietTo, digestHour: first.digestHour }
  if (!isTime(ctx.now, times, first.digestDay)) return 0
  if (times.digestHour === null)
    for (const m of own) for (const c of m.channels) await hand(ctx, p, m, c, outsideLine(m.kind, inLang(m.subject, 'zh')), `inbox:${m.id}:${userId}:${c}`)
  else {
    for (const c of new Set(own.flatMap((m) => m.channels))) {
      const kinds = own.filter((m) => m.channels.includes(c)).map((m) => m.kind)
      await hand(ctx, p, first, c, digestLine(kinds), `digest:${today}:${userId}:${c}`)
    }
    await sql`update inbox_times set "digestDay" = ${today}::date where "tenantId" = ${ctx.who.tenantId} and "userId" = ${userId}::bigint`.execute(ctx.db)
  }
  await sql`update inbox_message set "outsideTime" = ${ctx.now}::timestamptz where "tenantId" = ${ctx.who.tenantId} and "userId" = ${userId}::bigint
    and id = any(${own.map((m) => m.id)}::bigint[])`.execute(ctx.db)
  return own.length
}
/** Every five minutes: what persons want outside leaves, of each person in the transaction that remembers it. */
export const outsideMessages = (p: SmsParts): Routine => ({
  name: 'inbox-outside',
  label: '消息外部提醒',
  due: { minutes: 5 },
  async run(r) {
    const since = moved(localTime(r.now), -FRESH_HOURS * 3600)
    const { piece, end } = piecewise(r)
    const tenants = await r.system(
      async (tx) =>
        (
          await sql<{
            code: string
          }>`select distinct m."tenantId" as code from inbox_message m where m."createTime" > ${since}::timestamptz order by 1`.execute(tx)
        ).rows,
    )
    let told = 0
    for (const t of tenants) {
      const people = await piece(t.code, `tenant ${t.code}`, async (ctx) => new Set((await waiting(ctx)).map((m) => m.userId)))
      for (const userId of people ?? []) told += (await piece(t.code, `person ${userId}`, (ctx) => tellOutside(ctx, p, userId))) ?? 0
    }
    return end(`${told} messages`)
  },
})
