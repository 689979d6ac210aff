import { both, type Lang, type Text } from '../../kit/model/lang.ts'
import type { Row } from '../../kit/model/resource.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { endWords, type JobKind, type JobRun } from '../../runtime/jobs.server.ts'
import { dropSecrets, readSecret } from '../../runtime/sealed.server.ts'
import { sendMail } from './mail.server.ts'
import { costOf, messageParts, templateOf, type SendAnswer } from './message.ts'
import { hasOptedOut } from './opt-out.server.ts'
import { providerOf } from './provider.server.ts'
import { sendByRobot } from './robot.server.ts'
import { awaited, noAnswerOf, SMS_JOB, unknownWords, type MessageLetter, type SmsParts } from './send.server.ts'
import { SEND_STATUS, message_outlet, sms, sms_history } from './sms.ts'
import { isUnsent } from './wire.server.ts'

const words = {
  cleared: both('内容已清除', 'The content no longer exists'),
  noProvider: both('未启用短信配置', 'No provider is enabled'),
  noTemplate: both('服务商只能按模板发送，该短信没有服务商模板', "The provider sends by templates alone, and the message has none of the provider's"),
  noOutlet: both('邮件或机器人未启用', 'The mail server or robot is not enabled'),
  optedOut: both('该号码已退订', 'The number has opted out'),
  quota: both('已达服务商每日上限', "The provider's messages of the day are used up"),
  late: both('已过时效，未发送', 'It was not worth telling any more'),
}
/** Somebody who takes a message: a provider, a mail server, a robot. */
interface Taker {
  code: string
  dailyQuota: number | null
  /** of a part, in fen; null where it costs nothing that is known */
  price: string | null
  /** of how many parts it probably is */
  parts: number | null
  /** a call whose answer is not known may be made again */
  dropsRepeats: boolean
  send(signal: AbortSignal): Promise<SendAnswer>
}

/** A message on its way: its row's id and content code, and what waited sealed. */
interface OnItsWay {
  id: string
  contentCode: string | null
  letter: MessageLetter
}
/** The enabled provider, then those that stand by in their order, or why there is none; without a key, or a template where it needs one, nobody is asked. */
async function providers(ctx: Ctx, p: SmsParts, { id, contentCode, letter }: OnItsWay): Promise<Taker[] | Text> {
  const found = await scoped(ctx, sms)
    .selectAll('sms')
    .where((e) => e.or([e('sms.status', '=', 1), e('sms.fallbackOrder', 'is not', null)]))
    .orderBy(sql`coalesce(sms.status, 0)`, 'desc')
    .orderBy('sms.fallbackOrder')
    .orderBy('sms.id')
    .execute()
  if (!found.some((s) => s.status === 1)) return words.noProvider
  const out: Taker[] = []
  let why = words.noProvider
  for (const s of found as Row<typeof sms>[]) {
    const secretKey = await readSecret(ctx, p.sealer, sms.name, s.id, 'secretKey')
    if (!secretKey) continue
    const { endpoint, accessKey, signName } = s
    const provider = providerOf({ ...s, endpoint, accessKey, secretKey }, p.outbound)
    const { phone, text, params } = letter
    const templateId = templateOf(s, { contentCode, templateId: letter.templateId })
    if (templateId === undefined) {
      why = words.noTemplate
      continue
    }
    const message = { requestId: id, phone, text, params, signName, templateId }
    out.push({
      code: s.smsCode,
      dailyQuota: s.dailyQuota,
      price: s.price,
      parts: messageParts(text, signName),
      dropsRepeats: provider.dropsRepeats,
      send: (signal) => provider.send(message, signal),
    })
  }
  return out.length ? out : why
}
/** The mail server or robot of a letter, while it is enabled. */
async function outlet(ctx: Ctx, p: SmsParts, { id, letter }: OnItsWay): Promise<Taker[] | Text> {
  const s = await rows.find(ctx, message_outlet, { id: letter.outletId ?? '0' })
  if (!s || s.isEnabled !== 1) return words.noOutlet
  const secretKey = await readSecret(ctx, p.sealer, message_outlet.name, s.id, 'secretKey')
  const send = (signal: AbortSignal) => sendBy(p, s, secretKey, id, letter, signal)
  return [{ code: s.outletCode, dailyQuota: null, price: null, parts: null, dropsRepeats: false, send }]
}
/** Sends by a mail server or robot. */
export function sendBy(p: SmsParts, s: Row<typeof message_outlet>, secretKey: string | undefined, id: string, letter: MessageLetter, signal: AbortSignal) {
  const { category, endpoint, account } = s
  return category === 'mail'
    ? sendMail(
        { endpoint, account, secretKey, sender: s.sender ?? account ?? '' },
        { requestId: id, to: letter.phone, subject: letter.subject ?? '', text: letter.text, attachment: letter.attachment },
        p.outbound,
      )
    : sendByRobot({ category, endpoint, account, secretKey: secretKey ?? '' }, { text: letter.text, mobiles: letter.mobiles ?? [] }, p.outbound, signal)
}

