// An import as a clerk does it: from the button of a list through a preview with wrong cells to the register, and back again.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, type Table } from '../import-bench.ts'
import { stage, until, type Stage } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
  // what is registered changes by a business: the households of these workbooks are not registered
  await s.w.db.pool.query(`update cbf set djzt = '0'`)
})
afterAll(() => s?.end())

const HEADS = ['承包方编码', '承包方名称', '联系电话', '邮政编码']
const file = async (table: Table) => ({ name: '承包方.xlsx', mimeType: 'application/octet-stream', buffer: await book(table) })
const states = async () => (await (await s.w.as('county')).get('/importBatch/page')).data.records.map((b: any) => b.status)
const names = async (codes: string[]) =>
  (await s.w.db.pool.query('select cbfmc from cbf where cbfbm = any($1) order by cbfbm', [codes])).rows.map((r) => r.cbfmc)
async function upload(page: Page, table: Table): Promise<void> {
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(await file(table))
  await page.getByRole('button', { name: '上传并预览' }).click()
}
const yes = (page: Page) => page.getByRole('button', { name: /^确\s*定$/ }).click()

test('a clerk imports changes with a wrong row, corrects it, imports it, and withdraws the first batch', async () => {
  const page = await s.enter('county', { at: '/land/cbf' })
  const [a, b, c] = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { size: 3 })).data.records
  const before = [a.cbfmc, b.cbfmc, c.cbfmc]
  const codes = [a.cbfbm, b.cbfbm, c.cbfbm]
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await page.getByText('新增农户以承包方代表').waitFor()
  const [template] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载模板' }).click()])
  expect(template.suggestedFilename()).toBe('承包方导入模板.xlsx')
  await s.picture(page, '42-import-start')

  await upload(page, [HEADS, [a.cbfbm, '改名甲', a.lxdh, a.yzbm], [b.cbfbm, '改名乙', '电话', '12'], [c.cbfbm, c.cbfmc, c.lxdh, c.yzbm]])
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await row('改名乙').getByText('联系电话格式不正确').first().waitFor()
  await until(() => row('改名乙').locator('td[data-wrong]').count()).toBe(2)
  await row('改名甲').getByText(before[0]!, { exact: true }).waitFor()
  await page.getByText('无变化 1').waitFor()
  await until(() => names(codes)).toEqual(before)
  await s.picture(page, '43-import-preview')

  const [failing] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /未导入行/ }).click()])
  await page.getByRole('button', { name: /^全部写入/ }).click()
  await yes(page)
  await page.getByText('已写入 1').waitFor()
  await until(() => names(codes)).toEqual(['改名甲', before[1], before[2]])

  const wrong = (await readXlsx(await readFile(await failing.path()))).sheets[0]!.rows as Table
  expect(wrong[1]!.slice(0, 4)).toEqual([b.cbfbm, '改名乙', '电话', '12'])
  wrong[1]![2] = b.lxdh
  wrong[1]![3] = b.yzbm
  await page.getByRole('button', { name: '返回列表' }).click()
  await page.getByRole('button', { name: '新建导入' }).click()
  await page.getByLabel('业务对象').last().click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('承包方', { exact: true }).click()
  await upload(page, wrong)
  await page.getByText('未识别的列，不导入：失败原因（E）').waitFor()
  // one row by the keyboard alone
  await page.getByRole('checkbox', { name: '行号 2' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: '写入所选（1）' }).press('Enter')
  await yes(page)
  await page.getByText('已写入 1').waitFor()
  await until(() => names(codes)).toEqual(['改名甲', '改名乙', before[2]])

  await page.getByRole('button', { name: '返回列表' }).click()
  await page.getByRole('row').filter({ hasText: '已导入' }).last().getByRole('button', { name: '预览' }).click()
  await page.getByRole('button', { name: '整批撤回' }).click()
  await yes(page)
  await page.getByText('已撤回 1').waitFor()
  await until(() => names(codes)).toEqual([before[0], '改名乙', before[2]])
  await until(() => states()).toEqual(['written', 'withdrawn'])
  await page.getByRole('button', { name: '返回列表' }).click()
  await page.getByRole('row').filter({ hasText: '已撤回' }).waitFor()
  await s.picture(page, '44-imports')
  expect(s.faults).toEqual([])
})

test('the preview speaks English, and a batch that changed since says which rows stand in the way', async () => {
  const county = await s.w.as('county')
  const [a] = (await county.get('/base-qssj/cbf/page', { size: 1 })).data.records
  const page = await s.enter('county', { lang: 'en', at: '/desk/import?start=cbf' })
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(await file([HEADS, [a.cbfbm, '又改名', a.lxdh, a.yzbm], [null, '', '', '']]))
  await page.getByRole('button', { name: 'Upload and preview' }).click()
  await page.getByRole('button', { name: 'Import all valid rows (1)' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await page.getByText('Written 1').waitFor()
  await s.w.db.pool.query('update cbf set rev = rev + 1 where cbfbm = $1', [a.cbfbm])
  await page.getByRole('button', { name: 'Withdraw the batch' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await page.getByText('Cannot be withdrawn: changed since they were written: 2; nothing was changed').waitFor()
  await page.getByText('Conflicts 1').click()
  await page.getByText('Changed since it was written', { exact: true }).waitFor()
  await until(() => names([a.cbfbm])).toEqual(['又改名'])
  await s.picture(page, '45-import-in-the-way')
  expect(s.faults).toEqual([])
})
