// A database of today with rows is written down, and read back with every row. With FORMER=<name of a file> it stays in tests/former, as that of a day that
// changed migrations.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { build, type Application } from '../../apps/server/app.server.ts'
import { readConfig } from '../../apps/server/config.server.ts'
import { clock } from '../../kit/server/clock.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { unpack } from '../../packages/package/archive.server.ts'
import { cases, detail, ok, prepare, preparing, step } from '../crash/businesses.ts'
import { client, newPlace, signIn, type Client } from '../crash/program.ts'
import { dump, fill, linesOf } from '../former/rows.ts'
import { freshDatabase } from '../states.ts'

/** The small clean package: households, individuals, an organisation, contracts of both kinds. */
async function imported(a: Application, admin: Client, folder: string): Promise<void> {
  const { files } = await unpack(resolve(import.meta.dirname, '../packages/B-variants.zip'), join(folder, 'variants'))
  const bytes = await readFile(files.find((f) => f.path.endsWith('v00-clean.zip'))!.abs)
  const sent = await admin.upload(
    '/hjb/hjbinfo/upload',
    { name: '大井村.zip', bytes },
    { regionCode: '512021', name: '大井村', year: '2016', packageKind: 'full' },
  )
  const { id } = sent!.data
  for (const [path, more] of [
    ['analysis', {}],
    ['submit', { toAudit: true }],
    ['audit', { result: 1, opinion: '同意' }],
    ['transfer', {}],
  ] as const) {
    await ok(admin, 'post', `/hjb/hjbinfo/${path}`, { id, ...more })
    await a.jobs.idle()
  }
}
/** A household's telephone by its form. */
async function changed(admin: Client): Promise<void> {
  const { records } = await ok(admin, 'get', '/base-qssj/cbf/page', { cbflx: '1', fbfbm: '51202111920401', size: '1' })
  const h = await ok(admin, 'get', '/base-qssj/cbf/detail', { id: records[0].id })
  const own = Object.fromEntries(Object.entries(h).filter(([name]) => name in cbf.fields || ['id', 'rev'].includes(name)))
  await ok(admin, 'post', '/base-qssj/cbf/update', { ...own, jtcyList: h.jtcyList, lxdh: '19900001111' })
}

test('a database with a village, two cases at their signing, a finished one and a changed household is written down and read back whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chengbao-former-'))
  const file = process.env.FORMER ?? join(folder, 'rows.jsonl.br')
  const place = await newPlace('people')
  let isPreparing = true
  const a = await build(readConfig({ ...place.env, DEMO: 'on' }), await place.open(), () => (isPreparing ? preparing() : clock()))
  const back = await freshDatabase('schema')
  try {
    a.jobs.start()
    await prepare(a, 3)
    isPreparing = false
    const address = `http://127.0.0.1:${(a.app.server.address() as AddressInfo).port}`
    const admin = client(address, await signIn(address, 'admin'))
    await imported(a, admin, folder)
    const { id, contractId } = cases[1]!
    await ok(admin, 'post', '/sign/start', { uniqueKey: id, businessKeys: [contractId] })
    await a.jobs.idle()
    expect(await step(admin.as(await signIn(address, 'town')), cases[2]!.id)).toMatchObject({ msg: '操作成功' })
    await changed(admin)
    await a.jobs.idle()
    const tasks: string[] = []
    for (const one of cases) tasks.push((await detail(admin, one.id)).taskKey)
    expect(tasks).toEqual(['sign', 'sign', null])
    await dump(a.db.pool, file)
    await fill(back.db.pool, file)
    const [then, now] = [await linesOf(a.db.pool), await linesOf(back.db.pool)]
    expect(then.length).toBeGreaterThan(5000)
    // when a migration was applied is each database's own
    const rows = (lines: string[]) => lines.filter((l) => !/^\["\d{4}_\w+\.sql"/.test(l)).toSorted()
    expect(rows(now)).toEqual(rows(then))
  } finally {
    await a.close()
    await place.drop()
    await back.db.close()
    await back.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
