import type { ExportTarget } from '../../../services/exchange/exports/targets.server.ts'
import { campaign } from './campaign.server.ts'
import { taggedHouseholds } from './households.server.ts'
import { extensionList } from './list.ts'

/** The list of the households as a workbook: the rows that the list shows, with the filters that it has. */
export const extensionExport: ExportTarget = {
  r: extensionList,
  rows: (ctx) => campaign(ctx, ctx.who.regionCode),
  rule: (q, filter) => taggedHouseholds(q, filter.tag),
  filters: ['tag'],
}
