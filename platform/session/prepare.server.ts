import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { InputOf, RequestFacts } from '../../kit/server/route.server.ts'
import { beginAtSignIn } from './factor.server.ts'
import { sendSignInCode } from './phone.server.ts'
import type { PREPARE } from './sent.server.ts'
import type { SignInParts } from './token.server.ts'

/**
 * POST oauth/prepare: what happens before somebody signs in by another way than the password, named by `step`: sms-code, totp, and what other slices
 * bring (ways, authorize). One call, since every call that anybody may make is one more to guard. Source: security.md (anonymous calls at most nine).
 */
export async function prepare(ctx: Ctx, input: InputOf<'POST', never, typeof PREPARE>, facts: RequestFacts, s: SignInParts): Promise<unknown> {
  const { step = '' } = input
  if (step === 'sms-code') return sendSignInCode(ctx, input, facts, s, s.captcha)
  if (step === 'totp') return beginAtSignIn(ctx, input, s.sealer)
  if (Object.hasOwn(s.steps, step)) return s.steps[step]!(ctx, input, facts)
  throw problems.badRequest({ zh: '登录步骤不正确', en: 'This step does not exist' })
}
