// The registry as people ask it: what a finished contract leaves in its lists and details, how a book came to be, and what may no longer be changed by hand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slice as land } from '../../apps/server/lists/land.server.ts'
import { application, bench, FBFBM, land as parcels, walk, type Bench, type Person } from '../../tests/case-bench.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { djb } from '../definitions/cbht.ts'
import { certificateSlice } from '../cbjyqz/desk.server.ts'
import { slice as registry } from './registry.server.ts'

const PERMS = ['fbf', 'cbf', 'dk', 'cbht', 'djb', 'cbjyqz'].flatMap((n) => ['view', 'add', 'edit', 'delete'].map((v) => `${n}_${v}`))
let b: Bench
let { detail, begun, finished } = {} as ReturnType<typeof walk>
/** A household contract of two parcels, and one by another way of the same contractor. */
let first: any, second: any
const ofKnown = (n: string, cbfbm: string, cbfs = '110') => {
  const a = application([n])
  return {
    ...a,
    businessItemCode: cbfs === '110' ? 'contract_sign_1' : 'contract_sign_2',
    form: { ...a.form, cbf: { cbfbm }, dk: a.form.dk.map((d) => ({ ...d, cbjyqqdfs: cbfs })), cbht: { ...a.form.cbht, cbfs } },
  }
}
beforeAll(async () => {
  b = await bench({ routes: [...land.routes, ...registry.routes, ...certificateSlice.routes], perms: PERMS })
  ;({ detail, begun, finished } = walk(b))
  await parcels(b, ['00001', '00002', '00003', '00004', '00005'])
  const one = await begun(['00001', '00002'])
  await finished(one)
  first = (await detail(one)).codes
  const two = await begun(['00003'], 1, ofKnown('00003', first.cbfbm, '121'))
  await finished(two)
  second = (await detail(two)).codes
})
afterAll(() => b.end())

type Query = Record<string, string>
const got = async (path: string, query: Query = {}, person: Person = 'county') => {
  const r = await b.call(person)('GET', path, {}, query)
  expect([path, r.msg]).toEqual([path, '操作成功'])
  return r.data
}
/** A call that is refused: its key and words in both languages. */
async function refused(method: 'GET' | 'POST', path: string, body: object = {}, query: Query = {}, person: Person = 'county') {
  const [zh, en] = [await b.call(person, 'zh')(method, path, body, query), await b.call(person, 'en')(method, path, body, query)]
  return [zh.key, zh.data?.fields?.[0]?.msg ?? zh.msg, en.data?.fields?.[0]?.msg ?? en.msg]
}
const codes = (p: any, name: string) => p.records.map((r: any) => r[name])
const parcel = (n: string) => FBFBM + n

test('both pages of books are asked whether another came of one by transfer, and whether its contract was signed electronically', async () => {
  const total = async (query: Query) => (await got('/base-qssj/djb/wzx/page', query)).total
  const all = await total({})
  expect([await total({ transferred: '0' }), await total({ transferred: '1' })]).toEqual([all, 0])
  expect((await total({ signed: '1' })) + (await total({ signed: '0' }))).toBe(all)
  const [{ id, djbId }] = (await got('/base-qssj/cbht/page', { cbhtbm: first.cbhtbm })).records
  const way = (await b.db.pool.query('select "signWay" as w from cbht where id = $1', [id])).rows[0].w
  await b.db.pool.query(`update cbht set "signWay" = '2', "signStatus" = '2' where id = $1`, [id])
  expect(codes(await got('/base-qssj/djb/wzx/page', { signed: '1' }), 'id')).toEqual([djbId])
  await b.db.pool.query('update cbht set "signWay" = $2 where id = $1', [id, way])
  expect(await refused('GET', '/base-qssj/djb/wzx/page', {}, { signed: 'x' })).toEqual(['bad-request', '参数signed应为1或0', 'signed is 1 or 0'])
})

