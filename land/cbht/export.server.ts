import { json, region } from '../../kit/model/field.ts'
import { isId } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dayName, filterNames, joinable, listNames, requireRegion, type Filter } from '../../kit/server/query.server.ts'
import { answering, asFile, reading, FileResponse, textIn, type Route } from '../../kit/server/route.server.ts'
import { workbookOf } from '../../services/exchange/exports/workbook.server.ts'
import type { ExportTarget } from '../../services/exchange/exports/targets.server.ts'
import { cbht } from '../definitions/cbht.ts'
import { QSZT } from '../definitions/statuses.ts'
import { pageThen } from '../register/standing.server.ts'

const current: ExportTarget = { r: cbht, rule: (q) => q.where('cbht.qszt', '=', QSZT.current) }
/** Contract type (dictionary htlx) of an extension. */
const RENEWAL = '3'
const renewed: ExportTarget = { r: cbht, rule: (q) => q.where('cbht.qszt', '=', QSZT.current).where('cbht.htlx', '=', RENEWAL) }

/** Contracts of a region, or chosen ones, as a workbook: the columns, words and masks of the list. */
async function exportContracts(target: ExportTarget, ctx: Ctx, { htIds, ...input }: Filter): Promise<FileResponse> {
  const chosen = (Array.isArray(htIds) ? htIds : String(htIds ?? '').split(',')).map(String).filter(isId)
  const regionCode = textIn(input, 'regionCode') || ctx.who.regionCode
  requireRegion(ctx, regionCode)
  return workbookOf(ctx, target, { ...input, regionCode, ...(chosen.length ? { ids: chosen.join(',') } : {}) })
}

export const exportRoute: Route = {
  method: 'POST',
  path: `${cbht.path}/export`,
  perm: 'cbht_export',
  scope: 'land',
  audit: 'cbht.export',
  summary: '导出承包合同',
  body: { regionCode: region('行政区划', { en: 'Region' }), htIds: json<readonly string[]>('合同', { en: 'Contracts' }) },
  answer: 'file',
  run: (ctx, input) => exportContracts(current, ctx, input),
}
const look = reading('land', 'cbht_view')
/** Contracts that the extension made (二轮延包), as a page and as a workbook. Source: land-contract.md 7 (ybProcess/contract) */
export const renewedRoutes: readonly Route[] = [
  answering(
    look('/ybProcess/contract/page', '延包合同分页', listNames(cbht), (ctx, q) =>
      pageThen(ctx, cbht, { ...q, qszt: QSZT.current }, joinable(ctx, cbht).where('cbht.htlx', '=', RENEWAL)),
    ),
    { as: 'page', of: cbht },
  ),
  {
    ...asFile(
      look('/ybProcess/contract/export', '导出延包合同', [...filterNames(cbht), ...dayName(cbht)], (ctx, q) => exportContracts(renewed, ctx, q)),
      'cbht.export',
    ),
    perm: 'cbht_export',
  },
]
