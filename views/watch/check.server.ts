/** Asks the rules of some objects of a county and keeps what it finds: findings are opened, kept, and closed when they are gone. */
import { sql, type RawBuilder } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import { OVERLAP } from '../../land/geometry/overlap.ts'
import { comparedBooks } from '../../land/register/content/compared.server.ts'
import { wrongEntries } from '../../land/register/content/entries.server.ts'
import { commonGround } from '../../land/register/ground.server.ts'
import { namesakes } from '../../land/register/issuer-names.server.ts'
import { formerUnlikeAudit, unlikeAudit } from '../../land/register/content/audited.server.ts'
import { listedBooks, nothingYet, verifyIds, verifyWords, WHYS } from '../../land/register/content/verify.server.ts'
import { messageJson } from '../../runtime/said.ts'
import { OBJECTS, type ObjectKind, type Severity } from './findings.ts'
import type { Rule } from './rule.ts'
import { AUDITED, FORMER } from './audited.ts'
import { RULES } from './rules.ts'

/** Objects that are looked at in one statement of a rule, and so in one transaction. */
export const SLICE = 5000
/** Findings that are kept in one statement: a slice in which almost every object breaks several rules held the embedded engine's one lane for seconds. */
const KEPT = 1000
/** What breaks a rule. `fbfbm`: its issuer, where it has one. */
export interface Breach {
  rule: string
  severity: Severity
  kind: ObjectKind
  objectId: string
  objectCode: string
  regionCode: string
  fbfbm: string | null
  detail: string
}
/** Code and issuer of an object, as columns of its table `o`. */
const NAMES: Readonly<Record<ObjectKind, readonly [code: string, issuer: string]>> = {
  fbf: ['o.fbfbm', 'o.fbfbm'],
  cbf: ['o.cbfbm', 'o.fbfbm'],
  dk: ['o.dkbm', 'o.fbfbm'],
  djb: ['o.cbjyqzbm', 'o.fbfbm'],
  cbht: ['o.cbhtbm', 'o.fbfbm'],
  cbjyqz: ['o.cbjyqzbm', 'left(o.cbjyqzbm, 14)'],
  business: ['coalesce(o."businessCode", o.id::text)', 'o.fbfbm'],
  business_lock: ['o."objectCode"', 'null'],
  register_entry: ['left(o.unit, 64)', 'null'],
}

/** A rule's text with its values: IN(x) and MINE(o), the county, the slice. */
function queryOf(ctx: Ctx, text: string, county: string, ids: readonly string[]): RawBuilder<unknown> {
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const slice = sql`${[...ids]}::bigint[]`
  const parts = text.split(/((?:MINE|IN)\(\w+\)|:ids\b|:c\b)/).map((p) => {
    const [, how, t] = /^(MINE|IN)\((\w+)\)$/.exec(p) ?? []
    if (t) return how === 'IN' ? mine(t) : sql`${mine(t)} and ${sql.ref(`${t}.id`)} = any(${slice})`
    if (p === ':ids') return slice
    return p === ':c' ? sql`${county}` : sql.raw(p)
  })
  return sql.join(parts, sql``)
}

/** Rows that say otherwise than the audit log, told at the objects that a rule is about: their own, or rows of another table that hang on them. */
async function auditWrong(ctx: Ctx, rule: Rule, county: string, ids: readonly string[]): Promise<{ id: string; what: string }[]> {
  const found = new Map<string, Text[]>()
  const add = (id: string, words: Text) => found.set(id, [...(found.get(id) ?? []), words])
  for (const { of, own } of FORMER[rule.of] ?? [])
    for (const [id, words] of await formerUnlikeAudit(ctx, county, of, own, ids)) add(id, told(of, listedBooks(words)))
  for (const { from, ...of } of AUDITED[rule.of]!) {
    const pairs = from ? await hungOn(ctx, rule.of, county, from, ids) : ids.map((id) => ({ id, row: id }))
    const wrong = await unlikeAudit(ctx, county, of, [...new Set(pairs.map((p) => p.row))])
    for (const { id, row } of pairs) if (wrong.has(row)) add(id, told(of.of, listedBooks(wrong.get(row)!)))
  }
  return [...found].map(([id, words]) => ({ id, what: messageJson(both(words.map((t) => t.zh).join('；'), words.map((t) => t.en).join('; '))) }))
}
/** The rows of another table that hang on objects, each with its object. */
async function hungOn(ctx: Ctx, kind: ObjectKind, county: string, from: string, ids: readonly string[]): Promise<{ id: string; row: string }[]> {
  const { rows } = await sql<{ id: string; row: string }>`select o.id::text as id, x.id::text as row from ${sql.table(kind)} o ${sql.raw(from)}
    where o."countyCode" = ${county} and o."tenantId" = ${ctx.who.tenantId} and o.id = any(${[...ids]}::bigint[])`.execute(ctx.db)
  return rows
}
const told = (of: AnyResource, columns: Text): Text => both(`${of.label}：${columns.zh}`, `${of.en ?? of.label}: ${columns.en}`)
/** What a finding keeps: words in both languages, or codes and figures, which are the same in both. */
const kept = (what: string): string => (what.startsWith('{') ? messageJson(JSON.parse(what) as Text) : what.slice(0, 254))

