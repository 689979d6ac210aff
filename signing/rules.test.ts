// What a region sets for signing: templates, flows, seals and its account of signatures, through the whole application.
import { readXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmsSimulator } from '../apps/simulators/sms.server.ts'
import { localTime } from '../kit/server/clock.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { whoOf } from '../platform/session/session.server.ts'
import { PDF } from '../services/files/testing.server.ts'
import type { ContractData } from '../land/paper/read.server.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { issuerOf } from '../tests/applications.ts'
import { idCard, sample } from '../tests/samples.ts'
import { seeded } from '../tests/seeded.ts'
import { SEED } from '../tests/volume.ts'
import { world, type Account, type Answer, type World } from '../tests/world.ts'
import { business, contract_file, type ContractFile } from '../business/cases/definitions/business.ts'
import { SIGN } from '../land/definitions/statuses.ts'
import { reserve, settle } from './account/account.server.ts'
import { deadlineRoutine } from './acts/deadline.server.ts'
import { filesOfSigning } from './contract/kept-files.server.ts'
import { SIGNING, type SigningEvent } from './contract/flow.ts'
import { moveContract } from './acts/step.server.ts'
import { org_seal } from './seals/seal.ts'
import { sealsFor } from './seals/seal.server.ts'
import { beginWith, layoutOf } from './templates/template.server.ts'
import { flowNodes } from './templates/flow-def.server.ts'
import { shippedDocx } from './templates/docx.server.ts'

const COUNTY = '512021',
  TOWN = '512021119',
  VILLAGE = '512021119203'
let w: World
beforeAll(async () => {
  w = await world()
  w.setNow('2026-03-02')
})
afterAll(() => w?.end())

async function within<T>(work: (ctx: Ctx) => Promise<T>, person = 'admin'): Promise<T> {
  const who = await whoOf(w.db, '000000', person)
  return w.db.transaction({ tenantId: '000000' }, (tx) =>
    work({ who, db: tx, lang: 'zh' as const, now: localTime(w.now()), clock: w.now, newId: () => newId(), requestId: 't', ip: '', enqueue: async () => '0' }),
  )
}
const ask = async (person: Account, method: 'GET' | 'POST', path: string, body: object = {}, lang = 'zh'): Promise<Answer> =>
  (await w.as(person)).send(method, path, {
    ...(method === 'GET' ? { query: body as Record<string, unknown> } : { body }),
    headers: { 'accept-language': lang },
  })
async function ok(...a: Parameters<typeof ask>): Promise<any> {
  const r = await ask(...a)
  expect([a[2], r.code, r.msg]).toEqual([a[2], 200, '操作成功'])
  return r.data
}
/** What a refusal says in both languages. */
const said = async (path: string, body: object) => {
  const [zh, en] = [await ask('admin', 'POST', path, body), await ask('admin', 'POST', path, body, 'en')]
  return [zh.code, zh.msg, en.msg]
}
/** A contract to be signed in a village, of no case. */
const contract = (o: Partial<ContractFile> = {}) =>
  within(async (ctx) => {
    const businessId = o.businessId ?? (await rows.insert(ctx, business, { regionCode: VILLAGE, businessName: '签订', status: '1' }))
    const id = await rows.insert(ctx, contract_file, { regionCode: VILLAGE, businessId, cbhtbm: `c${newId()}`.slice(0, 19), htlx: '1', signStatus: '99', ...o })
    return await rows.get(ctx, contract_file, id)
  })
const template = (o: object = {}) => ({
  regionCode: COUNTY,
  flowType: '1',
  flowName: '县模板',
  versionDesc: '1.0.0',
  expireSt: '2026-01-01',
  expireEd: '2026-12-31',
  dkRowLimit: 3,
  signExpire: 48,
  jzPrefix: '安农合鉴',
  qddd: '村委会',
  bzdw: '安岳县农业农村局',
  ztr: '王五',
  shr: '赵六',
  ...o,
})
async function stored(o: object = {}): Promise<string> {
  const { id: attachId } = await ok('admin', 'POST', '/sign-base/template/built-in', { flowType: '1' })
  return ok('admin', 'POST', '/sign-base/template/save', template({ attachId, ...o }))
}

