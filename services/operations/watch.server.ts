import { sql } from 'kysely'
import { both, plural, type Text } from '../../kit/model/lang.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { freeBytes } from '../../runtime/disk.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { piecewise } from '../../runtime/piecewise.server.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { PLATFORM_TENANT } from '../../platform/seed/tenant-codes.ts'
import { inBoth } from '../inbox/both.ts'
import { notice } from '../notice/notice.ts'
import { ALERT_TOPIC, tellOutside, type OutgoingAlert } from './alert-out.server.ts'
import { ALERTS } from './alerts.ts'

/** Minutes between two looks, and how far back a look goes: what stands at the edge of one is in the middle of the next. */
const EVERY_MINUTES = 5
const BACK_MINUTES = 15
/** Addresses of one account are looked at over an hour. */
const BACK_ADDRESSES = 60
/** A running job that says nothing for so long is stuck. */
const SILENT_MINUTES = 5
/** Room on the disk of the data folder below which an alert is raised, MB. */
const LEAST_MB = 2048
interface Seen {
  subject: string
  n: number
  first: string
  last: string
}
const TRIES = ['session.fail', 'session.try', 'session.lock']
/** Calls by which somebody reads one person after the other. */
const READS = '(detail|print|download|preview|survey|sketch|list-by|reveal|popup|history)'

/** What a tenant's logs hold that goes beyond its limits, by kind. */
async function seenIn(ctx: Ctx, now: Date): Promise<Record<string, Seen[]>> {
  const back = (minutes: number) => localTime(new Date(now.getTime() - minutes * 60_000))
  const { tenantId } = ctx.who
  const found = async (query: ReturnType<typeof sql<Seen>>): Promise<Seen[]> => (await query.execute(ctx.db)).rows.map((r) => ({ ...r, n: Number(r.n) }))
  const [from, to] = [await numberParam(ctx, PARAMS.nightFrom), await numberParam(ctx, PARAMS.nightTo)]
  return {
    // names of accounts that nobody has are not kept: each such try counts for itself
    accounts:
      await found(sql<Seen>`select ip as subject, count(distinct case when "objectId" = '0' then id::text else "objectId" end) as n, min(at) as first, max(at) as last
      from audit_event where "tenantId" = ${tenantId} and at > ${back(BACK_MINUTES)}::timestamptz and action in (${sql.join(TRIES)})
      group by ip having count(distinct case when "objectId" = '0' then id::text else "objectId" end) >= ${await numberParam(ctx, PARAMS.alertAccounts)}`),
    addresses: await found(sql<Seen>`select max(account) as subject, count(distinct ip) as n, min(at) as first, max(at) as last
      from audit_event where "tenantId" = ${tenantId} and at > ${back(BACK_ADDRESSES)}::timestamptz and action in (${sql.join(['session.open', ...TRIES])}) and "objectId" <> '0'
      group by "objectId" having count(distinct ip) >= ${await numberParam(ctx, PARAMS.alertAddresses)}`),
    night: await found(sql<Seen>`select account as subject, count(*) as n, min(at) as first, max(at) as last
      from audit_event where "tenantId" = ${tenantId} and at > ${back(BACK_MINUTES)}::timestamptz and action = 'session.open'
        and (extract(hour from at at time zone 'Asia/Shanghai') >= ${from} or extract(hour from at at time zone 'Asia/Shanghai') < ${to})
      group by account`),
    reads: await found(sql<Seen>`select account as subject, count(*) as n, min(at) as first, max(at) as last
      from api_log where "tenantId" = ${tenantId} and at > ${back(BACK_MINUTES)}::timestamptz and status = 200 and method = 'GET' and path ~ ${READS} and account <> ''
      group by account having count(*) >= ${await numberParam(ctx, PARAMS.alertReads)}`),
    // what runtime/clock-watch noted: it stood at one time and stands at another; one that was put back has the later times behind it
    clock: await found(sql<Seen>`select (diff->'time'->>0) || ' → ' || (diff->'time'->>1) as subject, count(*) as n, min(at) as first, max(at) as last
      from audit_event where "tenantId" = ${tenantId} and at > ${back(BACK_MINUTES)}::timestamptz and action = 'clock.jump' group by 1`),
    // a job whose server is gone and that no other took; what was set aside because nobody took it
    job: await found(sql<Seen>`select kind as subject, count(*) as n, min(heartbeat) as first, max(heartbeat) as last
      from job where "tenantId" = ${tenantId} and status = 'running' and heartbeat < ${back(SILENT_MINUTES)}::timestamptz group by kind`),
    outbox: await found(sql<Seen>`select topic as subject, count(*) as n, min("parkTime") as first, max("parkTime") as last
      from outbox where "tenantId" = ${tenantId} and "doneTime" is null and topic <> ${ALERT_TOPIC} and "parkTime" > ${back(BACK_MINUTES)}::timestamptz group by topic`),
  }
}

