// The frame carries types it has never seen: one that changes an issuer and signs nothing, and one of many entries of which one is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text } from '../../kit/model/field.ts'
import { problems } from '../../kit/model/problem.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { registryOf } from '../../apps/server/handlings.server.ts'
import { batchJob } from './batch.server.ts'
import { readForm, type FormOf } from './definitions/form.ts'
import { handling, type Registry } from './handling/handling.server.ts'
import { ISSUER } from './definitions/parts.ts'
import { application, attachTo, bench, FBFBM, land, walk, type Bench } from '../../tests/case-bench.ts'
import type { BusinessType } from './definitions/type.ts'

const phones = {
  fbfbm: ISSUER,
  rows: { many: { fbfbm: text('发包方', { required: true }), lxdh: text('联系电话', { required: true, mask: 'phone' }) } },
} as const
type Phones = FormOf<typeof phones>
const typeOf = (code: 'correct_fbf' | 'contract_supplement', more: Partial<BusinessType<Phones>> = {}): BusinessType<Phones> => ({
  code,
  counter: code,
  effect: { zh: '登记。', en: 'Registered.' },
  items: [`${code}_1`],
  shape: phones,
  read: (raw) => readForm(phones, raw),
  surveyed: (before) => before,
  persons: () => [],
  gates: () => ({ option: false, needPublicity: false, item1: false }),
  papers: () => ({ without: ['CBFSFZ'] }),
  ...more,
})
const setPhone = (r: Phones['rows'][number]) => ({ act: 'setIssuer' as const, fbfbm: r.fbfbm, fields: { lxdh: r.lxdh } })
const consequences = (form: Phones) => ({
  codes: {},
  locks: form.rows.map((r) => ({ objectType: 'fbf' as const, objectCode: r.fbfbm })),
  contracts: [],
  posted: { targets: [], cbfbm: '', dk: [] },
})
const plain = { facts: async () => null, faults: () => [] }
const one = handling({ type: typeOf('correct_fbf'), ...plain, consequences, entries: (form) => [{ acts: form.rows.map(setPhone) }] })
const many = handling({
  type: typeOf('contract_supplement', { part: (form, group) => ({ ...form, rows: (form.rows as Phones['rows']).filter((r) => r.fbfbm === group) }) }),
  ...plain,
  faults: (form) => (form.rows.length === 1 && form.rows[0]!.lxdh === 'bad' ? [problems.notFound({ zh: '发包方', en: 'Issuer' })] : []),
  consequences: (form) => ({ ...consequences(form), books: form.rows.map((r) => ({ code: r.fbfbm, role: 'source' as const, group: r.fbfbm })) }),
  entries: (form) => form.rows.map((r) => ({ group: r.fbfbm, acts: [setPhone(r)] })),
})
const product = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
/** The product without its own types: with these two instead. */
const registry: Registry = { ...product, handlings: { correct_fbf: one, contract_supplement: many } }

let b: Bench
let { step, detail } = {} as ReturnType<typeof walk>
const SECOND = FBFBM.replace(/00$/, '01')
beforeAll(async () => {
  b = await bench({ registry })
  ;({ step, detail } = walk(b))
  await land(b, [])
  await b.as('admin', async (ctx) => {
    const { id: _, rev: _r, ...own } = (await rows.find(ctx, fbf, { fbfbm: FBFBM }))!
    await rows.insert(ctx, fbf, { ...own, fbfbm: SECOND, regionCode: SECOND })
  })
})
afterAll(() => b.end())

