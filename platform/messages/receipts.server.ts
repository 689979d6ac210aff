import { both } from '../../kit/model/lang.ts'
import { problem, problems } from '../../kit/model/problem.ts'
import { isId, type Row } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { RawResponse, route, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sameSecret } from '../credentials/secrets.server.ts'
import { systemWho } from '../../runtime/maintenance.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { dropSecrets } from '../../runtime/sealed.server.ts'
import { costOf, isOptOut } from './message.ts'
import { optOut } from './opt-out.server.ts'
import { readReceipts, type Receipt } from './receipts.ts'
import { SEND_STATUS, sms, sms_history } from './sms.ts'

const wrong = { receiptKey: problem(404, 'sms-receipt-key', () => ({ zh: '回执地址无效', en: 'This address of receipts is not valid' })) }
const PATH = `${sms.path}/receipt`
const keyOf = (sealer: Sealer, id: string): string => sealer.sign(id, 'sms-receipt').slice(0, 40)
const said = both('短信回复退订', 'Answered by text message')

/** The message of a receipt: by the provider's number, else one whose number was never told because its call broke off, by our own. */
async function messageOf(ctx: Ctx, s: Row<typeof sms>, r: Receipt): Promise<Row<typeof sms_history> | undefined> {
  // rows that nobody took have no number: an empty one is nobody's
  const row = r.providerId ? await rows.find(ctx, sms_history, { providerCode: s.smsCode, providerId: r.providerId }) : undefined
  const id = r.requestId ?? ''
  if (row || !isId(id)) return row
  return rows.find(ctx, sms_history, { providerCode: s.smsCode, id, status: SEND_STATUS.unknown })
}
/** Writes what a provider tells of its own messages, and of how many parts it charges them; a message that arrived stays so. */
async function take(ctx: Ctx, p: { sealer: Sealer }, s: Row<typeof sms>, body: unknown): Promise<void> {
  const { receipts, replies } = readReceipts(s.category, body)
  for (const r of receipts) {
    const row = await messageOf(ctx, s, r)
    if (!row || row.status === SEND_STATUS.arrived || row.status === SEND_STATUS.waiting) continue
    const parts = r.parts ?? row.parts
    await rows.update(ctx, sms_history, row.id, {
      status: r.isArrived ? SEND_STATUS.arrived : SEND_STATUS.lost,
      ...(r.providerId ? { providerId: r.providerId } : {}),
      receiptTime: ctx.now,
      parts,
      cost: costOf(row.price, parts),
      ...(r.word ? { answer: r.word } : {}),
    })
    // nobody sends it again
    await dropSecrets(ctx, sms_history.name, [row.id])
  }
  for (const r of replies) if (isOptOut(r.text)) await optOut(ctx, p, r.phone, said.zh)
}

/** A list of entries, as it was sent. */
function listIn(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    throw problems.badRequest({ zh: '回执格式不正确', en: 'The receipts are malformed' })
  }
}

/** Where a provider tells what became of messages; and the address of it, which is set at the provider. */
export const receiptRoutes = (p: { sealer: Sealer }): Route[] => [
  route({
    method: 'POST',
    path: PATH,
    perm: 'public',
    scope: 'tenant',
    audit: 'sms.receipt',
    summary: '短信回执',
    rate: 'write',
    asSystem: 'a provider of messages is known by the key of its address, not by a session; it tells of its own messages only',
    query: ['provider', 'key'],
    body: 'any',
    raw: 'list',
    answer: 'bare',
    run: async (ctx, { provider: id = '', key = '', ...sent }, { raw }) => {
      const row =
        isId(id) && sameSecret(keyOf(p.sealer, id), key) ? await ctx.db.selectFrom('sms').selectAll().where('id', '=', id).executeTakeFirst() : undefined
      if (!row) throw wrong.receiptKey()
      const s = row as unknown as Row<typeof sms> & { tenantId: string }
      await take({ ...ctx, who: systemWho(s.tenantId) }, p, s, raw?.[0] === 0x5b ? listIn(raw) : sent)
      // each of the protocols finds its own word of success
      return new RawResponse({ code: 0, msg: 'OK', result: 0, errmsg: 'OK' })
    },
  }),
  route({
    method: 'GET',
    path: `${sms.path}/receipt-path`,
    perm: 'sms_enable',
    scope: 'tenant',
    audit: 'read',
    summary: '短信回执地址',
    query: ['id'],
    run: async (ctx, q) => {
      const s = await rows.get(ctx, sms, q.id ?? '')
      return { path: `/api${PATH}?provider=${s.id}&key=${keyOf(p.sealer, s.id)}` }
    },
  }),
]
