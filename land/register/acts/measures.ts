// Areas of an entry: those of a parcel and of a line fit each other in both units, pieces measure what was cut or joined, and what changes hands stays the same
// to 0.01 mu a line. Source: acts.md 6. Pure.
import { hundredths, ofHundredths } from '../../../kit/model/decimal.ts'
import { compare, m2, mu, toMu, within } from '../../definitions/area.ts'
import type { Problem } from '../../../kit/model/problem.ts'
import { sharesBeyond } from '../../definitions/contract-area.ts'
import type { Line } from './acts.ts'
import { MOVES, actsNamed, SHARED, staying, type Facts } from './balance-facts.ts'
import { QSZT } from '../../definitions/statuses.ts'
import type { LineRow } from './found.ts'
import { registerProblems } from './problems.ts'

/** Category of land that the state took. */
const STATE = '99'

/** m² and mu of a parcel say the same to 0.01 mu. */
export const measured = ({ entry, found }: Facts): Problem[] => {
  const fits = (dkbm: string, fields: { scmj?: string | null; scmjm?: string | null }) =>
    !fields.scmj || !fields.scmjm || within(toMu(m2(fields.scmj)), mu(fields.scmjm), 1) ? [] : [registerProblems.measures({ code: dkbm })]
  return [
    ...actsNamed(entry, 'newParcel').flatMap((a) => fits(a.dkbm, a.fields)),
    ...actsNamed(entry, 'setParcel').flatMap((a) => fits(a.dkbm, { ...found.parcels.get(a.dkbm), ...a.fields })),
    ...actsNamed(entry, 'replaceParcels').flatMap((a) => a.children.flatMap((c) => fits(c.dkbm, c.fields))),
  ]
}
/** The contract area of a line is more than nothing, and the same in both units. */
export const lineAreas = ({ books }: Facts): Problem[] =>
  books.flatMap((b) =>
    b.lines.flatMap((l) =>
      within(toMu(m2(l.htmj)), mu(l.htmjm), 1) && compare(mu(l.htmjm), mu('0')) > 0 ? [] : [registerProblems.lineArea({ code: l.dkbm })],
    ),
  )

/** What a parcel measures after the entry, m². */
function measureOf({ entry, found }: Facts, dkbm: string): string | null | undefined {
  const made = [...actsNamed(entry, 'newParcel'), ...actsNamed(entry, 'replaceParcels').flatMap((a) => a.children), ...actsNamed(entry, 'setParcel')].filter(
    (a) => a.dkbm === dkbm,
  )
  return made.findLast((a) => a.fields?.scmj)?.fields?.scmj ?? found.parcels.get(dkbm)?.scmj
}
/** The shares of a parcel are together no more than the parcel; what was more already (imported) may stay or become less, in fewer hands too. */
export function shares(f: Facts): Problem[] {
  const { found, books, ended } = f
  const fresh = books.flatMap((b) => b.lines).filter((l) => l.sfqqqg === SHARED)
  return [...new Set(fresh.map((l) => l.dkbm))].flatMap((dkbm) => {
    const scmj = measureOf(f, dkbm)
    const stays = staying(f).filter((l) => l.dkbm === dkbm)
    const leaves = found.lines.filter((l) => l.qszt === QSZT.current && ended.has(l.djbId!) && l.dkbm === dkbm)
    const after = [...stays, ...fresh.filter((l) => l.dkbm === dkbm)]
    const isMore = total(after.map((l) => l.htmj)) > total([...stays, ...leaves].map((l) => l.htmj))
    return isMore && sharesBeyond(after, scmj) > 0n ? [registerProblems.shares({ dkbm, scmj: scmj! })] : []
  })
}

const total = (areas: readonly (string | null | undefined)[]): bigint => areas.reduce((s, v) => s + hundredths(v ?? '0'), 0n)
const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** Pieces measure what was cut or joined: within 0.1 m² a piece or one thousandth (I14). */
export const pieces = ({ entry, found }: Facts): Problem[] =>
  actsNamed(entry, 'replaceParcels').flatMap(({ parents, children }) => {
    const before = total(parents.map((dkbm) => found.parcels.get(dkbm)?.scmj))
    const apart = distance(before, total(children.map((c) => c.fields.scmj)))
    const least = 10n * BigInt(children.length)
    const most = before / 1000n > least ? before / 1000n : least
    return apart > most ? [registerProblems.pieces({ n: ofHundredths(apart) })] : []
  })

/**
 * Contract areas (mu) before = after + what left − what came, ± 0.01 mu a line. What leaves says so by an act on its parcel, by the end of its right, or
 * stays a share of others; parcels of which a piece leaves, and entries that correct a survey, are left out. Entries other than moves may change the
 * areas of their lines by decision, but lose none.
 */
export function areas(f: Facts): Problem[] {
  const { entry, found, books, ended } = f
  if (books.length === 0 || actsNamed(entry, 'setParcel').some((a) => a.bgfs === '0' || a.bgfs === '50')) return []
  const before = found.lines.filter((l) => l.qszt === QSZT.current && ended.has(l.djbId!))
  const after: Line[] = books.flatMap((b) => b.lines)
  const now = new Set(after.map((l) => l.dkbm))
  const had = new Set(before.map((l) => l.dkbm))
  const cuts = actsNamed(entry, 'replaceParcels')
  const parted = cuts.filter((c) => c.children.some((x) => x.fate || !now.has(x.dkbm)))
  const apart = new Set(parted.flatMap((c) => [...c.parents, ...c.children.map((x) => x.dkbm)]))
  const parents = new Set(cuts.flatMap((c) => c.parents))
  const children = new Set(cuts.flatMap((c) => c.children.map((x) => x.dkbm)))
  const rightEnded = new Set(actsNamed(entry, 'endBook').flatMap((a) => (a.qszt === QSZT.ended ? [a.djbId] : [])))
  const leaves = actsNamed(entry, 'setParcel').filter((a) => a.bgfs === '51' || a.fields?.dklb === STATE)
  const freed = new Set([...leaves, ...actsNamed(entry, 'endParcel')].map((a) => a.dkbm))
  const others = new Set(staying(f).map((l) => l.dkbm))
  const left = (l: LineRow) => !now.has(l.dkbm!) && !parents.has(l.dkbm!)
  const isAccounted = (l: LineRow) => freed.has(l.dkbm!) || others.has(l.dkbm) || (rightEnded.has(l.djbId!) && !books.some((b) => MOVES.includes(b.djxl)))
  if (!books.every((b) => MOVES.includes(b.djxl))) {
    const lost = total(before.filter((l) => left(l) && !isAccounted(l)).map((l) => l.htmjm))
    return lost > 0n ? [registerProblems.area({ n: ofHundredths(lost) })] : []
  }
  const stays = before.filter((l) => !apart.has(l.dkbm!) && !(left(l) && isAccounted(l)))
  const comes = after.filter((l) => !apart.has(l.dkbm) && (had.has(l.dkbm) || children.has(l.dkbm)))
  const difference = distance(total(stays.map((l) => l.htmjm)), total(comes.map((l) => l.htmjm)))
  const lines = BigInt(Math.max(stays.length, comes.length))
  return difference > lines ? [registerProblems.area({ n: ofHundredths(difference) })] : []
}
