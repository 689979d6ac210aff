// What colours the parcels and how many there are of each class, by one expression; the days on which something was registered, and what differs between two.
import { sql, type RawBuilder } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { isDate } from '../../kit/model/formats.ts'
import { problem, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dictionaryChoices } from '../../platform/dictionaries/choices.server.ts'
import { visible } from '../../kit/server/narrow.server.ts'
import { joinable, regionAsked, scoped, underRegion } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { dk } from '../definitions/dk.ts'
import { ZT } from '../definitions/statuses.ts'
import { NO_CLASS, PALETTE, parcelTheme, type ParcelTheme } from './themes.ts'

export const themeProblems = {
  narrowMap: problem<{ zh: string; en: string }>(400, 'narrow-map', (d) => ({ zh: `请先选择${d.zh}`, en: `Choose ${d.en} first` })),
}
/** Digits of the widest regions that are counted class by class, and compared day by day. */
const TOWN = 9,
  VILLAGE = 12

/** The class of a parcel of `dk`: what a tile says of it and what is counted. */
export function classOf(theme: ParcelTheme): RawBuilder<string | null> {
  if (theme.key === 'contracted') return sql<string>`case when dk.cbfbm is null then '0' else '1' end`
  if (theme.key === 'fragmentation') return sql<string>`case when dk.scmjm < 0.5 then '0' when dk.scmjm < 1 then '1' when dk.scmjm < 3 then '2' else '3' end`
  if (theme.key === 'difference')
    return sql<string | null>`case when coalesce(dk.qqmjm, 0) = 0 then null when abs(dk.qqmjm - dk.scmjm) <= dk.qqmjm * 0.01 then '0'
      when abs(dk.qqmjm - dk.scmjm) <= dk.qqmjm * 0.1 then '1' else '2' end`
  return sql<string | null>`${sql.ref(`dk.${theme.key}`)}::text`
}
/** Those of some columns of parcels that the caller may be told of. */
function seenOf<N extends string>(ctx: Ctx, columns: readonly N[]): N[] {
  const seen: object = visible(ctx, dk, Object.fromEntries(columns.map((c) => [c, ''])))
  return columns.filter((c) => Object.hasOwn(seen, c))
}
/** The theme of a query. @throws bad-request where there is none of the name, or one of its columns is not the caller's to see */
export function themeAsked(ctx: Ctx, key: string | undefined): ParcelTheme {
  const theme = parcelTheme(key)
  if (!theme || seenOf(ctx, theme.columns).length < theme.columns.length) throw problems.badRequest(both('没有该专题', 'There is no such theme'))
  return theme
}

const valid = (ctx: Ctx, region: string) => underRegion(scoped(ctx, dk), 'dk', region).where('dk.zt', '=', ZT.valid)
/** The legend of a theme in a region: its classes with their colours, how many parcels each has and their area. Source: screens.md G1. */
export async function themeLegend(ctx: Ctx, q: TextInput) {
  const theme = themeAsked(ctx, q.theme)
  const region = regionAsked(ctx, q.regionCode)
  if (region.length < TOWN) throw themeProblems.narrowMap(both('乡镇或村', 'a township or village'))
  const found = await valid(ctx, region)
    .select([classOf(theme).as('key'), sql<number>`count(*)::int`.as('count'), sql<string>`coalesce(sum(dk.scmjm), 0)::text`.as('mu')])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()
  const isArea = seenOf(ctx, ['scmjm']).length > 0
  const names = theme.dict ? await dictionaryChoices(ctx, theme.dict, ctx.lang) : []
  const known = theme.classes?.map((c) => ({ key: c.key, label: c.label[ctx.lang], color: c.color }))
  const listed = known ?? names.map((n, i) => ({ ...n, color: PALETTE[i % PALETTE.length]! }))
  const others = found
    .filter((f) => !listed.some((c) => c.key === f.key))
    .map((f) => ({ key: f.key ?? '', label: f.key ?? both('未填写', 'Not stated')[ctx.lang], color: NO_CLASS }))
  const classes = [...listed, ...others].flatMap((c) => {
    const row = found.find((f) => (f.key ?? '') === c.key)
    return row || known ? [{ ...c, count: row?.count ?? 0, mu: isArea ? (row?.mu ?? '0') : '' }] : []
  })
  return { theme: theme.key, label: theme.label[ctx.lang], regionCode: region, classes }
}

