// Every screen of the product, for those who look at all of them: the test of barriers, the pictures, the benchmark.
import { AxeBuilder } from '@axe-core/playwright'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { VIEWS } from '../../views/home/views.ts'
import { visit, type Stage } from './stage.ts'

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
/** How long nothing may have been asked of the server before a screen counts as filled, ms: as a browser's own word for it has it. */
const QUIET = 500
/** How many screens are come to from one another before the product is loaded anew: the tabs of those that were left are kept. */
const FROM_ONE_ANOTHER = 6
/**
 * Goes to screens one after another and waits until each stands still; false when it never does. The first is opened by its address and every sixth after
 * it, and the others as the product's own links open them: to load the product took more than to show a screen. `anew` = this one by its address.
 */
export function visits(page: Page, url: string): (path: string, anew?: boolean) => Promise<boolean> {
  let [count, open, last] = [0, 0, 0]
  const now = () => performance.now()
  page.on('request', () => (open += 1))
  const ended = () => {
    open -= 1
    last = now()
  }
  page.on('requestfinished', ended).on('requestfailed', ended)
  return async (path, anew = false) => {
    count = anew || count === FROM_ONE_ANOTHER ? 1 : count + 1
    if (count === 1) {
      // what a page that goes away had asked for is told of no more
      open = 0
      return standStill(page, `${url}${path}`)
    }
    last = now()
    await visit(page, path)
    while (open > 0 || now() - last < QUIET) await page.waitForTimeout(QUIET / 5)
    return standing(page)
  }
}
/** Waits until the screen that is shown stands still; false when it never does. */
export async function standing(page: Page): Promise<boolean> {
  // pages of other tabs are kept, hidden, and may still be waiting
  const isStill = () =>
    ![...document.querySelectorAll('.page-wait .dot, .ant-spin-spinning, .ant-skeleton-active, [role=application][aria-busy=true]')].some((e) =>
      e.checkVisibility(),
    )
  return page.waitForFunction(isStill, undefined, { timeout: STILL }).then(
    () => true,
    () => false,
  )
}

/** How many elements that look alike are judged for their contrast: the other cells of a column would be judged alike, and took most of the time. */
const JUDGED_OF_ALIKE = 2
const ALIKE = 'data-alike'
/** axe, whose rule of contrast leaves out what is marked as looking like what it judges. Every other rule sees every element. */
const AXE = `${axe.source};axe.configure({rules:[{id:'color-contrast',selector:'*:not([${ALIKE}])'}]})`
/**
 * Marks what is shown and looks, with all that it stands in, like what is shown above it: the same tags, classes and styles, colours, sizes and grounds.
 * Answers how many elements are left to be judged.
 */
const markAlike = (page: Page): Promise<number> =>
  page.evaluate(
    ([most, mark]) => {
      const grounds = new Map<Element, string>()
      const ground = (e: Element): string => {
        const known = grounds.get(e)
        if (known !== undefined) return known
        const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(e)
        const own = [e.tagName, e.getAttribute('class'), e.getAttribute('style'), backgroundColor, backgroundImage, opacity, filter].join('|')
        const all = `${e.parentElement ? ground(e.parentElement) : ''}>${own}`
        grounds.set(e, all)
        return all
      }
      const seen = new Map<string, number>()
      let left = 0
      for (const e of document.querySelectorAll('body *')) {
        const says = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent!.trim() !== '')
        if (!says || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(e)
        const look = [ground(e), color, fontSize, fontWeight, textShadow].join('|')
        const times = (seen.get(look) ?? 0) + 1
        seen.set(look, times)
        e.toggleAttribute(mark, times > most)
        left += Number(times <= most)
      }
      return left
    },
    [JUDGED_OF_ALIKE, ALIKE] as const,
  )

/** By its one heading of level one who does not see learns where he is: axe counts its want as moderate. */
const HEADED = 'page-has-heading-one'
/** What keeps people from using the screen that is shown, in the words of axe: rule and first place. Serious and critical ones of WCAG 2.1 AA, and no heading of the page. */
export async function barriers(page: Page): Promise<string[]> {
  await markAlike(page)
  // in the page itself, and only what is wrong is worked out in full: our screens hold no frames of other origins
  const judge = new AxeBuilder({ page, axeSource: AXE }).options({ resultTypes: ['violations'], rules: { [HEADED]: { enabled: true } } }).setLegacyMode()
  const { violations } = await judge.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze()
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical' || v.id === HEADED)
    .map((v) => `${v.id} (${v.nodes.length}): ${v.nodes[0]!.html.slice(0, 160)} ${(v.nodes[0]!.any[0] ?? v.nodes[0]!.all[0])?.message ?? ''}`)
}