const body = (typeCode: string, phoneRows: readonly { fbfbm: string; lxdh: string }[]) => ({
  ...application([]),
  businessName: typeCode,
  businessTypeCode: typeCode,
  businessItemCode: `${typeCode}_1`,
  doSign: '2',
  form: { fbfbm: FBFBM, rows: phoneRows },
})
const ok = (r: { msg: string; data: unknown }): unknown => {
  expect(r.msg).toBe('操作成功')
  return r.data
}
const phoneOf = async (fbfbm: string) => (await b.db.pool.query('select lxdh from fbf where fbfbm = $1', [fbfbm])).rows[0].lxdh
async function saved(sent: ReturnType<typeof body>): Promise<string> {
  const id = String(ok(await b.call('village')('POST', '/yw-accept/business/submit', sent)))
  await attachTo(b, id, ['SQS'])
  return id
}
const start = (id: string, sent: object) => b.call('village')('POST', '/yw-accept/business/save-commit', { ...sent, id })
async function begun(sent: ReturnType<typeof body>): Promise<string> {
  const id = await saved(sent)
  ok(await start(id, sent))
  return id
}

test('a type that signs and posts nothing goes from acceptance to the register, is locked meanwhile, and is taken back', async () => {
  const before = await phoneOf(FBFBM)
  const id = await begun(body('correct_fbf', [{ fbfbm: FBFBM, lxdh: '13900000001' }]))
  const rival = body('correct_fbf', [{ fbfbm: FBFBM, lxdh: '13900000002' }])
  expect((await start(await saved(rival), rival)).key).toBe('E1001')
  ok(await step(id, 'town'))
  expect(await detail(id)).toMatchObject({ status: '3', taskKey: null })
  expect(await phoneOf(FBFBM)).toBe('13900000001')
  expect((await b.db.pool.query('select count(*)::int as n from business_lock')).rows[0].n).toBe(0)
  ok(await b.call('admin')('POST', '/yw-accept/business/undo', { businessId: id, reason: '误录' }))
  expect(await phoneOf(FBFBM)).toBe(before)
})

test('the product’s own type is not there: it answers 409, and everything else goes on', async () => {
  const r = await b.call('village')('POST', '/yw-accept/business/submit', { ...body('contract_sign', []), businessItemCode: 'contract_sign_1' })
  expect([r.key, r.msg]).toEqual(['not-available', '业务类型【承包合同签订】暂未开放'])
})

test('a form is masked by its shape, faults are told at their row and column', async () => {
  const id = await begun(body('correct_fbf', [{ fbfbm: SECOND, lxdh: '13900000005' }]))
  expect((await detail(id)).form.rows).toEqual([{ fbfbm: SECOND, lxdh: '13900000005' }])
  const bad = await b.call('village')('POST', '/yw-accept/business/save-commit', body('correct_fbf', [{ fbfbm: FBFBM, lxdh: '' }]))
  expect(bad.data.fields).toEqual([{ field: 'rows.0.lxdh', msg: '请输入联系电话' }])
  ok(await b.call('admin')('POST', '/yw-accept/business/revoke', {}, { businessId: id }))
})

test('of many entries each stands alone: one is refused and says why, the other is registered, and a repeated job changes nothing', async () => {
  const sent = body('contract_supplement', [
    { fbfbm: FBFBM, lxdh: '13900000003' },
    { fbfbm: SECOND, lxdh: 'bad' },
  ])
  const id = await begun(sent)
  ok(await step(id, 'town'))
  ok(await step(id, 'county'))
  expect(await detail(id)).toMatchObject({ status: '2', taskKey: null })
  const [queued] = b.queued
  expect(queued!.kind).toBe('business-batch')
  const run = () => b.run(batchJob(registry), queued!.payload)
  expect(await run()).toEqual({ finished: 1, failed: 1 })
  expect([await phoneOf(FBFBM), (await detail(id)).status]).toEqual(['13900000003', '3'])
  const books = await b.db.pool.query('select code, status, reason from business_book where "businessId" = $1 order by code', [id])
  expect(books.rows).toEqual([
    { code: FBFBM, status: 'finished', reason: null },
    { code: SECOND, status: 'failed', reason: '发包方不存在' },
  ])
  expect(await run()).toEqual({ finished: 1, failed: 1 })
  expect((await b.db.pool.query(`select count(*)::int as n from register_entry where "causeId" = $1`, [id])).rows[0].n).toBe(1)
})
