import { regionLevel } from '../../kit/model/region-code.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { PAST_TOPICS, type TopicName } from '../../land/parts/tallies.ts'
import { tallied, talliedThen, type Tally } from '../../land/parts/tallies.server.ts'
import { figuresOf } from '../home/figures.server.ts'
import { byChild, placeAsked, placeHead, type Place } from '../home/place.server.ts'
import { fold } from './counters.ts'
import { divisionsOf, indicatorsOf, type Analysis, type Counters, type DivisionPoint, type SetName, PARCEL_CATEGORIES } from './indicators.ts'

/** Topics that a set of indicators adds up. Those of today alone are left out of a past day. */
const TOPICS_OF: Readonly<Record<SetName, readonly TopicName[]>> = {
  dk: ['parcel', 'standing'],
  cbdk: ['line', 'letter'],
  both: ['parcel', 'standing', 'line', 'letter'],
  region: ['parcel', 'line', 'letter', 'issuedLetter', 'ended', 'registry'],
}

/** What an analysis is asked of. */
export interface AnalysisQuery {
  readonly regionCode?: string | undefined
  readonly dklb?: string | undefined
}
async function talliesOf(ctx: Ctx, p: Place, set: SetName): Promise<Tally[]> {
  const topics = TOPICS_OF[set]
  if (!ctx.asOf) return tallied(ctx, topics, p.range, p.childLength)
  return talliedThen(
    ctx,
    PAST_TOPICS.filter((t) => topics.includes(t)),
    p.range,
    p.childLength,
    ctx.asOf,
  )
}
/** Values of the indicators of a set; of a past day those that it has. */
function valuesOf(ctx: Ctx, set: SetName, c: Counters): Record<string, number | null> {
  return Object.fromEntries(indicatorsOf(set).map(([key, i]) => [key, ctx.asOf && i.today ? null : i.value(c)]))
}
const order = ([a]: DivisionPoint, [b]: DivisionPoint) => (a < b ? -1 : 1)
function seriesOf(ctx: Ctx, set: SetName, c: Counters): Analysis['series'] {
  return divisionsOf(set)
    .filter((d) => !(ctx.asOf && d.today))
    .map((d) => {
      const names = Object.keys(c).filter((n) => n.startsWith(d.prefix) && !n.endsWith(':mu'))
      const points = names.map((n): DivisionPoint => [n.slice(d.prefix.length), c[n]!, c[`${n}:mu`]!]).filter(([, n]) => n !== 0)
      return { name: d.key, points: points.toSorted(order) }
    })
}

/**
 * The indicators of a region and of each child region, today from what is kept of each village, or as they stood at the end of a registered day.
 * `dklb` narrows parcels to a category. Source: statistics.md 2, 7, 8, 17. Throws out-of-region for a region that is not the caller's, bad-request for what is malformed.
 */
export async function analysis(ctx: Ctx, set: SetName, q: AnalysisQuery): Promise<Analysis> {
  const p = placeAsked(ctx, q)
  if (q.dklb && !PARCEL_CATEGORIES.includes(q.dklb)) throw problems.badRequest({ zh: '地块类别不正确', en: 'There is no such category of parcels' })
  const [figures, tallies] = await Promise.all([figuresOf(ctx, p), talliesOf(ctx, p, set)])
  const counters = [...Map.groupBy(tallies, (t) => t.code)].map(([code, of]) =>
    Object.assign(Object.fromEntries(Object.entries(fold({}, of, q.dklb)).map(([n, v]) => [n, String(v)])) as Record<string, string>, { code }),
  )
  const { total, children } = await byChild(ctx, p, [...figures, ...counters])
  return {
    ...placeHead(ctx, p),
    level: p.region === '' ? 0 : regionLevel(p.region),
    total: valuesOf(ctx, set, total),
    children: children.map((c) => ({ ...c, values: valuesOf(ctx, set, c.values) })),
    series: seriesOf(ctx, set, total),
  }
}
