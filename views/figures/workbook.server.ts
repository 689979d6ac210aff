import { writeXlsx } from 'hucre/xlsx'
import { both as w, type Lang, type Text } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { DeferredResponse, FileResponse, type TextInput } from '../../kit/server/route.server.ts'
import { plainTable, type TableDoc } from '../../land/paper/documents/table.ts'
import { render } from '../../land/paper/render.server.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import { wordsFor } from '../../services/exchange/schemes/sheet.server.ts'
import { analysis } from './analysis.server.ts'
import { chosenIndicators, classOfDivision, divisionsOf, isSet, UNITS, type Analysis, type Division, type Indicator, type SetName } from './indicators.ts'
import { XLSX_TYPE } from '../../runtime/workbook/media-type.ts'

export const TITLES: Readonly<Record<SetName, Text>> = {
  dk: w('地块分析', 'Analysis of parcels'),
  cbdk: w('承包地块分析', 'Analysis of contracted parcels'),
  both: w('区域分析', 'Analysis by region'),
  region: w('统计汇总', 'Figures of the region'),
}
const WORDS = {
  code: w('行政区划', 'Region'),
  name: w('名称', 'Name'),
  total: w('合计', 'Total'),
  own: w('（本级）', ' (own)'),
  division: w('分类', 'Divided by'),
  value: w('值', 'Value'),
  n: w('地块数（块）', 'Parcels'),
  area: w('面积（亩）', 'Area (mu)'),
  none: w('未记录', 'Not recorded'),
  divisions: w('分类统计', 'Divisions'),
}
const headOf = (lang: Lang, t: Text, unit: Text) => `${t[lang]}${lang === 'zh' ? `（${unit.zh}）` : ` (${unit.en})`}`
/** A sheet with a row a child region and their total; heads are those of the dictionary of indicators. */
export function regionSheet(lang: Lang, title: Text, found: Pick<Analysis, 'regionCode' | 'total' | 'children'>, indicators: [string, Indicator][]) {
  return {
    name: title[lang],
    columns: [
      { header: WORDS.code[lang], key: 'regionCode', width: 16 },
      { header: WORDS.name[lang], key: 'regionName', width: 24 },
      ...indicators.map(([key, i]) => ({ header: headOf(lang, i.label, UNITS[i.unit]), key, width: 16 })),
    ],
    data: [
      ...found.children.map((c) => ({ regionCode: c.regionCode, regionName: `${c.regionName}${c.self ? WORDS.own[lang] : ''}`, ...c.values })),
      { regionCode: found.regionCode, regionName: WORDS.total[lang], ...found.total },
    ],
    freezePane: { rows: 1, columns: 2 },
  }
}
/** What stands above figures on paper: of which region and when. */
const factsOf = (found: Pick<Analysis, 'regionCode' | 'asOf'>) => [`区域：${found.regionCode}`, `数据时间：${found.asOf.slice(0, 16)}`]
/** A sheet of figures as it is printed: the same heads and lines. */
export const printedSheet = (docId: string, title: string, found: Pick<Analysis, 'regionCode' | 'asOf'>, sheet: ReturnType<typeof regionSheet>): TableDoc =>
  plainTable({
    docId,
    title,
    facts: factsOf(found),
    paper: sheet.columns.length > 12 ? 'a3' : 'a4',
    columns: sheet.columns.map((c, i) => ({ title: c.header, share: i === 1 ? 2.4 : i === 0 ? 1.8 : 1.3 })),
    rows: sheet.data.map((row) => sheet.columns.map((c) => String((row as Readonly<Record<string, unknown>>)[c.key] ?? ''))),
  })
/** Sheets as a file that is made when it is sent. */
export const sheetsLater = (name: string, sheets: Parameters<typeof writeXlsx>[0]['sheets']): DeferredResponse =>
  new DeferredResponse(async () => new FileResponse(`${name}.xlsx`, XLSX_TYPE, Buffer.from(await writeXlsx({ sheets }))))

/** The indicators that are asked for. @throws bad-request for one that does not exist */
function itemsIn(set: SetName, items: string | undefined): [string, Indicator][] {
  const found = chosenIndicators(set, items)
  if (!found) throw problems.badRequest({ zh: `没有指标：${items}`, en: `There is no such indicator: ${items}` })
  return found
}
/** Indicators that a table by region has on paper; with more each is a line of its own. */
const MOST_COLUMNS = 12
/** Figures on paper: by child region, or an item a line where there are many. */
export async function printSet(ctx: Ctx, set: SetName, q: TextInput<'regionCode' | 'items'>): Promise<DeferredResponse> {
  const indicators = itemsIn(set, q.items)
  const found = await analysis(ctx, set, { ...q, dklb: undefined })
  const title = TITLES[set].zh
  const doc =
    indicators.length <= MOST_COLUMNS
      ? printedSheet('TJHZ', title, found, regionSheet('zh', TITLES[set], found, indicators))
      : plainTable({
          docId: 'TJHZ',
          title,
          facts: factsOf(found),
          columns: [
            { title: '指标', share: 3 },
            { title: '单位', share: 1 },
            { title: '数值', share: 1.6 },
          ],
          rows: indicators.map(([key, i]) => [i.label.zh, UNITS[i.unit].zh, String(found.total[key] ?? '—')]),
        })
  return pdfLater(`${title} ${found.asOf.slice(0, 10)}`, ctx.now, [(t) => render('table', () => doc, t)])
}

/** What an analysis answers as a workbook: a row a child region and their total, and a sheet of the divisions. Heads are those of the dictionary of indicators. */
export async function workbook(ctx: Ctx, q: TextInput<'set' | 'regionCode' | 'dklb' | 'items'>): Promise<DeferredResponse> {
  const set = q.set ?? ''
  if (!isSet(set)) throw problems.badRequest({ zh: `没有统计：${set}`, en: `There is no analysis: ${set}` })
  const indicators = itemsIn(set, q.items)
  const found = await analysis(ctx, set, q)
  const divisions = divisionsOf(set)
  const words = await wordsFor(
    ctx,
    divisions.map((d) => ({ dictCode: d.dict ?? null })),
  )
  const { lang } = ctx
  const named = (d: Division, key: string) => (key === '' ? WORDS.none[lang] : d.ends ? classOfDivision(d, key) : (words.get(d.dict ?? '')?.get(key) ?? key))
  const parts = found.series.flatMap(({ name, points }) => {
    const d = divisions.find((x) => x.key === name)!
    return points.map(([key, n, area]) => ({ division: d.label[lang], value: named(d, key), n, area }))
  })
  const title = `${TITLES[set][lang]} ${found.asOf.slice(0, 10)}`
  return sheetsLater(title, [
    regionSheet(lang, TITLES[set], found, indicators),
    ...(parts.length
      ? [
          {
            name: WORDS.divisions[lang],
            columns: (['division', 'value', 'n', 'area'] as const).map((key) => ({ header: WORDS[key][lang], key, width: 20 })),
            data: parts,
            freezePane: { rows: 1 },
          },
        ]
      : []),
  ])
}