/** The village that is asked for, or a group of it: days are known of no wider region. @throws narrow-map */
function villageAsked(ctx: Ctx, q: TextInput): string {
  const region = regionAsked(ctx, q.regionCode)
  if (region.length < VILLAGE) throw themeProblems.narrowMap(both('村', 'a village'))
  return region
}
/** The days on which parcels of a village were registered or ended, the first first: what a bar of time is made of. */
export async function registeredDays(ctx: Ctx, q: TextInput) {
  const region = villageAsked(ctx, q)
  const counts = async (column: 'regFrom' | 'regTo') => {
    const list = await underRegion(joinable(ctx, dk, 'versions'), 'dk', region)
      .where('dk.validTo', '=', sql`timestamptz 'infinity'`)
      .where(`dk.${column}`, '<', sql`date 'infinity'`)
      .select([sql<string>`${sql.ref(`dk.${column}`)}::text`.as('day'), sql<number>`count(*)::int`.as('n')])
      .groupBy(sql`1`)
      .execute()
    return new Map((list as { day: string; n: number }[]).map((r) => [r.day, r.n]))
  }
  const [begun, over] = [await counts('regFrom'), await counts('regTo')]
  return [...new Set([...begun.keys(), ...over.keys()])].toSorted().map((day) => ({ day, began: begun.get(day) ?? 0, ended: over.get(day) ?? 0 }))
}

/** Parcels of a village at most, of either day. */
const MOST_COMPARED = 10_000
/** What of a parcel counts as changed, beside its outline. */
const COMPARED = ['cbfbm', 'scmjm', 'djzt', 'dklb', 'tdyt', 'dldj'] as const
/** What differs between the parcels of a village on two registered days. */
export async function difference(ctx: Ctx, q: TextInput) {
  const region = villageAsked(ctx, q)
  const today = ctx.now.slice(0, 10)
  const [from, to] = [q.from ?? '', q.to || today]
  if (!isDate(from) || !isDate(to) || from > to || to > today) throw problems.badRequest(both('日期不正确', 'The days are malformed'))
  const on = async (asOf: string) => {
    const rows = await valid({ ...ctx, asOf }, region)
      .select(['dk.dkbm', 'dk.dkmc', ...COMPARED.map((c) => `dk.${c}` as const), sql<string>`ST_AsText(dk.geom, 9)`.as('geom')])
      .limit(MOST_COMPARED)
      .execute()
    return new Map(rows.map((r) => [String(r.dkbm), r as Record<string, unknown>]))
  }
  const [before, after] = [await on(from), await on(to)]
  const columns = seenOf(ctx, COMPARED)
  const named = (r: Record<string, unknown>) => visible(ctx, dk, { dkbm: r.dkbm, dkmc: r.dkmc }) as object
  const records = [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((dkbm) => {
    const [a, b] = [before.get(dkbm), after.get(dkbm)]
    if (!a || !b) return [{ ...named((a ?? b)!), change: a ? 'ended' : 'added', fields: [] as string[], geom: String((a ?? b)!.geom ?? '') }]
    const fields = columns.filter((c) => String(a[c] ?? '') !== String(b[c] ?? ''))
    const isRedrawn = a.geom !== b.geom
    return fields.length || isRedrawn ? [{ ...named(b), change: isRedrawn ? 'redrawn' : 'changed', fields: [...fields], geom: '' }] : []
  })
  return { from, to, regionCode: region, counts: { before: before.size, after: after.size }, records }
}
