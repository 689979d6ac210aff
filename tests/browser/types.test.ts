// The usual case of each business type by somebody at the screens: from the household's row to acceptance, its acts counted, to check, posting and register.
// `npm run test:long` alone. (承包合同签订 is the main job.) With SCREENS=1 every form is kept as a picture, filled, in both languages.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { words } from '../../business/cases/web/words.ts'
import { words as household } from '../../land/cbf/words.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { words as signWords } from '../../signing/contract/words.ts'
import { words as branchWords } from '../../business/parts/branch-words.ts'
import { defaultFiles } from '../../business/cases/definitions/materials.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { typeName, type TypeCode } from '../../services/process/engine/definitions.ts'
import { acts, countFrom } from './actions.ts'
import { clerk, SIGN, type Clerk } from './clerk.ts'
import { write } from '../../land/register/write.server.ts'
import { whoOf } from '../../platform/session/who.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import type { Account } from '../world.ts'
import { actOn, stage, until, visit, type Stage } from './stage.ts'

const [ACCEPTED, RIPE] = ['2027-01-04', '2027-01-20']
/** What a clerk may need for the usual case of a household that is known. */
const MOST = 12
interface Holder {
  cbfbm: string
  cbfmc: string
  cbdkzs: number
  cbfcysl: number
}
interface Usual {
  type: TypeCode
  /** what is typed and chosen at the form, beside its papers; `other`: a household of the same issuer */
  fill(page: Page, own: Holder, other: Holder): Promise<void>
  /** current books of the household at the end */
  books: number
  /** begun from the list of businesses, its household typed, not from a row: the two types that ask most */
  byMenu?: true
}

const reason = (page: Page, label = '变更原因') => page.getByRole('textbox', { name: label, exact: true }).fill('经村民小组会议同意')
const day = async (page: Page, label: string) => {
  const box = page.getByRole('textbox', { name: label, exact: true })
  await box.fill(ACCEPTED)
  await box.press('Enter')
}
/** Finds something in a list that looks it up: what is typed, and Enter takes the only hit. */
const pick = async (page: Page, at: number, label: string, typed: string) => {
  const box = page.getByRole('combobox', { name: label, exact: true }).nth(at)
  await box.fill(typed)
  await page.locator('.ant-select-dropdown:visible').getByTitle(new RegExp(typed)).first().waitFor()
  await box.press('Enter')
}

const USUAL: readonly Usual[] = [
  {
    type: 'correct_cbf',
    books: 1,
    fill: async (page) => {
      await page.getByRole('textbox', { name: '承包方名称', exact: true }).fill('郑更名')
      await reason(page, '更正原因')
    },
  },
  {
    type: 'change_split',
    books: 1,
    fill: async (page, own) => {
      // everything is with the first household: the last parcel and the last member go to the second, which heads it
      const [rows, places] = [page.locator('[draggable=true]:not(th)'), page.getByText(branchWords.drop.zh)]
      const members = Number(own.cbfcysl)
      await until(() => rows.count()).toBe(members + Number(own.cbdkzs))
      await rows.last().dragTo(places.last())
      await rows.nth(members - 1).dragTo(places.first())
      await reason(page)
    },
  },
  {
    type: 'change_merge',
    books: 1,
    fill: async (page, _own, other) => {
      await pick(page, 1, words.book.zh, other.cbfbm)
      await reason(page)
    },
  },
  {
    type: 'change_transfer',
    books: 0,
    byMenu: true,
    fill: async (page, _own, other) => {
      await pick(page, 0, words.contractor.zh, other.cbfbm)
      await day(page, '转让协议日期')
      await reason(page)
    },
  },
  {
    type: 'change_exchange',
    books: 1,
    byMenu: true,
    fill: async (page, _own, other) => {
      await pick(page, 1, words.book.zh, other.cbfbm)
      for (const side of [0, 1])
        await page
          .getByRole('table')
          .filter({ has: page.getByRole('checkbox') })
          .nth(side)
          .getByRole('checkbox')
          .nth(1)
          .check()
      await day(page, '互换协议日期')
      await reason(page)
    },
  },
  {
    type: 'change_contract',
    books: 1,
    fill: async (page) => {
      await page.getByRole('button', { name: '减少', exact: true }).last().click()
      await reason(page)
    },
  },
  { type: 'contract_cancel', books: 0, fill: (page) => reason(page, '注销原因说明') },
  {
    type: 'correct_fbf',
    books: 1,
    fill: async (page) => {
      await page.getByRole('textbox', { name: '负责人姓名', exact: true }).fill('钱新任')
      await reason(page, '更正原因')
    },
  },
  { type: 'contract_supplement', books: 1, fill: (page) => reason(page, '补办原因') },
  // its issuer has a plan in force; another household of the issuer joins the case
  {
    type: 'contract_renew',
    books: 1,
    fill: async (page, own, other) => {
      await page.getByRole('status').filter({ hasText: '已选 1 户' }).waitFor()
      await page.getByRole('textbox', { name: '输入承包方名称或登记簿编码' }).fill(other.cbfbm)
      await page.getByRole('row').filter({ hasText: other.cbfbm }).getByRole('checkbox').check()
      expect(await page.getByText(own.cbfbm).count()).toBeGreaterThan(0)
      await reason(page, '延包说明')
    },
  },
]