test('a template is refused for its version, its days, its limits, a file that is none and one without its placeholders, each in both languages', async () => {
  const admin = await w.as('admin')
  const { id: attachId } = await ok('admin', 'POST', '/sign-base/template/built-in', { flowType: '1' })
  const to = (o: object) => said('/sign-base/template/save', template({ attachId, ...o }))
  expect(await to({ versionDesc: '1.0' })).toEqual([400, '版本格式不正确，例：1.0.0', expect.stringContaining('1.0.0')])
  expect(await to({ expireEd: '2026-01-01' })).toEqual([400, '有效期止应晚于有效期起', 'The last day of validity must be after the first'])
  expect((await to({ dkRowLimit: 1001 }))[0]).toBe(400)
  expect((await to({ signExpire: 8701 }))[0]).toBe(400)
  expect((await to({ attachId: undefined })).slice(0, 2)).toEqual([400, '请上传模板文件'])
  const pdf = await admin.upload('/cpt-resource/attach/endpoint/upload', { name: 'a.pdf', bytes: PDF })
  expect(await to({ attachId: pdf.data.id })).toEqual([400, '模板文件应为docx格式', 'The template must be a docx file'])
  // the shipped household contract lacks what a transfer needs
  expect(await to({ flowType: '5' })).toEqual([
    400,
    '模板文件有误：缺少占位符 {dfmc} {@cbfZrSign}',
    'The template has faults: missing placeholders {dfmc} {@cbfZrSign}',
  ])
})

test('one template is enabled for a region and kind, the nearest applies, and what began by it is kept: rows, place, deadline, number', async () => {
  const [first, second] = [await stored(), await stored({ versionDesc: '1.0.1', dkRowLimit: 5, signExpire: 0 })]
  const enabled = async () => (await ok('admin', 'GET', '/sign-base/template/page', { isEnabled: 1 })).records.map((r: any) => r.id)
  await ok('county', 'POST', '/sign-base/template/enable', { id: first })
  await ok('county', 'POST', '/sign-base/template/enable', { id: second })
  expect(await enabled()).toEqual([second])
  await ok('county', 'POST', '/sign-base/template/enable', { id: first })
  expect(await enabled()).toEqual([first])
  const kept = await said('/sign-base/template/update', template({ id: first, attachId: '1' }))
  expect(kept).toEqual([
    409,
    '启用中的配置不能修改或删除，请先停用或新增版本',
    'An enabled template cannot be changed or deleted: disable it first, or add a version',
  ])
  expect((await (await w.as('admin')).send('POST', '/sign-base/template/remove', { query: { ids: first } })).key).toBe('template-enabled')

  const c = await contract()
  const begun = await within((ctx) => beginWith(ctx, c))
  expect(begun).toEqual({ templateId: first, signDeadline: `2026-03-04${localTime(w.now()).slice(10)}`, jzbh: '安农合鉴〔2026〕0001号' })
  const layout = await within((ctx) => layoutOf(ctx, { ...c, ...begun, signStatus: '0' } as ContractFile))
  expect(layout).toEqual({
    contract: { dkRowLimit: 3, qddd: '村委会', jzbh: '安农合鉴〔2026〕0001号' },
    sketch: { imprint: { bzdw: '安岳县农业农村局', ztr: '王五', ztrq: '2026年03月02日', shr: '赵六', shrq: '2026年03月02日' } },
  })
  // of the town nearer by, without a deadline; a contract that has begun stays with its own
  const town = await stored({
    regionCode: TOWN,
    dkRowLimit: 0,
    signExpire: 0,
    jzPrefix: '镇鉴',
    qddd: undefined,
    bzdw: undefined,
    ztr: undefined,
    shr: undefined,
  })
  await ok('admin', 'POST', '/sign-base/template/enable', { id: town })
  expect(await within((ctx) => beginWith(ctx, c))).toEqual({ templateId: town, signDeadline: null, jzbh: '镇鉴〔2026〕0001号' })
  expect((await within((ctx) => layoutOf(ctx, c))).contract.dkRowLimit).toBe(0)
  expect((await within((ctx) => layoutOf(ctx, { ...c, ...begun, signStatus: '0' } as ContractFile))).contract.dkRowLimit).toBe(3)
  // another kind has none: the built-in form
  expect(await within((ctx) => beginWith(ctx, { ...c, htlx: '2' }))).toEqual({
    templateId: null,
    signDeadline: `2026-03-03${localTime(w.now()).slice(10)}`,
    jzbh: null,
  })
  expect((await within((ctx) => layoutOf(ctx, { ...c, htlx: '9' }))).contract.title).toBe('农村土地承包合同终止（解除）协议')

  await contract({ templateId: town })
  await (await w.as('admin')).send('POST', '/sign-base/template/disable', { query: { ids: town } })
  expect((await (await w.as('admin')).send('POST', '/sign-base/template/remove', { query: { ids: town } })).key).toBe('template-used')
  w.setNow('2027-01-01')
  await expect(within((ctx) => beginWith(ctx, c))).rejects.toMatchObject({ key: 'E3003', words: { zh: '合同模板未启用或已过期' } })
  w.setNow('2026-03-02')
})

