import { text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { isId } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, rowIdOf, type Route, type SentRow, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { sealedCrud } from '../../runtime/sealed.server.ts'
import type { SignInStep } from '../session/sent.server.ts'
import type { Grant } from '../session/token.server.ts'
import { beginJourney, ssoGrant, type SsoParts } from './journey.server.ts'
import { takesGuests } from '../settings/number-param.server.ts'
import { authorizeRoute } from './provider.server.ts'
import { oauth_source } from './source.ts'
import { bindTicket } from './ticket.server.ts'
import { variantOf, type LoginWays } from './variant.ts'

const BOUND = { zh: '第三方账号', en: 'Identity' }

/** What the sign-in page of a tenant shows: the variant of the system key, narrowed to what the tenant has set up. Names only. */
async function ways(ctx: Ctx, q: TextInput<'tenantId'>, system: string): Promise<LoginWays> {
  const v = variantOf(system)
  const tenantId = q.tenantId || '000000'
  const sms = v.phone ? await ctx.db.selectFrom('sms').select('id').where('tenantId', '=', tenantId).where('status', '=', 1).executeTakeFirst() : undefined
  const sources = ctx.db.selectFrom('oauth_source').select(['source', 'sourceName']).where('tenantId', '=', tenantId).where('isEnabled', '=', 1)
  return {
    ...v,
    system,
    phone: !!sms,
    register: v.register && (await takesGuests(ctx, tenantId)),
    sources: v.sources ? await sources.orderBy('sort').orderBy('source').execute() : [],
  }
}
/** Identities that open the caller's own account. */
const bindings = (ctx: Ctx) =>
  ctx.db
    .selectFrom('oauth_user as o')
    .innerJoin('oauth_source as s', 's.id', 'o.sourceId')
    .select(['o.id', 'o.nickname', 's.source', 's.sourceName', 'o.createTime'])
    .where('o.userId', '=', ctx.who.userId)
    .orderBy('o.createTime')
    .execute()
async function unbind(ctx: Ctx, b: TextInput<'id'>): Promise<void> {
  const id = b.id ?? ''
  const gone = isId(id)
    ? await ctx.db.deleteFrom('oauth_user').where('id', '=', id).where('userId', '=', ctx.who.userId).returning('id').executeTakeFirst()
    : undefined
  if (!gone) throw problems.notFound(BOUND)
  await audit(ctx, { action: 'session.unbind', object: 'sys_user', objectId: ctx.who.userId, diff: { oauthUser: [id, null] } })
}

/** The grants that sign somebody in through another service. Source: platform-api.md 2.3. */
export const ssoGrants = (p: SsoParts): Readonly<Record<string, Grant>> => ({ social: ssoGrant(p), authorization_code: ssoGrant(p) })

/** What the sign-in page asks first (ways), and leaving for another service (authorize). */
export const ssoSteps = (p: SsoParts): Readonly<Record<string, SignInStep>> => ({
  ways: (ctx, q) => ways(ctx, q, p.system),
  authorize: (ctx, b, f) => beginJourney(ctx, b, f, p),
})

/** What a subject is named by: another protocol, service or application gives the same name to other people. */
const NAMED_BY = ['category', 'issuer', 'oauthClientId'] as const
/** Forgets whom a source named, and who is on his way there: nobody enters an account by what another service says. */
async function forgetPeople(ctx: Ctx, sourceId: string): Promise<void> {
  await ctx.db.deleteFrom('oauth_state').where('sourceId', '=', sourceId).execute()
  const gone = await ctx.db.deleteFrom('oauth_user').where('sourceId', '=', sourceId).returning('userId').execute()
  const bound = gone.filter((o) => o.userId !== null)
  if (bound.length) await audit(ctx, { action: 'session.unbind', object: oauth_source.name, objectId: sourceId, diff: { bindings: [bound.length, 0] } })
}
/** WeCom signs people in to one of the enterprise's applications. Of another service, people bind their accounts anew. */
const saving =
  (save: Route['run']): Route['run'] =>
  async (ctx, input: SentRow<typeof oauth_source>, f) => {
    const stored = input.id ? await rows.get(ctx, oauth_source, rowIdOf(input), true) : undefined
    const { category, agentId } = { ...stored, ...input }
    if (category === 'wecom' && !agentId) throw invalidField('agentId', both('请填写企业应用编号', 'Enter the agent id'))
    const id = await save(ctx, input, f)
    if (!stored) return id
    const now = await rows.get(ctx, oauth_source, stored.id)
    if (NAMED_BY.some((n) => now[n] !== stored[n])) await forgetPeople(ctx, stored.id)
    return id
  }
/** Sign-in through other services. Source: platform.md 7; the paths are ours. */
export function ssoSlice(sealer: Sealer): Slice {
  const at = (verb: string) => `/cpt-auth/oauth/${verb}`
  const c = sealedCrud(oauth_source, { clientSecret: text('应用密钥', { en: 'Client secret', max: 256 }) }, sealer, ['issuer'])
  const own = { perm: 'signed-in', scope: 'own' } as const
  const routes: Route[] = [
    c.list,
    c.detail,
    { ...c.submit, run: saving(c.submit.run) },
    c.remove,
    authorizeRoute,
    { ...own, method: 'GET', path: at('bindings'), audit: 'read', summary: '本人第三方账号', run: bindings },
    route({
      ...own,
      method: 'POST',
      path: at('bind'),
      audit: 'session.bind',
      summary: '绑定第三方账号',
      body: { oauthId: text('第三方账号', { en: 'Identity', max: 100 }) },
      run: (ctx, b) => bindTicket(ctx, b.oauthId ?? '', ctx.who.userId),
    }),
    route({
      ...own,
      method: 'POST',
      path: at('unbind'),
      audit: 'session.unbind',
      summary: '解绑第三方账号',
      body: { id: text('编号', { max: 20 }) },
      run: unbind,
    }),
  ]
  return { name: 'sso', resources: [oauth_source], routes }
}