let s: Stage
const open = new Map<string, { page: Page; c: Clerk }>()
const cases = new Map<TypeCode, { id: string; own: Holder; name: string }>()
const used = new Set<string>()
const told: string[] = []
beforeAll(async () => {
  s = await stage()
  s.setNow(ACCEPTED)
})
afterAll(async () => {
  if (told.length) console.log(told.join('\n'))
  await s?.end()
})
const one = async (sql: string, values: unknown[] = []) => (await s.w.db.pool.query(sql, values)).rows[0]
/** Somebody's page, opened once and for all tests of a day. */
const at = (account: string) => open.get(account)!
async function enter(...accounts: readonly Account[]): Promise<void> {
  for (const { page } of open.values()) await page.context().close()
  for (const a of accounts) {
    const page = await s.enter(a, { at: '/business/todo' })
    open.set(a, { page, c: clerk(page, 'zh') })
  }
}
/** Households that the type takes without more papers, and no other test has: one, and another of its issuer whose term ends on the same day. */
async function households(type: TypeCode): Promise<[Holder, Holder]> {
  const listed = (
    await (
      await s.w.as('village')
    ).get('/base-qssj/djb/listEligibleForBusiness', { businessTypeCode: type === 'correct_fbf' ? 'correct_cbf' : type, size: 100 })
  ).data.records as (Holder & { fbfbm: string; cbqxz: string; eligible: boolean; reasons: string[]; papers: string[] })[]
  // the plan that an extension waits for is recorded afterwards
  const isFree = (b: (typeof listed)[number]) => b.eligible || (type === 'contract_renew' && b.reasons.every((r) => r === words.noPlan.zh))
  const fits = listed.filter((b) => isFree(b) && b.papers.length === 0 && !used.has(b.cbfbm) && Number(b.cbdkzs) > 1 && Number(b.cbfcysl) > 1)
  const own = fits[0]!
  const other = fits.find((b) => b !== own && b.fbfbm === own.fbfbm && b.cbqxz === own.cbqxz)!
  for (const h of [own, other]) used.add(h.cbfbm)
  return [own, other]
}
/** A plan of extension of the household's issuer is in force: its next round begins where the terms end. */
async function planned(own: Holder): Promise<void> {
  const fbfbm = own.cbfbm.slice(0, 14)
  const who = await whoOf(s.w.db, '000000', 'admin')
  const rounds = [{ no: 3, from: '2028-10-01', to: '2058-09-30', planId: '1' }]
  await s.w.db.transaction({ tenantId: '000000' }, (tx) =>
    write(
      contextFor(tx, who, s.w.now, 'plan', async () => '0'),
      { cause: { kind: 'plan', id: '1' }, unit: 'plan 1', regionCode: fbfbm.slice(0, 12), day: '2026-01-01', acts: [{ act: 'setIssuer', fbfbm, rounds }] },
    ),
  )
}
const CHINESE = /[\u3400-\u9fff]/
/** Keeps a page as it is seen at a desk, and the whole of it. */
async function pictures(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENS) return
  await page.evaluate(() => document.querySelectorAll('main, main *').forEach((e) => (e.scrollTop = 0)))
  await s.picture(page, name)
  await page.setViewportSize({ width: 1440, height: 2600 })
  await s.picture(page, `${name}-whole`)
  await page.setViewportSize({ width: 1440, height: 900 })
}
/** The same form as an English reader has it: what was typed is kept for its person. Papers have English names, and no list in a table hides what was chosen. */
async function inEnglish(page: Page, type: TypeCode): Promise<void> {
  await until(() =>
    one(
      `select from business_input where "businessTypeCode" = $1 and "businessId" = id and body ->> 'obligeIdCard' is not null and body ->> 'obligePhone' is not null and body -> 'form' is not null`,
      [type],
    ),
  ).toBeTruthy()
  const { pathname, search } = new URL(page.url())
  const english = await s.enter('village', { lang: 'en', at: pathname + search })
  await english.getByText(/Unsaved input from/).waitFor()
  const files = english.getByRole('region', { name: words.files.en, exact: true })
  await files.getByRole('row').nth(1).waitFor()
  await english.waitForLoadState('networkidle')
  await pictures(english, `61-${type}-accept-en`)
  const names = await files.locator('tbody td:first-child').allInnerTexts()
  const hidden = await english.evaluate(() =>
    [...document.querySelectorAll('[draggable] .ant-select-content, td .ant-select-content')].flatMap((e) =>
      e.scrollWidth > e.clientWidth + 1 ? [`${e.textContent}`] : [],
    ),
  )
  expect([type, names.filter((n) => CHINESE.test(n)), hidden]).toEqual([type, [], []])
  await english.context().close()
}
/** A village sees numbers of people with stars: what the applicant's card and phone say is typed. */
async function applicant(page: Page, of: string, values: unknown[]): Promise<void> {
  const { id, phone } = await one(of, values)
  for (const [label, value] of [
    ['权利人证件号码', id],
    ['权利人联系电话', phone],
  ] as const) {
    const box = page.getByRole('textbox', { name: label })
    if (!(await box.inputValue())) await box.fill(value ?? '19900001234')
  }
}
/** The papers that the case asks for, chosen together. */
async function papers(page: Page, type: TypeCode): Promise<void> {
  const files = page.getByRole('region', { name: words.files.zh, exact: true })
  const many = files.locator('input[type=file]').first()
  await many.waitFor({ state: 'attached' })
  const lacking = page.getByRole('button', { name: /^缺少/ })
  const wanted = (await lacking.allInnerTexts()).map((t) => t.replace('缺少', ''))
  await many.setInputFiles(wanted.map((name) => ({ name: `${name.replaceAll('/', '、')}.pdf`, mimeType: 'application/pdf', buffer: PDF })))
  await until(() => lacking.count()).toBe(0)
  expect(defaultFiles(type).map((f) => f.fileName)).toEqual(expect.arrayContaining(wanted))
}

