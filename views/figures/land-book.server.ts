// The book of contracted land between two days: what stood is added up from what is kept of villages, each difference is read from the versions of the lines of books.
import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql, type RawBuilder } from 'kysely'
import { isDate } from '../../kit/model/formats.ts'
import { both as w } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import { countyOf, regionRange } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { believed, joinable, paging } from '../../kit/server/query.server.ts'
import type { DeferredResponse, TextInput } from '../../kit/server/route.server.ts'
import { business } from '../../business/cases/definitions/business.ts'
import { cbdkxx } from '../../land/definitions/cbht.ts'
import { dk } from '../../land/definitions/dk.ts'
import { QSZT } from '../../land/definitions/statuses.ts'
import { parentsOf } from '../../land/dk/lineage.server.ts'
import { broughtIn, rowsOfVillages, talliedThen } from '../../land/parts/tallies.server.ts'
import { wordsFor } from '../../services/exchange/schemes/sheet.server.ts'
import { countyAsked, grouped, placeHead, type Place } from '../home/place.server.ts'
import { balanced, landRows, LAND_WAYS, type LandEvent, type LandFacts, type LandRow, type ParcelPiece } from './land-book.ts'
import { landBookProblems } from './problems.ts'
import { causeName, landBookWords } from './words.ts'
import { sheetsLater } from './workbook.server.ts'
import { areaFigure } from '../../land/definitions/area.ts'
import { hundredths, ofHundredths } from '../../kit/model/decimal.ts'

/** Differences that are held in memory at once; more: fewer days or a smaller region. */
const MOST = 200_000
type Asked = TextInput<'regionCode' | 'from' | 'to'>
const BELIEVED = sql`"validTo" = timestamptz 'infinity'`
/** Areas are whole hundredths of a mu here. */
const hundredthsOf = (v: string | null | undefined) => Number(hundredths(v ?? '0'))
const mu = (n: number) => ofHundredths(BigInt(n))

interface Span {
  p: Place
  from: string
  to: string
}
/** Region and days that are asked for; without days the present year. @throws land-book-region, land-book-days */
function spanOf(ctx: Ctx, q: Asked): Span {
  const p = countyAsked(ctx, q, landBookProblems.narrower)
  const today = ctx.now.slice(0, 10)
  const to = q.to || today
  const from = q.from || `${Number(to.slice(0, 4)) - 1}-12-31`
  if (!isDate(from) || !isDate(to)) throw problems.badRequest(w('日期格式不正确', 'The day is malformed'))
  if (from >= to || to > today) throw landBookProblems.days()
  return { p, from, to }
}
const lines = ({ p }: Span, which: RawBuilder<unknown>) =>
  sql`select "countyCode", id, dkbm, cbfbm, htmjm, "regFrom", "regTo", "causeKind", "causeId" from ${believed(cbdkxx)} as cbdkxx
  where ${p.of(cbdkxx)} and "countyCode" = ${countyOf(p.region)} and qszt = ${QSZT.current} and ${BELIEVED} and ${which}`
