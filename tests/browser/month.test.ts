// The screen on the wall for a month: a refresh a minute, each with other figures; its memory does not grow.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wallWords } from '../../views/large/words.ts'
import { stage, type Stage } from './stage.ts'

/** Refreshes of thirty days; REFRESHES=… takes another number of them. */
const REFRESHES = Number(process.env.REFRESHES ?? 43_200)
/** After so many everything has been drawn, and what is kept for later is there. */
const WARM = Math.min(300, REFRESHES / 3)
const MONTH_MS = 4 * 3_600_000
const CALL = '**/api/data/statistics/large*'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

/** All numbers of an answer another way: everything that is drawn is drawn anew. */
const changed = (v: unknown, by: number): unknown =>
  typeof v === 'number'
    ? v + by
    : Array.isArray(v)
      ? v.map((x) => changed(x, by))
      : v && typeof v === 'object'
        ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, changed(x, by)]))
        : v

test(
  'a month of refreshes leaves the wall with at most a tenth more memory, and no more elements or listeners than it had',
  async () => {
    const page = await s.enter('large', { at: '/large', width: 1920, height: 1080 })
    await page.getByRole('region', { name: wallWords.figures.zh, exact: true }).waitFor()
    // one answer of the server is all of them, with other numbers each time
    const answer = (await (await page.request.get(`${s.url}/api/data/statistics/large`)).json()) as { data: Record<string, unknown> }
    let asked = 0
    await page.route(CALL, (route) => {
      asked += 1
      return route.fulfill({ json: { ...answer, data: { ...(changed(answer.data, asked % 7) as object) } } })
    })
    // timers of a page that is there already stay the browser's own
    await page.clock.install()
    await page.reload()
    await page.getByRole('region', { name: wallWords.figures.zh, exact: true }).waitFor()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    const measure = async () => {
      for (let n = 0; n < 2; n++) await devtools.send('HeapProfiler.collectGarbage')
      const { usedSize } = await devtools.send('Runtime.getHeapUsage')
      const { metrics } = await devtools.send('Performance.getMetrics')
      const of = (name: string) => metrics.find((m) => m.name === name)!.value
      return { heap: usedSize, nodes: of('Nodes'), listeners: of('JSEventListeners'), busy: of('TaskDuration') }
    }
    const refresh = () => Promise.all([page.waitForResponse((r) => r.url().includes('/data/statistics/large')), page.clock.fastForward(60_000)])
    for (let n = 0; n < WARM; n++) await refresh()
    const before = await measure()
    for (let n = WARM; n < REFRESHES; n++) await refresh()
    const after = await measure()
    expect(asked).toBeGreaterThanOrEqual(REFRESHES)
    console.log(`a refresh: ${((1000 * (after.busy - before.busy)) / (REFRESHES - WARM)).toFixed(1)} ms of the page; heap ${before.heap} → ${after.heap}`)
    expect([after.heap <= 1.1 * before.heap, after.nodes <= 1.1 * before.nodes, after.listeners <= 1.1 * before.listeners]).toEqual([true, true, true])
  },
  MONTH_MS,
)
