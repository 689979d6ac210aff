import { sql } from 'kysely'
import { countyOf } from '../../kit/model/region-code.ts'
import { entries, type AnyResource, type FlatRow } from '../../kit/model/resource.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbdkxx, cbht, djb, djb_cbf, djb_jtcy } from '../../land/definitions/cbht.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { attach } from '../../services/files/attach.ts'
import { SURVEYED, messageFields } from './document/message-fields.ts'
import type { MessageContent, MessageObject, MessageValue } from './message.ts'

/** Which business, and when what it left was known: the message is the same however late it is sent (I36). */
export interface MessageOf {
  businessId: string
  regionCode: string
  /** books that the finish named */
  djbIds: readonly string[]
  knownAt: string
}
const value = (v: unknown): MessageValue => (v === undefined || v === null ? null : typeof v === 'number' ? v : String(v))
/** A row without columns of our own: the fields of its definition, texts as they are stored. */
const plain = (r: AnyResource, row: object): MessageObject => Object.fromEntries(messageFields(r).map(([n]) => [n, value((row as Record<string, unknown>)[n])]))
/** Rows of books, of one county. */
async function ofBooks<T extends AnyResource>(ctx: Ctx, r: T, county: string, column: string, ids: readonly string[]): Promise<FlatRow<T>[]> {
  if (ids.length === 0) return []
  const q = flatRows(joinable(ctx, r), r) as AnyQuery
  return await typedRows<FlatRow<T>>(
    q
      .where(`${r.name}.countyCode`, '=', county)
      .where(`${r.name}.${column}`, 'in', [...ids])
      .orderBy(`${r.name}.id`),
  )
}

/** The books that a business took up and those that it made. */
async function booksOfCase(ctx: Ctx, of: MessageOf): Promise<{ before: string[]; after: string[] }> {
  const found = await ctx.db
    .selectFrom('business_book')
    .select(['djbId', 'newDjbId'])
    .where('countyCode', '=', countyOf(of.regionCode))
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessId', '=', of.businessId)
    .orderBy('id')
    .execute()
  const after = [...new Set([...found.flatMap((b) => b.newDjbId ?? []), ...of.djbIds])]
  return { before: [...new Set(found.flatMap((b) => b.djbId ?? []))].filter((id) => !after.includes(id)), after }
}

/** The columns of the registry's own table of the right, of one book. Source: business-flows.md 10.1 (QLF_QL_NYDSYQ). */
const rightOf = (b: FlatRow<typeof djb>, bizCode: string, parcels: readonly FlatRow<typeof dk>[]): MessageObject => ({
  YWH: bizCode,
  QLLX: '9',
  DJLX: value(b.djlx),
  FBFDM: value(b.fbfbm),
  FBFMC: value(b.fbfmc),
  CBMJ: value(b.htzmj),
  CBQSSJ: value(b.cbqxq),
  CBJSSJ: value(b.cbqxz),
  TDSYQXZ: value(parcels[0]?.syqxz),
  SYTTLX: value(parcels[0]?.tdlylx),
  BDCDYH: parcels
    .map((p) => p.bdcdyh ?? '')
    .filter(Boolean)
    .join(';'),
  QXDM: (b.regionCode ?? '').slice(0, 6),
  DBR: value(b.dbr),
  DJSJ: value(b.djsj),
  FJ: value(b.djbfj),
  QSZT: value(b.qszt),
})

interface Lines {
  lines: readonly FlatRow<typeof cbdkxx>[]
  books: { before: readonly string[]; after: readonly string[] }
}
/** CZFS of the national exchange, of a parcel: 01 as it was, 02 came in, 03 changed, 04 left. Source: data-format.md 13. */
function operation(dkbm: string, { lines, books }: Lines): string {
  const [was, is] = [books.before, books.after].map((ids) => lines.find((l) => l.dkbm === dkbm && ids.includes(l.djbId ?? '')))
  if (!was) return '02'
  if (!is) return '04'
  return was.htmj === is.htmj && was.cbfbm === is.cbfbm && was.scmj === is.scmj ? '01' : '03'
}
type ParcelFound = FlatRow<typeof dk> & { ydkbm?: readonly unknown[] | null; wkt: string | null }
/** Parcels by their codes, with shape (degrees, EPSG:4490); of several versions of one moment the last. */
async function parcelsBy(ctx: Ctx, county: string, codes: readonly string[]): Promise<ParcelFound[]> {
  if (codes.length === 0) return []
  const found = await joinable(ctx, dk)
    .select([...entries(dk).flatMap(([n, f]) => (f.kind === 'geom' ? [] : [`dk.${n}`])), 'dk.id', sql<string>`ST_AsText(dk.geom, 9)`.as('wkt')])
    .where('dk.countyCode', '=', county)
    .where('dk.dkbm', 'in', [...codes])
    .orderBy('dk.dkbm')
    .execute()
  return found as unknown as ParcelFound[]
}
/** A parcel as a message tells it. */
const parcelTold = (p: ParcelFound): MessageObject => ({
  ...plain(dk, p),
  ydkbm: (p.ydkbm ?? []).map(String),
  wkt: value(p.wkt),
  crs: 'EPSG:4490',
  areaM2: value(p.scmj),
  areaMu: value(p.scmjm),
})
/** The parcels with these codes as a message tells them, at the clocks of `ctx`. */
export const parcelsAt = async (ctx: Ctx, county: string, codes: readonly string[]): Promise<MessageObject[]> =>
  (await parcelsBy(ctx, county, codes)).map(parcelTold)

