// What an administrator gives and takes at the screens, and what people then see: menus and buttons, data scopes, packages, the error log.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phrases } from '../../kit/web/phrases.ts'
import { words as business } from '../../business/cases/web/words.ts'
import { words } from '../../platform/parts/people-words.ts'
import { PASSWORD } from '../world.ts'
import { actOn, stage, told, type Stage, until, visit } from './stage.ts'

let s: Stage, admin: Page
beforeAll(async () => {
  s = await stage()
  // a role that sees one register and nothing of the business: none is installed like that
  await s.w.db.pool.query(`insert into role_menu ("roleId", "menuId", "tenantId") select r.id, m.id, r."tenantId" from sys_role r
    join menu page on page."tenantId" = r."tenantId" and page.category = 1 and page.path = '/land/fbf'
    join menu m on m."tenantId" = r."tenantId" and (m.id in (page.id, page."parentId") or m.code = 'fbf_view')
    where r."tenantId" = '000000' and r."roleAlias" = 'large' on conflict do nothing`)
  admin = await s.enter('admin', { at: '/system/role' })
})
afterAll(() => s?.end())

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true })
/** A menu of the sidebar; its icon may stand before its name. */
const menu = (page: Page, name: string) => page.getByRole('menuitem', { name: new RegExp(`(^| )${name}$`) })
const node = (at: Locator, title: string) => at.locator('.ant-tree-treenode:not([aria-hidden])').filter({ has: at.page().getByText(title, { exact: true }) })

/** Finds a node of a tree with boxes by a word, and ticks or unticks the first of this title that the word leaves. */
async function tick(at: Locator, word: string, title: string): Promise<void> {
  await at.getByLabel(phrases.keyword.zh).locator('visible=true').fill(word)
  await node(at, title).locator('visible=true').first().locator('.ant-tree-checkbox').click()
}
/** Opens the rights of a role, changes them and saves. */
async function rights(alias: string, change: (dialog: Locator) => Promise<void>): Promise<void> {
  await visit(admin, '/system/role')
  const row = admin.getByRole('row').filter({ has: admin.getByText(alias, { exact: true }) })
  await actOn(row, words.grantRole.zh)
  const dialog = admin.getByRole('dialog')
  await dialog.locator('.ant-tree-treenode:not([aria-hidden])').first().waitFor()
  await change(dialog)
  await button(dialog, phrases.save.zh).click()
  await dialog.waitFor({ state: 'hidden' })
}
const idsOf = (nodes: readonly { id: string; children?: any[] }[]): string[] => nodes.flatMap((n) => [n.id, ...idsOf(n.children ?? [])])
/** Opens the first level of the sidebar. */
const unfold = (page: Page, name: string) => menu(page, name).click()

test('a role that is given a page and a button has them, and loses them when they are taken back', async () => {
  const before = await s.enter('large', { at: '/land/fbf' })
  await before.getByText(/^共 \d+ 条$/).waitFor()
  await until(() => button(before, phrases.add.zh).count()).toBe(0)
  await until(() => menu(before, '业务办理').count()).toBe(0)

  await rights('large', async (dialog) => {
    await tick(dialog, '发包方', '新增')
    await tick(dialog, '公示管理', '公示管理')
    await s.picture(admin, '50-grant')
  })
  const given = await s.enter('large', { at: '/land/fbf' })
  await unfold(given, '业务办理')
  await menu(given, '公示管理').click()
  await given.waitForURL(/\/publicity\/index/)
  await given.getByText('暂无数据').locator('visible=true').first().waitFor()
  await until(() => menu(given, '全部业务').count()).toBe(0)
  await given.goto(`${s.url}/land/fbf`)
  await button(given, phrases.add.zh).click()
  await given
    .getByRole('dialog')
    .getByLabel(/发包方名称/)
    .waitFor()
  await given.keyboard.press('Escape')

  await rights('large', async (dialog) => {
    await tick(dialog, '发包方', '新增')
    await tick(dialog, '公示管理', '公示管理')
  })
  // at once for the server, and at the next start for the one who is signed in
  await given.goto(`${s.url}/land/fbf`)
  await given.getByText(/^共 \d+ 条$/).waitFor()
  await until(() => button(given, phrases.add.zh).count()).toBe(0)
  const after = await s.enter('large', { at: '/land/fbf' })
  await menu(after, '基础数据').waitFor()
  // a folder whose last page was taken away is gone as well
  await until(() => menu(after, '业务办理').count()).toBe(0)
  expect(s.faults).toEqual([])
})

