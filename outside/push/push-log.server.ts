import { checkValue } from '../../kit/model/check.ts'
import { both } from '../../kit/model/lang.ts'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { flag, note, labelOf } from '../../kit/model/field.ts'
import { invalidField, problem, problems } from '../../kit/model/problem.ts'
import { countyOf, regionRange } from '../../kit/model/region-code.ts'
import { entries, isId, type Fields } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { emit, isUnderWay, sendNow } from '../../runtime/outbox.server.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import { filterNames, filtered } from '../../kit/server/query.server.ts'
import { route, asFile, FileResponse, ids, reading, type Route, type Run, type TextInput } from '../../kit/server/route.server.ts'
import { plainTable } from '../../land/paper/documents/table.ts'
import { printProblems } from '../../land/paper/problems.ts'
import { render } from '../../land/paper/render.server.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import type { ExportTarget } from '../../services/exchange/exports/targets.server.ts'
import { newestFirst } from '../../services/operations/lists.server.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { casesBefore, PUSH_TOPIC } from './chain.server.ts'
import { push_log, PUSH_STATES, PUSH_OPEN, PUSH_STATE } from './push-log.ts'
import { keepState, noticeCounts, reportCounts, type PushState } from './push-state.server.ts'
import { messageId } from './message-id.server.ts'
import { callsOf } from './third-log.server.ts'
import { XLSX_TYPE } from '../../runtime/workbook/media-type.ts'

const state = (s: keyof typeof PUSH_STATE) => sql.lit(PUSH_STATE[s])
const PAGING = ['current', 'size']
const MOST_EXPORTED = 10_000
/** Lines of one print. */
const MOST_PRINTED = 1000
const COLUMNS = ['id', ...Object.keys(push_log.fields)].map((c) => `push_log.${c}`)
export const pushLogProblems = {
  onItsWay: problem(409, 'push-on-its-way', () => ({ zh: '正在推送，请稍后再试', en: 'It is being sent; try again later' })),
  arrived: problem<{ businessCode: string; time: string; msgId: string }>(409, 'push-arrived', (d) => ({
    zh: `业务【${d.businessCode}】已于${d.time}送达，消息编号${d.msgId}。再次推送将以新的消息编号发送当前内容`,
    en: `Case ${d.businessCode} arrived at ${d.time} as message ${d.msgId}. Pushed again, it is sent as it stands now, under a new message id`,
  })),
  noneOpen: problem(409, 'push-none-open', () => ({ zh: '没有未送达的业务', en: 'Nothing is left to be pushed' })),
  older: problem<{ businessCode: string }>(409, 'push-older', (d) => ({
    zh: `业务【${d.businessCode}】有更新的推送记录，请在最新一条上操作`,
    en: `There is a newer push of case ${d.businessCode}: choose that one`,
  })),
}

/** The pushes that the caller may see, as rows of the definition. A disposed one has ended and still says why it had not arrived. */
export function pushes(ctx: Ctx): AnyQuery {
  const rows = ctx.db
    .selectFrom('outbox')
    .select([
      'id',
      'attempts',
      'error',
      'createTime',
      // of what waits for people nothing has ended, and of what has ended nothing is to come
      sql`case when "doneTime" is null and "parkTime" is null then "nextTime" end`.as('nextTime'),
      sql`case when error is not null or coalesce(payload ->> 'untold', 'type') = 'type' then "doneTime" end`.as('doneTime'),
      sql`key`.as('businessId'),
      sql`payload ->> 'businessCode'`.as('businessCode'),
      sql`payload ->> 'typeCode'`.as('businessTypeCode'),
      sql`(payload ->> 'regionCode') collate "C"`.as('regionCode'),
      sql`case payload ->> 'untold' when '1' then 'config' else payload ->> 'untold' end`.as('untold'),
      sql`case when "doneTime" is not null then case when error is not null then ${state('disposed')} when payload ->> 'untold' = 'type' then ${state('nobody')}
        when payload ->> 'untold' is not null then ${state('waiting')} else ${state('arrived')} end when "parkTime" is not null then ${state('failed')} when attempts > 0 then ${state('sending')} else ${state('waiting')} end`.as(
        'status',
      ),
    ])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('topic', '=', PUSH_TOPIC)
  const all = ctx.db.selectFrom(rows.as('push_log')) as AnyQuery
  if (ctx.who.regionCode === '') return all
  const { lo, hi } = regionRange(ctx.who.regionCode)
  return all.where('push_log.regionCode', '>=', lo).where('push_log.regionCode', '<', hi)
}
/** Those that have not arrived and nobody disposed of; what waits for a configuration or for somebody's word among them, which pushing again mends. */
const open = (q: AnyQuery): AnyQuery => q.where('push_log.status', 'in', PUSH_OPEN)

