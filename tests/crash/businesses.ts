/** Businesses of contract signing at their last task, made through the product's own door with a clock twenty days back. */
import { createHash } from 'node:crypto'
import { PDF } from '../../services/files/testing.server.ts'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Application } from '../../apps/server/app.server.ts'
import { clock, localDay, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { attach } from '../../services/files/attach.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { applicationOf, drawnParcelOf, issuerOf } from '../applications.ts'
import { idCard } from '../samples.ts'
import { client, signIn, type Client } from './program.ts'

const GROUP = '51202111920303'
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'HYJL', 'DKSYT', 'DCB', 'GSB']
const DAY = 86_400_000
const dayOf = (days: number) => localDay(new Date(clock().getTime() + days * DAY))
let time = clock()
/** The clock of the application that prepares. */
export const preparing = (): Date => time
/** Businesses at their task sign: the first two to be signed on site, the others signed on paper already. */
export const cases: { id: string; contractId: string; zjhm: string }[] = []
/** Number of the issuer's principal, who signs for it. */
const PRINCIPAL = idCard()

async function within<T>(a: Application, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const who = await whoOf(a.db, '000000', 'admin')
  const none = async () => '0'
  return a.db.transaction({ tenantId: '000000' }, (tx) =>
    work({ who, db: tx, lang: 'zh', now: localTime(time), clock: () => time, newId: () => newId(), requestId: 't', ip: '', enqueue: none }),
  )
}
/** A call that must succeed. Answers its data. */
export async function ok(c: Client, method: 'get' | 'post', path: string, input: Record<string, any> = {}): Promise<any> {
  const r = await c[method](path, input)
  expect([path, r?.msg]).toEqual([path, '操作成功'])
  return r!.data
}
/** The same of a server that may die meanwhile: no data where it does not answer. */
async function answered(c: Client, method: 'get' | 'post', path: string, input: Record<string, any>): Promise<any> {
  const r = await c[method](path, input)
  if (r) expect([path, r.msg]).toEqual([path, '操作成功'])
  return r?.data
}
/** Every signer of a contract whose turn comes signs at the desk. `before`: done before each signature itself is sent. */
export async function signedAtDesk(
  c: Client,
  { contractId, zjhm }: (typeof cases)[number],
  before = async (_nodeSort: number): Promise<unknown> => undefined,
): Promise<void> {
  const strokes = '<svg width="300" height="120"><path d="M20 30 L130 100 M130 30 L20 100" stroke="black" stroke-width="9" fill="none"/></svg>'
  const picture = (await sharp(Buffer.from(strokes)).png().toBuffer()).toString('base64')
  // with a photo of the act it counts at once
  const shot = sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })
  const photo = (await shot.jpeg().toBuffer()).toString('base64')
  for (;;) {
    // one that was killed may die a moment after it answered that somebody had signed
    const desk = await answered(c, 'get', '/sign/onsite/desk', { contractId })
    const node = desk?.nodes.find((n: { state: string }) => n.state === 'open')
    if (!node) return
    const at = { contractId, nodeSort: node.nodeSort }
    const shown = { docType: '1', docMeans: 'typed', docName: node.signerName, docNumber: node.nodeCode === 'cbf' ? zjhm : PRINCIPAL }
    const known = await answered(c, 'post', '/sign/onsite/compare', { ...at, ...shown })
    if (!known) return
    const { pass } = known
    // a file is no answer that this client reads
    await c.post('/sign/onsite/file', { ...at, pass })
    await before(node.nodeSort)
    if (!(await c.post('/sign/onsite/sign', { ...at, pass, consent: 1, means: 'touch', picture, photo }))) return
  }
}
/** A business as its page shows it. */
export const detail = (c: Client, id: string) => ok(c, 'get', '/yw-accept/business/detail', { id })
/** Commits the open task of a business. */
export async function step(c: Client, id: string): Promise<unknown> {
  const { taskId, processInstanceId } = await detail(c, id)
  return c.post('/yw-accept/business/commit', { taskId, processInstanceId })
}
const parcel = (n: number) => `${GROUP}${String(n).padStart(5, '0')}`
const attached = async (a: Application, businessId: string, kinds: readonly string[]) => {
  const names: string[] = []
  for (const _ of kinds) names.push(await a.storage.put(PDF, '000000'))
  return within(a, async (ctx) => {
    const sha256 = createHash('sha256').update(PDF).digest('hex')
    const file = { regionCode: GROUP, contentType: 'application/pdf', extension: 'pdf', attachSize: PDF.length, sha256, businessId }
    const ids = []
    for (const [i, businessItem] of kinds.entries())
      ids.push(await rows.insert(ctx, attach, { ...file, ossName: names[i]!, name: `${businessItem}.pdf`, businessItem }))
    return ids
  })
}
/** An application of the days of `preparing`. */
function application(n: number, zjhm: string) {
  const a = applicationOf({ fbfbm: GROUP, parcels: [parcel(n)], zjhm })
  const cbht = { ...a.form.cbht, cbqxq: dayOf(10) }
  const cbf = { ...a.form.cbf, cbfdcrq: dayOf(-60) }
  return { ...a, businessReceiveTime: `${dayOf(-20)} 09:00:00`, form: { ...a.form, cbht, cbf } }
}

