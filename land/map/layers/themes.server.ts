// What colours the parcels and how many there are of each class, by one expression; the days on which something was registered, and what differs between two.
import { sql, type RawBuilder } from 'kysely'
import { both } from '../../../kit/model/lang.ts'
import { isDate } from '../../../kit/model/formats.ts'
import { problem, problems } from '../../../kit/model/problem.ts'
import { typedRows, type AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { dictionaryChoices } from '../../../platform/dictionaries/choices.server.ts'
import { visible } from '../../../kit/server/narrow.server.ts'
import { isPast, joinable, regionAsked, scoped, underRegion } from '../../../kit/server/query.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import { cbht } from '../../definitions/cbht.ts'
import { sumTyped } from '../../definitions/area.ts'
import { dk } from '../../definitions/dk.ts'
import { QSZT, ZT } from '../../definitions/statuses.ts'
import { NO_CLASS, PALETTE, parcelTheme, type ParcelTheme } from './themes.ts'

export const themeProblems = {
  narrowMap: problem<{ zh: string; en: string }>(400, 'narrow-map', (d) => ({ zh: `请先选择${d.zh}`, en: `Choose ${d.en} first` })),
}
/** Digits of the widest regions that are counted class by class, and compared day by day. */
const TOWN = 9,
  VILLAGE = 12

/** What parcels are coloured by that is not of them: rows of `code` and `key` in a region. */
export interface ThemeSource {
  rows(ctx: Ctx, region: string): AnyQuery
}
export type ThemeSources = Readonly<Record<string, ThemeSource>>
/** The contracts in force with how far each is signed. */
const SIGNING: ThemeSource = {
  rows: (ctx, region) =>
    underRegion(scoped(ctx, cbht), 'cbht', region).where('cbht.qszt', '=', QSZT.current).select(['cbht.cbhtbm as code', 'cbht.signStatus as key']),
}
const sourceOf = (theme: ParcelTheme, given: ThemeSources): ThemeSource | undefined => (theme.key === 'signing' ? SIGNING : given[theme.key])
/** Of a theme that is not of parcels: the key of each contract or household of a region by its code. */
async function keysIn(ctx: Ctx, theme: ParcelTheme, region: string, given: ThemeSources): Promise<ReadonlyMap<string, string>> {
  const rows = await typedRows<{ code: string; key: string | null }>(sourceOf(theme, given)!.rows(ctx, region))
  return new Map(rows.map((r) => [r.code, r.key ?? '']))
}
/** Villages that are asked one by one; of more the region around them is asked. */
const MOST_VILLAGES = 12
/** Lengths of codes of regions, the longest first. */
const LENGTHS = [14, 12, 9, 6, 4, 2] as const
/** The narrowest region in which some others lie. */
function regionAround(codes: readonly string[]): string {
  const [first = ''] = codes
  const length = LENGTHS.find((n) => first.length >= n && codes.every((c) => c.startsWith(first.slice(0, n)))) ?? 0
  return first.slice(0, length)
}
/** Parcels with the class of a theme, which of some themes follows from what holds them. */
export async function withClasses<R extends { class: unknown; regionCode: string }>(
  ctx: Ctx,
  theme: ParcelTheme | undefined,
  rows: readonly R[],
  given: ThemeSources,
): Promise<R[]> {
  if (!theme?.of || rows.length === 0) return [...rows]
  const villages = [...new Set(rows.map((r) => r.regionCode.slice(0, VILLAGE)))]
  // a tile over a border reads its villages, not the town or county around them
  const keys = new Map<string, string>()
  for (const region of villages.length > MOST_VILLAGES ? [regionAround(villages)] : villages)
    for (const [code, key] of await keysIn(ctx, theme, region, given)) keys.set(code, key)
  return rows.map((r) => ({ ...r, class: keys.get(String(r.class)) ?? null }))
}
/** The class of a parcel of `dk`: what a tile says of it and what is counted; of a theme that is not of parcels, the code of what holds it. */
export function classOf(theme: ParcelTheme): RawBuilder<string | null> {
  if (theme.of === 'household') return sql<string | null>`dk.cbfbm`
  if (theme.of === 'contract')
    return sql<string | null>`(select c.cbhtbm from cbdkxx c where c."countyCode" = dk."countyCode" and c."tenantId" = dk."tenantId"
      and c.dkbm = dk.dkbm and c.qszt = ${sql.lit(QSZT.current)} and c.sfqqqg = '2')`
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
/** Whether a caller may be told what a theme tells. */
export const isThemeSeen = (ctx: Ctx, theme: ParcelTheme): boolean => seenOf(ctx, theme.columns).length === theme.columns.length
/** The theme of a query. @throws bad-request where there is none of the name, or one of its columns is not the caller's to see; narrow-map for a past day of what has none */
export function themeAsked(ctx: Ctx, key: string | undefined, given: ThemeSources): ParcelTheme {
  const theme = parcelTheme(key)
  if (theme?.of && !(sourceOf(theme, given) && ctx.who.perms.has(theme.perm ?? ''))) throw problems.badRequest(both('没有该专题', 'There is no such theme'))
  if (theme?.of && isPast(ctx)) throw themeProblems.narrowMap(both('当前日期：该专题只反映现在的情况', 'today: this theme tells of now alone'))
  if (!theme || !isThemeSeen(ctx, theme)) throw problems.badRequest(both('没有该专题', 'There is no such theme'))
  return theme
}

const valid = (ctx: Ctx, region: string) => underRegion(scoped(ctx, dk), 'dk', region).where('dk.zt', '=', ZT.valid)
/**
 * The classes of a theme in the language of the caller with what was found of each, by its key: those of its own always, those that a dictionary names and
 * those that nothing names where something was found.
 */
export async function classesOf<F extends { key: string | null }>(ctx: Ctx, theme: ParcelTheme, found: readonly F[]) {
  const names = theme.dict ? await dictionaryChoices(ctx, theme.dict, ctx.lang) : []
  const known = theme.classes?.map((c) => ({ key: c.key, label: c.label[ctx.lang], color: c.color }))
  const listed = known ?? names.map((n, i) => ({ ...n, color: theme.colors?.[n.key] ?? PALETTE[i % PALETTE.length]! }))
  const others = found
    .filter((f) => !listed.some((c) => c.key === f.key))
    .map((f) => ({ key: f.key ?? '', label: f.key ?? both('未填写', 'Not stated')[ctx.lang], color: NO_CLASS }))
  return [...listed, ...others].flatMap((c) => {
    const of = found.find((f) => (f.key ?? '') === c.key)
    return of || known ? [{ ...c, of }] : []
  })
}
/** What a legend counts by the code of what holds parcels, by the class of that; and how many contracts or households each class has, with land on the map or without. */
async function byKeys(ctx: Ctx, theme: ParcelTheme, region: string, found: readonly ClassCount[], given: ThemeSources) {
  if (!theme.of) return { keyed: found, units: undefined }
  const keys = await keysIn(ctx, theme, region, given)
  const units = new Map<string, number>()
  for (const key of keys.values()) units.set(key, (units.get(key) ?? 0) + 1)
  const groups = Map.groupBy(found, (f) => keys.get(f.key ?? '') ?? '')
  const empty = [...units.keys()].filter((key) => !groups.has(key)).map((key) => ({ key: key || null, count: 0, mu: '0' }))
  const counted = [...groups].map(([key, of]) => ({ key: key || null, count: of.reduce((n, f) => n + f.count, 0), mu: sumTyped(of.map((f) => f.mu)) }))
  return { keyed: [...counted, ...empty], units }
}
/** Parcels of a class, or of a code, and their area. */
interface ClassCount {
  key: string | null
  count: number
  mu: string
}
/** The legend of a theme in a region: its classes with their colours, how many parcels each has and their area. Source: screens.md G1. */
export async function themeLegend(ctx: Ctx, q: TextInput, given: ThemeSources = {}) {
  const theme = themeAsked(ctx, q.theme, given)
  const region = regionAsked(ctx, q.regionCode)
  if (region.length < TOWN) throw themeProblems.narrowMap(both('乡镇或村', 'a township or village'))
  const found = await valid(ctx, region)
    .select([classOf(theme).as('key'), sql<number>`count(*)::int`.as('count'), sql<string>`coalesce(sum(dk.scmjm), 0)::text`.as('mu')])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()
  const { keyed, units } = await byKeys(ctx, theme, region, found, given)
  const isArea = seenOf(ctx, ['scmjm']).length > 0
  const classes = (await classesOf(ctx, theme, keyed)).map(({ of, ...c }) => ({
    ...c,
    count: of?.count ?? 0,
    mu: isArea ? (of?.mu ?? '0') : '',
    units: units ? (units.get(c.key) ?? 0) : null,
  }))
  return { theme: theme.key, label: theme.label[ctx.lang], unit: theme.of ?? '', regionCode: region, classes }
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