async function one(ctx: Ctx, id: unknown) {
  const row = isId(String(id ?? '')) ? await pushes(ctx).where('push_log.id', '=', String(id)).select(COLUMNS).executeTakeFirst() : undefined
  if (!row) throw problems.notFound({ zh: '推送日志', en: 'Push' })
  return row
}
/** The row of the outbox behind a push that the caller may see, locked; one that is being sent at this moment is left alone. */
async function locked(ctx: Ctx, id: string) {
  await one(ctx, id)
  const row = await ctx.db.selectFrom('outbox').selectAll().where('tenantId', '=', ctx.who.tenantId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (isUnderWay(row, ctx.now)) throw pushLogProblems.onItsWay()
  return row
}
const told = (ctx: Ctx, id: string, verb: string, diff: Record<string, unknown> = {}) =>
  audit(ctx, { action: `push_log.${verb}`, object: 'push_log', objectId: id, diff })

/** The pushes of one business beside this one: the last of them, and the highest version of its message. */
async function siblingsOf(ctx: Ctx, row: Stored): Promise<{ last: string; version: number }> {
  const { rows } = await sql<{ last: string; version: number }>`select max(o.id)::text as last,
      greatest(max(coalesce((o.payload ->> 'version')::int, 1)), coalesce((select s.version from push_state s
        where s."countyCode" = ${countyOf(String(row.payload.regionCode))} and s."tenantId" = ${ctx.who.tenantId} and s."businessId" = ${row.key}), 0)) as version
    from outbox o where o."tenantId" = ${ctx.who.tenantId} and o.topic = ${PUSH_TOPIC} and o.key = ${row.key}`.execute(ctx.db)
  return rows[0]!
}
/**
 * Sends once more: what has not arrived (failed, disposed of, told to nobody) is due at once under its own message id, and its tries add up; what has arrived is told
 * anew as it is now, under another id, where `again` says that this is meant.
 * @throws push-arrived, push-older; E4002 where a push that comes before it has failed
 */
export async function pushAgain(ctx: Ctx, id: string, again: boolean): Promise<void> {
  const row = await locked(ctx, id)
  const { untold, ...rest } = row.payload
  const businessCode = String(rest.businessCode ?? '')
  const { last, version } = await siblingsOf(ctx, row)
  if (last !== id) throw pushLogProblems.older({ businessCode })
  const hasArrived = !!row.doneTime && !row.error && !untold
  if (hasArrived && !again)
    throw pushLogProblems.arrived({ businessCode, time: row.doneTime!.slice(0, 16), msgId: messageId(`${row.key} ${rest.version ?? 1}`) })
  const before = await casesBefore(ctx, row.key, String(rest.regionCode), hasArrived ? null : id)
  const parked = before.find((b) => b.state === 'parked')
  if (parked) throw refusal('E4002', { businessCode: parked.businessCode })
  if (hasArrived) await emit(ctx, PUSH_TOPIC, row.key, { ...rest, byHand: 1, version: version + 1 })
  else await sendNow(ctx, id, { ...rest, byHand: 1 })
  await setState(ctx, row, { status: PUSH_STATE.waiting })
  await told(ctx, id, 'retry')
}
type Stored = Awaited<ReturnType<typeof locked>>
/** The state of the business that a row of the outbox is about. */
async function setState(ctx: Ctx, { key, payload }: Stored, s: Pick<PushState, 'status' | 'reason'>): Promise<void> {
  const { regionCode, businessCode, version } = payload
  await keepState(ctx, { businessId: key, regionCode: String(regionCode), businessCode: String(businessCode ?? ''), version: Number(version ?? 1), ...s })
}
/** Why a person ends a push. */
const REASON = note('处置原因', { en: 'Reason', max: 200 })
/** Ends an open push by hand: it will not be sent, and what waits behind it goes on. @throws invalid where the reason is longer than is kept */
async function endByHand(ctx: Ctx, id: string, reason: string): Promise<void> {
  const wrong = checkValue(REASON, reason)
  if (wrong) throw invalidField('reason', wrong)
  const row = await locked(ctx, id)
  // what waits for a configuration or for somebody's word is open too
  if (row.doneTime && (row.error || !['1', 'config', 'manual'].includes(String(row.payload.untold ?? ''))))
    throw problems.notAllowedNow({ zh: '处置', en: 'dispose of it' })
  const words = both(`已处置：${reason}`, `Handled: ${reason}`)[ctx.lang]
  const ended = { doneTime: ctx.now, parkTime: null, error: words }
  await ctx.db.updateTable('outbox').set(ended).where('tenantId', '=', ctx.who.tenantId).where('id', '=', id).execute()
  await setState(ctx, row, { status: PUSH_STATE.disposed, reason: words })
  await told(ctx, id, 'dispose', { reason })
}
/**
 * Pushes whatever of a list has not arrived, once a configuration is there: each is due at once under its own message id, in the order of the outbox, which keeps that of
 * each contractor. Answers how many.
 */
async function pushOpen(ctx: Ctx, q: TextInput): Promise<number> {
  const { tenantId } = ctx.who
  const { rows } = await sql<{ key: string; county: string }>`update outbox o set "doneTime" = null, "parkTime" = null, "nextTime" = ${ctx.now},
      payload = o.payload - 'untold'::text || '{"byHand": 1}'::jsonb
    where o."tenantId" = ${tenantId} and o.topic = ${PUSH_TOPIC} and (o.until is null or o.until <= ${ctx.now}::timestamptz or o."doneTime" is not null)
      and o.id in ${filtered(ctx, open(pushes(ctx)), push_log, q).select('push_log.id')}
    returning o.key, left(o.payload ->> 'regionCode', 6) as county`.execute(ctx.db)
  if (rows.length === 0) throw pushLogProblems.noneOpen()
  for (const [county, of] of Map.groupBy(rows, (r) => r.county))
    await ctx.db
      .updateTable('push_state')
      .set({ status: PUSH_STATE.waiting, reason: null, fault: null, updateTime: ctx.now })
      .where('countyCode', '=', county)
      .where('tenantId', '=', tenantId)
      .where(sql<boolean>`"businessId" = any(${of.map((r) => r.key)}::bigint[])`)
      .execute()
  await told(ctx, '0', 'submitOpen', { n: [null, rows.length] })
  return rows.length
}
const AGAIN = { again: flag('已送达的也再次推送', { en: 'What has arrived too' }) }
const each = async (q: TextInput<'id' | 'ids'>, act: (id: string) => Promise<void>): Promise<void> => {
  const chosen = q.ids === undefined && q.id ? [q.id] : ids(q)
  if (chosen.length === 0) throw problems.noneSelected()
  // the older first: what comes before another is sent before it
  for (const id of [...new Set(chosen)].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))) await act(id)
}
/** Removes pushes that have ended; open ones are disposed of first. */
async function remove(ctx: Ctx, id: string): Promise<void> {
  const row = await locked(ctx, id)
  if (!row.doneTime) throw problems.notAllowedNow({ zh: '删除', en: 'delete it' })
  await ctx.db.deleteFrom('outbox').where('tenantId', '=', ctx.who.tenantId).where('id', '=', id).execute()
  await told(ctx, id, 'delete', { key: row.key })
}

