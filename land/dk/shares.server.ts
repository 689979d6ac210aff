// Whose shares a parcel is: the households of the current contracts that it stands in. Source: land-contract.md 3 (contract parcel).
import { dict, text } from '../../kit/model/field.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dayName, joinable, scoped } from '../../kit/server/query.server.ts'
import { reading, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { cbdkxx } from '../definitions/cbht.ts'
import { shareIn } from '../definitions/contract-area.ts'
import { dk } from '../definitions/dk.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'
import { getDk } from './boundaries.server.ts'

/** A household with what it has of a parcel; `share`: four decimals, none of a whole parcel. */
const SHARE = {
  cbfbm: cbf.fields.cbfbm,
  cbfmc: cbf.fields.cbfmc,
  cbhtbm: cbdkxx.fields.cbhtbm,
  htmj: cbdkxx.fields.htmj,
  htmjm: cbdkxx.fields.htmjm,
  scmj: cbdkxx.fields.scmj,
  sfqqqg: dict('是否确权确股', 'yes_no', { en: 'Shares' }),
  share: text('确股份额', { en: 'Share' }),
} as const

async function sharesOf(ctx: Ctx, q: TextInput) {
  const p = await getDk(ctx, q.dkbm ?? '')
  const county = countyOf(p.dkbm!)
  const lines = await scoped(ctx, cbdkxx)
    .select(['cbdkxx.cbfbm', 'cbdkxx.cbhtbm', 'cbdkxx.htmj', 'cbdkxx.htmjm', 'cbdkxx.sfqqqg'])
    .where('cbdkxx.countyCode', '=', county)
    .where('cbdkxx.dkbm', '=', p.dkbm)
    .where('cbdkxx.qszt', '=', QSZT.current)
    .orderBy('cbdkxx.cbfbm')
    .execute()
  const holders = joinable(ctx, cbf)
    .select(['cbf.cbfbm', 'cbf.cbfmc'])
    .where('cbf.countyCode', '=', county)
    .where(
      'cbf.cbfbm',
      'in',
      lines.map((l) => l.cbfbm),
    )
    .where('cbf.zt', '=', ZT.valid)
  const names = lines.length ? await holders.execute() : []
  return lines.map((l) => ({
    ...l,
    cbfmc: names.find((n) => n.cbfbm === l.cbfbm)?.cbfmc ?? null,
    scmj: p.scmj,
    share: shareIn({ ...l, scmj: p.scmj }) ?? null,
  }))
}
export const shareRoutes: Route[] = [
  { ...reading('land', 'dk_view')('/base-dlxx/dk/shares', '地块份额', ['dkbm', ...dayName(dk)], sharesOf), answer: { as: 'rows', of: SHARE } },
]
