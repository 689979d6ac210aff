// What only the browser says, provoked by a person in Chinese and in English. Source: platform.md 5 and 8; what the server says is in tests/messages.test.ts.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '../../kit/model/lang.ts'
import type { Account } from '../world.ts'
import { actOn, stage, until, type Stage } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage({ SWITCH_MODE: 'on', SILENT_CODES: '418' }, false)
  const admin = await s.w.as('admin')
  const { data } = await admin.get('/cpt-system/password-strategy/default-strategy')
  expect((await admin.post('/cpt-system/password-strategy/submit', { ...data, expireDays: 90 })).code).toBe(200)
  expect((await admin.post('/cpt-system/param/submit', { paramName: '开放注册', paramKey: 'login.register', paramValue: '1' })).code).toBe(200)
  const own = `(select id from sys_user where account = $1 and "tenantId" = '000000')`
  await s.w.db.pool.query(`update user_secret set "setTime" = $2 where "userId" = ${own}`, ['sign', s.w.ago(91 * 86_400)])
  await s.w.db.pool.query(`update user_secret set "mustModify" = 1 where "userId" = ${own}`, ['audit'])
})
afterAll(() => s?.end())

const LANGS: readonly Lang[] = ['zh', 'en']
/** What a person does in one language: `w` chooses the words. */
function hands(page: Page, lang: Lang) {
  const w = (zh: string, en: string) => (lang === 'zh' ? zh : en)
  const press = (zh: string, en: string, at = page.locator('body')) =>
    at
      .getByRole('button', { name: w(zh, en), exact: true })
      .first()
      .click()
  const told = (zh: string, en: string) => page.getByText(w(zh, en), { exact: true }).locator('visible=true').first().waitFor()
  return { w, press, told, ok: () => press('确定', 'OK', page.getByRole('dialog').last()) }
}
const enter = async (account: Account, lang: Lang, at?: string) => {
  const page = await s.enter(account, { lang, ...(at ? { at } : {}) })
  await page.locator('.shell-tab-on').waitFor()
  return { page, ...hands(page, lang) }
}

test.each(LANGS)('a list says what was done, and asks before it deletes (%s)', async (lang) => {
  const { page, w, press, told, ok } = await enter('admin', lang, '/system/post')
  await press('删除', 'Delete')
  await told('请选择至少一条数据', 'Select at least one row')
  await press('新增', 'Add')
  const dialog = page.getByRole('dialog')
  const field = (zh: string, en: string) => dialog.getByLabel(new RegExp(`^(\\* )?${w(zh, en)}`)).first()
  await field('岗位类型', 'Type').click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await field('岗位编号', 'Code').fill(`p_${lang}`)
  await field('岗位名称', 'Name').fill(`x ${lang}`)
  await press('保存', 'Save', dialog)
  await told('新增成功', 'Added')
  const row = page.getByRole('row').filter({ hasText: `p_${lang}` })
  await actOn(row, w('编辑', 'Edit'))
  await field('岗位名称', 'Name').fill(`y ${lang}`)
  await press('保存', 'Save', dialog)
  await told('更新成功', 'Updated')
  await actOn(row, w('删除', 'Delete'))
  await told('确定将选择数据删除?', 'Delete the selected rows?')
  await ok()
  await told('删除成功', 'Deleted')
  expect(s.faults).toEqual([])
})

test.each(LANGS)('what neither adds nor deletes says that it is done (%s)', async (lang) => {
  const { page, press, told, ok } = await enter('admin', lang, '/system/user')
  await page.getByRole('row').filter({ hasText: 'village' }).getByRole('checkbox').check()
  await press('解锁', 'Unlock')
  await told('确定解锁所选账号?', 'Unlock the selected accounts?')
  await ok()
  await told('操作成功!', 'Done!')
  expect(s.faults).toEqual([])
})