test('a data scope made at its screen and given to a role hides rows of the list and of its count', async () => {
  const { rows } = await s.w.db.pool.query(`select count(*)::int as n from cbf where zt = '1' and cbfmc like '程%'`)
  const left: number = rows[0].n
  expect(left).toBeGreaterThan(0)
  const free = await s.enter('village', { at: '/land/cbf' })
  await free.getByText('共 365 条').waitFor()

  await visit(admin, '/system/data-scope')
  const menus = admin.getByRole('navigation', { name: words.menus.zh.replace('权限', '') })
  await node(menus, '基础数据').locator('.ant-tree-switcher').click()
  await node(menus, '承包方').getByText('承包方', { exact: true }).click()
  await button(admin, phrases.add.zh).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('权限名称').fill('只看程家')
  await dialog.getByLabel('权限编号').fill('cheng_only')
  const pick = async (field: Locator, option: string | RegExp, search?: string) => {
    await field.click()
    if (search) await field.fill(search)
    await admin.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click()
  }
  await pick(dialog.getByLabel('数据资源'), / cbf$/, 'cbf')
  await pick(dialog.getByLabel('规则类型'), '自定义')
  await button(dialog, '添加条件').click()
  await pick(dialog.getByLabel('字段', { exact: true }), / cbfmc$/, 'cbfmc')
  await pick(dialog.getByLabel('运算'), '开头为')
  await dialog.getByLabel('值', { exact: true }).fill('程')
  await s.picture(admin, '51-data-scope')
  await button(dialog, phrases.save.zh).click()
  await told(admin, phrases.added.zh)
  await admin.getByRole('row').filter({ hasText: '只看程家' }).waitFor()
  await rights('village', async (d) => {
    await d.getByRole('tab', { name: words.dataScopes.zh }).click()
    await tick(d, '只看', '只看程家')
  })

  const narrowed = await s.enter('village', { at: '/land/cbf?size=10' })
  await narrowed.getByText(`共 ${left} 条`).waitFor()
  const names = await narrowed.locator('.ant-table-tbody tr.ant-table-row').allInnerTexts()
  expect(names.length).toBe(Math.min(left, 10))
  expect(names.filter((n) => !n.includes('程'))).toEqual([])
  await narrowed.locator('.shell-tab').filter({ hasText: '承包方' }).click({ button: 'right' })
  await narrowed.getByRole('menuitem', { name: '为什么不能？' }).click()
  await narrowed.getByRole('dialog').getByText('数据权限还限定了: cbf').waitFor()

  await rights('village', async (d) => {
    await d.getByRole('tab', { name: words.dataScopes.zh }).click()
    await tick(d, '只看', '只看程家')
  })
  await free.reload()
  await free.getByText('共 365 条').waitFor()
  expect(s.faults).toEqual([])
})

