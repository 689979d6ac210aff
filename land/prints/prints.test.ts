// The print room over HTTP: a job prints the households of a region once, says what it left out, goes on where it stood, and keeps who printed what.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeRenderer } from '../../services/typeset/typeset.server.ts'
import { buildContract, buildHousehold, GROUP } from '../../tests/factories.ts'
import { world, type Account, type World } from '../../tests/world.ts'

const AT = '/dzzw/print-job'
let w: World
const folder = mkdtempSync(join(tmpdir(), 'prints-'))
beforeAll(async () => {
  w = await world()
  w.jobs.start()
  for (const name of ['赵一', '钱二', '孙三']) await buildContract(w, { name, parcels: 2 })
  // who has no book has no contract to print
  await buildHousehold(w, { name: '李四' })
})
afterAll(async () => {
  await w.end()
  await closeRenderer()
  rmSync(folder, { recursive: true })
})
const post = async (verb: string, body: object, who: Account = 'county') => (await w.as(who)).post(`${AT}/${verb}`, body)
const job = async (id: string) => (await w.db.pool.query('select * from print_job where id = $1', [id])).rows[0]
const records = async (id: string) =>
  (await w.db.pool.query('select name, form, pages, printer, reason from print_record where "printId" = $1 order by code, form', [id])).rows
async function fileOf(id: string): Promise<string> {
  const r = await (await w.as('county')).get(`${AT}/download`, { id })
  const file = join(folder, `${id}.pdf`)
  writeFileSync(file, r.raw)
  return file
}
const pdf = (tool: string, file: string, ...more: string[]) => execFileSync(tool, [file, ...more], { encoding: 'utf8' })
const pagesOf = (file: string) => Number(/Pages:\s+(\d+)/.exec(pdf('pdfinfo', file))![1])
let first = ''

