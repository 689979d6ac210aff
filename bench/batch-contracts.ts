// The contracts of one case of extension, begun at once and fetched as one archive: seconds of each step, and the most memory over what the process held before.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { householdFields, drawnParcelOf, issuerOf, POSTED } from '../tests/applications.ts'
import { idCard } from '../tests/samples.ts'
import { world, type Account } from '../tests/world.ts'
import { localTime } from '../kit/server/clock.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { closeRenderer } from '../services/typeset/typeset.server.ts'
import { write } from '../land/register/write.server.ts'
import { whoOf } from '../platform/session/session.server.ts'
import { PDF } from '../services/files/testing.server.ts'
import { BEGUN_AT_ONCE } from '../signing/contract/flow.ts'
import { figure, forget, judge, memory, print } from './measure.ts'

const MB = 2 ** 20
const N = Number(process.argv.find((a) => a.startsWith('--contracts='))?.slice(12) ?? 500)
/** Most that the archive may take over the memory before it, bytes: no more for many contracts than for few. */
const LIMIT = 150 * MB
/** Contracts whose signers are at the desk first: their acts load what signs and what reads a picture. Those after them keep nothing: most bytes over the memory before. */
const FIRST = 50
const KEPT = 60 * MB
const FBFBM = '51202111920303'
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'HYJL', 'DKSYT', 'GSB']

const w = await world()
const lines: string[][] = []
const wrong: string[] = []
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const idle = memory(process.pid, 'VmRSS')
  forget(process.pid)
  const from = performance.now()
  const done = await work()
  const { peak } = (done ?? {}) as { peak?: number }
  const over = ((peak ?? memory(process.pid, 'VmHWM')) - idle) / MB
  lines.push([name, figure((performance.now() - from) / 1000), figure(over)])
  if ((name.startsWith('archive') && over * MB > LIMIT) || (name.startsWith('the others') && over * MB > KEPT)) wrong.push(`${name}: ${figure(over)} MB`)
  return done
}
async function within<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const who = await whoOf(w.db, '000000', 'admin')
  return w.db.transaction({ tenantId: '000000' }, (tx) =>
    work({ who, db: tx, lang: 'zh' as const, now: localTime(w.now()), clock: w.now, newId: () => newId(), requestId: 'b', ip: '', enqueue: async () => '0' }),
  )
}
async function ok(person: Account, method: 'GET' | 'POST', path: string, body: object = {}, query: Record<string, unknown> = {}): Promise<any> {
  const r = await (await w.as(person)).send(method, path, { query, ...(method === 'POST' ? { body } : {}) })
  if (r.status !== 200) throw new Error(`${path}: ${r.msg} ${JSON.stringify(r.data).slice(0, 500)}`)
  return r.data
}
const detail = (id: string) => ok('admin', 'GET', '/yw-accept/business/detail', {}, { id })
async function pass(id: string, person: Account): Promise<void> {
  const { taskId, processInstanceId } = await detail(id)
  await ok(person, 'POST', '/yw-accept/business/commit', { taskId, processInstanceId })
}

