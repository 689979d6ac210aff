// Reports over HTTP: named views by a template.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample } from '../../../tests/samples.ts'
import { world, type Client, type World } from '../../../tests/world.ts'
import { fbf } from '../../../land/definitions/fbf.ts'

let w: World
let admin: Client
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  await admin.post('/base-qssj/fbf/save', sample(fbf, { regionCode: '51202111920390', fbfmc: '甲村' }))
})
afterAll(() => w?.end())

test('a report is listed with its times, shows its rows, keeps its template in use, and is removed', async () => {
  const { data: tplId } = await admin.post('/cpt-expimp/tpl/submit', { tplCode: 'r', tplName: '清单', entity: 'fbf', kind: 'export' })
  await admin.post('/expimp/expimpexcelexpconfig/submit', { tplId, field: 'fbfmc', title: '名称', sort: 1 })
  const { data: id } = await admin.post('/cpt-report/report/rest/submit', { name: '发包方报表', tplId })
  const { records, total } = (await admin.get('/cpt-report/report/rest/list', { name: '发包方' })).data
  expect([total, records[0].id]).toEqual([1, id])
  expect(records[0].createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:/)
  const shown = (await admin.get('/cpt-report/report/rest/preview', { id })).data
  expect([shown.columns[0].title, shown.records[0].fbfmc]).toEqual(['名称', '甲村'])
  expect((await admin.post('/cpt-expimp/tpl/remove', {}, { ids: tplId })).status).toBe(409)
  expect((await (await w.as('county')).post('/cpt-report/report/rest/remove', {}, { ids: id })).status).toBe(403)
  expect((await (await w.as('other')).post('/cpt-report/report/rest/remove', {}, { ids: id })).status).toBe(404)
  expect((await admin.post('/cpt-report/report/rest/remove', {}, { ids: id })).msg).toBe('操作成功')
  expect((await admin.get('/cpt-report/report/rest/list')).data.total).toBe(0)
})