test('a job prints the forms of all households in order, each from the front of a sheet, and leaves out who has no book', async () => {
  const r = await post('start', { regionCode: GROUP, forms: 'djb,register-survey', packing: '1', duplex: 1 })
  expect(r.msg).toBe('操作成功')
  first = r.data
  await w.jobs.idle()
  const j = await job(first)
  expect([j.status, j.total, j.done, j.left]).toEqual(['2', 4, 4, 1])
  expect(j.unprinted.map((u: { name: string; zh: string }) => [u.name, u.zh])).toEqual([['李四', '登记簿：承包方【李四】没有现行登记簿，不能打印合同或登记簿']])
  const told = await records(first)
  expect(told.map((x) => [x.name, x.form])).toEqual([
    ...['赵一', '钱二', '孙三'].flatMap((name) => [[name, 'djb'], [name, 'register-survey']]),
    ['李四', 'register-survey'],
  ]) // prettier-ignore
  const file = await fileOf(first)
  expect(pagesOf(file)).toBe(told.reduce((n, x) => n + x.pages + (x.pages % 2), 0))
  expect([j.pages, j.sheets]).toEqual([told.reduce((n, x) => n + x.pages, 0), told.reduce((n, x) => n + Math.ceil(x.pages / 2), 0)])
  const text = pdf('pdftotext', file, '-').replace(/\s/g, '')
  for (const name of ['赵一', '钱二', '孙三', '李四']) expect(text).toContain(name)
  const doc = await PDFDocument.load(readFileSync(file))
  expect(doc.catalog.lookup(PDFName.of('Outlines'))!.toString()).toContain('/Count 4')
  const counted = await w.db.pool.query('select "printCount" as n from djb')
  expect(counted.rows.map((x) => Number(x.n))).toEqual([1, 1, 1])
})
test('a job that stopped goes on where it stood: nothing is recorded or counted twice, and no page is missing', async () => {
  const whole = pagesOf(await fileOf(first))
  const stop = (set: string) => w.db.pool.query(`update print_job set status = '3', "fileId" = null, ${set} where id = $1`, [first])
  await stop('done = 4')
  expect((await post('resume', { id: first })).msg).toBe('操作成功')
  await w.jobs.idle()
  expect([(await job(first)).status, (await records(first)).length, pagesOf(await fileOf(first))]).toEqual(['2', 7, whole])
  // killed between two households: those that were told stay as they are
  await w.db.pool.query('delete from print_record where "printId" = $1 and name = any($2)', [first, ['孙三', '李四']])
  await stop('done = 2')
  await post('resume', { id: first })
  await w.jobs.idle()
  expect([(await job(first)).done, (await records(first)).length, pagesOf(await fileOf(first))]).toEqual([4, 7, whole])
  const counted = await w.db.pool.query('select h.cbfmc, b."printCount" as n from djb b join cbf h on h.cbfbm = b.cbfbm order by b.cbfbm')
  expect(counted.rows.map((x) => [x.cbfmc, Number(x.n)])).toEqual([['赵一', 1], ['钱二', 1], ['孙三', 2]]) // prettier-ignore
  expect((await post('resume', { id: first })).key).toBe('print-running')
})
test('a book that ended after it was printed and before that was told does not stop the job', async () => {
  const { data: id } = await post('start', { regionCode: GROUP, forms: 'djb', packing: '2' })
  await w.jobs.idle()
  expect((await job(id)).left).toBe(1)
  // as a killed job leaves it: a print of the last one lies on disk, and there is no current book of 李四
  const work = join(w.dataDir, 'prints', 'work', id)
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, '3-djb.pdf'), 'printed')
  writeFileSync(join(work, '3.json'), JSON.stringify({ sheets: [{ form: 'djb', file: '3-djb.pdf', pages: 1, sha256: '0'.repeat(64) }], unprinted: [] }))
  await w.db.pool.query(`update print_job set status = '3', "fileId" = null, done = 3 where id = $1`, [id])
  await post('resume', { id })
  await w.jobs.idle()
  const { status, left } = await job(id)
  expect([status, left, (await records(id)).map((x) => x.name)]).toEqual(['2', 0, ['赵一', '钱二', '孙三', '李四']])
})
test('files by household come in a ZIP with their names; a reprint says why, and the records keep it', async () => {
  expect((await post('again', { id: first, reason: ' ' })).key).toBe('print-reason')
  const { data: again } = await post('again', { id: first, reason: '纸张受潮' })
  await w.jobs.idle()
  expect((await records(again)).map((x) => x.reason)).toEqual(Array.from({ length: 7 }, () => '纸张受潮'))
  const { data: files } = await post('start', { regionCode: GROUP, forms: 'contract,give-up', packing: '2' })
  await w.jobs.idle()
  const names = pdf('unzip', '-Z1', await fileOf(files)).split('\n')
  expect(names.filter((n) => n.endsWith('承包合同.pdf')).length).toBe(3)
  expect(names.some((n) => /^\d{18}李四-放弃（交回）承包地声明书\.pdf$/.test(n))).toBe(true)
  expect(names).toContain('未打印.txt')
})
test('a name that no font draws is told before anything is printed, with the person and the character', async () => {
  const { cbfbm } = await buildHousehold(w, { name: '周\u{E005}' })
  const refused = await post('start', { regionCode: GROUP, forms: 'give-up' })
  expect(refused.key).toBe('print-glyphs')
  expect(refused.msg).toContain(`（${cbfbm}）“周\u{E005}”：\u{E005}（U+E005）`)
  const before = (await w.db.pool.query('select count(*)::int as n from print_job')).rows[0].n
  const { data } = await post('start', { regionCode: GROUP, forms: 'give-up', skip: 1 })
  await w.jobs.idle()
  expect([(await job(data)).total, (await w.db.pool.query('select count(*)::int as n from print_job')).rows[0].n]).toEqual([4, before + 1])
})
test('refused: no form, an unknown one, another region, nobody there, a file that is not there yet, and without the button', async () => {
  for (const [body, key] of [
    [{ regionCode: GROUP, forms: '' }, undefined],
    [{ regionCode: GROUP, forms: 'other' }, 'print-no-form'],
    [{ regionCode: GROUP, forms: ',' }, 'print-no-forms'],
    [{ regionCode: '110000', forms: 'sketch' }, undefined],
  ] as const) {
    const r = await post('start', body)
    expect([body, r.success]).toEqual([body, false])
    if (key) expect(r.key).toBe(key)
  }
  await w.db.pool.query(`update print_job set status = '1' where id = $1`, [first])
  const at = async (who: Account) => (await w.as(who)).get(`${AT}/download`, { id: first })
  expect((await at('county')).key).toBe('print-not-ready')
  await w.db.pool.query(`update print_job set status = '2', "fileId" = repeat('0', 32) where id = $1`, [first])
  expect((await at('county')).key).toBe('print-gone')
  expect((await post('start', { regionCode: GROUP, forms: 'djb' }, 'audit')).code).toBe(403)
})
