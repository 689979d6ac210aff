// Merging households from the window to the register: what stands in its rows then, and that a case without effect leaves none.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, FBFBM, registered, saveAgain, type Bench } from '../../../tests/case-bench.ts'
import { stories, type House } from '../../../tests/type-stories.ts'

let b: Bench
let s: ReturnType<typeof stories>
beforeAll(async () => {
  b = await bench()
  s = stories(b, { typeCode: 'change_merge', name: '合户', files: ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'CBJYQZ', 'XY', 'DKSYT'] })
})
afterAll(() => b.end())

const dkbm = (n5: string) => FBFBM + n5
/** Everybody of these households below the head of the first: the others' heads are 97 to it. */
async function everybody(...houses: House[]) {
  const all = await Promise.all(houses.map((h) => s.membersOf(h)))
  return all.flatMap((members, i) => members.map(({ id, cyxm, yhzgx }) => ({ id, cyxm, yhzgx: i > 0 && yhzgx === '02' ? '97' : yhzgx })))
}
const source = async (h: House) => ({ cbjyqzbm: h.code, djbId: String((await s.current(h)).id) })
/** The household takes the others in. */
const merge = async (survivor: House, others: readonly House[], more: object = {}, doSign = '2') =>
  s.application(
    survivor,
    '1',
    { sources: await Promise.all(others.map(source)), jtcyList: await everybody(survivor, ...others), bgyy: '家庭合并', ...more },
    doSign,
  )

test('three households become one: its code goes on with all members and parcels, the others end into it', async () => {
  const [a, c, d] = [await registered(b, 1, ['00001']), await registered(b, 2, ['00002', '00003'], ['00004']), await registered(b, 3, ['00005'])]
  const before = new Map([...(await s.all('djb', 'true'))].map((x) => [x.cbjyqzbm, String(x.id)]))
  const id = await s.accepted(await merge(a, [c, d], {}, '1'))
  const held = (await s.all('business_lock', `"businessId" = ${id}`)).map((l) => l.objectType)
  expect(Object.fromEntries(['cbf', 'djb', 'dk', 'person'].map((t) => [t, held.filter((o) => o === t).length]))).toEqual({ cbf: 3, djb: 4, dk: 5, person: 6 })
  await s.to(id, 'sign')
  const printed = await s.drafts(id)
  // as it will be printed: everybody, all parcels of the household contract, the rest of the term
  const j0 = printed.find((c) => c.terms.cbhtbm === a.code)!
  expect([j0.holder.cbfmc, j0.members.length, j0.parcels.map((p) => p.dkbm), j0.terms.cbqxz]).toEqual([
    '张1',
    9,
    ['00001', '00002', '00003', '00005'].map(dkbm),
    '2028-09-30',
  ])
  expect(printed.map((c) => c.terms.cbhtbm)).toEqual([a.code, `${a.cbfbm}Q`])
  await s.registered(id)
  expect(await s.tasksOf(id)).toEqual(['register', 'check', 'recheck', 'sign'])
  const [j, q] = [await s.current(a), await s.current(a, 'Q')]
  expect([j.version, j.djlx, j.djxl, j.cbfcysl, j.cbqxq, j.cbqxz, j.cbdkzs, j.htzmj, j.htzmjm, j.dbr]).toEqual([
    2,
    '1',
    '2',
    9,
    '1998-10-01',
    '2028-09-30',
    4,
    '4000.00',
    '6.00',
    '县经办',
  ])
  // the other way's book comes under the surviving code, which had none
  expect([q.version, q.djlx, q.djxl, q.cbdkzs, q.cbfmc, q.cbqxz]).toEqual([1, '1', '2', 1, '张1', '2028-09-30'])
  const from = async (x: { id: string }) => (await s.all('djb_lineage', `"djbId" = ${x.id}`)).map((l) => String(l.prevDjbId))
  expect(await from(j)).toEqual([a.code, c.code, d.code].map((code) => before.get(code)))
  expect(await from(q)).toEqual([before.get(`${c.cbfbm}Q`)])
  expect((await s.all('djb', `id in (${[...before.values()].join()})`)).map((x) => [x.qszt, x.endTime, x.endReason])).toEqual(
    Array.from({ length: 4 }, () => ['2', '2026-03-17', '家庭合并']),
  )
  const contract = await s.one('cbht', `"djbId" = ${j.id}`)
  expect([contract.cbhtbm, contract.version, contract.htlx, contract.qdsj, contract.signStatus]).toEqual([a.code, 2, '8', '2026-03-17', '2'])
  // nobody is lost, everybody keeps the row, the absorbed contractors are ended by the merge
  const people = await s.all('jtcy', `cbfbm = '${a.cbfbm}'`)
  expect(people.map((m) => [m.cyxm, m.yhzgx, m.sort])).toEqual([
    ['张1', '02', 1],
    ['李1', '12', 2],
    ['张小1', '20', 3],
    ['张2', '97', 4],
    ['李2', '12', 5],
    ['张小2', '20', 6],
    ['张3', '97', 7],
    ['李3', '12', 8],
    ['张小3', '20', 9],
  ])
  expect((await s.all('cbf', 'true')).map((x) => [x.cbfmc, x.zt, x.djzt, x.zxyylx, x.cbfcysl])).toEqual([
    ['张1', '1', '2', null, 9],
    ['张2', '2', '9', '7', 3],
    ['张3', '2', '9', '7', 3],
  ])
  expect((await s.all('dk', 'true')).map((p) => [p.dkbm, p.zt, p.djzt, p.dklb, p.cbfbm, p.cbfmc])).toEqual(
    ['00001', '00002', '00003', '00004', '00005'].map((n) => [dkbm(n), '1', '2', '10', a.cbfbm, '张1']),
  )
  const certificates = await s.all('cbjyqz', 'true')
  expect(certificates.map((x) => [x.cbjyqzbm.slice(-5), x.sfzx, x.zt])).toEqual([
    ['0001J', 1, '2'],
    ['0002J', 1, '2'],
    ['0002Q', 1, '2'],
    ['0003J', 1, '2'],
    ['0001J', 0, '0'],
    ['0001Q', 0, '0'],
  ])
  expect((await s.all('cbjyqz_event', 'true')).map((e) => [e.cbjyqzbm.slice(-5), e.kind, e.reason]).toSorted()).toEqual([
    ['0001J', 'hf', '家庭合并'],
    ['0002J', 'zx', '家庭合并'],
    ['0002Q', 'zx', '家庭合并'],
    ['0003J', 'zx', '家庭合并'],
  ])
  expect((await s.all('business_book', `"businessId" = ${id}`)).map((x) => [x.code.slice(-5), x.role, x.status]).toSorted()).toEqual([
    ['0001J', 'target', 'finished'],
    ['0001Q', 'target', 'finished'],
    ['0002J', 'source', 'finished'],
    ['0002Q', 'source', 'finished'],
    ['0003J', 'source', 'finished'],
  ])
})

