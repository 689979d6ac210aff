import { text } from '../../kit/model/field.ts'
import { formats } from '../../kit/model/formats.ts'
import { both } from '../../kit/model/lang.ts'
import { maskText } from '../../kit/model/mask.ts'
import { invalidField } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { rowIdOf, route, DeferredResponse, type Input, type Route, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { outward } from '../../runtime/outbound-fields.server.ts'
import { readSecret, sealedCrud } from '../../runtime/sealed.server.ts'
import { sendBy } from './deliver.server.ts'
import { isMailServer } from './mail.server.ts'
import { smsProblems, tried, type SmsParts } from './send.server.ts'
import { message_outlet } from './sms.ts'

const secrets = { secretKey: text('密钥', { en: 'Secret key', max: 256 }) }
const words = both('测试消息', 'Test message')

/** A mail server is named as one and says who sends, a robot by the address of its service. */
async function requireWhole(ctx: Ctx, b: SentRow<typeof message_outlet>): Promise<void> {
  // what each field may be comes first, in its own words
  await rows.checkedDraft(ctx, message_outlet, b, Object.keys(secrets))
  const stored: SentRow<typeof message_outlet> = b.id ? { ...(await rows.get(ctx, message_outlet, rowIdOf(b))) } : {}
  const { category = 'mail', endpoint, sender, account } = { ...stored, ...b }
  const isMail = category === 'mail'
  if (isMail ? !isMailServer(String(endpoint ?? '')) : !/^https?:\/\//.test(String(endpoint ?? '')))
    throw invalidField(
      'endpoint',
      isMail ? both('邮件服务器地址形如 smtps://主机:465 或 smtp://主机:587', 'A mail server is smtps://host:465 or smtp://host:587') : formats.url('x')!,
    )
  if (isMail && !sender) throw invalidField('sender', both('请填写发件人', 'Enter the sender'))
  if (category === 'dingtalk' && !account) throw invalidField('account', both('请填写钉钉机器人的access_token', 'Enter the access_token of the DingTalk robot'))
}

/** Sends a word by a mail server or robot, enabled or not. @throws sms-failed */
async function sendTest(ctx: Ctx, p: SmsParts, id: string, to: string): Promise<DeferredResponse> {
  const s = await rows.get(ctx, message_outlet, id)
  const isMail = s.category === 'mail'
  const malformed = isMail ? formats.email(to) : undefined
  if (malformed) throw invalidField('to', malformed)
  const secretKey = await readSecret(ctx, p.sealer, message_outlet.name, s.id, 'secretKey')
  if (!secretKey && (!isMail || s.account)) throw smsProblems.noSecret()
  const letter = { phone: to, subject: words[ctx.lang], text: words[ctx.lang], templateId: '', params: {}, mobiles: [] }
  const told = { channel: s.category, phone: isMail ? maskText(to) : s.outletCode, content: letter.text, providerCode: s.outletCode }
  return tried(ctx, told, (signal) => sendBy(p, s, secretKey, ctx.newId(), letter, signal))
}

/** Mail servers and robots: what they are, and a word by each to try it. Source: screens.md A21. */
export function outletRoutes(p: SmsParts): Route[] {
  const { list, detail, submit, remove } = sealedCrud(message_outlet, secrets, p.sealer, ['endpoint'])
  const called = outward(p.outbound, 'endpoint')(submit)
  const guarded: Route = {
    ...called,
    run: async (ctx, b, f) => {
      await requireWhole(ctx, b as Input)
      return called.run(ctx, b, f)
    },
  }
  return [
    list,
    detail,
    guarded,
    remove,
    route({
      method: 'POST',
      path: `${message_outlet.path}/test`,
      perm: 'message_outlet_edit',
      scope: 'tenant',
      audit: 'message_outlet.test',
      summary: '发送测试消息',
      query: ['id', 'to'],
      body: {},
      run: (ctx, q) => sendTest(ctx, p, q.id ?? '', q.to ?? ''),
    }),
  ]
}