test('a template file of one’s own is stored and neither enabled nor previewed without a converter; the built-in one is previewed as a PDF', async () => {
  const admin = await w.as('admin')
  const own = await admin.upload('/cpt-resource/attach/endpoint/upload', { name: '自定义.docx', bytes: commented(await shippedDocx('1')) })
  expect(own.msg).toBe('操作成功')
  const id = await ok('admin', 'POST', '/sign-base/template/save', template({ attachId: own.data.id, versionDesc: '2.0.0' }))
  expect((await said('/sign-base/template/enable', { id }))[1]).toBe('未配置文档转换服务，自定义的模板文件只能保存，不能启用和预览；请使用系统内置模板文件')
  expect((await ask('admin', 'GET', '/sign-base/template/preview', { id })).key).toBe('no-converter')
  const builtIn = await stored({ versionDesc: '3.0.0' })
  const pdf = await ask('admin', 'GET', '/sign-base/template/preview', { id: builtIn })
  expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await ask('village', 'GET', '/sign-base/template/preview', { id: builtIn })).code).toBe(403)
  // enabled for the county, it is the form of its towns and villages, whose clerks do not see the attachment
  await w.db.pool.query('update sign_template set "isEnabled" = 0')
  await w.db.pool.query('update sign_template set "isEnabled" = 1 where id = $1', [id])
  const c = await contract()
  const { ossName } = (await w.db.pool.query('select "ossName" from attach where id = $1', [own.data.id])).rows[0]
  for (const person of ['admin', 'town', 'village']) {
    const layout = await within((ctx) => layoutOf(ctx, c), person)
    expect([person, layout.form?.ossName, layout.contract.form]).toEqual([person, ossName, layout.form?.fileHash])
  }
  expect(await w.db.transaction({ tenantId: '000000', system: true }, (tx) => filesOfSigning(tx, [ossName]))).toEqual([ossName])
  await w.db.pool.query('update sign_template set "isEnabled" = 0 where id = $1', [id])
  // its file stays
  const { attachId } = await ok('admin', 'GET', '/sign-base/template/detail', { id })
  expect((await admin.send('DELETE', '/cpt-resource/attach/endpoint/remove', { query: { ids: attachId } })).code).not.toBe(200)
})
/** The same archive with a comment: another file with the same words. */
function commented(bytes: Buffer): Buffer {
  const out = Buffer.concat([bytes, Buffer.from('x')])
  out.writeUInt16LE(1, bytes.length - 2)
  return out
}

