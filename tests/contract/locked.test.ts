// What a form, a workbook or a member's list may still change of registered land: swept from the definitions, every field by every way and every role that
// has the button, and compared with a list written here a second time. Then what a case holds, and what cannot be removed or changed along.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entries, isEditable, type AnyResource } from '../../kit/model/resource.ts'
import { cbfImports } from '../../land/cbf/import.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { formOf, writerOf } from '../../services/exchange/imports/writers.server.ts'
import { keysOf, sampleValue } from '../samples.ts'
import { villageWorld, type Account, type Answer, type Client, type World } from '../world.ts'
import { faults } from './faults.ts'
import { ctxOf, plantHomes, type Values } from './rows.ts'

/** What may change of a registered row. Source: rulings.md 3, written a second time on purpose. */
const MAY: Readonly<Record<string, readonly string[]>> = { fbf: ['lxdh', 'yzbm'], cbf: ['lxdh', 'cbfdz', 'yzbm'], dk: ['dkbzxx'], jtcy: [] }
/** What may change while a case holds it. */
const MAY_HELD: Readonly<Record<string, readonly string[]>> = { fbf: ['yzbm'], cbf: ['yzbm'], dk: ['dkbzxx'] }
const ROLES: readonly Account[] = ['village', 'town', 'county', 'admin']
const CODE: Readonly<Record<string, string>> = { fbf: 'fbfbm', cbf: 'cbfbm', dk: 'dkbm', jtcy: 'cbfbm' }

let w: World
const clients = new Map<Account, Client>()
const of: Record<string, Values> = {}
beforeAll(async () => {
  w = await villageWorld()
  for (const a of ROLES) clients.set(a, await w.as(a))
  const village = clients.get('village')!
  const first = async (r: AnyResource, where: string) => {
    const found = await sql<{
      id: string
    }>`select id::text as id from ${sql.table(r.name)} t where ${sql.raw(where)} order by ${sql.ref(CODE[r.name]!)} limit 1`.execute(w.db.owner)
    return (await village.get(`${r.path}/detail`, { id: found.rows[0]!.id })).data as Values
  }
  of.fbf = await first(fbf, `exists (select 1 from djb b where b."countyCode" = t."countyCode" and b.fbfbm = t.fbfbm and b.qszt = '1')`)
  of.cbf = await first(cbf, `t.djzt = '2' and t."cbfcysl" > 1`)
  of.dk = await first(dk, `t.djzt = '2'`)
  of.jtcy = of.cbf.jtcyList[0]
})
afterAll(() => w?.end())

/** Everything that a table says of the tested object, without the bookkeeping of a change. */
async function stands(): Promise<Record<string, string>> {
  const out: Record<string, string> = {}
  for (const [t, where] of [
    ['fbf', `fbfbm = '${of.fbf!.fbfbm}'`],
    ['cbf', `cbfbm = '${of.cbf!.cbfbm}'`],
    ['jtcy', `cbfbm = '${of.cbf!.cbfbm}'`],
    ['dk', `fbfbm = '${of.dk!.fbfbm}'`],
  ] as const) {
    const found = await sql<{
      t: string
    }>`select coalesce(string_agg((to_jsonb(x) - 'rev' - 'updateUser' - 'updateTime' - 'validFrom' - 'regFrom' - 'why' - 'causeKind'
      - 'causeId')::text, ' ' order by id), '') as t from ${sql.table(t)} x where ${sql.raw(where)}`.execute(w.db.owner)
    out[t] = found.rows[0]!.t
  }
  return out
}
const body = (r: AnyResource, row: Values): Values => ({ ...formOf(r, row), id: row.id })
/** Another value for a field than the row has. */
function other(r: AnyResource, name: string, row: Values): unknown {
  const f = r.fields[name]!
  if (f.kind === 'dict') return (f.values ?? keysOf(f.dict!)).find((k) => k !== row[name])
  if (f.kind === 'geom') return String(row[name]).replace(/(\d+\.\d{5})\d+ /, '$10001 ')
  const v = sampleValue(name, f)
  if (String(v) !== String(row[name])) return v
  return f.kind === 'int' ? Number(v) + 1 : String(v).replace(/.$/, '7')
}
const fieldsOf = (r: AnyResource) =>
  entries(r)
    .filter(([n, f]) => isEditable(f) && n !== 'regionCode' && f.kind !== 'ref' && f.kind !== 'json')
    .map(([n]) => n)
