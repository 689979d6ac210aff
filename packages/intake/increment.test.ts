// A package over a register that is not empty: what is later comes through the writer, what the register knows better is refused by its rule, and all of it
// can be taken back. The rows are those of a small package with a few changed by hand.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dk } from '../../land/definitions/dk.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { replayCounty } from '../../land/register/content/replay.server.ts'
import { undo } from '../../land/register/undo.server.ts'
import { write } from '../../land/register/write.server.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { world, type World } from '../../tests/world.ts'
import { unpack } from '../package/archive.server.ts'
import { openDiskMaps } from '../package/disk-map.server.ts'
import { readTable } from '../package/mdb.server.ts'
import { openPackage } from '../package/open.server.ts'
import type { MdbRow, StagedPackage } from '../package/staged.ts'
import { increment, type IncrementBase } from './increment.ts'
import { baseOf, refusals, writeIncrement, type Incremented } from './increment.server.ts'
import { villages } from './village.server.ts'
import { gather } from './write-facts.server.ts'
import { writePackage } from './write.server.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'

const COUNTY = '512021'
const NAMES: readonly StagedTable[] = ['FBF', 'CBF', 'CBF_JTCY', 'CBJYQZDJB', 'CBHT', 'CBDKXX', 'CBJYQZ', 'CBJYQZ_QZZX', 'LZHT', 'QSLYZLFJ']
const signal = new AbortController().signal
let w: World, pkg: StagedPackage
const tables = new Map<StagedTable, MdbRow[]>()
beforeAll(async () => {
  w = await world()
  const { files } = await unpack(join(import.meta.dirname, '../../tests/packages/B-variants.zip'), join(w.dataDir, 'variants'))
  pkg = await openPackage(files.find((f) => f.path.endsWith('v00-clean.zip'))!.abs, join(w.dataDir, 'v00'))
  for (const name of NAMES) tables.set(name, [...readTable(pkg, name)])
  await within((ctx) => writePackage({ ctx, pkg, table: (name) => readTable(pkg, name), signal, tell: () => {} }, '1'))
})
afterAll(() => w?.end())

async function within<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const who = { ...(await whoOf(w.db, '000000', 'admin')), regionCode: '' }
  const now = localTime(clock())
  return w.db.transaction({ tenantId: '000000' }, (tx) =>
    work({ who, db: tx, lang: 'zh', now, newId: () => newId(), requestId: 't', ip: '', enqueue: async () => '0' }),
  )
}
const q = async (text: string): Promise<any[]> => (await w.db.pool.query(text)).rows
type Change = Partial<Record<StagedTable, (list: MdbRow[]) => MdbRow[]>>
/** The package with some of its tables changed, written as an increment of its own number. */
async function bring(id: string, change: Change = {}, held: ReadonlyMap<string, string> = new Map()): Promise<Incremented> {
  const table = (name: StagedTable) => {
    const list = tables.get(name) ?? []
    return change[name]?.(list) ?? list
  }
  return within((ctx) => writeIncrement({ ctx, pkg, table, signal, tell: () => {} }, id, held))
}
const takeBack = (id: string) => within((ctx) => undo(ctx, { kind: 'import', id }, COUNTY))
/** Rows of a table where a column has a value, with other values. */
const set = (column: string, value: string, values: MdbRow) => (list: MdbRow[]) => list.map((r) => (r[column] === value ? { ...r, ...values } : r))
const later = (code: string, day = '2020-05-06') => set('CBJYQZBM', code, { DJSJ: day })
const told = ({ refused }: Incremented) => refused.map((r) => `${r.rule} ${r.layer} ${r.object}`)
const WATCHED = 'fbf cbf jtcy dk jzd jzx dk_jz djb djb_cbf djb_jtcy djb_lineage cbht cbdkxx cbjyqz cbjyqz_event qslyzlfj restriction row_count'.split(' ')
/** A row that is given back holds from the day of what was taken back, before which it is told as it was. */
const MOVES = '{regFrom,validFrom,updateTime,updateUser,rev,why,causeKind,causeId}'
async function register(): Promise<string[]> {
  const all = []
  for (const t of WATCHED) {
    const where = t === 'row_count' ? 'where n <> 0' : t === 'restriction' ? `where "endCauseKind" is distinct from 'undo'` : ''
    all.push(...(await q(`select '${t} ' || (to_jsonb(x) - '${MOVES}'::text[])::text as v from ${t} x ${where}`)).map((r) => r.v as string))
  }
  return all.toSorted()
}
const entry = (id: string, acts: Act[], kind: 'business' | 'desk' = 'business') =>
  within((ctx) =>
    write(ctx, { cause: { kind, id }, unit: `${kind}/${id}`, regionCode: '512021119204', day: localTime(clock()).slice(0, 10), registrar: '县经办', acts }),
  )
