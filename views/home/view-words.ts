import { both as w, plural, type Text } from '../../kit/model/lang.ts'
import type { MONTHLY, HomeView } from './views.ts'

/** Names of the tabs. Source: screens.md A3. */
export const TABS: Readonly<Record<HomeView, Text>> = {
  counts: w('统计数量', 'Counts'),
  business: w('业务', 'Business'),
  contract: w('合同', 'Contracts'),
  monthly: w('月度', 'Monthly'),
  region: w('区域', 'Regions'),
  renewal: w('延包', 'Extension'),
}
/** What is counted by month. Source: statistics.md 5. */
export const MONTH_WORDS: Readonly<Record<(typeof MONTHLY)[number], Text>> = {
  accepted: w('受理', 'Accepted'),
  done: w('办结', 'Finished'),
  revoked: w('撤销', 'Revoked'),
  signed: w('签订合同', 'Contracts signed'),
  issued: w('颁发权证', 'Certificates issued'),
}
export const viewWords = {
  place: w('区域', 'Region'),
  total: w('合计', 'Total'),
  none: w('未记录', 'Not recorded'),
  areaMu: w('合同面积（亩）', 'Contract area (mu)'),
  number: w('数量', 'Number'),
  share: w('占比', 'Share'),
  cases: w('业务数', 'Cases'),
  period: w('受理日期', 'Received'),
  accepted: w('受理业务', 'Accepted'),
  finishRate: w('办结率', 'Finished, share'),
  revokeRate: w('撤销率', 'Revoked, share'),
  meanBoth: w('平均办理（工作日/日历日）', 'Average days (working/calendar)'),
  ninetieth: w('九成办结用时', '90 % within'),
  workdays: w('个工作日', 'working days'),
  overdue: w('超期业务', 'Overdue'),
  oldest: w('办理时间最长的业务', 'Longest in progress'),
  late: w('超期最久的业务', 'Overdue the longest'),
  dwell: w('各环节平均停留', 'Average time per step'),
  tasksDone: w('已办任务', 'Tasks done'),
  meanStay: w('平均停留（天）', 'Average time (days)'),
  noDwell: w('没有已办的任务', 'No task has been done'),
  code: w('业务编号', 'Code'),
  received: w('受理日期', 'Received'),
  due: w('承诺办结日', 'Promised by'),
  age: w('已办理（天）', 'Days'),
  noLate: w('没有超期业务', 'Nothing is overdue'),
  byTypeStatus: w('业务类型与状态', 'Cases by type and status'),
  byType: w('各类型业务', 'Cases by type'),
  byTask: w('办理中业务的当前环节', 'Cases in progress by step'),
  noTask: w('没有办理中的业务', 'No case is in progress'),
  noCase: w('没有业务', 'There is no case'),
  type: w('业务类型', 'Type'),
  task: w('当前环节', 'Step'),
  signed: w('已签订合同', 'Signed contracts'),
  signRate: w('签订率', 'Signed, share'),
  onlineRate: w('网签率', 'Signed electronically, share'),
  bySignStatus: w('签署状态', 'By signing status'),
  bySignWay: w('签署方式', 'By way of signing'),
  byYear: w('承包期限到期年份', 'By the year the term ends'),
  byArea: w('合同面积区间（亩，含上限）', 'By area (mu, upper end included)'),
  byParcels: w('地块数区间', 'By number of parcels'),
  noContract: w('没有现势合同', 'There is no contract in force'),
  year: w('到期年份', 'Term ends'),
  openEnded: w('长久', 'No end'),
  range: w('区间', 'Class'),
  status: w('签署状态', 'Signing status'),
  way: w('签署方式', 'Way of signing'),
  lastYear: w('近12个月业务办理、合同签订与权证颁发', 'Cases, contracts and certificates of the last 12 months'),
  monthNote: w(
    '受理、办结、撤销按业务统计；签订、颁发按现势合同和有效权证统计。同比：与上年同月相比。',
    'Cases by the day they were accepted, finished or revoked; contracts in force and valid certificates by their date. Change: against the same month of the year before.',
  ),
  month: w('月份', 'Month'),
  change: w('同比', 'Change'),
  regionTable: w('各区域统计（面积：亩）', 'Figures by region (areas in mu)'),
  issuers: w('发包方', 'Issuers'),
  contractors: w('承包方', 'Contractors'),
  parcels: w('承包地块', 'Parcels'),
  certificates: w('已发权证', 'Certificates'),
  finished: w('办结业务', 'Finished cases'),
  ended: w('已到期', 'Ended'),
  endedArea: w('已到期面积', 'Ended, area'),
  endingArea: w('五年内到期面积', 'End within 5 years, area'),
  renewed: w('延包合同', 'Extension contracts'),
  renewedArea: w('延包合同面积', 'Extension contracts, area'),
  endingByRegion: w('各区域到期合同（面积：亩）', 'Contracts whose term ends, by region (areas in mu)'),
  renewalCases: w('延包业务', 'Cases of extension'),
  renewalNote: w(
    '按登记簿中的现势合同统计；延包调查名单尚未纳入，不统计摸底、公示进度。',
    'From the contracts in force in the register. There is no list of extension households yet, so survey and publicity are not covered.',
  ),
}
/** What lies directly in a region, among its child regions. Source: statistics.md 1 S2. */
export const ownOf = (region: string): Text => w(`${region}（本级）`, `${region} (own)`)
/** '五年内到期' with the last day that counts. */
export const endingUntil = (day: string): Text => w(`五年内到期（至 ${day}）`, `End within 5 years (by ${day})`)
/** What a press on a number of the matrix opens. */
export const openCases = (what: string, n: number): Text => w(`查看${what}业务 ${n} 件`, `${what}: show ${plural(n, 'case')}`)
