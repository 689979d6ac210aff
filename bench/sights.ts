// What people wait for in a real Chromium whose processor is slowed fourfold: a household opened from its list, a list opened by its address; and what a browser fetches until it rests.
import type { CDPSession, Page, Response } from 'playwright-core'
import { stage, WHOLE } from '../tests/browser/stage.ts'
import { figure, judge, median, print } from './measure.ts'

/** Milliseconds, calls, kB and files. Source: the table of limits in README.md. */
const LIMIT = { record: 500, list: 2500, calls: 10, script: 400, files: 25 } as const
const ROUNDS = 5
const SLOWED = 4
/** How long a page is left alone until what it fetches at rest has come, ms. */
const REST = 3000
const BUSY = '.page-wait, .ant-spin-spinning, .ant-skeleton-active'

const slow = (cdp: CDPSession, rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate })
/** Opens the first household by a press on its name, and answers after how many ms its facts stood there. Runs in the browser. */
async function pressed(busy: string): Promise<number> {
  const name = document.querySelector<HTMLElement>('.list-table tbody .ant-table-row .kit-actions button')!
  const from = performance.now()
  name.click()
  for (;;) {
    await new Promise((done) => requestAnimationFrame(done))
    const record = document.querySelector('.record-page, .record-head')
    if (record && record.querySelector('.record-facts, dl') && !record.querySelector(busy)) return performance.now() - from
    if (performance.now() - from > 30_000) throw new Error('no household was opened')
  }
}
/** Opens a list by its address and answers after how many ms its rows stood there, and the calls that were made. */
async function listed(page: Page, url: string): Promise<{ ms: number; calls: number }> {
  let calls = 0
  const count = (r: Response) => void (calls += /\/api\//.test(r.url()) ? 1 : 0)
  page.on('response', count)
  const from = performance.now()
  await page.goto(url)
  await page.locator('.list-table tbody .ant-table-row').first().waitFor()
  const ms = performance.now() - from
  await page.waitForLoadState('networkidle')
  page.off('response', count)
  return { ms, calls }
}

const s = await stage({}, true, [], WHOLE)
try {
  const page = await s.enter('county', { width: 1366, height: 768, at: '/land/cbf' })
  const cdp = await page.context().newCDPSession(page)
  const records: number[] = [],
    lists: { ms: number; calls: number }[] = []
  for (let i = 0; i <= ROUNDS; i++) {
    await slow(cdp, SLOWED)
    const list = await listed(page, `${s.url}/land/cbf`)
    const record = await page.evaluate(pressed, BUSY)
    await slow(cdp, 1)
    // the first round fetches and compiles
    if (i > 0) {
      lists.push(list)
      records.push(record)
    } else
      print(
        ['first time, cold', 'ms'],
        [
          ['list', figure(list.ms)],
          ['household', figure(record)],
        ],
      )
    await page.waitForLoadState('networkidle')
  }
  // somebody's first page: nothing of it in the browser's cache; as the server sends it, compressed
  const cold = await s.enter('county', { width: 1366, height: 768 })
  await cold.waitForLoadState('networkidle')
  await cold.waitForTimeout(REST)
  const scripts = await cold.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((r) => /\.js(\?|$)/.test(r.name))
      .map((r) => (r as PerformanceResourceTiming).encodedBodySize),
  )
  const kB = scripts.reduce((a, b) => a + b, 0) / 1000
  const rows: [string, number, number][] = [
    ['household opened, ms', median(records), LIMIT.record],
    ['list by address, ms', median(lists.map((x) => x.ms)), LIMIT.list],
    ['calls of a list by address', Math.max(...lists.map((x) => x.calls)), LIMIT.calls],
    ['script until rest after sign-in, kB', kB, LIMIT.script],
    ['files of script', scripts.length, LIMIT.files],
  ]
  print(
    ['', 'measured', 'limit', ': limit'],
    rows.map(([name, is, limit]) => [name, figure(is), String(limit), figure(is / limit)]),
  )
  judge(rows.filter(([, is, limit]) => is > limit).map(([name]) => name))
} finally {
  await s.end()
}
