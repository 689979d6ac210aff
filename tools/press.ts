// node tools/run.mjs tools/press.ts [zh] [en] [/path …]
// presses every button of every screen (or of these) and the main button of what opens, on a throwaway product.
// Prints what breaks (errors of page and server), what axe finds in what is shown then, and in English the labels that stand there in Chinese.
import type { Locator, Page } from 'playwright-core'
import { barriers, screenPaths, standStill } from '../tests/browser/every-screen.ts'
import { enterAs, stage, type Sight } from '../tests/browser/stage.ts'

/** Most buttons of one screen; the rows of a list have the same ones, so the first row stands for all. */
const MOST = 45
const PRESSED = ['button', '[role=button]', '[role=tab]'].map((t) => `main ${t}`).join(', ')
const OPENED = '.ant-modal:visible, .ant-drawer-content:visible, .ant-popconfirm:visible'
/** What holds words of our own, not data. */
const LABELS =
  'button, label, th, h1, h2, h3, h4, h5, [role=tab], .ant-modal-title, .ant-drawer-title, .ant-empty-description, .ant-form-item-explain-error, .ant-statistic-title, .ant-alert-title, .ant-message-notice-content, .ant-card-head-title'
const BROKEN = /页面出错|Something went wrong|undefined|NaN|\[object/
/** Where the screen has no answer within this time, ms, it is looked at as it stands. */
const QUIET = 5000
const SETTLED = 400

const wanted = process.argv.slice(2)
const langs = (['zh', 'en'] as const).filter((l) => wanted.includes(l) || !wanted.some((w) => w === 'zh' || w === 'en'))
const only = wanted.filter((w) => w.startsWith('/'))

const told = new Set<string>()
/** Says what was not said before: many screens share a part. */
const tell = (where: string, what: string) => {
  const known = what.replace(/\d+|_r_\w+_/g, '#').slice(0, 160)
  if (told.has(known)) return
  told.add(known)
  console.log(`${where}: ${what}`)
}

/** The buttons of the screen, one for each name, as [place among all, name]. */
const buttons = (page: Page): Promise<[number, string][]> =>
  page.evaluate(
    ([pressed, most]) => {
      const found = new Map<string, [number, string]>()
      for (const [i, e] of document.querySelectorAll<HTMLButtonElement>(pressed).entries()) {
        const name = e.getAttribute('aria-label') ?? (e.textContent ?? '').trim().slice(0, 30)
        const key = `${e.tagName} ${e.closest('tr') ? 'row' : ''} ${name.replace(/\d+/g, '#')}`
        if (e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !found.has(key)) found.set(key, [i, name])
      }
      return [...found.values()].slice(0, most)
    },
    [PRESSED, MOST] as const,
  )
const chinese = (page: Page): Promise<string[]> =>
  page.evaluate((labels) => {
    const texts = [...document.querySelectorAll<HTMLElement>(labels)].filter((e) => e.checkVisibility()).map((e) => (e.textContent ?? '').trim().slice(0, 60))
    const hints = [...document.querySelectorAll<HTMLInputElement>('[placeholder]')].filter((e) => e.checkVisibility()).map((e) => e.placeholder)
    return [...new Set([...texts, ...hints])].filter((t) => /[一-鿿]/.test(t))
  }, LABELS)

const s = await stage()
/** Walks through all screens in one language. */
async function walk(lang: NonNullable<Sight['lang']>): Promise<void> {
  const page = await s.enter('admin', { lang })
  const refused: string[] = []
  page.on('response', (r) => {
    if (r.status() >= 500) refused.push(`${r.status()} ${r.request().method()} ${r.url().replace(s.url, '')}`)
  })
  page.on('dialog', (d) => void d.accept())
  const press = async (e: Locator, where: string) => {
    s.faults.length = refused.length = 0
    await e.click({ timeout: QUIET }).catch(() => tell(where, 'cannot be pressed'))
    await page.waitForLoadState('networkidle', { timeout: QUIET }).catch(() => {})
    await page.waitForTimeout(SETTLED)
    for (const f of [...s.faults.filter((x) => !x.includes('Failed to load resource')), ...refused]) tell(where, f)
    const text = BROKEN.exec(await page.innerText('body'))
    if (text) tell(where, `says ${text[0]}`)
    for (const b of await barriers(page)) tell(where, b)
    if (lang === 'en') for (const t of await chinese(page)) tell(where, `Chinese: ${t}`)
  }
  const open = async (path: string) => {
    await standStill(page, s.url + path)
    // somebody who ended the own session
    if (!page.url().includes('/login')) return
    await page.goto(`${s.url}/login`)
    await enterAs(page, 'admin')
    await standStill(page, s.url + path)
  }
  for (const path of only.length ? only : await screenPaths(s)) {
    await open(path)
    for (const [place, name] of await buttons(page)) {
      await open(path)
      await press(page.locator(PRESSED).nth(place), `${path} > ${name}`)
      const main = page.locator(OPENED).last().locator('.ant-btn-primary:visible:enabled').last()
      if (await main.count()) await press(main, `${path} > ${name} > main button`)
    }
  }
  await page.context().close()
}
try {
  for (const lang of langs) await walk(lang)
} finally {
  await s.end()
}
process.exit(0)
