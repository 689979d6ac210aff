// Coming in, by every way: guests, expired and locked accounts, phone, second factor, another service, another role, the encrypted interface.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock } from '../../kit/server/clock.server.ts'
import { startOidcSimulator, type OidcSimulator } from '../../apps/simulators/oidc.server.ts'
import { startSmsSimulator, type SmsSimulator } from '../../apps/simulators/sms.server.ts'
import { fromBase32, totpCode } from '../../platform/session/totp.server.ts'
import { PASSWORD } from '../world.ts'
import { actOn, stage, until, type Stage } from './stage.ts'

const NEW_PASSWORD = 'Fresh-Words-2026!'
const PHONE = '13800138002'
let s: Stage, sms: SmsSimulator, oidc: OidcSimulator
beforeAll(async () => {
  s = await stage({ SWITCH_MODE: 'on' }, false)
  sms = await startSmsSimulator({ accessKey: 'demo', secretKey: 'simulator-secret' })
  oidc = await startOidcSimulator({ clientId: 'chengbao', clientSecret: 'oidc-secret' })
})
afterAll(async () => {
  await s?.end()
  await sms?.close()
  await oidc?.close()
})
const own = (statement: string, ...more: unknown[]) => s.w.db.pool.query(statement, ['000000', ...more])
async function fillIn(page: Page, account: string, password: string): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(account)
  await page.locator('input[type="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/\/login/)
}
/** Refusals that the journey wanted are told on the page and by the console; anything else is a fault. */
const noFaults = () => s.onlyFaults(/status of 40\d/)

test('who signs in before it is known whether a captcha is asked for comes in once it is', async () => {
  const page = await s.open()
  let tell = () => {}
  const known = new Promise<void>((done) => (tell = done))
  await page.route('**/oauth/captcha**', async (r) => known.then(() => r.continue()))
  await page.reload()
  await fillIn(page, 'village', PASSWORD)
  tell()
  await page.waitForURL(/\/wel\/index/)
  await noFaults()
})

test('the words of the page are those of the tenant’s parameters, in both languages', async () => {
  const words = { 'login.title': '安岳县承包管理', 'login.slogan': '一地一码', 'login.slogan.en': 'One code, one parcel', 'login.footer': '蜀ICP备00000000号' }
  const admin = await s.w.as('admin')
  for (const [paramKey, paramValue] of Object.entries({ ...words, 'login.notice': '周六停机维护', 'login.lead': '说明', 'login.hint': '请用工号登录' }))
    expect((await admin.post('/cpt-system/param/submit', { paramName: paramKey, paramKey, paramValue })).code).toBe(200)
  const page = await s.open()
  for (const shown of ['安岳县承包管理', '一地一码', '蜀ICP备00000000号', '周六停机维护', '说明', '请用工号登录'])
    await page.getByText(shown, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  for (const shown of ['安岳县承包管理', 'One code, one parcel']) await page.getByText(shown, { exact: true }).waitFor()
  await page.getByRole('button', { name: '中文' }).click()
  await s.w.db.pool.query(`delete from param where "paramKey" like 'login.%'`)
  await noFaults()
})

test('a guest registers, waits, is approved by the administrator, and comes in', async () => {
  const office = await s.w.as('admin')
  expect((await office.post('/cpt-system/param/submit', { paramName: '开放注册', paramKey: 'login.register', paramValue: '1' })).code).toBe(200)
  const guest = await s.open()
  await guest.getByRole('button', { name: '没有账号？注册' }).click()
  const dialog = guest.getByRole('dialog')
  await dialog.getByLabel('租户编号').fill('')
  await dialog.getByRole('button', { name: '注册' }).click()
  for (const need of ['请先输入租户编号', '请输入用户姓名', '请先输入账号名称']) await dialog.getByText(need, { exact: true }).waitFor()
  await dialog.getByText('请先输入密码', { exact: true }).nth(1).waitFor()
  await dialog.getByLabel('租户编号').fill('000000')
  await dialog.getByLabel('姓名').fill('钱访客')
  await dialog.getByLabel('账号').fill('guest1')
  await dialog.getByLabel('密码', { exact: true }).fill(NEW_PASSWORD)
  await dialog.getByLabel('确认密码').fill(`${NEW_PASSWORD}x`)
  await dialog.getByRole('button', { name: '注册' }).click()
  await dialog.getByText('两次密码输入不一致').waitFor()
  await dialog.getByLabel('确认密码').fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: '注册' }).click()
  await guest.getByText('已提交注册，账号可用时请等待管理员审核').waitFor()
  await fillIn(guest, 'guest1', NEW_PASSWORD)
  await guest.getByText('账号正在等待管理员审核').waitFor()

  const admin = await s.enter('admin', { at: '/system/user' })
  const row = admin.getByRole('row').filter({ hasText: 'guest1' })
  await actOn(row, '审批')
  const approve = admin.getByRole('dialog')
  await approve.getByLabel('角色').click()
  await admin.locator('.ant-select-tree-title').filter({ hasText: '村级' }).first().click()
  // the tree stays open for more of them
  await approve.locator('.ant-modal-title').click()
  await approve.getByLabel('部门').click()
  await admin.locator('.ant-select-tree-title').filter({ hasText: '玉顶村' }).first().click()
  await approve.locator('.ant-modal-title').click()
  await approve.getByRole('button', { name: '保存' }).click()
  await approve.waitFor({ state: 'hidden' })
  await guest.reload()
  await fillIn(guest, 'guest1', NEW_PASSWORD)
  await guest.waitForURL(/\/wel\/index/)
  await noFaults()
})

