// What a plan could move, before the meeting decides: each alternative with what every household has then. Nothing of it is stored. Pure. Source: business-flows.md 9.2.
import { both, type Text } from '../../../kit/model/lang.ts'
import { PLAN_MODE } from '../../../land/fbf/making-plan.ts'

/** A household of the issuer: members who live, and the parcels of its contract; areas in hundredths of a mu. A share of a parcel cannot be moved alone. */
export interface HolderFacts {
  cbfbm: string
  cbfmc: string
  people: number
  lines: readonly { dkbm: string; mu: number; isShare: boolean }[]
}
export interface IssuerLand {
  holders: readonly HolderFacts[]
  /** parcels of the reserve that nobody holds */
  reserve: readonly { dkbm: string; mu: number }[]
}
/** What share of the mean area per head, in percent, makes a household one with little land, and one with much. */
export interface LandBounds {
  lower: number
  upper: number
}
export const LAND_BOUNDS: LandBounds = { lower: 50, upper: 150 }

export const ALTERNATIVES = {
  direct: both('直接延包', 'Direct extension'),
  landless: both('机动地安排无地农户', 'Reserve land to who has none'),
  small: both('小调整', 'Small adjustment'),
} as const satisfies Record<string, Text>
export type AlternativeName = keyof typeof ALTERNATIVES
const REASONS = {
  reserve: '机动地安排给无地、少地农户',
  empty: '户内已无在世成员，承包地调整给无地、少地农户',
  rich: '人均面积较多，协商调出给无地、少地农户',
} as const
export interface ProposedMove {
  dkbm: string
  fromCbfbm?: string
  toCbfbm: string
  mu: number
  reason: string
}
/** A household before and after; area per head in hundredths, null without members. */
export interface HolderOutcome {
  cbfbm: string
  cbfmc: string
  people: number
  before: number
  after: number
  perHeadBefore: number | null
  perHeadAfter: number | null
}
export interface Alternative {
  name: AlternativeName
  mode: string
  moves: ProposedMove[]
  /** households whose land changes */
  changed: HolderOutcome[]
  households: number
  people: number
  area: number
  /** households with members and without land, and members of them */
  landless: number
  landlessPeople: number
  /** of households with members */
  perHead: { mean: number; least: number; most: number }
  reserveLeft: number
}

const areaOf = (h: HolderFacts) => h.lines.reduce((n, l) => n + l.mu, 0)
const perHead = (mu: number, people: number): number | null => (people === 0 ? null : Math.round(mu / people))
const meanOf = (land: IssuerLand): number => {
  const people = land.holders.reduce((n, h) => n + h.people, 0)
  return people === 0 ? 0 : land.holders.reduce((n, h) => n + areaOf(h), 0) / people
}
interface Free {
  dkbm: string
  mu: number
  from?: string
  reason: string
}
/**
 * Whole parcels go to who has least per head, until nobody is below the target or no parcel fits: the largest that does not pass what he lacks; a household
 * without land gets the smallest one rather than none.
 */
