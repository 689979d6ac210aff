import { both } from '../../kit/model/lang.ts'
import { formats } from '../../kit/model/formats.ts'
import { invalidField, Problem, problem } from '../../kit/model/problem.ts'
import type { Row } from '../../kit/model/resource.ts'
import { DeferredResponse } from '../../kit/server/route.server.ts'
import { maskText } from '../../kit/model/mask.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { endWords, type JobKind } from '../../runtime/jobs.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dropSecrets, keepSecret, readSecret } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import type { Message } from './message.ts'
import { httpProvider } from './provider.server.ts'
import { sms, sms_history } from './sms.ts'

export const SMS_JOB = 'sms-send'
export const SEND_STATUS = { waiting: '0', sent: '1', failed: '2' } as const
export const smsProblems = {
  resend: problem(409, 'sms-resend', () => ({ zh: '只有发送失败的短信可以重发', en: 'Only a failed message can be sent again' })),
  noProvider: problem(409, 'sms-provider', () => ({ zh: '未启用短信配置，短信不能发送', en: 'No SMS provider is enabled: nothing can be sent' })),
  noSecret: problem(409, 'sms-secret', () => ({ zh: '请先填写访问密钥', en: 'Enter the secret key first' })),
  failed: problem<{ why: string }>(503, 'sms-failed', (d) => ({ zh: `测试短信发送失败：${d.why}`, en: `The test message failed: ${d.why}` })),
  history: problem(409, 'sms-history', () => ({ zh: '短信记录不能修改', en: 'History cannot be changed' })),
}

/** How long a person who tries a configuration waits for the provider. */
const TEST_MS = 10_000
const noAnswer = both('短信服务没有应答', 'The provider did not answer')
type Provider = Row<typeof sms>

export interface SmsParts {
  sealer: Sealer
  outbound: Outbound
}
export interface OutgoingMessage {
  phone: string
  contentCode: string | null
  /** what the history shows; without a code that would let somebody in */
  shown: string
  text: string
  templateId: string
  params: Record<string, string>
}

/** Refuses at once where nothing could be sent: whoever waits for a message is not left waiting. */
export async function requireProvider(ctx: Ctx): Promise<void> {
  if (!(await scoped(ctx, sms).select('sms.id').where('sms.status', '=', 1).executeTakeFirst())) throw smsProblems.noProvider()
}
/**
 * Queues a message: a history row with the number masked, and a job that hands it to the provider after the commit. Number and words wait sealed
 * beside the row and are forgotten once the provider took them. Answers the id of the history row.
 */
export async function queueMessage(ctx: Ctx, p: SmsParts, l: OutgoingMessage): Promise<string> {
  await requireProvider(ctx)
  const id = await rows.insert(ctx, sms_history, {
    phone: maskText(l.phone),
    contentCode: l.contentCode,
    content: l.shown,
    status: SEND_STATUS.waiting,
    sendTime: ctx.now,
  })
  await keepSecret(ctx, p.sealer, sms_history.name, id, 'letter', JSON.stringify({ phone: l.phone, text: l.text, templateId: l.templateId, params: l.params }))
  await ctx.enqueue(SMS_JOB, { id })
  return id
}
/** Sends a failed message again. */
export async function resend(ctx: Ctx, id: string): Promise<void> {
  const row = await rows.get(ctx, sms_history, id, true)
  if (row.status !== SEND_STATUS.failed) throw smsProblems.resend()
  await requireProvider(ctx)
  await rows.update(ctx, sms_history, row.id, { status: SEND_STATUS.waiting, answer: null, sendTime: ctx.now })
  await ctx.enqueue(SMS_JOB, { id: row.id })
}

/** The enabled provider of the caller's tenant with its key, or undefined. */
async function enabled(ctx: Ctx, p: SmsParts) {
  const row = await scoped(ctx, sms).selectAll('sms').where('sms.status', '=', 1).executeTakeFirst()
  const secretKey = row && (await readSecret(ctx, p.sealer, sms.name, row.id, 'secretKey'))
  return secretKey ? { row, secretKey } : undefined
}

