import { daysAfter } from '../../business/cases/rules/promise.ts'
import { LEGAL_DAYS } from '../../business/cases/rules/usual.ts'
import { execFileSync } from 'node:child_process'
import type { Locator, Page } from 'playwright-core'
import { labelOf } from '../../kit/model/field.ts'
import type { Field } from '../../kit/model/field.ts'
import type { Lang, Text } from '../../kit/model/lang.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { words } from '../../business/cases/web/words.ts'
import { words as desk } from '../../signing/acts/desk-words.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { words as land } from '../../land/definitions/words.ts'
import { publicity } from '../../business/publicity/publicity.ts'
import { cbht } from '../../land/definitions/cbht.ts'
import { told as toldIn, until, visit } from './stage.ts'
import { PDF } from '../../services/files/testing.server.ts'

/** Where work waits. */
export const TODO = '/business/todo'

/** A new household as it is typed. */
export interface Household {
  name: string
  idCard: string
  issuer: string
  /** how many of the issuer's collective parcels are taken */
  parcels: number
}

/** Types a text as an input method does: letters that are composed, first signs that are taken back, then the text. */
export async function composed(page: Page, field: Locator, text: string, by: Pick<Hand, 'reach'> = mouse(page)): Promise<void> {
  await by.reach(field)
  const ime = await page.context().newCDPSession(page)
  for (const part of ['z', 'zh', "zh'a", text.slice(0, 1)])
    await ime.send('Input.imeSetComposition', { text: part, selectionStart: part.length, selectionEnd: part.length })
  await ime.send('Input.insertText', { text })
  await ime.detach()
}

/** Reads a document to its end, until the next step is open. */
export async function readThrough(whole: Locator, next: Locator): Promise<void> {
  await whole.locator('canvas').first().waitFor()
  await until(async () => {
    await whole.evaluate((e) => e.scrollTo(0, e.scrollHeight))
    return next.isEnabled()
  }).toBe(true)
}
/** Writes two strokes on a sheet with the mouse. */
export async function strokes(page: Page, sheet: Locator): Promise<void> {
  const { x, y, width, height } = (await sheet.boundingBox())!
  for (const [from, to] of [
    [0.2, 0.5],
    [0.5, 0.8],
  ] as const) {
    await page.mouse.move(x + from * width, y + 0.2 * height)
    await page.mouse.down()
    await page.mouse.move(x + to * width, y + 0.8 * height, { steps: 5 })
    await page.mouse.up()
  }
}

