import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { invalidField } from '../../kit/model/problem.ts'
import { idList } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { page, scoped } from '../../kit/server/query.server.ts'
import { crud, reading, type Route, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { user } from '../definitions/system.ts'
import { flagParam } from '../settings/number-param.server.ts'
import { PARAMS } from '../settings/params.ts'
import { dutiesOf, role_exclusion } from './exclusion.ts'
import { refusal } from './people-problems.ts'

/** Whether the tenant has three administrators instead of one. Out of the box one administrator does it all. */
const isSeparated = (ctx: Ctx): Promise<boolean> => flagParam(ctx, PARAMS.separation)
/** Roles that hold all three administrators' duties at once. */
const ALL_IN_ONE: readonly string[] = ['administrator', 'admin']

type Named = { roleAlias: string; roleName: string }
const rolesOf = async (ctx: Ctx): Promise<(Named & { id: string })[]> =>
  await typedRows<Named & { id: string }>(ctx.db.selectFrom('sys_role').select(['id', 'roleAlias', 'roleName']).where('tenantId', '=', ctx.who.tenantId))
async function pairsOf(ctx: Ctx): Promise<(readonly [string, string])[]> {
  const all = await scoped(ctx, role_exclusion).select(['role_exclusion.oneAlias', 'role_exclusion.otherAlias']).execute()
  return all.map((p) => [String(p.oneAlias), String(p.otherAlias)] as const)
}

/** What is wrong with holding roles together: the pairs among them, and with separated administrators the roles that are all of them. */
function clashes(aliases: readonly string[], pairs: readonly (readonly [string, string])[], separated: boolean): (readonly [string, string])[] {
  const held = new Set(aliases)
  return [...pairs.filter(([a, b]) => held.has(a) && held.has(b)), ...(separated ? ALL_IN_ONE.filter((a) => held.has(a)).map((a) => [a, a] as const) : [])]
}
const nameIn = (all: readonly Named[], alias: string): string => all.find((r) => r.roleAlias === alias)?.roleName ?? alias

/** Refuses roles that one person may not hold together. Whoever holds them already keeps them until his roles change; the list of holders tells of him. */
export async function requireCompatible(ctx: Ctx, aliases: readonly string[], before: readonly string[] = []): Promise<void> {
  if (aliases.length === before.length && aliases.every((a) => before.includes(a))) return
  const [found] = clashes(aliases, await pairsOf(ctx), await isSeparated(ctx))
  if (!found) return
  const all = await rolesOf(ctx)
  const [one, other] = found.map((a) => nameIn(all, a)) as [string, string]
  throw found[0] === found[1] ? refusal.allInOne({ one }) : refusal.excluded({ one, other })
}
/** With separated administrators a role is given the duties of one of them at most. */
export async function requireOneDuty(ctx: Ctx, codes: Iterable<string>): Promise<void> {
  if (dutiesOf(codes).length > 1 && (await isSeparated(ctx))) throw refusal.duties()
}

/** GET holders: people who hold today what nobody may hold together. */
async function holders(ctx: Ctx) {
  const [all, pairs, separated] = [await rolesOf(ctx), await pairsOf(ctx), await isSeparated(ctx)]
  const byId = new Map(all.map((r) => [r.id, r]))
  const people = await typedRows<{ id: string; account: string; realName: string; roleId: string; status: number }>(
    ctx.db
      .selectFrom('sys_user')
      .select(['id', 'account', 'realName', 'roleId', 'status'])
      .where('tenantId', '=', ctx.who.tenantId)
      .where(sql<boolean>`("roleId" like '%,%' or ${separated})`)
      .orderBy('account'),
  )
  return people.flatMap((u) => {
    const held = idList(u.roleId).flatMap((id) => byId.get(id)?.roleAlias ?? [])
    const found = clashes(held, pairs, separated)
    return found.length === 0
      ? []
      : [{ id: u.id, account: u.account, realName: u.realName, status: u.status, pairs: found.map((p) => p.map((a) => nameIn(all, a))) }]
  })
}

async function save(ctx: Ctx, b: SentRow<typeof role_exclusion>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, role_exclusion, b)
  const all = await rolesOf(ctx)
  for (const field of ['oneAlias', 'otherAlias'] as const)
    if (!all.some((r) => r.roleAlias === draft[field])) throw invalidField(field, { zh: '角色不存在', en: 'There is no such role' })
  if (draft.oneAlias === draft.otherAlias) throw invalidField('otherAlias', { zh: '请选择两个不同的角色', en: 'Name two different roles' })
  // a pair stands once, whichever is named first
  const [oneAlias, otherAlias] = [draft.oneAlias, draft.otherAlias].toSorted()
  return rows.save(ctx, role_exclusion, { ...b, oneAlias, otherAlias })
}

const { account, realName, status } = user.fields
const HOLDER = { account, realName, status }
const c = crud(role_exclusion)
/** Roles that exclude one another, and who holds them today. */
export const exclusionRoutes: readonly Route[] = [
  {
    ...c.list,
    answer: { as: 'page', of: role_exclusion, also: ['oneName', 'otherName'] },
    run: async (ctx, q) => {
      const [p, all] = [await page(ctx, role_exclusion, q), await rolesOf(ctx)]
      return { ...p, records: p.records.map((r) => ({ ...r, oneName: nameIn(all, String(r.oneAlias)), otherName: nameIn(all, String(r.otherAlias)) })) }
    },
  },
  c.detail,
  { ...c.submit, run: save },
  c.remove,
  {
    ...reading('tenant', 'role_exclusion_view')(`${role_exclusion.path}/holders`, '互斥角色持有人', [], (ctx) => holders(ctx)),
    answer: { as: 'rows', of: HOLDER, also: ['id', 'pairs'] },
  },
]
