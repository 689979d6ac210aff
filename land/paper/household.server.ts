import { sql } from 'kysely'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dayName, flatRows, joinable, scoped } from '../../kit/server/query.server.ts'
import { asFile, reading, type Input, type Route } from '../../kit/server/route.server.ts'
import { clockMark } from '../../services/exchange/exports/clock-mark.ts'
import { dk, dk_jz, jzd, jzx } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { ZT } from '../definitions/statuses.ts'
import { getDk } from '../dk/boundaries.server.ts'
import { zoneOfEpsg } from '../geometry/crs.ts'
import type { DkSurveyDoc, DkSurveyPoint } from './documents/dk-survey.ts'
import { extensionApplication, surveyPostingDoc, type HeldLand } from './household-doc.ts'
import { printing, readWords } from './read.server.ts'
import { pdfLater, render } from './render.server.ts'
import { muText, ringsOf, textOf, zoneOfWkt } from './rows.ts'
import { readHolders } from './survey.server.ts'

type Named = Readonly<Record<string, Readonly<Record<string, string>>>>
/** Texts of dictionaries by code and key, sealed entries included. */
async function textsOf(ctx: Ctx, ...codes: readonly string[]): Promise<Named> {
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
async function heldLand(ctx: Ctx, q: Input, issuer?: string): Promise<{ holders: HeldLand[]; issuers: ReadonlyMap<string, string> }> {
  const holders = await readHolders(ctx, q, issuer)
  const counties = [...new Set(holders.map((h) => countyOf(h.cbfbm)))]
  const parcels = await flatRows(scoped(ctx, dk), dk)
    .where('dk.countyCode', 'in', counties)
    .where(
      'dk.cbfbm',
      'in',
      holders.map((h) => h.cbfbm),
    )
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
    holders: holders.map((h) => ({ ...h, parcels: parcels.flatMap((p) => (p.cbfbm === h.cbfbm ? [{ ...p, dkbm: p.dkbm! }] : [])) })),
    issuers: new Map(named.map((f) => [f.fbfbm!, f.fbfmc ?? ''])),
  }
}
const NAMES = ['regionCode', 'cbfbms', 'cbqx', ...dayName(dk)]
/** How a document that was read is typeset, at a time. */
type Typeset = (timestamp: string) => Promise<Buffer>

/** The survey of households as it is posted, one table an issuer. Source: documents.md 5.1. */
export async function surveyPostings(ctx: Ctx, q: Input, issuer?: string): Promise<Typeset[]> {
  const { holders, issuers } = await heldLand(ctx, q, issuer),
    words = await readWords(ctx)
  const land = (await textsOf(ctx, 'tdlylx')).tdlylx ?? {}
  const tables = [...Map.groupBy(holders, (h) => h.fbfbm)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return tables.map(
    ([code, of]) =>
      (t) =>
        render('posting', () => surveyPostingDoc(issuers.get(code) ?? code, of, words, land), t),
  )
}
/** Applications of households for the extension, a page each. Source: documents.md 11.5. */
export async function extensionForms(ctx: Ctx, q: Input): Promise<Typeset> {
  const { holders, issuers } = await heldLand(ctx, q),
    words = await readWords(ctx)
  const letters = holders.map((h) => extensionApplication(h, issuers.get(h.fbfbm) ?? '', words))
  return (t) => render('letter', () => ({ title: '延包申请书', letters }), t)
}

/** A vertex of the shape and a boundary point nearer than this are one, in metres. */
const SAME_PLACE = 0.05
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
  const points = (await of(jzd, 'd')) as { jzdh: string; xzbz: string; yzbz: string; jblx: string | null }[]
  const lines = (await of(jzx, 'x')) as Record<'qjzdh' | 'zjzdh' | 'jzxlb' | 'jzxwz' | 'jzxsm' | 'pldwqlr' | 'pldwzjr', string | null>[]
  const texts = await textsOf(ctx, 'jblx', 'jzxlb', 'jzxwz', 'tdyt', 'dldj', 'tdlylx', 'yes_no')
  const say = (code: string, key: string | null | undefined) => (key ? (texts[code]?.[key] ?? key) : undefined)
  const region = await ctx.db.selectFrom('region').select('projection').where('code', '=', county).executeTakeFirst()
  const zone = (region?.projection ? zoneOfEpsg(region.projection) : undefined) ?? zoneOfWkt([p.geom])
  const { rows: found } = await sql<{
    htmjm: string
    htmj: string
  }>`select htmjm, htmj from cbdkxx where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId}
    and dkbm = ${p.dkbm} and qszt = '1' limit 1`.execute(ctx.db)
  const words = await printing(ctx)
  const doc = (): DkSurveyDoc => {
    const ring = zone === undefined ? [] : (ringsOf(p.geom, zone)[0] ?? [])
    const at = (north: number, east: number) =>
      points
        .map((x) => ({ x, gap: Math.hypot(Number(x.xzbz) - north, Number(x.yzbz) - east) }))
        .filter((f) => f.gap <= SAME_PLACE)
        .toSorted((a, b) => a.gap - b.gap)[0]?.x
    const open = ring.length > 1 && ring[0]![0] === ring.at(-1)![0] && ring[0]![1] === ring.at(-1)![1] ? ring.slice(0, -1) : ring
    // a vertex that is no boundary point has coordinates and no number
    const numbers = open.map(([east, north]) => at(north, east)?.jzdh ?? '')
    const rowsOf = open.map(([east, north], i): DkSurveyPoint => {
      const [a, b] = [numbers[i]!, numbers[(i + 1) % numbers.length]!]
      const line = lines.find((l) => (l.qjzdh === a && l.zjzdh === b) || (l.qjzdh === b && l.zjzdh === a))
      const mark = say('jblx', at(north, east)?.jblx)
      const said = { jzxlb: say('jzxlb', line?.jzxlb), jzxwz: say('jzxwz', line?.jzxwz), jzxsm: line?.jzxsm ?? undefined, jblx: mark }
      const given = Object.fromEntries(Object.entries(said).filter(([, v]) => v !== undefined))
      return { jzdh: a, x: north, y: east, ...given }
    })
    const beside = (n: 'pldwqlr' | 'pldwzjr') => [...new Set(lines.flatMap((l) => l[n] || []))].join('、')
    return {
      ...{ docId: `DKDC${p.dkbm}`, fbfbm: p.fbfbm!, cbfmc: textOf(p.cbfmc), dkbm: p.dkbm!, dkmc: textOf(p.dkmc) },
      ...{ htmjm: muText(found[0]?.htmjm, words, found[0]?.htmj), scmjm: muText(p.scmjm, words, p.scmj), scmj: textOf(p.scmj) },
      ...{ dkdz: textOf(p.dkdz), dknz: textOf(p.dknz), dkxz: textOf(p.dkxz), dkbz: textOf(p.dkbz) },
      ...{ tdyt: say('tdyt', p.tdyt) ?? '', dldj: say('dldj', p.dldj) ?? '', tdlylx: say('tdlylx', p.tdlylx) ?? '', sfjbnt: say('yes_no', p.sfjbnt) ?? '' },
      ...{ points: rowsOf, plqlr: beside('pldwqlr'), plzjr: beside('pldwzjr'), zjrxm: textOf(p.zjrxm), dkdcjs: textOf(p.dkbzxx) },
    }
  }
  return (t) => render('dk-survey', doc, t)
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
      pdfLater(`DKDC${String(q.dkbm ?? '')}${clockMark(ctx)}`, ctx.now, [await parcelForm(ctx, String(q.dkbm ?? ''))]),
    ),
  ),
]