/** Area under contract at the end of a day, added up from what is kept of villages. */
async function areaAt(ctx: Ctx, { p }: Span, day: string): Promise<number> {
  const found = await talliedThen(ctx, ['line'], p.range, p.region.length, day, 'ht|all|')
  return found.reduce((sum, t) => sum + hundredthsOf(t.area), 0)
}
/** Refuses more differences than are held at once. @throws land-book-most */
export function requireFew(n: number): void {
  if (n > MOST) throw landBookProblems.most({ most: MOST })
}
/** What came under contract and left it after the first day, by cause, parcel and holder. @throws land-book-most */
async function eventsOf(ctx: Ctx, s: Span): Promise<LandEvent[]> {
  const brought = await broughtIn(ctx, s.p.range, s.p.region.length)
  const began = sql`"regFrom" > ${s.from}::date and "regFrom" <= ${s.to}::date`
  const own = sql`${began} and "causeKind" is distinct from 'import'`
  const packages = sql`${began} and "causeKind" = 'import'`
  const got = [
    lines(s, own),
    ...(brought?.changed.length === 0 ? [] : [lines(s, brought ? sql`${packages} and ${rowsOfVillages(brought.changed)}` : packages)]),
  ]
  const kept = brought
    ? sql`union all select day, 'import', nullif(key, '')::bigint, '', '', area, 0 from ${brought.kept} and day > ${s.from}::date and day <= ${s.to}::date`
    : sql``
  // what a line says until a day is ended by what it says from that day on
  const rows = await grouped(
    ctx,
    sql`with event as (
      select "regFrom" as day, "causeKind" as kind, "causeId" as cause, dkbm, cbfbm, htmjm as got, 0 as gave from (${sql.join(got, sql` union all `)}) g
      union all select l."regTo", n."causeKind", n."causeId", l.dkbm, l.cbfbm, 0, l.htmjm
        from (${lines(s, sql`"regTo" > ${s.from}::date and "regTo" <= ${s.to}::date`)}) l left join ${believed(cbdkxx)} as n
        on n."countyCode" = l."countyCode" and n.id = l.id and n."validTo" = timestamptz 'infinity' and n."regFrom" = l."regTo" ${kept})
    select day::text as day, coalesce(kind, '') as kind, coalesce(cause::text, '') as cause, case when kind = 'import' then '' else dkbm end as dkbm,
      case when kind = 'import' then '' else cbfbm end as cbfbm, coalesce(sum(got), 0)::text as got, coalesce(sum(gave), 0)::text as gave
    from event group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5 limit ${sql.lit(MOST + 1)}`,
  )
  requireFew(rows.length)
  return rows.map((r) => ({
    day: r.day!,
    kind: r.kind!,
    cause: r.cause!,
    dkbm: r.dkbm ?? '',
    cbfbm: r.cbfbm ?? '',
    got: hundredthsOf(r.got),
    gave: hundredthsOf(r.gave),
  }))
}
/** What is to be known of the parcels of events: their pieces, and contracts on them outside the region. */
async function factsOf(ctx: Ctx, { p, from, to }: Span, events: readonly LandEvent[]): Promise<LandFacts> {
  const codes = [...new Set(events.map((e) => e.dkbm))].filter(Boolean)
  if (codes.length === 0) return { pieces: [], before: new Set(), after: new Set() }
  const mine = sql`"tenantId" = ${ctx.who.tenantId} and "countyCode" = ${countyOf(p.region)} and ${BELIEVED}`
  const issuers = [...new Set(codes.map((c) => c.slice(0, 14)))]
  const found = async (which: RawBuilder<unknown>) =>
    grouped(
      ctx,
      sql`select dkbm, "regFrom"::text as "from", case when "regTo" = date 'infinity' then '9999-12-31' else "regTo"::text end as "to", zt, dklb, ydkbm::text as parents
        from ${believed(dk)} as dk where ${mine} and ${which}`,
    )
  const own = await found(sql`dkbm = any(${codes}::text[])`)
  const cut = await found(sql`fbfbm = any(${issuers}::text[]) and ydkbm is not null and not (dkbm = any(${codes}::text[]))`)
  const { lo, hi } = regionRange(p.region)
  const outside = await grouped(
    ctx,
    sql`select dkbm, "regFrom"::text as "from", "regTo"::text as "to" from ${believed(cbdkxx)} as cbdkxx where ${mine} and qszt = ${QSZT.current}
      and dkbm = any(${codes}::text[]) and not ("regionCode" >= ${lo} and "regionCode" < ${hi}) and "regFrom" <= ${to}::date and "regTo" > ${from}::date`,
  )
  return {
    pieces: [...own, ...cut].map((r): ParcelPiece => ({
      dkbm: r.dkbm!,
      from: r.from!,
      to: r.to!,
      zt: r.zt ?? null,
      dklb: r.dklb ?? null,
      parents: parentsOf(r.parents ? JSON.parse(r.parents) : null),
    })),
    before: new Set(outside.map((r) => `${r.to} ${r.dkbm}`)),
    after: new Set(outside.map((r) => `${r.from} ${r.dkbm}`)),
  }
}
/** Differences of a region between two days, the latest first. */
async function rowsOf(ctx: Ctx, s: Span): Promise<LandRow[]> {
  const events = await eventsOf(ctx, s)
  return landRows(events, await factsOf(ctx, s, events))
    .filter((r) => r.way !== 'within' || r.from.length + r.to.length > 0)
    .toReversed()
}
/** Numbers and types of the cases among causes, by their ids. */
async function casesOf(ctx: Ctx, { p }: Span, rows: readonly LandRow[]): Promise<Map<string, { code: string; type: string }>> {
  const ids = [...new Set(rows.flatMap((r) => (r.kind === 'business' && r.cause ? [r.cause] : [])))]
  if (ids.length === 0) return new Map()
  const found = await typedRows<{ id: string; businessCode: string | null; businessTypeCode: string | null }>(
    joinable(ctx, business)
      .select(['business.id', 'business.businessCode', 'business.businessTypeCode'])
      .where('business.countyCode', '=', countyOf(p.region))
      .where('business.id', 'in', ids),
  )
  return new Map(found.map((b) => [String(b.id), { code: b.businessCode ?? '', type: b.businessTypeCode ?? '' }]))
}

type Cases = Awaited<ReturnType<typeof casesOf>>
/** The type of the case that wrote a difference, or what else did. */
const typeOf = (r: LandRow, cases: Cases): string => (r.kind === 'business' ? (cases.get(r.cause)?.type ?? 'business') : r.kind)

