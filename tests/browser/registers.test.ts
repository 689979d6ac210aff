import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../apps/server/config.server.ts'
import { words as ofContractor } from '../../business/cases/web/lists/of-contractor-words.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { unpack } from '../../packages/package/archive.server.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { actOn, enterAs, stage, type Stage, visit } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

test('a clerk signs in and sees the village on lists and map', async () => {
  const page = await s.open()
  await enterAs(page, 'county')
  await page.getByText('1,835').first().waitFor()
  await s.picture(page, '01-home')
  await visit(page, '/land/cbf')
  await page.getByText('共 365 条').waitFor()
  await s.picture(page, '02-cbf')
  await visit(page, '/land/dk')
  await page.getByText('共 1979 条').waitFor()
  await s.picture(page, '03-dk')
  await visit(page, '/map/index')
  await page.locator('canvas').first().waitFor()
  await page.waitForLoadState('networkidle')
  await s.picture(page, '04-map')
  expect(s.faults).toEqual([])
})

test('a household is found by its name', async () => {
  const name = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { size: 1 })).data.records[0].cbfmc as string
  const page = await s.enter('county', { at: `/land/cbf?cbfmc=${encodeURIComponent(name)}` })
  await page.locator('table').getByText(name).first().waitFor()
  // the office tags it, and finds it by the tag
  await page.locator('.ant-table-row .ant-checkbox-input').first().check()
  await page.getByRole('button', { name: '设置标签', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').click()
  await page.getByTitle('整户消亡').click()
  // the list of choices goes
  await dialog.getByRole('alert').click()
  await s.picture(page, '02-cbf-tags')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'detached' })
  await visit(page, '/land/cbf?tag=2')
  await page.locator('.ant-table-row').getByText('整户消亡').waitFor()
  await page.getByText('共 1 条').waitFor()
  expect(s.faults).toEqual([])
})

/** What the server says while it cannot answer. */
const DOWN = { zh: '服务暂时不可用，请稍后重试', en: 'The service is not available for the moment' } as const
test.each(['zh', 'en'] as const)('a list and a tab whose call fails say so and why, and come when they are asked for again (%s)', async (lang) => {
  const [household] = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { size: 1 })).data.records
  const page = await s.enter('county', { lang })
  /** Lets the calls of this path fail, until it is called. */
  const failing = async (path: string) => {
    const at = `**/api/${path}?**`
    await page.route(at, (r) => r.fulfill({ status: 503, json: { code: 503, success: false, data: null, msg: DOWN[lang] } }))
    return () => page.unroute(at)
  }
  const mend = async (up: () => Promise<void>, come: () => Promise<void>) => {
    await page.getByText(phrases.loadFailed[lang], { exact: true }).waitFor()
    const why = page.locator('.ant-alert, .ant-result').getByText(DOWN[lang])
    await why.waitFor()
    await s.picture(page, `06-failed-${lang}`)
    // what fails again says so again
    await page.getByRole('button', { name: phrases.retry[lang], exact: true }).click()
    await why.waitFor()
    await up()
    await page.getByRole('button', { name: phrases.retry[lang], exact: true }).click()
    await come()
    await page.getByText(phrases.loadFailed[lang], { exact: true }).waitFor({ state: 'detached' })
  }
  const list = await failing('base-qssj/cbf/page')
  await visit(page, '/land/cbf')
  await mend(list, () => page.locator('.ant-table-row').getByText(household.cbfmc).first().waitFor())
  await visit(page, `/land/cbf?open=view.${household.id}`)
  for (const [path, tab, come] of [
    ['yw-accept/business/of-cbf', ofContractor.cases, ofContractor.noCases],
    ['yw-accept/business/files-of-cbf', ofContractor.archive, ofContractor.noFiles],
    ['base-qssj/cbf/history', { zh: '变更历史', en: 'History' }, { zh: '首次记录', en: 'First version' }],
  ] as const) {
    const up = await failing(path)
    await page.getByRole('tab', { name: tab[lang], exact: true }).click()
    await mend(up, () => page.getByText(come[lang], { exact: true }).first().waitFor())
  }
  await s.onlyFaults(/503/)
})

