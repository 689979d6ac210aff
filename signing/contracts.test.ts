// Signing on site and on paper, from the start of signing to the register, through the whole application.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTime } from '../kit/server/clock.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { buildCase, buildIssuer, GROUP } from '../tests/factories.ts'
import { idCard, sample } from '../tests/samples.ts'
import { world, type Account, type Answer, type World } from '../tests/world.ts'
import { invariantsBroken } from '../views/watch/check.server.ts'
import { closeRenderer } from '../services/typeset/typeset.server.ts'
import { whoOf } from '../platform/session/session.server.ts'
import { handlings } from '../apps/server/handlings.server.ts'
import { contract_file } from '../business/cases/definitions/business.ts'
import { deskOf } from './evidence/desk.server.ts'
import { remoteJobs } from './remote/job.server.ts'
import { org_seal } from './seals/seal.ts'
import { PDF } from '../services/files/testing.server.ts'

const RARE = '\u{2B81E}'
let w: World
/** A name by hand, and a photo of the act. */
let written = '',
  photo = ''

async function within<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const who = await whoOf(w.db, '000000', 'admin')
  return w.db.transaction({ tenantId: '000000' }, (tx) =>
    work({ who, db: tx, lang: 'zh' as const, now: localTime(w.now()), clock: w.now, newId: () => newId(), requestId: 't', ip: '', enqueue: async () => '0' }),
  )
}
const one = async (sql: string, values: unknown[] = []) => (await w.db.pool.query(sql, values)).rows[0]
const call = async (person: Account, method: 'GET' | 'POST', path: string, body: object = {}, query: Record<string, unknown> = {}) =>
  (await w.as(person)).send(method, path, { query, ...(method === 'POST' ? { body } : {}) })
/** A call that must succeed. Answers its data. */
async function ok(...a: Parameters<typeof call>): Promise<any> {
  const r = await call(...a)
  expect([a[2], r.code, r.msg]).toEqual([a[2], 200, '操作成功'])
  return r.data
}

beforeAll(async () => {
  w = await world()
  w.setNow('2026-03-02')
  const strokes = '<svg width="300" height="120"><path d="M20 30 L130 100 M130 30 L20 100" stroke="black" stroke-width="9" fill="none"/></svg>'
  written = (await sharp(Buffer.from(strokes)).png().toBuffer()).toString('base64')
  const shot = sharp({ create: { width: 80, height: 60, channels: 3, background: '#7799bb' } })
  photo = (await shot.jpeg().toBuffer()).toString('base64')
  await buildIssuer(w, { fbfmc: '玉顶村第三村民小组', fbffzrxm: '刘德华' })
})
afterAll(async () => {
  await closeRenderer()
  await w?.end()
})

