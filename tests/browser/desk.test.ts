// Signing on site at the screens, with a network and without: an identity card read and compared, the name on the pad, a photo beside it; the next one signs on a tablet without a session.
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { startDeviceSimulator, type DeviceSimulator } from '../../apps/simulators/device.server.ts'
import { words as caseWords } from '../../business/cases/web/words.ts'
import { words as away } from '../../signing/away/words.ts'
import { words } from '../../signing/acts/desk-words.ts'
import { words as remote } from '../../signing/acts/words.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { words as camera } from '../../services/camera/words.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { applicationOf, drawnParcelOf, issuerOf } from '../applications.ts'
import { idCard, readRev } from '../samples.ts'
import { clerk, readThrough, strokes, TODO } from './clerk.ts'
import { barriers } from './every-screen.ts'
import type { Account } from '../world.ts'
import { stage, until, type Stage } from './stage.ts'

const GROUP = '51202111920303'
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'HYJL', 'DKSYT', 'DCB', 'GSB']
const [ZHANG, LIU] = [idCard(), idCard()]
const NAMES = ['张三', '王五']
const numbers: Record<string, string> = {}
let s: Stage, sim: DeviceSimulator
beforeAll(async () => {
  s = await stage({}, false)
  s.setNow('2026-03-02')
  sim = await startDeviceSimulator()
  const admin = await s.w.as('admin')
  await admin.post('/cpt-system/param/submit', { paramName: '高拍仪端口', paramKey: PARAMS.cameraPort.key, paramValue: String(sim.port) })
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
/** A new household's case at its task sign, its contract to be signed on site: the n-th, from one day to another. */
async function toSign(n = 1, from = '2026-03-02', to = '2026-03-17'): Promise<{ id: string }> {
  s.setNow(from)
  const [parcel, zjhm, name] = [`${GROUP}0000${n}`, n === 1 ? ZHANG : idCard(), NAMES[n - 1]!]
  numbers[name] = zjhm
  const who = await whoOf(s.w.db, '000000', 'admin')
  await s.w.db.transaction({ tenantId: '000000' }, async (tx) => {
    const ctx: Ctx = {
      who,
      db: tx,
      lang: 'zh',
      now: localTime(s.w.now()),
      clock: s.w.now,
      newId: () => newId(),
      requestId: 't',
      ip: '',
      enqueue: async () => '0',
    }
    if (!(await rows.find(ctx, fbf, { fbfbm: GROUP }))) await rows.insert(ctx, fbf, issuerOf(GROUP, LIU, { fbfmc: '玉顶村第三村民小组', fbffzrxm: '刘德华' }))
    await rows.insert(ctx, dk, drawnParcelOf(GROUP, parcel, n))
  })
  const application = applicationOf({ fbfbm: GROUP, parcels: [parcel], zjhm, name })
  const id = await ok('admin', 'POST', '/yw-accept/business/submit', application)
  for (const businessItem of FILES) {
    const file = { name: `${businessItem}.pdf`, bytes: PDF, type: 'application/pdf' }
    await (await s.w.as('admin')).upload('/cpt-resource/attach/endpoint/upload', file, { businessId: id, businessItem })
  }
  await ok('admin', 'POST', '/yw-accept/business/save-commit', { ...application, id })
  await step(id, 'admin')
  await step(id, 'town')
  const { taskId } = await ok('admin', 'GET', '/yw-accept/business/detail', {}, { id })
  const round = await ok('admin', 'POST', '/yw-publicity/publicity/save', { taskId, title: '公示', startDate: from, days: 15, place: '村委会' })
  s.setNow(to)
  await ok('admin', 'POST', '/yw-publicity/publicity/complete', await readRev(s.w.db, 'publicity', round), { id: round })
  await step(id, 'admin')
  await step(id, 'county')
  const [contract] = await ok('admin', 'GET', '/dzzw/contract-to-sign', {}, { businessId: id })
  await ok('admin', 'POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [contract.id], signWay: '2' })
  return contract
}
test('a card that is not the signer’s is told by name; he signs on the pad with a photo beside, the issuer on a tablet that asks for no code', async () => {
  const contract = await toSign()
  const page = await s.enter('sign', { at: TODO })
  await clerk(page, 'zh').open('张三')
  await page.getByRole('button', { name: caseWords.startSign.zh }).last().click()
  // the desk of the one contract is what comes next
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
  await clerk(page, 'zh').told(words.done)
  await desk.waitFor({ state: 'detached' })
  // the issuer's document was typed and has no photo
  await page.getByText(/须由另一人审核签署文件：【刘德华】的证件为人工录入且没有现场照片/).waitFor()
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

/** A line to the product that can be cut: what goes through it ends, and nothing answers any more, until it is laid anew. */
async function line(to: string) {
  const sockets = new Set<Socket>()
  const port = Number(new URL(to).port)
  let own = 0
  const lay = (at: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer((from) => {
        const on = connect(port, '127.0.0.1')
        for (const one of [from, on]) {
          sockets.add(one)
          one.on('error', () => one.destroy()).on('close', () => sockets.delete(one))
        }
        from.pipe(on).pipe(from)
      })
      server.listen(at, '127.0.0.1', () => resolve(server))
    })
  let server = await lay(0)
  own = (server.address() as { port: number }).port
  const cut = async () => {
    const closed = new Promise((r) => server.close(r))
    for (const one of sockets) one.destroy()
    await closed
  }
  return { url: `http://127.0.0.1:${own}`, cut, mend: async () => void (server = await lay(own)) }
}
/** The act of a signer on the tablet: his document typed, the contract read, his name written. */
async function acts(page: Page, name: string, number: string): Promise<void> {
  await page.getByRole('heading', { name: new RegExp(name) }).waitFor()
  await page.getByLabel(words.docName.zh).fill(name)
  await page.getByLabel(words.docNumber.zh).fill(number)
  await page.getByRole('button', { name: words.isHim.zh, exact: true }).click()
  await readThrough(page.getByRole('region', { name: words.read.zh, exact: true }), page.getByRole('button', { name: words.go.zh, exact: true }))
  await page.getByRole('button', { name: words.go.zh, exact: true }).click()
  await strokes(page, page.getByRole('img', { name: words.signature.zh }))
  await page.getByRole('checkbox', { name: words.consent.zh }).check()
}
const CODE = '田间地头2026'
test('a contract is taken along; with the line cut the page opens from the tablet, both sign, and when the line is back their names are delivered by themselves', async () => {
  const contract = await toSign(2, '2026-03-18', '2026-04-02')
  const l = await line(s.url)
  const first = await s.enter('sign', { at: TODO })
  const page = await first.context().newPage()
  await first.close()
  await page.goto(`${l.url}${TODO}`)
  await clerk(page, 'zh').open('王五')
  await page.getByRole('button', { name: caseWords.startSign.zh }).last().click()
  await page.getByRole('dialog').locator('.ant-modal-close').click()
  await page.getByRole('button', { name: words.open.zh }).first().waitFor()
  await until(async () => (await ok('sign', 'GET', '/sign/onsite/desk', {}, { contractId: contract.id })).nodes[0].state).toBe('open')
  await page.getByRole('row', { name: /王五/ }).getByRole('checkbox').last().check()
  await page.getByRole('button', { name: away.take.zh, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(away.code.zh, { exact: true }).fill(CODE)
  await dialog.getByLabel(away.codeAgain.zh, { exact: true }).fill(CODE)
  await s.picture(page, 'away-1-take')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: away.take.zh, exact: true }).click()
  await dialog.getByText(away.takenN(1).zh).waitFor()
  await s.picture(page, 'away-2-taken')

  const tablet = await page.context().newPage()
  await tablet.goto(`${l.url}/away`)
  await tablet.getByText(away.ready.zh).waitFor()
  await page.close()
  await l.cut()
  await tablet.context().setOffline(true)
  await tablet.reload()
  await tablet.getByText(away.offline.zh).waitFor()
  await tablet.getByLabel(away.code.zh).fill('不是这个口令')
  await tablet.getByRole('button', { name: away.unlock.zh, exact: true }).click()
  await tablet.getByText(away.codeWrong.zh).waitFor()
  await tablet.getByLabel(away.code.zh).fill(CODE)
  await tablet.getByRole('button', { name: away.unlock.zh, exact: true }).click()
  await s.picture(tablet, 'away-3-list', false)
  expect(await barriers(tablet)).toEqual([])
  await tablet.getByRole('button', { name: away.act.zh, exact: true }).click()
  await tablet.getByLabel(words.docName.zh).fill('李四')
  await tablet.getByLabel(words.docNumber.zh).fill(numbers['王五']!)
  await tablet.getByRole('button', { name: words.isHim.zh, exact: true }).click()
  await tablet.getByText('证件姓名【李四】与签署人【王五】不一致').waitFor()
  await acts(tablet, '王五', numbers['王五']!)
  await s.picture(tablet, 'away-4-write', false)
  expect(await barriers(tablet)).toEqual([])
  await tablet.getByRole('button', { name: words.sign.zh, exact: true }).click()
  await acts(tablet, '刘德华', LIU)
  await tablet.getByRole('button', { name: words.sign.zh, exact: true }).click()
  await tablet.getByText(away.allDone.zh).waitFor()
  // the program ends, and nothing is lost
  await tablet.reload()
  await tablet.getByLabel(away.code.zh).fill(CODE)
  await tablet.getByRole('button', { name: away.unlock.zh, exact: true }).click()
  await tablet.getByText(`王五 ${away.kept.zh}`).waitFor()
  await s.picture(tablet, 'away-5-kept', false)
  const of = () =>
    s.w.db.pool.query('select state, means, "wrongIds", "awayDoneTime" from sign_node where "contractId" = $1 order by "nodeSort"', [contract.id])
  expect((await of()).rows.map((r) => r.state)).toEqual(['open', 'waiting'])

  await l.mend()
  await tablet.context().setOffline(false)
  await tablet.getByText(`刘德华 ${away.delivered.zh}`).waitFor()
  await s.picture(tablet, 'away-6-delivered', false)
  expect(await barriers(tablet)).toEqual([])
  expect((await of()).rows.map((r) => [r.state, r.means, r.wrongIds, r.awayDoneTime !== null])).toEqual([
    ['signed', 'touch', 1, true],
    ['signed', 'touch', 0, true],
  ])
  expect((await ok('sign', 'GET', '/sign/onsite/desk', {}, { contractId: contract.id })).signStatus).toBe('3')
  await tablet.context().close()
  await l.cut()
})