/** A quadrangle of a household with neighbours, large enough to be cut. */
const SIMPLE = `select d.id, d.dkbm, d.scmj, ST_AsText(d.geom, 15) as wkt from dk d
  where d.zt = '1' and d.dklb = '10' and d.cbfbm is not null and ST_NPoints(d.geom) = 5 and d.scmj > 800
    and (select count(*) from dk n where n.id <> d.id and n.zt = '1' and n.geom && d.geom and ST_Intersects(n.geom, d.geom)) between 2 and 4
  order by d.dkbm limit 1`

test('a parcel is cut by a line drawn on the map: both pieces are stored, nothing is lost, and neighbours keep their common points', async () => {
  const all = async (sql: string, values: unknown[] = []) => (await s.w.db.pool.query(sql, values)).rows
  const [before] = await all(SIMPLE)
  // a form changes no registered parcel: this one is in no book and nobody's
  await all('delete from cbdkxx where dkbm = $1', [before.dkbm])
  await all(`update dk set djzt = '0', cbfbm = null, cbfmc = null where id = $1`, [before.id])
  const page = await s.enter('county', { at: `/land/dk?open=edit.${before.id}` })
  const dialog = page.getByRole('dialog').last()
  const map = dialog.getByRole('application')
  await map.locator('canvas').first().waitFor()
  await dialog.getByText('分割', { exact: true }).click()
  // what is typed beside the map is corrected there, and its keys do nothing to the outline
  const mu = dialog.getByRole('spinbutton', { name: '面积（亩）', exact: true })
  await mu.pressSequentially('12')
  await mu.press('Backspace')
  expect(await mu.inputValue()).toBe('1')
  await mu.press('Backspace')
  await map.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await map.boundingBox())!
  await page.mouse.click(x + 8, y + height / 2)
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 })
  await page.mouse.dblclick(x + width - 8, y + height / 2 + 2)
  await dialog.getByText(/\(新增 [\d.]+ ?亩\)/).waitFor()
  await s.picture(page, '25-cut')
  // undo and redo bring the line away and back
  await dialog.getByRole('button', { name: '撤销' }).click()
  await dialog.getByText(/\(新增 [\d.]+ ?亩\)/).waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: '重做' }).click()
  await dialog.getByText(/\(新增 [\d.]+ ?亩\)/).waitFor()
  await dialog.getByRole('button', { name: '保存' }).click()
  // what else moves with it is listed, and somebody says yes
  await page.getByRole('dialog').last().getByRole('button', { name: '确认保存', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })

  // the parcel has ended, and both pieces have codes of their own
  const pieces = await all('select id, dkbm, scmj from dk where "ydkbm"::jsonb ? $1 and zt = \'1\' order by dkbm', [before.dkbm])
  expect([pieces.length, (await all('select zt from dk where dkbm = $1', [before.dkbm])).map((p) => p.zt)]).toEqual([2, ['2']])
  expect(Math.abs(pieces.reduce((n, p) => n + Number(p.scmj), 0) - Number(before.scmj))).toBeLessThanOrEqual(0.01)
  const ids = pieces.map((p) => p.id)
  const points = `with p as (select id, ST_X(g) as x, ST_Y(g) as y from (select id, (ST_DumpPoints(geom)).geom as g from dk where zt = '1') q)`
  const lost = await all(
    `${points}, old as (select ST_X(g) as x, ST_Y(g) as y from (select (ST_DumpPoints(ST_GeomFromText($3, 4326))).geom as g) q)
     select * from old where not exists (select 1 from p where p.id in ($1, $2) and p.x = old.x and p.y = old.y)`,
    [...ids, before.wkt],
  )
  expect(lost).toEqual([])
  // the ends of the cut lie on the edges of neighbours, which got the same point
  const loose = await all(
    `${points}, cut as (select a.x, a.y from p a join p b on a.x = b.x and a.y = b.y where a.id = $1 and b.id = $2)
     select n.dkbm, cut.x, cut.y from cut join dk n on n.zt = '1' and n.id not in ($1, $2) and ST_DWithin(n.geom, ST_SetSRID(ST_MakePoint(cut.x, cut.y), 4326), 1e-9)
     where not exists (select 1 from p where p.id = n.id and p.x = cut.x and p.y = cut.y)`,
    ids,
  )
  expect(loose).toEqual([])
  expect(s.faults).toEqual([])
})

