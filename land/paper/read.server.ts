/** Reads, inside the request's transaction, everything a document prints. Nothing here typesets. */

import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { zoneOfEpsg } from '../geometry/crs.ts'
import { cbht, djb } from '../definitions/cbht.ts'
import { cbjyqz_event } from '../definitions/cbjyqz.ts'
import { bookOf } from '../djb/registry.server.ts'
import type { BookRows } from './djb-doc.ts'
import { WORD_CODES, zoneOfWkt, type ContractRows, type HolderRow, type IssuerRow, type MemberRow, type ParcelRow, type TermsRow, type Words } from './rows.ts'
import type { SketchRows } from './sketch-doc.ts'

/** A contract that is not in the register yet: what a business holds. Parcels need their code and contract area; the rest comes from dk. */
export interface DraftContract {
  fbfbm: string
  terms: TermsRow
  holder: HolderRow
  members: readonly MemberRow[]
  parcels: readonly (Partial<ParcelRow> & { dkbm: string })[]
}
export type ContractOf = { djbId: string } | { draft: DraftContract }
export interface ContractData {
  contract: ContractRows
  words: Words
}
export interface BookData {
  id: string
  regionCode: string
  rows: BookRows
  words: Words
  printCount: number
}

/** Background parcels of a sketch at most: a group has a few hundred. */
const MAX_OTHERS = 2000
const CURRENT = '1'
/** Zone of a sketch on which nothing is drawn: any will do. */
const NO_ZONE = 35

