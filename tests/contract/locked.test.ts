// What a form, a workbook or a member's list may still change of registered land: swept from the definitions, every field by every way and every role that
// has the button, and compared with a list written here a second time. Then what a case holds, what cannot be removed or changed along, and how two
// persons correct what the record has otherwise than the paper.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardCheck } from '../../kit/model/id-card.ts'
import { entries, isEditable, type AnyResource } from '../../kit/model/resource.ts'
import { landImports } from '../../land/cbf/import.server.ts'
import { correction, CORRECTABLE, DEFINITIONS } from '../../land/correction/correction.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbht, djb } from '../../land/definitions/cbht.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { contract_draft } from '../../land/definitions/contract-draft.ts'
import { dk, jzd, jzx } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { writerForm, writerOf } from '../../services/exchange/imports/writers.server.ts'
import { idCard, keysOf, sample, sampleValue } from '../samples.ts'
import { villageWorld, type Account, type Answer, type Client, type World } from '../world.ts'
import { faults } from './faults.ts'
import { ctxOf, plantHomes, type Values } from './rows.ts'

/** What may change of a registered row. Source: rulings.md 3, written a second time on purpose. */
const MAY: Readonly<Record<string, readonly string[]>> = { fbf: ['lxdh', 'yzbm'], cbf: ['lxdh', 'cbfdz', 'yzbm'], dk: ['dkbzxx'], jtcy: [] }
/** What may change while a case holds it. */
const MAY_HELD: Readonly<Record<string, readonly string[]>> = { fbf: ['yzbm'], cbf: ['yzbm'], dk: ['dkbzxx'] }
/** What two persons may put right of a registered row that no business has touched, and of a head. Source: acts.md 4, written a second time on purpose. */
const MAY_CORRECT: Readonly<Record<string, readonly string[]>> = {
  fbf: ['fbfmc', 'tyshxydm', 'syqxz', 'fbffzrxm', 'fzrzjlx', 'fzrzjhm', 'fbfdz', 'fbfdcy', 'fbfdcrq', 'fbfdcjs'],
  cbf: ['cbfdcrq', 'cbfdcy', 'cbfdcjs', 'gsjs', 'gsjsr', 'gsshrq', 'gsshr'],
  jtcy: ['cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'cybz', 'cybzsm'],
  head: ['cyxb', 'cybz', 'cybzsm'],
  dk: ['bsm', 'ysdm', 'syqxz', 'tdlylx', 'dldj', 'tdyt', 'sfjbnt', 'dkdz', 'dkxz', 'dknz', 'dkbz', 'zjrxm', 'bdcdyh'],
}
/** What may be said of the points and lines of registered land: their marks, never where they are. Source: screens.md B3. */
const MAY_MARK: Readonly<Record<string, readonly string[]>> = { jzd: ['jzdlx', 'jblx'], jzx: ['jxxz', 'jzxlb', 'jzxwz', 'jzxsm', 'pldwqlr', 'pldwzjr'] }
/** Every call that writes under the paths of the registers, and what tries it: here unless a test is named. A new one is to be tried before it is named. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  'here, field by field': ['fbf/save', 'fbf/update', 'cbf/save', 'cbf/update', 'dk/save', 'dk/update', 'jzd/update', 'jzx/update', 'correction/submit'],
  'here, by a registered row': [
    'fbf/remove',
    'cbf/remove',
    'dk/remove',
    'cbht/save',
    'cbht/update',
    'cbht/remove',
    'cbjyqz/save',
    'cbjyqz/update',
    'cbjyqz/remove',
  ],
  'land/cbf/heads.test.ts': ['cbf/head'],
  'here, by two persons': ['correction/confirm', 'correction/refuse', 'correction/withdraw'],
  'change nothing': ['dk/effects', 'cbf/tags', 'cbf/unsigned-remind', 'djb/verify', 'djb/print/exe', 'cbht/export', 'cbjyqz/print-paper'],
  'land/cbjyqz/desk.test.ts': [
    'cbjyqz/print',
    'cbjyqz/spoil',
    'cbjyqz/issue',
    'cbjyqz/collect',
    'cbjyqz/cancel',
    'cbjyqz/bdc',
    'cert-blank/submit',
    'cert-blank/remove',
    'cert-blank/spoil',
  ],
  'land/cbht/contracts.test.ts': [
    'dzzw-djb/init',
    'cbht/upload',
    'cbht/upload-batch',
    'contract-scan/confirm',
    'contract-scan/refuse',
    'contract-scan/withdraw',
  ],
  'land/fbf/rounds.test.ts': ['submit', 'confirm', 'refuse', 'withdraw', 'undo'].map((v) => `fbf-plan/${v}`),
  'land/restriction/restriction.test.ts': [
    ...['submit', 'end', 'confirm', 'refuse', 'withdraw'].map((v) => `restriction-request/${v}`),
    ...['submit', 'remove', 'register'].map((v) => `lzht/${v}`),
  ],
}
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
const body = (r: AnyResource, row: Values): Values => ({ ...writerForm(r, row), id: row.id, rev: row.rev })
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
  jtcyList: of.cbf!.jtcyList.map((m: Values, i: number) => ({ id: m.id, ...writerForm(jtcy, m), ...(i === 0 ? change : {}) })),
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
      const writer = writerOf(r, w.routes, landImports)
      const row = of[r.name]!
      return w.db
        .transaction({ tenantId: '000000' }, async (tx) => {
          await writer.save({ ...ctxOf(tx), who, now: '2026-11-25 09:00:00' }, { ...writerForm(r, row), ...change }, row)
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
      else f.same(`${r.name} by ${who}`, [a.key, a.data?.what], ['registered', names.map((n) => r.fields[n]!.label).join('、')])
    }
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(110)
})

test('a workbook changes no more than a form, whoever brings it', async () => {
  const f = faults()
  const workbook = PATHS.find((p) => p.name === 'workbook')!
  for (const r of [fbf, cbf, dk] as readonly AnyResource[])
    for (const who of ROLES) {
      const names = fieldsOf(r).filter((n) => !MAY[r.name]!.includes(n) && !r.fields[n]!.fixed)
      // a village has no button for issuers
      if (r === fbf && who === 'village') {
        f.same('fbf by village', (await workbook.send(r, {}, who)).key, 'forbidden')
        continue
      }
      const all = Object.fromEntries(names.map((n) => [n, other(r, n, of[r.name]!)]))
      f.same(`${r.name} by ${who}`, (await workbook.send(r, all, who)).key, 'registered')
      for (const n of MAY[r.name]!) f.same(`${r.name}.${n} by ${who}`, (await workbook.send(r, { [n]: other(r, n, of[r.name]!) }, who)).ok, true)
    }
  expect(f.found).toEqual([])
})

test('a correction puts right its own list alone: every field of issuer, household, member, head and parcel, every role', async () => {
  const f = faults()
  const list = of.cbf!.jtcyList as Values[]
  const isHead = (m: Values) => ['01', '02'].includes(m.yhzgx)
  const objects: readonly (readonly [may: string, r: AnyResource, row: Values, at: object])[] = [
    ...[fbf, cbf, dk].map((r: AnyResource) => [r.name, r, of[r.name]!, { objectKind: r.name, objectCode: of[r.name]![CODE[r.name]!] }] as const),
    ...[list.find(isHead)!, list.find((m) => !isHead(m))!].map(
      (m) => [isHead(m) ? 'head' : 'jtcy', jtcy, m, { objectKind: 'jtcy', objectCode: of.cbf!.cbfbm, memberId: m.id }] as const,
    ),
  ]
  const before = await stands()
  const submit = (who: Account, at: object, after: Values) =>
    clients.get(who)!.post(`${correction.path}/submit`, { ...at, after, paperNo: '第1页', reason: '抄错' })
  const asks = new Set<Account>()
  for (const [may, r, row, at] of objects) {
    const names = entries(r).flatMap(([n, field]) => (field.kind === 'ref' || field.kind === 'json' ? [] : [n]))
    for (const name of names) {
      const a = await submit('town', at, { [name]: other(r, name, row) })
      const isFree = MAY_CORRECT[may]!.includes(name)
      if (a.code === 200) {
        f.same(`${may}.${name} is put right`, isFree, true)
        expect((await clients.get('town')!.post(`${correction.path}/withdraw`, { rev: 1 }, { id: a.data })).msg).toBe('操作成功')
      } else f.same(`${may}.${name}`, a.key === 'invalid' || (a.key === 'correction-fields' && !isFree), true)
    }
    // everything that is not on the list at once, by whoever has the button
    const rest = names.filter((n) => !MAY_CORRECT[may]!.includes(n) && String(row[n] ?? '') !== '' && r.fields[n]!.kind === 'text')
    for (const who of ROLES) {
      const { key } = await submit(who, at, Object.fromEntries(rest.map((n) => [n, other(r, n, row)])))
      if (key === 'forbidden') continue
      asks.add(who)
      f.same(`${may} by ${who}`, ['correction-fields', 'invalid'].includes(String(key)), true)
    }
  }
  expect(f.found).toEqual([])
  expect([...asks]).toEqual(['town', 'county', 'admin'])
  const nowhere = `${of.dk!.fbfbm}99999`
  expect((await submit('town', { objectKind: 'dk', objectCode: nowhere }, { dkmc: '沟边田' })).msg).toBe(`勘误对象【${nowhere}】不存在或不是现势`)
  expect(await stands()).toEqual(before)
})

test('of points and lines of registered land only the marks change: every field, every role', async () => {
  const f = faults()
  for (const r of [jzd, jzx] as readonly AnyResource[]) {
    const read = async () => (await clients.get('county')!.get(`${r.path}/page`, { dkbm: of.dk!.dkbm })).data.records[0] as Values
    for (const who of ROLES)
      for (const [name, field] of entries(r)) {
        if (field.kind === 'ref' || field.kind === 'json') continue
        const row = await read()
        const a = await clients.get(who)!.post(`${r.path}/update`, { ...writerForm(r, row), id: row.id, rev: row.rev, [name]: other(r, name, row) })
        const now = await read()
        const changed = entries(r).flatMap(([n]) => (JSON.stringify(now[n]) === JSON.stringify(row[n]) ? [] : [n]))
        f.same(`${r.name}.${name} by ${who}`, [a.code === 200, changed], MAY_MARK[r.name]!.includes(name) ? [true, [name]] : [false, []])
      }
  }
  expect(f.found).toEqual([])
})

test('every call that writes under the registers is tried, here or where it says', () => {
  const known = Object.values(WRITES).flat().toSorted()
  const under = ['/base-qssj/', '/base-dlxx/', '/data/']
  const posts = w.routes.flatMap((r) => {
    const at = r.scope === 'land' && r.method !== 'GET' && under.find((u) => r.path.startsWith(u))
    return at ? [r.path.slice(at.length)] : []
  })
  expect(posts.toSorted()).toEqual(known)
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
  // whoever changes the register says which version was read
  for (const r of [fbf, cbf, dk] as readonly AnyResource[]) {
    const path = `${r.path}/update`
    expect(await words(path, { ...body(r, of[r.name]!), rev: undefined })).toEqual([
      'invalid',
      '缺少数据版本（rev），请刷新后重新提交',
      'The revision (rev) that was read is missing: reload and send it',
    ])
    expect((await words(path, { ...body(r, of[r.name]!), rev: 9_999 }))[0]).toBe('changed')
  }
  expect(await stands()).toEqual(after)
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

test('a seizure of contractor, book or land leaves nothing of it to the form, as it leaves nothing to a case', async () => {
  const f = faults()
  const county = clients.get('county')!
  const [line] = (
    await sql<{
      dkbm: string
      code: string
    }>`select dkbm, cbhtbm as code from cbdkxx where qszt = '1' and cbfbm = ${of.cbf!.cbfbm} order by dkbm limit 1`.execute(w.db.owner)
  ).rows
  const own = (await county.get(`${dk.path}/detail`, { dkbm: line!.dkbm })).data as Values
  for (const on of [{ cbfbm: of.cbf!.cbfbm }, { cbjyqzbm: line!.code }, { dkbm: line!.dkbm }] as Values[]) {
    const name = Object.keys(on)[0]!
    await sql`insert into restriction ("countyCode", id, "tenantId", rev, "createUser", "createTime", "updateUser", "updateTime", "regionCode", ref, kind, "fromDay", ${sql.ref(name)})
      values (${of.cbf!.cbfbm.slice(0, 6)}, 1, '000000', 1, 1, ${w.ago(0)}::timestamp, 1, ${w.ago(0)}::timestamp, ${of.cbf!.regionCode}, 'cf-1', 'cf', '2026-01-01', ${on[name]})`.execute(
      w.db.owner,
    )
    for (const [r, id, change] of [
      [cbf, of.cbf!.id, { cbfdz: '新址1号' }],
      [dk, own.id, { dkbzxx: '被查封后' }],
    ] as const) {
      const row = (await county.get(`${r.path}/detail`, { id })).data
      const code = row[CODE[r.name]!]
      f.same(`${r.name}, ${name} seized`, await words(`${r.path}/update`, { ...body(r, row), ...change }), [
        'seized',
        `【${code}】被查封（cf-1），解除查封前不能修改`,
        `${code} is seized (cf-1): it cannot be changed until the seizure ends`,
      ])
      const told = (await county.get(`${r.path}/locks`, { id })).data
      f.same(`${r.name} told`, [told.isSeized, told.free, told.by], [true, [], []])
    }
    await sql`delete from restriction where ref = 'cf-1'`.execute(w.db.owner)
  }
  expect(f.found).toEqual([])
})

test('the refusal names what is locked and the business that changes it; members, cuts and removals too', async () => {
  const { dkbm } = of.dk!
  expect(await words(`${dk.path}/update`, { ...body(dk, of.dk!), dkmc: '新名' })).toEqual([
    'registered',
    `【${dkbm}】已登记，【地块名称】不能在此修改，请办理【合同变更】；登记内容与原件不符的，可申请勘误`,
    `${dkbm} is registered: Name cannot be changed here, only by Contract change; differences from the paper can be fixed by a correction`,
  ])
  expect((await words(`${cbf.path}/update`, { ...body(cbf, of.cbf!), jtcyList: [] }))[1]).toContain('【家庭成员】不能在此修改')
  const others = [{ kind: 'added', id: '1', wkt: of.dk!.geom }]
  expect((await words(`${dk.path}/update`, { ...body(dk, of.dk!), others }))[1]).toContain('【联动地块】不能在此修改')
  for (const r of [cbf, dk]) expect((await words(`${r.path}/remove`, {}, { ids: of[r.name]!.id }))[0]).toBe('registered')
})

test('a neighbour that is registered does not change along with a parcel that is not', async () => {
  // beside the parcels that the village has
  const [x, y] = (/([\d.]+) ([\d.]+)/.exec(String(of.dk!.geom))!.slice(1).map(Number) as [number, number]).map((v) => Number((v + 0.02).toFixed(4))) as [
    number,
    number,
  ]
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
      "businessId", "businessCode") values (${code.slice(0, 6)}, ${code.slice(-9)}::bigint, '000000', 1, 1, ${w.ago(0)}::timestamp, 1, ${w.ago(0)}::timestamp, ${row.regionCode}, ${objectType}, ${code}, ${business}, '51202120260302000001')`.execute(
      w.db.owner,
    )
    for (const name of fieldsOf(r)) {
      const { rev } = (await clients.get('county')!.get(`${r.path}/detail`, { id: row.id })).data
      const a = await clients.get('county')!.post(`${r.path}/update`, { ...body(r, row), rev, [name]: other(r, name, row) })
      const may = MAY_HELD[r.name]!.includes(name)
      if (r.fields[name]!.fixed) continue
      f.same(`${r.name}.${name} while held`, [a.code === 200, a.code === 200 ? undefined : a.key], may ? [true, undefined] : [false, 'E1001'])
      if (!may) f.same(`${r.name}.${name} while held is said`, String(a.msg).endsWith('】不能修改，请待其办结或撤销'), true)
    }
    // an issuer with land is not removed anyway
    const [key, zh, en] = r === fbf ? [] : await words(`${r.path}/remove`, {}, { ids: row.id })
    if (r !== fbf)
      f.same(
        `${r.name} removed while held`,
        [key, zh, en],
        [
          'E1001',
          `【${code}】正在办理业务【51202120260302000001】，不能修改，请待其办结或撤销`,
          `${code} is in the open case 51202120260302000001: it cannot be changed until that case is finished or revoked`,
        ],
      )
    // who would import into the region is told that a case is under way there
    const asked = async (regionCode: string) => (await clients.get('admin')!.post('/hjb/hjbinfo/checkDataSave', { regionCode })).data?.runningBusiness
    f.same(`running cases beside ${r.name}`, [await asked(row.regionCode.slice(0, 12)), await asked('512021100')], [1, 0])
    const told = (await clients.get('village')!.get(`${r.path}/locks`, { id: row.id })).data
    f.same(`${r.name} told`, [told.isRegistered, told.heldBy, told.free], [true, ['51202120260302000001'], MAY_HELD[r.name]])
    await sql`delete from business_lock`.execute(w.db.owner)
    f.same(`${r.name} told afterwards`, (await clients.get('village')!.get(`${r.path}/locks`, { id: row.id })).data.free, MAY[r.name])
  }
  expect(f.found).toEqual([])
})

/** Calls that write under the paths of contracts and books: of what is registered they bring a file, once and by two persons, print, or compare. */
const WRITE: readonly (readonly [AnyResource, readonly string[]])[] = [
  [cbht, ['export', 'remove', 'save', 'update', 'upload', 'upload-batch']],
  [djb, ['print/exe', 'verify']],
]
/** What the form of an issued certificate says of some fields alone: a collection has more than one, and the kind of document of nobody says nothing. */
const ALONE: Readonly<Record<string, string | undefined>> = { qzsflq: 'invalid', qzlqrzjlx: undefined }
test('contracts, books and certificates have forms of their own, which change nothing of what is registered: every field, every role', async () => {
  const f = faults()
  const read = async (text: string) => (await sql.raw<any>(text).execute(w.db.owner)).rows
  for (const [{ path }, verbs] of WRITE) {
    const posts = w.routes.filter((r) => r.method === 'POST' && r.path.startsWith(`${path}/`))
    f.same(path, posts.map((r) => r.path.slice(path.length + 1)).toSorted(), verbs)
  }
  const [contract] = await read(`select id::text as id, cbhtbm from cbht where qszt = '1' order by cbhtbm limit 1`)
  const certificates: [stage: string, row: Values][] = []
  for (const stage of ['issued', 'collected']) {
    const [{ id }] = (await clients.get('county')!.get(`${cbjyqz.path}/page`, { stage })).data.records
    certificates.push([stage, (await clients.get('county')!.get(`${cbjyqz.path}/detail`, { id })).data])
  }
  const codes = [contract.cbhtbm, ...certificates.map(([, row]) => row.cbjyqzbm)].map((c) => `'${c}'`).join()
  const standsNow = () =>
    read(`select t::text from cbht t where cbhtbm in (${codes}) union all select t::text from cbdkxx t where cbhtbm in (${codes})
      union all select t::text from djb t where cbjyqzbm in (${codes}) union all select t::text from cbjyqz t where cbjyqzbm in (${codes}) order by 1`)
  const before = await standsNow()
  for (const who of ROLES) {
    const client = clients.get(who)!
    // a role without the button is stopped by that
    const [draftKey, formKey] = [
      ['county', 'admin', 'town'].includes(who) ? 'contract-registered' : 'forbidden',
      ['county', 'admin'].includes(who) ? 'certificate-stage' : 'forbidden',
    ]
    const some = <T>(of: readonly T[]) => (who === 'county' ? of : of.slice(0, 1))
    for (const name of some(fieldsOf(contract_draft)))
      f.same(`cbht.${name} by ${who}`, (await client.post(`${cbht.path}/update`, { ...sample(contract_draft), id: contract.id, [name]: '1' })).key, draftKey)
    f.same(`cbht removed by ${who}`, (await client.post(`${cbht.path}/remove`, {}, { ids: contract.id })).key, draftKey)
    for (const [stage, row] of certificates) {
      const all = Object.fromEntries(fieldsOf(cbjyqz).map((n) => [n, other(cbjyqz, n, row)]))
      const changes: Values[] = [...some(fieldsOf(cbjyqz)).map((n) => ({ [n]: all[n] })), all]
      for (const change of changes) {
        const a = await client.post(`${cbjyqz.path}/update`, { ...body(cbjyqz, row), ...change })
        const names = Object.keys(change).join()
        const key = stage === 'issued' && names in ALONE && formKey !== 'forbidden' ? ALONE[names] : formKey
        f.same(`cbjyqz ${names} ${stage} by ${who}`, a.key, key)
      }
      f.same(`cbjyqz ${stage} removed by ${who}`, (await client.post(`${cbjyqz.path}/remove`, {}, { ids: row.id })).key, formKey)
    }
  }
  f.same('contract, lines, book and certificates', await standsNow(), before)
  expect(f.found).toEqual([])
})

const AT = correction.path
let dkbm = '',
  cbfbm = '',
  fbfbm = ''
const as: Record<string, Client> = {}
const ask = async (text: string) => (await sql.raw<any>(text).execute(w.db.owner)).rows
// corrections: what may be put right, by whom, with which document; what the register and its books say afterwards
beforeAll(async () => {
  for (const a of ['town', 'county'] as Account[]) as[a] = await w.as(a)
  const [line] = await ask(`select l.dkbm, b.cbfbm, b.fbfbm from cbdkxx l join djb b on b.id = l."djbId" and b."countyCode" = l."countyCode"
    where l.qszt = '1' and b.qszt = '1' and b."cbfcysl" > 1 and (select count(*) from cbdkxx o where o.dkbm = l.dkbm and o."countyCode" = l."countyCode") = 1
    order by l.dkbm desc limit 1`)
  ;({ dkbm, cbfbm, fbfbm } = line)
})

const asked = (over: object = {}) => ({ objectKind: 'dk', objectCode: dkbm, after: { dkdz: '更正名' }, paperNo: '调查表第3页', reason: '录入错误', ...over })
/** Asks for a correction as the town, with its document. Answers the id. */
async function proposed(over: object = {}, hasPaper = true): Promise<string> {
  const a = await as.town!.post(`${AT}/submit`, asked(over))
  expect(a.msg).toBe('操作成功')
  if (hasPaper)
    expect(
      (await as.town!.upload('/cpt-resource/attach/endpoint/upload', { name: '调查表.pdf', bytes: PDF }, { businessId: a.data, businessItem: 'correction' }))
        .msg,
    ).toBe('操作成功')
  return a.data
}
const step = (who: string, verb: string, id: string, body: object = {}) => as[who]!.post(`${AT}/${verb}`, { rev: 1, ...body }, { id })
async function refused(who: string, path: string, body: object, query = {}): Promise<[string | undefined, string, string]> {
  const [zh, en] = await Promise.all((['zh', 'en'] as const).map((l) => as[who]!.send('POST', path, { body, query, headers: { 'accept-language': l } })))
  const words = (a: any) => a.data?.fields?.[0]?.msg ?? a.msg
  return [zh!.key, words(zh), words(en)]
}

test('a parcel is put right by two persons: row and book say so from the first day, the history tells why', async () => {
  const [before] = await ask(`select dkdz, "regFrom"::text as since from dk where dkbm = '${dkbm}'`)
  const id = await proposed()
  const seen = (await as.county!.get(`${AT}/detail`, { id })).data
  expect(seen.changes).toEqual([{ name: 'dkdz', before: before.dkdz, after: '更正名' }])
  expect((await ask(`select dkdz from dk where dkbm = '${dkbm}'`))[0].dkdz).toBe(before.dkdz)
  expect((await step('county', 'confirm', id)).msg).toBe('操作成功')
  const [now] = await ask(`select dkdz, "regFrom"::text as since, why, "causeKind", "causeId"::text as cause from dk where dkbm = '${dkbm}'`)
  expect(now).toEqual({ dkdz: '更正名', since: before.since, why: 'correction', causeKind: 'correction', cause: id })
  const texts =
    await ask(`select c.text, b."contentHash" = c.sha256 as "inForce" from djb_content c join djb b on b.id = c."djbId" and b."countyCode" = c."countyCode"
    join cbdkxx l on l."djbId" = b.id and l."countyCode" = b."countyCode" and l.dkbm = '${dkbm}' order by c.edition`)
  expect(texts.map((t: any) => [t.text.includes('更正名'), t.inForce])).toEqual([
    [false, false],
    [true, true],
  ])
  const history = (await as.county!.get('/base-dlxx/dk/history', { dkbm })).data
  expect(history.at(-1)).toMatchObject({ why: 'correction', causeKind: 'correction', dkdz: '更正名' })
  expect((await as.county!.get(`${AT}/page`, { objectCode: dkbm })).data.records).toMatchObject([{ status: '1', objectKind: 'dk' }])
  expect(await refused('county', `${AT}/confirm`, { rev: 1 }, { id })).toEqual([
    'not-allowed-now',
    '当前状态不能复核该事项',
    'Cannot decide the request in this state',
  ])
})

test('who asked does not confirm, nothing is confirmed without its document, and what was refused changed nothing', async () => {
  const id = await proposed({ after: { dkdz: '又一名' } }, false)
  expect((await refused('town', `${AT}/confirm`, { rev: 1 }, { id }))[0]).toBe('forbidden')
  expect(await refused('county', `${AT}/confirm`, { rev: 1 }, { id })).toEqual(['no-document', '请先上传证明文件', 'Upload the document first'])
  expect(await refused('town', `${AT}/submit`, asked({ after: { dkdz: '第三名' } }))).toEqual([
    'correction-open',
    `【${dkbm}】已有待复核的勘误，请先复核或撤回`,
    `${dkbm} has a correction waiting for a second person: decide or withdraw it first`,
  ])
  // who judges it says what he read
  for (const [verb, more] of [
    ['confirm', {}],
    ['refuse', { opinion: '依据不足' }],
  ] as const) {
    const [late, unsaid] = [await step('county', verb, id, { ...more, rev: 2 }), await refused('county', `${AT}/${verb}`, more, { id })]
    expect([verb, late.key, unsaid[1]]).toEqual([verb, 'changed', '缺少数据版本（rev），请刷新后重新提交'])
  }
  expect((await step('county', 'refuse', id, { opinion: '依据不足' })).msg).toBe('操作成功')
  expect((await ask(`select dkdz from dk where dkbm = '${dkbm}'`))[0].dkdz).toBe('更正名')
  const own = await as.county!.post(`${AT}/submit`, asked({ after: { dkdz: '又一名' } }))
  expect((await refused('county', `${AT}/confirm`, { rev: 1 }, { id: own.data }))[0]).toBe('second-person')
  expect((await step('county', 'withdraw', own.data)).msg).toBe('操作成功')
})

test('a member is put right in household and book; a head by name and number only by business; what does not hold together is refused', async () => {
  const list = (await as.town!.get('/base-qssj/cbf/detail', { cbfbm })).data.jtcyList
  const [head, other] = [list.find((m: any) => ['02', '01'].includes(m.yhzgx)), list.find((m: any) => !['02', '01'].includes(m.yhzgx))]
  const about = (memberId: string, after: object) => asked({ objectKind: 'jtcy', objectCode: cbfbm, memberId, after })
  expect(await refused('town', `${AT}/submit`, about(head.id, { cyxm: '另一人' }))).toEqual([
    'correction-fields',
    '【成员姓名】不能勘误，请办理相应业务',
    'Name: cannot be corrected here; use the business for it',
  ])
  expect((await refused('town', `${AT}/submit`, about(other.id, { cyzjhm: '512021199013019999' })))[0]).toBe('invalid')
  expect((await refused('town', `${AT}/submit`, about(other.id, { yhzgx: '02' })))[1]).toBe('家庭成员中必须有且只有一位户主')
  // another person, a right that goes, a death: never by a correction
  const number = idCard()
  const both = await refused('town', `${AT}/submit`, about(other.id, { cyxm: '另一人', cyzjlx: '1', cyzjhm: number, cyxb: '1' }))
  expect(both.slice(0, 2)).toEqual(['invalid', '更正（含历次更正）不能同时更改姓名（名称）和证件号码：换人请办理合同变更'])
  expect((await refused('town', `${AT}/submit`, about(other.id, { sfgyr: '2' })))[1]).toBe('【是否共有人】不能勘误，请办理相应业务')
  expect((await refused('town', `${AT}/submit`, about(other.id, { cybz: '7' })))[1]).toBe('成员去世请办理合同变更')
  const id = await proposed(about(other.id, { cyxm: '更正人', cybz: '3' }))
  expect((await step('county', 'confirm', id)).msg).toBe('操作成功')
  expect((await ask(`select cyxm, cybz from jtcy where id = ${other.id}`))[0]).toEqual({ cyxm: '更正人', cybz: '3' })
  const [text] = await ask(`select c.text from djb_content c join djb b on b.id = c."djbId" and b."countyCode" = c."countyCode" and b."contentHash" = c.sha256
    where b.cbfbm = '${cbfbm}' and b.qszt = '1'`)
  expect(text.text).toContain('更正人')
  // a second correction replaces him no more than one alone: of the number after the name
  const later = await refused('town', `${AT}/submit`, about(other.id, { cyzjlx: '1', cyzjhm: number, cyxb: '1' }))
  expect(later.slice(0, 2)).toEqual(['invalid', '更正（含历次更正）不能同时更改姓名（名称）和证件号码：换人请办理合同变更'])
})

test('only what is registered, untouched by business and in no case is put right, and only what a correction may', async () => {
  const free = (await ask(`select dkbm from dk where djzt = '0' and zt = '1' order by dkbm limit 1`))[0]
  if (free) expect((await refused('town', `${AT}/submit`, asked({ objectCode: free.dkbm })))[0]).toBe('correction-free')
  expect((await refused('town', `${AT}/submit`, asked({ objectCode: '5120210000000000000' })))[0]).toBe('object-not-found')
  expect(await refused('town', `${AT}/submit`, asked({ after: { dklb: '22', scmj: '1.00' } }))).toEqual([
    'correction-fields',
    '【地块类别、实测面积（平方米）】不能勘误，请办理相应业务',
    'Category, Measured area (m²): cannot be corrected here; use the business for it',
  ])
  expect((await refused('town', `${AT}/submit`, asked({ after: { dkdz: '更正名' } })))[0]).toBe('correction-nothing')
  expect((await refused('town', `${AT}/submit`, asked({ after: { bdcdyh: 'x' } })))[1]).toContain('不动产单元号应为28位')
  const elsewhere = '512022001001JD00001W00000000'
  expect((await refused('town', `${AT}/submit`, asked({ after: { bdcdyh: elsewhere } })))[1]).toContain('不动产单元号应以本县代码512021开头')
  expect((await refused('town', `${AT}/submit`, asked({ after: { nickname: 'x' } })))[1]).toBe('不支持的参数：after.nickname')
  await ask(`update dk set "causeKind" = 'business' where dkbm = '${dkbm}'`)
  expect(await refused('town', `${AT}/submit`, asked({ after: { dkdz: '业务后' } }))).toEqual([
    'correction-touched',
    `【${dkbm}】已办理过业务，不能更正，请办理变更业务`,
    `${dkbm} was changed by a business and cannot be corrected: change it by a business`,
  ])
  await ask(`update dk set "causeKind" = 'correction' where dkbm = '${dkbm}'`)
})

test('an issuer and what was surveyed of a household are put right; the household changes meanwhile and the correction is stale', async () => {
  const issuer = (after: object) => asked({ objectKind: 'fbf', objectCode: fbfbm, after })
  const principal = await refused('town', `${AT}/submit`, issuer({ fbffzrxm: '另一人', fzrzjlx: '1', fzrzjhm: idCard() }))
  expect(principal[1]).toBe('更正（含历次更正）不能同时更改姓名（名称）和证件号码：换人请办理发包方信息更正（负责人）')
  expect((await refused('town', `${AT}/submit`, issuer({ fbfdcrq: '2050-01-01' })))[1]).toBe('发包方调查日期不能晚于今天')
  const [near] = await ask(`select fbfbm, fbfmc from fbf where left(fbfbm, 12) = left('${fbfbm}', 12) and fbfbm <> '${fbfbm}' and zt = '1' order by 1 limit 1`)
  if (near) expect((await refused('town', `${AT}/submit`, issuer({ fbfmc: near.fbfmc })))[1]).toBe(`本村发包方【${near.fbfbm}】已使用该名称`)
  const id = await proposed({ objectKind: 'fbf', objectCode: fbfbm, after: { fbfdcy: '更正员', fbffzrxm: '更正人' } })
  expect((await step('county', 'confirm', id)).msg).toBe('操作成功')
  expect((await ask(`select fbfdcy from fbf where fbfbm = '${fbfbm}'`))[0].fbfdcy).toBe('更正员')
  expect((await refused('town', `${AT}/submit`, issuer({ fzrzjlx: '1', fzrzjhm: idCard() })))[1]).toBe(principal[1])
  const [survey] = await ask(`select cbfdcrq::text as day from cbf where cbfbm = '${cbfbm}'`)
  expect((await refused('town', `${AT}/submit`, asked({ objectKind: 'cbf', objectCode: cbfbm, after: { gsshrq: '1990-01-01' } })))[1]).toBe(
    survey.day > '1990-01-01' ? '公示审核日期不能早于承包方调查日期' : 'no survey',
  )
  // who sees the holder's number with stars finds no birthday by trying days: the second person is told
  const [{ cbfzjhm }] = await ask(`select cbfzjhm from cbf where cbfbm = '${cbfbm}'`)
  await ask(`update cbf set cbfzjhm = '512021199001019518' where cbfbm = '${cbfbm}'`)
  const surveyed = (cbfdcrq: string) => ({ objectKind: 'cbf', objectCode: cbfbm, after: { cbfdcrq } })
  const early = '承包方调查日期不能早于承包方（代表）的出生日期'
  expect((await refused('town', `${AT}/submit`, asked(surveyed('1989-12-31'))))[1]).toBe(early)
  const seeing = await ask(`delete from role_menu r using menu m, sys_role s where m.id = r."menuId" and s.id = r."roleId" and s."roleAlias" = 'town'
    and m.code in ('cbf_edit', 'cbf_plain') returning r."roleId"::text, r."menuId"::text, r."tenantId"`)
  const blind = await proposed(surveyed('1989-12-31'))
  for (const r of seeing) await ask(`insert into role_menu ("roleId", "menuId", "tenantId") values (${r.roleId}, ${r.menuId}, '${r.tenantId}')`)
  expect((await refused('county', `${AT}/confirm`, { rev: 1 }, { id: blind }))[1]).toBe(early)
  expect((await step('town', 'withdraw', blind)).msg).toBe('操作成功')
  await ask(`update cbf set cbfzjhm = '${cbfzjhm}' where cbfbm = '${cbfbm}'`)
  // a name of signs that a package brought comes back with what is put right, and is none where it is new
  await ask(`update cbf set gsshr = '/' where cbfbm = '${cbfbm}'`)
  const cbfAfter = (gsshr: string) => ({ objectKind: 'cbf', objectCode: cbfbm, after: { gsjsr: '更正员', gsshr } })
  expect((await refused('town', `${AT}/submit`, asked(cbfAfter('—'))))[1]).toBe('姓名（名称）不能只有数字或符号，也不能含有尖括号')
  const own = await proposed(cbfAfter('/'))
  await ask(`update cbf set gsjsr = '别人' where cbfbm = '${cbfbm}'`)
  expect((await refused('county', `${AT}/confirm`, { rev: 1 }, { id: own }))[0]).toBe('changed')
})

/** Puts a document to a correction, of the kind that those of a person have, or of another. */
const papered = async (businessId: string, businessItem = 'correction_person') =>
  expect((await as.town!.upload('/cpt-resource/attach/endpoint/upload', { name: '户口簿.pdf', bytes: PDF }, { businessId, businessItem })).msg).toBe('操作成功')
const elder = `51202119450101953${idCardCheck('51202119450101953')}`
test('who was entered in place of another is put right with name and number together: by a document of its kind and an officer of the register, once he fits', async () => {
  const [home, neighbour] =
    await ask(`select b.cbfbm, b.cbjyqzbm as code, b.id::text as id from djb b where b.qszt = '1' and b."cbfcysl" > 2 and b.cbfbm <> '${cbfbm}'
    and (select count(*) from djb o where o.cbfbm = b.cbfbm) = 1 order by b.cbfbm limit 2`)
  const list = (await as.town!.get('/base-qssj/cbf/detail', { cbfbm: home.cbfbm })).data.jtcyList
  const isHead = (m: any) => ['02', '01'].includes(m.yhzgx)
  const [head, member, third] = [list.find(isHead), ...list.filter((m: any) => !isHead(m))]
  const about = (m: any, after: object, more: object = {}) => asked({ objectKind: 'person', objectCode: home.cbfbm, memberId: m.id, after, ...more })
  const another = { cyxm: '另一人', cyxb: '1', cyzjlx: '1', cyzjhm: idCard() }
  const why = async (m: any, after: object, more: object = {}) => (await refused('town', `${AT}/submit`, about(m, after, more)))[1]
  expect(await why(member, another, { reason: '' })).toBe('请输入勘误原因')
  expect(await why(member, another, { paperNo: '' })).toBe('请输入依据文件')
  expect(await refused('town', `${AT}/submit`, about(member, { cyxm: '另一人' }))).toEqual([
    'correction-same-person',
    '更正人员须同时更正姓名和证件号码；只有一项有误的，请选择家庭成员或发包方办理勘误',
    'A correction of a person changes name and number together; if only one of them is wrong, correct the member or the issuer',
  ])
  expect(await why(member, { ...another, sfgyr: '2' })).toBe('【是否共有人】不能勘误，请办理相应业务')
  expect(await why(member, { ...another, yhzgx: '02' })).toBe('【与户主关系】不能勘误，请办理相应业务')
  expect(await why(member, { ...another, cyxb: '2' })).toBe('性别与身份证号码（男）不一致')
  const named = (m: any) => ({ cyxm: '另一人', cyxb: m.cyxb, cyzjlx: m.cyzjlx, cyzjhm: m.cyzjhm })
  const stored = async (code: string, more = '') =>
    (await ask(`select * from jtcy where cbfbm = '${code}' ${more} order by sort`)).filter((m: any) => !isHead(m))
  expect(await why(member, named((await stored(home.cbfbm))[1]))).toBe('家庭成员证件号码重复')
  const [owner] = await stored(neighbour.cbfbm, `and sfgyr = '1' and cybz is distinct from '7'`)
  expect(await why(member, named(owner))).toContain(`已是承包方【${neighbour.cbfbm}】的共有人`)
  const lives = (id: string, cybz: string | null) =>
    ask(`update jtcy set cybz = ${cybz ? `'${cybz}'` : 'null'}, sfgyr = '${cybz === '7' ? 2 : 1}' where id = ${id}`)
  await lives(owner.id, '7')
  expect(await why(member, named(owner))).toContain('已登记为死亡')
  await lives(owner.id, owner.cybz)
  const [own] = await stored(home.cbfbm)
  await lives(member.id, '7')
  expect(await why(member, another)).toBe('已去世的人员不能新增为家庭成员')
  await lives(member.id, own.cybz)
  // by one person alone, without the document of its kind, or without the officer's button it is not confirmed
  const byOne = (await as.county!.post(`${AT}/submit`, about(member, another))).data
  expect((await refused('county', `${AT}/confirm`, { rev: 1 }, { id: byOne }))[0]).toBe('second-person')
  expect((await step('county', 'withdraw', byOne)).msg).toBe('操作成功')
  const id = await proposed(about(member, another))
  expect(await refused('county', `${AT}/confirm`, { rev: 1 }, { id })).toEqual(['no-document', '请先上传证明文件', 'Upload the document first'])
  await papered(id)
  const held = await ask(`delete from role_menu r using menu m, sys_role s where m.id = r."menuId" and s.id = r."roleId" and s."roleAlias" = 'county'
    and m.code = 'correction_person' returning r."roleId"::text, r."menuId"::text, r."tenantId"`)
  expect(held.length).toBeGreaterThan(0)
  expect((await refused('county', `${AT}/confirm`, { rev: 1 }, { id }))[0]).toBe('forbidden')
  for (const r of held) await ask(`insert into role_menu ("roleId", "menuId", "tenantId") values (${r.roleId}, ${r.menuId}, '${r.tenantId}')`)
  expect((await step('county', 'confirm', id)).msg).toBe('操作成功')
  // register, book and history
  const row = async (m: any) =>
    (await ask(`select cyxm, cyzjhm, sfgyr, yhzgx, "regFrom"::text as since, why, "causeId"::text as cause from jtcy where id = ${m.id}`))[0]
  const [{ since }] = await ask(`select min("regFrom")::text as since from jtcy_v where id = ${member.id}`)
  expect(await row(member)).toEqual({ cyxm: '另一人', cyzjhm: another.cyzjhm, sfgyr: own.sfgyr, yhzgx: own.yhzgx, since, why: 'correction', cause: id })
  const printed = async () =>
    (
      await ask(
        `select c.text, c.edition from djb_content c join djb b on b.id = c."djbId" and b."countyCode" = c."countyCode" and b."contentHash" = c.sha256 where b.id = ${home.id}`,
      )
    )[0]
  const first = await printed()
  expect([first.text.includes(another.cyzjhm), first.text.includes(own.cyzjhm)]).toEqual([true, false])
  expect(await ask(`select count(*)::int as n from register_entry where unit = 'correction/${id}' and "undoneBy" is null`)).toEqual([{ n: 1 }])
  // he is who the record now says: his name alone may be misspelt as anybody's
  const spelt = await as.town!.post(`${AT}/submit`, about(member, { cyxm: '另一仁' }, { objectKind: 'jtcy' }))
  expect(spelt.msg).toBe('操作成功')
  expect((await step('town', 'withdraw', spelt.data)).msg).toBe('操作成功')
  // of a head the household, its book, contract and parcels are another's; the head he stays
  const renamed = async () =>
    (await as.county!.get('/base-qssj/cbjyqz/page', { renamed: '1', regionCode: home.cbfbm.slice(0, 12) })).data.records.map((z: any) => [
      z.cbjyqzbm,
      z.cbfmc,
      z.bookName,
    ])
  const [paper] = await ask(`select id::text, cbfmc from cbjyqz where "djbId" = ${home.id} and sfzx = 0`)
  expect(await renamed()).toEqual([])
  const heads = await proposed(about(head, { cyxm: '老户主', cyxb: '1', cyzjlx: '1', cyzjhm: elder }))
  await papered(heads)
  expect((await step('county', 'confirm', heads)).msg).toBe('操作成功')
  const names = async (t: string, where: string) => await ask(`select distinct cbfmc, cbfzjhm from ${t} where ${where}`)
  for (const [t, where] of [
    ['cbf', `cbfbm = '${home.cbfbm}'`],
    ['djb', `id = ${home.id}`],
    ['cbht', `"djbId" = ${home.id}`],
    ['djb_cbf', `"djbId" = ${home.id}`],
  ] as const)
    expect([t, await names(t, where)]).toEqual([t, [{ cbfmc: '老户主', cbfzjhm: elder }]])
  expect(
    await ask(`select distinct d.cbfmc from dk d join cbdkxx l on l."dkId" = d.id and l."djbId" = ${home.id} where l.sfqqqg is distinct from '1'`),
  ).toEqual([{ cbfmc: '老户主' }])
  // its certificate is not rewritten: the desk is told that it names another
  expect(await renamed()).toEqual([[home.code, paper.cbfmc, '老户主']])
  expect((await as.county!.get('/base-qssj/cbjyqz/detail', { id: paper.id })).data).toMatchObject({ cbfmc: paper.cbfmc, bookName: '老户主' })
  expect(await row(head)).toMatchObject({ cyxm: '老户主', cyzjhm: elder, yhzgx: head.yhzgx })
  const second = await printed()
  expect([second.edition, JSON.parse(second.text).holder.cbfmc, second.text.includes('老户主')]).toEqual([first.edition + 1, '老户主', true])
  expect(third === undefined || !isHead(third)).toBe(true)
  // the principal of an issuer likewise
  const issuer = await proposed({ objectKind: 'principal', objectCode: fbfbm, after: { fbffzrxm: '新组长', fzrzjlx: '1', fzrzjhm: idCard() } })
  await papered(issuer)
  expect((await step('county', 'confirm', issuer)).msg).toBe('操作成功')
  expect((await ask(`select fbffzrxm from fbf where fbfbm = '${fbfbm}'`))[0].fbffzrxm).toBe('新组长')
  // the watch tells of both, and finds nothing else in what was put right
  await as.county!.post('/watch/start', { regionCode: home.cbfbm.slice(0, 12) })
  await w.jobs.idle()
  const told = async (code: string, is: string) =>
    await ask(
      `select rule, severity, detail from watch_finding where "isOpen" = 1 and ("objectCode" like '${code}%' or rule = '${is}' and "objectCode" = '${fbfbm}') order by rule`,
    )
  expect((await told(home.cbfbm, '')).map((f: any) => [f.rule, f.severity])).toEqual([['K1', 'notice']])
  const [{ realName: clerk }] = await ask(`select "realName" from sys_user where account = 'town' and "tenantId" = '000000'`)
  expect((await told(home.cbfbm, ''))[0].detail).toContain(`更正人员，${clerk}申请，`)
  expect((await told('none', 'K2')).map((f: any) => [f.rule, f.severity])).toEqual([['K2', 'notice']])
})

test('what a correction may put right are fields of the definitions', () => {
  for (const [kind, names] of Object.entries(CORRECTABLE))
    for (const n of names) expect([kind, n, entries(DEFINITIONS[kind as keyof typeof DEFINITIONS]).some(([x]) => x === n)]).toEqual([kind, n, true])
})
