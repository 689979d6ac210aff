// What the two calls are sent that anybody may make before he is signed in.
import { text } from '../../kit/model/field.ts'
import type { InputOf, Run } from '../../kit/server/route.server.ts'

/** Names that the call of tokens takes in its address: clients of the family send all of it there; the log of calls masks what is secret (scrub.ts). */
export const TOKEN_NAMES = [
  'tenantId',
  'grant_type',
  'scope',
  'type',
  'username',
  'password',
  'refresh_token',
  'key',
  'code',
  'phone',
  'source',
  'state',
  'challenge',
  'redirect_uri',
  'iss',
  'browser',
] as const
/** A sign-in as it is sent: each way reads its own names. */
export type SentSignIn = InputOf<'POST', (typeof TOKEN_NAMES)[number], 'any'>

/** What comes before a sign-in. */
export const PREPARE = {
  step: text('步骤', { en: 'Step', max: 20 }),
  tenantId: text('租户编号', { en: 'Tenant', max: 12 }),
  phone: text('手机号', { en: 'Phone', max: 20 }),
  challenge: text('登录凭据', { en: 'Challenge', max: 100 }),
  source: text('登录方式', { en: 'Source', max: 40 }),
  redirectUri: text('回调地址', { en: 'Redirect address', max: 500 }),
}
/** One step before a sign-in. */
export type SignInStep = Run<never, typeof PREPARE, 'POST'>