test('the flow that is enabled nearest says which nodes a contract has; one that began keeps its own', async () => {
  const flow = { regionCode: COUNTY, flowType: '1', flowName: '县流程', nodes: 'cbf,fbf,jz' }
  const c = await contract()
  expect(await within((ctx) => flowNodes(ctx, c))).toBeUndefined()
  const id = await ok('county', 'POST', '/sign-base/flow-def/save', flow)
  expect(await within((ctx) => flowNodes(ctx, c))).toBeUndefined()
  await ok('county', 'POST', '/sign-base/flow-def/enable', { id })
  expect(await within((ctx) => flowNodes(ctx, c))).toEqual(['cbf', 'fbf', 'jz'])
  const near = await ok('admin', 'POST', '/sign-base/flow-def/save', { ...flow, regionCode: VILLAGE, nodes: 'cbf,fbf' })
  await ok('admin', 'POST', '/sign-base/flow-def/enable', { id: near })
  expect(await within((ctx) => flowNodes(ctx, c))).toEqual(['cbf', 'fbf'])
  expect(await within((ctx) => flowNodes(ctx, { ...c, signStatus: '0', signNodes: 'cbf,fbf,jz' }))).toEqual(['cbf', 'fbf', 'jz'])
  expect(await said('/sign-base/flow-def/save', { ...flow, nodes: 'fbf,cbf' })).toEqual([
    400,
    '签署节点的顺序应为：cbf,fbf',
    'The order of the nodes is: cbf,fbf',
  ])
  expect((await ask('county', 'POST', '/sign-base/flow-def/update', { ...flow, id })).key).toBe('template-enabled')
  const admin = await w.as('admin')
  expect((await admin.send('POST', '/sign-base/flow-def/remove', { query: { ids: id } })).key).toBe('template-enabled')
  expect((await admin.send('POST', '/sign-base/flow-def/disable', { query: { ids: `${id},${near}` } })).code).toBe(200)
  expect(await within((ctx) => flowNodes(ctx, c))).toBeUndefined()
  expect((await admin.send('POST', '/sign-base/flow-def/remove', { query: { ids: near } })).code).toBe(200)
})

test('an account has what was granted without what is used and held, whatever the order; what ends twice counts once, and none goes below nothing', async () => {
  const id = await ok('admin', 'POST', '/sign-base/account/submit', { regionCode: TOWN, warnAt: 2 })
  await ok('admin', 'POST', '/sign-base/account/grant', { id, quantity: 5, reason: '采购' })
  const figures = async () => ok('village', 'GET', '/data/sign-num', { regionCode: VILLAGE })
  expect(await figures()).toEqual({ regionCode: TOWN, purchased: 5, consumed: 0, reserved: 0, remaining: 5, low: 0 })
  const all = [await contract(), await contract(), await contract(), await contract(), await contract(), await contract(), await contract()]
  const random = seeded(20260302)
  const model = { purchased: 5, consumed: 0, reserved: new Set<string>() }
  for (let i = 0; i < 60; i++) {
    const c = all[Math.floor(random() * all.length)]!
    const deed = (['reserve', 'consume', 'release', 'grant'] as const)[Math.floor(random() * 4)]!
    if (deed === 'reserve') {
      // a contract is begun once at a time: its status says so
      if (model.reserved.has(c.id)) continue
      const left = model.purchased - model.consumed - model.reserved.size
      const begun = await within((ctx) => reserve(ctx, VILLAGE, [c])).then(
        () => true,
        (e: { key: string }) => (expect(e.key).toBe('E3001'), false),
      )
      expect(begun).toBe(left > 0)
      if (begun) model.reserved.add(c.id)
    } else if (deed === 'grant') {
      await ok('admin', 'POST', '/sign-base/account/grant', { id, quantity: 1 })
      model.purchased += 1
    } else {
      await within((ctx) => settle(ctx, deed, c))
      if (model.reserved.delete(c.id) && deed === 'consume') model.consumed += 1
    }
  }
  const now = await figures()
  expect(now).toMatchObject({ purchased: model.purchased, consumed: model.consumed, reserved: model.reserved.size })
  expect([now.remaining, now.remaining >= 0]).toEqual([model.purchased - model.consumed - model.reserved.size, true])
  const sums = (await w.db.pool.query('select move, sum(quantity)::int as n from sign_movement where "accountId" = $1 group by 1', [id])).rows
  const by = Object.fromEntries(sums.map((r: { move: string; n: number }) => [r.move, r.n])) as Record<string, number>
  expect([by.grant, by.consume ?? 0, by.reserve! - (by.consume ?? 0) - (by.release ?? 0)]).toEqual([now.purchased, now.consumed, now.reserved])
  expect((await ok('admin', 'GET', '/sign-base/movement/page', { accountId: id, move: 'grant' })).total).toBe(model.purchased - 5 + 1)
  // what is free is taken back, and not more
  expect(await said('/sign-base/account/grant', { id, quantity: -now.remaining - 1 })).toEqual([
    409,
    `只能收回尚未使用的次数，当前剩余${now.remaining}次`,
    `Only unused signatures can be taken back: ${now.remaining} left`,
  ])
  if (now.remaining > 0) await ok('admin', 'POST', '/sign-base/account/grant', { id, quantity: -now.remaining })
  expect(await figures()).toMatchObject({ remaining: 0, low: 1 })
  expect((await ask('county', 'POST', '/sign-base/account/grant', { id, quantity: 1 })).code).toBe(403)
  expect((await ask('village', 'GET', '/data/sign-num', { regionCode: COUNTY })).code).toBe(403)
  expect((await ask('village', 'GET', '/data/sign-num', { regionCode: 'x' })).code).toBe(400)
})

