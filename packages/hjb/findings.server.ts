import { XlsxStreamWriter } from 'hucre/xlsx'
import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { page, pick, scoped } from '../../kit/server/query.server.ts'
import { FileResponse, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { messageOf, ruleText } from '../checks/limits.ts'
import { hjb, hjb_cell, hjb_issue, type HjbInfo } from '../package/hjb.ts'
import { XLSX_TYPE } from '../../runtime/workbook/media-type.ts'

const BATCH = 2000
/** What a person can look through; the sheet says when there is more. */
const MOST_EXPORTED = 200_000
const SEVERITY: Readonly<Record<string, Text>> = { E: both('错误', 'Error'), W: both('警告', 'Warning'), T: both('提示', 'Hint') }

/** A page of the findings of one package. */
export async function findings(ctx: Ctx, q: TextInput) {
  if (!q.infoId) throw problems.badRequest({ zh: '请选择汇交包', en: 'Please select a package' })
  const found = await page(ctx, hjb_issue, q)
  return { ...found, records: found.records.map((f) => ({ ...f, message: messageOf(f, ctx.lang) })) }
}

/** A page of what an increment says otherwise than the register, cell by cell. */
export async function cells(ctx: Ctx, q: TextInput) {
  if (!q.infoId) throw problems.badRequest({ zh: '请选择汇交包', en: 'Please select a package' })
  return page(ctx, hjb_cell, q)
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
    .map((r) => ({ id: r.rule!, severity: r.severity!, text: ruleText(r.rule!)[ctx.lang], count: Number(r.n) }))
    .sort((a, b) => rank.indexOf(a.severity) - rank.indexOf(b.severity) || (a.id < b.id ? -1 : 1))
}

const COLUMNS = [
  [both('序号', 'No.'), 'sort', 8],
  [both('级别', 'Severity'), 'severity', 8],
  [both('规则', 'Rule'), 'rule', 8],
  [both('图层或表', 'Layer or table'), 'layer', 14],
  [both('对象', 'Object'), 'object', 24],
  [both('字段', 'Field'), 'field', 14],
  [both('值', 'Value'), 'value', 24],
  [both('说明', 'Message'), 'message', 60],
  [both('起因规则', 'Follows from'), 'causeRule', 10],
  [both('经度', 'Longitude'), 'lon', 16],
  [both('纬度', 'Latitude'), 'lat', 16],
] as const

const TITLE = both('检查结果', 'Findings')
/** All findings of a package in their order: as one Excel sheet, or for machines as JSON (`format` json). */
export async function exportFindings(ctx: Ctx, q: TextInput<'infoId' | 'format'>): Promise<FileResponse> {
  const format = q.format || 'xlsx'
  if (format !== 'xlsx' && format !== 'json') throw problems.badRequest({ zh: '格式应为xlsx或json', en: 'format is xlsx or json' })
  const info = await rows.get(ctx, hjb, q.infoId ?? '')
  // not as an answer of ours: it is a file to keep
  if (format === 'json') return new FileResponse(`${info.name}.json`, 'application/octet-stream', await findingsJson(ctx, info))
  return new FileResponse(`${info.name}${ctx.lang === 'en' ? ' ' : ''}${TITLE[ctx.lang]}.xlsx`, XLSX_TYPE, await findingsSheet(ctx, info))
}
const REPORT = both('办结报告', 'Report')
/** What is kept of a package that is closed: its findings, and below them what it had and what of it stands in the register (`written`, by table). */
export async function finishReport(ctx: Ctx, info: HjbInfo, written: Readonly<Record<string, number>>): Promise<{ name: string; bytes: Buffer }> {
  const line = (label: string, name: string, n: unknown) => ['', '', '', label, name, '', String(n ?? ''), '']
  const had = Object.entries((info.counts ?? {}) as Record<string, unknown>).map(([name, n]) => line(both('包内', 'In the package')[ctx.lang], name, n))
  const has = Object.entries(written).map(([name, n]) => line(both('现势登记', 'In the register')[ctx.lang], name, n))
  const audited = ['', '', '', both('审核', 'Audit')[ctx.lang], info.auditTime ?? '', '', '', info.auditOpinion ?? '']
  const name = `${info.name}${ctx.lang === 'en' ? ' ' : ''}${REPORT[ctx.lang]}.xlsx`
  return { name, bytes: await findingsSheet(ctx, info, [audited, ...had, ...has]) }
}
/** The rows of a package's findings, from the first to what a person can look through. */
async function* findingRows(ctx: Ctx, info: HjbInfo) {
  for (let after = 0; after < MOST_EXPORTED;) {
    const part = await scoped(ctx, hjb_issue)
      .select(pick(hjb_issue, ...COLUMNS.map(([, n]) => n)))
      .where('hjb_issue.countyCode', '=', info.regionCode.slice(0, 6))
      .where('hjb_issue.infoId', '=', info.id)
      .where('hjb_issue.sort', '>', after)
      .orderBy('hjb_issue.sort')
      .limit(BATCH)
      .execute()
    yield* part
    after += part.length
    if (part.length < BATCH) return
  }
}
async function findingsJson(ctx: Ctx, info: HjbInfo): Promise<Buffer> {
  const found: unknown[] = []
  for await (const { causeRule, ...f } of findingRows(ctx, info)) found.push({ ...f, message: messageOf(f, ctx.lang), cause: causeRule })
  return Buffer.from(
    JSON.stringify({ name: info.name, sha256: info.sha256, errors: info.errorCount, warnings: info.warnCount, hints: info.hintCount, findings: found }),
  )
}
async function findingsSheet(ctx: Ctx, info: HjbInfo, below: readonly (readonly string[])[] = []): Promise<Buffer> {
  const writer = new XlsxStreamWriter({
    name: TITLE[ctx.lang],
    columns: COLUMNS.map(([header, , width]) => ({ header: header[ctx.lang], width })),
    freezePane: { rows: 1 },
  })
  let n = 0
  for await (const row of findingRows(ctx, info)) {
    const shown: Readonly<Record<string, unknown>> = {
      ...row,
      message: messageOf(row, ctx.lang),
      severity: SEVERITY[row.severity ?? '']?.[ctx.lang] ?? row.severity,
    }
    writer.addRow(COLUMNS.map(([, name]) => shown[name] as string))
    n++
  }
  if (n >= MOST_EXPORTED) writer.addRow(['', '', '', '', '', '', '', both(`仅导出前${MOST_EXPORTED}条`, `Only the first ${MOST_EXPORTED} are here`)[ctx.lang]])
  for (const row of below) writer.addRow([...row])
  return Buffer.from(await writer.finish())
}