/** The book: what stood, what came and went in which way, what stands, and the acts by their type; areas in mu. */
export const landBook = async (ctx: Ctx, q: Asked) => (await readBook(ctx, q)).book
/** The book with the differences and cases that it is made of. */
async function readBook(ctx: Ctx, q: Asked) {
  const s = spanOf(ctx, q)
  const [opening, closing] = [await areaAt(ctx, s, s.from), await areaAt(ctx, s, s.to)]
  const rows = await rowsOf(ctx, s)
  const cases = await casesOf(ctx, s, rows)
  const { came, went, within, difference } = balanced(opening, closing, rows)
  const typed = Map.groupBy(rows, (r) => typeOf(r, cases))
  const shown = (list: typeof came) => list.map((x) => ({ ...x, mu: mu(x.mu) }))
  const book = {
    ...placeHead(ctx, s.p),
    from: s.from,
    to: s.to,
    opening: mu(opening),
    closing: mu(closing),
    difference: mu(difference),
    came: shown(came),
    went: shown(went),
    within: { ...within, mu: mu(within.mu) },
    acts: [...typed].map(([type, of]) => {
      const net = of.map((r) => r.got - r.gave)
      const add = (list: readonly number[]) => mu(list.reduce((n, x) => n + x, 0))
      return {
        type,
        n: new Set(of.map((r) => r.cause)).size,
        got: add(net.filter((x) => x > 0)),
        gave: add(net.filter((x) => x < 0).map((x) => -x)),
        within: add(of.filter((r) => r.way === 'within').map((r) => r.got)),
      }
    }),
  }
  return { rows, cases, book }
}
const told = (r: LandRow, cases: Cases) => ({
  day: r.day,
  type: typeOf(r, cases),
  cause: r.cause,
  businessCode: cases.get(r.cause)?.code ?? '',
  dkbm: r.dkbm,
  giver: r.from.join(' '),
  taker: r.to.join(' '),
  gave: mu(r.gave),
  got: mu(r.got),
  net: mu(r.got - r.gave),
  way: r.way,
})
/** A page of its differences, of all or one way, the latest first. */
export async function landBookRows(ctx: Ctx, q: Asked & TextInput<'way' | 'current' | 'size'>) {
  const s = spanOf(ctx, q)
  const { size, offset } = paging(q)
  const rows = (await rowsOf(ctx, s)).filter((r) => !q.way || r.way === q.way)
  const part = rows.slice(offset, offset + size)
  const cases = await casesOf(ctx, s, part)
  return { total: rows.length, records: part.map((r) => told(r, cases)) }
}

const HEADS = {
  ...landBookWords,
  item: w('项目', 'Item'),
  mu: w('面积（亩）', 'Area (mu)'),
  opening: w('期初承包面积', 'Under contract at the beginning'),
  closing: w('期末承包面积', 'Under contract at the end'),
  difference: w('差额', 'Difference'),
  dkbm: w('地块编码', 'Parcel'),
} as const
const ROW_COLUMNS = ['day', 'type', 'businessCode', 'dkbm', 'giver', 'taker', 'gave', 'got', 'net', 'way'] as const
/** The book and all of its differences as a workbook. */
export async function landBookWorkbook(ctx: Ctx, q: Asked): Promise<DeferredResponse> {
  const { lang } = ctx
  const { book, rows, cases } = await readBook(ctx, q)
  const types = (await wordsFor(ctx, [{ dictCode: 'business_type' }])).get('business_type')
  const line = (item: string, area: string, n: number | '' = '') => ({ item, mu: areaFigure(area), n })
  const sum = (sign: '+' | '−', list: typeof book.came) => list.map((x) => line(`${sign} ${LAND_WAYS[x.way][lang]}`, x.mu, x.n))
  const data = [
    line(`${HEADS.opening[lang]} ${book.from}`, book.opening),
    ...sum('+', book.came),
    ...sum('−', book.went),
    line(`${HEADS.closing[lang]} ${book.to}`, book.closing),
    line(HEADS.difference[lang], book.difference),
    line(LAND_WAYS.within[lang], book.within.mu, book.within.n),
  ]
  const column = (key: keyof typeof HEADS, width = 16) => ({ header: HEADS[key][lang], key, width })
  return sheetsLater(`${HEADS.title[lang]} ${book.from} ${book.to}`, [
    { name: HEADS.title[lang], columns: [column('item', 36), column('mu'), column('n')], data, freezePane: { rows: 1 } },
    {
      name: HEADS.rows[lang],
      columns: ROW_COLUMNS.map((k) => column(k, 20)),
      data: rows.map((r) => {
        const x = told(r, cases)
        return {
          ...x,
          type: causeName(x.type)?.[lang] ?? types?.get(x.type) ?? x.type,
          way: LAND_WAYS[x.way][lang],
          gave: areaFigure(x.gave),
          got: areaFigure(x.got),
          net: areaFigure(x.net),
        }
      }),
      freezePane: { rows: 1 },
    },
  ])
}