const memberBody = (change: Values) => ({
  ...body(cbf, of.cbf!),
  jtcyList: of.cbf!.jtcyList.map((m: Values, i: number) => ({ id: m.id, ...formOf(jtcy, m), ...(i === 0 ? change : {}) })),
})
interface Path {
  name: string
  send(r: AnyResource, change: Values, who: Account): Promise<{ ok: boolean; key?: string | undefined }>
}
const answered = (a: Answer) => ({ ok: a.code === 200, key: a.key })
const PATHS: readonly Path[] = [
  {
    name: 'form',
    send: async (r, change, who) => {
      const client = clients.get(who)!
      if (r === jtcy) return answered(await client.post(`${cbf.path}/update`, memberBody(change)))
      return answered(await client.post(`${r.path}/update`, { ...body(r, of[r.name]!), ...change }))
    },
  },
  {
    // as a workbook's row is written, undone afterwards
    name: 'workbook',
    send: async (r, change, account) => {
      const who = await whoOf(w.db, '000000', account)
      const writer = writerOf(r, w.routes, cbfImports)
      const row = of[r.name]!
      return w.db
        .transaction({ tenantId: '000000' }, async (tx) => {
          await writer.save({ ...ctxOf(tx), who, now: '2026-11-25 09:00:00' }, { ...formOf(r, row), ...change }, row)
          throw new Error('written')
        })
        .catch((e: Error & { key?: string }) => ({ ok: e.message === 'written', key: e.key }))
    },
  },
]

test('of registered land only the free list changes: every field, every way, every role', async () => {
  const f = faults()
  let tried = 0
  for (const r of [fbf, cbf, dk, jtcy] as const)
    for (const name of fieldsOf(r)) {
      const free = MAY[r.name]!.includes(name)
      const change = { [name]: other(r, name, of[r.name]!) }
      for (const path of PATHS) {
        tried += 1
        if (free) of[r.name] = (await clients.get('county')!.get(`${r.path}/detail`, { id: of[r.name]!.id })).data
        const done = await path.send(r, change, 'county')
        // codes that name the row are refused by their own rule
        if (!free && ['invalid', 'registered'].includes(String(done.key))) continue
        f.same(`${r.name}.${name} by ${path.name}`, [done.ok, done.ok ? undefined : done.key], free ? [true, undefined] : [false, 'registered'])
      }
    }
  // one call with everything changed says everything that is locked: the same for every role that has the button
  for (const r of [fbf, cbf, dk] as readonly AnyResource[])
    for (const who of ROLES) {
      const names = fieldsOf(r).filter((n) => !MAY[r.name]!.includes(n) && !r.fields[n]!.fixed)
      const a = await clients
        .get(who)!
        .post(`${r.path}/update`, { ...body(r, of[r.name]!), ...Object.fromEntries(names.map((n) => [n, other(r, n, of[r.name]!)])) })
      if (a.key === 'forbidden') f.same(`${r.name} by ${who} has no button`, [r.name, who], ['fbf', 'village'])
      else f.same(`${r.name} by ${who}`, [a.key, a.data?.what], ['registered', names.map((n) => r.fields[n]!.label)])
    }
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(110)
})

test('what was refused changed nothing, and what is free was changed and nothing beside it', async () => {
  const before = await stands()
  const village = clients.get('village')!
  expect((await village.post(`${dk.path}/update`, { ...body(dk, of.dk!), dklb: '99' })).key).toBe('registered')
  expect((await village.post(`${cbf.path}/update`, memberBody({ cyxm: '别人' }))).key).toBe('registered')
  expect(await stands()).toEqual(before)
  const a = await village.post(`${dk.path}/update`, { ...body(dk, of.dk!), dkbzxx: '备注一' })
  expect(a.msg).toBe('操作成功')
  const after = await stands()
  expect(after.dk!.replaceAll('备注一', '')).not.toBe(before.dk)
  expect({ ...after, dk: '' }).toEqual({ ...before, dk: '' })
})

/** A refusal in both languages. */
async function words(path: string, sent: object, query: Values = {}): Promise<[string | undefined, string, string]> {
  const [zh, en] = await Promise.all(
    (['zh', 'en'] as const).map((l) => clients.get('county')!.send('POST', path, { body: sent, query, headers: { 'accept-language': l } })),
  )
  return [zh!.key, zh!.msg, en!.msg]
}

