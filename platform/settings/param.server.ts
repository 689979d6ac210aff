import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, crud, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { PUBLIC_PREFIX } from './login-params.ts'
import { param } from '../definitions/system.ts'
import { paramFault } from './params.ts'

/**
 * The public parameters of a tenant, signed: the login page reads them, and whoever passes them on can have them checked by asking again.
 * `sign` is HMAC-SHA256 over the tenant, the time and the sorted `key=value` lines. Source: tests/endpoints.tsv (param/sign); screens.md A16.
 */
async function signed(ctx: Ctx, q: TextInput<'tenantId'>, sealer: Sealer) {
  const tenantId = q.tenantId || '000000'
  if (!/^[0-9A-Za-z]{1,12}$/.test(tenantId)) throw problems.badRequest({ zh: '租户编号格式不正确', en: 'The tenant id is malformed' })
  const list = await ctx.db
    .selectFrom('param')
    .select(['paramKey', 'paramValue'])
    .where('tenantId', '=', tenantId)
    .where('paramKey', 'like', `${PUBLIC_PREFIX}%`)
    .orderBy('paramKey')
    .execute()
  const values = Object.fromEntries(list.map((p) => [p.paramKey, p.paramValue])) as Record<string, string>
  const lines = Object.entries(values).map(([k, v]) => `${k}=${v}`)
  return { tenantId, time: ctx.now, values, sign: sealer.sign([tenantId, ctx.now, ...lines].join('\n'), 'param') }
}

/** A value of a parameter that the product obeys is one that it can obey; other keys are for other systems, which know what they mean. */
async function submit(ctx: Ctx, b: SentRow<typeof param>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, param, b)
  const fault = paramFault(draft.paramKey, draft.paramValue)
  if (fault) throw invalidField('paramValue', fault)
  return rows.save(ctx, param, b)
}

const plain = crud(param)
/** Parameters. Source: platform-api.md 3.11. */
export const paramRoutes = (sealer: Sealer): Route[] => [
  plain.list,
  plain.detail,
  { ...plain.submit, run: submit },
  plain.remove,
  route({
    method: 'GET',
    path: '/cpt-system/param/sign',
    perm: 'public',
    scope: 'platform',
    audit: 'read',
    summary: '登录页参数',
    entrance: true,
    query: ['tenantId'],
    asSystem: 'the login page asks before anybody is signed in; only keys beginning with login.',
    run: (ctx, q) => signed(ctx, q, sealer),
  }),
]
