import { invalidField } from '../../kit/model/problem.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import { inTurn, wouldBe } from '../../runtime/asked-first.server.ts'
import { listEntries } from '../webhook/entries.ts'

interface Config {
  id: string
  name: string
  regionCode: string
  isEnabled: number
  /** types of business by comma; none: all */
  businessTypes?: string | null
}
/** Whether two lists of types have one in common. */
function overlap(a: string | null | undefined, b: string | null | undefined): boolean {
  const [mine, theirs] = [listEntries(a), listEntries(b)]
  return mine.length === 0 || theirs.length === 0 || mine.some((t) => theirs.includes(t))
}
/**
 * Of a region and a type of business one enabled configuration says where it is told: with two nobody knew which.
 * @throws invalid, with the name of the one that stands
 */
export async function requireOnlyOne(ctx: Ctx, r: AnyResource, sent: Readonly<Record<string, unknown>>): Promise<void> {
  await inTurn(ctx)
  const { id, isEnabled, regionCode, businessTypes } = (await wouldBe(ctx, r, sent)) as Partial<Config>
  if (Number(isEnabled) !== 1 || !regionCode) return
  const all = flatRows(joinable(ctx, r), r) as AnyQuery
  const same = await typedRows<Config>(all.where(`${r.name}.isEnabled`, '=', 1).where(`${r.name}.regionCode`, '=', regionCode).orderBy(`${r.name}.id`))
  const other = same.find((c) => c.id !== id && overlap(c.businessTypes, businessTypes))
  if (other)
    throw invalidField('regionCode', {
      zh: `该行政区划已有启用的${r.label}“${other.name}”，请修改或停用原配置`,
      en: `The ${r.en.toLowerCase()} "${other.name}" is enabled for this region already: change it, or disable it first`,
    })
}
