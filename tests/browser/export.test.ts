// Exports as a clerk sees them: from the button of a list to the opened workbook, and from a failure to its repetition.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stage, type Stage, visit } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

const rowOf = (page: Page, name: string) => page.getByRole('dialog').getByRole('row').filter({ hasText: name }).first()

test('a clerk exports the list on the screen with its filter and opens the workbook', async () => {
  const page = await s.enter('county', { at: '/land/cbf' })
  const list = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { cbfmc: '李', size: 200 })).data
  await visit(page, `/land/cbf?cbfmc=${encodeURIComponent('李')}`)
  await page.getByText(`共 ${list.total} 条`).waitFor()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const row = rowOf(page, '承包方-')
  await row.getByText('已完成').waitFor()
  await row.getByText('100%').or(row.locator('.anticon-check-circle')).first().waitFor()
  await s.picture(page, '40-exports')
  const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: '下载' }).click()])
  expect(file.suggestedFilename()).toMatch(/^承包方-\d{14}\.xlsx$/)
  const [heads, ...lines] = (await readXlsx(await readFile(await file.path()))).sheets[0]!.rows as unknown[][]
  const code = heads!.indexOf('承包方编码')
  expect(lines.map((l) => l[code]).sort()).toEqual(list.records.map((r: any) => r.cbfbm).sort())
  // with rows ticked the button says that it exports these, and does
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await page.locator('.ant-table-row:visible').first().getByRole('checkbox').check()
  await page.getByRole('button', { name: '导出所选 1 条' }).click()
  await rowOf(page, '承包方-').getByText('已完成').waitFor()
  const { rows } = await s.w.db.pool.query(`select "exportParams" as p from export_record order by id desc limit 1`)
  expect(rows[0].p.filter).toEqual({ cbfmc: '李', ids: list.records[0].id })
  expect(s.faults).toEqual([])
})

test('a failed export says why in a popover, and is repeated after a question; a queued one moves by itself', async () => {
  const page = await s.enter('county', { at: '/land/cbf' })
  await s.w.jobs.stop()
  const { id } = (await (await s.w.as('county')).get('/widget/export', { type: '1003' })).data
  await page.getByRole('button', { name: '导出记录' }).click()
  const row = rowOf(page, '发包方调查表-')
  await row.getByText('排队中').waitFor()
  // somebody else's act: the dialog learns of it without a click
  await (await s.w.as('county')).post('/exportRecord/cancel', undefined, { id })
  await row.getByText('失败', { exact: true }).waitFor()
  await row.getByRole('button', { name: '失败原因' }).click()
  await page.getByText('已取消').first().waitFor()
  await s.picture(page, '41-export-failed')
  await row.getByRole('button', { name: '重新导出' }).click()
  await page.getByText('确定重新导出?').waitFor()
  await page.getByRole('button', { name: /^确\s*定$/ }).click()
  await row.getByText('排队中').waitFor()
  expect((await s.w.db.pool.query('select status, "failReason" from export_record where id = $1', [id])).rows).toEqual([{ status: 0, failReason: '' }])
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await rowOf(page, '发包方调查表-').waitFor({ state: 'hidden' })
  expect(s.faults).toEqual([])
})