/** What was found of an object; of a graded rule with its severity. */
interface Found {
  id: string
  what: string
  severity?: Severity
}
/** Parcels that share ground with others, of whatever county: by the index of outlines, so that a slice costs what lies beside its parcels. */
async function sharingGround(ctx: Ctx, county: string, ids: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<{ id: string; dkbm: string; geom: string }>`select o.id::text as id, o.dkbm, o.geom::text as geom from dk o
    where o."countyCode" = ${county} and o."tenantId" = ${ctx.who.tenantId} and o.id = any(${[...ids]}::bigint[]) and o.zt = ${ZT.valid} and o.geom is not null`.execute(
    ctx.db,
  )
  return [...Map.groupBy(await commonGround(ctx, rows), (f) => f.n)].map(([n, of]) => {
    const worst = of.toSorted((a, b) => b.area - a.area)
    const what = both(
      worst.map((f) => `与${f.other}重叠${f.area.toFixed(2)}平方米`).join('；'),
      worst.map((f) => `overlaps ${f.other} by ${f.area.toFixed(2)} m²`).join('; '),
    )
    return { id: rows[n]!.id, what: messageJson(what), severity: worst[0]!.area > OVERLAP.error ? 'error' : 'warn' }
  })
}

/** What those who look beyond one statement find among some objects. */
async function lookedUp(ctx: Ctx, rule: Rule, county: string, ids: readonly string[]): Promise<Found[]> {
  const { by } = rule
  if (by === 'digests') {
    const so = nothingYet()
    await verifyIds(ctx.db, ctx.who.tenantId, county, ids, so)
    return so.found.map((d) => ({ id: d.djbId, what: messageJson(WHYS[d.why]) }))
  }
  if (by === 'acts') return (await wrongEntries(ctx, county, ids)).map((e) => ({ id: e.id, what: messageJson(verifyWords({ why: e.why, facts: e.about })) }))
  if (by === 'names') return namesakes(ctx, county, ids)
  if (by === 'audit') return auditWrong(ctx, rule, county, ids)
  if (by === 'ground') return sharingGround(ctx, county, ids)
  const found = by === 'rows' ? await comparedBooks(ctx, county, ids) : []
  return [...found].map(([id, facts]) => ({ id, what: messageJson(listedBooks(facts.map((f) => f.words))) }))
}
async function ask(ctx: Ctx, rule: Rule, county: string, ids: readonly string[]): Promise<Breach[]> {
  if (rule.sql) return named(ctx, rule, county, queryOf(ctx, rule.sql, county, ids))
  const found = await lookedUp(ctx, rule, county, ids)
  return found.length ? namedOf(ctx, rule, county, found) : []
}
/** Findings of objects by their ids. */
export const namedOf = (ctx: Ctx, rule: Rule, county: string, found: readonly Found[]): Promise<Breach[]> =>
  named(
    ctx,
    rule,
    county,
    sql`select f.id, f.what, f.severity from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(id bigint, what text, severity text)`,
  )
async function named(ctx: Ctx, rule: Rule, county: string, broken: RawBuilder<unknown>): Promise<Breach[]> {
  const [code, issuer] = NAMES[rule.of]
  // 'error' comes before 'warn'
  const severity = rule.graded ? sql`min(b.severity)` : sql.lit(rule.severity)
  const { rows } = await sql<Omit<Breach, 'rule' | 'kind'>>`select o.id::text as "objectId", ${sql.raw(code)} as "objectCode", o."regionCode",
      ${sql.raw(issuer)} as fbfbm, min(b.what) as detail, ${severity} as severity from (${broken}) b join ${sql.table(rule.of)} o on o."countyCode" = ${county} and o.id = b.id
      where o."tenantId" = ${ctx.who.tenantId} group by o."countyCode", o.id`.execute(ctx.db)
  return rows.map((r) => ({ ...r, rule: rule.id, kind: rule.of, detail: kept(r.detail ?? '') }))
}

/** What is broken among some objects of one kind, at most SLICE of them. Reads only. */
export async function breaches(ctx: Ctx, kind: ObjectKind, county: string, ids: readonly string[], rules: readonly Rule[] = RULES): Promise<Breach[]> {
  const out: Breach[] = []
  if (ids.length === 0) return out
  for (const rule of rules) {
    // files are read beside any transaction (files.server.ts)
    if (rule.of !== kind || rule.by === 'bytes') continue
    const atOnce = rule.atOnce ?? SLICE
    for (let i = 0; i < ids.length; i += atOnce) out.push(...(await ask(ctx, rule, county, ids.slice(i, i + atOnce))))
  }
  return out
}