test('the family of a parcel is drawn: what it was cut from and what became of it', async () => {
  const [parent, piece] = (await s.w.db.pool.query(`select id, dkbm from dk where zt = '1' order by dkbm desc limit 2`)).rows
  await s.w.db.pool.query('update dk set "ydkbm" = $1 where id = $2', [JSON.stringify([parent.dkbm]), piece.id])
  const page = await s.enter('county', { at: `/land/dk?dkbm=${piece.dkbm}`, lang: 'en' })
  const row = page.getByRole('row').filter({ hasText: piece.dkbm })
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Family', exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const { dkbm } of [parent, piece]) await dialog.getByText(dkbm).first().waitFor()
  await s.picture(page, '61-parcel-family')
  expect(s.faults).toEqual([])
})

test('the desk: a certificate is printed on the next blank, its booklet comes, and it is issued', async () => {
  const [c] = (
    await s.w.db.pool.query(
      `select z.id, z.cbjyqzbm, z.cbfmc from cbjyqz z join djb d on d.id = z."djbId" where z.sfzx = 0 and d.qszt = '1' order by 2 limit 1`,
    )
  ).rows
  await s.w.db.pool.query(`update cbjyqz set cbjyqzlsh = null, fzrq = null, qzsflq = '2', qzlqrq = null, sfbdcfz = '2' where id = $1`, [c.id])
  const county = await s.w.as('county')
  const blanks = {
    regionCode: '512021',
    prefix: '川（2026）安岳县农村土地承包经营权证第',
    suffix: '号',
    digits: 6,
    fromNo: 1,
    toNo: 10,
    receiveDay: '2026-01-05',
  }
  expect((await county.post('/base-qssj/cert-blank/submit', blanks)).msg).toBe('操作成功')
  const page = await s.enter('county', { at: `/registry/cbjyqz?cbjyqzbm=${c.cbjyqzbm}` })
  const row = page.getByRole('row').filter({ hasText: c.cbjyqzbm })
  const dialog = page.getByRole('dialog').last()
  await actOn(row, '打证')
  await page.getByRole('button', { name: '确定' }).last().click()
  await dialog.getByText('第000001号').waitFor()
  await s.picture(page, '68-desk-printed')
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: '打印证书' }).click()])
  expect(file.suggestedFilename()).toBe(`${c.cbjyqzbm}-经营权证.pdf`)
  await dialog.getByRole('button', { name: '关闭' }).or(dialog.getByLabel('Close')).first().click()
  await actOn(row, '发证')
  await page.getByRole('dialog').last().getByRole('button', { name: '确定' }).click()
  await row.getByText('已发证').waitFor()
  await s.picture(page, '69-desk-issued')
  expect(s.faults).toEqual([])
})