/** An issuer, and parcels of reserve land with a place. */
async function land(ctx: Ctx, parcels: number): Promise<void> {
  await rows.insert(ctx, fbf, issuerOf(GROUP, PRINCIPAL))
  for (let n = 1; n <= parcels; n++) await rows.insert(ctx, dk, drawnParcelOf(GROUP, parcel(n), n))
}

/** `n` businesses at their task sign, accepted twenty days ago. */
export async function prepare(a: Application, n: number): Promise<void> {
  time = new Date(clock().getTime() - 20 * DAY)
  await within(a, (ctx) => land(ctx, n))
  const address = await a.app.listen({ port: 0, host: '127.0.0.1' })
  let admin = client(address, await signIn(address, 'admin'))
  const town = client(address, await signIn(address, 'town'))
  const rounds: string[] = []
  for (let i = 1; i <= n; i++) {
    const zjhm = idCard()
    const form = application(i, zjhm)
    const id = await ok(admin, 'post', '/yw-accept/business/submit', form)
    await attached(a, id, FILES)
    await ok(admin, 'post', '/yw-accept/business/save-commit', { ...form, id })
    await step(admin, id)
    // who accepts a case does not check it
    await step(town, id)
    const { taskId } = await detail(admin, id)
    rounds.push(await ok(admin, 'post', '/yw-publicity/publicity/save', { taskId, title: '公示', startDate: dayOf(-20), days: 15, place: '村委会' }))
    cases.push({ id, contractId: '', zjhm })
  }
  time = clock()
  admin = client(address, await signIn(address, 'admin'))
  const county = client(address, await signIn(address, 'county'))
  const uploader = client(address, await signIn(address, 'town'))
  for (const [i, one] of cases.entries()) {
    const { taskId } = await detail(admin, one.id)
    const { rev } = await ok(admin, 'get', '/yw-publicity/publicity/detail-by-task', { taskId })
    await ok(admin, 'post', `/yw-publicity/publicity/complete?id=${rounds[i]}`, { rev })
    await step(admin, one.id)
    await step(county, one.id)
    one.contractId = (await ok(admin, 'get', '/dzzw/contract-to-sign', { businessId: one.id }))[0].id
    await ok(admin, 'post', '/dzzw/choose-sign-way', { businessId: one.id, contractIds: [one.contractId], signWay: i < 2 ? '2' : '3' })
    if (i < 2) continue
    const [attachId] = await attached(a, one.id, ['CBHT'])
    await ok(uploader, 'post', '/dzzw/upload-contract-file', { contractId: one.contractId, attachId, qdsj: dayOf(0) })
    await ok(admin, 'post', '/dzzw/contract/examine', { contractId: one.contractId, pass: 1 })
  }
}
