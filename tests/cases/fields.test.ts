// What a case may change of the register, swept from the forms of the types: every field of every form with another value, and every field of what is registered
// put in beside them, at each item by everybody who may begin one. What the register takes of it is written, compared with a list written here a second time,
// and undone; what it does not take is refused in words. SEED repeats a sample.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registryOf } from '../../apps/server/handlings.server.ts'
import type { Business, ContractFile } from '../../business/cases/definitions/business.ts'
import { planFor } from '../../business/cases/eligible/eligibility.server.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { bench, VILLAGE, type Bench, type Person } from '../case-bench.ts'
import type { BusinessType } from '../../business/cases/definitions/type.ts'
import { Problem } from '../../kit/model/problem.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbdkxx, cbht, djb } from '../../land/definitions/cbht.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { write } from '../../land/register/write.server.ts'
import { sampleValue } from '../samples.ts'
import { seeded } from '../seeded.ts'
import { SEED, volume } from '../volume.ts'
import { changesOf, groupsOf, otherValue, placesOf, rowsOf, shapeSample, valueAt, withAt, type Change } from './fields.ts'
import { beginPeople, choices, GENERATORS, type Case, type Village } from './generate.ts'
import { attachPapers, bodyOf, digestOf, settle, villageOf } from './walk.ts'

/** What follows from books and households, whatever the case. Source: acts.md 2, "derived by the writer"; written a second time on purpose. */
const FOLLOWS =
  words(`cbf.djzt cbf.cbfs cbf.cbqx cbf.cbqxq cbf.cbqxz cbf.cbjyqzbm cbf.djsj cbf.zxyylx cbf.htzmjm cbf.cbdkzs cbf.cbfcysl dk.djzt dk.cbfbm dk.cbfmc
  dk.sfqqqg dk.sjly`)
const BEGINS = 'cbdkxx+ cbht+ cbjyqz+ djb+'
const ENDS = 'cbdkxx.qszt cbht.qszt cbjyqz.sfzx cbjyqz.zt djb.endBusinessId djb.endReason djb.endTime djb.qszt'
const BOOK = `${BEGINS} ${ENDS}`
const CUT = 'dk+ dk.zt'
const MEMBER = 'jtcy.cyxm jtcy.cyxb jtcy.yhzgx jtcy.cyzjlx jtcy.cyzjhm jtcy.sfgyr jtcy.cybz jtcy.cybzsm'
const MOVED = 'cbf.zt jtcy.cbfId jtcy.cbfbm jtcy.sort jtcy.yhzgx'
const NEW = 'cbf+ jtcy+'
const AREAS = 'dk.scmj dk.scmjm dk.qqmjm dk.geom dk.kjzb'
/** What a case of an item may change besides: of rows that were there `table.column`, `table+` new ones, `table-` those that leave. Source: acts.md 3; written a second time. */
const MAY: Readonly<Record<string, string>> = {
  contract_sign_1: `${BEGINS} ${NEW} dk.dklb`,
  contract_sign_2: `${BEGINS} ${NEW} dk.dklb`,
  contract_sign_3: `${BEGINS} ${NEW} dk.dklb`,
  change_split_1: `${BOOK} cbf+ ${MOVED}`,
  change_split_2: `${BOOK} cbf+ ${MOVED} ${CUT}`,
  change_merge_1: `${BOOK} ${MOVED}`,
  change_transfer_1: `${BOOK} ${NEW}`,
  change_transfer_2: `${BOOK} ${NEW}`,
  change_transfer_3: `${BOOK} ${NEW} ${CUT}`,
  change_transfer_4: `${BOOK} ${NEW}`,
  change_exchange_1: BOOK,
  change_exchange_2: `${BOOK} ${CUT}`,
  change_contract_1: `${BOOK} ${MEMBER} jtcy.sort jtcy+ jtcy-`,
  change_contract_2: `${BOOK} cbf.cbfmc cbf.cbfzjlx cbf.cbfzjhm cbf.lxdh jtcy.yhzgx jtcy.sfgyr jtcy.cybz jtcy.cybzsm jtcy.sort jtcy-`,
  change_contract_3: `${BOOK} dk.dklb`,
  change_contract_4: `${BOOK} dk.dklb dk.tdyt ${CUT}`,
  change_contract_5: `${BOOK} dk.dklb ${CUT}`,
  change_contract_6: `${BOOK} ${AREAS}`,
  change_contract_9: BOOK,
  contract_cancel_1: `${ENDS} dk.dklb`,
  contract_cancel_2: `${ENDS} dk.dklb cbf.zt jtcy-`,
  contract_cancel_3: `${ENDS} dk.zt`,
  contract_cancel_4: `${ENDS} dk.dklb dk.tdyt dk.zt`,
  contract_cancel_9: `${ENDS} dk.dklb dk.tdyt dk.zt`,
  correct_fbf_1: 'fbf.fbffzrxm fbf.fzrzjlx fbf.fzrzjhm fbf.lxdh',
  correct_fbf_2: 'fbf.fbfmc fbf.tyshxydm fbf.fbfdz fbf.yzbm fbf.fbfdcy fbf.fbfdcrq fbf.fbfdcjs',
  correct_cbf_1: `${BOOK} cbf.cbfmc cbf.cbfzjlx cbf.cbfzjhm jtcy.cyxm jtcy.cyzjlx jtcy.cyzjhm`,
  correct_cbf_2: `${BOOK} ${MEMBER.replace('jtcy.sfgyr ', '')}`,
  correct_cbf_3: 'cbf.lxdh cbf.cbfdz cbf.yzbm',
  contract_renew_1: `${BOOK} dk.qqmjm cbf.lxdh`,
  contract_renew_2: `${BOOK} dk.qqmjm dk.dklb cbf.lxdh`,
  contract_supplement_1: 'cbht.qdsj cbht.attachId cbht.fileHash cbht.signWay cbht.signStatus cbht.htlx',
  contract_supplement_2: 'cbht.qdsj cbht.attachId cbht.fileHash cbht.signWay cbht.signStatus cbht.htlx',
  contract_supplement_3: 'cbjyqz+ cbjyqz.sfzx cbjyqz.zt',
  contract_supplement_4: 'cbjyqz+ cbjyqz.sfzx cbjyqz.zt',
}
function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