const idOf = async (code: string) => (await q(`select id::text from djb where cbjyqzbm = '${code}' and qszt = '1'`))[0].id as string

test('the same again changes nothing: every object is as the package says', async () => {
  const before = await register()
  expect(await bring('2')).toEqual({ counts: {}, same: 2 + 15 + 70 + 20, refused: [] })
  expect(await register()).toEqual(before)
  expect(await q(`select 1 from register_entry where "causeId" = '2'`)).toEqual([])
})

const CODE = '512021119204020004J'
const HOUSE = CODE.slice(0, 18)
const DROPPED = '5120211192040200007'
const CHILD = { CBFBM: HOUSE, CYXM: '新生儿', CYXB: '1', CYZJLX: '1', CYZJHM: '512021201905019518', YHZGX: '20', CYBZ: null, SFGYR: '1', CYBZSM: null }
const LATER: Change = { CBJYQZDJB: later(CODE), CBDKXX: (list) => list.filter((r) => r.DKBM !== DROPPED), CBF_JTCY: (list) => [...list, CHILD] }

test('a later book follows the one there is, with its household and its lines; an older package after it is refused, and taken back all is as before', async () => {
  const before = await register()
  const done = await bring('3', LATER)
  expect([done.counts, done.refused]).toEqual([{ setContractor: 1, endBook: 1, newBook: 1, certificate: 1 }, []])
  const books = await q(
    `select version, qszt, djsj::text, djlx, djxl, cbdkzs::int, cbfcysl::int, "regFrom"::text from djb where cbjyqzbm = '${CODE}' order by 1`,
  )
  expect(books).toMatchObject([
    { version: 1, qszt: '2' },
    { version: 2, qszt: '1', djsj: '2020-05-06', djlx: '1', djxl: '5', cbdkzs: 2, regFrom: '2020-05-06' },
  ])
  expect(await q(`select count(*)::int n from djb_lineage l join djb b on b.id = l."djbId" where b.cbjyqzbm = '${CODE}'`)).toEqual([{ n: 1 }])
  expect((await q(`select cyxm, "regFrom"::text from jtcy where cbfbm = '${HOUSE}' order by sort`)).at(-1)).toEqual({ cyxm: '新生儿', regFrom: '2020-05-06' })
  expect(await q(`select djzt, cbfbm from dk where dkbm = '${DROPPED}'`)).toEqual([{ djzt: '0', cbfbm: null }])
  expect((await q(`select acts from register_entry where "causeId" = '3'`))[0].acts).toHaveLength(4)
  expect(await within((ctx) => replayCounty(ctx, COUNTY))).toMatchObject({ differences: [] })

  const older = await bring('4')
  expect([older.counts, told(older)]).toEqual([{}, [`J04 CBJYQZDJB ${CODE}`, `J04 CBF ${HOUSE}`]])
  expect(older.refused[0]!.message).toBe(`登记簿【${CODE}】库内登记时间为2020-05-06，晚于汇交包的2015-11-26，不予入库`)
  const again = await bring('5', LATER)
  expect([again.counts, again.refused]).toEqual([{}, []])

  await takeBack('3')
  expect(await register()).toEqual(before)
  expect((await bring('3', LATER)).counts).toEqual(done.counts)
  await takeBack('3')
  expect(await register()).toEqual(before)
})

