// The two clocks through the writer, told case by case (register.md 3): what a day says afterwards, and what was believed of it before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Act, Cause, CauseKind, Member, NewBook } from '../../land/register/acts/acts.ts'
import { dk } from '../../land/definitions/dk.ts'
import { undo } from '../../land/register/undo.server.ts'
import { write } from '../../land/register/write.server.ts'
import { world, type World } from '../world.ts'
import { overlaps } from './apart.ts'
import { contractorFields, ends, follows, issuerFields, makerOf, parcelFields, person, wholeLine, bookOf, reading } from './making.ts'
import { sideOf } from './side.ts'
import { apply, asOf, restore } from './model.ts'
import { plusDays } from './rules.ts'
import { compare, compareMore, translated } from './compare.ts'
import { empty, isRefused, type State } from './state.ts'

let w: World
let s: State = empty('2026-03-02')
const moments: number[] = []
const order = Object.keys(dk.fields)
const FBF = '51202110060101'
const cbfbm = (n: number) => `${FBF}${String(n).padStart(4, '0')}`
const dkbm = (n: number) => `${FBF}${String(n).padStart(5, '0')}`
let [n, tick] = [700, Date.UTC(2026, 1, 1)]
/** Writes an entry on both sides, which then are the same. Answers its cause. */
async function done(kind: CauseKind, acts: readonly Act[], day = s.today): Promise<Cause> {
  const cause = { kind, id: String(++n) }
  const entry = { cause, unit: `days ${kind} ${n}`, regionCode: '512021', day, acts }
  const side = sideOf(w, write)
  const theirs = await translated(side.db, '512021', s, entry)
  const next = apply(s, entry)
  if (isRefused(next)) throw new Error(`${next.refused} ${next.about}`)
  s = next
  moments.push((tick += 1000) * 1000)
  await side.write(theirs, new Date(tick), s.today, true)
  expect(await compare(side.db, '512021', s, moments, 0, { form: 'rectangles' })).toEqual([])
  return cause
}
/** Takes a cause back on both sides, which then are the same. */
async function back(cause: Cause): Promise<void> {
  const by = { kind: 'undo' as const, id: String(++n) }
  const next = restore(s, cause, { cause: by, unit: `days ${n}`, regionCode: '512021', day: s.today })
  if (isRefused(next)) throw new Error(`${next.refused} ${next.about}`)
  s = next
  moments.push((tick += 1000) * 1000)
  const side = sideOf(w, write, undo)
  await side.undo!(cause, by, new Date(tick), s.today)
  expect(await compare(side.db, '512021', s, moments, 0, { form: 'rectangles' })).toEqual([])
  expect(await compareMore(side.db, '512021', s)).toEqual([])
}
/** What is registered of a column of an object on a day; as it was known after the entry `known` entries ago. */
async function on(table: 'cbf' | 'dk' | 'djb', code: string, column: string, day: string, known = 0): Promise<string | undefined> {
  const at = (tick - known * 1000 + 500) / 1000
  const name = { cbf: 'cbfbm', dk: 'dkbm', djb: `cbjyqzbm || '/' || version` }[table]
  const { rows } = await w.db.pool.query(
    `select "${column}"::text as v from (select *, ${name} as code, timestamptz 'infinity' as "validTo", date 'infinity' as "regTo" from ${table}) x
      where code = $1 and "validFrom" <= to_timestamp($2) and "regFrom" <= $3
    union all select "${column}"::text from ${table}_v where ${name} = $1 and "validFrom" <= to_timestamp($2) and to_timestamp($2) < "validTo" and "regFrom" <= $3 and $3 < "regTo"`,
    [code, at, day],
  )
  expect(rows.length).toBeLessThan(2)
  if (known === 0) expect(rows[0]?.v).toEqual(asOf(s, `${table}:${code}`, s.moment, day)?.[column] ?? undefined)
  return rows[0]?.v
}
const members = new Map<number, Member[]>()
beforeAll(async () => {
  w = await world()
  const m = makerOf(7, s)
  const acts: Act[] = [{ act: 'newIssuer', fbfbm: FBF, fields: issuerFields(FBF), day: '2015-06-01' }]
  for (const [i, x] of [
    [1, 0],
    [2, 100],
    [3, 200],
    [4, 300],
  ] as const) {
    // four neighbours in a row, 100 m each, edge on edge
    acts.push({ act: 'newParcel', dkbm: dkbm(i), fields: { ...parcelFields(m, { x, y: 0, w: 100, h: 50 }), dklb: '10' }, day: '2016-03-01' })
    const household = [person(m, '02'), person(m, '20')]
    members.set(i, household)
    acts.push({ act: 'newContractor', cbfbm: cbfbm(i), fields: contractorFields(m, household[0]!), members: household, day: '2016-03-01' })
    const terms = { cbfs: '110', cbqx: 30, cbqxq: '1998-01-01', cbqxz: '2027-12-31' }
    const line = { dkbm: dkbm(i), sfqqqg: '2', cbjyqqdfs: '110', htmj: '5000.00', htmjm: '7.50' }
    const contract = { paper: { qdsj: '2016-03-01', signWay: '3', signStatus: '2' }, htlx: '1' }
    const book = { fbfbm: FBF, cbfbm: cbfbm(i), from: [], djlx: '0', djxl: '0', terms, lines: [line], contract, as: { djsj: '2016-03-01' }, day: '2016-03-01' }
    acts.push({ act: 'newBook', code: `${cbfbm(i)}J`, ...book })
  }
  await done('import', acts)
})
afterAll(() => w?.end())
const change = (i: number, version: number, more: object = {}): Act[] => {
  const b = bookOf(reading(s), `${cbfbm(i)}J/${version}`)
  return [ends(b), follows(b, s.today, more)]
}