const registry = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
const TYPES = Object.values(registry.handlings).map((h) => h.type as BusinessType)
const typeOf = (made: Case) => TYPES.find((t) => t.code === made.typeCode)!
/** Fields of what is registered, by name, with a value that their own definition takes. */
const REGISTERED = Object.fromEntries(
  ([fbf, cbf, jtcy, dk, cbdkxx, cbht, djb, cbjyqz] as readonly AnyResource[]).flatMap((r) =>
    entries(r).map(([n, f]) => [n, sampleValue(n, f) ?? '1'] as const),
  ),
)
const foreign = (takes: readonly string[] = []) => Object.fromEntries(Object.entries(REGISTERED).filter(([n]) => !takes.includes(n)))

test('a form takes the names of its shape alone: no field of what is registered comes in beside them, at any place of any type', () => {
  const leaks: string[] = []
  for (const { code, items, shape, read } of TYPES)
    for (const item of items) {
      const raw = shapeSample(shape)
      const about = { item, doSign: true }
      const before = JSON.stringify(read(raw, about).form)
      for (const { path, takes } of groupsOf(shape, raw)) {
        if (!takes) continue
        const after = read(withAt(raw, path, foreign(takes)), about).form
        if (JSON.stringify(after) !== before) leaks.push(`${code} ${item} ${path}`)
      }
    }
  expect(leaks).toEqual([])
  expect(TYPES.flatMap((t) => [...t.items]).toSorted()).toEqual(Object.keys(MAY).toSorted())
})

const DAY = '2026-03-02'
const ID = '700000'
const WHO: readonly Person[] = ['village', 'town', 'town2', 'county', 'office', 'admin']
let b: Bench
let drawn: string[]
let v: Village
beforeAll(async () => {
  b = await bench()
  b.setDay(DAY)
  drawn = await settle(b, 7)
  v = await villageOf(b, DAY, drawn)
})
afterAll(() => b?.end())

