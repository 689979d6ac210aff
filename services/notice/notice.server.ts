import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { isId } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import { requireRegion, page, scoped } from '../../kit/server/query.server.ts'
import { route, crud, ids, type Route, type SentRow, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { mayWrite } from '../../platform/parts/parts.server.ts'
import { both } from '../../kit/model/lang.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import { hasButton, standsIn } from '../../platform/people/reach.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { piecewise } from '../../runtime/piecewise.server.ts'
import { inLang } from '../inbox/both.ts'
import type { NamesOf } from '../inbox/names.server.ts'
import { forgetInbox, tellPeople } from '../inbox/tell.server.ts'
import { notice } from './notice.ts'
import { sanitised } from './rich-text.ts'

const words = { zh: notice.label, en: notice.en }
const mayPublish = (ctx: Ctx) => ctx.who.perms.has('notice_publish')
/** A notice that is meant for holders of a button is nobody else's, not even an editor's. */
const meant = (ctx: Ctx, q: AnyQuery): AnyQuery => q.where(sql<boolean>`(notice."forPerm" is null or notice."forPerm" = any(${[...ctx.who.perms]}::text[]))`)
/** What is out and meant for the caller: published, its time has come, and its region is the caller's or above. */
const out = (ctx: Ctx, q: AnyQuery): AnyQuery =>
  meant(ctx, q)
    .where('notice.status', '=', 1)
    .where('notice.releaseTime', '<=', ctx.now)
    .where(sql<boolean>`(notice."regionCode" is null or starts_with(${ctx.who.regionCode}::text, notice."regionCode"))`)
/** Editors see drafts too; everybody else what is out. */
const mine = (ctx: Ctx): AnyQuery => (mayWrite(ctx, notice) || mayPublish(ctx) ? meant(ctx, scoped(ctx, notice)) : out(ctx, scoped(ctx, notice)))

async function readBy(ctx: Ctx, list: readonly { id: string }[]): Promise<Set<string>> {
  if (list.length === 0) return new Set()
  const seen = await ctx.db
    .selectFrom('notice_read')
    .select('noticeId')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('userId', '=', ctx.who.userId)
    .where(
      'noticeId',
      'in',
      list.map((n) => n.id),
    )
    .execute()
  return new Set(seen.map((r) => r.noticeId))
}
const withRead = async <T extends { id: string }>(ctx: Ctx, list: readonly T[]) => {
  const read = await readBy(ctx, list)
  return list.map((n) => ({ ...n, ...spoken(ctx, n), isRead: read.has(n.id) ? 1 : 0 }))
}
/** Title and content in the reader's language. */
const spoken = (ctx: Ctx, n: object): object =>
  Object.fromEntries(
    Object.entries(n).flatMap(([name, v]) => (['title', 'content'].includes(name) && typeof v === 'string' ? [[name, inLang(v, ctx.lang)]] : [])),
  )

/** Newest first unless another order is asked for. The content comes with the detail only. */
async function list(ctx: Ctx, q: TextInput) {
  const p = await page(ctx, notice, { ...(q.ascs || q.descs ? {} : { descs: 'releaseTime' }), ...q }, mine(ctx))
  const records = await withRead(ctx, p.records)
  return { ...p, records: records.map(({ content: _, ...n }) => n) }
}
async function detail(ctx: Ctx, q: TextInput<'id'>) {
  const id = q.id ?? ''
  const found = isId(id) ? await mine(ctx).selectAll('notice').where('notice.id', '=', id).executeTakeFirst() : undefined
  const row = found as { id: string; content: string | null } | undefined
  if (!row) throw problems.notFound(words)
  return { ...(await withRead(ctx, [row]))[0], content: sanitised(inLang(row.content ?? '', ctx.lang)) }
}
/** How many wait for the caller, and the newest of all: for the home page and the top bar. */
async function forMe(ctx: Ctx) {
  const unread = sql<boolean>`not exists (select 1 from notice_read r where r."noticeId" = notice.id and r."userId" = ${ctx.who.userId} and r."tenantId" = notice."tenantId")`
  const { n } = (await out(ctx, scoped(ctx, notice))
    .where(unread)
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()) as { n: string }
  const newest = await out(ctx, scoped(ctx, notice))
    .select(['notice.id', 'notice.title', 'notice.category', 'notice.releaseTime'])
    .orderBy('notice.releaseTime', 'desc')
    .orderBy('notice.id', 'desc')
    .limit(5)
    .execute()
  return { unread: Number(n), records: await withRead(ctx, newest as { id: string }[]) }
}
async function markRead(ctx: Ctx, named: readonly string[]): Promise<void> {
  const asked = [...new Set(named)].filter(isId)
  if (asked.length === 0) throw problems.noneSelected()
  const seen = await typedRows<{ id: string }>(out(ctx, scoped(ctx, notice)).select('notice.id').where('notice.id', 'in', asked))
  if (seen.length === 0) throw problems.notFound(words)
  const list = seen.map((n) => ({ noticeId: n.id, userId: ctx.who.userId, tenantId: ctx.who.tenantId, readTime: ctx.now }))
  await ctx.db
    .insertInto('notice_read')
    .values(list)
    .onConflict((c) => c.columns(['noticeId', 'userId']).doNothing())
    .execute()
  await audit(ctx, { action: 'notice.read', object: 'notice', objectId: seen.length === 1 ? seen[0]!.id : `${seen.length}` })
}

/** A draft or a change; a changed notice counts as unread again. A notice reaches the writer's own region at most. */
async function save(ctx: Ctx, b: SentRow<typeof notice>): Promise<string> {
  if (b.regionCode) requireRegion(ctx, b.regionCode)
  const content = typeof b.content === 'string' ? sanitised(b.content) : b.content
  if (!b.id) return rows.insert(ctx, notice, { ...(await rows.checkedDraft(ctx, notice, { ...b, content })), status: 0 })
  const id = await rows.save(ctx, notice, { ...b, content })
  await ctx.db.deleteFrom('notice_read').where('tenantId', '=', ctx.who.tenantId).where('noticeId', '=', id).execute()
  await retell(ctx, id)
  return id
}
async function publish(ctx: Ctx, b: TextInput<'id' | 'status'>): Promise<void> {
  const status = Number(b.status ?? 1)
  if (status !== 0 && status !== 1) throw problems.badRequest({ zh: '状态不正确', en: 'The status is malformed' })
  await rows.update(ctx, notice, b.id ?? '', { status })
  await retell(ctx, b.id!)
}
/** What was told of a notice is forgotten; where it is out, the people whom it is meant for are told anew. */
async function retell(ctx: Ctx, id: string): Promise<void> {
  await forgetInbox(ctx, notice.name, [id])
  const n = await rows.get(ctx, notice, id)
  if (n.status === 1 && n.releaseTime <= ctx.now) await tellOfNotice(ctx, n)
}
const tellOfNotice = (ctx: Ctx, n: { id: string; regionCode: string | null; forPerm: string | null }) =>
  tellPeople(ctx, sql<boolean>`${standsIn(n.regionCode ?? '')}${n.forPerm ? sql` and ${hasButton(n.forPerm)}` : sql``}`, {
    kind: 'notice',
    subject: both('新的通知公告', 'A new notice'),
    about: { of: notice.name, id: n.id },
    link: `/desk/notice?open=view.${n.id}`,
    once: `notice:${n.id}`,
  })

/** Titles of the notices that a reader may see. */
export const noticeNames: NamesOf = async (ctx, ids) => {
  const found = await typedRows<{ id: string; title: string }>(
    mine(ctx)
      .select(['notice.id', 'notice.title'])
      .where('notice.id', 'in', [...ids]),
  )
  return new Map(found.map((n) => [n.id, inLang(n.title, ctx.lang)]))
}
/** Those whose time of release has come since the last look and of which nobody is told yet. */
export const noticeRoutine: Routine = {
  name: 'notice-release',
  label: '通知到期发布提醒',
  due: { minutes: 5 },
  async run(r) {
    const [from, to] = [localTime(new Date(r.now.getTime() - 86_400_000)), localTime(r.now)]
    const { piece, end } = piecewise(r)
    const due = await r.system(
      async (tx) =>
        (
          await sql<{
            id: string
            tenantId: string
            regionCode: string | null
            forPerm: string | null
          }>`select n.id::text as id, n."tenantId", n."regionCode", n."forPerm"
            from notice n where n.status = 1 and n."releaseTime" > ${from}::timestamptz and n."releaseTime" <= ${to}::timestamptz and not exists (
              select 1 from inbox_message m where m."tenantId" = n."tenantId" and m.about = ${notice.name} and m."aboutId" = n.id) order by n.id`.execute(tx)
        ).rows,
    )
    for (const n of due) await piece(n.tenantId, `notice ${n.id}`, (ctx) => tellOfNotice(ctx, n))
    return end(`${due.length} notices`)
  },
}

/** Whoever was told of a notice that is deleted is told of nothing. */
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  await rows.remove(ctx, notice, gone)
  await forgetInbox(ctx, notice.name, gone)
}

const plain = crud(notice)
const routes: Route[] = [
  route({ ...plain.list, run: list }),
  route({ ...plain.page, run: list }),
  route({ ...plain.detail, run: detail }),
  { ...plain.submit, run: save },
  { ...plain.save, run: save },
  { ...plain.update, run: save },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
  { method: 'GET', path: '/cpt-desk/notice/mine', perm: 'signed-in', scope: 'tenant', audit: 'read', summary: '我的通知', run: forMe },
  {
    method: 'POST',
    path: '/cpt-desk/notice/read',
    perm: 'signed-in',
    scope: 'tenant',
    audit: 'notice.read',
    summary: '通知已读',
    query: ['ids'],
    body: {},
    run: (ctx, q) => markRead(ctx, ids(q)),
  },
  route({
    method: 'POST',
    path: '/cpt-desk/notice/publish',
    perm: 'notice_publish',
    scope: 'tenant',
    audit: 'notice.publish',
    summary: '发布或撤回通知',
    query: ['id', 'status'],
    body: {},
    run: publish,
  }),
]
/** Notices with what each person has read. Source: platform-api.md 3.16; screens.md A22. */
export const slice: Slice = { name: 'notice', resources: [notice], routes }
