import { dayAfter, termEnd } from '../../../land/definitions/household.ts'

/** First and last day of the round that a plan adds: it begins the day after the present one ends. Pure. */
export const roundOfPlan = ({ roundEnd, newTermYears }: { roundEnd: string; newTermYears: number }): { fromDay: string; toDay: string } => {
  const fromDay = dayAfter(roundEnd)
  return { fromDay, toDay: termEnd(fromDay, newTermYears) }
}
