import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, type Account } from '../world.ts'
import { ENTRIES } from '../../views/home/home.ts'
import { standing } from './every-screen.ts'
import { actOn, stage, until, visit, type Sight, type Stage } from './stage.ts'

const FRESH = 'Fresh-Words-2026!'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

/** A person whose shell stands: keys are heard from then on. */
async function enter(account: Account, o: Sight = {}) {
  const page = await s.enter(account, o)
  await page.locator('.shell-tab-on').waitFor()
  return page
}

test('theme, colour and language are chosen and still there after a reload', async () => {
  const page = await enter('county')
  const head = page.locator('.shell-head')
  await page.getByRole('button', { name: '主题', exact: true }).click()
  await page.getByRole('button', { name: '尊享' }).click()
  await page.getByRole('button', { name: '#2c6e49' }).click()
  await until(() => head.evaluate((x) => getComputedStyle(x).backgroundColor)).toBe('rgb(33, 27, 20)')
  await page.getByRole('button', { name: '暗色' }).click()
  await until(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark')
  await page.getByRole('button', { name: '尊享' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByRole('menuitem', { name: 'Land data' }).waitFor()
  await page.reload()
  await page.getByRole('menuitem', { name: 'Land data' }).waitFor()
  await until(() => head.evaluate((x) => getComputedStyle(x).backgroundColor)).toBe('rgb(33, 27, 20)')
  await until(() => page.title()).toBe('Home - Rural Land Contracting')
  await s.picture(page, '27-theme')
  expect(s.faults).toEqual([])
})

test('the screen is locked in all windows with a password, and opens with that password only, on the page that was open', async () => {
  const page = await enter('county', { at: '/land/cbf' })
  await page.getByLabel('快速搜索').fill('打到一半')
  const other = await page.context().newPage()
  await other.goto(`${s.url}/land/dk?dkbm=512021`)
  await other.locator('.shell-tab-on').waitFor()
  await page.getByRole('button', { name: '锁屏' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('锁屏密码不能为空').waitFor()
  await dialog.getByLabel('锁屏密码').fill('2580')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByText('屏幕已锁定').waitFor()
  expect(await page.locator('#page').isVisible()).toBe(false)
  // the window beside it, one that is opened, and one that is loaded anew are locked as well
  await other.getByText('屏幕已锁定').waitFor()
  const third = await page.context().newPage()
  await third.goto(`${s.url}/land/fbf?fbfmc=x`)
  await third.waitForURL(/\/lock\?/)
  await other.reload()
  await other.waitForURL(/\/lock\?/)
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('2580')
  await page.getByRole('button', { name: '解锁' }).click()
  await page.getByText('锁屏密码不能为空').waitFor()
  await page.getByLabel('锁屏密码').fill('1')
  await page.getByRole('button', { name: '解锁' }).click()
  await page.getByText('锁屏密码不正确').waitFor()
  await page.getByLabel('锁屏密码').fill('2580')
  await page.getByRole('button', { name: '解锁' }).click()
  // what was open and typed is there again, everywhere
  await until(() => page.getByLabel('快速搜索').inputValue()).toBe('打到一半')
  expect(new URL(page.url()).pathname).toBe('/land/cbf')
  await other.waitForURL(/\/land\/dk\?dkbm=512021/)
  await third.waitForURL(/\/land\/fbf\?fbfmc=x/)
  // the password is forgotten: the lock leads away
  await page.goto(`${s.url}/lock`)
  await page.waitForURL(/\/wel\/index/)
  expect(s.faults).toEqual([])
})

test('faults of the browser are counted, uploaded to the server after a question, and cleared after another', async () => {
  const page = await enter('county')
  const fail = (message: string) =>
    page.evaluate((m) => {
      setTimeout(() => {
        throw new TypeError(m)
      })
    }, message)
  await fail('planted one')
  await page.getByRole('button', { name: '错误日志 1' }).click()
  const dialog = page.getByRole('dialog').first()
  await dialog.getByText('planted one').waitFor()
  await dialog.getByRole('button', { name: '上传服务器' }).click()
  await page.getByText('确定上传本地日志到服务器?').waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByText('发送成功!').waitFor()
  await dialog.getByText('没有错误日志').waitFor()
  const { rows } = await s.w.db.pool.query(`select account, url, type, message from error_log where source = 'browser'`)
  expect(rows).toEqual([{ account: 'county', url: '/wel/index', type: 'error', message: 'TypeError: planted one' }])
  await fail('planted two')
  await dialog.getByText('planted two').waitFor()
  await dialog.getByRole('button', { name: '清空本地日志' }).click()
  await page.getByText('确定清空本地日志记录?').waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByText('清空成功!').waitFor()
  await dialog.getByText('没有错误日志').waitFor()
  expect(s.faults.splice(0)).toEqual(['page: planted one', 'page: planted two'])
})

test('the palette opens menus by initials, records by code, and actions; its keys work and Esc closes it', async () => {
  const page = await enter('county')
  const line = page.getByLabel('搜索或执行')
  await page.keyboard.press('Control+K')
  await line.fill('cbht')
  await page.getByRole('region', { name: '菜单' }).getByText('承包合同', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/registry\/cbht/)
  await page.getByText('共 379 条').waitFor()
  const { rows } = await s.w.db.pool.query(`select cbfbm, cbfmc from cbf where zt = '1' order by cbfbm limit 1`)
  await page.keyboard.press('Control+K')
  await line.fill(rows[0].cbfbm)
  await page.getByRole('region', { name: '承包方' }).getByText(rows[0].cbfmc).click()
  await page.waitForURL(/\/land\/cbf\?.*open=view/)
  await page.getByRole('region', { name: '承包方', exact: true }).getByText('家庭成员').first().waitFor()
  await visit(page, '/wel/index')
  await page.getByRole('button', { name: '错误日志' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+K')
  await line.fill('12.5×3')
  await page.getByRole('region', { name: '算式' }).getByText('= 37.5').waitFor()
  await page.keyboard.press('Enter')
  expect(await line.inputValue()).toBe('37.5')
  await line.fill('更新')
  await page.keyboard.press('Enter')
  await page.getByText('新增数据校验，目前为非强制校验。').waitFor()
  await s.picture(page, '28-notes')
  expect(s.faults).toEqual([])
})

test('tags: clear cache, close others, close all; an unknown address is told as such', async () => {
  const page = await enter('county')
  const tag = (name: string) => page.locator('.shell-tab').filter({ hasText: name })
  for (const [path, name] of [
    ['/land/cbf', '承包方'],
    ['/land/dk', '地块'],
    ['/registry/djb', '登记簿'],
  ] as const) {
    await visit(page, path)
    await page.locator('.shell-tab-on').filter({ hasText: name }).waitFor()
  }
  const pick = async (name: string, action: string) => {
    await tag(name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: action }).click()
  }
  await pick('地块', '清除缓存')
  await page.getByText('清除完毕').waitFor()
  await pick('地块', '关闭其他')
  await tag('登记簿').waitFor({ state: 'hidden' })
  await page.waitForURL(/\/land\/dk/)
  await until(() => page.locator('.shell-tab').count()).toBe(2)
  await pick('地块', '关闭全部')
  await page.waitForURL(/\/wel\/index/)
  await until(() => page.locator('.shell-tab').count()).toBe(1)
  // of more tags than the bar has room for the last is in sight whole, with its button to close
  await page.setViewportSize({ width: 700, height: 768 })
  for (const path of ['/land/fbf', '/land/cbf', '/land/dk', '/registry/cbht', '/registry/djb', '/registry/cbjyqz', '/registry/watch']) await visit(page, path)
  await until(() =>
    page.evaluate(() => {
      const on = document.querySelector('.shell-tab-on')!
      const button = on.querySelector('.shell-tab-close')!
      const { right, top, height } = button.getBoundingClientRect()
      return on.contains(document.elementFromPoint(right - 2, top + height / 2))
    }),
  ).toBe(true)
  await page.goto(`${s.url}/nothing/here`)
  await page.waitForURL(/\/404$/)
  expect(s.faults).toEqual([])
})

test('hidden columns and saved views follow the person to another browser', async () => {
  const first = await enter('county', { at: `/land/cbf?cbfmc=${encodeURIComponent('程')}` })
  await first.getByRole('columnheader', { name: '联系电话' }).waitFor()
  await first.getByRole('button', { name: '列设置' }).click()
  await first.getByRole('checkbox', { name: '联系电话' }).click()
  await first.getByRole('columnheader', { name: '联系电话' }).waitFor({ state: 'hidden' })
  await first.keyboard.press('Escape')
  await first.getByRole('button', { name: '常用视图' }).click()
  await first.getByLabel('视图名称').fill('程家')
  const kept = first.waitForResponse((r) => r.url().includes('list-view/save'))
  await first.getByRole('button', { name: '保存当前条件' }).click()
  expect((await kept).status()).toBe(200)
  const second = await enter('county', { at: '/land/cbf' })
  await second.getByText('共 365 条').waitFor()
  await second.getByRole('columnheader', { name: '联系电话' }).waitFor({ state: 'hidden' })
  await second.getByRole('button', { name: '常用视图' }).click()
  await second.getByRole('button', { name: '程家', exact: true }).click()
  await second.waitForURL(/cbfmc=/)
  await second.getByText('共 365 条').waitFor({ state: 'hidden' })
  // what is pinned is what the list begins with
  await second.getByRole('button', { name: '常用视图' }).click()
  const pinned = second.waitForResponse((r) => r.url().includes('user-setting/submit'))
  await second.getByRole('button', { name: '固定 程家' }).click()
  expect((await pinned).status()).toBe(200)
  const third = await enter('county', { at: '/land/cbf' })
  await third.waitForURL(/cbfmc=/)
  // whoever has begun to write is not led away by it
  const slow = await third.context().newPage()
  let answer = () => {}
  const typed = new Promise<void>((done) => (answer = done))
  await slow.route(/list-look/, async (r) => {
    await typed
    await r.continue()
  })
  await slow.goto(`${s.url}/land/cbf`)
  await slow.getByText('共 365 条').waitFor()
  await slow.getByLabel('快速搜索').fill('打到一半')
  const look = slow.waitForResponse(/list-look/)
  answer()
  await look
  await slow.getByRole('columnheader', { name: '联系电话' }).waitFor({ state: 'hidden' })
  expect([await slow.getByLabel('快速搜索').inputValue(), new URL(slow.url()).search]).toEqual(['打到一半', ''])
  await slow.close()
  const loose = second.waitForResponse((r) => r.url().includes('user-setting/submit'))
  await second.getByRole('button', { name: '固定 程家' }).click()
  expect((await loose).status()).toBe(200)
  // another person has neither
  const other = await enter('town', { at: '/land/cbf' })
  await other.getByRole('columnheader', { name: '联系电话' }).waitFor()
  await other.getByRole('button', { name: '常用视图' }).click()
  await other.getByText('还没有保存的视图').waitFor()
  expect(s.faults).toEqual([])
})

test('a clerk is told which roles hold a button that is missing', async () => {
  const page = await enter('village', { at: '/land/cbf' })
  await page.locator('.shell-tab').filter({ hasText: '承包方' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '为什么不能？' }).click()
  const row = page
    .getByRole('dialog')
    .getByRole('row')
    .filter({ has: page.getByText('删除', { exact: true }) })
  await row.getByText('您的角色没有此按钮').waitFor()
  await row.getByText('县级').waitFor()
  await s.picture(page, '30-why')
  expect(s.faults).toEqual([])
})

test('an administrator looks through the eyes of a village clerk, can do nothing, and is back afterwards', async () => {
  const page = await enter('admin')
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '查看他人界面' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('village')
  await page.locator('.ant-select-item-option').filter({ hasText: 'village' }).click()
  await dialog.getByRole('button', { name: '开始查看' }).click()
  await page.getByText('正在查看他人界面（只读）：').waitFor()
  await page.getByRole('menuitem', { name: '基础数据' }).waitFor()
  await until(() => page.getByRole('menuitem', { name: '系统管理' }).count()).toBe(0)
  await s.picture(page, '31-view-as')
  // what the page still asks for would be refused once the look has ended
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: '结束查看' }).click()
  await page.getByRole('menuitem', { name: '系统管理' }).waitFor()
  await page.getByText('正在查看他人界面（只读）：').waitFor({ state: 'hidden' })
  const { rows } = await s.w.db.pool.query(`select account from audit_event where action = 'session.view-as'`)
  expect(rows).toEqual([{ account: 'admin' }])
  // a call that was still on its way when the look ended is refused
  await s.onlyFaults(/status of 401/)
})

test('no script holds a token: cookies do, for all windows, also renewed; signing out takes all windows along and leaves nothing of the person', async () => {
  const page = await enter('county')
  const context = page.context()
  const other = await context.newPage()
  await other.goto(`${s.url}/land/cbf`)
  await other.getByText('共 365 条').waitFor()
  const tokens = async () => (await context.cookies()).map((c) => c.value.slice(c.value.indexOf('.') + 1))
  expect((await context.cookies()).map((c) => [c.name, c.httpOnly, c.sameSite]).toSorted()).toEqual([
    ['cpt-access', true, 'Strict'],
    ['cpt-refresh', true, 'Strict'],
  ])
  const kept = () =>
    other.evaluate(async () =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, await caches.keys(), (await indexedDB.databases()).map((d) => d.name)]),
    )
  const scriptSees = await kept()
  expect((await tokens()).filter((t) => t.length < 30 || scriptSees.includes(t))).toEqual([])
  // the hour is nearly over: one window renews, and both go on
  const before = await tokens()
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('chengbao.session')!)
    localStorage.setItem('chengbao.session', JSON.stringify({ ...stored, state: { ...stored.state, tokenAt: 0 } }))
  })
  await page.reload()
  await until(async () => (await tokens()).filter((t) => before.includes(t))).toEqual([])
  for (const window of [page, other]) {
    await window.goto(`${s.url}/land/cbf`)
    await window.getByText('共 365 条').waitFor()
  }
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  for (const window of [page, other]) await window.locator('input[autocomplete="username"]').waitFor()
  expect(await tokens()).toEqual([])
  expect(await kept()).not.toMatch(/county|县级|安岳/)
  // what was asked while it ended is refused
  await s.onlyFaults(/status of 401/)
})

