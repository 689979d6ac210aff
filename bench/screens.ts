// Every screen of the administration opened from the menu of a running shell, in a real Chromium with a cold cache: until it stands still, beside an empty page.
import type { Page } from 'playwright-core'
import { screenPaths } from '../tests/browser/every-screen.ts'
import { stage, WHOLE } from '../tests/browser/stage.ts'
import { figure, judge, median, print } from './measure.ts'

/** Most that a screen may take after the shell stands, ms. */
const LIMIT = 300
const ROUNDS = 3
/** The modules of platform.md. */
const ADMINISTRATION = /^\/(system|operations|log|flow|work|develop|report|resource|sms|push|auth|tool|expimp|export|desk|notice)\b/
const EMPTY = '/bench/empty'

/** Counts the calls that are under way. Runs in the browser. */
function watchCalls(): void {
  const call = window.fetch
  const w = window as unknown as { underWay: number }
  w.underWay = 0
  window.fetch = async (...a) => {
    w.underWay += 1
    try {
      return await call(...a)
    } finally {
      // the answer's body and what is drawn of it come after this turn
      setTimeout(() => (w.underWay -= 1), 0)
    }
  }
}

/** Leads the shell to a screen and answers after how many ms it stood still: drawn, nothing turning, no call under way. Runs in the browser. */
async function opened(path: string): Promise<number> {
  const w = window as unknown as { underWay: number }
  const busy = '.page-wait, .ant-spin-spinning, .ant-skeleton-active'
  const still = () => {
    // asked without making the browser lay anything out: what is asked in every frame must not be what is measured
    const shown = [...document.querySelectorAll<HTMLElement>('.shell-page')].filter((e) => e.style.display !== 'none')
    return location.pathname === path && w.underWay === 0 && shown.length === 1 && shown[0]!.textContent !== '' && !shown[0]!.querySelector(busy)
  }
  const from = performance.now()
  history.pushState({}, '', path)
  let since = 0
  for (;;) {
    await new Promise((done) => requestAnimationFrame(done))
    const now = performance.now()
    if (!still()) since = 0
    else if (since === 0) since = now
    // still for a while: it will not begin again
    else if (now - since > 100) return since - from
    if (now - from > 30_000) throw new Error(`${path} does not stand still`)
  }
}

const s = await stage({}, false, [], WHOLE)
try {
  const admin = await s.w.as('admin')
  const made = await admin.post('/cpt-system/menu/submit', {
    name: '空白',
    code: 'bench_empty',
    path: EMPTY,
    category: 1,
    sort: 999,
    parentId: '0',
    alias: 'empty',
    source: 'file',
  })
  if (made.code !== 200) throw new Error(JSON.stringify(made))
  const paths = (await screenPaths(s)).filter((p) => ADMINISTRATION.test(p))
  const times = new Map([EMPTY, ...paths].map((p) => [p, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) {
    const page: Page = await s.enter('admin')
    await page.addInitScript(watchCalls)
    await page.goto(`${s.url}/wel/index`)
    await page.waitForLoadState('networkidle')
    for (const p of times.keys()) times.get(p)!.push(await page.evaluate(opened, p))
    await page.context().close()
  }
  const empty = median(times.get(EMPTY)!)
  const ms = (p: string) => median(times.get(p)!)
  print(
    ['screen', 'ms', 'most', ': empty page'],
    [...times.keys()].map((p) => [p, figure(ms(p)), figure(Math.max(...times.get(p)!)), figure(ms(p) / empty)]),
  )
  console.log(`\n${paths.length} screens, median ${figure(median(paths.map(ms)))} ms`)
  judge(paths.filter((p) => ms(p) > LIMIT).map((p) => `${p}: ${figure(ms(p))} ms`))
} finally {
  await s.end()
}