test('contracts and books stand in their lists as current ones, with the areas of their parcels', async () => {
  expect(first.cbhtbm).toBe(`${FBFBM}0001J`)
  expect(second.cbhtbm).toBe(`${FBFBM}0001Q`)
  const both = [first.cbhtbm, second.cbhtbm]
  expect(codes(await got('/base-qssj/cbht/page'), 'cbhtbm')).toEqual(both)
  expect(codes(await got('/base-qssj/djb/wzx/page'), 'cbjyqzbm')).toEqual(both)
  expect(codes(await got('/base-qssj/cbht/page', { cbfs: '121' }), 'cbhtbm')).toEqual([second.cbhtbm])
  expect(codes(await got('/base-qssj/cbht/page', { cbfmc: '张三' }), 'cbhtbm')).toEqual(both)
  expect((await got('/data/dzzw-djb/yzx/page')).total).toBe(0)
  expect((await got('/base-qssj/cbht/page', { qszt: '3' })).total).toBe(0)
  const [book] = (await got('/base-qssj/djb/wzx/page')).records
  expect(book).toMatchObject({ version: 1, qszt: '1', htzmjm: '3.00', cbdkzs: 2, cbfcysl: 1, djlx: '0', dbr: '县经办', djsj: '2026-03-17' })
  const of = await got('/data/dzzw-djb/detail-by-cbf', { cbfbm: first.cbfbm })
  expect(of.map((x: any) => x.cbjyqzbm).sort()).toEqual(both)
})

test('a book tells its contractor, members, parcels and contract, by its id and by its code', async () => {
  const byCode = await got('/base-qssj/djb/detail', { cbjyqzbm: first.cbhtbm })
  expect(await got('/base-qssj/djb/detail', { djbbm: first.cbhtbm })).toEqual(byCode)
  for (const path of ['/base-qssj/djb/detailById', '/data/dzzw-djb/detail-by-id']) expect(await got(path, { id: byCode.id })).toEqual(byCode)
  expect(byCode).toMatchObject({
    cbf: { cbfmc: '张三', cbflx: '1' },
    cbht: { cbhtbm: first.cbhtbm, qdsj: '2026-03-17', signStatus: '2' },
    cbjyqz: { cbjyqzbm: first.cbhtbm, qzsflq: '2' },
  })
  expect(byCode.jtcyList.map((m: any) => [m.cyxm, m.yhzgx])).toEqual([['张三', '02']])
  expect(byCode.dkList.map((d: any) => [d.dkbm, d.htmjm])).toEqual([
    [parcel('00001'), '1.50'],
    [parcel('00002'), '1.50'],
  ])
  const c = await got('/base-qssj/cbht/detail', { cbhtbm: first.cbhtbm })
  expect([c.htzmj, c.dkList.length]).toEqual(['2000.00', 2])
  expect(await got('/base-qssj/cbht/detail', { id: c.id })).toMatchObject({ cbhtbm: first.cbhtbm, dkList: c.dkList })
  expect(codes(await got('/base-qssj/cbht/dk/page', { cbhtbm: first.cbhtbm, size: '1', current: '2' }), 'dkbm')).toEqual([parcel('00002')])
  expect((await got('/base-qssj/cbht/dk/page', { cbhtbm: `${FBFBM}9999J` })).total).toBe(0)
})

test('identity numbers are shown in part, everywhere a book names a person', async () => {
  const book = await got('/base-qssj/djb/detail', { cbjyqzbm: first.cbhtbm })
  const shown = [
    book.cbfzjhm,
    book.cbf.cbfzjhm,
    book.jtcyList[0].cyzjhm,
    book.cbht.cbfzjhm,
    (await got('/base-qssj/djb/wzx/page')).records[0].cbfzjhm,
    (await got('/base-qssj/cbht/detail', { cbhtbm: first.cbhtbm })).cbfzjhm,
    (await got('/data/dzzw-djb/detail-by-cbf', { cbfbm: first.cbfbm }))[0].cbfzjhm,
    (await got('/dzzw/djb/life-cycle', { id: book.id })).nodes[0].cbfzjhm,
  ]
  for (const number of shown) expect(number).toMatch(/^510\*{11}.{4}$/)
})