test('the refusal names what is locked and the business that changes it; members, cuts and removals too', async () => {
  const { dkbm } = of.dk!
  expect(await words(`${dk.path}/update`, { ...body(dk, of.dk!), dkmc: '新名' })).toEqual([
    'registered',
    `【${dkbm}】已登记，【地块名称】不能在此修改，请办理【合同变更】；登记内容与原件不符的，可申请勘误`,
    `${dkbm} is registered: Name cannot be changed here, but by Contract change; what differs from the paper may be put right by a correction`,
  ])
  expect((await words(`${cbf.path}/update`, { ...body(cbf, of.cbf!), jtcyList: [] }))[1]).toContain('【家庭成员】不能在此修改')
  const others = [{ kind: 'added', id: '1', wkt: of.dk!.geom }]
  expect((await words(`${dk.path}/update`, { ...body(dk, of.dk!), others }))[1]).toContain('【联动地块】不能在此修改')
  for (const r of [cbf, dk]) expect((await words(`${r.path}/remove`, {}, { ids: of[r.name]!.id }))[0]).toBe('registered')
})

test('a neighbour that is registered does not change along with a parcel that is not', async () => {
  const [x, y] = [105.3, 29.8]
  const geom = `POLYGON((${x} ${y},${x + 0.001} ${y},${x + 0.001} ${y + 0.001},${x} ${y + 0.001},${x} ${y}))`
  const form = { ...body(dk, of.dk!), id: undefined, geom, scmj: '1.00', scmjm: '0.00' }
  const told = await clients.get('county')!.post(`${dk.path}/save`, form)
  const scmj = told.data.drawn as string
  const areas = { scmj, scmjm: (Math.round((Number(scmj) * 3) / 20) / 100).toFixed(2) }
  const made = await clients.get('county')!.post(`${dk.path}/save`, { ...form, ...areas })
  expect(made.msg).toBe('操作成功')
  const before = await stands()
  const now = (await clients.get('county')!.get(`${dk.path}/detail`, { id: made.data })).data
  for (const kind of ['changed', 'removed'])
    expect((await words(`${dk.path}/update`, { ...body(dk, now), others: [{ kind, id: of.dk!.dkbm, wkt: geom }] }))[0]).toBe('registered')
  expect(await stands()).toEqual(before)
})

test('while a case holds it even less changes, registered or not, and nothing of it goes', async () => {
  const f = faults()
  await plantHomes(w, '7')
  const business = '7'
  const held: readonly [AnyResource, string][] = [
    [fbf, 'fbf'],
    [cbf, 'cbf'],
    [dk, 'dk'],
  ]
  for (const [r, objectType] of held) {
    const row = (await clients.get('county')!.get(`${r.path}/detail`, { id: of[r.name]!.id })).data
    const code = row[CODE[r.name]!]
    await sql`insert into business_lock ("countyCode", id, "tenantId", rev, "createUser", "createTime", "updateUser", "updateTime", "regionCode", "objectType", "objectCode",
      "businessId", "businessCode") values (${code.slice(0, 6)}, ${code.slice(-9)}::bigint, '000000', 1, 1, now(), 1, now(), ${row.regionCode}, ${objectType}, ${code}, ${business}, '51202120260302000001')`.execute(
      w.db.owner,
    )
    for (const name of fieldsOf(r)) {
      const a = await clients.get('county')!.post(`${r.path}/update`, { ...body(r, row), rev: undefined, [name]: other(r, name, row) })
      const may = MAY_HELD[r.name]!.includes(name)
      if (r.fields[name]!.fixed) continue
      f.same(`${r.name}.${name} while held`, [a.code === 200, a.code === 200 ? undefined : a.key], may ? [true, undefined] : [false, 'E1001'])
    }
    const [key, zh, en] = await words(`${r.path}/remove`, {}, { ids: row.id })
    f.same(
      `${r.name} removed while held`,
      [key, zh, en],
      [
        'E1001',
        `【${code}】正在办理业务【51202120260302000001】，不能修改，请待其办结或撤销`,
        `${code} is in the open case 51202120260302000001: it cannot be changed until that case is finished or revoked`,
      ],
    )
    const told = (await clients.get('village')!.get(`${r.path}/locks`, { id: row.id })).data
    f.same(`${r.name} told`, [told.isRegistered, told.heldBy, told.free], [true, ['51202120260302000001'], MAY_HELD[r.name]])
    await sql`delete from business_lock`.execute(w.db.owner)
    f.same(`${r.name} told afterwards`, (await clients.get('village')!.get(`${r.path}/locks`, { id: row.id })).data.free, MAY[r.name])
  }
  expect(f.found).toEqual([])
})
