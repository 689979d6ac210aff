// K08: markup and programs in every text of every table, looked at on every screen and in the first row's form: nothing of it runs or becomes an element.
import { sql } from 'kysely'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entries } from '../../kit/model/resource.ts'
import { stage, type Stage } from '../contract/stage.ts'
import { PASSWORD } from '../world.ts'
import { visits } from './every-screen.ts'
import { saveData } from './stage.ts'

const PAYLOADS = [
  '<img src=x onerror=ran()>',
  '<svg/onload=ran()>',
  '"><script>ran()</script>',
  'javascript:ran()//',
  "'-ran()-'${ran()}",
  '<a href="javascript:ran()">x',
  "{{constructor.constructor('ran()')()}}",
] as const
const LONG = 900_000

let s: Stage, browser: Browser, url: string
let paths: string[]
let written = 0
beforeAll(async () => {
  s = await stage()
  let n = 0
  for (const r of s.resources) {
    if (!s.planted.has(r.name)) continue
    for (const [name, f] of entries(r)) {
      if (f.kind !== 'text' || f.length || f.values || f.format === 'code' || f.search === 'prefix' || (r.unique ?? []).flat().includes(name)) continue
      const fitting = PAYLOADS.filter((p) => p.length <= (f.max ?? 255))
      if (!fitting.length) continue
      for (const row of s.planted.get(r.name)!) {
        const payload = fitting[(n += 1) % fitting.length]!
        await sql`update ${sql.table(r.name)} set ${sql.ref(name)} = ${payload} where id = ${row.id}`.execute(s.w.db.owner)
        written += 1
      }
    }
  }
  const rows = (await s.w.db.pool.query(`select id, "parentId", path from menu where category = 1 and path like '/%' and "tenantId" = '000000' order by path`))
    .rows
  const parents = new Set(rows.map((r) => r.parentId))
  // the planted rows' own addresses are texts like the others
  paths = [...new Set(rows.filter((r) => !parents.has(r.id) && !/myiframe|样张/.test(r.path)).map((r) => String(r.path)))]
  url = await s.w.app.listen({ port: 0, host: '127.0.0.1' })
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
}, LONG)
afterAll(async () => {
  await browser?.close()
  await s?.end()
})

/** Elements that only a payload can have made. */
const MADE = 'img[src="x"], svg[onload], [onerror], [onclick*="ran("], a[href^="javascript:"], iframe[src^="javascript:"]'
async function madeOn(page: Page): Promise<string[]> {
  return page.evaluate(
    (made) => [
      ...[...document.querySelectorAll(made)].map((e) => e.outerHTML.slice(0, 200)),
      ...[...document.scripts].filter((x) => x.textContent.includes('ran()')).map((x) => x.outerHTML.slice(0, 200)),
    ],
    MADE,
  )
}

test(
  'markup in every text of every table stays text: on every screen, and in what the first row opens',
  async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', reducedMotion: 'reduce' })
    await page.addInitScript(saveData)
    const reports: string[] = []
    await page.exposeFunction('ran', () => void reports.push(`a payload ran at ${page.url()}`))
    page.on('dialog', (d) => {
      reports.push(`a dialog: ${d.message()}`)
      void d.dismiss()
    })
    page.on('console', (m) => {
      if (/Content Security Policy|Refused to (execute|load|run)/i.test(m.text())) reports.push(`${page.url()}: ${m.text().slice(0, 300)}`)
    })
    await page.goto(url)
    await page.locator('input[autocomplete="username"]').fill('admin')
    await page.locator('input[type="password"]').fill(PASSWORD)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL(/\/wel\/index/)
    let seen = 0,
      opened = 0
    const go = visits(page, url)
    let isOpen = false
    for (const path of paths) {
      // from behind a dialog nobody goes on
      await go(path, isOpen)
      isOpen = false
      seen += Number((await page.innerText('body')).includes('ran()'))
      reports.push(...(await madeOn(page)).map((e) => `${path}: ${e}`))
      const row = page
        .locator('.ant-table-tbody button, .ant-table-tbody a, [role="row"] button')
        .filter({ hasText: /查看|编辑|详情/, visible: true })
        .first()
      if (!(await row.isVisible())) continue
      await row.click()
      isOpen = true
      const there = await page
        .locator('.ant-modal, .ant-drawer-content-wrapper')
        .first()
        .waitFor({ timeout: 5000 })
        .catch(() => 'none')
      if (there === 'none') continue
      await page.waitForLoadState('networkidle')
      opened += 1
      reports.push(...(await madeOn(page)).map((e) => `${path}, first row: ${e}`))
    }
    expect(reports).toEqual([])
    expect(written).toBeGreaterThan(300)
    // the texts are there to be seen: as text
    expect(seen).toBeGreaterThan(15)
    expect(opened).toBeGreaterThan(10)
  },
  LONG,
)
