import { both, type Text } from '../../../kit/model/lang.ts'

/** A case that waits for the reader, as his start shows it. */
export interface WorkItem {
  id: string
  businessCode: string
  businessName: string
  businessTypeName: string
  regionName: string
  taskKey: string
  /** days to the promised one, negative = over; null where nothing is promised */
  daysLeft: number | null
  dueDay: string
  /** it is his, or anybody's of his role */
  isMine: 0 | 1
  /** why it was sent back, by whom and when; '' where it was not */
  returnedFor: string
  returnedBy: string
  returnedAt: string
}
export interface OwnWork {
  total: number
  mine: number
  overdue: number
  /** tasks that the reader has done since Monday */
  doneThisWeek: number
  records: WorkItem[]
}
/** A case that others wait for because of the reader, or that is over its promised day in others' hands after he had it. */
export interface FollowedCase {
  id: string
  businessCode: string
  businessName: string
  taskKey: string
  /** who passed it on to the reader; of what is over, who has it now: a name, or the roles that nobody of has taken it */
  person: string
  /** since when it lies there (yyyy-MM-dd HH:mm:ss), '' where nobody passed it */
  since: string
  daysLeft: number | null
  dueDay: string
}
export interface FollowedWork {
  /** tasks that the reader holds and others have done their part before, the longest first */
  awaited: FollowedCase[]
  /** cases over their promised day that he had and others have now, the oldest day first */
  overdue: FollowedCase[]
}
/** How many the start shows. */
export const MOST_WORK = 20

/** The one act of a row, by its task: what whoever presses it begins to do. */
const ACTS: Readonly<Record<string, Text>> = {
  register: both('受理', 'Accept'),
  survey: both('调查核实', 'Survey'),
  check: both('初审', 'Check'),
  publicity: both('办理公示', 'Posting'),
  recheck: both('复审', 'Recheck'),
  sign: both('签约', 'Sign'),
}
const MEND = both('补正', 'Mend')
/** What the button of a row says. */
export const actOf = (w: Pick<WorkItem, 'taskKey' | 'returnedAt'>): Text => (w.returnedAt ? MEND : (ACTS[w.taskKey] ?? both('办理', 'Handle')))
/** How long there is, as a row says it. */
export function leftText(daysLeft: number | null): Text {
  if (daysLeft === null) return both('', '')
  if (daysLeft < 0) return both(`超期 ${-daysLeft} 天`, `${-daysLeft} d over`)
  return daysLeft === 0 ? both('今天', 'Today') : both(`剩 ${daysLeft} 天`, `${daysLeft} d left`)
}
/** How a row is marked: what is over before what was sent back, and that before what is due soon. */
export function markOf(w: Pick<WorkItem, 'daysLeft' | 'returnedAt'>): 'over' | 'returned' | 'soon' | 'plain' {
  if (w.daysLeft !== null && w.daysLeft < 0) return 'over'
  if (w.returnedAt) return 'returned'
  return w.daysLeft !== null && w.daysLeft <= 2 ? 'soon' : 'plain'
}
