// What the rows of a book say otherwise than its frozen content, and what the living rows of its household and parcels say otherwise than the current book.
// Pure; read by compared.server.ts. Source: docs/adr/0017, register.md 4 ("rows stay for search and figures; the watch compares both").
import type { AnyResource } from '../../../kit/model/resource.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import { distance, edgesOf, nearestOnEdge, onEdge, type Point } from '../../geometry/shape.ts'
import { cbf } from '../../definitions/cbf.ts'
import { cbht } from '../../definitions/cbht.ts'
import { jtcy } from '../../definitions/jtcy.ts'
import { FREE_FIELDS } from '../acts/free.ts'
import { bookKeys, PARTS, type Book1, type BookLine, type Part, type RingPoint } from './book1.ts'
import { REPLAYED_MEMBER } from './replay.ts'

/** One fact that differs. `path`: where it stands, for programs; `words`: for people, without anything personal. */
export interface Disagreement {
  path: string
  words: Text
}
/** Values of a row as text, '' or absent where nothing is said. */
type Values = Readonly<Record<string, string | null | undefined>>
/** What stands beside a frozen book. */
export interface ComparedState {
  /** the content as the rows of today would make it */
  made: Book1
  /** the version is the current one: living rows must say the same */
  isCurrent: boolean
  /** what acts of the register filled into the contract and the certificate afterwards, by column */
  filled: { contract: Values; certificate: Values }
  /** whether the issuer, the household and parcels are as they were when the book was made: what of them may change by itself is not compared else */
  untouched: { issuer: boolean; household: boolean; parcels: ReadonlySet<string> }
  /** living parcels that say otherwise than their lines of what both say: `dkbm column` */
  apart: readonly string[]
  /** what the contract repeats of its book, and says otherwise */
  repeats: readonly string[]
  /** the living contractor and its members; none where the code has no valid row */
  household?: { row: Values; members: readonly Values[] } | undefined
}

/** Columns of a contract that are filled once after the registration, each by an act. Source: rulings.md 3. */
export const FILLED = ['qdsj', 'htlx', 'htxlh', 'fileHash'] as const
/** Vertices nearer than this (m) are the same: what is stored as degrees comes back to the millimetre grid. */
const SAME_VERTEX = 0.0015
const labelOf = (of: readonly AnyResource[], name: string): Text => {
  const f = of.flatMap((r) => r.fields[name] ?? [])[0]
  return f ? both(f.label, f.en ?? f.label) : both(name, name)
}
const said = (v: string | null | undefined) => v ?? ''
const valueOf = (v: Part[string] | undefined): string => (v === undefined ? '' : typeof v === 'string' ? v : v.code)

/** Names of a part whose values differ. */
const differing = (names: readonly string[], a: Part, b: Part): string[] => names.filter((n) => valueOf(a[n]) !== valueOf(b[n]))
const told = (of: readonly AnyResource[], at: string, where: Text, names: readonly string[]): Disagreement[] =>
  names.map((n) => {
    const { zh, en } = labelOf(of, n)
    return { path: `${at}.${n}`, words: both(`${where.zh}${zh}`, `${where.en}${en}`) }
  })

/** A contract or certificate: what the book says of it, and where the book says nothing what an act filled in later. */
function filledIn(content: Part, row: Part, names: readonly string[], filled: Values): string[] {
  return names.filter((n) => {
    const expected = n in filled ? said(filled[n]) : valueOf(content[n])
    return valueOf(row[n]) !== expected
  })
}

const pointOf = ([x, y]: RingPoint): Point => [Number(x), Number(y)]
/**
 * Whether a living outline is still the frozen one: every frozen vertex is there, and what was put in since lies on a frozen edge (a cut beside it puts
 * vertices into its edges, boundaries.ts). Numbers of its points are left out: two issuers may number one place.
 */
