import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample } from '../../tests/samples.ts'
import { world, type World } from '../../tests/world.ts'
import { cbf } from '../definitions/cbf.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { fbf } from '../definitions/fbf.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

const at = async (day: string) => {
  w.setNow(day)
  return w.as('county')
}
const ok = (r: { success: boolean; msg: string; data: any }) => {
  expect(r.msg).toBe('操作成功')
  return r.data
}

test('the register is seen as it stood on a day: lists, totals, details and members', async () => {
  let clerk = await at('2026-03-01')
  const issuer = ok(await clerk.post('/base-qssj/fbf/save', sample(fbf)))
  const fbfbm = ok(await clerk.get('/base-qssj/fbf/detail', { id: issuer.id ?? issuer })).fbfbm
  const head: Record<string, any> = { ...sample(jtcy), cyxm: '张三', yhzgx: '01', cybz: null }
  const draft: Record<string, any> = { ...sample(cbf), fbfbm, regionCode: fbfbm, cbfmc: '张三', cbfzjhm: head.cyzjhm, cbflx: '1', jtcyList: [head] }
  clerk = await at('2026-03-02')
  const saved = ok(await clerk.post('/base-qssj/cbf/save', draft))
  const id = saved.id ?? saved
  const first = ok(await clerk.get('/base-qssj/cbf/detail', { id }))
  clerk = await at('2026-05-01')
  ok(
    await clerk.post('/base-qssj/cbf/update', {
      ...draft,
      id,
      rev: first.rev,
      cbfbm: first.cbfbm,
      cbfdz: '新地址',
      jtcyList: [{ ...first.jtcyList[0], cyxm: '张三' }],
    }),
  )
  clerk = await at('2026-07-01')
  ok(await clerk.post('/base-qssj/cbf/remove', {}, { ids: id }))

  const list = async (asOf?: string) => ok(await clerk.get('/base-qssj/cbf/page', { fbfbm, ...(asOf ? { asOf } : {}) }))
  expect((await list()).total).toBe(0)
  expect((await list('2026-03-01')).total).toBe(0)
  for (const [day, place] of [
    ['2026-03-02', draft.cbfdz],
    ['2026-04-30', draft.cbfdz],
    ['2026-05-01', '新地址'],
    ['2026-06-30', '新地址'],
  ] as const) {
    const page = await list(day)
    expect([day, page.total, page.records[0]?.cbfdz]).toEqual([day, 1, place])
    const then = ok(await clerk.get('/base-qssj/cbf/detail', { id, asOf: day }))
    expect([then.cbfdz, then.jtcyList.map((m: any) => m.cyxm)]).toEqual([place, ['张三']])
  }
  expect((await list('2026-07-01')).total).toBe(0)
  expect((await clerk.get('/base-qssj/cbf/detail', { id })).status).toBe(404)
  // what the system showed at a moment, and what it thought then of another day
  const known = async (knownAt: string, asOf?: string) =>
    ok(await clerk.get('/base-qssj/cbf/page', { fbfbm, knownAt, ...(asOf ? { asOf } : {}) })).records.map((x: any) => x.cbfdz)
  expect(await known('2026-05-01 08:59:59')).toEqual([draft.cbfdz])
  expect(await known('2026-05-01 09:00:00')).toEqual(['新地址'])
  expect(await known('2026-04-01 00:00:00', '2026-06-01')).toEqual([draft.cbfdz])
  expect(await known('2026-03-01 12:00:00')).toEqual([])
  expect(await known('2026-06-30 23:59:59')).toEqual(['新地址'])
})

test('a day that is none is refused, and so is a day where nothing has versions', async () => {
  const clerk = await w.as('county')
  for (const asOf of ['2026-02-30', '2026-13-01', 'yesterday', "2026-01-01'", '2026-01-01 25:00:00', '2026-01-01 12:00:00', '2026-07-02'])
    expect([asOf, (await clerk.get('/base-qssj/cbf/page', { asOf })).status]).toEqual([asOf, 400])
  for (const knownAt of ['2026-07-01', '2026-07-01 25:00:00', '2026-07-01 08:55:01', '2027-01-01 00:00:00'])
    expect([knownAt, (await clerk.get('/base-qssj/cbf/page', { knownAt })).status]).toEqual([knownAt, 400])
  const admin = await w.as('admin')
  expect((await admin.get('/cpt-system/post/list', { asOf: '2026-01-01' })).status).toBe(400)
})
