// What an access message says of a finished business: rows with what was done to them. Pure. Source: data-format.md 13; codes.md 5.1.
import type { MessageContent, MessageObject, MessageValue } from '../push/message.ts'
import { WITH_ORIGINAL, type AccessElement, type AccessMessage } from './access.ts'
import { standardColumnNames, type LayerName, type StagedTable } from '../../land/definitions/national/format.ts'

/** CZFS: what was done to a row. */
const OP = { none: '01', added: '02', changed: '03', removed: '04' } as const
/** The coordinates of SHP. */
const DEGREES =
  'GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000",SPHEROID["CGCS2000",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'

/** Tables of the standard that a message speaks of. Source: data-format.md 5. */
type Table = Extract<LayerName | StagedTable, 'FBF' | 'CBF' | 'CBF_JTCY' | 'DK' | 'JZD' | 'JZX' | 'CBDKXX' | 'CBHT' | 'CBJYQZDJB'>

const leaf = (v: MessageValue | undefined): string | number | null => (v === undefined || v === null || typeof v === 'object' ? null : v)
const str = (v: MessageValue | undefined): string => String(leaf(v) ?? '')
const cells = (table: Table, row: MessageObject): AccessElement[] => standardColumnNames(table).map((n) => [n, leaf(row[n.toLowerCase()])])
const joined = (list: readonly string[]): string => [...new Set(list.filter(Boolean))].join(';')

/** Rows before a business and after it. */
export interface BoundarySides {
  before: readonly MessageObject[]
  after: readonly MessageObject[]
}
/** The ground of a business: parcels as they stood before it, points and lines on both sides; each with its shape (wkt, degrees). */
export interface GroundSides {
  parcels: readonly MessageObject[]
  points: BoundarySides
  lines: BoundarySides
}

/** Rows of one table on both sides. */
interface Sides extends BoundarySides {
  table: Table
  key: readonly string[]
  /** the element of what has a shape: its row stands inside, and its shape beside it */
  drawn?: string
}
/** Each row with what was done to it: what was in the first list, what is and what is no more in the second. */
function compared({ table, key, before, after, drawn }: Sides): [original: AccessElement[], change: AccessElement[]] {
  const name = (r: MessageObject) => key.map((k) => str(r[k])).join(' ')
  const body = (r: MessageObject): AccessElement[] =>
    drawn
      ? [
          [table, cells(table, r)],
          ['SHP', leaf(r.wkt)],
        ]
      : cells(table, r)
  const says = (r: MessageObject) => JSON.stringify(body(r))
  const [was, is] = [new Map(before.map((r) => [name(r), r])), new Map(after.map((r) => [name(r), r]))]
  const row = (op: string, r: MessageObject): AccessElement => [drawn ?? table, [['CZFS', op], ...body(r)]]
  const gone = [...was].filter(([k]) => !is.has(k)).map(([, r]) => r)
  return [
    [...was.values()].map((r) => row(OP.none, r)),
    [...[...is].map(([k, r]) => row(!was.has(k) ? OP.added : says(was.get(k)!) === says(r) ? OP.none : OP.changed, r)), ...gone.map((r) => row(OP.removed, r))],
  ]
}

const linesOf = (books: readonly MessageObject[]): MessageObject[] =>
  books.flatMap((b) => ((b.parcels as readonly MessageObject[] | undefined) ?? []).map((l): MessageObject => ({ ...l, cbjyqzbm: b.cbjyqzbm ?? null })))
/** Rows of one side, with the codes that a book stands for. */
const sideOf = (list: readonly MessageObject[], side: 'before' | 'after', code: string): MessageObject[] =>
  list.filter((r) => r.side === side).map((r) => ({ ...r, fbfbm: r.fbfbm ?? str(r[code]).slice(0, 14), cbfbm: r.cbfbm ?? str(r[code]).slice(0, 18) }))

/** A parcel with its shape, its former codes and who held it before. */
function parcelOf(c: MessageContent, p: MessageObject, op: string): AccessElement {
  const former = linesOf(c.before).find((l) => l.dkbm === p.dkbm)
  const lineage = Array.isArray(p.ydkbm) ? p.ydkbm.map((v: MessageValue) => str(v)) : []
  return [
    'CBDK',
    [
      ['CZFS', op],
      ['YDKBM', joined(lineage)],
      ['YCBFBM', leaf(former?.cbfbm)],
      ['DK', cells('DK', p)],
      ['SHP', leaf(p.wkt)],
      ['TYZB', p.wkt ? DEGREES : null],
    ],
  ]
}
/** What has no number of its own, as lines of some packages, is known by its row. */
const numbered = (list: readonly MessageObject[], number: string): MessageObject[] => list.map((r) => ({ ...r, mark: r[number] ?? r.id ?? null }))
/** Everything that stood before and everything that stands now. */
function data(c: MessageContent, g: GroundSides): [AccessElement[], AccessElement[]] {
  const boundary = (table: 'JZD' | 'JZX', number: string, { before, after }: BoundarySides): Sides => {
    return { table, drawn: `DK${table}`, key: ['fbfbm', 'mark'], before: numbered(before, number), after: numbered(after, number) }
  }
  const tables: Sides[] = [
    boundary('JZD', 'jzdh', g.points),
    boundary('JZX', 'jzxh', g.lines),
    { table: 'CBF', key: ['cbfbm'], before: sideOf(c.parties.cbf, 'before', 'cbjyqzbm'), after: sideOf(c.parties.cbf, 'after', 'cbjyqzbm') },
    {
      table: 'CBF_JTCY',
      key: ['cbfbm', 'cyzjhm', 'cyxm'],
      before: sideOf(c.parties.members, 'before', 'cbjyqzbm'),
      after: sideOf(c.parties.members, 'after', 'cbjyqzbm'),
    },
    { table: 'CBDKXX', key: ['cbfbm', 'dkbm'], before: linesOf(c.before), after: linesOf(c.after) },
    { table: 'CBHT', key: ['cbhtbm'], before: sideOf(c.contract, 'before', 'cbhtbm'), after: sideOf(c.contract, 'after', 'cbhtbm') },
    { table: 'CBJYQZDJB', key: ['cbjyqzbm'], before: c.before, after: c.after },
  ]
  const sides = tables.map(compared)
  const issuer: AccessElement[] = c.parties.fbf ? [['FBF', [['CZFS', OP.none], ...cells('FBF', c.parties.fbf)]]] : []
  // a parcel of which the register tells nothing older stood as it stands
  const stood = c.parcels.filter((p) => p.op !== OP.added).map((p) => g.parcels.find((was) => was.dkbm === p.dkbm) ?? p)
  return [
    [...issuer, ...stood.map((p) => parcelOf(c, p, OP.none)), ...sides.flatMap(([was]) => was)],
    [...issuer, ...c.parcels.map((p) => parcelOf(c, p, str(p.op))), ...sides.flatMap(([, is]) => is)],
  ]
}

