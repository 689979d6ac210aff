import { writeFileSync } from 'node:fs'
import { utils, write } from '@e965/xlsx'
import { summaryRows } from '../checks/summary.ts'

type Cell = string | number
/** Units and the two rows of heads of each summary table behind code and name. Source: data-format.md 7. */
const HEADS: Readonly<Record<string, { unit: string; above: readonly string[]; below: readonly string[] }>> = {
  按地块汇总表: {
    unit: '个;块;亩;份',
    above: ['发包方数量', '承包地块', '', '非承包地块', '', '颁发权证数量'],
    below: ['', '总数', '总面积', '总数', '总面积', ''],
  },
  按承包地土地用途汇总表: {
    unit: '亩',
    above: ['农业用途面积', '', '', '', '', '非农用途面积', '合计'],
    below: ['合计', '种植业', '林业', '畜牧业', '渔业', '', ''],
  },
  按承包地所有权性质汇总表: {
    unit: '亩',
    above: ['国有土地所有权面积', '集体土地所有权面积', '', '', '', '', '合计'],
    below: ['', '合计', '村民小组', '村级集体经济组织', '乡级集体经济组织', '其他农民集体经济组织', ''],
  },
  按非承包地地块类别汇总表: { unit: '亩', above: ['自留地', '机动地', '开荒地', '其他集体土地', '合计'], below: ['', '', '', '', ''] },
  按承包地是否基本农田汇总表: { unit: '亩', above: ['基本农田面积', '非基本农田面积', '合计'], below: ['', '', ''] },
  按权证信息汇总表: { unit: '份;亩', above: ['颁发权证数量', '', '', '颁发权证面积'], below: ['合计', '家庭承包', '其他方式承包', ''] },
  按承包方汇总表: {
    unit: '个',
    above: ['承包方总数', '家庭承包', '', '其他方式承包', '', ''],
    below: ['', '承包农户数量', '家庭成员数量', '合计', '单位承包数量', '个人承包数量'],
  },
}
export const summaryTables = Object.keys(HEADS)

/** Writes rows as a workbook of one sheet: .xls (BIFF8, as older checkers ask) or .xlsx, by the name. Texts are typed texts, never formulas. */
export function writeWorkbook(
  path: string,
  title: string,
  rows: readonly (readonly Cell[])[],
  merges: { from: [number, number]; to: [number, number] }[] = [],
): void {
  const sheet = utils.aoa_to_sheet(rows as Cell[][])
  sheet['!merges'] = merges.map(({ from, to }) => ({ s: { r: from[0], c: from[1] }, e: { r: to[0], c: to[1] } }))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, title.slice(0, 31))
  writeFileSync(path, write(book, { type: 'buffer', bookType: path.endsWith('.xls') ? 'biff8' : 'xlsx' }) as Buffer, { mode: 0o600 })
}

/** The rows of a summary table with its heads. `by`: figures by issuer, `names`: full names by padded code. */
export function summarySheet(table: string, by: Map<string, Record<string, number>>, names: ReadonlyMap<string, string>) {
  const { unit, above, below } = HEADS[table]!
  const blank = above.map(() => '')
  const body = summaryRows(table, by, [...names.keys()].toSorted()).map(([code, ...figures]) => [code!, names.get(String(code)) ?? '', ...figures])
  const rows: Cell[][] = [[table, '', ...blank], [`单位：${unit}`, '', ...blank], ['权属单位代码', '权属单位名称', ...above], ['', '', ...below], ...body]
  const last = above.length + 1
  const merges: { from: [number, number]; to: [number, number] }[] = [
    { from: [0, 0], to: [0, last] },
    { from: [1, 0], to: [1, last] },
    { from: [2, 0], to: [3, 0] },
    { from: [2, 1], to: [3, 1] },
  ]
  return { rows, merges }
}
