// Leave from request to end, and a process drawn, deployed and stopped, at the screens.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelOf } from '../../kit/model/field.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { flow_model, leave } from '../../services/process/flow.ts'
import { words } from '../../services/process/web/words.ts'
import { actOn, stage, told, type Stage, visit } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

type Say = (t: { zh: string; en: string }) => string
const inChinese: Say = (t) => t.zh
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Fills a request for leave and sends it. */
async function ask(page: Page, reason: string): Promise<void> {
  const field = (name: keyof typeof leave.fields) => page.getByLabel(new RegExp(`^(\\* )?${labelOf(leave.fields[name]).zh}`)).first()
  await visit(page, '/work/process?kind=start')
  await actOn(page.getByRole('row', { name: /leave/ }), words.start.zh)
  for (const [name, value] of [
    ['startTime', '2026-12-01 09:00:00'],
    ['endTime', '2026-12-02 18:00:00'],
  ] as const) {
    await field(name).fill(value)
    await field(name).press('Enter')
  }
  await page.getByLabel(labelOf(leave.fields.taskUser).zh).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('镇级经办', { exact: true }).click()
  await field('reason').fill(reason)
  await button(page, words.submit.zh).click()
  await told(page, words.submitted.zh)
}

test('a village clerk asks for leave, changes what the town returns, and is allowed to go', async () => {
  const village = await s.enter('village', { at: '/work/process?kind=start' })
  await ask(village, '回家收稻谷')
  await village.getByText(words.running.zh, { exact: true }).first().waitFor()
  const town = await s.enter('town', { at: '/work/process?kind=todo' })
  const handle = async (page: Page) => {
    await page.goto(`${s.url}/work/process?kind=todo`)
    await button(page, words.handle.zh).first().click()
  }
  await handle(town)
  await town.getByText('回家收稻谷').first().waitFor()
  await button(town, words.sendBack.zh).click()
  await town.getByText(words.opinionNeeded.zh).waitFor()
  await town.getByLabel(words.opinion.zh).fill('请改到下周')
  await button(town, words.sendBack.zh).click()
  await told(town, words.handled.zh)
  await handle(village)
  await village.getByText('请改到下周').waitFor()
  await village.getByRole('textbox', { name: new RegExp(labelOf(leave.fields.reason).zh) }).fill('回家收稻谷，改到下周')
  await button(village, words.resubmit.zh).click()
  await told(village, words.handled.zh)
  await handle(town)
  await button(town, words.pass.zh).click()
  await told(town, words.handled.zh)
  await visit(village, '/work/process?kind=send')
  await actOn(village.locator('.ant-table-row:visible').first(), phrases.view.zh)
  await village.getByText(words.passed.zh, { exact: true }).filter({ visible: true }).first().waitFor()
  await village.getByText('回家收稻谷，改到下周').filter({ visible: true }).first().waitFor()
  await village.getByRole('tab', { name: words.diagram.zh }).click()
  await village.locator('.flow-view .djs-shape[data-element-id="approve"].node-finished').waitFor()
  expect(s.faults).toEqual([])
})

test('an administrator draws a model, deploys it, and stops what runs by it', async () => {
  const admin = await s.enter('admin', { at: '/flow/model' })
  const say = inChinese
  await visit(admin, '/flow/model')
  await button(admin, phrases.add.zh).click()
  const dialog = admin.getByRole('dialog')
  const field = (name: keyof typeof flow_model.fields) => dialog.getByLabel(new RegExp(`^(\\* )?${labelOf(flow_model.fields[name]).zh}`))
  await field('modelKey').fill('leave')
  await field('name').fill('本县请假')
  await button(admin, phrases.save.zh).click()
  await told(admin, phrases.added.zh)
  await actOn(admin.locator('.ant-table-row:visible').first(), words.design.zh)
  const draw = admin.getByRole('region', { name: words.diagram.zh })
  await draw.locator('[data-element-id="approve"]').first().click()
  const side = admin.getByRole('region', { name: words.properties.zh })
  await side.getByLabel(words.elementName.zh).fill('镇级审批')
  await draw.getByText('镇级审批').first().waitFor()
  await button(admin, words.saveDeploy.zh).click()
  await button(admin, say(phrases.ok)).click()
  await told(admin, words.deployed.zh)
  const village = await s.enter('village', { at: '/work/process?kind=start' })
  await ask(village, '看病')
  await visit(admin, '/flow/follow')
  const row = admin.getByRole('row', { name: /本县请假/ })
  await row.getByText('镇级审批').waitFor()
  await actOn(row, words.stop.zh)
  await admin.getByRole('dialog').getByLabel(words.reason.zh).fill('重复申请')
  await admin.getByRole('dialog').getByRole('button', { name: words.stop.zh, exact: true }).click()
  await button(admin, say(phrases.ok)).click()
  await told(admin, words.stopped.zh)
  await visit(admin, '/flow/manager')
  await admin
    .getByRole('row', { name: /本县请假/ })
    .getByText('v1')
    .waitFor()
  expect(s.faults).toEqual([])
})