/** Counts a message of today, or answers that the provider's are used up: in one statement, for all servers. */
async function counted(ctx: Ctx, t: Taker): Promise<boolean> {
  const { rows: taken } = await sql`insert into sms_use ("tenantId", code, day, n) values (${ctx.who.tenantId}, ${t.code}, ${ctx.now.slice(0, 10)}::date, 1)
    on conflict ("tenantId", code, day) do update set n = sms_use.n + 1 where sms_use.n < ${t.dailyQuota ?? 2_000_000_000} returning n`.execute(ctx.db)
  return taken.length > 0
}

/** What became of a message: its row's next state and, once somebody took it, of how many parts it was and what it cost. */
interface Outcome {
  status: string
  answer: string
  providerId: string
  parts?: number | null
  cost?: string | null
}
const failed = (answer: string): Outcome => ({ status: SEND_STATUS.failed, answer, providerId: '' })
const unknown = (lang: Lang): Outcome => ({ status: SEND_STATUS.unknown, answer: unknownWords[lang], providerId: '' })

/**
 * Asks one after the other until somebody takes it. After a call whose answer is not known nobody else is asked: it may have arrived.
 * @param isBegun a call before broke off: only the provider itself can say that it did not take it
 */
async function handOver(
  job: JobRun,
  { id, channel }: Pick<Row<typeof sms_history>, 'id' | 'channel'>,
  takers: readonly Taker[],
  isBegun: boolean,
): Promise<Outcome> {
  const untaken = (why: Text): Outcome => (isBegun ? unknown(job.lang) : failed(why[job.lang]))
  let last = untaken(words.quota)
  for (const t of takers) {
    const isCounted = await job.tx(async (ctx) => {
      if (!(await counted(ctx, t))) return false
      // from here on a death of the server leaves a message of which nobody knows whether it left
      await rows.update(ctx, sms_history, id, { providerCode: t.code, price: t.price, parts: t.parts })
      return true
    })
    if (!isCounted) continue
    try {
      const said = await t.send(job.signal)
      if (said.accepted) return taken(t, said)
      last = failed(said.message)
    } catch (e) {
      if (job.signal.aborted && t.dropsRepeats) throw e
      if (!isUnsent(e)) return unknown(job.lang)
      last = untaken(noAnswerOf(channel))
    }
  }
  return last
}

/** What a taker said it took; where it does not say of how many parts, they are counted. */
function taken({ parts: counted, price }: Taker, said: SendAnswer): Outcome {
  const parts = said.parts ?? counted
  return { status: SEND_STATUS.sent, answer: said.message, providerId: said.id, parts, cost: costOf(price, parts) }
}

/** The job that hands one message over. The call is made between two transactions. */
export const smsJob = (p: SmsParts): JobKind => ({
  kind: SMS_JOB,
  label: '发送短信',
  en: 'Send message',
  attempts: 3,
  async died(ctx, payload) {
    const row = await rows.get(ctx, sms_history, String(payload.id))
    // it was sent, or withdrawn, before its job ended
    if (row.status !== SEND_STATUS.waiting) return
    // somebody was asked
    const { status, answer } = row.providerCode ? unknown(ctx.lang) : failed(endWords.died[ctx.lang])
    await rows.update(ctx, sms_history, row.id, { status, answer })
  },
  async run(job, payload) {
    const id = String(payload.id)
    const found = await job.tx(async (ctx) => {
      const row = await rows.get(ctx, sms_history, id)
      const kept = row.status === SEND_STATUS.waiting ? await readSecret(ctx, p.sealer, sms_history.name, id, 'letter') : undefined
      const letter = kept ? (JSON.parse(kept) as MessageLetter) : undefined
      const isSms = (row.channel ?? 'sms') === 'sms'
      const takers = letter ? await (isSms ? providers : outlet)(ctx, p, { id, contentCode: row.contentCode, letter }) : []
      const isRefused = !!letter?.isUnasked && (await hasOptedOut(ctx, p, letter.phone))
      return { row, letter, takers, isRefused, isLate: !!row.untilTime && row.untilTime <= ctx.now }
    })
    if (found.row.status !== SEND_STATUS.waiting) return
    const close = (o: Outcome) =>
      job.tx(async (ctx) => {
        await rows.update(ctx, sms_history, id, { ...o })
        if (o.status === SEND_STATUS.sent) await dropSecrets(ctx, sms_history.name, [id])
      })
    const { takers, letter, row } = found
    // an attempt before was cut off in its call
    const begun = Array.isArray(takers) ? takers.find((t) => t.code === row.providerCode) : undefined
    if (row.providerCode && !begun?.dropsRepeats) return close(unknown(job.lang))
    // whatever has changed since, the call may have been heard
    const untold = (why: Text) => close(begun ? unknown(job.lang) : failed(why[job.lang]))
    if (!letter) return untold(words.cleared)
    if (found.isRefused) return untold(words.optedOut)
    if (found.isLate) return untold(words.late)
    // what the product words leaves when there is a template for it
    if (takers === words.noTemplate && letter.names) return close({ ...failed(awaited(row.contentCode)[job.lang]), status: SEND_STATUS.noTemplate })
    if (!Array.isArray(takers)) return close(failed(takers[job.lang]))
    await close(await handOver(job, row, begun ? [begun] : takers, !!begun))
  },
})