test('what is not there, or lies in another county, is not found', async () => {
  const nothing = `${FBFBM}9999J`
  expect(await refused('GET', '/base-qssj/djb/detail', {}, { cbjyqzbm: nothing })).toEqual(['not-found', '登记簿不存在', 'Registration book not found'])
  expect(await refused('GET', '/base-qssj/cbht/detail', {}, { cbhtbm: nothing })).toEqual(['not-found', '承包合同不存在', 'Contract not found'])
  const { id } = await got('/base-qssj/djb/detail', { cbjyqzbm: first.cbhtbm })
  for (const [path, query] of [
    ['/base-qssj/djb/detail', { cbjyqzbm: first.cbhtbm }],
    ['/base-qssj/djb/detailById', { id }],
    ['/dzzw/djb/life-cycle', { id }],
    ['/base-qssj/cbht/detail', { cbhtbm: first.cbhtbm }],
  ] as const)
    expect([path, (await refused('GET', path, {}, query, 'other'))[0]]).toEqual([path, 'not-found'])
  expect((await got('/base-qssj/cbht/page', {}, 'other')).total).toBe(0)
  expect(await got('/data/dzzw-djb/detail-by-cbf', { cbfbm: first.cbfbm }, 'other')).toEqual([])
})

test('what a contract registered is no longer removed by hand', async () => {
  const registered = ['registered', '已登记的数据不能直接删除，请办理相应业务', 'Registered rows cannot be deleted; they are changed by a business']
  const idOf = async (path: string, query: Query) => (await got(path, query)).records[0].id
  expect(await refused('POST', '/base-dlxx/dk/remove', {}, { ids: await idOf('/base-dlxx/dk/page', { dkbm: parcel('00001') }) })).toEqual(registered)
  expect(await refused('POST', '/base-qssj/cbf/remove', {}, { ids: await idOf('/base-qssj/cbf/page', { cbfbm: first.cbfbm }) })).toEqual(registered)
  // with a free one beside it nothing goes
  const free = await idOf('/base-dlxx/dk/page', { dkbm: parcel('00005') })
  const both = `${free},${await idOf('/base-dlxx/dk/page', { dkbm: parcel('00001') })}`
  expect((await refused('POST', '/base-dlxx/dk/remove', {}, { ids: both }))[0]).toBe('registered')
  expect(await got('/base-dlxx/dk/detail', { id: free })).toMatchObject({ dkbm: parcel('00005'), djzt: '0' })
  expect(await refused('POST', '/base-qssj/fbf/remove', {}, { ids: await idOf('/base-qssj/fbf/page', { fbfbm: FBFBM }) })).toEqual([
    'fbf-in-use',
    '发包方下有承包方或地块，不能删除',
    'The issuer has contractors or parcels',
  ])
})

test('a book that follows an ended one is its next version, and each tells of the other', async () => {
  // books end by later parts; the row is written as they will
  const cbfbm = `${FBFBM}0777`
  const holder = await got('/base-qssj/cbf/detail', { cbfbm: first.cbfbm })
  const old = await b.as('admin', async (ctx) => {
    await rows.insert(ctx, cbf, {
      regionCode: holder.regionCode,
      fbfbm: FBFBM,
      cbfbm,
      cbfmc: '李四',
      cbflx: '2',
      cbfzjlx: '2',
      cbfzjhm: 'A1234567',
      zt: '1',
      djzt: '0',
      cbdkzs: 0,
      htzmjm: '0.00',
    })
    return rows.insert(ctx, djb, {
      regionCode: holder.regionCode,
      cbjyqzbm: `${cbfbm}Q`,
      version: 1,
      qszt: '3',
      cbfbm,
      cbfmc: '李四',
      fbfbm: FBFBM,
      endTime: '2025-12-31',
      endReason: '期满',
    })
  })
  // who asks is the holder, by the papers that the register has of him
  const asks = { obligeName: '李四', obligeIdType: '2', obligeIdCard: 'A1234567' }
  await finished(await begun(['00004'], 1, { ...ofKnown('00004', cbfbm, '122'), ...asks }))
  const book = await got('/base-qssj/djb/detail', { cbjyqzbm: `${cbfbm}Q` })
  expect(book).toMatchObject({ version: 2, qszt: '1' })
  const path = { edges: [{ from: old, to: book.id, djxl: '0', businessId: book.businessId }], ids: [old, book.id] }
  for (const id of [old, book.id]) {
    const told = await got('/dzzw/djb/life-cycle', { id })
    expect({ edges: told.edges, ids: told.nodes.map((n: any) => n.id).sort() }).toEqual(path)
  }
  expect(codes(await got('/data/dzzw-djb/yzx/page'), 'id')).toEqual([old])
  expect(codes(await got('/base-qssj/djb/wzx/page', { cbjyqzbm: `${cbfbm}Q` }), 'id')).toEqual([book.id])
})

