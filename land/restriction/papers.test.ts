// The whole application: a mortgage is entered by hand with its reason and a document, confirmed by a second person; then the document stays as it is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PDF } from '../../services/files/testing.server.ts'
import { buildContract } from '../../tests/factories.ts'
import { world, type Client, type World } from '../../tests/world.ts'

const [AT, FILES] = ['/base-qssj/restriction-request', '/cpt-resource/attach/endpoint']
let w: World, town: Client, county: Client
let DKBM: string
beforeAll(async () => {
  w = await world()
  ;[town, county] = [await w.as('town'), await w.as('county')]
  DKBM = (await buildContract(w, { name: '吴五' })).parcels[0]!.dkbm!
})
afterAll(() => w?.end())

const mortgaged = async () => (await w.db.pool.query('select dyzt from dk where dkbm = $1', [DKBM])).rows
const papers = async (businessId: string) => (await w.db.pool.query('select id::text as id, name from attach where "businessId" = $1', [businessId])).rows
const send = (who: Client, businessId: string) =>
  who.upload(`${FILES}/upload`, { name: '抵押证明.pdf', bytes: PDF }, { businessId, businessItem: 'restriction' })
const gone = (who: Client, ids: string) => who.send('DELETE', `${FILES}/remove`, { query: { ids } })

test('entered by one with reason and document, confirmed by another; no document comes, goes or is renamed afterwards', async () => {
  const asked = { kind: 'dy', objectCode: DKBM, fromDay: '2026-01-05', paperNo: '抵押证明2026-1号', reason: '设立抵押' }
  const bare = await town.post(`${AT}/submit`, { ...asked, reason: '' })
  expect([bare.status, bare.key, bare.data.fields]).toEqual([400, 'invalid', [{ field: 'reason', msg: '请输入办理原因' }]])
  const village = await w.as('village')
  expect((await village.post(`${AT}/submit`, asked)).key).toBe('forbidden')
  const id = (await town.post(`${AT}/submit`, asked)).data
  expect((await county.post(`${AT}/confirm`, { rev: 1 }, { id })).key).toBe('no-document')
  const [first, second] = [await send(town, id), await send(county, id)]
  expect([first.msg, second.msg, (await papers(id)).length]).toEqual(['操作成功', '操作成功', 2])
  // while nobody has judged it a document may go again
  expect((await gone(county, second.data.id)).msg).toBe('操作成功')
  const own = await town.post(`${AT}/confirm`, { rev: 1 }, { id })
  expect([own.status, own.key, await mortgaged()]).toEqual([403, 'forbidden', [{ dyzt: '0' }]])
  expect((await county.post(`${AT}/confirm`, { rev: 1 }, { id })).msg).toBe('操作成功')
  expect(await mortgaged()).toEqual([{ dyzt: '1' }])
  const before = await papers(id)
  for (const late of [await send(county, id), await gone(county, first.data.id), await town.post(`${FILES}/update`, { id: first.data.id, name: '别名.pdf' })])
    expect([late.status, late.key, late.msg]).toEqual([409, 'document-fixed', '事项已复核，证明文件不能再更改'])
  expect(await papers(id)).toEqual(before)
})

test('who entered it does not confirm it, although the office lets him judge what others enter', async () => {
  const id = (await county.post(`${AT}/submit`, { kind: 'cf', objectCode: DKBM, fromDay: '2026-01-06', paperNo: '法院2026-2号', reason: '查封' })).data
  await send(county, id)
  const same = await county.post(`${AT}/confirm`, { rev: 1 }, { id })
  expect([same.status, same.key, same.msg]).toEqual([409, 'second-person', '录入或修改该事项的人员不能复核，请由其他人员复核'])
  const { rows: entered } = await w.db.pool.query('select kind from restriction where dkbm = $1', [DKBM])
  expect(entered).toEqual([{ kind: 'dy' }])
})