/** The machine of signing as it is written down, from state and event to state; what it does not name is refused. Source: business-flows.md 7. */
const OPEN = { 'part-signed': '1', 'all-signed': '2', 'all-signed-to-examine': '3', refuse: '7', expire: '5', cancel: '99' } as const
const ARROWS: Readonly<Record<string, Partial<Record<SigningEvent, string>>>> = {
  '99': { 'choose-sign-way': '99', start: '0', upload: '3' },
  '0': OPEN,
  '1': OPEN,
  '2': { 'revoke-signed': '99' },
  '3': { 'examine-pass': '2', 'examine-refuse': '4', 'revoke-upload': '99' },
  '4': { start: '0', upload: '3', 'revoke-upload': '99' },
  '5': { start: '0', cancel: '99' },
  '7': { start: '0', cancel: '99' },
}
const EVENTS = [...new Set(SIGNING.map(([, event]) => event))]
/** What comes with an event that ends in a signed file, or takes the file back. */
const FILE = { attachId: '1', fileHash: 'a'.repeat(64), qdsj: '2026-03-02' }
const broughtBy = (event: SigningEvent): Record<string, unknown> =>
  ['all-signed', 'all-signed-to-examine', 'upload'].includes(event)
    ? FILE
    : ['start', 'cancel', 'revoke-upload', 'revoke-signed'].includes(event)
      ? { attachId: null, fileHash: null, qdsj: null }
      : {}

test('every state of a contract answers every event by its arrow, and what has none is refused in both languages', async () => {
  const { id } = await contract()
  const refused = { key: 'not-allowed-now', words: { zh: '当前状态不能办理该合同签署', en: 'Cannot do this with the contract in this state' } }
  for (const from of Object.values(SIGN))
    for (const event of EVENTS) {
      await w.db.pool.query('update contract_file set "signStatus" = $2 where id = $1', [id, from])
      const to = ARROWS[from]?.[event]
      const moved = within(async (ctx) => (await moveContract(ctx, await rows.get(ctx, contract_file, id), event, broughtBy(event))).signStatus)
      if (to) expect([from, event, await moved]).toEqual([from, event, to])
      else await expect(moved, `${from} ${event}`).rejects.toMatchObject(refused)
    }
  expect(EVENTS).toHaveLength(13)
})

test('however contracts go through their states, the account holds one signature for each that is open, and what is signed has its day and its file', async () => {
  const at = '512021130401'
  const accountId = await ok('admin', 'POST', '/sign-base/account/submit', { regionCode: at.slice(0, 9) })
  await ok('admin', 'POST', '/sign-base/account/grant', { id: accountId, quantity: 30 })
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push((await contract({ regionCode: at })).id)
  const random = seeded(SEED)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const [seen, lack] = [new Set<string>(), new Set<string>()]
  let used = 0
  for (let i = 0; i < 150; i++) {
    const id = pick(ids)
    await within(async (ctx) => {
      const c = await rows.get(ctx, contract_file, id)
      // mostly what its state admits
      const event = pick(random() < 0.8 ? EVENTS.filter((e) => ARROWS[c.signStatus!]![e]) : EVENTS)
      if (event === 'start') await reserve(ctx, at, [c])
      const { signStatus } = await moveContract(ctx, c, event, broughtBy(event))
      seen.add(`${c.signStatus} ${signStatus}`)
      if (event === 'all-signed' || event === 'all-signed-to-examine') used += 1
    }).catch((e: { key: string }) => lack.add(e.key))
    const { purchased, consumed, reserved, remaining } = await ok('admin', 'GET', '/data/sign-num', { regionCode: at })
    const now = (await w.db.pool.query('select "signStatus", "attachId", "fileHash", qdsj from contract_file where id = any($1)', [ids])).rows
    const open = now.filter((c) => c.signStatus === '0' || c.signStatus === '1').length
    expect([i, consumed, reserved, remaining]).toEqual([i, used, open, purchased - used - open])
    expect(remaining).toBeGreaterThanOrEqual(0)
    expect(now.filter((c) => c.signStatus === '2' && !(c.attachId && c.fileHash && c.qdsj))).toEqual([])
  }
  expect(seen.size).toBeGreaterThan(12)
  expect([...lack].every((key) => key === 'not-allowed-now' || key === 'E3001')).toBe(true)
})