test('a mortgage is entered by one person with its document and confirmed by another, and the parcel shows it', async () => {
  const parcel = (await (await s.w.as('town')).get('/base-dlxx/dk/page', { size: 30 })).data.records.find((r: { cbfbm: string | null }) => r.cbfbm)
  const town = await s.enter('town', { at: '/registry/restriction' })
  await town.getByRole('button', { name: '登记限制' }).click()
  const form = town.getByRole('dialog').last()
  await form.getByLabel('限制种类').click()
  await town.locator('.ant-select-dropdown:visible').getByText('抵押', { exact: true }).click()
  await form.getByLabel('限制对象编码').fill(parcel.dkbm)
  await form.getByLabel('起始日期').fill('2026-01-01')
  await form.getByLabel('起始日期').press('Enter')
  await form.getByLabel('文书编号').fill('抵押登记证明1号')
  await form.getByLabel('办理原因').fill('设立抵押')
  await form.getByRole('button', { name: '保存' }).click()
  await form.locator('input[type=file]').setInputFiles({ name: '证明.pdf', mimeType: 'application/pdf', buffer: PDF })
  await form.getByText('证明.pdf').first().waitFor()
  await form.getByRole('button', { name: '取消' }).click()
  const row = (page: Page) => page.getByRole('row').filter({ hasText: parcel.dkbm })
  // who entered it does not confirm it: the button is the other person's alone
  await row(town).getByRole('button', { name: '撤回' }).waitFor()
  expect(await row(town).getByRole('button', { name: '复核' }).count()).toBe(0)
  const county = await s.enter('county', { at: '/registry/restriction?list=requests' })
  await actOn(row(county), '复核')
  await county.getByRole('button', { name: '确定' }).click()
  await row(county).getByText('已复核').waitFor()
  await county.getByText('权利限制', { exact: true }).last().click()
  await row(county).getByText('有效').waitFor()
  await visit(county, `/land/dk?open=view.${parcel.id}`)
  await county.getByRole('region', { name: '地块', exact: true }).getByRole('note').getByText('设立抵押（抵押登记证明1号）').waitFor()
  expect(s.faults).toEqual([])
})

test('another package is uploaded, checked, audited and written through the screens, and the same one is recognised', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'chengbao-packages-'))
  const { files } = await unpack(join(ROOT, 'tests/packages/B-variants.zip'), dir)
  const zip = files.find((f) => f.path === 'v00-clean.zip')!.abs
  // parcels of the base lie on those of the package, which is an error of its check (J07): here they are put aside
  await s.w.db.pool.query(`update dk set geom = ST_Translate(geom, 0.5, 0) where geom is not null`)
  const page = await s.enter('county', { at: '/hjb/index' })
  const row = page.getByRole('row').filter({ hasText: '大井村成果' })
  const press = (name: string) => actOn(row, name)
  const upload = async () => {
    await visit(page, '/hjb/index?open=add')
    const form = page.getByRole('dialog').last()
    await form.getByLabel('汇交包名称').fill('大井村成果')
    await form.getByLabel('年度').fill('2016')
    await form.getByLabel('行政区划').click()
    await page.locator('.ant-select-dropdown:visible').getByText('安岳县', { exact: true }).click()
    await form.locator('input[type=file]').setInputFiles(zip)
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'hidden' })
  }
  await upload()
  await press('检查')
  const drawer = page.getByRole('dialog').last()
  await drawer.getByText('警告 5').waitFor()
  await drawer.getByText('错误 0').waitFor()
  await drawer.getByRole('row').filter({ hasText: 'C16' }).first().waitFor()
  await s.picture(page, '26-findings')
  await drawer.getByRole('button', { name: '关闭' }).click()
  await press('送审')
  await page.getByRole('button', { name: '确定' }).click()
  // who submits does not audit
  const other = await s.enter('admin', { at: '/hjb/index' })
  await actOn(other.getByRole('row').filter({ hasText: '大井村成果' }), '检查结果')
  await other.getByLabel('审核意见').fill('图斑越界属实，同意入库')
  await other.getByRole('button', { name: '接受' }).click()
  await other.getByLabel('审核意见').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '刷新' }).click()
  // the row as it was has other acts
  await row.getByText('审核通过', { exact: true }).waitFor()
  await press('入库')
  await page.getByRole('button', { name: '确定' }).click()
  // the job's progress, and the list behind it that is asked again when the job ends
  await drawer.locator('.ant-progress-status-success').waitFor()
  await drawer.getByRole('button', { name: '关闭' }).click()
  await row.getByRole('button', { name: '初始化', exact: true }).waitFor()
  await visit(page, '/land/cbf')
  await page.getByText('共 380 条').waitFor()
  await upload()
  await page.getByText('该汇交包已上传过').waitFor()
  expect(s.faults).toEqual([])
  await rm(dir, { recursive: true, force: true })
})
