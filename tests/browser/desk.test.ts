// Signing on site at the screens: an identity card read and compared, the name on the pad, a photo beside it; the next one signs on a tablet without a session.
import { afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { startDeviceSimulator, type DeviceSimulator } from '../../apps/simulators/device.server.ts'
import { words as caseWords } from '../../business/cases/web/words.ts'
import { words } from '../../business/signing/onsite/words.ts'
import { words as remote } from '../../business/signing/remote/words.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { PORT_PARAM } from '../../services/camera/camera.server.ts'
import { words as camera } from '../../services/camera/words.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { applicationOf, drawnParcelOf, issuerOf } from '../applications.ts'
import { idCard } from '../samples.ts'
import { clerk, readThrough, strokes, TODO } from './clerk.ts'
import type { Account } from '../world.ts'
import { stage, until, type Stage } from './stage.ts'

const GROUP = '51202111920303'
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'HYJL', 'DKSYT', 'DCB', 'GSB']
const [ZHANG, LIU] = [idCard(), idCard()]
let s: Stage, sim: DeviceSimulator
beforeAll(async () => {
  s = await stage({}, false)
  s.setNow('2026-03-02')
  sim = await startDeviceSimulator()
  const admin = await s.w.as('admin')
  await admin.post('/cpt-system/param/submit', { paramName: '高拍仪端口', paramKey: PORT_PARAM, paramValue: String(sim.port) })
})
afterAll(async () => {
  await s?.end()
  await sim?.close()
})

