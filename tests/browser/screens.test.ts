// Every screen of the menu, opened by the administrator: it comes without an error, is not the 404 page, and can be used without eyes or mouse (axe).
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { barriers, MOBILE, screenPaths, visits } from './every-screen.ts'
import { stage, type Stage } from './stage.ts'

let s: Stage
let paths: string[]
const LONG = 900_000
beforeAll(async () => {
  s = await stage()
  paths = await screenPaths(s)
}, LONG)
afterAll(() => s?.end())

/** Goes to a screen and answers what is wrong with it. */
async function faultsOf(page: Page, path: string, go: (path: string) => Promise<boolean>): Promise<string[]> {
  const before = s.faults.length
  const still = await go(path)
  const wrong = [
    ...(still ? [] : ['never stands still']),
    ...(new URL(page.url()).pathname === path.split('?')[0] ? [] : [`led to ${page.url()}`]),
    ...s.faults.slice(before),
    ...(await twice(page)),
    ...(await barriers(page)),
  ]
  return wrong.map((w) => `${path}: ${w}`)
}

/** Headings that stand twice over one table; below a heading of several columns the same words may come again. */
const twice = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.ant-table-thead > tr:first-child')].flatMap((tr) => {
      const heads = [...tr.children].filter((e) => e.checkVisibility()).map((e) => (e.textContent ?? '').trim())
      return heads.filter((h, i) => h !== '' && heads.indexOf(h) < i).map((h) => `two columns ${h}`)
    }),
  )

test(
  'every screen of the menu opens without an error and without a barrier',
  async () => {
    const page = await s.enter('admin')
    const found: string[] = []
    const go = visits(page, s.url)
    for (const path of paths) found.push(...(await faultsOf(page, path, go)))
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
    const go = visits(page, s.url)
    for (const path of MOBILE) found.push(...(await faultsOf(page, path, go)))
    expect(found.join('\n')).toBe('')
  },
  LONG,
)
