// Turns of strangers: who has no session holds few connections of the database, and waits for one behind other strangers, never before who works in the office.
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import { networkOf, turnProblems } from './network-of.ts'

/** Strangers who wait for their turn, all and those of one address: a hall or a library may be behind it. */
const WAITING = { all: 200, ofOne: 50 }
/** A turn is waited for twice as long as people wait before others are refused (SHED_AFTER_MS). */
const AS_LONG = 2
/** So many wait whatever is expected: a turn that took long says little about the next. */
const FEW = 4
/** The mean of how long turns take follows them by so many. */
const TURNS_OF_MEAN = 8
/** After how many seconds who was not served may come again, at least and at most. */
const AGAIN_S = { least: 2, most: 15 }
/** One of so many connections is for strangers. */
const SHARE = 4

/** How many are served at once, how many may wait, and for how long, ms; 0: for as long as it takes. */
interface Turns {
  atOnce: number
  all: number
  ofOne: number
  mostMs: number
}
/**
 * Lets so many work at once; others wait, one address after the other has its turn, so that who sends a hundred calls keeps himself waiting. Nobody waits longer than
 * `mostMs`: who would, as turns have lately taken, is told so at once, and who does after all, then.
 * @throws strangers-many where too many wait, all or of this address, or for too long
 */
export function openTurns({ atOnce, all, ofOne, mostMs }: Turns): <T>(address: string, work: () => Promise<T>) => Promise<T> {
  // those who wait, by address; whose address stands first is next
  const lines = new Map<string, (() => void)[]>()
  let [working, waiting, mean] = [0, 0, 0]
  const passOn = (): void => {
    const [first] = lines
    if (!first) return void (working -= 1)
    const [address, [go]] = first
    leave(address, go!)
    // the others of an address that had its turn stand behind everybody
    const others = lines.get(address)
    if (others) {
      lines.delete(address)
      lines.set(address, others)
    }
    go!()
  }
  const leave = (address: string, who: () => void): void => {
    const others = lines.get(address)!.filter((w) => w !== who)
    if (others.length > 0) lines.set(address, others)
    else lines.delete(address)
    waiting -= 1
  }
  const expected = (): number => ((waiting + 1) * mean) / atOnce
  const many = () => turnProblems.many({ retryAfter: Math.min(AGAIN_S.most, Math.max(AGAIN_S.least, Math.ceil(expected() / 1000))) })
  const wait = (address: string): Promise<void> => {
    const line = lines.get(address) ?? []
    if (waiting >= all || line.length >= ofOne || (mostMs > 0 && waiting >= FEW && expected() > mostMs)) throw many()
    waiting += 1
    return new Promise((resolve, reject) => {
      const tooLate = () => {
        leave(address, go)
        reject(many())
      }
      const late = mostMs > 0 ? setTimeout(tooLate, mostMs) : undefined
      const go = () => {
        clearTimeout(late)
        resolve()
      }
      lines.set(address, [...line, go])
    })
  }
  return async (address, work) => {
    if (working < atOnce) working += 1
    else await wait(address)
    const from = performance.now()
    try {
      return await work()
    } finally {
      mean += (performance.now() - from - mean) / TURNS_OF_MEAN
      passOn()
    }
  }
}

/**
 * The database as requests reach it: transactions of strangers take turns, for a quarter of the connections; the embedded engine has one session, where only
 * one of them may stand before who comes next.
 * @param shedAfterMs how long people wait before others are refused, 0 where nobody is
 */
export function inTurns(db: DatabaseHandle, shedAfterMs: number): DatabaseHandle {
  const atOnce = db.engine === 'embedded' ? 1 : Math.max(1, Math.floor((db.pool.options.max ?? 1) / SHARE))
  const turn = openTurns({ atOnce, ...WAITING, mostMs: shedAfterMs * AS_LONG })
  return {
    ...db,
    transaction: (scope, work) =>
      scope.stranger === undefined ? db.transaction(scope, work) : turn(networkOf(scope.stranger), () => db.transaction(scope, work)),
  }
}
