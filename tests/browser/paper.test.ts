// The main job as an English reader does it, the contract signed on paper: accepted, posted, scanned, examined side by side, registered; and how it lies in the
// archives from then on.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveWords } from '../../business/archives/words.ts'
import { words } from '../../business/cases/web/words.ts'
import { words as signWords } from '../../signing/contract/words.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { idCard } from '../samples.ts'
import { correctContact } from '../factories.ts'
import type { Account } from '../world.ts'
import { clerk, keys, TODO, PUBLICITY, SIGN, type Household } from './clerk.ts'
import { actOn, stage, until, visit, type Stage } from './stage.ts'
import { readRev } from '../samples.ts'

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
      'main button, main label, main th, main h1:not(.record-title > h1, .case-name), main h2, main h3, main h4, main legend, main [role=tab], .ant-modal-title, .ant-modal-footer button'
    return [...document.querySelectorAll<HTMLElement>(named)].flatMap((e) => (/\p{Script=Han}/u.test(e.innerText) ? [e.innerText] : []))
  })

const household: Household = { name: '孟和平', idCard: idCard(), issuer: GROUP, parcels: 1 }
test('a contract is signed on paper, in English and with keys alone', async () => {
  const chinese: string[] = []
  const en = async (account: Account) => {
    const page = await s.enter(account, { lang: 'en', at: TODO })
    const by = keys(page)
    return { page, by, c: clerk(page, 'en', by) }
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
  await after.c.pass('asked')
  const county = await en('county')
  await county.c.open(household.name)
  await county.c.pass('passCheck')
  await after.c.open(household.name)
  await after.c.chooseWay(/^Paper/)
  const panel = after.c.part(SIGN)
  await after.by.press(panel.getByRole('button', { name: words.uploadSigned.en }))
  const dialog = after.page.getByRole('dialog')
  await after.by.give(dialog.locator('input[type=file]'), { name: 'signed.pdf', mimeType: 'application/pdf', buffer: PDF })
  await s.picture(after.page, '22-en-paper')
  await after.by.press(dialog.getByRole('button', { name: words.upload.en, exact: true }).last())
  await after.c.told(words.uploaded)
  await s.picture(after.page, '23-en-signed')
  chinese.push(...(await untranslated(after.page)))
  // who brought the scan does not examine it
  const second = await en('town2')
  await second.c.open(household.name)
  await second.by.press(second.page.getByRole('button', { name: signWords.examine.en, exact: true }))
  const beside = second.page.getByRole('dialog')
  for (const side of [signWords.scan, signWords.print]) await beside.getByRole('heading', { name: side.en }).waitFor()
  await until(() => beside.locator('canvas').count()).toBeGreaterThan(1)
  await s.picture(second.page, '23-en-examine')
  await second.by.press(beside.getByRole('button', { name: signWords.accept.en }))
  await second.c.told(words.finished)
  await second.c.pass('asked')
  const registered = `select h."cbdkzs", h."qdsj"::text from cbht h join djb b on b.cbjyqzbm = h.cbhtbm and b.qszt = '1' where h.cbfmc = $1 and h.qszt = '1'`
  await until(async () => (await s.w.db.pool.query(registered, [household.name])).rows).toEqual([{ cbdkzs: 1, qdsj: '2027-01-19' }])
  await visit(county.page, '/business/all')
  await county.page.getByRole('row').filter({ hasText: household.name }).getByText('Done').waitFor()
  await s.picture(county.page, '24-en-all')
  await county.by.press(county.page.getByRole('row').filter({ hasText: household.name }).getByRole('button', { name: 'View' }))
  await county.by.press(county.page.getByRole('button', { name: words.bookPdf.en }))
  const pdf = county.page.getByRole('dialog')
  await pdf.locator('canvas').first().waitFor()
  await pdf.locator('.textLayer span').first().waitFor()
  expect(await pdf.innerText()).toContain(household.name)
  await county.by.press(pdf.getByRole('button', { name: phrases.close.en, exact: true }))
  chinese.push(...(await untranslated(county.page)))
  expect(chinese).toEqual([])
  await county.by.press(county.page.getByRole('button', { name: words.openCertificate.en }))
  await county.page.getByRole('region', { name: 'Certificate', exact: true }).getByText(household.name).first().waitFor()
  expect(s.faults).toEqual([])
})

/** What a delivery and the jobs after it have done. */
async function settled(): Promise<void> {
  await s.w.outbox.deliverDue()
  await s.w.jobs.idle()
}
test('what is registered lies in its volume by itself; it is read and taken, and told in both languages where a file was changed or removed', async () => {
  const title = `${household.name}土地承包经营权档案`
  const papers = async (): Promise<any[]> =>
    (await s.w.db.pool.query('select d.* from file_detail d join file_group g on g.id = d."groupId" where g.title = $1 order by d.sort', [title])).rows
  await settled()
  const first = await papers()
  expect(first.length).toBeGreaterThan(5)
  // what the household does next adds to it
  const { rows: holders } = await s.w.db.pool.query('select cbfbm from cbf where cbfmc = $1', [household.name])
  const second = await correctContact(s.w, holders[0].cbfbm, '13900000000')
  await settled()
  const all = await papers()
  expect(all.slice(0, first.length)).toEqual(first)
  expect(new Set(all.slice(first.length).map((d) => d.businessId))).toEqual(new Set([second]))
  const page = await s.enter('county', { at: '/archives/volume' })
  const row = page.getByRole('row').filter({ hasText: title })
  await row.waitFor()
  await row.getByText(String(all.length), { exact: true }).waitFor()
  await actOn(row, archiveWords.papers.zh)
  const drawer = page.getByRole('dialog').first()
  for (const d of [all[0], all.at(-1)]) await drawer.getByText(d.businessCode, { exact: true }).first().waitFor()
  const contract = all.find((d) => d.title === '承包经营权登记簿')
  await drawer.getByRole('button', { name: contract.title, exact: true }).first().click()
  const shown = page.getByRole('dialog', { name: contract.title })
  await shown.locator('canvas').first().waitFor()
  await s.picture(page, '25-archive-paper')
  await shown.locator('.ant-modal-close').click()
  await shown.waitFor({ state: 'detached' })
  await drawer.locator('.ant-drawer-close').click()
  await drawer.waitFor({ state: 'hidden' })
  const taken = async (name: string): Promise<string> => {
    const [file] = await Promise.all([page.waitForEvent('download'), actOn(row, name)])
    return file.path()
  }
  const packed = execFileSync('unzip', ['-Z1', await taken(archiveWords.zip.zh)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(packed.length).toBe(all.length)
  const whole = execFileSync('pdfinfo', [await taken(archiveWords.pdf.zh)], { encoding: 'utf8' })
  expect(Number(/Pages:\s+(\d+)/.exec(whole)![1])).toBe(all.at(-1).pageTo)

  // at the desk its holder says his name, and what is handed out of an opened volume is seen there
  const { groupId } = all[0]
  const opened = await (
    await s.w.as('county')
  ).post('/cbjyq/da/fileDetail/updateIsOpen', { ids: groupId, ...(await readRev(s.w.db, 'file_group', groupId)), isOpen: '1', reason: '农户查阅' })
  expect(opened.msg).toBe('操作成功')
  await visit(page, '/archives/farmer')
  await page.getByRole('combobox', { name: archiveWords.household.zh }).fill(household.name)
  await page.locator('.ant-select-dropdown:visible').getByText(title).click()
  await page.getByRole('button', { name: contract.title, exact: true }).first().click()
  await page.getByRole('dialog', { name: contract.title }).locator('canvas').first().waitFor()

  // a byte of one file and the whole of another, on disk
  const stored = readdirSync(s.w.dataDir, { recursive: true, encoding: 'utf8' })
  const pathOf = async (d: any): Promise<string> => {
    const { rows } = await s.w.db.pool.query('select "ossName" from attach where id = $1', [d.attachId])
    return join(
      s.w.dataDir,
      stored.find((f) => f.endsWith(rows[0].ossName))!,
    )
  }
  const [changed, removed] = [contract, all.find((d) => d.title === '审批表')]
  const bytes = await readFile(await pathOf(changed))
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(await pathOf(changed), bytes)
  await rm(await pathOf(removed))
  // whose session is over by then would ask for his messages in vain
  await page.context().close()
  s.setNow('2027-01-20 03:30:00')
  expect(await s.w.maintenance.runDue()).toContain('archive-check')
  for (const [lang, told] of [
    ['zh', ['内容与摘要不一致，文件可能被改动', '文件缺失']],
    ['en', ['its bytes are not those of its digest: it was changed', 'the file is missing']],
  ] as const) {
    const checks = await s.enter('county', { lang, at: '/archives/check' })
    for (const [i, d] of [changed, removed].entries())
      await checks
        .getByRole('row')
        .filter({ hasText: d.title })
        .filter({ hasText: told[i]! })
        .filter({ hasText: String(d.pageFrom) })
        .filter({ hasText: title })
        .filter({ hasText: d.businessCode })
        .waitFor()
    await s.picture(checks, `26-archive-check-${lang}`)
  }
  expect(s.faults).toEqual([])
})
