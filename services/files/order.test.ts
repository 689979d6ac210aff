// Files stay in the order in which somebody dragged them.
import { plantHomes } from '../../tests/contract/rows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Client, type World } from '../../tests/world.ts'
import { ATTACH_PATH } from './attachments.server.ts'
import { PDF, unzipped } from './testing.server.ts'

let w: World
let county: Client
beforeAll(async () => {
  w = await world()
  await plantHomes(w, '601', '602', '603')
  county = await w.as('county')
})
afterAll(() => w?.end())
const put = async (name: string, businessId: string) => (await county.upload(`${ATTACH_PATH}/upload`, { name, bytes: PDF }, { businessId })).data.id as string
const names = async (businessId: string) => (await county.get(`${ATTACH_PATH}/list-by-businessId`, { businessId })).data.map((a: { name: string }) => a.name)
const sort = (ids: readonly string[], who = county) => who.post(`${ATTACH_PATH}/sort`, {}, { ids: ids.join(',') })

test('files are listed as they were dragged, in every browser and in the archive; new ones stand behind them', async () => {
  const [a, b, c] = [await put('a.pdf', '601'), await put('b.pdf', '601'), await put('c.pdf', '601')]
  expect((await sort([c, a, b])).code).toBe(200)
  expect(await names('601')).toEqual(['c.pdf', 'a.pdf', 'b.pdf'])
  await put('d.pdf', '601')
  expect(await names('601')).toEqual(['c.pdf', 'a.pdf', 'b.pdf', 'd.pdf'])
  expect((await sort([b, c])).code).toBe(200)
  expect((await names('601')).filter((n: string) => 'bc'.includes(n[0]!))).toEqual(['b.pdf', 'c.pdf'])
  const zip = await county.get(`${ATTACH_PATH}/download-zip`, { businessId: '601' })
  expect([...(await unzipped(zip.raw)).keys()]).toEqual((await names('601')) as string[])
})

test('an order that is none, files of two businesses, archived files and files of others are refused, and nothing moves', async () => {
  const [a, b, other] = [await put('a.pdf', '602'), await put('b.pdf', '602'), await put('x.pdf', '603')]
  expect((await sort([])).msg).toBe('请选择至少一条数据')
  expect((await sort([a, a])).code).toBe(400)
  expect((await sort([other, b])).msg).toBe('只能排列同一业务的附件')
  expect((await sort([b, a], await w.as('other'))).status).toBe(404)
  expect((await sort([b, a], await w.as('large'))).status).toBe(403)
  await w.db.pool.query(`update attach set locked = 1 where id = ${a}`)
  expect((await sort([b, a])).key).toBe('file-archived')
  expect(await names('602')).toEqual(['a.pdf', 'b.pdf'])
  const { rows } = await w.db.pool.query(`select "attachSort" from attach where id in (${b}, ${other})`)
  expect(rows.map((r) => r.attachSort)).toEqual([null, null])
})
