import type { Lang } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { render } from '../../land/paper/render.server.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import type { DeferredResponse, TextInput } from '../../kit/server/route.server.ts'
import { printedSheet, regionSheet, sheetsLater } from '../figures/workbook.server.ts'
import { isProgressSet, progressIndicators } from './indicators.ts'
import { campaignFigures } from './progress.server.ts'
import { progressWords } from './words.ts'

/** How paper calls them. Source: documents.md 11.8, 14. */
const PRINTED = { progress: '延包台账（汇总表）', renew: '延包签订汇总表' } as const
/** The figures that are asked for, and their sheet. @throws bad-request for a set that is none */
async function asked(ctx: Ctx, q: TextInput<'set' | 'regionCode'>) {
  const set = q.set || 'progress'
  if (!isProgressSet(set)) throw problems.badRequest({ zh: `没有统计：${set}`, en: `There is no analysis: ${set}` })
  const found = await campaignFigures(ctx, set, q)
  return { set, found, sheet: (lang: Lang) => regionSheet(lang, progressWords[set], found, progressIndicators(set)) }
}
/** The progress or the signing as a workbook: a row a child region and their total. */
export async function progressWorkbook(ctx: Ctx, q: TextInput<'set' | 'regionCode'>): Promise<DeferredResponse> {
  const { set, found, sheet } = await asked(ctx, q)
  return sheetsLater(`${progressWords[set][ctx.lang]} ${found.asOf.slice(0, 10)}`, [sheet(ctx.lang)])
}
/** The same on paper: the ledger of the extension by region. */
export async function printProgress(ctx: Ctx, q: TextInput<'set' | 'regionCode'>): Promise<DeferredResponse> {
  const { set, found, sheet } = await asked(ctx, q)
  const doc = printedSheet('YBTZ', PRINTED[set], found, sheet('zh'))
  return pdfLater(PRINTED[set], ctx.now, [(t) => render('table', () => doc, t)])
}
