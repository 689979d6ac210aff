// A finish of every type that dies, at its first write of the register and at its last of all, and two finishes at one moment: the case is at its task and the register untouched, or all of it is there, once. SEED repeats a run.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { registryOf } from '../../apps/server/handlings.server.ts'
import { batchJob } from '../../business/cases/batch.server.ts'
import { bench, type Bench } from '../case-bench.ts'
import { seeded } from '../seeded.ts'
import { SEED } from '../volume.ts'
import { beginPeople, choices, GENERATORS, type Case } from './generate.ts'
import { bodyOf, brokenIn, detailOf, digestOf, later, passed, saved, sendCommit, settle, villageOf } from './walk.ts'

const registry = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
const c = choices(seeded(SEED))
let b: Bench
let drawn: string[]
let day = '2026-03-02'
beforeAll(async () => {
  b = await bench()
  b.setDay(day)
  drawn = await settle(b, 14)
  beginPeople()
  await sql.raw(`create function no_more() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`).execute(b.db.owner)
})
afterAll(() => b?.end())

/** Whatever writes to a table from now on dies there. Answers what ends it. */
async function dying(table: 'register_entry' | 'outbox'): Promise<() => Promise<unknown>> {
  await sql.raw(`create trigger no_more before insert on ${table} for each row execute function no_more()`).execute(b.db.owner)
  return () => sql.raw(`drop trigger if exists no_more on ${table}`).execute(b.db.owner)
}
afterEach(async () => {
  for (const table of ['register_entry', 'outbox']) await sql.raw(`drop trigger if exists no_more on ${table}`).execute(b.db.owner)
})
/** All that a finish changes, as one text. */
async function standing(id: string): Promise<string> {
  const rest = await Promise.all(
    ['business_lock', 'business_book', 'contract_file', 'process_task', 'register_entry', 'outbox'].map((t) =>
      sql`select md5(coalesce(string_agg(x::text, ',' order by x.id), '')) as d from ${sql.table(t)} x`.execute(b.db.owner),
    ),
  )
  const { status, taskKey } = await detailOf(b, id)
  return JSON.stringify([status, taskKey, await digestOf(b), rest.map((r) => r.rows)])
}
/** A case of a type that the window takes. */
async function accepted(type: string): Promise<{ id: string; made: Case; body: ReturnType<typeof bodyOf> }> {
  for (let tries = 0; tries < 60; tries++) {
    const made = GENERATORS[type]!(await villageOf(b, day, drawn), c)
    if (!made) continue
    const body = bodyOf(made, day)
    const id = await saved(b, body)
    if ((await sendCommit(b, id, body)).code === 200) return { id, made, body }
  }
  throw new Error(`SEED=${SEED} ${type}: no case was taken`)
}
/** The job of a case of many, which the last task has left; undefined for a case that is registered with its last task. */
const jobOf = (id: string) => b.queued.findLast((j) => j.payload.businessId === id && j.kind === batchJob(registry).kind)

test.each(Object.keys(GENERATORS))(
  '%s: its finish dies and leaves nothing, and of two at once one counts',
  async (type) => {
    day = later(day, 1)
    b.setDay(day)
    const { id, made, body } = await accepted(type)
    const why = `SEED=${SEED} ${body.businessItemCode} ${JSON.stringify(body.form)}`
    const [before, dies] = [await digestOf(b), { first: await dying('register_entry') }]
    /** The finish once more: whether it was refused by a server that broke. */
    const again = async (): Promise<boolean> => {
      const job = jobOf(id)
      if (job)
        return b.run(batchJob(registry), job.payload).then(
          () => false,
          () => true,
        )
      const { taskId, taskKey, processInstanceId } = await detailOf(b, id)
      const r = await b.call(taskKey === 'recheck' ? 'county' : 'town')('POST', '/yw-accept/business/commit', { taskId, processInstanceId })
      return r.code === 500
    }
    // every task before it goes through: only a finish writes what the register was told
    for (let steps = 0, open = true; open; steps++) {
      expect(steps, why).toBeLessThan(8)
      open = await passed(b, id, day, made, body).then(
        (now) => !!(day = now) && !jobOf(id),
        () => false,
      )
    }
    expect(await digestOf(b), why).toBe(before)
    const stood = await standing(id)
    expect([await again(), await standing(id)], why).toEqual([true, stood])
    await dies.first()
    // of many entries each stands by itself, and what is told last is told when all stand
    if (!jobOf(id)) {
      const last = await dying('outbox')
      const died = await again()
      await last()
      // what the last task leaves to a job tells nobody yet
      expect(died, why).toBe(!jobOf(id))
      if (died) expect(await standing(id), why).toBe(stood)
    }
    const two = await Promise.all([again(), again()])
    expect([two, (await detailOf(b, id)).status], why).toEqual([[false, false], '3'])
    const { rows } = await sql<{
      n: number
      of: number
    }>`select count(*)::int as n, count(distinct unit)::int as of from register_entry where "causeId" = ${id}`.execute(b.db.owner)
    expect(rows[0]!.n, why).toBe(rows[0]!.of)
    expect(rows[0]!.n, why).toBeGreaterThan(0)
    expect(await brokenIn(b), why).toEqual([])
    b.errors.length = 0
  },
  120_000,
)
