import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { client, newPlace, programs, signIn, type Client, type Place, type Program } from '../crash/program.ts'
import { ARGS, enterAs, PAGES } from './stage.ts'

const BLIND = join(import.meta.dirname, '../crash/blind.ts')

/** A Chromium that can be killed. */
export interface Window {
  page: Page
  /** numbers of the browser's process and of the process that draws its page */
  pids(): Promise<{ browser: number; tab: number }>
  /** pieces that were answered to this page so far */
  pieces(): number
  /** SIGKILL to the browser's process; resolves when it is gone */
  kill(): Promise<void>
  close(): Promise<void>
}
/** The product as a process of its own at an address that outlives it, with the demonstration village, and browsers of their own. */
export interface KillStage {
  place: Place
  url: string
  /** the program that serves now */
  server(): Program
  /** starts the next program at the same address */
  start(): Promise<void>
  /** a new browser with a person signed in */
  enter(account: string): Promise<Window>
  /** a person without browser */
  as(account: string, tenantId?: string): Promise<Client>
  /** pieces that lie on disk for uploads under way */
  kept(): Promise<number>
  end(): Promise<void>
}

/** A port that nobody listens at, below those that the system hands out by itself while no program of ours serves. */
async function freePort(from: number): Promise<number> {
  const free = await new Promise<boolean>((told) => {
    const s = createServer()
    s.once('error', () => told(false))
    s.listen(from, '127.0.0.1', () => s.close(() => told(true)))
  })
  return free ? from : freePort(from + 1)
}

async function openWindow(url: string, account: string): Promise<Window> {
  const browser: Browser = await chromium.launch({ executablePath: PAGES, args: ARGS })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(600_000)
  let pieces = 0
  page.on('response', (r) => {
    if (r.url().includes('/upload-chunk') && r.ok()) pieces += 1
  })
  await page.goto(url)
  await enterAs(page, account)
  const gone = new Promise<void>((done) => browser.once('disconnected', () => done()))
  async function pids() {
    const cdp = await browser.newBrowserCDPSession()
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
    const of = (type: string) => processInfo.filter((p) => p.type === type).sort((a, b) => b.cpuTime - a.cpuTime)[0]!.id
    return { browser: of('browser'), tab: of('renderer') }
  }
  return {
    page,
    pids,
    pieces: () => pieces,
    async kill() {
      process.kill((await pids()).browser, 'SIGKILL')
      await gone
    },
    close: () => browser.close(),
  }
}

/** A new place with the demonstration village, and the first program serving it. */
export async function killStage(): Promise<KillStage> {
  const place = await newPlace('village')
  const stock = programs()
  const port = await freePort(15_000 + (process.pid % 10_000))
  const windows = new Set<Window>()
  let now: Program
  async function start(): Promise<void> {
    now = stock.take()
    await now.start(place, { look: BLIND, env: { PORT: String(port) } })
    await now.serving()
  }
  await start()
  const url = `http://127.0.0.1:${port}`
  return {
    place,
    url,
    server: () => now,
    start,
    async enter(account) {
      const w = await openWindow(url, account)
      windows.add(w)
      return w
    },
    async as(account, tenantId) {
      return client(url, await signIn(url, account, tenantId))
    },
    async kept() {
      const root = join(place.dataDir, 'chunks')
      const uploads = await readdir(root).catch(() => [])
      return (await Promise.all(uploads.map((u) => readdir(join(root, u)).catch(() => [])))).flat().length
    },
    async end() {
      for (const w of windows) await w.close().catch(() => undefined)
      await stock.end()
      await place.drop()
    },
  }
}

/** Opens the files of a household. */
export async function openFiles(w: Window, url: string, id: string): Promise<void> {
  await w.page.goto(`${url}/land/cbf?open=edit.${id}`)
  await w.page.getByRole('tab', { name: '附件', exact: true }).click()
  await w.page.locator('.uploader input[type=file]').waitFor({ state: 'attached' })
}
export const choose = (w: Window, path: string): Promise<void> => w.page.locator('.uploader input[type=file]').setInputFiles(path)
/** The line of a file that has arrived. */
export const arrived = (w: Window, name: string): Promise<void> => w.page.locator('.uploader-lines').getByText(name, { exact: true }).waitFor()
/** The line of a file on its way, which says this of it. */
export const says = (w: Window, name: string, word: string): Promise<void> => w.page.getByText(`${name} · ${word}`, { exact: true }).waitFor()
/** Resolves when it is so; looks often. */
export async function until(so: () => Promise<boolean>): Promise<void> {
  while (!(await so())) await new Promise((r) => setTimeout(r, 10))
}
