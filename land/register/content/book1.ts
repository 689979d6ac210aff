/**
 * The content of one registered version of a book as one text: everything that its print, its sketch and its certificate show. The text has the form
 * of RFC 8785 (sorted names, no blanks) and holds strings only, so that it is the same on every engine and its SHA-256 proves it. Pure: no I/O.
 *
 * Not content: what is counted or happens to a book after its registration (number of prints, status, the running page), and the grey background of
 * its sketch, which is what the register knew at the moment of registration.
 */

import { isDay } from '../../../kit/model/id-card.ts'
import type { Field } from '../../../kit/model/field.ts'
import type { AnyResource, Row } from '../../../kit/model/resource.ts'
import { cbdkxx, cbht, djb, djb_cbf, djb_jtcy } from '../../definitions/cbht.ts'
import { cbjyqz } from '../../definitions/cbjyqz.ts'
import { dk } from '../../definitions/dk.ts'
import { fbf } from '../../definitions/fbf.ts'
import { toMetres, zoneAt, zoneOfEpsg } from '../../geometry/crs.ts'
import { parseWkt, type Position } from '../../../kit/model/wkt.ts'

/** What a text of this form calls itself; another form is another name. */
export const SCHEMA = 'book1'

/** A value of a dictionary: its key, and what the dictionary called it when the book was registered. */
export type CodedValue = { readonly code: string; readonly text: string }
/** Values by name of field; what is absent has no name here. Dates yyyy-MM-dd, areas decimal text. */
export type Part = Readonly<Record<string, string | CodedValue>>
/** A point of a ring: metres east and north in the zone of the county (3 digits), and the number of its boundary point where it has one. */
export type RingPoint = readonly [x: string, y: string, jzdh?: string]
export interface BookLine {
  readonly values: Part
  /** outer ring first, each closed; none where nothing was drawn */
  readonly rings: readonly (readonly RingPoint[])[]
}
/** The content of a book. */
export interface Book1 {
  readonly schema: typeof SCHEMA
  /** `zone`: number of its 3-degree zone, '' where nothing tells */
  readonly county: { readonly code: string; readonly name: string; readonly zone: string }
  /** issuing government */
  readonly fzjg: string
  /** entry and terms; `prevCbqxz` where the book renews a term that was not past */
  readonly book: Part
  readonly contract: Part
  readonly certificate: Part
  readonly issuer: Part
  readonly holder: Part
  /** in the order in which they print */
  readonly members: readonly Part[]
  /** by dkbm */
  readonly lines: readonly BookLine[]
  /** source papers */
  readonly sources: readonly Readonly<Record<string, string>>[]
}

/** Texts of dictionaries by code and key. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>
type Values = Readonly<Record<string, unknown>>
/** Rows that a book is made of, as the register has them. */
export interface BookParts {
  county: { code: string; name: string; epsg: number }
  book: Values
  contract?: Values | undefined
  certificate?: Values | undefined
  issuer?: Values | undefined
  holder?: Values | undefined
  members: readonly Values[]
  /** `geom`: WKT in degrees */
  lines: readonly { line: Values; parcel?: Values | undefined; geom?: string | null; points: readonly BookBoundaryPoint[] }[]
  sources: readonly Values[]
  /** what the paper says and no row keeps */
  given?: BookInput | undefined
}
/** A boundary point as its table has it: north, east (with or without the number of the zone), number. */
export interface BookBoundaryPoint {
  xzbz: string | null
  yzbz: string | null
  jzdh: string | null
}
/** What the entry that makes a book tells of it and no row keeps: the writer hands it in. */
export interface BookInput {
  /** end of the term before a renewal, yyyy-MM-dd, while it is not past */
  prevCbqxz?: string
  /** issuing government as on the paper */
  fzjg?: string
  /** parcels that the entry corrects together with the book: of others a new edition keeps what the former one says */
  corrected?: readonly string[]
  /** further source papers */
  sources?: readonly Readonly<Record<string, string>>[]
}

