import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { expect, onTestFinished, TestRunner } from 'vitest'
import { ROOT } from '../../apps/server/config.server.ts'
import { PASSWORD, villageWorld, world, type Account, type World } from '../world.ts'

/**
 * What Playwright switches off by itself (a second switch replaces its own), and the pages in which Chromium keeps the popup of its address bar ready: two
 * for each window, 0.7 of the 1.05 s of processor time that a window took before it had loaded anything. See docs/adr/0026.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]
/** What every Chromium of ours is told. */
export const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${FEATURES_OFF.join()}`,
]

/** Chromium as people have it, with its windows; and Chromium's pages alone, Debian's build of the same source, which takes half the processor time. */
export const [WHOLE, PAGES] = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].map((path) => process.env.CHROMIUM ?? path) as [string, string]

/** How long a step may take before it counts as failed, in milliseconds: a busy computer renders a contract slowly. */
const TIMEOUT_MS = 90_000

/** Waits until what is asked for again and again is so: what a page shows follows what was done a moment later. */
export const until = <T>(ask: () => Promise<T> | T) => expect.poll(ask, { timeout: TIMEOUT_MS })

/** What is told in passing, or still closing, would stand in the way of a picture. */
const PASSING = '.ant-message, .ant-picker-dropdown { display: none !important }'

/**
 * Moves the time that a page reads, in milliseconds; its timers stay the browser's own. Playwright's clock calls the timers itself, so that what throws in one never comes to the page's
 * error event, and a page waits for it. For a context's init script.
 */
const shiftTime = (by: number): void => {
  const real = Date
  const shifted: DateConstructor = new Proxy(real, {
    construct: (target, args, made) => Reflect.construct(target, args.length ? args : [real.now() + by], made),
    apply: () => new shifted().toString(),
    get: (target, key) => (key === 'now' ? () => real.now() + by : Reflect.get(target, key)),
  })
  real.prototype.constructor = shifted
  globalThis.Date = shifted
}

/** A browser that saves data listens to no stream, so that its network comes to rest. For a context's init script. */
const saveData = (): void => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}
/** The page's own list of what it told in passing. For a context's init script. */
export const keepTold = (): void => {
  const kept: string[] = []
  Object.assign(window, { toldInPassing: kept })
  new MutationObserver((changes) => {
    for (const n of changes.flatMap((c) => [...c.addedNodes]))
      if (n instanceof Element && n.closest('.ant-message')) kept.push(...(n.matches('.ant-message') ? [...n.children] : [n]).map((e) => e.textContent.trim()))
  }).observe(document, { childList: true, subtree: true })
}
/**
 * Waits until a page has told this in passing, or a message that begins so, after what was waited for before. A message is gone after three seconds, and a computer that is busy for so
 * long sees none of it: the page keeps them. A message that never came fails with what the page told instead.
 */
export async function told(page: Page, text: string): Promise<void> {
  const take = (t: string) => {
    const { toldInPassing: kept } = window as unknown as { toldInPassing: string[] }
    const at = kept.findIndex((k) => k.startsWith(t))
    return at >= 0 && kept.splice(0, at + 1).length > 0
  }
  await page.waitForFunction(take, text, { polling: 100 }).catch(async (e: Error) => {
    const seen = await page.evaluate(() => [
      ...(window as unknown as { toldInPassing: string[] }).toldInPassing,
      ...[...document.querySelectorAll('.ant-form-item-explain, .ant-modal')].map((n) => n.textContent),
    ])
    throw new Error(`Nobody told ${text}, but: ${JSON.stringify(seen)}`, { cause: e })
  })
}

/** Does something with a row of a list: by its own button, or by the line of its menu 更多, in which all but the most usual stands. */
export async function actOn(row: Locator, name: string): Promise<void> {
  const own = row.getByRole('button', { name, exact: true })
  const more = row.getByRole('button', { name: /^(更多|More)$/ })
  await own.or(more).first().waitFor()
  if (await own.count()) return own.first().click()
  await more.first().click()
  await row.page().locator('.ant-dropdown:not(.ant-dropdown-hidden)').getByRole('menuitem', { name, exact: true }).click()
}

/** How somebody looks at the product. */
export interface Sight {
  /** to the live channel, as browsers are by themselves: its network never rests then */
  listens?: boolean
  lang?: 'zh' | 'en'
  /** in a browser of this language in which nobody has chosen one of the product's yet */
  isNew?: boolean
  width?: number
  height?: number
  /** the page of the product that is asked for, by path and query */
  at?: string
  /** a page that asks for nobody, by path and fragment: the first that is opened */
  first?: string
}
export interface Stage {
  w: World
  url: string
  /** a fresh browser at the sign-in page; errors of page and console are collected in `faults`. One that a test opens is closed when the test ends. */
  open(o?: Sight): Promise<Page>
  /** a fresh browser in which somebody is signed in: at the start, or at the page that is asked for. The sign-in page is `enterAs`, which costs a page more */
  enter(account: Account, o?: Sight): Promise<Page>
  faults: string[]
  /** closes the pages that are open, after which none of them tells anything late, and takes the faults away; those that do not match fail the test */
  onlyFaults(wanted: RegExp): Promise<void>
  /** moves the clock of the server and of every browser opened from now on; who was signed in has to enter again */
  setNow(day: string): void
  /** keeps a picture under docs/screens when SCREENS is set, so that people can look at it; `idle` = once the network is (a camera's stream never is) */
  picture(page: Page, name: string, idle?: boolean): Promise<void>
  end(): Promise<void>
}

const START = '/wel/index'
/** Signs a person in at the sign-in page, which leads to the start or back to the page that was asked for. */
export async function enterAs(page: Page, account: string, at = START): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(account)
  await page.locator('input[type="password"]').fill(PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((u) => u.pathname === at.split('?')[0])
}

/** Signs somebody in before there is a page, as the sign-in page would: its cookies, and what it keeps in the browser's storage. The page itself is a load of the product more. */
async function signedIn(context: BrowserContext, url: string, w: World, account: Account): Promise<void> {
  const r = await w.signIn(account, { 'cpt-cookie': 'new', origin: url, host: new URL(url).host })
  expect(`${account} ${r.status}`).toBe(`${account} 200`)
  const { mark, expires_in: tokenLasts, password_expired: expired, password_must_modify: mustModify, ...user } = JSON.parse(r.raw.toString())
  await context.addCookies(
    [r.headers['set-cookie'] as string | string[]].flat().map((line) => {
      const [name, value] = line.split(/[=;]/)
      return { name: name!, value: decodeURIComponent(value!), domain: new URL(url).hostname, path: '/api', httpOnly: true, sameSite: 'Strict' as const }
    }),
  )
  const state = {
    mark,
    tokenAt: w.now().getTime(),
    tokenLasts,
    user,
    passwordExpired: !!Number(expired),
    passwordMustModify: !!Number(mustModify),
    permission: {},
  }
  // once: who signs out later, or in as somebody else, stays so
  const put = ([name, value]: readonly [string, string]) => {
    // a frame of a stranger has no storage
    if (top !== self || localStorage.getItem('entered')) return
    localStorage.setItem('entered', 'yes')
    localStorage.setItem(name, value)
  }
  await context.addInitScript(put, ['chengbao.session', JSON.stringify({ state, version: 1 })] as const)
}
/** Leads a signed-in person on to a page of the product, as its own links do: the product itself is not loaded again. */
export const visit = (page: Page, path: string): Promise<void> => page.evaluate((to) => history.pushState({}, '', to), path)

/**
 * The whole product on a fresh database with the demonstration village (or, with `demo` off, without any land), served on a free port, and a real Chromium.
 * @param env settings beside those of tests
 * @param args what Chromium is told beside the usual, such as a camera that is made up
 * @param executablePath the browser
 */
export async function stage(env: Readonly<Record<string, string>> = {}, demo = true, args: readonly string[] = [], executablePath = PAGES): Promise<Stage> {
  const w = await (demo ? villageWorld : world)(env)
  if (!demo) w.jobs.start()
  return stageOf(w, args, executablePath)
}
/** The same for an application that is there already. */
export async function stageOf(w: World, args: readonly string[] = [], executablePath = PAGES): Promise<Stage> {
  const url = await w.app.listen({ port: 0, host: '127.0.0.1' })
  const browser: Browser = await chromium.launch({ executablePath, args: [...ARGS, ...args] })
  const faults: string[] = []
  async function open(o: Sight = {}, account?: Account): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: o.width ?? 1440, height: o.height ?? 900 },
      locale: o.lang === 'en' ? 'en-US' : 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    })
    // a page that nobody looks at any more goes on drawing, asking and counting
    if (TestRunner.getCurrentTest()) onTestFinished(() => context.close())
    if (!o.listens) await context.addInitScript(saveData)
    await context.addInitScript(keepTold)
    if (o.lang && !o.isNew) await context.addInitScript((l) => localStorage.setItem('chengbao.lang', l), o.lang)
    // a page stands where the server does, and has the machine's own clock where the server has it
    const offset = w.now().getTime() - Date.now()
    if (Math.abs(offset) > 60_000) await context.addInitScript(shiftTime, offset)
    const page = await context.newPage()
    page.setDefaultTimeout(TIMEOUT_MS)
    page.on('pageerror', (e) => faults.push(`page: ${e.message}`))
    page.on('console', (m) => {
      if (m.type() === 'error') faults.push(`console: ${m.text()} at ${m.location().url}`)
    })
    if (account) await signedIn(context, url, w, account)
    await page.goto(account ? `${url}${o.at ?? START}` : o.at ? `${url}/login?redirect=${encodeURIComponent(o.at)}` : `${url}${o.first ?? ''}`)
    return page
  }
  return {
    w,
    url,
    faults,
    setNow: (day) => w.setNow(day),
    open: (o) => open(o),
    async onlyFaults(wanted) {
      await Promise.all(browser.contexts().map((c) => c.close()))
      expect(faults.splice(0).filter((f) => !wanted.test(f))).toEqual([])
    },
    enter: (account, o) => open(o, account),
    async picture(page, name, idle = true) {
      if (!process.env.SCREENS) return
      await mkdir(join(ROOT, 'docs/screens'), { recursive: true })
      if (idle) await page.waitForLoadState('networkidle')
      // a map is drawn some time after its tiles have come
      await until(() => page.locator('[role=application][aria-busy=true]').filter({ visible: true }).count()).toBe(0)
      await page.screenshot({ path: join(ROOT, `docs/screens/${name}.png`), style: PASSING, animations: 'disabled' })
    },
    async end() {
      await browser.close()
      await w.end()
    },
  }
}
