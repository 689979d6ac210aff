// The routine that sends figures by mail: for each receiver they are made as he would get them himself, by his buttons and his region.
import { typedRows } from '../../kit/server/any-query.server.ts'
import { isRefusal, problems, type Problem } from '../../kit/model/problem.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Row } from '../../kit/model/resource.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { FileResponse, holdsButton, inApiScope, type DeferredResponse, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { SmsParts } from '../../platform/messages/send.server.ts'
import { queueMail } from '../../platform/messages/send.server.ts'
import { whoOf } from '../../platform/session/who.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import type { Routine, RoutineRun } from '../../runtime/maintenance.server.ts'
import { figuresSlice } from '../figures/figures.server.ts'
import { isSet } from '../figures/indicators.ts'
import { printSet, workbook } from '../figures/workbook.server.ts'
import { figure_mail, figure_mail_log, isDue, MAIL_OUTCOME } from './figure-mail.ts'

const EXPORT = '/dzzw/analyze/export'
const found = figuresSlice.routes.find((r) => r.path === EXPORT)
if (!found) throw new Error(`no call ${EXPORT}`)
const call: Route = found
/** Whether somebody may take figures along: whether he may make the call that exports them. */
export const mayHaveFigures = (who: Who): boolean => holdsButton(who, call) && inApiScope(who, call)

type Mail = Row<typeof figure_mail>
interface Receiver {
  id: string
  account: string
  name: string
  email: string | null
  isActive: boolean
}
/** What is sent to one receiver, or why nothing is. */
type Made = { file: FileResponse; bytes: Buffer } | { outcome: (typeof MAIL_OUTCOME)[keyof typeof MAIL_OUTCOME] }

const bytesOf = async (file: FileResponse): Promise<Buffer> => {
  if (Buffer.isBuffer(file.body)) return file.body
  const parts: Buffer[] = []
  for await (const part of file.body) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts)
}
/** The file as this person would export it. */
async function fileFor({ db, now }: RoutineRun, who: Who, m: Mail): Promise<FileResponse> {
  const tx = <T>(work: (ctx: Ctx) => Promise<T>) =>
    db.transaction({ tenantId: who.tenantId, beside: true }, (t) =>
      work(
        contextFor(
          t,
          who,
          () => now,
          'routine-figure-mail',
          () => Promise.reject(new Error('no jobs')),
        ),
      ),
    )
  const q = { set: m.figures, regionCode: m.regionCode ?? undefined, items: m.items ?? undefined, dklb: undefined }
  const later: DeferredResponse = await tx((ctx) => (m.format === 'pdf' && isSet(m.figures) ? printSet(ctx, m.figures, q) : workbook(ctx, q)))
  const file = await later.make(tx)
  if (!(file instanceof FileResponse)) throw new Error('figures are no file')
  return file
}
async function madeFor(r: RoutineRun, tenantId: string, to: Receiver, m: Mail): Promise<Made> {
  if (!to.isActive) return { outcome: MAIL_OUTCOME.gone }
  const who = await whoOf(r.db, tenantId, to.account)
  if (!mayHaveFigures(who)) return { outcome: MAIL_OUTCOME.noRight }
  if (!to.email) return { outcome: MAIL_OUTCOME.noAddress }
  try {
    const file = await fileFor(r, who, m)
    return { file, bytes: await bytesOf(file) }
  } catch (e) {
    if (!isRefusal(e)) throw e
    return { outcome: (e as Problem).key === problems.outOfRegion.key ? MAIL_OUTCOME.outside : MAIL_OUTCOME.failed }
  }
}
/** The receivers of a mailing, whether they may still sign in or not. */
async function receiversOf(ctx: Ctx, m: Mail): Promise<Receiver[]> {
  const ids = (m.receivers ?? '').split(',').filter(Boolean)
  if (ids.length === 0) return []
  const people = await ctx.db
    .selectFrom('sys_user')
    .select(['id', 'account', 'realName', 'email', 'status'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', 'in', ids)
    .execute()
  return people.map((u) => ({ id: String(u.id), account: u.account!, name: u.realName ?? '', email: u.email || null, isActive: u.status === 1 }))
}
/** The words of the mail: which figures, and by whose rights; nothing of a person. */
const textOf = (m: Mail, file: string): string => `${m.name}：附件《${file}》按您在系统中的权限和管辖区域生成。如不再需要，请联系管理员停用该报送。`

/** Sends one mailing to all of its receivers: what is queued and what is noted are committed together, so that nobody gets a day twice. */
async function sendOne(r: RoutineRun, parts: SmsParts, tenantId: string, m: Mail, today: string): Promise<number> {
  const people = await r.as(tenantId, (ctx) => receiversOf(ctx, m))
  let sent = 0
  for (const to of people) {
    r.signal.throwIfAborted()
    const made = await madeFor(r, tenantId, to, m)
    await r.as(tenantId, async (ctx) => {
      if (await rows.find(ctx, figure_mail_log, { mailId: m.id, day: today, receiver: to.id })) return
      let outcome: string = 'outcome' in made ? made.outcome : MAIL_OUTCOME.noServer
      if ('file' in made) {
        const attachment = { name: made.file.name, type: made.file.type, base64: made.bytes.toString('base64') }
        const once = `figure-mail:${m.id}:${today}:${to.id}`
        if (await queueMail(ctx, parts, { to: to.email!, subject: m.name, text: textOf(m, made.file.name), attachment, once })) outcome = MAIL_OUTCOME.queued
      }
      if (outcome === MAIL_OUTCOME.queued) sent++
      const fileName = 'file' in made ? made.file.name.slice(0, 200) : null
      await rows.insert(ctx, figure_mail_log, { mailId: m.id, day: today, receiver: to.id, receiverName: to.name.slice(0, 60), outcome, fileName })
    })
  }
  await r.as(tenantId, async (ctx) => {
    if (await rows.find(ctx, figure_mail, { id: m.id })) await rows.update(ctx, figure_mail, m.id, { lastDay: today })
  })
  return sent
}
/** Every morning: the mailings whose day has come. A missed morning is made up for by the next. */
export const figureMailRoutine = (parts: SmsParts): Routine => ({
  name: 'figure-mail',
  label: '定时报送统计',
  due: { at: '06:30' },
  async run(r) {
    const today = localTime(r.now).slice(0, 10)
    const tenants = await r.system((tx) => tx.selectFrom('figure_mail').select('tenantId').distinct().where('isEnabled', '=', 1).execute())
    let sent = 0
    for (const { tenantId } of tenants) {
      const mails = await r.as(
        String(tenantId),
        async (ctx) => await typedRows<Mail>(scoped(ctx, figure_mail).selectAll('figure_mail').where('figure_mail.isEnabled', '=', 1)),
      )
      for (const m of mails)
        if (isDue(today, { cycle: m.cycle, dayNo: m.dayNo, since: m.lastDay ?? String((m as { createTime?: unknown }).createTime).slice(0, 10) }))
          sent += await sendOne(r, parts, String(tenantId), m, today)
    }
    return `${sent} mails`
  },
})
