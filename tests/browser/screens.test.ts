// Every screen of the menu, opened by the administrator over the demonstration village and over rows whose every text is markup or a program (K08): it comes
// without an error, is not the 404 page, can be used without eyes or mouse (axe), and nothing of what stands in a row runs or becomes an element, on the
// screen and in what its first row opens.
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entries } from '../../kit/model/resource.ts'
import { region_ } from '../../platform/definitions/system.ts'
import { plant } from '../contract/rows.ts'
import { stage as planted, type Stage as Planted } from '../contract/stage.ts'
import { villageWorld } from '../world.ts'
import { barriers, MOBILE, screenPaths, visits } from './every-screen.ts'
import { stageOf, type Stage } from './stage.ts'

const PAYLOADS = [
  '<img src=x onerror=ran()>',
  '<svg/onload=ran()>',
  '"><script>ran()</script>',
  'javascript:ran()//',
  "'-ran()-'${ran()}",
  '<a href="javascript:ran()">x',
  "{{constructor.constructor('ran()')()}}",
] as const
/** Ends what hangs, ms: the walk takes six minutes alone, and three times that beside two other files on two cores. */
const LONG = 1_800_000

let s: Stage
let p: Planted
let paths: string[]
let written = 0
beforeAll(async () => {
  p = await planted(villageWorld)
  let n = 0
  for (const r of p.resources) {
    if (!p.planted.has(r.name)) continue
    for (const [name, f] of entries(r)) {
      if (f.kind !== 'text' || f.length || f.values || f.format === 'code' || f.search === 'prefix' || (r.unique ?? []).flat().includes(name)) continue
      const fitting = PAYLOADS.filter((x) => x.length <= (f.max ?? 255))
      if (!fitting.length) continue
      for (const row of p.planted.get(r.name)!) {
        const payload = fitting[(n += 1) % fitting.length]!
        await sql`update ${sql.table(r.name)} set ${sql.ref(name)} = ${payload} where id = ${row.id}`.execute(p.w.db.owner)
        written += 1
      }
    }
  }
  // the picture of a seal was there when the seal was kept; the planted one names a file that nobody sent
  await sql`update org_seal set "sealAttachId" = null`.execute(p.w.db.owner)
  // a list asks for the names of its regions
  const lost = await sql<{ code: string }>`select distinct f."regionCode" as code from fbf f
    where not exists (select from region r where r.code = f."regionCode")`.execute(p.w.db.owner)
  for (const { code } of lost.rows) await plant(p.w, region_, 1, { code })
  s = await stageOf(p.w)
  // the planted rows' own addresses are texts like the others
  paths = (await screenPaths(s)).filter((path) => !path.includes('样张'))
}, LONG)
afterAll(() => s?.end())

/** Headings that stand twice over one table; below a heading of several columns the same words may come again. */
const twice = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.ant-table-thead > tr:first-child')].flatMap((tr) => {
      const heads = [...tr.children].filter((e) => e.checkVisibility()).map((e) => (e.textContent ?? '').trim())
      return heads.filter((h, i) => h !== '' && heads.indexOf(h) < i).map((h) => `two columns ${h}`)
    }),
  )

/** Elements that only a payload can have made. */
const MADE = 'img[src="x"], svg[onload], [onerror], [onclick*="ran("], a[href^="javascript:"], iframe[src^="javascript:"]'
const madeOn = (page: Page): Promise<string[]> =>
  page.evaluate(
    (made) => [
      ...[...document.querySelectorAll(made)].map((e) => e.outerHTML.slice(0, 200)),
      ...[...document.scripts].filter((x) => x.textContent.includes('ran()')).map((x) => x.outerHTML.slice(0, 200)),
    ],
    MADE,
  )
const OPENED = '.ant-modal, .ant-drawer-content-wrapper, .record-page'

/** Goes to a screen and answers what is wrong with it. */
async function faultsOf(page: Page, path: string, go: (path: string) => Promise<boolean>): Promise<string[]> {
  const before = s.faults.length
  const still = await go(path)
  return [
    ...(still ? [] : ['never stands still']),
    ...(new URL(page.url()).pathname === path.split('?')[0] ? [] : [`led to ${page.url()}`]),
    ...s.faults.slice(before),
    ...(await twice(page)),
    ...(await barriers(page)),
    ...(await madeOn(page)),
  ]
}
const opened = (page: Page) => page.locator(OPENED).filter({ visible: true })
/** Closes what is open over a screen; false where it stays. */
async function close(page: Page): Promise<boolean> {
  const button = page.locator('.ant-modal-close, .ant-drawer-close, .record-back').filter({ visible: true }).last()
  // what goes of itself, a form that leads on to its own page, is no longer there to be clicked
  if (await button.isVisible()) await button.click({ timeout: 5000 }).catch(() => undefined)
  return opened(page)
    .first()
    .waitFor({ state: 'hidden', timeout: 3000 })
    .then(
      () => true,
      () => false,
    )
}
/** Opens what the first row of a screen opens; false where it opens nothing beside the screen. */
async function openFirst(page: Page): Promise<boolean> {
  const row = page
    .locator('.ant-table-tbody button, .ant-table-tbody a, [role="row"] button')
    .filter({ hasText: /查看|编辑|详情/, visible: true })
    .first()
  if (!(await row.isVisible())) return false
  await row.click()
  const is = await opened(page)
    .first()
    .waitFor({ timeout: 5000 })
    .then(
      () => true,
      () => false,
    )
  if (is) await page.waitForLoadState('networkidle')
  return is
}

test(
  'every screen of the menu opens without an error and without a barrier, and markup in its rows stays text, there and in what the first row opens',
  async () => {
    const page = await s.enter('admin', { at: paths[0]! })
    const found: string[] = []
    await page.exposeFunction('ran', () => void found.push(`a payload ran at ${page.url()}`))
    page.on('dialog', (d) => {
      found.push(`a dialog: ${d.message()}`)
      void d.dismiss()
    })
    const go = visits(page, s.url)
    let [seen, first, free] = [0, 0, true]
    for (const path of paths) {
      found.push(...(await faultsOf(page, path, (to) => go(to, !free))).map((w) => `${path}: ${w}`))
      seen += Number((await page.innerText('body')).includes('ran()'))
      free = true
      const there = page.url()
      if (await openFirst(page)) {
        first += 1
        found.push(...(await madeOn(page)).map((w) => `${path}, first row: ${w}`))
        // from behind a dialog nobody goes on
        free = await close(page)
      }
      // nor from a page with a form of its own, to which the row led
      free &&= page.url() === there
    }
    expect(found.join('\n')).toBe('')
    expect(paths.length).toBeGreaterThan(50)
    expect(written).toBeGreaterThan(300)
    // the texts are there to be seen: as text
    expect(seen).toBeGreaterThan(15)
    expect(first).toBeGreaterThan(10)
  },
  LONG,
)

test(
  'the pages for phones open without an error and without a barrier',
  async () => {
    const page = await s.enter('admin', { width: 390, height: 844, at: MOBILE[0]! })
    const found: string[] = []
    const go = visits(page, s.url)
    for (const path of MOBILE) found.push(...(await faultsOf(page, path, go)).map((w) => `${path}: ${w}`))
    expect(found.join('\n')).toBe('')
  },
  LONG,
)