describe('accepted from a row', () => {
  beforeAll(() => enter('village'))
  test.each(USUAL)('$type', async ({ type, fill, byMenu }) => {
    const { page, c } = at('village')
    const [own, other] = await households(type)
    if (type === 'contract_renew') await planned(own)
    const byIssuer = type === 'correct_fbf'
    if (byIssuer || byMenu) {
      await visit(page, '/business/all')
      await page.getByRole('button', { name: words.accept.zh }).waitFor()
      await countFrom(page)
      await page.getByRole('button', { name: words.accept.zh }).click()
      await page
        .locator('.ant-dropdown')
        .getByRole('menuitem', { name: typeName(type), exact: true })
        .click()
      // the list that the form begins with has the focus
      await until(() =>
        page
          .getByRole('combobox')
          .first()
          .evaluate((e) => e === document.activeElement),
      ).toBe(true)
      const typed = byIssuer ? own.cbfbm.slice(0, 14) : own.cbfbm
      await page.keyboard.type(typed)
      await page.locator('.ant-select-dropdown:visible').getByTitle(new RegExp(typed)).first().waitFor()
      await page.keyboard.press('Enter')
    } else {
      await visit(page, `/land/cbf?cbfbm=${own.cbfbm}`)
      const row = page.getByRole('row').filter({ hasText: own.cbfbm })
      await row.waitFor()
      await countFrom(page)
      await actOn(row, words.start.zh)
      await s.picture(page, `60-${type}-start`)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: typeName(type), exact: true })
        .click()
    }
    await page.getByText(`${words.accept.zh}：${typeName(type)}`).waitFor()
    await until(() => page.getByRole('textbox', { name: '权利人名称' }).inputValue()).not.toBe('')
    await fill(page, own, other)
    await applicant(
      page,
      byIssuer ? `select fzrzjhm as id, lxdh as phone from fbf where fbfbm = $1` : `select cbfzjhm as id, lxdh as phone from cbf where cbfbm = $1`,
      [byIssuer ? own.cbfbm.slice(0, 14) : own.cbfbm],
    )
    await papers(page, type)
    await pictures(page, `61-${type}-accept`)
    await inEnglish(page, type)
    const name = await page.getByRole('textbox', { name: '业务名称' }).inputValue()
    await c.button(words.saveCommit).click()
    await c.told(words.submitted).catch(async (e: Error) => {
      throw new Error(`${e.message}\n${await page.getByRole('alert').allInnerTexts()}`)
    })
    const n = await acts(page)
    told.push(`${typeName(type)}: ${n} acts`)
    expect(n, type).toBeLessThanOrEqual(MOST)
    const begun = () => one(`select id::text as id from business where "businessTypeCode" = $1 and status = '2'`, [type])
    await until(begun).toBeTruthy()
    const { id } = await begun()
    cases.set(type, { id, own, name })
    expect(s.faults).toEqual([])
  })
})

