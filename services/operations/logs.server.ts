import { listOf, text, labelOf } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import { isId, type AnyResource } from '../../kit/model/resource.ts'
import { BREAKS, verifyAudit } from '../../runtime/audit-verify.server.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import { filterNames } from '../../kit/server/query.server.ts'
import { route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { witnessesOf, type HeadsPlace } from './checkpoints.server.ts'
import { inCallersRegion, newestFirst } from './lists.server.ts'
import { api_log, error_log } from './logs.ts'
import { actionWords, AUDIT_OBJECTS } from './act-words.ts'
import { auditRow, differencesOf } from './operations.ts'
import { scrub } from './scrub.ts'

const PAGING = ['current', 'size']
const READS = { method: 'GET', scope: 'tenant', audit: 'read' } as const
const columns = (alias: string, names: string) => names.split(' ').map((c) => `${alias}.${c}`)
const AUDIT_COLUMNS = columns('audit', 'id at userId account action object objectId regionCode ip requestId chainSeq hash')

/** The rows of a log that the caller may see, under the name by which its definition filters. */
const rowsOf = (ctx: Ctx, table: string, alias: string): AnyQuery =>
  inCallersRegion(ctx, ctx.db.selectFrom(`${table} as ${alias}`).where(`${alias}.tenantId`, '=', ctx.who.tenantId) as AnyQuery, alias, 'userId')
/** The same for calls and errors: those of nobody (strangers, work beside requests) are for the platform's administrator. */
const logOf = (ctx: Ctx, table: string): AnyQuery =>
  isAdministrator(ctx.who) ? (ctx.db.selectFrom(table).where(`${table}.tenantId`, '=', ctx.who.tenantId) as AnyQuery) : rowsOf(ctx, table, table)
/** A row of a log: the columns that were asked for. */
type Entry = Readonly<Record<string, unknown>>
/** One row of a log, or "not found". */
async function one(from: AnyQuery, alias: string, id: unknown, names: readonly string[]): Promise<Entry> {
  const row = isId(String(id ?? ''))
    ? await from
        .where(`${alias}.id`, '=', String(id))
        .select([...names])
        .executeTakeFirst()
    : undefined
  if (!row) throw problems.notFound({ zh: '日志', en: 'Log entry' })
  return row
}

/** Names under which the compatible API's clients read our columns. Source: platform-api.md 3.15. */
const FAMILY = {
  account: 'createBy',
  at: 'createTime',
  ip: 'remoteIp',
  path: 'requestUri',
  url: 'requestUri',
  agent: 'userAgent',
  requestId: 'logId',
  stack: 'stackTrace',
  type: 'exceptionName',
} as const
/** A row of a log under both names. */
const familiar = (ctx: Ctx, row: Entry) => ({
  tenantId: ctx.who.tenantId,
  ...Object.fromEntries(Object.entries(FAMILY).flatMap(([own, theirs]) => (Object.hasOwn(row, own) ? [[theirs, row[own]]] : []))),
  ...('ms' in row ? { time: String(row.ms) } : {}),
  ...row,
})

/** A row of the audit log in the reader's words: `actionName`, `objectName`. */
function spoken(ctx: Ctx, resources: readonly AnyResource[], row: Entry) {
  const r = resources.find((x) => x.name === row.object)
  const object = r ? { zh: r.label, en: r.en } : AUDIT_OBJECTS[String(row.object)]
  return { ...familiar(ctx, row), actionName: actionWords(String(row.action))[ctx.lang], objectName: object ? object[ctx.lang] : row.object }
}
/** The calls that rows of the audit came with, by request: the log of calls has them, as long as it is kept. */
async function pathsOf(ctx: Ctx, list: readonly Entry[]): Promise<ReadonlyMap<string, string>> {
  const requests = [...new Set(list.map((row) => String(row.requestId ?? '')))].filter(Boolean)
  if (requests.length === 0) return new Map()
  const found = await ctx.db
    .selectFrom('api_log')
    .select(['requestId', 'path'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('requestId', 'in', requests)
    .execute()
  return new Map(found.map((f) => [String(f.requestId), String(f.path)]))
}
/** Objects may be asked for by their name on screens. */
async function auditPage(ctx: Ctx, q: TextInput, resources: readonly AnyResource[]) {
  const word = (q.object ?? '').toLowerCase()
  const own = Object.entries(AUDIT_OBJECTS).map(([name, t]) => ({ name, label: t.zh, en: t.en }))
  const named = [...resources, ...own].find((r) => r.label === word || r.en.toLowerCase() === word)
  const p = await newestFirst(ctx, auditRow, rowsOf(ctx, 'audit_event', 'audit'), AUDIT_COLUMNS, named ? { ...q, object: named.name } : q)
  const called = await pathsOf(ctx, p.records)
  return { ...p, records: p.records.map((row) => spoken(ctx, resources, { path: called.get(String(row.requestId)) ?? '', ...row })) }
}
/** Facts of acts that are no fields of what they are done to. */
const FACTS: Readonly<Record<string, Text>> = {
  purpose: both('查看用途', 'Purpose'),
  regFrom: both('生效日期', 'True since'),
  regTo: both('生效截止日期', 'True until'),
}
/** One row with `changes`: its differences with the labels of the fields. */
async function auditDetail(ctx: Ctx, id: unknown, resources: readonly AnyResource[]) {
  const row = await one(rowsOf(ctx, 'audit_event', 'audit'), 'audit', id, [...AUDIT_COLUMNS, 'audit.diff'])
  const fields = resources.find((r) => r.name === row.object)?.fields ?? {}
  // what was said at a session of why, beside a sight of whatever object
  const labelled = (name: string) => (fields[name] ? labelOf(fields[name])[ctx.lang] : (FACTS[name]?.[ctx.lang] ?? name))
  const changes = differencesOf(row.diff as Entry).map((d) => ({ ...d, label: labelled(d.field) }))
  const called = await pathsOf(ctx, [row])
  return { ...spoken(ctx, resources, { path: called.get(String(row.requestId)) ?? '', ...row }), changes }
}
/** Walks the chain of the caller's tenant. Answers {rows, waiting, broken: null | {chainSeq, id, why, msg}, breaks: all of them}. */
async function verify(ctx: Ctx, heads: HeadsPlace) {
  const { breaks = [], rows, waiting } = await verifyAudit(ctx.db, { tenantId: ctx.who.tenantId, ...(await witnessesOf(heads)) })
  const told = breaks.map((b) => ({ chainSeq: b.chainSeq, id: b.id, why: b.why, msg: BREAKS[b.why][ctx.lang] }))
  return { rows, waiting, broken: told[0] ?? null, breaks: told }
}

/** List and detail of a log whose table bears the name of its definition; `long` are the columns that only a detail needs. */
function logRoutes(r: AnyResource, short: string, long: string): Route[] {
  const list: Route = {
    ...READS,
    path: `${r.path}/list`,
    perm: `${r.name}_view`,
    summary: `${r.label}分页`,
    query: [...filterNames(r), ...PAGING],
    run: async (ctx, q) => {
      const p = await newestFirst(ctx, r, logOf(ctx, r.name), columns(r.name, short), q)
      return { ...p, records: p.records.map((row) => familiar(ctx, row)) }
    },
  }
  const detail: Route = {
    ...list,
    path: `${r.path}/detail`,
    summary: `${r.label}详情`,
    query: ['id'],
    run: async (ctx, q) => familiar(ctx, await one(logOf(ctx, r.name), r.name, q.id, columns(r.name, `${short} ${long}`))),
  }
  return [list, { ...list, path: `${r.path}/page` }, detail]
}

const MOST_LOGS = 100
const LOG_LIMITS = { url: 500, time: 40, type: 40, message: 2000, stack: 20_000, info: 2000 } as const
const LOG_FIELDS = Object.fromEntries(Object.keys(LOG_LIMITS).map((n) => [n, text(n, { en: n })]))
/**
 * Keeps what a browser's error log holds: {logs: [{url, time, type, message, stack, info}]}, at most 100 entries a call; each text without secrets and
 * personal numbers, cut to its column. Answers how many. Source: platform.md 3 (Log entry).
 */
async function keepLogs(ctx: Ctx, input: { readonly logs?: unknown }, agent: string): Promise<number> {
  const logs = input.logs
  if (!Array.isArray(logs) || logs.length === 0 || logs.some((l) => l === null || typeof l !== 'object'))
    throw problems.badRequest({ zh: '没有可上传的日志', en: 'There is no log to upload' })
  if (logs.length > MOST_LOGS) throw problems.badRequest({ zh: `一次最多上传${MOST_LOGS}条日志`, en: `At most ${MOST_LOGS} entries a call` })
  const one = (l: Record<string, unknown>) => Object.fromEntries(Object.entries(LOG_LIMITS).map(([n, max]) => [n, scrub(String(l[n] ?? '')).slice(0, max)]))
  const row = {
    tenantId: ctx.who.tenantId,
    userId: ctx.who.userId,
    account: ctx.who.account,
    regionCode: ctx.who.regionCode || null,
    createTime: ctx.now,
    ip: ctx.ip,
    agent: agent.slice(0, 300),
    source: 'browser',
    requestId: ctx.requestId,
  }
  await ctx.db
    .insertInto('error_log')
    .values(logs.map((l) => ({ ...row, id: ctx.newId(), ...one(l) })))
    .execute()
  return logs.length
}

/** The three logs: `usual` is the audit log, `api` the calls, `error` what went wrong. Source: platform.md 7; platform-api.md 3.15. */
export function logsRoutes(resources: readonly AnyResource[], heads: HeadsPlace): Route[] {
  const usual: Route = route({
    ...READS,
    path: '/cpt-log/usual/list',
    perm: 'audit_view',
    summary: '审计日志分页',
    query: [...filterNames(auditRow), ...PAGING],
    run: (ctx, q) => auditPage(ctx, q, resources),
  })
  return [
    usual,
    { ...usual, path: '/cpt-log/usual/page' },
    { ...usual, path: '/cpt-log/usual/detail', summary: '审计日志详情', query: ['id'], run: (ctx, q) => auditDetail(ctx, q.id, resources) },
    { ...READS, path: '/cpt-log/usual/verify', perm: 'audit_verify', summary: '校验审计链', run: (ctx) => verify(ctx, heads) },
    ...logRoutes(api_log, 'id at userId account method path status ms ip dropped requestId', 'params agent regionCode'),
    ...logRoutes(error_log, 'id createTime source account type url message requestId', 'userId time ip agent info stack regionCode'),
    route({
      method: 'POST',
      path: '/cpt-auth/oauth/logs',
      perm: 'signed-in',
      scope: 'tenant',
      audit: 'error_log.insert',
      summary: '上传浏览器错误日志',
      body: { logs: listOf('日志', 'Logs', LOG_FIELDS) },
      run: (c, i, f) => keepLogs(c, i, f.headers['user-agent'] ?? ''),
    }),
  ]
}
