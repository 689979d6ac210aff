import { both as p, type Text } from '../../../kit/model/lang.ts'

/** Words of two rows, or versions, side by side. */
export const comparePhrases = {
  compare: p('对比', 'Compare'),
  two: p('请选择两条数据进行对比', 'Select two rows to compare them'),
  title: p('对比', 'Side by side'),
  field: p('项目', 'Field'),
  only: p('只看不同', 'Only what differs'),
  differs: p('不同', 'Differs'),
  nothing: p('（空）', '(empty)'),
  there: p('有', 'There'),
  withNow: p('与最新版本对比', 'Compare with the latest'),
} as const
/** How many fields of two rows differ. */
export const differingFields = (n: number): Text =>
  n === 0 ? p('内容完全相同', 'Nothing differs') : p(`${n} 项不同`, n === 1 ? '1 field differs' : `${n} fields differ`)