/** A business of a new household that stands in its task sign. Answers it and its contract. */
async function toSign(name = '张三'): Promise<{ id: string; contract: any }> {
  const { id } = await buildCase(w, { name, task: 'sign' })
  const [contract] = await ok('admin', 'GET', '/dzzw/contract-to-sign', {}, { businessId: id })
  return { id, contract }
}
const detail = (id: string) => ok('admin', 'GET', '/yw-accept/business/detail', {}, { id })
async function attached(businessId: string, businessItem: string): Promise<string> {
  const r = await (
    await w.as('admin')
  ).upload('/cpt-resource/attach/endpoint/upload', { name: `${businessItem}.pdf`, bytes: PDF, type: 'application/pdf' }, { businessId, businessItem })
  expect(r.msg).toBe('操作成功')
  return r.data.id
}
async function step(id: string, person: Account) {
  const { taskId, processInstanceId } = await detail(id)
  return ok(person, 'POST', '/yw-accept/business/commit', { taskId, processInstanceId })
}
const chosen = (id: string, contract: any, signWay: string) =>
  ok('admin', 'POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [contract.id], signWay })
const state = (id: string, contract: any) => ok('admin', 'GET', '/sign/query', {}, { uniqueKey: id, businessKey: contract.cbhtbm })
const keys = (id: string, contract: any) => ({ uniqueKey: id, businessKeys: [contract.id] })
const files = async (id: string) => Number((await one(`select count(*) as n from attach where "businessId" = $1 and "businessItem" = 'CBHT'`, [id])).n)
/** Takes the finished jobs of signing up again, as after a kill before their end was written. */
const repeatJobs = () => w.db.pool.query(`update job set status = 'queued', runner = null, attempts = 0 where kind = 'sign-freeze'`)
/** Begins signing on site, and all sign at the desk, each by his own document and hand; an organisation that has a seal by it. */
async function signedAtDesk(id: string, contract: any, person: Account = 'admin'): Promise<void> {
  await ok(person, 'POST', '/sign/start', keys(id, contract))
  await w.jobs.idle()
  await atDesk(contract, person)
}
/** @param proof what is kept beside each name: a photo of the act, by which it counts at once */
async function atDesk(contract: any, person: Account = 'admin', proof: object = { photo }): Promise<void> {
  const { rows: nodes } = await w.db.pool.query(
    `select n."nodeSort", n."signerName", n."signerIdCard" from sign_node n join sign_flow f on f."countyCode" = n."countyCode" and f.id = n."flowId"
     where n."contractId" = $1 and f.state = 'open' order by n."nodeSort"`,
    [contract.id],
  )
  for (const { nodeSort, signerName: docName, signerIdCard: docNumber } of nodes) {
    const at = { contractId: contract.id, nodeSort }
    const { pass, hasSeal } = await ok(person, 'POST', '/sign/onsite/compare', { ...at, docType: '1', docMeans: 'typed', docName, docNumber })
    expect((await call(person, 'POST', '/sign/onsite/file', { ...at, pass })).raw.subarray(0, 5).toString()).toBe('%PDF-')
    await ok(person, 'POST', '/sign/onsite/sign', { ...at, pass, consent: 1, means: 'touch', picture: written, bySeal: hasSeal ? 1 : 0, ...proof })
  }
}
function poppler(tool: string, pdf: Buffer, ...after: string[]): string {
  const file = join(w.dataDir, 'x.pdf')
  writeFileSync(file, pdf)
  return execFileSync(tool, [file, ...after], { encoding: 'utf8' })
}

test('a contract whose signing was cancelled before its job ran is not signed by the job', async () => {
  const { id, contract } = await toSign()
  await chosen(id, contract, '2')
  await ok('admin', 'POST', '/sign/start', keys(id, contract))
  expect((await state(id, contract)).signStatus).toBe('0')
  expect((await call('admin', 'POST', '/sign/start', keys(id, contract))).key).toBe('not-allowed-now')
  await ok('admin', 'POST', '/sign/cancel', keys(id, contract))
  w.jobs.start()
  await w.jobs.idle()
  const { signStatus, attachId, nodes } = await state(id, contract)
  expect([signStatus, attachId, await files(id)]).toEqual(['99', null, 0])
  expect(nodes.map((n: any) => [n.nodeCode, n.signerName, n.signTime])).toEqual([
    ['cbf', '张三', null],
    ['fbf', '刘德华', null],
  ])
})

test('a contract signed on site comes into the register with the very file that was signed', async () => {
  const { id, contract } = await toSign()
  const preview = await call('admin', 'GET', '/dzzw/preview-contract-draft', {}, { contractId: contract.id })
  expect([preview.status, preview.headers['content-type']]).toEqual([200, 'application/pdf'])
  const shown = poppler('pdftotext', preview.raw, '-').replace(/[\s\u200b]/g, '')
  for (const word of [contract.cbhtbm, '张三', '刘德华', '玉顶村第三村民小组', '1.50', '灌溉渠', '承包地块示意图']) expect(shown).toContain(word)

  await chosen(id, contract, '2')
  await signedAtDesk(id, contract)
  const signed = await state(id, contract)
  expect([signed.signStatus, signed.signWay, signed.qdsj]).toEqual(['2', '2', '2026-03-17'])
  expect(signed.nodes).toEqual([
    { nodeSort: 1, nodeCode: 'cbf', signerName: '张三', signTime: '2026-03-17 09:00:00', valid: true, state: null, phone: null },
    { nodeSort: 2, nodeCode: 'fbf', signerName: '刘德华', signTime: '2026-03-17 09:00:00', valid: true, state: null, phone: null },
  ])
  expect(await ok('admin', 'GET', '/dzzw/view-sign-node', {}, { flowInstId: signed.flowInstId })).toEqual(signed.nodes)

  const file = (await call('admin', 'GET', '/dzzw/sign-file/download', {}, { contractId: contract.id })).raw
  expect(createHash('sha256').update(file).digest('hex')).toBe(signed.fileHash)
  expect(poppler('pdfsig', file).split('Signature is Valid').length - 1).toBe(2)
  expect(poppler('pdftotext', file, '-').replace(/[\s\u200b]/g, '')).toContain('承包地块示意图')
  const verified = await ok('admin', 'GET', '/sign/verify', {}, { id: signed.attachId })
  expect([verified.intact, verified.sha256, verified.signatures.map((s: any) => [s.signer, s.trusted])]).toEqual([
    true,
    signed.fileHash,
    [
      ['张三', true],
      ['刘德华', true],
    ],
  ])
  const removal = await (await w.as('admin')).send('DELETE', '/cpt-resource/attach/endpoint/remove', { query: { ids: signed.attachId } })
  expect(removal.key).toBe('E5001')

  const { ossName } = await one('select "ossName" from attach where id = $1', [signed.attachId])
  const stored = join(w.dataDir, 'files', ossName.slice(0, 2), ossName.slice(2, 4), ossName)
  writeFileSync(stored, Buffer.concat([file, Buffer.from(' ')]))
  expect((await call('admin', 'GET', '/dzzw/sign-file/download', {}, { contractId: contract.id })).key).toBe('sign-file-changed')
  writeFileSync(stored, file)

  const before = await one('select rev, "attachId" from contract_file where id = $1', [contract.id])
  await repeatJobs()
  await w.jobs.idle()
  expect(await one('select rev, "attachId" from contract_file where id = $1', [contract.id])).toEqual(before)
  expect([await files(id), await one(`select count(*)::int as n from job where kind = 'sign-freeze' and status <> 'done'`)]).toEqual([1, { n: 0 }])
  expect((await call('admin', 'POST', '/sign/cancel', keys(id, contract))).key).toBe('not-allowed-now')

  // who sat at the desk does not pass the task
  const { taskId, processInstanceId } = await detail(id)
  expect((await call('admin', 'POST', '/yw-accept/business/commit', { taskId, processInstanceId })).key).toBe('desk-passes-not')
  await step(id, 'town')
  const kept = await one('select "signStatus", "signWay", qdsj, "attachId"::text as "attachId", "fileHash" from cbht where cbhtbm = $1', [contract.cbhtbm])
  expect(kept).toEqual({ signStatus: '2', signWay: '2', qdsj: '2026-03-17', attachId: signed.attachId, fileHash: signed.fileHash })
  const served = await call('admin', 'GET', '/cpt-resource/attach/endpoint/download', {}, { id: kept.attachId })
  expect(served.raw.equals(file)).toBe(true)
  expect(await within((ctx) => invariantsBroken(ctx, '512021'))).toEqual([])
  expect((await call('admin', 'POST', '/sign/start', keys(id, contract))).key).toBe('E2002')
})

/** The job of signing run by hand on what is queued for a contract, with something done before its last transaction. */
async function runJob(contract: any, between: () => Promise<void>) {
  const { payload, id } = await one(
    `select j.id, j.payload from job j join sign_flow f on f.id = (j.payload->>'flowId')::bigint where j.kind = 'sign-freeze' and f."contractId" = $1
     order by j.id desc limit 1`,
    [contract.id],
  )
  const files = { put: [] as string[], removed: [] as string[] }
  const storage = {
    ...w.storage,
    async put(from: string | Buffer) {
      files.put.push(await w.storage.put(from, '000000'))
      return files.put.at(-1)!
    },
    async remove(name: string) {
      files.removed.push(name)
    },
  }
  const who = await whoOf(w.db, '000000', 'admin')
  const job = {
    id,
    who,
    lang: 'zh' as const,
    signal: new AbortController().signal,
    progress: async () => {},
    tx: within,
    async finish(work: (ctx: Ctx) => Promise<Record<string, unknown>>) {
      await between()
      return within(work)
    },
  }
  const links = { publicUrl: '', sms: undefined as never }
  return { result: await remoteJobs({ storage, types: { handlings }, links })[0]!.run(job, payload), files }
}

test('a cancel while the job makes the file wins, and a job killed before its last transaction is done once when it is repeated', async () => {
  const { id, contract } = await toSign()
  await chosen(id, contract, '2')
  await w.db.pool
    .query(`create function held_back() returns trigger language plpgsql as $$ begin new."runAfter" = now() + interval '100 years'; return new; end $$;
    create trigger held_back before insert on job for each row execute function held_back()`)
  await ok('admin', 'POST', '/sign/start', keys(id, contract))
  const cancelled = await runJob(contract, () => ok('admin', 'POST', '/sign/cancel', keys(id, contract)))
  expect([cancelled.result, cancelled.files.removed]).toEqual([{ begun: false }, cancelled.files.put])
  expect([cancelled.files.put.length, (await state(id, contract)).signStatus]).toEqual([1, '99'])

  await ok('admin', 'POST', '/sign/start', keys(id, contract))
  await expect(
    runJob(contract, async () => {
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect((await state(id, contract)).nodes.map((n: any) => n.state)).toEqual(['waiting', 'waiting'])
  const [first, second] = [await runJob(contract, async () => {}), await runJob(contract, async () => {})]
  expect([first.result, second.result]).toEqual([{ begun: true }, { begun: false }])
  expect((await state(id, contract)).nodes.map((n: any) => n.state)).toEqual(['open', 'waiting'])
  await w.db.pool.query(`drop trigger held_back on job; drop function held_back(); update job set status = 'done' where kind = 'sign-freeze'`)
})

test('signing begins only while the county has signatures left: of two that begin at once with one left, one is refused, and a cancel gives it back', async () => {
  const [one, two] = [await toSign(), await toSign()]
  for (const { id, contract } of [one, two]) await chosen(id, contract, '2')
  const admin = await w.as('admin')
  const { consumed, reserved } = (await admin.get('/data/sign-num', { regionCode: GROUP })).data
  const account = async () => (await admin.get('/sign-base/account/page', { regionCode: '512021' })).data.records[0]
  const given = async (n: number) => {
    const { id, purchased } = await account()
    expect((await admin.post('/sign-base/account/grant', { id, quantity: n - purchased })).msg).toBe('操作成功')
  }
  const left = async () => (await admin.get('/data/sign-num', { regionCode: GROUP })).data.remaining
  await given(consumed + reserved + 1)
  // a province without an account of its own has what its counties have
  const below = (await admin.get('/sign-base/account/page', { regionCode: '51', size: 100 })).data.records
  const free = below.reduce((n: number, a: any) => n + a.purchased - a.consumed - a.reserved, 0)
  expect([free > 0, (await admin.get('/data/sign-num', { regionCode: '51' })).data.remaining]).toEqual([true, free])
  try {
    const begun = await Promise.all([one, two].map(({ id, contract }) => call('admin', 'POST', '/sign/start', keys(id, contract))))
    expect(begun.map((a) => a.key ?? a.msg).toSorted()).toEqual(['E3001', '操作成功'])
    expect(begun.find((a) => a.key)).toMatchObject({ code: 400, msg: '电子签剩余次数不足' })
    expect(await left()).toBe(0)
    const [first, other] = begun[0]!.key ? [two, one] : [one, two]
    await ok('admin', 'POST', '/sign/cancel', keys(first.id, first.contract))
    expect(await left()).toBe(1)
    await ok('admin', 'POST', '/sign/start', keys(other.id, other.contract))
    await ok('admin', 'POST', '/sign/cancel', keys(other.id, other.contract))
  } finally {
    await given(10_000)
  }
})

test('a contract signed on paper still comes into the register with its upload, which is taken back before the case is done: a signed one by who brought it or an administrator', async () => {
  const { id, contract } = await toSign()
  await chosen(id, contract, '3')
  expect((await call('admin', 'POST', '/sign/start', keys(id, contract))).key).toBe('E2002')
  const bring = async () =>
    ok('town', 'POST', '/dzzw/upload-contract-file', { contractId: contract.id, attachId: await attached(id, 'CBHT'), qdsj: '2026-03-16' })
  const examine = (pass: 0 | 1, reason?: string) => ok('admin', 'POST', '/dzzw/contract/examine', { contractId: contract.id, pass, reason })
  const takeBack = (who: Account) => call(who, 'POST', '/dzzw/contract/revoke', { contractId: contract.id })
  const left = async () => {
    const { signStatus, attachId, fileHash } = await state(id, contract)
    return [signStatus, attachId, fileHash]
  }
  // while it waits, when it was rejected, and once it is signed
  for (const [ends, who] of [
    [[], 'village'],
    [[0], 'town'],
    [[1], 'town'],
    [[1], 'admin'],
  ] as const) {
    await bring()
    for (const pass of ends) await examine(pass, '指印不清')
    if (ends[0] === 1) expect([(await takeBack('county')).key, (await state(id, contract)).signStatus]).toEqual(['E2002', '2'])
    expect([(await takeBack(who)).msg, await left()]).toEqual(['操作成功', ['99', null, null]])
  }
  const attachId = await attached(id, 'CBHT')
  await ok('town', 'POST', '/dzzw/upload-contract-file', { contractId: contract.id, attachId, qdsj: '2026-03-16' })
  expect((await call('admin', 'GET', '/dzzw/sign-file/download', {}, { contractId: contract.id })).raw.equals(PDF)).toBe(true)
  await examine(1)
  await step(id, 'admin')
  const kept = await one('select "signStatus", "signWay", qdsj, "attachId"::text as "attachId", "fileHash" from cbht where cbhtbm = $1', [contract.cbhtbm])
  expect(kept).toEqual({ signStatus: '2', signWay: '3', qdsj: '2026-03-16', attachId, fileHash: createHash('sha256').update(PDF).digest('hex') })
  expect((await state(id, contract)).nodes).toEqual([])
})

const AT = '/cpt-resource/attach/endpoint'
type Tried = readonly [what: string, said: [key: string | undefined, zh: string, en: string]]
/** What every way of changing a file, or of bringing one of a kind, is answered, in both languages. */
async function changesOf(attachId: string, of: { id: string; businessItem: string }): Promise<Tried[]> {
  const admin = await w.as('admin')
  const { attachMd5 } = await one('select "attachMd5" from attach where id = $1', [attachId])
  const place = { businessId: of.id, businessItem: of.businessItem }
  const photo = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff]).toString('base64')}`
  const ways: readonly (readonly [string, (headers: Record<string, string>) => Promise<Answer>])[] = [
    ['remove', (headers) => admin.send('POST', `${AT}/remove`, { query: { ids: attachId }, headers })],
    ['rename', (headers) => admin.send('POST', `${AT}/update`, { body: { name: '另一个.pdf' }, query: { id: attachId }, headers })],
    ['sort', (headers) => admin.send('POST', `${AT}/sort`, { query: { ids: attachId }, headers })],
    ['upload', (headers) => admin.upload(`${AT}/upload`, { name: '第二份.pdf', bytes: PDF, type: 'application/pdf' }, place, headers)],
    ['copy', (headers) => admin.send('POST', `${AT}/copy-file`, { body: { attachMd5, attachName: '副本.pdf', ...place }, headers })],
    ['photos', (headers) => admin.send('POST', `${AT}/offline_pdf`, { body: { ...place, offlineFileList: [{ file: photo }] }, headers })],
  ]
  const said: Tried[] = []
  for (const [what, ask] of ways) {
    const [zh, en] = [await ask({}), await ask({ 'accept-language': 'en' })]
    said.push([what, [zh.key, zh.msg, en.msg]])
  }
  return said
}
const all = (words: Tried[1], ...names: readonly string[]): Tried[] => names.map((n) => [n, words] as const)
const rowsOf = async (id: string) => (await w.db.pool.query('select id, name, "attachSort", rev from attach where "businessId" = $1 order by id', [id])).rows

test('a file that a contract, a closed task or a finished case names stays as it is, and what is gone or changed on disk finishes nothing', async () => {
  const { id, contract } = await toSign()
  await chosen(id, contract, '3')
  const closed = '附件属于已办结环节的要件，不能增加、删除、改名或排序；如需更正，请退回该环节'
  const closedEn = 'The file belongs to a closed task: files cannot be added, removed, renamed or reordered; have that task done again'
  const card = String((await one(`select id from attach where "businessId" = $1 and "businessItem" = 'CBFSFZ'`, [id])).id)
  const before = await rowsOf(id)
  expect(await changesOf(card, { id, businessItem: 'CBFSFZ' })).toEqual(
    all(['file-evidence', closed, closedEn], 'remove', 'rename', 'sort', 'upload', 'copy', 'photos'),
  )
  expect(await rowsOf(id)).toEqual(before)

  // the open task is still given its paper, and a wrong one goes again
  const slip = await attached(id, 'CBHT')
  const gone = await (await w.as('admin')).send('POST', `${AT}/remove`, { query: { ids: slip } })
  expect(gone.msg).toBe('操作成功')
  const attachId = await attached(id, 'CBHT')
  const { ossName } = await one('select "ossName" from attach where id = $1', [attachId])
  const stored = join(w.dataDir, 'files', ossName.slice(0, 2), ossName.slice(2, 4), ossName)
  const upload = { contractId: contract.id, attachId, qdsj: '2026-03-16' }
  writeFileSync(stored, 'other bytes')
  const other = await call('admin', 'POST', '/dzzw/upload-contract-file', upload)
  expect([other.key, other.msg]).toEqual(['file-differs', `合同【${contract.cbhtbm}】的签署文件与签署时的摘要不一致，请重新签署或上传`])
  writeFileSync(stored, PDF)
  await ok('town', 'POST', '/dzzw/upload-contract-file', upload)
  const named: Tried[1] = [
    'file-evidence',
    `附件是合同【${contract.cbhtbm}】的签署文件，不能删除、改名或排序；请先撤回该合同的文件`,
    `The file is the signed contract ${contract.cbhtbm}: withdraw it from the contract first`,
  ]
  const tried = await changesOf(attachId, { id, businessItem: 'CBHT' })
  expect(tried.slice(0, 3)).toEqual(all(named, 'remove', 'rename', 'sort'))
  await w.db.pool.query(`delete from attach where "businessId" = $1 and "businessItem" = 'CBHT' and id <> $2`, [id, attachId])

  await ok('admin', 'POST', '/dzzw/contract/examine', { contractId: contract.id, pass: 1 })
  const commit = async () => {
    const { taskId, processInstanceId } = await detail(id)
    return call('admin', 'POST', '/yw-accept/business/commit', { taskId, processInstanceId })
  }
  writeFileSync(stored, 'other bytes')
  expect((await commit()).key).toBe('file-differs')
  rmSync(stored)
  expect((await commit()).key).toBe('file-gone')
  expect((await detail(id)).status).toBe('2')
  writeFileSync(stored, PDF)
  expect((await commit()).msg).toBe('操作成功')

  const done = await rowsOf(id)
  const over: Tried[1] = [
    'file-evidence',
    '业务已办结或已撤销，其附件已存档，不能增加、删除、改名或排序；后补材料请另行办理业务',
    'The business has ended and its files cannot be changed; a later paper needs a business of its own',
  ]
  expect(await changesOf(attachId, { id, businessItem: 'CBHT' })).toEqual([...all(named, 'remove', 'rename', 'sort'), ...all(over, 'upload', 'copy', 'photos')])
  expect(await changesOf(card, { id, businessItem: 'QT' })).toEqual(all(over, 'remove', 'rename', 'sort', 'upload', 'copy', 'photos'))
  expect(await rowsOf(id)).toEqual(done)
  // what hangs on the contract or the book itself stays, too
  const cbhtId = String((await one('select id from cbht where cbhtbm = $1', [contract.cbhtbm])).id)
  const beside = await attached(cbhtId, 'QT')
  expect((await changesOf(beside, { id: cbhtId, businessItem: 'QT' })).slice(0, 3)).toEqual(
    all(
      ['file-evidence', '附件属于登记簿或合同，不能删除、改名或排序', 'The file belongs to a book or contract and cannot be removed, renamed or reordered'],
      'remove',
      'rename',
      'sort',
    ),
  )
})

test('a contract that cannot be printed goes back to the clerk with the reason, and a way is refused for everything that it lacks', async () => {
  const { id, contract } = await toSign(`张${RARE}`)
  // neither the household nor who came for it has a phone
  await w.db.pool.query('update business set "obligePhone" = null where id = $1', [id])
  const [address, phone] = ['未配置系统访问地址（PUBLIC_URL），不能发送签署链接', '承包方代表缺少手机号码，不能线上签署']
  const by = { businessId: id, contractIds: [contract.id], signWay: '1' }
  const refused = await call('admin', 'POST', '/dzzw/choose-sign-way', by)
  expect([refused.code, refused.key, refused.msg]).toEqual([409, 'sign-address', `${address}；${phone}`])
  // the household is none of the register yet: no row of it is led to
  expect(refused.data.findings).toEqual([
    { code: 'sign-address', msg: address, contracts: [] },
    { code: 'signer-incomplete', msg: phone, contracts: [] },
  ])
  expect((await state(id, contract)).signWay).toBeNull()
  // one that came to its way otherwise is refused when it begins
  await w.db.pool.query(`update contract_file set "signWay" = '1' where id = $1`, [contract.id])
  const remote = await call('admin', 'POST', '/sign/start', keys(id, contract))
  expect([remote.key, remote.msg]).toEqual(['sign-address', address])
  await chosen(id, contract, '2')
  await ok('admin', 'POST', '/sign/start', keys(id, contract))
  await w.jobs.idle()
  const back = await state(id, contract)
  expect([back.signStatus, back.attachId, back.reason]).toEqual(['99', null, expect.stringContaining('没有可用字体')])
})

/** A template and a flow of the county, and the certified seal of the group's issuer. */
async function rulesOfCounty(): Promise<void> {
  const { id: attachId } = await ok('admin', 'POST', '/sign-base/template/built-in', { flowType: '1' })
  const days = { versionDesc: '1.0.0', expireSt: '2026-01-01', expireEd: '2026-12-31' }
  const [at, said] = [
    { regionCode: '512021', flowType: '1', flowName: '县' },
    { jzPrefix: '安农合鉴', qddd: '村口广场', bzdw: '县农业农村局' },
  ]
  const template = { ...at, ...days, ...said, dkRowLimit: 0, signExpire: 2, attachId }
  await ok('admin', 'POST', '/sign-base/template/enable', { id: await ok('admin', 'POST', '/sign-base/template/save', template) })
  await ok('admin', 'POST', '/sign-base/flow-def/enable', { id: await ok('admin', 'POST', '/sign-base/flow-def/save', { ...at, nodes: 'cbf,fbf,jz' }) })
  const png = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#d00' } })
    .png()
    .toBuffer()
  const file = await (await w.as('admin')).upload('/cpt-resource/attach/endpoint/upload', { name: '章.png', bytes: png, type: 'image/png' })
  const seal = sample(org_seal, { regionCode: '512021' })
  await w.db.pool.query('update fbf set tyshxydm = $1 where fbfbm = $2', [seal.creditCode, GROUP])
  const sealId = await ok('admin', 'POST', '/dzzw/org-seal/submit', { ...seal, sealAttachId: file.data.id })
  await w.db.pool.query(`update org_seal set "sealState" = '2', "expireDay" = '2027-01-01' where id = $1`, [sealId])
}

test('an issuer without principal is named before signing begins; an agent of a region above signs for it, and one for the certifying body last', async () => {
  const { id, contract } = await toSign()
  await chosen(id, contract, '2')
  await w.db.pool.query(`update fbf set fbffzrxm = '' where fbfbm = $1`, [GROUP])
  const r = await call('admin', 'POST', '/sign/start', keys(id, contract))
  expect([r.key, r.msg]).toEqual(['E3002', '未配置签署代理人（发包方）'])
  const way = { businessId: id, contractIds: [contract.id], signWay: '2' }
  const refused = await call('admin', 'POST', '/dzzw/choose-sign-way', way)
  expect([refused.key, refused.msg, refused.data.findings]).toEqual([
    'E3002',
    r.msg,
    [{ code: 'E3002', msg: r.msg, at: { kind: 'agents', code: '' }, contracts: [] }],
  ])
  expect((await state(id, contract)).signStatus).toBe('99')
  const agent = (regionCode: string, nodeCode: string, signerName: string, more: object = {}) => ({
    regionCode,
    contractType: '1',
    nodeCode,
    signerName,
    signerIdType: '1',
    signerIdCard: idCard(),
    signerPhone: '13812345678',
    ...more,
  })
  const save = '/sign-base/signer-auth/save'
  // the village's own stands before that of its county; one of another kind of contract is nobody here
  for (const a of [agent('512021', 'fbf', '县代理'), agent(GROUP.slice(0, 12), 'fbf', '村代理'), agent('512021', 'jz', '镇鉴证')])
    await ok('admin', 'POST', save, a)
  const elsewhere = agent(GROUP.slice(0, 12), 'jz', '别的鉴证', { contractType: '2' })
  const other = await ok('admin', 'POST', save, elsewhere)
  // a resident's number under another document stands where it is stored, and is refused where it is typed
  await w.db.pool.query(`update signer_auth set "signerIdType" = '9' where id = $1`, [other])
  const loose = { ...elsewhere, id: other, signerIdType: '9', remark: '分管' }
  await ok('admin', 'POST', '/sign-base/signer-auth/update', loose)
  const typed = await call('admin', 'POST', '/sign-base/signer-auth/update', { ...loose, signerIdCard: idCard() })
  expect([typed.data.fields[0].field, typed.msg]).toEqual(['signerIdCard', expect.stringContaining('请选择“居民身份证”')])
  expect((await call('admin', 'POST', save, agent('512021', 'jz', '又一人'))).msg).toBe('签署代理人已存在')
  for (const [bad, msg] of [
    [{ signerIdCard: '512021199001011234' }, '证件号码校验位不正确'],
    [{ nodeCode: 'cbf' }, '签署节点不在可选范围内'],
    [{ signerPhone: '123' }, '手机号码应为11位'],
  ] as const)
    expect([(await call('admin', 'POST', save, agent('5120', 'jz', '某', bad))).msg, bad]).toEqual([msg, bad])
  await rulesOfCounty()
  await signedAtDesk(id, contract)
  await w.db.pool.query(`update fbf set fbffzrxm = '刘德华' where fbfbm = $1`, [GROUP])
  // who signs for an issuer under its principal's name is its principal
  expect((await call('admin', 'POST', save, agent(GROUP, 'fbf', '刘德华'))).data.fields).toEqual([
    { field: 'signerIdCard', msg: '【刘德华】在登记簿中的证件号码与填写的证件号码不一致' },
  ])
  const { signStatus, nodes, signDeadline, jzbh } = await state(id, contract)
  expect([signDeadline, jzbh]).toEqual(['2026-03-17 11:00:00', '安农合鉴〔2026〕0001号'])
  expect([signStatus, nodes.map((n: any) => [n.nodeSort, n.nodeCode, n.signerName, n.valid])]).toEqual([
    '2',
    [
      [1, 'cbf', '张三', true],
      [2, 'fbf', '村代理', true],
      [3, 'jz', '镇鉴证', true],
    ],
  ])
  // what the template sets stands in the very file that was signed: place, number, the parcels in an annex; the issuer's seal is drawn
  const { raw } = await call('admin', 'GET', '/dzzw/sign-file/download', {}, { contractId: contract.id })
  const printed = poppler('pdftotext', raw, '-').replace(/[\s\u200b]/g, '')
  for (const word of ['签订地点：村口广场', '安农合鉴〔2026〕0001号', '附表承包地块情况表']) expect(printed).toContain(word)
  expect(
    poppler('pdfimages', raw, '-list')
      .split('\n')
      .filter((l) => /^ *\d+ +\d+ image /.test(l)),
    // three names by hand and the seal, and its strip on each page
  ).toHaveLength(4 + Number(/Pages:\s+(\d+)/.exec(poppler('pdfinfo', raw))![1]))
  const batch = await call('admin', 'GET', '/dzzw/batch-preview-contract-file', {}, { contractIds: contract.id })
  expect(poppler('pdftotext', batch.raw, '-').replace(/[\s\u200b]/g, '')).toContain('村口广场')
  // it is the file that was signed, never the same text once more
  const alone = await call('admin', 'GET', '/dzzw/preview-contract-draft', {}, { contractId: contract.id })
  expect([batch.raw.equals(raw), alone.raw.equals(raw)]).toEqual([true, true])
  expect((await call('admin', 'GET', '/dzzw/batch-preview-contract-file', {}, { contractIds: '' })).key).toBe('none-selected')
  await w.db.pool.query(`delete from signer_auth; delete from sign_template; delete from sign_flow_def; delete from org_seal`)
})

/** Asks for the files of contracts and fetches their archive; answers what is not stored of it, the reason. */
async function downloaded(person: Account, query: Record<string, unknown>): Promise<{ raw: Buffer; files: string[]; reason: string }> {
  const { id } = await ok(person, 'GET', '/widget/export', {}, { type: '1014', ...query })
  await w.jobs.idle()
  const record = await one('select status, "fileId", "failReason" from export_record where id = $1', [id])
  const { raw } = record.fileId ? await call(person, 'GET', '/exportRecord/download', {}, { fileId: record.fileId }) : { raw: Buffer.alloc(0) }
  writeFileSync(join(w.dataDir, 'x.zip'), raw)
  const list = 'import sys,zipfile\nfor i in zipfile.ZipFile(sys.argv[1]).infolist(): print(i.filename)'
  const files = raw.length
    ? execFileSync('python3', ['-c', list, join(w.dataDir, 'x.zip')], { encoding: 'utf8' })
        .trim()
        .split('\n')
    : []
  return { raw, files, reason: record.failReason }
}

const MADE = '导出说明.txt'
test('the contracts of a case come as one archive: the bytes that were signed, prints of those to be signed; a file that was changed is named and left out', async () => {
  const { id, contract } = await toSign('李四')
  const [done, open] = [`${contract.cbhtbm}-李四.pdf`, `${contract.cbhtbm}-李四-待签.pdf`]
  const before = await downloaded('admin', { businessId: id })
  // each archive says who made it and when
  expect([before.files, before.raw.includes('%PDF-')]).toEqual([[open, MADE], true])
  await chosen(id, contract, '2')
  await signedAtDesk(id, contract)
  const { attachId } = await state(id, contract)
  const { raw: file } = await call('admin', 'GET', '/dzzw/sign-file/download', {}, { contractId: contract.id })
  const after = await downloaded('admin', { ids: contract.id })
  expect([after.files, after.raw.includes(file)]).toEqual([[done, MADE], true])
  // of a region: those alone that have a file
  const other = (await toSign('王五')).contract
  const region = await downloaded('county', { regionCode: GROUP.slice(0, 12) })
  expect([region.files.includes(done), region.files.some((f) => f.includes(other.cbhtbm))]).toEqual([true, false])

  const { ossName } = await one('select "ossName" from attach where id = $1', [attachId])
  const stored = join(w.dataDir, 'files', ossName.slice(0, 2), ossName.slice(2, 4), ossName)
  writeFileSync(stored, Buffer.concat([file, Buffer.from(' ')]))
  const changed = await downloaded('admin', { ids: `${contract.id},${other.id}` })
  writeFileSync(stored, file)
  expect(changed.files.toSorted()).toEqual([`${other.cbhtbm}-王五-待签.pdf`, '未能生成.txt', MADE].toSorted())
  expect(changed.raw.includes(file)).toBe(false)

  // who may not print gets none, another tenant finds none, and no list of the register names them
  expect((await call('audit', 'GET', '/widget/export', {}, { type: '1014', ids: contract.id })).status).toBe(403)
  expect((await downloaded('other', { ids: contract.id })).reason).toContain('没有可导出的数据')
  expect((await call('admin', 'GET', '/widget/export', {}, { type: '1013', entity: 'contract_file' })).status).toBe(403)
})

test('where the tenant asks for it, what all have signed electronically counts only when another than who began it has examined it', async () => {
  const set = (value: number) =>
    w.db.pool.query(
      `insert into param (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "paramName", "paramKey", "paramValue")
       values (41, '000000', 1, now(), 1, now(), 0, '电子签署审核', 'sign.examine', $1) on conflict (id) do update set "paramValue" = $1`,
      [String(value)],
    )
  const { id, contract } = await toSign('赵六')
  // the issuer's principal has sent somebody, by a letter
  const letter = {
    contractId: contract.id,
    nodeCode: 'fbf',
    agentName: '钱七',
    agentIdType: '1',
    agentIdCard: idCard(),
    agentPhone: '13900000007',
    purpose: '签订承包合同',
    fromDay: '2026-03-01',
    toDay: '2026-03-31',
    attachId: await attached(id, 'QSWTS'),
  }
  expect((await call('audit', 'POST', '/sign/letter/save', letter)).status).toBe(403)
  expect((await call('other', 'POST', '/sign/letter/save', letter)).status).toBe(404)
  expect(await call('admin', 'POST', '/sign/letter/save', { ...letter, nodeCode: 'cbf_zr' })).toMatchObject({
    key: 'letter-node',
    msg: '该合同没有由受让方（互换对方）代表签署的节点',
  })
  await ok('admin', 'POST', '/sign/letter/save', letter)
  await chosen(id, contract, '2')
  await set(1)
  const examine = (person: Account, pass: 0 | 1, reason?: string) => call(person, 'POST', '/dzzw/contract/examine', { contractId: contract.id, pass, reason })
  const status = async () => (await state(id, contract)).signStatus
  const used = async () => Number((await one(`select count(*) as n from sign_movement where "contractId" = $1 and move = 'consume'`, [contract.id])).n)
  const start = async () => {
    await ok('admin', 'POST', '/sign/start', keys(id, contract))
    expect((await examine('town', 1)).key).toBe('not-allowed-now')
    await w.jobs.idle()
    await atDesk(contract)
  }
  await start()
  const waiting = await state(id, contract)
  expect([waiting.signStatus, waiting.qdsj, waiting.nodes.map((n: any) => n.signerName), await used()]).toEqual(['3', '2026-03-17', ['赵六', '钱七'], 1])
  // it is neither begun anew, cancelled nor taken back, and who began it neither examines it nor passes the task
  for (const [path, body, key] of [
    ['/sign/start', keys(id, contract), 'not-allowed-now'],
    ['/sign/cancel', keys(id, contract), 'not-allowed-now'],
    ['/dzzw/contract/revoke', { contractId: contract.id }, 'E2002'],
    ['/dzzw/choose-sign-way', { businessId: id, contractIds: [contract.id], signWay: '3' }, 'not-allowed-now'],
  ] as const)
    expect([path, (await call('admin', 'POST', path, body)).key]).toEqual([path, key])
  const en = await (
    await w.as('admin')
  ).send('POST', '/dzzw/contract/examine', { body: { contractId: contract.id, pass: 1 }, headers: { 'accept-language': 'en' } })
  expect([(await examine('admin', 1)).msg, en.msg]).toEqual([
    `合同【${contract.cbhtbm}】的签署由您发起，须由另一人审核；可由【镇级经办、签约员、镇级经办二】审核`,
    `You started the signing of contract ${contract.cbhtbm}: another person must examine it. It may be done by: 镇级经办, 签约员, 镇级经办二`,
  ])
  // where nobody of the task of signing is left, those are named who have its button
  const named = `"realName" in ('镇级经办', '签约员', '镇级经办二')`
  await w.db.pool.query(`update sys_user set status = 2 where ${named}`)
  try {
    expect((await examine('admin', 1)).msg).toBe(`合同【${contract.cbhtbm}】的签署由您发起，须由另一人审核；可由【村级经办、县级经办】审核`)
  } finally {
    await w.db.pool.query(`update sys_user set status = 1 where ${named}`)
  }
  const { taskId, processInstanceId } = await detail(id)
  expect((await call('admin', 'POST', '/yw-accept/business/commit', { taskId, processInstanceId })).key).toBe('examined-by-another')
  expect([(await examine('audit', 1)).status, (await examine('town', 0)).msg, await status()]).toEqual([403, '请输入退回原因', '3'])
  // rejected: it is begun anew, or taken back
  expect((await examine('town', 0, '签名不清')).code).toBe(200)
  expect([(await state(id, contract)).signStatus, (await state(id, contract)).reason]).toEqual(['4', '签名不清'])
  expect((await examine('town', 1)).key).toBe('not-allowed-now')
  await start()
  expect([await status(), await used()]).toEqual(['3', 2])
  expect((await examine('town', 0, '再签')).code).toBe(200)
  await ok('admin', 'POST', '/dzzw/contract/revoke', { contractId: contract.id })
  expect(await status()).toBe('99')
  await chosen(id, contract, '2')
  await start()
  const { raw } = await call('admin', 'GET', '/sign/court-bundle', {}, { contractId: contract.id })
  for (const name of ['授权委托书/fbf-钱七.pdf', '现场存证/1-cbf-赵六-手写签名.png', '现场存证/2-fbf-钱七-手写签名.png'])
    expect([name, raw.includes(name)]).toEqual([name, true])
  const told = await within(async (ctx) => (await deskOf(ctx, await rows.get(ctx, contract_file, contract.id))).told!.map((n) => n.document))
  expect(told).toEqual([expect.stringMatching(/^居民身份证，\d{3}\*{4}[\dX]{4}，人工录入$/), expect.stringMatching(/^居民身份证，/)])
  // another has to look at it before he passes the task; then nothing takes it back
  const unseen = await detail(id)
  const passed = await call('town', 'POST', '/yw-accept/business/commit', { taskId: unseen.taskId, processInstanceId: unseen.processInstanceId })
  expect([passed.key, await status()]).toEqual(['not-examined', '3'])
  expect((await examine('town', 1)).code).toBe(200)
  await step(id, 'town')
  expect((await one('select "signStatus" from cbht where cbhtbm = $1', [contract.cbhtbm])).signStatus).toBe('2')
  await set(0)
})

test('another tenant finds no contract, and who may only look cannot sign', async () => {
  const { id, contract } = await toSign()
  await chosen(id, contract, '2')
  expect((await call('other', 'POST', '/sign/start', keys(id, contract))).status).toBe(404)
  expect((await call('other', 'GET', '/dzzw/preview-contract-draft', {}, { contractId: contract.id })).status).toBe(404)
  expect((await call('other', 'GET', '/dzzw/view-sign-node', {}, { flowInstId: contract.id })).status).toBe(404)
  expect((await call('audit', 'POST', '/sign/start', keys(id, contract))).status).toBe(403)
})

test('accounts of signatures and what was taken of them are read within one’s own region, and the account above it', async () => {
  const admin = await w.as('admin')
  const [account] = (await admin.get('/sign-base/account/page', { regionCode: '512021' })).data.records
  expect((await (await w.as('county')).get('/sign-base/movement/page', {})).data.total).toBeGreaterThan(0)
  const rights = `"roleId" = (select "roleId" from sys_user where account = 'county' and "tenantId" = '000000')`
  const { rows: was } = await w.db.pool.query(`select id, "regionCode", "roleId" from sys_user where account = 'town2' and "tenantId" = '000000'`)
  const standing = async (regionCode: string) => {
    await w.db.pool.query(`update sys_user set ${rights}, "regionCode" = $2 where id = $1`, [was[0].id, regionCode])
    const { access_token } = (await w.signIn('town2')) as unknown as { access_token: string }
    return { get: (path: string, query = {}) => w.nobody.send('GET', path, { query, headers: { 'cpt-auth': `bearer ${access_token}` } }) }
  }
  const neighbour = await standing('510104')
  for (const regionCode of ['512021', '512021119203', '51'])
    for (const list of ['account', 'movement']) expect([list, (await neighbour.get(`/sign-base/${list}/page`, { regionCode })).data.total]).toEqual([list, 0])
  expect((await neighbour.get('/sign-base/account/detail', { id: account.id })).status).toBe(404)
  const town = await standing('512021119')
  expect((await town.get('/sign-base/account/detail', { id: account.id })).data.id).toBe(account.id)
  await w.db.pool.query(`update sys_user set "regionCode" = $2, "roleId" = $3 where id = $1`, [was[0].id, was[0].regionCode, was[0].roleId])
})
