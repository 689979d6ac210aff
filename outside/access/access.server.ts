// Tells the province of finished businesses, one message each, in the order of the county's chain. Source: data-format.md 13; docs/adr/0069.
import { typedRow } from '../../kit/server/any-query.server.ts'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipArchive } from 'archiver'
import { both } from '../../kit/model/lang.ts'
import { isRefusal, problem } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { exactTime, localDay, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { regionName } from '../../platform/regions/lookup.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { DELAYS, NotYet, type Delivery, type Handler, type OutboxEvent } from '../../runtime/outbox.server.ts'
import { openSecrets } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { signedHeaders, type SignAlgorithm } from '../../runtime/signature.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { reasonGiven } from '../push/fault.ts'
import { messageContentOf } from '../push/message.server.ts'
import { messageId } from '../push/message-id.server.ts'
import { nearestFirst } from '../push/target.server.ts'
import { ACCESS_ANSWERS, ACCESS_OK, accessKindOf, accessPaths, accessXml, papersXml, readAccessAnswer, SPELLINGS, type AccessTags } from './access.ts'
import { ACCESS, access_config } from './config.ts'
import { accessMessage } from './content.ts'
import { groundOf } from './ground.server.ts'
import { papersFor, type NamedPaper } from './papers.ts'

/** The outbox topic of access messages. */
export const ACCESS_TOPIC = 'business.access'
const answerWords = (code: string) => ACCESS_ANSWERS[code] ?? both('未知应答', 'an unknown answer')
export const accessProblems = {
  refused: problem<{ code: string; why: string }>(400, 'access-refused', (d) => ({
    zh: `省级平台拒绝（${d.code} ${answerWords(d.code).zh}）：${reasonGiven(d.why).zh}`,
    en: `The province refused (${d.code} ${answerWords(d.code).en}): ${reasonGiven(d.why).en}`,
  })),
  noSecret: problem(400, 'access-no-secret', () => ({ zh: '上报配置没有密钥', en: 'The access configuration has no key' })),
}
export interface AccessDeps {
  outbound: Outbound
  sealer: Sealer
  storage: Storage
}
/** A message as it is kept: its text is made of what the register knew at `knownAt`, so that it is the same however often it is sent. */
export interface AccessRow {
  id: string
  countyCode: string
  regionCode: string
  businessId: string
  businessCode: string
  kind: string
  seq: number
  former: string
  guid: string
  day: string
  knownAt: string
  status: string
  tries: number
}
interface Finished {
  businessId: string
  businessCode: string
  typeCode: string
  regionCode: string
}
const mine = (ctx: Ctx, county: string) =>
  ctx.db.selectFrom('access_message').selectAll().where('countyCode', '=', county).where('tenantId', '=', ctx.who.tenantId)

/** The message of a finished business, taken into the chain of its county the first time; undefined where the province is not told of the type. */
async function recorded(ctx: Ctx, e: OutboxEvent, now: Date): Promise<AccessRow | undefined> {
  const p = e.payload as unknown as Finished
  const county = countyOf(p.regionCode)
  const known = await mine(ctx, county).where('businessId', '=', p.businessId).executeTakeFirst()
  if (known) return known as AccessRow
  const item = await ctx.db
    .selectFrom('business')
    .select('businessItemCode')
    .where('countyCode', '=', county)
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', p.businessId)
    .executeTakeFirst()
  const kind = accessKindOf(p.typeCode, item?.businessItemCode ?? null)
  if (!kind) return undefined
  // two servers that take the same place: the second is refused by the key and asks again
  const last = await mine(ctx, county).orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const row = {
    id: ctx.newId(),
    countyCode: county,
    tenantId: ctx.who.tenantId,
    regionCode: p.regionCode,
    businessId: p.businessId,
    businessCode: p.businessCode ?? '',
    businessTypeCode: p.typeCode,
    kind,
    seq: Number(last?.seq ?? 0) + 1,
    former: last?.businessCode ?? '',
    guid: messageId(`access ${p.businessId}`),
    day: e.createTime.slice(0, 10),
    knownAt: exactTime(now),
    status: ACCESS.waiting,
    tries: 0,
    createTime: ctx.now,
  }
  await ctx.db.insertInto('access_message').values(row).execute()
  return row
}

/** The files of a message, as they lie in its folders. */
export interface AccessFiles {
  texts: readonly { name: string; text: string }[]
  papers: readonly (NamedPaper & { path: string })[]
  left: number
  /** when the business was recorded: the archive of a message is the same at every attempt */
  recordedAt: Date
}
/** Reads what a message says and which papers go with it. */
export async function filesOf(ctx: Ctx, row: AccessRow, sender: string, tags: AccessTags): Promise<AccessFiles> {
  const { countyCode: county } = row
  const made = await ctx.db.selectFrom('djb').select('id').where('countyCode', '=', county).where('businessId', '=', row.businessId).execute()
  const then: Ctx = { ...ctx, asOf: localDay(new Date(row.knownAt)), knownAt: row.knownAt }
  const content = await messageContentOf(
    then,
    { businessId: row.businessId, regionCode: row.regionCode, djbIds: made.map((b) => String(b.id)), knownAt: row.knownAt },
    row.businessCode,
  )
  const recordedAt = new Date(row.knownAt)
  const facts = { sender, time: localTime(recordedAt), kind: row.kind, guid: row.guid, county, countyName: (await regionName(ctx, county)) ?? '' }
  const ground = await groundOf(then, { county, businessId: row.businessId }, content)
  const m = accessMessage({ ...facts, ywlsh: row.businessCode, former: row.former, day: row.day }, content, ground)
  const stored = await ctx.db
    .selectFrom('attach')
    .select(['businessItem', 'extension', 'attachSize', 'ossName', 'createTime'])
    .where('countyCode', '=', county)
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessId', '=', row.businessId)
    // what came later is none of this message
    .where('createTime', '<=', localTime(recordedAt))
    .orderBy('id')
    .execute()
  const book = content.after[0] ?? content.before[0]
  const { taken, left } = papersFor(
    stored.map((a) => ({ kind: a.businessItem, extension: a.extension, size: a.attachSize, ossName: a.ossName, day: String(a.createTime).slice(0, 10) })),
    { cbfbm: String(book?.cbfbm ?? ''), cbjyqzbm: String(book?.cbjyqzbm ?? '') },
  )
  const at = accessPaths(county, row.businessCode)
  return {
    texts: [
      { name: at.message, text: accessXml(m, tags) },
      { name: at.papers, text: papersXml(m, taken, tags) },
    ],
    papers: taken.map((p) => ({ ...p, path: `${at.folder}${p.file}` })),
    left,
    recordedAt,
  }
}
async function* bytesOf(storage: Storage, name: string) {
  yield* storage.stream(name)
}
/** The folders of messages as one archive, written while it is read. */
export function accessZip(storage: Storage, all: readonly AccessFiles[]): Readable {
  const zip = new ZipArchive({ store: true })
  for (const f of all) {
    for (const t of f.texts) zip.append(Readable.from([Buffer.from(t.text)]), { name: t.name, date: f.recordedAt })
    for (const p of f.papers) zip.append(Readable.from(bytesOf(storage, p.ossName)), { name: p.path, date: f.recordedAt })
  }
  zip.finalize().catch((e: Error) => zip.destroy(e))
  return zip
}

type Target = Awaited<ReturnType<typeof targetFor>>
/** The enabled configurations. */
const configs = (ctx: Ctx) => ctx.db.selectFrom('access_config').selectAll().where('tenantId', '=', ctx.who.tenantId).where('isEnabled', '=', 1).execute()
/** Where a message goes and how it is signed, with the keys that are good; undefined where there is no configuration. */
async function targetFor(ctx: Ctx, sealer: Sealer, regionCode: string) {
  const { tenantId } = ctx.who
  const [c] = nearestFirst(await configs(ctx), regionCode)
  if (!c) return undefined
  const secrets = await openSecrets(ctx.db, sealer, ctx.now, tenantId, access_config.name, c.id, 'appSecret')
  if (secrets.length === 0) throw accessProblems.noSecret()
  return { url: String(c.url), sender: String(c.senderCode), algorithm: c.algorithm as SignAlgorithm, tags: tagsOf(c), secrets }
}
const tagsOf = (c: Readonly<Record<string, unknown>> = {}): AccessTags => ({
  business: String(c.businessTag || SPELLINGS.business[0]),
  parcel: String(c.parcelTag || SPELLINGS.parcel[0]),
})
/** How the province of each region wants its messages, for files that are handed over by hand: the first spelling where no configuration fits. */
export async function sendersOf(ctx: Ctx): Promise<(regionCode: string) => { sender: string; tags: AccessTags }> {
  const all = await configs(ctx)
  return (regionCode) => {
    const [c] = nearestFirst(all, regionCode)
    return { sender: c?.senderCode ?? '', tags: tagsOf(c) }
  }
}

const noConfig = both('没有适用的上报配置：保存并启用后自动上报', 'No access configuration fits: once one is saved and enabled, it is sent by itself')
const waitsForFormer = both('前一业务的报文尚未被接收', 'The message before it has not been accepted')
/** What is sent now; undefined where there is nobody to tell or it has arrived. @throws NotYet while the message before it has not arrived */
async function prepared(ctx: Ctx, sealer: Sealer, row: AccessRow): Promise<{ target: NonNullable<Target>; files: AccessFiles } | undefined> {
  if (row.status === ACCESS.accepted || row.status === ACCESS.withdrawn) return undefined
  const target = await targetFor(ctx, sealer, row.regionCode)
  if (!target) {
    await keep(ctx, row, { answer: noConfig.zh })
    return undefined
  }
  const before = await formerMessage(ctx, row)
  if (before && before.status !== ACCESS.accepted) throw new NotYet(waitsForFormer)
  const linked = { ...row, former: before?.businessCode ?? '' }
  if (linked.former !== row.former) await keep(ctx, row, { former: linked.former })
  return { target, files: await filesOf(ctx, linked, target.sender, target.tags) }
}
/** The message before one in the chain; what was taken back before it was sent is no link of it. */
export async function formerMessage(ctx: Ctx, row: AccessRow): Promise<AccessRow | undefined> {
  const before = mine(ctx, row.countyCode).where('seq', '<', row.seq).where('status', '<>', ACCESS.withdrawn)
  return await typedRow<AccessRow>(before.orderBy('seq', 'desc').limit(1))
}
/** Takes a business that was undone out of the chain, where the province has not accepted it. */
export async function withdrawMessage(ctx: Ctx, of: { businessId: string; regionCode: string }): Promise<void> {
  const county = countyOf(of.regionCode)
  const row = await typedRow<AccessRow>(mine(ctx, county).where('businessId', '=', of.businessId))
  if (row && row.status !== ACCESS.accepted) await keep(ctx, row, { status: ACCESS.withdrawn, answer: null, answerCode: null })
}
async function keep(ctx: Ctx, row: AccessRow, set: Record<string, unknown>): Promise<void> {
  await ctx.db
    .updateTable('access_message')
    .set(set)
    .where('countyCode', '=', row.countyCode)
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', row.id)
    .execute()
}

/** Hands the folders over as one archive; tried with the key before, where the province does not know the new one yet. Answers what it says. */
async function handOver(deps: AccessDeps, { target: t, files }: { target: NonNullable<Target>; files: AccessFiles }, d: Delivery) {
  const body = await buffer(accessZip(deps.storage, [files]))
  let said: ReturnType<typeof readAccessAnswer>
  for (const secret of t.secrets) {
    const headers = signedHeaders(
      { appId: t.sender, secret, algorithm: t.algorithm, method: 'POST', path: new URL(t.url).pathname, body },
      d.now.getTime(),
      randomUUID(),
    )
    const a = await deps.outbound.call(t.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/zip' },
      body,
      timeoutMs: SEND_MS,
      signal: d.signal,
    })
    if (a.status >= 500 || a.status === 429) throw new Error(`HTTP ${a.status}`)
    said = readAccessAnswer(a.body.toString('utf8'))
    if (!said) throw new Error(`HTTP ${a.status}`)
    if (said.code !== '104') break
  }
  return said!
}
/** The outbox gives a delivery 30 seconds: two keys must be tried before that. */
const SEND_MS = 12_000
/** Faults of theirs: tried again. */
const THEIRS = '999'

