import { invalidField, problems } from '../../kit/model/problem.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { ownerColumns, regionColumn, ruleWrong, SCOPE_PATH } from '../../kit/model/scope-rules.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { crud, ids, type Route, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { api_scope, data_scope } from './data-scope.ts'
import { read } from '../parts/parts.server.ts'
import { API, DATA } from './scopes.server.ts'

/** A scope that roles hold stays: without it they would see more, not less. */
async function remove(ctx: Ctx, r: AnyResource, category: number, gone: readonly string[]): Promise<void> {
  rows.requirePerm(ctx, r, 'delete')
  for (const id of gone) {
    await rows.get(ctx, r, id)
    const granted = await ctx.db
      .selectFrom('role_scope')
      .select('roleId')
      .where('tenantId', '=', ctx.who.tenantId)
      .where('category', '=', category)
      .where('scopeId', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (granted) throw problems.inUse({ zh: r.label, en: r.en })
  }
  await rows.remove(ctx, r, gone)
}

/** Checks a rule against the definition it names before it is stored: columns and values that do not exist never get in. */
async function saveData(ctx: Ctx, b: SentRow<typeof data_scope>, known: ReadonlyMap<string, AnyResource>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, data_scope, b)
  const r = known.get(draft.scopeClass)
  if (!r) throw invalidField('scopeClass', { zh: '没有该数据资源', en: 'No such resource' })
  const wrong = ruleWrong(r, {
    type: draft.scopeType,
    column: draft.scopeColumn || 'createUser',
    fields: draft.scopeField || '*',
    value: draft.scopeValue ?? null,
  })
  if (wrong) throw invalidField(draft.scopeType === '5' ? 'scopeValue' : 'scopeType', wrong)
  return rows.save(ctx, data_scope, b)
}
async function saveApi(ctx: Ctx, b: SentRow<typeof api_scope>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, api_scope, b)
  const path = String(draft.scopePath).replace(/^\/api(?=\/)/, '')
  if (!SCOPE_PATH.test(path))
    throw invalidField('scopePath', { zh: '接口地址格式不正确，例：/cpt-system/post/**', en: 'The path is malformed, e.g. /cpt-system/post/**' })
  return rows.save(ctx, api_scope, { ...b, scopePath: path })
}

/** What a rule may be about: name, words, and which columns tell whose and where a row is. */
const about = (r: AnyResource) => ({
  name: r.name,
  label: r.label,
  en: r.en,
  owners: ownerColumns(r),
  region: regionColumn(r) ?? null,
  fields: entries(r).map(([name, f]) => ({ name, label: f.label, en: f.en ?? f.label, kind: f.kind })),
})

/**
 * Data and API scopes. `resources` are the definitions of the application; a rule may name those of a tenant.
 * Who holds which scope is granted with the role (role/grant). Source: platform-api.md 3.12.
 */
export function scopeRoutes(resources: () => readonly AnyResource[]): Route[] {
  const known = () => new Map(resources().flatMap((r) => (r.scope === 'platform' ? [] : [[r.name, r] as const])))
  const data = crud(data_scope),
    api = crud(api_scope)
  const writes = (route: Route, run: Route['run']): Route => ({ ...route, run })
  return [
    data.list,
    data.detail,
    ...[data.submit, data.save, data.update].map((x) => writes(x, (ctx, b) => saveData(ctx, b, known()))),
    writes(data.remove, (ctx, q) => remove(ctx, data_scope, DATA, ids(q))),
    read('/cpt-system/data-scope/resources', '可限定的数据资源', async () => [...known().values()].map(about), [], 'data_scope_view'),
    api.list,
    api.detail,
    ...[api.submit, api.save, api.update].map((x) => writes(x, saveApi)),
    writes(api.remove, (ctx, q) => remove(ctx, api_scope, API, ids(q))),
  ]
}