test('of persons an increment warns where a first import warns, and writes; what the check does not tell at the row is asked of the household', async () => {
  const before = await register()
  const done = { setContractor: 1, endBook: 1, newBook: 1, certificate: 1 }
  const warned: [object, string?][] = [
    [{ CYXB: '2', CYZJHM: '512021201905019510' }],
    [{ CYZJHM: '512021209905019517' }],
    [{ CYBZ: '7', SFGYR: '2' }, 'F13：已去世的人员不能新增为家庭成员'],
    [{ YHZGX: '28', CYZJHM: '512021201905019510' }, 'F15：未满16周岁的成员不能为配偶、儿媳、女婿等，请核对与户主关系或证件号码'],
  ]
  for (const [values, why] of warned) {
    const change: Change = { ...LATER, CBF_JTCY: (list) => [...list, { ...CHILD, ...values }] }
    const table = (name: StagedTable) => change[name]?.(tables.get(name) ?? []) ?? tables.get(name) ?? []
    const asks = await refusals({ pkg, table, signal }, within, new Map())
    const [rule, words] = why?.split('：') ?? []
    expect(asks).toEqual(why ? [{ rule, layer: 'CBF', object: HOUSE, message: `承包方【${HOUSE}】的成员【新生儿】：${words}，请核对` }] : [])
    const one = await bring('3', change)
    expect([one.counts, one.refused]).toEqual([done, []])
    await takeBack('3')
  }
  expect(await register()).toEqual(before)
})

test('a household is left out where the register would contradict itself: its head is dead or no co-owner, or somebody who died in it lives again', async () => {
  const before = await register()
  const own = (list: MdbRow[]) => list.filter((r) => r.CBFBM === HOUSE)
  const head = own(tables.get('CBF_JTCY')!).find((r) => r.YHZGX === '02' || r.YHZGX === '01')!
  const other = own(tables.get('CBF_JTCY')!).find((r) => r !== head)!
  const changed = (row: MdbRow, values: MdbRow) => (list: MdbRow[]) => list.map((r) => (r.CYZJHM === row.CYZJHM && r.CBFBM === HOUSE ? { ...r, ...values } : r))
  const out = [`F13 CBF ${HOUSE}`, `F13 CBJYQZDJB ${CODE}`]
  for (const values of [{ CYBZ: '7', SFGYR: '2' }, { SFGYR: '2' }] as MdbRow[]) {
    const one = await bring('3', { ...LATER, CBF_JTCY: changed(head, values) })
    expect([one.counts, told(one)]).toEqual([{}, out])
    expect(one.refused[0]!.message).toBe(`承包方【${HOUSE}】的户主【${String(head.CYXM)}】已去世或不是共有人，不予入库`)
    await takeBack('3')
  }
  const died = await bring('3', { ...LATER, CBF_JTCY: changed(other, { CYBZ: '7', SFGYR: '2' }) })
  expect(died.refused).toEqual([])
  const again = await bring('4', { ...LATER, CBJYQZDJB: later(CODE, '2021-05-06') })
  expect([again.counts, told(again)]).toEqual([{}, out])
  expect(again.refused[0]!.message).toMatch(new RegExp(`的成员【${String(other.CYXM)}】：成员【${String(other.CYXM)}】已登记去世，不能改为在世`))
  await takeBack('4')
  await takeBack('3')
  expect(await register()).toEqual(before)
})

test('no issuer comes under the name of another of its village, nor does what needs it; the first of two newcomers comes', async () => {
  const before = await register()
  const newcomer = (n: string, FBFMC: string): MdbRow => ({ ...tables.get('FBF')![0]!, FBFBM: `512021119204${n}`, FBFMC })
  const of = tables.get('CBF')!.find((r) => r.CBFLX !== '1') ?? tables.get('CBF')![0]!
  const done = await bring('3', {
    FBF: (list) => [
      ...list,
      newcomer('03', '周礼镇大井村二组'),
      newcomer('04', '周礼镇大井村四组'),
      newcomer('05', '周礼镇大井村第4组'),
      newcomer('06', '周礼镇大井村六组'),
    ],
    CBF: (list) => [...list, { ...of, CBFLX: '3', CBFBM: '512021119204030001' }],
  })
  expect([done.counts, told(done)]).toEqual([{ newIssuer: 2 }, ['F22 FBF 51202111920403', 'F22 FBF 51202111920405', 'F22 CBF 512021119204030001']])
  expect(done.refused[0]!.message).toBe('发包方【51202111920403】的名称“周礼镇大井村二组”与本村发包方【51202111920402】相同，不予入库')
  // nor does one without books take such a name later
  const since = (await q(`select "regFrom"::text as since from fbf where fbfbm = '51202111920404'`))[0].since as string
  const known = (day: string) => q(`update fbf set "regFrom" = '${day}' where fbfbm in ('51202111920404', '51202111920406')`)
  await known('2001-01-01')
  const renamed = await bring('4', { FBF: (list) => [...list, newcomer('04', '周礼镇大井村1组')] })
  expect([renamed.counts, told(renamed)]).toEqual([{}, ['F22 FBF 51202111920404']])
  await takeBack('4')
  // a name that its owner gives up in the same package is free; it is not where the owner's own new name is refused
  const passed = (next: string) => bring('4', { FBF: (list) => [...list, newcomer('04', '周礼镇大井村六组'), newcomer('06', next)] })
  const moved = await passed('周礼镇大井村九组')
  expect([moved.counts, told(moved)]).toEqual([{ setIssuer: 2 }, []])
  await takeBack('4')
  const kept = await passed('周礼镇大井村1组')
  expect([kept.counts, told(kept).toSorted()]).toEqual([{}, ['F22 FBF 51202111920404', 'F22 FBF 51202111920406']])
  await known(since)
  await takeBack('4')
  await takeBack('3')
  expect(await register()).toEqual(before)
})

