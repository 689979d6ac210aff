// The monthly business table on paper. Source: documents.md 14; statistics.md 5.
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { DeferredResponse, TextInput } from '../../kit/server/route.server.ts'
import { plainTable, type TableColumn } from '../../land/paper/documents/table.ts'
import { render } from '../../land/paper/render.server.ts'
import { regionName } from '../../platform/regions/lookup.server.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import { placeOf } from './place.server.ts'
import { MONTH_WORDS } from './view-words.ts'
import { monthly } from './views.server.ts'
import { MONTHLY, percent } from './views.ts'

const TITLE = '业务月报表'
/** How much more there was than a year before, in percent; a stroke where there was nothing. */
const change = (now: number, before: number): string => {
  const p = percent(now - before, before)
  return p === null ? '—' : `${p > 0 ? '+' : ''}${p.toFixed(2)}%`
}
/** The last twelve months of a region, each beside the same month of the year before. */
export async function printMonthly(ctx: Ctx, q: TextInput<'regionCode'>): Promise<DeferredResponse> {
  const p = placeOf(ctx, q)
  const found = await monthly(ctx, p)
  const name = await regionName(ctx, p.region)
  const columns: TableColumn[] = [
    { title: '月份', share: 1.4 },
    ...MONTHLY.flatMap((key) => ['数量', '同比'].map((title) => ({ title, above: MONTH_WORDS[key].zh, share: 1 }))),
  ]
  const before = (key: string) => found.months.reduce((n, m) => n + m.before[key]!, 0)
  const doc = plainTable({
    docId: 'YB',
    title: TITLE,
    facts: [`区域：${name ?? p.region}`, `制表日期：${ctx.now.slice(0, 10)}`],
    columns,
    rows: found.months.map((m) => [m.month, ...MONTHLY.flatMap((key) => [String(m.values[key]!), change(m.values[key]!, m.before[key]!)])]),
    total: ['合计', ...MONTHLY.flatMap((key) => [String(found.total[key]!), change(found.total[key]!, before(key))])],
  })
  return pdfLater(TITLE, ctx.now, [(t) => render('table', () => doc, t)])
}