const clientOf = (p: SmsParts, s: Provider, secretKey: string) =>
  httpProvider({ endpoint: s.endpoint!, accessKey: s.accessKey!, secretKey, regionId: s.regionId }, p.outbound)

/**
 * Sends a message to a number by a configuration, enabled or not, and waits for the provider's word; the history keeps both.
 * @throws where the provider refuses or does not answer
 */
export async function sendTest(ctx: Ctx, p: SmsParts, id: string, phone: string): Promise<DeferredResponse> {
  const s = await rows.get(ctx, sms, id)
  const malformed = formats.phone(phone)
  if (malformed) throw invalidField('phone', malformed)
  const secretKey = await readSecret(ctx, p.sealer, sms.name, s.id, 'secretKey')
  if (!secretKey) throw smsProblems.noSecret()
  const text = `${s.signName}测试短信`
  const requestId = ctx.newId()
  return new DeferredResponse(async (again) => {
    const said = await clientOf(p, s, secretKey)
      .send({ phone, text, signName: s.signName!, templateId: s.templateId!, params: {}, requestId }, AbortSignal.timeout(TEST_MS))
      .catch((e: unknown) => ({ accepted: false, id: '', message: e instanceof Problem ? e.say(ctx.lang) : noAnswer[ctx.lang] }))
    await again((next) =>
      rows.insert(next, sms_history, {
        phone: maskText(phone),
        content: text,
        status: said.accepted ? SEND_STATUS.sent : SEND_STATUS.failed,
        answer: said.message,
        providerId: said.id,
        sendTime: ctx.now,
      }),
    )
    if (!said.accepted) throw smsProblems.failed({ why: said.message || noAnswer[ctx.lang] })
    return { message: said.message }
  })
}

/** The job that hands one message over. The call is made between two transactions; the provider drops repeats by the request id. */
export const smsJob = (p: SmsParts): JobKind => ({
  kind: SMS_JOB,
  label: '发送短信',
  en: 'Send message',
  attempts: 3,
  died: (ctx, payload) => rows.update(ctx, sms_history, String(payload.id), { status: SEND_STATUS.failed, answer: endWords.died[ctx.lang] }),
  async run(job, payload) {
    const id = String(payload.id)
    const found = await job.tx(async (ctx) => {
      const row = await rows.get(ctx, sms_history, id)
      const letter = await readSecret(ctx, p.sealer, sms_history.name, id, 'letter')
      return { row, letter, provider: await enabled(ctx, p) }
    })
    if (found.row.status !== SEND_STATUS.waiting) return
    const close = (status: string, answer: string, providerId = '') =>
      job.tx(async (ctx) => {
        await rows.update(ctx, sms_history, id, { status, answer, providerId })
        if (status === SEND_STATUS.sent) await dropSecrets(ctx, sms_history.name, [id])
      })
    if (!found.letter) return close(SEND_STATUS.failed, both('内容已清除', 'The content no longer exists')[job.lang])
    if (!found.provider) return close(SEND_STATUS.failed, both('未启用短信配置', 'No provider is enabled')[job.lang])
    const { row: s, secretKey } = found.provider
    const letter = JSON.parse(found.letter) as Pick<Message, 'phone' | 'text' | 'templateId' | 'params'>
    try {
      const answer = await clientOf(p, s, secretKey).send(
        { ...letter, requestId: id, signName: s.signName, templateId: letter.templateId || s.templateId },
        job.signal,
      )
      await close(answer.accepted ? SEND_STATUS.sent : SEND_STATUS.failed, answer.message, answer.id)
    } catch (e) {
      if (job.signal.aborted) throw e
      await close(SEND_STATUS.failed, noAnswer[job.lang])
    }
  },
})