/** What the survey said of contractors, by their codes. */
async function surveysOf(ctx: Ctx, county: string, codes: readonly string[]): Promise<Map<string, MessageObject>> {
  if (codes.length === 0) return new Map()
  const found = await typedRows<FlatRow<typeof cbf>>(
    (flatRows(joinable(ctx, cbf), cbf) as AnyQuery).where('cbf.countyCode', '=', county).where('cbf.cbfbm', 'in', [...codes]),
  )
  return new Map(found.map((h) => [h.cbfbm ?? '', Object.fromEntries(SURVEYED.map((n) => [n, value(h[n])]))]))
}

/** The papers of a case: what they are, under which name, how large and with which digest. They are fetched with a signed call (openApi/file). */
async function papersOf(ctx: Ctx, of: MessageOf, county: string): Promise<MessageObject[]> {
  const found = await flatRows(joinable(ctx, attach), attach)
    .where('attach.countyCode', '=', county)
    .where('attach.businessId', '=', of.businessId)
    // what came later is none of this message
    .where('attach.createTime', '<=', localTime(new Date(of.knownAt)))
    .orderBy('attach.id')
    .execute()
  return found.map((f) => ({
    kind: value(f.businessItem),
    name: value(f.name),
    fileId: f.id,
    url: '/api/openApi/file',
    sha256: value(f.sha256),
    size: value(f.attachSize),
  }))
}

/** What is told of a finished business beside its head: the register as the finish left it, whenever it is asked. Source: business-flows.md 10.1. */
export async function messageContentOf(now: Ctx, of: MessageOf, bizCode: string): Promise<MessageContent> {
  const ctx: Ctx = { ...now, knownAt: of.knownAt }
  const county = countyOf(of.regionCode)
  const ids = await booksOfCase(ctx, of)
  const all = [...ids.before, ...ids.after]
  const books = await ofBooks(ctx, djb, county, 'id', all)
  const lines = await ofBooks(ctx, cbdkxx, county, 'djbId', all)
  const parcelRows = await parcelsBy(ctx, county, [...new Set(lines.flatMap((l) => l.dkbm ?? []))].toSorted())
  const parcels = parcelRows.map((p): MessageObject => ({ ...parcelTold(p), op: operation(String(p.dkbm), { lines, books: ids }) }))
  const contracts = await ofBooks(ctx, cbht, county, 'djbId', all)
  const parties = await ofBooks(ctx, djb_cbf, county, 'djbId', all)
  const members = await ofBooks(ctx, djb_jtcy, county, 'djbId', all)
  const surveys = await surveysOf(ctx, county, [...new Set(parties.flatMap((p) => p.cbfbm ?? []))])
  const issuer = await rows.find(ctx, fbf, { fbfbm: books[0]?.fbfbm ?? '' })
  const bookOf = (id: string): MessageObject[] =>
    books
      .filter((b) => b.id === id)
      .map((b) => {
        const own = lines.filter((l) => l.djbId === id)
        return {
          ...plain(djb, b),
          parcels: own.map((l) => plain(cbdkxx, l)),
          ql: rightOf(
            b,
            bizCode,
            parcelRows.filter((p) => own.some((l) => l.dkbm === p.dkbm)),
          ),
        }
      })
  const sideOf = (id: string | null) => (ids.after.includes(id ?? '') ? 'after' : 'before')
  const codeOf = (id: string | null) => books.find((b) => b.id === id)?.cbjyqzbm ?? null
  return {
    before: ids.before.flatMap(bookOf),
    after: ids.after.flatMap(bookOf),
    parcels,
    parties: {
      fbf: issuer ? plain(fbf, issuer) : null,
      cbf: parties.map((p) => {
        const cbfcysl = value(books.find((b) => b.id === p.djbId)?.cbfcysl)
        return { ...surveys.get(p.cbfbm ?? ''), ...plain(djb_cbf, p), cbfcysl, cbjyqzbm: codeOf(p.djbId), side: sideOf(p.djbId) }
      }),
      members: members.map((m) => ({ ...plain(djb_jtcy, m), cbjyqzbm: codeOf(m.djbId), side: sideOf(m.djbId) })),
    },
    contract: contracts.map((c) => ({ ...plain(cbht, c), fileId: value(c.attachId), sha256: value(c.fileHash), side: sideOf(c.djbId) })),
    files: await papersOf(ctx, of, county),
  }
}