test('of two that reserve the last signature at once one is refused', async () => {
  const id = await ok('admin', 'POST', '/sign-base/account/submit', { regionCode: '512021120' })
  expect((await ask('admin', 'POST', '/sign-base/account/submit', { id, regionCode: '512021121' })).msg).toBe('账户的行政区划不能修改')
  const many = Array.from({ length: 51 }, (_, i) => String(1000 + i)).join()
  expect((await ask('admin', 'GET', '/dzzw/batch-preview-contract-file', { contractIds: many })).msg).toBe('一次最多预览50份合同')
  await ok('admin', 'POST', '/sign-base/account/grant', { id, quantity: 1 })
  const at = '512021120201'
  const two = [await contract({ regionCode: at }), await contract({ regionCode: at })]
  const ends = await Promise.all(
    two.map((c) =>
      within((ctx) => reserve(ctx, at, [c])).then(
        () => 'held',
        (e: { key: string }) => e.key,
      ),
    ),
  )
  expect(ends.toSorted()).toEqual(['E3001', 'held'])
})

test('contracts that were not signed in time expire and give their signature back; those without a deadline or signed do not', async () => {
  const businessId = await within((ctx) => rows.insert(ctx, business, { regionCode: VILLAGE, businessName: '签订', status: '2' }))
  const at = { businessId, signWay: '2' }
  const [late, free, done] = [await contract({ ...at, ...LATE }), await contract(at), await contract({ ...at, ...LATE })]
  await within((ctx) => reserve(ctx, COUNTY, [late, free, done]))
  await within(async (ctx) => {
    for (const c of [late, free]) await rows.update(ctx, contract_file, c.id, { signStatus: '0' })
    await rows.update(ctx, contract_file, done.id, { signStatus: '2' })
  })
  const reserved = async () => (await ok('admin', 'GET', '/data/sign-num', { regionCode: COUNTY })).reserved
  const before = await reserved()
  const run = () =>
    deadlineRoutine.run({
      db: w.db,
      now: w.now(),
      signal: new AbortController().signal,
      as: (_tenant, work) => within(work),
      system: (work) => w.db.transaction({ tenantId: '000000', system: true }, work),
    })
  expect([await run(), await run()]).toEqual(['1 expired', '0 expired'])
  const states = (await w.db.pool.query('select id::text, "signStatus" from contract_file where "businessId" = $1 order by id', [businessId])).rows
  expect(states.map((r: { signStatus: string }) => r.signStatus)).toEqual(['5', '0', '2'])
  expect(await reserved()).toBe(before - 1)
})
const LATE = { signDeadline: '2026-03-01 23:59:59' }