/** Texts of the dictionaries that documents print, sealed entries included: old contracts use them. */
export async function readWords(ctx: Ctx): Promise<Words> {
  const found = await ctx.db
    .selectFrom('dict_biz')
    .select(['code', 'dictKey', 'dictValue'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', 'in', [...WORD_CODES])
    .where('parentId', 'is not', null)
    .execute()
  const words: Record<string, Record<string, string>> = {}
  for (const r of found) (words[r.code] ??= {})[r.dictKey] = r.dictValue
  return words
}

const wkt = sql<string | null>`ST_AsText(dk.geom, 10)`.as('geom')
const PARCEL = [
  'dk.id',
  'dk.dkbm',
  'dk.dkmc',
  'dk.dkdz',
  'dk.dknz',
  'dk.dkxz',
  'dk.dkbz',
  'dk.dldj',
  'dk.sfjbnt',
  'dk.dkbzxx',
  'dk.scmjm',
  'dk.yhtmjm',
  'dk.cbfbm',
  'dk.cbfmc',
  'dk.fbfbm',
] as const
export type DkRow = ParcelRow & { id: string; cbfbm: string | null; cbfmc: string | null; fbfbm: string }

/** Parcels as they stand, within the caller's region. A valid row wins over a former one of the same code. */
export async function readParcels(ctx: Ctx, by: { dkbm: readonly string[] } | { cbfbm: string }): Promise<DkRow[]> {
  const codes = 'dkbm' in by ? [...new Set(by.dkbm)] : [by.cbfbm]
  if (codes.length === 0) return []
  const counties = [...new Set(codes.map(countyOf))]
  const q = scoped(ctx, dk).select(PARCEL).select(wkt).where('dk.countyCode', 'in', counties).orderBy('dk.zt').orderBy('dk.id')
  const found = (await ('dkbm' in by ? q.where('dk.dkbm', 'in', codes) : q.where('dk.cbfbm', '=', codes[0]!).where('dk.zt', '=', CURRENT)).execute()) as DkRow[]
  return [...new Map(found.map((p) => [p.dkbm, p])).values()]
}

async function readIssuer(ctx: Ctx, fbfbm: string, fbfmc: string): Promise<IssuerRow> {
  const found = await rows.find(ctx, fbf, { fbfbm })
  return found ? (found as IssuerRow) : { fbfbm, fbfmc }
}

/** What the draft or book says of a parcel wins over what the parcel says of itself. */
function completed<T extends { dkbm: string }>(own: readonly T[], parcels: readonly DkRow[]): (ParcelRow & T)[] {
  const known = new Map(parcels.map((p) => [p.dkbm, p]))
  return own.map((p) => ({ ...known.get(p.dkbm), ...Object.fromEntries(Object.entries(p).filter(([, v]) => v !== null && v !== undefined)) }) as ParcelRow & T)
}

/**
 * Reads a contract: of a book version, or of a draft (its own rows; issuer and missing parcel attributes from the register).
 * @throws not-found for a book out of scope
 */
export async function readContractData(ctx: Ctx, of: ContractOf): Promise<ContractData> {
  const words = await readWords(ctx)
  return { words, contract: 'djbId' in of ? await contractOf(ctx, await bookOf(ctx, of.djbId)) : await draftRows(ctx, of.draft) }
}

async function draftRows(ctx: Ctx, { fbfbm, terms, holder, members, parcels }: DraftContract): Promise<ContractRows> {
  const stored = await readParcels(ctx, { dkbm: parcels.map((p) => p.dkbm) })
  return { terms, holder, members, issuer: await readIssuer(ctx, fbfbm, ''), parcels: completed(parcels, stored) }
}

type Book = Awaited<ReturnType<typeof bookOf>>
async function contractOf(ctx: Ctx, b: Book): Promise<ContractRows> {
  const stored = await readParcels(ctx, { dkbm: (b.dkList as ParcelRow[]).map((p) => p.dkbm) })
  const { cbjyqzbm, cbqx, cbqxq, cbqxz, cbfbm, cbfmc, cbfzjhm } = b
  const holder = (b.cbf ?? { cbfbm, cbfmc, cbfzjhm }) as HolderRow
  // a book without contract row (old data) still has the code and term of its right
  const terms = (b.cbht ?? { cbhtbm: cbjyqzbm, cbqx, cbqxq, cbqxz }) as TermsRow
  return {
    terms,
    issuer: await readIssuer(ctx, b.fbfbm!, b.fbfmc ?? ''),
    holder,
    members: b.jtcyList as MemberRow[],
    parcels: completed(b.dkList as ParcelRow[], stored),
  }
}

/** Reads the sketch of parcels: the zone of the county, and the group's other valid parcels as background. */
export async function readSketchRows(ctx: Ctx, holder: { cbfmc: string; cbfbm: string }, parcels: readonly ParcelRow[]): Promise<SketchRows> {
  const first = parcels[0]
  if (!first) return { holder, parcels, others: [], zone: NO_ZONE }
  const county = countyOf(first.dkbm)
  const others = (await scoped(ctx, dk)
    .select(wkt)
    .where('dk.countyCode', '=', county)
    .where('dk.fbfbm', '=', first.dkbm.slice(0, 14))
    .where('dk.zt', '=', CURRENT)
    .where(
      'dk.dkbm',
      'not in',
      parcels.map((p) => p.dkbm),
    )
    .orderBy('dk.dkbm')
    .limit(MAX_OTHERS)
    .execute()) as { geom: string | null }[]
  const region = await ctx.db.selectFrom('region').select('projection').where('code', '=', county).executeTakeFirst()
  const zone = zoneOfEpsg(Number(region?.projection ?? 0)) ?? zoneOfWkt(parcels.map((p) => p.geom)) ?? NO_ZONE
  return { holder, parcels, others: others.flatMap((o) => (o.geom ? [o.geom] : [])), zone }
}

/** Reads the sketch of a contract, registered or draft. */
export async function readContractSketch(ctx: Ctx, { contract }: ContractData): Promise<SketchRows> {
  return readSketchRows(ctx, contract.holder, contract.parcels)
}

/** Reads a book version with its sketch, the later entries of the same right up to it, and what happened to its certificate. */
export async function readBookData(ctx: Ctx, djbId: string): Promise<BookData> {
  const b = await bookOf(ctx, djbId)
  const words = await readWords(ctx)
  const contract = await contractOf(ctx, b)
  const county = countyOf(b.regionCode)
  const versions = await scoped(ctx, djb)
    .select(['djb.djxl', 'djb.htzmjm', 'djb.djsj', 'djb.cbjyqzbm'])
    .where('djb.countyCode', '=', county)
    .where('djb.cbjyqzbm', '=', b.cbjyqzbm)
    .where('djb.version', '<=', b.version)
    .where('djb.version', '>', 1)
    .orderBy('djb.version')
    .execute()
  const events = await scoped(ctx, cbjyqz_event)
    .select(['cbjyqz_event.kind', 'cbjyqz_event.reason', 'cbjyqz_event.sjrq'])
    .where('cbjyqz_event.countyCode', '=', county)
    .where('cbjyqz_event.cbjyqzbm', '=', b.cbjyqzbm)
    .orderBy('cbjyqz_event.sjrq')
    .orderBy('cbjyqz_event.id')
    .execute()
  const region = await ctx.db.selectFrom('region').select('name').where('code', '=', county).executeTakeFirst()
  return {
    id: b.id,
    regionCode: b.regionCode,
    words,
    printCount: Number(b.printCount ?? 0),
    rows: {
      book: b as BookRows['book'],
      contract,
      sketch: await readSketchRows(ctx, contract.holder, contract.parcels),
      changes: versions.map((v) => ({ ...v, cbhtbm: v.cbjyqzbm })),
      events: events as BookRows['events'],
      fzjg: b.cbjyqz?.fzjg ?? (region ? `${region.name}人民政府` : ''),
    },
  }
}

/** The id of the current book of a contract or contractor; throws not-found when there is none in scope. */
export async function currentBookId(ctx: Ctx, by: { cbhtbm: string } | { cbfbm: string }): Promise<string> {
  const found =
    'cbhtbm' in by
      ? ((await rows.find(ctx, cbht, { cbhtbm: by.cbhtbm, qszt: CURRENT })) as { djbId?: string } | undefined)?.djbId
      : (await rows.find(ctx, djb, { cbfbm: by.cbfbm, qszt: CURRENT }))?.id
  if (!found) throw problems.notFound({ zh: djb.label, en: djb.en })
  return found
}
