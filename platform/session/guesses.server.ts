// Wrong guesses at doors, counted by key for the rest of a window: all servers of a database count together.
import { sql } from 'kysely'
import { momentOf, moved } from '../../kit/server/clock.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'

/** For how long wrong guesses are counted from the first of them, in seconds. */
export const GUESS_WINDOW_S = 600

/** By which of these keys a door is shut, for it has as many wrong guesses as it may have, and for how many seconds; of several the one that is shut for longest. */
export async function shutBy(tx: Tx, now: string, limits: ReadonlyMap<string, number>): Promise<{ key: string; seconds: number } | undefined> {
  const rows = await tx
    .selectFrom('wrong_guess')
    .select(['key', 'n', 'until'])
    .where('key', 'in', [...limits.keys()])
    .where('until', '>', now)
    .execute()
  return rows
    .filter((r) => Number(r.n) >= limits.get(String(r.key))!)
    .map((r) => ({ key: String(r.key), seconds: Math.ceil((momentOf(String(r.until)) - momentOf(now)) / 1000) }))
    .toSorted((a, b) => b.seconds - a.seconds)[0]
}
/** Seconds for which a door is shut by one of these keys, 0 when it is open. */
export const shutSeconds = async (tx: Tx, now: string, limits: ReadonlyMap<string, number>): Promise<number> => (await shutBy(tx, now, limits))?.seconds ?? 0
/** Counts a wrong guess under each key; one whose window is over begins anew. */
export async function countWrong(tx: Tx, now: string, keys: readonly string[]): Promise<void> {
  await tx
    .insertInto('wrong_guess')
    .values(keys.map((key) => ({ key, n: 1, until: moved(now, GUESS_WINDOW_S) })))
    .onConflict((c) =>
      c
        .column('key')
        .doUpdateSet({
          n: sql`case when wrong_guess.until > ${now}::timestamptz then wrong_guess.n + 1 else 1 end`,
          until: sql`case when wrong_guess.until > ${now}::timestamptz then wrong_guess.until else excluded.until end`,
        }),
    )
    .execute()
}
