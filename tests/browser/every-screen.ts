// Every screen of the product, for those who look at all of them: the test of barriers, the pictures, the benchmark.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { VIEWS } from '../../views/home/views.ts'
import type { Stage } from './stage.ts'

/** Screens that stand in no menu; the start by its tabs, the first of which needs no word. */
const ELSEWHERE = ['/wel/index', ...VIEWS.slice(1).map((v) => `/wel/index?tab=${v}`), '/wel/dashboard', '/info/index', '/403', '/500', '/large']
/** Screens of who has not signed in. */
export const OUTSIDE: readonly string[] = ['/login', '/404']
/** Pages for phones. */
export const MOBILE: readonly string[] = ['/mobile/index', '/mobile/map']
export const MOBILE_OUTSIDE: readonly string[] = ['/mobile/login']
/** How long a screen may take to stand still on a busy computer, ms. */
const STILL = 30_000

/** Addresses of every screen of the administrator's menu, and of those that stand in none. */
export async function screenPaths(s: Stage): Promise<string[]> {
  const rows = await s.w.db.transaction({ tenantId: '000000', system: true, readOnly: true }, (tx) =>
    tx.selectFrom('menu').select(['id', 'parentId', 'path', 'category']).where('category', '=', 1).orderBy('path').execute(),
  )
  const parents = new Set(rows.map((r) => r.parentId))
  const leaves = rows.filter((r) => !parents.has(r.id) && String(r.path).startsWith('/') && !String(r.path).startsWith('/myiframe')).map((r) => String(r.path))
  return [...new Set([...ELSEWHERE, ...leaves])]
}

/** Opens a screen and waits until it stands still; false when it never does. */
export async function standStill(page: Page, address: string): Promise<boolean> {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  return standing(page)
}
/** Waits until the screen that is shown stands still; false when it never does. */
export async function standing(page: Page): Promise<boolean> {
  // pages of other tabs are kept, hidden, and may still be waiting
  const isStill = () => ![...document.querySelectorAll('.page-wait .dot, .ant-spin-spinning, .ant-skeleton-active')].some((e) => e.checkVisibility())
  return page.waitForFunction(isStill, undefined, { timeout: STILL }).then(
    () => true,
    () => false,
  )
}

/** What keeps people from using the screen that is shown, in the words of axe: rule and first place. Serious and critical ones of WCAG 2.1 AA. */
export async function barriers(page: Page): Promise<string[]> {
  // in the page itself, and only what is wrong is worked out in full: our screens hold no frames of other origins
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze()
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id} (${v.nodes.length}): ${v.nodes[0]!.html.slice(0, 160)} ${(v.nodes[0]!.any[0] ?? v.nodes[0]!.all[0])?.message ?? ''}`)
}
