// What messages cost: sums by month, kind or provider, with the rows behind them, and the same as a workbook.
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { labelOf } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { problem, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import { asFile, FileResponse, reading, type Route } from '../../kit/server/route.server.ts'
import { XLSX_TYPE } from '../../runtime/workbook/media-type.ts'
import { dictionaryChoices } from '../dictionaries/choices.server.ts'
import { areMonths, CHARGED, COST_BY, isCostBy, kindName, MOST_MONTHS, rowsBehind, monthSpan, type CostBy } from './cost.ts'
import { sms_content, sms_history } from './sms.ts'

const wrong = {
  months: problem(400, 'cost-months', () => ({
    zh: `请选择起止月份，最多${MOST_MONTHS}个月`,
    en: `Choose the first and the last month, at most ${MOST_MONTHS}`,
  })),
}
/** Rows of the second sheet, at most. */
const MOST_ROWS = 20_000

const COLUMNS = ['sendTime', 'channel', 'phone', 'contentCode', 'content', 'providerCode', 'status', 'parts', 'price', 'cost'] as const

/** A sum, and the expression of the list for the rows behind it. */
export interface CostLine {
  key: string
  name: string
  messages: number
  parts: number
  /** yuan, rounded to fen once from the exact sum; '0.00' where nothing has a price */
  cost: string
  where: string
}
const KEYS = {
  month: sql<string>`to_char("sms_history"."sendTime" at time zone 'Asia/Shanghai', 'YYYY-MM')`,
  kind: sql<string>`coalesce("sms_history"."contentCode", '')`,
  provider: sql<string>`coalesce("sms_history"."providerCode", '')`,
} as const
interface Asked {
  by: CostBy
  from: string
  to: string
}
/** What is asked for: this month by month where nothing is said. @throws cost-months */
function asked(ctx: Ctx, q: { by: string | undefined; from: string | undefined; to: string | undefined }): Asked {
  const by = q.by || 'month'
  const month = ctx.now.slice(0, 7)
  const [from, to] = [q.from || q.to || month, q.to || q.from || month]
  if (!isCostBy(by)) throw problems.badRequest({ zh: '汇总方式不正确', en: 'There is no such sum' })
  if (!areMonths(from, to)) throw wrong.months()
  return { by, from, to }
}
const charged = (ctx: Ctx, { from, to }: Asked) => {
  const { start, end } = monthSpan(from, to)
  return scoped(ctx, sms_history)
    .where('sms_history.status', 'in', [...CHARGED])
    .where('sms_history.sendTime', '>=', start)
    .where('sms_history.sendTime', '<=', end)
}
const FIGURES = [
  sql<number>`count(*)::int`.as('messages'),
  sql<number>`coalesce(sum("sms_history".parts), 0)::int`.as('parts'),
  // rounded here and nowhere before: a total is no sum of rounded sums
  sql<string>`round(coalesce(sum("sms_history".cost), 0) / 100, 2)::text`.as('cost'),
] as const
/** What the office calls its contents, by their codes. */
async function ownNames(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const found = await scoped(ctx, sms_content).select(['sms_content.contentCode', 'sms_content.contentName']).execute()
  return new Map(found.map((c) => [c.contentCode!, c.contentName!]))
}
/** How the cells of the second sheet read: words of dictionaries, names of contents, amounts as numbers. */
async function cellsOf(ctx: Ctx): Promise<(column: (typeof COLUMNS)[number], v: unknown) => string | number> {
  const words = new Map<string, string>()
  for (const c of ['channel', 'status'] as const)
    for (const { key, label } of await dictionaryChoices(ctx, sms_history.fields[c].dict!, ctx.lang)) words.set(`${c} ${key}`, label)
  const own = await ownNames(ctx)
  return (c, v) => {
    if (v === null || v === undefined || v === '') return ''
    if (c === 'parts' || c === 'price' || c === 'cost') return Number(v)
    const text = String(v)
    return c === 'contentCode' ? (own.get(text) ?? kindName(text)[ctx.lang]) : (words.get(`${c} ${text}`) ?? text)
  }
}
async function sums(ctx: Ctx, a: Asked): Promise<{ lines: CostLine[]; total: Omit<CostLine, 'key' | 'name' | 'where'> }> {
  const key = KEYS[a.by]
  const found = await charged(ctx, a)
    .select([key.as('key'), ...FIGURES])
    .groupBy(key)
    .orderBy(key)
    .execute()
  const total = await charged(ctx, a)
    .select([...FIGURES])
    .executeTakeFirstOrThrow()
  const own = await ownNames(ctx)
  const named = (k: string) => (a.by === 'kind' ? (own.get(k) ?? kindName(k)[ctx.lang]) : k || both('未记录', 'Not noted')[ctx.lang])
  return { lines: found.map((f) => ({ ...f, name: named(f.key), where: JSON.stringify(rowsBehind(a.by, f.key, a)) })), total }
}

/** The sums and the rows behind them; numbers and addresses are masked as the list has them. */
async function sheet(ctx: Ctx, a: Asked): Promise<FileResponse> {
  const { lines, total } = await sums(ctx, a)
  if (total.messages > MOST_ROWS)
    throw problems.badRequest({ zh: `导出不能超过${MOST_ROWS}条，请缩小月份范围`, en: `More than ${MOST_ROWS} messages: choose fewer months` })
  const zh = ctx.lang === 'zh'
  const cell = await cellsOf(ctx)
  const behind = await flatRows(charged(ctx, a).orderBy('sms_history.sendTime').orderBy('sms_history.id'), sms_history).execute()
  const heads = [COST_BY[a.by][ctx.lang], ...(zh ? ['消息数', '计费条数', '费用（元）'] : ['Messages', 'Parts', 'Cost (yuan)'])]
  const line = (name: string, f: typeof total) => [name, f.messages, f.parts, Number(f.cost)]
  const sheets = [
    { name: zh ? '汇总' : 'Sums', rows: [heads, ...lines.map((l) => line(l.name, l)), line(both('合计', 'Total')[ctx.lang], total)] },
    {
      name: zh ? '明细' : 'Messages',
      rows: [COLUMNS.map((c) => labelOf(sms_history.fields[c])[ctx.lang]), ...behind.map((r) => COLUMNS.map((c) => cell(c, r[c])))],
    },
  ]
  return new FileResponse(zh ? '消息费用.xlsx' : 'cost-of-messages.xlsx', XLSX_TYPE, Buffer.from(await writeXlsx({ sheets })))
}

const look = reading('tenant', 'sms_history_view')
const NAMES = ['by', 'from', 'to'] as const
/** What messages cost. The paths are ours. */
export const costRoutes: readonly Route[] = [
  look('/sms/message/history/cost', '消息费用汇总', NAMES, (ctx, q) => sums(ctx, asked(ctx, q))),
  asFile(
    { ...look('/sms/message/history/cost-export', '导出消息费用', NAMES, (ctx, q) => sheet(ctx, asked(ctx, q))), perm: 'sms_history_export' },
    'sms_history.export',
  ),
]
