// Entries of random businesses of all types at the writer, without acceptance and tasks: what each type plans is written, written again, taken back; the rules of
// the register hold after each, and the replay tells the same books. SEED repeats a run.
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { registryOf } from '../../apps/server/handlings.server.ts'
import { bench, VILLAGE, type Bench } from '../case-bench.ts'
import type { Business, ContractFile } from '../../business/cases/definitions/business.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { planFor } from '../../business/cases/eligible/eligibility.server.ts'
import { Problem } from '../../kit/model/problem.ts'
import type { Cause, Entry } from '../../land/register/acts/acts.ts'
import { replayCounty } from '../../land/register/content/replay.server.ts'
import { undo } from '../../land/register/undo.server.ts'
import { write } from '../../land/register/write.server.ts'
import { seeded } from '../seeded.ts'
import { SEED, volume } from '../volume.ts'
import { beginPeople, choices, GENERATORS, type Case } from './generate.ts'
import { bodyOf, brokenIn, digestOf, later, settle, villageOf } from './walk.ts'

const registry = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
const TYPES = Object.keys(GENERATORS)
/** A village bears so many: land that is lost or taken by the state does not come back. */
const ROUND = 100
let b: Bench | undefined
afterEach(() => b?.end())

/** What the type of a case plans for the register as it stands, every contract of it signed. @throws what the type refuses */
async function planned(of: Bench, made: Case, id: string, day: string): Promise<Entry[]> {
  const { form, doSign, businessTypeCode, businessItemCode } = bodyOf(made, day)
  const cut = made.pieces ? { cuts: made.pieces } : {}
  const business = { id, regionCode: VILLAGE, businessTypeCode, businessItemCode, doSign, currentActive: 'sign' } as Business
  const signed = (cbhtbm: string, i: number) =>
    ({ id: `${i + 1}`, cbhtbm, qdsj: day, signWay: '3', signStatus: SIGN.signed, attachId: `${i + 1}`, fileHash: 'a'.repeat(64) }) as ContractFile
  return of.as('admin', async (ctx) => {
    const plan = await planFor(registry, ctx, business, { ...form, ...cut }, null)
    const entries = plan.entries(plan.contracts.map((k, i) => signed(k.cbhtbm, i)))
    const cause: Cause = { kind: 'business', id }
    return entries.map(({ group = '', acts }) => ({ cause, unit: `entries ${id} ${group}`, regionCode: VILLAGE, day, registrar: '县经办', acts }))
  })
}

/** So many random entries in a village of its own. Answers how many were written. */
async function round(of: Bench, seed: number, wanted: number): Promise<number> {
  const c = choices(seeded(seed))
  beginPeople()
  const drawn = await settle(of, 14)
  let [day, written] = ['2026-03-02', 0]
  for (let n = 0; n < wanted; n++) {
    of.setDay(day)
    const made = GENERATORS[TYPES[n % TYPES.length]!]!(await villageOf(of, day, drawn), c)
    if (!made) continue
    const id = String(800_000 + n)
    const why = `SEED=${SEED}, round ${seed}, entry ${n} ${made.typeCode}_${made.item} ${JSON.stringify(made.form)}`
    const entries = await planned(of, made, id, day).catch((e: unknown) => {
      // what the register does not admit is refused in words before anything is written
      if (e instanceof Problem && e.status < 500) return []
      throw new Error(why, { cause: e })
    })
    const before = entries.length && c.is(0.2) ? await digestOf(of, true) : ''
    for (const entry of entries) {
      const told = await of
        .as('admin', (ctx) => write(ctx, entry))
        .catch((e: unknown) => {
          throw new Error(`${why} ${JSON.stringify(entry.acts).slice(0, 800)}`, { cause: e })
        })
      written++
      if (!c.is(0.1)) continue
      const is = await digestOf(of)
      expect([await of.as('admin', (ctx) => write(ctx, entry)), await digestOf(of)], why).toEqual([{ ...told, isRepeated: true }, is])
    }
    if (before) {
      await of.as('admin', (ctx) => undo(ctx, { kind: 'business', id }, VILLAGE))
      expect(await digestOf(of, true), why).toBe(before)
    }
    // what is told of the register alone, without a case, leaves something to look at: errors it may not leave
    expect(await brokenIn(of, ['error']), why).toEqual([])
    if (c.is(0.3)) day = later(day, 1)
  }
  const { books, differences } = await of.as('admin', (ctx) => replayCounty(ctx, VILLAGE.slice(0, 6)))
  expect([books > 5, differences], `SEED=${SEED}, round ${seed}`).toEqual([true, []])
  expect((await sql`select 1 from business_lock`.execute(of.db.owner)).rows).toEqual([])
  return written
}

test('what the types plan is written by the register, again without effect, and taken back whole; every rule holds and the replay tells the same', async () => {
  let written = 0
  const all = volume(1900, TYPES.length)
  for (let from = 0; from < all; from += ROUND) {
    b = await bench()
    written += await round(b, SEED + from, Math.min(ROUND, all - from))
    if (from + ROUND < all) await b.end()
  }
  expect(written).toBeGreaterThan(all / 4)
}, 7_200_000)
