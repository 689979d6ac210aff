// What is typed and not saved: kept for its person alone, gone with the saving, and the papers of a case that is not saved yet become its own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, attachTo, bench, land, REGISTER_FILES, walk, type Bench, type Person } from '../../../tests/case-bench.ts'

let b: Bench
let { detail } = {} as ReturnType<typeof walk>
beforeAll(async () => {
  b = await bench()
  ;({ detail } = walk(b))
  await land(b, ['00001', '00002'])
})
afterAll(() => b.end())
const AT = '/yw-accept/business'
const keep = (person: Person, sent: object) => b.call(person)('POST', `${AT}/keep-input`, { businessTypeCode: 'contract_sign', ...sent })
const input = async (person: Person, query: Record<string, string> = { businessTypeCode: 'contract_sign' }) =>
  (await b.call(person)('GET', `${AT}/input`, {}, query)).data
const kept = async () => (await b.db.pool.query('select count(*)::int as n from business_input')).rows[0].n

test('a new case has its id and its papers before it is saved', async () => {
  expect(await input('village')).toBeNull()
  const first = (await keep('village', { body: {} })).data
  const again = (await keep('village', { body: { form: { fbfbm: 'x' } }, businessId: first.businessId })).data
  expect(again.businessId).toBe(first.businessId)
  expect(await input('village')).toMatchObject({ businessId: first.businessId, body: { form: { fbfbm: 'x' } } })
  // nobody else sees it, nor takes its place
  expect(await input('town')).toBeNull()
  await attachTo(b, first.businessId, REGISTER_FILES)
  const sent = application(['00001'], 1)
  const stolen = await b.call('town')('POST', `${AT}/submit`, { ...sent, draftId: first.businessId })
  expect(stolen.key).toBe('changed')
  const started = await b.call('village')('POST', `${AT}/save-commit`, { ...sent, draftId: first.businessId })
  expect([started.msg, started.data]).toEqual(['操作成功', first.businessId])
  expect(await detail(first.businessId)).toMatchObject({ status: '2', taskKey: 'survey' })
  expect([await kept(), await input('village')]).toEqual([0, null])
  expect((await b.call('village')('POST', `${AT}/submit`, { ...sent, draftId: first.businessId })).key).toBe('changed')
})

test('what is typed over a saved case is kept until it is saved or given up', async () => {
  const sent = application(['00002'], 2)
  // the issuer may stand beside a form that names none
  const { fbfbm, ...form } = sent.form
  const id = (await b.call('village')('POST', `${AT}/submit`, { ...sent, form, fbfbm })).data
  expect((await detail(id)).form.fbfbm).toBe(fbfbm)
  await keep('village', { businessId: id, body: { obligeName: '李四' } })
  expect(await input('village', { businessId: id, businessTypeCode: 'contract_sign' })).toMatchObject({ businessId: id, body: { obligeName: '李四' } })
  // it is not what a new case begins with
  expect(await input('village')).toBeNull()
  const { rev } = await detail(id)
  expect((await b.call('village')('POST', `${AT}/submit`, { ...sent, id, rev })).msg).toBe('操作成功')
  expect(await kept()).toBe(0)
  await keep('village', { businessId: id, body: { obligeName: '王五' } })
  // a draft is given up by its own person, once
  for (const [person, businessId] of [
    ['town', id],
    ['village', ''],
    ['village', 'x'],
  ] as const)
    expect((await b.call(person)('POST', `${AT}/drop-input`, { businessId })).msg).toBe('草稿不存在')
  expect((await b.call('village')('POST', `${AT}/drop-input`, { businessId: id })).msg).toBe('操作成功')
  expect((await b.call('village')('POST', `${AT}/drop-input`, { businessId: id })).key).toBe('not-found')
  expect([await kept(), (await detail(id)).obligeName]).toEqual([0, '张三'])
})
