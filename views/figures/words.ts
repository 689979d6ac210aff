import { both as w, plural, type Text } from '../../kit/model/lang.ts'

export const figureWords = {
  parcels: w('地块分析', 'Analysis of parcels'),
  contracted: w('承包地块分析', 'Contracted land'),
  byRegion: w('区域分析', 'Analysis by region'),
  items: w('统计汇总', 'Figures of the region'),
  printSummaries: w('打印汇总表', 'Print the summary tables'),
  printItems: w('打印统计汇总', 'Print the figures'),
  chooseItems: w('选择指标', 'Choose the items'),
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
  top: w('前十', 'Top ten'),
  bottom: w('后十', 'Bottom ten'),
  drill: w('单击区域进入下级', 'Click a region to go into it'),
  asOf: w('数据时间', 'As of'),
  now: w('回到现在', 'Back to today'),
  pastNote: w('历史日期没有的指标显示为“—”', 'What a past day does not have is shown as —'),
}
/** Words of the book of contracted land. */
export const landBookWords = {
  title: w('承包地台账', 'Land book'),
  narrower: w('承包地台账请选择县级或以下的行政区划', 'Land book: choose a county or a region below it'),
  days: w('期间', 'Days'),
  opening: w('期初（亩）', 'Beginning (mu)'),
  came: w('增加（亩）', 'Came (mu)'),
  went: w('减少（亩）', 'Went (mu)'),
  closing: w('期末（亩）', 'End (mu)'),
  difference: w('差额（亩）', 'Difference (mu)'),
  way: w('来源去向', 'Gained from, lost to'),
  n: w('笔数', 'Number'),
  none: w('期间没有变动', 'Nothing changed in these days'),
  acts: w('按业务', 'By act'),
  type: w('业务类型', 'Type'),
  cases: w('业务数', 'Cases'),
  rows: w('变动明细', 'Changes'),
  day: w('日期', 'Day'),
  businessCode: w('业务编号', 'Case'),
  parcel: w('地块', 'Parcel'),
  giver: w('转出承包方', 'From'),
  taker: w('转入承包方', 'To'),
  got: w('增加', 'In'),
  gave: w('减少', 'Out'),
  net: w('净变动', 'Net'),
} as const
/** Words of the figures of people. */
export const populationWords = {
  title: w('人口统计', 'People and households'),
  narrower: w('人口统计请选择县级或以下的行政区划', 'Figures of people: choose a county or a region below it'),
  nightly: w('（县、乡级为每日凌晨统计，明细为当前数据）', '(counties and towns are counted every night, rows are those of now)'),
  people: w('人', 'people'),
  households: w('户', 'households'),
  household: w('承包方', 'Household'),
  name: w('姓名', 'Name'),
  relation: w('与户主关系', 'Relation'),
  number: w('证件号码', 'ID number'),
  remark: w('备注', 'Remark'),
  living: w('在世人数', 'Living members'),
} as const
/** What writes the register beside cases. */
const causeWords = {
  business: w('业务', 'Cases'),
  import: w('数据入库', 'Packages'),
  correction: w('勘误', 'Corrections'),
  notice: w('登记机构通知', 'Notices'),
  desk: w('窗口', 'Desk'),
  form: w('数据维护', 'Forms'),
  plan: w('延包方案', 'Plans'),
  undo: w('撤回', 'Taken back'),
} as const
/** What an act is called that is no type of a case. */
export const causeName = (key: string): Text | undefined => (Object.hasOwn(causeWords, key) ? causeWords[key as keyof typeof causeWords] : undefined)
/** What a press on a number opens. */
export const openRows = (what: string, n: number): Text => w(`${what}：查看 ${n} 条`, `${what}: show ${plural(n, 'row')}`)
/** The way into a region. */
export const enterRegion = (name: string): Text => w(`进入${name}`, `Go into ${name}`)
