// A package into an empty village: the acts of its entry through the writer, and its rows in bulk, leave equal tables.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import type { Act, Line, Member } from '../../land/register/acts/acts.ts'
import { textOfBook } from '../../land/register/content/book1.ts'
import { contentOf } from '../../land/register/content/content.server.ts'
import { replayCounty } from '../../land/register/content/replay.server.ts'
import { undo } from '../../land/register/undo.server.ts'
import { write } from '../../land/register/write.server.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { world, type World } from '../../tests/world.ts'
import { openDiskMaps } from '../package/disk-map.server.ts'
import { readTable } from '../package/mdb.server.ts'
import { openPackage } from '../package/open.server.ts'
import type { ReadTable, StagedPackage } from '../package/staged.ts'
import { villages } from './village.server.ts'
import { villageActs } from './village.ts'
import { gather } from './write-facts.server.ts'
import { writePackage } from './write.server.ts'

let w: World, dir: string, pkg: StagedPackage
beforeAll(async () => {
  w = await world()
  dir = await mkdtemp(join(tmpdir(), 'acts-'))
  pkg = await openPackage(join(import.meta.dirname, '../../tests/packages/A.zip'), join(dir, 'package'))
  await within(BULK, (ctx) => writePackage({ ctx, pkg, table, signal, tell: () => {} }, '1'))
})
afterAll(async () => {
  await w?.end()
  await rm(dir, { recursive: true, force: true })
})

const [BULK, ACTS] = ['000000', '100001'] as const
async function within<T>(tenantId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const who = { ...(await whoOf(w.db, tenantId, 'admin')), regionCode: '' }
  const now = localTime(clock())
  return w.db.transaction({ tenantId }, (tx) => work({ who, db: tx, lang: 'zh', now, newId: () => newId(), requestId: 't', ip: '', enqueue: async () => '0' }))
}
const q = async (text: string): Promise<any[]> => (await w.db.pool.query(text)).rows
const signal = new AbortController().signal
const table: ReadTable = (name) => readTable(pkg, name)

/** Tables, what is named instead of ids, and what the moment of the writing decides. */
const BOOK = `(select b.cbjyqzbm || b.version from djb b where b.id = x."djbId") as book`
const TABLES: Readonly<Record<string, string>> = {
  fbf: '',
  cbf: '',
  jtcy: `, (select cbfbm from cbf where cbf.id = x."cbfId") as of`,
  dk: ', ST_AsText(geom, 10) as ground',
  djb: '',
  djb_cbf: `, ${BOOK}`,
  djb_jtcy: `, ${BOOK}`,
  cbht: `, ${BOOK}`,
  cbdkxx: `, ${BOOK}, (select dkbm from dk where dk.id = x."dkId") as ground`,
  cbjyqz: `, ${BOOK}`,
}
const MOVES = '{id,tenantId,djbId,dkId,cbfId,geom,rev,validFrom,validTo,createTime,updateTime,createUser,updateUser,causeId,closedBy,lzzt,contentHash}'
async function tables(tenantId: string): Promise<Record<string, string[]>> {
  const out: Record<string, string[]> = {}
  for (const [t, more] of Object.entries(TABLES)) {
    const rows = await q(`select (to_jsonb(x) - '${MOVES}'::text[])::text as v ${more} from ${t} x where "tenantId" = '${tenantId}'`)
    if (t === 'cbf' || t === 'dk')
      rows.push(...(await q(`select (to_jsonb(x) - '${MOVES}'::text[])::text as v from ${t}_v x where "tenantId" = '${tenantId}' and "validTo" = 'infinity'`)))
    out[t] = rows.map(({ v, ...named }) => `${v} ${Object.values(named).join(' ')}`).toSorted()
  }
  return out
}

test('what an import wrote is found by its key when its references are checked', async () => {
  for (const t of ['cbf', 'djb', 'dk']) {
    const plan = await q(`explain select 1 from ${t} where "countyCode" = '${pkg.county}' and id = 1 for key share`)
    expect(plan.map((r) => r['QUERY PLAN']).join('\n')).toMatch(/Index Scan using \w*pkey/)
  }
})

test('both ways of writing package A leave equal tables', async () => {
  const maps = openDiskMaps(pkg.dir)
  const today = localTime(clock()).slice(0, 10)
  const facts = await gather(maps.make, table, today)
  for await (const { village, rows } of villages(pkg, maps.make, table, signal)) {
    const acts = villageActs(rows, facts)
    await within(ACTS, (ctx) => write(ctx, { cause: { kind: 'import', id: '1' }, unit: `hjb/1/${village}`, regionCode: village, day: today, acts }))
  }
  maps.close()
  const [bulk, acts] = [await tables(BULK), await tables(ACTS)]
  for (const t of Object.keys(TABLES)) {
    const [a, b] = [bulk[t]!, acts[t]!]
    const [left, right] = [new Set(a), new Set(b)]
    expect([t, a.length, a.filter((x) => !right.has(x)).slice(0, 2)]).toEqual([t, b.length, b.filter((x) => !left.has(x)).slice(0, 2)])
  }
})

test('what the import froze is what the rows say: the points that it handed over are those of the base', async () => {
  const frozen = await q(`select "djbId"::text as id, text from djb_content where "tenantId" = '${BULK}' order by "djbId" limit 40`)
  const ids = frozen.map((f) => f.id)
  const made = await within(BULK, (ctx) => contentOf(ctx, pkg.county, ids))
  expect(frozen.map((f) => f.text)).toEqual(ids.map((id) => textOfBook(made.get(id)!)))
  const marks = [...made.values()].flatMap((b) => b.lines.flatMap((l) => l.rings.flat().filter((p) => p.length === 3)))
  expect(marks.length).toBeGreaterThan(500)
})

