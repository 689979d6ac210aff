import { typedRow } from '../../kit/server/any-query.server.ts'
import { BlockList, isIP } from 'node:net'
import { sql } from 'kysely'
import { Problem, problem, problems } from '../../kit/model/problem.ts'
import type { Fields, Row } from '../../kit/model/resource.ts'
import { moved, momentOf } from '../../kit/server/clock.server.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle, Tx } from '../../kit/server/db.server.ts'
import { DeferredResponse, type Again, type Input, type RequestFacts, type Route } from '../../kit/server/route.server.ts'
import { openSecrets } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { isSigned, looksSigned, SIGN_WINDOW_MS, type SignAlgorithm } from '../../runtime/signature.server.ts'
import { empower } from '../push/config.ts'
import type { OpenScope } from '../push/scopes.ts'
import { listEntries } from '../webhook/entries.ts'
import { exampleOf } from './calls.ts'

export const openProblems = {
  signature: problem(401, 'open-signature', () => ({ zh: '应用标识或签名不正确', en: 'The app id or the signature is wrong' })),
  replayed: problem(401, 'open-replayed', () => ({ zh: '该请求已处理，随机串不能重复使用', en: 'This nonce was already used' })),
  disabled: problem(403, 'open-disabled', () => ({ zh: '应用未启用或授权已到期', en: 'The application is disabled or its authorisation has ended' })),
  address: problem(403, 'open-address', () => ({ zh: '来源地址不在应用的地址名单内', en: "The address is not on the application's list" })),
  quota: problem<{ n: number; retryAfter: number }>(429, 'open-quota', (d) => ({
    zh: `应用今日调用已达${d.n}次上限`,
    en: `The application has made its ${d.n} calls of today`,
  })),
  scope: problem<{ scope: string }>(403, 'open-scope', (d) => ({ zh: `应用没有“${d.scope}”授权`, en: `The application is not authorised for "${d.scope}"` })),
  region: problem<{ regionCode: string }>(403, 'open-region', (d) => ({
    zh: `行政区划【${d.regionCode}】不在应用的授权区域内`,
    en: `The application is not authorised for the region ${d.regionCode}`,
  })),
}