const codes = (prefix: string, books: readonly MessageObject[], names: readonly string[]): AccessElement[] =>
  names.map((n) => [`${prefix}${n}`, joined(books.map((b) => str(n === 'CBFBM' ? b.cbfbm : n === 'FBFBM' ? b.fbfbm : b.cbjyqzbm)))])
const OF_BOOK = ['CBFBM', 'CBHTBM', 'CBJYQZBM'] as const
/** A book with the codes of its parcels, as an element of its own. */
const group = (name: string, b: MessageObject, names: readonly string[]): AccessElement => [
  name,
  [...codes('', [b], names), ['DKBM', joined(linesOf([b]).map((l) => str(l.dkbm)))]],
]
/** Parcels that went from one holder to another, by their books. */
function moves(c: MessageContent): { dkbm: string; from: MessageObject; to: MessageObject }[] {
  const holder = (books: readonly MessageObject[], dkbm: string) => books.find((b) => linesOf([b]).some((l) => str(l.dkbm) === dkbm))
  return linesOf(c.after).flatMap((l) => {
    const [from, to] = [holder(c.before, str(l.dkbm)), holder(c.after, str(l.dkbm))]
    return from && to && from.cbfbm !== to.cbfbm ? [{ dkbm: str(l.dkbm), from, to }] : []
  })
}
/** What BUSINESS_DATA says beyond the usual, by the kind of the message. */
function extension(kind: string, c: MessageContent, day: string): AccessElement[] {
  const books = c.after.length ? c.after : c.before
  const moved = moves(c)
  const [given, taken] = [moved.map((m) => m.from), moved.map((m) => m.to)]
  if (kind === '102')
    return [
      ...codes('ZC', given.length ? given : c.before, ['CBFBM', 'CBJYQZBM']),
      ...codes('ZR', taken.length ? taken : c.after, ['CBFBM', 'CBJYQZBM']),
      ['CBHTBM', joined(books.map((b) => str(b.cbjyqzbm)))],
      ['DKBM', joined(moved.map((m) => m.dkbm))],
    ]
  if (kind === '104') {
    const first = moved[0]?.from.cbfbm
    const side = (name: string, own: typeof moved): AccessElement => [
      name,
      [
        ['DKBM', joined(own.map((m) => m.dkbm))],
        ...codes(
          '',
          own.map((m) => m.from),
          ['FBFBM', 'CBJYQZBM', 'CBFBM'],
        ),
      ],
    ]
    return [
      side(
        'JF',
        moved.filter((m) => m.from.cbfbm === first),
      ),
      side(
        'YF',
        moved.filter((m) => m.from.cbfbm !== first),
      ),
    ]
  }
  if (kind === '105') return [...codes('FHQ', c.before, OF_BOOK), ...c.after.map((b) => group('FHHCBF', b, OF_BOOK))]
  if (kind === '106') return [...c.before.map((b) => group('HHQCBF', b, OF_BOOK)), ...c.after.map((b) => group('HHHCBF', b, OF_BOOK))]
  const own = codes('', books, OF_BOOK)
  if (kind === '107') return [...own, ['ZXYY', leaf(books[0]?.endReason) ?? leaf(books[0]?.djbfj)]]
  const event = (name: string, on: string): AccessElement => [
    name,
    [
      ['CBJYQZBM', joined(books.map((b) => str(b.cbjyqzbm)))],
      [on, day],
    ],
  ]
  if (kind === '201') return [...own, event('QZBF', 'BFRQ')]
  if (kind === '202') return [...own, event('QZHF', 'HFRQ')]
  return own
}

export interface AccessFacts {
  sender: string
  time: string
  kind: string
  guid: string
  /** code and name of the county */
  county: string
  countyName: string
  ywlsh: string
  /** number of the business before it in the county; empty for the first */
  former: string
  day: string
}
/** The whole message of a business. */
export function accessMessage(f: AccessFacts, c: MessageContent, g: GroundSides): AccessMessage {
  const [original, change] = data(c, g)
  const { sender, time, kind, guid } = f
  return {
    head: { sender, time, kind, guid },
    business: [
      ['XZQBM', f.county],
      ['XZQMC', f.countyName],
      ['YWLSH', f.ywlsh],
      ['QYWLSH', f.former],
      ['YWBLSJ', f.day],
      ['FBFBM', str((c.after[0] ?? c.before[0])?.fbfbm)],
      ...extension(kind, c, f.day),
    ],
    original: WITH_ORIGINAL.includes(kind) ? original : [],
    change,
  }
}