const taskOf = async (id: string) =>
  (await one(`select status, "currentActive" as task from business where id = $1`, [id])) as { status: string; task: string | null }
/** Whose screen a task is done at. */
const WHO: Readonly<Record<string, string>> = { survey: 'town', check: 'town', publicity: 'village', recheck: 'county', sign: 'sign' }
/** Signs the contracts of the open case on paper: all get the way at once, each its scan, and another person looks at the scans and passes the task. */
async function signed(page: Page, name: string): Promise<boolean> {
  const { c } = at('sign')
  const panel = c.part(SIGN)
  await panel.getByRole('checkbox').first().check()
  await c.button(words.chooseWay).click()
  await page.getByRole('radio', { name: /^线下签署/ }).check()
  await c.yes()
  // what was ticked stays so when the way is kept: it is begun next
  await until(() => panel.getByRole('checkbox').first().isChecked()).toBe(true)
  const rows = (await panel.getByRole('checkbox').count()) - 1
  for (let n = 1; n <= rows; n++) {
    await panel.getByRole('row').nth(n).getByRole('button', { name: words.uploadSigned.zh }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: PDF })
    await c.button(words.upload, dialog).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const { page: other, c: second } = at('town')
  await visit(other, '/business/todo')
  await other.getByRole('button', { name: phrases.refresh.zh, exact: true }).first().click()
  await other.getByRole('row').filter({ hasText: name }).getByRole('button', { name: words.handle.zh, exact: true }).click()
  await second.button(words.back).waitFor()
  for (let n = 0; n < rows; n++) {
    await other.getByRole('button', { name: signWords.examine.zh }).first().click()
    const beside = other.getByRole('dialog', { name: signWords.examine.zh })
    await beside.getByRole('button', { name: signWords.accept.zh }).click()
    await beside.waitFor({ state: 'detached' })
  }
  await second.pass('asked')
  await visit(page, '/business/todo')
  return true
}
/** Does what the open task asks at the screen of who does it, and passes it; `posts`: ends at the posting. */
async function step(type: TypeCode, posts: boolean): Promise<boolean> {
  const { id, name } = cases.get(type)!
  const { status, task } = await taskOf(id)
  if (status === '3' || !task || (posts && !['survey', 'check', 'publicity'].includes(task))) return false
  const { page, c } = at(WHO[task]!)
  await visit(page, '/business/todo')
  await page.getByRole('button', { name: phrases.refresh.zh, exact: true }).first().click()
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: words.handle.zh, exact: true }).click()
  await c.button(words.back).waitFor()
  await s.picture(page, `62-${type}-${task}${posts ? '' : '-after'}`)
  if (task === 'survey') await c.giveFiles()
  if (task === 'publicity' && posts) {
    await c.post('村务公开栏')
    await c.giveFiles()
    return false
  }
  if (task === 'publicity') await c.complete()
  if (task === 'sign') return signed(page, name)
  await c.pass(task === 'publicity' ? 'asked' : task === 'check' || task === 'recheck' ? 'passCheck' : 'pass').catch(async (e: Error) => {
    throw new Error(`${e.message}\n${await page.getByRole('alert').allInnerTexts()}`)
  })
  // what is told of the task before looks the same
  await until(async () => (await taskOf(id)).task).not.toBe(task)
  return true
}