interface Named {
  readonly of: AnyResource
  readonly names: readonly string[]
}
const part = <T extends AnyResource>(of: T, ...names: readonly (keyof Row<T> & string)[]): Named => ({ of, names })
/** What each part of a book keeps of its row. A name that is added here changes the books of tomorrow and none of yesterday. */
export const PARTS = {
  book: part(
    djb,
    ...(['cbjyqzbm', 'version', 'djlx', 'djxl', 'djsj', 'dbr', 'djbfj', 'ycbjyqzbh', 'cbjyqzlsh', 'fbfbm', 'fbfmc', 'cbfbm', 'cbfmc', 'cbfzjhm'] as const),
    ...(['cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'htzmjm', 'htzmj', 'cbdkzs', 'cbfcysl', 'dksyt'] as const),
  ),
  contract: part(
    cbht,
    ...(['cbhtbm', 'version', 'htlx', 'htxlh', 'ycbhtbm', 'cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'qdsj'] as const),
    ...(['htzmjm', 'htzmj', 'yhtzmjm', 'yhtzmj', 'cbdkzs', 'fileHash'] as const),
  ),
  certificate: part(cbjyqz, 'cbjyqzbm', 'cbjyqzlsh', 'bznf', 'fzjg', 'fzrq'),
  issuer: part(fbf, 'fbfbm', 'fbfmc', 'tyshxydm', 'syqxz', 'fbffzrxm', 'fzrzjlx', 'fzrzjhm', 'lxdh', 'fbfdz', 'yzbm'),
  holder: part(djb_cbf, 'cbfbm', 'cbflx', 'cbfmc', 'dwmc', 'cbfzjlx', 'cbfzjhm', 'cbfdz', 'yzbm', 'lxdh'),
  member: part(djb_jtcy, 'sort', 'cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'sfgyr', 'cybz', 'cybzsm'),
  line: part(cbdkxx, 'dkbm', 'dkmc', 'cbjyqqdfs', 'htmjm', 'htmj', 'yhtmjm', 'yhtmj', 'scmjm', 'scmj', 'sfqqqg', 'lzhtbm'),
  // a line's own values win over those of its parcel
  parcel: part(
    dk,
    ...(['dkmc', 'syqxz', 'dklb', 'tdlylx', 'dldj', 'tdyt', 'sfjbnt', 'dkdz', 'dkxz', 'dknz', 'dkbz', 'zjrxm', 'dkbzxx', 'yhtmjm', 'scmjm', 'scmj'] as const),
  ),
} as const satisfies Record<string, Named>
const fieldOf = ({ of }: Named, name: string): Field | undefined => of.fields[name]
/** Dictionaries whose texts a book keeps. */
export const BOOK_DICTIONARIES: readonly string[] = [...new Set(Object.values(PARTS).flatMap((p) => p.names.flatMap((n) => fieldOf(p, n)?.dict ?? [])))].sort()

/** What the text can hold. */
export type Canonical = string | readonly Canonical[] | { readonly [name: string]: Canonical }
/** @returns a structure of strings in the form of RFC 8785; throws for anything else, and for text that is no Unicode */
export function canonical(v: Canonical): string {
  if (typeof v === 'string') {
    if (!v.isWellFormed()) throw new TypeError('a lone surrogate has no canonical form')
    return JSON.stringify(v)
  }
  if (Array.isArray(v)) return `[${v.map(canonical).join(',')}]`
  if (typeof v !== 'object' || v === null) throw new TypeError(`only strings have a place in a book: ${typeof v}`)
  // Array.prototype.sort compares UTF-16 code units, as RFC 8785 asks
  const pairs = Object.entries(v).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${pairs.map(([name, x]) => `${canonical(name)}:${canonical(x)}`).join(',')}}`
}

const text = (v: unknown): string => (v === null || v === undefined ? '' : String(v))
/** Text of a database that no Unicode text may hold is replaced, as its file encoders do: a book must have a form. */
const clean = (v: unknown): string => text(v).toWellFormed()
function kept(p: Named, row: Values | undefined, texts: Texts): Part {
  const out: Record<string, string | CodedValue> = {}
  for (const name of p.names) {
    const v = clean(row?.[name])
    if (v === '') continue
    const code = fieldOf(p, name)?.dict
    // a key that its dictionary lacks stands for itself
    out[name] = code ? { code: v, text: clean(texts[code]?.[v] ?? v) } : v
  }
  return out
}

/** yhzgx of the head: 01 本人, 02 户主. Source: GB/T 4761. */
const HEADS = ['01', '02']
/** @returns members as they print: the representative (or, without one, the head) first, the others by birthday, unknown birthdays last */
export function printedOrder<T extends { cyzjhm?: unknown; yhzgx?: unknown }>(members: readonly T[], holder: { cbfzjhm?: unknown }): T[] {
  const representative = members.find((m) => text(m.cyzjhm) !== '' && text(m.cyzjhm) === text(holder.cbfzjhm))
  const first = representative ?? members.find((m) => HEADS.includes(text(m.yhzgx)))
  const birthday = (m: T) => {
    const day = text(m.cyzjhm).slice(6, 14)
    return m === first ? '0' : /^\d{8}$/.test(day) && isDay(day) ? day : '9'
  }
  return [...members].sort((a, b) => (birthday(a) < birthday(b) ? -1 : birthday(a) > birthday(b) ? 1 : 0))
}

function polygons(wkt: string | null | undefined): Position[][] {
  if (!wkt || !/^(MULTI)?POLYGON/.test(wkt)) return []
  const g = parseWkt(wkt)
  return g.type === 'POLYGON' ? g.coordinates : g.type === 'MULTIPOLYGON' ? g.coordinates.flat() : []
}
/** Metres within which a vertex is its boundary point. */
const SAME_PLACE = 0.005
const ZONE_NUMBER = 1_000_000
function ringsOf(wkt: string | null | undefined, zone: number, points: readonly BookBoundaryPoint[]): RingPoint[][] {
  const marks = points.flatMap(({ xzbz, yzbz, jzdh }) => (xzbz && yzbz && jzdh ? [{ x: Number(yzbz) % ZONE_NUMBER, y: Number(xzbz), jzdh: clean(jzdh) }] : []))
  return polygons(wkt).map((ring) =>
    ring.map((p): RingPoint => {
      const [x, y] = toMetres(p, zone)
      const mark = marks.find((m) => Math.abs(m.x - x) <= SAME_PLACE && Math.abs(m.y - y) <= SAME_PLACE)
      return mark ? [x.toFixed(3), y.toFixed(3), mark.jzdh] : [x.toFixed(3), y.toFixed(3)]
    }),
  )
}

/** The zone of the county, else that of the first parcel that was drawn. */
function zoneOfBook({ county, lines }: BookParts): number | undefined {
  const stated = zoneOfEpsg(county.epsg)
  if (stated) return stated
  for (const { geom } of lines) {
    const lon = polygons(geom)[0]?.[0]?.[0]
    const zone = lon === undefined ? undefined : zoneAt(lon)
    if (zone !== undefined) return zone
  }
  return undefined
}

/** @returns the content of a book from its rows and the texts of the dictionaries as they are now */
export function makeBook1(parts: BookParts, texts: Texts): Book1 {
  const { county, book, given } = parts
  const zone = zoneOfBook(parts)
  const holder = parts.holder ?? { cbfbm: book.cbfbm, cbfmc: book.cbfmc, cbfzjhm: book.cbfzjhm }
  // the name under which the issuer registered: a later one does not change the book
  const issuer = { fbfbm: book.fbfbm, ...parts.issuer, ...(text(book.fbfmc) === '' ? {} : { fbfmc: book.fbfmc }) }
  return {
    schema: SCHEMA,
    county: { code: county.code, name: clean(county.name), zone: zone ? String(zone) : '' },
    fzjg: clean(given?.fzjg ?? (text(parts.certificate?.fzjg) || (county.name ? `${county.name}人民政府` : ''))),
    book: { ...kept(PARTS.book, book, texts), ...(given?.prevCbqxz ? { prevCbqxz: given.prevCbqxz } : {}) },
    contract: kept(PARTS.contract, parts.contract, texts),
    certificate: kept(PARTS.certificate, parts.certificate, texts),
    issuer: kept(PARTS.issuer, issuer, texts),
    holder: kept(PARTS.holder, holder, texts),
    members: printedOrder(parts.members, holder).map((m) => kept(PARTS.member, m, texts)),
    lines: parts.lines
      .toSorted((a, b) => (text(a.line.dkbm) < text(b.line.dkbm) ? -1 : text(a.line.dkbm) > text(b.line.dkbm) ? 1 : 0))
      .map(({ line, parcel, geom, points }) => ({
        values: { ...kept(PARTS.parcel, parcel, texts), ...kept(PARTS.line, line, texts) },
        rings: zone ? ringsOf(geom, zone, points) : [],
      })),
    sources: [...parts.sources, ...(given?.sources ?? [])].map((s) =>
      Object.fromEntries(Object.entries(s).flatMap(([n, v]) => (text(v) === '' ? [] : [[n, clean(v)]]))),
    ),
  }
}

/**
 * @returns the next edition of a book: what its own rows say is new, what it says of issuer, county and parcels stays as registered, but of the parcels that
 * were corrected with it
 */
export function reviseBook1(before: Book1, made: Book1, { fzjg, corrected = [], sources = [] }: BookInput): Book1 {
  const known = new Map(before.lines.map((l) => [wordIn(l.values, 'dkbm'), l]))
  const { fbfmc } = made.issuer
  return {
    ...made,
    county: before.county,
    fzjg: fzjg ?? before.fzjg,
    book: { ...(before.book.prevCbqxz ? { prevCbqxz: before.book.prevCbqxz } : {}), ...made.book },
    issuer: fbfmc ? { ...before.issuer, fbfmc } : before.issuer,
    lines: made.lines.map((l) => {
      const dkbm = wordIn(l.values, 'dkbm'),
        was = known.get(dkbm)
      if (!was || corrected.includes(dkbm)) return l
      const own = Object.entries(l.values).filter(([n]) => (PARTS.line.names as readonly string[]).includes(n))
      return { values: { ...was.values, ...Object.fromEntries(own) }, rings: was.rings }
    }),
    sources: [...before.sources, ...sources],
  }
}

/** @returns the text of a book; the same content gives the same text */
export const textOfBook = ({ county, lines, ...rest }: Book1): string =>
  canonical({
    ...rest,
    county: { ...county },
    lines: lines.map(({ values, rings }) => ({ rings: rings.map((r) => r.map((p) => [...p].filter((t) => t !== undefined))), values })),
  })

/** @returns the content that a text holds; throws for a text of another form */
export function readBook1(frozen: string): Book1 {
  const read = JSON.parse(frozen) as Book1
  if (read?.schema !== SCHEMA) throw new TypeError(`the content of a book is not of the form ${SCHEMA}`)
  return read
}

/** @returns values as rows have them: keys of dictionaries, without their texts */
export const bookKeys = (p: Part): Record<string, string> => Object.fromEntries(Object.entries(p).map(([n, v]) => [n, typeof v === 'string' ? v : v.code]))
/** @returns what one value is called: a dictionary's text, else the value; '' where it is absent */
export const wordIn = (p: Part, name: string): string => {
  const v = p[name]
  return v === undefined ? '' : typeof v === 'string' ? v : v.text
}
/** @returns the texts of dictionaries that a book keeps, by code and key */
export function textsOf(b: Book1): Texts {
  const out: Record<string, Record<string, string>> = {}
  const take = (named: readonly Named[], p: Part) => {
    for (const [name, v] of Object.entries(p)) {
      if (typeof v === 'string') continue
      const code = named.flatMap((n) => fieldOf(n, name)?.dict ?? [])[0]
      if (code) (out[code] ??= {})[v.code] = v.text
    }
  }
  for (const name of ['book', 'contract', 'certificate', 'issuer', 'holder'] as const) take([PARTS[name]], b[name])
  for (const m of b.members) take([PARTS.member], m)
  for (const l of b.lines) take([PARTS.line, PARTS.parcel], l.values)
  return out
}