/** Keeps what was seen, once a day and subject; answers what is new. */
async function keep(ctx: Ctx, kind: string, s: Seen): Promise<boolean> {
  const row = {
    id: ctx.newId(),
    tenantId: ctx.who.tenantId,
    kind,
    subject: s.subject.slice(0, 100),
    day: ctx.now.slice(0, 10),
    n: s.n,
    firstTime: s.first,
    lastTime: s.last,
  }
  const { rows: kept } = await sql<{ id: string }>`insert into security_alert (id, "tenantId", kind, subject, day, n, "firstTime", "lastTime")
    values (${row.id}, ${row.tenantId}, ${kind}, ${row.subject}, ${row.day}, ${row.n}, ${row.firstTime}, ${row.lastTime})
    on conflict ("tenantId", day, kind, subject) do update set n = greatest(security_alert.n, excluded.n), "lastTime" = excluded."lastTime" returning id::text`.execute(
    ctx.db,
  )
  return kept[0]?.id === row.id
}

/** Puts something beside the logs on the list, with a notice to those who may see it; once a day and subject. */
export async function raiseAlert(ctx: Ctx, kind: keyof typeof ALERTS, subject: string): Promise<void> {
  const isNew = await keep(ctx, kind, { subject, n: 1, first: ctx.now, last: ctx.now })
  if (isNew) await tell(ctx, [{ kind, subject, words: both(`${ALERTS[kind]!.zh}：${subject}`, `${ALERTS[kind]!.en}: ${subject}`) }])
}

/** An alert that is new, in the words of the notice. */
type Fresh = OutgoingAlert & { words: Text }
const paragraphs = (lines: readonly string[]): string => lines.map((t) => `<p>${t}</p>`).join('')
/** One look at a tenant: what is new goes onto the list, and a notice to those who may see the list. Answers how many alerts are new. */
async function look(ctx: Ctx, now: Date): Promise<number> {
  const fresh: Fresh[] = []
  for (const [kind, list] of Object.entries(await seenIn(ctx, now)))
    for (const s of list)
      if (await keep(ctx, kind, s))
        fresh.push({ kind, subject: s.subject, words: both(`${ALERTS[kind]!.zh}：${s.subject}（${s.n}）`, `${ALERTS[kind]!.en}: ${s.subject} (${s.n})`) })
  if (fresh.length > 0) await tell(ctx, fresh)
  return fresh.length
}
async function tell(ctx: Ctx, fresh: readonly Fresh[]): Promise<void> {
  const words = fresh.map((f) => f.words)
  await rows.insert(ctx, notice, {
    title: inBoth(both(`安全告警 ${fresh.length} 条`, plural(fresh.length, 'security alert'))),
    category: NOTICE_KIND,
    releaseTime: ctx.now,
    status: 1,
    forPerm: 'security_alert_view',
    content: inBoth(both(paragraphs(words.map((t) => t.zh)), paragraphs(words.map((t) => t.en)))),
  })
  await audit(ctx, { action: 'security_alert.insert', object: 'security_alert', objectId: String(fresh.length) })
  await tellOutside(ctx, fresh)
}
/** Kind of the notice in the dictionary `notice`: a warning. */
const NOTICE_KIND = '1'

/** Looks for what somebody should look at, in every tenant. */
export const securityWatch = (dataDir: string): Routine => ({
  name: 'security-watch',
  label: '安全告警',
  due: { minutes: EVERY_MINUTES },
  async run(r) {
    const tenants = await r.system((tx) => tx.selectFrom('tenant').select('code').where('status', '=', 1).orderBy('code').execute())
    const { piece, end } = piecewise(r)
    let n = 0
    for (const { code } of tenants) n += (await piece(String(code), `tenant ${String(code)}`, (ctx) => look(ctx, r.now))) ?? 0
    const free = Math.floor((await freeBytes(dataDir).catch(() => Infinity)) / 2 ** 20)
    // routines belong to no tenant
    const since = localTime(new Date(r.now.getTime() - BACK_MINUTES * 60_000))
    const failed = await r.system((tx) =>
      tx.selectFrom('routine').select('name').where('status', '=', 'failed').where('endTime', '>', since).orderBy('name').execute(),
    )
    for (const { name } of failed) await r.as(PLATFORM_TENANT, (ctx) => raiseAlert(ctx, 'routine', String(name)))
    if (free < LEAST_MB) await r.as(PLATFORM_TENANT, (ctx) => raiseAlert(ctx, 'disk', dataDir.slice(-100)))
    return end(plural(n, 'alert'))
  },
})
