/** Reads, inside the request's transaction, everything a document prints. Nothing here typesets. */

import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { FlatRow } from '../../kit/model/resource.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { numberOr, PARAMS } from '../../platform/settings/params.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped, underRegion } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { zoneOfEpsg } from '../geometry/crs.ts'
import { cbdkxx, cbht, djb } from '../definitions/cbht.ts'
import { cbjyqz_event } from '../definitions/cbjyqz.ts'
import { bookKeys, textsOf, wordIn, type Book1 } from '../register/content/book1.ts'
import { contentsFor, registeredAt, type Content } from '../register/content/content.server.ts'
import type { BookRows } from './djb-doc.ts'
import {
  dayText,
  PRINTING,
  textOf,
  WORD_CODES,
  zoneOfOutline,
  type ContractRows,
  type HolderRow,
  type PrintedIssuer,
  type PrintedMember,
  type OtherParty,
  type PrintedParcel,
  type TermsRow,
  type Words,
} from './rows.ts'
import type { SketchRows } from './sketch-doc.ts'
import { countyProjection, regionNames } from '../../platform/regions/lookup.server.ts'

/** A contract that is not in the register yet: what a business holds. Parcels need their code and contract area; the rest comes from dk. */
export interface DraftContract {
  fbfbm: string
  terms: TermsRow
  holder: HolderRow
  members: readonly PrintedMember[]
  parcels: readonly (Partial<PrintedParcel> & { dkbm: string })[]
  other?: OtherParty
}
export type ContractOf = { djbId: string } | { draft: DraftContract }
/** What a registered contract keeps of its registration: the county, the moment, the entry. */
export interface FrozenPaper {
  county: Book1['county']
  at: string
  /** day of the entry, yyyy-MM-dd, and who made it */
  djsj: string
  dbr: string
  fzjg: string
}
export interface ContractData {
  contract: ContractRows
  words: Words
  /** of a registered contract: the county as its book names it, and the moment of registration */
  frozen?: FrozenPaper
}
export interface BookData {
  id: string
  regionCode: string
  frozen: FrozenPaper
  rows: BookRows
  words: Words
  printCount: number
}

/** Background parcels of a sketch at most: a group has a few hundred. */
const MAX_OTHERS = 2000
const CURRENT = '1'
/** Zone of a sketch on which nothing is drawn: any will do. */
const NO_ZONE = 35

