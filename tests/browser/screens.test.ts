// Every screen of the menu, opened by the administrator: it comes without an error, is not the 404 page, and can be used without eyes or mouse (axe).
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { stage, type Stage } from './stage.ts'

let s: Stage
let paths: string[]
const LONG = 900_000
/** Screens that stand in no menu. */
const ELSEWHERE = ['/wel/index', '/wel/dashboard', '/info/index', '/403', '/500', '/large']
const MOBILE = ['/mobile/index', '/mobile/map']

beforeAll(async () => {
  s = await stage()
  const rows = await s.w.db.transaction({ tenantId: '000000', system: true, readOnly: true }, (tx) =>
    tx.selectFrom('menu').select(['id', 'parentId', 'path', 'category']).where('category', '=', 1).orderBy('path').execute(),
  )
  const parents = new Set(rows.map((r) => r.parentId))
  const leaves = rows.filter((r) => !parents.has(r.id) && String(r.path).startsWith('/') && !String(r.path).startsWith('/myiframe')).map((r) => String(r.path))
  paths = [...new Set([...ELSEWHERE, ...leaves])]
}, LONG)
afterAll(() => s?.end())

/** How long a screen may take to stand still on a busy computer, ms. */
const STILL = 30_000

/** Opens a screen, waits until it stands still and answers what is wrong with it. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const before = s.faults.length
  await page.goto(`${s.url}${path}`)
  await page.waitForLoadState('networkidle')
  // pages of other tabs are kept, hidden, and may still be waiting
  const isStill = () => ![...document.querySelectorAll('.ant-spin-spinning, .ant-skeleton-active')].some((e) => e.checkVisibility())
  const still = await page.waitForFunction(isStill, undefined, { timeout: STILL }).catch(() => undefined)
  const wrong = [
    ...(still ? [] : ['never stands still']),
    ...(new URL(page.url()).pathname === path ? [] : [`led to ${page.url()}`]),
    ...s.faults.slice(before),
    ...(await barriers(page)),
  ]
  await s.picture(page, named(path))
  return wrong.map((w) => `${path}: ${w}`)
}

/** What keeps people from using the screen, in the words of axe: rule and first place. */
async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze()
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id} (${v.nodes.length}): ${v.nodes[0]!.html.slice(0, 160)} ${(v.nodes[0]!.any[0] ?? v.nodes[0]!.all[0])?.message ?? ''}`)
}
const named = (path: string) => `screen${path.replaceAll('/', '-').replaceAll(':', '')}`

test(
  'every screen of the menu opens without an error and without a barrier',
  async () => {
    const page = await s.enter('admin')
    const found: string[] = []
    for (const path of paths) found.push(...(await faultsOf(page, path)))
    expect(found.join('\n')).toBe('')
    expect(paths.length).toBeGreaterThan(50)
  },
  LONG,
)

test(
  'the pages for phones open without an error and without a barrier',
  async () => {
    const page = await s.enter('admin', { width: 390, height: 844 })
    const found: string[] = []
    for (const path of MOBILE) found.push(...(await faultsOf(page, path)))
    expect(found.join('\n')).toBe('')
  },
  LONG,
)
