// A citizen on his phone, 390 points wide and without any session: books with a few presses or by the keys alone, moves what he booked, asks, and follows.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startSmsSimulator } from '../../apps/simulators/sms.server.ts'
import { acts, countFrom } from './actions.ts'
import { barriers } from './every-screen.ts'
import { stage, type Stage } from './stage.ts'

const PHONE = { width: 390, height: 844 }
const TOWN = '512021119'
let s: Stage
beforeAll(async () => {
  s = await stage({}, false)
  const town = await s.w.as('town')
  for (const weekday of ['1', '2', '3', '4', '5'])
    for (const slot of ['09:00-10:00', '14:00-15:00']) await town.post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday, slot, capacity: 3 })
  await s.w.db.pool.query(`update sys_dept set "officePhone" = '028-24511111' where "regionCode" = $1`, [TOWN])
  const county = await s.w.as('county')
  const guide = { title: '分户办理指南', type: 'change_split', content: '带户口簿、身份证', notice: '须全体成员同意', sort: 1, status: '1' }
  await county.post('/app/application/guide/save', guide)
})
afterAll(() => s?.end())

/** Nothing keeps people from using the page, and it stands within the phone. */
async function usable(page: Page): Promise<void> {
  expect(await barriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  // axe's page-has-heading-one, and no second one
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
}

/** What has the focus. */
const focused = (page: Page) => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`)

test('an appointment is booked on four screens with at most twelve presses, and moved and cancelled by its code', async () => {
  const page = await s.open({ ...PHONE, first: '/citizen' })
  await page.getByRole('link', { name: '预约办理' }).waitFor()
  await countFrom(page)
  await usable(page)
  await s.picture(page, 'citizen-home')
  await page.getByRole('link', { name: '预约办理' }).click()
  await page.getByLabel('办理事项').click()
  await page.getByLabel('办理事项').selectOption('change_split')
  await page.getByRole('radio').first().click()
  await usable(page)
  await s.picture(page, 'citizen-book')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByText('名额为您保留5分钟').waitFor()
  expect(await focused(page)).toBe('H2 预约办理')
  await usable(page)
  await page.getByLabel('姓名').fill('张三')
  await page.getByLabel('联系电话').fill('13900001234')
  await page.getByRole('button', { name: '确认预约' }).click()
  await page.getByText('预约成功').waitFor()
  expect(await focused(page)).toBe('H2 预约成功')
  expect(await acts(page)).toBeLessThanOrEqual(12)
  await usable(page)
  const code = (await page.locator('.citizen-code').textContent())!
  expect(code).toMatch(/^Y512021/)
  // what he has to know is on one card: where, what, when, and the code once
  const card = (await page.getByRole('status').innerText()).replaceAll(/\s+/g, ' ')
  expect(card).toMatch(/办理地点 \S+ 窗口电话 028-24511111 办理事项 分户 日期 \d{4}-\d\d-\d\d 周. 时段 \d\d:00-\d\d:00/)
  expect(card.split(code).length).toBe(2)
  await page.getByRole('link', { name: '返回首页' }).click()
  await page.getByRole('link', { name: '我的预约' }).click()
  await page.getByLabel('预约编号').fill(code)
  await page.getByLabel('电话后四位').fill('4321')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('没有查到：编号或电话后四位有误').waitFor()
  await page.getByLabel('电话后四位').fill('1234')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('139****1234').waitFor()
  await usable(page)
  // the focus goes on with what takes the place of what was pressed
  await page.getByRole('button', { name: '改期' }).click()
  expect(await focused(page)).toBe('DIV 请选择新的日期和时段')
  await page.getByRole('radio').last().click()
  await page.getByRole('button', { name: '改到此时段' }).click()
  await page.getByText('已改期').waitFor()
  expect(await focused(page)).toBe('DIV 已改期')
  await page.getByRole('button', { name: '取消预约' }).click()
  expect(await focused(page)).toBe('DIV 取消后名额将给别人，确定取消？')
  await page.getByRole('button', { name: '不取消' }).click()
  expect(await focused(page)).toBe('BUTTON 取消预约')
  await page.getByRole('button', { name: '取消预约' }).click()
  await page.getByRole('button', { name: '取消预约' }).click()
  await page.getByText('预约已取消').waitFor()
  expect(await focused(page)).toBe('DIV 预约已取消')
  expect(await page.context().cookies()).toEqual([])
})

test('where too many are here the page says so calmly, and goes on by itself once there is room', async () => {
  const page = await s.open({ ...PHONE, first: '/citizen' })
  const many = { code: 503, success: false, key: 'strangers-many', msg: '当前使用人数较多，请1秒后再试' }
  const refused = { reading: 0, writing: 0 }
  const times = (which: keyof typeof refused) => (refused[which] += 1) <= 2
  const full = { status: 503, headers: { 'retry-after': '1' }, json: many }
  await page.route('**/api/usr/public/places*', (route) => (times('reading') ? route.fulfill(full) : route.continue()))
  await page.route('**/api/usr/public/booking', (route) => (times('writing') ? route.fulfill(full) : route.continue()))
  const calm = page.getByText('当前使用人数较多，正在自动重试，请稍候，不要关闭页面')
  await page.getByRole('link', { name: '预约办理' }).click()
  await calm.waitFor()
  await usable(page)
  await s.picture(page, 'citizen-queued')
  await page.getByLabel('办理事项').waitFor()
  expect([await calm.count(), refused.reading]).toEqual([0, 3])
  await page.getByRole('link', { name: '返回首页' }).click()
  await page.getByRole('link', { name: '我的预约' }).click()
  await page.getByLabel('预约编号').fill('Y51202122222222')
  await page.getByLabel('电话后四位').fill('1234')
  await page.getByRole('button', { name: '查询' }).click()
  await calm.waitFor()
  await page.getByText('没有查到：编号或电话后四位有误').waitFor()
  expect([await calm.count(), refused.writing]).toEqual([0, 3])
})

test('who has keys alone books too, and reads guides in English', async () => {
  const page = await s.open({ ...PHONE, lang: 'en', first: '/citizen?do=book' })
  await page.getByLabel('Matter').focus()
  await page.keyboard.type('hou')
  expect(await page.getByLabel('Matter').inputValue()).toBe('change_split')
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Li Si')
  await page.keyboard.press('Tab')
  await page.keyboard.type('13900005678')
  await page.keyboard.press('Enter')
  await page.getByText('Booked').waitFor()
  await page.getByRole('link', { name: 'Back to the start' }).click()
  await page.getByRole('link', { name: 'Guides and policies' }).click()
  await page.getByText('分户办理指南').click()
  await page.getByText('须全体成员同意').waitFor()
  await usable(page)
  expect(s.faults.filter((f) => !/status of (40\d|503)/.test(f))).toEqual([])
})

test('a question is sent and its answer read; posted lists, offers and cases say when there is nothing', async () => {
  const page = await s.open({ ...PHONE, first: '/citizen?do=ask' })
  await page.getByLabel('办理地点').selectOption(TOWN)
  await page.getByLabel('标题').fill('分户')
  await page.getByLabel('咨询内容').fill('<b>要带什么</b>')
  await page.getByLabel('姓名').fill('李四')
  await page.getByLabel('联系电话').fill('13700001234')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('内容只能是文字，不能包含网页标记').waitFor()
  await usable(page)
  // its lines stay lines, and signs of a page are signs
  const lines = '要带什么？\n5 < 6 & "七"'
  await page.getByLabel('咨询内容').fill(lines)
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('已提交').waitFor()
  const code = (await page.locator('.citizen-code').textContent())!
  await page.goto(`${s.url}/citizen?do=answer`)
  await page.getByLabel('咨询编号').fill(code)
  await page.getByLabel('电话后四位').fill('1234')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('还没有答复').waitFor()
  expect(await page.getByText('要带什么？').innerText()).toBe(lines)
  for (const at of ['posted', 'offers']) {
    await page.goto(`${s.url}/citizen?do=${at}`)
    await page.getByText('暂无内容').waitFor()
    await page.getByRole('heading', { level: 2, name: at === 'posted' ? '公示公告' : '流转供求' }).waitFor()
    await usable(page)
  }
  await page.goto(`${s.url}/citizen?do=case`)
  await page.getByLabel('业务编号').waitFor()
  await usable(page)
  // the link of a text message that was cut short
  await page.goto(`${s.url}/p/6zTq0aB3xYw1K`)
  await page.getByText('没有这项公示，请核对链接是否完整').waitFor()
  await usable(page)
})

test('who books under a number under which others have booked enters the code that was sent to it', async () => {
  const sim = await startSmsSimulator({ accessKey: 'demo', secretKey: 'simulator-secret' })
  onTestFinished(() => sim.close())
  const admin = await s.w.as('admin')
  const main = {
    category: 'http',
    smsCode: 'main',
    endpoint: sim.url,
    accessKey: 'demo',
    signName: '承包',
    templateId: 'T-code',
    secretKey: 'simulator-secret',
  }
  const { data: id } = await admin.post('/cpt-resource/sms/submit', main)
  await admin.post('/cpt-resource/sms/enable', {}, { id })
  const tenantId = '000000'
  const { day, slot } = (await s.w.nobody.get('/usr/public/slots', { tenantId, regionCode: TOWN })).data.at(-1)
  const other = { tenantId, regionCode: TOWN, day, slot, matter: 'change_split', person: '李四', phone: '13900007777' }
  const booked = await s.w.app.inject({ method: 'POST', url: '/api/usr/public/book', payload: other, remoteAddress: '203.0.113.9' })
  expect(booked.statusCode).toBe(200)
  const page = await s.open({ ...PHONE, first: '/citizen?do=book' })
  await page.getByLabel('办理事项').selectOption('change_split')
  await page.getByRole('radio').first().click()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('姓名').fill('张三')
  await page.getByLabel('联系电话').fill('139-0000-7777')
  await page.getByRole('button', { name: '确认预约' }).click()
  await page.getByText('请用短信验证码确认是本人').waitFor()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('验证码已发送，5分钟内有效').waitFor()
  await usable(page)
  await s.picture(page, 'citizen-code')
  await s.w.jobs.idle()
  const sent = sim.outbox.filter((m) => m.phone === '13900007777' && /^\d{6}$/.test(m.params.code ?? ''))
  await page.getByLabel('短信验证码').fill(sent.at(-1)!.params.code!)
  await page.getByRole('button', { name: '确认预约' }).click()
  await page.getByText('预约成功').waitFor()
  await admin.post('/cpt-resource/sms/remove', {}, { ids: id })
})

const PAGES = [
  '/citizen',
  ...['book', 'booking', 'ask', 'answer', 'case', 'guides', 'posted', 'offers'].map((v) => `/citizen?do=${v}`),
  '/verify',
  '/p/6zTq0aB3xYw1K',
  '/sign',
]
test.each(['zh', 'en'] as const)(
  'every page for strangers is usable at 390 points and begins in the language of the browser; the office begins in Chinese (%s)',
  async (lang) => {
    const page = await s.open({ ...PHONE, lang, isNew: true, first: '/citizen' })
    for (const at of PAGES) {
      await page.goto(`${s.url}${at}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect([at, await page.evaluate(() => document.documentElement.lang)]).toEqual([at, lang === 'en' ? 'en' : 'zh-CN'])
      // what the office wrote is in its own language
      if (lang === 'en' && !/guides|posted|offers|book$|ask/.test(at))
        expect([at, (await page.locator('main').innerText()).match(/[\u4e00-\u9fff]+/g)]).toEqual([at, null])
      await usable(page)
    }
    await page.goto(`${s.url}/login`)
    await page.locator('input[autocomplete="username"]').waitFor()
    expect(await page.evaluate(() => [document.documentElement.lang, localStorage.getItem('chengbao.lang')])).toEqual(['zh-CN', null])
  },
)