test('an initial password must be changed before anything else, and the new one opens the account', async () => {
  await own(`update user_secret set "mustModify" = 1 where "userId" = (select id from sys_user where account = 'audit' and "tenantId" = $1)`)
  const page = await s.enter('audit')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('初始密码，请修改').waitFor()
  await page.keyboard.press('Escape')
  await until(() => dialog.getByRole('button', { name: '关闭' }).count()).toBe(0)
  await dialog.getByLabel('原密码').fill(PASSWORD)
  await dialog.getByLabel('新密码', { exact: true }).fill(NEW_PASSWORD)
  await dialog.getByLabel('确认密码').fill('other')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('两次密码不一致').waitFor()
  await dialog.getByLabel('确认密码').fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/\/login/)
  await fillIn(page, 'audit', NEW_PASSWORD)
  await page.waitForURL(/\/wel\/index/)
  await page.locator('.shell-tab-on').waitFor()
  await until(() => page.getByRole('dialog').count()).toBe(0)
  await noFaults()
})

test('five wrong passwords lock an account, whatever is typed then, until an administrator unlocks it', async () => {
  const page = await s.open()
  for (let i = 0; i < 5; i++) {
    const answered = page.waitForResponse((r) => r.url().includes('oauth/token'))
    await fillIn(page, 'sign', 'Wrong-Words-2026!')
    expect((await answered).status()).toBe(400)
  }
  await page.getByText('用户名或密码错误').waitFor()
  await fillIn(page, 'sign', PASSWORD)
  await page.getByText('用户名或密码错误').waitFor()
  const admin = await s.enter('admin', { at: '/system/user' })
  const row = admin.getByRole('row').filter({ has: admin.getByText('sign', { exact: true }) })
  await row.getByText('锁定').waitFor()
  await row.getByRole('button', { name: '更多' }).click()
  await admin.getByRole('menuitem', { name: '解锁' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await row.getByText('正常').waitFor()
  await fillIn(page, 'sign', PASSWORD)
  await page.waitForURL(/\/wel\/index/)
  await noFaults()
})

test('a person of two departments and roles works as the one that is chosen; both must be', async () => {
  await own(`update sys_user u set "deptId" = u."deptId" || ',' || v."deptId", "roleId" = u."roleId" || ',' || v."roleId" from sys_user v
    where u.account = 'town' and v.account = 'village' and u."tenantId" = $1 and v."tenantId" = $1`)
  const page = await s.enter('town')
  const open = async () => {
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '切换部门/角色' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确定' }).click()
  for (const need of ['请选择部门', '请选择角色']) await dialog.getByText(need, { exact: true }).last().waitFor()
  await dialog.getByLabel('部门').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '玉顶村' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('请选择角色', { exact: true }).last().waitFor()
  await dialog.getByLabel('角色').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '村级' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const kept = () => page.evaluate(() => localStorage.getItem('chengbao.session') ?? sessionStorage.getItem('chengbao.session') ?? '')
  await until(async () => JSON.parse(await kept()).state.user).toMatchObject({ dept_name: '玉顶村村民委员会', role_name: 'village' })
  await noFaults()
})

test('a code that comes by message opens the account of that phone', async () => {
  const admin = await s.w.as('admin')
  const provider = { category: 'http', smsCode: 'sim', endpoint: sms.url, accessKey: 'demo', signName: '承包', templateId: 'T', secretKey: 'simulator-secret' }
  const { data } = await admin.post('/cpt-resource/sms/submit', provider)
  await admin.post('/cpt-resource/sms/enable', {}, { id: data })
  await own(`update sys_user set phone = $2 where account = 'county' and "tenantId" = $1`, PHONE)
  const page = await s.open()
  await page.getByRole('tab', { name: '手机号登录' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  for (const need of ['请输入手机号', '请先获取验证码']) await page.getByText(need).waitFor()
  await page.getByLabel('手机号', { exact: true }).fill(PHONE)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('如该手机号已登记，验证码已发送').waitFor()
  await until(() => page.getByRole('button', { name: /秒后重新获取/ }).isDisabled()).toBe(true)
  await until(() => sms.outbox.length).toBe(1)
  await s.picture(page, '40-phone')
  await page.getByLabel('短信验证码').fill('000000')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('短信验证码不正确或已失效').waitFor()
  await page.getByLabel('短信验证码').fill(sms.outbox[0]!.params.code!)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/wel\/index/)
  await noFaults()
})

test('where the tenant requires it, an authenticator is set up at sign-in; its codes and the recovery codes open the account', async () => {
  const set = (policy: string) => own(`update password_strategy set "secondFactor" = $2 where "tenantId" = $1`, policy)
  const admin = await s.w.as('admin')
  const { data } = await admin.get('/cpt-system/password-strategy/default-strategy')
  expect((await admin.post('/cpt-system/password-strategy/submit', { ...data, secondFactor: '2' })).code).toBe(200)
  const page = await s.open({ lang: 'en' })
  await fillIn(page, 'large', PASSWORD)
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  await page.getByRole('img', { name: 'QR code to scan with an authenticator app' }).waitFor()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const code = (ahead: number) => totpCode(fromBase32(secret), Math.floor(clock().getTime() / 30_000) + ahead)
  await s.picture(page, '41-authenticator')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Please enter the code').waitFor()
  await page.getByLabel('Code of the authenticator').fill('123')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('The code is wrong or was already used').waitFor()
  await page.getByLabel('Code of the authenticator').fill(code(0))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.locator('code').allInnerTexts()
  expect(codes).toHaveLength(10)
  await s.picture(page, '42-recovery')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  // the account of the screen on the wall has that as its start
  await page.waitForURL(/\/large/)
  const other = await s.open()
  await fillIn(other, 'large', PASSWORD)
  await other.getByLabel('动态口令').fill(code(1))
  await other.getByRole('button', { name: '登录', exact: true }).click()
  await other.waitForURL(/\/large/)
  await set('1')
  await other.goto(`${s.url}/info/index?tab=security`)
  await other.getByText('剩余恢复码').waitFor()
  await s.picture(other, '43-security')
  await other.getByRole('button', { name: '解绑' }).click()
  await other.getByRole('dialog').getByLabel('动态口令').fill(codes[0]!)
  await other.getByRole('dialog').getByRole('button', { name: '解绑' }).click()
  await other.getByRole('button', { name: '绑定', exact: true }).waitFor()
  await set('0')
  await noFaults()
})

test('another service tells who somebody is: bound by signing in once, it opens the account from then on', async () => {
  const admin = await s.w.as('admin')
  const source = { source: 'gov', sourceName: '统一身份认证', issuer: oidc.url, oauthClientId: 'chengbao', oauthScope: 'openid profile', isEnabled: 1, sort: 1 }
  expect((await admin.post('/cpt-system/oauth-source/submit', { ...source, clientSecret: 'oidc-secret' })).code).toBe(200)
  const page = await s.open()
  await page.getByRole('button', { name: '统一身份认证' }).click()
  await page.getByRole('link', { name: '王访' }).click()
  await page.getByText('该第三方账号尚未绑定系统账号').waitFor()
  await page.getByText('王访：可注册新账号，或登录已有账号完成绑定。').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await s.picture(page, '44-unbound')
  await fillIn(page, 'village', PASSWORD)
  await page.waitForURL(/\/wel\/index/)
  await page.locator('.shell-tab-on').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: '统一身份认证' }).click()
  await page.getByRole('link', { name: '王访' }).click()
  await page.waitForURL(/\/wel\/index/)
  await page.goto(`${s.url}/info/index?tab=security`)
  await page.getByText('统一身份认证 王访').waitFor()
  await noFaults()
})

test('with the encrypted interface nothing that is typed or answered is legible on the line', async () => {
  const sealed = await stage({ INTERFACE_ENCRYPTION: 'on' }, false)
  try {
    const page = await sealed.open()
    const lines: string[] = []
    page.on('request', (r) => r.url().includes('/api/') && lines.push(`${new URL(r.url()).search} ${r.postData() ?? ''}`))
    page.on(
      'response',
      (r) =>
        r.headers()['cpt-sealed'] &&
        void r.text().then(
          (t) => lines.push(t),
          () => {},
        ),
    )
    await page.reload()
    await page.locator('input[autocomplete="username"]').waitFor()
    await fillIn(page, 'admin', PASSWORD)
    await page.waitForURL(/\/wel\/index/)
    await page.goto(`${sealed.url}/system/user`)
    await page.getByRole('row').filter({ hasText: 'village' }).first().waitFor()
    expect(lines.length).toBeGreaterThan(10)
    const sent = lines.filter((l) => /[?&]data=/.test(l))
    expect(sent.length).toBeGreaterThan(5)
    expect(lines.filter((l) => /access_token|"records"|username=|"realName"/.test(l))).toEqual([])
    expect(sealed.faults.filter((f) => !/status of 400/.test(f))).toEqual([])
  } finally {
    await sealed.end()
  }
})