interface Book {
  djbId: string
  code: string
  cbfbm: string
  fbfbm: string
  terms: { cbfs: string; cbqx: number; cbqxq: string; cbqxz: string }
  lines: Line[]
  members: (Member & { id: string })[]
}
/** Household books with at least two parcels of their own and two members, as acts name them. */
async function householdBooks(n: number): Promise<Book[]> {
  const own = `"tenantId" = '${BULK}'`
  return q(`select b.id::text as "djbId", cbjyqzbm as code, b.cbfbm, b.fbfbm,
      jsonb_build_object('cbfs', b.cbfs, 'cbqx', 30, 'cbqxq', b.cbqxq::text, 'cbqxz', b.cbqxz::text) as terms,
      (select jsonb_agg(jsonb_build_object('dkbm', l.dkbm, 'cbjyqqdfs', l.cbjyqqdfs, 'htmj', l.htmj::text, 'htmjm', l.htmjm::text, 'sfqqqg', l.sfqqqg) order by l.dkbm)
        from cbdkxx l where l."djbId" = b.id) as lines,
      (select jsonb_agg(jsonb_build_object('id', m.id::text, 'cyxm', m.cyxm, 'cyxb', m.cyxb, 'yhzgx', m.yhzgx, 'cyzjlx', m.cyzjlx, 'cyzjhm', m.cyzjhm,
        'sfgyr', m.sfgyr, 'cybz', m.cybz) order by m.sort) from jtcy m where m.cbfbm = b.cbfbm and m.${own}) as members
    from djb b where b.${own} and b.cbjyqzbm like '%J' and b.cbqxz = '2028-09-30'
      and (select count(*) from cbdkxx l where l."djbId" = b.id and l.sfqqqg = '2') > 1 and (select count(*) from cbdkxx l where l."djbId" = b.id and l.sfqqqg = '1') = 0
      and (select count(*) from djb o where o.cbfbm = b.cbfbm and o.${own}) = 1
      and (select count(*) from jtcy m where m.cbfbm = b.cbfbm and m.${own}) > 1 order by 2 limit ${n}`)
}
const ended = (b: Book): Act => ({ act: 'endBook', djbId: b.djbId, qszt: '2', reason: '变更' })
const next = (b: Book, djxl: string, lines: Line[], contract: (Act & { act: 'newBook' })['contract'], from: Book[] = [b]): Act => {
  const { code, fbfbm, cbfbm, terms } = b
  return { act: 'newBook', code, fbfbm, cbfbm, from: from.map((x) => x.djbId), djlx: '1', djxl, terms, lines, contract }
}

test('a replay of the entries gives holder, members, parcels, area and term of every current book; what is changed beside the entries is told', async () => {
  const [giver, taker, family, gone, undone] = (await householdBooks(5)) as [Book, Book, Book, Book, Book]
  const day = localTime(clock()).slice(0, 10)
  const finish = (id: string, acts: Act[]) =>
    within(BULK, (ctx) => write(ctx, { cause: { kind: 'business', id }, unit: `p${id}`, regionCode: '512021119203', day, registrar: '县经办', acts }))
  const [moved, ...rest] = giver.lines
  const paper = { file: { qdsj: day, signWay: '3', signStatus: '2' }, htlx: '5' }
  await finish('901', [
    ended(giver),
    ended(taker),
    next(giver, '3', rest, paper),
    next(taker, '3', [...taker.lines, { ...moved!, cbjyqqdfs: '200' }], paper, [taker, giver]),
  ])
  const child: Member = { cyxm: '新生儿', cyxb: '1', yhzgx: '20', cyzjlx: '1', cyzjhm: '', sfgyr: '1', cybz: '0' }
  const members = [...family.members.slice(0, -1), child]
  await finish('902', [{ act: 'setContractor', cbfbm: family.cbfbm, members }, ended(family), next(family, '5', family.lines, { carry: true })])
  await finish('903', [
    { act: 'endBook', djbId: gone.djbId, qszt: '3', reason: '自愿交回', zxyylx: '1', entry: { djlx: '2', djxl: '6' } },
    ...gone.lines.map((l): Act => ({ act: 'setParcel', dkbm: l.dkbm, fields: { dklb: '22' }, bgfs: '51' })),
  ])
  const wrong = [{ act: 'setContractor' as const, cbfbm: undone.cbfbm, members: undone.members.slice(0, 1) }, ended(undone)]
  await finish('904', [...wrong, next(undone, '5', undone.lines, { carry: true })])
  await within(BULK, (ctx) => undo(ctx, { kind: 'business', id: '904' }, '512021119203'))

  const told = await within(BULK, (ctx) => replayCounty(ctx, '512021'))
  expect(told).toEqual({ books: 378, entries: 3, differences: [] })

  await w.db.owner
    .updateTable('djb_jtcy')
    .set({ cyxm: '别人' })
    .where('countyCode', '=', '512021')
    .where('tenantId', '=', BULK)
    .where('cyxm', '=', '新生儿')
    .execute()
  const { differences } = await within(BULK, (ctx) => replayCounty(ctx, '512021'))
  expect(differences).toEqual([{ code: family.code, what: 'members' }])
})