test('a seal is certified by the code that its agent gets, drawn for its issuer only while it holds, and a change of it needs a new one', async () => {
  const admin = await w.as('admin')
  const sim = await startSmsSimulator({ accessKey: 'demo', secretKey: 'simulator-secret' })
  w.jobs.start()
  try {
    const provider = {
      category: 'http',
      smsCode: 'sim',
      endpoint: sim.url,
      accessKey: 'demo',
      signName: '承包',
      templateId: 'T',
      secretKey: 'simulator-secret',
    }
    await admin.post('/cpt-resource/sms/enable', {}, { id: await ok('admin', 'POST', '/cpt-resource/sms/submit', provider) })
    const png = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#d00' } })
      .png()
      .toBuffer()
    const file = await admin.upload('/cpt-resource/attach/endpoint/upload', { name: '章.png', bytes: png, type: 'image/png' })
    const draft = sample(org_seal, { regionCode: COUNTY, orgName: '玉顶村委会', agentPhone: '13800138000' })
    const fbfbm = `${VILLAGE}00`
    await within((ctx) => rows.insert(ctx, fbf, issuerOf(fbfbm, idCard(), { fbfmc: '玉顶村', tyshxydm: null, lxdh: '13900001111' })))
    const issuerIs = (set: string, values: unknown[]) => w.db.pool.query(`update fbf set ${set} where fbfbm = '${fbfbm}'`, values)
    const id = await ok('admin', 'POST', '/dzzw/org-seal/submit', draft)
    const detail = () => ok('admin', 'GET', '/dzzw/org-seal/detail', { id })
    const seen = async () => ({ id, rev: (await detail()).rev })
    expect(await detail()).toMatchObject({ sealState: '0', expireDay: null })
    expect(await said('/dzzw/org-seal/send-msg-auth', await seen())).toEqual([409, '请先上传印章图片', 'Please upload the picture of the seal first'])
    await ok('admin', 'POST', '/dzzw/org-seal/submit', { ...draft, id, sealAttachId: file.data.id })
    expect((await ask('county', 'POST', '/dzzw/org-seal/certify', { ...(await seen()), codeId: '1', code: '123456' })).key).toBe('seal-not-asked')
    // who entered it neither asks nor certifies; whose number is asked is the organisation's own, as the office has it, and nobody's of the office
    expect(await said('/dzzw/org-seal/send-msg-auth', await seen())).toEqual([
      409,
      '该印章由您录入，须由另一人认证；可由【县级经办】认证',
      'You entered this seal: another person must certify it. It may be done by: 县级经办',
    ])
    const asked = async () => (await ask('county', 'POST', '/dzzw/org-seal/send-msg-auth', await seen())).key
    expect(await asked()).toBe('seal-organisation')
    await issuerIs('tyshxydm = $1', [draft.creditCode])
    expect(await asked()).toBe('seal-agent')
    await issuerIs('lxdh = $1', ['13800138000'])
    await w.db.pool.query(`update sys_user set phone = '13800138000' where account = 'village'`)
    expect(await asked()).toBe('seal-office-phone')
    await w.db.pool.query(`update sys_user set phone = null where account = 'village'`)
    const { codeId, rev } = await ok('county', 'POST', '/dzzw/org-seal/send-msg-auth', await seen())
    expect((await detail()).sealState).toBe('1')
    await w.jobs.idle()
    const code = sim.outbox.at(-1)!.params.code!
    const wrong = code === '000000' ? '111111' : '000000'
    expect((await ask('admin', 'POST', '/dzzw/org-seal/certify', { id, rev, codeId, code })).key).toBe('seal-by-another')
    expect((await ask('county', 'POST', '/dzzw/org-seal/certify', { id, rev, codeId, code: wrong })).key).toBe('sms-code')
    expect(await ok('county', 'POST', '/dzzw/org-seal/certify', { id, rev, codeId, code })).toEqual({ sealState: '2', expireDay: '2027-03-02' })
    const issuerOfCode = (code: string) => ({ contract: { issuer: { fbfbm: code, fbfmc: '玉顶村', tyshxydm: draft.creditCode } } }) as unknown as ContractData
    const drawn = (code = fbfbm) => within((ctx) => sealsFor(ctx, issuerOfCode(code), { jz: { unitName: '玉顶村委会' } }))
    const ossName = (await w.db.pool.query('select "ossName" from attach where id = $1', [file.data.id])).rows[0].ossName
    expect(await drawn()).toEqual({ fbf: ossName, jz: ossName })
    // a seal of another county with the same code keeps nobody from his own, and is drawn nowhere here; one of a county not for an issuer elsewhere
    const far = await ok('admin', 'POST', '/dzzw/org-seal/submit', { ...draft, regionCode: '510112', sealAttachId: file.data.id })
    await w.db.pool.query(`update org_seal set "sealState" = '2', "expireDay" = '2027-03-02', "sealFile" = 'far' where id = $1`, [far])
    expect([await drawn(), await drawn('51011210120300')]).toEqual([
      { fbf: ossName, jz: ossName },
      { fbf: 'far', jz: 'far' },
    ])
    expect((await ask('admin', 'POST', '/dzzw/org-seal/submit', { ...draft })).key).toBe('duplicate')
    expect((await admin.send('POST', '/dzzw/org-seal/remove', { query: { ids: id } })).key).toBe('seal-in-use')
    w.setNow('2027-03-03')
    expect(await drawn()).toEqual({})
    w.setNow('2026-03-02')
    // of two who take it out of use at once, the second does not put it back
    const usable = await seen()
    await ok('admin', 'POST', '/dzzw/org-seal/turn', usable)
    for (const late of ['turn', 'send-msg-auth', 'certify'])
      expect([late, (await ask('county', 'POST', `/dzzw/org-seal/${late}`, { ...usable, ...(late === 'certify' ? { codeId, code } : {}) })).key]).toEqual([
        late,
        'changed',
      ])
    expect((await said('/dzzw/org-seal/turn', { id }))[1]).toBe('缺少数据版本（rev），请刷新后重新提交')
    expect([(await detail()).sealState, await drawn()]).toEqual(['3', {}])
    await ok('admin', 'POST', '/dzzw/org-seal/turn', await seen())
    expect((await ok('admin', 'GET', '/dzzw/org-seal/real-name/cert', { id })).sealState).toBe('2')
    await ok('admin', 'POST', '/dzzw/org-seal/submit', { ...draft, id, sealAttachId: file.data.id, legalPerson: '另一人' })
    expect([(await detail()).sealState, await drawn()]).toEqual(['0', {}])
    expect((await ask('village', 'GET', '/dzzw/org-seal/page')).code).toBe(403)
  } finally {
    await sim.close()
  }
})