describe('checked and posted', () => {
  beforeAll(() => enter('village', 'town'))
  test.each(USUAL)('$type', async ({ type }) => {
    while (await step(type, true));
    expect(['publicity', 'recheck', null]).toContain((await taskOf(cases.get(type)!.id)).task)
    expect(s.faults).toEqual([])
  })
})
describe('rechecked, signed, registered', () => {
  beforeAll(async () => {
    s.setNow(RIPE)
    await enter('village', 'county', 'sign', 'town')
  })
  test.each(USUAL)('$type', async ({ type, books }) => {
    while (await step(type, false));
    const { id, own, name } = cases.get(type)!
    // households of a batch are registered by a job
    await until(async () => (await taskOf(id)).status).toBe('3')
    const { page } = at('county')
    await visit(page, '/business/done')
    await actOn(page.getByRole('row').filter({ hasText: name }), '查看')
    await page.getByText(words.differences.zh).first().waitFor()
    await s.picture(page, `63-${type}-done`)
    const { n } = await one(`select count(*)::int as n from djb where cbjyqzbm = $1 || 'J' and qszt = '1'`, [own.cbfbm])
    expect(n).toBe(books)
    expect(s.faults).toEqual([])
  })

  test('change_split: the life cycle of the household draws its books, and the areas before and after add up', async () => {
    const { own } = cases.get('change_split')!
    for (const lang of ['zh', 'en'] as const) {
      const page = lang === 'zh' ? at('county').page : await s.enter('county', { lang, at: '/wel/index' })
      await visit(page, `/land/cbf?cbfbm=${own.cbfbm}`)
      await page.getByRole('row').filter({ hasText: own.cbfbm }).getByRole('button', { name: phrases.more[lang], exact: true }).click()
      await page.getByRole('menuitem', { name: household.family[lang], exact: true }).click()
      const tree = page.getByRole('dialog')
      const areas = tree.getByRole('region')
      await areas.getByText(lang === 'zh' ? '差 0.00' : 'difference 0.00').waitFor()
      const { before, after, households } = await one(
        `select d.htzmjm::text as before, sum(n.htzmjm)::text as after, count(*)::int as households from djb d join djb_lineage l on l."prevDjbId" = d.id join djb n on n.id = l."djbId"
         where d.cbjyqzbm = $1 || 'J' and d.qszt = '2' group by 1`,
        [own.cbfbm],
      )
      expect([households, after]).toEqual([2, before])
      expect(await areas.innerText()).toContain(before)
      await s.picture(page, `64-change_split-life-${lang}`)
    }
    expect(s.faults).toEqual([])
  })
})