export function sameOutline(frozen: BookLine['rings'], now: BookLine['rings']): boolean {
  if (frozen.length !== now.length) return false
  return frozen.every((ring, i) => {
    const [was, is] = [ring.slice(0, -1), now[i]!.slice(0, -1)]
    const open = was.map(pointOf)
    const kept = was.every((p) => is.some((q) => distance(pointOf(p), pointOf(q)) <= SAME_VERTEX))
    const edges = edgesOf(open)
    return kept && is.every((q) => edges.some(([a, b]) => nearestOnEdge(a, b, pointOf(q)).gap <= onEdge))
  })
}
/**
 * Whether a vertex has another number than when it was frozen, or none any more because its point lies elsewhere or was taken from the parcel: of a parcel that nothing has
 * touched since. What had no number then says nothing.
 */
export function renumbered(frozen: BookLine['rings'], now: BookLine['rings']): boolean {
  const points = now.flat()
  return frozen.flat().some((p) => {
    const is = points.filter((q) => distance(pointOf(p), pointOf(q)) <= SAME_VERTEX)
    return p[2] !== undefined && is.length > 0 && is.every((q) => q[2] !== p[2])
  })
}
const codeOf = (l: BookLine) => valueOf(l.values['dkbm'])
const OUTLINE = both('图形', 'outline')
const at = (dkbm: string) => both(`地块${dkbm}`, `parcel ${dkbm}: `)

function linesDiffer(content: Book1, { made, isCurrent, untouched, apart }: ComparedState): Disagreement[] {
  const rows = new Map(made.lines.map((l) => [codeOf(l), l]))
  const missing = content.lines
    .filter((l) => !rows.has(codeOf(l)))
    .map((l) => ({ path: `lines.${codeOf(l)}`, words: both(`缺少地块${codeOf(l)}`, `parcel ${codeOf(l)} is missing`) }))
  const known = new Set(content.lines.map(codeOf))
  const more = [...rows.keys()].filter((c) => !known.has(c)).map((c) => ({ path: `lines.${c}`, words: both(`多出地块${c}`, `parcel ${c} is not in the book`) }))
  const own: readonly string[] = PARTS.line.names
  const ofParcel = PARTS.parcel.names.filter((n) => !own.includes(n))
  const each = content.lines.flatMap((l): Disagreement[] => {
    const row = rows.get(codeOf(l))
    if (!row) return []
    const free = untouched.parcels.has(codeOf(l)) ? [] : FREE_FIELDS['dk']!
    const names = [...differing(own, l.values, row.values), ...(isCurrent ? differing(ofParcel, l.values, row.values).filter((n) => !free.includes(n)) : [])]
    const moved = isCurrent && !sameOutline(l.rings, row.rings)
    return [
      ...told([PARTS.line.of, PARTS.parcel.of], `lines.${codeOf(l)}`, at(codeOf(l)), names),
      ...(!moved && isCurrent && untouched.parcels.has(codeOf(l)) && renumbered(l.rings, row.rings)
        ? [
            {
              path: `lines.${codeOf(l)}.jzdh`,
              words: both(`${at(codeOf(l)).zh}界址点号或坐标`, `${at(codeOf(l)).en}numbers or coordinates of boundary points`),
            },
          ]
        : []),
      ...(moved ? [{ path: `lines.${codeOf(l)}.rings`, words: both(`${at(codeOf(l)).zh}${OUTLINE.zh}`, `${at(codeOf(l)).en}${OUTLINE.en}`) }] : []),
    ]
  })
  const living = (isCurrent ? apart : []).flatMap((x) => {
    const [dkbm, name] = x.split(' ') as [string, string]
    return told([PARTS.parcel.of], `parcels.${dkbm}`, both(`现行地块${dkbm}`, `living parcel ${dkbm}: `), [name])
  })
  return [...missing, ...more, ...each, ...living]
}