const printed = (decimals: number): Words => ({ [PRINTING]: { decimals: String(decimals) } })
/** How the caller's tenant prints areas, as words. */
export const printing = async (ctx: Ctx): Promise<Words> => printed(await numberParam(ctx, PARAMS.areaDecimals))
/** Texts of the dictionaries that documents print, sealed entries included: old contracts use them. How areas are printed comes with them, in the same statement. */
export async function readWords(ctx: Ctx): Promise<Words> {
  const found = await ctx.db
    .selectFrom('dict_biz')
    .select(['code', 'dictKey', 'dictValue'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', 'in', [...WORD_CODES])
    .where('parentId', 'is not', null)
    .unionAll(
      ctx.db
        .selectFrom('param')
        .select([sql<string>`''`.as('code'), 'paramKey as dictKey', 'paramValue as dictValue'])
        .where('tenantId', '=', ctx.who.tenantId)
        .where('paramKey', '=', PARAMS.areaDecimals.key),
    )
    .execute()
  const [words, param] = [found.filter((r) => r.code !== ''), found.find((r) => r.code === '')]
  const of = [...Map.groupBy(words, (r) => r.code)].map(([code, own]) => [code, Object.fromEntries(own.map((r) => [r.dictKey, r.dictValue]))] as const)
  return { ...printed(numberOr(param?.dictValue, PARAMS.areaDecimals)), ...Object.fromEntries(of) }
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
  'dk.scmj',
  'dk.yhtmjm',
  'dk.cbfbm',
  'dk.cbfmc',
  'dk.fbfbm',
] as const
export type DkRow = PrintedParcel & { id: string; cbfbm: string | null; cbfmc: string | null; fbfbm: string }

/**
 * Parcels as they stand, within the caller's region. A valid row wins over a former one of the same code. Of a contractor: its own, and those of which it holds
 * a share, which name none of their holders.
 */
export async function readParcels(ctx: Ctx, by: { dkbm: readonly string[] } | { cbfbm: string }): Promise<DkRow[]> {
  const codes = 'dkbm' in by ? [...new Set(by.dkbm)] : [by.cbfbm]
  if (codes.length === 0) return []
  const counties = [...new Set(codes.map(countyOf))]
  const shares = 'cbfbm' in by ? await sharesOf(ctx, by.cbfbm) : []
  const q = scoped(ctx, dk).select(PARCEL).select(wkt).where('dk.countyCode', 'in', counties).orderBy('dk.zt').orderBy('dk.id')
  const asked =
    'dkbm' in by
      ? q.where('dk.dkbm', 'in', codes)
      : q.where((e) => e.or([e('dk.cbfbm', '=', by.cbfbm), ...(shares.length ? [e('dk.dkbm', 'in', shares)] : [])])).where('dk.zt', '=', CURRENT)
  const found = await typedRows<DkRow>(asked)
  return [...new Map(found.map((p) => [p.dkbm, p])).values()]
}
/** Codes of the parcels of a contractor's current contracts. */
async function sharesOf(ctx: Ctx, cbfbm: string): Promise<string[]> {
  const lines = await scoped(ctx, cbdkxx)
    .select('cbdkxx.dkbm')
    .where('cbdkxx.countyCode', '=', countyOf(cbfbm))
    .where('cbdkxx.cbfbm', '=', cbfbm)
    .where('cbdkxx.qszt', '=', CURRENT)
    .execute()
  return lines.map((l) => l.dkbm!)
}

async function readIssuer(ctx: Ctx, fbfbm: string, fbfmc: string): Promise<PrintedIssuer> {
  const found = await rows.find(ctx, fbf, { fbfbm })
  return found ? (found as PrintedIssuer) : { fbfbm, fbfmc }
}

/** What the draft or book says of a parcel wins over what the parcel says of itself. */
function completed<T extends { dkbm: string }>(own: readonly T[], known: ReadonlyMap<string, DkRow>): (PrintedParcel & T)[] {
  return own.map(
    (p) => ({ ...known.get(p.dkbm), ...Object.fromEntries(Object.entries(p).filter(([, v]) => v !== null && v !== undefined)) }) as PrintedParcel & T,
  )
}

/**
 * Reads a contract: of a book version, or of a draft (its own rows; issuer and missing parcel attributes from the register).
 * @throws not-found for a book out of scope
 */
export async function readContractData(ctx: Ctx, of: ContractOf): Promise<ContractData> {
  if ('djbId' in of) return (await frozenContract(ctx, of.djbId)).data
  return (await readDraftsData(ctx, [of.draft]))[0]!
}
/** The town and the village of an issuer. */
const placeCodes = (fbfbm: string): string[] => [fbfbm.slice(0, 9), fbfbm.slice(0, 12)]
/** Reads drafts as readContractData does each of them: four statements, and one more for each further issuer. */
export async function readDraftsData(ctx: Ctx, drafts: readonly DraftContract[]): Promise<ContractData[]> {
  const words = await readWords(ctx)
  const stored = await readParcels(ctx, { dkbm: drafts.flatMap((d) => d.parcels.map((p) => p.dkbm)) })
  const known = new Map(stored.map((p) => [p.dkbm, p]))
  const issuers = new Map<string, PrintedIssuer>()
  for (const { fbfbm } of drafts) if (!issuers.has(fbfbm)) issuers.set(fbfbm, await readIssuer(ctx, fbfbm, ''))
  const names = await regionNames(ctx, [...issuers.keys()].flatMap(placeCodes))
  return drafts.map(({ fbfbm, terms, holder, members, parcels, other }) => ({
    words,
    contract: {
      place: placeCodes(fbfbm)
        .map((code) => names.get(code) ?? '')
        .join(''),
      terms,
      holder,
      members,
      issuer: issuers.get(fbfbm)!,
      parcels: completed(parcels, known),
      ...(other ? { other } : {}),
    },
  }))
}

/** What a book says of its contract, as the documents take it: nothing here comes from today's rows but a date of signing and a serial that were given later. */
function contractOf({ content: c }: Content, contract: { qdsj?: string | null; htxlh?: string | null } | undefined): ContractRows {
  const [book, holder] = [bookKeys(c.book), bookKeys(c.holder)]
  const { cbjyqzbm = '', cbfbm = '', cbfmc = '', fbfbm = '', fbfmc = '' } = book
  // a book without contract row (old data) still has the code and term of its right
  const { cbfs, cbqx, cbqxq, cbqxz, ...own } = Object.keys(c.contract).length ? bookKeys(c.contract) : book
  return {
    terms: {
      cbhtbm: own.cbhtbm ?? cbjyqzbm,
      version: own.cbhtbm && own.version,
      cbfs,
      cbqx,
      cbqxq,
      cbqxz,
      prevCbqxz: book.prevCbqxz,
      qdsj: own.qdsj ?? contract?.qdsj,
      htxlh: own.htxlh ?? contract?.htxlh,
    },
    issuer: { fbfbm, fbfmc, ...bookKeys(c.issuer) },
    holder: { ...holder, cbfbm: holder.cbfbm ?? cbfbm, cbfmc: holder.cbfmc ?? cbfmc },
    members: c.members.map(bookKeys),
    parcels: c.lines.map(({ values, rings }) => ({
      dkbm: '',
      ...bookKeys(values),
      rings: rings.map((r) => r.map(([x, y]): [number, number] => [Number(x), Number(y)])),
    })),
  }
}
/** Reads what a book says, and what the sketch of it shows behind its parcels. */
async function frozenContract(ctx: Ctx, id: string): Promise<{ book: FlatRow<typeof djb>; said: Content; data: ContractData }> {
  const book = await rows.get(ctx, djb, id)
  const said = (await contentsFor(ctx, book.countyCode, [id])).get(id)!
  const contract = await rows.find(ctx, cbht, { djbId: id })
  const entry = bookKeys(said.content.book)
  return {
    book,
    said,
    data: {
      words: { ...textsOf(said.content), ...(await printing(ctx)) },
      contract: contractOf(said, contract),
      frozen: {
        county: said.content.county,
        at: await registeredAt(ctx, book.countyCode, id),
        djsj: textOf(entry.djsj),
        dbr: textOf(entry.dbr),
        fzjg: said.content.fzjg,
      },
    },
  }
}

/**
 * Reads the sketch of parcels: the zone of the county, and the group's other valid parcels as background: as they are, or of a registered contract as
 * the register knew them at the moment of registration.
 */
export async function readSketchRows(
  ctx: Ctx,
  holder: { cbfmc: string; cbfbm: string },
  parcels: readonly PrintedParcel[],
  frozen?: ContractData['frozen'],
): Promise<SketchRows> {
  const first = parcels[0]
  const words = await printing(ctx)
  if (!first) return { holder, parcels, others: [], zone: NO_ZONE, words }
  const county = countyOf(first.dkbm),
    fbfbm = first.dkbm.slice(0, 14)
  // what the register knew at the registration, whichever day is asked for
  const { asOf: _, ...then } = ctx
  const known = frozen
    ? underRegion(scoped({ ...then, knownAt: frozen.at }, dk), 'dk', fbfbm.slice(0, 12))
    : scoped(ctx, dk).where('dk.countyCode', '=', county)
  const others = await typedRows<{ geom: string | null }>(
    known
      .select(wkt)
      .where('dk.fbfbm', '=', fbfbm)
      .where('dk.zt', '=', CURRENT)
      .where(
        'dk.dkbm',
        'not in',
        parcels.map((p) => p.dkbm),
      )
      .orderBy('dk.dkbm')
      .limit(MAX_OTHERS),
  )
  const grey = others.flatMap((o) => (o.geom ? [o.geom] : []))
  if (frozen) {
    // who answers for the sketch of a book is who made its entry
    const imprint = { shr: frozen.dbr, shrq: dayText(frozen.djsj), bzdw: frozen.fzjg }
    return { holder, parcels, words, others: grey, zone: Number(frozen.county.zone) || (zoneOfOutline(grey) ?? NO_ZONE), imprint }
  }
  return { holder, parcels, others: grey, zone: await printedZone(ctx, county, parcels), words }
}
/** The zone that parcels are drawn in: that of their county, else the one they lie in. */
export async function printedZone(ctx: Ctx, county: string, parcels: readonly Pick<PrintedParcel, 'geom'>[]): Promise<number> {
  return zoneOfEpsg((await countyProjection(ctx, county)) ?? 0) ?? zoneOfOutline(parcels.map((p) => p.geom)) ?? NO_ZONE
}

/** Reads the sketch of a contract, registered or draft. */
export async function readContractSketch(ctx: Ctx, { contract, frozen }: ContractData): Promise<SketchRows> {
  return readSketchRows(ctx, contract.holder, contract.parcels, frozen)
}

/**
 * Reads a book version with its sketch as it was registered, and its running page as it is today: the later entries of the same right up to it, and what
 * happened to its certificate.
 */
export async function readBookData(ctx: Ctx, djbId: string): Promise<BookData> {
  const { book, said, data } = await frozenContract(ctx, djbId)
  const county = book.countyCode
  const versions = await scoped(ctx, djb)
    .select('djb.id')
    .where('djb.countyCode', '=', county)
    .where('djb.cbjyqzbm', '=', book.cbjyqzbm)
    .where('djb.version', '<=', book.version)
    .where('djb.version', '>', 1)
    .orderBy('djb.version')
    .execute()
  const ids = versions.map((v) => v.id)
  const entries = await contentsFor(ctx, county, ids)
  const events = await scoped(ctx, cbjyqz_event)
    .select(['cbjyqz_event.kind', 'cbjyqz_event.reason', 'cbjyqz_event.sjrq'])
    .where('cbjyqz_event.countyCode', '=', county)
    .where('cbjyqz_event.cbjyqzbm', '=', book.cbjyqzbm)
    .orderBy('cbjyqz_event.sjrq')
    .orderBy('cbjyqz_event.id')
    .execute()
  return {
    id: book.id,
    regionCode: book.regionCode,
    frozen: data.frozen!,
    words: data.words,
    printCount: Number(book.printCount ?? 0),
    rows: {
      book: { cbjyqzbm: '', ...bookKeys(said.content.book), contentHash: said.sha256 },
      contract: data.contract,
      sketch: await readContractSketch(ctx, data),
      changes: ids.map((id) => {
        const { book: b } = entries.get(id)!.content,
          { djxl, htzmjm, djsj, cbjyqzbm } = bookKeys(b)
        return { djxl, djxlText: wordIn(b, 'djxl'), htzmjm, djsj, cbhtbm: cbjyqzbm }
      }),
      events: events as BookRows['events'],
      fzjg: said.content.fzjg,
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
