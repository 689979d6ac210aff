// What two sides have of the same cases, compared. Pure. Source: docs/adr/0069.
import { PUSH_STATE } from '../push-log.ts'

/** A finished case as it stands here. `day`: of its finish; status as of push-log.ts. */
export interface OursOf {
  businessCode: string
  day: string
  status: string
  reason: string | null
  msgId: string | null
  /** when it arrived, where it has */
  arriveTime?: string | null
  /** seconds from the finish to the arrival */
  delay: number | null
}
/** A message that the registry says it has. */
export interface TheirsOf {
  bizCode: string
  msgId: string
}
/** lost: arrived here and not there; unheard: there, and we do not know; other: another message than ours; unknown: no finished case of ours; open: on neither side, and still to be told */
export type DifferenceKind = 'lost' | 'unheard' | 'other' | 'unknown' | 'open'
export interface SideDifference {
  kind: DifferenceKind
  businessCode: string
  status: string
  reason: string | null
}
/** Most cases that one click pushes again. */
export const MOST_MENDED = 500
/** Kinds that pushing again mends. */
export const MENDABLE: readonly DifferenceKind[] = ['lost', 'unheard', 'other', 'open']
/** Disposed of, or not for the registry. */
const isOver = (o: OursOf) => o.status === PUSH_STATE.disposed || (o.status === PUSH_STATE.nobody && o.reason === 'type')

function kindOf(o: OursOf, theirs: TheirsOf | undefined): DifferenceKind | undefined {
  if (!theirs) return o.status === PUSH_STATE.arrived ? 'lost' : isOver(o) ? undefined : 'open'
  if (o.status !== PUSH_STATE.arrived) return 'unheard'
  return o.msgId && theirs.msgId !== o.msgId ? 'other' : undefined
}
/** Counts and differences. Of several messages about one case the last counts; `isOurs`: whether a case that is not among those compared is one of ours all the same. */
export function compareSides(ours: readonly OursOf[], theirs: readonly TheirsOf[], isOurs: (code: string) => boolean) {
  const there = new Map(theirs.map((t) => [t.bizCode, t]))
  const own = new Set(ours.map((o) => o.businessCode))
  const differences: SideDifference[] = [
    ...ours.flatMap((o) => {
      const kind = kindOf(o, there.get(o.businessCode))
      return kind ? [{ kind, businessCode: o.businessCode, status: o.status, reason: o.reason }] : []
    }),
    ...[...there.keys()].filter((c) => !own.has(c) && !isOurs(c)).map((c) => ({ kind: 'unknown' as const, businessCode: c, status: '', reason: null })),
  ]
  const days = [...Map.groupBy(ours, (o) => o.day)].map(([day, of]) => {
    const delays = of.flatMap((o) => (o.status === PUSH_STATE.arrived && o.delay !== null ? [o.delay] : []))
    return {
      day,
      total: of.length,
      here: of.filter((o) => o.status === PUSH_STATE.arrived).length,
      there: of.filter((o) => there.has(o.businessCode)).length,
      meanDelay: delays.length ? Math.round(delays.reduce((s, d) => s + d, 0) / delays.length) : null,
    }
  })
  const sum = (name: 'total' | 'here' | 'there') => days.reduce((s, d) => s + d[name], 0)
  const unknown = differences.filter((d) => d.kind === 'unknown').length
  return { total: sum('total'), here: sum('here'), there: sum('there') + unknown, days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)), differences }
}
