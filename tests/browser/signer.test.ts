// A signer on his own phone, 390 points wide and without any session: he says who he is, reads the contract to its end, writes his name. The next one refuses.
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmsSimulator, type SmsSimulator } from '../../apps/simulators/sms.server.ts'
import { business, contract_file } from '../../business/cases/definitions/business.ts'
import { sign_flow, sign_node } from '../../signing/contract/sign-flow.ts'
import { newSecret } from '../../signing/acts/link.server.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { idCard } from '../samples.ts'
import { strokes } from './clerk.ts'
import { stage, until, type Stage } from './stage.ts'

const ZHANG = idCard(),
  WANG = idCard()
const PHONE = { width: 390, height: 844 }
let s: Stage, sms: SmsSimulator
beforeAll(async () => {
  s = await stage({ PUBLIC_URL: 'https://htqd.example.gov.cn' }, false)
  sms = await startSmsSimulator({ accessKey: 'demo', secretKey: 'simulator-secret' })
  const admin = await s.w.as('admin')
  const provider = { category: 'http', smsCode: 'sim', endpoint: sms.url, accessKey: 'demo', signName: '承包', templateId: 'T', secretKey: 'simulator-secret' }
  const { data: id } = await admin.post('/cpt-resource/sms/submit', provider)
  expect((await admin.post('/cpt-resource/sms/enable', {}, { id })).code).toBe(200)
})
afterAll(async () => {
  await s?.end()
  await sms?.close()
})

/** A contract of three pages whose flow is open at its first node. Answers the link of that node. */
async function opened(): Promise<string> {
  const doc = await PDFDocument.create()
  for (let i = 0; i < 3; i += 1) doc.addPage([595, 842])
  const file = Buffer.from(await doc.save())
  const fileName = await s.w.storage.put(file, '000000')
  const { secret, hash } = newSecret('512021')
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
    const at = { regionCode: '51202111920303' }
    const businessId = await rows.insert(ctx, business, { ...at, businessName: '签订', status: '2' })
    const cbhtbm = '512021119203030001J'
    const contractId = await rows.insert(ctx, contract_file, { ...at, businessId, cbhtbm, htlx: '1', signWay: '1', signStatus: '0', signNodes: 'cbf,fbf' })
    const place = (name: string, x: number) => ({ name, page: 3, rect: [x, 100, x + 120, 150] as [number, number, number, number] })
    const of = { state: 'open', fileName, fileHash: sha256(file), frozenHash: sha256(file), anchors: [place('cbfSign', 60), place('fbfSeal', 300)] }
    const flowId = await rows.insert(ctx, sign_flow, { ...at, businessId, contractId, cbhtbm, ...of })
    const person = (nodeSort: number, nodeCode: string, signerName: string, signerIdCard: string, signerPhone: string) => ({
      ...at,
      flowId,
      contractId,
      nodeSort,
      nodeCode,
      signerName,
      signerIdCard,
      signerPhone,
      wrongIds: 0,
      sends: 0,
    })
    await rows.insert(ctx, sign_node, { ...person(1, 'cbf', '张三', ZHANG, '13900000001'), state: 'open', linkHash: hash })
    await rows.insert(ctx, sign_node, { ...person(2, 'fbf', '王五', WANG, '13900000002'), state: 'waiting' })
  })
  return secret
}
/** Confirms who he is, by the code that came to his phone. */
async function identify(page: Page, number: string, en = false): Promise<void> {
  await page.getByLabel(en ? 'Number of your identity document' : '本人证件号码').fill(number)
  const before = sms.outbox.length
  await page.getByRole('button', { name: en ? 'Send me a code' : '获取短信验证码' }).click()
  await until(() => sms.outbox.length).toBe(before + 1)
  await page.getByLabel(en ? 'Code from the message' : '短信验证码').fill(sms.outbox.at(-1)!.params.code!)
  await page.getByRole('button', { name: en ? 'Confirm' : '核验', exact: true }).click()
}

test('a signer signs on his phone what he has read to its end, the next one refuses in English, and a link that is over says so calmly', async () => {
  const page = await s.open({ ...PHONE, first: `/sign#${await opened()}` })
  await page.getByText('张* 139****0001').waitFor()
  // a wrong number is told where it was asked
  await page.getByLabel('本人证件号码').fill(WANG)
  await page.getByRole('button', { name: '获取短信验证码' }).click()
  await page.getByText('签署人身份信息不一致').waitFor()
  await identify(page, ZHANG)
  const whole = page.getByRole('region', { name: '合同全文' })
  await whole.locator('canvas').nth(2).waitFor()
  expect(await page.getByRole('button', { name: '继续向下阅读' }).isDisabled()).toBe(true)
  await whole.evaluate((e) => e.scrollTo(0, e.scrollHeight))
  await page.getByRole('button', { name: '去签署' }).click()
  const sheet = page.getByRole('img', { name: '手写签名' })
  const { x, width } = (await sheet.boundingBox())!
  // the sheet stands within the phone
  expect([x >= 0, x + width <= PHONE.width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([true, true, PHONE.width])
  await page.getByRole('checkbox').check()
  expect(await page.getByRole('button', { name: '确认签署' }).isDisabled()).toBe(true)
  await strokes(page, sheet)
  await page.getByRole('button', { name: '确认签署' }).click()
  await page.getByText('签署成功').waitFor()
  expect([page.url(), await page.context().cookies()]).toEqual([`${s.url}/sign`, []])

  const words = () => sms.outbox.at(-1)!.text
  await until(words).toContain('王五您好')
  // the next link in the same window begins anew
  await page.evaluate((link) => void (location.hash = link), /#(\S+)/.exec(words())![1]!)
  await page.getByRole('button', { name: 'English' }).click()
  await identify(page, WANG, true)
  await page.getByRole('button', { name: 'Refuse', exact: true }).click()
  await page.getByLabel('Why').fill('the area is wrong')
  await page.getByRole('button', { name: 'Refuse to sign' }).click()
  await page.getByText('The office will contact you.').waitFor()
  const c = (await s.w.db.pool.query('select "signStatus", reason from contract_file')).rows[0]
  expect(c).toEqual({ signStatus: '7', reason: '王五：the area is wrong' })
  await page.evaluate(() => void (location.hash = 'gone'))
  await page.getByText('This link is not valid or has expired: please ask the office for a new one').waitFor()
  expect(s.faults.filter((f) => !/status of 40\d/.test(f))).toEqual([])
})
