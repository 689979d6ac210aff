import { sql } from 'kysely'
import { invalidField } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { rowIdOf, textIn, type RawResponse, type RequestFacts, type TextInput } from '../../kit/server/route.server.ts'
import { isOfNumber, sendCode, takeCode } from '../messages/code.server.ts'
import type { SmsParts } from '../messages/send.server.ts'
import { accountsBy, admit, admissionFailed, type AdmittedAccount } from './admit.server.ts'
import { asAccount, countFailure, isLocked } from '../credentials/change.server.ts'
import { checkCaptcha } from './captcha.server.ts'
import type { SentSignIn } from './sent.server.ts'
import { wrong } from '../credentials/problems.ts'

/** The tenant that a sign-in names, by field or header. */
export const tenantOf = (input: TextInput<'tenantId'>, facts: RequestFacts): string => input.tenantId || facts.headers['tenant-id'] || '000000'
const inTenant = (ctx: Ctx, tenantId: string): Ctx => asAccount(ctx, { tenantId, id: '0', account: '' })

/** The enabled account that has this number alone; a number that two people share opens nothing. */
async function holderOf(ctx: Ctx, tenantId: string, phone: string): Promise<AdmittedAccount | undefined> {
  const found = await accountsBy(ctx, sql`u."tenantId" = ${tenantId} and u.phone = ${phone} and u.status = 1`)
  return found.length === 1 ? found[0] : undefined
}

/**
 * Step sms-code: a code for signing in by phone. Whether the number is somebody's is not told: a stranger's is counted and answered alike, and nothing
 * is sent. With captchas on, one is used up. Source: security.md K60.
 */
export async function sendSignInCode(
  ctx: Ctx,
  input: TextInput<'tenantId' | 'phone'>,
  facts: RequestFacts,
  p: SmsParts,
  captcha: boolean,
): Promise<{ id: string; seconds: number }> {
  if (captcha) await checkCaptcha(ctx, facts)
  const tenantId = tenantOf(input, facts)
  const { phone = '' } = input
  const tenant = await ctx.db.selectFrom('tenant').select('status').where('code', '=', tenantId).executeTakeFirst()
  if (tenant?.status !== 1) throw invalidField('tenantId', wrong.tenantUnknown().words)
  const u = await holderOf(ctx, tenantId, phone)
  return sendCode(inTenant(ctx, tenantId), p, phone, !u || isLocked(ctx, u))
}

/** POST token with grant_type=sms_code: phone, id and value of a code that was sent. One text for every failure. */
export async function phoneGrant(ctx: Ctx, input: SentSignIn, facts: RequestFacts, p: SmsParts, clientId: string): Promise<RawResponse> {
  const tenantId = tenantOf(input, facts)
  const { phone = '' } = input
  const u = await holderOf(ctx, tenantId, phone)
  const there = inTenant(ctx, tenantId)
  const id = rowIdOf(input)
  const good = await takeCode(there, p, id, phone, textIn(input, 'value'))
  if (u && good && !isLocked(ctx, u)) return admit(ctx, facts, u, clientId)
  // who asked for no code could otherwise lock anybody whose number is known
  if (u && !good && !isLocked(ctx, u) && (await isOfNumber(there, p, id, phone))) await countFailure(ctx, u)
  return admissionFailed(wrong.phone(), ctx)
}