test('unsigned and without new paper: the contract lies open, the certificate is kept with a note; undone, all households are back', async () => {
  const [a, c] = [await registered(b, 4, ['00006']), await registered(b, 5, ['00007'])]
  const households = async () =>
    (await Promise.all([a, c].map((h) => s.all('cbf', `cbfbm = '${h.cbfbm}'`)))).flat().map((x) => [x.cbfmc, x.zt, x.djzt, x.zxyylx, x.cbfcysl, x.htzmjm])
  const before = [await households(), await s.membersOf(a), await s.membersOf(c)]
  const id = await s.registered(await s.accepted(await merge(a, [c], { hfqz: '2' })))
  const book = await s.current(a)
  const contract = await s.one('cbht', `"djbId" = ${book.id}`)
  expect([contract.signStatus, contract.htlx, contract.attachId, book.cbdkzs]).toEqual(['99', '4', null, 2])
  expect((await s.all('cbjyqz', `cbjyqzbm = '${a.code}'`)).map((x) => [x.sfzx, String(x.djbId)])).toEqual([[0, String(book.id)]])
  expect((await s.all('djb_note', `"onCode" = '${a.code}'`)).map((n) => [n.djlx, n.djxl, n.words])).toEqual([['1', '2', '家庭合并']])
  expect((await s.undo(id)).msg).toBe('操作成功')
  expect([await households(), await s.membersOf(a), await s.membersOf(c)]).toEqual(before)
  expect([(await s.current(a)).version, (await s.current(c)).version]).toEqual([1, 1])
  expect(await s.broken()).toEqual([])
})

test('revoked at every task, or returned and corrected: the register is as it was, then as the last form says', async () => {
  const [a, c] = [await registered(b, 6, ['00008']), await registered(b, 7, ['00009'])]
  const sent = await merge(a, [c], {}, '1')
  await s.revokedAt(['check', 'recheck', 'sign'], sent)
  const id = await s.accepted({ ...sent, doSign: '2' })
  await s.to(id, 'recheck')
  expect((await s.step(id, 'county', { result: 'return', target: 'register', comment: '关系有误' })).msg).toBe('操作成功')
  const jtcyList = (await everybody(a, c)).map((m) => (m.yhzgx === '97' ? { ...m, yhzgx: '61' } : m))
  const again = { ...sent, doSign: '2', form: { ...sent.form, jtcyList }, id }
  expect((await saveAgain(b, 'village', again)).msg).toBe('操作成功')
  expect((await s.step(id, 'village')).msg).toBe('操作成功')
  await s.registered(id)
  expect((await s.membersOf(a)).find((m) => m.cyxm === '张7')?.yhzgx).toBe('61')
})

test('refused through the wire: at its place, in both languages; a second case is told which holds the book', async () => {
  const [a, c, d] = [await registered(b, 8, ['00010']), await registered(b, 9, ['00011']), await registered(b, 10, ['00012'])]
  const sent = await merge(a, [c])
  const other = await merge(d, [c])
  const stale = await s.send({ ...sent, form: { ...sent.form, sources: [{ cbjyqzbm: c.code, djbId: '1' }] } })
  expect(stale.key).toBe('E1004')
  const list = (sent.form.jtcyList as { cyxm: string }[]).filter((m) => m.cyxm !== '李9')
  const said = [await s.send({ ...sent, form: { ...sent.form, jtcyList: list } }), await s.send({ ...sent, form: { ...sent.form, jtcyList: list } }, 'en')]
  expect(said.map((r) => r.data.fields)).toEqual([
    [{ field: 'jtcyList', msg: '成员【李9】未列入合并后的农户' }],
    [{ field: 'jtcyList', msg: 'Member 李9 is missing in the merged household' }],
  ])
  const id = await s.accepted(sent)
  expect((await s.send(other)).msg).toBe(`该登记簿存在在办业务【${(await s.detail(id)).businessCode}】，不能重复受理`)
})