test('signing is summed by region, by village and for the whole, as lists and as a workbook', async () => {
  const at = '512021121'
  for (const [region, o] of [
    [`${at}201`, { signStatus: '2', signWay: '2', qdsj: '2026-03-02' }],
    [`${at}201`, { signStatus: '2', signWay: '3', qdsj: '2026-02-25' }],
    [`${at}201`, { signStatus: '2', signWay: '3', qdsj: '2026-01-01' }],
    [`${at}202`, { signStatus: '99' }],
    [`${at}202`, { signStatus: '5', signWay: '2' }],
  ] as const)
    await contract({ ...o, regionCode: region })
  const { total, children, days } = await ok('admin', 'GET', '/ybProcess/contract/signedStatistics', { regionCode: at })
  expect(total).toMatchObject({ regionCode: at, total: 5, s2: 3, s99: 1, s5: 1, way2: 2, way3: 2, today: 1, week: 2 })
  expect(children.map((c: any) => [c.regionCode, c.total, c.s2])).toEqual([
    [`${at}201`, 3, 3],
    [`${at}202`, 2, 0],
  ])
  expect(days.map((d: any) => [d.day, d.n]).filter(([, n]: [string, number]) => n > 0)).toEqual([
    ['2026-02-25', 1],
    ['2026-03-02', 1],
  ])
  expect(days).toHaveLength(7)
  const page = await ok('admin', 'GET', '/data/page', { regionCode: at, size: 1, current: 2 })
  expect([page.total, page.pages, page.records.map((r: any) => r.regionCode)]).toEqual([2, 2, [`${at}202`]])
  const book = await ask('admin', 'GET', '/data/export/sumdata', { regionCode: at })
  const [, ...lines] = (await readXlsx(new Uint8Array(book.raw))).sheets[0]!.rows as unknown[][]
  expect(lines.map((l) => [l[0], l[2], l[6]])).toEqual([
    [`${at}201`, 3, 3],
    [`${at}202`, 2, 0],
    ['', 5, 3],
  ])
  expect((await ask('county', 'GET', '/ybProcess/contract/signedStatistics', { regionCode: '511000' })).code).toBe(403)
  expect((await ask('village', 'GET', '/data/page')).code).toBe(403)
})
