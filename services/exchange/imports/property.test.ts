// What an export wrote and nobody touched is, brought back, exactly what stands: for every object, whatever its rows hold, in both languages.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extensionExport } from '../../../business/extension/households/export.server.ts'
import { clock } from '../../../kit/server/clock.server.ts'
import { entries, isEditable, type AnyResource } from '../../../kit/model/resource.ts'
import type { Who } from '../../../kit/server/ctx.server.ts'
import { contextFor } from '../../../runtime/jobs.server.ts'
import { seeded } from '../../../tests/seeded.ts'
import { SEED } from '../../../tests/volume.ts'
import { villageWorld, type Account, type World } from '../../../tests/world.ts'
import { writeSheet } from '../exports/sheet.server.ts'
import { sourceOf } from '../exports/source.server.ts'
import { headsOf, sameTitle } from './heads.ts'
import { TARGETS } from './targets.ts'
import { labelOf } from '../../../kit/model/field.ts'

let w: World
let folder = ''
beforeAll(async () => {
  w = await villageWorld()
  // what is registered no workbook changes (tests/contract/locked.test.ts): here is a village before its registration
  await w.db.pool.query(`update dk set djzt = '0'`)
  await w.db.pool.query(`update cbf set djzt = '0'`)
  folder = await mkdtemp(join(tmpdir(), 'chengbao-same-'))
})
afterAll(async () => {
  await w?.end()
  await rm(folder, { recursive: true, force: true })
})

const sql = async (text: string, values: unknown[] = []) => (await w.db.pool.query(text, values)).rows
const definition = (name: string): AnyResource => w.slices.flatMap((s) => s.resources).find((r) => r.name === name)!
/** Texts that sheets, people and programs stumble over. */
const NASTY = [
  '=1+1',
  '+86',
  '-1',
  '@x',
  ' 前后有空格 ',
  '\t制表',
  '两\n行',
  '回\r\n车',
  '"引号",逗号',
  "'单引号",
  '_x0041_',
  '<b>&amp;</b>',
  '007',
  '1e5',
  '2026-01-01',
  '是',
  '1',
  '，、；',
  '𠮷野家',
  '\u0001控',
  '　全角　',
  '#N/A',
  'TRUE',
  '3.10',
  '*',
] as const

/** Gives the text fields of a row other texts, cut to what the field holds. */
async function spoil(r: AnyResource, random: () => number, id: string): Promise<void> {
  // what a row is known again by stays: rows that nobody could tell apart are marked, not guessed
  const keys = new Set(TARGETS.find((t) => t.entity === r.name)!.keys.flat())
  const texts = entries(r).filter(([n, f]) => (f.kind === 'text' || f.kind === 'note') && isEditable(f) && !keys.has(n) && n !== 'fbfbm')
  for (const [n, f] of texts) {
    if (random() < 0.4) continue
    const text = random() < 0.2 ? null : [...NASTY[Math.floor(random() * NASTY.length)]!].slice(0, f.length ?? f.max ?? 20).join('')
    await sql(`update "${r.name}" set "${n}" = $1 where id = $2`, [text, id])
  }
}
async function whoOf(account: Account, plain: boolean): Promise<Who> {
  const [u] = await sql(
    `select u.id, u."tenantId", d."regionCode" from sys_user u join sys_dept d on d.id::text = u."deptId" where u.account = $1 and u."tenantId" = '000000'`,
    [account],
  )
  const perms = new Set((await sql('select code from menu')).map((m) => m.code as string).filter((c) => plain || !c.endsWith('_plain')))
  return { userId: u.id, account, realName: account, tenantId: u.tenantId, deptId: '0', roleIds: [], roles: [], regionCode: u.regionCode, perms }
}
/** The workbook that the export centre writes of a definition's list. */
async function exported(r: AnyResource, who: Who, lang: 'zh' | 'en'): Promise<Buffer> {
  const path = join(folder, `${r.name}-${lang}.xlsx`)
  const run = {
    lang,
    tx: <T>(work: (ctx: any) => Promise<T>) =>
      w.db.transaction({ tenantId: who.tenantId }, (tx) => work({ ...contextFor(tx, who, clock, 'export', async () => ''), lang })),
    mark: 'somebody 2611281900',
    signal: new AbortController().signal,
    progress: async () => {},
  }
  const region =
    r.name === 'region'
      ? { code: '512021' }
      : r.scope === 'land'
        ? { regionCode: (await sql('select "regionCode" as c from fbf order by 1 limit 1'))[0].c }
        : {}
  // everything that may stand on a sheet, not only what the list shows
  const target = r.name === extensionExport.r.name ? extensionExport : { r }
  const columns = entries(target.r).flatMap(([n, f]) => (['geom', 'json', 'refs'].includes(f.kind) ? [] : [n]))
  await writeSheet(run, await run.tx((ctx) => sourceOf(ctx, target, { filter: region, columns })), path)
  return readFile(path)
}
/** Everything of a table that a write would change. */
const print = async (table: string) => (await sql(`select md5(coalesce(string_agg(x::text, '|' order by id), '')) as print from "${table}" x`))[0].print

