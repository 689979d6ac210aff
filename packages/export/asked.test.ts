// The export of a national package through the export centre: who may have it, of what, and what is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import { openPackage } from '../package/open.server.ts'
import { readTable } from '../package/mdb.server.ts'
import { packageExport } from './target.server.ts'
import { villageWorld, type Client, type World } from '../../tests/world.ts'

let w: World, county: Client, dir: string
beforeAll(async () => {
  w = await villageWorld()
  county = await w.as('county')
  dir = await mkdtemp(join(tmpdir(), 'asked-'))
})
afterAll(async () => {
  await w?.end()
  await rm(dir, { recursive: true, force: true })
})
const rows = async (text: string, values: unknown[] = []): Promise<any[]> => (await w.db.pool.query(text, values)).rows
const ask = (who: Client, query: Record<string, unknown>) => who.get('/widget/export', { type: '1015', ...query })

test('a package is made in the export centre, checked, and fetched', async () => {
  const [{ region }] = await rows(`select "regionCode" region from fbf where zt = '1' order by 1 limit 1`)
  const started = await ask(county, { regionCode: region, year: 2026 })
  expect([started.code, started.msg]).toEqual([200, expect.any(String)])
  await w.jobs.idle()
  const record = (await county.get('/exportRecord/page')).data.records.find((r: any) => r.id === started.data.id)
  expect(record).toMatchObject({ status: 2, progress: 100, failReason: '', typeName: '汇交成果包' })
  expect(record.fileName).toMatch(/\.zip$/)
  const file = await county.get('/exportRecord/download', { fileId: record.fileId })
  const path = join(dir, 'package.zip')
  await writeFile(path, file.raw)
  const pkg = await openPackage(path, join(dir, 'open'))
  const [{ n }] = await rows(`select count(*)::int n from cbf where "regionCode" = $1 and "tenantId" = '000000' and zt = '1'`, [region])
  expect([...readTable(pkg, 'CBF')].length).toBe(n)
  expect(pkg.outside).toContain('检查报告.xlsx')
  expect(pkg.mdb.state).toBe('ok')
})

test('a written package is initialised: its sketches and sources become attachments of books, each once; finished, its report is kept', async () => {
  const admin = await w.as('admin')
  const [{ id }] = await rows(`select id from hjb where "tenantId" = '000000' and status = '10' order by id limit 1`)
  const result = async () => {
    const started = await admin.post('/hjb/hjbinfo/initialize', { id })
    expect(started.msg).toBe('操作成功')
    await w.jobs.idle()
    const [job] = await rows('select status, result from job where id = $1', [started.data])
    expect(job.status).toBe('done')
    return job.result
  }
  const first = await result()
  expect([first.books > 0, first.frozen, first.files.kept > 0, first.files.known, first.files.refused]).toEqual([true, 0, true, 0, []])
  const second = await result()
  expect([second.books, second.files.kept, second.files.known]).toEqual([first.books, 0, first.files.kept])
  const [sketch] = await rows(
    `select b.id, b.dksyt, a.name, a."regionCode" from attach a join djb b on b.id = a."businessId" where a."businessItem" = 'DKSYT' limit 1`,
  )
  expect(sketch.dksyt.replaceAll('\\', '/')).toContain(sketch.name)
  const seen = (await (await w.as('town')).get('/cpt-resource/attach/endpoint/list-by-businessId', { businessId: sketch.id })).data
  expect(seen.map((a: any) => a.name)).toContain(sketch.name)
  expect((await admin.post('/hjb/hjbinfo/finish', { id })).msg).toBe('操作成功')
  const [report] = (await admin.get('/cpt-resource/attach/endpoint/list-by-businessId', { businessId: id })).data
  expect(report.name).toMatch(/办结报告\.xlsx$/)
  // once
  expect((await admin.post('/hjb/hjbinfo/finish', { id })).code).toBe(409)
  expect(await rows(`select count(*)::int n from attach where "businessId" = $1`, [id])).toEqual([{ n: 1 }])
})

test('what is no region of a county, or no year, or another county is refused, and nothing begins', async () => {
  const admin = await w.as('admin')
  const before = await rows('select count(*) n from export_record')
  expect((await ask(admin, { year: 2026 })).msg).toBe('请选择县级或以下的行政区划')
  expect((await ask(admin, { regionCode: '5120', year: 2026 })).msg).toBe('请选择县级或以下的行政区划')
  expect((await ask(county, { year: 26 })).msg).toBe('请输入4位年度')
  expect((await ask(county, { regionCode: '110101', year: 2026 })).code).toBe(403)
  expect(await rows('select count(*) n from export_record')).toEqual(before)
})

test('of a region without registered land nothing is made, and the record says why', async () => {
  const { data } = await ask(county, { regionCode: '512021001', year: 2026 })
  await w.jobs.idle()
  const record = (await county.get('/exportRecord/page')).data.records.find((r: any) => r.id === data.id)
  expect(record).toMatchObject({ status: 3, failReason: '该区域没有可导出的登记数据' })
})

test('without the export button, without a right to full personal data, or with a data scope there is no package', async () => {
  expect((await ask(await w.as('village'), { year: 2026 })).code).toBe(403)
  const perms = ['fbf', 'cbf', 'cbht', 'djb', 'cbjyqz'].map((t) => `${t}_plain`)
  const asked = (more: Partial<Who>) => {
    const who = { regionCode: '512021', perms: new Set(perms), ...more } as Who
    return () => packageExport(dir).archive!.ready({ who, lang: 'zh', now: '2026-03-02 09:00:00' } as Ctx, { regionCode: '512021119' })
  }
  expect(asked({})).not.toThrow()
  for (const [left, what] of [
    ['fbf_plain', '发包方'],
    ['cbf_plain', '承包方'],
    ['cbht_plain', '承包合同'],
    ['cbjyqz_plain', '经营权证'],
  ] as const)
    expect(asked({ perms: new Set(perms.filter((p) => p !== left)) })).toThrow(`汇交成果包须含完整的个人信息，您没有查看${what}完整个人信息的权限`)
  expect(asked({ dataScopes: [{}] as never })).toThrow('您的账号设有数据权限，只能看到部分数据，不能导出汇交成果包')
})
