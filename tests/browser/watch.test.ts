// What keeps the register true, at its screens: a correction by two persons, the families of a parcel and of a household with their areas, the watch from a run to the repair, and the
// certificate desk from the blank to the collector. `npm run test:long` alone.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang, Text } from '../../kit/model/lang.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { words as household } from '../../land/cbf/words.ts'
import { words as desk } from '../../land/cbjyqz/words.ts'
import { words as correcting } from '../../land/correction/words.ts'
import { dk } from '../../land/definitions/dk.ts'
import { words as parcelWords } from '../../land/dk/words.ts'
import { words as judging } from '../../land/restriction/words.ts'
import { words as cases } from '../../business/cases/web/words.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { typeName } from '../../services/process/engine/definitions.ts'
import { words as watching } from '../../views/watch/words.ts'
import { sample } from '../samples.ts'
import { actOn, stage, until, visit, type Stage } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

const rows = async (sql: string, values: unknown[] = []) => (await s.w.db.pool.query(sql, values)).rows
const button = (at: Page | Locator, t: Text, lang: Lang = 'zh') => at.getByRole('button', { name: t[lang], exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog').last()
const closed = async (page: Page, lang: Lang = 'zh') => {
  await dialogOf(page)
    .getByRole('button', { name: lang === 'zh' ? '关闭' : 'Close' })
    .or(dialogOf(page).getByLabel('Close'))
    .first()
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
/** A row by what stands in it, and a command of it that may stand behind 更多. */
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
async function more(page: Page, row: Locator, t: Text, lang: Lang = 'zh'): Promise<void> {
  await row.waitFor()
  if (await button(row, t, lang).count()) return button(row, t, lang).click()
  await actOn(row, phrases.more[lang])
  await page.getByRole('menuitem', { name: t[lang], exact: true }).click()
}

test('a correction is asked for from the locked form by one person, shown before and after, and confirmed by a second; then the register says so', async () => {
  const [parcel] = await rows(`select id::text as id, dkbm, dkdz from dk where zt = '1' and djzt = '2' and "dkdz" is not null order by dkbm limit 1`)
  const town = await s.enter('town', { at: `/land/dk?open=edit.${parcel.id}` })
  // what is registered is greyed, and says who may ask for it
  await dialogOf(town).getByRole('button', { name: '申请勘误' }).waitFor()
  await s.picture(town, '80-correction-locked')
  await dialogOf(town).getByRole('button', { name: '申请勘误' }).click()
  const form = dialogOf(town)
  const east = form.getByLabel(dk.fields.dkdz.label, { exact: true })
  await until(() => east.inputValue()).toBe(parcel.dkdz)
  await east.fill('新修村道')
  await form.getByLabel('依据文件').fill('调查表第7页')
  await form.getByLabel('勘误原因').fill('录入时四至抄错')
  await s.picture(town, '81-correction-asked')
  await button(form, phrases.save).click()
  await form.locator('input[type=file]').setInputFiles({ name: '调查表.pdf', mimeType: 'application/pdf', buffer: PDF })
  await form.getByText('调查表.pdf').first().waitFor()
  await button(form, phrases.cancel).click()
  // who asked for it takes it back and does not confirm it
  await button(rowOf(town, parcel.dkbm), judging.withdraw).waitFor()
  expect(await button(rowOf(town, parcel.dkbm), judging.confirm).count()).toBe(0)
  await s.picture(town, '82-correction-own')

  for (const lang of ['en', 'zh'] as const) {
    const county = await s.enter('county', { at: '/registry/correction', lang })
    const row = rowOf(county, parcel.dkbm)
    await actOn(row, phrases.view[lang])
    await dialogOf(county).getByText(correcting.before[lang], { exact: true }).waitFor()
    await dialogOf(county).locator('del').getByText(parcel.dkdz).waitFor()
    await dialogOf(county).locator('strong').getByText('新修村道').waitFor()
    await s.picture(county, `83-correction-seen-${lang}`)
    if (lang === 'en') continue
    await closed(county)
    await actOn(row, judging.confirm.zh)
    await button(county.getByRole('dialog'), phrases.ok).click()
    await row.getByText('已复核').waitFor()
    await s.picture(county, '84-correction-done')
    await visit(county, `/land/dk?open=view.${parcel.id}`)
    await county.getByRole('region', { name: dk.label, exact: true }).getByText('新修村道').first().waitFor()
  }
  // true from the first day on: no version before it says anything else
  expect(await rows(`select distinct dkdz from dk where dkbm = $1`, [parcel.dkbm])).toEqual([{ dkdz: '新修村道' }])
  expect(s.faults).toEqual([])
})

/** A field of 0.001 degrees of length, so many wide, some kilometres north of the village. */
const field = (from: number, height: number) => {
  const [south, north] = [30.22 + from / 2000, 30.22 + (from + height) / 2000]
  return `POLYGON((105.02 ${south},105.021 ${south},105.021 ${north},105.02 ${north},105.02 ${south}))`
}
test('the family of a parcel that was cut is drawn with the areas before and after, and they add up', async () => {
  const county = await s.w.as('county')
  const ok = async (path: string, body: object) => {
    const r = await county.post(path, body)
    expect([path, r.msg]).toEqual([path, '操作成功'])
    return r.data
  }
  const measured = async (path: string, body: object) => {
    const { drawn } = (await county.post(path, { ...body, scmj: '1.00', scmjm: '0.00' })).data
    return { ...body, scmj: drawn, scmjm: (Math.round(Number(drawn) * 0.15) / 100).toFixed(2) }
  }
  const [{ fbfbm }] = await rows(`select fbfbm from fbf where zt = '1' order by 1 limit 1`)
  const id = await ok('/base-dlxx/dk/save', await measured('/base-dlxx/dk/save', sample(dk, { fbfbm, geom: field(0, 1), dkmc: '大田' })))
  const moved = await ok('/base-dlxx/dk/save', await measured('/base-dlxx/dk/save', sample(dk, { fbfbm, geom: field(2, 1), dkmc: '小田' })))
  const { data } = await county.get('/base-dlxx/dk/detail', { id })
  s.setNow('2027-01-04')
  const again = await s.w.as('county')
  const names = Object.entries(dk.fields).flatMap(([n, f]) => (f.form === undefined ? [n] : []))
  const body = {
    ...Object.fromEntries(names.map((n) => [n, data[n]])),
    id,
    rev: data.rev,
    geom: field(0, 0.5),
    others: [{ kind: 'added', id: '1', wkt: field(0.5, 0.5) }],
  }
  const { drawn } = (await again.post('/base-dlxx/dk/update', { ...body, scmj: '1.00', scmjm: '0.00' })).data
  expect((await again.post('/base-dlxx/dk/update', { ...body, scmj: drawn, scmjm: (Math.round(Number(drawn) * 0.15) / 100).toFixed(2) })).msg).toBe('操作成功')
  const pieces = await rows(`select dkbm, scmjm from dk where "ydkbm"::jsonb ? $1 and zt = '1' order by dkbm`, [data.dkbm])
  const after = (pieces.reduce((n, p) => n + Math.round(Number(p.scmjm) * 100), 0) / 100).toFixed(2)
  expect(pieces.length).toBe(2)
  // another one loses land by its boundary alone, and keeps its code
  const { data: whole } = await again.get('/base-dlxx/dk/detail', { id: moved })
  const smaller = { ...Object.fromEntries(names.map((n) => [n, whole[n]])), id: moved, rev: whole.rev, geom: field(2, 0.5) }
  const lost = (await again.post('/base-dlxx/dk/update', { ...smaller, scmj: '1.00', scmjm: '0.00' })).data.drawn
  const areas = { scmj: lost, scmjm: (Math.round(Number(lost) * 0.15) / 100).toFixed(2) }
  expect((await again.post('/base-dlxx/dk/update', { ...smaller, ...areas })).msg).toBe('操作成功')

  for (const lang of ['zh', 'en'] as const) {
    const page = await s.enter('county', { at: `/land/dk?dkbm=${pieces[0].dkbm}`, lang })
    await more(page, rowOf(page, pieces[0].dkbm), parcelWords.family, lang)
    const tree = dialogOf(page)
    for (const code of [data.dkbm, ...pieces.map((p) => p.dkbm)]) await tree.getByText(code).first().waitFor()
    const shown = tree.getByRole('region')
    await until(() => shown.innerText()).toContain(data.scmjm)
    expect(await shown.innerText()).toContain(after)
    await shown.getByText(lang === 'zh' ? '差 0.00' : 'difference 0.00').waitFor()
    await s.picture(page, `85-family-${lang}`)
    await closed(page, lang)
    await visit(page, `/land/dk?dkbm=${whole.dkbm}`)
    await more(page, rowOf(page, whole.dkbm), parcelWords.history, lang)
    await dialogOf(page).getByText(parcelWords.lost[lang]).first().waitFor()
    await s.picture(page, `86-shapes-${lang}`)
  }
  expect(s.faults).toEqual([])
})

test('the watch runs when it is asked to, with its progress; what it finds stands in the list and on the map, leads to the business that repairs it, and is gone with it', async () => {
  const [h] = await rows(
    `select c.id, c.cbfbm, c.cbfmc, c.cbfcysl, (select min(x.dkbm) from cbdkxx x where x.cbfbm = c.cbfbm and x.qszt = '1') as dkbm from cbf c
     where c.zt = '1' and c.djzt = '2' and c.cbflx = '1' and c.cbfcysl > 1 order by c.cbfbm offset 3 limit 1`,
  )
  await rows('update cbf set cbfcysl = cbfcysl + 5 where id = $1', [h.id])
  const page = await s.enter('county', { at: '/registry/watch' })
  const check = async () => {
    await button(page, watching.start).click()
    await page.locator('.ant-popover').getByRole('button').last().click()
    await page.getByRole('progressbar', { name: watching.progress.zh }).or(page.getByLabel(watching.progress.zh)).first().waitFor()
    await page.getByText(/检查了 \d+ 个对象，发现 \d+ 处/).waitFor()
  }
  await check()
  await button(page, phrases.refresh).click()
  await page.mouse.move(0, 0)
  const row = rowOf(page, h.cbfbm)
  await row.getByText('农户的成员数与成员名单不一致').waitFor()
  await s.picture(page, '87-watch-list')
  const tab = (on: Page, t: Text, lang: Lang = 'zh') => on.getByRole('radiogroup').getByText(t[lang], { exact: true }).click()
  await tab(page, watching.map)
  await button(page, { zh: h.dkbm, en: h.dkbm }).click()
  // the card says what was found, beside the way to its repair
  await page.getByText(h.cbfmc).first().waitFor()
  await page.getByText('农户的成员数与成员名单不一致').last().waitFor()
  await page.waitForLoadState('networkidle')
  await s.picture(page, '88-watch-map')
  await tab(page, watching.issuers)
  await page.getByText(watching.trend.zh).waitFor()
  await s.picture(page, '89-watch-health')
  await tab(page, watching.list)
  await actOn(row, watching.repair.zh)
  await page.getByText(`${cases.accept.zh}：${typeName('correct_cbf')}`).waitFor()
  await until(() => page.getByRole('textbox', { name: '权利人名称' }).inputValue()).toBe(h.cbfmc)
  await s.picture(page, '90-watch-repair')

  const english = await s.enter('county', { at: '/registry/watch', lang: 'en' })
  await rowOf(english, h.cbfbm).waitFor()
  await s.picture(english, '87-watch-list-en')
  await tab(english, watching.map, 'en')
  await button(english, { zh: h.dkbm, en: h.dkbm }).click()
  await english.waitForLoadState('networkidle')
  await s.picture(english, '88-watch-map-en')
  await button(english, watching.repair, 'en').click()
  await english.waitForURL((u) => u.pathname === '/business/all')
  expect(new URL(english.url()).searchParams.get('open')).toBe(`add.correct_cbf.${h.cbfbm}`)

  await rows('update cbf set cbfcysl = $1 where id = $2', [h.cbfcysl, h.id])
  await visit(page, '/registry/watch?isOpen=1')
  await check()
  await button(page, phrases.refresh).click()
  await row.waitFor({ state: 'detached' })
  expect(s.faults).toEqual([])
})

test('the desk: a blank is spoilt and another printed, the certificate issued and given to a collector who is complete; its history tells each step', async () => {
  const [c] = await rows(
    `select z.id, z.cbjyqzbm, h.cbfzjhm from cbjyqz z join djb d on d.id = z."djbId" join cbf h on h.cbfbm = d.cbfbm and h."tenantId" = z."tenantId"
      where z.sfzx = 0 and d.qszt = '1' order by 2 offset 1 limit 1`,
  )
  await rows(`update cbjyqz set cbjyqzlsh = null, fzrq = null, qzsflq = '2', qzlqrq = null, qzlqrxm = null, sfbdcfz = '2' where id = $1`, [c.id])
  const blanks = { regionCode: '512021', prefix: '川（2027）安岳证第', suffix: '号', digits: 6, fromNo: 1, toNo: 10, receiveDay: '2026-01-05' }
  expect((await (await s.w.as('county')).post('/base-qssj/cert-blank/submit', blanks)).msg).toBe('操作成功')
  const page = await s.enter('county', { at: `/registry/cbjyqz?cbjyqzbm=${c.cbjyqzbm}` })
  const row = rowOf(page, c.cbjyqzbm)
  const print = async (serial: string) => {
    await actOn(row, desk.print.zh)
    await button(page.getByRole('dialog'), phrases.ok).last().click()
    await dialogOf(page).getByText(serial).waitFor()
    await closed(page)
  }
  await print('第000001号')
  await more(page, row, desk.spoil)
  await dialogOf(page).getByLabel('作废原因').fill('打印偏移')
  await s.picture(page, '91-desk-spoil')
  await button(dialogOf(page), phrases.ok).click()
  await row.getByText('未打证').waitFor()
  await print('第000002号')
  await actOn(row, desk.issue.zh)
  await button(dialogOf(page), phrases.ok).click()
  await row.getByText('已发证').waitFor()
  await actOn(row, desk.collect.zh)
  const collecting = dialogOf(page)
  await button(collecting, phrases.ok).click()
  await collecting.getByText('请输入领取人证件号码').waitFor()
  await s.picture(page, '92-desk-collector')
  await collecting.getByLabel('领取人证件号码').fill(c.cbfzjhm)
  await button(collecting, phrases.ok).click()
  await row.getByText('已领取').waitFor()
  await s.picture(page, '93-desk-collected')

  for (const lang of ['zh', 'en'] as const) {
    const seen = await s.enter('county', { at: `/registry/cbjyqz?cbjyqzbm=${c.cbjyqzbm}`, lang })
    await more(seen, rowOf(seen, c.cbjyqzbm), desk.history, lang)
    await dialogOf(seen).getByText('打印偏移').first().waitFor()
    await s.picture(seen, `94-desk-history-${lang}`)
    await visit(seen, '/registry/cbjyqz?list=blanks')
    await button(seen, desk.unused, lang).click()
    await dialogOf(seen).getByText('第000003号').waitFor()
    await s.picture(seen, `95-desk-unused-${lang}`)
    await visit(seen, '/registry/cbjyqz?list=statistics')
    await seen.getByText(desk.total[lang], { exact: true }).waitFor()
    await s.picture(seen, `96-desk-statistics-${lang}`)
  }
  expect(s.faults).toEqual([])
})

test('the life cycle of a household that was split draws its books, and the contract areas before and after add up', async () => {
  const [book] = await rows(
    `select id::text as id, cbjyqzbm as code, cbfbm, htzmjm::text as mu from djb where qszt = '1' and cbfcysl > 1 and htzmjm > 1 order by cbjyqzbm desc limit 1`,
  )
  // what a split leaves: the old version is historic, the household and its son have what it had
  const son = `${book.cbfbm.slice(0, -4)}7777`
  const kept = ((Math.round(Number(book.mu) * 100) - 60) / 100).toFixed(2)
  await rows(`update djb set qszt = '2' where id = $1`, [book.id])
  for (const [id, more] of [
    ['9000001', { version: 2, htzmjm: kept }],
    ['9000002', { cbjyqzbm: `${son}J`, cbfbm: son, cbfmc: '孔小分', version: 1, htzmjm: '0.60' }],
  ] as const) {
    const made = JSON.stringify({ ...more, id, qszt: '1', djlx: '1', djxl: '1', djsj: '2026-11-02' })
    await rows(`insert into djb select r.* from djb d, lateral jsonb_populate_record(d, $2::jsonb) r where d.id = $1`, [book.id, made])
    const link = JSON.stringify({ id: `${id}0`, djbId: id, prevDjbId: book.id, djxl: '1' })
    await rows(`insert into djb_lineage select r.* from djb d, lateral jsonb_populate_record(null::djb_lineage, to_jsonb(d) || $2::jsonb) r where d.id = $1`, [
      id,
      link,
    ])
  }
  for (const lang of ['zh', 'en'] as const) {
    const page = await s.enter('county', { at: `/land/cbf?cbfbm=${book.cbfbm}`, lang })
    await more(page, rowOf(page, book.cbfbm), household.family, lang)
    const areas = dialogOf(page).getByRole('region')
    await areas.getByText(lang === 'zh' ? '差 0.00' : 'difference 0.00').waitFor()
    const told = await areas.innerText()
    expect([told.includes('孔小分'), told.split(book.mu).length]).toEqual([true, 3])
    for (const area of [kept, '0.60'])
      await dialogOf(page)
        .getByText(new RegExp(` ${area} `))
        .first()
        .waitFor()
    await s.picture(page, `97-household-${lang}`)
  }
  expect(s.faults).toEqual([])
})