test.each(LANGS)('the frame says what it asks, refuses and has done (%s)', async (lang) => {
  const { page, w, press, told, ok } = await enter('county', lang)
  const tag = async (zh: string, en: string) => {
    await page.locator('.shell-tab').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: w(zh, en) }).click()
  }
  await tag('清除缓存', 'Clear cache')
  await told('清除完毕', 'Cleared')
  const answers = [{ code: 418, msg: 'never told' }, {}]
  await page.route('**/oauth/clear-cache', (r) => r.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(answers.shift()) }))
  await tag('清除缓存', 'Clear cache')
  await tag('清除缓存', 'Clear cache')
  await told('未知错误', 'Unknown error')
  await until(() => page.getByText('never told').count()).toBe(0)
  const fail = () =>
    page.evaluate(() => {
      setTimeout(() => {
        throw new TypeError('planted')
      })
    })
  await fail()
  await page.getByRole('button', { name: new RegExp(`^${w('错误日志', 'Error log')} \\d`) }).click()
  await press('上传服务器', 'Upload to the server')
  await told('确定上传本地日志到服务器?', 'Upload the local log to the server?')
  await ok()
  await told('发送成功!', 'Sent!')
  await fail()
  await press('清空本地日志', 'Clear the local log')
  await told('确定清空本地日志记录?', 'Clear the local log?')
  await ok()
  await told('清空成功!', 'Cleared!')
  await told('没有错误日志', 'The error log is empty')
  await press('关闭', 'Close', page.getByRole('dialog').first())
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
  await press('锁屏', 'Lock screen')
  await ok()
  await told('锁屏密码不能为空', 'The lock password must not be empty')
  await page.getByRole('dialog').getByLabel(w('锁屏密码', 'Lock password')).fill('2580')
  await ok()
  await page.locator('.cover').waitFor()
  await press('解锁', 'Unlock')
  await told('锁屏密码不能为空', 'The lock password must not be empty')
  await s.onlyFaults(/planted|status of 500/)
})

test.each(LANGS)('passwords: expired, initial, required, and differing (%s)', async (lang) => {
  const { page, w, press, told, ok } = await enter('sign', lang)
  await press('您的密码已过期，点击此处立即修改', 'Your password has expired. Click here to change it')
  await told('密码已过期', 'The password has expired')
  await ok()
  await told('请输入原密码', 'Please enter the old password')
  await told('请输入新密码', 'Please enter the new password')
  await told('请输入确认密码', 'Please confirm the password')
  await page.getByLabel(w('新密码', 'New password'), { exact: true }).fill('Fresh-Words-2026!')
  await page.getByLabel(w('确认密码', 'Confirm password'), { exact: true }).fill('other')
  await ok()
  await told('两次密码不一致', 'The passwords differ')
  await page.getByLabel(w('原密码', 'Old password'), { exact: true }).fill('not the one')
  await page.getByLabel(w('确认密码', 'Confirm password'), { exact: true }).fill('Fresh-Words-2026!')
  await ok()
  await told('原密码不正确', 'The old password is wrong')
  const fresh = await s.enter('audit', { lang })
  await hands(fresh, lang).told('初始密码，请修改', 'Initial password, please change it')
  await fresh.waitForLoadState('networkidle')
  // the wrong password is refused
  await s.onlyFaults(/status of 400/)
})

