import { asFile, reading, type Slice } from '../../kit/server/route.server.ts'
import { campaignFigures } from './progress.server.ts'
import { printProgress, progressWorkbook } from './workbook.server.ts'

const AT = '/ybProcess/common/progress'
/** How far the extension campaign is, and how its contracts are signed. Source: screens.md D4; statistics.md 6, 9. */
export const progressSlice: Slice = {
  name: 'extension-progress',
  resources: [],
  routes: [
    reading('land', 'extension_household_view')(AT, '延包进度', ['regionCode'], (ctx, q) => campaignFigures(ctx, 'progress', q)),
    reading('land', 'figure_view')('/dzzw/analyze/htqd/renew', '延包签订分析', ['regionCode'], (ctx, q) => campaignFigures(ctx, 'renew', q)),
    asFile(
      reading('land', 'extension_household_export')(`${AT}/export`, '导出延包进度', ['set', 'regionCode'], progressWorkbook),
      'extension_household.progress',
    ),
    asFile(reading('land', 'extension_household_export')(`${AT}/print`, '打印延包台账', ['set', 'regionCode'], printProgress), 'extension_household.progress'),
  ],
}