test('an external page of the menu stands in a frame where it runs as a stranger; a site that no menu names does not', async () => {
  const tell = '<p id=p></p><script>let m;try{m=localStorage.length}catch(e){m=e.name};p.textContent=`${origin} ${m}`</script>'
  const foreign = createServer((_q, r) => r.setHeader('content-type', 'text/html').end(tell)).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  const at = `http://localhost:${(foreign.address() as AddressInfo).port}`
  const { rows } = await s.w.db.pool.query(`select id, path, code from menu where path = '/land/fbf' and "tenantId" = '000000'`)
  try {
    await s.w.db.pool.query('update menu set path = $2 where id = $1', [rows[0].id, `${at}/page`])
    // the page's policy is read anew after some seconds
    await new Promise((done) => setTimeout(done, 5_100))
    const page = await enter('county', { at: `/myiframe/${rows[0].code}` })
    await until(() => page.frameLocator('iframe').locator('#p').innerText()).toBe('null SecurityError')
    await page.evaluate(() => document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://evil.example/' })))
    await until(() => s.faults.filter((f) => /frame-src|Content Security Policy/i.test(f)).length).toBe(1)
    expect(s.faults.splice(0).filter((f) => !/frame-src|Content Security Policy/i.test(f))).toEqual([])
  } finally {
    await s.w.db.pool.query('update menu set path = $2 where id = $1', [rows[0].id, rows[0].path])
    foreign.close()
  }
})

test('a page whose file does not arrive is told as such, noted, and comes with another try', async () => {
  const page = await enter('county')
  await page.route(/assets\/contractors-/, (r) => r.abort())
  await page.goto(`${s.url}/land/cbf`)
  await page.getByText('页面文件没有取到').waitFor()
  await page.getByRole('button', { name: '错误日志 1' }).waitFor()
  await page.unroute(/assets\/contractors-/)
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('共 365 条').waitFor()
  const faults = s.faults.splice(0)
  expect(faults.length).toBeGreaterThan(0)
  expect(faults.filter((f) => !/contractors-/.test(f))).toEqual([])
})

test('the code of a page is fetched when the pointer rests on its line of the menu, and that of no page before', async () => {
  const page = await s.enter('county', { width: 1440, height: 900 })
  const line = page.locator('.shell-side [data-menu-id$="/land/cbf"]')
  if (!(await line.isVisible())) await page.locator('.shell-side .ant-menu-submenu-title', { hasText: '基础数据' }).first().click()
  await page.waitForLoadState('networkidle')
  const files = () => page.evaluate(() => performance.getEntriesByType('resource').filter((r) => /\/(lists|contractors)-/.test(r.name)).length)
  expect(await files()).toBe(0)
  await line.hover()
  await until(files).toBeGreaterThan(1)
})

test('a menu folded to icons opens no branch by itself, and one that is pointed at stands in the window whole', async () => {
  const page = await enter('county', { width: 1093, height: 614, at: '/business/todo' })
  const branches = page.locator('.ant-menu-submenu-popup').filter({ visible: true })
  await page.locator('.shell-side .ant-menu-submenu-selected').waitFor()
  await page.locator('.list-table').waitFor()
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  expect([await branches.count(), await height()]).toEqual([0, 614])
  await page.locator('.shell-side .ant-menu-submenu-selected').hover()
  await branches.getByRole('menuitem', { name: '待办业务' }).waitFor()
  expect(await height()).toBe(614)
})

test('an expired password is told until it is changed, and an initial one must be changed first', async () => {
  const secrets = (what: string, account: string) =>
    s.w.db.pool.query(`update user_secret set ${what} where "userId" = (select id from sys_user where account = $1 and "tenantId" = '000000')`, [account])
  const admin = await s.w.as('admin')
  const { data } = await admin.get('/cpt-system/password-strategy/default-strategy')
  expect((await admin.post('/cpt-system/password-strategy/submit', { ...data, expireDays: 90 })).code).toBe(200)
  await secrets(`"setTime" = '${s.w.ago(91 * 86_400)}'`, 'sign')
  const page = await enter('sign')
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: '您的密码已过期，点击此处立即修改' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('密码已过期').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '确定' }).click()
  for (const need of ['请输入原密码', '请输入新密码', '请输入确认密码']) await dialog.getByText(need).waitFor()
  await dialog.getByRole('button', { name: '关闭' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '您的密码已过期，点击此处立即修改' }).click()
  await dialog.getByLabel('原密码').fill(PASSWORD)
  await dialog.getByLabel('新密码', { exact: true }).fill(FRESH)
  await dialog.getByLabel('确认密码').fill(FRESH)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/\/login/)
  await page.locator('input[autocomplete="username"]').fill('sign')
  await page.locator('input[type="password"]').fill(FRESH)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL(/\/wel\/index/)
  await page.locator('.shell-tab-on').waitFor()
  await until(() => page.getByRole('button', { name: '您的密码已过期，点击此处立即修改' }).count()).toBe(0)
  await secrets('"mustModify" = 1', 'audit')
  const other = await s.enter('audit')
  await other.getByRole('dialog').getByText('初始密码，请修改').waitFor()
  await until(() => other.getByRole('dialog').getByRole('button', { name: '关闭' }).count()).toBe(0)
  await other.waitForLoadState('networkidle')
  // nothing behind it is there, and nothing was asked for it
  expect(await other.locator('.shell-tab-on').count()).toBe(0)
  await s.onlyFaults(/(?!)/)
})

