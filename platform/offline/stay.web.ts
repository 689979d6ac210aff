import { clock } from '../../kit/model/clock.ts'
import { STAYS_DAYS } from './delivery.ts'
import { safeLockName, type Shelf } from './safe.web.ts'

/** What a page says of what it keeps, by the names alone: who reads it learns nothing, and it can be followed without the code. */
interface Stay {
  /** what all its names begin with */
  all: string
  /** what the names begin with of what waits for its delivery */
  waits: string
  /** what stays beside that as long as something waits, by beginnings of names */
  beside: readonly string[]
}
const STAY = 'stay/'
/** Says how long what somebody has on this device stays there: until so many days from now, or until he signs out. */
export const keepStay = (shelf: Shelf, userId: string, stay: Stay): Promise<void> =>
  shelf.put([[STAY + userId, { ...stay, until: clock().getTime() + STAYS_DAYS * 86_400_000 }]])

/** What of somebody's lies here that goes when he signs out: how much of it waits for its delivery and would stay. Undefined where he took nothing along. */
export async function stayOf(shelf: Shelf, userId: string): Promise<{ waiting: number } | undefined> {
  const stay = (await shelf.get(STAY + userId)) as Stay | undefined
  if (!stay) return undefined
  return { waiting: (await shelf.names()).filter((n) => n.startsWith(`${userId}/${stay.waits}`)).length }
}
/** Removes what somebody took along, but for what waits for its delivery, which stays encrypted until he delivers it. */
export async function endStay(shelf: Shelf, userId: string): Promise<void> {
  const stay = (await shelf.get(STAY + userId)) as Stay | undefined
  if (!stay) return
  const own = (await shelf.names()).filter((n) => n.startsWith(`${userId}/`))
  const begins = (n: string, ...with_: readonly string[]) => with_.some((w) => n.startsWith(`${userId}/${w}`))
  const isWaiting = own.some((n) => begins(n, stay.waits))
  const gone = own.filter((n) => begins(n, stay.all) && !(isWaiting && begins(n, stay.waits, ...stay.beside)))
  // nothing else of his lies here: his place goes, too, and his next code makes a new one
  const isEmpty = gone.length === own.length
  await shelf.remove([...gone, ...(isWaiting ? [] : [STAY + userId]), ...(isEmpty ? [safeLockName(userId)] : [])])
}
/** Ends the stay of everything whose days are over, whoever it belongs to. */
export async function endOverdueStays(shelf: Shelf): Promise<void> {
  for (const name of (await shelf.names()).filter((n) => n.startsWith(STAY))) {
    const { until } = (await shelf.get(name)) as { until: number }
    if (until < clock().getTime()) await endStay(shelf, name.slice(STAY.length))
  }
}
