import { XlsxStreamWriter } from 'hucre/xlsx'
import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { page, pick, scoped } from '../../kit/server/query.server.ts'
import { FileResponse, type Input } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { ruleText } from '../checks/limits.ts'
import { hjb, hjb_issue } from '../package/hjb.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const BATCH = 2000
/** What a person can look through; the sheet says when there is more. */
const MOST_EXPORTED = 200_000
const SEVERITY: Readonly<Record<string, string>> = { E: '错误', W: '警告', T: '提示' }

/** A page of the findings of one package. */
export async function findings(ctx: Ctx, q: Input) {
  if (!q.infoId) throw problems.badRequest({ zh: '请选择汇交包', en: 'Please select a package' })
  return page(ctx, hjb_issue, q)
}

/** How many findings each rule has, worst first. */
export async function ruleCounts(ctx: Ctx, infoId: string, regionCode: string) {
  const found = await scoped(ctx, hjb_issue)
    .select(['hjb_issue.rule', 'hjb_issue.severity', sql<string>`count(*)`.as('n')])
    .where('hjb_issue.countyCode', '=', regionCode.slice(0, 6))
    .where('hjb_issue.infoId', '=', infoId)
    .groupBy(['hjb_issue.rule', 'hjb_issue.severity'])
    .execute()
  const rank = 'EWT'
  return found
    .map((r) => ({ id: r.rule!, severity: r.severity!, text: ruleText(r.rule!), count: Number(r.n) }))
    .sort((a, b) => rank.indexOf(a.severity) - rank.indexOf(b.severity) || (a.id < b.id ? -1 : 1))
}

const COLUMNS = [
  ['序号', 'sort', 8],
  ['级别', 'severity', 8],
  ['规则', 'rule', 8],
  ['图层或表', 'layer', 14],
  ['对象', 'object', 24],
  ['字段', 'field', 14],
  ['值', 'value', 24],
  ['说明', 'message', 60],
  ['经度', 'lon', 16],
  ['纬度', 'lat', 16],
] as const

/** All findings of a package as one Excel sheet, in their order. */
export async function exportFindings(ctx: Ctx, q: Input): Promise<FileResponse> {
  const info = await rows.get(ctx, hjb, String(q.infoId ?? ''))
  const writer = new XlsxStreamWriter({ name: '检查结果', columns: COLUMNS.map(([header, , width]) => ({ header, width })), freezePane: { rows: 1 } })
  let after = 0
  for (;;) {
    const part = await scoped(ctx, hjb_issue)
      .select(pick(hjb_issue, ...COLUMNS.map(([, n]) => n)))
      .where('hjb_issue.countyCode', '=', info.regionCode.slice(0, 6))
      .where('hjb_issue.infoId', '=', info.id)
      .where('hjb_issue.sort', '>', after)
      .orderBy('hjb_issue.sort')
      .limit(BATCH)
      .execute()
    for (const row of part) writer.addRow(COLUMNS.map(([, n]) => (n === 'severity' ? (SEVERITY[row[n] ?? ''] ?? row[n]) : row[n])))
    after += part.length
    if (part.length < BATCH || after >= MOST_EXPORTED) break
  }
  if (after >= MOST_EXPORTED) writer.addRow(['', '', '', '', '', '', '', `仅导出前${MOST_EXPORTED}条`])
  return new FileResponse(`${info.name}检查结果.xlsx`, XLSX, Buffer.from(await writer.finish()))
}