test.each(LANGS)('a registration says what is missing, what differs, and that it failed (%s)', async (lang) => {
  const page = await s.open({ lang })
  const { w, press, told } = hands(page, lang)
  await press('没有账号？注册', 'No account? Register')
  const dialog = page.getByRole('dialog')
  const fill = (zh: string, en: string, value: string) => dialog.getByLabel(w(zh, en), { exact: true }).fill(value)
  await fill('租户编号', 'Tenant id', '')
  await press('注册', 'Register', dialog)
  await told('请先输入租户编号', 'Please enter the tenant id')
  await told('请先输入账号名称', 'Please enter the account')
  await told('请先输入密码', 'Please enter the password')
  await fill('租户编号', 'Tenant id', '000000')
  await fill('姓名', 'Name', '钱访客')
  await fill('账号', 'Account', 'guest1')
  await fill('密码', 'Password', 'Fresh-Words-2026!')
  await fill('确认密码', 'Confirm password', 'other')
  await press('注册', 'Register', dialog)
  await told('两次密码输入不一致', 'The passwords differ')
  await fill('确认密码', 'Confirm password', 'Fresh-Words-2026!')
  await page.route('**/register-guest**', (r) => r.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
  await press('注册', 'Register', dialog)
  await told('提交失败', 'The registration failed')
  await page.unroute('**/register-guest**')
  await fill('账号', 'Account', 'county')
  await press('注册', 'Register', dialog)
  // nobody is told that the account is somebody's
  await told('已提交注册，账号可用时请等待管理员审核', 'Your registration was sent. If the account is free, an administrator will approve it.')
  await page.reload()
  await page.locator('input[autocomplete="username"]').fill('county')
  await page.locator('input[type="password"]').fill('wrong')
  await page.locator('button[type="submit"]').click()
  await told('用户名或密码错误', 'Wrong account or password')
  await s.onlyFaults(/status of [45]00/)
})

test.each(LANGS)('the profile says what is missing, what is wrong and which pictures it takes (%s)', async (lang) => {
  const { page, w, press, told } = await enter('town', lang, '/info/index')
  const field = (zh: string, en: string) => page.getByRole('tabpanel').getByLabel(w(zh, en), { exact: true })
  const all = [field('姓名', 'Real name'), field('用户名', 'User name'), field('手机号码', 'Phone')]
  for (const f of all) await f.fill('')
  await press('保存', 'Save')
  await told('请输入姓名', 'Please enter the real name')
  await told('请输入用户名', 'Please enter the user name')
  await told('请输入手机号码', 'Please enter the phone')
  await all[2]!.fill('12800138000')
  await told('手机号码格式不正确', 'The mobile number is wrong')
  await all[2]!.fill('1380013800')
  await told('手机号码应为11位', 'A mobile number has 11 digits')
  const picture = (name: string, mimeType: string, bytes: number) =>
    page.locator('input[type=file]').setInputFiles([{ name, mimeType, buffer: Buffer.alloc(bytes) }])
  await picture('a.gif', 'image/gif', 9)
  await told('上传失败，只允许上传jpg、png文件', 'Upload failed: only jpg、png files')
  await picture('a.png', 'image/png', 500 * 1024 + 1)
  await told('上传失败，上传文件不能超过 500kb', 'Upload failed: at most 500 kB')
  await page.getByRole('tab', { name: w('修改密码', 'Change password') }).click()
  await press('确定', 'OK', page.getByRole('tabpanel').last())
  await told('请输入原密码', 'Please enter the old password')
  await told('请输入新密码', 'Please enter the new password')
  await told('请输入确认密码', 'Please confirm the password')
  expect(s.faults).toEqual([])
})

test.each(LANGS)('forms of the administration, and the switch of department and role, say what is missing (%s)', async (lang) => {
  const { page, w, press, told, ok } = await enter('admin', lang)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: new RegExp(w('用户菜单', 'User menu')) }).click()
  await page.getByRole('menuitem', { name: w('切换部门/角色', 'Switch department or role') }).click()
  await ok()
  await told('请选择部门', 'Select a department')
  await told('请选择角色', 'Select a role')
  await page.goto(`${s.url}/system/tenant-package`)
  await press('新增', 'Add')
  await press('保存', 'Save', dialog)
  await told('请输入产品包名称', 'Please enter the name')
  await told('请选择菜单', 'Please select menus')
  await page.goto(`${s.url}/system/param`)
  await press('新增', 'Add')
  await press('保存', 'Save', dialog)
  await told('请输入参数名称', 'Please enter the name')
  await told('请输入参数键名', 'Please enter the key')
  await told('请输入参数键值', 'Please enter the value')
  expect(s.faults).toEqual([])
})
