// What work in the background says of itself is read in the language of whoever looks, whoever began it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heard, messageJson } from '../../runtime/said.ts'
import { both } from '../../kit/model/lang.ts'
import { uploaded } from '../../tests/import-bench.ts'
import { world, type Client, type World } from '../../tests/world.ts'

let w: World, admin: Client
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  w.jobs.start()
})
afterAll(() => w?.end())
test('words are kept whole in both languages, and former ones are read as they are', () => {
  const t = both('坏\n"\\', 'x'.repeat(3000))
  expect([heard(messageJson(t), 'zh'), heard(messageJson(t), 'en').length, messageJson(both('"'.repeat(2000), '\\'.repeat(2000))).length <= 4100]).toEqual([
    '坏 "\\',
    1000,
    true,
  ])
  expect([heard('服务器异常', 'en'), heard(null, 'zh')]).toEqual(['服务器异常', ''])
})

/** What a call answers the same person in each language. */
const both2 = async (path: string, query: Record<string, unknown>) => {
  const [zh, en] = [await admin.get(path, query), await admin.send('GET', path, { query, headers: { 'accept-language': 'en' } })]
  return [zh.data, en.data]
}
test('an import that failed says why, in its list, its detail and the list of jobs', async () => {
  const b = await uploaded(w, admin, 'sys_post', [['甲'], ['1']])
  const words = ['第一行没有可识别的列，请使用导入模板', 'The first row has no known heading; use the template']
  expect((await both2('/importBatch/detail', { id: b.id })).map((d) => d.failReason)).toEqual(words)
  expect((await both2('/importBatch/page', {})).map((d) => d.records[0].failReason)).toEqual(words)
  const jobs = (await both2('/cpt-system/job/page', { mine: '1' })).map((d) => d.records[0])
  expect(jobs.map((j) => j.message)).toEqual(words)
  expect((await both2('/cpt-system/job/detail', { id: jobs[0].id })).map((j) => j.message)).toEqual(words)
  expect(words.map((x) => /[\u3400-\u9fff]/.test(x))).toEqual([true, false])
})
test('so does an export', async () => {
  const { data } = await admin.get('/widget/export', { type: '1003', regionCode: '110101' })
  await w.jobs.idle()
  const found = await both2('/exportRecord/page', {})
  expect(found.map((d) => d.records.find((r: any) => r.id === data.id)?.failReason)).toEqual(['没有可导出的数据', 'There is nothing to export'])
})
