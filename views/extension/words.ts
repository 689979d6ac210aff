import { both as w } from '../../kit/model/lang.ts'

/** What the screens of the progress say. */
export const progressWords = {
  progress: w('延包进度', 'Progress of the extension'),
  renew: w('延包签订分析', 'Renewal signing'),
  print: w('打印台账', 'Print the ledger'),
  overall: w('总进度', 'Overall progress'),
  funnel: w('办理漏斗', 'From household to certificate'),
  byState: w('各区域办理状态', 'States by region'),
  byDay: w('每日签订合同', 'Contracts signed by day'),
  regions: w('各区域', 'By region'),
  nothing: w('没有延包农户', 'There are no households'),
  noDay: w('还没有签订的合同', 'No contract is signed yet'),
  none: w('未记录', 'Not recorded'),
  value: w('值', 'Value'),
  number: w('数量', 'Number'),
}