test('a contract brings its certificate, which is filled in once it is issued; one that was never printed goes, and is entered anew on the current book', async () => {
  const certificate = (cbjyqzbm: string) => ({ cbjyqzbm, cbfdbzjhm: '510112198001011217', sfbdcfz: '2', bznf: 2026, fzjg: '县人民政府' })
  const path = '/base-qssj/cbjyqz'
  b.setDay('2026-04-02')
  const done = async (verb: string, body: object, query: Query = {}) => {
    const r = await b.call('county')('POST', `${path}/${verb}`, body, query)
    expect([verb, r.msg]).toEqual([verb, '操作成功'])
    return r.data
  }
  const [known] = (await got(`${path}/page`, { cbjyqzbm: first.cbhtbm })).records
  expect(known).toMatchObject({ cbfmc: '张三', fzrq: null, qzsflq: '2', cbfdbzjhm: expect.stringMatching(/^510\*+/) })
  const { cbfzjhm: number } = (await b.db.pool.query('select cbfzjhm from djb where cbjyqzbm = $1', [first.cbhtbm])).rows[0]
  expect(await refused('POST', `${path}/save`, certificate(first.cbhtbm))).toEqual([
    'invalid',
    '承包方代表证件号码与登记簿不一致',
    'The ID number of the representative differs from that of the book',
  ])
  expect(await refused('POST', `${path}/save`, { ...certificate(first.cbhtbm), cbfdbzjhm: number })).toEqual([
    'object-exists',
    `权证【${first.cbhtbm}】已存在`,
    `Certificate ${first.cbhtbm} already exists`,
  ])
  expect(await refused('POST', `${path}/save`, certificate(`${FBFBM}9999J`))).toEqual(['not-found', '登记簿不存在', 'Registration book not found'])
  await done('remove', {}, { ids: known.id })
  const again = await done('save', { ...certificate(first.cbhtbm), cbfdbzjhm: number })
  const book = await got('/base-qssj/djb/detail', { cbjyqzbm: first.cbhtbm })
  expect(book.cbjyqz).toMatchObject({ id: again, djbId: book.id, cbfmc: '张三' })

  const { cbfdbzjhm, rev } = await got(`${path}/detail`, { id: again })
  const changed = { ...certificate(first.cbhtbm), cbfdbzjhm, id: again, rev }
  expect(await refused('POST', `${path}/update`, { ...changed, cbfdbzjhm: '510112198001011217' })).toEqual([
    'invalid',
    '承包方代表证件号码不能修改',
    'Representative ID cannot be changed',
  ])
  expect(await refused('POST', `${path}/update`, { ...changed, fzjg: '' })).toEqual(['invalid', '请输入发证机关', 'Please enter the issuing authority'])
  expect((await refused('POST', `${path}/update`, { ...changed }, {}, 'other'))[0]).toBe('not-found')
  // under another code it would stand on a book that is not of that code
  expect(await refused('POST', `${path}/update`, { ...changed, cbjyqzbm: second.cbhtbm })).toEqual([
    'invalid',
    '经营权证编码不能修改',
    'Code cannot be changed',
  ])
  await done('update', { ...changed, cbjyqzlsh: '甲00001', fzrq: '2026-03-20', qzsflq: '1', qzlqrq: '2026-03-21', qzlqrxm: '张三', qzlqrzjhm: number })
  expect((await refused('POST', `${path}/update`, changed))[0]).toBe('changed')
  const history = await got(`${path}/history`, { cbjyqzbm: first.cbhtbm })
  expect([history.versions[0].qzlqrxm, history.events]).toEqual(['张三', []])
})
