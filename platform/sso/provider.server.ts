import { sql } from 'kysely'
import { flag, text } from '../../kit/model/field.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { idList } from '../../kit/model/resource.ts'
import { route, type InputOf, type RawResponse, type RequestFacts, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { returnsOf, scopeFits } from '../clients/client.ts'
import { secondsAfter } from '../credentials/change.server.ts'
import { randomToken, tokenHash } from '../credentials/secrets.server.ts'
import { accountsBy, comeIn, admissionFailed, shutOut } from '../session/admit.server.ts'
import type { Consent } from './consent.ts'
import { ssoRefusal } from './problems.ts'

/** A code is fetched by a program at once. */
const CODE_SECONDS = 60

const clientBy = (ctx: Ctx, clientId: string) =>
  ctx.db
    .selectFrom('client')
    .select(['clientId', 'authorizedGrantTypes', 'scope', 'webServerRedirectUri', 'autoapprove'])
    .where('clientId', '=', clientId)
    .executeTakeFirst()
/** Where an application may have people sent back to. */
export async function clientReturns(ctx: Ctx, clientId: string): Promise<string[]> {
  const c = clientId ? await clientBy(ctx, clientId) : undefined
  return c ? returnsOf(c) : []
}

const line = (label: string, en: string, max: number) => text(label, { en, max })
const ASKED = {
  clientId: line('应用编号', 'Client id', 48),
  redirectUri: line('回调地址', 'Redirect address', 256),
  scope: line('授权范围', 'Scope', 256),
  state: line('状态', 'State', 500),
  agreed: flag('同意', { en: 'Agreed' }),
}
/**
 * POST oauth/authorize: the caller goes to the site of an application with an account of ours. First what the application asks for, unless it is set to
 * need no consent (`autoapprove`); agreed, the address that leads there with a code. Only to addresses that stand at the application, whole.
 */
async function authorize(ctx: Ctx, b: InputOf<'POST', never, typeof ASKED>): Promise<Consent> {
  const { clientId = '', redirectUri = '', scope = '', state = '' } = b
  const c = await clientBy(ctx, clientId)
  if (!c || !idList(c.authorizedGrantTypes).includes('authorization_code')) throw ssoRefusal.client()
  if (!returnsOf(c).includes(redirectUri)) throw ssoRefusal.clientReturn()
  if (!scopeFits(c.scope, scope)) throw ssoRefusal.clientScope()
  if (c.autoapprove !== 1 && b.agreed !== 1) return { asks: { clientId: clientId, scope: c.scope ?? '', site: new URL(redirectUri).host }, url: null }
  const code = randomToken()
  await ctx.db
    .insertInto('oauth_code')
    .values({
      hash: tokenHash(code),
      tenantId: ctx.who.tenantId,
      userId: ctx.who.userId,
      clientId: clientId,
      redirectUri: redirectUri,
      expires: secondsAfter(ctx, CODE_SECONDS),
    })
    .execute()
  await audit(ctx, { action: 'session.authorize', object: 'client', objectId: clientId })
  const url = new URL(redirectUri)
  url.searchParams.set('code', code)
  if (state) url.searchParams.set('state', state)
  return { asks: null, url: url.href }
}

/**
 * The grant authorization_code with a code of ours: used up once, by the application it was made for, with the same address. Undefined where the code is
 * none of ours (then it is one of another service). Source: platform.md 7 (client token: code, redirect uri).
 */
export async function enterByCode(
  ctx: Ctx,
  input: TextInput<'code' | 'redirect_uri'>,
  facts: RequestFacts,
  clientId: string,
): Promise<RawResponse | undefined> {
  const { rows } = await sql<{ userId: string; clientId: string; redirectUri: string; expires: string }>`delete from oauth_code
    where hash = ${tokenHash(input.code ?? '')} returning "userId", "clientId", "redirectUri", expires`.execute(ctx.db)
  const c = rows[0]
  if (!c) return undefined
  if (c.expires <= ctx.now || c.clientId !== clientId || c.redirectUri !== input.redirect_uri) return admissionFailed(ssoRefusal.state(), ctx)
  const [u] = await accountsBy(ctx, sql`u.id = ${c.userId}`)
  const shut = u ? shutOut(ctx, u) : ssoRefusal.state()
  return shut ? admissionFailed(shut, ctx) : comeIn(ctx, facts, u!)
}

/** Leading people to the site of an application. The path is the family's, the call ours: a page of this site asks, since the session is in cookies. */
export const authorizeRoute: Route = route({
  method: 'POST',
  path: '/cpt-auth/oauth/authorize',
  perm: 'signed-in',
  scope: 'own',
  audit: 'session.authorize',
  summary: '授权应用登录',
  body: ASKED,
  run: authorize,
})