/** Looks at some objects of one kind and keeps what was found; findings of theirs that are gone are closed. Answers how many were found and closed. */
export async function look(ctx: Ctx, kind: ObjectKind, county: string, ids: readonly string[]): Promise<{ found: number; closed: number }> {
  if (ids.length === 0) return { found: 0, closed: 0 }
  return keep(ctx, kind, county, ids, await breaches(ctx, kind, county, ids), sql`rule <> all(${BYTES}::text[])`)
}
const BYTES = RULES.flatMap((r) => (r.by === 'bytes' ? [r.id] : []))
/** Keeps what was found of some objects by the rules that `which` names, and closes what those found before. */
export async function keep(ctx: Ctx, kind: ObjectKind, county: string, ids: readonly string[], found: readonly Breach[], which: RawBuilder<unknown>) {
  const { tenantId, userId } = ctx.who
  for (let i = 0; i < found.length; i += KEPT) {
    const list = found.slice(i, i + KEPT).map((b) => ({ ...b, id: ctx.newId() }))
    await sql`insert into watch_finding as f ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", rule, severity, kind,
        "objectId", "objectCode", fbfbm, detail, "firstSeen", "lastSeen", "isOpen")
      select ${county}, b.id, ${tenantId}, ${userId}, ${ctx.now}, ${userId}, ${ctx.now}, 1, b."regionCode", b.rule, b.severity, b.kind, b."objectId", b."objectCode", b.fbfbm, b.detail,
        ${ctx.now}, ${ctx.now}, 1
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as b(id bigint, "regionCode" text, rule text, severity text, kind text, "objectId" text, "objectCode" text, fbfbm text, detail text)
      on conflict ("countyCode", "tenantId", rule, "objectId") do update set "lastSeen" = excluded."lastSeen", detail = excluded.detail, severity = excluded.severity,
        "regionCode" = excluded."regionCode", "objectCode" = excluded."objectCode", fbfbm = excluded.fbfbm, "updateTime" = excluded."updateTime", rev = f.rev + 1, "isOpen" = 1,
        "closedTime" = null, "firstSeen" = case when f."isOpen" = 1 then f."firstSeen" else excluded."firstSeen" end`.execute(ctx.db)
  }
  const still = found.map((b) => `${b.rule} ${b.objectId}`)
  const { numAffectedRows } = await sql`update watch_finding set "isOpen" = 0, "closedTime" = ${ctx.now}, "updateTime" = ${ctx.now}, rev = rev + 1
    where "countyCode" = ${county} and "tenantId" = ${tenantId} and kind = ${kind} and "isOpen" = 1 and "objectId" = any(${[...ids]}::text[])
      and ${which} and (rule || ' ' || "objectId") <> all(${still}::text[])`.execute(ctx.db)
  return { found: found.length, closed: Number(numAffectedRows ?? 0) }
}

/** Ids of the next objects of a kind in a region of one county, in the order of regions, after a place. */
export async function nextOf(ctx: Ctx, kind: ObjectKind, county: string, region: { lo: string; hi: string }, after?: readonly [string, string]) {
  const beyond = after ? sql`and "regionCode" >= ${after[0]} and ("regionCode", id) > (${after[0]}, ${after[1]}::bigint)` : sql``
  const { rows } = await sql<{ id: string; key: string }>`select id::text as id, "regionCode" as key from ${sql.table(kind)} where "countyCode" = ${county}
    and "tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${region.lo} and "regionCode" < ${region.hi} ${beyond} order by "regionCode", id limit ${SLICE}`.execute(
    ctx.db,
  )
  return rows
}

/** What breaks the rules of register and businesses in one county, of these severities, as 'I6: 5101…J'. Reads only, slice by slice. */
export async function invariantsBroken(ctx: Ctx, county: string, severities: readonly Severity[] = ['error']): Promise<string[]> {
  const out: string[] = []
  // the worst of a graded rule is its own
  const asked = RULES.filter((r) => r.graded || severities.includes(r.severity))
  for (const kind of OBJECTS) {
    let after: readonly [string, string] | undefined
    for (;;) {
      const rows = await nextOf(ctx, kind, county, { lo: county, hi: `${county}~` }, after)
      const ids = rows.map((r) => r.id)
      const found = await breaches(ctx, kind, county, ids, asked)
      out.push(...found.flatMap((b) => (severities.includes(b.severity) ? [`${b.rule}: ${b.objectCode}`] : [])))
      const last = rows.at(-1)
      if (!last || rows.length < SLICE) break
      after = [last.key, last.id]
    }
  }
  return out
}