test('a typing error found after a later change is mended in every piece, and what was believed stays to be seen', async () => {
  await done('form', [{ act: 'setContractor', cbfbm: cbfbm(1), fields: { lxdh: '13811111111' } }], '2026-02-01')
  await done('correction', [{ act: 'setContractor', cbfbm: cbfbm(1), fields: { cbfmc: '王更' } }])
  for (const day of ['2016-03-01', '2020-01-01', '2026-02-01']) expect(await on('cbf', cbfbm(1), 'cbfmc', day)).toBe('王更')
  expect(await on('cbf', cbfbm(1), 'lxdh', '2020-01-01')).not.toBe('13811111111')
  expect(await on('cbf', cbfbm(1), 'lxdh', '2026-02-01')).toBe('13811111111')
  expect(await on('cbf', cbfbm(1), 'cbfmc', '2020-01-01', 1)).toBe(members.get(1)![0]!.cyxm)
})
test('an older package after a newer one fills the days before, and leaves what is newer alone', async () => {
  const phone = (lxdh: string, day: string): Act[] => [{ act: 'setContractor', cbfbm: cbfbm(2), fields: { lxdh }, day }]
  await done('import', phone('13820200000', '2020-01-01'))
  await done('import', phone('13818000000', '2018-01-01'))
  await done('import', phone('13814000000', '2014-01-01'))
  const days = ['2013-12-31', '2014-01-01', '2017-12-31', '2018-06-01', '2026-01-01']
  const said = []
  for (const day of days) said.push(await on('cbf', cbfbm(2), 'lxdh', day))
  expect([said[0], said[1], said[3], said[4]]).toEqual([undefined, '13814000000', '13818000000', '13820200000'])
  expect(await on('cbf', cbfbm(2), 'cbfmc', '2014-01-01')).toBe(members.get(2)![0]!.cyxm)
})
test('of two changes in a day the day says the last, and what was known between says the first', async () => {
  await done('business', change(3, 1))
  await done('business', change(3, 2))
  expect(await on('djb', `${cbfbm(3)}J/2`, 'qszt', s.today)).toBe('2')
  expect(await on('djb', `${cbfbm(3)}J/2`, 'qszt', s.today, 1)).toBe('1')
  expect(await on('djb', `${cbfbm(3)}J/1`, 'qszt', '2026-03-01')).toBe('1')
})
test('a cut beside registered neighbours writes no version of a neighbour, nor of its book', async () => {
  const m = makerOf(9, s)
  const halves = [0, 50].map((dx, i) => ({ dkbm: dkbm(20 + i), fields: { ...parcelFields(m, { x: 100 + dx, y: 0, w: 50, h: 50 }), dklb: '10' } }))
  const lines = halves.map((h) => ({ ...wholeLine(reading(s), dkbm(2)), dkbm: h.dkbm, htmj: '2500.00', htmjm: '3.75' }))
  const before = await w.db.pool.query(`select id, rev from dk where dkbm = any($1) order by id`, [[dkbm(1), dkbm(3), dkbm(4)]])
  await done('business', [{ act: 'replaceParcels', parents: [dkbm(2)], children: halves, bgfs: '1', bgyy: '分割' }, ...change(2, 1, { lines })])
  const after = await w.db.pool.query(`select id, rev from dk where dkbm = any($1) order by id`, [[dkbm(1), dkbm(3), dkbm(4)]])
  expect(after.rows).toEqual(before.rows)
  expect([await on('dk', dkbm(2), 'zt', s.today), await on('dk', dkbm(2), 'zt', '2026-03-01')]).toEqual(['2', '1'])
})
test('what is taken back is as before, under a phone that was changed since', async () => {
  const name = members.get(4)![0]!.cyxm
  const cause = await done('business', [{ act: 'setContractor', cbfbm: cbfbm(4), fields: { cbfmc: '改名' } }])
  await done('form', [{ act: 'setContractor', cbfbm: cbfbm(4), fields: { lxdh: '13899999999' } }])
  expect(await on('cbf', cbfbm(4), 'cbfmc', s.today)).toBe('改名')
  await back(cause)
  const { rows } = await w.db.pool.query(`select cbfmc, lxdh, "regFrom"::text as since from cbf where cbfbm = $1`, [cbfbm(4)])
  expect(rows).toEqual([{ cbfmc: name, lxdh: '13899999999', since: s.today }])
})
/** A first book of other land (Q) of a household, of this parcel. */
const other = (i: number, parcel: number): Act[] => [
  { act: 'newParcel', dkbm: dkbm(parcel), fields: { ...parcelFields(makerOf(parcel, s), { x: parcel * 100, y: 900, w: 100, h: 20 }), dklb: '10' } },
  {
    act: 'newBook',
    code: `${cbfbm(i)}Q`,
    fbfbm: FBF,
    cbfbm: cbfbm(i),
    from: [],
    djlx: '0',
    djxl: '0',
    terms: { cbfs: '120', cbqx: 30, cbqxq: '2026-01-01', cbqxz: '2055-12-31' },
    lines: [{ dkbm: dkbm(parcel), sfqqqg: '2', cbjyqqdfs: '120', htmj: '2000.00', htmjm: '3.00' }],
    contract: { file: { qdsj: s.today, signWay: '3', signStatus: '2' }, htlx: '2' },
  } satisfies NewBook,
]
const standing = async (i: number) => {
  const { rows } = await w.db.pool.query(`select cbjyqzbm, htzmjm, cbdkzs, djzt from cbf where cbfbm = $1`, [cbfbm(i)])
  return Object.values(rows[0]!)
}
test('of two books of a household (J and Q) the later is taken back and leaves the earlier; and so the earlier the later', async () => {
  const J = await done('business', change(4, 1, { lines: [{ ...wholeLine(reading(s), dkbm(4)), htmj: '4000.00', htmjm: '6.00' }] }))
  const Q = await done('business', other(4, 40))
  expect(await standing(4)).toEqual([`${cbfbm(4)}Q`, '9.00', 2, '2'])
  // what follows from the book of another cause bars nothing, and is reckoned again from the books that are left
  await back(J)
  expect(await standing(4)).toEqual([`${cbfbm(4)}Q`, '10.50', 2, '2'])
  await back(Q)
  expect(await standing(4)).toEqual([`${cbfbm(4)}J`, '7.50', 1, '2'])
  expect(await on('djb', `${cbfbm(4)}J/1`, 'qszt', s.today)).toBe('1')
})
test('what another cause changed of it bars the undo, also on days that are past; what was changed and changed back does not', async () => {
  const refused = async (cause: Cause) => {
    const by = { kind: 'undo' as const, id: String(++n) }
    expect(restore(s, cause, { cause: by, unit: `days ${n}`, regionCode: '512021', day: s.today })).toMatchObject({ refused: 'undo-later' })
    await expect(sideOf(w, write, undo).undo!(cause, by, new Date((tick += 1000)), s.today)).rejects.toMatchObject({ key: 'not-undone' })
  }
  const name = (cbfmc: string): Act[] => [{ act: 'setContractor', cbfbm: cbfbm(2), fields: { cbfmc } }]
  const older = await done('import', [{ act: 'setContractor', cbfbm: cbfbm(2), fields: { cbfdz: '旧址' }, day: '2019-01-01' }])
  // a later package says something else of days that the first one wrote and that are over
  await done('import', [{ act: 'setContractor', cbfbm: cbfbm(2), fields: { cbfmc: '旧名' }, day: '2019-06-01' }])
  await refused(older)
  const first = await done('business', name('一名'))
  const second = await done('business', name('二名'))
  await refused(first)
  await back(second)
  await back(first)
})
test('what a cause ended does not come back beside what others made there since: no second current book, certificate or line', async () => {
  const refused = async (cause: Cause, why: string) => {
    const by = { kind: 'undo' as const, id: String(++n) }
    expect(restore(s, cause, { cause: by, unit: `days ${n}`, regionCode: '512021', day: s.today })).toMatchObject({ refused: 'undo-in-use' })
    const e = await sideOf(w, write, undo).undo!(cause, by, new Date((tick += 1000)), s.today).then(
      () => undefined,
      (x: { key: string; words: { zh: string } }) => x,
    )
    expect([e?.key, e?.words.zh]).toEqual(['not-undone', `不能撤回登记：${why}`])
  }
  const current = reading(s)
  const djbId = `${cbfbm(4)}J/1`
  const ended = await done('business', [{ ...ends(bookOf(current, djbId), '3'), zxyylx: '1' }])
  const again = await done('business', [{ ...follows(bookOf(reading(s), djbId), s.today, {}), djlx: '0', djxl: '0' }])
  await refused(ended, `【${cbfbm(4)}J】此后已有新的登记簿`)
  await back(again)
  await back(ended)
  const J = `${cbfbm(4)}J`
  await done('business', [{ act: 'certificate', code: J, event: 'new' }])
  const cancel = await done('business', [{ act: 'certificate', code: J, event: 'cancel', reason: '注销' }])
  const next = await done('business', [{ act: 'certificate', code: J, event: 'new' }])
  await refused(cancel, `【${J}】此后已有新的经营权证`)
  await back(next)
  await back(cancel)
})
test('a cause is its kind and its id: what another kind wrote under the same id stays', async () => {
  n = 5000
  const form = await done('form', [{ act: 'setContractor', cbfbm: cbfbm(1), fields: { lxdh: '13855555555' } }])
  n = 5000
  const business = await done('business', [{ act: 'setContractor', cbfbm: cbfbm(3), fields: { cbfmc: '同号' } }])
  expect([form.id, business.id]).toEqual(['5001', '5001'])
  n = 5100
  await back(business)
  expect(await on('cbf', cbfbm(1), 'lxdh', s.today)).toBe('13855555555')
})
test('a correction that gives a book other members changes what the book says, not the household; taken back, the book names the former ones', async () => {
  const djbId = `${cbfbm(1)}J/1`
  const {
    rows: [book],
  } = await w.db.pool.query(`select id, "contentHash" from djb where cbjyqzbm = $1`, [`${cbfbm(1)}J`])
  const printed = async () => (await w.db.pool.query(`select cyxm from djb_jtcy where "djbId" = $1 order by sort`, [book.id])).rows.map((r) => r.cyxm as string)
  const count = async () => (await w.db.pool.query(`select cbfcysl from djb where id = $1`, [book.id])).rows[0]!.cbfcysl
  const household = async () => (await w.db.pool.query(`select cyxm from jtcy where cbfbm = $1 order by sort`, [cbfbm(1)])).rows.map((r) => r.cyxm as string)
  const [before, people] = [await printed(), await household()]
  const one: Member = { ...members.get(1)![0]!, cyxm: '纸上名' }
  const cause = await done('correction', [{ act: 'reviseBook', djbId, content: { members: [one] } }])
  expect([await printed(), await household(), await count()]).toEqual([['纸上名'], people, 1])
  expect(await compareMore(sideOf(w, write).db, '512021', s)).toEqual([])
  await back(cause)
  expect([await printed(), await household(), await count()]).toEqual([before, people, 2])
  expect((await w.db.pool.query(`select "contentHash" from djb where id = $1`, [book.id])).rows).toEqual([{ contentHash: book.contentHash }])
})
test('rounds of a cause go with it, and what the cause before said of them holds again', async () => {
  const round = (to: string): Act[] => [{ act: 'setIssuer', fbfbm: FBF, rounds: [{ no: 3, from: '2040-01-01', to }] }]
  const [first, second] = [await done('plan', round('2060-12-31')), await done('plan', round('2069-12-31'))]
  const rounds = async () => (await w.db.pool.query(`select "toDay"::text as t from fbf_round`)).rows.map((r) => r.t)
  await back(second)
  expect(await rounds()).toEqual(['2060-12-31'])
  await back(first)
  expect(await rounds()).toEqual([])
})
test('the calls of history tell what is new in each version, since when it is true, when it was recorded, why and by what; within region and tenant', async () => {
  const county = await w.as('county')
  const of = async (path: string, query: Record<string, string>) => (await county.get(path, query)).data as Record<string, any>[]
  const told = (list: Record<string, any>[]) => list.map((r) => [r.regFrom, r.regTo, r.why, r.causeKind, r.changed])
  const household = await of('/base-qssj/cbf/history', { cbfbm: cbfbm(1) })
  expect(told(household)).toEqual([
    ['2016-03-01', '2026-02-01', 'correction', 'correction', []],
    ['2026-02-01', s.today, 'correction', 'correction', ['lxdh']],
    [s.today, 'infinity', 'change', 'form', ['lxdh']],
  ])
  // what is left of a version that was cut by a later one was recorded when it was written
  const corrected = await w.db.pool.query(
    `select to_char(min("validFrom") at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as t from cbf_v where cbfbm = $1 and why = 'correction'`,
    [cbfbm(1)],
  )
  expect(household.slice(0, 2).map((r) => r.recordedAt.slice(0, 19))).toEqual([corrected.rows[0]!.t, corrected.rows[0]!.t])
  expect(told(await of('/base-qssj/fbf/history', { fbfbm: FBF }))).toEqual([['2015-06-01', 'infinity', 'import', 'import', []]])
  expect((await of('/base-dlxx/dk/history', { dkbm: dkbm(2) })).map((r) => [r.zt, r.regFrom, r.changed])).toEqual([
    ['1', '2016-03-01', []],
    ['2', s.today, ['djzt', 'cbfbm', 'cbfmc', 'zt'].toSorted((x, y) => order.indexOf(x) - order.indexOf(y))],
  ])
  for (const [path, query] of [
    ['/base-qssj/djb/history', { cbjyqzbm: `${cbfbm(3)}J` }],
    ['/base-qssj/cbht/history', { cbhtbm: `${cbfbm(3)}J` }],
  ] as const)
    expect((await of(path, query)).map((r) => [r.version, r.qszt, r.regFrom])).toEqual([
      [1, '1', '2016-03-01'],
      [1, '2', s.today],
      [2, '2', s.today],
      [3, '1', s.today],
    ])
  // who sees no whole numbers sees none of former versions
  const number = members.get(1)![0]!.cyzjhm!
  expect(household.every((r) => r.cbfzjhm !== number)).toBe(
    !((await of('/base-qssj/cbf/page', { cbfbm: cbfbm(1) })) as any).records.some((r: any) => r.cbfzjhm === number),
  )
  const [elsewhere, nobody] = [await w.as('other'), w.nobody]
  expect((await elsewhere.get('/base-qssj/cbf/history', { cbfbm: cbfbm(1) })).data).toEqual([])
  expect((await nobody.get('/base-qssj/cbf/history', { cbfbm: cbfbm(1) })).status).toBe(401)
})
test('a restriction whose cause is taken back stands no longer on the pieces of its parcel', async () => {
  const m = makerOf(10, s)
  const notice = await done('notice', [{ act: 'restrict', ref: 'dy-pieces', kind: 'dy', on: { dkbm: dkbm(4) }, from: s.today, text: '抵押' }])
  const halves = [0, 50].map((dx, i) => ({ dkbm: dkbm(30 + i), fields: { ...parcelFields(m, { x: 300 + dx, y: 0, w: 50, h: 50 }), dklb: '10' } }))
  const lines = halves.map((h) => ({ ...wholeLine(reading(s), dkbm(4)), dkbm: h.dkbm, htmj: '2500.00', htmjm: '3.75' }))
  const cut = await done('business', [{ act: 'replaceParcels', parents: [dkbm(4)], children: halves, bgfs: '1', bgyy: '分割' }, ...change(4, 1, { lines })])
  const mortgaged = async () =>
    (await w.db.pool.query(`select dyzt from dk where dkbm = any($1) order by dkbm`, [halves.map((h) => h.dkbm)])).rows.map((r) => r.dyzt)
  expect(await mortgaged()).toEqual(['1', '1'])
  await back(notice)
  expect(await mortgaged()).toEqual(['0', '0'])
  await back(cut)
  expect(await on('dk', dkbm(4), 'zt', s.today)).toBe('1')
})
test('who left by a cause that was taken back, and on a later day by the same cause again, comes back again', async () => {
  const head: Member = { ...members.get(3)![0]!, id: 'm5' }
  const leaves: Act[] = [{ act: 'setContractor', cbfbm: cbfbm(3), members: [head] }]
  const people = async () => (await w.db.pool.query(`select cyxm from jtcy where cbfbm = $1 order by sort`, [cbfbm(3)])).rows.map((r) => r.cyxm)
  const both = members.get(3)!.map((m) => m.cyxm)
  const cause = await done('business', leaves)
  expect(await people()).toEqual([both[0]])
  await back(cause)
  expect(await people()).toEqual(both)
  s = { ...s, today: plusDays(s.today, 2) }
  n = Number(cause.id) - 1
  expect(await done('business', leaves)).toEqual(cause)
  n += 100
  await back(cause)
  expect(await people()).toEqual(both)
})
test('no two rectangles of an object share a point, and PostgreSQL refuses where it can', async () => {
  expect(await overlaps(w.db.pool)).toEqual([])
  const { rows } = await w.db.pool.query(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as c from information_schema.columns where table_name = 'cbf_v'`,
  )
  const columns: string = rows[0].c
  const moved = columns.replace('"regFrom"', '"regFrom" + 1')
  const doubled = `insert into cbf_v (${columns}) select ${moved} from cbf_v where cbfbm = '${cbfbm(1)}' and "validTo" = 'infinity' and "regTo" - "regFrom" > 2 limit 1`
  const isWatched = w.db.engine === 'server' && process.env.TEST_PROFILE !== 'partitioned'
  if (isWatched) return expect(w.db.pool.query(doubled)).rejects.toThrow(/cbf_v_apart/)
  await w.db.pool.query(doubled)
  expect(await overlaps(w.db.pool)).toHaveLength(1)
})
