import { sql, type RawBuilder } from 'kysely'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { isId } from '../../kit/model/resource.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { paging } from '../../kit/server/query.server.ts'
import { ids, route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import type { LiveSource } from '../../runtime/live.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { inLang } from './both.ts'
import { BELL, INBOX_KINDS, isInboxKind, MOST_UNREAD, type BellState, type InboxKind, type InboxMessage } from './inbox.ts'
import type { NamesOf } from './names.server.ts'
import { inboxOutsideRoutes } from './outside.server.ts'

interface Row {
  id: string
  kind: InboxKind
  subject: string
  about: string | null
  aboutId: string | null
  link: string | null
  createTime: string
  readTime: string | null
}
const COLUMNS = sql`m.id::text as id, m.kind, m.subject, m.about, m."aboutId"::text as "aboutId", m.link, m."createTime", m."readTime"`
const mine = (ctx: Ctx) => sql`m."tenantId" = ${ctx.who.tenantId} and m."userId" = ${ctx.who.userId}::bigint`

/** The rows as their reader may see them: with the names of what they are about, and a way there only where there is a name. */
async function shown(ctx: Ctx, names: Readonly<Record<string, NamesOf>>, found: readonly Row[]): Promise<InboxMessage[]> {
  const known = new Map<string, ReadonlyMap<string, string>>()
  for (const of of new Set(found.flatMap((m) => (m.about && Object.hasOwn(names, m.about) ? [m.about] : [])))) {
    const asked = [...new Set(found.flatMap((m) => (m.about === of && m.aboutId ? [m.aboutId] : [])))]
    known.set(of, await names[of]!(ctx, asked))
  }
  return found.map((m) => {
    const name = m.about ? known.get(m.about)?.get(m.aboutId ?? '') : undefined
    return {
      id: m.id,
      kind: m.kind,
      subject: inLang(m.subject, ctx.lang),
      name: name ?? '',
      link: m.about && name === undefined ? '' : (m.link ?? ''),
      createTime: m.createTime,
      isRead: m.readTime ? 1 : 0,
    }
  })
}

function narrowed(ctx: Ctx, q: TextInput): RawBuilder<unknown> {
  if (q.kind && !isInboxKind(q.kind)) throw problems.badRequest({ zh: '消息类型不正确', en: 'There is no such kind of message' })
  if (q.unread && !['0', '1'].includes(q.unread)) throw problems.badRequest({ zh: '未读条件不正确', en: 'The condition on unread messages is malformed' })
  return sql`${mine(ctx)}${q.kind ? sql` and m.kind = ${q.kind}` : sql``}${q.unread === '1' ? sql` and m."readTime" is null` : sql``}`
}
/** A page of the caller's own messages, newest first. */
async function page(ctx: Ctx, names: Readonly<Record<string, NamesOf>>, q: TextInput) {
  const { current, size, offset } = paging(q)
  const where = narrowed(ctx, q)
  const { rows: found } =
    await sql<Row>`select ${COLUMNS} from inbox_message m where ${where} order by m.id desc, m.once limit ${size} offset ${offset}`.execute(ctx.db)
  const { rows } = await sql<{ n: string }>`select count(*) as n from inbox_message m where ${where}`.execute(ctx.db)
  const total = Number(rows[0]!.n)
  return { records: await shown(ctx, names, found), total, size, current, pages: Math.ceil(total / size) }
}

/** How many are unread of these people, a hundred at most, and the newest of each. */
const unreadOf = (people: readonly { tenantId: string; userId: string }[]) => sql<{ userId: string; unread: string; newest: string | null }>`
  select u.id::text as "userId", seen.unread, seen.newest from unnest(${people.map((p) => p.tenantId)}::text[], ${people.map((p) => p.userId)}::bigint[]) as u(tenant, id)
    cross join lateral (select count(*) as unread, max(m.id)::text as newest from (select n.id from inbox_message n where n."tenantId" = u.tenant and n."userId" = u.id
      and n."readTime" is null order by n.id desc limit ${MOST_UNREAD}) as m) as seen`
const bellOf = (r: { unread: string; newest: string | null }): BellState => ({ unread: Number(r.unread), newest: r.newest ?? '' })

/** The bell of open pages. */
export const bellSource: LiveSource = {
  name: BELL,
  async read(read, people) {
    const found = await read(unreadOf(people))
    return new Map(found.map((r) => [r.userId, bellOf(r)]))
  },
}
async function bell(ctx: Ctx): Promise<BellState> {
  return bellOf((await unreadOf([ctx.who]).execute(ctx.db)).rows[0]!)
}

/** Marks messages as read: these of the caller's, or with `all` every one, of a kind where one is named. Those of others are not found and stay as they are. */
async function read(ctx: Ctx, q: TextInput<'ids' | 'all' | 'kind'>): Promise<void> {
  const asked = ids(q).filter(isId)
  if (q.all !== '1' && asked.length === 0) throw problems.noneSelected()
  const which = q.all === '1' ? sql`` : sql` and m.id = any(${asked}::bigint[])`
  await sql`update inbox_message m set "readTime" = ${ctx.now}::timestamptz where ${narrowed(ctx, { kind: q.kind, unread: '1' })}${which}`.execute(ctx.db)
}

const mutedOf = async (ctx: Ctx): Promise<string[]> =>
  (await sql<{ kind: string }>`select m.kind from inbox_muted m where ${mine(ctx)} order by m.kind`.execute(ctx.db)).rows.map((r) => r.kind)
/** Keeps which kinds the caller does not want to be told of: {muted: 'notice,job'}. */
async function choose(ctx: Ctx, b: TextInput<'muted'>): Promise<void> {
  const muted = [...new Set((b.muted ?? '').split(',').filter(Boolean))]
  if (!muted.every(isInboxKind)) throw invalidField('muted', { zh: '消息类型不正确', en: 'There is no such kind of message' })
  const { tenantId, userId } = ctx.who
  await sql`delete from inbox_muted m where ${mine(ctx)}`.execute(ctx.db)
  if (muted.length)
    await sql`insert into inbox_muted ("tenantId", "userId", kind) select ${tenantId}, ${userId}::bigint, k from unnest(${muted}::text[]) as k`.execute(ctx.db)
}

/** Days that a message stays. */
const KEEP_DAYS = 180
/** Nightly: messages of half a year ago go. */
export const inboxCleanup: Routine = {
  name: 'inbox-cleanup',
  label: '清理过期消息',
  due: { at: '02:40' },
  run: ({ now, system }) =>
    system(async (tx) => {
      const before = localTime(new Date(now.getTime() - KEEP_DAYS * 86_400_000))
      const gone = await tx.deleteFrom('inbox_message').where('createTime', '<', before).executeTakeFirst()
      return `${gone.numDeletedRows} messages`
    }),
}

/** The messages of a person: everybody's own and nobody else's. `names`: of what messages are about. Source: screens.md A3, A22. */
export function inboxSlice(names: Readonly<Record<string, NamesOf>>): Slice {
  const own = { perm: 'signed-in', scope: 'own' } as const
  return {
    name: 'inbox',
    resources: [],
    routes: [
      ...inboxOutsideRoutes,
      route({
        ...own,
        method: 'GET',
        path: '/cpt-desk/inbox/page',
        audit: 'read',
        summary: '我的消息分页',
        query: ['current', 'size', 'kind', 'unread'],
        run: (ctx, q) => page(ctx, names, q),
      }),
      { ...own, method: 'GET', path: '/cpt-desk/inbox/bell', audit: 'read', summary: '未读消息数', run: bell },
      route({
        ...own,
        method: 'POST',
        path: '/cpt-desk/inbox/read',
        audit: 'inbox.read',
        summary: '消息已读',
        query: ['ids', 'all', 'kind'],
        body: {},
        run: read,
      }),
      {
        ...own,
        method: 'GET',
        path: '/cpt-desk/inbox/settings',
        audit: 'read',
        summary: '消息接收设置',
        run: async (ctx) => ({ kinds: Object.entries(INBOX_KINDS).map(([kind, t]) => ({ kind, name: t[ctx.lang] })), muted: await mutedOf(ctx) }),
      },
      route({
        ...own,
        method: 'POST',
        path: '/cpt-desk/inbox/choose',
        audit: 'inbox.choose',
        summary: '修改消息接收设置',
        query: ['muted'],
        body: {},
        run: choose,
      }),
    ],
  }
}