test('what another has built on an increment keeps it in', async () => {
  await bring('3', LATER)
  const now = await idOf(CODE)
  await entry('31', [{ act: 'endBook', djbId: now, qszt: '3', reason: '自愿交回', zxyylx: '1', entry: { djlx: '2', djxl: '6' } }])
  await expect(takeBack('3')).rejects.toMatchObject({ key: 'not-undone' })
  await within((ctx) => undo(ctx, { kind: 'business', id: '31' }, COUNTY))
  await takeBack('3')
})

test('what contradicts the register is refused by name: of the same day, changed by business since, of a household whose other book stays', async () => {
  const terms = await bring('6', { CBJYQZDJB: set('CBJYQZBM', CODE, { CBQXZ: '2058-09-30' }) })
  expect([terms.counts, terms.refused]).toEqual([
    {},
    [{ rule: 'J04', layer: 'CBJYQZDJB', object: CODE, message: `登记簿【${CODE}】登记时间2015-11-26与库内相同而期限或地块不同，不予入库` }],
  ])
  const head = await bring('7', { CBF: set('CBFBM', HOUSE, { CBFMC: '别人' }) })
  expect([head.counts, told(head)]).toEqual([{}, [`J04 CBF ${HOUSE}`]])
  const issuer = await bring('8', { FBF: set('FBFBM', '51202111920402', { FBFFZRXM: '新组长' }) })
  expect([issuer.counts, told(issuer).at(0)]).toEqual([{}, 'J04 FBF 51202111920402'])

  const two = '512021119204010001'
  const half = await bring('9', { CBF: set('CBFBM', two, { CBFMC: '吴寿山' }), CBJYQZDJB: later(`${two}J`) })
  expect([half.counts, told(half)]).toEqual([{}, [`J04 CBF ${two}`, `J04 CBJYQZDJB ${two}J`]])
  const phone = await bring('10', { CBF: set('CBFBM', two, { LXDH: '13900001111' }) })
  expect([phone.counts, phone.refused]).toEqual([{}, []])

  const now = await idOf(CODE)
  const lines = (await q(`select dkbm, cbjyqqdfs, htmj::text, htmjm::text, yhtmj::text, yhtmjm::text, sfqqqg from cbdkxx where "djbId" = ${now}`)) as never
  const next = { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' }
  await entry('61', [
    { act: 'endBook', djbId: now, qszt: '2', reason: '变更' },
    { act: 'newBook', code: CODE, fbfbm: CODE.slice(0, 14), cbfbm: HOUSE, from: [now], djlx: '1', djxl: '5', terms: next, lines, contract: { carry: true } },
  ])
  const since = await bring('11', LATER)
  expect([since.counts, told(since)]).toEqual([{}, [`J04 CBJYQZDJB ${CODE}`, `J04 CBF ${HOUSE}`]])
  await within((ctx) => undo(ctx, { kind: 'business', id: '61' }, COUNTY))
})

/** It says that the register has an earlier book: then a later one may follow. Whatever else differs of what is registered stays as the register has it. */
const LAWFUL: readonly string[] = ['djb.djsj']
test('a package of the same day changes no field of what is registered: every field of issuers, contractors, members, parcels, books and lines', async () => {
  const maps = openDiskMaps(pkg.dir)
  const table = (name: StagedTable) => tables.get(name) ?? []
  const moved: string[] = []
  let tried = 0
  try {
    const facts = await gather(maps.make, table, localTime(clock()).slice(0, 10))
    const day = facts.since.parcel(undefined)
    for await (const { rows: village } of villages(pkg, maps.make, table, signal)) {
      const base = await within((ctx) => baseOf(ctx, COUNTY, village))
      const actsOver = (over: Partial<IncrementBase>) => increment(village, { ...facts, day }, { ...base, ...over }, new Map()).acts
      expect(actsOver({})).toEqual([])
      const sweep = <T extends object>(of: string, row: T, over: (row: T) => Partial<IncrementBase>) => {
        for (const [name, is] of Object.entries(row)) {
          tried++
          const other = typeof is === 'number' ? is + 1 : String(is ?? '') === '' ? '9' : /^\d{4}-\d\d-\d\d$/.test(String(is)) ? '2009-08-07' : `${is}9`
          if (actsOver(over({ ...row, [name]: other })).length) moved.push(`${of}.${name}`)
        }
      }
      const with_ =
        <T>(of: ReadonlyMap<string, T>, code: string) =>
        (row: T) =>
          new Map(of).set(code, row)
      const line = base.lines.find((l) => l.sfqqqg !== '1')!
      const book = base.books.get(line.cbhtbm!)!
      const [f, c, p] = [base.issuers.get(book.fbfbm!)!, base.contractors.get(book.cbfbm!)!, base.parcels.get(line.dkbm!)!]
      sweep('fbf', f, (row) => ({ issuers: with_(base.issuers, f.fbfbm!)(row) }))
      sweep('cbf', c, (row) => ({ contractors: with_(base.contractors, c.cbfbm!)(row) }))
      sweep('dk', p, (row) => ({ parcels: with_(base.parcels, p.dkbm!)(row) }))
      sweep('djb', book, (row) => ({ books: with_(base.books, book.cbjyqzbm!)(row) }))
      sweep('cbdkxx', line, (row) => ({ lines: base.lines.map((l) => (l === line ? row : l)) }))
      const members = base.members.get(c.cbfbm!)!
      sweep('jtcy', members[0]!, (row) => ({ members: with_(base.members, c.cbfbm!)([row, ...members.slice(1)]) }))
      actsOver({ sameGround: new Set([...base.sameGround].filter((x) => x !== p.dkbm)) }).forEach(() => moved.push('dk.geom'))
    }
  } finally {
    maps.close()
  }
  expect([...new Set(moved)].toSorted()).toEqual(LAWFUL)
  expect(tried).toBeGreaterThan(150)
})

test('what a case holds, what belongs to another issuer, what a seizure is on and what has ended stays as it is', async () => {
  const [held, others, seized, ended] = ['512021119204020006J', '512021119204020001J', '512021119204020008J', '512021119204020003J'] as const
  const foreign = (await q(`select dkbm from cbdkxx where cbhtbm = '${others}' order by dkbm limit 1`))[0].dkbm as string
  await q(`update dk set fbfbm = '51202111920401' where dkbm = '${foreign}'`)
  await entry('71', [{ act: 'restrict', ref: 'CF1', kind: 'cf', on: { cbjyqzbm: seized }, from: '2020-01-01', text: '查封' }], 'desk')
  await entry('72', [{ act: 'endBook', djbId: await idOf(ended), qszt: '3', reason: '自愿交回', zxyylx: '1', entry: { djlx: '2', djxl: '6' } }])
  const change: Change = { CBJYQZDJB: (list) => [held, others, seized, ended].reduce((all, code) => later(code)(all), list) }
  const parcel = (await q(`select dkbm from cbdkxx where cbhtbm = '${held}' order by dkbm limit 1`))[0].dkbm as string
  const done = await bring('12', change, new Map([[`dk:${parcel}`, 'YW7']]))
  expect(done.counts).toEqual({})
  expect(done.refused.map((r) => `${r.rule} ${r.message}`).toSorted()).toEqual([
    `J02 登记簿【${held}】的地块【${parcel}】正在办理业务【YW7】，不予入库`,
    `J03 地块【${foreign}】库内属于发包方51202111920401，与包内51202111920402不一致，不予入库`,
    `J03 登记簿【${others}】所依据的地块【${foreign}】已被拒绝，不予入库`,
    `J05 登记簿【${seized}】存在未解除的抵押、异议或查封（${seized}），不予入库`,
    `J06 登记簿【${ended}】在库内已注销，不予入库`,
  ])
  await q(`update dk set fbfbm = '51202111920402' where dkbm = '${foreign}'`)
  await within((ctx) => undo(ctx, { kind: 'desk', id: '71' }, COUNTY))
  await within((ctx) => undo(ctx, { kind: 'business', id: '72' }, COUNTY))
})

test('a new household, a parcel that was missing, another boundary and an ended right come in and leave again; a parcel of another book does not', async () => {
  const free = await q(`select id::text, dkbm from dk where djzt = '0' and dkbm like '51202111920402%' order by dkbm limit 2`)
  const [missing, moved] = free.map((r) => r.dkbm as string) as [string, string]
  await within(async (ctx) => rows.erase(ctx, dk, [(await rows.find(ctx, dk, { dkbm: missing }))!.id]))
  await q(`update dk set geom = ST_Translate(geom, 0.00001, 0) where dkbm = '${moved}'`)
  const before = await register()

  const [code, gone] = ['512021119204020010J', '512021119204020009Q'] as const
  const own = { CBFBM: code.slice(0, 18), FBFBM: code.slice(0, 14), CBJYQZBM: code }
  const add = (name: StagedTable, from: string, row: MdbRow) => (list: MdbRow[]) => [
    ...list,
    { ...tables.get(name)!.find((r) => Object.values(r).includes(from))!, ...own, ...row },
  ]
  const change = (dkbm: string): Change => ({
    CBF: add('CBF', HOUSE, { CBFMC: '石新', CBFZJHM: '512021198001019513', CBFCYSL: 1 }),
    CBF_JTCY: add('CBF_JTCY', HOUSE, { CYXM: '石新', CYZJHM: '512021198001019513', YHZGX: '02' }),
    CBJYQZDJB: (list) => add('CBJYQZDJB', CODE, { DJSJ: '2020-05-06', CBJYQZLSH: null })(list.filter((r) => r.CBJYQZBM !== gone)),
    CBHT: add('CBHT', CODE, { CBHTBM: code, CBDKZS: 1 }),
    CBDKXX: (list) => add('CBDKXX', CODE, { CBHTBM: code, DKBM: dkbm })(list.filter((r) => r.CBJYQZBM !== gone)),
    CBJYQZ: (list) => add('CBJYQZ', CODE, { FZRQ: '2020-06-01', QZSFLQ: '2', QZLQRQ: null, QZLQRXM: null })(list.filter((r) => r.CBJYQZBM !== gone)),
    CBJYQZ_QZZX: (list) => [...list, { CBJYQZBM: gone, ZXYY: '承包方消亡', ZXRQ: '2020-03-04' }],
    QSLYZLFJ: add('QSLYZLFJ', CODE, {}),
  })
  const taken = await bring('13', change(DROPPED))
  expect(told(taken)).toEqual([`J04 CBJYQZDJB ${code}`])
  expect(taken.refused[0]!.message).toBe(`登记簿【${code}】的地块【${DROPPED}】在库内属于登记簿【${CODE}】，不予入库`)
  await takeBack('13')
  expect(await register()).toEqual(before)

  const done = await bring('14', change(missing))
  expect([done.counts, done.refused]).toEqual([{ newContractor: 1, newParcel: 1, setParcel: 1, newBook: 1, endBook: 1, certificate: 3 }, []])
  expect(await q(`select djzt, cbfbm from dk where dkbm = '${missing}'`)).toEqual([{ djzt: '2', cbfbm: code.slice(0, 18) }])
  expect(await q(`select count(*)::int > 2 as ok from dk_jz where dkbm = '${missing}'`)).toEqual([{ ok: true }])
  expect(await q(`select sjly, "regFrom"::text from dk where dkbm = '${moved}'`)).toEqual([{ sjly: '2', regFrom: '2020-06-01' }])
  expect(await q(`select qszt, "endTime"::text, "endReason" from djb where cbjyqzbm = '${gone}'`)).toMatchObject([{ qszt: '3', endReason: '承包方消亡' }])
  expect(await q(`select zt, sfzx::int from cbjyqz where cbjyqzbm = '${gone}'`)).toEqual([{ zt: '2', sfzx: 1 }])
  expect(await q(`select count(*)::int n from qslyzlfj where cbjyqzbm = '${code}'`)).toEqual([{ n: 1 }])
  expect((await bring('15', change(missing))).counts).toEqual({})
  await takeBack('14')
  expect(await register()).toEqual(before)
  expect((await bring('14', change(missing))).counts).toEqual(done.counts)
})
