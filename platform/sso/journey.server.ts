import { momentOf } from '../../kit/server/clock.server.ts'
import { sql } from 'kysely'
import { Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { DeferredResponse, type RawResponse, type RequestFacts, type TextInput } from '../../kit/server/route.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { readSecret } from '../../runtime/sealed.server.ts'
import { accountsBy, admit, admissionFailed } from '../session/admit.server.ts'
import { secondsAfter, asAccount } from '../credentials/change.server.ts'
import { clientOf } from '../session/open.server.ts'
import { tenantOf } from '../session/phone.server.ts'
import { randomToken, tokenHash } from '../credentials/secrets.server.ts'
import type { Grant } from '../session/token.server.ts'
import { dingtalk, wecom } from './enterprise.server.ts'
import { oidc } from './oidc.server.ts'
import type { IdentityProtocol, IdentitySource } from './protocols.server.ts'
import { ssoRefusal } from './problems.ts'
import { oauth_source } from './source.ts'
import { clientReturns, enterByCode } from './provider.server.ts'
import { knownAs, ticketFor } from './ticket.server.ts'

export interface SsoParts {
  sealer: Sealer
  outbound: Outbound
  /** the address of this site as its people know it; '' = as the request names it */
  publicUrl: string
  /** the deployment's system key */
  system: string
}
const JOURNEY_SECONDS = 600
/** Pages that take somebody back. */
const RETURNS: readonly string[] = ['/login', '/user-login', '/mobile/login']

const PROTOCOLS: Readonly<Record<string, IdentityProtocol>> = { oidc, wecom, dingtalk }
const protocolOf = (s: IdentitySource): IdentityProtocol => PROTOCOLS[s.category] ?? oidc
async function providerOf(ctx: Ctx, p: SsoParts, tenantId: string, by: { id?: string; source?: string }): Promise<{ id: string; provider: IdentitySource }> {
  let q = ctx.db.selectFrom('oauth_source').selectAll().where('tenantId', '=', tenantId).where('isEnabled', '=', 1)
  if (by.id) q = q.where('id', '=', by.id)
  if (!by.id || by.source) q = q.where('source', '=', by.source ?? '')
  const row = await q.executeTakeFirst()
  const there = asAccount(ctx, { tenantId, id: '0', account: '' })
  const clientSecret = row && (await readSecret(there, p.sealer, oauth_source.name, row.id, 'clientSecret'))
  if (!clientSecret) throw ssoRefusal.source()
  const { category, issuer, oauthClientId: clientId, oauthScope: scope, agentId, pageUrl } = row
  return { id: row.id, provider: { category: category ?? 'oidc', issuer, clientId, clientSecret, scope, agentId, pageUrl } }
}
/**
 * Refuses what a source said that was changed, disabled or removed while it was asked: its people were forgotten, and this one would be noted after that. Its row is
 * held, so that a change waits for what is noted here and forgets it too. @throws sso-source
 */
async function requireSame(ctx: Ctx, id: string, asked: IdentitySource): Promise<void> {
  const now = await ctx.db
    .selectFrom('oauth_source')
    .select(['category', 'issuer', 'oauthClientId', 'isEnabled'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  const isSame = now && (now.category ?? 'oidc') === asked.category && now.issuer === asked.issuer && now.oauthClientId === asked.clientId
  if (!isSame || now.isEnabled !== 1) throw ssoRefusal.source()
}
const secondsOf = (ctx: Ctx): number => momentOf(ctx.now) / 1000
/** Only a sign-in page of this very site is returned to, or an address that stands at the application which asks. Source: platform-api.md 3.13. */
async function requireOwn(ctx: Ctx, uri: string, facts: RequestFacts, p: SsoParts): Promise<void> {
  if ((await clientReturns(ctx, clientOf(facts).id)).includes(uri)) return
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  const own = p.publicUrl ? url?.origin === new URL(p.publicUrl).origin : url?.host === facts.headers.host
  if (!url || !own || !/^https?:$/.test(url.protocol) || !RETURNS.includes(url.pathname) || url.search || url.hash || url.username) throw ssoRefusal.redirect()
}

/**
 * Step authorize: where the browser goes to sign in elsewhere. `browser` stays in this browser and is shown when it comes back, so that a return which
 * somebody else began is worth nothing here.
 */
export async function beginJourney(
  ctx: Ctx,
  input: TextInput<'tenantId' | 'redirectUri' | 'source'>,
  facts: RequestFacts,
  p: SsoParts,
): Promise<DeferredResponse> {
  const tenantId = tenantOf(input, facts)
  const { redirectUri = '', source = '' } = input
  await requireOwn(ctx, redirectUri, facts, p)
  const { id, provider } = await providerOf(ctx, p, tenantId, { source })
  const [state, browser, verifier, nonce] = [randomToken(), randomToken(), randomToken(), randomToken()]
  await ctx.db.deleteFrom('oauth_state').where('expires', '<', ctx.now).execute()
  await ctx.db
    .insertInto('oauth_state')
    .values({
      hash: tokenHash(state),
      browserHash: tokenHash(browser),
      tenantId,
      sourceId: id,
      verifier,
      nonce,
      redirectUri,
      expires: secondsAfter(ctx, JOURNEY_SECONDS),
    })
    .execute()
  return new DeferredResponse(async () => ({
    url: await protocolOf(provider).leave(p.outbound, provider, { state, verifier, nonce, redirectUri }, secondsOf(ctx)),
    browser,
  }))
}

/** The journey of a return, used up here: the state, from the browser it was given to, in time. */
interface Journey {
  tenantId: string
  sourceId: string
  verifier: string
  nonce: string
  redirectUri: string
}
async function takeJourney(ctx: Ctx, { state = '', browser = '' }: TextInput<'state' | 'browser'>): Promise<Journey | undefined> {
  const { rows } = await sql<Journey>`delete from oauth_state where hash = ${tokenHash(state)}
    and "browserHash" = ${tokenHash(browser)} and expires > ${ctx.now}::timestamptz returning *`.execute(ctx.db)
  return rows[0]
}

/**
 * The grants `social` (source, code, state) and `authorization_code` (code, state, redirect_uri): whoever the other service names signs in as the account
 * bound to that identity; without one the answer holds an `oauthId` for registering or binding. The other service is called outside of transactions.
 */
export function ssoGrant(p: SsoParts): Grant {
  return async (ctx, input, facts, clientId) => {
    const own = input.grant_type === 'authorization_code' ? await enterByCode(ctx, input, facts, clientId) : undefined
    if (own) return own
    const j = await takeJourney(ctx, input)
    if (!j || (input.redirect_uri && input.redirect_uri !== j.redirectUri)) return admissionFailed(ssoRefusal.state(), ctx)
    const { provider } = await providerOf(ctx, p, j.tenantId, { id: j.sourceId, source: input.source ?? '' })
    const agreed = { state: input.state ?? '', verifier: j.verifier, nonce: j.nonce, redirectUri: j.redirectUri }
    const back = { code: input.code ?? '', iss: input.iss ?? '' }
    return new DeferredResponse(async (again) => {
      try {
        const who = await protocolOf(provider).identify(p.outbound, provider, agreed, back, secondsOf(ctx))
        return await again(async (c) => {
          await requireSame(c, j.sourceId, provider)
          return arrive(c, facts, { tenantId: j.tenantId, sourceId: j.sourceId }, who, clientId)
        })
      } catch (e) {
        if (e instanceof Problem) return admissionFailed(e, ctx)
        throw e
      }
    })
  }
}
async function arrive(
  ctx: Ctx,
  facts: RequestFacts,
  at: { tenantId: string; sourceId: string },
  who: { subject: string; name: string },
  clientId: string,
): Promise<RawResponse> {
  const known = await knownAs(ctx, at, who)
  const [u] = known.userId ? await accountsBy(ctx, sql`u.id = ${known.userId}`) : []
  if (u) return admit(ctx, facts, u, clientId)
  return admissionFailed(ssoRefusal.unbound(), ctx, { oauthId: await ticketFor(ctx, known.id), name: who.name, tenantId: at.tenantId })
}