/** Household `n` with two members, a parcel and a book that ends in 2028. */
async function household(n: number): Promise<{ cbjyqzbm: string; djbId: string; ybddlx: string }> {
  const [cbfbm, dkbm] = [FBFBM + String(n).padStart(4, '0'), FBFBM + String(n).padStart(5, '0')]
  const member = (cyxm: string, yhzgx: string) => ({ cyxm, cyxb: '1', yhzgx, cyzjlx: '1', cyzjhm: idCard(), sfgyr: '1' })
  const members = [member(`张${n}`, '02'), member(`李${n}`, '20')]
  const { fbfbm: _f, dkbm: _d, regionCode: _r, ...parcel } = drawnParcelOf(FBFBM, dkbm, n) as Record<string, unknown>
  const code = `${cbfbm}J`
  await within((ctx) =>
    write(ctx, {
      cause: { kind: 'import', id: '1' },
      unit: `household ${cbfbm}`,
      regionCode: FBFBM.slice(0, 12),
      day: '2018-01-01',
      acts: [
        { act: 'newContractor', cbfbm, fields: { ...householdFields(`张${n}`, members[0]!.cyzjhm), ...POSTED, fbfbm: FBFBM }, members },
        { act: 'newParcel', dkbm, fields: { ...parcel, fbfbm: FBFBM } as never },
        {
          act: 'newBook',
          code,
          fbfbm: FBFBM,
          cbfbm,
          from: [],
          djlx: '0',
          djxl: '0',
          terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
          lines: [{ dkbm, sfqqqg: '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs: '110' }],
          contract: { paper: { qdsj: '1998-10-01', signWay: '3', signStatus: '2' }, htlx: '1' },
        },
        { act: 'certificate', code, event: 'new' },
        { act: 'certificate', code, event: 'print', serial: `${n}` },
        { act: 'certificate', code, event: 'issue', fzrq: '2018-01-01', fzjg: '县政府', bznf: 2018 },
      ],
    }),
  )
  const { rows: books } = await w.db.pool.query('select id from djb where cbjyqzbm = $1', [code])
  return { cbjyqzbm: code, djbId: String(books[0].id), ybddlx: '1' }
}

async function toSign(nh: readonly object[], head: string): Promise<string> {
  const application = {
    obligeName: '张1',
    obligeIdType: '1',
    obligeIdCard: head,
    obligePhone: '13812345678',
    businessName: '延包',
    businessTypeCode: 'contract_renew',
    businessItemCode: 'contract_renew_1',
    doSign: '1',
    businessReceiver: '村经办',
    businessReceiveTime: '2026-03-02 09:00:00',
    form: { fbfbm: FBFBM, bgyy: '二轮延包', nh },
  }
  const id = await ok('admin', 'POST', '/yw-accept/business/submit', application)
  const admin = await w.as('admin')
  for (const kind of FILES) {
    const file = { name: `${kind}.pdf`, bytes: PDF, type: 'application/pdf' }
    await admin.upload('/cpt-resource/attach/endpoint/upload', file, { businessId: id, businessItem: kind })
  }
  await ok('admin', 'POST', '/yw-accept/business/save-commit', { ...application, id })
  await pass(id, 'admin')
  await pass(id, 'town')
  const { taskId } = await detail(id)
  const posting = { taskId, title: '公示', startDate: '2026-03-02', days: 15, place: '村委会' }
  const round = await ok('admin', 'POST', '/yw-publicity/publicity/save', posting)
  w.setNow('2026-03-17')
  await ok('admin', 'POST', '/yw-publicity/publicity/complete', {}, { id: round })
  await pass(id, 'admin')
  await pass(id, 'county')
  return id
}

/** All sign at the desk, each by his own document and hand. */
async function signAll(ids: readonly string[]): Promise<void> {
  const strokes = '<svg width="300" height="120"><path d="M20 30 L130 100 M130 30 L20 100" stroke="black" stroke-width="9" fill="none"/></svg>'
  const picture = (await sharp(Buffer.from(strokes)).png().toBuffer()).toString('base64')
  const admin = await w.as('admin')
  for (const contractId of ids) {
    const { rows: nodes } = await w.db.pool.query('select "nodeSort", "signerName", "signerIdCard" from sign_node where "contractId" = $1 order by 1', [
      contractId,
    ])
    for (const { nodeSort, signerName: docName, signerIdCard: docNumber } of nodes) {
      const at = { contractId, nodeSort }
      const { pass: known } = await ok('admin', 'POST', '/sign/onsite/compare', { ...at, docType: '1', docMeans: 'typed', docName, docNumber })
      await admin.send('POST', '/sign/onsite/file', { body: { ...at, pass: known } })
      await ok('admin', 'POST', '/sign/onsite/sign', { ...at, pass: known, consent: 1, means: 'touch', picture })
    }
  }
}

/** The archive of a case: its file names, how often its progress was another between, and the most memory until it could be fetched: who fetches it here holds it whole. */
async function archive(id: string): Promise<{ files: string[]; seen: number; bytes: number; peak: number }> {
  const { id: record } = await ok('admin', 'GET', '/widget/export', {}, { type: '1014', businessId: id })
  const seen = new Set<number>()
  for (;;) {
    const { rows: found } = await w.db.pool.query('select status, progress, "fileId", "failReason" from export_record where id = $1', [record])
    const [r] = found
    if (r.status === 3) throw new Error(r.failReason)
    if (r.status === 1) seen.add(Number(r.progress))
    if (r.status === 2) {
      const peak = memory(process.pid, 'VmHWM')
      const { raw } = await (await w.as('admin')).get('/exportRecord/download', { fileId: r.fileId })
      const path = join(w.dataDir, 'contracts.zip')
      writeFileSync(path, raw)
      const list = 'import sys,zipfile\nfor i in zipfile.ZipFile(sys.argv[1]).infolist(): print(i.filename)'
      const files = execFileSync('python3', ['-c', list, path], { encoding: 'utf8' }).trim().split('\n')
      rmSync(path)
      return { files, seen: seen.size, bytes: raw.length, peak }
    }
    await new Promise((f) => setTimeout(f, 200))
  }
}

try {
  w.setNow('2026-03-02')
  const head = idCard()
  await within((ctx) => rows.insert(ctx, fbf, issuerOf(FBFBM, head, { fbfmc: '玉顶村第三村民小组', fbffzrxm: '刘德华' })))
  const rounds = [{ no: 3, from: '2028-10-01', to: '2058-09-30', planId: '1' }]
  const acts = [{ act: 'setIssuer', fbfbm: FBFBM, rounds }] as const
  await within((ctx) => write(ctx, { cause: { kind: 'plan', id: '1' }, unit: 'plan 1', regionCode: FBFBM.slice(0, 12), day: '2026-01-01', acts }))
  const nh: object[] = []
  for (let n = 1; n <= N; n++) nh.push(await household(n))
  const id = await step('case brought to its signing', () => toSign(nh, head))
  const contracts = (await ok('admin', 'GET', '/dzzw/contract-to-sign', {}, { businessId: id })) as { id: string }[]
  const ids = contracts.map((c) => c.id)
  await step('way of signing chosen', () => ok('admin', 'POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: ids, signWay: '2' }))
  // the typesetter is loaded once, whatever is typeset then
  await step('one contract typeset', () => ok('admin', 'GET', '/dzzw/batch-preview-contract-file', {}, { contractIds: ids[0] }))
  w.jobs.start()
  const before = await step('archive of prints to be signed', () => archive(id))
  let longest = 0
  await step(`start of all, ${BEGUN_AT_ONCE} a call`, async () => {
    for (let n = 0; n < ids.length; n += BEGUN_AT_ONCE) {
      const from = performance.now()
      await ok('admin', 'POST', '/sign/start', { uniqueKey: id, businessKeys: ids.slice(n, n + BEGUN_AT_ONCE) })
      longest = Math.max(longest, performance.now() - from)
    }
  })
  await step('jobs: the file of every contract typeset', () => w.jobs.idle())
  await step(`signers of the first ${FIRST} at the desk: compared, given the file, signed`, () => signAll(ids.slice(0, FIRST)))
  await step('the others at the desk', () => signAll(ids.slice(FIRST)))
  const after = await step('archive of signed files', () => archive(id))
  for (const [what, a] of [
    ['prints', before],
    ['signed files', after],
  ] as const) {
    if (a.files.length !== N || a.files.some((f) => !f.endsWith('.pdf'))) wrong.push(`${what}: ${a.files.length} files`)
    console.log(`${what}: ${a.files.length} files, ${figure(a.bytes / MB)} MB, ${a.seen} steps of progress seen`)
  }
  console.log(`longest call of the start: ${figure(longest / 1000)} s`)
  console.log(`\n${N} contracts, ${process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded'}`)
  print(['step', 'seconds', 'MB over before'], lines)
  judge(wrong)
} finally {
  await closeRenderer()
  await w.end()
}
