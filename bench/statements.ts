import { createHash } from 'node:crypto'
import { PDF } from '../services/files/testing.server.ts'
import pg from 'pg'
import { localTime } from '../kit/server/clock.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import { attach } from '../services/files/attach.ts'
import { dk } from '../land/definitions/dk.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { whoOf } from '../platform/session/session.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { applicationOf, issuerOf, parcelOf } from '../tests/applications.ts'
import { idCard } from '../tests/samples.ts'
import type { Account, World } from '../tests/world.ts'
import { judge, print } from './measure.ts'

/** Statements that one request may send, finding the caller included, begin and commit not. */
const LIMIT = { list: 4, detail: 6, save: 15, accept: 36, pass: 15, finish: 40 } as const
type Kind = keyof typeof LIMIT
const GROUP = '51202111920303'
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'HYJL', 'DKSYT', 'DCB', 'GSB']

/** Everything that goes to the database, in order, while somebody listens. */
let heard: string[] | undefined
function listen(): void {
  const query = pg.Client.prototype.query as (...a: any[]) => any
  pg.Client.prototype.query = function (this: unknown, first: any, ...rest: any[]) {
    heard?.push(typeof first === 'string' ? first : String(first?.text))
    return query.call(this, first, ...rest)
  } as typeof pg.Client.prototype.query
}
/** The statements that `work` sends, without begin and commit. */
async function record(work: () => Promise<unknown>): Promise<string[]> {
  const all: string[] = (heard = [])
  try {
    await work()
    // the end of a reading transaction is sent after the answer
    await new Promise((done) => setTimeout(done, 5))
  } finally {
    heard = undefined
  }
  return all.filter((s) => !/^(begin|commit|rollback)/i.test(s))
}

const measured: [string, Kind | '', number][] = []
const isShown = process.argv.includes('--show')
async function measure<T>(name: string, kind: Kind | '', work: () => Promise<T>): Promise<T> {
  let answer: T | undefined
  const sent = await record(async () => {
    answer = await work()
  })
  measured.push([name, kind, sent.length])
  if (isShown) console.log(`\n${name}\n${sent.map((s) => `  ${s.replace(/\s+/g, ' ').slice(0, 150)}`).join('\n')}`)
  return answer as T
}

async function within<T>(w: World, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const who = await whoOf(w.db, '000000', 'admin')
  const now = localTime(new Date('2026-03-02T09:00:00+08:00'))
  return w.db.transaction({ tenantId: '000000' }, (tx) =>
    work({ who, db: tx, lang: 'zh', now, newId: () => newId(), requestId: 'bench', ip: '', enqueue: async () => '0' }),
  )
}
/** A call that must succeed. Answers its data. */
async function ok(w: World, person: Account, method: 'GET' | 'POST', path: string, o: { body?: object; query?: Record<string, unknown> } = {}): Promise<any> {
  const r = await (await w.as(person)).send(method, path, { ...(method === 'POST' ? { body: {} } : {}), ...o })
  if (r.code !== 200) throw new Error(`${path}: ${r.code} ${r.msg} ${JSON.stringify(r.data)}`)
  return r.data
}
const dkbmOf = (n: number) => `${GROUP}${String(n).padStart(5, '0')}`
/** Signing by a new household, or by a contractor of the register in the other way. */
function application(zjhm: string, parcels: readonly number[], cbfbm?: string) {
  const a = applicationOf({ fbfbm: GROUP, parcels: parcels.map(dkbmOf), zjhm, way: cbfbm ? '121' : '110' })
  return cbfbm ? { ...a, businessItemCode: 'contract_sign_2', form: { ...a.form, cbf: { cbfbm } } } : a
}