async function ok(person: Account, method: 'GET' | 'POST', path: string, body: object = {}, query: Record<string, unknown> = {}): Promise<any> {
  const r = await (await s.w.as(person)).send(method, path, { query, ...(method === 'POST' ? { body } : {}) })
  expect([path, r.msg]).toEqual([path, '操作成功'])
  return r.data
}
async function step(id: string, person: Account): Promise<void> {
  const { taskId, processInstanceId } = await ok('admin', 'GET', '/yw-accept/business/detail', {}, { id })
  await ok(person, 'POST', '/yw-accept/business/commit', { taskId, processInstanceId })
}
/** A new household's case at its task sign, its contract to be signed on site. */
async function toSign(): Promise<{ id: string }> {
  const who = await whoOf(s.w.db, '000000', 'admin')
  await s.w.db.transaction({ tenantId: '000000' }, async (tx) => {
    const ctx: Ctx = { who, db: tx, lang: 'zh', now: localTime(s.w.now()), newId: () => newId(), requestId: 't', ip: '', enqueue: async () => '0' }
    await rows.insert(ctx, fbf, issuerOf(GROUP, LIU, { fbfmc: '玉顶村第三村民小组', fbffzrxm: '刘德华' }))
    await rows.insert(ctx, dk, drawnParcelOf(GROUP, `${GROUP}00001`, 1))
  })
  const application = applicationOf({ fbfbm: GROUP, parcels: [`${GROUP}00001`], zjhm: ZHANG, name: '张三' })
  const id = await ok('admin', 'POST', '/yw-accept/business/submit', application)
  for (const businessItem of FILES) {
    const file = { name: `${businessItem}.pdf`, bytes: PDF, type: 'application/pdf' }
    await (await s.w.as('admin')).upload('/cpt-resource/attach/endpoint/upload', file, { businessId: id, businessItem })
  }
  await ok('admin', 'POST', '/yw-accept/business/save-commit', { ...application, id })
  await step(id, 'admin')
  await step(id, 'town')
  const { taskId } = await ok('admin', 'GET', '/yw-accept/business/detail', {}, { id })
  const round = await ok('admin', 'POST', '/yw-publicity/publicity/save', { taskId, title: '公示', startDate: '2026-03-02', days: 15, place: '村委会' })
  s.setNow('2026-03-17')
  await ok('admin', 'POST', '/yw-publicity/publicity/complete', {}, { id: round })
  await step(id, 'admin')
  await step(id, 'county')
  const [contract] = await ok('admin', 'GET', '/dzzw/contract-to-sign', {}, { businessId: id })
  await ok('admin', 'POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [contract.id], signWay: '2' })
  return contract
}
test('a card that is not the signer’s is told by name; he signs on the pad with a photo beside, the issuer on a tablet that asks for no code', async () => {
  const contract = await toSign()
  const page = await s.enter('sign', { at: TODO })
  await clerk(page, 'zh', s.url).open('张三')
  await page.getByRole('button', { name: caseWords.startSign.zh }).last().click()
  await page.getByRole('button', { name: words.open.zh }).first().click()
  const desk = page.getByRole('dialog')
  await desk.getByText(/张三/).last().waitFor()
  await s.picture(page, 'desk-1-compare')
  sim.card = { ...sim.card, name: '李四', number: ZHANG }
  await desk.getByRole('button', { name: camera.readCard.zh }).click()
  await until(() => desk.getByLabel(words.docName.zh).inputValue()).toBe('李四')
  await desk.getByRole('button', { name: words.isHim.zh, exact: true }).click()
  await desk.getByText('证件姓名【李四】与签署人【张三】不一致').waitFor()
  await s.picture(page, 'desk-2-refused')
  sim.card = { ...sim.card, name: '张三', number: ZHANG }
  await desk.getByRole('button', { name: camera.readCard.zh }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: '确定', exact: true }).click()
  await until(() => desk.getByLabel(words.docName.zh).inputValue()).toBe('张三')
  await desk.getByRole('button', { name: words.isHim.zh, exact: true }).click()
  await readThrough(desk.getByRole('region', { name: words.read.zh, exact: true }), desk.getByRole('button', { name: words.go.zh, exact: true }))
  await s.picture(page, 'desk-3-read')
  await desk.getByRole('button', { name: words.go.zh, exact: true }).click()
  await desk.getByText(words.pad.zh, { exact: true }).click()
  await desk.getByRole('button', { name: words.takePad.zh }).click()
  await desk.getByRole('img', { name: words.signature.zh }).waitFor()
  const shot = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#7799bb' } })
    .jpeg()
    .toBuffer()
  await desk.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: shot })
  await desk.getByRole('img', { name: words.photo.zh }).waitFor()
  await desk.getByRole('checkbox', { name: words.consent.zh }).check()
  await s.picture(page, 'desk-4-pad')
  await desk.getByRole('button', { name: words.sign.zh, exact: true }).click()

  // the issuer: typed, then handed to a tablet
  await desk.getByRole('heading', { name: /刘德华/ }).waitFor()
  await desk.getByLabel(words.docName.zh).fill('刘德华')
  await desk.getByLabel(words.docNumber.zh).fill(LIU)
  await desk.getByRole('button', { name: words.isHim.zh, exact: true }).click()
  await readThrough(desk.getByRole('region', { name: words.read.zh, exact: true }), desk.getByRole('button', { name: words.go.zh, exact: true }))
  await desk.getByRole('button', { name: words.go.zh, exact: true }).click()
  await s.picture(page, 'desk-5-touch')
  await desk.getByText(words.tablet.zh, { exact: true }).click()
  const answered = page.waitForResponse((r) => r.url().includes('/sign/onsite/tablet'))
  await desk.getByRole('button', { name: words.handOver.zh }).click()
  const { path } = (await (await answered).json()).data as { path: string }
  await desk.getByRole('img', { name: words.tablet.zh }).waitFor()
  await s.picture(page, 'desk-6-tablet')
  const tablet = await s.open({ width: 390, height: 844, first: path })
  await tablet.getByText(words.tabletLead.zh).waitFor()
  await s.picture(tablet, 'desk-7-tablet-begin')
  await tablet.getByRole('button', { name: words.tabletBegin.zh }).click()
  await readThrough(tablet.getByRole('region', { name: remote.contract.zh, exact: true }), tablet.getByRole('button', { name: remote.go.zh }))
  await tablet.getByRole('button', { name: remote.go.zh }).click()
  await strokes(tablet, tablet.getByRole('img', { name: remote.write.zh }))
  await tablet.getByRole('checkbox').check()
  await s.picture(tablet, 'desk-8-tablet-sign')
  await tablet.getByRole('button', { name: remote.sign.zh }).click()
  await tablet.getByText(words.tabletDone.zh).waitFor()
  expect(await tablet.context().cookies()).toEqual([])
  // the desk sees it by itself
  await desk.getByText(words.done.zh).waitFor()
  await s.picture(page, 'desk-9-done')
  await desk.getByRole('button', { name: 'Close' }).or(desk.locator('.ant-modal-close')).first().click()
  await page.getByText('已签署').first().waitFor()
  await s.picture(page, 'desk-10-panel')
  const nodes = (
    await s.w.db.pool.query('select means, "docMeans", photo is not null as photo from sign_node where "contractId" = $1 order by "nodeSort"', [contract.id])
  ).rows
  expect(nodes).toEqual([
    { means: 'pad', docMeans: 'reader', photo: true },
    { means: 'tablet', docMeans: 'typed', photo: false },
  ])
  expect(s.faults.filter((f) => !/status of 409/.test(f))).toEqual([])
})
