// The balanced book of contracted land: what a region had under contract on one day, what came and went, and what it has on a later one. Pure. Source: statistics.md 1, 4.
import { both as w, type Text } from '../../kit/model/lang.ts'

/** How land comes under contract or leaves it; `within` stays under contract and changes its holder alone. */
export const LAND_WAYS = {
  imported: w('数据入库', 'Packages'),
  first: w('新增承包', 'Newly contracted'),
  movedIn: w('其他区域转入', 'From other regions'),
  movedOut: w('转至其他区域', 'To other regions'),
  reserve: w('退回集体', 'Returned to the collective'),
  state: w('征收征用', 'Expropriated'),
  lost: w('灭失', 'Lost'),
  measured: w('面积变化', 'Measured anew'),
  rounding: w('分割尾差', 'Rounding of cuts'),
  corrected: w('勘误', 'Corrections'),
  within: w('承包方之间流动', 'Between contractors'),
} as const satisfies Record<string, Text>
export type LandWay = keyof typeof LAND_WAYS

/** Land that one cause put under a contract of somebody or took from it on a day; areas in hundredths of a mu. Of a package the sums alone. */
export interface LandEvent {
  day: string
  kind: string
  cause: string
  dkbm: string
  cbfbm: string
  got: number
  gave: number
}
/** A parcel as it stood from a day to another (its end is not in it): whether it is valid, its category and the parcels it came from. */
export interface ParcelPiece {
  dkbm: string
  from: string
  to: string
  zt: string | null
  dklb: string | null
  parents: readonly string[]
}
export interface LandFacts {
  pieces: readonly ParcelPiece[]
  /** parcels that were under a contract outside the region before a day, or are from it on: `day dkbm` */
  before: ReadonlySet<string>
  after: ReadonlySet<string>
}
/** What one cause did to a parcel and its pieces. */
export interface LandRow {
  day: string
  kind: string
  cause: string
  dkbm: string
  /** who lost land of it and who got some */
  from: readonly string[]
  to: readonly string[]
  got: number
  gave: number
  way: LandWay
}
/** Category of land that the state has taken, of the reserve; and a row that has ended. Source: codes.md (dklb, zt). */
const [STATE, ENDED] = ['99', '2']

const standing = (pieces: readonly ParcelPiece[], day: string) => pieces.find((p) => p.from <= day && day < p.to)
/** What became of a parcel that is under no contract any more. */
function fateOf(piece: ParcelPiece | undefined): LandWay {
  if (!piece || piece.zt === ENDED) return 'lost'
  return piece.dklb === STATE ? 'state' : 'reserve'
}
/** Each difference of land by its cause: pieces of one parcel are one. */
export function landRows(events: readonly LandEvent[], facts: LandFacts): LandRow[] {
  const byCode = Map.groupBy(facts.pieces, (p) => p.dkbm)
  const children = new Map<string, Set<string>>()
  for (const p of facts.pieces) for (const parent of p.parents) children.set(parent, (children.get(parent) ?? new Set()).add(p.dkbm))
  const parentsOf = (dkbm: string) => byCode.get(dkbm)?.[0]?.parents ?? []
  return [...Map.groupBy(events, (e) => `${e.day} ${e.kind} ${e.cause}`).values()].flatMap((of) => {
    const left = new Set(of.filter((e) => e.gave > 0).map((e) => e.dkbm))
    // a piece belongs to the parcel that was cut, parcels that were joined to the first of them
    const rootOf = (dkbm: string): string => {
      const parent = parentsOf(dkbm).find((p) => left.has(p))
      if (parent) return parentsOf(dkbm)[0]!
      const joined = [...(children.get(dkbm) ?? [])].map((c) => parentsOf(c)).find((p) => p.length > 1)
      return joined ? joined[0]! : dkbm
    }
    return [...Map.groupBy(of, (e) => (e.dkbm ? rootOf(e.dkbm) : '')).entries()].map(([dkbm, parts]): LandRow => {
      const got = parts.reduce((n, e) => n + e.got, 0)
      const gave = parts.reduce((n, e) => n + e.gave, 0)
      const holders = (sign: 1 | -1) =>
        [...Map.groupBy(parts, (e) => e.cbfbm)].flatMap(([c, e]) => (c && Math.sign(e.reduce((n, x) => n + x.got - x.gave, 0)) === sign ? [c] : []))
      const { day, kind, cause } = of[0]!
      return { day, kind, cause, dkbm, from: holders(-1), to: holders(1), got, gave, way: wayOf({ day, kind, dkbm, got, gave, parts }) }
    })
  })
  function wayOf(o: { day: string; kind: string; dkbm: string; got: number; gave: number; parts: readonly LandEvent[] }): LandWay {
    const net = o.got - o.gave
    if (o.kind === 'import') return 'imported'
    if (net === 0) return 'within'
    if (o.kind === 'correction') return 'corrected'
    const key = `${o.day} ${o.dkbm}`
    if (o.gave === 0) return facts.before.has(key) ? 'movedIn' : 'first'
    if (o.got === 0 && facts.after.has(key)) return 'movedOut'
    const named = new Set(o.parts.map((e) => e.dkbm))
    const cut = [...(children.get(o.dkbm) ?? [])].filter((c) => !named.has(c))
    const bare = cut.flatMap((c) => standing(byCode.get(c) ?? [], o.day) ?? [])
    if (o.got === 0) return fateOf(bare[0] ?? standing(byCode.get(o.dkbm) ?? [], o.day))
    if (net < 0 && bare[0]) return fateOf(bare[0])
    return named.size > 1 && Math.abs(net) <= named.size ? 'rounding' : 'measured'
  }
}

/** Land that came or went in a way, in hundredths of a mu, and by how many causes and parcels. */
export interface WaySum {
  way: LandWay
  mu: number
  n: number
}
export interface LandBalance {
  came: WaySum[]
  went: WaySum[]
  /** what stayed under contract and changed its holder */
  within: WaySum
  /** opening + came − went − closing: nothing where each difference has its cause */
  difference: number
}
/** The book between two days: opening + what came − what went = closing; areas in hundredths of a mu. */
export function balanced(opening: number, closing: number, rows: readonly LandRow[]): LandBalance {
  const sums = (sign: 1 | -1) =>
    (Object.keys(LAND_WAYS) as LandWay[]).flatMap((way): WaySum[] => {
      const of = way === 'within' ? [] : rows.filter((r) => r.way === way && Math.sign(r.got - r.gave) === sign)
      return of.length ? [{ way, mu: of.reduce((n, r) => n + sign * (r.got - r.gave), 0), n: of.length }] : []
    })
  const [came, went] = [sums(1), sums(-1)]
  const moved = rows.filter((r) => r.way === 'within' && r.from.length + r.to.length > 0)
  const all = (list: readonly WaySum[]) => list.reduce((n, x) => n + x.mu, 0)
  return {
    came,
    went,
    within: { way: 'within', mu: moved.reduce((n, r) => n + r.got, 0), n: moved.length },
    difference: opening + all(came) - all(went) - closing,
  }
}
