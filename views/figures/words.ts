import { both as w, plural, type Text } from '../../kit/model/lang.ts'

export const figureWords = {
  parcels: w('地块分析', 'Analysis of parcels'),
  contracted: w('承包地块分析', 'Contracted parcels'),
  byRegion: w('区域分析', 'Analysis by region'),
  items: w('统计汇总', 'Figures of the region'),
  printSummaries: w('打印汇总表', 'Print the summary tables'),
  category: w('地块类别', 'Category of parcels'),
  allCategories: w('全部类别', 'All categories'),
  export: w('导出', 'Export'),
  value: w('值', 'Value'),
  number: w('地块数', 'Parcels'),
  share: w('占比', 'Share'),
  area: w('面积（亩）', 'Area (mu)'),
  none: w('未记录', 'Not recorded'),
  yes: w('是', 'Yes'),
  nothing: w('没有数据', 'Nothing to show'),
  regions: w('各区域', 'By region'),
  map: w('区域分布图', 'Map of the regions'),
  noOutlines: w('下级区域没有界线，无法绘制分布图', 'The regions below have no outlines, so there is no map'),
  indicator: w('指标', 'Indicator'),
  top: w('前十', 'First ten'),
  bottom: w('后十', 'Last ten'),
  drill: w('单击区域进入下级', 'Click a region to go into it'),
  asOf: w('数据时间', 'As of'),
  now: w('回到现在', 'Back to today'),
  pastNote: w('历史日期没有的指标显示为“—”', 'What a past day does not have is shown as —'),
}
/** What a press on a number opens. */
export const openRows = (what: string, n: number): Text => w(`${what}：查看 ${n} 条`, `${what}: show ${plural(n, 'row')}`)
/** The way into a region. */
export const enterRegion = (name: string): Text => w(`进入${name}`, `Go into ${name}`)