/** What was sent upward and what came down. Source: business-flows.md 10.3; statistics.md 12. */
const count = async (ctx: Ctx) => ({ countReportInfo: await reportCounts(ctx), countDownInfo: await noticeCounts(ctx) })
/** A push with its calls, the newest first: what was sent and answered, persons with stars. */
async function withCalls(ctx: Ctx, id: unknown) {
  const row = await one(ctx, id)
  return { ...row, calls: await callsOf(ctx, String(row.businessCode ?? '')) }
}
/** The filtered list as a sheet, newest first, at most 10,000 rows. */
async function exported(ctx: Ctx, q: TextInput): Promise<FileResponse> {
  const found = await filtered(ctx, pushes(ctx), push_log, q).select(COLUMNS).orderBy('push_log.id', 'desc').limit(MOST_EXPORTED).execute()
  const columns = entries(push_log)
    .filter(([, f]) => f.column)
    .map(([key, f]) => ({ key, header: labelOf(f)[ctx.lang], width: Math.round((f.width ?? 160) / 8) }))
  const data = found.map((row) =>
    Object.fromEntries(columns.map(({ key }) => [key, key === 'status' ? PUSH_STATES[row.status]![ctx.lang] : String(row[key] ?? '')])),
  )
  const bytes = await writeXlsx({ sheets: [{ name: push_log.label, columns, data, freezePane: { rows: 1 } }] })
  return new FileResponse(`${push_log.label}.xlsx`, XLSX_TYPE, Buffer.from(bytes))
}

