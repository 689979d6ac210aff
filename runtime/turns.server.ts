// Turns of strangers: who has no session holds few connections of the database, and waits for one behind other strangers, never before who works in the office.
import { problems } from '../kit/model/problem.ts'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import { networkOf } from './network-of.ts'

/** Strangers who wait for their turn, all and those of one address: a hall or a library may be behind it. */
const WAITING = { all: 200, ofOne: 50 }
/** One of so many connections is for strangers. */
const SHARE = 4

/** How many are served at once, and how many may wait. */
interface Turns {
  atOnce: number
  all: number
  ofOne: number
}
/**
 * Lets so many work at once; others wait, one address after the other has its turn, so that who sends a hundred calls keeps himself waiting.
 * @throws busy where too many wait, all or of this address
 */
export function openTurns({ atOnce, all, ofOne }: Turns): <T>(address: string, work: () => Promise<T>) => Promise<T> {
  // those who wait, by address; whose address stands first is next
  const lines = new Map<string, (() => void)[]>()
  let [working, waiting] = [0, 0]
  const passOn = (): void => {
    const [first] = lines
    if (!first) return void (working -= 1)
    const [address, [go, ...others]] = first
    lines.delete(address)
    if (others.length > 0) lines.set(address, others)
    waiting -= 1
    go!()
  }
  return async (address, work) => {
    if (working < atOnce) working += 1
    else {
      const line = lines.get(address) ?? []
      if (waiting >= all || line.length >= ofOne) throw problems.busy()
      waiting += 1
      await new Promise<void>((go) => lines.set(address, [...line, go]))
    }
    try {
      return await work()
    } finally {
      passOn()
    }
  }
}

/**
 * The database as requests reach it: transactions of strangers take turns, for a quarter of the connections; the embedded engine has one session, where only
 * one of them may stand before who comes next.
 */
export function inTurns(db: DatabaseHandle): DatabaseHandle {
  const atOnce = db.engine === 'embedded' ? 1 : Math.max(1, Math.floor((db.pool.options.max ?? 1) / SHARE))
  const turn = openTurns({ atOnce, ...WAITING })
  return {
    ...db,
    transaction: (scope, work) =>
      scope.stranger === undefined ? db.transaction(scope, work) : turn(networkOf(scope.stranger), () => db.transaction(scope, work)),
  }
}
