import { sql, type SelectQueryBuilder } from 'kysely'
import { labelOf } from '../../kit/model/field.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { problems } from '../../kit/model/problem.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { isPast, joinable, page } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { regionNames } from '../../platform/regions/lookup.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { djb } from '../definitions/cbht.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'

/** What an issuer must have to be complete: the fields that its form asks for. Source: land-contract.md 5; E1007. */
const ASKED = entries(fbf).flatMap(([n, f]) => (f.required ? [n] : []))
/** What a list of issuers says beside their rows: their place by name; contractors, parcels and contracts in force; names of the fields that are still empty. */
export const FIGURES = ['regionName', 'contractors', 'parcels', 'contracts', 'lacks'] as const
/** Filter of the list: 1 = nothing is lacking, 2 = something is. */
const COMPLETE = { yes: '1', no: '2' } as const

/** Valid rows (or current books) of these issuers, by issuer; one statement over the index of issuers. */
async function countOf(ctx: Ctx, r: AnyResource, codes: readonly string[], is: readonly [string, string]): Promise<ReadonlyMap<string, number>> {
  const found = await joinable(ctx, r)
    .select([`${r.name}.fbfbm`, sql<string>`count(*)`.as('n')])
    .where(`${r.name}.countyCode`, 'in', [...new Set(codes.map(countyOf))])
    .where(`${r.name}.fbfbm`, 'in', codes)
    .where(`${r.name}.${is[0]}`, '=', is[1])
    .groupBy(`${r.name}.fbfbm`)
    .execute()
  return new Map(found.map((x) => [String(x.fbfbm), Number(x.n)]))
}

/** Issuers, narrowed to the complete or incomplete ones where that is asked. */
function completeOnes(ctx: Ctx, complete: unknown): AnyQuery | undefined {
  if (complete === undefined || complete === '') return undefined
  if (complete !== COMPLETE.yes && complete !== COMPLETE.no) throw problems.badRequest({ zh: '信息完整性格式不正确', en: 'Completeness is 1 or 2' })
  // names come from the definition
  const empty = sql.join(
    ASKED.map((n) => sql`coalesce(${sql.ref(`fbf.${n}`)}::text, '') = ''`),
    sql` or `,
  )
  return joinable(ctx, fbf).where(complete === COMPLETE.no ? sql<boolean>`(${empty})` : sql<boolean>`not (${empty})`)
}

/** A page of issuers with their figures; of a past day without numbers, which are today's. `complete`: 1 or 2. Source: screens.md B1. */
export async function fbfPage(ctx: Ctx, { complete, ...filter }: TextInput) {
  const found = await page(ctx, fbf, filter, completeOnes(ctx, complete))
  const codes = found.records.flatMap((f) => f.fbfbm ?? [])
  const counted = codes.length > 0 && !isPast(ctx)
  const places = await regionNames(
    ctx,
    found.records.flatMap((f) => f.regionCode ?? []),
  )
  const [contractors, parcels, contracts] = counted
    ? await Promise.all([
        countOf(ctx, cbf, codes, ['zt', ZT.valid]),
        countOf(ctx, dk, codes, ['zt', ZT.valid]),
        countOf(ctx, djb, codes, ['qszt', QSZT.current]),
      ])
    : []
  const records = found.records.map((f) => {
    const of = (m: ReadonlyMap<string, number> | undefined) => (m ? (m.get(f.fbfbm ?? '') ?? 0) : null)
    const row: Readonly<Record<string, unknown>> = f
    const lacks = ASKED.filter((n) => Object.hasOwn(row, n) && (row[n] ?? '') === '').map((n) => labelOf(fbf.fields[n as keyof typeof fbf.fields])[ctx.lang])
    return { ...f, regionName: places.get(f.regionCode ?? '') ?? null, contractors: of(contractors), parcels: of(parcels), contracts: of(contracts), lacks }
  })
  return { ...found, records }
}

/** A word that a list shows of a code beside its own row. */
export interface Worded {
  of: string
  code: string
  word: string
}
/** Words beside the names of issuers that a page is to show: what reads them is a part of the same statement, `give` gets them. */
export interface IssuerExtras {
  query: SelectQueryBuilder<any, any, Worded>
  give(words: readonly Worded[]): void
}
const ISSUER = 'fbf'
/** The names of these issuers, for lists that show more than a code; one statement. */
async function namesOf(ctx: Ctx, codes: readonly string[], beside?: IssuerExtras): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) {
    beside?.give([])
    return new Map()
  }
  const names: SelectQueryBuilder<any, any, Worded> = joinable(ctx, fbf)
    .select([sql<string>`${sql.lit(ISSUER)}`.as('of'), sql<string>`fbf.fbfbm`.as('code'), sql<string>`fbf.fbfmc`.as('word')])
    .where('fbf.countyCode', 'in', [...new Set(codes.map(countyOf))])
    .where('fbf.fbfbm', 'in', codes)
    .where('fbf.zt', '=', ZT.valid)
  const found = await (beside ? names.unionAll(beside.query) : names).execute()
  beside?.give(found.filter((f) => f.of !== ISSUER))
  return new Map(found.flatMap((f) => (f.of === ISSUER ? [[f.code, f.word ?? '']] : [])))
}
/**
 * A page of rows that name an issuer, each with the issuer's name. The rows are the page's own and not copied: a copy of 200 is a twentieth of such a page.
 * @param beside what else the rows are to show, in the same statement
 */
export async function withIssuer<T extends { fbfbm?: string | null }, P extends { records: T[] }>(ctx: Ctx, found: P, beside?: IssuerExtras) {
  const codes = new Set<string>()
  for (const r of found.records) if (r.fbfbm) codes.add(r.fbfbm)
  const names = await namesOf(ctx, [...codes], beside)
  for (const r of found.records as (T & { fbfmc: string | null })[]) r.fbfmc = names.get(r.fbfbm ?? '') ?? null
  return found as P & { records: (T & { fbfmc: string | null })[] }
}
/** A filter of 1 (yes) or 2 (no), or nothing. @throws for anything else */
export function yesNo(v: unknown, label: { zh: string; en: string }): boolean | undefined {
  if (v === undefined || v === '') return undefined
  if (v !== '1' && v !== '2') throw problems.badRequest({ zh: `${label.zh}格式不正确`, en: `${label.en} is 1 or 2` })
  return v === '1'
}
