import { sql } from 'kysely'
import { audit } from '../kit/server/audit.server.ts'
import { clock, localTime } from '../kit/server/clock.server.ts'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import { contextFor } from './jobs.server.ts'
import { loop, type Worker } from './jobs-loop.server.ts'
import { systemWho } from './maintenance.server.ts'

const EVERY_MS = 10_000
/** What counts as a jump, ms: time servers correct a clock by less. */
const JUMP_MS = 60_000
/** The tenant whose administrators keep the installation. */
const KEEPER = '000000'
const none = async () => '0'

/** What to say of a clock that stood at `from` and stands at `to`, by the running time or by what was kept. */
const sentence = (from: Date, to: Date): string =>
  `the clock of this machine jumped from ${localTime(from)} to ${localTime(to)}: times, days, deadlines and ids follow it; look at its time server`

/** Says it in the log, and in the audit log, from where it becomes an alert. */
async function noteJump(db: DatabaseHandle, log: (e: unknown, id: string) => void, from: number, to: number, words: string): Promise<void> {
  log(words, 'clock')
  await db.transaction({ tenantId: KEEPER, beside: true }, (tx) =>
    audit(
      contextFor(tx, systemWho(KEEPER), () => new Date(to), 'clock', none),
      { action: 'clock.jump', object: 'clock', objectId: '0', diff: { time: [localTime(new Date(from)), localTime(new Date(to))] } },
    ),
  )
}

/**
 * One look after the other: says when the machine's clock was moved under the product, in the log, and in the audit log, from where it becomes an alert for
 * administrators. It is compared with the running time, which nobody moves, and at first with the newest audit row. A machine that slept is told too.
 * @param steady running time, ms
 */
export function clockLook(db: DatabaseHandle, log: (e: unknown, id: string) => void, now = clock, steady: () => number = () => performance.now()) {
  let last: { wall: number; steady: number } | undefined
  const tell = (from: number, to: number) => noteJump(db, log, from, to, sentence(new Date(from), new Date(to)))
  return async (): Promise<void> => {
    const before = last
    const at = (last = { wall: now().getTime(), steady: steady() })
    if (before) {
      const should = before.wall + at.steady - before.steady
      return void (Math.abs(at.wall - should) > JUMP_MS && (await tell(should, at.wall)))
    }
    const { rows } = await db.transaction({ tenantId: KEEPER, system: true, readOnly: true, beside: true }, (tx) =>
      sql<{ ms: string }>`select floor(extract(epoch from at) * 1000)::text as ms from audit_event order by id desc limit 1`.execute(tx),
    )
    if (rows[0] && Number(rows[0].ms) - at.wall > JUMP_MS) await tell(Number(rows[0].ms), at.wall)
  }
}

/**
 * Compares the clock of this machine with that of the database's: days and deadlines are counted by the one, and what several servers write is put in order by
 * theirs. Said once when they part, in the log and in the audit log, and again when they part anew.
 * @param machine the clock of this machine
 */
export function clockCompare(db: DatabaseHandle, log: (e: unknown, id: string) => void, machine: () => Date = clock) {
  let isApart = false
  return async (): Promise<void> => {
    if (db.engine === 'embedded') return
    const begun = machine().getTime()
    const { rows } = await db.pool.query('select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms')
    const [from, to] = [Number(rows[0].ms), machine().getTime()]
    // the answer took this long, and the moment lies somewhere in it
    const apart = Math.max(from - to, begun - from)
    const before = isApart
    isApart = apart > JUMP_MS
    if (isApart && !before)
      await noteJump(db, log, from, to, `the clock of this machine stands at ${localTime(new Date(to))}, that of the database at ${localTime(new Date(from))}`)
  }
}

/** The same beside the server. */
export function openClockWatch(db: DatabaseHandle, log: (e: unknown, id: string) => void, now?: () => Date): Worker {
  const [look, compare] = [clockLook(db, log, now), clockCompare(db, log)]
  return loop(
    EVERY_MS,
    async () => {
      await look()
      await compare()
    },
    (e) => log(e, 'clock'),
  )
}