test('a package that is narrowed narrows what the tenant’s administrator sees and can give', async () => {
  const enterOther = async (): Promise<Page> => {
    const page = await s.open()
    await page.getByLabel('租户编号').fill('100001')
    await page.locator('input[autocomplete="username"]').fill('admin')
    await page.locator('input[type="password"]').fill(PASSWORD)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL(/\/wel\/index/)
    await menu(page, '系统管理').waitFor()
    return page
  }
  const wide = await enterOther()
  await menu(wide, '业务办理').waitFor()
  const other = await s.w.as('other')
  const roleId = (await other.post('/cpt-system/role/submit', { roleName: '什么都有', roleAlias: 'plenty', sort: 9 })).data
  const all = (await other.get('/cpt-system/menu/grant-tree')).data.menu
  expect((await other.post('/cpt-system/role/grant', { roleIds: [roleId], menuIds: idsOf(all) })).code).toBe(200)

  await visit(admin, '/system/tenant-package')
  await button(admin, phrases.add.zh).click()
  const form = admin.getByRole('dialog')
  await form.getByLabel(/产品包名称/).fill('基础版')
  for (const page of ['承包方', '角色', '用户']) await tick(form, page, page)
  await s.picture(admin, '52-package')
  await button(form, phrases.save.zh).click()
  await told(admin, phrases.added.zh)
  await visit(admin, '/system/tenant')
  const row = admin.getByRole('row').filter({ has: admin.getByText('100001', { exact: true }) })
  await button(row, phrases.more.zh).click()
  await admin.getByRole('menuitem', { name: words.packageSetting.zh }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel(words.pack.zh).click()
  await admin.locator('.ant-select-item-option').filter({ hasText: '基础版' }).click()
  await button(dialog, phrases.save.zh).click()
  await dialog.waitFor({ state: 'hidden' })

  const narrow = await enterOther()
  await until(() => menu(narrow, '业务办理').count()).toBe(0)
  await unfold(narrow, '系统管理')
  await menu(narrow, '角色').waitFor()
  await until(() => menu(narrow, '部门').count()).toBe(0)
  await menu(narrow, '角色').click()
  await actOn(narrow.getByRole('row').filter({ has: narrow.getByText('admin', { exact: true }) }), words.grantRole.zh)
  const tree = narrow.getByRole('dialog')
  await node(tree, '基础数据').waitFor()
  await until(() => tree.locator('.ant-tree-title').locator('visible=true').allInnerTexts()).toEqual(['基础数据', '系统管理'])
  await button(tree, phrases.cancel.zh).click()
  // a role that holds more from before can still be changed
  await actOn(narrow.getByRole('row').filter({ has: narrow.getByText('plenty', { exact: true }) }), words.grantRole.zh)
  await tick(tree, '用户', '用户')
  await button(tree, phrases.save.zh).click()
  await tree.waitFor({ state: 'hidden' })
  expect(s.faults).toEqual([])
})

test('a fault of somebody’s browser that was uploaded is found in the error log of the administrator', async () => {
  const page = await s.enter('town')
  await page.locator('.shell-tab-on').waitFor()
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('planted far away')
    })
  })
  await button(page, '错误日志 1').click()
  await button(page.getByRole('dialog').first(), '上传服务器').click()
  await button(page, '确定').click()
  await told(page, '发送成功!')
  await visit(admin, '/system/error-log')
  const row = admin.getByRole('row').filter({ hasText: 'planted far away' })
  await row.getByText('town', { exact: true }).waitFor()
  await actOn(row, phrases.view.zh)
  await admin.getByRole('dialog').getByText('/wel/index', { exact: true }).waitFor()
  expect(s.faults.splice(0)).toEqual(['page: planted far away'])
})

test('a greyed button tells its reason and leads to every rule behind it; the palette asks what is missing', async () => {
  const caller = await s.w.as('admin')
  const at = (call: string) => `/yw-accept/process-config/${call}`
  const [definition] = (await caller.get(at('list-process'))).data
  const process = { regionCode: '512021', businessTypeCode: 'contract_sign', processName: '签订', processVersion: '1.0.0', minDays: 15 }
  const made = await caller.post(at('save'), { ...process, processDefinitionId: definition.id })
  expect((await caller.post(at('enable'), {}, { id: made.data })).msg).toBe('操作成功')
  await visit(admin, '/business/process-config')
  await button(admin.getByRole('row'), phrases.more.zh).first().click()
  await admin.getByRole('menuitem', { name: phrases.remove.zh, disabled: true }).getByText(phrases.remove.zh).hover()
  const tip = admin.getByRole('tooltip')
  await tip.getByText(business.enabledKept.zh).waitFor()
  await button(tip, '为什么不能？').click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByText(`${phrases.remove.zh} · 为什么是灰色的：${business.enabledKept.zh}`).waitFor()
  const chain = dialog.getByRole('alert').getByRole('listitem')
  await chain.nth(3).waitFor()
  await until(() => chain.allInnerTexts()).toEqual([
    expect.stringContaining('不须先修改'),
    expect.stringContaining('未设产品包'),
    expect.stringContaining('超级管理员'),
    expect.stringContaining(business.enabledKept.zh),
  ])
  await s.picture(admin, '53-greyed')

  const page = await s.enter('village', { at: '/land/cbf' })
  await page.getByText('共 365 条').waitFor()
  await page.keyboard.press('Control+K')
  await page.getByLabel('搜索或执行').fill('为什么没有')
  await page.keyboard.press('Enter')
  const missing = page.getByRole('dialog').getByRole('row')
  await missing.filter({ hasText: '您的角色没有此按钮' }).first().waitFor()
  // only what is missing, and to a clerk not whose rules there are
  await until(() => page.getByRole('dialog').getByText('可用', { exact: true }).count()).toBe(0)
  await until(() => page.getByRole('dialog').locator('.ant-table-row-expand-icon:not(.ant-table-row-expand-icon-spaced)').count()).toBe(0)
  await page
    .getByRole('dialog')
    .getByText(/^全部按钮/)
    .click()
  await page.getByRole('dialog').getByText('可用', { exact: true }).first().waitFor()
  expect(s.faults).toEqual([])
})
