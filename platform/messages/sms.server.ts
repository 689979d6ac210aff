import { formats } from '../../kit/model/formats.ts'
import { text } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { rowIdOf, route, RawResponse, crud, ids, type Route, type Run, type SentRow, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { outward } from '../../runtime/outbound-fields.server.ts'
import { dropSecrets, readSecret, sealedCrud } from '../../runtime/sealed.server.ts'
import { enableRoute } from '../parts/parts.server.ts'
import { costRoutes } from './cost.server.ts'
import { templateFault, unknownNames } from './contents.ts'
import { codeProblems, sendCode, takeCode } from './code.server.ts'
import { filled, holes, paramsInOrder } from './message.ts'
import { saveOptOut } from './opt-out.server.ts'
import { outletRoutes } from './outlet.server.ts'
import { receiptRoutes } from './receipts.server.ts'
import { queueMessage, resend, sendTest, settleMessage, smsProblems, type SmsParts } from './send.server.ts'
import { message_outlet, sms, sms_content, sms_history, sms_opt_out } from './sms.ts'
import { releaseWaiting } from './worded.server.ts'

const secrets = { secretKey: text('访问密钥', { en: 'Secret key', max: 256 }) }

/** Sends a message that a person wrote or chose; `params` fill a template's names, all of them and with words. Rows of the history are never edited. */
async function submit(ctx: Ctx, p: SmsParts, b: SentRow<typeof sms_history> & { readonly params?: unknown }): Promise<string> {
  if (b.id) throw smsProblems.history()
  const { params: given, ...raw } = b
  const params = (given ?? {}) as Record<string, string>
  if (typeof params !== 'object' || Object.values(params).some((v) => typeof v !== 'string' || v.length > 100))
    throw problems.badRequest({ zh: '短信参数格式不正确', en: 'The parameters are malformed' })
  const content = raw.contentCode ? await template(ctx, String(raw.contentCode)) : undefined
  const words = content ? filled(content.content, params) : String(raw.content ?? '')
  const draft = await rows.checkedDraft(ctx, sms_history, { ...raw, content: words })
  const malformed = formats.phone(String(draft.phone))
  // a template of the office's own has the names that it says: whoever sends it fills each of them, and no others
  const names = content ? holes(content.content) : []
  const missing = names.filter((n) => !Object.hasOwn(params, n) || params[n]!.trim() === '')
  const unknown = content && unknownNames(Object.keys(params), names)
  if (malformed) throw invalidField('phone', malformed)
  if (unknown) throw invalidField('content', unknown)
  if (missing.length) throw invalidField('content', { zh: `缺少参数：${missing.join('、')}`, en: `No value for ${missing.join(', ')}` })
  const id = await queueMessage(ctx, p, {
    phone: draft.phone,
    contentCode: content ? String(raw.contentCode) : null,
    shown: draft.content,
    text: draft.content,
    templateId: content?.templateId ?? '',
    params: content ? paramsInOrder(content.content, params) : params,
    isUnasked: true,
  })
  if (!id) throw smsProblems.optedOut()
  return id
}
async function template(ctx: Ctx, code: string): Promise<{ content: string; templateId: string }> {
  const found = await scoped(ctx, sms_content).selectAll('sms_content').where('sms_content.contentCode', '=', code).executeTakeFirst()
  if (!found || found.isEnabled !== 1) throw problems.notFound({ zh: sms_content.label, en: sms_content.en })
  return found
}

/**
 * Saves a template, whose names must be those of its message, well written, and no others: what nobody fills would be read by whoever gets it. One that stood so
 * before bars no other change. Every door goes through here. @throws invalid at its content
 */
const templated = (save: Route): Route => ({
  ...save,
  async run(ctx, b, f) {
    const before = b.id ? await rows.find(ctx, sms_content, { id: rowIdOf(b) }) : undefined
    const id = (await save.run(ctx, b, f)) as string
    const { contentCode, content } = await rows.get(ctx, sms_content, id)
    const fault = contentCode === before?.contentCode && content === before.content ? undefined : templateFault(contentCode, content)
    if (fault) throw invalidField('content', fault)
    return id
  },
})
/** A wrong code is answered, not thrown: the try must stay counted. */
async function validate(ctx: Ctx, p: SmsParts, b: TextInput<'id' | 'phone' | 'value'>) {
  if (await takeCode(ctx, p, b.id ?? '', b.phone ?? '', b.value ?? '')) return true
  const wrong = codeProblems.wrong()
  return new RawResponse({ code: wrong.status, success: false, data: null, msg: wrong.say(ctx.lang), key: wrong.key }, wrong.status)
}

/** A message as it is read: the name under which it is told once holds a hash of its number, which is nobody's to read. */
const unnamed = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'once'))
const withoutOnce = <T extends { records?: object[] }>(page: T) => (page.records ? { ...page, records: page.records.map(unnamed) } : page)