/** What was tried is undone by this. */
class Undone extends Error {}
const signed = (cbhtbm: string, i: number) =>
  ({ id: `${i + 1}`, cbhtbm, qdsj: DAY, signWay: '3', signStatus: SIGN.signed, attachId: `${i + 1}`, fileHash: 'a'.repeat(64) }) as ContractFile
const formOf = (made: Case): Record<string, any> => ({ ...bodyOf(made, DAY).form, ...(made.pieces ? { cuts: made.pieces } : {}) })
let units = 0
/** Registers a case by what its type plans, every contract of it signed. Answers the objects that it holds. @throws what refuses it */
async function registered(ctx: Ctx, made: Case, form: object): Promise<Set<string>> {
  const { doSign, businessTypeCode, businessItemCode } = bodyOf(made, DAY)
  const business = { id: ID, regionCode: VILLAGE, businessTypeCode, businessItemCode, doSign, currentActive: 'sign' } as Business
  const plan = await planFor(registry, ctx, business, form as Record<string, unknown>, null)
  // a unit that was written is not written again
  const unit = `fields ${(units += 1)}`
  for (const { group = '', acts } of plan.entries(plan.contracts.map((k, i) => signed(k.cbhtbm, i))))
    await write(ctx, { cause: { kind: 'business', id: ID }, unit: `${unit} ${group}`, regionCode: VILLAGE, day: DAY, registrar: '县经办', acts })
  return new Set(plan.locks.flatMap((l) => l.objectCode.split(':')))
}
type Came = { changes: Change[]; held: ReadonlySet<string> } | undefined
/** What a form would change of the register; nothing where it is refused in words. */
async function tried(made: Case, form: object, before: Awaited<ReturnType<typeof rowsOf>>, person: Person = 'admin'): Promise<Came> {
  let came: Came
  try {
    await b.as(person, async (ctx) => {
      const held = await registered(ctx, made, form)
      came = { held, changes: changesOf(before, await rowsOf(ctx.db)) }
      throw new Undone()
    })
  } catch (e) {
    if (e instanceof Undone) return came
    if (e instanceof Problem && e.status < 500) return undefined
    throw new Error(`SEED=${SEED} ${made.typeCode}_${made.item} ${JSON.stringify(form)}`, { cause: e })
  }
  return undefined
}
const whatOf = (came: Came) => came && [...new Set(came.changes.map((c) => c.what))].toSorted()
/** Changes that the list does not name, or of an object that the case does not hold; new parcels are pieces of what it holds. */
function strays(item: string, { changes, held }: NonNullable<Came>): string[] {
  const may = new Set([...FOLLOWS, ...words(MAY[item]!)])
  const pieces = new Set(changes.flatMap((c) => (c.what === 'dk+' ? [c.of] : [])))
  const own = (of: string) => held.has(of) || held.has(of.slice(0, 18)) || pieces.has(of)
  return changes.flatMap(({ what, of }) => (may.has(what) && own(of) ? [] : [`${item}: ${what} of ${of}`]))
}

/** A case of each of these items that the register admits, beside what it changes. */
async function casesOf(items: readonly string[]): Promise<Map<string, { made: Case; base: string[] }>> {
  const before = await rowsOf(b.db.owner)
  const c = choices(seeded(SEED))
  beginPeople()
  const found = new Map<string, { made: Case; base: string[] }>()
  for (let n = 0; n < 400 && found.size < items.length; n++) {
    const left = items.filter((i) => !found.has(i))
    const [type = ''] = left.slice(n % left.length).map((i) => i.slice(0, i.lastIndexOf('_')))
    const generated = GENERATORS[type]!(v, c)
    if (!generated) continue
    // land that is contracted anew is asked the same as a first contract
    const made = generated.typeCode === 'contract_sign' && generated.item === '1' && c.is(0.5) ? { ...generated, item: '3' } : generated
    const item = `${type}_${made.item}`
    if (!left.includes(item)) continue
    const base = whatOf(await tried(made, formOf(made), before))
    if (base?.length) found.set(item, { made, base })
  }
  return found
}
const ALL = Object.keys(MAY)
/** Items of a run: all, or some of as many types. */
function itemsOfRun(n: number): string[] {
  const c = choices(seeded(SEED + 1))
  return volume(1, 0) ? ALL : c.some(TYPES, n).map((t) => c.one(t.items)!)
}