/** How controls are reached and used. */
export interface Hand {
  reach(control: Locator): Promise<void>
  press(control: Locator): Promise<void>
  /** opens a menu and takes its first line */
  first(control: Locator): Promise<void>
  check(box: Locator): Promise<void>
  /** takes one of several: a radio */
  take(choice: Locator): Promise<void>
  /** takes a line of a field that opens a list, found by a part of its name */
  pick(field: Locator, name: string | RegExp): Promise<void>
  fill(field: Locator, text: string): Promise<void>
  /** key by key */
  type(field: Locator, text: string): Promise<void>
  /** gives files to a control that asks for them; the same where a page holds the input ready */
  give(control: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void>
}
/** With mouse and keyboard. */
export const mouse = (page: Page): Hand => ({
  reach: (control) => control.focus(),
  press: (control) => control.click(),
  async first(control) {
    await control.click()
    await page.locator('.ant-dropdown').getByRole('menuitem').first().click()
  },
  check: (box) => box.check(),
  take: (choice) => choice.locator('xpath=ancestor::label').click(),
  async pick(field, name) {
    await field.click()
    await page
      .locator('.ant-select-dropdown:visible')
      .getByTitle(name, { exact: typeof name === 'string' })
      .click()
  },
  fill: (field, text) => field.fill(text),
  type: (field, text) => field.pressSequentially(text),
  give: (control, files) => control.setInputFiles(files),
})
/** Most controls of a page, its menus and rows counted. */
const MOST_STEPS = 400
/** With keys alone: each control is reached from where one stands, forward, and shows that it is. */
export function keys(page: Page): Hand {
  const isIn = (at: Locator) => at.evaluate((e) => e.contains(document.activeElement))
  async function reach(control: Locator): Promise<void> {
    await control.waitFor({ state: 'attached' })
    for (let i = 0; i < MOST_STEPS; i++) {
      if (await isIn(control)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`no key leads to ${control}`)
  }
  /** Presses a key until it is so. */
  async function again(key: string, isSo: () => Promise<boolean>, what: Locator): Promise<void> {
    for (let i = 0; i < MOST_STEPS; i++) {
      if (await isSo()) return
      await page.keyboard.press(key)
    }
    throw new Error(`${key} never leads to ${what}`)
  }
  async function press(control: Locator): Promise<void> {
    await until(() => control.isEnabled()).toBe(true)
    await reach(control)
    await page.keyboard.press('Enter')
  }
  return {
    reach,
    press,
    async first(control) {
      await press(control)
      const line = page.locator('.ant-dropdown').getByRole('menuitem').first()
      await line.waitFor()
      await again('ArrowDown', () => isIn(line), line)
      await page.keyboard.press('Enter')
    },
    async check(box) {
      await reach(box)
      if (!(await box.isChecked())) await page.keyboard.press('Space')
    },
    async take(choice) {
      const group = choice.locator('xpath=ancestor-or-self::*[@role="radiogroup"]')
      await reach(group)
      await again('ArrowDown', () => choice.isChecked(), choice)
    },
    async pick(field, name) {
      await reach(field)
      await page.keyboard.press('ArrowDown')
      const list = page.locator('.ant-select-dropdown:visible')
      await list
        .getByTitle(name, { exact: typeof name === 'string' })
        .first()
        .waitFor()
      const at = list.locator('.ant-select-item-option-active, .ant-select-tree-treenode-active')
      await again('ArrowDown', async () => (await at.count()) > 0 && new RegExp(name).test((await at.first().innerText()).trim()), field)
      await page.keyboard.press('Enter')
    },
    async fill(field, text) {
      await reach(field)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.insertText(text)
    },
    async type(field, text) {
      await reach(field)
      await page.keyboard.type(text)
    },
    async give(control, files) {
      // the input itself is out of reach; what stands for it asks for the files
      const asked = page.waitForEvent('filechooser')
      await press(control.locator('xpath=ancestor::*[contains(@class,"ant-upload")][1]').getByRole('button').first())
      await (await asked).setFiles(files)
    },
  }
}

/** What a clerk does at the screens of a business, in either language: the words are the product's own. */
export function clerk(page: Page, lang: Lang, by: Hand = mouse(page)) {
  const say = (t: Text) => t[lang]
  const label = (f: Field) => say(labelOf(f))
  const part = (t: Text) => page.getByRole('region', { name: say(t), exact: true })
  const button = (t: Text, at: Page | Locator = page) => at.getByRole('button', { name: say(t), exact: true })
  const told = (t: Text) => toldIn(page, say(t))
  /** A field by its label; a required one is marked before its name. */
  const field = (f: Field, at: Page | Locator = page) => at.getByLabel(new RegExp(`^(\\* )?${label(f).replace(/[()（）]/g, '\\$&')} ?:?$`)).first()
  /** Inputs of a column of the members' table: they are named by the column alone. */
  const cell = (f: Field, at: Locator) => at.getByRole('textbox', { name: label(f), exact: true })
  const yes = () => by.press(button(phrases.ok, page.getByRole('dialog')))
  // who asked for the list when signing in has it before the eyes; later the menu leads there
  let isThere = new URL(page.url()).pathname === TODO
  const todo = async () => {
    // a list that stands knows nothing of what others have done meanwhile
    if (!isThere) await (new URL(page.url()).pathname === TODO ? by.press(button(phrases.refresh).first()) : visit(page, TODO))
    isThere = false
  }

  /** Files for every requirement of the task that has none. */
  async function giveFiles(): Promise<void> {
    const files = part(words.files)
    const inputs = files.getByRole('row').locator('input[type=file]')
    await inputs.first().waitFor({ state: 'attached' })
    for (const input of await inputs.all()) {
      const before = await files.getByText('paper.pdf', { exact: true }).count()
      await by.give(input, { name: 'paper.pdf', mimeType: 'application/pdf', buffer: PDF })
      await files.getByText('paper.pdf', { exact: true }).nth(before).waitFor()
    }
  }
  /** The same chosen together, each named as the task names it: as people do. */
  async function giveFilesAtOnce(): Promise<void> {
    const files = part(words.files)
    const rows = files.getByRole('row').filter({ has: page.locator('input[type=file]') })
    await rows.first().locator('input[type=file]').waitFor({ state: 'attached' })
    const names = await Promise.all((await rows.all()).map((r) => r.getByRole('cell').first().innerText()))
    const chosen = names.map((name) => ({ name: `${name.replaceAll('/', '、')}.pdf`, mimeType: 'application/pdf', buffer: PDF }))
    // the first takes all of them where several are asked for
    await files.locator('input[type=file]').first().setInputFiles(chosen)
    for (const { name } of chosen) await rows.getByText(name, { exact: true }).first().waitFor()
  }
  return {
    say,
    part,
    button,
    told,
    yes,
    todo,
    giveFiles,
    giveFilesAtOnce,
    /** Opens the acceptance form and fills it for a new household. */
    async fill(h: Household, today: string): Promise<void> {
      await todo()
      await by.first(page.getByRole('button', { name: say(words.accept) }))
      const terms = part(HOLDER)
      await by.pick(terms.getByRole('combobox').first(), new RegExp(h.issuer))
      await by.take(terms.getByRole('radio', { name: say(words.fresh), exact: true }))
      await composed(page, field(cbf.fields.cbfmc, terms), h.name, by)
      await by.type(field(cbf.fields.cbfzjhm, terms), h.idCard)
      await by.fill(field(cbf.fields.lxdh, terms), '19900001234')
      // address and postcode come from the issuer; who asked is who takes the application, today
      await until(() => field(cbf.fields.cbfdz, terms).inputValue()).not.toBe('')
      await until(() => field(cbf.fields.yzbm, terms).inputValue()).not.toBe('')
      await until(() => field(cbf.fields.cbfdcy, terms).inputValue()).not.toBe('')
      await until(() => field(cbf.fields.cbfdcrq, terms).inputValue()).toBe(today)
      // the head of the household follows the contractor
      await until(() => cell(jtcy.fields.cyxm, terms).first().inputValue()).toBe(h.name)
      await until(() => cell(jtcy.fields.cyzjhm, terms).first().inputValue()).toBe(h.idCard)
      await by.press(button(words.pickParcels))
      const dialog = page.getByRole('dialog')
      // on the small screen of an office the pages of the list and the buttons under it are in sight without scrolling
      const usual = page.viewportSize()!
      await page.setViewportSize({ width: 1366, height: 768 })
      const below = [dialog.locator('.ant-pagination').first(), button(words.take, dialog)]
      const ends = async () => Promise.all(below.map(async (x) => ((b) => b !== null && b.y + b.height <= 768)(await x.boundingBox())))
      await until(ends).toEqual([true, true])
      await page.setViewportSize(usual)
      for (let i = 0; i < h.parcels; i++)
        await by.check(
          dialog
            .getByRole('row')
            .getByRole('checkbox')
            .nth(i + 1),
        )
      await by.press(button(words.take, dialog))
      // the term is proposed from the first day on which a posting of today is over
      await until(() => field(cbht.fields.cbqxq, part(TERMS)).inputValue()).toBe(daysAfter(today, LEGAL_DAYS))
      await until(() => field(cbht.fields.cbqxz, part(TERMS)).inputValue()).not.toBe('')
    },
    /** Adds a member to the household that is typed. */
    async member(name: string, idCard: string, relation: string): Promise<void> {
      const terms = part(HOLDER)
      await terms.getByRole('button', { name: say(land.addMember) }).click()
      await cell(jtcy.fields.cyxm, terms).nth(1).fill(name)
      await cell(jtcy.fields.cyzjhm, terms).nth(1).fill(idCard)
      await terms.getByLabel(label(jtcy.fields.yhzgx), { exact: true }).nth(1).click()
      await page.locator('.ant-select-dropdown:visible').getByTitle(relation, { exact: true }).click()
    },
    /** Saves the new case, gives its files, and submits it. */
    async send(): Promise<void> {
      await by.press(button(words.save))
      await told(words.saved)
      await giveFiles()
      await by.press(button(words.saveCommit))
      await told(words.submitted)
    },
    /** Chooses all papers that the case lacks at once, named as the case names them, and submits it without storing it first. */
    async sendAtOnce(): Promise<void> {
      const many = part(words.files).locator('input[type=file]').first()
      await many.waitFor({ state: 'attached' })
      const lacking = page.getByRole('button', { name: /^缺少/ })
      const wanted = (await lacking.allInnerTexts()).map((t) => t.replace('缺少', ''))
      await many.setInputFiles(wanted.map((name) => ({ name: `${name.replaceAll('/', '、')}.pdf`, mimeType: 'application/pdf', buffer: PDF })))
      await until(() => lacking.count()).toBe(0)
      await button(words.saveCommit).click()
      await told(words.submitted)
    },
    /** Opens the task of a business from the list of what waits for this person. */
    async open(name: string): Promise<void> {
      await todo()
      await by.press(
        page
          .getByRole('row')
          .filter({ hasText: name })
          .getByRole('button', { name: say(words.handle), exact: true }),
      )
      await button(words.back).waitFor()
    },
    /** Passes the open task with the proposed opinion. `asked`: what was done before has opened the question already. */
    async pass(key: 'pass' | 'passCheck' | 'asked' = 'pass'): Promise<void> {
      if (key !== 'asked') await by.press(button(words[key]))
      await yes()
      await told(words.finished)
    },
    /** Posts the publicity of the open task. */
    async post(place: string): Promise<void> {
      await by.fill(field(publicity.fields.place, part(PUBLICITY)), place)
      await by.press(button(words.publish))
      await told(words.saved)
    },
    /** Completes the posting, whose task is passed next. */
    async complete(): Promise<void> {
      await by.press(button(words.complete))
      await yes()
      await told(words.completed)
      await page.getByRole('dialog', { name: say(words.passAsk) }).waitFor()
    },
    /** At the desk the signer whose turn it is shows his document, reads to the end, and writes his name with a finger. `seen`: before he confirms it. */
    async signAtDesk(name: string, number: string, seen: () => Promise<unknown>): Promise<void> {
      const at = page.getByRole('dialog')
      await at.getByRole('heading', { name: new RegExp(name) }).waitFor()
      await at.getByLabel(say(desk.docName)).fill(name)
      await at.getByLabel(say(desk.docNumber)).fill(number)
      await button(desk.isHim, at).click()
      await readThrough(at.getByRole('region', { name: say(desk.read), exact: true }), button(desk.go, at))
      await button(desk.go, at).click()
      const { x, y, width, height } = (await at.getByRole('img', { name: say(desk.signature) }).boundingBox())!
      const finger = await page.context().newCDPSession(page)
      // a name is written in one go, without lifting the finger
      const points = Array.from({ length: 12 }, (_, i) => ({ x: x + (0.3 + i * 0.03) * width, y: y + (i % 2 ? 0.8 : 0.2) * height }))
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [points[0]!] })
      for (const p of points.slice(1)) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [p] })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await finger.detach()
      await at.getByRole('checkbox', { name: say(desk.consent) }).check()
      await seen()
      await button(desk.sign, at).click()
      // what comes next stands there: the next signer, or that all have signed
      await at.getByRole('heading', { name: new RegExp(name) }).waitFor({ state: 'detached' })
    },
    /** Begins to sign the first contract on site, which is asked on the way; its desk is what comes next. `seen`: before that is said. */
    async beginOnSite(seen: () => Promise<unknown>): Promise<void> {
      await part(SIGN)
        .getByRole('row')
        .nth(1)
        .getByRole('button', { name: say(words.startSign) })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: /^现场签署|^On-site/, checked: true }).waitFor()
      await seen()
      await button(words.startSign, dialog).click()
      await page.getByRole('dialog', { name: new RegExp(say(desk.title)) }).waitFor()
    },
    /** Ticks the contract and chooses how it is signed: by the beginning of the way's name. */
    async chooseWay(way: RegExp): Promise<void> {
      await by.check(part(SIGN).getByRole('row').nth(1).getByRole('checkbox'))
      await by.press(button(words.chooseWay))
      await by.take(page.getByRole('radio', { name: way }))
      await yes()
    },
  }
}
export type Clerk = ReturnType<typeof clerk>
/** Names of the tasks, as dictionary task_key has them. */
export const PUBLICITY: Text = { zh: '公示', en: 'Publicity' }
/** Parts of 承包合同签订. */
const HOLDER: Text = { zh: '发包方与承包方', en: 'Issuer and contractor' }
const TERMS: Text = { zh: '承包期限与方式', en: 'Terms' }
export const SIGN: Text = { zh: '合同签订', en: 'Sign' }

/** Text of a PDF, as pdftotext reads it. */
export const textOf = (pdf: Buffer): string => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
