import { sql } from 'kysely'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dayName, flatRows, joinable, scoped } from '../../kit/server/query.server.ts'
import { asFile, reading, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { clockMark } from '../../services/exchange/exports/clock-mark.ts'
import { cbdkxx } from '../definitions/cbht.ts'
import { dk, dk_jz, jzd, jzx } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'
import { getDk } from '../dk/boundaries.server.ts'
import { zoneOfEpsg } from '../geometry/crs.ts'
import { extensionApplication, surveyPostingDoc, type HeldLand } from './household-doc.ts'
import { printing, readWords } from './read.server.ts'
import { parcelDoc, type PrintedBoundaryLine, type PrintedBoundaryPoint } from './parcel-doc.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import { render } from './render.server.ts'
import { zoneOfOutline } from './rows.ts'
import { readHolders } from './survey.server.ts'
import { countyProjection } from '../../platform/regions/lookup.server.ts'

type Named = Readonly<Record<string, Readonly<Record<string, string>>>>
/** TextInput of dictionaries by code and key, sealed entries included. */
async function dictTexts(ctx: Ctx, ...codes: readonly string[]): Promise<Named> {
  const found = await ctx.db
    .selectFrom('dict_biz')
    .select(['code', 'dictKey', 'dictValue'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', 'in', codes)
    .where('parentId', 'is not', null)
    .execute()
  const out: Record<string, Record<string, string>> = {}
  for (const d of found) (out[d.code] ??= {})[d.dictKey] = d.dictValue
  return out
}

/** Households of a call with the valid parcels that each holds, and the names of their issuers. */
async function heldLand(ctx: Ctx, q: TextInput, issuer?: string): Promise<{ holders: HeldLand[]; issuers: ReadonlyMap<string, string> }> {
  const holders = await readHolders(ctx, q, issuer)
  const counties = [...new Set(holders.map((h) => countyOf(h.cbfbm)))]
  const codes = holders.map((h) => h.cbfbm)
  // a parcel that several households hold in shares names none of them: their contracts do
  const lines = await scoped(ctx, cbdkxx)
    .select(['cbdkxx.cbfbm', 'cbdkxx.dkbm', 'cbdkxx.yhtmjm'])
    .where('cbdkxx.countyCode', 'in', counties)
    .where('cbdkxx.cbfbm', 'in', codes)
    .where('cbdkxx.qszt', '=', QSZT.current)
    .execute()
  const shares = lines.map((l) => l.dkbm!)
  const parcels = await flatRows(scoped(ctx, dk), dk)
    .where('dk.countyCode', 'in', counties)
    .where((e) => e.or([e('dk.cbfbm', 'in', codes), ...(shares.length ? [e('dk.dkbm', 'in', shares)] : [])]))
    .where('dk.zt', '=', ZT.valid)
    .orderBy('dk.dkbm')
    .execute()
  const named = await scoped(ctx, fbf)
    .select(['fbf.fbfbm', 'fbf.fbfmc'])
    .where('fbf.countyCode', 'in', counties)
    .where('fbf.fbfbm', 'in', [...new Set(holders.map((h) => h.fbfbm))])
    .where('fbf.zt', '=', ZT.valid)
    .execute()
  return {
    holders: holders.map((h) => ({
      ...h,
      parcels: parcels.flatMap((p) => {
        const line = lines.find((l) => l.cbfbm === h.cbfbm && l.dkbm === p.dkbm)
        if (p.cbfbm === h.cbfbm) return [{ ...p, dkbm: p.dkbm! }]
        return line ? [{ ...p, dkbm: p.dkbm!, yhtmjm: line.yhtmjm }] : []
      }),
    })),
    issuers: new Map(named.map((f) => [f.fbfbm!, f.fbfmc ?? ''])),
  }
}
const NAMES = ['regionCode', 'cbfbms', 'cbqx', ...dayName(dk)]
/** How a document that was read is typeset, at a time. */
type Typeset = (timestamp: string) => Promise<Buffer>

/** The survey of households as it is posted, or as they sign it, one table an issuer. Source: documents.md 5.1. */
export async function surveyPostings(ctx: Ctx, q: TextInput, issuer?: string, make = surveyPostingDoc): Promise<Typeset[]> {
  const { holders, issuers } = await heldLand(ctx, q, issuer),
    words = await readWords(ctx)
  const land = (await dictTexts(ctx, 'tdlylx')).tdlylx ?? {}
  const tables = [...Map.groupBy(holders, (h) => h.fbfbm)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return tables.map(
    ([code, of]) =>
      (t) =>
        render('posting', () => make(issuers.get(code) ?? code, of, words, land), t),
  )
}
/** Applications of households for the extension, a page each. Source: documents.md 11.5. */
export async function extensionForms(ctx: Ctx, q: TextInput): Promise<Typeset> {
  const { holders, issuers } = await heldLand(ctx, q),
    words = await readWords(ctx)
  const letters = holders.map((h) => extensionApplication(h, issuers.get(h.fbfbm) ?? '', words))
  return (t) => render('letter', () => ({ title: '延包申请书', letters }), t)
}

/** The survey form of a parcel with the table of its coordinates. Source: documents.md 3, 3.1. */
export async function parcelForm(ctx: Ctx, dkbm: string): Promise<Typeset> {
  const p = await getDk(ctx, dkbm)
  const county = countyOf(p.dkbm!)
  const of = (r: typeof jzd | typeof jzx, kind: 'd' | 'x') =>
    flatRows(joinable(ctx, r), r)
      .where(`${r.name}.countyCode`, '=', county)
      .where(
        `${r.name}.id`,
        'in',
        joinable(ctx, dk_jz).select('dk_jz.jzId').where('dk_jz.countyCode', '=', county).where('dk_jz.dkbm', '=', p.dkbm).where('dk_jz.kind', '=', kind),
      )
      .execute()
  const points = (await of(jzd, 'd')) as PrintedBoundaryPoint[]
  const lines = (await of(jzx, 'x')) as PrintedBoundaryLine[]
  const grades = (await dictTexts(ctx, 'dldj')).dldj ?? {}
  const projection = await countyProjection(ctx, county)
  const zone = zoneOfEpsg(projection ?? 0) ?? zoneOfOutline([p.geom])
  // a parcel confirmed in shares is under the contracts of all of its holders
  const { rows: found } = await sql<{
    htmjm: string | null
    htmj: string | null
  }>`select sum(htmjm)::text as htmjm, sum(htmj)::text as htmj from cbdkxx where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId}
    and dkbm = ${p.dkbm} and qszt = ${sql.lit(QSZT.current)}`.execute(ctx.db)
  const words = await printing(ctx)
  const parcel = { ...p, dkbm: p.dkbm!, fbfbm: p.fbfbm!, ...found[0]! }
  return (t) => render('dk-survey', () => parcelDoc({ parcel, points, lines, zone }, words, grades), t)
}

const read = reading('land', 'print_view')
/** Forms of households and parcels that are filled from the register and signed on paper. */
export const householdForms: Route[] = [
  asFile(
    read('/base-qssj/cbf/publicity-survey/download', '调查信息公示表', NAMES, async (ctx, q) =>
      pdfLater(`调查信息公示表${clockMark(ctx)}`, ctx.now, await surveyPostings(ctx, q)),
    ),
  ),
  asFile(
    read('/base-qssj/cbf/contract-apply/download', '延包申请书', NAMES, async (ctx, q) =>
      pdfLater(`延包申请书${clockMark(ctx)}`, ctx.now, [await extensionForms(ctx, q)]),
    ),
  ),
  asFile(
    read('/base-dlxx/dk/survey-table/download', '承包地块调查表', ['dkbm', ...dayName(dk)], async (ctx, q) =>
      pdfLater(`DKDC${q.dkbm ?? ''}${clockMark(ctx)}`, ctx.now, [await parcelForm(ctx, q.dkbm ?? '')]),
    ),
  ),
]
