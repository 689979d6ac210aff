// What the demonstration shows beside its register: made by the product's own routes, once: of every step of the campaign something, and cases with what comes of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { villageWorld, type World } from '../../../tests/world.ts'
import { casesTurn, demonstrateCases } from './cases.server.ts'
import { demonstrateMore } from './more.server.ts'

let w: World
beforeAll(async () => void (w = await villageWorld()))
afterAll(() => w?.end())

const shown = async () => {
  const [county, town] = [await w.as('county'), await w.as('town')]
  const records = async (path: string, query: object = {}) => (await county.get(path, { size: 50, ...query })).data.records
  return {
    plans: (await records('/ybProcess/makingPlan/page')).map((p: any) => [p.fbfbm.slice(-2), p.status]).toSorted(),
    counts: (await county.get('/ybProcess/cbfBusiness/count', { regionCode: '512021119203' })).data.status,
    posted: (await records('/yw-publicity/publicity/page')).map((p: any) => p.status).toSorted(),
    collected: (await records('/ybProcess/field/page')).map((i: any) => `${i.kind} ${i.state}`).toSorted(),
    pictures: (await county.get('/yzt/layer/list')).data.flatMap((l: any) => (l.kind === 'picture' ? [[l.title, l.isDefault]] : [])),
    citizens: [
      (await records('/app/application/guide/page')).length,
      (await records('/usr/inquire/page')).map((q: any) => q.status).toSorted(),
      (await records('/usr/demand/page')).length,
      (await town.get('/usr/reserve-slot/page', { size: 50 })).data.total,
    ],
  }
}
test('the demonstration stands in the middle of its campaign, with all that citizens see, and a second start adds nothing', async () => {
  const faults: string[] = []
  await demonstrateMore(w, w, (line) => faults.push(line))
  expect(faults).toEqual([])
  const first = await shown()
  expect(first.plans).toEqual([
    ['01', '5'],
    ['02', '1'],
  ])
  expect(first.collected).toEqual(['1 1', '1 1', '1 2', '3 1'])
  expect(first.posted).toEqual(['1', '2'])
  // the uppermost first: the newer one is shown, and the older one is there to compare it with
  expect(first.pictures).toEqual([
    ['玉顶村航拍影像（2024年）', 1],
    ['玉顶村航拍影像（2016年）', 0],
  ])
  expect(first.citizens).toEqual([2, ['0', '1', '1'], 1, 20])
  expect(first.counts).toMatchObject({ 7: 1, 8: 1 })
  expect([first.counts[0] > 50, first.counts[1] > 5, first.counts[2] > 50]).toEqual([true, true, true])
  await demonstrateMore(w, w, (line) => faults.push(line))
  expect([faults, await shown()]).toEqual([[], first])
})

/** What finished cases have left, as those see it who look for it. */
const left = async () => {
  const county = await w.as('county')
  const records = async (path: string, query: object = {}) => (await county.get(path, { size: 50, ...query })).data.records
  const contracts = await records('/base-qssj/cbht/page', { cbfmc: '陈光明' })
  const files = await records('/cbjyq/da/fileDetail/page', {})
  const signed = files.find((f: any) => f.docNo === contracts[0]?.cbhtbm && f.title.includes('承包合同'))
  return {
    cases: (await records('/yw-accept/business/page')).map((c: any) => [c.businessTypeCode, c.status, c.currentActive]).toSorted(),
    contracts: contracts.map((c: any) => [c.signStatus, c.qdsj]),
    certificates: (await records('/base-qssj/cbjyqz/page', { cbjyqzbm: contracts[0]?.cbhtbm })).map((c: any) => [c.stage, c.cbjyqzlsh?.slice(-7)]),
    signatures: signed && (await county.get('/sign/verify', { id: signed.attachId })).data,
    volumes: (await records('/cbjyq/da/fileGroup/page')).map((v: any) => v.title).toSorted(),
    pushes: (await (await w.as('admin')).get('/dataPushLog/notPushPage', { size: 50 })).data.records
      .map((p: any) => [p.businessTypeCode, p.untold, p.createTime.slice(0, 10)])
      .toSorted(),
  }
}
test('its cases are finished with all that comes of them, from wherever a stopped server left them, and a further start adds nothing, nor what was removed', async () => {
  const faults: string[] = []
  // the server stops when the first posting is over
  const stop = new AbortController()
  const routes = w.routes.map((r) =>
    r.path === '/yw-publicity/publicity/complete' ? { ...r, run: (...a: Parameters<typeof r.run>) => r.run(...a).then((out) => (stop.abort(), out)) } : r,
  )
  const say = (line: string) => faults.push(line)
  await demonstrateCases({ ...w, routes }, w, { signal: stop.signal, say })
  expect([faults, (await left()).cases]).toEqual([[], [['contract_sign', '2', 'publicity']]])
  // of two servers that start one makes them
  const ran = await Promise.all([casesTurn(w, w, { say }).runDue(), casesTurn(w, w, { say }).runDue()])
  expect(ran.flat()).toEqual(['demonstration'])
  for (let n = 0; n < 2; n++) {
    await w.outbox.deliverDue()
    await w.jobs.idle()
    expect(faults).toEqual([])
    expect(await left()).toEqual({
      cases: [
        ['change_contract', '3', null],
        ['contract_renew', '2', 'publicity'],
        ['contract_sign', '3', null],
      ],
      contracts: [['2', w.ago(0).slice(0, 10)]],
      certificates: [['collected', '000001号']],
      signatures: expect.objectContaining({ intact: true }),
      volumes: [expect.stringMatching(/土地承包经营权档案$/), '陈光明土地承包经营权档案'],
      pushes: [
        ['change_contract', 'config', w.ago(0).slice(0, 10)],
        ['contract_sign', 'config', w.ago(0).slice(0, 10)],
      ],
    })
    await demonstrateCases(w, w, { say })
  }
  const admin = await w.as('admin')
  const renewals = async () => (await admin.get('/yw-accept/business/page', { size: 50, businessTypeCode: 'contract_renew' })).data.records
  const [{ id }] = await renewals()
  expect((await admin.post('/yw-accept/business/revoke', {}, { businessId: id })).msg).toBe('操作成功')
  expect((await admin.post('/yw-accept/business/remove', {}, { ids: id })).msg).toBe('操作成功')
  await demonstrateCases(w, w, { say })
  expect([faults, await renewals()]).toEqual([[], []])
})
