// Templates of sheets from the form to the workbook, over HTTP.
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample } from '../../../tests/samples.ts'
import { world, type Client, type World } from '../../../tests/world.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { schemeCell } from './sheet.ts'

let w: World
let admin: Client
let tplId = ''
const COLUMNS = [
  { field: 'fbfbm', title: '发包方编码', sort: 1, isRequired: 1 },
  { field: 'fbfmc', title: '发包方名称', sort: 3, width: 30 },
  { field: 'fzrzjlx', title: '证件类型', sort: 2, dictCode: 'zjlx', mergeRule: 'same' },
  { field: 'fzrzjhm', title: '证件号码', sort: 4 },
  { field: 'fbfdcrq', title: '调查日期', sort: 5, format: 'date' },
]
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  for (const n of [0, 1]) await admin.post('/base-qssj/fbf/save', sample(fbf, { regionCode: `5120211192039${n}`, fbfmc: `村${n}` }))
  tplId = (
    await admin.post('/cpt-expimp/tpl/submit', {
      tplCode: 'fbf-1',
      tplName: '发包方清单',
      entity: 'fbf',
      kind: 'export',
      regionCode: '512021',
      sheetName: '清单',
    })
  ).data
  for (const c of COLUMNS) expect((await admin.post('/expimp/expimpexcelexpconfig/submit', { tplId, ...c })).msg).toBe('操作成功')
})
afterAll(() => w?.end())

test('a template is about rows of the land, its columns are fields of those; both are refused at their fields otherwise', async () => {
  const tpl = { tplCode: 'x', tplName: 'x', kind: 'export' }
  const wrong = await admin.post('/cpt-expimp/tpl/submit', { ...tpl, entity: 'sys_user' })
  expect(wrong.data.fields).toEqual([{ field: 'entity', msg: '没有该业务对象' }])
  const column = await admin.send('POST', '/expimp/expimpexcelexpconfig/submit', {
    body: { tplId, field: 'password', title: 'x', sort: 9 },
    headers: { 'accept-language': 'en' },
  })
  expect(column.data.fields).toEqual([{ field: 'field', msg: 'The object has no field password' }])
  expect((await admin.post('/expimp/expimpexcelexpconfig/submit', { tplId: '1', field: 'fbfbm', title: 'x', sort: 9 })).data.fields[0].msg).toBe('模板不存在')
  expect((await admin.post('/expimp/expimpexcelexpconfig/submit', { tplId, field: 'fbfbm', title: 'x', sort: 9 })).msg).toBe('导入导出列已存在')
  const objects = (await admin.get('/cpt-expimp/tpl/objects')).data as { name: string; fields: { name: string; dict: string | null }[] }[]
  expect(objects.map((o) => o.name)).toContain('cbf')
  expect(objects.map((o) => o.name)).not.toContain('sys_user')
  expect(objects.find((o) => o.name === 'fbf')!.fields.find((f) => f.name === 'fzrzjlx')!.dict).toBe('zjlx')
})

test('a preview shows the columns in their order, words for keys, and what the caller may see', async () => {
  const { data } = await admin.get('/cpt-expimp/tpl/preview', { id: tplId })
  expect(data.columns.map((c: any) => c.title)).toEqual(['发包方编码', '证件类型', '发包方名称', '证件号码', '调查日期'])
  expect([data.total, data.records.map((r: any) => r.fbfmc)]).toEqual([2, ['村0', '村1']])
  // the second says the same as the first
  expect(data.records.map((r: any) => r.fzrzjlx)).toEqual(['居民身份证', ''])
  expect(data.records[0].fbfdcrq).toMatch(/^\d{4}-\d\d-\d\d$/)
  // the auditor has all views but not the button for personal data in full
  const seen = (await (await w.as('audit')).get('/cpt-expimp/tpl/preview', { id: tplId })).data.records[0]
  expect(seen.fzrzjhm).toMatch(/^512\*+\w{4}$/)
  expect((await (await w.as('large')).get('/cpt-expimp/tpl/preview', { id: tplId })).status).toBe(403)
  // whoever may read templates but not the object's list sees none of its rows
  await w.db.pool.query(`delete from role_menu where "menuId" in (select id from menu where code = 'fbf_view')`)
  const auditor = await w.as('audit')
  expect([(await auditor.get('/cpt-expimp/tpl/detail', { id: tplId })).status, (await auditor.get('/cpt-expimp/tpl/preview', { id: tplId })).status]).toEqual([
    200, 403,
  ])
  expect((await (await w.as('other')).get('/cpt-expimp/tpl/preview', { id: tplId })).status).toBe(404)
})

test('the empty workbook has the headings, required ones with a star', async () => {
  const file = await admin.get('/cpt-expimp/tpl/sheet', { id: tplId })
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('发包方清单.xlsx')
  const { sheets } = await readXlsx(file.raw)
  expect(sheets[0]!.name).toBe('清单')
  expect(sheets[0]!.rows[0]!.map(String)).toEqual(['发包方编码*', '证件类型', '发包方名称', '证件号码', '调查日期'])
})

test('enabled templates can be chosen by kind; a copy has the columns and waits', async () => {
  const chosen = async (kind: string) => (await admin.get('/cpt-expimp/tpl/select', { kind })).data.map((t: any) => t.tplName)
  expect([await chosen('export'), await chosen('import')]).toEqual([['发包方清单'], []])
  const { data: copy } = await admin.post('/cpt-expimp/tpl/copy', {}, { id: tplId })
  expect(await chosen('export')).toEqual(['发包方清单'])
  expect((await admin.get('/cpt-expimp/tpl/detail', { id: copy })).data).toMatchObject({ tplName: '发包方清单-副本', isEnabled: 0, entity: 'fbf' })
  expect((await admin.get('/expimp/expimpexcelexpconfig/list', { tplId: copy })).data.total).toBe(COLUMNS.length)
  expect((await admin.post('/cpt-expimp/tpl/remove', {}, { ids: copy })).msg).toBe('操作成功')
  expect((await admin.get('/expimp/expimpexcelexpconfig/list', { tplId: copy })).data.total).toBe(0)
})

test('a template without columns shows nothing and says so', async () => {
  const { data: id } = await admin.post('/cpt-expimp/tpl/submit', { tplCode: 'empty', tplName: '空', entity: cbf.name, kind: 'import' })
  for (const verb of ['preview', 'sheet']) expect((await admin.get(`/cpt-expimp/tpl/${verb}`, { id })).msg).toBe('模板没有配置列')
})

test('cells: words of several keys, days, masked texts; what is absent is empty', () => {
  const c = { field: 'x', title: 'x', width: null, dictCode: null, format: null }
  const words = new Map([['1', '男']])
  expect([schemeCell(c, null, undefined), schemeCell(c, '1,9', words), schemeCell({ ...c, format: 'date' }, '2026-01-02 03:04:05', undefined)]).toEqual([
    '',
    '男、9',
    '2026-01-02',
  ])
  expect(schemeCell({ ...c, format: 'mask' }, '13800138000', undefined)).toBe('138****8000')
  expect(schemeCell({ ...c, format: 'datetime' }, '2026-01-02 03:04:05.678901', undefined)).toBe('2026-01-02 03:04:05')
  expect(['1.50', '007', '12a', '-3.00'].map((v) => schemeCell({ ...c, format: 'number' }, v, undefined))).toEqual(['1.5', '7', '12a', '-3'])
  expect(schemeCell({ ...c, format: 'text' }, '1.50', undefined)).toBe('1.50')
})