/** Whether an address stands on a list of addresses and networks; an empty list lets all through. */
export function isOnList(list: string | null | undefined, ip: string): boolean {
  const entries = listEntries(list)
  if (entries.length === 0) return true
  const allowed = new BlockList()
  for (const entry of entries) {
    const [net = '', bits] = entry.split('/')
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4'
    if (bits) allowed.addSubnet(net, Number(bits), family)
    else allowed.addAddress(net, family)
  }
  // an IPv4 caller of a socket that takes both
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  return allowed.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** The application as the person of its calls: its tenant, and only what the call itself needs. */
const whoOfApp = (app: Row<typeof empower>, perms: readonly string[]): Who => ({
  userId: app.id,
  account: `app:${app.appId}`,
  realName: app.name ?? '',
  tenantId: app.tenantId,
  deptId: '0',
  roleIds: [],
  roles: [],
  regionCode: app.regionCode ?? '',
  perms: new Set(perms),
})

/** Each nonce once, for as long as a signature of its time is taken; what is older is forgotten. */
async function requireNew(ctx: Ctx, app: Row<typeof empower>, nonce: string): Promise<void> {
  const { appId, tenantId } = app
  const over = moved(ctx.now, (-2 * SIGN_WINDOW_MS) / 1000)
  await ctx.db.deleteFrom('open_nonce').where('tenantId', '=', tenantId).where('appId', '=', appId).where('time', '<', over).execute()
  const taken = await ctx.db
    .insertInto('open_nonce')
    .values({ tenantId, appId, nonce, time: ctx.now })
    .onConflict((c) => c.columns(['tenantId', 'appId', 'nonce']).doNothing())
    .returning('nonce')
    .executeTakeFirst()
  if (!taken) throw openProblems.replayed()
}

/** Counts a call of today. @throws open-quota */
async function requireQuota(ctx: Ctx, { tenantId, appId, dailyQuota }: Row<typeof empower>): Promise<void> {
  const used = await ctx.db
    .insertInto('open_use')
    .values({ tenantId, appId, day: ctx.now.slice(0, 10), calls: 1 })
    .onConflict((c) => c.columns(['tenantId', 'appId', 'day']).doUpdateSet({ calls: sql`open_use.calls + 1` }))
    .returning('calls')
    .executeTakeFirstOrThrow()
  if (!dailyQuota || used.calls <= dailyQuota) return
  const tomorrow = momentOf(`${ctx.now.slice(0, 10)} 00:00:00`) + 86_400_000
  throw openProblems.quota({ n: dailyQuota, retryAfter: Math.ceil((tomorrow - momentOf(ctx.now)) / 1000) })
}

interface CallSigned {
  /** with /api */
  path: string
  headers: Readonly<Record<string, string | undefined>>
  raw: Buffer | undefined
}
/** The application that a call names, where it has signed it well; whether it may call is not judged. */
async function signedBy(tx: Tx, sealer: Sealer, now: string, { path, headers, raw }: CallSigned): Promise<Row<typeof empower> | undefined> {
  const appId = headers['x-app-id'] ?? ''
  const app = await typedRow<Row<typeof empower>>(tx.selectFrom('empower').selectAll().where('appId', '=', appId))
  const secrets = app ? await openSecrets(tx, sealer, now, app.tenantId, empower.name, app.id, 'appSecret') : []
  const call = { algorithm: (app?.algorithm ?? 'HMAC-SHA256') as SignAlgorithm, method: 'POST', path, body: raw ?? Buffer.alloc(0) }
  // an unknown application costs as much as a known one
  const signs = (secrets.length ? secrets : ['']).map((secret) => isSigned({ ...call, secret }, headers, momentOf(now)))
  return secrets.length > 0 && signs.includes(true) ? app : undefined
}
/** The id of the application that has signed a call well, for whoever bounds calls before they are handled. */
export async function signerOf(db: DatabaseHandle, sealer: Sealer, now: string, call: CallSigned): Promise<string | undefined> {
  if (!looksSigned(call.headers, momentOf(now))) return undefined
  return (await db.transaction({ tenantId: '000000', system: true, readOnly: true }, (tx) => signedBy(tx, sealer, now, call)))?.id
}

/**
 * Who calls: the application whose signature the headers carry. Signature first, so that nothing is told to those who cannot sign.
 * Source: business-flows.md 10.2. @throws openProblems
 */
async function admitted(ctx: Ctx, f: RequestFacts, sealer: Sealer, path: string, scope: OpenScope | undefined): Promise<Row<typeof empower>> {
  const app = await signedBy(ctx.db, sealer, ctx.now, { path, headers: f.headers, raw: f.raw })
  if (!app) throw openProblems.signature()
  if (app.isEnabled !== 1 || (app.expireTime && app.expireTime <= ctx.now)) throw openProblems.disabled()
  if (!isOnList(app.ipList, ctx.ip)) throw openProblems.address()
  if (scope && !listEntries(app.scopes).includes(scope)) throw openProblems.scope({ scope })
  await requireNew(ctx, app, f.headers['x-nonce']!)
  await requireQuota(ctx, app)
  return app
}

interface OpenRoute extends Pick<Route, 'path' | 'summary' | 'audit' | 'answer'> {
  body: Fields
  sealer: Sealer
  /** what the application must be authorised for; none = it need only sign */
  scope?: OpenScope
  /** buttons that the call itself asks for */
  perms: readonly string[]
  /** refuses a body that is not right, without a look at any row: what an application in the sandbox is told too */
  check?(ctx: Ctx, body: Input): void
  run(ctx: Ctx, body: Input, app: OpenApp): Promise<unknown>
}
export type OpenApp = Row<typeof empower>
/**
 * A call for authorised applications: no session, a signature. It runs as the application, in its tenant and region, with the buttons named here and no others.
 * An application in the sandbox is checked like any other, reads and changes nothing, and gets the answer of the example.
 */
export const openRoute = (o: OpenRoute): Route => ({
  method: 'POST',
  path: o.path,
  perm: 'public',
  scope: 'land',
  audit: o.audit,
  summary: o.summary,
  rate: 'partners',
  asSystem: 'an application is known by its signature, not by a session; it acts in its own tenant only',
  raw: true,
  headers: ['X-App-Id', 'X-Timestamp', 'X-Nonce', 'X-Sign'],
  body: o.body,
  ...(o.answer ? { answer: o.answer } : {}),
  run: async (ctx, body, f) => {
    const app = await admitted(ctx, f, o.sealer, `/api${o.path}`, o.scope)
    // it is admitted for good: what is refused from here on has used its nonce and a call of the day
    return new DeferredResponse((again) =>
      asApplication(app, o.perms, again, async (inside) => {
        const unknown = Object.keys(body).find((n) => !Object.hasOwn(o.body, n))
        if (unknown !== undefined) throw problems.unknownParameter({ name: unknown })
        o.check?.(inside, body)
        return o.scope && app.isSandbox === 1 ? exampleOf(o.scope, app.regionCode).answer : o.run(inside, body, app)
      }),
    )
  },
})
/** What an admitted application is answered, in a transaction of its own. */
async function asApplication(app: OpenApp, perms: readonly string[], again: Again, work: (inside: Ctx) => Promise<unknown>): Promise<unknown> {
  const made = await again((next) => work({ ...next, who: whoOfApp(app, perms) })).catch((e: unknown) => {
    // who works in the office is told of his own district
    if (e instanceof Problem && e.key === problems.outOfRegion.key) throw openProblems.region(e.details as { regionCode: string })
    throw e
  })
  return made instanceof DeferredResponse ? made.make(again) : made
}
