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
import type { Bench } from '../tests/case-bench.ts'
import type { Account, World } from '../tests/world.ts'
import { judge, print } from './measure.ts'

/** Statements that one request may send, finding the caller included, begin and commit not. */
const LIMIT = {
  list: 4,
  detail: 6,
  save: 9,
  posting: 12,
  upload: 15,
  accept: 36,
  pass: 15,
  finish: 40,
  widestAccept: 40,
  widestPass: 20,
  widestFinish: 65,
} as const
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
  const round = await measure(`${of}: post the publicity`, 'posting', () => ok(w, 'admin', 'POST', '/yw-publicity/publicity/save', { body: post }))
  w.setNow('2026-03-17')
  await w.as('admin')
  await measure(`${of}: complete the publicity`, 'posting', () => ok(w, 'admin', 'POST', '/yw-publicity/publicity/complete', { query: { id: round } }))
  await pass('publicity → recheck', 'pass')
  await pass('recheck → sign', 'pass', 'county')
  const [contract] = await ok(w, 'admin', 'GET', '/dzzw/contract-to-sign', { query: { businessId: id } })
  const way = { businessId: id, contractIds: [contract.id], signWay: '3' }
  await measure(`${of}: choose the way of signing`, 'save', () => ok(w, 'admin', 'POST', '/dzzw/choose-sign-way', { body: way }))
  await attached(['CBHT'])
  const scan = (await w.db.pool.query(`select id from attach where "businessId" = $1 and "businessItem" = 'CBHT'`, [id])).rows[0].id
  const signed = { contractId: contract.id, attachId: scan, qdsj: '2026-03-17' }
  await w.as('town')
  await measure(`${of}: upload the signed contract`, 'upload', () => ok(w, 'town', 'POST', '/dzzw/upload-contract-file', { body: signed }))
  await w.as('admin')
  await measure(`${of}: examine the scan`, 'save', () => ok(w, 'admin', 'POST', '/dzzw/contract/examine', { body: { contractId: contract.id, pass: 1 } }))
  await pass('sign → register (finish)', 'finish')
}
/** Kinds of papers: a case of `change` has them all. */
const PAPERS = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'CBJYQZ', 'HJZM', 'HYJL', 'XY', 'DKSYT', 'DCB', 'GSB', 'QT']
/** A change of registered households of two parcels, drawn, from its first saving to the register; the caller is given here, so finding him is added. */
async function change(
  b: Bench,
  { attachTo }: Testing,
  of: string,
  body: { businessTypeCode: string; form: Record<string, unknown> },
  cuts: object[],
): Promise<void> {
  b.setDay('2026-03-02')
  const counted = async (name: string, kind: Kind | '', work: () => Promise<unknown>) => {
    await measure(`${of}: ${name}`, kind, work)
    measured.at(-1)![2]++
  }
  const call = async (person: Parameters<Bench['call']>[0], ...a: Parameters<ReturnType<Bench['call']>>): Promise<any> => {
    const r = await b.call(person)(...a)
    if (r.code !== 200) throw new Error(`${of} ${a[1]}: ${r.code} ${r.msg} ${JSON.stringify(r.data)}`)
    return r.data
  }
  const id = String(await call('village', 'POST', `${AT}/submit`, body))
  await attachTo(b, id, PAPERS)
  await counted('accept (save-commit)', 'widestAccept', () => call('village', 'POST', `${AT}/save-commit`, { ...body, id }))
  for (;;) {
    const d = await call('admin', 'GET', `${AT}/detail`, {}, { id })
    if (d.status === '3') return
    if (d.taskKey === 'survey' && cuts.length) await call('town', 'POST', `${AT}/update`, { id, form: { ...d.form, cuts } })
    if (d.taskKey === 'publicity') {
      const posted = { taskId: d.taskId, title: '公示', startDate: '2026-03-02', days: 15, place: '村委会' }
      const round = await call('town', 'POST', '/yw-publicity/publicity/save', posted)
      b.setDay('2026-03-17')
      await call('town', 'POST', '/yw-publicity/publicity/complete', {}, { id: round })
    }
    for (const k of d.taskKey === 'sign' ? await call('town', 'GET', '/dzzw/contract-to-sign', {}, { businessId: id }) : []) {
      await call('town', 'POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [k.id], signWay: '3' })
      const attachId = await attachTo(b, id, ['CBHT'])
      await call('admin', 'POST', '/dzzw/upload-contract-file', { contractId: k.id, attachId, qdsj: '2026-03-02' })
      await call('town', 'POST', '/dzzw/contract/examine', { contractId: k.id, pass: 1 })
    }
    const person = d.taskKey === 'recheck' ? 'county' : 'town'
    const { taskId, processInstanceId } = d
    const isLast = d.taskKey === 'sign'
    await counted(isLast ? 'sign → register (finish)' : `pass ${d.taskKey}`, isLast ? 'widestFinish' : 'widestPass', () =>
      call(person, 'POST', `${AT}/commit`, { taskId, processInstanceId }),
    )
  }
}
type Testing = typeof import('../tests/case-bench.ts')
/** The widest types: land is cut, two households get a contract each. */
async function widest(): Promise<void> {
  const t = await import('../tests/case-bench.ts')
  const { bench, FBFBM, memberId, registered, strip } = t
  const b = await bench()
  const five = (n: number, m: number) => `${n * 10 + m}`.padStart(5, '0')
  /** A household of the register; `parcels`: so many */
  const household = async (n: number, parcels = 2) => {
    const own = Array.from({ length: parcels }, (_, m) => five(n, m))
    const { cbfbm, code } = await registered(b, n, own, [], { drawn: true })
    const { rows } = await b.db.pool.query(`select id::text as id from djb where cbjyqzbm = $1`, [code])
    const members = (await b.db.pool.query(`select id::text as id, cyxm, yhzgx from jtcy where cbfbm = $1 order by sort`, [cbfbm])).rows
    return { cbfbm, code, djbId: rows[0].id as string, members, dk: own.map((p) => ({ dkbm: FBFBM + p })) }
  }
  const of = (h: { code: string; djbId: string }) => ({ cbjyqzbm: h.code, djbId: h.djbId })
  const body = (businessTypeCode: string, item: string, form: object) => ({
    obligeName: '张',
    obligeIdType: '1',
    obligeIdCard: memberId(1, 0),
    obligePhone: '13812345678',
    businessName: businessTypeCode,
    businessTypeCode,
    businessItemCode: `${businessTypeCode}_${item}`,
    doSign: '1',
    businessReceiver: '村经办',
    businessReceiveTime: '2026-03-02 09:00:00',
    form: { fbfbm: FBFBM, bgyy: '按协议', ...form },
  })
  const cut = (n: number, to: readonly [string, string]) => [
    { dkbm: FBFBM + five(n, 0), pieces: to.map((name, i) => ({ to: name, geom: strip(five(n, 0), i * 15, i ? 40 : 15) })) },
  ]
  const begun = (n: number) => [{ dkbm: FBFBM + five(n, 0), pieces: [] }]
  try {
    // all of them first: a household that comes by a split takes the next code
    const [few, many] = [await household(1), await household(2, 10)]
    const [a, z, from, to, part, one] = [await household(3), await household(4), await household(5), await household(6), await household(7), await household(8)]
    for (const [n, h] of [
      [1, few],
      [2, many],
    ] as const) {
      const [head, wife, son] = h.members
      const rest = h.dk.slice(1)
      const households = [
        { kept: '1', jtcyList: [head, wife], dk: rest.slice(1), wdyy: '' },
        { kept: '2', jtcyList: [{ ...son, yhzgx: '02' }], dk: rest.slice(0, 1), wdyy: '' },
      ]
      const form = { ...of(h), households, sfgs: '1', cuts: begun(n) }
      await change(b, t, `split with cut, ${h.dk.length} parcels`, body('change_split', '2', form), cut(n, ['1', '2']))
    }
    const swap = { ...of(a), cbjyqzbmB: z.code, djbIdB: z.djbId, xyrq: '2026-03-02', dk: [], dkB: z.dk.slice(0, 1), cuts: begun(3) }
    await change(b, t, 'exchange with cut', body('change_exchange', '2', swap), cut(3, ['a', 'b']))
    const given = { ...of(from), cbfZr: { cbfbm: to.cbfbm }, djbIdZr: to.djbId, xyrq: '2026-03-02', zrjk: '三千元' }
    await change(b, t, 'transfer of all', body('change_transfer', '1', given), [])
    const cuts = { ...of(part), cbfZr: { cbfbm: one.cbfbm }, djbIdZr: one.djbId, xyrq: '2026-03-02', zrjk: '三千元', cuts: begun(7) }
    await change(b, t, 'transfer with cut', body('change_transfer', '3', cuts), cut(7, ['zc', 'zr']))
    if (b.errors.length) throw b.errors[0]
  } finally {
    await b.end()
  }
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
await widest()
const isOver = (kind: Kind | '', n: number) => kind !== '' && n > LIMIT[kind]
console.log(`\nStatements a request, ${process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded engine'}; begin and commit not counted`)
print(
  ['request', 'statements', 'limit', ''],
  measured.map(([name, kind, n]) => [name, String(n), kind ? String(LIMIT[kind]) : '–', isOver(kind, n) ? 'OVER' : '']),
)
judge(measured.filter(([, kind, n]) => isOver(kind, n)).map(([name]) => name))