test('on a telephone a clerk signs in, finds a household with its contract, and a parcel on the map', async () => {
  const page = await s.enter('village', { width: 390, height: 844, at: '/mobile/login' })
  await page.waitForURL(/\/mobile\/index/)
  const { rows } = await s.w.db.pool
    .query(`select b.cbfmc, t.cbhtbm, d.dkbm, d.dkmc from cbf b join cbht t on t.cbfbm = b.cbfbm and t."countyCode" = b."countyCode"
    join dk d on d.cbfbm = b.cbfbm and d."countyCode" = b."countyCode" where t.qszt = '1' and b.zt = '1' and d.zt = '1' order by b.cbfbm, d.dkbm limit 1`)
  const [r] = rows
  await page.getByLabel('承包方名称或编码').fill(r.cbfmc)
  await page.getByRole('button', { name: '查询' }).click()
  await page.locator('.ant-collapse-header').filter({ hasText: r.cbfmc }).first().click()
  await page.getByText(r.cbhtbm).waitFor()
  await page.getByRole('link', { name: '地图' }).click()
  await page.getByLabel('输入地块编码定位').fill(r.dkbm)
  await page.getByRole('search').getByRole('button', { name: '定位' }).click()
  await page.locator('.mobile-sheet').getByText(r.dkmc).first().waitFor()
  await until(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await s.picture(page, '29-mobile')
  expect(s.faults).toEqual([])
})

test('a message rings at the bell of open pages within three seconds, and is read in all of them', async () => {
  s.w.live.start()
  const pages = [await enter('town2', { listens: true }), await enter('town2', { listens: true })]
  const bells = (name: RegExp) => Promise.all(pages.map((p) => p.getByRole('button', { name }).first().waitFor({ timeout: 20_000 })))
  await bells(/^消息$/)
  const admin = await s.w.as('admin')
  const { data: id } = await admin.post('/cpt-desk/notice/submit', {
    title: '响铃',
    category: '1',
    releaseTime: '2026-01-01 09:00:00',
    content: '<p>响</p>',
    regionCode: '512021',
  })
  const begun = performance.now()
  expect((await admin.post('/cpt-desk/notice/publish', {}, { id, status: 1 })).msg).toBe('操作成功')
  await bells(/^消息 \d/)
  expect(performance.now() - begun).toBeLessThan(3000)
  await pages[0]!.getByRole('button', { name: /^消息/ }).click()
  await pages[0]!.getByText('响铃 · 新的通知公告').waitFor()
  await pages[0]!.getByRole('button', { name: '全部已读' }).click()
  await bells(/^消息$/)
  expect((await admin.post('/cpt-desk/notice/remove', {}, { ids: id })).msg).toBe('操作成功')
  expect(s.faults).toEqual([])
})

test('the start shows what waits and the newest notices; both lead there, and what was read is no longer marked', async () => {
  const admin = await s.w.as('admin')
  const draft = { title: '春季延包公示安排', category: '1', releaseTime: '2026-01-01 09:00:00', content: '<p>请各村于三月底前张贴</p>' }
  const { data: id } = await admin.post('/cpt-desk/notice/submit', draft)
  expect((await admin.post('/cpt-desk/notice/publish', {}, { id, status: 1 })).msg).toBe('操作成功')
  const page = await enter('village')
  await page.getByText('通知公告（1）', { exact: true }).waitFor()
  // whoever works on cases has them before the charts
  const [cases, charts] = await Promise.all(['待办业务', '各区域承包合同面积（亩）'].map((t) => page.locator('.ant-card', { hasText: t }).last().boundingBox()))
  expect(cases!.x).toBeLessThan(charts!.x)
  await s.picture(page, '67-start-village')
  await page.getByText('春季延包公示安排', { exact: true }).click()
  await page.waitForURL(/\/desk\/notice\?open=view\./)
  await page.getByText('请各村于三月底前张贴').waitFor()
  await visit(page, '/wel/index')
  await page.getByText('春季延包公示安排', { exact: true }).locator('visible=true').waitFor()
  await until(() => page.getByText('通知公告（1）').count()).toBe(0)
  expect(s.faults).toEqual([])
})

test('what is typed in a search stays when another tab is looked at, until it is searched or cleared', async () => {
  const page = await enter('county', { at: '/land/cbf' })
  const name = page.getByLabel('快速搜索')
  await name.fill('打到一半')
  const tab = (text: string) => page.locator('.shell-tab').filter({ hasText: text })
  await tab('首页').click()
  await page.waitForURL(/\/wel\/index/)
  await tab('承包方').click()
  await page.waitForURL(/\/land\/cbf/)
  expect(await page.getByLabel('快速搜索').inputValue()).toBe('打到一半')
  await name.press('Enter')
  await page.waitForURL(/cbfmc=/)
  await page.goBack().catch(() => undefined)
  expect(s.faults).toEqual([])
})

test('the way back from a record leads to the list with its filters, asks where something would be lost, and what is closed leaves no step behind', async () => {
  const page = await enter('county', { at: '/land/dk' })
  await visit(page, '/land/cbf?cbfmc=%E8%AE%B8')
  const records = page.locator('.ant-table-row:visible')
  await records.first().waitFor()
  const open = async (name: string) => {
    await actOn(records.first(), name)
    await page.waitForURL(/open=/)
    await (name === '查看' ? page.getByRole('region', { name: '承包方', exact: true }) : page.getByRole('dialog').locator('input').first()).waitFor()
  }
  await open('查看')
  await page.goBack()
  await page.waitForURL((u) => u.pathname === '/land/cbf' && u.search === '?cbfmc=%E8%AE%B8')
  await records.first().waitFor()
  await open('编辑')
  await page.getByRole('dialog').locator('#cbf-form_cbfdz').fill('改到一半')
  await page.goBack()
  const question = page.locator('.ant-modal-confirm')
  await question.getByText('有未保存的修改，确定离开?').waitFor()
  await question.getByRole('button', { name: '取消' }).click()
  await question.waitFor({ state: 'detached' })
  await page.waitForURL(/open=edit\./)
  expect(await page.getByRole('dialog').locator('#cbf-form_cbfdz').inputValue()).toBe('改到一半')
  await page.goBack()
  await question.getByRole('button', { name: '确定' }).click()
  await page.waitForURL((u) => u.search === '?cbfmc=%E8%AE%B8')
  await open('查看')
  await page.getByRole('button', { name: '返回列表' }).click()
  await page.waitForURL((u) => u.search === '?cbfmc=%E8%AE%B8')
  // one step back from the list is the page before it
  await page.goBack()
  await page.waitForURL(/\/land\/dk/)
  expect(s.faults).toEqual([])
})

test('a page that is refused is the product’s own page of that, shows nothing of it, and leaves no tag', async () => {
  const page = await enter('village')
  await page.goto(`${s.url}/system/user`)
  await page.waitForURL(/\/403$/)
  await page.getByText('403', { exact: true }).first().waitFor()
  expect(await page.getByText('周礼镇人民政府').count()).toBe(0)
  await page.goto(`${s.url}/`)
  await page.locator('.shell-tab-on').waitFor()
  expect(await page.locator('.shell-tab').allTextContents()).toEqual(['首页'])
  // the calls of the page were refused
  await s.onlyFaults(/status of 403/)
})

test('a session that ends during a form is begun again over it by its person, and nothing that was typed is lost', async () => {
  const end = () =>
    s.w.db.pool.query(`update session set revoked = 1 where "userId" = (select id from sys_user where account = 'village' and "tenantId" = '000000')`)
  const page = await enter('village')
  await page.getByRole('button', { name: '承包合同签订' }).click()
  await page.waitForURL(/\/business\/todo\?open=add/)
  const name = page.locator('#business_obligeName')
  const kept = page.waitForResponse((r) => r.url().includes('/business/keep-input') && !!r.request().postData()?.includes('王小') && r.status() === 200)
  await name.fill('王小')
  await kept
  await end()
  // the next call is refused: what was typed since is to be kept
  await name.fill('王小二')
  const cover = page.locator('.cover')
  await cover.getByText('登录已失效，已填写的内容仍然保留。').waitFor()
  await s.picture(page, '28-sign-in-over')
  await cover.locator('input[autocomplete="username"]').fill('village')
  await cover.locator('input[type="password"]').fill(PASSWORD)
  await cover.locator('button[type="submit"]').click()
  await cover.waitFor({ state: 'detached' })
  expect([new URL(page.url()).pathname + new URL(page.url()).search, await name.inputValue()]).toEqual(['/business/todo?open=add', '王小二'])
  // it goes on: the server answers again
  const answered = page.waitForResponse((r) => r.url().includes('/base-qssj/fbf/') && r.status() === 200)
  await page.getByRole('region', { name: '发包方与承包方', exact: true }).getByRole('combobox').first().fill('周')
  await answered
  // with nothing typed the reason stands at the sign-in, which leads back
  const calm = await enter('village', { at: '/land/cbf' })
  await calm.locator('.shell-tab-on').waitFor()
  await end()
  // a call that was still on its way may have been refused before this one
  await calm
    .getByRole('button', { name: '刷新' })
    .first()
    .click({ timeout: 10_000 })
    .catch(() => undefined)
  await calm.getByText('登录已失效').waitFor()
  await calm.locator('input[autocomplete="username"]').fill('village')
  await calm.locator('input[type="password"]').fill(PASSWORD)
  await calm.locator('button[type="submit"]').click()
  await calm.waitForURL(/\/land\/cbf/)
  // windows whose session was ended ask on until they are closed
  await s.onlyFaults(/status of 401/)
})

const LONG = 600_000
test(
  'every entry of home, menu, palette, popups and notices leads to a page that is there',
  async () => {
    const admin = await s.w.as('admin')
    expect(
      (await admin.post('/cpt-desk/notice/submit', { title: '走到公告', category: '1', content: '<p>x</p>', releaseTime: '2026-01-01 08:00:00' })).msg,
    ).toBe('操作成功')
    for (const account of ['village', 'admin'] as const) {
      const page = await enter(account)
      const lost: string[] = []
      /** Where a press has led, once the page stands. */
      const look = async (what: string) => {
        const still = await standing(page)
        const { pathname } = new URL(page.url())
        const failed = await page.locator('.page-failed, .ant-result-error:visible').allInnerTexts()
        if (!still || ['/403', '/404', '/500', '/login'].includes(pathname) || failed.length > 0)
          lost.push(`${what} → ${pathname} ${still ? failed.join(' ') : 'still waiting'}`)
      }
      const home = async () => {
        await page.locator('.shell-tab').first().click()
        await page.waitForURL(/\/wel\/index/)
      }
      for (const e of ENTRIES) {
        const button = page.getByRole('button', { name: e.label.zh, exact: true })
        if ((await button.count()) === 0) continue
        await button.click()
        await page.waitForURL((u) => u.pathname === e.to)
        await look(`home: ${e.label.zh}`)
        await home()
      }
      const notice = page.getByText('走到公告', { exact: true })
      if (await notice.count()) {
        await notice.first().click()
        await page.waitForURL(/\/desk\/notice/)
        await look('notice')
        await home()
      }
      // the palette names every menu and every action
      const open = async () => {
        await page.keyboard.press('Control+k')
        await page.locator('.shell-found button').first().waitFor()
        return page.locator('.shell-found button')
      }
      const menus = await (await open()).locator('xpath=ancestor::section[1]').first().locator('button').count()
      const names = await page.locator('.shell-found button').allInnerTexts()
      await page.keyboard.press('Escape')
      for (const [i, name] of names.entries()) {
        // every screen of the administrator is opened by screens.test.ts: here a few of them, and all of a clerk's
        const left = account === 'admin' ? i % 9 || i >= menus : /退出|全屏|语言|锁屏/.test(name)
        if (left) continue
        // a dialog is gone with the page
        if (i >= menus) await page.goto(`${s.url}/wel/index`)
        await page.locator('.shell-tab-on').waitFor()
        await (await open()).nth(i).click()
        await look(`palette: ${name}`)
      }
      await page.goto(`${s.url}/wel/index`)
      for (const item of ['个人资料', '工作台']) {
        await page.locator('.shell-user').click()
        const entry = page.getByRole('menuitem', { name: item })
        if (await entry.count()) await entry.click()
        await look(`person: ${item}`)
      }
      expect(lost).toEqual([])
      await page.context().close()
    }
    expect(s.faults).toEqual([])
  },
  LONG,
)
