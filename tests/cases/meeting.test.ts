// Two clerks send cases of two types over the same household, book, parcel or person at one moment: one is taken, the other is told who holds it. SEED repeats a run.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, FBFBM, land, memberId, registered, type Bench } from '../case-bench.ts'
import { seeded } from '../seeded.ts'
import { SEED, volume } from '../volume.ts'
import { choices, GENERATORS, type Case, type Holder, type Village } from './generate.ts'
import { bodyOf, saved, sendCommit, villageOf } from './walk.ts'

const DAY = '2026-03-02'
let b: Bench
let v: Village
beforeAll(async () => {
  b = await bench()
  b.setDay(DAY)
  await registered(b, 1, ['00010', '00011'])
  await registered(b, 2, ['00020', '00021'], ['00022'])
  await land(b, ['09001', '09002'])
  v = await villageOf(b, DAY, [])
})
afterAll(() => b?.end())

const of = (n: number): Holder => v.holders.find((h) => h.cbfbm.endsWith(`000${n}`))!
const book = (n: number) => of(n).books.find((k) => k.cbjyqzbm.endsWith('J'))!
const chosen = (n: number) => ({ cbjyqzbm: book(n).cbjyqzbm, djbId: String(book(n).id) })
const made = (typeCode: string, item: string, n: number, form: Record<string, unknown>): Case => ({
  typeCode,
  item,
  holder: of(n),
  form,
  doSign: '2',
  mu: 0,
  people: { in: [], out: [] },
})
const first = (n: number) => [{ dkbm: book(n).lines[0]!.dkbm }]
const free = { dkbm: `${FBFBM}09001`, cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' }
const newcomer = { cyxm: '新一', cyxb: '1', cyzjlx: '1', cyzjhm: memberId(901, 3), sfgyr: '1' }
/** Each over what the first household has, or the first free parcel. */
const CASES: Readonly<Record<string, () => Case>> = {
  cancel: () => made('contract_cancel', '1', 1, { ...chosen(1), zxyy: '交回' }),
  other: () => made('change_contract', '9', 1, { ...chosen(1), djbfj: '约定' }),
  returned: () => made('change_contract', '5', 1, { ...chosen(1), leaving: first(1).map((l) => ({ ...l, fate: 'reserve' })) }),
  added: () => made('change_contract', '3', 1, { ...chosen(1), dk: [free] }),
  added2: () => made('change_contract', '3', 2, { ...chosen(2), dk: [free] }),
  exchange: () =>
    made('change_exchange', '1', 2, { ...chosen(2), cbjyqzbmB: book(1).cbjyqzbm, djbIdB: String(book(1).id), xyrq: DAY, dk: first(2), dkB: first(1) }),
  transfer: () => made('change_transfer', '1', 2, { ...chosen(2), cbfZr: { cbfbm: of(1).cbfbm }, djbIdZr: String(book(1).id), xyrq: DAY, zrjk: '三千元' }),
  merge: () => ({ ...GENERATORS.change_merge!({ ...v, holders: [of(1), of(2)] }, choices(seeded(SEED)))! }),
  split: () => ({ ...GENERATORS.change_split!({ ...v, holders: [of(1)] }, choices(seeded(SEED)))! }),
  contact: () => made('correct_cbf', '3', 1, { ...chosen(1), lxdh: '13900000000', cbfdz: '二组5号', yzbm: '610001' }),
  lost: () => made('contract_supplement', '4', 1, chosen(1)),
  birth: () => made('change_contract', '1', 1, { ...chosen(1), jtcyList: [...of(1).members, { ...newcomer, yhzgx: '20', cybz: '6' }] }),
  birth2: () => made('change_contract', '1', 2, { ...chosen(2), jtcyList: [...of(2).members, { ...newcomer, yhzgx: '20', cybz: '6' }] }),
}
/** Pairs and what they meet at. */
const PAIRS = [
  ['contact', 'split', 'a contractor'],
  ['lost', 'cancel', 'a book'],
  ['merge', 'exchange', 'households from both sides'],
  ['transfer', 'returned', 'a household that receives'],
  ['added', 'added2', 'a free parcel'],
  ['exchange', 'other', 'the book of party B'],
  ['split', 'merge', 'members'],
  ['birth', 'birth2', 'a person who is in no household yet'],
] as const

/** Sends both at once; one is taken. Frees everything again. */
async function meet(one: string, two: string): Promise<void> {
  const bodies = [one, two].map((n) => bodyOf(CASES[n]!(), DAY))
  const ids = [await saved(b, bodies[0]!), await saved(b, bodies[1]!, 'town')]
  const said = await Promise.all(ids.map((id, i) => sendCommit(b, id, bodies[i]!, i ? 'town' : 'village')))
  const why = `SEED=${SEED} ${one} ${two} ${JSON.stringify(said)}`
  const won = said.findIndex((r) => r.code === 200)
  expect(said.filter((r) => r.code === 200).length, why).toBe(1)
  const [winner, loser] = [ids[won]!, said[1 - won]!]
  const { rows } = await sql<{
    id: string
    code: string
    status: string
  }>`select id::text as id, "businessCode" as code, status from business where id in (${sql.join(ids)})`.execute(b.db.owner)
  const holder = rows.find((r) => r.id === winner)!
  const told = one.startsWith('birth') ? `家庭成员存在在办业务【${holder.code}】，不能重复受理` : `该登记簿存在在办业务【${holder.code}】，不能重复受理`
  expect([loser.key, loser.msg], why).toEqual(['E1001', told])
  const held = await sql<{ by: string }>`select distinct "businessId"::text as by from business_lock`.execute(b.db.owner)
  expect([held.rows.map((r) => r.by), rows.find((r) => r.id !== winner)!.status], why).toEqual([[winner], '1'])
  const { processInstanceId } = (await b.call('admin')('GET', '/yw-accept/business/detail', {}, { id: winner })).data
  const r = await b.call('admin')('POST', '/yw-accept/business/revoke', { reason: '误录' }, { businessId: winner, processInstanceId })
  expect(r.msg, why).toBe('操作成功')
  expect(b.errors, why).toEqual([])
}

test.each(PAIRS.map(([one, two, at]) => ({ one, two, at })))(
  '$one and $two at once, over $at: one wins, the other is told its number',
  async ({ one, two }) => {
    await meet(one, two)
    await meet(two, one)
  },
)
test('any two that meet, again and again', async () => {
  const c = choices(seeded(SEED))
  for (let n = volume(100, 4); n > 0; n--) {
    const [one, two] = c.some(c.one(PAIRS)!.slice(0, 2), 2)
    await meet(one!, two!)
  }
}, 600_000)