const AT = '/yw-accept/business'
/** A case from its first saving to the register, each request counted. `of` says whose. */
async function walk(w: World, of: string, parcels: readonly number[], cbfbm?: string): Promise<void> {
  w.setNow('2026-03-02')
  await w.as('admin')
  const body = application(idCard(), parcels, cbfbm)
  const id = await measure(`${of}: save a draft`, 'save', () => ok(w, 'admin', 'POST', `${AT}/submit`, { body }))
  const attached = async (kinds: readonly string[]) => {
    const names = await Promise.all(kinds.map(() => w.storage.put(PDF, '000000')))
    await within(w, async (ctx) => {
      const sha256 = createHash('sha256').update(PDF).digest('hex')
      const file = { regionCode: GROUP, contentType: 'application/pdf', extension: 'pdf', attachSize: PDF.length, sha256, businessId: id }
      for (const [i, businessItem] of kinds.entries())
        await rows.insert(ctx, attach, { ...file, ossName: names[i]!, name: `${businessItem}.pdf`, businessItem })
    })
  }
  await attached(FILES)
  await measure(`${of}: save it again`, 'save', () => ok(w, 'admin', 'POST', `${AT}/submit`, { body: { ...body, id } }))
  await measure(`${of}: accept (save-commit)`, 'accept', () => ok(w, 'admin', 'POST', `${AT}/save-commit`, { body: { ...body, id } }))
  const detail = () => ok(w, 'admin', 'GET', `${AT}/detail`, { query: { id } })
  await measure(`${of}: detail`, 'detail', detail)
  const pass = async (name: string, kind: Kind | '', person: Account = 'admin', more: object = {}) => {
    const { taskId, processInstanceId } = await detail()
    await w.as(person)
    await measure(`${of}: ${name}`, kind, () => ok(w, person, 'POST', `${AT}/commit`, { body: { taskId, processInstanceId, ...more } }))
  }
  await pass('survey → check', 'pass')
  await pass('check → survey (returned)', 'pass', 'town', { result: 'return', target: 'survey', comment: '面积不清' })
  await pass('survey → check again', 'pass')
  await pass('check → publicity', 'pass', 'town')
  const { taskId } = await detail()
  const post = { taskId, title: '公示', startDate: '2026-03-02', days: 15, place: '村委会' }
  const round = await measure(`${of}: post the publicity`, 'save', () => ok(w, 'admin', 'POST', '/yw-publicity/publicity/save', { body: post }))
  w.setNow('2026-03-17')
  await w.as('admin')
  await measure(`${of}: complete the publicity`, 'save', () => ok(w, 'admin', 'POST', '/yw-publicity/publicity/complete', { query: { id: round } }))
  await pass('publicity → recheck', 'pass')
  await pass('recheck → sign', 'pass', 'county')
  const [contract] = await ok(w, 'admin', 'GET', '/dzzw/contract-to-sign', { query: { businessId: id } })
  const way = { businessId: id, contractIds: [contract.id], signWay: '3' }
  await measure(`${of}: choose the way of signing`, 'save', () => ok(w, 'admin', 'POST', '/dzzw/choose-sign-way', { body: way }))
  await attached(['CBHT'])
  const scan = (await w.db.pool.query(`select id from attach where "businessId" = $1 and "businessItem" = 'CBHT'`, [id])).rows[0].id
  const signed = { contractId: contract.id, attachId: scan, qdsj: '2026-03-17' }
  await measure(`${of}: upload the signed contract`, 'save', () => ok(w, 'admin', 'POST', '/dzzw/upload-contract-file', { body: signed }))
  await pass('sign → register (finish)', 'finish')
}
/** The default process with the matrix of files as a configuration of the county: it is read where there was nothing to read. */
async function configure(w: World): Promise<void> {
  const processes = await ok(w, 'admin', 'GET', '/yw-accept/process-config/list-process')
  const processDefinitionId = processes.find((p: { typeCode: string }) => p.typeCode === 'contract_sign').id
  const body = { regionCode: GROUP.slice(0, 6), businessTypeCode: 'contract_sign', processName: '承包合同签订', processVersion: '1', processDefinitionId }
  const id = await ok(w, 'admin', 'POST', '/yw-accept/process-config/save', { body })
  await ok(w, 'admin', 'POST', '/yw-accept/process-config/enable', { query: { id } })
}

listen()
// tests name their server so; the benchmarks have another word for it
if (process.env.DATABASE_URL) process.env.TEST_DATABASE_URL = process.env.DATABASE_URL
const { world } = await import('../tests/world.ts')
const w = await world()
try {
  w.setNow('2026-03-02')
  await within(w, async (ctx) => {
    await rows.insert(ctx, fbf, issuerOf(GROUP, idCard()))
    for (let n = 1; n <= 30; n++) await rows.insert(ctx, dk, parcelOf(GROUP, dkbmOf(n)))
  })
  await walk(w, '2 parcels', [1, 30])
  await walk(
    w,
    '20 parcels',
    Array.from({ length: 20 }, (_, i) => i + 2),
  )
  const [holder] = (await ok(w, 'admin', 'GET', '/base-qssj/cbf/page', { query: { size: 1 } })).records
  await configure(w)
  await walk(w, 'known, configured', [25], holder.cbfbm)
  const [one] = (await ok(w, 'admin', 'GET', '/base-dlxx/dk/page', { query: { size: 1 } })).records
  const LISTS = ['todo-list', 'page', 'done-list', 'revoke-list', 'page-total'].map((v) => `${AT}/${v}`)
  for (const path of [
    ...LISTS,
    '/ywbl/register-contract/jtdk/page',
    '/yw-publicity/publicity/page',
    '/yw-publicity/objection/page',
    '/cpt-flow/work/todo-list',
    '/cpt-flow/work/done-list',
    '/base-dlxx/dk/page',
    '/base-qssj/cbf/page',
  ])
    await measure(path, 'list', () => ok(w, 'county', 'GET', path))
  await measure('/base-dlxx/dk/detail', 'detail', () => ok(w, 'county', 'GET', '/base-dlxx/dk/detail', { query: { id: one.id } }))
  await measure('/base-qssj/cbf/detail', 'detail', () => ok(w, 'county', 'GET', '/base-qssj/cbf/detail', { query: { id: holder.id } }))
} finally {
  await w.end()
}
const isOver = (kind: Kind | '', n: number) => kind !== '' && n > LIMIT[kind]
console.log(`\nStatements a request, ${process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded engine'}; begin and commit not counted`)
print(
  ['request', 'statements', 'limit', ''],
  measured.map(([name, kind, n]) => [name, String(n), kind ? String(LIMIT[kind]) : '–', isOver(kind, n) ? 'OVER' : '']),
)
judge(measured.filter(([, kind, n]) => isOver(kind, n)).map(([name]) => name))
