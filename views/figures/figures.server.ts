import { asFile, reading, type Slice } from '../../kit/server/route.server.ts'
import { analysis } from './analysis.server.ts'
import { landBook, landBookRows, landBookWorkbook } from './land-book.server.ts'
import { outlines } from './outlines.server.ts'
import { population, populationRows } from './population.server.ts'
import { printSummaries } from './summary-print.server.ts'
import { printSet, workbook } from './workbook.server.ts'

const read = reading('land', 'figure_view')
const BOOK = ['regionCode', 'from', 'to'] as const
const ASKED = ['regionCode', 'dklb', 'asOf'] as const
/** Analyses of parcels, of contracted parcels, of both by region, and the figures of a region. Source: land-contract.md 7 (Statistics and maps); statistics.md 2, 7, 8. */
export const figuresSlice: Slice = {
  name: 'figures',
  resources: [],
  routes: [
    read('/dzzw/analyze/dk', '地块分析', ASKED, (ctx, q) => analysis(ctx, 'dk', q)),
    read('/dzzw/analyze/cbdk', '承包地块分析', ['regionCode', 'asOf'], (ctx, q) => analysis(ctx, 'cbdk', q)),
    read('/dzzw/analyze', '区域分析', ASKED, (ctx, q) => analysis(ctx, 'both', q)),
    read('/dzzw/statistics', '统计汇总', ['regionCode', 'asOf'], (ctx, q) => analysis(ctx, 'region', q)),
    read('/dzzw/land-book', '承包地台账', BOOK, landBook),
    read('/dzzw/land-book/rows', '承包地台账变动明细', [...BOOK, 'way', 'current', 'size'], landBookRows),
    asFile(reading('land', 'figure_export')('/dzzw/land-book/export', '导出承包地台账', BOOK, landBookWorkbook), 'figure.export'),
    read('/dzzw/population', '人口统计', ['regionCode'], population),
    reading('land', 'cbf_view')('/dzzw/population/rows', '人口统计明细', ['regionCode', 'figure', 'current', 'size'], populationRows),
    // the wall draws them too, and has no other analysis
    reading('land', 'home_view')('/data/statistics/outlines', '下级区域界线', ['regionCode'], outlines),
    asFile(reading('land', 'figure_export')('/dzzw/analyze/export', '导出统计分析', ['set', 'items', ...ASKED], workbook), 'figure.export'),
    asFile(
      reading('land', 'figure_export')('/dzzw/statistics/print', '打印统计汇总', ['regionCode', 'items', 'asOf'], (ctx, q) => printSet(ctx, 'region', q)),
      'figure.export',
    ),
    asFile(reading('land', 'figure_export')('/dzzw/summary/print', '打印汇总表', ['regionCode', 'asOf'], printSummaries), 'figure.export'),
  ],
}