/** The filtered list on paper, newest first. Source: documents.md 14. */
async function printedLog(ctx: Ctx, q: TextInput) {
  const found = await filtered(ctx, pushes(ctx), push_log, q)
    .select(COLUMNS)
    .orderBy('push_log.id', 'desc')
    .limit(MOST_PRINTED + 1)
    .execute()
  if (found.length === 0) throw printProblems.nothing()
  if (found.length > MOST_PRINTED) throw printProblems.tooMany({ max: MOST_PRINTED })
  const columns = entries(push_log).filter(([, f]) => f.column)
  const doc = plainTable({
    docId: 'SBRZ',
    title: '上报日志',
    facts: [`共${found.length}条`, `制表时间：${ctx.now.slice(0, 16)}`],
    columns: columns.map(([key, f]) => ({ title: labelOf(f).zh, share: (f.width ?? 160) / 100 + (key === 'error' ? 1 : 0) })),
    rows: found.map((row) => columns.map(([key]) => (key === 'status' ? PUSH_STATES[row.status]!.zh : String(row[key] ?? '')))),
  })
  return pdfLater('上报日志', ctx.now, [(t) => render('table', () => doc, t)])
}

const read = <const Q extends string>(verb: string, summary: string, query: readonly Q[], run: Run<NoInfer<Q>>, perm = 'push_log_view') =>
  reading('tenant', perm)(`${push_log.path}/${verb}`, summary, query, run)
const act = <B extends Fields = Record<never, never>>(verb: string, summary: string, perm: string, run: Run<'ids', NoInfer<B>, 'POST'>, body = {} as B) =>
  route({ method: 'POST', path: `${push_log.path}/${verb}`, perm, scope: 'tenant', audit: `push_log.${verb}`, summary, query: ['ids'], body, run })
const LIST = [...filterNames(push_log), ...PAGING]
/** The log of pushes. Source: land-contract.md 7 (dataPushLog); business-flows.md 10.3. */
export const pushLogRoutes: readonly Route[] = [
  read('page', '推送日志分页', LIST, (ctx, q) => newestFirst(ctx, push_log, pushes(ctx), COLUMNS, q)),
  read('notPushPage', '未推送分页', LIST, (ctx, q) => newestFirst(ctx, push_log, open(pushes(ctx)), COLUMNS, q)),
  read('detail', '推送日志详情', ['id'], (ctx, q) => withCalls(ctx, q.id)),
  read('count', '推送统计', [], count),
  asFile(read('export', '导出推送日志', filterNames(push_log), exported, 'push_log_export'), 'push_log.export'),
  asFile(read('print', '打印推送日志', filterNames(push_log), printedLog, 'push_log_export'), 'push_log.export'),
  act('submit', '再次推送', 'push_log_edit', (ctx, q) => each(q, (id) => pushAgain(ctx, id, Number(q.again) === 1)), AGAIN),
  route({
    method: 'POST',
    path: `${push_log.path}/submitOpen`,
    perm: 'push_log_edit',
    scope: 'tenant',
    audit: 'push_log.submitOpen',
    summary: '推送全部未送达业务',
    query: filterNames(push_log),
    run: pushOpen,
  }),
  act(
    'dispose',
    '处置推送',
    'push_log_edit',
    // with a reason they end, without one they are sent at once
    (ctx, q) => each(q, (id) => (q.reason ? endByHand(ctx, id, q.reason) : pushAgain(ctx, id, false))),
    { reason: REASON },
  ),
  act('remove', '删除推送日志', 'push_log_delete', (ctx, q) => each(q, (id) => remove(ctx, id))),
]

/** The log of pushes stands in no table and in no list of definitions; its export has the rows of its list. */
export const pushLogExport: ExportTarget = {
  r: push_log,
  rows: pushes,
  words: (lang) => ({ status: Object.fromEntries(Object.entries(PUSH_STATES).map(([k, w]) => [k, w[lang]])) }),
}
