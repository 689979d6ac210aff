// How long the names of persons may be: 18 characters, or more where a tenant says so for its minorities' names. Source: rulings.md 12.
import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { problems, type Wrong } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { CBFLX } from '../definitions/household.ts'
import { ZT } from '../definitions/statuses.ts'

/** No parameter makes the limit less: shorter names need not ask for it. */
const LEAST = PARAMS.nameMax.least
const tooLong = (max: number): Text => both(`姓名最多${max}个字符`, `A name has at most ${max} characters`)
const lengthOf = (name: unknown): number => (typeof name === 'string' ? [...name].length : 0)

/** A name that somebody typed, and what the register says already: that may stay. */
export interface Typed {
  field: string
  name: unknown
  stored?: unknown
}
/** Names of persons that are longer than allowed and not so in the register. */
export async function longNames(ctx: Ctx, typed: readonly Typed[]): Promise<Wrong[]> {
  const long = typed.filter((t) => lengthOf(t.name) > LEAST && t.name !== t.stored)
  if (long.length === 0) return []
  const max = await numberParam(ctx, PARAMS.nameMax)
  return long.flatMap((t) => (lengthOf(t.name) > max ? [{ field: t.field, msg: tooLong(max) }] : []))
}

interface Household {
  draft: { readonly cbflx?: unknown; readonly cbfmc?: unknown }
  members: readonly { id?: string; values: { readonly cyxm?: unknown } }[]
}
interface Stored {
  row?: { readonly cbfmc?: unknown }
  members: readonly { id: string; cyxm?: unknown }[]
}
/** Refuses a household of a form or workbook with names that are too long. @throws invalid */
export async function requireNames(ctx: Ctx, { draft, members }: Household, stored: Stored = { members: [] }): Promise<void> {
  const wrong = await longNames(ctx, [
    ...(draft.cbflx === CBFLX.organisation ? [] : [{ field: 'cbfmc', name: draft.cbfmc, stored: stored.row?.cbfmc }]),
    ...members.map((m, i) => ({ field: `jtcyList.${i}.cyxm`, name: m.values.cyxm, stored: stored.members.find((s) => s.id === m.id)?.cyxm })),
  ])
  if (wrong.length) throw problems.invalid(wrong)
}

/** Names that a form of a case types, wherever they stand: of members (`cyxm`), and of a contractor (`cbfmc`) that it brings or corrects. */
function typedIn(form: unknown, at: string): (Typed & { id?: string })[] {
  if (Array.isArray(form)) return form.flatMap((x, i) => typedIn(x, `${at}.${i}`))
  if (form === null || typeof form !== 'object') return []
  const f = form as Readonly<Record<string, unknown>>
  const path = (n: string) => (at ? `${at}.${n}` : n)
  return [
    ...('cyxm' in f ? [{ field: path('cyxm'), name: f.cyxm, ...(f.id ? { id: String(f.id) } : {}) }] : []),
    ...('cbfmc' in f && !f.cbfbm && f.cbflx !== CBFLX.organisation ? [{ field: path('cbfmc'), name: f.cbfmc }] : []),
    ...Object.entries(f).flatMap(([n, v]) => (typeof v === 'object' ? typedIn(v, path(n)) : [])),
  ]
}
/** The same of the form of a case; what the register says of members that it names, and of the contractor of its book, may stay. */
export async function longNamesOf(ctx: Ctx, form: Readonly<Record<string, unknown>>, county: string): Promise<Wrong[]> {
  const typed = typedIn(form, '').filter((t) => lengthOf(t.name) > LEAST)
  if (typed.length === 0) return []
  const ids = typed.flatMap((t) => (t.id && /^\d{1,19}$/.test(t.id) ? [t.id] : []))
  const holder = String(form.cbjyqzbm ?? '').slice(0, -1)
  const { rows } = await sql<{ id: string; name: string | null }>`select id::text as id, cyxm as name from jtcy
    where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and id = any(${ids}::bigint[])
    union all select '', cbfmc from cbf where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and cbfbm = ${holder} and zt = ${sql.lit(ZT.valid)}`.execute(
    ctx.db,
  )
  return longNames(
    ctx,
    typed.map((t) => ({ field: t.field, name: t.name, stored: rows.find((r) => r.id === (t.id ?? ''))?.name })),
  )
}