function filled(takers: readonly { cbfbm: string; people: number; mu: number }[], pool: readonly Free[], target: number): ProposedMove[] {
  const left = pool.toSorted((a, b) => b.mu - a.mu || (a.dkbm < b.dkbm ? -1 : 1))
  const has = new Map(takers.map((t) => [t.cbfbm, t.mu]))
  const moves: ProposedMove[] = []
  const open = new Set(takers.map((t) => t.cbfbm))
  while (left.length && open.size) {
    const [next] = takers
      .filter((t) => open.has(t.cbfbm))
      .toSorted((a, b) => has.get(a.cbfbm)! / a.people - has.get(b.cbfbm)! / b.people || (a.cbfbm < b.cbfbm ? -1 : 1))
    const mu = has.get(next!.cbfbm)!
    const lacks = target * next!.people - mu
    const at = left.findIndex((p) => p.mu <= lacks)
    const taken = at >= 0 ? at : mu === 0 ? left.length - 1 : -1
    if (taken < 0) {
      open.delete(next!.cbfbm)
      continue
    }
    const [p] = left.splice(taken, 1)
    moves.push({ dkbm: p!.dkbm, ...(p!.from ? { fromCbfbm: p!.from } : {}), toCbfbm: next!.cbfbm, mu: p!.mu, reason: p!.reason })
    has.set(next!.cbfbm, mu + p!.mu)
  }
  return moves
}
/** What households with much land, or with nobody left, could give: never below the mean. */
function givable(land: IssuerLand, mean: number, upper: number): Free[] {
  return land.holders.flatMap((h): Free[] => {
    const own = h.lines.filter((l) => !l.isShare).toSorted((a, b) => a.mu - b.mu || (a.dkbm < b.dkbm ? -1 : 1))
    if (h.people === 0) return own.map((l) => ({ dkbm: l.dkbm, mu: l.mu, from: h.cbfbm, reason: REASONS.empty }))
    let rest = areaOf(h)
    if (rest <= (mean * h.people * upper) / 100) return []
    return own.flatMap((l) => {
      if (rest - l.mu < mean * h.people) return []
      rest -= l.mu
      return [{ dkbm: l.dkbm, mu: l.mu, from: h.cbfbm, reason: REASONS.rich }]
    })
  })
}
function outcome(land: IssuerLand, name: AlternativeName, moves: readonly ProposedMove[]): Alternative {
  const after = new Map(land.holders.map((h) => [h.cbfbm, areaOf(h)]))
  const add = (code: string, mu: number) => after.set(code, after.get(code)! + mu)
  for (const m of moves) {
    if (m.fromCbfbm) add(m.fromCbfbm, -m.mu)
    add(m.toCbfbm, m.mu)
  }
  const all = land.holders.map((h): HolderOutcome => {
    const [before, is] = [areaOf(h), after.get(h.cbfbm)!]
    return {
      cbfbm: h.cbfbm,
      cbfmc: h.cbfmc,
      people: h.people,
      before,
      after: is,
      perHeadBefore: perHead(before, h.people),
      perHeadAfter: perHead(is, h.people),
    }
  })
  const peopled = all.filter((h) => h.people > 0)
  const people = peopled.reduce((n, h) => n + h.people, 0)
  const bare = peopled.filter((h) => h.after === 0)
  const each = peopled.map((h) => h.perHeadAfter!)
  const held = all.reduce((n, h) => n + h.after, 0)
  const fromReserve = moves.filter((m) => !m.fromCbfbm).reduce((n, m) => n + m.mu, 0)
  return {
    name,
    mode: moves.length ? PLAN_MODE.adjusted : PLAN_MODE.direct,
    moves: [...moves],
    changed: all.filter((h) => h.before !== h.after),
    households: all.filter((h) => h.after > 0).length,
    people,
    area: held,
    landless: bare.length,
    landlessPeople: bare.reduce((n, h) => n + h.people, 0),
    perHead: { mean: perHead(held, people) ?? 0, least: each.length ? Math.min(...each) : 0, most: each.length ? Math.max(...each) : 0 },
    reserveLeft: land.reserve.reduce((n, r) => n + r.mu, 0) - fromReserve,
  }
}
/** The alternatives of an issuer side by side: as it stands; reserve land to who has none; and that with what can be given by agreement to who has little. */
export function alternativesOf(land: IssuerLand, { lower, upper }: LandBounds = LAND_BOUNDS): Alternative[] {
  const mean = meanOf(land)
  const peopled = land.holders.filter((h) => h.people > 0).map((h) => ({ cbfbm: h.cbfbm, people: h.people, mu: areaOf(h) }))
  const reserve = land.reserve.map((r): Free => ({ ...r, reason: REASONS.reserve }))
  const landless = filled(
    peopled.filter((h) => h.mu === 0),
    reserve,
    mean,
  )
  const poor = peopled.filter((h) => h.mu < (mean * h.people * lower) / 100 || h.mu === 0)
  const small = filled(poor, [...reserve, ...givable(land, mean, upper)], mean)
  return [outcome(land, 'direct', []), outcome(land, 'landless', landless), outcome(land, 'small', small)]
}
