import { typedRow } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { regionPath } from '../../kit/model/region-code.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { problems } from '../../kit/model/problem.ts'
import { rowIdOf } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sign_flow_def } from './flow-def.ts'
import { sign_template } from './template.ts'

type Enabled = typeof sign_template | typeof sign_flow_def

/** The enabled row for a kind of contract of the nearest region at or above. */
export const nearestEnabled = async <R>(ctx: Ctx, r: Enabled, flowType: string, regionCode: string): Promise<R | undefined> =>
  await typedRow<R>(
    joinable(ctx, r as AnyResource)
      .selectAll(r.name)
      .where(`${r.name}.flowType`, '=', flowType)
      .where(`${r.name}.isEnabled`, '=', 1)
      .where(`${r.name}.regionCode`, 'in', regionPath(regionCode))
      .orderBy(sql`length("regionCode")`, 'desc')
      .limit(1),
  )

/** Enables a row and disables the other one of its region and kind. */
export async function enableOnly(ctx: Ctx, r: Enabled, id: string): Promise<void> {
  const row = await rows.get(ctx, r as typeof sign_template, id, true)
  const other = await rows.find(ctx, r as typeof sign_template, { regionCode: row.regionCode, flowType: row.flowType, isEnabled: 1 }, true)
  if (other?.id === row.id) return
  if (other) await rows.update(ctx, r as typeof sign_template, other.id, { isEnabled: 0 })
  await rows.update(ctx, r as typeof sign_template, row.id, { isEnabled: 1 })
}
/** Disables all of them. */
export async function disable(ctx: Ctx, r: Enabled, list: readonly string[]): Promise<void> {
  rows.requirePerm(ctx, r, 'edit')
  if (list.length === 0) throw problems.noneSelected()
  for (const id of list) await rows.update(ctx, r as typeof sign_template, id, { isEnabled: 0 })
}
/** Ids of a body or a query: `id`, or `ids` as a list or comma-joined. */
export const idOf = (input: { readonly id?: unknown; readonly ids?: unknown }): string =>
  rowIdOf(input) || String((Array.isArray(input.ids) ? input.ids[0] : input.ids) ?? '')
