// The main job as an English reader does it, the contract signed on paper: accepted, posted, scanned, examined side by side, registered.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { words } from '../../business/cases/web/words.ts'
import { words as signWords } from '../../signing/contract/words.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { idCard } from '../samples.ts'
import type { Account } from '../world.ts'
import { clerk, TODO, PUBLICITY, SIGN, type Household } from './clerk.ts'
import { stage, until, visit, type Stage } from './stage.ts'

const ACCEPTED = '2027-01-04'
const GROUP = '周礼镇玉顶村3组'
let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

/** Words of the product that stand in Chinese before an English reader: names of commands, fields, columns, parts and steps. What people typed is data. */
const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // the head of a record is its name, which is data
    const named =
      'main button, main label, main th, main h1:not(.record-title > h1), main h2, main h3, main h4, main legend, main [role=tab], .ant-modal-title, .ant-modal-footer button'
    return [...document.querySelectorAll<HTMLElement>(named)].flatMap((e) => (/\p{Script=Han}/u.test(e.innerText) ? [e.innerText] : []))
  })

test('a contract is signed on paper, in English', async () => {
  const chinese: string[] = []
  const household: Household = { name: '孟和平', idCard: idCard(), issuer: GROUP, parcels: 1 }
  const en = async (account: Account) => {
    const page = await s.enter(account, { lang: 'en', at: TODO })
    return { page, c: clerk(page, 'en') }
  }
  s.setNow(ACCEPTED)
  const village = await en('village')
  await village.c.fill(household, ACCEPTED)
  await s.picture(village.page, '19-en-accept')
  chinese.push(...(await untranslated(village.page)))
  await village.c.send()
  await village.page.context().close()
  const town = await en('town')
  await town.c.open(household.name)
  await town.c.giveFiles()
  await s.picture(town.page, '20-en-survey')
  chinese.push(...(await untranslated(town.page)))
  await town.c.pass()
  await town.c.open(household.name)
  await town.c.pass('passCheck')
  await town.c.open(household.name)
  await town.c.post('Village notice board')
  await s.picture(town.page, '21-en-publicity')
  chinese.push(...(await untranslated(town.page)))
  await town.c.giveFiles()
  await town.page.context().close()
  s.setNow('2027-01-19')
  const after = await en('town')
  await after.c.open(household.name)
  await after.c.part(PUBLICITY).waitFor()
  await after.c.complete()
  await after.c.pass()
  const county = await en('county')
  await county.c.open(household.name)
  await county.c.pass('passCheck')
  await after.c.open(household.name)
  await after.c.chooseWay(/^Paper/)
  const panel = after.c.part(SIGN)
  await panel.getByRole('button', { name: words.uploadSigned.en }).click()
  const dialog = after.page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: PDF })
  await s.picture(after.page, '22-en-paper')
  await dialog.getByRole('button', { name: words.upload.en, exact: true }).click()
  await after.c.told(words.uploaded)
  await s.picture(after.page, '23-en-signed')
  chinese.push(...(await untranslated(after.page)))
  // who brought the scan does not examine it
  const second = await en('town2')
  await second.c.open(household.name)
  await second.page.getByRole('button', { name: signWords.examine.en, exact: true }).click()
  const beside = second.page.getByRole('dialog')
  for (const side of [signWords.scan, signWords.print]) await beside.getByRole('heading', { name: side.en }).waitFor()
  await until(() => beside.locator('canvas').count()).toBeGreaterThan(1)
  await s.picture(second.page, '23-en-examine')
  await beside.getByRole('button', { name: signWords.accept.en }).click()
  await second.c.told(words.finished)
  await second.c.pass()
  const registered = `select h."cbdkzs", h."qdsj"::text from cbht h join djb b on b.cbjyqzbm = h.cbhtbm and b.qszt = '1' where h.cbfmc = $1 and h.qszt = '1'`
  await until(async () => (await s.w.db.pool.query(registered, [household.name])).rows).toEqual([{ cbdkzs: 1, qdsj: '2027-01-19' }])
  await visit(county.page, '/business/all')
  await county.page.getByRole('row').filter({ hasText: household.name }).getByText('Done').waitFor()
  await s.picture(county.page, '24-en-all')
  await county.page.getByRole('row').filter({ hasText: household.name }).getByRole('button', { name: 'View' }).click()
  await county.page.getByRole('button', { name: words.bookPdf.en }).click()
  const pdf = county.page.getByRole('dialog')
  await pdf.locator('canvas').first().waitFor()
  await pdf.locator('.textLayer span').first().waitFor()
  expect(await pdf.innerText()).toContain(household.name)
  await pdf.getByRole('button', { name: phrases.close.en, exact: true }).click()
  chinese.push(...(await untranslated(county.page)))
  expect(chinese).toEqual([])
  await county.page.getByRole('button', { name: words.openCertificate.en }).click()
  await county.page.getByRole('region', { name: 'Certificate', exact: true }).getByText(household.name).first().waitFor()
  expect(s.faults).toEqual([])
})