/** Records every finished business in the chain of its county, and tells the province where a configuration says how. */
export const accessHandler = (deps: AccessDeps): Handler => ({
  topic: ACCESS_TOPIC,
  label: '省级平台上报',
  async deliver(e, d) {
    const row = await d.tx((ctx) => recorded(ctx, e, d.now))
    if (!row) return
    try {
      const ready = await d.tx((ctx) => prepared(ctx, deps.sealer, row))
      if (!ready) return
      const said = await handOver(deps, ready, d)
      if (said.code === THEIRS) throw new Error(`${said.code} ${said.words}`)
      if (said.code !== ACCESS_OK) throw accessProblems.refused({ code: said.code, why: said.words })
      const { left } = ready.files
      const answer = [said.words, ...(left ? [both(`${left} 个附件格式或大小不符，未上报`, `${left} papers of another type or size were left out`).zh] : [])]
        .filter(Boolean)
        .join('；')
      await d.tx((ctx) => keep(ctx, row, { status: ACCESS.accepted, answerCode: said.code, answer, tries: row.tries + 1, sentTime: ctx.now }))
    } catch (error) {
      const [waits, refused] = [error instanceof NotYet, isRefusal(error)]
      const answer = (isRefusal(error) ? error.words.zh : (error as Error).message).slice(0, 1000)
      // after the last delay the outbox gives up
      const status = waits ? ACCESS.waiting : refused || e.attempt > DELAYS.length ? ACCESS.refused : ACCESS.trying
      const code = isRefusal(error) ? ((error.details as { code?: string } | undefined)?.code ?? null) : null
      await d.tx((ctx) => keep(ctx, row, { status, answer, answerCode: code, ...(waits ? {} : { tries: row.tries + 1, sentTime: ctx.now }) }))
      throw error
    }
  },
})
