/** Makes the contents of books from what was read of them, and their digests: no database, so that a thread can do it (docs/adr/0017). */

import { sha256 } from '../../../runtime/sha256.server.ts'
import { makeBook1, readBook1, reviseBook1, textOfBook, type Book1, type BookParts, type BookBoundaryPoint, type BookInput, type PARTS } from './book1.ts'

/** @returns the digest of a text of a book, as the book row, the content and the audit log keep it */
export const hashOf = (text: string): string => sha256(text)

/** What is read of books: each row says what it is, its own id, what it belongs to, and its values as text; `long` is a geometry or a text. */
export interface Piece {
  part: keyof typeof PARTS | 'link' | 'point' | 'source' | 'region' | 'word' | 'edition'
  id: string
  of: string
  row: Readonly<Record<string, string | null>>
  long: string | null
}
const number = (v: string | null | undefined) => Number(v ?? Infinity)
/** Ids grow with time and have no fixed length. */
const byId = (a: Piece, b: Piece) => a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
export type GivenById = ReadonlyMap<string, BookInput>
/** Boundary points of a parcel as an importer has just written them, by `jzdxh`, those alike in the order of their rows. */
export type PointsOf = (dkbm: string) => BookBoundaryPoint[]
/** What contents are made of: what was read of the books as one text, what an entry says of them, and points of parcels by code where an importer knows them. */
export interface ReadPieces {
  county: string
  pieces: string
  given: GivenById
  points?: ReadonlyMap<string, BookBoundaryPoint[]>
}

/** Contents of books from what was read of them. */
export function frozenContents({ county, given, points: written }: Omit<ReadPieces, 'pieces'>, pieces: readonly Piece[]): Map<string, Book1> {
  const kinds = Map.groupBy(pieces, (p) => p.part)
  const all = (part: Piece['part']) => (kinds.get(part) ?? []).toSorted(byId)
  const grouped = (part: Piece['part']) => Map.groupBy(all(part), (p) => p.of)
  const [contracts, certificates, holders, members, lines] = (['contract', 'certificate', 'holder', 'member', 'line'] as const).map(grouped) as [
    ReturnType<typeof grouped>,
    ReturnType<typeof grouped>,
    ReturnType<typeof grouped>,
    ReturnType<typeof grouped>,
    ReturnType<typeof grouped>,
  ]
  const issuers = grouped('issuer'),
    sources = grouped('source'),
    links = grouped('link')
  const parcels = new Map(all('parcel').map((p) => [p.id, p])),
    points = new Map(all('point').map((p) => [p.id, p]))
  const found = (dkbm: string): BookBoundaryPoint[] =>
    (links.get(dkbm) ?? [])
      .flatMap((l) => points.get(l.id) ?? [])
      .sort((a, b) => number(a.row.jzdxh) - number(b.row.jzdxh) || byId(a, b))
      .map(({ row: { xzbz = null, yzbz = null, jzdh = null } }) => ({ xzbz, yzbz, jzdh }))
  const pointsOf = written ? (dkbm: string) => written.get(dkbm) ?? [] : found
  const region = kinds.get('region')?.[0]?.row
  const texts: Record<string, Record<string, string>> = {}
  for (const { of, id, row } of all('word')) (texts[of] ??= {})[id] = row.dictValue ?? id
  const made = all('book').map(({ id, row }): [string, Book1] => {
    const parts: BookParts = {
      county: { code: county, name: region?.name ?? '', epsg: Number(region?.projection ?? 0) },
      book: row,
      // of several contracts the first, of several certificates the last
      contract: contracts.get(id)?.[0]?.row,
      certificate: certificates.get(id)?.at(-1)?.row,
      issuer: issuers.get(row.fbfbm ?? '')?.[0]?.row,
      holder: holders.get(id)?.[0]?.row,
      members: (members.get(id) ?? []).toSorted((a, b) => number(a.row.sort) - number(b.row.sort)).map((m) => m.row),
      lines: (lines.get(id) ?? []).map((l) => {
        const p = parcels.get(l.row.dkId ?? '')
        return { line: l.row, parcel: p?.row, geom: p?.long ?? null, points: pointsOf(l.row.dkbm ?? '') }
      }),
      sources: row.version === '1' ? (sources.get(row.cbjyqzbm ?? '') ?? []).toSorted((a, b) => (text(a) < text(b) ? -1 : 1)).map((x) => x.row) : [],
      given: given.get(id),
    }
    return [id, makeBook1(parts, texts)]
  })
  return new Map(made)
}
const text = (source: Piece) => source.row.zlfjbh ?? ''

/** The next edition of a book. */
export interface FrozenBook {
  id: string
  regionCode: string
  edition: number
  before: string | null
  sha256: string
  text: string
}
/** The editions that books get of what was read of them; a book whose content is what it was gets none. */
export function frozenIn(read: ReadPieces): FrozenBook[] {
  const { given } = read
  const pieces = JSON.parse(read.pieces) as Piece[]
  const contents = frozenContents(read, pieces)
  const editions = Map.groupBy(
    pieces.filter((p) => p.part === 'edition'),
    (p) => p.of,
  )
  const books = pieces.filter((p) => p.part === 'book').sort(byId)
  return books.flatMap(({ id, row: { regionCode, contentHash: before = null } }): FrozenBook[] => {
    const made = contents.get(id)!,
      known = (editions.get(id) ?? []).toSorted((x, y) => number(x.row.edition) - number(y.row.edition)),
      last = known.at(-1),
      // a correction that was taken back leaves its edition behind
      inForce = known.findLast((e) => hashOf(e.long!) === before) ?? last
    const text = textOfBook(inForce ? reviseBook1(readBook1(inForce.long!), made, given.get(id) ?? {}) : made)
    const sha256 = hashOf(text)
    if (sha256 === before) return []
    return [{ id, regionCode: regionCode!, edition: Number(last?.row.edition ?? 0) + 1, before, sha256, text }]
  })
}