test('a case changes of the register what its item may, whatever field of its form says otherwise, and nothing that it does not hold', async () => {
  // contracts that wait for their signature, for the items that bring it
  const c = choices(seeded(3))
  for (let done = 0; done < 2;) {
    const made = GENERATORS.change_contract!(v, c)
    if (made?.item !== '3' || made.doSign !== '2') continue
    await b.as('admin', (ctx) => registered(ctx, made, formOf(made)))
    v = await villageOf(b, DAY, drawn)
    done++
  }
  const items = itemsOfRun(3)
  const cases = await casesOf(items)
  expect([...cases.keys()].toSorted(), `SEED=${SEED}`).toEqual(items.toSorted())
  const before = await rowsOf(b.db.owner)
  const wrong: string[] = []
  let [taken, i] = [0, 0]
  for (const [item, { made, base }] of cases) {
    const { shape } = typeOf(made)
    const form = formOf(made)
    const look = async (what: string, changed: object, person?: Person): Promise<string[] | undefined> => {
      const came = await tried(made, changed, before, person)
      if (!came) return undefined
      taken++
      wrong.push(...strays(item, came).map((s) => `${what}: ${s}`))
      return whatOf(came)
    }
    const places = placesOf(shape, form)
    for (const p of volume(1, 0) ? places : c.some(places, 2)) {
      const other = otherValue(p, valueAt(form, p.path), v)
      if (other !== undefined) await look(p.path, withAt(form, p.path.split('.').slice(0, -1).join('.'), { [p.name]: other }))
    }
    // everything that is registered beside what the form takes: by each who may begin a case, the same as without it
    const full = groupsOf(shape, form).reduce((f, { path, takes }) => (takes ? withAt(f, path, foreign(takes)) : f), form)
    for (const person of volume(1, 0) ? WHO : [WHO[i++ % WHO.length]!])
      if (JSON.stringify(await look(`everything by ${person}`, full, person)) !== JSON.stringify(base)) wrong.push(`${item}: otherwise by ${person}`)
    // a contractor of the register is named by its code alone
    for (const { path, takes } of groupsOf(shape, form)) {
      if (takes || !valueAt(form, `${path}.cbfbm`)) continue
      const { cbfbm: _, ...fields } = foreign()
      const named = await look(`${path} with fields`, withAt(form, path, { ...fields, jtcyList: [{ ...foreign(), yhzgx: '02' }] }))
      if (named && JSON.stringify(named) !== JSON.stringify(base)) wrong.push(`${item}: ${path} changes what it names`)
    }
  }
  expect(wrong, `SEED=${SEED}`).toEqual([])
  expect(taken).toBeGreaterThan(items.length)
}, 3_600_000)

test('until it is registered a case changes nothing of the register, whoever saves, changes or sends it with whatever in its form', async () => {
  const items = itemsOfRun(1)
  const before = await digestOf(b)
  let taken = 0
  for (const [, { made }] of await casesOf(items))
    for (const person of volume(1, 0) ? WHO : (['village'] as const)) {
      const body = { ...bodyOf(made, DAY), form: { ...foreign(), ...formOf(made) } }
      const at = b.call(person)
      const saved = await at('POST', '/yw-accept/business/submit', body)
      if (saved.code !== 200) continue
      taken++
      await attachPapers(b, saved.data)
      await at('POST', '/yw-accept/business/update', { ...body, id: saved.data, rev: 1 })
      await at('POST', '/yw-accept/business/save-commit', { ...body, id: saved.data })
      await sql`delete from business_lock`.execute(b.db.owner)
    }
  expect(await digestOf(b), `SEED=${SEED}`).toBe(before)
  expect(taken).toBeGreaterThan(0)
}, 3_600_000)