/** Persons as lists: in their order what each says, and by their number. */
function membersDiffer(path: string, where: Text, a: readonly Values[], b: readonly Values[]): Disagreement[] {
  if (a.length !== b.length) return [{ path, words: both(`${where.zh}人数`, `${where.en}number of persons`) }]
  const text = (m: Values) => REPLAYED_MEMBER.map((n) => said(m[n])).join('\u0001')
  const left = b.map(text)
  const apart = a.flatMap((m, i) => {
    const found = left.indexOf(text(m))
    if (found >= 0) left[found] = '\u0002'
    return found >= 0 ? [] : [{ m, i }]
  })
  return apart.flatMap(({ m, i }) => {
    const other = b.find((x) => said(x['cyzjhm']) !== '' && x['cyzjhm'] === m['cyzjhm']) ?? b.find((x) => x['cyxm'] === m['cyxm'])
    const names = other ? REPLAYED_MEMBER.filter((n) => said(m[n]) !== said(other[n])) : ['cyzjhm']
    return told([jtcy], `${path}.${i + 1}`, both(`${where.zh}第${i + 1}人`, `${where.en}person ${i + 1}: `), names)
  })
}
const HOLDER = ['cbflx', 'cbfmc', 'cbfzjlx', 'cbfzjhm', 'cbfdz', 'yzbm', 'lxdh'] as const
const LIVING = both('承包方现行信息', 'living household: ')
const BOOK_MEMBERS = both('家庭成员', 'members: ')

/** What a former version of a book says like none of the editions of its content: compared with the edition that is nearest. `since`: the day from which it was true. */
export function formerDiffers(editions: readonly Book1[], row: Values, since: string): Disagreement[] {
  const apart = editions.map((e) => {
    const keys: Values = bookKeys(e.book)
    return PARTS.book.names.filter((n) => said(keys[n]) !== said(row[n]))
  })
  const [nearest = []] = apart.toSorted((a, b) => a.length - b.length)
  return told([PARTS.book.of], 'history', both(`历史版本（${since}起）`, `former version of ${since}: `), nearest)
}

/** All facts in which the rows of a book and its content differ. `content`: the edition that is in force. */
export function disagreements(content: Book1, s: ComparedState): Disagreement[] {
  const { made, isCurrent, untouched, household } = s
  const holder = bookKeys(content.holder)
  const members = content.members.map((m): Values => bookKeys(m))
  const free: readonly string[] = untouched.household ? [] : FREE_FIELDS['cbf']!
  const living =
    isCurrent && household
      ? [
          ...told(
            [cbf],
            'household',
            LIVING,
            HOLDER.filter((n) => said(holder[n]) !== said(household.row[n]) && !free.includes(n)),
          ),
          ...(household.row['cbflx'] === '1' ? membersDiffer('household.members', LIVING, members, household.members) : []),
        ]
      : []
  return [
    ...told([PARTS.book.of], 'book', both('', ''), differing(PARTS.book.names, content.book, made.book)),
    ...told([PARTS.contract.of], 'contract', both('合同', 'contract: '), filledIn(content.contract, made.contract, PARTS.contract.names, s.filled.contract)),
    ...told([cbht], 'contract', both('合同', 'contract: '), s.repeats),
    ...(isCurrent
      ? told(
          [PARTS.certificate.of],
          'certificate',
          both('权证', 'certificate: '),
          filledIn(content.certificate, made.certificate, PARTS.certificate.names, s.filled.certificate),
        )
      : []),
    ...(isCurrent && untouched.issuer
      ? told([PARTS.issuer.of], 'issuer', both('发包方', 'issuer: '), differing(PARTS.issuer.names, content.issuer, made.issuer))
      : []),
    ...told([PARTS.holder.of], 'holder', both('承包方', 'holder: '), differing(PARTS.holder.names, content.holder, made.holder)),
    ...membersDiffer(
      'members',
      BOOK_MEMBERS,
      members,
      made.members.map((m): Values => bookKeys(m)),
    ),
    ...linesDiffer(content, s),
    ...living,
  ]
}