/** Providers, contents, history and codes. Source: platform-api.md 3.17; screens.md A21. */
export function smsSlice(p: SmsParts): Slice {
  const provider = sealedCrud(sms, secrets, p.sealer, ['endpoint']),
    content = crud(sms_content),
    history = crud(sms_history),
    optOuts = crud(sms_opt_out)
  const enable = enableRoute(sms)
  const own = <const Q extends string>(path: string, summary: string, names: readonly Q[], run: Run<NoInfer<Q>, 'any', 'POST'>) =>
    route({ method: 'POST', path, perm: 'signed-in', scope: 'own', audit: 'sms.code', summary, rate: 'login', query: names, body: 'any', run })
  /** What waited for it leaves at once; of very many the rest by the routine of messages that are due. */
  const released = (r: Route): Route => ({
    ...r,
    run: async (ctx, b, f) => {
      const done = await r.run(ctx, b, f)
      await releaseWaiting(ctx, p, 200)
      return done
    },
  })
  const routes: Route[] = [
    provider.list,
    provider.detail,
    outward(p.outbound, 'endpoint')(provider.submit),
    provider.remove,
    route({
      ...enable,
      run: async (ctx, q, f) => {
        const done = await released(enable).run(ctx, q, f)
        if (!(await readSecret(ctx, p.sealer, sms.name, rowIdOf(q), 'secretKey'))) throw smsProblems.noSecret()
        return done
      },
    }),
    route({
      ...enable,
      path: `${sms.path}/test`,
      audit: 'sms.test',
      summary: '发送测试短信',
      query: ['id', 'phone'],
      run: (ctx, q) => sendTest(ctx, p, q.id ?? '', q.phone ?? ''),
    }),
    ...receiptRoutes(p),
    ...outletRoutes(p),
    ...costRoutes,
    optOuts.page,
    optOuts.detail,
    { ...optOuts.submit, perm: 'sms_opt_out_add', run: (ctx, b) => saveOptOut(ctx, p, b) },
    optOuts.remove,
    own('/cpt-resource/sms/endpoint/send-validate', '发送短信验证码', ['phone'], (ctx, b) => sendCode(ctx, p, b.phone ?? '')),
    own('/cpt-resource/sms/endpoint/validate-message', '校验短信验证码', ['id', 'phone', 'value'], (ctx, b) => validate(ctx, p, b)),
    content.list,
    released(templated(content.submit)),
    content.detail,
    released(templated(content.save)),
    released(templated(content.update)),
    content.remove,
    { ...history.page, run: async (ctx, q, f) => withoutOnce((await history.page.run(ctx, q, f)) as { records?: object[] }) },
    { ...history.detail, run: async (ctx, q, f) => unnamed((await history.detail.run(ctx, q, f)) as object) },
    { ...history.submit, perm: 'sms_history_add', body: 'any', run: (ctx, b) => submit(ctx, p, b) },
    {
      ...history.remove,
      run: async (ctx, q) => {
        await rows.remove(ctx, sms_history, ids(q))
        await dropSecrets(ctx, sms_history.name, ids(q))
      },
    },
    route({
      method: 'POST',
      path: '/sms/message/history/resend',
      perm: 'sms_history_resend',
      scope: 'tenant',
      audit: 'sms_history.resend',
      summary: '重发短信',
      query: ['id', 'sure'],
      body: {},
      run: (ctx, q) => resend(ctx, q.id ?? '', q.sure === '1'),
    }),
    route({
      method: 'POST',
      path: '/sms/message/history/settle',
      perm: 'sms_history_resend',
      scope: 'tenant',
      audit: 'sms_history.settle',
      summary: '核实短信已发送',
      query: ['id'],
      body: {},
      run: (ctx, q) => settleMessage(ctx, q.id ?? ''),
    }),
  ]
  return { name: 'sms', resources: [sms, sms_content, sms_history, message_outlet, sms_opt_out], routes }
}
