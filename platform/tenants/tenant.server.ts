import { checkValue } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import { page, scoped } from '../../kit/server/query.server.ts'
import { route, crud, ids, rowIdOf, listing, type Route, type Run, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { storePassword } from '../credentials/change.server.ts'
import { strategyOf } from '../credentials/strategy.server.ts'
import { PLATFORM_TENANT } from '../seed/tenant-codes.ts'
import { refusal } from '../rights/people-problems.ts'
import { tenant } from '../definitions/system.ts'
import { freshCode, furnish, grantAdmin, inTenant, isInUse, unfurnish } from './tenant-setup.server.ts'
import { fittingPassword } from '../people/user-write.server.ts'
import { isId, type Row, type Fields } from '../../kit/model/resource.ts'

type Tenant = Row<typeof tenant>
const label = { zh: tenant.label, en: tenant.en }

/** Tenants are the platform's business, whatever buttons another tenant's people got hold of. */
export function requirePlatform(ctx: Ctx): void {
  if (ctx.who.tenantId !== PLATFORM_TENANT) throw refusal.platformOnly()
}
/** Other tenants' people know of their own tenant only. */
const known = (ctx: Ctx): AnyQuery => {
  const all = scoped(ctx, tenant)
  return ctx.who.tenantId === PLATFORM_TENANT ? all : all.where('tenant.code', '=', ctx.who.tenantId)
}
async function byCode(ctx: Ctx, code: unknown): Promise<Tenant> {
  const t = await rows.find(ctx, tenant, { code: String(code ?? '') }, true)
  if (!t) throw problems.notFound(label)
  return t
}
/** Status of a tenant (dictionary tenant_status): its people cannot sign in. */
const STOPPED = '0'
const limits = (v: { status?: unknown; expireTime?: unknown; accountNumber?: unknown }) =>
  String(v.status) === STOPPED || !!v.expireTime || (v.accountNumber !== undefined && v.accountNumber !== null && Number(v.accountNumber) >= 0)

/** What the compatible API calls tenantId is a tenant's own number, not that of the platform, in which its row stands. Source: platform-api.md 3.7. */
const told = <T extends { code?: unknown }>(t: T): T => ({ ...t, tenantId: t.code })

async function submit(ctx: Ctx, { tenantId, ...input }: SentRow<typeof tenant> & { readonly tenantId?: unknown }): Promise<string> {
  requirePlatform(ctx)
  const draft = await rows.checkedDraft(ctx, tenant, input)
  const before = input.id ? await rows.get(ctx, tenant, rowIdOf(input), true) : undefined
  if (tenantId && tenantId !== before?.code) throw invalidField('tenantId', { zh: '租户编号不能修改', en: 'Tenant id cannot be changed' })
  if (before) {
    if (before.code === PLATFORM_TENANT && limits(draft)) throw refusal.platformTenant()
    return rows.update(ctx, tenant, before.id, draft, input)
  }
  const code = await freshCode(ctx)
  const id = await rows.insert(ctx, tenant, { ...draft, code })
  await furnish(ctx, { code, tenantName: draft.tenantName, regionCode: draft.regionCode })
  return id
}

async function remove(ctx: Ctx, wanted: readonly string[]): Promise<void> {
  requirePlatform(ctx)
  rows.requirePerm(ctx, tenant, 'delete')
  if (wanted.length === 0) throw problems.noneSelected()
  for (const id of wanted) {
    const t = await rows.get(ctx, tenant, id, true)
    if (t.code === PLATFORM_TENANT) throw refusal.platformTenant()
    if (await isInUse(ctx, t.code!)) throw refusal.tenantInUse()
    await unfurnish(ctx, t.code!)
  }
  await rows.remove(ctx, tenant, wanted)
}

const SETTINGS = ['accountNumber', 'expireTime', 'title', 'backgroundUrl', 'domain'] as const
/** POST setting: licence and appearance of tenants; what is not sent stays. */
async function setting(ctx: Ctx, input: SentRow<typeof tenant> & { readonly ids?: unknown }): Promise<void> {
  requirePlatform(ctx)
  const wanted = ids(input)
  if (wanted.length === 0) throw problems.noneSelected()
  const given = SETTINGS.filter((n) => input[n] !== undefined)
  const faults = given.flatMap((n) => {
    const msg = checkValue(tenant.fields[n], input[n])
    return msg ? [{ field: n, msg }] : []
  })
  if (faults.length) throw problems.invalid(faults)
  const values = Object.fromEntries(given.map((n) => [n, input[n] === '' ? null : n === 'accountNumber' && input[n] !== null ? Number(input[n]) : input[n]]))
  for (const id of wanted) {
    const t = await rows.get(ctx, tenant, id, true)
    if (t.code === PLATFORM_TENANT && limits(values)) throw refusal.platformTenant()
    await rows.update(ctx, tenant, id, values)
  }
}

/** An id in a query, or nothing: which must be a row of `table`. */
async function reference(ctx: Ctx, table: 'datasource' | 'tenant_package', v: unknown, what: { zh: string; en: string }): Promise<string | null> {
  if (!v) return null
  const found = isId(String(v)) && (await ctx.db.selectFrom(table).select('id').where('id', '=', String(v)).executeTakeFirst())
  if (!found) throw problems.notFound(what)
  return String(v)
}
async function setDatasource(ctx: Ctx, q: TextInput<'datasourceId' | 'tenantId'>): Promise<void> {
  requirePlatform(ctx)
  const t = await byCode(ctx, q.tenantId)
  await rows.update(ctx, tenant, t.id, { datasourceId: await reference(ctx, 'datasource', q.datasourceId, { zh: '数据源', en: 'Data source' }) })
}
/** POST package-setting: what the tenant's roles may hold from now on; its administrators get all of it. */
async function setPackage(ctx: Ctx, q: TextInput<'packageId' | 'tenantId'>): Promise<void> {
  requirePlatform(ctx)
  const t = await byCode(ctx, q.tenantId)
  const packageId = await reference(ctx, 'tenant_package', q.packageId, { zh: '产品包', en: 'Tenant package' })
  if (t.code === PLATFORM_TENANT && packageId) throw refusal.platformTenant()
  await rows.update(ctx, tenant, t.id, { packageId })
  await grantAdmin(ctx, t.code!)
}
async function packageDetail(ctx: Ctx, q: TextInput<'tenantId'>) {
  const code = q.tenantId ?? ''
  if (code !== ctx.who.tenantId) requirePlatform(ctx)
  const t = await byCodeUnlocked(ctx, code)
  const p = t.packageId ? await ctx.db.selectFrom('tenant_package').selectAll().where('id', '=', t.packageId).executeTakeFirst() : undefined
  return p ? { ...p, tenantId: code, packageId: p.id } : { tenantId: code, packageId: null }
}
async function byCodeUnlocked(ctx: Ctx, code: string): Promise<Tenant> {
  const t = await rows.find(ctx, tenant, { code })
  if (!t) throw problems.notFound(label)
  return t
}

/** POST reset-admin: a new password for the tenant's account `admin`, told once and to be changed at the next sign-in. */
async function resetAdmin(ctx: Ctx, q: TextInput<'tenantId'>) {
  requirePlatform(ctx)
  const t = await byCode(ctx, q.tenantId)
  if (t.code === PLATFORM_TENANT) throw refusal.platformTenant()
  const there = inTenant(ctx, t.code!)
  const u = await ctx.db.selectFrom('sys_user').select(['id', 'account']).where('tenantId', '=', t.code).where('account', '=', 'admin').executeTakeFirst()
  if (!u) throw problems.notFound({ zh: '管理员账号', en: 'Account admin' })
  const password = fittingPassword(u.account, await strategyOf(ctx.db, t.code!))
  await storePassword(there, { id: u.id, tenantId: t.code! }, password, 1)
  await ctx.db.updateTable('session').set({ revoked: 1 }).where('tenantId', '=', t.code).where('userId', '=', u.id).execute()
  await audit(ctx, { action: 'tenant.reset-admin', object: tenant.name, objectId: t.id })
  return { tenantId: t.code, account: u.account, password }
}

/** The host of a domain as people write it, with or without scheme and path. */
const hostOf = (v: unknown): string =>
  String(v ?? '')
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
/** GET info: which tenant a domain belongs to, and how its sign-in looks; {} when it is nobody's. Needs no token. Source: platform-api.md 2.8. */
async function info(ctx: Ctx, q: TextInput<'domain'>) {
  const host = hostOf(q.domain)
  if (!host) return {}
  const open = await ctx.db
    .selectFrom('tenant')
    .select(['code', 'domain', 'title', 'backgroundUrl'])
    .where('status', '=', 1)
    .where('domain', 'is not', null)
    .orderBy('code')
    .execute()
  const t = open.find((x) => hostOf(x.domain) === host)
  return t ? { tenantId: t.code, domain: t.domain, title: t.title ?? '', backgroundUrl: t.backgroundUrl ?? '' } : {}
}

const select = (ctx: Ctx) =>
  known(ctx)
    .select(['tenant.id', 'tenant.code', 'tenant.code as tenantId', 'tenant.tenantName'])
    .where('tenant.status', '=', 1)
    .orderBy('tenant.code')
    .execute()

const c = crud(tenant)
const at = (name: string) => `${tenant.path}/${name}`
const write = <const Q extends string>(
  name: string,
  summary: string,
  perm: string,
  query: readonly Q[],
  run: Run<NoInfer<Q>, Fields, 'POST'>,
  more: { body?: Fields; asSystem?: string } = {},
) => route<'POST', Q, Fields>({ method: 'POST', path: at(name), perm, scope: 'platform', audit: `tenant.${name}`, summary, query, ...more, run })
async function list(ctx: Ctx, q: TextInput) {
  const p = await page(ctx, tenant, q, known(ctx))
  return { ...p, records: p.records.map(told) }
}
/** Calls of tenants. They cross tenants, so the writing ones run as system and ask for the platform's people themselves. */
export const tenantRoutes: readonly Route[] = [
  listing(c.page, list),
  listing(c.list, list),
  {
    ...c.detail,
    run: async (ctx, q) => {
      const t = await c.detail.run(ctx, q, { headers: {}, params: {}, cookies: {} })
      if (ctx.who.tenantId !== PLATFORM_TENANT && (t as Tenant).code !== ctx.who.tenantId) throw problems.notFound(label)
      return told(t as Tenant)
    },
  },
  { ...c.submit, run: submit, asSystem: 'a new tenant gets its first department, role and account' },
  { ...c.remove, run: (ctx, q) => remove(ctx, ids(q)), asSystem: 'what a tenant began with goes with it' },
  { method: 'GET', path: at('select'), perm: 'signed-in', scope: 'platform', audit: 'read', summary: '租户选择列表', run: select },
  route({
    method: 'GET',
    path: at('info'),
    perm: 'public',
    scope: 'platform',
    audit: 'read',
    summary: '域名对应的租户',
    query: ['domain'],
    entrance: true,
    run: info,
  }),
  {
    method: 'POST',
    path: at('setting'),
    perm: 'tenant_edit',
    scope: 'platform',
    audit: 'tenant.setting',
    summary: '租户设置',
    query: ['ids', ...SETTINGS],
    run: setting,
    body: { ids: text('租户'), ...Object.fromEntries(SETTINGS.map((n) => [n, tenant.fields[n]])) },
  },
  write('datasource', '租户数据源', 'tenant_edit', ['tenantId', 'datasourceId'], setDatasource, { body: { datasourceId: text('数据源') } }),
  write('package-setting', '租户产品包', 'tenant_grant', ['tenantId', 'packageId'], setPackage, {
    body: { packageId: text('产品包') },
    asSystem: "the tenant's administrators get the menus of the package",
  }),
  route({
    method: 'GET',
    path: at('package-detail'),
    perm: 'tenant_view',
    scope: 'platform',
    audit: 'read',
    summary: '租户的产品包',
    query: ['tenantId'],
    run: packageDetail,
  }),
  write('reset-admin', '重置租户管理员密码', 'tenant_edit', ['tenantId'], resetAdmin, { asSystem: 'the account belongs to the other tenant' }),
]
