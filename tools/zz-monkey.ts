import { appendFileSync } from 'node:fs'
import { barriers, screenPaths, standStill } from '../tests/browser/every-screen.ts'
import { stage } from '../tests/browser/stage.ts'
const lang = (process.argv[2] ?? 'zh') as 'zh' | 'en'
const from = Number(process.argv[3] ?? 0),
  to = Number(process.argv[4] ?? 999)
const out = `/tmp/mk/${lang}.log`
const say = (t: string) => appendFileSync(out, t + '\n')
const s = await stage()
const page = await s.enter('admin', { lang })
const bad: string[] = []
page.on('response', (r) => {
  if (r.status() >= 400) bad.push(`http ${r.status()} ${r.request().method()} ${r.url().replace(s.url, '')}`)
})
page.on('dialog', (d) => void d.accept())
page.on('download', () => {})
const CLICK =
  '.ant-layout-content button, .ant-layout-content [role=button], .ant-layout-content [role=tab], .ant-layout-content .ant-tree-treenode .ant-tree-title, main button, main [role=tab], main [role=button]'
const SKIP = /退出|Sign out|进入全屏|全屏|Full/
async function targets(): Promise<string[]> {
  return page.evaluate((sel) => {
    const seen = new Set<string>(),
      list: string[] = []
    ;[...document.querySelectorAll(sel)].forEach((e, i) => {
      if (!(e as HTMLElement).checkVisibility() || (e as HTMLButtonElement).disabled) return
      const label = (e.getAttribute('aria-label') ?? '') + '|' + (e.textContent ?? '').trim().slice(0, 30)
      const key = label.replace(/\d+/g, '#') + e.tagName + (e.closest('tr') ? 'row' : '')
      if (seen.has(key)) return
      seen.add(key)
      list.push(`${i}\t${label}`)
    })
    return list.slice(0, 45)
  }, CLICK)
}
async function chinese(): Promise<string[]> {
  return page.evaluate(() => {
    const out = new Set<string>()
    for (const e of document.querySelectorAll(
      'button, label, th, .ant-modal-title, .ant-drawer-title, .ant-empty-description, [role=tab], .ant-form-item-explain-error, .ant-statistic-title, .ant-alert-title, .ant-alert-description, .ant-message-notice-content, .ant-card-head-title, .ant-tag, .ant-popover-inner, legend, h1,h2,h3,h4,h5',
    )) {
      if (!(e as HTMLElement).checkVisibility()) continue
      const t = (e.textContent ?? '').trim()
      if (/[\u4e00-\u9fff]/.test(t)) out.add(`${e.tagName.toLowerCase()}.${String(e.className).split(' ')[0]}: ${t.slice(0, 60)}`)
    }
    for (const e of document.querySelectorAll('[placeholder]')) {
      const t = e.getAttribute('placeholder')!
      if (/[\u4e00-\u9fff]/.test(t) && (e as HTMLElement).checkVisibility()) out.add(`placeholder: ${t}`)
    }
    return [...out]
  })
}
const told = new Set<string>()
const once = (t: string) => {
  if (!told.has(t)) {
    told.add(t)
    say(t)
  }
}
async function look(where: string) {
  for (const b of await barriers(page).catch((e) => [`axe failed ${e.message.slice(0, 80)}`])) {
    const k = `AXE ${b.slice(0, 120)}`
    if (!told.has(k)) {
      told.add(k)
      say(`${where}: AXE ${b}`)
    }
  }
  if (lang === 'en') for (const c of await chinese()) once(`ZH ${where.split(' >')[0]}: ${c}`)
}
let i = 0
for (const path of (await screenPaths(s)).slice(from, to)) {
  say(`# ${i++} ${path} ${new Date().toISOString().slice(11, 19)}`)
  if (!(await standStill(page, s.url + path))) say(`${path}: not still`)
  const list = await targets()
  for (const t of list) {
    const [n, label] = t.split('\t') as [string, string]
    if (SKIP.test(label)) continue
    const where = `${path} > ${label}`
    try {
      await standStill(page, s.url + path)
      bad.length = 0
      s.faults.length = 0
      const e = page.locator(CLICK).nth(Number(n))
      await e.click({ timeout: 3000 }).catch((x) => once(`${where}: click ${x.message.split('\n')[0]}`))
      await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
      await page.waitForTimeout(350)
      const report = (w: string) => {
        for (const f of s.faults.filter((f) => !f.includes('Failed to load resource'))) say(`${w}: FAULT ${f.slice(0, 300)}`)
        for (const b of bad) say(`${w}: ${b}`)
        s.faults.length = 0
        bad.length = 0
      }
      report(where)
      const body = await page.innerText('body')
      if (/页面出错|Something went wrong|undefined|NaN|\[object/.test(body))
        say(`${where}: TEXT ${body.match(/.{0,30}(页面出错|Something went wrong|undefined|NaN|\[object).{0,30}/)?.[0]}`)
      await look(where)
      const over = page.locator('.ant-modal:visible, .ant-drawer-content:visible, .ant-popconfirm:visible').last()
      if (await over.count()) {
        const primary = over.locator('.ant-btn-primary:visible').last()
        if (await primary.count()) {
          await primary.click({ timeout: 2000 }).catch(() => {})
          await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
          await page.waitForTimeout(300)
          report(`${where} > OK`)
          await look(`${where} > OK`)
        }
      }
    } catch (e) {
      say(`${where}: THROWN ${(e as Error).message.split('\n')[0]}`)
      if (page.url().includes('/login')) {
        say('signed out')
        break
      }
    }
  }
}
say('done')
await s.end()
process.exit(0)