test('headings are told apart in every object, in both languages', () => {
  for (const t of TARGETS) {
    const labels = entries(definition(t.entity)).flatMap(([n, f]) =>
      ['geom', 'json', 'refs'].includes(f.kind) || t.without?.includes(n) ? [] : [{ n, ...labelOf(f) }],
    )
    for (const lang of ['zh', 'en'] as const) {
      const heads = headsOf(
        labels.map((l) => l[lang]),
        (title) => labels.find((l) => sameTitle(l.zh, title) || sameTitle(l.en, title))?.n,
      )
      expect([t.entity, lang, heads.map((h) => h.field)]).toEqual([t.entity, lang, labels.map((l) => l.n)])
    }
  }
})

test.each(TARGETS.map((t) => t.entity))('an export of %s comes back without a change', async (entity) => {
  const r = definition(entity)
  const random = seeded(SEED)
  if (entity === 'sys_post')
    for (let i = 0; i < 30; i++)
      await (await w.as('admin')).post('/cpt-system/post/submit', { category: '1', postCode: `p${i}`, postName: `岗位${i}`, sort: i })
  const where = r.scope === 'land' ? `where "regionCode" = (select "regionCode" from fbf order by 1 limit 1)` : ''
  for (const { id } of await sql(`select id from "${entity}" ${where} order by id limit 60`)) await spoil(r, random, id)
  if (entity === 'dict_biz') await sql(`delete from dict_biz where code not in ('sex', 'yes_no', 'zjlx', 'cbflx', 'dklb', 'yhzgx') and "tenantId" = '000000'`)
  // the second time personal numbers are masked, as for somebody without the right to them
  for (const [account, plain, lang] of [
    ['admin', true, 'zh'],
    ['admin', false, 'en'],
    ...(r.scope === 'land' ? ([['county', false, 'zh']] as const) : []),
  ] as const) {
    const who = await whoOf(account, plain)
    const bytes = await exported(r, who, lang)
    const client = await w.as(account)
    const before = await print(entity)
    const mark = '----x'
    const body = Buffer.concat([
      Buffer.from(
        `--${mark}\r\nContent-Disposition: form-data; name="entity"\r\n\r\n${entity}\r\n--${mark}\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${mark}--\r\n`),
    ])
    const a = await client.send('POST', '/importBatch/upload', {
      body,
      headers: { 'content-type': `multipart/form-data; boundary=${mark}`, 'accept-language': lang },
    })
    expect(a.msg).toMatch(/操作成功|Done/)
    await w.jobs.idle()
    const b = (await client.get('/importBatch/detail', { id: a.data.id })).data
    const off = (await client.get('/importBatch/rows', { id: a.data.id, size: 500 })).data.records
      .filter((x: any) => x.state !== 'same')
      .slice(0, 3)
      .map((x: any) => [x.cells, x.faults, x.changes])
    expect([entity, lang, b.failReason, off]).toEqual([entity, lang, '', []])
    expect([b.status, b.same, b.total > 0]).toEqual(['ready', b.total, true])
    expect((await client.post('/importBatch/accept', { id: a.data.id })).key).toBe('import-nothing')
    expect(await print(entity)).toBe(before)
  }
})
