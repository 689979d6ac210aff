import { both as w } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { DeferredResponse, TextInput } from '../../kit/server/route.server.ts'
import { regionSheet, sheetsLater } from '../figures/workbook.server.ts'
import { isProgressSet, progressIndicators } from './indicators.ts'
import { campaignFigures } from './progress.server.ts'

const TITLES = { progress: w('延包进度', 'Progress of the extension'), renew: w('延包签订分析', 'Signing of the extension') } as const
/** The progress or the signing as a workbook: a row a child region and their total. */
export async function progressWorkbook(ctx: Ctx, q: TextInput<'set' | 'regionCode'>): Promise<DeferredResponse> {
  const set = q.set || 'progress'
  if (!isProgressSet(set)) throw problems.badRequest({ zh: `没有统计：${set}`, en: `There is no analysis: ${set}` })
  const found = await campaignFigures(ctx, set, q)
  const title = TITLES[set]
  return sheetsLater(`${title[ctx.lang]} ${found.asOf.slice(0, 10)}`, [regionSheet(ctx.lang, title, found, progressIndicators(set))])
}
